//! Accuracy of 2D physics engines: cases with a known answer, measured on any engine.
//!
//! A case is described once, as a [`Row`], and uses an engine through two small traits, [`Engine`] and
//! [`Lab`]. So cairn2d, Box2D and Rapier run the same case. The worlds of the cases are scenes of
//! `cairn2d-scenes`. `docs/accuracy.md` is the table of all rows. The benchmark program (`bench/`) writes it
//! with the figures of all engines. The tests of this crate compare our column with its goals and with the
//! file.
//!
//! - `lab.rs`: the interface of an engine; `own.rs`: its implementation for cairn2d.
//! - `row.rs`: a row, its goal, and the settings that reach the goal if the default does not.
//! - `rows/`: the rows, by subject. `table.rs`: the page, written and read.
//! - `guides.rs`: the samples of the other pages. They are here because this crate is not published and
//!   always has `docs/` beside it.

#![forbid(unsafe_code)]

#[cfg(doctest)]
mod guides;
mod lab;
pub mod overlaps;
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
