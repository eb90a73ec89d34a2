//! Removing, changing and adding shapes of one body in one pass over its contacts.
//!
//! Invariant: contacts of shapes that are neither removed nor changed stay as they are, with their ids and
//! impulses.

use cairn2d_geometry::Shape;
use cairn2d_geometry::manifold::pair_kind;

use crate::state::State;
use crate::store::bit_set::BitSet;
use crate::store::each::Each;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::body::BodyKind;
use crate::tables::contact::ReferenceRow;
use crate::tables::error::{BodyError, Owner};
use crate::tables::shape::{Proxy, Replace, ShapeDef};

/// A checked change of the shapes of a body: slots instead of ids.
pub(crate) struct ReplacePlan {
    body: u32,
    remove: Vec<u32>,
    change: Vec<u32>,
    /// The slots of `remove` as a set.
    removed: BitSet,
    /// The slots of both lists as a set.
    named: BitSet,
}

/// A contact of a shape that is removed or changed.
struct NamedContact {
    contact: u32,
    /// The shape of the body whose shapes are replaced.
    shape: u32,
    /// The other body.
    other: u32,
    touching: bool,
}

impl State {
    /// Checks all ids and values of a change of shapes.
    pub(crate) fn check_replace(
        &self,
        body: BodyId,
        replace: &Replace<'_>,
    ) -> Result<ReplacePlan, BodyError> {
        let mut plan = ReplacePlan {
            body: self.find_body(body)?,
            remove: Vec::with_capacity(replace.remove.len()),
            change: Vec::with_capacity(replace.change.len()),
            removed: BitSet::default(),
            named: BitSet::default(),
        };
        plan.named.ensure_len(self.shapes.records.len());
        for &shape in replace.remove {
            let slot = self.name_shape(&mut plan, shape)?;
            plan.remove.push(slot);
        }
        plan.removed.clone_from(&plan.named);
        for (shape, geometry) in replace.change {
            let slot = self.name_shape(&mut plan, *shape)?;
            let owner = Owner::Shape(*shape, body);
            geometry.validate().map_err(|error| BodyError::from(error).about(owner))?;
            plan.change.push(slot);
        }
        for (index, shape) in replace.add.iter().enumerate() {
            shape.validate().map_err(|error| error.about(Owner::AttachedShape(body, Some(index))))?;
        }
        Ok(plan)
    }

    /// Slot of a shape of the body of a plan that the plan does not name yet.
    fn name_shape(&self, plan: &mut ReplacePlan, shape: ShapeId) -> Result<u32, BodyError> {
        let slot = self.find_shape(shape)?;
        if self.shapes.records[slot as usize].body != plan.body {
            return Err(BodyError::OtherBody(shape));
        }
        if plan.named.contains(slot) {
            return Err(BodyError::Repeated(shape));
        }
        plan.named.insert(slot);
        Ok(slot)
    }

    /// Removes, changes and adds shapes as a plan of the same lists says. Returns the slots of the new
    /// shapes.
    pub(crate) fn replace_shapes(
        &mut self,
        plan: &ReplacePlan,
        change: &[(ShapeId, Shape)],
        add: Vec<ShapeDef>,
    ) -> Vec<u32> {
        let body = plan.body;
        for (&shape, (_, geometry)) in plan.change.iter().zip(change) {
            self.shapes.set_geometry(shape, geometry.clone());
        }
        let contacts = self.list_named_contacts(plan);
        // Before the bodies wake, so that contacts that end do not enter the constraint graph first.
        let lost = self.update_named_contacts(plan, &contacts);
        let touching = contacts.iter().filter(|contact| contact.touching).map(|contact| contact.other);
        self.wake_bodies(core::iter::once(body).chain(touching));
        let vacant = self.remove_planned(plan);
        self.reserve_rows(0, add.len());
        let mut statics = Vec::with_capacity(add.len());
        let added = add.iter().map(|def| self.insert_shape_later(body, def, &mut statics)).collect();
        self.place_statics(&vacant, &statics);
        self.update_mass(body);
        self.refresh_changed_boxes(plan);
        for shape in lost {
            if let Proxy::Moving(item) = self.shapes.records[shape as usize].proxy {
                self.broad_phase.moving.forget_pairs(item);
            }
        }
        added
    }

