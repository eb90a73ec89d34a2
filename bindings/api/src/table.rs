//! The table: enums, structs, calls, and what is left out.

/// Everything that `cairn2d.api` lists, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Enums, whose values count from 0.
    pub enums: Vec<Enum>,
    /// Plain structs.
    pub structs: Vec<Struct>,
    /// Calls.
    pub calls: Vec<Call>,
    /// Methods and types that are not bound.
    pub skips: Vec<Skip>,
}

/// An enum. In foreign interfaces it is a `u32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Name in snake case.
    pub name: String,
    /// Type in Rust; `None` if its values are converted by hand.
    pub engine: Option<String>,
    /// Names of the values, with their Rust variants.
    pub values: Vec<(String, String)>,
}

/// Direction in which a struct is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// From the caller to the engine. Begins with its size, which its initializer sets.
    In,
    /// From the engine to the caller.
    Out,
    /// Both.
    Both,
}

/// A plain struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struct {
    /// Name in snake case.
    pub name: String,
    /// Direction.
    pub role: Role,
    /// Type in Rust; `None` if it is converted by hand.
    pub engine: Option<String>,
    /// Fields in order.
    pub fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Type.
    pub kind: Type,
    /// Unit, empty for none.
    pub unit: String,
    /// Default as written, empty for none.
    pub default: String,
    /// Rust expression that reads it from `self`; `None` for the field of the same name.
    pub from: Option<String>,
    /// One sentence.
    pub doc: String,
}

/// A type of an argument, a field or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A 32-bit float.
    F32,
    /// A 64-bit float.
    F64,
    /// An unsigned number of 32 bits.
    U32,
    /// A signed number of 32 bits.
    I32,
    /// An unsigned number of 64 bits.
    U64,
    /// A truth value.
    Bool,
    /// Two 32-bit floats.
    Vec2,
    /// Two 64-bit floats.
    DVec2,
    /// Cosine and sine.
    Rot,
    /// A position and a rotation; as an argument the rotation is an angle.
    Pose,
    /// An id, such as `body_id`.
    Id(String),
    /// An enum of the table.
    Enum(String),
    /// A struct of the table.
    Struct(String),
    /// A list.
    List(Box<Type>),
}

/// What a call does with the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Reads a property.
    Get,
    /// Reads by a search.
    Query,
    /// Changes the world.
    Change,
    /// Written by hand in each binding.
    Own,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Name.
    pub name: String,
    /// Type.
    pub kind: Type,
    /// Unit, empty for none.
    pub unit: String,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// None.
    Nothing,
    /// A value.
    One(Type),
    /// A value that may be absent.
    Maybe(Type),
    /// A list, written into memory of the caller.
    List(Type),
    /// A list that the world keeps until the next call.
    View(Type),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Kind.
    pub kind: CallKind,
    /// `World`, `Body`, `Shape`, `Joint`, `Contact` or `Events`.
    pub owner: String,
    /// Name.
    pub name: String,
    /// Arguments after the owner.
    pub arguments: Vec<Argument>,
    /// Result.
    pub outcome: Outcome,
    /// Whether the call in Rust returns an error.
    pub fails: bool,
    /// Text of the signature.
    pub signature: String,
    /// One sentence.
    pub doc: String,
    /// Rust expression; `None` for the method of this name.
    pub rust: Option<String>,
    /// The method that it covers, with owner.
    pub of: String,
    /// Heading in the page of names.
    pub section: String,
}

/// A method that is not bound, or all methods of a type (`Type.*`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// `Owner.method` or `Type.*`.
    pub name: String,
    /// Reason.
    pub reason: String,
}

impl Table {
    /// Returns the struct of a name.
    pub fn structure(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|entry| entry.name == name)
    }

    /// Returns the enum of a name.
    pub fn enumeration(&self, name: &str) -> Option<&Enum> {
        self.enums.iter().find(|entry| entry.name == name)
    }

    /// Returns the calls that are written from the table.
    pub fn bound(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(|call| call.kind != CallKind::Own)
    }
}

impl Type {
    /// Returns whether the type fits a register: a number, truth value, id or enum.
    pub fn is_scalar(&self) -> bool {
        use Type::{Bool, Enum, F32, F64, I32, Id, U32, U64};
        matches!(self, F32 | F64 | U32 | I32 | U64 | Bool | Id(_) | Enum(_))
    }
}
