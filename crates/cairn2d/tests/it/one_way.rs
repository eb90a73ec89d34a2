//! One-way platforms: solid from above, open from below and from the sides, for contacts, continuous
//! collision and casts.

use core::f32::consts::{FRAC_PI_2, FRAC_PI_3, PI};

use cairn2d::prelude::*;
use cairn2d::{OneWay, ShapeDef};

use crate::harness::{DT, add_floor, run, sleepless};

/// A platform of half height 0.1 with its top at `y` \[m\].
fn add_platform(world: &mut World, y: f32) -> BodyId {
    let plank = Rect::half(3.0, 0.1).one_way(OneWay::UP);
    world.spawn(Body::fixed().at([0.0, y - 0.1]).with(plank)).unwrap()
}

fn shapes() -> [(ShapeDef, f32); 4] {
    [
        (Rect::half(0.3, 0.3).shape(), 0.3),
        (Circle::new(0.3).shape(), 0.3),
        (Capsule::new([0.0, -0.2], [0.0, 0.2], 0.2).shape(), 0.4),
        (Polygon::new(&[[-0.3, -0.2], [0.3, -0.2], [0.0, 0.4]]).unwrap().shape(), 0.2),
    ]
}

/// Throws a shape straight up from 2 m below the platform's top at y = 0, so that its centre rises to about
/// `top` `[m]`; returns its position after three seconds.
fn throw(shape: ShapeDef, top: f32) -> f32 {
    let mut world = sleepless();
    add_floor(&mut world);
    add_platform(&mut world, 4.0);
    let speed = (2.0 * 10.0 * (top + 2.0)).sqrt();
    let body = Body::dynamic().at([0.0, 2.0]).velocity([0.0, speed]);
    let body = body.locks(Locks { rotation: true, ..Locks::default() });
    let id = world.spawn(body.with(shape)).unwrap();
    run(&mut world, 180);
    world.body(id).unwrap().position().y - 4.0
}

#[test]
fn high_jumps_land_on_the_platform_and_low_ones_fall_back() {
    for (shape, height) in shapes() {
        for top in [0.5, 1.0, 2.0, 5.0] {
            let y = throw(shape.clone(), height + top);
            assert!(
                (y - height).abs() < 0.01,
                "thrown to {top} above the platform it came to {y}, not {height}"
            );
        }
        // Its lower end reaches 0.4 m below the top of the platform, and so on.
        for top in [-0.4, -0.2, -0.1, -0.05] {
            let y = throw(shape.clone(), height + top);
            assert!(y < -2.0, "thrown to {top} above the platform it came to {y}");
        }
    }
}

#[test]
fn bodies_pass_from_below_and_the_side_without_losing_speed() {
    for (shape, _) in shapes() {
        for speed in [1.0, 5.0, 30.0, 150.0, 390.0] {
            for direction in [[0.0, 1.0], [0.6, 0.8], [1.0, 0.0], [-0.8, 0.6]] {
                let mut config = WorldConfig::with_gravity([0.0, 0.0]);
                config.sleeping = false;
                let mut world = World::new(config).unwrap();
                add_platform(&mut world, 0.0);
                let direction = Vec2::from(direction);
                // Through the middle or the end of the plank.
                let aim = if direction.y == 0.0 { Vec2::new(-3.0, -0.1) } else { Vec2::new(0.0, -0.1) };
                let body = Body::dynamic().at(aim - direction * 2.0).velocity(direction * speed);
                let id = world.spawn(body.with(shape.clone())).unwrap();
                let steps = (10.0 / (speed * DT)) as u32 + 2;
                run(&mut world, steps);
                let body = world.body(id).unwrap();
                let found = body.velocity();
                assert!(
                    found.distance(direction * speed) < 1.0e-4 * speed,
                    "{direction:?} at {speed}: {found:?}"
                );
                let way = (body.position() - aim + direction * 2.0).dot(direction);
                assert!((way - speed * DT * steps as f32).abs() < 1.0e-3 * way, "it was held up: {way}");
            }
        }
    }
}

#[test]
fn one_way_platform_blocks_from_above() {
    for (shape, height) in shapes() {
        for speed in [0.0_f32, 1.0, 10.0, 50.0, 200.0, 390.0] {
            for sideways in [0.0, 0.5] {
                let mut world = sleepless();
                add_floor(&mut world);
                add_platform(&mut world, 6.0);
                let body =
                    Body::dynamic().at([-sideways * 2.0, 8.0]).velocity([sideways * speed.min(3.0), -speed]);
                let body = body.locks(Locks { rotation: true, ..Locks::default() });
                let id = world.spawn(body.with(shape.clone().friction(2.0))).unwrap();
                run(&mut world, 120);
                let y = world.body(id).unwrap().position().y - 6.0;
                assert!((y - height).abs() < 0.01, "at {speed} m/s it came to {y}, not {height}");
            }
        }
    }
}

