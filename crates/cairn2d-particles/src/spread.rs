//! Volume: moves particles until no cell holds more than its share, and inner cells hold no less.
//!
//! The displacements are gradients of a potential, whose Laplacian is the surplus of each cell. They do not
//! change velocities.

use core::cmp::Ordering;
use core::ops::Range;

use cairn2d::Vec2;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::for_each_chunk;

use crate::blocks::WIDTH;
use crate::def::{clamped, larger};
use crate::flow::SubStep;
use crate::grid::{Layout, NONE, whole};
use crate::particles::{Particles, Scratch};
use crate::runs::{Means, RUNS, for_each_run, run_length};
use crate::solve::folded;
use crate::walls::Walls;

/// Surplus that is left alone, so that liquid at rest stays where it is.
const TOLERANCE: f32 = 0.005;

/// Share of the surplus that a sub-step removes.
const EAGERNESS: f32 = 0.5;

/// Share of an overlap of two particles that each of them gives way by.
const PARTING: f32 = 0.15;

/// One for as many lanes as the index, zero for the others.
const FIRST: [[f32; WIDTH]; WIDTH + 1] = [
    [0.0; WIDTH],
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0],
    [1.0; WIDTH],
];

/// Largest displacement along an axis, in cells.
const FARTHEST: f32 = 0.2;

impl Particles {
    /// Moves particles from crowded cells to empty ones.
    pub(crate) fn spread(&mut self, sub: &SubStep<'_>) {
        self.mark(sub.means);
        let mut system = core::mem::take(&mut self.scratch.system);
        let blocks = core::mem::take(&mut self.scratch.blocks);
        system.reset(&blocks);
        let most = system.for_each_part(&blocks, sub.means, &|part| {
            part.for_each_row(&blocks, &self.scratch.wet, |part, row, cell| {
                for (axis, face, sign, other) in self.sides(cell) {
                    let open = self.walls.open[axis][face];
                    if self.scratch.rows[other] == NONE {
                        part.to_air[row] += open;
                    } else if sign > 0.0 {
                        part.to_next[axis][row] = open;
                    }
                }
                // Beside an opening to air, a cell may hold less.
                let low = if part.to_air[row] > 0.0 { 0.0 } else { -0.3 };
                let surplus = clamped(self.scratch.filled[cell] - 1.0, low, 0.5);
                let kept = clamped(surplus, -TOLERANCE, TOLERANCE);
                let right = EAGERNESS * (surplus - kept);
                part.right[row] = right;
                part.largest = larger(part.largest, right.abs());
            });
        });
        if most > 0.0 {
            system.balance(&blocks, &mut self.scratch.labels);
            self.step.volume_passes += system.solve(&blocks, 2.0e-3, 100, sub.means);
        }
        self.shift(&system.solution, sub.means);
        (self.scratch.system, self.scratch.blocks) = (system, blocks);
        self.move_particles(sub, false);
    }

    /// Finds displacements that part particles closer than a spacing. Cells see only their sum of particles;
    /// this evens out the liquid within cells. Positions must be sorted.
    pub(crate) fn part(&mut self, means: Means<'_>) {
        let (layout, numbers, count) = (&self.layout, &self.numbers, self.positions.len());
        let Scratch { partings, starts, columns: [xs, ys], .. } = &mut self.scratch;
        let near = Near { xs, ys, starts, numbers, layout, spacing: self.def.spacing };
        partings.resize(count, Vec2::ZERO);
        for_each_chunk(means.tasks, partings, run_length(count), &|first, partings| {
            with_lanes!(means.up_to_eight(), lanes => {
                for (parting, particle) in partings.iter_mut().zip(first..) {
                    *parting = near.parting(lanes, particle) * PARTING;
                }
            });
        });
    }

