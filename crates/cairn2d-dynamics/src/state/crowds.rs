//! Bodies that many joints hold rigidly: a hub with its spokes. The solver softens their joints by how many there are (see
//! `solver/joint_crowd.rs`), so each row of a rigid joint says how crowded its bodies are.
//!
//! Invariant: the row of a rigid joint follows the number of rigid joints at its two bodies; that of any other says 0.

use crate::state::State;
use crate::store::slot::NONE;

/// As many joints as this hold a body without one disturbing another.
const FEW: usize = 3;

/// More than these are counted as these, so that a body with thousands of joints is not gone through for every one that comes.
const MANY: usize = 64;

impl State {
    /// Whether a joint holds its bodies rigidly.
    pub(crate) fn is_rigid(&self, slot: u32) -> bool {
        self.joints.rows[slot as usize].is_rigid(self.joints.records[slot as usize].kind)
    }

    /// Brings the rows of a joint that became rigid, ceased to be so, or left, and those of its neighbours up to date.
    pub(crate) fn follow_crowd(&mut self, slot: u32) {
        self.joints.rows[slot as usize].crowd = self.crowd(slot);
        for body in self.joints.records[slot as usize].bodies {
            let count = self.rigid_count(body);
            if !(FEW..=MANY).contains(&count) {
                continue;
            }
            let mut edge = self.bodies.records[body as usize].head_joint;
            while edge != NONE {
                let (joint, side) = (edge / 2, edge as usize % 2);
                self.joints.rows[joint as usize].crowd = self.crowd(joint);
                edge = self.joints.records[joint as usize].edges[side].next;
            }
        }
    }

    /// Writes the rows of all joints anew.
    pub(crate) fn find_crowds(&mut self) {
        for index in 0..self.joints.rows.len() {
            if self.joints.pool.is_alive(index as u32) {
                self.joints.rows[index].crowd = self.crowd(index as u32);
            }
        }
    }

    /// Checks the rows of the joints of a body.
    pub(super) fn validate_crowd(&self, body: u32) -> Result<(), String> {
        match self.joints_of(body).find(|&slot| self.joints.rows[slot as usize].crowd != self.crowd(slot)) {
            Some(slot) => Err(format!("joint {slot} does not know how crowded its bodies are")),
            None => Ok(()),
        }
    }

    /// What the row of a joint says.
    fn crowd(&self, slot: u32) -> f32 {
        if !self.is_rigid(slot) {
            return 0.0;
        }
        let crowds = self.joints.records[slot as usize].bodies.map(|body| match self.rigid_count(body) {
            ..=FEW => 0,
            count => count.min(MANY),
        });
        let [a, b] = crowds.map(|count| count as f32);
        if b > a { -b } else { a }
    }

    /// Rigid joints of a body, counted up to one more than many.
    fn rigid_count(&self, body: u32) -> usize {
        self.joints_of(body).filter(|&slot| self.is_rigid(slot)).take(MANY + 1).count()
    }

    fn joints_of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let follow = |edge: u32| (edge != NONE).then_some(edge);
        let first = follow(self.bodies.records[body as usize].head_joint);
        let next =
            move |&edge: &u32| follow(self.joints.records[edge as usize / 2].edges[edge as usize % 2].next);
        core::iter::successors(first, next).map(|edge| edge / 2)
    }
}
