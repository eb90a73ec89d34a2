//! Structs and enums of the C interface. Written by `cargo xtask bindings` from the table of the API.
#![allow(non_camel_case_types, missing_docs, reason = "C names; the header documents them")]

use cairn2d::*;
use crate::convert::*;
use crate::fault::Fault;

pub const BODY_STATIC: u32 = 0;
pub const BODY_KINEMATIC: u32 = 1;
pub const BODY_DYNAMIC: u32 = 2;
/// Names of the values, for scripts.
pub const BODY_TYPE_NAMES: &[&str] = &["static", "kinematic", "dynamic"];
pub fn read_body_type(value: u32) -> Result<BodyKind, Fault> {
    match value {
        0 => Ok(BodyKind::Static),
        1 => Ok(BodyKind::Kinematic),
        2 => Ok(BodyKind::Dynamic),
        _ => Err(Fault::choice("body_type", value)),
    }
}
impl Give for BodyKind {
    type C = u32;
    fn give(self) -> u32 {
        #[allow(unreachable_patterns, reason = "the enum may grow")]
        match self {
            BodyKind::Static => 0,
            BodyKind::Kinematic => 1,
            BodyKind::Dynamic => 2,
            _ => u32::MAX,
        }
    }
}

pub const SHAPE_CIRCLE: u32 = 0;
pub const SHAPE_CAPSULE: u32 = 1;
pub const SHAPE_SEGMENT: u32 = 2;
pub const SHAPE_BOX: u32 = 3;
pub const SHAPE_POLYGON: u32 = 4;
/// Names of the values, for scripts.
pub const SHAPE_TYPE_NAMES: &[&str] = &["circle", "capsule", "segment", "box", "polygon"];
pub const JOINT_REVOLUTE: u32 = 0;
pub const JOINT_DISTANCE: u32 = 1;
pub const JOINT_PRISMATIC: u32 = 2;
pub const JOINT_WHEEL: u32 = 3;
pub const JOINT_SLOT: u32 = 4;
pub const JOINT_WELD: u32 = 5;
pub const JOINT_DRIVE: u32 = 6;
pub const JOINT_GRAB: u32 = 7;
pub const JOINT_FILTER: u32 = 8;
pub const JOINT_ROTARY: u32 = 9;
pub const JOINT_GEAR: u32 = 10;
pub const JOINT_RACK: u32 = 11;
pub const JOINT_PULLEY: u32 = 12;
pub const JOINT_CUSTOM: u32 = 13;
/// Names of the values, for scripts.
pub const JOINT_TYPE_NAMES: &[&str] = &["revolute", "distance", "prismatic", "wheel", "slot", "weld", "drive", "grab", "filter", "rotary", "gear", "rack", "pulley", "custom"];
pub fn read_joint_type(value: u32) -> Result<JointKind, Fault> {
    match value {
        0 => Ok(JointKind::Revolute),
        1 => Ok(JointKind::Distance),
        2 => Ok(JointKind::Prismatic),
        3 => Ok(JointKind::Wheel),
        4 => Ok(JointKind::Slot),
        5 => Ok(JointKind::Weld),
        6 => Ok(JointKind::Drive),
        7 => Ok(JointKind::Grab),
        8 => Ok(JointKind::Filter),
        9 => Ok(JointKind::Rotary),
        10 => Ok(JointKind::Gear),
        11 => Ok(JointKind::Rack),
        12 => Ok(JointKind::Pulley),
        13 => Ok(JointKind::Custom),
        _ => Err(Fault::choice("joint_type", value)),
    }
}
impl Give for JointKind {
    type C = u32;
    fn give(self) -> u32 {
        #[allow(unreachable_patterns, reason = "the enum may grow")]
        match self {
            JointKind::Revolute => 0,
            JointKind::Distance => 1,
            JointKind::Prismatic => 2,
            JointKind::Wheel => 3,
            JointKind::Slot => 4,
            JointKind::Weld => 5,
            JointKind::Drive => 6,
            JointKind::Grab => 7,
            JointKind::Filter => 8,
            JointKind::Rotary => 9,
            JointKind::Gear => 10,
            JointKind::Rack => 11,
            JointKind::Pulley => 12,
            JointKind::Custom => 13,
            _ => u32::MAX,
        }
    }
}

pub const ANCHOR_LOCAL: u32 = 0;
pub const ANCHOR_WORLD: u32 = 1;
pub const ANCHOR_WORLD_PAIR: u32 = 2;
/// Names of the values, for scripts.
pub const ANCHOR_TYPE_NAMES: &[&str] = &["local", "world", "world_pair"];
pub const COMBINE_GEOMETRIC_MEAN: u32 = 0;
pub const COMBINE_AVERAGE: u32 = 1;
pub const COMBINE_MIN: u32 = 2;
pub const COMBINE_MULTIPLY: u32 = 3;
pub const COMBINE_MAX: u32 = 4;
/// Names of the values, for scripts.
pub const COMBINE_NAMES: &[&str] = &["geometric_mean", "average", "min", "multiply", "max"];
pub fn read_combine(value: u32) -> Result<Combine, Fault> {
    match value {
        0 => Ok(Combine::GeometricMean),
        1 => Ok(Combine::Average),
        2 => Ok(Combine::Min),
        3 => Ok(Combine::Multiply),
        4 => Ok(Combine::Max),
        _ => Err(Fault::choice("combine", value)),
    }
}
impl Give for Combine {
    type C = u32;
    fn give(self) -> u32 {
        #[allow(unreachable_patterns, reason = "the enum may grow")]
        match self {
            Combine::GeometricMean => 0,
            Combine::Average => 1,
            Combine::Min => 2,
            Combine::Multiply => 3,
            Combine::Max => 4,
            _ => u32::MAX,
        }
    }
}