    /// Sets the displacements of the particles from the potential of the rows.
    fn shift(&mut self, potential: &[f32], means: Means<'_>) {
        let (scratch, layout, walls) = (&mut self.scratch, &self.layout, &self.walls);
        let mut speed = core::mem::take(&mut scratch.speed);
        let [x, y] = &mut speed;
        let (rows, reading) = (&scratch.rows[..], &*scratch);
        for_each_run(means.tasks, (x, y), &mut [(); RUNS], &|first, (x, y, ())| {
            for (axis, displacements) in [x, y].into_iter().enumerate() {
                let step = layout.step(axis);
                for (displacements, place) in displacements.chunks_mut(WIDTH).zip(first / WIDTH..) {
                    displacements.fill(0.0);
                    if !reading.is_wet_around(place, axis, layout.stride) {
                        continue;
                    }
                    for (displacement, face) in displacements.iter_mut().zip(place * WIDTH..) {
                        let behind = if face < step { NONE } else { rows[face - step] };
                        let value = |row| if row == NONE { 0.0 } else { potential[row as usize] };
                        if walls.open[axis][face] > 0.0 {
                            let change = value(behind) - value(rows[face]);
                            *displacement = clamped(change, -FARTHEST, FARTHEST);
                        }
                    }
                }
            }
        });
        scratch.speed = speed;
        let Scratch { vectors, speed, partings, .. } = scratch;
        let (positions, speed, partings) = (&self.positions[..], &*speed, &partings[..]);
        let shift = Shift { layout, walls, positions, speed, partings };
        vectors.resize(positions.len(), Vec2::ZERO);
        for_each_chunk(means.tasks, vectors, run_length(positions.len()), &|first, vectors| {
            with_lanes!(means.up_to_eight(), lanes => shift.run(lanes, first, vectors));
        });
    }
}

/// Displacements at faces, and the particles that they move.
#[derive(Clone, Copy)]
struct Shift<'a> {
    layout: &'a Layout,
    walls: &'a Walls,
    positions: &'a [Vec2],
    speed: &'a [Vec<f32>; 2],
    partings: &'a [Vec2],
}

impl Shift<'_> {
    /// The displacements of particles from a first one on.
    #[inline(always)]
    fn run<L: Lanes>(&self, l: L, first: usize, vectors: &mut [Vec2]) {
        for (batch, vectors) in vectors.chunks_mut(WIDTH).enumerate() {
            let first = first + batch * WIDTH;
            let mut clear = [false; WIDTH];
            if vectors.len() == WIDTH {
                clear = self.batch(l, first, vectors);
            }
            for (lane, vector) in vectors.iter_mut().enumerate().filter(|&(lane, _)| !clear[lane]) {
                *vector = self.one(first + lane);
            }
        }
    }

    /// The displacements of those particles of a batch that are away from solids. Returns which.
    #[inline(always)]
    fn batch<L: Lanes>(&self, l: L, first: usize, vectors: &mut [Vec2]) -> [bool; WIDTH] {
        let layout = self.layout;
        let places = layout.batch_places(l, &self.positions[first..]);
        let cells = layout.batch_cells(l, &places);
        let clear = self.walls.batch_clear(&cells);
        if clear == [false; WIDTH] {
            return clear;
        }
        let x = layout.batch_faces(l, &places, 0).between(l, &self.speed[0], layout.stride);
        let y = layout.batch_faces(l, &places, 1).between(l, &self.speed[1], layout.stride);
        for lane in 0..WIDTH {
            let shift = Vec2::new(x.value[lane], y.value[lane]) * layout.cell;
            if clear[lane] {
                vectors[lane] = shift + self.parting(first + lane);
            }
        }
        clear
    }

    /// The displacement of a particle.
    #[inline(never)]
    fn one(&self, particle: usize) -> Vec2 {
        let (walls, position) = (self.walls, self.positions[particle]);
        let place = walls.moving_place(self.layout.place(position), position);
        let mut shift = [0.0; 2];
        for (axis, shift) in shift.iter_mut().enumerate() {
            let weighed = walls.weigh(place, position, axis);
            let across =
                weighed.all || walls.walls_across(&weighed.faces, weighed.along, axis).contains(&true);
            // Beside a wall across, displacements vanish towards it.
            let weights = if across { weighed.bilinear } else { weighed.weights };
            for (face, weight) in weighed.faces.into_iter().zip(weights) {
                *shift += weight * self.speed[axis][face];
            }
        }
        Vec2::new(shift[0], shift[1]) * self.layout.cell + self.parting(particle)
    }

    /// What parts a particle from close ones, limited.
    #[inline(always)]
    fn parting(&self, particle: usize) -> Vec2 {
        let (parting, most) = (self.partings[particle], 0.1 * self.layout.cell);
        Vec2::new(clamped(parting.x, -most, most), clamped(parting.y, -most, most))
    }
}

