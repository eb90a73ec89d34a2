//! Encoding of numbers, ids and lists, on top of `codec.rs`. Whole numbers are stored in groups of seven
//! bits; an option begins with one byte.

use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2};

use crate::store::codec::{put_varint, take_array, take_varint};
use crate::store::id::{BodyId, FieldId, JointId, ShapeId};

use super::{CallError, Functions, Op};

// None of this is hot, and each piece is a function of its own. Inlining them into each other would take a
// quarter of the compile time of the crate.

/// A value that can be written.
pub(crate) trait Put {
    fn put(&self, to: &mut CallWriter);
}

/// A value that can be read back.
pub(crate) trait Read: Sized {
    fn read(from: &mut CallReader<'_>) -> Result<Self, CallError>;
}

/// The bytes of a log being written.
#[derive(Default)]
pub(crate) struct CallWriter {
    pub(crate) bytes: Vec<u8>,
    /// Number of callbacks so far. A log can only store their number.
    pub(crate) functions: u32,
}

/// Reader of a call log.
#[derive(Clone, Copy)]
pub struct CallReader<'a> {
    bytes: &'a [u8],
    at: usize,
    functions: &'a dyn Functions,
}

impl core::fmt::Debug for CallReader<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CallReader").field("at", &self.at).finish_non_exhaustive()
    }
}

impl<'a> CallReader<'a> {
    /// Returns a reader at the beginning of a log.
    pub fn new(bytes: &'a [u8], functions: &'a dyn Functions) -> CallReader<'a> {
        CallReader { bytes, at: 0, functions }
    }

    /// Returns the number of bytes read so far. Between two calls, a new reader can begin there.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns whether the log was read to its end.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Returns whether a recorded check follows, which belongs to the step before it.
    pub fn is_at_check(&self) -> bool {
        let next = self.bytes.get(self.at);
        next.is_some_and(|&number| [Op::Hash, Op::Bodies, Op::Sums].iter().any(|&op| op as u8 == number))
    }

    pub(crate) fn functions(&self) -> &'a dyn Functions {
        self.functions
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], CallError> {
        let mut left = &self.bytes[self.at..];
        let array = take_array(&mut left).ok_or(CallError::Truncated)?;
        self.at += N;
        Ok(array)
    }
}

/// Writes and reads a struct field by field; a field that is missing here does not compile.
macro_rules! fields {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl Put for $type {
            #[inline(never)]
            fn put(&self, to: &mut CallWriter) {
                let $type { $($field),* } = self;
                $($field.put(to);)*
            }
        }

        impl Read for $type {
            #[inline(never)]
            fn read(from: &mut CallReader<'_>) -> Result<$type, CallError> {
                Ok($type { $($field: Read::read(from)?),* })
            }
        }
    };
}

/// Writes and reads an enum without data as a byte.
macro_rules! variants {
    ($type:ident { $($variant:ident = $number:literal),* $(,)? }, $what:literal) => {
        impl Put for $type {
            fn put(&self, to: &mut CallWriter) {
                let number: u8 = match self {
                    $($type::$variant => $number),*
                };
                number.put(to);
            }
        }

        impl Read for $type {
            fn read(from: &mut CallReader<'_>) -> Result<$type, CallError> {
                match u8::read(from)? {
                    $($number => Ok($type::$variant),)*
                    _ => Err(CallError::Malformed($what)),
                }
            }
        }
    };
}

pub(super) use {fields, variants};

macro_rules! little_endian {
    ($($type:ty),*) => {
        $(
            impl Put for $type {
                #[inline(never)]
                fn put(&self, to: &mut CallWriter) {
                    to.bytes.extend_from_slice(&self.to_le_bytes());
                }
            }

            impl Read for $type {
                #[inline(never)]
                fn read(from: &mut CallReader<'_>) -> Result<$type, CallError> {
                    Ok(<$type>::from_le_bytes(from.array()?))
                }
            }
        )*
    };
}

little_endian!(u8, i8, u16, i32, f32, f64);

impl Put for bool {
    fn put(&self, to: &mut CallWriter) {
        u8::from(*self).put(to);
    }
}

impl Read for bool {
    #[inline(never)]
    fn read(from: &mut CallReader<'_>) -> Result<bool, CallError> {
        match u8::read(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(CallError::Malformed("yes or no")),
        }
    }
}

