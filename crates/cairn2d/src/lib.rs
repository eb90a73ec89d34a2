//! cairn2d: a 2D physics engine for games, named after the stones people stack.
//!
//! The engine is fast, gives the same bits on every machine, and accepts any input without breaking. One
//! [`World`] owns all objects. A body and its shapes are added in one call, events are slices that are read
//! after the step, and queries always see the current state.
//!
//! ```
//! use cairn2d::prelude::*;
//!
//! let mut world = World::new(WorldConfig::default())?;
//! world.spawn(Body::fixed().with(Segment::new([-20.0, 0.0], [20.0, 0.0]).friction(0.8)))?;
//! let disc = Circle::new(0.5).restitution(0.6).report_hits_above(1.0);
//! let ball = world.spawn(Body::dynamic().at([0.0, 10.0]).with(disc))?;
//! let arm = world.spawn(Body::dynamic().at([1.5, 10.0]).with(Rect::half(1.0, 0.1)))?;
//! let hinge = world.join(Revolute::new(ball, arm).at([0.5, 10.0]))?;
//!
//! let mut clock = FixedClock::hz(60.0)?;
//! for _frame in 0..120 {
//!     for _ in 0..clock.advance(1.0 / 60.0)? {
//!         world.step(clock.dt())?;
//!         for hit in world.events().hits() {
//!             let (a, b) = (hit.a.body, hit.b.body);
//!             println!("{a} hit {b} at {:?}, {:.1} m/s", hit.point, hit.approach_speed);
//!         }
//!     }
//! }
//! if let Some(hit) = world.cast_ray(Ray::new([0.0, 20.0], [0.0, -40.0]), QueryFilter::all().ignore(ball))? {
//!     let angle = world.joint(hinge).map_or(0.0, |joint| joint.angle());
//!     println!("something at {:?}; hinge at {angle:.2} rad", hit.point);
//! }
//! # Ok::<(), cairn2d::Error>(())
//! ```
//!
//! # Debug builds
//! A debug build of your program also builds its dependencies without optimisation. Physics then takes
//! about 60 times as long: 7 ms a step for 466 boxes instead of 0.12 ms. Put this into your `Cargo.toml`,
//! beside the dependency; your own code stays as easy to debug:
//!
//! ```toml
//! [profile.dev.package."*"]
//! opt-level = 3
//! ```
//!
//! Cargo reads profiles only from the top of a workspace, so no dependency can do this for you. Without it,
//! the world at least selects the lanes that are fastest without optimisation ([`LaneLevel::fastest`]).
//!
//! # Units
//! Metres, kilograms, seconds, radians; x right, y up; counter-clockwise positive. Moving bodies should be
//! between 0.1 and 10 m in size.
//!
//! # Determinism
//! The same calls give the same bits on every machine, with all lanes ([`LaneLevel`]) and any number of
//! threads. This is not a mode and cannot be turned off.
//!
//! # Characters and vehicles
//! Game-level helpers, built from public functions only: [`mover`] has a character that walks, climbs and
//! rides platforms; [`vehicle`] has cars without wheel bodies. [`build`] has ropes, bridges, ragdolls that
//! follow a pose, cars and soft bodies. [`pick`] drags bodies with a finger or mouse, and [`debug_draw`]
//! draws a world as primitives. [`sprites`] sorts sprites into batches. With the feature `path`, `paths`
//! finds ways around static shapes. [`system`] steps a state of your own with a world: a wind, a gas, a
//! terrain. `docs/features.md` lists all features and what is missing.
//!
//! # Crates
//! [`math`] <- [`geometry`] <- [`dynamics`] <- this crate, which re-exports them. [`tasks`] has the threads
//! and is below [`geometry`]. Each can be used alone.
#![forbid(unsafe_code)]

pub mod build;
mod check;
pub mod debug_draw;
pub mod mover;
#[cfg(feature = "path")]
pub mod paths;
pub mod pick;
mod setters;
pub mod sprites;
pub mod system;
pub mod vehicle;

pub use cairn2d_dynamics as dynamics;
pub use cairn2d_math as math;
#[cfg(feature = "polygon")]
pub use cairn2d_polygon as polygon;
pub use cairn2d_tasks as tasks;

/// Shapes, distances, casts, manifolds and trees ([`cairn2d_geometry`]), and spatial indices of boxes
/// ([`space`](geometry::space)).
pub mod geometry {
    pub use cairn2d_geometry::*;
    pub use cairn2d_space as space;
}

pub use cairn2d_dynamics::*;
pub use cairn2d_geometry::{
    Capsule, Chain, ChainError, ChainSegment, Circle, HullError, Mass, Polygon, Ray, Rect, Segment,
    Separation, Shape, ShapeCast, ShapeError, Sweep, separation_between,
};
pub use cairn2d_math::{Aabb, DVec2, LaneLevel, Pose, Rot, StandardFloats, Vec2, vec2};

/// The types that most programs need: `use cairn2d::prelude::*;`.
pub mod prelude {
    pub use crate::mover::{Character, CharacterConfig, CharacterInput, Surroundings};
    pub use crate::pick::Finger;
    pub use cairn2d_dynamics::joint_builders::*;
    pub use cairn2d_dynamics::{
        Body, BodyId, BodyKind, ChainDef, CollisionFilter, Combine, ContactId, ContactResponse, Explosion,
        Field, FieldId, FixedClock, Interpolated, IntoShape, JointDef, JointId, Locks, Material, Motor,
        OneWay, QueryFilter, SavedWorld, Servo, ShapeDef, ShapeId, Spring, World, WorldConfig,
    };
    pub use cairn2d_geometry::{Capsule, Chain, Circle, Mass, Polygon, Ray, Rect, Segment, Shape, ShapeCast};
    pub use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2, vec2};
}

/// Compiles and runs the program in the README, so that it stays correct.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeProgram;
