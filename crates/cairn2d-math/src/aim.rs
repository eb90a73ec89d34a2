//! Aiming of shots at moving targets, and turning with a limited rate.
//!
//! A shot of speed `s` meets a target with the offset `p` and the velocity `v` relative to the shooter at the
//! time `t` for which `|p + v t - a t² / 2| = s t`, where `a` accelerates the shot alone. Squared, this is a
//! polynomial in `t`. Without acceleration its degree is 2, and it is solved in the form without
//! cancellation. Otherwise the degree is 4, and the roots are found between those of the derivatives. All
//! computations are in `f64` and rounded at the end.

use crate::smooth::wrap_angle;
use crate::trig::{atan2, sin_cos};
use crate::vec2::{Vec2, vec2};

/// A shot that meets its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Time until the hit \[s\].
    pub time: f32,
    /// The shot's velocity at the start, relative to the shooter \[m/s\]; its length is the requested speed.
    pub velocity: Vec2,
}

/// The shot that hits a target first: it flies straight, the target is at `offset` \[m\] and keeps its
/// `velocity` \[m/s\], both relative to the shooter. `None` if no shot of this `speed` \[m/s\] hits, or if a
/// value is not finite.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::aim;
/// // A ship 30 m off sails past at 4 m/s; balls fly at 5 m/s.
/// let shot = aim(vec2(30.0, 0.0), vec2(0.0, 4.0), 5.0).expect("balls are faster");
/// assert!((shot.time - 10.0).abs() < 1e-5 && shot.velocity.distance(vec2(3.0, 4.0)) < 1e-5);
/// ```
#[must_use]
pub fn aim(offset: impl Into<Vec2>, velocity: impl Into<Vec2>, speed: f32) -> Option<Aim> {
    let (offset, velocity) = (offset.into(), velocity.into());
    let aim = Problem::new(offset, velocity, speed, Vec2::ZERO)?;
    let [c, b, a, ..] = aim.polynomial();
    // a t² + b t + c = 0 with c >= 0. The larger of the two sums in magnitude has no cancellation; the other
    // root follows from the product.
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let sum = -0.5 * (b + if b < 0.0 { -root } else { root });
    let times = [sum / a, c / sum];
    let soonest = |best: Option<f64>, time: f64| {
        let better = time.is_finite() && time >= 0.0 && best.is_none_or(|best| time < best);
        if better { Some(time) } else { best }
    };
    aim.at(times.into_iter().fold(None, soonest)?)
}

/// As [`aim`], for a shot with an acceleration \[m/s²\] that does not act on the target, such as gravity.
/// Returns the flattest shot, which hits first, within a time limit \[s\].
#[must_use]
pub fn aim_falling(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    speed: f32,
    acceleration: impl Into<Vec2>,
    within: f32,
) -> Option<Aim> {
    let (offset, velocity, acceleration) = (offset.into(), velocity.into(), acceleration.into());
    let aim = Problem::new(offset, velocity, speed, acceleration)?;
    aim.at(aim.times(f64::from(within)).next()?)
}

/// As [`aim_falling`], but the steepest shot, which hits last.
#[must_use]
pub fn aim_lobbed(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    speed: f32,
    acceleration: impl Into<Vec2>,
    within: f32,
) -> Option<Aim> {
    let (offset, velocity, acceleration) = (offset.into(), velocity.into(), acceleration.into());
    let aim = Problem::new(offset, velocity, speed, acceleration)?;
    aim.at(aim.times(f64::from(within)).last()?)
}

/// As [`aim`], for a target with a constant acceleration \[m/s²\] relative to the shot, which flies straight.
/// Returns the shot that hits first, within a time limit \[s\].
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::aim_accelerating;
/// // A car starts 40 m off with 3 m/s².
/// let car = vec2(0.0, 3.0);
/// let shot = aim_accelerating(vec2(40.0, 0.0), vec2(0.0, 0.0), car, 50.0, 10.0).expect("in reach");
/// let there = vec2(40.0, 0.0) + car * (0.5 * shot.time * shot.time);
/// assert!(there.distance(shot.velocity * shot.time) < 1e-4);
/// ```
#[must_use]
pub fn aim_accelerating(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    acceleration: impl Into<Vec2>,
    speed: f32,
    within: f32,
) -> Option<Aim> {
    aim_falling(offset, velocity, speed, -acceleration.into(), within)
}

/// A constant acceleration that leads to a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrust {
    /// Time until the meeting \[s\].
    pub time: f32,
    /// The acceleration \[m/s²\]; its length is the requested one.
    pub acceleration: Vec2,
}

