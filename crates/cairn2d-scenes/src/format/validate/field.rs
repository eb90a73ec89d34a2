//! The rules of fields and explosions: numbers in the ranges of the engine.

use super::{Checked, MAX_COORDINATE, MIN_EXTENT, Problem, coordinates, point, points, within};
use crate::format::{AreaDesc, BlastDesc, EffectDesc, FieldDesc};

/// The largest acceleration, speed, rate and density of a field.
const MOST: f32 = 1.0e6;

/// Checks one field.
pub(super) fn check(field: &FieldDesc) -> Checked {
    check_area(&field.area).map_err(|problem| problem.field("area"))?;
    if matches!((&field.area, &field.effect), (AreaDesc::Circle(_), EffectDesc::Water(_))) {
        return Err(
            Problem::range("must not be a circle, as water needs straight sides".to_owned()).field("area")
        );
    }
    check_effect(&field.effect).map_err(|problem| problem.field("effect"))
}

fn check_area(area: &AreaDesc) -> Checked {
    match area {
        AreaDesc::Everywhere => Ok(()),
        AreaDesc::Box(area) => {
            let inner = || {
                point("min", area.min)?;
                point("max", area.max)?;
                for axis in 0..2 {
                    within("max", area.max[axis], area.min[axis], MAX_COORDINATE)?;
                }
                Ok(())
            };
            inner().map_err(|problem: Problem| problem.field("box"))
        }
        AreaDesc::Circle(area) => {
            let inner = || {
                point("center", area.center)?;
                within("radius", area.radius, MIN_EXTENT, MAX_COORDINATE)
            };
            inner().map_err(|problem| problem.field("circle"))
        }
        AreaDesc::Polygon(area) => points(&area.points, 3).map_err(|problem| problem.field("polygon")),
    }
}

fn check_effect(effect: &EffectDesc) -> Checked {
    let vector = |field: &str, value| coordinates(value, MOST).map_err(|problem| problem.field(field));
    let amount = |field: &str, value| within(field, value, 0.0, MOST);
    let (name, checked) = match effect {
        EffectDesc::Gravity(effect) => ("gravity", vector("acceleration", effect.acceleration)),
        EffectDesc::Attractor(effect) => {
            let checked = point("center", effect.center)
                .and_then(|()| within("strength", effect.strength, -MOST, MOST))
                .and_then(|()| within("min_distance", effect.min_distance, 1.0e-3, MOST));
            ("attractor", checked)
        }
        EffectDesc::Wind(effect) => {
            let checked = vector("velocity", effect.velocity)
                .and_then(|()| amount("density", effect.density))
                .and_then(|()| amount("drag", effect.drag))
                .and_then(|()| amount("lift", effect.lift));
            ("wind", checked)
        }
        EffectDesc::Drag(effect) => {
            let checked = amount("linear", effect.linear)
                .and_then(|()| amount("angular", effect.angular))
                .and_then(|()| vector("velocity", effect.velocity));
            ("drag", checked)
        }
        EffectDesc::Conveyor(effect) => {
            let checked = vector("velocity", effect.velocity)
                .and_then(|()| amount("max_acceleration", effect.max_acceleration));
            ("conveyor", checked)
        }
        EffectDesc::Floor(effect) => {
            let checked = amount("deceleration", effect.deceleration)
                .and_then(|()| vector("velocity", effect.velocity));
            ("floor", checked)
        }
        EffectDesc::Water(effect) => {
            let checked = amount("density", effect.density)
                .and_then(|()| amount("drag", effect.drag))
                .and_then(|()| vector("velocity", effect.velocity));
            ("water", checked)
        }
        EffectDesc::TimeFlow(effect) => ("time_flow", within("scale", effect.scale, 1.0e-3, 1.0e3)),
    };
    checked.map_err(|problem| problem.field(name))
}

/// Checks one blast.
pub(super) fn check_blast(blast: &BlastDesc) -> Checked {
    point("center", blast.center)?;
    within("radius", blast.radius, 0.0, MAX_COORDINATE)?;
    within("falloff", blast.falloff, 0.0, MAX_COORDINATE)?;
    within("impulse_per_length", blast.impulse_per_length, -MAX_COORDINATE, MAX_COORDINATE)
}
