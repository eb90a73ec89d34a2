//! A step of the liquid: sub-steps of transfer to the grid, pressure, transfer back, and motion.
//!
//! Velocities travel between particles and faces with their gradients (APIC, Jiang et al. 2015), which keeps
//! momentum and rotation. The pressure then makes the velocity free of divergence for the whole liquid at
//! once, so the depth of a pool does not matter. A second system moves particles, without a change of their
//! velocity, until each cell is full (implicit density projection, Kugelstadt et al. 2019): so the volume
//! stays. Neither of the two can add energy to a liquid at rest.

use cairn2d::Vec2;
use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::blocks::WIDTH;
use crate::def::{clamped, larger};
use crate::grid::NONE;
use crate::particles::{Particles, ParticlesStep, Scratch};
use crate::runs::{Means, RUNS, for_each_run, run_length};
use crate::walls::Weighed;

/// Mass of a particle in terms of a full cell.
pub(crate) const SHARE: f32 = 0.25;

/// Open share of the tent around the middle of a cell below which it never is liquid.
const LEAST_OPEN: f32 = 0.01;

/// Root mean square of the speeds, and speed of the fastest particle, in terms of waves of a cell, below
/// which the liquid is calm.
const CALM_MEAN: f32 = 0.02;
const CALM_FASTEST: f32 = 0.15;

/// The same for the speed of a body. A faster one may still swing through its draught.
pub(crate) const CALM_BODY: f32 = 0.03;

/// Speed in terms of waves of a cell, up to which motion is no more than what particles do to each other
/// while their cells keep the volume. It decays at this many times the rate of damping.
const QUIET: f32 = 0.1;
const QUIET_DAMPING: f32 = 20.0;

/// Time of calm after which the liquid sleeps `[s]`.
pub(crate) const TIME_TO_SLEEP: f32 = 0.5;

/// Weight of liquid faces from which on the liquid carries a particle.
const LEAST_SUPPORT: f32 = 0.15;

/// Cells that the fastest particle may cross in a sub-step.
const COURANT: f32 = 2.0;

/// Cells that any particle may cross in a sub-step; faster ones are slowed down.
const FARTHEST_MOVE: f32 = 4.0;

impl Particles {
    /// The liquid of a step.
    pub(crate) fn flow(&mut self, dt: f32, gravity: Vec2, tasks: Option<&dyn TaskSystem>) {
        self.step = ParticlesStep::default();
        let gravity = gravity * self.def.gravity_scale;
        if gravity != self.gravity {
            self.gravity = gravity;
            self.wake();
        }
        if dt <= 0.0 || self.is_empty() || self.asleep {
            return;
        }
        let speed = self.fastest() + dt * gravity.length();
        let needed = (speed * dt / (COURANT * self.layout.cell)).ceil();
        let count = clamped(needed, 1.0, self.def.max_sub_steps as f32);
        let length = dt / count;
        let means = Means { lanes: self.lanes, tasks };
        let limit = FARTHEST_MOVE * self.layout.cell / length;
        self.make_room();
        self.foresee_bodies(dt, gravity);
        for index in 0..count as u32 {
            self.sub_step(SubStep { means, length, gravity, limit, index });
            if self.is_empty() {
                break;
            }
        }
        self.step.sub_steps = count as u32;
        self.step.fastest = self.fastest();
        self.watch(dt);
    }

    /// Makes room for what depends on the number of particles, so that a splash allocates nothing.
    fn make_room(&mut self) {
        let count = self.positions.len();
        let scratch = &mut self.scratch;
        for hits in &mut scratch.hits {
            hits.clear();
            hits.reserve(run_length(count));
        }
        scratch.cells.clear();
        scratch.cells.reserve(count);
        scratch.labels.clear();
        let slots = (WIDTH * count).min(self.layout.count) + 2 * WIDTH;
        scratch.labels.reserve(slots);
        scratch.occupied.clear();
        scratch.occupied.reserve(count);
        scratch.parts.clear();
        scratch.parts.reserve(count);
        scratch.part_labels.clear();
        scratch.part_labels.reserve(count);
        scratch.system.reserve(slots);
        scratch.blocks.reserve(slots / WIDTH);
        self.walls.make_room();
    }

