//! The stages of a step, by name: the same name is a method of the world, a variant here, a field of the profile and a heading in
//! `ARCHITECTURE.md`.

/// A stage of [`World::step`](crate::World::step), in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Drops the events that were told and fixes the constants of this step.
    BeginStep,
    /// Broad phase: boxes that grew are searched for new pairs, which become contacts.
    UpdatePairs,
    /// Narrow phase: manifolds of all awake contacts; contacts that parted or began to touch.
    UpdateContacts,
    /// What bounces and meets in this step does so.
    SolveImpacts,
    /// What the fields do to every awake body.
    ApplyFields,
    /// Solver: sub-steps over the constraint graph.
    SolveConstraints,
    /// New poses, sleep timers and boxes.
    FinalizeBodies,
    /// Fast bodies are stopped at the static shapes they would pass through.
    SolveContinuous,
    /// The tree of moving shapes follows the new boxes.
    RefitBroadPhase,
    /// Which shapes overlap which sensor.
    UpdateSensors,
    /// Joints that bear too much break or are reported.
    BreakJoints,
    /// Islands at rest fall asleep.
    SleepIslands,
    /// Events and report.
    FinishStep,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 13] = [
        Stage::BeginStep,
        Stage::UpdatePairs,
        Stage::UpdateContacts,
        Stage::SolveImpacts,
        Stage::ApplyFields,
        Stage::SolveConstraints,
        Stage::FinalizeBodies,
        Stage::SolveContinuous,
        Stage::RefitBroadPhase,
        Stage::UpdateSensors,
        Stage::BreakJoints,
        Stage::SleepIslands,
        Stage::FinishStep,
    ];

    /// Name as in the method of the step.
    pub fn name(self) -> &'static str {
        match self {
            Stage::BeginStep => "begin_step",
            Stage::UpdatePairs => "update_pairs",
            Stage::UpdateContacts => "update_contacts",
            Stage::SolveImpacts => "solve_impacts",
            Stage::ApplyFields => "apply_fields",
            Stage::SolveConstraints => "solve_constraints",
            Stage::FinalizeBodies => "finalize_bodies",
            Stage::SolveContinuous => "solve_continuous",
            Stage::RefitBroadPhase => "refit_broad_phase",
            Stage::UpdateSensors => "update_sensors",
            Stage::BreakJoints => "break_joints",
            Stage::SleepIslands => "sleep_islands",
            Stage::FinishStep => "finish_step",
        }
    }
}
