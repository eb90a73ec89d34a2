//! Stops dynamic bodies at each other if one of them is a bullet and one of them was fast.
//!
//! Impacts are handled in order of time. The earliest impact stops its two bodies, and bodies that joints
//! tie to them. Then the pairs of all stopped bodies are tested again. Two fast bodies both stop at the
//! time of impact. A fast body that hits a slow one is carried along with it, so that the slow one keeps
//! its motion. This search changes no velocity, except for bodies that are stuck in each other.
//!
//! Only pairs whose sweeps come near each other are tested. Without bullets it costs nothing.

use core::cmp::Reverse;
use core::ops::ControlFlow;
use std::collections::BinaryHeap;

use cairn2d_geometry::manifold::pair_kind;
use cairn2d_geometry::tree::PackedTree;
use cairn2d_geometry::{LINEAR_SLOP, Sweep};
use cairn2d_math::{Aabb, Pose, Vec2};

use crate::kernels::solver::FinalizeLists;
use crate::stages::solve_continuous::Surroundings;
use crate::stages::solve_continuous::impact::{
    Ground, is_caught, meeting_before, stuck_along, sunk_by_sliding,
};
use crate::stages::solve_continuous::movers::{Mover, Movers, bulge};
use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::tables::body::{moved_box, moved_pose};
use crate::tables::solver_set::DISABLED_SET;

/// Time of an impact that does not happen.
const NEVER: f32 = f32::MAX;

/// Largest rotation of a carrying body in the rest of the step `[rad]`.
const MAX_SWING: f32 = 0.25;

/// Mass ratio from which a body is not stopped by the one that it hits `[-]`.
const HEAVIER: f32 = 4.0;

/// Number of pairs of one bullet above which nested pairs are dropped.
const CROWD: usize = 32;

/// Count of a bullet with more than [`CROWD`] pairs.
const CROWDED: u32 = u32::MAX;

/// Distance of the centres of two bodies below which they overlap for certain, as a share of the sum of
/// their thicknesses `[-]`.
const NESTED: f32 = 0.9;

/// Working memory, kept between steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Bullets {
    /// Pairs of movers that may touch, of which one is fast, and their times of impact.
    pairs: Vec<(u32, u32)>,
    times: Vec<f32>,
    /// Mover and pair, for both movers of every pair, sorted.
    links: Vec<(u32, u32)>,
    /// The next free place of each mover in `links`, while these are built.
    places: Vec<u32>,
    /// Time, as bits that sort like the time, and pair.
    events: BinaryHeap<Reverse<(u32, u32)>>,
    /// AABBs of the sweeps of the fast bodies, and a tree over them.
    boxes: Vec<Aabb>,
    tree: PackedTree,
    /// One bit per fast body that is a bullet, and the pairs of these with fast bodies.
    marks: Vec<u32>,
    fast_pairs: Vec<(u32, u32)>,
    /// Number of such pairs of each fast body; [`CROWDED`] if its pairs are listed already.
    fast_counts: Vec<u32>,
    found: Vec<u32>,
}

/// Data of the search in one step.
pub(crate) struct Run<'a> {
    /// Lists of the fast bodies, and the length of the step `[s]`.
    pub(super) step: (&'a [FinalizeLists], f32),
    pub(super) bullets: &'a mut Bullets,
    pub(super) movers: &'a mut Movers,
    pub(super) around: &'a mut Surroundings,
}

impl State {
    /// Prevents bullets and other dynamic bodies from passing through each other.
    pub(crate) fn stop_bullets(&mut self, run: &mut Run<'_>) {
        self.find_bullet_pairs(run);
        if run.bullets.pairs.is_empty() {
            return;
        }
        run.bullets.link(run.movers.list.len());
        for number in 0..run.bullets.pairs.len() {
            run.bullets.times.push(NEVER);
            self.time_pair(number as u32, 0.0, run);
        }
        while let Some(Reverse((time, number))) = run.bullets.events.pop() {
            // A pair that was tested again has another time, or none.
            if run.bullets.times[number as usize].to_bits() == time {
                self.hold_pair(number, run);
            }
        }
        for number in 0..run.bullets.pairs.len() {
            self.lift_sunk(run.bullets.pairs[number], run.movers);
        }
    }

