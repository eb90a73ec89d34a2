//! Queries of a [`DynamicTree`]: boxes, rays, moving boxes and the nearest box.
//!
//! All queries walk depth first with a stack of fixed size, the nearer child first if that matters.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, Vec2};

use super::cast::BoxCast;
use super::dynamic::{DynamicTree, NULL, Node};
use super::stack::SpillStack;

/// Enough for any tree this module builds by itself; deeper ones spill to the heap.
const STACK_SIZE: usize = 96;

impl DynamicTree {
    /// Calls `found` with the value of every box that touches `aabb` \[m\] and has a category bit in `mask`.
    ///
    /// If `found` returns [`ControlFlow::Break`], the search ends and returns it. An inverted or NaN `aabb`
    /// finds nothing.
    #[inline]
    pub fn query(
        &self,
        aabb: Aabb,
        mask: u64,
        mut found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // On WebAssembly there is one walk with an indirect call, to save code size; elsewhere the callback
        // is inlined.
        if cfg!(target_family = "wasm") {
            return self.query_by(aabb, mask, &mut found);
        }
        self.query_leaves(aabb, mask, |leaf| found(leaf.child_b))
    }

    #[inline(never)]
    fn query_by(
        &self,
        aabb: Aabb,
        mask: u64,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.query_leaves(aabb, mask, |leaf| found(leaf.child_b))
    }

