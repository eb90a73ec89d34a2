//! A multigrid cycle over the blocks of a linear system, as a preconditioner of its conjugate gradients
//! (McAdams, Sifakis, Teran 2010).
//!
//! A cell of a coarser level is two by two cells of the finer one. Values are constant in it, and its weights
//! are halved sums of the finer ones, which makes up for the stiffness of constant values (Braess 1995).
//! Smoothing is two damped Jacobi sweeps, the roots of a Chebyshev polynomial, before and after the coarser
//! level: so the cycle is a symmetric, positive definite operator. Bodies are left out of it.

use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;

use crate::batch::parts;
use crate::blocks::{Blocks, WIDTH, at, for_each_part, resize_ends};
use crate::runs::Means;

/// Most levels below the finest.
const LEVELS: usize = 10;

/// Blocks of a level that needs no coarser one.
const COARSEST: usize = 3;

/// Damping of the sweeps, for eigenvalues from a quarter of the largest on.
const SWEEPS: [f32; 2] = [0.562, 1.389];

/// Pairs of sweeps on the coarsest level.
const COARSEST_PAIRS: usize = 4;

/// A symmetric matrix over cells in blocks, with weights between neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matrix {
    /// Weights towards the neighbours to the right and above; 0 where there are none.
    pub(crate) to_right: Vec<f32>,
    pub(crate) to_above: Vec<f32>,
    /// Weights towards neighbours of value zero.
    pub(crate) to_air: Vec<f32>,
    /// Sums of the weights of a cell, and their inverse, or 0.
    pub(crate) diagonal: Vec<f32>,
    pub(crate) inverse: Vec<f32>,
}

impl Matrix {
    /// Makes room for weights that are written before they are read.
    pub(crate) fn reset(&mut self, slots: usize) {
        for values in self.lists() {
            resize_ends(values, slots);
        }
    }

    fn lists(&mut self) -> [&mut Vec<f32>; 5] {
        [&mut self.to_right, &mut self.to_above, &mut self.to_air, &mut self.diagonal, &mut self.inverse]
    }

    pub(crate) fn reserve(&mut self, slots: usize) {
        for values in self.lists() {
            values.clear();
            values.reserve(slots);
        }
    }

    /// Sums the weights. `more` is added to the diagonal for the inverse alone.
    pub(crate) fn sum(&mut self, blocks: &Blocks, more: Option<&[f32]>, means: Means<'_>) {
        let Matrix { to_right, to_above, to_air, diagonal, inverse } = self;
        for_each_part(blocks, diagonal, means, &|first, diagonal| {
            with_lanes!(means.up_to_eight(), lanes => {
                for (diagonal, block) in diagonal.chunks_exact_mut(WIDTH).zip(first / WIDTH..) {
                    for part in parts(lanes) {
                        let slot = block * WIDTH + part;
                        let below = blocks.below[block] as usize * WIDTH + part;
                        let sides = lanes.load(&to_right[slot..]) + lanes.load(&to_right[slot - 1..]);
                        let ends = lanes.load(&to_above[slot..]) + lanes.load(&to_above[below..]);
                        lanes.store((sides + ends) + lanes.load(&to_air[slot..]), &mut diagonal[part..]);
                    }
                }
            });
        });
        let diagonal = &diagonal[..];
        for_each_part(blocks, inverse, means, &|first, inverse| {
            for (inverse, slot) in inverse.iter_mut().zip(first..) {
                let sum = diagonal[slot] + more.map_or(0.0, |more| more[slot]);
                *inverse = if sum > 0.0 { 1.0 / sum } else { 0.0 };
            }
        });
    }

    /// The image of the values of a part of a block, as wide as the lanes.
    #[inline(always)]
    pub(crate) fn image<L: Lanes>(
        &self,
        l: L,
        blocks: &Blocks,
        block: usize,
        part: usize,
        values: &[f32],
    ) -> L::F {
        let first = block * WIDTH + part;
        let [above, below] =
            [blocks.above[block], blocks.below[block]].map(|other| other as usize * WIDTH + part);
        let load = |list: &[f32], slot: usize| l.load(&list[slot..slot + L::COUNT]);
        let left = load(&self.to_right, first - 1) * load(values, first - 1);
        let right = load(&self.to_right, first) * load(values, first + 1);
        let below = load(&self.to_above, below) * load(values, below);
        let above = load(&self.to_above, first) * load(values, above);
        load(&self.diagonal, first) * load(values, first) - ((left + right) + (below + above))
    }
}

/// A level below the finest.
#[derive(Clone, Debug, Default)]
struct Level {
    blocks: Blocks,
    matrix: Matrix,
    /// Finer blocks of each block: lower left, lower right, upper left, upper right; 0 for none.
    children: Vec<[u32; 4]>,
    right: Vec<f32>,
    values: Vec<f32>,
    other: Vec<f32>,
}

