//! Moving one shape along a straight line against another.
//!
//! Conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, for a
//! pure translation). GJK gives the direction in which the shapes are nearest, and along it the distance
//! shrinks at a known speed. The shape moves until that distance would vanish, and the iteration repeats. For
//! a translation every iteration ends on or before the first contact, and against a flat face the second one
//! ends exactly on it. Rounded corners at least halve the remaining distance per iteration.

use crate::distance::{DistanceCache, gjk};
use crate::double::{D2, DPose};
use crate::ray::{CoreEntry, Line};
use crate::separation::deepest;
use crate::shape::{Core, Shape, nearest_to_core};
use cairn2d_math::{Pose, Vec2};

/// Gap \[m\] at which the shapes count as touching.
const TOUCH: f64 = 1.0e-6;

/// Iterations after which the cast stops at its current fraction; grazing casts need about 25.
const MAX_STEPS: u32 = 64;

/// First contact of a moving shape with another one.
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
/// `None` if they never touch. Shapes that overlap at the start hit at fraction 0; shapes that touch at the
/// start hit at fraction 0 only if the motion brings them closer. Values that are not finite never hit.
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
    let rules = Rules { max: f64::from(max_fraction), clearance: 0.0, may_leave: false };
    advance(a, b, DPose::from(rel), D2::from(translation), &rules).map(|hit| CastHit {
        fraction: round_down(hit.fraction),
        point: hit.point.narrow(),
        normal: hit.normal.narrow(),
    })
}

/// Moves shape B, from its world pose, by up to `max_fraction` [-] of `translation` \[m\] against shape A.
///
/// Like [`shape_cast`], in world coordinates. If A is a chain segment, only a shape B whose centre lies on
/// the colliding side, and which moves against it, can hit.
pub fn shape_cast_between(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    translation: Vec2,
    max_fraction: f32,
) -> Option<CastHit> {
    ShapeCast::new(b, pose_b, translation).up_to(max_fraction).against(a, pose_a)
}

/// A shape that moves along a line, with options of the cast.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct ShapeCast<'a> {
    /// The shape that moves.
    pub shape: &'a Shape,
    /// World pose at which it starts.
    pub pose: Pose,
    /// Displacement \[m\].
    pub translation: Vec2,
    /// Share of the translation after which hits are ignored \[-\], from 0. Default 1.
    pub max_fraction: f32,
    /// Gap to keep from other shapes \[m\], from 0: as if the shape were thicker by this. Default 0.
    pub clearance: f32,
    /// Whether shapes that overlap or are too near at the start are hit only if the motion reduces the
    /// distance. Default false: they are hit at fraction 0.
    pub may_leave: bool,
}

impl<'a> ShapeCast<'a> {
    /// A shape that moves from a world pose over a translation \[m\].
    pub fn new(shape: &'a Shape, pose: Pose, translation: impl Into<Vec2>) -> ShapeCast<'a> {
        let translation = translation.into();
        ShapeCast { shape, pose, translation, max_fraction: 1.0, clearance: 0.0, may_leave: false }
    }

    /// Stops at this share of the translation \[-\].
    pub fn up_to(self, max_fraction: f32) -> ShapeCast<'a> {
        ShapeCast { max_fraction, ..self }
    }

