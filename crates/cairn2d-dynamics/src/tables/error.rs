//! Everything that can be refused, one small type per domain. Each names the offending value and what it belongs to; a refused call leaves
//! the world as it was.

use core::fmt;

use cairn2d_geometry::tree::TreeError;
use cairn2d_geometry::{ChainError, HullError, ShapeError};
use cairn2d_math::lanes::ParseLaneLevelError;
use cairn2d_math::{LaneLevel, Shown};
use cairn2d_space::SpaceError;

use crate::store::id::{BodyId, FieldId, JointId, ShapeId};
use crate::tables::joint::JointKind;

/// The body, shape, joint or field that a refused value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// A body of the world.
    Body(BodyId),
    /// A body that was to be spawned; its place in the list of [`World::spawn_many`](crate::World::spawn_many).
    NewBody(Option<usize>),
    /// A shape of the world and its body.
    Shape(ShapeId, BodyId),
    /// A shape that was to be spawned with a body: its place among the shapes of the body, and the place of the body in its list.
    NewShape(usize, Option<usize>),
    /// A shape that was to be attached to this body; its place in the list of
    /// [`World::attach_many`](crate::World::attach_many).
    AttachedShape(BodyId, Option<usize>),
    /// What two materials agree on, by the ids of both.
    MaterialPair(u64, u64),
    /// A joint of the world.
    Joint(JointId),
    /// A joint that was to be made.
    NewJoint(JointKind),
    /// A field of the world.
    Field(FieldId),
    /// A field that was to be added.
    NewField,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Body(id) => write!(f, "{id}"),
            Owner::NewBody(None) => f.write_str("the new body"),
            Owner::NewBody(Some(index)) => write!(f, "new body {index}"),
            Owner::Shape(id, body) => write!(f, "{id} of {body}"),
            Owner::NewShape(index, None) => write!(f, "shape {index} of the new body"),
            Owner::NewShape(index, Some(body)) => write!(f, "shape {index} of new body {body}"),
            Owner::AttachedShape(body, None) => write!(f, "the new shape of {body}"),
            Owner::AttachedShape(body, Some(index)) => write!(f, "new shape {index} of {body}"),
            Owner::MaterialPair(a, b) => write!(f, "the pair of materials {a} and {b}"),
            Owner::Joint(id) => write!(f, "{id}"),
            Owner::NewJoint(kind) => write!(f, "the new {} joint", kind.name()),
            Owner::Field(id) => write!(f, "{id}"),
            Owner::NewField => f.write_str("the new field"),
        }
    }
}

/// Writes the owner before a reason.
fn write_owner(f: &mut fmt::Formatter<'_>, owner: Option<Owner>) -> fmt::Result {
    owner.map_or(Ok(()), |owner| write!(f, "{owner}: "))
}

/// A number out of its range. Names the number, its value, and what it belongs to where that is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueError {
    owner: Option<Owner>,
    name: &'static str,
    value: f32,
    fault: Fault,
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// It is not between these.
    Range(f32, f32),
    /// It is below another number of this name.
    Below(&'static str, f32),
    /// It stands for lanes that this machine does not have.
    Lanes(LaneLevel),
}

impl ValueError {
    /// The refusal of a value that is not from `low` to `high`: for crates that are built on this one.
    pub fn new(name: &'static str, value: f32, low: f32, high: f32) -> ValueError {
        ValueError { owner: None, name, value, fault: Fault::Range(low, high) }
    }

    /// The refusal of a value that is below another one of the same call.
    pub(crate) fn below(name: &'static str, value: f32, other: &'static str, least: f32) -> ValueError {
        ValueError { owner: None, name, value, fault: Fault::Below(other, least) }
    }

    pub(crate) fn lanes(level: LaneLevel) -> ValueError {
        ValueError { owner: None, name: "lanes", value: 0.0, fault: Fault::Lanes(level) }
    }

    /// Name of the parameter that was refused.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value that was refused.
    pub fn value(&self) -> f32 {
        self.value
    }

