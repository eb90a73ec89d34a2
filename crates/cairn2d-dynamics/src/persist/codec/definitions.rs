//! Encoding of what callers define: shapes, bodies, joints, fields, settings.

use std::sync::Arc;

use cairn2d_geometry::{Capsule, ChainSegment, Circle, Mass, Polygon, Rect, Segment, Shape, ShapeVariant};
use cairn2d_math::{LaneLevel, Vec2};

use crate::tables::body::{Body, BodyKind, Locks, Place};
use crate::tables::config::WorldConfig;
use crate::tables::explosion::Explosion;
use crate::tables::field::{
    Area, Attractor, Conveyor, Drag, Effect, Falloff, Field, Floor, Gravity, TimeFlow, Water, Wind,
};
use crate::tables::filter::CollisionFilter;
use crate::tables::impulse::BodyImpulse;
use crate::tables::joint::{
    Anchor, CustomConstraint, GenericConstraint, JointBase, JointDef, JointKind, JointParts, LinearMotor,
    LinearSpring, LoadLimit, Motor, Servo, SharedConstraint, Spring,
};
use crate::tables::material::{Combine, ContactSoftness, Material, MaterialPair};
use crate::tables::portal::{PortalFrame, PortalPair};
use crate::tables::shape::{OneWay, ShapeDef};

use super::{
    Decode, DecodeError, Decoded, Encode, FunctionSet, Reader, Writer, fields, function_index, require,
    variants,
};

/// Memory of a shared polygon, including its place among the known ones; a corner of a large polygon while
/// it is built.
pub(crate) const POLYGON: usize = 240;
const CORNER: usize = 64;

const _: () = assert!(size_of::<Polygon>() + 32 <= POLYGON, "a polygon takes more");

fields!(Circle { center, radius });
fields!(Capsule { a, b, radius });
fields!(Segment { a, b });
fields!(Rect { half, center, rotation, radius });
fields!(Mass { mass, center, inertia });

impl Encode for ChainSegment {
    fn encode(&self, to: &mut Writer<'_>) {
        [self.ghost_a, self.a, self.b, self.ghost_b].encode(to);
    }
}

impl Decode for ChainSegment {
    fn decode(from: &mut Reader<'_>) -> Decoded<ChainSegment> {
        let [ghost_a, a, b, ghost_b]: [Vec2; 4] = from.value()?;
        Ok(ChainSegment::new(ghost_a, a, b, ghost_b))
    }
}

impl Encode for Shape {
    fn encode(&self, to: &mut Writer<'_>) {
        match self.variant() {
            ShapeVariant::Circle(circle) => (0_u8, circle).encode(to),
            ShapeVariant::Capsule(capsule) => (1_u8, capsule).encode(to),
            ShapeVariant::Segment(segment) => (2_u8, segment).encode(to),
            ShapeVariant::Polygon(polygon) => (3_u8, polygon).encode(to),
            ShapeVariant::ChainSegment(chain) => (4_u8, chain).encode(to),
        }
    }
}

impl Decode for Shape {
    fn decode(from: &mut Reader<'_>) -> Decoded<Shape> {
        Ok(match from.value::<u8>()? {
            0 => Shape::Circle(from.value()?),
            1 => Shape::Capsule(from.value()?),
            2 => Shape::Segment(from.value()?),
            3 => Shape::Polygon(Arc::new(from.value()?)),
            4 => Shape::ChainSegment(from.value()?),
            _ => return Err(DecodeError::Malformed("shape")),
        })
    }
}

/// Normals and centroid follow from the corners. A rectangle is written as its definition.
impl Encode for Polygon {
    fn encode(&self, to: &mut Writer<'_>) {
        to.charge(1, POLYGON);
        self.as_rect().encode(to);
        if self.as_rect().is_none() {
            to.values(self.vertices(), CORNER);
            self.radius().encode(to);
        }
    }
}

impl Decode for Polygon {
    fn decode(from: &mut Reader<'_>) -> Decoded<Polygon> {
        from.charge(1, POLYGON)?;
        if let Some(rect) = Option::<Rect>::decode(from)? {
            return Ok(Polygon::from(rect));
        }
        let vertices: Vec<Vec2> = from.values(CORNER)?;
        let polygon = Polygon::from_vertices(&vertices).map_err(|_| DecodeError::Malformed("polygon"))?;
        Ok(polygon.rounded(from.value()?))
    }
}

