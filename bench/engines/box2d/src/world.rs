//! A Box2D world behind the harness's trait.

use boxdd_sys::ffi;
use cairn2d_bench_harness::{BodyState, Counts, Engine, Fact, Options, Probed, Query};
use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointDesc};

use crate::convert;

/// The fields of Box2D's profile, in the order of `stage_times`.
const STAGES: [&str; 18] = [
    "pairs",
    "collide",
    "solver_setup",
    "prepare_constraints",
    "integrate_velocities",
    "warm_start",
    "solve_impulses",
    "integrate_positions",
    "relax_impulses",
    "apply_restitution",
    "store_impulses",
    "transforms",
    "refit",
    "bullets",
    "split_islands",
    "sleep_islands",
    "events",
    "sensors",
];

/// A Box2D world.
pub(crate) struct Box2d {
    world: ffi::b2WorldId,
    sub_steps: i32,
    softness: convert::JointSoftness,
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: the world was made in `new` and is destroyed only here.
        unsafe { ffi::b2DestroyWorld(self.world) }
    }
}

impl Box2d {
    fn add_body(&mut self, scene: &Scene, desc: &BodyDesc) -> Result<ffi::b2BodyId, String> {
        let def = convert::body_def(desc);
        // SAFETY: the world is alive and the definition complete.
        let body = unsafe { ffi::b2CreateBody(self.world, &def) };
        for shape in &desc.shapes {
            convert::add_shape(body, scene, shape)?;
        }
        for chain in &desc.chains {
            convert::add_chain(body, scene, chain);
        }
        if let Some(mass) = &desc.mass {
            let data = ffi::b2MassData {
                mass: mass.mass,
                center: convert::vec2(mass.center),
                rotationalInertia: mass.inertia,
            };
            // SAFETY: the body was just made.
            unsafe { ffi::b2Body_SetMassData(body, data) }
        }
        Ok(body)
    }
}

impl Engine for Box2d {
    type Body = ffi::b2BodyId;