    /// What the parameter belongs to: a body, a shape, a joint, a field. `None` for a setting of the world, a query, or a value on its own.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    /// The same error, said of this; a owner that is there stays.
    #[must_use]
    pub(crate) fn about(self, owner: Owner) -> ValueError {
        ValueError { owner: self.owner.or(Some(owner)), ..self }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_owner(f, self.owner)?;
        let (name, value) = (self.name, Shown(self.value));
        match self.fault {
            Fault::Lanes(level) => write!(f, "lanes {level} are not available on this machine"),
            Fault::Below(other, least) => {
                write!(f, "{name} is {value}, it must not be below the {other}, {}", Shown(least))
            }
            Fault::Range(low, high) => {
                let [low, high] = [low, high].map(Shown);
                write!(f, "{name} is {value}, it must be from {low} to {high}")
            }
        }
    }
}

impl core::error::Error for ValueError {}

/// A shape whose geometry is unusable, and which shape it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometryError {
    owner: Option<Owner>,
    fault: ShapeError,
}

impl GeometryError {
    /// What is wrong with the geometry.
    pub fn fault(&self) -> ShapeError {
        self.fault
    }

    /// The shape; `None` where the geometry stands on its own.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    fn about(self, owner: Owner) -> GeometryError {
        GeometryError { owner: self.owner.or(Some(owner)), ..self }
    }
}

impl From<ShapeError> for GeometryError {
    fn from(fault: ShapeError) -> GeometryError {
        GeometryError { owner: None, fault }
    }
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_owner(f, self.owner)?;
        write!(f, "{}", self.fault)
    }
}

impl core::error::Error for GeometryError {}

/// A call that has no meaning for this kind of body, joint or field, and which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindError {
    owner: Option<Owner>,
    reason: &'static str,
}

impl KindError {
    /// The refusal of a call for this reason: for crates that are built on this one.
    pub fn new(reason: &'static str) -> KindError {
        KindError { owner: None, reason }
    }

    /// Why the call has no meaning, in words.
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// What the call was about.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    fn about(self, owner: Owner) -> KindError {
        KindError { owner: self.owner.or(Some(owner)), ..self }
    }
}

impl fmt::Display for KindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_owner(f, self.owner)?;
        f.write_str(self.reason)
    }
}

impl core::error::Error for KindError {}

macro_rules! error_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $(($inner:ty))? => $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name { $($(#[$vdoc])* $variant $(($inner))?),* }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(error_enum!(@pattern $name, $variant, $($inner)?, inner) => error_enum!(@write f, $text, $($inner)?, inner)),* }
            }
        }

        impl core::error::Error for $name {}
    };
    (@pattern $name:ident, $variant:ident, , $inner:ident) => { $name::$variant };
    (@pattern $name:ident, $variant:ident, $ty:ty, $inner:ident) => { $name::$variant($inner) };
    (@write $f:ident, $text:literal, , $inner:ident) => { write!($f, $text) };
    (@write $f:ident, $text:literal, $ty:ty, $inner:ident) => { write!($f, $text, $inner) };
}

error_enum!(
    /// Why a body or one of its shapes was refused.
    BodyError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A shape's geometry is unusable.
        Shape(GeometryError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The call has no meaning for this kind of body.
        Kind(KindError) => "{}",
        /// The shape belongs to another body than the one of the call.
        OtherBody(ShapeId) => "{} belongs to another body",
        /// The list names the shape twice.
        Repeated(ShapeId) => "{} is named twice",
    }
);

error_enum!(
    /// Why a joint was refused.
    JointError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A body or joint id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// Both ends are the same body.
        SameBody(crate::BodyId) => "both ends are {}",
        /// The property does not exist on this type of joint.
        Kind(KindError) => "{}",
    }
);

error_enum!(
    /// Why a field was refused.
    FieldError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The geometry of the area is unusable.
        Shape(GeometryError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The area does not suit the effect.
        Kind(KindError) => "{}",
    }
);

error_enum!(
    /// Why a step was refused.
    StepError {
        /// The step length is out of its range.
        Value(ValueError) => "{}",
        /// An earlier step stopped halfway by a panic, which only a fault of the engine brings about. The world can be looked at, restored from
        /// a snapshot or overwritten by a copy, but does not go on.
        Poisoned => "an earlier step stopped halfway",
    }
);