    /// Lets the liquid sleep after some time of hardly any motion.
    fn watch(&mut self, dt: f32) {
        // Waves of one cell are about that fast.
        let wave = (self.gravity.length() * self.layout.cell).sqrt();
        let mean = self.velocities.iter().fold(0.0, |sum, velocity| sum + velocity.length_squared())
            / larger(self.velocities.len() as f32, 1.0);
        let calm = mean.sqrt() < CALM_MEAN * wave && self.step.fastest < CALM_FASTEST * wave;
        self.calm_time = if calm { self.calm_time + dt } else { 0.0 };
    }

    /// Puts the liquid to sleep.
    pub(crate) fn fall_asleep(&mut self) {
        self.asleep = true;
        self.velocities.fill(Vec2::ZERO);
        self.gradients.fill([0.0; 4]);
    }

    fn fastest(&self) -> f32 {
        let squares = self.velocities.iter().map(|velocity| velocity.length_squared());
        squares.fold(0.0, larger).sqrt()
    }

    fn sub_step(&mut self, sub: SubStep<'_>) {
        self.slow_down(sub.limit);
        self.sort(sub.means.tasks);
        self.part(sub.means);
        self.mark(sub.means.tasks);
        self.let_bodies_fall(sub.length);
        self.find_parts();
        self.give_to_faces(&sub);
        self.diffuse(&sub);
        self.make_solenoidal(&sub);
        self.take_from_faces(&sub);
        self.keep_momentum(&sub);
        self.move_particles(&sub, true);
        self.spread(&sub);
        self.remove_leavers();
    }

    /// Limits the speed of particles, and removes what is not a number.
    fn slow_down(&mut self, limit: f32) {
        for (velocity, gradient) in self.velocities.iter_mut().zip(&mut self.gradients) {
            let square = velocity.length_squared();
            let within = square <= limit * limit;
            if within {
                continue;
            }
            *velocity = if square < f32::MAX { *velocity * (limit / square.sqrt()) } else { Vec2::ZERO };
            *gradient = [0.0; 4];
        }
    }

    pub(crate) fn remove_leavers(&mut self) {
        let layout = self.layout.clone();
        self.step.left += self.retain(|position| !layout.is_outside(layout.place(position)));
    }

    /// Sorts the particles by cell, without a change of the order within one.
    fn sort(&mut self, tasks: Option<&dyn TaskSystem>) {
        let (layout, positions) = (&self.layout, &self.positions);
        let Scratch { keys, order, starts, occupied, .. } = &mut self.scratch;
        let length = run_length(positions.len());
        keys.resize(positions.len(), 0);
        for_each_chunk(tasks, keys, length, &|first, keys| {
            for (key, &position) in keys.iter_mut().zip(&positions[first..]) {
                *key = layout.cell_at(layout.place(position)) as u32;
            }
        });
        starts.clear();
        starts.resize(layout.count + 1, 0);
        for &cell in &*keys {
            starts[cell as usize] += 1;
        }
        let mut sum = 0;
        occupied.clear();
        for (cell, start) in (0_u32..).zip(starts.iter_mut()) {
            let count = *start;
            *start = sum;
            sum += count;
            if count > 0 {
                occupied.push(cell);
            }
        }
        order.resize(positions.len(), 0);
        for (particle, &cell) in (0_u32..).zip(&*keys) {
            let start = &mut starts[cell as usize];
            order[*start as usize] = particle;
            *start += 1;
        }
        self.reorder(tasks);
    }

