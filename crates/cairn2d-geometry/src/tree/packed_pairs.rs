//! All overlapping pairs of a packed tree, group against group.
//!
//! For each leaf group with a moved item, the upper levels give the other groups whose box it touches. That
//! descent is shared: it runs once for the parent of sixteen groups and gives a short list of parents; then
//! each group compares its own box with the sixteen child boxes of each parent. For each pair of groups, the
//! members of the first that touch the second's box are compared with its sixteen members at once.
//!
//! **Each pair once.** Group `g` owns its pairs with `h > g`, and those with `h < g` if no item in `h` moved,
//! because such an `h` is not visited itself. The list of a range of groups depends on this rule only, so
//! different threads can search ranges and append their lists in order.

use core::ops::{ControlFlow, Range};

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, with_lanes};

use super::DynamicTree;
use super::dynamic::Node;
use super::packed::{Group, MAX_LEVELS, PackedTree};
use crate::wide_box::{PairSink, WIDTH, WideBox};

/// Length of the list of neighbouring parents; beyond it, each group descends separately.
const BLOCK_LIST: usize = 128;

impl PackedTree {
    /// Appends every pair `(i, j)`, `i < j`, of items whose boxes touch and of which at least one is marked
    /// as moved ([`mark_moved`](Self::mark_moved)), each pair once.
    ///
    /// `groups` selects a part of `0..group_count()`; indices beyond are ignored. The concatenated lists of
    /// adjacent ranges are the list of the whole: order and content depend neither on the lanes nor on the
    /// division.
    pub fn find_pairs(&self, level: LaneLevel, groups: Range<usize>, out: &mut Vec<(u32, u32)>) {
        let end = groups.end.min(self.group_count());
        if groups.start < end {
            let mut all = |_: u32, _: &[u32; WIDTH], touched: u32| touched;
            with_lanes!(level, lanes => self.find_pairs_with_lanes(lanes, groups.start..end, out, &mut all));
        }
    }

    /// As [`find_pairs`](Self::find_pairs), without the pairs that `select` drops. It gets an item, sixteen
    /// others, and a bit for each of these that forms a pair with the item; it returns the bits of the pairs
    /// to append.
    pub fn find_pairs_selected(
        &self,
        level: LaneLevel,
        groups: Range<usize>,
        select: &mut dyn FnMut(u32, &[u32; 16], u32) -> u32,
        out: &mut Vec<(u32, u32)>,
    ) {
        let end = groups.end.min(self.group_count());
        if groups.start < end {
            let mut select = |item: u32, others: &[u32; WIDTH], touched: u32| {
                if touched == 0 { 0 } else { select(item, others, touched) }
            };
            with_lanes!(level, lanes => self.find_pairs_with_lanes(lanes, groups.start..end, out, &mut select));
        }
    }

    /// Appends `(item, user)` for every item that is marked as moved and every box of `tree` that it touches
    /// and that has a category bit in `mask`; `groups` as for [`find_pairs`](Self::find_pairs).
    pub fn find_pairs_with(
        &self,
        level: LaneLevel,
        tree: &DynamicTree,
        mask: u64,
        groups: Range<usize>,
        out: &mut Vec<(u32, u32)>,
    ) {
        let end = groups.end.min(self.group_count());
        if groups.start < end && !tree.is_empty() {
            with_lanes!(level, lanes => self.find_tree_pairs(lanes, (tree, mask), groups.start..end, out));
        }
    }

    #[inline(always)]
    fn find_pairs_with_lanes<L: Lanes>(
        &self,
        l: L,
        groups: Range<usize>,
        out: &mut Vec<(u32, u32)>,
        select: &mut impl Select,
    ) {
        let mut list = BlockList { blocks: [0; BLOCK_LIST], count: 0 };
        let out = &mut Selected { sink: PairSink::new(out), select };
        for block in groups.start / WIDTH..groups.end.div_ceil(WIDTH) {
            let mut active = u32::from(self.moved_groups[block]);
            let first = block * WIDTH;
            active &= u32::MAX << groups.start.saturating_sub(first);
            active &= u32::MAX >> (32 - (groups.end - first).min(WIDTH));
            if active == 0 {
                continue;
            }
            let complete = self.list_blocks(l, block, self.block_box(block), &mut list);
            while active != 0 {
                let g = first + active.trailing_zeros() as usize;
                active &= active - 1;
                if !complete {
                    self.pairs_of_group_by_descent(l, g, out);
                    continue;
                }
                let wide = WideBox::splat(l, self.group_box(g));
                for &other in &list.blocks[..list.count] {
                    self.pairs_in_block(l, (g, &wide), other as usize, out);
                }
            }
        }
        out.sink.flush();
    }

