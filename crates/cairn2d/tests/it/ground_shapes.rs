//! Composed shapes: half planes, height fields, triangles and ellipses, against their formulas.

use core::f32::consts::{PI, TAU};

use cairn2d::prelude::*;

use crate::harness::{run, sleepless};

#[test]
fn half_planes_carry_bodies_anywhere() {
    for angle in [0.0_f32, 0.3, -0.35, 2.0] {
        let up = Rot::from_angle(angle).rotate(Vec2::Y);
        let along = -up.perp();
        let mut config = WorldConfig::with_gravity(up * -10.0);
        config.sleeping = false;
        let mut world = World::new(config).unwrap();
        let point = vec2(3.0, -2.0);
        // The normal may have any length.
        world.spawn(Body::half_plane(point, up * 7.0)).unwrap();
        let mut bodies = Vec::new();
        for distance in [-9000.0_f32, -4000.0, -10.0, 0.0, 25.0, 3000.0, 9500.0] {
            let at = point + along * distance + up * 0.9;
            let ball = Body::dynamic().at(at).with(Circle::new(0.5));
            let slab = Body::dynamic().at(at + along * 3.0).rotated(angle).with(Rect::half(0.6, 0.4));
            bodies.push((world.spawn(ball).unwrap(), 0.5, distance));
            bodies.push((world.spawn(slab).unwrap(), 0.4, distance));
            let ray = Ray::new(at + up * 9.1, up * -20.0);
            let hit =
                world.cast_ray(ray, QueryFilter::all().ignore(bodies[bodies.len() - 2].0)).unwrap().unwrap();
            assert!(
                (hit.fraction - 0.5).abs() < 2.0e-4 && hit.normal.distance(up) < 1.0e-5,
                "{angle}: {hit:?}"
            );
        }
        run(&mut world, 240);
        for (id, height, distance) in bodies {
            let found = (world.body(id).unwrap().position() - point).dot(up);
            // Rounding of coordinates of that size, plus the slop.
            let slack = 0.006 + 2.5e-7 * distance.abs();
            assert!((found - height).abs() < slack, "{found} over the plane of {angle} at {distance}");
        }
    }
    let refused =
        [([0.0, 0.0], [0.0, 0.0]), ([0.0, 0.0], [0.0, f32::NAN]), ([0.0, 0.0], [f32::INFINITY, 1.0])];
    let far = [([2.0e6, 0.0], [0.0, 1.0]), ([0.0, f32::NAN], [0.0, 1.0])];
    for (point, normal) in refused.into_iter().chain(far) {
        assert!(sleepless().spawn(Body::half_plane(point, normal)).is_err(), "{point:?} {normal:?}");
    }
}

#[test]
fn height_field_ground_is_at_its_heights() {
    let heights = [0.0, 0.5, 2.0, 1.0, 1.0, -1.5, 0.0];
    let (left, spacing) = (vec2(-6.0, 1.0), 2.0);
    let chain = Chain::height_field(left, spacing, &heights).unwrap();
    assert_eq!(chain.segment_count(), heights.len() - 1);
    let mut world = sleepless();
    world.spawn(Body::fixed().with_chain(ChainDef::new(chain))).unwrap();
    for n in 0..=600 {
        let x = 0.02 * n as f32 - 6.0;
        let place = ((x - left.x) / spacing).clamp(0.0, heights.len() as f32 - 1.001);
        let (index, share) = (place as usize, place.fract());
        let wanted = left.y + heights[index] + share * (heights[index + 1] - heights[index]);
        let down = Ray::new([x, 10.0], [0.0, -20.0]);
        if (0.01..0.99).contains(&share) {
            let hit = world.cast_ray(down, QueryFilter::all()).unwrap().unwrap();
            assert!((hit.point.y - wanted).abs() < 1.0e-4, "{x}: {hit:?}, not {wanted}");
            let up = Ray::new([x, -10.0], [0.0, 20.0]);
            assert!(world.cast_ray(up, QueryFilter::all()).unwrap().is_none(), "it is solid from above only");
        }
    }
    // A ball in the valley at x = 4 comes to rest on the two slopes.
    let ball = Body::dynamic().at([4.0, 3.0]).angular_damping(2.0).with(Circle::new(0.3));
    let ball = world.spawn(ball).unwrap();
    run(&mut world, 600);
    let at = world.body(ball).unwrap().position();
    assert!((at.x - 4.0).abs() < 0.2 && at.y > -0.5 && at.y < 0.2, "{at:?}");
    assert!(world.body(ball).unwrap().velocity().length() < 0.01);
    for (spacing, heights) in
        [(1.0, &[1.0][..]), (0.0, &[1.0, 2.0]), (-1.0, &[1.0, 2.0]), (f32::NAN, &[1.0, 2.0])]
    {
        assert!(Chain::height_field(left, spacing, heights).is_err(), "{spacing} {heights:?}");
    }
    assert!(Chain::height_field(left, 1.0, &[0.0, f32::INFINITY, 1.0]).is_err());
}

