//! What the liquid does to moving bodies, and they to it.
//!
//! The pressure on the part of a face that a body covers pushes the body. The linear system knows how the
//! body gives way, so that a light body and the liquid move together at once (Batty, Bertails, Bridson 2007).
//! Particles that hit a body are stopped together with it.
//!
//! Pressures are those at the middles of cells, so that still liquid has no flow. Liquid between the middle
//! of a cell and a body beside it counts as mass of the body, because no face of its own takes its weight;
//! where the body covers the middle, the same is taken off its mass.
//!
//! Weights of particles on faces differ a little from the mass that the pressure acts on. Connected liquid
//! that no static shape holds gets the difference back, so liquid and bodies together keep their momentum.
//!
//! The world gets the sum of the impulses as a force of its next step. Within the liquid's sub-steps, a body
//! moves as gravity and contacts moved it in the last step, so that the liquid carries its load too.

use cairn2d::{BodyId, BodyImpulse, Vec2};

use crate::def::{clamped, larger, smaller};
use crate::flow::SubStep;
use crate::grid::NONE;
use crate::particles::{Particles, Scratch};
use crate::pressure::{find, join};
use crate::walls::Walls;

/// Largest impulse `[N*s]` and angular impulse `[N*m*s]` on a body in a step.
const LARGEST_IMPULSE: f64 = 1.0e12;

/// Most that a body seems to weigh by the contacts on it, in terms of its weight.
const MOST_LOAD: f32 = 16.0;

/// A moving body near the liquid.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    pub(crate) body: BodyId,
    pub(crate) center: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) spin: f32,
    /// Inverse mass and inertia; 0 if the liquid does not move it within a step.
    pub(crate) inverse_mass: Vec2,
    pub(crate) inverse_inertia: f32,
    /// Velocity at the beginning of the step, and the inverse mass even if it sleeps.
    pub(crate) start: Vec2,
    pub(crate) true_inverse_mass: f32,
    pub(crate) gravity_scale: f32,
    pub(crate) asleep: bool,
    pub(crate) dynamic: bool,
    /// Velocity that the liquid left it with, if it was there in the last step.
    pub(crate) left: Option<Vec2>,
    /// Impulse of its last step awake `[N*s]`.
    pub(crate) rest: Vec2,
    /// Acceleration by gravity and contacts that it showed in the last step.
    pub(crate) seen: f32,
    /// The same as expected in this step.
    pub(crate) fall: Vec2,
    /// Impulse and angular impulse of this step.
    pub(crate) impulse: [f64; 2],
    pub(crate) angular: f64,
    /// Particles that hit it in this motion, the velocity with which they stop, and the impulse of it.
    hit: Stop,
    gain: [f64; 3],
    taken: [f64; 3],
}

impl Mover {
    /// A body about which only this is known.
    pub(crate) fn new(body: BodyId, left: Option<Vec2>, rest: Vec2) -> Mover {
        Mover {
            body,
            center: Vec2::ZERO,
            velocity: Vec2::ZERO,
            spin: 0.0,
            inverse_mass: Vec2::ZERO,
            inverse_inertia: 0.0,
            start: Vec2::ZERO,
            true_inverse_mass: 0.0,
            gravity_scale: 0.0,
            asleep: false,
            dynamic: false,
            left,
            rest,
            seen: 0.0,
            fall: Vec2::ZERO,
            impulse: [0.0; 2],
            angular: 0.0,
            hit: Stop::default(),
            gain: [0.0; 3],
            taken: [0.0; 3],
        }
    }

    /// Whether the liquid moves it within a step.
    pub(crate) fn gives_way(&self) -> bool {
        self.inverse_mass != Vec2::ZERO || self.inverse_inertia > 0.0
    }

    /// The change of its velocity by an impulse.
    fn gained(&self, impulse: Vec2) -> Vec2 {
        Vec2::new(impulse.x * self.inverse_mass.x, impulse.y * self.inverse_mass.y)
    }

    fn push(&mut self, x: f64, y: f64, angular: f64) {
        self.impulse[0] += x;
        self.impulse[1] += y;
        self.angular += angular;
        self.velocity += self.gained(Vec2::new(x as f32, y as f32));
        self.spin += angular as f32 * self.inverse_inertia;
    }
}

