//! The renderer without a window: pictures, and the cost of a frame.

#[path = "../../../../crates/cairn2d/tests/counting/mod.rs"]
mod counting;
mod frame_cost;
mod offscreen;
mod pictures;
mod thumbnails;
mod window;
