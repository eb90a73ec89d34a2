//! Blasts: how gas and energy are released into the cells of a disc.

use std::collections::VecDeque;

use cairn2d::ValueError;

use crate::def::{Blast, Model};
use crate::gas::Gas;

/// Most blasts that wait for one step.
pub const MAX_BLASTS: usize = 1024;

/// Least share of the cell of a centre.
const LEAST_SHARE: f32 = 0.25;

/// Memory of the search for the cells of a blast.
#[derive(Debug, Default)]
pub(crate) struct Spread {
    /// Column, row and share of each cell.
    cells: Vec<(usize, usize, f32)>,
    /// Cells that were seen, by rows; none between two blasts.
    seen: Vec<bool>,
    queue: VecDeque<[usize; 2]>,
    visited: Vec<usize>,
}

/// A copy begins with empty memory.
impl Clone for Spread {
    fn clone(&self) -> Spread {
        Spread::default()
    }

    fn clone_from(&mut self, _other: &Spread) {}
}

impl Gas {
    /// Releases gas and energy at the beginning of the next step, after the walls have followed the world. So
    /// a body that explodes may be removed in the same step.
    ///
    /// Only gas that is connected with the centre within the disc gets a share, so that a wall within the
    /// disc shelters. A blast whose centre is then beyond the grid or inside a wall does nothing.
    ///
    /// # Errors
    /// The first number that is out of its range, or more than [`MAX_BLASTS`] blasts before a step.
    pub fn explode(&mut self, blast: &Blast) -> Result<(), ValueError> {
        blast.check()?;
        crate::def::check("number of blasts", self.blasts.len() as f32 + 1.0, 0.0, MAX_BLASTS as f32)?;
        self.blasts.push(*blast);
        Ok(())
    }

    /// Releases the blasts that wait for the step.
    pub(crate) fn release_blasts(&mut self) {
        for index in 0..self.blasts.len() {
            let blast = self.blasts[index];
            self.release(&blast);
        }
        self.blasts.clear();
    }

    fn release(&mut self, blast: &Blast) {
        let Some(first) = self.cell_of(blast.center) else { return };
        let mut spread = core::mem::take(&mut self.spread);
        self.connect(first, blast, &mut spread);
        let weight: f64 = spread.cells.iter().map(|cell| f64::from(cell.2)).sum();
        let area = self.def.cell * self.def.cell;
        let sound = self.def.model.sound_speed();
        // The energy of warm gas, and the mass of an isothermal gas that presses as hard.
        let (mass, energy) = match self.def.model {
            Model::Isothermal { .. } => (blast.mass + blast.energy / (sound * sound), 0.0),
            Model::Ideal { gamma, .. } => {
                (blast.mass, blast.energy + blast.mass * (sound * sound) / (gamma * (gamma - 1.0)))
            }
        };
        for &(column, row, share) in &spread.cells {
            let share = (f64::from(share) / weight) as f32 / area;
            let place = self.layout.place(column as isize, row as isize);
            let mut state = self.layout.get(&self.cells, place);
            state[0] += mass * share;
            state[3] += energy * share;
            self.put(column, row, state);
        }
        self.spread = spread;
    }

    /// Lists the gas cells of a disc that are connected with its centre, with the share of each.
    fn connect(&self, first: [usize; 2], blast: &Blast, spread: &mut Spread) {
        let Spread { cells, seen, queue, visited } = spread;
        let columns = self.layout.columns;
        let reach = blast.radius / self.def.cell;
        cells.clear();
        seen.resize(self.layout.cell_count(), false);
        let mut see = |[column, row]: [usize; 2], queue: &mut VecDeque<[usize; 2]>| {
            let index = row * columns + column;
            if !seen[index] {
                seen[index] = true;
                visited.push(index);
                queue.push_back([column, row]);
            }
        };
        see(first, queue);
        while let Some([column, row]) = queue.pop_front() {
            if self.cells[self.layout.place(column as isize, row as isize)] == 0.0 {
                continue;
            }
            let distance = (self.middle(column, row) - blast.center).length() / self.def.cell;
            let least = if [column, row] == first { LEAST_SHARE } else { 0.0 };
            let share = ((reach - distance) + 0.5).clamp(least, 1.0);
            if share <= 0.0 {
                continue;
            }
            cells.push((column, row, share));
            let near = [
                [column.wrapping_sub(1), row],
                [column + 1, row],
                [column, row.wrapping_sub(1)],
                [column, row + 1],
            ];
            for [column, row] in near {
                if column < columns && row < self.layout.rows {
                    see([column, row], queue);
                }
            }
        }
        for index in visited.drain(..) {
            seen[index] = false;
        }
    }
}
