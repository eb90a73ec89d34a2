//! Passing through sensors: the times of slow bodies, and that no speed escapes detection. The oracle is a
//! formula.

use cairn2d::{SensorEventKind, prelude::*};

use crate::harness::{DT, sleepless, spawn_light, weightless};
use crate::random::Random;

/// Steps of all sensor events, with their kinds.
fn events(world: &mut World, steps: usize) -> Vec<(usize, SensorEventKind)> {
    let mut found = Vec::new();
    for step in 0..steps {
        world.step(DT).unwrap();
        found.extend(world.events().sensors().iter().map(|event| (step, event.kind)));
        world.validate().unwrap();
    }
    found
}

#[test]
fn falling_ball_enters_and_leaves_a_sensor_at_the_right_steps() {
    let mut world = sleepless();
    // From 1 to 2 m below the origin; the ball has a radius of 0.25 m, so it is inside while its centre is
    // from -0.75 to -2.25 m.
    world.spawn(Body::fixed().with(Rect::half(1.0, 0.5).at([0.0, -1.5]).sensor())).unwrap();
    world.spawn(Body::dynamic().with(Circle::new(0.25))).unwrap();
    // 5 t² metres after t seconds; step n ends at (n + 1) / 60 s.
    let step_after = |depth: f32| ((depth / 5.0).sqrt() * 60.0).ceil() as usize - 1;
    let truth = [(step_after(0.75), SensorEventKind::Begin), (step_after(2.25), SensorEventKind::End)];
    assert_eq!(events(&mut world, 120), truth);
}

/// Distance of two segments, from the four ends to the other segment, or 0 if they cross.
fn segment_distance([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> f32 {
    let to_segment = |p: Vec2, [a, b]: [Vec2; 2]| {
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a + (b - a) * t)
    };
    let side = |p: Vec2, a: Vec2, b: Vec2| (b - a).cross(p - a);
    let crossing = side(a, c, d) * side(b, c, d) < 0.0 && side(c, a, b) * side(d, a, b) < 0.0;
    if crossing {
        return 0.0;
    }
    [to_segment(a, [c, d]), to_segment(b, [c, d]), to_segment(c, [a, b]), to_segment(d, [a, b])]
        .into_iter()
        .fold(f32::MAX, f32::min)
}

#[test]
fn thin_sensor_detects_each_passing_bullet_once() {
    let mut random = Random::new(2024);
    let (mut through, mut beside) = (0, 0);
    for shot in 0..4000 {
        let ends = [random.point(3.0), random.point(3.0)];
        let (radius, speed) = (random.range(0.02, 0.3), random.range(60.0, 400.0));
        let direction = Rot::from_angle(random.range(-3.0, 3.0)).rotate(Vec2::X);
        let start = random.point(3.0) - direction * random.range(8.0, 20.0);
        let path = [start, start + direction * (speed * DT * 30.0)];
        let gap = segment_distance(path, ends) - radius;
        if ends[0].distance(ends[1]) < 0.1 || gap.abs() < 1e-3 {
            continue;
        }
        let mut world = weightless();
        let kind = if shot % 2 == 0 { BodyKind::Dynamic } else { BodyKind::Kinematic };
        world.spawn(Body::new(kind).at(start).velocity(direction * speed).with(Circle::new(radius))).unwrap();
        world.spawn(Body::fixed().with(Segment::new(ends[0], ends[1]).sensor())).unwrap();
        let kinds: Vec<_> = events(&mut world, 30).into_iter().map(|(_, kind)| kind).collect();
        if gap < 0.0 {
            through += 1;
            assert_eq!(kinds, [SensorEventKind::Begin, SensorEventKind::End], "shot {shot}: {gap} m");
        } else {
            beside += 1;
            assert!(kinds.is_empty(), "shot {shot} passed {gap} m beside and was seen: {kinds:?}");
        }
    }
    assert!(through > 500 && beside > 500, "{through} through, {beside} beside");
}

#[test]
fn fast_sensor_detects_shapes_that_it_passes() {
    let mut random = Random::new(7);
    let (mut through, mut beside) = (0, 0);
    for shot in 0..2000 {
        // A blade that flies past a coin, which rests, sleeps or drifts.
        let half = Rot::from_angle(random.range(-3.0, 3.0)).rotate(Vec2::X) * random.range(0.3, 1.0);
        let (radius, speed) = (random.range(0.05, 0.3), random.range(60.0, 400.0));
        let coin = random.point(1.5);
        // Distance of the coin from the strip that the blade sweeps along x.
        let gap = if half.y.abs() < 0.02 { continue } else { coin.y.abs() - half.y.abs() - radius };
        // At the end of the strip the slanted tip of the blade decides.
        if gap.abs() < radius + 0.01 {
            continue;
        }
        let mut world = weightless();
        let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][shot % 3];
        world.spawn(Body::new(kind).at(coin).with(Circle::new(radius).sensor_events(true))).unwrap();
        let blade = Segment::new(-half, half).sensor();
        let carrier = if shot % 2 == 0 { Body::kinematic() } else { Body::dynamic() };
        spawn_light(&mut world, carrier.at([-10.0, 0.0]).velocity([speed, 0.0]).with(blade));
        let kinds: Vec<_> = events(&mut world, 30).into_iter().map(|(_, kind)| kind).collect();
        if gap < 0.0 {
            through += 1;
            assert_eq!(kinds, [SensorEventKind::Begin, SensorEventKind::End], "shot {shot}: {gap} m");
        } else {
            beside += 1;
            assert!(kinds.is_empty(), "shot {shot} passed {gap} m beside: {kinds:?}");
        }
    }
    assert!(through > 300 && beside > 300, "{through} through, {beside} beside");
}

