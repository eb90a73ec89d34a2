//! A row of the table.

use cairn2d_scenes::format::WorldSettings;

use crate::lab::{Bench, Figure};

/// A case with a known answer.
pub struct Row {
    /// The id of the catalogue, such as `A01`.
    pub id: &'static str,
    /// The measured quantity with its unit; unique among the rows of an id.
    pub case: String,
    /// The exact answer.
    pub truth: String,
    /// The accepted range.
    pub goal: Goal,
    /// Measures an engine.
    pub measure: Box<dyn Fn(&Bench<'_>) -> Figure + Send + Sync>,
    /// Set if cairn2d misses the goal with its default settings.
    pub miss: Option<Miss>,
}

impl core::fmt::Debug for Row {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Row").field("id", &self.id).field("case", &self.case).finish_non_exhaustive()
    }
}

impl Row {
    /// Returns a row.
    pub fn new(
        id: &'static str,
        case: impl Into<String>,
        truth: impl Into<String>,
        goal: Goal,
        measure: impl Fn(&Bench<'_>) -> Figure + Send + Sync + 'static,
    ) -> Self {
        Self { id, case: case.into(), truth: truth.into(), goal, measure: Box::new(measure), miss: None }
    }

    /// Returns the row with the reason why the default settings miss its goal, and the setting that reaches
    /// it, if there is one.
    pub fn missed(mut self, setting: Option<Setting>, why: &'static str) -> Self {
        self.miss = Some(Miss { setting, why });
        self
    }
}

/// Reason for a missed goal, and a setting that reaches it.
#[derive(Clone, Copy, Debug)]
pub struct Miss {
    /// The setting that reaches the goal, or `None` if none was found.
    pub setting: Option<Setting>,
    /// The reason, in a sentence.
    pub why: &'static str,
}

/// The accepted range of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// At most this value, for errors.
    AtMost(f64),
    /// At least this value.
    AtLeast(f64),
    /// From one value to another.
    Within(f64, f64),
}

impl Goal {
    /// Returns whether a figure is accepted.
    pub fn is_met(self, figure: f64) -> bool {
        match self {
            Goal::AtMost(most) => figure <= most,
            Goal::AtLeast(least) => figure >= least,
            Goal::Within(least, most) => (least..=most).contains(&figure),
        }
    }
}

/// Changes of the default settings of a world; `None` leaves a setting unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Setting {
    /// The sub-steps of a step.
    pub sub_steps: Option<u32>,
    /// The softness of contacts \[Hz\].
    pub contact_hertz: Option<f32>,
    /// The softness of joints \[Hz\].
    pub joint_hertz: Option<f32>,
    /// The restitution from which contacts use exact impact times.
    pub exact_restitution: Option<f32>,
}

impl Setting {
    /// The default settings.
    pub const DEFAULT: Self =
        Self { sub_steps: None, contact_hertz: None, joint_hertz: None, exact_restitution: None };

    /// Returns the default settings with another number of sub-steps.
    pub const fn sub_steps(count: u32) -> Self {
        Self { sub_steps: Some(count), ..Self::DEFAULT }
    }

    /// Returns the setting with contacts of this stiffness \[Hz\].
    pub const fn contacts(self, hertz: f32) -> Self {
        Self { contact_hertz: Some(hertz), ..self }
    }

    /// Returns the default settings with another restitution from which contacts use exact impact times.
    pub const fn impacts_from(restitution: f32) -> Self {
        Self { exact_restitution: Some(restitution), ..Self::DEFAULT }
    }

    /// Changes a scene's settings.
    pub fn apply(&self, world: &mut WorldSettings) {
        world.sub_steps = self.sub_steps.unwrap_or(world.sub_steps);
        world.contact_hertz = self.contact_hertz.unwrap_or(world.contact_hertz);
        world.joint_hertz = self.joint_hertz.unwrap_or(world.joint_hertz);
        world.exact_restitution = self.exact_restitution.unwrap_or(world.exact_restitution);
    }
}

impl core::fmt::Display for Setting {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.sub_steps.map(|count| format!("`sub_steps` {count}")));
        parts.extend(self.contact_hertz.map(|hertz| format!("`contact_hertz` {hertz}")));
        parts.extend(self.joint_hertz.map(|hertz| format!("`joint_hertz` {hertz}")));
        parts.extend(self.exact_restitution.map(|from| format!("`exact_restitution` {from}")));
        if parts.is_empty() { out.write_str("default") } else { out.write_str(&parts.join(", ")) }
    }
}