    /// Brings the particles into the new order.
    fn reorder(&mut self, tasks: Option<&dyn TaskSystem>) {
        let (count, scratch) = (self.positions.len(), &mut self.scratch);
        let Scratch { order, vectors, more_vectors, gradients, numbers, columns, .. } = scratch;
        let order = &order[..];
        vectors.resize(count, Vec2::ZERO);
        more_vectors.resize(count, Vec2::ZERO);
        permute(tasks, order, (&self.positions, vectors), (&self.velocities, more_vectors));
        core::mem::swap(&mut self.positions, vectors);
        core::mem::swap(&mut self.velocities, more_vectors);
        gradients.resize(count, [0.0; 4]);
        numbers.resize(count, 0);
        permute(tasks, order, (&self.gradients, gradients), (&self.numbers, numbers));
        core::mem::swap(&mut self.gradients, gradients);
        core::mem::swap(&mut self.numbers, numbers);
        let positions = &self.positions;
        let [xs, ys] = columns;
        // Room for a whole block from the last one on.
        for column in [&mut *xs, &mut *ys] {
            column.resize(count + WIDTH, 0.0);
        }
        let lists = (&mut xs[..count], &mut ys[..count]);
        for_each_run(tasks, lists, &mut [(); RUNS], &|first, (xs, ys, ())| {
            for ((x, y), position) in xs.iter_mut().zip(ys).zip(&positions[first..]) {
                (*x, *y) = (position.x, position.y);
            }
        });
    }

    /// Finds the filled share of cells and numbers the cells that are liquid.
    pub(crate) fn mark(&mut self, tasks: Option<&dyn TaskSystem>) {
        let (layout, walls, positions) = (&self.layout, &self.walls, &self.positions);
        let Scratch { filled, rows, cells, fills, blocks, .. } = &mut self.scratch;
        filled.clear();
        filled.extend_from_slice(&walls.solid);
        fills.collect(
            tasks,
            (layout, positions.len()),
            |index| layout.place(positions[index]).y,
            &|particles, first, fills| {
                for &position in &positions[particles] {
                    let place = layout.place(position);
                    let corners = layout.middles(place);
                    let indices = layout.indices(&corners);
                    let plain = walls.plain[layout.cell_at(place)];
                    let hides = !plain && indices.iter().any(|&index| walls.hides[index]);
                    for (index, weight) in indices.into_iter().zip(corners.weights) {
                        if !(hides && walls.is_hidden(index, position)) {
                            fills[index - first][0] += SHARE * weight;
                        }
                    }
                }
            },
            &mut |first, fills| {
                for (filled, [fill]) in filled[first..].iter_mut().zip(fills) {
                    *filled += fill;
                }
            },
        );
        rows.clear();
        rows.resize(layout.count, NONE);
        cells.clear();
        for (cell, (&filled, &solid)) in filled.iter().zip(&walls.solid).enumerate() {
            // The middle of the cell is under the surface.
            let open = 1.0 - solid;
            if open > LEAST_OPEN && filled - solid >= 0.5 * open && walls.is_open(cell) {
                cells.push(cell as u32);
            }
        }
        let columns = layout.stride / WIDTH;
        blocks.begin(columns, layout.count / layout.stride);
        for &cell in &*cells {
            blocks.touch(cell as usize / WIDTH);
        }
        blocks.number();
        for &cell in &*cells {
            let cell = cell as usize;
            rows[cell] = blocks.find(cell / WIDTH) * WIDTH as u32 + (cell % WIDTH) as u32;
        }
    }

