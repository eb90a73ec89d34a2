//! Fingers: picking against brute force, and dragging.

use cairn2d::math::vec2;
use cairn2d::pick::Finger;
use cairn2d::prelude::*;

use crate::harness::{DT, run, sleepless, spawn_light, weightless};
use crate::random::Random;

#[test]
fn finger_picks_the_nearest_dynamic_body_in_reach() {
    let mut world = weightless();
    let mut random = Random::new(77);
    let mut balls = Vec::new();
    for index in 0..300 {
        let at = [random.range(-10.0, 10.0), random.range(-10.0, 10.0)];
        let radius = random.range(0.05, 0.3);
        let body = match index % 3 {
            0 => Body::fixed(),
            1 => Body::kinematic(),
            _ => Body::dynamic(),
        };
        let shape = Circle::new(radius).density(1.0);
        let sensor = index % 7 == 0;
        let shape = if sensor { shape.sensor() } else { shape };
        let id = spawn_light(&mut world, body.at(at).with(shape));
        if index % 3 == 2 && !sensor {
            balls.push((id, vec2(at[0], at[1]), radius));
        }
    }
    let finger = Finger { radius: 0.4, ..Finger::default() };
    let mut found = 0;
    for _ in 0..2000 {
        let point = vec2(random.range(-11.0, 11.0), random.range(-11.0, 11.0));
        let distances = balls.iter().map(|&(id, at, radius)| (id, at.distance(point) - radius));
        let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|&(_, distance)| distance <= 0.4);
        let picked = finger.pick(&world, point, QueryFilter::all()).unwrap();
        match (nearest, picked) {
            (Some((id, distance)), Some(picked)) => {
                found += 1;
                assert!((picked.distance - distance).abs() < 1.0e-5);
                // Two distances may be equal within rounding.
                let other = balls.iter().find(|ball| ball.0 == picked.body).unwrap();
                assert!(picked.body == id || (other.1.distance(point) - other.2 - distance).abs() < 1.0e-5);
            }
            (None, None) => {}
            (Some((_, distance)), None) => assert!(distance > 0.399, "{distance} m away was not found"),
            (None, Some(picked)) => panic!("{picked:?} is none of the balls in reach"),
        }
    }
    assert!(found > 300, "{found}");
}

#[test]
fn two_fingers_move_and_rotate_a_plank() {
    let mut world = sleepless();
    let plank = world.spawn(Body::dynamic().at([0.0, 2.0]).with(Rect::half(1.0, 0.1))).unwrap();
    let finger = Finger::default();
    // One beside its end, one on it.
    let starts = [vec2(-1.2, 2.0), vec2(0.9, 2.05)];
    let grips = starts.map(|at| finger.grab(&mut world, at, QueryFilter::all()).unwrap().expect("in reach"));
    for step in 1..=180 {
        // They rise by 1.5 m and rotate about each other by 45 degrees.
        let share = (step as f32 / 120.0).min(1.0);
        let turn = Rot::from_angle(0.785 * share);
        for (grip, start) in grips.into_iter().zip(starts) {
            let target = vec2(0.0, 2.0 + 1.5 * share) + turn.rotate(start - vec2(0.0, 2.0));
            world.joint_mut(grip).unwrap().set_target(target).unwrap();
        }
        world.step(DT).unwrap();
    }
    let view = world.body(plank).unwrap();
    // Two springs of 5 Hz share the weight: each sags by half of g / omega². One pulls its end outwards by
    // the 0.2 m between finger and end.
    let omega = core::f32::consts::TAU * 5.0;
    let at = view.position();
    assert!((at.y - (3.5 - 0.5 * 10.0 / (omega * omega))).abs() < 0.1, "{at:?}");
    assert!((view.angle() - 0.785).abs() < 0.1, "{}", view.angle());
    for grip in grips {
        world.unjoin(grip).unwrap();
    }
    run(&mut world, 60);
    assert!(world.body(plank).unwrap().position().y < 0.0, "let go, it falls");
}

#[test]
fn finger_force_stays_within_its_limit() {
    let mut world = sleepless();
    let ball = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    // The force limit is half of the weight: the ball falls half as fast.
    let finger = Finger { max_acceleration: 5.0, ..Finger::default() };
    let grip = finger.grab(&mut world, [0.0, 0.0], QueryFilter::all()).unwrap().unwrap();
    world.joint_mut(grip).unwrap().set_target([0.0, 50.0]).unwrap();
    run(&mut world, 60);
    let fallen = world.body(ball).unwrap().position().y;
    assert!((fallen + 0.5 * 5.0).abs() < 0.05, "{fallen}");
}

#[test]
fn finger_finds_no_body_in_empty_space_and_rejects_bad_numbers() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(10.0, 1.0))).unwrap();
    world.spawn(Body::dynamic().at([0.0, 5.0]).with(Circle::new(0.5))).unwrap();
    let (before, usual) = (world.hash(), Finger::default());
    for at in [[0.0, 0.0], [3.0, 5.0]] {
        assert_eq!(usual.grab(&mut world, at, QueryFilter::all()).unwrap(), None);
    }
    let hidden = QueryFilter::all().only(&|_| false);
    assert_eq!(usual.grab(&mut world, [0.0, 5.0], hidden).unwrap(), None);
    for (name, finger, at) in [
        ("point", usual, [f32::NAN, 5.0]),
        ("finger radius", Finger { radius: -1.0, ..usual }, [0.0, 5.0]),
        ("finger hertz", Finger { hertz: f32::NAN, ..usual }, [0.0, 5.0]),
        ("finger damping ratio", Finger { damping_ratio: -1.0, ..usual }, [0.0, 5.0]),
        ("finger acceleration", Finger { max_acceleration: f32::INFINITY, ..usual }, [0.0, 5.0]),
    ] {
        let error = finger.grab(&mut world, at, QueryFilter::all()).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    assert_eq!(world.hash(), before, "nothing was held");
}
