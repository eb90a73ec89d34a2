//! Continuous collision: shots of every kind of shape at thin walls. The oracle is geometry: the centre of a
//! body that started on one side of a closed wall must never be found on the other side.

use cairn2d::prelude::*;

use crate::harness::{DT, run, sleepless, weightless};
use crate::random::Random;

/// Targets of the shots, always in the plane x = 0.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// A box 0.1 m thick, its front at x = 0.
    Wall,
    /// One segment.
    Segment,
    /// A chain with pieces of 2 m.
    Chain,
    /// A large convex polygon, its long front at x = 0.
    Polygon,
    /// The box as a kinematic body that approaches, recedes and slides along.
    Platform,
    /// A shorter one that also rotates.
    Spinner,
}

const TARGETS: [Target; 6] =
    [Target::Wall, Target::Segment, Target::Chain, Target::Polygon, Target::Platform, Target::Spinner];

/// Shots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shot {
    Circle,
    Rect,
    /// A plank 0.6 to 1.0 m x 0.04 m.
    Plank,
    Capsule,
    /// Two discs on a thin bar.
    Compound,
}

pub(crate) const SHOTS: [Shot; 5] = [Shot::Circle, Shot::Rect, Shot::Plank, Shot::Capsule, Shot::Compound];

impl Target {
    fn body(self, random: &mut Random) -> Body {
        match self {
            Target::Polygon => {
                let corners = [[0.0, -200.0], [0.0, 200.0], [30.0, 150.0], [40.0, 0.0], [30.0, -150.0]];
                Body::fixed().with(Polygon::new(&corners).expect("the polygon is valid").friction(0.3))
            }
            Target::Platform => {
                let body = Body::kinematic().velocity([random.range(-30.0, 30.0), random.range(-20.0, 20.0)]);
                body.with(Rect::half(0.05, 200.0).at([0.05, 0.0]).friction(0.3))
            }
            Target::Spinner => {
                let body = Body::kinematic().velocity([random.range(-30.0, 30.0), random.range(-20.0, 20.0)]);
                let body = body.angular_velocity(random.range(-4.0, 4.0));
                body.with(Rect::half(0.05, 40.0).at([0.05, 0.0]).friction(0.3))
            }
            Target::Wall => Body::fixed().with(Rect::half(0.05, 200.0).at([0.05, 0.0]).friction(0.3)),
            Target::Segment => Body::fixed().with(Segment::new([0.0, -200.0], [0.0, 200.0]).friction(0.3)),
            Target::Chain => {
                // Upwards, its solid side faces +x; downwards, the guns.
                let points: Vec<[f32; 2]> = (0..200).map(|i| [0.0, 200.0 - 2.0 * i as f32]).collect();
                let chain = Chain::open(&points).expect("the chain is valid");
                Body::fixed().with_chain(ChainDef::new(chain).friction(0.3))
            }
        }
    }

    /// Middle of the wall `[m]`; a centre beyond it has tunneled.
    fn middle(self) -> f32 {
        if matches!(self, Target::Segment | Target::Chain) { 0.0 } else { 0.05 }
    }

    /// Half of the length of the wall \[m\].
    fn half_length(self) -> f32 {
        if matches!(self, Target::Spinner) { 40.0 } else { 200.0 }
    }
}

impl Shot {
    /// Adds a shot to a body; shots do not collide with each other.
    pub(crate) fn load(self, body: Body, random: &mut Random) -> Body {
        self.load_with(body, random, CollisionFilter { group: -1, ..CollisionFilter::default() })
    }

    /// Adds a shot that collides with everything.
    pub(crate) fn load_for_all(self, body: Body, random: &mut Random) -> Body {
        self.load_with(body, random, CollisionFilter::default())
    }

