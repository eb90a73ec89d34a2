//! Joints.

use crate::state::{answer, with_world};
use cairn2d::{
    BodyId, Distance, Grab, JointDef, JointId, Prismatic, Revolute, Vec2, Weld, Wheel, World, vec2,
};

/// Joins two bodies at a point of the world \[m\], so that they turn about it; its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_hinge(world: u32, body_a: u64, body_b: u64, x: f32, y: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Revolute::new(a, b).at([x, y]).into())
}

/// Makes two bodies one, at a point of the world \[m\]; its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_weld(world: u32, body_a: u64, body_b: u64, x: f32, y: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Weld::new(a, b).at([x, y]).into())
}

/// Lets a body slide on another from a point of the world \[m\] in the direction of an angle \[rad\]; its id,
/// or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_slider(
    world: u32,
    body_a: u64,
    body_b: u64,
    x: f32,
    y: f32,
    angle: f32,
) -> u64 {
    join(world, body_a, body_b, |a, b| Prismatic::new(a, b).along(direction(angle)).at([x, y]).into())
}

/// A wheel on a sprung axle that slides in the direction of an angle \[rad\]; its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_wheel(world: u32, body_a: u64, body_b: u64, x: f32, y: f32, angle: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Wheel::new(a, b).along(direction(angle)).at([x, y]).into())
}

/// Keeps two bodies' origins at the distance they have; its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_rod(world: u32, body_a: u64, body_b: u64) -> u64 {
    join(world, body_a, body_b, |a, b| Distance::new(a, b).into())
}

/// Takes hold of a body at a point of the world \[m\]; its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_grab(world: u32, body: u64, x: f32, y: f32) -> u64 {
    join(world, body, body, |body, _| Grab::new(body, vec2(x, y)).into())
}

/// Pulls what is held to a point of the world \[m\]; 0 if that was refused.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_set_target(world: u32, joint: u64, x: f32, y: f32) -> u32 {
    with_joint(world, joint, |world, id| {
        let mut joint = world.joint_mut(id).ok_or_else(|| GONE.to_owned())?;
        joint.set_target([x, y]).map_err(|error| error.to_string())
    })
}

/// Takes a joint away; 0 if it is gone already.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_remove(world: u32, joint: u64) -> u32 {
    with_joint(world, joint, |world, id| world.unjoin(id).map_err(|error| error.to_string()))
}

const GONE: &str = "there is no such joint";

fn join(world: u32, body_a: u64, body_b: u64, def: impl FnOnce(BodyId, BodyId) -> JointDef) -> u64 {
    answer(with_world(world, |world| {
        let bodies = BodyId::from_bits(body_a).zip(BodyId::from_bits(body_b));
        let (a, b) = bodies.ok_or_else(|| "there is no such body".to_owned())?;
        world.join(def(a, b)).map(JointId::to_bits).map_err(|error| error.to_string())
    }))
}

fn with_joint(world: u32, joint: u64, work: impl FnOnce(&mut World, JointId) -> Result<(), String>) -> u32 {
    answer(with_world(world, |world| {
        let id = JointId::from_bits(joint).ok_or_else(|| GONE.to_owned())?;
        work(world, id).map(|()| 1)
    }))
}

fn direction(angle: f32) -> Vec2 {
    cairn2d::Rot::from_angle(angle).rotate(vec2(1.0, 0.0))
}