/// A particle that a body stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) particle: u32,
    pub(crate) body: u32,
    pub(crate) normal: Vec2,
    /// Point of the body `[m]`.
    pub(crate) at: Vec2,
    /// Normal of a static solid that the particle touches too, or zero.
    pub(crate) wall: Vec2,
    /// Change of the particle's speed along the normal, if the body does not give way `[m/s]`.
    pub(crate) change: f32,
    /// Share of the particle that the body stops; 0 if the body does not give way and has stopped it.
    pub(crate) share: f32,
}

impl Hit {
    /// Directions of a push of the body along the normal: x, y, and the angle.
    fn row(&self, mover: &Mover) -> [f64; 3] {
        let [x, y] = [self.normal.x, self.normal.y].map(f64::from);
        let arm = self.at - mover.center;
        [x, y, f64::from(arm.x) * y - f64::from(arm.y) * x]
    }
}

/// Particles that stop together with a body: the matrix of their masses in terms of the body's velocity, by
/// rows of its lower half, and their impulse.
#[derive(Clone, Copy, Debug, Default)]
struct Stop {
    masses: [f64; 6],
    impulse: [f64; 3],
}

impl Stop {
    /// Adds a mass with a change of its speed along a row.
    fn add(&mut self, row: [f64; 3], mass: f64, change: f64) {
        let [x, y, turn] = row;
        let products = [x * x, x * y, y * y, x * turn, y * turn, turn * turn];
        for (sum, product) in self.masses.iter_mut().zip(products) {
            *sum += mass * product;
        }
        for (sum, part) in self.impulse.iter_mut().zip(row) {
            *sum -= mass * change * part;
        }
    }

    /// The change of the velocity of a body of these inverse masses, with which the particles stop.
    ///
    /// Solves `(1 + W S) v = W p` by Cholesky's method, scaled by the roots of the inverse masses `W`.
    fn velocity(&self, inverses: [f64; 3]) -> [f64; 3] {
        let [x, y, turn] = inverses.map(f64::sqrt);
        let [xx, xy, yy, xt, yt, tt] = self.masses;
        let first = (1.0 + x * x * xx).sqrt();
        let second = x * y * xy / first;
        let third = (1.0 + y * y * yy - second * second).max(1.0).sqrt();
        let fourth = x * turn * xt / first;
        let fifth = (y * turn * yt - fourth * second) / third;
        let last = (1.0 + turn * turn * tt - fourth * fourth - fifth * fifth).max(1.0).sqrt();
        let a = x * self.impulse[0] / first;
        let b = (y * self.impulse[1] - second * a) / third;
        let c = (turn * self.impulse[2] - fourth * a - fifth * b) / last;
        let c = c / last;
        let b = (b - fifth * c) / third;
        let a = (a - second * b - fourth * c) / first;
        [x * a, y * b, turn * c]
    }
}

/// Rows of a body in the linear system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyRows {
    /// Range in the list of [`BodyRow`].
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Mass of a full cell over the mass of the body and what sticks to it, twice, and over their inertia.
    pub(crate) weights: [f32; 3],
    /// Share of a push that is for the body.
    pub(crate) shares: [f32; 3],
}

/// What a row does to a body: directions of the push, and its lever `[m]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyRow {
    pub(crate) row: u32,
    pub(crate) push: [f32; 3],
}

impl Particles {
    /// Mass of a full cell `[kg]`.
    fn cell_mass(&self) -> f32 {
        self.def.density * (self.layout.cell * self.layout.cell)
    }

    /// Begins a step: what gravity and contacts do to each body.
    pub(crate) fn foresee_bodies(&mut self, dt: f32, gravity: Vec2) {
        for mover in &mut self.movers {
            (mover.impulse, mover.angular) = ([0.0; 2], 0.0);
            let full = gravity * mover.gravity_scale;
            mover.fall = Vec2::ZERO;
            if mover.inverse_mass == Vec2::ZERO || full.length_squared() <= 0.0 {
                continue;
            }
            let pull = full.length();
            let direction = full / pull;
            // Contacts stop a part of the fall of a body on the ground; a load on a raft adds to it.
            let seen = mover.left.map_or(pull, |left| (mover.velocity - left).dot(direction) / dt);
            let seen = clamped(seen, 0.0, MOST_LOAD * pull);
            // A blow is not there again in the next step.
            let before = mover.left.map_or(seen, |_| mover.seen);
            mover.fall = direction * smaller(seen, larger(before, pull));
            mover.seen = seen;
        }
    }

