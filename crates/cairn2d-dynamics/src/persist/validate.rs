//! Consistency checks of a whole state: every list against every other, for tests and debugging.
//!
//! Predicates that the snapshot reader also needs are defined once, at the end of this file.
//! [`World::validate`] also restores a snapshot, which checks all requirements of restoring.

use cairn2d_math::{Aabb, Vec2};

use crate::state::State;
use crate::state::masses::Extents;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, flag};
use crate::tables::contact::FIXED;
use crate::tables::shape::Proxy;
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, FIRST_SLEEPING_SET, STATIC_SET};

/// Tolerance of positions for rounding: a length \[m\], and a share of the coordinates \[-\].
const ROUNDING: (f32, f32) = (1.0e-3, 1.0e-6);

pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn require(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}

impl State {
    /// Checks the part of [`World::validate`] that also holds between the stages of a step. A snapshot would
    /// fail there. For example, a later stage limits the speed of a body.
    pub(crate) fn validate_tables(&self) -> Result<(), String> {
        self.validate_sets()?;
        self.validate_bodies()?;
        self.validate_contacts()?;
        self.validate_joints()?;
        self.validate_fields()?;
        self.validate_colors()?;
        self.validate_shapes()?;
        self.validate_sensors()
    }

    fn validate_sets(&self) -> Result<(), String> {
        for (set, list) in self.sets.lists.iter().enumerate() {
            for (position, &slot) in list.iter().enumerate() {
                let record = &self.bodies.records[slot as usize];
                ensure(self.bodies.pool.is_alive(slot), || format!("set {set} holds the dead body {slot}"))?;
                ensure(record.set as usize == set && record.set_link as usize == position, || {
                    format!("body {slot} does not record its position in set {set}")
                })?;
            }
        }
        for (island, set) in self.sets.islands.iter().zip(FIRST_SLEEPING_SET..) {
            let (mut slot, mut count) = (island.first, 0);
            while slot != NONE {
                let record = &self.bodies.records[slot as usize];
                ensure(self.bodies.pool.is_alive(slot) && record.set == set, || {
                    format!("body {slot} does not sleep in set {set}")
                })?;
                (slot, count) = (record.set_link, count + 1);
                ensure(count <= island.body_count, || format!("set {set} has more bodies than recorded"))?;
            }
            ensure(count == island.body_count, || format!("set {set} has {count} bodies"))?;
        }
        Ok(())
    }

    fn validate_bodies(&self) -> Result<(), String> {
        for slot in self.bodies.slots() {
            let index = slot as usize;
            let (record, state) = (&self.bodies.records[index], &self.bodies.states[index]);
            let listed = self.sets.lists.get(record.set as usize);
            let lost = listed.is_some_and(|list| list.get(record.set_link as usize) != Some(&slot));
            ensure(!lost, || format!("body {slot} is in no set"))?;
            let pose = &self.bodies.poses[index];
            let finite = pose.pose.p.is_finite() && pose.pose.q.is_finite() && state.velocity.is_finite();
            ensure(finite && state.angular_velocity.is_finite(), || format!("body {slot} is not finite"))?;
            self.check_body(slot).map_err(|what| format!("body {slot}: {what}"))?;
            let still = state.velocity == Vec2::ZERO && state.angular_velocity == 0.0;
            ensure(still || record.set < FIRST_SLEEPING_SET, || {
                format!("body {slot} is asleep with a velocity")
            })?;
            ensure(self.shapes_of(slot).count() == record.shape_count as usize, || {
                format!("shapes of body {slot}")
            })?;
            let (mut count, mut ground_count) = (0, 0);
            for (number, side) in record.contact_edges().iter(&self.contacts.records) {
                let contact = &self.contacts.records[number as usize];
                ensure(contact.bodies[side] == slot, || {
                    format!("contact {number} does not belong to body {slot}")
                })?;
                let other = contact.bodies[1 - side];
                ground_count += u32::from(contact.touching && self.is_ground(other));
                count += 1;
            }
            ensure(count == record.contact_count, || format!("body {slot} has {count} contacts"))?;
            ensure(!record.is_dynamic() || ground_count == record.ground_count, || {
                format!("body {slot} touches {ground_count} pieces of ground")
            })?;
            let at_internal_edge = record.is_dynamic() && record.ground_count >= 2 && self.is_awake(slot);
            ensure(
                at_internal_edge
                    == (self.internal_edges.bodies.get(record.internal_edge_index as usize) == Some(&slot)),
                || format!("body {slot} is in the wrong list of internal edges"),
            )?;
        }
        ensure(self.held.is_sorted(), || "held bodies are out of order".to_owned())?;
        Ok(())
    }

