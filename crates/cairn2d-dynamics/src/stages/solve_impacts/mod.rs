//! Resolves impacts with restitution exactly: at their time within the step, simultaneous ones together,
//! before forces act.
//!
//! The solver knows contacts only at the start of a step and solves them in sequence. Restitution needs
//! more. The height of a bounce depends on the place and speed of the impact. A row of balls must not depend
//! on the order of its contacts. So impacts above the threshold speed are predicted. In order of time,
//! bodies are moved to their impact and the cluster of touching contacts around it is resolved by the law in
//! [`cluster`]. Then the next impacts of its bodies are predicted.
//!
//! An impulse at time `t` equals an impulse at the start of the step plus a displacement of `-t` times the
//! change of velocity. So only velocities and displacements ([`BodyState`](crate::tables::body::BodyState))
//! are written. The solver adds gravity as for every body, and a free ball follows its parabola exactly,
//! before and after the impact. A body that a joint or a loaded contact supports is assumed to move
//! uniformly.
//!
//! This applies to contacts with at least `WorldConfig::exact_restitution`, and to a limited number of
//! contacts and impacts in each region of the world ([`regions`]). All others use the restitution pass of
//! the solver.
//!
//! AABBs of elastic bodies cover the motion of a step, so that contacts exist in time (`refresh_boxes`).
//! `kernels/solver/finalize.rs` decides when they are renewed.

mod cluster;
mod gather;
mod prediction;
mod regions;
mod report;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use cairn2d_geometry::LINEAR_SLOP;

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::state::contacts::CROWD;
use crate::store::capacity::reserve_total;
use crate::store::slot::NONE;
use crate::tables::body::flag;
use crate::tables::contact::mark;
use crate::tables::event::HitEvent;

use cluster::{Cluster, ImpactBody};
use prediction::PredictedImpact;
use regions::ImpactBudget;

/// Separation up to which surfaces touch `[m]`.
const TOUCH: f32 = 0.1 * LINEAR_SLOP;

/// Speed at which surfaces separate for the rest of the step `[m/s]`.
const PARTING: f32 = 0.1;

/// Most impacts of one body in a step; later ones are left to the solver.
const MOST_IMPACTS_OF_ONE: u32 = 8;

/// Most impacts of a region in a step, which bounds the cost of a falling heap.
const MOST_IMPACTS: u32 = 256;

/// Crowds are found anew in every step whose number is a multiple of this.
const STEPS_OF_CROWDS: u64 = 16;

/// Memory of the stage, kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Impacts {
    /// Queue of predicted impacts, the earliest on top. An entry has the time as ordered bits, the contact,
    /// and the number of impacts that its bodies had when it was predicted.
    coming: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// Contacts outside of crowds.
    exact: Vec<u32>,
    budget: ImpactBudget,
    /// Number of impacts of each body slot in this step, and its position in the cluster. Reset through
    /// `touched` and `members`.
    counts: Vec<u32>,
    places: Vec<u32>,
    touched: Vec<u32>,
    /// Body slots of the current cluster.
    members: Vec<u32>,
    cluster: Cluster,
    /// The bodies before the impact.
    before: Vec<ImpactBody>,
    /// Time of the impact `[s]`.
    time: f32,
    /// Contact of each point.
    contacts: Vec<u32>,
    /// Hit events of the step.
    pub(crate) hits: Vec<ImpactHit>,
}

/// Hit event of an impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactHit {
    /// Number of the hit within the step, in order of time.
    pub(crate) number: u32,
    /// The event.
    pub(crate) event: HitEvent,
}