error_enum!(
    /// Why a query of a shape or by an id was refused. Those of rays, points and boxes only have numbers to refuse: [`ValueError`].
    QueryError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The shape to cast or overlap is unusable.
        Shape(ShapeError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
    }
);

error_enum!(
    /// Why a snapshot was refused.
    SnapshotError {
        /// It does not begin as a snapshot does.
        Mark => "this is no snapshot of a world",
        /// Another version of the format, which this version of the engine cannot read.
        Version(u32) => "version {} of snapshots is not known",
        /// It is shorter or longer than it says.
        Truncated => "the snapshot is shorter or longer than it says",
        /// It was made against another snapshot than this one.
        Base => "it was made against another snapshot",
        /// It was changed: its check is not this one.
        Check(u64) => "the check of the snapshot is not {:#018x}",
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A shape's geometry is unusable.
        Shape(ShapeError) => "{}",
        /// A polygon is none.
        Hull(HullError) => "{}",
        /// A joint is unusable.
        Joint(JointError) => "{}",
        /// A field is unusable.
        Field(FieldError) => "{}",
        /// A tree is none.
        Tree(TreeError) => "{}",
        /// Its parts do not fit together.
        Structure(&'static str) => "{}",
        /// The world lacks the caller's constraint for this joint.
        Constraint(crate::JointId) => "there is no constraint for {}",
        /// The world lacks this hook, which the snapshotted one had.
        Hook(&'static str) => "the world needs its {}",
    }
);

error_enum!(
    /// Any error of the engine, for callers who propagate them all with `?`.
    Error {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A hull cannot be built.
        Hull(HullError) => "{}",
        /// A shape is unusable.
        Shape(ShapeError) => "{}",
        /// A body was refused.
        Body(BodyError) => "{}",
        /// A joint was refused.
        Joint(JointError) => "{}",
        /// A field was refused.
        Field(FieldError) => "{}",
        /// A step was refused.
        Step(StepError) => "{}",
        /// A query was refused.
        Query(QueryError) => "{}",
        /// A snapshot was refused.
        Snapshot(SnapshotError) => "{}",
        /// A chain cannot be built.
        Chain(ChainError) => "{}",
        /// A text names no lanes.
        Lanes(ParseLaneLevelError) => "{}",
        /// A tree of boxes refused a box.
        Tree(TreeError) => "{}",
        /// An index of boxes refused a call.
        Space(SpaceError) => "{}",
        /// A log of calls cannot be followed.
        Call(CallError) => "{}",
        /// A crate that is built on this one refused something, as it says: a recording, a scene file.
        Other(String) => "{}",
    }
);

macro_rules! from_error {
    ($($into:ident :: $variant:ident <- $from:ty),* $(,)?) => {
        $(impl From<$from> for $into {
            fn from(error: $from) -> $into {
                $into::$variant(error)
            }
        })*
    };
}

from_error!(
    BodyError::Value <- ValueError, BodyError::Shape <- GeometryError, BodyError::Kind <- KindError,
    JointError::Value <- ValueError, JointError::Kind <- KindError,
    FieldError::Value <- ValueError, FieldError::Shape <- GeometryError, FieldError::Kind <- KindError,
    StepError::Value <- ValueError,
    QueryError::Value <- ValueError, QueryError::Shape <- ShapeError,
    Error::Value <- ValueError, Error::Hull <- HullError, Error::Shape <- ShapeError, Error::Body <- BodyError,
    Error::Joint <- JointError, Error::Field <- FieldError, Error::Step <- StepError, Error::Query <- QueryError,
    Error::Snapshot <- SnapshotError, Error::Chain <- ChainError, Error::Lanes <- ParseLaneLevelError,
    Error::Tree <- TreeError, Error::Space <- SpaceError, Error::Call <- CallError,
    SnapshotError::Value <- ValueError, SnapshotError::Shape <- ShapeError, SnapshotError::Hull <- HullError,
    SnapshotError::Joint <- JointError, SnapshotError::Field <- FieldError, SnapshotError::Tree <- TreeError,
);

/// Errors of calls with a shape carry geometry that stands on its own until the call says which shape it is.
impl From<ShapeError> for BodyError {
    fn from(error: ShapeError) -> BodyError {
        BodyError::Shape(error.into())
    }
}

impl From<ShapeError> for FieldError {
    fn from(error: ShapeError) -> FieldError {
        FieldError::Shape(error.into())
    }
}

impl From<GeometryError> for Error {
    fn from(error: GeometryError) -> Error {
        Error::Body(error.into())
    }
}

impl From<KindError> for Error {
    fn from(error: KindError) -> Error {
        Error::Body(error.into())
    }
}

impl Owner {
    /// The same new body or shape, in a list of bodies.
    fn of_list(self, body: usize) -> Owner {
        match self {
            Owner::NewBody(_) => Owner::NewBody(Some(body)),
            Owner::NewShape(shape, _) => Owner::NewShape(shape, Some(body)),
            other => other,
        }
    }
}

impl BodyError {
    /// The same error, said of the body at this place of a list.
    #[must_use]
    pub(crate) fn of_list(self, body: usize) -> BodyError {
        let list = |owner: Option<Owner>| owner.map(|owner| owner.of_list(body));
        match self {
            BodyError::Value(error) => BodyError::Value(ValueError { owner: list(error.owner), ..error }),
            BodyError::Shape(error) => BodyError::Shape(GeometryError { owner: list(error.owner), ..error }),
            BodyError::Kind(error) => BodyError::Kind(KindError { owner: list(error.owner), ..error }),
            BodyError::Stale(_) | BodyError::OtherBody(_) | BodyError::Repeated(_) => self,
        }
    }

    /// The same error, said of this; a owner that is there stays.
    #[must_use]
    pub(crate) fn about(self, owner: Owner) -> BodyError {
        match self {
            BodyError::Value(error) => error.about(owner).into(),
            BodyError::Shape(error) => error.about(owner).into(),
            BodyError::Kind(error) => error.about(owner).into(),
            BodyError::Stale(_) | BodyError::OtherBody(_) | BodyError::Repeated(_) => self,
        }
    }
}

impl JointError {
    /// The same error, said of this; a owner that is there stays.
    #[must_use]
    pub(crate) fn about(self, owner: Owner) -> JointError {
        match self {
            JointError::Value(error) => error.about(owner).into(),
            JointError::Kind(error) => error.about(owner).into(),
            JointError::Stale(_) | JointError::SameBody(_) => self,
        }
    }
}

impl FieldError {
    /// The same error, said of this; a owner that is there stays.
    #[must_use]
    pub(crate) fn about(self, owner: Owner) -> FieldError {
        match self {
            FieldError::Value(error) => error.about(owner).into(),
            FieldError::Shape(error) => error.about(owner).into(),
            FieldError::Kind(error) => error.about(owner).into(),
            FieldError::Stale(_) => self,
        }
    }
}

/// Why a log of calls cannot be followed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The log ends within a call.
    Truncated,
    /// What stands there makes no call: what it was to be.
    Malformed(&'static str),
    /// No function has this number.
    Unknown(u8),
    /// The world refused a call that it had accepted when it was recorded: it is not the same world.
    Refused {
        /// The function.
        call: &'static str,
        /// What it said.
        reason: String,
    },
    /// A snapshot that was restored cannot be, because a function of the caller's is missing that it needs, or it is none.
    Snapshot(SnapshotError),
    /// A function of the caller's was set that a recording cannot hold, and none was handed in for it.
    Missing {
        /// What it is for.
        what: &'static str,
        /// Which one, counted from 0 over all functions that were set.
        index: u32,
    },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Truncated => write!(f, "the calls end within one"),
            CallError::Malformed(what) => write!(f, "the calls hold something that is no {what}"),
            CallError::Unknown(number) => write!(f, "no function has number {number}"),
            CallError::Refused { call, reason } => write!(f, "{call} was refused: {reason}"),
            CallError::Snapshot(error) => write!(f, "{error}"),
            CallError::Missing { what, index } => {
                write!(f, "function {index} that was set when this was recorded, a {what}, was not handed in")
            }
        }
    }
}

impl core::error::Error for CallError {}
