//! The calls with plain arguments. Written by `cargo xtask bindings` from the table of the API.
#![allow(missing_docs, reason = "the table has the documentation")]

use cairn2d::*;
use crate::convert::*;
use crate::fault::Fault;
use super::structs::*;

/// Advances the world by a time.
pub fn world_step(world: &mut World, dt: f32) -> Result<cairn_step_report, Fault> {
    let it = world;
    Ok((it.step(dt)?).give())
}

/// Returns the hash of the state, the same on every machine.
#[inline]
pub fn world_hash(world: &World) -> Result<u64, Fault> {
    let it = world;
    Ok((it.hash()).give())
}

/// Returns the number of steps since the world was made.
#[inline]
pub fn world_step_count(world: &World) -> Result<u64, Fault> {
    let it = world;
    Ok((it.step_count()).give())
}

/// Returns the numbers of objects.
#[inline]
pub fn world_counts(world: &World) -> Result<cairn_counts, Fault> {
    let it = world;
    Ok((it.counts()).give())
}

/// Sets the gravity and wakes all bodies.
pub fn world_set_gravity(world: &mut World, gravity: Vec2) -> Result<(), Fault> {
    let it = world;
    it.set_gravity(gravity)?;
    Ok(())
}

/// Returns the gravity.
#[inline]
pub fn world_gravity(world: &World) -> Result<cairn_vec2, Fault> {
    let it = world;
    Ok((it.config().gravity).give())
}

/// Sets the number of sub-steps, 1 to 64.
pub fn world_set_sub_steps(world: &mut World, sub_steps: u32) -> Result<(), Fault> {
    let it = world;
    it.set_sub_steps(sub_steps)?;
    Ok(())
}

/// Sets whether bodies may fall asleep.
pub fn world_set_sleeping(world: &mut World, sleeping: u8) -> Result<(), Fault> {
    let sleeping = sleeping != 0;
    let it = world;
    it.set_sleeping(sleeping);
    Ok(())
}

/// Sets whether fast bodies stop at static shapes.
pub fn world_set_continuous(world: &mut World, continuous: u8) -> Result<(), Fault> {
    let continuous = continuous != 0;
    let it = world;
    it.set_continuous(continuous);
    Ok(())
}

/// Sets the number of threads, 1 to 64; results do not depend on it.
pub fn world_set_threads(world: &mut World, threads: u32) -> Result<(), Fault> {
    let it = world;
    it.set_threads(threads as usize)?;
    Ok(())
}

/// Sets the instruction set; results do not depend on it.
pub fn world_set_lanes(world: &mut World, lanes: u32) -> Result<(), Fault> {
    let lanes = read_lanes(lanes)?;
    let it = world;
    it.set_lanes(lanes)?;
    Ok(())
}

/// Moves the origin of coordinates to a point.
pub fn world_shift_origin(world: &mut World, origin: Vec2) -> Result<(), Fault> {
    let it = world;
    it.shift_origin(origin)?;
    Ok(())
}

/// Sets whether every stage checks the whole world, in debug builds.
pub fn world_set_stage_checks(world: &mut World, on: u8) -> Result<(), Fault> {
    let on = on != 0;
    let it = world;
    it.set_stage_checks(on);
    Ok(())
}

/// Reserves memory for this many objects.
pub fn world_reserve(world: &mut World, bodies: u32, shapes: u32, joints: u32, contacts: u32) -> Result<(), Fault> {
    let it = world;
    it.reserve(capacity(bodies, shapes, joints, contacts))?;
    Ok(())
}

/// Returns whether no call has changed the world.
#[inline]
pub fn world_is_untouched(world: &World) -> Result<u8, Fault> {
    let it = world;
    Ok((it.is_untouched()).give())
}

/// Returns whether calls are recorded.
#[inline]
pub fn world_is_recorded(world: &World) -> Result<u8, Fault> {
    let it = world;
    Ok((it.is_recorded()).give())
}

/// Returns the number of steps since the recording began.
#[inline]
pub fn world_recorded_steps(world: &World) -> Result<u64, Fault> {
    let it = world;
    Ok((it.recorded_steps()).give())
}

/// Adds a body with its shapes.
pub fn world_spawn(world: &mut World, def: &cairn_body_def) -> Result<cairn_body_id, Fault> {
    let def = def.engine()?;
    let it = world;
    Ok((it.spawn(def)?).give())
}

/// Removes a body with its shapes and joints.
pub fn world_despawn(world: &mut World, body: cairn_body_id) -> Result<(), Fault> {
    let body = body.read()?;
    let it = world;
    it.despawn(body)?;
    Ok(())
}

/// Lists all bodies in the order of their slots.
pub fn world_bodies(world: &World, push: &mut dyn FnMut(cairn_body_id)) -> Result<(), Fault> {
    let it = world;
    for item in it.bodies() {
        push(item.give());
    }
    Ok(())
}

/// Returns whether the body exists.
#[inline]
pub fn body_exists(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    Ok((world.body(body.read()?).is_some()).give())
}

/// Returns whether the body is static, kinematic or dynamic.
#[inline]
pub fn body_kind(world: &World, body: cairn_body_id) -> Result<u32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.kind()).give())
}

/// Returns the position of the origin and the rotation.
#[inline]
pub fn body_pose(world: &World, body: cairn_body_id) -> Result<cairn_pose, Fault> {
    let it = body_of(world, body)?;
    Ok((it.pose()).give())
}

/// Returns the position of the origin.
#[inline]
pub fn body_position(world: &World, body: cairn_body_id) -> Result<cairn_vec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.position()).give())
}

/// Returns the position of the origin with 64 bits.
#[inline]
pub fn body_position64(world: &World, body: cairn_body_id) -> Result<cairn_dvec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.position64()).give())
}

/// Returns the pose relative to a point of the world.
#[inline]
pub fn body_pose_from(world: &World, body: cairn_body_id, origin: DVec2) -> Result<cairn_pose, Fault> {
    let it = body_of(world, body)?;
    Ok((it.pose_from(origin)).give())
}

/// Returns the rotation.
#[inline]
pub fn body_rotation(world: &World, body: cairn_body_id) -> Result<cairn_rot, Fault> {
    let it = body_of(world, body)?;
    Ok((it.rotation()).give())
}

/// Returns the rotation, from -pi to pi.
#[inline]
pub fn body_angle(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.angle()).give())
}

/// Returns the centre of mass in world coordinates.
#[inline]
pub fn body_center(world: &World, body: cairn_body_id) -> Result<cairn_vec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.center()).give())
}

/// Returns the centre of mass with 64 bits.
#[inline]
pub fn body_center64(world: &World, body: cairn_body_id) -> Result<cairn_dvec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.center64()).give())
}

