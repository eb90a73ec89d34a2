//! Calls the pair filter, and returns the default response of a contact.

use crate::state::State;
use crate::store::each::Each;
use crate::tables::hooks::{ContactResponse, ShapePair};

impl State {
    /// Returns the response of a contact of two shapes without a hook.
    pub(crate) fn response_of(&self, shapes: [u32; 2]) -> ContactResponse {
        let material = self.mix(shapes);
        ContactResponse {
            enabled: true,
            friction: material.friction,
            restitution: material.restitution,
            tangent_speed: material.tangent_speed,
        }
    }

    /// Returns whether the pair filter accepts two shapes.
    pub(crate) fn filter_allows(&self, shapes: [u32; 2]) -> bool {
        let hooked = shapes.iter().any(|&shape| self.shapes.records[shape as usize].hooked);
        !hooked || self.hooks.allows(|| self.shape_pair(shapes))
    }

    pub(crate) fn shape_pair(&self, [a, b]: [u32; 2]) -> ShapePair {
        let materials = [a, b].each(|shape| self.shapes.records[shape as usize].material.id);
        ShapePair { a: self.party(a), b: self.party(b), materials }
    }
}