/// The constant acceleration of length `thrust` \[m/s²\] with which a vessel meets a target first. The target
/// is at `offset` \[m\] and moves at `velocity` \[m/s\], both relative to the vessel, and has a constant
/// `acceleration` \[m/s²\] of its own. `None` if they cannot meet within a time \[s\], or if a value is not
/// finite.
///
/// A target that the vessel has reached already is met at the time 0 without acceleration.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::thrust_to_meet;
/// let burn = thrust_to_meet(vec2(18.0, 0.0), vec2(0.0, 0.0), vec2(0.0, 0.0), 4.0, 60.0).expect("in reach");
/// assert!((burn.time - 3.0).abs() < 1e-5 && burn.acceleration.distance(vec2(4.0, 0.0)) < 1e-5);
/// ```
#[must_use]
pub fn thrust_to_meet(
    offset: impl Into<Vec2>,
    velocity: impl Into<Vec2>,
    acceleration: impl Into<Vec2>,
    thrust: f32,
    within: f32,
) -> Option<Thrust> {
    let (offset, velocity, acceleration) = (offset.into(), velocity.into(), acceleration.into());
    let problem = Problem::new(offset, velocity, thrust, acceleration)?;
    if offset == Vec2::ZERO {
        return Some(Thrust { time: 0.0, acceleration: Vec2::ZERO });
    }
    let (roots, count) = roots(&problem.thrust_polynomial(), f64::from(within));
    let time = *roots[..count].first()?;
    let Problem { offset: p, velocity: v, acceleration: a, .. } = problem;
    let [x, y] = [0, 1].map(|axis| 2.0 * (p[axis] / time + v[axis]) / time + a[axis]);
    let length = (x * x + y * y).sqrt();
    // Rounding changes the length slightly, so the direction is scaled to the exact thrust.
    let scale = if length > 0.0 { f64::from(thrust) / length } else { 0.0 };
    let thrust = Thrust { time: time as f32, acceleration: vec2((x * scale) as f32, (y * scale) as f32) };
    (thrust.time.is_finite() && thrust.acceleration.is_finite()).then_some(thrust)
}

/// The angle \[rad\] after a rotation from `angle` towards `target` in the shorter direction by at most
/// `most` \[rad\], from 0. Equal to `target` if that is within reach. In (-π, π\].
#[must_use]
pub fn turn_toward(angle: f32, target: f32, most: f32) -> f32 {
    let way = wrap_angle(target - angle);
    if way.abs() <= most {
        return wrap_angle(target);
    }
    wrap_angle(angle + most.copysign(way))
}

/// A velocity rotated towards a direction by at most `most` \[rad\], with the same length, as for a homing
/// missile in a step with `most` as its turn rate times the step. Unchanged if one of the two has no length.
///
/// Exact in time: for a fixed direction, n steps with `most / n` give the same result as one with `most`, up
/// to rounding.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::steer;
/// let turned = steer(vec2(2.0, 0.0), vec2(0.0, 5.0), 0.1);
/// assert!((turned.length() - 2.0).abs() < 1e-6 && (turned.y - 2.0 * 0.1f32.sin()).abs() < 1e-6);
/// assert!(steer(vec2(2.0, 0.0), vec2(0.0, 5.0), 2.0).distance(vec2(0.0, 2.0)) < 1e-6);
/// ```
#[must_use]
pub fn steer(velocity: impl Into<Vec2>, toward: impl Into<Vec2>, most: f32) -> Vec2 {
    let (velocity, toward) = (velocity.into(), toward.into());
    if velocity == Vec2::ZERO || toward == Vec2::ZERO {
        return velocity;
    }
    let between = atan2(velocity.cross(toward), velocity.dot(toward));
    let turn = if between.abs() <= most { between } else { most.copysign(between) };
    let (sin, cos) = sin_cos(turn);
    // Rounding in the same direction in every step would change the speed of a circling missile, so the
    // rotation is normalized.
    let (sin, cos) = (f64::from(sin), f64::from(cos));
    let length = (sin * sin + cos * cos).sqrt();
    let (sin, cos) = (sin / length, cos / length);
    let (x, y) = (f64::from(velocity.x), f64::from(velocity.y));
    vec2((cos * x - sin * y) as f32, (sin * x + cos * y) as f32)
}

/// The parameters of a shot in `f64`.
struct Problem {
    offset: [f64; 2],
    velocity: [f64; 2],
    acceleration: [f64; 2],
    speed: f64,
}

