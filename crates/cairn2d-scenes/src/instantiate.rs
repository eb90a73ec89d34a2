//! Makes a world of the engine from a scene.
//!
//! Bodies and joints are made in the order of the scene, so the same scene gives the same ids and the same
//! bits. If the engine rejects a part that the format allows (such as a hull without area), the error names
//! the body or joint.

use cairn2d::{
    Body, BodyError, Chain, ChainDef, CollisionFilter, Combine, IntoShape, LaneLevel, Mass, Material, Owner,
    ShapeDef, StandardFloats, World, WorldConfig,
};
use cairn2d::{BodyId, BodyKind as EngineKind, JointId, Locks as EngineLocks, Vec2};
use cairn2d::{ContactSoftness, MaterialPair, OneWay, PortalFrame, PortalId, PortalPair};

use crate::drivers::Driver;
use crate::format::{
    BodyDesc, BodyKind, BodyNames, BodyRef, ChainDesc, FilterDesc, JointDesc, MaterialDesc, MaterialRef,
    MixRule, OpeningDesc, PortalDesc, Scene, SceneError, SceneErrorKind, ShapeDesc,
};
use crate::format::{ContactSoftnessDesc, MaterialPairDesc};
use crate::join::joint_def;

/// Settings of the machine and not of the scene; results do not depend on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Threads that step the world, 1 to 64. Default: the engine's.
    pub threads: Option<usize>,
    /// The instruction set of the wide kernels. Default: the best of this machine.
    pub lanes: Option<LaneLevel>,
}

/// The ids of the bodies, joints and portals of a scene, in the order of the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handles {
    /// The id of each body.
    pub bodies: Vec<BodyId>,
    /// The id of each joint.
    pub joints: Vec<JointId>,
    /// The id of each pair of openings.
    pub portals: Vec<PortalId>,
}

/// Makes a world with all bodies, joints, fields and portals of a scene, before its script acts.
///
/// # Errors
/// A scene that breaks a rule of the format, and anything the engine rejects.
pub fn instantiate(scene: &Scene, overrides: Overrides) -> Result<(World, Handles), SceneError> {
    StandardFloats::within(|| {
        scene.check_rules()?;
        let config = world_config(scene, overrides);
        let mut world = World::new(config).map_err(|error| refused("world".to_owned(), &error))?;
        for (index, pair) in scene.material_pairs.iter().enumerate() {
            world
                .set_material_pair(pair.a, pair.b, Some(material_pair(pair)))
                .map_err(|error| refused(format_path("material_pairs", index), &error))?;
        }
        let mut handles = Handles::default();
        for (index, body) in scene.bodies.iter().enumerate() {
            handles.bodies.push(spawn(&mut world, scene, body, &format_path("bodies", index))?);
        }
        let names = BodyNames::new(&scene.bodies);
        let find = |body: &BodyRef| {
            let index = names.index(body)?;
            Some((&scene.bodies[index], handles.bodies[index]))
        };
        for (index, joint) in scene.joints.iter().enumerate() {
            handles.joints.push(join(&mut world, joint, find, &format_path("joints", index))?);
        }
        for (index, field) in scene.fields.iter().enumerate() {
            crate::fields::add(&mut world, field, &format_path("fields", index))?;
        }
        let find = |body: &BodyRef| names.index(body).map(|index| handles.bodies[index]);
        for (index, pair) in scene.portals.iter().enumerate() {
            handles.portals.push(add_portals(&mut world, pair, find, &format_path("portals", index))?);
        }
        Ok((world, handles))
    })
}

/// Checks that a scene that satisfies the rules of the format makes a world with scripts and drivers.
///
/// # Errors
/// Errors of the engine.
pub(crate) fn try_out(scene: &Scene) -> Result<(), SceneError> {
    let (world, handles) = instantiate(scene, Overrides { threads: Some(1), lanes: None })?;
    Driver::of_scene(scene, &world, &handles).map(drop)
}

/// Makes one body with the materials of a scene; `path` is its path, for the error.
///
/// # Errors
/// Errors of the engine.
pub fn spawn(world: &mut World, scene: &Scene, body: &BodyDesc, path: &str) -> Result<BodyId, SceneError> {
    StandardFloats::within(|| {
        let def = body_def(scene, body, || path.to_owned())?;
        world.spawn(def).map_err(|error| refused_body(&error, body, path))
    })
}

/// Makes all bodies of a list, or none, as [`World::spawn_many`] does; `path` returns the path of the body at
/// an index, for the error.
///
/// # Errors
/// Errors of the engine.
pub fn spawn_all(
    world: &mut World,
    scene: &Scene,
    bodies: &[BodyDesc],
    path: impl Fn(usize) -> String,
) -> Result<Vec<BodyId>, SceneError> {
    StandardFloats::within(|| {
        let def = |(index, body)| body_def(scene, body, || path(index));
        let defs = bodies.iter().enumerate().map(def).collect::<Result<Vec<Body>, SceneError>>()?;
        world.spawn_many(defs).map_err(|error| {
            let index = match error.owner() {
                Some(Owner::NewBody(Some(index)) | Owner::NewShape(_, Some(index))) => index,
                _ => 0,
            };
            refused_body(&error, &bodies[index], &path(index))
        })
    })
}

