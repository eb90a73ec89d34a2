//! Pressure: makes the velocity of the faces free of divergence.
//!
//! A cell is liquid if its middle is under the surface. Beyond the surface the pressure is zero at its true
//! distance (ghost fluid, Enright et al. 2003). Faces count by their open share (Ng, Min, Gibou 2009).

use cairn2d::tasks::{TaskSystem, for_each_chunk, for_each_slot};

use crate::blocks::{Blocks, WIDTH};
use crate::coupling::PartSearch;
use crate::def::clamped;
use crate::flow::SubStep;
use crate::grid::NONE;
use crate::particles::{Particles, Scratch};
use crate::runs::{RUNS, for_each_run, run_length};
use crate::walls::Walls;

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
    #[inline]
    pub(crate) fn sides(&self, cell: usize) -> [(usize, usize, f32, usize); 4] {
        sides(cell, self.layout.stride)
    }

    /// Makes the velocity of the faces free of divergence, and remembers the pressure.
    pub(crate) fn make_solenoidal(&mut self, sub: &SubStep<'_>) {
        self.find_connected(sub.means.tasks);
        let mut system = core::mem::take(&mut self.scratch.system);
        let blocks = core::mem::take(&mut self.scratch.blocks);
        system.reset(&blocks);
        let to_solution = sub.length * self.layout.per_cell;
        system.for_each_part(&blocks, sub.means, &|part| {
            part.for_each_row(&blocks, &self.scratch.wet, |part, row, cell| {
                let mut flow = 0.0;
                for (axis, face, sign, other) in self.sides(cell) {
                    let open = self.walls.open[axis][face];
                    if open <= 0.0 {
                        continue;
                    }
                    flow += sign * (open * self.scratch.speed[axis][face]);
                    if self.scratch.rows[other] == NONE {
                        part.to_air[row] += open / self.surface_distance(cell, other);
                    } else if sign > 0.0 {
                        part.to_next[axis][row] = open;
                    }
                }
                part.right[row] = -flow;
                part.solution[row] = self.pressures[cell] * to_solution;
            });
        });
        self.scratch.system = system;
        self.add_bodies();
        let mut system = core::mem::take(&mut self.scratch.system);
        let gain = sub.gravity.length() * sub.length;
        let limit = RESIDUAL * (gain + 0.01 * self.layout.cell / sub.length);
        self.step.pressure_passes += system.solve(&blocks, limit, PASSES, sub.means);
        // In the liquid a pressure is not zero, so that the drawing can tell.
        let scale = self.layout.cell / sub.length;
        let (rows, solution) = (&self.scratch.rows, &system.solution[..]);
        for_each_chunk(sub.means.tasks, &mut self.pressures, run_length(rows.len()), &|first, pressures| {
            for (pressure, &row) in pressures.iter_mut().zip(&rows[first..]) {
                *pressure = if row == NONE { 0.0 } else { solution[row as usize] * scale };
            }
        });
        self.push_faces(solution, sub.means.tasks);
        (self.scratch.system, self.scratch.blocks) = (system, blocks);
        self.push_bodies();
    }

    /// Changes the velocities of the faces by the differences of the pressures.
    fn push_faces(&mut self, solution: &[f32], tasks: Option<&dyn TaskSystem>) {
        let mut speed = core::mem::take(&mut self.scratch.speed);
        let [x, y] = &mut speed;
        for_each_run(tasks, (x, y), &mut [(); RUNS], &|first, (x, y, ())| {
            for (axis, speeds) in [x, y].into_iter().enumerate() {
                for (speeds, place) in speeds.chunks_mut(WIDTH).zip(first / WIDTH..) {
                    if !self.scratch.is_wet_around(place, axis, self.layout.stride) {
                        continue;
                    }
                    for (speed, face) in speeds.iter_mut().zip(place * WIDTH..) {
                        *speed += self.face_change(solution, axis, face);
                    }
                }
            }
        });
        self.scratch.speed = speed;
    }

    /// The change of the velocity of a face by the pressures on both sides.
    #[inline]
    fn face_change(&self, solution: &[f32], axis: usize, face: usize) -> f32 {
        let Scratch { rows, mass, .. } = &self.scratch;
        let step = self.layout.step(axis);
        let own = rows[face];
        let behind = if face < step { NONE } else { rows[face - step] };
        if own == NONE && behind == NONE || self.walls.open[axis][face] <= 0.0 || mass[axis][face] <= 0.0 {
            return 0.0;
        }
        let pressure = |row: u32| solution[row as usize];
        match (behind, own) {
            (NONE, own) => -pressure(own) / self.surface_distance(face, face - step),
            (behind, NONE) => pressure(behind) / self.surface_distance(face - step, face),
            (behind, own) => pressure(behind) - pressure(own),
        }
    }

    /// Finds the connected parts of the liquid, and the cells whose liquid static walls hold.
    fn find_connected(&mut self, tasks: Option<&dyn TaskSystem>) {
        let (walls, stride) = (&self.walls, self.layout.stride);
        let scratch = &mut self.scratch;
        scratch.part_of_cell.resize(self.layout.count, NONE);
        let mut searches = [
            Search::Parts(PartSearch {
                stride,
                walls,
                velocities: &self.velocities,
                starts: &scratch.starts,
                occupied: &scratch.occupied,
                parts: &mut scratch.parts,
                labels: &mut scratch.part_labels,
                part_of_cell: &mut scratch.part_of_cell,
            }),
            Search::Grounded(GroundedSearch {
                stride,
                walls,
                rows: &scratch.rows,
                blocks: &scratch.blocks,
                labels: &mut scratch.labels,
                grounded: &mut scratch.grounded,
            }),
        ];
        for_each_slot(tasks, &mut searches, &|_, search| match search {
            Search::Parts(search) => search.run(),
            Search::Grounded(search) => search.run(),
        });
    }
}

