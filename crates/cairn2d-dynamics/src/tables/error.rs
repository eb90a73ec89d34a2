//! All errors, one small type per domain. Each names the offending value and the object it belongs to. A call
//! that returns an error leaves the world unchanged.

use core::fmt;

use cairn2d_geometry::tree::TreeError;
use cairn2d_geometry::{ChainError, HullError, ShapeError};
use cairn2d_math::lanes::ParseLaneLevelError;
use cairn2d_math::{LaneLevel, Shown};
use cairn2d_space::SpaceError;

use crate::store::each::Each;
use crate::store::id::{BodyId, FieldId, JointId, ShapeId};
use crate::tables::joint::JointKind;

/// The body, shape, joint or field that an invalid value belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// A body of the world.
    Body(BodyId),
    /// A new body, with its index in the list of [`World::spawn_many`](crate::World::spawn_many).
    NewBody(Option<usize>),
    /// A shape of the world and its body.
    Shape(ShapeId, BodyId),
    /// A shape of a new body: its index among the shapes of the body, and the index of the body in its list.
    NewShape(usize, Option<usize>),
    /// A new shape for this body, with its index in the list of
    /// [`World::attach_many`](crate::World::attach_many).
    AttachedShape(BodyId, Option<usize>),
    /// A material pair, by the ids of both materials.
    MaterialPair(u64, u64),
    /// A joint of the world.
    Joint(JointId),
    /// A new joint.
    NewJoint(JointKind),
    /// A field of the world.
    Field(FieldId),
    /// A new field.
    NewField,
    /// A new pair of openings.
    NewPortals,
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
            Owner::NewPortals => f.write_str("the new portals"),
        }
    }
}

/// Writes the owner in front of a reason.
fn write_owner(f: &mut fmt::Formatter<'_>, owner: Option<Owner>) -> fmt::Result {
    owner.map_or(Ok(()), |owner| write!(f, "{owner}: "))
}

/// A number out of range. Names the parameter, its value, and its owner if known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueError {
    owner: Option<Owner>,
    name: &'static str,
    value: f32,
    fault: Fault,
}

/// The fault of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// The number is not between these.
    Range(f32, f32),
    /// The number is below the other parameter with this name and value.
    Below(&'static str, f32),
    /// The machine does not support these lanes.
    Lanes(LaneLevel),
    /// This build lacks the part of the engine.
    Absent,
}

impl ValueError {
    /// Returns an error for a value that is not between `low` and `high`, for crates built on this one.
    pub fn new(name: &'static str, value: f32, low: f32, high: f32) -> ValueError {
        ValueError { owner: None, name, value, fault: Fault::Range(low, high) }
    }

    /// Returns an error for a value that is below another value of the same call.
    pub(crate) fn below(name: &'static str, value: f32, other: &'static str, least: f32) -> ValueError {
        ValueError { owner: None, name, value, fault: Fault::Below(other, least) }
    }

    pub(crate) fn lanes(level: LaneLevel) -> ValueError {
        ValueError { owner: None, name: "lanes", value: 0.0, fault: Fault::Lanes(level) }
    }

    /// Returns an error for an object that needs a part of the engine which this build lacks.
    pub(crate) fn absent(feature: &'static str) -> ValueError {
        ValueError { owner: None, name: feature, value: 1.0, fault: Fault::Absent }
    }

    /// Returns the name of the parameter.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the invalid value.
    pub fn value(&self) -> f32 {
        self.value
    }

    /// Returns the owner of the parameter: a body, a shape, a joint, a field. `None` for a world setting, a
    /// query, or a value on its own.
    pub fn owner(&self) -> Option<Owner> {
        self.owner
    }

    /// Returns the error with this owner; an existing owner stays.
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
            Fault::Absent => write!(f, "this build lacks the feature {name}"),
            Fault::Below(other, least) => {
                write!(f, "{name} is {value}, it must be at least the {other}, {}", Shown(least))
            }
            Fault::Range(low, high) => {
                let [low, high] = [low, high].each(Shown);
                write!(f, "{name} is {value}, it must be from {low} to {high}")
            }
        }
    }
}

impl core::error::Error for ValueError {}

/// Invalid geometry of a shape, and the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometryError {
    owner: Option<Owner>,
    fault: ShapeError,
}

