//! Tests of the shapes: validation, constructors, and point queries compared with brute force.

use super::*;
use crate::testing::{Random, inside, placed, point_segment, wide};
use cairn2d_math::{Rot, vec2};

#[test]
fn bad_values_are_rejected_by_name() {
    let cases: [(Shape, &str); 12] = [
        (Circle::new(f32::NAN).into(), "circle radius is NaN"),
        (Circle::new(0.0).into(), "circle radius is 0"),
        (Circle::new(-1.0).into(), "circle radius is -1"),
        (Circle::new(1e20).into(), "circle radius is 100000000000000000000"),
        (Circle::new(1e-42).into(), "circle radius is 0.000"),
        (Circle::new(1.0).at([f32::INFINITY, 0.0]).into(), "circle center x is inf"),
        (Rect::half(1.0, -1.0).into(), "box half extent y is -1"),
        (Rect::half(1.0, 1e-6).into(), "box half extent y is 0.000001"),
        (Rect::half(1.0, 1.0).rotated(f32::NAN).into(), "box rotation is (NaN"),
        (Rect::half(1.0, 1.0).rounded(-0.5).into(), "box corner radius is -0.5"),
        (Segment::new([1.0, 1.0], [1.0, 1.0]).into(), "segment length is 0"),
        (Shape::Capsule(Capsule::new([0.0, f32::NAN], [1.0, 0.0], 1.0)), "capsule point a y is NaN"),
    ];
    for (shape, message) in cases {
        let error = shape.validate().expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn valid_shapes_are_accepted() {
    let mut random = Random::new(5);
    for _ in 0..1_000 {
        assert_eq!(random.shape().validate(), Ok(()));
        assert_eq!(random.solid().validate(), Ok(()));
    }
}

#[test]
fn short_capsule_becomes_a_circle() {
    let shape = Shape::from(Capsule::new([1.0, 1.0], [1.0, 1.002], 0.5));
    assert_eq!(shape.kind(), ShapeKind::Circle);
    assert_eq!(shape.radius(), 0.5);
    assert!(shape.centroid().distance(vec2(1.0, 1.001)) < 1e-6);
    assert_eq!(Shape::from(Capsule::horizontal(1.0, 0.5)).kind(), ShapeKind::Capsule);
}

#[test]
fn rect_corners_and_normals() {
    let rect = Rect::new(4.0, 2.0).at([10.0, 0.0]).rotated(core::f32::consts::FRAC_PI_2);
    let polygon = Polygon::from(rect);
    let expected = [vec2(11.0, -2.0), vec2(11.0, 2.0), vec2(9.0, 2.0), vec2(9.0, -2.0)];
    for (v, e) in polygon.vertices().iter().zip(expected) {
        assert!(v.distance(e) < 1e-5, "{v:?} {e:?}");
    }
    assert_eq!(polygon.as_rect(), Some(&rect));
    assert_eq!(polygon.clone().rounded(0.25).as_rect().unwrap().radius, 0.25);
    for i in 0..4 {
        let edge = polygon.vertices()[(i + 1) % 4] - polygon.vertices()[i];
        assert!(polygon.normals()[i].dot(edge).abs() < 1e-5);
        assert!(polygon.normals()[i].cross(edge) > 0.0);
    }
}

#[test]
fn polygon_normals_point_outwards_for_any_corner_count() {
    for count in [3, 4, 5, 7, 8, 9, 16, 100] {
        let polygon = Polygon::regular(count, 2.0).unwrap();
        assert_eq!(polygon.vertices().len(), count);
        assert_eq!(polygon.normals().len(), count);
        assert!(polygon.centroid().length() < 1e-5);
        let apothem = 2.0 * (core::f64::consts::PI / count as f64).cos();
        for (&v, &n) in polygon.vertices().iter().zip(polygon.normals()) {
            assert!((f64::from(v.dot(n)) - apothem).abs() < 1e-5);
            assert!((n.length() - 1.0).abs() < 1e-6);
        }
        assert!((f64::from(Shape::from(polygon).min_extent()) - apothem).abs() < 1e-5);
    }
    assert!(Polygon::regular(2, 1.0).is_err());
    assert!(Polygon::regular(usize::MAX, 1.0).is_err());
    assert!(Polygon::regular(5, f32::NAN).is_err());
}

#[test]
fn aabbs_bound_shapes_tightly() {
    let mut random = Random::new(6);
    for _ in 0..5_000 {
        let shape = random.shape();
        let pose = random.pose(50.0);
        let bounds = shape.aabb(pose);
        let r = f64::from(shape.radius());
        let core = placed(&shape, pose);
        let most = |f: &dyn Fn(&(f64, f64)) -> f64| core.iter().map(f).fold(f64::MIN, f64::max) + r;
        assert!((f64::from(bounds.max.x) - most(&|p| p.0)).abs() < 2e-5);
        assert!((f64::from(bounds.max.y) - most(&|p| p.1)).abs() < 2e-5);
        assert!((f64::from(bounds.min.x) + most(&|p| -p.0)).abs() < 2e-5);
        assert!((f64::from(bounds.min.y) + most(&|p| -p.1)).abs() < 2e-5);
    }
}

#[test]
fn nearest_points_match_brute_force() {
    let mut random = Random::new(7);
    for _ in 0..100_000 {
        let shape = random.shape();
        let query = random.point(4.0);
        let nearest = shape.nearest_point(query);
        let core = placed(&shape, Pose::IDENTITY);
        let n = core.len();
        let rim =
            (0..n).map(|i| point_segment(wide(query), core[i], core[(i + 1) % n])).fold(f64::MAX, f64::min);
        let signed = if inside(wide(query), &core) { -rim } else { rim } - f64::from(shape.radius());
        assert!(
            (f64::from(nearest.distance) - signed).abs() < 1e-5,
            "{shape:?} {query:?} {nearest:?} {signed}"
        );
        assert!((nearest.normal.length() - 1.0).abs() < 1e-5);
        // From the query, going back along the normal by the distance leads to the point.
        assert!((query - nearest.normal * nearest.distance).distance(nearest.point) < 1e-5);
        assert!(shape.nearest_point(nearest.point).distance.abs() < 1e-5);
        if matches!(shape.kind(), ShapeKind::Segment) {
            assert!(!shape.test_point(query));
        } else if signed.abs() > 1e-5 {
            assert_eq!(shape.test_point(query), signed < 0.0);
        }
    }
}

#[test]
fn extents_bound_the_shape() {
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let shape = random.solid();
        let from = random.point(2.0);
        let reach = shape.max_extent_from(from);
        let mut seen = 0.0f32;
        for i in 0..64 {
            let outside = Vec2::from_angle(i as f32 * 0.1) * 100.0;
            seen = seen.max(shape.nearest_point(outside + from).point.distance(from));
        }
        for &p in shape.core().points() {
            let out = p + (p - from).normalize_or(Vec2::X) * shape.radius();
            seen = seen.max(out.distance(from));
        }
        assert!((seen - reach).abs() < 1e-4, "{seen} {reach} {shape:?}");
        let depth = -shape.nearest_point(shape.centroid()).distance;
        assert!((shape.min_extent() - depth).abs() < 1e-5, "{shape:?}");
    }
}

#[test]
fn transforming_a_shape_moves_its_points() {
    let mut random = Random::new(9);
    for _ in 0..2_000 {
        let shape = random.shape();
        let pose = random.pose(10.0);
        let moved = shape.transformed(pose);
        assert_eq!(moved.kind(), shape.kind());
        let query = random.point(4.0);
        let (here, there) = (shape.nearest_point(query), moved.nearest_point(pose.transform_point(query)));
        assert!((here.distance - there.distance).abs() < 2e-5);
        assert!(moved.centroid().distance(pose.transform_point(shape.centroid())) < 2e-5);
    }
}

#[test]
fn chain_makes_its_segments_in_order() {
    let points = [[3.0, 0.0], [2.0, 0.0], [1.0, 1.0], [0.0, 0.0], [-1.0, 0.0]];
    let open = Chain::open(&points).unwrap();
    let segments: Vec<ChainSegment> = open.segments().collect();
    assert_eq!(segments.len(), 2);
    assert_eq!(segments[0], ChainSegment::new(points[0], points[1], points[2], points[3]));
    assert_eq!(segments[1], ChainSegment::new(points[1], points[2], points[3], points[4]));

    let closed = Chain::closed(&points[1..4]).unwrap();
    let segments: Vec<ChainSegment> = closed.segments().collect();
    assert_eq!(segments.len(), 3);
    assert_eq!(segments[0], ChainSegment::new(points[3], points[1], points[2], points[3]));
    assert_eq!(segments[2], ChainSegment::new(points[2], points[3], points[1], points[2]));
}

#[test]
fn clockwise_chain_is_solid_towards_its_inside() {
    // The container of the spinner scene: a clockwise circle.
    let points: Vec<Vec2> =
        (0..360).map(|i| Rot::from_angle(-0.017_453_292 * i as f32).x_axis() * 40.0).collect();
    for segment in Chain::closed(&points).unwrap().segments() {
        assert!(segment.normal().dot(-segment.a) > 0.0);
    }
    // A floor is listed from right to left.
    let floor = ChainSegment::new([2.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]);
    assert_eq!(floor.normal(), vec2(0.0, 1.0));
}

#[test]
fn bad_chains_are_rejected_by_index() {
    let ok = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]];
    assert_eq!(Chain::open(&ok[..3]), Err(ChainError::TooFewPoints { count: 3, needed: 4 }));
    assert_eq!(Chain::closed(&ok[..2]), Err(ChainError::TooFewPoints { count: 2, needed: 3 }));
    assert_eq!(Chain::open(&[Vec2::ZERO; 0]), Err(ChainError::TooFewPoints { count: 0, needed: 4 }));
    let twice = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.001], [3.0, 0.0]];
    assert!(matches!(Chain::open(&twice), Err(ChainError::TooClose { index: 1, .. })));
    let repeated = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]];
    assert!(Chain::open(&repeated).is_ok());
    assert!(matches!(Chain::closed(&repeated), Err(ChainError::TooClose { index: 3, .. })));
    let bad = [[0.0, 0.0], [1.0, 0.0], [f32::NAN, 1.0], [0.0, 4.0]];
    assert!(Chain::open(&bad).unwrap_err().to_string().starts_with("chain point 2 is (NaN, 1)"));
}

