//! Adds, removes and returns portals and the images of bodies in them.

use cairn2d_math::{Pose, StandardFloats};

use crate::persist::calls::Op;
use crate::store::id::{BodyId, PortalId};
use crate::store::slot::NONE;
use crate::tables::error::PortalError;
use crate::tables::portal::{PortalPair, Portals};
use crate::world::World;

impl World {
    /// Adds a pair of connected openings and returns its id. Wakes bodies at both.
    ///
    /// # Errors
    /// The first invalid value, a body that is stale or disabled, or a world that has no portals: a large
    /// one, or one whose bodies sleep in layers.
    ///
    /// # Cost
    /// Each step searches the bodies near every opening. A body in an opening costs about as much as three
    /// bodies, and its contacts behind the opening are solved on one thread.
    pub fn add_portals(&mut self, pair: PortalPair) -> Result<PortalId, PortalError> {
        StandardFloats::within(|| {
            let frames = self.state.check_portals(&pair)?;
            self.note(Op::AddPortals, &pair);
            self.state.portals.reserve(self.state.portals.pool.slot_count() + 1);
            let statics = &mut self.scratch.get().statics;
            statics.clear();
            let id = self.state.insert_portals(&pair, frames, statics)?;
            self.state.insert_static_proxies(statics);
            Ok(id)
        })
    }

    /// Removes a pair of openings. A body in one of them stays on the side of its centre of mass, where the
    /// ground behind the opening pushes it out.
    ///
    /// # Errors
    /// A stale id.
    pub fn remove_portals(&mut self, id: PortalId) -> Result<(), PortalError> {
        StandardFloats::within(|| {
            let slot = self.state.portals.find(id).ok_or_else(|| PortalError::Stale(id.to_string()))?;
            self.note(Op::RemovePortals, &id);
            self.state.destroy_portals(slot);
            Ok(())
        })
    }

    /// Returns all pairs of openings in ascending slot order.
    pub fn portals(&self) -> impl Iterator<Item = Portals> + '_ {
        self.state.portals.pool.slots().map(|slot| {
            StandardFloats::within(|| {
                let row = &self.state.portals.rows[slot as usize];
                Portals {
                    id: self.state.portals.id(slot),
                    openings: [0, 1].map(|side| self.state.opening(slot, side)),
                    bodies: row.bodies.map(|body| (body != 0).then(|| self.state.bodies.id(body))),
                    frames: row.frames,
                    width: row.width,
                    rims: [[0, 1], [2, 3]].map(|side| {
                        side.map(|end| row.rims[end])
                            .map(|rim| (rim != NONE).then(|| self.state.shapes.id(rim)))
                    }),
                }
            })
        })
    }

    /// Returns the poses of a body behind the openings that it is in, without its own pose. A renderer draws
    /// the body at each of them. Empty for other bodies and stale ids.
    pub fn images(&self, body: BodyId) -> impl Iterator<Item = Pose> + '_ {
        let owner = self.state.find_own(body).unwrap_or(0);
        let images = self.state.images_of(owner);
        images
            .into_iter()
            .filter(|&image| !self.state.is_shapeless(image))
            .map(|image| self.state.bodies.poses[image as usize].pose)
    }
}
