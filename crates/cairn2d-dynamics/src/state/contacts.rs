//! Contacts of the state: filters, materials, colors, touch events, and removal.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::each::Each;
use crate::store::edge_list::{Edges, link, unlink};
use crate::store::slot::NONE;
use crate::tables::body::{Bodies, BodyPose, flag};
use crate::tables::constraint_graph::OVERFLOW;
use crate::tables::contact::AnchorPair;
use crate::tables::event::{Party, TouchEvent};
use crate::tables::joint::Joints;
use crate::tables::material::{Material, MixedMaterial};
use crate::tables::portal::Images;
use crate::tables::shape::Shapes;

/// Number of contacts with exact restitution above which those of a region are a crowd, whose impacts are not
/// exact. Prediction takes about a microsecond for each.
pub(crate) const CROWD: usize = 1024;

impl State {
    /// Returns whether the impacts of a body are exact in this step. In a crowd the difference is invisible,
    /// and predicting every pair would cost more than all other stages. The solver then applies restitution.
    pub(crate) fn bounces_exactly(&self, body: u32) -> bool {
        !self.any_crowd() || self.bodies.motions[body as usize].flags & flag::CROWDED == 0
    }

    /// Returns whether the world has enough contacts with exact restitution for a crowd.
    pub(crate) fn any_crowd(&self) -> bool {
        self.contacts.bouncy.len() > CROWD
    }

    /// Removes a contact from the graph, the lists and the table, with an end event if it touched.
    pub(crate) fn destroy_contact(&mut self, slot: u32) {
        if self.contacts.records[slot as usize].touching {
            let event = self.touch_event(slot);
            self.events.ends.push(event);
            self.count_ground(slot, -1);
            self.unload_sleepers(slot);
        }
        self.remove_contact_from_graph(slot);
        self.contacts.sleep(slot);
        self.contacts.unhook(slot);
        self.unlink_contact(slot);
        self.contacts.pool.remove(slot);
    }

    /// Removes all contacts of a body.
    pub(crate) fn destroy_contacts_of(&mut self, body: u32) {
        while self.bodies.records[body as usize].head_contact != NONE {
            self.destroy_contact(self.bodies.records[body as usize].head_contact / 2);
        }
    }

    /// Adds a touching contact to a color, if one of its bodies can move.
    pub(crate) fn add_contact_to_graph(&mut self, slot: u32) {
        let record = &self.contacts.records[slot as usize];
        if record.color != NONE || !record.bodies.iter().any(|&body| self.is_movable(body)) {
            return;
        }
        let [a, b] = self.contacts.solved_bodies(slot);
        // The solver exchanges the states of images and owners between single constraints, which only the
        // overflow color has.
        let color = if self.is_through(slot) { OVERFLOW } else { self.graph.assign(a, b) };
        let list = &mut self.graph.colors[color].contacts;
        let record = &mut self.contacts.records[slot as usize];
        record.color = color as u32;
        record.color_index = list.len() as u32;
        list.push(slot);
        let bodies = record.bodies;
        self.count_constraint(bodies, 1);
    }

    /// Counts a contact of these bodies that entered (`1`) or left (`-1`) the constraint graph. Contacts of
    /// an image are those of its owner too.
    pub(crate) fn count_constraint(&mut self, bodies: [u32; 2], change: i32) {
        for body in bodies {
            self.bodies.count_constraint(body, change);
            let owner = self.owner_of(body);
            if owner != body {
                self.bodies.count_constraint(owner, change);
            }
        }
    }

    /// Removes a contact from its color, if it has one.
    pub(crate) fn remove_contact_from_graph(&mut self, slot: u32) {
        let record = &self.contacts.records[slot as usize];
        let (color, position) = (record.color as usize, record.color_index as usize);
        if record.color == NONE {
            return;
        }
        let [a, b] = self.contacts.solved_bodies(slot);
        self.graph.release(color, a, b);
        let list = &mut self.graph.colors[color].contacts;
        list.swap_remove(position);
        if let Some(&moved) = list.get(position) {
            self.contacts.records[moved as usize].color_index = position as u32;
        }
        let record = &mut self.contacts.records[slot as usize];
        record.color = NONE;
        let bodies = record.bodies;
        self.count_constraint(bodies, -1);
    }

