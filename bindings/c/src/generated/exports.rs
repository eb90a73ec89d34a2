//! The functions of the C interface. Written by `cargo xtask bindings` from the table of the API.

use cairn2d::{DVec2, Pose, Rot, vec2};
use crate::convert::*;
use crate::handle::{Handle, In, List, Out, code, counted, fill_maybe, init, value};
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
extern "C" fn cairn_world_hash(world: Handle) -> u64 {
    value(world.look(calls::world_hash))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_hash(world: Handle, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::world_hash(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_step_count(world: Handle) -> u64 {
    value(world.look(calls::world_step_count))
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
extern "C" fn cairn_world_is_untouched(world: Handle) -> u8 {
    value(world.look(calls::world_is_untouched))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_is_untouched(world: Handle, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::world_is_untouched(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_is_recorded(world: Handle) -> u8 {
    value(world.look(calls::world_is_recorded))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_is_recorded(world: Handle, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::world_is_recorded(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_recorded_steps(world: Handle) -> u64 {
    value(world.look(calls::world_recorded_steps))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_get_recorded_steps(world: Handle, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::world_recorded_steps(world).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_spawn(world: Handle, def: In<cairn_body_def>) -> cairn_body_id {
    value(world.change(|world| calls::world_spawn(world, def.get("def")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_spawn(world: Handle, def: In<cairn_body_def>, out: Out<cairn_body_id>) -> i32 {
    code(world.change(|world| calls::world_spawn(world, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_despawn(world: Handle, body: cairn_body_id) -> i32 {
    code(world.change(|world| calls::world_despawn(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_bodies(world: Handle, out: Out<cairn_body_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_bodies(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_exists(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_exists(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_exists(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_exists(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_kind(world: Handle, body: cairn_body_id) -> u32 {
    value(world.look(|world| calls::body_kind(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_kind(world: Handle, body: cairn_body_id, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::body_kind(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose(world: Handle, body: cairn_body_id, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_position(world: Handle, body: cairn_body_id, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_position(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_position64(world: Handle, body: cairn_body_id, out: Out<cairn_dvec2>) -> i32 {
    code(world.look(|world| calls::body_position64(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose_from(world: Handle, body: cairn_body_id, origin_x: f64, origin_y: f64, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose_from(world, body, DVec2::new(origin_x, origin_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_rotation(world: Handle, body: cairn_body_id, out: Out<cairn_rot>) -> i32 {
    code(world.look(|world| calls::body_rotation(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_angle(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_angle(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angle(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angle(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_center(world: Handle, body: cairn_body_id, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_center(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_center64(world: Handle, body: cairn_body_id, out: Out<cairn_dvec2>) -> i32 {
    code(world.look(|world| calls::body_center64(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_velocity(world: Handle, body: cairn_body_id, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_velocity(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_angular_velocity(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_angular_velocity(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angular_velocity(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angular_velocity(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_velocity_at(world: Handle, body: cairn_body_id, point_x: f32, point_y: f32, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::body_velocity_at(world, body, vec2(point_x, point_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_pose_after(world: Handle, body: cairn_body_id, time: f32, out: Out<cairn_pose>) -> i32 {
    code(world.look(|world| calls::body_pose_after(world, body, time).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_mass(world: Handle, body: cairn_body_id, out: Out<cairn_mass>) -> i32 {
    code(world.look(|world| calls::body_mass(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_given_mass(world: Handle, body: cairn_body_id, out: Out<cairn_mass>) -> i32 {
    fill_maybe(out, world.look(|world| calls::body_given_mass(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_kinetic_energy(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_kinetic_energy(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_kinetic_energy(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_kinetic_energy(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_is_awake(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_is_awake(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_awake(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_awake(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_is_asleep(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_is_asleep(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_asleep(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_asleep(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_is_enabled(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_is_enabled(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_enabled(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_enabled(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_gravity_scale(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_gravity_scale(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_gravity_scale(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_gravity_scale(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_linear_damping(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_linear_damping(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_linear_damping(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_linear_damping(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_angular_damping(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_angular_damping(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_angular_damping(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_angular_damping(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_locks(world: Handle, body: cairn_body_id, out: Out<cairn_locks>) -> i32 {
    code(world.look(|world| calls::body_locks(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_sleep_threshold(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_sleep_threshold(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_sleep_threshold(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_sleep_threshold(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_is_bullet(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_is_bullet(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_bullet(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_bullet(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_is_joined(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_is_joined(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_is_joined(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_is_joined(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_sweep_threshold(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_sweep_threshold(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_sweep_threshold(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_sweep_threshold(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_time_scale(world: Handle, body: cairn_body_id) -> f32 {
    value(world.look(|world| calls::body_time_scale(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_time_scale(world: Handle, body: cairn_body_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::body_time_scale(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_dominance(world: Handle, body: cairn_body_id) -> i32 {
    value(world.look(|world| calls::body_dominance(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_dominance(world: Handle, body: cairn_body_id, out: Out<i32>) -> i32 {
    code(world.look(|world| calls::body_dominance(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_can_sleep(world: Handle, body: cairn_body_id) -> u8 {
    value(world.look(|world| calls::body_can_sleep(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_can_sleep(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::body_can_sleep(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_user_data(world: Handle, body: cairn_body_id) -> u64 {
    value(world.look(|world| calls::body_user_data(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_get_user_data(world: Handle, body: cairn_body_id, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::body_user_data(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_shapes(world: Handle, body: cairn_body_id, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_shapes(world, body, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_contacts(world: Handle, body: cairn_body_id, out: Out<cairn_contact_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_contacts(world, body, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_joints(world: Handle, body: cairn_body_id, out: Out<cairn_joint_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::body_joints(world, body, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_pose(world: Handle, body: cairn_body_id, pose_x: f32, pose_y: f32, pose_angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_pose(world, body, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_pose64(world: Handle, body: cairn_body_id, position_x: f64, position_y: f64, angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_pose64(world, body, DVec2::new(position_x, position_y), angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_position(world: Handle, body: cairn_body_id, position_x: f32, position_y: f32) -> i32 {
    code(world.change(|world| calls::body_set_position(world, body, vec2(position_x, position_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_position64(world: Handle, body: cairn_body_id, position_x: f64, position_y: f64) -> i32 {
    code(world.change(|world| calls::body_set_position64(world, body, DVec2::new(position_x, position_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_angle(world: Handle, body: cairn_body_id, angle: f32) -> i32 {
    code(world.change(|world| calls::body_set_angle(world, body, angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_velocity(world: Handle, body: cairn_body_id, velocity_x: f32, velocity_y: f32) -> i32 {
    code(world.change(|world| calls::body_set_velocity(world, body, vec2(velocity_x, velocity_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_angular_velocity(world: Handle, body: cairn_body_id, angular_velocity: f32) -> i32 {
    code(world.change(|world| calls::body_set_angular_velocity(world, body, angular_velocity)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_target(world: Handle, body: cairn_body_id, pose_x: f32, pose_y: f32, pose_angle: f32, dt: f32) -> i32 {
    code(world.change(|world| calls::body_set_target(world, body, Pose { p: vec2(pose_x, pose_y), q: Rot::from_angle(pose_angle) }, dt)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_target64(world: Handle, body: cairn_body_id, position_x: f64, position_y: f64, angle: f32, dt: f32) -> i32 {
    code(world.change(|world| calls::body_set_target64(world, body, DVec2::new(position_x, position_y), angle, dt)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force(world: Handle, body: cairn_body_id, force_x: f32, force_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_force(world, body, vec2(force_x, force_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force_at(world: Handle, body: cairn_body_id, force_x: f32, force_y: f32, point_x: f32, point_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_force_at(world, body, vec2(force_x, force_y), vec2(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_force_at64(world: Handle, body: cairn_body_id, force_x: f32, force_y: f32, point_x: f64, point_y: f64) -> i32 {
    code(world.change(|world| calls::body_apply_force_at64(world, body, vec2(force_x, force_y), DVec2::new(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_torque(world: Handle, body: cairn_body_id, torque: f32) -> i32 {
    code(world.change(|world| calls::body_apply_torque(world, body, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse(world: Handle, body: cairn_body_id, impulse_x: f32, impulse_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_impulse(world, body, vec2(impulse_x, impulse_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse_at(world: Handle, body: cairn_body_id, impulse_x: f32, impulse_y: f32, point_x: f32, point_y: f32) -> i32 {
    code(world.change(|world| calls::body_apply_impulse_at(world, body, vec2(impulse_x, impulse_y), vec2(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_impulse_at64(world: Handle, body: cairn_body_id, impulse_x: f32, impulse_y: f32, point_x: f64, point_y: f64) -> i32 {
    code(world.change(|world| calls::body_apply_impulse_at64(world, body, vec2(impulse_x, impulse_y), DVec2::new(point_x, point_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_apply_angular_impulse(world: Handle, body: cairn_body_id, impulse: f32) -> i32 {
    code(world.change(|world| calls::body_apply_angular_impulse(world, body, impulse)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_gravity_scale(world: Handle, body: cairn_body_id, scale: f32) -> i32 {
    code(world.change(|world| calls::body_set_gravity_scale(world, body, scale)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_damping(world: Handle, body: cairn_body_id, linear: f32, angular: f32) -> i32 {
    code(world.change(|world| calls::body_set_damping(world, body, linear, angular)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_locks(world: Handle, body: cairn_body_id, x: u8, y: u8, rotation: u8) -> i32 {
    code(world.change(|world| calls::body_set_locks(world, body, x, y, rotation)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_mass(world: Handle, body: cairn_body_id, mass: In<cairn_mass>) -> i32 {
    code(world.change(|world| calls::body_set_mass(world, body, mass.get("mass")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_clear_mass(world: Handle, body: cairn_body_id) -> i32 {
    code(world.change(|world| calls::body_clear_mass(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_sleep_threshold(world: Handle, body: cairn_body_id, speed: f32) -> i32 {
    code(world.change(|world| calls::body_set_sleep_threshold(world, body, speed)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_bullet(world: Handle, body: cairn_body_id, bullet: u8) -> i32 {
    code(world.change(|world| calls::body_set_bullet(world, body, bullet)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_sweep_threshold(world: Handle, body: cairn_body_id, share: f32) -> i32 {
    code(world.change(|world| calls::body_set_sweep_threshold(world, body, share)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_dominance(world: Handle, body: cairn_body_id, dominance: i32) -> i32 {
    code(world.change(|world| calls::body_set_dominance(world, body, dominance)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_time_scale(world: Handle, body: cairn_body_id, scale: f32) -> i32 {
    code(world.change(|world| calls::body_set_time_scale(world, body, scale)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_can_sleep(world: Handle, body: cairn_body_id, can_sleep: u8) -> i32 {
    code(world.change(|world| calls::body_set_can_sleep(world, body, can_sleep)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_wake(world: Handle, body: cairn_body_id) -> i32 {
    code(world.change(|world| calls::body_wake(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_sleep(world: Handle, body: cairn_body_id) -> u8 {
    value(world.change(|world| calls::body_sleep(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_sleep(world: Handle, body: cairn_body_id, out: Out<u8>) -> i32 {
    code(world.change(|world| calls::body_sleep(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_kind(world: Handle, body: cairn_body_id, kind: u32) -> i32 {
    code(world.change(|world| calls::body_set_kind(world, body, kind)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_drop_through(world: Handle, body: cairn_body_id) -> u32 {
    value(world.change(|world| calls::body_drop_through(world, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_drop_through(world: Handle, body: cairn_body_id, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::body_drop_through(world, body).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_drop_through_shape(world: Handle, body: cairn_body_id, platform: cairn_shape_id) -> u8 {
    value(world.change(|world| calls::body_drop_through_shape(world, body, platform)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_try_drop_through_shape(world: Handle, body: cairn_body_id, platform: cairn_shape_id, out: Out<u8>) -> i32 {
    code(world.change(|world| calls::body_drop_through_shape(world, body, platform).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_enabled(world: Handle, body: cairn_body_id, enabled: u8) -> i32 {
    code(world.change(|world| calls::body_set_enabled(world, body, enabled)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_body_set_user_data(world: Handle, body: cairn_body_id, user_data: u64) -> i32 {
    code(world.change(|world| calls::body_set_user_data(world, body, user_data)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_apply_impulses(world: Handle, impulses: In<cairn_body_impulse>, impulses_count: u32, wake_above: f32, out: Out<cairn_impulse_counts>) -> i32 {
    code(world.change(|world| calls::world_apply_impulses(world, impulses.list("impulses", impulses_count)?, wake_above).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_attach(world: Handle, body: cairn_body_id, def: In<cairn_shape_def>) -> cairn_shape_id {
    value(world.change(|world| calls::world_attach(world, body, def.get("def")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_attach(world: Handle, body: cairn_body_id, def: In<cairn_shape_def>, out: Out<cairn_shape_id>) -> i32 {
    code(world.change(|world| calls::world_attach(world, body, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_attach_chain(world: Handle, body: cairn_body_id, def: In<cairn_chain_def>) -> u32 {
    value(world.change(|world| calls::world_attach_chain(world, body, def.get("def")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_attach_chain(world: Handle, body: cairn_body_id, def: In<cairn_chain_def>, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::world_attach_chain(world, body, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_detach(world: Handle, shape: cairn_shape_id) -> i32 {
    code(world.change(|world| calls::world_detach(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_reattach(world: Handle, shape: cairn_shape_id, body: cairn_body_id) -> i32 {
    code(world.change(|world| calls::world_reattach(world, shape, body)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shapes(world: Handle, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_shapes(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_exists(world: Handle, shape: cairn_shape_id) -> u8 {
    value(world.look(|world| calls::shape_exists(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_exists(world: Handle, shape: cairn_shape_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_exists(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_body(world: Handle, shape: cairn_shape_id) -> cairn_body_id {
    value(world.look(|world| calls::shape_body(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_body(world: Handle, shape: cairn_shape_id, out: Out<cairn_body_id>) -> i32 {
    code(world.look(|world| calls::shape_body(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_kind(world: Handle, shape: cairn_shape_id) -> u32 {
    value(world.look(|world| calls::shape_kind(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_kind(world: Handle, shape: cairn_shape_id, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::shape_kind(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_radius(world: Handle, shape: cairn_shape_id) -> f32 {
    value(world.look(|world| calls::shape_radius(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_radius(world: Handle, shape: cairn_shape_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::shape_radius(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_points(world: Handle, shape: cairn_shape_id, out: Out<cairn_vec2>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_points(world, shape, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_aabb(world: Handle, shape: cairn_shape_id, out: Out<cairn_box>) -> i32 {
    code(world.look(|world| calls::shape_aabb(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_density(world: Handle, shape: cairn_shape_id) -> f32 {
    value(world.look(|world| calls::shape_density(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_density(world: Handle, shape: cairn_shape_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::shape_density(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_material(world: Handle, shape: cairn_shape_id, out: Out<cairn_material>) -> i32 {
    code(world.look(|world| calls::shape_material(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_report_hits_above(world: Handle, shape: cairn_shape_id, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::shape_report_hits_above(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_is_hooked(world: Handle, shape: cairn_shape_id) -> u8 {
    value(world.look(|world| calls::shape_is_hooked(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_is_hooked(world: Handle, shape: cairn_shape_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_is_hooked(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_one_way(world: Handle, shape: cairn_shape_id, out: Out<cairn_one_way>) -> i32 {
    fill_maybe(out, world.look(|world| calls::shape_one_way(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_filter(world: Handle, shape: cairn_shape_id, out: Out<cairn_filter>) -> i32 {
    code(world.look(|world| calls::shape_filter(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_user_data(world: Handle, shape: cairn_shape_id) -> u64 {
    value(world.look(|world| calls::shape_user_data(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_user_data(world: Handle, shape: cairn_shape_id, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::shape_user_data(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_is_sensor(world: Handle, shape: cairn_shape_id) -> u8 {
    value(world.look(|world| calls::shape_is_sensor(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_is_sensor(world: Handle, shape: cairn_shape_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_is_sensor(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_sensor_events(world: Handle, shape: cairn_shape_id) -> u8 {
    value(world.look(|world| calls::shape_sensor_events(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_get_sensor_events(world: Handle, shape: cairn_shape_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::shape_sensor_events(world, shape).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_visitors(world: Handle, shape: cairn_shape_id, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_visitors(world, shape, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_sensors(world: Handle, shape: cairn_shape_id, out: Out<cairn_shape_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::shape_sensors(world, shape, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_material(world: Handle, shape: cairn_shape_id, material: In<cairn_material>) -> i32 {
    code(world.change(|world| calls::shape_set_material(world, shape, material.get("material")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_hooked(world: Handle, shape: cairn_shape_id, hooked: u8) -> i32 {
    code(world.change(|world| calls::shape_set_hooked(world, shape, hooked)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_one_way(world: Handle, shape: cairn_shape_id, direction_x: f32, direction_y: f32, half_angle: f32) -> i32 {
    code(world.change(|world| calls::shape_set_one_way(world, shape, vec2(direction_x, direction_y), half_angle)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_clear_one_way(world: Handle, shape: cairn_shape_id) -> i32 {
    code(world.change(|world| calls::shape_clear_one_way(world, shape)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_filter(world: Handle, shape: cairn_shape_id, filter: In<cairn_filter>) -> i32 {
    code(world.change(|world| calls::shape_set_filter(world, shape, filter.get("filter")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_sensor(world: Handle, shape: cairn_shape_id, is_sensor: u8) -> i32 {
    code(world.change(|world| calls::shape_set_sensor(world, shape, is_sensor)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_sensor_events(world: Handle, shape: cairn_shape_id, seen: u8) -> i32 {
    code(world.change(|world| calls::shape_set_sensor_events(world, shape, seen)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_geometry(world: Handle, shape: cairn_shape_id, geometry: In<cairn_geometry>) -> i32 {
    code(world.change(|world| calls::shape_set_geometry(world, shape, geometry.get("geometry")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_density(world: Handle, shape: cairn_shape_id, density: f32) -> i32 {
    code(world.change(|world| calls::shape_set_density(world, shape, density)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_shape_set_user_data(world: Handle, shape: cairn_shape_id, user_data: u64) -> i32 {
    code(world.change(|world| calls::shape_set_user_data(world, shape, user_data)))
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
extern "C" fn cairn_world_join(world: Handle, def: In<cairn_joint_def>) -> cairn_joint_id {
    value(world.change(|world| calls::world_join(world, def.get("def")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_join(world: Handle, def: In<cairn_joint_def>, out: Out<cairn_joint_id>) -> i32 {
    code(world.change(|world| calls::world_join(world, def.get("def")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_unjoin(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::world_unjoin(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_joints(world: Handle, out: Out<cairn_joint_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_joints(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_exists(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_exists(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_exists(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_exists(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_kind(world: Handle, joint: cairn_joint_id) -> u32 {
    value(world.look(|world| calls::joint_kind(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_kind(world: Handle, joint: cairn_joint_id, out: Out<u32>) -> i32 {
    code(world.look(|world| calls::joint_kind(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_bodies(world: Handle, joint: cairn_joint_id, out: Out<cairn_pair_of_bodies>) -> i32 {
    code(world.look(|world| calls::joint_bodies(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_frames(world: Handle, joint: cairn_joint_id, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_frames(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_world_frames(world: Handle, joint: cairn_joint_id, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_world_frames(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_frames_from(world: Handle, joint: cairn_joint_id, origin_x: f64, origin_y: f64, out: Out<cairn_pair_of_poses>) -> i32 {
    code(world.look(|world| calls::joint_frames_from(world, joint, DVec2::new(origin_x, origin_y)).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_reaction_force(world: Handle, joint: cairn_joint_id, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::joint_reaction_force(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_reaction_torque(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_reaction_torque(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_reaction_torque(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_reaction_torque(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_motor_load(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_motor_load(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_motor_load(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_motor_load(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_is_enabled(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_is_enabled(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_enabled(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_enabled(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_break_at(world: Handle, joint: cairn_joint_id, out: Out<cairn_load_limit>) -> i32 {
    code(world.look(|world| calls::joint_break_at(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_report_above(world: Handle, joint: cairn_joint_id, out: Out<cairn_load_limit>) -> i32 {
    code(world.look(|world| calls::joint_report_above(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_is_overloaded(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_is_overloaded(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_overloaded(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_overloaded(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_collide_connected(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_collide_connected(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_collide_connected(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_collide_connected(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_user_data(world: Handle, joint: cairn_joint_id) -> u64 {
    value(world.look(|world| calls::joint_user_data(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_user_data(world: Handle, joint: cairn_joint_id, out: Out<u64>) -> i32 {
    code(world.look(|world| calls::joint_user_data(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_limits(world: Handle, joint: cairn_joint_id, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_limits(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_motor(world: Handle, joint: cairn_joint_id, out: Out<cairn_motor>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_motor(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_spring(world: Handle, joint: cairn_joint_id, out: Out<cairn_spring>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_spring(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_spring_range(world: Handle, joint: cairn_joint_id, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_spring_range(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_servo(world: Handle, joint: cairn_joint_id, out: Out<cairn_servo>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_servo(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_linear_motor(world: Handle, joint: cairn_joint_id, out: Out<cairn_linear_motor>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_linear_motor(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_linear_spring(world: Handle, joint: cairn_joint_id, out: Out<cairn_linear_spring>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_linear_spring(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_target(world: Handle, joint: cairn_joint_id, out: Out<cairn_vec2>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_target(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_softness(world: Handle, joint: cairn_joint_id, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_softness(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_rest_length(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_rest_length(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_angle(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_angle(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angle(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angle(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_distance(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_distance(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_distance(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_distance(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_slide(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_slide(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_slide(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_slide(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_coordinate(world: Handle, joint: cairn_joint_id) -> f64 {
    value(world.look(|world| calls::joint_coordinate(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_coordinate(world: Handle, joint: cairn_joint_id, out: Out<f64>) -> i32 {
    code(world.look(|world| calls::joint_coordinate(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_ratio(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_ratio(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_pulley_points(world: Handle, joint: cairn_joint_id, out: Out<cairn_pair_of_points>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_pulley_points(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_ratchet(world: Handle, joint: cairn_joint_id, out: Out<cairn_range>) -> i32 {
    fill_maybe(out, world.look(|world| calls::joint_ratchet(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_is_slack(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_is_slack(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_slack(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_slack(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_angular_speed(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_angular_speed(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angular_speed(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angular_speed(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_speed(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_speed(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_speed(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_speed(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_separation(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_separation(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_separation(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_separation(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_angular_separation(world: Handle, joint: cairn_joint_id) -> f32 {
    value(world.look(|world| calls::joint_angular_separation(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_angular_separation(world: Handle, joint: cairn_joint_id, out: Out<f32>) -> i32 {
    code(world.look(|world| calls::joint_angular_separation(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_is_active(world: Handle, joint: cairn_joint_id) -> u8 {
    value(world.look(|world| calls::joint_is_active(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_get_is_active(world: Handle, joint: cairn_joint_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::joint_is_active(world, joint).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_enabled(world: Handle, joint: cairn_joint_id, enabled: u8) -> i32 {
    code(world.change(|world| calls::joint_set_enabled(world, joint, enabled)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_limits(world: Handle, joint: cairn_joint_id, lower: f32, upper: f32) -> i32 {
    code(world.change(|world| calls::joint_set_limits(world, joint, lower, upper)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_limits(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_limits(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_motor(world: Handle, joint: cairn_joint_id, speed: f32, strength: f32) -> i32 {
    code(world.change(|world| calls::joint_set_motor(world, joint, speed, strength)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_motor(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_motor(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_spring(world: Handle, joint: cairn_joint_id, hertz: f32, damping_ratio: f32, target: f32) -> i32 {
    code(world.change(|world| calls::joint_set_spring(world, joint, hertz, damping_ratio, target)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_spring(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_spring(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_spring_range(world: Handle, joint: cairn_joint_id, lower: f32, upper: f32) -> i32 {
    code(world.change(|world| calls::joint_set_spring_range(world, joint, lower, upper)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_spring_range(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_spring_range(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_servo(world: Handle, joint: cairn_joint_id, target: f32, max_speed: f32, strength: f32) -> i32 {
    code(world.change(|world| calls::joint_set_servo(world, joint, target, max_speed, strength)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_servo(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_servo(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_linear_motor(world: Handle, joint: cairn_joint_id, velocity_x: f32, velocity_y: f32, max_force: f32) -> i32 {
    code(world.change(|world| calls::joint_set_linear_motor(world, joint, vec2(velocity_x, velocity_y), max_force)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_linear_motor(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_linear_motor(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_linear_spring(world: Handle, joint: cairn_joint_id, hertz: f32, damping_ratio: f32, max_force: f32) -> i32 {
    code(world.change(|world| calls::joint_set_linear_spring(world, joint, hertz, damping_ratio, max_force)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_linear_spring(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_linear_spring(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_target(world: Handle, joint: cairn_joint_id, target_x: f32, target_y: f32) -> i32 {
    code(world.change(|world| calls::joint_set_target(world, joint, vec2(target_x, target_y))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_softness(world: Handle, joint: cairn_joint_id, hertz: f32, damping_ratio: f32) -> i32 {
    code(world.change(|world| calls::joint_set_softness(world, joint, hertz, damping_ratio)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_softness(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_softness(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_ratio(world: Handle, joint: cairn_joint_id, ratio: f32) -> i32 {
    code(world.change(|world| calls::joint_set_ratio(world, joint, ratio)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_ratchet(world: Handle, joint: cairn_joint_id, pitch: f32, phase: f32) -> i32 {
    code(world.change(|world| calls::joint_set_ratchet(world, joint, pitch, phase)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_ratchet(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_ratchet(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_length(world: Handle, joint: cairn_joint_id, length: f32) -> i32 {
    code(world.change(|world| calls::joint_set_length(world, joint, length)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_frames(world: Handle, joint: cairn_joint_id, frame_a_x: f32, frame_a_y: f32, frame_a_angle: f32, frame_b_x: f32, frame_b_y: f32, frame_b_angle: f32) -> i32 {
    code(world.change(|world| calls::joint_set_frames(world, joint, Pose { p: vec2(frame_a_x, frame_a_y), q: Rot::from_angle(frame_a_angle) }, Pose { p: vec2(frame_b_x, frame_b_y), q: Rot::from_angle(frame_b_angle) })))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_break_at(world: Handle, joint: cairn_joint_id, force: f32, torque: f32) -> i32 {
    code(world.change(|world| calls::joint_set_break_at(world, joint, force, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_break_at(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_break_at(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_report_above(world: Handle, joint: cairn_joint_id, force: f32, torque: f32) -> i32 {
    code(world.change(|world| calls::joint_set_report_above(world, joint, force, torque)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_clear_report_above(world: Handle, joint: cairn_joint_id) -> i32 {
    code(world.change(|world| calls::joint_clear_report_above(world, joint)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_collide_connected(world: Handle, joint: cairn_joint_id, collide: u8) -> i32 {
    code(world.change(|world| calls::joint_set_collide_connected(world, joint, collide)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_joint_set_user_data(world: Handle, joint: cairn_joint_id, user_data: u64) -> i32 {
    code(world.change(|world| calls::joint_set_user_data(world, joint, user_data)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_contacts(world: Handle, out: Out<cairn_contact_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_contacts(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_exists(world: Handle, contact: cairn_contact_id) -> u8 {
    value(world.look(|world| calls::contact_exists(world, contact)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_exists(world: Handle, contact: cairn_contact_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::contact_exists(world, contact).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_shapes(world: Handle, contact: cairn_contact_id, out: Out<cairn_pair_of_shapes>) -> i32 {
    code(world.look(|world| calls::contact_shapes(world, contact).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_bodies(world: Handle, contact: cairn_contact_id, out: Out<cairn_pair_of_bodies>) -> i32 {
    code(world.look(|world| calls::contact_bodies(world, contact).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_is_touching(world: Handle, contact: cairn_contact_id) -> u8 {
    value(world.look(|world| calls::contact_is_touching(world, contact)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_is_touching(world: Handle, contact: cairn_contact_id, out: Out<u8>) -> i32 {
    code(world.look(|world| calls::contact_is_touching(world, contact).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_get_normal(world: Handle, contact: cairn_contact_id, out: Out<cairn_vec2>) -> i32 {
    code(world.look(|world| calls::contact_normal(world, contact).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_points(world: Handle, contact: cairn_contact_id, out: Out<cairn_contact_point>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::contact_points(world, contact, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_contact_points_from(world: Handle, contact: cairn_contact_id, origin_x: f64, origin_y: f64, out: Out<cairn_contact_point>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::contact_points_from(world, contact, DVec2::new(origin_x, origin_y), &mut |item| list.push(item)));
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
extern "C" fn cairn_world_shape_distance(world: Handle, a: cairn_shape_id, b: cairn_shape_id, out: Out<cairn_pair_result>) -> i32 {
    code(world.look(|world| calls::world_shape_distance(world, a, b).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_body_distance(world: Handle, a: cairn_body_id, b: cairn_body_id, out: Out<cairn_pair_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_body_distance(world, a, b)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_shape_impact(world: Handle, a: cairn_shape_id, b: cairn_shape_id, time: f32, out: Out<cairn_impact_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_shape_impact(world, a, b, time)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_body_impact(world: Handle, a: cairn_body_id, b: cairn_body_id, time: f32, out: Out<cairn_impact_result>) -> i32 {
    fill_maybe(out, world.look(|world| calls::world_body_impact(world, a, b, time)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_explode(world: Handle, explosion: In<cairn_explosion>) -> u32 {
    value(world.change(|world| calls::world_explode(world, explosion.get("explosion")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_explode(world: Handle, explosion: In<cairn_explosion>, out: Out<u32>) -> i32 {
    code(world.change(|world| calls::world_explode(world, explosion.get("explosion")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_add_field(world: Handle, field: In<cairn_field_def>) -> cairn_field_id {
    value(world.change(|world| calls::world_add_field(world, field.get("field")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_add_field(world: Handle, field: In<cairn_field_def>, out: Out<cairn_field_id>) -> i32 {
    code(world.change(|world| calls::world_add_field(world, field.get("field")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_set_field(world: Handle, id: cairn_field_id, field: In<cairn_field_def>) -> i32 {
    code(world.change(|world| calls::world_set_field(world, id, field.get("field")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_remove_field(world: Handle, id: cairn_field_id) -> i32 {
    code(world.change(|world| calls::world_remove_field(world, id)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_fields(world: Handle, out: Out<cairn_field_id>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_fields(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_add_portals(world: Handle, pair: In<cairn_portal_pair>) -> cairn_portal_id {
    value(world.change(|world| calls::world_add_portals(world, pair.get("pair")?)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_try_add_portals(world: Handle, pair: In<cairn_portal_pair>, out: Out<cairn_portal_id>) -> i32 {
    code(world.change(|world| calls::world_add_portals(world, pair.get("pair")?).map(|value| out.set(value))))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_remove_portals(world: Handle, id: cairn_portal_id) -> i32 {
    code(world.change(|world| calls::world_remove_portals(world, id)))
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_portals(world: Handle, out: Out<cairn_portals>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_portals(world, &mut |item| list.push(item)));
    counted(count, &list, done)
}

#[unsafe(no_mangle)]
extern "C" fn cairn_world_images(world: Handle, body: cairn_body_id, out: Out<cairn_pose>, capacity: u32, count: Out<u32>) -> i32 {
    let mut list = List::new(out, capacity);
    let done = world.look(|world| calls::world_images(world, body, &mut |item| list.push(item)));
    counted(count, &list, done)
}

/// Number of lists that a world keeps for its caller.
pub(crate) const VIEWS: usize = 11;

