//! All manual changes of a world, as data.
//!
//! A session changes its world by edits only. They are stored with the step before which they happened, so
//! the same history can be replayed: this is how undo, rewind and shared links work. Invariant: a rejected
//! edit changes nothing.

use core::ops::ControlFlow;
use std::collections::{BTreeMap, BTreeSet};

use cairn2d::pick::Finger;
use cairn2d::{
    Aabb, Body, BodyId, BodyKind, CollisionFilter, DVec2, Error, Explosion, JointId, Locks, MAX_COORDINATE,
    MAX_COORDINATE_64, Mass, Motor, PortalFrame, PortalPair, QueryFilter, Revolute, Rot, Servo, ShapeId,
    Spring, Vec2, World,
};
use cairn2d_gas::{Blast, Gas};
use cairn2d_scenes::format::BodyDesc;
use cairn2d_scenes::{Runner, Scene};
use cairn2d_terrain::Brush;
use serde::{Deserialize, Serialize};

use super::{Live, beside, many};

/// Energy of a blast in a gas, by the strength of an explosion `[J/m per N s/m]`: a crate of a square metre
/// gets about the same speed.
const GAS_ENERGY: f32 = 150.0;

/// A manual change. Ids are those of the engine as bits, which the same history reproduces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A new body.
    Spawn(Box<BodyDesc>),
    /// Bodies are removed, with their joints.
    Delete(Vec<u64>),
    /// A joint is removed.
    Unjoin(u64),
    /// An explosion; where the scene has a gas and the strength is positive, a blast in the gas.
    Explode {
        /// Where `[m]`.
        center: [f32; 2],
        /// Its radius `[m]`.
        radius: f32,
        /// Impulse per metre of width `[N s/m]`.
        strength: f32,
    },
    /// Ground is carved, or filled around the bodies, along a line. A fill in a scene without a terrain makes
    /// one around it, whose ground holds everywhere.
    Dig {
        /// Where the brush begins `[m]`.
        from: [f32; 2],
        /// Where it ends `[m]`.
        to: [f32; 2],
        /// Its radius `[m]`.
        radius: f32,
        /// Whether it fills.
        fill: bool,
    },
    /// Water is added in a disc where there is room. In a scene without water, it is made around the disc.
    Pour {
        /// Where `[m]`.
        center: [f32; 2],
        /// Radius of the disc `[m]`.
        radius: f32,
    },
    /// The bodies that a line goes through are cut along it.
    Cut {
        /// Where the line begins `[m]`.
        from: [f32; 2],
        /// Where it ends `[m]`.
        to: [f32; 2],
    },
    /// Two connected openings. One whose middle is in a moving body is on that body.
    Portals {
        /// Middle `[m]` and direction out of each.
        openings: [[[f32; 2]; 2]; 2],
        /// Width of both `[m]`.
        width: f32,
    },
    /// A finger grabs the nearest body; without one nothing happens.
    Grab {
        /// The finger; it holds one body at a time.
        finger: u64,
        /// Where `[m]`.
        at: [f32; 2],
        /// Largest distance of the body `[m]`.
        radius: f32,
    },
    /// A finger moves.
    Move {
        /// The finger.
        finger: u64,
        /// Where to `[m]`.
        to: [f32; 2],
    },
    /// A finger releases its body.
    Release {
        /// The finger.
        finger: u64,
    },
    /// Joins a body to the world by a hinge.
    Pin {
        /// The body.
        body: u64,
        /// Position of the hinge `[m]`.
        at: [f32; 2],
    },
    /// Moves bodies at once.
    Carry {
        /// The bodies.
        bodies: Vec<u64>,
        /// Displacement `[m]`.
        by: [f32; 2],
    },
    /// Adds a velocity to dynamic bodies at once.
    Push {
        /// The bodies.
        bodies: Vec<u64>,
        /// The velocity `[m/s]`.
        velocity: [f32; 2],
    },
    /// Copies bodies, and the joints between them.
    Copy {
        /// The bodies.
        bodies: Vec<u64>,
        /// Displacement of the copies `[m]`.
        by: [f32; 2],
    },
    /// A value of a body.
    Body(u64, BodyChange),
    /// A value of a shape.
    Shape(u64, ShapeChange),
    /// A value of a joint.
    Joint(u64, JointChange),
    /// A setting of the world.
    World(WorldChange),
    /// The held controls of the player, as bits.
    Controls(Option<u8>),
}

