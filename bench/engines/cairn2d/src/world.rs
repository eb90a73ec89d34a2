//! A cairn2d world behind the harness's trait.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::Instant;

use cairn2d::{BodyId, LaneLevel, Pose, QueryFilter, Ray, Rect, Rot, Shape, Stage, StepReport, Vec2, World};
use cairn2d_bench_harness::{BodyState, Counts, Engine, Fact, GAME_NAMES, Options, Query};
use cairn2d_scenes::format::{BodyDesc, BodyRef, JointDesc};
use cairn2d_scenes::{Overrides, Scene, instantiate, join, spawn_all};

/// A cairn2d world.
pub(crate) struct Cairn2d {
    world: World,
    report: StepReport,
    /// Whether rays are cast as lists.
    as_list: bool,
}

impl Engine for Cairn2d {
    type Body = BodyId;

    fn stage_names() -> Vec<&'static str> {
        Stage::ALL.iter().map(|stage| stage.name()).collect()
    }

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("engine", concat!("cairn2d ", env!("CARGO_PKG_VERSION"))),
            Fact::new("lanes", self.world.config().lanes),
            Fact::new("hash", format!("{:016x}", self.world.hash())),
        ]
    }

    fn new(scene: &Scene, options: &Options) -> Result<Self, String> {
        let lanes = options.lanes.as_deref().map(str::parse::<LaneLevel>).transpose();
        let lanes = lanes.map_err(|error| error.to_string())?;
        let mut settings = Scene::new(&scene.name, "");
        settings.hertz = scene.hertz;
        settings.world = scene.world;
        let overrides = Overrides { threads: Some(options.threads), lanes };
        let (mut world, _) = instantiate(&settings, overrides).map_err(|error| error.to_string())?;
        // In the small worlds of games, reading the clock for each stage would cost as much as the step.
        if !GAME_NAMES.contains(&scene.name.as_str()) {
            world.set_clock(Some(nanoseconds));
        }
        Ok(Self { world, report: StepReport::default(), as_list: scene.name == "ray_lists" })
    }

    fn add_bodies(&mut self, scene: &Scene, bodies: &[BodyDesc]) -> Result<Vec<BodyId>, String> {
        let path = |index: usize| format!("bodies[{index}]");
        spawn_all(&mut self.world, scene, bodies, path).map_err(|error| error.to_string())
    }

    fn add_joint(
        &mut self,
        joint: &JointDesc,
        a: (&BodyDesc, BodyId),
        b: (&BodyDesc, BodyId),
    ) -> Result<(), String> {
        let (body_a, _) = joint.bodies();
        let find = |body: &BodyRef| Some(if body == body_a { a } else { b });
        join(&mut self.world, joint, find, "joint").map(drop).map_err(|error| error.to_string())
    }

    fn remove_body(&mut self, body: BodyId) {
        self.world.despawn(body).expect("the harness removes a body once");
    }

    fn set_target(&mut self, body: BodyId, position: [f32; 2], angle: f32, dt: f32) {
        let mut body = self.world.body_mut(body).expect("the harness moves only bodies that are there");
        let pose = Pose { p: Vec2::from(position), q: Rot::from_angle(angle) };
        body.wake();
        body.set_target(pose, dt).expect("targets of scenes are finite");
    }

    fn launch(&mut self, body: BodyId, velocity: [f32; 2], angular_velocity: f32) {
        let mut body = self.world.body_mut(body).expect("the harness moves only bodies that are there");
        body.wake();
        body.set_velocity(velocity).expect("velocities of scenes are finite");
        body.set_angular_velocity(angular_velocity).expect("velocities of scenes are finite");
    }

    fn teleport(&mut self, body: BodyId, position: [f32; 2], angle: f32) {
        let mut body = self.world.body_mut(body).expect("the harness moves only bodies that are there");
        let pose = Pose { p: Vec2::from(position), q: Rot::from_angle(angle) };
        body.set_pose(pose).expect("poses of scenes are finite");
    }

    fn step(&mut self, dt: f32) {
        self.report = self.world.step(dt).expect("scenes have valid time steps");
    }

    fn answer(&self, query: &Query) -> f64 {
        let all = QueryFilter::all();
        let hit = match *query {
            Query::Ray { from, translation } => {
                self.world.cast_ray(Ray::new(from, translation), all).expect("rays of scenes are finite")
            }
            Query::CircleCast { from, translation, radius } => {
                let hit = self.world.cast_circle(Ray::new(from, translation), radius, all);
                hit.expect("discs of scenes are valid")
            }
            Query::BoxCast { from, translation, half: [x, y] } => {
                let shape = Shape::from(Rect::half(x, y));
                let hit = self.world.cast_shape(&shape, Pose::from_position(from), translation, all);
                hit.expect("boxes of scenes are valid")
            }
            Query::Nearest { point, radius } => {
                let found = self.world.nearest(point, radius, all).expect("points of scenes are finite");
                return found.map_or(radius, |found| found.distance.max(0.0)).into();
            }
            Query::BoxOverlap { center, half: [x, y] } => {
                let mut count = 0;
                let shape = Shape::from(Rect::half(x, y));
                let pose = Pose::from_position(Vec2::from(center));
                let counted = self.world.overlap_shape(&shape, pose, all, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                counted.expect("boxes of scenes are valid");
                return f64::from(count);
            }
        };
        hit.map_or(1.0, |hit| f64::from(hit.fraction))
    }

    fn answer_list(&self, queries: &[Query]) -> f64 {
        let ray = |query: &Query| match *query {
            Query::Ray { from, translation } if self.as_list => Some(Ray::new(from, translation)),
            _ => None,
        };
        let Some(rays) = queries.iter().map(ray).collect::<Option<Vec<Ray>>>() else {
            return queries.iter().map(|query| self.answer(query)).sum();
        };
        let mut hits = Vec::new();
        self.world.cast_rays(&rays, QueryFilter::all(), &mut hits).expect("rays of scenes are finite");
        hits.iter().map(|hit| hit.map_or(1.0, |hit| f64::from(hit.fraction))).sum()
    }

    fn stage_times(&self, out: &mut [f64]) {
        for (out, stage) in out.iter_mut().zip(Stage::ALL) {
            *out = self.report.profile.stage(stage) as f64 * 1e-6;
        }
    }

    fn counts(&self, _bodies: &[BodyId]) -> Counts {
        let counts = self.world.counts();
        Counts {
            bodies: u64::from(counts.bodies),
            shapes: u64::from(counts.shapes),
            joints: u64::from(counts.joints),
            touching: u64::from(counts.touching_contacts),
        }
    }

    fn body_state(&self, body: BodyId) -> BodyState {
        let body = self.world.body(body).expect("the harness looks only at bodies that are there");
        let mass = body.mass();
        BodyState {
            center: body.center().into(),
            velocity: body.velocity().into(),
            angular_velocity: body.angular_velocity(),
            mass: mass.mass,
            inertia: mass.inertia,
            awake: body.is_awake(),
        }
    }
}

/// The clock of the world: nanoseconds since its first call.
fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
