//! Tests against exact solutions, conserved quantities and mirror images.

mod exact;
mod shocks;
mod waves;