/// A value of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is named after the setter of the engine that it calls")]
pub enum BodyChange {
    Kind(cairn2d_scenes::format::BodyKind),
    Position([f32; 2]),
    Angle(f32),
    Velocity([f32; 2]),
    AngularVelocity(f32),
    GravityScale(f32),
    Damping(f32, f32),
    Locks { x: bool, y: bool, rotation: bool },
    Bullet(bool),
    Enabled(bool),
    Awake(bool),
    CanSleep(bool),
    SleepThreshold(f32),
    SweepThreshold(f32),
    TimeScale(f32),
    Mass(Option<f32>),
    UserData(u64),
    Dominance(i8),
}

/// A value of a shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is named after the field or setter of the engine that it is for")]
pub enum ShapeChange {
    Density(f32),
    Friction(f32),
    Restitution(f32),
    RollingResistance(f32),
    TangentSpeed(f32),
    Sensor(bool),
    Filter { category: u64, mask: u64, group: i32 },
}

/// A value of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is named after the setter of the engine that it calls")]
pub enum JointChange {
    Enabled(bool),
    Limits(Option<(f32, f32)>),
    Motor(Option<(f32, f32)>),
    Spring(Option<(f32, f32, f32)>),
    Servo(Option<(f32, f32, f32)>),
    Length(f32),
    Collide(bool),
}

/// A setting of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is named after the setting of the engine that it is for")]
pub enum WorldChange {
    Gravity([f32; 2]),
    SubSteps(u32),
    Sleeping(bool),
    Continuous(bool),
    Hertz(f32),
}

impl Edit {
    /// Whether it continues another edit so that only the later one matters, such as dragging a slider.
    pub fn replaces(&self, other: &Edit) -> bool {
        use core::mem::discriminant as kind;
        match (self, other) {
            (Edit::Body(a, new), Edit::Body(b, old)) => a == b && kind(new) == kind(old),
            (Edit::Shape(a, new), Edit::Shape(b, old)) => a == b && kind(new) == kind(old),
            (Edit::Joint(a, new), Edit::Joint(b, old)) => a == b && kind(new) == kind(old),
            (Edit::World(new), Edit::World(old)) => kind(new) == kind(old),
            (Edit::Move { finger: a, .. }, Edit::Move { finger: b, .. }) => a == b,
            (Edit::Controls(_), Edit::Controls(_)) => true,
            _ => false,
        }
    }

    /// Whether undo stops here; game controls are not undone individually.
    pub fn is_undoable(&self) -> bool {
        !matches!(self, Edit::Controls(_))
    }

    /// Applies it.
    ///
    /// # Errors
    /// Errors of the engine, and objects that no longer exist.
    pub(super) fn apply(&self, live: &mut Live) -> Result<(), String> {
        let origin = live.runner.scene().origin();
        let world = &mut live.runner.world;
        match self {
            Edit::Spawn(body) => spawn(live, body),
            Edit::Delete(bodies) => delete(live, bodies),
            Edit::Unjoin(joint) => world.unjoin(joint_id(*joint)?).map_err(say),
            Edit::Explode { center, radius, strength } => {
                if let Some(gas) = live.runner.systems.get_mut::<Gas>().filter(|_| *strength > 0.0) {
                    let blast = Blast::new(*center, 0.25 * radius, GAS_ENERGY * strength);
                    return gas.explode(&blast).map_err(say);
                }
                let blast = Explosion::new(*center, 0.25 * radius, *strength).falloff(0.75 * radius);
                world.explode(&blast).map(|_| ()).map_err(say)
            }
            Edit::Dig { from, to, radius, fill } => {
                beside::dig(&mut live.runner, &Brush::capsule(*from, *to, *radius), *fill)
            }
            Edit::Pour { center, radius } => beside::pour(&mut live.runner, Vec2::from(*center), *radius),
            Edit::Cut { from, to } => cut(live, Vec2::from(*from), Vec2::from(*to)),
            Edit::Portals { openings, width } => open_portals(world, openings, *width),
            Edit::Grab { finger, at, radius } => grab(live, *finger, *at, *radius),
            Edit::Move { finger, to } => match live.grips.get(finger).and_then(|&grip| world.joint_mut(grip))
            {
                Some(mut joint) => joint.set_target(*to).map_err(say),
                None => Ok(()),
            },
            Edit::Release { finger } => {
                if let Some(grip) = live.grips.remove(finger) {
                    // The held body, and with it the joint, may have been removed.
                    let _ = world.unjoin(grip);
                }
                Ok(())
            }
            Edit::Pin { body, at } => pin(world, body_id(*body)?, origin + Vec2::from(*at)),
            Edit::Carry { bodies, by } => carry(world, bodies, Vec2::from(*by)),
            Edit::Push { bodies, velocity } => many::push(world, bodies, Vec2::from(*velocity)),
            Edit::Copy { bodies, by } => many::copy(live, bodies, Vec2::from(*by)),
            Edit::Body(body, change) => change_body(world, body_id(*body)?, change, origin),
            Edit::Shape(shape, change) => change_shape(world, shape_id(*shape)?, change),
            Edit::Joint(joint, change) => change_joint(world, joint_id(*joint)?, change),
            Edit::World(change) => change_world(&mut live.runner, change),
            Edit::Controls(held) => {
                live.controls = *held;
                live.runner.set_controls(held.map(super::keys::controls));
                Ok(())
            }
        }
    }
}

