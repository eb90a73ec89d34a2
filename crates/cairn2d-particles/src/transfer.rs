//! Transfer of mass and velocities between particles and the faces of the grid (APIC, Jiang et al. 2015).
//!
//! Particles away from solids go eight at a time.

use core::ops::Range;

use cairn2d::Vec2;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::for_each_chunk;

use crate::batch::{coordinates, parts};
use crate::blocks::WIDTH;
use crate::def::larger;
use crate::flow::{SHARE, SubStep};
use crate::grid::{Layout, NONE};
use crate::particles::{Particles, Scratch};
use crate::runs::{Givers, RUNS, for_each_run, run_length, span};
use crate::walls::{Walls, Weighed};

/// Speed in terms of waves of a cell, up to which motion is no more than what particles do to each other
/// while their cells keep the volume. It decays at this many times the rate of damping.
const QUIET: f32 = 0.1;
const QUIET_DAMPING: f32 = 20.0;

/// Weight of liquid faces from which on the liquid carries a particle.
const LEAST_SUPPORT: f32 = 0.15;

impl Particles {
    /// Gives mass and momentum of the particles to the faces, and gravity to their velocities.
    pub(crate) fn give_to_faces(&mut self, sub: &SubStep<'_>) {
        let (layout, walls, positions) = (&self.layout, &self.walls, &self.positions);
        let Scratch { mass, speed, places, given, given_to_faces, .. } = &mut self.scratch;
        places.resize(positions.len(), Vec2::ZERO);
        for_each_chunk(sub.means.tasks, places, run_length(positions.len()), &|start, places| {
            for (place, &position) in places.iter_mut().zip(&positions[start..]) {
                *place = walls.moving_place(layout.place(position), position);
            }
        });
        let [given_x, given_y] = given_to_faces;
        given_x.resize(layout.count, [0.0; 2]);
        given_y.resize(layout.count, [0.0; 2]);
        for_each_run(sub.means.tasks, (given_x, given_y), &mut [(); RUNS], &|_, (x, y, ())| {
            x.fill([0.0; 2]);
            y.fill([0.0; 2]);
        });
        let (places, velocities, gradients) = (&places[..], &self.velocities[..], &self.gradients[..]);
        let giver = Giver { layout, walls, positions, places, velocities, gradients };
        given.collect(
            sub.means.tasks,
            Givers {
                layout,
                count: positions.len(),
                span: &|run| span(places[run].iter().map(|place| place.y)),
            },
            &|particles, first, given| {
                with_lanes!(sub.means.up_to_eight(), lanes => giver.give(lanes, particles, first, halves(given)));
            },
            (given_x, given_y),
            &|given, start, (given_x, given_y)| {
                let [all_x, all_y] = halves_of(given);
                for (sums, given) in [(given_x, all_x), (given_y, all_y)] {
                    for (sum, given) in sums.iter_mut().zip(&given[start..]) {
                        sum[0] += given[0];
                        sum[1] += given[1];
                    }
                }
            },
        );
        let gains = [sub.gravity.x * sub.length, sub.gravity.y * sub.length];
        for axis in 0..2 {
            let (mass, speed, given, gain) =
                (&mut mass[axis], &mut speed[axis], &given_to_faces[axis], gains[axis]);
            mass.resize(layout.count, 0.0);
            speed.resize(layout.count, 0.0);
            let lists = (&mut mass[..], &mut speed[..]);
            for_each_run(sub.means.tasks, lists, &mut [(); RUNS], &|first, (mass, speed, ())| {
                for ((mass, speed), given) in mass.iter_mut().zip(speed).zip(&given[first..]) {
                    *mass = given[0];
                    *speed = if given[0] > 0.0 { given[1] / given[0] + gain } else { 0.0 };
                }
            });
        }
    }

    /// Takes velocities and their gradients from the faces.
    pub(crate) fn take_from_faces(&mut self, sub: &SubStep<'_>) {
        let mut velocities = core::mem::take(&mut self.velocities);
        let mut gradients = core::mem::take(&mut self.gradients);
        let lists = (&mut velocities[..], &mut gradients[..]);
        for_each_run(sub.means.tasks, lists, &mut [(); RUNS], &|start, (velocities, gradients, ())| {
            let lists = (velocities, gradients);
            with_lanes!(sub.means.up_to_eight(), lanes => self.take_run(lanes, start, lists, sub));
        });
        (self.velocities, self.gradients) = (velocities, gradients);
    }

