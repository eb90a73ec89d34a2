//! Continuous collision: stops a fast body at the first static or kinematic shape that it would pass
//! through. Bullets stop at other dynamic bodies too.
//!
//! Each shape of a fast body is swept, rotation included, and the earliest time of impact with nearby
//! shapes is found. The body is placed there and keeps its velocity, so the contact of the next step
//! resolves the collision. Source: Erin Catto, "Continuous Collision", GDC 2013.
//!
//! Of a body that overlaps static ground already, only the inner disc stops. The body then slides along the
//! ground, rotates, and loses its velocity into the ground.

mod bullets;
mod hidden;
mod impact;
mod kinematics;
mod movers;
mod pushes;
mod sweepers;

use cairn2d_geometry::{Impact, Sweep};
use cairn2d_math::{Aabb, Pose, Rot, Vec2};
use cairn2d_tasks::{TaskSystem, for_each_slot};

use crate::kernels::solver::{FastBody, FinalizeLists};
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::state::portals::PortalScratch;
use crate::store::bit_set::BitSet;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, BodyPose};

use bullets::Bullets;
pub(crate) use bullets::Run;
use hidden::Met;
use impact::{Ground, MovingShape, ShapeStop, impact_before, is_still};
use kinematics::Kinematics;
use movers::{Movers, Stop, bulge, sweep_between};
use pushes::GroundHit;
use sweepers::Sweeper;

/// Working memory of the stage, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Continuous {
    around: Surroundings,
    /// The fast bodies of the step, and the results of the parallel search for them.
    fast: Vec<FastBody>,
    results: Vec<SweepResults>,
    movers: Movers,
    bullets: Bullets,
    sweepers: Vec<Sweeper>,
    found: Vec<u32>,
    /// Empty between uses.
    is_moved: BitSet,
    /// Bodies that only this stage moved.
    pub(super) moved: Vec<u32>,
}

/// Number of fast bodies that one task handles.
const BODIES_PER_TASK: usize = 32;

/// Results for [`BODIES_PER_TASK`] fast bodies.
#[derive(Clone, Debug)]
struct SweepResults {
    impacts: [GroundImpact; BODIES_PER_TASK],
    nearby: Vec<Nearby>,
}

impl SweepResults {
    /// Initial capacity for shapes near one body.
    const INITIAL_CAPACITY: usize = 32;
    /// Largest such capacity after `World::reserve`.
    const MOST_CAPACITY: usize = 256;

    fn new() -> SweepResults {
        SweepResults {
            impacts: [GroundImpact::NONE; BODIES_PER_TASK],
            nearby: Vec::with_capacity(SweepResults::INITIAL_CAPACITY),
        }
    }
}

/// Time of impact of a body with ground `[-]`, 1 for none, and the ground body.
#[derive(Clone, Copy, Debug)]
struct GroundImpact {
    time: f32,
    ground: u32,
    /// Shape of the ground and shape of the body.
    shapes: [u32; 2],
    /// See [`ShapeStop::held_along`](impact::ShapeStop::held_along).
    held_along: Vec2,
}

impl GroundImpact {
    const NONE: GroundImpact =
        GroundImpact { time: 1.0, ground: 0, shapes: [NONE; 2], held_along: Vec2::ZERO };
}

/// Static and kinematic shapes that fast bodies may touch.
#[derive(Clone, Debug, Default)]
struct Surroundings {
    /// Shapes near one body.
    nearby: Vec<Nearby>,
    kinematics: Kinematics,
}

/// A static or kinematic shape near a fast body.
#[derive(Clone, Copy, Debug)]
struct Nearby {
    shape: u32,
    /// Number of its kinematic body in the list of this step, `NONE` if it is static.
    kinematic: u32,
    /// AABB of the motion of the shape in this step.
    swept: Aabb,
}

impl Continuous {
    /// Reserves memory for this many shapes near a fast body, as many kinematic ones, and so many bodies
    /// that may be stopped.
    pub(crate) fn reserve(&mut self, shapes: usize, bodies: usize) {
        self.movers.reserve(bodies);
        self.is_moved.ensure_len(bodies + 1);
        reserve_total(&mut self.around.nearby, shapes);
        reserve_total(&mut self.found, shapes);
        self.reserve_fast(bodies);
        self.results
            .iter_mut()
            .for_each(|part| reserve_total(&mut part.nearby, shapes.min(SweepResults::MOST_CAPACITY)));
        self.around.kinematics.reserve(shapes);
    }

