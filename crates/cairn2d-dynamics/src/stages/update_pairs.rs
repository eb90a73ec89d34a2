//! Broad phase: finds new pairs of overlapping AABBs and creates their contacts.

use cairn2d_geometry::manifold::pair_kind;
use cairn2d_math::{Aabb, Vec2};

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::state::contacts::may_collide;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::Bodies;
use crate::tables::broad_phase::{Bulk, KnownContacts, NewPair, ShapeFacts};
use crate::tables::contact::{Contact, FIXED, OneWayState};
use crate::tables::shape::Shapes;

/// Distance by which one of two coincident shapes is moved, as a share of its thickness `[-]`.
const HAIR: f32 = 1.0 / 4096.0;

/// Distance up to which centres count as coincident, as a share of that displacement `[-]`.
const COINCIDENT: f32 = 1.0 / 16.0;

/// Searches the AABBs that grew for new pairs and creates their contacts.
pub(crate) fn update_pairs(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    state.update_images(&mut scratch.statics, step.constants.dt);
    state.note_portal_starts(&mut scratch.portals);
    let Scratch { pairs, known, embedded, .. } = scratch;
    embedded.clear();
    // Any contact may become embedded, so the list grows with the contacts.
    reserve_total(embedded, state.contacts.records.capacity());
    let State { broad_phase, bodies, shapes, joints, images, config, .. } = &mut *state;
    // In a large world, AABBs are rounded relative to the broad-phase origin. The order of pairs must not
    // depend on them.
    let boxes = (shapes.boxes.as_slice(), bodies.is_large());
    let facts = ShapeFacts {
        bulk: &|shape| bulk_of(bodies, shapes, shape),
        may_collide: &|a, b| may_collide(bodies, shapes, joints, images, [a, b]),
    };
    broad_phase.find_new_pairs(config.lanes, step.tasks.as_deref(), boxes, &facts, pairs);
    let (mut asker, mut looked_up) = (NONE, false);
    for (index, &pair) in pairs.iter().enumerate() {
        let [shape, other] = pair.shapes;
        if pair.certain {
            // This pair is not in the looked-up contacts of its first shape, so the next pair looks them up
            // again.
            asker = NONE;
        } else if shape != asker {
            // The pairs of a shape are adjacent. If there are many, its contacts are looked up once.
            let same = |pair: &&NewPair| !pair.certain && pair.shapes[0] == shape;
            asker = shape;
            looked_up = pairs[index..].iter().take_while(same).count() >= KnownContacts::MANY;
            if looked_up {
                state.list_known_contacts(shape, known);
            }
        }
        let looked_up = looked_up && !pair.certain;
        if looked_up && known.contains(other) {
            continue;
        }
        if let Some(contact) = state.create_contact(NewPair { certain: pair.certain || looked_up, ..pair }) {
            step.report.new_contacts += 1;
            if looked_up {
                known.insert(other);
            }
            if state.is_through(contact) {
                // An image was not placed: its body moved there.
                continue;
            }
            // Shapes whose pairs were known before moved into coincidence gradually.
            if pair.placed {
                state.part_coincident(pair.shapes);
            }
            if pair.placed || state.was_placed(contact) {
                state.mark_placed(contact);
                embedded.push(contact);
            }
        }
    }
}

impl State {
    /// Creates the contact of two shapes unless their filters forbid it or it exists. Returns its slot.
    pub(crate) fn create_contact(&mut self, pair: NewPair) -> Option<u32> {
        let [shape_a, shape_b] = pair.shapes;
        let hooked = pair.shapes.iter().any(|&shape| self.shapes.records[shape as usize].hooked);
        let (a, b) = (&self.shapes.records[shape_a as usize], &self.shapes.records[shape_b as usize]);
        if !self.may_collide(shape_a, shape_b)
            || (!pair.certain && self.find_contact(shape_a, shape_b).is_some())
        {
            return None;
        }
        let (kind, swap) = pair_kind(&a.geometry, &b.geometry)?;
        // A fixed order of the shapes makes the manifold independent of which one was found first. Ground
        // comes first, because its face is the one that shapes slide along.
        let place = |shape: u32| {
            let body = self.shapes.records[shape as usize].body;
            (self.bodies.records[body as usize].is_dynamic(), shape)
        };
        let free = || pair_kind(&b.geometry, &a.geometry) == Some((kind, false));
        let exchange = swap || (place(shape_b) < place(shape_a) && free());
        let (first, second) = if exchange { (shape_b, shape_a) } else { (shape_a, shape_b) };
        if hooked && !self.filter_allows([first, second]) {
            return None;
        }
        let (a, b) = (&self.shapes.records[first as usize], &self.shapes.records[second as usize]);
        let bodies = [a.body, b.body];
        let material = self.mix([first, second]);
        let hit_threshold =
            if a.report_hits_above < b.report_hits_above { a.report_hits_above } else { b.report_hits_above };
        let record = Contact {
            shapes: [first, second],
            bodies,
            kind,
            one_way_state: if a.one_way.is_some() || b.one_way.is_some() {
                OneWayState::Apart
            } else {
                OneWayState::None
            },
            ..Contact::VACANT
        };
        let mark = |body: u32| if self.is_movable(body) { body } else { body | FIXED };
        let pair = [first, second, mark(bodies[0]), mark(bodies[1])];
        let slot = self.contacts.insert(record, pair, material, hit_threshold);
        self.link_contact(slot);
        if hooked {
            self.contacts.hook(slot);
        }
        if bodies.iter().any(|&body| self.is_awake(body)) {
            self.contacts.wake(slot);
        }
        Some(slot)
    }

