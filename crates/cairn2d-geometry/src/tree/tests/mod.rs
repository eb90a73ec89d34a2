//! Tests of both trees compared with brute force, and their shared parts: random numbers, sets of boxes,
//! naive oracles.

mod dynamic;
mod near;
mod packed;

use cairn2d_math::{Aabb, Vec2, vec2};

/// A xorshift generator: enough for test data, and the same on every machine.
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        ((self.bits() >> 32) as usize * bound) >> 32
    }

    pub(super) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + self.unit() * (high - low)
    }

    pub(super) fn point(&mut self, extent: f32) -> Vec2 {
        vec2(self.range(-extent, extent), self.range(-extent, extent))
    }

    pub(super) fn aabb(&mut self, extent: f32, size: f32) -> Aabb {
        let center = self.point(extent);
        Aabb::from_center_half(center, vec2(self.unit(), self.unit()) * (0.5 * size))
    }

    /// A box with small integer corners, so that borders often touch exactly.
    pub(super) fn lattice_aabb(&mut self, extent: usize) -> Aabb {
        let mut axis = || {
            let start = self.below(extent) as f32;
            (start, start + self.below(3) as f32)
        };
        let ((x0, x1), (y0, y1)) = (axis(), axis());
        Aabb::new(vec2(x0, y0), vec2(x1, y1))
    }
}

/// Kinds of box sets that have broken trees before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Layout {
    Random,
    Lattice,
    Clustered,
    Coincident,
    OneHuge,
    Points,
    Line,
    FarAway,
}

pub(super) const LAYOUTS: [Layout; 8] = [
    Layout::Random,
    Layout::Lattice,
    Layout::Clustered,
    Layout::Coincident,
    Layout::OneHuge,
    Layout::Points,
    Layout::Line,
    Layout::FarAway,
];

/// `count` boxes of a kind, all within about 20 m of the origin (but for the far-away ones).
pub(super) fn boxes(layout: Layout, count: usize, rng: &mut Rng) -> Vec<Aabb> {
    let make = |i: usize, rng: &mut Rng| match layout {
        Layout::Random => rng.aabb(15.0, 3.0),
        Layout::Lattice => rng.lattice_aabb(12),
        Layout::Clustered => {
            let center = vec2((i % 5) as f32 * 7.0 - 14.0, (i % 3) as f32 * 5.0);
            rng.aabb(0.1, 0.03).translate(center)
        }
        Layout::Coincident => Aabb::new(vec2(1.0, 2.0), vec2(3.0, 3.0)),
        Layout::OneHuge if i == count / 2 => Aabb::from_center_half(Vec2::ZERO, vec2(500.0, 400.0)),
        Layout::OneHuge => rng.aabb(15.0, 0.2),
        Layout::Points => {
            let p = vec2(rng.below(20) as f32, rng.below(20) as f32);
            Aabb::new(p, p)
        }
        Layout::Line => rng.aabb(15.0, 1.0).translate(vec2(0.0, 0.0)).flatten(),
        // One box in 50 is as far away as a body that falls forever.
        Layout::FarAway if i % 50 == 7 => rng.aabb(900_000.0, 1.0),
        Layout::FarAway => rng.aabb(15.0, 1.0),
    };
    (0..count).map(|i| make(i, rng)).collect()
}

trait Flatten {
    fn flatten(self) -> Self;
}

impl Flatten for Aabb {
    fn flatten(self) -> Self {
        Self::new(vec2(self.min.x, 0.25), vec2(self.max.x, 0.25))
    }
}

/// Whether a moving box touches a resting one, by separating axes in double precision: the two coordinate
/// axes and the normal of the displacement. Independent of the slab test of the trees.
pub(super) fn cast_touches(moving: Aabb, translation: Vec2, max_fraction: f32, target: Aabb) -> bool {
    let axis = |low: f32, high: f32, way: f32, min: f32, max: f32| {
        let way = f64::from(way) * f64::from(max_fraction);
        let (low, high) = (f64::from(low) + way.min(0.0), f64::from(high) + way.max(0.0));
        low <= f64::from(max) && f64::from(min) <= high
    };
    if !axis(moving.min.x, moving.max.x, translation.x, target.min.x, target.max.x)
        || !axis(moving.min.y, moving.max.y, translation.y, target.min.y, target.max.y)
    {
        return false;
    }
    let twice = |min: f32, max: f32| (f64::from(min) + f64::from(max), f64::from(max) - f64::from(min));
    let ((mx, mw), (my, mh)) = (twice(moving.min.x, moving.max.x), twice(moving.min.y, moving.max.y));
    let ((tx, tw), (ty, th)) = (twice(target.min.x, target.max.x), twice(target.min.y, target.max.y));
    let (dx, dy) = (f64::from(translation.x), f64::from(translation.y));
    let distance = (dx * (ty - my) - dy * (tx - mx)).abs();
    distance <= dx.abs() * (mh + th) + dy.abs() * (mw + tw)
}

/// The distance of a point from a box, in double precision.
pub(super) fn box_distance(aabb: Aabb, point: Vec2) -> f64 {
    let axis = |min: f32, p: f32, max: f32| {
        (f64::from(min) - f64::from(p)).max(f64::from(p) - f64::from(max)).max(0.0)
    };
    let (x, y) = (axis(aabb.min.x, point.x, aabb.max.x), axis(aabb.min.y, point.y, aabb.max.y));
    (x * x + y * y).sqrt()
}

/// A cast for tests: along an axis, on the lattice, without motion, or general.
pub(super) fn random_cast(rng: &mut Rng) -> (Vec2, Vec2, f32) {
    let (origin, mut translation) = if rng.below(3) == 0 {
        let mut lattice = |low: f32| vec2(rng.below(14) as f32 + low, rng.below(14) as f32 + low);
        (lattice(0.0), lattice(-7.0))
    } else {
        (rng.point(18.0), rng.point(20.0))
    };
    match rng.below(12) {
        0 => translation.x = 0.0,
        1 => translation.y = -0.0,
        2 => translation = Vec2::ZERO,
        3 => translation.x *= 1.0e-33,
        _ => {}
    }
    let max_fraction = [1.0, 1.0, 0.5, 2.0, 0.0][rng.below(5)];
    (origin, translation, max_fraction)
}
