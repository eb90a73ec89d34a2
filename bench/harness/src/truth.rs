//! Runs the rows of the accuracy table on an engine.
//!
//! The program of every engine accepts `accuracy`, which runs all rows in order; `--only N` runs one of them,
//! and `--set` uses the setting of its miss, for cairn2d. `strikes FIRST COUNT` runs random strikes,
//! `rest` measures how heaps fall asleep, and `overlaps` how overlapping bodies part.

use std::process::ExitCode;

use cairn2d_scenes::Scene;
use cairn2d_truth::strikes::Survey;
use cairn2d_truth::{overlaps, rest};
use cairn2d_truth::{Engine as Asked, Lab, Missing, Setting, State, all, answer};

use crate::engine::{Engine, Options};
use crate::games::Parameters;
use crate::world::spawn;

/// The interface for the accuracy table, in addition to [`Engine`].
pub trait Probed: Engine {
    /// Returns the origin of a body \[m\] and the cosine and sine of its angle.
    fn pose(&self, body: Self::Body) -> ([f32; 2], [f32; 2]);

    /// Gives a body a velocity of its center of mass \[m/s\] and an angular velocity \[rad/s\].
    fn set_velocity(&mut self, body: Self::Body, velocity: [f32; 2], angular_velocity: f32);

    /// Applies a force at the center of mass \[N\] and a torque \[N m\] during the next step.
    fn push(&mut self, body: Self::Body, force: [f32; 2], torque: f32);

    /// Returns the engine's own sine and cosine.
    fn sin_cos(angle: f32) -> (f32, f32);

    /// Returns the engine's own angle of a vector, if it has one.
    fn atan2(y: f32, x: f32) -> Option<f32>;
}

/// Answers the rows if the program was started to do so: the first argument is `accuracy`.
pub fn answer_rows(engine: &dyn Asked) -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("accuracy") => {}
        Some("strikes") => return Some(survey_strikes(engine, arguments)),
        Some("rest") => {
            rest::print(engine, &arguments.collect::<Vec<_>>());
            return Some(ExitCode::SUCCESS);
        }
        Some("overlaps") => {
            overlaps::print(engine, &arguments.collect::<Vec<_>>());
            return Some(ExitCode::SUCCESS);
        }
        _ => return None,
    }
    let (mut only, mut set) = (None, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--only" => only = arguments.next().and_then(|number| number.parse::<usize>().ok()),
            "--set" => set = true,
            _ => return Some(ExitCode::from(2)),
        }
    }
    for (index, row) in all().iter().enumerate().filter(|&(index, _)| only.is_none_or(|only| only == index)) {
        let setting = row.miss.as_ref().filter(|_| set).and_then(|miss| miss.setting);
        println!("{}", answer(engine, (index, row), setting.unwrap_or(Setting::DEFAULT)));
    }
    Some(ExitCode::SUCCESS)
}

/// Runs the strikes from the first seed given on, as many as the second argument says.
fn survey_strikes(engine: &dyn Asked, arguments: impl Iterator<Item = String>) -> ExitCode {
    let numbers: Option<Vec<u64>> = arguments.map(|text| text.parse().ok()).collect();
    let Some(&[first, count]) = numbers.as_deref() else {
        return ExitCode::from(2);
    };
    match Survey::run(engine, first..first + count) {
        Ok(survey) => println!("{survey}"),
        Err(missing) => println!("{}", missing.0),
    }
    ExitCode::SUCCESS
}

/// Answers the rows with an engine of this kind, as [`answer_rows`].
pub fn answer_rows_of<E: Probed + 'static>() -> Option<ExitCode> {
    answer_rows(&Kind::<E>(core::marker::PhantomData))
}

struct Kind<E>(core::marker::PhantomData<E>);

impl<E: Probed + 'static> Asked for Kind<E> {
    fn start(&self, scene: &Scene) -> Result<Box<dyn Lab>, Missing> {
        let mut engine =
            E::new(scene, &Options { threads: 1, lanes: None, parameters: Parameters::default() })?;
        let bodies = spawn(&mut engine, scene, &scene.bodies, &scene.joints)?;
        let bodies = bodies.into_iter().map(|made| made.body).collect();
        Ok(Box::new(World { engine, bodies }))
    }

    fn sin_cos(&self, angle: f32) -> (f32, f32) {
        E::sin_cos(angle)
    }

    fn atan2(&self, y: f32, x: f32) -> Option<f32> {
        E::atan2(y, x)
    }
}

struct World<E: Engine> {
    engine: E,
    bodies: Vec<E::Body>,
}

impl<E: Probed> Lab for World<E> {
    fn step(&mut self, dt: f32) {
        self.engine.step(dt);
    }

    fn state(&self, body: usize) -> State {
        let state = self.engine.body_state(self.bodies[body]);
        let (position, [cos, sin]) = self.engine.pose(self.bodies[body]);
        State {
            position: position.map(f64::from),
            angle: f64::from(sin).atan2(cos.into()),
            center: state.center.map(f64::from),
            velocity: state.velocity.map(f64::from),
            spin: state.angular_velocity.into(),
            mass: state.mass.into(),
            inertia: state.inertia.into(),
            awake: state.awake,
        }
    }

    fn set_velocity(&mut self, body: usize, velocity: [f32; 2], angular_velocity: f32) {
        self.engine.set_velocity(self.bodies[body], velocity, angular_velocity);
    }

    fn push(&mut self, body: usize, force: [f32; 2], torque: f32) {
        self.engine.push(self.bodies[body], force, torque);
    }
}