#[test]
fn stack_rests_on_a_platform_while_balls_pass_from_below() {
    let mut world = sleepless();
    add_floor(&mut world);
    add_platform(&mut world, 3.0);
    let stack: Vec<BodyId> = (0..8)
        .map(|index| {
            let body = Body::dynamic().at([0.0, 3.25 + 0.5 * index as f32]);
            world.spawn(body.with(Rect::half(0.25, 0.25))).unwrap()
        })
        .collect();
    let ball =
        |x: f32, speed: f32| Body::dynamic().at([x, 1.0]).velocity([0.0, speed]).with(Circle::new(0.2));
    for (x, speed) in [(-2.0, 12.0), (2.0, 60.0), (1.2, 300.0)] {
        world.spawn(ball(x, speed)).unwrap();
    }
    run(&mut world, 300);
    for (index, &id) in stack.iter().enumerate() {
        let at = world.body(id).unwrap().position();
        let expected = Vec2::new(0.0, 3.25 + 0.5 * index as f32);
        assert!(at.distance(expected) < 0.03, "box {index} is at {at:?}");
    }
}

#[test]
fn body_crosses_platform_edges_and_drops_through_on_demand() {
    let mut world = sleepless();
    add_floor(&mut world);
    for row in 0..2 {
        for index in 0..40 {
            let plank = Rect::half(0.25, 0.1).one_way(OneWay::UP).friction(0.0);
            let at = [-5.0 + 0.5 * index as f32, 1.9 + 2.0 * row as f32];
            world.spawn(Body::fixed().at(at).with(plank)).unwrap();
        }
    }
    let body = Body::dynamic().at([-4.0, 4.3]).velocity([2.0, 0.0]);
    let id = world.spawn(body.with(Rect::half(0.3, 0.3).friction(0.0))).unwrap();
    let height = |world: &World| world.body(id).unwrap().position().y;
    for _ in 0..120 {
        world.step(DT).unwrap();
        assert!((height(&world) - 4.3).abs() < 2.0e-3, "{}", height(&world));
    }
    assert!(world.body_mut(id).unwrap().drop_through() > 0);
    run(&mut world, 90);
    assert!((height(&world) - 2.3).abs() < 0.01, "it fell to {}", height(&world));
    assert!((world.body(id).unwrap().velocity().x - 2.0).abs() < 0.01);
    // The second time only the named shape is dropped.
    let floor_shape = world.shapes().next().unwrap();
    assert!(!world.body_mut(id).unwrap().drop_through_shape(floor_shape));
    let held: Vec<ShapeId> = world
        .body(id)
        .unwrap()
        .contacts()
        .filter(|&contact| world.contact(contact).unwrap().is_touching())
        .flat_map(|contact| world.contact(contact).unwrap().shapes())
        .filter(|&shape| world.shape(shape).unwrap().one_way().is_some())
        .collect();
    assert!(!held.is_empty());
    for platform in held {
        assert!(world.body_mut(id).unwrap().drop_through_shape(platform));
    }
    run(&mut world, 90);
    assert!((height(&world) - 0.3).abs() < 0.01, "it fell to {}", height(&world));
    assert_eq!(world.body_mut(id).unwrap().drop_through(), 0);
}

#[test]
fn one_way_platforms_rotate_and_lift_their_load() {
    // Solid on the left: it stops a ball from the left and lets one from the right pass.
    for (start, passes) in [(-2.0, false), (2.0, true)] {
        let mut config = WorldConfig::with_gravity([0.0, 0.0]);
        config.sleeping = false;
        let mut world = World::new(config).unwrap();
        let plank = Rect::half(3.0, 0.1).one_way(OneWay::UP);
        world.spawn(Body::fixed().rotated(FRAC_PI_2).with(plank)).unwrap();
        let ball = Body::dynamic().at([start, 0.0]).velocity([-start, 0.0]).with(Circle::new(0.3));
        let id = world.spawn(ball).unwrap();
        run(&mut world, 240);
        let x = world.body(id).unwrap().position().x;
        assert_eq!(x * start < -1.0, passes, "from {start} it came to {x}");
    }
    let mut world = sleepless();
    let lift = Rect::half(2.0, 0.1).one_way(OneWay::UP);
    world.spawn(Body::kinematic().velocity([0.0, 2.0]).with(lift)).unwrap();
    let ball = Circle::new(0.3).shape();
    let above = world.spawn(Body::dynamic().at([0.0, 0.5]).with(ball.clone())).unwrap();
    let below = world.spawn(Body::dynamic().at([0.0, -0.5]).gravity_scale(0.0).with(ball)).unwrap();
    run(&mut world, 120);
    let [above, below] = [above, below].map(|id| world.body(id).unwrap().position().y);
    assert!((above - 4.4).abs() < 0.02, "what it carries is at {above}");
    assert!((below + 0.5).abs() < 0.01, "what is below it is at {below}");
}