    /// Separates two movers that nothing stopped by the depth that one gained by sliding along the other.
    fn lift_sunk(&self, (a, b): (u32, u32), movers: &mut Movers) {
        let [mover_a, mover_b] = [a, b].each(|number| movers.list[number as usize]);
        if mover_a.until < 1.0 || mover_b.until < 1.0 || self.pass_by(&mover_a, &mover_b) {
            return;
        }
        if self.joined_apart(mover_a.body, mover_b.body) {
            return;
        }
        let sweep_b = self.bodies.sweep_beside(mover_b.body, mover_a.body, &mover_b.sweep);
        let (swept_a, swept_b) =
            (self.swept_body(mover_a.body, &mover_a.sweep), self.swept_body(mover_b.body, &sweep_b));
        let mut most = Vec2::ZERO;
        for shape_a in self.solid_shapes_of(mover_a.body) {
            let (ground_a, box_a) = swept_a.shape(&self.shapes.records[shape_a as usize].geometry);
            for shape_b in self.solid_shapes_of(mover_b.body) {
                let (ground_b, box_b) = swept_b.shape(&self.shapes.records[shape_b as usize].geometry);
                if box_a.overlaps(box_b) && self.shapes_may_meet(shape_a, shape_b) {
                    let lift = sunk_by_sliding(&ground_a, &ground_b).unwrap_or(Vec2::ZERO);
                    most = if lift.length_squared() > most.length_squared() { lift } else { most };
                }
            }
        }
        let [inv_a, inv_b] = self.free_inv_masses([mover_a.body, mover_b.body]);
        if most != Vec2::ZERO && inv_a + inv_b > 0.0 {
            movers.shift(a, most * (inv_a / (inv_a + inv_b)));
            movers.shift(b, most * (-inv_b / (inv_a + inv_b)));
        }
    }

    /// Lists the pairs with a bullet and a fast body whose sweeps come near each other.
    fn find_bullet_pairs(&mut self, run: &mut Run<'_>) {
        let (bullets, movers) = (&mut *run.bullets, &*run.movers);
        bullets.pairs.clear();
        bullets.boxes.clear();
        // Bodies that joints put back without being fast stand behind the fast ones.
        let fast = &movers.list[..movers.fast_count];
        bullets.boxes.extend(
            fast.iter()
                .map(|mover| self.bodies.world_box(mover.body, self.mover_box(mover.body, &mover.sweep))),
        );
        if bullets.boxes.is_empty() {
            return;
        }
        bullets.tree.update(self.config.lanes, &bullets.boxes);
        self.find_fast_pairs(run);
        // Slow bodies are found by AABBs at their present pose, which need not reach back to their start.
        self.broad_phase.moving.refit(self.config.lanes, None);
        let slack = self.slow_motion(run.movers);
        for index in 0..self.bodies.bullets.len() {
            let Some((body, fast)) = self.bullet(index, run.movers) else { continue };
            let first = run.bullets.pairs.len();
            let Some(number) = fast else {
                self.find_fast_around_slow(body, run);
                self.thin_out(first, run);
                continue;
            };
            self.find_slow_around(number, slack, run);
            let fast_count = &mut run.bullets.fast_counts[number as usize];
            if run.bullets.pairs.len() - first + *fast_count as usize > CROWD {
                *fast_count = CROWDED;
                self.find_fast_around(number, run.bullets);
                self.thin_out(first, run);
            }
        }
        let Bullets { pairs, marks, fast_pairs, fast_counts, .. } = &mut *run.bullets;
        let lists = |number: u32| {
            let is_bullet = marks[number as usize / 32] >> (number % 32) & 1 != 0;
            is_bullet && fast_counts[number as usize] != CROWDED
        };
        pairs.extend(fast_pairs.iter().filter(|&&(a, b)| lists(a) || lists(b)));
        run.bullets.pairs.sort_unstable();
        run.bullets.pairs.dedup();
    }

