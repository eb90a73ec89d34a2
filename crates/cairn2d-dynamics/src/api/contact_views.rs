//! Contact views: short-lived read access by id.

use cairn2d_math::{DVec2, StandardFloats, Vec2};

use crate::store::id::{BodyId, ContactId, ShapeId};
use crate::store::slot::NONE;
use crate::world::World;

/// Read access to a contact.
#[derive(Clone, Copy, Debug)]
pub struct ContactRef<'a> {
    world: &'a World,
    slot: u32,
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// Position \[m\], midway between the surfaces.
    pub point: Vec2,
    /// Signed distance of the surfaces \[m\], negative for overlap.
    pub separation: f32,
    /// Impulse along the normal in the last sub-step \[N s\], at least 0.
    pub normal_impulse: f32,
    /// Impulse along the tangent in the last sub-step \[N s\].
    pub tangent_impulse: f32,
    /// Id of the touching features; the same from step to step.
    pub feature: u32,
}

impl ContactRef<'_> {
    /// Returns the id.
    pub fn id(&self) -> ContactId {
        self.world.state.contacts.id(self.slot)
    }

    /// Returns the two shapes.
    pub fn shapes(&self) -> [ShapeId; 2] {
        self.world.state.contacts.records[self.slot as usize]
            .shapes
            .map(|shape| self.world.state.shape_id(shape))
    }

    /// Returns the bodies of the two shapes.
    pub fn bodies(&self) -> [BodyId; 2] {
        self.world.state.contacts.records[self.slot as usize]
            .bodies
            .map(|body| self.world.state.bodies.id(self.world.state.owner_of(body)))
    }

    /// Returns whether the shapes touch or are within the speculative margin.
    pub fn is_touching(&self) -> bool {
        self.world.state.contacts.records[self.slot as usize].touching
    }

    /// Returns the color in the constraint graph, 0 to 23; `None` for contacts that are not solved. Contacts
    /// and joints of one color share no dynamic body and are solved together. Color 23 is the overflow.
    pub fn color(&self) -> Option<u32> {
        let color = self.world.state.contacts.records[self.slot as usize].color;
        (color != NONE).then_some(color)
    }

    /// Returns the unit normal from the first shape to the second; zero unless they touch.
    pub fn normal(&self) -> Vec2 {
        let manifold = &self.world.state.contacts.manifolds[self.slot as usize];
        // Without points, the value that the kernels leave depends on the lane width.
        if manifold.point_count > 0 { Vec2::from(manifold.normal) } else { Vec2::ZERO }
    }

    /// Returns the contact points: none, one or two.
    pub fn points(&self) -> impl Iterator<Item = ContactPoint> + '_ {
        self.points_from(DVec2::ZERO)
    }

    /// Returns the contact points relative to a point of the world \[m\], as precise near that point as the
    /// engine itself.
    pub fn points_from(&self, origin: impl Into<DVec2>) -> impl Iterator<Item = ContactPoint> + '_ {
        let origin = origin.into();
        let index = self.slot as usize;
        let (manifold, impulse) =
            (&self.world.state.contacts.manifolds[index], &self.world.state.contacts.impulses[index]);
        let frame = self.world.state.bodies.frame(self.world.state.contacts.records[index].bodies[0]);
        (0..manifold.point_count as usize).map(move |side| {
            StandardFloats::within(|| {
                let (point, separation) = self.world.state.contact_point(self.slot, side);
                ContactPoint {
                    point: (frame - origin).plus(point),
                    separation,
                    normal_impulse: impulse.points[side][0],
                    tangent_impulse: impulse.points[side][1],
                    feature: manifold.ids[side],
                }
            })
        })
    }
}

impl World {
    /// Returns read access to a contact; `None` for a stale id.
    pub fn contact(&self, id: ContactId) -> Option<ContactRef<'_>> {
        self.state.contacts.pool.find(id.raw()).map(|slot| ContactRef { world: self, slot })
    }
}
