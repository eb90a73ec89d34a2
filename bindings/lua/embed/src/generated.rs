//! Methods of the objects of Lua. Written by `cargo xtask bindings` from the table of the API.
#![allow(clippy::all, reason = "written by a program")]
#![allow(unused_mut, unused_variables, unused_parens, reason = "structs and calls without some parts")]

use cairn2d_capi::convert::*;
use cairn2d_capi::generated::calls;
use cairn2d_capi::generated::structs::*;
use std::rc::Rc;

use mlua::{Lua, Table, UserData, UserDataMethods, Value};

use crate::objects::{Object, Slot, World, meta};
use crate::values::*;

pub(crate) fn read_world_config(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_world_config> {
    let table = table(any, name)?;
    let mut to = cairn_world_config::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "gravity" => {
                to.gravity = point(&v, "gravity")?;
            }
            "subSteps" => {
                to.sub_steps = whole(&v, "subSteps")?;
            }
            "sleeping" => {
                to.sleeping = truth(&v, "sleeping")?;
            }
            "layeredSleep" => {
                to.layered_sleep = truth(&v, "layeredSleep")?;
            }
            "continuous" => {
                to.continuous = truth(&v, "continuous")?;
            }
            "restitutionThreshold" => {
                to.restitution_threshold = number(&v, "restitutionThreshold")? as f32;
            }
            "exactRestitution" => {
                to.exact_restitution = number(&v, "exactRestitution")? as f32;
            }
            "maxLinearSpeed" => {
                to.max_linear_speed = number(&v, "maxLinearSpeed")? as f32;
            }
            "maxAngularSpeed" => {
                to.max_angular_speed = number(&v, "maxAngularSpeed")? as f32;
            }
            "contactHertz" => {
                to.contact_hertz = number(&v, "contactHertz")? as f32;
            }
            "contactDampingRatio" => {
                to.contact_damping_ratio = number(&v, "contactDampingRatio")? as f32;
            }
            "contactPushSpeed" => {
                to.contact_push_speed = number(&v, "contactPushSpeed")? as f32;
            }
            "jointHertz" => {
                to.joint_hertz = number(&v, "jointHertz")? as f32;
            }
            "jointDampingRatio" => {
                to.joint_damping_ratio = number(&v, "jointDampingRatio")? as f32;
            }
            "threads" => {
                to.threads = whole(&v, "threads")?;
            }
            "lanes" => {
                to.lanes = choice(&v, LANES_NAMES, "lanes")?;
            }
            "largeWorld" => {
                to.large_world = truth(&v, "largeWorld")?;
            }
            "idTag" => {
                to.id_tag = whole(&v, "idTag")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_filter(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_filter> {
    let table = table(any, name)?;
    let mut to = cairn_filter::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "category" => {
                to.category = wide(&v, "category")?;
            }
            "mask" => {
                to.mask = wide(&v, "mask")?;
            }
            "group" => {
                to.group = signed(&v, "group")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_portal_pair(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_portal_pair> {
    let table = table(any, name)?;
    let mut to = cairn_portal_pair::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "bodyA" => {
                to.body_a = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "bodyA")? };
            }
            "bodyB" => {
                to.body_b = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "bodyB")? };
            }
            "atA" => {
                to.at_a = point(&v, "atA")?;
            }
            "atB" => {
                to.at_b = point(&v, "atB")?;
            }
            "outA" => {
                to.out_a = point(&v, "outA")?;
            }
            "outB" => {
                to.out_b = point(&v, "outB")?;
            }
            "width" => {
                to.width = number(&v, "width")? as f32;
            }
            "rims" => {
                to.rims = truth(&v, "rims")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_material(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_material> {
    let table = table(any, name)?;
    let mut to = cairn_material::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "friction" => {
                to.friction = number(&v, "friction")? as f32;
            }
            "restitution" => {
                to.restitution = number(&v, "restitution")? as f32;
            }
            "rollingResistance" => {
                to.rolling_resistance = number(&v, "rollingResistance")? as f32;
            }
            "tangentSpeed" => {
                to.tangent_speed = number(&v, "tangentSpeed")? as f32;
            }
            "staticFriction" => {
                to.has_static_friction = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.static_friction = number(&v, "staticFriction")? as f32;
            }
            "softnessHertz" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_hertz = number(&v, "softnessHertz")? as f32;
            }
            "softnessDampingRatio" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_damping_ratio = number(&v, "softnessDampingRatio")? as f32;
            }
            "id" => {
                to.id = wide(&v, "id")?;
            }
            "frictionCombine" => {
                to.friction_combine = choice(&v, COMBINE_NAMES, "frictionCombine")?;
            }
            "restitutionCombine" => {
                to.restitution_combine = choice(&v, COMBINE_NAMES, "restitutionCombine")?;
            }
            "hasStaticFriction" | "hasSoftness" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasStaticFriction")? {
        to.has_static_friction = truth(&v, "hasStaticFriction")?;
    }
    if let Some(v) = given(table, "hasSoftness")? {
        to.has_softness = truth(&v, "hasSoftness")?;
    }
    Ok(to)
}

pub(crate) fn read_material_pair(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_material_pair> {
    let table = table(any, name)?;
    let mut to = cairn_material_pair::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "friction" => {
                to.has_friction = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.friction = number(&v, "friction")? as f32;
            }
            "staticFriction" => {
                to.has_static_friction = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.static_friction = number(&v, "staticFriction")? as f32;
            }
            "restitution" => {
                to.has_restitution = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.restitution = number(&v, "restitution")? as f32;
            }
            "rollingResistance" => {
                to.has_rolling_resistance = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.rolling_resistance = number(&v, "rollingResistance")? as f32;
            }
            "softnessHertz" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_hertz = number(&v, "softnessHertz")? as f32;
            }
            "softnessDampingRatio" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_damping_ratio = number(&v, "softnessDampingRatio")? as f32;
            }
            "hasFriction" | "hasStaticFriction" | "hasRestitution" | "hasRollingResistance" | "hasSoftness" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasFriction")? {
        to.has_friction = truth(&v, "hasFriction")?;
    }
    if let Some(v) = given(table, "hasStaticFriction")? {
        to.has_static_friction = truth(&v, "hasStaticFriction")?;
    }
    if let Some(v) = given(table, "hasRestitution")? {
        to.has_restitution = truth(&v, "hasRestitution")?;
    }
    if let Some(v) = given(table, "hasRollingResistance")? {
        to.has_rolling_resistance = truth(&v, "hasRollingResistance")?;
    }
    if let Some(v) = given(table, "hasSoftness")? {
        to.has_softness = truth(&v, "hasSoftness")?;
    }
    Ok(to)
}

pub(crate) fn read_geometry(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_geometry> {
    let table = table(any, name)?;
    let mut to = cairn_geometry::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "kind" => {
                to.kind = choice(&v, SHAPE_TYPE_NAMES, "kind")?;
            }
            "a" => {
                to.a = point(&v, "a")?;
            }
            "b" => {
                to.b = point(&v, "b")?;
            }
            "radius" => {
                to.radius = number(&v, "radius")? as f32;
            }
            "angle" => {
                to.angle = number(&v, "angle")? as f32;
            }
            "points" => {
                let list = points(&v, "points")?;
                to.set_points(keep.lend(list));
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_shape_def(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_shape_def> {
    let table = table(any, name)?;
    let mut to = cairn_shape_def::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "geometry" => {
                to.geometry = read_geometry(&v, "geometry", keep)?;
            }
            "density" => {
                to.density = number(&v, "density")? as f32;
            }
            "material" => {
                to.material = read_material(&v, "material", keep)?;
            }
            "filter" => {
                to.filter = read_filter(&v, "filter", keep)?;
            }
            "oneWayDirection" => {
                to.has_one_way = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.one_way_direction = point(&v, "oneWayDirection")?;
            }
            "oneWayHalfAngle" => {
                to.has_one_way = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.one_way_half_angle = number(&v, "oneWayHalfAngle")? as f32;
            }
            "reportHitsAbove" => {
                to.reports_hits = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.report_hits_above = number(&v, "reportHitsAbove")? as f32;
            }
            "sensor" => {
                to.sensor = truth(&v, "sensor")?;
            }
            "sensorEvents" => {
                to.has_sensor_events = 1;
                to.sensor_events = truth(&v, "sensorEvents")?;
            }
            "hooked" => {
                to.hooked = truth(&v, "hooked")?;
            }
            "userData" => {
                to.user_data = wide(&v, "userData")?;
            }
            "hasOneWay" | "reportsHits" | "hasSensorEvents" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasOneWay")? {
        to.has_one_way = truth(&v, "hasOneWay")?;
    }
    if let Some(v) = given(table, "reportsHits")? {
        to.reports_hits = truth(&v, "reportsHits")?;
    }
    if let Some(v) = given(table, "hasSensorEvents")? {
        to.has_sensor_events = truth(&v, "hasSensorEvents")?;
    }
    Ok(to)
}

pub(crate) fn read_chain_def(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_chain_def> {
    let table = table(any, name)?;
    let mut to = cairn_chain_def::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "points" => {
                let list = points(&v, "points")?;
                to.set_points(keep.lend(list));
            }
            "closed" => {
                to.closed = truth(&v, "closed")?;
            }
            "material" => {
                to.material = read_material(&v, "material", keep)?;
            }
            "materials" => {
                let list = items(&v, "materials", keep, read_material)?;
                to.set_materials(keep.lend(list));
            }
            "filter" => {
                to.filter = read_filter(&v, "filter", keep)?;
            }
            "oneWayDirection" => {
                to.has_one_way = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.one_way_direction = point(&v, "oneWayDirection")?;
            }
            "oneWayHalfAngle" => {
                to.has_one_way = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.one_way_half_angle = number(&v, "oneWayHalfAngle")? as f32;
            }
            "hasOneWay" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasOneWay")? {
        to.has_one_way = truth(&v, "hasOneWay")?;
    }
    Ok(to)
}

pub(crate) fn read_mass(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_mass> {
    let table = table(any, name)?;
    let mut to = cairn_mass::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "mass" => {
                to.mass = number(&v, "mass")? as f32;
            }
            "center" => {
                to.center = point(&v, "center")?;
            }
            "inertia" => {
                to.inertia = number(&v, "inertia")? as f32;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_locks(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_locks> {
    let table = table(any, name)?;
    let mut to = cairn_locks::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "x" => {
                to.x = truth(&v, "x")?;
            }
            "y" => {
                to.y = truth(&v, "y")?;
            }
            "rotation" => {
                to.rotation = truth(&v, "rotation")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_body_def(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_body_def> {
    let table = table(any, name)?;
    let mut to = cairn_body_def::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "kind" => {
                to.kind = choice(&v, BODY_TYPE_NAMES, "kind")?;
            }
            "position" => {
                to.position = far_point(&v, "position")?;
            }
            "angle" => {
                to.angle = number(&v, "angle")? as f32;
            }
            "velocity" => {
                to.velocity = point(&v, "velocity")?;
            }
            "angularVelocity" => {
                to.angular_velocity = number(&v, "angularVelocity")? as f32;
            }
            "linearDamping" => {
                to.linear_damping = number(&v, "linearDamping")? as f32;
            }
            "angularDamping" => {
                to.angular_damping = number(&v, "angularDamping")? as f32;
            }
            "gravityScale" => {
                to.gravity_scale = number(&v, "gravityScale")? as f32;
            }
            "sleepThreshold" => {
                to.sleep_threshold = number(&v, "sleepThreshold")? as f32;
            }
            "canSleep" => {
                to.can_sleep = truth(&v, "canSleep")?;
            }
            "asleep" => {
                to.asleep = truth(&v, "asleep")?;
            }
            "disabled" => {
                to.disabled = truth(&v, "disabled")?;
            }
            "locks" => {
                to.locks = read_locks(&v, "locks", keep)?;
            }
            "bullet" => {
                to.bullet = truth(&v, "bullet")?;
            }
            "joined" => {
                to.joined = truth(&v, "joined")?;
            }
            "sweepThreshold" => {
                to.sweep_threshold = number(&v, "sweepThreshold")? as f32;
            }
            "timeScale" => {
                to.time_scale = number(&v, "timeScale")? as f32;
            }
            "dominance" => {
                to.dominance = signed(&v, "dominance")?;
            }
            "mass" => {
                to.has_mass = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.mass = read_mass(&v, "mass", keep)?;
            }
            "userData" => {
                to.user_data = wide(&v, "userData")?;
            }
            "shapes" => {
                let list = items(&v, "shapes", keep, read_shape_def)?;
                to.set_shapes(keep.lend(list));
            }
            "chains" => {
                let list = items(&v, "chains", keep, read_chain_def)?;
                to.set_chains(keep.lend(list));
            }
            "hasMass" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasMass")? {
        to.has_mass = truth(&v, "hasMass")?;
    }
    Ok(to)
}

pub(crate) fn read_joint_def(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_joint_def> {
    let table = table(any, name)?;
    let mut to = cairn_joint_def::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "kind" => {
                to.kind = choice(&v, JOINT_TYPE_NAMES, "kind")?;
            }
            "bodyA" => {
                to.body_a = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "bodyA")? };
            }
            "bodyB" => {
                to.body_b = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "bodyB")? };
            }
            "anchor" => {
                to.anchor = choice(&v, ANCHOR_TYPE_NAMES, "anchor")?;
            }
            "anchorA" => {
                to.anchor_a = point(&v, "anchorA")?;
            }
            "anchorB" => {
                to.anchor_b = point(&v, "anchorB")?;
            }
            "angleA" => {
                to.angle_a = number(&v, "angleA")? as f32;
            }
            "angleB" => {
                to.angle_b = number(&v, "angleB")? as f32;
            }
            "along" => {
                to.has_along = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.along = point(&v, "along")?;
            }
            "collideConnected" => {
                to.has_collide_connected = 1;
                to.collide_connected = truth(&v, "collideConnected")?;
            }
            "length" => {
                to.has_length = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.length = number(&v, "length")? as f32;
            }
            "lower" => {
                to.enable_limits = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.lower = number(&v, "lower")? as f32;
            }
            "upper" => {
                to.enable_limits = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.upper = number(&v, "upper")? as f32;
            }
            "motorSpeed" => {
                to.enable_motor = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.motor_speed = number(&v, "motorSpeed")? as f32;
            }
            "motorStrength" => {
                to.enable_motor = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.motor_strength = number(&v, "motorStrength")? as f32;
            }
            "springHertz" => {
                to.enable_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.spring_hertz = number(&v, "springHertz")? as f32;
            }
            "springDampingRatio" => {
                to.enable_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.spring_damping_ratio = number(&v, "springDampingRatio")? as f32;
            }
            "springTarget" => {
                to.enable_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.spring_target = number(&v, "springTarget")? as f32;
            }
            "springLower" => {
                to.has_spring_range = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.spring_lower = number(&v, "springLower")? as f32;
            }
            "springUpper" => {
                to.has_spring_range = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.spring_upper = number(&v, "springUpper")? as f32;
            }
            "servoTarget" => {
                to.enable_servo = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.servo_target = number(&v, "servoTarget")? as f32;
            }
            "servoMaxSpeed" => {
                to.enable_servo = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.servo_max_speed = number(&v, "servoMaxSpeed")? as f32;
            }
            "servoStrength" => {
                to.enable_servo = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.servo_strength = number(&v, "servoStrength")? as f32;
            }
            "linearMotorVelocity" => {
                to.enable_linear_motor = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.linear_motor_velocity = point(&v, "linearMotorVelocity")?;
            }
            "linearMotorMaxForce" => {
                to.enable_linear_motor = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.linear_motor_max_force = number(&v, "linearMotorMaxForce")? as f32;
            }
            "linearSpringHertz" => {
                to.enable_linear_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.linear_spring_hertz = number(&v, "linearSpringHertz")? as f32;
            }
            "linearSpringDampingRatio" => {
                to.enable_linear_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.linear_spring_damping_ratio = number(&v, "linearSpringDampingRatio")? as f32;
            }
            "linearSpringMaxForce" => {
                to.enable_linear_spring = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.linear_spring_max_force = number(&v, "linearSpringMaxForce")? as f32;
            }
            "ratchetPitch" => {
                to.has_ratchet = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.ratchet_pitch = number(&v, "ratchetPitch")? as f32;
            }
            "ratchetPhase" => {
                to.has_ratchet = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.ratchet_phase = number(&v, "ratchetPhase")? as f32;
            }
            "ratio" => {
                to.ratio = number(&v, "ratio")? as f32;
            }
            "overA" => {
                to.over_a = point(&v, "overA")?;
            }
            "overB" => {
                to.over_b = point(&v, "overB")?;
            }
            "slack" => {
                to.slack = truth(&v, "slack")?;
            }
            "target" => {
                to.target = point(&v, "target")?;
            }
            "softnessHertz" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_hertz = number(&v, "softnessHertz")? as f32;
            }
            "softnessDampingRatio" => {
                to.has_softness = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.softness_damping_ratio = number(&v, "softnessDampingRatio")? as f32;
            }
            "breakForce" => {
                to.has_break_force = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.break_force = number(&v, "breakForce")? as f32;
            }
            "breakTorque" => {
                to.has_break_torque = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.break_torque = number(&v, "breakTorque")? as f32;
            }
            "reportForce" => {
                to.has_report_force = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.report_force = number(&v, "reportForce")? as f32;
            }
            "reportTorque" => {
                to.has_report_torque = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.report_torque = number(&v, "reportTorque")? as f32;
            }
            "disabled" => {
                to.disabled = truth(&v, "disabled")?;
            }
            "userData" => {
                to.user_data = wide(&v, "userData")?;
            }
            "hasAlong" | "hasCollideConnected" | "hasLength" | "enableLimits" | "enableMotor" | "enableSpring" | "hasSpringRange" | "enableServo" | "enableLinearMotor" | "enableLinearSpring" | "hasRatchet" | "hasSoftness" | "hasBreakForce" | "hasBreakTorque" | "hasReportForce" | "hasReportTorque" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasAlong")? {
        to.has_along = truth(&v, "hasAlong")?;
    }
    if let Some(v) = given(table, "hasCollideConnected")? {
        to.has_collide_connected = truth(&v, "hasCollideConnected")?;
    }
    if let Some(v) = given(table, "hasLength")? {
        to.has_length = truth(&v, "hasLength")?;
    }
    if let Some(v) = given(table, "enableLimits")? {
        to.enable_limits = truth(&v, "enableLimits")?;
    }
    if let Some(v) = given(table, "enableMotor")? {
        to.enable_motor = truth(&v, "enableMotor")?;
    }
    if let Some(v) = given(table, "enableSpring")? {
        to.enable_spring = truth(&v, "enableSpring")?;
    }
    if let Some(v) = given(table, "hasSpringRange")? {
        to.has_spring_range = truth(&v, "hasSpringRange")?;
    }
    if let Some(v) = given(table, "enableServo")? {
        to.enable_servo = truth(&v, "enableServo")?;
    }
    if let Some(v) = given(table, "enableLinearMotor")? {
        to.enable_linear_motor = truth(&v, "enableLinearMotor")?;
    }
    if let Some(v) = given(table, "enableLinearSpring")? {
        to.enable_linear_spring = truth(&v, "enableLinearSpring")?;
    }
    if let Some(v) = given(table, "hasRatchet")? {
        to.has_ratchet = truth(&v, "hasRatchet")?;
    }
    if let Some(v) = given(table, "hasSoftness")? {
        to.has_softness = truth(&v, "hasSoftness")?;
    }
    if let Some(v) = given(table, "hasBreakForce")? {
        to.has_break_force = truth(&v, "hasBreakForce")?;
    }
    if let Some(v) = given(table, "hasBreakTorque")? {
        to.has_break_torque = truth(&v, "hasBreakTorque")?;
    }
    if let Some(v) = given(table, "hasReportForce")? {
        to.has_report_force = truth(&v, "hasReportForce")?;
    }
    if let Some(v) = given(table, "hasReportTorque")? {
        to.has_report_torque = truth(&v, "hasReportTorque")?;
    }
    Ok(to)
}

pub(crate) fn read_field_def(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_field_def> {
    let table = table(any, name)?;
    let mut to = cairn_field_def::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "area" => {
                to.area = choice(&v, AREA_TYPE_NAMES, "area")?;
            }
            "areaA" => {
                to.area_a = point(&v, "areaA")?;
            }
            "areaB" => {
                to.area_b = point(&v, "areaB")?;
            }
            "areaRadius" => {
                to.area_radius = number(&v, "areaRadius")? as f32;
            }
            "areaPoints" => {
                let list = points(&v, "areaPoints")?;
                to.set_area_points(keep.lend(list));
            }
            "effect" => {
                to.effect = choice(&v, EFFECT_TYPE_NAMES, "effect")?;
            }
            "vector" => {
                to.vector = point(&v, "vector")?;
            }
            "strength" => {
                to.strength = number(&v, "strength")? as f32;
            }
            "falloff" => {
                to.falloff = choice(&v, FALLOFF_NAMES, "falloff")?;
            }
            "minDistance" => {
                to.min_distance = number(&v, "minDistance")? as f32;
            }
            "density" => {
                to.density = number(&v, "density")? as f32;
            }
            "drag" => {
                to.drag = number(&v, "drag")? as f32;
            }
            "lift" => {
                to.lift = number(&v, "lift")? as f32;
            }
            "angular" => {
                to.angular = number(&v, "angular")? as f32;
            }
            "priority" => {
                to.priority = signed(&v, "priority")?;
            }
            "exclusive" => {
                to.has_exclusive = 1;
                to.exclusive = truth(&v, "exclusive")?;
            }
            "mask" => {
                to.mask = wide(&v, "mask")?;
            }
            "disabled" => {
                to.disabled = truth(&v, "disabled")?;
            }
            "userData" => {
                to.user_data = wide(&v, "userData")?;
            }
            "hasExclusive" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasExclusive")? {
        to.has_exclusive = truth(&v, "hasExclusive")?;
    }
    Ok(to)
}

pub(crate) fn read_query_filter(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_query_filter> {
    let table = table(any, name)?;
    let mut to = cairn_query_filter::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "collision" => {
                to.has_collision = u8::from(!is_false(&v));
                if is_false(&v) {
                    continue;
                }
                to.collision = read_filter(&v, "collision", keep)?;
            }
            "ignoreBody" => {
                to.ignore_body = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "ignoreBody")? };
            }
            "sensors" => {
                to.sensors = truth(&v, "sensors")?;
            }
            "honorOneWay" => {
                to.honor_one_way = truth(&v, "honorOneWay")?;
            }
            "hasCollision" => {}
            _ => return Err(no_field(name, &key)),
        }
    }
    // A flag that is given counts, whatever the fields beside it say.
    if let Some(v) = given(table, "hasCollision")? {
        to.has_collision = truth(&v, "hasCollision")?;
    }
    Ok(to)
}

pub(crate) fn read_explosion(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_explosion> {
    let table = table(any, name)?;
    let mut to = cairn_explosion::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "center" => {
                to.center = point(&v, "center")?;
            }
            "radius" => {
                to.radius = number(&v, "radius")? as f32;
            }
            "falloff" => {
                to.falloff = number(&v, "falloff")? as f32;
            }
            "impulsePerLength" => {
                to.impulse_per_length = number(&v, "impulsePerLength")? as f32;
            }
            "mask" => {
                to.mask = wide(&v, "mask")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_body_impulse(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_body_impulse> {
    let table = table(any, name)?;
    let mut to = cairn_body_impulse::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "body" => {
                to.body = cairn_body_id { bits: handle::<Body>(&v, keep.slot(), "body")? };
            }
            "impulse" => {
                to.impulse = point(&v, "impulse")?;
            }
            "angular" => {
                to.angular = number(&v, "angular")? as f32;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

pub(crate) fn read_ray(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_ray> {
    let table = table(any, name)?;
    let mut to = cairn_ray::default();
    for pair in table.pairs::<Value, Value>() {
        let (key, v) = pair?;
        match word(&key).as_ref() {
            "origin" => {
                to.origin = point(&v, "origin")?;
            }
            "translation" => {
                to.translation = point(&v, "translation")?;
            }
            _ => return Err(no_field(name, &key)),
        }
    }
    Ok(to)
}

/// Names of the classes, by their numbers.
pub(crate) const CLASSES: [&str; 7] = [
    "Body",
    "Shape",
    "Joint",
    "Contact",
    "Field",
    "Portal",
    "World",
];
pub(crate) type Body = Object<0>;
pub(crate) type Shape = Object<1>;
pub(crate) type Joint = Object<2>;
pub(crate) type Contact = Object<3>;
pub(crate) type Field = Object<4>;
pub(crate) type Portal = Object<5>;

/// Adds the calls that make an object of an id.
pub(crate) fn makers<M: UserDataMethods<World>>(m: &mut M) {
    m.add_method("body", |lua, it, id: Value| finish(lua, (|| Ok(Body::new(it.slot(), wide(&id, "id")?)))()));
    m.add_method("shape", |lua, it, id: Value| finish(lua, (|| Ok(Shape::new(it.slot(), wide(&id, "id")?)))()));
    m.add_method("joint", |lua, it, id: Value| finish(lua, (|| Ok(Joint::new(it.slot(), wide(&id, "id")?)))()));
    m.add_method("contact", |lua, it, id: Value| finish(lua, (|| Ok(Contact::new(it.slot(), wide(&id, "id")?)))()));
    m.add_method("field", |lua, it, id: Value| finish(lua, (|| Ok(Field::new(it.slot(), wide(&id, "id")?)))()));
    m.add_method("portal", |lua, it, id: Value| finish(lua, (|| Ok(Portal::new(it.slot(), wide(&id, "id")?)))()));
}

pub(crate) fn update_step_report(table: &Table, at: &cairn_step_report) -> Read<()> {
    table.raw_set("awakeBodies", at.awake_bodies)?;
    table.raw_set("awakeContacts", at.awake_contacts)?;
    table.raw_set("solvedContacts", at.solved_contacts)?;
    table.raw_set("solvedJoints", at.solved_joints)?;
    table.raw_set("colors", at.colors)?;
    table.raw_set("overflowConstraints", at.overflow_constraints)?;
    table.raw_set("newContacts", at.new_contacts)?;
    table.raw_set("impacts", at.impacts)?;
    table.raw_set("continuousBodies", at.continuous_bodies)?;
    table.raw_set("sensorOverlaps", at.sensor_overlaps)?;
    table.raw_set("cappedBodies", at.capped_bodies)?;
    table.raw_set("brokenJoints", at.broken_joints)?;
    Ok(())
}

impl UserData for Body {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
        // Returns whether the body exists.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_exists(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("exists", call);
        // Returns whether the body is static, kinematic or dynamic.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_kind(world, cairn_body_id { bits: it.bits() }))?;
Ok((name_of(BODY_TYPE_NAMES, value)))
            })())
        };
        m.add_method("kind", call);
        // Returns the position of the origin and the rotation.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_pose(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.p.x), f64::from(value.p.y), f64::from(value.q.c), f64::from(value.q.s)))
            })())
        };
        m.add_method("pose", call);
        // Returns the position of the origin.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_position(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("position", call);
        // Returns the position of the origin with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_position64(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("position64", call);
        // Returns the pose relative to a point of the world.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let origin = dvec2(number(&origin_x, "originX")?, number(&origin_y, "originY")?);
let value = slot.look(|world| calls::body_pose_from(world, cairn_body_id { bits: it.bits() }, origin))?;
Ok((f64::from(value.p.x), f64::from(value.p.y), f64::from(value.q.c), f64::from(value.q.s)))
            })())
        };
        m.add_method("poseFrom", call);
        // Returns the rotation.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_rotation(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.c), f64::from(value.s)))
            })())
        };
        m.add_method("rotation", call);
        // Returns the rotation, from -pi to pi.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_angle(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angle", call);
        // Returns the centre of mass in world coordinates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_center(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("center", call);
        // Returns the centre of mass with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_center64(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("center64", call);
        // Returns the velocity of the centre of mass.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_velocity(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("velocity", call);
        // Returns the angular velocity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_angular_velocity(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angularVelocity", call);
        // Returns the velocity of a point of the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (point_x, point_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
