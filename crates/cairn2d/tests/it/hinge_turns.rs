//! Limits of hinges over their whole valid range. The test counts the angle from the poses of every step,
//! independently of the joint.

use cairn2d::prelude::*;
use cairn2d::{Mass, Motor, Servo, Spring};

use crate::harness::{DT, weightless};

/// The angle between two bodies, counted over whole turns; valid if no step rotates it by half a turn.
struct Counter {
    last: f64,
    angle: f64,
}

impl Counter {
    fn measure(world: &World, [a, b]: [BodyId; 2]) -> f64 {
        let [a, b] = [a, b].map(|id| world.body(id).expect("it lives").pose().q);
        f64::from(a.inv_mul(b).angle())
    }

    fn new(world: &World, bodies: [BodyId; 2]) -> Counter {
        let angle = Counter::measure(world, bodies);
        Counter { last: angle, angle }
    }

    fn follow(&mut self, world: &World, bodies: [BodyId; 2]) -> f64 {
        let now = Counter::measure(world, bodies);
        let turn = now - self.last;
        self.angle += turn - core::f64::consts::TAU * (turn / core::f64::consts::TAU).round();
        self.last = now;
        self.angle
    }
}

fn wheel() -> Body {
    Body::dynamic().with(Circle::new(0.5)).mass(Mass { mass: 2.0, center: Vec2::ZERO, inertia: 0.5 })
}

const LIMITS: [(f32, f32); 9] = [
    (-0.5, 0.5),
    (-2.5, 2.9),
    (-3.1, 3.1),
    (-core::f32::consts::PI, core::f32::consts::PI),
    (-3.3, 3.5),
    (-4.0, 4.0),
    (-0.1, 4.0),
    (-4.0, 0.0),
    (3.6, 4.0),
];

/// A hinge on a base, driven against each limit in turn for thousands of steps.
#[test]
fn limits_hold_against_motors_of_any_strength_and_rate() {
    for (lower, upper) in LIMITS {
        for (speed, torque) in [(0.5, 5.0), (8.0, 50.0), (60.0, 2_000.0), (300.0, 1.0e4)] {
            for hertz in [30.0_f32, 60.0, 240.0] {
                // Counting requires that no step rotates it by half a turn.
                let speed = if speed < 2.5 * hertz { speed } else { 2.5 * hertz };
                let mut world = weightless();
                let base = world.spawn(Body::fixed()).unwrap();
                let body = world.spawn(wheel().rotated(0.5 * (lower + upper))).unwrap();
                let hinge = Revolute::new(base, body).limits(lower, upper).motor(speed, torque);
                let hinge = world.join(hinge).unwrap();
                let mut counter = Counter::new(&world, [base, body]);
                // Beyond half a turn the initial poses do not determine the number of turns.
                counter.angle = f64::from(0.5 * (lower + upper));
                let (mut least, mut most) = (f64::MAX, f64::MIN);
                let steps = (8.0 * hertz) as u32;
                for step in 0..4 * steps {
                    if step % steps == 0 {
                        let speed = if (step / steps).is_multiple_of(2) { speed } else { -speed };
                        world.joint_mut(hinge).unwrap().set_motor(Motor { speed, strength: torque }).unwrap();
                    }
                    world.step(1.0 / hertz).unwrap();
                    let angle = counter.follow(&world, [base, body]);
                    (least, most) = (least.min(angle), most.max(angle));
                }
                let what = format!("limits {lower} to {upper}, {speed} rad/s, {torque} N m, {hertz} Hz");
                // A limit is as soft as the joint: a torque bends it like a spring of 60 Hz, or of the step
                // rate if that is lower.
                let omega = core::f32::consts::TAU * if hertz < 60.0 { hertz } else { 60.0 };
                let slack = 0.06 + f64::from(1.2 * torque / 0.5 / (omega * omega));
                assert!(least > f64::from(lower) - slack, "{what}: {least}");
                assert!(most < f64::from(upper) + slack, "{what}: {most}");
                if speed > 1.0 {
                    assert!(
                        least < f64::from(lower) + 0.1 && most > f64::from(upper) - 0.1,
                        "{what}: it got there"
                    );
                }
                let told = world.joint(hinge).unwrap().coordinate();
                assert!((told - counter.angle).abs() < 1.0e-3, "{what}: {told}, not {}", counter.angle);
            }
        }
    }
}

