//! Bodies that many joints hold rigidly, such as a hub with its spokes. The solver softens their joints by
//! the number of joints, so each row of a rigid joint contains that number.
//!
//! Invariant: the row of a rigid joint has the number of rigid joints at its two bodies; that of any other
//! joint has 0.

use crate::state::State;
use crate::store::each::Each;

/// Largest number of joints that hold a body without disturbing each other.
const FEW: usize = 3;

/// Largest number that is counted, so that a new joint does not visit thousands of others of its body.
const MANY: usize = 64;

impl State {
    /// Returns whether a joint holds its bodies rigidly.
    pub(crate) fn is_rigid(&self, slot: u32) -> bool {
        self.joints.rows[slot as usize].is_rigid(self.joints.records[slot as usize].kind)
    }

    /// Updates the rows of a joint that became rigid, ended to be rigid or was removed, and those of its
    /// neighbours.
    pub(crate) fn follow_crowd(&mut self, slot: u32) {
        self.joints.rows[slot as usize].crowd = self.crowd(slot);
        for body in self.joints.records[slot as usize].bodies {
            let count = self.rigid_count(body);
            if !(FEW..=MANY).contains(&count) {
                continue;
            }
            let mut edges = self.bodies.records[body as usize].joint_edges();
            while let Some((joint, _)) = edges.next(&self.joints.records) {
                self.joints.rows[joint as usize].crowd = self.crowd(joint);
            }
        }
    }

    /// Rewrites the rows of all joints.
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

    /// Returns the number for the row of a joint.
    fn crowd(&self, slot: u32) -> f32 {
        if !self.is_rigid(slot) {
            return 0.0;
        }
        let crowds = self.joints.records[slot as usize].bodies.each(|body| match self.rigid_count(body) {
            ..=FEW => 0,
            count => count.min(MANY),
        });
        let [a, b] = crowds.each(|count| count as f32);
        if b > a { -b } else { a }
    }

    /// Returns the number of rigid joints of a body, counted up to one more than the largest counted number.
    fn rigid_count(&self, body: u32) -> usize {
        self.joints_of(body).filter(|&slot| self.is_rigid(slot)).take(MANY + 1).count()
    }

    fn joints_of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let edges = self.bodies.records[body as usize].joint_edges();
        edges.iter(&self.joints.records).map(|(joint, _)| joint)
    }
}