    /// Moves the velocities of the bodies on, and tells the walls.
    pub(crate) fn let_bodies_fall(&mut self, length: f32) {
        for mover in &mut self.movers {
            mover.velocity += mover.fall * length;
        }
        self.tell_walls();
    }

    /// Tells the walls the velocities of the bodies.
    fn tell_walls(&mut self) {
        for solid in &mut self.walls.solids[self.walls.fixed_count..] {
            let mover = &self.movers[solid.body as usize];
            (solid.velocity, solid.spin) = (mover.velocity, mover.spin);
        }
        for cover in &self.walls.covers {
            let mover = &self.movers[cover.body as usize];
            let velocity = mover.velocity + Vec2::cross_sv(mover.spin, cover.at - mover.center);
            let speed = if cover.axis == 0 { velocity.x } else { velocity.y };
            self.walls.speed[cover.axis as usize][cover.face as usize] = speed;
        }
    }

    /// Adds the bodies to the linear system: their flow, and how they give way.
    pub(crate) fn add_bodies(&mut self) {
        let mass = self.cell_mass();
        let system = &mut self.scratch.system;
        system.bodies.clear();
        system.body_rows.clear();
        // Covers are in the order of the bodies.
        for covers in self.walls.covers.chunk_by(|a, b| a.body == b.body) {
            let mover = &self.movers[covers[0].body as usize];
            let first = system.body_rows.len() as u32;
            let mut stuck = [0.0; 3];
            for cover in covers {
                let (axis, face) = (cover.axis as usize, cover.face as usize);
                if self.walls.open[axis][face] > 0.0 {
                    continue;
                }
                for (cell, side) in [(face - self.layout.step(axis), 1), (face, 0)] {
                    if self.scratch.rows[cell] != NONE {
                        let arm = cover.at - mover.center;
                        let lever = if axis == 0 { arm.y } else { arm.x };
                        let width = self.walls.to_wall(cell, axis, side);
                        stuck[axis] += width * mass;
                        stuck[2] += width * mass * (lever * lever);
                    }
                }
            }
            let inverses = [mover.inverse_mass.x, mover.inverse_mass.y, mover.inverse_inertia];
            // Of a light body, no more than half of the mass is taken off.
            let shares = [0, 1, 2].map(|part: usize| 1.0 / larger(1.0 + inverses[part] * stuck[part], 0.5));
            let weights = [0, 1, 2].map(|part: usize| mass * inverses[part] * shares[part]);
            for cover in covers {
                let axis = cover.axis as usize;
                let arm = cover.at - mover.center;
                let push = if axis == 0 { [1.0, 0.0, -arm.y] } else { [0.0, 1.0, arm.x] };
                let speed = mover.velocity.x * push[0] + mover.velocity.y * push[1] + mover.spin * push[2];
                let face = cover.face as usize;
                for (cell, sign) in [(face - self.layout.step(axis), 1.0), (face, -1.0)] {
                    let row = self.scratch.rows[cell];
                    if row == NONE {
                        continue;
                    }
                    let push = push.map(|part| part * (sign * cover.area));
                    system.right[row as usize] -= sign * cover.area * speed;
                    system.diagonal_bodies[row as usize] +=
                        (0..3).fold(0.0, |sum, part| sum + push[part] * push[part] * weights[part]);
                    system.body_rows.push(BodyRow { row, push });
                }
            }
            let end = system.body_rows.len() as u32;
            system.bodies.push((covers[0].body, BodyRows { first, end, weights, shares }));
        }
    }

    /// Pushes the bodies by the pressures of the rows.
    pub(crate) fn push_bodies(&mut self) {
        let mass = f64::from(self.cell_mass());
        let system = &self.scratch.system;
        for &(body, rows) in &system.bodies {
            let mut sum = [0.0_f64; 3];
            for entry in &system.body_rows[rows.first as usize..rows.end as usize] {
                let pressure = f64::from(system.solution[entry.row as usize]);
                for (sum, push) in sum.iter_mut().zip(entry.push) {
                    *sum += f64::from(push) * pressure;
                }
            }
            let [x, y, angular] =
                [0, 1, 2].map(|part: usize| sum[part] * mass * f64::from(rows.shares[part]));
            self.movers[body as usize].push(x, y, angular);
        }
        self.tell_walls();
    }

