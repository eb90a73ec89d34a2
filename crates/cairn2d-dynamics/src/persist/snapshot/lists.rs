//! Lists in their order: sets and islands, contacts and joints of bodies, awake contacts, colors, bodies at
//! internal edges. Positions in them are derived while reading. Counts detect objects that are missing from a
//! list.

use crate::persist::codec::{Reader, Writer};
use crate::state::State;
use crate::store::edge_list::{Edge, Linked};
use crate::store::slot::NONE;
use crate::tables::body::BodyKind;
use crate::tables::constraint_graph::OVERFLOW;
use crate::tables::contact::{Contact, FIXED};
use crate::tables::error::SnapshotError;
use crate::tables::joint::JointForm;
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, FIRST_SLEEPING_SET, Island, STATIC_SET};

use super::contacts::{Expected, MISSING};
use super::{Read, ensure};

/// Memory of an island in a growing list.
const ISLAND: usize = 16;

impl State {
    pub(super) fn write_sets(&self, out: &mut Writer<'_>) {
        self.sets.lists.iter().for_each(|list| out.list(list));
        out.count(self.sets.islands.len());
        out.charge(self.sets.islands.len(), ISLAND);
        for island in &self.sets.islands {
            out.count(island.body_count as usize);
            let mut slot = island.first;
            while slot != NONE {
                out.words([slot]);
                slot = self.bodies.records[slot as usize].set_link;
            }
        }
        out.list(&self.sets.free);
        for slot in self.sleepers_with_loads() {
            let [x, y, torque, _] = self.bodies.sleep_loads[slot as usize];
            out.floats([x, y, torque]);
        }
    }

