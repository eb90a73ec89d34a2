//! What the pointer does.
