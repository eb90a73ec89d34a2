//! The engine for the browser: functions of the C calling convention with plain numbers, which JavaScript
//! calls without glue.
//!
//! - [`state`]: worlds by number, the exchange buffer, the last error.
//! - [`world`]: make, step, hash and look at a world; [`bodies`], [`joints`] and [`queries`] fill and ask it.
//! - `scenes` and `recordings` (cargo features): the built-in scenes and scene files; recordings, played and
//!   verified.
//!
//! Worlds are numbers from 1, ids of bodies, shapes and joints are 64 bits (`BigInt` in JavaScript); 0 is
//! "refused", and [`state::cairn_error`] says why. Lists and texts pass through one buffer, whose place
//! [`state::cairn_exchange`] tells. Nothing a caller passes can break anything: all numbers go through the
//! engine's own checks.
//!
//! Invariant: the only thing unsafe about this crate is that its functions have names in the compiled module.

pub mod bodies;
pub mod joints;
pub mod queries;
#[cfg(feature = "record")]
pub mod recordings;
#[cfg(feature = "scenes")]
pub mod scenes;
pub mod state;
pub mod world;

#[cfg(test)]
mod tests;
