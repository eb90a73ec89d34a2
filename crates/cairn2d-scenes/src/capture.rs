//! Captures a world as a scene: the inverse of [`instantiate`](crate::instantiate), for worlds that changed
//! while they ran.
//!
//! The scene holds settings, bodies with their motion, shapes, chains, joints, fields and portals.
//! [`Capture::left_out`] lists everything else. Angles are converted through radians, which rounds their last
//! bits, and contacts lose their impulses. A bit-identical copy needs a snapshot or a clone instead.

mod joints;
mod portals;
mod shapes;

use std::collections::BTreeMap;

use cairn2d::{
    Area, BodyId, BodyKind as EngineKind, BodyRef, DVec2, Effect, Falloff, Field, MAX_COORDINATE, Vec2, World,
};

use crate::format::{
    AreaDesc, AttractorDesc, BodyDesc, BodyKind, BoxAreaDesc, CircleAreaDesc, ConveyorDesc, DragDesc,
    EffectDesc, FalloffDesc, FieldDesc, FloorDesc, GravityDesc, Locks, MassDesc, MaterialPairDesc,
    PolygonAreaDesc, Scene, SleepDesc, TimeFlowDesc, WaterDesc, WindDesc, WorldSettings,
};
use crate::instantiate::Handles;

/// A world as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Capture {
    /// The scene.
    pub scene: Scene,
    /// Parts of the world that the scene cannot hold, each in a few words; empty if it holds everything.
    pub left_out: Vec<String>,
}

impl Scene {
    /// Captures the current state of a world; bodies and joints in the order of their slots.
    ///
    /// ```
    /// use cairn2d::prelude::*;
    /// use cairn2d_scenes::{Overrides, Scene, instantiate};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::dynamic().at([0.0, 3.0]).with(Circle::new(0.5)))?;
    /// world.step(1.0 / 60.0)?;
    /// let capture = Scene::from_world("a ball", &world);
    /// let (again, _) = instantiate(&Scene::from_json(&capture.scene.to_json()?)?, Overrides::default())?;
    /// assert_eq!(again.body(again.bodies().next().unwrap()).unwrap().position().x, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_world(name: &str, world: &World) -> Capture {
        capture(Scene::new(name, ""), world, &Handles::default())
    }
}

/// Captures a world that started from `base`. `handles` are the ids of its bodies and joints, of which some
/// may have been removed.
pub(crate) fn capture(base: Scene, world: &World, handles: &Handles) -> Capture {
    let (origin, mut left_out) = (origin_of(&base, world), Vec::new());
    let alive = handles.bodies.iter().all(|&id| world.body(id).is_some())
        && handles.joints.iter().all(|&id| world.joint(id).is_some());
    let mut names: BTreeMap<BodyId, String> = BTreeMap::new();
    for (id, body) in handles.bodies.iter().zip(&base.bodies) {
        if let Some(name) = &body.name {
            names.insert(*id, name.clone());
        }
    }
    // Objects of the base scene come first and in its order, so that references by index stay valid.
    let known: Vec<BodyId> = handles.bodies.iter().copied().filter(|&id| world.body(id).is_some()).collect();
    let mut ids = known.clone();
    let is_known: std::collections::BTreeSet<BodyId> = known.into_iter().collect();
    let rims = portals::Rims::of(world);
    ids.extend(world.bodies().filter(|id| !is_known.contains(id) && !rims.is_holder(*id)));
    let count = ids.len();
    ids.retain(|&id| world.body(id).is_some_and(|body| is_near(&body, origin)));
    if ids.len() < count {
        let far = count - ids.len();
        left_out.push(format!("{far} bodies too far from the origin of the scene, with their joints"));
    }
    let alive = alive && ids.len() == count;
    let indices: BTreeMap<BodyId, u32> = ids.iter().zip(0..).map(|(&id, index)| (id, index)).collect();
    let bodies = ids.iter().filter_map(|&id| {
        let mut body = body(world, world.body(id)?, origin, &rims);
        body.name = names.get(&id).cloned();
        Some(body)
    });
    let bodies = bodies.collect();
    let joints = joints::all(world, &handles.joints, &indices, &mut left_out);
    if !alive && !base.drivers.is_empty() {
        left_out.push(
            "characters, cars and figures, because a body or joint of the scene was removed".to_owned(),
        );
    }
    let mut scene = Scene { world: settings(world, origin.into()), bodies, joints, ..base };
    if !alive {
        scene.drivers.clear();
    }
    scene.materials.clear();
    scene.material_pairs = world.material_pairs().map(|(ids, pair)| material_pair(ids, pair)).collect();
    scene.fields = world.fields().filter_map(|id| world.field(id)).filter_map(field).collect();
    if scene.fields.len() < world.fields().count() {
        left_out.push("fields of a kind that the format lacks".to_owned());
    }
    scene.portals = portals::all(world, &indices, &mut left_out);
    leave_out_places(&mut scene, &mut left_out);
    Capture { scene, left_out }
}

