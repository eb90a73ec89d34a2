//! A geometric character: a convex shape that walks, jumps, climbs steps and rides platforms without being
//! simulated.
//!
//! A [`Character`] is not a body. It holds a shape and a pose, queries the world ([`World::cast_shape_all`],
//! [`World::separations`], rays) and moves itself. It uses public functions only, so a game can write its
//! own. Method: sweep and slide as in Quake's player movement (1996) and Erin Catto's "Box2D character mover"
//! (2025). A *skin* is kept as a gap from all shapes, so that a regular step has no overlap to repair.
//! Files: `motion` (casts, overlap removal, classification of surfaces), `ground` (standing and riding),
//! `walk` (along the ground, steps), `fly` (jumps and falls), `push` (effect on bodies), `one_way`, `body`
//! (kinematic body).
//!
//! # Time
//! An update is split into pieces in which the character moves at most a tenth of a metre. Accelerations are
//! integrated exactly within each. Motion therefore depends little on the length of the steps.
//!
//! # Order
//! Step the world, then update the character. It then rides on platforms at their new positions.
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

/// Largest displacement in one piece of an update \[m\].
const PIECE: f32 = 0.1;

/// Largest number of pieces of an update.
const MAX_PIECES: f32 = 32.0;

/// How a character responds to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Response {
    /// The shape stops it; a one-way shape of the world acts as one-way.
    Solid,
    /// It passes through and is pushed out with at most this speed \[m/s\], as by friends or bushes.
    Soft(f32),
    /// The shape is one-way for the character although it is solid for bodies, until the character drops
    /// through it.
    OneWay {
        /// Direction out of the solid side, in the world: a unit vector.
        direction: Vec2,
        /// Largest angle between the direction and the normal of a solid surface \[rad\], from 0 to pi.
        half_angle: f32,
    },
    /// It ignores the shape.
    Pass,
}

/// The world as a character sees it: a filter and a response to each shape.
#[derive(Clone, Copy)]
#[must_use]
pub struct Surroundings<'a> {
    world: &'a World,
    filter: QueryFilter<'a>,
    response: Option<&'a dyn Fn(ShapeId) -> Response>,
    /// Body of the character that queries.
    own: Option<BodyId>,
}

impl<'a> Surroundings<'a> {
    /// All shapes of a world, one-way ones as one-way, others as solid.
    pub fn of(world: &'a World) -> Surroundings<'a> {
        Surroundings { world, filter: QueryFilter::all(), response: None, own: None }
    }

    /// Restricts the shapes to those that pass a filter. Exclude a body here that follows the character; only
    /// the body of [`Character::embody`] is always ignored.
    pub fn filter(self, filter: QueryFilter<'a>) -> Surroundings<'a> {
        Surroundings { filter, ..self }
    }

    /// Calls `response` for each shape that is hit.
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

    /// The response to a shape that is one-way in the world.
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

/// Input of a player or an AI for one update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterInput {
    /// Speed along the ground, or sideways in the air \[m/s\]; positive to the right of `up`.
    pub walk: f32,
    /// Take-off speed if it stands on the ground \[m/s\]; 0 for no jump.
    pub jump: f32,
    /// Whether it drops through the one-way shape on which it stands.
    pub drop: bool,
}

impl CharacterInput {
    /// Walks with a speed \[m/s\], positive to the right.
    pub fn walk(walk: f32) -> CharacterInput {
        CharacterInput { walk, ..CharacterInput::default() }
    }

    /// Also jumps, with this take-off speed \[m/s\].
    #[must_use]
    pub fn jump(self, jump: f32) -> CharacterInput {
        CharacterInput { jump, ..self }
    }

    /// Also drops through the one-way shape on which it stands.
    #[must_use]
    pub fn drop(self) -> CharacterInput {
        CharacterInput { drop: true, ..self }
    }
}

/// A shape that a character hit during an update.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterHit {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Contact point \[m\].
    pub point: Vec2,
    /// Unit normal of the surface, towards the character.
    pub normal: Vec2,
    /// Velocity of the character at the impact \[m/s\].
    pub velocity: Vec2,
}

/// Settings that are constant while a character moves.
#[derive(Clone, Debug)]
struct Setup {
    shape: Shape,
    config: CharacterConfig,
    /// Cosine of the steepest walkable slope \[-\].
    cos_slope: f32,
}

/// A convex shape that walks, jumps and rides; see the [module](self).
#[derive(Clone, Debug)]
pub struct Character {
    setup: Setup,
    state: State,
    hits: Vec<CharacterHit>,
    /// The kinematic body that follows the character.
    body: Option<BodyId>,
    /// Whether the character was teleported, so that the body must not sweep to its position.
    placed: bool,
}

impl Character {
    /// A character with this shape, in its own frame, at a position \[m\].
    ///
    /// # Errors
    /// An invalid shape, a shape that is not convex or has no inside, a position out of range, or the first
    /// setting out of range.
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

    /// Moves the character by one step of `dt` \[s\], above 0 and at most 1: rides its ground, resolves
    /// overlaps, then walks or flies.
    ///
    /// # Errors
    /// A number out of range; the character is unchanged then.
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

    /// Position of its origin \[m\].
    pub fn position(&self) -> Vec2 {
        self.state.pose.p
    }

    /// Its pose; it never rotates.
    pub fn pose(&self) -> Pose {
        self.state.pose
    }

    /// Its velocity \[m/s\], including that of the platform.
    pub fn velocity(&self) -> Vec2 {
        self.state.velocity + self.state.ground.map_or(Vec2::ZERO, |ground| ground.velocity)
    }

    /// The ground on which it stands.
    pub fn ground(&self) -> Option<Ground> {
        self.state.ground
    }

    /// Time since it last stood on ground \[s\], 0 while it does. Allows jumps shortly after an edge.
    pub fn time_in_air(&self) -> f32 {
        self.state.time_in_air
    }

    /// Shapes that it hit in the last update, in order.
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

    /// Moves it to a position \[m\]; it is in the air then and keeps its velocity.
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

    /// Sets its velocity \[m/s\] and makes it leave the ground, for knock-backs and springboards.
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
