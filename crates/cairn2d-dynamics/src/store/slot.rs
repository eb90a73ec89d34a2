//! Slots: positions of objects in their tables.

/// End of a list of slots or edges.
pub(crate) const NONE: u32 = u32::MAX;
