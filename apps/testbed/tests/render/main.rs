//! The renderer without a window: pictures, and what a frame costs.

#[path = "../../../../crates/cairn2d/tests/counting/mod.rs"]
mod counting;
mod frame_cost;
mod offscreen;
mod pictures;