#[test]
fn half_angle_decides_which_contacts_are_solid() {
    // A ball flies towards a round post that is one-way along x, solid on one side or on all.
    for (half_angle, approach, holds) in [
        (FRAC_PI_3, 0.9, true),
        (FRAC_PI_3, 1.2, false),
        (FRAC_PI_2, 1.4, true),
        (0.2, 0.3, false),
        (PI, 1.5, true),
    ] {
        let mut config = WorldConfig::with_gravity([0.0, 0.0]);
        config.sleeping = false;
        let mut world = World::new(config).unwrap();
        let post = Circle::new(0.5).one_way(OneWay::new([2.0, 0.0], half_angle));
        world.spawn(Body::fixed().with(post)).unwrap();
        let way = Vec2::from_angle(approach);
        let ball = Body::dynamic().at(way * 3.0).velocity(way * -3.0).with(Circle::new(0.3).friction(0.0));
        let id = world.spawn(ball).unwrap();
        run(&mut world, 120);
        let along = world.body(id).unwrap().position().dot(way);
        assert_eq!(along > 0.0, holds, "half angle {half_angle}, from {approach}: it came to {along}");
    }
}

#[test]
fn clone_inside_a_platform_continues_with_the_same_bits() {
    let mut world = sleepless();
    add_floor(&mut world);
    add_platform(&mut world, 2.0);
    let jumper = Body::dynamic().at([0.0, 0.5]).velocity([0.0, 8.0]).with(Circle::new(0.3));
    let id = world.spawn(jumper).unwrap();
    let mut hashes = Vec::new();
    while world.body(id).unwrap().position().y < 1.9 {
        world.step(DT).unwrap();
    }
    let mut copy = world.clone();
    for _ in 0..120 {
        world.step(DT).unwrap();
        hashes.push(world.hash());
    }
    for hash in hashes {
        copy.step(DT).unwrap();
        assert_eq!(copy.hash(), hash);
    }
    assert!((world.body(id).unwrap().position().y - 2.3).abs() < 0.01);
}

#[test]
fn passing_contacts_have_no_touch_events() {
    let mut world = sleepless();
    add_platform(&mut world, 2.0);
    world.spawn(Body::dynamic().at([0.0, 0.5]).velocity([0.0, 9.0]).with(Circle::new(0.3))).unwrap();
    let (mut begins, mut passed) = (Vec::new(), false);
    for step in 0..120 {
        world.step(DT).unwrap();
        let y = world.bodies().nth(1).and_then(|id| world.body(id)).unwrap().position().y;
        passed |= (1.7..2.2).contains(&y);
        begins.extend(world.events().begins().iter().map(|_| step));
        assert!(world.events().ends().is_empty());
    }
    assert!(passed);
    assert_eq!(begins.len(), 1, "it lands once: {begins:?}");
}

#[test]
fn casts_respect_one_way_sides_only_on_request() {
    let mut world = sleepless();
    add_platform(&mut world, 0.0);
    let ball = Shape::from(Circle::new(0.3));
    let honest = QueryFilter::all().honor_one_way();
    let met = |from: [f32; 2], way: [f32; 2], filter| {
        let pose = Pose::from_position(Vec2::from(from));
        let by_shape = world.cast_shape(&ball, pose, way, filter).unwrap().is_some();
        let by_ray = world.cast_ray(Ray::new(from, way), filter).unwrap().is_some();
        assert_eq!(by_shape, by_ray);
        by_ray
    };
    assert!(met([0.0, 2.0], [0.0, -4.0], honest));
    assert!(!met([0.0, -2.0], [0.0, 4.0], honest));
    assert!(!met([-5.0, -0.1], [4.0, 0.0], honest));
    assert!(!met([0.0, -0.1], [0.0, -4.0], honest), "a cast that begins inside is let out");
    for (from, way) in [([0.0, 2.0], [0.0, -4.0]), ([0.0, -2.0], [0.0, 4.0]), ([-5.0, -0.1], [4.0, 0.0])] {
        assert!(met(from, way, QueryFilter::all()));
    }
}