/// Removes from the scene of a large world all parts with absolute 32-bit positions.
fn leave_out_places(scene: &mut Scene, left_out: &mut Vec<String>) {
    if scene.world.origin.is_none() {
        return;
    }
    let (joints, fields, drivers) = (scene.joints.len(), scene.fields.len(), scene.drivers.len());
    scene.joints.retain(|joint| !joint.names_places());
    scene.fields.retain(|field| !field.names_places());
    scene.drivers.clear();
    for (count, what) in [
        (joints - scene.joints.len(), "pulleys"),
        (fields - scene.fields.len(), "fields with a bounded area"),
        (drivers, "characters, cars and figures"),
    ] {
        if count > 0 {
            left_out.push(format!("{what} of a large world ({count})"));
        }
    }
}

/// Whether the scene can hold the body with this origin.
fn is_near(body: &BodyRef<'_>, origin: DVec2) -> bool {
    let at = body.pose_from(origin).p;
    at.x.abs() <= MAX_COORDINATE && at.y.abs() <= MAX_COORDINATE
}

/// Origin of the scene in a large world: that of the base scene, or the first body.
fn origin_of(base: &Scene, world: &World) -> DVec2 {
    let whole = |x: f64| 128.0 * (x / 128.0).round();
    match (world.config().large_world, base.world.origin) {
        (false, _) => DVec2::ZERO,
        (true, Some(origin)) => origin.into(),
        (true, None) => {
            let first = world.bodies().next().and_then(|id| world.body(id));
            first.map_or(DVec2::ZERO, |body| {
                DVec2::new(whole(body.position64().x), whole(body.position64().y))
            })
        }
    }
}

fn velocity_of_origin(body: &BodyRef<'_>) -> Vec2 {
    let arm = body.pose_from(body.center64()).p;
    body.velocity() + Vec2::cross_sv(body.angular_velocity(), arm)
}

fn settings(world: &World, origin: [f64; 2]) -> WorldSettings {
    let config = world.config();
    WorldSettings {
        origin: config.large_world.then_some(origin),
        gravity: config.gravity.into(),
        sub_steps: config.sub_steps,
        sleeping: config.sleeping,
        continuous: config.continuous,
        restitution_threshold: config.restitution_threshold,
        exact_restitution: config.exact_restitution,
        max_linear_speed: config.max_linear_speed,
        max_angular_speed: config.max_angular_speed,
        contact_hertz: config.contact_hertz,
        contact_damping_ratio: config.contact_damping_ratio,
        push_speed: config.contact_push_speed,
        joint_hertz: config.joint_hertz,
        joint_damping_ratio: config.joint_damping_ratio,
    }
}

