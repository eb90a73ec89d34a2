//! Kernels that compute on lanes and threads: manifolds of contacts, and the constraint solver.

pub(crate) mod disjoint;
pub(crate) mod narrow_phase;
pub(crate) mod solver;
pub(crate) mod sync;
