//! Steering of moving units: homing, meeting by thrust, arriving, and the closest approach of two of them.
//!
//! Offsets and velocities are those of the other body relative to the unit. All functions use `+ - * /` and
//! `sqrt` only, so the same calls give the same bits on every machine.

use crate::vec2::{Vec2, vec2};

/// The closest approach of a body that keeps its velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// Time until then \[s\].
    pub time: f32,
    /// Offset of the body then \[m\].
    pub offset: Vec2,
}

/// When and how near a body passes: it is at `offset` \[m\] and keeps its `velocity` \[m/s\], both relative
/// to the unit. The time is from 0 to `within` \[s\].
///
/// A unit avoids a collision by steering away from the offset, if its length is below the sum of the radii.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::closest_approach;
/// let approach = closest_approach(vec2(6.0, 1.0), vec2(-2.0, 0.0), 10.0);
/// assert_eq!((approach.time, approach.offset), (3.0, vec2(0.0, 1.0)));
/// ```
#[must_use]
pub fn closest_approach(offset: impl Into<Vec2>, velocity: impl Into<Vec2>, within: f32) -> Approach {
    let (offset, velocity) = (offset.into(), velocity.into());
    let squared = velocity.length_squared();
    let time = -offset.dot(velocity) / squared;
    // Bodies at rest relative to each other give NaN or infinity.
    let time = if squared > 0.0 && time > 0.0 { if time < within { time } else { within } } else { 0.0 };
    Approach { time, offset: offset + velocity * time }
}

/// The acceleration \[m/s²\] with which a missile homes in on a target, by augmented proportional
/// navigation.
///
/// The target is at `offset` \[m\] and moves at `velocity` \[m/s\], both relative to the missile. Its
/// `acceleration` \[m/s²\] is absolute, zero if it is not known. The result is perpendicular to the offset;
/// the caller limits it to what the missile can do. `gain` \[-\] is from 2, usually 3 to 5: higher gains
/// turn earlier. Zero while the missile does not come nearer.
///
/// A missile that only points its velocity at the target ([`steer`](crate::steer)) turns hardest shortly
/// before it hits. This law turns early, and hits targets with constant velocity or acceleration without a
/// turn at the end.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::{Vec2, vec2}; pub use cairn2d_math as math; }
/// use cairn2d::{Vec2, vec2};
/// use cairn2d::math::homing;
/// let (dt, climb) = (1.0 / 240.0, vec2(0.0, 8.0));
/// let (mut target, mut target_velocity) = (vec2(80.0, 0.0), vec2(-5.0, 10.0));
/// let (mut missile, mut velocity) = (Vec2::ZERO, vec2(40.0, 0.0));
/// let mut nearest = f32::INFINITY;
/// for _ in 0..720 {
///     velocity += homing(target - missile, target_velocity - velocity, climb, 4.0) * dt;
///     target_velocity += climb * dt;
///     (missile, target) = (missile + velocity * dt, target + target_velocity * dt);
///     nearest = nearest.min(missile.distance(target));
/// }
/// assert!(nearest < 0.2);
/// ```
#[must_use]
pub fn homing(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    acceleration: impl Into<Vec2>,
    gain: f32,
) -> Vec2 {
    let (offset, velocity, acceleration) = (offset.into(), velocity.into(), acceleration.into());
    let squared = offset.length_squared();
    let closing = -offset.dot(velocity);
    if closing <= 0.0 || squared <= 0.0 {
        return Vec2::ZERO;
    }
    let distance = squared.sqrt();
    let across = vec2(-offset.y, offset.x) / distance;
    let sight_rate = offset.cross(velocity) / squared;
    across * (gain * (closing / distance * sight_rate + 0.5 * acceleration.dot(across)))
}

