//! Robustness: special values never panic and never pass the validation of a shape, and results have the same
//! bits on every machine.

use cairn2d_geometry::*;
use cairn2d_math::{Pose, Rot, Vec2, vec2};

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1u64 << 24) as f32)
    }

    /// Mostly ordinary values, with all kinds of special ones among them.
    fn wild(&mut self) -> f32 {
        const SPECIAL: [f32; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1e-4,
            1e-42,
            f32::MIN_POSITIVE,
            1e6,
            -1e6,
            1e30,
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            f32::EPSILON,
        ];
        match self.next() % 4 {
            0 => SPECIAL[(self.next() % 16) as usize],
            1 => f32::from_bits(self.next() as u32),
            _ => self.range(-3.0, 3.0),
        }
    }

    /// A value that is special now and then.
    fn value(&mut self, wildness: u64) -> f32 {
        if self.next().is_multiple_of(wildness) { self.wild() } else { self.range(-3.0, 3.0) }
    }

    fn point(&mut self, wildness: u64) -> Vec2 {
        vec2(self.value(wildness), self.value(wildness))
    }

    fn pose(&mut self, wildness: u64) -> Pose {
        Pose::new(self.point(wildness), Rot { c: self.value(wildness), s: self.value(wildness) })
    }

    fn points(&mut self, wildness: u64) -> Vec<Vec2> {
        let count = self.next() % 12;
        (0..count).map(|_| self.point(wildness)).collect()
    }

    fn shape(&mut self, wildness: u64) -> Shape {
        match self.next() % 6 {
            0 => Circle::new(self.value(wildness)).at(self.point(wildness)).into(),
            1 => {
                Shape::Capsule(Capsule::new(self.point(wildness), self.point(wildness), self.value(wildness)))
            }
            2 => Shape::Segment(Segment::new(self.point(wildness), self.point(wildness))),
            3 => Rect::half(self.value(wildness), self.value(wildness))
                .at(self.point(wildness))
                .rotated(self.value(wildness))
                .rounded(self.value(wildness))
                .into(),
            4 => {
                let [a, b, c, d] = [0; 4].map(|_| self.point(wildness));
                Shape::ChainSegment(ChainSegment::new(a, b, c, d))
            }
            _ => match Polygon::new(&self.points(wildness)) {
                Ok(polygon) => polygon.rounded(self.value(wildness)).into(),
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    Circle::new(1.0).into()
                }
            },
        }
    }
}

#[test]
fn no_value_causes_a_panic() {
    let mut random = Random(77);
    for case in 0..100_000 {
        let wildness = [1, 4, 20][case % 3];
        let (a, b) = (random.shape(wildness), random.shape(wildness));
        let (pose_a, pose_b) = (random.pose(wildness), random.pose(wildness));
        let point = random.point(wildness);
        let density = random.value(wildness);
        let _ = (a.validate(), a.aabb(pose_a), a.mass(density), a.centroid(), a.min_extent());
        let _ =
            (a.test_point(point), a.nearest_point(point), a.max_extent_from(point), a.transformed(pose_a));
        let mut ray = Ray::new(point, random.point(wildness));
        ray.max_fraction = random.value(wildness);
        if let Some(hit) = a.ray_cast_at(pose_a, &ray) {
            assert!(hit.fraction >= 0.0 && hit.fraction <= ray.max_fraction);
        }
        let _ = distance_between(&a, pose_a, &b, pose_b);
        let _ = shape_cast_between(&a, pose_a, &b, pose_b, point, density);
        let sweep_a = Sweep::between(pose_a, random.pose(wildness), random.point(wildness));
        let sweep_b = Sweep::between(pose_b, random.pose(wildness), random.point(wildness));
        match time_of_impact(&a.core(), &sweep_a, &b.core(), &sweep_b, 1.0) {
            TimeOfImpact::Hit(Impact { fraction, .. }) | TimeOfImpact::Failed { fraction } => {
                assert!((0.0..=1.0).contains(&fraction));
            }
            _ => {}
        }
        let list = random.points(wildness);
        let other = random.points(wildness);
        let _ = (
            tools::polygon_area(&list),
            tools::winding(&list),
            tools::is_convex(&list),
            tools::is_simple(&list),
        );
        let _ = (tools::point_in_polygon(point, &list), tools::segment_polygon(point, Vec2::ZERO, &list));
        let _ = (tools::separating_axis(&list, &other), Chain::open(&list), Chain::closed(&other));
    }
}