impl GeometryError {
    /// Returns the fault of the geometry.
    pub fn fault(&self) -> ShapeError {
        self.fault
    }

    /// Returns the shape; `None` if the geometry belongs to no shape yet.
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

/// A call that does not apply to this kind of body, joint or field, and the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindError {
    owner: Option<Owner>,
    reason: &'static str,
}

impl KindError {
    /// Returns an error with this reason, for crates built on this one.
    pub fn new(reason: &'static str) -> KindError {
        KindError { owner: None, reason }
    }

    /// Returns the reason in words.
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// Returns the object of the call.
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
    /// Why a call about a body or its shapes failed.
    BodyError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The geometry of a shape is invalid.
        Shape(GeometryError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The call does not apply to this kind of body.
        Kind(KindError) => "{}",
        /// The shape belongs to another body than the one of the call.
        OtherBody(ShapeId) => "{} belongs to another body",
        /// The list names the shape twice.
        Repeated(ShapeId) => "{} is named twice",
    }
);

error_enum!(
    /// Why a call about a joint failed.
    JointError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A body or joint id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// Both ends are the same body.
        SameBody(crate::BodyId) => "both ends are {}",
        /// The body is in an opening of a portal, which joints do not go through.
        InPortal(String) => "{} is in an opening of a portal, where it can have no joint",
        /// This type of joint does not have the property.
        Kind(KindError) => "{}",
    }
);

error_enum!(
    /// Why a call about a field failed.
    FieldError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The geometry of the area is invalid.
        Shape(GeometryError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The effect does not support the area.
        Kind(KindError) => "{}",
    }
);

error_enum!(
    /// Why a call about portals failed.
    PortalError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The body of an opening is disabled.
        Disabled(String) => "{} is disabled, an opening needs an enabled body",
        /// The world is large, or its bodies sleep in layers.
        World => "a large world, or one whose bodies sleep in layers, has no portals",
    }
);

error_enum!(
    /// Why a step failed.
    StepError {
        /// The step length is out of its range.
        Value(ValueError) => "{}",
        /// An earlier step stopped halfway by a panic, which only a bug in the engine causes. The world can
        /// be read, restored from a snapshot or overwritten by a clone, but not stepped.
        Poisoned => "an earlier step stopped halfway",
    }
);

error_enum!(
    /// Why a query with a shape or an id failed. Queries with rays, points and AABBs return [`ValueError`].
    QueryError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The query shape is invalid.
        Shape(ShapeError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
    }
);

