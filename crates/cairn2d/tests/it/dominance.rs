//! Bodies of different dominance: the one with more moves on unchanged, bit for bit, and the other one moves
//! as after a collision with a kinematic body.

use cairn2d::prelude::*;
use cairn2d::{Drive, Gear, JointDef, LaneLevel, Prismatic, Pulley, Weld, Wheel};

use crate::harness::{DT, run, sleepless, weightless};

/// Pose and velocity of a body, to the bit.
fn bits(world: &World, id: BodyId) -> [u32; 7] {
    let body = world.body(id).unwrap();
    let (p, v) = (body.position(), body.velocity());
    let q = body.pose().q;
    [p.x, p.y, q.c, q.s, v.x, v.y, body.angular_velocity()].map(f32::to_bits)
}

#[test]
fn dominant_light_body_acts_as_a_wall_for_a_heavy_one() {
    // A body that hits a wall of speed u with restitution e leaves it at (1 + e) u; by exact restitution and
    // in the solver.
    for (restitution, exact) in [(0.0, 0.3), (0.8, 0.3), (0.8, 1.0e3), (1.0, 0.3)] {
        let mut config = WorldConfig::with_gravity([0.0, 0.0]);
        (config.exact_restitution, config.sleeping) = (exact, false);
        let mut world = World::new(config).unwrap();
        let ball = |density: f32| Circle::new(0.5).density(density).restitution(restitution);
        let boss = Body::dynamic().velocity([2.0, 0.0]).dominance(1).with(ball(1.0));
        let boss = world.spawn(boss).unwrap();
        let other = world.spawn(Body::dynamic().at([2.0, 0.0]).with(ball(500.0))).unwrap();
        run(&mut world, 120);
        let [boss, other] = [boss, other].map(|id| world.body(id).unwrap().velocity());
        assert_eq!(boss, vec2(2.0, 0.0), "restitution {restitution}");
        let wanted = 2.0 * (1.0 + restitution);
        assert!((other.x - wanted).abs() < 2.0e-3 * wanted, "restitution {restitution}: {other:?}");
    }
}

#[test]
fn dominant_platform_carries_any_load() {
    let mut world = sleepless();
    let deck = Body::dynamic().velocity([0.5, 0.25]).gravity_scale(0.0).dominance(5);
    let deck = world.spawn(deck.with(Rect::half(2.0, 0.2))).unwrap();
    let alone = {
        let mut world = world.clone();
        run(&mut world, 180);
        bits(&world, deck)
    };
    let mut load = Vec::new();
    for level in 0..6_i8 {
        let crate_at = [0.0, 0.5 + 0.6 * f32::from(level)];
        let body = Body::dynamic().at(crate_at).velocity([0.5, 0.25]).dominance(3 - level);
        load.push(world.spawn(body.with(Rect::half(0.4, 0.3).density(50.0))).unwrap());
    }
    run(&mut world, 180);
    assert_eq!(bits(&world, deck), alone);
    let deck = world.body(deck).unwrap();
    for (level, id) in load.into_iter().enumerate() {
        let rel = world.body(id).unwrap().position() - deck.position();
        assert!(rel.distance(vec2(0.0, 0.5 + 0.6 * level as f32)) < 0.01, "crate {level} is at {rel:?}");
    }
}

#[test]
fn dominated_body_moves_as_against_a_kinematic_one() {
    // A rotating box moves through others, once as a dominant dynamic body, once as a kinematic one.
    let end = |sweeper: Body| {
        let mut world = weightless();
        world.spawn(sweeper.velocity([1.0, 0.0]).angular_velocity(1.5).with(Rect::half(1.5, 0.2))).unwrap();
        let boxes: Vec<BodyId> = [[2.0, 0.9], [0.5, 1.3], [-1.0, -0.8], [1.0, -1.4]]
            .into_iter()
            .map(|at| world.spawn(Body::dynamic().at(at).with(Rect::half(0.3, 0.4).density(3.0))).unwrap())
            .collect();
        run(&mut world, 90);
        boxes.into_iter().map(|id| world.body(id).unwrap().pose()).collect::<Vec<Pose>>()
    };
    let (led, pushed) = (end(Body::dynamic().dominance(1)), end(Body::kinematic()));
    let moved = pushed.iter().filter(|pose| pose.q.angle().abs() > 0.01).count();
    assert!(moved >= 2, "the sweeper met nothing: {pushed:?}");
    for (a, b) in led.into_iter().zip(pushed) {
        assert!(a.p.distance(b.p) < 1.0e-4 && a.q.inv_mul(b.q).angle().abs() < 1.0e-4, "{a:?} {b:?}");
    }
}