/// Returns the velocity of the centre of mass.
#[inline]
pub fn body_velocity(world: &World, body: cairn_body_id) -> Result<cairn_vec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.velocity()).give())
}

/// Returns the angular velocity.
#[inline]
pub fn body_angular_velocity(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.angular_velocity()).give())
}

/// Returns the velocity of a point of the body.
#[inline]
pub fn body_velocity_at(world: &World, body: cairn_body_id, point: Vec2) -> Result<cairn_vec2, Fault> {
    let it = body_of(world, body)?;
    Ok((it.velocity_at(point)).give())
}

/// Returns the pose after a time of free motion.
#[inline]
pub fn body_pose_after(world: &World, body: cairn_body_id, time: f32) -> Result<cairn_pose, Fault> {
    let it = body_of(world, body)?;
    Ok((it.pose_after(time)).give())
}

/// Returns the mass, zero unless the body is dynamic.
#[inline]
pub fn body_mass(world: &World, body: cairn_body_id) -> Result<cairn_mass, Fault> {
    let it = body_of(world, body)?;
    Ok((it.mass()).give())
}

/// Returns the mass that replaces that of the shapes.
pub fn body_given_mass(world: &World, body: cairn_body_id) -> Result<Option<cairn_mass>, Fault> {
    let it = body_of(world, body)?;
    Ok((it.given_mass()).map(Give::give))
}

/// Returns the kinetic energy.
#[inline]
pub fn body_kinetic_energy(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.kinetic_energy()).give())
}

/// Returns whether the body is awake.
#[inline]
pub fn body_is_awake(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.is_awake()).give())
}

/// Returns whether the body sleeps.
#[inline]
pub fn body_is_asleep(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.is_asleep()).give())
}

/// Returns whether the body is enabled.
#[inline]
pub fn body_is_enabled(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.is_enabled()).give())
}

/// Returns the factor on gravity.
#[inline]
pub fn body_gravity_scale(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.gravity_scale()).give())
}

/// Returns the damping rate of the velocity.
#[inline]
pub fn body_linear_damping(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.linear_damping()).give())
}

/// Returns the damping rate of the angular velocity.
#[inline]
pub fn body_angular_damping(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.angular_damping()).give())
}

/// Returns the locked directions.
#[inline]
pub fn body_locks(world: &World, body: cairn_body_id) -> Result<cairn_locks, Fault> {
    let it = body_of(world, body)?;
    Ok((it.locks()).give())
}

/// Returns the speed under which the body may fall asleep.
#[inline]
pub fn body_sleep_threshold(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.sleep_threshold()).give())
}

/// Returns whether continuous collision applies to dynamic bodies.
#[inline]
pub fn body_is_bullet(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.is_bullet()).give())
}

/// Returns whether the shapes are parts of one solid.
#[inline]
pub fn body_is_joined(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.is_joined()).give())
}

/// Returns the motion above which the body is swept.
#[inline]
pub fn body_sweep_threshold(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.sweep_threshold()).give())
}

/// Returns the time scale of the body.
#[inline]
pub fn body_time_scale(world: &World, body: cairn_body_id) -> Result<f32, Fault> {
    let it = body_of(world, body)?;
    Ok((it.time_scale()).give())
}

/// Returns the dominance.
#[inline]
pub fn body_dominance(world: &World, body: cairn_body_id) -> Result<i32, Fault> {
    let it = body_of(world, body)?;
    Ok((i32::from(it.dominance())).give())
}

/// Returns whether the body may fall asleep.
#[inline]
pub fn body_can_sleep(world: &World, body: cairn_body_id) -> Result<u8, Fault> {
    let it = body_of(world, body)?;
    Ok((it.can_sleep()).give())
}

/// Returns the user data.
#[inline]
pub fn body_user_data(world: &World, body: cairn_body_id) -> Result<u64, Fault> {
    let it = body_of(world, body)?;
    Ok((it.user_data()).give())
}

/// Lists the shapes in the order in which they were added.
pub fn body_shapes(world: &World, body: cairn_body_id, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let it = body_of(world, body)?;
    for item in it.shapes() {
        push(item.give());
    }
    Ok(())
}

/// Lists the contacts, newest first.
pub fn body_contacts(world: &World, body: cairn_body_id, push: &mut dyn FnMut(cairn_contact_id)) -> Result<(), Fault> {
    let it = body_of(world, body)?;
    for item in it.contacts() {
        push(item.give());
    }
    Ok(())
}

/// Lists the joints, newest first.
pub fn body_joints(world: &World, body: cairn_body_id, push: &mut dyn FnMut(cairn_joint_id)) -> Result<(), Fault> {
    let it = body_of(world, body)?;
    for item in it.joints() {
        push(item.give());
    }
    Ok(())
}

/// Moves the body.
pub fn body_set_pose(world: &mut World, body: cairn_body_id, pose: Pose) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_pose(pose)?;
    Ok(())
}

/// Moves the body, with 64 bits.
pub fn body_set_pose64(world: &mut World, body: cairn_body_id, position: DVec2, angle: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_pose64(position, Rot::from_angle(angle))?;
    Ok(())
}

/// Moves the body and keeps its rotation.
pub fn body_set_position(world: &mut World, body: cairn_body_id, position: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_position(position)?;
    Ok(())
}

/// Moves the body with 64 bits and keeps its rotation.
pub fn body_set_position64(world: &mut World, body: cairn_body_id, position: DVec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_position64(position)?;
    Ok(())
}

/// Turns the body about its origin.
pub fn body_set_angle(world: &mut World, body: cairn_body_id, angle: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_angle(angle)?;
    Ok(())
}

/// Sets the velocity and wakes the body.
pub fn body_set_velocity(world: &mut World, body: cairn_body_id, velocity: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_velocity(velocity)?;
    Ok(())
}

/// Sets the angular velocity and wakes the body.
pub fn body_set_angular_velocity(world: &mut World, body: cairn_body_id, angular_velocity: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_angular_velocity(angular_velocity)?;
    Ok(())
}

/// Sets the velocities that reach a pose within a time.
pub fn body_set_target(world: &mut World, body: cairn_body_id, pose: Pose, dt: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_target(pose, dt)?;
    Ok(())
}

/// Sets the velocities that reach a pose within a time, with 64 bits.
pub fn body_set_target64(world: &mut World, body: cairn_body_id, position: DVec2, angle: f32, dt: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_target64(position, Rot::from_angle(angle), dt)?;
    Ok(())
}

/// Applies a force at the centre of mass during the next step.
pub fn body_apply_force(world: &mut World, body: cairn_body_id, force: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_force(force)?;
    Ok(())
}

