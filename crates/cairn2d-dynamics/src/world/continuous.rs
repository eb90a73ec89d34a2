//! Continuous collision: a fast body is stopped at the first static or kinematic shape it would pass through in this step.
//!
//! The sweep of each of its shapes, rotation included, is searched for the first time of impact with the shapes around; the body is put
//! there and keeps its velocity, so that the contact of the next step does the rest. Source: Erin Catto, "Continuous Collision", GDC 2013.

use cairn2d_geometry::manifold::collide;
use cairn2d_geometry::{
    Circle, LINEAR_SLOP, Ray, Shape, Sweep, TimeOfImpact, shape_cast_between, time_of_impact,
};
use cairn2d_math::{Aabb, Pose, Rot, Vec2};

use crate::solver::FastBody;
use crate::solver_set::DISABLED_SET;

use super::World;
use super::step::StepContext;

/// How far a shape may move across the ground in a step for its motion to be called sliding, as a share of its thickness \[-\].
const SKIM_SHARE: f32 = 0.25;

impl World {
    /// Fast bodies are stopped at the static and kinematic shapes they would pass through.
    pub(crate) fn solve_continuous(&mut self, step: &mut StepContext) {
        let lists = core::mem::take(&mut self.finalized);
        let fast_count = lists.iter().map(|list| list.fast.len()).sum();
        self.broad_phase.statics.expect_queries(self.config.lanes, fast_count);
        for fast in lists.iter().flat_map(|list| &list.fast) {
            if self.is_continuous(fast.body) {
                self.stop_at_impact(fast, step.constants.dt);
            }
        }
        self.finalized = lists;
    }

    fn stop_at_impact(&mut self, fast: &FastBody, dt: f32) {
        let pose = self.bodies.poses[fast.body as usize];
        let extent = Vec2::splat(self.bodies.motions[fast.body as usize].extent);
        let swept = Aabb::from_points(&[fast.start.p, pose.center]);
        let swept = Aabb::new(swept.min - extent, swept.max + extent);
        let mut nearby = core::mem::take(&mut self.nearby);
        nearby.clear();
        self.broad_phase.statics.query(self.config.lanes, swept, |shape| nearby.push(shape));
        self.find_kinematic(swept, &mut nearby);
        if !nearby.is_empty() {
            let sweep = Sweep {
                local_center: pose.local_center,
                c1: fast.start.p,
                c2: pose.center,
                q1: fast.start.q,
                q2: pose.pose.q,
            };
            let (first, ground) = self.first_impact(fast.body, &sweep, &nearby, dt);
            if first < 1.0 {
                self.stop_at(fast.body, self.carried(ground, sweep.pose_at(first), first, dt));
            }
        }
        self.nearby = nearby;
    }

    /// Puts a body where it met something.
    fn stop_at(&mut self, body: u32, stopped: Pose) {
        self.bodies.poses[body as usize].place(stopped.p, stopped.q);
        self.refresh_boxes(body);
    }

    /// Adds the shapes of kinematic bodies whose boxes overlap this one.
    fn find_kinematic(&self, swept: Aabb, nearby: &mut Vec<u32>) {
        for &body in &self.bodies.kinematics {
            if self.bodies.records[body as usize].set != DISABLED_SET {
                let overlaps = |shape: &u32| self.shapes.boxes[*shape as usize].overlaps(swept);
                nearby.extend(self.shapes_of(body).filter(overlaps));
            }
        }
    }

    /// Where something is after the step that stays with the ground from this fraction of the step on.
    fn carried(&self, ground: u32, stopped: Pose, fraction: f32, dt: f32) -> Pose {
        let sweep = self.ground_sweep(ground, dt);
        if is_still(&sweep) {
            return stopped;
        }
        let pose = self.bodies.poses[ground as usize].pose.mul(sweep.pose_at(fraction).inv_mul(stopped));
        Pose { p: pose.p, q: pose.q.normalize() }
    }

    /// How a static or kinematic body moved in this step.
    fn ground_sweep(&self, body: u32, dt: f32) -> Sweep {
        let (pose, state) = (&self.bodies.poses[body as usize], &self.bodies.states[body as usize]);
        if state.velocity == Vec2::ZERO && state.angular_velocity == 0.0 {
            return Sweep::fixed(pose.pose);
        }
        Sweep {
            local_center: pose.local_center,
            c1: pose.center - state.velocity * dt,
            c2: pose.center,
            q1: pose.pose.q * Rot::from_angle(-state.angular_velocity * dt),
            q2: pose.pose.q,
        }
    }

    /// First time at which a swept body meets one of these static and kinematic shapes, or 1, and the body it meets.
    fn first_impact(&self, body: u32, sweep: &Sweep, nearby: &[u32], dt: f32) -> (f32, u32) {
        let [start, end] = [sweep.pose_at(0.0), sweep.pose_at(1.0)];
        let (mut first, mut met) = (1.0, 0);
        for shape in self.shapes_of(body) {
            let record = &self.shapes.records[shape as usize];
            let swept = record.geometry.aabb(start).union(record.geometry.aabb(end));
            let path = [start, end].map(|pose| pose.transform_point(record.geometry.centroid()));
            for &other in nearby {
                let ground = &self.shapes.records[other as usize];
                let meet = self.shapes.boxes[other as usize].overlaps(swept)
                    && record.filter.allows(&ground.filter)
                    && !self.joined_apart(body, ground.body);
                if meet {
                    let (slot, pose) = (ground.body, self.bodies.poses[ground.body as usize].pose);
                    let ground = Ground { shape: &ground.geometry, pose, sweep: self.ground_sweep(slot, dt) };
                    let fraction = impact_before(&ground, &record.geometry, sweep, path, first);
                    if fraction < first {
                        (first, met) = (fraction, slot);
                    }
                }
            }
        }
        (first, met)
    }
}

/// Whether a body does not move.
fn is_still(sweep: &Sweep) -> bool {
    sweep.c1 == sweep.c2 && sweep.q1 == sweep.q2
}

/// A static or kinematic shape.
struct Ground<'a> {
    shape: &'a Shape,
    /// Pose of its body after the step.
    pose: Pose,
    /// How its body came there.
    sweep: Sweep,
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
fn impact_before(ground: &Ground<'_>, shape: &Shape, sweep: &Sweep, path: [Vec2; 2], first: f32) -> f32 {
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
