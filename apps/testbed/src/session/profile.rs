//! Times of the last steps, for a plot.

use cairn2d::{Profile, Stage};

/// The times of the last steps, stage by stage.
#[derive(Clone, Debug, Default)]
pub struct ProfileLog {
    steps: std::collections::VecDeque<Profile>,
}

impl ProfileLog {
    /// Number of stored steps.
    pub const LENGTH: usize = 240;

    /// Adds a step.
    pub fn push(&mut self, profile: Profile) {
        if self.steps.len() == Self::LENGTH {
            self.steps.pop_front();
        }
        self.steps.push_back(profile);
    }

    /// Removes all steps.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// The steps, oldest first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Profile> + Clone {
        self.steps.iter()
    }

    /// Mean time of a stage `[ms]`.
    pub fn mean(&self, stage: Stage) -> f32 {
        self.mean_of(|profile| profile.stage(stage))
    }

    /// Longest time of a stage `[ms]`.
    pub fn max(&self, stage: Stage) -> f32 {
        self.steps.iter().map(|profile| profile.stage(stage)).max().unwrap_or(0) as f32 * 1.0e-6
    }

    /// Mean time of a step `[ms]`.
    pub fn mean_total(&self) -> f32 {
        self.mean_of(Profile::total)
    }

    /// Longest time of a step `[ms]`.
    pub fn max_total(&self) -> f32 {
        self.steps.iter().map(Profile::total).max().unwrap_or(0) as f32 * 1.0e-6
    }

    /// The time that one step in twenty exceeds `[ms]`, as a scale of the plot that outliers do not compress.
    pub fn usual_max(&self) -> f32 {
        let mut totals: Vec<u64> = self.steps.iter().map(Profile::total).collect();
        totals.sort_unstable();
        totals.get(totals.len() * 19 / 20).map_or(0.0, |&total| total as f32 * 1.0e-6)
    }

    fn mean_of(&self, time: impl Fn(&Profile) -> u64) -> f32 {
        let sum: u64 = self.steps.iter().map(time).sum();
        if self.steps.is_empty() { 0.0 } else { sum as f32 * 1.0e-6 / self.steps.len() as f32 }
    }
}
