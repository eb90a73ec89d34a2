//! Arithmetic in lanes and on threads: manifolds of contacts, and the constraint solver.

pub(crate) mod narrow_phase;
pub(crate) mod solver;
pub(crate) mod sync;
