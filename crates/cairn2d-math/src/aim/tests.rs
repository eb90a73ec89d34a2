//! Flies the shots, which must hit; for targets without a shot, brute force must find none either.

use super::{aim, aim_accelerating, aim_falling, aim_lobbed, steer, thrust_to_meet, turn_toward};
use crate::{Vec2, vec2};
use core::f32::consts::{FRAC_PI_2, PI};

/// A sequence of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    /// The next number between two ends.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 40) as f32 / (1u64 << 24) as f32)
    }

    fn vector(&mut self, most: f32) -> Vec2 {
        vec2(self.between(-most, most), self.between(-most, most))
    }
}

/// Distance by which a shot misses, in `f64`, per metre that shot and target travel.
fn miss(offset: Vec2, velocity: Vec2, acceleration: Vec2, shot: super::Aim) -> f64 {
    let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
    let (p, v, a, u) = (wide(offset), wide(velocity), wide(acceleration), wide(shot.velocity));
    let t = f64::from(shot.time);
    let axis = |i: usize| p[i] + v[i] * t - u[i] * t - 0.5 * a[i] * t * t;
    let size = |i: usize| p[i].abs() + (v[i].abs() + u[i].abs()) * t + 0.5 * a[i].abs() * t * t;
    axis(0).hypot(axis(1)) / (size(0) + size(1)).max(1.0e-30)
}

#[test]
fn straight_leads_hit_if_a_hit_is_possible() {
    let mut numbers = Numbers(1);
    let (mut hits, mut none) = (0, 0);
    for _ in 0..200_000 {
        let (offset, velocity) = (numbers.vector(100.0), numbers.vector(30.0));
        let speed = numbers.between(0.1, 60.0);
        match aim(offset, velocity, speed) {
            Some(shot) => {
                hits += 1;
                assert!(shot.time >= 0.0);
                assert!((shot.velocity.length() - speed).abs() <= 1.0e-6 * speed);
                let off = miss(offset, velocity, Vec2::ZERO, shot);
                assert!(off < 3.0e-7, "{offset:?} {velocity:?} {speed}: misses by {off}");
            }
            None => {
                none += 1;
                // A slower shot may hit the target only if the target comes near enough: the circle of the
                // shot never contains it.
                assert!(speed < velocity.length());
                for step in 0..400 {
                    let t = 0.05 * step as f32;
                    assert!(
                        (offset + velocity * t).length() > speed * t * 0.999,
                        "{offset:?} {velocity:?} {speed}"
                    );
                }
            }
        }
    }
    assert!(hits > 50_000 && none > 10_000, "{hits} and {none}");
}

#[test]
fn earlier_of_two_leads_is_returned() {
    // A fast target approaches a slow gun: the hit is on its way in.
    let shot = aim(vec2(10.0, 0.0), vec2(-4.0, 0.0), 1.0).unwrap();
    assert!((shot.time - 2.0).abs() < 1.0e-6 && shot.velocity == vec2(1.0, 0.0));
    // For equal speeds the quadratic equation becomes linear.
    let shot = aim(vec2(10.0, 0.0), vec2(-3.0, 4.0), 5.0).unwrap();
    assert!((shot.time - 100.0 / 60.0).abs() < 1.0e-6);
    assert!(aim(vec2(10.0, 0.0), vec2(3.0, 4.0), 5.0).is_none());
    assert_eq!(aim(Vec2::ZERO, vec2(1.0, 0.0), 2.0).unwrap().time, 0.0);
    assert!(aim(vec2(1.0, 0.0), Vec2::ZERO, 0.0).is_none());
    assert!(aim(vec2(f32::NAN, 0.0), Vec2::ZERO, 1.0).is_none());
    assert!(aim(vec2(1.0, 0.0), Vec2::ZERO, -1.0).is_none());
}