/// The fingers that hold a body, and their joints.
pub(super) type Grips = BTreeMap<u64, JointId>;

pub(super) fn say(error: impl core::fmt::Display) -> String {
    error.to_string()
}

const GONE: &str = "it is gone";

pub(super) fn body_id(bits: u64) -> Result<BodyId, String> {
    BodyId::from_bits(bits).ok_or_else(|| GONE.to_owned())
}

fn shape_id(bits: u64) -> Result<ShapeId, String> {
    ShapeId::from_bits(bits).ok_or_else(|| GONE.to_owned())
}

fn joint_id(bits: u64) -> Result<JointId, String> {
    JointId::from_bits(bits).ok_or_else(|| GONE.to_owned())
}

fn spawn(live: &mut Live, body: &BodyDesc) -> Result<(), String> {
    // A body made by hand contains its materials and needs no table of the scene.
    let mut scene = Scene::new("", "");
    scene.world.origin = live.runner.scene().world.origin;
    cairn2d_scenes::spawn(&mut live.runner.world, &scene, body, "new body").map(|_| ()).map_err(say)
}

fn delete(live: &mut Live, bodies: &[u64]) -> Result<(), String> {
    let ids = bodies.iter().map(|&bits| body_id(bits)).collect::<Result<Vec<_>, _>>()?;
    let world = &mut live.runner.world;
    if !ids.iter().any(|&id| world.body(id).is_some()) {
        return Err(GONE.to_owned());
    }
    for id in ids {
        // An error means that it was removed already.
        let _ = world.despawn(id);
    }
    live.grips.retain(|_, grip| world.joint(*grip).is_some());
    Ok(())
}

/// Smallest width of a piece that a cut makes `[m]`.
const THINNEST: f32 = 0.01;

/// Cuts all dynamic bodies that a line goes through.
fn cut(live: &mut Live, from: Vec2, to: Vec2) -> Result<(), String> {
    if live.runner.scene().origin() != DVec2::ZERO {
        return Err("bodies far from the origin cannot be cut".to_owned());
    }
    let world = &mut live.runner.world;
    let mut bodies = BTreeSet::new();
    let found = world.overlap_box(Aabb::from_points(&[from, to]), QueryFilter::all(), |shape| {
        let body = world.shape(shape).and_then(|shape| world.body(shape.body()));
        bodies.extend(body.filter(|body| body.kind() == BodyKind::Dynamic).map(|body| body.id()));
        ControlFlow::Continue(())
    });
    found.map_err(say)?;
    let mut count = 0;
    for id in bodies {
        // A body without area cannot be cut; the others are.
        if let Ok(Some(_)) = cairn2d_fracture::slice(world, id, from, to, THINNEST) {
            count += 1;
        }
    }
    live.grips.retain(|_, grip| world.joint(*grip).is_some());
    if count == 0 { Err("the line goes through no body".to_owned()) } else { Ok(()) }
}

