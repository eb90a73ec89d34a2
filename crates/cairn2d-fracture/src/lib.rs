//! Fracture beside a cairn2d world: bodies that shatter, are cut, or break at computed bonds.
//!
//! [`shatter`] replaces a body with the pieces of a [`Pattern`]. [`slice()`] cuts a body along a segment, and
//! a [`Blade`] follows a finger. [`Breakables`] is a list of bodies that break by the hits of a step, as a
//! [`WorldSystem`](cairn2d::system::WorldSystem).
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d_fracture::{Fracture, shatter};
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let plate = world.spawn(Body::dynamic().velocity([3.0, 0.0]).with(Rect::half(1.0, 0.5)))?;
//! for piece in shatter(&mut world, plate, &Fracture::radial([0.2, 0.1], 9, 3, 1.0))? {
//!     assert_eq!(world.body(piece).unwrap().velocity(), vec2(3.0, 0.0));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Determinism
//! The same calls give the same bits on every machine. Random patterns depend on their seed alone.
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/fracture.md")]
struct Page;

mod body;
mod breakable;
mod cells;
mod clip;
mod error;
mod pattern;
mod pieces;
mod plane;
mod shatter;
mod slice;
mod system;

pub use breakable::{Bond, Break, Breakables, Strength};
pub use error::FractureError;
pub use pattern::{Fracture, MAX_CELLS, Pattern};
pub use shatter::shatter;
pub use slice::{Blade, Slices, slice};

#[cfg(test)]
mod tests;
