//! Encoding of definitions: shapes, bodies, joints, fields, settings.

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
    Anchor, JointBase, JointDef, JointKind, JointParts, LinearMotor, LinearSpring, LoadLimit, Motor,
    Relation, Servo, SharedConstraint, Spring,
};
use crate::tables::material::{Combine, ContactSoftness, Material, MaterialPair};
use crate::tables::shape::{OneWay, ShapeDef};

use super::CallError;
use super::bytes::{CallReader, CallWriter, FunctionSet, Put, Read, fields, function_index, variants};

fields!(Circle { center, radius });
fields!(Capsule { a, b, radius });
fields!(Segment { a, b });
fields!(Rect { half, center, rotation, radius });
fields!(Mass { mass, center, inertia });

impl Put for ChainSegment {
    fn put(&self, to: &mut CallWriter) {
        [self.ghost_a, self.a, self.b, self.ghost_b].iter().for_each(|point| point.put(to));
    }
}

impl Read for ChainSegment {
    fn read(from: &mut CallReader<'_>) -> Result<ChainSegment, CallError> {
        let ((ghost_a, a), (b, ghost_b)): ((Vec2, Vec2), (Vec2, Vec2)) = Read::read(from)?;
        Ok(ChainSegment::new(ghost_a, a, b, ghost_b))
    }
}

impl Put for Shape {
    fn put(&self, to: &mut CallWriter) {
        match self.variant() {
            ShapeVariant::Circle(circle) => (0_u8, circle).put(to),
            ShapeVariant::Capsule(capsule) => (1_u8, capsule).put(to),
            ShapeVariant::Segment(segment) => (2_u8, segment).put(to),
            ShapeVariant::Polygon(polygon) => (3_u8, &**polygon).put(to),
            ShapeVariant::ChainSegment(chain) => (4_u8, chain).put(to),
        }
    }
}

impl Read for Shape {
    fn read(from: &mut CallReader<'_>) -> Result<Shape, CallError> {
        Ok(match u8::read(from)? {
            0 => Shape::Circle(Read::read(from)?),
            1 => Shape::Capsule(Read::read(from)?),
            2 => Shape::Segment(Read::read(from)?),
            3 => Shape::Polygon(Arc::new(Read::read(from)?)),
            4 => Shape::ChainSegment(Read::read(from)?),
            _ => return Err(CallError::Malformed("shape")),
        })
    }
}

/// Normals and centroid follow from the corners. A rectangle is written as its definition.
impl Put for Polygon {
    fn put(&self, to: &mut CallWriter) {
        self.as_rect().copied().put(to);
        if self.as_rect().is_none() {
            self.vertices().put(to);
            self.radius().put(to);
        }
    }
}

impl Read for Polygon {
    fn read(from: &mut CallReader<'_>) -> Result<Polygon, CallError> {
        if let Some(rect) = Option::<Rect>::read(from)? {
            return Ok(Polygon::from(rect));
        }
        let vertices = Vec::<Vec2>::read(from)?;
        let polygon = Polygon::from_vertices(&vertices).map_err(|_| CallError::Malformed("polygon"))?;
        Ok(polygon.rounded(f32::read(from)?))
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
impl Put for Place {
    fn put(&self, to: &mut CallWriter) {
        match self {
            Place::Near(point) => point.put(to),
            Place::Far(point) => (f32::INFINITY, point).put(to),
        }
    }
}

impl Read for Place {
    fn read(from: &mut CallReader<'_>) -> Result<Place, CallError> {
        let x = f32::read(from)?;
        if x == f32::INFINITY {
            return Ok(Place::Far(Read::read(from)?));
        }
        Ok(Place::Near(Vec2 { x, y: f32::read(from)? }))
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
    sweep_threshold,
    time_scale,
    dominance,
    mass,
    user_data,
    shapes,
});

variants!(
    JointKind {
        Revolute = 0,
        Distance = 1,
        Prismatic = 2,
        Wheel = 3,
        Slot = 4,
        Weld = 5,
        Drive = 6,
        Grab = 7,
        Filter = 8,
        Rotary = 9,
        Gear = 10,
        Rack = 11,
        Pulley = 12,
        Custom = 13,
    },
    "type of joint"
);
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
    relation,
});
fields!(JointDef { kind, base, parts });

impl Put for Anchor {
    fn put(&self, to: &mut CallWriter) {
        match self {
            Anchor::World(point) => (0_u8, point).put(to),
            Anchor::WorldPair(a, b) => (1_u8, a, b).put(to),
            Anchor::Local { frame_a, frame_b } => (2_u8, frame_a, frame_b).put(to),
        }
    }
}

impl Read for Anchor {
    fn read(from: &mut CallReader<'_>) -> Result<Anchor, CallError> {
        Ok(match u8::read(from)? {
            0 => Anchor::World(Read::read(from)?),
            1 => Anchor::WorldPair(Read::read(from)?, Read::read(from)?),
            2 => Anchor::Local { frame_a: Read::read(from)?, frame_b: Read::read(from)? },
            _ => return Err(CallError::Malformed("anchor")),
        })
    }
}