    /// Returns the combined material of two shapes.
    pub(crate) fn mix(&self, shapes: [u32; 2]) -> MixedMaterial {
        let [a, b] = shapes.each(|shape| &self.shapes.records[shape as usize]);
        let radii = Vec2::new(a.geometry.radius(), b.geometry.radius());
        let material = Material::mix(&a.material, &b.material, radii);
        match self.material_pairs.get(a.material.id, b.material.id) {
            Some(pair) => material.with(pair, if radii.x > radii.y { radii.x } else { radii.y }),
            None => material,
        }
    }

    /// Returns a walk along the contacts of the body of a shape.
    pub(crate) fn contact_edges_of_shape(&self, shape: u32) -> Edges {
        self.bodies.records[self.shapes.records[shape as usize].body as usize].contact_edges()
    }

    /// Updates the contacts of a shape to its material.
    pub(crate) fn update_materials_of(&mut self, shape: u32) {
        self.update_bounciness(self.shapes.records[shape as usize].body);
        let mut edges = self.contact_edges_of_shape(shape);
        while let Some((slot, _)) = edges.next(&self.contacts.records) {
            let material = self.mix(self.contacts.records[slot as usize].shapes);
            self.contacts.set_surface(slot, material);
        }
    }

    /// Returns the current position of a manifold point, midway between its anchors \[m\] in the frame of the
    /// first body, and its separation \[m\].
    pub(crate) fn contact_point(&self, slot: u32, side: usize) -> (Vec2, f32) {
        let manifold = &self.contacts.manifolds[slot as usize];
        let [on_a, on_b] = anchors(self.contact_poses(slot), manifold.points[side]);
        (on_a.lerp(on_b, 0.5), manifold.bases[side] + Vec2::from(manifold.normal).dot(on_b - on_a))
    }

    /// Returns the current separations of the manifold points of a contact \[m\].
    pub(crate) fn separations(&self, slot: u32) -> impl Iterator<Item = f32> {
        let manifold = &self.contacts.manifolds[slot as usize];
        let (poses, normal) = (self.contact_poses(slot), Vec2::from(manifold.normal));
        let points = manifold.points.into_iter().zip(manifold.bases).take(manifold.point_count as usize);
        points.map(move |(point, base)| {
            let [on_a, on_b] = anchors(poses, point);
            base + normal.dot(on_b - on_a)
        })
    }

    /// Returns the poses of both bodies of a contact in the frame of the first one.
    pub(crate) fn contact_poses(&self, slot: u32) -> [BodyPose; 2] {
        let bodies = self.contacts.records[slot as usize].bodies;
        bodies.each(|body| self.bodies.relative_pose(body, bodies[0]))
    }

    /// Returns the body if it is dynamic, so that a color must not contain it twice.
    pub(crate) fn dynamic(&self, body: u32) -> Option<u32> {
        self.bodies.records[body as usize].is_dynamic().then_some(body)
    }

    pub(crate) fn touch_event(&self, slot: u32) -> TouchEvent {
        let [a, b] = self.contacts.records[slot as usize].shapes;
        TouchEvent { contact: self.contacts.id(slot), a: self.party(a), b: self.party(b) }
    }

    pub(crate) fn party(&self, shape: u32) -> Party {
        let body = self.shapes.records[shape as usize].body;
        let shape = if self.is_image(body) { self.owner_shape(shape) } else { shape };
        let record = &self.shapes.records[shape as usize];
        Party {
            shape: self.shapes.id(shape),
            body: self.bodies.id(record.body),
            shape_data: record.user_data,
            body_data: self.bodies.motions[record.body as usize].user_data(),
        }
    }

    /// Returns whether filters, bodies and joints accept a pair of shapes.
    pub(crate) fn may_collide(&self, shape_a: u32, shape_b: u32) -> bool {
        may_collide(&self.bodies, &self.shapes, &self.joints, &self.images, [shape_a, shape_b])
    }

    /// Returns whether a joint disables collisions of two bodies.
    pub(crate) fn joined_apart(&self, body_a: u32, body_b: u32) -> bool {
        joined_apart(&self.bodies, &self.joints, &self.images, [body_a, body_b])
    }