let value = slot.look(|world| calls::body_velocity_at(world, cairn_body_id { bits: it.bits() }, point))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("velocityAt", call);
        // Returns the pose after a time of free motion.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, time: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let time = number(&time, "time")? as f32;
let value = slot.look(|world| calls::body_pose_after(world, cairn_body_id { bits: it.bits() }, time))?;
Ok((f64::from(value.p.x), f64::from(value.p.y), f64::from(value.q.c), f64::from(value.q.s)))
            })())
        };
        m.add_method("poseAfter", call);
        // Returns the mass, zero unless the body is dynamic.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_mass(world, cairn_body_id { bits: it.bits() }))?;
Ok((give_mass(lua, slot, &value)?))
            })())
        };
        m.add_method("mass", call);
        // Returns the mass that replaces that of the shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::body_given_mass(world, cairn_body_id { bits: it.bits() }))? {
    Some(value) => (Some(give_mass(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("givenMass", call);
        // Returns the kinetic energy.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_kinetic_energy(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("kineticEnergy", call);
        // Returns whether the body is awake.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_is_awake(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isAwake", call);
        // Returns whether the body sleeps.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_is_asleep(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isAsleep", call);
        // Returns whether the body is enabled.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_is_enabled(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isEnabled", call);
        // Returns the factor on gravity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_gravity_scale(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("gravityScale", call);
        // Returns the damping rate of the velocity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_linear_damping(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("linearDamping", call);
        // Returns the damping rate of the angular velocity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_angular_damping(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angularDamping", call);
        // Returns the locked directions.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_locks(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value.x != 0), (value.y != 0), (value.rotation != 0)))
            })())
        };
        m.add_method("locks", call);
        // Returns the speed under which the body may fall asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_sleep_threshold(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("sleepThreshold", call);
        // Returns whether continuous collision applies to dynamic bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_is_bullet(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isBullet", call);
        // Returns whether the shapes are parts of one solid.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_is_joined(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isJoined", call);
        // Returns the motion above which the body is swept.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_sweep_threshold(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("sweepThreshold", call);
        // Returns the time scale of the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_time_scale(world, cairn_body_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("timeScale", call);
        // Returns the dominance.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_dominance(world, cairn_body_id { bits: it.bits() }))?;
