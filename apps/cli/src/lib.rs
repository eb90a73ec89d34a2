//! The `cairn2d` program as a library, so that its tests can reach every part of it.

#![forbid(unsafe_code)]

pub mod picture;
