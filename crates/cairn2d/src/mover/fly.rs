//! Jumps and falls: a parabola that slides along obstacles and ends on walkable ground.

use cairn2d_dynamics::Error;
use cairn2d_math::Vec2;

use super::motion::Motion;
use super::walk::{ramp, tangent};

/// Largest number of surfaces hit in one piece of a flight.
const MAX_SLIDES: usize = 6;

/// Speed away from a surface above which a character does not land on it \[m/s\].
const LEAVING: f32 = 1.0e-3;

impl Motion<'_> {
    /// Flies for a time `dt` \[s\].
    pub(super) fn fly(&mut self, wish: f32, dt: f32) -> Result<(), Error> {
        self.state.time_in_air += dt;
        let way = self.accelerate(wish, dt);
        let landed = self.slide(way)?;
        let (config, velocity) = (&self.setup.config, self.state.velocity);
        // A platform may rise faster than the character does.
        let reach =
            if landed || velocity.dot(config.up) <= LEAVING { 2.0 * config.skin } else { config.skin };
        let before = self.state.pose;
        if let Some(ground) = self.find_ground(reach)? {
            let relative = velocity - ground.velocity;
            if relative.dot(ground.normal) <= LEAVING {
                self.state.velocity = tangent(ground.normal) * relative.dot(tangent(ground.normal));
                self.state.ground = Some(ground);
                self.state.time_in_air = 0.0;
                return Ok(());
            }
        }
        self.state.pose = before;
        Ok(())
    }

    /// Adds gravity and air control to the velocity; returns the displacement of a time `dt` \[s\].
    fn accelerate(&mut self, wish: f32, dt: f32) -> Vec2 {
        let config = &self.setup.config;
        let (up, right) = (config.up, tangent(config.up));
        let gravity = self.around.world.config().gravity * config.gravity_scale;
        let sideways = self.state.velocity.dot(right);
        // Walking against a steep slope does not stop the slide down.
        let in_vain = self.state.steep.is_some_and(|normal| normal.dot(right) * wish < 0.0);
        let (pushed, way) = if wish != 0.0 && (wish - sideways) * wish > 0.0 && !in_vain {
            ramp(sideways, wish, config.air_acceleration, dt)
        } else {
            (sideways, sideways * dt)
        };
        let rise = self.state.velocity.dot(up);
        let velocity = right * pushed + up * rise + gravity * dt;
        let way = right * way + up * (rise * dt) + gravity * (0.5 * dt * dt);
        let too_fast = -config.max_fall_speed - velocity.dot(up);
        self.state.velocity = if too_fast > 0.0 { velocity + up * too_fast } else { velocity };
        way
    }

    /// Moves by a displacement and slides along obstacles; the velocity loses its part against them. Returns
    /// whether a walkable surface was hit.
    fn slide(&mut self, way: Vec2) -> Result<bool, Error> {
        let (mut left, mut landed) = (way, false);
        let mut met: Option<Vec2> = None;
        self.state.steep = None;
        for _ in 0..MAX_SLIDES {
            if left == Vec2::ZERO {
                break;
            }
            let Some(hit) = self.advance(left, None)? else { break };
            self.note(&hit, self.state.velocity);
            left *= 1.0 - hit.fraction;
            landed |= self.walkable_normal(&hit)?.is_some();
            if hit.normal.dot(self.setup.config.up) > 0.0 && !self.is_walkable(hit.normal) {
                self.state.steep = Some(hit.normal);
            }
            let normal = self.wall_instead_of_slope(hit.normal, left);
            left = clip(left, normal);
            let velocity = self.surface_velocity(&hit);
            self.state.velocity = clip(self.state.velocity - velocity, normal) + velocity;
            if let Some(other) = met
                && left.dot(other) < 0.0
            {
                // A corner: sliding along one side runs into the other.
                left = Vec2::ZERO;
                self.state.velocity = clip(self.state.velocity, other);
            }
            met = Some(normal);
            self.back_off(hit.normal)?;
        }
        Ok(landed)
    }

    /// Treats a slope that is too steep to walk on as a wall, so that running against it does not lift the
    /// character.
    fn wall_instead_of_slope(&self, normal: Vec2, way: Vec2) -> Vec2 {
        let up = self.setup.config.up;
        let rise = normal.dot(up);
        if rise <= 0.0 || self.is_walkable(normal) {
            return normal;
        }
        let lifted = clip(way, normal).dot(up);
        let wanted = way.dot(up);
        if lifted > 0.0 && lifted > wanted { (normal - up * rise).normalize_or(normal) } else { normal }
    }

    /// Velocity of the body that was hit, if it is kinematic; else 0.
    fn surface_velocity(&self, hit: &cairn2d_dynamics::CastResult) -> Vec2 {
        let body = self.around.world.body(hit.body);
        body.filter(|body| body.kind() == cairn2d_dynamics::BodyKind::Kinematic)
            .map_or(Vec2::ZERO, |body| body.velocity_at(hit.point))
    }
}

/// Removes from a vector its part against a normal.
fn clip(vector: Vec2, normal: Vec2) -> Vec2 {
    let against = vector.dot(normal);
    if against < 0.0 { vector - normal * against } else { vector }
}