    fn validate_contacts(&self) -> Result<(), String> {
        for slot in self.contacts.pool.slots() {
            let record = &self.contacts.records[slot as usize];
            let awake = record.bodies.iter().any(|&body| self.is_awake(body));
            ensure(awake == (record.list_index != NONE), || format!("contact {slot} is in the wrong list"))?;
            let movable = record.bodies.iter().any(|&body| self.is_movable(body));
            ensure((movable && record.touching) == (record.color != NONE), || {
                format!("contact {slot} has a wrong color")
            })?;
            if awake {
                let list = &self.contacts.awake[record.kind as usize][usize::from(record.touching)];
                ensure(list.get(record.list_index as usize) == Some(&slot), || {
                    format!("contact {slot} is in no list")
                })?;
            }
            if record.color != NONE {
                let list = &self.graph.colors[record.color as usize].contacts;
                ensure(list.get(record.color_index as usize) == Some(&slot), || {
                    format!("contact {slot} is uncolored")
                })?;
            }
        }
        self.validate_contact_lists()
    }

    /// Checks that the lists of bouncy and hooked contacts contain exactly such contacts.
    fn validate_contact_lists(&self) -> Result<(), String> {
        let (mut bouncy, mut hooked) = (0, 0);
        for slot in self.contacts.pool.slots() {
            let record = &self.contacts.records[slot as usize];
            let fits = |belongs: bool, list: &[u32], index: u32| match belongs {
                true => list.get(index as usize) == Some(&slot),
                false => index == NONE,
            };
            let bounces = record.list_index != NONE && self.contacts.bounces(slot);
            ensure(fits(bounces, &self.contacts.bouncy, record.bouncy_index), || {
                format!("contact {slot} is in the wrong list of bouncy contacts")
            })?;
            let has_hook = self.has_hook(record.shapes);
            ensure(fits(has_hook, &self.contacts.hooked, record.hook_index), || {
                format!("contact {slot} is in the wrong list of hooked contacts")
            })?;
            let pair = record.bodies.each(|body| body | if self.is_movable(body) { 0 } else { FIXED });
            ensure(
                self.contacts.pairs[slot as usize] == [record.shapes[0], record.shapes[1], pair[0], pair[1]],
                || format!("the row of contact {slot} has other bodies"),
            )?;
            (bouncy, hooked) = (bouncy + usize::from(bounces), hooked + usize::from(has_hook));
        }
        let counts = [bouncy, hooked] == [self.contacts.bouncy.len(), self.contacts.hooked.len()];
        ensure(counts, || "a list of contacts has one that does not exist".to_owned())
    }

    /// Checks that no dynamic body is twice in a color.
    fn validate_colors(&self) -> Result<(), String> {
        let mut seen = vec![NONE; self.bodies.records.len()];
        let mut counts = vec![0_u32; self.bodies.records.len()];
        for (index, color) in self.graph.colors.iter().enumerate() {
            let contacts = color.contacts.iter().map(|&slot| self.contacts.records[slot as usize].bodies);
            let joints = color.joints.all().map(|&slot| self.joints.records[slot as usize].bodies);
            for bodies in contacts.chain(joints) {
                for body in bodies {
                    counts[body as usize] += 1;
                    if self.is_image(body) {
                        counts[self.owner_of(body) as usize] += 1;
                    }
                    if !self.is_movable(body) || index == crate::tables::constraint_graph::OVERFLOW {
                        continue;
                    }
                    ensure(seen[body as usize] != index as u32, || {
                        format!("body {body} is twice in color {index}")
                    })?;
                    seen[body as usize] = index as u32;
                }
            }
        }
        for slot in self.bodies.slots() {
            let known = self.bodies.motions[slot as usize].constraint_count;
            ensure(known == counts[slot as usize], || format!("body {slot} counts {known} constraints"))?;
        }
        Ok(())
    }

