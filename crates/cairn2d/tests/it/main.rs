//! Integration tests of the engine, by concern. One binary, so that it links once.

mod analytic;
mod harness;
mod joints;
mod random;
