//! Queries.

use crate::state::{answer, look, send, with_world};
use cairn2d::pick::Finger;
use cairn2d::{JointId, QueryFilter, Ray};

/// The first shape on a ray from a point \[m\] along a displacement \[m\]: writes point, normal and fraction
/// (five floats) into the exchange buffer; returns the id of the body, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_cast_ray(world: u32, x: f32, y: f32, dx: f32, dy: f32) -> u64 {
    let cast = look(world, |world| world.cast_ray(Ray::new([x, y], [dx, dy]), QueryFilter::all()));
    let Some(hit) = answer(cast) else { return 0 };
    let floats = [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y, hit.fraction];
    send(|out| floats.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes())));
    hit.body.to_bits()
}

/// The dynamic body nearest to a point \[m\] within a radius \[m\]; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_pick(world: u32, x: f32, y: f32, radius: f32) -> u64 {
    let finger = Finger { radius, ..Finger::default() };
    let picked = look(world, |world| finger.pick(world, [x, y], QueryFilter::all()));
    answer(picked).map_or(0, |found| found.body.to_bits())
}

/// Grabs the body that [`cairn_pick`] finds; returns the id of the joint, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_grab(world: u32, x: f32, y: f32, radius: f32) -> u64 {
    let finger = Finger { radius, ..Finger::default() };
    let grip = with_world(world, |world| finger.grab(world, [x, y], QueryFilter::all()));
    answer(grip).map_or(0, JointId::to_bits)
}
