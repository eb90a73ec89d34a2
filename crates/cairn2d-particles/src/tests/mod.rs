//! Tests of the liquid against formulas, conserved quantities and itself.

mod bodies;
mod flow;
mod input;
mod rest;
mod solve;
