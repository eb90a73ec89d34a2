//! Standing: finding the ground, riding on it, and leaving it.

use cairn2d_dynamics::{BodyId, CastResult, Error, ShapeId};
use cairn2d_geometry::ShapeCast;
use cairn2d_math::{Pose, Vec2};

use super::motion::Motion;

/// Largest number of slides along obstacles in one ride.
const MAX_SLIDES: usize = 4;

/// The ground of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Contact point \[m\].
    pub point: Vec2,
    /// Unit normal of the ground.
    pub normal: Vec2,
    /// Velocity of the ground at the point \[m/s\].
    pub velocity: Vec2,
    /// The same point in the frame of the body \[m\].
    pub local_point: Vec2,
    /// Pose of the body when the ground was found.
    pose: Pose,
}

impl Motion<'_> {
    /// Moves the character along with its ground since the last update.
    pub(super) fn ride(&mut self) -> Result<(), Error> {
        let Some(ground) = self.state.ground else { return Ok(()) };
        let there = self.around.world.body(ground.body).filter(|body| body.is_enabled());
        let (Some(body), true) = (there, self.around.world.shape(ground.shape).is_some()) else {
            self.take_off();
            return Ok(());
        };
        if body.pose() == ground.pose {
            // A standing character must not move, not even by rounding.
            return Ok(());
        }
        let point = body.pose().transform_point(ground.local_point);
        let mut way = point - ground.point;
        // Only the rest of the displacement along an obstacle is continued. The ground moves along, so it is
        // not an obstacle.
        for _ in 0..MAX_SLIDES {
            if way == Vec2::ZERO {
                break;
            }
            let Some(hit) = self.advance(way, Some(ground.body))? else { break };
            way *= 1.0 - hit.fraction;
            way -= hit.normal * way.dot(hit.normal);
            self.back_off(hit.normal)?;
        }
        self.state.ground =
            Some(Ground { point, velocity: body.velocity_at(point), pose: body.pose(), ..ground });
        Ok(())
    }

    /// Leaves the ground and keeps the velocity of the ground.
    pub(super) fn take_off(&mut self) {
        if let Some(ground) = self.state.ground.take() {
            self.state.velocity += ground.velocity;
        }
    }

    /// Searches ground within this distance below, and moves down to it. A steep surface that is nearer by
    /// more than the skin hides the ground.
    pub(super) fn find_ground(&mut self, reach: f32) -> Result<Option<Ground>, Error> {
        let config = &self.setup.config;
        let down = config.up * -reach;
        let Some((hit, normal)) = self.ground_on_way(down)? else { return Ok(None) };
        self.state.pose.p += down * hit.fraction;
        Ok(self.ground_at(&hit, normal))
    }

    /// The first walkable surface on the way down, unless a steep surface is in front of it.
    pub(super) fn ground_on_way(&self, down: Vec2) -> Result<Option<(CastResult, Vec2)>, Error> {
        let around = self.around;
        let cast = ShapeCast::new(&self.setup.shape, self.state.pose, down)
            .clearance(self.setup.config.skin)
            .may_leave();
        let (mut steep, mut found, mut failed) = (f32::INFINITY, None::<(CastResult, Vec2)>, None);
        around.world.cast_shape_all(&cast, around.filter, |hit| {
            if !self.stops(&hit) {
                return 1.0;
            }
            match self.walkable_normal(&hit) {
                Ok(Some(normal)) => {
                    found = Some((hit, normal));
                    hit.fraction
                }
                Ok(None) => {
                    steep = if hit.fraction < steep { hit.fraction } else { steep };
                    1.0
                }
                Err(error) => {
                    failed = Some(error);
                    0.0
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        let nearer = |hit: &CastResult| (hit.fraction - steep) * down.length() <= self.setup.config.skin;
        Ok(found.filter(|(hit, _)| nearer(hit)).map(|(hit, normal)| {
            // Never past a steep surface, however near the ground is.
            (CastResult { fraction: if steep < hit.fraction { steep } else { hit.fraction }, ..hit }, normal)
        }))
    }

    pub(super) fn ground_at(&self, hit: &CastResult, normal: Vec2) -> Option<Ground> {
        let body = self.around.world.body(hit.body)?;
        Some(Ground {
            shape: hit.shape,
            body: hit.body,
            point: hit.point,
            normal,
            velocity: body.velocity_at(hit.point),
            local_point: body.pose().inv_transform_point(hit.point),
            pose: body.pose(),
        })
    }
}