    /// Returns a bullet that may stop at other bodies, with its number if it was fast.
    fn bullet(&self, index: usize, movers: &Movers) -> Option<(u32, Option<u32>)> {
        let body = self.bodies.bullets[index];
        let record = &self.bodies.records[body as usize];
        if !record.is_dynamic() || record.set == DISABLED_SET {
            return None;
        }
        Some((body, movers.find(body).filter(|&number| movers.list[number as usize].fast)))
    }

    /// Lists the pairs of fast bullets and fast bodies whose sweeps come near each other, and counts them for
    /// each body.
    fn find_fast_pairs(&self, run: &mut Run<'_>) {
        let Bullets { tree, boxes, marks, fast_pairs, fast_counts, .. } = &mut *run.bullets;
        marks.clear();
        marks.resize(boxes.len().div_ceil(32), 0);
        for index in 0..self.bodies.bullets.len() {
            if let Some((_, Some(number))) = self.bullet(index, run.movers) {
                marks[number as usize / 32] |= 1 << (number % 32);
            }
        }
        tree.mark_moved(marks);
        fast_pairs.clear();
        tree.find_pairs(self.config.lanes, 0..tree.group_count(), fast_pairs);
        fast_counts.clear();
        fast_counts.resize(boxes.len(), 0);
        fast_pairs.iter().flat_map(|&(a, b)| [a, b]).for_each(|number| fast_counts[number as usize] += 1);
    }

    /// Drops nested pairs from the list, from `first` on, if there are many. The number of pairs in a dense
    /// group grows with the square of its size.
    fn thin_out(&self, first: usize, run: &mut Run<'_>) {
        if run.bullets.pairs.len() - first > CROWD {
            self.drop_nested(first, run);
        }
    }

    /// Upper bound of the motion of any body that was not fast in this step `[m]`.
    fn slow_motion(&self, movers: &Movers) -> f32 {
        let mut most = 0.0;
        for &body in self.sets.awake() {
            if movers.find(body).is_none() {
                let (start, pose) = (&movers.starts[body as usize], &self.bodies.poses[body as usize]);
                let way = start.center.distance(pose.center);
                // The sum of both differences is at least the chord, which equals the angle up to rounding
                // for slow bodies.
                let turn = (start.pose.q.s - pose.pose.q.s).abs() + (start.pose.q.c - pose.pose.q.c).abs();
                let way = way + self.bodies.motions[body as usize].extent * turn;
                most = if way > most { way } else { most };
            }
        }
        most
    }

    /// Lists the pairs of a fast bullet with other fast bodies.
    fn find_fast_around(&self, number: u32, bullets: &mut Bullets) {
        let Bullets { pairs, boxes, tree, .. } = bullets;
        let _ = tree.query(self.config.lanes, boxes[number as usize], |other| {
            if other != number {
                pairs.push((number.min(other), number.max(other)));
            }
            ControlFlow::Continue(())
        });
    }

    /// Drops pairs of single-shape bodies that overlapped for certain at the start of the step. Contacts
    /// separate these as far as one step can. Their number grows with the square of the group.
    fn drop_nested(&self, first: usize, run: &mut Run<'_>) {
        let Run { bullets, movers, .. } = run;
        let mut end = first;
        for index in first..bullets.pairs.len() {
            let (a, b) = bullets.pairs[index];
            let [a, b] = [a, b].each(|number| &movers.list[number as usize]);
            let single = |mover: &Mover| self.bodies.records[mover.body as usize].shape_count == 1;
            let extents = [a, b].each(|mover| self.bodies.motions[mover.body as usize].min_extent);
            let reach = NESTED * (extents[0] + extents[1]);
            let start = self.bodies.sweep_beside(b.body, a.body, &b.sweep).c1;
            if !(single(a) && single(b) && start.distance_squared(a.sweep.c1) < reach * reach) {
                bullets.pairs[end] = bullets.pairs[index];
                end += 1;
            }
        }
        bullets.pairs.truncate(end);
    }

