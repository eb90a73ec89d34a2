//! What a joint relates that is no point, length or line: angles over any number of turns, ratios, ropes, and what the caller wants. All of
//! it is reduced to *rows*: a coordinate, and how it changes with the motion of both bodies.
//!
//! Source: the rows are those of the velocity constraints of Catto, "Modeling and Solving Constraints", GDC 2009.

use core::fmt;
use std::sync::Arc;

use cairn2d_math::{DVec2, Pose, Vec2};

use crate::tables::check::{Bound, check, check_position};
use crate::tables::error::JointError;

use super::{JointForm, JointKind, Motor, ROWS, Spring};

/// What a joint of the forms `Row` and `Rows` relates.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Relation {
    /// Nothing of the kind.
    #[default]
    None,
    /// The angle of B against A.
    Angle {
        /// Pitch and phase of a ratchet \[rad\].
        ratchet: Option<(f32, f32)>,
    },
    /// The angle of B is that of A times a ratio.
    Gear {
        /// \[-\].
        ratio: f32,
    },
    /// B is moved along its line by the angle of A.
    Rack {
        /// \[m\].
        radius: f32,
    },
    /// A rope from A over two points of the world to B.
    Pulley {
        /// \[m\].
        grounds: [Vec2; 2],
        /// How often the side of B counts \[-\].
        ratio: f32,
        /// Whether the rope may hang.
        slack: bool,
    },
    /// Rows of the caller's.
    Custom(SharedConstraint),
}

impl Relation {
    pub(crate) fn ratchet(&self) -> Option<(f32, f32)> {
        match self {
            Relation::Angle { ratchet } => *ratchet,
            _ => None,
        }
    }

    pub(crate) fn pulley_points(&self) -> Option<[Vec2; 2]> {
        match self {
            Relation::Pulley { grounds, .. } => Some(*grounds),
            _ => None,
        }
    }

    pub(crate) fn is_slack(&self) -> bool {
        matches!(self, Relation::Pulley { slack: true, .. })
    }

    pub(crate) fn ratio(&self) -> Option<f32> {
        match self {
            Relation::Gear { ratio } | Relation::Rack { radius: ratio } | Relation::Pulley { ratio, .. } => {
                Some(*ratio)
            }
            _ => None,
        }
    }

    /// Whether a type of joint has such a relation.
    pub(crate) fn fits(&self, kind: JointKind) -> bool {
        match self {
            Relation::None => !matches!(kind.form(), JointForm::Row | JointForm::Rows),
            Relation::Angle { .. } => kind == JointKind::Rotary,
            Relation::Gear { .. } => kind == JointKind::Gear,
            Relation::Rack { .. } => kind == JointKind::Rack,
            Relation::Pulley { .. } => kind == JointKind::Pulley,
            Relation::Custom(_) => kind == JointKind::Custom,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), JointError> {
        match *self {
            Relation::Angle { ratchet: Some((pitch, phase)) } => {
                check("ratchet pitch", pitch, Bound::Range(-1.0e6, 1.0e6))?;
                check("ratchet pitch size", pitch.abs(), Bound::Range(1.0e-3, 1.0e6))?;
                check("ratchet phase", phase, Bound::Range(-1.0e6, 1.0e6))?;
            }
            Relation::Gear { ratio } => check_ratio(ratio)?,
            Relation::Rack { radius } => check_ratio(radius)?,
            Relation::Pulley { grounds, ratio, .. } => {
                check_position("pulley a", grounds[0])?;
                check_position("pulley b", grounds[1])?;
                check("pulley ratio", ratio, Bound::Range(1.0e-3, 1.0e3))?;
            }
            Relation::None | Relation::Angle { ratchet: None } | Relation::Custom(_) => {}
        }
        Ok(())
    }
}

/// A ratio of angles \[-\], or of a length and an angle \[m\].
pub(crate) fn check_ratio(ratio: f32) -> Result<(), JointError> {
    check("ratio", ratio, Bound::Range(-1.0e3, 1.0e3))?;
    check("ratio size", ratio.abs(), Bound::Range(1.0e-3, 1.0e3))?;
    Ok(())
}

/// What a relation remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Track {
    /// Angle of A and of B \[rad\], counted on over whole turns.
    pub(crate) turns: [f64; 2],
    /// Value of the coordinate that counts as 0.
    pub(crate) reference: f64,
    /// The tooth that a ratchet has reached \[rad\].
    pub(crate) tooth: f64,
    /// Impulse on B with which the rows turned the velocities before the last solve: x, y \[N s\], about the anchor \[N m s\].
    pub(crate) kick: [f32; 3],
}

/// What a [`CustomConstraint`] is told of the two bodies: places and angles as they will be in the middle of the step if nothing pushes the
/// bodies, so that a straight row is as near to a curve as can be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct JointEnds {
    /// The frames of the joint, in the world: points \[m\], from [`origin`](Self::origin) on, and directions.
    pub frames: [Pose; 2],
    /// Centres of mass \[m\], from [`origin`](Self::origin) on.
    pub centers: [Vec2; 2],
    /// The point of the world from which the other points count \[m\]: zero, but in a large world something near the first body.
    pub origin: DVec2,
    /// Velocities of the centres \[m/s\].
    pub velocities: [Vec2; 2],
    /// Angular velocities \[rad/s\].
    pub angular_velocities: [f32; 2],
    /// Angles of both bodies \[rad\], counted on over whole turns since the joint was made.
    pub turns: [f64; 2],
    /// Angle by which the second body turned against the first since the joint was made \[rad\], over all turns.
    pub angle: f64,
    /// Length of the step \[s\].
    pub dt: f32,
}