    /// Returns the contact of two shapes. Searches the list of the body with fewer contacts.
    pub(crate) fn find_contact(&self, shape_a: u32, shape_b: u32) -> Option<u32> {
        let [a, b] = [shape_a, shape_b].each(|shape| self.shapes.records[shape as usize].body);
        let [a, b] = [a, b].each(|body| &self.bodies.records[body as usize]);
        let shorter = if a.contact_count <= b.contact_count { a } else { b };
        let contacts = shorter.contact_edges().iter(&self.contacts.records).map(|(contact, _)| contact);
        let of_both = |&contact: &u32| {
            let shapes = self.contacts.records[contact as usize].shapes;
            shapes == [shape_a, shape_b] || shapes == [shape_b, shape_a]
        };
        contacts.into_iter().find(of_both)
    }

    pub(crate) fn link_contact(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.contacts.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            link(&mut self.contacts.records, &mut body.head_contact, edge);
            body.contact_count += 1;
        }
    }

    pub(crate) fn unlink_contact(&mut self, slot: u32) {
        for (edge, body) in (slot * 2..).zip(self.contacts.records[slot as usize].bodies) {
            let body = &mut self.bodies.records[body as usize];
            unlink(&mut self.contacts.records, &mut body.head_contact, edge);
            body.contact_count -= 1;
        }
    }

    /// Begins or ends the touching of a contact.
    pub(crate) fn change_touch(&mut self, slot: u32) {
        let touching = self.contacts.change_touch(slot);
        self.count_ground(slot, if touching { 1 } else { -1 });
        let event = self.touch_event(slot);
        if touching {
            self.events.begins.push(event);
            if self.config.is_layered() {
                self.begin_touch_in_layers(slot);
            } else {
                for body in self.contacts.records[slot as usize].bodies {
                    self.wake_if_asleep(body);
                }
            }
            self.add_contact_to_graph(slot);
        } else {
            self.events.ends.push(event);
            self.remove_contact_from_graph(slot);
            self.unload_sleepers(slot);
        }
    }
}

/// Returns whether two shapes may have a contact, by their bodies, filters and joints.
pub(crate) fn may_collide(
    bodies: &Bodies,
    shapes: &Shapes,
    joints: &Joints,
    images: &Images,
    pair: [u32; 2],
) -> bool {
    let [a, b] = pair.each(|shape| &shapes.records[shape as usize]);
    if a.body == b.body || !a.filter.allows(&b.filter) || images.are_of_one(a.body, b.body) {
        return false;
    }
    let [body_a, body_b] = [a.body, b.body].each(|body| &bodies.records[body as usize]);
    (body_a.is_dynamic() || body_b.is_dynamic()) && !joined_apart(bodies, joints, images, [a.body, b.body])
}

/// Returns whether a joint disables collisions of two bodies. Walks the shorter of their lists of joints.
fn joined_apart(bodies: &Bodies, joints: &Joints, images: &Images, [mut from, mut to]: [u32; 2]) -> bool {
    if !images.is_empty() {
        // Joints of bodies in openings may be on any of their images.
        let owners = [from, to].each(|body| images.owner(body));
        let others = images.rows.iter().filter(|row| row.owner == owners[0]).map(|row| row.image);
        return core::iter::once(owners[0]).chain(others).any(|body| {
            bodies.records[body as usize].joint_edges().iter(&joints.records).any(|(joint, side)| {
                let joint = &joints.records[joint as usize];
                images.owner(joint.bodies[1 - side]) == owners[1] && joint.enabled && !joint.collide_connected
            })
        });
    }
    if bodies.records[from as usize].joint_count > bodies.records[to as usize].joint_count {
        (from, to) = (to, from);
    }
    bodies.records[from as usize].joint_edges().iter(&joints.records).any(|(joint, side)| {
        let joint = &joints.records[joint as usize];
        joint.bodies[1 - side] == to && joint.enabled && !joint.collide_connected
    })
}

/// Positions of the anchors of a point on both bodies \[m\].
fn anchors([a, b]: [BodyPose; 2], point: AnchorPair) -> [Vec2; 2] {
    [a.center + a.pose.q.rotate(point.a.into()), b.center + b.pose.q.rotate(point.b.into())]
}