/// Applies a force at a point of the world during the next step.
pub fn body_apply_force_at(world: &mut World, body: cairn_body_id, force: Vec2, point: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_force_at(force, point)?;
    Ok(())
}

/// Applies a force at a point of the world with 64 bits.
pub fn body_apply_force_at64(world: &mut World, body: cairn_body_id, force: Vec2, point: DVec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_force_at64(force, point)?;
    Ok(())
}

/// Applies a torque during the next step.
pub fn body_apply_torque(world: &mut World, body: cairn_body_id, torque: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_torque(torque)?;
    Ok(())
}

/// Applies an impulse at the centre of mass.
pub fn body_apply_impulse(world: &mut World, body: cairn_body_id, impulse: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_impulse(impulse)?;
    Ok(())
}

/// Applies an impulse at a point of the world.
pub fn body_apply_impulse_at(world: &mut World, body: cairn_body_id, impulse: Vec2, point: Vec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_impulse_at(impulse, point)?;
    Ok(())
}

/// Applies an impulse at a point of the world with 64 bits.
pub fn body_apply_impulse_at64(world: &mut World, body: cairn_body_id, impulse: Vec2, point: DVec2) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_impulse_at64(impulse, point)?;
    Ok(())
}

/// Applies an angular impulse.
pub fn body_apply_angular_impulse(world: &mut World, body: cairn_body_id, impulse: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.apply_angular_impulse(impulse)?;
    Ok(())
}

/// Sets the factor on gravity.
pub fn body_set_gravity_scale(world: &mut World, body: cairn_body_id, scale: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_gravity_scale(scale)?;
    Ok(())
}

/// Sets the damping rates.
pub fn body_set_damping(world: &mut World, body: cairn_body_id, linear: f32, angular: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_damping(linear, angular)?;
    Ok(())
}

/// Sets the locked directions.
pub fn body_set_locks(world: &mut World, body: cairn_body_id, x: u8, y: u8, rotation: u8) -> Result<(), Fault> {
    let x = x != 0;
    let y = y != 0;
    let rotation = rotation != 0;
    let mut it = body_mut_of(world, body)?;
    it.set_locks(Locks { x, y, rotation });
    Ok(())
}

/// Replaces the mass of the shapes.
pub fn body_set_mass(world: &mut World, body: cairn_body_id, mass: &cairn_mass) -> Result<(), Fault> {
    let mass = mass.engine()?;
    let mut it = body_mut_of(world, body)?;
    it.set_mass(Some(mass))?;
    Ok(())
}

/// Uses the mass of the shapes again.
pub fn body_clear_mass(world: &mut World, body: cairn_body_id) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_mass(None)?;
    Ok(())
}

/// Sets the speed under which the body may fall asleep.
pub fn body_set_sleep_threshold(world: &mut World, body: cairn_body_id, speed: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_sleep_threshold(speed)?;
    Ok(())
}

/// Sets whether continuous collision applies to dynamic bodies.
pub fn body_set_bullet(world: &mut World, body: cairn_body_id, bullet: u8) -> Result<(), Fault> {
    let bullet = bullet != 0;
    let mut it = body_mut_of(world, body)?;
    it.set_bullet(bullet);
    Ok(())
}

/// Sets the motion above which the body is swept.
pub fn body_set_sweep_threshold(world: &mut World, body: cairn_body_id, share: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_sweep_threshold(share)?;
    Ok(())
}

/// Sets the dominance, -128 to 127.
pub fn body_set_dominance(world: &mut World, body: cairn_body_id, dominance: i32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_dominance(small("dominance", dominance)?);
    Ok(())
}

/// Sets the time scale of the body.
pub fn body_set_time_scale(world: &mut World, body: cairn_body_id, scale: f32) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_time_scale(scale)?;
    Ok(())
}

/// Sets whether the body may fall asleep.
pub fn body_set_can_sleep(world: &mut World, body: cairn_body_id, can_sleep: u8) -> Result<(), Fault> {
    let can_sleep = can_sleep != 0;
    let mut it = body_mut_of(world, body)?;
    it.set_can_sleep(can_sleep);
    Ok(())
}

/// Wakes the body.
pub fn body_wake(world: &mut World, body: cairn_body_id) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.wake();
    Ok(())
}

/// Puts the body and its island to sleep; returns whether it sleeps.
pub fn body_sleep(world: &mut World, body: cairn_body_id) -> Result<u8, Fault> {
    let mut it = body_mut_of(world, body)?;
    Ok((it.sleep()).give())
}

/// Makes the body static, kinematic or dynamic.
pub fn body_set_kind(world: &mut World, body: cairn_body_id, kind: u32) -> Result<(), Fault> {
    let kind = read_body_type(kind)?;
    let mut it = body_mut_of(world, body)?;
    it.set_kind(kind);
    Ok(())
}

/// Lets the body fall through the one-way shapes under it; returns their number.
pub fn body_drop_through(world: &mut World, body: cairn_body_id) -> Result<u32, Fault> {
    let mut it = body_mut_of(world, body)?;
    Ok((it.drop_through() as u32).give())
}

/// Lets the body fall through a one-way shape.
pub fn body_drop_through_shape(world: &mut World, body: cairn_body_id, platform: cairn_shape_id) -> Result<u8, Fault> {
    let platform = platform.read()?;
    let mut it = body_mut_of(world, body)?;
    Ok((it.drop_through_shape(platform)).give())
}

/// Sets whether the body is simulated.
pub fn body_set_enabled(world: &mut World, body: cairn_body_id, enabled: u8) -> Result<(), Fault> {
    let enabled = enabled != 0;
    let mut it = body_mut_of(world, body)?;
    it.set_enabled(enabled);
    Ok(())
}

/// Sets the user data.
pub fn body_set_user_data(world: &mut World, body: cairn_body_id, user_data: u64) -> Result<(), Fault> {
    let mut it = body_mut_of(world, body)?;
    it.set_user_data(user_data);
    Ok(())
}

/// Applies impulses to many bodies.
pub fn world_apply_impulses(world: &mut World, impulses: &[cairn_body_impulse], wake_above: f32) -> Result<cairn_impulse_counts, Fault> {
    let impulses = read_all(impulses)?;
    let it = world;
    Ok((it.apply_impulses(&impulses, wake_above)?).give())
}

/// Adds a shape to a body.
pub fn world_attach(world: &mut World, body: cairn_body_id, def: &cairn_shape_def) -> Result<cairn_shape_id, Fault> {
    let body = body.read()?;
    let def = def.engine()?;
    let it = world;
    Ok((it.attach(body, def)?).give())
}

/// Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them.
pub fn world_attach_chain(world: &mut World, body: cairn_body_id, def: &cairn_chain_def) -> Result<u32, Fault> {
    let body = body.read()?;
    let def = def.engine()?;
    let it = world;
    Ok((it.attach_many(body, def.segments())?.len() as u32).give())
}

/// Removes a shape.
pub fn world_detach(world: &mut World, shape: cairn_shape_id) -> Result<(), Fault> {
    let shape = shape.read()?;
    let it = world;
    it.detach(shape)?;
    Ok(())
}

/// Moves a shape to another body.
pub fn world_reattach(world: &mut World, shape: cairn_shape_id, body: cairn_body_id) -> Result<(), Fault> {
    let shape = shape.read()?;
    let body = body.read()?;
    let it = world;
    it.reattach(shape, body)?;
    Ok(())
}

/// Lists all shapes in the order of their slots.
pub fn world_shapes(world: &World, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let it = world;
    for item in it.shapes() {
        push(item.give());
    }
    Ok(())
}

/// Returns whether the shape exists.
#[inline]
pub fn shape_exists(world: &World, shape: cairn_shape_id) -> Result<u8, Fault> {
    Ok((world.shape(shape.read()?).is_some()).give())
}

/// Returns the body of the shape.
#[inline]
pub fn shape_body(world: &World, shape: cairn_shape_id) -> Result<cairn_body_id, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.body()).give())
}

/// Returns the kind of the geometry; a segment of a chain is a segment.
#[inline]
pub fn shape_kind(world: &World, shape: cairn_shape_id) -> Result<u32, Fault> {
    let it = shape_of(world, shape)?;
    Ok((kind_of(it.geometry())).give())
}

/// Returns the radius of a circle or capsule, or the rounding of a polygon.
#[inline]
pub fn shape_radius(world: &World, shape: cairn_shape_id) -> Result<f32, Fault> {
    let it = shape_of(world, shape)?;
    Ok((radius_of(it.geometry())).give())
}

/// Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon.
pub fn shape_points(world: &World, shape: cairn_shape_id, push: &mut dyn FnMut(cairn_vec2)) -> Result<(), Fault> {
    let it = shape_of(world, shape)?;
    for item in points_of(it.geometry()) {
        push(item.give());
    }
    Ok(())
}

/// Returns the box around the shape in world coordinates.
#[inline]
pub fn shape_aabb(world: &World, shape: cairn_shape_id) -> Result<cairn_box, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.aabb()).give())
}

/// Returns the density.
#[inline]
pub fn shape_density(world: &World, shape: cairn_shape_id) -> Result<f32, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.density()).give())
}

/// Returns the material.
#[inline]
pub fn shape_material(world: &World, shape: cairn_shape_id) -> Result<cairn_material, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.material()).give())
}

/// Returns the speed above which hits are reported.
pub fn shape_report_hits_above(world: &World, shape: cairn_shape_id) -> Result<Option<f32>, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.report_hits_above()).map(Give::give))
}

/// Returns whether hooks run for the shape.
#[inline]
pub fn shape_is_hooked(world: &World, shape: cairn_shape_id) -> Result<u8, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.is_hooked()).give())
}

/// Returns the one-way setting.
pub fn shape_one_way(world: &World, shape: cairn_shape_id) -> Result<Option<cairn_one_way>, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.one_way()).map(Give::give))
}

/// Returns the collision filter.
#[inline]
pub fn shape_filter(world: &World, shape: cairn_shape_id) -> Result<cairn_filter, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.filter()).give())
}

/// Returns the user data.
#[inline]
pub fn shape_user_data(world: &World, shape: cairn_shape_id) -> Result<u64, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.user_data()).give())
}

/// Returns whether the shape is a sensor.
#[inline]
pub fn shape_is_sensor(world: &World, shape: cairn_shape_id) -> Result<u8, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.is_sensor()).give())
}

/// Returns whether sensors detect the shape.
#[inline]
pub fn shape_sensor_events(world: &World, shape: cairn_shape_id) -> Result<u8, Fault> {
    let it = shape_of(world, shape)?;
    Ok((it.sensor_events()).give())
}

/// Lists the shapes that overlap this sensor.
pub fn shape_visitors(world: &World, shape: cairn_shape_id, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let it = shape_of(world, shape)?;
    for item in it.visitors() {
        push(item.give());
    }
    Ok(())
}

/// Lists the sensors that this shape overlaps.
pub fn shape_sensors(world: &World, shape: cairn_shape_id, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let it = shape_of(world, shape)?;
    for item in it.sensors() {
        push(item.give());
    }
    Ok(())
}

/// Sets the material.
pub fn shape_set_material(world: &mut World, shape: cairn_shape_id, material: &cairn_material) -> Result<(), Fault> {
    let material = material.engine()?;
    let mut it = shape_mut_of(world, shape)?;
    it.set_material(material)?;
    Ok(())
}

/// Sets whether hooks run for the shape.
pub fn shape_set_hooked(world: &mut World, shape: cairn_shape_id, hooked: u8) -> Result<(), Fault> {
    let hooked = hooked != 0;
    let mut it = shape_mut_of(world, shape)?;
    it.set_hooked(hooked);
    Ok(())
}

/// Makes the shape solid from one side only.
pub fn shape_set_one_way(world: &mut World, shape: cairn_shape_id, direction: Vec2, half_angle: f32) -> Result<(), Fault> {
    let mut it = shape_mut_of(world, shape)?;
    it.set_one_way(Some(OneWay::new(direction, half_angle)))?;
    Ok(())
}

/// Makes the shape solid from all sides.
pub fn shape_clear_one_way(world: &mut World, shape: cairn_shape_id) -> Result<(), Fault> {
    let mut it = shape_mut_of(world, shape)?;
    it.set_one_way(None)?;
    Ok(())
}

/// Sets the collision filter.
pub fn shape_set_filter(world: &mut World, shape: cairn_shape_id, filter: &cairn_filter) -> Result<(), Fault> {
    let filter = filter.engine()?;
    let mut it = shape_mut_of(world, shape)?;
    it.set_filter(filter);
    Ok(())
}

/// Sets whether the shape is a sensor.
pub fn shape_set_sensor(world: &mut World, shape: cairn_shape_id, is_sensor: u8) -> Result<(), Fault> {
    let is_sensor = is_sensor != 0;
    let mut it = shape_mut_of(world, shape)?;
    it.set_sensor(is_sensor);
    Ok(())
}

/// Sets whether sensors detect the shape.
pub fn shape_set_sensor_events(world: &mut World, shape: cairn_shape_id, seen: u8) -> Result<(), Fault> {
    let seen = seen != 0;
    let mut it = shape_mut_of(world, shape)?;
    it.set_sensor_events(seen);
    Ok(())
}

