//! Why an index refuses a call.

use cairn2d_math::Aabb;

/// Why an index of boxes refused a call. The index is then unchanged.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpaceError {
    /// The box reaches beyond [`MAX_REACH`](crate::MAX_REACH), is not a number, or its minimum exceeds its
    /// maximum.
    InvalidBox {
        /// Whose box it was to be.
        item: u32,
        /// The box \[m\].
        aabb: Aabb,
    },
    /// The item is there already.
    DuplicateItem(u32),
    /// The item is not there.
    UnknownItem(u32),
    /// There are as many items as can be; carries their number.
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
                "the box of item {item} from ({}, {}) to ({}, {}) is too far away or is inverted",
                b.min.x, b.min.y, b.max.x, b.max.y
            ),
            Self::DuplicateItem(item) => write!(f, "item {item} is in the index already"),
            Self::UnknownItem(item) => write!(f, "item {item} is not in the index"),
            Self::Full(count) => write!(f, "the index is full with {count} items"),
            Self::InvalidCellSize(size) => write!(f, "the cell size {size} is not positive and finite"),
            Self::Unindexed(count) => write!(f, "{count} changes have not been indexed yet"),
        }
    }
}

impl core::error::Error for SpaceError {}