    /// Stops bodies together with the particles that hit them.
    pub(crate) fn settle_hits(&mut self) {
        if self.scratch.hits.iter().all(Vec::is_empty) {
            return;
        }
        let mut hits = core::mem::take(&mut self.scratch.hits);
        let mass = f64::from(self.def.density * (self.def.spacing * self.def.spacing));
        for mover in &mut self.movers {
            (mover.hit, mover.taken) = (Stop::default(), [0.0; 3]);
        }
        for own in hits.iter_mut().flat_map(|hits| hits.chunk_by_mut(|a, b| a.particle == b.particle)) {
            for hit in own.iter_mut().filter(|hit| hit.share > 0.0) {
                let mover = &self.movers[hit.body as usize];
                let of_body = mover.velocity + Vec2::cross_sv(mover.spin, hit.at - mover.center);
                let speed = (self.velocities[hit.particle as usize] - of_body).dot(hit.normal);
                // A wall that it met later may have stopped it already.
                (hit.share, hit.change) = if speed < 0.0 { (1.0, -speed) } else { (0.0, 0.0) };
            }
            // Bodies that give way share the particle, so together they take no more than it has.
            let count = own.iter().filter(|hit| hit.share > 0.0).count();
            for hit in own.iter_mut().filter(|hit| hit.share > 0.0) {
                hit.share = 1.0 / count as f32;
                let mover = &mut self.movers[hit.body as usize];
                let row = hit.row(mover);
                mover.hit.add(row, mass * f64::from(hit.share), f64::from(hit.change));
            }
        }
        // A body and the particles end with one velocity: a light one does not overshoot.
        for mover in &mut self.movers {
            let inverses = [mover.inverse_mass.x, mover.inverse_mass.y, mover.inverse_inertia];
            mover.gain = mover.hit.velocity(inverses.map(f64::from));
        }
        for hit in hits.iter().flatten() {
            let mover = &mut self.movers[hit.body as usize];
            let row = hit.row(mover);
            let mut change = f64::from(hit.change);
            if hit.share > 0.0 {
                let gain = row[0] * mover.gain[0] + row[1] * mover.gain[1] + row[2] * mover.gain[2];
                change = f64::from(hit.share) * (change + gain);
                let velocity = &mut self.velocities[hit.particle as usize];
                *velocity += hit.normal * change as f32;
                *velocity -= hit.wall * smaller(velocity.dot(hit.wall), 0.0);
            }
            for (taken, part) in mover.taken.iter_mut().zip(row) {
                *taken -= mass * change * part;
            }
        }
        for mover in &mut self.movers {
            let [x, y, angular] = mover.taken;
            mover.push(x, y, angular);
        }
        self.scratch.hits = hits;
        self.tell_walls();
    }

    /// Gives free parts of the liquid the momentum that gravity and bodies gave them, no more and no less.
    pub(crate) fn keep_momentum(&mut self, sub: &SubStep<'_>) {
        let cell_per_particle = 1.0 / f64::from(crate::flow::SHARE);
        let scratch = &mut self.scratch;
        let system = &scratch.system;
        for &(_, rows) in &system.bodies {
            for entry in &system.body_rows[rows.first as usize..rows.end as usize] {
                let cell = scratch.blocks.cell(entry.row);
                // A cell without particles belongs to the part around it.
                let around = [0, 1, self.layout.stride, self.layout.stride + 1];
                let near = [cell].into_iter().chain(around.into_iter().flat_map(|o| [cell + o, cell - o]));
                let occupied = |&other: &usize| scratch.starts[other] > scratch.starts[other - 1];
                let Some(other) = near.into_iter().find(occupied) else { continue };
                let root = scratch.part_of_cell[other] as usize;
                let pressure = f64::from(system.solution[entry.row as usize]) * cell_per_particle;
                for axis in 0..2 {
                    let push = f64::from(entry.push[axis]) * f64::from(rows.shares[axis]);
                    scratch.parts[root].momentum[axis] -= push * pressure;
                }
            }
        }
        let gain = [sub.gravity.x, sub.gravity.y].map(|part| f64::from(part) * f64::from(sub.length));
        let Scratch { parts, part_of_cell, occupied, starts, .. } = scratch;
        let own = |cell: u32| starts[cell as usize - 1] as usize..starts[cell as usize] as usize;
        // What there is now is taken off, the rest is missing.
        for &cell in &*occupied {
            let part = &mut parts[part_of_cell[cell as usize] as usize];
            if part.held {
                continue;
            }
            for velocity in &self.velocities[own(cell)] {
                part.momentum[0] += gain[0] - f64::from(velocity.x);
                part.momentum[1] += gain[1] - f64::from(velocity.y);
            }
        }
        for &cell in &*occupied {
            let part = &parts[part_of_cell[cell as usize] as usize];
            if part.held {
                continue;
            }
            let [x, y] = part.momentum.map(|sum| (sum / f64::from(part.count)) as f32);
            for velocity in &mut self.velocities[own(cell)] {
                *velocity += Vec2::new(x, y);
            }
        }
    }