    /// The pairs of group `g` with the groups under one parent.
    #[inline(always)]
    fn pairs_in_block<L: Lanes>(
        &self,
        l: L,
        g: (usize, &WideBox<L>),
        block: usize,
        out: &mut Selected<'_, impl Select>,
    ) {
        let (g, wide) = g;
        let parent = &self.level(1)[block];
        let later = match (g / WIDTH).cmp(&block) {
            core::cmp::Ordering::Less => u32::MAX,
            core::cmp::Ordering::Equal => u32::MAX << (g % WIDTH),
            core::cmp::Ordering::Greater => 0,
        };
        let mut touched = parent.touched(l, wide) & (later | !u32::from(self.moved_groups[block]));
        while touched != 0 {
            let lane = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let h = block * WIDTH + lane;
            if h == g {
                self.pairs_within(l, g, out);
            } else {
                self.pairs_across(l, g, (h, parent.get(lane)), out);
            }
        }
    }

    /// The pairs within a group.
    #[inline(always)]
    fn pairs_within<L: Lanes>(&self, l: L, g: usize, out: &mut Selected<'_, impl Select>) {
        let group = &self.level(0)[g];
        let moved = u32::from(self.moved[g]);
        for lane in 0..WIDTH - 1 {
            let wide = WideBox::splat(l, group.get(lane));
            let wanted = if moved >> lane & 1 != 0 { u32::MAX } else { moved };
            let touched = group.touched(l, &wide) & wanted & (u32::MAX << (lane + 1));
            out.push(self.items[g][lane], &self.items[g], touched);
        }
    }

    /// The pairs of two groups, the second given with its box.
    #[inline(always)]
    fn pairs_across<L: Lanes>(&self, l: L, g: usize, h: (usize, Aabb), out: &mut Selected<'_, impl Select>) {
        let (h, h_box) = h;
        let (first, second) = (&self.level(0)[g], &self.level(0)[h]);
        let (moved_g, moved_h) = (u32::from(self.moved[g]), u32::from(self.moved[h]));
        let mut reaching = first.touched(l, &WideBox::splat(l, h_box));
        while reaching != 0 {
            let lane = reaching.trailing_zeros() as usize;
            reaching &= reaching - 1;
            let wanted = if moved_g >> lane & 1 != 0 { u32::MAX } else { moved_h };
            let touched = second.touched(l, &WideBox::splat(l, first.get(lane))) & wanted;
            out.push(self.items[g][lane], &self.items[h], touched);
        }
    }

    /// As the loop over the list of blocks, for a neighbourhood that exceeds the list.
    #[inline(always)]
    fn pairs_of_group_by_descent<L: Lanes>(&self, l: L, g: usize, out: &mut Selected<'_, impl Select>) {
        let aabb = self.group_box(g);
        let wide = WideBox::splat(l, aabb);
        let mut descent = Descent::new(l, self, aabb, 2);
        while let Some(block) = descent.next(l, self) {
            self.pairs_in_block(l, (g, &wide), block, out);
        }
    }

    /// Lists the parents of leaf groups that `block` may have pairs with, ascending; false if there are too
    /// many.
    #[inline(always)]
    fn list_blocks<L: Lanes>(&self, l: L, block: usize, aabb: Aabb, list: &mut BlockList) -> bool {
        list.count = 0;
        let mut descent = Descent::new(l, self, aabb, 2);
        while let Some(other) = descent.next(l, self) {
            if other >= block || self.moved_groups[other] != u16::MAX {
                let Some(slot) = list.blocks.get_mut(list.count) else { return false };
                *slot = other as u32;
                list.count += 1;
            }
        }
        true
    }

    /// The box around sixteen leaf groups.
    #[inline(always)]
    fn block_box(&self, block: usize) -> Aabb {
        if self.level_count() > 2 { self.level(2)[block / WIDTH].get(block % WIDTH) } else { self.bounds() }
    }

    #[inline(always)]
    fn find_tree_pairs<L: Lanes>(
        &self,
        l: L,
        tree: (&DynamicTree, u64),
        groups: Range<usize>,
        out: &mut Vec<(u32, u32)>,
    ) {
        let (tree, mask) = tree;
        for g in groups {
            let moved = u32::from(self.moved[g]);
            if moved == 0 {
                continue;
            }
            let (group, items) = (&self.level(0)[g], &self.items[g]);
            let bounds = self.group_box(g);
            // The bounds of scattered boxes hold many that none of them touches, so each node is compared
            // with all of them. Both walks report the same leaves in the same order. Closures that use lanes
            // must be inlined: otherwise each instruction of theirs becomes a call.
            let _ = if is_scattered(group, moved, bounds) {
                tree.walk_leaves(
                    #[inline(always)]
                    |node| {
                        let near = node.category & mask != 0 && node.aabb.overlaps(bounds);
                        near && group.touched(l, &WideBox::splat(l, node.aabb)) & moved != 0
                    },
                    #[inline(always)]
                    |leaf| push_touched(l, (group, items, moved), leaf, out),
                )
            } else {
                tree.query_leaves(
                    bounds,
                    mask,
                    #[inline(always)]
                    |leaf| push_touched(l, (group, items, moved), leaf, out),
                )
            };
        }
    }
}

