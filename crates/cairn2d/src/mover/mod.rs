//! A geometric character: any convex shape that walks, jumps, climbs steps and rides platforms without being
//! simulated.
//!
//! A [`Character`] is no body. It holds a shape and a pose, asks the world what is around
//! ([`World::cast_shape_all`], [`World::separations`], rays) and moves itself; whatever it does can be done
//! by a caller's own code, from public functions only. Method: sweep and slide as in Quake's player movement
//! (1996) and Erin Catto's "Box2D character mover" (2025), with a *skin*: a gap that is kept from everything,
//! so that no overlap has to be repaired in a regular step. Files by what is done: `motion` (casts, parting,
//! what a surface is), `ground` (standing and riding), `walk` (along the ground, steps), `fly` (jumps and
//! falls), `push` (others), `one_way`, `body` (a kinematic body of its own).
//!
//! # Time
//! An update is cut into pieces in which the character moves by at most a tenth of a metre; in each,
//! accelerations are integrated exactly. What happens therefore depends little on the length of the steps.
//!
//! # Order
//! Step the world, then update the character: it then rides on platforms where they are now.
//!
//! # Examples
//! ```
//! use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Surroundings};
//! use cairn2d::prelude::*;
//!
//! let mut world = World::new(WorldConfig::default())?;
//! world.spawn(Body::fixed().with(Rect::half(20.0, 1.0).at([0.0, -1.0])))?;
//! world.spawn(Body::fixed().with(Rect::half(1.0, 0.125).at([3.0, 0.125])))?;
//!
//! let mut hero = Character::new(Capsule::vertical(0.5, 0.3), [0.0, 0.81], CharacterConfig::default())?;
//! for _ in 0..60 {
//!     world.step(1.0 / 60.0)?;
//!     hero.update(&Surroundings::of(&world), CharacterInput::walk(3.0), 1.0 / 60.0)?;
//! }
//! // A second later it stands on the step.
//! assert!((hero.position().x - 3.0).abs() < 0.2 && (hero.position().y - 1.06).abs() < 0.01);
//! assert!(hero.ground().is_some());
//! # Ok::<(), cairn2d::Error>(())
//! ```

mod body;
mod config;
mod fly;
mod ground;
mod motion;
mod one_way;
mod push;
mod walk;

pub use config::CharacterConfig;
pub use ground::Ground;

use cairn2d_dynamics::{BodyId, Error, QueryFilter, ShapeId, ValueError, World};
use cairn2d_geometry::Shape;
use cairn2d_math::{Pose, StandardFloats, Vec2, cos};

use crate::check::{check, check_vector};
use motion::{Motion, State};

/// Largest way of one piece of an update \[m\].
const PIECE: f32 = 0.1;

/// Most pieces of an update.
const MAX_PIECES: f32 = 32.0;

/// What a character does about a shape it meets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// It stops, slides or stands; a shape that is one-way in the world it takes as that.
    Solid,
    /// It goes through and is pushed out at this speed at most \[m/s\]: friends, bushes.
    Soft(f32),
    /// It stands on it and goes through it from every other side, until it drops: for shapes that are solid
    /// for others.
    OneWay {
        /// The way out of the solid side, in the world: a unit vector.
        direction: Vec2,
        /// Largest angle between the direction and the normal of a surface that holds \[rad\], from 0 to pi.
        half_angle: f32,
    },
    /// It does not notice.
    Pass,
}

/// The world as a character sees it.
#[derive(Clone, Copy)]
#[must_use]
pub struct Surroundings<'a> {
    world: &'a World,
    filter: QueryFilter<'a>,
    response: Option<&'a dyn Fn(ShapeId) -> Response>,
    /// Body of the character that looks.
    own: Option<BodyId>,
}

impl<'a> Surroundings<'a> {
    /// Everything in a world, solid, or one-way if it is that.
    pub fn of(world: &'a World) -> Surroundings<'a> {
        Surroundings { world, filter: QueryFilter::all(), response: None, own: None }
    }

    /// Only what a filter lets through. Leave out a body here that follows the character, unless it is that
    /// of [`Character::embody`], which the character never notices.
    pub fn filter(self, filter: QueryFilter<'a>) -> Surroundings<'a> {
        Surroundings { filter, ..self }
    }

    /// Asks how to take each shape that is met.
    pub fn response(self, response: &'a dyn Fn(ShapeId) -> Response) -> Surroundings<'a> {
        Surroundings { response: Some(response), ..self }
    }

    fn response_to(&self, shape: ShapeId) -> Response {
        if self.own.is_some() && self.world.shape(shape).map(|shape| shape.body()) == self.own {
            return Response::Pass;
        }
        match self.response.map_or(Response::Solid, |response| response(shape)) {
            Response::Solid => self.one_way(shape).unwrap_or(Response::Solid),
            told => told,
        }
    }

    /// How to take a shape that is one-way in the world.
    fn one_way(&self, shape: ShapeId) -> Option<Response> {
        let shape = self.world.shape(shape)?;
        let one_way = shape.one_way()?;
        let direction = self.world.body(shape.body())?.rotation().rotate(one_way.direction).normalize()?;
        Some(Response::OneWay { direction, half_angle: one_way.half_angle })
    }
}

impl core::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Surroundings").field("filter", &self.filter).finish_non_exhaustive()
    }
}

/// What the player, or the mind, wants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterInput {
    /// Speed along the ground, or sideways in the air \[m/s\]: positive to the right of `up`.
    pub walk: f32,
    /// Speed at which it takes off if it stands on something \[m/s\]; 0 does not jump.
    pub jump: f32,
    /// Whether it lets itself fall through the one-way shape that it stands on.
    pub drop: bool,
}

