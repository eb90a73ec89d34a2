//! Making, ending and coloring contacts.

use cairn2d_geometry::ShapeVariant;
use cairn2d_geometry::manifold::pair_kind;
use cairn2d_math::{Aabb, Vec2};

use crate::state::State;
use crate::store::edge_list::{link, unlink};
use crate::tables::body::NONE;
use crate::tables::broad_phase::{Bulk, KnownContacts, NewPair};
use crate::tables::contact::{AnchorPair, Contact, FIXED, Gate};
use crate::tables::event::{Party, TouchEvent};
use crate::tables::material::{Material, MixedMaterial};

/// How far one of two coincident shapes is moved, as a share of its thickness \[-\].
const HAIR: f32 = 1.0 / 4096.0;

/// Distance up to which centres coincide, as a share of how far one of them is moved \[-\].
const COINCIDENT: f32 = 1.0 / 16.0;

impl State {
    /// Makes the contact of two shapes unless they must not meet or have one already. Returns whether it did.
    pub(crate) fn create_contact(&mut self, pair: NewPair) -> bool {
        let [shape_a, shape_b] = pair.shapes;
        let hooked = pair.shapes.iter().any(|&shape| self.shapes.records[shape as usize].hooked);
        let (a, b) = (&self.shapes.records[shape_a as usize], &self.shapes.records[shape_b as usize]);
        if !self.may_collide(shape_a, shape_b)
            || (!pair.certain && self.find_contact(shape_a, shape_b).is_some())
        {
            return false;
        }
        let Some((kind, swap)) = pair_kind(&a.geometry, &b.geometry) else { return false };
        // A fixed order of the two shapes keeps the manifold the same whoever was found first. Ground comes first, as its face is the one to
        // slide along.
        let place = |shape: u32| {
            let body = self.shapes.records[shape as usize].body;
            (self.bodies.records[body as usize].is_dynamic(), shape)
        };
        let free = || pair_kind(&b.geometry, &a.geometry) == Some((kind, false));
        let exchange = swap || (place(shape_b) < place(shape_a) && free());
        let (first, second) = if exchange { (shape_b, shape_a) } else { (shape_a, shape_b) };
        if hooked && !self.filter_allows([first, second]) {
            return false;
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
            gate: if a.one_way.is_some() || b.one_way.is_some() { Gate::Apart } else { Gate::None },
            ..Contact::VACANT
        };
        let mark =
            |body: u32| if self.bodies.records[body as usize].is_dynamic() { body } else { body | FIXED };
        let pair = [first, second, mark(bodies[0]), mark(bodies[1])];
        let slot = self.contacts.insert(record, pair, material, hit_threshold);
        self.link_contact(slot);
        if hooked {
            self.contacts.hook(slot);
        }
        if bodies.iter().any(|&body| self.is_awake(body)) {
            self.contacts.wake(slot);
        }
        true
    }

    /// Ends a contact: out of the graph, the lists and the table, with an event if it touched.
    pub(crate) fn destroy_contact(&mut self, slot: u32) {
        if self.contacts.records[slot as usize].touching {
            let event = self.touch_event(slot);
            self.events.ends.push(event);
            self.count_ground(slot, -1);
        }
        self.remove_contact_from_graph(slot);
        self.contacts.sleep(slot);
        self.contacts.unhook(slot);
        self.unlink_contact(slot);
        self.contacts.pool.remove(slot);
    }

    /// Ends all contacts of a body.
    pub(crate) fn destroy_contacts_of(&mut self, body: u32) {
        while self.bodies.records[body as usize].head_contact != NONE {
            self.destroy_contact(self.bodies.records[body as usize].head_contact / 2);
        }
    }

    /// Puts a touching contact into a color, if it has something to move.
    pub(crate) fn add_contact_to_graph(&mut self, slot: u32) {
        let record = &self.contacts.records[slot as usize];
        if record.color != NONE || !record.bodies.iter().any(|&body| self.is_movable(body)) {
            return;
        }
        let [a, b] = record.bodies.map(|body| self.dynamic(body));
        let color = self.graph.assign(a, b);
        let list = &mut self.graph.colors[color].contacts;
        let record = &mut self.contacts.records[slot as usize];
        record.color = color as u32;
        record.color_index = list.len() as u32;
        list.push(slot);
        for body in record.bodies {
            self.bodies.motions[body as usize].constraint_count += 1;
        }
    }