Ok((i64::from(value)))
            })())
        };
        m.add_method("dominance", call);
        // Returns whether the body may fall asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_can_sleep(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("canSleep", call);
        // Returns the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::body_user_data(world, cairn_body_id { bits: it.bits() }))?;
Ok((bits(value)))
            })())
        };
        m.add_method("userData", call);
        // Lists the shapes in the order in which they were added.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.look(|world| calls::body_shapes(world, cairn_body_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("shapes", call);
        // Lists the contacts, newest first.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_contact_id> = Vec::new();
slot.look(|world| calls::body_contacts(world, cairn_body_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Contact::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("contacts", call);
        // Lists the joints, newest first.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_joint_id> = Vec::new();
slot.look(|world| calls::body_joints(world, cairn_body_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Joint::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("joints", call);
        // Moves the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (pose_x, pose_y, pose_angle): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let pose = placed(number(&pose_x, "poseX")? as f32, number(&pose_y, "poseY")? as f32, number(&pose_angle, "poseAngle")? as f32);
slot.change("set_pose", 0, |world| calls::body_set_pose(world, cairn_body_id { bits: it.bits() }, pose))?;
Ok(())
            })())
        };
        m.add_method("setPose", call);
        // Moves the body, with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (position_x, position_y, angle): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let position = dvec2(number(&position_x, "positionX")?, number(&position_y, "positionY")?);
let angle = number(&angle, "angle")? as f32;
slot.change("set_pose64", 0, |world| calls::body_set_pose64(world, cairn_body_id { bits: it.bits() }, position, angle))?;
Ok(())
            })())
        };
        m.add_method("setPose64", call);
        // Moves the body and keeps its rotation.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (position_x, position_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let position = vec2(number(&position_x, "positionX")? as f32, number(&position_y, "positionY")? as f32);
slot.change("set_position", 0, |world| calls::body_set_position(world, cairn_body_id { bits: it.bits() }, position))?;
Ok(())
            })())
        };
        m.add_method("setPosition", call);
        // Moves the body with 64 bits and keeps its rotation.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (position_x, position_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let position = dvec2(number(&position_x, "positionX")?, number(&position_y, "positionY")?);
slot.change("set_position64", 0, |world| calls::body_set_position64(world, cairn_body_id { bits: it.bits() }, position))?;
Ok(())
            })())
        };
        m.add_method("setPosition64", call);
        // Turns the body about its origin.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, angle: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let angle = number(&angle, "angle")? as f32;
slot.change("set_angle", 0, |world| calls::body_set_angle(world, cairn_body_id { bits: it.bits() }, angle))?;
Ok(())
            })())
        };
        m.add_method("setAngle", call);
        // Sets the velocity and wakes the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (velocity_x, velocity_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let velocity = vec2(number(&velocity_x, "velocityX")? as f32, number(&velocity_y, "velocityY")? as f32);
slot.change("set_velocity", 0, |world| calls::body_set_velocity(world, cairn_body_id { bits: it.bits() }, velocity))?;
Ok(())
            })())
        };
        m.add_method("setVelocity", call);
        // Sets the angular velocity and wakes the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, angular_velocity: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let angular_velocity = number(&angular_velocity, "angularVelocity")? as f32;
slot.change("set_angular_velocity", 0, |world| calls::body_set_angular_velocity(world, cairn_body_id { bits: it.bits() }, angular_velocity))?;
Ok(())
            })())
        };
        m.add_method("setAngularVelocity", call);
        // Sets the velocities that reach a pose within a time.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (pose_x, pose_y, pose_angle, dt): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let pose = placed(number(&pose_x, "poseX")? as f32, number(&pose_y, "poseY")? as f32, number(&pose_angle, "poseAngle")? as f32);
let dt = number(&dt, "dt")? as f32;
slot.change("set_target", 0, |world| calls::body_set_target(world, cairn_body_id { bits: it.bits() }, pose, dt))?;
Ok(())
            })())
        };
        m.add_method("setTarget", call);
        // Sets the velocities that reach a pose within a time, with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (position_x, position_y, angle, dt): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let position = dvec2(number(&position_x, "positionX")?, number(&position_y, "positionY")?);
let angle = number(&angle, "angle")? as f32;
let dt = number(&dt, "dt")? as f32;
slot.change("set_target64", 0, |world| calls::body_set_target64(world, cairn_body_id { bits: it.bits() }, position, angle, dt))?;
Ok(())
            })())
        };
        m.add_method("setTarget64", call);
        // Applies a force at the centre of mass during the next step.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (force_x, force_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let force = vec2(number(&force_x, "forceX")? as f32, number(&force_y, "forceY")? as f32);
slot.change("apply_force", 0, |world| calls::body_apply_force(world, cairn_body_id { bits: it.bits() }, force))?;
Ok(())
            })())
        };
        m.add_method("applyForce", call);
        // Applies a force at a point of the world during the next step.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (force_x, force_y, point_x, point_y): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let force = vec2(number(&force_x, "forceX")? as f32, number(&force_y, "forceY")? as f32);
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
slot.change("apply_force_at", 0, |world| calls::body_apply_force_at(world, cairn_body_id { bits: it.bits() }, force, point))?;
Ok(())
            })())
        };
        m.add_method("applyForceAt", call);
        // Applies a force at a point of the world with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (force_x, force_y, point_x, point_y): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let force = vec2(number(&force_x, "forceX")? as f32, number(&force_y, "forceY")? as f32);
let point = dvec2(number(&point_x, "pointX")?, number(&point_y, "pointY")?);
slot.change("apply_force_at64", 0, |world| calls::body_apply_force_at64(world, cairn_body_id { bits: it.bits() }, force, point))?;
Ok(())
            })())
        };
        m.add_method("applyForceAt64", call);
        // Applies a torque during the next step.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, torque: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let torque = number(&torque, "torque")? as f32;
slot.change("apply_torque", 0, |world| calls::body_apply_torque(world, cairn_body_id { bits: it.bits() }, torque))?;
Ok(())
            })())
        };
        m.add_method("applyTorque", call);
        // Applies an impulse at the centre of mass.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (impulse_x, impulse_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let impulse = vec2(number(&impulse_x, "impulseX")? as f32, number(&impulse_y, "impulseY")? as f32);
