//! Broad phases behind one interface, for data of your own: which boxes touch a box, a point, a ray, or each
//! other.
//!
//! An [`Index`] holds numbered boxes. Its [`Method`] decides how it finds them:
//!
//! | method | finds by | good for |
//! |---|---|---|
//! | [`BruteForce`] | testing all, sixteen at a time | up to sixty or so boxes |
//! | [`Sweep`] | sorting along one axis | a line of boxes, or dense clusters very far apart |
//! | [`Grid`] | one uniform grid | many boxes of similar size in one place |
//! | [`SpatialHash`] | hashed grids, one per size class | comparing: it needs no bounds, but is seldom fast |
//! | [`Tree`] | a packed bounding-volume tree | anything |
//! | [`Auto`] | brute force, sweep or tree, as the boxes suggest | not having to choose |
//!
//! All give the same answers; only time and the order of what queries report differ. The engine's own broad
//! phase uses the trees of [`cairn2d_geometry::tree`] directly; this crate is for triggers, crowds,
//! particles, editors, and for comparing.
//!
//! # Changes
//! Changing a box costs no rebuild: changed boxes are searched one by one until the next
//! [`SpatialIndex::reindex`], so every answer is right at any time. Call `reindex` after many changes;
//! [`SpatialIndex::pairs`] does so by itself.
//!
//! # Determinism
//! Answers and their order are a function of the calls made, not of the machine, the lanes or the threads.
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

/// How far from the origin boxes may reach and rays may start \[m\], on each axis: so that no difference of
/// two coordinates overflows, which would make different methods disagree.
pub const MAX_REACH: f32 = 1.0e37;

/// What every index of boxes can do, whatever its method.
///
/// Items are named by numbers of the caller's choice; boxes are closed, so touching counts. A call that is
/// refused leaves everything as it was. Memory is kept and used again: steps like those before allocate
/// nothing, apart from the caller's own lists.
pub trait SpatialIndex {
    /// The name of the method, such as `"grid"`.
    fn method_name(&self) -> &'static str;

    /// How many items there are.
    fn len(&self) -> usize;

    /// Whether there is no item.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The box \[m\] of an item, if it is there.
    fn aabb(&self, item: u32) -> Option<Aabb>;

    /// Adds an item with its box \[m\].
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`] for a box that is inverted or beyond [`MAX_REACH`],
    /// [`SpaceError::DuplicateItem`] if the item is there already, [`SpaceError::Full`] at 2^30 items.
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

    /// Takes all changes into the structure, so that nothing is searched one by one any more.
    ///
    /// # Cost
    /// O(n), or nothing if nothing has changed.
    fn reindex(&mut self);

    /// Replaces the boxes \[m\] of all items by what `aabb_of(item)` returns, and reindexes: the fastest way
    /// when most of them move.
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`] with the first bad box; all boxes are then as before.
    fn reindex_with(&mut self, aabb_of: &mut dyn FnMut(u32) -> Aabb) -> Result<(), SpaceError>;

    /// Calls `found` with every item whose box touches `aabb` \[m\], each once, in an order of the method's
    /// own.
    ///
    /// `found` ends the search by returning [`ControlFlow::Break`], which is then also the result. An `aabb`
    /// that is inverted or not finite finds nothing.
    fn query_box(&self, aabb: Aabb, found: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()>;

    /// As [`query_box`](Self::query_box), for the items whose box contains `point` \[m\].
    fn query_point(&self, point: Vec2, found: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        self.query_box(Aabb::new(point, point), found)
    }

    /// Calls `hit(item, max_fraction)` for the items whose box the segment from `origin` \[m\] to
    /// `origin + max_fraction * translation` \[m\] touches (as [`Aabb::ray_cast`] has it), each at most once.
    ///
    /// `hit` returns the new `max_fraction` \[-\]: 0 ends the cast, a smaller one than before shortens the
    /// segment, and anything else leaves it as it was. Input that is not finite hits nothing, nor does a ray
    /// from beyond [`MAX_REACH`] or with a negative `max_fraction`.
    fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        max_fraction: f32,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    );

    /// Replaces `out` by all pairs `(a, b)`, `a < b`, of items whose boxes touch, sorted; reindexes before.
    fn pairs(&mut self, out: &mut Vec<(u32, u32)>);

    /// As [`pairs`](Self::pairs), in an order of the method's own, which saves the sort.
    fn pairs_unsorted(&mut self, out: &mut Vec<(u32, u32)>) {
        self.reindex();
        out.clear();
        let appended = self.append_pairs(0, 1, out);
        debug_assert!(appended.is_ok(), "everything has just been indexed");
    }

    /// Appends one of `share_count` shares of all pairs, as [`pairs_unsorted`](Self::pairs_unsorted) finds
    /// them, for threads that work side by side. The shares together hold each pair once. A `share` that does
    /// not exist is empty.
    ///
    /// # Errors
    /// [`SpaceError::Unindexed`] if something has changed since the last [`reindex`](Self::reindex).
    fn append_pairs(
        &self,
        share: usize,
        share_count: usize,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<(), SpaceError>;

    /// [`reindex_with`](Self::reindex_with) and [`pairs`](Self::pairs) in one.
    ///
    /// # Errors
    /// [`SpaceError::InvalidBox`]; boxes and `out` are then as before.
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
