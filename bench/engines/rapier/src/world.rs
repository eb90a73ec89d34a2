//! A Rapier world behind the harness's trait.

use cairn2d_bench_harness::{BodyState, Counts, Engine, Fact, Options, Probed, Query};
use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointDesc};
use rapier2d::parry::query::ShapeCastOptions;
use rapier2d::prelude::*;

use crate::convert::{self, vector};
use crate::filters::Filters;

/// A Rapier world.
pub(crate) struct Rapier {
    world: PhysicsWorld,
    filters: Filters,
    /// Bodies with forces, which Rapier keeps until they are reset.
    pushed: Vec<RigidBodyHandle>,
}

impl Rapier {
    fn add_body(&mut self, scene: &Scene, desc: &BodyDesc) -> Result<RigidBodyHandle, String> {
        let mut body = convert::body(scene, desc).build();
        body.activation_mut().normalized_linear_threshold = if scene.world.sleeping && desc.sleep.enabled {
            desc.sleep.threshold
        } else {
            // Rapier disables the threshold by a negative value.
            -1.0
        };
        let body = self.world.insert_body(body);
        let massless = desc.mass.is_some();
        let shapes =
            desc.shapes.iter().map(|shape| Ok((convert::shape(scene, shape, massless)?, shape.filter)));
        let chains = desc.chains.iter().map(|chain| Ok((convert::chain(scene, chain), chain.filter)));
        for made in shapes.chain(chains) {
            let (collider, filter): (ColliderBuilder, _) = made.map_err(|reason: String| reason)?;
            let groups = self.filters.groups(&filter, &mut self.world.colliders)?;
            self.world.insert_collider(collider.collision_groups(groups), Some(body));
        }
        Ok(body)
    }
}

impl Engine for Rapier {
    type Body = RigidBodyHandle;