/// The velocity \[m/s\] of the next step of `dt` \[s\], with which a unit goes to a point at `offset` \[m\]
/// and stops there. It changes by at most `acceleration` \[m/s²\], and its length is at most `speed`
/// \[m/s\] or falls to it.
///
/// A unit that starts at rest does not overshoot. One that starts too fast to stop in time turns around.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::{Vec2, vec2}; pub use cairn2d_math as math; }
/// use cairn2d::{Vec2, vec2};
/// use cairn2d::math::arrive;
/// let (mut at, mut velocity, goal) = (Vec2::ZERO, Vec2::ZERO, vec2(5.0, 2.0));
/// for _ in 0..300 {
///     velocity = arrive(goal - at, velocity, 3.0, 6.0, 1.0 / 60.0);
///     at += velocity * (1.0 / 60.0);
/// }
/// assert!(at.distance(goal) < 1e-3 && velocity.length() < 1e-2);
/// ```
#[must_use]
pub fn arrive(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    speed: f32,
    acceleration: f32,
    dt: f32,
) -> Vec2 {
    let (offset, velocity) = (offset.into(), velocity.into());
    let (distance, change) = (offset.length(), acceleration * dt);
    if dt <= 0.0 {
        return velocity;
    }
    // The speed from which steps that lose `change` each, the last one less, add up to the distance.
    let brake = if change > 0.0 {
        let units = distance / (change * dt);
        let whole = (0.5 * ((1.0 + 8.0 * units).sqrt() - 1.0)).floor();
        change * (units + 0.5 * whole * (whole + 1.0)) / (whole + 1.0)
    } else {
        0.0
    };
    let fastest = if brake < speed { brake } else { speed };
    let wish = if distance > 0.0 { offset * (fastest / distance) } else { Vec2::ZERO };
    let rest = wish - velocity;
    let length = rest.length();
    if length > change { velocity + rest * (change / length) } else { wish }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 to 1.
    struct Random(u64);

    impl Random {
        fn between(&mut self, low: f32, high: f32) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((self.0 >> 40) as f32 / (1u64 << 24) as f32)
        }

        fn vector(&mut self, most: f32) -> Vec2 {
            vec2(self.between(-most, most), self.between(-most, most))
        }
    }

    #[test]
    fn closest_approach_is_the_least_of_many_moments() {
        let mut random = Random(1);
        for _ in 0..2000 {
            let (offset, velocity) = (random.vector(10.0), random.vector(3.0));
            let approach = closest_approach(offset, velocity, 4.0);
            let at = |step: u32| (offset + velocity * (0.01 * step as f32)).length();
            let least = (0..=400).map(at).fold(f32::INFINITY, f32::min);
            assert!(approach.offset.length() <= least + 1e-5);
            assert!(approach.offset.distance(offset + velocity * approach.time) < 1e-6);
            assert!((0.0..=4.0).contains(&approach.time));
        }
        assert_eq!(closest_approach([1.0, 2.0], [0.0, 0.0], 9.0).time, 0.0);
    }

    /// Least distance of a missile from a target with constant acceleration, and its greatest acceleration.
    fn fly(target: [Vec2; 3], speed: f32, guide: impl Fn(Vec2, Vec2) -> Vec2) -> (f32, f32) {
        let [mut at, mut motion, acceleration] = target;
        let dt = 1.0 / 1000.0;
        let mut missile = Vec2::ZERO;
        // Launched at the target, 0.2 rad off.
        let toward = at.normalize().expect("not at the missile");
        let mut velocity = (toward + vec2(-toward.y, toward.x) * 0.2) * speed;
        let (mut nearest, mut hardest) = (f32::INFINITY, 0.0f32);
        for _ in 0..20_000 {
            let distance = missile.distance(at);
            nearest = nearest.min(distance);
            // Just before the hit the rate of the line of sight loses its meaning.
            if distance < 0.5 {
                break;
            }
            let turn = guide(at - missile, motion - velocity);
            hardest = hardest.max(turn.length());
            velocity += turn * dt;
            motion += acceleration * dt;
            missile += velocity * dt;
            at += motion * dt;
        }
        (nearest, hardest)
    }

    #[test]
    fn missiles_hit_accelerating_targets_and_turn_less_if_they_know_the_acceleration() {
        let mut random = Random(2);
        let (mut with, mut without) = (0.0, 0.0);
        for _ in 0..100 {
            let at = random.vector(60.0) + vec2(100.0, 0.0);
            let target = [at, random.vector(12.0), random.vector(8.0)];
            let known = fly(target, 60.0, |offset, velocity| homing(offset, velocity, target[2], 4.0));
            assert!(known.0 < 0.5, "{target:?} is missed by {}", known.0);
            let unknown = fly(target, 60.0, |offset, velocity| homing(offset, velocity, Vec2::ZERO, 4.0));
            with += known.1;
            without += unknown.1;
        }
        assert!(with < without, "{with} and {without}");
        assert_eq!(homing([1.0, 0.0], [1.0, 1.0], [0.0, 0.0], 4.0), Vec2::ZERO);
        assert_eq!(homing([0.0, 0.0], [1.0, 1.0], [0.0, 0.0], 4.0), Vec2::ZERO);
    }

    #[test]
    fn units_arrive_without_overshooting_and_within_their_limits() {
        let mut random = Random(3);
        for round in 0..300 {
            let dt = random.between(0.002, 0.05);
            let (speed, acceleration) = (random.between(0.5, 10.0), random.between(1.0, 30.0));
            let goal = random.vector(8.0);
            let starts_at_rest = round % 2 == 0;
            let mut velocity = if starts_at_rest { Vec2::ZERO } else { random.vector(speed) };
            let first_speed = velocity.length().max(speed);
            let mut at = Vec2::ZERO;
            let mut way = 0.0;
            for _ in 0..(60.0 / dt) as u32 {
                let next = arrive(goal - at, velocity, speed, acceleration, dt);
                assert!((next - velocity).length() <= acceleration * dt * 1.0001);
                assert!(next.length() <= first_speed * 1.0001);
                velocity = next;
                at += velocity * dt;
                way += velocity.length() * dt;
            }
            assert!(at.distance(goal) < 1e-3, "ends {} m off", at.distance(goal));
            assert!(velocity.length() < 1e-2);
            if starts_at_rest {
                assert!(way < goal.length() + 1e-3, "a way of {way} m for {} m", goal.length());
            }
        }
    }
}
