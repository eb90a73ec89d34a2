//! Queries of a packed tree: boxes, rays, moving boxes, and boxes near a point.
//!
//! The walks are compiled once per lane width and report through a `dyn` callback, so that callers' closures
//! are not compiled once per lane width too.

use core::ops::ControlFlow;

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, with_lanes};

use super::cast::{BoxCast, CastAxis, widen};
use super::packed::{Group, MAX_LEVELS, PackedTree};
use super::packed_pairs::Descent;
use super::stack::{BatchStack, Entry};
use crate::wide_box::{WIDTH, WideBox};

/// Size of the stack of a walk: at most all children of one group per level.
const WALK_STACK: usize = WIDTH * (MAX_LEVELS + 1);

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
        if let Some(mut cast) = BoxCast::new(Aabb::new(origin, origin), translation, max_fraction) {
            self.cast(level, &mut cast, &mut hit);
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
        if let Some(mut cast) = BoxCast::new(aabb, translation, max_fraction) {
            self.cast(level, &mut cast, &mut hit);
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

    /// As [`box_cast`](Self::box_cast), with a prepared cast that the answers shorten.
    #[doc(hidden)]
    pub fn cast(&self, level: LaneLevel, cast: &mut BoxCast, hit: &mut dyn FnMut(u32, f32) -> f32) {
        if !self.is_empty() {
            with_lanes!(level, lanes => self.cast_with_lanes(lanes, cast, hit));
        }
    }

    #[inline(always)]
    fn cast_with_lanes<L: Lanes>(&self, l: L, cast: &mut BoxCast, hit: &mut dyn FnMut(u32, f32) -> f32) {
        let mut stack = WalkStack::new();
        let top = self.level_count() - 1;
        let mut enters = [0.0; WIDTH];
        let mut bits = enter_w(l, cast, &self.level(top)[0], &mut enters);
        push_children(&mut stack, bits, &enters, (0, top));
        while let Some(entry) = stack.pop() {
            // The limit may have decreased since the entry was pushed.
            if entry.key > cast.limit {
                continue;
            }
            let child = entry.child as usize;
            if entry.level > 0 {
                let below = entry.level as usize - 1;
                bits = enter_w(l, cast, &self.level(below)[child], &mut enters);
                push_children(&mut stack, bits, &enters, (child, below));
            } else if !cast.shorten(hit(self.items.as_flattened()[child], cast.max_fraction)) {
                return;
            }
        }
    }

    /// Calls `visit(item, limit)` for the boxes at most `limit` \[m\] from `point` \[m\], roughly by
    /// distance, as [`DynamicTree::visit_near`](super::DynamicTree::visit_near) does.
    pub fn visit_near(
        &self,
        level: LaneLevel,
        point: Vec2,
        max_distance: f32,
        mut visit: impl FnMut(u32, f32) -> f32,
    ) {
        if !self.is_empty() && point.is_finite() && !max_distance.is_nan() {
            let visit: &mut dyn FnMut(u32, f32) -> f32 = &mut visit;
            with_lanes!(level, lanes => self.visit_near_with_lanes(lanes, point, max_distance, visit));
        }
    }

    #[inline(always)]
    fn visit_near_with_lanes<L: Lanes>(
        &self,
        l: L,
        point: Vec2,
        max_distance: f32,
        visit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let mut stack = WalkStack::new();
        let top = self.level_count() - 1;
        let mut limit = max_distance;
        let mut squares = [0.0; WIDTH];
        let mut bits = distance_w(l, point, square_limit(limit), &self.level(top)[0], &mut squares);
        push_children(&mut stack, bits, &squares, (0, top));
        while let Some(entry) = stack.pop() {
            if entry.key > square_limit(limit) {
                continue;
            }
            let child = entry.child as usize;
            if entry.level > 0 {
                let below = entry.level as usize - 1;
                let group = &self.level(below)[child];
                bits = distance_w(l, point, square_limit(limit), group, &mut squares);
                push_children(&mut stack, bits, &squares, (child, below));
            } else {
                let new = visit(self.items.as_flattened()[child], limit);
                limit = if new < limit { new } else { limit };
            }
        }
    }
}

type WalkStack = BatchStack<WALK_STACK>;

/// Pushes the boxes of a group that the bits select, so that the least key is popped first, and of equal ones
/// the lower box. The place is the number of the group and its level.
#[inline(always)]
fn push_children(stack: &mut WalkStack, mut bits: u32, keys: &[f32; WIDTH], place: (usize, usize)) {
    let (number, level) = place;
    let bottom = stack.begin();
    while bits != 0 {
        let lane = bits.trailing_zeros() as usize & (WIDTH - 1);
        bits &= bits - 1;
        stack.push(
            bottom,
            Entry { key: keys[lane], child: (number * WIDTH + lane) as u32, level: level as u32 },
        );
    }
}

/// A distance \[m\] as a bound of squared distances, rounded outwards; negative for a negative distance.
#[inline(always)]
fn square_limit(limit: f32) -> f32 {
    // Covers the roundings of a difference on each axis, two squares, their sum, and this product.
    // Padding is infinitely far away, so the bound stays finite.
    let square = limit * limit * (1.0 + 2.0e-6) + f32::MIN_POSITIVE;
    if limit < 0.0 {
        -1.0
    } else if square < f32::MAX {
        square
    } else {
        f32::MAX
    }
}

/// The squared distances \[m^2\] of sixteen boxes from a point: writes each, and returns one bit for each
/// that is at most `limit`.
#[inline(always)]
fn distance_w<L: Lanes>(l: L, point: Vec2, limit: f32, group: &Group, squares: &mut [f32; WIDTH]) -> u32 {
    let (x, y, zero) = (l.splat(point.x), l.splat(point.y), l.zero());
    let mut bits = 0;
    for chunk in 0..WIDTH / L::COUNT {
        let lane = chunk * L::COUNT;
        let dx = l.max(l.max(l.load(&group.min_x[lane..]) - x, x - l.load(&group.max_x[lane..])), zero);
        let dy = l.max(l.max(l.load(&group.min_y[lane..]) - y, y - l.load(&group.max_y[lane..])), zero);
        let square = dx * dx + dy * dy;
        l.store(square, &mut squares[lane..]);
        bits |= l.bits(l.le(square, l.splat(limit))) << lane;
    }
    bits
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
