//! Effects of impacts: contacts that begin to touch, hit events, and contacts that are disabled for the
//! step.

use cairn2d_math::Vec2;

use crate::kernels::narrow_phase::manifold_rows;
use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::contact::mark;
use crate::tables::event::HitEvent;

use super::{ImpactHit, Impacts, PARTING};

impl State {
    /// Begins contacts that did not touch before, disables separating ones, and lists hit events.
    pub(super) fn report_impacts(&mut self, impacts: &mut Impacts, dt: f32) {
        let mut first = 0;
        while first < impacts.cluster.points.len() {
            let contact = impacts.contacts[first];
            let end = first + impacts.contacts[first..].iter().take_while(|&&other| other == contact).count();
            let (mut impulse, mut approach_speed, mut parting) = (0.0, 0.0, true);
            for point in &impacts.cluster.points[first..end] {
                let speed = point.approach(&impacts.before) as f32;
                impulse += point.impulse as f32;
                approach_speed = if speed > approach_speed { speed } else { approach_speed };
                parting &= point.approach(&impacts.cluster.bodies) < -f64::from(PARTING);
            }
            first = end;
            if impulse > 0.0 && impulse.is_finite() {
                let (point, normal) = self.begin_impact(contact, impacts.time);
                if parting {
                    self.release(contact, dt);
                }
                if approach_speed > self.contacts.hit_threshold(contact) {
                    let touch = self.touch_event(contact);
                    let (contact, a, b) = (touch.contact, touch.a, touch.b);
                    let event = HitEvent { contact, a, b, point, normal, approach_speed, impulse };
                    impacts.hits.push(ImpactHit { number: impacts.hits.len() as u32, event });
                }
            }
        }
    }

    /// Begins a contact that did not touch when the step began, with its manifold at the impact. Returns
    /// point and normal of the impact.
    fn begin_impact(&mut self, contact: u32, time: f32) -> (Vec2, Vec2) {
        let index = contact as usize;
        let trajectories = self.trajectories(contact);
        let frame = self.bodies.frame(self.contacts.records[index].bodies[0]);
        let touch = self.touch_at(contact, &trajectories, time);
        if !self.contacts.records[index].touching && touch.manifold.count > 0 {
            let centers = trajectories.each(|trajectory| trajectory.local_center);
            (self.contacts.manifolds[index], self.contacts.references[index]) =
                manifold_rows(&touch.manifold, touch.poses, centers);
            let row = &mut self.contacts.impulses[index];
            (row.points, row.loads) = ([[0.0; 2]; 2], [0.0; 2]);
            self.change_touch(contact);
            // If the contact ended at the start of this step, it continues: both events are removed.
            let id = self.contacts.id(contact);
            if self.events.ends.take_back(|end| end.contact == id) {
                self.events.begins.take_back(|begin| begin.contact == id);
            }
        }
        let point = touch.poses[0].transform_point(touch.manifold.points[0].point);
        (frame.plus(point), touch.normal)
    }

    /// Disables a contact for the solver in this step. The solver assumes straight paths and fixed normals,
    /// and could apply an impact too early, or one that does not happen. If the shapes fall back into each
    /// other within the step, the contact stays enabled to hold them.
    pub(super) fn release(&mut self, contact: u32, dt: f32) {
        let is_free = !self.contacts.impulses[contact as usize].is_marked(mark::DISABLED);
        if self.contacts.records[contact as usize].touching && is_free && !self.falls_back(contact, dt) {
            self.contacts.impulses[contact as usize].marks |= mark::DISABLED;
            self.contacts.released.push(contact);
        }
    }

    /// Makes bodies ballistic whose contacts are all disabled in this step.
    pub(crate) fn make_released_ballistic(&mut self, impacts: &mut Impacts) {
        let (released, places) = (&self.contacts.released, &mut impacts.places);
        // A contact of an image is one of its owner.
        let (records, images) = (&self.contacts.records, &self.images);
        let bodies = |contact: u32| {
            let bodies = records[contact as usize].bodies;
            let owners = bodies.map(|body| Some(images.owner(body)).filter(|&owner| owner != body));
            bodies.into_iter().chain(owners.into_iter().flatten())
        };
        for body in released.iter().flat_map(|&contact| bodies(contact)) {
            // The positions are unused now and serve as counters that start at `NONE`.
            let count = &mut places[body as usize];
            *count = count.wrapping_add(1);
            if count.wrapping_add(1) == self.bodies.motions[body as usize].constraint_count {
                self.bodies.deltas[body as usize].constraints = 0.0;
            }
        }
        released.iter().flat_map(|&contact| bodies(contact)).for_each(|body| places[body as usize] = NONE);
        // Another constraint may push a body that is not ballistic, so its contacts with ground are enabled
        // again.
        for &contact in released.iter() {
            let bound = |body: u32| self.bodies.deltas[body as usize].constraints != 0.0;
            let [a, b] = self.contacts.records[contact as usize].bodies;
            let fixed = |body: u32| !self.bodies.records[body as usize].is_dynamic();
            if (fixed(a) && bound(b)) || (fixed(b) && bound(a)) {
                self.contacts.impulses[contact as usize].marks &= !mark::DISABLED;
            }
        }
    }
}
