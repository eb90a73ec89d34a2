//! Queries. All take `&World` and see the current state, also before the first step and right after a change.
//!
//! Every query walks the three trees of the broad phase: moving, sleeping and static shapes. If the filter
//! includes sensors, it also walks their tree. It then applies the filter and the exact geometry. Queries
//! cache and write nothing, so any number of threads may run them at once.
//!
//! Files: `rays`, `casts`, `closest` (the closest hit of a ray or cast), `overlaps`, `distances` (of a point
//! or a shape to nearby shapes) and `pairs` (of two shapes or bodies). `internal_edges` corrects cast hits at
//! internal edges, and `seen` runs queries relative to a point.

mod rays;

mod boxes;
mod casts;
mod closest;
mod distances;
mod filter;
mod internal_edges;
mod overlaps;
mod pairs;
mod seen;
mod through;

pub use boxes::ShapeInBox;
pub use casts::CastResult;
pub use distances::{NearestResult, SeparationResult};
pub use filter::QueryFilter;
pub use pairs::{ImpactResult, PairResult};
pub use seen::Seen;

use core::ops::ControlFlow;

use cairn2d_geometry::tree::DynamicTree;
use cairn2d_geometry::{Ray, Shape};
use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2};

use crate::state::State;
use crate::tables::check::{Bound, check, check_point, check_vector};
use crate::tables::error::{QueryError, ValueError};

/// Shapes that a tree found. A query reads the records and poses of some together, because the processor then
/// waits for memory once and not for each.
#[derive(Default)]
struct Candidates {
    count: usize,
    shapes: [u32; Candidates::MOST],
    bodies: [u32; Candidates::MOST],
}

impl Candidates {
    const MOST: usize = 16;

    fn push(&mut self, shape: u32, body: u32) {
        (self.shapes[self.count], self.bodies[self.count]) = (shape, body);
        self.count += 1;
    }

    fn is_full(&self) -> bool {
        self.count == Self::MOST
    }
}

impl State {
    fn cast_result(&self, shape: u32, fraction: f32, point: Vec2, normal: Vec2) -> CastResult {
        let body = self.owner_of(self.shapes.records[shape as usize].body);
        CastResult { shape: self.shape_id(shape), body: self.bodies.id(body), fraction, point, normal }
    }

    /// Visits the shapes whose broad-phase AABBs overlap an AABB that is relative to a point, with the poses
    /// of their bodies relative to that point.
    fn visit_boxes(
        &self,
        (aabb, origin): (Aabb, DVec2),
        filter: QueryFilter<'_>,
        visit: &mut dyn FnMut(u32, Pose) -> ControlFlow<()>,
    ) {
        let aabb = self.bodies.seen_box(origin, aabb);
        let mut found = Candidates::default();
        let mut flow = ControlFlow::Continue(());
        let mut on_box = |shape: u32| {
            found.push(shape, self.shapes.records[shape as usize].body);
            if found.is_full() {
                flow = self.visit_candidates(&mut found, origin, visit);
            }
            flow
        };
        self.broad_phase.moving.query(self.config.lanes, aabb, &mut on_box);
        for tree in self.trees_at_rest(filter) {
            let _ = tree.query(aabb, u64::MAX, &mut on_box);
        }
        if flow.is_continue() {
            let _ = self.visit_candidates(&mut found, origin, visit);
        }
    }

    /// Visits the candidates, until `visit` breaks, and removes them from the list.
    fn visit_candidates(
        &self,
        found: &mut Candidates,
        origin: DVec2,
        visit: &mut dyn FnMut(u32, Pose) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Candidates { count, shapes, bodies } = core::mem::take(found);
        let mut poses = [Pose::IDENTITY; Candidates::MOST];
        for (pose, &body) in poses.iter_mut().zip(&bodies[..count]) {
            *pose = self.bodies.pose_from(body, origin).pose;
        }
        shapes[..count].iter().zip(poses).try_for_each(|(&shape, pose)| visit(shape, pose))
    }

    /// Returns the trees besides that of the moving shapes: sleeping, static, and, if the filter includes
    /// them, all sensors.
    fn trees_at_rest(&self, filter: QueryFilter<'_>) -> impl Iterator<Item = &DynamicTree> {
        let sensors = filter.sees_sensors.then_some(&*self.sensors.tree);
        [&self.broad_phase.sleeping, self.broad_phase.statics.tree()].into_iter().chain(sensors)
    }

    /// Calls `hit` for the shapes whose AABBs a moving AABB touches. The AABB is relative to a point. `hit`
    /// returns the new maximum fraction.
    fn cast_box(
        &self,
        (aabb, origin): (Aabb, DVec2),
        (translation, max_fraction): (Vec2, f32),
        filter: QueryFilter<'_>,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let aabb = self.cast_bounds((aabb, origin), translation);
        let mut left = max_fraction;
        let mut shorten = |shape: u32, fraction: f32| {
            left = hit(shape, fraction);
            left
        };
        self.broad_phase.moving.box_cast(self.config.lanes, aabb, translation, max_fraction, &mut shorten);
        for tree in self.trees_at_rest(filter) {
            let most = left;
            if most == 0.0 && max_fraction > 0.0 {
                return;
            }
            tree.box_cast(aabb, translation, most, u64::MAX, |shape, fraction| {
                left = hit(shape, fraction);
                left
            });
        }
    }
}

impl State {
    /// Returns an AABB that is relative to a point in the coordinates of the trees, for a cast.
    fn cast_bounds(&self, (aabb, origin): (Aabb, DVec2), translation: Vec2) -> Aabb {
        match self.bodies.is_large() || origin != DVec2::ZERO {
            true => spread(self.bodies.seen_box(origin, aabb), translation),
            false => aabb,
        }
    }
}

/// Returns a moving AABB enlarged by more than the rounding error of the cast through the AABBs.
#[cold]
fn spread(aabb: Aabb, translation: Vec2) -> Aabb {
    let far = [aabb.min, aabb.max, translation].into_iter().flat_map(|v| [v.x.abs(), v.y.abs()]);
    let far = far.fold(0.0, |most: f32, value| if value > most { value } else { most });
    aabb.expand(far * CAST_ROUNDING)
}

/// Rounding error of the AABB cast, as a share of a coordinate \[-\].
const CAST_ROUNDING: f32 = 1.0e-6;

fn check_ray(ray: &Ray) -> Result<(), ValueError> {
    check_point("ray origin", ray.origin)?;
    check_vector("ray translation", ray.translation)?;
    check("ray max_fraction", ray.max_fraction, Bound::NonNegative)?;
    Ok(())
}

fn check_shape(shape: &Shape, pose: Pose) -> Result<(), QueryError> {
    shape.validate()?;
    check_point("pose", pose.p)?;
    check_rotation("pose rotation length", pose.q)?;
    Ok(())
}

fn check_rotation(name: &'static str, q: Rot) -> Result<(), ValueError> {
    check(name, q.c * q.c + q.s * q.s, Bound::Range(0.998, 1.002))?;
    Ok(())
}
