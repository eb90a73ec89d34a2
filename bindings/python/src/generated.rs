//! Methods of the Python module. Written by `cargo xtask bindings` from the table of the API.
#![allow(clippy::too_many_arguments, clippy::useless_conversion, reason = "written by a program")]
#![allow(missing_docs, dead_code, reason = "the table has the documentation, and structs that only some calls use")]

use cairn2d_capi::convert::*;
use cairn2d_capi::generated::calls;
use cairn2d_capi::generated::structs::*;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::World;
use crate::values::*;

pub(crate) fn read_world_config(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_world_config> {
    let (mut v, _) = (cairn_world_config::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "gravity" => v.gravity = vector(&value)?,
            "sub_steps" => v.sub_steps = value.extract()?,
            "sleeping" => v.sleeping = u8::from(value.extract::<bool>()?),
            "layered_sleep" => v.layered_sleep = u8::from(value.extract::<bool>()?),
            "continuous" => v.continuous = u8::from(value.extract::<bool>()?),
            "restitution_threshold" => v.restitution_threshold = value.extract()?,
            "exact_restitution" => v.exact_restitution = value.extract()?,
            "max_linear_speed" => v.max_linear_speed = value.extract()?,
            "max_angular_speed" => v.max_angular_speed = value.extract()?,
            "contact_hertz" => v.contact_hertz = value.extract()?,
            "contact_damping_ratio" => v.contact_damping_ratio = value.extract()?,
            "contact_push_speed" => v.contact_push_speed = value.extract()?,
            "joint_hertz" => v.joint_hertz = value.extract()?,
            "joint_damping_ratio" => v.joint_damping_ratio = value.extract()?,
            "threads" => v.threads = value.extract()?,
            "lanes" => v.lanes = choice(&value, "lanes", LANES_NAMES)?,
            "large_world" => v.large_world = u8::from(value.extract::<bool>()?),
            "id_tag" => v.id_tag = value.extract()?,
            key => return Err(unknown("world_config", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_filter(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_filter> {
    let (mut v, _) = (cairn_filter::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "category" => v.category = value.extract()?,
            "mask" => v.mask = value.extract()?,
            "group" => v.group = value.extract()?,
            key => return Err(unknown("filter", key)),
        }
    }
    Ok(v)
}

fn give_filter<'py>(py: Python<'py>, v: cairn_filter) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("category", v.category)?;
    dict.set_item("mask", v.mask)?;
    dict.set_item("group", v.group)?;
    Ok(dict.into_any())
}

pub(crate) fn read_portal_pair(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_portal_pair> {
    let (mut v, _) = (cairn_portal_pair::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "body_a" => v.body_a = cairn_body_id { bits: value.extract()? },
            "body_b" => v.body_b = cairn_body_id { bits: value.extract()? },
            "at_a" => v.at_a = vector(&value)?,
            "at_b" => v.at_b = vector(&value)?,
            "out_a" => v.out_a = vector(&value)?,
            "out_b" => v.out_b = vector(&value)?,
            "width" => v.width = value.extract()?,
            "rims" => v.rims = u8::from(value.extract::<bool>()?),
            key => return Err(unknown("portal_pair", key)),
        }
    }
    Ok(v)
}

fn give_portals<'py>(py: Python<'py>, v: cairn_portals) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("id", v.id.bits)?;
    dict.set_item("opening_a", place(v.opening_a))?;
    dict.set_item("opening_b", place(v.opening_b))?;
    dict.set_item("body_a", v.body_a.bits)?;
    dict.set_item("body_b", v.body_b.bits)?;
    dict.set_item("frame_a", place(v.frame_a))?;
    dict.set_item("frame_b", place(v.frame_b))?;
    dict.set_item("width", v.width)?;
    dict.set_item("has_rims", truth(v.has_rims))?;
    Ok(dict.into_any())
}

fn give_teleport_event<'py>(py: Python<'py>, v: cairn_teleport_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("body", v.body.bits)?;
    dict.set_item("user_data", v.user_data)?;
    dict.set_item("portals", v.portals.bits)?;
    dict.set_item("from", place(v.from))?;
    dict.set_item("to", place(v.to))?;
    Ok(dict.into_any())
}

pub(crate) fn read_material(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_material> {
    let (mut v, _) = (cairn_material::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "friction" => v.friction = value.extract()?,
            "restitution" => v.restitution = value.extract()?,
            "rolling_resistance" => v.rolling_resistance = value.extract()?,
            "tangent_speed" => v.tangent_speed = value.extract()?,
            "has_static_friction" => v.has_static_friction = u8::from(value.extract::<bool>()?),
            "static_friction" => v.static_friction = value.extract()?,
            "has_softness" => v.has_softness = u8::from(value.extract::<bool>()?),
            "softness_hertz" => v.softness_hertz = value.extract()?,
            "softness_damping_ratio" => v.softness_damping_ratio = value.extract()?,
            "id" => v.id = value.extract()?,
            "friction_combine" => v.friction_combine = choice(&value, "combine", COMBINE_NAMES)?,
            "restitution_combine" => v.restitution_combine = choice(&value, "combine", COMBINE_NAMES)?,
            key => return Err(unknown("material", key)),
        }
    }
    Ok(v)
}

fn give_material<'py>(py: Python<'py>, v: cairn_material) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("friction", v.friction)?;
    dict.set_item("restitution", v.restitution)?;
    dict.set_item("rolling_resistance", v.rolling_resistance)?;
    dict.set_item("tangent_speed", v.tangent_speed)?;
    dict.set_item("has_static_friction", truth(v.has_static_friction))?;
    dict.set_item("static_friction", v.static_friction)?;
    dict.set_item("has_softness", truth(v.has_softness))?;
    dict.set_item("softness_hertz", v.softness_hertz)?;
    dict.set_item("softness_damping_ratio", v.softness_damping_ratio)?;
    dict.set_item("id", v.id)?;
    dict.set_item("friction_combine", word(v.friction_combine, COMBINE_NAMES))?;
    dict.set_item("restitution_combine", word(v.restitution_combine, COMBINE_NAMES))?;
    Ok(dict.into_any())
}

pub(crate) fn read_material_pair(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_material_pair> {
    let (mut v, _) = (cairn_material_pair::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "has_friction" => v.has_friction = u8::from(value.extract::<bool>()?),
            "friction" => v.friction = value.extract()?,
            "has_static_friction" => v.has_static_friction = u8::from(value.extract::<bool>()?),
            "static_friction" => v.static_friction = value.extract()?,
            "has_restitution" => v.has_restitution = u8::from(value.extract::<bool>()?),
            "restitution" => v.restitution = value.extract()?,
            "has_rolling_resistance" => v.has_rolling_resistance = u8::from(value.extract::<bool>()?),
            "rolling_resistance" => v.rolling_resistance = value.extract()?,
            "has_softness" => v.has_softness = u8::from(value.extract::<bool>()?),
            "softness_hertz" => v.softness_hertz = value.extract()?,
            "softness_damping_ratio" => v.softness_damping_ratio = value.extract()?,
            key => return Err(unknown("material_pair", key)),
        }
    }
    Ok(v)
}

fn give_material_pair<'py>(py: Python<'py>, v: cairn_material_pair) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("has_friction", truth(v.has_friction))?;
    dict.set_item("friction", v.friction)?;
    dict.set_item("has_static_friction", truth(v.has_static_friction))?;
    dict.set_item("static_friction", v.static_friction)?;
    dict.set_item("has_restitution", truth(v.has_restitution))?;
    dict.set_item("restitution", v.restitution)?;
    dict.set_item("has_rolling_resistance", truth(v.has_rolling_resistance))?;
    dict.set_item("rolling_resistance", v.rolling_resistance)?;
    dict.set_item("has_softness", truth(v.has_softness))?;
    dict.set_item("softness_hertz", v.softness_hertz)?;
    dict.set_item("softness_damping_ratio", v.softness_damping_ratio)?;
    Ok(dict.into_any())
}

pub(crate) fn read_geometry(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_geometry> {
    let (mut v, _) = (cairn_geometry::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "kind" => v.kind = choice(&value, "shape_type", SHAPE_TYPE_NAMES)?,
            "a" => v.a = vector(&value)?,
            "b" => v.b = vector(&value)?,
            "radius" => v.radius = value.extract()?,
            "angle" => v.angle = value.extract()?,
            "points" => {
                let list = list(&value, vector)?;
                v.set_points(keep.lend(list));
            }
            key => return Err(unknown("geometry", key)),
        }
    }
    Ok(v)
}

fn give_geometry<'py>(py: Python<'py>, v: cairn_geometry) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", word(v.kind, SHAPE_TYPE_NAMES))?;
    dict.set_item("a", (v.a.x, v.a.y))?;
    dict.set_item("b", (v.b.x, v.b.y))?;
    dict.set_item("radius", v.radius)?;
    dict.set_item("angle", v.angle)?;
    Ok(dict.into_any())
}

