//! Outlines compared with masses, with sums over a fine grid, and with sums over a fine polygon.

use super::*;
use crate::shape::{Capsule, Circle, Polygon, Rect, Segment};
use cairn2d_math::{Rot, vec2};

fn shapes() -> Vec<(&'static str, Shape)> {
    let triangle = Polygon::new(&[[-0.6, -0.4], [0.9, -0.3], [0.1, 0.8]]).unwrap();
    vec![
        ("circle", Circle::new(0.7).at([0.2, -0.1]).into()),
        ("capsule", Capsule::new([-0.6, 0.1], [0.5, 0.3], 0.25).into()),
        ("box", Rect::half(0.8, 0.3).rotated(0.4).into()),
        ("rounded box", Rect::half(0.5, 0.2).rounded(0.2).into()),
        ("triangle", triangle.clone().into()),
        ("rounded triangle", triangle.rounded(0.15).into()),
        ("needle", Polygon::new(&[[-1.0, -0.02], [1.0, 0.0], [-1.0, 0.02]]).unwrap().rounded(0.05).into()),
        ("polygon", Polygon::regular(9, 0.8).unwrap().into()),
    ]
}

fn poses() -> [Pose; 3] {
    [
        Pose::IDENTITY,
        Pose::new(vec2(0.4, -0.3), Rot::from_angle(0.9)),
        Pose::new(vec2(-0.2, 0.5), Rot::from_angle(-2.5)),
    ]
}

fn close(a: f32, b: f32, tolerance: f32) -> bool {
    (a - b).abs() <= tolerance
}

#[test]
fn uncut_outline_has_the_area_of_the_mass_computation() {
    let mut outline = Outline::default();
    for (name, shape) in shapes() {
        for pose in poses() {
            let mass = shape.mass(1.0);
            outline.trace(&shape, pose);
            let region = outline.region();
            assert!(close(region.area, mass.mass, 2.0e-6), "{name}: {region:?}, {mass:?}");
            assert!(region.centroid.distance(pose.transform_point(mass.center)) < 2.0e-6, "{name}");
            assert!(close(region.second_moment, mass.inertia, 2.0e-6), "{name}: {region:?}, {mass:?}");
        }
    }
}

#[test]
fn a_cut_disc_is_a_circular_segment() {
    let mut outline = Outline::default();
    outline.trace(&Circle::new(2.0).into(), Pose::IDENTITY);
    outline.cut(HalfPlane { normal: Vec2::Y, offset: 0.0 });
    let region = outline.region();
    let pi = core::f32::consts::PI;
    assert!(close(region.area, 2.0 * pi, 1.0e-5), "{region:?}");
    assert!(close(region.centroid.y, -8.0 / (3.0 * pi), 1.0e-5) && close(region.centroid.x, 0.0, 1.0e-6));
    // A cap that contains no end of a quarter arc, only a part of its middle.
    outline.trace(&Circle::new(2.0).into(), Pose::IDENTITY);
    let normal = vec2(0.5_f32.sqrt(), 0.5_f32.sqrt());
    outline.cut(HalfPlane { normal, offset: -1.8 });
    let half = (0.9_f32).acos();
    let exact = 4.0 * (half - half.sin() * half.cos());
    assert!(close(outline.region().area, exact, 1.0e-5), "{:?}, exact {exact}", outline.region());
    outline.cut(HalfPlane { normal, offset: -2.1 });
    assert_eq!(outline.region(), Region::default());
}

