//! Portals: bodies in openings, passes, and what must stay the same.

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, PortalError, PortalFrame, PortalPair};

mod joints;
mod queries;

const DT: f32 = 1.0 / 60.0;

fn world(gravity: [f32; 2]) -> World {
    World::new(WorldConfig::with_gravity(gravity)).expect("it is valid")
}

fn step(world: &mut World, steps: usize) {
    for number in 0..steps {
        world.step(DT).expect("it is sound");
        if number % 16 == 0 || number + 1 == steps {
            world.validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
        }
    }
}

/// A wall of two boxes whose surface has the given opening, half a metre thick, below the plane.
fn wall(frame: Pose) -> Body {
    let mut body = Body::fixed().at(frame.p);
    body = body.rotated(frame.q.angle());
    body.with(Rect::half(5.0, 0.25).at([0.0, -0.25]))
}

fn position(world: &World, body: BodyId) -> Vec2 {
    world.body(body).expect("it is there").position()
}

fn velocity(world: &World, body: BodyId) -> Vec2 {
    world.body(body).expect("it is there").velocity()
}

#[test]
fn a_ball_falls_through_floor_and_ceiling() {
    let mut world = world([0.0, -10.0]);
    world.spawn(wall(Pose::IDENTITY)).expect("it is valid");
    world.spawn(wall(Pose::new([0.0, 6.0], std::f32::consts::PI))).expect("it is valid");
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([0.0, 6.0], [0.0, -1.0]),
    );
    world.add_portals(pair.width(1.0)).expect("it is valid");
    let ball = world.spawn(Body::dynamic().at([0.0, 3.0]).with(Circle::new(0.25))).expect("it is valid");
    let (mut fallen, mut passes) = (0.0, 0);
    for number in 1..=180 {
        let before = position(&world, ball).y;
        world.step(DT).expect("it is sound");
        world.validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
        let count = world.events().teleports().len();
        passes += count;
        fallen += before - position(&world, ball).y + 6.0 * count as f32;
        // As without portals: a half of g times the square of the time.
        let time = number as f32 * DT;
        assert!((fallen - 5.0 * time * time).abs() < 0.003 * time.max(1.0), "step {number}: {fallen}");
        assert!((velocity(&world, ball).y + 10.0 * time).abs() < 1.0e-3, "step {number}");
    }
    assert!(passes >= 7, "{passes}");
}

/// Two balls that collide in the plane of an opening, and the same two in free space. Returns the largest
/// distance of positions, and of velocities after the collision.
fn collision(turn: f32, velocities: [[f32; 2]; 2], apart: Vec2, restitution: f32) -> [f32; 2] {
    let ball = |at: Vec2, velocity: Vec2| {
        Body::dynamic().at(at).velocity(velocity).with(Circle::new(0.5).density(2.0).restitution(restitution))
    };
    let [va, vb] = velocities.map(Vec2::from);
    // The opening at x = 2 faces left; the other one is at the origin of a turned frame.
    let far = Pose::new([-2.0, 0.0], turn);
    let mut free = world([0.0, 0.0]);
    let mut split = world([0.0, 0.0]);
    let back = Body::fixed().with(Rect::half(0.25, 4.0).at([2.25, 0.0]));
    split.spawn(back).expect("it is valid");
    let behind = Body::fixed().at(far.p).rotated(turn).with(Rect::half(0.25, 4.0).at([-0.25, 0.0]));
    split.spawn(behind).expect("it is valid");
    let out = far.transform_vector(Vec2::new(1.0, 0.0));
    let pair = PortalPair::new(PortalFrame::fixed([2.0, 0.0], [-1.0, 0.0]), PortalFrame::fixed(far.p, out));
    split.add_portals(pair.width(3.0)).expect("it is valid");
    let (from, to) = (Vec2::new(1.5, 0.0), Vec2::new(1.5, 0.0) + apart);
    // What is right of x = 2 in free space is beyond the opening.
    let map = |at: Vec2| far.transform_point(at - Vec2::new(2.0, 0.0));
    let a = free.spawn(ball(from, va)).expect("it is valid");
    let b = free.spawn(ball(to, vb)).expect("it is valid");
    let split_a = split.spawn(ball(from, va)).expect("it is valid");
    let split_b = split.spawn(ball(map(to), far.transform_vector(vb))).expect("it is valid");
    let mut worst = [0.0_f32; 2];
    for number in 0..60 {
        free.step(DT).expect("it is sound");
        split.step(DT).expect("it is sound");
        split.validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
        for (one, other) in [(a, split_a), (b, split_b)] {
            let (at, is) = (position(&free, one), position(&split, other));
            let through = map(at).distance(is) < at.distance(is);
            let expected = velocity(&free, one);
            let expected = if through { far.transform_vector(expected) } else { expected };
            let apart = expected.distance(velocity(&split, other));
            let off = map(at).distance(is).min(at.distance(is));
            worst = [worst[0].max(off), if number > 40 { worst[1].max(apart) } else { worst[1] }];
        }
    }
    worst
}

