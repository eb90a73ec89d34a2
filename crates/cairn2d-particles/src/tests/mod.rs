//! Tests of the liquid against formulas, conserved quantities and itself.

mod flow;
mod input;
mod rest;
