//! Walking: along the ground, up steps, and down with falling ground.

use cairn2d_dynamics::{CastResult, Error};
use cairn2d_math::Vec2;

use super::Ground;
use super::motion::Motion;

/// Largest number of surfaces hit in one piece of a walk.
const MAX_TURNS: usize = 6;

/// Displacement below which walking stops \[m\].
const LEAST_WAY: f32 = 1.0e-5;

/// Least forward displacement of a step up, in skins \[-\]: enough to stand over its edge.
const STEP_REACH: f32 = 1.5;

impl Motion<'_> {
    /// Walks for a time `dt` \[s\] on this ground.
    pub(super) fn walk(&mut self, ground: Ground, wish: f32, dt: f32) -> Result<(), Error> {
        let config = &self.setup.config;
        let speed = self.state.velocity.dot(tangent(ground.normal));
        let (speed, way) = ramp(speed, wish, config.ground_acceleration, dt);
        if way.abs() <= LEAST_WAY && speed == 0.0 {
            (self.state.velocity, self.state.ahead) = (Vec2::ZERO, 0.0);
            return self.stay(0.0);
        }
        let side = if way < 0.0 { -1.0 } else { 1.0 };
        let ahead = if way.abs() < self.state.ahead { way.abs() } else { self.state.ahead };
        self.state.ahead -= ahead;
        let (normal, blocked) = self.follow(ground, side, way.abs() - ahead, speed)?;
        let speed = if blocked { 0.0 } else { speed };
        self.state.velocity = tangent(normal) * speed;
        self.stay(speed)
    }

    /// Moves along the ground and its turns; returns the normal at the end and whether an obstacle stopped
    /// it.
    fn follow(&mut self, ground: Ground, side: f32, way: f32, speed: f32) -> Result<(Vec2, bool), Error> {
        let (mut normal, mut left) = (ground.normal, way);
        for _ in 0..MAX_TURNS {
            if left <= LEAST_WAY {
                return Ok((normal, false));
            }
            let direction = tangent(normal) * side;
            let Some(hit) = self.advance(direction * left, None)? else { return Ok((normal, false)) };
            left *= 1.0 - hit.fraction;
            if self.is_walkable(hit.normal) && !self.is_edge(&hit, side)? {
                normal = hit.normal;
                self.back_off(hit.normal)?;
                continue;
            }
            let done = self.step_up(side, left)?;
            if done == 0.0 {
                self.note(&hit, tangent(normal) * speed + ground.velocity);
                return Ok((normal, true));
            }
            left -= done;
            normal = self.state.ground.map_or(normal, |ground| ground.normal);
        }
        Ok((normal, false))
    }

    /// Stays on the ground, or leaves it if there is none. A standing character searches no farther than the
    /// skin.
    fn stay(&mut self, speed: f32) -> Result<(), Error> {
        let config = &self.setup.config;
        let reach = if speed == 0.0 { 2.0 * config.skin } else { config.snap_distance + config.skin };
        match self.find_ground(reach)? {
            Some(ground) => {
                self.state.velocity = tangent(ground.normal) * speed;
                self.state.ground = Some(ground);
            }
            None => self.take_off(),
        }
        Ok(())
    }

    /// Whether a surface that seems walkable is the edge of a step: the space in front of it at its height is
    /// free.
    fn is_edge(&self, hit: &CastResult, side: f32) -> Result<bool, Error> {
        let back = tangent(self.setup.config.up) * -side;
        let outwards = hit.normal.dot(back) > 1.0e-3;
        Ok(outwards && self.surface_beside(hit.point, back)?.is_none())
    }

    /// Climbs a step on one side: up, forward, then down onto walkable ground that is not too high. Returns
    /// the forward displacement; 0 if there is no such step, and the character has not moved then.
    fn step_up(&mut self, side: f32, left: f32) -> Result<f32, Error> {
        let (config, before) = (&self.setup.config, *self.state);
        if config.step_height <= 0.0 {
            return Ok(0.0);
        }
        let foot = self.foot();
        let forward = tangent(config.up) * side;
        let least = STEP_REACH * config.skin;
        let reach = if left > least { left } else { least };
        let rise = self.cast(config.up * config.step_height, None)?.map_or(1.0, |hit| hit.fraction);
        let rise = rise * config.step_height;
        self.state.pose.p += config.up * rise;
        let free = self.cast(forward * reach, None)?.map_or(1.0, |hit| hit.fraction);
        let done = free * reach;
        self.state.pose.p += forward * done;
        if rise > config.skin && done > 0.5 * config.skin {
            let down = config.up * -rise;
            if let Some((hit, normal)) = self.ground_on_way(down)? {
                let height = hit.point.dot(config.up) - foot;
                let low = height <= config.step_height + 0.25 * config.skin;
                if low && self.is_walkable(normal) {
                    self.state.pose.p += down * hit.fraction;
                    self.state.ground = self.ground_at(&hit, normal);
                    self.state.ahead = if done > left { done - left } else { 0.0 };
                    return Ok(if done < left { done } else { left });
                }
            }
        }
        *self.state = before;
        Ok(0.0)
    }

    /// Height of the ground it stands on, along `up`: its lowest point less the skin.
    fn foot(&self) -> f32 {
        let (shape, up) = (&self.setup.shape, self.setup.config.up);
        let core = shape.core();
        let lowest = core.points()[core.support(self.state.pose.q.inv_rotate(-up))];
        self.state.pose.transform_point(lowest).dot(up) - core.radius() - self.setup.config.skin
    }
}

/// Direction along a surface, to the right of its normal.
pub(super) fn tangent(normal: Vec2) -> Vec2 {
    -normal.perp()
}

/// Changes a speed at constant `acceleration` \[m/s²\] towards another one: the speed after `dt` \[s\] and
/// the displacement until then.
pub(super) fn ramp(speed: f32, wish: f32, acceleration: f32, dt: f32) -> (f32, f32) {
    let change = wish - speed;
    let most = acceleration * dt;
    if change.abs() > most {
        let after = speed + if change > 0.0 { most } else { -most };
        return (after, 0.5 * (speed + after) * dt);
    }
    let time = if acceleration > 0.0 { change.abs() / acceleration } else { 0.0 };
    (wish, 0.5 * (speed + wish) * time + wish * (dt - time))
}