#[test]
fn limits_hold_against_springs_servos_impulses_and_moving_bases() {
    for (lower, upper) in LIMITS {
        for drive in 0..4 {
            let mut world = weightless();
            let base = match drive {
                3 => world.spawn(Body::kinematic().angular_velocity(3.0).velocity([1.0, 0.0])).unwrap(),
                _ => world
                    .spawn(Body::dynamic().mass(Mass { mass: 3.0, center: Vec2::ZERO, inertia: 2.0 }))
                    .unwrap(),
            };
            let middle = 0.5 * (lower + upper);
            let body = world.spawn(wheel().rotated(middle)).unwrap();
            let hinge = world.join(Revolute::new(base, body).limits(lower, upper)).unwrap();
            let mut counter = Counter::new(&world, [base, body]);
            counter.angle = f64::from(middle);
            for step in 0..2400 {
                let side = if step / 300 % 2 == 0 { 1.0 } else { -1.0 };
                if step % 300 == 0 {
                    let mut joint = world.joint_mut(hinge).unwrap();
                    match drive {
                        0 => {
                            let spring = Spring { hertz: 3.0, damping_ratio: 0.2, target: 8.0 * side };
                            joint.set_spring(spring).unwrap();
                        }
                        1 => {
                            let servo = Servo { target: 8.0 * side, max_speed: 20.0, strength: 60.0 };
                            joint.set_servo(servo).unwrap();
                        }
                        _ => {}
                    }
                }
                if drive >= 2 && step % 20 == 0 {
                    world.body_mut(body).unwrap().apply_angular_impulse(8.0 * side).unwrap();
                }
                world.step(DT).unwrap();
                let angle = counter.follow(&world, [base, body]);
                let holds = angle > f64::from(lower) - 0.12 && angle < f64::from(upper) + 0.12;
                assert!(holds, "limits {lower} to {upper}, drive {drive}, step {step}: {angle}");
            }
        }
    }
}

/// A hinge at its far limit is cloned, saved and restored: all copies have the same bits, and none loses the
/// turn.
#[test]
fn joint_angle_survives_snapshots_sleep_and_limit_changes() {
    let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
    let base = world.spawn(Body::fixed()).unwrap();
    let body = world.spawn(wheel()).unwrap();
    let hinge = world.join(Revolute::new(base, body).limits(-4.0, 4.0).motor(2.0, 10.0)).unwrap();
    for _ in 0..240 {
        world.step(DT).unwrap();
    }
    let angle = world.joint(hinge).unwrap().coordinate();
    assert!((angle - 4.0).abs() < 0.01, "{angle}");
    world.joint_mut(hinge).unwrap().set_motor(None).unwrap();
    for _ in 0..120 {
        world.step(DT).unwrap();
    }
    assert!(world.body(body).unwrap().is_asleep());
    let mut other = World::from_snapshot(&world.snapshot()).unwrap();
    for world in [&mut world, &mut other] {
        assert!((world.joint(hinge).unwrap().coordinate() - 4.0).abs() < 0.01);
        world.joint_mut(hinge).unwrap().set_limits((-3.9, 3.9)).unwrap();
        world.joint_mut(hinge).unwrap().set_motor(Motor { speed: 1.0, strength: 10.0 }).unwrap();
        for _ in 0..240 {
            world.step(DT).unwrap();
            let angle = world.joint(hinge).unwrap().coordinate();
            assert!(angle > 3.85 && angle < 4.01, "{angle}");
        }
    }
    assert_eq!(world.hash(), other.hash());
    // After a teleport, the angle is within half a turn of the middle of the limits.
    world.body_mut(body).unwrap().set_pose(Pose::IDENTITY).unwrap();
    world.joint_mut(hinge).unwrap().set_motor(None).unwrap();
    for _ in 0..60 {
        world.step(DT).unwrap();
        assert!(world.joint(hinge).unwrap().coordinate().abs() < 1.0e-3);
    }
}