    fn load_with(self, body: Body, random: &mut Random, filter: CollisionFilter) -> Body {
        let bounce = random.range(0.0, 0.9);
        let finish = |shape: cairn2d::ShapeDef| shape.filter(filter).restitution(bounce).friction(0.3);
        match self {
            Shot::Circle => body.with(finish(Circle::new(random.range(0.05, 0.5)).shape())),
            Shot::Rect => {
                body.with(finish(Rect::half(random.range(0.1, 0.5), random.range(0.1, 0.5)).shape()))
            }
            Shot::Plank => body.with(finish(Rect::new(random.range(0.6, 1.0), 0.04).shape())),
            Shot::Capsule => {
                let half = random.range(0.1, 0.6);
                body.with(finish(Capsule::new([-half, 0.0], [half, 0.0], random.range(0.03, 0.2)).shape()))
            }
            Shot::Compound => {
                let half = random.range(0.3, 0.6);
                let disc = |x| finish(Circle { center: vec2(x, 0.0), radius: 0.1 }.shape());
                body.with(finish(Rect::half(half, 0.02).shape())).with(disc(-half)).with(disc(half))
            }
        }
    }
}

/// Shoots `count` bodies at 50 to 400 m/s, up to 40 rad/s and up to 69 degrees from the normal. Returns the
/// number that tunneled.
fn passed(target: Target, shot: Shot, count: usize) -> usize {
    let mut random = Random::new(0x5407 + count as u64 + 16 * target as u64 + shot as u64 + shot_seed());
    let mut passed = 0;
    let (volley, end) = (50, target.half_length());
    for _ in 0..count / volley {
        let mut world = weightless();
        let wall = world.spawn(target.body(&mut random)).unwrap();
        let ids: Vec<_> = (0..volley)
            .map(|_| {
                let direction = Vec2::from_angle(random.range(-1.2, 1.2));
                let body = Body::dynamic()
                    .at([random.range(-12.0, -1.5), random.range(-0.5, 0.5) * end])
                    .rotated(random.range(-3.1, 3.1))
                    .velocity(direction * random.range(50.0, 400.0))
                    .angular_velocity(random.range(-40.0, 40.0));
                world.spawn(shot.load(body, &mut random)).unwrap()
            })
            .collect();
        let (mut gone, mut left) = (vec![false; volley], vec![false; volley]);
        for _ in 0..48 {
            world.step(DT).unwrap();
            for (index, &id) in ids.iter().enumerate() {
                let at =
                    world.body(wall).unwrap().pose().inv_transform_point(world.body(id).unwrap().center());
                // A body that slides along the wall may leave at its ends, and return on the other side if
                // the wall rotates.
                left[index] |= at.y.abs() > end - 1.0;
                gone[index] |= at.x > target.middle() && !left[index];
            }
        }
        world.validate().unwrap();
        passed += gone.into_iter().filter(|&gone| gone).count();
    }
    passed
}

/// Shots per class: few by default; the environment may ask for more.
pub(crate) fn shot_count() -> usize {
    std::env::var("CAIRN2D_SHOTS").ok().and_then(|count| count.parse().ok()).unwrap_or(1500)
}

