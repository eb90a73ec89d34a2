//! Casts at seams: what a ray or a moving shape meets where pieces of ground are adjacent is the surface of their union.
//!
//! The law is that of contacts (`world/seams.rs`, `GroundPoint` in `cairn2d-geometry`): a normal that a neighbour makes impossible is none. A hit
//! of this kind gets the normal of the surface that the pieces have in common there. If none of it is against the motion, then the shape only
//! slides past the seam, and there is no hit. Pieces are adjacent if they do not move against each other: on one body, or both static.
//!
//! Only hits near corners, ends and roundings are looked at; the others cost a comparison. Pieces count as adjacent up to a millimetre, much
//! less than for contacts, and grow by the rounding of coordinates: a cast finds small steps, which contacts pass.

use core::ops::ControlFlow;

use cairn2d_geometry::{GroundPoint, LINEAR_SLOP, Shape, ShapeVariant};
use cairn2d_math::{Aabb, DVec2, Vec2};

use crate::api::queries::{CastResult, QueryFilter};
use crate::state::State;
use crate::tables::body::BodyKind;

/// How close pieces must be to count as adjacent \[m\].
const REACH: f32 = 0.2 * LINEAR_SLOP;

/// What the rounding of coordinates adds to it, as a share of them \[-\].
const ROUNDING: f32 = 1.0e-6;

/// The same as a share of the thickness of the shape that moves \[-\].
const REACH_SHARE: f32 = 0.25;

/// Sine of the angle up to which a motion is along a surface and not against it \[-\].
const ALONG: f32 = 1.0e-6;

/// Most neighbours that are asked.
const MOST: usize = 8;

/// How something comes to what it meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Approach {
    /// From where in the world all points count.
    pub(super) origin: DVec2,
    /// Way \[m\] or velocity of what moves, at the point of the hit.
    pub(super) way: Vec2,
    /// Direction in which what moves lies as seen from there.
    pub(super) from: Vec2,
    /// Smallest extent \[m\] of what moves; 0 for rays and lines.
    pub(super) extent: f32,
    /// Whether it may pass what only stands beside its way. Otherwise it always has a hit.
    pub(super) may_pass: bool,
}

/// A place where a cast met something, with the pieces around it. The first one is what it met.
struct Seam {
    origin: DVec2,
    point: Vec2,
    from: Vec2,
    reach: f32,
    pieces: [u32; MOST],
    count: usize,
}

impl State {
    /// What a hit of a cast is, with regard to the neighbours of the shape that it met; `None` if it is nothing.
    pub(super) fn beside_neighbors(
        &self,
        (shape, hit): (u32, CastResult),
        approach: Approach,
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
        let mut seam = Seam { origin, point: hit.point, from, reach, pieces, count: 1 };
        self.list_adjacent(&mut seam, filter);
        if !self.is_hidden_at(&seam, shape, hit.normal) {
            return Some(hit);
        }
        self.common_surface(&seam, hit, approach)
    }

    /// Lists the pieces around a seam that are there for a cast with this filter.
    fn list_adjacent(&self, seam: &mut Seam, filter: QueryFilter<'_>) {
        let body = self.shapes.records[seam.pieces[0] as usize].body;
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let margin = Vec2::splat(seam.reach);
        let around = Aabb::new(seam.point - margin, seam.point + margin);
        let origin = seam.origin;
        let mut visit = |shape: u32| {
            let other = self.shapes.records[shape as usize].body;
            let adjacent = other == body || (fixed(other) && fixed(body));
            if shape != seam.pieces[0]
                && adjacent
                && self.is_at(seam, shape)
                && self.is_there(seam, shape, filter)
            {
                seam.pieces[seam.count] = shape;
                seam.count += 1;
            }
            if seam.count < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        if fixed(body) {
            let around = self.bodies.seen_box(origin, around);
            let _ = self.broad_phase.statics.tree().query(around, u64::MAX, visit);
        } else {
            self.visit_boxes((around, origin), filter, &mut visit);
        }
    }

    /// Whether the surface of a piece passes the seam, on the side from which the cast comes.
    fn is_at(&self, seam: &Seam, shape: u32) -> bool {
        let geometry = &self.shapes.records[shape as usize].geometry;
        let pose = self.pose_of_shape_from(shape, seam.origin);
        if let Shape::ChainSegment(chain) = geometry
            && chain.normal().dot(pose.q.inv_rotate(seam.from)) < 0.0
        {
            return false;
        }
        geometry.nearest_point(pose.inv_transform_point(seam.point)).distance.abs() <= seam.reach
    }

    /// Whether a piece is solid for a cast with this filter.
    fn is_there(&self, seam: &Seam, shape: u32, filter: QueryFilter<'_>) -> bool {
        let from_outside = self.shapes.records[shape as usize]
            .one_way
            .is_none_or(|one_way| one_way.out(self.pose_of_shape(shape).q).dot(seam.from) > 0.0);
        (from_outside || !filter.honors_one_way()) && self.passes(shape, filter)
    }

    /// Whether other pieces at a seam make a normal of one impossible.
    fn is_hidden_at(&self, seam: &Seam, shape: u32, normal: Vec2) -> bool {
        let pose = self.pose_of_shape_from(shape, seam.origin);
        let geometry = &self.shapes.records[shape as usize].geometry;
        let (point, normal) = (pose.inv_transform_point(seam.point), pose.q.inv_rotate(normal));
        let point = GroundPoint::new(geometry, point, normal, false, seam.reach).precise();
        seam.pieces[..seam.count].iter().any(|&neighbor| {
            if neighbor == shape {
                return false;
            }
            let other = &self.shapes.records[neighbor as usize].geometry;
            let place = self.pose_of_shape_from(neighbor, seam.origin);
            point.is_hidden_by(other, pose.inv_mul(place), side_of(other, place.q.inv_rotate(seam.from)))
        })
    }

    /// The hit with what is most against the motion of the surface that the pieces of a seam have in common.
    fn common_surface(&self, seam: &Seam, hit: CastResult, approach: Approach) -> Option<CastResult> {
        let way = approach.way.normalize_or(Vec2::ZERO);
        // By how much each normal is with the motion, and how like the one that was found.
        let (mut against, mut alike) = (None::<(f32, Vec2)>, None::<(f32, Vec2)>);
        for &shape in &seam.pieces[..seam.count] {
            let pose = self.pose_of_shape_from(shape, seam.origin);
            let geometry = &self.shapes.records[shape as usize].geometry;
            let at = pose.inv_transform_point(seam.point);
            geometry.visit_normals_near(at, seam.reach, &mut |normal| {
                let normal = pose.q.rotate(normal);
                if self.is_hidden_at(seam, shape, normal) {
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

/// A normal of a line on the side of what touches it, in its frame. Other shapes need none.
fn side_of(shape: &Shape, from: Vec2) -> Vec2 {
    match shape.variant() {
        ShapeVariant::Segment(segment) => {
            let normal = (segment.b - segment.a).normalize_or(Vec2::X).perp();
            if normal.dot(from) < 0.0 { -normal } else { normal }
        }
        ShapeVariant::ChainSegment(chain) => chain.normal(),
        ShapeVariant::Circle(_) | ShapeVariant::Capsule(_) | ShapeVariant::Polygon(_) => Vec2::Y,
    }
}
