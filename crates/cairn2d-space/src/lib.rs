//! Broad phases behind one interface, for any boxes: find those that touch a box, a point, a ray, or each
//! other.
//!
//! An [`Index`] holds numbered boxes. Its [`Method`] determines how it finds them:
//!
//! | method | finds by | good for |
//! |---|---|---|
//! | [`BruteForce`] | testing all, sixteen at a time | up to about sixty boxes |
//! | [`Sweep`] | sorting along one axis | a line of boxes, or dense clusters very far apart |
//! | [`Grid`] | one uniform grid | many boxes of similar size in one place |
//! | [`SpatialHash`] | hashed grids, one per size class | comparison: needs no bounds, but is seldom fast |
//! | [`Tree`] | a packed bounding-volume tree | anything |
//! | [`Auto`] | brute force, sweep or tree, chosen by the boxes | no manual choice |
//!
//! All give the same results; only time and the order of query results differ. The engine's own broad phase
//! uses the trees of [`cairn2d_geometry::tree`] directly. This crate is for triggers, crowds, particles,
//! editors, and comparisons.
//!
//! # Changes
//! A change needs no rebuild: changed boxes are searched one by one until the next [`SpatialIndex::reindex`],
//! so every result is correct at any time. Call `reindex` after many changes; [`SpatialIndex::pairs`] does so
//! by itself.
//!
//! # Determinism
//! Results and their order depend on the calls only, not on the machine, the lanes or the threads.
//!
//! # Examples
//! ```
//! # mod cairn2d { pub use cairn2d_math::{Aabb, vec2}; pub mod geometry { pub use cairn2d_space as space; } }
//! use cairn2d::{Aabb, vec2};
//! use cairn2d::geometry::space::{Index, SpatialIndex};
//!
//! let unit = |x: f32| Aabb::from_center_half(vec2(x, 0.0), vec2(0.5, 0.5));
//! let mut space: Index = Index::new();
//! for (item, x) in [(7, 0.0), (3, 5.0), (9, 0.9)] {
//!     space.insert(item, unit(x))?;
//! }
//! let mut pairs = Vec::new();
//! space.pairs(&mut pairs);
//! assert_eq!(pairs, [(7, 9)]);
//! space.update(3, unit(1.5))?;
//! assert_eq!(space.items_in(unit(1.5)), [3, 9]);
//! assert!(space.insert(3, unit(0.0)).is_err());
//! # Ok::<(), cairn2d_space::SpaceError>(())
//! ```
#![forbid(unsafe_code)]

mod auto;
mod brute_force;
mod columns;
mod error;
mod grid;
mod index;
mod item_map;
mod items;
mod ray_walk;
mod sample;
mod sort;
mod spatial_hash;
mod sweep;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod tree;

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, Vec2};

pub use auto::{Auto, Choice};
pub use brute_force::BruteForce;
pub use error::SpaceError;
pub use grid::Grid;
pub use index::{Index, Method};
pub use spatial_hash::SpatialHash;
pub use sweep::Sweep;
pub use tree::Tree;

/// Largest coordinate of boxes and ray origins \[m\], so that no difference of two coordinates overflows; an
/// overflow would make methods disagree.
pub const MAX_REACH: f32 = 1.0e37;

/// Operations of every index of boxes.
///
/// Items have numbers that the caller chooses. Boxes are closed, so touching counts. A rejected call changes
/// nothing. Memory is reused: repeated steps allocate nothing, apart from the caller's own lists.
pub trait SpatialIndex {
    /// The name of the method, such as `"grid"`.
    fn method_name(&self) -> &'static str;

    /// Number of items.
    fn len(&self) -> usize;

    /// Whether there is no item.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The box \[m\] of an item, or `None` if the item does not exist.
    fn aabb(&self, item: u32) -> Option<Aabb>;

