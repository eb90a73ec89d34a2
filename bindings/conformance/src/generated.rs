//! Arguments, calls and results of scripts. Written by `cargo xtask bindings` from the table of the API.

use cairn2d_capi::convert::*;
use cairn2d_capi::generated::calls;
use cairn2d_capi::generated::structs::*;

use crate::run::{Log, Run, ScriptError};

/// Structs that wait for the next call with a list of them.
#[derive(Default)]
pub(crate) struct Pending {
    pub(crate) body_impulse: Vec<cairn_body_impulse>,
    pub(crate) chain_def: Vec<cairn_chain_def>,
    pub(crate) material: Vec<cairn_material>,
    pub(crate) ray: Vec<cairn_ray>,
    pub(crate) shape_def: Vec<cairn_shape_def>,
}

fn set_world_config(run: &Run<'_>, v: &mut cairn_world_config, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "gravity" => v.gravity = run.read(value)?,
        "sub_steps" => v.sub_steps = run.read(value)?,
        "sleeping" => v.sleeping = run.truth(value)?,
        "layered_sleep" => v.layered_sleep = run.truth(value)?,
        "continuous" => v.continuous = run.truth(value)?,
        "restitution_threshold" => v.restitution_threshold = run.read(value)?,
        "exact_restitution" => v.exact_restitution = run.read(value)?,
        "max_linear_speed" => v.max_linear_speed = run.read(value)?,
        "max_angular_speed" => v.max_angular_speed = run.read(value)?,
        "contact_hertz" => v.contact_hertz = run.read(value)?,
        "contact_damping_ratio" => v.contact_damping_ratio = run.read(value)?,
        "contact_push_speed" => v.contact_push_speed = run.read(value)?,
        "joint_hertz" => v.joint_hertz = run.read(value)?,
        "joint_damping_ratio" => v.joint_damping_ratio = run.read(value)?,
        "threads" => v.threads = run.read(value)?,
        "lanes" => v.lanes = run.choice(value, LANES_NAMES)?,
        "large_world" => v.large_world = run.truth(value)?,
        "id_tag" => v.id_tag = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_world_config(run: &mut Run<'_>) -> Result<cairn_world_config, ScriptError> {
    let mut v = cairn_world_config::default();
    for (key, value) in run.fields()? {
        set_world_config(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_filter(run: &Run<'_>, v: &mut cairn_filter, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "category" => v.category = run.read(value)?,
        "mask" => v.mask = run.read(value)?,
        "group" => v.group = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_filter(run: &mut Run<'_>) -> Result<cairn_filter, ScriptError> {
    let mut v = cairn_filter::default();
    for (key, value) in run.fields()? {
        set_filter(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_filter {
    fn note(&self, run: &mut Run<'_>) {
        self.category.note(run);
        self.mask.note(run);
        self.group.note(run);
    }
}

fn set_portal_pair(run: &Run<'_>, v: &mut cairn_portal_pair, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "body_a" => v.body_a = run.read(value)?,
        "body_b" => v.body_b = run.read(value)?,
        "at_a" => v.at_a = run.read(value)?,
        "at_b" => v.at_b = run.read(value)?,
        "out_a" => v.out_a = run.read(value)?,
        "out_b" => v.out_b = run.read(value)?,
        "width" => v.width = run.read(value)?,
        "rims" => v.rims = run.truth(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_portal_pair(run: &mut Run<'_>) -> Result<cairn_portal_pair, ScriptError> {
    let mut v = cairn_portal_pair::default();
    for (key, value) in run.fields()? {
        set_portal_pair(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_portals {
    fn note(&self, run: &mut Run<'_>) {
        self.id.note(run);
        self.opening_a.note(run);
        self.opening_b.note(run);
        self.body_a.note(run);
        self.body_b.note(run);
        self.frame_a.note(run);
        self.frame_b.note(run);
        self.width.note(run);
        self.has_rims.note(run);
    }
}

impl Log for cairn_teleport_event {
    fn note(&self, run: &mut Run<'_>) {
        self.body.note(run);
        self.user_data.note(run);
        self.portals.note(run);
        self.from.note(run);
        self.to.note(run);
    }
}

fn set_material(run: &Run<'_>, v: &mut cairn_material, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "friction" => v.friction = run.read(value)?,
        "restitution" => v.restitution = run.read(value)?,
        "rolling_resistance" => v.rolling_resistance = run.read(value)?,
        "tangent_speed" => v.tangent_speed = run.read(value)?,
        "has_static_friction" => v.has_static_friction = run.truth(value)?,
        "static_friction" => v.static_friction = run.read(value)?,
        "has_softness" => v.has_softness = run.truth(value)?,
        "softness_hertz" => v.softness_hertz = run.read(value)?,
        "softness_damping_ratio" => v.softness_damping_ratio = run.read(value)?,
        "id" => v.id = run.read(value)?,
        "friction_combine" => v.friction_combine = run.choice(value, COMBINE_NAMES)?,
        "restitution_combine" => v.restitution_combine = run.choice(value, COMBINE_NAMES)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_material(run: &mut Run<'_>) -> Result<cairn_material, ScriptError> {
    let mut v = cairn_material::default();
    for (key, value) in run.fields()? {
        set_material(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_material {
    fn note(&self, run: &mut Run<'_>) {
        self.friction.note(run);
        self.restitution.note(run);
        self.rolling_resistance.note(run);
        self.tangent_speed.note(run);
        self.has_static_friction.note(run);
        self.static_friction.note(run);
        self.has_softness.note(run);
        self.softness_hertz.note(run);
        self.softness_damping_ratio.note(run);
        self.id.note(run);
        self.friction_combine.note(run);
        self.restitution_combine.note(run);
    }
}

fn set_material_pair(run: &Run<'_>, v: &mut cairn_material_pair, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "has_friction" => v.has_friction = run.truth(value)?,
        "friction" => v.friction = run.read(value)?,
        "has_static_friction" => v.has_static_friction = run.truth(value)?,
        "static_friction" => v.static_friction = run.read(value)?,
        "has_restitution" => v.has_restitution = run.truth(value)?,
        "restitution" => v.restitution = run.read(value)?,
        "has_rolling_resistance" => v.has_rolling_resistance = run.truth(value)?,
        "rolling_resistance" => v.rolling_resistance = run.read(value)?,
        "has_softness" => v.has_softness = run.truth(value)?,
        "softness_hertz" => v.softness_hertz = run.read(value)?,
        "softness_damping_ratio" => v.softness_damping_ratio = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_material_pair(run: &mut Run<'_>) -> Result<cairn_material_pair, ScriptError> {
    let mut v = cairn_material_pair::default();
    for (key, value) in run.fields()? {
        set_material_pair(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_material_pair {
    fn note(&self, run: &mut Run<'_>) {
        self.has_friction.note(run);
        self.friction.note(run);
        self.has_static_friction.note(run);
        self.static_friction.note(run);
        self.has_restitution.note(run);
        self.restitution.note(run);
        self.has_rolling_resistance.note(run);
        self.rolling_resistance.note(run);
        self.has_softness.note(run);
        self.softness_hertz.note(run);
        self.softness_damping_ratio.note(run);
    }
}

fn set_geometry(run: &Run<'_>, v: &mut cairn_geometry, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "kind" => v.kind = run.choice(value, SHAPE_TYPE_NAMES)?,
        "a" => v.a = run.read(value)?,
        "b" => v.b = run.read(value)?,
        "radius" => v.radius = run.read(value)?,
        "angle" => v.angle = run.read(value)?,
        "points" => v.set_points(run.points(value)?),
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_geometry(run: &mut Run<'_>) -> Result<cairn_geometry, ScriptError> {
    let mut v = cairn_geometry::default();
    for (key, value) in run.fields()? {
        set_geometry(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_geometry {
    fn note(&self, run: &mut Run<'_>) {
        self.kind.note(run);
        self.a.note(run);
        self.b.note(run);
        self.radius.note(run);
        self.angle.note(run);
    }
}

fn set_shape_def(run: &Run<'_>, v: &mut cairn_shape_def, key: &str, value: &str) -> Result<(), ScriptError> {
    if let Some(key) = key.strip_prefix("geometry.") {
        return set_geometry(run, &mut v.geometry, key, value);
    }
    if let Some(key) = key.strip_prefix("material.") {
        return set_material(run, &mut v.material, key, value);
    }
    if let Some(key) = key.strip_prefix("filter.") {
        return set_filter(run, &mut v.filter, key, value);
    }
    match key {
        "density" => v.density = run.read(value)?,
        "has_one_way" => v.has_one_way = run.truth(value)?,
        "one_way_direction" => v.one_way_direction = run.read(value)?,
        "one_way_half_angle" => v.one_way_half_angle = run.read(value)?,
        "reports_hits" => v.reports_hits = run.truth(value)?,
        "report_hits_above" => v.report_hits_above = run.read(value)?,
        "sensor" => v.sensor = run.truth(value)?,
        "has_sensor_events" => v.has_sensor_events = run.truth(value)?,
        "sensor_events" => v.sensor_events = run.truth(value)?,
        "hooked" => v.hooked = run.truth(value)?,
        "user_data" => v.user_data = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_shape_def(run: &mut Run<'_>) -> Result<cairn_shape_def, ScriptError> {
    let mut v = cairn_shape_def::default();
    for (key, value) in run.fields()? {
        set_shape_def(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_chain_def(run: &Run<'_>, v: &mut cairn_chain_def, key: &str, value: &str) -> Result<(), ScriptError> {
    if let Some(key) = key.strip_prefix("material.") {
        return set_material(run, &mut v.material, key, value);
    }
    if let Some(key) = key.strip_prefix("filter.") {
        return set_filter(run, &mut v.filter, key, value);
    }
    match key {
        "points" => v.set_points(run.points(value)?),
        "closed" => v.closed = run.truth(value)?,
        "has_one_way" => v.has_one_way = run.truth(value)?,
        "one_way_direction" => v.one_way_direction = run.read(value)?,
        "one_way_half_angle" => v.one_way_half_angle = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_chain_def(run: &mut Run<'_>) -> Result<cairn_chain_def, ScriptError> {
    let mut v = cairn_chain_def::default();
    for (key, value) in run.fields()? {
        set_chain_def(run, &mut v, key, value)?;
    }
    v.set_materials(std::mem::take(&mut run.pending.material).leak());
    Ok(v)
}

fn set_mass(run: &Run<'_>, v: &mut cairn_mass, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "mass" => v.mass = run.read(value)?,
        "center" => v.center = run.read(value)?,
        "inertia" => v.inertia = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_mass(run: &mut Run<'_>) -> Result<cairn_mass, ScriptError> {
    let mut v = cairn_mass::default();
    for (key, value) in run.fields()? {
        set_mass(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_mass {
    fn note(&self, run: &mut Run<'_>) {
        self.mass.note(run);
        self.center.note(run);
        self.inertia.note(run);
    }
}

fn set_locks(run: &Run<'_>, v: &mut cairn_locks, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "x" => v.x = run.truth(value)?,
        "y" => v.y = run.truth(value)?,
        "rotation" => v.rotation = run.truth(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

impl Log for cairn_locks {
    fn note(&self, run: &mut Run<'_>) {
        self.x.note(run);
        self.y.note(run);
        self.rotation.note(run);
    }
}

fn set_body_def(run: &Run<'_>, v: &mut cairn_body_def, key: &str, value: &str) -> Result<(), ScriptError> {
    if let Some(key) = key.strip_prefix("locks.") {
        return set_locks(run, &mut v.locks, key, value);
    }
    if let Some(key) = key.strip_prefix("mass.") {
        return set_mass(run, &mut v.mass, key, value);
    }
    match key {
        "kind" => v.kind = run.choice(value, BODY_TYPE_NAMES)?,
        "position" => v.position = run.read(value)?,
        "angle" => v.angle = run.read(value)?,
        "velocity" => v.velocity = run.read(value)?,
        "angular_velocity" => v.angular_velocity = run.read(value)?,
        "linear_damping" => v.linear_damping = run.read(value)?,
        "angular_damping" => v.angular_damping = run.read(value)?,
        "gravity_scale" => v.gravity_scale = run.read(value)?,
        "sleep_threshold" => v.sleep_threshold = run.read(value)?,
        "can_sleep" => v.can_sleep = run.truth(value)?,
        "asleep" => v.asleep = run.truth(value)?,
        "disabled" => v.disabled = run.truth(value)?,
        "bullet" => v.bullet = run.truth(value)?,
        "joined" => v.joined = run.truth(value)?,
        "sweep_threshold" => v.sweep_threshold = run.read(value)?,
        "time_scale" => v.time_scale = run.read(value)?,
        "dominance" => v.dominance = run.read(value)?,
        "has_mass" => v.has_mass = run.truth(value)?,
        "user_data" => v.user_data = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_body_def(run: &mut Run<'_>) -> Result<cairn_body_def, ScriptError> {
    let mut v = cairn_body_def::default();
    for (key, value) in run.fields()? {
        set_body_def(run, &mut v, key, value)?;
    }
    v.set_shapes(std::mem::take(&mut run.pending.shape_def).leak());
    v.set_chains(std::mem::take(&mut run.pending.chain_def).leak());
    Ok(v)
}

fn set_joint_def(run: &Run<'_>, v: &mut cairn_joint_def, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "kind" => v.kind = run.choice(value, JOINT_TYPE_NAMES)?,
        "body_a" => v.body_a = run.read(value)?,
        "body_b" => v.body_b = run.read(value)?,
        "anchor" => v.anchor = run.choice(value, ANCHOR_TYPE_NAMES)?,
        "anchor_a" => v.anchor_a = run.read(value)?,
        "anchor_b" => v.anchor_b = run.read(value)?,
        "angle_a" => v.angle_a = run.read(value)?,
        "angle_b" => v.angle_b = run.read(value)?,
        "has_along" => v.has_along = run.truth(value)?,
        "along" => v.along = run.read(value)?,
        "has_collide_connected" => v.has_collide_connected = run.truth(value)?,
        "collide_connected" => v.collide_connected = run.truth(value)?,
        "has_length" => v.has_length = run.truth(value)?,
        "length" => v.length = run.read(value)?,
        "enable_limits" => v.enable_limits = run.truth(value)?,
        "lower" => v.lower = run.read(value)?,
        "upper" => v.upper = run.read(value)?,
        "enable_motor" => v.enable_motor = run.truth(value)?,
        "motor_speed" => v.motor_speed = run.read(value)?,
        "motor_strength" => v.motor_strength = run.read(value)?,
        "enable_spring" => v.enable_spring = run.truth(value)?,
        "spring_hertz" => v.spring_hertz = run.read(value)?,
        "spring_damping_ratio" => v.spring_damping_ratio = run.read(value)?,
        "spring_target" => v.spring_target = run.read(value)?,
        "has_spring_range" => v.has_spring_range = run.truth(value)?,
        "spring_lower" => v.spring_lower = run.read(value)?,
        "spring_upper" => v.spring_upper = run.read(value)?,
        "enable_servo" => v.enable_servo = run.truth(value)?,
        "servo_target" => v.servo_target = run.read(value)?,
        "servo_max_speed" => v.servo_max_speed = run.read(value)?,
        "servo_strength" => v.servo_strength = run.read(value)?,
        "enable_linear_motor" => v.enable_linear_motor = run.truth(value)?,
        "linear_motor_velocity" => v.linear_motor_velocity = run.read(value)?,
        "linear_motor_max_force" => v.linear_motor_max_force = run.read(value)?,
        "enable_linear_spring" => v.enable_linear_spring = run.truth(value)?,
        "linear_spring_hertz" => v.linear_spring_hertz = run.read(value)?,
        "linear_spring_damping_ratio" => v.linear_spring_damping_ratio = run.read(value)?,
        "linear_spring_max_force" => v.linear_spring_max_force = run.read(value)?,
        "has_ratchet" => v.has_ratchet = run.truth(value)?,
        "ratchet_pitch" => v.ratchet_pitch = run.read(value)?,
        "ratchet_phase" => v.ratchet_phase = run.read(value)?,
        "ratio" => v.ratio = run.read(value)?,
        "over_a" => v.over_a = run.read(value)?,
        "over_b" => v.over_b = run.read(value)?,
        "slack" => v.slack = run.truth(value)?,
        "target" => v.target = run.read(value)?,
        "has_softness" => v.has_softness = run.truth(value)?,
        "softness_hertz" => v.softness_hertz = run.read(value)?,
        "softness_damping_ratio" => v.softness_damping_ratio = run.read(value)?,
        "has_break_force" => v.has_break_force = run.truth(value)?,
        "break_force" => v.break_force = run.read(value)?,
        "has_break_torque" => v.has_break_torque = run.truth(value)?,
        "break_torque" => v.break_torque = run.read(value)?,
        "has_report_force" => v.has_report_force = run.truth(value)?,
        "report_force" => v.report_force = run.read(value)?,
        "has_report_torque" => v.has_report_torque = run.truth(value)?,
        "report_torque" => v.report_torque = run.read(value)?,
        "disabled" => v.disabled = run.truth(value)?,
        "user_data" => v.user_data = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_joint_def(run: &mut Run<'_>) -> Result<cairn_joint_def, ScriptError> {
    let mut v = cairn_joint_def::default();
    for (key, value) in run.fields()? {
        set_joint_def(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_field_def(run: &Run<'_>, v: &mut cairn_field_def, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "area" => v.area = run.choice(value, AREA_TYPE_NAMES)?,
        "area_a" => v.area_a = run.read(value)?,
        "area_b" => v.area_b = run.read(value)?,
        "area_radius" => v.area_radius = run.read(value)?,
        "area_points" => v.set_area_points(run.points(value)?),
        "effect" => v.effect = run.choice(value, EFFECT_TYPE_NAMES)?,
        "vector" => v.vector = run.read(value)?,
        "strength" => v.strength = run.read(value)?,
        "falloff" => v.falloff = run.choice(value, FALLOFF_NAMES)?,
        "min_distance" => v.min_distance = run.read(value)?,
        "density" => v.density = run.read(value)?,
        "drag" => v.drag = run.read(value)?,
        "lift" => v.lift = run.read(value)?,
        "angular" => v.angular = run.read(value)?,
        "priority" => v.priority = run.read(value)?,
        "has_exclusive" => v.has_exclusive = run.truth(value)?,
        "exclusive" => v.exclusive = run.truth(value)?,
        "mask" => v.mask = run.read(value)?,
        "disabled" => v.disabled = run.truth(value)?,
        "user_data" => v.user_data = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_field_def(run: &mut Run<'_>) -> Result<cairn_field_def, ScriptError> {
    let mut v = cairn_field_def::default();
    for (key, value) in run.fields()? {
        set_field_def(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_query_filter(run: &Run<'_>, v: &mut cairn_query_filter, key: &str, value: &str) -> Result<(), ScriptError> {
    if let Some(key) = key.strip_prefix("collision.") {
        return set_filter(run, &mut v.collision, key, value);
    }
    match key {
        "has_collision" => v.has_collision = run.truth(value)?,
        "ignore_body" => v.ignore_body = run.read(value)?,
        "sensors" => v.sensors = run.truth(value)?,
        "honor_one_way" => v.honor_one_way = run.truth(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_query_filter(run: &mut Run<'_>) -> Result<cairn_query_filter, ScriptError> {
    let mut v = cairn_query_filter::default();
    for (key, value) in run.fields()? {
        set_query_filter(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_explosion(run: &Run<'_>, v: &mut cairn_explosion, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "center" => v.center = run.read(value)?,
        "radius" => v.radius = run.read(value)?,
        "falloff" => v.falloff = run.read(value)?,
        "impulse_per_length" => v.impulse_per_length = run.read(value)?,
        "mask" => v.mask = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_explosion(run: &mut Run<'_>) -> Result<cairn_explosion, ScriptError> {
    let mut v = cairn_explosion::default();
    for (key, value) in run.fields()? {
        set_explosion(run, &mut v, key, value)?;
    }
    Ok(v)
}

fn set_body_impulse(run: &Run<'_>, v: &mut cairn_body_impulse, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "body" => v.body = run.read(value)?,
        "impulse" => v.impulse = run.read(value)?,
        "angular" => v.angular = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_body_impulse(run: &mut Run<'_>) -> Result<cairn_body_impulse, ScriptError> {
    let mut v = cairn_body_impulse::default();
    for (key, value) in run.fields()? {
        set_body_impulse(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_box {
    fn note(&self, run: &mut Run<'_>) {
        self.min.note(run);
        self.max.note(run);
    }
}

impl Log for cairn_step_report {
    fn note(&self, run: &mut Run<'_>) {
        self.awake_bodies.note(run);
        self.awake_contacts.note(run);
        self.solved_contacts.note(run);
        self.solved_joints.note(run);
        self.colors.note(run);
        self.overflow_constraints.note(run);
        self.new_contacts.note(run);
        self.impacts.note(run);
        self.continuous_bodies.note(run);
        self.sensor_overlaps.note(run);
        self.capped_bodies.note(run);
        self.broken_joints.note(run);
    }
}

impl Log for cairn_counts {
    fn note(&self, run: &mut Run<'_>) {
        self.bodies.note(run);
        self.awake_bodies.note(run);
        self.sleeping_bodies.note(run);
        self.shapes.note(run);
        self.sensors.note(run);
        self.contacts.note(run);
        self.touching_contacts.note(run);
        self.joints.note(run);
        self.awake_islands.note(run);
        self.sleeping_islands.note(run);
    }
}

impl Log for cairn_impulse_counts {
    fn note(&self, run: &mut Run<'_>) {
        self.applied.note(run);
        self.stale.note(run);
        self.asleep.note(run);
        self.unmoved.note(run);
    }
}

impl Log for cairn_cast_result {
    fn note(&self, run: &mut Run<'_>) {
        self.shape.note(run);
        self.body.note(run);
        self.fraction.note(run);
        self.point.note(run);
        self.normal.note(run);
    }
}

fn set_ray(run: &Run<'_>, v: &mut cairn_ray, key: &str, value: &str) -> Result<(), ScriptError> {
    match key {
        "origin" => v.origin = run.read(value)?,
        "translation" => v.translation = run.read(value)?,
        _ => return Err(run.wrong(key)),
    }
    Ok(())
}

pub(crate) fn read_ray(run: &mut Run<'_>) -> Result<cairn_ray, ScriptError> {
    let mut v = cairn_ray::default();
    for (key, value) in run.fields()? {
        set_ray(run, &mut v, key, value)?;
    }
    Ok(v)
}

impl Log for cairn_ray {
    fn note(&self, run: &mut Run<'_>) {
        self.origin.note(run);
        self.translation.note(run);
    }
}

impl Log for cairn_ray_answer {
    fn note(&self, run: &mut Run<'_>) {
        self.has_hit.note(run);
        self.shape.note(run);
        self.body.note(run);
        self.fraction.note(run);
        self.point.note(run);
        self.normal.note(run);
    }
}

impl Log for cairn_nearest_result {
    fn note(&self, run: &mut Run<'_>) {
        self.shape.note(run);
        self.body.note(run);
        self.point.note(run);
        self.distance.note(run);
        self.normal.note(run);
    }
}

impl Log for cairn_separation_result {
    fn note(&self, run: &mut Run<'_>) {
        self.shape.note(run);
        self.body.note(run);
        self.distance.note(run);
        self.point.note(run);
        self.own_point.note(run);
        self.normal.note(run);
    }
}

impl Log for cairn_pair_result {
    fn note(&self, run: &mut Run<'_>) {
        self.shape_a.note(run);
        self.shape_b.note(run);
        self.distance.note(run);
        self.point_a.note(run);
        self.point_b.note(run);
        self.normal.note(run);
    }
}

impl Log for cairn_impact_result {
    fn note(&self, run: &mut Run<'_>) {
        self.shape_a.note(run);
        self.shape_b.note(run);
        self.time.note(run);
        self.point.note(run);
        self.normal.note(run);
    }
}

impl Log for cairn_shape_in_box {
    fn note(&self, run: &mut Run<'_>) {
        self.shape.note(run);
        self.body.note(run);
        self.pose.note(run);
        self.center.note(run);
        self.velocity.note(run);
        self.angular_velocity.note(run);
    }
}

impl Log for cairn_contact_point {
    fn note(&self, run: &mut Run<'_>) {
        self.point.note(run);
        self.separation.note(run);
        self.normal_impulse.note(run);
        self.tangent_impulse.note(run);
        self.feature.note(run);
    }
}

impl Log for cairn_party {
    fn note(&self, run: &mut Run<'_>) {
        self.shape.note(run);
        self.body.note(run);
        self.shape_data.note(run);
        self.body_data.note(run);
    }
}

impl Log for cairn_touch_event {
    fn note(&self, run: &mut Run<'_>) {
        self.contact.note(run);
        self.a.note(run);
        self.b.note(run);
    }
}

impl Log for cairn_hit_event {
    fn note(&self, run: &mut Run<'_>) {
        self.contact.note(run);
        self.a.note(run);
        self.b.note(run);
        self.point.note(run);
        self.normal.note(run);
        self.approach_speed.note(run);
        self.impulse.note(run);
    }
}

impl Log for cairn_sensor_event {
    fn note(&self, run: &mut Run<'_>) {
        self.kind.note(run);
        self.sensor.note(run);
        self.visitor.note(run);
    }
}

impl Log for cairn_move_event {
    fn note(&self, run: &mut Run<'_>) {
        self.body.note(run);
        self.user_data.note(run);
        self.pose.note(run);
    }
}

impl Log for cairn_sleep_event {
    fn note(&self, run: &mut Run<'_>) {
        self.body.note(run);
        self.user_data.note(run);
    }
}

impl Log for cairn_joint_event {
    fn note(&self, run: &mut Run<'_>) {
        self.joint.note(run);
        self.user_data.note(run);
        self.body_a.note(run);
        self.body_b.note(run);
        self.data_a.note(run);
        self.data_b.note(run);
        self.force.note(run);
        self.torque.note(run);
    }
}

impl Log for cairn_range {
    fn note(&self, run: &mut Run<'_>) {
        self.lower.note(run);
        self.upper.note(run);
    }
}

impl Log for cairn_motor {
    fn note(&self, run: &mut Run<'_>) {
        self.speed.note(run);
        self.strength.note(run);
    }
}

impl Log for cairn_spring {
    fn note(&self, run: &mut Run<'_>) {
        self.hertz.note(run);
        self.damping_ratio.note(run);
        self.target.note(run);
    }
}

impl Log for cairn_servo {
    fn note(&self, run: &mut Run<'_>) {
        self.target.note(run);
        self.max_speed.note(run);
        self.strength.note(run);
    }
}

impl Log for cairn_linear_motor {
    fn note(&self, run: &mut Run<'_>) {
        self.velocity.note(run);
        self.max_force.note(run);
    }
}

impl Log for cairn_linear_spring {
    fn note(&self, run: &mut Run<'_>) {
        self.hertz.note(run);
        self.damping_ratio.note(run);
        self.max_force.note(run);
    }
}

impl Log for cairn_load_limit {
    fn note(&self, run: &mut Run<'_>) {
        self.has_force.note(run);
        self.force.note(run);
        self.has_torque.note(run);
        self.torque.note(run);
    }
}

impl Log for cairn_pair_of_bodies {
    fn note(&self, run: &mut Run<'_>) {
        self.a.note(run);
        self.b.note(run);
    }
}

impl Log for cairn_pair_of_shapes {
    fn note(&self, run: &mut Run<'_>) {
        self.a.note(run);
        self.b.note(run);
    }
}

impl Log for cairn_pair_of_poses {
    fn note(&self, run: &mut Run<'_>) {
        self.a.note(run);
        self.b.note(run);
    }
}

impl Log for cairn_pair_of_points {
    fn note(&self, run: &mut Run<'_>) {
        self.a.note(run);
        self.b.note(run);
    }
}

impl Log for cairn_overlap {
    fn note(&self, run: &mut Run<'_>) {
        self.sensor.note(run);
        self.visitor.note(run);
    }
}

impl Log for cairn_one_way {
    fn note(&self, run: &mut Run<'_>) {
        self.direction.note(run);
        self.half_angle.note(run);
    }
}

impl Log for cairn_primitive {
    fn note(&self, run: &mut Run<'_>) {
        self.kind.note(run);
        self.color.note(run);
        self.first.note(run);
        self.count.note(run);
        self.radius.note(run);
    }
}

pub(crate) fn push(run: &mut Run<'_>, name: &str) -> Result<(), ScriptError> {
    match name {
        "body_impulse" => {
            let value = read_body_impulse(run)?;
            run.pending.body_impulse.push(value);
        }
        "chain_def" => {
            let value = read_chain_def(run)?;
            run.pending.chain_def.push(value);
        }
        "material" => {
            let value = read_material(run)?;
            run.pending.material.push(value);
        }
        "ray" => {
            let value = read_ray(run)?;
            run.pending.ray.push(value);
        }
        "shape_def" => {
            let value = read_shape_def(run)?;
            run.pending.shape_def.push(value);
        }
        _ => return Err(run.wrong("nothing to push")),
    }
    Ok(())
}

/// Makes a call; returns whether the table has it.
pub(crate) fn call(run: &mut Run<'_>, name: &str) -> Result<bool, ScriptError> {
    match name {
        "World.step" => {
            let dt: f32 = run.value()?;
            let done = calls::world_step(&mut run.world, dt);
            run.log_one(&done);
        }
        "World.hash" => {
            let done = calls::world_hash(&run.world);
            run.log_one(&done);
        }
        "World.step_count" => {
            let done = calls::world_step_count(&run.world);
            run.log_one(&done);
        }
        "World.counts" => {
            let done = calls::world_counts(&run.world);
            run.log_one(&done);
        }
        "World.set_gravity" => {
            let gravity = run.next_vec2()?;
            let done = calls::world_set_gravity(&mut run.world, gravity);
            run.log_one(&done);
        }
        "World.gravity" => {
            let done = calls::world_gravity(&run.world);
            run.log_one(&done);
        }
        "World.set_sub_steps" => {
            let sub_steps: u32 = run.value()?;
            let done = calls::world_set_sub_steps(&mut run.world, sub_steps);
            run.log_one(&done);
        }
        "World.set_sleeping" => {
            let sleeping = run.next_truth()?;
            let done = calls::world_set_sleeping(&mut run.world, sleeping);
            run.log_one(&done);
        }
        "World.set_continuous" => {
            let continuous = run.next_truth()?;
            let done = calls::world_set_continuous(&mut run.world, continuous);
            run.log_one(&done);
        }
        "World.set_threads" => {
            let threads: u32 = run.value()?;
            let done = calls::world_set_threads(&mut run.world, threads);
            run.log_one(&done);
        }
        "World.set_lanes" => {
            let lanes = run.next_choice(LANES_NAMES)?;
            let done = calls::world_set_lanes(&mut run.world, lanes);
            run.log_one(&done);
        }
        "World.shift_origin" => {
            let origin = run.next_vec2()?;
            let done = calls::world_shift_origin(&mut run.world, origin);
            run.log_one(&done);
        }
        "World.set_stage_checks" => {
            let on = run.next_truth()?;
            let done = calls::world_set_stage_checks(&mut run.world, on);
            run.log_one(&done);
        }
        "World.reserve" => {
            let bodies: u32 = run.value()?;
            let shapes: u32 = run.value()?;
            let joints: u32 = run.value()?;
            let contacts: u32 = run.value()?;
            let done = calls::world_reserve(&mut run.world, bodies, shapes, joints, contacts);
            run.log_one(&done);
        }
        "World.is_untouched" => {
            let done = calls::world_is_untouched(&run.world);
            run.log_one(&done);
        }
        "World.is_recorded" => {
            let done = calls::world_is_recorded(&run.world);
            run.log_one(&done);
        }
        "World.recorded_steps" => {
            let done = calls::world_recorded_steps(&run.world);
            run.log_one(&done);
        }
        "World.spawn" => {
            let def = read_body_def(run)?;
            let done = calls::world_spawn(&mut run.world, &def);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "World.despawn" => {
            let body: cairn_body_id = run.value()?;
            let done = calls::world_despawn(&mut run.world, body);
            run.log_one(&done);
        }
        "World.bodies" => {
            let mut list: Vec<cairn_body_id> = Vec::new();
            let done = calls::world_bodies(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Body.exists" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_exists(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.kind" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_kind(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.pose" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_pose(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.position" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_position(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.position64" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_position64(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.pose_from" => {
            let receiver: cairn_body_id = run.value()?;
            let origin = run.next_dvec2()?;
            let done = calls::body_pose_from(&run.world, receiver, origin);
            run.log_one(&done);
        }
        "Body.rotation" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_rotation(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.angle" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_angle(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.center" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_center(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.center64" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_center64(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.velocity" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_velocity(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.angular_velocity" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_angular_velocity(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.velocity_at" => {
            let receiver: cairn_body_id = run.value()?;
            let point = run.next_vec2()?;
            let done = calls::body_velocity_at(&run.world, receiver, point);
            run.log_one(&done);
        }
        "Body.pose_after" => {
            let receiver: cairn_body_id = run.value()?;
            let time: f32 = run.value()?;
            let done = calls::body_pose_after(&run.world, receiver, time);
            run.log_one(&done);
        }
        "Body.mass" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_mass(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.given_mass" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_given_mass(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Body.kinetic_energy" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_kinetic_energy(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.is_awake" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_is_awake(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.is_asleep" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_is_asleep(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.is_enabled" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_is_enabled(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.gravity_scale" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_gravity_scale(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.linear_damping" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_linear_damping(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.angular_damping" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_angular_damping(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.locks" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_locks(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.sleep_threshold" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_sleep_threshold(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.is_bullet" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_is_bullet(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.is_joined" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_is_joined(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.sweep_threshold" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_sweep_threshold(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.time_scale" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_time_scale(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.dominance" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_dominance(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.can_sleep" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_can_sleep(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.user_data" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_user_data(&run.world, receiver);
            run.log_one(&done);
        }
        "Body.shapes" => {
            let receiver: cairn_body_id = run.value()?;
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::body_shapes(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Body.contacts" => {
            let receiver: cairn_body_id = run.value()?;
            let mut list: Vec<cairn_contact_id> = Vec::new();
            let done = calls::body_contacts(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Body.joints" => {
            let receiver: cairn_body_id = run.value()?;
            let mut list: Vec<cairn_joint_id> = Vec::new();
            let done = calls::body_joints(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Body.set_pose" => {
            let receiver: cairn_body_id = run.value()?;
            let pose = run.next_place()?;
            let done = calls::body_set_pose(&mut run.world, receiver, pose);
            run.log_one(&done);
        }
        "Body.set_pose64" => {
            let receiver: cairn_body_id = run.value()?;
            let position = run.next_dvec2()?;
            let angle: f32 = run.value()?;
            let done = calls::body_set_pose64(&mut run.world, receiver, position, angle);
            run.log_one(&done);
        }
        "Body.set_position" => {
            let receiver: cairn_body_id = run.value()?;
            let position = run.next_vec2()?;
            let done = calls::body_set_position(&mut run.world, receiver, position);
            run.log_one(&done);
        }
        "Body.set_position64" => {
            let receiver: cairn_body_id = run.value()?;
            let position = run.next_dvec2()?;
            let done = calls::body_set_position64(&mut run.world, receiver, position);
            run.log_one(&done);
        }
        "Body.set_angle" => {
            let receiver: cairn_body_id = run.value()?;
            let angle: f32 = run.value()?;
            let done = calls::body_set_angle(&mut run.world, receiver, angle);
            run.log_one(&done);
        }
        "Body.set_velocity" => {
            let receiver: cairn_body_id = run.value()?;
            let velocity = run.next_vec2()?;
            let done = calls::body_set_velocity(&mut run.world, receiver, velocity);
            run.log_one(&done);
        }
        "Body.set_angular_velocity" => {
            let receiver: cairn_body_id = run.value()?;
            let angular_velocity: f32 = run.value()?;
            let done = calls::body_set_angular_velocity(&mut run.world, receiver, angular_velocity);
            run.log_one(&done);
        }
        "Body.set_target" => {
            let receiver: cairn_body_id = run.value()?;
            let pose = run.next_place()?;
            let dt: f32 = run.value()?;
            let done = calls::body_set_target(&mut run.world, receiver, pose, dt);
            run.log_one(&done);
        }
        "Body.set_target64" => {
            let receiver: cairn_body_id = run.value()?;
            let position = run.next_dvec2()?;
            let angle: f32 = run.value()?;
            let dt: f32 = run.value()?;
            let done = calls::body_set_target64(&mut run.world, receiver, position, angle, dt);
            run.log_one(&done);
        }
        "Body.apply_force" => {
            let receiver: cairn_body_id = run.value()?;
            let force = run.next_vec2()?;
            let done = calls::body_apply_force(&mut run.world, receiver, force);
            run.log_one(&done);
        }
        "Body.apply_force_at" => {
            let receiver: cairn_body_id = run.value()?;
            let force = run.next_vec2()?;
            let point = run.next_vec2()?;
            let done = calls::body_apply_force_at(&mut run.world, receiver, force, point);
            run.log_one(&done);
        }
        "Body.apply_force_at64" => {
            let receiver: cairn_body_id = run.value()?;
            let force = run.next_vec2()?;
            let point = run.next_dvec2()?;
            let done = calls::body_apply_force_at64(&mut run.world, receiver, force, point);
            run.log_one(&done);
        }
        "Body.apply_torque" => {
            let receiver: cairn_body_id = run.value()?;
            let torque: f32 = run.value()?;
            let done = calls::body_apply_torque(&mut run.world, receiver, torque);
            run.log_one(&done);
        }
        "Body.apply_impulse" => {
            let receiver: cairn_body_id = run.value()?;
            let impulse = run.next_vec2()?;
            let done = calls::body_apply_impulse(&mut run.world, receiver, impulse);
            run.log_one(&done);
        }
        "Body.apply_impulse_at" => {
            let receiver: cairn_body_id = run.value()?;
            let impulse = run.next_vec2()?;
            let point = run.next_vec2()?;
            let done = calls::body_apply_impulse_at(&mut run.world, receiver, impulse, point);
            run.log_one(&done);
        }
        "Body.apply_impulse_at64" => {
            let receiver: cairn_body_id = run.value()?;
            let impulse = run.next_vec2()?;
            let point = run.next_dvec2()?;
            let done = calls::body_apply_impulse_at64(&mut run.world, receiver, impulse, point);
            run.log_one(&done);
        }
        "Body.apply_angular_impulse" => {
            let receiver: cairn_body_id = run.value()?;
            let impulse: f32 = run.value()?;
            let done = calls::body_apply_angular_impulse(&mut run.world, receiver, impulse);
            run.log_one(&done);
        }
        "Body.set_gravity_scale" => {
            let receiver: cairn_body_id = run.value()?;
            let scale: f32 = run.value()?;
            let done = calls::body_set_gravity_scale(&mut run.world, receiver, scale);
            run.log_one(&done);
        }
        "Body.set_damping" => {
            let receiver: cairn_body_id = run.value()?;
            let linear: f32 = run.value()?;
            let angular: f32 = run.value()?;
            let done = calls::body_set_damping(&mut run.world, receiver, linear, angular);
            run.log_one(&done);
        }
        "Body.set_locks" => {
            let receiver: cairn_body_id = run.value()?;
            let x = run.next_truth()?;
            let y = run.next_truth()?;
            let rotation = run.next_truth()?;
            let done = calls::body_set_locks(&mut run.world, receiver, x, y, rotation);
            run.log_one(&done);
        }
        "Body.set_mass" => {
            let receiver: cairn_body_id = run.value()?;
            let mass = read_mass(run)?;
            let done = calls::body_set_mass(&mut run.world, receiver, &mass);
            run.log_one(&done);
        }
        "Body.clear_mass" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_clear_mass(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Body.set_sleep_threshold" => {
            let receiver: cairn_body_id = run.value()?;
            let speed: f32 = run.value()?;
            let done = calls::body_set_sleep_threshold(&mut run.world, receiver, speed);
            run.log_one(&done);
        }
        "Body.set_bullet" => {
            let receiver: cairn_body_id = run.value()?;
            let bullet = run.next_truth()?;
            let done = calls::body_set_bullet(&mut run.world, receiver, bullet);
            run.log_one(&done);
        }
        "Body.set_sweep_threshold" => {
            let receiver: cairn_body_id = run.value()?;
            let share: f32 = run.value()?;
            let done = calls::body_set_sweep_threshold(&mut run.world, receiver, share);
            run.log_one(&done);
        }
        "Body.set_dominance" => {
            let receiver: cairn_body_id = run.value()?;
            let dominance: i32 = run.value()?;
            let done = calls::body_set_dominance(&mut run.world, receiver, dominance);
            run.log_one(&done);
        }
        "Body.set_time_scale" => {
            let receiver: cairn_body_id = run.value()?;
            let scale: f32 = run.value()?;
            let done = calls::body_set_time_scale(&mut run.world, receiver, scale);
            run.log_one(&done);
        }
        "Body.set_can_sleep" => {
            let receiver: cairn_body_id = run.value()?;
            let can_sleep = run.next_truth()?;
            let done = calls::body_set_can_sleep(&mut run.world, receiver, can_sleep);
            run.log_one(&done);
        }
        "Body.wake" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_wake(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Body.sleep" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_sleep(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Body.set_kind" => {
            let receiver: cairn_body_id = run.value()?;
            let kind = run.next_choice(BODY_TYPE_NAMES)?;
            let done = calls::body_set_kind(&mut run.world, receiver, kind);
            run.log_one(&done);
        }
        "Body.drop_through" => {
            let receiver: cairn_body_id = run.value()?;
            let done = calls::body_drop_through(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Body.drop_through_shape" => {
            let receiver: cairn_body_id = run.value()?;
            let platform: cairn_shape_id = run.value()?;
            let done = calls::body_drop_through_shape(&mut run.world, receiver, platform);
            run.log_one(&done);
        }
        "Body.set_enabled" => {
            let receiver: cairn_body_id = run.value()?;
            let enabled = run.next_truth()?;
            let done = calls::body_set_enabled(&mut run.world, receiver, enabled);
            run.log_one(&done);
        }
        "Body.set_user_data" => {
            let receiver: cairn_body_id = run.value()?;
            let user_data: u64 = run.value()?;
            let done = calls::body_set_user_data(&mut run.world, receiver, user_data);
            run.log_one(&done);
        }
        "World.apply_impulses" => {
            let impulses = std::mem::take(&mut run.pending.body_impulse);
            let wake_above: f32 = run.value()?;
            let done = calls::world_apply_impulses(&mut run.world, &impulses, wake_above);
            run.log_one(&done);
        }
        "World.attach" => {
            let body: cairn_body_id = run.value()?;
            let def = read_shape_def(run)?;
            let done = calls::world_attach(&mut run.world, body, &def);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "World.attach_chain" => {
            let body: cairn_body_id = run.value()?;
            let def = read_chain_def(run)?;
            let done = calls::world_attach_chain(&mut run.world, body, &def);
            run.log_one(&done);
        }
        "World.detach" => {
            let shape: cairn_shape_id = run.value()?;
            let done = calls::world_detach(&mut run.world, shape);
            run.log_one(&done);
        }
        "World.reattach" => {
            let shape: cairn_shape_id = run.value()?;
            let body: cairn_body_id = run.value()?;
            let done = calls::world_reattach(&mut run.world, shape, body);
            run.log_one(&done);
        }
        "World.shapes" => {
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::world_shapes(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Shape.exists" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_exists(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.body" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_body(&run.world, receiver);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "Shape.kind" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_kind(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.radius" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_radius(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.points" => {
            let receiver: cairn_shape_id = run.value()?;
            let mut list: Vec<cairn_vec2> = Vec::new();
            let done = calls::shape_points(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Shape.aabb" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_aabb(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.density" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_density(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.material" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_material(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.report_hits_above" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_report_hits_above(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Shape.is_hooked" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_is_hooked(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.one_way" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_one_way(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Shape.filter" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_filter(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.user_data" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_user_data(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.is_sensor" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_is_sensor(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.sensor_events" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_sensor_events(&run.world, receiver);
            run.log_one(&done);
        }
        "Shape.visitors" => {
            let receiver: cairn_shape_id = run.value()?;
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::shape_visitors(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Shape.sensors" => {
            let receiver: cairn_shape_id = run.value()?;
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::shape_sensors(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Shape.set_material" => {
            let receiver: cairn_shape_id = run.value()?;
            let material = read_material(run)?;
            let done = calls::shape_set_material(&mut run.world, receiver, &material);
            run.log_one(&done);
        }
        "Shape.set_hooked" => {
            let receiver: cairn_shape_id = run.value()?;
            let hooked = run.next_truth()?;
            let done = calls::shape_set_hooked(&mut run.world, receiver, hooked);
            run.log_one(&done);
        }
        "Shape.set_one_way" => {
            let receiver: cairn_shape_id = run.value()?;
            let direction = run.next_vec2()?;
            let half_angle: f32 = run.value()?;
            let done = calls::shape_set_one_way(&mut run.world, receiver, direction, half_angle);
            run.log_one(&done);
        }
        "Shape.clear_one_way" => {
            let receiver: cairn_shape_id = run.value()?;
            let done = calls::shape_clear_one_way(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Shape.set_filter" => {
            let receiver: cairn_shape_id = run.value()?;
            let filter = read_filter(run)?;
            let done = calls::shape_set_filter(&mut run.world, receiver, &filter);
            run.log_one(&done);
        }
        "Shape.set_sensor" => {
            let receiver: cairn_shape_id = run.value()?;
            let is_sensor = run.next_truth()?;
            let done = calls::shape_set_sensor(&mut run.world, receiver, is_sensor);
            run.log_one(&done);
        }
        "Shape.set_sensor_events" => {
            let receiver: cairn_shape_id = run.value()?;
            let seen = run.next_truth()?;
            let done = calls::shape_set_sensor_events(&mut run.world, receiver, seen);
            run.log_one(&done);
        }
        "Shape.set_geometry" => {
            let receiver: cairn_shape_id = run.value()?;
            let geometry = read_geometry(run)?;
            let done = calls::shape_set_geometry(&mut run.world, receiver, &geometry);
            run.log_one(&done);
        }
        "Shape.set_density" => {
            let receiver: cairn_shape_id = run.value()?;
            let density: f32 = run.value()?;
            let done = calls::shape_set_density(&mut run.world, receiver, density);
            run.log_one(&done);
        }
        "Shape.set_user_data" => {
            let receiver: cairn_shape_id = run.value()?;
            let user_data: u64 = run.value()?;
            let done = calls::shape_set_user_data(&mut run.world, receiver, user_data);
            run.log_one(&done);
        }
        "World.set_material_pair" => {
            let a: u64 = run.value()?;
            let b: u64 = run.value()?;
            let pair = read_material_pair(run)?;
            let done = calls::world_set_material_pair(&mut run.world, a, b, &pair);
            run.log_one(&done);
        }
        "World.clear_material_pair" => {
            let a: u64 = run.value()?;
            let b: u64 = run.value()?;
            let done = calls::world_clear_material_pair(&mut run.world, a, b);
            run.log_one(&done);
        }
        "World.material_pair" => {
            let a: u64 = run.value()?;
            let b: u64 = run.value()?;
            let done = calls::world_material_pair(&run.world, a, b);
            run.log_maybe(&done);
        }
        "World.join" => {
            let def = read_joint_def(run)?;
            let done = calls::world_join(&mut run.world, &def);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "World.unjoin" => {
            let joint: cairn_joint_id = run.value()?;
            let done = calls::world_unjoin(&mut run.world, joint);
            run.log_one(&done);
        }
        "World.joints" => {
            let mut list: Vec<cairn_joint_id> = Vec::new();
            let done = calls::world_joints(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Joint.exists" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_exists(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.kind" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_kind(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.bodies" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_bodies(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.frames" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_frames(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.world_frames" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_world_frames(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.frames_from" => {
            let receiver: cairn_joint_id = run.value()?;
            let origin = run.next_dvec2()?;
            let done = calls::joint_frames_from(&run.world, receiver, origin);
            run.log_one(&done);
        }
        "Joint.reaction_force" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_reaction_force(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.reaction_torque" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_reaction_torque(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.motor_load" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_motor_load(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.is_enabled" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_is_enabled(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.break_at" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_break_at(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.report_above" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_report_above(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.is_overloaded" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_is_overloaded(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.collide_connected" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_collide_connected(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.user_data" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_user_data(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.limits" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_limits(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_motor(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_spring(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.spring_range" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_spring_range(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.servo" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_servo(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.linear_motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_linear_motor(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.linear_spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_linear_spring(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.target" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_target(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.softness" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_softness(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.rest_length" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_rest_length(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.angle" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_angle(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.distance" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_distance(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.slide" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_slide(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.coordinate" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_coordinate(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.ratio" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_ratio(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.pulley_points" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_pulley_points(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.ratchet" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_ratchet(&run.world, receiver);
            run.log_maybe(&done);
        }
        "Joint.is_slack" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_is_slack(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.angular_speed" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_angular_speed(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.speed" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_speed(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.separation" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_separation(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.angular_separation" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_angular_separation(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.is_active" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_is_active(&run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_enabled" => {
            let receiver: cairn_joint_id = run.value()?;
            let enabled = run.next_truth()?;
            let done = calls::joint_set_enabled(&mut run.world, receiver, enabled);
            run.log_one(&done);
        }
        "Joint.set_limits" => {
            let receiver: cairn_joint_id = run.value()?;
            let lower: f32 = run.value()?;
            let upper: f32 = run.value()?;
            let done = calls::joint_set_limits(&mut run.world, receiver, lower, upper);
            run.log_one(&done);
        }
        "Joint.clear_limits" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_limits(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let speed: f32 = run.value()?;
            let strength: f32 = run.value()?;
            let done = calls::joint_set_motor(&mut run.world, receiver, speed, strength);
            run.log_one(&done);
        }
        "Joint.clear_motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_motor(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let hertz: f32 = run.value()?;
            let damping_ratio: f32 = run.value()?;
            let target: f32 = run.value()?;
            let done = calls::joint_set_spring(&mut run.world, receiver, hertz, damping_ratio, target);
            run.log_one(&done);
        }
        "Joint.clear_spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_spring(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_spring_range" => {
            let receiver: cairn_joint_id = run.value()?;
            let lower: f32 = run.value()?;
            let upper: f32 = run.value()?;
            let done = calls::joint_set_spring_range(&mut run.world, receiver, lower, upper);
            run.log_one(&done);
        }
        "Joint.clear_spring_range" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_spring_range(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_servo" => {
            let receiver: cairn_joint_id = run.value()?;
            let target: f32 = run.value()?;
            let max_speed: f32 = run.value()?;
            let strength: f32 = run.value()?;
            let done = calls::joint_set_servo(&mut run.world, receiver, target, max_speed, strength);
            run.log_one(&done);
        }
        "Joint.clear_servo" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_servo(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_linear_motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let velocity = run.next_vec2()?;
            let max_force: f32 = run.value()?;
            let done = calls::joint_set_linear_motor(&mut run.world, receiver, velocity, max_force);
            run.log_one(&done);
        }
        "Joint.clear_linear_motor" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_linear_motor(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_linear_spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let hertz: f32 = run.value()?;
            let damping_ratio: f32 = run.value()?;
            let max_force: f32 = run.value()?;
            let done = calls::joint_set_linear_spring(&mut run.world, receiver, hertz, damping_ratio, max_force);
            run.log_one(&done);
        }
        "Joint.clear_linear_spring" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_linear_spring(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_target" => {
            let receiver: cairn_joint_id = run.value()?;
            let target = run.next_vec2()?;
            let done = calls::joint_set_target(&mut run.world, receiver, target);
            run.log_one(&done);
        }
        "Joint.set_softness" => {
            let receiver: cairn_joint_id = run.value()?;
            let hertz: f32 = run.value()?;
            let damping_ratio: f32 = run.value()?;
            let done = calls::joint_set_softness(&mut run.world, receiver, hertz, damping_ratio);
            run.log_one(&done);
        }
        "Joint.clear_softness" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_softness(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_ratio" => {
            let receiver: cairn_joint_id = run.value()?;
            let ratio: f32 = run.value()?;
            let done = calls::joint_set_ratio(&mut run.world, receiver, ratio);
            run.log_one(&done);
        }
        "Joint.set_ratchet" => {
            let receiver: cairn_joint_id = run.value()?;
            let pitch: f32 = run.value()?;
            let phase: f32 = run.value()?;
            let done = calls::joint_set_ratchet(&mut run.world, receiver, pitch, phase);
            run.log_one(&done);
        }
        "Joint.clear_ratchet" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_ratchet(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_length" => {
            let receiver: cairn_joint_id = run.value()?;
            let length: f32 = run.value()?;
            let done = calls::joint_set_length(&mut run.world, receiver, length);
            run.log_one(&done);
        }
        "Joint.set_frames" => {
            let receiver: cairn_joint_id = run.value()?;
            let frame_a = run.next_place()?;
            let frame_b = run.next_place()?;
            let done = calls::joint_set_frames(&mut run.world, receiver, frame_a, frame_b);
            run.log_one(&done);
        }
        "Joint.set_break_at" => {
            let receiver: cairn_joint_id = run.value()?;
            let force: f32 = run.value()?;
            let torque: f32 = run.value()?;
            let done = calls::joint_set_break_at(&mut run.world, receiver, force, torque);
            run.log_one(&done);
        }
        "Joint.clear_break_at" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_break_at(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_report_above" => {
            let receiver: cairn_joint_id = run.value()?;
            let force: f32 = run.value()?;
            let torque: f32 = run.value()?;
            let done = calls::joint_set_report_above(&mut run.world, receiver, force, torque);
            run.log_one(&done);
        }
        "Joint.clear_report_above" => {
            let receiver: cairn_joint_id = run.value()?;
            let done = calls::joint_clear_report_above(&mut run.world, receiver);
            run.log_one(&done);
        }
        "Joint.set_collide_connected" => {
            let receiver: cairn_joint_id = run.value()?;
            let collide = run.next_truth()?;
            let done = calls::joint_set_collide_connected(&mut run.world, receiver, collide);
            run.log_one(&done);
        }
        "Joint.set_user_data" => {
            let receiver: cairn_joint_id = run.value()?;
            let user_data: u64 = run.value()?;
            let done = calls::joint_set_user_data(&mut run.world, receiver, user_data);
            run.log_one(&done);
        }
        "World.contacts" => {
            let mut list: Vec<cairn_contact_id> = Vec::new();
            let done = calls::world_contacts(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "Contact.exists" => {
            let receiver: cairn_contact_id = run.value()?;
            let done = calls::contact_exists(&run.world, receiver);
            run.log_one(&done);
        }
        "Contact.shapes" => {
            let receiver: cairn_contact_id = run.value()?;
            let done = calls::contact_shapes(&run.world, receiver);
            run.log_one(&done);
        }
        "Contact.bodies" => {
            let receiver: cairn_contact_id = run.value()?;
            let done = calls::contact_bodies(&run.world, receiver);
            run.log_one(&done);
        }
        "Contact.is_touching" => {
            let receiver: cairn_contact_id = run.value()?;
            let done = calls::contact_is_touching(&run.world, receiver);
            run.log_one(&done);
        }
        "Contact.normal" => {
            let receiver: cairn_contact_id = run.value()?;
            let done = calls::contact_normal(&run.world, receiver);
            run.log_one(&done);
        }
        "Contact.points" => {
            let receiver: cairn_contact_id = run.value()?;
            let mut list: Vec<cairn_contact_point> = Vec::new();
            let done = calls::contact_points(&run.world, receiver, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Contact.points_from" => {
            let receiver: cairn_contact_id = run.value()?;
            let origin = run.next_dvec2()?;
            let mut list: Vec<cairn_contact_point> = Vec::new();
            let done = calls::contact_points_from(&run.world, receiver, origin, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.begins" => {
            let mut list: Vec<cairn_touch_event> = Vec::new();
            let done = calls::events_begins(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.ends" => {
            let mut list: Vec<cairn_touch_event> = Vec::new();
            let done = calls::events_ends(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.sensors" => {
            let mut list: Vec<cairn_sensor_event> = Vec::new();
            let done = calls::events_sensors(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.hits" => {
            let mut list: Vec<cairn_hit_event> = Vec::new();
            let done = calls::events_hits(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.moves" => {
            let mut list: Vec<cairn_move_event> = Vec::new();
            let done = calls::events_moves(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.sleeps" => {
            let mut list: Vec<cairn_sleep_event> = Vec::new();
            let done = calls::events_sleeps(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.wakes" => {
            let mut list: Vec<cairn_sleep_event> = Vec::new();
            let done = calls::events_wakes(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.teleports" => {
            let mut list: Vec<cairn_teleport_event> = Vec::new();
            let done = calls::events_teleports(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.breaks" => {
            let mut list: Vec<cairn_joint_event> = Vec::new();
            let done = calls::events_breaks(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.overloads" => {
            let mut list: Vec<cairn_joint_event> = Vec::new();
            let done = calls::events_overloads(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "Events.overload_ends" => {
            let mut list: Vec<cairn_joint_event> = Vec::new();
            let done = calls::events_overload_ends(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.sensor_overlaps" => {
            let mut list: Vec<cairn_overlap> = Vec::new();
            let done = calls::world_sensor_overlaps(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.cast_ray" => {
            let origin = run.next_vec2()?;
            let translation = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let done = calls::world_cast_ray(&run.world, origin, translation, filter.as_ref());
            run.log_maybe(&done);
        }
        "World.cast_ray_any" => {
            let origin = run.next_vec2()?;
            let translation = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let done = calls::world_cast_ray_any(&run.world, origin, translation, filter.as_ref());
            run.log_maybe(&done);
        }
        "World.cast_ray_sorted" => {
            let origin = run.next_vec2()?;
            let translation = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_cast_result> = Vec::new();
            let done = calls::world_cast_ray_sorted(&run.world, origin, translation, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.cast_rays" => {
            let rays = std::mem::take(&mut run.pending.ray);
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_ray_answer> = Vec::new();
            let done = calls::world_cast_rays(&run.world, &rays, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.cast_circle" => {
            let origin = run.next_vec2()?;
            let translation = run.next_vec2()?;
            let radius: f32 = run.value()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let done = calls::world_cast_circle(&run.world, origin, translation, radius, filter.as_ref());
            run.log_maybe(&done);
        }
        "World.cast_shape" => {
            let geometry = read_geometry(run)?;
            let pose = run.next_place()?;
            let translation = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let done = calls::world_cast_shape(&run.world, &geometry, pose, translation, filter.as_ref());
            run.log_maybe(&done);
        }
        "World.nearest" => {
            let point = run.next_vec2()?;
            let radius: f32 = run.value()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let done = calls::world_nearest(&run.world, point, radius, filter.as_ref());
            run.log_maybe(&done);
        }
        "World.nearest_all" => {
            let point = run.next_vec2()?;
            let radius: f32 = run.value()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_nearest_result> = Vec::new();
            let done = calls::world_nearest_all(&run.world, point, radius, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.separations" => {
            let geometry = read_geometry(run)?;
            let pose = run.next_place()?;
            let reach: f32 = run.value()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_separation_result> = Vec::new();
            let done = calls::world_separations(&run.world, &geometry, pose, reach, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.overlap_shape" => {
            let geometry = read_geometry(run)?;
            let pose = run.next_place()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::world_overlap_shape(&run.world, &geometry, pose, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "World.overlap_box" => {
            let min = run.next_vec2()?;
            let max = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::world_overlap_box(&run.world, min, max, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "World.overlap_point" => {
            let point = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_shape_id> = Vec::new();
            let done = calls::world_overlap_point(&run.world, point, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "World.shapes_in_box" => {
            let min = run.next_vec2()?;
            let max = run.next_vec2()?;
            let filter = if run.skip_null() { None } else { Some(read_query_filter(run)?) };
            let mut list: Vec<cairn_shape_in_box> = Vec::new();
            let done = calls::world_shapes_in_box(&run.world, min, max, filter.as_ref(), &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.shape_distance" => {
            let a: cairn_shape_id = run.value()?;
            let b: cairn_shape_id = run.value()?;
            let done = calls::world_shape_distance(&run.world, a, b);
            run.log_one(&done);
        }
        "World.body_distance" => {
            let a: cairn_body_id = run.value()?;
            let b: cairn_body_id = run.value()?;
            let done = calls::world_body_distance(&run.world, a, b);
            run.log_maybe(&done);
        }
        "World.shape_impact" => {
            let a: cairn_shape_id = run.value()?;
            let b: cairn_shape_id = run.value()?;
            let time: f32 = run.value()?;
            let done = calls::world_shape_impact(&run.world, a, b, time);
            run.log_maybe(&done);
        }
        "World.body_impact" => {
            let a: cairn_body_id = run.value()?;
            let b: cairn_body_id = run.value()?;
            let time: f32 = run.value()?;
            let done = calls::world_body_impact(&run.world, a, b, time);
            run.log_maybe(&done);
        }
        "World.explode" => {
            let explosion = read_explosion(run)?;
            let done = calls::world_explode(&mut run.world, &explosion);
            run.log_one(&done);
        }
        "World.add_field" => {
            let field = read_field_def(run)?;
            let done = calls::world_add_field(&mut run.world, &field);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "World.set_field" => {
            let id: cairn_field_id = run.value()?;
            let field = read_field_def(run)?;
            let done = calls::world_set_field(&mut run.world, id, &field);
            run.log_one(&done);
        }
        "World.remove_field" => {
            let id: cairn_field_id = run.value()?;
            let done = calls::world_remove_field(&mut run.world, id);
            run.log_one(&done);
        }
        "World.fields" => {
            let mut list: Vec<cairn_field_id> = Vec::new();
            let done = calls::world_fields(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
            run.kept = list.first().map_or(0, |id| id.bits);
        }
        "World.add_portals" => {
            let pair = read_portal_pair(run)?;
            let done = calls::world_add_portals(&mut run.world, &pair);
            run.log_one(&done);
            run.kept = done.map_or(0, |id| id.bits);
        }
        "World.remove_portals" => {
            let id: cairn_portal_id = run.value()?;
            let done = calls::world_remove_portals(&mut run.world, id);
            run.log_one(&done);
        }
        "World.portals" => {
            let mut list: Vec<cairn_portals> = Vec::new();
            let done = calls::world_portals(&run.world, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        "World.images" => {
            let body: cairn_body_id = run.value()?;
            let mut list: Vec<cairn_pose> = Vec::new();
            let done = calls::world_images(&run.world, body, &mut |item| list.push(item));
            run.log_list(done, &list);
        }
        _ => return Ok(false),
    }
    Ok(true)
}