    /// Reserves memory for this many fast bodies, so that a new maximum allocates nothing.
    fn reserve_fast(&mut self, bodies: usize) {
        // This runs in every step. Capacity doubles, so a world that gains a body per step seldom
        // allocates.
        self.fast.reserve(bodies.saturating_sub(self.fast.len()));
        self.found.reserve(bodies.saturating_sub(self.found.len()));
        // A body may be stopped and put back.
        self.moved.reserve((2 * bodies).saturating_sub(self.moved.len()));
        self.make_looks(bodies);
    }

    /// Creates the results for this many fast bodies.
    fn make_looks(&mut self, bodies: usize) {
        let count = bodies.div_ceil(BODIES_PER_TASK);
        if self.results.len() < count {
            self.results.resize_with(count, SweepResults::new);
        }
    }

    /// Reserves memory for bullets among this many bodies, and for so many pairs.
    pub(crate) fn reserve_bullets(&mut self, bodies: usize, pairs: usize) {
        reserve_total(&mut self.movers.starts, bodies + 1);
        self.bullets.reserve(bodies, pairs);
    }

    /// Removes duplicates and bodies that moved in the finalize stage from the list of moved bodies.
    fn keep_unmoved(&mut self, lists: &[FinalizeLists]) {
        let Continuous { moved, is_moved, .. } = self;
        if moved.is_empty() {
            return;
        }
        moved.sort_unstable();
        moved.dedup();
        moved.iter().for_each(|&body| is_moved.insert(body));
        lists.iter().flat_map(|list| &list.moved).for_each(|&body| is_moved.remove(body));
        moved.retain(|&body| {
            let stays = is_moved.contains(body);
            is_moved.remove(body);
            stays
        });
    }

    /// Stores the poses of all bodies before they move.
    pub(crate) fn keep_starts(&mut self, poses: &[BodyPose]) {
        self.movers.starts.extend_from_slice(poses);
    }

    /// Clears the poses of the last step.
    pub(crate) fn forget_starts(&mut self) {
        self.movers.starts.clear();
    }
}

/// Moves bodies through openings, then stops fast bodies.
pub(crate) fn solve_continuous(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    let Scratch { continuous: scratch, finalized: lists, portals, .. } = scratch;
    scratch.moved.clear();
    if state.has_portals() {
        state.pass_openings(portals, lists, scratch, step.constants.dt);
    }
    if state.config.continuous {
        stop_fast_bodies(state, scratch, lists, step);
    }
    if state.has_portals() {
        scratch.moved.retain(|&body| !state.is_image(body));
        state.place_images();
    }
}

/// Stops fast bodies at shapes that they would pass through, and puts back bodies tied to them.
fn stop_fast_bodies(
    state: &mut State,
    scratch: &mut Continuous,
    lists: &mut [FinalizeLists],
    step: &mut StepContext,
) {
    scratch.fast.clear();
    // Memory is reserved even without fast bodies, because the first one may come after warm-up.
    scratch.reserve_fast(state.sets.awake().len());
    scratch.is_moved.ensure_len(state.bodies.records.len());
    lists.iter().for_each(|list| scratch.fast.extend_from_slice(&list.fast));
    state.add_swept_over(scratch);
    let fast_count = scratch.fast.len();
    scratch.make_looks(fast_count);
    step.report.continuous_bodies = fast_count as u32;
    state.broad_phase.statics.expect_queries(state.config.lanes, fast_count);
    if fast_count == 0 {
        return;
    }
    state.limit_ways(step.constants.dt, scratch);
    state.sweep_kinematics(scratch.fast.iter(), step.constants.dt, &mut scratch.around.kinematics);
    if !state.broad_phase.statics.tree().is_empty() || !state.bodies.kinematics.is_empty() {
        state.find_meetings(step.tasks.as_deref(), scratch);
        state.join_impacts_of_images(scratch);
        for index in 0..fast_count {
            state.stop_at_impact(index, step.constants.dt, scratch);
        }
    }
    state.put_back(lists, step.constants.dt, scratch);
    scratch.keep_unmoved(lists);
}

