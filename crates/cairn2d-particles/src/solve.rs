//! Linear systems over the cells of a liquid: conjugate gradients with a diagonal preconditioner.
//!
//! Sums run over sixteen partial sums in a fixed order, so a wide processor and a narrow one agree.

use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::coupling::{BodyRow, BodyRows};
use crate::grid::NONE;
use crate::pressure::{find, join};

/// Rows that a thread multiplies at a time: handing out fewer takes longer than the work.
const CHUNK: usize = 2048;

/// Rows of the system, each with four neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// Rows of the neighbours to the left, right, below and above; the row beyond the last one is zero.
    pub(crate) near: Vec<[u32; 4]>,
    /// Weights of the neighbours.
    pub(crate) weights: Vec<[f32; 4]>,
    pub(crate) diagonal: Vec<f32>,
    /// Bodies, their rows, and what they add to the diagonal.
    pub(crate) bodies: Vec<(u32, BodyRows)>,
    pub(crate) body_rows: Vec<BodyRow>,
    pub(crate) diagonal_bodies: Vec<f32>,
    pub(crate) right: Vec<f32>,
    pub(crate) solution: Vec<f32>,
    residual: Vec<f32>,
    direction: Vec<f32>,
    image: Vec<f32>,
    inverse: Vec<f32>,
}

impl System {
    /// Allocates for a number of rows.
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.reset(0);
        self.near.reserve(rows);
        self.weights.reserve(rows);
        for values in [&mut self.diagonal, &mut self.right, &mut self.diagonal_bodies, &mut self.solution] {
            values.clear();
            values.reserve(rows + 1);
        }
        for values in [&mut self.residual, &mut self.direction, &mut self.image, &mut self.inverse] {
            values.clear();
            values.reserve(rows + 1);
        }
    }

    /// Makes room for a number of rows without neighbours.
    pub(crate) fn reset(&mut self, rows: usize) {
        self.near.clear();
        self.near.resize(rows, [NONE; 4]);
        self.weights.clear();
        self.weights.resize(rows, [0.0; 4]);
        self.bodies.clear();
        self.body_rows.clear();
        for values in [&mut self.diagonal, &mut self.right, &mut self.diagonal_bodies] {
            values.clear();
            values.resize(rows, 0.0);
        }
        self.solution.clear();
        self.solution.resize(rows + 1, 0.0);
    }

    /// Makes the right side solvable where no body gives way: connected rows without a side to air lose their
    /// mean. Without that, a closed pocket of liquid spoils the solution of all other rows.
    pub(crate) fn balance(&mut self, labels: &mut Vec<u32>) {
        let rows = self.diagonal.len();
        labels.clear();
        labels.extend(0..rows as u32);
        // Sums, counts and open rows of the components, at their first rows.
        let (sums, counts, open) = (&mut self.image, &mut self.direction, &mut self.residual);
        for values in [&mut *sums, &mut *counts, &mut *open] {
            values.clear();
            values.resize(rows, 0.0);
        }
        for row in 0..rows {
            for side in 0..4 {
                let near = self.near[row][side];
                if near != NONE && self.weights[row][side] > 0.0 {
                    join(labels, row as u32, near);
                }
            }
        }
        for row in 0..rows {
            let root = find(labels, row as u32) as usize;
            sums[root] += self.right[row];
            counts[root] += 1.0;
            for (near, weight) in self.near[row].iter().zip(self.weights[row]) {
                if *near == NONE && weight > 0.0 {
                    open[root] = 1.0;
                }
            }
        }
        for row in 0..rows {
            let root = find(labels, row as u32) as usize;
            if open[root] == 0.0 {
                self.right[row] -= sums[root] / counts[root];
            }
        }
    }

    /// Improves the solution until no residual exceeds a limit, in at most so many passes. Returns their
    /// number.
    pub(crate) fn solve(&mut self, limit: f32, most: u32, tasks: Option<&dyn TaskSystem>) -> u32 {
        let rows = self.diagonal.len();
        for values in [&mut self.residual, &mut self.direction, &mut self.image, &mut self.inverse] {
            values.clear();
            values.resize(rows + 1, 0.0);
        }
        for (near, row) in self.near.iter_mut().zip(0..rows) {
            for index in near {
                *index = if *index == NONE { rows as u32 } else { *index };
            }
            let diagonal = self.diagonal[row] + self.diagonal_bodies[row];
            self.inverse[row] = if diagonal > 0.0 { 1.0 / diagonal } else { 0.0 };
        }
        let (near, weights, diagonal) = (&self.near[..], &self.weights[..], &self.diagonal[..]);
        let matrix = Matrix { near, weights, diagonal, tasks };
        matrix.multiply(&self.solution, &mut self.image);
        give_way(&self.bodies, &self.body_rows, &self.solution, &mut self.image);
        for row in 0..rows {
            let open = self.inverse[row] > 0.0;
            self.residual[row] = if open { self.right[row] - self.image[row] } else { 0.0 };
            self.direction[row] = self.inverse[row] * self.residual[row];
        }
        let mut product = dot(&self.residual, &self.direction);
        let mut passes = 0;
        while passes < most && largest(&self.residual) > limit {
            passes += 1;
            matrix.multiply(&self.direction, &mut self.image);
            give_way(&self.bodies, &self.body_rows, &self.direction, &mut self.image);
            let curvature = dot(&self.direction, &self.image);
            // Also for NaN.
            if !(curvature > 0.0 && product > 0.0) {
                break;
            }
            let step = product / curvature;
            let solution = self.solution.iter_mut().zip(&self.direction);
            solution.for_each(|(solution, direction)| *solution += step * direction);
            let residual = self.residual.iter_mut().zip(&mut self.image).zip(&self.inverse);
            residual.for_each(|((residual, image), inverse)| {
                *residual -= step * *image;
                *image = inverse * *residual;
            });
            let next = dot(&self.residual, &self.image);
            let share = next / product;
            product = next;
            let direction = self.direction.iter_mut().zip(&self.image);
            direction.for_each(|(direction, image)| *direction = *image + share * *direction);
        }
        passes
    }
}

