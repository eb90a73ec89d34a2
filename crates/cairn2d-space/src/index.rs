//! The index: items, a method that finds them, and the rules that all methods share.
//!
//! A method sees the boxes of slots as of the last rebuild. The index checks its results against later
//! changes and searches the changed boxes one by one. A method can therefore be as simple as a sort, and
//! results are never stale.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2};

use crate::items::{Items, REACHABLE};
use crate::sort::PairSort;
use crate::{Auto, SpaceError, SpatialIndex};

/// A way to find boxes; implemented by the methods of this crate and by nothing else.
pub trait Method: sealed::Operations {}

impl<M: sealed::Operations> Method for M {}

pub(crate) mod sealed {
    use super::{Aabb, ControlFlow, LaneLevel, Ray};

    /// The operations of a method on slots.
    pub trait Operations: Clone + core::fmt::Debug + Default {
        /// The name for output.
        const NAME: &'static str;

        /// Stores the boxes of slots `0..boxes.len()`, which are all valid.
        fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]);

        /// Reports each slot once whose box touches `aabb`, which is valid.
        fn query(
            &self,
            level: LaneLevel,
            aabb: Aabb,
            found: &mut dyn FnMut(u32) -> ControlFlow<()>,
        ) -> ControlFlow<()>;

        /// Reports each slot at most once: all whose box the valid `ray` touches, and perhaps others. `found`
        /// returns the new end of the ray, or `None` to end the cast.
        fn ray(&self, level: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>);

        /// Appends share `share.0` of `share.1` of all pairs of slots, the smaller first.
        fn pairs(&self, level: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>);
    }
}

/// Numbered boxes, found by one of the methods of this crate; see the crate page.
#[derive(Clone, Debug, Default)]
pub struct Index<M: Method = Auto> {
    items: Items,
    pub(crate) method: M,
    level: LaneLevel,
    sort: PairSort,
}

impl<M: Method> Index<M> {
    /// An empty index that computes with the best lanes of this machine.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty index that computes with the lanes of `level`. Results do not depend on it.
    #[must_use]
    pub fn with_level(level: LaneLevel) -> Self {
        Self { level, ..Self::default() }
    }

    /// Every item with its box \[m\], in an order that depends on the calls only.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        self.items.iter()
    }

    /// Checks the consistency of the item tables.
    ///
    /// # Errors
    /// A sentence about the first inconsistency.
    ///
    /// # Cost
    /// O(n), and more with many pending changes: for tests and debugging.
    pub fn validate(&self) -> Result<(), String> {
        self.items.validate()
    }

    fn rebuild(&mut self) {
        self.method.rebuild(self.level, self.items.settle());
    }

    fn rebuild_if_overdue(&mut self) {
        if self.items.is_overdue() {
            self.rebuild();
        }
    }
}

impl<M: Method> SpatialIndex for Index<M> {
    fn method_name(&self) -> &'static str {
        M::NAME
    }

    fn len(&self) -> usize {
        self.items.len()
    }

    fn aabb(&self, item: u32) -> Option<Aabb> {
        Some(self.items.aabb(self.items.slot(item).ok()?))
    }

    fn insert(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        self.items.insert(item, aabb)?;
        self.rebuild_if_overdue();
        Ok(())
    }

    fn remove(&mut self, item: u32) -> Result<Aabb, SpaceError> {
        let aabb = self.items.remove(item)?;
        self.rebuild_if_overdue();
        Ok(aabb)
    }

    fn update(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        self.items.update(item, aabb)?;
        self.rebuild_if_overdue();
        Ok(())
    }

    fn clear(&mut self) {
        self.items.clear();
        self.rebuild();
    }

    fn reindex(&mut self) {
        if self.items.has_changes() {
            self.rebuild();
        }
    }

    fn reindex_with(&mut self, aabb_of: &mut dyn FnMut(u32) -> Aabb) -> Result<(), SpaceError> {
        self.items.replace_boxes(aabb_of)?;
        self.rebuild();
        Ok(())
    }

    fn query_box(&self, aabb: Aabb, found: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        if !aabb.is_valid() {
            return ControlFlow::Continue(());
        }
        self.method.query(self.level, aabb, &mut |slot| match self.items.indexed_item(slot) {
            Some(item) => found(item),
            None => ControlFlow::Continue(()),
        })?;
        for (_, item, other) in self.items.pending() {
            if other.overlaps(aabb) {
                found(item)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        max_fraction: f32,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let ray = Ray { origin, translation, max_fraction };
        if !ray.is_valid() || !REACHABLE.contains_point(origin) {
            return;
        }
        // Methods report all candidates; the exact test is here, the same for all of them.
        let mut cast = Cast { ray, hit, ended: false };
        self.method.ray(self.level, ray, &mut |slot| match self.items.indexed_item(slot) {
            Some(item) => cast.visit(item, self.items.aabb(slot as usize)),
            None => Some(cast.ray.max_fraction),
        });
        for (_, item, aabb) in self.items.pending() {
            if cast.ended {
                return;
            }
            cast.visit(item, aabb);
        }
    }

    fn pairs(&mut self, out: &mut Vec<(u32, u32)>) {
        self.pairs_unsorted(out);
        self.sort.sort(out);
    }

    fn append_pairs(
        &self,
        share: usize,
        share_count: usize,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<(), SpaceError> {
        if self.items.has_changes() {
            return Err(SpaceError::Unindexed(self.items.change_count()));
        }
        if share < share_count {
            let start = out.len();
            self.method.pairs(self.level, (share, share_count), out);
            self.items.name_pairs(&mut out[start..]);
        }
        Ok(())
    }
}

/// A ray cast and its callback.
struct Cast<'a> {
    ray: Ray,
    hit: &'a mut dyn FnMut(u32, f32) -> f32,
    ended: bool,
}

impl Cast<'_> {
    /// Calls the callback if the ray touches the box; returns the new end of the ray, `None` to end the cast.
    fn visit(&mut self, item: u32, aabb: Aabb) -> Option<f32> {
        let Ray { origin, translation, max_fraction } = self.ray;
        if aabb.ray_cast(origin, translation, max_fraction).is_some() {
            let answer = (self.hit)(item, max_fraction);
            if answer == 0.0 {
                self.ended = true;
                return None;
            }
            if answer > 0.0 && answer < max_fraction {
                self.ray.max_fraction = answer;
            }
        }
        Some(self.ray.max_fraction)
    }
}