#[test]
fn joints_of_every_form_do_not_move_the_dominant_body() {
    type Make = fn(BodyId, BodyId) -> JointDef;
    let makes: [(&str, Make); 9] = [
        ("hinge", |a, b| Revolute::new(a, b).at([0.5, 0.0]).motor(2.0, 50.0).into()),
        ("rod", |a, b| Distance::new(a, b).into()),
        ("spring", |a, b| Distance::new(a, b).spring(3.0, 0.2).into()),
        ("slider", |a, b| Prismatic::new(a, b).at([0.5, 0.0]).limits(-0.2, 0.2).into()),
        ("wheel", |a, b| Wheel::new(a, b).at([1.0, 0.0]).into()),
        ("weld", |a, b| Weld::new(a, b).at([0.5, 0.0]).into()),
        ("drive", |a, b| Drive::new(a, b).velocity([1.0, 1.0], 400.0).into()),
        ("gear", |a, b| Gear::new(a, b, 2.0).into()),
        ("pulley", |a, b| Pulley::new(a, b, [0.0, 3.0], [1.0, 3.0]).into()),
    ];
    for (name, make) in makes {
        for reversed in [false, true] {
            let mut world = sleepless();
            let drone =
                Body::dynamic().gravity_scale(0.0).velocity([0.3, 0.1]).angular_velocity(0.4).dominance(2);
            let drone = world.spawn(drone.with(Circle::new(0.2))).unwrap();
            let load = Body::dynamic().at([1.0, 0.0]).velocity([0.0, -1.0]).dominance(-1);
            let load = world.spawn(load.with(Circle::new(0.2).density(40.0))).unwrap();
            let mut alone = world.clone();
            world.join(if reversed { make(load, drone) } else { make(drone, load) }).unwrap();
            run(&mut world, 120);
            run(&mut alone, 120);
            assert_eq!(bits(&world, drone), bits(&alone, drone), "{name}, reversed: {reversed}");
            assert_ne!(bits(&world, load), bits(&alone, load), "the {name} does nothing");
        }
    }
}

#[test]
fn pendulum_on_a_dominant_body_has_the_period_of_a_fixed_one() {
    let mut world = sleepless();
    let drone = Body::dynamic().gravity_scale(0.0).dominance(1).with(Circle::new(0.1));
    let drone = world.spawn(drone).unwrap();
    let length = 2.0;
    let swing = 0.05_f32;
    let bob = Body::dynamic().at([length * swing.sin(), -length * swing.cos()]);
    let bob = world.spawn(bob.with(Circle::new(0.05).density(1.0e4))).unwrap();
    world.join(Distance::new(drone, bob)).unwrap();
    // Time between the first and the ninth passage from right to left.
    let (mut passes, mut before) = (Vec::new(), swing);
    for step in 1..2000 {
        world.step(DT).unwrap();
        let x = world.body(bob).unwrap().position().x;
        if before > 0.0 && x <= 0.0 {
            passes.push(DT * (step as f32 - 1.0 + before / (before - x)));
        }
        before = x;
    }
    let period = (passes[8] - passes[0]) / 8.0;
    let wanted = std::f32::consts::TAU * (length / -world.config().gravity.y).sqrt();
    assert!((period / wanted - 1.0).abs() < 5.0e-4, "{period} for {wanted}");
    assert_eq!(world.body(drone).unwrap().position(), Vec2::ZERO);
}

