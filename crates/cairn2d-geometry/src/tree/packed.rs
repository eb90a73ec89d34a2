//! The packed tree: boxes along a Hilbert curve, in groups of 16, under an implicit tree of groups of 16.
//!
//! **Layout.** Item boxes are sorted along the curve and cut into groups of 16, stored as columns of
//! coordinates. The boxes of 16 neighbouring groups form a group of the next level, and so on up to one
//! group. There are no pointers: child `c` of group `p` is group `16 p + c` of the level below. A node visit
//! compares a box with 16 boxes, which gives 16 bits. The group size is 16 for every lane width, so neither
//! results nor their order depend on the lanes.
//!
//! **Update.** A step moves boxes but hardly changes their neighbours: [`PackedTree::refit`] keeps the order
//! and rewrites all boxes in one pass. [`PackedTree::update`] sorts again if items were added or removed, or
//! if the groups' summed perimeter has grown to [`REBUILD_GROWTH`] times its value after sorting. This rule
//! depends on the boxes, not on clocks.
//!
//! Boxes are rewritten in *shares*, which the caller's threads may run in any order; the division depends on
//! the number of items alone.
//!
//! Sorting is in `order.rs`, pairs in `packed_pairs.rs`, queries in `packed_query.rs`. Trees over a
//! space-filling curve are from Lauterbach et al. 2009 ("Fast BVH Construction on GPUs"); here groups replace
//! the binary hierarchy.
//!
//! Invariant ([`PackedTree::validate`]): `items` without padding is a permutation of the items, every group
//! box is the exact union of its members, and padding is [`Aabb::EMPTY`], which overlaps nothing.

#![expect(unsafe_code, reason = "boxes are gathered by rows, without bounds checks")]

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, vec2, with_lanes};

use super::order::OrderScratch;
use super::room;
use crate::wide_box::{WIDTH, WideBox};

/// Number of levels for 2^32 items: 16^8 = 2^32.
pub(super) const MAX_LEVELS: usize = 9;

/// The item number of padding.
pub(super) const NO_ITEM: u32 = u32::MAX;

/// Growth of the groups' summed perimeter \[-\] at which [`PackedTree::update`] sorts again.
pub const REBUILD_GROWTH: f64 = 1.5;

/// Least number of groups of leaf groups in a share; a smaller one is not worth a thread.
const SHARE_PARENTS: usize = 64;

/// Largest number of shares of a tree.
const SHARE_COUNT: usize = 64;

/// The kind of update that [`PackedTree::update`] made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The order was kept.
    Refitted,
    /// The items were sorted again.
    Rebuilt,
}

const _: () = assert!(
    size_of::<Aabb>() == size_of::<[f32; 4]>() && align_of::<Aabb>() == align_of::<[f32; 4]>(),
    "Group::gather reads boxes as rows of four floats"
);

/// Sixteen boxes as columns of coordinates \[m\].
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) min_x: [f32; WIDTH],
    pub(super) min_y: [f32; WIDTH],
    pub(super) max_x: [f32; WIDTH],
    pub(super) max_y: [f32; WIDTH],
}

impl Group {
    const EMPTY: Self = Self {
        min_x: [f32::INFINITY; WIDTH],
        min_y: [f32::INFINITY; WIDTH],
        max_x: [f32::NEG_INFINITY; WIDTH],
        max_y: [f32::NEG_INFINITY; WIDTH],
    };

    #[inline(always)]
    pub(super) const fn get(&self, lane: usize) -> Aabb {
        Aabb { min: vec2(self.min_x[lane], self.min_y[lane]), max: vec2(self.max_x[lane], self.max_y[lane]) }
    }

    #[inline(always)]
    const fn set(&mut self, lane: usize, aabb: Aabb) {
        self.min_x[lane] = aabb.min.x;
        self.min_y[lane] = aabb.min.y;
        self.max_x[lane] = aabb.max.x;
        self.max_y[lane] = aabb.max.y;
    }