/// Sums over the centres of the cells of a fine grid.
fn by_grid(shape: &Shape, pose: Pose, planes: &[HalfPlane]) -> (f64, [f64; 2], f64) {
    const CELLS: usize = 1200;
    let size = 4.0 / CELLS as f32;
    let (mut area, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for row in 0..CELLS {
        for column in 0..CELLS {
            let p = vec2((column as f32 + 0.5) * size - 2.0, (row as f32 + 0.5) * size - 2.0);
            if planes.iter().all(|plane| plane.normal.dot(p) <= plane.offset)
                && shape.test_point(pose.inv_transform_point(p))
            {
                let cell = f64::from(size * size);
                area += cell;
                first[0] += cell * f64::from(p.x);
                first[1] += cell * f64::from(p.y);
                second += cell * f64::from(p.length_squared());
            }
        }
    }
    (area, first, second)
}

#[test]
fn cut_outline_has_the_area_of_a_grid_sum() {
    let cuts = [
        vec![HalfPlane { normal: Vec2::Y, offset: 0.05 }],
        vec![HalfPlane { normal: vec2(0.6, 0.8), offset: -0.1 }],
        vec![
            HalfPlane { normal: Vec2::Y, offset: 0.3 },
            HalfPlane { normal: -Vec2::Y, offset: 0.2 },
            HalfPlane { normal: Vec2::X, offset: 0.25 },
            HalfPlane { normal: -Vec2::X, offset: 0.35 },
        ],
    ];
    let mut outline = Outline::default();
    for (name, shape) in shapes() {
        for (pose, planes) in poses().into_iter().zip(&cuts) {
            outline.trace(&shape, pose);
            planes.iter().for_each(|&plane| outline.cut(plane));
            let region = outline.region();
            let (area, first, second) = by_grid(&shape, pose, planes);
            assert!((f64::from(region.area) - area).abs() < 2.0e-3, "{name}: {region:?} against {area}");
            let [x, y] = [region.centroid.x, region.centroid.y].map(|v| f64::from(v * region.area));
            assert!((x - first[0]).abs() < 1.5e-3 && (y - first[1]).abs() < 1.5e-3, "{name}: {region:?}");
            let about = f64::from(region.second_moment + region.area * region.centroid.length_squared());
            assert!((about - second).abs() < 2.0e-3, "{name}: {about} against {second}");
        }
    }
}

/// The same shape as a polygon of many small edges, counter-clockwise.
fn fine(shape: &Shape, pose: Pose) -> Vec<Vec2> {
    let core = shape.core();
    let points = (0..20_000).map(|index| {
        let direction = Vec2::from_angle(core::f32::consts::TAU * index as f32 / 20_000.0);
        pose.transform_point(core.points()[core.support(direction)] + direction * core.radius())
    });
    points.collect()
}

#[test]
fn flow_profile_is_the_sum_over_small_edges() {
    let mut outline = Outline::default();
    for (name, shape) in shapes() {
        for (pose, angle) in poses().into_iter().zip([0.0_f32, 1.1, -2.2]) {
            let flow = Vec2::from_angle(angle);
            outline.trace(&shape, pose);
            let seen = outline.windward(flow);
            let points = fine(&shape, pose);
            let (mut drag_moment, mut lean, mut lean_moment) = (0.0_f64, 0.0_f64, 0.0_f64);
            let across: Vec<f32> = points.iter().map(|p| p.dot(flow.perp())).collect();
            let (low, high) =
                across.iter().fold((f32::MAX, f32::MIN), |(low, high), &y| (low.min(y), high.max(y)));
            for (index, &from) in points.iter().enumerate() {
                let to = points[(index + 1) % points.len()];
                let Some(tangent) = (to - from).normalize() else { continue };
                let normal = -tangent.perp();
                if normal.dot(flow) < 0.0 {
                    let (width, middle) = ((from - to).dot(flow.perp()), from.lerp(to, 0.5));
                    drag_moment += f64::from(width * middle.dot(flow.perp()));
                    let part = -normal.dot(flow.perp()) * width;
                    lean += f64::from(part);
                    lean_moment += f64::from(part * middle.dot(flow));
                }
            }
            assert!(close(seen.width, high - low, 1.0e-5), "{name}: {seen:?}, {} wide", high - low);
            assert!(
                close(seen.width * seen.middle, drag_moment as f32, 1.0e-3),
                "{name}: {seen:?}, {drag_moment}"
            );
            assert!(close(seen.lean, lean as f32, 1.0e-3), "{name}: {seen:?}, leans by {lean}");
            assert!(close(seen.lean_moment, lean_moment as f32, 1.0e-3), "{name}: {seen:?}, {lean_moment}");
        }
    }
    // A plank has two sides.
    outline.trace(&Segment::new([-1.0, 0.0], [1.0, 0.0]).into(), Pose::from_angle(0.5));
    for flow in [Vec2::X, -Vec2::X] {
        let seen = outline.windward(flow);
        assert!(close(seen.width, 2.0 * 0.5_f32.sin(), 1.0e-6), "{seen:?}");
        // It is pushed down the slope: to the right of a flow along x that climbs it.
        assert!(close(seen.lean.abs(), 2.0 * 0.5_f32.sin() * 0.5_f32.cos(), 1.0e-6), "{seen:?}");
    }
}
