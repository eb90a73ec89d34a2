//! Recordings of worlds: the initial world and every call, in one file that replays to the same bits on any
//! machine.
//!
//! [`Recorder`] writes, [`Recording`] reads, and [`Player`] replays: forward, to any step, and with a
//! comparison of every recorded state. Input and output are bytes; files and networks are up to the caller.
//! `docs/recording.md` describes the format.
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d_record::{Player, RecordOptions, Recorder, Recording};
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let mut recorder = Recorder::start(&mut world, RecordOptions::default())?;
//! world.spawn(Body::fixed().with(Rect::half(10.0, 0.5).at([0.0, -0.5])))?;
//! let ball = world.spawn(Body::dynamic().at([0.0, 4.0]).with(Circle::new(0.5)))?;
//! for _ in 0..120 {
//!     world.step(1.0 / 60.0)?;
//!     recorder.update(&mut world)?;
//! }
//! let file = recorder.finish(&mut world)?;
//!
//! let mut player = Player::new(Recording::read(file)?)?;
//! assert_eq!(player.verify()?.steps, 120);
//! player.seek(30)?;
//! assert!(player.world().body(ball).unwrap().position().y > 1.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod format;
mod player;
mod recorder;
mod recording;
mod rewind;
mod setters;
mod verify;

pub use error::{Divergence, Problem, RecordError};
pub use player::Player;
pub use recorder::{RecordOptions, Recorder};
pub use recording::Recording;
pub use verify::Verified;

#[cfg(test)]
mod tests;
