//! The rules of drivers: bodies of the right kind, and numbers in their ranges.

use super::{Checked, MAX_COORDINATE, Problem, body_index, number, point, within};
use crate::format::{
    BodyDesc, BodyKind, BodyNames, BodyRef, CharacterDesc, DriveDesc, DriverDesc, FigureDesc, FigurePoseDesc,
    JointDesc, Scene, SprungCarDesc, SprungWheelDesc, TopDownCarDesc, TopDownWheelDesc, WalkDesc,
};

/// Checks one driver.
pub(super) fn check(driver: &DriverDesc, names: &BodyNames, scene: &Scene) -> Checked {
    let bodies = &scene.bodies;
    let (name, kind) = match driver {
        DriverDesc::Character(_) => ("character", BodyKind::Kinematic),
        DriverDesc::SprungCar(_) => ("sprung_car", BodyKind::Dynamic),
        DriverDesc::TopDownCar(_) => ("top_down_car", BodyKind::Dynamic),
        DriverDesc::Figure(_) => ("figure", BodyKind::Dynamic),
    };
    let inner = || {
        if let Some(driven) = driver.body() {
            body("body", driven, kind, names, bodies)?;
        }
        match driver {
            DriverDesc::Character(driver) => check_character(driver),
            DriverDesc::SprungCar(driver) => check_sprung_car(driver, names, bodies),
            DriverDesc::TopDownCar(driver) => check_top_down_car(driver),
            DriverDesc::Figure(driver) => check_figure(driver, &scene.joints),
        }
    };
    inner().map_err(|problem| problem.field(name))
}

fn check_figure(driver: &FigureDesc, joints: &[JointDesc]) -> Checked {
    for (index, &joint) in driver.joints.iter().enumerate() {
        let reason = match joints.get(joint as usize) {
            Some(JointDesc::Revolute(_) | JointDesc::Rotary(_)) => continue,
            Some(_) => format!("joints[{joint}] must be revolute or rotary"),
            None => format!("there is no joint {joint}; the scene has {}", joints.len()),
        };
        return Err(Problem::reference(reason).index(index).field("joints"));
    }
    within("hertz", driver.hertz, 0.0, 1.0e6)?;
    within("damping_ratio", driver.damping_ratio, 0.0, 1.0e4)?;
    within("strength", driver.strength, 0.0, 1.0e15)?;
    program(&driver.program, |pose: &FigurePoseDesc| {
        steps(pose.steps)?;
        if pose.angles.len() != driver.joints.len() {
            let reason = format!("must have {} angles, but has {}", driver.joints.len(), pose.angles.len());
            return Err(Problem::range(reason).field("angles"));
        }
        pose.angles.iter().enumerate().try_for_each(|(index, angle)| {
            number(*angle, -100.0, 100.0).map_err(|problem| problem.index(index).field("angles"))
        })
    })
}

fn body(
    field: &str,
    body: &BodyRef,
    kind: BodyKind,
    names: &BodyNames,
    bodies: &[BodyDesc],
) -> Result<(), Problem> {
    let index = body_index(field, body, names, bodies.len())?;
    if bodies[index].kind == kind {
        return Ok(());
    }
    let wanted = if kind == BodyKind::Kinematic { "kinematic" } else { "dynamic" };
    Err(Problem::reference(format!("bodies[{index}] must be {wanted}")).field(field))
}

fn check_character(driver: &CharacterDesc) -> Checked {
    within("max_slope", driver.max_slope, 0.0, 1.5)?;
    within("step_height", driver.step_height, 0.0, 100.0)?;
    within("push_mass", driver.push_mass, 0.0, 1.0e6)?;
    program(&driver.program, |act: &WalkDesc| {
        steps(act.steps)?;
        within("walk", act.walk, -1.0e4, 1.0e4)?;
        within("jump", act.jump, 0.0, 1.0e4)
    })
}

fn check_sprung_car(driver: &SprungCarDesc, names: &BodyNames, bodies: &[BodyDesc]) -> Checked {
    within("top_speed", driver.top_speed, 0.0, 1.0e4)?;
    for (index, wheel) in driver.wheels.iter().enumerate() {
        check_sprung_wheel(wheel)
            .and_then(|()| match &wheel.shown_by {
                Some(shown) => body("shown_by", shown, BodyKind::Kinematic, names, bodies),
                None => Ok(()),
            })
            .map_err(|problem| problem.index(index).field("wheels"))?;
    }
    program(&driver.program, check_drive)
}

fn check_sprung_wheel(wheel: &SprungWheelDesc) -> Checked {
    coordinate("mount", wheel.mount)?;
    within("length", wheel.length, 1.0e-3, 1.0e3)?;
    within("radius", wheel.radius, 1.0e-3, 1.0e3)?;
    within("hertz", wheel.hertz, 1.0e-3, 1.0e3)?;
    within("damping_ratio", wheel.damping_ratio, 0.0, 1.0e2)?;
    within("torque", wheel.torque, 0.0, 1.0e9)?;
    within("brake", wheel.brake, 0.0, 1.0e9)
}

fn check_top_down_car(driver: &TopDownCarDesc) -> Checked {
    within("top_speed", driver.top_speed, 0.0, 1.0e4)?;
    let wheel = |wheel: &TopDownWheelDesc| {
        coordinate("position", wheel.position)?;
        within("grip", wheel.grip, 0.0, 1.0e9)?;
        within("drive", wheel.drive, 0.0, 1.0e9)
    };
    for (index, part) in driver.wheels.iter().enumerate() {
        wheel(part).map_err(|problem| problem.index(index).field("wheels"))?;
    }
    program(&driver.program, check_drive)
}

fn check_drive(act: &DriveDesc) -> Checked {
    steps(act.steps)?;
    within("throttle", act.throttle, -1.0, 1.0)?;
    within("brake", act.brake, 0.0, 1.0)?;
    within("steer", act.steer, -1.4, 1.4)
}

fn program<T>(acts: &[T], check: impl Fn(&T) -> Checked) -> Checked {
    for (index, act) in acts.iter().enumerate() {
        check(act).map_err(|problem| problem.index(index).field("program"))?;
    }
    Ok(())
}

fn steps(steps: u32) -> Checked {
    // No scene runs more than a million steps; as a float the limit is exact.
    within("steps", steps as f32, 1.0, MAX_COORDINATE)
}

fn coordinate(field: &str, value: [f32; 2]) -> Checked {
    point(field, value)?;
    value.iter().try_for_each(|value| within(field, *value, -1.0e4, 1.0e4))
}
