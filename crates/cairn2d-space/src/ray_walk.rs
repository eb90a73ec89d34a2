//! Rays over cells: a segment as a sequence of pieces about two cells long, each with its bounding box.
//!
//! Walking from cell to cell (Amanatides and Woo 1987) may lose a cell to rounding, above all far from the
//! origin. Here a piece is a box, rounded outwards in double precision, and all cells under it are searched
//! except those of the piece before. Both borders of the boxes move in one direction from piece to piece,
//! because sums, products and roundings are monotone. So a cell lies under neighbouring pieces only, and is
//! searched exactly once.

use cairn2d_geometry::Ray;
use cairn2d_math::{Aabb, Vec2, vec2};

/// Outward rounding of pieces, relative to their coordinates \[-\].
const MARGIN: f64 = 1.0e-6;

/// Outward rounding where the relative one underflows \[m\].
const TINY: f64 = 1.0e-44;

/// Cells per piece \[-\].
const PIECE_LENGTH: f64 = 2.0;

/// The box \[m\] around a ray, rounded outwards.
pub(crate) fn ray_box(ray: &Ray) -> Aabb {
    RayWalk { to: f64::from(ray.max_fraction), ..RayWalk::whole(ray) }.piece(0)
}

/// A ray in pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayWalk {
    origin: [f64; 2],
    translation: [f64; 2],
    margin: [f64; 2],
    /// The searched part of the ray \[-\].
    from: f64,
    to: f64,
    /// Number of pieces, a whole number.
    count: f64,
}

impl RayWalk {
    /// The part of a ray inside of `bounds` \[m\], in pieces for cells of a size \[m\]; `None` if it misses.
    pub(crate) fn new(ray: &Ray, bounds: Aabb, cell: f32) -> Option<Self> {
        let mut walk = Self::whole(ray);
        let (low, high) = (wide(bounds.min), wide(bounds.max));
        for axis in 0..2 {
            let (origin, translation) = (walk.origin[axis], walk.translation[axis]);
            let (low, high) = (low[axis] - walk.margin[axis], high[axis] + walk.margin[axis]);
            if translation == 0.0 {
                if origin < low || high < origin {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - origin) / translation, (high - origin) / translation);
            let (near, far) = if a < b { (a, b) } else { (b, a) };
            walk.from = if near > walk.from { near } else { walk.from };
            walk.to = if far < walk.to { far } else { walk.to };
        }
        let span = walk.to - walk.from;
        if span < 0.0 {
            return None;
        }
        let [x, y] = walk.translation.map(f64::abs);
        let length = span * if x > y { x } else { y };
        walk.count = 1.0 + (length / (PIECE_LENGTH * f64::from(cell))).trunc();
        Some(walk)
    }

    /// Number of pieces; may exceed the range of integers.
    pub(crate) const fn count(&self) -> f64 {
        self.count
    }

    /// Whether piece `k` starts beyond a fraction \[-\] of the ray.
    pub(crate) fn is_beyond(&self, k: usize, limit: f32) -> bool {
        self.fraction(k) > f64::from(limit) * (1.0 + MARGIN)
    }

    /// The box \[m\] around piece `k`.
    pub(crate) fn piece(&self, k: usize) -> Aabb {
        let (first, last) = (self.fraction(k), self.fraction(k + 1));
        let axis = |axis: usize| {
            let (origin, translation, margin) =
                (self.origin[axis], self.translation[axis], self.margin[axis]);
            let (a, b) = (origin + translation * first, origin + translation * last);
            let (low, high) = if translation < 0.0 { (b, a) } else { (a, b) };
            (narrow(low - margin), narrow(high + margin))
        };
        let (x, y) = (axis(0), axis(1));
        Aabb::new(vec2(x.0, y.0), vec2(x.1, y.1))
    }