    /// Gives mass and momentum of the particles to the faces, and gravity to their velocities.
    fn give_to_faces(&mut self, sub: &SubStep<'_>) {
        let (layout, walls, positions) = (&self.layout, &self.walls, &self.positions);
        let Scratch { mass, speed, places, given, .. } = &mut self.scratch;
        places.resize(positions.len(), Vec2::ZERO);
        for_each_chunk(sub.means.tasks, places, run_length(positions.len()), &|start, places| {
            for (place, &position) in places.iter_mut().zip(&positions[start..]) {
                *place = walls.moving_place(layout.place(position), position);
            }
        });
        for values in mass.iter_mut().chain(&mut *speed) {
            values.clear();
            values.resize(layout.count, 0.0);
        }
        let (places, velocities, gradients) = (&*places, &self.velocities, &self.gradients);
        given.collect(
            sub.means.tasks,
            (layout, positions.len()),
            |index| places[index].y,
            &|particles, first, given| {
                for index in particles {
                    let (place, velocity) = (places[index], velocities[index]);
                    let gradient = gradients[index].map(|part| part * layout.cell);
                    for axis in 0..2 {
                        let Weighed { faces, weights, .. } = walls.weigh(place, positions[index], axis);
                        // About the mean of the places, so that the sum of the momenta is that of the
                        // particle.
                        let mean = [weights[1] + weights[3], weights[2] + weights[3]];
                        let speed = if axis == 0 { velocity.x } else { velocity.y };
                        let (along_x, along_y) = (gradient[2 * axis], gradient[2 * axis + 1]);
                        let low = speed - along_x * mean[0] - along_y * mean[1];
                        let speeds = [low, low + along_x, low + along_y, low + along_x + along_y];
                        for corner in 0..4 {
                            let mass = SHARE * weights[corner];
                            let face = &mut given[faces[corner] - first];
                            face[2 * axis] += mass;
                            face[2 * axis + 1] += mass * speeds[corner];
                        }
                    }
                }
            },
            &mut |first, given| {
                for (face, given) in (first..).zip(given) {
                    for axis in 0..2 {
                        mass[axis][face] += given[2 * axis];
                        speed[axis][face] += given[2 * axis + 1];
                    }
                }
            },
        );
        let gains = [sub.gravity.x * sub.length, sub.gravity.y * sub.length];
        for ((speeds, masses), gain) in speed.iter_mut().zip(&*mass).zip(gains) {
            for (speed, &mass) in speeds.iter_mut().zip(masses) {
                *speed = if mass > 0.0 { *speed / mass + gain } else { 0.0 };
            }
        }
    }

    /// Takes velocities and their gradients from the faces.
    fn take_from_faces(&mut self, sub: &SubStep<'_>) {
        let mut velocities = core::mem::take(&mut self.velocities);
        let mut gradients = core::mem::take(&mut self.gradients);
        let lists = (&mut velocities[..], &mut gradients[..]);
        for_each_run(sub.means.tasks, lists, &mut [(); RUNS], &|start, (velocities, gradients, ())| {
            for (index, (velocity, gradient)) in velocities.iter_mut().zip(gradients).enumerate() {
                (*velocity, *gradient) = self.taken(start + index, *velocity, sub);
            }
        });
        (self.velocities, self.gradients) = (velocities, gradients);
    }

    /// Velocity and its gradient of a particle, from the faces around.
    fn taken(&self, index: usize, before: Vec2, sub: &SubStep<'_>) -> (Vec2, [f32; 4]) {
        let (scratch, layout, walls) = (&self.scratch, &self.layout, &self.walls);
        // Square of the speed of waves of one cell, about.
        let wave_square = sub.gravity.length() * layout.cell;
        let (position, place) = (self.positions[index], scratch.places[index]);
        let mut velocity = [0.0; 2];
        let mut gradient = [0.0; 4];
        let deep = self.is_deep(place);
        for axis in 0..2 {
            let weighed = walls.weigh(place, position, axis);
            let Weighed { faces, weights, bilinear, along: [a, b], all } = weighed;
            let speed = &scratch.speed[axis];
            let mut speeds = faces.map(|face| speed[face]);
            let mean = (weights[0] * speeds[0] + weights[1] * speeds[1])
                + (weights[2] * speeds[2] + weights[3] * speeds[3]);
            let pull = if axis == 0 { sub.gravity.x } else { sub.gravity.y };
            if !all {
                let own = if axis == 0 { before.x } else { before.y };
                let free = own + pull * sub.length;
                let any = weights.iter().any(|&weight| weight > 0.0);
                let open = Open { speed: if any { mean } else { free }, deep };
                self.mend_closed(axis, &weighed, open, &mut speeds);
            }
            if pull != 0.0 && !deep {
                self.carry(axis, pull, &faces, &bilinear, &mut speeds);
            }
            velocity[axis] = (bilinear[0] * speeds[0] + bilinear[1] * speeds[1])
                + (bilinear[2] * speeds[2] + bilinear[3] * speeds[3]);
            let along_x = (speeds[1] - speeds[0]) * (1.0 - b) + (speeds[3] - speeds[2]) * b;
            let along_y = (speeds[2] - speeds[0]) * (1.0 - a) + (speeds[3] - speeds[1]) * a;
            gradient[2 * axis] = along_x * layout.per_cell;
            gradient[2 * axis + 1] = along_y * layout.per_cell;
        }
        let mut velocity = Vec2::new(velocity[0], velocity[1]);
        if scratch.grounded[layout.cell_at(place)] {
            let square = velocity.length_squared();
            let below = |limit: f32| 1.0 / (1.0 + square / larger(limit, 1.0e-12));
            let rate = below(2.0 * wave_square) + QUIET_DAMPING * below(QUIET * QUIET * wave_square);
            velocity /= 1.0 + self.def.damping * sub.length * rate;
        }
        (velocity, gradient)
    }
}

