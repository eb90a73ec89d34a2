//! Moves bodies between solver sets: waking, falling asleep, enabling and disabling.
//!
//! Invariants: A contact is in the list of its kind if and only if one of its bodies is awake. It is in a
//! color of the constraint graph if and only if it also touches and one of them is dynamic and awake. A joint
//! is in a color if and only if one of its bodies is dynamic and awake and none is disabled. So contacts of
//! sleeping bodies on an awake but resting kinematic body cost nothing.

use cairn2d_geometry::tree::ProxyId;
use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::bit_set::BitSet;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::{SetIndex, flag};
use crate::tables::contact::{Contact, FIXED};
use crate::tables::event::SleepEvent;
use crate::tables::shape::Proxy;
use crate::tables::solver_set::{AWAKE_SET, FIRST_SLEEPING_SET, Island};

impl State {
    /// Adds a body to the static, the disabled or the awake set.
    pub(crate) fn join_set(&mut self, slot: u32, set: SetIndex) {
        let list = &mut self.sets.lists[set as usize];
        let record = &mut self.bodies.records[slot as usize];
        record.set = set;
        record.set_link = list.len() as u32;
        list.push(slot);
    }

    /// Removes a body that does not sleep from its set.
    pub(crate) fn leave_set(&mut self, slot: u32) {
        self.restart_held(slot);
        let record = &self.bodies.records[slot as usize];
        let (set, position) = (record.set, record.set_link as usize);
        debug_assert!(set < FIRST_SLEEPING_SET, "body {slot} leaves a sleeping island alone");
        let list = &mut self.sets.lists[set as usize];
        list.swap_remove(position);
        if let Some(&moved) = list.get(position) {
            self.bodies.records[moved as usize].set_link = position as u32;
        }
    }

    pub(crate) fn is_awake(&self, slot: u32) -> bool {
        self.bodies.records[slot as usize].set == AWAKE_SET
    }

    /// Returns whether the solver may move a body now.
    pub(crate) fn is_movable(&self, slot: u32) -> bool {
        self.is_awake(slot) && self.dynamic(slot).is_some()
    }

    /// Wakes a whole sleeping island.
    pub(crate) fn wake_set(&mut self, set: SetIndex) {
        self.wake_sets(&[set]);
    }

    /// Wakes sleeping islands, none twice, one after the other. Their AABBs leave the tree together.
    pub(crate) fn wake_sets(&mut self, sets: &[SetIndex]) {
        self.take_out_sleepers(sets);
        let first_awake = self.sets.awake().len();
        sets.iter().for_each(|&set| self.wake_island(set));
        if self.config.is_layered() {
            self.wake_carried(first_awake);
        }
    }

    /// Wakes the islands of these bodies, one after the other, and resets their sleep timers.
    pub(crate) fn wake_bodies(&mut self, bodies: impl Iterator<Item = u32> + Clone) {
        let (mut sets, mut known) = (Vec::new(), BitSet::default());
        for body in bodies.clone() {
            let set = self.bodies.records[body as usize].set;
            if set >= FIRST_SLEEPING_SET && !known.contains(set) {
                known.insert(set);
                sets.push(set);
            }
        }
        self.wake_sets(&sets);
        bodies.for_each(|body| {
            self.bodies.motions[body as usize].sleep_time = 0.0;
            self.restart_held(body);
        });
    }

    /// Removes the AABBs of sleeping islands from the tree of sleeping shapes. Each proxy stays as
    /// `Sleeping(NONE)` until its body wakes.
    pub(crate) fn take_out_sleepers(&mut self, sets: &[SetIndex]) {
        let State { bodies, shapes, broad_phase, sets: all, .. } = self;
        let link = |slot: u32| Some(slot).filter(|&slot| slot != NONE);
        let bodies_of = |set: SetIndex| {
            let first = link(all.islands[(set - FIRST_SLEEPING_SET) as usize].first);
            core::iter::successors(first, |&body| link(bodies.records[body as usize].set_link))
        };
        let shapes_of = |body: u32| {
            let first = link(bodies.records[body as usize].head_shape);
            core::iter::successors(first, |&shape| link(shapes.records[shape as usize].next))
        };
        let leaves = sets.iter().copied().flat_map(bodies_of).flat_map(shapes_of).filter_map(|shape| {
            match shapes.records[shape as usize].proxy {
                Proxy::Sleeping(leaf) => Some(ProxyId(leaf)),
                _ => None,
            }
        });
        broad_phase.sleeping.remove_many(leaves);
        for &set in sets {
            let mut body = all.islands[(set - FIRST_SLEEPING_SET) as usize].first;
            while body != NONE {
                let record = &bodies.records[body as usize];
                let mut shape = record.head_shape;
                while shape != NONE {
                    let record = &mut shapes.records[shape as usize];
                    if let Proxy::Sleeping(leaf) = &mut record.proxy {
                        *leaf = NONE;
                    }
                    shape = record.next;
                }
                body = record.set_link;
            }
        }
    }

