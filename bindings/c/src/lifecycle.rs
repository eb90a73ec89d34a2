//! Calls that make, copy and save worlds in memory, and bulk calls over many bodies.

use cairn2d::{SavedWorld, World, WorldConfig};

use crate::convert::{Engine, Give, body_mut_of, body_of, cairn_body_id, cairn_pose, cairn_velocity};
use crate::fault::{Fault, OK};
use crate::generated::structs::cairn_world_config;
use crate::handle::{Bytes, Handle, In, Out, Owned, code, guarded_alone};

pub(crate) fn hosted(made: Result<World, i32>) -> Handle {
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