/// Appends the pairs of a leaf and the selected boxes of a group that it touches.
#[inline(always)]
fn push_touched<L: Lanes>(
    l: L,
    (group, items, selected): (&Group, &[u32; WIDTH], u32),
    leaf: &Node,
    out: &mut Vec<(u32, u32)>,
) -> ControlFlow<()> {
    let mut touched = group.touched(l, &WideBox::splat(l, leaf.aabb)) & selected;
    while touched != 0 {
        out.push((items[touched.trailing_zeros() as usize], leaf.child_b));
        touched &= touched - 1;
    }
    ControlFlow::Continue(())
}

/// Perimeter of the bounds of a group from which its boxes count as scattered, as a multiple of the sum of
/// their perimeters \[-\]. A comparison with sixteen boxes costs about as much as four with one.
const SCATTERED: f32 = 3.0;

/// Whether the boxes of a group that the bits select are scattered within the bounds of the group.
#[inline(always)]
fn is_scattered(group: &Group, mut selected: u32, bounds: Aabb) -> bool {
    let mut sum = 0.0;
    while selected != 0 {
        sum += group.get(selected.trailing_zeros() as usize & (WIDTH - 1)).perimeter();
        selected &= selected - 1;
    }
    bounds.perimeter() > SCATTERED * sum
}

/// Selects the pairs of an item with sixteen others.
trait Select: FnMut(u32, &[u32; WIDTH], u32) -> u32 {}

impl<F: FnMut(u32, &[u32; WIDTH], u32) -> u32> Select for F {}

/// Appends the selected pairs.
struct Selected<'a, S> {
    sink: PairSink<'a>,
    select: &'a mut S,
}

impl<S: Select> Selected<'_, S> {
    #[inline(always)]
    fn push(&mut self, item: u32, others: &[u32; WIDTH], touched: u32) {
        let kept = (self.select)(item, others, touched);
        self.sink.push(item, others, kept);
    }
}

/// Parents of leaf groups.
struct BlockList {
    blocks: [u32; BLOCK_LIST],
    count: usize,
}

/// A walk over the boxes of one level that touch a box, in ascending order.
///
/// An implicit tree needs only one mask of unvisited children per level as state.
pub(super) struct Descent<L: Lanes> {
    wide: WideBox<L>,
    /// The level whose boxes are reported; they are groups of the level below.
    target: usize,
    level: usize,
    /// The current group on each level, and its unvisited children.
    groups: [usize; MAX_LEVELS],
    masks: [u32; MAX_LEVELS],
}

impl<L: Lanes> Descent<L> {
    /// Starts a walk that reports the boxes of level `target` that touch `aabb`. A tree without that level
    /// has a single group below it, which is reported without a test.
    #[inline(always)]
    pub(super) fn new(l: L, tree: &PackedTree, aabb: Aabb, target: usize) -> Self {
        let wide = WideBox::splat(l, aabb);
        let top = tree.level_count() - 1;
        let mut descent = Self { wide, target, level: top, groups: [0; MAX_LEVELS], masks: [0; MAX_LEVELS] };
        if top < target {
            descent.level = target;
            descent.masks[target] = 1;
        } else {
            descent.masks[top] = tree.level(top)[0].touched(l, &wide);
        }
        descent
    }

    #[inline(always)]
    pub(super) fn next(&mut self, l: L, tree: &PackedTree) -> Option<usize> {
        loop {
            let mask = self.masks[self.level];
            if mask == 0 {
                self.level += 1;
                if self.level >= tree.level_count() {
                    self.level -= 1;
                    return None;
                }
                continue;
            }
            self.masks[self.level] = mask & (mask - 1);
            let child = self.groups[self.level] * WIDTH + mask.trailing_zeros() as usize;
            if self.level == self.target {
                return Some(child);
            }
            self.level -= 1;
            self.groups[self.level] = child;
            let group: &Group = &tree.level(self.level)[child];
            self.masks[self.level] = group.touched(l, &self.wide);
        }
    }
}