slot.change("apply_impulse", 0, |world| calls::body_apply_impulse(world, cairn_body_id { bits: it.bits() }, impulse))?;
Ok(())
            })())
        };
        m.add_method("applyImpulse", call);
        // Applies an impulse at a point of the world.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (impulse_x, impulse_y, point_x, point_y): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let impulse = vec2(number(&impulse_x, "impulseX")? as f32, number(&impulse_y, "impulseY")? as f32);
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
slot.change("apply_impulse_at", 0, |world| calls::body_apply_impulse_at(world, cairn_body_id { bits: it.bits() }, impulse, point))?;
Ok(())
            })())
        };
        m.add_method("applyImpulseAt", call);
        // Applies an impulse at a point of the world with 64 bits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (impulse_x, impulse_y, point_x, point_y): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let impulse = vec2(number(&impulse_x, "impulseX")? as f32, number(&impulse_y, "impulseY")? as f32);
let point = dvec2(number(&point_x, "pointX")?, number(&point_y, "pointY")?);
slot.change("apply_impulse_at64", 0, |world| calls::body_apply_impulse_at64(world, cairn_body_id { bits: it.bits() }, impulse, point))?;
Ok(())
            })())
        };
        m.add_method("applyImpulseAt64", call);
        // Applies an angular impulse.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, impulse: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let impulse = number(&impulse, "impulse")? as f32;
slot.change("apply_angular_impulse", 0, |world| calls::body_apply_angular_impulse(world, cairn_body_id { bits: it.bits() }, impulse))?;
Ok(())
            })())
        };
        m.add_method("applyAngularImpulse", call);
        // Sets the factor on gravity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, scale: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let scale = number(&scale, "scale")? as f32;
slot.change("set_gravity_scale", 0, |world| calls::body_set_gravity_scale(world, cairn_body_id { bits: it.bits() }, scale))?;
Ok(())
            })())
        };
        m.add_method("setGravityScale", call);
        // Sets the damping rates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (linear, angular): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let linear = number(&linear, "linear")? as f32;
let angular = number(&angular, "angular")? as f32;
slot.change("set_damping", 0, |world| calls::body_set_damping(world, cairn_body_id { bits: it.bits() }, linear, angular))?;
Ok(())
            })())
        };
        m.add_method("setDamping", call);
        // Sets the locked directions.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (x, y, rotation): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let x = truth(&x, "x")?;
let y = truth(&y, "y")?;
let rotation = truth(&rotation, "rotation")?;
slot.change("set_locks", 0, |world| calls::body_set_locks(world, cairn_body_id { bits: it.bits() }, x, y, rotation))?;
Ok(())
            })())
        };
        m.add_method("setLocks", call);
        // Replaces the mass of the shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, mass: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let mass = read_mass(&mass, "mass", &mut keep)?;
slot.change("set_mass", keep.items(), |world| calls::body_set_mass(world, cairn_body_id { bits: it.bits() }, &mass))?;
Ok(())
            })())
        };
        m.add_method("setMass", call);
        // Uses the mass of the shapes again.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_mass", 0, |world| calls::body_clear_mass(world, cairn_body_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearMass", call);
        // Sets the speed under which the body may fall asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, speed: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let speed = number(&speed, "speed")? as f32;
slot.change("set_sleep_threshold", 0, |world| calls::body_set_sleep_threshold(world, cairn_body_id { bits: it.bits() }, speed))?;
Ok(())
            })())
        };
        m.add_method("setSleepThreshold", call);
        // Sets whether continuous collision applies to dynamic bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, bullet: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let bullet = truth(&bullet, "bullet")?;
slot.change("set_bullet", 0, |world| calls::body_set_bullet(world, cairn_body_id { bits: it.bits() }, bullet))?;
Ok(())
            })())
        };
        m.add_method("setBullet", call);
        // Sets the motion above which the body is swept.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, share: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let share = number(&share, "share")? as f32;
slot.change("set_sweep_threshold", 0, |world| calls::body_set_sweep_threshold(world, cairn_body_id { bits: it.bits() }, share))?;
Ok(())
            })())
        };
        m.add_method("setSweepThreshold", call);
        // Sets the dominance, -128 to 127.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, dominance: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let dominance = signed(&dominance, "dominance")?;
slot.change("set_dominance", 0, |world| calls::body_set_dominance(world, cairn_body_id { bits: it.bits() }, dominance))?;
Ok(())
            })())
        };
        m.add_method("setDominance", call);
        // Sets the time scale of the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, scale: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let scale = number(&scale, "scale")? as f32;
slot.change("set_time_scale", 0, |world| calls::body_set_time_scale(world, cairn_body_id { bits: it.bits() }, scale))?;
Ok(())
            })())
        };
        m.add_method("setTimeScale", call);
        // Sets whether the body may fall asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, can_sleep: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let can_sleep = truth(&can_sleep, "canSleep")?;
slot.change("set_can_sleep", 0, |world| calls::body_set_can_sleep(world, cairn_body_id { bits: it.bits() }, can_sleep))?;
Ok(())
            })())
        };
        m.add_method("setCanSleep", call);
        // Wakes the body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("wake", 0, |world| calls::body_wake(world, cairn_body_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("wake", call);
        // Puts the body and its island to sleep; returns whether it sleeps.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.change("sleep", 0, |world| calls::body_sleep(world, cairn_body_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("sleep", call);
        // Makes the body static, kinematic or dynamic.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, kind: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let kind = choice(&kind, BODY_TYPE_NAMES, "kind")?;
slot.change("set_kind", 0, |world| calls::body_set_kind(world, cairn_body_id { bits: it.bits() }, kind))?;
Ok(())
            })())
        };
        m.add_method("setKind", call);
        // Lets the body fall through the one-way shapes under it; returns their number.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.change("drop_through", 0, |world| calls::body_drop_through(world, cairn_body_id { bits: it.bits() }))?;
Ok((i64::from(value)))
            })())
        };
        m.add_method("dropThrough", call);
        // Lets the body fall through a one-way shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, platform: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let platform = cairn_shape_id { bits: handle::<Shape>(&platform, slot, "platform")? };
let value = slot.change("drop_through_shape", 0, |world| calls::body_drop_through_shape(world, cairn_body_id { bits: it.bits() }, platform))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("dropThroughShape", call);
        // Sets whether the body is simulated.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, enabled: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let enabled = truth(&enabled, "enabled")?;
slot.change("set_enabled", 0, |world| calls::body_set_enabled(world, cairn_body_id { bits: it.bits() }, enabled))?;
Ok(())
            })())
        };
        m.add_method("setEnabled", call);
        // Sets the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, user_data: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let user_data = wide(&user_data, "userData")?;
slot.change("set_user_data", 0, |world| calls::body_set_user_data(world, cairn_body_id { bits: it.bits() }, user_data))?;
Ok(())
            })())
        };
        m.add_method("setUserData", call);
    }
}

impl UserData for Shape {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
        // Returns whether the shape exists.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_exists(world, cairn_shape_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("exists", call);
        // Returns the body of the shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_body(world, cairn_shape_id { bits: it.bits() }))?;
Ok((Body::of(slot, value.bits)))
            })())
        };
        m.add_method("body", call);
        // Returns the kind of the geometry; a segment of a chain is a segment.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_kind(world, cairn_shape_id { bits: it.bits() }))?;
Ok((name_of(SHAPE_TYPE_NAMES, value)))
            })())
        };
        m.add_method("kind", call);
        // Returns the radius of a circle or capsule, or the rounding of a polygon.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_radius(world, cairn_shape_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("radius", call);
        // Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_vec2> = Vec::new();
slot.look(|world| calls::shape_points(world, cairn_shape_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(pair(lua, "x", item.x.into(), "y", item.y.into())?))?;
Ok(found)
            })())
        };
        m.add_method("points", call);
        // Returns the box around the shape in world coordinates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_aabb(world, cairn_shape_id { bits: it.bits() }))?;
Ok((f64::from(value.min.x), f64::from(value.min.y), f64::from(value.max.x), f64::from(value.max.y)))
            })())
        };
        m.add_method("aabb", call);
        // Returns the density.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_density(world, cairn_shape_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("density", call);
        // Returns the material.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_material(world, cairn_shape_id { bits: it.bits() }))?;
Ok((give_material(lua, slot, &value)?))
            })())
        };
        m.add_method("material", call);
        // Returns the speed above which hits are reported.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::shape_report_hits_above(world, cairn_shape_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value))),
    None => (None),
})
            })())
        };
        m.add_method("reportHitsAbove", call);
        // Returns whether hooks run for the shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_is_hooked(world, cairn_shape_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isHooked", call);
        // Returns the one-way setting.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::shape_one_way(world, cairn_shape_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.direction.x)), Some(f64::from(value.direction.y)), Some(f64::from(value.half_angle))),
    None => (None, None, None),
})
            })())
        };
        m.add_method("oneWay", call);
        // Returns the collision filter.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_filter(world, cairn_shape_id { bits: it.bits() }))?;
Ok((give_filter(lua, slot, &value)?))
            })())
        };
        m.add_method("filter", call);
        // Returns the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_user_data(world, cairn_shape_id { bits: it.bits() }))?;
Ok((bits(value)))
            })())
        };
        m.add_method("userData", call);
        // Returns whether the shape is a sensor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_is_sensor(world, cairn_shape_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isSensor", call);
        // Returns whether sensors detect the shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::shape_sensor_events(world, cairn_shape_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("sensorEvents", call);
        // Lists the shapes that overlap this sensor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.look(|world| calls::shape_visitors(world, cairn_shape_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("visitors", call);
        // Lists the sensors that this shape overlaps.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.look(|world| calls::shape_sensors(world, cairn_shape_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("sensors", call);
        // Sets the material.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, material: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let material = read_material(&material, "material", &mut keep)?;
slot.change("set_material", keep.items(), |world| calls::shape_set_material(world, cairn_shape_id { bits: it.bits() }, &material))?;
Ok(())
            })())
        };
        m.add_method("setMaterial", call);
        // Sets whether hooks run for the shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, hooked: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let hooked = truth(&hooked, "hooked")?;
slot.change("set_hooked", 0, |world| calls::shape_set_hooked(world, cairn_shape_id { bits: it.bits() }, hooked))?;
Ok(())
            })())
        };
        m.add_method("setHooked", call);
        // Makes the shape solid from one side only.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (direction_x, direction_y, half_angle): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let direction = vec2(number(&direction_x, "directionX")? as f32, number(&direction_y, "directionY")? as f32);
let half_angle = number(&half_angle, "halfAngle")? as f32;
slot.change("set_one_way", 0, |world| calls::shape_set_one_way(world, cairn_shape_id { bits: it.bits() }, direction, half_angle))?;
Ok(())
            })())
        };
        m.add_method("setOneWay", call);
        // Makes the shape solid from all sides.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_one_way", 0, |world| calls::shape_clear_one_way(world, cairn_shape_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearOneWay", call);
        // Sets the collision filter.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, filter: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let filter = read_filter(&filter, "filter", &mut keep)?;
slot.change("set_filter", keep.items(), |world| calls::shape_set_filter(world, cairn_shape_id { bits: it.bits() }, &filter))?;
Ok(())
            })())
        };
        m.add_method("setFilter", call);
        // Sets whether the shape is a sensor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, is_sensor: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let is_sensor = truth(&is_sensor, "isSensor")?;
slot.change("set_sensor", 0, |world| calls::shape_set_sensor(world, cairn_shape_id { bits: it.bits() }, is_sensor))?;
Ok(())
            })())
        };
        m.add_method("setSensor", call);
        // Sets whether sensors detect the shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, seen: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let seen = truth(&seen, "seen")?;
slot.change("set_sensor_events", 0, |world| calls::shape_set_sensor_events(world, cairn_shape_id { bits: it.bits() }, seen))?;
Ok(())
            })())
        };
        m.add_method("setSensorEvents", call);
        // Replaces the geometry.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, geometry: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let geometry = read_geometry(&geometry, "geometry", &mut keep)?;
