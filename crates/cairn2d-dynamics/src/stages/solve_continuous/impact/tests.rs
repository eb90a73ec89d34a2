//! Shapes that slide along chain segments.

use cairn2d_geometry::{Capsule, ChainSegment, Polygon, Rect};
use cairn2d_math::Rot;

use super::*;

/// Random numbers (PCG, O'Neill 2014).
struct Random(u64);

impl Random {
    /// A number from `-most` to `most`.
    fn number(&mut self, most: f32) -> f32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32);
        most * ((bits >> 8) as f32 / (1 << 23) as f32 - 1.0)
    }

    fn vector(&mut self, most: f32) -> Vec2 {
        Vec2::new(self.number(most), self.number(most))
    }
}

#[test]
fn shapes_that_slide_clear_of_a_chain_have_no_impact_that_stops_them() {
    let mut random = Random(17);
    let hull = Polygon::new(&[[-0.2, -0.1], [0.3, -0.2], [0.1, 0.25]]).expect("a hull");
    let shapes: [Shape; 4] = [
        Circle::new(0.25).into(),
        Capsule::new([-0.3, 0.0], [0.2, 0.1], 0.1).into(),
        Rect::half(0.3, 0.15).into(),
        hull.rounded(0.02).into(),
    ];
    let mut counts = [0; 3];
    for round in 0..40_000 {
        let chain = ChainSegment::new([-2.0, 0.5], [-1.0, 0.0], random.vector(0.2) + Vec2::X, [2.0, 0.5]);
        let shape = Shape::from(chain);
        let place = Pose { p: random.vector(3.0), q: Rot::from_angle(random.number(3.0)) };
        // Every second ground moves.
        let carried = random.vector(if round % 2 == 0 { 0.0 } else { 0.2 });
        let sweep = Sweep { c1: place.p - carried, ..Sweep::fixed(place) };
        let ground = Ground { shape: &shape, pose: place, sweep };
        let moving = &shapes[round / 2 % 4];
        // Along the segment, near it: `chain` faces down.
        let start = Vec2::new(random.number(1.0), -0.2 - random.number(0.2).abs());
        let way = Vec2::new(random.number(1.0), random.number(0.1));
        let (from, to) = (sweep.pose_at(0.0).transform_point(start), place.transform_point(start + way));
        let q1 = Rot::from_angle(random.number(3.0));
        let sweep = Sweep {
            local_center: Vec2::ZERO,
            c1: from,
            c2: to,
            q1,
            q2: q1 * Rot::from_angle(random.number(0.2)),
        };
        let ends = [0.0, 1.0].map(|time| sweep.pose_at(time).transform_point(moving.centroid()));
        let mover = MovingShape { shape: moving, sweep: &sweep, path: ends };
        let path = ground.relative(mover.path);
        if ground.is_passed_by(path[0]) || !slides_clear(&ground, &mover, path) {
            continue;
        }
        let found = time_of_impact(&shape.core(), &ground.sweep, &moving.core(), mover.sweep, 1.0);
        match found {
            TimeOfImpact::Separated => counts[0] += 1,
            TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
                counts[1] += 1;
                assert!(skims(&ground, &mover, path), "{round}");
            }
            _ => counts[2] += 1,
        }
        let stop = core_before(&ground, &mover, path, 1.0);
        assert_eq!((stop.time, stop.held_along), (1.0, Vec2::ZERO), "{round}: {found:?}");
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}