#[test]
fn ballistic_leads_hit() {
    let mut numbers = Numbers(2);
    let (mut hits, mut two) = (0, 0);
    for _ in 0..20_000 {
        let (offset, velocity) = (numbers.vector(60.0), numbers.vector(8.0));
        let gravity = vec2(numbers.between(-1.0, 1.0), numbers.between(-12.0, -1.0));
        let speed = numbers.between(1.0, 40.0);
        let flat = aim_falling(offset, velocity, speed, gravity, 30.0);
        let steep = aim_lobbed(offset, velocity, speed, gravity, 30.0);
        assert_eq!(flat.is_some(), steep.is_some());
        let (Some(flat), Some(steep)) = (flat, steep) else { continue };
        hits += 1;
        two += u32::from(steep.time > flat.time);
        assert!(flat.time > 0.0 && flat.time <= steep.time && steep.time <= 30.0);
        for shot in [flat, steep] {
            assert!((shot.velocity.length() - speed).abs() <= 1.0e-6 * speed);
            let off = miss(offset, velocity, gravity, shot);
            assert!(off < 5.0e-7, "{offset:?} {velocity:?} {speed} {gravity:?}: misses by {off}");
        }
    }
    assert!(hits > 5_000 && two > 4_000, "{hits} and {two}");
}

#[test]
fn ballistic_ranges_match_the_formula() {
    // At 20 m/s and 10 m/s² a shot reaches 40 m, at 45 degrees; for a slightly shorter distance there are two
    // shots.
    let (gravity, level) = (vec2(0.0, -10.0), |x: f32| vec2(x, 0.0));
    assert!(aim_falling(level(40.01), Vec2::ZERO, 20.0, gravity, 60.0).is_none());
    let far = aim_falling(level(39.999), Vec2::ZERO, 20.0, gravity, 60.0).unwrap();
    assert!((far.velocity.x - far.velocity.y).abs() < 0.5);
    let angle = |shot: super::Aim| crate::atan2(shot.velocity.y, shot.velocity.x);
    let flat = aim_falling(level(20.0), Vec2::ZERO, 20.0, gravity, 60.0).unwrap();
    let steep = aim_lobbed(level(20.0), Vec2::ZERO, 20.0, gravity, 60.0).unwrap();
    // sin(2 a) = g x / s² = 1/2.
    assert!((angle(flat) - PI / 12.0).abs() < 1.0e-6 && (angle(steep) - 5.0 * PI / 12.0).abs() < 1.0e-6);
    // Without acceleration it is the straight shot.
    let (offset, velocity) = (vec2(12.0, -7.0), vec2(1.0, 2.0));
    let straight = aim(offset, velocity, 9.0).unwrap();
    let same = aim_falling(offset, velocity, 9.0, Vec2::ZERO, 60.0).unwrap();
    assert!((straight.time - same.time).abs() < 1.0e-6 && straight.velocity.distance(same.velocity) < 1.0e-5);
}

#[test]
fn homing_turns_the_shorter_way_independent_of_step_size() {
    assert_eq!(turn_toward(0.0, 1.0, 0.25), 0.25);
    assert_eq!(turn_toward(0.0, 1.0, 2.0), 1.0);
    // Across the jump of the angle at 180 degrees.
    assert!((turn_toward(3.0, -3.0, 0.1) - 3.1).abs() < 1.0e-6);
    assert!(turn_toward(3.0, -3.0, 0.2) < -3.0 + 1.0e-6);
    for count in [1, 2, 7, 60] {
        let mut velocity = vec2(3.0, 1.0);
        for _ in 0..count {
            velocity = steer(velocity, vec2(-1.0, 0.5), 1.2 / count as f32);
        }
        let once = steer(vec2(3.0, 1.0), vec2(-1.0, 0.5), 1.2);
        assert!(velocity.distance(once) < 2.0e-6, "{count} steps: {velocity:?}, not {once:?}");
    }
    assert_eq!(steer(Vec2::ZERO, vec2(1.0, 0.0), 1.0), Vec2::ZERO);
    assert_eq!(steer(vec2(1.0, 2.0), Vec2::ZERO, 1.0), vec2(1.0, 2.0));
}