pub(crate) fn read_shape_def(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_shape_def> {
    let (mut v, _) = (cairn_shape_def::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "geometry" => v.geometry = read_geometry(&value, keep)?,
            "density" => v.density = value.extract()?,
            "material" => v.material = read_material(&value, keep)?,
            "filter" => v.filter = read_filter(&value, keep)?,
            "has_one_way" => v.has_one_way = u8::from(value.extract::<bool>()?),
            "one_way_direction" => v.one_way_direction = vector(&value)?,
            "one_way_half_angle" => v.one_way_half_angle = value.extract()?,
            "reports_hits" => v.reports_hits = u8::from(value.extract::<bool>()?),
            "report_hits_above" => v.report_hits_above = value.extract()?,
            "sensor" => v.sensor = u8::from(value.extract::<bool>()?),
            "has_sensor_events" => v.has_sensor_events = u8::from(value.extract::<bool>()?),
            "sensor_events" => v.sensor_events = u8::from(value.extract::<bool>()?),
            "hooked" => v.hooked = u8::from(value.extract::<bool>()?),
            "user_data" => v.user_data = value.extract()?,
            key => return Err(unknown("shape_def", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_chain_def(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_chain_def> {
    let (mut v, _) = (cairn_chain_def::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "points" => {
                let list = list(&value, vector)?;
                v.set_points(keep.lend(list));
            }
            "closed" => v.closed = u8::from(value.extract::<bool>()?),
            "material" => v.material = read_material(&value, keep)?,
            "materials" => {
                let list = list(&value, |item| read_material(item, keep))?;
                v.set_materials(keep.lend(list));
            }
            "filter" => v.filter = read_filter(&value, keep)?,
            "has_one_way" => v.has_one_way = u8::from(value.extract::<bool>()?),
            "one_way_direction" => v.one_way_direction = vector(&value)?,
            "one_way_half_angle" => v.one_way_half_angle = value.extract()?,
            key => return Err(unknown("chain_def", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_mass(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_mass> {
    let (mut v, _) = (cairn_mass::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "mass" => v.mass = value.extract()?,
            "center" => v.center = vector(&value)?,
            "inertia" => v.inertia = value.extract()?,
            key => return Err(unknown("mass", key)),
        }
    }
    Ok(v)
}

fn give_mass<'py>(py: Python<'py>, v: cairn_mass) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("mass", v.mass)?;
    dict.set_item("center", (v.center.x, v.center.y))?;
    dict.set_item("inertia", v.inertia)?;
    Ok(dict.into_any())
}

pub(crate) fn read_locks(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_locks> {
    let (mut v, _) = (cairn_locks::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "x" => v.x = u8::from(value.extract::<bool>()?),
            "y" => v.y = u8::from(value.extract::<bool>()?),
            "rotation" => v.rotation = u8::from(value.extract::<bool>()?),
            key => return Err(unknown("locks", key)),
        }
    }
    Ok(v)
}

fn give_locks<'py>(py: Python<'py>, v: cairn_locks) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("x", truth(v.x))?;
    dict.set_item("y", truth(v.y))?;
    dict.set_item("rotation", truth(v.rotation))?;
    Ok(dict.into_any())
}

pub(crate) fn read_body_def(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_body_def> {
    let (mut v, _) = (cairn_body_def::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "kind" => v.kind = choice(&value, "body_type", BODY_TYPE_NAMES)?,
            "position" => v.position = far_vector(&value)?,
            "angle" => v.angle = value.extract()?,
            "velocity" => v.velocity = vector(&value)?,
            "angular_velocity" => v.angular_velocity = value.extract()?,
            "linear_damping" => v.linear_damping = value.extract()?,
            "angular_damping" => v.angular_damping = value.extract()?,
            "gravity_scale" => v.gravity_scale = value.extract()?,
            "sleep_threshold" => v.sleep_threshold = value.extract()?,
            "can_sleep" => v.can_sleep = u8::from(value.extract::<bool>()?),
            "asleep" => v.asleep = u8::from(value.extract::<bool>()?),
            "disabled" => v.disabled = u8::from(value.extract::<bool>()?),
            "locks" => v.locks = read_locks(&value, keep)?,
            "bullet" => v.bullet = u8::from(value.extract::<bool>()?),
            "joined" => v.joined = u8::from(value.extract::<bool>()?),
            "sweep_threshold" => v.sweep_threshold = value.extract()?,
            "time_scale" => v.time_scale = value.extract()?,
            "dominance" => v.dominance = value.extract()?,
            "has_mass" => v.has_mass = u8::from(value.extract::<bool>()?),
            "mass" => v.mass = read_mass(&value, keep)?,
            "user_data" => v.user_data = value.extract()?,
            "shapes" => {
                let list = list(&value, |item| read_shape_def(item, keep))?;
                v.set_shapes(keep.lend(list));
            }
            "chains" => {
                let list = list(&value, |item| read_chain_def(item, keep))?;
                v.set_chains(keep.lend(list));
            }
            key => return Err(unknown("body_def", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_joint_def(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_joint_def> {
    let (mut v, _) = (cairn_joint_def::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "kind" => v.kind = choice(&value, "joint_type", JOINT_TYPE_NAMES)?,
            "body_a" => v.body_a = cairn_body_id { bits: value.extract()? },
            "body_b" => v.body_b = cairn_body_id { bits: value.extract()? },
            "anchor" => v.anchor = choice(&value, "anchor_type", ANCHOR_TYPE_NAMES)?,
            "anchor_a" => v.anchor_a = vector(&value)?,
            "anchor_b" => v.anchor_b = vector(&value)?,
            "angle_a" => v.angle_a = value.extract()?,
            "angle_b" => v.angle_b = value.extract()?,
            "has_along" => v.has_along = u8::from(value.extract::<bool>()?),
            "along" => v.along = vector(&value)?,
            "has_collide_connected" => v.has_collide_connected = u8::from(value.extract::<bool>()?),
            "collide_connected" => v.collide_connected = u8::from(value.extract::<bool>()?),
            "has_length" => v.has_length = u8::from(value.extract::<bool>()?),
            "length" => v.length = value.extract()?,
            "enable_limits" => v.enable_limits = u8::from(value.extract::<bool>()?),
            "lower" => v.lower = value.extract()?,
            "upper" => v.upper = value.extract()?,
            "enable_motor" => v.enable_motor = u8::from(value.extract::<bool>()?),
            "motor_speed" => v.motor_speed = value.extract()?,
            "motor_strength" => v.motor_strength = value.extract()?,
            "enable_spring" => v.enable_spring = u8::from(value.extract::<bool>()?),
            "spring_hertz" => v.spring_hertz = value.extract()?,
            "spring_damping_ratio" => v.spring_damping_ratio = value.extract()?,
            "spring_target" => v.spring_target = value.extract()?,
            "has_spring_range" => v.has_spring_range = u8::from(value.extract::<bool>()?),
            "spring_lower" => v.spring_lower = value.extract()?,
            "spring_upper" => v.spring_upper = value.extract()?,
            "enable_servo" => v.enable_servo = u8::from(value.extract::<bool>()?),
            "servo_target" => v.servo_target = value.extract()?,
            "servo_max_speed" => v.servo_max_speed = value.extract()?,
            "servo_strength" => v.servo_strength = value.extract()?,
            "enable_linear_motor" => v.enable_linear_motor = u8::from(value.extract::<bool>()?),
            "linear_motor_velocity" => v.linear_motor_velocity = vector(&value)?,
            "linear_motor_max_force" => v.linear_motor_max_force = value.extract()?,
            "enable_linear_spring" => v.enable_linear_spring = u8::from(value.extract::<bool>()?),
            "linear_spring_hertz" => v.linear_spring_hertz = value.extract()?,
            "linear_spring_damping_ratio" => v.linear_spring_damping_ratio = value.extract()?,
            "linear_spring_max_force" => v.linear_spring_max_force = value.extract()?,
            "has_ratchet" => v.has_ratchet = u8::from(value.extract::<bool>()?),
            "ratchet_pitch" => v.ratchet_pitch = value.extract()?,
            "ratchet_phase" => v.ratchet_phase = value.extract()?,
            "ratio" => v.ratio = value.extract()?,
            "over_a" => v.over_a = vector(&value)?,
            "over_b" => v.over_b = vector(&value)?,
            "slack" => v.slack = u8::from(value.extract::<bool>()?),
            "target" => v.target = vector(&value)?,
            "has_softness" => v.has_softness = u8::from(value.extract::<bool>()?),
            "softness_hertz" => v.softness_hertz = value.extract()?,
            "softness_damping_ratio" => v.softness_damping_ratio = value.extract()?,
            "has_break_force" => v.has_break_force = u8::from(value.extract::<bool>()?),
            "break_force" => v.break_force = value.extract()?,
            "has_break_torque" => v.has_break_torque = u8::from(value.extract::<bool>()?),
            "break_torque" => v.break_torque = value.extract()?,
            "has_report_force" => v.has_report_force = u8::from(value.extract::<bool>()?),
            "report_force" => v.report_force = value.extract()?,
            "has_report_torque" => v.has_report_torque = u8::from(value.extract::<bool>()?),
            "report_torque" => v.report_torque = value.extract()?,
            "disabled" => v.disabled = u8::from(value.extract::<bool>()?),
            "user_data" => v.user_data = value.extract()?,
            key => return Err(unknown("joint_def", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_field_def(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_field_def> {
    let (mut v, _) = (cairn_field_def::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "area" => v.area = choice(&value, "area_type", AREA_TYPE_NAMES)?,
            "area_a" => v.area_a = vector(&value)?,
            "area_b" => v.area_b = vector(&value)?,
            "area_radius" => v.area_radius = value.extract()?,
            "area_points" => {
                let list = list(&value, vector)?;
                v.set_area_points(keep.lend(list));
            }
            "effect" => v.effect = choice(&value, "effect_type", EFFECT_TYPE_NAMES)?,
            "vector" => v.vector = vector(&value)?,
            "strength" => v.strength = value.extract()?,
            "falloff" => v.falloff = choice(&value, "falloff", FALLOFF_NAMES)?,
            "min_distance" => v.min_distance = value.extract()?,
            "density" => v.density = value.extract()?,
            "drag" => v.drag = value.extract()?,
            "lift" => v.lift = value.extract()?,
            "angular" => v.angular = value.extract()?,
            "priority" => v.priority = value.extract()?,
            "has_exclusive" => v.has_exclusive = u8::from(value.extract::<bool>()?),
            "exclusive" => v.exclusive = u8::from(value.extract::<bool>()?),
            "mask" => v.mask = value.extract()?,
            "disabled" => v.disabled = u8::from(value.extract::<bool>()?),
            "user_data" => v.user_data = value.extract()?,
            key => return Err(unknown("field_def", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_query_filter(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_query_filter> {
    let (mut v, _) = (cairn_query_filter::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "has_collision" => v.has_collision = u8::from(value.extract::<bool>()?),
            "collision" => v.collision = read_filter(&value, keep)?,
            "ignore_body" => v.ignore_body = cairn_body_id { bits: value.extract()? },
            "sensors" => v.sensors = u8::from(value.extract::<bool>()?),
            "honor_one_way" => v.honor_one_way = u8::from(value.extract::<bool>()?),
            key => return Err(unknown("query_filter", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_explosion(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_explosion> {
    let (mut v, _) = (cairn_explosion::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "center" => v.center = vector(&value)?,
            "radius" => v.radius = value.extract()?,
            "falloff" => v.falloff = value.extract()?,
            "impulse_per_length" => v.impulse_per_length = value.extract()?,
            "mask" => v.mask = value.extract()?,
            key => return Err(unknown("explosion", key)),
        }
    }
    Ok(v)
}

pub(crate) fn read_body_impulse(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_body_impulse> {
    let (mut v, _) = (cairn_body_impulse::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "body" => v.body = cairn_body_id { bits: value.extract()? },
            "impulse" => v.impulse = vector(&value)?,
            "angular" => v.angular = value.extract()?,
            key => return Err(unknown("body_impulse", key)),
        }
    }
    Ok(v)
}

fn give_box<'py>(py: Python<'py>, v: cairn_box) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("min", (v.min.x, v.min.y))?;
    dict.set_item("max", (v.max.x, v.max.y))?;
    Ok(dict.into_any())
}

fn give_step_report<'py>(py: Python<'py>, v: cairn_step_report) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("awake_bodies", v.awake_bodies)?;
    dict.set_item("awake_contacts", v.awake_contacts)?;
    dict.set_item("solved_contacts", v.solved_contacts)?;
    dict.set_item("solved_joints", v.solved_joints)?;
    dict.set_item("colors", v.colors)?;
    dict.set_item("overflow_constraints", v.overflow_constraints)?;
    dict.set_item("new_contacts", v.new_contacts)?;
    dict.set_item("impacts", v.impacts)?;
    dict.set_item("continuous_bodies", v.continuous_bodies)?;
    dict.set_item("sensor_overlaps", v.sensor_overlaps)?;
    dict.set_item("capped_bodies", v.capped_bodies)?;
    dict.set_item("broken_joints", v.broken_joints)?;
    Ok(dict.into_any())
}

fn give_counts<'py>(py: Python<'py>, v: cairn_counts) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("bodies", v.bodies)?;
    dict.set_item("awake_bodies", v.awake_bodies)?;
    dict.set_item("sleeping_bodies", v.sleeping_bodies)?;
    dict.set_item("shapes", v.shapes)?;
    dict.set_item("sensors", v.sensors)?;
    dict.set_item("contacts", v.contacts)?;
    dict.set_item("touching_contacts", v.touching_contacts)?;
    dict.set_item("joints", v.joints)?;
    dict.set_item("awake_islands", v.awake_islands)?;
    dict.set_item("sleeping_islands", v.sleeping_islands)?;
    Ok(dict.into_any())
}

fn give_impulse_counts<'py>(py: Python<'py>, v: cairn_impulse_counts) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("applied", v.applied)?;
    dict.set_item("stale", v.stale)?;
    dict.set_item("asleep", v.asleep)?;
    dict.set_item("unmoved", v.unmoved)?;
    Ok(dict.into_any())
}

fn give_cast_result<'py>(py: Python<'py>, v: cairn_cast_result) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("fraction", v.fraction)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

pub(crate) fn read_ray(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_ray> {
    let (mut v, _) = (cairn_ray::default(), &keep);
    for (key, value) in fields(any)? {
        match key.as_str() {
            "origin" => v.origin = vector(&value)?,
            "translation" => v.translation = vector(&value)?,
            key => return Err(unknown("ray", key)),
        }
    }
    Ok(v)
}

fn give_ray<'py>(py: Python<'py>, v: cairn_ray) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("origin", (v.origin.x, v.origin.y))?;
    dict.set_item("translation", (v.translation.x, v.translation.y))?;
    Ok(dict.into_any())
}

fn give_ray_answer<'py>(py: Python<'py>, v: cairn_ray_answer) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("has_hit", truth(v.has_hit))?;
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("fraction", v.fraction)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

fn give_nearest_result<'py>(py: Python<'py>, v: cairn_nearest_result) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("distance", v.distance)?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

fn give_separation_result<'py>(py: Python<'py>, v: cairn_separation_result) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("distance", v.distance)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("own_point", (v.own_point.x, v.own_point.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

fn give_pair_result<'py>(py: Python<'py>, v: cairn_pair_result) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape_a", v.shape_a.bits)?;
    dict.set_item("shape_b", v.shape_b.bits)?;
    dict.set_item("distance", v.distance)?;
    dict.set_item("point_a", (v.point_a.x, v.point_a.y))?;
    dict.set_item("point_b", (v.point_b.x, v.point_b.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

fn give_impact_result<'py>(py: Python<'py>, v: cairn_impact_result) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape_a", v.shape_a.bits)?;
    dict.set_item("shape_b", v.shape_b.bits)?;
    dict.set_item("time", v.time)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    Ok(dict.into_any())
}

fn give_shape_in_box<'py>(py: Python<'py>, v: cairn_shape_in_box) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("pose", place(v.pose))?;
    dict.set_item("center", (v.center.x, v.center.y))?;
    dict.set_item("velocity", (v.velocity.x, v.velocity.y))?;
    dict.set_item("angular_velocity", v.angular_velocity)?;
    Ok(dict.into_any())
}

fn give_contact_point<'py>(py: Python<'py>, v: cairn_contact_point) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("separation", v.separation)?;
    dict.set_item("normal_impulse", v.normal_impulse)?;
    dict.set_item("tangent_impulse", v.tangent_impulse)?;
    dict.set_item("feature", v.feature)?;
    Ok(dict.into_any())
}

fn give_party<'py>(py: Python<'py>, v: cairn_party) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("shape", v.shape.bits)?;
    dict.set_item("body", v.body.bits)?;
    dict.set_item("shape_data", v.shape_data)?;
    dict.set_item("body_data", v.body_data)?;
    Ok(dict.into_any())
}

fn give_touch_event<'py>(py: Python<'py>, v: cairn_touch_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("contact", v.contact.bits)?;
    dict.set_item("a", give_party(py, v.a)?)?;
    dict.set_item("b", give_party(py, v.b)?)?;
    Ok(dict.into_any())
}

fn give_hit_event<'py>(py: Python<'py>, v: cairn_hit_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("contact", v.contact.bits)?;
    dict.set_item("a", give_party(py, v.a)?)?;
    dict.set_item("b", give_party(py, v.b)?)?;
    dict.set_item("point", (v.point.x, v.point.y))?;
    dict.set_item("normal", (v.normal.x, v.normal.y))?;
    dict.set_item("approach_speed", v.approach_speed)?;
    dict.set_item("impulse", v.impulse)?;
    Ok(dict.into_any())
}

fn give_sensor_event<'py>(py: Python<'py>, v: cairn_sensor_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", word(v.kind, SENSOR_EVENT_TYPE_NAMES))?;
    dict.set_item("sensor", give_party(py, v.sensor)?)?;
    dict.set_item("visitor", give_party(py, v.visitor)?)?;
    Ok(dict.into_any())
}

fn give_move_event<'py>(py: Python<'py>, v: cairn_move_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("body", v.body.bits)?;
    dict.set_item("user_data", v.user_data)?;
    dict.set_item("pose", place(v.pose))?;
    Ok(dict.into_any())
}

fn give_sleep_event<'py>(py: Python<'py>, v: cairn_sleep_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("body", v.body.bits)?;
    dict.set_item("user_data", v.user_data)?;
    Ok(dict.into_any())
}

fn give_joint_event<'py>(py: Python<'py>, v: cairn_joint_event) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("joint", v.joint.bits)?;
    dict.set_item("user_data", v.user_data)?;
    dict.set_item("body_a", v.body_a.bits)?;
    dict.set_item("body_b", v.body_b.bits)?;
    dict.set_item("data_a", v.data_a)?;
    dict.set_item("data_b", v.data_b)?;
    dict.set_item("force", (v.force.x, v.force.y))?;
    dict.set_item("torque", v.torque)?;
    Ok(dict.into_any())
}

fn give_range<'py>(py: Python<'py>, v: cairn_range) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("lower", v.lower)?;
    dict.set_item("upper", v.upper)?;
    Ok(dict.into_any())
}

