//! Continuous collision: a fast body is stopped at the first static or kinematic shape it would pass through in this step, and bullets
//! also where they meet other dynamic bodies.
//!
//! The sweep of each of its shapes, rotation included, is searched for the first time of impact with the shapes around; the body is put
//! there and keeps its velocity, so that the contact of the next step does the rest. Source: Erin Catto, "Continuous Collision", GDC 2013.

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
use crate::store::room::room;
use crate::store::slot::NONE;
use crate::tables::body::BodyPose;

use bullets::Bullets;
pub(crate) use bullets::Run;
use hidden::Met;
use impact::{Ground, Mover, impact_before, is_still};
use kinematics::Kinematics;
use movers::{Movers, Stop, bulge, sweep_between};
use pushes::Hit;
use sweepers::Sweeper;

/// Working memory of the stage, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Continuous {
    around: Surroundings,
    /// The fast bodies of the step, and what those who looked ahead for them found.
    fast: Vec<FastBody>,
    looks: Vec<Look>,
    movers: Movers,
    bullets: Bullets,
    sweepers: Vec<Sweeper>,
    found: Vec<u32>,
    /// Bodies that this stage alone moved.
    pub(super) moved: Vec<u32>,
}

/// Fast bodies that one thread looks ahead for at a time.
const LOOKS: usize = 32;

/// What is found for [`LOOKS`] fast bodies.
#[derive(Clone, Debug)]
struct Look {
    meetings: [Meeting; LOOKS],
    nearby: Vec<Nearby>,
}

impl Look {
    /// Shapes around a body that there is room for from the start.
    const ROOM: usize = 32;
    /// The same at most after `World::reserve`.
    const MOST_ROOM: usize = 256;

    fn new() -> Look {
        Look { meetings: [Meeting::NONE; LOOKS], nearby: Vec::with_capacity(Look::ROOM) }
    }
}

/// When in the step a body meets the ground \[-\], 1 if it does not, and the body it meets.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    time: f32,
    ground: u32,
    /// The shape of the ground and that of the body.
    shapes: [u32; 2],
}

impl Meeting {
    const NONE: Meeting = Meeting { time: 1.0, ground: 0, shapes: [NONE; 2] };
}

/// What fast bodies may meet that is static or kinematic.
#[derive(Clone, Debug, Default)]
struct Surroundings {
    /// Shapes around one body.
    nearby: Vec<Nearby>,
    kinematics: Kinematics,
}

/// A static or kinematic shape around a fast body.
#[derive(Clone, Copy, Debug)]
struct Nearby {
    shape: u32,
    /// Number of its kinematic body in the list of this step, `NONE` for a static one.
    kinematic: u32,
    /// Box around the motion of the shape in this step.
    swept: Aabb,
}

impl Continuous {
    /// Makes room for this many shapes around a fast body, this many kinematic ones, and so many bodies that may be stopped.
    pub(crate) fn reserve(&mut self, shapes: usize, bodies: usize) {
        self.movers.reserve(bodies);
        room(&mut self.around.nearby, shapes);
        room(&mut self.found, shapes);
        self.reserve_fast(bodies);
        self.looks.iter_mut().for_each(|look| room(&mut look.nearby, shapes.min(Look::MOST_ROOM)));
        self.around.kinematics.reserve(shapes);
    }

    /// Makes room for this many fast bodies, so that a step with more of them than any before allocates nothing.
    fn reserve_fast(&mut self, bodies: usize) {
        // Called in every step. Capacities grow by doubling, so that a world that gains a body per step seldom allocates.
        self.fast.reserve(bodies.saturating_sub(self.fast.len()));
        self.found.reserve(bodies.saturating_sub(self.found.len()));
        // A body may be stopped and put back.
        self.moved.reserve((2 * bodies).saturating_sub(self.moved.len()));
        self.make_looks(bodies);
    }

    /// Makes what is found for this many fast bodies.
    fn make_looks(&mut self, bodies: usize) {
        let count = bodies.div_ceil(LOOKS);
        if self.looks.len() < count {
            self.looks.resize_with(count, Look::new);
        }
    }

    /// Makes room for bullets among this many bodies, and for so many pairs of them with others.
    pub(crate) fn reserve_bullets(&mut self, bodies: usize, pairs: usize) {
        room(&mut self.movers.starts, bodies + 1);
        self.bullets.reserve(bodies, pairs);
    }