    /// Takes a contact out of its color, if it is in one.
    pub(crate) fn remove_contact_from_graph(&mut self, slot: u32) {
        let record = &self.contacts.records[slot as usize];
        let (color, position) = (record.color as usize, record.color_index as usize);
        if record.color == NONE {
            return;
        }
        let [a, b] = record.bodies.map(|body| self.dynamic(body));
        self.graph.release(color, a, b);
        let list = &mut self.graph.colors[color].contacts;
        list.swap_remove(position);
        if let Some(&moved) = list.get(position) {
            self.contacts.records[moved as usize].color_index = position as u32;
        }
        let record = &mut self.contacts.records[slot as usize];
        record.color = NONE;
        for body in record.bodies {
            self.bodies.motions[body as usize].constraint_count -= 1;
        }
    }

    /// Surface of a contact of two shapes.
    pub(crate) fn mix(&self, shapes: [u32; 2]) -> MixedMaterial {
        let [a, b] = shapes.map(|shape| &self.shapes.records[shape as usize]);
        let radii = Vec2::new(a.geometry.radius(), b.geometry.radius());
        let material = Material::mix(&a.material, &b.material, radii);
        match self.material_pairs.get(a.material.id, b.material.id) {
            Some(pair) => material.with(pair, if radii.x > radii.y { radii.x } else { radii.y }),
            None => material,
        }
    }

    /// Makes the contacts of a shape follow its surface.
    pub(crate) fn update_materials_of(&mut self, shape: u32) {
        self.update_bounciness(self.shapes.records[shape as usize].body);
        let mut edge = self.bodies.records[self.shapes.records[shape as usize].body as usize].head_contact;
        while edge != NONE {
            let slot = edge as usize / 2;
            let material = self.mix(self.contacts.records[slot].shapes);
            self.contacts.set_surface(edge / 2, material);
            edge = self.contacts.records[slot].edges[edge as usize % 2].next;
        }
    }

    /// Where a point of a manifold is now, midway between its anchors \[m\] in the frame of the first body, and the distance of the surfaces there \[m\].
    pub(crate) fn contact_point(&self, slot: u32, side: usize) -> (Vec2, f32) {
        let manifold = &self.contacts.manifolds[slot as usize];
        let bodies = self.contacts.records[slot as usize].bodies;
        let [a, b] = bodies.map(|body| self.bodies.pose_beside(body, bodies[0]));
        let AnchorPair { a: on_a, b: on_b } = manifold.points[side];
        let (on_a, on_b) = (a.center + a.pose.q.rotate(on_a.into()), b.center + b.pose.q.rotate(on_b.into()));
        (on_a.lerp(on_b, 0.5), manifold.bases[side] + Vec2::from(manifold.normal).dot(on_b - on_a))
    }

    /// The body if it is dynamic, so that a color must not have it twice.
    pub(crate) fn dynamic(&self, body: u32) -> Option<u32> {
        self.bodies.records[body as usize].is_dynamic().then_some(body)
    }

    pub(crate) fn touch_event(&self, slot: u32) -> TouchEvent {
        let [a, b] = self.contacts.records[slot as usize].shapes;
        TouchEvent { contact: self.contacts.id(slot), a: self.party(a), b: self.party(b) }
    }

    pub(crate) fn party(&self, shape: u32) -> Party {
        let record = &self.shapes.records[shape as usize];
        Party {
            shape: self.shapes.id(shape),
            body: self.bodies.id(record.body),
            shape_data: record.user_data,
            body_data: self.bodies.motions[record.body as usize].user_data(),
        }
    }

    /// Whether filters, bodies and joints let two shapes collide.
    pub(crate) fn may_collide(&self, shape_a: u32, shape_b: u32) -> bool {
        let (a, b) = (&self.shapes.records[shape_a as usize], &self.shapes.records[shape_b as usize]);
        if a.body == b.body || !a.filter.allows(&b.filter) {
            return false;
        }
        let (body_a, body_b) = (&self.bodies.records[a.body as usize], &self.bodies.records[b.body as usize]);
        (body_a.is_dynamic() || body_b.is_dynamic()) && !self.joined_apart(a.body, b.body)
    }

    /// Whether a joint keeps two bodies from colliding.
    pub(crate) fn joined_apart(&self, body_a: u32, body_b: u32) -> bool {
        let (mut from, mut to) = (body_a, body_b);
        if self.bodies.records[from as usize].joint_count > self.bodies.records[to as usize].joint_count {
            (from, to) = (to, from);
        }
        let mut edge = self.bodies.records[from as usize].head_joint;
        while edge != NONE {
            let (joint, side) = (&self.joints.records[edge as usize / 2], edge as usize % 2);
            if joint.bodies[1 - side] == to && joint.enabled && !joint.collide_connected {
                return true;
            }
            edge = joint.edges[side].next;
        }
        false
    }