    /// Copies sixteen boxes.
    ///
    /// # Safety
    /// Every element of `items` is the index of one of `boxes`.
    #[inline(always)]
    unsafe fn gather<L: Lanes>(&mut self, l: L, boxes: &[Aabb], items: &[u32; WIDTH]) {
        let rows: *const [f32; 4] = boxes.as_ptr().cast();
        for lane in (0..WIDTH).step_by(L::COUNT) {
            // SAFETY: a box is four floats (both structs are `repr(C)`), the contract of this function
            // requires valid indices, and `lane` leaves at least COUNT of them.
            let [min_x, min_y, max_x, max_y] = unsafe { l.gather4(rows, &items[lane..]) };
            l.store(min_x, &mut self.min_x[lane..]);
            l.store(min_y, &mut self.min_y[lane..]);
            l.store(max_x, &mut self.max_x[lane..]);
            l.store(max_y, &mut self.max_y[lane..]);
        }
    }

    /// One bit for each of the boxes that touches this one.
    #[inline(always)]
    pub(super) fn touched<L: Lanes>(&self, l: L, wide: &WideBox<L>) -> u32 {
        let boxes: [&[f32]; 4] = [&self.min_x, &self.min_y, &self.max_x, &self.max_y];
        let mut bits = 0;
        for lane in (0..WIDTH).step_by(L::COUNT) {
            bits |= wide.touches(l, boxes, lane);
        }
        bits
    }

    /// The box around all sixteen.
    #[inline(always)]
    fn bounds(&self) -> Aabb {
        Aabb::new(
            vec2(fold(&self.min_x, less), fold(&self.min_y, less)),
            vec2(fold(&self.max_x, greater), fold(&self.max_y, greater)),
        )
    }
}

/// A tree of boxes for moving shapes: items have the numbers `0..n`, and each step passes all boxes again.
///
/// Every call names the lanes to compute with; results never depend on them. Nothing is allocated once the
/// tree has been as large before.
///
/// # Examples
/// ```
/// # mod cairn2d {
/// #     pub use cairn2d_geometry as geometry;
/// #     pub use cairn2d_math::{self as math, Aabb, vec2};
/// # }
/// use cairn2d::{Aabb, vec2};
/// use cairn2d::geometry::tree::PackedTree;
/// use cairn2d::math::lanes::LaneLevel;
///
/// let level = LaneLevel::best();
/// let unit = |x: f32| Aabb::from_center_half(vec2(x, 0.0), vec2(0.5, 0.5));
/// let mut tree = PackedTree::new();
/// tree.update(level, &[unit(0.0), unit(5.0), unit(0.9)]);
/// tree.mark_all_moved();
/// let mut pairs = Vec::new();
/// tree.find_pairs(level, 0..tree.group_count(), &mut pairs);
/// assert_eq!(pairs, [(0, 2)]);
/// ```
#[derive(Debug, Default)]
pub struct PackedTree {
    /// All levels in order, the leaf groups first.
    nodes: Vec<Group>,
    /// Start of each level in `nodes`; one more entry than levels.
    starts: [usize; MAX_LEVELS + 1],
    level_count: usize,
    item_count: usize,
    /// The items of each leaf group.
    pub(super) items: Vec<[u32; WIDTH]>,
    /// One bit per item of each leaf group: whether it is marked as moved.
    pub(super) moved: Vec<u16>,
    /// One bit per child of each group above the leaf groups: whether one of its items is marked as moved.
    pub(super) moved_groups: Vec<u16>,
    /// The leaf groups' summed perimeter \[m\] now, and after the last sort.
    perimeter: f64,
    pub(super) sorted_perimeter: f64,
    order: OrderScratch,
}

crate::clone_with_capacity!(PackedTree: nodes, starts, level_count, item_count, items, moved, moved_groups, perimeter, sorted_perimeter; order);

impl PackedTree {
    /// An empty tree. Allocates nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reserves memory for this many items in all.
    pub fn reserve(&mut self, item_count: usize) {
        let mut groups = item_count.div_ceil(WIDTH);
        room(&mut self.items, groups);
        room(&mut self.moved, groups);
        room(&mut self.moved_groups, groups.div_ceil(WIDTH));
        let mut nodes = groups;
        while groups > 1 {
            groups = groups.div_ceil(WIDTH);
            nodes += groups;
        }
        // A single leaf group has a parent too.
        nodes += 1;
        room(&mut self.nodes, nodes);
        self.order.reserve(item_count);
    }