    /// Lists the pairs of a fast bullet with slow or sleeping bodies.
    fn find_slow_around(&self, number: u32, slack: f32, run: &mut Run<'_>) {
        let Run { bullets, movers, step, .. } = run;
        let mover = &movers.list[number as usize];
        let (near, frame) = (self.mover_box(mover.body, &mover.sweep), self.bodies.frame(mover.body));
        let found = &mut bullets.found;
        found.clear();
        let mut visit = |shape: u32| {
            found.push(self.shapes.records[shape as usize].body);
            ControlFlow::Continue(())
        };
        self.broad_phase.moving.query(
            self.config.lanes,
            self.bodies.seen_box(frame, near.expand(slack)),
            &mut visit,
        );
        let _ = self.broad_phase.sleeping.query(self.bodies.seen_box(frame, near), u64::MAX, &mut visit);
        bullets.found.sort_unstable();
        bullets.found.dedup();
        for &body in &bullets.found {
            let fast = movers.find(body).is_some_and(|other| movers.list[other as usize].fast);
            let apart = || {
                let way = self.mover_box(body, &self.slow_sweep(body, step.1, movers));
                !moved_box(way, self.bodies.frame(body) - frame).overlaps(near)
            };
            if !fast && self.bodies.records[body as usize].is_dynamic() && !apart() {
                bullets.pairs.push((number, self.find_or_list(body, *step, movers)));
            }
        }
    }

    /// Lists the pairs of a slow bullet with fast bodies that are not bullets; fast bullets list theirs
    /// themselves.
    fn find_fast_around_slow(&self, body: u32, run: &mut Run<'_>) {
        let Run { bullets, movers, step, .. } = run;
        let near = self.mover_box(body, &self.slow_sweep(body, step.1, movers));
        let frame = self.bodies.frame(body);
        let Bullets { pairs, tree, .. } = &mut **bullets;
        let _ = tree.query(self.config.lanes, self.bodies.seen_box(frame, near), |other| {
            let fast = &movers.list[other as usize];
            let way = self.mover_box(fast.body, &fast.sweep);
            // Far from the origin, AABBs in world coordinates are too large, and the list must not depend
            // on that.
            let meets = moved_box(way, self.bodies.frame(fast.body) - frame).overlaps(near);
            if meets && !self.bodies.records[fast.body as usize].bullet {
                pairs.push((other, self.find_or_list(body, *step, movers)));
            }
            ControlFlow::Continue(())
        });
    }

    /// Computes the time of impact of a pair, not before `now` `[-]`, and adds it to the events.
    fn time_pair(&self, number: u32, now: f32, run: &mut Run<'_>) {
        let (a, b) = run.bullets.pairs[number as usize];
        let time = self.time_of_touch(&run.movers.list[a as usize], &run.movers.list[b as usize]);
        let time = if time < now { now } else { time };
        run.bullets.times[number as usize] = time;
        if time < NEVER {
            run.bullets.events.push(Reverse((time.to_bits(), number)));
        }
    }

    /// Stops the movers of a pair at their impact and tests all pairs of the stopped movers again.
    fn hold_pair(&mut self, number: u32, run: &mut Run<'_>) {
        let time = core::mem::replace(&mut run.bullets.times[number as usize], NEVER);
        let pair = run.bullets.pairs[number as usize];
        if self.any_shapes(pair, run.movers, |a, b| is_caught(a, b).then_some(())).is_some() {
            self.move_as_one(pair, run.movers);
        } else if time == 0.0 {
            self.part_stuck(pair, run.movers);
        }
        run.movers.changed.clear();
        self.hold(run.bullets.pairs[number as usize], time, run);
        for index in 0..run.movers.changed.len() {
            let mover = run.movers.changed[index];
            let mut at = run.bullets.links.partition_point(|&(other, _)| other < mover);
            while let Some(&(_, pair)) = run.bullets.links.get(at).filter(|link| link.0 == mover) {
                // The two movers of this pair stay together until another impact puts one of them back.
                if pair != number {
                    self.time_pair(pair, time, run);
                }
                at += 1;
            }
        }
    }

