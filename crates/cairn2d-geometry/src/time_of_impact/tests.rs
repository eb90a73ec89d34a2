//! Tests of times of impact against dense sampling of the naive distance, and against closed forms.

use super::*;
use crate::testing::{Random, naive_gap};
use crate::{Capsule, Circle, Polygon, Rect, Segment, Shape};
use cairn2d_math::vec2;

const TARGET: f64 = LINEAR_SLOP as f64;

/// The naive gap of two shapes at a fraction of their sweeps, relative to the target distance.
fn excess(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, fraction: f32) -> f64 {
    let radii = f64::from(a.radius()) + f64::from(b.radius());
    let target = (radii - TARGET).max(TARGET);
    naive_gap(a, sweep_a.pose_at(fraction), b, sweep_b.pose_at(fraction)) + radii - target
}

fn impact(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep) -> TimeOfImpact {
    time_of_impact(&a.core(), sweep_a, &b.core(), sweep_b, 1.0)
}

fn random_sweep(random: &mut Random, reach: f32, turn: f32) -> Sweep {
    let from = random.pose(reach);
    let turned = from.q * Rot::from_angle(random.range(-turn, turn));
    Sweep::between(from, Pose::new(random.point(reach), turned.normalize()), random.point(0.5))
}

#[test]
fn sweep_ends_are_exact_and_the_centre_moves_evenly() {
    let mut random = Random::new(19);
    for _ in 0..2_000 {
        let (from, to) = (random.pose(5.0), random.pose(5.0));
        let center = random.point(1.0);
        let sweep = Sweep::between(from, to, center);
        let (start, end) = (sweep.pose_at(0.0), sweep.pose_at(1.0));
        assert!(start.p.distance(from.p) < 2e-6 && end.p.distance(to.p) < 2e-6);
        assert!((end.q.c - to.q.c).abs() < 1e-6 && (end.q.s - to.q.s).abs() < 1e-6);
        let half = sweep.pose_at(0.5);
        assert!(half.transform_point(center).distance(sweep.c1.lerp(sweep.c2, 0.5)) < 3e-6);
        let (first, second) = (from.q.inv_mul(half.q).angle(), half.q.inv_mul(to.q).angle());
        assert!((first - second).abs() < 1e-5, "{first} {second}");
    }
}

#[test]
fn closed_forms() {
    let ball = Shape::from(Circle::new(0.5));
    let still = Sweep::fixed(Pose::IDENTITY);
    let fly = Sweep::between(
        Pose::from_position(vec2(-10.0, 0.0)),
        Pose::from_position(vec2(10.0, 0.0)),
        Vec2::ZERO,
    );
    // Balls of half a metre overlap by the slop: their centres are 0.995 m apart then.
    let TimeOfImpact::Hit(hit) = impact(&ball, &still, &ball, &fly) else { panic!() };
    assert!((f64::from(hit.fraction) - (10.0 - 0.995) / 20.0).abs() * 20.0 < 0.3 * TARGET, "{hit:?}");
    assert!(hit.normal.distance(vec2(-1.0, 0.0)) < 1e-5);
    assert!(hit.point.distance(vec2(-0.5, 0.0)) < 0.01);

    // A rod of 2 m rotates by 90° about its end into a wall: its tip reaches the wall when sin(angle) * 2 =
    // 1 - slop.
    let rod = Shape::from(Segment::new([0.0, 0.0], [2.0, 0.0]));
    let wall = Shape::from(Segment::new([-5.0, 1.0], [5.0, 1.0]));
    let turn = Sweep::between(Pose::IDENTITY, Pose::from_angle(1.5), Vec2::ZERO);
    let TimeOfImpact::Hit(hit) = impact(&wall, &still, &rod, &turn) else { panic!() };
    let truth = ((1.0 - TARGET) / 2.0).asin() / 1.5;
    assert!((f64::from(hit.fraction) - truth).abs() * 3.0 < 0.3 * TARGET, "{hit:?} {truth}");

    let square = Shape::from(Rect::half(1.0, 1.0));
    let away = Sweep::fixed(Pose::from_position(vec2(5.0, 0.0)));
    assert_eq!(impact(&square, &still, &square, &away), TimeOfImpact::Separated);
    let inside = Sweep::fixed(Pose::from_position(vec2(0.5, 0.0)));
    assert_eq!(impact(&square, &still, &square, &inside), TimeOfImpact::Overlapped);
}

