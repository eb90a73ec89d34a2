//! What a step tells: counters and, when the caller lent a clock, the time of every stage.

use crate::tables::stage::Stage;

/// A monotonic clock in nanoseconds, lent by the caller: the engine itself never reads the time.
pub type NanosecondClock = fn() -> u64;

/// Time of every stage of one step \[ns\]. All zero without a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    nanoseconds: [u64; Stage::ALL.len()],
}

impl Profile {
    /// Time of one stage \[ns\].
    pub fn stage(&self, stage: Stage) -> u64 {
        self.nanoseconds[stage as usize]
    }

    /// Time of all stages together \[ns\].
    pub fn total(&self) -> u64 {
        self.nanoseconds.iter().fold(0, |sum, time| sum.saturating_add(*time))
    }

    pub(crate) fn add(&mut self, stage: Stage, nanoseconds: u64) {
        let time = &mut self.nanoseconds[stage as usize];
        // Who knows what a clock of the caller's says.
        *time = time.saturating_add(nanoseconds);
    }
}

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepReport {
    /// Awake bodies, kinematic ones included.
    pub awake_bodies: u32,
    /// Contacts with at least one awake body, touching or not.
    pub awake_contacts: u32,
    /// Contacts that were solved.
    pub solved_contacts: u32,
    /// Joints that were solved.
    pub solved_joints: u32,
    /// Colors of the constraint graph in use.
    pub colors: u32,
    /// Constraints that found no color and were solved one after the other.
    pub overflow_constraints: u32,
    /// Contacts made by the broad phase.
    pub new_contacts: u32,
    /// Impacts of bodies that bounce, each with all that touched it.
    pub impacts: u32,
    /// Fast bodies that continuous collision looked at.
    pub continuous_bodies: u32,
    /// Pairs of a sensor and a shape in it.
    pub sensor_overlaps: u32,
    /// Bodies whose speed was cut to the limit, or that left the usable world and were stopped.
    pub capped_bodies: u32,
    /// Joints that broke.
    pub broken_joints: u32,
    /// Time of every stage.
    pub profile: Profile,
}

/// How much a world holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Bodies of every kind.
    pub bodies: u32,
    /// Awake bodies, kinematic ones included.
    pub awake_bodies: u32,
    /// Sleeping bodies.
    pub sleeping_bodies: u32,
    /// Shapes of all bodies.
    pub shapes: u32,
    /// Those of them that are sensors on enabled bodies.
    pub sensors: u32,
    /// Contacts: pairs of shapes whose boxes touch.
    pub contacts: u32,
    /// Contacts that touch.
    pub touching_contacts: u32,
    /// Joints.
    pub joints: u32,
    /// Islands among the awake bodies.
    pub awake_islands: u32,
    /// Sleeping islands.
    pub sleeping_islands: u32,
}