    fn stage_names() -> Vec<&'static str> {
        STAGES.to_vec()
    }

    fn facts(&self) -> Vec<Fact> {
        let simd = if cfg!(feature = "avx2") { "AVX2" } else { "SSE2" };
        vec![
            Fact::new("engine", format!("Box2D v3.2 {}", &boxdd_sys::UPSTREAM_SHA[..8])),
            Fact::new("lanes", simd),
            Fact::new("compiler", option_env!("CAIRN2D_BENCH_CC").unwrap_or("the system's")),
        ]
    }

    fn new(scene: &Scene, options: &Options) -> Result<Self, String> {
        if options.lanes.is_some() {
            return Err("Box2D's lanes are chosen when it is built".to_owned());
        }
        let def = convert::world_def(scene, options.threads);
        // SAFETY: the definition is a complete one that was made from Box2D's default.
        let world = unsafe { ffi::b2CreateWorld(&def) };
        let softness = convert::JointSoftness {
            hertz: scene.world.joint_hertz,
            damping_ratio: scene.world.joint_damping_ratio,
        };
        Ok(Self { world, sub_steps: scene.world.sub_steps as i32, softness })
    }

    fn add_bodies(&mut self, scene: &Scene, bodies: &[BodyDesc]) -> Result<Vec<ffi::b2BodyId>, String> {
        bodies.iter().map(|body| self.add_body(scene, body)).collect()
    }

    fn add_joint(
        &mut self,
        joint: &JointDesc,
        a: (&BodyDesc, ffi::b2BodyId),
        b: (&BodyDesc, ffi::b2BodyId),
    ) -> Result<(), String> {
        match joint {
            JointDesc::Revolute(_) => {
                let def = convert::revolute_def(joint, a, b, self.softness);
                // SAFETY: the world and both bodies are alive and the definition complete.
                unsafe { ffi::b2CreateRevoluteJoint(self.world, &def) };
            }
            JointDesc::Distance(_) => {
                let def = convert::distance_def(joint, a, b, self.softness);
                // SAFETY: the world and both bodies are alive and the definition complete.
                unsafe { ffi::b2CreateDistanceJoint(self.world, &def) };
            }
            JointDesc::Prismatic(_) => {
                let def = convert::prismatic_def(joint, a, b, self.softness);
                // SAFETY: the world and both bodies are alive and the definition complete.
                unsafe { ffi::b2CreatePrismaticJoint(self.world, &def) };
            }
            JointDesc::Weld(_) => {
                let def = convert::weld_def(joint, a, b, self.softness);
                // SAFETY: the world and both bodies are alive and the definition complete.
                unsafe { ffi::b2CreateWeldJoint(self.world, &def) };
            }
            other => return Err(format!("no {} joint is compared with Box2D", other.kind())),
        }
        Ok(())
    }

    fn remove_body(&mut self, body: ffi::b2BodyId) {
        // SAFETY: the harness removes a body once.
        unsafe { ffi::b2DestroyBody(body) }
    }

    fn set_target(&mut self, body: ffi::b2BodyId, position: [f32; 2], angle: f32, dt: f32) {
        let target = convert::transform(position, angle);
        // SAFETY: the body is alive.
        unsafe { ffi::b2Body_SetTargetTransform(body, target, dt, true) }
    }

    fn launch(&mut self, body: ffi::b2BodyId, velocity: [f32; 2], angular_velocity: f32) {
        // SAFETY: the body is alive.
        unsafe {
            ffi::b2Body_SetAwake(body, true);
            ffi::b2Body_SetLinearVelocity(body, convert::vec2(velocity));
            ffi::b2Body_SetAngularVelocity(body, angular_velocity);
        }
    }

    fn teleport(&mut self, body: ffi::b2BodyId, position: [f32; 2], angle: f32) {
        let target = convert::transform(position, angle);
        // SAFETY: the body is alive.
        unsafe { ffi::b2Body_SetTransform(body, target.p, target.q) }
    }

    fn step(&mut self, dt: f32) {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_Step(self.world, dt, self.sub_steps) }
    }

    fn answer(&self, query: &Query) -> f64 {
        // SAFETY: the world is alive, proxies are complete values that are only read, and each callback gets
        // the number that its context points at, which lives until the call returns.
        unsafe {
            let filter = ffi::b2DefaultQueryFilter();
            match *query {
                Query::Ray { from, translation } => {
                    let (from, way) = (convert::vec2(from), convert::vec2(translation));
                    let result = ffi::b2World_CastRayClosest(self.world, from, way, filter);
                    if result.hit { f64::from(result.fraction) } else { 1.0 }
                }
                Query::CircleCast { from, translation, radius } => {
                    let mut closest = 1.0_f32;
                    let context = (&raw mut closest).cast();
                    let proxy = ffi::b2MakeProxy(&ffi::b2Vec2 { x: 0.0, y: 0.0 }, 1, radius);
                    let (from, way) = (convert::vec2(from), convert::vec2(translation));
                    ffi::b2World_CastShape(
                        self.world,
                        from,
                        &proxy,
                        way,
                        filter,
                        Some(keep_closest),
                        context,
                    );
                    f64::from(closest)
                }
                Query::BoxCast { from, translation, half: [x, y] } => {
                    let mut closest = 1.0_f32;
                    let context = (&raw mut closest).cast();
                    let corners = [[-x, -y], [x, -y], [x, y], [-x, y]].map(convert::vec2);
                    let proxy = ffi::b2MakeProxy(corners.as_ptr(), 4, 0.0);
                    let (from, way) = (convert::vec2(from), convert::vec2(translation));
                    ffi::b2World_CastShape(
                        self.world,
                        from,
                        &proxy,
                        way,
                        filter,
                        Some(keep_closest),
                        context,
                    );
                    f64::from(closest)
                }
                Query::Nearest { point, radius } => {
                    // Box2D has no such query: the shapes in a box of the radius are compared.
                    let mut nearest = Nearest { point: convert::vec2(point), distance: radius };
                    let bounds = ffi::b2AABB {
                        lowerBound: convert::vec2([-radius, -radius]),
                        upperBound: convert::vec2([radius, radius]),
                    };
                    let (point, context) = (convert::vec2(point), (&raw mut nearest).cast());
                    ffi::b2World_OverlapAABB(self.world, point, bounds, filter, Some(keep_nearest), context);
                    f64::from(nearest.distance)
                }
                Query::BoxOverlap { center, half: [x, y] } => {
                    let mut count = 0_u32;
                    let context = (&raw mut count).cast();
                    let corners = [[-x, -y], [x, -y], [x, y], [-x, y]].map(convert::vec2);
                    let proxy = ffi::b2MakeProxy(corners.as_ptr(), 4, 0.0);
                    let center = convert::vec2(center);
                    ffi::b2World_OverlapShape(self.world, center, &proxy, filter, Some(count_shape), context);
                    f64::from(count)
                }
            }
        }
    }

    fn stage_times(&self, out: &mut [f64]) {
        // SAFETY: the world is alive.
        let profile = unsafe { ffi::b2World_GetProfile(self.world) };
        let times = [
            profile.pairs,
            profile.collide,
            profile.solverSetup,
            profile.prepareConstraints,
            profile.integrateVelocities,
            profile.warmStart,
            profile.solveImpulses,
            profile.integratePositions,
            profile.relaxImpulses,
            profile.applyRestitution,
            profile.storeImpulses,
            profile.transforms,
            profile.refit,
            profile.bullets,
            profile.splitIslands,
            profile.sleepIslands,
            profile.sensorHits + profile.jointEvents + profile.hitEvents,
            profile.sensors,
        ];
        for (out, time) in out.iter_mut().zip(times) {
            *out = f64::from(time);
        }
    }

    fn counts(&self, bodies: &[ffi::b2BodyId]) -> Counts {
        // SAFETY: the world is alive.
        let counters = unsafe { ffi::b2World_GetCounters(self.world) };
        let ends: u64 = bodies.iter().map(|&body| touching(body)).sum();
        Counts {
            bodies: counters.bodyCount as u64,
            shapes: counters.shapeCount as u64,
            joints: counters.jointCount as u64,
            // Each contact was seen from both of its bodies.
            touching: ends / 2,
        }
    }

    fn body_state(&self, body: ffi::b2BodyId) -> BodyState {
        // SAFETY: the body is alive.
        unsafe {
            let center = ffi::b2Body_GetWorldCenter(body);
            let velocity = ffi::b2Body_GetLinearVelocity(body);
            BodyState {
                center: [center.x, center.y],
                velocity: [velocity.x, velocity.y],
                angular_velocity: ffi::b2Body_GetAngularVelocity(body),
                mass: ffi::b2Body_GetMass(body),
                inertia: ffi::b2Body_GetRotationalInertia(body),
                awake: ffi::b2Body_IsAwake(body),
            }
        }
    }
}