    /// Collects the shapes that have a contact with `shape`.
    pub(crate) fn list_known_contacts(&self, shape: u32, known: &mut KnownContacts) {
        known.begin(self.shapes.records.len());
        for (contact, side) in self.contact_edges_of_shape(shape).iter(&self.contacts.records) {
            let shapes = self.contacts.records[contact as usize].shapes;
            if shapes[side] == shape {
                known.insert(shapes[1 - side]);
            }
        }
    }

    /// Moves one of two dynamic shapes slightly if their centres coincide.
    ///
    /// The narrow phase has one fixed normal for such a pair, so many bodies at one point would separate
    /// along a line. The direction is a hash of the body's slot: the same on every machine, and different
    /// for each body.
    pub(crate) fn part_coincident(&mut self, shapes: [u32; 2]) {
        let bodies = shapes.each(|shape| self.shapes.records[shape as usize].body);
        if bodies.iter().any(|&body| !self.is_movable(body)) {
            return;
        }
        let at = |world: &State, side: usize| {
            let pose = world.bodies.relative_pose(bodies[side], bodies[0]).pose;
            pose.transform_point(world.shapes.records[shapes[side] as usize].geometry.centroid())
        };
        let apart = at(self, 0).distance_squared(at(self, 1));
        let side = usize::from(bodies[0] < bodies[1]);
        let (moved, pose) = (bodies[side], self.bodies.poses[bodies[side] as usize].pose);
        let thickness = self.shapes.records[shapes[side] as usize].geometry.min_extent();
        // Far from the origin, the displacement must exceed the precision of the coordinates.
        let far = if pose.p.x.abs() > pose.p.y.abs() { pose.p.x.abs() } else { pose.p.y.abs() };
        let by = HAIR * thickness + 16.0 * f32::EPSILON * far;
        if apart > (COINCIDENT * by) * (COINCIDENT * by) {
            return;
        }
        let hash = moved.wrapping_mul(0x9e37_79b1);
        let angle = (hash >> 8) as f32 * (core::f32::consts::TAU / 16_777_216.0);
        let length = by * (0.5 + (hash & 0xff) as f32 / 512.0);
        let locks = self.bodies.records[moved as usize].locks;
        let mut way = Vec2::from_angle(angle) * length;
        way = Vec2::new(if locks.x { 0.0 } else { way.x }, if locks.y { 0.0 } else { way.y });
        self.bodies.poses[moved as usize].place(pose.p + way, pose.q);
        // The margin of the AABB covers the displacement.
        self.bodies.motions[moved as usize].margin_left -= length;
    }
}

/// Returns the data of a moving shape for the search for dense groups.
fn bulk_of(bodies: &Bodies, shapes: &Shapes, shape: u32) -> Bulk {
    let record = &shapes.records[shape as usize];
    let pose = bodies.poses[record.body as usize].pose;
    let centroid = record.geometry.centroid();
    let center = pose.transform_point(centroid);
    let center = bodies.world_box(record.body, Aabb::new(center, center)).min;
    // Pairs of one-way and hooked shapes never wait, because filters and hooks decide about them.
    let waits =
        bodies.records[record.body as usize].is_dynamic() && record.one_way.is_none() && !record.hooked;
    let inner = if waits { record.geometry.min_extent() } else { 0.0 };
    let axis = pose.q.rotate(record.geometry.long_axis());
    Bulk { center, inner, outer: record.geometry.max_extent_from(centroid), axis }
}
