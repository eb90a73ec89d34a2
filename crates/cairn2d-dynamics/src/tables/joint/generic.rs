//! Generic constraints: angles over any number of turns, ratios, ropes, and custom constraints of the caller.
//! Each is reduced to *rows*: a coordinate and its Jacobian.
//!
//! Source: the rows are those of the velocity constraints of Catto, "Modeling and Solving Constraints", GDC
//! 2009.

use core::fmt;
use std::sync::Arc;

use cairn2d_math::{DVec2, Pose, Vec2};

use crate::tables::check::{Bound, check, check_position};
use crate::tables::error::JointError;

use super::{JointForm, JointKind, Motor, ROWS, Spring};

/// Generic constraint of a joint of the form `Row` or `Rows`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum GenericConstraint {
    /// No generic constraint.
    #[default]
    None,
    /// The angle of B relative to A.
    Angle {
        /// Pitch and phase of a ratchet \[rad\].
        ratchet: Option<(f32, f32)>,
    },
    /// The angle of B is that of A times a ratio.
    Gear {
        /// \[-\].
        ratio: f32,
    },
    /// The angle of A moves B along its line.
    Rack {
        /// \[m\].
        radius: f32,
    },
    /// A rope from A over two points of the world to B.
    Pulley {
        /// \[m\].
        grounds: [Vec2; 2],
        /// Factor on the rope length on the side of B \[-\].
        ratio: f32,
        /// Whether the rope may go slack.
        slack: bool,
    },
    /// Rows of a custom constraint.
    Custom(SharedConstraint),
}

impl GenericConstraint {
    pub(crate) fn ratchet(&self) -> Option<(f32, f32)> {
        match self {
            GenericConstraint::Angle { ratchet } => *ratchet,
            _ => None,
        }
    }

    pub(crate) fn pulley_points(&self) -> Option<[Vec2; 2]> {
        match self {
            GenericConstraint::Pulley { grounds, .. } => Some(*grounds),
            _ => None,
        }
    }

    pub(crate) fn is_slack(&self) -> bool {
        matches!(self, GenericConstraint::Pulley { slack: true, .. })
    }

    pub(crate) fn ratio(&self) -> Option<f32> {
        match self {
            GenericConstraint::Gear { ratio }
            | GenericConstraint::Rack { radius: ratio }
            | GenericConstraint::Pulley { ratio, .. } => Some(*ratio),
            _ => None,
        }
    }

    /// Returns whether a joint type has this generic constraint.
    pub(crate) fn fits(&self, kind: JointKind) -> bool {
        match self {
            GenericConstraint::None => !matches!(kind.form(), JointForm::Row | JointForm::Rows),
            GenericConstraint::Angle { .. } => kind == JointKind::Rotary,
            GenericConstraint::Gear { .. } => kind == JointKind::Gear,
            GenericConstraint::Rack { .. } => kind == JointKind::Rack,
            GenericConstraint::Pulley { .. } => kind == JointKind::Pulley,
            GenericConstraint::Custom(_) => kind == JointKind::Custom,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), JointError> {
        match *self {
            GenericConstraint::Angle { ratchet: Some((pitch, phase)) } => {
                check("ratchet pitch", pitch, Bound::Range(-1.0e6, 1.0e6))?;
                check("ratchet pitch size", pitch.abs(), Bound::Range(1.0e-3, 1.0e6))?;
                check("ratchet phase", phase, Bound::Range(-1.0e6, 1.0e6))?;
            }
            GenericConstraint::Gear { ratio } => check_ratio(ratio)?,
            GenericConstraint::Rack { radius } => check_ratio(radius)?,
            GenericConstraint::Pulley { grounds, ratio, .. } => {
                check_position("pulley a", grounds[0])?;
                check_position("pulley b", grounds[1])?;
                check("pulley ratio", ratio, Bound::Range(1.0e-3, 1.0e3))?;
            }
            GenericConstraint::None
            | GenericConstraint::Angle { ratchet: None }
            | GenericConstraint::Custom(_) => {}
        }
        Ok(())
    }
}

/// Checks a ratio of angles \[-\], or of a length and an angle \[m\].
pub(crate) fn check_ratio(ratio: f32) -> Result<(), JointError> {
    check("ratio", ratio, Bound::Range(-1.0e3, 1.0e3))?;
    check("ratio size", ratio.abs(), Bound::Range(1.0e-3, 1.0e3))?;
    Ok(())
}

/// Angle tracking of a generic constraint from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AngleTrack {
    /// Angles of A and B \[rad\], counted over whole turns.
    pub(crate) turns: [f64; 2],
    /// Value of the coordinate that counts as 0.
    pub(crate) reference: f64,
    /// The last tooth that a ratchet passed \[rad\].
    pub(crate) tooth: f64,
    /// Impulse on B by which the rows changed the velocities before the last solve: x, y \[N s\], about the
    /// anchor \[N m s\].
    pub(crate) prior_impulse: [f32; 3],
}