#[test]
fn valid_shapes_give_finite_results() {
    let mut random = Random(78);
    let mut seen = 0;
    for _ in 0..200_000 {
        let (a, b) = (random.shape(20), random.shape(20));
        if a.validate().is_err() || b.validate().is_err() {
            continue;
        }
        seen += 1;
        let pose = Pose::new(
            vec2(random.range(-1e5, 1e5), random.range(-1e5, 1e5)),
            Rot::from_angle(random.range(-3.0, 3.0)),
        );
        let mass = a.mass(1.0);
        assert!(
            mass.mass.is_finite() && mass.mass >= 0.0 && mass.inertia.is_finite() && mass.inertia >= 0.0,
            "{a:?}"
        );
        assert!(mass.center.is_finite() && a.centroid().is_finite() && a.aabb(pose).is_valid(), "{a:?}");
        assert!(a.min_extent() >= 0.0 && a.max_extent_from(Vec2::ZERO).is_finite(), "{a:?}");
        let nearest = a.nearest_point(random.point(20));
        if nearest.distance.is_finite() {
            assert!((nearest.normal.length() - 1.0).abs() < 1e-4, "{a:?}");
        }
        let gap = distance_between(&a, pose, &b, Pose::IDENTITY);
        assert!(
            gap.distance.is_finite() && gap.point_a.is_finite() && gap.point_b.is_finite(),
            "{a:?} {b:?}"
        );
        let unit = gap.normal.length();
        assert!(unit == 0.0 || (unit - 1.0).abs() < 1e-4, "{a:?} {b:?} {gap:?}");
    }
    assert!(seen > 50_000, "{seen}");
}

/// FNV-1a over the bits of every result.
struct Digest(u64);

impl Digest {
    fn bits(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn number(&mut self, value: f32) {
        assert!(value.is_finite());
        self.bits(value.to_bits());
    }

    fn vector(&mut self, v: Vec2) {
        self.number(v.x);
        self.number(v.y);
    }
}

#[test]
fn results_are_the_same_bits_everywhere() {
    let mut random = Random(79);
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    for _ in 0..20_000 {
        let (a, b) = (random.shape(u64::MAX), random.shape(u64::MAX));
        if a.validate().is_err() || b.validate().is_err() {
            continue;
        }
        let mut turn = || {
            let (c, s) = (random.range(-1.0, 1.0), random.range(0.1, 1.0));
            let length = (c * c + s * s).sqrt();
            Rot { c: c / length, s: s / length }
        };
        let (q1, q2) = (turn(), turn());
        let rel = Pose::new(random.point(u64::MAX), q1);
        let mass = a.mass(1.0);
        digest.number(mass.mass);
        digest.number(mass.inertia);
        digest.vector(mass.center);
        let gap = distance(&a.core(), &b.core(), rel);
        digest.number(gap.distance);
        digest.vector(gap.normal);
        let motion = random.point(u64::MAX) * 3.0;
        if let Some(hit) = shape_cast(&a.core(), &b.core(), rel, motion, 1.0) {
            digest.number(hit.fraction);
            digest.vector(hit.point);
        }
        if let Some(hit) = a.ray_cast(&Ray::new(rel.p, motion)) {
            digest.number(hit.fraction);
            digest.vector(hit.normal);
        }
        let sweep = Sweep::between(rel, Pose::new(rel.p + motion, q2), Vec2::ZERO);
        match time_of_impact(&a.core(), &Sweep::fixed(Pose::IDENTITY), &b.core(), &sweep, 1.0) {
            TimeOfImpact::Hit(hit) => digest.number(hit.fraction),
            TimeOfImpact::Separated => digest.bits(1),
            TimeOfImpact::Overlapped => digest.bits(2),
            _ => digest.bits(3),
        }
    }
    // Changes only with the method; a change belongs in the "Simulation results" section of the changelog.
    assert_eq!(digest.0, 0xe6b0_9b9a_f03b_8577, "the digest is {:#018x}", digest.0);
}
