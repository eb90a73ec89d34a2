//! Time of impact of two shapes that move and rotate.
//!
//! Conservative advancement with a second-order bound. At a time `t` GJK gives the distance and the direction
//! `n` of the gap. After a further time `h` every corner of a shape has moved along this fixed direction by
//! at worst `p + q h - w² r h² / 2`. Here `q` is its current speed, and `w² r` the centripetal acceleration
//! of a corner at distance `r` from the centre at angular speed `w`. The lower bound of the gap is therefore
//! a concave function of `h`. A step to its first zero cannot pass an impact.
//!
//! Erin Catto's method (GDC 2013, "Continuous collision") instead tests whether the end of the interval is
//! separated along the axis, and searches a root in between. It misses a thin plank that rotates in through a
//! wall and out again. The bound here costs a little more per step, but is safe: `Separated` is a proof, up
//! to rounding. The bound has the exact slope, so the iteration converges like Newton's method.

use crate::constants::LINEAR_SLOP;
use crate::distance::{DistanceCache, gjk};
use crate::double::{D2, DPose};
use crate::shape::Core;
use cairn2d_math::{Pose, Rot, Vec2, sin_cos};

/// Steps after which the search stops; typical impacts take 3 to 8.
const MAX_STEPS: u32 = 128;

/// Refinements of one step.
const MAX_REFINEMENTS: u32 = 4;

/// Target gap \[m\] of [`first_touch`]; a hit is reported within one and a half times this.
const TOUCH: f64 = 5.0e-5;

/// Motion of a body over one step: the centre of mass moves at constant velocity, the body rotates at
/// constant speed over the shorter angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Centre of mass \[m\] in the local frame of the body.
    pub local_center: Vec2,
    /// World position \[m\] of the centre of mass at fraction 0.
    pub c1: Vec2,
    /// World position \[m\] of the centre of mass at fraction 1.
    pub c2: Vec2,
    /// Rotation at fraction 0.
    pub q1: Rot,
    /// Rotation at fraction 1, less than half a turn from the first.
    pub q2: Rot,
}

impl Sweep {
    /// A body that stays at this pose.
    pub fn fixed(pose: Pose) -> Sweep {
        Sweep { local_center: Vec2::ZERO, c1: pose.p, c2: pose.p, q1: pose.q, q2: pose.q }
    }

    /// The motion of a body between two poses, with rotation about its centre of mass \[m\] in local
    /// coordinates.
    pub fn between(from: impl Into<Pose>, to: impl Into<Pose>, local_center: impl Into<Vec2>) -> Sweep {
        let (from, to, local_center) = (from.into(), to.into(), local_center.into());
        Sweep {
            local_center,
            c1: from.transform_point(local_center),
            c2: to.transform_point(local_center),
            q1: from.q,
            q2: to.q,
        }
    }

    /// The pose at a fraction [-] from 0 to 1.
    pub fn pose_at(&self, fraction: f32) -> Pose {
        let q = if fraction >= 1.0 {
            self.q2
        } else if fraction == 0.0 && !has_negative_zero(self.q1) {
            // The product with the identity has the same bits, but for negative zeros.
            self.q1
        } else {
            self.q1 * Rot::from_angle(self.turn() * fraction)
        };
        let center = self.c1 + (self.c2 - self.c1) * fraction;
        Pose { p: center - q.rotate(self.local_center), q: q.normalize() }
    }

    /// True when every value is finite and both rotations are unit.
    pub fn is_valid(&self) -> bool {
        self.local_center.is_finite()
            && self.c1.is_finite()
            && self.c2.is_finite()
            && self.q1.is_normalized()
            && self.q2.is_normalized()
    }

    /// The angle \[rad\] from the first rotation to the second.
    fn turn(&self) -> f32 {
        if self.q1 == self.q2 { 0.0 } else { self.q1.inv_mul(self.q2).angle() }
    }
}