/// Seed of the shots, from the environment.
pub(crate) fn shot_seed() -> u64 {
    std::env::var("CAIRN2D_SHOT_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .map_or(0, |seed: u64| seed << 32)
}

fn check_shots(shot: Shot) {
    let count = shot_count();
    let passed = TARGETS.map(|target| (target, passed(target, shot, count)));
    for (target, passed) in passed {
        println!("{shot:?} against {target:?}: {passed} of {count} passed");
    }
    for (target, passed) in passed {
        assert_eq!(passed, 0, "{shot:?} against {target:?}");
    }
}

#[test]
fn circles_do_not_tunnel() {
    check_shots(Shot::Circle);
}

#[test]
fn boxes_do_not_tunnel() {
    check_shots(Shot::Rect);
}

#[test]
fn thin_planks_do_not_tunnel() {
    check_shots(Shot::Plank);
}

#[test]
fn capsules_do_not_tunnel() {
    check_shots(Shot::Capsule);
}

#[test]
fn compounds_do_not_tunnel() {
    check_shots(Shot::Compound);
}

#[test]
fn shots_tunnel_without_continuous_collision() {
    // Shows that the tests above can fail.
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.continuous = false;
    let mut world = World::new(config).unwrap();
    world.spawn(Target::Segment.body(&mut Random::new(1))).unwrap();
    let id =
        world.spawn(Body::dynamic().at([-5.0, 0.0]).velocity([300.0, 0.0]).with(Circle::new(0.1))).unwrap();
    run(&mut world, 10);
    assert!(world.body(id).unwrap().position().x > 10.0);
}

#[test]
fn continuous_impact_does_not_change_the_velocity() {
    // F87: the step that stops a body at the wall leaves its velocity to the contact of the next step.
    let mut world = weightless();
    world.spawn(Target::Wall.body(&mut Random::new(1))).unwrap();
    let body = Body::dynamic().at([-3.0, 0.0]).velocity([240.0, 30.0]).angular_velocity(5.0);
    let id = world.spawn(body.with(Circle::new(0.25).friction(0.0))).unwrap();
    world.step(DT).unwrap();
    let body = world.body(id).unwrap();
    assert!((body.position().x + 0.25).abs() < 0.01, "stopped at the wall: {:?}", body.position());
    // Over 3 m minus the radius at 240 m/s the time is 2.75 / 240 s; y must have moved for that time only.
    assert!(
        (body.position().y - 30.0 * 2.75 / 240.0).abs() < 0.01,
        "stopped on its way: {:?}",
        body.position()
    );
    assert!((body.velocity() - vec2(240.0, 30.0)).length() < 1e-3, "{:?}", body.velocity());
    assert!((body.angular_velocity() - 5.0).abs() < 1e-3);
    let reported = world.events().moves().iter().find(|event| event.body == id).unwrap().pose;
    assert_eq!(reported, body.pose(), "the event tells where the body is, not where it was going");
    world.step(DT).unwrap();
    let body = world.body(id).unwrap();
    assert!(
        body.velocity().x.abs() < 1.0 && (body.velocity().y - 30.0).abs() < 1e-2,
        "{:?}",
        body.velocity()
    );
}

#[test]
fn a_bullet_bounces_off_a_thin_wall() {
    for speed in [50.0_f32, 120.0, 200.0, 400.0] {
        let mut world = weightless();
        world.spawn(Body::fixed().with(Rect::half(0.025, 2.5).restitution(1.0))).unwrap();
        let id = world
            .spawn(Body::dynamic().at([-7.3, 0.4]).velocity([speed, 0.0]).with(Circle::new(0.1)))
            .unwrap();
        run(&mut world, 60);
        let body = world.body(id).unwrap();
        assert!(body.position().x < 0.0, "{speed} m/s: {:?}", body.position());
        assert!((body.velocity().x + speed).abs() < 1e-3 * speed, "{speed} m/s: {:?}", body.velocity());
    }
}

#[test]
fn bullets_stay_in_a_corner() {
    let mut random = Random::new(3);
    for round in 0..200 {
        let mut world = weightless();
        let ground = Body::fixed()
            .with(Segment::new([0.0, -5.0], [0.0, 50.0]))
            .with(Segment::new([-50.0, 0.0], [5.0, 0.0]));
        world.spawn(ground).unwrap();
        let from = vec2(random.range(-9.0, -2.0), random.range(2.0, 9.0));
        // Aimed at the corner itself, with a small spread.
        let aim = random.point(0.3) - from;
        let velocity = aim * (random.range(60.0, 390.0) / aim.length());
        let body = Body::dynamic().at(from).velocity(velocity).angular_velocity(random.range(-40.0, 40.0));
        let shape: Shape = match round % 3 {
            0 => Circle::new(0.1).into(),
            1 => Rect::half(0.3, 0.05).into(),
            _ => Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.04).into(),
        };
        let id = world.spawn(body.with(shape)).unwrap();
        for step in 0..40 {
            world.step(DT).unwrap();
            let at = world.body(id).unwrap().position();
            assert!(at.x < 0.0 && at.y > 0.0, "round {round}, step {step}: {at:?}");
        }
    }
}