slot.change("set_geometry", keep.items(), |world| calls::shape_set_geometry(world, cairn_shape_id { bits: it.bits() }, &geometry))?;
Ok(())
            })())
        };
        m.add_method("setGeometry", call);
        // Sets the density.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, density: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let density = number(&density, "density")? as f32;
slot.change("set_density", 0, |world| calls::shape_set_density(world, cairn_shape_id { bits: it.bits() }, density))?;
Ok(())
            })())
        };
        m.add_method("setDensity", call);
        // Sets the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, user_data: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let user_data = wide(&user_data, "userData")?;
slot.change("set_user_data", 0, |world| calls::shape_set_user_data(world, cairn_shape_id { bits: it.bits() }, user_data))?;
Ok(())
            })())
        };
        m.add_method("setUserData", call);
    }
}

impl UserData for Joint {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
        // Returns whether the joint exists.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_exists(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("exists", call);
        // Returns the kind.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_kind(world, cairn_joint_id { bits: it.bits() }))?;
Ok((name_of(JOINT_TYPE_NAMES, value)))
            })())
        };
        m.add_method("kind", call);
        // Returns the two bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_bodies(world, cairn_joint_id { bits: it.bits() }))?;
Ok((Body::of(slot, value.a.bits), Body::of(slot, value.b.bits)))
            })())
        };
        m.add_method("bodies", call);
        // Returns the frames in body coordinates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_frames(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value.a.p.x), f64::from(value.a.p.y), f64::from(value.a.q.c), f64::from(value.a.q.s), f64::from(value.b.p.x), f64::from(value.b.p.y), f64::from(value.b.q.c), f64::from(value.b.q.s)))
            })())
        };
        m.add_method("frames", call);
        // Returns the frames in world coordinates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_world_frames(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value.a.p.x), f64::from(value.a.p.y), f64::from(value.a.q.c), f64::from(value.a.q.s), f64::from(value.b.p.x), f64::from(value.b.p.y), f64::from(value.b.q.c), f64::from(value.b.q.s)))
            })())
        };
        m.add_method("worldFrames", call);
        // Returns the frames relative to a point of the world.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let origin = dvec2(number(&origin_x, "originX")?, number(&origin_y, "originY")?);
let value = slot.look(|world| calls::joint_frames_from(world, cairn_joint_id { bits: it.bits() }, origin))?;
Ok((f64::from(value.a.p.x), f64::from(value.a.p.y), f64::from(value.a.q.c), f64::from(value.a.q.s), f64::from(value.b.p.x), f64::from(value.b.p.y), f64::from(value.b.q.c), f64::from(value.b.q.s)))
            })())
        };
        m.add_method("framesFrom", call);
        // Returns the force on the second body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_reaction_force(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("reactionForce", call);
        // Returns the torque on the second body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_reaction_torque(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("reactionTorque", call);
        // Returns the force or torque of the motor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_motor_load(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("motorLoad", call);
        // Returns whether the joint is enabled.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_is_enabled(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isEnabled", call);
        // Returns the load above which the joint breaks.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_break_at(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value.has_force != 0).then(|| f64::from(value.force)), (value.has_torque != 0).then(|| f64::from(value.torque))))
            })())
        };
        m.add_method("breakAt", call);
        // Returns the load above which an event is reported.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_report_above(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value.has_force != 0).then(|| f64::from(value.force)), (value.has_torque != 0).then(|| f64::from(value.torque))))
            })())
        };
        m.add_method("reportAbove", call);
        // Returns whether the load is above its limit.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_is_overloaded(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isOverloaded", call);
        // Returns whether the two bodies collide.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_collide_connected(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("collideConnected", call);
        // Returns the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_user_data(world, cairn_joint_id { bits: it.bits() }))?;
Ok((bits(value)))
            })())
        };
        m.add_method("userData", call);
        // Returns the limits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_limits(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.lower)), Some(f64::from(value.upper))),
    None => (None, None),
})
            })())
        };
        m.add_method("limits", call);
        // Returns the motor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_motor(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.speed)), Some(f64::from(value.strength))),
    None => (None, None),
})
            })())
        };
        m.add_method("motor", call);
        // Returns the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_spring(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.hertz)), Some(f64::from(value.damping_ratio)), Some(f64::from(value.target))),
    None => (None, None, None),
})
            })())
        };
        m.add_method("spring", call);
        // Returns the bounds of the force of the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_spring_range(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.lower)), Some(f64::from(value.upper))),
    None => (None, None),
})
            })())
        };
        m.add_method("springRange", call);
        // Returns the servo.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_servo(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.target)), Some(f64::from(value.max_speed)), Some(f64::from(value.strength))),
    None => (None, None, None),
})
            })())
        };
        m.add_method("servo", call);
        // Returns the linear motor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_linear_motor(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.velocity.x)), Some(f64::from(value.velocity.y)), Some(f64::from(value.max_force))),
    None => (None, None, None),
})
            })())
        };
        m.add_method("linearMotor", call);
        // Returns the linear spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_linear_spring(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.hertz)), Some(f64::from(value.damping_ratio)), Some(f64::from(value.max_force))),
    None => (None, None, None),
})
            })())
        };
        m.add_method("linearSpring", call);
        // Returns the target of a grab.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_target(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.x)), Some(f64::from(value.y))),
    None => (None, None),
})
            })())
        };
        m.add_method("target", call);
        // Returns stiffness in hertz and damping ratio of the joint.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_softness(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.lower)), Some(f64::from(value.upper))),
    None => (None, None),
})
            })())
        };
        m.add_method("softness", call);
        // Returns the rest length.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_rest_length(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value))),
    None => (None),
})
            })())
        };
        m.add_method("restLength", call);
        // Returns the angle between the frames.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_angle(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angle", call);
        // Returns the distance between the anchors.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_distance(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("distance", call);
        // Returns the displacement along the axis.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_slide(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("slide", call);
        // Returns the coordinate that limits and motor act on.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_coordinate(world, cairn_joint_id { bits: it.bits() }))?;
Ok((value))
            })())
        };
        m.add_method("coordinate", call);
        // Returns the ratio of a gear or pulley.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_ratio(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value))),
    None => (None),
})
            })())
        };
        m.add_method("ratio", call);
        // Returns the wheels of a pulley.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_pulley_points(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.a.x)), Some(f64::from(value.a.y)), Some(f64::from(value.b.x)), Some(f64::from(value.b.y))),
    None => (None, None, None, None),
})
            })())
        };
        m.add_method("pulleyPoints", call);
        // Returns pitch and phase of a ratchet.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
Ok(match slot.look(|world| calls::joint_ratchet(world, cairn_joint_id { bits: it.bits() }))? {
    Some(value) => (Some(f64::from(value.lower)), Some(f64::from(value.upper))),
    None => (None, None),
})
            })())
        };
        m.add_method("ratchet", call);
        // Returns whether the rope of a pulley is slack.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_is_slack(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isSlack", call);
        // Returns the relative angular velocity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_angular_speed(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angularSpeed", call);
        // Returns the rate of the coordinate.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_speed(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("speed", call);
        // Returns how far the anchors are apart.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_separation(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("separation", call);
        // Returns the error of a locked angle.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_angular_separation(world, cairn_joint_id { bits: it.bits() }))?;
Ok((f64::from(value)))
            })())
        };
        m.add_method("angularSeparation", call);
        // Returns whether the joint takes part in the simulation.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::joint_is_active(world, cairn_joint_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isActive", call);
        // Sets whether the joint is enabled.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, enabled: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let enabled = truth(&enabled, "enabled")?;
slot.change("set_enabled", 0, |world| calls::joint_set_enabled(world, cairn_joint_id { bits: it.bits() }, enabled))?;
Ok(())
            })())
        };
        m.add_method("setEnabled", call);
        // Sets the limits; of a hinge as angles.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (lower, upper): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let lower = number(&lower, "lower")? as f32;
let upper = number(&upper, "upper")? as f32;
slot.change("set_limits", 0, |world| calls::joint_set_limits(world, cairn_joint_id { bits: it.bits() }, lower, upper))?;
Ok(())
            })())
        };
        m.add_method("setLimits", call);
        // Removes the limits.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_limits", 0, |world| calls::joint_clear_limits(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearLimits", call);
        // Sets the motor; of a hinge as angular velocity and torque.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (speed, strength): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let speed = number(&speed, "speed")? as f32;
let strength = number(&strength, "strength")? as f32;
slot.change("set_motor", 0, |world| calls::joint_set_motor(world, cairn_joint_id { bits: it.bits() }, speed, strength))?;
Ok(())
            })())
        };
        m.add_method("setMotor", call);
        // Removes the motor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_motor", 0, |world| calls::joint_clear_motor(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearMotor", call);
        // Sets the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (hertz, damping_ratio, target): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let hertz = number(&hertz, "hertz")? as f32;
let damping_ratio = number(&damping_ratio, "dampingRatio")? as f32;
let target = number(&target, "target")? as f32;
slot.change("set_spring", 0, |world| calls::joint_set_spring(world, cairn_joint_id { bits: it.bits() }, hertz, damping_ratio, target))?;
Ok(())
            })())
        };
        m.add_method("setSpring", call);
        // Removes the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_spring", 0, |world| calls::joint_clear_spring(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearSpring", call);
        // Bounds the force of the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (lower, upper): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let lower = number(&lower, "lower")? as f32;
let upper = number(&upper, "upper")? as f32;
slot.change("set_spring_range", 0, |world| calls::joint_set_spring_range(world, cairn_joint_id { bits: it.bits() }, lower, upper))?;
Ok(())
            })())
        };
        m.add_method("setSpringRange", call);
        // Removes the bounds of the force of the spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_spring_range", 0, |world| calls::joint_clear_spring_range(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearSpringRange", call);
        // Sets the servo.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (target, max_speed, strength): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let target = number(&target, "target")? as f32;
let max_speed = number(&max_speed, "maxSpeed")? as f32;
let strength = number(&strength, "strength")? as f32;
slot.change("set_servo", 0, |world| calls::joint_set_servo(world, cairn_joint_id { bits: it.bits() }, target, max_speed, strength))?;
Ok(())
            })())
        };
        m.add_method("setServo", call);
        // Removes the servo.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_servo", 0, |world| calls::joint_clear_servo(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearServo", call);
        // Sets the linear motor of a drive.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (velocity_x, velocity_y, max_force): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let velocity = vec2(number(&velocity_x, "velocityX")? as f32, number(&velocity_y, "velocityY")? as f32);
let max_force = number(&max_force, "maxForce")? as f32;
slot.change("set_linear_motor", 0, |world| calls::joint_set_linear_motor(world, cairn_joint_id { bits: it.bits() }, velocity, max_force))?;
Ok(())
            })())
        };
        m.add_method("setLinearMotor", call);
        // Removes the linear motor.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_linear_motor", 0, |world| calls::joint_clear_linear_motor(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearLinearMotor", call);
        // Sets the linear spring of a weld, drive or grab.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (hertz, damping_ratio, max_force): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let hertz = number(&hertz, "hertz")? as f32;
let damping_ratio = number(&damping_ratio, "dampingRatio")? as f32;
let max_force = number(&max_force, "maxForce")? as f32;
slot.change("set_linear_spring", 0, |world| calls::joint_set_linear_spring(world, cairn_joint_id { bits: it.bits() }, hertz, damping_ratio, max_force))?;
Ok(())
            })())
        };
        m.add_method("setLinearSpring", call);
        // Removes the linear spring.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_linear_spring", 0, |world| calls::joint_clear_linear_spring(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearLinearSpring", call);
        // Sets the target of a grab.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (target_x, target_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let target = vec2(number(&target_x, "targetX")? as f32, number(&target_y, "targetY")? as f32);
slot.change("set_target", 0, |world| calls::joint_set_target(world, cairn_joint_id { bits: it.bits() }, target))?;
Ok(())
            })())
        };
        m.add_method("setTarget", call);
        // Sets stiffness and damping ratio of the joint.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (hertz, damping_ratio): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let hertz = number(&hertz, "hertz")? as f32;