fn has_negative_zero(q: Rot) -> bool {
    q.c.to_bits() == (-0.0_f32).to_bits() || q.s.to_bits() == (-0.0_f32).to_bits()
}

/// Result of [`time_of_impact`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimeOfImpact {
    /// The shapes stay apart for the whole interval.
    Separated,
    /// The shapes come within the target distance.
    Hit(Impact),
    /// The cores overlap at the start.
    Overlapped,
    /// No result within the iteration limit, or input that is not finite. Up to this fraction [-] there is no
    /// impact.
    Failed {
        /// Fraction [-] that is proven free.
        fraction: f32,
    },
}

/// First time at which two shapes are at the target distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Fraction [-] of the sweeps, from 0 to the limit.
    pub fraction: f32,
    /// Point \[m\] midway between the surfaces, in world coordinates.
    pub point: Vec2,
    /// Unit vector from A to B in world coordinates.
    pub normal: Vec2,
}

/// First time at which two moving shapes reach a target distance, at most at fraction `max_fraction` [-].
///
/// The target is [`LINEAR_SLOP`] between sharp shapes. Rounded shapes may overlap by the slop, which keeps
/// their contact active, but their cores stay apart by at least the slop. A hit is reported within a quarter
/// of the slop.
pub fn time_of_impact(
    a: &Core<'_>,
    sweep_a: &Sweep,
    b: &Core<'_>,
    sweep_b: &Sweep,
    max_fraction: f32,
) -> TimeOfImpact {
    let slop = f64::from(LINEAR_SLOP);
    let sunk = f64::from(a.radius()) + f64::from(b.radius()) - slop;
    let target = if sunk > slop { sunk } else { slop };
    search((a, sweep_a), (b, sweep_b), max_fraction, Goal { target, tolerance: 0.25 * slop })
}

/// First time at which two moving shapes touch, at most at fraction `max_fraction` [-].
///
/// As [`time_of_impact`], but without slop: a hit is reported within a tenth of a millimetre of touching, for
/// queries that need the exact contact. A contact solver needs a slightly earlier time.
pub fn first_touch(
    a: &Core<'_>,
    sweep_a: &Sweep,
    b: &Core<'_>,
    sweep_b: &Sweep,
    max_fraction: f32,
) -> TimeOfImpact {
    let target = f64::from(a.radius()) + f64::from(b.radius()) + TOUCH;
    search((a, sweep_a), (b, sweep_b), max_fraction, Goal { target, tolerance: 0.5 * TOUCH })
}

/// The distance of two cores that counts as an impact.
struct Goal {
    target: f64,
    tolerance: f64,
}

