//! Integration tests of the engine, by concern. One binary, so that it links once.

mod analytic;
mod fuzz;
mod harness;
mod random;
mod stacking;
mod continuous;
mod joints;