#[test]
fn rotating_sensor_detects_shapes_that_it_sweeps() {
    // Half a turn in ten steps sweeps the upper half of a disc: 18 degrees a step, far more than the width of
    // the coins.
    let mut world = weightless();
    let spin = core::f32::consts::PI / (10.0 * DT);
    let blade = Segment::new([0.2, 0.0], [3.0, 0.0]).sensor();
    world.spawn(Body::kinematic().angular_velocity(spin).with(blade)).unwrap();
    let (mut inside, mut coins) = (0, 0);
    let mut random = Random::new(3);
    for _ in 0..200 {
        let (radius, at) = (0.02, random.point(3.5));
        let reach = at.length();
        if (reach - 3.0).abs() < 0.05 || (reach - 0.2).abs() < 0.05 || at.y.abs() < 0.05 {
            continue;
        }
        coins += 1;
        inside += usize::from(reach > 0.2 && reach < 3.0 && at.y > 0.0);
        world.spawn(Body::fixed().at(at).with(Circle::new(radius).sensor_events(true))).unwrap();
    }
    let found = events(&mut world, 10);
    assert_eq!(found.iter().filter(|(_, kind)| *kind == SensorEventKind::Begin).count(), inside);
    assert!(inside > 40 && coins - inside > 80, "{inside} of {coins}");
}

#[test]
fn bullet_stopped_by_a_wall_is_not_detected_behind_it() {
    for (sensor_at, count) in [(-0.5, 2), (0.5, 0)] {
        let mut world = weightless();
        world.spawn(Body::fixed().with(Segment::new([0.0, -5.0], [0.0, 5.0]))).unwrap();
        let gate = Segment::new([sensor_at, -5.0], [sensor_at, 5.0]).sensor();
        world.spawn(Body::fixed().with(gate)).unwrap();
        world.spawn(Body::dynamic().at([-3.3, 0.0]).velocity([300.0, 0.0]).with(Circle::new(0.1))).unwrap();
        assert_eq!(events(&mut world, 30).len(), count, "sensor at {sensor_at}");
    }
}

#[test]
fn fast_visible_sensors_are_detected_by_other_sensors() {
    // A bullet that is a sensor itself, through a resting sensor and through one that flies towards it.
    for target_speed in [0.0, -300.0] {
        let mut world = weightless();
        let bullet = Circle::new(0.05).sensor().sensor_events(true);
        spawn_light(&mut world, Body::dynamic().at([-7.0, 0.0]).velocity([350.0, 0.0]).with(bullet));
        let gate = Segment::new([0.0, -1.0], [0.0, 1.0]).sensor();
        world.spawn(Body::kinematic().at([3.1, 0.0]).velocity([target_speed, 0.0]).with(gate)).unwrap();
        let kinds: Vec<_> = events(&mut world, 10).into_iter().map(|(_, kind)| kind).collect();
        assert_eq!(kinds, [SensorEventKind::Begin, SensorEventKind::End], "{target_speed}");
    }
}

#[test]
fn teleport_gives_no_passing_overlaps() {
    let mut world = weightless();
    world.spawn(Body::fixed().with(Segment::new([0.0, -1.0], [0.0, 1.0]).sensor())).unwrap();
    for (kind, x) in [(BodyKind::Dynamic, -5.0), (BodyKind::Kinematic, -3.0)] {
        let id = world.spawn(Body::new(kind).at([x, 0.0]).with(Circle::new(0.1))).unwrap();
        world.step(DT).unwrap();
        world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(-x, 0.0))).unwrap();
        world.step(DT).unwrap();
        assert!(world.events().sensors().is_empty());
    }
    // Nor does a teleported sensor.
    let sensor = world.bodies().next().unwrap();
    world.body_mut(sensor).unwrap().set_pose(Pose::from_position(vec2(20.0, 0.0))).unwrap();
    world.step(DT).unwrap();
    assert!(world.events().sensors().is_empty());
}
