//! The report of a step: counters and, if the caller lent a clock, the time of every stage.

use crate::tables::stage::Stage;

/// A monotonic clock in nanoseconds, lent by the caller. The engine itself never reads the time.
pub type NanosecondClock = fn() -> u64;

/// Time of every stage of one step \[ns\]. All zero without a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    nanoseconds: [u64; Stage::ALL.len()],
}

impl Profile {
    /// Returns the time of one stage \[ns\].
    pub fn stage(&self, stage: Stage) -> u64 {
        self.nanoseconds[stage as usize]
    }

    /// Returns the time of all stages together \[ns\].
    pub fn total(&self) -> u64 {
        self.nanoseconds.iter().fold(0, |sum, time| sum.saturating_add(*time))
    }

    pub(crate) fn add(&mut self, stage: Stage, nanoseconds: u64) {
        let time = &mut self.nanoseconds[stage as usize];
        // The clock may return arbitrary values.
        *time = time.saturating_add(nanoseconds);
    }
}

/// Counters and times of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepReport {
    /// Awake bodies, kinematic ones included.
    pub awake_bodies: u32,
    /// Contacts with at least one awake body, touching or not.
    pub awake_contacts: u32,
    /// Solved contacts.
    pub solved_contacts: u32,
    /// Solved joints.
    pub solved_joints: u32,
    /// Colors of the constraint graph in use.
    pub colors: u32,
    /// Constraints in the overflow color, solved one after the other.
    pub overflow_constraints: u32,
    /// New contacts from the broad phase.
    pub new_contacts: u32,
    /// Exact impacts, each with all touching contacts of its bodies.
    pub impacts: u32,
    /// Fast bodies that continuous collision processed.
    pub continuous_bodies: u32,
    /// Sensor overlaps.
    pub sensor_overlaps: u32,
    /// Bodies whose speed was limited, or that left the usable world and were stopped.
    pub capped_bodies: u32,
    /// Joints that broke.
    pub broken_joints: u32,
    /// Time of every stage.
    pub profile: Profile,
}

/// Numbers of objects in a world.
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
    /// Sensors on enabled bodies.
    pub sensors: u32,
    /// Contacts: pairs of shapes whose AABBs overlap.
    pub contacts: u32,
    /// Touching contacts.
    pub touching_contacts: u32,
    /// Joints.
    pub joints: u32,
    /// Islands among the awake bodies.
    pub awake_islands: u32,
    /// Sleeping islands.
    pub sleeping_islands: u32,
}
