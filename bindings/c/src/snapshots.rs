//! Snapshots: worlds as bytes.

use cairn2d::World;

use crate::handle::{Bytes, Handle, In, Out, code, guarded_alone};
use crate::lifecycle::hosted;

#[unsafe(no_mangle)]
extern "C" fn cairn_world_snapshot(world: Handle, out: Out<Bytes>) -> i32 {
    Bytes::give(out, world.look(|world| Ok(world.snapshot())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_snapshot_since(world: Handle, base: In<u8>, base_len: u64, out: Out<Bytes>) -> i32 {
    Bytes::give(out, world.look(|world| Ok(world.snapshot_since(base.bytes("base", base_len)?))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_restore(world: Handle, bytes: In<u8>, len: u64) -> i32 {
    code(world.change(|world| Ok(world.restore(bytes.bytes("bytes", len)?)?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_restore_since(
    world: Handle,
    base: In<u8>,
    base_len: u64,
    delta: In<u8>,
    delta_len: u64,
) -> i32 {
    code(world.change(|world| {
        Ok(world.restore_since(base.bytes("base", base_len)?, delta.bytes("delta", delta_len)?)?)
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_from_snapshot(bytes: In<u8>, len: u64) -> Handle {
    hosted(guarded_alone(|| Ok(World::from_snapshot(bytes.bytes("bytes", len)?)?)))
}
