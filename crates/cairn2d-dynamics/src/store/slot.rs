//! Slots: positions of objects in their tables.

/// Ends lists of slots and edges.
pub(crate) const NONE: u32 = u32::MAX;
