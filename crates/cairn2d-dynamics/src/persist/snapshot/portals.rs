//! Checks of portals and images, whose rows a snapshot contains as they are.

use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, flag};
use crate::tables::portal::ImageRow;

use super::{Read, ensure};

/// Most images that a snapshot may have for one body.
const MOST_IMAGES: usize = 64;

impl State {
    /// Checks what portals and images refer to. Bodies, shapes and sets must have been read.
    pub(super) fn link_portals(&mut self) -> Read<()> {
        self.passing.clear();
        let bodies = &self.bodies;
        for portal in self.portals.pool.slots() {
            let row = &self.portals.rows[portal as usize];
            let exist = row.bodies.iter().all(|&body| bodies.pool.is_alive(body));
            ensure(exist, "an opening is on a body that does not exist")?;
            let exist = row.rims.iter().all(|&rim| rim == NONE || self.shapes.pool.is_alive(rim));
            ensure(exist, "a rim does not exist")?;
            ensure(!self.config.large_world && !self.config.layered_sleep, "the world may have no portals")?;
        }
        let rows = &self.images.rows;
        for (index, row) in rows.iter().enumerate() {
            let &ImageRow { parent, image, owner, portal, side } = row;
            ensure(side < 2 && self.portals.pool.is_alive(portal), "an image is in no portal")?;
            let is_body = |body: u32| body != 0 && bodies.pool.is_alive(body);
            ensure([parent, image, owner].into_iter().all(is_body), "an image has no body")?;
            let is_image = |body: u32| bodies.motions[body as usize].flags & flag::IMAGE != 0;
            let dynamic = bodies.records[image as usize].kind == BodyKind::Dynamic;
            ensure(is_image(image) && !is_image(owner) && dynamic, "an image is no image")?;
            let before = &rows[..index];
            let known = parent == owner || before.iter().any(|row| row.image == parent && row.owner == owner);
            ensure(known, "an image comes before its body")?;
            let others = before.iter().filter(|row| row.owner == owner).count();
            ensure(others < MOST_IMAGES, "a body has too many images")?;
            ensure(
                rows.iter().all(|row| row.image != image || row.owner == owner),
                "an image has two owners",
            )?;
        }
        let is_listed = |body: u32| rows.iter().any(|row| row.image == body);
        for body in bodies.slots() {
            let is_image = bodies.motions[body as usize].flags & flag::IMAGE != 0;
            ensure(!is_image || is_listed(body), "an image is of no body")?;
        }
        Ok(())
    }
}
