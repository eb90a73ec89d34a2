//! The testbed of cairn2d: a window that runs and edits scenes, on the desktop and as a web page.
//!
//! - [`session`]: the model, without a window: a running scene, its clock, edits, undo, rewind. Tested
//!   without egui.
//! - [`camera`]: the visible part of the world.
//! - [`render`]: the world as instances, and the renderer that draws them.
//! - [`pointer`], [`view`] and [`tools`]: mouse and fingers; [`framing`]: the view until the user moves it.
//! - [`pads`]: controls of games on a touch screen.
//! - [`picture`]: the drawing; [`panels`]: the panels around it.
//! - [`compare`]: a second run of the scene with other settings.
//! - [`thumbnails`]: small pictures of the scenes, for the catalogue.
//! - [`app`]: connects these as an [`eframe::App`].
//!
//! - [`dialogs`], [`files`], `desktop` with `photograph`, and `web`: where desktop and page differ.
//!
//! - `plain` and `named_files` are shared with the program `cairn2d`: escaping of foreign text, and files
//!   named by the user.
//!
//! All other code reads neither files nor clocks, so the same source runs on both.

pub mod app;
pub mod camera;
pub mod compare;
#[cfg(not(target_arch = "wasm32"))]
pub mod desktop;
pub mod dialogs;
pub mod files;
pub mod framing;
pub mod meter;
#[cfg(not(target_arch = "wasm32"))]
#[allow(dead_code, unreachable_pub, reason = "the program uses all of it, as a public module")]
#[path = "../../cli/src/files.rs"]
mod named_files;
pub mod pads;
pub mod panels;
#[cfg(not(target_arch = "wasm32"))]
pub mod photograph;
pub mod picture;
#[allow(dead_code, unreachable_pub, reason = "the program uses all of it, as a public module")]
#[path = "../../cli/src/plain.rs"]
mod plain;
pub mod pointer;
pub mod render;
pub mod session;
pub mod settings;
pub mod theme;
pub mod thumbnails;
pub mod tools;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;

pub use app::App;
