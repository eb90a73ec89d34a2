//! Volume: moves particles until no cell holds more than its share, and inner cells hold no less.
//!
//! The displacements are gradients of a potential, whose Laplacian is the surplus of each cell. They do not
//! change velocities.

use core::cmp::Ordering;

use cairn2d::Vec2;
use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::def::clamped;
use crate::flow::SubStep;
use crate::grid::NONE;
use crate::particles::{Particles, Scratch};
use crate::runs::run_length;

/// Surplus that is left alone, so that liquid at rest stays where it is.
const TOLERANCE: f32 = 0.005;

/// Share of the surplus that a sub-step removes.
const EAGERNESS: f32 = 0.5;

/// Share of an overlap of two particles that each of them gives way by.
const PARTING: f32 = 0.15;

/// Largest displacement along an axis, in cells.
const FARTHEST: f32 = 0.2;

impl Particles {
    /// Moves particles from crowded cells to empty ones.
    pub(crate) fn spread(&mut self, sub: &SubStep<'_>) {
        self.mark(sub.tasks);
        self.find_surface();
        let mut system = core::mem::take(&mut self.scratch.system);
        system.reset(self.scratch.cells.len());
        let mut most: f32 = 0.0;
        for (row, &cell) in self.scratch.cells.iter().enumerate() {
            let cell = cell as usize;
            let mut diagonal = 0.0;
            for (side, (axis, face, _, other)) in self.sides(cell).into_iter().enumerate() {
                let open = self.walls.open[axis][face];
                system.near[row][side] = if open > 0.0 { self.scratch.rows[other] } else { NONE };
                system.weights[row][side] = open;
                diagonal += open;
            }
            let surplus = self.scratch.filled[cell] - 1.0;
            let low = if self.scratch.at_surface[cell] { 0.0 } else { -0.3 };
            let surplus = clamped(surplus, low, 0.5);
            let kept = clamped(surplus, -TOLERANCE, TOLERANCE);
            system.diagonal[row] = diagonal;
            system.right[row] = EAGERNESS * (surplus - kept);
            most = if system.right[row].abs() > most { system.right[row].abs() } else { most };
        }
        if most > 0.0 {
            system.balance(&mut self.scratch.labels);
            self.step.volume_passes += system.solve(2.0e-3, 100, sub.tasks);
        }
        self.shift(&system.solution, sub.tasks);
        self.scratch.system = system;
        self.move_particles(sub, false);
    }

    /// Finds displacements that part particles closer than a spacing. Cells see only their sum of particles;
    /// this evens out the liquid within cells. Positions must be sorted.
    pub(crate) fn part(&mut self, tasks: Option<&dyn TaskSystem>) {
        let (layout, positions, numbers) = (&self.layout, &self.positions, &self.numbers);
        let Scratch { partings, starts, .. } = &mut self.scratch;
        let spacing = self.def.spacing;
        let reach = spacing * spacing;
        partings.resize(positions.len(), Vec2::ZERO);
        let start = |cell: usize| if cell == 0 { 0 } else { starts[cell - 1] as usize };
        for_each_chunk(tasks, partings, run_length(positions.len()), &|first, partings| {
            for (parting, particle) in partings.iter_mut().zip(first..) {
                let position = positions[particle];
                let place = layout.place(position);
                let cell = layout.cell_at(place);
                // The spacing is half a cell, so two columns and two rows are near.
                let (x, y) = (place.x - place.x.floor(), place.y - place.y.floor());
                let first = cell - usize::from(x < 0.5) - if y < 0.5 { layout.stride } else { 0 };
                let mut shift = Vec2::ZERO;
                for row in [first, first + layout.stride] {
                    for other in start(row)..start(row + 2) {
                        let offset = position - positions[other];
                        let square = offset.length_squared();
                        if square >= reach {
                            continue;
                        }
                        if square > 0.0 {
                            let distance = square.sqrt();
                            shift += offset * ((spacing - distance) / distance);
                        } else {
                            shift += apart(numbers[particle], numbers[other]) * spacing;
                        }
                    }
                }
                *parting = shift * PARTING;
            }
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
