//! The result of one run, as an engine's program prints it and the main program reads it.

use serde::{Deserialize, Serialize};

/// One run of one scene in one engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunResult {
    /// Facts about the engine's build: version, compiler, instruction set.
    pub facts: Vec<Fact>,
    /// The name of the scene.
    pub scene: String,
    /// The requested threads.
    pub threads: usize,
    /// The steps taken, the untimed first one included.
    pub steps: u32,
    /// The times of the run.
    pub times: Times,
    /// The peak of resident memory `[KiB]` from the first step on, without the memory of the scene's
    /// description; 0 if the system does not report it.
    pub peak_memory: u64,
    /// The resident memory `[KiB]` of the process at its start; 0 if the system does not report it.
    pub base_memory: u64,
    /// The mean time of each stage over the timed steps, if the engine reports stages.
    pub stages: Vec<Stage>,
    /// The counts of the scene's description, expected in the engine before the first step.
    pub expected: Counts,
    /// The counts of the engine before the first step.
    pub built: Counts,
    /// Its counts after the first step.
    pub first: Counts,
    /// Its counts after the last step.
    pub last: Counts,
    /// Positions of the dynamic bodies after the last step.
    pub end: EndState,
    /// The sum of all answers of a scene of queries, 0 for other scenes.
    pub answers: f64,
}

/// The times of one run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// Building the world \[ms\].
    pub build: f64,
    /// The first step with its action, which the total leaves out \[ms\].
    pub first_step: f64,
    /// Each timed step without its action \[ms\].
    pub steps: Vec<f64>,
    /// The actions of all timed steps together \[ms\].
    pub actions: f64,
    /// The processor time of all threads during the timed steps and their actions `[ms]`; 0 if the system
    /// does not report it. Far below the total on one thread, it means that other programs had the processor.
    pub processor: f64,
}

impl Times {
    /// Returns the time of all timed steps with their actions \[ms\].
    pub fn total(&self) -> f64 {
        self.steps.iter().sum::<f64>() + self.actions
    }

    /// Returns the longest timed step \[ms\].
    pub fn worst(&self) -> f64 {
        self.steps.iter().copied().fold(0.0, f64::max)
    }
}

/// A fact about an engine's build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Its name, such as `version`.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl Fact {
    /// Returns a fact.
    pub fn new(name: &str, value: impl ToString) -> Self {
        Self { name: name.to_owned(), value: value.to_string() }
    }
}

/// The mean time of a stage of the step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stage {
    /// The name the engine gives it.
    pub name: String,
    /// Its mean time \[ms\].
    pub time: f64,
}

/// Content of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The bodies.
    pub bodies: u64,
    /// The shapes, counting each segment of a chain.
    pub shapes: u64,
    /// The joints.
    pub joints: u64,
    /// The pairs of shapes that touch.
    pub touching: u64,
}

/// Positions of the dynamic bodies: enough to see whether two engines simulated the same scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EndState {
    /// The dynamic bodies.
    pub bodies: u64,
    /// Those that are awake.
    pub awake: u64,
    /// Those with a position or velocity that is not a finite number.
    pub not_finite: u64,
    /// The range of the centers of mass in x \[m\].
    pub x: [f32; 2],
    /// The range of the centers of mass in y \[m\].
    pub y: [f32; 2],
    /// The kinetic energy of all, turning included \[J\].
    pub kinetic_energy: f64,
    /// How far the highest center of mass lies below the highest one before the first step \[m\].
    pub top_sink: f32,
    /// The largest distance a body of the scene has sunk since before the first step \[m\].
    pub largest_sink: f32,
    /// The largest distance a body of the scene has moved sideways since before the first step \[m\].
    pub largest_drift: f32,
}