    // Rapier measures its stages only with a feature that slows it down.
    fn stage_names() -> Vec<&'static str> {
        Vec::new()
    }

    fn facts(&self) -> Vec<Fact> {
        let features = if cfg!(feature = "parallel") { "parallel" } else { "default" };
        vec![Fact::new("engine", "Rapier 0.36.1"), Fact::new("features", features)]
    }

    fn new(scene: &Scene, options: &Options) -> Result<Self, String> {
        if options.lanes.is_some() {
            return Err("Rapier's lanes are chosen when it is built".to_owned());
        }
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.world.gravity);
        world.integration_parameters.dt = 1.0 / scene.hertz;
        world.integration_parameters.num_solver_iterations = scene.world.sub_steps as usize;
        use_threads(&mut world, options.threads)?;
        Ok(Self { world, filters: Filters::default(), pushed: Vec::new() })
    }

    fn add_bodies(&mut self, scene: &Scene, bodies: &[BodyDesc]) -> Result<Vec<RigidBodyHandle>, String> {
        bodies.iter().map(|body| self.add_body(scene, body)).collect()
    }

    fn add_joint(
        &mut self,
        joint: &JointDesc,
        a: (&BodyDesc, RigidBodyHandle),
        b: (&BodyDesc, RigidBodyHandle),
    ) -> Result<(), String> {
        let made = match joint {
            JointDesc::Revolute(_) => convert::revolute(joint, a.0, b.0),
            JointDesc::Distance(_) => convert::spring(joint, a.0, b.0)?,
            JointDesc::Prismatic(_) => convert::prismatic(joint, a.0, b.0),
            JointDesc::Weld(_) => convert::weld(joint, a.0, b.0)?,
            other => return Err(format!("no {} joint is compared with Rapier", other.kind())),
        };
        self.world.insert_impulse_joint(a.1, b.1, made);
        Ok(())
    }

    fn remove_body(&mut self, body: RigidBodyHandle) {
        self.world.remove_body(body);
    }

    fn set_target(&mut self, body: RigidBodyHandle, position: [f32; 2], angle: f32, dt: f32) {
        let body = &mut self.world.bodies[body];
        let velocity = (vector(position) - body.translation()) / dt;
        let turn = angle - body.rotation().angle();
        body.set_linvel(velocity, true);
        body.set_angvel(turn / dt, true);
    }

    fn launch(&mut self, body: RigidBodyHandle, velocity: [f32; 2], angular_velocity: f32) {
        let body = &mut self.world.bodies[body];
        body.set_linvel(vector(velocity), true);
        body.set_angvel(angular_velocity, true);
    }

    fn teleport(&mut self, body: RigidBodyHandle, position: [f32; 2], angle: f32) {
        let body = &mut self.world.bodies[body];
        body.set_position(Pose::new(vector(position), angle), true);
    }

    fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.world.step();
        for body in self.pushed.drain(..) {
            self.world.bodies[body].reset_forces(false);
            self.world.bodies[body].reset_torques(false);
        }
    }

    fn answer(&self, query: &Query) -> f64 {
        let all = QueryFilter::default();
        let hit = match *query {
            Query::Ray { from, translation } => {
                let ray = Ray::new(vector(from), vector(translation));
                self.world.cast_ray(&ray, 1.0, true, all).map(|(_, fraction)| fraction)
            }
            Query::CircleCast { from, translation, radius } => {
                let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
                let (pose, ball) = (Pose::from_translation(vector(from)), Ball::new(radius));
                let hit = self.world.cast_shape(&pose, vector(translation), &ball, options, all);
                hit.map(|(_, hit)| hit.time_of_impact)
            }
            Query::BoxCast { from, translation, half } => {
                let options = ShapeCastOptions { max_time_of_impact: 1.0, ..ShapeCastOptions::default() };
                let (pose, cuboid) = (Pose::from_translation(vector(from)), Cuboid::new(vector(half)));
                let hit = self.world.cast_shape(&pose, vector(translation), &cuboid, options, all);
                hit.map(|(_, hit)| hit.time_of_impact)
            }
            Query::Nearest { point, radius } => {
                let point = vector(point);
                let found = self.world.project_point(point, radius, true, all);
                return found.map_or(radius, |(_, found)| (found.point - point).length()).into();
            }
            Query::BoxOverlap { center, half } => {
                let (pose, cuboid) = (Pose::from_translation(vector(center)), Cuboid::new(vector(half)));
                return self.world.intersect_shape(pose, &cuboid, all).count() as f64;
            }
        };
        hit.map_or(1.0, f64::from)
    }

    fn stage_times(&self, _out: &mut [f64]) {}

    fn counts(&self, bodies: &[RigidBodyHandle]) -> Counts {
        let segments = |collider: &Collider| {
            collider.shape().as_polyline().map_or(1, |polyline| polyline.num_segments() as u64)
        };
        let touching = self.world.narrow_phase.contact_pairs().filter(|pair| pair.has_any_active_contact());
        Counts {
            bodies: bodies.len() as u64,
            shapes: self.world.colliders.iter().map(|(_, collider)| segments(collider)).sum(),
            joints: self.world.impulse_joints.len() as u64,
            touching: touching.count() as u64,
        }
    }

    fn body_state(&self, body: RigidBodyHandle) -> BodyState {
        let body = &self.world.bodies[body];
        let center = body.center_of_mass();
        let velocity = body.linvel();
        let properties = &body.mass_properties().local_mprops;
        BodyState {
            center: [center.x, center.y],
            velocity: [velocity.x, velocity.y],
            angular_velocity: body.angvel(),
            mass: body.mass(),
            inertia: properties.principal_inertia(),
            awake: !body.is_sleeping(),
        }
    }
}

impl Probed for Rapier {
    fn pose(&self, body: RigidBodyHandle) -> ([f32; 2], [f32; 2]) {
        let body = &self.world.bodies[body];
        let (at, turn) = (body.translation(), body.rotation());
        ([at.x, at.y], [turn.re, turn.im])
    }

    fn set_velocity(&mut self, body: RigidBodyHandle, velocity: [f32; 2], angular_velocity: f32) {
        let body = &mut self.world.bodies[body];
        body.set_linvel(vector(velocity), true);
        body.set_angvel(angular_velocity, true);
    }

    fn push(&mut self, body: RigidBodyHandle, force: [f32; 2], torque: f32) {
        self.world.bodies[body].add_force(vector(force), true);
        self.world.bodies[body].add_torque(torque, true);
        self.pushed.push(body);
    }

    fn sin_cos(angle: f32) -> (f32, f32) {
        let turn = Rotation::new(angle);
        (turn.im, turn.re)
    }

    // Rapier uses the platform's function.
    fn atan2(_y: f32, _x: f32) -> Option<f32> {
        None
    }
}

#[cfg(feature = "parallel")]
fn use_threads(world: &mut PhysicsWorld, threads: usize) -> Result<(), String> {
    world.physics_pipeline.configure_thread_pool(threads).map_err(|error| error.to_string())
}

#[cfg(not(feature = "parallel"))]
fn use_threads(_world: &mut PhysicsWorld, _threads: usize) -> Result<(), String> {
    Ok(())
}