    /// Removes the approach velocity of two movers that are stuck: so deep in each other that neither may
    /// move.
    ///
    /// This happens to bodies that spin very fast. The contact solver takes the motion of a corner for
    /// separation and would never separate them.
    fn part_stuck(&mut self, (a, b): (u32, u32), movers: &Movers) {
        let Some(normal) = self.any_shapes((a, b), movers, stuck_along) else { return };
        let bodies = [a, b].each(|number| movers.list[number as usize].body);
        let [velocity_a, velocity_b] = bodies.each(|body| self.bodies.states[body as usize].velocity);
        let speed = normal.dot(velocity_a - velocity_b);
        let inv_masses = self.free_inv_masses(bodies);
        if speed < 0.0 && inv_masses[0] + inv_masses[1] > 0.0 {
            let impulse = normal * (speed / (inv_masses[0] + inv_masses[1]));
            // For nearly infinite masses the impulse overflows, and the velocities stay unchanged.
            if !impulse.is_finite() {
                return;
            }
            for (body, by) in bodies.into_iter().zip([impulse * -inv_masses[0], impulse * inv_masses[1]]) {
                self.bodies.states[body as usize].velocity += by;
                self.limit_velocity(body);
            }
        }
    }

    /// Inverse masses of two bodies in their pair, dominance included `[1/kg]`.
    fn free_inv_masses(&self, bodies: [u32; 2]) -> [f32; 2] {
        let mut inverses = bodies.each(|body| self.free_inv_mass(body));
        if let Some(leader) = self.bodies.leader(bodies) {
            inverses[leader] = 0.0;
        }
        inverses
    }

    /// Inverse mass of a body `[1/kg]`; 0 if it sleeps or has a locked axis.
    fn free_inv_mass(&self, body: u32) -> f32 {
        let locks = self.bodies.records[body as usize].locks;
        let free = !locks.x && !locks.y && self.is_awake(body);
        if free { self.bodies.states[body as usize].inv_mass } else { 0.0 }
    }

    /// Gives two movers that are caught in each other the motion of one rigid body. Momentum and angular
    /// momentum stay the same.
    ///
    /// Otherwise the rotation of one of them would carry it deeper in every step, however often it is put
    /// back.
    fn move_as_one(&mut self, (a, b): (u32, u32), movers: &Movers) {
        let bodies = [a, b].each(|number| movers.list[number as usize].body);
        let locked = |body: u32| self.bodies.records[body as usize].locks.rotation;
        if bodies.iter().any(|&body| self.free_inv_mass(body) == 0.0 || locked(body)) {
            return;
        }
        let states = bodies.each(|body| self.bodies.states[body as usize]);
        let centers = bodies.each(|body| self.bodies.relative_pose(body, bodies[0]).center);
        let masses = states.each(|state| 1.0 / state.inv_mass);
        let share = masses[0] / (masses[0] + masses[1]);
        let (velocity, center) =
            (states[1].velocity.lerp(states[0].velocity, share), centers[1].lerp(centers[0], share));
        let (mut inertia, mut spin) = (0.0, 0.0);
        for ((state, at), mass) in states.iter().zip(centers).zip(masses) {
            let (arm, own) = (at - center, 1.0 / state.inv_inertia);
            inertia += own + mass * arm.length_squared();
            // Spin about the common centre of mass: own spin plus that of the centres.
            spin += own * state.angular_velocity + mass * arm.cross(state.velocity - velocity);
        }
        let angular_velocity = spin / inertia;
        if !angular_velocity.is_finite() {
            return;
        }
        for (body, at) in bodies.into_iter().zip(centers) {
            let state = &mut self.bodies.states[body as usize];
            state.velocity = velocity + Vec2::cross_sv(angular_velocity, at - center);
            state.angular_velocity = angular_velocity;
            self.limit_velocity(body);
        }
    }

