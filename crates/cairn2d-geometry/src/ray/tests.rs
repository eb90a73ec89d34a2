//! Tests of rays against marching along the signed distance, and of the documented special cases.

use super::*;
use crate::testing::{Random, inside, placed, point_segment};
use crate::{Capsule, Circle, Polygon, Rect, Segment};
use cairn2d_math::vec2;

fn signed_distance(core: &[(f64, f64)], radius: f64, p: (f64, f64)) -> f64 {
    let n = core.len();
    let rim = (0..n).map(|i| point_segment(p, core[i], core[(i + 1) % n])).fold(f64::MAX, f64::min);
    if inside(p, core) { -rim - radius } else { rim - radius }
}

/// Sphere tracing: the signed distance is a safe step. Returns the fraction at which the ray comes within
/// `touch`.
fn march(shape: &Shape, ray: &Ray, touch: f64) -> Option<f64> {
    let core = placed(shape, Pose::IDENTITY);
    let (ox, oy) = (f64::from(ray.origin.x), f64::from(ray.origin.y));
    let (dx, dy) = (f64::from(ray.translation.x), f64::from(ray.translation.y));
    let speed = dx.hypot(dy);
    let mut fraction = 0.0;
    while fraction <= f64::from(ray.max_fraction) {
        let p = (ox + dx * fraction, oy + dy * fraction);
        let gap = signed_distance(&core, f64::from(shape.radius()), p);
        if gap < touch {
            return Some(fraction);
        }
        fraction += gap / speed;
    }
    None
}

#[test]
fn random_rays_match_marching() {
    let mut random = Random::new(16);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..100_000 {
        let shape = random.solid();
        let mut ray = Ray::between(random.point(5.0), random.point(5.0));
        ray.max_fraction = random.range(0.2, 1.5);
        let truth = march(&shape, &ray, 1e-9);
        let found = shape.ray_cast(&ray);
        match (truth, found) {
            (Some(fraction), Some(hit)) => {
                hits += 1;
                let speed = f64::from(ray.translation.length());
                assert!(
                    (f64::from(hit.fraction) - fraction).abs() * speed < 1e-3,
                    "{shape:?} {ray:?} {hit:?} {fraction}"
                );
                assert!(hit.point.distance(ray.at(hit.fraction)) < 1e-5);
                if hit.fraction > 0.0 {
                    assert!((hit.normal.length() - 1.0).abs() < 1e-5);
                    assert!(hit.normal.dot(ray.translation) <= 0.0);
                    let surface = shape.nearest_point(hit.point);
                    assert!(surface.distance.abs() < 1e-5, "{shape:?} {ray:?} {hit:?}");
                    // Slightly off the surface, the nearest point must be the hit; corners of sharp shapes
                    // have no unique normal.
                    let off = hit.point + hit.normal * 0.01;
                    assert!(
                        (shape.nearest_point(off).distance - 0.01).abs() < 1e-4,
                        "{shape:?} {ray:?} {hit:?}"
                    );
                } else {
                    assert_eq!(hit.normal, Vec2::ZERO);
                }
            }
            (None, None) => misses += 1,
            // The two may differ only for rays that graze the shape or end on it.
            (Some(_), None) => assert!(march(&shape, &ray, -1e-6).is_none(), "{shape:?} {ray:?}"),
            (None, Some(_)) => assert!(march(&shape, &ray, 1e-6).is_some(), "{shape:?} {ray:?}"),
        }
    }
    assert!(hits > 20_000 && misses > 30_000, "{hits} {misses}");
}

#[test]
fn starting_inside_hits_at_zero_without_a_normal() {
    for shape in [
        Shape::from(Circle::new(1.0)),
        Shape::from(Capsule::horizontal(1.0, 1.0)),
        Shape::from(Rect::half(1.0, 1.0)),
        Shape::from(Rect::half(0.5, 0.5).rounded(0.5)),
    ] {
        for translation in [vec2(5.0, 0.0), Vec2::ZERO] {
            let hit = shape.ray_cast(&Ray::new([0.25, 0.25], translation)).unwrap();
            assert_eq!(hit, RayHit { fraction: 0.0, point: vec2(0.25, 0.25), normal: Vec2::ZERO });
        }
        assert_eq!(shape.ray_cast(&Ray::new([3.0, 3.0], Vec2::ZERO)), None);
    }
}

