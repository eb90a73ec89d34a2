//! The properties that an object of a file may have, under one set of names for all formats.
//!
//! The names are those of the scene format. Unknown names belong to the game and are skipped.

use core::fmt;

use cairn2d_scenes::format::{BodyDesc, BodyKind, FilterDesc, MaterialDesc, OneWayDesc, ShapeDesc};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Number(f64),
    Text(String),
    /// A list, an object or null.
    Other,
}

impl Value {
    /// The number of a value; texts from XML hold numbers too.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
        .filter(|number| number.is_finite())
    }

    fn flag(&self) -> Option<bool> {
        match self {
            Value::Bool(flag) => Some(*flag),
            Value::Text(text) => match text.trim() {
                "true" | "1" | "" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            Value::Number(number) => Some(*number != 0.0),
            Value::Other => None,
        }
    }

    /// 64 bits: a whole number, or hexadecimal text.
    fn bits(&self) -> Option<u64> {
        if let Value::Text(text) = self
            && let Some(digits) = text.trim().strip_prefix("0x")
        {
            return u64::from_str_radix(digits, 16).ok();
        }
        if let Value::Text(text) = self
            && let Ok(bits) = text.trim().parse()
        {
            return Some(bits);
        }
        self.number()
            .filter(|number| number.fract() == 0.0 && (0.0..=TWO_53).contains(number))
            .map(|n| n as u64)
    }
}

/// Lists and objects are skipped without memory.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}

/// Doubles hold whole numbers up to this one exactly.
const TWO_53: f64 = 9_007_199_254_740_992.0;

/// What the properties of an object, and of all around it, say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Traits {
    pub(crate) kind: Option<BodyKind>,
    pub(crate) density: f32,
    pub(crate) material: MaterialDesc,
    pub(crate) filter: FilterDesc,
    pub(crate) sensor: bool,
    pub(crate) one_way: bool,
    /// Whether a whole tile is solid, without collision shapes.
    pub(crate) solid: bool,
    /// Whether the object is left out.
    pub(crate) ignore: bool,
    pub(crate) motion: Motion,
}

/// What properties say about a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    bullet: bool,
    fixed_rotation: bool,
    linear_damping: f32,
    angular_damping: f32,
    gravity_scale: f32,
    velocity: [f32; 2],
    angular_velocity: f32,
}

impl Default for Traits {
    fn default() -> Traits {
        Traits {
            kind: None,
            density: 1.0,
            material: MaterialDesc::default(),
            filter: FilterDesc::default(),
            sensor: false,
            one_way: false,
            solid: false,
            ignore: false,
            motion: Motion {
                bullet: false,
                fixed_rotation: false,
                linear_damping: 0.0,
                angular_damping: 0.0,
                gravity_scale: 1.0,
                velocity: [0.0; 2],
                angular_velocity: 0.0,
            },
        }
    }
}

impl Traits {
    /// Sets the property of a name; returns whether the name is known.
    ///
    /// # Errors
    /// A value of the wrong type or out of its range.
    pub(crate) fn set(&mut self, name: &str, value: &Value) -> Result<bool, String> {
        let number = |low: f64, high: f64| {
            let number = value.number().ok_or_else(|| format!("{name} must be a number"))?;
            if (low..=high).contains(&number) {
                return Ok(number as f32);
            }
            Err(format!("{name} must be from {low} to {high}, but is {number}"))
        };
        let any = || number(-MOST, MOST);
        let from_zero = || number(0.0, MOST);
        let flag = || value.flag().ok_or_else(|| format!("{name} must be true or false"));
        let bits = || value.bits().ok_or_else(|| format!("{name} must be a whole number of 64 bits"));
        match name {
            "kind" => self.kind = Some(kind_of(value)?),
            "density" => self.density = from_zero()?,
            "friction" => self.material.friction = from_zero()?,
            "restitution" => self.material.restitution = number(0.0, 1.0)?,
            "rolling_resistance" => self.material.rolling_resistance = from_zero()?,
            "tangent_speed" => self.material.tangent_speed = any()?,
            "material_id" => self.material.id = bits()?,
            "category" => self.filter.category = bits()?,
            "mask" => self.filter.mask = bits()?,
            "group" => {
                let group = number(f64::from(i32::MIN), f64::from(i32::MAX))?;
                if group.fract() != 0.0 {
                    return Err(format!("group must be a whole number, but is {group}"));
                }
                self.filter.group = group as i32;
            }
            "sensor" => self.sensor = flag()?,
            "one_way" => self.one_way = flag()?,
            "solid" => self.solid = flag()?,
            "ignore" => self.ignore = flag()?,
            "bullet" => self.motion.bullet = flag()?,
            "fixed_rotation" => self.motion.fixed_rotation = flag()?,
            "linear_damping" => self.motion.linear_damping = from_zero()?,
            "angular_damping" => self.motion.angular_damping = from_zero()?,
            "gravity_scale" => self.motion.gravity_scale = any()?,
            "velocity_x" => self.motion.velocity[0] = any()?,
            "velocity_y" => self.motion.velocity[1] = any()?,
            "angular_velocity" => self.motion.angular_velocity = any()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A body with this motion at a position `[m]` and an angle `[rad]`.
    pub(crate) fn body(&self, position: [f32; 2], angle: f32) -> BodyDesc {
        let motion = &self.motion;
        let mut body = BodyDesc { kind: self.kind(), position, angle, ..BodyDesc::default() };
        body.bullet = motion.bullet;
        body.locks.rotation = motion.fixed_rotation;
        body.linear_damping = motion.linear_damping;
        body.angular_damping = motion.angular_damping;
        body.gravity_scale = motion.gravity_scale;
        if body.kind != BodyKind::Static {
            (body.velocity, body.angular_velocity) = (motion.velocity, motion.angular_velocity);
        }
        body
    }

    /// The kind of the body, static if no property says otherwise.
    pub(crate) fn kind(&self) -> BodyKind {
        self.kind.unwrap_or(BodyKind::Static)
    }

    /// Gives a shape its surface, filter and density.
    pub(crate) fn dress(&self, shape: ShapeDesc) -> ShapeDesc {
        let mut shape = shape.density(self.density).material(self.material).filter(self.filter);
        shape.sensor = self.sensor;
        shape.one_way = self.direction();
        shape
    }

    /// The open side of one-way ground.
    pub(crate) fn direction(&self) -> Option<OneWayDesc> {
        self.one_way.then(OneWayDesc::default)
    }
}

/// Largest size of a property; the engine's own ranges are checked in the finished scene.
const MOST: f64 = 1.0e15;

fn kind_of(value: &Value) -> Result<BodyKind, String> {
    match value {
        Value::Text(text) if text == "static" => Ok(BodyKind::Static),
        Value::Text(text) if text == "kinematic" => Ok(BodyKind::Kinematic),
        Value::Text(text) if text == "dynamic" => Ok(BodyKind::Dynamic),
        _ => Err("kind must be static, kinematic or dynamic".to_owned()),
    }
}