/// Replaces the geometry.
pub fn shape_set_geometry(world: &mut World, shape: cairn_shape_id, geometry: &cairn_geometry) -> Result<(), Fault> {
    let geometry = geometry.engine()?;
    let mut it = shape_mut_of(world, shape)?;
    it.set_geometry(geometry)?;
    Ok(())
}

/// Sets the density.
pub fn shape_set_density(world: &mut World, shape: cairn_shape_id, density: f32) -> Result<(), Fault> {
    let mut it = shape_mut_of(world, shape)?;
    it.set_density(density)?;
    Ok(())
}

/// Sets the user data.
pub fn shape_set_user_data(world: &mut World, shape: cairn_shape_id, user_data: u64) -> Result<(), Fault> {
    let mut it = shape_mut_of(world, shape)?;
    it.set_user_data(user_data);
    Ok(())
}

/// Sets the material of contacts between two material ids.
pub fn world_set_material_pair(world: &mut World, a: u64, b: u64, pair: &cairn_material_pair) -> Result<(), Fault> {
    let pair = pair.engine()?;
    let it = world;
    it.set_material_pair(a, b, Some(pair))?;
    Ok(())
}

/// Removes the material of a pair.
pub fn world_clear_material_pair(world: &mut World, a: u64, b: u64) -> Result<(), Fault> {
    let it = world;
    it.set_material_pair(a, b, None)?;
    Ok(())
}

/// Returns the material of a pair.
pub fn world_material_pair(world: &World, a: u64, b: u64) -> Result<Option<cairn_material_pair>, Fault> {
    let it = world;
    Ok((it.material_pair(a, b)).map(Give::give))
}

/// Adds a joint.
pub fn world_join(world: &mut World, def: &cairn_joint_def) -> Result<cairn_joint_id, Fault> {
    let def = def.engine()?;
    let it = world;
    Ok((it.join(def)?).give())
}

/// Removes a joint.
pub fn world_unjoin(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let joint = joint.read()?;
    let it = world;
    it.unjoin(joint)?;
    Ok(())
}

/// Lists all joints in the order of their slots.
pub fn world_joints(world: &World, push: &mut dyn FnMut(cairn_joint_id)) -> Result<(), Fault> {
    let it = world;
    for item in it.joints() {
        push(item.give());
    }
    Ok(())
}

/// Returns whether the joint exists.
#[inline]
pub fn joint_exists(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    Ok((world.joint(joint.read()?).is_some()).give())
}

/// Returns the kind.
#[inline]
pub fn joint_kind(world: &World, joint: cairn_joint_id) -> Result<u32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.kind()).give())
}

/// Returns the two bodies.
#[inline]
pub fn joint_bodies(world: &World, joint: cairn_joint_id) -> Result<cairn_pair_of_bodies, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.bodies()).give())
}

/// Returns the frames in body coordinates.
#[inline]
pub fn joint_frames(world: &World, joint: cairn_joint_id) -> Result<cairn_pair_of_poses, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.frames()).give())
}

/// Returns the frames in world coordinates.
#[inline]
pub fn joint_world_frames(world: &World, joint: cairn_joint_id) -> Result<cairn_pair_of_poses, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.world_frames()).give())
}

/// Returns the frames relative to a point of the world.
#[inline]
pub fn joint_frames_from(world: &World, joint: cairn_joint_id, origin: DVec2) -> Result<cairn_pair_of_poses, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.frames_from(origin)).give())
}

/// Returns the force on the second body.
#[inline]
pub fn joint_reaction_force(world: &World, joint: cairn_joint_id) -> Result<cairn_vec2, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.reaction_force()).give())
}

/// Returns the torque on the second body.
#[inline]
pub fn joint_reaction_torque(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.reaction_torque()).give())
}

/// Returns the force or torque of the motor.
#[inline]
pub fn joint_motor_load(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.motor_load()).give())
}

/// Returns whether the joint is enabled.
#[inline]
pub fn joint_is_enabled(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.is_enabled()).give())
}

/// Returns the load above which the joint breaks.
#[inline]
pub fn joint_break_at(world: &World, joint: cairn_joint_id) -> Result<cairn_load_limit, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.break_at()).give())
}

/// Returns the load above which an event is reported.
#[inline]
pub fn joint_report_above(world: &World, joint: cairn_joint_id) -> Result<cairn_load_limit, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.report_above()).give())
}

/// Returns whether the load is above its limit.
#[inline]
pub fn joint_is_overloaded(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.is_overloaded()).give())
}

/// Returns whether the two bodies collide.
#[inline]
pub fn joint_collide_connected(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.collide_connected()).give())
}

/// Returns the user data.
#[inline]
pub fn joint_user_data(world: &World, joint: cairn_joint_id) -> Result<u64, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.user_data()).give())
}

/// Returns the limits.
pub fn joint_limits(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_range>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.limits()).map(Give::give))
}

/// Returns the motor.
pub fn joint_motor(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_motor>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.motor()).map(Give::give))
}

/// Returns the spring.
pub fn joint_spring(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_spring>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.spring()).map(Give::give))
}

/// Returns the bounds of the force of the spring.
pub fn joint_spring_range(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_range>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.spring_range()).map(Give::give))
}

/// Returns the servo.
pub fn joint_servo(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_servo>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.servo()).map(Give::give))
}

/// Returns the linear motor.
pub fn joint_linear_motor(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_linear_motor>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.linear_motor()).map(Give::give))
}

/// Returns the linear spring.
pub fn joint_linear_spring(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_linear_spring>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.linear_spring()).map(Give::give))
}

/// Returns the target of a grab.
pub fn joint_target(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_vec2>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.target()).map(Give::give))
}

/// Returns stiffness in hertz and damping ratio of the joint.
pub fn joint_softness(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_range>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.softness()).map(Give::give))
}

/// Returns the rest length.
pub fn joint_rest_length(world: &World, joint: cairn_joint_id) -> Result<Option<f32>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.rest_length()).map(Give::give))
}

/// Returns the angle between the frames.
#[inline]
pub fn joint_angle(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.angle()).give())
}

/// Returns the distance between the anchors.
#[inline]
pub fn joint_distance(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.distance()).give())
}

/// Returns the displacement along the axis.
#[inline]
pub fn joint_slide(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.slide()).give())
}

/// Returns the coordinate that limits and motor act on.
#[inline]
pub fn joint_coordinate(world: &World, joint: cairn_joint_id) -> Result<f64, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.coordinate()).give())
}