impl Impacts {
    /// Reserves memory for this many body slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        reserve_total(&mut self.counts, count);
        reserve_total(&mut self.places, count);
        reserve_total(&mut self.touched, count);
        reserve_total(&mut self.members, count);
        self.budget.reserve(count);
    }

    /// Resets the data of the last step.
    fn begin(&mut self, body_count: usize) {
        self.hits.clear();
        self.coming.clear();
        self.budget.begin();
        if self.counts.len() < body_count {
            self.counts.resize(body_count, 0);
            self.places.resize(body_count, NONE);
        }
        for body in self.touched.drain(..) {
            self.counts[body as usize] = 0;
        }
    }
}
/// Resolves the impacts of this step.
pub(crate) fn solve_impacts(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    if state.contacts.bouncy.is_empty() && state.contacts.released.is_empty() {
        return;
    }
    let impacts = &mut scratch.impacts;
    impacts.begin(state.bodies.records.len());
    for contact in state.contacts.released.drain(..) {
        // A newer contact in the same slot starts enabled anyway, so this does not affect it.
        state.contacts.impulses[contact as usize].marks &= !mark::DISABLED;
    }
    let dt = step.constants.dt;
    if dt > 0.0 {
        state.predict_impacts(impacts, dt);
        while state.gather_seeds(impacts) {
            state.collide_cluster(impacts, dt);
            step.report.impacts += 1;
            impacts.budget.count(&impacts.contacts);
        }
    }
}

impl State {
    /// Predicts the first impacts of all contacts outside of crowds.
    fn predict_impacts(&mut self, impacts: &mut Impacts, dt: f32) {
        self.find_exact_contacts(impacts);
        if impacts.exact.is_empty() {
            return;
        }
        // Predictions need field forces. These are computed again after the impacts, because drag depends
        // on velocities.
        self.find_field_forces(dt);
        for index in 0..impacts.exact.len() {
            let contact = impacts.exact[index];
            if self.predict_impact(impacts, contact, 0.0, dt) == PredictedImpact::Apart {
                self.release(contact, dt);
            }
        }
    }

    /// Lists the contacts outside of crowds, after crowds were found anew if they can have changed.
    fn find_exact_contacts(&mut self, impacts: &mut Impacts) {
        impacts.exact.clear();
        if !self.any_crowd() {
            impacts.exact.extend_from_slice(&self.contacts.bouncy);
            return;
        }
        if !self.step_count.is_multiple_of(STEPS_OF_CROWDS) {
            self.list_exact_contacts(&mut impacts.exact);
            if impacts.exact.len() <= CROWD {
                return;
            }
            impacts.exact.clear();
        }
        impacts.budget.find_crowds(self);
        self.list_exact_contacts(&mut impacts.exact);
    }

    /// Lists the contacts outside of crowds.
    fn list_exact_contacts(&self, exact: &mut Vec<u32>) {
        exact.extend(self.contacts.bouncy.iter().copied().filter(|&contact| !self.is_in_crowd(contact)));
    }

    /// Returns whether a body of a contact was in a crowd when these were found.
    fn is_in_crowd(&self, contact: u32) -> bool {
        let [a, b] = self.contacts.records[contact as usize].bodies;
        let motions = &self.bodies.motions;
        (motions[a as usize].flags | motions[b as usize].flags) & flag::CROWDED != 0
    }

    /// Resolves a cluster round by round, and adds contacts that begin to approach.
    fn collide_cluster(&mut self, impacts: &mut Impacts, dt: f32) {
        loop {
            self.draw_in(impacts);
            if !impacts.cluster.round() {
                break;
            }
        }
        impacts.cluster.solve_friction();
        if impacts.cluster.bodies.iter().all(ImpactBody::is_finite) {
            self.apply_impulses(impacts, dt);
            self.report_impacts(impacts, dt);
        }
        if !self.images.is_empty() {
            // The others that stand for its bodies have changed too.
            for index in 0..impacts.members.len() {
                let others = self.others_of(impacts.members[index]);
                impacts.members.extend(others);
            }
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
                self.predict_around(impacts, body, dt);
            }
        }
    }

    /// Predicts the impacts of all contacts of a body again.
    fn predict_around(&mut self, impacts: &mut Impacts, body: u32, dt: f32) {
        let mut edges = self.bodies.records[body as usize].contact_edges();
        while let Some((slot, _)) = edges.next(&self.contacts.records) {
            if self.contacts.surfaces[slot as usize].restitution >= self.config.exact_restitution
                && self.predict_impact(impacts, slot, impacts.time, dt) == PredictedImpact::Apart
            {
                self.release(slot, dt);
            }
        }
    }
}