impl State {
    /// Limits the displacement of fast bodies to that of the speed limit.
    fn limit_ways(&mut self, dt: f32, scratch: &mut Continuous) {
        for index in 0..scratch.fast.len() {
            let fast = scratch.fast[index];
            let pose = self.bodies.poses[fast.body as usize];
            let way = pose.center - fast.start.p;
            // An excess due to rounding of the velocity is allowed.
            let most = 1.001 * self.config.max_linear_speed * dt;
            if way.length_squared() > most * most {
                let sweep = sweep_between(fast.start, &pose);
                let end = self.within_reach(&sweep, pose.pose, dt);
                self.stop_at(fast.body, end, &mut scratch.moved);
            }
        }
    }

    /// Finds the first impacts of the fast bodies on all threads; no fast body is ground for another.
    fn find_meetings(&self, tasks: Option<&dyn TaskSystem>, scratch: &mut Continuous) {
        let Continuous { fast, results, around, .. } = scratch;
        let kinematics = &around.kinematics;
        let results = &mut results[..fast.len().div_ceil(BODIES_PER_TASK)];
        for_each_slot(tasks, results, &|index, SweepResults { impacts, nearby }| {
            for (fast, impact) in fast[index * BODIES_PER_TASK..].iter().zip(impacts) {
                let sweep = sweep_between(fast.start, &self.bodies.poses[fast.body as usize]);
                *impact = self.first_impact(fast.body, &sweep, nearby, kinematics);
            }
        });
    }

    /// Moves bodies through openings. A fast body passes only if nothing stops it before.
    fn pass_openings(
        &mut self,
        portals: &mut PortalScratch,
        lists: &mut [FinalizeLists],
        scratch: &mut Continuous,
        dt: f32,
    ) {
        let Continuous { around: Surroundings { nearby, kinematics }, movers, .. } = scratch;
        if self.config.continuous {
            self.sweep_kinematics(lists.iter().flat_map(|list| &list.fast), dt, kinematics);
        }
        self.pass_portals(portals, lists, |state, body, [start, end]| {
            let local_center = state.bodies.poses[body as usize].local_center;
            let sweep = Sweep { local_center, c1: start.p, c2: end.p, q1: start.q, q2: end.q };
            state.config.continuous && state.first_impact(body, &sweep, nearby, kinematics).time < 1.0
        });
        let passed = self.passing.planes.iter().map(|&(body, ..)| body);
        for body in passed.chain(self.passing.images.iter().copied()) {
            if let Some(start) = movers.starts.get_mut(body as usize) {
                *start = self.bodies.poses[body as usize];
            }
        }
    }

    /// Of the impacts of a fast body and its images, leaves the first.
    fn join_impacts_of_images(&self, scratch: &mut Continuous) {
        if self.images.is_empty() {
            return;
        }
        for index in 0..scratch.fast.len() {
            let image = scratch.fast[index].body;
            if !self.is_image(image) {
                continue;
            }
            let owner = self.owner_of(image);
            for other in 0..scratch.fast.len() {
                let body = scratch.fast[other].body;
                if other == index || self.owner_of(body) != owner {
                    continue;
                }
                let [a, b] = [index, other]
                    .map(|at| scratch.results[at / BODIES_PER_TASK].impacts[at % BODIES_PER_TASK].time);
                let later = if b <= a { index } else { other };
                let results = &mut scratch.results[later / BODIES_PER_TASK];
                results.impacts[later % BODIES_PER_TASK] = GroundImpact::NONE;
            }
        }
    }

