//! Plain types of the interface, and conversions between them and those of the engine.
#![allow(non_camel_case_types, reason = "the names of the header")]

use core::ops::ControlFlow;

use cairn2d::{
    BodyId, BodyMut, BodyRef, Capacity, ContactId, ContactRef, DVec2, FieldId, JointId, JointMut, JointRef,
    LaneLevel, PortalId, Pose, QueryFilter, Ray, Rot, Shape, ShapeId, ShapeMut, ShapeRef, Vec2, World, vec2,
};

use crate::fault::{Code, Fault};
use crate::generated::structs::{
    SHAPE_CAPSULE, SHAPE_CIRCLE, SHAPE_POLYGON, SHAPE_SEGMENT, cairn_query_filter, cairn_ray,
};

/// A value of the engine that becomes one of the interface.
pub trait Give {
    /// Its type in the interface.
    type C: Copy;
    /// Converts it.
    fn give(self) -> Self::C;
}

/// A value of the interface that becomes one of the engine.
pub trait Engine {
    /// Its type in the engine.
    type Engine;
    /// Converts it.
    ///
    /// # Errors
    /// A value that the type of the engine cannot have.
    fn engine(&self) -> Result<Self::Engine, Fault>;
}

macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl Give for $kind {
            type C = $kind;
            fn give(self) -> $kind {
                self
            }
        }
        impl Engine for $kind {
            type Engine = $kind;
            fn engine(&self) -> Result<$kind, Fault> {
                Ok(*self)
            }
        })*
    };
}

plain!(f32, f64, u32, i32, u64);

impl Give for bool {
    type C = u8;
    fn give(self) -> u8 {
        u8::from(self)
    }
}

/// Any number but 0 is true.
impl Engine for u8 {
    type Engine = bool;
    fn engine(&self) -> Result<bool, Fault> {
        Ok(*self != 0)
    }
}

/// Two floats.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct cairn_vec2 {
    /// First coordinate.
    pub x: f32,
    /// Second coordinate.
    pub y: f32,
}

/// Two floats of 64 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct cairn_dvec2 {
    /// First coordinate.
    pub x: f64,
    /// Second coordinate.
    pub y: f64,
}

/// A rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct cairn_rot {
    /// Cosine.
    pub c: f32,
    /// Sine.
    pub s: f32,
}

/// A position and a rotation.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct cairn_pose {
    /// Position.
    pub p: cairn_vec2,
    /// Rotation.
    pub q: cairn_rot,
}

/// Velocities of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct cairn_velocity {
    /// Velocity of the centre of mass \[m/s\].
    pub linear: cairn_vec2,
    /// Angular velocity \[rad/s\].
    pub angular: f32,
}

impl Give for Vec2 {
    type C = cairn_vec2;
    fn give(self) -> cairn_vec2 {
        cairn_vec2 { x: self.x, y: self.y }
    }
}

impl Engine for cairn_vec2 {
    type Engine = Vec2;
    fn engine(&self) -> Result<Vec2, Fault> {
        Ok(vec2(self.x, self.y))
    }
}

impl Give for DVec2 {
    type C = cairn_dvec2;
    fn give(self) -> cairn_dvec2 {
        cairn_dvec2 { x: self.x, y: self.y }
    }
}

impl Give for Rot {
    type C = cairn_rot;
    fn give(self) -> cairn_rot {
        cairn_rot { c: self.c, s: self.s }
    }
}

impl Give for Pose {
    type C = cairn_pose;
    fn give(self) -> cairn_pose {
        cairn_pose { p: self.p.give(), q: self.q.give() }
    }
}

/// Bits of an id that JavaScript passes as two numbers.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) fn joined(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

macro_rules! ids {
    ($($name:ident $engine:ident $word:literal;)*) => {
        $(/// An id; 0 is null.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            /// Bits of the id.
            pub bits: u64,
        }

        impl $name {
            /// Returns the id of the engine.
            ///
            /// # Errors
            /// Bits that no id has.
            #[inline]
            pub fn read(self) -> Result<$engine, Fault> {
                $engine::from_bits(self.bits).ok_or_else(|| Fault::no_id($word, self.bits))
            }
        }

        impl Give for $engine {
            type C = $name;
            fn give(self) -> $name {
                $name { bits: self.to_bits() }
            }
        })*
    };
}

ids! {
    cairn_body_id BodyId "body";
    cairn_shape_id ShapeId "shape";
    cairn_joint_id JointId "joint";
    cairn_contact_id ContactId "contact";
    cairn_field_id FieldId "field";
    cairn_portal_id PortalId "pair of openings";
}

