//! cairn2d-geometry.