    /// Lists the impulses of the step.
    pub(crate) fn list_impulses(&mut self) {
        let wake_above = f64::from(self.def.wake_above);
        let (impulses, sleepers) = (&mut self.scratch.impulses, &mut self.scratch.sleepers);
        impulses.clear();
        sleepers.clear();
        for mover in self.movers.iter_mut().filter(|mover| mover.dynamic) {
            let limited = |value: f64| value.clamp(-LARGEST_IMPULSE, LARGEST_IMPULSE) as f32;
            let [x, y] = mover.impulse.map(limited);
            let (impulse, angular) = (Vec2::new(x, y), limited(mover.angular));
            if !impulse.is_finite() || !angular.is_finite() {
                continue;
            }
            let entry = BodyImpulse::new(mover.body, impulse, angular);
            if mover.asleep {
                let change = f64::from((impulse - mover.rest).length()) * f64::from(mover.true_inverse_mass);
                if change > wake_above {
                    sleepers.push(entry);
                }
                continue;
            }
            mover.left = Some(mover.start + mover.gained(impulse));
            mover.rest = impulse;
            if mover.true_inverse_mass > 0.0 && (impulse != Vec2::ZERO || angular != 0.0) {
                self.step.bodies += 1;
                self.step.impulse += impulse;
                impulses.push(entry);
            }
        }
    }
}

/// The search for connected parts of the liquid.
pub(crate) struct PartSearch<'a> {
    pub(crate) stride: usize,
    pub(crate) walls: &'a Walls,
    pub(crate) velocities: &'a [Vec2],
    pub(crate) starts: &'a [u32],
    pub(crate) occupied: &'a [u32],
    pub(crate) parts: &'a mut Vec<Part>,
    pub(crate) labels: &'a mut Vec<u32>,
    pub(crate) part_of_cell: &'a mut [u32],
}

impl PartSearch<'_> {
    /// Numbers the parts by cell, and finds those that static shapes hold and the momenta of the others.
    pub(crate) fn run(&mut self) {
        let PartSearch { stride, walls, starts, occupied, parts, labels, part_of_cell, .. } = self;
        let count = |cell: usize| starts[cell] - starts[cell - 1];
        labels.clear();
        for (label, &cell) in (0_u32..).zip(*occupied) {
            let cell = cell as usize;
            labels.push(label);
            part_of_cell[cell] = label;
            // The cells beside an occupied one below are its own neighbours.
            let below = cell - *stride;
            let near =
                if count(below) > 0 { [cell - 1, below, below] } else { [cell - 1, below - 1, below + 1] };
            for other in near.into_iter().filter(|&other| count(other) > 0) {
                join(labels, label, part_of_cell[other]);
            }
        }
        parts.clear();
        parts.resize(labels.len(), Part::default());
        for (label, &cell) in (0_u32..).zip(*occupied) {
            // First rows come first, so their labels are final already.
            let root = find(labels, label);
            labels[label as usize] = root;
            part_of_cell[cell as usize] = root;
            parts[root as usize].held |= walls.is_near_fixed(cell as usize);
        }
        for &cell in *occupied {
            let part = &mut parts[part_of_cell[cell as usize] as usize];
            if part.held {
                continue;
            }
            let own = starts[cell as usize - 1] as usize..starts[cell as usize] as usize;
            part.count += own.len() as u32;
            for velocity in &self.velocities[own] {
                part.momentum[0] += f64::from(velocity.x);
                part.momentum[1] += f64::from(velocity.y);
            }
        }
    }
}