/// Converts the error of a rejected body into one with the path of the body, or of its shape if the geometry
/// is invalid.
#[cold]
fn refused_body(error: &BodyError, body: &BodyDesc, path: &str) -> SceneError {
    match (error, error.owner()) {
        (BodyError::Shape(error), Some(Owner::NewShape(shape, _))) if shape < body.shapes.len() => {
            refused(format!("{path}.shapes[{shape}]"), &error.fault())
        }
        _ => refused(path.to_owned(), error),
    }
}

/// Makes one joint; `find` returns the description and the id of a body, `path` is the path of the joint, for
/// the error.
///
/// # Errors
/// A body that `find` does not find, and errors of the engine.
pub fn join<'a>(
    world: &mut World,
    joint: &JointDesc,
    find: impl Fn(&BodyRef) -> Option<(&'a BodyDesc, BodyId)>,
    path: &str,
) -> Result<JointId, SceneError> {
    let (body_a, body_b) = joint.bodies();
    let missing =
        || SceneError::new(SceneErrorKind::Reference, path.to_owned(), "a body does not exist".to_owned());
    let a = find(body_a).ok_or_else(missing)?;
    let b = find(body_b).ok_or_else(missing)?;
    world.join(joint_def(joint, a, b)).map_err(|error| refused(path.to_owned(), &error))
}

/// Makes one pair of openings; `find` returns the id of a body, `path` is the path of the pair, for the
/// error.
///
/// # Errors
/// A body that `find` does not find, and errors of the engine.
pub fn add_portals(
    world: &mut World,
    pair: &PortalDesc,
    find: impl Fn(&BodyRef) -> Option<BodyId>,
    path: &str,
) -> Result<PortalId, SceneError> {
    let frame = |opening: &OpeningDesc, side: &str| match &opening.body {
        None => Ok(PortalFrame::fixed(opening.at, opening.out)),
        Some(body) => match find(body) {
            Some(body) => Ok(PortalFrame::on(body, opening.at, opening.out)),
            None => {
                let reason = "the body does not exist".to_owned();
                Err(SceneError::new(SceneErrorKind::Reference, format!("{path}.{side}.body"), reason))
            }
        },
    };
    let def = PortalPair::new(frame(&pair.a, "a")?, frame(&pair.b, "b")?).width(pair.width).rims(pair.rims);
    world.add_portals(def).map_err(|error| refused(path.to_owned(), &error))
}

/// Converts an error of the engine into one with a path in the scene.
pub(crate) fn refused(path: String, error: &dyn core::error::Error) -> SceneError {
    SceneError::new(SceneErrorKind::Engine, path, error.to_string())
}

fn format_path(list: &str, index: usize) -> String {
    format!("{list}[{index}]")
}

fn world_config(scene: &Scene, overrides: Overrides) -> WorldConfig {
    let settings = &scene.world;
    let mut config = WorldConfig::default();
    config.large_world = settings.origin.is_some();
    config.gravity = settings.gravity.into();
    config.sub_steps = settings.sub_steps;
    config.sleeping = settings.sleeping;
    config.continuous = settings.continuous;
    config.restitution_threshold = settings.restitution_threshold;
    config.exact_restitution = settings.exact_restitution;
    config.max_linear_speed = settings.max_linear_speed;
    config.max_angular_speed = settings.max_angular_speed;
    config.contact_hertz = settings.contact_hertz;
    config.contact_damping_ratio = settings.contact_damping_ratio;
    config.contact_push_speed = settings.push_speed;
    config.joint_hertz = settings.joint_hertz;
    config.joint_damping_ratio = settings.joint_damping_ratio;
    if let Some(threads) = overrides.threads {
        config.threads = threads;
    }
    if let Some(lanes) = overrides.lanes {
        config.lanes = lanes;
    }
    config
}