impl Probed for Box2d {
    fn pose(&self, body: ffi::b2BodyId) -> ([f32; 2], [f32; 2]) {
        // SAFETY: the body is alive.
        let transform = unsafe { ffi::b2Body_GetTransform(body) };
        ([transform.p.x, transform.p.y], [transform.q.c, transform.q.s])
    }

    fn set_velocity(&mut self, body: ffi::b2BodyId, velocity: [f32; 2], angular_velocity: f32) {
        // SAFETY: the body is alive.
        unsafe {
            ffi::b2Body_SetLinearVelocity(body, convert::vec2(velocity));
            ffi::b2Body_SetAngularVelocity(body, angular_velocity);
        }
    }

    fn push(&mut self, body: ffi::b2BodyId, force: [f32; 2], torque: f32) {
        // SAFETY: the body is alive.
        unsafe {
            ffi::b2Body_ApplyForceToCenter(body, convert::vec2(force), true);
            ffi::b2Body_ApplyTorque(body, torque, true);
        }
    }

    fn sin_cos(angle: f32) -> (f32, f32) {
        // SAFETY: the function only computes.
        let both = unsafe { ffi::b2ComputeCosSin(angle) };
        (both.sine, both.cosine)
    }

    fn atan2(y: f32, x: f32) -> Option<f32> {
        // SAFETY: the function only computes.
        Some(unsafe { ffi::b2Atan2(y, x) })
    }
}

/// Stores the fraction of a hit in the context, which Box2D then shortens the cast to.
unsafe extern "C" fn keep_closest(
    _: ffi::b2ShapeId,
    _: ffi::b2Vec2,
    _: ffi::b2Vec2,
    fraction: f32,
    context: *mut core::ffi::c_void,
) -> f32 {
    // SAFETY: `answer` passes a number that lives until the call returns.
    unsafe { *context.cast::<f32>() = fraction };
    fraction
}

/// The nearest shape so far.
struct Nearest {
    point: ffi::b2Vec2,
    distance: f32,
}

/// Stores the distance of a shape in the context if it is nearer.
unsafe extern "C" fn keep_nearest(shape: ffi::b2ShapeId, context: *mut core::ffi::c_void) -> bool {
    // SAFETY: `answer` passes a value that lives until the call returns, and the shape is alive.
    unsafe {
        let nearest = &mut *context.cast::<Nearest>();
        let closest = ffi::b2Shape_GetClosestPoint(shape, nearest.point);
        let (dx, dy) = (closest.x - nearest.point.x, closest.y - nearest.point.y);
        nearest.distance = nearest.distance.min((dx * dx + dy * dy).sqrt());
    }
    true
}

/// Counts a shape in the context.
unsafe extern "C" fn count_shape(_: ffi::b2ShapeId, context: *mut core::ffi::c_void) -> bool {
    // SAFETY: `answer` passes a number that lives until the call returns.
    unsafe { *context.cast::<u32>() += 1 };
    true
}

/// Returns how many shapes touch the shapes of a body.
fn touching(body: ffi::b2BodyId) -> u64 {
    // SAFETY: the body is alive.
    let capacity = unsafe { ffi::b2Body_GetContactCapacity(body) };
    let mut contacts: Vec<ffi::b2ContactData> = Vec::with_capacity(capacity as usize);
    // SAFETY: the buffer has `capacity` contacts, and only the contacts that Box2D wrote are read.
    let count = unsafe { ffi::b2Body_GetContactData(body, contacts.as_mut_ptr(), capacity) };
    count as u64
}
