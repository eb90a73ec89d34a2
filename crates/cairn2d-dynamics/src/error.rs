//! Everything that can be refused, one small type per domain. Each names the offending value; a refused call leaves the world as it was.

use core::fmt;

use cairn2d_geometry::tree::TreeError;
use cairn2d_geometry::{HullError, ShapeError};
use cairn2d_math::{LaneLevel, Shown};

/// A number out of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueError {
    name: &'static str,
    value: f32,
    low: f32,
    high: f32,
    lanes: Option<LaneLevel>,
}

impl ValueError {
    /// The refusal of a value that is not from `low` to `high`: for crates that are built on this one.
    pub fn new(name: &'static str, value: f32, low: f32, high: f32) -> ValueError {
        ValueError { name, value, low, high, lanes: None }
    }

    pub(crate) fn lanes(level: LaneLevel) -> ValueError {
        ValueError { name: "lanes", value: 0.0, low: 0.0, high: 0.0, lanes: Some(level) }
    }

    /// Name of the parameter that was refused.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value that was refused.
    pub fn value(&self) -> f32 {
        self.value
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lanes {
            Some(level) => write!(f, "lanes {level} are not available on this machine"),
            None => {
                let [value, low, high] = [self.value, self.low, self.high].map(Shown);
                write!(f, "{} is {value}, it must be from {low} to {high}", self.name)
            }
        }
    }
}

impl core::error::Error for ValueError {}

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
        Shape(ShapeError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The call has no meaning for this kind of body.
        Kind(&'static str) => "{}",
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
        Kind(&'static str) => "{}",
    }
);

error_enum!(
    /// Why a field was refused.
    FieldError {
        /// A number is out of its range.
        Value(ValueError) => "{}",
        /// The geometry of the area is unusable.
        Shape(ShapeError) => "{}",
        /// The id is stale or from another world.
        Stale(String) => "{} does not exist",
        /// The area does not suit the effect.
        Kind(&'static str) => "{}",
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
    BodyError::Value <- ValueError, BodyError::Shape <- ShapeError,
    JointError::Value <- ValueError,
    FieldError::Value <- ValueError, FieldError::Shape <- ShapeError,
    StepError::Value <- ValueError,
    QueryError::Value <- ValueError, QueryError::Shape <- ShapeError,
    Error::Value <- ValueError, Error::Hull <- HullError, Error::Shape <- ShapeError, Error::Body <- BodyError,
    Error::Joint <- JointError, Error::Field <- FieldError, Error::Step <- StepError, Error::Query <- QueryError,
    Error::Snapshot <- SnapshotError,
    SnapshotError::Value <- ValueError, SnapshotError::Shape <- ShapeError, SnapshotError::Hull <- HullError,
    SnapshotError::Joint <- JointError, SnapshotError::Field <- FieldError, SnapshotError::Tree <- TreeError,
);
