//! R.U.B.E.: worlds of Box2D as JSON, with bodies, fixtures and joints one to one.
//!
//! Numbers may be the hexadecimal bits of a float, and a point at the origin may be 0. The format is
//! described at <https://www.iforce2d.net/rube/json-structure>.

use core::fmt;

use cairn2d::{Rot, Vec2};
use cairn2d_scenes::format::{
    BodyDesc, BodyKind, CircleDesc, FilterDesc, Geometry, JointAnchor, JointDesc, JointParts, LocalFrames,
    MassDesc, MaterialDesc, MotorDesc, RangeDesc, ShapeDesc, SpringDesc, VelocityDesc,
};
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::build::{Builder, Frame};
use crate::error::{ImportError, ImportErrorKind, Source};
use crate::text::Sources;
use crate::traits::Traits;
use crate::{ImportOptions, Imported};

/// A number, or the hexadecimal bits of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Number, D::Error> {
        reader.deserialize_any(AnyNumber)
    }
}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = Number;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number or eight hexadecimal digits")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        let bits = u32::from_str_radix(text, 16).ok().filter(|_| text.len() == 8);
        let value = bits.map(f32::from_bits).filter(|value| value.is_finite());
        value
            .map(|value| Number(f64::from(value)))
            .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// A point, or 0 for the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pair([f64; 2]);

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Pair, D::Error> {
        reader.deserialize_any(AnyPair)
    }
}

struct AnyPair;