    /// Stops a fast body at its first impact with a static or kinematic shape.
    fn stop_at_impact(&mut self, index: usize, dt: f32, scratch: &mut Continuous) {
        let fast = scratch.fast[index];
        let impact = scratch.results[index / BODIES_PER_TASK].impacts[index % BODIES_PER_TASK];
        let GroundImpact { time, ground, shapes, .. } = impact;
        if time < 1.0 {
            // A sleeping body was swept over.
            self.wake_if_asleep(fast.body);
            let sweep = sweep_between(fast.start, &self.bodies.poses[fast.body as usize]);
            let hit = GroundHit { body: fast.body, ground, shapes, time };
            let own = &self.bodies.states[fast.body as usize];
            let before = (own.velocity, own.angular_velocity);
            let around = &mut scratch.around;
            let stopped = if self.slides_on(&fast, impact) {
                self.slid(fast.body, &sweep, impact, around)
            } else {
                self.pushed(hit, &sweep, dt, &mut around.nearby)
            };
            self.stop_at(fast.body, stopped, &mut scratch.moved);
            if self.is_image(fast.body) {
                self.follow_image(fast.body, before);
                return;
            }
            if self.bodies.has_bullets() || self.bodies.records[fast.body as usize].joint_count > 0 {
                scratch.movers.stops.push(Stop { body: fast.body, time, ground, sweep });
            }
        }
    }

    /// Returns whether a body that its inner disc stops slides on: the ground stands still, and neither axis
    /// is locked.
    fn slides_on(&self, fast: &FastBody, GroundImpact { ground, held_along, .. }: GroundImpact) -> bool {
        let locks = self.bodies.records[fast.body as usize].locks;
        let is_static = self.bodies.records[ground as usize].kind == BodyKind::Static;
        held_along != Vec2::ZERO && is_static && !locks.x && !locks.y
    }

    /// Returns the pose after the step of a body that still ground stops in overlap: it slides along the
    /// ground and rotates. It loses its velocity into the ground.
    ///
    /// If it stayed where it is, it could not leave the overlap by rotation, and gravity would accelerate it
    /// in every step.
    fn slid(
        &mut self,
        body: u32,
        sweep: &Sweep,
        held: GroundImpact,
        Surroundings { nearby, kinematics }: &mut Surroundings,
    ) -> Pose {
        let GroundImpact { time, held_along: normal, .. } = held;
        let into = |way: Vec2| if way.dot(normal) < 0.0 { normal * way.dot(normal) } else { Vec2::ZERO };
        let state = &mut self.bodies.states[body as usize];
        state.velocity -= into(state.velocity);
        let rest = (sweep.c2 - sweep.c1) * (1.0 - time);
        let slide = Sweep { c2: sweep.c2 - into(rest), ..*sweep };
        let met = self.first_impact(body, &slide, nearby, kinematics);
        if met.time > 0.0 {
            return slide.pose_at(met.time);
        }
        let turn = Sweep { c2: sweep.c1, ..*sweep };
        let met = self.first_impact(body, &turn, nearby, kinematics);
        turn.pose_at(met.time)
    }

    /// Puts back bodies that joints tie to stopped ones, then bullets and the bodies that they would pass
    /// through.
    fn put_back(&mut self, lists: &[FinalizeLists], dt: f32, scratch: &mut Continuous) {
        let Continuous { around, movers, bullets, moved, .. } = scratch;
        if movers.stops.is_empty() && !self.bodies.has_bullets() {
            return;
        }
        self.list_movers(lists, dt, movers);
        if self.bodies.has_bullets() {
            self.stop_bullets(&mut Run { step: (lists, dt), bullets, movers, around });
        }
        self.apply_put_backs(movers, dt, moved);
        movers.clear();
    }

    /// AABB of all points that a fast body may have touched in this step, in the broad phase.
    fn swept_box(&self, fast: &FastBody) -> Aabb {
        let extent = Vec2::splat(self.bodies.motions[fast.body as usize].extent);
        let swept = Aabb::from_points(&[fast.start.p, self.bodies.poses[fast.body as usize].center]);
        let swept = Aabb::new(swept.min - extent, swept.max + extent);
        self.bodies.world_box(fast.body, swept)
    }

    /// Places a body at a pose, and lists it if that pose is new.
    fn stop_at(&mut self, body: u32, stopped: Pose, moved: &mut Vec<u32>) {
        let pose = &mut self.bodies.poses[body as usize];
        if pose.pose != stopped {
            moved.push(body);
        }
        pose.place(stopped.p, stopped.q);
        self.refresh_boxes(body);
    }

