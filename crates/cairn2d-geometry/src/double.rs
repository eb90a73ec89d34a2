//! Private double-precision vector and pose: the working precision of all code in this crate that is not
//! wide.
//!
//! Shapes are stored in `f32`; differences and products of `f32` values are (nearly) exact in `f64`. Hulls,
//! masses, GJK, casts and root finding therefore need no tolerance that depends on the position of a shape;
//! such tolerances fail far from the origin. Scalar `f64` costs the same as scalar `f32`. Only + - * / and
//! sqrt are used, which are exact IEEE operations, so results have the same bits on every machine.

use cairn2d_math::{Pose, Rot, Vec2};
use core::ops::{Add, Mul, Neg, Sub};

/// A point or displacement \[m\] in double precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct D2 {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl D2 {
    pub(crate) const ZERO: D2 = D2 { x: 0.0, y: 0.0 };

    pub(crate) const fn new(x: f64, y: f64) -> D2 {
        D2 { x, y }
    }

    pub(crate) fn dot(self, o: D2) -> f64 {
        self.x * o.x + self.y * o.y
    }

    pub(crate) fn cross(self, o: D2) -> f64 {
        self.x * o.y - self.y * o.x
    }

    /// The vector rotated by 90° to the left.
    pub(crate) fn left(self) -> D2 {
        D2::new(-self.y, self.x)
    }

    /// The vector rotated by 90° to the right: the outward direction of a counter-clockwise edge.
    pub(crate) fn right(self) -> D2 {
        D2::new(self.y, -self.x)
    }

    pub(crate) fn length_squared(self) -> f64 {
        self.dot(self)
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Unit vector, or `None` for the zero vector.
    pub(crate) fn normalize(self) -> Option<D2> {
        let length = self.length();
        if length > 0.0 { Some(self * (1.0 / length)) } else { None }
    }

    pub(crate) fn lerp(self, o: D2, t: f64) -> D2 {
        self + (o - self) * t
    }

    /// Rounds to single precision.
    pub(crate) fn narrow(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }
}

impl From<Vec2> for D2 {
    fn from(v: Vec2) -> D2 {
        D2::new(f64::from(v.x), f64::from(v.y))
    }
}

impl Add for D2 {
    type Output = D2;
    fn add(self, o: D2) -> D2 {
        D2::new(self.x + o.x, self.y + o.y)
    }
}

impl Sub for D2 {
    type Output = D2;
    fn sub(self, o: D2) -> D2 {
        D2::new(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f64> for D2 {
    type Output = D2;
    fn mul(self, s: f64) -> D2 {
        D2::new(self.x * s, self.y * s)
    }
}

impl Neg for D2 {
    type Output = D2;
    fn neg(self) -> D2 {
        D2::new(-self.x, -self.y)
    }
}

/// A rotation (unit complex number) and a translation in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DPose {
    pub(crate) p: D2,
    pub(crate) c: f64,
    pub(crate) s: f64,
}

impl DPose {
    pub(crate) fn rotate(&self, v: D2) -> D2 {
        D2::new(self.c * v.x - self.s * v.y, self.s * v.x + self.c * v.y)
    }

    pub(crate) fn inv_rotate(&self, v: D2) -> D2 {
        D2::new(self.c * v.x + self.s * v.y, self.c * v.y - self.s * v.x)
    }

    pub(crate) fn transform(&self, v: D2) -> D2 {
        self.rotate(v) + self.p
    }

    pub(crate) fn inv_transform(&self, v: D2) -> D2 {
        self.inv_rotate(v - self.p)
    }

    /// `self⁻¹ * other`: the pose of `other` in the frame of `self`.
    pub(crate) fn inv_mul(&self, other: &DPose) -> DPose {
        DPose {
            p: self.inv_transform(other.p),
            c: self.c * other.c + self.s * other.s,
            s: self.c * other.s - self.s * other.c,
        }
    }
}

impl From<Pose> for DPose {
    fn from(pose: Pose) -> DPose {
        let (c, s) = unit(pose.q);
        DPose { p: D2::from(pose.p), c, s }
    }
}

/// The rotation in double precision, normalized again (single precision leaves an error of about 1e-7).
pub(crate) fn unit(q: Rot) -> (f64, f64) {
    let v = D2::new(f64::from(q.c), f64::from(q.s));
    match v.normalize() {
        Some(u) => (u.x, u.y),
        None => (1.0, 0.0),
    }
}
