//! Moving bodies between solver sets: waking, falling asleep, being enabled and disabled.
//!
//! Invariant: a contact is in the list of its kind if and only if one of its bodies is awake, and in a color of the constraint graph
//! if and only if it also touches and one of them is dynamic and awake; a joint is in a color if and only if one of its bodies is dynamic
//! and awake and none is disabled. So what sleeps on a kinematic body that is awake, but rests, is left alone.

use crate::body::{NONE, SetIndex};
use crate::event::SleepEvent;
use crate::solver_set::AWAKE_SET;

use super::World;

impl World {
    pub(crate) fn join_set(&mut self, slot: u32, set: SetIndex) {
        let list = &mut self.sets.sets[set as usize].bodies;
        let record = &mut self.bodies.records[slot as usize];
        record.set = set;
        record.set_index = list.len() as u32;
        list.push(slot);
    }

    /// Takes a body out of its set. A sleeping set that becomes empty is closed.
    pub(crate) fn leave_set(&mut self, slot: u32) {
        let record = &self.bodies.records[slot as usize];
        let (set, position) = (record.set, record.set_index as usize);
        let list = &mut self.sets.sets[set as usize].bodies;
        list.swap_remove(position);
        if let Some(&moved) = list.get(position) {
            self.bodies.records[moved as usize].set_index = position as u32;
        }
        if set > AWAKE_SET && list.is_empty() {
            self.sets.close(set);
        }
    }

    pub(crate) fn is_awake(&self, slot: u32) -> bool {
        self.bodies.records[slot as usize].set == AWAKE_SET
    }

    /// Whether the solver may move a body now.
    pub(crate) fn is_movable(&self, slot: u32) -> bool {
        self.is_awake(slot) && self.dynamic(slot).is_some()
    }

    /// Wakes a whole sleeping island.
    pub(crate) fn wake_set(&mut self, set: SetIndex) {
        let bodies = core::mem::take(&mut self.sets.sets[set as usize].bodies);
        for &slot in &bodies {
            self.join_set(slot, AWAKE_SET);
            self.bodies.motions[slot as usize].sleep_time = 0.0;
            let user_data = self.bodies.motions[slot as usize].user_data();
            self.events.wakes.push(SleepEvent { body: self.bodies.id(slot), user_data });
        }
        for &slot in &bodies {
            self.move_proxies(slot);
            self.wake_contacts_of(slot);
            self.add_joints_to_graph(slot);
        }
        self.reuse_list(set, bodies);
        self.sets.close(set);
    }

    /// Puts these awake bodies to sleep as one island.
    pub(crate) fn sleep_bodies(&mut self, bodies: &[u32]) {
        let set = self.sets.open();
        for &slot in bodies {
            debug_assert!(self.is_awake(slot), "body {slot} falls asleep twice");
            self.leave_set(slot);
            self.join_set(slot, set);
            let state = &mut self.bodies.states[slot as usize];
            state.velocity = cairn2d_math::Vec2::ZERO;
            state.angular_velocity = 0.0;
            let user_data = self.bodies.motions[slot as usize].user_data();
            self.events.sleeps.push(SleepEvent { body: self.bodies.id(slot), user_data });
        }
        for &slot in bodies {
            self.move_proxies(slot);
            self.sleep_contacts_of(slot);
            self.sleep_joints_of(slot);
        }
    }

    /// Keeps the memory of an emptied list for the next island of this set.
    fn reuse_list(&mut self, set: SetIndex, mut list: Vec<u32>) {
        list.clear();
        self.sets.sets[set as usize].bodies = list;
    }

    /// Lets the contacts of a body that just woke take part again.
    fn wake_contacts_of(&mut self, slot: u32) {
        let mut edge = self.bodies.records[slot as usize].head_contact;
        while edge != NONE {
            let contact = edge / 2;
            let record = &self.contacts.records[contact as usize];
            let touching = record.touching;
            edge = record.edges[edge as usize % 2].next;
            self.contacts.wake(contact);
            if touching {
                self.add_contact_to_graph(contact);
            }
        }
    }

    /// Takes out the contacts of a body that just fell asleep: of the graph, unless the other body may be moved, and of the lists, unless it
    /// is awake.
    fn sleep_contacts_of(&mut self, slot: u32) {
        let mut edge = self.bodies.records[slot as usize].head_contact;
        while edge != NONE {
            let (contact, side) = (edge / 2, edge as usize % 2);
            let record = &self.contacts.records[contact as usize];
            let other = record.bodies[1 - side];
            edge = record.edges[side].next;
            if !self.is_movable(other) {
                self.remove_contact_from_graph(contact);
            }
            if !self.is_awake(other) {
                self.contacts.sleep(contact);
            }
        }
    }

    /// Takes out the joints of a body that just fell asleep, unless the other body may be moved.
    fn sleep_joints_of(&mut self, slot: u32) {
        let mut edge = self.bodies.records[slot as usize].head_joint;
        while edge != NONE {
            let (joint, side) = (edge / 2, edge as usize % 2);
            edge = self.joints.records[joint as usize].edges[side].next;
            if !self.can_act(joint) {
                self.remove_joint_from_graph(joint);
            }
        }
    }

    /// Puts the joints of a body into the constraint graph if they can act.
    pub(crate) fn add_joints_to_graph(&mut self, slot: u32) {
        let mut edge = self.bodies.records[slot as usize].head_joint;
        while edge != NONE {
            let (joint, side) = (edge / 2, edge as usize % 2);
            edge = self.joints.records[joint as usize].edges[side].next;
            if self.can_act(joint) {
                self.add_joint_to_graph(joint);
            }
        }
    }

    /// Takes all joints of a body out of the constraint graph.
    pub(crate) fn remove_joints_from_graph(&mut self, slot: u32) {
        let mut edge = self.bodies.records[slot as usize].head_joint;
        while edge != NONE {
            let (joint, side) = (edge / 2, edge as usize % 2);
            edge = self.joints.records[joint as usize].edges[side].next;
            self.remove_joint_from_graph(joint);
        }
    }
}
