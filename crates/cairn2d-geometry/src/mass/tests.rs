//! Tests of masses against closed forms, sums over a fine grid, and general laws of mass.

use super::*;
use crate::testing::{Random, inside, placed, point_segment, wide};
use crate::{Capsule, Circle, Polygon, Rect, Segment, Shape};
use cairn2d_math::{Pose, vec2};

fn assert_near(value: f32, truth: f64, relative: f64) {
    assert!((f64::from(value) - truth).abs() <= relative * truth.abs(), "{value} is not {truth}");
}

#[test]
fn closed_forms() {
    let circle = Shape::from(Circle::new(1.0).at([3.0, -4.0])).mass(1.0);
    assert_near(circle.mass, PI, 1e-6);
    assert_near(circle.inertia, PI / 2.0, 1e-6);
    assert_eq!(circle.center, vec2(3.0, -4.0));

    let square = Shape::from(Rect::new(2.0, 2.0)).mass(1.0);
    assert_near(square.mass, 4.0, 1e-6);
    assert_near(square.inertia, 8.0 / 3.0, 1e-6);
    assert_eq!(square.center, Vec2::ZERO);

    let triangle = Shape::from(Polygon::new(&[[0.0, 0.0], [3.0, 0.0], [0.0, 6.0]]).unwrap()).mass(2.0);
    assert_near(triangle.mass, 18.0, 1e-6);
    assert!(triangle.center.distance(vec2(1.0, 2.0)) < 1e-6);
    assert_near(triangle.inertia, 18.0 * 45.0 / 18.0, 1e-6);
}

#[test]
fn capsule_is_a_rectangle_between_two_half_discs() {
    let (r, l) = (0.75, 3.0);
    let capsule = Shape::from(Capsule::horizontal(0.5 * l, r)).mass(1.0);
    let (r, l) = (f64::from(r), f64::from(l));
    assert_near(capsule.mass, PI * r * r + 2.0 * r * l, 1e-6);
    // Textbook: the inertia of a half disc about its centroid is (1/2 - 16/(9 pi^2)) m r^2.
    let half = 0.5 * PI * r * r;
    let offset = 0.5 * l + 4.0 * r / (3.0 * PI);
    let own = half * r * r * (0.5 - 16.0 / (9.0 * PI * PI));
    let rectangle = 2.0 * r * l;
    let truth = 2.0 * (own + half * offset * offset) + rectangle * (l * l + 4.0 * r * r) / 12.0;
    assert_near(capsule.inertia, truth, 1e-6);
}

#[test]
fn capsule_lies_between_inscribed_and_circumscribed_polygons() {
    let (r, h) = (1.0f32, 1.0f32);
    let capsule = Shape::from(Capsule::horizontal(h, r)).mass(1.0);
    let mut points = Vec::new();
    for i in 0..32 {
        let p = Vec2::from_angle(core::f32::consts::TAU * (i as f32 + 0.5) / 32.0) * r;
        points.push(p + Vec2::new(h * p.x.signum(), 0.0));
    }
    let inner = Shape::from(Polygon::new(&points).unwrap()).mass(1.0);
    let outer = Shape::from(Rect::half(h + r, r)).mass(1.0);
    assert!(inner.mass < capsule.mass && capsule.mass < outer.mass);
    assert!(inner.inertia < capsule.inertia && capsule.inertia < outer.inertia);
}

#[test]
fn rounded_square_in_closed_form() {
    // A square of half extent h grown by r: the core, four rectangles, and four quarter discs at its corners.
    let (h, r) = (1.5f64, 0.5f64);
    let mass = Shape::from(Rect::half(1.5, 1.5).rounded(0.5).at([10.0, 20.0]).rotated(0.3)).mass(1.0);
    let quarter = 0.25 * PI * r * r;
    let bulge = 4.0 * r / (3.0 * PI);
    let side = 2.0 * h * r;
    assert_near(mass.mass, 4.0 * h * h + 4.0 * side + 4.0 * quarter, 1e-6);
    let own = quarter * (0.5 * r * r - 2.0 * bulge * bulge);
    let corners = 4.0 * (own + quarter * 2.0 * (h + bulge) * (h + bulge));
    let sides = 4.0 * (side * (4.0 * h * h + r * r) / 12.0 + side * (h + 0.5 * r) * (h + 0.5 * r));
    assert_near(mass.inertia, 4.0 * h * h * 8.0 * h * h / 12.0 + corners + sides, 1e-6);
    assert!(mass.center.distance(vec2(10.0, 20.0)) < 1e-5);
}

