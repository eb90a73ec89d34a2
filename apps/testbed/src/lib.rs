//! The testbed of cairn2d: a window in which scenes run and can be touched, the same on the desktop and in a
//! page.
//!
//! - [`session`]: the model, without a window: a scene that runs, its clock, edits, undo, rewind. Everything
//!   here is tested without egui.
//! - [`camera`]: what part of the world is seen.
//! - [`render`]: the world as instances, and the renderer that draws them.
//! - [`view`] and [`tools`]: what the pointer does; [`picture`]: what is drawn; [`panels`]: everything
//!   around.
//! - [`app`]: ties these together as an [`eframe::App`].
//!
//! - [`files`], `desktop` with `photograph`, and `web`: all that differs between the desktop and the page.
//!
//! - `plain` and `named_files` are shared with the program `cairn2d`: text from outside, and files that are
//!   named outside.
//!
//! Everything else reads neither files nor clocks: the same source runs in both.

pub mod app;
pub mod camera;
#[cfg(not(target_arch = "wasm32"))]
pub mod desktop;
pub mod files;
#[cfg(not(target_arch = "wasm32"))]
#[allow(dead_code, unreachable_pub, reason = "the program uses all of it, as a public module")]
#[path = "../../cli/src/files.rs"]
mod named_files;
pub mod panels;
#[cfg(not(target_arch = "wasm32"))]
pub mod photograph;
pub mod picture;
#[allow(dead_code, unreachable_pub, reason = "the program uses all of it, as a public module")]
#[path = "../../cli/src/plain.rs"]
mod plain;
pub mod render;
pub mod session;
pub mod theme;
pub mod tools;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use app::App;
