//! Shared by the tests of this crate: a small random generator, random shapes, and naive oracles.
//!
//! The oracles are written from the definitions, without calls of the code that they check.

use crate::{Capsule, Circle, Polygon, Rect, Segment, Shape};
use cairn2d_math::{Pose, Rot, Vec2};

/// xorshift64*: good enough to pick test cases, and the same cases everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Evenly from `low` to `high`.
    pub(crate) fn range(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 40) as f32 / (1u64 << 24) as f32;
        low + (high - low) * unit
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub(crate) fn point(&mut self, reach: f32) -> Vec2 {
        Vec2::new(self.range(-reach, reach), self.range(-reach, reach))
    }

    pub(crate) fn rot(&mut self) -> Rot {
        Rot::from_angle(self.range(-3.1, 3.1))
    }

    pub(crate) fn pose(&mut self, reach: f32) -> Pose {
        Pose::new(self.point(reach), self.rot())
    }

    /// A random convex polygon without rounding, of 3 to about 12 corners.
    pub(crate) fn polygon(&mut self) -> Polygon {
        loop {
            let count = 3 + self.below(14);
            let size = self.range(0.2, 3.0);
            let points: Vec<Vec2> = (0..count).map(|_| self.point(size)).collect();
            if let Ok(polygon) = Polygon::new(&points) {
                return polygon;
            }
        }
    }

    /// Any shape with an inside.
    pub(crate) fn solid(&mut self) -> Shape {
        match self.below(5) {
            0 => Circle::new(self.range(0.1, 2.0)).at(self.point(1.0)).into(),
            1 => Capsule::new(self.point(2.0), self.point(2.0), self.range(0.05, 1.0)).into(),
            2 => Rect::half(self.range(0.1, 2.0), self.range(0.1, 2.0))
                .at(self.point(1.0))
                .rotated(self.range(-3.0, 3.0))
                .into(),
            3 => self.polygon().rounded(self.range(0.05, 0.5)).into(),
            _ => self.polygon().into(),
        }
    }

    /// Any convex shape, segments included.
    pub(crate) fn shape(&mut self) -> Shape {
        loop {
            let shape = if self.below(6) == 0 {
                Segment::new(self.point(2.0), self.point(2.0)).into()
            } else {
                self.solid()
            };
            if shape.validate().is_ok() {
                return shape;
            }
        }
    }
}

/// A point in double precision.
pub(crate) type P = (f64, f64);

pub(crate) fn wide(v: Vec2) -> P {
    (f64::from(v.x), f64::from(v.y))
}

pub(crate) fn sub(a: P, b: P) -> P {
    (a.0 - b.0, a.1 - b.1)
}

pub(crate) fn dot(a: P, b: P) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

pub(crate) fn cross(a: P, b: P) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

pub(crate) fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// The core points of a shape at a pose, rotated and moved in double precision.
pub(crate) fn placed(shape: &Shape, pose: Pose) -> Vec<P> {
    let (c, s) = (f64::from(pose.q.c), f64::from(pose.q.s));
    let norm = length((c, s));
    let (c, s) = (c / norm, s / norm);
    let (px, py) = wide(pose.p);
    let place = |v: &Vec2| {
        let (x, y) = wide(*v);
        (c * x - s * y + px, s * x + c * y + py)
    };
    shape.core().points().iter().map(place).collect()
}

pub(crate) fn point_segment(p: P, a: P, b: P) -> f64 {
    let d = sub(b, a);
    let t = if dot(d, d) == 0.0 { 0.0 } else { (dot(sub(p, a), d) / dot(d, d)).clamp(0.0, 1.0) };
    length(sub(p, (a.0 + d.0 * t, a.1 + d.1 * t)))
}

/// True when a point is in a counter-clockwise convex polygon.
pub(crate) fn inside(p: P, polygon: &[P]) -> bool {
    let n = polygon.len();
    n >= 3 && (0..n).all(|i| cross(sub(polygon[(i + 1) % n], polygon[i]), sub(p, polygon[i])) >= 0.0)
}

fn segments_cross(a: P, b: P, c: P, d: P) -> bool {
    let side = |p: P, q: P, r: P| cross(sub(q, p), sub(r, p));
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Distance of two point lists (points, segments or convex polygons): every edge against every edge.
pub(crate) fn naive_distance(a: &[P], b: &[P]) -> f64 {
    if inside(a[0], b) || inside(b[0], a) {
        return 0.0;
    }
    let mut best = f64::MAX;
    for i in 0..a.len() {
        let (p, q) = (a[i], a[(i + 1) % a.len()]);
        for j in 0..b.len() {
            let (r, s) = (b[j], b[(j + 1) % b.len()]);
            if segments_cross(p, q, r, s) {
                return 0.0;
            }
            for d in [
                point_segment(p, r, s),
                point_segment(q, r, s),
                point_segment(r, p, q),
                point_segment(s, p, q),
            ] {
                best = best.min(d);
            }
        }
    }
    best
}

/// Distance of two placed shapes, rounding included; negative if the roundings overlap, minus infinity if the
/// cores do.
pub(crate) fn naive_gap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> f64 {
    let core = naive_distance(&placed(a, pose_a), &placed(b, pose_b));
    let radii = f64::from(a.radius()) + f64::from(b.radius());
    if core == 0.0 { f64::NEG_INFINITY } else { core - radii }
}
