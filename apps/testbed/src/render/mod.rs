//! The world as instances, and the renderer that draws them.
//!
//! A frame has three stages. [`Frame::build`] walks the world (by [`cairn2d::debug_draw`]) and writes one
//! small record, an instance, for each visible object into reused lists. [`Renderer`] copies the lists to the
//! graphics card and draws each with one call: a quad per instance. The shader computes the distance to the
//! shape and from it an edge that is smooth at every zoom. [`overlay`] adds the few texts by egui's painter.
//!
//! - [`instances`]: the records. [`frame`]: world to records. [`grid`]: lines and axes behind everything, and
//!   the scale bar.
//! - [`shaders`]: the GPU programs. [`gl`]: the renderer. [`view`]: the renderer in a window of egui.
//!   [`style`]: colors. [`thumbnail`]: small pictures of scenes.
//!
//! This module does not use sessions or panels, and only [`gl`] uses the card.

pub mod frame;
pub mod gl;
pub mod grid;
pub mod instances;
pub mod overlay;
mod shaders;
pub mod style;
pub mod thumbnail;
pub mod view;

#[cfg(test)]
mod tests;

pub use cairn2d::debug_draw::{Coloring, DrawOptions, Ink, Mark, Theme};
pub use frame::{Frame, Shot, between};
pub use gl::Renderer;
pub use style::{Color, Style};
pub use view::WorldView;
