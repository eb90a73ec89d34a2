//! cairn2d.
