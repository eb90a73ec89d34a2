//! cairn2d-math.
