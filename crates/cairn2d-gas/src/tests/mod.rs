//! Tests against exact solutions, conserved quantities and mirror images.

mod bodies;
mod exact;
mod shocks;
mod waves;
mod input;
