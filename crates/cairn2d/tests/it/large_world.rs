//! Large worlds: 64-bit positions. The oracles are the same scene near the origin, and an ordinary world.

use cairn2d::prelude::*;
use cairn2d::{
    Area, BodyKind, DVec2, Distance, Drag, Field, Gear, LaneLevel, MAX_COORDINATE_64, OneWay, Prismatic,
    Revolute, SensorEventKind, ShapeCast, Sweep, Weld,
};

use crate::harness::DT;

/// Ten thousand kilometres: a multiple of the cell size of 128 m, and exact in 32 bits.
const FAR: DVec2 = DVec2::new(1.0e7, -3_000_064.0);

fn large() -> WorldConfig {
    let mut config = WorldConfig::default();
    config.large_world = true;
    config
}

fn world(config: WorldConfig) -> World {
    World::new(config).expect("these settings are valid")
}

/// A world whose AABBs count from the origin, because its first body is there: distant AABBs are too large by
/// metres.
fn from_origin(config: WorldConfig) -> World {
    let mut world = world(config);
    world.spawn(Body::fixed()).unwrap();
    world
}

/// A heap of nine rows at `at` from the origin.
fn pyramid(mut world: World, at: DVec2) -> (World, Vec<BodyId>) {
    let floor = Body::fixed().at64(at).with(Rect::half(40.0, 0.5).at([0.0, -0.5]));
    world.spawn(floor).unwrap();
    let mut ids = Vec::new();
    for row in 0..9 {
        for place in 0..9 - row {
            let (x, y) = (f64::from(place) * 1.125 + f64::from(row) * 0.5625 - 4.5, 0.5 + f64::from(row));
            let body = Body::dynamic().at64(at + DVec2::new(x, y)).with(Rect::square(1.0));
            ids.push(world.spawn(body).unwrap());
        }
    }
    (world, ids)
}

/// Nearly every kind of object around a point.
fn fair(config: WorldConfig, at: DVec2) -> (World, Vec<BodyId>) {
    let mut world = world(config);
    let p = |x: f64, y: f64| at + DVec2::new(x, y);
    for tile in -20..20 {
        let tile = Body::fixed().at64(p(f64::from(tile), -0.5)).with(Rect::half(0.5, 0.5));
        world.spawn(tile).unwrap();
    }
    world.spawn(Body::fixed().at64(p(0.0, 2.0)).with(Rect::half(3.0, 1.0).sensor())).unwrap();
    let platform = Rect::half(2.0, 0.125).one_way(OneWay::new([0.0, 1.0], 1.0));
    world.spawn(Body::fixed().at64(p(-8.0, 3.0)).with(platform)).unwrap();
    let paddle = Body::kinematic().at64(p(12.0, 1.5)).angular_velocity(9.0).with(Rect::half(2.0, 0.0625));
    world.spawn(paddle).unwrap();
    let mut ids = Vec::new();
    let mut spawn = |x: f64, y: f64, body: Body| {
        ids.push(world.spawn(body.at64(p(x, y))).unwrap());
        ids[ids.len() - 1]
    };
    let slider = spawn(-15.0, 0.5, Body::dynamic().velocity([12.0, 0.0]).with(Rect::square(1.0)));
    spawn(-8.0, 1.0, Body::dynamic().velocity([0.0, 9.0]).with(Circle::new(0.25)));
    spawn(3.0, 6.0, Body::dynamic().with(Circle::new(0.5).restitution(0.9)));
    spawn(3.125, 8.0, Body::dynamic().with(Circle::new(0.25).restitution(0.8)));
    spawn(12.0, 5.0, Body::dynamic().with(Capsule::horizontal(0.5, 0.25)));
    spawn(
        -30.0,
        1.0,
        Body::dynamic().bullet().gravity_scale(0.0).velocity([200.0, 0.0]).with(Circle::new(0.125)),
    );
    let links: Vec<BodyId> = (0..6)
        .map(|link| spawn(0.25 + f64::from(link), 12.0, Body::dynamic().with(Rect::half(0.5, 0.125))))
        .collect();
    let anchor = spawn(0.0, 12.0, Body::fixed());
    let [a, b] =
        [(8.0, 12.0), (10.0, 12.0)].map(|(x, y)| spawn(x, y, Body::dynamic().with(Circle::new(0.5))));
    let bob = spawn(8.0, 9.0, Body::dynamic().with(Circle::new(0.25)));
    let cart = spawn(-12.0, 8.0, Body::dynamic().with(Rect::half(0.5, 0.25)));
    let tail = spawn(-12.0, 9.0, Body::dynamic().with(Rect::half(0.25, 0.25)));
    world.join(Revolute::new(anchor, links[0]).at_local([-0.25, 0.0], [-0.5, 0.0])).unwrap();
    for pair in links.windows(2) {
        world.join(Revolute::new(pair[0], pair[1]).at_local([0.5, 0.0], [-0.5, 0.0])).unwrap();
    }
    world.join(Revolute::new(anchor, a).at_local([8.0, 0.0], [0.0, 0.0]).motor(3.0, 50.0)).unwrap();
    world.join(Revolute::new(anchor, b).at_local([10.0, 0.0], [0.0, 0.0])).unwrap();
    world.join(Gear::new(a, b, -2.0)).unwrap();
    world.join(Distance::new(a, bob).spring(2.0, 0.1)).unwrap();
    world.join(Prismatic::new(anchor, cart).at_local([-12.0, -4.0], [0.0, 0.0]).motor(2.0, 40.0)).unwrap();
    world.join(Weld::new(cart, tail).at_local([0.0, 0.5], [0.0, -0.5])).unwrap();
    world.add_field(Field::new(Area::Everywhere, Drag::new(0.0625))).unwrap();
    let _ = slider;
    (world, ids)
}