    /// A ray as a single piece.
    fn whole(ray: &Ray) -> Self {
        let (origin, translation) = (wide(ray.origin), wide(ray.translation));
        let to = f64::from(ray.max_fraction);
        let margin = |axis: usize| MARGIN * (origin[axis].abs() + translation[axis].abs() * to) + TINY;
        Self { origin, translation, margin: [margin(0), margin(1)], from: 0.0, to, count: 1.0 }
    }

    /// Start of piece `k` \[-\].
    fn fraction(&self, k: usize) -> f64 {
        self.from + (self.to - self.from) * (k as f64 / self.count)
    }
}

/// Cells of a rectangle, borders included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellRect {
    pub(crate) min_x: i64,
    pub(crate) min_y: i64,
    pub(crate) max_x: i64,
    pub(crate) max_y: i64,
}

impl CellRect {
    /// Number of cells \[-\].
    pub(crate) const fn count(&self) -> f64 {
        (self.max_x - self.min_x + 1) as f64 * (self.max_y - self.min_y + 1) as f64
    }

    /// Calls `row(y, min_x, max_x)` for the cells of each row that `before` does not cover. If `row` returns
    /// false, the walk ends and returns false.
    pub(crate) fn for_each_new_row(
        &self,
        before: Option<Self>,
        mut row: impl FnMut(i64, i64, i64) -> bool,
    ) -> bool {
        for y in self.min_y..=self.max_y {
            let covered = before.filter(|before| (before.min_y..=before.max_y).contains(&y));
            let (left_end, right_start) = match covered {
                Some(before) => (self.max_x.min(before.min_x - 1), self.min_x.max(before.max_x + 1)),
                None => (self.max_x, self.max_x + 1),
            };
            if self.min_x <= left_end && !row(y, self.min_x, left_end) {
                return false;
            }
            if right_start <= self.max_x && !row(y, right_start, self.max_x) {
                return false;
            }
        }
        true
    }
}

fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

/// The nearest finite single.
fn narrow(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// Cells of size 1 by rounding down: every point of the ray lies in a cell that some piece searches, and
    /// no cell is searched twice.
    #[test]
    fn pieces_cover_the_ray_and_search_each_cell_once() {
        let mut random = Random::new(7);
        let cells = |aabb: Aabb| CellRect {
            min_x: aabb.min.x.floor() as i64,
            min_y: aabb.min.y.floor() as i64,
            max_x: aabb.max.x.floor() as i64,
            max_y: aabb.max.y.floor() as i64,
        };
        for round in 0..300 {
            let origin = random.point(if round % 3 == 0 { 1000.0 } else { 30.0 });
            let mut translation = random.point(40.0);
            if round % 5 == 0 {
                translation.x = 0.0;
            }
            let ray = Ray { origin, translation, max_fraction: random.range(0.0, 1.5) };
            let bounds = Aabb::new(vec2(-500.0, -500.0), vec2(500.0, 500.0));
            let Some(walk) = RayWalk::new(&ray, bounds, 1.0) else {
                assert!(bounds.ray_cast(origin, translation, ray.max_fraction).is_none());
                continue;
            };
            let mut seen = Vec::new();
            let mut before = None;
            for k in 0..walk.count() as usize {
                let rect = cells(walk.piece(k));
                rect.for_each_new_row(before, |y, min_x, max_x| {
                    seen.extend((min_x..=max_x).map(|x| (x, y)));
                    true
                });
                before = Some(rect);
            }
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{ray:?}");
            for step in 0..=200 {
                let fraction = f64::from(ray.max_fraction) * f64::from(step) / 200.0;
                let at = |o: f32, t: f32| f64::from(o) + f64::from(t) * fraction;
                let point = (at(origin.x, translation.x), at(origin.y, translation.y));
                if point.0.abs() < 500.0 && point.1.abs() < 500.0 {
                    let cell = (point.0.floor() as i64, point.1.floor() as i64);
                    assert!(seen.binary_search(&cell).is_ok(), "{ray:?} at {fraction}");
                }
            }
        }
    }
}
