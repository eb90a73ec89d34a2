//! What a caller sees of a world.

pub(crate) mod clock;