    pub(crate) fn wake_island(&mut self, set: SetIndex) {
        let island = self.sets.close(set);
        let first_awake = self.sets.awake().len();
        let mut next = island.first;
        while next != NONE {
            let slot = next;
            next = self.bodies.records[slot as usize].set_link;
            self.join_set(slot, AWAKE_SET);
            self.bodies.motions[slot as usize].sleep_time = 0.0;
            let user_data = self.bodies.motions[slot as usize].user_data();
            if !self.is_image(slot) {
                self.events.wakes.push(SleepEvent { body: self.bodies.id(slot), user_data });
            }
        }
        for position in first_awake..self.sets.awake().len() {
            let slot = self.sets.awake()[position];
            self.move_proxies(slot);
            self.wake_contacts_of(slot);
            self.list_at_internal_edge(slot);
            self.add_joints_to_graph(slot);
        }
    }

    /// Puts these awake bodies to sleep as one island.
    pub(crate) fn sleep_bodies(&mut self, bodies: &[u32]) {
        let Some(&first) = bodies.first() else { return };
        if self.config.is_layered() {
            bodies.iter().for_each(|&slot| self.note_sleep_load(slot));
        }
        let set = self.sets.open(Island { first, body_count: bodies.len() as u32 });
        let successors = bodies[1..].iter().copied().chain([NONE]);
        for (&slot, next) in bodies.iter().zip(successors) {
            debug_assert!(self.is_awake(slot), "body {slot} falls asleep twice");
            self.leave_set(slot);
            let record = &mut self.bodies.records[slot as usize];
            (record.set, record.set_link) = (set, next);
            let state = &mut self.bodies.states[slot as usize];
            state.velocity = Vec2::ZERO;
            state.angular_velocity = 0.0;
            let user_data = self.bodies.motions[slot as usize].user_data();
            if !self.is_image(slot) {
                self.events.sleeps.push(SleepEvent { body: self.bodies.id(slot), user_data });
            }
        }
        for &slot in bodies {
            self.move_proxies(slot);
            self.sleep_contacts_of(slot);
            self.list_at_internal_edge(slot);
            self.sleep_joints_of(slot);
        }
    }

    /// Puts a body and its island to sleep, if no body of it must stay awake. Returns whether it sleeps.
    pub(crate) fn sleep_island_of(&mut self, slot: u32) -> bool {
        if !self.is_awake(slot) || !self.config.sleeping {
            return self.bodies.records[slot as usize].set >= FIRST_SLEEPING_SET;
        }
        let mut island = vec![slot];
        let mut known = BitSet::default();
        known.insert(slot);
        let mut next = 0;
        while let Some(&body) = island.get(next) {
            next += 1;
            let state = &self.bodies.states[body as usize];
            let moves = state.velocity != Vec2::ZERO || state.angular_velocity != 0.0;
            let is_reported = moves && self.dynamic(body).is_none();
            if is_reported || self.bodies.motions[body as usize].flags & flag::CAN_SLEEP == 0 {
                return false;
            }
            // Islands end at bodies that are not dynamic.
            if self.dynamic(body).is_some() && !self.list_neighbors(body, &mut island, &mut known) {
                return false;
            }
        }
        island.sort_unstable();
        self.sleep_apart(&island);
        true
    }

