//! Serialization of single fields: omitted defaults, 64-bit masks, and "a name or a value" fields.
//!
//! A field with its default value is not written. Floats are compared by their bits for that, because
//! dropping a `-0.0` would change the scene. No field uses serde's buffered (untagged) form: buffering would
//! lose the place of an error in the file and read floats twice.

use core::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::{BodyRef, MaterialDesc, MaterialRef, PointPair, WorldAnchor};

/// Returns whether `value` is the default of its type.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn is_zero(value: &f32) -> bool {
    value.to_bits() == 0
}

pub(super) fn is_one(value: &f32) -> bool {
    value.to_bits() == 1.0f32.to_bits()
}

pub(super) fn is_zero_pair(value: &[f32; 2]) -> bool {
    is_zero(&value[0]) && is_zero(&value[1])
}

pub(super) fn is_true(value: &bool) -> bool {
    *value
}

pub(super) fn is_false(value: &bool) -> bool {
    !*value
}

pub(super) fn one() -> f32 {
    1.0
}

/// 64-bit numbers: JSON numbers up to 2^53, hexadecimal strings above, because JavaScript and many tools read
/// JSON numbers as doubles and would silently change larger ones.
pub(super) mod bits {
    use super::{BitsVisitor, Deserializer, Serializer};

    const LARGEST_EXACT: u64 = 1 << 53;

    pub(in crate::format) fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if *value <= LARGEST_EXACT {
            serializer.serialize_u64(*value)
        } else {
            serializer.serialize_str(&format!("{value:#x}"))
        }
    }

    pub(in crate::format) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<u64, D::Error> {
        deserializer.deserialize_any(BitsVisitor)
    }
}

/// A 64-bit number as a JSON number, or as a hexadecimal string such as "0xff" (needed above 2^53).
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum Bits {
    Number(u64),
    Hexadecimal(#[schemars(regex(pattern = r"^0[xX][0-9a-fA-F]{1,16}$"))] String),
}

struct BitsVisitor;

impl Visitor<'_> for BitsVisitor {
    type Value = u64;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a whole number from 0, or a hexadecimal string like \"0xff\"")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<u64, E> {
        Ok(value)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        // `from_str_radix` also accepts a sign, which the format does not allow.
        digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl Serialize for BodyRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            BodyRef::Index(index) => serializer.serialize_u32(*index),
            BodyRef::Name(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for BodyRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BodyRefVisitor)
    }
}

struct BodyRefVisitor;

impl Visitor<'_> for BodyRefVisitor {
    type Value = BodyRef;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a body's index in the list of bodies, or its name")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<BodyRef, E> {
        let index = u32::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))?;
        Ok(BodyRef::Index(index))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<BodyRef, E> {
        Ok(BodyRef::Name(name.to_owned()))
    }
}

impl Serialize for WorldAnchor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            WorldAnchor::Point(point) => point.serialize(serializer),
            WorldAnchor::Pair(pair) => pair.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for WorldAnchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WorldAnchorVisitor)
    }
}

struct WorldAnchorVisitor;

impl<'de> Visitor<'de> for WorldAnchorVisitor {
    type Value = WorldAnchor;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a point [x, y], or an object with the points `a` and `b`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<WorldAnchor, A::Error> {
        Deserialize::deserialize(SeqAccessDeserializer::new(seq)).map(WorldAnchor::Point)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WorldAnchor, A::Error> {
        PointPair::deserialize(MapAccessDeserializer::new(map)).map(WorldAnchor::Pair)
    }
}

impl Serialize for MaterialRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MaterialRef::Inline(material) => material.serialize(serializer),
            MaterialRef::Name(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for MaterialRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MaterialRefVisitor)
    }
}

struct MaterialRefVisitor;

impl<'de> Visitor<'de> for MaterialRefVisitor {
    type Value = MaterialRef;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a material's name, or an object with its properties")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<MaterialRef, E> {
        Ok(MaterialRef::Name(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MaterialRef, A::Error> {
        MaterialDesc::deserialize(MapAccessDeserializer::new(map)).map(MaterialRef::Inline)
    }
}
