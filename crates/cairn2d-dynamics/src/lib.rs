//! The rigid-body world of the cairn2d physics engine.
//!
//! [`World`] owns all objects. [`Body`], [`IntoShape`] and [`JointDef`] define new objects; ids refer to
//! existing ones. Events and queries report results. See `ARCHITECTURE.md` for the stages of a step.

#![cfg_attr(
    not(all(
        feature = "bullets",
        feature = "calls",
        feature = "fields",
        feature = "generic_joints",
        feature = "large_worlds",
        feature = "layers",
        feature = "portals",
        feature = "sensors"
    )),
    allow(dead_code, unused_imports, reason = "code of missing parts is compiled, but not called")
)]

// First, so that the page of `World` begins with the calls that programs use most.
mod world;

mod api;
mod kernels;
mod persist;
mod stages;
mod state;
mod store;
mod tables;

pub use api::{
    BodyMut, BodyRef, Capacity, CastResult, ContactPoint, ContactRef, FixedClock, ImpactResult, Interpolated,
    Islands, JointMut, JointRef, NearestResult, PairResult, QueryFilter, SavedWorld, Seen, SeparationResult,
    ShapeInBox, ShapeMut, ShapeRef,
};
#[cfg(feature = "rayon")]
pub use cairn2d_tasks::RayonTasks;
pub use cairn2d_tasks::TaskSystem;
pub use persist::calls::{AppliedCall, CALLS_VERSION, CallChecks, CallReader, Functions};
pub use stages::scratch::WorkingMemory;
pub use store::id::FieldId;
pub use store::id::{BodyId, ContactId, JointId, PortalId, ShapeId};
pub use tables::body::{Body, BodyKind, Locks};
pub use tables::check::{MAX_COORDINATE, MAX_COORDINATE_64};
pub use tables::config::WorldConfig;
pub use tables::error::{
    BodyError, CallError, Error, FieldError, GeometryError, JointError, KindError, Owner, PortalError,
    QueryError, SnapshotError, StepError, ValueError,
};
pub use tables::event::{
    Events, HitEvent, JointEvent, MoveEvent, Party, SensorEvent, SensorEventKind, SleepEvent, TeleportEvent,
    TouchEvent,
};
pub use tables::explosion::Explosion;
pub use tables::field::{
    Area, Attractor, Conveyor, Drag, Effect, Falloff, Field, Floor, Gravity, TimeFlow, Water, Wind,
};
pub use tables::filter::CollisionFilter;
pub use tables::hooks::{ContactResponse, ContactSituation, PairFilter, PreSolve, ShapePair};
pub use tables::impulse::{BodyImpulse, ImpulseCounts};
pub use tables::joint::joint_builders::*;
pub use tables::joint::{
    Anchor, ConstraintRow, CustomConstraint, JointDef, JointEnds, JointKind, LinearMotor, LinearSpring,
    LoadLimit, Motor, Servo, Spring, joint_builders,
};
pub use tables::material::{Combine, ContactSoftness, Material, MaterialPair};
pub use tables::portal::{PortalFrame, PortalPair, Portals};
pub use tables::report::{Counts, NanosecondClock, Profile, StepReport};
pub use tables::shape::{ChainDef, IntoShape, OneWay, Replace, ShapeDef};
pub use tables::stage::Stage;
pub use world::World;