/// State of the two bodies for a [`CustomConstraint`]. Poses and angles are predicted for the middle of the
/// step at current velocities, so that a straight row approximates a curve best.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct JointEnds {
    /// Frames of the joint in the world, relative to [`origin`](Self::origin): points \[m\] and directions.
    pub frames: [Pose; 2],
    /// Centres of mass \[m\], relative to [`origin`](Self::origin).
    pub centers: [Vec2; 2],
    /// The point of the world that the other points are relative to \[m\]: zero, except in a large world,
    /// where it is near the first body.
    pub origin: DVec2,
    /// Velocities of the centres \[m/s\].
    pub velocities: [Vec2; 2],
    /// Angular velocities \[rad/s\].
    pub angular_velocities: [f32; 2],
    /// Angles of both bodies \[rad\], counted over whole turns since the joint was created.
    pub turns: [f64; 2],
    /// Relative rotation of the second body since the joint was created \[rad\], over all turns.
    pub angle: f64,
    /// Length of the step \[s\].
    pub dt: f32,
}

/// One coordinate of a [`CustomConstraint`], and the forces along it.
///
/// The coordinate is linear in the motion of a step. A displacement `d` and a rotation `t` of A change it by
/// `linear_a.dot(d) + angular_a * t`; the same holds for B. Forces act along the same Jacobian.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct ConstraintRow {
    /// Value of the coordinate \[m\] or \[rad\]; a rigid row drives it to 0.
    pub value: f32,
    /// Derivative by the position of the first body's centre \[-\].
    pub linear_a: Vec2,
    /// Derivative by the angle of the first body \[m\] or \[-\].
    pub angular_a: f32,
    /// Derivative by the position of the second body's centre \[-\].
    pub linear_b: Vec2,
    /// Derivative by the angle of the second body \[m\] or \[-\].
    pub angular_b: f32,
    /// Whether the coordinate is held at 0, with the softness of the joint.
    pub rigid: bool,
    /// Limits of the coordinate.
    pub limits: Option<(f32, f32)>,
    /// Spring on the coordinate; without effect on a rigid row.
    pub spring: Option<Spring>,
    /// Motor on the coordinate.
    pub motor: Option<Motor>,
}

impl ConstraintRow {
    /// Returns a rigid row for the offset of the second frame from the first along a direction of the world.
    pub fn offset(ends: &JointEnds, direction: impl Into<Vec2>) -> ConstraintRow {
        let n = direction.into();
        let [a, b] = [ends.frames[0].p, ends.frames[1].p];
        ConstraintRow {
            value: n.dot(b - a),
            linear_a: -n,
            // From the centre of A to the anchor on B: the direction is fixed in the world, the point moves
            // with A.
            angular_a: -(a - ends.centers[0]).cross(n),
            linear_b: n,
            angular_b: (b - ends.centers[1]).cross(n),
            ..ConstraintRow::angle(ends)
        }
    }

    /// Returns a rigid row for the relative rotation of the second body since the joint was created, over all
    /// turns.
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

    /// Returns whether every number is within the range of the solver.
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

/// A constraint of the caller, which returns its coordinates at the beginning of every step. Closures
/// implement it.
///
/// The solver treats it like all joints: in sub-steps, colors and lanes, with warm starts, and for islands.
/// It must depend only on its argument and return the same numbers on every machine, or results differ. One
/// thread calls it, joint by joint, while the joint is active. A row with a number that is not finite or
/// above 1e6 is ignored.
///
/// A panic does not stop the step. Custom joints that were not called yet have no rows in this step, and then
/// the panic resumes in the caller of [`World::step`](crate::World::step). The world remains usable.
pub trait CustomConstraint: Send + Sync {
    /// Returns the coordinates of this step. Their order determines which warm-start impulses they get.
    fn rows(&self, ends: &JointEnds) -> [Option<ConstraintRow>; 3];
}

impl<F: Fn(&JointEnds) -> [Option<ConstraintRow>; 3] + Send + Sync> CustomConstraint for F {
    fn rows(&self, ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
        self(ends)
    }
}

/// A custom constraint that worlds and their clones share.
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
