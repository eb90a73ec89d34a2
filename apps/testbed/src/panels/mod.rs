//! Everything around the picture: the bar above, the catalogue on the left, settings and values on the right,
//! time below.
//!
//! A panel shows a session and hands what is asked of it to the session; none keeps state of the world.

pub mod bar;
pub mod catalogue;
pub mod drawing;
pub mod help;
pub mod inspector;
mod joint;
pub mod profile;
pub mod timeline;
pub mod world;