impl<'de> Visitor<'de> for AnyPair {
    type Value = Pair;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object with x and y, or 0")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Pair, E> {
        if value == 0 {
            Ok(Pair::default())
        } else {
            Err(E::invalid_value(de::Unexpected::Unsigned(value), &self))
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pair, A::Error> {
        let mut pair = Pair::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "x" => pair.0[0] = map.next_value::<Number>()?.0,
                "y" => pair.0[1] = map.next_value::<Number>()?.0,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(pair)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RubeWorld {
    gravity: Pair,
    #[serde(rename = "allowSleep")]
    allow_sleep: Option<bool>,
    #[serde(rename = "stepsPerSecond")]
    hertz: Option<Number>,
    body: Vec<Body>,
    joint: Vec<Joint>,
    #[serde(deserialize_with = "count")]
    image: usize,
}

/// The length of a list whose elements are skipped.
fn count<'de, D: Deserializer<'de>>(reader: D) -> Result<usize, D::Error> {
    Vec::<IgnoredAny>::deserialize(reader).map(|list| list.len())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Body {
    name: String,
    #[serde(rename = "type")]
    kind: u32,
    position: Pair,
    angle: Number,
    #[serde(rename = "linearVelocity")]
    velocity: Pair,
    #[serde(rename = "angularVelocity")]
    angular_velocity: Number,
    #[serde(rename = "linearDamping")]
    linear_damping: Number,
    #[serde(rename = "angularDamping")]
    angular_damping: Number,
    #[serde(rename = "gravityScale")]
    gravity_scale: Option<Number>,
    awake: Option<bool>,
    #[serde(rename = "allowSleep")]
    allow_sleep: Option<bool>,
    active: Option<bool>,
    bullet: bool,
    #[serde(rename = "fixedRotation")]
    fixed_rotation: bool,
    #[serde(rename = "massData-mass")]
    mass: Number,
    #[serde(rename = "massData-center")]
    center: Pair,
    #[serde(rename = "massData-I")]
    inertia: Number,
    fixture: Vec<Fixture>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Fixture {
    density: Number,
    friction: Number,
    restitution: Number,
    sensor: bool,
    #[serde(rename = "filter-categoryBits")]
    category: Option<u32>,
    #[serde(rename = "filter-maskBits")]
    mask: Option<u32>,
    #[serde(rename = "filter-groupIndex")]
    group: i32,
    circle: Option<Circle>,
    polygon: Option<Vertices>,
    chain: Option<Vertices>,
    edge: Option<Edge>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Circle {
    center: Pair,
    radius: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Vertices {
    vertices: Columns,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Columns {
    x: Vec<Number>,
    y: Vec<Number>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Edge {
    vertex1: Pair,
    vertex2: Pair,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Joint {
    #[serde(rename = "type")]
    kind: String,
    name: String,
    #[serde(rename = "bodyA")]
    body_a: u32,
    #[serde(rename = "bodyB")]
    body_b: u32,
    #[serde(rename = "anchorA")]
    anchor_a: Pair,
    #[serde(rename = "anchorB")]
    anchor_b: Pair,
    #[serde(rename = "collideConnected")]
    collide_connected: bool,
    #[serde(rename = "refAngle")]
    reference_angle: Number,
    #[serde(rename = "enableLimit")]
    enable_limit: bool,
    #[serde(rename = "lowerLimit")]
    lower: Number,
    #[serde(rename = "upperLimit")]
    upper: Number,
    #[serde(rename = "enableMotor")]
    enable_motor: bool,
    #[serde(rename = "motorSpeed")]
    motor_speed: Number,
    #[serde(rename = "maxMotorTorque")]
    max_motor_torque: Number,
    #[serde(rename = "maxMotorForce")]
    max_motor_force: Number,
    #[serde(rename = "localAxisA", alias = "localAxis1")]
    axis: Option<Pair>,
    length: Number,
    frequency: Number,
    #[serde(rename = "dampingRatio")]
    damping_ratio: Number,
    #[serde(rename = "springFrequency")]
    spring_frequency: Number,
    #[serde(rename = "springDampingRatio")]
    spring_damping_ratio: Number,
    #[serde(rename = "maxLength")]
    max_length: Number,
    #[serde(rename = "maxForce")]
    max_force: Number,
    #[serde(rename = "maxTorque")]
    max_torque: Number,
    #[serde(rename = "correctionFactor")]
    correction: Option<Number>,
    #[serde(rename = "linearOffset")]
    linear_offset: Option<Pair>,
    #[serde(rename = "groundAnchorA")]
    ground_a: Pair,
    #[serde(rename = "groundAnchorB")]
    ground_b: Pair,
    #[serde(rename = "lengthA")]
    length_a: Number,
    #[serde(rename = "lengthB")]
    length_b: Number,
    ratio: Option<Number>,
    joint1: u32,
    joint2: u32,
}

/// Reads a world from a file of a name.
pub(crate) fn import(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    read(name, text, sources, options).map_err(|error| error.in_file(name, Source::Json(text)))
}

fn read(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let world: RubeWorld = sources.json(text)?;
    let mut reader =
        RubeReader { frame: Frame::new(options, 1.0, false)?, builder: Builder::new(name, options) };
    reader.builder.scene.world.gravity = reader.frame.point(world.gravity.0);
    reader.builder.scene.world.sleeping = world.allow_sleep.unwrap_or(true);
    if let Some(Number(hertz)) = world.hertz {
        reader.builder.scene.hertz = hertz as f32;
    }
    if world.image > 0 {
        reader.builder.warnings.add("images are left out", format_args!(""));
    }
    for (index, body) in world.body.iter().enumerate() {
        reader.body(body).map_err(|error| error.index(index).field("body"))?;
    }
    for (index, joint) in world.joint.iter().enumerate() {
        let made = reader.joint(joint, &world, index).map_err(|error| error.index(index).field("joint"))?;
        made.map(|joint| reader.builder.join(joint)).transpose()?;
    }
    let (scene, warnings) = reader.builder.finish()?;
    Ok(Imported { scene, warnings: warnings.list, actuators: Vec::new() })
}

struct RubeReader<'a> {
    builder: Builder<'a>,
    frame: Frame,
}

impl RubeReader<'_> {
    fn body(&mut self, body: &Body) -> Result<(), ImportError> {
        let kind = match body.kind {
            0 => BodyKind::Static,
            1 => BodyKind::Kinematic,
            2 => BodyKind::Dynamic,
            other => {
                let reason = format!("must be 0, 1 or 2, but is {other}");
                return Err(ImportError::range(reason).field("type"));
            }
        };
        let frame = self.frame;
        let mut made = BodyDesc {
            kind,
            position: frame.point(body.position.0),
            angle: frame.angle(body.angle.0),
            linear_damping: body.linear_damping.0 as f32,
            angular_damping: body.angular_damping.0 as f32,
            gravity_scale: body.gravity_scale.map_or(1.0, |scale| scale.0 as f32),
            awake: body.awake.unwrap_or(true),
            enabled: body.active.unwrap_or(true),
            bullet: body.bullet,
            ..BodyDesc::default()
        };
        made.sleep.enabled = body.allow_sleep.unwrap_or(true);
        made.locks.rotation = body.fixed_rotation;
        if kind != BodyKind::Static {
            made.velocity = frame.point(body.velocity.0);
            made.angular_velocity = frame.angle(body.angular_velocity.0);
        }
        if kind == BodyKind::Dynamic && body.mass.0 > 0.0 {
            // The inertia in the file is about the origin of the body.
            let [x, y] = body.center.0;
            let inertia = (body.inertia.0 - body.mass.0 * (x * x + y * y)).max(0.0);
            made.mass = Some(MassDesc {
                mass: body.mass.0 as f32,
                center: frame.point(body.center.0),
                inertia: (inertia * frame.scale * frame.scale) as f32,
            });
        }
        for (index, fixture) in body.fixture.iter().enumerate() {
            self.fixture(&mut made, fixture, &body.name)
                .map_err(|error| error.index(index).field("fixture"))?;
        }
        self.builder.add(made, &body.name).map(drop)
    }

    fn fixture(&mut self, body: &mut BodyDesc, fixture: &Fixture, name: &str) -> Result<(), ImportError> {
        let mut traits = Traits {
            kind: Some(body.kind),
            density: fixture.density.0 as f32,
            material: MaterialDesc {
                friction: fixture.friction.0 as f32,
                restitution: fixture.restitution.0 as f32,
                ..MaterialDesc::default()
            },
            filter: FilterDesc {
                category: u64::from(fixture.category.unwrap_or(1)),
                mask: u64::from(fixture.mask.unwrap_or(0xffff)),
                group: fixture.group,
            },
            sensor: fixture.sensor,
            ..Traits::default()
        };
        // Box2D allows more than 1, which adds energy.
        if traits.material.restitution > 1.0 {
            self.builder.warnings.add("a restitution above 1 becomes 1", format_args!("{name}"));
            traits.material.restitution = 1.0;
        }
        let frame = self.frame;
        if let Some(circle) = &fixture.circle {
            let radius = frame.length(circle.radius.0);
            let circle = CircleDesc { center: frame.point(circle.center.0), radius };
            body.shapes.push(traits.dress(ShapeDesc::new(Geometry::Circle(circle))));
        } else if let Some(polygon) = &fixture.polygon {
            let points = self.vertices(polygon).map_err(|error| error.field("polygon"))?;
            let points: Vec<[f32; 2]> = points.into_iter().map(Into::into).collect();
            body.shapes.push(traits.dress(ShapeDesc::polygon(points, 0.0)));
        } else if let Some(chain) = &fixture.chain {
            let points = self.vertices(chain).map_err(|error| error.field("chain"))?;
            self.builder.add_line(body, &points, false, &traits, format_args!("{name}"));
        } else if let Some(edge) = &fixture.edge {
            let points = [edge.vertex1, edge.vertex2].map(|point| Vec2::from(frame.point(point.0)));
            self.builder.add_line(body, &points, false, &traits, format_args!("{name}"));
        } else {
            self.builder.warnings.add("a fixture without a known shape is left out", format_args!("{name}"));
        }
        Ok(())
    }

    fn vertices(&mut self, vertices: &Vertices) -> Result<Vec<Vec2>, ImportError> {
        let Columns { x, y } = &vertices.vertices;
        if x.len() != y.len() {
            let reason = format!("has {} values of x and {} of y", x.len(), y.len());
            return Err(ImportError::range(reason).field("vertices"));
        }
        self.builder.spend_vertices(x.len())?;
        Ok(x.iter().zip(y).map(|(x, y)| self.frame.point([x.0, y.0]).into()).collect())
    }

    /// The joint of the scene; `None` if there is no such type.
    fn joint(
        &mut self,
        joint: &Joint,
        world: &RubeWorld,
        index: usize,
    ) -> Result<Option<JointDesc>, ImportError> {
        for (name, body) in [("bodyA", joint.body_a), ("bodyB", joint.body_b)] {
            if body as usize >= world.body.len() {
                let reason = format!("there is no body {body}");
                return Err(ImportError::new(ImportErrorKind::Reference, reason).field(name));
            }
        }
        let frame = self.frame;
        let reference = frame.angle(joint.reference_angle.0);
        let mut parts = JointParts::at(
            joint.body_a,
            joint.body_b,
            JointAnchor::Local(LocalFrames {
                a: frame.point(joint.anchor_a.0),
                b: frame.point(joint.anchor_b.0),
                angle_a: reference,
                angle_b: 0.0,
            }),
        );
        let unturned = JointAnchor::local(frame.point(joint.anchor_a.0), frame.point(joint.anchor_b.0));
        parts.collide_connected = Some(joint.collide_connected);
        let torque = (joint.max_motor_torque.0 * frame.scale * frame.scale) as f32;
        let spring = |hertz: Number, ratio: Number| {
            (hertz.0 > 0.0).then(|| SpringDesc::new(hertz.0 as f32, ratio.0 as f32))
        };
        let turn = |strength: f32| {
            joint.enable_motor.then(|| MotorDesc { speed: frame.angle(joint.motor_speed.0), strength })
        };
        Ok(Some(match joint.kind.as_str() {
            "revolute" => {
                let [lower, upper] = self.turned_limits(joint.lower.0, joint.upper.0);
                parts.limits = joint.enable_limit.then_some(RangeDesc { lower, upper });
                parts.motor = turn(torque);
                JointDesc::Revolute(parts)
            }
            "prismatic" => {
                parts.along = Some(self.axis(joint, reference));
                let [lower, upper] = [joint.lower, joint.upper].map(|limit| frame.length(limit.0));
                parts.limits = joint.enable_limit.then(|| RangeDesc::new(lower, upper));
                parts.motor = joint.enable_motor.then(|| MotorDesc {
                    speed: frame.length(joint.motor_speed.0),
                    strength: frame.length(joint.max_motor_force.0),
                });
                JointDesc::Prismatic(parts)
            }
            "wheel" => {
                parts.at = Some(unturned);
                parts.along = Some(self.axis(joint, 0.0));
                parts.spring = spring(joint.spring_frequency, joint.spring_damping_ratio);
                parts.motor = turn(torque);
                JointDesc::Wheel(parts)
            }
            "distance" => {
                parts.at = Some(unturned);
                parts.length = (joint.length.0 > 0.0).then(|| frame.length(joint.length.0));
                parts.spring = spring(joint.frequency, joint.damping_ratio);
                JointDesc::Distance(parts)
            }
            "rope" => {
                parts.at = Some(unturned);
                parts.spring = Some(SpringDesc::new(0.0, 0.0));
                parts.limits = Some(RangeDesc { lower: None, upper: Some(frame.length(joint.max_length.0)) });
                JointDesc::Distance(parts)
            }
            "weld" => {
                parts.spring = spring(joint.frequency, joint.damping_ratio);
                JointDesc::Weld(parts)
            }
            "friction" | "motor" => self.drive(joint, parts, index),
            "pulley" => {
                parts.at = Some(unturned);
                let ratio = joint.ratio.map_or(1.0, |ratio| ratio.0);
                (parts.over_a, parts.over_b) =
                    (Some(frame.point(joint.ground_a.0)), Some(frame.point(joint.ground_b.0)));
                parts.ratio = Some(ratio as f32);
                parts.length = Some(frame.length(joint.length_a.0 + ratio * joint.length_b.0));
                JointDesc::Pulley(parts)
            }
            "gear" => return self.gear(joint, world, index),
            other => {
                let shown: String = other.chars().take(40).collect();
                let reason = format!("joints of type {shown:?} are left out");
                self.builder.warnings.add(reason, format_args!("joint[{index}] {}", joint.name));
                return Ok(None);
            }
        }))
    }

    /// A friction joint or a motor joint.
    fn drive(&mut self, joint: &Joint, mut parts: JointParts, index: usize) -> JointDesc {
        let frame = self.frame;
        let force = frame.length(joint.max_force.0);
        let torque = (joint.max_torque.0 * frame.scale * frame.scale) as f32;
        let (mut a, mut b) = (frame.point(joint.anchor_a.0), frame.point(joint.anchor_b.0));
        let mut angle_a = 0.0;
        if joint.kind == "friction" {
            parts.linear_motor = Some(VelocityDesc { velocity: [0.0; 2], max_force: force });
            parts.motor = Some(MotorDesc { speed: 0.0, strength: torque });
        } else {
            self.builder.warnings.add("motor joints become springs", format_args!("joint[{index}]"));
            (a, b) = (joint.linear_offset.map_or(a, |offset| frame.point(offset.0)), [0.0; 2]);
            angle_a = frame.angle(joint.reference_angle.0);
            // Box2D removes this share of the error in a step of 1/60 s.
            let share = joint.correction.map_or(0.3, |factor| factor.0.clamp(0.01, 1.0));
            let hertz = (share * 60.0 / core::f64::consts::TAU) as f32;
            parts.linear_spring = Some(SpringDesc { strength: force, ..SpringDesc::new(hertz, 1.0) });
            parts.spring = Some(SpringDesc { strength: torque, ..SpringDesc::new(hertz, 1.0) });
        }
        parts.at = Some(JointAnchor::Local(LocalFrames { a, b, angle_a, angle_b: 0.0 }));
        JointDesc::Drive(parts)
    }

    /// A gear between the second bodies of two hinges.
    fn gear(
        &mut self,
        joint: &Joint,
        world: &RubeWorld,
        index: usize,
    ) -> Result<Option<JointDesc>, ImportError> {
        let find = |name: &'static str, at: u32| {
            let missing = || {
                let reason = format!("there is no joint {at} before this one");
                ImportError::new(ImportErrorKind::Reference, reason).field(name)
            };
            world.joint.get(at as usize).filter(|_| (at as usize) < index).ok_or_else(missing)
        };
        let (first, second) = (find("joint1", joint.joint1)?, find("joint2", joint.joint2)?);
        let ratio = joint.ratio.map_or(1.0, |ratio| ratio.0);
        if first.kind != "revolute" || second.kind != "revolute" || ratio == 0.0 {
            let reason = "gears are left out unless both joints are revolute";
            self.builder.warnings.add(reason, format_args!("joint[{index}]"));
            return Ok(None);
        }
        let mut parts = JointParts::new(first.body_b, second.body_b);
        parts.collide_connected = Some(joint.collide_connected);
        // Box2D keeps the sum of the first angle and `ratio` times the second one.
        parts.ratio = Some((-1.0 / ratio) as f32);
        Ok(Some(JointDesc::Gear(parts)))
    }

    /// The axis of a joint in a frame at an angle `[rad]` on the first body.
    fn axis(&self, joint: &Joint, angle: f32) -> [f32; 2] {
        let [x, y] = joint.axis.map_or([1.0, 0.0], |axis| axis.0);
        let axis = Vec2::new(x as f32, (y * self.frame.sign()) as f32);
        let turn = Rot::from_angle(-angle);
        [axis.x * turn.c - axis.y * turn.s, axis.x * turn.s + axis.y * turn.c]
    }

    /// Limits of an angle; an end beyond the range of the engine is open.
    fn turned_limits(&mut self, lower: f64, upper: f64) -> [Option<f32>; 2] {
        let ends = if self.frame.y_down { [-upper, -lower] } else { [lower, upper] };
        ends.map(|end| {
            let is_far = end.abs() > FARTHEST_ANGLE;
            if is_far {
                let reason = "a limit of a hinge beyond 4 rad is left out";
                self.builder.warnings.add(reason, format_args!("{end}"));
            }
            (!is_far).then_some(end as f32)
        })
    }
}

/// Largest limit of a hinge `[rad]`.
const FARTHEST_ANGLE: f64 = 4.0;