/// A room 20 m x 10 m around (0, 5), closed by a chain, by segments or by boxes 0.1 m thick.
fn room(kind: usize) -> Body {
    let corners = [vec2(-10.0, 0.0), vec2(-10.0, 10.0), vec2(10.0, 10.0), vec2(10.0, 0.0)];
    let room = Body::fixed();
    match kind {
        // Clockwise points keep bodies inside.
        0 => room
            .with_chain(ChainDef::new(Chain::closed(&corners).expect("the room is closed")).restitution(0.9)),
        1 => (0..4)
            .fold(room, |room, i| room.with(Segment::new(corners[i], corners[(i + 1) % 4]).restitution(0.9))),
        _ => [
            (-10.05, 5.0, 0.05, 5.1),
            (10.05, 5.0, 0.05, 5.1),
            (0.0, -0.05, 10.0, 0.05),
            (0.0, 10.05, 10.0, 0.05),
        ]
        .into_iter()
        .fold(room, |room, (x, y, w, h)| room.with(Rect::half(w, h).at([x, y]).restitution(0.9))),
    }
}

#[test]
fn fast_bodies_stay_in_a_closed_room() {
    for kind in 0..3 {
        let mut random = Random::new(86 + kind as u64);
        let mut world = sleepless();
        world.spawn(room(kind)).unwrap();
        let alone = CollisionFilter { group: -1, ..CollisionFilter::default() };
        let mut ids = vec![
            // A known hard case of continuous collision: this disc in this direction.
            world
                .spawn(
                    Body::dynamic()
                        .at([-3.0, 8.0])
                        .velocity([104.868_88, -281.073_9])
                        .with(Circle::new(0.3).restitution(0.9).filter(alone)),
                )
                .unwrap(),
        ];
        for _ in 0..60 {
            let body =
                Body::dynamic().pose(Pose { p: random.point(4.0) + vec2(0.0, 5.0), ..random.pose(1.0) });
            let body = body.velocity(random.point(280.0)).angular_velocity(random.range(-40.0, 40.0));
            let size = random.range(0.1, 0.6);
            ids.push(
                world
                    .spawn(body.with(random.shape(size).restitution(random.range(0.0, 1.0)).filter(alone)))
                    .unwrap(),
            );
        }
        for step in 0..600 {
            world.step(DT).unwrap();
            for &id in &ids {
                let at = world.body(id).unwrap().center();
                assert!(
                    at.x.abs() < 10.05 && (-0.05..10.05).contains(&at.y),
                    "room {kind}, step {step}: {id} at {at:?}"
                );
            }
        }
        world.validate().unwrap();
    }
}

#[test]
fn a_crowd_of_fast_bodies_stays_in_a_closed_room() {
    // The bodies also push each other into the walls.
    for kind in 0..3 {
        let mut random = Random::new(860 + kind as u64);
        let mut world = sleepless();
        world.spawn(room(kind)).unwrap();
        for index in 0..60 {
            let at = vec2((index % 12) as f32 * 1.5 - 8.2, (index / 12) as f32 * 1.6 + 1.5);
            let body = Body::dynamic()
                .at(at)
                .velocity(random.point(100.0))
                .angular_velocity(random.range(-20.0, 20.0));
            let size = random.range(0.4, 0.9);
            world.spawn(body.with(random.shape(size))).unwrap();
        }
        run(&mut world, 600);
        let out = world.bodies().filter_map(|id| world.body(id)).filter(|body| {
            let at = body.center();
            !(at.x.abs() < 10.05 && (-0.05..10.05).contains(&at.y))
        });
        assert_eq!(out.count(), 0, "room {kind}");
    }
}

