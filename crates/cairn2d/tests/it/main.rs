//! Integration tests of the engine, by concern. One binary, so that it links once.

mod regression;
mod bad_input;
mod analytic;
mod continuous;
mod events;
mod fuzz;
mod harness;
mod joints;
mod lifetime;
mod queries;
mod random;
mod stacking;
mod threads;
