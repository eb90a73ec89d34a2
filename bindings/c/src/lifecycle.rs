//! Calls that make, copy and save worlds, and bulk calls over many bodies.

use cairn2d::{CallChecks, SavedWorld, World, WorldConfig};

use crate::convert::{Engine, Give, body_mut_of, body_of, cairn_body_id, cairn_pose, cairn_velocity};
use crate::drawing::{Drawing, draw};
use crate::fault::{Fault, OK};
use crate::generated::structs::{cairn_primitive, cairn_world_config};
use crate::handle::{Bytes, Handle, In, Out, Owned, code, guarded_alone};

fn hosted(made: Result<World, i32>) -> Handle {
    made.map_or(Handle::NULL, Handle::of)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_new(config: In<cairn_world_config>) -> Handle {
    hosted(guarded_alone(|| {
        let config = config.maybe().map_or(Ok(WorldConfig::default()), Engine::engine)?;
        Ok(World::new(config)?)
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_free(world: Handle) {
    world.free();
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_clone(world: Handle) -> Handle {
    hosted(world.look(|world| Ok(world.clone())))
}

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

#[unsafe(no_mangle)]
extern "C" fn cairn_bytes_free(bytes: Out<Bytes>) {
    Bytes::free(bytes);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_saved_new() -> Owned<SavedWorld> {
    Owned::of(SavedWorld::default())
}

#[unsafe(no_mangle)]
extern "C" fn cairn_saved_free(saved: Owned<SavedWorld>) {
    saved.free();
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_save_into(world: Handle, saved: Owned<SavedWorld>) -> i32 {
    code(world.look(|world| {
        world.save_into(saved.get_mut("saved")?);
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_restore_saved(world: Handle, saved: Owned<SavedWorld>) -> i32 {
    code(world.change(|world| {
        if world.restore_saved(saved.get_mut("saved")?) {
            return Ok(());
        }
        Err(Fault::new(crate::fault::Code::Snapshot, "nothing was saved, or by a world with other settings"))
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_record_calls(world: Handle, on: u8) -> i32 {
    code(world.change(|world| {
        world.record_calls((on != 0).then(CallChecks::default));
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_take_calls(world: Handle, out: Out<Bytes>) -> i32 {
    let taken = world.change(|world| {
        let mut bytes = Vec::new();
        world.take_calls(&mut bytes);
        Ok(bytes)
    });
    Bytes::give(out, taken)
}

/// Poses of many bodies. Rejects the whole list if a body does not exist, and has then written those before.
#[unsafe(no_mangle)]
extern "C" fn cairn_world_read_poses(
    world: Handle,
    bodies: In<cairn_body_id>,
    count: u32,
    out: Out<cairn_pose>,
) -> i32 {
    code(world.look(|world| {
        let bodies = bodies.list("bodies", count)?;
        out.write_list("out", bodies, |id| Ok(body_of(world, *id)?.pose().give()))
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_read_velocities(
    world: Handle,
    bodies: In<cairn_body_id>,
    count: u32,
    out: Out<cairn_velocity>,
) -> i32 {
    code(world.look(|world| {
        let bodies = bodies.list("bodies", count)?;
        out.write_list("out", bodies, |id| {
            let body = body_of(world, *id)?;
            Ok(cairn_velocity { linear: body.velocity().give(), angular: body.angular_velocity() })
        })
    }))
}

/// Sets velocities of many bodies in order, and stops at the first error.
#[unsafe(no_mangle)]
extern "C" fn cairn_world_write_velocities(
    world: Handle,
    bodies: In<cairn_body_id>,
    velocities: In<cairn_velocity>,
    count: u32,
) -> i32 {
    code(world.change(|world| {
        let (bodies, velocities) = (bodies.list("bodies", count)?, velocities.list("velocities", count)?);
        for (id, velocity) in bodies.iter().zip(velocities) {
            let mut body = body_mut_of(world, *id)?;
            body.set_velocity(velocity.linear.engine()?)?;
            body.set_angular_velocity(velocity.angular)?;
        }
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_new() -> Owned<Drawing> {
    Owned::of(Drawing::default())
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_free(drawing: Owned<Drawing>) {
    drawing.free();
}

/// Draws a world into a drawing, whose lists are valid until its next use.
#[unsafe(no_mangle)]
extern "C" fn cairn_world_debug_draw(world: Handle, drawing: Owned<Drawing>) -> i32 {
    code(world.look(|world| {
        draw(world, drawing.get_mut("drawing")?);
        Ok(())
    }))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_primitives(drawing: Owned<Drawing>, count: Out<u32>) -> *const cairn_primitive {
    drawing.list("drawing", count, |drawing| &drawing.primitives)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_drawing_points(
    drawing: Owned<Drawing>,
    count: Out<u32>,
) -> *const crate::convert::cairn_vec2 {
    drawing.list("drawing", count, |drawing| &drawing.points)
}

/// The name of a code, such as `stale`.
#[unsafe(no_mangle)]
extern "C" fn cairn_result_name(result: i32) -> *const core::ffi::c_char {
    let name = match result {
        OK => c"ok",
        1 => c"none",
        -1 => c"null",
        -2 => c"value",
        -3 => c"stale",
        -4 => c"shape",
        -5 => c"kind",
        -6 => c"definition",
        -7 => c"snapshot",
        -8 => c"poisoned",
        -9 => c"panic",
        -10 => c"record",
        _ => c"other",
    };
    name.as_ptr()
}
