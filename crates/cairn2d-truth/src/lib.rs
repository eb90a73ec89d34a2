//! How true a 2D physics engine is: cases with a known answer, measured on any engine.
//!
//! A case is described once, as a [`Row`], and speaks to an engine through two small traits, [`Engine`] and
//! [`Lab`], so that cairn2d, Box2D and Rapier are asked the same question. The worlds of the cases are scenes
//! of `cairn2d-scenes`. `docs/accuracy.md` is the table of all rows; the benchmark program (`bench/`) writes
//! it with the peers' figures beside ours, and the tests of this crate hold our column to its goals and to
//! the file, without the peers.
//!
//! - `lab.rs`: what an engine must be able to do; `own.rs`: cairn2d behind it.
//! - `row.rs`: what a row is, its goal, and the settings that reach it where the default does not.
//! - `rows/`: the rows, by subject. `table.rs`: the page, written and read.
//! - `guides.rs`: the samples of the other pages. They are here because this crate is not published and
//!   always has `docs/` beside it.

#![forbid(unsafe_code)]

#[cfg(doctest)]
mod guides;
mod lab;
mod own;
mod random;
pub mod rest;
mod row;
mod rows;
pub mod strikes;
mod table;

pub use lab::{Bench, Engine, Figure, Lab, Missing, Run, State};
pub use own::Cairn2d;
pub use row::{Goal, Miss, Row, Setting};
pub use rows::all;
pub use table::{Answer, CRASH, Cells, Cost, answer, page, parse_answers, refreshed};