let damping_ratio = number(&damping_ratio, "dampingRatio")? as f32;
slot.change("set_softness", 0, |world| calls::joint_set_softness(world, cairn_joint_id { bits: it.bits() }, hertz, damping_ratio))?;
Ok(())
            })())
        };
        m.add_method("setSoftness", call);
        // Uses the softness of the world again.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_softness", 0, |world| calls::joint_clear_softness(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearSoftness", call);
        // Sets the ratio of a gear or pulley.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ratio: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let ratio = number(&ratio, "ratio")? as f32;
slot.change("set_ratio", 0, |world| calls::joint_set_ratio(world, cairn_joint_id { bits: it.bits() }, ratio))?;
Ok(())
            })())
        };
        m.add_method("setRatio", call);
        // Sets the ratchet of a rotary joint.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (pitch, phase): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let pitch = number(&pitch, "pitch")? as f32;
let phase = number(&phase, "phase")? as f32;
slot.change("set_ratchet", 0, |world| calls::joint_set_ratchet(world, cairn_joint_id { bits: it.bits() }, pitch, phase))?;
Ok(())
            })())
        };
        m.add_method("setRatchet", call);
        // Removes the ratchet.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_ratchet", 0, |world| calls::joint_clear_ratchet(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearRatchet", call);
        // Sets the rest length.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, length: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let length = number(&length, "length")? as f32;
slot.change("set_length", 0, |world| calls::joint_set_length(world, cairn_joint_id { bits: it.bits() }, length))?;
Ok(())
            })())
        };
        m.add_method("setLength", call);
        // Sets the frames in body coordinates.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (frame_a_x, frame_a_y, frame_a_angle, frame_b_x, frame_b_y, frame_b_angle): (Value, Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let frame_a = placed(number(&frame_a_x, "frameAX")? as f32, number(&frame_a_y, "frameAY")? as f32, number(&frame_a_angle, "frameAAngle")? as f32);
let frame_b = placed(number(&frame_b_x, "frameBX")? as f32, number(&frame_b_y, "frameBY")? as f32, number(&frame_b_angle, "frameBAngle")? as f32);
slot.change("set_frames", 0, |world| calls::joint_set_frames(world, cairn_joint_id { bits: it.bits() }, frame_a, frame_b))?;
Ok(())
            })())
        };
        m.add_method("setFrames", call);
        // Sets the load above which the joint breaks.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (force, torque): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let force = number(&force, "force")? as f32;
let torque = number(&torque, "torque")? as f32;
slot.change("set_break_at", 0, |world| calls::joint_set_break_at(world, cairn_joint_id { bits: it.bits() }, force, torque))?;
Ok(())
            })())
        };
        m.add_method("setBreakAt", call);
        // Makes the joint unbreakable.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_break_at", 0, |world| calls::joint_clear_break_at(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearBreakAt", call);
        // Sets the load above which an event is reported.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (force, torque): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let force = number(&force, "force")? as f32;
let torque = number(&torque, "torque")? as f32;
slot.change("set_report_above", 0, |world| calls::joint_set_report_above(world, cairn_joint_id { bits: it.bits() }, force, torque))?;
Ok(())
            })())
        };
        m.add_method("setReportAbove", call);
        // Reports no load.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
slot.change("clear_report_above", 0, |world| calls::joint_clear_report_above(world, cairn_joint_id { bits: it.bits() }))?;
Ok(())
            })())
        };
        m.add_method("clearReportAbove", call);
        // Sets whether the two bodies collide.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, collide: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let collide = truth(&collide, "collide")?;
slot.change("set_collide_connected", 0, |world| calls::joint_set_collide_connected(world, cairn_joint_id { bits: it.bits() }, collide))?;
Ok(())
            })())
        };
        m.add_method("setCollideConnected", call);
        // Sets the user data.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, user_data: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let user_data = wide(&user_data, "userData")?;
slot.change("set_user_data", 0, |world| calls::joint_set_user_data(world, cairn_joint_id { bits: it.bits() }, user_data))?;
Ok(())
            })())
        };
        m.add_method("setUserData", call);
    }
}

impl UserData for Contact {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
        // Returns whether the contact exists.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::contact_exists(world, cairn_contact_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("exists", call);
        // Returns the two shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::contact_shapes(world, cairn_contact_id { bits: it.bits() }))?;
Ok((Shape::of(slot, value.a.bits), Shape::of(slot, value.b.bits)))
            })())
        };
        m.add_method("shapes", call);
        // Returns the two bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::contact_bodies(world, cairn_contact_id { bits: it.bits() }))?;
Ok((Body::of(slot, value.a.bits), Body::of(slot, value.b.bits)))
            })())
        };
        m.add_method("bodies", call);
        // Returns whether the shapes touch.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::contact_is_touching(world, cairn_contact_id { bits: it.bits() }))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isTouching", call);
        // Returns the direction from the first to the second shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::contact_normal(world, cairn_contact_id { bits: it.bits() }))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("normal", call);
        // Lists the contact points, at most two.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_contact_point> = Vec::new();
slot.look(|world| calls::contact_points(world, cairn_contact_id { bits: it.bits() }, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_contact_point(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("points", call);
        // Lists the contact points relative to a point of the world.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let origin = dvec2(number(&origin_x, "originX")?, number(&origin_y, "originY")?);
let mut found: Vec<cairn_contact_point> = Vec::new();
slot.look(|world| calls::contact_points_from(world, cairn_contact_id { bits: it.bits() }, origin, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_contact_point(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("pointsFrom", call);
    }
}

impl UserData for Field {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
    }
}

impl UserData for Portal {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        meta(m);
    }
}

impl UserData for World {
    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {
        crate::objects::world_methods(m);
        makers(m);
        // Returns the hash of the state, the same on every machine.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.survey(|world| calls::world_hash(world))?;
Ok((bits(value)))
            })())
        };
        m.add_method("hash", call);
        // Returns the number of steps since the world was made.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::world_step_count(world))?;
Ok((bits(value)))
            })())
        };
        m.add_method("stepCount", call);
        // Returns the numbers of objects.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.survey(|world| calls::world_counts(world))?;
Ok((give_counts(lua, slot, &value)?))
            })())
        };
        m.add_method("counts", call);
        // Sets the gravity and wakes all bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (gravity_x, gravity_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let gravity = vec2(number(&gravity_x, "gravityX")? as f32, number(&gravity_y, "gravityY")? as f32);
slot.change("set_gravity", 0, |world| calls::world_set_gravity(world, gravity))?;
Ok(())
            })())
        };
        m.add_method("setGravity", call);
        // Returns the gravity.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::world_gravity(world))?;
Ok((f64::from(value.x), f64::from(value.y)))
            })())
        };
        m.add_method("gravity", call);
        // Sets the number of sub-steps, 1 to 64.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, sub_steps: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let sub_steps = whole(&sub_steps, "subSteps")?;
slot.change("set_sub_steps", 0, |world| calls::world_set_sub_steps(world, sub_steps))?;
Ok(())
            })())
        };
        m.add_method("setSubSteps", call);
        // Sets whether bodies may fall asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, sleeping: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let sleeping = truth(&sleeping, "sleeping")?;
slot.change("set_sleeping", 0, |world| calls::world_set_sleeping(world, sleeping))?;
Ok(())
            })())
        };
        m.add_method("setSleeping", call);
        // Sets whether fast bodies stop at static shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, continuous: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let continuous = truth(&continuous, "continuous")?;
slot.change("set_continuous", 0, |world| calls::world_set_continuous(world, continuous))?;
Ok(())
            })())
        };
        m.add_method("setContinuous", call);
        // Sets the number of threads, 1 to 64; results do not depend on it.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, threads: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let threads = whole(&threads, "threads")?;
slot.change("set_threads", 0, |world| calls::world_set_threads(world, threads))?;
Ok(())
            })())
        };
        m.add_method("setThreads", call);
        // Sets the instruction set; results do not depend on it.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, lanes: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let lanes = choice(&lanes, LANES_NAMES, "lanes")?;
slot.change("set_lanes", 0, |world| calls::world_set_lanes(world, lanes))?;
Ok(())
            })())
        };
        m.add_method("setLanes", call);
        // Moves the origin of coordinates to a point.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let origin = vec2(number(&origin_x, "originX")? as f32, number(&origin_y, "originY")? as f32);
slot.change("shift_origin", 0, |world| calls::world_shift_origin(world, origin))?;
Ok(())
            })())
        };
        m.add_method("shiftOrigin", call);
        // Sets whether every stage checks the whole world, in debug builds.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, on: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let on = truth(&on, "on")?;
slot.change("set_stage_checks", 0, |world| calls::world_set_stage_checks(world, on))?;
Ok(())
            })())
        };
        m.add_method("setStageChecks", call);
        // Reserves memory for this many objects.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (bodies, shapes, joints, contacts): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let bodies = whole(&bodies, "bodies")?;
let shapes = whole(&shapes, "shapes")?;
let joints = whole(&joints, "joints")?;
let contacts = whole(&contacts, "contacts")?;
slot.change("reserve", 0, |world| calls::world_reserve(world, bodies, shapes, joints, contacts))?;
Ok(())
            })())
        };
        m.add_method("reserve", call);
        // Returns whether no call has changed the world.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::world_is_untouched(world))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isUntouched", call);
        // Returns whether calls are recorded.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::world_is_recorded(world))?;
Ok(((value != 0)))
            })())
        };
        m.add_method("isRecorded", call);
        // Returns the number of steps since the recording began.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let value = slot.look(|world| calls::world_recorded_steps(world))?;
Ok((bits(value)))
            })())
        };
        m.add_method("recordedSteps", call);
        // Adds a body with its shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, def: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let def = read_body_def(&def, "def", &mut keep)?;
let value = slot.change("spawn", keep.items(), |world| calls::world_spawn(world, &def))?;
Ok((Body::of(slot, value.bits)))
            })())
        };
        m.add_method("spawn", call);
        // Removes a body with its shapes and joints.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, body: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let body = cairn_body_id { bits: handle::<Body>(&body, slot, "body")? };
slot.change("despawn", 0, |world| calls::world_despawn(world, body))?;
Ok(())
            })())
        };
        m.add_method("despawn", call);
        // Lists all bodies in the order of their slots.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_body_id> = Vec::new();
slot.look(|world| calls::world_bodies(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Body::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("bodies", call);
        // Applies impulses to many bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (impulses, wake_above): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let impulses = items(&impulses, "impulses", &mut keep, read_body_impulse)?;
keep.count(impulses.len());
let wake_above = number(&wake_above, "wakeAbove")? as f32;
let value = slot.change("apply_impulses", keep.items(), |world| calls::world_apply_impulses(world, &impulses, wake_above))?;
Ok((give_impulse_counts(lua, slot, &value)?))
            })())
        };
        m.add_method("applyImpulses", call);
        // Adds a shape to a body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (body, def): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let body = cairn_body_id { bits: handle::<Body>(&body, slot, "body")? };
let def = read_shape_def(&def, "def", &mut keep)?;
let value = slot.change("attach", keep.items(), |world| calls::world_attach(world, body, &def))?;
Ok((Shape::of(slot, value.bits)))
            })())
        };
        m.add_method("attach", call);
        // Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (body, def): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let body = cairn_body_id { bits: handle::<Body>(&body, slot, "body")? };
let def = read_chain_def(&def, "def", &mut keep)?;
let value = slot.change("attach_chain", keep.items(), |world| calls::world_attach_chain(world, body, &def))?;
Ok((i64::from(value)))
            })())
        };
        m.add_method("attachChain", call);
        // Removes a shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, shape: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let shape = cairn_shape_id { bits: handle::<Shape>(&shape, slot, "shape")? };
slot.change("detach", 0, |world| calls::world_detach(world, shape))?;
Ok(())
            })())
        };
        m.add_method("detach", call);
        // Moves a shape to another body.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (shape, body): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let shape = cairn_shape_id { bits: handle::<Shape>(&shape, slot, "shape")? };
let body = cairn_body_id { bits: handle::<Body>(&body, slot, "body")? };
slot.change("reattach", 0, |world| calls::world_reattach(world, shape, body))?;
Ok(())
            })())
        };
        m.add_method("reattach", call);
        // Lists all shapes in the order of their slots.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.look(|world| calls::world_shapes(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("shapes", call);
        // Sets the material of contacts between two material ids.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b, pair): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let a = wide(&a, "a")?;