/// Returns the ratio of a gear or pulley.
pub fn joint_ratio(world: &World, joint: cairn_joint_id) -> Result<Option<f32>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.ratio()).map(Give::give))
}

/// Returns the wheels of a pulley.
pub fn joint_pulley_points(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_pair_of_points>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.pulley_points()).map(Give::give))
}

/// Returns pitch and phase of a ratchet.
pub fn joint_ratchet(world: &World, joint: cairn_joint_id) -> Result<Option<cairn_range>, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.ratchet()).map(Give::give))
}

/// Returns whether the rope of a pulley is slack.
#[inline]
pub fn joint_is_slack(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.is_slack()).give())
}

/// Returns the relative angular velocity.
#[inline]
pub fn joint_angular_speed(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.angular_speed()).give())
}

/// Returns the rate of the coordinate.
#[inline]
pub fn joint_speed(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.speed()).give())
}

/// Returns how far the anchors are apart.
#[inline]
pub fn joint_separation(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.separation()).give())
}

/// Returns the error of a locked angle.
#[inline]
pub fn joint_angular_separation(world: &World, joint: cairn_joint_id) -> Result<f32, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.angular_separation()).give())
}

/// Returns whether the joint takes part in the simulation.
#[inline]
pub fn joint_is_active(world: &World, joint: cairn_joint_id) -> Result<u8, Fault> {
    let it = joint_of(world, joint)?;
    Ok((it.is_active()).give())
}

/// Sets whether the joint is enabled.
pub fn joint_set_enabled(world: &mut World, joint: cairn_joint_id, enabled: u8) -> Result<(), Fault> {
    let enabled = enabled != 0;
    let mut it = joint_mut_of(world, joint)?;
    it.set_enabled(enabled);
    Ok(())
}

/// Sets the limits; of a hinge as angles.
pub fn joint_set_limits(world: &mut World, joint: cairn_joint_id, lower: f32, upper: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_limits((lower, upper))?;
    Ok(())
}

/// Removes the limits.
pub fn joint_clear_limits(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_limits(None)?;
    Ok(())
}

/// Sets the motor; of a hinge as angular velocity and torque.
pub fn joint_set_motor(world: &mut World, joint: cairn_joint_id, speed: f32, strength: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_motor(Motor { speed, strength })?;
    Ok(())
}

/// Removes the motor.
pub fn joint_clear_motor(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_motor(None)?;
    Ok(())
}

/// Sets the spring.
pub fn joint_set_spring(world: &mut World, joint: cairn_joint_id, hertz: f32, damping_ratio: f32, target: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_spring(Spring { hertz, damping_ratio, target })?;
    Ok(())
}

/// Removes the spring.
pub fn joint_clear_spring(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_spring(None)?;
    Ok(())
}

/// Bounds the force of the spring.
pub fn joint_set_spring_range(world: &mut World, joint: cairn_joint_id, lower: f32, upper: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_spring_range((lower, upper))?;
    Ok(())
}

/// Removes the bounds of the force of the spring.
pub fn joint_clear_spring_range(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_spring_range(None)?;
    Ok(())
}

/// Sets the servo.
pub fn joint_set_servo(world: &mut World, joint: cairn_joint_id, target: f32, max_speed: f32, strength: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_servo(Servo { target, max_speed, strength })?;
    Ok(())
}

/// Removes the servo.
pub fn joint_clear_servo(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_servo(None)?;
    Ok(())
}

/// Sets the linear motor of a drive.
pub fn joint_set_linear_motor(world: &mut World, joint: cairn_joint_id, velocity: Vec2, max_force: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_linear_motor(LinearMotor { velocity, max_force })?;
    Ok(())
}

/// Removes the linear motor.
pub fn joint_clear_linear_motor(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_linear_motor(None)?;
    Ok(())
}

/// Sets the linear spring of a weld, drive or grab.
pub fn joint_set_linear_spring(world: &mut World, joint: cairn_joint_id, hertz: f32, damping_ratio: f32, max_force: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_linear_spring(LinearSpring { hertz, damping_ratio, max_force })?;
    Ok(())
}

/// Removes the linear spring.
pub fn joint_clear_linear_spring(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_linear_spring(None)?;
    Ok(())
}

/// Sets the target of a grab.
pub fn joint_set_target(world: &mut World, joint: cairn_joint_id, target: Vec2) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_target(target)?;
    Ok(())
}

/// Sets stiffness and damping ratio of the joint.
pub fn joint_set_softness(world: &mut World, joint: cairn_joint_id, hertz: f32, damping_ratio: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_softness((hertz, damping_ratio))?;
    Ok(())
}

/// Uses the softness of the world again.
pub fn joint_clear_softness(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_softness(None)?;
    Ok(())
}

/// Sets the ratio of a gear or pulley.
pub fn joint_set_ratio(world: &mut World, joint: cairn_joint_id, ratio: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_ratio(ratio)?;
    Ok(())
}

/// Sets the ratchet of a rotary joint.
pub fn joint_set_ratchet(world: &mut World, joint: cairn_joint_id, pitch: f32, phase: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_ratchet((pitch, phase))?;
    Ok(())
}

/// Removes the ratchet.
pub fn joint_clear_ratchet(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_ratchet(None)?;
    Ok(())
}

/// Sets the rest length.
pub fn joint_set_length(world: &mut World, joint: cairn_joint_id, length: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_length(length)?;
    Ok(())
}

/// Sets the frames in body coordinates.
pub fn joint_set_frames(world: &mut World, joint: cairn_joint_id, frame_a: Pose, frame_b: Pose) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_frames(frame_a, frame_b)?;
    Ok(())
}

/// Sets the load above which the joint breaks.
pub fn joint_set_break_at(world: &mut World, joint: cairn_joint_id, force: f32, torque: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_break_at(force, torque)?;
    Ok(())
}

/// Makes the joint unbreakable.
pub fn joint_clear_break_at(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_break_at(None, None)?;
    Ok(())
}

/// Sets the load above which an event is reported.
pub fn joint_set_report_above(world: &mut World, joint: cairn_joint_id, force: f32, torque: f32) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_report_above(force, torque)?;
    Ok(())
}

/// Reports no load.
pub fn joint_clear_report_above(world: &mut World, joint: cairn_joint_id) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_report_above(None, None)?;
    Ok(())
}

/// Sets whether the two bodies collide.
pub fn joint_set_collide_connected(world: &mut World, joint: cairn_joint_id, collide: u8) -> Result<(), Fault> {
    let collide = collide != 0;
    let mut it = joint_mut_of(world, joint)?;
    it.set_collide_connected(collide);
    Ok(())
}

