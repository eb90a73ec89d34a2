//! Impacts of what bounces: at their time within the step, all that meet at once together, before forces act.
//!
//! The soft contacts of the solver know a contact only when the step begins or ends, and one after the other. Neither does for a
//! bounce: its height depends on where and how fast bodies meet, and a row of balls on who is asked first. So contacts with restitution whose
//! bodies will meet in this step faster than the threshold are taken out of the solver's hands. In the order of their times the bodies
//! are put where they meet, the cluster of touching contacts around them is resolved by the law in [`cluster`], and what they do next is
//! looked at again.
//!
//! An impulse at time `t` of the step is an impulse at its beginning and a displacement of `-t` times the change of velocity: afterwards the
//! body is where it should be. So nothing but velocities and motions of the step ([`BodyState`](crate::tables::body::BodyState)) is written, the
//! solver adds gravity as to anybody else, and a free ball follows its parabola to the impact and away from it exactly. Who is supported
//! (by a joint or a contact that carried something in the last step) is taken to move evenly.
//!
//! This is for contacts with at least `WorldConfig::exact_restitution`, and for no more than a crowd of them: the rest bounces in the
//! restitution pass of the solver, as does whatever is left over when a step has seen too many impacts.
//!
//! What bounces has boxes that reach as far as it will move in a step, so that contacts are known in time (`refresh_boxes`); when they must be
//! made anew is told in `solver/finalize.rs`.

mod cluster;
mod foresight;
mod gather;
mod report;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use cairn2d_geometry::LINEAR_SLOP;

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::room::room;
use crate::store::slot::NONE;
use crate::tables::event::HitEvent;

use cluster::{Cluster, ImpactBody};
use foresight::Foresight;

/// Distance up to which surfaces touch \[m\].
const TOUCH: f32 = 0.1 * LINEAR_SLOP;

/// Speed at which surfaces part for good, as far as this step goes \[m/s\].
const PARTING: f32 = 0.1;

/// Impacts of one body in one step; what comes after is for the solver.
const MOST_IMPACTS_OF_ONE: u32 = 8;

/// Impacts in one step, likewise: a heap that rains down must not take the time of a hundred steps.
const MOST_IMPACTS: u32 = 256;

/// Memory of the stage, kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Impacts {
    /// Impacts to come, the first on top: time as ordered bits, contact, and how many impacts its bodies had when it was foreseen.
    coming: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// Impacts of each body slot in this step, and where it is in the cluster. Reset by walking `touched` and `members`.
    counts: Vec<u32>,
    places: Vec<u32>,
    touched: Vec<u32>,
    /// The cluster under way.
    members: Vec<u32>,
    cluster: Cluster,
    /// The bodies as they came.
    before: Vec<ImpactBody>,
    /// When it meets \[s\].
    time: f32,
    /// Contact of each point.
    contacts: Vec<u32>,
    /// Impacts that were asked for.
    pub(crate) hits: Vec<HitEvent>,
}

impl Impacts {
    /// Makes room for this many body slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        room(&mut self.counts, count);
        room(&mut self.places, count);
        room(&mut self.touched, count);
        room(&mut self.members, count);
    }

    /// A step begins.
    fn begin(&mut self, body_count: usize) {
        self.hits.clear();
        self.coming.clear();
        if self.counts.len() < body_count {
            self.counts.resize(body_count, 0);
            self.places.resize(body_count, NONE);
        }
        for body in self.touched.drain(..) {
            self.counts[body as usize] = 0;
        }
    }
}
/// Bounces what meets in this step.
pub(crate) fn solve_impacts(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    if state.contacts.bouncy.is_empty() && state.contacts.released.is_empty() {
        return;
    }
    let impacts = &mut scratch.impacts;
    impacts.begin(state.bodies.records.len());
    for contact in state.contacts.released.drain(..) {
        // Whatever contact has the slot now begins without slack anyway.
        state.contacts.impulses[contact as usize].slack = 0.0;
    }
    let dt = step.constants.dt;
    if dt > 0.0 && state.bounces_exactly() {
        // Who meets when depends on what fields do to them; these are asked again afterwards, because drag is another when velocities are.
        state.find_field_forces(dt);
        for index in 0..state.contacts.bouncy.len() {
            let contact = state.contacts.bouncy[index];
            if state.foresee(impacts, contact, 0.0, dt) == Foresight::Apart {
                state.release(contact, dt);
            }
        }
        while step.report.impacts < MOST_IMPACTS && state.gather_seeds(impacts) {
            state.collide_cluster(impacts, dt);
            step.report.impacts += 1;
        }
    }
}

impl State {
    /// Lets a cluster bounce round by round, and takes in what is drawn into it.
    fn collide_cluster(&mut self, impacts: &mut Impacts, dt: f32) {
        loop {
            self.draw_in(impacts);
            if !impacts.cluster.round() {
                break;
            }
        }
        impacts.cluster.rub();
        if impacts.cluster.bodies.iter().all(ImpactBody::is_finite) {
            self.apply_impulses(impacts, dt);
            self.report_impacts(impacts, dt);
        }
        for index in 0..impacts.members.len() {
            let body = impacts.members[index];
            impacts.places[body as usize] = NONE;
            let count = &mut impacts.counts[body as usize];
            if self.bodies.records[body as usize].is_dynamic() {
                if *count == 0 {
                    impacts.touched.push(body);
                }
                *count += 1;
            }
        }
        for index in 0..impacts.members.len() {
            let body = impacts.members[index];
            if self.bodies.records[body as usize].is_dynamic() {
                self.foresee_around(impacts, body, dt);
            }
        }
    }

    /// Looks at the contacts of a body again.
    fn foresee_around(&mut self, impacts: &mut Impacts, body: u32, dt: f32) {
        let mut edge = self.bodies.records[body as usize].head_contact;
        while edge != NONE {
            let (slot, side) = (edge / 2, edge as usize % 2);
            edge = self.contacts.records[slot as usize].edges[side].next;
            if self.contacts.surfaces[slot as usize].restitution >= self.config.exact_restitution
                && self.foresee(impacts, slot, impacts.time, dt) == Foresight::Apart
            {
                self.release(slot, dt);
            }
        }
    }
}
