//! Everything around the picture.