impl Put for u64 {
    #[inline(never)]
    fn put(&self, to: &mut CallWriter) {
        put_varint(&mut to.bytes, *self);
    }
}

impl Read for u64 {
    #[inline(never)]
    fn read(from: &mut CallReader<'_>) -> Result<u64, CallError> {
        let mut left = &from.bytes[from.at..];
        let before = left.len();
        let value = take_varint(&mut left);
        from.at += before - left.len();
        // A number that is too wide is malformed; a number without an end is truncated.
        let error = if left.is_empty() { CallError::Truncated } else { CallError::Malformed("whole number") };
        value.ok_or(error)
    }
}

impl Put for u32 {
    fn put(&self, to: &mut CallWriter) {
        u64::from(*self).put(to);
    }
}

impl Read for u32 {
    fn read(from: &mut CallReader<'_>) -> Result<u32, CallError> {
        u32::try_from(u64::read(from)?).map_err(|_| CallError::Malformed("whole number"))
    }
}

impl Put for () {
    fn put(&self, _: &mut CallWriter) {}
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, to: &mut CallWriter) {
        (**self).put(to);
    }
}

impl<A: Put, B: Put> Put for (A, B) {
    fn put(&self, to: &mut CallWriter) {
        self.0.put(to);
        self.1.put(to);
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(from: &mut CallReader<'_>) -> Result<(A, B), CallError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl<A: Put, B: Put, C: Put> Put for (A, B, C) {
    fn put(&self, to: &mut CallWriter) {
        self.0.put(to);
        self.1.put(to);
        self.2.put(to);
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, to: &mut CallWriter) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(from: &mut CallReader<'_>) -> Result<Option<T>, CallError> {
        Ok(if bool::read(from)? { Some(T::read(from)?) } else { None })
    }
}

impl<T: Put> Put for [T] {
    fn put(&self, to: &mut CallWriter) {
        (self.len() as u64).put(to);
        for value in self {
            value.put(to);
        }
    }
}

impl<T: Put> Put for Vec<T> {
    fn put(&self, to: &mut CallWriter) {
        self.as_slice().put(to);
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(from: &mut CallReader<'_>) -> Result<Vec<T>, CallError> {
        // No memory is reserved: the count is untrusted, and the list cannot be longer than the remaining
        // bytes.
        let count = u64::read(from)?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(T::read(from)?);
        }
        Ok(list)
    }
}

macro_rules! ids {
    ($($id:ident),*) => {
        $(
            impl Put for $id {
                fn put(&self, to: &mut CallWriter) {
                    put_id(self.to_bits(), to);
                }
            }

            impl Read for $id {
                fn read(from: &mut CallReader<'_>) -> Result<$id, CallError> {
                    $id::from_bits(read_id(from)?).ok_or(CallError::Malformed("id"))
                }
            }
        )*
    };
}

ids!(BodyId, ShapeId, JointId, FieldId);

/// Writes slot, generation and tag as whole numbers, because most of them are small.
fn put_id(bits: u64, to: &mut CallWriter) {
    ((bits & 0xffff_ffff) - 1).put(to);
    (bits >> 32).put(to);
}

fn read_id(from: &mut CallReader<'_>) -> Result<u64, CallError> {
    let (slot, rest) = (u32::read(from)?, u32::read(from)?);
    let slot = u64::from(slot) + 1;
    if slot > u64::from(u32::MAX) {
        Err(CallError::Malformed("id"))
    } else {
        Ok(slot | u64::from(rest) << 32)
    }
}

fields!(Vec2 { x, y });
fields!(DVec2 { x, y });
fields!(Rot { c, s });
fields!(Pose { p, q });
fields!(Aabb { min, max });

/// Whether a callback was set. It is counted, because a log cannot contain it.
pub(crate) struct FunctionSet(pub(crate) bool);

impl Put for FunctionSet {
    fn put(&self, to: &mut CallWriter) {
        let index = self.0.then_some(to.functions);
        index.put(to);
        to.functions += u32::from(self.0);
    }
}

/// Reads the index of a callback, if one was set.
pub(crate) fn function_index(from: &mut CallReader<'_>) -> Result<Option<u32>, CallError> {
    Read::read(from)
}