/// Adds a pair of openings.
fn open_portals(world: &mut World, openings: &[[[f32; 2]; 2]; 2], width: f32) -> Result<(), String> {
    let mut frames = [PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]); 2];
    for (frame, [at, out]) in frames.iter_mut().zip(openings) {
        let mut moving = None;
        let found = world.overlap_point(*at, QueryFilter::all(), |shape| {
            let body = world.shape(shape).and_then(|shape| world.body(shape.body()));
            moving = body.filter(|body| body.kind() != BodyKind::Static).map(|body| (body.id(), body.pose()));
            if moving.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.map_err(say)?;
        let [at, out] = [at, out].map(|&pair| Vec2::from(pair));
        *frame = match moving {
            Some((id, pose)) => PortalFrame::on(id, pose.inv_transform_point(at), pose.q.inv_rotate(out)),
            None => PortalFrame::fixed(at, out),
        };
    }
    world.add_portals(PortalPair::new(frames[0], frames[1]).width(width)).map(|_| ()).map_err(say)
}

fn grab(live: &mut Live, finger: u64, at: [f32; 2], radius: f32) -> Result<(), String> {
    let hand = Finger { radius, ..Finger::default() };
    let world = &mut live.runner.world;
    let Some(grip) = hand.grab(world, at, QueryFilter::all()).map_err(say)? else { return Ok(()) };
    if let Some(former) = live.grips.insert(finger, grip) {
        let _ = world.unjoin(former);
    }
    Ok(())
}

fn pin(world: &mut World, body: BodyId, at: DVec2) -> Result<(), String> {
    let local = world.body(body).ok_or(GONE)?.pose_from(at).inv_transform_point(Vec2::ZERO);
    let nail = world.spawn(Body::fixed().at64(at)).map_err(say)?;
    if let Err(error) = world.join(Revolute::new(nail, body).at_local([0.0, 0.0], local)) {
        let _ = world.despawn(nail);
        return Err(say(error));
    }
    Ok(())
}

fn carry(world: &mut World, bodies: &[u64], by: Vec2) -> Result<(), String> {
    let mut poses = Vec::with_capacity(bodies.len());
    for &bits in bodies {
        let id = body_id(bits)?;
        if let Some(body) = world.body(id) {
            poses.push((id, body.position64() + by, body.rotation()));
        }
    }
    let large = world.config().large_world;
    let most = if large { MAX_COORDINATE_64 } else { f64::from(MAX_COORDINATE) };
    if !poses.iter().all(|(_, p, _)| p.x.abs() < most && p.y.abs() < most) {
        return Err("outside of the usable world".to_owned());
    }
    for (id, position, rotation) in poses {
        if let Some(mut body) = world.body_mut(id) {
            body.set_pose64(position, rotation).map_err(say)?;
        }
    }
    Ok(())
}

fn change_body(world: &mut World, id: BodyId, change: &BodyChange, origin: DVec2) -> Result<(), String> {
    let mut body = world.body_mut(id).ok_or(GONE)?;
    let done: Result<(), Error> = match *change {
        BodyChange::Kind(kind) => {
            body.set_kind(kind_of(kind));
            Ok(())
        }
        BodyChange::Position(p) => {
            let rotation = body.rotation();
            body.set_pose64(origin + Vec2::from(p), rotation).map_err(Into::into)
        }
        BodyChange::Angle(angle) => {
            if !angle.is_finite() {
                return Err("the angle is not finite".to_owned());
            }
            let position = body.position64();
            body.set_pose64(position, Rot::from_angle(angle)).map_err(Into::into)
        }
        BodyChange::Velocity(velocity) => body.set_velocity(velocity).map_err(Into::into),
        BodyChange::AngularVelocity(spin) => body.set_angular_velocity(spin).map_err(Into::into),
        BodyChange::GravityScale(scale) => body.set_gravity_scale(scale).map_err(Into::into),
        BodyChange::Damping(linear, angular) => body.set_damping(linear, angular).map_err(Into::into),
        BodyChange::SleepThreshold(speed) => body.set_sleep_threshold(speed).map_err(Into::into),
        BodyChange::SweepThreshold(share) => body.set_sweep_threshold(share).map_err(Into::into),
        BodyChange::TimeScale(scale) => body.set_time_scale(scale).map_err(Into::into),
        BodyChange::Mass(mass) => {
            let mass = mass.map(|mass| scaled(body.mass(), mass));
            body.set_mass(mass).map_err(Into::into)
        }
        _ => {
            switch_body(&mut body, change);
            Ok(())
        }
    };
    done.map_err(say)
}

/// Changes that the engine never rejects.
fn switch_body(body: &mut cairn2d::BodyMut<'_>, change: &BodyChange) {
    match *change {
        BodyChange::Locks { x, y, rotation } => body.set_locks(Locks { x, y, rotation }),
        BodyChange::Bullet(bullet) => body.set_bullet(bullet),
        BodyChange::Enabled(enabled) => body.set_enabled(enabled),
        BodyChange::CanSleep(can) => body.set_can_sleep(can),
        BodyChange::UserData(data) => body.set_user_data(data),
        BodyChange::Dominance(dominance) => body.set_dominance(dominance),
        BodyChange::Awake(true) => body.wake(),
        BodyChange::Awake(false) => {
            body.sleep();
        }
        _ => {}
    }
}

/// Scales a body's mass, with its inertia in the same proportion.
fn scaled(mass: Mass, to: f32) -> Mass {
    let ratio = if mass.mass > 0.0 { to / mass.mass } else { 1.0 };
    Mass { mass: to, inertia: mass.inertia * ratio, ..mass }
}

pub(super) fn kind_of(kind: cairn2d_scenes::format::BodyKind) -> BodyKind {
    use cairn2d_scenes::format::BodyKind as Desc;
    match kind {
        Desc::Static => BodyKind::Static,
        Desc::Kinematic => BodyKind::Kinematic,
        Desc::Dynamic => BodyKind::Dynamic,
    }
}

fn change_shape(world: &mut World, id: ShapeId, change: &ShapeChange) -> Result<(), String> {
    let mut shape = world.shape_mut(id).ok_or(GONE)?;
    let mut material = shape.material();
    match *change {
        ShapeChange::Density(density) => return shape.set_density(density).map_err(say),
        ShapeChange::Sensor(sensor) => {
            shape.set_sensor(sensor);
            return Ok(());
        }
        ShapeChange::Filter { category, mask, group } => {
            shape.set_filter(CollisionFilter { category, mask, group });
            return Ok(());
        }
        ShapeChange::Friction(value) => material.friction = value,
        ShapeChange::Restitution(value) => material.restitution = value,
        ShapeChange::RollingResistance(value) => material.rolling_resistance = value,
        ShapeChange::TangentSpeed(value) => material.tangent_speed = value,
    }
    shape.set_material(material).map_err(say)
}

fn change_joint(world: &mut World, id: JointId, change: &JointChange) -> Result<(), String> {
    let mut joint = world.joint_mut(id).ok_or(GONE)?;
    match *change {
        JointChange::Enabled(enabled) => {
            joint.set_enabled(enabled);
            Ok(())
        }
        JointChange::Collide(collide) => {
            joint.set_collide_connected(collide);
            Ok(())
        }
        JointChange::Limits(limits) => joint.set_limits(limits).map_err(say),
        JointChange::Motor(motor) => {
            joint.set_motor(motor.map(|(speed, strength)| Motor { speed, strength })).map_err(say)
        }
        JointChange::Spring(spring) => {
            let spring = spring.map(|(hertz, damping_ratio, target)| Spring { hertz, damping_ratio, target });
            joint.set_spring(spring).map_err(say)
        }
        JointChange::Servo(servo) => {
            let servo = servo.map(|(target, max_speed, strength)| Servo { target, max_speed, strength });
            joint.set_servo(servo).map_err(say)
        }
        JointChange::Length(length) => joint.set_length(length).map_err(say),
    }
}

/// Wakes all bodies, which gravity moves again.
fn wake_all(world: &mut World) {
    let sleepers: Vec<BodyId> =
        world.bodies().filter(|&id| world.body(id).is_some_and(|body| body.is_asleep())).collect();
    for id in sleepers {
        if let Some(mut body) = world.body_mut(id) {
            body.wake();
        }
    }
}

fn change_world(runner: &mut Runner, change: &WorldChange) -> Result<(), String> {
    let world = &mut runner.world;
    match *change {
        WorldChange::Hertz(hertz) => runner.set_hertz(hertz).map_err(say)?,
        WorldChange::Gravity(gravity) => {
            world.set_gravity(gravity).map_err(say)?;
            wake_all(world);
        }
        WorldChange::SubSteps(count) => world.set_sub_steps(count).map_err(say)?,
        WorldChange::Sleeping(sleeping) => world.set_sleeping(sleeping),
        WorldChange::Continuous(continuous) => world.set_continuous(continuous),
    }
    Ok(())
}