#[test]
fn equal_dominance_has_no_effect_and_a_change_wakes() {
    let heap = |dominance: i8| {
        let mut world = World::new(WorldConfig::default()).unwrap();
        world.spawn(Body::fixed().with(Rect::half(10.0, 0.5))).unwrap();
        let ids: Vec<BodyId> = (0..12)
            .map(|n| {
                let at = [0.3 * (n % 3) as f32, 1.0 + 0.7 * n as f32];
                world.spawn(Body::dynamic().at(at).dominance(dominance).with(Rect::half(0.3, 0.3))).unwrap()
            })
            .collect();
        run(&mut world, 300);
        (world, ids)
    };
    let ((plain, ids), (mut equal, _)) = (heap(0), heap(7));
    for &id in &ids {
        assert_eq!(bits(&plain, id), bits(&equal, id));
    }
    assert_ne!(plain.hash(), equal.hash());
    run(&mut equal, 600);
    assert!(!equal.body(ids[0]).unwrap().is_awake());
    assert_eq!(equal.body(ids[0]).unwrap().dominance(), 7);
    equal.body_mut(ids[0]).unwrap().set_dominance(-7);
    assert!(equal.body(ids[0]).unwrap().is_awake());
    assert_eq!(equal.body(ids[0]).unwrap().dominance(), -7);
    equal.despawn(ids[0]).unwrap();
    let next = equal.spawn(Body::dynamic().at([0.0, 30.0]).with(Circle::new(0.1))).unwrap();
    assert_eq!(equal.body(next).unwrap().dominance(), 0);
}

#[test]
fn lanes_and_threads_change_no_bit_with_dominance() {
    let hash = |lanes: LaneLevel, threads: usize| {
        let mut config = WorldConfig::default();
        (config.lanes, config.threads) = (lanes, threads);
        let mut world = World::new(config).unwrap();
        world.spawn(Body::fixed().with(Rect::half(30.0, 0.5))).unwrap();
        let mut last = None;
        for n in 0..300 {
            let at = [-9.0 + 0.9 * (n % 20) as f32 + 0.1 * (n % 3) as f32, 1.0 + 0.8 * (n / 20) as f32];
            let body = Body::dynamic().at(at).dominance((n % 7) as i8 - 3);
            let shape = if n % 2 == 0 { Rect::half(0.35, 0.3).shape() } else { Circle::new(0.33).shape() };
            let id = world.spawn(body.with(shape)).unwrap();
            if let (Some(last), true) = (last, n % 5 == 1) {
                world.join(Revolute::new(last, id).at(at)).unwrap();
            }
            last = Some(id);
        }
        run(&mut world, 120);
        world.hash()
    };
    let one = hash(LaneLevel::Scalar, 1);
    for lanes in LaneLevel::available() {
        assert_eq!(hash(lanes, 1), one, "{lanes}");
    }
    assert_eq!(hash(LaneLevel::best(), 3), one);
}

#[test]
fn dominance_and_floors_are_in_snapshots() {
    let make = || {
        let mut world = weightless();
        let floor = cairn2d::Floor::new(1.0).moving([0.2, 0.0]);
        world.add_field(cairn2d::Field::new(cairn2d::Area::Everywhere, floor)).unwrap();
        let ids: Vec<BodyId> = [(-128_i8, -2.0_f32), (127, 0.0), (3, 2.0)]
            .into_iter()
            .map(|(dominance, x)| {
                let body = Body::dynamic().at([x, 0.1 * x]).velocity([-2.0 * x, 0.3]).dominance(dominance);
                world.spawn(body.with(Circle::new(0.5))).unwrap()
            })
            .collect();
        (world, ids)
    };
    let (mut world, ids) = make();
    run(&mut world, 20);
    let bytes = world.snapshot();
    let mut other = weightless();
    other.restore(&bytes).unwrap();
    let [kept, given] =
        [&world, &other].map(|world| ids.iter().map(|&id| world.body(id).unwrap().dominance()));
    assert!(kept.eq(given) && other.body(ids[0]).unwrap().dominance() == -128);
    for _ in 0..60 {
        world.step(DT).unwrap();
        other.step(DT).unwrap();
        assert_eq!(world.hash(), other.hash());
    }
    // A restore over dominant bodies clears their dominance.
    let plain = weightless();
    other.restore(&plain.snapshot()).unwrap();
    let id = other.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    assert_eq!(other.body(id).unwrap().dominance(), 0);
}