#[test]
fn homing_missile_hits_targets_outside_its_turning_circle() {
    // At speed 10 and 2 rad/s the circle has a radius of 5 m.
    let (mut at, mut velocity, target) = (Vec2::ZERO, vec2(10.0, 0.0), vec2(-3.0, 14.0));
    let mut nearest = f32::INFINITY;
    for _ in 0..1200 {
        velocity = steer(velocity, target - at, 2.0 / 240.0);
        at += velocity * (1.0 / 240.0);
        nearest = nearest.min(at.distance(target));
    }
    assert!(nearest < 0.05, "{nearest}");
    assert!((velocity.length() - 10.0).abs() < 1.0e-3);
    assert!(turn_toward(FRAC_PI_2, FRAC_PI_2, 0.0) == FRAC_PI_2);
}

/// Position of a body after a time by many small steps, for which velocities change in the middle of each.
fn simulated([at, velocity, acceleration]: [Vec2; 3], time: f32) -> [f64; 2] {
    let steps = 2000;
    let dt = f64::from(time) / f64::from(steps);
    let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
    let (mut at, mut velocity, acceleration) = (wide(at), wide(velocity), wide(acceleration));
    for _ in 0..steps {
        for axis in 0..2 {
            velocity[axis] += 0.5 * dt * acceleration[axis];
            at[axis] += dt * velocity[axis];
            velocity[axis] += 0.5 * dt * acceleration[axis];
        }
    }
    at
}

fn gap(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn shots_and_vessels_meet_accelerating_targets_in_a_simulation() {
    let mut numbers = Numbers(5);
    let (mut shots, mut burns, mut none) = (0, 0, 0);
    for _ in 0..3_000 {
        let target = [numbers.vector(50.0), numbers.vector(15.0), numbers.vector(6.0)];
        let [offset, velocity, acceleration] = target;
        let strength = numbers.between(0.5, 40.0);
        if let Some(shot) = aim_accelerating(offset, velocity, acceleration, strength, 20.0) {
            shots += 1;
            let own = simulated([Vec2::ZERO, shot.velocity, Vec2::ZERO], shot.time);
            let off = gap(own, simulated(target, shot.time));
            let way =
                offset.length() + (velocity.length() + strength) * shot.time + 3.0 * shot.time * shot.time;
            assert!(off < 1.0e-6 * f64::from(way), "{target:?}: misses by {off} m");
        }
        let thrust = 0.5 * strength;
        match thrust_to_meet(offset, velocity, acceleration, thrust, 20.0) {
            Some(burn) => {
                burns += 1;
                assert!((burn.acceleration.length() - thrust).abs() < 1.0e-5 * thrust);
                let own = simulated([Vec2::ZERO, Vec2::ZERO, burn.acceleration], burn.time);
                let off = gap(own, simulated(target, burn.time));
                let way = offset.length() + velocity.length() * burn.time + 20.0 * burn.time * burn.time;
                assert!(off < 1.0e-6 * f64::from(way), "{target:?}: misses by {off} m");
                // Before, the target is out of reach.
                for step in 1..100 {
                    let time = burn.time * (0.0099 * step as f32);
                    let reach = f64::from(0.5 * thrust * time * time);
                    let there = simulated(target, time);
                    assert!(there[0].hypot(there[1]) > reach * 0.999);
                }
            }
            None => {
                none += 1;
                for step in 1..100 {
                    let time = 0.2 * step as f32;
                    let there = simulated(target, time);
                    assert!(there[0].hypot(there[1]) > f64::from(0.5 * thrust * time * time) * 0.999);
                }
            }
        }
    }
    assert!(shots > 1_000 && burns > 1_000 && none > 50, "{shots}, {burns} and {none}");
    assert_eq!(thrust_to_meet(Vec2::ZERO, [1.0, 0.0], [0.0, 0.0], 2.0, 5.0).unwrap().time, 0.0);
    assert!(thrust_to_meet([f32::NAN, 0.0], [0.0, 0.0], [0.0, 0.0], 2.0, 5.0).is_none());
}