/// Sets the user data.
pub fn joint_set_user_data(world: &mut World, joint: cairn_joint_id, user_data: u64) -> Result<(), Fault> {
    let mut it = joint_mut_of(world, joint)?;
    it.set_user_data(user_data);
    Ok(())
}

/// Lists all contacts, touching or not.
pub fn world_contacts(world: &World, push: &mut dyn FnMut(cairn_contact_id)) -> Result<(), Fault> {
    let it = world;
    for item in it.contacts() {
        push(item.give());
    }
    Ok(())
}

/// Returns whether the contact exists.
#[inline]
pub fn contact_exists(world: &World, contact: cairn_contact_id) -> Result<u8, Fault> {
    Ok((world.contact(contact.read()?).is_some()).give())
}

/// Returns the two shapes.
#[inline]
pub fn contact_shapes(world: &World, contact: cairn_contact_id) -> Result<cairn_pair_of_shapes, Fault> {
    let it = contact_of(world, contact)?;
    Ok((it.shapes()).give())
}

/// Returns the two bodies.
#[inline]
pub fn contact_bodies(world: &World, contact: cairn_contact_id) -> Result<cairn_pair_of_bodies, Fault> {
    let it = contact_of(world, contact)?;
    Ok((it.bodies()).give())
}

/// Returns whether the shapes touch.
#[inline]
pub fn contact_is_touching(world: &World, contact: cairn_contact_id) -> Result<u8, Fault> {
    let it = contact_of(world, contact)?;
    Ok((it.is_touching()).give())
}

/// Returns the direction from the first to the second shape.
#[inline]
pub fn contact_normal(world: &World, contact: cairn_contact_id) -> Result<cairn_vec2, Fault> {
    let it = contact_of(world, contact)?;
    Ok((it.normal()).give())
}

/// Lists the contact points, at most two.
pub fn contact_points(world: &World, contact: cairn_contact_id, push: &mut dyn FnMut(cairn_contact_point)) -> Result<(), Fault> {
    let it = contact_of(world, contact)?;
    for item in it.points() {
        push(item.give());
    }
    Ok(())
}

/// Lists the contact points relative to a point of the world.
pub fn contact_points_from(world: &World, contact: cairn_contact_id, origin: DVec2, push: &mut dyn FnMut(cairn_contact_point)) -> Result<(), Fault> {
    let it = contact_of(world, contact)?;
    for item in it.points_from(origin) {
        push(item.give());
    }
    Ok(())
}

/// Contacts that began to touch.
pub fn events_begins(world: &World, push: &mut dyn FnMut(cairn_touch_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.begins() {
        push((*item).give());
    }
    Ok(())
}

/// Contacts that ended.
pub fn events_ends(world: &World, push: &mut dyn FnMut(cairn_touch_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.ends() {
        push((*item).give());
    }
    Ok(())
}

/// Overlaps of sensors that began or ended.
pub fn events_sensors(world: &World, push: &mut dyn FnMut(cairn_sensor_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.sensors() {
        push((*item).give());
    }
    Ok(())
}

/// Hits above the speed of their shapes.
pub fn events_hits(world: &World, push: &mut dyn FnMut(cairn_hit_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.hits() {
        push((*item).give());
    }
    Ok(())
}

/// Bodies that moved.
pub fn events_moves(world: &World, push: &mut dyn FnMut(cairn_move_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.moves() {
        push((*item).give());
    }
    Ok(())
}

/// Bodies that fell asleep.
pub fn events_sleeps(world: &World, push: &mut dyn FnMut(cairn_sleep_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.sleeps() {
        push((*item).give());
    }
    Ok(())
}

/// Bodies that woke.
pub fn events_wakes(world: &World, push: &mut dyn FnMut(cairn_sleep_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.wakes() {
        push((*item).give());
    }
    Ok(())
}

/// Bodies that passed openings, in order.
pub fn events_teleports(world: &World, push: &mut dyn FnMut(cairn_teleport_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.teleports() {
        push((*item).give());
    }
    Ok(())
}

/// Joints that broke.
pub fn events_breaks(world: &World, push: &mut dyn FnMut(cairn_joint_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.breaks() {
        push((*item).give());
    }
    Ok(())
}

/// Joints whose load rose above its limit.
pub fn events_overloads(world: &World, push: &mut dyn FnMut(cairn_joint_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.overloads() {
        push((*item).give());
    }
    Ok(())
}

/// Joints whose load fell below its limit.
pub fn events_overload_ends(world: &World, push: &mut dyn FnMut(cairn_joint_event)) -> Result<(), Fault> {
    let it = world.events();
    for item in it.overload_ends() {
        push((*item).give());
    }
    Ok(())
}

/// Lists the overlaps of all sensors.
pub fn world_sensor_overlaps(world: &World, push: &mut dyn FnMut(cairn_overlap)) -> Result<(), Fault> {
    let it = world;
    for item in it.sensor_overlaps() {
        push(item.give());
    }
    Ok(())
}

/// Returns the first hit of a ray.
pub fn world_cast_ray(world: &World, origin: Vec2, translation: Vec2, filter: Option<&cairn_query_filter>) -> Result<Option<cairn_cast_result>, Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    Ok((it.cast_ray(Ray::new(origin, translation), filter)?).map(Give::give))
}

/// Returns any hit of a ray.
pub fn world_cast_ray_any(world: &World, origin: Vec2, translation: Vec2, filter: Option<&cairn_query_filter>) -> Result<Option<cairn_cast_result>, Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    Ok((it.cast_ray_any(Ray::new(origin, translation), filter)?).map(Give::give))
}

/// Lists all hits of a ray in order of distance.
pub fn world_cast_ray_sorted(world: &World, origin: Vec2, translation: Vec2, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_cast_result)) -> Result<(), Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    for item in { let mut hits = Vec::new(); it.cast_ray_sorted(Ray::new(origin, translation), filter, &mut hits)?; hits } {
        push(item.give());
    }
    Ok(())
}

/// Casts many rays; the answers have their order.
pub fn world_cast_rays(world: &World, rays: &[cairn_ray], filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_ray_answer)) -> Result<(), Fault> {
    let rays = read_all(rays)?;
    let filter = read_filter(filter)?;
    let it = world;
    for item in { let mut hits = Vec::new(); it.cast_rays(&rays, filter, &mut hits)?; hits } {
        push(item.give());
    }
    Ok(())
}

/// Returns the first hit of a moving circle.
pub fn world_cast_circle(world: &World, origin: Vec2, translation: Vec2, radius: f32, filter: Option<&cairn_query_filter>) -> Result<Option<cairn_cast_result>, Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    Ok((it.cast_circle(Ray::new(origin, translation), radius, filter)?).map(Give::give))
}

/// Returns the first hit of a moving shape.
pub fn world_cast_shape(world: &World, geometry: &cairn_geometry, pose: Pose, translation: Vec2, filter: Option<&cairn_query_filter>) -> Result<Option<cairn_cast_result>, Fault> {
    let geometry = geometry.engine()?;
    let filter = read_filter(filter)?;
    let it = world;
    Ok((it.cast_shape(&geometry, pose, translation, filter)?).map(Give::give))
}

/// Returns the shape nearest to a point within a radius.
pub fn world_nearest(world: &World, point: Vec2, radius: f32, filter: Option<&cairn_query_filter>) -> Result<Option<cairn_nearest_result>, Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    Ok((it.nearest(point, radius, filter)?).map(Give::give))
}

/// Lists the shapes within a radius of a point.
pub fn world_nearest_all(world: &World, point: Vec2, radius: f32, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_nearest_result)) -> Result<(), Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    for item in collect(|visit| it.nearest_all(point, radius, filter, visit))? {
        push(item.give());
    }
    Ok(())
}

/// Lists the distances of shapes within reach of a shape.
pub fn world_separations(world: &World, geometry: &cairn_geometry, pose: Pose, reach: f32, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_separation_result)) -> Result<(), Fault> {
    let geometry = geometry.engine()?;
    let filter = read_filter(filter)?;
    let it = world;
    for item in collect(|visit| it.separations(&geometry, pose, reach, filter, visit))? {
        push(item.give());
    }
    Ok(())
}