/// Sorted particles.
#[derive(Clone, Copy)]
struct Near<'a> {
    xs: &'a [f32],
    ys: &'a [f32],
    starts: &'a [u32],
    numbers: &'a [u32],
    layout: &'a Layout,
    spacing: f32,
}

impl Near<'_> {
    /// The sum of the overlaps with other particles, away from them.
    ///
    /// The partial sums are those of eight lanes. Few lists are longer than that.
    #[inline(always)]
    fn parting<L: Lanes>(&self, l: L, particle: usize) -> Vec2 {
        let (x, y) = (self.xs[particle], self.ys[particle]);
        let ranges = self.ranges(Vec2::new(x, y));
        let zero = l.splat(0.0);
        let (mut sum_x, mut sum_y, mut same) = ([zero; WIDTH], [zero; WIDTH], 0);
        let (x, y, spacing) = (l.splat(x), l.splat(y), l.splat(self.spacing));
        for range in ranges.clone() {
            let mut first = range.start;
            while first < range.end {
                let mask = &FIRST[(range.end - first).min(WIDTH)];
                let (xs, ys) = (&self.xs[first..first + WIDTH], &self.ys[first..first + WIDTH]);
                for part in 0..WIDTH / L::COUNT {
                    let lane = part * L::COUNT;
                    let (along_x, along_y) = (x - l.load(&xs[lane..]), y - l.load(&ys[lane..]));
                    let (square, mask) = (along_x * along_x + along_y * along_y, l.load(&mask[lane..]));
                    // Never zero.
                    let distance = l.sqrt(square + l.splat(f32::MIN_POSITIVE));
                    let share = mask * (l.max(spacing - distance, zero) / distance);
                    sum_x[part] = sum_x[part] + along_x * share;
                    sum_y[part] = sum_y[part] + along_y * share;
                    same += l.bits(l.and(l.le(square, zero), l.gt(mask, zero))).count_ones();
                }
                first += WIDTH;
            }
        }
        let [sum_x, sum_y] = [sum_x, sum_y].map(|sums| {
            let mut lanes = [0.0; WIDTH];
            for (part, lanes) in lanes.chunks_exact_mut(L::COUNT).enumerate() {
                l.store(sums[part], lanes);
            }
            folded(lanes)
        });
        let sum = Vec2::new(sum_x, sum_y);
        // One of those at the same place is the particle itself.
        if same > 1 { sum + self.parting_of_same(particle, ranges) } else { sum }
    }

    /// The particles of the two columns and two rows of cells that are near a position: the spacing is half
    /// a cell.
    #[inline(always)]
    fn ranges(&self, position: Vec2) -> [Range<usize>; 2] {
        let place = self.layout.place(position);
        let (column, row) = (whole(place.x), whole(place.y));
        let (x, y) = (place.x - column as f32, place.y - row as f32);
        let stride = self.layout.stride;
        let first = (row - usize::from(y < 0.5)) * stride + column - usize::from(x < 0.5);
        let start = |cell: usize| self.starts[cell - 1] as usize;
        [first, first + stride].map(|first| start(first)..start(first + 2))
    }

    /// The sum of the directions from particles at the same place, in terms of overlaps.
    #[cold]
    fn parting_of_same(&self, particle: usize, ranges: [Range<usize>; 2]) -> Vec2 {
        let mut shift = Vec2::ZERO;
        for other in ranges.into_iter().flatten() {
            if self.xs[other] == self.xs[particle] && self.ys[other] == self.ys[particle] {
                shift += apart(self.numbers[particle], self.numbers[other]) * self.spacing;
            }
        }
        shift
    }
}

/// The direction in which the first of two particles at one place parts from the second, the opposite one for
/// the second; zero for a particle and itself. Solids press particles into one corner.
fn apart(number: u32, other: u32) -> Vec2 {
    let side = match number.cmp(&other) {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => -1.0,
    };
    // Pairs of neighbouring numbers differ in direction.
    if (number ^ other) & 1 == 0 { Vec2::new(side, 0.0) } else { Vec2::new(0.0, side) }
}
