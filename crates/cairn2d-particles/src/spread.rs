//! Volume: moves particles until no cell holds more than its share, and inner cells hold no less.
//!
//! The displacements are gradients of a potential, whose Laplacian is the surplus of each cell. They do not
//! change velocities.

use core::cmp::Ordering;
use core::ops::Range;

use cairn2d::Vec2;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::blocks::WIDTH;

use crate::def::clamped;
use crate::flow::SubStep;
use crate::grid::{Layout, NONE};
use crate::particles::{Particles, Scratch};
use crate::runs::{Means, run_length};
use crate::solve::folded;

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
        self.mark(sub.means.tasks);
        self.find_surface();
        let mut system = core::mem::take(&mut self.scratch.system);
        let blocks = core::mem::take(&mut self.scratch.blocks);
        system.reset(&blocks);
        let mut most: f32 = 0.0;
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            let row = self.scratch.rows[cell] as usize;
            for (axis, face, sign, other) in self.sides(cell) {
                let open = self.walls.open[axis][face];
                if self.scratch.rows[other] == NONE {
                    system.matrix.to_air[row] += open;
                } else if sign > 0.0 {
                    system.matrix.next_weights(axis)[row] = open;
                }
            }
            let surplus = self.scratch.filled[cell] - 1.0;
            let low = if self.scratch.at_surface[cell] { 0.0 } else { -0.3 };
            let surplus = clamped(surplus, low, 0.5);
            let kept = clamped(surplus, -TOLERANCE, TOLERANCE);
            system.right[row] = EAGERNESS * (surplus - kept);
            most = if system.right[row].abs() > most { system.right[row].abs() } else { most };
        }
        if most > 0.0 {
            system.balance(&blocks, &mut self.scratch.labels);
            self.step.volume_passes += system.solve(&blocks, 2.0e-3, 100, sub.means);
        }
        self.shift(&system.solution, sub.means.tasks);
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

    /// Finds the liquid cells beside an opening to air.
    fn find_surface(&mut self) {
        let mut at_surface = core::mem::take(&mut self.scratch.at_surface);
        at_surface.clear();
        at_surface.resize(self.layout.count, false);
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            at_surface[cell] = self.sides(cell).into_iter().any(|(axis, face, _, other)| {
                self.walls.open[axis][face] > 0.0 && self.scratch.rows[other] == NONE
            });
        }
        self.scratch.at_surface = at_surface;
    }

    /// Sets the displacements of the particles from the potential of the rows.
    fn shift(&mut self, potential: &[f32], tasks: Option<&dyn TaskSystem>) {
        let (scratch, layout, walls) = (&mut self.scratch, &self.layout, &self.walls);
        for axis in 0..2 {
            let speed = &mut scratch.speed[axis];
            speed.clear();
            speed.resize(layout.count, 0.0);
        }
        for &cell in &scratch.cells {
            let cell = cell as usize;
            for (axis, face, other) in [
                (0, cell, cell - 1),
                (0, cell + 1, cell + 1),
                (1, cell, cell - layout.stride),
                (1, cell + layout.stride, cell + layout.stride),
            ] {
                let (low, high) = if face == cell { (other, cell) } else { (cell, other) };
                let value = |cell: usize| match scratch.rows[cell] {
                    NONE => 0.0,
                    row => potential[row as usize],
                };
                if walls.open[axis][face] > 0.0 {
                    scratch.speed[axis][face] = clamped(value(low) - value(high), -FARTHEST, FARTHEST);
                }
            }
        }
        let most = 0.1 * layout.cell;
        let Scratch { vectors, speed, partings, .. } = scratch;
        let (positions, speed, partings) = (&self.positions, &*speed, &*partings);
        vectors.resize(positions.len(), Vec2::ZERO);
        for_each_chunk(tasks, vectors, run_length(positions.len()), &|first, vectors| {
            let particles = positions[first..].iter().zip(&partings[first..]);
            for (vector, (&position, &parting)) in vectors.iter_mut().zip(particles) {
                let place = walls.moving_place(layout.place(position), position);
                let mut shift = [0.0; 2];
                for (axis, shift) in shift.iter_mut().enumerate() {
                    let weighed = walls.weigh(place, position, axis);
                    let across = weighed.all
                        || walls.walls_across(&weighed.faces, weighed.along, axis).contains(&true);
                    // Beside a wall across, displacements vanish towards it.
                    let weights = if across { weighed.bilinear } else { weighed.weights };
                    for (face, weight) in weighed.faces.into_iter().zip(weights) {
                        *shift += weight * speed[axis][face];
                    }
                }
                let parting = Vec2::new(clamped(parting.x, -most, most), clamped(parting.y, -most, most));
                *vector = Vec2::new(shift[0], shift[1]) * layout.cell + parting;
            }
        });
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
        let (mut sum_x, mut sum_y, mut same) = ([zero; WIDTH], [zero; WIDTH], [zero; WIDTH]);
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
                    same[part] = same[part] + l.select(l.le(square, zero), mask, zero);
                }
                first += WIDTH;
            }
        }
        let [sum_x, sum_y, same] = [sum_x, sum_y, same].map(|sums| {
            let mut lanes = [0.0; WIDTH];
            for (part, lanes) in lanes.chunks_exact_mut(L::COUNT).enumerate() {
                l.store(sums[part], lanes);
            }
            folded(lanes)
        });
        let sum = Vec2::new(sum_x, sum_y);
        // One of those at the same place is the particle itself.
        if same > 1.0 { sum + self.parting_of_same(particle, ranges) } else { sum }
    }

    /// The particles of the two columns and two rows of cells that are near a position: the spacing is half
    /// a cell.
    #[inline(always)]
    fn ranges(&self, position: Vec2) -> [Range<usize>; 2] {
        let place = self.layout.place(position);
        let (column, row) = (place.x as usize, place.y as usize);
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
