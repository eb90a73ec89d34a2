//! Broad phase: finds overlapping AABBs.
//!
//! Every shape has an AABB with a margin. Static and sleeping shapes are in one [`DynamicTree`] each. Moving
//! shapes are in a dense list with a [`PackedTree`] over it, because nearly all of them change at once.
//!
//! The search for pairs needs no table of existing pairs. After every `update_pairs` this holds: **two shapes
//! that may collide have a contact if and only if their AABBs overlap.** So a pair can only appear where an
//! AABB changed, and it is new if and only if the former AABBs did not overlap. A comparison of two AABBs
//! replaces the look-up in a table of pairs. A shape with unknown pairs, because it is new or its filter
//! changed, has an empty former AABB.

mod crowd;
mod moving;
mod query_tree;
mod statics;

pub(crate) use crowd::Bulk;
pub(crate) use moving::{Moving, ShapeFacts};
pub(crate) use query_tree::QueryTree;
pub(crate) use statics::Statics;

use core::ops::ControlFlow;

use cairn2d_geometry::tree::{DynamicTree, ProxyId};
use cairn2d_math::{Aabb, LaneLevel, Vec2};
use cairn2d_tasks::TaskSystem;

use crate::store::bit_set::BitSet;
use crate::store::capacity::{clone_with_capacity, reserve_total};
use crate::store::column::copy_fields;
use crate::store::slot::NONE;
use crate::tables::shape::Proxy;

/// All AABBs of a world.
#[derive(Debug, Default)]
pub(crate) struct BroadPhase {
    pub(crate) statics: Statics,
    pub(crate) sleeping: QueryTree,
    pub(crate) moving: Moving,
    /// Static shapes with unknown pairs, and some that were removed since.
    pub(crate) new_statics: Vec<u32>,
    /// Shapes of this list that are still to be searched.
    pub(crate) new: BitSet,
    /// Shapes that are in this list.
    pub(crate) listed: BitSet,
    /// Sleeping shapes with unknown pairs; a search finds them when the shape wakes.
    pub(crate) unknown: BitSet,
    /// Number of changes of static and sleeping shapes. While it is constant, a resting sensor overlaps the
    /// same of them.
    pub(crate) rest_changes: u64,
}

clone_with_capacity!(BroadPhase: statics, sleeping, moving, new_statics, new, listed, unknown, rest_changes);
copy_fields!(BroadPhase: statics, sleeping, moving, new_statics, new, listed, unknown, rest_changes);

/// Two shapes that may need a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPair {
    pub(crate) shapes: [u32; 2],
    /// Whether the pair surely has no contact yet. Otherwise a look-up is needed, because one of the shapes
    /// had unknown pairs.
    pub(crate) certain: bool,
    /// Whether pairs of one of the shapes were unknown, because it was placed where it is or enabled there.
    pub(crate) placed: bool,
}

/// Set of the shapes that have a contact with one shape: a look-up for shapes with many contacts and many
/// pairs in one search.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownContacts {
    /// The last mark of each shape.
    marks: Vec<u32>,
    mark: u32,
}

impl KnownContacts {
    /// Number of uncertain pairs of one shape from which the look-up is faster.
    pub(crate) const MANY: usize = 8;

    /// Reserves memory for marks of this many shapes.
    pub(crate) fn reserve(&mut self, shapes: usize) {
        reserve_total(&mut self.marks, shapes);
    }

    /// Removes all shapes, and extends the set to this many.
    pub(crate) fn begin(&mut self, shapes: usize) {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 || self.marks.len() < shapes {
            self.marks.clear();
            self.marks.resize(shapes, 0);
            self.mark = 1;
        }
    }

    pub(crate) fn insert(&mut self, shape: u32) {
        self.marks[shape as usize] = self.mark;
    }

    pub(crate) fn contains(&self, shape: u32) -> bool {
        self.marks[shape as usize] == self.mark
    }
}

/// Number of new static shapes from which the other shapes may search for them instead.
const MANY: usize = 1024;

impl BroadPhase {
    /// Returns whether the marks for unknown pairs are consistent with the location of a shape.
    pub(crate) fn marks_fit(&self, shape: u32, is_static: bool, sleeps: bool) -> bool {
        (is_static || !self.new.contains(shape)) && (sleeps || !self.unknown.contains(shape))
    }

    /// Reserves memory for this many shapes, in any tree, and for this many pairs found in one step.
    pub(crate) fn reserve(&mut self, shapes: usize, pairs: usize) {
        self.statics.reserve(shapes);
        self.unknown.ensure_len(shapes);
        self.new.ensure_len(shapes);
        self.listed.ensure_len(shapes);
        reserve_total(&mut self.new_statics, shapes);
        self.sleeping.reserve(shapes);
        self.moving.reserve(shapes, pairs);
    }

    /// Adds a static shape, which is probably near the shape of another proxy.
    pub(crate) fn insert_static(&mut self, shape: u32, aabb: Aabb, near: Proxy) -> Proxy {
        self.note_new_static(shape);
        Proxy::Static(self.statics.insert(shape, aabb, near))
    }

