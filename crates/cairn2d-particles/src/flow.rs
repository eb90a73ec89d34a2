//! A step of the liquid: sub-steps of transfer to the grid, pressure, transfer back, and motion.
//!
//! Velocities travel between particles and faces with their gradients (APIC, Jiang et al. 2015), which keeps
//! momentum and rotation. The pressure then makes the velocity free of divergence for the whole liquid at
//! once, so the depth of a pool does not matter. A second system moves particles, without a change of their
//! velocity, until each cell is full (implicit density projection, Kugelstadt et al. 2019): so the volume
//! stays. Neither of the two can add energy to a liquid at rest.

use cairn2d::Vec2;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::{TaskSystem, for_each_chunk, for_each_slot};

use crate::blocks::WIDTH;
use crate::def::{clamped, larger};
use crate::grid::{Layout, NONE};
use crate::particles::{Particles, ParticlesStep, Scratch};
use crate::runs::{Givers, Means, RUNS, for_each_run, run_length, span};
use crate::walls::Walls;

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

/// Time of calm after which the liquid sleeps `[s]`.
pub(crate) const TIME_TO_SLEEP: f32 = 0.5;

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
        let speed = self.motion(tasks)[0] + dt * gravity.length();
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
        let motion = self.motion(tasks);
        self.step.fastest = motion[0];
        self.watch(dt, motion);
    }

    /// Makes room for what depends on the number of particles, so that a splash allocates nothing.
    fn make_room(&mut self) {
        let count = self.positions.len();
        let scratch = &mut self.scratch;
        for hits in &mut scratch.hits {
            hits.clear();
            hits.reserve(run_length(count));
        }
        scratch.labels.clear();
        let slots = (WIDTH * count).min(self.layout.count) + 2 * WIDTH;
        scratch.labels.reserve(slots);
        scratch.occupied.clear();
        scratch.occupied.reserve(count);
        scratch.parts.clear();
        scratch.parts.reserve(count);
        scratch.part_labels.clear();
        scratch.part_labels.reserve(count);
        let stride = self.layout.stride;
        scratch.system.reserve(slots, [stride / WIDTH, self.layout.count / stride]);
        scratch.blocks.reserve(slots / WIDTH, self.layout.count / WIDTH);
        self.walls.make_room();
    }

    /// Lets the liquid sleep after some time of hardly any motion.
    fn watch(&mut self, dt: f32, motion: [f32; 2]) {
        // Waves of one cell are about that fast.
        let wave = (self.gravity.length() * self.layout.cell).sqrt();
        let mean = motion[1] / larger(self.velocities.len() as f32, 1.0);
        let calm = mean.sqrt() < CALM_MEAN * wave && self.step.fastest < CALM_FASTEST * wave;
        self.calm_time = if calm { self.calm_time + dt } else { 0.0 };
    }

    /// Puts the liquid to sleep.
    pub(crate) fn fall_asleep(&mut self) {
        self.asleep = true;
        self.velocities.fill(Vec2::ZERO);
        self.gradients.fill([0.0; 4]);
    }

    /// The speed of the fastest particle, and the sum of the squares of all speeds.
    fn motion(&self, tasks: Option<&dyn TaskSystem>) -> [f32; 2] {
        let length = run_length(self.velocities.len());
        let mut runs = [[0.0_f32; 2]; RUNS];
        for_each_slot(tasks, &mut runs, &|run, [most, sum]| {
            for velocity in self.velocities.iter().skip(run * length).take(length) {
                let square = velocity.length_squared();
                *most = larger(*most, square);
                *sum += square;
            }
        });
        let [most, sum] =
            runs.into_iter().fold([0.0; 2], |all, run| [larger(all[0], run[0]), all[1] + run[1]]);
        [most.sqrt(), sum]
    }

    fn sub_step(&mut self, sub: SubStep<'_>) {
        self.slow_down(sub.limit, sub.means.tasks);
        self.sort(sub.means.tasks);
        self.part(sub.means);
        self.mark(sub.means);
        self.let_bodies_fall(sub.length);
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
    fn slow_down(&mut self, limit: f32, tasks: Option<&dyn TaskSystem>) {
        let lists = (&mut self.velocities[..], &mut self.gradients[..]);
        for_each_run(tasks, lists, &mut [(); RUNS], &|_, (velocities, gradients, ())| {
            for (velocity, gradient) in velocities.iter_mut().zip(gradients) {
                let square = velocity.length_squared();
                let within = square <= limit * limit;
                if within {
                    continue;
                }
                *velocity = if square < f32::MAX { *velocity * (limit / square.sqrt()) } else { Vec2::ZERO };
                *gradient = [0.0; 4];
            }
        });
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
    pub(crate) fn mark(&mut self, means: Means<'_>) {
        let (layout, walls, positions) = (&self.layout, &self.walls, &self.positions);
        let Scratch { filled, rows, wet, fills, blocks, .. } = &mut self.scratch;
        filled.resize(layout.count, 0.0);
        for_each_chunk(means.tasks, filled, run_length(layout.count), &|first, filled| {
            filled.copy_from_slice(&walls.solid[first..first + filled.len()]);
        });
        fills.collect(
            means.tasks,
            Givers {
                layout,
                count: positions.len(),
                span: &|run| span(positions[run].iter().map(|&position| layout.place(position).y)),
            },
            &|particles, first, fills| {
                let positions = &positions[particles];
                with_lanes!(means.up_to_eight(), lanes => fill(lanes, (layout, walls), positions, first, fills));
            },
            (filled, &mut vec![(); layout.count]),
            &|fills, start, (filled, _)| {
                for (filled, [fill]) in filled.iter_mut().zip(&fills[start..]) {
                    *filled += fill;
                }
            },
        );
        let filled = &filled[..];
        wet.resize(layout.count / WIDTH, 0);
        for_each_chunk(means.tasks, wet, run_length(layout.count / WIDTH), &|first, wet| {
            for (wet, place) in wet.iter_mut().zip(first..) {
                let cells = place * WIDTH..(place + 1) * WIDTH;
                *wet = 0;
                for (lane, (&filled, &solid)) in
                    filled[cells.clone()].iter().zip(&walls.solid[cells]).enumerate()
                {
                    // The middle of the cell is under the surface.
                    let open = 1.0 - solid;
                    *wet |= u8::from((open > LEAST_OPEN) & (filled - solid >= 0.5 * open)) << lane;
                }
                if *wet != 0 {
                    let open = |lane| walls.is_open(place * WIDTH + lane);
                    *wet =
                        (0..WIDTH).filter(|&lane| open(lane)).fold(0, |open, lane| open | *wet & 1 << lane);
                }
            }
        });
        let (wet, blocks) = (&wet[..], &mut *blocks);
        blocks.begin(layout.stride / WIDTH, layout.count / layout.stride);
        (0..wet.len()).filter(|&place| wet[place] != 0).for_each(|place| blocks.touch(place));
        blocks.number();
        rows.resize(layout.count, NONE);
        let blocks = &*blocks;
        let length = run_length(layout.count).next_multiple_of(WIDTH);
        for_each_chunk(means.tasks, rows, length, &|first, rows| {
            for (rows, place) in rows.chunks_exact_mut(WIDTH).zip(first / WIDTH..) {
                let number = blocks.find(place) * WIDTH as u32;
                for (row, lane) in rows.iter_mut().zip(0..) {
                    *row = if wet[place] >> lane & 1 == 1 { number + lane } else { NONE };
                }
            }
        });
    }
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

/// Adds the shares of particles to the cells around them, from a first cell on.
#[inline(always)]
fn fill<L: Lanes>(
    l: L,
    (layout, walls): (&Layout, &Walls),
    positions: &[Vec2],
    first: usize,
    fills: &mut [[f32; 1]],
) {
    let (batches, rest) = positions.as_chunks::<WIDTH>();
    let stride = layout.stride;
    for positions in batches {
        let places = layout.batch_places(l, positions);
        let clear = walls.batch_clear(&layout.batch_cells(l, &places));
        let corners = layout.batch_corners(l, &places, [0.5; 2]);
        let weights = corners.weights(l);
        for lane in 0..WIDTH {
            if clear[lane] {
                let fills = &mut fills[corners.first[lane] as usize - first..][..stride + 2];
                for (corner, weights) in [0, 1, stride, stride + 1].into_iter().zip(&weights) {
                    fills[corner][0] += SHARE * weights[lane];
                }
            } else {
                fill_one(layout, walls, positions[lane], first, fills);
            }
        }
    }
    for &position in rest {
        fill_one(layout, walls, position, first, fills);
    }
}

/// Adds the share of a particle to the cells around it.
#[inline(never)]
fn fill_one(layout: &Layout, walls: &Walls, position: Vec2, first: usize, fills: &mut [[f32; 1]]) {
    let corners = layout.middles(layout.place(position));
    let indices = layout.indices(&corners);
    let hides = indices.iter().any(|&index| walls.hides[index]);
    for (index, weight) in indices.into_iter().zip(corners.weights) {
        if !(hides && walls.is_hidden(index, position)) {
            fills[index - first][0] += SHARE * weight;
        }
    }
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