    /// The values of every box that touches `aabb` \[m\] and has a category bit in `mask`, ascending.
    #[must_use]
    pub fn query_all(&self, aabb: Aabb, mask: u64) -> Vec<u32> {
        let mut found = Vec::new();
        let _ = self.query(aabb, mask, |user| {
            found.push(user);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// Calls `found(i, user)` for every box of this tree that touches `boxes[i]` \[m\] and has a category bit
    /// in `mask`.
    ///
    /// Walks the tree once for all, which is efficient if the boxes are close together. Reports by tree box,
    /// and for each the `i` in ascending order.
    pub fn for_each_overlap_with(&self, boxes: &[Aabb], mask: u64, mut found: impl FnMut(usize, u32)) {
        let valid = boxes.iter().filter(|aabb| aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y);
        let bounds = valid.fold(Aabb::EMPTY, |bounds, &aabb| bounds.union(aabb));
        let _ = self.query_leaves(bounds, mask, |leaf| {
            for (i, &aabb) in boxes.iter().enumerate() {
                if aabb.overlaps(leaf.aabb) && aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y {
                    found(i, leaf.child_b);
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `hit(user, max_fraction)` for the boxes that touch the segment from `origin` \[m\] to
    /// `origin + max_fraction * translation` \[m\] and have a category bit in `mask`, roughly by distance.
    ///
    /// `hit` returns the new `max_fraction` \[-\]: 0 ends the cast, a smaller value shortens the segment, and
    /// any other value (a larger one, a negative one, NaN) leaves it unchanged. Input that is not finite hits
    /// nothing; neither does a negative `max_fraction`. A zero translation reports the boxes around `origin`.
    #[inline]
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        max_fraction: f32,
        mask: u64,
        hit: impl FnMut(u32, f32) -> f32,
    ) {
        if let Some(mut cast) = BoxCast::new(Aabb::new(origin, origin), translation, max_fraction) {
            self.cast(&mut cast, mask, hit);
        }
    }

    /// As [`ray_cast`](Self::ray_cast), for a box that moves from `aabb` \[m\].
    #[inline]
    pub fn box_cast(
        &self,
        aabb: Aabb,
        translation: Vec2,
        max_fraction: f32,
        mask: u64,
        hit: impl FnMut(u32, f32) -> f32,
    ) {
        if let Some(mut cast) = BoxCast::new(aabb, translation, max_fraction) {
            self.cast(&mut cast, mask, hit);
        }
    }

    /// The box with the least `distance` \[m\], at most `max_distance` \[m\]: its value and that distance.
    ///
    /// `distance(user)` returns the exact distance, or `None` to skip a box. It must not return less than the
    /// distance between `point` \[m\] and the box. Equal distances go to the smaller value. Boxes are tried
    /// roughly by distance and skipped if they are farther than the best so far.
    pub fn nearest(
        &self,
        point: Vec2,
        max_distance: f32,
        mask: u64,
        mut distance: impl FnMut(u32) -> Option<f32>,
    ) -> Option<(u32, f32)> {
        let mut best = None;
        self.visit_near(point, max_distance, mask, |user, limit| {
            let found = distance(user).filter(|&d| d <= limit);
            let better = |d: &f32| best.is_none_or(|(former, least)| *d < least || user < former);
            if let Some(d) = found.filter(better) {
                best = Some((user, d));
            }
            best.map_or(limit, |(_, least)| least)
        });
        best
    }

    /// Calls `visit(user, limit)` for the boxes at most `limit` \[m\] from `point` \[m\], roughly by
    /// distance. `visit` returns the new limit; a larger one changes nothing.
    ///
    /// The limit is `max_distance` \[m\] at first. A box at the limit is visited; one a few units in the last
    /// place beyond may be. A point that is not finite finds nothing.
    pub fn visit_near(
        &self,
        point: Vec2,
        max_distance: f32,
        mask: u64,
        mut visit: impl FnMut(u32, f32) -> f32,
    ) {
        if self.root == NULL || !point.is_finite() || max_distance.is_nan() {
            return;
        }
        let mut limit = max_distance;
        let mut stack = SpillStack::<(u32, f32), STACK_SIZE>::new();
        stack.push((self.root, lower_bound(self.nodes[self.root as usize].aabb, point)));
        while let Some((index, bound)) = stack.pop() {
            let node = &self.nodes[index as usize];
            if node.category & mask == 0 || bound > limit {
                continue;
            }
            if node.is_leaf() {
                let new = visit(node.child_b, limit);
                limit = if new < limit { new } else { limit };
                continue;
            }
            let [a, b] =
                [node.child_a, node.child_b].map(|c| (c, lower_bound(self.nodes[c as usize].aabb, point)));
            let (near, far) = if b.1 < a.1 { (b, a) } else { (a, b) };
            stack.push(far);
            stack.push(near);
        }
    }

    /// Every leaf that touches `aabb` and shares a bit with `mask`, depth first.
    #[inline(always)]
    pub(super) fn query_leaves(
        &self,
        aabb: Aabb,
        mask: u64,
        found: impl FnMut(&Node) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let valid = aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y;
        if !valid {
            return ControlFlow::Continue(());
        }
        self.walk_leaves(|node| node.category & mask != 0 && node.aabb.overlaps(aabb), found)
    }

    /// Every leaf that `touches` accepts, depth first; it accepts every node above an accepted one.
    #[inline(always)]
    pub(super) fn walk_leaves(
        &self,
        touches: impl Fn(&Node) -> bool,
        mut found: impl FnMut(&Node) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.root == NULL {
            return ControlFlow::Continue(());
        }
        let mut node = &self.nodes[self.root as usize];
        if !touches(node) {
            return ControlFlow::Continue(());
        }
        // Invariant: `node` and all nodes on the stack are accepted.
        let mut stack = SpillStack::<u32, STACK_SIZE>::new();
        loop {
            if !node.is_leaf() {
                let [a, b] = [&self.nodes[node.child_a as usize], &self.nodes[node.child_b as usize]];
                match (touches(a), touches(b)) {
                    (true, false) => {
                        node = a;
                        continue;
                    }
                    (false, true) => {
                        node = b;
                        continue;
                    }
                    (true, true) => {
                        stack.push(node.child_b);
                        node = a;
                        continue;
                    }
                    (false, false) => {}
                }
            } else {
                found(node)?;
            }
            let Some(index) = stack.pop() else { return ControlFlow::Continue(()) };
            node = &self.nodes[index as usize];
        }
    }

    /// As [`box_cast`](Self::box_cast), with a prepared cast that the answers shorten.
    #[doc(hidden)]
    #[inline(always)]
    pub fn cast(&self, cast: &mut BoxCast, mask: u64, mut hit: impl FnMut(u32, f32) -> f32) {
        if self.root == NULL {
            return;
        }
        let mut index = self.root;
        if cast.enter(self.nodes[index as usize].aabb) == f32::INFINITY {
            return;
        }
        // Invariant: the cast meets the box of `index`, and met those on the stack when they were pushed.
        let mut stack = SpillStack::<(u32, f32), STACK_SIZE>::new();
        loop {
            let node = &self.nodes[index as usize];
            if node.category & mask == 0 {
                // Neither this box nor those below it are wanted.
            } else if node.is_leaf() {
                if !cast.shorten(hit(node.child_b, cast.max_fraction)) {
                    return;
                }
            } else {
                let (a, b) = (node.child_a, node.child_b);
                let enter_a = cast.enter(self.nodes[a as usize].aabb);
                let enter_b = cast.enter(self.nodes[b as usize].aabb);
                let b_first = enter_b < enter_a;
                let (near, far) = if b_first { (enter_b, enter_a) } else { (enter_a, enter_b) };
                // A miss has the fraction infinity.
                if far != f32::INFINITY {
                    stack.push((if b_first { a } else { b }, far));
                }
                if near != f32::INFINITY {
                    index = if b_first { b } else { a };
                    continue;
                }
            }
            // The limit may have decreased since a node was pushed.
            index = loop {
                let Some((index, enter)) = stack.pop() else { return };
                if enter <= cast.limit {
                    break index;
                }
            };
        }
    }
}

/// A distance \[m\] that is not above the one between `point` and the box.
#[inline(always)]
fn lower_bound(aabb: Aabb, point: Vec2) -> f32 {
    let axis = |min: f32, p: f32, max: f32| {
        if p < min {
            min - p
        } else if max < p {
            p - max
        } else {
            0.0
        }
    };
    let away = Vec2::new(axis(aabb.min.x, point.x, aabb.max.x), axis(aabb.min.y, point.y, aabb.max.y));
    // Subtracts more than the sum of five roundings of half a unit each.
    away.length() * (1.0 - 1.0e-6)
}