impl Put for Relation {
    fn put(&self, to: &mut CallWriter) {
        match self {
            Relation::None => 0_u8.put(to),
            Relation::Angle { ratchet } => (1_u8, ratchet).put(to),
            Relation::Gear { ratio } => (2_u8, ratio).put(to),
            Relation::Rack { radius } => (3_u8, radius).put(to),
            Relation::Pulley { grounds: [a, b], ratio, slack } => ((4_u8, a, b), (ratio, slack)).put(to),
            Relation::Custom(_) => (5_u8, FunctionSet(true)).put(to),
        }
    }
}

impl Read for Relation {
    fn read(from: &mut CallReader<'_>) -> Result<Relation, CallError> {
        Ok(match u8::read(from)? {
            0 => Relation::None,
            1 => Relation::Angle { ratchet: Read::read(from)? },
            2 => Relation::Gear { ratio: Read::read(from)? },
            3 => Relation::Rack { radius: Read::read(from)? },
            4 => Relation::Pulley {
                grounds: [Read::read(from)?, Read::read(from)?],
                ratio: Read::read(from)?,
                slack: Read::read(from)?,
            },
            5 => {
                let index = function_index(from)?.ok_or(CallError::Malformed("joint"))?;
                let constraint = from.functions().constraint(index);
                let missing = CallError::Missing { what: "constraint of a custom joint", index };
                Relation::Custom(SharedConstraint(constraint.ok_or(missing)?))
            }
            _ => return Err(CallError::Malformed("joint")),
        })
    }
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
fields!(Explosion { center, radius, falloff, impulse_per_length, mask });

impl Put for Effect {
    fn put(&self, to: &mut CallWriter) {
        match self {
            Effect::Gravity(effect) => (0_u8, effect).put(to),
            Effect::Attractor(effect) => (1_u8, effect).put(to),
            Effect::Wind(effect) => (2_u8, effect).put(to),
            Effect::Drag(effect) => (3_u8, effect).put(to),
            Effect::Conveyor(effect) => (4_u8, effect).put(to),
            Effect::Water(effect) => (5_u8, effect).put(to),
            Effect::TimeFlow(effect) => (6_u8, effect).put(to),
            Effect::Floor(effect) => (7_u8, effect).put(to),
        }
    }
}

impl Read for Effect {
    fn read(from: &mut CallReader<'_>) -> Result<Effect, CallError> {
        Ok(match u8::read(from)? {
            0 => Effect::Gravity(Read::read(from)?),
            1 => Effect::Attractor(Read::read(from)?),
            2 => Effect::Wind(Read::read(from)?),
            3 => Effect::Drag(Read::read(from)?),
            4 => Effect::Conveyor(Read::read(from)?),
            5 => Effect::Water(Read::read(from)?),
            6 => Effect::TimeFlow(Read::read(from)?),
            7 => Effect::Floor(Read::read(from)?),
            _ => return Err(CallError::Malformed("effect of a field")),
        })
    }
}

impl Put for Area {
    fn put(&self, to: &mut CallWriter) {
        match self {
            Area::Everywhere => 0_u8.put(to),
            Area::Box(bounds) => (1_u8, bounds).put(to),
            Area::Circle { center, radius } => (2_u8, center, radius).put(to),
            Area::Polygon(polygon) => (3_u8, polygon).put(to),
        }
    }
}

impl Read for Area {
    fn read(from: &mut CallReader<'_>) -> Result<Area, CallError> {
        Ok(match u8::read(from)? {
            0 => Area::Everywhere,
            1 => Area::Box(Read::read(from)?),
            2 => Area::Circle { center: Read::read(from)?, radius: Read::read(from)? },
            3 => Area::Polygon(Read::read(from)?),
            _ => return Err(CallError::Malformed("area")),
        })
    }
}

/// Excludes threads and lanes, which depend on the machine and never change results.
impl Put for WorldConfig {
    fn put(&self, to: &mut CallWriter) {
        let WorldConfig {
            gravity,
            sub_steps,
            sleeping,
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
        let marks = u8::from(*continuous) | u8::from(*large_world) << 1;
        ((gravity, sub_steps), (sleeping, marks), (restitution_threshold, exact_restitution)).put(to);
        (max_linear_speed, max_angular_speed).put(to);
        (contact_hertz, contact_damping_ratio, contact_push_speed).put(to);
        (joint_hertz, joint_damping_ratio, id_tag).put(to);
    }
}

impl Read for WorldConfig {
    fn read(from: &mut CallReader<'_>) -> Result<WorldConfig, CallError> {
        let (gravity, sub_steps, sleeping) = (Read::read(from)?, Read::read(from)?, Read::read(from)?);
        let marks = u8::read(from)?;
        if marks > 3 {
            return Err(CallError::Malformed("settings"));
        }
        Ok(WorldConfig {
            gravity,
            sub_steps,
            sleeping,
            continuous: marks & 1 != 0,
            large_world: marks & 2 != 0,
            restitution_threshold: Read::read(from)?,
            exact_restitution: Read::read(from)?,
            max_linear_speed: Read::read(from)?,
            max_angular_speed: Read::read(from)?,
            contact_hertz: Read::read(from)?,
            contact_damping_ratio: Read::read(from)?,
            contact_push_speed: Read::read(from)?,
            joint_hertz: Read::read(from)?,
            joint_damping_ratio: Read::read(from)?,
            threads: 1,
            lanes: LaneLevel::best(),
            id_tag: Read::read(from)?,
        })
    }
}
