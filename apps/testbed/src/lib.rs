//! The testbed of cairn2d: a window in which scenes run and can be touched, the same on the desktop and in a page.
//!
//! - [`session`]: the model, without a window: a scene that runs, its clock, edits, undo, rewind. Everything here is tested without egui.
//! - [`camera`]: what part of the world is seen.
//! - [`render`]: the world as instances, and the renderer that draws them.
//! - [`tools`]: what the pointer does; [`panels`]: everything around the picture.
//! - [`app`]: ties these together as an [`eframe::App`].
//!
//! Nothing here reads files or clocks but `main.rs` and what is marked for one platform: the same source runs in a page.

pub mod app;
pub mod camera;
pub mod panels;
pub mod render;
pub mod session;
pub mod tools;

pub use app::App;