fn give_motor<'py>(py: Python<'py>, v: cairn_motor) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("speed", v.speed)?;
    dict.set_item("strength", v.strength)?;
    Ok(dict.into_any())
}

fn give_spring<'py>(py: Python<'py>, v: cairn_spring) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("hertz", v.hertz)?;
    dict.set_item("damping_ratio", v.damping_ratio)?;
    dict.set_item("target", v.target)?;
    Ok(dict.into_any())
}

fn give_servo<'py>(py: Python<'py>, v: cairn_servo) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("target", v.target)?;
    dict.set_item("max_speed", v.max_speed)?;
    dict.set_item("strength", v.strength)?;
    Ok(dict.into_any())
}

fn give_linear_motor<'py>(py: Python<'py>, v: cairn_linear_motor) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("velocity", (v.velocity.x, v.velocity.y))?;
    dict.set_item("max_force", v.max_force)?;
    Ok(dict.into_any())
}

fn give_linear_spring<'py>(py: Python<'py>, v: cairn_linear_spring) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("hertz", v.hertz)?;
    dict.set_item("damping_ratio", v.damping_ratio)?;
    dict.set_item("max_force", v.max_force)?;
    Ok(dict.into_any())
}

fn give_load_limit<'py>(py: Python<'py>, v: cairn_load_limit) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("has_force", truth(v.has_force))?;
    dict.set_item("force", v.force)?;
    dict.set_item("has_torque", truth(v.has_torque))?;
    dict.set_item("torque", v.torque)?;
    Ok(dict.into_any())
}