    /// Returns the sleeping bodies in the order of slots, if bodies sleep in layers.
    fn sleepers_with_loads(&self) -> impl Iterator<Item = u32> + '_ {
        let slots = self.bodies.slots().take_while(|_| !self.bodies.sleep_loads.is_empty());
        slots.filter(|&slot| self.bodies.records[slot as usize].set >= FIRST_SLEEPING_SET)
    }

    /// Reads the sets. Every body must be in one.
    pub(super) fn read_sets(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let mut count = 0;
        for set in [STATIC_SET, DISABLED_SET, AWAKE_SET] {
            let mut list = core::mem::take(&mut self.sets.lists[set as usize]);
            from.list(&mut list)?;
            for (position, &slot) in list.iter().enumerate() {
                self.enter_set(slot, set, position as u32)?;
            }
            count += list.len();
            self.sets.lists[set as usize] = list;
        }
        self.sets.islands.clear();
        let mut open = 0;
        let island_count = from.count(1)?;
        from.charge(island_count, ISLAND)?;
        for island in 0..island_count {
            let body_count = from.count(4)?;
            let set = FIRST_SLEEPING_SET + island as u32;
            let (mut first, mut previous) = (NONE, NONE);
            for slot in from.all(body_count)? {
                self.enter_set(slot, set, NONE)?;
                let state = &self.bodies.states[slot as usize];
                let still = state.velocity == cairn2d_math::Vec2::ZERO && state.angular_velocity == 0.0;
                ensure(still, "a body is asleep with a velocity")?;
                match self.bodies.records.get_mut(previous as usize) {
                    Some(record) => record.set_link = slot,
                    None => first = slot,
                }
                previous = slot;
            }
            count += body_count;
            open += usize::from(body_count == 0);
            self.sets.islands.push(Island { first, body_count: body_count as u32 });
        }
        from.list(&mut self.sets.free)?;
        ensure(self.sets.free.len() == open, "an island is in no list")?;
        for (position, &set) in self.sets.free.iter().enumerate() {
            let island = set.checked_sub(FIRST_SLEEPING_SET);
            let island = island.and_then(|island| self.sets.islands.get_mut(island as usize));
            let island = island.filter(|island| island.body_count == 0 && island.first == NONE);
            // Mark each island, so that none is in the list twice.
            island.ok_or(SnapshotError::Structure("an island is not free"))?.first = position as u32;
        }
        self.sets.islands.iter_mut().filter(|island| island.body_count == 0).for_each(|free| {
            free.first = NONE;
        });
        let slots = self.bodies.records.len();
        for slot in 0..slots as u32 {
            let sleeps = self.bodies.records[slot as usize].set >= FIRST_SLEEPING_SET;
            if sleeps && !self.bodies.sleep_loads.is_empty() && self.bodies.pool.is_alive(slot) {
                let [x, y, torque] = from.floats()?;
                self.bodies.sleep_loads[slot as usize] = [x, y, torque, 0.0];
            }
        }
        self.sets.begun.clear();
        self.sets.unloaded.clear();
        self.sets.ensure_len(slots);
        self.internal_edges.ensure_capacity(slots);
        ensure(count == self.bodies.count() as usize, "a body is in no set")
    }

    fn enter_set(&mut self, slot: u32, set: u32, link: u32) -> Read<()> {
        ensure(slot != 0 && self.bodies.pool.is_alive(slot), "a set has a body that does not exist")?;
        let record = &mut self.bodies.records[slot as usize];
        // So far `set_link` and `internal_edge_index` are NONE; the latter marks bodies that were read.
        ensure(record.internal_edge_index == NONE, "a body is in two sets")?;
        let fits = set == DISABLED_SET || (set == STATIC_SET) == (record.kind == BodyKind::Static);
        ensure(fits, "a body is in the wrong set")?;
        (record.set, record.set_link, record.internal_edge_index) = (set, link, 0);
        Ok(())
    }

    /// Writes contacts and joints of every body, newest first.
    pub(super) fn write_edges(&self, out: &mut Writer<'_>) {
        for body in core::iter::once(0).chain(self.bodies.slots()) {
            let record = &self.bodies.records[body as usize];
            out.count(record.contact_count as usize);
            let edge = |(slot, side): (u32, usize)| 2 * slot + side as u32;
            out.all(record.contact_edges().iter(&self.contacts.records).map(edge));
            out.count(record.joint_count as usize);
            out.all(record.joint_edges().iter(&self.joints.records).map(edge));
        }
    }

    pub(super) fn read_edges(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let (mut contacts, mut joints) = (0, 0);
        for body in 0..self.bodies.records.len() as u32 {
            if !self.bodies.pool.is_alive(body) {
                continue;
            }
            let record = &mut self.bodies.records[body as usize];
            // Remove the mark of the set reader.
            record.internal_edge_index = NONE;
            let count = link_edges(&mut self.contacts.records, &mut record.head_contact, body, from)?;
            record.contact_count = count as u32;
            contacts += count;
            let count = link_edges(&mut self.joints.records, &mut record.head_joint, body, from)?;
            record.joint_count = count as u32;
            joints += count;
        }
        self.find_crowds();
        let all = contacts == 2 * self.contacts.pool.count() as usize;
        ensure(all && joints == 2 * self.joints.pool.count() as usize, "an edge is in no list")
    }

    pub(super) fn write_contact_lists(&self, out: &mut Writer<'_>) {
        self.contacts.awake.iter().flatten().for_each(|list| out.list(list));
        out.list(&self.contacts.bouncy);
        out.list(&self.contacts.hooked);
    }

    /// Reads the lists of contacts, which must have the expected lengths.
    pub(super) fn read_contact_lists(&mut self, expected: Expected, from: &mut Reader<'_>) -> Read<()> {
        let contacts = &mut self.contacts;
        let mut listed = 0;
        for kind in 0..contacts.awake.len() {
            for touching in [false, true] {
                let list = &mut contacts.awake[kind][usize::from(touching)];
                from.list(list)?;
                for (position, &slot) in list.iter().enumerate() {
                    let contact = live(&mut contacts.records, slot)?;
                    let fits = contact.kind as usize == kind && contact.touching == touching;
                    ensure(fits && contact.list_index == MISSING, "a contact is in the wrong list")?;
                    contact.list_index = position as u32;
                }
                listed += list.len();
            }
        }
        ensure(listed == expected.awake, "a contact is in no list")?;
        from.list(&mut contacts.bouncy)?;
        for (position, &slot) in contacts.bouncy.iter().enumerate() {
            live(&mut contacts.records, slot)?;
            let bounces = contacts.bounces(slot);
            let contact = &mut contacts.records[slot as usize];
            let fits = bounces && contact.list_index != NONE && contact.bouncy_index == NONE;
            ensure(fits, "a bouncy contact is listed wrongly")?;
            contact.bouncy_index = position as u32;
        }
        from.list(&mut contacts.hooked)?;
        for (position, &slot) in contacts.hooked.iter().enumerate() {
            let contact = live(&mut contacts.records, slot)?;
            ensure(contact.hook_index == NONE, "a contact is hooked twice")?;
            contact.hook_index = position as u32;
        }
        for slot in self.contacts.pool.slots() {
            let Contact { shapes, hook_index, .. } = self.contacts.records[slot as usize];
            let fits = self.has_hook(shapes) == (hook_index != NONE);
            ensure(fits, "a hooked contact is listed wrongly")?;
        }
        let contacts = &self.contacts;
        ensure(expected.bouncy == contacts.bouncy.len(), "a bouncy contact is in no list")?;
        self.link_internal_edges()
    }

    fn link_internal_edges(&mut self) -> Read<()> {
        let belongs = |world: &State, slot: u32| {
            let record = &world.bodies.records[slot as usize];
            record.ground_count >= 2 && record.set == AWAKE_SET
        };
        for position in 0..self.internal_edges.bodies.len() {
            let slot = self.internal_edges.bodies[position];
            let fits = self.bodies.pool.is_alive(slot) && belongs(self, slot);
            ensure(
                fits && self.bodies.records[slot as usize].internal_edge_index == NONE,
                "a body is not at an internal edge",
            )?;
            self.bodies.records[slot as usize].internal_edge_index = position as u32;
        }
        let count = self.bodies.slots().filter(|&slot| belongs(self, slot)).count();
        ensure(count == self.internal_edges.bodies.len(), "a body at an internal edge is in no list")
    }

    pub(super) fn write_colors(&self, out: &mut Writer<'_>) {
        for color in &self.graph.colors {
            out.list(&color.contacts);
            JointForm::ALL.iter().for_each(|&form| out.list(color.joints.of(form)));
        }
    }

    /// Reads the colors. No dynamic body may be twice in one of them, and every constraint that can act must
    /// be in one.
    pub(super) fn read_colors(&mut self, expected: Expected, from: &mut Reader<'_>) -> Read<()> {
        self.graph.clear(self.bodies.records.len());
        let mut colored = 0;
        for color in 0..self.graph.colors.len() {
            let mut list = core::mem::take(&mut self.graph.colors[color].contacts);
            from.list(&mut list)?;
            for (position, &slot) in list.iter().enumerate() {
                let contact = live(&mut self.contacts.records, slot)?;
                ensure(contact.color_index == MISSING, "a color has a constraint that cannot act")?;
                (contact.color, contact.color_index) = (color as u32, position as u32);
                let [.., a, b] = self.contacts.pairs[slot as usize];
                self.enter_color(color, a & !FIXED, a & FIXED == 0)?;
                self.enter_color(color, b & !FIXED, b & FIXED == 0)?;
            }
            colored += list.len();
            self.graph.colors[color].contacts = list;
            self.read_colored_joints(color, from)?;
        }
        let joint_count = self.joints.pool.slots().filter(|&slot| self.can_act(slot)).count();
        ensure(
            expected.colored == colored && joint_count == self.graph.joint_count,
            "a constraint that can act has no color",
        )
    }

    fn read_colored_joints(&mut self, color: usize, from: &mut Reader<'_>) -> Read<()> {
        for form in JointForm::ALL {
            let mut list = self.graph.colors[color].joints.take(form);
            from.list(&mut list)?;
            for (position, &slot) in list.iter().enumerate() {
                let is_alive = self.joints.pool.is_alive(slot);
                ensure(is_alive && self.can_act(slot), "a color has a joint that cannot act")?;
                let joint = &mut self.joints.records[slot as usize];
                let fits = joint.kind.form() == form && joint.color == NONE;
                ensure(fits, "a joint is in the wrong color")?;
                (joint.color, joint.color_index) = (color as u32, position as u32);
                let bodies = joint.bodies;
                for body in bodies {
                    self.enter_color(color, body, self.dynamic(body).is_some())?;
                }
            }
            self.graph.joint_count += list.len();
            self.graph.colors[color].joints.put(form, list);
        }
        Ok(())
    }

    #[inline]
    fn enter_color(&mut self, color: usize, body: u32, dynamic: bool) -> Read<()> {
        self.bodies.motions[body as usize].constraint_count += 1;
        if self.is_image(body) {
            ensure(color == OVERFLOW, "a contact of an image is in a color of its own")?;
            let owner = self.owner_of(body);
            self.bodies.motions[owner as usize].constraint_count += 1;
        }
        let free = color == OVERFLOW || !dynamic || self.graph.take(color, body);
        ensure(free, "a color has a body twice")
    }
}