    /// Keeps a gap \[m\] from other shapes.
    pub fn clearance(self, clearance: f32) -> ShapeCast<'a> {
        ShapeCast { clearance, ..self }
    }

    /// Allows the shape to leave shapes that overlap or are too near at the start: they are hit only if the
    /// motion reduces the distance.
    pub fn may_leave(self) -> ShapeCast<'a> {
        ShapeCast { may_leave: true, ..self }
    }

    /// First contact with another shape at a world pose, in world coordinates. A chain segment is hit only by
    /// a shape whose centre lies on the colliding side and which moves against it. Values that are not finite
    /// never hit.
    pub fn against(&self, other: &Shape, pose: Pose) -> Option<CastHit> {
        if !(pose.is_valid() && self.pose.is_valid() && self.translation.is_finite()) {
            return None;
        }
        if !(self.max_fraction.is_finite() && self.max_fraction >= 0.0 && self.clearance.is_finite()) {
            return None;
        }
        let frame = DPose::from(pose);
        let rel = frame.inv_mul(&DPose::from(self.pose));
        let motion = frame.inv_rotate(D2::from(self.translation));
        if let Shape::ChainSegment(chain) = other {
            let (start, end) = (D2::from(chain.a), D2::from(chain.b));
            let normal = (end - start).right();
            let center = rel.transform(D2::from(self.shape.centroid()));
            if normal.dot(center - start) < 0.0 || normal.dot(motion) >= 0.0 {
                return None;
            }
        }
        let clearance = if self.clearance > 0.0 { f64::from(self.clearance) } else { 0.0 };
        let rules = Rules { max: f64::from(self.max_fraction), clearance, may_leave: self.may_leave };
        let hit = advance(&other.core(), &self.shape.core(), rel, motion, &rules)?;
        Some(CastHit {
            fraction: round_down(hit.fraction),
            point: frame.transform(hit.point).narrow(),
            normal: frame.rotate(hit.normal).narrow(),
        })
    }
}

/// The largest `f32` that does not exceed a fraction: rounding must not cause overlap.
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

/// The options of a [`ShapeCast`] in double precision.
struct Rules {
    max: f64,
    clearance: f64,
    may_leave: bool,
}

fn advance(a: &Core<'_>, b: &Core<'_>, start: DPose, motion: D2, rules: &Rules) -> Option<Contact> {
    let radius_a = f64::from(a.radius());
    let radii = radius_a + f64::from(b.radius()) + rules.clearance;
    if let &[center] = b.points() {
        let line = Line { origin: start.transform(D2::from(center)), translation: motion, max: rules.max };
        // A disc that touches at the start needs the rules of the general case.
        if let Some(contact) = cast_disc(a, &line, radii) {
            return contact;
        }
    }
    let mut cache = DistanceCache::default();
    let mut fraction = 0.0;
    for _ in 0..MAX_STEPS {
        let rel = DPose { p: start.p + motion * fraction, ..start };
        let found = gjk(a.points(), b.points(), &rel, &mut cache);
        let gap = found.distance - radii;
        let contact = Contact { fraction, point: found.a + found.normal * radius_a, normal: found.normal };
        if gap <= 0.0 {
            if !rules.may_leave {
                return Some(contact);
            }
            // The distance of convex shapes is a convex function of the translation: if it does not shrink
            // now, it never will.
            let overlap = found.normal == D2::ZERO;
            let normal = if overlap { deepest(a.points(), b.points(), &rel).normal } else { found.normal };
            return if normal.dot(motion) < 0.0 { Some(Contact { normal, ..contact }) } else { None };
        }
        let closing = -found.normal.dot(motion);
        if closing <= 0.0 {
            return None;
        }
        if gap <= TOUCH {
            return Some(contact);
        }
        // Half of the touching gap remains, so that the cores of sharp shapes stay apart and have a
        // direction.
        fraction += (gap - 0.5 * TOUCH) / closing;
        if fraction > rules.max {
            return None;
        }
    }
    None
}

/// First contact of a disc with a core, without iteration: the ray of its centre against the core with a
/// rounding of `radii`, the sum of both radii and the clearance. `None` if the disc touches at the start.
fn cast_disc(a: &Core<'_>, line: &Line, radii: f64) -> Option<Option<Contact>> {
    // The gap that remains is that of the general case.
    let reach = radii + 0.5 * TOUCH;
    let hit = line.enter_rounded(a.points(), reach, || {
        nearest_to_core(a, line.origin).distance + f64::from(a.radius()) <= radii + TOUCH
    });
    match hit {
        CoreEntry::Inside => None,
        CoreEntry::Miss => Some(None),
        CoreEntry::At(fraction, normal) => {
            let center = line.origin + line.translation * fraction;
            let point = center - normal * (reach - f64::from(a.radius()));
            Some(Some(Contact { fraction, point, normal }))
        }
    }
}

#[cfg(test)]
mod tests;
