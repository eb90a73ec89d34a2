//! Drivers: characters, cars and figures of a scene, which act before each step.

use cairn2d::build::Muscles;
use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Surroundings};
use cairn2d::vehicle::{CarInput, SprungCar, SprungWheel, TopDownCar, TopDownWheel};
use cairn2d::{BodyId, JointId, Pose, QueryFilter, Rot, Vec2, World};

use crate::format::{
    BodyNames, BodyRef, CharacterDesc, DriveDesc, DriverDesc, FigureDesc, FigurePoseDesc, Scene, SceneError,
    SceneErrorKind, SprungCarDesc, TopDownCarDesc, WalkDesc, act,
};
use crate::instantiate::{Handles, refused};

/// A driver of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    /// Path in the scene, for errors.
    path: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Character { body: BodyId, character: Character, push_mass: f32, program: Vec<WalkDesc> },
    Sprung { car: SprungCar, shown_by: Vec<Option<BodyId>>, program: Vec<DriveDesc> },
    TopDown { car: TopDownCar, program: Vec<DriveDesc> },
    Figure { joints: Vec<JointId>, muscles: Muscles, program: Vec<FigurePoseDesc> },
}

impl Driver {
    /// Makes the drivers of a scene.
    ///
    /// # Errors
    /// Errors of the engine, and a character whose body does not have exactly one shape.
    pub(crate) fn of_scene(
        scene: &Scene,
        world: &World,
        handles: &Handles,
    ) -> Result<Vec<Driver>, SceneError> {
        let names = BodyNames::new(&scene.bodies);
        let mut drivers = Vec::with_capacity(scene.drivers.len());
        for (index, driver) in scene.drivers.iter().enumerate() {
            let path = format!("drivers[{index}]");
            let find = |body: &BodyRef| {
                let id = names.index(body).and_then(|index| handles.bodies.get(index)).copied();
                id.ok_or_else(|| reference(&path, "there is no such body"))
            };
            let kind = match driver {
                DriverDesc::Character(desc) => character(desc, world, find(&desc.body)?, &path)?,
                DriverDesc::SprungCar(desc) => sprung(desc, &find)?,
                DriverDesc::TopDownCar(desc) => top_down(desc, find(&desc.body)?),
                DriverDesc::Figure(desc) => figure(desc, handles),
            };
            drivers.push(Driver { path, kind });
        }
        Ok(drivers)
    }

    /// Acts before step `step`, of `dt` \[s\]. A driver whose body was removed does nothing.
    ///
    /// # Errors
    /// Errors of the engine.
    pub(crate) fn act(&mut self, world: &mut World, step: u32, dt: f32) -> Result<(), SceneError> {
        let done = match &mut self.kind {
            Kind::Character { body, character, push_mass, program } => {
                walk(world, *body, character, *push_mass, (program, step), dt)
            }
            Kind::Sprung { car, shown_by, program } => {
                if world.body(car.chassis()).is_none() {
                    return Ok(());
                }
                car.update(world, drive(program, step), dt).and_then(|()| show(world, car, shown_by, dt))
            }
            Kind::TopDown { car, program } => {
                if world.body(car.body()).is_none() {
                    return Ok(());
                }
                car.update(world, drive(program, step), dt)
            }
            Kind::Figure { joints, muscles, program } => pose(world, joints, muscles, (program, step), dt),
        };
        done.map_err(|error| refused(self.path.clone(), &error))
    }
}

fn reference(path: &str, reason: &str) -> SceneError {
    SceneError::new(SceneErrorKind::Reference, path.to_owned(), reason.to_owned())
}

fn character(desc: &CharacterDesc, world: &World, body: BodyId, path: &str) -> Result<Kind, SceneError> {
    let view = world.body(body).ok_or_else(|| reference(path, "the body is gone"))?;
    let mut shapes = view.shapes().filter_map(|shape| world.shape(shape));
    let (Some(shape), None) = (shapes.next(), shapes.next()) else {
        return Err(reference(path, "the body of a character must have exactly one shape"));
    };
    let mut config = CharacterConfig::default();
    config.max_slope = desc.max_slope;
    config.step_height = desc.step_height;
    let character = Character::new(shape.geometry().clone(), view.position(), config)
        .map_err(|error| refused(path.to_owned(), &error))?;
    Ok(Kind::Character { body, character, push_mass: desc.push_mass, program: desc.program.clone() })
}

