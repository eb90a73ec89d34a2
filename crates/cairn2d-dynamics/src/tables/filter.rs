//! Collision filters: category and mask bits, and a group that overrides them.

/// Collision filter of a shape: decides which shapes collide with it.
///
/// Two shapes with the same non-zero group always collide when it is positive and never when it is negative.
/// Otherwise each one's category must have a bit in common with the other one's mask. Shapes of one body
/// never collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionFilter {
    /// Categories of this shape. Default bit 0.
    pub category: u64,
    /// Categories that it collides with. Default all bits.
    pub mask: u64,
    /// Group that overrides category and mask, 0 for none. Default 0.
    pub group: i32,
}

impl Default for CollisionFilter {
    fn default() -> CollisionFilter {
        CollisionFilter { category: 1, mask: u64::MAX, group: 0 }
    }
}

impl CollisionFilter {
    /// Returns whether shapes with these filters collide.
    pub fn allows(&self, other: &CollisionFilter) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.category & other.mask != 0 && other.category & self.mask != 0
    }
}
