//! Errors of an index.

use cairn2d_math::Aabb;

/// Error of a call of an index, which is then unchanged.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpaceError {
    /// The box reaches beyond [`MAX_REACH`](crate::MAX_REACH), is not a number, or its minimum exceeds its
    /// maximum.
    InvalidBox {
        /// The item of the box.
        item: u32,
        /// The box \[m\].
        aabb: Aabb,
    },
    /// The item exists already.
    DuplicateItem(u32),
    /// The item does not exist.
    UnknownItem(u32),
    /// The index has the largest possible number of items, which is the value.
    Full(usize),
    /// The cell size \[m\] is not a positive finite number.
    InvalidCellSize(f32),
    /// Shares of pairs need a [`reindex`](crate::SpatialIndex::reindex) first; carries the number of changes
    /// since.
    Unindexed(usize),
}

impl core::fmt::Display for SpaceError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::InvalidBox { item, aabb: b } => write!(
                f,
                "the box of item {item} from ({}, {}) to ({}, {}) is too far from the origin or inverted",
                b.min.x, b.min.y, b.max.x, b.max.y
            ),
            Self::DuplicateItem(item) => write!(f, "item {item} already exists"),
            Self::UnknownItem(item) => write!(f, "item {item} does not exist"),
            Self::Full(count) => write!(f, "the index is full with {count} items"),
            Self::InvalidCellSize(size) => write!(f, "the cell size {size} is not positive and finite"),
            Self::Unindexed(count) => write!(f, "{count} changes have not been indexed yet"),
        }
    }
}

impl core::error::Error for SpaceError {}