#[test]
fn two_balls_collide_across_an_opening_as_in_free_space() {
    for (velocities, apart) in [
        ([[1.0, 0.0], [-1.0, 0.0]], Vec2::new(1.3, 0.0)),
        ([[2.0, 0.0], [0.0, 0.0]], Vec2::new(1.5, 0.25)),
        ([[1.0, 0.25], [-0.5, 0.0]], Vec2::new(1.25, 0.5)),
    ] {
        for turn in [0.0, 0.7, 2.0, -0.9] {
            for restitution in [0.0, 0.5, 1.0] {
                let worst = collision(turn, velocities, apart, restitution);
                // Positions are rounded sixty times, on either side of the opening to other bits.
                // Inelastic balls rest where rounding decides whether the gap is just open or closed.
                let most = if restitution == 0.0 && turn != 0.0 { 5.0e-4 } else { 2.0e-5 };
                assert!(worst[0] < most && worst[1] < 1.5e-6, "{turn}, {restitution}: {worst:?}");
            }
        }
    }
}

#[test]
fn a_thousand_passes_keep_speed_and_energy() {
    for turn in [0.0_f32, 0.4, 1.3, 3.0] {
        // Between the openings a ball flies along a line; the second one is turned about the line.
        let mut world = world([0.0, 0.0]);
        let config = [
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([9.0, 4.0], Vec2::from_angle(turn)),
        ];
        world.add_portals(PortalPair::new(config[0], config[1]).width(2.0)).expect("it is valid");
        // A second pair brings the ball back.
        let out = Vec2::from_angle(turn);
        let end = Vec2::new(9.0, 4.0) + out * 2.0;
        let back = [PortalFrame::fixed(end, -out), PortalFrame::fixed([0.0, 2.0], [0.0, -1.0])];
        world.add_portals(PortalPair::new(back[0], back[1]).width(2.0)).expect("it is valid");
        let ball = Body::dynamic().at([0.0, 1.0]).velocity([0.0, -30.0]).with(Circle::new(0.25));
        let ball = world.spawn(ball).expect("it is valid");
        let mut passes = 0;
        while passes < 1000 {
            world.step(DT).expect("it is sound");
            passes += world.events().teleports().len();
            let speed = velocity(&world, ball).length();
            assert!((speed / 30.0 - 1.0).abs() < 1.0e-5, "turned by {turn}, pass {passes}: {speed}");
        }
        world.validate().expect("it is sound");
    }
    let mut world = world([0.0, 0.0]);
    let pair = [PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]), PortalFrame::fixed([0.0, 4.0], [0.0, -1.0])];
    world.add_portals(PortalPair::new(pair[0], pair[1]).width(2.0)).expect("it is valid");
    let ball = Body::dynamic()
        .at([0.3, 1.0])
        .velocity([0.0, -31.7])
        .angular_velocity(3.3)
        .with(Rect::half(0.2, 0.3));
    let ball = world.spawn(ball).expect("it is valid");
    let mut passes = 0;
    while passes < 1000 {
        world.step(DT).expect("it is sound");
        passes += world.events().teleports().len();
        let body = world.body(ball).expect("it is there");
        assert_eq!((body.velocity(), body.angular_velocity()), (Vec2::new(0.0, -31.7), 3.3), "pass {passes}");
        assert_eq!(body.position().x, 0.3);
    }
}

