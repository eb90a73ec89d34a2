//! Figures of a run: counts, times, energy and hash. [`crate::report`] writes them as JSON,
//! [`crate::summary`] as text.

use cairn2d::{Counts, Profile, Stage, StepReport};

/// All figures of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Name of the scene.
    pub scene: String,
    /// Steps simulated.
    pub steps: u32,
    /// Steps per second of simulated time `[Hz]`.
    pub hertz: f32,
    /// Threads simulated with.
    pub threads: usize,
    /// Name of the vector instructions simulated with.
    pub lanes: String,
    /// Counts of the world at the end.
    pub counts: Counts,
    /// The report of the last step.
    pub last_step: StepReport,
    /// Time of all steps.
    pub times: Times,
    /// Energy at the end.
    pub energy: Energy,
    /// Hash of the end state, that of the systems included.
    pub hash: u64,
    /// Hash of the world at the end: also that of a replayed recording.
    pub world_hash: u64,
    /// Names and hashes of the systems beside the world.
    pub systems: Vec<(&'static str, u64)>,
}

impl Figures {
    /// Simulated time `[s]`.
    #[must_use]
    pub fn simulated_seconds(&self) -> f64 {
        f64::from(self.steps) / f64::from(self.hertz)
    }
}

/// Mechanical energy of all enabled dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion and rotation `[J]`.
    pub kinetic: f64,
    /// In the field of gravity, zero at the world's origin `[J]`.
    pub potential: f64,
}

/// Durations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Making the world `[ns]`.
    pub build: u64,
    /// Each step, including the scene's script before it `[ns]`.
    pub steps: Vec<u64>,
    /// All steps together by stage, in the order of [`Stage::ALL`] `[ns]`.
    pub stages: [u64; Stage::ALL.len()],
}

impl Times {
    /// Adds a step that took this long as a whole `[ns]`.
    pub fn add(&mut self, nanoseconds: u64, profile: &Profile) {
        self.steps.push(nanoseconds);
        for (total, stage) in self.stages.iter_mut().zip(Stage::ALL) {
            *total += profile.stage(stage);
        }
    }

    /// Mean, median and largest time of a step `[ms]`; all zero without steps.
    #[must_use]
    pub fn step_milliseconds(&self) -> (f64, f64, f64) {
        let mut sorted = self.steps.clone();
        sorted.sort_unstable();
        let Some(&largest) = sorted.last() else { return (0.0, 0.0, 0.0) };
        let mean = sorted.iter().sum::<u64>() as f64 / sorted.len() as f64;
        (mean / 1e6, sorted[sorted.len() / 2] as f64 / 1e6, largest as f64 / 1e6)
    }

    /// Mean time of each stage per step `[ms]`.
    pub fn stage_milliseconds(&self) -> impl Iterator<Item = (Stage, f64)> {
        let count = self.steps.len().max(1) as f64;
        Stage::ALL.into_iter().zip(self.stages).map(move |(stage, total)| (stage, total as f64 / count / 1e6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_time_statistics_match_the_samples() {
        let mut times = Times::default();
        assert_eq!(times.step_milliseconds(), (0.0, 0.0, 0.0));
        for nanoseconds in [3_000_000, 1_000_000, 8_000_000] {
            times.add(nanoseconds, &Profile::default());
        }
        let (mean, median, largest) = times.step_milliseconds();
        assert!((mean - 4.0).abs() < 1e-9 && (median - 3.0).abs() < 1e-9 && (largest - 8.0).abs() < 1e-9);
        assert!(times.stage_milliseconds().all(|(_, ms)| ms == 0.0));
    }
}