    /// Drops from the bodies that were put elsewhere those that had moved before, and what is there twice.
    fn keep_unmoved(&mut self, lists: &[FinalizeLists]) {
        let Continuous { moved, found, .. } = self;
        if moved.is_empty() {
            return;
        }
        moved.sort_unstable();
        moved.dedup();
        found.clear();
        let known = lists.iter().flat_map(|list| &list.moved);
        found.extend(known.filter(|&body| moved.binary_search(body).is_ok()));
        found.sort_unstable();
        moved.retain(|body| found.binary_search(body).is_err());
    }

    /// Remembers where all bodies are before they move.
    pub(crate) fn keep_starts(&mut self, poses: &[BodyPose]) {
        self.movers.starts.extend_from_slice(poses);
    }

    /// Forgets where bodies were before the last step.
    pub(crate) fn forget_starts(&mut self) {
        self.movers.starts.clear();
    }
}

/// Fast bodies are stopped at the static and kinematic shapes they would pass through.
pub(crate) fn solve_continuous(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    let Scratch { continuous: scratch, finalized: lists, .. } = scratch;
    scratch.moved.clear();
    if !state.config.continuous {
        return;
    }
    scratch.fast.clear();
    // Before any body is fast: the first one may come after the warm-up.
    scratch.reserve_fast(state.sets.awake().len());
    scratch.fast.extend(lists.iter().flat_map(|list| &list.fast));
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
    state.find_meetings(step.tasks.as_deref(), scratch);
    for index in 0..fast_count {
        state.stop_at_impact(index, step.constants.dt, scratch);
    }
    state.put_back(lists, step.constants.dt, scratch);
    scratch.keep_unmoved(lists);
}

impl State {
    /// Puts fast bodies back that moved farther than the speed limit allows.
    fn limit_ways(&mut self, dt: f32, scratch: &mut Continuous) {
        for index in 0..scratch.fast.len() {
            let fast = scratch.fast[index];
            let pose = self.bodies.poses[fast.body as usize];
            let way = pose.center - fast.start.p;
            // What is over by the rounding of the velocity alone stays.
            let most = 1.001 * self.config.max_linear_speed * dt;
            if way.length_squared() > most * most {
                let sweep = sweep_between(fast.start, &pose);
                let end = self.within_reach(&sweep, pose.pose, dt);
                self.stop_at(fast.body, end, &mut scratch.moved);
            }
        }
    }

    /// Finds where the fast bodies meet the ground, on all threads: none of them is ground for another.
    fn find_meetings(&self, tasks: Option<&dyn TaskSystem>, scratch: &mut Continuous) {
        let Continuous { fast, looks, around, .. } = scratch;
        let kinematics = &around.kinematics;
        let looks = &mut looks[..fast.len().div_ceil(LOOKS)];
        for_each_slot(tasks, looks, &|index, Look { meetings, nearby }| {
            for (fast, meeting) in fast[index * LOOKS..].iter().zip(meetings) {
                let sweep = sweep_between(fast.start, &self.bodies.poses[fast.body as usize]);
                *meeting = self.first_impact(fast.body, &sweep, nearby, kinematics);
            }
        });
    }

    /// Stops a fast body at the first static or kinematic shape it meets.
    fn stop_at_impact(&mut self, index: usize, dt: f32, scratch: &mut Continuous) {
        let fast = scratch.fast[index];
        let Meeting { time, ground, shapes } = scratch.looks[index / LOOKS].meetings[index % LOOKS];
        if time < 1.0 {
            // A sleeper was passed over.
            self.wake_if_asleep(fast.body);
            let sweep = sweep_between(fast.start, &self.bodies.poses[fast.body as usize]);
            let hit = Hit { body: fast.body, ground, shapes, time };
            let stopped = self.pushed(hit, &sweep, dt, &mut scratch.around.nearby);
            self.stop_at(fast.body, stopped, &mut scratch.moved);
            if !self.bodies.bullets.is_empty() || self.bodies.records[fast.body as usize].joint_count > 0 {
                scratch.movers.stops.push(Stop { body: fast.body, time, ground, sweep });
            }
        }
    }

    /// Puts back what joints tie to the bodies that were stopped, and bullets and what they would pass through.
    fn put_back(&mut self, lists: &[FinalizeLists], dt: f32, scratch: &mut Continuous) {
        let Continuous { around, movers, bullets, moved, .. } = scratch;
        if movers.stops.is_empty() && self.bodies.bullets.is_empty() {
            return;
        }
        self.list_movers(lists, dt, movers);
        if !self.bodies.bullets.is_empty() {
            self.stop_bullets(&mut Run { step: (lists, dt), bullets, movers, around });
        }
        self.apply_put_backs(movers, dt, moved);
        movers.clear();
    }