/// Memory of the cycle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multigrid {
    levels: Vec<Level>,
    /// Levels in use.
    depth: usize,
    other: Vec<f32>,
    /// First coarse slot of each block, by levels from the finest on.
    parents: Vec<Vec<u32>>,
}

impl Multigrid {
    /// Allocates for the levels below a grid of blocks with so many slots in use.
    pub(crate) fn reserve(&mut self, slots: usize, [mut columns, mut rows]: [usize; 2]) {
        self.levels.resize_with(LEVELS, Level::default);
        self.parents.resize_with(LEVELS, Vec::new);
        self.other.clear();
        self.other.reserve(slots);
        let mut slots = slots;
        for (level, parents) in self.levels.iter_mut().zip(&mut self.parents) {
            parents.clear();
            parents.reserve(slots / WIDTH + 2);
            // Blocks far from each other stay as many, up to those of the whole grid.
            (columns, rows) = (columns.div_ceil(2), rows.div_ceil(2));
            slots = slots.min((columns * rows + 2) * WIDTH);
            level.blocks.reserve(slots / WIDTH, columns * rows);
            level.matrix.reserve(slots);
            level.children.clear();
            level.children.reserve(slots / WIDTH);
            for values in [&mut level.right, &mut level.values, &mut level.other] {
                values.clear();
                values.reserve(slots);
            }
        }
    }

    /// Makes the levels below a matrix.
    pub(crate) fn build(&mut self, blocks: &Blocks, matrix: &Matrix, means: Means<'_>) {
        resize_ends(&mut self.other, blocks.slots());
        self.levels.resize_with(LEVELS, Level::default);
        self.parents.resize_with(LEVELS, Vec::new);
        self.depth = 0;
        while self.depth < LEVELS {
            let (finer, coarser) = self.levels.split_at_mut(self.depth);
            let (blocks, matrix) = match finer.last() {
                Some(finer) => (&finer.blocks, &finer.matrix),
                None => (blocks, matrix),
            };
            if blocks.inner().len() <= COARSEST || blocks.rows <= 1 && blocks.columns <= 1 {
                break;
            }
            coarser[0].build(blocks, matrix, &mut self.parents[self.depth], means);
            self.depth += 1;
        }
    }

    /// Approximates the solution for a right side, in `values`.
    pub(crate) fn cycle(
        &mut self,
        blocks: &Blocks,
        matrix: &Matrix,
        right: &[f32],
        values: &mut Vec<f32>,
        means: Means<'_>,
    ) {
        let Multigrid { levels, depth, other, parents } = self;
        descend(Grid { blocks, matrix }, right, (values, other), &mut levels[..*depth], parents, means);
    }
}

/// A level as the cycle sees it.
#[derive(Clone, Copy)]
struct Grid<'a> {
    blocks: &'a Blocks,
    matrix: &'a Matrix,
}

/// A cycle on a level and those below it.
fn descend(
    grid: Grid<'_>,
    right: &[f32],
    (values, other): (&mut Vec<f32>, &mut Vec<f32>),
    coarser: &mut [Level],
    parents: &[Vec<u32>],
    means: Means<'_>,
) {
    let Some((level, coarser)) = coarser.split_first_mut() else {
        grid.begin(right, SWEEPS[0], values, means);
        grid.sweep(right, SWEEPS[1], values, other, means);
        for _ in 1..COARSEST_PAIRS {
            core::mem::swap(values, other);
            grid.sweep(right, SWEEPS[0], values, other, means);
            core::mem::swap(values, other);
            grid.sweep(right, SWEEPS[1], values, other, means);
        }
        core::mem::swap(values, other);
        return;
    };
    grid.begin(right, SWEEPS[0], other, means);
    grid.sweep(right, SWEEPS[1], other, values, means);
    grid.residual(right, values, other, means);
    level.restrict(other, means);
    let Level { blocks, matrix, right: coarse_right, values: coarse, other: coarse_other, .. } = level;
    descend(Grid { blocks, matrix }, coarse_right, (coarse, coarse_other), coarser, &parents[1..], means);
    prolong(grid.blocks, &parents[0], &level.values, values, means);
    grid.sweep(right, SWEEPS[1], values, other, means);
    grid.sweep(right, SWEEPS[0], other, values, means);
}

