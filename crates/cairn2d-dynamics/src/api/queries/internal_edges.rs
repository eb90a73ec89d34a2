//! Casts at internal edges. Where pieces of ground are adjacent, a ray or a moving shape hits the surface of
//! their union.
//!
//! The rule is that of contacts (`state/internal_edges.rs`, `GroundPoint` in `cairn2d-geometry`): a normal
//! that a neighbour makes impossible is rejected. The hit then gets a normal of the common surface. If no
//! such normal opposes the motion, the shape slides past the edge and there is no hit. Pieces are adjacent if
//! they do not move relative to each other: on one body, or both static.
//!
//! Only hits near corners, ends and rounded borders are checked; the others cost a comparison. Pieces up to a
//! millimetre apart count as adjacent, plus the rounding of coordinates. That is much less than for contacts,
//! so casts find small steps that contacts ignore.

use core::ops::ControlFlow;

use cairn2d_geometry::{GroundPoint, LINEAR_SLOP, Shape};
use cairn2d_math::{Aabb, DVec2, Vec2};

use crate::api::queries::{CastResult, QueryFilter};
use crate::state::State;
use crate::tables::body::BodyKind;

/// Largest distance of adjacent pieces \[m\].
const REACH: f32 = 0.2 * LINEAR_SLOP;

/// Coordinate rounding that is added to it, as a share of the coordinates \[-\].
const ROUNDING: f32 = 1.0e-6;

/// Upper bound of it, as a share of the thickness of the moving shape \[-\].
const REACH_SHARE: f32 = 0.25;

/// Sine of the angle up to which a motion counts as along a surface \[-\].
const ALONG: f32 = 1.0e-6;

/// Largest number of pieces at an edge.
const MOST: usize = 8;

/// Motion of a cast at its hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastApproach {
    /// Origin of all points here.
    pub(super) origin: DVec2,
    /// Displacement \[m\] or velocity of the moving shape at the hit point.
    pub(super) way: Vec2,
    /// Direction from the hit point to the moving shape.
    pub(super) from: Vec2,
    /// Smallest extent \[m\] of the moving shape; 0 for rays and lines.
    pub(super) extent: f32,
    /// Whether a piece beside the path may be ignored. Otherwise there is always a hit.
    pub(super) may_pass: bool,
}

/// A hit of a cast and the pieces around it. The first piece is the shape that was hit.
struct InternalEdge {
    origin: DVec2,
    point: Vec2,
    from: Vec2,
    reach: f32,
    pieces: [u32; MOST],
    count: usize,
}

impl State {
    /// Returns a hit corrected for the neighbours of its shape; `None` if the cast slides past.
    pub(super) fn beside_neighbors(
        &self,
        (shape, hit): (u32, CastResult),
        approach: CastApproach,
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        let record = &self.shapes.records[shape as usize];
        let (x, y) = (hit.point.x.abs(), hit.point.y.abs());
        let reach = REACH + ROUNDING * if x > y { x } else { y };
        let share = REACH_SHARE * approach.extent;
        let reach = if share > 0.0 && share < reach { share } else { reach };
        let origin = approach.origin;
        let local = self.pose_of_shape_from(shape, origin).inv_transform_point(hit.point);
        if hit.normal == Vec2::ZERO || record.is_sensor || !record.geometry.is_near_corner(local, reach) {
            return Some(hit);
        }
        let (from, pieces) = (approach.from, [shape; MOST]);
        let mut edge = InternalEdge { origin, point: hit.point, from, reach, pieces, count: 1 };
        self.list_adjacent(&mut edge, filter);
        if !self.is_hidden_at(&edge, shape, hit.normal) {
            return Some(hit);
        }
        self.common_surface(&edge, hit, approach)
    }