/// Two searches that do not depend on each other.
enum Search<'a> {
    Parts(PartSearch<'a>),
    Grounded(GroundedSearch<'a>),
}

/// The search for cells whose liquid touches a static wall, directly or through other liquid.
struct GroundedSearch<'a> {
    stride: usize,
    walls: &'a Walls,
    rows: &'a [u32],
    blocks: &'a Blocks,
    labels: &'a mut Vec<u32>,
    grounded: &'a mut Vec<bool>,
}

impl GroundedSearch<'_> {
    fn run(&mut self) {
        let GroundedSearch { stride, walls, rows, blocks, labels, grounded } = self;
        labels.clear();
        labels.extend(0..blocks.slots() as u32);
        grounded.clear();
        grounded.resize(rows.len(), false);
        let slots = || blocks.inner().start * WIDTH..blocks.inner().end * WIDTH;
        let rows_and_cells = || slots().map(|slot| (slot, blocks.cell(slot as u32)));
        let wet = || rows_and_cells().filter(|&(_, cell)| rows[cell] != NONE);
        for (slot, cell) in wet() {
            // The row is alone so far.
            if rows[cell - 1] != NONE && walls.open[0][cell] > 0.0 {
                labels[slot] = labels[slot - 1];
            }
            let below = rows[cell - *stride];
            if below != NONE && walls.open[1][cell] > 0.0 {
                join(labels, slot as u32, below);
            }
        }
        // A component is marked at the cell of its first row.
        for (slot, cell) in wet().filter(|&(_, cell)| !walls.plain[cell]) {
            let touches = sides(cell, *stride)
                .into_iter()
                .any(|(axis, face, _, _)| walls.open[axis][face] < 1.0 && walls.is_fixed(axis, face));
            if touches {
                let root = find(labels, slot as u32);
                grounded[blocks.cell(root)] = true;
            }
        }
        for (slot, cell) in wet() {
            let root = find(labels, slot as u32);
            grounded[cell] = grounded[blocks.cell(root)];
        }
    }
}

/// The faces of a cell: axis, face, sign of the outward direction, neighbour.
#[inline]
fn sides(cell: usize, stride: usize) -> [(usize, usize, f32, usize); 4] {
    [
        (0, cell, -1.0, cell - 1),
        (0, cell + 1, 1.0, cell + 1),
        (1, cell, -1.0, cell - stride),
        (1, cell + stride, 1.0, cell + stride),
    ]
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