/// Returns the contact in a slot, if there is one: free slots have no shapes.
fn live(records: &mut [Contact], slot: u32) -> Read<&mut Contact> {
    let contact = records.get_mut(slot as usize).filter(|contact| contact.bodies != [NONE; 2]);
    contact.ok_or(SnapshotError::Structure("a list has a contact that does not exist"))
}

/// Reads the list of edges of one body and links them. Returns their number.
fn link_edges<T: Linked>(records: &mut [T], head: &mut u32, body: u32, from: &mut Reader<'_>) -> Read<usize> {
    let count = from.count(4)?;
    let mut previous = NONE;
    for edge in from.all(count)? {
        let (slot, side) = (edge as usize / 2, edge as usize % 2);
        let record = records.get_mut(slot).filter(|record| record.bodies()[side] == body);
        let record = record.ok_or(SnapshotError::Structure("an edge belongs to another body"))?;
        let own = &mut record.edges_mut()[side];
        // A linked edge has a predecessor or is a head, which no other edge of this body is.
        ensure(own.previous == NONE && own.next == NONE && *head != edge, "an edge is in two lists")?;
        own.previous = previous;
        match previous {
            NONE => *head = edge,
            _ => records[previous as usize / 2].edges_mut()[previous as usize % 2].next = edge,
        }
        previous = edge;
    }
    Ok(count)
}

const _: () = assert!(FIXED == 1 << 31 && Edge::UNLINKED.next == NONE);
