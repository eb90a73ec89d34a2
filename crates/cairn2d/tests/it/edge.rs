//! Bodies at the boundary of the usable world, with centres of mass and shapes beyond it: every call about a
//! valid body accepts its points.

use core::ops::ControlFlow;

use cairn2d::Mass;
use cairn2d::prelude::*;

use crate::harness::weightless;

/// Valid bodies, with their outermost points.
fn outermost() -> Vec<Body> {
    let mass = |x: f32, y: f32| Mass { mass: 2.0, center: vec2(x, y), inertia: 3.0 };
    let far = 1.0e6;
    let mut bodies = Vec::new();
    for (x, y) in [(far, 0.0), (far, far), (-far, 3.0), (0.0, -far)] {
        for angle in [0.0, 0.8, -2.3] {
            bodies.push(Body::dynamic().at([x, y]).rotated(angle).mass(mass(5.0, -3.0)));
            bodies.push(Body::dynamic().at([x, y]).rotated(angle).mass(mass(far, far)));
            bodies.push(Body::dynamic().at([x, y]).rotated(angle).with(Circle::new(2.0).at([7.0, 7.0])));
        }
    }
    bodies
}

#[test]
fn calls_accept_every_legal_body_position() {
    for (index, body) in outermost().into_iter().enumerate() {
        let mut world = weightless();
        let id = world.spawn(body).unwrap_or_else(|error| panic!("body {index}: {error}"));
        let center = world.body(id).unwrap().center();
        let beside = center + vec2(0.5, 0.25);
        let turn =
            |world: &World| (world.body(id).unwrap().velocity(), world.body(id).unwrap().angular_velocity());
        let mut body = world.body_mut(id).unwrap();
        body.apply_force([3.0, 1.0]).unwrap_or_else(|error| panic!("body {index} at {center:?}: {error}"));
        body.apply_force_at([0.0, 1.0], center).unwrap();
        body.apply_force_at([0.0, 1.0], beside).unwrap();
        body.apply_torque(1.0).unwrap();
        body.apply_angular_impulse(1.0).unwrap();
        let spin = body.angular_velocity();
        body.apply_impulse([1.0, 2.0]).unwrap();
        assert_eq!(body.angular_velocity(), spin, "an impulse at the centre turns nothing");
        body.apply_impulse_at([1.0, 2.0], center).unwrap();
        body.apply_impulse_at([1.0, 2.0], beside).unwrap();
        assert!(turn(&world).0.is_finite() && turn(&world).1.is_finite());
        assert!(world.body(id).unwrap().velocity_at(beside).is_finite());
        let all = QueryFilter::all();
        world.overlap_point(center, all, |_| ControlFlow::Continue(())).unwrap();
        world.nearest(center, 50.0, all).unwrap();
        world.cast_ray(Ray::new(center, [-20.0, 0.0]), all).unwrap();
        let pose = Pose::from_position(center);
        world.overlap_shape(&Circle::new(1.0).into(), pose, all, |_| ControlFlow::Continue(())).unwrap();
        world.cast_shape(&Circle::new(1.0).into(), pose, [1.0, 0.0], all).unwrap();
        for _ in 0..5 {
            world.step(1.0 / 60.0).unwrap();
            world.validate().unwrap_or_else(|what| panic!("body {index}: {what}"));
        }
    }
}

#[test]
fn points_outside_the_usable_world_are_rejected() {
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().at([1.0e6, 0.0]).with(Circle::new(1.0))).unwrap();
    let before = world.hash();
    for x in [4.1e6, -1.0e9, f32::NAN, f32::INFINITY] {
        let mut body = world.body_mut(id).unwrap();
        assert!(body.apply_force_at([1.0, 0.0], [x, 0.0]).is_err(), "{x}");
        assert!(body.apply_impulse_at([1.0, 0.0], [0.0, x]).is_err(), "{x}");
        assert!(world.cast_ray(Ray::new([x, 0.0], [1.0, 0.0]), QueryFilter::all()).is_err(), "{x}");
    }
    assert_eq!(world.hash(), before);
}
