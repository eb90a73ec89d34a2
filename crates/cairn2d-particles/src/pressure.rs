//! Pressure: makes the velocity of the faces free of divergence.
//!
//! A cell is liquid if its middle is under the surface. Beyond the surface the pressure is zero at its true
//! distance (ghost fluid, Enright et al. 2003). Faces count by their open share (Ng, Min, Gibou 2009).

use crate::def::clamped;
use crate::flow::SubStep;
use crate::grid::NONE;
use crate::particles::{Particles, Scratch};

/// Residual divergence of a cell, in terms of the speed that gravity adds in a sub-step, less a floor.
const RESIDUAL: f32 = 2.0e-3;

/// Most passes of the solver.
const PASSES: u32 = 400;

/// Least distance of the surface from the middle of a cell, in cells.
const NEAREST_SURFACE: f32 = 0.1;

impl Particles {
    /// Distance of the surface from the middle of a liquid cell towards a neighbour without liquid, in cells.
    fn surface_distance(&self, cell: usize, other: usize) -> f32 {
        let walls = &self.walls;
        let wet = |cell: usize| {
            let open = 1.0 - walls.solid[cell];
            let filled = self.scratch.filled[cell] - walls.solid[cell];
            if open > 0.05 { filled / open } else { 0.5 }
        };
        let (above, below) = (wet(cell) - 0.5, 0.5 - wet(other));
        if below <= 0.0 {
            return 1.0;
        }
        clamped(above / (above + below), NEAREST_SURFACE, 1.0)
    }

    /// The faces of a cell: axis, face, sign of the outward direction, neighbour.
    pub(crate) fn sides(&self, cell: usize) -> [(usize, usize, f32, usize); 4] {
        let stride = self.layout.stride;
        [
            (0, cell, -1.0, cell - 1),
            (0, cell + 1, 1.0, cell + 1),
            (1, cell, -1.0, cell - stride),
            (1, cell + stride, 1.0, cell + stride),
        ]
    }

    /// Makes the velocity of the faces free of divergence, and remembers the pressure.
    pub(crate) fn make_solenoidal(&mut self, sub: &SubStep<'_>) {
        self.find_grounded();
        let mut system = core::mem::take(&mut self.scratch.system);
        let blocks = core::mem::take(&mut self.scratch.blocks);
        system.reset(&blocks);
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            let row = self.scratch.rows[cell] as usize;
            let mut flow = 0.0;
            for (axis, face, sign, other) in self.sides(cell) {
                let open = self.walls.open[axis][face];
                if open <= 0.0 {
                    continue;
                }
                flow += sign * (open * self.scratch.speed[axis][face]);
                if self.scratch.rows[other] == NONE {
                    system.matrix.to_air[row] += open / self.surface_distance(cell, other);
                } else if sign > 0.0 {
                    system.matrix.next_weights(axis)[row] = open;
                }
            }
            system.right[row] = -flow;
            system.solution[row] = self.pressures[cell] * (sub.length * self.layout.per_cell);
        }
        self.scratch.system = system;
        self.add_bodies();
        let mut system = core::mem::take(&mut self.scratch.system);
        let gain = sub.gravity.length() * sub.length;
        let limit = RESIDUAL * (gain + 0.01 * self.layout.cell / sub.length);
        self.step.pressure_passes += system.solve(&blocks, limit, PASSES, sub.means);
        // In the liquid a pressure is not zero, so that the drawing can tell.
        let scale = self.layout.cell / sub.length;
        self.pressures.fill(0.0);
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            self.pressures[cell] = system.solution[self.scratch.rows[cell] as usize] * scale;
        }
        self.push_faces(&system.solution);
        (self.scratch.system, self.scratch.blocks) = (system, blocks);
        self.push_bodies();
    }

    /// Changes the velocities of the faces by the differences of the pressures.
    fn push_faces(&mut self, solution: &[f32]) {
        let mut speed = core::mem::take(&mut self.scratch.speed);
        let Scratch { cells, rows, mass, .. } = &self.scratch;
        for &cell in cells {
            let cell = cell as usize;
            let own = solution[rows[cell] as usize];
            for (axis, face, sign, other) in self.sides(cell) {
                if self.walls.open[axis][face] <= 0.0 || mass[axis][face] <= 0.0 {
                    continue;
                }
                let near = rows[other];
                if near == NONE {
                    speed[axis][face] += sign * (own / self.surface_distance(cell, other));
                } else if sign < 0.0 {
                    // The neighbour behind; each inner face gets its push once.
                    speed[axis][face] += solution[near as usize] - own;
                }
            }
        }
        self.scratch.speed = speed;
    }

    /// Finds the cells whose liquid touches a static wall, directly or through other liquid.
    fn find_grounded(&mut self) {
        let stride = self.layout.stride;
        let mut labels = core::mem::take(&mut self.scratch.labels);
        let rows = &self.scratch.rows;
        labels.clear();
        labels.extend(0..self.scratch.blocks.slots() as u32);
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            for (axis, other) in [(0, cell - 1), (1, cell - stride)] {
                if rows[other] != NONE && self.walls.open[axis][cell] > 0.0 {
                    join(&mut labels, rows[cell], rows[other]);
                }
            }
        }
        let mut grounded = core::mem::take(&mut self.scratch.grounded);
        grounded.clear();
        grounded.resize(self.layout.count, false);
        // A component is marked at the cell of its first row.
        for &cell in &self.scratch.cells {
            let cell = cell as usize;
            let touches = self.sides(cell).into_iter().any(|(axis, face, _, _)| {
                self.walls.open[axis][face] < 1.0 && self.walls.is_fixed(axis, face)
            });
            if touches {
                let root = find(&mut labels, rows[cell]);
                grounded[self.scratch.blocks.cell(root)] = true;
            }
        }
        for &cell in &self.scratch.cells {
            let root = find(&mut labels, rows[cell as usize]);
            grounded[cell as usize] = grounded[self.scratch.blocks.cell(root)];
        }
        (self.scratch.labels, self.scratch.grounded) = (labels, grounded);
    }
}

/// The first row of a component.
pub(crate) fn find(labels: &mut [u32], mut row: u32) -> u32 {
    while labels[row as usize] != row {
        let parent = labels[row as usize];
        labels[row as usize] = labels[parent as usize];
        row = parent;
    }
    row
}

/// Makes two components one; the lower first row stays.
pub(crate) fn join(labels: &mut [u32], a: u32, b: u32) {
    // Neighbours mostly are joined already.
    if labels[a as usize] == labels[b as usize] {
        return;
    }
    let (a, b) = (find(labels, a), find(labels, b));
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    labels[high as usize] = low;
}
