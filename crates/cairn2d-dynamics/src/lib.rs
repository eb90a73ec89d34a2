//! The rigid-body world of the cairn2d physics engine.
//!
//! [`World`] owns everything; [`Body`], the shapes' [`IntoShape`] and [`JointDef`] describe what goes in; ids name what is in; events and
//! queries tell what happens. See `ARCHITECTURE.md` for the stages of a step and where they are.

// First, so that the page of `World` begins with what is used most.
mod world;

mod snapshot;

mod bit_set;
mod body;
mod broad_phase;
mod check;
mod clock;
mod codec;
mod column;
mod config;
mod constraint_graph;
mod contact;
mod edge_list;
mod error;
mod event;
mod field;
mod filter;
mod hooks;
mod id;
mod impact;
mod island;
mod joint;
mod material;
mod narrow_phase;
mod report;
mod room;
mod scratch;
mod sensor;
mod setters;
mod shape;
mod solver;
mod solver_set;
mod stage;
mod state;
mod sync;

// Last, as are its functions on that page.
mod calls;

pub use body::{Body, BodyKind, Locks};
#[cfg(feature = "rayon")]
pub use cairn2d_tasks::RayonTasks;
pub use cairn2d_tasks::TaskSystem;
pub use calls::{AppliedCall, CALLS_VERSION, CallChecks, CallError, CallReader, Functions};
pub use check::{MAX_COORDINATE, MAX_COORDINATE_64};
pub use clock::{FixedClock, Interpolated};
pub use config::WorldConfig;
pub use error::{
    BodyError, Error, FieldError, GeometryError, JointError, KindError, Owner, QueryError, SnapshotError,
    StepError, ValueError,
};
pub use event::{
    Events, HitEvent, JointEvent, MoveEvent, Party, SensorEvent, SensorEventKind, SleepEvent, TouchEvent,
};
pub use field::{
    Area, Attractor, Conveyor, Drag, Effect, Falloff, Field, Floor, Gravity, TimeFlow, Water, Wind,
};
pub use filter::CollisionFilter;
pub use hooks::{ContactResponse, ContactSituation, PairFilter, PreSolve, ShapePair};
pub use id::FieldId;
pub use id::{BodyId, ContactId, JointId, ShapeId};
pub use island::Islands;
pub use joint::{
    Anchor, ConstraintRow, Custom, CustomConstraint, Distance, Drive, Filter, Gear, Grab, JointDef,
    JointEnds, JointKind, LinearMotor, LinearSpring, LoadLimit, Motor, Prismatic, Pulley, Rack, Revolute,
    Rotary, Servo, Slot, Spring, Weld, Wheel,
};
pub use material::{Combine, ContactSoftness, Material, MaterialPair};
pub use report::{Counts, NanosecondClock, Profile, StepReport};
pub use shape::{ChainDef, IntoShape, OneWay, ShapeDef};
pub use snapshot::SavedWorld;
pub use stage::Stage;
pub use world::{
    BodyMut, BodyRef, Capacity, CastResult, ContactPoint, ContactRef, Explosion, ImpactResult, JointMut,
    JointRef, NearestResult, PairResult, QueryFilter, Seen, SeparationResult, ShapeMut, ShapeRef, World,
};