    /// Returns the first `Some` that `ask` returns for two shapes of these movers that may touch.
    fn any_shapes<T>(
        &self,
        (a, b): (u32, u32),
        movers: &Movers,
        ask: impl Fn(&Ground<'_>, &Ground<'_>) -> Option<T>,
    ) -> Option<T> {
        let [a, b] = [a, b].each(|number| &movers.list[number as usize]);
        let sweep_b = self.bodies.sweep_beside(b.body, a.body, &b.sweep);
        let (swept_a, swept_b) = (self.swept_body(a.body, &a.sweep), self.swept_body(b.body, &sweep_b));
        for shape_a in self.solid_shapes_of(a.body) {
            let (ground_a, _) = swept_a.shape(&self.shapes.records[shape_a as usize].geometry);
            for shape_b in self.solid_shapes_of(b.body) {
                let (ground_b, _) = swept_b.shape(&self.shapes.records[shape_b as usize].geometry);
                if self.shapes_may_meet(shape_a, shape_b)
                    && let Some(answer) = ask(&ground_a, &ground_b)
                {
                    return Some(answer);
                }
            }
        }
        None
    }

    /// Whether filters and geometry allow two shapes to touch.
    fn shapes_may_meet(&self, shape_a: u32, shape_b: u32) -> bool {
        let [a, b] = [shape_a, shape_b].each(|shape| &self.shapes.records[shape as usize]);
        // One-way shapes of dynamic bodies are left to the contacts, which know the side a body came from.
        a.filter.allows(&b.filter)
            && a.one_way.is_none()
            && b.one_way.is_none()
            && pair_kind(&a.geometry, &b.geometry).is_some()
            && self.filter_allows([shape_a, shape_b])
    }

    /// Carries one of two movers along with the other, or stops both.
    fn hold(&self, (a, b): (u32, u32), time: f32, run: &mut Run<'_>) {
        for (this, other) in [(a, b), (b, a)] {
            let (mover, met) = (run.movers.list[this as usize], run.movers.list[other as usize]);
            if self.yields(&mover, &met, time) {
                self.carry(this, (&met, time), run);
                self.follow_joints(this, run.step, run.movers);
                return;
            }
        }
        for this in [a, b] {
            let mover = run.movers.list[this as usize];
            if mover.stop > time && self.is_awake(mover.body) {
                run.movers.put_back(this, time, mover.pose_at(time));
                self.follow_joints(this, run.step, run.movers);
            }
        }
    }

    /// Whether a mover is carried along by the one it hits at `time`. It is if that one is much heavier, or
    /// if it is fast itself and the other is slow. A mover that is already carried stays where it is, and
    /// no mover is swung around.
    fn yields(&self, mover: &Mover, met: &Mover, time: f32) -> bool {
        let [mut this, mut other] =
            [mover, met].each(|mover| self.bodies.states[mover.body as usize].inv_mass);
        match self.bodies.leader([mover.body, met.body]) {
            Some(0) => this = 0.0,
            Some(_) => other = 0.0,
            None => {}
        }
        let turn = || met.pose_at(time).q.inv_mul(met.rest.q).angle().abs();
        mover.until > time
            && met.stop > time
            && this > 0.0
            && self.free_inv_mass(mover.body) > 0.0
            && (this > HEAVIER * other || (mover.fast && !met.fast && other <= HEAVIER * this))
            && turn() < MAX_SWING
    }

    /// Carries a mover along with the one it hit, up to the next impact with ground.
    fn carry(&self, this: u32, (met, time): (&Mover, f32), run: &mut Run<'_>) {
        let mover = run.movers.list[this as usize];
        let by = self.bodies.frame(met.body) - self.bodies.frame(mover.body);
        let [from, to] = [met.pose_at(time), met.rest].each(|pose| moved_pose(pose, by));
        let here = mover.sweep.pose_at(time);
        let mut there = to.mul(from.inv_mul(here));
        there.q = there.q.normalize();
        if self.bodies.records[mover.body as usize].locks.rotation {
            let center = there.transform_point(mover.sweep.local_center);
            // A locked rotation follows with its centre only.
            there = Pose { p: center - here.q.rotate(mover.sweep.local_center), q: here.q };
        }
        let way = Sweep::between(here, there, mover.sweep.local_center);
        run.movers.carry(this, time, way);
        let Surroundings { nearby, kinematics } = &mut *run.around;
        let share = self.first_impact(mover.body, &way, nearby, kinematics).time;
        if share < 1.0 {
            run.movers.put_back(this, time + share * (1.0 - time), way.pose_at(share));
        }
    }