#[test]
fn a_stack_through_floor_and_ceiling_stands_and_sleeps() {
    let mut world = world([0.0, -10.0]);
    // Boxes stand on a floor at y = -20 and reach through a ceiling, out of another floor at y = 0.
    world.spawn(wall(Pose::IDENTITY)).expect("it is valid");
    world.spawn(wall(Pose::new([20.0, -17.25], std::f32::consts::PI))).expect("it is valid");
    world.spawn(wall(Pose::new([20.0, -20.0], 0.0))).expect("it is valid");
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([20.0, -17.25], [0.0, -1.0]),
    );
    world.add_portals(pair.width(1.5)).expect("it is valid");
    let boxes: Vec<BodyId> = (0..6)
        .map(|index| {
            let y = 0.25 + 0.5 * index as f32;
            let at = if y < 2.75 { [20.0, y - 20.0] } else { [0.0, y - 2.75] };
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.25))).expect("it is valid")
        })
        .collect();
    let mut ends = 0;
    for number in 0..3600 {
        world.step(DT).expect("it is sound");
        if number > 60 {
            ends += world.events().ends().len();
        }
        if number % 64 == 0 {
            world.validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
        }
    }
    assert_eq!(ends, 0, "contacts of a stack at rest ended");
    for (index, &id) in boxes.iter().enumerate() {
        let body = world.body(id).expect("it is there");
        let y = 0.25 + 0.5 * index as f32;
        let at = if body.position().x > 10.0 {
            body.position() + vec2(-20.0, 20.0)
        } else {
            body.position() + vec2(0.0, 2.75)
        };
        assert!(at.distance(vec2(0.0, y)) < 0.03, "box {index} at {at:?}");
        assert!(!body.is_awake(), "box {index} is awake");
    }
    // The fifth box is half through; its image sleeps with it.
    assert_eq!(world.images(boxes[5]).count(), 1);
    assert_eq!(world.counts().sleeping_bodies, 6);
    assert_eq!(world.counts().bodies, world.bodies().count() as u32);
    // A push at the bottom wakes all of it, through the opening.
    world.body_mut(boxes[0]).expect("it is there").apply_impulse([0.5, 0.0]).expect("it is finite");
    world.step(DT).expect("it is sound");
    assert!(boxes.iter().all(|&id| world.body(id).is_some_and(|body| body.is_awake())));
    world.validate().expect("it is sound");
}

/// A square with side 4 whose sides are connected, or 3 x 3 copies of it in a row of nine tiles.
fn torus(copies: i32, bodies: &[(Vec2, Vec2, f32)]) -> (World, Vec<BodyId>) {
    let mut world = world([0.0, 0.0]);
    let side = 4.0;
    let mut ids = Vec::new();
    for x in -copies..=copies {
        for y in -copies..=copies {
            for &(at, velocity, size) in bodies {
                let at = at + vec2(side * x as f32, side * y as f32);
                let body = Body::dynamic()
                    .at(at)
                    .velocity(velocity)
                    .with(Circle::new(size).restitution(0.5).friction(0.0));
                let id = world.spawn(body).expect("it is valid");
                if x == 0 && y == 0 {
                    ids.push(id);
                }
            }
        }
    }
    if copies == 0 {
        let half = 0.5 * side;
        for [a, b] in [[vec2(-half, 0.0), vec2(half, 0.0)], [vec2(0.0, -half), vec2(0.0, half)]] {
            let pair = PortalPair::new(PortalFrame::fixed(a, -a), PortalFrame::fixed(b, -b));
            world.add_portals(pair.width(side).rims(false)).expect("it is valid");
        }
    }
    (world, ids)
}