    /// Takes the velocities of a run of particles.
    #[inline(always)]
    fn take_run<L: Lanes>(
        &self,
        l: L,
        start: usize,
        (velocities, gradients): (&mut [Vec2], &mut [[f32; 4]]),
        sub: &SubStep<'_>,
    ) {
        let batches = velocities.chunks_mut(WIDTH).zip(gradients.chunks_mut(WIDTH));
        for (batch, (velocities, gradients)) in batches.enumerate() {
            let start = start + batch * WIDTH;
            let mut simple = [false; WIDTH];
            if velocities.len() == WIDTH {
                simple = self.take_batch(l, start, (velocities, gradients), sub);
            }
            for (lane, (velocity, gradient)) in velocities.iter_mut().zip(gradients).enumerate() {
                if !simple[lane] {
                    (*velocity, *gradient) = self.taken(start + lane, *velocity, sub);
                }
            }
        }
    }

    /// Takes the velocities of those particles of a batch for which all faces around are open and liquid.
    /// Returns which.
    #[inline(always)]
    fn take_batch<L: Lanes>(
        &self,
        l: L,
        start: usize,
        (velocities, gradients): (&mut [Vec2], &mut [[f32; 4]]),
        sub: &SubStep<'_>,
    ) -> [bool; WIDTH] {
        let (scratch, layout) = (&self.scratch, &self.layout);
        let places = coordinates(&scratch.places[start..]);
        let cells = layout.batch_cells(l, &places);
        let mut simple = self.walls.batch_clear(&cells);
        for lane in 0..WIDTH {
            simple[lane] = simple[lane] && self.is_deep(Vec2::new(places[0][lane], places[1][lane]));
        }
        if simple == [false; WIDTH] {
            return simple;
        }
        let mut x = layout.batch_faces(l, &places, 0).between(l, &scratch.speed[0], layout.stride);
        let mut y = layout.batch_faces(l, &places, 1).between(l, &scratch.speed[1], layout.stride);
        let mut grounded = [0.0; WIDTH];
        for lane in 0..WIDTH {
            grounded[lane] =
                if scratch.grounded[cells[lane] as usize] { self.def.damping * sub.length } else { 0.0 };
        }
        let [fast, slow] = limits(sub.gravity.length() * layout.cell).map(|limit| l.splat(limit));
        let (one, per_cell) = (l.splat(1.0), l.splat(layout.per_cell));
        for part in parts(l) {
            let (vx, vy) = (l.load(&x.value[part..]), l.load(&y.value[part..]));
            let square = vx * vx + vy * vy;
            let rate = one / (one + square / fast) + l.splat(QUIET_DAMPING) / (one + square / slow);
            let scale = one / (one + l.load(&grounded[part..]) * rate);
            l.store(vx * scale, &mut x.value[part..]);
            l.store(vy * scale, &mut y.value[part..]);
            for values in [&mut x.change_x, &mut x.change_y, &mut y.change_x, &mut y.change_y] {
                l.store(l.load(&values[part..]) * per_cell, &mut values[part..]);
            }
        }
        for lane in 0..WIDTH {
            if simple[lane] {
                velocities[lane] = Vec2::new(x.value[lane], y.value[lane]);
                gradients[lane] = [x.change_x[lane], x.change_y[lane], y.change_x[lane], y.change_y[lane]];
            }
        }
        simple
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
            let [fast, slow] = limits(wave_square).map(|limit| 1.0 / (1.0 + square / limit));
            let rate = fast + QUIET_DAMPING * slow;
            velocity /= 1.0 + self.def.damping * sub.length * rate;
        }
        (velocity, gradient)
    }
}

