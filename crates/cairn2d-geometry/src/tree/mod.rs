//! Bounding-volume trees: find boxes that overlap a box, a ray, a moving box, or each other.
//!
//! Two trees, for two kinds of data:
//!
//! * [`DynamicTree`] is a binary tree with one node per box, changed one box at a time. It holds shapes that
//!   seldom move (static and sleeping ones) and is available to users for their own data.
//! * [`PackedTree`] is an implicit tree of groups of 16 boxes along a Hilbert curve, rewritten as a whole
//!   each step. It holds moving shapes. Every node is one 16-wide comparison.
//!
//! # Determinism
//! The results of a tree, and their order, depend on its calls only, not on the machine, the lanes or the
//! number of threads. Neither tree knows shapes: both report boxes, and the caller tests the shapes.
//!
//! # Conservative casts
//! Ray and box casts round outwards: every box that is hit is reported, and a box that is missed by less than
//! about two millionths of the distance travelled may be reported too. The exact test is up to the callback.

mod build;
mod cast;
mod dynamic;
mod order;
mod packed;
mod packed_pairs;
mod packed_query;
mod query;
mod stack;
mod store;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use cast::BoxCast;
pub use dynamic::{DynamicTree, ProxyId, TreeError};
pub use packed::{Change, PackedTree, REBUILD_GROWTH, Share};
pub use store::TreeEnds;

/// `Clone` for a table, such that `clone_from` reuses the memory of the target. Fields after the semicolon
/// are working memory of a stage, which `clone_from` does not copy. For the crates of cairn2d.
#[doc(hidden)]
#[macro_export]
macro_rules! clone_with_capacity {
    ($type:ident: $($copied:ident),* $(,)? $(; $($kept:ident),*)?) => {
        impl Clone for $type {
            fn clone(&self) -> $type {
                $type { $($copied: $crate::tree::cloned(&self.$copied),)* $($($kept: $crate::tree::cloned(&self.$kept),)*)? }
            }

            fn clone_from(&mut self, source: &$type) {
                $(self.$copied.clone_from(&source.$copied);)*
            }
        }
    };
}

/// A copy through one shared function: inlined copies of all lists would be twelve kilobytes of code for a
/// world. For the crates of cairn2d.
#[doc(hidden)]
#[inline(never)]
pub fn cloned<T: Clone>(value: &T) -> T {
    value.clone()
}

/// Reserves memory for this many items in all.
fn room<T>(list: &mut Vec<T>, count: usize) {
    list.reserve_exact(count.saturating_sub(list.len()));
}