/// The matrix without bodies.
#[derive(Clone, Copy)]
struct Matrix<'a> {
    near: &'a [[u32; 4]],
    weights: &'a [[f32; 4]],
    diagonal: &'a [f32],
    tasks: Option<&'a dyn TaskSystem>,
}

impl Matrix<'_> {
    /// `image = A * values`.
    fn multiply(&self, values: &[f32], image: &mut [f32]) {
        let rows = self.diagonal.len();
        for_each_chunk(self.tasks, &mut image[..rows], CHUNK, &|first, image| {
            let rows = self.near[first..].iter().zip(&self.weights[first..]).zip(&self.diagonal[first..]);
            for ((image, ((near, weights), diagonal)), value) in
                image.iter_mut().zip(rows).zip(&values[first..])
            {
                let [left, right, below, above] = near.map(|row| values[row as usize]);
                let around =
                    (weights[0] * left + weights[1] * right) + (weights[2] * below + weights[3] * above);
                *image = diagonal * value - around;
            }
        });
    }
}

/// Adds the flow of bodies that the values push.
fn give_way(bodies: &[(u32, BodyRows)], rows: &[BodyRow], values: &[f32], image: &mut [f32]) {
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
        for entry in rows {
            let [a, b, c] = entry.push;
            image[entry.row as usize] += a * x + b * y + c * turn;
        }
    }
}

/// The sum of the products of two lists.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 16];
    let (mut a_chunks, mut b_chunks) = (a.chunks_exact(16), b.chunks_exact(16));
    for (a, b) in (&mut a_chunks).zip(&mut b_chunks) {
        for lane in 0..16 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    for (lane, (a, b)) in a_chunks.remainder().iter().zip(b_chunks.remainder()).enumerate() {
        sums[lane] += a * b;
    }
    let mut width = 8;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}

/// The largest absolute value.
fn largest(values: &[f32]) -> f32 {
    let mut most = [0.0_f32; 16];
    let mut chunks = values.chunks_exact(16);
    for chunk in &mut chunks {
        for (most, value) in most.iter_mut().zip(chunk) {
            *most = if value.abs() > *most { value.abs() } else { *most };
        }
    }
    let rest = chunks.remainder().iter().chain(&most);
    rest.fold(0.0, |most, value| if value.abs() > most { value.abs() } else { most })
}
