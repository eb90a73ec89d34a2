//! Writes move and hit events and advances the step count.

use cairn2d_math::DVec2;

use crate::kernels::solver::Hit;
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::stages::solve_impacts::ImpactHit;
use crate::state::State;
use crate::store::id::BodyId;
use crate::tables::body::Bodies;
use crate::tables::event::{Events, HitEvent, MoveEvent};
use crate::tables::moves::Moves;

/// Returns the move event of a body.
#[inline(always)]
fn move_of(bodies: &Bodies, slot: u32) -> MoveEvent {
    let pose = match bodies.is_large() {
        true => bodies.pose_from(slot, DVec2::ZERO).pose,
        false => bodies.poses[slot as usize].pose,
    };
    let user_data = bodies.motions[slot as usize].user_data();
    MoveEvent { body: BodyId::from_raw(bodies.pool.id(slot)), user_data, pose }
}

/// Writes the events of the step, clears the field forces and advances the step count.
pub(crate) fn finish_step(state: &mut State, scratch: &mut Scratch, _step: &mut StepContext) {
    report_moves(state, scratch);
    state.report_hits(scratch);
    state.fields.forces.clear();
    state.passing.clear();
    state.events.end_step();
    state.step_count += 1;
}

/// Appends move events: bodies that moved (those of continuous collision last), bodies that callers placed,
/// bodies that came to rest.
fn report_moves(state: &mut State, scratch: &Scratch) {
    let State { bodies, events, moves, .. } = state;
    moves.reserve(bodies.records.len());
    let first = events.moves.len();
    // As long as the bodies are those of the last step in the same order, no set has to be built.
    let mut same = moves.reported.as_slice();
    let mut is_same = true;
    for list in scratch.finalized.iter().map(|list| &list.moved).chain([&scratch.continuous.moved]) {
        events.moves.extend(list.iter().map(|&slot| move_of(bodies, slot)));
        match same.strip_prefix(list.as_slice()) {
            Some(rest) => same = rest,
            None => is_same = false,
        }
    }
    if !is_same || !same.is_empty() || !moves.placed.is_empty() {
        report_other_moves(bodies, events, first, moves);
    }
}

/// Appends the moves of bodies that callers placed and the last moves of bodies that came to rest. The
/// events from `first` on are those of bodies that moved.
fn report_other_moves(bodies: &Bodies, events: &mut Events, first: usize, moves: &mut Moves) {
    let Moves { reported, listed, placed, is_placed, now, rested, body_count } = moves;
    let slot_of = |event: &MoveEvent| event.body.raw().slot();
    now.clear();
    now.ensure_len(*body_count);
    events.moves.since(first).iter().for_each(|event| now.insert(slot_of(event)));
    placed.sort_unstable();
    for slot in placed.drain(..) {
        if is_placed.contains(slot) && !now.contains(slot) {
            events.moves.push(move_of(bodies, slot));
            now.insert(slot);
        }
        is_placed.remove(slot);
    }
    // A restored world reported them in another order, so the order is that of the slots.
    listed.append_difference(now, rested);
    reported.clear();
    reported.extend(events.moves.since(first).iter().map(slot_of));
    core::mem::swap(listed, now);
    events.moves.extend(rested.drain(..).map(|slot| move_of(bodies, slot)));
}

impl State {
    /// Appends hit events in ascending order of contact slots, those of one contact in order of time. Impacts
    /// come before the hit that the solver found, which is one per contact.
    fn report_hits(&mut self, scratch: &mut Scratch) {
        let impacts = &mut scratch.impacts.hits;
        // The number of the impact makes every key distinct, so an unstable sort has one result.
        impacts.sort_unstable_by_key(|hit| (hit.event.contact.raw().slot(), hit.number));
        let mut impacts = impacts.drain(..).peekable();
        for &hit in &scratch.solver.hits {
            let is_due = |impact: &ImpactHit| impact.event.contact.raw().slot() <= hit.contact;
            while let Some(impact) = impacts.next_if(is_due) {
                self.events.hits.push(impact.event);
            }
            let event = self.hit_event(hit);
            self.events.hits.push(event);
        }
        impacts.for_each(|impact| self.events.hits.push(impact.event));
    }

    fn hit_event(&self, hit: Hit) -> HitEvent {
        let touch = self.touch_event(hit.contact);
        let index = hit.contact as usize;
        let (point, _) = self.contact_point(hit.contact, 0);
        let frame = self.bodies.frame(self.contacts.records[index].bodies[0]);
        HitEvent {
            contact: touch.contact,
            a: touch.a,
            b: touch.b,
            point: frame.plus(point),
            normal: cairn2d_math::Vec2::from(self.contacts.manifolds[index].normal),
            approach_speed: hit.approach_speed,
            impulse: hit.impulse,
        }
    }
}