impl Grid<'_> {
    /// The first sweep, from zero.
    fn begin(self, right: &[f32], damping: f32, values: &mut [f32], means: Means<'_>) {
        for_each_part(self.blocks, values, means, &|first, values| {
            with_lanes!(means.lanes, _lanes => {
                let right = &right[first..first + values.len()];
                let inverse = &self.matrix.inverse[first..first + values.len()];
                for ((value, right), inverse) in values.iter_mut().zip(right).zip(inverse) {
                    *value = damping * (inverse * right);
                }
            });
        });
    }

    /// A sweep from old values to new ones.
    fn sweep(self, right: &[f32], damping: f32, old: &[f32], new: &mut [f32], means: Means<'_>) {
        for_each_part(self.blocks, new, means, &|first, new| {
            with_lanes!(means.up_to_eight(), lanes => {
                for (new, block) in new.chunks_exact_mut(WIDTH).zip(first / WIDTH..) {
                    for part in parts(lanes) {
                        let first = block * WIDTH + part;
                        let image = self.matrix.image(lanes, self.blocks, block, part, old);
                        let change = lanes.load(&self.matrix.inverse[first..]) * (lanes.load(&right[first..]) - image);
                        let changed = lanes.load(&old[first..]) + lanes.splat(damping) * change;
                        lanes.store(changed, &mut new[part..]);
                    }
                }
            });
        });
    }

    fn residual(self, right: &[f32], values: &[f32], residual: &mut [f32], means: Means<'_>) {
        for_each_part(self.blocks, residual, means, &|first, residual| {
            with_lanes!(means.up_to_eight(), lanes => {
                for (residual, block) in residual.chunks_exact_mut(WIDTH).zip(first / WIDTH..) {
                    for part in parts(lanes) {
                        let image = self.matrix.image(lanes, self.blocks, block, part, values);
                        let right = lanes.load(&right[block * WIDTH + part..]);
                        lanes.store(right - image, &mut residual[part..]);
                    }
                }
            });
        });
    }
}

/// Adds the values of coarse cells to the finer cells in them.
fn prolong(blocks: &Blocks, parents: &[u32], coarse: &[f32], values: &mut [f32], means: Means<'_>) {
    for_each_part(blocks, values, means, &|first, values| {
        for (values, &parent) in values.chunks_exact_mut(WIDTH).zip(&parents[first / WIDTH..]) {
            let coarse = &coarse[parent as usize..parent as usize + WIDTH / 2];
            for (pair, coarse) in values.chunks_exact_mut(2).zip(coarse) {
                pair[0] += coarse;
                pair[1] += coarse;
            }
        }
    });
}

/// Sums of pairs of two blocks.
#[inline(always)]
fn pairs(values: &[f32], low: u32, high: u32) -> [f32; WIDTH / 2] {
    let (low, high) = (at(values, low as usize * WIDTH), at(values, high as usize * WIDTH));
    core::array::from_fn(|pair| (low[2 * pair] + low[2 * pair + 1]) + (high[2 * pair] + high[2 * pair + 1]))
}

impl Level {
    /// Makes the level of the pairs of cells of a finer one, and its matrix.
    fn build(&mut self, finer: &Blocks, matrix: &Matrix, parents: &mut Vec<u32>, means: Means<'_>) {
        self.blocks.begin(finer.columns.div_ceil(2), finer.rows.div_ceil(2));
        for block in finer.inner() {
            let (column, row) = finer.place(block);
            self.blocks.touch(row / 2 * self.blocks.columns + column / 2);
        }
        self.blocks.number();
        self.children.clear();
        self.children.resize(self.blocks.slots() / WIDTH, [0; 4]);
        parents.clear();
        parents.push(0);
        for block in finer.inner() {
            let (column, row) = finer.place(block);
            let parent = self.blocks.find(row / 2 * self.blocks.columns + column / 2);
            self.children[parent as usize][2 * (row & 1) + (column & 1)] = block as u32;
            parents.push(parent * WIDTH as u32 + if column & 1 == 1 { WIDTH as u32 / 2 } else { 0 });
        }
        let slots = self.blocks.slots();
        self.matrix.reset(slots);
        for values in [&mut self.right, &mut self.values, &mut self.other] {
            resize_ends(values, slots);
        }
        let half = WIDTH / 2;
        for block in self.blocks.inner() {
            let children = self.children[block];
            for side in 0..2 {
                let (low, high) = (children[side], children[2 + side]);
                let air = pairs(&matrix.to_air, low, high);
                let first = block * WIDTH + side * half;
                let [below, above] = [low, high].map(|child| child as usize * WIDTH);
                for (pair, air) in air.into_iter().enumerate() {
                    let (even, odd) = (2 * pair, 2 * pair + 1);
                    self.matrix.to_air[first + pair] = 0.5 * air;
                    self.matrix.to_right[first + pair] =
                        0.5 * (matrix.to_right[below + odd] + matrix.to_right[above + odd]);
                    self.matrix.to_above[first + pair] =
                        0.5 * (matrix.to_above[above + even] + matrix.to_above[above + odd]);
                }
            }
        }
        self.matrix.sum(&self.blocks, None, means);
    }

    /// Sums residuals of the finer level to the right side of this one.
    fn restrict(&mut self, residual: &[f32], means: Means<'_>) {
        let children = &self.children;
        for_each_part(&self.blocks, &mut self.right, means, &|first, right| {
            for (right, children) in right.chunks_exact_mut(WIDTH).zip(&children[first / WIDTH..]) {
                let (left_half, right_half) = right.split_at_mut(WIDTH / 2);
                left_half.copy_from_slice(&pairs(residual, children[0], children[2]));
                right_half.copy_from_slice(&pairs(residual, children[1], children[3]));
            }
        });
    }
}