    /// Time of impact of two movers `[-]`, or [`NEVER`].
    fn time_of_touch(&self, a: &Mover, b: &Mover) -> f32 {
        if self.pass_by(a, b) || self.joined_apart(a.body, b.body) {
            return NEVER;
        }
        let mut times = [a.until, b.until, a.stop, b.stop];
        // Between these times both sweeps are smooth.
        times.sort_unstable_by(f32::total_cmp);
        let mut from = 0.0;
        for to in times {
            if to > from {
                let share = self.meeting_of((a.body, &a.part(from, to)), (b.body, &b.part(from, to)));
                if share < 1.0 {
                    return from + share * (to - from);
                }
                from = to;
            }
        }
        NEVER
    }

    /// Whether two movers that nothing stopped pass each other: discs around them stay apart for the whole
    /// step, so they neither meet nor slide along each other. Most pairs with near AABBs do.
    fn pass_by(&self, a: &Mover, b: &Mover) -> bool {
        let is_free = |mover: &Mover| mover.until >= 1.0 && mover.stop >= 1.0;
        if !(is_free(a) && is_free(b)) || self.bodies.is_large() {
            return false;
        }
        let (from, to) = (b.sweep.c1 - a.sweep.c1, b.sweep.c2 - a.sweep.c2);
        let way = to - from;
        let (along, squared) = (-from.dot(way), way.length_squared());
        let share = if along > 0.0 && squared > 0.0 { (along / squared).min(1.0) } else { 0.0 };
        let nearest = from + way * share;
        // Coordinates are rounded, and shapes within the slop of each other touch.
        let far = a.sweep.c1.length() + a.sweep.c2.length() + b.sweep.c1.length() + b.sweep.c2.length();
        let [reach_a, reach_b] = [a, b].each(|mover| self.bodies.motions[mover.body as usize].extent);
        let reach = 1.001 * (reach_a + reach_b) + 4.0 * LINEAR_SLOP + 4.0 * f32::EPSILON * far;
        nearest.length_squared() > reach * reach
    }

    /// First fraction of these sweeps at which shapes of two bodies touch, or 1.
    fn meeting_of(&self, (a, sweep_a): (u32, &Sweep), (b, sweep_b): (u32, &Sweep)) -> f32 {
        let mut first = 1.0;
        let sweep_b = self.bodies.sweep_beside(b, a, sweep_b);
        let (swept_a, swept_b) = (self.swept_body(a, sweep_a), self.swept_body(b, &sweep_b));
        for shape_a in self.solid_shapes_of(a) {
            let (ground_a, box_a) = swept_a.shape(&self.shapes.records[shape_a as usize].geometry);
            for shape_b in self.solid_shapes_of(b) {
                let (ground_b, box_b) = swept_b.shape(&self.shapes.records[shape_b as usize].geometry);
                if box_a.overlaps(box_b) && self.shapes_may_meet(shape_a, shape_b) {
                    first = meeting_before(&ground_a, &ground_b, first);
                }
            }
        }
        first
    }

    fn swept_body<'a>(&self, body: u32, sweep: &'a Sweep) -> SweptBody<'a> {
        SweptBody { sweep, bulge: bulge(sweep, self.bodies.motions[body as usize].extent) }
    }
}

/// A body and its sweep.
struct SweptBody<'a> {
    sweep: &'a Sweep,
    /// Height of the arc above the AABB of its ends `[m]`.
    bulge: f32,
}

