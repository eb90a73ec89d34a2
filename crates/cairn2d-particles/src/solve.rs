//! Linear systems over the cells of a liquid: conjugate gradients, preconditioned by a multigrid cycle.
//!
//! Sums run over eight partial sums of each part of the rows, in a fixed order, so a wide processor and a
//! narrow one agree, and any number of threads.

use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::for_each_slot;

use crate::batch::parts;
use crate::blocks::{Blocks, WIDTH, at, for_each_part, for_each_part_with, part_length, resize_ends};
use crate::coupling::{BodyRow, BodyRows};
use crate::def::larger;
use crate::multigrid::{Matrix, Multigrid};
use crate::pressure::{find, join};
use crate::runs::{Means, RUNS};

/// A system over the slots of blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// Weights of the neighbours, without the sums and inverses.
    pub(crate) matrix: Matrix,
    /// Bodies, their rows, and what they add to the diagonal.
    pub(crate) bodies: Vec<(u32, BodyRows)>,
    pub(crate) body_rows: Vec<BodyRow>,
    pub(crate) diagonal_bodies: Vec<f32>,
    pub(crate) right: Vec<f32>,
    pub(crate) solution: Vec<f32>,
    residual: Vec<f32>,
    direction: Vec<f32>,
    image: Vec<f32>,
    multigrid: Multigrid,
}

impl System {
    /// Allocates for a number of slots in blocks of a grid with so many columns and rows of them.
    pub(crate) fn reserve(&mut self, slots: usize, grid: [usize; 2]) {
        self.matrix.reserve(slots);
        self.multigrid.reserve(slots, grid);
        for values in self.lists() {
            values.clear();
            values.reserve(slots);
        }
    }

    fn lists(&mut self) -> [&mut Vec<f32>; 6] {
        [
            &mut self.diagonal_bodies,
            &mut self.right,
            &mut self.solution,
            &mut self.residual,
            &mut self.direction,
            &mut self.image,
        ]
    }

    /// Makes room for the slots of blocks. [`for_each_part`](Self::for_each_part) then makes the rows.
    pub(crate) fn reset(&mut self, blocks: &Blocks) {
        let slots = blocks.slots();
        self.matrix.reset(slots);
        self.bodies.clear();
        self.body_rows.clear();
        self.diagonal_bodies.clear();
        self.diagonal_bodies.resize(slots, 0.0);
        let System { right, solution, residual, direction, image, .. } = self;
        for values in [right, solution, residual, direction, image] {
            resize_ends(values, slots);
        }
    }

