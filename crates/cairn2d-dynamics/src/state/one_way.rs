//! One-way filter state of contacts, in the narrow phase and in continuous collision.
//!
//! A contact that lets a body pass has its manifold cleared in every step, so later stages ignore it. The
//! kernels find it again each time, because it is near and does not touch; its state is then updated. If it
//! was not updated in the previous step, the shapes have separated meanwhile.

use cairn2d_math::{DVec2, Rot, Vec2};

use crate::state::State;
use crate::store::each::Each;
use crate::tables::contact::{ManifoldRow, OneWayState};

impl State {
    /// Removes the points of a contact, so that it does not touch.
    pub(crate) fn empty_contact(&mut self, contact: u32) {
        self.contacts.manifolds[contact as usize] = ManifoldRow::default();
        self.contacts.impulses[contact as usize].points = [[0.0; 2]; 2];
    }

    /// Returns the state of a contact at its last update, if the shapes have not separated since.
    pub(crate) fn one_way_state(&self, contact: u32) -> OneWayState {
        let record = &self.contacts.records[contact as usize];
        let age = (self.step_count as u32).wrapping_sub(record.one_way_step);
        match record.one_way_state {
            OneWayState::Passing | OneWayState::Dropped if age > 1 => OneWayState::Apart,
            one_way_state => one_way_state,
        }
    }

    /// Preserves the state of a contact that lets a body pass while its bodies sleep.
    pub(crate) fn renew_one_way_state(&mut self, contact: u32) {
        let record = &mut self.contacts.records[contact as usize];
        record.one_way_step = self.step_count as u32;
    }

    /// Returns whether the one-way shapes of a pair are solid for a normal from the first shape to the
    /// second, with these rotations.
    pub(crate) fn one_way_holds(&self, shapes: [u32; 2], normal: Vec2, rotations: [Rot; 2]) -> bool {
        let ways = shapes.each(|shape| self.shapes.records[shape as usize].one_way);
        let outward = [normal, -normal];
        (0..2).all(|side| ways[side].is_none_or(|way| way.holds(rotations[side], outward[side])))
    }

    /// Returns the velocity of a body at a point of a frame \[m/s\].
    pub(crate) fn speed_at(&self, body: u32, point: Vec2, frame: DVec2) -> Vec2 {
        let (state, pose) = (&self.bodies.states[body as usize], self.bodies.pose_from(body, frame));
        state.velocity + (point - pose.center).perp() * state.angular_velocity
    }

    /// Opens the one-way shapes that hold a body, or only one of them. Returns the number of opened contacts.
    pub(crate) fn drop_contacts(&mut self, body: u32, platform: Option<u32>) -> usize {
        if self.shapes.one_way_count == 0 {
            return 0;
        }
        self.wake_body(body);
        let (mut edges, mut count) = (self.bodies.records[body as usize].contact_edges(), 0);
        while let Some((contact, side)) = edges.next(&self.contacts.records) {
            let record = &self.contacts.records[contact as usize];
            let other = record.shapes[1 - side];
            let asked = platform.is_none_or(|platform| platform == other);
            if record.one_way_state != OneWayState::Solid
                || !record.touching
                || !asked
                || self.shapes.records[other as usize].one_way.is_none()
            {
                continue;
            }
            let record = &mut self.contacts.records[contact as usize];
            record.one_way_state = OneWayState::Dropped;
            record.one_way_step = self.step_count as u32;
            self.empty_contact(contact);
            self.change_touch(contact);
            count += 1;
        }
        count
    }

    /// Updates the contacts of a shape to its one-way setting, from the next time they begin to touch.
    pub(crate) fn update_one_way_states_of(&mut self, shape: u32) {
        let mut edges = self.contact_edges_of_shape(shape);
        while let Some((contact, _)) = edges.next(&self.contacts.records) {
            let record = &mut self.contacts.records[contact as usize];
            let one_way =
                record.shapes.iter().any(|&shape| self.shapes.records[shape as usize].one_way.is_some());
            record.one_way_state = match (one_way, record.touching) {
                (false, _) => OneWayState::None,
                (true, true) => OneWayState::Solid,
                (true, false) => OneWayState::Apart,
            };
        }
    }

    /// Returns whether a one-way ground shape lets a fast shape pass: the shape moves out of the solid side,
    /// or passes already.
    pub(crate) fn lets_pass(&self, shape: u32, ground: u32, way: Vec2) -> bool {
        let Some(one_way) = self.shapes.records[ground as usize].one_way else { return false };
        let rotation = self.pose_of_shape(ground).q;
        one_way.out(rotation).dot(way) >= 0.0
            || self.find_contact(shape, ground).is_some_and(|contact| {
                matches!(self.one_way_state(contact), OneWayState::Passing | OneWayState::Dropped)
            })
    }
}