fn give_pair_of_bodies<'py>(py: Python<'py>, v: cairn_pair_of_bodies) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("a", v.a.bits)?;
    dict.set_item("b", v.b.bits)?;
    Ok(dict.into_any())
}

fn give_pair_of_shapes<'py>(py: Python<'py>, v: cairn_pair_of_shapes) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("a", v.a.bits)?;
    dict.set_item("b", v.b.bits)?;
    Ok(dict.into_any())
}

fn give_pair_of_poses<'py>(py: Python<'py>, v: cairn_pair_of_poses) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("a", place(v.a))?;
    dict.set_item("b", place(v.b))?;
    Ok(dict.into_any())
}

fn give_pair_of_points<'py>(py: Python<'py>, v: cairn_pair_of_points) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("a", (v.a.x, v.a.y))?;
    dict.set_item("b", (v.b.x, v.b.y))?;
    Ok(dict.into_any())
}

fn give_overlap<'py>(py: Python<'py>, v: cairn_overlap) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("sensor", v.sensor.bits)?;
    dict.set_item("visitor", v.visitor.bits)?;
    Ok(dict.into_any())
}

fn give_one_way<'py>(py: Python<'py>, v: cairn_one_way) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("direction", (v.direction.x, v.direction.y))?;
    dict.set_item("half_angle", v.half_angle)?;
    Ok(dict.into_any())
}

fn give_primitive<'py>(py: Python<'py>, v: cairn_primitive) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", word(v.kind, PRIMITIVE_TYPE_NAMES))?;
    dict.set_item("color", v.color)?;
    dict.set_item("first", v.first)?;
    dict.set_item("count", v.count)?;
    dict.set_item("radius", v.radius)?;
    Ok(dict.into_any())
}

