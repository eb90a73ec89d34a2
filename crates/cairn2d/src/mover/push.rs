//! Pushing: impulses on bodies that the character hit or stands on.

use cairn2d_dynamics::{BodyKind, Error, World};
use cairn2d_math::{StandardFloats, Vec2};

use crate::check::check;

use super::Character;

impl Character {
    /// Applies to each dynamic body that the character hit in its last update the impulse of an inelastic
    /// impact with `mass` \[kg\], from 0 to 1e6. Applies the weight of that mass to the body that it stands
    /// on, for `dt` \[s\]. Optional; call it after [`update`](Self::update). The character itself is not
    /// affected.
    ///
    /// # Errors
    /// A number out of range.
    pub fn push(&self, world: &mut World, mass: f32, dt: f32) -> Result<(), Error> {
        StandardFloats::within(|| {
            check("mass", mass, (0.0, 1.0e6))?;
            check("dt", dt, (1.0e-6, 1.0))?;
            for hit in self.hits() {
                let Some(mut body) = world.body_mut(hit.body).filter(|body| body.kind() == BodyKind::Dynamic)
                else {
                    continue;
                };
                let closing = (body.velocity_at(hit.point) - hit.velocity).dot(hit.normal);
                if closing > 0.0 {
                    let arm = (hit.point - body.center()).cross(hit.normal);
                    let own = body.mass();
                    let turn = if own.inertia > 0.0 { arm * arm / own.inertia } else { 0.0 };
                    let yielding = turn + if own.mass > 0.0 { 1.0 / own.mass } else { 0.0 };
                    let impulse = closing * mass / (1.0 + mass * yielding);
                    // An impulse is rejected if it would make a very light body too fast; the body stays as
                    // it is.
                    let _ = body.apply_impulse_at(hit.normal * -impulse, hit.point);
                }
            }
            let weight = world.config().gravity * (mass * self.config().gravity_scale * dt);
            if let Some(ground) = self.ground()
                && weight != Vec2::ZERO
                && let Some(mut body) =
                    world.body_mut(ground.body).filter(|body| body.kind() == BodyKind::Dynamic)
            {
                let _ = body.apply_impulse_at(weight, ground.point);
            }
            Ok(())
        })
    }
}
