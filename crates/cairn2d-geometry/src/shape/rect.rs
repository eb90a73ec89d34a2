//! `Rect`: a box, the most common convex polygon, described by its extents.

use cairn2d_math::{Pose, Rot, StandardFloats, Vec2};

/// A box with optional rounding; becomes a [`Polygon`](crate::Polygon) of four corners when used as a shape.
///
/// The rounding is added around the box: the outer width is `2 * (half.x + radius)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Half width and half height \[m\] before rounding, each from [`MIN_EXTENT`](crate::MIN_EXTENT) to
    /// [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub half: Vec2,
    /// Centre \[m\] in the body frame.
    pub center: Vec2,
    /// Orientation in the body frame.
    pub rotation: Rot,
    /// Rounding radius \[m\]: 0 (the default), or at least [`MIN_EXTENT`](crate::MIN_EXTENT).
    pub radius: f32,
}

impl Rect {
    /// A box around the origin with these half extents \[m\].
    pub const fn half(half_x: f32, half_y: f32) -> Rect {
        Rect { half: Vec2::new(half_x, half_y), center: Vec2::ZERO, rotation: Rot::IDENTITY, radius: 0.0 }
    }

    /// A box around the origin with this full width and height \[m\].
    pub const fn new(width: f32, height: f32) -> Rect {
        Rect::half(0.5 * width, 0.5 * height)
    }

    /// A box around the origin with four equal sides \[m\].
    pub const fn square(side: f32) -> Rect {
        Rect::new(side, side)
    }

    /// The same box around another centre \[m\].
    pub fn at(self, center: impl Into<Vec2>) -> Rect {
        Rect { center: center.into(), ..self }
    }

    /// The same box turned to this angle \[rad\], counter-clockwise.
    pub fn rotated(self, angle: f32) -> Rect {
        StandardFloats::within(|| Rect { rotation: Rot::from_angle(angle), ..self })
    }

    /// The same box rounded by `radius` \[m\].
    pub const fn rounded(self, radius: f32) -> Rect {
        Rect { radius, ..self }
    }

    /// Pose of the box in the body frame.
    pub fn pose(&self) -> Pose {
        Pose { p: self.center, q: self.rotation }
    }

    /// The four corners \[m\] of the unrounded box, counter-clockwise from the lower left one of its own
    /// frame.
    pub fn corners(&self) -> [Vec2; 4] {
        let pose = self.pose();
        let (hx, hy) = (self.half.x, self.half.y);
        [
            pose.transform_point(Vec2::new(-hx, -hy)),
            pose.transform_point(Vec2::new(hx, -hy)),
            pose.transform_point(Vec2::new(hx, hy)),
            pose.transform_point(Vec2::new(-hx, hy)),
        ]
    }

    /// The same box in the frame that `pose` maps into.
    pub fn transformed(&self, pose: Pose) -> Rect {
        StandardFloats::within(|| Rect {
            center: pose.transform_point(self.center),
            rotation: pose.q * self.rotation,
            ..*self
        })
    }
}