#[pymethods]
impl World {
    /// Advances the world by a time.
    fn world_step<'py>(&mut self, py: Python<'py>, dt: f32) -> PyResult<Bound<'py, PyAny>> {
        let value = {
            let world = &mut self.world;
            py.detach(|| calls::world_step(world, dt))
        }.map_err(raise)?;
        give_step_report(py, value)?.into_bound_py_any(py)
    }

    /// Returns the hash of the state, the same on every machine.
    fn world_hash<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_hash(&self.world).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the number of steps since the world was made.
    fn world_step_count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_step_count(&self.world).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the numbers of objects.
    fn world_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_counts(&self.world).map_err(raise)?;
        give_counts(py, value)?.into_bound_py_any(py)
    }

    /// Sets the gravity and wakes all bodies.
    fn world_set_gravity<'py>(&mut self, py: Python<'py>, gravity: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let gravity = vector(gravity)?;
        calls::world_set_gravity(&mut self.world, vec2(gravity)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Returns the gravity.
    fn world_gravity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_gravity(&self.world).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Sets the number of sub-steps, 1 to 64.
    fn world_set_sub_steps<'py>(&mut self, py: Python<'py>, sub_steps: u32) -> PyResult<Bound<'py, PyAny>> {
        calls::world_set_sub_steps(&mut self.world, sub_steps).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether bodies may fall asleep.
    fn world_set_sleeping<'py>(&mut self, py: Python<'py>, sleeping: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::world_set_sleeping(&mut self.world, u8::from(sleeping)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether fast bodies stop at static shapes.
    fn world_set_continuous<'py>(&mut self, py: Python<'py>, continuous: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::world_set_continuous(&mut self.world, u8::from(continuous)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the number of threads, 1 to 64; results do not depend on it.
    fn world_set_threads<'py>(&mut self, py: Python<'py>, threads: u32) -> PyResult<Bound<'py, PyAny>> {
        calls::world_set_threads(&mut self.world, threads).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the instruction set; results do not depend on it.
    fn world_set_lanes<'py>(&mut self, py: Python<'py>, lanes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let lanes = choice(lanes, "lanes", LANES_NAMES)?;
        calls::world_set_lanes(&mut self.world, lanes).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Moves the origin of coordinates to a point.
    fn world_shift_origin<'py>(&mut self, py: Python<'py>, origin: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let origin = vector(origin)?;
        calls::world_shift_origin(&mut self.world, vec2(origin)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether every stage checks the whole world, in debug builds.
    fn world_set_stage_checks<'py>(&mut self, py: Python<'py>, on: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::world_set_stage_checks(&mut self.world, u8::from(on)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Reserves memory for this many objects.
    fn world_reserve<'py>(&mut self, py: Python<'py>, bodies: u32, shapes: u32, joints: u32, contacts: u32) -> PyResult<Bound<'py, PyAny>> {
        calls::world_reserve(&mut self.world, bodies, shapes, joints, contacts).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Returns whether no call has changed the world.
    fn world_is_untouched<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_is_untouched(&self.world).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether calls are recorded.
    fn world_is_recorded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_is_recorded(&self.world).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the number of steps since the recording began.
    fn world_recorded_steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_recorded_steps(&self.world).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Adds a body with its shapes.
    fn world_spawn<'py>(&mut self, py: Python<'py>, def: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let def = read_body_def(def, &mut keep)?;
        let value = calls::world_spawn(&mut self.world, &def).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Removes a body with its shapes and joints.
    fn world_despawn<'py>(&mut self, py: Python<'py>, body: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_despawn(&mut self.world, cairn_body_id { bits: body }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all bodies in the order of their slots.
    fn world_bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_body_id> = Vec::new();
        calls::world_bodies(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns whether the body exists.
    fn body_exists<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_exists(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether the body is static, kinematic or dynamic.
    fn body_kind<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_kind(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        word(value, BODY_TYPE_NAMES).into_bound_py_any(py)
    }

    /// Returns the position of the origin and the rotation.
    fn body_pose<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_pose(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        place(value).into_bound_py_any(py)
    }

    /// Returns the position of the origin.
    fn body_position<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_position(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the position of the origin with 64 bits.
    fn body_position64<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_position64(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the pose relative to a point of the world.
    fn body_pose_from<'py>(&self, py: Python<'py>, receiver: u64, origin: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let origin = far_vector(origin)?;
        let value = calls::body_pose_from(&self.world, cairn_body_id { bits: receiver }, dvec2(origin)).map_err(raise)?;
        place(value).into_bound_py_any(py)
    }

    /// Returns the rotation.
    fn body_rotation<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_rotation(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.c, value.s).into_bound_py_any(py)
    }

    /// Returns the rotation, from -pi to pi.
    fn body_angle<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_angle(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the centre of mass in world coordinates.
    fn body_center<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_center(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the centre of mass with 64 bits.
    fn body_center64<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_center64(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the velocity of the centre of mass.
    fn body_velocity<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_velocity(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the angular velocity.
    fn body_angular_velocity<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_angular_velocity(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the velocity of a point of the body.
    fn body_velocity_at<'py>(&self, py: Python<'py>, receiver: u64, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let point = vector(point)?;
        let value = calls::body_velocity_at(&self.world, cairn_body_id { bits: receiver }, vec2(point)).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the pose after a time of free motion.
    fn body_pose_after<'py>(&self, py: Python<'py>, receiver: u64, time: f32) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_pose_after(&self.world, cairn_body_id { bits: receiver }, time).map_err(raise)?;
        place(value).into_bound_py_any(py)
    }

    /// Returns the mass, zero unless the body is dynamic.
    fn body_mass<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_mass(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        give_mass(py, value)?.into_bound_py_any(py)
    }

    /// Returns the mass that replaces that of the shapes.
    fn body_given_mass<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::body_given_mass(&self.world, cairn_body_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_mass(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the kinetic energy.
    fn body_kinetic_energy<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_kinetic_energy(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether the body is awake.
    fn body_is_awake<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_is_awake(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether the body sleeps.
    fn body_is_asleep<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_is_asleep(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether the body is enabled.
    fn body_is_enabled<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_is_enabled(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the factor on gravity.
    fn body_gravity_scale<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_gravity_scale(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the damping rate of the velocity.
    fn body_linear_damping<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_linear_damping(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the damping rate of the angular velocity.
    fn body_angular_damping<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_angular_damping(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the locked directions.
    fn body_locks<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_locks(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        give_locks(py, value)?.into_bound_py_any(py)
    }

    /// Returns the speed under which the body may fall asleep.
    fn body_sleep_threshold<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_sleep_threshold(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether continuous collision applies to dynamic bodies.
    fn body_is_bullet<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_is_bullet(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether the shapes are parts of one solid.
    fn body_is_joined<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_is_joined(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the motion above which the body is swept.
    fn body_sweep_threshold<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_sweep_threshold(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the time scale of the body.
    fn body_time_scale<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_time_scale(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the dominance.
    fn body_dominance<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_dominance(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether the body may fall asleep.
    fn body_can_sleep<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_can_sleep(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the user data.
    fn body_user_data<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_user_data(&self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Lists the shapes in the order in which they were added.
    fn body_shapes<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::body_shapes(&self.world, cairn_body_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the contacts, newest first.
    fn body_contacts<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_contact_id> = Vec::new();
        calls::body_contacts(&self.world, cairn_body_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the joints, newest first.
    fn body_joints<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_joint_id> = Vec::new();
        calls::body_joints(&self.world, cairn_body_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Moves the body.
    fn body_set_pose<'py>(&mut self, py: Python<'py>, receiver: u64, pose: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let pose = placed(pose)?;
        calls::body_set_pose(&mut self.world, cairn_body_id { bits: receiver }, pose).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Moves the body, with 64 bits.
    fn body_set_pose64<'py>(&mut self, py: Python<'py>, receiver: u64, position: &Bound<'py, PyAny>, angle: f32) -> PyResult<Bound<'py, PyAny>> {
        let position = far_vector(position)?;
        calls::body_set_pose64(&mut self.world, cairn_body_id { bits: receiver }, dvec2(position), angle).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Moves the body and keeps its rotation.
    fn body_set_position<'py>(&mut self, py: Python<'py>, receiver: u64, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let position = vector(position)?;
        calls::body_set_position(&mut self.world, cairn_body_id { bits: receiver }, vec2(position)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Moves the body with 64 bits and keeps its rotation.
    fn body_set_position64<'py>(&mut self, py: Python<'py>, receiver: u64, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let position = far_vector(position)?;
        calls::body_set_position64(&mut self.world, cairn_body_id { bits: receiver }, dvec2(position)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Turns the body about its origin.
    fn body_set_angle<'py>(&mut self, py: Python<'py>, receiver: u64, angle: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_angle(&mut self.world, cairn_body_id { bits: receiver }, angle).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the velocity and wakes the body.
    fn body_set_velocity<'py>(&mut self, py: Python<'py>, receiver: u64, velocity: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let velocity = vector(velocity)?;
        calls::body_set_velocity(&mut self.world, cairn_body_id { bits: receiver }, vec2(velocity)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the angular velocity and wakes the body.
    fn body_set_angular_velocity<'py>(&mut self, py: Python<'py>, receiver: u64, angular_velocity: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_angular_velocity(&mut self.world, cairn_body_id { bits: receiver }, angular_velocity).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the velocities that reach a pose within a time.
    fn body_set_target<'py>(&mut self, py: Python<'py>, receiver: u64, pose: &Bound<'py, PyAny>, dt: f32) -> PyResult<Bound<'py, PyAny>> {
        let pose = placed(pose)?;
        calls::body_set_target(&mut self.world, cairn_body_id { bits: receiver }, pose, dt).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the velocities that reach a pose within a time, with 64 bits.
    fn body_set_target64<'py>(&mut self, py: Python<'py>, receiver: u64, position: &Bound<'py, PyAny>, angle: f32, dt: f32) -> PyResult<Bound<'py, PyAny>> {
        let position = far_vector(position)?;
        calls::body_set_target64(&mut self.world, cairn_body_id { bits: receiver }, dvec2(position), angle, dt).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies a force at the centre of mass during the next step.
    fn body_apply_force<'py>(&mut self, py: Python<'py>, receiver: u64, force: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let force = vector(force)?;
        calls::body_apply_force(&mut self.world, cairn_body_id { bits: receiver }, vec2(force)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies a force at a point of the world during the next step.
    fn body_apply_force_at<'py>(&mut self, py: Python<'py>, receiver: u64, force: &Bound<'py, PyAny>, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let force = vector(force)?;
        let point = vector(point)?;
        calls::body_apply_force_at(&mut self.world, cairn_body_id { bits: receiver }, vec2(force), vec2(point)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies a force at a point of the world with 64 bits.
    fn body_apply_force_at64<'py>(&mut self, py: Python<'py>, receiver: u64, force: &Bound<'py, PyAny>, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let force = vector(force)?;
        let point = far_vector(point)?;
        calls::body_apply_force_at64(&mut self.world, cairn_body_id { bits: receiver }, vec2(force), dvec2(point)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies a torque during the next step.
    fn body_apply_torque<'py>(&mut self, py: Python<'py>, receiver: u64, torque: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_apply_torque(&mut self.world, cairn_body_id { bits: receiver }, torque).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies an impulse at the centre of mass.
    fn body_apply_impulse<'py>(&mut self, py: Python<'py>, receiver: u64, impulse: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let impulse = vector(impulse)?;
        calls::body_apply_impulse(&mut self.world, cairn_body_id { bits: receiver }, vec2(impulse)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies an impulse at a point of the world.
    fn body_apply_impulse_at<'py>(&mut self, py: Python<'py>, receiver: u64, impulse: &Bound<'py, PyAny>, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let impulse = vector(impulse)?;
        let point = vector(point)?;
        calls::body_apply_impulse_at(&mut self.world, cairn_body_id { bits: receiver }, vec2(impulse), vec2(point)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies an impulse at a point of the world with 64 bits.
    fn body_apply_impulse_at64<'py>(&mut self, py: Python<'py>, receiver: u64, impulse: &Bound<'py, PyAny>, point: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let impulse = vector(impulse)?;
        let point = far_vector(point)?;
        calls::body_apply_impulse_at64(&mut self.world, cairn_body_id { bits: receiver }, vec2(impulse), dvec2(point)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies an angular impulse.
    fn body_apply_angular_impulse<'py>(&mut self, py: Python<'py>, receiver: u64, impulse: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_apply_angular_impulse(&mut self.world, cairn_body_id { bits: receiver }, impulse).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the factor on gravity.
    fn body_set_gravity_scale<'py>(&mut self, py: Python<'py>, receiver: u64, scale: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_gravity_scale(&mut self.world, cairn_body_id { bits: receiver }, scale).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the damping rates.
    fn body_set_damping<'py>(&mut self, py: Python<'py>, receiver: u64, linear: f32, angular: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_damping(&mut self.world, cairn_body_id { bits: receiver }, linear, angular).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the locked directions.
    fn body_set_locks<'py>(&mut self, py: Python<'py>, receiver: u64, x: bool, y: bool, rotation: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_locks(&mut self.world, cairn_body_id { bits: receiver }, u8::from(x), u8::from(y), u8::from(rotation)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Replaces the mass of the shapes.
    fn body_set_mass<'py>(&mut self, py: Python<'py>, receiver: u64, mass: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let mass = read_mass(mass, &mut keep)?;
        calls::body_set_mass(&mut self.world, cairn_body_id { bits: receiver }, &mass).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Uses the mass of the shapes again.
    fn body_clear_mass<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::body_clear_mass(&mut self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the speed under which the body may fall asleep.
    fn body_set_sleep_threshold<'py>(&mut self, py: Python<'py>, receiver: u64, speed: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_sleep_threshold(&mut self.world, cairn_body_id { bits: receiver }, speed).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether continuous collision applies to dynamic bodies.
    fn body_set_bullet<'py>(&mut self, py: Python<'py>, receiver: u64, bullet: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_bullet(&mut self.world, cairn_body_id { bits: receiver }, u8::from(bullet)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the motion above which the body is swept.
    fn body_set_sweep_threshold<'py>(&mut self, py: Python<'py>, receiver: u64, share: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_sweep_threshold(&mut self.world, cairn_body_id { bits: receiver }, share).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the dominance, -128 to 127.
    fn body_set_dominance<'py>(&mut self, py: Python<'py>, receiver: u64, dominance: i32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_dominance(&mut self.world, cairn_body_id { bits: receiver }, dominance).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the time scale of the body.
    fn body_set_time_scale<'py>(&mut self, py: Python<'py>, receiver: u64, scale: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_time_scale(&mut self.world, cairn_body_id { bits: receiver }, scale).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether the body may fall asleep.
    fn body_set_can_sleep<'py>(&mut self, py: Python<'py>, receiver: u64, can_sleep: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_can_sleep(&mut self.world, cairn_body_id { bits: receiver }, u8::from(can_sleep)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Wakes the body.
    fn body_wake<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::body_wake(&mut self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Puts the body and its island to sleep; returns whether it sleeps.
    fn body_sleep<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_sleep(&mut self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Makes the body static, kinematic or dynamic.
    fn body_set_kind<'py>(&mut self, py: Python<'py>, receiver: u64, kind: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let kind = choice(kind, "body_type", BODY_TYPE_NAMES)?;
        calls::body_set_kind(&mut self.world, cairn_body_id { bits: receiver }, kind).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lets the body fall through the one-way shapes under it; returns their number.
    fn body_drop_through<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_drop_through(&mut self.world, cairn_body_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Lets the body fall through a one-way shape.
    fn body_drop_through_shape<'py>(&mut self, py: Python<'py>, receiver: u64, platform: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::body_drop_through_shape(&mut self.world, cairn_body_id { bits: receiver }, cairn_shape_id { bits: platform }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Sets whether the body is simulated.
    fn body_set_enabled<'py>(&mut self, py: Python<'py>, receiver: u64, enabled: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_enabled(&mut self.world, cairn_body_id { bits: receiver }, u8::from(enabled)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the user data.
    fn body_set_user_data<'py>(&mut self, py: Python<'py>, receiver: u64, user_data: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::body_set_user_data(&mut self.world, cairn_body_id { bits: receiver }, user_data).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Applies impulses to many bodies.
    fn world_apply_impulses<'py>(&mut self, py: Python<'py>, impulses: &Bound<'py, PyAny>, wake_above: f32) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let impulses = list(impulses, |item| read_body_impulse(item, &mut keep))?;
        let value = calls::world_apply_impulses(&mut self.world, &impulses, wake_above).map_err(raise)?;
        give_impulse_counts(py, value)?.into_bound_py_any(py)
    }

    /// Adds a shape to a body.
    fn world_attach<'py>(&mut self, py: Python<'py>, body: u64, def: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let def = read_shape_def(def, &mut keep)?;
        let value = calls::world_attach(&mut self.world, cairn_body_id { bits: body }, &def).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them.
    fn world_attach_chain<'py>(&mut self, py: Python<'py>, body: u64, def: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let def = read_chain_def(def, &mut keep)?;
        let value = calls::world_attach_chain(&mut self.world, cairn_body_id { bits: body }, &def).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Removes a shape.
    fn world_detach<'py>(&mut self, py: Python<'py>, shape: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_detach(&mut self.world, cairn_shape_id { bits: shape }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Moves a shape to another body.
    fn world_reattach<'py>(&mut self, py: Python<'py>, shape: u64, body: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_reattach(&mut self.world, cairn_shape_id { bits: shape }, cairn_body_id { bits: body }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all shapes in the order of their slots.
    fn world_shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::world_shapes(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns whether the shape exists.
    fn shape_exists<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_exists(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the body of the shape.
    fn shape_body<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_body(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Returns the kind of the geometry; a segment of a chain is a segment.
    fn shape_kind<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_kind(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        word(value, SHAPE_TYPE_NAMES).into_bound_py_any(py)
    }

    /// Returns the radius of a circle or capsule, or the rounding of a polygon.
    fn shape_radius<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_radius(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon.
    fn shape_points<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_vec2> = Vec::new();
        calls::shape_points(&self.world, cairn_shape_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| (item.x, item.y).into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns the box around the shape in world coordinates.
    fn shape_aabb<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_aabb(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        give_box(py, value)?.into_bound_py_any(py)
    }

    /// Returns the density.
    fn shape_density<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_density(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the material.
    fn shape_material<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_material(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        give_material(py, value)?.into_bound_py_any(py)
    }

    /// Returns the speed above which hits are reported.
    fn shape_report_hits_above<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::shape_report_hits_above(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)? {
            Some(value) => value.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns whether hooks run for the shape.
    fn shape_is_hooked<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_is_hooked(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the one-way setting.
    fn shape_one_way<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::shape_one_way(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_one_way(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the collision filter.
    fn shape_filter<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_filter(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        give_filter(py, value)?.into_bound_py_any(py)
    }

    /// Returns the user data.
    fn shape_user_data<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_user_data(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether the shape is a sensor.
    fn shape_is_sensor<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_is_sensor(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether sensors detect the shape.
    fn shape_sensor_events<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::shape_sensor_events(&self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Lists the shapes that overlap this sensor.
    fn shape_visitors<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::shape_visitors(&self.world, cairn_shape_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the sensors that this shape overlaps.
    fn shape_sensors<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::shape_sensors(&self.world, cairn_shape_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Sets the material.
    fn shape_set_material<'py>(&mut self, py: Python<'py>, receiver: u64, material: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let material = read_material(material, &mut keep)?;
        calls::shape_set_material(&mut self.world, cairn_shape_id { bits: receiver }, &material).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether hooks run for the shape.
    fn shape_set_hooked<'py>(&mut self, py: Python<'py>, receiver: u64, hooked: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_set_hooked(&mut self.world, cairn_shape_id { bits: receiver }, u8::from(hooked)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Makes the shape solid from one side only.
    fn shape_set_one_way<'py>(&mut self, py: Python<'py>, receiver: u64, direction: &Bound<'py, PyAny>, half_angle: f32) -> PyResult<Bound<'py, PyAny>> {
        let direction = vector(direction)?;
        calls::shape_set_one_way(&mut self.world, cairn_shape_id { bits: receiver }, vec2(direction), half_angle).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Makes the shape solid from all sides.
    fn shape_clear_one_way<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_clear_one_way(&mut self.world, cairn_shape_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the collision filter.
    fn shape_set_filter<'py>(&mut self, py: Python<'py>, receiver: u64, filter: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let filter = read_filter(filter, &mut keep)?;
        calls::shape_set_filter(&mut self.world, cairn_shape_id { bits: receiver }, &filter).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether the shape is a sensor.
    fn shape_set_sensor<'py>(&mut self, py: Python<'py>, receiver: u64, is_sensor: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_set_sensor(&mut self.world, cairn_shape_id { bits: receiver }, u8::from(is_sensor)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether sensors detect the shape.
    fn shape_set_sensor_events<'py>(&mut self, py: Python<'py>, receiver: u64, seen: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_set_sensor_events(&mut self.world, cairn_shape_id { bits: receiver }, u8::from(seen)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Replaces the geometry.
    fn shape_set_geometry<'py>(&mut self, py: Python<'py>, receiver: u64, geometry: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let geometry = read_geometry(geometry, &mut keep)?;
        calls::shape_set_geometry(&mut self.world, cairn_shape_id { bits: receiver }, &geometry).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the density.
    fn shape_set_density<'py>(&mut self, py: Python<'py>, receiver: u64, density: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_set_density(&mut self.world, cairn_shape_id { bits: receiver }, density).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the user data.
    fn shape_set_user_data<'py>(&mut self, py: Python<'py>, receiver: u64, user_data: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::shape_set_user_data(&mut self.world, cairn_shape_id { bits: receiver }, user_data).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the material of contacts between two material ids.
    fn world_set_material_pair<'py>(&mut self, py: Python<'py>, a: u64, b: u64, pair: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let pair = read_material_pair(pair, &mut keep)?;
        calls::world_set_material_pair(&mut self.world, a, b, &pair).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the material of a pair.
    fn world_clear_material_pair<'py>(&mut self, py: Python<'py>, a: u64, b: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_clear_material_pair(&mut self.world, a, b).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Returns the material of a pair.
    fn world_material_pair<'py>(&self, py: Python<'py>, a: u64, b: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::world_material_pair(&self.world, a, b).map_err(raise)? {
            Some(value) => give_material_pair(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Adds a joint.
    fn world_join<'py>(&mut self, py: Python<'py>, def: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let def = read_joint_def(def, &mut keep)?;
        let value = calls::world_join(&mut self.world, &def).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Removes a joint.
    fn world_unjoin<'py>(&mut self, py: Python<'py>, joint: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_unjoin(&mut self.world, cairn_joint_id { bits: joint }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all joints in the order of their slots.
    fn world_joints<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_joint_id> = Vec::new();
        calls::world_joints(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns whether the joint exists.
    fn joint_exists<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_exists(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the kind.
    fn joint_kind<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_kind(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        word(value, JOINT_TYPE_NAMES).into_bound_py_any(py)
    }

    /// Returns the two bodies.
    fn joint_bodies<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_bodies(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        give_pair_of_bodies(py, value)?.into_bound_py_any(py)
    }

    /// Returns the frames in body coordinates.
    fn joint_frames<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_frames(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        give_pair_of_poses(py, value)?.into_bound_py_any(py)
    }

    /// Returns the frames in world coordinates.
    fn joint_world_frames<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_world_frames(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        give_pair_of_poses(py, value)?.into_bound_py_any(py)
    }

    /// Returns the frames relative to a point of the world.
    fn joint_frames_from<'py>(&self, py: Python<'py>, receiver: u64, origin: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let origin = far_vector(origin)?;
        let value = calls::joint_frames_from(&self.world, cairn_joint_id { bits: receiver }, dvec2(origin)).map_err(raise)?;
        give_pair_of_poses(py, value)?.into_bound_py_any(py)
    }

    /// Returns the force on the second body.
    fn joint_reaction_force<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_reaction_force(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Returns the torque on the second body.
    fn joint_reaction_torque<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_reaction_torque(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the force or torque of the motor.
    fn joint_motor_load<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_motor_load(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether the joint is enabled.
    fn joint_is_enabled<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_is_enabled(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the load above which the joint breaks.
    fn joint_break_at<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_break_at(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        give_load_limit(py, value)?.into_bound_py_any(py)
    }

    /// Returns the load above which an event is reported.
    fn joint_report_above<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_report_above(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        give_load_limit(py, value)?.into_bound_py_any(py)
    }

    /// Returns whether the load is above its limit.
    fn joint_is_overloaded<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_is_overloaded(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns whether the two bodies collide.
    fn joint_collide_connected<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_collide_connected(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the user data.
    fn joint_user_data<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_user_data(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the limits.
    fn joint_limits<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_limits(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_range(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the motor.
    fn joint_motor<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_motor(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_motor(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the spring.
    fn joint_spring<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_spring(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_spring(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the bounds of the force of the spring.
    fn joint_spring_range<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_spring_range(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_range(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the servo.
    fn joint_servo<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_servo(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_servo(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the linear motor.
    fn joint_linear_motor<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_linear_motor(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_linear_motor(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the linear spring.
    fn joint_linear_spring<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_linear_spring(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_linear_spring(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the target of a grab.
    fn joint_target<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_target(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => (value.x, value.y).into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns stiffness in hertz and damping ratio of the joint.
    fn joint_softness<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_softness(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_range(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the rest length.
    fn joint_rest_length<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_rest_length(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => value.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the angle between the frames.
    fn joint_angle<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_angle(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the distance between the anchors.
    fn joint_distance<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_distance(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the displacement along the axis.
    fn joint_slide<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_slide(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the coordinate that limits and motor act on.
    fn joint_coordinate<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_coordinate(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the ratio of a gear or pulley.
    fn joint_ratio<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_ratio(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => value.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the wheels of a pulley.
    fn joint_pulley_points<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_pulley_points(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_pair_of_points(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns pitch and phase of a ratchet.
    fn joint_ratchet<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::joint_ratchet(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)? {
            Some(value) => give_range(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns whether the rope of a pulley is slack.
    fn joint_is_slack<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_is_slack(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the relative angular velocity.
    fn joint_angular_speed<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_angular_speed(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the rate of the coordinate.
    fn joint_speed<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_speed(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns how far the anchors are apart.
    fn joint_separation<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_separation(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns the error of a locked angle.
    fn joint_angular_separation<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_angular_separation(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Returns whether the joint takes part in the simulation.
    fn joint_is_active<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::joint_is_active(&self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Sets whether the joint is enabled.
    fn joint_set_enabled<'py>(&mut self, py: Python<'py>, receiver: u64, enabled: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_enabled(&mut self.world, cairn_joint_id { bits: receiver }, u8::from(enabled)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the limits; of a hinge as angles.
    fn joint_set_limits<'py>(&mut self, py: Python<'py>, receiver: u64, lower: f32, upper: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_limits(&mut self.world, cairn_joint_id { bits: receiver }, lower, upper).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the limits.
    fn joint_clear_limits<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_limits(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the motor; of a hinge as angular velocity and torque.
    fn joint_set_motor<'py>(&mut self, py: Python<'py>, receiver: u64, speed: f32, strength: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_motor(&mut self.world, cairn_joint_id { bits: receiver }, speed, strength).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the motor.
    fn joint_clear_motor<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_motor(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the spring.
    fn joint_set_spring<'py>(&mut self, py: Python<'py>, receiver: u64, hertz: f32, damping_ratio: f32, target: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_spring(&mut self.world, cairn_joint_id { bits: receiver }, hertz, damping_ratio, target).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the spring.
    fn joint_clear_spring<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_spring(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Bounds the force of the spring.
    fn joint_set_spring_range<'py>(&mut self, py: Python<'py>, receiver: u64, lower: f32, upper: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_spring_range(&mut self.world, cairn_joint_id { bits: receiver }, lower, upper).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the bounds of the force of the spring.
    fn joint_clear_spring_range<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_spring_range(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the servo.
    fn joint_set_servo<'py>(&mut self, py: Python<'py>, receiver: u64, target: f32, max_speed: f32, strength: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_servo(&mut self.world, cairn_joint_id { bits: receiver }, target, max_speed, strength).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the servo.
    fn joint_clear_servo<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_servo(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the linear motor of a drive.
    fn joint_set_linear_motor<'py>(&mut self, py: Python<'py>, receiver: u64, velocity: &Bound<'py, PyAny>, max_force: f32) -> PyResult<Bound<'py, PyAny>> {
        let velocity = vector(velocity)?;
        calls::joint_set_linear_motor(&mut self.world, cairn_joint_id { bits: receiver }, vec2(velocity), max_force).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the linear motor.
    fn joint_clear_linear_motor<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_linear_motor(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the linear spring of a weld, drive or grab.
    fn joint_set_linear_spring<'py>(&mut self, py: Python<'py>, receiver: u64, hertz: f32, damping_ratio: f32, max_force: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_linear_spring(&mut self.world, cairn_joint_id { bits: receiver }, hertz, damping_ratio, max_force).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the linear spring.
    fn joint_clear_linear_spring<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_linear_spring(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the target of a grab.
    fn joint_set_target<'py>(&mut self, py: Python<'py>, receiver: u64, target: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let target = vector(target)?;
        calls::joint_set_target(&mut self.world, cairn_joint_id { bits: receiver }, vec2(target)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets stiffness and damping ratio of the joint.
    fn joint_set_softness<'py>(&mut self, py: Python<'py>, receiver: u64, hertz: f32, damping_ratio: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_softness(&mut self.world, cairn_joint_id { bits: receiver }, hertz, damping_ratio).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Uses the softness of the world again.
    fn joint_clear_softness<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_softness(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the ratio of a gear or pulley.
    fn joint_set_ratio<'py>(&mut self, py: Python<'py>, receiver: u64, ratio: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_ratio(&mut self.world, cairn_joint_id { bits: receiver }, ratio).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the ratchet of a rotary joint.
    fn joint_set_ratchet<'py>(&mut self, py: Python<'py>, receiver: u64, pitch: f32, phase: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_ratchet(&mut self.world, cairn_joint_id { bits: receiver }, pitch, phase).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes the ratchet.
    fn joint_clear_ratchet<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_ratchet(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the rest length.
    fn joint_set_length<'py>(&mut self, py: Python<'py>, receiver: u64, length: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_length(&mut self.world, cairn_joint_id { bits: receiver }, length).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the frames in body coordinates.
    fn joint_set_frames<'py>(&mut self, py: Python<'py>, receiver: u64, frame_a: &Bound<'py, PyAny>, frame_b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let frame_a = placed(frame_a)?;
        let frame_b = placed(frame_b)?;
        calls::joint_set_frames(&mut self.world, cairn_joint_id { bits: receiver }, frame_a, frame_b).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the load above which the joint breaks.
    fn joint_set_break_at<'py>(&mut self, py: Python<'py>, receiver: u64, force: f32, torque: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_break_at(&mut self.world, cairn_joint_id { bits: receiver }, force, torque).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Makes the joint unbreakable.
    fn joint_clear_break_at<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_break_at(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the load above which an event is reported.
    fn joint_set_report_above<'py>(&mut self, py: Python<'py>, receiver: u64, force: f32, torque: f32) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_report_above(&mut self.world, cairn_joint_id { bits: receiver }, force, torque).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Reports no load.
    fn joint_clear_report_above<'py>(&mut self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_clear_report_above(&mut self.world, cairn_joint_id { bits: receiver }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets whether the two bodies collide.
    fn joint_set_collide_connected<'py>(&mut self, py: Python<'py>, receiver: u64, collide: bool) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_collide_connected(&mut self.world, cairn_joint_id { bits: receiver }, u8::from(collide)).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Sets the user data.
    fn joint_set_user_data<'py>(&mut self, py: Python<'py>, receiver: u64, user_data: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::joint_set_user_data(&mut self.world, cairn_joint_id { bits: receiver }, user_data).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all contacts, touching or not.
    fn world_contacts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_contact_id> = Vec::new();
        calls::world_contacts(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns whether the contact exists.
    fn contact_exists<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::contact_exists(&self.world, cairn_contact_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the two shapes.
    fn contact_shapes<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::contact_shapes(&self.world, cairn_contact_id { bits: receiver }).map_err(raise)?;
        give_pair_of_shapes(py, value)?.into_bound_py_any(py)
    }

    /// Returns the two bodies.
    fn contact_bodies<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::contact_bodies(&self.world, cairn_contact_id { bits: receiver }).map_err(raise)?;
        give_pair_of_bodies(py, value)?.into_bound_py_any(py)
    }

    /// Returns whether the shapes touch.
    fn contact_is_touching<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::contact_is_touching(&self.world, cairn_contact_id { bits: receiver }).map_err(raise)?;
        truth(value).into_bound_py_any(py)
    }

    /// Returns the direction from the first to the second shape.
    fn contact_normal<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::contact_normal(&self.world, cairn_contact_id { bits: receiver }).map_err(raise)?;
        (value.x, value.y).into_bound_py_any(py)
    }

    /// Lists the contact points, at most two.
    fn contact_points<'py>(&self, py: Python<'py>, receiver: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_contact_point> = Vec::new();
        calls::contact_points(&self.world, cairn_contact_id { bits: receiver }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_contact_point(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the contact points relative to a point of the world.
    fn contact_points_from<'py>(&self, py: Python<'py>, receiver: u64, origin: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let origin = far_vector(origin)?;
        let mut found: Vec<cairn_contact_point> = Vec::new();
        calls::contact_points_from(&self.world, cairn_contact_id { bits: receiver }, dvec2(origin), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_contact_point(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Contacts that began to touch.
    fn events_begins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_touch_event> = Vec::new();
        calls::events_begins(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_touch_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Contacts that ended.
    fn events_ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_touch_event> = Vec::new();
        calls::events_ends(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_touch_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Overlaps of sensors that began or ended.
    fn events_sensors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_sensor_event> = Vec::new();
        calls::events_sensors(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_sensor_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Hits above the speed of their shapes.
    fn events_hits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_hit_event> = Vec::new();
        calls::events_hits(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_hit_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Bodies that moved.
    fn events_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_move_event> = Vec::new();
        calls::events_moves(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_move_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Bodies that fell asleep.
    fn events_sleeps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_sleep_event> = Vec::new();
        calls::events_sleeps(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_sleep_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Bodies that woke.
    fn events_wakes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_sleep_event> = Vec::new();
        calls::events_wakes(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_sleep_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Bodies that passed openings, in order.
    fn events_teleports<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_teleport_event> = Vec::new();
        calls::events_teleports(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_teleport_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Joints that broke.
    fn events_breaks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_joint_event> = Vec::new();
        calls::events_breaks(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_joint_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Joints whose load rose above its limit.
    fn events_overloads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_joint_event> = Vec::new();
        calls::events_overloads(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_joint_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Joints whose load fell below its limit.
    fn events_overload_ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_joint_event> = Vec::new();
        calls::events_overload_ends(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_joint_event(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the overlaps of all sensors.
    fn world_sensor_overlaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_overlap> = Vec::new();
        calls::world_sensor_overlaps(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_overlap(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns the first hit of a ray.
    fn world_cast_ray<'py>(&self, py: Python<'py>, origin: &Bound<'py, PyAny>, translation: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let origin = vector(origin)?;
        let translation = vector(translation)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        match calls::world_cast_ray(&self.world, vec2(origin), vec2(translation), filter.as_ref()).map_err(raise)? {
            Some(value) => give_cast_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns any hit of a ray.
    fn world_cast_ray_any<'py>(&self, py: Python<'py>, origin: &Bound<'py, PyAny>, translation: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let origin = vector(origin)?;
        let translation = vector(translation)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        match calls::world_cast_ray_any(&self.world, vec2(origin), vec2(translation), filter.as_ref()).map_err(raise)? {
            Some(value) => give_cast_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Lists all hits of a ray in order of distance.
    fn world_cast_ray_sorted<'py>(&self, py: Python<'py>, origin: &Bound<'py, PyAny>, translation: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let origin = vector(origin)?;
        let translation = vector(translation)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_cast_result> = Vec::new();
        calls::world_cast_ray_sorted(&self.world, vec2(origin), vec2(translation), filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_cast_result(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Casts many rays; the answers have their order.
    fn world_cast_rays<'py>(&self, py: Python<'py>, rays: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let rays = list(rays, |item| read_ray(item, &mut keep))?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_ray_answer> = Vec::new();
        calls::world_cast_rays(&self.world, &rays, filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_ray_answer(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns the first hit of a moving circle.
    fn world_cast_circle<'py>(&self, py: Python<'py>, origin: &Bound<'py, PyAny>, translation: &Bound<'py, PyAny>, radius: f32, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let origin = vector(origin)?;
        let translation = vector(translation)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        match calls::world_cast_circle(&self.world, vec2(origin), vec2(translation), radius, filter.as_ref()).map_err(raise)? {
            Some(value) => give_cast_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the first hit of a moving shape.
    fn world_cast_shape<'py>(&self, py: Python<'py>, geometry: &Bound<'py, PyAny>, pose: &Bound<'py, PyAny>, translation: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let geometry = read_geometry(geometry, &mut keep)?;
        let pose = placed(pose)?;
        let translation = vector(translation)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        match calls::world_cast_shape(&self.world, &geometry, pose, vec2(translation), filter.as_ref()).map_err(raise)? {
            Some(value) => give_cast_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the shape nearest to a point within a radius.
    fn world_nearest<'py>(&self, py: Python<'py>, point: &Bound<'py, PyAny>, radius: f32, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let point = vector(point)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        match calls::world_nearest(&self.world, vec2(point), radius, filter.as_ref()).map_err(raise)? {
            Some(value) => give_nearest_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Lists the shapes within a radius of a point.
    fn world_nearest_all<'py>(&self, py: Python<'py>, point: &Bound<'py, PyAny>, radius: f32, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let point = vector(point)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_nearest_result> = Vec::new();
        calls::world_nearest_all(&self.world, vec2(point), radius, filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_nearest_result(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the distances of shapes within reach of a shape.
    fn world_separations<'py>(&self, py: Python<'py>, geometry: &Bound<'py, PyAny>, pose: &Bound<'py, PyAny>, reach: f32, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let geometry = read_geometry(geometry, &mut keep)?;
        let pose = placed(pose)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_separation_result> = Vec::new();
        calls::world_separations(&self.world, &geometry, pose, reach, filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_separation_result(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the shapes that overlap a shape.
    fn world_overlap_shape<'py>(&self, py: Python<'py>, geometry: &Bound<'py, PyAny>, pose: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let geometry = read_geometry(geometry, &mut keep)?;
        let pose = placed(pose)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::world_overlap_shape(&self.world, &geometry, pose, filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the shapes that overlap a box.
    fn world_overlap_box<'py>(&self, py: Python<'py>, min: &Bound<'py, PyAny>, max: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let min = vector(min)?;
        let max = vector(max)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::world_overlap_box(&self.world, vec2(min), vec2(max), filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the shapes that contain a point.
    fn world_overlap_point<'py>(&self, py: Python<'py>, point: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let point = vector(point)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_shape_id> = Vec::new();
        calls::world_overlap_point(&self.world, vec2(point), filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the shapes whose boxes overlap a box, with the motion of their bodies.
    fn world_shapes_in_box<'py>(&self, py: Python<'py>, min: &Bound<'py, PyAny>, max: &Bound<'py, PyAny>, filter: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let min = vector(min)?;
        let max = vector(max)?;
        let filter = match filter { Some(any) => Some(read_query_filter(any, &mut keep)?), None => None };
        let mut found: Vec<cairn_shape_in_box> = Vec::new();
        calls::world_shapes_in_box(&self.world, vec2(min), vec2(max), filter.as_ref(), &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_shape_in_box(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Returns the distance of two shapes.
    fn world_shape_distance<'py>(&self, py: Python<'py>, a: u64, b: u64) -> PyResult<Bound<'py, PyAny>> {
        let value = calls::world_shape_distance(&self.world, cairn_shape_id { bits: a }, cairn_shape_id { bits: b }).map_err(raise)?;
        give_pair_result(py, value)?.into_bound_py_any(py)
    }

    /// Returns the distance of two bodies.
    fn world_body_distance<'py>(&self, py: Python<'py>, a: u64, b: u64) -> PyResult<Bound<'py, PyAny>> {
        match calls::world_body_distance(&self.world, cairn_body_id { bits: a }, cairn_body_id { bits: b }).map_err(raise)? {
            Some(value) => give_pair_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the first impact of two shapes within a time.
    fn world_shape_impact<'py>(&self, py: Python<'py>, a: u64, b: u64, time: f32) -> PyResult<Bound<'py, PyAny>> {
        match calls::world_shape_impact(&self.world, cairn_shape_id { bits: a }, cairn_shape_id { bits: b }, time).map_err(raise)? {
            Some(value) => give_impact_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the first impact of two bodies within a time.
    fn world_body_impact<'py>(&self, py: Python<'py>, a: u64, b: u64, time: f32) -> PyResult<Bound<'py, PyAny>> {
        match calls::world_body_impact(&self.world, cairn_body_id { bits: a }, cairn_body_id { bits: b }, time).map_err(raise)? {
            Some(value) => give_impact_result(py, value)?.into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// Sets off an explosion; returns the number of bodies that it pushed.
    fn world_explode<'py>(&mut self, py: Python<'py>, explosion: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let explosion = read_explosion(explosion, &mut keep)?;
        let value = calls::world_explode(&mut self.world, &explosion).map_err(raise)?;
        value.into_bound_py_any(py)
    }

    /// Adds a field: gravity, wind, water and the like in an area.
    fn world_add_field<'py>(&mut self, py: Python<'py>, field: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let field = read_field_def(field, &mut keep)?;
        let value = calls::world_add_field(&mut self.world, &field).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Replaces a field.
    fn world_set_field<'py>(&mut self, py: Python<'py>, id: u64, field: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let field = read_field_def(field, &mut keep)?;
        calls::world_set_field(&mut self.world, cairn_field_id { bits: id }, &field).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Removes a field.
    fn world_remove_field<'py>(&mut self, py: Python<'py>, id: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_remove_field(&mut self.world, cairn_field_id { bits: id }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all fields.
    fn world_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_field_id> = Vec::new();
        calls::world_fields(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| item.bits.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Adds a pair of connected openings.
    fn world_add_portals<'py>(&mut self, py: Python<'py>, pair: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut keep = Keep::default();
        let pair = read_portal_pair(pair, &mut keep)?;
        let value = calls::world_add_portals(&mut self.world, &pair).map_err(raise)?;
        value.bits.into_bound_py_any(py)
    }

    /// Removes a pair of openings.
    fn world_remove_portals<'py>(&mut self, py: Python<'py>, id: u64) -> PyResult<Bound<'py, PyAny>> {
        calls::world_remove_portals(&mut self.world, cairn_portal_id { bits: id }).map_err(raise)?;
        Ok(py.None().into_bound(py))
    }

    /// Lists all pairs of openings.
    fn world_portals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_portals> = Vec::new();
        calls::world_portals(&self.world, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| give_portals(py, item)?.into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

    /// Lists the poses of a body behind the openings that it is in.
    fn world_images<'py>(&self, py: Python<'py>, body: u64) -> PyResult<Bound<'py, PyAny>> {
        let mut found: Vec<cairn_pose> = Vec::new();
        calls::world_images(&self.world, cairn_body_id { bits: body }, &mut |item| found.push(item)).map_err(raise)?;
        let items = found.into_iter().map(|item| place(item).into_bound_py_any(py));
        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }

}
