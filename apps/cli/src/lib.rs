//! The `cairn2d` program as a library, so that its tests can reach every part of it.
//!
//! A command resolves its scene ([`source`]), runs it ([`commands`]), looks at the world through [`view`],
//! and turns what it saw into pictures ([`picture`]), a [`report`] or a [`summary`]. Results are written last
//! ([`output`]); all files go through [`files`], and text from outside through [`plain`]. [`terminal`] shows
//! a world while it runs.

#![forbid(unsafe_code)]

pub mod args;
pub mod clock;
pub mod commands;
pub mod failure;
pub mod figures;
pub mod files;
pub mod options;
pub mod output;
pub mod picture;
pub mod plain;
pub mod progress;
pub mod report;
pub mod source;
pub mod summary;
pub mod terminal;
pub mod view;
