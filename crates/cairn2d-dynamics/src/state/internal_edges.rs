//! Ghost collisions: contacts at internal edges that adjacent ground shapes hide, for any shapes and bodies.
//!
//! Ground are the shapes of static, kinematic and joined bodies. A contact of two joined bodies has ground on
//! both sides.
//!
//! A body that touches two ground shapes at once may be at an internal edge between them. The normal of each
//! contact is tested against the other ground shapes that the same shape touches (`GroundPoint` in
//! `cairn2d-geometry`). Adjacency is not precomputed: a ground shape near enough to hide a contact is itself
//! touched, unless its filter or its side excludes it; then it hides nothing. So tiles may be added and
//! removed at any time.
//!
//! Invariant: a contact is dropped only in favour of one that stays, directly or through others that are
//! dropped.
//!
//! Only bodies with two or more touching ground contacts are tested. Touch changes count these contacts, so
//! other bodies cost nothing.

use cairn2d_geometry::{LINEAR_SLOP, Shape};

use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::store::saved::part;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, flag};

/// Largest distance of adjacent ground shapes, as a share of the thickness of the sliding shape \[-\].
const REACH_SHARE: f32 = 0.25;

part! {
    /// Bodies at internal edges.
    InternalEdgeBodies {
        unhashed {
            /// Awake bodies with two or more touching contacts with ground.
            bodies: u32;
        }
    }
}

impl InternalEdgeBodies {
    /// Reserves memory for one more body, so that a step does not allocate.
    pub(crate) fn ensure_capacity(&mut self, bodies: usize) {
        if self.bodies.capacity() < bodies {
            self.bodies.reserve(bodies - self.bodies.len());
        }
    }

    /// Reserves memory for this many bodies.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        reserve_total(&mut self.bodies, bodies);
    }
}

/// Returns the largest distance of adjacent ground shapes for this sliding shape \[m\].
pub(crate) fn edge_reach(shape: &Shape) -> f32 {
    let share = REACH_SHARE * shape.min_extent();
    if share < LINEAR_SLOP { share } else { LINEAR_SLOP }
}

impl State {
    /// Returns whether the shape also touches an adjacent ground shape.
    pub(crate) fn touches_adjacent_ground(&self, contact: u32) -> bool {
        self.sliding_sides(contact).any(|side| self.side_touches_adjacent_ground(contact, side))
    }

    fn side_touches_adjacent_ground(&self, contact: u32, side: usize) -> bool {
        let record = &self.contacts.records[contact as usize];
        let (shape, ground, body) = (record.shapes[side], record.shapes[1 - side], record.bodies[side]);
        if self.bodies.records[body as usize].ground_count == 0 {
            return false;
        }
        let edges = self.bodies.records[body as usize].contact_edges();
        for (other, side) in edges.iter(&self.contacts.records) {
            let record = &self.contacts.records[other as usize];
            let piece = record.shapes[1 - side];
            if other != contact
                && record.touching
                && record.shapes[side] == shape
                && self.is_ground(record.bodies[1 - side])
                && self.may_be_adjacent(ground, piece)
                && self.boxes_overlap(ground, piece)
            {
                return true;
            }
        }
        false
    }

    /// Returns whether the AABBs of two shapes overlap, without their rounding in a large world.
    pub(crate) fn boxes_overlap(&self, a: u32, b: u32) -> bool {
        if !self.bodies.is_large() {
            return self.shapes.boxes[a as usize].overlaps(self.shapes.boxes[b as usize]);
        }
        let frame = self.frame_of_shape(a);
        let [a, b] = [a, b].each(|shape| {
            let record = &self.shapes.records[shape as usize];
            let reach = self.box_margin(record.body) + crate::state::proxies::REACH;
            record.geometry.aabb(self.pose_of_shape_from(shape, frame)).expand(reach)
        });
        a.overlaps(b)
    }

    /// Returns whether the shapes of a body are ground for others: it is static, kinematic or joined.
    pub(crate) fn is_ground(&self, body: u32) -> bool {
        self.dynamic(body).is_none() || self.bodies.motions[body as usize].flags & flag::JOINED != 0
    }

    /// Returns the sides of a contact whose body is dynamic and touches ground.
    pub(crate) fn sliding_sides(&self, contact: u32) -> impl Iterator<Item = usize> + use<> {
        let bodies = self.contacts.records[contact as usize].bodies;
        let slides =
            [0, 1].each(|side| self.dynamic(bodies[side]).is_some() && self.is_ground(bodies[1 - side]));
        (0..2).filter(move |&side| slides[side])
    }

    /// Counts a contact that began (`1`) or ended (`-1`) to touch, for each dynamic body that touches ground
    /// in it.
    pub(crate) fn count_ground(&mut self, contact: u32, change: i32) {
        for side in self.sliding_sides(contact) {
            let body = self.contacts.records[contact as usize].bodies[side];
            let record = &mut self.bodies.records[body as usize];
            record.ground_count = record.ground_count.wrapping_add_signed(change);
            self.list_at_internal_edge(body);
        }
    }

    /// Adds a body to the list of those at internal edges or removes it, by its contacts and its sleep state.
    pub(crate) fn list_at_internal_edge(&mut self, body: u32) {
        let awake = self.is_awake(body);
        let list = &mut self.internal_edges.bodies;
        let record = &mut self.bodies.records[body as usize];
        let belongs = record.ground_count >= 2 && awake;
        let position = record.internal_edge_index;
        if belongs == (position != NONE) {
            return;
        }
        if belongs {
            record.internal_edge_index = list.len() as u32;
            list.push(body);
        } else {
            record.internal_edge_index = NONE;
            list.swap_remove(position as usize);
            if let Some(&moved) = list.get(position as usize) {
                self.bodies.records[moved as usize].internal_edge_index = position;
            }
        }
    }

    /// Returns whether two ground shapes can be adjacent: they do not move relative to each other and are not
    /// neighbours of a chain.
    pub(crate) fn may_be_adjacent(&self, a: u32, b: u32) -> bool {
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let [a, b] = [a, b].each(|shape| &self.shapes.records[shape as usize]);
        if a.body != b.body {
            return fixed(a.body) && fixed(b.body);
        }
        !matches!((&a.geometry, &b.geometry), (Shape::ChainSegment(_), Shape::ChainSegment(_)))
    }
}
