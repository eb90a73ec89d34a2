//! Parts of all motions of a character: casts that keep the skin, overlap removal, and classification of
//! surfaces.

use core::ops::ControlFlow;

use cairn2d_dynamics::{BodyId, CastResult, Error, ShapeId};
use cairn2d_geometry::{Ray, ShapeCast};
use cairn2d_math::{Pose, Vec2};

use super::{CharacterHit, CharacterInput, Ground, MAX_PIECES, PIECE, Response, Setup, Surroundings};

/// Share of the skin that casts keep \[-\]. Below 1, so that rounding never makes a slide at the distance of
/// the skin hit the surface.
const CAST_SHARE: f32 = 0.75;

/// Share of the skin at which a surface is near enough to be left alone \[-\].
const REST_SHARE: f32 = 0.99;

/// Rounds of overlap removal; each corrects overlaps that the one before caused.
const PART_ROUNDS: usize = 4;

/// Gauss-Seidel sweeps over the planes of one round.
const PLANE_SWEEPS: usize = 8;

/// Largest number of planes in one round.
const MAX_PLANES: usize = 16;

/// Cosine of the tilt below which ground counts as level, and of the angle below which two normals count as
/// equal \[-\].
const LEVEL: f32 = 0.9999;
const SAME: f32 = 0.99;

/// State that changes while a character moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) pose: Pose,
    /// Relative to the ground while it stands on any.
    pub(super) velocity: Vec2,
    pub(super) ground: Option<Ground>,
    pub(super) time_in_air: f32,
    /// Normal of the last slope that it slid along and that was too steep to walk on.
    pub(super) steep: Option<Vec2>,
    /// How far a step moved it beyond the requested displacement \[m\]; the next walk is shorter by that.
    pub(super) ahead: f32,
    /// The one-way shape through which it drops.
    pub(super) dropped: Option<ShapeId>,
}

impl State {
    pub(super) fn at(pose: Pose) -> State {
        State {
            pose,
            velocity: Vec2::ZERO,
            ground: None,
            time_in_air: 0.0,
            steep: None,
            ahead: 0.0,
            dropped: None,
        }
    }
}

/// A character during an update.
pub(super) struct Motion<'a> {
    pub(super) around: &'a Surroundings<'a>,
    pub(super) setup: &'a Setup,
    pub(super) state: &'a mut State,
    pub(super) hits: &'a mut Vec<CharacterHit>,
}

/// A surface that is nearer than the skin.
#[derive(Clone, Copy, Default)]
struct Plane {
    normal: Vec2,
    /// Distance by which the character should move away.
    needed: f32,
    /// Largest distance by which it may move away.
    most: f32,
    /// Distance by which it has moved away.
    pushed: f32,
}

