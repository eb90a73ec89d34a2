//! The tables of a world, with one entry per object, and the definitions that callers fill them from.

pub(crate) mod body;
pub(crate) mod broad_phase;
pub(crate) mod check;
pub(crate) mod config;
pub(crate) mod constraint_graph;
pub(crate) mod contact;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod explosion;
pub(crate) mod field;
pub(crate) mod filter;
pub(crate) mod hooks;
pub(crate) mod impulse;
pub(crate) mod joint;
pub(crate) mod material;
pub(crate) mod moves;
pub(crate) mod parts;
pub(crate) mod portal;
pub(crate) mod report;
pub(crate) mod sensor;
pub(crate) mod setters;
pub(crate) mod shape;
pub(crate) mod solver_set;
pub(crate) mod stage;