impl<'a> SweptBody<'a> {
    /// Returns one of its shapes and the AABB of the sweep of that shape.
    fn shape(&self, shape: &'a cairn2d_geometry::Shape) -> (Ground<'a>, Aabb) {
        let [start, end] = [self.sweep.pose_at(0.0), self.sweep.pose_at(1.0)];
        let swept = shape.aabb(start).union(shape.aabb(end)).expand(self.bulge);
        (Ground { shape, pose: end, sweep: *self.sweep }, swept)
    }
}

impl Bullets {
    /// Reserves memory for this many fast bodies and pairs.
    pub(super) fn reserve(&mut self, bodies: usize, pairs: usize) {
        reserve_total(&mut self.pairs, pairs);
        reserve_total(&mut self.times, pairs);
        reserve_total(&mut self.links, 2 * pairs);
        reserve_total(&mut self.places, bodies + 1);
        // A pair is tested again each time one of its movers is put back.
        let missing = (4 * pairs).saturating_sub(self.events.len());
        self.events.reserve(missing);
        reserve_total(&mut self.boxes, bodies);
        self.tree.reserve(bodies);
        reserve_total(&mut self.marks, bodies.div_ceil(32));
        reserve_total(&mut self.fast_pairs, pairs);
        reserve_total(&mut self.fast_counts, bodies);
        reserve_total(&mut self.found, pairs);
    }

    /// Builds the lists of pairs by mover, of which there are this many.
    fn link(&mut self, movers: usize) {
        let Bullets { pairs, links, places, .. } = self;
        // A counting sort: each mover gets as many places as it has pairs, and the pairs come in order.
        places.clear();
        places.resize(movers + 1, 0);
        let sides = || pairs.iter().flat_map(|&(a, b)| [a, b]);
        sides().for_each(|mover| places[mover as usize + 1] += 1);
        for mover in 0..movers {
            places[mover + 1] += places[mover];
        }
        links.clear();
        links.resize(2 * pairs.len(), (0, 0));
        for (side, mover) in sides().enumerate() {
            let place = &mut places[mover as usize];
            links[*place as usize] = (mover, side as u32 / 2);
            *place += 1;
        }
        self.events.clear();
        self.times.clear();
    }
}

#[cfg(test)]
mod tests {
    use crate::world::World;
    use crate::{Body, WorldConfig};
    use cairn2d_geometry::{Circle, LINEAR_SLOP, Rect};
    use cairn2d_math::vec2;

    /// A bullet flies past a body at any distance from its centre and from any side: the body moves if and
    /// only if the bullet touches it.
    #[test]
    fn bullets_hit_what_is_in_their_way_and_nothing_beside_it() {
        let mut counts = [0; 2];
        for index in 0..240_u8 {
            let side = cairn2d_math::Rot::from_angle(0.37 * f32::from(index));
            let miss = (f32::from(index % 24) - 11.5) * 0.1;
            let config = WorldConfig { gravity: vec2(0.0, 0.0), ..WorldConfig::default() };
            let mut world = World::new(config).expect("it is valid");
            let at = vec2(37.0, -12.0);
            let is_box = index % 2 == 0;
            let body = Body::dynamic().at(at).rotated(0.37 * f32::from(index));
            let target = if is_box {
                world.spawn(body.with(Rect::half(0.4, 0.6)))
            } else {
                world.spawn(body.with(Circle::new(0.5)))
            };
            let target = target.expect("it is valid");
            let start = at + side.rotate(vec2(-1.3, miss));
            let bullet = Body::dynamic().bullet().at(start).velocity(side.rotate(vec2(250.0, 0.0)));
            world.spawn(bullet.with(Circle::new(0.1))).expect("it is valid");
            for _ in 0..3 {
                world.step(1.0 / 60.0).expect("it is valid");
            }
            let moved = world.body(target).expect("it is there").velocity().length() > 1.0e-3;
            // The box lies across the path, with 0.6 m to both sides.
            let reach = 0.1 + if is_box { 0.6 } else { 0.5 };
            if (miss.abs() - reach).abs() > 2.0 * LINEAR_SLOP {
                assert_eq!(moved, miss.abs() < reach, "{index}: {miss}");
                counts[usize::from(moved)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 60), "{counts:?}");
    }
}