    /// Number of items.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.item_count
    }

    /// Whether the tree has no item.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.item_count == 0
    }

    /// Number of leaf groups of 16: the range over which pair finding is divided.
    #[must_use]
    pub const fn group_count(&self) -> usize {
        self.item_count.div_ceil(WIDTH)
    }

    /// Updates the boxes \[m\] of all items, and keeps the order while it is good.
    ///
    /// Sorts again if the number of items has changed, or if the groups' summed perimeter has grown by more
    /// than [`REBUILD_GROWTH`] since the last sort. The boxes must be finite.
    pub fn update(&mut self, level: LaneLevel, boxes: &[Aabb]) -> Change {
        self.update_in_shares(level, boxes, one_by_one)
    }

    /// As [`update`](Self::update), with the caller's threads: `run` gets shares of the work and calls
    /// [`Share::run`] once for each, in any order. The result does not depend on the order or the threads.
    pub fn update_in_shares(
        &mut self,
        level: LaneLevel,
        boxes: &[Aabb],
        run: impl Fn(&mut [Share<'_>]),
    ) -> Change {
        if boxes.len() == self.item_count {
            self.refit_in_shares(level, boxes, &run);
            if self.perimeter <= REBUILD_GROWTH * self.sorted_perimeter {
                return Change::Refitted;
            }
        }
        self.rebuild_in_shares(level, boxes, &run);
        Change::Rebuilt
    }

    /// Sorts the items by their boxes \[m\] and builds all levels. Clears all moved marks. The boxes must be
    /// finite.
    pub fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.rebuild_in_shares(level, boxes, &one_by_one);
    }

    fn rebuild_in_shares(&mut self, level: LaneLevel, boxes: &[Aabb], run: &dyn Fn(&mut [Share<'_>])) {
        debug_assert!(boxes.iter().all(|aabb| aabb.is_valid()), "boxes must be finite and not inverted");
        self.item_count = boxes.len();
        self.lay_out_levels();
        self.order.sort(level, boxes, &mut self.items);
        self.fill(level, boxes, run);
        self.sorted_perimeter = self.perimeter;
    }

    /// Updates the boxes \[m\] of all items without sorting: always correct, and fast while the items keep
    /// their neighbours. If the number of boxes differs from that of items, it [`rebuild`](Self::rebuild)s.
    /// The boxes must be finite.
    pub fn refit(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.refit_in_shares(level, boxes, &one_by_one);
    }

    fn refit_in_shares(&mut self, level: LaneLevel, boxes: &[Aabb], run: &dyn Fn(&mut [Share<'_>])) {
        if boxes.len() != self.item_count {
            self.rebuild_in_shares(level, boxes, run);
            return;
        }
        debug_assert!(boxes.iter().all(|aabb| aabb.is_valid()), "boxes must be finite and not inverted");
        self.fill(level, boxes, run);
    }

    /// Sets the moved marks: bit `i % 32` of `moved[i / 32]` is that of item `i`; missing words are 0.
    pub fn mark_moved(&mut self, moved: &[u32]) {
        let word = |item: u32| moved.get(item as usize / 32).copied().unwrap_or(0);
        self.moved_groups.fill(0);
        for (g, items) in self.items.iter().enumerate() {
            let mut bits = 0;
            for (lane, &item) in items.iter().enumerate() {
                bits |= (word(item) >> (item % 32) & 1) << lane;
            }
            self.moved[g] = bits as u16;
            self.moved_groups[g / WIDTH] |= u16::from(bits != 0) << (g % WIDTH);
        }
    }

    /// Marks every item as moved.
    pub fn mark_all_moved(&mut self) {
        // Padding too, which touches nothing.
        self.moved.fill(u16::MAX);
        self.moved_groups.fill(u16::MAX);
    }

    /// Calls `f(group_index, box, items)` for every leaf group, in order: `box` \[m\] contains those items.
    pub fn for_each_group(&self, mut f: impl FnMut(usize, Aabb, &[u32])) {
        for (g, items) in self.items.iter().enumerate() {
            let count = (self.item_count - g * WIDTH).min(WIDTH);
            f(g, self.group_box(g), &items[..count]);
        }
    }

    /// The box \[m\] around all items; [`Aabb::EMPTY`] for an empty tree.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.nodes.last().map_or(Aabb::EMPTY, Group::bounds)
    }

    /// Checks the whole structure and compares it with the last boxes (the invariant of this module).
    ///
    /// # Errors
    /// A sentence about the first error.
    ///
    /// # Cost
    /// O(n): for tests and debugging.
    pub fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        if boxes.len() != self.item_count || self.items.len() != self.group_count() {
            return Err(format!(
                "{} items in {} groups, given {}",
                self.item_count,
                self.items.len(),
                boxes.len()
            ));
        }
        let mut seen = vec![false; boxes.len()];
        for (position, &item) in self.items.as_flattened().iter().enumerate() {
            let stored = self.nodes[position / WIDTH].get(position % WIDTH);
            if position >= self.item_count {
                if item != NO_ITEM || stored != Aabb::EMPTY {
                    return Err(format!("the padding at {position} is item {item} with the box {stored:?}"));
                }
                continue;
            }
            match boxes.get(item as usize) {
                Some(&aabb) if aabb == stored && !seen[item as usize] => seen[item as usize] = true,
                _ => return Err(format!("position {position} holds item {item} with the box {stored:?}")),
            }
        }
        for k in 1..self.level_count {
            let (children, parents) = (self.level(k - 1), self.level(k));
            if parents.len() != children.len().div_ceil(WIDTH) {
                return Err(format!("level {k} has {} groups over {}", parents.len(), children.len()));
            }
            for c in 0..parents.len() * WIDTH {
                let expected = children.get(c).map_or(Aabb::EMPTY, Group::bounds);
                if parents[c / WIDTH].get(c % WIDTH) != expected {
                    return Err(format!("the box of group {c} on level {} is not its members' union", k - 1));
                }
            }
        }
        if self.item_count > 0 && self.level(self.level_count - 1).len() != 1 {
            return Err("the top level is not a single group".into());
        }
        Ok(())
    }
}

/// Reading the structure.
impl PackedTree {
    /// Number of levels: 0 for an empty tree, else at least 2, so that every leaf group has a stored box.
    #[inline(always)]
    pub(super) const fn level_count(&self) -> usize {
        self.level_count
    }

    /// The groups of a level; level 0 has the items.
    #[inline(always)]
    pub(super) fn level(&self, k: usize) -> &[Group] {
        &self.nodes[self.starts[k]..self.starts[k + 1]]
    }

    #[inline(always)]
    pub(super) fn group_box(&self, g: usize) -> Aabb {
        self.level(1)[g / WIDTH].get(g % WIDTH)
    }
}

/// Writing it.
impl PackedTree {
    /// Makes a tree of this many items, with padding only.
    pub(super) fn lay_out(&mut self, item_count: usize) {
        self.item_count = item_count;
        self.lay_out_levels();
    }

    /// Takes the memory of one word per item, all 0.
    pub(super) fn take_marks(&mut self, count: usize) -> Vec<u64> {
        self.order.take_marks(count)
    }

    /// Returns the memory.
    pub(super) fn give_marks(&mut self, marks: Vec<u64>) {
        self.order.give_marks(marks);
    }

    /// Sizes all levels for the current number of items.
    fn lay_out_levels(&mut self) {
        let mut count = self.group_count();
        self.items.clear();
        // Lists of a small tree begin without spare capacity.
        if self.items.capacity() == 0 {
            self.items.reserve_exact(count);
        }
        self.items.resize(count, [NO_ITEM; WIDTH]);
        self.moved.clear();
        self.moved.resize(count, 0);
        self.moved_groups.clear();
        self.moved_groups.resize(count.div_ceil(WIDTH), 0);
        self.level_count = 0;
        let mut total = 0;
        while count > 0 {
            self.starts[self.level_count] = total;
            total += count;
            self.level_count += 1;
            // A single group ends the tree, but only above the leaf groups.
            count = if count == 1 && self.level_count > 1 { 0 } else { count.div_ceil(WIDTH) };
        }
        self.starts[self.level_count] = total;
        if self.nodes.capacity() == 0 {
            self.nodes.reserve_exact(total);
        }
        self.nodes.resize(total, Group::EMPTY);
    }

    /// Writes every box of every level, from the items up.
    fn fill(&mut self, level: LaneLevel, boxes: &[Aabb], run: &dyn Fn(&mut [Share<'_>])) {
        assert_eq!(boxes.len(), self.item_count, "a tree is filled with a box for every item");
        self.perimeter = 0.0;
        if self.level_count == 0 {
            return;
        }
        let (leaves, upper) = self.nodes.split_at_mut(self.starts[1]);
        let parents = &mut upper[..self.starts[2] - self.starts[1]];
        let most = parents.len().div_ceil(SHARE_COUNT).max(SHARE_PARENTS);
        let count = parents.len().div_ceil(most);
        if count == 1 {
            let mut share = Share { level, boxes, items: &self.items, leaves, parents, perimeter: 0.0 };
            share.run();
            self.perimeter = share.perimeter;
        } else {
            let leaf_parts = leaves.chunks_mut(most * WIDTH).zip(self.items.chunks(most * WIDTH));
            let parts = leaf_parts.zip(parents.chunks_mut(most));
            let mut shares: [Share<'_>; SHARE_COUNT] = core::array::from_fn(|_| Share::empty());
            for (share, ((leaves, items), parents)) in shares.iter_mut().zip(parts) {
                *share = Share { level, boxes, items, leaves, parents, perimeter: 0.0 };
            }
            run(&mut shares[..count]);
            self.perimeter = shares[..count].iter().map(|share| share.perimeter).sum();
        }
        with_lanes!(level, _lanes => self.fill_levels());
    }

    #[inline(always)]
    fn fill_levels(&mut self) {
        for k in 2..self.level_count {
            let (lower, upper) = self.nodes.split_at_mut(self.starts[k]);
            let children = &lower[self.starts[k - 1]..];
            let parents = &mut upper[..self.starts[k + 1] - self.starts[k]];
            for (c, child) in children.iter().enumerate() {
                parents[c / WIDTH].set(c % WIDTH, child.bounds());
            }
            clear_padding(parents, children.len());
        }
    }
}

/// A part of the boxes of a tree to be rewritten; shares do not overlap.
#[derive(Debug)]
pub struct Share<'a> {
    level: LaneLevel,
    /// The boxes of all items.
    boxes: &'a [Aabb],
    items: &'a [[u32; WIDTH]],
    leaves: &'a mut [Group],
    parents: &'a mut [Group],
    perimeter: f64,
}

impl Share<'_> {
    fn empty() -> Self {
        Share {
            level: LaneLevel::NARROWEST,
            boxes: &[],
            items: &[],
            leaves: &mut [],
            parents: &mut [],
            perimeter: 0.0,
        }
    }

    /// Rewrites the boxes of the share.
    pub fn run(&mut self) {
        with_lanes!(self.level, lanes => self.fill_leaves(lanes));
    }

    #[inline(always)]
    fn fill_leaves<L: Lanes>(&mut self, l: L) {
        let mut perimeter = 0.0;
        for (g, (leaf, items)) in self.leaves.iter_mut().zip(self.items).enumerate() {
            if items[WIDTH - 1] == NO_ITEM {
                for (lane, &item) in items.iter().enumerate() {
                    leaf.set(lane, self.boxes.get(item as usize).copied().unwrap_or(Aabb::EMPTY));
                }
            } else {
                // SAFETY: padding is at the end of a group and this group ends with an item, so all entries
                // are items. The sort wrote a permutation, so they are below the number of items, which is
                // that of the boxes.
                unsafe { leaf.gather(l, self.boxes, items) };
            }
            let bounds = leaf.bounds();
            perimeter += f64::from(bounds.perimeter());
            self.parents[g / WIDTH].set(g % WIDTH, bounds);
        }
        clear_padding(self.parents, self.leaves.len());
        self.perimeter = perimeter;
    }
}

/// Runs all shares on this thread.
fn one_by_one(shares: &mut [Share<'_>]) {
    shares.iter_mut().for_each(Share::run);
}

/// Empties the lanes of the last group without a child.
#[inline(always)]
fn clear_padding(parents: &mut [Group], child_count: usize) {
    for c in child_count..parents.len() * WIDTH {
        parents[c / WIDTH].set(c % WIDTH, Aabb::EMPTY);
    }
}

#[inline(always)]
const fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
const fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Reduces by halves: a fixed order for any lane width.
#[inline(always)]
fn fold(v: &[f32; WIDTH], op: impl Fn(f32, f32) -> f32) -> f32 {
    let v: [f32; 8] = core::array::from_fn(|i| op(v[i], v[i + 8]));
    let v: [f32; 4] = core::array::from_fn(|i| op(v[i], v[i + 4]));
    op(op(v[0], v[2]), op(v[1], v[3]))
}