#[test]
fn a_box_dropped_from_afar_lands_on_a_segment() {
    // The wedge, the skinny box and the long step: each must end above the ground.
    let cases: [(Shape, Vec2, f32, f32); 4] = [
        (Polygon::new(&[[-0.1, 0.0], [0.1, 0.0], [0.0, -0.5]]).unwrap().into(), vec2(3.0, -200.0), 0.0, DT),
        (Rect::half(0.9, 0.005).into(), vec2(0.0, -100.0), 30.0, DT),
        (Circle::new(0.2).into(), vec2(20.0, -60.0), 0.0, 0.5),
        (Rect::half(0.5, 0.5).into(), vec2(-5.0, -300.0), 10.0, 0.1),
    ];
    for (index, (shape, velocity, spin, dt)) in cases.into_iter().enumerate() {
        let mut world = sleepless();
        world.spawn(Body::fixed().with(Segment::new([-5000.0, 0.0], [5000.0, 0.0]))).unwrap();
        let body = Body::dynamic().at([0.0, 11.0]).velocity(velocity).angular_velocity(spin);
        let id = world.spawn(body.with(shape)).unwrap();
        for step in 0..600 {
            world.step(dt).unwrap();
            let at = world.body(id).unwrap().center();
            assert!(at.y > 0.0, "case {index}, step {step}: {at:?}");
        }
    }
}

#[test]
fn a_fast_body_pressed_on_the_floor_slides_along_it() {
    // Continuous collision must not hold back a body that already touches.
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Segment::new([-500.0, 0.0], [500.0, 0.0]).friction(0.0))).unwrap();
    let body = Body::dynamic().at([-200.0, 0.1]).velocity([100.0, 0.0]);
    let id = world.spawn(body.with(Rect::half(0.1, 0.1).friction(0.0))).unwrap();
    run(&mut world, 180);
    let body = world.body(id).unwrap();
    assert!((body.position().x - 100.0).abs() < 1.0, "slid to {:?}", body.position());
    assert!((body.velocity().x - 100.0).abs() < 0.1);
}

#[test]
fn chain_joints_do_not_stop_sliding_bodies() {
    // F84: 1,000 steps at 2 m/s over more than 30 joints without a hop or loss of speed.
    for shape in [0, 1, 2, 3] {
        let mut world = sleepless();
        let points: Vec<[f32; 2]> = (0..60).map(|i| [45.0 - 1.1 * i as f32, 0.0]).collect();
        let chain = Chain::open(&points).unwrap();
        world.spawn(Body::fixed().with_chain(ChainDef::new(chain).friction(0.0))).unwrap();
        let (shape, low): (Shape, f32) = match shape {
            0 => (Rect::half(0.25, 0.25).into(), 0.25),
            1 => (Circle::new(0.25).into(), 0.25),
            2 => (Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.2).into(), 0.2),
            _ => (
                Polygon::regular(3, 0.4)
                    .unwrap()
                    .transformed(Pose::from_angle(core::f32::consts::FRAC_PI_2))
                    .into(),
                0.2,
            ),
        };
        let id =
            world.spawn(Body::dynamic().at([-4.0, low]).velocity([2.0, 0.0]).with(shape.clone())).unwrap();
        for step in 0..1000 {
            world.step(DT).unwrap();
            let body = world.body(id).unwrap();
            let off = body.position().y - low;
            assert!(
                off.abs() < 0.05,
                "{:?} at step {step}: {off} m off, x {}",
                shape.kind(),
                body.position().x
            );
        }
        let way = world.body(id).unwrap().position().x + 4.0;
        assert!((way - 2.0 * 1000.0 / 60.0).abs() < 0.05 * 33.3, "{:?} slid {way} m", shape.kind());
    }
}

#[test]
fn chain_joints_do_not_stop_fast_bodies() {
    for speed in [5.0_f32, 10.0, 20.0, 60.0, 150.0] {
        for shape in [Shape::from(Rect::half(0.25, 0.25)), Circle::new(0.25).into()] {
            let mut world = sleepless();
            let points: Vec<[f32; 2]> = (0..1200).map(|i| [500.0 - 0.7 * i as f32, 0.0]).collect();
            world
                .spawn(Body::fixed().with_chain(ChainDef::new(Chain::open(&points).unwrap()).friction(0.0)))
                .unwrap();
            let id =
                world.spawn(Body::dynamic().at([-300.0, 0.25]).velocity([speed, 0.0]).with(shape)).unwrap();
            for step in 0..240 {
                world.step(DT).unwrap();
                let off = world.body(id).unwrap().position().y - 0.25;
                assert!(off.abs() < 0.02, "{speed} m/s, step {step}: {off} m off");
            }
            let way = world.body(id).unwrap().position().x + 300.0;
            assert!((way - 4.0 * speed).abs() < 0.01 * 4.0 * speed, "{speed} m/s: slid {way} m");
        }
    }
}

