//! One-way shapes: solid from one side only, and dropping through them.

use cairn2d_dynamics::{CastResult, ShapeId};
use cairn2d_geometry::separation_between;
use cairn2d_math::{Vec2, cos};

use super::Response;
use super::motion::Motion;

/// Share of the skin by which a character must be in front of a one-way shape to be stopped \[-\]; with less
/// it passes through.
const INSIDE_SHARE: f32 = 0.25;

impl Motion<'_> {
    /// Whether a cast hit stops the character. A hit at a later time than the start means that the character
    /// was in front of the shape.
    pub(super) fn stops(&self, hit: &CastResult) -> bool {
        self.holds(hit.shape, hit.normal, || {
            if hit.fraction > 0.0 { f32::INFINITY } else { self.gap_to(hit.shape) }
        })
    }

    /// Whether a surface with this normal is solid for a character at this distance \[m\] from it.
    pub(super) fn holds(&self, shape: ShapeId, normal: Vec2, gap: impl FnOnce() -> f32) -> bool {
        match self.around.response_to(shape) {
            Response::Solid => true,
            Response::OneWay { direction, half_angle } => {
                self.state.dropped != Some(shape)
                    && normal.dot(direction) >= cos(half_angle)
                    && gap() >= INSIDE_SHARE * self.setup.config.skin
            }
            Response::Soft(_) | Response::Pass => false,
        }
    }

    /// Leaves the ground if that is a one-way shape.
    pub(super) fn drop_through(&mut self) {
        let Some(ground) = self.state.ground else { return };
        if matches!(self.around.response_to(ground.shape), Response::OneWay { .. }) {
            self.take_off();
            self.state.dropped = Some(ground.shape);
        }
    }

    /// Makes the dropped shape solid again once the character is clear of it.
    pub(super) fn forget_dropped(&mut self) {
        if let Some(shape) = self.state.dropped
            && self.gap_to(shape) > 2.0 * self.setup.config.skin
        {
            self.state.dropped = None;
        }
    }

    /// Signed distance to a shape \[m\]; infinite if the shape was removed.
    fn gap_to(&self, shape: ShapeId) -> f32 {
        let world = self.around.world;
        let Some(shape) = world.shape(shape) else { return f32::INFINITY };
        let Some(body) = world.body(shape.body()) else { return f32::INFINITY };
        separation_between(shape.geometry(), body.pose(), &self.setup.shape, self.state.pose).distance
    }
}
