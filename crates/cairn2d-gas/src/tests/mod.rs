//! Tests against exact solutions, conserved quantities and mirror images.

mod bodies;
mod exact;
mod input;
mod shocks;
mod waves;
