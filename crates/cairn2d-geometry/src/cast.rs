//! Moving one shape along a straight line against another.
//!
//! Conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, for a pure translation):
//! GJK gives the direction in which the shapes are nearest; along it the distance shrinks at a known speed; move until it
//! would vanish, and repeat. For a translation every step ends on or before the first contact, and against a flat face the
//! second step ends exactly on it. Rounded corners halve the remaining way per step at worst.

use crate::distance::{DistanceCache, gjk};
use crate::double::{D2, DPose};
use crate::shape::{Core, Shape};
use cairn2d_math::{Pose, Vec2};

/// Gap \[m\] at which the shapes count as touching.
const TOUCH: f64 = 1.0e-6;

/// Steps after which the cast stops where it is; grazing casts need about 25.
const MAX_STEPS: u32 = 64;

/// Where a moving shape first touches another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Fraction [-] of the translation.
    pub fraction: f32,
    /// Contact point \[m\].
    pub point: Vec2,
    /// Unit normal from A to B (the moving one); zero when their cores overlap from the start.
    pub normal: Vec2,
}

/// Moves B by up to `max_fraction` [-] of `translation` \[m\] against A; everything is in the frame of A.
///
/// `None` if they never touch. Shapes that overlap at the start hit at fraction 0; shapes that touch at the start hit at
/// fraction 0 only if the motion brings them closer. Values that are not finite never hit.
pub fn shape_cast(
    a: &Core<'_>,
    b: &Core<'_>,
    rel: Pose,
    translation: Vec2,
    max_fraction: f32,
) -> Option<CastHit> {
    if !(rel.is_valid() && translation.is_finite() && max_fraction.is_finite() && max_fraction >= 0.0) {
        return None;
    }
    advance(a, b, DPose::from(rel), D2::from(translation), f64::from(max_fraction)).map(|hit| CastHit {
        fraction: round_down(hit.fraction),
        point: hit.point.narrow(),
        normal: hit.normal.narrow(),
    })
}

/// Moves shape B, from its world pose, by up to `max_fraction` [-] of `translation` \[m\] against shape A.
///
/// Like [`shape_cast`], in world coordinates, and aware of chain segments: if A is one, only a B whose centre lies on the
/// colliding side, and moves against it, can hit.
pub fn shape_cast_between(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    translation: Vec2,
    max_fraction: f32,
) -> Option<CastHit> {
    if !(pose_a.is_valid() && pose_b.is_valid() && translation.is_finite()) {
        return None;
    }
    if !(max_fraction.is_finite() && max_fraction >= 0.0) {
        return None;
    }
    let frame = DPose::from(pose_a);
    let rel = frame.inv_mul(&DPose::from(pose_b));
    let motion = frame.inv_rotate(D2::from(translation));
    if let Shape::ChainSegment(chain) = a {
        let (start, end) = (D2::from(chain.a), D2::from(chain.b));
        let normal = (end - start).right();
        let center = rel.transform(D2::from(b.centroid()));
        if normal.dot(center - start) < 0.0 || normal.dot(motion) >= 0.0 {
            return None;
        }
    }
    let hit = advance(&a.core(), &b.core(), rel, motion, f64::from(max_fraction))?;
    Some(CastHit {
        fraction: round_down(hit.fraction),
        point: frame.transform(hit.point).narrow(),
        normal: frame.rotate(hit.normal).narrow(),
    })
}

/// The largest `f32` that is not beyond a fraction: rounding must not push the shapes into one another.
fn round_down(fraction: f64) -> f32 {
    let nearest = fraction as f32;
    if f64::from(nearest) > fraction { nearest.next_down() } else { nearest }
}

/// [`CastHit`] in double precision.
struct Contact {
    fraction: f64,
    point: D2,
    normal: D2,
}

fn advance(a: &Core<'_>, b: &Core<'_>, start: DPose, motion: D2, max_fraction: f64) -> Option<Contact> {
    let radius_a = f64::from(a.radius());
    let radii = radius_a + f64::from(b.radius());
    let mut cache = DistanceCache::default();
    let mut fraction = 0.0;
    for _ in 0..MAX_STEPS {
        let rel = DPose { p: start.p + motion * fraction, ..start };
        let found = gjk(a.points(), b.points(), &rel, &mut cache);
        let gap = found.distance - radii;
        let contact = Contact { fraction, point: found.a + found.normal * radius_a, normal: found.normal };
        if gap <= 0.0 {
            return Some(contact);
        }
        let closing = -found.normal.dot(motion);
        if closing <= 0.0 {
            return None;
        }
        if gap <= TOUCH {
            return Some(contact);
        }
        // Half of the touching gap is left, so that the cores of sharp shapes stay apart and keep a direction.
        fraction += (gap - 0.5 * TOUCH) / closing;
        if fraction > max_fraction {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests;
