//! The `cairn2d` program as a library, so that its tests can reach every part of it.

#![forbid(unsafe_code)]

pub mod failure;
pub mod output;
pub mod picture;
pub mod progress;
pub mod source;
