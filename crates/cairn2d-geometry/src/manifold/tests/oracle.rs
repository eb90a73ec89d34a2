//! Convex shapes compared with exhaustive distances and separating axes.

use super::*;
use crate::testing::{cross, length, naive_gap, sub};
use crate::{SPECULATIVE_MARGIN, distance};

/// Rounding of coordinates of a few metres, and the cost of the preference for face A.
const EXACT: f64 = 1.0e-4;
const HYSTERESIS: f64 = 6.0e-4;

/// Moves B along the line of the nearest points until the gap is `gap` [m].
fn bring_to_gap(a: &Shape, b: &Shape, rel: Pose, gap: f32) -> Pose {
    let nearest = distance(&a.core().with_radius(0.0), &b.core().with_radius(0.0), rel);
    let shift = nearest.distance - a.radius() - b.radius() - gap;
    Pose { p: rel.p - nearest.normal * shift, q: rel.q }
}

/// Largest separation over the face normals of both cores, and over all directions between nearest corners.
fn best_axis(a: &Shape, b: &Shape, rel: Pose) -> f64 {
    let (pa, pb) = (placed(a, Pose::IDENTITY), placed(b, rel));
    let mut best = f64::NEG_INFINITY;
    let mut consider = |n: P| {
        let norm = length(n);
        if norm > 1e-9 {
            let n = (n.0 / norm, n.1 / norm);
            let top = pa.iter().map(|p| dot(n, *p)).fold(f64::NEG_INFINITY, f64::max);
            let bottom = pb.iter().map(|p| dot(n, *p)).fold(f64::INFINITY, f64::min);
            best = best.max(bottom - top);
        }
    };
    for list in [&pa, &pb] {
        for i in 0..list.len() {
            let e = sub(list[(i + 1) % list.len()], list[i]);
            consider((e.1, -e.0));
            consider((-e.1, e.0));
        }
    }
    for p in &pa {
        for q in &pb {
            consider(sub(*q, *p));
        }
    }
    best - f64::from(a.radius()) - f64::from(b.radius())
}

#[test]
fn separated_shapes_report_their_distance() {
    let mut random = Random::new(11);
    let (mut checked, mut exact) = (0, 0);
    while checked < 100_000 {
        let (a, b) = (random.shape(), random.shape());
        if pair_kind(&a, &b).is_none() {
            continue;
        }
        let rel = random.pose(6.0);
        if naive_gap(&a, Pose::IDENTITY, &b, rel) < 0.02 {
            continue;
        }
        let radii = a.radius() + b.radius();
        // Cores stay at least a centimetre apart, where the nearest points are well defined.
        let target = random.range(if radii > 0.05 { -0.5 * radii } else { 0.0 }, 0.019);
        let rel = bring_to_gap(&a, &b, rel, target.max(0.01 - radii));
        let gap = naive_gap(&a, Pose::IDENTITY, &b, rel);
        let m = collide(&a, &b, rel);
        checked += 1;
        let case = format!("{a:?}\n{b:?}\n{rel:?}\n{m:?}\ngap {gap}");
        assert!(m.count > 0, "{case}");
        assert!((m.normal.length() - 1.0).abs() < 1e-5, "{case}");
        let found = f64::from(least_separation(&m));
        assert!((found - gap).abs() < HYSTERESIS, "{case}");
        exact += usize::from((found - gap).abs() < EXACT);
        let projected = projected_gap(&a, &b, rel, m.normal);
        assert!(projected > gap - HYSTERESIS, "not a separating direction by {projected}\n{case}");
        check_points(&a, &b, rel, &m, &case);
    }
    // The preference for A's faces costs accuracy only if a face of B is hardly better.
    assert!(exact * 100 > checked * 99, "{exact} of {checked} within {EXACT}");
}

/// The deepest point lies midway between the surfaces; every point lies in the boxes of both shapes.
fn check_points(a: &Shape, b: &Shape, rel: Pose, m: &LocalManifold, case: &str) {
    let reach = SPECULATIVE_MARGIN + 0.5 * least_separation(m).abs();
    let (box_a, box_b) = (a.aabb(Pose::IDENTITY).expand(reach), b.aabb(rel).expand(reach));
    let least = least_separation(m);
    for point in m.points() {
        assert!(point.id != 0, "{case}");
        assert!(point.separation <= SPECULATIVE_MARGIN, "{case}");
        assert!(box_a.contains_point(point.point) && box_b.contains_point(point.point), "{case}");
        // A point between the surfaces has the same distance from both. A point in an overlap is in both
        // shapes, but may be closer to another side.
        if point.separation == least && least >= 0.0 {
            let half = 0.5 * least;
            let from_a = a.nearest_point(point.point).distance;
            let from_b = b.nearest_point(rel.inv_transform_point(point.point)).distance;
            let midway = (from_a - half).abs() < 7e-4 && (from_b - half).abs() < 7e-4;
            assert!(midway, "{from_a} {from_b}\n{case}");
        }
    }
    assert!(m.count < 2 || m.points[0].id != m.points[1].id, "{case}");
}

#[test]
fn shapes_beyond_the_margin_do_not_touch() {
    let mut random = Random::new(12);
    for _ in 0..50_000 {
        let (a, b) = (random.shape(), random.shape());
        let rel = random.pose(5.0);
        let gap = naive_gap(&a, Pose::IDENTITY, &b, rel);
        if gap > f64::from(SPECULATIVE_MARGIN) + HYSTERESIS {
            let m = collide(&a, &b, rel);
            assert!(m.count == 0, "{a:?}\n{b:?}\n{rel:?}\n{m:?}\ngap {gap}");
        }
    }
}