    fn validate_shapes(&self) -> Result<(), String> {
        for slot in self.shapes.pool.slots() {
            let record = &self.shapes.records[slot as usize];
            let set = self.bodies.records[record.body as usize].set;
            let fits = self.proxy_fits(slot);
            ensure(fits, || format!("shape {slot} of set {set} is kept as {:?}", record.proxy))?;
            ensure(self.box_holds_shape(slot), || {
                let kept = self.shapes.boxes[slot as usize];
                format!("box {kept:?} of shape {slot} does not hold {:?}", self.exact_box(slot))
            })?;
        }
        Ok(())
    }

    /// Returns whether the proxy of a shape fits its body and its kind.
    pub(crate) fn proxy_fits(&self, shape: u32) -> bool {
        let record = &self.shapes.records[shape as usize];
        let set = self.bodies.records[record.body as usize].set;
        match record.proxy {
            Proxy::None => set == DISABLED_SET,
            Proxy::Static(_) => set == STATIC_SET && !record.is_sensor,
            Proxy::Moving(_) => set == AWAKE_SET && !record.is_sensor,
            Proxy::Sleeping(_) => set > AWAKE_SET && !record.is_sensor,
            Proxy::Sensor(_) => set != DISABLED_SET && record.is_sensor,
        }
    }

    /// Checks that the data which a body derives from its shapes and its pose is correct.
    ///
    /// # Errors
    /// A description of the first inconsistency.
    pub(crate) fn check_body(&self, slot: u32) -> Result<(), &'static str> {
        let (record, motion) = (&self.bodies.records[slot as usize], &self.bodies.motions[slot as usize]);
        let (pose, local) =
            (&self.bodies.poses[slot as usize], self.bodies.poses[slot as usize].local_center);
        let apart = pose.center - pose.pose.transform_point(local);
        let reach = pose.center.length() + local.length();
        // The next step moves the origin by this distance, and no margin of an AABB covers it. So it is at
        // most a part of the tolerance of AABBs.
        require(
            apart.length() <= 0.25 * (ROUNDING.0 + ROUNDING.1 * reach),
            "a centre of mass is not where its body is",
        )?;
        // Nothing reads the extents of a static body, and only bodies in the simulation maintain their
        // margin.
        if record.kind == BodyKind::Static {
            return Ok(());
        }
        let extents = Extents { all: motion.extent, spin: motion.spin_extent, thin: motion.min_extent };
        require(extents == self.extents_of(slot), "the extents of a body are not those of its shapes")?;
        let bouncy = motion.flags & flag::BOUNCY != 0;
        require(bouncy == self.is_bouncy(slot), "a body does not know whether it bounces")
    }

    /// Returns whether the AABB of a shape contains the shape, up to rounding, at any pose until the AABB is
    /// rebuilt. Shapes of disabled bodies need no AABB.
    pub(crate) fn box_holds_shape(&self, shape: u32) -> bool {
        let record = &self.shapes.records[shape as usize];
        let motion = &self.bodies.motions[record.body as usize];
        let margin = match record.proxy {
            Proxy::None => return true,
            Proxy::Static(_) => 0.0,
            _ if self.bodies.records[record.body as usize].kind == BodyKind::Static => 0.0,
            _ if motion.margin_left > 0.0 => motion.margin_left,
            _ => 0.0,
        };
        let exact = self.exact_box(shape);
        // Far out, rounding of the coordinates exceeds any fixed tolerance, and so does rotation about a far
        // centre.
        let pose = &self.bodies.poses[record.body as usize];
        let far = [exact.min, exact.max, pose.center, pose.local_center].each(Vec2::length);
        let reach = far.into_iter().fold(0.0, |most: f32, reach| if reach > most { reach } else { most });
        let slack = ROUNDING.0 + ROUNDING.1 * reach;
        self.shapes.boxes[shape as usize].expand(slack).contains(exact.expand(margin))
    }

    /// Returns whether hooks run for contacts of two shapes.
    pub(crate) fn has_hook(&self, shapes: [u32; 2]) -> bool {
        shapes.iter().any(|&shape| self.shapes.records[shape as usize].hooked)
    }

    fn exact_box(&self, shape: u32) -> Aabb {
        let record = &self.shapes.records[shape as usize];
        let near = record.geometry.aabb(self.bodies.poses[record.body as usize].pose);
        self.bodies.world_box(record.body, near)
    }
}
