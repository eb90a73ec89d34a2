//! The interface that a case needs of an engine, and the state of a running case.

use std::cell::Cell;
use std::rc::Rc;

use cairn2d_scenes::Scene;

use crate::row::Setting;

/// A feature that an engine does not have, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub String);

impl From<String> for Missing {
    fn from(what: String) -> Self {
        Self(what)
    }
}

/// The figure that a case measured, or the feature that the engine lacks for it.
pub type Figure = Result<f64, Missing>;

/// An engine that can be measured.
pub trait Engine {
    /// Returns the world of a scene, with its settings, bodies and joints, but without its script.
    ///
    /// # Errors
    /// A feature that the engine does not have.
    fn start(&self, scene: &Scene) -> Result<Box<dyn Lab>, Missing>;

    /// Returns the engine's own sine and cosine of an angle \[rad\].
    fn sin_cos(&self, angle: f32) -> (f32, f32);

    /// Returns the engine's own angle of a vector \[rad\]; `None` if it has none of its own.
    fn atan2(&self, y: f32, x: f32) -> Option<f32>;
}

/// A world of an engine. Bodies have their index in the scene.
pub trait Lab {
    /// Takes a step of `dt` \[s\].
    fn step(&mut self, dt: f32);

    /// Returns the state of a body.
    fn state(&self, body: usize) -> State;

    /// Gives a body a velocity of its center of mass \[m/s\] and an angular velocity \[rad/s\].
    fn set_velocity(&mut self, body: usize, velocity: [f32; 2], angular_velocity: f32);

    /// Applies a force at the center of mass \[N\] and a torque \[N m\] to a body during the next step.
    fn push(&mut self, body: usize, force: [f32; 2], torque: f32);
}

/// The state of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// The origin \[m\].
    pub position: [f64; 2],
    /// The angle, -pi to pi \[rad\].
    pub angle: f64,
    /// The center of mass \[m\].
    pub center: [f64; 2],
    /// The velocity of the center of mass \[m/s\].
    pub velocity: [f64; 2],
    /// The angular velocity \[rad/s\].
    pub spin: f64,
    /// The mass \[kg\].
    pub mass: f64,
    /// The rotational inertia about the center of mass \[kg m^2\].
    pub inertia: f64,
    /// Whether the body is awake.
    pub awake: bool,
}

impl State {
    /// Returns the position of a point of the body \[m\].
    pub fn point(&self, local: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = self.angle.sin_cos();
        let [x, y] = local;
        [self.position[0] + cos * x - sin * y, self.position[1] + sin * x + cos * y]
    }

    /// Returns the speed of the center of mass \[m/s\].
    pub fn speed(&self) -> f64 {
        self.velocity[0].hypot(self.velocity[1])
    }

    /// Returns the kinetic energy \[J\].
    pub fn energy(&self) -> f64 {
        0.5 * (self.mass * self.speed().powi(2) + self.inertia * self.spin.powi(2))
    }

    /// Returns whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let numbers = self.position.iter().chain(&self.velocity).chain([&self.angle, &self.spin]);
        numbers.copied().all(f64::is_finite)
    }
}

/// An engine with the setting of a measurement.
pub struct Bench<'a> {
    /// The engine.
    pub engine: &'a dyn Engine,
    /// The changes of the default settings.
    pub setting: Setting,
    steps: Rc<Cell<u64>>,
}

impl core::fmt::Debug for Bench<'_> {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Bench").field("setting", &self.setting).finish_non_exhaustive()
    }
}

impl<'a> Bench<'a> {
    /// Returns an engine with a setting.
    pub fn new(engine: &'a dyn Engine, setting: Setting) -> Self {
        Self { engine, setting, steps: Rc::default() }
    }

    /// Returns the number of steps taken on it.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Starts a scene.
    ///
    /// # Errors
    /// A feature that the engine does not have.
    pub fn start(&self, scene: &Scene) -> Result<Run, Missing> {
        let mut scene = scene.clone();
        self.setting.apply(&mut scene.world);
        let lab = self.engine.start(&scene)?;
        Ok(Run { lab, dt: 1.0 / scene.hertz, bodies: scene.bodies.len(), steps: Rc::clone(&self.steps) })
    }
}

/// A running scene.
pub struct Run {
    lab: Box<dyn Lab>,
    dt: f32,
    bodies: usize,
    steps: Rc<Cell<u64>>,
}

impl core::fmt::Debug for Run {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Run").field("dt", &self.dt).field("bodies", &self.bodies).finish_non_exhaustive()
    }
}

impl Run {
    /// Takes steps of the scene's length.
    pub fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.lab.step(self.dt);
        }
        self.steps.set(self.steps.get() + u64::from(count));
    }

    /// Returns the state of a body by its index in the scene.
    pub fn body(&self, index: usize) -> State {
        self.lab.state(index)
    }

    /// Returns the states of all bodies.
    pub fn bodies(&self) -> impl Iterator<Item = State> + '_ {
        (0..self.bodies).map(|index| self.lab.state(index))
    }

    /// Gives a body a velocity \[m/s\] and an angular velocity \[rad/s\].
    pub fn set_velocity(&mut self, index: usize, velocity: [f32; 2], angular_velocity: f32) {
        self.lab.set_velocity(index, velocity, angular_velocity);
    }

    /// Applies a force \[N\] and a torque \[N m\] to a body during the next step.
    pub fn push(&mut self, index: usize, force: [f32; 2], torque: f32) {
        self.lab.push(index, force, torque);
    }

    /// Returns the kinetic energy of all dynamic bodies \[J\].
    pub fn energy(&self) -> f64 {
        self.bodies().map(|body| body.energy()).sum()
    }
}
