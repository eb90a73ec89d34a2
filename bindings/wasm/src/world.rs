//! Worlds: make, step, hash and read.

use crate::state::{Slot, answer, keep, look, send, with_slot, with_world};
use cairn2d::{BodyKind, World, WorldConfig};

/// Makes a world with a gravity \[m/s²\]; returns its number, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_new(gravity_x: f32, gravity_y: f32) -> u32 {
    let made = World::new(WorldConfig::with_gravity([gravity_x, gravity_y]));
    answer(Some(made.map(|world| keep(Slot::Plain(Box::new(world))))))
}

/// Copies a world in its current state, without the script of its scene; returns the number of the copy,
/// or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_clone(world: u32) -> u32 {
    look(world, |world| world.clone()).map_or(0, |copy| keep(Slot::Plain(Box::new(copy))))
}

/// Steps a world by a time \[s\]; returns 1, or 0 on an error. A scene takes its own step, before which its
/// script acts; a recording takes its recorded step.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_step(world: u32, dt: f32) -> u32 {
    let stepped = with_slot(world, |slot| match slot {
        Slot::Free => Ok(()),
        Slot::Plain(world) => world.step(dt).map(|_| ()).map_err(|error| error.to_string()),
        #[cfg(feature = "scenes")]
        Slot::Scene(runner) => runner.step().map(|_| ()).map_err(|error| error.to_string()),
        #[cfg(feature = "record")]
        Slot::Recording(player) => crate::recordings::step(player),
    });
    answer(stepped.map(|result| result.map(|()| 1)))
}

/// The hash of a world's state; the same bits on every machine. 0 if the world does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_hash(world: u32) -> u64 {
    look(world, |world| world.hash()).unwrap_or(0)
}

/// Sets the gravity \[m/s²\]; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_set_gravity(world: u32, x: f32, y: f32) -> u32 {
    answer(with_world(world, |world| world.set_gravity([x, y]).map(|()| 1)))
}

/// Writes the numbers of bodies, shapes, joints, touching contacts and sleeping bodies: five 32-bit numbers
/// in the exchange buffer.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_counts(world: u32) -> u32 {
    let counts = look(world, |world| world.counts());
    counts.map_or(0, |counts| {
        let numbers =
            [counts.bodies, counts.shapes, counts.joints, counts.touching_contacts, counts.sleeping_bodies];
        send(|out| numbers.iter().for_each(|n| out.extend_from_slice(&n.to_le_bytes())));
        1
    })
}

/// Writes the poses of all bodies into the exchange buffer: for each, 64 bits of id and four floats x, y
/// \[m\], cosine and sine \[-\]. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_poses(world: u32) -> u32 {
    let sent = look(world, |world| {
        let mut count = 0;
        send(|out| {
            for body in world.bodies().filter_map(|id| world.body(id)) {
                let pose = body.pose();
                out.extend_from_slice(&body.id().to_bits().to_le_bytes());
                for value in [pose.p.x, pose.p.y, pose.q.c, pose.q.s] {
                    out.extend_from_slice(&value.to_le_bytes());
                }
                count += 1;
            }
        });
        count
    });
    sent.unwrap_or(0)
}

/// Writes the hits of the last step into the exchange buffer: for each, the ids of the two bodies, the point
/// \[m\] and the speed \[m/s\]. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_world_hits(world: u32) -> u32 {
    let sent = look(world, |world| {
        let hits = world.events().hits();
        send(|out| {
            for hit in hits {
                out.extend_from_slice(&hit.a.body.to_bits().to_le_bytes());
                out.extend_from_slice(&hit.b.body.to_bits().to_le_bytes());
                for value in [hit.point.x, hit.point.y, hit.approach_speed] {
                    out.extend_from_slice(&value.to_le_bytes());
                }
            }
        });
        hits.len() as u32
    });
    sent.unwrap_or(0)
}

/// Static 0, kinematic 1, dynamic 2.
pub(crate) fn kind(number: u32) -> Option<BodyKind> {
    [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic].get(number as usize).copied()
}