macro_rules! views {
    ($($look:ident $method:ident $id:ident $view:ident $(, $change:ident $method_mut:ident $view_mut:ident)?;)*) => {
        $(#[inline]
        pub(crate) fn $look(world: &World, id: $id) -> Result<$view<'_>, Fault> {
            let id = id.read()?;
            world.$method(id).ok_or_else(|| Fault::gone(id))
        }
        $(#[inline]
        pub(crate) fn $change(world: &mut World, id: $id) -> Result<$view_mut<'_>, Fault> {
            let id = id.read()?;
            world.$method_mut(id).ok_or_else(|| Fault::gone(id))
        })?)*
    };
}

views! {
    body_of body cairn_body_id BodyRef, body_mut_of body_mut BodyMut;
    shape_of shape cairn_shape_id ShapeRef, shape_mut_of shape_mut ShapeMut;
    joint_of joint cairn_joint_id JointRef, joint_mut_of joint_mut JointMut;
    contact_of contact cairn_contact_id ContactRef;
}

/// Converts every item of a list.
pub(crate) fn read_all<T: Engine>(list: &[T]) -> Result<Vec<T::Engine>, Fault> {
    list.iter().map(Engine::engine).collect()
}

/// Null finds everything but sensors.
pub(crate) fn read_filter(filter: Option<&cairn_query_filter>) -> Result<QueryFilter<'static>, Fault> {
    filter.map_or(Ok(QueryFilter::all()), Engine::engine)
}

pub(crate) fn read_lanes(value: u32) -> Result<LaneLevel, Fault> {
    match value {
        0 => Ok(LaneLevel::fastest()),
        1 => Ok(LaneLevel::Scalar),
        2 => Ok(LaneLevel::Sse2),
        3 => Ok(LaneLevel::Avx2),
        4 => Ok(LaneLevel::Avx512),
        5 => Ok(LaneLevel::Neon),
        6 => Ok(LaneLevel::Wasm128),
        _ => Err(Fault::choice("lanes", value)),
    }
}

/// A number that the engine stores in 8 bits.
pub(crate) fn small(name: &str, value: i32) -> Result<i8, Fault> {
    i8::try_from(value).map_err(|_| {
        Fault::new(Code::Value, format_args!("{name} must be between -128 and 127, but is {value}"))
    })
}

pub(crate) fn capacity(bodies: u32, shapes: u32, joints: u32, contacts: u32) -> Capacity {
    Capacity { bodies, shapes, joints, contacts, ..Capacity::default() }
}

/// The null id for none.
macro_rules! optional_ids {
    ($($engine:ident $name:ident),*) => {
        $(impl Give for Option<$engine> {
            type C = $name;
            fn give(self) -> $name {
                self.map_or($name::default(), Give::give)
            }
        })*
    };
}

optional_ids!(BodyId cairn_body_id, ShapeId cairn_shape_id);

impl Engine for cairn_ray {
    type Engine = Ray;
    fn engine(&self) -> Result<Ray, Fault> {
        Ok(Ray::new(self.origin.engine()?, self.translation.engine()?))
    }
}

pub(crate) fn kind_of(shape: &Shape) -> u32 {
    match shape {
        Shape::Circle(_) => SHAPE_CIRCLE,
        Shape::Capsule(_) => SHAPE_CAPSULE,
        Shape::Polygon(_) => SHAPE_POLYGON,
        _ => SHAPE_SEGMENT,
    }
}

pub(crate) fn radius_of(shape: &Shape) -> f32 {
    match shape {
        Shape::Circle(circle) => circle.radius,
        Shape::Capsule(capsule) => capsule.radius,
        Shape::Polygon(polygon) => polygon.radius(),
        _ => 0.0,
    }
}

pub(crate) fn points_of(shape: &Shape) -> Vec<Vec2> {
    match shape {
        Shape::Circle(circle) => vec![circle.center],
        Shape::Capsule(capsule) => vec![capsule.a, capsule.b],
        Shape::Segment(segment) => vec![segment.a, segment.b],
        Shape::Polygon(polygon) => polygon.vertices().to_vec(),
        Shape::ChainSegment(segment) => vec![segment.a, segment.b],
        _ => Vec::new(),
    }
}

/// Collects what a query visits.
pub(crate) fn collect<T, E>(
    query: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let mut found = Vec::new();
    query(&mut |item| {
        found.push(item);
        ControlFlow::Continue(())
    })?;
    Ok(found)
}
