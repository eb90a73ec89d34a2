//! Integration tests of the engine, by concern. One binary, so that it links once.

mod harness;
mod joints;
