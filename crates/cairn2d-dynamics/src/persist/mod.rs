//! A world as bytes: snapshots, saved worlds, the log of calls, the state hash.

pub(crate) mod calls;
pub(crate) mod codec;
pub(crate) mod hash;
pub(crate) mod snapshot;
pub(crate) mod validate;