    /// Makes all weights and values zero, and calls `work` for parts of the rows, on all threads. Returns the
    /// largest of what the parts keep.
    pub(crate) fn for_each_part(
        &mut self,
        blocks: &Blocks,
        means: Means<'_>,
        work: &(dyn Fn(&mut SystemPart<'_>) + Sync),
    ) -> f32 {
        let inner = blocks.inner().start * WIDTH..blocks.inner().end * WIDTH;
        let length = part_length(blocks);
        let Matrix { to_right, to_above, to_air, .. } = &mut self.matrix;
        let lists = [to_right, to_above, to_air, &mut self.right, &mut self.solution];
        let mut chunks = lists.map(|list| list[inner.clone()].chunks_mut(length));
        let mut parts: [Option<SystemPart<'_>>; RUNS] = core::array::from_fn(|_| None);
        for (index, part) in parts.iter_mut().enumerate() {
            let [Some(to_right), Some(to_above), Some(to_air), Some(right), Some(solution)] =
                chunks.each_mut().map(Iterator::next)
            else {
                break;
            };
            let first = inner.start + index * length;
            let to_next = [to_right, to_above];
            *part = Some(SystemPart { first, to_next, to_air, right, solution, largest: 0.0 });
        }
        for_each_slot(means.tasks, &mut parts, &|_, part| {
            let Some(part) = part else { return };
            let [to_right, to_above] = &mut part.to_next;
            for values in [to_right, to_above, &mut part.to_air, &mut part.right, &mut part.solution] {
                values.fill(0.0);
            }
            work(part);
        });
        let largest = parts.iter().flatten().map(|part| part.largest);
        largest.fold(0.0, larger)
    }

    /// Makes the right side solvable where no body gives way: connected rows without a side to air lose their
    /// mean. Without that, a closed pocket of liquid spoils the solution of all other rows.
    pub(crate) fn balance(&mut self, blocks: &Blocks, labels: &mut Vec<u32>) {
        labels.clear();
        labels.extend(0..blocks.slots() as u32);
        // Sums, counts and open rows of the components, at their first rows.
        let (sums, counts, open) = (&mut self.image, &mut self.direction, &mut self.residual);
        for values in [&mut *sums, &mut *counts, &mut *open] {
            values.fill(0.0);
        }
        let slots = || blocks.inner().start * WIDTH..blocks.inner().end * WIDTH;
        for slot in slots() {
            // The row is alone so far.
            if self.matrix.to_right[slot - 1] > 0.0 {
                labels[slot] = labels[slot - 1];
            }
            let below = blocks.below[slot / WIDTH] as usize * WIDTH + slot % WIDTH;
            if self.matrix.to_above[below] > 0.0 {
                join(labels, slot as u32, below as u32);
            }
        }
        for slot in slots() {
            let root = find(labels, slot as u32) as usize;
            sums[root] += self.right[slot];
            counts[root] += 1.0;
            if self.matrix.to_air[slot] > 0.0 {
                open[root] = 1.0;
            }
        }
        for slot in slots() {
            let root = find(labels, slot as u32) as usize;
            if open[root] == 0.0 {
                self.right[slot] -= sums[root] / counts[root];
            }
        }
    }

    /// Improves the solution until no residual exceeds a limit, in at most so many passes. Returns their
    /// number.
    pub(crate) fn solve(&mut self, blocks: &Blocks, limit: f32, most: u32, means: Means<'_>) -> u32 {
        self.matrix.sum(blocks, Some(&self.diagonal_bodies), means);
        self.multiply(blocks, false, means);
        let mut largest = self.begin(blocks, means);
        if largest > limit {
            self.multigrid.build(blocks, &self.matrix, means);
        }
        let (mut passes, mut product) = (0, 0.0);
        while passes < most && largest > limit {
            // The image is free until the next product, and holds the preconditioned residual.
            self.multigrid.cycle(blocks, &self.matrix, &self.residual, &mut self.image, means);
            let next = self.follow(blocks, product, means);
            product = next;
            passes += 1;
            let curvature = self.multiply(blocks, true, means);
            // Also for NaN.
            if !(curvature > 0.0 && product > 0.0) {
                break;
            }
            largest = self.advance(blocks, product / curvature, means);
        }
        passes
    }

    /// The first residual. Returns the largest one.
    fn begin(&mut self, blocks: &Blocks, means: Means<'_>) -> f32 {
        let (inverse, right, image) = (&self.matrix.inverse, &self.right, &self.image);
        let mut largest = [0.0; RUNS];
        for_each_part_with(blocks, &mut self.residual, &mut largest, means, &|first, residuals, largest| {
            for (residual, slot) in residuals.iter_mut().zip(first..) {
                *residual = if inverse[slot] > 0.0 { right[slot] - image[slot] } else { 0.0 };
                *largest = larger(*largest, residual.abs());
            }
        });
        largest.into_iter().fold(0.0, larger)
    }

    /// Takes the next direction from the preconditioned residual and the last direction, with the product of
    /// the last residual. Returns that of this residual.
    fn follow(&mut self, blocks: &Blocks, last: f32, means: Means<'_>) -> f32 {
        let (residual, image) = (&self.residual, &self.image);
        let mut sums = [0.0; RUNS];
        for_each_part_with(blocks, &mut self.direction, &mut sums, means, &|first, direction, sum| {
            *sum = with_lanes!(means.lanes, _lanes => {
                let slots = first..first + direction.len();
                dot(&residual[slots.clone()], &image[slots])
            });
        });
        let product = total(&sums);
        let share = if last > 0.0 { product / last } else { 0.0 };
        for_each_part(blocks, &mut self.direction, means, &|first, direction| {
            let image = &image[first..first + direction.len()];
            if share <= 0.0 {
                direction.copy_from_slice(image);
                return;
            }
            with_lanes!(means.lanes, _lanes => {
                for (direction, image) in direction.iter_mut().zip(image) {
                    *direction = *image + share * *direction;
                }
            });
        });
        product
    }

    /// The image of the direction or the solution. Returns the product of the two.
    fn multiply(&mut self, blocks: &Blocks, of_direction: bool, means: Means<'_>) -> f32 {
        let values = if of_direction { &self.direction } else { &self.solution };
        let matrix = &self.matrix;
        let mut sums = [0.0; RUNS];
        for_each_part_with(blocks, &mut self.image, &mut sums, means, &|first, image, sum| {
            *sum = with_lanes!(means.up_to_eight(), lanes => {
                let mut sums = [0.0; WIDTH];
                for (image, block) in image.chunks_exact_mut(WIDTH).zip(first / WIDTH..) {
                    for part in parts(lanes) {
                        let product = matrix.image(lanes, blocks, block, part, values);
                        lanes.store(product, &mut image[part..]);
                        let sums = &mut sums[part..];
                        let own = lanes.load(&values[block * WIDTH + part..]);
                        lanes.store(lanes.load(sums) + product * own, sums);
                    }
                }
                folded(sums)
            });
        });
        let of_bodies = give_way(&self.bodies, &self.body_rows, values, &mut self.image);
        total(&sums) + of_bodies
    }

    /// Moves the solution by a step along the direction, and the residual with it. Returns the largest
    /// residual.
    fn advance(&mut self, blocks: &Blocks, step: f32, means: Means<'_>) -> f32 {
        let (direction, image) = (&self.direction, &self.image);
        let inner = blocks.inner().start * WIDTH..blocks.inner().end * WIDTH;
        let length = part_length(blocks);
        let mut parts: [Option<Advance<'_>>; RUNS] = core::array::from_fn(|_| None);
        let solution = self.solution[inner.clone()].chunks_mut(length);
        let residual = self.residual[inner.clone()].chunks_mut(length);
        let mut count = 0;
        for (part, (solution, residual)) in parts.iter_mut().zip(solution.zip(residual)) {
            let first = inner.start + count * length;
            *part = Some(Advance { first, solution, residual, largest: 0.0 });
            count += 1;
        }
        for_each_slot(means.tasks, &mut parts[..count], &|_, part| {
            let Some(part) = part else { return };
            with_lanes!(means.lanes, _lanes => part.run(step, direction, image));
        });
        let largest = parts.iter().flatten().map(|part| part.largest);
        largest.fold(0.0, larger)
    }
}

/// A part of the rows of a system, from a first slot on.
pub(crate) struct SystemPart<'a> {
    first: usize,
    /// Weights towards the next neighbours along the axes.
    pub(crate) to_next: [&'a mut [f32]; 2],
    pub(crate) to_air: &'a mut [f32],
    pub(crate) right: &'a mut [f32],
    pub(crate) solution: &'a mut [f32],
    /// The largest absolute value of the right side.
    pub(crate) largest: f32,
}

impl SystemPart<'_> {
    /// Calls `visit` with the index and the cell of each row.
    #[inline(always)]
    pub(crate) fn for_each_row(
        &mut self,
        blocks: &Blocks,
        wet: &[u8],
        mut visit: impl FnMut(&mut Self, usize, usize),
    ) {
        for block in 0..self.right.len() / WIDTH {
            let cell = blocks.first_cell(self.first / WIDTH + block);
            for lane in 0..WIDTH {
                if wet[cell / WIDTH] >> lane & 1 == 1 {
                    visit(self, block * WIDTH + lane, cell + lane);
                }
            }
        }
    }
}

/// A part of a step along the direction.
struct Advance<'a> {
    first: usize,
    solution: &'a mut [f32],
    residual: &'a mut [f32],
    largest: f32,
}

impl Advance<'_> {
    #[inline(always)]
    fn run(&mut self, step: f32, direction: &[f32], image: &[f32]) {
        let mut most = [0.0_f32; WIDTH];
        let solution = self.solution.chunks_exact_mut(WIDTH);
        let parts = solution.zip(self.residual.chunks_exact_mut(WIDTH));
        for (block, (solution, residual)) in parts.enumerate() {
            let slot = self.first + block * WIDTH;
            let (direction, image) = (at(direction, slot), at(image, slot));
            for lane in 0..WIDTH {
                solution[lane] += step * direction[lane];
                let left = residual[lane] - step * image[lane];
                residual[lane] = left;
                most[lane] = if left.abs() > most[lane] { left.abs() } else { most[lane] };
            }
        }
        self.largest = most.into_iter().fold(0.0, larger);
    }
}

/// Adds the flow of bodies that the values push. Returns the product of the values and what was added.
fn give_way(bodies: &[(u32, BodyRows)], rows: &[BodyRow], values: &[f32], image: &mut [f32]) -> f32 {
    let mut product = 0.0;
    for &(_, BodyRows { first, end, weights, .. }) in bodies {
        if weights == [0.0; 3] {
            continue;
        }
        let rows = &rows[first as usize..end as usize];
        let mut sum = [0.0_f32; 3];
        for entry in rows {
            for (sum, push) in sum.iter_mut().zip(entry.push) {
                *sum += push * values[entry.row as usize];
            }
        }
        let [x, y, turn] = [0, 1, 2].map(|part| sum[part] * weights[part]);
        product += sum[0] * x + sum[1] * y + sum[2] * turn;
        for entry in rows {
            let [a, b, c] = entry.push;
            image[entry.row as usize] += a * x + b * y + c * turn;
        }
    }
    product
}

/// The sum of the products of two lists of blocks.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; WIDTH];
    for (a, b) in a.chunks_exact(WIDTH).zip(b.chunks_exact(WIDTH)) {
        for lane in 0..WIDTH {
            sums[lane] += a[lane] * b[lane];
        }
    }
    folded(sums)
}

/// The sum of partial sums.
#[inline(always)]
pub(crate) fn folded(sums: [f32; WIDTH]) -> f32 {
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// The sum over all parts.
fn total(sums: &[f32; RUNS]) -> f32 {
    sums.iter().fold(0.0, |sum, part| sum + part)
}