    /// Adds many static shapes; returns their proxies in the same order.
    pub(crate) fn insert_statics<'a>(
        &'a mut self,
        shapes: &[u32],
        boxes: &[Aabb],
    ) -> impl Iterator<Item = Proxy> + use<'a> {
        shapes.iter().for_each(|&shape| self.note_new_static(shape));
        self.statics.insert_many(shapes, boxes).into_iter().map(Proxy::Static)
    }

    /// Forgets a static shape whose place in the tree is to be filled or removed.
    pub(crate) fn vacate_static(&mut self, shape: u32) {
        self.rest_changes += 1;
        self.new.remove(shape);
    }

    /// Puts a static shape into a vacant place of the tree, or moves the box of the shape that is there.
    pub(crate) fn fill_static(&mut self, proxy: u32, shape: u32, aabb: Aabb) -> Proxy {
        self.note_new_static(shape);
        self.statics.replace(proxy, shape, aabb);
        Proxy::Static(proxy)
    }

    fn note_new_static(&mut self, shape: u32) {
        self.rest_changes += 1;
        self.new.insert(shape);
        if !self.listed.contains(shape) {
            self.listed.insert(shape);
            self.new_statics.push(shape);
        }
    }

    /// Adds a sleeping shape.
    pub(crate) fn insert_sleeping(&mut self, shape: u32, aabb: Aabb, known: bool) -> Proxy {
        if !known {
            self.unknown.insert(shape);
        }
        self.rest_changes += 1;
        Proxy::Sleeping(insert(&mut self.sleeping, shape, aabb))
    }

    /// Returns whether a sleeping shape has unknown pairs.
    pub(crate) fn is_unknown(&self, shape: u32) -> bool {
        self.unknown.contains(shape)
    }

    /// Displaces all AABBs by a vector, after the table of shapes.
    pub(crate) fn shift(&mut self, by: Vec2) {
        self.statics.shift(by);
        // Coordinates in the usable world cannot overflow.
        let _ = self.sleeping.shift(by);
        self.moving.shift(by);
        self.rest_changes += 1;
    }

    /// Makes the pairs of a sleeping shape unknown; a search finds them when it wakes.
    pub(crate) fn forget_sleeper(&mut self, shape: u32) {
        self.unknown.insert(shape);
    }

    /// Removes a shape. Returns the shape that took its place in the list of moving shapes, if any.
    pub(crate) fn remove(&mut self, shape: u32, proxy: Proxy) -> Option<u32> {
        match proxy {
            Proxy::None | Proxy::Sensor(_) => {}
            Proxy::Static(id) => {
                self.rest_changes += 1;
                self.statics.remove(id);
                self.new.remove(shape);
            }
            Proxy::Sleeping(id) => {
                self.rest_changes += 1;
                // `State::wake_sets` takes the AABBs of whole islands out of the tree beforehand.
                if id != NONE {
                    let _ = self.sleeping.remove(ProxyId(id));
                }
                self.unknown.remove(shape);
            }
            Proxy::Moving(item) => return self.moving.remove(item),
        }
        None
    }

    /// Returns whether no shape is moving, none was since the last step, and no static shape is new.
    pub(crate) fn is_settled(&self) -> bool {
        self.moving.is_settled() && self.new_statics.is_empty()
    }

    /// Finds the pairs of shapes that may need a contact: those whose AABBs overlap now and did not at the
    /// last search. Lists each pair at least once. The order depends only on the history of the world, and if
    /// `sorted` is set, not on its AABBs either.
    pub(crate) fn find_new_pairs(
        &mut self,
        level: LaneLevel,
        tasks: Option<&dyn TaskSystem>,
        (boxes, sorted): (&[Aabb], bool),
        facts: &ShapeFacts<'_>,
        found: &mut Vec<NewPair>,
    ) {
        found.clear();
        self.moving.refit(level, tasks);
        if self.moving.any_moved() {
            self.moving.find_pairs(level, tasks, facts, found);
            self.moving.find_pairs_with(level, tasks, (self.statics.tree(), boxes), found);
            if !self.sleeping.is_empty() {
                self.moving.find_pairs_with(level, tasks, (&self.sleeping, boxes), found);
            }
        }
        self.find_pairs_of_new_statics(level, boxes, found);
        self.moving.settle();
        self.moving.forget_crowded();
        if sorted {
            found.iter_mut().for_each(|pair| pair.shapes.sort_unstable());
            // Certain pairs come first, so that the look-up for uncertain ones finds them.
            found.sort_unstable_by_key(|pair| (pair.shapes, !pair.certain));
        }
    }

    fn find_pairs_of_new_statics(&mut self, level: LaneLevel, boxes: &[Aabb], found: &mut Vec<NewPair>) {
        let BroadPhase { statics, sleeping, moving, new_statics, new, listed, .. } = self;
        let mut pair = |fixed: u32, other: u32| {
            found.push(NewPair { shapes: [fixed, other], certain: false, placed: false });
            ControlFlow::Continue(())
        };
        let others = moving.len() + sleeping.len();
        if new_statics.len() >= MANY && new_statics.len() > 4 * others {
            // If most of a level is new, the few other shapes search for it.
            let moving = moving.iter();
            for (other, aabb) in moving.chain(sleeping.iter().map(|(_, aabb, other)| (other, aabb))) {
                let _ = statics.tree().query(aabb, u64::MAX, |fixed| {
                    if new.contains(fixed) { pair(fixed, other) } else { ControlFlow::Continue(()) }
                });
            }
        } else {
            for &fixed in new_statics.iter().filter(|&&fixed| new.contains(fixed)) {
                let aabb = boxes[fixed as usize];
                moving.query(level, aabb, |other| pair(fixed, other));
                let _ = sleeping.query(aabb, u64::MAX, |other| pair(fixed, other));
            }
        }
        for &fixed in new_statics.iter() {
            new.remove(fixed);
            listed.remove(fixed);
        }
        new_statics.clear();
    }
}

fn insert(tree: &mut DynamicTree, shape: u32, aabb: Aabb) -> u32 {
    // AABBs come from validated shapes at validated poses, so the tree accepts them.
    tree.insert(aabb, u64::MAX, shape).map_or(u32::MAX, |id| id.0)
}