    /// Adds an item with its box \[m\].
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`] for a box that is inverted or beyond [`MAX_REACH`],
    /// [`SpaceError::DuplicateItem`] if the item exists, [`SpaceError::Full`] at 2^30 items.
    fn insert(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError>;

    /// Removes an item and returns its box \[m\].
    ///
    /// # Errors
    /// [`SpaceError::UnknownItem`].
    fn remove(&mut self, item: u32) -> Result<Aabb, SpaceError>;

    /// Replaces the box \[m\] of an item.
    ///
    /// # Errors
    /// [`SpaceError::UnknownItem`] or [`SpaceError::InvalidBox`].
    fn update(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError>;

    /// Removes every item and keeps the memory.
    fn clear(&mut self);

    /// Rebuilds the structure with all changes.
    ///
    /// # Cost
    /// O(n), or nothing without changes.
    fn reindex(&mut self);

    /// Replaces the boxes \[m\] of all items with the results of `aabb_of(item)`, and reindexes. This is the
    /// fastest update if most boxes move.
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`] with the first bad box; no box changes then.
    fn reindex_with(&mut self, aabb_of: &mut dyn FnMut(u32) -> Aabb) -> Result<(), SpaceError>;

    /// Calls `found` once for every item whose box touches `aabb` \[m\], in an order that depends on the
    /// method.
    ///
    /// If `found` returns [`ControlFlow::Break`], the search ends and returns it. An `aabb` that is inverted
    /// or not finite finds no item.
    fn query_box(&self, aabb: Aabb, found: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()>;

    /// As [`query_box`](Self::query_box), for the items whose box contains `point` \[m\].
    fn query_point(&self, point: Vec2, found: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        self.query_box(Aabb::new(point, point), found)
    }

    /// Calls `hit(item, max_fraction)` for the items whose box the segment from `origin` \[m\] to
    /// `origin + max_fraction * translation` \[m\] touches (as [`Aabb::ray_cast`] has it), each at most once.
    ///
    /// `hit` returns the new `max_fraction` \[-\]: 0 ends the cast, a smaller value shortens the segment, and
    /// any other value leaves it unchanged. Input that is not finite hits nothing; neither does a ray from
    /// beyond [`MAX_REACH`] or with a negative `max_fraction`.
    fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        max_fraction: f32,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    );

    /// Replaces `out` with all pairs `(a, b)`, `a < b`, of items whose boxes touch, sorted. Reindexes first.
    fn pairs(&mut self, out: &mut Vec<(u32, u32)>);

    /// As [`pairs`](Self::pairs), in an order that depends on the method; saves the sort.
    fn pairs_unsorted(&mut self, out: &mut Vec<(u32, u32)>) {
        self.reindex();
        out.clear();
        let appended = self.append_pairs(0, 1, out);
        debug_assert!(appended.is_ok(), "everything has just been indexed");
    }

    /// Appends one of `share_count` shares of all pairs, as [`pairs_unsorted`](Self::pairs_unsorted) finds
    /// them, for parallel threads. The shares together hold each pair once. A `share` that does not exist is
    /// empty.
    ///
    /// # Errors
    /// [`SpaceError::Unindexed`] if there are changes since the last [`reindex`](Self::reindex).
    fn append_pairs(
        &self,
        share: usize,
        share_count: usize,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<(), SpaceError>;

    /// [`reindex_with`](Self::reindex_with) and [`pairs`](Self::pairs) in one.
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`]; boxes and `out` are unchanged then.
    fn reindex_pairs(
        &mut self,
        aabb_of: &mut dyn FnMut(u32) -> Aabb,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<(), SpaceError> {
        self.reindex_with(aabb_of)?;
        self.pairs(out);
        Ok(())
    }

    /// The items whose box touches `aabb` \[m\], sorted.
    fn items_in(&self, aabb: Aabb) -> Vec<u32> {
        let mut items = Vec::new();
        let _ = self.query_box(aabb, &mut |item| {
            items.push(item);
            ControlFlow::Continue(())
        });
        items.sort_unstable();
        items
    }
}