    /// Lists the awake dynamic bodies that touch a body or are joined to it. Returns whether all other
    /// neighbours are at rest.
    fn list_neighbors(&self, body: u32, island: &mut Vec<u32>, known: &mut BitSet) -> bool {
        let mut visit = |other: u32| {
            let state = &self.bodies.states[other as usize];
            if self.dynamic(other).is_some() {
                if self.is_awake(other) && !known.contains(other) {
                    known.insert(other);
                    island.push(other);
                }
                return true;
            }
            state.velocity == Vec2::ZERO && state.angular_velocity == 0.0
        };
        for row in &self.images.rows {
            if row.image == body || row.owner == body {
                visit(if row.image == body { row.owner } else { row.image });
            }
        }
        let record = &self.bodies.records[body as usize];
        for (contact, side) in record.contact_edges().iter(&self.contacts.records) {
            let record = &self.contacts.records[contact as usize];
            if record.touching && !visit(record.bodies[1 - side]) {
                return false;
            }
        }
        for (joint, side) in record.joint_edges().iter(&self.joints.records) {
            if self.can_act(joint) && !visit(self.joints.records[joint as usize].bodies[1 - side]) {
                return false;
            }
        }
        true
    }

    /// Marks the bodies of a contact that the solver does not move. If that changes, removes the contact from
    /// its color.
    fn mark_pair(&mut self, contact: u32) {
        let bodies = self.contacts.records[contact as usize].bodies;
        let [a, b] = bodies.each(|body| if self.is_movable(body) { body } else { body | FIXED });
        let [shape_a, shape_b, former_a, former_b] = self.contacts.pairs[contact as usize];
        if [a, b] != [former_a, former_b] {
            self.remove_contact_from_graph(contact);
            self.contacts.pairs[contact as usize] = [shape_a, shape_b, a, b];
        }
    }

    /// Adds the contacts of a body that just woke to lists and graph again.
    fn wake_contacts_of(&mut self, slot: u32) {
        let mut edges = self.bodies.records[slot as usize].contact_edges();
        while let Some((contact, _)) = edges.next(&self.contacts.records) {
            let touching = self.contacts.records[contact as usize].touching;
            self.scale_impulses(contact, true);
            self.contacts.wake(contact);
            self.renew_one_way_state(contact);
            self.mark_pair(contact);
            if touching {
                self.add_contact_to_graph(contact);
            }
        }
    }

    /// Updates the contacts of a body that just fell asleep. They stay in the graph if the other body can
    /// move, and in the lists if the other body is awake.
    fn sleep_contacts_of(&mut self, slot: u32) {
        let mut edges = self.bodies.records[slot as usize].contact_edges();
        while let Some((contact, side)) = edges.next(&self.contacts.records) {
            let Contact { bodies, touching, .. } = self.contacts.records[contact as usize];
            let other = bodies[1 - side];
            self.mark_pair(contact);
            if touching {
                // It is in no color now. It gets one again if the other body can move.
                self.add_contact_to_graph(contact);
            }
            if !self.is_awake(other) {
                self.scale_impulses(contact, false);
                self.contacts.sleep(contact);
            }
        }
    }

    /// Removes the joints of a body that just fell asleep from the graph, unless the other body can move.
    fn sleep_joints_of(&mut self, slot: u32) {
        let mut edges = self.bodies.records[slot as usize].joint_edges();
        while let Some((joint, _)) = edges.next(&self.joints.records) {
            if !self.can_act(joint) {
                self.remove_joint_from_graph(joint);
            }
        }
    }

    /// Adds the joints of a body to the constraint graph if they can act.
    pub(crate) fn add_joints_to_graph(&mut self, slot: u32) {
        let mut edges = self.bodies.records[slot as usize].joint_edges();
        while let Some((joint, _)) = edges.next(&self.joints.records) {
            if self.can_act(joint) {
                self.add_joint_to_graph(joint);
            }
        }
    }

    /// Removes all joints of a body from the constraint graph.
    pub(crate) fn remove_joints_from_graph(&mut self, slot: u32) {
        let mut edges = self.bodies.records[slot as usize].joint_edges();
        while let Some((joint, _)) = edges.next(&self.joints.records) {
            self.remove_joint_from_graph(joint);
        }
    }

    /// Wakes the island of a sleeping body; has no effect on an awake one.
    pub(crate) fn wake_if_asleep(&mut self, slot: u32) {
        let set = self.bodies.records[slot as usize].set;
        if set >= FIRST_SLEEPING_SET {
            self.wake_set(set);
        }
    }
}