/// Mass properties that a world gives a body of this shape at density 1.
fn mass_of(polygon: Polygon) -> (f32, Vec2, f32) {
    let mut world = sleepless();
    let id = world.spawn(Body::dynamic().with(polygon)).unwrap();
    let mass = world.body(id).unwrap().mass();
    (mass.mass, mass.center, mass.inertia)
}

#[test]
fn triangles_sharp_and_rounded_have_the_area_of_the_formula() {
    let corners = [vec2(-1.0, -0.5), vec2(2.0, -0.5), vec2(0.0, 1.5)];
    let area = 0.5 * (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let rim: f32 = (0..3).map(|n| corners[n].distance(corners[(n + 1) % 3])).sum();
    let sharp = Polygon::new(&corners).unwrap();
    let (mass, center, inertia) = mass_of(sharp.clone());
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    // Sum of the squared sides over 36, about the centroid.
    let squares: f32 = (0..3).map(|n| corners[n].distance_squared(corners[(n + 1) % 3])).sum();
    assert!((mass - area).abs() < 1e-5 * area && center.distance(middle) < 1e-5, "{mass} {center:?}");
    assert!((inertia - area * squares / 36.0).abs() < 1e-5 * inertia, "{inertia}");
    for radius in [0.05, 0.2, 1.0] {
        let (mass, ..) = mass_of(sharp.clone().rounded(radius));
        let wanted = area + rim * radius + PI * radius * radius;
        assert!((mass - wanted).abs() < 1e-5 * wanted, "{radius}: {mass} {wanted}");
        // It rests on its longest side.
        let mut world = sleepless();
        world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
        let id =
            world.spawn(Body::dynamic().at([0.0, 0.6 + radius]).with(sharp.clone().rounded(radius))).unwrap();
        run(&mut world, 120);
        let body = world.body(id).unwrap();
        assert!(
            (body.position().y - 0.5 - radius).abs() < 0.006 && body.angle().abs() < 0.01,
            "{:?}",
            body.pose()
        );
    }
}

#[test]
fn regular_polygons_and_ellipses_have_the_area_and_inertia_of_the_formulas() {
    for (count, half_x, half_y) in [(3, 1.0, 1.0), (6, 0.5, 0.5), (24, 2.0, 0.5), (64, 0.3, 1.2)] {
        let n = count as f32;
        let (mass, center, inertia) = mass_of(Polygon::ellipse(count, half_x, half_y).unwrap());
        // A stretched regular polygon: a second moment scales with the cube of one axis and linearly with the
        // other.
        let area = 0.5 * n * (TAU / n).sin() * half_x * half_y;
        let moment = area * (2.0 + (TAU / n).cos()) / 12.0 * (half_x * half_x + half_y * half_y);
        assert!((mass - area).abs() < 1e-5 * area && center.length() < 1e-5, "{count}: {mass} {area}");
        assert!((inertia - moment).abs() < 2e-5 * moment, "{count}: {inertia} {moment}");
    }
    let (mass, _, inertia) = mass_of(Polygon::regular(7, 0.8).unwrap());
    let area = 3.5 * (TAU / 7.0).sin() * 0.64;
    assert!(
        (mass - area).abs() < 1e-5 && (inertia / area - 0.64 * (2.0 + (TAU / 7.0).cos()) / 6.0).abs() < 1e-5
    );
    for (count, half_x, half_y) in [(2, 1.0, 1.0), (8, 0.0, 1.0), (8, 1.0, f32::NAN), (100_000, 1.0, 1.0)] {
        assert!(Polygon::ellipse(count, half_x, half_y).is_err(), "{count} {half_x} {half_y}");
    }
}
