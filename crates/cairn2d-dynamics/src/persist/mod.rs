//! A world as bytes: snapshots, saved worlds, the log of calls, the state hash.

pub(crate) mod calls;
pub(crate) mod snapshot;