fn body(world: &World, body: BodyRef<'_>, origin: DVec2, rims: &portals::Rims) -> BodyDesc {
    let kind = match body.kind() {
        EngineKind::Static => BodyKind::Static,
        EngineKind::Kinematic => BodyKind::Kinematic,
        EngineKind::Dynamic => BodyKind::Dynamic,
    };
    let locks = body.locks();
    let mass = body.given_mass().map(|mass| MassDesc {
        mass: mass.mass,
        center: mass.center.into(),
        inertia: mass.inertia,
    });
    let (shapes, chains) = shapes::of_body(world, &body, rims);
    BodyDesc {
        name: None,
        kind,
        position: body.pose_from(origin).p.into(),
        angle: body.angle(),
        // A body is made with the velocity of its origin; its shapes, and with them its centre of mass,
        // follow later.
        velocity: velocity_of_origin(&body).into(),
        angular_velocity: body.angular_velocity(),
        linear_damping: body.linear_damping(),
        angular_damping: body.angular_damping(),
        gravity_scale: body.gravity_scale(),
        locks: Locks { x: locks.x, y: locks.y, rotation: locks.rotation },
        sleep: SleepDesc { enabled: body.can_sleep(), threshold: body.sleep_threshold() },
        awake: !body.is_asleep(),
        bullet: body.is_bullet(),
        joined: body.is_joined(),
        sweep_threshold: body.sweep_threshold(),
        time_scale: body.time_scale(),
        dominance: body.dominance(),
        mass,
        enabled: body.is_enabled(),
        user_data: body.user_data(),
        shapes,
        chains,
    }
}

fn material_pair([a, b]: [u64; 2], pair: &cairn2d::MaterialPair) -> MaterialPairDesc {
    MaterialPairDesc {
        a,
        b,
        friction: pair.friction,
        static_friction: pair.static_friction,
        restitution: pair.restitution,
        rolling_resistance: pair.rolling_resistance,
        softness: pair.softness.map(shapes::softness),
    }
}

/// A field, if the format has its area and its effect.
fn field(field: &Field) -> Option<FieldDesc> {
    let area = match field.area() {
        Area::Everywhere => AreaDesc::Everywhere,
        Area::Box(bounds) => AreaDesc::Box(BoxAreaDesc { min: bounds.min.into(), max: bounds.max.into() }),
        Area::Circle { center, radius } => {
            AreaDesc::Circle(CircleAreaDesc { center: (*center).into(), radius: *radius })
        }
        Area::Polygon(polygon) => {
            let points = polygon.vertices().iter().map(|&point| point.into()).collect();
            AreaDesc::Polygon(PolygonAreaDesc { points })
        }
        _ => return None,
    };
    Some(FieldDesc {
        area,
        effect: effect(field.effect())?,
        priority: field.get_priority(),
        exclusive: Some(field.is_exclusive()),
        mask: field.get_mask(),
        enabled: field.is_enabled(),
        user_data: field.get_user_data(),
    })
}

fn effect(effect: &Effect) -> Option<EffectDesc> {
    Some(match effect {
        Effect::Gravity(e) => EffectDesc::Gravity(GravityDesc { acceleration: e.acceleration.into() }),
        Effect::Attractor(e) => EffectDesc::Attractor(AttractorDesc {
            center: e.center.into(),
            strength: e.strength,
            falloff: match e.falloff {
                Falloff::Constant => FalloffDesc::Constant,
                Falloff::Inverse => FalloffDesc::Inverse,
                Falloff::InverseSquare => FalloffDesc::InverseSquare,
                _ => return None,
            },
            min_distance: e.min_distance,
        }),
        Effect::Wind(e) => {
            let velocity = e.velocity.into();
            EffectDesc::Wind(WindDesc { velocity, density: e.density, drag: e.drag, lift: e.lift })
        }
        Effect::Drag(e) => {
            let velocity = e.velocity.into();
            EffectDesc::Drag(DragDesc { linear: e.linear, angular: e.angular, velocity })
        }
        Effect::Floor(e) => {
            EffectDesc::Floor(FloorDesc { deceleration: e.deceleration, velocity: e.velocity.into() })
        }
        Effect::Conveyor(e) => {
            let velocity = e.velocity.into();
            EffectDesc::Conveyor(ConveyorDesc { velocity, max_acceleration: e.max_acceleration })
        }
        Effect::Water(e) => {
            EffectDesc::Water(WaterDesc { density: e.density, drag: e.drag, velocity: e.velocity.into() })
        }
        Effect::TimeFlow(e) => EffectDesc::TimeFlow(TimeFlowDesc { scale: e.scale }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