#[test]
fn a_torus_of_two_pairs_is_a_world_of_tiles() {
    let bodies = [
        (vec2(1.25, 1.25), vec2(0.5, 0.375), 0.25),
        (vec2(-1.25, 1.5), vec2(-0.25, 0.0), 0.375),
        (vec2(-0.5, -1.0), vec2(0.125, -0.25), 0.3),
        (vec2(0.75, -1.5), vec2(0.0, 0.125), 0.25),
    ];
    let (mut one, ids) = torus(0, &bodies);
    let (mut tiles, copies) = torus(2, &bodies);
    let mut passes = 0;
    for number in 0..600 {
        one.step(DT).expect("it is sound");
        tiles.step(DT).expect("it is sound");
        passes += one.events().teleports().len();
        if number % 16 == 0 {
            one.validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
        }
        for (index, (&id, &copy)) in ids.iter().zip(&copies).enumerate() {
            let off = position(&one, id) - position(&tiles, copy);
            let off = vec2(off.x - 4.0 * (off.x / 4.0).round(), off.y - 4.0 * (off.y / 4.0).round());
            let speed = velocity(&one, id).distance(velocity(&tiles, copy));
            assert!(off.length() < 1.0e-3 && speed < 1.0e-3, "step {number}, body {index}: {off:?}, {speed}");
        }
    }
    assert!(passes >= 3, "{passes}");
}

#[test]
fn a_body_that_is_too_wide_is_held() {
    for shape in [
        Shape::from(Circle::new(0.75)),
        Shape::from(Rect::half(0.75, 0.5)),
        Shape::from(Rect::half(0.6, 0.6)),
    ] {
        let mut world = world([0.0, -10.0]);
        world.spawn(wall(Pose::IDENTITY)).expect("it is valid");
        let pair = PortalPair::new(
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([20.0, 0.0], [0.0, 1.0]),
        );
        world.add_portals(pair.width(1.0)).expect("it is valid");
        for speed in [0.0, -30.0] {
            let body =
                Body::dynamic().at([0.0, 1.5]).velocity([0.0, speed]).with(ShapeDef::new(shape.clone()));
            let body = world.spawn(body).expect("it is valid");
            let mut passes = 0;
            for _ in 0..240 {
                world.step(DT).expect("it is sound");
                passes += world.events().teleports().len();
            }
            world.validate().expect("it is sound");
            let at = position(&world, body);
            assert!(passes == 0 && at.y > 0.45 && at.x.abs() < 0.5, "{shape:?} at {at:?}");
            world.despawn(body).expect("it is there");
        }
    }
}

#[test]
fn a_fast_body_passes_and_a_wall_behind_stops_it() {
    for speed in [5.0_f32, 60.0, 250.0] {
        let mut world = world([0.0, 0.0]);
        world.spawn(wall(Pose::IDENTITY)).expect("it is valid");
        let behind = wall(Pose::new([20.0, 0.0], 0.0));
        world.spawn(behind).expect("it is valid");
        // Thin, three metres before the second opening.
        let stop =
            world.spawn(Body::fixed().at([20.0, 3.0]).with(Rect::half(2.0, 0.02))).expect("it is valid");
        let pair = PortalPair::new(
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([20.0, 0.0], [0.0, 1.0]),
        );
        world.add_portals(pair.width(1.0)).expect("it is valid");
        let ball = Body::dynamic().at([0.0, 2.9]).velocity([0.0, -speed]).with(Circle::new(0.1));
        let ball = world.spawn(ball).expect("it is valid");
        let (mut passes, mut hit) = (0, false);
        for _ in 0..120 {
            world.step(DT).expect("it is sound");
            world.validate().expect("it is sound");
            passes += world.events().teleports().len();
            hit |= world.events().begins().iter().any(|event| event.a.body == stop || event.b.body == stop);
            let at = position(&world, ball);
            assert!(at.x < 10.0 || at.y < 2.95, "{speed} m/s: it is at {at:?}");
        }
        assert!(hit && passes == 1, "{speed} m/s: {passes} passes, {hit}, at {:?}", position(&world, ball));
    }
}