let b = wide(&b, "b")?;
let pair = read_material_pair(&pair, "pair", &mut keep)?;
slot.change("set_material_pair", keep.items(), |world| calls::world_set_material_pair(world, a, b, &pair))?;
Ok(())
            })())
        };
        m.add_method("setMaterialPair", call);
        // Removes the material of a pair.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = wide(&a, "a")?;
let b = wide(&b, "b")?;
slot.change("clear_material_pair", 0, |world| calls::world_clear_material_pair(world, a, b))?;
Ok(())
            })())
        };
        m.add_method("clearMaterialPair", call);
        // Returns the material of a pair.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = wide(&a, "a")?;
let b = wide(&b, "b")?;
Ok(match slot.look(|world| calls::world_material_pair(world, a, b))? {
    Some(value) => (Some(give_material_pair(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("materialPair", call);
        // Adds a joint.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, def: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let def = read_joint_def(&def, "def", &mut keep)?;
let value = slot.change("join", keep.items(), |world| calls::world_join(world, &def))?;
Ok((Joint::of(slot, value.bits)))
            })())
        };
        m.add_method("join", call);
        // Removes a joint.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, joint: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let joint = cairn_joint_id { bits: handle::<Joint>(&joint, slot, "joint")? };
slot.change("unjoin", 0, |world| calls::world_unjoin(world, joint))?;
Ok(())
            })())
        };
        m.add_method("unjoin", call);
        // Lists all joints in the order of their slots.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_joint_id> = Vec::new();
