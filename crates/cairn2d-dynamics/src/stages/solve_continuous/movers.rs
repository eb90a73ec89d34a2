//! Bodies that continuous collision puts back in time, and the bodies that joints tie to them.
//!
//! A body that is put back stops at a pose of its own sweep, so it cannot end on the wrong side of a shape.
//! Its joints would open by the distance that their other bodies moved on. So the other body is put back to
//! the same time if its end of the joint would be off by more than [`JOINT_SLACK`]. The same holds for the
//! bodies joined to it.

use cairn2d_geometry::Sweep;
use cairn2d_math::{Aabb, Pose, Rot, Vec2};

use crate::kernels::solver::FinalizeLists;
use crate::stages::finalize_bodies::PART;
use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::tables::body::{BodyPose, DEFAULT_SWEEP_THRESHOLD as FAST_SHARE};
use crate::tables::joint::JointKind;

/// Distance by which a joint may open when one of its bodies is put back `[m]`.
const JOINT_SLACK: f32 = 0.01;

/// A body in this step. It follows its sweep up to `until`, then may be carried along by a body that it
/// hit, and rests from `stop` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub(super) body: u32,
    /// Its sweep without stops.
    pub(super) sweep: Sweep,
    /// Time at which it leaves its sweep, 1 if it does not `[-]`.
    pub(super) until: f32,
    /// Sweep on which it is carried from `until` to the end of the step, if it is.
    pub(super) carried: Option<Sweep>,
    /// Time from which it rests `[-]`.
    pub(super) stop: f32,
    /// Its pose from then on, and after the step.
    pub(super) rest: Pose,
    /// Whether it was fast. Stopping a fast body is what prevents tunnelling.
    pub(super) fast: bool,
    /// The static or kinematic body that stopped it and carries it along, or 0.
    ground: u32,
    /// Whether the body must still be placed at `rest`.
    put_back: bool,
}

impl Mover {
    /// A body that nothing has stopped yet.
    fn new(body: u32, sweep: Sweep, rest: Pose, fast: bool) -> Mover {
        Mover { body, sweep, until: 1.0, carried: None, stop: 1.0, rest, fast, ground: 0, put_back: false }
    }

    /// Returns the pose of the body at a time `[-]`.
    pub(super) fn pose_at(&self, time: f32) -> Pose {
        if time >= self.stop {
            self.rest
        } else if let (Some(carried), true) = (&self.carried, time >= self.until) {
            carried.pose_at((time - self.until) / (1.0 - self.until))
        } else {
            self.sweep.pose_at(time)
        }
    }

    /// Returns its sweep between two times `[-]`; neither `until` nor `stop` may lie between them.
    pub(super) fn part(&self, from: f32, to: f32) -> Sweep {
        if from >= self.stop {
            return Sweep::fixed(self.rest);
        }
        let (way, [from, to]) = match &self.carried {
            Some(way) if from >= self.until => {
                (way, [from, to].each(|time| (time - self.until) / (1.0 - self.until)))
            }
            _ => (&self.sweep, [from, to]),
        };
        let [q1, q2] = [from, to].each(|time| way.pose_at(time).q);
        Sweep { c1: way.c1.lerp(way.c2, from), c2: way.c1.lerp(way.c2, to), q1, q2, ..*way }
    }
}

/// A fast body that was stopped at a static or kinematic one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) body: u32,
    pub(super) time: f32,
    pub(super) ground: u32,
    pub(super) sweep: Sweep,
}

/// All bodies that may have to be put back, the fast ones first.
#[derive(Clone, Debug, Default)]
pub(super) struct Movers {
    pub(super) list: Vec<Mover>,
    /// Number of fast ones.
    pub(super) fast_count: usize,
    pub(super) stops: Vec<Stop>,
    /// Position in the list by slot of a body. It is valid only if the list has the body there; other
    /// entries are stale.
    places: Vec<u32>,
    /// The same for the lists of fast bodies.
    fast_places: Vec<u32>,
    queue: Vec<u32>,
    /// Poses by slot before the step; empty without bullets and sweepers.
    pub(super) starts: Vec<BodyPose>,
    /// Movers that were put back since the list was last cleared.
    pub(super) changed: Vec<u32>,
}