impl Problem {
    fn new(offset: Vec2, velocity: Vec2, speed: f32, acceleration: Vec2) -> Option<Problem> {
        let finite =
            offset.is_finite() && velocity.is_finite() && acceleration.is_finite() && speed.is_finite();
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        (finite && speed >= 0.0).then(|| Problem {
            offset: wide(offset),
            velocity: wide(velocity),
            acceleration: wide(acceleration),
            speed: f64::from(speed),
        })
    }

    /// The polynomial in the time whose roots are hits, coefficients from the constant up.
    fn polynomial(&self) -> [f64; 5] {
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let (p, v, a) = (self.offset, self.velocity, self.acceleration);
        // The difference of squares as a product, which is exact if the speeds of shot and target are
        // similar.
        let quick = dot(v, v).sqrt();
        let excess = (quick - self.speed) * (quick + self.speed);
        [dot(p, p), 2.0 * dot(p, v), excess - dot(p, a), -dot(v, a), 0.25 * dot(a, a)]
    }

    /// The polynomial of `|p + v t + a t² / 2| = s t² / 2`, where `s` is a thrust and `a` that of the target.
    fn thrust_polynomial(&self) -> [f64; 5] {
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let (p, v, a) = (self.offset, self.velocity, self.acceleration);
        let own = dot(a, a).sqrt();
        let excess = (own - self.speed) * (own + self.speed);
        [dot(p, p), 2.0 * dot(p, v), dot(v, v) + dot(p, a), dot(v, a), 0.25 * excess]
    }

    /// The times of hits up to `within`, in order.
    fn times(&self, within: f64) -> impl Iterator<Item = f64> + use<> {
        let (roots, count) = roots(&self.polynomial(), within);
        roots.into_iter().take(count)
    }

    /// The shot that hits at a time.
    fn at(&self, time: f64) -> Option<Aim> {
        let along = |axis: usize| {
            if time > 0.0 {
                self.offset[axis] / time + self.velocity[axis] - 0.5 * self.acceleration[axis] * time
            } else {
                // The target is at the shooter, so any direction is valid; its direction of motion is used.
                self.velocity[axis]
            }
        };
        let (x, y) = (along(0), along(1));
        let length = (x * x + y * y).sqrt();
        // Rounding changes the length slightly, so the direction is scaled to the exact speed.
        let (x, y) = if length > 0.0 { (x / length, y / length) } else { (1.0, 0.0) };
        let aim = Aim { time: time as f32, velocity: vec2((x * self.speed) as f32, (y * self.speed) as f32) };
        (aim.time.is_finite() && aim.velocity.is_finite()).then_some(aim)
    }
}

/// The roots of a polynomial in (0, `end`\], in order. Between two adjacent roots of its derivative it is
/// monotone, so it has at most one.
fn roots(polynomial: &[f64], end: f64) -> ([f64; 4], usize) {
    let (mut found, mut count) = ([0.0; 4], 0);
    if polynomial.len() < 2 || end.is_nan() || end <= 0.0 {
        return (found, 0);
    }
    let mut derivative = [0.0; 4];
    let lower = &mut derivative[..polynomial.len() - 1];
    for (power, slope) in lower.iter_mut().enumerate() {
        *slope = (power + 1) as f64 * polynomial[power + 1];
    }
    let (turns, turn_count) = roots(lower, end);
    let mut from = 0.0;
    for to in turns.into_iter().take(turn_count).chain([end]) {
        if let Some(root) = bisect(polynomial, from, to)
            && count < found.len()
            && (count == 0 || root > found[count - 1])
        {
            found[count] = root;
            count += 1;
        }
        from = to;
    }
    (found, count)
}

/// The root in (`from`, `to`\] of a polynomial that is monotone there.
fn bisect(polynomial: &[f64], mut from: f64, mut to: f64) -> Option<f64> {
    let (low, high) = (value(polynomial, from), value(polynomial, to));
    // If the curve only touches zero, rounding decides its sign there; that counts as a root.
    if touches(polynomial, to) {
        return Some(to);
    }
    if (low < 0.0) == (high < 0.0) || low == 0.0 {
        return None;
    }
    for _ in 0..200 {
        let middle = 0.5 * (from + to);
        if middle <= from || middle >= to {
            break;
        }
        if (value(polynomial, middle) < 0.0) == (low < 0.0) {
            from = middle;
        } else {
            to = middle;
        }
    }
    Some(to)
}

fn value(polynomial: &[f64], at: f64) -> f64 {
    polynomial.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient)
}

fn touches(polynomial: &[f64], at: f64) -> bool {
    let size = polynomial.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient.abs());
    value(polynomial, at).abs() <= 1.0e-14 * size
}

#[cfg(test)]
mod tests;
