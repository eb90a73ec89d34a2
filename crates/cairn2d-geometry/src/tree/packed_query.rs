//! Queries of a packed tree: boxes, rays and moving boxes.
//!
//! The walks are compiled once per lane width and report through a `dyn` callback, so that callers' closures
//! are not compiled once per lane width too.

use core::ops::ControlFlow;

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, with_lanes};

use super::cast::{BoxCast, CastAxis, widen};
use super::packed::{Group, MAX_LEVELS, PackedTree};
use super::packed_pairs::Descent;
use crate::wide_box::{WIDTH, WideBox};

/// Size of the stack of a cast: at most all children of one group per level.
const CAST_STACK: usize = WIDTH * (MAX_LEVELS + 1);

impl PackedTree {
    /// Calls `found` with every item whose box touches `aabb` \[m\], in the order of the tree.
    ///
    /// If `found` returns [`ControlFlow::Break`], the search ends and returns it. An inverted or NaN `aabb`
    /// finds nothing.
    #[inline]
    pub fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        mut found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.query_groups(level, aabb, &mut |items, mut bits| {
            while bits != 0 {
                found(items[bits.trailing_zeros() as usize & (WIDTH - 1)])?;
                bits &= bits - 1;
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `hit(item, max_fraction)` for the boxes that touch the segment from `origin` \[m\] to
    /// `origin + max_fraction * translation` \[m\], roughly by distance.
    ///
    /// The result of `hit` and the rejected input are as for
    /// [`DynamicTree::ray_cast`](super::DynamicTree::ray_cast).
    pub fn ray_cast(
        &self,
        level: LaneLevel,
        origin: Vec2,
        translation: Vec2,
        max_fraction: f32,
        mut hit: impl FnMut(u32, f32) -> f32,
    ) {
        if let Some(cast) = BoxCast::new(Aabb::new(origin, origin), translation, max_fraction) {
            self.cast(level, cast, &mut hit);
        }
    }

    /// As [`ray_cast`](Self::ray_cast), for a box that moves from `aabb` \[m\].
    pub fn box_cast(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        translation: Vec2,
        max_fraction: f32,
        mut hit: impl FnMut(u32, f32) -> f32,
    ) {
        if let Some(cast) = BoxCast::new(aabb, translation, max_fraction) {
            self.cast(level, cast, &mut hit);
        }
    }

    /// Reports each leaf group with members that touch `aabb`, with one bit for each of those.
    fn query_groups(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(&[u32; WIDTH], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let valid = aabb.min.x <= aabb.max.x && aabb.min.y <= aabb.max.y;
        if valid && !self.is_empty() {
            return with_lanes!(level, lanes => self.query_with_lanes(lanes, aabb, found));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn query_with_lanes<L: Lanes>(
        &self,
        l: L,
        aabb: Aabb,
        found: &mut dyn FnMut(&[u32; WIDTH], u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let wide = WideBox::splat(l, aabb);
        let mut descent = Descent::new(l, self, aabb, 1);
        while let Some(g) = descent.next(l, self) {
            let bits = self.level(0)[g].touched(l, &wide);
            if bits != 0 {
                found(&self.items[g], bits)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn cast(&self, level: LaneLevel, cast: BoxCast, hit: &mut dyn FnMut(u32, f32) -> f32) {
        if !self.is_empty() {
            with_lanes!(level, lanes => self.cast_with_lanes(lanes, cast, hit));
        }
    }

    #[inline(always)]
    fn cast_with_lanes<L: Lanes>(&self, l: L, mut cast: BoxCast, hit: &mut dyn FnMut(u32, f32) -> f32) {
        let mut stack = CastStack { entries: [Entry { enter: 0.0, child: 0, level: 0 }; CAST_STACK], len: 0 };
        let top = self.level_count() - 1;
        stack.push_children(l, &cast, &self.level(top)[0], (0, top));
        while let Some(entry) = stack.pop() {
            // The limit may have decreased since the entry was pushed.
            if entry.enter > cast.limit {
                continue;
            }
            let child = entry.child as usize;
            if entry.level > 0 {
                let below = entry.level as usize - 1;
                stack.push_children(l, &cast, &self.level(below)[child], (child, below));
            } else if !cast.shorten(hit(self.items.as_flattened()[child], cast.max_fraction)) {
                return;
            }
        }
    }
}

/// A child box that a cast hits.
#[derive(Clone, Copy)]
struct Entry {
    /// Fraction of the hit \[-\].
    enter: f32,
    /// Index of the box on its level.
    child: u32,
    /// The level of the group that holds the box: 0 for the box of an item.
    level: u32,
}

struct CastStack {
    entries: [Entry; CAST_STACK],
    len: usize,
}

impl CastStack {
    #[inline(always)]
    fn pop(&mut self) -> Option<Entry> {
        self.len = self.len.checked_sub(1)?;
        Some(self.entries[self.len])
    }

    /// Pushes the boxes of a group that the cast hits, so that the first hit is popped first, and of equal
    /// ones the lower.
    #[inline(always)]
    fn push_children<L: Lanes>(&mut self, l: L, cast: &BoxCast, group: &Group, place: (usize, usize)) {
        let (number, level) = place;
        let mut enters = [0.0; WIDTH];
        let mut bits = enter_w(l, cast, group, &mut enters);
        let bottom = self.len;
        while bits != 0 {
            let lane = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let entry =
                Entry { enter: enters[lane], child: (number * WIDTH + lane) as u32, level: level as u32 };
            // Insertion sort, latest at the bottom: there are seldom more than a few.
            let mut at = self.len;
            while at > bottom && self.entries[at - 1].enter <= entry.enter {
                self.entries[at] = self.entries[at - 1];
                at -= 1;
            }
            self.entries[at] = entry;
            self.len += 1;
        }
    }
}

/// [`BoxCast::enter`] for sixteen boxes: writes the fraction of each, and returns one bit for each hit.
#[inline(always)]
fn enter_w<L: Lanes>(l: L, cast: &BoxCast, group: &Group, enters: &mut [f32; WIDTH]) -> u32 {
    let mut bits = 0;
    for chunk in 0..WIDTH / L::COUNT {
        let lane = chunk * L::COUNT;
        let (near_x, far_x) = clip_w(l, &cast.x, l.load(&group.min_x[lane..]), l.load(&group.max_x[lane..]));
        let (near_y, far_y) = clip_w(l, &cast.y, l.load(&group.min_y[lane..]), l.load(&group.max_y[lane..]));
        let near = l.max(l.max(near_x, near_y), l.zero());
        let far = l.min(far_x, far_y) * l.splat(widen(1.0));
        let meets = l.and(l.le(near, far), l.le(near, l.splat(cast.limit)));
        l.store(near, &mut enters[lane..]);
        bits |= l.bits(meets) << lane;
    }
    bits
}

/// The interval of fractions between the borders, as in [`CastAxis::clip`].
#[inline(always)]
fn clip_w<L: Lanes>(l: L, axis: &CastAxis, min: L::F, max: L::F) -> (L::F, L::F) {
    let (upper, lower) = (l.splat(axis.upper), l.splat(axis.lower));
    if axis.still {
        let meets = l.and(l.le(min, upper), l.le(lower, max));
        let (first, last) = (l.splat(f32::NEG_INFINITY), l.splat(f32::INFINITY));
        return (l.select(meets, first, last), l.select(meets, last, first));
    }
    let inverse = l.splat(axis.inverse);
    let (to_min, to_max) = ((min - upper) * inverse, (max - lower) * inverse);
    if axis.inverse > 0.0 { (to_min, to_max) } else { (to_max, to_min) }
}
