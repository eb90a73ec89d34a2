//! Encoding of numbers, ids, lists and vectors. Whole numbers above a byte are varints; an option begins with
//! a byte, 0 or 1.

use std::sync::Arc;

use cairn2d_math::{Aabb, DVec2, Pose, Rot, Vec2};

use crate::store::id::{BodyId, ContactId, FieldId, JointId, PortalId, ShapeId};

use super::{DecodeError, Decoded, Reader, Writer, require};

// Only the numbers are inlined. Inlining the structs into each other would take a quarter of the compile time
// of the crate.

/// A value that can be written.
pub(crate) trait Encode {
    fn encode(&self, to: &mut Writer<'_>);
}

/// A value that can be read back.
pub(crate) trait Decode: Sized {
    fn decode(from: &mut Reader<'_>) -> Decoded<Self>;
}

/// Writes and reads a struct field by field; a field that is missing here does not compile. Fields after the
/// semicolon are not written, and read as these values.
macro_rules! fields {
    ($type:ident { $($field:ident),* $(,)? $(; $($left:ident: $value:expr),*)? }) => {
        impl Encode for $type {
            #[inline(never)]
            fn encode(&self, to: &mut Writer<'_>) {
                let $type { $($field,)* $($($left: _,)*)? } = self;
                $($field.encode(to);)*
            }
        }

        impl Decode for $type {
            #[inline(never)]
            fn decode(from: &mut Reader<'_>) -> Decoded<$type> {
                Ok($type { $($field: from.value()?,)* $($($left: $value,)*)? })
            }
        }
    };
}

/// Writes and reads an enum as a byte, which its data follows: none, or one value for each variant.
macro_rules! variants {
    ($type:ident { $($variant:ident = $number:literal),* $(,)? }, $what:literal) => {
        impl Encode for $type {
            fn encode(&self, to: &mut Writer<'_>) {
                to.byte(match self {
                    $($type::$variant => $number,)*
                });
            }
        }

        impl Decode for $type {
            fn decode(from: &mut Reader<'_>) -> Decoded<$type> {
                match from.value::<u8>()? {
                    $($number => Ok($type::$variant),)*
                    _ => Err(DecodeError::Malformed($what)),
                }
            }
        }
    };
    ($type:ident { $($variant:ident(_) = $number:literal),* $(,)? }, $what:literal) => {
        impl Encode for $type {
            fn encode(&self, to: &mut Writer<'_>) {
                match self {
                    $($type::$variant(value) => ($number as u8, value).encode(to),)*
                }
            }
        }

        impl Decode for $type {
            fn decode(from: &mut Reader<'_>) -> Decoded<$type> {
                match from.value::<u8>()? {
                    $($number => Ok($type::$variant(from.value()?)),)*
                    _ => Err(DecodeError::Malformed($what)),
                }
            }
        }
    };
}

pub(crate) use {fields, variants};

macro_rules! little_endian {
    ($($type:ty),*) => {
        $(
            impl Encode for $type {
                #[inline]
                fn encode(&self, to: &mut Writer<'_>) {
                    to.out.extend_from_slice(&self.to_le_bytes());
                }
            }

            impl Decode for $type {
                #[inline]
                fn decode(from: &mut Reader<'_>) -> Decoded<$type> {
                    Ok(<$type>::from_le_bytes(from.array()?))
                }
            }
        )*
    };
}

little_endian!(u8, i8, u16, i32, f64);

impl Encode for f32 {
    #[inline]
    fn encode(&self, to: &mut Writer<'_>) {
        to.floats([*self]);
    }
}

impl Decode for f32 {
    #[inline]
    fn decode(from: &mut Reader<'_>) -> Decoded<f32> {
        from.floats().map(|[float]| float)
    }
}

impl Encode for bool {
    #[inline]
    fn encode(&self, to: &mut Writer<'_>) {
        to.byte(u8::from(*self));
    }
}

impl Decode for bool {
    #[inline]
    fn decode(from: &mut Reader<'_>) -> Decoded<bool> {
        match u8::decode(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError::Malformed("yes or no")),
        }
    }
}

impl Encode for u64 {
    #[inline(never)]
    fn encode(&self, to: &mut Writer<'_>) {
        super::put_varint(to.out, *self);
    }
}

impl Decode for u64 {
    fn decode(from: &mut Reader<'_>) -> Decoded<u64> {
        from.varint()
    }
}

impl Encode for u32 {
    fn encode(&self, to: &mut Writer<'_>) {
        u64::from(*self).encode(to);
    }
}

impl Decode for u32 {
    fn decode(from: &mut Reader<'_>) -> Decoded<u32> {
        u32::try_from(from.varint()?).map_err(|_| DecodeError::Malformed("whole number"))
    }
}

impl Encode for () {
    fn encode(&self, _: &mut Writer<'_>) {}
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, to: &mut Writer<'_>) {
        (**self).encode(to);
    }
}

impl<T: Encode> Encode for Arc<T> {
    fn encode(&self, to: &mut Writer<'_>) {
        (**self).encode(to);
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)*) => {
        $(
            impl<$($name: Encode),+> Encode for ($($name,)+) {
                #[allow(non_snake_case, reason = "the values are named after their types")]
                fn encode(&self, to: &mut Writer<'_>) {
                    let ($($name,)+) = self;
                    $($name.encode(to);)+
                }
            }

            impl<$($name: Decode),+> Decode for ($($name,)+) {
                fn decode(from: &mut Reader<'_>) -> Decoded<Self> {
                    Ok(($($name::decode(from)?,)+))
                }
            }
        )*
    };
}

tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G H;
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, to: &mut Writer<'_>) {
        self.is_some().encode(to);
        if let Some(value) = self {
            value.encode(to);
        }
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(from: &mut Reader<'_>) -> Decoded<Option<T>> {
        Ok(if bool::decode(from)? { Some(T::decode(from)?) } else { None })
    }
}

impl<T: Encode> Encode for [T] {
    fn encode(&self, to: &mut Writer<'_>) {
        (self.len() as u64).encode(to);
        for value in self {
            value.encode(to);
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, to: &mut Writer<'_>) {
        self.as_slice().encode(to);
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode(from: &mut Reader<'_>) -> Decoded<Vec<T>> {
        // No memory is reserved: the count is untrusted, and the list cannot be longer than the remaining
        // bytes.
        let count = u64::decode(from)?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(T::decode(from)?);
        }
        Ok(list)
    }
}

/// An array has no length in the encoding.
impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, to: &mut Writer<'_>) {
        self.iter().for_each(|value| value.encode(to));
    }
}

impl<T: Decode + Copy, const N: usize> Decode for [T; N] {
    fn decode(from: &mut Reader<'_>) -> Decoded<[T; N]> {
        let mut array = [T::decode(from)?; N];
        for value in array.iter_mut().skip(1) {
            *value = T::decode(from)?;
        }
        Ok(array)
    }
}

macro_rules! ids {
    ($($id:ident),*) => {
        $(
            impl Encode for $id {
                fn encode(&self, to: &mut Writer<'_>) {
                    encode_id(self.to_bits(), to);
                }
            }

            impl Decode for $id {
                fn decode(from: &mut Reader<'_>) -> Decoded<$id> {
                    $id::from_bits(decode_id(from)?).ok_or(DecodeError::Malformed("id"))
                }
            }
        )*
    };
}

ids!(BodyId, ShapeId, JointId, ContactId, FieldId, PortalId);

/// Writes slot, generation and tag as varints, because most of them are small.
fn encode_id(bits: u64, to: &mut Writer<'_>) {
    ((bits & 0xffff_ffff) - 1).encode(to);
    (bits >> 32).encode(to);
}

fn decode_id(from: &mut Reader<'_>) -> Decoded<u64> {
    let (slot, rest): (u32, u32) = from.value()?;
    let slot = u64::from(slot) + 1;
    require(slot <= u64::from(u32::MAX), "id")?;
    Ok(slot | u64::from(rest) << 32)
}

fields!(Vec2 { x, y });
fields!(DVec2 { x, y });
fields!(Pose { p, q });
fields!(Aabb { min, max });

impl Encode for Rot {
    fn encode(&self, to: &mut Writer<'_>) {
        to.floats([self.c, self.s]);
    }
}

/// A rotation of a snapshot is of unit length, up to rounding.
impl Decode for Rot {
    fn decode(from: &mut Reader<'_>) -> Decoded<Rot> {
        let [c, s] = from.floats()?;
        let is_unit = (0.99..=1.01).contains(&(c * c + s * s));
        require(is_unit || !from.is_checked, "a rotation is not of unit length")?;
        Ok(Rot { c, s })
    }
}

/// Whether a callback was set. No bytes contain the callback itself: a call log stores its number, a snapshot
/// nothing.
pub(crate) struct FunctionSet(pub(crate) bool);

impl Encode for FunctionSet {
    fn encode(&self, to: &mut Writer<'_>) {
        if let Some(functions) = &mut to.functions {
            let index = self.0.then_some(**functions);
            **functions += u32::from(self.0);
            index.encode(to);
        }
    }
}

/// Reads the index of a callback, if one was set.
pub(crate) fn function_index(from: &mut Reader<'_>) -> Decoded<Option<u32>> {
    from.value()
}
