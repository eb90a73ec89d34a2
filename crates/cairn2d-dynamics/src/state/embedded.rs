//! Contacts of bodies that got into each other without moving there: they were placed so, or grew. The solver
//! splits their push, see `solver/split_push.rs`.
//!
//! A contact is marked when one of its bodies is placed. When it begins to touch, it keeps the mark if its
//! overlap is deep, and deeper than the motion of a step. The mark then lasts as long as the overlap is deep.
//! Meanwhile the contacts of both bodies are marked too, because a push moves bodies into their neighbours.

use cairn2d_math::Vec2;

use crate::kernels::solver::StepConstants;
use crate::state::State;
use crate::store::bit_set::BitSet;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::contact::{FIXED, OneWayState, mark};

/// Relative speed of bodies up to which a contact beside an embedded one becomes embedded, as a multiple of
/// the kept push `[-]`. It is that up to which the solver splits.
const SLOW_SHARE: f32 = 4.0;

impl State {
    /// Returns whether a body of the contact was repositioned since the last step.
    pub(crate) fn was_placed(&self, contact: u32) -> bool {
        let bodies = self.contacts.records[contact as usize].bodies;
        !self.moves.placed.is_empty() && bodies.iter().any(|&body| self.moves.is_placed.contains(body))
    }

    /// Marks a contact whose bodies were placed where they are.
    pub(crate) fn mark_placed(&mut self, contact: u32) {
        self.contacts.impulses[contact as usize].marks |= mark::EMBEDDED;
    }

    /// Marks the contacts of a body that was placed, or that slipped around a corner.
    pub(crate) fn mark_contacts_placed(&mut self, body: u32) {
        let mut edges = self.bodies.records[body as usize].contact_edges();
        while let Some((contact, _)) = edges.next(&self.contacts.records) {
            self.mark_placed(contact);
        }
    }

    /// Unmarks contacts that are no longer deep and marks those that touch a body of a deep one. Contacts of
    /// bodies that move against each other are not marked.
    pub(crate) fn spread_embedded(
        &mut self,
        (touching, embedded): (&mut Vec<u32>, &mut BitSet),
        constants: &StepConstants,
    ) {
        touching.clear();
        self.contacts.awake.iter().for_each(|[_, list]| touching.extend_from_slice(list));
        embedded.clear();
        let (depth, slow) = (constants.embedded_depth(), SLOW_SHARE * constants.kept_push);
        let mut any = false;
        for &contact in touching.iter() {
            if !self.contacts.impulses[contact as usize].is_marked(mark::EMBEDDED) {
                continue;
            }
            if self.separations(contact).any(|separation| separation < -depth) {
                any = true;
                // Contacts with a body that cannot move are never slow.
                let bodies = self.contacts.solved_bodies(contact);
                bodies.into_iter().flatten().for_each(|body| embedded.insert(body));
            } else {
                self.contacts.impulses[contact as usize].marks &= !mark::EMBEDDED;
            }
        }
        if !any {
            return;
        }
        // Walks along the contacts of the bodies would cost more wherever many bodies overlap.
        for &contact in touching.iter() {
            let [_, _, a, b] = self.contacts.pairs[contact as usize];
            if (embedded.contains(a) || embedded.contains(b))
                && !self.contacts.impulses[contact as usize].is_marked(mark::EMBEDDED)
                && self.is_slower(contact, slow)
            {
                self.contacts.impulses[contact as usize].marks |= mark::EMBEDDED;
            }
        }
    }

    /// Unmarks those of the contacts that do not touch.
    pub(crate) fn forget_placed(&mut self, contacts: &[u32]) {
        for &contact in contacts {
            if !self.contacts.records[contact as usize].touching {
                self.contacts.impulses[contact as usize].marks &= !mark::EMBEDDED;
            }
        }
    }

    /// Decides whether a contact that begins to touch is embedded: deeper than `depth` \[m\] and than its
    /// bodies moved against each other in a step of `dt` \[s\].
    pub(crate) fn check_embedded(&mut self, contact: u32, depth: f32, dt: f32) {
        let index = contact as usize;
        let record = &self.contacts.records[index];
        let is_marked = self.contacts.impulses[index].is_marked(mark::EMBEDDED);
        // Filters may let shapes into each other before they begin to touch.
        let is_filtered = record.hook_index != NONE || record.one_way_state != OneWayState::None;
        if !is_marked && !is_filtered {
            return;
        }
        let manifold = &self.contacts.manifolds[index];
        let [first, second] = manifold.bases;
        let overlap = if manifold.point_count > 1 && second < first { -second } else { -first };
        let is_embedded = overlap > depth && !self.is_from_motion(contact, overlap - depth, dt);
        if is_embedded != is_marked {
            self.contacts.impulses[index].marks ^= mark::EMBEDDED;
        }
    }

    /// Returns whether `dt` \[s\] at the speed of its bodies explains an overlap of a contact \[m\].
    fn is_from_motion(&self, contact: u32, overlap: f32, dt: f32) -> bool {
        // The relative speed is not enough: bodies may have hit each other and move together since.
        let bodies = self.contacts.records[contact as usize].bodies;
        let [a, b] = bodies.each(|body| self.bodies.states[body as usize].velocity.length());
        let own = overlap - dt * if a > b { a } else { b };
        own <= 0.0 || !self.is_slower(contact, own / dt)
    }

    /// Returns whether the points of a contact move against each other at less than a speed \[m/s\], by an
    /// upper bound of their speed; `false` if one of the bodies cannot move.
    fn is_slower(&self, contact: u32, speed: f32) -> bool {
        let manifold = &self.contacts.manifolds[contact as usize];
        let [_, _, a, b] = self.contacts.pairs[contact as usize];
        if (a | b) & FIXED != 0 {
            return false;
        }
        let [a, b] = [a, b].each(|body| &self.bodies.states[body as usize]);
        let left = speed - (b.velocity - a.velocity).length();
        left > 0.0
            && manifold.points.iter().take(manifold.point_count as usize).all(|point| {
                let reach = [point.a, point.b].each(|arm| Vec2::from(arm).length());
                a.angular_velocity.abs() * reach[0] + b.angular_velocity.abs() * reach[1] < left
            })
    }
}