#[test]
fn plank_that_sweeps_through_a_wall_and_out_again_is_hit() {
    // At both ends of the step the plank is parallel to the wall and clear of it; halfway its tip is through.
    // A test of the end configuration finds no impact.
    let wall = Shape::from(Segment::new([-5.0, 0.0], [5.0, 0.0]));
    let plank = Shape::from(Rect::half(1.0, 0.02));
    let still = Sweep::fixed(Pose::IDENTITY);
    let from = Pose::new(vec2(0.0, 0.5), Rot::from_angle(-1.5));
    let to = Pose::new(vec2(0.0, 0.5), Rot::from_angle(1.5));
    let spin = Sweep::between(
        Pose::new(from.p, Rot::from_angle(0.0)),
        Pose::new(to.p, Rot::from_angle(3.0)),
        Vec2::ZERO,
    );
    let TimeOfImpact::Hit(hit) = impact(&wall, &still, &plank, &spin) else { panic!() };
    assert!(excess(&wall, &still, &plank, &spin, hit.fraction).abs() < 0.3 * TARGET);
    assert!(hit.fraction > 0.1 && hit.fraction < 0.3, "{hit:?}");
}

/// Checks a result by sampling: nothing is closer than the target before it, and the distance is the target
/// at it.
fn check(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, samples: u32) -> TimeOfImpact {
    let result = impact(a, sweep_a, b, sweep_b);
    let context = || format!("{a:?} {sweep_a:?} {b:?} {sweep_b:?} {result:?}");
    let clear_until = match result {
        TimeOfImpact::Separated => 1.0,
        TimeOfImpact::Hit(hit) => {
            let at_hit = excess(a, sweep_a, b, sweep_b, hit.fraction);
            // Shapes that start within the target hit at once.
            let slack = if hit.fraction == 0.0 { f64::MAX } else { 1e-4 };
            assert!(at_hit > -slack && at_hit < 0.26 * TARGET, "{at_hit} {}", context());
            assert!((hit.normal.length() - 1.0).abs() < 1e-4, "{}", context());
            hit.fraction
        }
        TimeOfImpact::Overlapped => {
            assert!(naive_gap(a, sweep_a.pose_at(0.0), b, sweep_b.pose_at(0.0)) < 1e-6, "{}", context());
            return result;
        }
        TimeOfImpact::Failed { .. } => panic!("{}", context()),
    };
    if clear_until > 0.0 {
        for i in 0..samples {
            let fraction = clear_until * i as f32 / samples as f32;
            assert!(excess(a, sweep_a, b, sweep_b, fraction) > -1e-4, "at {fraction}: {}", context());
        }
    }
    result
}

#[test]
fn random_sweeps_match_sampling() {
    let mut random = Random::new(20);
    let (mut hits, mut separated) = (0, 0);
    for case in 0..6_000 {
        let (a, b) = (random.shape(), random.shape());
        let turn = [0.3, 1.5, 3.1][case % 3];
        let sweep_a = random_sweep(&mut random, 6.0, turn);
        let sweep_b = random_sweep(&mut random, 6.0, turn);
        match check(&a, &sweep_a, &b, &sweep_b, 100) {
            TimeOfImpact::Hit(_) => hits += 1,
            TimeOfImpact::Separated => separated += 1,
            _ => {}
        }
    }
    assert!(hits > 1_000 && separated > 1_000, "{hits} {separated}");
}