#[test]
fn values_that_are_not_finite_never_hit() {
    let shape = Shape::from(Rect::half(1.0, 1.0));
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(shape.ray_cast(&Ray::new([bad, 0.0], [1.0, 0.0])), None);
        assert_eq!(shape.ray_cast(&Ray::new([-5.0, 0.0], [bad, 0.0])), None);
        let ray = Ray { max_fraction: bad, ..Ray::new([-5.0, 0.0], [10.0, 0.0]) };
        assert_eq!(shape.ray_cast(&ray), None);
    }
    let back = Ray { max_fraction: -1.0, ..Ray::new([-5.0, 0.0], [10.0, 0.0]) };
    assert_eq!(shape.ray_cast(&back), None);
}

#[test]
fn ray_hits_at_its_end_point() {
    let shape = Shape::from(Rect::half(1.0, 1.0));
    let ray = Ray::new([-3.0, 0.0], [2.0, 0.0]);
    let hit = shape.ray_cast(&ray).unwrap();
    assert_eq!((hit.fraction, hit.point, hit.normal), (1.0, vec2(-1.0, 0.0), vec2(-1.0, 0.0)));
    assert_eq!(shape.ray_cast(&Ray::new([-3.0, 0.0], [1.999, 0.0])), None);
    let longer = Ray { max_fraction: 0.25, ..Ray::new([-3.0, 0.0], [8.0, 0.0]) };
    assert_eq!(shape.ray_cast(&longer).unwrap().fraction, 0.25);
    let shorter = Ray { max_fraction: 0.249, ..longer };
    assert_eq!(shape.ray_cast(&shorter), None);
}

#[test]
fn segments_are_hit_from_both_sides_and_chains_from_one() {
    let segment = Shape::from(Segment::new([-1.0, 0.0], [1.0, 0.0]));
    let (down, up) = (Ray::new([0.5, 1.0], [0.0, -4.0]), Ray::new([0.5, -1.0], [0.0, 4.0]));
    assert_eq!(segment.ray_cast(&down).unwrap().normal, vec2(0.0, 1.0));
    assert_eq!(segment.ray_cast(&up).unwrap().normal, vec2(0.0, -1.0));
    assert_eq!(segment.ray_cast(&down).unwrap().fraction, 0.25);
    assert_eq!(segment.ray_cast(&Ray::new([-5.0, 0.0], [10.0, 0.0])), None);

    let chain = Shape::from(ChainSegment::new([2.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]));
    assert_eq!(chain.ray_cast(&down).unwrap().normal, vec2(0.0, 1.0));
    assert_eq!(chain.ray_cast(&up), None);
}

#[test]
fn far_and_long_rays_keep_their_precision() {
    // 1e5 m away, over 2e5 m: single precision would be off by centimetres.
    let ball = Shape::from(Circle::new(1.0));
    let hit = ball.ray_cast(&Ray::new([-1.0e5, 0.5], [2.0e5, 0.0])).unwrap();
    let truth = -(0.75f64.sqrt());
    assert!((f64::from(hit.point.x) - truth).abs() < 1e-6, "{hit:?}");
    assert!((f64::from(hit.normal.length()) - 1.0).abs() < 1e-6);
    let polygon = Shape::from(Polygon::regular(6, 1.0).unwrap());
    let pose = Pose::new(vec2(4096.0, -8192.0), cairn2d_math::Rot::from_angle(0.3));
    let ray = Ray::new([4096.0, 8192.0], [0.0, -20_000.0]);
    let hit = polygon.ray_cast_at(pose, &ray).unwrap();
    assert!(polygon.nearest_point(pose.inv_transform_point(hit.point)).distance.abs() < 1e-3);
}
