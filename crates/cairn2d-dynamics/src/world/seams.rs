//! Contacts that the ground hides: nothing trips over the seams between pieces of ground, whatever shapes and bodies they belong to.
//!
//! A body that touches two pieces of ground at once may be at a seam between them. What the contact with one piece would push is asked of the
//! other pieces that the same shape touches: they know whether it can be (`GroundPoint` in `cairn2d-geometry`). Nothing is known beforehand
//! about which pieces are adjacent: a piece that is near enough to hide a contact is touched itself, unless its filter or its side says
//! that it is not there for this shape; then it hides nothing. So tiles may come and go at any time.
//!
//! Invariant: a contact is dropped only in favour of one that stays, directly or by way of others that are dropped.
//!
//! Only bodies with two or more touching contacts with ground are looked at. They are counted where touching begins and ends, so the others
//! cost nothing.

use cairn2d_geometry::{GroundPoint, LINEAR_SLOP, Shape};
use cairn2d_math::{Pose, Vec2};

use crate::kernels::narrow_phase::Changes;
use crate::state::State;
use crate::store::room::{clone_into_room, room};
use crate::tables::body::{BodyKind, NONE};
use crate::tables::contact::FIXED;

/// Pieces of ground that one body may touch at the same time and have looked at; more are left as they are.
const MOST: usize = 32;

/// How close pieces of ground must be to count as adjacent, as a share of the thickness of what slides over them \[-\].
const REACH_SHARE: f32 = 0.25;

/// Bodies at seams, and scratch.
#[derive(Debug, Default)]
pub(crate) struct Seams {
    /// Awake bodies with two or more touching contacts with ground.
    pub(crate) bodies: Vec<u32>,
    pieces: Vec<Piece>,
    /// Contacts that touched and are hidden now.
    pub(crate) hidden: Vec<u32>,
}

clone_into_room!(Seams: bodies; pieces, hidden);

/// A piece of ground that something touches.
#[derive(Clone, Copy, Debug)]
struct Piece {
    contact: u32,
    /// Which shape touches it.
    shape: u32,
    ground: u32,
    body: u32,
    /// Unit normal of the contact out of the ground, in the frame of its body.
    normal: Vec2,
    /// On the surface of the ground, in the frame of its body; the nearest one first.
    points: [Vec2; 2],
    point_count: usize,
    /// Pieces that hide each point, one bit each.
    hidden_by: [u32; 2],
}

impl Seams {
    /// Makes room for one more body, so that a step needs none.
    pub(crate) fn cover(&mut self, bodies: usize) {
        if self.bodies.capacity() < bodies {
            self.bodies.reserve(bodies - self.bodies.len());
            room(&mut self.hidden, 2 * self.bodies.capacity());
            room(&mut self.pieces, MOST);
        }
    }

    /// Makes room for this many bodies and contacts.
    pub(crate) fn reserve(&mut self, bodies: usize, contacts: usize) {
        room(&mut self.bodies, bodies);
        room(&mut self.pieces, MOST);
        room(&mut self.hidden, contacts);
    }
}

impl State {
    /// Whether a contact is one with a piece of ground beside another one that the same shape touches.
    pub(crate) fn slides_beside(&self, contact: u32) -> bool {
        let [shape_a, shape_b, a, b] = self.contacts.pairs[contact as usize];
        if (a ^ b) & FIXED == 0 {
            return false;
        }
        let (shape, ground, body) =
            if a & FIXED == 0 { (shape_a, shape_b, a) } else { (shape_b, shape_a, b) };
        if self.bodies.records[body as usize].ground_count == 0 {
            return false;
        }
        let mut edge = self.bodies.records[body as usize].head_contact;
        while edge != NONE {
            let (other, side) = (edge / 2, edge as usize % 2);
            let record = &self.contacts.records[other as usize];
            edge = record.edges[side].next;
            let piece = record.shapes[1 - side];
            if other != contact
                && record.touching
                && record.shapes[side] == shape
                && self.dynamic(record.bodies[1 - side]).is_none()
                && self.may_be_adjacent(ground, piece)
                && self.boxes_overlap(ground, piece)
            {
                return true;
            }
        }
        false
    }

    /// Whether the boxes of two shapes overlap, without the rounding that they may have far out in a large world.
    fn boxes_overlap(&self, a: u32, b: u32) -> bool {
        if !self.bodies.is_large() {
            return self.shapes.boxes[a as usize].overlaps(self.shapes.boxes[b as usize]);
        }
        let frame = self.frame_of_shape(a);
        let [a, b] = [a, b].map(|shape| {
            let record = &self.shapes.records[shape as usize];
            let reach = self.box_margin(record.body) + super::shapes::REACH;
            record.geometry.aabb(self.pose_of_shape_from(shape, frame)).expand(reach)
        });
        a.overlaps(b)
    }

    /// Counts a contact that began (`1`) or ceased (`-1`) to touch, if it is one of a dynamic body with ground.
    pub(crate) fn count_ground(&mut self, contact: u32, change: i32) {
        let [.., a, b] = self.contacts.pairs[contact as usize];
        if (a ^ b) & FIXED == 0 {
            return;
        }
        let body = if a & FIXED == 0 { a } else { b };
        let record = &mut self.bodies.records[body as usize];
        record.ground_count = record.ground_count.wrapping_add_signed(change);
        self.list_at_seam(body);
    }

