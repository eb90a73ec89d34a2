//! Portals of the state: images of bodies in openings, and passing through.

mod crossing;
mod images;
mod masking;
mod passage;

pub(crate) use crossing::PortalScratch;
pub(crate) use passage::Passage;

use cairn2d_geometry::Circle;
use cairn2d_math::{Pose, Vec2};

use crate::state::State;
use crate::store::id::{BodyId, PortalId, ShapeId};
use crate::store::slot::NONE;
use crate::tables::body::{Body, flag};
use crate::tables::error::{Owner, PortalError};
use crate::tables::parts::PORTALS;
use crate::tables::portal::{PortalPair, PortalRow};
use crate::tables::shape::ShapeDef;

/// Radius of a rim \[m\].
const RIM: f32 = 0.01;

/// The centres of the rims at both ends of an opening.
fn rim_centers(frame: &Pose, width: f32) -> [Vec2; 2] {
    [-1.0, 1.0].map(|end| frame.transform_point(Vec2::new(end * (0.5 * width + RIM), -RIM)))
}

impl State {
    /// Whether the world has portals or images of bodies.
    #[inline]
    pub(crate) fn has_portals(&self) -> bool {
        !self.portals.is_empty() || !self.images.is_empty()
    }

    /// Returns the body that a body of the tables stands for: itself, or the owner of an image.
    #[inline]
    pub(crate) fn owner_of(&self, body: u32) -> u32 {
        if !self.is_image(body) {
            return body;
        }
        let row = self.images.rows.iter().find(|row| row.image == body);
        row.map_or(body, |row| row.owner)
    }

    /// Whether a body is an image.
    #[inline]
    pub(crate) fn is_image(&self, body: u32) -> bool {
        PORTALS && self.bodies.motions[body as usize].flags & flag::IMAGE != 0
    }

    /// Whether a shape is one of an image.
    #[inline]
    pub(crate) fn is_of_image(&self, shape: u32) -> bool {
        !self.images.is_empty() && self.is_image(self.shapes.records[shape as usize].body)
    }

    /// Returns the slot of a body of the caller, not of an image.
    #[inline]
    pub(crate) fn find_own(&self, id: BodyId) -> Option<u32> {
        let slot = self.bodies.find(id)?;
        (self.images.is_empty() || !self.is_image(slot)).then_some(slot)
    }

    /// Returns the shape that a shape of the tables stands for: itself, or that of the owner of an image.
    pub(crate) fn owner_shape(&self, shape: u32) -> u32 {
        let body = self.shapes.records[shape as usize].body;
        let owner = self.owner_of(body);
        if owner == body { shape } else { self.twin_shape(shape, owner).unwrap_or(shape) }
    }

    /// Returns the id of a shape, or of the shape of the owner of an image.
    pub(crate) fn shape_id(&self, shape: u32) -> ShapeId {
        let body = self.shapes.records[shape as usize].body;
        self.shapes.id(if self.is_image(body) { self.owner_shape(shape) } else { shape })
    }

    /// Returns the shape of another body of the same owner that corresponds to a solid shape.
    pub(crate) fn twin_shape(&self, shape: u32, body: u32) -> Option<u32> {
        let own = self.shapes.records[shape as usize].body;
        let place = self.solid_shapes_of(own).position(|other| other == shape)?;
        self.solid_shapes_of(body).nth(place)
    }

    /// Adds a pair of openings. The caller has checked the frames.
    pub(crate) fn insert_portals(
        &mut self,
        pair: &PortalPair,
        frames: [Pose; 2],
        statics: &mut Vec<u32>,
    ) -> Result<PortalId, PortalError> {
        let mut row = PortalRow { frames, width: pair.width, ..PortalRow::VACANT };
        for (body, frame) in row.bodies.iter_mut().zip(&pair.frames) {
            if let Some(id) = frame.body {
                *body = self.find_own(id).ok_or_else(|| PortalError::Stale(id.to_string()))?;
            }
        }
        for (side, frame) in frames.iter().enumerate().filter(|_| pair.rims) {
            let ends = rim_centers(frame, pair.width).map(|center| {
                let mut def = ShapeDef::new(Circle { center, radius: RIM });
                def.density = 0.0;
                def
            });
            if row.bodies[side] == 0 {
                let rims = ends.into_iter().fold(Body::fixed(), Body::with);
                let id = self.spawn_valid(&rims, statics);
                let body = id.raw().slot();
                for (place, shape) in [1, 0].into_iter().zip(self.shapes_of(body)) {
                    row.rims[2 * side + place] = shape;
                }
            } else {
                self.wake_body(row.bodies[side]);
                for (place, def) in ends.into_iter().enumerate() {
                    row.rims[2 * side + place] = self.insert_shape(row.bodies[side], &def);
                }
                self.update_mass(row.bodies[side]);
            }
        }
        let id = self.portals.insert(row);
        self.wake_at_portal(id.raw().slot());
        Ok(id)
    }