#[test]
fn overlapping_shapes_separate_along_the_least_penetration() {
    let mut random = Random::new(13);
    let mut checked = 0;
    while checked < 50_000 {
        let (a, b) = (random.shape(), random.shape());
        let rel = random.pose(2.5);
        let flat = |s: &Shape| s.core().points().len() < 3;
        if pair_kind(&a, &b).is_none()
            || naive_gap(&a, Pose::IDENTITY, &b, rel) > f64::NEG_INFINITY
            || flat(&a) && flat(&b)
        {
            continue;
        }
        checked += 1;
        let m = collide(&a, &b, rel);
        let best = best_axis(&a, &b, rel);
        let case = format!("{a:?}\n{b:?}\n{rel:?}\n{m:?}\nbest {best}");
        assert!(m.count > 0, "{case}");
        let projected = projected_gap(&a, &b, rel, m.normal);
        assert!(projected > best - HYSTERESIS && projected < best + EXACT, "{projected}\n{case}");
        assert!(f64::from(least_separation(&m)) > projected - EXACT, "{case}");
        let out = Pose { p: rel.p - m.normal * (projected as f32 - 1.0e-3), q: rel.q };
        let gap = naive_gap(&a, Pose::IDENTITY, &b, out);
        assert!(gap > 0.0 && gap < 3.0e-3 + HYSTERESIS, "pushed out to {gap}\n{case}");
    }
}

#[test]
fn crossing_capsules_are_separated_along_an_axis_normal() {
    let mut random = Random::new(14);
    let mut checked = 0;
    while checked < 20_000 {
        let a: Shape = Capsule::new(random.point(1.0), random.point(1.0), 0.2).into();
        let b: Shape = Capsule::new(random.point(1.0), random.point(1.0), 0.1).into();
        let rel = random.pose(0.5);
        if a.core().points().len() < 2
            || b.core().points().len() < 2
            || naive_gap(&a, Pose::IDENTITY, &b, rel) > f64::NEG_INFINITY
        {
            continue;
        }
        checked += 1;
        let (pa, pb) = (placed(&a, Pose::IDENTITY), placed(&b, rel));
        let mut best = f64::NEG_INFINITY;
        for e in [sub(pa[1], pa[0]), sub(pb[1], pb[0])] {
            let norm = length(e);
            for n in [(e.1 / norm, -e.0 / norm), (-e.1 / norm, e.0 / norm)] {
                let top = dot(n, pa[0]).max(dot(n, pa[1]));
                best = best.max(dot(n, pb[0]).min(dot(n, pb[1])) - top);
            }
        }
        let m = collide(&a, &b, rel);
        let projected = projected_gap(&a, &b, rel, m.normal);
        let case = format!("{a:?}\n{b:?}\n{rel:?}\n{m:?}\n{projected} {best}");
        assert!(m.count > 0 && (projected - (best - 0.3)).abs() < HYSTERESIS, "{case}");
        // The point is in both capsules.
        let middle = wide(m.points[0].point);
        let off = |p: &[P]| cross(sub(p[1], p[0]), sub(middle, p[0])).abs() / length(sub(p[1], p[0]));
        assert!(off(&pa) < 2.3 && off(&pb) < 2.3, "{case}");
    }
}

#[test]
fn mirrored_pair_has_the_mirrored_manifold() {
    let mut random = Random::new(15);
    let mut checked = 0;
    while checked < 50_000 {
        let (a, b) = (random.shape(), random.shape());
        let rel = random.pose(3.0);
        let m = collide(&a, &b, rel);
        let back = collide(&b, &a, rel.inverse()).mirrored(rel.inverse());
        let Some((_, _)) = pair_kind(&a, &b) else {
            assert!(m.count == 0 && back.count == 0);
            continue;
        };
        if m.count == 0 {
            continue;
        }
        checked += 1;
        let case = format!("{a:?}\n{b:?}\n{rel:?}\n{m:?}\n{back:?}");
        let same_rank = super::super::rank(&a) == super::super::rank(&b);
        if !same_rank {
            // One order is computed from the other: equal except for rounding of the two rotations.
            assert!(m.normal.distance(back.normal) < 1e-5, "{case}");
            assert_eq!(m.count, back.count, "{case}");
            for (p, q) in m.points().iter().zip(back.points()) {
                assert!(p.id == q.id && (p.separation - q.separation).abs() < 1e-5, "{case}");
                assert!(p.point.distance(q.point) < 1e-5, "{case}");
            }
        } else if back.count > 0 {
            // The reference face may be the other one if both are equally good.
            let gap = projected_gap(&a, &b, rel, m.normal);
            let gap_back = projected_gap(&a, &b, rel, back.normal);
            assert!((gap - gap_back).abs() < HYSTERESIS, "{gap} {gap_back}\n{case}");
        }
    }
}

#[test]
fn ids_survive_small_movements() {
    let mut random = Random::new(16);
    let (mut pairs, mut changed) = (0, 0);
    while pairs < 50_000 {
        let (a, b) = (random.shape(), random.shape());
        let rel = random.pose(3.0);
        let m = collide(&a, &b, rel);
        if m.count == 0 || least_separation(&m) > 0.015 {
            continue;
        }
        let nudge = Pose { p: rel.p + random.point(1.0e-5), q: rel.q };
        let moved = collide(&a, &b, nudge);
        pairs += 1;
        // At the border between two features or at the margin the points do change.
        let same = m.count == moved.count && m.points().iter().zip(moved.points()).all(|(p, q)| p.id == q.id);
        changed += usize::from(!same);
    }
    assert!(changed * 500 < pairs, "{changed} of {pairs} manifolds changed");
}
