//! Narrow phase: updates manifolds of awake contacts, then begins, ends and removes contacts.

mod internal_edges;
mod one_way;
mod unbalanced;

pub(crate) use internal_edges::InternalEdges;

use cairn2d_math::Vec2;

use crate::kernels::narrow_phase::{NarrowScope, PosePrediction};
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::capacity::equalize_capacity;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::hooks::ContactSituation;

/// Updates the manifolds of all awake contacts, then begins and ends touches and removes contacts whose
/// AABBs separated.
pub(crate) fn update_contacts(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    let scope = NarrowScope {
        bodies: &state.bodies,
        boxes: &state.shapes.boxes,
        rows: &state.shapes.rows,
        shapes: &state.shapes.records,
        level: state.config.lanes,
        tasks: step.tasks.as_deref(),
        tracked: step.tracked,
        prediction: PosePrediction::new(step.constants.dt, state.config.sub_steps),
    };
    let any_awake = scratch.narrow_phase.update(&mut state.contacts, scope);
    if state.bodies.is_large() {
        scratch.narrow_phase.sort_touch_changed(&state.contacts.pairs);
    }
    state.drop_unbalanced_impulses(&mut scratch.narrow_phase.changes, step.constants.h);
    let changes = &scratch.narrow_phase.changes;
    state.pass_one_way(changes, step.constants.dt);
    let mut masked = Vec::new();
    state.mask_openings(&mut masked);
    state.hide_internal_edges(changes, &mut scratch.internal_edges);
    scratch.internal_edges.hidden.append(&mut masked);
    state.call_pre_solve(&mut scratch.internal_edges.hidden);
    for &contact in changes.iter().flat_map(|part| &part.touch_changed) {
        // One-way shapes, internal edges and hooks may have emptied the manifold again.
        let touches = state.contacts.manifolds[contact as usize].point_count > 0;
        if touches != state.contacts.records[contact as usize].touching {
            state.change_touch(contact);
            if touches {
                state.check_embedded(contact, step.constants.embedded_depth(), step.constants.dt);
            }
        }
    }
    state.forget_placed(&scratch.embedded);
    for &contact in &scratch.internal_edges.hidden {
        state.change_touch(contact);
    }
    for &contact in changes.iter().flat_map(|part| &part.separated) {
        state.destroy_contact(contact);
    }
    state.wake_struck_sleepers(&mut scratch.layers);
    if any_awake {
        equalize_capacity(|each| state.contacts.awake.iter_mut().flatten().for_each(each));
        let most = state.contacts.records.capacity() + state.joints.records.capacity();
        state.graph.equalize_capacity(most);
    }
}

impl State {
    /// Calls the pre-solve hook for all contacts with points. Touching contacts that the hook disables are
    /// added to `hidden`.
    pub(crate) fn call_pre_solve(&mut self, hidden: &mut Vec<u32>) {
        if self.hooks.pre_solve.is_none() {
            return;
        }
        for index in 0..self.contacts.hooked.len() {
            let contact = self.contacts.hooked[index];
            let record = &self.contacts.records[contact as usize];
            let touching = record.touching;
            if record.list_index == NONE || self.contacts.manifolds[contact as usize].point_count == 0 {
                continue;
            }
            let response = self.hooks.respond(&self.situation(contact));
            if response.enabled {
                let surface = &mut self.contacts.surfaces[contact as usize];
                surface.friction = response.friction;
                surface.restitution = response.restitution;
                surface.tangent_speed = response.tangent_speed;
                // Restitution decides which stage resolves the impact, so the list of elastic contacts is
                // updated.
                self.contacts.list_bouncy(contact);
            } else {
                self.empty_contact(contact);
                if touching {
                    hidden.push(contact);
                }
            }
        }
    }

    /// Data of a contact for the pre-solve hook; the point is the one with the smaller separation.
    fn situation(&self, contact: u32) -> ContactSituation {
        let record = &self.contacts.records[contact as usize];
        let manifold = &self.contacts.manifolds[contact as usize];
        let first = self.contact_point(contact, 0);
        let second = if manifold.point_count > 1 { self.contact_point(contact, 1) } else { first };
        let (point, separation) = if second.1 < first.1 { second } else { first };
        let frame = self.bodies.frame(record.bodies[0]);
        let [a, b] = record.bodies.each(|body| self.speed_at(body, point, frame));
        ContactSituation {
            contact: Some(self.contacts.id(contact)),
            pair: self.shape_pair(record.shapes),
            normal: Vec2::from(manifold.normal),
            point: frame.plus(point),
            separation,
            velocity: b - a,
            response: self.response_of(record.shapes),
        }
    }
}