impl Motion<'_> {
    pub(super) fn update(&mut self, input: CharacterInput, dt: f32) -> Result<(), Error> {
        self.forget_dropped();
        self.ride()?;
        self.part(dt)?;
        if input.drop {
            self.drop_through();
        }
        if input.jump > 0.0 && self.state.ground.is_some() {
            self.take_off();
            self.state.velocity += self.setup.config.up * input.jump;
        }
        let own = self.state.velocity.length();
        let speed = if own > input.walk.abs() { own } else { input.walk.abs() };
        let pieces = (speed * dt / PIECE) as u32 as f32 + 1.0;
        let pieces = if pieces < MAX_PIECES { pieces } else { MAX_PIECES };
        let piece = dt / pieces;
        for _ in 0..pieces as u32 {
            match self.state.ground {
                Some(ground) => self.walk(ground, input.walk, piece)?,
                None => self.fly(input.walk, piece)?,
            }
        }
        self.part(0.0)
    }

    /// The first solid shape along a displacement \[m\], and the free fraction of it.
    pub(super) fn cast(&self, way: Vec2, ignored: Option<BodyId>) -> Result<Option<CastResult>, Error> {
        self.cast_keeping(CAST_SHARE * self.setup.config.skin, way, ignored)
    }

    /// As [`cast`](Self::cast), keeping this gap \[m\].
    fn cast_keeping(
        &self,
        clearance: f32,
        way: Vec2,
        ignored: Option<BodyId>,
    ) -> Result<Option<CastResult>, Error> {
        let cast = ShapeCast::new(&self.setup.shape, self.state.pose, way).clearance(clearance).may_leave();
        let mut first: Option<CastResult> = None;
        self.around.world.cast_shape_all(&cast, self.around.filter, |hit| {
            if Some(hit.body) == ignored || !self.stops(&hit) {
                return 1.0;
            }
            first = Some(hit);
            hit.fraction
        })?;
        Ok(first)
    }

    /// Moves until the first obstacle, and returns the obstacle.
    pub(super) fn advance(
        &mut self,
        way: Vec2,
        ignored: Option<BodyId>,
    ) -> Result<Option<CastResult>, Error> {
        let hit = self.cast(way, ignored)?;
        self.state.pose.p += way * hit.map_or(1.0, |hit| hit.fraction);
        Ok(hit)
    }

    /// Moves back a little from a surface, so that the next cast along it is free.
    pub(super) fn back_off(&mut self, normal: Vec2) -> Result<(), Error> {
        let way = normal * ((REST_SHARE - CAST_SHARE) * 0.5 * self.setup.config.skin);
        self.advance(way, None).map(drop)
    }

    pub(super) fn note(&mut self, hit: &CastResult, velocity: Vec2) {
        let CastResult { shape, body, point, normal, .. } = *hit;
        self.hits.push(CharacterHit { shape, body, point, normal, velocity });
    }

    /// Moves the character out of shapes that are nearer than the skin. Soft shapes move it with their speed
    /// for a time `dt`.
    pub(super) fn part(&mut self, dt: f32) -> Result<(), Error> {
        for round in 0..PART_ROUNDS {
            let soft_time = if round == 0 { dt } else { 0.0 };
            let (mut planes, count) = self.planes(soft_time)?;
            if count == 0 {
                return Ok(());
            }
            let way = solve_planes(&mut planes[..count]);
            let hit = self.cast_keeping(0.1 * self.setup.config.skin, way, None)?;
            let free = hit.map_or(1.0, |hit| hit.fraction);
            self.state.pose.p += way * free;
        }
        Ok(())
    }

    fn planes(&self, soft_time: f32) -> Result<([Plane; MAX_PLANES], usize), Error> {
        let (mut planes, mut count) = ([Plane::default(); MAX_PLANES], 0);
        let skin = self.setup.config.skin;
        let around = self.around;
        around.world.separations(&self.setup.shape, self.state.pose, skin, around.filter, |near| {
            let (needed, most) = match around.response_to(near.shape) {
                Response::Soft(speed) if near.distance < 0.0 => (-near.distance, speed * soft_time),
                _ if near.distance >= REST_SHARE * skin => return ControlFlow::Continue(()),
                _ if self.holds(near.shape, near.normal, || near.distance) => {
                    (skin - near.distance, f32::MAX)
                }
                _ => return ControlFlow::Continue(()),
            };
            if most > 0.0 {
                planes[count] = Plane { normal: near.normal, needed, most, pushed: 0.0 };
                count += 1;
            }
            if count < MAX_PLANES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok((planes, count))
    }

    /// The normal of a walkable surface: that of the contact or, at a corner, that of the surface behind the
    /// corner.
    ///
    /// At a corner, the contact normal depends on how the shape leans over it, not on the slope of the
    /// ground.
    pub(super) fn walkable_normal(&self, hit: &CastResult) -> Result<Option<Vec2>, Error> {
        let up = self.setup.config.up;
        let rise = hit.normal.dot(up);
        if rise <= 0.0 || rise >= LEVEL {
            return Ok(Some(hit.normal).filter(|_| rise > 0.0));
        }
        let inwards = (up * rise - hit.normal).normalize_or(Vec2::ZERO);
        let behind = self.surface_beside(hit.point, inwards)?.filter(|normal| self.is_walkable(*normal));
        Ok(match behind {
            Some(normal) if normal.dot(hit.normal) < SAME => Some(normal),
            _ => Some(hit.normal).filter(|normal| self.is_walkable(*normal)),
        })
    }

    /// Whether a surface with this normal can be walked on.
    pub(super) fn is_walkable(&self, normal: Vec2) -> bool {
        normal.dot(self.setup.config.up) >= self.setup.cos_slope - 1.0e-4
    }

    /// The normal of the top surface a little to one side of a point, at about its height.
    pub(super) fn surface_beside(&self, point: Vec2, aside: Vec2) -> Result<Option<Vec2>, Error> {
        let (up, around) = (self.setup.config.up, self.around);
        let reach = 2.0 * self.setup.config.skin;
        let ray = Ray::new(point + (aside + up * 1.25) * reach, up * (-2.5 * reach));
        let mut first = None;
        around.world.cast_ray_all(ray, around.filter, |hit| {
            if !self.holds(hit.shape, hit.normal, || f32::INFINITY) {
                return 1.0;
            }
            first = Some(hit.normal);
            hit.fraction
        })?;
        Ok(first)
    }
}

/// Nearly the shortest displacement out of all planes, by the Gauss-Seidel method.
fn solve_planes(planes: &mut [Plane]) -> Vec2 {
    let mut way = Vec2::ZERO;
    for _ in 0..PLANE_SWEEPS {
        for plane in &mut *planes {
            let wanted = plane.pushed + plane.needed - way.dot(plane.normal);
            let wanted = if wanted > 0.0 { wanted } else { 0.0 };
            let pushed = if wanted < plane.most { wanted } else { plane.most };
            way += plane.normal * (pushed - plane.pushed);
            plane.pushed = pushed;
        }
    }
    way
}