    /// The contact of two shapes, looked for on the body that has fewer contacts.
    pub(crate) fn find_contact(&self, shape_a: u32, shape_b: u32) -> Option<u32> {
        let [a, b] = [shape_a, shape_b].map(|shape| self.shapes.records[shape as usize].body);
        let fewer_a =
            self.bodies.records[a as usize].contact_count <= self.bodies.records[b as usize].contact_count;
        let mut edge = self.bodies.records[if fewer_a { a } else { b } as usize].head_contact;
        while edge != NONE {
            let contact = &self.contacts.records[edge as usize / 2];
            if contact.shapes == [shape_a, shape_b] || contact.shapes == [shape_b, shape_a] {
                return Some(edge / 2);
            }
            edge = contact.edges[edge as usize % 2].next;
        }
        None
    }

    /// Marks the shapes that have a contact with this one.
    pub(crate) fn list_known_contacts(&self, shape: u32, known: &mut KnownContacts) {
        known.begin(self.shapes.records.len());
        let mut edge = self.bodies.records[self.shapes.records[shape as usize].body as usize].head_contact;
        while edge != NONE {
            let (contact, side) = (&self.contacts.records[edge as usize / 2], edge as usize % 2);
            if contact.shapes[side] == shape {
                known.insert(contact.shapes[1 - side]);
            }
            edge = contact.edges[side].next;
        }
    }

    /// What the search for crowds knows of a moving shape.
    pub(crate) fn bulk_of(&self, shape: u32) -> Bulk {
        let record = &self.shapes.records[shape as usize];
        let pose = self.bodies.poses[record.body as usize].pose;
        let centroid = record.geometry.centroid();
        let center = pose.transform_point(centroid);
        let center = self.bodies.world_box(record.body, Aabb::new(center, center)).min;
        // Pairs of one-way and hooked shapes never wait: filters and hooks decide about them.
        let waits = self.dynamic(record.body).is_some() && record.one_way.is_none() && !record.hooked;
        let inner = if waits { record.geometry.min_extent() } else { 0.0 };
        let axis = match record.geometry.variant() {
            ShapeVariant::Capsule(capsule) => (capsule.b - capsule.a) * 0.5,
            ShapeVariant::Polygon(polygon) => polygon.as_rect().map_or(Vec2::ZERO, |rect| {
                let long = rect.half.x - rect.half.y;
                let axis = if long > 0.0 { Vec2::new(long, 0.0) } else { Vec2::new(0.0, -long) };
                rect.rotation.rotate(axis)
            }),
            ShapeVariant::Circle(_) | ShapeVariant::Segment(_) | ShapeVariant::ChainSegment(_) => Vec2::ZERO,
        };
        let axis = pose.q.rotate(axis);
        Bulk { center, inner, outer: record.geometry.max_extent_from(centroid), axis }
    }

    /// Moves one of two dynamic shapes a hair away if their centres coincide.
    ///
    /// Kernels have one fixed normal for such a pair, so that a crowd at one point would part along a line. The direction follows from
    /// the slot of the body, so it is the same on every machine, and each body of a crowd goes its own way.
    pub(crate) fn part_coincident(&mut self, shapes: [u32; 2]) {
        let bodies = shapes.map(|shape| self.shapes.records[shape as usize].body);
        if bodies.iter().any(|&body| !self.is_movable(body)) {
            return;
        }
        let at = |world: &State, side: usize| {
            let pose = world.bodies.pose_beside(bodies[side], bodies[0]).pose;
            pose.transform_point(world.shapes.records[shapes[side] as usize].geometry.centroid())
        };
        let apart = at(self, 0).distance_squared(at(self, 1));
        let side = usize::from(bodies[0] < bodies[1]);
        let (moved, pose) = (bodies[side], self.bodies.poses[bodies[side] as usize].pose);
        let thickness = self.shapes.records[shapes[side] as usize].geometry.min_extent();
        // Far from the origin it must be some of the last digits of a coordinate.
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
        // The box has a margin for it.
        self.bodies.motions[moved as usize].margin_left -= length;
    }

    fn link_contact(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.contacts.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            link(&mut self.contacts.records, &mut body.head_contact, edge);
            body.contact_count += 1;
        }
    }

    fn unlink_contact(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.contacts.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            unlink(&mut self.contacts.records, &mut body.head_contact, edge);
            body.contact_count -= 1;
        }
    }
}
