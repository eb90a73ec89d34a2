//! Bullets: dynamic bodies that must not pass through each other. The oracle is geometry: a body that started
//! on one side of a wall must not end on the other side, and centres on straight paths must not come closer
//! than the shapes allow.

use cairn2d::Mass;
use cairn2d::prelude::*;

use crate::continuous::{SHOTS, Shot, shot_count, shot_seed};
use crate::harness::{DT, run, weightless};
use crate::random::Random;

/// A dynamic wall 0.1 m x 60 m around the origin.
fn wall() -> Body {
    Body::dynamic().with(Rect::half(0.05, 30.0).density(20.0).friction(0.3))
}

/// Shoots bodies at a slowly rotating dynamic wall; returns the number that tunneled.
fn passed_the_wall(kind: Shot, count: usize) -> usize {
    let first = 0xb011 + kind as u64 + shot_seed();
    (0..count / 20).map(|round| passed_in_round(kind, first + 16 * round as u64)).sum()
}

/// One round of 20 shots. Either the shots are bullets or the wall is.
fn passed_in_round(kind: Shot, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut world = weightless();
    let the_wall = random.below(3) == 0;
    let wall = if the_wall { wall().bullet() } else { wall() };
    let spin = random.range(-0.5, 0.5);
    let wall = world.spawn(wall.velocity(random.point(5.0)).angular_velocity(spin)).unwrap();
    let shots: Vec<_> = (0..20)
        .map(|_| {
            let body = Body::dynamic()
                .at([random.range(-12.0, -2.0), random.range(-20.0, 20.0)])
                .rotated(random.range(-3.1, 3.1))
                .velocity(Vec2::from_angle(random.range(-1.0, 1.0)) * random.range(50.0, 400.0))
                .angular_velocity(random.range(-40.0, 40.0));
            let body = if the_wall { body } else { body.bullet() };
            world.spawn(kind.load(body, &mut random)).unwrap()
        })
        .collect();
    let mut gone = [false; 20];
    for _ in 0..20 {
        world.step(DT).unwrap();
        let frame = world.body(wall).unwrap().pose();
        for (gone, &shot) in gone.iter_mut().zip(&shots) {
            let at = frame.inv_transform_point(world.body(shot).unwrap().center());
            *gone |= at.x > 0.0 && at.y.abs() < 29.0;
        }
    }
    world.validate().unwrap();
    let passed = gone.into_iter().filter(|&gone| gone).count();
    if passed > 0 {
        println!("{kind:?}, seed {seed}: {passed} passed");
    }
    passed
}