/// The largest difference of two motions.
fn apart(a: [f32; 7], b: [f32; 7]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Position relative to a point, and the other numbers of the motion.
fn motion(world: &World, id: BodyId, at: DVec2) -> [f32; 7] {
    let body = world.body(id).expect("it is there");
    let (pose, v) = (body.pose_from(at), body.velocity());
    [pose.p.x, pose.p.y, pose.q.c, pose.q.s, v.x, v.y, body.angular_velocity()]
}

#[test]
fn distant_heap_moves_and_sleeps_as_at_the_origin() {
    let (mut plain, ids) = pyramid(from_origin(WorldConfig::default()), DVec2::ZERO);
    let (mut here, _) = pyramid(from_origin(large()), DVec2::ZERO);
    let (mut there, _) = pyramid(from_origin(large()), FAR);
    let mut slept = [None; 2];
    for step in 0..1200 {
        for world in [&mut plain, &mut here, &mut there] {
            world.step(DT).unwrap();
        }
        for &id in &ids {
            let expected = motion(&here, id, DVec2::ZERO).map(f32::to_bits);
            assert_eq!(motion(&there, id, FAR).map(f32::to_bits), expected, "step {step}: {id} far out");
        }
        for (slept, world) in slept.iter_mut().zip([&here, &there]) {
            if slept.is_none() && world.counts().sleeping_bodies == 45 {
                *slept = Some(step);
            }
        }
    }
    there.validate().unwrap();
    assert!(slept[0].is_some() && slept[0] == slept[1], "{slept:?}");
    // An ordinary world has another order of contacts, but the same rest pose.
    for &id in &ids {
        let off = apart(motion(&plain, id, DVec2::ZERO), motion(&here, id, DVec2::ZERO));
        assert!(off < 0.03, "{id} is off by {off}");
    }
}

/// Gives all dynamic bodies other velocities.
fn stir(world: &mut World, ids: &[BodyId], seed: u32) {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        8.0 * ((state >> 8) as f32 / 16_777_216.0 - 0.5)
    };
    for &id in ids {
        let velocity = [next(), next()];
        if world.body(id).unwrap().kind() == BodyKind::Dynamic {
            world.body_mut(id).unwrap().set_velocity(velocity).unwrap();
        }
    }
}