#[test]
fn chains_stop_fast_bodies_from_the_front_only() {
    let mut world = weightless();
    world.spawn(Target::Chain.body(&mut Random::new(1))).unwrap();
    let shoot = |world: &mut World, x: f32, speed: f32, y: f32| {
        world.spawn(Body::dynamic().at([x, y]).velocity([speed, 0.0]).with(Circle::new(0.1))).unwrap()
    };
    let front = shoot(&mut world, -3.0, 300.0, 0.3);
    let back = shoot(&mut world, 3.0, -300.0, 20.3);
    run(&mut world, 20);
    assert!(world.body(front).unwrap().position().x < 0.0);
    assert!(world.body(back).unwrap().position().x < -50.0, "the back side lets through");
}

#[test]
fn fast_bodies_do_not_tunnel_through_kinematic_ones() {
    // A wall that rests, approaches or recedes; in its frame all are shots at a resting wall.
    for wall_speed in [0.0_f32, -6.0, 6.0, -60.0, 25.0] {
        for asleep in [false, true] {
            let mut random = Random::new(77);
            let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
            let wall = Body::kinematic().velocity([wall_speed, 0.0]).with(Rect::half(0.05, 100.0));
            let wall = world.spawn(if asleep { wall.asleep() } else { wall }).unwrap();
            let ids: Vec<_> = (0..200)
                .map(|index| {
                    let shot =
                        [Shot::Circle, Shot::Rect, Shot::Plank, Shot::Capsule, Shot::Compound][index % 5];
                    let direction = Vec2::from_angle(random.range(-0.8, 0.8));
                    let body = Body::dynamic()
                        .at([random.range(-9.0, -4.0), random.range(-50.0, 50.0)])
                        .rotated(random.range(-3.1, 3.1))
                        .velocity(direction * random.range(30.0, 400.0))
                        .angular_velocity(random.range(-40.0, 40.0));
                    world.spawn(shot.load(body, &mut random)).unwrap()
                })
                .collect();
            for step in 0..40 {
                world.step(DT).unwrap();
                let wall = world.body(wall).unwrap().position().x;
                for &id in &ids {
                    let at = world.body(id).unwrap().center();
                    assert!(
                        at.x < wall || at.y.abs() > 99.0,
                        "wall at {wall_speed} m/s, step {step}: {id} at {at:?}"
                    );
                }
            }
            world.validate().unwrap();
        }
    }
}

#[test]
fn fast_lift_carries_its_load_evenly() {
    // Load and lift are both fast: bodies that move along with the ground must not be stopped.
    let mut world = sleepless();
    let lift = Body::kinematic().velocity([3.0, 20.0]).with(Rect::half(2.0, 0.05).friction(1.0));
    let lift = world.spawn(lift).unwrap();
    let load =
        Body::dynamic().at([0.0, 0.3]).velocity([3.0, 20.0]).with(Rect::half(0.25, 0.25).friction(1.0));
    let load = world.spawn(load).unwrap();
    for step in 0..300 {
        world.step(DT).unwrap();
        let gap = world.body(load).unwrap().position() - world.body(lift).unwrap().position();
        assert!((gap - vec2(0.0, 0.3)).length() < 0.01, "step {step}: {gap:?}");
    }
}