variants!(Combine { GeometricMean = 0, Average = 1, Min = 2, Multiply = 3, Max = 4 }, "rule for materials");
fields!(ContactSoftness { hertz, damping_ratio });
fields!(Material {
    friction,
    restitution,
    rolling_resistance,
    tangent_speed,
    static_friction,
    softness,
    id,
    friction_combine,
    restitution_combine,
});
fields!(MaterialPair { friction, static_friction, restitution, rolling_resistance, softness });
fields!(CollisionFilter { category, mask, group });
fields!(OneWay { direction, half_angle });
fields!(ShapeDef {
    geometry,
    density,
    material,
    filter,
    report_hits_above,
    user_data,
    one_way,
    hooked,
    is_sensor,
    sensor_events,
});

/// 64-bit positions are prefixed by a number that no coordinate has.
impl Encode for Place {
    fn encode(&self, to: &mut Writer<'_>) {
        match self {
            Place::Near(point) => point.encode(to),
            Place::Far(point) => (f32::INFINITY, point).encode(to),
        }
    }
}

impl Decode for Place {
    fn decode(from: &mut Reader<'_>) -> Decoded<Place> {
        let x = f32::decode(from)?;
        if x == f32::INFINITY {
            return Ok(Place::Far(from.value()?));
        }
        Ok(Place::Near(Vec2 { x, y: f32::decode(from)? }))
    }
}

variants!(BodyKind { Static = 0, Kinematic = 1, Dynamic = 2 }, "kind of body");
fields!(BodyImpulse { body, impulse, angular });
fields!(Locks { x, y, rotation });
fields!(Body {
    kind,
    position,
    rotation,
    angle,
    velocity,
    angular_velocity,
    linear_damping,
    angular_damping,
    gravity_scale,
    sleep_threshold,
    can_sleep,
    awake,
    enabled,
    locks,
    bullet,
    joined,
    sweep_threshold,
    time_scale,
    dominance,
    mass,
    user_data,
    shapes,
});

impl Encode for JointKind {
    fn encode(&self, to: &mut Writer<'_>) {
        to.byte(self.number());
    }
}

impl Decode for JointKind {
    fn decode(from: &mut Reader<'_>) -> Decoded<JointKind> {
        JointKind::from_number(from.value()?).ok_or(DecodeError::Malformed("type of joint"))
    }
}

fields!(Spring { hertz, damping_ratio, target });
fields!(Motor { speed, strength });
fields!(Servo { target, max_speed, strength });
fields!(LinearMotor { velocity, max_force });
fields!(LinearSpring { hertz, damping_ratio, max_force });
fields!(LoadLimit { force, torque });
fields!(JointBase {
    body_a,
    body_b,
    anchor,
    along,
    collide_connected,
    softness,
    enabled,
    break_at,
    report_above,
    user_data,
});
fields!(JointParts {
    limits,
    motor,
    spring,
    servo,
    spring_range,
    length,
    linear_motor,
    linear_spring,
    generic,
});
fields!(JointDef { kind, base, parts });

impl Encode for Anchor {
    fn encode(&self, to: &mut Writer<'_>) {
        match self {
            Anchor::World(point) => (0_u8, point).encode(to),
            Anchor::WorldPair(a, b) => (1_u8, a, b).encode(to),
            Anchor::Local { frame_a, frame_b } => (2_u8, frame_a, frame_b).encode(to),
        }
    }
}

impl Decode for Anchor {
    fn decode(from: &mut Reader<'_>) -> Decoded<Anchor> {
        Ok(match from.value::<u8>()? {
            0 => Anchor::World(from.value()?),
            1 => Anchor::WorldPair(from.value()?, from.value()?),
            2 => Anchor::Local { frame_a: from.value()?, frame_b: from.value()? },
            _ => return Err(DecodeError::Malformed("anchor")),
        })
    }
}

impl Encode for GenericConstraint {
    fn encode(&self, to: &mut Writer<'_>) {
        match self {
            GenericConstraint::None => 0_u8.encode(to),
            GenericConstraint::Angle { ratchet } => (1_u8, ratchet).encode(to),
            GenericConstraint::Gear { ratio } => (2_u8, ratio).encode(to),
            GenericConstraint::Rack { radius } => (3_u8, radius).encode(to),
            GenericConstraint::Pulley { grounds: [a, b], ratio, slack } => {
                ((4_u8, a, b), (ratio, slack)).encode(to);
            }
            GenericConstraint::Custom(_) => (5_u8, FunctionSet(true)).encode(to),
        }
    }
}

impl Decode for GenericConstraint {
    fn decode(from: &mut Reader<'_>) -> Decoded<GenericConstraint> {
        Ok(match from.value::<u8>()? {
            0 => GenericConstraint::None,
            1 => GenericConstraint::Angle { ratchet: from.value()? },
            2 => GenericConstraint::Gear { ratio: from.value()? },
            3 => GenericConstraint::Rack { radius: from.value()? },
            4 => GenericConstraint::Pulley {
                grounds: [from.value()?, from.value()?],
                ratio: from.value()?,
                slack: from.value()?,
            },
            5 => GenericConstraint::Custom(SharedConstraint(custom_constraint(from)?)),
            _ => return Err(DecodeError::Malformed("joint")),
        })
    }
}

