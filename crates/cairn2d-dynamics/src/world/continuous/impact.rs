//! When a swept shape must be stopped by another one: the time of impact, and what guards the cases that it leaves to the contact solver.

use cairn2d_geometry::manifold::collide;
use cairn2d_geometry::{
    Circle, LINEAR_SLOP, Ray, Shape, Sweep, TimeOfImpact, shape_cast_between, time_of_impact,
};
use cairn2d_math::{Pose, Vec2};

/// How far a shape may move across the ground in a step for its motion to be called sliding, as a share of its thickness \[-\].
const SKIM_SHARE: f32 = 0.25;

/// Whether a body does not move.
pub(super) fn is_still(sweep: &Sweep) -> bool {
    sweep.c1 == sweep.c2 && sweep.q1 == sweep.q2
}

/// What a swept shape may meet.
pub(super) struct Ground<'a> {
    pub(super) shape: &'a Shape,
    /// Pose of its body after the step.
    pub(super) pose: Pose,
    /// How its body came there.
    pub(super) sweep: Sweep,
}

impl Ground<'_> {
    /// A path as it looks from the body, drawn where the body is after the step.
    fn relative(&self, path: [Vec2; 2]) -> [Vec2; 2] {
        if is_still(&self.sweep) {
            return path;
        }
        let before = self.sweep.pose_at(0.0);
        [self.pose.transform_point(before.inv_transform_point(path[0])), path[1]]
    }
}

/// Time at which a swept shape meets the ground, or `first` if that is sooner or they never do. `path` is where the centre of the shape
/// begins and ends.
pub(super) fn impact_before(
    ground: &Ground<'_>,
    shape: &Shape,
    sweep: &Sweep,
    path: [Vec2; 2],
    first: f32,
) -> f32 {
    let path = ground.relative(path);
    if let Shape::ChainSegment(chain) = ground.shape {
        // Chains are solid from one side only: who starts behind one passes.
        if chain.normal().dot(ground.pose.inv_transform_point(path[0]) - chain.a) < 0.0 {
            return first;
        }
    }
    match time_of_impact(&ground.shape.core(), &ground.sweep, &shape.core(), sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
            if impact.fraction >= first {
                first
            } else if skims(ground, shape, sweep, path) {
                // What is pressed hard while it slides must not come through from one seam to the next.
                core_before(ground.shape, ground.pose, shape, path, first)
            } else {
                impact.fraction
            }
        }
        TimeOfImpact::Separated => first,
        // They touch already, so the contact solver has them in hand; but however hard it is pressed, the inside must not come
        // through in one step.
        _ => core_before(ground.shape, ground.pose, shape, path, first),
    }
}

/// Whether a shape only slides along the ground: it comes nearer or goes away by a small share of its thickness. That is for the contact
/// solver; a stop would hold it back at every seam between two pieces of ground, where the corner of the next one is always a hair away.
///
/// A chain says itself which way its surface looks; of anything else that is known only if they touch at the end of the step.
fn skims(ground: &Ground<'_>, shape: &Shape, sweep: &Sweep, path: [Vec2; 2]) -> bool {
    let centered = matches!(shape, Shape::Circle(circle) if circle.center == sweep.local_center);
    let reach = if centered { 0.0 } else { shape.max_extent_from(sweep.local_center) };
    let turn = sweep.q1.inv_mul(sweep.q2).angle().abs();
    let crosses = |local_normal: Vec2| {
        let normal = ground.pose.transform_vector(local_normal);
        (path[0] - path[1]).dot(normal).abs() + turn * reach > SKIM_SHARE * shape.min_extent()
    };
    if let Shape::ChainSegment(chain) = ground.shape {
        return !crosses(chain.normal());
    }
    let manifold = collide(ground.shape, shape, ground.pose.inv_mul(sweep.pose_at(1.0)));
    let points = &manifold.points[..manifold.count];
    let shallow = points.iter().all(|point| point.separation >= -2.0 * LINEAR_SLOP);
    !points.is_empty() && shallow && !crosses(manifold.normal)
}

/// Time until which the inner disc of a shape, or at least its centre, may follow its path in front of a resting shape.
///
/// The disc has half the inner radius: with that much of a shape in front of a thin wall, the way out with the least overlap is the way
/// back, also for a triangle that points into the wall.
fn core_before(ground: &Shape, pose: Pose, shape: &Shape, path: [Vec2; 2], first: f32) -> f32 {
    let way = path[1] - path[0];
    let radius = 0.5 * shape.min_extent();
    let disc = Shape::from(Circle { center: Vec2::ZERO, radius });
    let hit = shape_cast_between(ground, pose, &disc, Pose::from_position(path[0]), way, 1.0);
    let met = match hit {
        None => return first,
        Some(hit) if hit.fraction > 0.0 => hit.fraction,
        // The disc is in the wall already: hold the centre.
        Some(_) => match ground.ray_cast_at(pose, &Ray::new(path[0], way)) {
            Some(hit) if hit.normal != Vec2::ZERO => hit.fraction,
            _ => return first,
        },
    };
    let before = met - LINEAR_SLOP / way.length();
    if before < 0.0 {
        0.0
    } else if before < first {
        before
    } else {
        first
    }
}