#[test]
fn random_shapes_match_a_sum_over_a_grid() {
    let mut random = Random::new(3);
    for _ in 0..100 {
        let shape = random.solid();
        if shape.min_extent() < 0.1 {
            // The grid is too coarse for thin shapes.
            continue;
        }
        let mass = shape.mass(1.5);
        let bounds = shape.aabb(Pose::IDENTITY);
        let core = placed(&shape, Pose::IDENTITY);
        let n = 400;
        let (w, h) = (f64::from(bounds.max.x - bounds.min.x), f64::from(bounds.max.y - bounds.min.y));
        let cell = w * h / f64::from(n * n) * 1.5;
        let (mut sum, mut cx, mut cy, mut moment) = (0.0, 0.0, 0.0, 0.0);
        for i in 0..n {
            for j in 0..n {
                let x = f64::from(bounds.min.x) + w * (f64::from(i) + 0.5) / f64::from(n);
                let y = f64::from(bounds.min.y) + h * (f64::from(j) + 0.5) / f64::from(n);
                let near = (0..core.len())
                    .map(|k| point_segment((x, y), core[k], core[(k + 1) % core.len()]))
                    .fold(f64::MAX, f64::min);
                if inside((x, y), &core) || near <= f64::from(shape.radius()) {
                    sum += cell;
                    cx += cell * x;
                    cy += cell * y;
                    moment += cell * (x * x + y * y);
                }
            }
        }
        let (cx, cy) = (cx / sum, cy / sum);
        assert_near(mass.mass, sum, 5e-3);
        let (x, y) = wide(mass.center);
        assert!((x - cx).abs() < 5e-3 * w && (y - cy).abs() < 5e-3 * h, "{shape:?}");
        assert_near(mass.inertia, moment - sum * (cx * cx + cy * cy), 1e-2);
    }
}

#[test]
fn position_and_rotation_do_not_change_the_inertia() {
    let mut random = Random::new(4);
    for _ in 0..2_000 {
        let shape = random.solid();
        let here = shape.mass(1.0);
        // Corners are rounded to 2^-13 m at this distance, which matters in proportion to the width of the
        // shape.
        let rounding = 5e-4 / f64::from(shape.min_extent());
        let moved = shape.transformed(Pose::new(vec2(1024.0, -2048.0), random.rot())).mass(1.0);
        assert_near(moved.mass, f64::from(here.mass), rounding);
        assert_near(moved.inertia, f64::from(here.inertia), rounding);
        let turned = shape.transformed(Pose::new(Vec2::ZERO, random.rot())).mass(1.0);
        assert_near(turned.mass, f64::from(here.mass), rounding / 100.0);
        assert_near(turned.inertia, f64::from(here.inertia), rounding / 100.0);
    }
}

#[test]
fn bad_steiner_triangle_far_from_the_origin() {
    // Summed about the origin in single precision, this triangle's inertia comes out negative.
    let far: [[f32; 2]; 3] = [[48.76, -60.57], [48.74, -60.54], [48.68, -60.56]];
    let mass = Shape::from(Polygon::new(&far).unwrap()).mass(1.0);
    let p: Vec<(f64, f64)> = far.iter().map(|v| (f64::from(v[0]), f64::from(v[1]))).collect();
    let square = |i: usize, j: usize| (p[i].0 - p[j].0).powi(2) + (p[i].1 - p[j].1).powi(2);
    let area = 0.5 * ((p[1].0 - p[0].0) * (p[2].1 - p[0].1) - (p[1].1 - p[0].1) * (p[2].0 - p[0].0)).abs();
    assert_near(mass.mass, area, 1e-6);
    // Textbook: a triangle's inertia about its centroid is the sum of the squared sides times m/36.
    assert_near(mass.inertia, area * (square(0, 1) + square(1, 2) + square(2, 0)) / 36.0, 1e-6);
}

#[test]
fn parts_sum_to_the_whole() {
    let whole = Shape::from(Rect::half(2.0, 1.0).at([5.0, 7.0])).mass(3.0);
    let halves = [-1.0, 1.0].map(|x| Shape::from(Rect::half(1.0, 1.0).at([5.0 + x, 7.0])).mass(3.0));
    let sum = Mass::sum(halves);
    assert_near(sum.mass, f64::from(whole.mass), 1e-6);
    assert_near(sum.inertia, f64::from(whole.inertia), 1e-6);
    assert!(sum.center.distance(whole.center) < 1e-6);
    assert_near(whole.inertia_about(vec2(5.0, 17.0)), f64::from(whole.inertia + 100.0 * whole.mass), 1e-6);
    assert_eq!(Mass::sum([]), Mass::ZERO);
}

#[test]
fn segments_have_no_mass() {
    let mass = Shape::from(Segment::new([0.0, 0.0], [2.0, 2.0])).mass(1000.0);
    assert_eq!((mass.mass, mass.inertia), (0.0, 0.0));
    assert_eq!(mass.center, vec2(1.0, 1.0));
}
