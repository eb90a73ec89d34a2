//! Joints.

use crate::state::{answer, with_world};
use cairn2d::{
    BodyId, Distance, Grab, JointDef, JointId, Prismatic, Revolute, Vec2, Weld, Wheel, World, vec2,
};

/// Joins two bodies by a hinge at a world point \[m\]; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_hinge(world: u32, body_a: u64, body_b: u64, x: f32, y: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Revolute::new(a, b).at([x, y]).into())
}

/// Welds two bodies at a world point \[m\]; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_weld(world: u32, body_a: u64, body_b: u64, x: f32, y: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Weld::new(a, b).at([x, y]).into())
}

/// Joins two bodies by a slider through a world point \[m\] in the direction of an angle \[rad\]; returns its
/// id, or 0.
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

/// Joins a wheel by a sprung axle that slides in the direction of an angle \[rad\]; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_wheel(world: u32, body_a: u64, body_b: u64, x: f32, y: f32, angle: f32) -> u64 {
    join(world, body_a, body_b, |a, b| Wheel::new(a, b).along(direction(angle)).at([x, y]).into())
}

/// Joins the origins of two bodies by a rod with their current distance; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_rod(world: u32, body_a: u64, body_b: u64) -> u64 {
    join(world, body_a, body_b, |a, b| Distance::new(a, b).into())
}

/// Joins a body to a world point \[m\] by a mouse joint; returns its id, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_grab(world: u32, body: u64, x: f32, y: f32) -> u64 {
    join(world, body, body, |body, _| Grab::new(body, vec2(x, y)).into())
}

/// Moves the target of a mouse joint to a world point \[m\]; returns 0 on an error.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_joint_set_target(world: u32, joint: u64, x: f32, y: f32) -> u32 {
    with_joint(world, joint, |world, id| {
        let mut joint = world.joint_mut(id).ok_or_else(|| GONE.to_owned())?;
        joint.set_target([x, y]).map_err(|error| error.to_string())
    })
}

/// Removes a joint; returns 0 if it does not exist.
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
