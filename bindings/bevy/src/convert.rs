//! Values of Bevy in the engine's types, and back.

use bevy_math::{Quat, Rot2, Vec2};
use bevy_transform::prelude::Transform;
use cairn2d::{Pose, Rot};

pub(crate) fn to_engine(v: Vec2) -> cairn2d::Vec2 {
    cairn2d::Vec2::new(v.x, v.y)
}

pub(crate) fn to_points(points: &[Vec2]) -> Vec<cairn2d::Vec2> {
    points.iter().copied().map(to_engine).collect()
}

pub(crate) fn to_bevy(v: cairn2d::Vec2) -> Vec2 {
    Vec2::new(v.x, v.y)
}

pub(crate) fn to_rot(q: Rot2) -> Rot {
    Rot { c: q.cos, s: q.sin }
}

/// Returns the rotation about z of a rotation, of any length.
pub(crate) fn rot_of(q: Quat) -> Rot {
    let (cc, ss) = (q.w * q.w, q.z * q.z);
    let length = cc + ss;
    Rot { c: (cc - ss) / length, s: 2.0 * q.w * q.z / length }
}

/// Returns the rotation about z.
pub(crate) fn quat_of(q: Rot) -> Quat {
    // The half angle, by the root that does not cancel.
    let (z, w) = if q.c >= 0.0 {
        let w = (0.5 * (1.0 + q.c)).sqrt();
        (0.5 * q.s / w, w)
    } else {
        let z = (0.5 * (1.0 - q.c)).sqrt().copysign(q.s);
        (z, 0.5 * q.s / z)
    };
    Quat::from_xyzw(0.0, 0.0, z, w)
}

/// Returns the pose in the plane of a transform.
pub(crate) fn pose_of(transform: &Transform) -> Pose {
    let at = transform.translation;
    Pose { p: cairn2d::Vec2::new(at.x, at.y), q: rot_of(transform.rotation) }
}

/// Sets position and rotation in the plane; z and the scale stay.
pub(crate) fn place(transform: &mut Transform, pose: Pose) {
    transform.translation.x = pose.p.x;
    transform.translation.y = pose.p.y;
    transform.rotation = quat_of(pose.q);
}

/// Returns whether [`place`] would change nothing.
pub(crate) fn is_placed(transform: &Transform, pose: Pose) -> bool {
    transform.translation.x == pose.p.x
        && transform.translation.y == pose.p.y
        && transform.rotation == quat_of(pose.q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_survive_the_way_there_and_back() {
        for step in -628..=628 {
            let angle = step as f32 * 0.005;
            let q = Rot::from_angle(angle);
            let quat = quat_of(q);
            let expected = Quat::from_rotation_z(angle);
            assert!(quat.dot(expected).abs() > 1.0 - 1e-6, "{angle}: {quat} instead of {expected}");
            let back = rot_of(quat);
            assert!((back.c - q.c).abs() < 3e-7 && (back.s - q.s).abs() < 3e-7, "{angle}: {back:?} {q:?}");
        }
        assert_eq!(rot_of(Quat::IDENTITY), Rot::IDENTITY);
        assert_eq!(quat_of(Rot::IDENTITY), Quat::IDENTITY);
    }

    #[test]
    fn a_tiny_rotation_keeps_its_angle() {
        let q = quat_of(Rot { c: 1.0, s: 1e-6 });
        assert_eq!((q.z, q.w), (5e-7, 1.0));
    }
}