impl Movers {
    /// Reserves memory for this many bodies that are stopped or put back.
    pub(super) fn reserve(&mut self, bodies: usize) {
        reserve_total(&mut self.list, bodies);
        reserve_total(&mut self.stops, bodies);
        reserve_total(&mut self.places, bodies + 1);
        reserve_total(&mut self.fast_places, bodies + 1);
        reserve_total(&mut self.queue, bodies);
        reserve_total(&mut self.changed, bodies);
    }

    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.stops.clear();
        self.starts.clear();
        // Without bullets this list is never read.
        self.changed.clear();
    }

    /// Returns the number of a body in the list.
    pub(super) fn find(&self, body: u32) -> Option<u32> {
        let place = self.places[body as usize];
        self.list.get(place as usize).filter(|mover| mover.body == body).map(|_| place)
    }

    fn push(&mut self, mover: Mover) -> u32 {
        let place = self.list.len() as u32;
        self.list.push(mover);
        self.places[mover.body as usize] = place;
        place
    }

    /// Stops a mover at a time and pose.
    pub(super) fn put_back(&mut self, number: u32, time: f32, rest: Pose) {
        let mover = &mut self.list[number as usize];
        if time < mover.until {
            (mover.until, mover.carried) = (time, None);
        }
        (mover.stop, mover.rest, mover.put_back) = (time, rest, true);
        self.changed.push(number);
    }

    /// Moves the resting pose of a mover `[m]`.
    pub(super) fn shift(&mut self, number: u32, by: Vec2) {
        let mover = &mut self.list[number as usize];
        mover.rest.p += by;
        mover.put_back = true;
    }

    /// Carries a mover along a sweep from a time on.
    pub(super) fn carry(&mut self, number: u32, time: f32, way: Sweep) {
        let mover = &mut self.list[number as usize];
        (mover.until, mover.carried, mover.stop) = (time, Some(way), 1.0);
        (mover.rest, mover.put_back) = (way.pose_at(1.0), true);
        self.changed.push(number);
    }
}

impl State {
    /// Lists the stopped bodies, and all fast ones if there are bullets. Then puts back bodies that joints
    /// tie to stopped ones.
    pub(super) fn list_movers(&self, lists: &[FinalizeLists], dt: f32, movers: &mut Movers) {
        let count = self.bodies.records.len();
        if movers.places.len() < count {
            movers.places.resize(count, 0);
            movers.fast_places.resize(count, 0);
        }
        for (part, list) in lists.iter().enumerate() {
            for (index, fast) in list.fast.iter().enumerate() {
                movers.fast_places[fast.body as usize] = (part * PART + index) as u32;
            }
        }
        for index in 0..movers.stops.len() {
            let Stop { body, time, ground, sweep } = movers.stops[index];
            let mut mover = Mover::new(body, sweep, self.bodies.poses[body as usize].pose, true);
            (mover.until, mover.stop, mover.ground) = (time, time, ground);
            movers.push(mover);
        }
        if self.bodies.has_bullets() {
            for fast in lists.iter().flat_map(|list| &list.fast) {
                self.find_or_list(fast.body, (lists, dt), movers);
            }
        }
        movers.fast_count = movers.list.len();
        // The earliest stop decides for all bodies tied to it.
        movers.stops.sort_unstable_by(|a, b| a.time.total_cmp(&b.time).then(a.body.cmp(&b.body)));
        for index in 0..movers.stops.len() {
            let Stop { body, time, .. } = movers.stops[index];
            if let Some(number) =
                movers.find(body).filter(|&number| movers.list[number as usize].stop == time)
            {
                self.follow_joints(number, (lists, dt), movers);
            }
        }
    }

    /// Puts back the bodies that joints tie to a mover that was put back.
    pub(super) fn follow_joints(&self, number: u32, step: (&[FinalizeLists], f32), movers: &mut Movers) {
        movers.queue.push(number);
        while let Some(number) = movers.queue.pop() {
            let mover = movers.list[number as usize];
            let end = mover.sweep.pose_at(1.0);
            let extent = self.bodies.motions[mover.body as usize].extent;
            let turned = end.q.inv_mul(mover.rest.q).angle().abs() * extent;
            for (slot, side) in
                self.bodies.records[mover.body as usize].joint_edges().iter(&self.joints.records)
            {
                let joint = &self.joints.records[slot as usize];
                let anchor = joint.frames[side].p;
                let moved = end.transform_point(anchor).distance(mover.rest.transform_point(anchor));
                // Revolute and distance joints allow rotation, so only their anchors count.
                let free = matches!(joint.kind, JointKind::Revolute | JointKind::Distance);
                let tears = moved > JOINT_SLACK || (!free && turned > JOINT_SLACK);
                if tears && self.is_movable(joint.bodies[1 - side]) {
                    self.put_back_with(&mover, joint.bodies[1 - side], step, movers);
                }
            }
        }
    }

