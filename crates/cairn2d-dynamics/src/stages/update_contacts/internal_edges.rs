//! Internal edges (ghost collisions): empties the manifolds that adjacent ground shapes make impossible.

use cairn2d_geometry::GroundPoint;
use cairn2d_math::{Pose, Vec2};

use crate::kernels::narrow_phase::Changes;
use crate::state::State;
use crate::state::internal_edges::edge_reach;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::contact::FIXED;

/// Ground shapes per body that are checked against each other; further ones are left as they are.
const MOST: usize = 32;

/// Working memory of the stage.
#[derive(Debug, Default)]
/// Contacts of the current body with ground.
pub(crate) struct InternalEdges {
    pieces: Vec<Piece>,
    /// Contacts that touched until now and are hidden.
    pub(crate) hidden: Vec<u32>,
}

impl InternalEdges {
    /// Reserves memory for so many hidden contacts.
    pub(crate) fn reserve(&mut self, contacts: usize) {
        reserve_total(&mut self.pieces, MOST);
        reserve_total(&mut self.hidden, contacts);
    }
}

/// A contact of a shape with ground.
#[derive(Clone, Copy, Debug)]
struct Piece {
    contact: u32,
    /// The shape that touches the ground.
    shape: u32,
    ground: u32,
    body: u32,
    /// Unit normal of the contact, out of the ground, in the frame of the ground's body.
    normal: Vec2,
    /// Points on the surface of the ground in the frame of its body, the nearest one first.
    points: [Vec2; 2],
    point_count: usize,
    /// Pieces that hide each point, one bit each.
    hidden_by: [u32; 2],
}

/// Returns the pieces to drop, one bit each. All of their points are hidden by pieces that stay or that are
/// dropped themselves.
fn dropped(pieces: &[Piece]) -> u32 {
    let is_hidden = |piece: &Piece, by: u32| {
        piece.hidden_by[..piece.point_count].iter().all(|&hidden_by| hidden_by & by != 0)
    };
    let mut stays = 0;
    for (index, piece) in pieces.iter().enumerate() {
        stays |= u32::from(!is_hidden(piece, u32::MAX)) << index;
    }
    let mut known = stays;
    loop {
        let before = known;
        for (index, piece) in pieces.iter().enumerate() {
            known |= u32::from(is_hidden(piece, known)) << index;
        }
        if known == before {
            return known & !stays;
        }
    }
}

impl State {
    /// Empties the manifolds of internal edges. Contacts that did not touch do not begin to; contacts that
    /// touched are listed.
    pub(crate) fn hide_internal_edges(&mut self, changes: &[Changes], memory: &mut InternalEdges) {
        memory.hidden.clear();
        // A body usually has at most two hidden contacts, and the list of bodies has capacity for all.
        memory.reserve(2 * self.internal_edges.bodies.capacity());
        for index in 0..self.internal_edges.bodies.len() {
            self.hide_internal_edges_of(self.internal_edges.bodies[index], memory);
        }
        for &contact in changes.iter().flat_map(|part| &part.touch_changed) {
            let record = &self.contacts.records[contact as usize];
            if record.touching {
                continue;
            }
            let bodies = record.bodies;
            for body in self.sliding_sides(contact).map(|side| bodies[side]) {
                // Bodies on the list have been handled above.
                if self.bodies.records[body as usize].internal_edge_index == NONE {
                    self.hide_internal_edges_of(body, memory);
                }
            }
        }
    }

    /// Empties the manifolds of one body at internal edges.
    fn hide_internal_edges_of(&mut self, body: u32, memory: &mut InternalEdges) {
        let InternalEdges { pieces, hidden } = memory;
        self.list_pieces(body, pieces);
        if pieces.len() < 2 {
            return;
        }
        for at in 0..pieces.len() {
            for by in 0..pieces.len() {
                let [a, b] = [at, by].each(|index| &pieces[index]);
                // The AABBs of adjacent pieces overlap, because their margins exceed the reach.
                if at != by
                    && a.shape == b.shape
                    && self.may_be_adjacent(a.ground, b.ground)
                    && self.boxes_overlap(a.ground, b.ground)
                {
                    self.look(at, by, pieces);
                }
            }
        }
        let dropped = dropped(pieces);
        for (index, piece) in pieces.iter().enumerate() {
            if dropped >> index & 1 != 0 {
                self.empty_contact(piece.contact);
                if self.contacts.records[piece.contact as usize].touching {
                    hidden.push(piece.contact);
                }
            }
        }
    }

    /// Lists the contacts of a body with ground that have points, at most [`MOST`].
    fn list_pieces(&self, body: u32, pieces: &mut Vec<Piece>) {
        pieces.clear();
        let edges = self.bodies.records[body as usize].contact_edges();
        for (contact, side) in edges.iter(&self.contacts.records) {
            if pieces.len() == MOST {
                break;
            }
            let pair = self.contacts.pairs[contact as usize];
            let manifold = &self.contacts.manifolds[contact as usize];
            let ground_body = pair[3 - side] & !FIXED;
            if manifold.point_count == 0 || !self.is_ground(ground_body) {
                continue;
            }
            let place = &self.bodies.poses[ground_body as usize];
            // Normals point from the first shape to the second; anchors lie midway between the surfaces.
            let sign = if side == 1 { 1.0 } else { -1.0 };
            let normal = place.pose.q.inv_rotate(Vec2::from(manifold.normal)) * sign;
            let mut points = [Vec2::ZERO; 2];
            for (point, (anchors, base)) in points.iter_mut().zip(manifold.points.iter().zip(manifold.bases))
            {
                let anchor = if side == 1 { anchors.a } else { anchors.b };
                *point = place.local_center + Vec2::from(anchor) - normal * (0.5 * base);
            }
            if manifold.point_count == 2 && manifold.bases[1] < manifold.bases[0] {
                points.swap(0, 1);
            }
            pieces.push(Piece {
                contact,
                shape: pair[side],
                ground: pair[1 - side],
                body: ground_body,
                normal,
                points,
                point_count: manifold.point_count as usize,
                hidden_by: [0; 2],
            });
        }
    }

    /// Records which points of the piece `at` are hidden by the piece `by`.
    fn look(&self, at: usize, by: usize, pieces: &mut [Piece]) {
        let (piece, neighbor) = (pieces[at], pieces[by]);
        let [ground, other] =
            [piece.ground, neighbor.ground].each(|shape| &self.shapes.records[shape as usize].geometry);
        let rel = self.relative_pose(piece.body, neighbor.body);
        let reach = edge_reach(&self.shapes.records[piece.shape as usize].geometry);
        let flat = piece.point_count == 2;
        for side in 0..piece.point_count {
            let point = GroundPoint::new(ground, piece.points[side], piece.normal, flat, reach);
            if point.is_hidden_by(other, rel, neighbor.normal) {
                pieces[at].hidden_by[side] |= 1 << by;
            }
            if !point.is_on_face() {
                // Only the first point, the nearest one, counts.
                pieces[at].point_count = 1;
                break;
            }
        }
    }

    /// Returns the pose of `other` in the frame of `of`.
    fn relative_pose(&self, of: u32, other: u32) -> Pose {
        if of == other {
            return Pose::IDENTITY;
        }
        self.bodies.poses[of as usize].pose.inv_mul(self.bodies.relative_pose(other, of).pose)
    }
}
