//! The panels around the picture: the bar and the tools above, the catalogue on the left, settings and values
//! on the right, time below.
//!
//! A panel shows a session and passes requests to it; it keeps no state of the world.

pub mod bar;
pub mod catalogue;
pub mod compare;
pub mod drawing;
pub mod field;
pub mod help;
pub mod inspector;
mod joint;
pub mod parameters;
pub mod phone;
pub mod profile;
pub mod several;
pub mod timeline;
pub mod tools;
pub mod world;