#[test]
fn a_removed_portal_leaves_bodies_where_their_centre_is() {
    for after in 1..40 {
        let mut world = world([0.0, -10.0]);
        world.spawn(wall(Pose::IDENTITY)).expect("it is valid");
        world.spawn(wall(Pose::new([20.0, 0.0], 0.0))).expect("it is valid");
        let pair = PortalPair::new(
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([20.0, 0.0], [0.0, 1.0]),
        );
        let id = world.add_portals(pair.width(1.5)).expect("it is valid");
        let body = Body::dynamic().at([0.0, 1.0]).with(Rect::half(0.25, 0.5));
        let body = world.spawn(body).expect("it is valid");
        step(&mut world, after);
        let side = position(&world, body).x > 10.0;
        world.remove_portals(id).expect("it is there");
        world.validate().expect("it is sound");
        assert_eq!((world.images(body).count(), world.portals().count(), world.bodies().count()), (0, 0, 3));
        step(&mut world, 240);
        let at = position(&world, body);
        assert!(
            (at.x > 10.0) == side && at.y > 0.2 && velocity(&world, body).length() < 0.1,
            "{after}: {at:?}"
        );
        assert!(world.remove_portals(id).is_err());
    }
}

/// A room with two turned pairs, one of them moving, and many bodies.
fn busy(lanes: LaneLevel, threads: usize) -> World {
    let mut config = WorldConfig::with_gravity([0.0, -10.0]);
    (config.lanes, config.threads) = (lanes, threads);
    let mut world = World::new(config).expect("it is valid");
    for (at, angle) in
        [([0.0, 0.0], 0.0), ([0.0, 10.0], std::f32::consts::PI), ([-5.0, 5.0], -1.5), ([5.0, 5.0], 1.6)]
    {
        let thick = Body::fixed().at(at).rotated(angle).with(Rect::half(7.0, 0.5).at([0.0, -0.5]));
        world.spawn(thick).expect("it is valid");
    }
    let lift = Body::kinematic().at([2.0, 3.0]).velocity([-0.4, 0.1]).angular_velocity(0.3);
    let lift = world.spawn(lift.with(Rect::half(1.0, 0.1))).expect("it is valid");
    let pairs = [
        PortalPair::new(
            PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
            PortalFrame::fixed([-1.0, 10.0], [0.0, -1.0]),
        )
        .width(2.0),
        PortalPair::new(
            PortalFrame::on(lift, [0.0, 0.1], [0.0, 1.0]),
            PortalFrame::fixed([-3.0, 0.0], [0.0, 1.0]),
        )
        .width(1.2),
    ];
    for pair in pairs {
        world.add_portals(pair).expect("it is valid");
    }
    for index in 0..60 {
        let at = [-2.5 + 0.6 * (index % 10) as f32, 4.0 + 0.7 * (index / 10) as f32];
        let body = Body::dynamic().at(at).rotated(index as f32);
        let body = match index % 3 {
            0 => body.with(Circle::new(0.2).restitution(0.6)),
            1 => body.with(Rect::half(0.25, 0.15)),
            _ => body.with(Capsule::vertical(0.2, 0.1)),
        };
        world.spawn(body).expect("it is valid");
    }
    world
}