    /// Lists the adjacent pieces at a hit that the filter accepts.
    fn list_adjacent(&self, edge: &mut InternalEdge, filter: QueryFilter<'_>) {
        let body = self.shapes.records[edge.pieces[0] as usize].body;
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let margin = Vec2::splat(edge.reach);
        let around = Aabb::new(edge.point - margin, edge.point + margin);
        let origin = edge.origin;
        let mut visit = |shape: u32| {
            let other = self.shapes.records[shape as usize].body;
            let adjacent = other == body || (fixed(other) && fixed(body));
            if shape != edge.pieces[0]
                && adjacent
                && self.is_at(edge, shape)
                && self.is_there(edge, shape, filter)
            {
                edge.pieces[edge.count] = shape;
                edge.count += 1;
            }
            if edge.count < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if fixed(body) {
            let around = self.bodies.seen_box(origin, around);
            let _ = self.broad_phase.statics.tree().query(around, u64::MAX, visit);
        } else {
            self.visit_boxes((around, origin), filter, &mut |shape, _| visit(shape));
        }
    }

    /// Returns whether the surface of a piece is within reach of the hit, on the side of the moving shape.
    fn is_at(&self, edge: &InternalEdge, shape: u32) -> bool {
        let geometry = &self.shapes.records[shape as usize].geometry;
        let pose = self.pose_of_shape_from(shape, edge.origin);
        if let Shape::ChainSegment(chain) = geometry
            && chain.normal().dot(pose.q.inv_rotate(edge.from)) < 0.0
        {
            return false;
        }
        geometry.nearest_point(pose.inv_transform_point(edge.point)).distance.abs() <= edge.reach
    }

    /// Returns whether a piece is solid for a cast with this filter.
    fn is_there(&self, edge: &InternalEdge, shape: u32, filter: QueryFilter<'_>) -> bool {
        let from_outside = self.shapes.records[shape as usize]
            .one_way
            .is_none_or(|one_way| one_way.out(self.pose_of_shape(shape).q).dot(edge.from) > 0.0);
        (from_outside || !filter.honors_one_way()) && self.passes(shape, filter)
    }

    /// Returns whether other pieces make a normal of one piece impossible.
    fn is_hidden_at(&self, edge: &InternalEdge, shape: u32, normal: Vec2) -> bool {
        let pose = self.pose_of_shape_from(shape, edge.origin);
        let geometry = &self.shapes.records[shape as usize].geometry;
        let (point, normal) = (pose.inv_transform_point(edge.point), pose.q.inv_rotate(normal));
        let point = GroundPoint::new(geometry, point, normal, false, edge.reach).precise();
        edge.pieces[..edge.count].iter().any(|&neighbor| {
            if neighbor == shape {
                return false;
            }
            let other = &self.shapes.records[neighbor as usize].geometry;
            let place = self.pose_of_shape_from(neighbor, edge.origin);
            point.is_hidden_by(other, pose.inv_mul(place), other.side_normal(place.q.inv_rotate(edge.from)))
        })
    }

    /// Returns the hit with the normal of the common surface that opposes the motion most.
    fn common_surface(
        &self,
        edge: &InternalEdge,
        hit: CastResult,
        approach: CastApproach,
    ) -> Option<CastResult> {
        let way = approach.way.normalize_or(Vec2::ZERO);
        // Component of each normal along the motion, and its similarity to the original normal.
        let (mut against, mut alike) = (None::<(f32, Vec2)>, None::<(f32, Vec2)>);
        for &shape in &edge.pieces[..edge.count] {
            let pose = self.pose_of_shape_from(shape, edge.origin);
            let geometry = &self.shapes.records[shape as usize].geometry;
            let at = pose.inv_transform_point(edge.point);
            geometry.visit_normals_near(at, edge.reach, &mut |normal| {
                let normal = pose.q.rotate(normal);
                if self.is_hidden_at(edge, shape, normal) {
                    return;
                }
                let (along, like) = (normal.dot(way), normal.dot(hit.normal));
                if against.is_none_or(|(least, _)| along < least) {
                    against = Some((along, normal));
                }
                if alike.is_none_or(|(most, _)| like > most) {
                    alike = Some((like, normal));
                }
            });
        }
        match (against, alike) {
            (Some((along, normal)), _) if along < -ALONG => Some(CastResult { normal, ..hit }),
            (Some(_), Some((_, normal))) => (!approach.may_pass).then_some(CastResult { normal, ..hit }),
            _ => Some(hit),
        }
    }
}
