//! Files that `cargo xtask bindings` writes from the table of the API.
#![allow(clippy::too_many_arguments, reason = "points and poses are separate numbers in C")]
#![allow(clippy::derivable_impls, clippy::approx_constant, reason = "every default is written, as a number")]

#[rustfmt::skip]
pub mod calls;
#[rustfmt::skip]
pub(crate) mod exports;
#[rustfmt::skip]
pub mod structs;