#[test]
fn bits_are_equal_over_lanes_threads_snapshots_and_saved_worlds() {
    let mut worlds = vec![busy(LaneLevel::Scalar, 1)];
    worlds.extend(LaneLevel::available().map(|lanes| busy(lanes, 1)));
    worlds.push(busy(LaneLevel::Scalar, 3));
    let (mut passes, mut through) = (0, 0);
    let mut saved: Option<(SavedWorld, u64)> = None;
    for number in 0..400 {
        for world in &mut worlds {
            world.step(DT).expect("it is sound");
        }
        let first = &worlds[0];
        passes += first.events().teleports().len();
        through += first.bodies().map(|body| first.images(body).count()).sum::<usize>();
        let hash = first.hash();
        for (index, world) in worlds.iter().enumerate() {
            assert_eq!(world.hash(), hash, "step {number}, world {index}");
        }
        if number % 40 == 7 {
            worlds[0].validate().unwrap_or_else(|what| panic!("step {number}: {what}"));
            let bytes = worlds[0].snapshot();
            let restored = World::from_snapshot(&bytes).expect("it is whole");
            assert_eq!(restored.hash(), hash);
            worlds[1] = restored;
            let copy = worlds[0].clone();
            worlds[2] = copy;
        }
        if number == 100 {
            let mut kept = SavedWorld::default();
            worlds[0].save_into(&mut kept);
            saved = Some((kept, 0));
        }
        if number == 150 {
            let (kept, _) = saved.take().expect("it was saved");
            let hash = worlds[0].hash();
            assert!(worlds[0].restore_saved(&kept));
            for _ in 101..=150 {
                worlds[0].step(DT).expect("it is sound");
            }
            assert_eq!(worlds[0].hash(), hash);
        }
    }
    assert!(passes > 50 && through > 400, "{passes} passes, {through} images");
}

#[test]
fn bad_input_is_refused_and_changes_nothing() {
    let mut world = world([0.0, -10.0]);
    let body = world.spawn(Body::fixed().with(Rect::half(1.0, 1.0))).expect("it is valid");
    let gone = world.spawn(Body::fixed()).expect("it is valid");
    world.despawn(gone).expect("it is there");
    let off = world.spawn(Body::dynamic().with(Circle::new(1.0))).expect("it is valid");
    world.body_mut(off).expect("it is there").set_enabled(false);
    let before = world.snapshot();
    let good = PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]);
    let number = |error: PortalError, name: &str| match error {
        PortalError::Value(value) => assert_eq!(value.name(), name, "{value}"),
        other => panic!("{other}"),
    };
    for width in [0.0, -1.0, f32::NAN, f32::INFINITY, 2.0e4] {
        number(world.add_portals(PortalPair::new(good, good).width(width)).unwrap_err(), "portal width");
    }
    for bad in [f32::NAN, f32::INFINITY, 1.0e7, -f32::MAX] {
        for at in [[bad, 0.0], [0.0, bad]] {
            let frame = PortalFrame::fixed(at, [0.0, 1.0]);
            number(world.add_portals(PortalPair::new(good, frame)).unwrap_err(), "opening");
            number(
                world.add_portals(PortalPair::new(PortalFrame::on(body, at, [0.0, 1.0]), good)).unwrap_err(),
                "opening",
            );
        }
    }
    for out in [[f32::NAN, 1.0], [f32::INFINITY, 0.0]] {
        let frame = PortalFrame::fixed([0.0, 0.0], out);
        number(world.add_portals(PortalPair::new(frame, good)).unwrap_err(), "opening direction");
    }
    let frame = PortalFrame::fixed([0.0, 0.0], [0.0, 0.0]);
    number(world.add_portals(PortalPair::new(frame, good)).unwrap_err(), "length of the opening direction");
    let on = |body: BodyId| PortalPair::new(PortalFrame::on(body, [0.0, 0.0], [0.0, 1.0]), good);
    assert_eq!(world.add_portals(on(gone)), Err(PortalError::Stale(gone.to_string())));
    assert_eq!(world.add_portals(on(off)), Err(PortalError::Disabled(off.to_string())));
    assert_eq!(world.snapshot(), before);
    for change in [
        |config: &mut WorldConfig| config.large_world = true,
        |config: &mut WorldConfig| config.layered_sleep = true,
    ] {
        let mut config = WorldConfig::default();
        change(&mut config);
        let mut world = World::new(config).expect("it is valid");
        assert_eq!(world.add_portals(PortalPair::new(good, good)), Err(PortalError::World));
    }
}