#[test]
fn fast_bodies_pass_filtered_shapes() {
    let mut world = weightless();
    let glass = CollisionFilter { category: 2, ..CollisionFilter::default() };
    world.spawn(Body::fixed().with(Rect::half(0.05, 5.0).filter(glass))).unwrap();
    let ghost = CollisionFilter { mask: !2, ..CollisionFilter::default() };
    let id = world
        .spawn(Body::dynamic().at([-5.0, 0.0]).velocity([200.0, 0.0]).with(Circle::new(0.1).filter(ghost)))
        .unwrap();
    run(&mut world, 10);
    let body = world.body(id).unwrap();
    assert!((body.position().x - (200.0 / 6.0 - 5.0)).abs() < 0.01, "{:?}", body.position());
}

/// A shape that only the arc of a rotation reaches, but neither its start nor its end pose, is hit.
#[test]
fn rotating_plank_hits_bodies_within_its_arc() {
    let mut world = weightless();
    world.spawn(Body::fixed().with(Rect::half(0.05, 0.01).at([0.95, 0.0]))).unwrap();
    let plank = Body::dynamic().rotated(-0.6).angular_velocity(1.2 / DT).with(Rect::half(1.0, 0.02));
    let plank = world.spawn(plank).unwrap();
    // The corners of the plank are at x = 0.84 at the start and the end of the step; the post begins at 0.9.
    run(&mut world, 1);
    let angle = world.body(plank).unwrap().rotation().angle();
    assert!(angle > -0.6 && angle < 0.0, "the plank turned to {angle} rad, through the post at 0");
}

/// A rotating kinematic wall 0.1 m thick at up to 100 m/s meets slow bodies of all shapes, some asleep.
/// Returns how many of `count` end behind it.
fn overrun(shot: Shot, count: usize) -> usize {
    let mut random = Random::new(0x0733 + shot as u64 + shot_seed());
    let (volley, mut behind) = (25, 0);
    for round in 0..count / volley {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let speed = random.range(20.0, 100.0);
        let body = Body::kinematic().at([-1.0, 0.0]).velocity([speed, random.range(-20.0, 20.0)]);
        let body = body.angular_velocity(random.range(-2.0, 2.0));
        let wall = world.spawn(body.with(Rect::half(0.05, 40.0).at([0.05, 0.0]))).unwrap();
        let ids: Vec<_> = (0..volley)
            .map(|_| {
                let body = Body::dynamic().at([random.range(0.5, 12.0), random.range(-10.0, 10.0)]);
                let body = body.rotated(random.range(-3.1, 3.1));
                let body = if round % 2 == 0 {
                    body.asleep()
                } else {
                    body.velocity([0.0, random.range(-2.0, 2.0)])
                };
                world.spawn(shot.load(body, &mut random)).unwrap()
            })
            .collect();
        let mut left = vec![false; volley];
        let mut passed = vec![false; volley];
        for _ in 0..20 {
            world.step(DT).unwrap();
            for (index, &id) in ids.iter().enumerate() {
                let at =
                    world.body(wall).unwrap().pose().inv_transform_point(world.body(id).unwrap().center());
                left[index] |= at.y.abs() > 39.0;
                passed[index] |= at.x < 0.05 && !left[index];
            }
        }
        world.validate().unwrap();
        behind += passed.into_iter().filter(|&passed| passed).count();
    }
    behind
}

#[test]
fn fast_wall_does_not_tunnel_over_bodies() {
    for shot in SHOTS {
        assert_eq!(overrun(shot, shot_count()), 0, "{shot:?}");
    }
}

#[test]
fn fast_wall_wakes_only_the_bodies_that_it_hits() {
    let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
    world
        .spawn(Body::kinematic().at([-1.0, 0.0]).velocity([100.0, 0.0]).with(Rect::half(0.02, 1.0)))
        .unwrap();
    let sleeper = |y: f32| Body::dynamic().at([1.0, y]).with(Circle::new(0.1)).asleep();
    let ids = [0.0, 0.9, 1.2].map(|y| world.spawn(sleeper(y)).unwrap());
    for _ in 0..3 {
        world.step(DT).unwrap();
    }
    assert_eq!(ids.map(|id| world.body(id).unwrap().is_awake()), [true, true, false]);
}