fn sprung(
    desc: &SprungCarDesc,
    find: &dyn Fn(&BodyRef) -> Result<BodyId, SceneError>,
) -> Result<Kind, SceneError> {
    let mut car = SprungCar::new(find(&desc.body)?, desc.top_speed);
    let mut shown_by = Vec::with_capacity(desc.wheels.len());
    for wheel in &desc.wheels {
        let shown = wheel.shown_by.as_ref().map(find).transpose()?;
        car = shown.into_iter().fold(car, SprungCar::ignore);
        shown_by.push(shown);
    }
    for wheel in &desc.wheels {
        let part = SprungWheel::new(wheel.mount, wheel.length, wheel.radius);
        car = car.wheel(part.spring(wheel.hertz, wheel.damping_ratio).driven(wheel.torque, wheel.brake));
    }
    Ok(Kind::Sprung { car, shown_by, program: desc.program.clone() })
}

fn top_down(desc: &TopDownCarDesc, body: BodyId) -> Kind {
    let mut car = TopDownCar::new(body, desc.top_speed);
    for wheel in &desc.wheels {
        let part = TopDownWheel::new(wheel.position, wheel.grip).driven(wheel.drive);
        car = car.wheel(if wheel.steered { part.steered() } else { part });
    }
    Kind::TopDown { car, program: desc.program.clone() }
}

fn walk(
    world: &mut World,
    body: BodyId,
    character: &mut Character,
    push_mass: f32,
    (program, step): (&[WalkDesc], u32),
    dt: f32,
) -> Result<(), cairn2d::Error> {
    if world.body(body).is_none() {
        return Ok(());
    }
    let input = match act(program, |act: &WalkDesc| act.steps, step) {
        Some((index, over)) => {
            let act = program[index];
            CharacterInput::walk(act.walk).jump(if over == 0 { act.jump } else { 0.0 })
        }
        None => CharacterInput::default(),
    };
    let around = Surroundings::of(world).filter(QueryFilter::all().ignore(body));
    character.update(&around, input, dt)?;
    if push_mass > 0.0 {
        character.push(world, push_mass, dt)?;
    }
    // The ground moves on in the coming step, and the character with it.
    let carried = character.ground().map_or(Vec2::ZERO, |ground| ground.velocity * dt);
    if let Some(mut shown) = world.body_mut(body) {
        shown.set_target(Pose { p: character.position() + carried, ..character.pose() }, dt)?;
    }
    Ok(())
}

fn drive(program: &[DriveDesc], step: u32) -> CarInput {
    act(program, |act: &DriveDesc| act.steps, step).map_or(CarInput::default(), |(index, _)| {
        let act = program[index];
        CarInput::throttle(act.throttle).brake(act.brake).steer(act.steer)
    })
}

fn figure(desc: &FigureDesc, handles: &Handles) -> Kind {
    let joints = desc.joints.iter().filter_map(|&joint| handles.joints.get(joint as usize)).copied();
    let (hertz, damping_ratio, max_torque) = (desc.hertz, desc.damping_ratio, desc.strength);
    let muscles = Muscles { hertz, damping_ratio, max_torque, weight: 1.0 };
    Kind::Figure { joints: joints.collect(), muscles, program: desc.program.clone() }
}

/// Drives a figure to its pose after the step, interpolated between two poses.
fn pose(
    world: &mut World,
    joints: &[JointId],
    muscles: &Muscles,
    (program, step): (&[FigurePoseDesc], u32),
    dt: f32,
) -> Result<(), cairn2d::Error> {
    let Some((index, over)) = act(program, |pose: &FigurePoseDesc| pose.steps, step) else { return Ok(()) };
    let to = &program[index];
    let from = if index == 0 { &program[program.len() - 1] } else { &program[index - 1] };
    let (count, share) = (to.steps as f32, (over + 1) as f32 / to.steps as f32);
    let ways = || from.angles.iter().zip(&to.angles);
    let angles: Vec<f32> = ways().map(|(from, to)| from + (to - from) * share).collect();
    let speeds: Vec<f32> = ways().map(|(from, to)| (to - from) / (count * dt)).collect();
    muscles.follow(world, joints, &angles, &speeds)
}

/// Moves the bodies that show the wheels to the positions of the hubs after the step.
fn show(
    world: &mut World,
    car: &SprungCar,
    shown_by: &[Option<BodyId>],
    dt: f32,
) -> Result<(), cairn2d::Error> {
    for (state, shown) in car.states().iter().zip(shown_by) {
        let Some(shown) = *shown else { continue };
        let moved = world.body(car.chassis()).map(|chassis| chassis.velocity_at(state.hub) * dt);
        if let (Some(moved), Some(mut wheel)) = (moved, world.body_mut(shown)) {
            wheel.set_target(Pose { p: state.hub + moved, q: Rot::from_angle(state.angle) }, dt)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
