//! A tree of shapes at rest, and a packed copy of it for queries about the closest shape.
//!
//! The queries themselves build the copy, once there were so many since the last change of the tree that the
//! build costs less than the walks did. So it never costs much more than it saves, however often the tree
//! changes, and a tree without queries has no copy. Any change drops it.
//!
//! The answer of a query about the closest shape does not depend on the order in which shapes are tested, so
//! it does not depend on whether there is a copy. Queries that visit several shapes walk the tree itself.

use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use cairn2d_geometry::tree::{BoxCast, DynamicTree, PackedTree};
use cairn2d_math::{Aabb, LaneLevel, Vec2};

use crate::store::column::{CopyMode, Tracked};

/// Shapes whose share of the build costs as much as the copy saves in one query: about 50 ns each, against
/// one to two microseconds in a level of 10,000 to 100,000 shapes.
const SHAPES_PER_QUERY: usize = 32;

/// Number of shapes below which a copy is not worthwhile.
const LEAST: usize = 4;

/// A tree whose values are shapes. Mutable access drops the copy.
#[derive(Default)]
pub(crate) struct QueryTree {
    tree: Tracked<DynamicTree>,
    /// Queries since the last change, while there is no copy.
    queries: AtomicU32,
    copy: OnceLock<Box<PackedCopy>>,
    /// Memory for the next copy.
    spare: Mutex<Option<Box<PackedCopy>>>,
}

/// The boxes of a tree in a packed one.
#[derive(Debug, Default)]
struct PackedCopy {
    tree: PackedTree,
    boxes: Vec<Aabb>,
    shapes: Vec<u32>,
}

/// Without the copy, which is working memory.
impl core::fmt::Debug for QueryTree {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryTree").field("tree", &self.tree).finish_non_exhaustive()
    }
}

/// A clone begins without a copy.
impl Clone for QueryTree {
    fn clone(&self) -> QueryTree {
        QueryTree { tree: self.tree.clone(), ..QueryTree::default() }
    }

    fn clone_from(&mut self, source: &QueryTree) {
        self.drop_copy();
        self.tree.clone_from(&source.tree);
    }
}

impl Deref for QueryTree {
    type Target = DynamicTree;

    fn deref(&self) -> &DynamicTree {
        &self.tree
    }
}

impl DerefMut for QueryTree {
    fn deref_mut(&mut self) -> &mut DynamicTree {
        self.drop_copy();
        &mut self.tree
    }
}

impl QueryTree {
    /// Takes over the changes of another tree.
    pub(crate) fn copy_changes(&mut self, source: &QueryTree, how: CopyMode) {
        self.drop_copy();
        self.tree.copy_changes(&source.tree, how);
    }

    /// Calls `hit(shape, max_fraction)` for the AABBs that a cast touches; `hit` returns the new
    /// `max_fraction`, which shortens the cast. The order is unspecified.
    pub(crate) fn cast_closest(
        &self,
        level: LaneLevel,
        cast: &mut BoxCast,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        match self.packed(level, 1) {
            Some(copy) => {
                copy.tree.cast(level, cast, &mut |item, fraction| hit(copy.shapes[item as usize], fraction));
            }
            None => self.tree.cast(cast, u64::MAX, hit),
        }
    }

    /// Calls `visit(shape, limit)` for the AABBs at most `limit` \[m\] from a point; `visit` returns the new
    /// limit. The order is unspecified.
    pub(crate) fn visit_near(
        &self,
        level: LaneLevel,
        point: Vec2,
        limit: f32,
        visit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        match self.packed(level, 1) {
            Some(copy) => copy
                .tree
                .visit_near(level, point, limit, |item, limit| visit(copy.shapes[item as usize], limit)),
            None => self.tree.visit_near(point, limit, u64::MAX, visit),
        }
    }

    /// Prepares for this many queries; returns the copy if there is one now.
    fn packed(&self, level: LaneLevel, queries: u32) -> Option<&PackedCopy> {
        if let Some(copy) = self.copy.get() {
            return Some(copy);
        }
        self.count_queries(level, queries)
    }

    /// Builds the copy if there have been enough queries.
    #[inline(never)]
    fn count_queries(&self, level: LaneLevel, queries: u32) -> Option<&PackedCopy> {
        if self.tree.len() < LEAST {
            return None;
        }
        let before = self.queries.fetch_add(queries, Ordering::Relaxed) as usize;
        if (before + queries as usize) * SHAPES_PER_QUERY < self.tree.len() {
            return None;
        }
        Some(self.copy.get_or_init(|| self.build(level)))
    }

    /// Announces a list of queries.
    pub(crate) fn expect_queries(&self, level: LaneLevel, queries: usize) {
        let queries = u32::try_from(queries).unwrap_or(u32::MAX).min(self.tree.len() as u32);
        let _ = self.packed(level, queries);
    }

    fn build(&self, level: LaneLevel) -> Box<PackedCopy> {
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.take());
        let mut copy = spare.unwrap_or_default();
        let PackedCopy { tree, boxes, shapes } = &mut *copy;
        boxes.clear();
        shapes.clear();
        for (_, aabb, shape) in self.tree.iter() {
            boxes.push(aabb);
            shapes.push(shape);
        }
        tree.rebuild(level, boxes);
        copy
    }

    #[inline]
    fn drop_copy(&mut self) {
        *self.queries.get_mut() = 0;
        if self.copy.get().is_some() {
            self.keep_copy_memory();
        }
    }

    #[cold]
    fn keep_copy_memory(&mut self) {
        if let Some(copy) = self.copy.take()
            && let Ok(spare) = self.spare.get_mut()
        {
            *spare = Some(copy);
        }
    }
}
