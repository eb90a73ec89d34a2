//! Static shapes: a dynamic tree that accepts changes, and a packed copy of it for frequent queries.
//!
//! The copy is built when static shapes have not changed for a step and many fast bodies query them. A query
//! of the copy costs a quarter of one of the dynamic tree. Any change drops it. It is not built before the
//! number of queries reaches the number of shapes.

use core::ops::ControlFlow;

use cairn2d_geometry::tree::{DynamicTree, PackedTree, ProxyId};
use cairn2d_math::{Aabb, LaneLevel, Vec2};

use crate::store::capacity::{clone_with_capacity, reserve_total};
use crate::store::column::{Tracked, copy_fields};

use super::{Proxy, QueryTree};

/// Number of queries in one step from which the copy is worthwhile.
const MANY: usize = 64;

/// The AABBs of static shapes.
#[derive(Debug, Default)]
pub(crate) struct Statics {
    pub(crate) tree: QueryTree,
    packed: Tracked<PackedTree>,
    /// AABBs and shapes of the items of the copy.
    packed_boxes: Tracked<Vec<Aabb>>,
    packed_shapes: Tracked<Vec<u32>>,
    pub(crate) packed_is_fresh: bool,
    /// Whether there was a copy when a snapshot was taken. It is then rebuilt before the next query.
    pub(crate) packed_is_due: bool,
    pub(crate) changed: bool,
    /// Queries since the last change.
    pub(crate) query_count: u32,
}

clone_with_capacity!(Statics: tree, packed, packed_boxes, packed_shapes, packed_is_fresh, packed_is_due, changed, query_count);
copy_fields!(Statics: tree, packed, packed_boxes, packed_shapes, packed_is_fresh, packed_is_due, changed, query_count);

impl Statics {
    pub(crate) fn tree(&self) -> &DynamicTree {
        &self.tree
    }

    /// Reserves memory for a copy of this many shapes.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.packed.reserve(count);
        reserve_total(&mut self.packed_boxes, count);
        reserve_total(&mut self.packed_shapes, count);
    }

    /// Adds a shape, which is probably near that of another proxy. Returns its proxy.
    pub(crate) fn insert(&mut self, shape: u32, aabb: Aabb, near: Proxy) -> u32 {
        self.changed = true;
        let hint = if let Proxy::Static(id) = near { ProxyId(id) } else { ProxyId(u32::MAX) };
        // AABBs come from validated shapes at validated poses, so the tree accepts them.
        self.tree.insert_near(hint, aabb, u64::MAX, shape).map_or(u32::MAX, |id| id.0)
    }

    /// Adds many shapes; returns their proxies in the same order.
    pub(crate) fn insert_many(&mut self, shapes: &[u32], boxes: &[Aabb]) -> Vec<u32> {
        self.changed = true;
        let items: Vec<_> = shapes.iter().map(|&shape| (boxes[shape as usize], u64::MAX, shape)).collect();
        // AABBs come from validated shapes at validated poses, so the tree accepts them.
        let ids = self.tree.insert_many(&items);
        ids.map_or_else(|_| vec![u32::MAX; shapes.len()], |ids| ids.into_iter().map(|id| id.0).collect())
    }

    /// Displaces all AABBs by a vector.
    pub(crate) fn shift(&mut self, by: Vec2) {
        self.changed = true;
        let _ = self.tree.shift(by);
    }

    /// Gives the place of a shape to another one.
    pub(crate) fn replace(&mut self, proxy: u32, shape: u32, aabb: Aabb) {
        self.changed = true;
        let _ = self.tree.replace(ProxyId(proxy), aabb, shape);
    }

    /// Removes a shape.
    pub(crate) fn remove(&mut self, proxy: u32) {
        self.changed = true;
        let _ = self.tree.remove(ProxyId(proxy));
    }

    /// Prepares for this many queries in this step.
    pub(crate) fn expect_queries(&mut self, level: LaneLevel, count: usize) {
        if core::mem::take(&mut self.changed) {
            (self.packed_is_fresh, self.packed_is_due) = (false, false);
            self.query_count = 0;
            return;
        }
        self.query_count = self.query_count.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        // The copy costs about as much as a query per shape, so in the long run it never costs more than it
        // saves.
        let pays = count >= MANY && self.query_count as usize >= self.tree.len() && !self.tree.is_empty();
        if self.packed_is_fresh || !(pays || self.packed_is_due) {
            return;
        }
        self.packed_is_due = false;
        self.packed_boxes.clear();
        self.packed_boxes.extend(self.tree.iter().map(|(_, aabb, _)| aabb));
        self.packed_shapes.clear();
        self.packed_shapes.extend(self.tree.iter().map(|(_, _, shape)| shape));
        self.packed.rebuild(level, &self.packed_boxes);
        self.packed_is_fresh = true;
    }

    /// Visits the shapes whose AABBs overlap this one, in an order that depends only on the history of the
    /// world.
    pub(crate) fn query(&self, level: LaneLevel, aabb: Aabb, mut visit: impl FnMut(u32)) {
        let _ = if self.packed_is_fresh && !self.changed {
            self.packed.query(level, aabb, |item| {
                visit(self.packed_shapes[item as usize]);
                ControlFlow::Continue(())
            })
        } else {
            self.tree.query(aabb, u64::MAX, |shape| {
                visit(shape);
                ControlFlow::Continue(())
            })
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of a world that was restored may be the largest there is.
    #[test]
    fn the_count_of_queries_stops_at_the_largest() {
        let mut statics = Statics { query_count: u32::MAX - 10, ..Statics::default() };
        statics.expect_queries(LaneLevel::Scalar, 1000);
        assert_eq!(statics.query_count, u32::MAX);
    }
}