    /// Brings a body into the list of those at seams, or takes it out, as its contacts and its sleep say.
    pub(crate) fn list_at_seam(&mut self, body: u32) {
        let awake = self.is_awake(body);
        let list = &mut self.seams.bodies;
        let record = &mut self.bodies.records[body as usize];
        let belongs = record.ground_count >= 2 && awake;
        let position = record.seam_index;
        if belongs == (position != NONE) {
            return;
        }
        if belongs {
            record.seam_index = list.len() as u32;
            list.push(body);
        } else {
            record.seam_index = NONE;
            list.swap_remove(position as usize);
            if let Some(&moved) = list.get(position as usize) {
                self.bodies.records[moved as usize].seam_index = position;
            }
        }
    }

    /// Empties the manifolds that the ground hides. Contacts that did not touch so far then do not begin to; those that did are listed.
    pub(crate) fn hide_at_seams(&mut self, changes: &[Changes]) {
        let mut seams = core::mem::take(&mut self.seams);
        seams.hidden.clear();
        for index in 0..seams.bodies.len() {
            self.hide_at_seams_of(seams.bodies[index], &mut seams);
        }
        for &contact in changes.iter().flat_map(|part| &part.toggled) {
            let [.., a, b] = self.contacts.pairs[contact as usize];
            if (a ^ b) & FIXED == 0 || self.contacts.records[contact as usize].touching {
                continue;
            }
            let body = if a & FIXED == 0 { a } else { b };
            if self.bodies.records[body as usize].seam_index == NONE {
                self.hide_at_seams_of(body, &mut seams);
            }
        }
        self.seams = seams;
    }

    fn hide_at_seams_of(&mut self, body: u32, seams: &mut Seams) {
        let Seams { pieces, hidden, .. } = seams;
        self.list_pieces(body, pieces);
        if pieces.len() < 2 {
            return;
        }
        for at in 0..pieces.len() {
            for by in 0..pieces.len() {
                let [a, b] = [at, by].map(|index| &pieces[index]);
                if at != by && a.shape == b.shape && self.may_be_adjacent(a.ground, b.ground) {
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

    /// Lists the pieces of ground whose manifold with a body has points.
    fn list_pieces(&self, body: u32, pieces: &mut Vec<Piece>) {
        pieces.clear();
        let mut edge = self.bodies.records[body as usize].head_contact;
        while edge != NONE && pieces.len() < MOST {
            let (contact, side) = (edge / 2, edge as usize % 2);
            edge = self.contacts.records[contact as usize].edges[side].next;
            let pair = self.contacts.pairs[contact as usize];
            let manifold = &self.contacts.manifolds[contact as usize];
            if pair[3 - side] & FIXED == 0 || manifold.point_count == 0 {
                continue;
            }
            let ground_body = pair[3 - side] & !FIXED;
            let place = &self.bodies.poses[ground_body as usize];
            // Normals point from the first shape to the second one; anchors are midway between the surfaces.
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

    /// Whether two pieces of ground can have a seam: they do not move against each other and do not know each other already.
    pub(super) fn may_be_adjacent(&self, a: u32, b: u32) -> bool {
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let [a, b] = [a, b].map(|shape| &self.shapes.records[shape as usize]);
        if a.body != b.body {
            return fixed(a.body) && fixed(b.body);
        }
        !matches!((&a.geometry, &b.geometry), (Shape::ChainSegment(_), Shape::ChainSegment(_)))
    }

    /// Notes which points of one piece another one hides.
    fn look(&self, at: usize, by: usize, pieces: &mut [Piece]) {
        let (piece, neighbor) = (pieces[at], pieces[by]);
        let [ground, other] =
            [piece.ground, neighbor.ground].map(|shape| &self.shapes.records[shape as usize].geometry);
        let rel = self.relative_pose(piece.body, neighbor.body);
        let reach = seam_reach(&self.shapes.records[piece.shape as usize].geometry);
        let flat = piece.point_count == 2;
        for side in 0..piece.point_count {
            let point = GroundPoint::new(ground, piece.points[side], piece.normal, flat, reach);
            if point.is_hidden_by(other, rel, neighbor.normal) {
                pieces[at].hidden_by[side] |= 1 << by;
            }
            if !point.is_on_face() {
                // The first point is the nearest one.
                pieces[at].point_count = 1;
                break;
            }
        }
    }

    /// Pose of one body in the frame of another.
    fn relative_pose(&self, of: u32, other: u32) -> Pose {
        if of == other {
            return Pose::IDENTITY;
        }
        self.bodies.poses[of as usize].pose.inv_mul(self.bodies.pose_beside(other, of).pose)
    }
}

/// How close pieces of ground must be for this shape to slide over the seam \[m\].
pub(super) fn seam_reach(shape: &Shape) -> f32 {
    let share = REACH_SHARE * shape.min_extent();
    if share < LINEAR_SLOP { share } else { LINEAR_SLOP }
}

/// Pieces whose points are all hidden by pieces that stay, or that are dropped themselves; one bit each.
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
