//! The stages of a step, by name. The same name is a function of the stage, a variant here, a field of the
//! profile and a heading in `ARCHITECTURE.md`.

/// A stage of [`World::step`](crate::World::step), in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Clears the events of the last step and fixes the constants of this step.
    BeginStep,
    /// Broad phase: searches AABBs that grew for new pairs, which become contacts.
    UpdatePairs,
    /// Narrow phase: computes the manifolds of all awake contacts, and begins and ends touching.
    UpdateContacts,
    /// Solves exact impacts of contacts with restitution within this step.
    SolveImpacts,
    /// Computes the field forces on every awake body.
    ApplyFields,
    /// Solver: runs the sub-steps over the constraint graph.
    SolveConstraints,
    /// Updates poses, sleep timers and AABBs.
    FinalizeBodies,
    /// Stops fast bodies at the shapes that they would pass through.
    SolveContinuous,
    /// Refits the tree of moving shapes to the new AABBs.
    RefitBroadPhase,
    /// Finds the sensor overlaps.
    UpdateSensors,
    /// Breaks or reports overloaded joints.
    BreakJoints,
    /// Puts islands at rest to sleep.
    SleepIslands,
    /// Completes events and report.
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

    /// Returns the name, as in the code of the step.
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