impl CharacterInput {
    /// Walks at a speed \[m/s\], positive to the right.
    pub fn walk(walk: f32) -> CharacterInput {
        CharacterInput { walk, ..CharacterInput::default() }
    }

    /// Jumps too, taking off at this speed \[m/s\].
    #[must_use]
    pub fn jump(self, jump: f32) -> CharacterInput {
        CharacterInput { jump, ..self }
    }

    /// Falls through the one-way shape that it stands on.
    #[must_use]
    pub fn drop(self) -> CharacterInput {
        CharacterInput { drop: true, ..self }
    }
}

/// Something a character ran into during an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterHit {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Where they met \[m\].
    pub point: Vec2,
    /// Unit normal of the surface, towards the character.
    pub normal: Vec2,
    /// Velocity of the character when it arrived \[m/s\].
    pub velocity: Vec2,
}

/// The numbers that do not change while a character moves.
#[derive(Clone, Debug)]
struct Setup {
    shape: Shape,
    config: CharacterConfig,
    /// Cosine of the steepest slope that can be walked on \[-\].
    cos_slope: f32,
}

/// A convex shape that walks, jumps and rides; see the [module](self).
#[derive(Clone, Debug)]
pub struct Character {
    setup: Setup,
    state: State,
    hits: Vec<CharacterHit>,
    /// The body that moves along.
    body: Option<BodyId>,
    /// Whether it was put elsewhere, where the body must not sweep to.
    placed: bool,
}

impl Character {
    /// A character of this shape, in its own frame, at a position \[m\].
    ///
    /// # Errors
    /// An unusable shape, one that is not convex or has no inside, a position out of range, or the first
    /// setting that is.
    pub fn new(
        shape: impl Into<Shape>,
        position: impl Into<Vec2>,
        config: CharacterConfig,
    ) -> Result<Character, Error> {
        StandardFloats::within(|| {
            let shape = shape.into();
            shape.validate()?;
            check("inner radius", shape.min_extent(), (1.0e-4, 1.0e6))?;
            config.validate()?;
            let position = check_vector("position", position.into(), 1.0e6)?;
            let cos_slope = cos(config.max_slope);
            let state = State::at(Pose::from_position(position));
            let setup = Setup { shape, config, cos_slope };
            Ok(Character { setup, state, hits: Vec::new(), body: None, placed: false })
        })
    }

    /// Moves the character by one step of `dt` \[s\], above 0 and at most 1: rides, parts from what came too
    /// near, walks or flies.
    ///
    /// # Errors
    /// A number out of range; the character is then as it was.
    pub fn update(&mut self, around: &Surroundings<'_>, input: CharacterInput, dt: f32) -> Result<(), Error> {
        StandardFloats::within(|| {
            check("dt", dt, (1.0e-6, 1.0))?;
            check("walk", input.walk, (-1.0e4, 1.0e4))?;
            check("jump", input.jump, (0.0, 1.0e4))?;
            let before = self.state;
            self.hits.clear();
            let around = &Surroundings { own: self.body, ..*around };
            let mut motion =
                Motion { around, setup: &self.setup, state: &mut self.state, hits: &mut self.hits };
            let done = motion.update(input, dt);
            if done.is_err() {
                self.state = before;
            }
            done
        })
    }

    /// Where its origin is \[m\].
    pub fn position(&self) -> Vec2 {
        self.state.pose.p
    }

    /// Where it is; it never turns.
    pub fn pose(&self) -> Pose {
        self.state.pose
    }

    /// Its velocity \[m/s\], that of the platform included.
    pub fn velocity(&self) -> Vec2 {
        self.state.velocity + self.state.ground.map_or(Vec2::ZERO, |ground| ground.velocity)
    }

    /// What it stands on.
    pub fn ground(&self) -> Option<Ground> {
        self.state.ground
    }

    /// Time since it stood on something \[s\], 0 if it does: to forgive players who jump too late.
    pub fn time_in_air(&self) -> f32 {
        self.state.time_in_air
    }

    /// What it ran into in the last update, in order.
    pub fn hits(&self) -> &[CharacterHit] {
        &self.hits
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.setup.shape
    }

    /// Its settings.
    pub fn config(&self) -> &CharacterConfig {
        &self.setup.config
    }

    /// Puts it elsewhere \[m\], in the air and with its velocity.
    ///
    /// # Errors
    /// A position out of range.
    pub fn teleport(&mut self, position: impl Into<Vec2>) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            let position = check_vector("position", position.into(), 1.0e6)?;
            self.state.velocity = self.velocity();
            self.state.pose.p = position;
            self.state.ground = None;
            self.placed = true;
            Ok(())
        })
    }

    /// Gives it a velocity \[m/s\] and lets it leave the ground: knock-backs, springboards.
    ///
    /// # Errors
    /// A velocity out of range.
    pub fn launch(&mut self, velocity: impl Into<Vec2>) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            self.state.velocity = check_vector("velocity", velocity.into(), 1.0e4)?;
            self.state.ground = None;
            Ok(())
        })
    }
}