pub const LANES_FASTEST: u32 = 0;
pub const LANES_SCALAR: u32 = 1;
pub const LANES_SSE2: u32 = 2;
pub const LANES_AVX2: u32 = 3;
pub const LANES_AVX512: u32 = 4;
pub const LANES_NEON: u32 = 5;
pub const LANES_WASM128: u32 = 6;
/// Names of the values, for scripts.
pub const LANES_NAMES: &[&str] = &["fastest", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"];
pub const SENSOR_EVENT_BEGIN: u32 = 0;
pub const SENSOR_EVENT_END: u32 = 1;
/// Names of the values, for scripts.
pub const SENSOR_EVENT_TYPE_NAMES: &[&str] = &["begin", "end"];
pub fn read_sensor_event_type(value: u32) -> Result<SensorEventKind, Fault> {
    match value {
        0 => Ok(SensorEventKind::Begin),
        1 => Ok(SensorEventKind::End),
        _ => Err(Fault::choice("sensor_event_type", value)),
    }
}
impl Give for SensorEventKind {
    type C = u32;
    fn give(self) -> u32 {
        #[allow(unreachable_patterns, reason = "the enum may grow")]
        match self {
            SensorEventKind::Begin => 0,
            SensorEventKind::End => 1,
            _ => u32::MAX,
        }
    }
}

pub const AREA_EVERYWHERE: u32 = 0;
pub const AREA_BOX: u32 = 1;
pub const AREA_CIRCLE: u32 = 2;
pub const AREA_POLYGON: u32 = 3;
/// Names of the values, for scripts.
pub const AREA_TYPE_NAMES: &[&str] = &["everywhere", "box", "circle", "polygon"];
pub const EFFECT_GRAVITY: u32 = 0;
pub const EFFECT_ATTRACTOR: u32 = 1;
pub const EFFECT_WIND: u32 = 2;
pub const EFFECT_DRAG: u32 = 3;
pub const EFFECT_CONVEYOR: u32 = 4;
pub const EFFECT_FLOOR: u32 = 5;
pub const EFFECT_WATER: u32 = 6;
pub const EFFECT_TIME_FLOW: u32 = 7;
/// Names of the values, for scripts.
pub const EFFECT_TYPE_NAMES: &[&str] = &["gravity", "attractor", "wind", "drag", "conveyor", "floor", "water", "time_flow"];
pub const FALLOFF_CONSTANT: u32 = 0;
pub const FALLOFF_INVERSE: u32 = 1;
pub const FALLOFF_INVERSE_SQUARE: u32 = 2;
/// Names of the values, for scripts.
pub const FALLOFF_NAMES: &[&str] = &["constant", "inverse", "inverse_square"];
pub const PRIMITIVE_OUTLINE: u32 = 0;
pub const PRIMITIVE_LINE: u32 = 1;
pub const PRIMITIVE_POINT: u32 = 2;
/// Names of the values, for scripts.
pub const PRIMITIVE_TYPE_NAMES: &[&str] = &["outline", "line", "point"];
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_world_config {
    pub(crate) size: u32,
    pub gravity: cairn_vec2,
    pub sub_steps: u32,
    pub sleeping: u8,
    pub layered_sleep: u8,
    pub continuous: u8,
    pub restitution_threshold: f32,
    pub exact_restitution: f32,
    pub max_linear_speed: f32,
    pub max_angular_speed: f32,
    pub contact_hertz: f32,
    pub contact_damping_ratio: f32,
    pub contact_push_speed: f32,
    pub joint_hertz: f32,
    pub joint_damping_ratio: f32,
    pub threads: u32,
    pub lanes: u32,
    pub large_world: u8,
    pub id_tag: u32,
}
impl Default for cairn_world_config {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            gravity: cairn_vec2 { x: 0.0, y: -10.0 },
            sub_steps: 4,
            sleeping: 1,
            layered_sleep: 0,
            continuous: 1,
            restitution_threshold: 1.0,
            exact_restitution: 0.25,
            max_linear_speed: 400.0,
            max_angular_speed: 1e6,
            contact_hertz: 30.0,
            contact_damping_ratio: 10.0,
            contact_push_speed: 3.0,
            joint_hertz: 1e6,
            joint_damping_ratio: 2.0,
            threads: 1,
            lanes: LANES_FASTEST,
            large_world: 0,
            id_tag: 0,
        }
    }
}
impl cairn_world_config {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("world_config", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_filter {
    pub category: u64,
    pub mask: u64,
    pub group: i32,
}
impl Default for cairn_filter {
    fn default() -> Self {
        Self {
            category: 1,
            mask: 0xffffffffffffffff,
            group: 0,
        }
    }
}
impl Give for CollisionFilter {
    type C = cairn_filter;
    fn give(self) -> cairn_filter {
        cairn_filter {
            category: self.category.give(),
            mask: self.mask.give(),
            group: self.group.give(),
        }
    }
}
impl Engine for cairn_filter {
    type Engine = CollisionFilter;
    fn engine(&self) -> Result<CollisionFilter, Fault> {
        Ok(CollisionFilter {
            category: self.category.engine()?,
            mask: self.mask.engine()?,
            group: self.group.engine()?,
        })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_portal_pair {
    pub(crate) size: u32,
    pub body_a: cairn_body_id,
    pub body_b: cairn_body_id,
    pub at_a: cairn_vec2,
    pub at_b: cairn_vec2,
    pub out_a: cairn_vec2,
    pub out_b: cairn_vec2,
    pub width: f32,
    pub rims: u8,
}
impl Default for cairn_portal_pair {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            body_a: Default::default(),
            body_b: Default::default(),
            at_a: cairn_vec2 { x: 0.0, y: 0.0 },
            at_b: cairn_vec2 { x: 0.0, y: 0.0 },
            out_a: cairn_vec2 { x: 0.0, y: 1.0 },
            out_b: cairn_vec2 { x: 0.0, y: 1.0 },
            width: 1.0,
            rims: 1,
        }
    }
}
impl cairn_portal_pair {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("portal_pair", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_portals {
    pub id: cairn_portal_id,
    pub opening_a: cairn_pose,
    pub opening_b: cairn_pose,
    pub body_a: cairn_body_id,
    pub body_b: cairn_body_id,
    pub frame_a: cairn_pose,
    pub frame_b: cairn_pose,
    pub width: f32,
    pub has_rims: u8,
}
impl Default for cairn_portals {
    fn default() -> Self {
        Self {
            id: Default::default(),
            opening_a: Default::default(),
            opening_b: Default::default(),
            body_a: Default::default(),
            body_b: Default::default(),
            frame_a: Default::default(),
            frame_b: Default::default(),
            width: 0.0,
            has_rims: 0,
        }
    }
}
impl Give for Portals {
    type C = cairn_portals;
    fn give(self) -> cairn_portals {
        cairn_portals {
            id: self.id.give(),
            opening_a: self.openings[0].give(),
            opening_b: self.openings[1].give(),
            body_a: self.bodies[0].give(),
            body_b: self.bodies[1].give(),
            frame_a: self.frames[0].give(),
            frame_b: self.frames[1].give(),
            width: self.width.give(),
            has_rims: self.rims.iter().flatten().any(Option::is_some).give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_teleport_event {
    pub body: cairn_body_id,
    pub user_data: u64,
    pub portals: cairn_portal_id,
    pub from: cairn_pose,
    pub to: cairn_pose,
}
impl Default for cairn_teleport_event {
    fn default() -> Self {
        Self {
            body: Default::default(),
            user_data: 0,
            portals: Default::default(),
            from: Default::default(),
            to: Default::default(),
        }
    }
}
impl Give for TeleportEvent {
    type C = cairn_teleport_event;
    fn give(self) -> cairn_teleport_event {
        cairn_teleport_event {
            body: self.body.give(),
            user_data: self.user_data.give(),
            portals: self.portals.give(),
            from: self.from.give(),
            to: self.to.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_material {
    pub friction: f32,
    pub restitution: f32,
    pub rolling_resistance: f32,
    pub tangent_speed: f32,
    pub has_static_friction: u8,
    pub static_friction: f32,
    pub has_softness: u8,
    pub softness_hertz: f32,
    pub softness_damping_ratio: f32,
    pub id: u64,
    pub friction_combine: u32,
    pub restitution_combine: u32,
}
impl Default for cairn_material {
    fn default() -> Self {
        Self {
            friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            tangent_speed: 0.0,
            has_static_friction: 0,
            static_friction: 0.0,
            has_softness: 0,
            softness_hertz: 0.0,
            softness_damping_ratio: 0.0,
            id: 0,
            friction_combine: COMBINE_GEOMETRIC_MEAN,
            restitution_combine: COMBINE_MAX,
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_material_pair {
    pub has_friction: u8,
    pub friction: f32,
    pub has_static_friction: u8,
    pub static_friction: f32,
    pub has_restitution: u8,
    pub restitution: f32,
    pub has_rolling_resistance: u8,
    pub rolling_resistance: f32,
    pub has_softness: u8,
    pub softness_hertz: f32,
    pub softness_damping_ratio: f32,
}
impl Default for cairn_material_pair {
    fn default() -> Self {
        Self {
            has_friction: 0,
            friction: 0.0,
            has_static_friction: 0,
            static_friction: 0.0,
            has_restitution: 0,
            restitution: 0.0,
            has_rolling_resistance: 0,
            rolling_resistance: 0.0,
            has_softness: 0,
            softness_hertz: 0.0,
            softness_damping_ratio: 0.0,
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_geometry {
    pub kind: u32,
    pub a: cairn_vec2,
    pub b: cairn_vec2,
    pub radius: f32,
    pub angle: f32,
    pub(crate) points: *const cairn_vec2,
    pub(crate) point_count: u32,
}
impl Default for cairn_geometry {
    fn default() -> Self {
        Self {
            kind: SHAPE_CIRCLE,
            a: cairn_vec2 { x: 0.0, y: 0.0 },
            b: cairn_vec2 { x: 0.0, y: 0.0 },
            radius: 0.0,
            angle: 0.0,
            points: core::ptr::null(),
            point_count: 0,
        }
    }
}
impl cairn_geometry {
    /// Lends a list to the struct.
    pub fn set_points(&mut self, list: &'static [cairn_vec2]) {
        self.points = list.as_ptr();
        self.point_count = list.len() as u32;
    }
    pub(crate) fn read_points(&self) -> Result<&[cairn_vec2], Fault> {
        crate::handle::list("points", self.points, self.point_count)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_shape_def {
    pub(crate) size: u32,
    pub geometry: cairn_geometry,
    pub density: f32,
    pub material: cairn_material,
    pub filter: cairn_filter,
    pub has_one_way: u8,
    pub one_way_direction: cairn_vec2,
    pub one_way_half_angle: f32,
    pub reports_hits: u8,
    pub report_hits_above: f32,
    pub sensor: u8,
    pub has_sensor_events: u8,
    pub sensor_events: u8,
    pub hooked: u8,
    pub user_data: u64,
}
impl Default for cairn_shape_def {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            geometry: Default::default(),
            density: 1.0,
            material: Default::default(),
            filter: Default::default(),
            has_one_way: 0,
            one_way_direction: cairn_vec2 { x: 0.0, y: 1.0 },
            one_way_half_angle: 1.0471976,
            reports_hits: 0,
            report_hits_above: 0.0,
            sensor: 0,
            has_sensor_events: 0,
            sensor_events: 0,
            hooked: 0,
            user_data: 0,
        }
    }
}
impl cairn_shape_def {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("shape_def", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_chain_def {
    pub(crate) size: u32,
    pub(crate) points: *const cairn_vec2,
    pub(crate) point_count: u32,
    pub closed: u8,
    pub material: cairn_material,
    pub(crate) materials: *const cairn_material,
    pub(crate) material_count: u32,
    pub filter: cairn_filter,
    pub has_one_way: u8,
    pub one_way_direction: cairn_vec2,
    pub one_way_half_angle: f32,
}
impl Default for cairn_chain_def {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            points: core::ptr::null(),
            point_count: 0,
            closed: 0,
            material: Default::default(),
            materials: core::ptr::null(),
            material_count: 0,
            filter: Default::default(),
            has_one_way: 0,
            one_way_direction: cairn_vec2 { x: 0.0, y: 1.0 },
            one_way_half_angle: 1.0471976,
        }
    }
}
impl cairn_chain_def {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("chain_def", self.size, own)) }
    }
    /// Lends a list to the struct.
    pub fn set_points(&mut self, list: &'static [cairn_vec2]) {
        self.points = list.as_ptr();
        self.point_count = list.len() as u32;
    }
    pub(crate) fn read_points(&self) -> Result<&[cairn_vec2], Fault> {
        crate::handle::list("points", self.points, self.point_count)
    }
    /// Lends a list to the struct.
    pub fn set_materials(&mut self, list: &'static [cairn_material]) {
        self.materials = list.as_ptr();
        self.material_count = list.len() as u32;
    }
    pub(crate) fn read_materials(&self) -> Result<&[cairn_material], Fault> {
        crate::handle::list("materials", self.materials, self.material_count)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_mass {
    pub mass: f32,
    pub center: cairn_vec2,
    pub inertia: f32,
}
impl Default for cairn_mass {
    fn default() -> Self {
        Self {
            mass: 0.0,
            center: cairn_vec2 { x: 0.0, y: 0.0 },
            inertia: 0.0,
        }
    }
}
impl Give for Mass {
    type C = cairn_mass;
    fn give(self) -> cairn_mass {
        cairn_mass {
            mass: self.mass.give(),
            center: self.center.give(),
            inertia: self.inertia.give(),
        }
    }
}
impl Engine for cairn_mass {
    type Engine = Mass;
    fn engine(&self) -> Result<Mass, Fault> {
        Ok(Mass {
            mass: self.mass.engine()?,
            center: self.center.engine()?,
            inertia: self.inertia.engine()?,
        })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_locks {
    pub x: u8,
    pub y: u8,
    pub rotation: u8,
}
impl Default for cairn_locks {
    fn default() -> Self {
        Self {
            x: 0,
            y: 0,
            rotation: 0,
        }
    }
}
impl Give for Locks {
    type C = cairn_locks;
    fn give(self) -> cairn_locks {
        cairn_locks {
            x: self.x.give(),
            y: self.y.give(),
            rotation: self.rotation.give(),
        }
    }
}
impl Engine for cairn_locks {
    type Engine = Locks;
    fn engine(&self) -> Result<Locks, Fault> {
        Ok(Locks {
            x: self.x.engine()?,
            y: self.y.engine()?,
            rotation: self.rotation.engine()?,
        })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_body_def {
    pub(crate) size: u32,
    pub kind: u32,
    pub position: cairn_dvec2,
    pub angle: f32,
    pub velocity: cairn_vec2,
    pub angular_velocity: f32,
    pub linear_damping: f32,
    pub angular_damping: f32,
    pub gravity_scale: f32,
    pub sleep_threshold: f32,
    pub can_sleep: u8,
    pub asleep: u8,
    pub disabled: u8,
    pub locks: cairn_locks,
    pub bullet: u8,
    pub joined: u8,
    pub sweep_threshold: f32,
    pub time_scale: f32,
    pub dominance: i32,
    pub has_mass: u8,
    pub mass: cairn_mass,
    pub user_data: u64,
    pub(crate) shapes: *const cairn_shape_def,
    pub(crate) shape_count: u32,
    pub(crate) chains: *const cairn_chain_def,
    pub(crate) chain_count: u32,
}
impl Default for cairn_body_def {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            kind: BODY_DYNAMIC,
            position: cairn_dvec2 { x: 0.0, y: 0.0 },
            angle: 0.0,
            velocity: cairn_vec2 { x: 0.0, y: 0.0 },
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            sleep_threshold: 0.05,
            can_sleep: 1,
            asleep: 0,
            disabled: 0,
            locks: Default::default(),
            bullet: 0,
            joined: 0,
            sweep_threshold: 0.5,
            time_scale: 1.0,
            dominance: 0,
            has_mass: 0,
            mass: Default::default(),
            user_data: 0,
            shapes: core::ptr::null(),
            shape_count: 0,
            chains: core::ptr::null(),
            chain_count: 0,
        }
    }
}
impl cairn_body_def {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("body_def", self.size, own)) }
    }
    /// Lends a list to the struct.
    pub fn set_shapes(&mut self, list: &'static [cairn_shape_def]) {
        self.shapes = list.as_ptr();
        self.shape_count = list.len() as u32;
    }
    pub(crate) fn read_shapes(&self) -> Result<&[cairn_shape_def], Fault> {
        crate::handle::list("shapes", self.shapes, self.shape_count)
    }
    /// Lends a list to the struct.
    pub fn set_chains(&mut self, list: &'static [cairn_chain_def]) {
        self.chains = list.as_ptr();
        self.chain_count = list.len() as u32;
    }
    pub(crate) fn read_chains(&self) -> Result<&[cairn_chain_def], Fault> {
        crate::handle::list("chains", self.chains, self.chain_count)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_joint_def {
    pub(crate) size: u32,
    pub kind: u32,
    pub body_a: cairn_body_id,
    pub body_b: cairn_body_id,
    pub anchor: u32,
    pub anchor_a: cairn_vec2,
    pub anchor_b: cairn_vec2,
    pub angle_a: f32,
    pub angle_b: f32,
    pub has_along: u8,
    pub along: cairn_vec2,
    pub has_collide_connected: u8,
    pub collide_connected: u8,
    pub has_length: u8,
    pub length: f32,
    pub enable_limits: u8,
    pub lower: f32,
    pub upper: f32,
    pub enable_motor: u8,
    pub motor_speed: f32,
    pub motor_strength: f32,
    pub enable_spring: u8,
    pub spring_hertz: f32,
    pub spring_damping_ratio: f32,
    pub spring_target: f32,
    pub has_spring_range: u8,
    pub spring_lower: f32,
    pub spring_upper: f32,
    pub enable_servo: u8,
    pub servo_target: f32,
    pub servo_max_speed: f32,
    pub servo_strength: f32,
    pub enable_linear_motor: u8,
    pub linear_motor_velocity: cairn_vec2,
    pub linear_motor_max_force: f32,
    pub enable_linear_spring: u8,
    pub linear_spring_hertz: f32,
    pub linear_spring_damping_ratio: f32,
    pub linear_spring_max_force: f32,
    pub has_ratchet: u8,
    pub ratchet_pitch: f32,
    pub ratchet_phase: f32,
    pub ratio: f32,
    pub over_a: cairn_vec2,
    pub over_b: cairn_vec2,
    pub slack: u8,
    pub target: cairn_vec2,
    pub has_softness: u8,
    pub softness_hertz: f32,
    pub softness_damping_ratio: f32,
    pub has_break_force: u8,
    pub break_force: f32,
    pub has_break_torque: u8,
    pub break_torque: f32,
    pub has_report_force: u8,
    pub report_force: f32,
    pub has_report_torque: u8,
    pub report_torque: f32,
    pub disabled: u8,
    pub user_data: u64,
}
impl Default for cairn_joint_def {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            kind: JOINT_REVOLUTE,
            body_a: Default::default(),
            body_b: Default::default(),
            anchor: ANCHOR_LOCAL,
            anchor_a: cairn_vec2 { x: 0.0, y: 0.0 },
            anchor_b: cairn_vec2 { x: 0.0, y: 0.0 },
            angle_a: 0.0,
            angle_b: 0.0,
            has_along: 0,
            along: cairn_vec2 { x: 1.0, y: 0.0 },
            has_collide_connected: 0,
            collide_connected: 0,
            has_length: 0,
            length: 0.0,
            enable_limits: 0,
            lower: 0.0,
            upper: 0.0,
            enable_motor: 0,
            motor_speed: 0.0,
            motor_strength: 0.0,
            enable_spring: 0,
            spring_hertz: 0.0,
            spring_damping_ratio: 0.0,
            spring_target: 0.0,
            has_spring_range: 0,
            spring_lower: 0.0,
            spring_upper: 0.0,
            enable_servo: 0,
            servo_target: 0.0,
            servo_max_speed: 0.0,
            servo_strength: 0.0,
            enable_linear_motor: 0,
            linear_motor_velocity: cairn_vec2 { x: 0.0, y: 0.0 },
            linear_motor_max_force: 0.0,
            enable_linear_spring: 0,
            linear_spring_hertz: 0.0,
            linear_spring_damping_ratio: 0.0,
            linear_spring_max_force: 0.0,
            has_ratchet: 0,
            ratchet_pitch: 0.0,
            ratchet_phase: 0.0,
            ratio: 1.0,
            over_a: cairn_vec2 { x: 0.0, y: 0.0 },
            over_b: cairn_vec2 { x: 0.0, y: 0.0 },
            slack: 0,
            target: cairn_vec2 { x: 0.0, y: 0.0 },
            has_softness: 0,
            softness_hertz: 0.0,
            softness_damping_ratio: 0.0,
            has_break_force: 0,
            break_force: 0.0,
            has_break_torque: 0,
            break_torque: 0.0,
            has_report_force: 0,
            report_force: 0.0,
            has_report_torque: 0,
            report_torque: 0.0,
            disabled: 0,
            user_data: 0,
        }
    }
}
impl cairn_joint_def {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("joint_def", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_field_def {
    pub(crate) size: u32,
    pub area: u32,
    pub area_a: cairn_vec2,
    pub area_b: cairn_vec2,
    pub area_radius: f32,
    pub(crate) area_points: *const cairn_vec2,
    pub(crate) area_point_count: u32,
    pub effect: u32,
    pub vector: cairn_vec2,
    pub strength: f32,
    pub falloff: u32,
    pub min_distance: f32,
    pub density: f32,
    pub drag: f32,
    pub lift: f32,
    pub angular: f32,
    pub priority: i32,
    pub has_exclusive: u8,
    pub exclusive: u8,
    pub mask: u64,
    pub disabled: u8,
    pub user_data: u64,
}
impl Default for cairn_field_def {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            area: AREA_EVERYWHERE,
            area_a: cairn_vec2 { x: 0.0, y: 0.0 },
            area_b: cairn_vec2 { x: 0.0, y: 0.0 },
            area_radius: 0.0,
            area_points: core::ptr::null(),
            area_point_count: 0,
            effect: EFFECT_GRAVITY,
            vector: cairn_vec2 { x: 0.0, y: 0.0 },
            strength: 0.0,
            falloff: FALLOFF_INVERSE_SQUARE,
            min_distance: 0.1,
            density: 1.2,
            drag: 1.0,
            lift: 1.0,
            angular: 0.0,
            priority: 0,
            has_exclusive: 0,
            exclusive: 0,
            mask: 0xffffffffffffffff,
            disabled: 0,
            user_data: 0,
        }
    }
}
impl cairn_field_def {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("field_def", self.size, own)) }
    }
    /// Lends a list to the struct.
    pub fn set_area_points(&mut self, list: &'static [cairn_vec2]) {
        self.area_points = list.as_ptr();
        self.area_point_count = list.len() as u32;
    }
    pub(crate) fn read_area_points(&self) -> Result<&[cairn_vec2], Fault> {
        crate::handle::list("area_points", self.area_points, self.area_point_count)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_query_filter {
    pub(crate) size: u32,
    pub has_collision: u8,
    pub collision: cairn_filter,
    pub ignore_body: cairn_body_id,
    pub sensors: u8,
    pub honor_one_way: u8,
}
impl Default for cairn_query_filter {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            has_collision: 0,
            collision: Default::default(),
            ignore_body: Default::default(),
            sensors: 0,
            honor_one_way: 0,
        }
    }
}
impl cairn_query_filter {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("query_filter", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_explosion {
    pub(crate) size: u32,
    pub center: cairn_vec2,
    pub radius: f32,
    pub falloff: f32,
    pub impulse_per_length: f32,
    pub mask: u64,
}
impl Default for cairn_explosion {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            center: cairn_vec2 { x: 0.0, y: 0.0 },
            radius: 1.0,
            falloff: 0.0,
            impulse_per_length: 1.0,
            mask: 0xffffffffffffffff,
        }
    }
}
impl cairn_explosion {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("explosion", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_body_impulse {
    pub(crate) size: u32,
    pub body: cairn_body_id,
    pub impulse: cairn_vec2,
    pub angular: f32,
}
impl Default for cairn_body_impulse {
    fn default() -> Self {
        Self {
            size: size_of::<Self>() as u32,
            body: Default::default(),
            impulse: cairn_vec2 { x: 0.0, y: 0.0 },
            angular: 0.0,
        }
    }
}
impl cairn_body_impulse {
    /// Checks that the initializer of this version made the struct.
    pub(crate) fn check_size(&self) -> Result<(), Fault> {
        let own = size_of::<Self>() as u32;
        if self.size == own { Ok(()) } else { Err(Fault::definition("body_impulse", self.size, own)) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_box {
    pub min: cairn_vec2,
    pub max: cairn_vec2,
}
impl Default for cairn_box {
    fn default() -> Self {
        Self {
            min: cairn_vec2 { x: 0.0, y: 0.0 },
            max: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for Aabb {
    type C = cairn_box;
    fn give(self) -> cairn_box {
        cairn_box {
            min: self.min.give(),
            max: self.max.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_step_report {
    pub awake_bodies: u32,
    pub awake_contacts: u32,
    pub solved_contacts: u32,
    pub solved_joints: u32,
    pub colors: u32,
    pub overflow_constraints: u32,
    pub new_contacts: u32,
    pub impacts: u32,
    pub continuous_bodies: u32,
    pub sensor_overlaps: u32,
    pub capped_bodies: u32,
    pub broken_joints: u32,
}
impl Default for cairn_step_report {
    fn default() -> Self {
        Self {
            awake_bodies: 0,
            awake_contacts: 0,
            solved_contacts: 0,
            solved_joints: 0,
            colors: 0,
            overflow_constraints: 0,
            new_contacts: 0,
            impacts: 0,
            continuous_bodies: 0,
            sensor_overlaps: 0,
            capped_bodies: 0,
            broken_joints: 0,
        }
    }
}
impl Give for StepReport {
    type C = cairn_step_report;
    fn give(self) -> cairn_step_report {
        cairn_step_report {
            awake_bodies: self.awake_bodies.give(),
            awake_contacts: self.awake_contacts.give(),
            solved_contacts: self.solved_contacts.give(),
            solved_joints: self.solved_joints.give(),
            colors: self.colors.give(),
            overflow_constraints: self.overflow_constraints.give(),
            new_contacts: self.new_contacts.give(),
            impacts: self.impacts.give(),
            continuous_bodies: self.continuous_bodies.give(),
            sensor_overlaps: self.sensor_overlaps.give(),
            capped_bodies: self.capped_bodies.give(),
            broken_joints: self.broken_joints.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_counts {
    pub bodies: u32,
    pub awake_bodies: u32,
    pub sleeping_bodies: u32,
    pub shapes: u32,
    pub sensors: u32,
    pub contacts: u32,
    pub touching_contacts: u32,
    pub joints: u32,
    pub awake_islands: u32,
    pub sleeping_islands: u32,
}
impl Default for cairn_counts {
    fn default() -> Self {
        Self {
            bodies: 0,
            awake_bodies: 0,
            sleeping_bodies: 0,
            shapes: 0,
            sensors: 0,
            contacts: 0,
            touching_contacts: 0,
            joints: 0,
            awake_islands: 0,
            sleeping_islands: 0,
        }
    }
}
impl Give for Counts {
    type C = cairn_counts;
    fn give(self) -> cairn_counts {
        cairn_counts {
            bodies: self.bodies.give(),
            awake_bodies: self.awake_bodies.give(),
            sleeping_bodies: self.sleeping_bodies.give(),
            shapes: self.shapes.give(),
            sensors: self.sensors.give(),
            contacts: self.contacts.give(),
            touching_contacts: self.touching_contacts.give(),
            joints: self.joints.give(),
            awake_islands: self.awake_islands.give(),
            sleeping_islands: self.sleeping_islands.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_impulse_counts {
    pub applied: u32,
    pub stale: u32,
    pub asleep: u32,
    pub unmoved: u32,
}
impl Default for cairn_impulse_counts {
    fn default() -> Self {
        Self {
            applied: 0,
            stale: 0,
            asleep: 0,
            unmoved: 0,
        }
    }
}
impl Give for ImpulseCounts {
    type C = cairn_impulse_counts;
    fn give(self) -> cairn_impulse_counts {
        cairn_impulse_counts {
            applied: self.applied.give(),
            stale: self.stale.give(),
            asleep: self.asleep.give(),
            unmoved: self.unmoved.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_cast_result {
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub fraction: f32,
    pub point: cairn_vec2,
    pub normal: cairn_vec2,
}
impl Default for cairn_cast_result {
    fn default() -> Self {
        Self {
            shape: Default::default(),
            body: Default::default(),
            fraction: 0.0,
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for CastResult {
    type C = cairn_cast_result;
    fn give(self) -> cairn_cast_result {
        cairn_cast_result {
            shape: self.shape.give(),
            body: self.body.give(),
            fraction: self.fraction.give(),
            point: self.point.give(),
            normal: self.normal.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_ray {
    pub origin: cairn_vec2,
    pub translation: cairn_vec2,
}
impl Default for cairn_ray {
    fn default() -> Self {
        Self {
            origin: cairn_vec2 { x: 0.0, y: 0.0 },
            translation: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_ray_answer {
    pub has_hit: u8,
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub fraction: f32,
    pub point: cairn_vec2,
    pub normal: cairn_vec2,
}
impl Default for cairn_ray_answer {
    fn default() -> Self {
        Self {
            has_hit: 0,
            shape: Default::default(),
            body: Default::default(),
            fraction: 0.0,
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for Option<CastResult> {
    type C = cairn_ray_answer;
    fn give(self) -> cairn_ray_answer {
        cairn_ray_answer {
            has_hit: self.is_some().give(),
            shape: self.map(|hit| hit.shape).give(),
            body: self.map(|hit| hit.body).give(),
            fraction: self.map_or(0.0, |hit| hit.fraction).give(),
            point: self.map_or(Vec2::ZERO, |hit| hit.point).give(),
            normal: self.map_or(Vec2::ZERO, |hit| hit.normal).give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_nearest_result {
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub point: cairn_vec2,
    pub distance: f32,
    pub normal: cairn_vec2,
}
impl Default for cairn_nearest_result {
    fn default() -> Self {
        Self {
            shape: Default::default(),
            body: Default::default(),
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            distance: 0.0,
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for NearestResult {
    type C = cairn_nearest_result;
    fn give(self) -> cairn_nearest_result {
        cairn_nearest_result {
            shape: self.shape.give(),
            body: self.body.give(),
            point: self.point.give(),
            distance: self.distance.give(),
            normal: self.normal.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_separation_result {
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub distance: f32,
    pub point: cairn_vec2,
    pub own_point: cairn_vec2,
    pub normal: cairn_vec2,
}
impl Default for cairn_separation_result {
    fn default() -> Self {
        Self {
            shape: Default::default(),
            body: Default::default(),
            distance: 0.0,
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            own_point: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for SeparationResult {
    type C = cairn_separation_result;
    fn give(self) -> cairn_separation_result {
        cairn_separation_result {
            shape: self.shape.give(),
            body: self.body.give(),
            distance: self.distance.give(),
            point: self.point.give(),
            own_point: self.own_point.give(),
            normal: self.normal.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_pair_result {
    pub shape_a: cairn_shape_id,
    pub shape_b: cairn_shape_id,
    pub distance: f32,
    pub point_a: cairn_vec2,
    pub point_b: cairn_vec2,
    pub normal: cairn_vec2,
}
impl Default for cairn_pair_result {
    fn default() -> Self {
        Self {
            shape_a: Default::default(),
            shape_b: Default::default(),
            distance: 0.0,
            point_a: cairn_vec2 { x: 0.0, y: 0.0 },
            point_b: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for PairResult {
    type C = cairn_pair_result;
    fn give(self) -> cairn_pair_result {
        cairn_pair_result {
            shape_a: self.shape_a.give(),
            shape_b: self.shape_b.give(),
            distance: self.distance.give(),
            point_a: self.point_a.give(),
            point_b: self.point_b.give(),
            normal: self.normal.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_impact_result {
    pub shape_a: cairn_shape_id,
    pub shape_b: cairn_shape_id,
    pub time: f32,
    pub point: cairn_vec2,
    pub normal: cairn_vec2,
}
impl Default for cairn_impact_result {
    fn default() -> Self {
        Self {
            shape_a: Default::default(),
            shape_b: Default::default(),
            time: 0.0,
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for ImpactResult {
    type C = cairn_impact_result;
    fn give(self) -> cairn_impact_result {
        cairn_impact_result {
            shape_a: self.shape_a.give(),
            shape_b: self.shape_b.give(),
            time: self.time.give(),
            point: self.point.give(),
            normal: self.normal.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_shape_in_box {
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub pose: cairn_pose,
    pub center: cairn_vec2,
    pub velocity: cairn_vec2,
    pub angular_velocity: f32,
}
impl Default for cairn_shape_in_box {
    fn default() -> Self {
        Self {
            shape: Default::default(),
            body: Default::default(),
            pose: Default::default(),
            center: cairn_vec2 { x: 0.0, y: 0.0 },
            velocity: cairn_vec2 { x: 0.0, y: 0.0 },
            angular_velocity: 0.0,
        }
    }
}
impl Give for ShapeInBox {
    type C = cairn_shape_in_box;
    fn give(self) -> cairn_shape_in_box {
        cairn_shape_in_box {
            shape: self.shape.give(),
            body: self.body.give(),
            pose: self.pose.give(),
            center: self.center.give(),
            velocity: self.velocity.give(),
            angular_velocity: self.angular_velocity.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_contact_point {
    pub point: cairn_vec2,
    pub separation: f32,
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    pub feature: u32,
}
impl Default for cairn_contact_point {
    fn default() -> Self {
        Self {
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            separation: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
            feature: 0,
        }
    }
}
impl Give for ContactPoint {
    type C = cairn_contact_point;
    fn give(self) -> cairn_contact_point {
        cairn_contact_point {
            point: self.point.give(),
            separation: self.separation.give(),
            normal_impulse: self.normal_impulse.give(),
            tangent_impulse: self.tangent_impulse.give(),
            feature: self.feature.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_party {
    pub shape: cairn_shape_id,
    pub body: cairn_body_id,
    pub shape_data: u64,
    pub body_data: u64,
}
impl Default for cairn_party {
    fn default() -> Self {
        Self {
            shape: Default::default(),
            body: Default::default(),
            shape_data: 0,
            body_data: 0,
        }
    }
}
impl Give for Party {
    type C = cairn_party;
    fn give(self) -> cairn_party {
        cairn_party {
            shape: self.shape.give(),
            body: self.body.give(),
            shape_data: self.shape_data.give(),
            body_data: self.body_data.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_touch_event {
    pub contact: cairn_contact_id,
    pub a: cairn_party,
    pub b: cairn_party,
}
impl Default for cairn_touch_event {
    fn default() -> Self {
        Self {
            contact: Default::default(),
            a: Default::default(),
            b: Default::default(),
        }
    }
}
impl Give for TouchEvent {
    type C = cairn_touch_event;
    fn give(self) -> cairn_touch_event {
        cairn_touch_event {
            contact: self.contact.give(),
            a: self.a.give(),
            b: self.b.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_hit_event {
    pub contact: cairn_contact_id,
    pub a: cairn_party,
    pub b: cairn_party,
    pub point: cairn_vec2,
    pub normal: cairn_vec2,
    pub approach_speed: f32,
    pub impulse: f32,
}
impl Default for cairn_hit_event {
    fn default() -> Self {
        Self {
            contact: Default::default(),
            a: Default::default(),
            b: Default::default(),
            point: cairn_vec2 { x: 0.0, y: 0.0 },
            normal: cairn_vec2 { x: 0.0, y: 0.0 },
            approach_speed: 0.0,
            impulse: 0.0,
        }
    }
}
impl Give for HitEvent {
    type C = cairn_hit_event;
    fn give(self) -> cairn_hit_event {
        cairn_hit_event {
            contact: self.contact.give(),
            a: self.a.give(),
            b: self.b.give(),
            point: self.point.give(),
            normal: self.normal.give(),
            approach_speed: self.approach_speed.give(),
            impulse: self.impulse.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_sensor_event {
    pub kind: u32,
    pub sensor: cairn_party,
    pub visitor: cairn_party,
}
impl Default for cairn_sensor_event {
    fn default() -> Self {
        Self {
            kind: 0,
            sensor: Default::default(),
            visitor: Default::default(),
        }
    }
}
impl Give for SensorEvent {
    type C = cairn_sensor_event;
    fn give(self) -> cairn_sensor_event {
        cairn_sensor_event {
            kind: self.kind.give(),
            sensor: self.sensor.give(),
            visitor: self.visitor.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_move_event {
    pub body: cairn_body_id,
    pub user_data: u64,
    pub pose: cairn_pose,
}
impl Default for cairn_move_event {
    fn default() -> Self {
        Self {
            body: Default::default(),
            user_data: 0,
            pose: Default::default(),
        }
    }
}
impl Give for MoveEvent {
    type C = cairn_move_event;
    fn give(self) -> cairn_move_event {
        cairn_move_event {
            body: self.body.give(),
            user_data: self.user_data.give(),
            pose: self.pose.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_sleep_event {
    pub body: cairn_body_id,
    pub user_data: u64,
}
impl Default for cairn_sleep_event {
    fn default() -> Self {
        Self {
            body: Default::default(),
            user_data: 0,
        }
    }
}
impl Give for SleepEvent {
    type C = cairn_sleep_event;
    fn give(self) -> cairn_sleep_event {
        cairn_sleep_event {
            body: self.body.give(),
            user_data: self.user_data.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_joint_event {
    pub joint: cairn_joint_id,
    pub user_data: u64,
    pub body_a: cairn_body_id,
    pub body_b: cairn_body_id,
    pub data_a: u64,
    pub data_b: u64,
    pub force: cairn_vec2,
    pub torque: f32,
}
impl Default for cairn_joint_event {
    fn default() -> Self {
        Self {
            joint: Default::default(),
            user_data: 0,
            body_a: Default::default(),
            body_b: Default::default(),
            data_a: 0,
            data_b: 0,
            force: cairn_vec2 { x: 0.0, y: 0.0 },
            torque: 0.0,
        }
    }
}
impl Give for JointEvent {
    type C = cairn_joint_event;
    fn give(self) -> cairn_joint_event {
        cairn_joint_event {
            joint: self.joint.give(),
            user_data: self.user_data.give(),
            body_a: self.bodies[0].give(),
            body_b: self.bodies[1].give(),
            data_a: self.body_data[0].give(),
            data_b: self.body_data[1].give(),
            force: self.force.give(),
            torque: self.torque.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_range {
    pub lower: f32,
    pub upper: f32,
}
impl Default for cairn_range {
    fn default() -> Self {
        Self {
            lower: 0.0,
            upper: 0.0,
        }
    }
}
impl Give for (f32,f32) {
    type C = cairn_range;
    fn give(self) -> cairn_range {
        cairn_range {
            lower: self.0.give(),
            upper: self.1.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_motor {
    pub speed: f32,
    pub strength: f32,
}
impl Default for cairn_motor {
    fn default() -> Self {
        Self {
            speed: 0.0,
            strength: 0.0,
        }
    }
}
impl Give for Motor {
    type C = cairn_motor;
    fn give(self) -> cairn_motor {
        cairn_motor {
            speed: self.speed.give(),
            strength: self.strength.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_spring {
    pub hertz: f32,
    pub damping_ratio: f32,
    pub target: f32,
}
impl Default for cairn_spring {
    fn default() -> Self {
        Self {
            hertz: 0.0,
            damping_ratio: 0.0,
            target: 0.0,
        }
    }
}
impl Give for Spring {
    type C = cairn_spring;
    fn give(self) -> cairn_spring {
        cairn_spring {
            hertz: self.hertz.give(),
            damping_ratio: self.damping_ratio.give(),
            target: self.target.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_servo {
    pub target: f32,
    pub max_speed: f32,
    pub strength: f32,
}
impl Default for cairn_servo {
    fn default() -> Self {
        Self {
            target: 0.0,
            max_speed: 0.0,
            strength: 0.0,
        }
    }
}
impl Give for Servo {
    type C = cairn_servo;
    fn give(self) -> cairn_servo {
        cairn_servo {
            target: self.target.give(),
            max_speed: self.max_speed.give(),
            strength: self.strength.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_linear_motor {
    pub velocity: cairn_vec2,
    pub max_force: f32,
}
impl Default for cairn_linear_motor {
    fn default() -> Self {
        Self {
            velocity: cairn_vec2 { x: 0.0, y: 0.0 },
            max_force: 0.0,
        }
    }
}
impl Give for LinearMotor {
    type C = cairn_linear_motor;
    fn give(self) -> cairn_linear_motor {
        cairn_linear_motor {
            velocity: self.velocity.give(),
            max_force: self.max_force.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_linear_spring {
    pub hertz: f32,
    pub damping_ratio: f32,
    pub max_force: f32,
}
impl Default for cairn_linear_spring {
    fn default() -> Self {
        Self {
            hertz: 0.0,
            damping_ratio: 0.0,
            max_force: 0.0,
        }
    }
}
impl Give for LinearSpring {
    type C = cairn_linear_spring;
    fn give(self) -> cairn_linear_spring {
        cairn_linear_spring {
            hertz: self.hertz.give(),
            damping_ratio: self.damping_ratio.give(),
            max_force: self.max_force.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_load_limit {
    pub has_force: u8,
    pub force: f32,
    pub has_torque: u8,
    pub torque: f32,
}
impl Default for cairn_load_limit {
    fn default() -> Self {
        Self {
            has_force: 0,
            force: 0.0,
            has_torque: 0,
            torque: 0.0,
        }
    }
}
impl Give for LoadLimit {
    type C = cairn_load_limit;
    fn give(self) -> cairn_load_limit {
        cairn_load_limit {
            has_force: self.force.is_some().give(),
            force: self.force.unwrap_or(0.0).give(),
            has_torque: self.torque.is_some().give(),
            torque: self.torque.unwrap_or(0.0).give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_pair_of_bodies {
    pub a: cairn_body_id,
    pub b: cairn_body_id,
}
impl Default for cairn_pair_of_bodies {
    fn default() -> Self {
        Self {
            a: Default::default(),
            b: Default::default(),
        }
    }
}
impl Give for [BodyId;2] {
    type C = cairn_pair_of_bodies;
    fn give(self) -> cairn_pair_of_bodies {
        cairn_pair_of_bodies {
            a: self[0].give(),
            b: self[1].give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_pair_of_shapes {
    pub a: cairn_shape_id,
    pub b: cairn_shape_id,
}
impl Default for cairn_pair_of_shapes {
    fn default() -> Self {
        Self {
            a: Default::default(),
            b: Default::default(),
        }
    }
}
impl Give for [ShapeId;2] {
    type C = cairn_pair_of_shapes;
    fn give(self) -> cairn_pair_of_shapes {
        cairn_pair_of_shapes {
            a: self[0].give(),
            b: self[1].give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_pair_of_poses {
    pub a: cairn_pose,
    pub b: cairn_pose,
}
impl Default for cairn_pair_of_poses {
    fn default() -> Self {
        Self {
            a: Default::default(),
            b: Default::default(),
        }
    }
}
impl Give for [Pose;2] {
    type C = cairn_pair_of_poses;
    fn give(self) -> cairn_pair_of_poses {
        cairn_pair_of_poses {
            a: self[0].give(),
            b: self[1].give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_pair_of_points {
    pub a: cairn_vec2,
    pub b: cairn_vec2,
}
impl Default for cairn_pair_of_points {
    fn default() -> Self {
        Self {
            a: cairn_vec2 { x: 0.0, y: 0.0 },
            b: cairn_vec2 { x: 0.0, y: 0.0 },
        }
    }
}
impl Give for [Vec2;2] {
    type C = cairn_pair_of_points;
    fn give(self) -> cairn_pair_of_points {
        cairn_pair_of_points {
            a: self[0].give(),
            b: self[1].give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_overlap {
    pub sensor: cairn_shape_id,
    pub visitor: cairn_shape_id,
}
impl Default for cairn_overlap {
    fn default() -> Self {
        Self {
            sensor: Default::default(),
            visitor: Default::default(),
        }
    }
}
impl Give for (ShapeId,ShapeId) {
    type C = cairn_overlap;
    fn give(self) -> cairn_overlap {
        cairn_overlap {
            sensor: self.0.give(),
            visitor: self.1.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_one_way {
    pub direction: cairn_vec2,
    pub half_angle: f32,
}
impl Default for cairn_one_way {
    fn default() -> Self {
        Self {
            direction: cairn_vec2 { x: 0.0, y: 0.0 },
            half_angle: 0.0,
        }
    }
}
impl Give for OneWay {
    type C = cairn_one_way;
    fn give(self) -> cairn_one_way {
        cairn_one_way {
            direction: self.direction.give(),
            half_angle: self.half_angle.give(),
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct cairn_primitive {
    pub kind: u32,
    pub color: u32,
    pub first: u32,
    pub count: u32,
    pub radius: f32,
}
impl Default for cairn_primitive {
    fn default() -> Self {
        Self {
            kind: 0,
            color: 0,
            first: 0,
            count: 0,
            radius: 0.0,
        }
    }
}

