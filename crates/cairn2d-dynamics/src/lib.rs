//! cairn2d-dynamics.