error_enum!(
    /// Why a snapshot could not be restored.
    SnapshotError {
        /// The bytes do not begin like a snapshot.
        Mark => "not a snapshot of a world",
        /// The format version is not supported.
        Version(u32) => "snapshot version {} is not supported",
        /// The length differs from the stated one.
        Truncated => "the length of the snapshot differs from its header",
        /// The difference was made against another snapshot.
        Base => "the difference was made against another snapshot",
        /// The checksum differs, so the bytes were changed.
        Check(u64) => "the checksum of the snapshot is not {:#018x}",
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The geometry of a shape is invalid.
        Shape(ShapeError) => "{}",
        /// A polygon is invalid.
        Hull(HullError) => "{}",
        /// A joint is invalid.
        Joint(JointError) => "{}",
        /// A field is invalid.
        Field(FieldError) => "{}",
        /// A tree is invalid.
        Tree(TreeError) => "{}",
        /// The parts of the snapshot are inconsistent.
        Structure(&'static str) => "{}",
        /// The world has no custom constraint for this joint.
        Constraint(crate::JointId) => "there is no constraint for {}",
        /// The world lacks this hook, which the saved world had.
        Hook(&'static str) => "the world needs its {}",
    }
);

error_enum!(
    /// Any error of the engine, for callers that propagate all errors with `?`.
    Error {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// A convex hull cannot be built.
        Hull(HullError) => "{}",
        /// A shape is invalid.
        Shape(ShapeError) => "{}",
        /// A call about a body failed.
        Body(BodyError) => "{}",
        /// A call about a joint failed.
        Joint(JointError) => "{}",
        /// A call about a field failed.
        Field(FieldError) => "{}",
        /// A call about portals failed.
        Portal(PortalError) => "{}",
        /// A step failed.
        Step(StepError) => "{}",
        /// A query failed.
        Query(QueryError) => "{}",
        /// A snapshot could not be restored.
        Snapshot(SnapshotError) => "{}",
        /// A chain cannot be built.
        Chain(ChainError) => "{}",
        /// A text is not the name of lanes.
        Lanes(ParseLaneLevelError) => "{}",
        /// A tree rejected an AABB.
        Tree(TreeError) => "{}",
        /// A spatial index rejected a call.
        Space(SpaceError) => "{}",
        /// A call log could not be replayed.
        Call(CallError) => "{}",
        /// Error text of a crate built on this one, such as for a recording or a scene file.
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
    PortalError::Value <- ValueError,
    StepError::Value <- ValueError,
    QueryError::Value <- ValueError, QueryError::Shape <- ShapeError,
    Error::Value <- ValueError, Error::Hull <- HullError, Error::Shape <- ShapeError, Error::Body <- BodyError,
    Error::Joint <- JointError, Error::Field <- FieldError, Error::Portal <- PortalError, Error::Step <- StepError, Error::Query <- QueryError,
    Error::Snapshot <- SnapshotError, Error::Chain <- ChainError, Error::Lanes <- ParseLaneLevelError,
    Error::Tree <- TreeError, Error::Space <- SpaceError, Error::Call <- CallError,
    SnapshotError::Value <- ValueError, SnapshotError::Shape <- ShapeError, SnapshotError::Hull <- HullError,
    SnapshotError::Joint <- JointError, SnapshotError::Field <- FieldError, SnapshotError::Tree <- TreeError,
);

/// The geometry has no owner until the calling function adds the shape.
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
    /// Returns the same new body or shape, as part of a list of bodies.
    fn of_list(self, body: usize) -> Owner {
        match self {
            Owner::NewBody(_) => Owner::NewBody(Some(body)),
            Owner::NewShape(shape, _) => Owner::NewShape(shape, Some(body)),
            other => other,
        }
    }
}

impl BodyError {
    /// Returns the body or shape whose value is invalid; `None` if the error has another reason.
    pub fn owner(&self) -> Option<Owner> {
        match self {
            BodyError::Value(error) => error.owner(),
            BodyError::Shape(error) => error.owner(),
            BodyError::Kind(error) => error.owner(),
            BodyError::Stale(_) | BodyError::OtherBody(_) | BodyError::Repeated(_) => None,
        }
    }

    /// Returns the error for the body at this index of a list.
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

    /// Returns the error with this owner; an existing owner stays.
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
    /// Returns the error with this owner; an existing owner stays.
    #[must_use]
    pub(crate) fn about(self, owner: Owner) -> JointError {
        match self {
            JointError::Value(error) => error.about(owner).into(),
            JointError::Kind(error) => error.about(owner).into(),
            JointError::Stale(_) | JointError::SameBody(_) | JointError::InPortal(_) => self,
        }
    }
}

impl FieldError {
    /// Returns the error with this owner; an existing owner stays.
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

/// Why a call log could not be replayed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The log ends within a call.
    Truncated,
    /// The bytes are not the expected value, which is named here.
    Malformed(&'static str),
    /// No function has this number.
    Unknown(u8),
    /// The world rejected a call that succeeded when it was recorded, so the worlds differ.
    Refused {
        /// The function.
        call: &'static str,
        /// The error text of the call.
        reason: String,
    },
    /// A recorded snapshot cannot be restored: it is invalid, or it requires a missing callback.
    Snapshot(SnapshotError),
    /// A callback was set that a recording cannot contain, and the replay did not supply it.
    Missing {
        /// Kind of the callback.
        what: &'static str,
        /// Index of the callback, counted over all that were set.
        index: u32,
    },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Truncated => write!(f, "the call log ends within a call"),
            CallError::Malformed(what) => write!(f, "the call log has an invalid {what}"),
            CallError::Unknown(number) => write!(f, "no function has number {number}"),
            CallError::Refused { call, reason } => write!(f, "{call} was refused: {reason}"),
            CallError::Snapshot(error) => write!(f, "{error}"),
            CallError::Missing { what, index } => {
                write!(f, "callback {index} of the recording, a {what}, was not supplied")
            }
        }
    }
}

impl core::error::Error for CallError {}
