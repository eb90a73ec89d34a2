//! The interface of a measured engine.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointDesc};

use crate::games::Parameters;
use crate::queries::Query;
use crate::result::{Counts, Fact};

/// Options of a run, besides its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The threads to step the world with, from 1.
    pub threads: usize,
    /// The lanes to use, if the engine allows a choice.
    pub lanes: Option<String>,
    /// The parameters of a game.
    pub parameters: Parameters,
}

/// One dynamic body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// The center of mass \[m\].
    pub center: [f32; 2],
    /// The velocity of the center of mass \[m/s\].
    pub velocity: [f32; 2],
    /// The angular velocity \[rad/s\].
    pub angular_velocity: f32,
    /// The mass \[kg\].
    pub mass: f32,
    /// The rotational inertia about the center of mass \[kg m^2\].
    pub inertia: f32,
    /// Whether the body is awake.
    pub awake: bool,
}

/// A world of an engine, with the few actions that scenes need.
pub trait Engine: Sized {
    /// The engine's handle of a body.
    type Body: Copy;

    /// Returns the names of the stages that the engine times.
    fn stage_names() -> Vec<&'static str>;

    /// Returns facts about the engine's build.
    fn facts(&self) -> Vec<Fact>;

    /// Makes an empty world with the settings of a scene.
    ///
    /// # Errors
    /// A setting the engine does not have.
    fn new(scene: &Scene, options: &Options) -> Result<Self, String>;

    /// Makes the bodies of a list with their shapes; `scene` has the materials.
    ///
    /// # Errors
    /// A feature that the engine lacks.
    fn add_bodies(&mut self, scene: &Scene, bodies: &[BodyDesc]) -> Result<Vec<Self::Body>, String>;

    /// Makes a joint between two bodies.
    ///
    /// A feature that the engine lacks.
    /// Anything the engine cannot make.
    fn add_joint(
        &mut self,
        joint: &JointDesc,
        a: (&BodyDesc, Self::Body),
        b: (&BodyDesc, Self::Body),
    ) -> Result<(), String>;

    /// Destroys a body with its shapes and joints.
    fn remove_body(&mut self, body: Self::Body);

    /// Wakes a body and sets the velocity that moves it to a pose at the end of a step of `dt` seconds.
    fn set_target(&mut self, body: Self::Body, position: [f32; 2], angle: f32, dt: f32);

    /// Wakes a body and gives it a velocity.
    fn launch(&mut self, body: Self::Body, velocity: [f32; 2], angular_velocity: f32);

    /// Moves a body to a pose at once.
    fn teleport(&mut self, body: Self::Body, position: [f32; 2], angle: f32);

    /// Takes one step of `dt` seconds, which is timed.
    fn step(&mut self, dt: f32);

    /// Answers a query, which is timed.
    fn answer(&self, query: &Query) -> f64;

    /// Answers a list of queries, which is timed; returns the sum of the answers.
    fn answer_list(&self, queries: &[Query]) -> f64 {
        queries.iter().map(|query| self.answer(query)).sum()
    }

    /// Writes the time of each of [`Engine::stage_names`] in the last step \[ms\].
    fn stage_times(&self, out: &mut [f64]);

    /// Returns the content of the world; `bodies` are all bodies.
    fn counts(&self, bodies: &[Self::Body]) -> Counts;

    /// Returns the state of a body.
    fn body_state(&self, body: Self::Body) -> BodyState;
}