#[test]
fn a_body_half_through_is_seen_and_touched_on_both_sides() {
    let mut world = world([0.0, 0.0]);
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([20.0, 0.0], [0.0, 1.0]),
    );
    world.add_portals(pair.width(2.0)).expect("it is valid");
    let body = world.spawn(Body::dynamic().at([0.0, 0.1]).with(Rect::half(0.5, 0.5))).expect("it is valid");
    step(&mut world, 1);
    let image = world.images(body).next().expect("it is in the opening");
    assert!(image.p.distance(vec2(20.0, -0.1)) < 1.0e-6 && (image.q.c + 1.0).abs() < 1.0e-6, "{image:?}");
    let hit = |x: f32| {
        let hit = world.cast_ray(Ray::new([x, 3.0], [0.0, -6.0]), QueryFilter::all()).expect("it is finite");
        hit.map(|hit| (hit.body, hit.point.y))
    };
    for (x, y) in [(0.0, 0.6), (20.0, 0.4)] {
        let (other, top) = hit(x).expect("it sticks out");
        assert!(other == body && (top - y).abs() < 1.0e-3, "{x}: {top}");
    }
    // The part behind the opening is not there.
    let below = world.cast_ray(Ray::new([0.0, -3.0], [0.0, 2.9]), QueryFilter::all()).expect("it is finite");
    assert!(below.is_none());
    // A ball that hits the part behind the second opening pushes the body back, and only one mass moves.
    let ball = Body::dynamic().at([20.0, 2.0]).velocity([0.0, -4.0]).with(Circle::new(0.25));
    let ball = world.spawn(ball).expect("it is valid");
    let mass = |id: BodyId| world.body(id).expect("it is there").mass().mass;
    let (heavy, light) = (mass(body), mass(ball));
    let mut begins = Vec::new();
    for _ in 0..60 {
        world.step(DT).expect("it is sound");
        begins.extend(world.events().begins().iter().map(|event| [event.a.body, event.b.body]));
        world.validate().expect("it is sound");
    }
    assert!(begins.contains(&[body, ball]) || begins.contains(&[ball, body]), "{begins:?}");
    // Momentum along the way of the ball, which the openings turn around.
    let sum = light * velocity(&world, ball).y - heavy * velocity(&world, body).y;
    assert!((sum + 4.0 * light).abs() < 1.0e-4, "{sum}");
    assert!(velocity(&world, body).y > 0.3, "{:?}", velocity(&world, body));
}

#[test]
fn a_body_in_both_openings_of_a_pair_has_two_images() {
    let mut world = world([0.0, 0.0]);
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([0.0, 2.0], [0.0, -1.0]),
    );
    world.add_portals(pair.width(2.0)).expect("it is valid");
    let rod = Body::dynamic().at([0.0, 1.0]).velocity([0.0, -1.0]).with(Rect::half(0.1, 1.2));
    let rod = world.spawn(rod).expect("it is valid");
    step(&mut world, 1);
    let mut images: Vec<f32> = world.images(rod).map(|pose| pose.p.y).collect();
    images.sort_by(f32::total_cmp);
    assert_eq!(images.len(), 2);
    for _ in 0..240 {
        world.step(DT).expect("it is sound");
        world.validate().expect("it is sound");
        assert_eq!(velocity(&world, rod), vec2(0.0, -1.0));
        assert!(!world.images(rod).count() == 0 || world.images(rod).count() <= 4);
    }
}