impl Particles {
    /// Whether a place and all cells around are liquid.
    fn is_deep(&self, place: Vec2) -> bool {
        let corners = self.layout.middles(place);
        let [a, b, c, d] = self.layout.indices(&corners);
        let rows = &self.scratch.rows;
        rows[a] != NONE && rows[b] != NONE && rows[c] != NONE && rows[d] != NONE
    }

    /// Replaces the speeds of closed and hidden faces. A wall across has its own speed, unless liquid that is
    /// not enclosed leaves it; a wall along lets liquid slip. A particle without an open face flies freely.
    fn mend_closed(&self, axis: usize, weighed: &Weighed, open: Open, speeds: &mut [f32; 4]) {
        let (walls, mean) = (&self.walls, open.speed);
        let bounds = walls.walls_across(&weighed.faces, weighed.along, axis);
        for corner in 0..4 {
            let wall = walls.speed[axis][weighed.faces[corner]];
            let is_high = if axis == 0 { corner & 1 } else { corner >> 1 } == 1;
            let leaves = if is_high { mean < wall } else { mean > wall };
            if bounds[corner] && (open.deep || !leaves) {
                speeds[corner] = wall;
            } else if weighed.weights[corner] <= 0.0 {
                speeds[corner] = mean;
            }
        }
    }

    /// Keeps a particle on the surface from falling into the liquid: no pressure acts on the faces above it,
    /// but the liquid below carries it.
    fn carry(&self, axis: usize, pull: f32, faces: &[usize; 4], weights: &[f32; 4], speeds: &mut [f32; 4]) {
        let (rows, step) = (&self.scratch.rows, self.layout.step(axis));
        let wet = faces.map(|face| rows[face] != NONE || rows[face - step] != NONE);
        let (mut sum, mut weight) = (0.0, 0.0);
        for corner in 0..4 {
            if wet[corner] {
                sum += weights[corner] * speeds[corner];
                weight += weights[corner];
            }
        }
        if weight < LEAST_SUPPORT {
            return;
        }
        let mean = sum / weight;
        for corner in 0..4 {
            let falls = (speeds[corner] - mean) * pull > 0.0;
            if !wet[corner] && falls {
                speeds[corner] = mean;
            }
        }
    }
}

/// Liquid at open faces.
#[derive(Clone, Copy)]
struct Open {
    speed: f32,
    /// Whether all cells around are liquid.
    deep: bool,
}

/// Numbers of a sub-step.
#[derive(Clone, Copy)]
pub(crate) struct SubStep<'a> {
    pub(crate) means: Means<'a>,
    /// Length `[s]`.
    pub(crate) length: f32,
    pub(crate) gravity: Vec2,
    /// Speed limit `[m/s]`.
    pub(crate) limit: f32,
    pub(crate) index: u32,
}

/// Copies two lists in a new order.
fn permute<A: Copy + Send + Sync, B: Copy + Send + Sync>(
    tasks: Option<&dyn TaskSystem>,
    order: &[u32],
    (a, new_a): (&[A], &mut [A]),
    (b, new_b): (&[B], &mut [B]),
) {
    for_each_run(tasks, (new_a, new_b), &mut [(); RUNS], &|first, (new_a, new_b, ())| {
        for ((new_a, new_b), &old) in new_a.iter_mut().zip(new_b).zip(&order[first..]) {
            (*new_a, *new_b) = (a[old as usize], b[old as usize]);
        }
    });
}