#[test]
fn fast_spinning_planks_never_tunnel_through_thin_walls() {
    let mut random = Random::new(21);
    let wall = Shape::from(Rect::half(0.05, 20.0));
    let line = Shape::from(Segment::new([0.0, -20.0], [0.0, 20.0]));
    let still = Sweep::fixed(Pose::IDENTITY);
    for case in 0..4_000 {
        let (length, width) = (random.range(0.05, 0.5), random.range(0.005, 0.05));
        let plank = if case % 2 == 0 {
            Shape::from(Rect::half(length, width))
        } else {
            Shape::from(Capsule::horizontal(length, width))
        };
        let speed = random.range(50.0, 400.0) / 60.0;
        let spin = random.range(-40.0, 40.0) / 60.0;
        let from = Pose::new(vec2(-random.range(0.6, speed), random.range(-3.0, 3.0)), random.rot());
        let to = Pose::new(
            from.p + vec2(speed, random.range(-2.0, 2.0)),
            (from.q * Rot::from_angle(spin)).normalize(),
        );
        let sweep = Sweep::between(from, to, Vec2::ZERO);
        let target = if case % 4 < 2 { &wall } else { &line };
        let result = check(target, &still, &plank, &sweep, 60);
        if to.p.x > 0.0 {
            assert!(matches!(result, TimeOfImpact::Hit(_)), "{plank:?} {sweep:?} {result:?}");
        }
    }
}

#[test]
fn grazing_sweeps_terminate() {
    // A ball passes a floor and a corner at all distances around the target.
    let still = Sweep::fixed(Pose::IDENTITY);
    let square = Shape::from(Rect::half(1.0, 1.0));
    let ball = Shape::from(Circle::new(0.3));
    let spinner = Shape::from(Rect::half(0.4, 0.1));
    for i in 0..400 {
        let height = 1.29 + i as f32 * 0.000_05;
        let pass = Sweep::between(
            Pose::from_position(vec2(-4.0, height)),
            Pose::new(vec2(4.0, height), Rot::from_angle(3.0)),
            Vec2::ZERO,
        );
        check(&square, &still, &ball, &pass, 50);
        let lower = Sweep { c1: pass.c1 + vec2(0.0, 0.1), c2: pass.c2 + vec2(0.0, 0.1), ..pass };
        check(&square, &still, &spinner, &lower, 200);
    }
}

#[test]
fn far_from_the_origin() {
    let mut random = Random::new(22);
    for _ in 0..500 {
        let base = vec2(8192.0, -4096.0);
        let (a, b) = (random.solid(), random.solid());
        let (near_a, near_b) = (random_sweep(&mut random, 5.0, 1.0), random_sweep(&mut random, 5.0, 1.0));
        let far = |s: &Sweep| Sweep { c1: s.c1 + base, c2: s.c2 + base, ..*s };
        let (here, there) = (impact(&a, &near_a, &b, &near_b), impact(&a, &far(&near_a), &b, &far(&near_b)));
        if let (TimeOfImpact::Hit(h), TimeOfImpact::Hit(t)) = (here, there)
            && h.fraction > 0.0
        {
            let moved = near_a.c1.distance(near_a.c2) + near_b.c1.distance(near_b.c2) + 4.0;
            let slack = 0.02 / moved + 0.02;
            assert!((h.fraction - t.fraction).abs() < slack, "{h:?} {t:?}");
        }
    }
}

#[test]
fn many_corners_and_bad_numbers() {
    let mut random = Random::new(23);
    let wheel = Shape::from(Polygon::regular(64, 1.0).unwrap());
    for _ in 0..200 {
        let (sweep_a, sweep_b) = (random_sweep(&mut random, 4.0, 3.0), random_sweep(&mut random, 4.0, 3.0));
        check(&wheel, &sweep_a, &wheel, &sweep_b, 40);
    }
    let still = Sweep::fixed(Pose::IDENTITY);
    for bad in [f32::NAN, f32::INFINITY] {
        let broken = Sweep { c2: vec2(bad, 0.0), ..still };
        assert_eq!(impact(&wheel, &still, &wheel, &broken), TimeOfImpact::Failed { fraction: 0.0 });
        let none = time_of_impact(&wheel.core(), &still, &wheel.core(), &still, bad);
        assert_eq!(none, TimeOfImpact::Failed { fraction: 0.0 });
    }
}
