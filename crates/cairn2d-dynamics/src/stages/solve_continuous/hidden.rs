//! Classifies impacts of continuous collision: one-way shapes, hooks, elastic shapes and internal edges.
//!
//! At an internal edge a body that slides fast along tiles is not stopped at the side of the next tile. The
//! rule is that of contacts, see `state/internal_edges.rs`.

use crate::stages::solve_continuous::Nearby;
use crate::stages::solve_continuous::impact::{Ground, ImpactVerdict, MovingShape};
use crate::state::State;
use crate::state::internal_edges::edge_reach;
use crate::store::each::Each;
use crate::tables::hooks::ContactSituation;

use cairn2d_geometry::manifold::collide;
use cairn2d_geometry::{GroundPoint, Impact, LINEAR_SLOP, TimeOfImpact, first_touch};
use cairn2d_math::{Aabb, Vec2};

/// An impact of a shape of a fast body with a ground shape.
pub(super) struct Met<'a> {
    pub(super) piece: u32,
    pub(super) shape: u32,
    pub(super) ground: &'a Ground<'a>,
    pub(super) mover: &'a MovingShape<'a>,
}

impl State {
    /// Returns the verdict about an impact with a ground shape, with `nearby` as further ground.
    pub(super) fn judge_impact(&self, met: &Met<'_>, impact: &Impact, nearby: &[Nearby]) -> ImpactVerdict {
        if let Some(one_way) = self.shapes.records[met.piece as usize].one_way
            && !one_way.holds(met.ground.sweep.pose_at(impact.fraction).q, impact.normal)
        {
            return ImpactVerdict::Passes;
        }
        let shapes = [met.piece, met.shape];
        if !self.hook_stops(shapes, impact) {
            return ImpactVerdict::Passes;
        }
        let body = self.shapes.records[met.shape as usize].body;
        if self.bounces_exactly(body) && self.passes_by(met) {
            return ImpactVerdict::Passes;
        }
        let hidden = nearby.iter().any(|by| self.hides_impact(met, impact, by));
        if hidden { ImpactVerdict::Slides } else { ImpactVerdict::Stops }
    }

    /// Whether an elastic shape only comes near the ground. Other shapes stop at a small distance. Elastic
    /// shapes use exact impact times; stopping early would change their energy.
    fn passes_by(&self, met: &Met<'_>) -> bool {
        let Met { piece, shape, ground, mover } = *met;
        let bounces = self.mix([piece, shape]).restitution >= self.config.exact_restitution;
        let cores = [ground.shape.core(), mover.shape.core()];
        bounces
            && first_touch(&cores[0], &ground.sweep, &cores[1], mover.sweep, 1.0) == TimeOfImpact::Separated
    }

    /// Whether the shape slides along another ground shape that makes this impact an internal edge.
    fn hides_impact(&self, met: &Met<'_>, impact: &Impact, by: &Nearby) -> bool {
        let Met { piece, shape, ground, mover } = *met;
        let reach = edge_reach(mover.shape);
        let around = Vec2::splat(reach + 2.0 * LINEAR_SLOP);
        let frame = self.frame_of_shape(shape);
        let area = Aabb::new(impact.point - around, impact.point + around);
        let area = self.bodies.seen_box(frame, area);
        let [met, neighbor, record] =
            [piece, by.shape, shape].each(|shape| &self.shapes.records[shape as usize]);
        if by.shape == piece
            || !by.swept.overlaps(area)
            || !self.may_be_adjacent(piece, by.shape)
            || !record.filter.allows(&neighbor.filter)
        {
            return false;
        }
        // Adjacent ground shapes do not move relative to each other, so all is compared at the pose of the
        // ground after the step.
        let [here, there] = [met.body, neighbor.body].each(|body| self.bodies.pose_from(body, frame).pose);
        let then = ground.sweep.pose_at(impact.fraction);
        let at = here.mul(then.inv_mul(mover.sweep.pose_at(impact.fraction)));
        let manifold = collide(&neighbor.geometry, mover.shape, there.inv_mul(at));
        let path = ground.relative(mover.path);
        if self.lets_pass(shape, by.shape, path[1] - path[0]) {
            return false;
        }
        if manifold.count == 0 || mover.crosses(there.transform_vector(manifold.normal), path) {
            return false;
        }
        let surface = ground.shape.nearest_point(then.inv_transform_point(impact.point));
        let normal = then.q.inv_rotate(impact.normal);
        let point = GroundPoint::new(ground.shape, surface.point, normal, false, reach);
        point.is_hidden_by(&neighbor.geometry, here.inv_mul(there), manifold.normal)
    }
}

impl State {
    /// Calls the hooks for an impact in continuous collision and returns whether it stops the other shape.
    /// The ground comes first.
    pub(crate) fn hook_stops(&self, shapes: [u32; 2], impact: &Impact) -> bool {
        let [ground, record] = shapes.each(|shape| &self.shapes.records[shape as usize]);
        if !(ground.hooked || record.hooked) {
            return true;
        }
        let frame = self.bodies.frame(record.body);
        let [a, b] = [ground.body, record.body].each(|body| self.speed_at(body, impact.point, frame));
        let situation = ContactSituation {
            contact: None,
            pair: self.shape_pair(shapes),
            normal: impact.normal,
            point: frame.plus(impact.point),
            separation: 0.0,
            velocity: b - a,
            response: self.response_of(shapes),
        };
        self.filter_allows(shapes) && self.hooks.respond(&situation).enabled
    }
}