/// One coordinate of a [`CustomConstraint`], and what acts along it.
///
/// The coordinate is linear in the motion of a step: moving A by `d` and turning it by `t` changes it by `linear_a.dot(d) + angular_a * t`,
/// and the same for B. Forces then act along the same numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct ConstraintRow {
    /// Value of the coordinate \[m\] or \[rad\]; what is rigid brings it to 0.
    pub value: f32,
    /// How it changes with the motion of the first body's centre \[-\].
    pub linear_a: Vec2,
    /// How it changes with the turn of the first body \[m\] or \[-\].
    pub angular_a: f32,
    /// How it changes with the motion of the second body's centre \[-\].
    pub linear_b: Vec2,
    /// How it changes with the turn of the second body \[m\] or \[-\].
    pub angular_b: f32,
    /// Whether the coordinate is held at 0, with the softness of the joint.
    pub rigid: bool,
    /// Keeps the coordinate between these.
    pub limits: Option<(f32, f32)>,
    /// Pulls the coordinate to a target; without effect on a rigid one.
    pub spring: Option<Spring>,
    /// Drives the coordinate.
    pub motor: Option<Motor>,
}

impl ConstraintRow {
    /// The offset of the second frame against the first along a direction of the world, which is held at 0.
    pub fn offset(ends: &JointEnds, direction: impl Into<Vec2>) -> ConstraintRow {
        let n = direction.into();
        let [a, b] = [ends.frames[0].p, ends.frames[1].p];
        ConstraintRow {
            value: n.dot(b - a),
            linear_a: -n,
            // From the centre of A to the anchor on B: the direction stays in the world, the point moves with A.
            angular_a: -(a - ends.centers[0]).cross(n),
            linear_b: n,
            angular_b: (b - ends.centers[1]).cross(n),
            ..ConstraintRow::angle(ends)
        }
    }

    /// The angle that the second body turned against the first since the joint was made, over all turns, which is held at 0.
    pub fn angle(ends: &JointEnds) -> ConstraintRow {
        ConstraintRow {
            value: ends.angle as f32,
            linear_a: Vec2::ZERO,
            angular_a: -1.0,
            linear_b: Vec2::ZERO,
            angular_b: 1.0,
            rigid: true,
            limits: None,
            spring: None,
            motor: None,
        }
    }

    /// Whether every number is one the solver can bear.
    pub(crate) fn is_usable(&self) -> bool {
        let size = |value: f32| value.abs() <= LARGEST;
        let strength = |value: f32| (0.0..=1.0e15).contains(&value);
        let motion = [self.linear_a.x, self.linear_a.y, self.angular_a, self.linear_b.x, self.linear_b.y];
        size(self.value)
            && motion.into_iter().all(size)
            && size(self.angular_b)
            && self.limits.is_none_or(|(lower, upper)| size(lower) && size(upper) && lower <= upper)
            && self.motor.is_none_or(|motor| size(motor.speed) && strength(motor.strength))
            && self.spring.is_none_or(|spring| {
                size(spring.target)
                    && (0.0..=LARGEST).contains(&spring.hertz)
                    && (0.0..=1.0e4).contains(&spring.damping_ratio)
            })
    }
}

/// Largest number in a row.
const LARGEST: f32 = 1.0e6;

/// A constraint of the caller's: says at the beginning of every step which coordinates there are. A closure is one.
///
/// It is solved like all others, sub-step by sub-step, in colors and lanes, with warm starts, and counts for islands. It must depend on its
/// argument alone and give the same numbers on every machine, or the world does not. It is called from one thread, joint by joint, while
/// the joint is active. A row with a number that is not finite or above 1e6 is left out.
///
/// # Panics
/// A panic is held back until the step is done, in which no custom joint that was not yet asked has rows; then it reaches the caller of
/// [`World::step`](crate::World::step). The world can be used on.
pub trait CustomConstraint: Send + Sync {
    /// The coordinates of this step. Their order is that of the impulses they start with.
    fn rows(&self, ends: &JointEnds) -> [Option<ConstraintRow>; 3];
}

impl<F: Fn(&JointEnds) -> [Option<ConstraintRow>; 3] + Send + Sync> CustomConstraint for F {
    fn rows(&self, ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
        self(ends)
    }
}

/// A constraint that worlds and their clones share.
#[derive(Clone)]
pub(crate) struct SharedConstraint(pub(crate) Arc<dyn CustomConstraint>);

impl fmt::Debug for SharedConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomConstraint")
    }
}

impl PartialEq for SharedConstraint {
    fn eq(&self, other: &SharedConstraint) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

const _: () = assert!(ROWS == 3);