#[test]
fn moving_openings_add_their_velocity() {
    for (lift_speed, exit_speed) in [(2.0, 0.0), (0.0, 3.0), (-1.0, 1.5)] {
        let mut world = world([0.0, 0.0]);
        let lift = |at: [f32; 2], speed: f32| {
            Body::kinematic().at(at).velocity([0.0, speed]).with(Rect::half(2.0, 0.25).at([0.0, -0.25]))
        };
        let entry = world.spawn(lift([0.0, 0.0], lift_speed)).expect("it is valid");
        let exit = world.spawn(lift([20.0, 0.0], exit_speed)).expect("it is valid");
        let pair = PortalPair::new(
            PortalFrame::on(entry, [0.0, 0.0], [0.0, 1.0]),
            PortalFrame::on(exit, [0.0, 0.0], [0.0, 1.0]),
        );
        world.add_portals(pair.width(1.5)).expect("it is valid");
        let ball = Body::dynamic().at([0.0, 2.0]).velocity([0.0, -3.0]).with(Circle::new(0.25));
        let ball = world.spawn(ball).expect("it is valid");
        for _ in 0..120 {
            world.step(DT).expect("it is sound");
            world.validate().expect("it is sound");
        }
        // Relative to the first opening it falls at 3 m/s and the lift's speed, and leaves the second so.
        let expected = 3.0 + lift_speed + exit_speed;
        let at = position(&world, ball);
        assert!(
            at.x > 10.0 && (velocity(&world, ball).y - expected).abs() < 1.0e-5,
            "{at:?} {:?}",
            velocity(&world, ball)
        );
    }
}

#[test]
fn drawing_between_steps_goes_through_an_opening() {
    let mut world = world([0.0, 0.0]);
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([20.0, 0.0], [1.0, 0.0]),
    );
    world.add_portals(pair.width(2.0)).expect("it is valid");
    let ball = world
        .spawn(Body::dynamic().at([0.2, 0.5]).velocity([0.0, -3.0]).with(Circle::new(0.1)))
        .expect("it is valid");
    let mut drawn = Interpolated::new(world.body(ball).expect("it is there").pose());
    let mut passed = false;
    for _ in 0..30 {
        let before = position(&world, ball);
        world.step(DT).expect("it is sound");
        for event in world.events().teleports() {
            assert_eq!(event.body, ball);
            drawn.pass(event);
            passed = true;
        }
        for moved in world.events().moves() {
            assert_eq!(moved.body, ball);
            drawn.advance(moved.pose);
        }
        // The drawn path is as long as that of a step.
        let (a, b) = (drawn.at(0.0).p, drawn.at(1.0).p);
        assert!((a.distance(b) - 3.0 * DT).abs() < 1.0e-4, "{a:?} {b:?} {before:?}");
    }
    assert!(passed);
}

#[test]
fn openings_at_the_edge_of_the_range_leave_a_world_that_can_be_restored() {
    let (mut accepted, mut rejected) = (0, 0);
    for turn in 0..400 {
        for (width, inside) in [0.02, 1.0, 3.5].into_iter().flat_map(|width| {
            // Coordinates near the edge are multiples of a sixteenth of a metre.
            (0..5).map(move |steps| (width, steps as f32 / 16.0))
        }) {
            let mut world = world([0.0, 0.0]);
            // Almost along the edge of the range, and in all other directions.
            let turn = if turn < 200 { 0.001 * (turn - 100) as f32 } else { 0.03 * turn as f32 };
            let (sin, cos) = turn.sin_cos();
            let edge = PortalFrame::fixed([1.0e6 - inside, 5.0], [cos, sin]);
            let middle = PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]);
            match world.add_portals(PortalPair::new(edge, middle).width(width)) {
                Ok(_) => {
                    World::from_snapshot(&world.snapshot()).expect("what was accepted can be restored");
                    accepted += 1;
                }
                Err(error) => {
                    assert!(error.to_string().contains("opening"), "{error}");
                    rejected += 1;
                }
            }
        }
    }
    assert!(accepted > 500 && rejected > 200, "{accepted} accepted, {rejected} rejected");
}
