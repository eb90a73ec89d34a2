//! One-way shapes: empties manifolds that begin from the open side or deep inside the shape.

use crate::kernels::narrow_phase::Changes;
use crate::state::State;
use crate::store::each::Each;
use crate::tables::contact::OneWayState;
use cairn2d_geometry::LINEAR_SLOP;
use cairn2d_math::Vec2;

/// Overlap that a body landing on the solid side may have beyond its motion in a step `[m]`.
const FORGIVEN: f32 = 2.0 * LINEAR_SLOP;

impl State {
    /// Updates the one-way filter state of changed contacts and empties the manifolds of those that let
    /// pass.
    pub(crate) fn pass_one_way(&mut self, changes: &[Changes], dt: f32) {
        if self.shapes.one_way_count == 0 {
            return;
        }
        for &contact in changes.iter().flat_map(|part| &part.touch_changed) {
            let record = &self.contacts.records[contact as usize];
            if record.one_way_state == OneWayState::None {
                continue;
            }
            if record.touching {
                self.contacts.records[contact as usize].one_way_state = OneWayState::Apart;
                continue;
            }
            let one_way_state = self.decide_one_way_state(contact, dt);
            let record = &mut self.contacts.records[contact as usize];
            record.one_way_state = one_way_state;
            record.one_way_step = self.step_count as u32;
            if one_way_state != OneWayState::Solid {
                self.empty_contact(contact);
            }
        }
    }

    /// Returns the one-way filter state of a contact that would begin to touch.
    fn decide_one_way_state(&self, contact: u32, dt: f32) -> OneWayState {
        let before = self.one_way_state(contact);
        let record = &self.contacts.records[contact as usize];
        let manifold = &self.contacts.manifolds[contact as usize];
        let count = manifold.point_count as usize;
        let depth = manifold.bases[..count]
            .iter()
            .fold(0.0, |most: f32, &base| if -base > most { -base } else { most });
        let rotations = record.bodies.each(|body| self.bodies.poses[body as usize].pose.q);
        let mut holds = before != OneWayState::Dropped
            && self.one_way_holds(record.shapes, Vec2::from(manifold.normal), rotations);
        for (side, &rotation) in rotations.iter().enumerate() {
            let Some(one_way) = self.shapes.records[record.shapes[side] as usize].one_way else { continue };
            let (point, frame) = (self.contact_point(contact, 0).0, self.bodies.frame(record.bodies[0]));
            let [own, other] =
                [record.bodies[side], record.bodies[1 - side]].each(|body| self.speed_at(body, point, frame));
            let nearing = -(other - own).dot(one_way.out(rotation)) * dt;
            // A body that came in from the open side overlaps more than its motion in this step explains.
            let landed = if before == OneWayState::Passing || nearing < 0.0 { 0.0 } else { nearing };
            holds &= depth <= FORGIVEN + landed;
        }
        match (holds, before) {
            (true, _) => OneWayState::Solid,
            (false, OneWayState::Dropped) => OneWayState::Dropped,
            (false, _) => OneWayState::Passing,
        }
    }
}