fn body_def(scene: &Scene, desc: &BodyDesc, path: impl Fn() -> String) -> Result<Body, SceneError> {
    let kind = match desc.kind {
        BodyKind::Static => EngineKind::Static,
        BodyKind::Kinematic => EngineKind::Kinematic,
        BodyKind::Dynamic => EngineKind::Dynamic,
    };
    let mut def = Body::new(kind)
        .at(desc.position)
        .rotated(desc.angle)
        .linear_damping(desc.linear_damping)
        .angular_damping(desc.angular_damping)
        .gravity_scale(desc.gravity_scale)
        .locks(EngineLocks { x: desc.locks.x, y: desc.locks.y, rotation: desc.locks.rotation })
        .sleep_threshold(desc.sleep.threshold)
        .sweep_threshold(desc.sweep_threshold)
        .time_scale(desc.time_scale)
        .dominance(desc.dominance)
        .user_data(desc.user_data);
    // The velocities of a static body are ignored.
    if kind != EngineKind::Static {
        def = def.velocity(desc.velocity).angular_velocity(desc.angular_velocity);
    }
    if scene.world.origin.is_some() {
        def = def.at64(scene.origin() + Vec2::from(desc.position));
    }
    if !desc.sleep.enabled {
        def = def.never_sleeps();
    }
    if desc.bullet {
        def = def.bullet();
    }
    if desc.joined {
        def = def.joined();
    }
    if !desc.awake {
        def = def.asleep();
    }
    if !desc.enabled {
        def = def.disabled();
    }
    let weighs =
        desc.shapes.iter().any(|shape| shape.density > 0.0 && !shape.sensor && shape.geometry.has_area());
    if kind == EngineKind::Dynamic && !weighs && !(desc.shapes.is_empty() && desc.chains.is_empty()) {
        // The engine requires an explicit zero mass for a dynamic body with shapes.
        def = def.mass(Mass::ZERO);
    }
    if let Some(mass) = &desc.mass {
        def = def.mass(Mass { mass: mass.mass, center: mass.center.into(), inertia: mass.inertia });
    }
    for (index, shape) in desc.shapes.iter().enumerate() {
        let place = || format!("{}.shapes[{index}]", path());
        def = def.with(shape_def(scene, shape).map_err(|error| refused(place(), error.as_ref()))?);
    }
    for (index, chain) in desc.chains.iter().enumerate() {
        let place = || format!("{}.chains[{index}]", path());
        def = def.with_chain(chain_def(scene, chain).map_err(|error| refused(place(), error.as_ref()))?);
    }
    Ok(def)
}

type AnyError = Box<dyn core::error::Error>;

fn shape_def(scene: &Scene, desc: &ShapeDesc) -> Result<ShapeDef, AnyError> {
    let mut def = ShapeDef::new(desc.geometry.shape()?)
        .density(desc.density)
        .material(material(scene, &desc.material))
        .filter(filter(&desc.filter))
        .user_data(desc.user_data);
    if let Some(one_way) = &desc.one_way {
        def = def.one_way(OneWay::new(one_way.direction, one_way.half_angle));
    }
    if let Some(speed) = desc.report_hits_above {
        def = def.report_hits_above(speed);
    }
    if desc.sensor {
        def = def.sensor();
    }
    if let Some(seen) = desc.sensor_events {
        def = def.sensor_events(seen);
    }
    Ok(def)
}

fn chain_def(scene: &Scene, desc: &ChainDesc) -> Result<ChainDef, AnyError> {
    let chain = if desc.closed { Chain::closed(&desc.points) } else { Chain::open(&desc.points) };
    let def = ChainDef::new(chain?).material(material(scene, &desc.material)).filter(filter(&desc.filter));
    let def = def.materials(desc.materials.iter().map(|reference| material(scene, reference)));
    Ok(match &desc.one_way {
        Some(one_way) => def.one_way(OneWay::new(one_way.direction, one_way.half_angle)),
        None => def,
    })
}

fn material(scene: &Scene, reference: &MaterialRef) -> Material {
    // The scene was validated, so every name has a material.
    let desc: MaterialDesc = scene.material(reference).unwrap_or_default();
    let mut material = Material::default();
    material.friction = desc.friction;
    material.restitution = desc.restitution;
    material.rolling_resistance = desc.rolling_resistance;
    material.tangent_speed = desc.tangent_speed;
    material.static_friction = desc.static_friction;
    material.softness = desc.softness.map(softness);
    material.id = desc.id;
    material.friction_combine = combine(desc.friction_mix);
    material.restitution_combine = combine(desc.restitution_mix);
    material
}

fn softness(desc: ContactSoftnessDesc) -> ContactSoftness {
    ContactSoftness::new(desc.hertz, desc.damping_ratio)
}

fn material_pair(desc: &MaterialPairDesc) -> MaterialPair {
    MaterialPair {
        friction: desc.friction,
        static_friction: desc.static_friction,
        restitution: desc.restitution,
        rolling_resistance: desc.rolling_resistance,
        softness: desc.softness.map(softness),
    }
}

fn combine(rule: MixRule) -> Combine {
    match rule {
        MixRule::GeometricMean => Combine::GeometricMean,
        MixRule::Average => Combine::Average,
        MixRule::Minimum => Combine::Min,
        MixRule::Multiply => Combine::Multiply,
        MixRule::Maximum => Combine::Max,
    }
}

fn filter(desc: &FilterDesc) -> CollisionFilter {
    CollisionFilter { category: desc.category, mask: desc.mask, group: desc.group }
}