impl Particles {
    /// Whether a place and all cells around are liquid.
    #[inline(always)]
    fn is_deep(&self, place: Vec2) -> bool {
        let stride = self.layout.stride;
        let rows = &self.scratch.rows[self.layout.middles(place).first..][..stride + 2];
        rows[0] != NONE && rows[1] != NONE && rows[stride] != NONE && rows[stride + 1] != NONE
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

/// Squares of the speeds above which liquid on static shapes decays less, for fast motion and for slow one.
fn limits(wave_square: f32) -> [f32; 2] {
    [2.0 * wave_square, QUIET * QUIET * wave_square].map(|limit| larger(limit, 1.0e-12))
}

/// Mass and momentum of faces from a first one on, for both axes.
fn halves(given: &mut [[f32; 4]]) -> [&mut [[f32; 2]]; 2] {
    let half = 2 * given.len();
    let (x, y) = given.as_flattened_mut().split_at_mut(half);
    [x, y].map(|values| values.as_chunks_mut().0)
}

/// The same, to read.
fn halves_of(given: &[[f32; 4]]) -> [&[[f32; 2]]; 2] {
    let (x, y) = given.as_flattened().split_at(2 * given.len());
    [x, y].map(|values| values.as_chunks().0)
}

/// Particles that give to faces.
#[derive(Clone, Copy)]
struct Giver<'a> {
    layout: &'a Layout,
    walls: &'a Walls,
    positions: &'a [Vec2],
    places: &'a [Vec2],
    velocities: &'a [Vec2],
    gradients: &'a [[f32; 4]],
}

impl Giver<'_> {
    /// Adds some particles to the faces from a first one on.
    #[inline(always)]
    fn give<L: Lanes>(&self, l: L, particles: Range<usize>, first: usize, mut given: [&mut [[f32; 2]]; 2]) {
        let mut index = particles.start;
        while index < particles.end {
            if index + WIDTH <= particles.end {
                self.give_batch(l, index, first, &mut given);
                index += WIDTH;
            } else {
                self.give_one(index, first, &mut given);
                index += 1;
            }
        }
    }

    #[inline(always)]
    fn give_batch<L: Lanes>(&self, l: L, start: usize, first: usize, given: &mut [&mut [[f32; 2]]; 2]) {
        let (layout, stride) = (self.layout, self.layout.stride);
        let places = coordinates(&self.places[start..]);
        let cells = layout.batch_cells(l, &places);
        let clear = self.walls.batch_clear(&cells);
        let velocities = coordinates(&self.velocities[start..]);
        for axis in 0..2 {
            let corners = layout.batch_faces(l, &places, axis);
            let mut masses = corners.weights(l);
            let (mut along_x, mut along_y) = ([0.0; WIDTH], [0.0; WIDTH]);
            for (lane, gradient) in self.gradients[start..start + WIDTH].iter().enumerate() {
                (along_x[lane], along_y[lane]) = (gradient[2 * axis], gradient[2 * axis + 1]);
            }
            let mut momenta = [[0.0; WIDTH]; 4];
            let (cell, share) = (l.splat(layout.cell), l.splat(SHARE));
            for part in parts(l) {
                // About the mean of the places, which is the particle's.
                let (x, y) = (l.load(&along_x[part..]) * cell, l.load(&along_y[part..]) * cell);
                let speed = l.load(&velocities[axis][part..]);
                let low = speed - x * l.load(&corners.along_x[part..]) - y * l.load(&corners.along_y[part..]);
                let speeds = [low, low + x, low + y, low + x + y];
                for ((masses, momenta), speed) in masses.iter_mut().zip(&mut momenta).zip(speeds) {
                    let mass = l.load(&masses[part..]) * share;
                    l.store(mass, &mut masses[part..]);
                    l.store(mass * speed, &mut momenta[part..]);
                }
            }
            for lane in (0..WIDTH).filter(|&lane| clear[lane]) {
                let faces = &mut given[axis][corners.first[lane] as usize - first..][..stride + 2];
                for (corner, face) in [0, 1, stride, stride + 1].into_iter().enumerate() {
                    faces[face][0] += masses[corner][lane];
                    faces[face][1] += momenta[corner][lane];
                }
            }
        }
        for lane in (0..WIDTH).filter(|&lane| !clear[lane]) {
            self.give_one(start + lane, first, given);
        }
    }

    #[inline(never)]
    fn give_one(&self, index: usize, first: usize, given: &mut [&mut [[f32; 2]]; 2]) {
        let (place, velocity) = (self.places[index], self.velocities[index]);
        let gradient = self.gradients[index].map(|part| part * self.layout.cell);
        for axis in 0..2 {
            let Weighed { faces, weights, .. } = self.walls.weigh(place, self.positions[index], axis);
            // About the mean of the places, so that the sum of the momenta is that of the particle.
            let mean = [weights[1] + weights[3], weights[2] + weights[3]];
            let speed = if axis == 0 { velocity.x } else { velocity.y };
            let (along_x, along_y) = (gradient[2 * axis], gradient[2 * axis + 1]);
            let low = speed - along_x * mean[0] - along_y * mean[1];
            let speeds = [low, low + along_x, low + along_y, low + along_x + along_y];
            for corner in 0..4 {
                let mass = SHARE * weights[corner];
                let face = &mut given[axis][faces[corner] - first];
                face[0] += mass;
                face[1] += mass * speeds[corner];
            }
        }
    }
}
