//! Many worlds at once, for reinforcement learning and parameter studies.
//!
//! A [`Definition`] is a template world and a program: what an observation consists of, what actions do, how
//! a step is rewarded, when an episode ends, and what differs between episodes. The program is data, made
//! from [`Expr`] and [`Effect`]. It is checked and compiled once, and [`Batch`] runs it for all worlds on all
//! cores.
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d_batch::{Batch, BatchConfig, Definition, Effect, Expr};
//!
//! // A cart that is pushed to the origin.
//! let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
//! let cart = world.spawn(Body::dynamic().with(Rect::half(0.5, 0.5)))?;
//!
//! let mut cart_def = Definition::new(world, 0.02);
//! let push = cart_def.action(-1.0, 1.0);
//! let start = Expr::uniform(-3.0, 3.0);
//! cart_def.reset = vec![Effect::Pose(cart, [start, 0.0.into(), 0.0.into()])];
//! cart_def.act = vec![Effect::Force(cart, [push * 10.0, 0.0.into()])];
//! cart_def.observe = vec![Expr::x(cart), Expr::velocity_x(cart)];
//! cart_def.reward = -Expr::x(cart).abs();
//! cart_def.terminated = Expr::x(cart).abs().above(4.0);
//! cart_def.limit = Some(200);
//!
//! let mut batch = Batch::new(&cart_def, BatchConfig::new(64))?;
//! for _ in 0..300 {
//!     let actions: Vec<f32> = batch.observations().chunks(2).map(|o| -o[0] - o[1]).collect();
//!     batch.step(&actions)?;
//! }
//! assert!(batch.rewards().iter().sum::<f32>() / 64.0 > -0.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Determinism
//! Random numbers are counted: each depends on the seed of its world, the episode, and the index of the draw.
//! The number of threads and the cut into shares or machines change no bit.
//!
//! # Errors
//! A program that names a missing object, action or variable is rejected with the place and the name. Numbers
//! that a world rejects while it runs are skipped and counted ([`Batch::rejection_count`]).
#![forbid(unsafe_code)]

mod batch;
mod compile;
mod definition;
pub mod environments;
mod expr;
mod instance;
mod random;
mod run;
mod state;

pub use batch::{AutoReset, Batch, BatchConfig, BatchError};
pub use compile::{DefinitionError, Fault, Place};
pub use definition::{Definition, Effect};
pub use expr::Expr;
pub use state::StateError;