    /// Puts back a body to the time of a mover that a joint ties to it.
    fn put_back_with(&self, mover: &Mover, body: u32, step: (&[FinalizeLists], f32), movers: &mut Movers) {
        let other = self.find_or_list(body, step, movers);
        let tied = &mut movers.list[other as usize];
        if tied.until > mover.until {
            tied.ground = mover.ground;
            let then = (body, tied.sweep.pose_at(mover.until));
            let rest = self.carried(mover.ground, then, mover.until, step.1);
            movers.put_back(other, mover.until, rest);
            movers.queue.push(other);
        }
    }

    /// Returns the number of a body in the list, and appends it if it is new.
    pub(super) fn find_or_list(
        &self,
        body: u32,
        (lists, dt): (&[FinalizeLists], f32),
        movers: &mut Movers,
    ) -> u32 {
        movers.find(body).unwrap_or_else(|| {
            let pose = &self.bodies.poses[body as usize];
            let place = movers.fast_places[body as usize] as usize;
            let fast = lists.get(place / PART).and_then(|list| list.fast.get(place % PART));
            let fast = fast.filter(|fast| fast.body == body);
            let sweep = match fast {
                Some(fast) => sweep_between(fast.start, pose),
                None => self.slow_sweep(body, dt, movers),
            };
            movers.push(Mover::new(body, sweep, pose.pose, fast.is_some()))
        })
    }

    /// Returns the sweep of a body that was not fast. Without its start pose, it is derived from the
    /// velocity and limited to slow motion.
    pub(super) fn slow_sweep(&self, body: u32, dt: f32, movers: &Movers) -> Sweep {
        let pose = &self.bodies.poses[body as usize];
        if let Some(start) = movers.starts.get(body as usize) {
            return sweep_between(Pose { p: start.center, q: start.pose.q }, pose);
        }
        let (state, motion) = (&self.bodies.states[body as usize], &self.bodies.motions[body as usize]);
        let (way, turn) = (state.velocity * dt, state.angular_velocity * dt);
        let (reach, most) = (way.length() + motion.extent * turn.abs(), FAST_SHARE * motion.min_extent);
        let share = if reach > most { most / reach } else { 1.0 };
        let start = Pose { p: pose.center - way * share, q: pose.pose.q * Rot::from_angle(-turn * share) };
        sweep_between(start, pose)
    }

    /// AABB of the motion of a body, in its frame.
    pub(super) fn mover_box(&self, body: u32, sweep: &Sweep) -> Aabb {
        let centers = Aabb::from_points(&[sweep.c1, sweep.c2, self.bodies.poses[body as usize].center]);
        centers.expand(self.bodies.motions[body as usize].extent)
    }

    /// Places the bodies that were put back at their resting poses.
    pub(super) fn apply_put_backs(&mut self, movers: &Movers, dt: f32, moved: &mut Vec<u32>) {
        for mover in movers.list.iter().filter(|mover| mover.put_back) {
            let rest = self.within_reach(&mover.sweep, mover.rest, dt);
            self.stop_at(mover.body, rest, moved);
        }
    }
}

/// Distance by which a point at most `extent` `[m]` from the centre of mass leaves the AABB of both ends of
/// its arc `[m]`.
pub(super) fn bulge(sweep: &Sweep, extent: f32) -> f32 {
    let turn = sweep.q1.inv_mul(sweep.q2).angle();
    let arc = 0.125 * turn * turn;
    extent * if arc < 2.0 { arc } else { 2.0 }
}

/// Returns the sweep from a centre of mass and rotation to the present pose of a body.
pub(super) fn sweep_between(start: Pose, end: &BodyPose) -> Sweep {
    Sweep { local_center: end.local_center, c1: start.p, c2: end.center, q1: start.q, q2: end.pose.q }
}