/// Returns the constraint of a custom joint: that of the joint being read, or the next of a call log.
fn custom_constraint(from: &mut Reader<'_>) -> Decoded<Arc<dyn CustomConstraint>> {
    if let Some(joint) = from.joint {
        return from.functions.constraint_of(joint).ok_or(DecodeError::Constraint(joint));
    }
    let index = function_index(from)?.ok_or(DecodeError::Malformed("joint"))?;
    let constraint = from.functions.constraint(index);
    constraint.ok_or(DecodeError::Missing { what: "constraint of a custom joint", index })
}

variants!(Falloff { Constant = 0, Inverse = 1, InverseSquare = 2 }, "falloff");
fields!(Gravity { acceleration });
fields!(Attractor { center, strength, falloff, min_distance });
fields!(Wind { velocity, density, drag, lift });
fields!(Drag { linear, angular, velocity });
fields!(Conveyor { velocity, max_acceleration });
fields!(Floor { deceleration, velocity });
fields!(Water { density, drag, velocity });
fields!(TimeFlow { scale });
fields!(Field { area, effect, priority, exclusive, mask, enabled, user_data });
fields!(PortalFrame { body, at, out });
fields!(PortalPair { frames, width, rims });
fields!(Explosion { center, radius, falloff, impulse_per_length, mask });

variants!(
    Effect {
        Gravity(_) = 0,
        Attractor(_) = 1,
        Wind(_) = 2,
        Drag(_) = 3,
        Conveyor(_) = 4,
        Water(_) = 5,
        TimeFlow(_) = 6,
        Floor(_) = 7,
    },
    "effect of a field"
);

impl Encode for Area {
    fn encode(&self, to: &mut Writer<'_>) {
        match self {
            Area::Everywhere => 0_u8.encode(to),
            Area::Box(bounds) => (1_u8, bounds).encode(to),
            Area::Circle { center, radius } => (2_u8, center, radius).encode(to),
            Area::Polygon(polygon) => (3_u8, polygon).encode(to),
        }
    }
}

impl Decode for Area {
    fn decode(from: &mut Reader<'_>) -> Decoded<Area> {
        Ok(match from.value::<u8>()? {
            0 => Area::Everywhere,
            1 => Area::Box(from.value()?),
            2 => Area::Circle { center: from.value()?, radius: from.value()? },
            3 => Area::Polygon(from.value()?),
            _ => return Err(DecodeError::Malformed("area")),
        })
    }
}

/// Excludes threads and lanes, which depend on the machine and never change results. Three settings share
/// a byte.
impl Encode for WorldConfig {
    fn encode(&self, to: &mut Writer<'_>) {
        let WorldConfig {
            gravity,
            sub_steps,
            sleeping,
            layered_sleep,
            continuous,
            large_world,
            restitution_threshold,
            exact_restitution,
            max_linear_speed,
            max_angular_speed,
            contact_hertz,
            contact_damping_ratio,
            contact_push_speed,
            joint_hertz,
            joint_damping_ratio,
            threads: _,
            lanes: _,
            id_tag,
        } = self;
        let marks = u8::from(*continuous) | u8::from(*large_world) << 1 | u8::from(*layered_sleep) << 2;
        (gravity, sub_steps, sleeping, marks).encode(to);
        (restitution_threshold, exact_restitution, max_linear_speed, max_angular_speed).encode(to);
        (contact_hertz, contact_damping_ratio, contact_push_speed).encode(to);
        (joint_hertz, joint_damping_ratio, id_tag).encode(to);
    }
}

impl Decode for WorldConfig {
    fn decode(from: &mut Reader<'_>) -> Decoded<WorldConfig> {
        let (gravity, sub_steps, sleeping, marks): (_, _, _, u8) = from.value()?;
        require(marks <= 7, "settings")?;
        Ok(WorldConfig {
            gravity,
            sub_steps,
            sleeping,
            continuous: marks & 1 != 0,
            large_world: marks & 2 != 0,
            layered_sleep: marks & 4 != 0,
            restitution_threshold: from.value()?,
            exact_restitution: from.value()?,
            max_linear_speed: from.value()?,
            max_angular_speed: from.value()?,
            contact_hertz: from.value()?,
            contact_damping_ratio: from.value()?,
            contact_push_speed: from.value()?,
            joint_hertz: from.value()?,
            joint_damping_ratio: from.value()?,
            threads: 1,
            lanes: LaneLevel::best(),
            id_tag: from.value()?,
        })
    }
}