#[test]
fn core_support_is_the_farthest_point() {
    let mut random = Random::new(10);
    for _ in 0..2_000 {
        let polygon = random.polygon();
        let shape = Shape::from(polygon);
        let direction = random.point(1.0);
        let best = shape.core().support(direction);
        let value = shape.core().points()[best].dot(direction);
        assert!(shape.core().points().iter().all(|p| p.dot(direction) <= value));
    }
    assert_eq!(Core::points_of(&[], 1.0).points(), &[Vec2::ZERO]);
}

#[test]
fn shapes_are_small_and_clones_share_their_corners() {
    assert!(size_of::<Shape>() <= 40, "{}", size_of::<Shape>());
    let shape = Shape::from(Polygon::regular(7, 1.0).unwrap());
    let clone = shape.clone();
    assert_eq!(shape.core().points().as_ptr(), clone.core().points().as_ptr());
    assert_eq!(shape, clone);
}

/// The parts of a box that the comparison omits follow from those it compares; zeros of different sign
/// differ.
#[test]
fn identical_polygons_have_the_same_bits() {
    let points = |size: f32| [[0.0, 0.0], [size, 0.0], [1.0, 2.0]];
    let list = [
        Polygon::from(Rect::half(1.0, 2.0)),
        Polygon::from(Rect::half(1.0, 2.0).at([0.5, 0.0])),
        Polygon::from(Rect::half(1.0, 2.0).at([0.0, -0.0])),
        Polygon::from(Rect::half(1.0, 2.0).rotated(0.1)),
        Polygon::from(Rect::half(1.0, 2.0)).rounded(0.1),
        Polygon::from(Rect::half(2.0, 2.0)),
        Polygon::new(&points(1.0)).unwrap(),
        Polygon::new(&points(1.5)).unwrap(),
        Polygon::new(&points(1.0)).unwrap().rounded(0.2),
        Polygon::new(Rect::half(1.0, 2.0).corners().as_slice()).unwrap(),
    ];
    for (i, a) in list.iter().enumerate() {
        for (j, b) in list.iter().enumerate() {
            assert_eq!(a.is_identical(b), i == j, "{i} and {j}");
            // The text of a float shows the sign of a zero.
            assert_eq!(format!("{a:?}") == format!("{b:?}"), i == j, "{i} and {j}");
        }
    }
    let again = Polygon::from(Rect::half(1.0, 2.0));
    assert!(again.is_identical(&list[0]) && format!("{again:?}") == format!("{:?}", list[0]));
}

