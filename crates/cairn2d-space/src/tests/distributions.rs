//! Distributions of boxes on which the methods differ most.

use cairn2d_math::{Aabb, Vec2, vec2};

use crate::testing::Random;

/// A distribution: makes one box after the other.
pub(super) struct Distribution {
    pub(super) name: &'static str,
    /// Approximate position of the boxes \[m\]: the centre and the extent.
    pub(super) middle: Vec2,
    pub(super) reach: f32,
    make: fn(&mut Random) -> Aabb,
}

impl Distribution {
    pub(super) fn make(&self, random: &mut Random) -> Aabb {
        (self.make)(random).translate(self.middle)
    }

    /// A region to search: from a point to more than all boxes.
    pub(super) fn region(&self, random: &mut Random) -> Aabb {
        let size = [0.0, 0.02, 0.1, 0.5, 3.0][random.below(5)] * self.reach;
        let half = vec2(random.range(0.0, size), random.range(0.0, size));
        Aabb::from_center_half(self.middle + random.point(1.1 * self.reach), half)
    }
}

fn boxed(center: Vec2, width: f32, height: f32) -> Aabb {
    Aabb::from_center_half(center, vec2(width, height) * 0.5)
}

/// `x^10` of a number between 0 and 1.
fn rare(random: &mut Random) -> f32 {
    let x2 = random.range(0.0, 1.0);
    let x2 = x2 * x2;
    x2 * x2 * x2 * x2 * x2
}

pub(super) const ALL: [Distribution; 18] = [
    Distribution {
        name: "uniform",
        middle: Vec2::ZERO,
        reach: 10.0,
        make: |r| boxed(r.point(10.0), 1.0, 1.0),
    },
    Distribution {
        name: "lattice, touching",
        middle: vec2(0.5, 0.5),
        reach: 8.0,
        make: |r| boxed(vec2(r.below(16) as f32 - 8.0, r.below(16) as f32 - 8.0), 1.0, 1.0),
    },
    Distribution {
        name: "clusters far apart",
        middle: Vec2::ZERO,
        reach: 10_000.0,
        make: |r| {
            let hub = vec2(r.below(5) as f32 - 2.0, r.below(3) as f32 - 1.0) * 4000.0;
            boxed(hub + r.point(5.0), 1.0, 1.0)
        },
    },
    Distribution {
        name: "line along x",
        middle: Vec2::ZERO,
        reach: 100.0,
        make: |r| boxed(vec2(r.range(-100.0, 100.0), 0.0), 1.0, 1.0),
    },
    Distribution {
        name: "line along y",
        middle: vec2(3.0, 0.0),
        reach: 100.0,
        make: |r| boxed(vec2(0.0, r.range(-100.0, 100.0)), 2.0, 0.5),
    },
    Distribution {
        name: "diagonal",
        middle: Vec2::ZERO,
        reach: 50.0,
        make: |r| boxed(Vec2::splat(r.range(-50.0, 50.0)), 1.0, 1.0),
    },
    Distribution {
        name: "power law",
        middle: Vec2::ZERO,
        reach: 150.0,
        make: |r| {
            let center = r.point(150.0);
            boxed(center, 1.0 + 99.0 * rare(r), 1.0 + 99.0 * rare(r))
        },
    },
    Distribution {
        name: "sizes over many decades",
        middle: Vec2::ZERO,
        reach: 10.0,
        make: |r| {
            let center = r.point(10.0);
            let side = f32::from_bits(0x3780_0000 + ((r.below(32) as u32) << 23));
            boxed(center, side, side * 0.7)
        },
    },
    Distribution {
        name: "a few huge ones",
        middle: Vec2::ZERO,
        reach: 30.0,
        make: |r| {
            let side = if r.below(60) == 0 { 1000.0 } else { 0.5 };
            boxed(r.point(30.0), side, side)
        },
    },
    Distribution {
        name: "coincident",
        middle: vec2(2.0, -1.0),
        reach: 2.0,
        make: |_| boxed(Vec2::ZERO, 1.0, 1.0),
    },
    Distribution {
        name: "points",
        middle: Vec2::ZERO,
        reach: 4.0,
        make: |r| boxed(vec2(r.below(9) as f32, r.below(9) as f32) - Vec2::splat(4.0), 0.0, 0.0),
    },
    Distribution {
        name: "far from the origin",
        middle: vec2(1.0e7, -3.0e7),
        reach: 100.0,
        make: |r| boxed(r.point(100.0), 5.0, 5.0),
    },
    Distribution {
        name: "tiny",
        middle: Vec2::ZERO,
        reach: 1.0e-6,
        make: |r| boxed(r.point(1.0e-6), 1.0e-7, 1.0e-7),
    },
    Distribution {
        name: "smaller than normal numbers",
        middle: Vec2::ZERO,
        reach: 1.0e-39,
        make: |r| boxed(r.point(1.0e-39), 2.0e-40, 1.0e-40),
    },
    Distribution {
        name: "as far as boxes may reach",
        middle: Vec2::ZERO,
        reach: 9.0e36,
        make: |r| boxed(r.point(9.0e36), 1.9e36, 1.0e36),
    },
    Distribution {
        name: "sparse",
        middle: Vec2::ZERO,
        reach: 5000.0,
        make: |r| boxed(r.point(5000.0), 1.0, 1.0),
    },
    Distribution {
        name: "one that fell forever",
        middle: Vec2::ZERO,
        reach: 10.0,
        make: |r| {
            let fallen = if r.below(100) == 0 { -1.0e9 } else { 0.0 };
            boxed(r.point(10.0) + vec2(0.0, fallen), 1.0, 1.0)
        },
    },
    Distribution {
        name: "thin slabs both ways",
        middle: Vec2::ZERO,
        reach: 20.0,
        make: |r| {
            let center = r.point(20.0);
            if r.below(2) == 0 { boxed(center, 12.0, 0.1) } else { boxed(center, 0.1, 12.0) }
        },
    },
];