    /// Removes the shapes of a plan, whose contacts have ended. Static ones leave their places in the tree
    /// vacant, which are returned.
    fn remove_planned(&mut self, plan: &ReplacePlan) -> Vec<u32> {
        let mut vacant = Vec::with_capacity(plan.remove.len());
        for &shape in &plan.remove {
            self.forget_rim(shape);
            self.end_sensor_overlaps(shape, |_, _| false);
            let record = &mut self.shapes.records[shape as usize];
            if let Proxy::Static(proxy) = record.proxy {
                record.proxy = Proxy::None;
                vacant.push(proxy);
                // Now, as the slot may be that of a new shape next.
                self.broad_phase.vacate_static(shape);
            } else {
                self.remove_proxy(shape);
            }
            self.unlink_shape(shape);
            self.shapes.remove(shape);
        }
        vacant
    }

    /// Puts new static shapes into the vacant places of the tree, one after the other. Places without a shape
    /// are removed, shapes without a place are inserted.
    fn place_statics(&mut self, vacant: &[u32], statics: &[u32]) {
        let count = if vacant.len() < statics.len() { vacant.len() } else { statics.len() };
        for (&place, &shape) in vacant.iter().zip(statics) {
            self.replace_static_box(place, shape);
        }
        for &place in &vacant[count..] {
            self.broad_phase.statics.remove(place);
        }
        self.insert_static_proxies(&statics[count..]);
    }

    /// Puts the box of a static shape into a place of the tree.
    fn replace_static_box(&mut self, place: u32, shape: u32) {
        let aabb = self.static_shape_box(shape);
        self.shapes.boxes[shape as usize] = aabb;
        let proxy = self.broad_phase.fill_static(place, shape, aabb);
        self.shapes.records[shape as usize].proxy = proxy;
    }

    /// The contacts of the shapes that a plan removes or changes, newest first.
    fn list_named_contacts(&self, plan: &ReplacePlan) -> Vec<NamedContact> {
        let mut list = Vec::new();
        let edges = self.bodies.records[plan.body as usize].contact_edges();
        for (contact, side) in edges.iter(&self.contacts.records) {
            let record = &self.contacts.records[contact as usize];
            let shape = record.shapes[side];
            if plan.named.contains(shape) {
                let (other, touching) = (record.bodies[1 - side], record.touching);
                list.push(NamedContact { contact, shape, other, touching });
            }
        }
        list
    }

    /// Ends the contacts of removed shapes, and of changed ones whose pair is of another kind now. The other
    /// contacts of changed shapes get new manifolds. Returns the changed shapes that lost a contact, some of
    /// them more than once.
    fn update_named_contacts(&mut self, plan: &ReplacePlan, contacts: &[NamedContact]) -> Vec<u32> {
        let mut lost = Vec::new();
        for &NamedContact { contact, shape, .. } in contacts {
            if plan.removed.contains(shape) {
                self.destroy_contact(contact);
                continue;
            }
            let record = &self.contacts.records[contact as usize];
            let (shapes, kind) = (record.shapes, record.kind);
            let [a, b] = shapes.each(|shape| &self.shapes.records[shape as usize].geometry);
            if pair_kind(a, b) == Some((kind, false)) {
                // No rotation is near this one, so the manifold is not recycled.
                self.contacts.references[contact as usize] = ReferenceRow::default();
                let material = self.mix(shapes);
                self.contacts.set_surface(contact, material);
                self.mark_placed(contact);
            } else {
                self.destroy_contact(contact);
                lost.push(shape);
            }
        }
        lost
    }

    /// Makes the boxes of changed shapes follow their geometry.
    fn refresh_changed_boxes(&mut self, plan: &ReplacePlan) {
        let body = plan.body as usize;
        if plan.change.is_empty() {
            return;
        }
        if self.bodies.records[body].kind != BodyKind::Static {
            // The margin of the boxes follows from all shapes.
            self.refresh_boxes(plan.body);
            return;
        }
        for &shape in &plan.change {
            match self.shapes.records[shape as usize].proxy {
                Proxy::Static(proxy) => self.replace_static_box(proxy, shape),
                Proxy::Sensor(proxy) => {
                    let aabb = self.static_shape_box(shape);
                    self.shapes.boxes[shape as usize] = aabb;
                    self.sensors.update(shape, proxy, aabb);
                }
                // The body is disabled.
                Proxy::None | Proxy::Sleeping(_) | Proxy::Moving(_) => {}
            }
        }
    }
}