#[test]
fn points_before_a_face_are_outside() {
    let mut random = Random::new(83);
    let mut counts = [0; 2];
    for _ in 0..20_000 {
        let polygon = random.polygon().rounded(random.range(0.0, 0.3));
        let point = random.point(2.0);
        let distance = Shape::from(polygon.clone()).nearest_point(point).distance;
        let before = polygon.is_before_face(point);
        assert!(!before || distance > -1.0e-6, "{polygon:?} {point:?}");
        // Along a normal from the middle of a face, both agree on the side.
        let (corners, normal) = (polygon.vertices(), polygon.normals()[0]);
        let along = random.range(-0.5, 0.5);
        let probe = corners[0].lerp(corners[1], 0.5) + normal * (polygon.radius() + along);
        assert!(along.abs() < 1.0e-5 || along < 0.0 || polygon.is_before_face(probe), "{polygon:?} {along}");
        counts[usize::from(before)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
}

#[test]
fn corners_that_go_around_twice_are_refused() {
    for count in [5, 7, 9] {
        let star =
            |index: usize| Vec2::from_angle(2.0 * core::f32::consts::TAU * index as f32 / count as f32);
        let star: Vec<Vec2> = (0..count).map(star).collect();
        assert!(matches!(Polygon::from_vertices(&star), Err(crate::HullError::NotConvex { .. })), "{count}");
    }
    for count in 3..=crate::MAX_POLYGON_VERTICES {
        for turn in 0..7 {
            let corner = |index: usize| {
                Vec2::from_angle(turn as f32 + core::f32::consts::TAU * index as f32 / count as f32)
            };
            let ring: Vec<Vec2> = (0..count).map(corner).collect();
            assert!(Polygon::from_vertices(&ring).is_ok(), "{count} {turn}");
        }
    }
}
