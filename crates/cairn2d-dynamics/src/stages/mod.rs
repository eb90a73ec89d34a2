//! The stages of a step, in order, and what they hand on.

pub(crate) mod island;
pub(crate) mod report;
pub(crate) mod scratch;
pub(crate) mod solve_impacts;
pub(crate) mod stage;
