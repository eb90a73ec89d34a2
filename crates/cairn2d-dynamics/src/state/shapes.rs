//! Shapes of the state: lists per body, insertion, removal and poses.

use cairn2d_math::{DVec2, Pose};

use crate::state::State;
use crate::store::id::ShapeId;
use crate::store::slot::NONE;
use crate::tables::error::BodyError;
use crate::tables::shape::{Proxy, ShapeDef};
use crate::tables::solver_set::DISABLED_SET;

impl State {
    /// Returns the slot of a live shape.
    pub(crate) fn find_shape(&self, id: ShapeId) -> Result<u32, BodyError> {
        self.shapes.find(id).ok_or_else(|| BodyError::Stale(id.to_string()))
    }

    /// Adds a validated shape to a body.
    pub(crate) fn insert_shape(&mut self, body: u32, def: &ShapeDef) -> u32 {
        let shape = self.add_shape(body, def);
        if self.bodies.records[body as usize].set != DISABLED_SET {
            self.insert_proxy(shape, false);
        }
        shape
    }

    /// Adds a validated shape to a body, without a proxy.
    pub(crate) fn add_shape(&mut self, body: u32, def: &ShapeDef) -> u32 {
        let shape = self.shapes.insert(body, def);
        self.link_shape(shape, body);
        shape
    }

    /// Adds a shape to the front of a body's list.
    pub(crate) fn link_shape(&mut self, shape: u32, body: u32) {
        self.strip_images_of(body);
        let record = &mut self.bodies.records[body as usize];
        let next = core::mem::replace(&mut record.head_shape, shape);
        record.shape_count += 1;
        let link = &mut self.shapes.records[shape as usize];
        (link.body, link.next, link.previous) = (body, next, NONE);
        if next != NONE {
            self.shapes.records[next as usize].previous = shape;
        }
    }

    /// Removes a shape from the list of its body.
    pub(crate) fn unlink_shape(&mut self, shape: u32) {
        self.strip_images_of(self.shapes.records[shape as usize].body);
        self.forget_rim(shape);
        let link = &self.shapes.records[shape as usize];
        let (body, next, previous) = (link.body, link.next, link.previous);
        if previous == NONE {
            self.bodies.records[body as usize].head_shape = next;
        } else {
            self.shapes.records[previous as usize].next = next;
        }
        if next != NONE {
            self.shapes.records[next as usize].previous = previous;
        }
        self.bodies.records[body as usize].shape_count -= 1;
    }

    /// Removes a shape with its contacts, its proxy and its sensor overlaps.
    pub(crate) fn destroy_shape(&mut self, shape: u32) {
        self.destroy_contacts_of_shape(shape);
        self.end_sensor_overlaps(shape, |_, _| false);
        self.remove_proxy(shape);
        self.unlink_shape(shape);
        self.shapes.remove(shape);
    }

    /// Removes all contacts of a shape.
    pub(crate) fn destroy_contacts_of_shape(&mut self, shape: u32) {
        let mut edges = self.contact_edges_of_shape(shape);
        while let Some((slot, _)) = edges.next(&self.contacts.records) {
            if self.contacts.records[slot as usize].shapes.contains(&shape) {
                self.destroy_contact(slot);
            }
        }
    }

    /// Makes the pairs of a shape unknown, after its filter or its joints changed.
    pub(crate) fn forget_pairs(&mut self, shape: u32) {
        self.destroy_contacts_of_shape(shape);
        match self.shapes.records[shape as usize].proxy {
            Proxy::Moving(item) => self.broad_phase.moving.forget_pairs(item),
            Proxy::None => {}
            Proxy::Sensor(_) => self.sensors.forget(shape),
            Proxy::Static(_) | Proxy::Sleeping(_) => {
                self.remove_proxy(shape);
                self.insert_proxy(shape, false);
            }
        }
    }

    /// Returns the slots of a body's shapes, newest first.
    pub(crate) fn shapes_of(&self, body: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        self.shapes.list_from(self.bodies.records[body as usize].head_shape)
    }

    /// Returns the slots of a body's shapes, in the order in which they were added.
    pub(crate) fn shapes_in_order(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.shapes_of(body).last().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let shape = at;
            if shape == NONE {
                return None;
            }
            at = self.shapes.records[shape as usize].previous;
            Some(shape)
        })
    }

    /// Returns the slots of a body's solid shapes, newest first.
    pub(crate) fn solid_shapes_of(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        self.shapes_of(body).filter(|&shape| !self.shapes.records[shape as usize].is_sensor)
    }

    /// Returns the pose of the body of a shape, in the frame of that body.
    pub(crate) fn pose_of_shape(&self, shape: u32) -> Pose {
        self.bodies.poses[self.shapes.records[shape as usize].body as usize].pose
    }

    /// Returns the pose of the body of a shape, relative to a point of the world.
    pub(crate) fn pose_of_shape_from(&self, shape: u32, origin: DVec2) -> Pose {
        self.bodies.pose_from(self.shapes.records[shape as usize].body, origin).pose
    }

    pub(crate) fn frame_of_shape(&self, shape: u32) -> DVec2 {
        self.bodies.frame(self.shapes.records[shape as usize].body)
    }
}