/// Distance from the origin to a segment \[m\].
fn clearance(from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    let squared = way.length_squared();
    let share = if squared > 0.0 { (-from.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (from + way * share).length()
}

/// Shoots pairs of fast bodies at each other; returns the number of pairs that tunneled.
fn passed_each_other(shots: [Shot; 2], seed: u64, count: usize) -> usize {
    let mut random = Random::new(0xfa57 + 16 * shots[0] as u64 + shots[1] as u64 + seed);
    let mut passed = 0;
    for round in 0..count {
        let mut world = weightless();
        // They meet near the origin after about this time.
        let meet = random.range(0.02, 0.1);
        let mut spawn = |side: usize| {
            let velocity = Vec2::from_angle(random.range(-3.1, 3.1)) * random.range(30.0, 400.0);
            let body = Body::dynamic()
                .at(random.point(0.05) - velocity * meet)
                .rotated(random.range(-3.1, 3.1))
                .velocity(velocity)
                .angular_velocity(random.range(-40.0, 40.0));
            // One of the two as a bullet is enough.
            let body = if (round + side) % 3 < 2 { body.bullet() } else { body };
            world.spawn(shots[side].load_for_all(body, &mut random)).unwrap()
        };
        let ids = [spawn(0), spawn(1)];
        let inner: f32 = ids.iter().map(|&id| inner_radius(&world, id)).sum();
        let apart = |world: &World| {
            let [a, b] = ids.map(|id| world.body(id).unwrap().center());
            b - a
        };
        let mut former = apart(&world);
        if former.length() < 3.0 {
            continue;
        }
        for _ in 0..12 {
            world.step(DT).unwrap();
            let now = apart(&world);
            if clearance(former, now) < 0.5 * inner {
                passed += 1;
                break;
            }
            former = now;
        }
    }
    passed
}

/// Radius of a disc around the centre of mass that is inside the body `[m]`.
fn inner_radius(world: &World, id: BodyId) -> f32 {
    let body = world.body(id).unwrap();
    body.shapes().map(|id| world.shape(id).unwrap().geometry().min_extent()).fold(f32::MAX, f32::min)
}

#[test]
fn bullets_do_not_tunnel_through_a_dynamic_wall() {
    let passed = SHOTS.map(|shot| (shot, passed_the_wall(shot, shot_count())));
    for (shot, passed) in passed {
        println!("{shot:?} against a free wall: {passed} of {} passed", shot_count());
    }
    for (shot, passed) in passed {
        assert_eq!(passed, 0, "{shot:?}");
    }
}

#[test]
fn known_tunneling_shots_hit_a_dynamic_wall() {
    // Two former bugs. Planks that slid along the wall sank in until one end was too deep for the inner
    // parts, and then the middle tunneled. A disc that spun half a turn per step was not pushed out, because
    // normals were compared in its own frame.
    let planks = [45779, 49203, 51107, 57795, 4295015651, 4295019347, 8589988579, 12884950003, 12884961827];
    for seed in planks {
        assert_eq!(passed_in_round(Shot::Plank, seed), 0, "{seed}");
    }
    assert_eq!(passed_in_round(Shot::Circle, 8589990369), 0);
}

#[test]
fn fast_bullets_do_not_tunnel_through_each_other() {
    for (index, a) in SHOTS.into_iter().enumerate() {
        for b in SHOTS.into_iter().skip(index) {
            let count = shot_count() / 4;
            let passed = passed_each_other([a, b], shot_seed(), count);
            println!("{a:?} against {b:?}: {passed} of {count} passed");
            assert_eq!(passed, 0, "{a:?} against {b:?}");
        }
    }
}

#[test]
fn plank_spinning_half_a_turn_per_step_does_not_tunnel() {
    // A former bug: two interlocked bodies kept their spin, which moved them deeper in every step.
    assert_eq!(passed_each_other([Shot::Circle, Shot::Plank], 1 << 32, 5000), 0);
}

#[test]
fn shots_tunnel_unless_one_body_is_a_bullet() {
    // Shows that the tests above can fail.
    let mut world = weightless();
    let a =
        world.spawn(Body::dynamic().at([-10.0, 0.0]).velocity([300.0, 0.0]).with(Circle::new(0.1))).unwrap();
    let b =
        world.spawn(Body::dynamic().at([10.0, 0.0]).velocity([-300.0, 0.0]).with(Circle::new(0.1))).unwrap();
    let mut marked = world.clone();
    marked.body_mut(b).unwrap().set_bullet(true);
    assert!(marked.body(b).unwrap().is_bullet());
    run(&mut world, 10);
    run(&mut marked, 10);
    let order = |world: &World| world.body(a).unwrap().position().x < world.body(b).unwrap().position().x;
    assert!(!order(&world) && order(&marked));
}

#[test]
fn colliding_bullets_stop_at_the_impact_and_keep_their_velocities() {
    // Without exact restitution, which would let them bounce in the first step.
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.exact_restitution = 2.0;
    let mut world = World::new(config).unwrap();
    let spawn = |world: &mut World, x: f32, speed: f32| {
        let ball = Circle::new(0.25).friction(0.0).restitution(1.0);
        world.spawn(Body::dynamic().at([x, 0.0]).velocity([speed, 0.0]).bullet().with(ball)).unwrap()
    };
    let (a, b) = (spawn(&mut world, -1.5, 240.0), spawn(&mut world, 2.0, -120.0));
    world.step(DT).unwrap();
    // The gap of 3 m closes at 360 m/s: they meet after 2 m of A and 1 m of B.
    let at = |world: &World, id| world.body(id).unwrap().position().x;
    assert!((at(&world, a) - 0.5).abs() < 0.01 && (at(&world, b) - 1.0).abs() < 0.01);
    let speed = |world: &World, id| world.body(id).unwrap().velocity().x;
    assert!((speed(&world, a) - 240.0).abs() < 1e-3 && (speed(&world, b) + 120.0).abs() < 1e-3);
    world.step(DT).unwrap();
    // Equal masses and an elastic impact: they exchange velocities.
    assert!((speed(&world, a) + 120.0).abs() < 0.5, "{}", speed(&world, a));
    assert!((speed(&world, b) - 240.0).abs() < 0.5, "{}", speed(&world, b));
}

#[test]
fn bullet_does_not_hold_back_a_slow_body_that_it_hits() {
    let mut world = weightless();
    let wall = world.spawn(Body::dynamic().velocity([2.0, 0.0]).with(Rect::half(0.5, 2.0))).unwrap();
    let bullet = Body::dynamic().at([-2.5, 0.3]).velocity([240.0, 0.0]).bullet();
    let bullet = world.spawn(bullet.with(Circle::new(0.1))).unwrap();
    world.step(DT).unwrap();
    let (wall, bullet) = (world.body(wall).unwrap(), world.body(bullet).unwrap());
    assert!((wall.position().x - 2.0 * DT).abs() < 1e-5);
    // The bullet moves along with the wall, so they touch at the end of the step.
    assert!((wall.position().x - bullet.position().x - 0.6).abs() < 0.01);
    assert!((bullet.velocity().x - 240.0).abs() < 1e-3);
}

/// A body too slow for continuous collision may leave the bullet's path within the step; the bullet still
/// hits it on its way.
#[test]
fn bullet_hits_a_body_that_crosses_its_path_within_the_step() {
    let mut world = weightless();
    // It moves by 0.42 m in the step, less than half of its thickness.
    let slab = Body::dynamic().velocity([25.0, 0.0]).with(Rect::half(1.0, 1.0).density(1.0e4));
    world.spawn(slab).unwrap();
    let bullet = Body::dynamic().at([-0.8, 2.5]).velocity([0.0, -300.0]).bullet();
    let bullet = world.spawn(bullet.with(Circle::new(0.02))).unwrap();
    world.step(DT).unwrap();
    // The bullet arrives after 0.3 of the step, when the edge of the slab is at -0.875 m; at the end the edge
    // is at -0.58 m.
    let at = world.body(bullet).unwrap().position();
    assert!((1.0..1.1).contains(&at.y), "{at:?}");
}

#[test]
fn bullet_wakes_the_sleeping_body_that_it_hits() {
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.sleeping = true;
    let mut world = World::new(config).unwrap();
    let plank = world.spawn(Body::dynamic().asleep().with(Rect::half(0.02, 1.0))).unwrap();
    let bullet = Body::dynamic().at([-5.0, 0.0]).velocity([400.0, 0.0]).bullet();
    let bullet = world.spawn(bullet.with(Circle::new(0.05).density(10.0))).unwrap();
    run(&mut world, 3);
    let (plank, bullet) = (world.body(plank).unwrap(), world.body(bullet).unwrap());
    assert!(plank.is_awake() && plank.velocity().x > 10.0, "{:?}", plank.velocity());
    assert!(bullet.position().x < plank.position().x);
}

#[test]
fn bullets_in_a_dense_crowd_do_not_tunnel() {
    // Newton's cradle without strings: the order stays the same.
    let mut world = weightless();
    let ids: Vec<_> = (0..30)
        .map(|i| {
            let body = Body::dynamic().at([i as f32 * 1.3, 0.0]).bullet();
            let speed = match i {
                0 => 350.0,
                29 => -400.0,
                _ => 0.0,
            };
            world.spawn(body.velocity([speed, 0.0]).with(Circle::new(0.1).restitution(0.9))).unwrap()
        })
        .collect();
    for step in 0..240 {
        world.step(DT).unwrap();
        let at: Vec<f32> = ids.iter().map(|&id| world.body(id).unwrap().position().x).collect();
        assert!(at.windows(2).all(|two| two[0] < two[1]), "step {step}: {at:?}");
    }
}

#[test]
fn stopped_body_keeps_its_joints_together() {
    // Chains of planks, thrown at a wall and at an approaching bullet. In the step of the impact, the ends of
    // each hinge stay together except for the difference between arc and chord. Before the fix they separated
    // by the motion of the rest of the step.
    for target in 0..3 {
        let mut random = Random::new(0x107);
        let (mut worst, mut stopped) = (0.0_f32, 0);
        for _ in 0..200 {
            let mut world = weightless();
            match target {
                0 => world.spawn(Body::fixed().with(Rect::half(0.05, 50.0))).unwrap(),
                1 => world
                    .spawn(Body::kinematic().velocity([-20.0, 1.0]).with(Rect::half(0.05, 50.0)))
                    .unwrap(),
                _ => {
                    world.spawn(Body::dynamic().bullet().with(Rect::half(0.5, 50.0).density(100.0))).unwrap()
                }
            };
            let velocity = vec2(random.range(60.0, 300.0), random.range(-20.0, 20.0));
            let at = vec2(-random.range(4.0, 9.0), random.range(-5.0, 5.0));
            let turn = Rot::from_angle(random.range(-3.1, 3.1));
            let planks: Vec<_> = (0..6)
                .map(|i| {
                    let body = Body::dynamic()
                        .pose(Pose { p: at + turn.rotate(vec2(0.5 * i as f32, 0.0)), q: turn });
                    let plank = Rect::half(0.25, random.range(0.02, 0.3)).density(random.range(0.5, 2.0));
                    world.spawn(body.with(plank.friction(0.2))).unwrap()
                })
                .collect();
            let hinges: Vec<_> = planks
                .windows(2)
                .map(|two| {
                    let middle =
                        world.body(two[0]).unwrap().center().lerp(world.body(two[1]).unwrap().center(), 0.5);
                    world.join(Revolute::new(two[0], two[1]).at(middle)).unwrap()
                })
                .collect();
            // Centre of mass of the chain.
            let middle = |world: &World| {
                let masses =
                    planks.iter().map(|&id| world.body(id).unwrap()).map(|b| (b.center(), b.mass().mass));
                let (sum, mass) =
                    masses.fold((Vec2::ZERO, 0.0), |(sum, all), (at, m)| (sum + at * m, all + m));
                sum / mass
            };
            let start = middle(&world);
            let spin = random.range(-8.0, 8.0);
            for &id in &planks {
                let mut body = world.body_mut(id).unwrap();
                let turning = Vec2::cross_sv(spin, body.center() - start);
                body.set_velocity(velocity + turning).unwrap();
                body.set_angular_velocity(spin).unwrap();
            }
            for step in 0..10 {
                world.step(DT).unwrap();
                // Joint errors from the impact itself, in the next step, belong to the solver.
                if !world.events().begins().is_empty() {
                    break;
                }
                for &hinge in &hinges {
                    let [a, b] = world.joint(hinge).unwrap().world_frames();
                    worst = worst.max(a.p.distance(b.p));
                }
                let way = middle(&world) - start;
                stopped += u32::from((way - velocity * (DT * (step + 1) as f32)).length() > 0.1);
            }
        }
        assert!(stopped > 150, "target {target}: {stopped} chains were stopped");
        println!("target {target}: joints came {worst} m apart");
        assert!(worst < 0.02, "target {target}: {worst} m");
    }
}

#[test]
fn bullets_ignore_filtered_and_joined_bodies() {
    let mut world = weightless();
    let ghost = CollisionFilter { mask: 0, ..CollisionFilter::default() };
    world.spawn(Body::dynamic().with(Rect::half(0.5, 2.0).filter(ghost))).unwrap();
    let tied = world.spawn(Body::dynamic().at([3.0, 0.0]).with(Rect::half(0.5, 2.0))).unwrap();
    let bullet = Body::dynamic().at([-5.0, 0.0]).velocity([300.0, 0.0]).bullet();
    let bullet = world.spawn(bullet.with(Circle::new(0.1))).unwrap();
    // A slack rope.
    let rope = Distance::new(bullet, tied).between([-5.0, 0.0], [3.0, 1.0]);
    world.join(rope.spring(0.0, 0.0).limits(0.0, 1000.0)).unwrap();
    run(&mut world, 3);
    let at = world.body(bullet).unwrap().position().x;
    assert!((at - 10.0).abs() < 0.1, "{at}");
}

#[test]
fn sweep_threshold_decides_which_motion_is_swept() {
    // 0.3 m per step is 1.2 times the inner radius of 0.25 m.
    for (share, counted) in [(0.0, 1), (0.5, 1), (1.1, 1), (1.3, 0), (1.0e6, 0)] {
        let mut world = weightless();
        let body = Body::dynamic().velocity([18.0, 0.0]).sweep_threshold(share);
        let id = world.spawn(body.with(Circle::new(0.25))).unwrap();
        assert_eq!(world.step(DT).unwrap().continuous_bodies, counted, "{share}");
        assert_eq!(world.body(id).unwrap().sweep_threshold(), share);
        let mut body = world.body_mut(id).unwrap();
        assert!(body.set_sweep_threshold(-1.0).is_err() && body.set_sweep_threshold(f32::NAN).is_err());
        body.set_sweep_threshold(1.0).unwrap();
        assert_eq!(world.step(DT).unwrap().continuous_bodies, 1);
    }
}

/// Two deeply overlapping, spinning bullets that cannot move: they keep their momentum. For masses that are
/// powers of two the motion is the same bit for bit. The heaviest have the largest valid mass: no impulse may
/// be infinite.
#[test]
fn overlapping_bullets_move_together_at_any_mass_ratio() {
    let motion = |scale: f32, spin: f32, depth: f32| {
        let mut world = weightless();
        let mass = Mass { mass: scale, center: Vec2::ZERO, inertia: 0.25 * scale };
        let bullet = |x: f32, speed: f32| {
            let body = Body::dynamic().at([x, 0.0]).velocity([speed, 0.0]).angular_velocity(spin).bullet();
            body.mass(mass).with(Rect::half(0.5, 0.4))
        };
        let ids = [bullet(0.0, 90.0), bullet(depth, -90.0)].map(|body| world.spawn(body).unwrap());
        let mut seen = Vec::new();
        for _ in 0..20 {
            run(&mut world, 1);
            let [a, b] = ids.map(|id| world.body(id).expect("alive"));
            assert!((a.velocity() + b.velocity()).length() < 1.0e-2, "{a:?} {b:?}");
            seen.push([a, b].map(|body| (body.position(), body.velocity(), body.angular_velocity())));
        }
        seen
    };
    for spin in [0.0, 100.0, 200.0] {
        for depth in [0.1, 0.3, 0.6] {
            let usual = motion(1.0, spin, depth);
            assert_eq!(motion(2.0_f32.powi(99), spin, depth), usual, "{spin} rad/s, {depth} m apart");
            assert_eq!(motion(2.0_f32.powi(-20), spin, depth), usual, "{spin} rad/s, {depth} m apart");
        }
    }
}

/// A light bullet that moves on with a heavy body after the impact stops at the wall behind it, which that
/// body has nearly reached.
#[test]
fn bullet_moved_along_by_a_hit_stops_at_the_wall_behind_it() {
    for gap in [0.25, 0.3, 0.4] {
        let mut world = weightless();
        let ram =
            Body::dynamic().at([-0.5, 0.0]).velocity([20.0, 0.0]).with(Rect::half(0.5, 0.5).density(1.0e4));
        world.spawn(ram).unwrap();
        world.spawn(Body::fixed().at([gap + 0.5, 0.0]).with(Rect::half(0.5, 2.0))).unwrap();
        let bullet = Body::dynamic().at([gap - 0.1, 0.0]).velocity([-60.0, 0.0]).bullet();
        let bullet = world.spawn(bullet.with(Circle::new(0.09))).unwrap();
        world.step(DT).unwrap();
        let x = world.body(bullet).unwrap().position().x;
        // The face of the ram is at 1/3 m now.
        assert!(x + 0.09 <= gap + 0.01, "{x} m, and the wall is at {gap} m");
    }
}

/// A body with locked rotation is moved along by a rotating one without rotation, and stays outside of it.
#[test]
fn bullet_with_locked_rotation_is_moved_along_without_rotation() {
    let mut world = weightless();
    let spin = 4.0;
    let beam = Body::dynamic().angular_velocity(spin).with(Rect::half(3.0, 0.5).density(1.0e4));
    world.spawn(beam).unwrap();
    // Its centre of mass is not at its origin.
    let ball = Circle::new(0.1).at([0.3, 0.0]);
    let bullet = Body::dynamic().at([-1.5, 0.9]).velocity([0.0, -60.0]).bullet();
    let bullet = world.spawn(bullet.locks(Locks { rotation: true, ..Locks::default() }).with(ball)).unwrap();
    world.step(DT).unwrap();
    let body = world.body(bullet).unwrap();
    assert_eq!(body.angle(), 0.0);
    let along = Vec2::from_angle(spin * DT);
    let above = along.cross(body.position() + vec2(0.3, 0.0)) - 0.6;
    assert!((-0.02..0.1).contains(&above), "{above} m above the beam");
}

/// Two overlapping bullets that approach each other separate soon: their approach velocity is removed.
#[test]
fn overlapping_bullets_separate_in_two_steps() {
    let mut world = weightless();
    let bullet = |x: f32, speed: f32| {
        Body::dynamic().at([x, 0.0]).velocity([speed, 0.0]).bullet().with(Rect::half(0.5, 0.4))
    };
    let ids = [bullet(0.0, 90.0), bullet(0.1, -90.0)].map(|body| world.spawn(body).unwrap());
    run(&mut world, 2);
    let [a, b] = ids.map(|id| world.body(id).unwrap());
    assert!((a.position() - b.position()).length() > 1.0, "{a:?} {b:?}");
    assert!((a.velocity() + b.velocity()).length() < 1.0e-3, "{a:?} {b:?}");
}