/// A connected part of the liquid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part {
    /// Momentum in terms of a particle.
    pub(crate) momentum: [f64; 2],
    pub(crate) count: u32,
    /// Whether static shapes may hold it.
    pub(crate) held: bool,
}

#[cfg(test)]
mod tests {
    use cairn2d::{Aabb, BodyId};

    use super::{Hit, Mover, Particles, Vec2};
    use crate::ParticlesDef;

    /// Numbers from -1 to 1.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
        }

        fn vector(&mut self) -> Vec2 {
            Vec2::new(self.next(), self.next())
        }
    }

    fn cross(a: Vec2, b: Vec2) -> f64 {
        f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x)
    }

    /// Momentum, angular momentum and energy of the particles and the bodies.
    fn totals(water: &Particles, masses: &[(f32, f32)]) -> [f64; 4] {
        let mass = f64::from(water.def.density * water.def.spacing * water.def.spacing);
        let mut sum = [0.0; 4];
        let mut add = |mass: f64, center: Vec2, velocity: Vec2, turning: f64, energy: f64| {
            sum[0] += mass * f64::from(velocity.x);
            sum[1] += mass * f64::from(velocity.y);
            sum[2] += mass * cross(center, velocity) + turning;
            sum[3] += 0.5 * mass * f64::from(velocity.length_squared()) + energy;
        };
        for (&position, &velocity) in water.positions.iter().zip(&water.velocities) {
            add(mass, position, velocity, 0.0, 0.0);
        }
        for (mover, &(mass, inertia)) in water.movers.iter().zip(masses) {
            let turning = f64::from(inertia) * f64::from(mover.spin);
            let energy = 0.5 * turning * f64::from(mover.spin);
            add(f64::from(mass), mover.center, mover.velocity, turning, energy);
        }
        sum
    }

    #[test]
    fn hits_keep_momentum_and_lose_energy() {
        let mut numbers = Numbers(7);
        for case in 0..2000 {
            let bounds = Aabb::new([-4.0, -4.0], [4.0, 4.0]);
            let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() }).unwrap();
            let mut masses = Vec::new();
            for index in 1..=3 {
                // From a hundredth of a particle to ten thousand of them.
                let mass = 0.01 * 10.0_f32.powf(3.0 * numbers.next() - 1.0);
                let inertia = mass * (0.02 + 0.1 * numbers.next().abs());
                let mut mover = Mover::new(BodyId::from_bits(index << 32 | 1).unwrap(), None, Vec2::ZERO);
                (mover.center, mover.velocity) = (numbers.vector(), numbers.vector() * 5.0);
                mover.spin = 10.0 * numbers.next();
                (mover.inverse_mass, mover.inverse_inertia) =
                    (Vec2::new(1.0 / mass, 1.0 / mass), 1.0 / inertia);
                mover.dynamic = true;
                water.movers.push(mover);
                masses.push((mass, inertia));
            }
            for particle in 0..8 {
                let position = numbers.vector();
                water.emit(position, numbers.vector() * 5.0).unwrap();
                // Up to three bodies hold it.
                for body in 0..1 + (case + particle) % 3 {
                    let normal = numbers.vector();
                    let normal = normal / normal.length().max(1.0e-3);
                    let (at, wall) = (position, Vec2::ZERO);
                    let hit = Hit { particle, body, normal, at, wall, change: 0.0, share: 1.0 };
                    water.scratch.hits[0].push(hit);
                }
            }
            let before = totals(&water, &masses);
            water.settle_hits();
            let after = totals(&water, &masses);
            let scale = before[3] + 1.0;
            for part in 0..3 {
                assert!((after[part] - before[part]).abs() < 1.0e-4 * scale, "{case}: {before:?} {after:?}");
            }
            assert!(after[3] <= before[3] + 1.0e-5 * scale, "{case}: {before:?} {after:?}");
        }
    }
}