    /// Checks the definition of a pair of openings in this world.
    pub(crate) fn check_portals(&self, pair: &PortalPair) -> Result<[Pose; 2], PortalError> {
        if self.config.large_world || self.config.layered_sleep {
            return Err(PortalError::World);
        }
        for id in pair.frames.iter().filter_map(|frame| frame.body) {
            let body = self.find_own(id).ok_or_else(|| PortalError::Stale(id.to_string()))?;
            if self.bodies.records[body as usize].set == crate::tables::solver_set::DISABLED_SET {
                return Err(PortalError::Disabled(id.to_string()));
            }
        }
        let about = |error: crate::tables::error::ValueError| error.about(Owner::NewPortals);
        let frames = pair.validate().map_err(about)?;
        for (frame, pose) in pair.frames.iter().zip(frames) {
            let body = frame.body.and_then(|id| self.find_own(id)).unwrap_or(0);
            let at = self.bodies.poses[body as usize].pose.transform_point(pose.p);
            crate::tables::check::check_position("opening", at).map_err(about)?;
            // A rim is a shape, whose points have the same range.
            for center in rim_centers(&pose, pair.width) {
                crate::tables::check::check_position("opening", center).map_err(about)?;
            }
        }
        Ok(frames)
    }

    /// Removes a pair of openings with its rims. Bodies in them stay at the side of their centre.
    pub(crate) fn destroy_portals(&mut self, slot: u32) {
        self.wake_at_portal(slot);
        self.drop_images(|_, row| row.portal != slot);
        let row = self.portals.rows[slot as usize];
        self.portals.rows[slot as usize] = PortalRow::VACANT;
        self.portals.pool.remove(slot);
        for (index, &rim) in row.rims.iter().enumerate() {
            if rim == NONE {
                continue;
            }
            let body = self.shapes.records[rim as usize].body;
            self.wake_touching(body);
            self.destroy_shape(rim);
            if row.bodies[index / 2] == 0 && self.is_bare(body) {
                // The static body that was made for the rims, unless the caller uses it.
                self.remove_bare_body(body);
            } else {
                self.update_mass(body);
            }
        }
    }

    /// Returns whether a body has neither shapes nor joints nor openings.
    fn is_bare(&self, body: u32) -> bool {
        let record = &self.bodies.records[body as usize];
        let mut rows = self.portals.pool.slots().map(|slot| &self.portals.rows[slot as usize]);
        record.head_shape == NONE && record.joint_count == 0 && rows.all(|row| !row.bodies.contains(&body))
    }

    /// Removes a body that has neither shapes nor joints.
    pub(crate) fn remove_bare_body(&mut self, slot: u32) {
        self.leave_set(slot);
        self.moves.forget(slot);
        self.bodies.remove(slot);
    }

    /// Removes everything of the portals that depends on a body that is to be removed or disabled: its
    /// images, and openings on it.
    pub(crate) fn leave_portals(&mut self, body: u32) {
        if !self.has_portals() {
            return;
        }
        self.drop_images(|_, row| row.owner != body);
        for slot in 0..self.portals.pool.slot_count() as u32 {
            if self.portals.pool.is_alive(slot) && self.portals.rows[slot as usize].bodies.contains(&body) {
                self.destroy_portals(slot);
            }
        }
    }

    /// Displaces the openings that are fixed in the world.
    pub(crate) fn shift_portals(&mut self, origin: Vec2) {
        for slot in 0..self.portals.pool.slot_count() as u32 {
            if !self.portals.pool.is_alive(slot) {
                continue;
            }
            let row = &mut self.portals.rows[slot as usize];
            for (body, frame) in row.bodies.into_iter().zip(&mut row.frames) {
                if body == 0 {
                    frame.p -= origin;
                }
            }
        }
    }

    /// Forgets a rim that is to be removed.
    pub(crate) fn forget_rim(&mut self, shape: u32) {
        if self.portals.is_empty() {
            return;
        }
        for slot in 0..self.portals.pool.slot_count() as u32 {
            if self.portals.pool.is_alive(slot) && self.portals.rows[slot as usize].has_rim(shape) {
                let rims = &mut self.portals.rows[slot as usize].rims;
                rims.iter_mut().filter(|rim| **rim == shape).for_each(|rim| *rim = NONE);
            }
        }
    }
}