slot.look(|world| calls::world_joints(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Joint::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("joints", call);
        // Lists all contacts, touching or not.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_contact_id> = Vec::new();
slot.look(|world| calls::world_contacts(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Contact::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("contacts", call);
        // Contacts that began to touch.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_touch_event> = Vec::new();
slot.look(|world| calls::events_begins(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_touch_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("beginEvents", call);
        // Contacts that ended.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_touch_event> = Vec::new();
slot.look(|world| calls::events_ends(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_touch_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("endEvents", call);
        // Overlaps of sensors that began or ended.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_sensor_event> = Vec::new();
slot.look(|world| calls::events_sensors(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_sensor_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("sensorEvents", call);
        // Hits above the speed of their shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_hit_event> = Vec::new();
slot.look(|world| calls::events_hits(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_hit_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("hitEvents", call);
        // Bodies that moved.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_move_event> = Vec::new();
slot.look(|world| calls::events_moves(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_move_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("moveEvents", call);
        // Bodies that fell asleep.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_sleep_event> = Vec::new();
slot.look(|world| calls::events_sleeps(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_sleep_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("sleepEvents", call);
        // Bodies that woke.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_sleep_event> = Vec::new();
slot.look(|world| calls::events_wakes(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_sleep_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("wakeEvents", call);
        // Bodies that passed openings, in order.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_teleport_event> = Vec::new();
slot.look(|world| calls::events_teleports(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_teleport_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("teleportEvents", call);
        // Joints that broke.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_joint_event> = Vec::new();
slot.look(|world| calls::events_breaks(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_joint_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("breakEvents", call);
        // Joints whose load rose above its limit.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_joint_event> = Vec::new();
slot.look(|world| calls::events_overloads(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_joint_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("overloadEvents", call);
        // Joints whose load fell below its limit.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_joint_event> = Vec::new();
slot.look(|world| calls::events_overload_ends(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_joint_event(lua, slot, &item)?))?;
each(lua, found)
            })())
        };
        m.add_method("overloadEndEvents", call);
        // Lists the overlaps of all sensors.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_overlap> = Vec::new();
slot.look(|world| calls::world_sensor_overlaps(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_overlap(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("sensorOverlaps", call);
        // Returns the first hit of a ray.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y, translation_x, translation_y, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let origin = vec2(number(&origin_x, "originX")? as f32, number(&origin_y, "originY")? as f32);
let translation = vec2(number(&translation_x, "translationX")? as f32, number(&translation_y, "translationY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
Ok(match slot.query(keep.items(), |world| calls::world_cast_ray(world, origin, translation, filter.as_ref()))? {
    Some(value) => (Some(give_cast_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("castRay", call);
        // Returns any hit of a ray.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y, translation_x, translation_y, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let origin = vec2(number(&origin_x, "originX")? as f32, number(&origin_y, "originY")? as f32);
let translation = vec2(number(&translation_x, "translationX")? as f32, number(&translation_y, "translationY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
Ok(match slot.query(keep.items(), |world| calls::world_cast_ray_any(world, origin, translation, filter.as_ref()))? {
    Some(value) => (Some(give_cast_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("castRayAny", call);
        // Lists all hits of a ray in order of distance.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y, translation_x, translation_y, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let origin = vec2(number(&origin_x, "originX")? as f32, number(&origin_y, "originY")? as f32);
let translation = vec2(number(&translation_x, "translationX")? as f32, number(&translation_y, "translationY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_cast_result> = Vec::new();
slot.query(keep.items(), |world| calls::world_cast_ray_sorted(world, origin, translation, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_cast_result(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("castRaySorted", call);
        // Casts many rays; the answers have their order.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (rays, filter): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let rays = items(&rays, "rays", &mut keep, read_ray)?;
keep.count(rays.len());
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_ray_answer> = Vec::new();
slot.query(keep.items(), |world| calls::world_cast_rays(world, &rays, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_ray_answer(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("castRays", call);
        // Returns the first hit of a moving circle.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (origin_x, origin_y, translation_x, translation_y, radius, filter): (Value, Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let origin = vec2(number(&origin_x, "originX")? as f32, number(&origin_y, "originY")? as f32);
let translation = vec2(number(&translation_x, "translationX")? as f32, number(&translation_y, "translationY")? as f32);
let radius = number(&radius, "radius")? as f32;
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
Ok(match slot.query(keep.items(), |world| calls::world_cast_circle(world, origin, translation, radius, filter.as_ref()))? {
    Some(value) => (Some(give_cast_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("castCircle", call);
        // Returns the first hit of a moving shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (geometry, pose_x, pose_y, pose_angle, translation_x, translation_y, filter): (Value, Value, Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let geometry = read_geometry(&geometry, "geometry", &mut keep)?;
let pose = placed(number(&pose_x, "poseX")? as f32, number(&pose_y, "poseY")? as f32, number(&pose_angle, "poseAngle")? as f32);
let translation = vec2(number(&translation_x, "translationX")? as f32, number(&translation_y, "translationY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
Ok(match slot.query(keep.items(), |world| calls::world_cast_shape(world, &geometry, pose, translation, filter.as_ref()))? {
    Some(value) => (Some(give_cast_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("castShape", call);
        // Returns the shape nearest to a point within a radius.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (point_x, point_y, radius, filter): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
let radius = number(&radius, "radius")? as f32;
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
Ok(match slot.query(keep.items(), |world| calls::world_nearest(world, point, radius, filter.as_ref()))? {
    Some(value) => (Some(give_nearest_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("nearest", call);
        // Lists the shapes within a radius of a point.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (point_x, point_y, radius, filter): (Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
let radius = number(&radius, "radius")? as f32;
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_nearest_result> = Vec::new();
slot.query(keep.items(), |world| calls::world_nearest_all(world, point, radius, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_nearest_result(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("nearestAll", call);
        // Lists the distances of shapes within reach of a shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (geometry, pose_x, pose_y, pose_angle, reach, filter): (Value, Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let geometry = read_geometry(&geometry, "geometry", &mut keep)?;
let pose = placed(number(&pose_x, "poseX")? as f32, number(&pose_y, "poseY")? as f32, number(&pose_angle, "poseAngle")? as f32);
let reach = number(&reach, "reach")? as f32;
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_separation_result> = Vec::new();
slot.query(keep.items(), |world| calls::world_separations(world, &geometry, pose, reach, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_separation_result(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("separations", call);
        // Lists the shapes that overlap a shape.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (geometry, pose_x, pose_y, pose_angle, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let geometry = read_geometry(&geometry, "geometry", &mut keep)?;
let pose = placed(number(&pose_x, "poseX")? as f32, number(&pose_y, "poseY")? as f32, number(&pose_angle, "poseAngle")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.query(keep.items(), |world| calls::world_overlap_shape(world, &geometry, pose, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("overlapShape", call);
        // Lists the shapes that overlap a box.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (min_x, min_y, max_x, max_y, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let min = vec2(number(&min_x, "minX")? as f32, number(&min_y, "minY")? as f32);
let max = vec2(number(&max_x, "maxX")? as f32, number(&max_y, "maxY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.query(keep.items(), |world| calls::world_overlap_box(world, min, max, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("overlapBox", call);
        // Lists the shapes that contain a point.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (point_x, point_y, filter): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let point = vec2(number(&point_x, "pointX")? as f32, number(&point_y, "pointY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_shape_id> = Vec::new();
slot.query(keep.items(), |world| calls::world_overlap_point(world, point, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Shape::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("overlapPoint", call);
        // Lists the shapes whose boxes overlap a box, with the motion of their bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (min_x, min_y, max_x, max_y, filter): (Value, Value, Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let min = vec2(number(&min_x, "minX")? as f32, number(&min_y, "minY")? as f32);
let max = vec2(number(&max_x, "maxX")? as f32, number(&max_y, "maxY")? as f32);
let filter = if filter.is_nil() { None } else { Some(read_query_filter(&filter, "filter", &mut keep)?) };
let mut found: Vec<cairn_shape_in_box> = Vec::new();
slot.query(keep.items(), |world| calls::world_shapes_in_box(world, min, max, filter.as_ref(), &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_shape_in_box(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("shapesInBox", call);
        // Returns the distance of two shapes.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = cairn_shape_id { bits: handle::<Shape>(&a, slot, "a")? };
let b = cairn_shape_id { bits: handle::<Shape>(&b, slot, "b")? };
let value = slot.query(0, |world| calls::world_shape_distance(world, a, b))?;
Ok((give_pair_result(lua, slot, &value)?))
            })())
        };
        m.add_method("shapeDistance", call);
        // Returns the distance of two bodies.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = cairn_body_id { bits: handle::<Body>(&a, slot, "a")? };
let b = cairn_body_id { bits: handle::<Body>(&b, slot, "b")? };
Ok(match slot.query(0, |world| calls::world_body_distance(world, a, b))? {
    Some(value) => (Some(give_pair_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("bodyDistance", call);
        // Returns the first impact of two shapes within a time.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b, time): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = cairn_shape_id { bits: handle::<Shape>(&a, slot, "a")? };
let b = cairn_shape_id { bits: handle::<Shape>(&b, slot, "b")? };
let time = number(&time, "time")? as f32;
Ok(match slot.query(0, |world| calls::world_shape_impact(world, a, b, time))? {
    Some(value) => (Some(give_impact_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("shapeImpact", call);
        // Returns the first impact of two bodies within a time.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (a, b, time): (Value, Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let a = cairn_body_id { bits: handle::<Body>(&a, slot, "a")? };
let b = cairn_body_id { bits: handle::<Body>(&b, slot, "b")? };
let time = number(&time, "time")? as f32;
Ok(match slot.query(0, |world| calls::world_body_impact(world, a, b, time))? {
    Some(value) => (Some(give_impact_result(lua, slot, &value)?)),
    None => (None),
})
            })())
        };
        m.add_method("bodyImpact", call);
        // Sets off an explosion; returns the number of bodies that it pushed.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, explosion: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let explosion = read_explosion(&explosion, "explosion", &mut keep)?;
let value = slot.change("explode", keep.items(), |world| calls::world_explode(world, &explosion))?;
Ok((i64::from(value)))
            })())
        };
        m.add_method("explode", call);
        // Adds a field: gravity, wind, water and the like in an area.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, field: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let field = read_field_def(&field, "field", &mut keep)?;
let value = slot.change("add_field", keep.items(), |world| calls::world_add_field(world, &field))?;
Ok((Field::of(slot, value.bits)))
            })())
        };
        m.add_method("addField", call);
        // Replaces a field.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, (id, field): (Value, Value)| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let id = cairn_field_id { bits: handle::<Field>(&id, slot, "id")? };
let field = read_field_def(&field, "field", &mut keep)?;
slot.change("set_field", keep.items(), |world| calls::world_set_field(world, id, &field))?;
Ok(())
            })())
        };
        m.add_method("setField", call);
        // Removes a field.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, id: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let id = cairn_field_id { bits: handle::<Field>(&id, slot, "id")? };
slot.change("remove_field", 0, |world| calls::world_remove_field(world, id))?;
Ok(())
            })())
        };
        m.add_method("removeField", call);
        // Lists all fields.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_field_id> = Vec::new();
slot.look(|world| calls::world_fields(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(Field::of(slot, item.bits)))?;
Ok(found)
            })())
        };
        m.add_method("fields", call);
        // Adds a pair of connected openings.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, pair: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let mut keep = Keep::new(slot);
let pair = read_portal_pair(&pair, "pair", &mut keep)?;
let value = slot.change("add_portals", keep.items(), |world| calls::world_add_portals(world, &pair))?;
Ok((Portal::of(slot, value.bits)))
            })())
        };
        m.add_method("addPortals", call);
        // Removes a pair of openings.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, id: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let id = cairn_portal_id { bits: handle::<Portal>(&id, slot, "id")? };
slot.change("remove_portals", 0, |world| calls::world_remove_portals(world, id))?;
Ok(())
            })())
        };
        m.add_method("removePortals", call);
        // Lists all pairs of openings.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, ()| {
            let slot = it.slot();
            finish(lua, (|| {
let mut found: Vec<cairn_portals> = Vec::new();
slot.look(|world| calls::world_portals(world, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(give_portals(lua, slot, &item)?))?;
Ok(found)
            })())
        };
        m.add_method("portals", call);
        // Lists the poses of a body behind the openings that it is in.
        let call: fn(&Lua, &Self, _) -> _ = |lua, it, body: Value| {
            let slot = it.slot();
            finish(lua, (|| {
let body = cairn_body_id { bits: handle::<Body>(&body, slot, "body")? };
let mut found: Vec<cairn_pose> = Vec::new();
slot.look(|world| calls::world_images(world, body, &mut |item| found.push(item)))?;
slot.charge(4 * found.len())?;
let found = list(lua, found, |item| Ok(pose(lua, item)?))?;
Ok(found)
            })())
        };
        m.add_method("images", call);
    }
}
fn give_filter(lua: &Lua, slot: &Rc<Slot>, at: &cairn_filter) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("category", bits(at.category))?;
    table.raw_set("mask", bits(at.mask))?;
    table.raw_set("group", i64::from(at.group))?;
    Ok(table)
}

fn give_portals(lua: &Lua, slot: &Rc<Slot>, at: &cairn_portals) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("id", Portal::of(slot, at.id.bits))?;
    table.raw_set("openingA", pose(lua, at.opening_a)?)?;
    table.raw_set("openingB", pose(lua, at.opening_b)?)?;
    table.raw_set("bodyA", Body::of(slot, at.body_a.bits))?;
    table.raw_set("bodyB", Body::of(slot, at.body_b.bits))?;
    table.raw_set("frameA", pose(lua, at.frame_a)?)?;
    table.raw_set("frameB", pose(lua, at.frame_b)?)?;
    table.raw_set("width", f64::from(at.width))?;
    table.raw_set("hasRims", (at.has_rims != 0))?;
    Ok(table)
}

fn give_teleport_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_teleport_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("userData", bits(at.user_data))?;
    table.raw_set("portals", Portal::of(slot, at.portals.bits))?;
    table.raw_set("from", pose(lua, at.from)?)?;
    table.raw_set("to", pose(lua, at.to)?)?;
    Ok(table)
}

fn give_material(lua: &Lua, slot: &Rc<Slot>, at: &cairn_material) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("friction", f64::from(at.friction))?;
    table.raw_set("restitution", f64::from(at.restitution))?;
    table.raw_set("rollingResistance", f64::from(at.rolling_resistance))?;
    table.raw_set("tangentSpeed", f64::from(at.tangent_speed))?;
    if at.has_static_friction != 0 {
        table.raw_set("staticFriction", f64::from(at.static_friction))?;
    }
    if at.has_softness != 0 {
        table.raw_set("softnessHertz", f64::from(at.softness_hertz))?;
    }
    if at.has_softness != 0 {
        table.raw_set("softnessDampingRatio", f64::from(at.softness_damping_ratio))?;
    }
    table.raw_set("id", bits(at.id))?;
    table.raw_set("frictionCombine", name_of(COMBINE_NAMES, at.friction_combine))?;
    table.raw_set("restitutionCombine", name_of(COMBINE_NAMES, at.restitution_combine))?;
    Ok(table)
}

fn give_material_pair(lua: &Lua, slot: &Rc<Slot>, at: &cairn_material_pair) -> Read<Table> {
    let table = lua.create_table()?;
    if at.has_friction != 0 {
        table.raw_set("friction", f64::from(at.friction))?;
    }
    if at.has_static_friction != 0 {
        table.raw_set("staticFriction", f64::from(at.static_friction))?;
    }
    if at.has_restitution != 0 {
        table.raw_set("restitution", f64::from(at.restitution))?;
    }
    if at.has_rolling_resistance != 0 {
        table.raw_set("rollingResistance", f64::from(at.rolling_resistance))?;
    }
    if at.has_softness != 0 {
        table.raw_set("softnessHertz", f64::from(at.softness_hertz))?;
    }
    if at.has_softness != 0 {
        table.raw_set("softnessDampingRatio", f64::from(at.softness_damping_ratio))?;
    }
    Ok(table)
}

fn give_mass(lua: &Lua, slot: &Rc<Slot>, at: &cairn_mass) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("mass", f64::from(at.mass))?;
    table.raw_set("center", pair(lua, "x", at.center.x.into(), "y", at.center.y.into())?)?;
    table.raw_set("inertia", f64::from(at.inertia))?;
    Ok(table)
}

fn give_counts(lua: &Lua, slot: &Rc<Slot>, at: &cairn_counts) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("bodies", i64::from(at.bodies))?;
    table.raw_set("awakeBodies", i64::from(at.awake_bodies))?;
    table.raw_set("sleepingBodies", i64::from(at.sleeping_bodies))?;
    table.raw_set("shapes", i64::from(at.shapes))?;
    table.raw_set("sensors", i64::from(at.sensors))?;
    table.raw_set("contacts", i64::from(at.contacts))?;
    table.raw_set("touchingContacts", i64::from(at.touching_contacts))?;
    table.raw_set("joints", i64::from(at.joints))?;
    table.raw_set("awakeIslands", i64::from(at.awake_islands))?;
    table.raw_set("sleepingIslands", i64::from(at.sleeping_islands))?;
    Ok(table)
}

fn give_impulse_counts(lua: &Lua, slot: &Rc<Slot>, at: &cairn_impulse_counts) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("applied", i64::from(at.applied))?;
    table.raw_set("stale", i64::from(at.stale))?;
    table.raw_set("asleep", i64::from(at.asleep))?;
    table.raw_set("unmoved", i64::from(at.unmoved))?;
    Ok(table)
}

fn give_cast_result(lua: &Lua, slot: &Rc<Slot>, at: &cairn_cast_result) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("fraction", f64::from(at.fraction))?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_ray_answer(lua: &Lua, slot: &Rc<Slot>, at: &cairn_ray_answer) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("hasHit", (at.has_hit != 0))?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("fraction", f64::from(at.fraction))?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_nearest_result(lua: &Lua, slot: &Rc<Slot>, at: &cairn_nearest_result) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("distance", f64::from(at.distance))?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_separation_result(lua: &Lua, slot: &Rc<Slot>, at: &cairn_separation_result) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("distance", f64::from(at.distance))?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("ownPoint", pair(lua, "x", at.own_point.x.into(), "y", at.own_point.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_pair_result(lua: &Lua, slot: &Rc<Slot>, at: &cairn_pair_result) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shapeA", Shape::of(slot, at.shape_a.bits))?;
    table.raw_set("shapeB", Shape::of(slot, at.shape_b.bits))?;
    table.raw_set("distance", f64::from(at.distance))?;
    table.raw_set("pointA", pair(lua, "x", at.point_a.x.into(), "y", at.point_a.y.into())?)?;
    table.raw_set("pointB", pair(lua, "x", at.point_b.x.into(), "y", at.point_b.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_impact_result(lua: &Lua, slot: &Rc<Slot>, at: &cairn_impact_result) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shapeA", Shape::of(slot, at.shape_a.bits))?;
    table.raw_set("shapeB", Shape::of(slot, at.shape_b.bits))?;
    table.raw_set("time", f64::from(at.time))?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    Ok(table)
}

fn give_shape_in_box(lua: &Lua, slot: &Rc<Slot>, at: &cairn_shape_in_box) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("pose", pose(lua, at.pose)?)?;
    table.raw_set("center", pair(lua, "x", at.center.x.into(), "y", at.center.y.into())?)?;
    table.raw_set("velocity", pair(lua, "x", at.velocity.x.into(), "y", at.velocity.y.into())?)?;
    table.raw_set("angularVelocity", f64::from(at.angular_velocity))?;
    Ok(table)
}

fn give_contact_point(lua: &Lua, slot: &Rc<Slot>, at: &cairn_contact_point) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("separation", f64::from(at.separation))?;
    table.raw_set("normalImpulse", f64::from(at.normal_impulse))?;
    table.raw_set("tangentImpulse", f64::from(at.tangent_impulse))?;
    table.raw_set("feature", i64::from(at.feature))?;
    Ok(table)
}

fn give_touch_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_touch_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("contact", Contact::of(slot, at.contact.bits))?;
    table.raw_set("a", give_party(lua, slot, &at.a)?)?;
    table.raw_set("b", give_party(lua, slot, &at.b)?)?;
    Ok(table)
}

fn give_party(lua: &Lua, slot: &Rc<Slot>, at: &cairn_party) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("shape", Shape::of(slot, at.shape.bits))?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("shapeData", bits(at.shape_data))?;
    table.raw_set("bodyData", bits(at.body_data))?;
    Ok(table)
}

fn give_hit_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_hit_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("contact", Contact::of(slot, at.contact.bits))?;
    table.raw_set("a", give_party(lua, slot, &at.a)?)?;
    table.raw_set("b", give_party(lua, slot, &at.b)?)?;
    table.raw_set("point", pair(lua, "x", at.point.x.into(), "y", at.point.y.into())?)?;
    table.raw_set("normal", pair(lua, "x", at.normal.x.into(), "y", at.normal.y.into())?)?;
    table.raw_set("approachSpeed", f64::from(at.approach_speed))?;
    table.raw_set("impulse", f64::from(at.impulse))?;
    Ok(table)
}

fn give_sensor_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_sensor_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("kind", name_of(SENSOR_EVENT_TYPE_NAMES, at.kind))?;
    table.raw_set("sensor", give_party(lua, slot, &at.sensor)?)?;
    table.raw_set("visitor", give_party(lua, slot, &at.visitor)?)?;
    Ok(table)
}

fn give_move_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_move_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("userData", bits(at.user_data))?;
    table.raw_set("pose", pose(lua, at.pose)?)?;
    Ok(table)
}

fn give_sleep_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_sleep_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("body", Body::of(slot, at.body.bits))?;
    table.raw_set("userData", bits(at.user_data))?;
    Ok(table)
}

fn give_joint_event(lua: &Lua, slot: &Rc<Slot>, at: &cairn_joint_event) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("joint", Joint::of(slot, at.joint.bits))?;
    table.raw_set("userData", bits(at.user_data))?;
    table.raw_set("bodyA", Body::of(slot, at.body_a.bits))?;
    table.raw_set("bodyB", Body::of(slot, at.body_b.bits))?;
    table.raw_set("dataA", bits(at.data_a))?;
    table.raw_set("dataB", bits(at.data_b))?;
    table.raw_set("force", pair(lua, "x", at.force.x.into(), "y", at.force.y.into())?)?;
    table.raw_set("torque", f64::from(at.torque))?;
    Ok(table)
}

fn give_overlap(lua: &Lua, slot: &Rc<Slot>, at: &cairn_overlap) -> Read<Table> {
    let table = lua.create_table()?;
    table.raw_set("sensor", Shape::of(slot, at.sensor.bits))?;
    table.raw_set("visitor", Shape::of(slot, at.visitor.bits))?;
    Ok(table)
}