    /// The box around all that a fast body may have touched in this step.
    fn swept_box(&self, fast: &FastBody) -> Aabb {
        let extent = Vec2::splat(self.bodies.motions[fast.body as usize].extent);
        let swept = Aabb::from_points(&[fast.start.p, self.bodies.poses[fast.body as usize].center]);
        let swept = Aabb::new(swept.min - extent, swept.max + extent);
        self.bodies.world_box(fast.body, swept)
    }

    /// Puts a body where it met something, and lists it if that is elsewhere.
    fn stop_at(&mut self, body: u32, stopped: Pose, moved: &mut Vec<u32>) {
        let pose = &mut self.bodies.poses[body as usize];
        if pose.pose != stopped {
            moved.push(body);
        }
        pose.place(stopped.p, stopped.q);
        self.refresh_boxes(body);
    }

    /// Where a body is after the step that stays with the ground from this fraction of the step on.
    fn carried(&self, ground: u32, (body, stopped): (u32, Pose), fraction: f32, dt: f32) -> Pose {
        let sweep = self.bodies.sweep_beside(ground, body, &self.ground_sweep(ground, dt));
        if is_still(&sweep) {
            return stopped;
        }
        let pose = self.bodies.pose_beside(ground, body).pose;
        let pose = pose.mul(sweep.pose_at(fraction).inv_mul(stopped));
        Pose { p: pose.p, q: pose.q.normalize() }
    }

    /// How a static or kinematic body moved in this step, in its frame.
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

    /// First meeting of a swept body with something static or kinematic. `nearby` is working memory.
    fn first_impact(
        &self,
        body: u32,
        sweep: &Sweep,
        nearby: &mut Vec<Nearby>,
        kinematics: &Kinematics,
    ) -> Meeting {
        let extent = self.bodies.motions[body as usize].extent;
        let swept = Aabb::from_points(&[sweep.c1, sweep.c2]).expand(extent);
        let swept = self.bodies.world_box(body, swept);
        nearby.clear();
        self.broad_phase.statics.query(self.config.lanes, swept, |shape| {
            nearby.push(Nearby { shape, kinematic: NONE, swept: self.shapes.boxes[shape as usize] });
        });
        kinematics.query(self.config.lanes, swept, nearby);
        if self.bodies.is_large() {
            // The trees know where in the world they are.
            nearby.sort_unstable_by_key(|near| near.shape);
        }
        if nearby.is_empty() { Meeting::NONE } else { self.first_of(body, sweep, nearby, kinematics) }
    }

    /// First meeting of a swept body with one of the shapes nearby.
    fn first_of(&self, body: u32, sweep: &Sweep, nearby: &[Nearby], kinematics: &Kinematics) -> Meeting {
        let [start, end] = [sweep.pose_at(0.0), sweep.pose_at(1.0)];
        let bulge = bulge(sweep, self.bodies.motions[body as usize].extent);
        let mut first = Meeting::NONE;
        for shape in self.solid_shapes_of(body) {
            let record = &self.shapes.records[shape as usize];
            let swept = record.geometry.aabb(start).union(record.geometry.aabb(end)).expand(bulge);
            let swept = self.bodies.world_box(body, swept);
            let path = [start, end].map(|pose| pose.transform_point(record.geometry.centroid()));
            for other in nearby {
                let ground = &self.shapes.records[other.shape as usize];
                let meet = other.swept.overlaps(swept)
                    && record.filter.allows(&ground.filter)
                    && !self.joined_apart(body, ground.body);
                if meet {
                    let (slot, pose) = (ground.body, self.bodies.pose_beside(ground.body, body).pose);
                    let way = kinematics.sweep(other.kinematic);
                    let way =
                        way.map_or(Sweep::fixed(pose), |way| self.bodies.sweep_beside(slot, body, &way));
                    let ground = Ground { shape: &ground.geometry, pose, sweep: way };
                    let mover = Mover { shape: &record.geometry, sweep, path };
                    let met_here = Met { piece: other.shape, shape, ground: &ground, mover: &mover };
                    let relative = ground.relative(path);
                    if self.lets_pass(shape, other.shape, relative[1] - relative[0]) {
                        continue;
                    }
                    let judge = |impact: &Impact| self.judge_impact(&met_here, impact, nearby);
                    let time = impact_before(&ground, &mover, first.time, judge);
                    if time < first.time {
                        first = Meeting { time, ground: slot, shapes: [other.shape, shape] };
                    }
                }
            }
        }
        first
    }
}
