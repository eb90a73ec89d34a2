//! The functions of the module for JavaScript. Written by `cargo xtask bindings` from the table of the API.
//! An id is two numbers of 32 bits, because one of 64 bits is an object there.

use cairn2d::{DVec2, Pose, Rot, vec2};
use crate::convert::*;
use crate::handle::{Handle, In, List, Out, code, counted, fill_maybe, init};
use super::calls;
use super::structs::*;

#[unsafe(no_mangle)]
extern "C" fn cairn_world_config_init(def: Out<cairn_world_config>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_filter_init(def: Out<cairn_filter>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_portal_pair_init(def: Out<cairn_portal_pair>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_material_init(def: Out<cairn_material>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_material_pair_init(def: Out<cairn_material_pair>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_geometry_init(def: Out<cairn_geometry>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_def_init(def: Out<cairn_shape_def>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_chain_def_init(def: Out<cairn_chain_def>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_mass_init(def: Out<cairn_mass>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_locks_init(def: Out<cairn_locks>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_def_init(def: Out<cairn_body_def>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_def_init(def: Out<cairn_joint_def>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_field_def_init(def: Out<cairn_field_def>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_query_filter_init(def: Out<cairn_query_filter>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_explosion_init(def: Out<cairn_explosion>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_impulse_init(def: Out<cairn_body_impulse>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_ray_init(def: Out<cairn_ray>, size: u32) {
    init(def, size);
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_step(world: Handle, dt: f32, out: Out<cairn_step_report>) -> i32 {
    code(world.change(|world| calls::world_step(world, dt).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_hash(world: Handle, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::world_hash(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_step_count(world: Handle, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::world_step_count(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_counts(world: Handle, out: Out<cairn_counts>) -> i32 {
    code(world.look(|world| calls::world_counts(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_gravity(world: Handle, gravity_x: f32, gravity_y: f32) -> i32 {
    code(world.change(|world| calls::world_set_gravity(world, vec2(gravity_x, gravity_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_gravity(world: Handle, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::world_gravity(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_sub_steps(world: Handle, sub_steps: u32) -> i32 {
    code(world.change(|world| calls::world_set_sub_steps(world, sub_steps)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_sleeping(world: Handle, sleeping: u8) -> i32 {
    code(world.change(|world| calls::world_set_sleeping(world, sleeping)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_continuous(world: Handle, continuous: u8) -> i32 {
    code(world.change(|world| calls::world_set_continuous(world, continuous)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_threads(world: Handle, threads: u32) -> i32 {
    code(world.change(|world| calls::world_set_threads(world, threads)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_lanes(world: Handle, lanes: u32) -> i32 {
    code(world.change(|world| calls::world_set_lanes(world, lanes)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shift_origin(world: Handle, origin_x: f32, origin_y: f32) -> i32 {
    code(world.change(|world| calls::world_shift_origin(world, vec2(origin_x, origin_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_stage_checks(world: Handle, on: u8) -> i32 {
    code(world.change(|world| calls::world_set_stage_checks(world, on)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_reserve(world: Handle, bodies: u32, shapes: u32, joints: u32, contacts: u32) -> i32 {
    code(world.change(|world| calls::world_reserve(world, bodies, shapes, joints, contacts)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_is_untouched(world: Handle, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::world_is_untouched(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_is_recorded(world: Handle, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::world_is_recorded(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_recorded_steps(world: Handle, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::world_recorded_steps(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_spawn(world: Handle, def: In<cairn_body_def>, out: Out<cairn_body_id>) -> i32 {
    code(world.change(|world| calls::world_spawn(world, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_despawn(world: Handle, body_lo: u32, body_hi: u32) -> i32 {
    code(world.change(|world| calls::world_despawn(world, cairn_body_id { bits: joined(body_lo, body_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_bodies(world: Handle, out: Out<cairn_body_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_bodies(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_exists(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_exists(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_kind(world: Handle, body_lo: u32, body_hi: u32, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::body_kind(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_position(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_position(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_position64(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_dvec2>) -> i32 {
    code(world.look(|world| calls::body_position64(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose_from(world: Handle, body_lo: u32, body_hi: u32, origin_x: f64, origin_y: f64, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose_from(world, cairn_body_id { bits: joined(body_lo, body_hi) }, DVec2::new(origin_x, origin_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_rotation(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_rot>) -> i32 {
    code(world.look(|world| calls::body_rotation(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angle(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angle(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_center(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_center(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_center64(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_dvec2>) -> i32 {
    code(world.look(|world| calls::body_center64(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_velocity(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_velocity(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angular_velocity(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angular_velocity(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_velocity_at(world: Handle, body_lo: u32, body_hi: u32, point_x: f32, point_y: f32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_velocity_at(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(point_x, point_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose_after(world: Handle, body_lo: u32, body_hi: u32, time: f32, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose_after(world, cairn_body_id { bits: joined(body_lo, body_hi) }, time).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_mass(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_mass>) -> i32 {
    code(world.look(|world| calls::body_mass(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_given_mass(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_mass>) -> i32 {
    fill_maybe(out, world.look(|world| calls::body_given_mass(world, cairn_body_id { bits: joined(body_lo, body_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_kinetic_energy(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_kinetic_energy(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_awake(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_awake(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_asleep(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_asleep(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_enabled(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_enabled(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_gravity_scale(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_gravity_scale(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_linear_damping(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_linear_damping(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angular_damping(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angular_damping(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_locks(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_locks>) -> i32 {
    code(world.look(|world| calls::body_locks(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_sleep_threshold(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_sleep_threshold(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_bullet(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_bullet(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_joined(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_joined(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_sweep_threshold(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_sweep_threshold(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_time_scale(world: Handle, body_lo: u32, body_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_time_scale(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_dominance(world: Handle, body_lo: u32, body_hi: u32, out: Out<i32>) -> i32 {
    code(world.look(|world| calls::body_dominance(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_can_sleep(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_can_sleep(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_user_data(world: Handle, body_lo: u32, body_hi: u32, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::body_user_data(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_shapes(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_shapes(world, cairn_body_id { bits: joined(body_lo, body_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_contacts(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_contact_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_contacts(world, cairn_body_id { bits: joined(body_lo, body_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_joints(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_joint_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_joints(world, cairn_body_id { bits: joined(body_lo, body_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_pose(world: Handle, body_lo: u32, body_hi: u32, pose_x: f32, pose_y: f32, pose_angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_pose(world, cairn_body_id { bits: joined(body_lo, body_hi) }, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_pose64(world: Handle, body_lo: u32, body_hi: u32, position_x: f64, position_y: f64, angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_pose64(world, cairn_body_id { bits: joined(body_lo, body_hi) }, DVec2::new(position_x, position_y), angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_position(world: Handle, body_lo: u32, body_hi: u32, position_x: f32, position_y: f32) -> i32 {
    code(world.change(|world| calls::body_set_position(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(position_x, position_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_position64(world: Handle, body_lo: u32, body_hi: u32, position_x: f64, position_y: f64) -> i32 {
    code(world.change(|world| calls::body_set_position64(world, cairn_body_id { bits: joined(body_lo, body_hi) }, DVec2::new(position_x, position_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_angle(world: Handle, body_lo: u32, body_hi: u32, angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_angle(world, cairn_body_id { bits: joined(body_lo, body_hi) }, angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_velocity(world: Handle, body_lo: u32, body_hi: u32, velocity_x: f32, velocity_y: f32) -> i32 {
    code(world.change(|world| calls::body_set_velocity(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(velocity_x, velocity_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_angular_velocity(world: Handle, body_lo: u32, body_hi: u32, angular_velocity: f32) -> i32 {
    code(world.change(|world| calls::body_set_angular_velocity(world, cairn_body_id { bits: joined(body_lo, body_hi) }, angular_velocity)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_target(world: Handle, body_lo: u32, body_hi: u32, pose_x: f32, pose_y: f32, pose_angle: f32, dt: f32) -> i32 {
    code(world.change(|world| calls::body_set_target(world, cairn_body_id { bits: joined(body_lo, body_hi) }, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) }, dt)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_target64(world: Handle, body_lo: u32, body_hi: u32, position_x: f64, position_y: f64, angle: f32, dt: f32) -> i32 {
    code(world.change(|world| calls::body_set_target64(world, cairn_body_id { bits: joined(body_lo, body_hi) }, DVec2::new(position_x, position_y), angle, dt)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force(world: Handle, body_lo: u32, body_hi: u32, force_x: f32, force_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_force(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(force_x, force_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force_at(world: Handle, body_lo: u32, body_hi: u32, force_x: f32, force_y: f32, point_x: f32, point_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_force_at(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(force_x, force_y), vec2(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force_at64(world: Handle, body_lo: u32, body_hi: u32, force_x: f32, force_y: f32, point_x: f64, point_y: f64) -> i32 {
    code(world.change(|world| calls::body_apply_force_at64(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(force_x, force_y), DVec2::new(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_torque(world: Handle, body_lo: u32, body_hi: u32, torque: f32) -> i32 {
    code(world.change(|world| calls::body_apply_torque(world, cairn_body_id { bits: joined(body_lo, body_hi) }, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse(world: Handle, body_lo: u32, body_hi: u32, impulse_x: f32, impulse_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_impulse(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(impulse_x, impulse_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse_at(world: Handle, body_lo: u32, body_hi: u32, impulse_x: f32, impulse_y: f32, point_x: f32, point_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_impulse_at(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(impulse_x, impulse_y), vec2(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse_at64(world: Handle, body_lo: u32, body_hi: u32, impulse_x: f32, impulse_y: f32, point_x: f64, point_y: f64) -> i32 {
    code(world.change(|world| calls::body_apply_impulse_at64(world, cairn_body_id { bits: joined(body_lo, body_hi) }, vec2(impulse_x, impulse_y), DVec2::new(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_angular_impulse(world: Handle, body_lo: u32, body_hi: u32, impulse: f32) -> i32 {
    code(world.change(|world| calls::body_apply_angular_impulse(world, cairn_body_id { bits: joined(body_lo, body_hi) }, impulse)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_gravity_scale(world: Handle, body_lo: u32, body_hi: u32, scale: f32) -> i32 {
    code(world.change(|world| calls::body_set_gravity_scale(world, cairn_body_id { bits: joined(body_lo, body_hi) }, scale)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_damping(world: Handle, body_lo: u32, body_hi: u32, linear: f32, angular: f32) -> i32 {
    code(world.change(|world| calls::body_set_damping(world, cairn_body_id { bits: joined(body_lo, body_hi) }, linear, angular)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_locks(world: Handle, body_lo: u32, body_hi: u32, x: u8, y: u8, rotation: u8) -> i32 {
    code(world.change(|world| calls::body_set_locks(world, cairn_body_id { bits: joined(body_lo, body_hi) }, x, y, rotation)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_mass(world: Handle, body_lo: u32, body_hi: u32, mass: In<cairn_mass>) -> i32 {
    code(world.change(|world| calls::body_set_mass(world, cairn_body_id { bits: joined(body_lo, body_hi) }, mass.get("mass")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_clear_mass(world: Handle, body_lo: u32, body_hi: u32) -> i32 {
    code(world.change(|world| calls::body_clear_mass(world, cairn_body_id { bits: joined(body_lo, body_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_sleep_threshold(world: Handle, body_lo: u32, body_hi: u32, speed: f32) -> i32 {
    code(world.change(|world| calls::body_set_sleep_threshold(world, cairn_body_id { bits: joined(body_lo, body_hi) }, speed)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_bullet(world: Handle, body_lo: u32, body_hi: u32, bullet: u8) -> i32 {
    code(world.change(|world| calls::body_set_bullet(world, cairn_body_id { bits: joined(body_lo, body_hi) }, bullet)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_sweep_threshold(world: Handle, body_lo: u32, body_hi: u32, share: f32) -> i32 {
    code(world.change(|world| calls::body_set_sweep_threshold(world, cairn_body_id { bits: joined(body_lo, body_hi) }, share)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_dominance(world: Handle, body_lo: u32, body_hi: u32, dominance: i32) -> i32 {
    code(world.change(|world| calls::body_set_dominance(world, cairn_body_id { bits: joined(body_lo, body_hi) }, dominance)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_time_scale(world: Handle, body_lo: u32, body_hi: u32, scale: f32) -> i32 {
    code(world.change(|world| calls::body_set_time_scale(world, cairn_body_id { bits: joined(body_lo, body_hi) }, scale)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_can_sleep(world: Handle, body_lo: u32, body_hi: u32, can_sleep: u8) -> i32 {
    code(world.change(|world| calls::body_set_can_sleep(world, cairn_body_id { bits: joined(body_lo, body_hi) }, can_sleep)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_wake(world: Handle, body_lo: u32, body_hi: u32) -> i32 {
    code(world.change(|world| calls::body_wake(world, cairn_body_id { bits: joined(body_lo, body_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_sleep(world: Handle, body_lo: u32, body_hi: u32, out: Out<u8>) -> i32 {
    code(world.change(|world| calls::body_sleep(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_kind(world: Handle, body_lo: u32, body_hi: u32, kind: u32) -> i32 {
    code(world.change(|world| calls::body_set_kind(world, cairn_body_id { bits: joined(body_lo, body_hi) }, kind)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_drop_through(world: Handle, body_lo: u32, body_hi: u32, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::body_drop_through(world, cairn_body_id { bits: joined(body_lo, body_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_drop_through_shape(world: Handle, body_lo: u32, body_hi: u32, platform_lo: u32, platform_hi: u32, out: Out<u8>) -> i32 {
    code(world.change(|world| calls::body_drop_through_shape(world, cairn_body_id { bits: joined(body_lo, body_hi) }, cairn_shape_id { bits: joined(platform_lo, platform_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_enabled(world: Handle, body_lo: u32, body_hi: u32, enabled: u8) -> i32 {
    code(world.change(|world| calls::body_set_enabled(world, cairn_body_id { bits: joined(body_lo, body_hi) }, enabled)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_user_data(world: Handle, body_lo: u32, body_hi: u32, user_data: u64) -> i32 {
    code(world.change(|world| calls::body_set_user_data(world, cairn_body_id { bits: joined(body_lo, body_hi) }, user_data)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_apply_impulses(world: Handle, impulses: In<cairn_body_impulse>, impulses_count: u32, wake_above: f32, out: Out<cairn_impulse_counts>) -> i32 {
    code(world.change(|world| calls::world_apply_impulses(world, impulses.list("impulses", impulses_count)?, wake_above).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_attach(world: Handle, body_lo: u32, body_hi: u32, def: In<cairn_shape_def>, out: Out<cairn_shape_id>) -> i32 {
    code(world.change(|world| calls::world_attach(world, cairn_body_id { bits: joined(body_lo, body_hi) }, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_attach_chain(world: Handle, body_lo: u32, body_hi: u32, def: In<cairn_chain_def>, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::world_attach_chain(world, cairn_body_id { bits: joined(body_lo, body_hi) }, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_detach(world: Handle, shape_lo: u32, shape_hi: u32) -> i32 {
    code(world.change(|world| calls::world_detach(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_reattach(world: Handle, shape_lo: u32, shape_hi: u32, body_lo: u32, body_hi: u32) -> i32 {
    code(world.change(|world| calls::world_reattach(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, cairn_body_id { bits: joined(body_lo, body_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shapes(world: Handle, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_shapes(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_exists(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_exists(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_body(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_body_id>) -> i32 {
    code(world.look(|world| calls::shape_body(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_kind(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::shape_kind(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_radius(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::shape_radius(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_points(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_vec2>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_points(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_aabb(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_box>) -> i32 {
    code(world.look(|world| calls::shape_aabb(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_density(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::shape_density(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_material(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_material>) -> i32 {
    code(world.look(|world| calls::shape_material(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_report_hits_above(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::shape_report_hits_above(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_is_hooked(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_is_hooked(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_one_way(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_one_way>) -> i32 {
    fill_maybe(out, world.look(|world| calls::shape_one_way(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_filter(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_filter>) -> i32 {
    code(world.look(|world| calls::shape_filter(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_user_data(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::shape_user_data(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_is_sensor(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_is_sensor(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_sensor_events(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_sensor_events(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_visitors(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_visitors(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_sensors(world: Handle, shape_lo: u32, shape_hi: u32, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_sensors(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_material(world: Handle, shape_lo: u32, shape_hi: u32, material: In<cairn_material>) -> i32 {
    code(world.change(|world| calls::shape_set_material(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, material.get("material")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_hooked(world: Handle, shape_lo: u32, shape_hi: u32, hooked: u8) -> i32 {
    code(world.change(|world| calls::shape_set_hooked(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, hooked)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_one_way(world: Handle, shape_lo: u32, shape_hi: u32, direction_x: f32, direction_y: f32, half_angle: f32) -> i32 {
    code(world.change(|world| calls::shape_set_one_way(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, vec2(direction_x, direction_y), half_angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_clear_one_way(world: Handle, shape_lo: u32, shape_hi: u32) -> i32 {
    code(world.change(|world| calls::shape_clear_one_way(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_filter(world: Handle, shape_lo: u32, shape_hi: u32, filter: In<cairn_filter>) -> i32 {
    code(world.change(|world| calls::shape_set_filter(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, filter.get("filter")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_sensor(world: Handle, shape_lo: u32, shape_hi: u32, is_sensor: u8) -> i32 {
    code(world.change(|world| calls::shape_set_sensor(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, is_sensor)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_sensor_events(world: Handle, shape_lo: u32, shape_hi: u32, seen: u8) -> i32 {
    code(world.change(|world| calls::shape_set_sensor_events(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, seen)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_geometry(world: Handle, shape_lo: u32, shape_hi: u32, geometry: In<cairn_geometry>) -> i32 {
    code(world.change(|world| calls::shape_set_geometry(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, geometry.get("geometry")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_density(world: Handle, shape_lo: u32, shape_hi: u32, density: f32) -> i32 {
    code(world.change(|world| calls::shape_set_density(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, density)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_user_data(world: Handle, shape_lo: u32, shape_hi: u32, user_data: u64) -> i32 {
    code(world.change(|world| calls::shape_set_user_data(world, cairn_shape_id { bits: joined(shape_lo, shape_hi) }, user_data)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_material_pair(world: Handle, a: u64, b: u64, pair: In<cairn_material_pair>) -> i32 {
    code(world.change(|world| calls::world_set_material_pair(world, a, b, pair.get("pair")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_clear_material_pair(world: Handle, a: u64, b: u64) -> i32 {
    code(world.change(|world| calls::world_clear_material_pair(world, a, b)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_material_pair(world: Handle, a: u64, b: u64, out: Out<cairn_material_pair>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_material_pair(world, a, b)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_join(world: Handle, def: In<cairn_joint_def>, out: Out<cairn_joint_id>) -> i32 {
    code(world.change(|world| calls::world_join(world, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_unjoin(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::world_unjoin(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_joints(world: Handle, out: Out<cairn_joint_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_joints(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_exists(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_exists(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_kind(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::joint_kind(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_bodies(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_pair_of_bodies>) -> i32 {
    code(world.look(|world| calls::joint_bodies(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_frames(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_frames(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_world_frames(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_world_frames(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_frames_from(world: Handle, joint_lo: u32, joint_hi: u32, origin_x: f64, origin_y: f64, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_frames_from(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, DVec2::new(origin_x, origin_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_reaction_force(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::joint_reaction_force(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_reaction_torque(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_reaction_torque(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_motor_load(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_motor_load(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_enabled(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_enabled(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_break_at(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_load_limit>) -> i32 {
    code(world.look(|world| calls::joint_break_at(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_report_above(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_load_limit>) -> i32 {
    code(world.look(|world| calls::joint_report_above(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_overloaded(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_overloaded(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_collide_connected(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_collide_connected(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_user_data(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::joint_user_data(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_limits(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_limits(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_motor(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_motor>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_spring(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_spring>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_spring_range(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_spring_range(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_servo(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_servo>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_servo(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_linear_motor(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_linear_motor>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_linear_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_linear_spring(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_linear_spring>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_linear_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_target(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_vec2>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_target(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_softness(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_softness(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_rest_length(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_rest_length(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angle(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angle(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_distance(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_distance(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_slide(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_slide(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_coordinate(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f64>) -> i32 {
    code(world.look(|world| calls::joint_coordinate(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_ratio(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_ratio(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_pulley_points(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_pair_of_points>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_pulley_points(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_ratchet(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_ratchet(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_slack(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_slack(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angular_speed(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angular_speed(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_speed(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_speed(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_separation(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_separation(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angular_separation(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angular_separation(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_active(world: Handle, joint_lo: u32, joint_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_active(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_enabled(world: Handle, joint_lo: u32, joint_hi: u32, enabled: u8) -> i32 {
    code(world.change(|world| calls::joint_set_enabled(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, enabled)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_limits(world: Handle, joint_lo: u32, joint_hi: u32, lower: f32, upper: f32) -> i32 {
    code(world.change(|world| calls::joint_set_limits(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, lower, upper)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_limits(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_limits(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_motor(world: Handle, joint_lo: u32, joint_hi: u32, speed: f32, strength: f32) -> i32 {
    code(world.change(|world| calls::joint_set_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, speed, strength)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_motor(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_spring(world: Handle, joint_lo: u32, joint_hi: u32, hertz: f32, damping_ratio: f32, target: f32) -> i32 {
    code(world.change(|world| calls::joint_set_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, hertz, damping_ratio, target)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_spring(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_spring_range(world: Handle, joint_lo: u32, joint_hi: u32, lower: f32, upper: f32) -> i32 {
    code(world.change(|world| calls::joint_set_spring_range(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, lower, upper)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_spring_range(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_spring_range(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_servo(world: Handle, joint_lo: u32, joint_hi: u32, target: f32, max_speed: f32, strength: f32) -> i32 {
    code(world.change(|world| calls::joint_set_servo(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, target, max_speed, strength)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_servo(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_servo(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_linear_motor(world: Handle, joint_lo: u32, joint_hi: u32, velocity_x: f32, velocity_y: f32, max_force: f32) -> i32 {
    code(world.change(|world| calls::joint_set_linear_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, vec2(velocity_x, velocity_y), max_force)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_linear_motor(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_linear_motor(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_linear_spring(world: Handle, joint_lo: u32, joint_hi: u32, hertz: f32, damping_ratio: f32, max_force: f32) -> i32 {
    code(world.change(|world| calls::joint_set_linear_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, hertz, damping_ratio, max_force)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_linear_spring(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_linear_spring(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_target(world: Handle, joint_lo: u32, joint_hi: u32, target_x: f32, target_y: f32) -> i32 {
    code(world.change(|world| calls::joint_set_target(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, vec2(target_x, target_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_softness(world: Handle, joint_lo: u32, joint_hi: u32, hertz: f32, damping_ratio: f32) -> i32 {
    code(world.change(|world| calls::joint_set_softness(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, hertz, damping_ratio)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_softness(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_softness(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_ratio(world: Handle, joint_lo: u32, joint_hi: u32, ratio: f32) -> i32 {
    code(world.change(|world| calls::joint_set_ratio(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, ratio)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_ratchet(world: Handle, joint_lo: u32, joint_hi: u32, pitch: f32, phase: f32) -> i32 {
    code(world.change(|world| calls::joint_set_ratchet(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, pitch, phase)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_ratchet(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_ratchet(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_length(world: Handle, joint_lo: u32, joint_hi: u32, length: f32) -> i32 {
    code(world.change(|world| calls::joint_set_length(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, length)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_frames(world: Handle, joint_lo: u32, joint_hi: u32, frame_a_x: f32, frame_a_y: f32, frame_a_angle: f32, frame_b_x: f32, frame_b_y: f32, frame_b_angle: f32) -> i32 {
    code(world.change(|world| calls::joint_set_frames(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, Pose { p: vec2(frame_a_x, frame_a_y), q: Rot::from_angle(frame_a_angle) }, Pose { p: vec2(frame_b_x, frame_b_y), q: Rot::from_angle(frame_b_angle) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_break_at(world: Handle, joint_lo: u32, joint_hi: u32, force: f32, torque: f32) -> i32 {
    code(world.change(|world| calls::joint_set_break_at(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, force, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_break_at(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_break_at(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_report_above(world: Handle, joint_lo: u32, joint_hi: u32, force: f32, torque: f32) -> i32 {
    code(world.change(|world| calls::joint_set_report_above(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, force, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_report_above(world: Handle, joint_lo: u32, joint_hi: u32) -> i32 {
    code(world.change(|world| calls::joint_clear_report_above(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_collide_connected(world: Handle, joint_lo: u32, joint_hi: u32, collide: u8) -> i32 {
    code(world.change(|world| calls::joint_set_collide_connected(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, collide)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_user_data(world: Handle, joint_lo: u32, joint_hi: u32, user_data: u64) -> i32 {
    code(world.change(|world| calls::joint_set_user_data(world, cairn_joint_id { bits: joined(joint_lo, joint_hi) }, user_data)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_contacts(world: Handle, out: Out<cairn_contact_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_contacts(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_exists(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::contact_exists(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_shapes(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<cairn_pair_of_shapes>) -> i32 {
    code(world.look(|world| calls::contact_shapes(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_bodies(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<cairn_pair_of_bodies>) -> i32 {
    code(world.look(|world| calls::contact_bodies(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_is_touching(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::contact_is_touching(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_normal(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::contact_normal(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_points(world: Handle, contact_lo: u32, contact_hi: u32, out: Out<cairn_contact_point>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::contact_points(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_points_from(world: Handle, contact_lo: u32, contact_hi: u32, origin_x: f64, origin_y: f64, out: Out<cairn_contact_point>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::contact_points_from(world, cairn_contact_id { bits: joined(contact_lo, contact_hi) }, DVec2::new(origin_x, origin_y), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_begins(world: Handle, count: Out<u32>) -> *const cairn_touch_event {
    world.view(0, count, |world, push| calls::events_begins(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_ends(world: Handle, count: Out<u32>) -> *const cairn_touch_event {
    world.view(1, count, |world, push| calls::events_ends(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_sensors(world: Handle, count: Out<u32>) -> *const cairn_sensor_event {
    world.view(2, count, |world, push| calls::events_sensors(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_hits(world: Handle, count: Out<u32>) -> *const cairn_hit_event {
    world.view(3, count, |world, push| calls::events_hits(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_moves(world: Handle, count: Out<u32>) -> *const cairn_move_event {
    world.view(4, count, |world, push| calls::events_moves(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_sleeps(world: Handle, count: Out<u32>) -> *const cairn_sleep_event {
    world.view(5, count, |world, push| calls::events_sleeps(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_wakes(world: Handle, count: Out<u32>) -> *const cairn_sleep_event {
    world.view(6, count, |world, push| calls::events_wakes(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_teleports(world: Handle, count: Out<u32>) -> *const cairn_teleport_event {
    world.view(7, count, |world, push| calls::events_teleports(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_breaks(world: Handle, count: Out<u32>) -> *const cairn_joint_event {
    world.view(8, count, |world, push| calls::events_breaks(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_overloads(world: Handle, count: Out<u32>) -> *const cairn_joint_event {
    world.view(9, count, |world, push| calls::events_overloads(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_events_overload_ends(world: Handle, count: Out<u32>) -> *const cairn_joint_event {
    world.view(10, count, |world, push| calls::events_overload_ends(world, push))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_sensor_overlaps(world: Handle, out: Out<cairn_overlap>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_sensor_overlaps(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_ray(world: Handle, origin_x: f32, origin_y: f32, translation_x: f32, translation_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_cast_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_cast_ray(world, vec2(origin_x, origin_y), vec2(translation_x, translation_y), filter.maybe())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_ray_any(world: Handle, origin_x: f32, origin_y: f32, translation_x: f32, translation_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_cast_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_cast_ray_any(world, vec2(origin_x, origin_y), vec2(translation_x, translation_y), filter.maybe())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_ray_sorted(world: Handle, origin_x: f32, origin_y: f32, translation_x: f32, translation_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_cast_result>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_cast_ray_sorted(world, vec2(origin_x, origin_y), vec2(translation_x, translation_y), filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_rays(world: Handle, rays: In<cairn_ray>, rays_count: u32, filter: In<cairn_query_filter>, out: Out<cairn_ray_answer>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_cast_rays(world, rays.list("rays", rays_count)?, filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_circle(world: Handle, origin_x: f32, origin_y: f32, translation_x: f32, translation_y: f32, radius: f32, filter: In<cairn_query_filter>, out: Out<cairn_cast_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_cast_circle(world, vec2(origin_x, origin_y), vec2(translation_x, translation_y), radius, filter.maybe())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_cast_shape(world: Handle, geometry: In<cairn_geometry>, pose_x: f32, pose_y: f32, pose_angle: f32, translation_x: f32, translation_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_cast_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_cast_shape(world, geometry.get("geometry")?, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) }, vec2(translation_x, translation_y), filter.maybe())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_nearest(world: Handle, point_x: f32, point_y: f32, radius: f32, filter: In<cairn_query_filter>, out: Out<cairn_nearest_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_nearest(world, vec2(point_x, point_y), radius, filter.maybe())))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_nearest_all(world: Handle, point_x: f32, point_y: f32, radius: f32, filter: In<cairn_query_filter>, out: Out<cairn_nearest_result>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_nearest_all(world, vec2(point_x, point_y), radius, filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_separations(world: Handle, geometry: In<cairn_geometry>, pose_x: f32, pose_y: f32, pose_angle: f32, reach: f32, filter: In<cairn_query_filter>, out: Out<cairn_separation_result>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_separations(world, geometry.get("geometry")?, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) }, reach, filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_overlap_shape(world: Handle, geometry: In<cairn_geometry>, pose_x: f32, pose_y: f32, pose_angle: f32, filter: In<cairn_query_filter>, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_overlap_shape(world, geometry.get("geometry")?, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) }, filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_overlap_box(world: Handle, min_x: f32, min_y: f32, max_x: f32, max_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_overlap_box(world, vec2(min_x, min_y), vec2(max_x, max_y), filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_overlap_point(world: Handle, point_x: f32, point_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_overlap_point(world, vec2(point_x, point_y), filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shapes_in_box(world: Handle, min_x: f32, min_y: f32, max_x: f32, max_y: f32, filter: In<cairn_query_filter>, out: Out<cairn_shape_in_box>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_shapes_in_box(world, vec2(min_x, min_y), vec2(max_x, max_y), filter.maybe(), &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shape_distance(world: Handle, a_lo: u32, a_hi: u32, b_lo: u32, b_hi: u32, out: Out<cairn_pair_result>) -> i32 {
    code(world.look(|world| calls::world_shape_distance(world, cairn_shape_id { bits: joined(a_lo, a_hi) }, cairn_shape_id { bits: joined(b_lo, b_hi) }).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_body_distance(world: Handle, a_lo: u32, a_hi: u32, b_lo: u32, b_hi: u32, out: Out<cairn_pair_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_body_distance(world, cairn_body_id { bits: joined(a_lo, a_hi) }, cairn_body_id { bits: joined(b_lo, b_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shape_impact(world: Handle, a_lo: u32, a_hi: u32, b_lo: u32, b_hi: u32, time: f32, out: Out<cairn_impact_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_shape_impact(world, cairn_shape_id { bits: joined(a_lo, a_hi) }, cairn_shape_id { bits: joined(b_lo, b_hi) }, time)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_body_impact(world: Handle, a_lo: u32, a_hi: u32, b_lo: u32, b_hi: u32, time: f32, out: Out<cairn_impact_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_body_impact(world, cairn_body_id { bits: joined(a_lo, a_hi) }, cairn_body_id { bits: joined(b_lo, b_hi) }, time)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_explode(world: Handle, explosion: In<cairn_explosion>, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::world_explode(world, explosion.get("explosion")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_add_field(world: Handle, field: In<cairn_field_def>, out: Out<cairn_field_id>) -> i32 {
    code(world.change(|world| calls::world_add_field(world, field.get("field")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_field(world: Handle, id_lo: u32, id_hi: u32, field: In<cairn_field_def>) -> i32 {
    code(world.change(|world| calls::world_set_field(world, cairn_field_id { bits: joined(id_lo, id_hi) }, field.get("field")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_remove_field(world: Handle, id_lo: u32, id_hi: u32) -> i32 {
    code(world.change(|world| calls::world_remove_field(world, cairn_field_id { bits: joined(id_lo, id_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_fields(world: Handle, out: Out<cairn_field_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_fields(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_add_portals(world: Handle, pair: In<cairn_portal_pair>, out: Out<cairn_portal_id>) -> i32 {
    code(world.change(|world| calls::world_add_portals(world, pair.get("pair")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_remove_portals(world: Handle, id_lo: u32, id_hi: u32) -> i32 {
    code(world.change(|world| calls::world_remove_portals(world, cairn_portal_id { bits: joined(id_lo, id_hi) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_portals(world: Handle, out: Out<cairn_portals>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_portals(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_images(world: Handle, body_lo: u32, body_hi: u32, out: Out<cairn_pose>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_images(world, cairn_body_id { bits: joined(body_lo, body_hi) }, &mut |item| list.push(item)));
    counted(count, &list, done)
}

/// Number of lists that a world keeps for its caller.
pub(crate) const VIEWS: usize = 11;

// The offsets that JavaScript knows.
const _: () = {
    assert!(size_of::<cairn_world_config>() == 72);
    assert!(core::mem::offset_of!(cairn_world_config, size) == 0);
    assert!(core::mem::offset_of!(cairn_world_config, gravity) == 4);
    assert!(core::mem::offset_of!(cairn_world_config, sub_steps) == 12);
    assert!(core::mem::offset_of!(cairn_world_config, sleeping) == 16);
    assert!(core::mem::offset_of!(cairn_world_config, layered_sleep) == 17);
    assert!(core::mem::offset_of!(cairn_world_config, continuous) == 18);
    assert!(core::mem::offset_of!(cairn_world_config, restitution_threshold) == 20);
    assert!(core::mem::offset_of!(cairn_world_config, exact_restitution) == 24);
    assert!(core::mem::offset_of!(cairn_world_config, max_linear_speed) == 28);
    assert!(core::mem::offset_of!(cairn_world_config, max_angular_speed) == 32);
    assert!(core::mem::offset_of!(cairn_world_config, contact_hertz) == 36);
    assert!(core::mem::offset_of!(cairn_world_config, contact_damping_ratio) == 40);
    assert!(core::mem::offset_of!(cairn_world_config, contact_push_speed) == 44);
    assert!(core::mem::offset_of!(cairn_world_config, joint_hertz) == 48);
    assert!(core::mem::offset_of!(cairn_world_config, joint_damping_ratio) == 52);
    assert!(core::mem::offset_of!(cairn_world_config, threads) == 56);
    assert!(core::mem::offset_of!(cairn_world_config, lanes) == 60);
    assert!(core::mem::offset_of!(cairn_world_config, large_world) == 64);
    assert!(core::mem::offset_of!(cairn_world_config, id_tag) == 68);
    assert!(size_of::<cairn_filter>() == 24);
    assert!(core::mem::offset_of!(cairn_filter, category) == 0);
    assert!(core::mem::offset_of!(cairn_filter, mask) == 8);
    assert!(core::mem::offset_of!(cairn_filter, group) == 16);
    assert!(size_of::<cairn_portal_pair>() == 64);
    assert!(core::mem::offset_of!(cairn_portal_pair, size) == 0);
    assert!(core::mem::offset_of!(cairn_portal_pair, body_a) == 8);
    assert!(core::mem::offset_of!(cairn_portal_pair, body_b) == 16);
    assert!(core::mem::offset_of!(cairn_portal_pair, at_a) == 24);
    assert!(core::mem::offset_of!(cairn_portal_pair, at_b) == 32);
    assert!(core::mem::offset_of!(cairn_portal_pair, out_a) == 40);
    assert!(core::mem::offset_of!(cairn_portal_pair, out_b) == 48);
    assert!(core::mem::offset_of!(cairn_portal_pair, width) == 56);
    assert!(core::mem::offset_of!(cairn_portal_pair, rims) == 60);
    assert!(size_of::<cairn_portals>() == 96);
    assert!(core::mem::offset_of!(cairn_portals, id) == 0);
    assert!(core::mem::offset_of!(cairn_portals, opening_a) == 8);
    assert!(core::mem::offset_of!(cairn_portals, opening_b) == 24);
    assert!(core::mem::offset_of!(cairn_portals, body_a) == 40);
    assert!(core::mem::offset_of!(cairn_portals, body_b) == 48);
    assert!(core::mem::offset_of!(cairn_portals, frame_a) == 56);
    assert!(core::mem::offset_of!(cairn_portals, frame_b) == 72);
    assert!(core::mem::offset_of!(cairn_portals, width) == 88);
    assert!(core::mem::offset_of!(cairn_portals, has_rims) == 92);
    assert!(size_of::<cairn_teleport_event>() == 56);
    assert!(core::mem::offset_of!(cairn_teleport_event, body) == 0);
    assert!(core::mem::offset_of!(cairn_teleport_event, user_data) == 8);
    assert!(core::mem::offset_of!(cairn_teleport_event, portals) == 16);
    assert!(core::mem::offset_of!(cairn_teleport_event, from) == 24);
    assert!(core::mem::offset_of!(cairn_teleport_event, to) == 40);
    assert!(size_of::<cairn_material>() == 56);
    assert!(core::mem::offset_of!(cairn_material, friction) == 0);
    assert!(core::mem::offset_of!(cairn_material, restitution) == 4);
    assert!(core::mem::offset_of!(cairn_material, rolling_resistance) == 8);
    assert!(core::mem::offset_of!(cairn_material, tangent_speed) == 12);
    assert!(core::mem::offset_of!(cairn_material, has_static_friction) == 16);
    assert!(core::mem::offset_of!(cairn_material, static_friction) == 20);
    assert!(core::mem::offset_of!(cairn_material, has_softness) == 24);
    assert!(core::mem::offset_of!(cairn_material, softness_hertz) == 28);
    assert!(core::mem::offset_of!(cairn_material, softness_damping_ratio) == 32);
    assert!(core::mem::offset_of!(cairn_material, id) == 40);
    assert!(core::mem::offset_of!(cairn_material, friction_combine) == 48);
    assert!(core::mem::offset_of!(cairn_material, restitution_combine) == 52);
    assert!(size_of::<cairn_material_pair>() == 44);
    assert!(core::mem::offset_of!(cairn_material_pair, has_friction) == 0);
    assert!(core::mem::offset_of!(cairn_material_pair, friction) == 4);
    assert!(core::mem::offset_of!(cairn_material_pair, has_static_friction) == 8);
    assert!(core::mem::offset_of!(cairn_material_pair, static_friction) == 12);
    assert!(core::mem::offset_of!(cairn_material_pair, has_restitution) == 16);
    assert!(core::mem::offset_of!(cairn_material_pair, restitution) == 20);
    assert!(core::mem::offset_of!(cairn_material_pair, has_rolling_resistance) == 24);
    assert!(core::mem::offset_of!(cairn_material_pair, rolling_resistance) == 28);
    assert!(core::mem::offset_of!(cairn_material_pair, has_softness) == 32);
    assert!(core::mem::offset_of!(cairn_material_pair, softness_hertz) == 36);
    assert!(core::mem::offset_of!(cairn_material_pair, softness_damping_ratio) == 40);
    assert!(size_of::<cairn_geometry>() == 36);
    assert!(core::mem::offset_of!(cairn_geometry, kind) == 0);
    assert!(core::mem::offset_of!(cairn_geometry, a) == 4);
    assert!(core::mem::offset_of!(cairn_geometry, b) == 12);
    assert!(core::mem::offset_of!(cairn_geometry, radius) == 20);
    assert!(core::mem::offset_of!(cairn_geometry, angle) == 24);
    assert!(core::mem::offset_of!(cairn_geometry, points) == 28);
    assert!(core::mem::offset_of!(cairn_geometry, point_count) == 32);
    assert!(size_of::<cairn_shape_def>() == 168);
    assert!(core::mem::offset_of!(cairn_shape_def, size) == 0);
    assert!(core::mem::offset_of!(cairn_shape_def, geometry) == 4);
    assert!(core::mem::offset_of!(cairn_shape_def, density) == 40);
    assert!(core::mem::offset_of!(cairn_shape_def, material) == 48);
    assert!(core::mem::offset_of!(cairn_shape_def, filter) == 104);
    assert!(core::mem::offset_of!(cairn_shape_def, has_one_way) == 128);
    assert!(core::mem::offset_of!(cairn_shape_def, one_way_direction) == 132);
    assert!(core::mem::offset_of!(cairn_shape_def, one_way_half_angle) == 140);
    assert!(core::mem::offset_of!(cairn_shape_def, reports_hits) == 144);
    assert!(core::mem::offset_of!(cairn_shape_def, report_hits_above) == 148);
    assert!(core::mem::offset_of!(cairn_shape_def, sensor) == 152);
    assert!(core::mem::offset_of!(cairn_shape_def, has_sensor_events) == 153);
    assert!(core::mem::offset_of!(cairn_shape_def, sensor_events) == 154);
    assert!(core::mem::offset_of!(cairn_shape_def, hooked) == 155);
    assert!(core::mem::offset_of!(cairn_shape_def, user_data) == 160);
    assert!(size_of::<cairn_chain_def>() == 120);
    assert!(core::mem::offset_of!(cairn_chain_def, size) == 0);
    assert!(core::mem::offset_of!(cairn_chain_def, points) == 4);
    assert!(core::mem::offset_of!(cairn_chain_def, point_count) == 8);
    assert!(core::mem::offset_of!(cairn_chain_def, closed) == 12);
    assert!(core::mem::offset_of!(cairn_chain_def, material) == 16);
    assert!(core::mem::offset_of!(cairn_chain_def, materials) == 72);
    assert!(core::mem::offset_of!(cairn_chain_def, material_count) == 76);
    assert!(core::mem::offset_of!(cairn_chain_def, filter) == 80);
    assert!(core::mem::offset_of!(cairn_chain_def, has_one_way) == 104);
    assert!(core::mem::offset_of!(cairn_chain_def, one_way_direction) == 108);
    assert!(core::mem::offset_of!(cairn_chain_def, one_way_half_angle) == 116);
    assert!(size_of::<cairn_mass>() == 16);
    assert!(core::mem::offset_of!(cairn_mass, mass) == 0);
    assert!(core::mem::offset_of!(cairn_mass, center) == 4);
    assert!(core::mem::offset_of!(cairn_mass, inertia) == 12);
    assert!(size_of::<cairn_locks>() == 3);
    assert!(core::mem::offset_of!(cairn_locks, x) == 0);
    assert!(core::mem::offset_of!(cairn_locks, y) == 1);
    assert!(core::mem::offset_of!(cairn_locks, rotation) == 2);
    assert!(size_of::<cairn_body_def>() == 120);
    assert!(core::mem::offset_of!(cairn_body_def, size) == 0);
    assert!(core::mem::offset_of!(cairn_body_def, kind) == 4);
    assert!(core::mem::offset_of!(cairn_body_def, position) == 8);
    assert!(core::mem::offset_of!(cairn_body_def, angle) == 24);
    assert!(core::mem::offset_of!(cairn_body_def, velocity) == 28);
    assert!(core::mem::offset_of!(cairn_body_def, angular_velocity) == 36);
    assert!(core::mem::offset_of!(cairn_body_def, linear_damping) == 40);
    assert!(core::mem::offset_of!(cairn_body_def, angular_damping) == 44);
    assert!(core::mem::offset_of!(cairn_body_def, gravity_scale) == 48);
    assert!(core::mem::offset_of!(cairn_body_def, sleep_threshold) == 52);
    assert!(core::mem::offset_of!(cairn_body_def, can_sleep) == 56);
    assert!(core::mem::offset_of!(cairn_body_def, asleep) == 57);
    assert!(core::mem::offset_of!(cairn_body_def, disabled) == 58);
    assert!(core::mem::offset_of!(cairn_body_def, locks) == 59);
    assert!(core::mem::offset_of!(cairn_body_def, bullet) == 62);
    assert!(core::mem::offset_of!(cairn_body_def, joined) == 63);
    assert!(core::mem::offset_of!(cairn_body_def, sweep_threshold) == 64);
    assert!(core::mem::offset_of!(cairn_body_def, time_scale) == 68);
    assert!(core::mem::offset_of!(cairn_body_def, dominance) == 72);
    assert!(core::mem::offset_of!(cairn_body_def, has_mass) == 76);
    assert!(core::mem::offset_of!(cairn_body_def, mass) == 80);
    assert!(core::mem::offset_of!(cairn_body_def, user_data) == 96);
    assert!(core::mem::offset_of!(cairn_body_def, shapes) == 104);
    assert!(core::mem::offset_of!(cairn_body_def, shape_count) == 108);
    assert!(core::mem::offset_of!(cairn_body_def, chains) == 112);
    assert!(core::mem::offset_of!(cairn_body_def, chain_count) == 116);
    assert!(size_of::<cairn_joint_def>() == 272);
    assert!(core::mem::offset_of!(cairn_joint_def, size) == 0);
    assert!(core::mem::offset_of!(cairn_joint_def, kind) == 4);
    assert!(core::mem::offset_of!(cairn_joint_def, body_a) == 8);
    assert!(core::mem::offset_of!(cairn_joint_def, body_b) == 16);
    assert!(core::mem::offset_of!(cairn_joint_def, anchor) == 24);
    assert!(core::mem::offset_of!(cairn_joint_def, anchor_a) == 28);
    assert!(core::mem::offset_of!(cairn_joint_def, anchor_b) == 36);
    assert!(core::mem::offset_of!(cairn_joint_def, angle_a) == 44);
    assert!(core::mem::offset_of!(cairn_joint_def, angle_b) == 48);
    assert!(core::mem::offset_of!(cairn_joint_def, has_along) == 52);
    assert!(core::mem::offset_of!(cairn_joint_def, along) == 56);
    assert!(core::mem::offset_of!(cairn_joint_def, has_collide_connected) == 64);
    assert!(core::mem::offset_of!(cairn_joint_def, collide_connected) == 65);
    assert!(core::mem::offset_of!(cairn_joint_def, has_length) == 66);
    assert!(core::mem::offset_of!(cairn_joint_def, length) == 68);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_limits) == 72);
    assert!(core::mem::offset_of!(cairn_joint_def, lower) == 76);
    assert!(core::mem::offset_of!(cairn_joint_def, upper) == 80);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_motor) == 84);
    assert!(core::mem::offset_of!(cairn_joint_def, motor_speed) == 88);
    assert!(core::mem::offset_of!(cairn_joint_def, motor_strength) == 92);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_spring) == 96);
    assert!(core::mem::offset_of!(cairn_joint_def, spring_hertz) == 100);
    assert!(core::mem::offset_of!(cairn_joint_def, spring_damping_ratio) == 104);
    assert!(core::mem::offset_of!(cairn_joint_def, spring_target) == 108);
    assert!(core::mem::offset_of!(cairn_joint_def, has_spring_range) == 112);
    assert!(core::mem::offset_of!(cairn_joint_def, spring_lower) == 116);
    assert!(core::mem::offset_of!(cairn_joint_def, spring_upper) == 120);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_servo) == 124);
    assert!(core::mem::offset_of!(cairn_joint_def, servo_target) == 128);
    assert!(core::mem::offset_of!(cairn_joint_def, servo_max_speed) == 132);
    assert!(core::mem::offset_of!(cairn_joint_def, servo_strength) == 136);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_linear_motor) == 140);
    assert!(core::mem::offset_of!(cairn_joint_def, linear_motor_velocity) == 144);
    assert!(core::mem::offset_of!(cairn_joint_def, linear_motor_max_force) == 152);
    assert!(core::mem::offset_of!(cairn_joint_def, enable_linear_spring) == 156);
    assert!(core::mem::offset_of!(cairn_joint_def, linear_spring_hertz) == 160);
    assert!(core::mem::offset_of!(cairn_joint_def, linear_spring_damping_ratio) == 164);
    assert!(core::mem::offset_of!(cairn_joint_def, linear_spring_max_force) == 168);
    assert!(core::mem::offset_of!(cairn_joint_def, has_ratchet) == 172);
    assert!(core::mem::offset_of!(cairn_joint_def, ratchet_pitch) == 176);
    assert!(core::mem::offset_of!(cairn_joint_def, ratchet_phase) == 180);
    assert!(core::mem::offset_of!(cairn_joint_def, ratio) == 184);
    assert!(core::mem::offset_of!(cairn_joint_def, over_a) == 188);
    assert!(core::mem::offset_of!(cairn_joint_def, over_b) == 196);
    assert!(core::mem::offset_of!(cairn_joint_def, slack) == 204);
    assert!(core::mem::offset_of!(cairn_joint_def, target) == 208);
    assert!(core::mem::offset_of!(cairn_joint_def, has_softness) == 216);
    assert!(core::mem::offset_of!(cairn_joint_def, softness_hertz) == 220);
    assert!(core::mem::offset_of!(cairn_joint_def, softness_damping_ratio) == 224);
    assert!(core::mem::offset_of!(cairn_joint_def, has_break_force) == 228);
    assert!(core::mem::offset_of!(cairn_joint_def, break_force) == 232);
    assert!(core::mem::offset_of!(cairn_joint_def, has_break_torque) == 236);
    assert!(core::mem::offset_of!(cairn_joint_def, break_torque) == 240);
    assert!(core::mem::offset_of!(cairn_joint_def, has_report_force) == 244);
    assert!(core::mem::offset_of!(cairn_joint_def, report_force) == 248);
    assert!(core::mem::offset_of!(cairn_joint_def, has_report_torque) == 252);
    assert!(core::mem::offset_of!(cairn_joint_def, report_torque) == 256);
    assert!(core::mem::offset_of!(cairn_joint_def, disabled) == 260);
    assert!(core::mem::offset_of!(cairn_joint_def, user_data) == 264);
    assert!(size_of::<cairn_field_def>() == 112);
    assert!(core::mem::offset_of!(cairn_field_def, size) == 0);
    assert!(core::mem::offset_of!(cairn_field_def, area) == 4);
    assert!(core::mem::offset_of!(cairn_field_def, area_a) == 8);
    assert!(core::mem::offset_of!(cairn_field_def, area_b) == 16);
    assert!(core::mem::offset_of!(cairn_field_def, area_radius) == 24);
    assert!(core::mem::offset_of!(cairn_field_def, area_points) == 28);
    assert!(core::mem::offset_of!(cairn_field_def, area_point_count) == 32);
    assert!(core::mem::offset_of!(cairn_field_def, effect) == 36);
    assert!(core::mem::offset_of!(cairn_field_def, vector) == 40);
    assert!(core::mem::offset_of!(cairn_field_def, strength) == 48);
    assert!(core::mem::offset_of!(cairn_field_def, falloff) == 52);
    assert!(core::mem::offset_of!(cairn_field_def, min_distance) == 56);
    assert!(core::mem::offset_of!(cairn_field_def, density) == 60);
    assert!(core::mem::offset_of!(cairn_field_def, drag) == 64);
    assert!(core::mem::offset_of!(cairn_field_def, lift) == 68);
    assert!(core::mem::offset_of!(cairn_field_def, angular) == 72);
    assert!(core::mem::offset_of!(cairn_field_def, priority) == 76);
    assert!(core::mem::offset_of!(cairn_field_def, has_exclusive) == 80);
    assert!(core::mem::offset_of!(cairn_field_def, exclusive) == 81);
    assert!(core::mem::offset_of!(cairn_field_def, mask) == 88);
    assert!(core::mem::offset_of!(cairn_field_def, disabled) == 96);
    assert!(core::mem::offset_of!(cairn_field_def, user_data) == 104);
    assert!(size_of::<cairn_query_filter>() == 48);
    assert!(core::mem::offset_of!(cairn_query_filter, size) == 0);
    assert!(core::mem::offset_of!(cairn_query_filter, has_collision) == 4);
    assert!(core::mem::offset_of!(cairn_query_filter, collision) == 8);
    assert!(core::mem::offset_of!(cairn_query_filter, ignore_body) == 32);
    assert!(core::mem::offset_of!(cairn_query_filter, sensors) == 40);
    assert!(core::mem::offset_of!(cairn_query_filter, honor_one_way) == 41);
    assert!(size_of::<cairn_explosion>() == 32);
    assert!(core::mem::offset_of!(cairn_explosion, size) == 0);
    assert!(core::mem::offset_of!(cairn_explosion, center) == 4);
    assert!(core::mem::offset_of!(cairn_explosion, radius) == 12);
    assert!(core::mem::offset_of!(cairn_explosion, falloff) == 16);
    assert!(core::mem::offset_of!(cairn_explosion, impulse_per_length) == 20);
    assert!(core::mem::offset_of!(cairn_explosion, mask) == 24);
    assert!(size_of::<cairn_body_impulse>() == 32);
    assert!(core::mem::offset_of!(cairn_body_impulse, size) == 0);
    assert!(core::mem::offset_of!(cairn_body_impulse, body) == 8);
    assert!(core::mem::offset_of!(cairn_body_impulse, impulse) == 16);
    assert!(core::mem::offset_of!(cairn_body_impulse, angular) == 24);
    assert!(size_of::<cairn_box>() == 16);
    assert!(core::mem::offset_of!(cairn_box, min) == 0);
    assert!(core::mem::offset_of!(cairn_box, max) == 8);
    assert!(size_of::<cairn_step_report>() == 48);
    assert!(core::mem::offset_of!(cairn_step_report, awake_bodies) == 0);
    assert!(core::mem::offset_of!(cairn_step_report, awake_contacts) == 4);
    assert!(core::mem::offset_of!(cairn_step_report, solved_contacts) == 8);
    assert!(core::mem::offset_of!(cairn_step_report, solved_joints) == 12);
    assert!(core::mem::offset_of!(cairn_step_report, colors) == 16);
    assert!(core::mem::offset_of!(cairn_step_report, overflow_constraints) == 20);
    assert!(core::mem::offset_of!(cairn_step_report, new_contacts) == 24);
    assert!(core::mem::offset_of!(cairn_step_report, impacts) == 28);
    assert!(core::mem::offset_of!(cairn_step_report, continuous_bodies) == 32);
    assert!(core::mem::offset_of!(cairn_step_report, sensor_overlaps) == 36);
    assert!(core::mem::offset_of!(cairn_step_report, capped_bodies) == 40);
    assert!(core::mem::offset_of!(cairn_step_report, broken_joints) == 44);
    assert!(size_of::<cairn_counts>() == 40);
    assert!(core::mem::offset_of!(cairn_counts, bodies) == 0);
    assert!(core::mem::offset_of!(cairn_counts, awake_bodies) == 4);
    assert!(core::mem::offset_of!(cairn_counts, sleeping_bodies) == 8);
    assert!(core::mem::offset_of!(cairn_counts, shapes) == 12);
    assert!(core::mem::offset_of!(cairn_counts, sensors) == 16);
    assert!(core::mem::offset_of!(cairn_counts, contacts) == 20);
    assert!(core::mem::offset_of!(cairn_counts, touching_contacts) == 24);
    assert!(core::mem::offset_of!(cairn_counts, joints) == 28);
    assert!(core::mem::offset_of!(cairn_counts, awake_islands) == 32);
    assert!(core::mem::offset_of!(cairn_counts, sleeping_islands) == 36);
    assert!(size_of::<cairn_impulse_counts>() == 16);
    assert!(core::mem::offset_of!(cairn_impulse_counts, applied) == 0);
    assert!(core::mem::offset_of!(cairn_impulse_counts, stale) == 4);
    assert!(core::mem::offset_of!(cairn_impulse_counts, asleep) == 8);
    assert!(core::mem::offset_of!(cairn_impulse_counts, unmoved) == 12);
    assert!(size_of::<cairn_cast_result>() == 40);
    assert!(core::mem::offset_of!(cairn_cast_result, shape) == 0);
    assert!(core::mem::offset_of!(cairn_cast_result, body) == 8);
    assert!(core::mem::offset_of!(cairn_cast_result, fraction) == 16);
    assert!(core::mem::offset_of!(cairn_cast_result, point) == 20);
    assert!(core::mem::offset_of!(cairn_cast_result, normal) == 28);
    assert!(size_of::<cairn_ray>() == 16);
    assert!(core::mem::offset_of!(cairn_ray, origin) == 0);
    assert!(core::mem::offset_of!(cairn_ray, translation) == 8);
    assert!(size_of::<cairn_ray_answer>() == 48);
    assert!(core::mem::offset_of!(cairn_ray_answer, has_hit) == 0);
    assert!(core::mem::offset_of!(cairn_ray_answer, shape) == 8);
    assert!(core::mem::offset_of!(cairn_ray_answer, body) == 16);
    assert!(core::mem::offset_of!(cairn_ray_answer, fraction) == 24);
    assert!(core::mem::offset_of!(cairn_ray_answer, point) == 28);
    assert!(core::mem::offset_of!(cairn_ray_answer, normal) == 36);
    assert!(size_of::<cairn_nearest_result>() == 40);
    assert!(core::mem::offset_of!(cairn_nearest_result, shape) == 0);
    assert!(core::mem::offset_of!(cairn_nearest_result, body) == 8);
    assert!(core::mem::offset_of!(cairn_nearest_result, point) == 16);
    assert!(core::mem::offset_of!(cairn_nearest_result, distance) == 24);
    assert!(core::mem::offset_of!(cairn_nearest_result, normal) == 28);
    assert!(size_of::<cairn_separation_result>() == 48);
    assert!(core::mem::offset_of!(cairn_separation_result, shape) == 0);
    assert!(core::mem::offset_of!(cairn_separation_result, body) == 8);
    assert!(core::mem::offset_of!(cairn_separation_result, distance) == 16);
    assert!(core::mem::offset_of!(cairn_separation_result, point) == 20);
    assert!(core::mem::offset_of!(cairn_separation_result, own_point) == 28);
    assert!(core::mem::offset_of!(cairn_separation_result, normal) == 36);
    assert!(size_of::<cairn_pair_result>() == 48);
    assert!(core::mem::offset_of!(cairn_pair_result, shape_a) == 0);
    assert!(core::mem::offset_of!(cairn_pair_result, shape_b) == 8);
    assert!(core::mem::offset_of!(cairn_pair_result, distance) == 16);
    assert!(core::mem::offset_of!(cairn_pair_result, point_a) == 20);
    assert!(core::mem::offset_of!(cairn_pair_result, point_b) == 28);
    assert!(core::mem::offset_of!(cairn_pair_result, normal) == 36);
    assert!(size_of::<cairn_impact_result>() == 40);
    assert!(core::mem::offset_of!(cairn_impact_result, shape_a) == 0);
    assert!(core::mem::offset_of!(cairn_impact_result, shape_b) == 8);
    assert!(core::mem::offset_of!(cairn_impact_result, time) == 16);
    assert!(core::mem::offset_of!(cairn_impact_result, point) == 20);
    assert!(core::mem::offset_of!(cairn_impact_result, normal) == 28);
    assert!(size_of::<cairn_shape_in_box>() == 56);
    assert!(core::mem::offset_of!(cairn_shape_in_box, shape) == 0);
    assert!(core::mem::offset_of!(cairn_shape_in_box, body) == 8);
    assert!(core::mem::offset_of!(cairn_shape_in_box, pose) == 16);
    assert!(core::mem::offset_of!(cairn_shape_in_box, center) == 32);
    assert!(core::mem::offset_of!(cairn_shape_in_box, velocity) == 40);
    assert!(core::mem::offset_of!(cairn_shape_in_box, angular_velocity) == 48);
    assert!(size_of::<cairn_contact_point>() == 24);
    assert!(core::mem::offset_of!(cairn_contact_point, point) == 0);
    assert!(core::mem::offset_of!(cairn_contact_point, separation) == 8);
    assert!(core::mem::offset_of!(cairn_contact_point, normal_impulse) == 12);
    assert!(core::mem::offset_of!(cairn_contact_point, tangent_impulse) == 16);
    assert!(core::mem::offset_of!(cairn_contact_point, feature) == 20);
    assert!(size_of::<cairn_party>() == 32);
    assert!(core::mem::offset_of!(cairn_party, shape) == 0);
    assert!(core::mem::offset_of!(cairn_party, body) == 8);
    assert!(core::mem::offset_of!(cairn_party, shape_data) == 16);
    assert!(core::mem::offset_of!(cairn_party, body_data) == 24);
    assert!(size_of::<cairn_touch_event>() == 72);
    assert!(core::mem::offset_of!(cairn_touch_event, contact) == 0);
    assert!(core::mem::offset_of!(cairn_touch_event, a) == 8);
    assert!(core::mem::offset_of!(cairn_touch_event, b) == 40);
    assert!(size_of::<cairn_hit_event>() == 96);
    assert!(core::mem::offset_of!(cairn_hit_event, contact) == 0);
    assert!(core::mem::offset_of!(cairn_hit_event, a) == 8);
    assert!(core::mem::offset_of!(cairn_hit_event, b) == 40);
    assert!(core::mem::offset_of!(cairn_hit_event, point) == 72);
    assert!(core::mem::offset_of!(cairn_hit_event, normal) == 80);
    assert!(core::mem::offset_of!(cairn_hit_event, approach_speed) == 88);
    assert!(core::mem::offset_of!(cairn_hit_event, impulse) == 92);
    assert!(size_of::<cairn_sensor_event>() == 72);
    assert!(core::mem::offset_of!(cairn_sensor_event, kind) == 0);
    assert!(core::mem::offset_of!(cairn_sensor_event, sensor) == 8);
    assert!(core::mem::offset_of!(cairn_sensor_event, visitor) == 40);
    assert!(size_of::<cairn_move_event>() == 32);
    assert!(core::mem::offset_of!(cairn_move_event, body) == 0);
    assert!(core::mem::offset_of!(cairn_move_event, user_data) == 8);
    assert!(core::mem::offset_of!(cairn_move_event, pose) == 16);
    assert!(size_of::<cairn_sleep_event>() == 16);
    assert!(core::mem::offset_of!(cairn_sleep_event, body) == 0);
    assert!(core::mem::offset_of!(cairn_sleep_event, user_data) == 8);
    assert!(size_of::<cairn_joint_event>() == 64);
    assert!(core::mem::offset_of!(cairn_joint_event, joint) == 0);
    assert!(core::mem::offset_of!(cairn_joint_event, user_data) == 8);
    assert!(core::mem::offset_of!(cairn_joint_event, body_a) == 16);
    assert!(core::mem::offset_of!(cairn_joint_event, body_b) == 24);
    assert!(core::mem::offset_of!(cairn_joint_event, data_a) == 32);
    assert!(core::mem::offset_of!(cairn_joint_event, data_b) == 40);
    assert!(core::mem::offset_of!(cairn_joint_event, force) == 48);
    assert!(core::mem::offset_of!(cairn_joint_event, torque) == 56);
    assert!(size_of::<cairn_range>() == 8);
    assert!(core::mem::offset_of!(cairn_range, lower) == 0);
    assert!(core::mem::offset_of!(cairn_range, upper) == 4);
    assert!(size_of::<cairn_motor>() == 8);
    assert!(core::mem::offset_of!(cairn_motor, speed) == 0);
    assert!(core::mem::offset_of!(cairn_motor, strength) == 4);
    assert!(size_of::<cairn_spring>() == 12);
    assert!(core::mem::offset_of!(cairn_spring, hertz) == 0);
    assert!(core::mem::offset_of!(cairn_spring, damping_ratio) == 4);
    assert!(core::mem::offset_of!(cairn_spring, target) == 8);
    assert!(size_of::<cairn_servo>() == 12);
    assert!(core::mem::offset_of!(cairn_servo, target) == 0);
    assert!(core::mem::offset_of!(cairn_servo, max_speed) == 4);
    assert!(core::mem::offset_of!(cairn_servo, strength) == 8);
    assert!(size_of::<cairn_linear_motor>() == 12);
    assert!(core::mem::offset_of!(cairn_linear_motor, velocity) == 0);
    assert!(core::mem::offset_of!(cairn_linear_motor, max_force) == 8);
    assert!(size_of::<cairn_linear_spring>() == 12);
    assert!(core::mem::offset_of!(cairn_linear_spring, hertz) == 0);
    assert!(core::mem::offset_of!(cairn_linear_spring, damping_ratio) == 4);
    assert!(core::mem::offset_of!(cairn_linear_spring, max_force) == 8);
    assert!(size_of::<cairn_load_limit>() == 16);
    assert!(core::mem::offset_of!(cairn_load_limit, has_force) == 0);
    assert!(core::mem::offset_of!(cairn_load_limit, force) == 4);
    assert!(core::mem::offset_of!(cairn_load_limit, has_torque) == 8);
    assert!(core::mem::offset_of!(cairn_load_limit, torque) == 12);
    assert!(size_of::<cairn_pair_of_bodies>() == 16);
    assert!(core::mem::offset_of!(cairn_pair_of_bodies, a) == 0);
    assert!(core::mem::offset_of!(cairn_pair_of_bodies, b) == 8);
    assert!(size_of::<cairn_pair_of_shapes>() == 16);
    assert!(core::mem::offset_of!(cairn_pair_of_shapes, a) == 0);
    assert!(core::mem::offset_of!(cairn_pair_of_shapes, b) == 8);
    assert!(size_of::<cairn_pair_of_poses>() == 32);
    assert!(core::mem::offset_of!(cairn_pair_of_poses, a) == 0);
    assert!(core::mem::offset_of!(cairn_pair_of_poses, b) == 16);
    assert!(size_of::<cairn_pair_of_points>() == 16);
    assert!(core::mem::offset_of!(cairn_pair_of_points, a) == 0);
    assert!(core::mem::offset_of!(cairn_pair_of_points, b) == 8);
    assert!(size_of::<cairn_overlap>() == 16);
    assert!(core::mem::offset_of!(cairn_overlap, sensor) == 0);
    assert!(core::mem::offset_of!(cairn_overlap, visitor) == 8);
    assert!(size_of::<cairn_one_way>() == 12);
    assert!(core::mem::offset_of!(cairn_one_way, direction) == 0);
    assert!(core::mem::offset_of!(cairn_one_way, half_angle) == 8);
    assert!(size_of::<cairn_primitive>() == 20);
    assert!(core::mem::offset_of!(cairn_primitive, kind) == 0);
    assert!(core::mem::offset_of!(cairn_primitive, color) == 4);
    assert!(core::mem::offset_of!(cairn_primitive, first) == 8);
    assert!(core::mem::offset_of!(cairn_primitive, count) == 12);
    assert!(core::mem::offset_of!(cairn_primitive, radius) == 16);
};