    /// Returns the pose after the step of a body that moves with the ground from this fraction of the step
    /// on.
    fn carried(&self, ground: u32, (body, stopped): (u32, Pose), fraction: f32, dt: f32) -> Pose {
        let sweep = self.bodies.sweep_beside(ground, body, &self.ground_sweep(ground, dt));
        if is_still(&sweep) {
            return stopped;
        }
        let pose = self.bodies.relative_pose(ground, body).pose;
        let pose = pose.mul(sweep.pose_at(fraction).inv_mul(stopped));
        Pose { p: pose.p, q: pose.q.normalize() }
    }

    /// Returns the sweep of a static or kinematic body in this step, in its frame.
    pub(crate) fn ground_sweep(&self, body: u32, dt: f32) -> Sweep {
        let (pose, state) = (&self.bodies.poses[body as usize], &self.bodies.states[body as usize]);
        if state.velocity == Vec2::ZERO && state.angular_velocity == 0.0 {
            return Sweep::fixed(pose.pose);
        }
        Sweep {
            local_center: pose.local_center,
            c1: pose.center - state.velocity * dt,
            c2: pose.center,
            q1: pose.pose.q * Rot::from_angle(-state.angular_velocity * dt),
            q2: pose.pose.q,
        }
    }

    /// Returns the first impact of a swept body with static or kinematic shapes. `nearby` is working
    /// memory.
    fn first_impact(
        &self,
        body: u32,
        sweep: &Sweep,
        nearby: &mut Vec<Nearby>,
        kinematics: &Kinematics,
    ) -> GroundImpact {
        let extent = self.bodies.motions[body as usize].extent;
        let swept = Aabb::from_points(&[sweep.c1, sweep.c2]).expand(extent);
        let swept = self.bodies.world_box(body, swept);
        nearby.clear();
        self.broad_phase.statics.query(self.config.lanes, swept, |shape| {
            nearby.push(Nearby { shape, kinematic: NONE, swept: self.shapes.boxes[shape as usize] });
        });
        kinematics.query(self.config.lanes, swept, nearby);
        if self.bodies.is_large() {
            // The order of the trees depends on the position in the world.
            nearby.sort_unstable_by_key(|near| near.shape);
        }
        if nearby.is_empty() { GroundImpact::NONE } else { self.first_of(body, sweep, nearby, kinematics) }
    }

    /// Returns the first impact of a swept body with one of the shapes nearby.
    fn first_of(&self, body: u32, sweep: &Sweep, nearby: &[Nearby], kinematics: &Kinematics) -> GroundImpact {
        let [start, end] = [sweep.pose_at(0.0), sweep.pose_at(1.0)];
        let bulge = bulge(sweep, self.bodies.motions[body as usize].extent);
        let mut first = GroundImpact::NONE;
        let has_openings = self.has_portals();
        for shape in self.solid_shapes_of(body) {
            let record = &self.shapes.records[shape as usize];
            let swept = record.geometry.aabb(start).union(record.geometry.aabb(end)).expand(bulge);
            let swept = self.bodies.world_box(body, swept);
            let path = [start, end].each(|pose| pose.transform_point(record.geometry.centroid()));
            for other in nearby {
                let ground = &self.shapes.records[other.shape as usize];
                if has_openings && self.is_opened(body, other.shape, path) {
                    continue;
                }
                let meet = other.swept.overlaps(swept)
                    && record.filter.allows(&ground.filter)
                    && !self.joined_apart(body, ground.body);
                if meet {
                    let (slot, pose) = (ground.body, self.bodies.relative_pose(ground.body, body).pose);
                    let way = kinematics.sweep(other.kinematic);
                    let way =
                        way.map_or(Sweep::fixed(pose), |way| self.bodies.sweep_beside(slot, body, &way));
                    let ground = Ground { shape: &ground.geometry, pose, sweep: way };
                    let mover = MovingShape { shape: &record.geometry, sweep, path };
                    let met_here = Met { piece: other.shape, shape, ground: &ground, mover: &mover };
                    let relative = ground.relative(path);
                    if self.lets_pass(shape, other.shape, relative[1] - relative[0]) {
                        continue;
                    }
                    let judge = |impact: &Impact| self.judge_impact(&met_here, impact, nearby);
                    let ShapeStop { time, held_along } = impact_before(&ground, &mover, first.time, judge);
                    if time < first.time {
                        first = GroundImpact { time, ground: slot, shapes: [other.shape, shape], held_along };
                    }
                }
            }
        }
        first
    }
}