/// Lists the shapes that overlap a shape.
pub fn world_overlap_shape(world: &World, geometry: &cairn_geometry, pose: Pose, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let geometry = geometry.engine()?;
    let filter = read_filter(filter)?;
    let it = world;
    for item in collect(|visit| it.overlap_shape(&geometry, pose, filter, visit))? {
        push(item.give());
    }
    Ok(())
}

/// Lists the shapes that overlap a box.
pub fn world_overlap_box(world: &World, min: Vec2, max: Vec2, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    for item in collect(|visit| it.overlap_box(Aabb { min, max }, filter, visit))? {
        push(item.give());
    }
    Ok(())
}

/// Lists the shapes that contain a point.
pub fn world_overlap_point(world: &World, point: Vec2, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_shape_id)) -> Result<(), Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    for item in collect(|visit| it.overlap_point(point, filter, visit))? {
        push(item.give());
    }
    Ok(())
}

/// Lists the shapes whose boxes overlap a box, with the motion of their bodies.
pub fn world_shapes_in_box(world: &World, min: Vec2, max: Vec2, filter: Option<&cairn_query_filter>, push: &mut dyn FnMut(cairn_shape_in_box)) -> Result<(), Fault> {
    let filter = read_filter(filter)?;
    let it = world;
    for item in { let mut found = Vec::new(); it.shapes_in_box(Aabb { min, max }, filter, &mut found)?; found } {
        push(item.give());
    }
    Ok(())
}

/// Returns the distance of two shapes.
pub fn world_shape_distance(world: &World, a: cairn_shape_id, b: cairn_shape_id) -> Result<cairn_pair_result, Fault> {
    let a = a.read()?;
    let b = b.read()?;
    let it = world;
    Ok((it.shape_distance(a, b)?).give())
}

/// Returns the distance of two bodies.
pub fn world_body_distance(world: &World, a: cairn_body_id, b: cairn_body_id) -> Result<Option<cairn_pair_result>, Fault> {
    let a = a.read()?;
    let b = b.read()?;
    let it = world;
    Ok((it.body_distance(a, b)?).map(Give::give))
}

/// Returns the first impact of two shapes within a time.
pub fn world_shape_impact(world: &World, a: cairn_shape_id, b: cairn_shape_id, time: f32) -> Result<Option<cairn_impact_result>, Fault> {
    let a = a.read()?;
    let b = b.read()?;
    let it = world;
    Ok((it.shape_impact(a, b, time)?).map(Give::give))
}

/// Returns the first impact of two bodies within a time.
pub fn world_body_impact(world: &World, a: cairn_body_id, b: cairn_body_id, time: f32) -> Result<Option<cairn_impact_result>, Fault> {
    let a = a.read()?;
    let b = b.read()?;
    let it = world;
    Ok((it.body_impact(a, b, time)?).map(Give::give))
}

/// Sets off an explosion; returns the number of bodies that it pushed.
pub fn world_explode(world: &mut World, explosion: &cairn_explosion) -> Result<u32, Fault> {
    let explosion = explosion.engine()?;
    let it = world;
    Ok((it.explode(&explosion)?).give())
}

/// Adds a field: gravity, wind, water and the like in an area.
pub fn world_add_field(world: &mut World, field: &cairn_field_def) -> Result<cairn_field_id, Fault> {
    let field = field.engine()?;
    let it = world;
    Ok((it.add_field(field)?).give())
}

/// Replaces a field.
pub fn world_set_field(world: &mut World, id: cairn_field_id, field: &cairn_field_def) -> Result<(), Fault> {
    let id = id.read()?;
    let field = field.engine()?;
    let it = world;
    it.set_field(id, field)?;
    Ok(())
}

/// Removes a field.
pub fn world_remove_field(world: &mut World, id: cairn_field_id) -> Result<(), Fault> {
    let id = id.read()?;
    let it = world;
    it.remove_field(id)?;
    Ok(())
}

/// Lists all fields.
pub fn world_fields(world: &World, push: &mut dyn FnMut(cairn_field_id)) -> Result<(), Fault> {
    let it = world;
    for item in it.fields() {
        push(item.give());
    }
    Ok(())
}

/// Adds a pair of connected openings.
pub fn world_add_portals(world: &mut World, pair: &cairn_portal_pair) -> Result<cairn_portal_id, Fault> {
    let pair = pair.engine()?;
    let it = world;
    Ok((it.add_portals(pair)?).give())
}

/// Removes a pair of openings.
pub fn world_remove_portals(world: &mut World, id: cairn_portal_id) -> Result<(), Fault> {
    let id = id.read()?;
    let it = world;
    it.remove_portals(id)?;
    Ok(())
}

/// Lists all pairs of openings.
pub fn world_portals(world: &World, push: &mut dyn FnMut(cairn_portals)) -> Result<(), Fault> {
    let it = world;
    for item in it.portals() {
        push(item.give());
    }
    Ok(())
}

/// Lists the poses of a body behind the openings that it is in.
pub fn world_images(world: &World, body: cairn_body_id, push: &mut dyn FnMut(cairn_pose)) -> Result<(), Fault> {
    let body = body.read()?;
    let it = world;
    for item in it.images(body) {
        push(item.give());
    }
    Ok(())
}