/// The first body is at the scene, so that AABBs are tight in both worlds. With a distant broad-phase origin,
/// contacts of separate shapes begin earlier and in another order; one in six of these scenes then has other
/// bits.
#[test]
fn distant_stirred_bodies_move_as_at_the_origin() {
    for seed in 0..20 {
        let (mut here, ids) = fair(large(), DVec2::ZERO);
        let (mut there, _) = fair(large(), FAR);
        for world in [&mut here, &mut there] {
            stir(world, &ids, seed);
        }
        for step in 0..400 {
            here.step(DT).unwrap();
            there.step(DT).unwrap();
            for &id in &ids {
                let (a, b) = (motion(&there, id, FAR), motion(&here, id, DVec2::ZERO));
                assert_eq!(a.map(f32::to_bits), b.map(f32::to_bits), "seed {seed}, step {step}: {id}");
            }
        }
    }
}

#[test]
fn all_features_work_far_out_as_at_the_origin() {
    let (mut here, ids) = fair(large(), DVec2::ZERO);
    let (mut there, _) = fair(large(), FAR);
    let points = |world: &World, at: DVec2| {
        let touching =
            world.contacts().filter_map(|id| world.contact(id)).filter(|contact| contact.is_touching());
        let mut points: Vec<[u32; 3]> = touching
            .flat_map(|contact| contact.points_from(at).collect::<Vec<_>>())
            .map(|point| [point.point.x, point.point.y, point.separation].map(f32::to_bits))
            .collect();
        points.sort_unstable();
        points
    };
    let (mut events, mut point_count) = ([[0_usize; 3]; 2], 0);
    for step in 0..300 {
        for (world, events) in [&mut here, &mut there].into_iter().zip(&mut events) {
            world.step(DT).unwrap();
            let told = world.events();
            let begins = told.sensor_begins().filter(|event| event.kind == SensorEventKind::Begin).count();
            let counts = [begins, told.sensor_ends().count(), told.begins().len()];
            events.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        for &id in &ids {
            let expected = motion(&here, id, DVec2::ZERO).map(f32::to_bits);
            assert_eq!(motion(&there, id, FAR).map(f32::to_bits), expected, "step {step}: {id} far out");
        }
        if step % 30 == 0 {
            there.validate().unwrap();
            let found = points(&here, DVec2::ZERO);
            point_count += found.len();
            assert_eq!(found, points(&there, FAR), "step {step}");
        }
    }
    assert_eq!(events[0], events[1]);
    assert!(point_count > 20, "{point_count}");
    for id in here.joints() {
        let [a, b] =
            [(&here, DVec2::ZERO), (&there, FAR)].map(|(world, at)| world.joint(id).unwrap().frames_from(at));
        assert_eq!(a, b, "{id}");
    }
    assert!(events[0][0] > 1 && events[0][2] > 10, "{events:?}");
}

#[test]
fn crossing_cells_does_not_change_motion() {
    // Uniform motion over two kilometres of floor against the formula.
    let mut world = world(large());
    for tile in -2..60 {
        let at = FAR + DVec2::new(f64::from(tile) * 40.0, -0.5);
        world.spawn(Body::fixed().at64(at).with(Rect::half(20.0, 0.5).friction(0.0))).unwrap();
    }
    let start = FAR + DVec2::new(0.0, 0.5);
    let cart = Body::dynamic().at64(start).velocity([60.0, 0.0]).with(Rect::square(1.0).friction(0.0));
    let cart = world.spawn(cart).unwrap();
    let rider =
        Body::dynamic().at64(start + DVec2::new(0.0, 1.0)).velocity([60.0, 0.0]).with(Rect::square(1.0));
    let rider = world.spawn(rider).unwrap();
    for step in 1..=1800 {
        world.step(DT).unwrap();
        let way = world.body(cart).unwrap().position64() - start;
        assert!((way.x - f64::from(step)).abs() < 0.02 && way.y.abs() < 0.01, "step {step}: {way:?}");
        let apart = world.body(rider).unwrap().position64() - world.body(cart).unwrap().position64();
        assert!(apart.x.abs() < 0.01 && (apart.y - 1.0).abs() < 0.01, "step {step}: {apart:?}");
        if step % 100 == 0 {
            world.validate().unwrap();
        }
    }
}

#[test]
fn distant_bullets_are_stopped_by_thin_walls_and_each_other() {
    for (speed, radius) in [(200.0, 0.0625), (390.0, 0.03125)] {
        let mut world = world(large());
        world.set_gravity([0.0, 0.0]).unwrap();
        let wall = Rect::half(0.015625, 5.0);
        world.spawn(Body::fixed().at64(FAR + DVec2::new(30.0, 0.0)).with(wall)).unwrap();
        let plate =
            Body::dynamic().at64(FAR + DVec2::new(20.0, 20.0)).with(Rect::half(0.015625, 5.0).density(100.0));
        let plate = world.spawn(plate).unwrap();
        let mut shoot = |y: f64| {
            let ball = Body::dynamic().at64(FAR + DVec2::new(0.0, y)).velocity([speed, 0.0]).bullet();
            world.spawn(ball.with(Circle::new(radius))).unwrap()
        };
        let (at_wall, at_plate) = (shoot(0.0), shoot(20.0));
        for _ in 0..60 {
            world.step(DT).unwrap();
        }
        let x = |id: BodyId| (world.body(id).unwrap().position64() - FAR).x;
        assert!(x(at_wall) < 30.0, "at {speed} m/s the wall was passed: {}", x(at_wall));
        assert!(x(at_plate) < x(plate), "at {speed} m/s the plate was passed: {} {}", x(at_plate), x(plate));
    }
}

#[test]
fn queries_from_near_by_are_as_precise_far_out() {
    let mut world = world(large());
    let at = FAR + DVec2::new(0.25, 77.125);
    let ball = world.spawn(Body::fixed().at64(at).with(Circle::new(0.5))).unwrap();
    let bar = Body::dynamic().at64(at + DVec2::new(6.0, 0.0)).rotated(0.5).with(Rect::half(1.0, 0.125));
    let bar = world.spawn(bar).unwrap();
    let all = QueryFilter::all;
    for n in 0..64 {
        // The exact hit on a circle, from all directions and up to a kilometre away.
        let (angle, distance) = (0.1 * n as f32, 2.0 + 16.0 * n as f32);
        let way = Vec2::from_angle(angle) * distance;
        let seen = world.seen_from(at - DVec2::from(way)).unwrap();
        let ray = Ray::new([0.0, 0.0], way * 2.0);
        let hit = seen.cast_ray(ray, all().ignore(bar)).unwrap().expect("it is on the way");
        let expected = way * ((distance - 0.5) / distance);
        assert!(hit.body == ball && hit.point.distance(expected) < 1.0e-4, "{hit:?} is not {expected:?}");
        let shape = Circle::new(0.25).into();
        let cast = ShapeCast::new(&shape, Pose::IDENTITY, way * 2.0);
        let hit = seen.cast_shape_with(&cast, all().ignore(bar)).unwrap().expect("it is on the way");
        assert!((hit.fraction * 2.0 * distance - (distance - 0.75)).abs() < 2.0e-3, "{hit:?}");
    }
    let seen = world.seen_from(at).unwrap();
    assert_eq!(seen.origin(), at);
    let nearest = seen.nearest([0.0, 2.0], 5.0, all()).unwrap().expect("it is near");
    assert!((nearest.distance - 1.5).abs() < 1.0e-5 && nearest.point.distance(vec2(0.0, 0.5)) < 1.0e-5);
    let inside = |x: f32| {
        let mut count = 0;
        let count_all = |_| {
            count += 1;
            core::ops::ControlFlow::Continue(())
        };
        seen.overlap_point([x, 0.0], all(), count_all).unwrap();
        count
    };
    assert_eq!([inside(0.499), inside(0.501), inside(6.0)], [1, 0, 1]);
    let door = Rect::half(0.5, 0.0625).into();
    let swing = Sweep::between(Pose::from_position(vec2(-2.0, 0.0)), Pose::IDENTITY, Vec2::ZERO);
    let hit = seen.cast_shape_turning(&door, &swing, all()).unwrap().expect("it comes to the ball");
    assert!((hit.fraction - 0.5).abs() < 1.0e-3, "{hit:?}");
    let pair = world.body_distance(ball, bar).unwrap().expect("both have shapes");
    let (sin, cos) = 0.5_f32.sin_cos();
    // The end of the bar: its lower left corner is nearest, in the frame of the ball.
    let corner = vec2(6.0 - cos - 0.125 * -sin, -sin - 0.125 * cos);
    let upper = vec2(6.0 - cos + 0.125 * -sin, -sin + 0.125 * cos);
    let least = corner.length().min(upper.length()) - 0.5;
    assert!((pair.distance - least).abs() < 0.02, "{} is not {least}", pair.distance);
}

#[test]
fn positions_are_returned_exactly() {
    let mut world = world(large());
    let id = world.spawn(Body::dynamic().gravity_scale(0.0).with(Rect::square(1.0))).unwrap();
    for n in 0..200 {
        let x = 1.0e8 * f64::from(n - 100) / 100.0;
        let at = DVec2::new(x, 0.123_456_789 * x);
        world.body_mut(id).unwrap().set_pose64(at, Rot::from_angle(0.01 * n as f32)).unwrap();
        let off = world.body(id).unwrap().position64() - at;
        assert!(off.x.abs() < 4.0e-6 && off.y.abs() < 4.0e-6, "{off:?} at {at:?}");
        // A step without motion changes no position.
        let before = world.body(id).unwrap().position64();
        world.step(DT).unwrap();
        assert_eq!(world.body(id).unwrap().position64(), before);
    }
    let mut body = world.body_mut(id).unwrap();
    body.set_pose64(FAR, Rot::IDENTITY).unwrap();
    body.apply_force([6.0, 0.0]).unwrap();
    body.apply_impulse_at64([0.0, 1.0], FAR + DVec2::new(0.5, 0.0)).unwrap();
    // A square of a kilogramme: inertia 1/6, so half a metre of lever makes 3 rad/s of 1 N s.
    assert!((body.angular_velocity() - 3.0).abs() < 1.0e-4 && (body.velocity().y - 1.0).abs() < 1.0e-5);
    world.step(DT).unwrap();
    assert!((world.body(id).unwrap().velocity().x - 0.1).abs() < 1.0e-4);
    assert!((world.body(id).unwrap().angular_velocity() - 3.0).abs() < 1.0e-4);
}

#[test]
fn bodies_stay_inside_the_boundary_of_a_large_world() {
    let mut world = world(large());
    world.set_gravity([0.0, 0.0]).unwrap();
    let edge = DVec2::new(MAX_COORDINATE_64 - 3.0, 5.0);
    let ball = Body::dynamic().at64(edge).velocity([100.0, 0.0]).with(Circle::new(0.5));
    let ball = world.spawn(ball).unwrap();
    let mut capped = 0;
    for _ in 0..10 {
        capped += world.step(DT).unwrap().capped_bodies;
        world.validate().unwrap();
    }
    let body = world.body(ball).unwrap();
    assert!(capped > 0 && body.velocity() == Vec2::ZERO, "{capped}");
    assert_eq!(body.position64().x, MAX_COORDINATE_64);
    assert!(world.spawn(Body::dynamic().at64([1.0e8 + 1.0, 0.0])).is_err());
    assert!(world.spawn(Body::dynamic().at64([f64::NAN, 0.0])).is_err());
    assert!(world.spawn(Body::dynamic().at([2.0e6, 0.0])).is_err());
    assert!(world.seen_from([0.0, f64::INFINITY]).is_err());
    let mut plain = World::new(WorldConfig::default()).unwrap();
    assert!(plain.spawn(Body::dynamic().at64([2.0e6, 0.0])).is_err());
    assert!(plain.spawn(Body::dynamic().at64([2.0e5, 0.0])).is_ok());
}

#[test]
fn snapshots_and_clones_of_large_worlds_continue_with_the_same_bits() {
    let (mut original, _) = fair(large(), FAR);
    for _ in 0..60 {
        original.step(DT).unwrap();
    }
    let mut read = World::from_snapshot(&original.snapshot()).unwrap();
    let mut other = World::new(WorldConfig::default()).unwrap();
    other.restore(&original.snapshot()).unwrap();
    let mut copy = original.clone();
    assert!(read.config().large_world && read.hash() == original.hash());
    for step in 0..60 {
        for world in [&mut original, &mut read, &mut other, &mut copy] {
            world.step(DT).unwrap();
        }
        let hash = original.hash();
        assert!([&read, &other, &copy].iter().all(|world| world.hash() == hash), "step {step}");
    }
    // The same scene elsewhere is another state, although each body has the same coordinates in its cell.
    assert_ne!(fair(large(), FAR).0.hash(), fair(large(), DVec2::new(2.0e7, 0.0)).0.hash());
}

#[test]
fn results_do_not_depend_on_lanes_and_threads() {
    let (mut first, _) = fair(large(), FAR + DVec2::new(63.0, 63.0));
    let mut others: Vec<World> = LaneLevel::available()
        .map(|lanes| {
            let mut other = first.clone();
            other.set_lanes(lanes).unwrap();
            other.set_threads(2).unwrap();
            other
        })
        .collect();
    for step in 0..120 {
        first.step(DT).unwrap();
        for other in &mut others {
            other.step(DT).unwrap();
            assert_eq!(other.hash(), first.hash(), "step {step} with {}", other.config().lanes);
        }
    }
}

#[test]
fn large_world_origin_may_be_shifted() {
    // AABBs count from the origin after a shift, so this shift moves the origin to the scene. The heap then
    // has the same bits anywhere.
    let at = DVec2::new(896_000.0, -384_000.0);
    let (there, ids) = fair(large(), at);
    goes_on_alike((there, at), (fair(large(), DVec2::ZERO).0, &ids), &|step| (step == 10).then_some(at));
    let by = DVec2::new(524_288.0, -262_144.0);
    let (there, ids) = pyramid(world(large()), FAR);
    let here = pyramid(world(large()), DVec2::ZERO).0;
    goes_on_alike((there, FAR), (here, &ids), &|step| (step % 20 == 10).then_some(by));
}

/// Steps two worlds; the first begins far out, and its origin is shifted before the steps with a shift.
fn goes_on_alike(
    (mut shifted, mut at): (World, DVec2),
    (mut here, ids): (World, &[BodyId]),
    shift: &dyn Fn(u32) -> Option<DVec2>,
) {
    for step in 0..240 {
        if let Some(by) = shift(step) {
            shifted.shift_origin(by.to_vec2()).unwrap();
            shifted.validate().unwrap();
            at = at - by;
        }
        shifted.step(DT).unwrap();
        here.step(DT).unwrap();
        for &id in ids {
            let (a, b) = (motion(&shifted, id, at), motion(&here, id, DVec2::ZERO));
            assert_eq!(a.map(f32::to_bits), b.map(f32::to_bits), "step {step}: {id} {a:?} {b:?}");
        }
    }
}

#[test]
fn bodies_moved_back_with_a_stopped_body_are_in_the_right_cell() {
    // A massless body does not move by itself. A joint ties it to a ball that a rotating paddle stops. It
    // moves with them, within the speed limit, across the border of its cell at x = -64.
    for lever in [3.0e3, 8.0e7] {
        let mut world = world(large());
        world.set_gravity([0.0, 0.0]).unwrap();
        let paddle = Body::kinematic().angular_velocity(20.0).with(Rect::half(4.0, 0.0625));
        world.spawn(paddle.at64([0.0, 0.0])).unwrap();
        let ball = Body::dynamic().at64([2.0, 3.0]).velocity([0.0, -300.0]).with(Circle::new(0.125));
        let ball = world.spawn(ball).unwrap();
        let tied = world.spawn(Body::dynamic().at64([-62.0, lever])).unwrap();
        world.join(Distance::new(ball, tied).spring(0.01, 0.0)).unwrap();
        let most = f64::from(WorldConfig::default().max_linear_speed * DT) * 1.01;
        for step in 0..4 {
            let from = world.body(tied).unwrap().position64();
            world.step(DT).unwrap();
            world.validate().unwrap();
            let way = world.body(tied).unwrap().position64() - from;
            let way = (way.x * way.x + way.y * way.y).sqrt();
            assert!(way <= most, "{lever} m out, step {step}: {way} m");
            let read = World::from_snapshot(&world.snapshot()).expect("nothing is out of the world");
            assert_eq!(read.hash(), world.hash());
        }
        let at = world.body(tied).unwrap().position64();
        assert!(at.x < -64.0, "{lever} m out it did not leave its cell: {at:?}");
    }
}

#[test]
fn distant_heap_made_first_has_the_contacts_of_one_at_the_origin() {
    let count = |mut world: World, at: DVec2| {
        let (mut most, ids) = (0, Vec::from_iter(world.bodies()));
        // Former content must have no effect: AABBs count from the first body of the new content.
        ids.into_iter().for_each(|id| world.despawn(id).unwrap());
        let (mut world, _) = pyramid(world, at);
        for _ in 0..60 {
            most = most.max(world.step(DT).unwrap().awake_contacts);
            world.validate().unwrap();
        }
        let read = World::from_snapshot(&world.snapshot()).unwrap();
        assert_eq!(read.hash(), world.hash());
        most
    };
    let here = count(world(large()), DVec2::ZERO);
    assert_eq!(count(world(large()), FAR), here);
    assert_eq!(count(from_origin(large()), FAR), here);
    let (mut far, _) = pyramid(from_origin(large()), FAR);
    let there = far.step(DT).unwrap().awake_contacts;
    assert!(there > here + 20, "boxes of 32 bits are too large there: {there} and {here}");
    // After a shift they count from the new origin.
    for _ in 0..10 {
        far.shift_origin([1.0e6, -300_032.0]).unwrap();
    }
    far.validate().unwrap();
    far.step(DT).unwrap();
    let shifted = far.step(DT).unwrap().awake_contacts;
    assert!(shifted < there, "{shifted} and {there}");
}

#[test]
fn aabb_bounds_a_body_after_a_large_jump() {
    // 600 km: positions are rounded in the frame at the start of the step, and again in the cells at its end.
    // AABBs count from there, so nothing else is rounded.
    let mut config = large();
    config.max_linear_speed = 1.0e6;
    let mut world = world(config);
    world.set_gravity([0.0, 0.0]).unwrap();
    world.spawn(Body::fixed().at64([-594_000.0, 60_000.0])).unwrap();
    for n in 0..64_u8 {
        let body = Body::dynamic().velocity([-9.9e5, 1.0e5]).angular_velocity(3.0);
        let shape = Rect::half(0.05, 0.025).at([0.02 + 0.001 * f32::from(n), 0.03]);
        world.spawn(body.at64([0.37 * f64::from(n), 0.0]).with(shape)).unwrap();
    }
    world.step(0.6).unwrap();
    world.validate().unwrap();
    let landed = |id: &BodyId| world.body(*id).unwrap().position64().x < -593_900.0;
    assert_eq!(world.bodies().filter(landed).count(), 65);
}
