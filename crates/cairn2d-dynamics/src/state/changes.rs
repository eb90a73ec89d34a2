//! Changes of a body's kind and of a shape's geometry.

use cairn2d_geometry::Shape;
use cairn2d_geometry::manifold::pair_kind;
use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::BodyKind;
use crate::tables::contact::{Contact, ReferenceRow};
use crate::tables::shape::Proxy;
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, STATIC_SET};

impl State {
    /// Sets the kind of a body.
    pub(crate) fn change_kind(&mut self, slot: u32, kind: BodyKind) {
        let index = slot as usize;
        if self.bodies.records[index].kind == kind {
            return;
        }
        let enabled = self.bodies.records[index].set != DISABLED_SET;
        if enabled {
            self.wake_touching(slot);
            self.destroy_contacts_of(slot);
            self.remove_joints_from_graph(slot);
            self.remove_proxies(slot);
            self.leave_set(slot);
        }
        self.bodies.set_kind(slot, kind);
        self.update_motion(slot);
        if enabled {
            self.join_set(slot, if kind == BodyKind::Static { STATIC_SET } else { AWAKE_SET });
            self.insert_proxies(slot);
            self.add_joints_to_graph(slot);
        }
        // Sensors detect static shapes only on request.
        let mut shape = self.bodies.records[index].head_shape;
        while shape != NONE {
            self.end_filtered_sensor_overlaps(shape);
            shape = self.shapes.records[shape as usize].next;
        }
    }

    /// Updates mass and motion for the kind of a body. Its origin keeps its velocity, unless it is static.
    fn update_motion(&mut self, slot: u32) {
        let index = slot as usize;
        let kind = self.bodies.records[index].kind;
        let former = self.bodies.poses[index].center;
        self.update_mass(slot);
        let shift = self.bodies.poses[index].center - former;
        let (state, motion) = (&mut self.bodies.states[index], &mut self.bodies.motions[index]);
        motion.sleep_time = 0.0;
        if kind != BodyKind::Dynamic {
            (motion.force, motion.torque) = (Vec2::ZERO, 0.0);
            // `update_mass` does this for a dynamic body.
            state.velocity += Vec2::cross_sv(state.angular_velocity, shift);
        }
        if kind == BodyKind::Static {
            (state.velocity, state.angular_velocity) = (Vec2::ZERO, 0.0);
        }
        self.limit_velocity(slot);
    }

    /// Replaces the geometry of a shape with a validated one. A contact persists while its pair has the same
    /// kind.
    pub(crate) fn change_geometry(&mut self, shape: u32, geometry: Shape) {
        let body = self.shapes.records[shape as usize].body;
        self.wake_touching(body);
        self.shapes.set_geometry(shape, geometry);
        let all_kept = self.keep_contacts_of_shape(shape);
        self.update_materials_of(shape);
        self.update_mass(body);
        self.refresh_boxes(body);
        if let (false, Proxy::Moving(item)) = (all_kept, self.shapes.records[shape as usize].proxy) {
            self.broad_phase.moving.forget_pairs(item);
        }
    }

    /// Makes the next step recompute the manifolds of a shape, and ends contacts whose kind changed. Returns
    /// whether none ended.
    fn keep_contacts_of_shape(&mut self, shape: u32) -> bool {
        let mut all_kept = true;
        let mut edges = self.contact_edges_of_shape(shape);
        while let Some((slot, _)) = edges.next(&self.contacts.records) {
            let Contact { shapes, kind, .. } = self.contacts.records[slot as usize];
            if !shapes.contains(&shape) {
                continue;
            }
            let [a, b] = shapes.each(|shape| &self.shapes.records[shape as usize].geometry);
            if pair_kind(a, b) == Some((kind, false)) {
                // Zeros are far from every rotation, so the manifold is not recycled.
                self.contacts.references[slot as usize] = ReferenceRow::default();
            } else {
                self.destroy_contact(slot);
                all_kept = false;
            }
        }
        all_kept
    }
}