fn search(
    (a, sweep_a): (&Core<'_>, &Sweep),
    (b, sweep_b): (&Core<'_>, &Sweep),
    max_fraction: f32,
    Goal { target, tolerance }: Goal,
) -> TimeOfImpact {
    if !(sweep_a.is_valid() && sweep_b.is_valid() && max_fraction.is_finite() && max_fraction >= 0.0) {
        return TimeOfImpact::Failed { fraction: 0.0 };
    }
    let (radius_a, radius_b) = (f64::from(a.radius()), f64::from(b.radius()));
    let limit = f64::from(max_fraction);
    let (reach_a, reach_b) = (reach(a.points(), sweep_a), reach(b.points(), sweep_b));
    let least = target + tolerance;
    if pass_by(sweep_a, sweep_b, limit, reach_a + reach_b + least)
        || stays_outside((b.points(), sweep_b), sweep_a, limit, reach_a + least)
        || stays_outside((a.points(), sweep_a), sweep_b, limit, reach_b + least)
    {
        return TimeOfImpact::Separated;
    }
    let mover_a = Mover::new(a.points(), sweep_a, reach_a);
    let mover_b = Mover::new(b.points(), sweep_b, reach_b);
    let bend = mover_a.bend() + mover_b.bend();
    let mut cache = DistanceCache::default();
    let (mut time, mut proven) = (0.0, 0.0);
    for _ in 0..MAX_STEPS {
        let (frame_a, frame_b) = (mover_a.frame_at(time), mover_b.frame_at(time));
        let found = gjk(a.points(), b.points(), &frame_a.inv_mul(&frame_b), &mut cache);
        if found.distance.is_nan() {
            return TimeOfImpact::Failed { fraction: proven as f32 };
        }
        if found.distance <= 0.0 {
            // Only rounding, at extreme scales, can step over a target of half a centimetre.
            let started = time == 0.0;
            let fraction = proven as f32;
            return if started { TimeOfImpact::Overlapped } else { TimeOfImpact::Failed { fraction } };
        }
        let normal = frame_a.rotate(found.normal);
        if found.distance <= target + tolerance {
            let middle = (found.a + found.b + found.normal * (radius_a - radius_b)) * 0.5;
            let point = frame_a.transform(middle).narrow();
            return TimeOfImpact::Hit(Impact { fraction: time as f32, point, normal: normal.narrow() });
        }
        let gap = |h: f64| {
            let (near, near_speed) = mover_b.extreme(&frame_b, normal, h);
            let (far, far_speed) = mover_a.extreme(&frame_a, -normal, h);
            Bound {
                value: near + far - 0.5 * bend * h * h - target,
                slope: near_speed + far_speed - bend * h,
            }
        };
        match safe_step(gap, found.distance - target, limit - time) {
            Some(step) => {
                proven = time;
                time += step;
            }
            None => return TimeOfImpact::Separated,
        }
    }
    TimeOfImpact::Failed { fraction: time as f32 }
}

/// Largest distance of a point from the centre of mass.
fn reach(points: &[Vec2], sweep: &Sweep) -> f64 {
    let center = D2::from(sweep.local_center);
    let mut most = 0.0;
    for &p in points {
        let squared = (D2::from(p) - center).length_squared();
        most = if squared > most { squared } else { most };
    }
    most.sqrt()
}

/// Whether two centres of mass stay farther apart than `least` until `limit`, so that their bodies do not
/// meet, whatever their rotation. Most near pairs of fast bodies pass each other, and this costs less than
/// one distance of their cores.
fn pass_by(a: &Sweep, b: &Sweep, limit: f64, least: f64) -> bool {
    let (start_a, start_b) = (D2::from(a.c1), D2::from(b.c1));
    let from = start_b - start_a;
    let velocity = D2::from(b.c2) - start_b - (D2::from(a.c2) - start_a);
    let (along, squared) = (-from.dot(velocity), velocity.length_squared());
    let time = if along <= 0.0 {
        0.0
    } else if along >= limit * squared {
        limit
    } else {
        along / squared
    };
    // The slack covers the rounding of these few operations.
    let sum = least + 1.0e-9 * (least + start_a.length() + start_b.length());
    (from + velocity * time).length_squared() > sum * sum
}

/// Whether a centre of mass stays beyond an edge of a core that does not move, farther than `least`, until
/// `limit`. Ground is often long, so that its disc contains all bodies that lie on it.
fn stays_outside((points, fixed): (&[Vec2], &Sweep), mover: &Sweep, limit: f64, least: f64) -> bool {
    if points.len() < 2 || fixed.c1 != fixed.c2 || fixed.q1 != fixed.q2 {
        return false;
    }
    let (c, s) = crate::double::unit(fixed.q1);
    let mut frame = DPose { p: D2::ZERO, c, s };
    frame.p = D2::from(fixed.c1) - frame.rotate(D2::from(fixed.local_center));
    let start = D2::from(mover.c1);
    let way = frame.inv_rotate((D2::from(mover.c2) - start) * limit);
    // The slack covers the rounding of these few operations.
    let sum = least + 1.0e-9 * (least + start.length() + frame.p.length());
    let start = frame.inv_transform(start);
    let mut from = D2::from(points[points.len() - 1]);
    points.iter().any(|&to| {
        let to = D2::from(to);
        let outward = (to - from).right();
        let (now, change) = (outward.dot(start - from), outward.dot(way));
        let gap = if change < 0.0 { now + change } else { now };
        from = to;
        gap > 0.0 && gap * gap > sum * sum * outward.length_squared()
    })
}

/// A sweep in double precision with the points that it moves.
struct Mover<'a> {
    points: &'a [Vec2],
    local_center: D2,
    start: D2,
    velocity: D2,
    c: f64,
    s: f64,
    /// Angle \[rad\] per unit of time.
    turn: f64,
    /// Largest distance of a point from the centre of mass.
    reach: f64,
}

impl<'a> Mover<'a> {
    fn new(points: &'a [Vec2], sweep: &Sweep, reach: f64) -> Mover<'a> {
        let (c, s) = crate::double::unit(sweep.q1);
        Mover {
            points,
            local_center: D2::from(sweep.local_center),
            start: D2::from(sweep.c1),
            velocity: D2::from(sweep.c2) - D2::from(sweep.c1),
            c,
            s,
            turn: f64::from(sweep.turn()),
            reach,
        }
    }

    /// Pose of the body frame at a time.
    fn frame_at(&self, time: f64) -> DPose {
        let angle = (self.turn * time) as f32;
        let rotation = if angle == 0.0 {
            D2::new(self.c, self.s)
        } else {
            let (sin, cos) = sin_cos(angle);
            let (sin, cos) = (f64::from(sin), f64::from(cos));
            D2::new(self.c * cos - self.s * sin, self.s * cos + self.c * sin)
        };
        let rotation = rotation.normalize().unwrap_or(D2::new(1.0, 0.0));
        let mut frame = DPose { p: D2::ZERO, c: rotation.x, s: rotation.y };
        frame.p = self.start + self.velocity * time - frame.rotate(self.local_center);
        frame
    }

    /// Largest centripetal acceleration of a point.
    fn bend(&self) -> f64 {
        self.reach * self.turn * self.turn
    }

    /// The least coordinate along `axis` of any point after a time `h` at its velocity in `frame`, and the
    /// speed of that point along the axis.
    fn extreme(&self, frame: &DPose, axis: D2, h: f64) -> (f64, f64) {
        let drift = axis.dot(self.velocity);
        let mut least = f64::MAX;
        let mut least_speed = 0.0;
        for &p in self.points {
            let local = D2::from(p);
            let spin = frame.rotate(local - self.local_center).left() * self.turn;
            let speed = drift + axis.dot(spin);
            let value = axis.dot(frame.transform(local)) + speed * h;
            if value < least {
                least = value;
                least_speed = speed;
            }
        }
        (least, least_speed)
    }
}

/// Value and slope of the lower bound of the gap.
struct Bound {
    value: f64,
    slope: f64,
}

/// A step, as long as possible, during which the concave bound stays positive; `None` if it does so up to
/// `limit`.
///
/// The zero is bracketed: chords of a concave function are below it, so their zeros are safe; tangents are
/// above it, so their zeros are beyond.
fn safe_step(bound: impl Fn(f64) -> Bound, start: f64, limit: f64) -> Option<f64> {
    let (mut low, mut low_value) = (0.0, start);
    let mut high = limit;
    let mut at_high = bound(high);
    if at_high.value > 0.0 {
        return None;
    }
    for _ in 0..MAX_REFINEMENTS {
        let chord = low + (high - low) * low_value / (low_value - at_high.value);
        let tangent = if at_high.slope < 0.0 { high - at_high.value / at_high.slope } else { high };
        low = chord;
        if tangent - chord <= 1.0e-3 * chord {
            break;
        }
        low_value = bound(low).value;
        if low_value <= 0.0 {
            break;
        }
        high = tangent;
        at_high = bound(high);
        if at_high.value > 0.0 {
            break;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests;
