//! The `cairn2d` program as a library, so that its tests can reach every part of it.
//!
//! A command resolves its scene ([`source`]), runs it ([`commands`]), looks at the world through [`view`], and turns
//! what it saw into pictures ([`picture`]), a [`report`] or a [`summary`]. Files are written last ([`output`]). [`terminal`]
//! shows a world while it runs.

#![forbid(unsafe_code)]

pub mod args;
pub mod clock;
pub mod commands;
pub mod failure;
pub mod figures;
pub mod options;
pub mod output;
pub mod picture;
pub mod progress;
pub mod report;
pub mod source;
pub mod summary;
pub mod terminal;
pub mod view;
