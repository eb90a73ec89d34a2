//! Bodies and their shapes.

use crate::state::{answer, received_floats, with_world};
use crate::world::kind;
use cairn2d::{
    Body, BodyError, BodyId, BodyKind, BodyMut, Capsule, Circle, IntoShape, Polygon, Pose, Rect, Rot,
    Segment, ShapeDef, ShapeId, vec2,
};

const GONE: &str = "there is no such body";

/// Makes a body at a position \[m\] with an angle \[rad\]; kind 0 is static, 1 kinematic, 2 dynamic. Returns
/// its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_new(world: u32, body_kind: u32, x: f32, y: f32, angle: f32) -> u64 {
    let body = match kind(body_kind) {
        Some(BodyKind::Static) => Body::fixed(),
        Some(BodyKind::Kinematic) => Body::kinematic(),
        Some(BodyKind::Dynamic) => Body::dynamic(),
        None => return answer(Some(Err("a kind of body is 0, 1 or 2"))),
    };
    let made = with_world(world, |world| world.spawn(body.at([x, y]).rotated(angle)));
    answer(made.map(|result| result.map(BodyId::to_bits)))
}

/// Removes a body with its shapes and joints; returns 0 if it does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_remove(world: u32, body: u64) -> u32 {
    answer(with_world(world, |world| {
        let id = BodyId::from_bits(body).ok_or_else(|| GONE.to_owned())?;
        world.despawn(id).map(|()| 1).map_err(|error| error.to_string())
    }))
}

/// Moves a body to a position \[m\] and an angle \[rad\]; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_set_pose(world: u32, body: u64, x: f32, y: f32, angle: f32) -> u32 {
    change(world, body, |body| body.set_pose(Pose { p: vec2(x, y), q: Rot::from_angle(angle) }))
}

/// Sets a velocity \[m/s\] and an angular velocity \[rad/s\]; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_set_velocity(world: u32, body: u64, x: f32, y: f32, spin: f32) -> u32 {
    change(world, body, |body| {
        body.set_velocity([x, y])?;
        body.set_angular_velocity(spin)
    })
}

/// Applies an impulse \[N s\] at the centre of mass; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_apply_impulse(world: u32, body: u64, x: f32, y: f32) -> u32 {
    change(world, body, |body| body.apply_impulse([x, y]))
}

/// Applies a force \[N\] at the centre of mass during the next step; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_body_apply_force(world: u32, body: u64, x: f32, y: f32) -> u32 {
    change(world, body, |body| body.apply_force([x, y]))
}

/// Adds a disc with a radius \[m\], density \[kg/m²\] and friction \[-\]; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_shape_circle(world: u32, body: u64, radius: f32, density: f32, friction: f32) -> u64 {
    attach(world, body, Ok(Circle::new(radius).shape()), [density, friction])
}

/// Adds a box with these half extents \[m\] around the body's origin; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_shape_box(
    world: u32,
    body: u64,
    half_width: f32,
    half_height: f32,
    density: f32,
    friction: f32,
) -> u64 {
    attach(world, body, Ok(Rect::half(half_width, half_height).shape()), [density, friction])
}

/// Adds the convex hull of points: pairs of floats in the exchange buffer \[m\], rounded by the radius \[m\].
/// One point is a disc, and two are a capsule, or a segment without a radius. Returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_shape_hull(
    world: u32,
    body: u64,
    point_count: u32,
    radius: f32,
    density: f32,
    friction: f32,
) -> u64 {
    let surface = [density, friction];
    let floats = received_floats(point_count.saturating_mul(2));
    let points: Vec<[f32; 2]> = floats.chunks_exact(2).map(|p| [p[0], p[1]]).collect();
    match *points.as_slice() {
        [] => answer(Some(Err("a shape has at least one point"))),
        [center] => attach(world, body, Ok(Circle::new(radius).at(center).shape()), surface),
        [a, b] if radius == 0.0 => attach(world, body, Ok(Segment::new(a, b).shape()), surface),
        [a, b] => attach(world, body, Ok(Capsule::new(a, b, radius).shape()), surface),
        ref points => {
            let hull = Polygon::new(points).map(|polygon| polygon.rounded(radius).shape());
            attach(world, body, hull.map_err(|error| error.to_string()), surface)
        }
    }
}

/// Sets friction and restitution of a shape \[-\]; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_shape_set_surface(world: u32, shape: u64, friction: f32, restitution: f32) -> u32 {
    answer(with_world(world, |world| {
        let id = ShapeId::from_bits(shape).ok_or_else(|| "there is no such shape".to_owned())?;
        let mut shape = world.shape_mut(id).ok_or_else(|| "there is no such shape".to_owned())?;
        let mut material = shape.material();
        (material.friction, material.restitution) = (friction, restitution);
        shape.set_material(material).map(|()| 1).map_err(|error| error.to_string())
    }))
}

/// Removes a shape; returns 0 if it does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_shape_remove(world: u32, shape: u64) -> u32 {
    answer(with_world(world, |world| {
        let id = ShapeId::from_bits(shape).ok_or_else(|| "there is no such shape".to_owned())?;
        world.detach(id).map(|()| 1).map_err(|error| error.to_string())
    }))
}

fn change(world: u32, body: u64, work: impl FnOnce(&mut BodyMut<'_>) -> Result<(), BodyError>) -> u32 {
    answer(with_world(world, |world| {
        let id = BodyId::from_bits(body).ok_or_else(|| GONE.to_owned())?;
        let mut body = world.body_mut(id).ok_or_else(|| GONE.to_owned())?;
        work(&mut body).map(|()| 1).map_err(|error| error.to_string())
    }))
}

#[inline(never)]
fn attach(world: u32, body: u64, shape: Result<ShapeDef, String>, [density, friction]: [f32; 2]) -> u64 {
    answer(with_world(world, |world| {
        let id = BodyId::from_bits(body).ok_or_else(|| GONE.to_owned())?;
        let shape = shape?.density(density).friction(friction);
        world.attach(id, shape).map(ShapeId::to_bits).map_err(|error| error.to_string())
    }))
}
