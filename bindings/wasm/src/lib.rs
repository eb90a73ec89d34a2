//! The engine for the browser: functions of the C calling convention with plain numbers, which JavaScript
//! calls without generated code.
//!
//! - [`state`]: worlds by number, the exchange buffer, the last error.
//! - [`world`]: make, step, hash and read a world; [`bodies`], [`joints`] and [`queries`] add to it and query
//!   it.
//! - `scenes` and `recordings` (cargo features): the built-in scenes and scene files; recordings, played and
//!   verified.
//!
//! Worlds are numbers from 1; ids of bodies, shapes and joints are 64 bits (`BigInt` in JavaScript). 0 means
//! an error, and [`state::cairn_error`] returns the reason. Lists and texts pass through one buffer, whose
//! address [`state::cairn_exchange`] returns. No argument can damage the engine, because it checks all
//! numbers.
//!
//! Invariant: the only unsafe part of this crate is that its functions have names in the compiled module.

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
