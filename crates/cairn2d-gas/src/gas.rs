//! The gas: its cells, and how it advances.

use cairn2d::tasks::TaskSystem;
use cairn2d::{Aabb, LaneLevel, StandardFloats, ValueError, Vec2};

use crate::blast::Spread;
use crate::coupling::Coupling;
use crate::def::{Blast, GasDef, Model};
use crate::kernel::Numbers;
use crate::layout::{Layout, State, ambient};
use crate::relax::{Pass, rub};
use crate::sweep::{Axis, Sweep};
use crate::tiles::{self, Tiles};
use crate::walls::Walls;

/// Share of a cell that the fastest wave may cross in a sub-step.
const COURANT: f32 = 0.8;

/// Share of the ambient density and pressure below which no cell falls.
const LEAST: f32 = 1.0e-6;

/// A cell that [`Gas::set_wall`] made a wall.
pub(crate) const BY_CALLER: u8 = 1;

/// A cell that a static shape covers.
pub(crate) const BY_SHAPE: u8 = 2;

/// State of the gas at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GasState {
    /// Density `[kg/m^2]`; 0 in a wall.
    pub density: f32,
    /// Pressure `[N/m]`; 0 in a wall.
    pub pressure: f32,
    /// Velocity `[m/s]`; in a wall that of the wall.
    pub velocity: Vec2,
}

/// Sums over all gas, the gas beside moving bodies included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Mass `[kg]`.
    pub mass: f64,
    /// Momentum `[kg*m/s]`.
    pub momentum: [f64; 2],
    /// Energy `[J]`, heat and motion; of an isothermal gas the energy of motion only.
    pub energy: f64,
}

/// What the last step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GasStep {
    /// Number of sub-steps.
    pub sub_steps: u32,
    /// Time by which the gas fell behind because it needed more sub-steps than allowed `[s]`.
    pub lag: f32,
    /// Number of cells in tiles with work; others are still.
    pub active_cells: u32,
    /// Speed of the fastest wave `[m/s]`.
    pub fastest: f32,
    /// Number of bodies that got an impulse.
    pub bodies: u32,
    /// Sum of the impulses on bodies `[N*s]`.
    pub impulse: Vec2,
    /// Cells whose numbers were beyond any use and became ambient.
    pub mended: u32,
}

/// Numbers of cells for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Density `[kg/m^2]`.
    Density,
    /// Pressure less the ambient one `[N/m]`.
    Overpressure,
    /// Speed `[m/s]`.
    Speed,
    /// Velocity along x `[m/s]`.
    VelocityX,
    /// Velocity along y `[m/s]`.
    VelocityY,
}

/// A compressible gas on a grid; see the [crate](crate).
#[derive(Clone, Debug)]
pub struct Gas {
    pub(crate) def: GasDef,
    pub(crate) layout: Layout,
    /// The cells, and memory of the same size for a sweep.
    pub(crate) cells: Vec<f32>,
    pub(crate) other: Vec<f32>,
    /// Why a cell is a wall for good: bits of [`BY_CALLER`] and [`BY_SHAPE`], by rows.
    pub(crate) fixed: Vec<u8>,
    pub(crate) tiles: Tiles,
    /// Blasts of the next step, and memory to release them.
    pub(crate) blasts: Vec<Blast>,
    pub(crate) spread: Spread,
    pub(crate) walls: Walls,
    pub(crate) coupling: Coupling,
    /// Whether the next sub-step begins with the sweep along columns.
    pub(crate) columns_first: bool,
    pub(crate) step: GasStep,
    pub(crate) lanes: LaneLevel,
}

impl Gas {
    /// Returns ambient gas at rest.
    ///
    /// # Errors
    /// The first option that is out of its range.
    pub fn new(def: GasDef) -> Result<Gas, ValueError> {
        def.check()?;
        StandardFloats::within(|| {
            let layout = Layout::of(&def);
            let cells = layout.filled(&def);
            let other = cells.clone();
            let tiles = Tiles::new(&layout);
            let (step, fixed) = (GasStep::default(), vec![0; layout.cell_count()]);
            let mut gas = Gas {
                def,
                layout,
                cells,
                other,
                fixed,
                tiles,
                blasts: Vec::new(),
                spread: Spread::default(),
                walls: Walls::default(),
                coupling: Coupling::default(),
                columns_first: false,
                step,
                lanes: LaneLevel::fastest(),
            };
            gas.find_walls();
            Ok(gas)
        })
    }

    /// Returns the options.
    pub fn def(&self) -> &GasDef {
        &self.def
    }

    /// Returns the box of the grid `[m]`.
    pub fn bounds(&self) -> Aabb {
        StandardFloats::within(|| {
            let [columns, rows] = self.def.cells.map(|count| count as f32);
            let size = Vec2::new(columns * self.def.cell, rows * self.def.cell);
            Aabb::new(self.def.origin, self.def.origin + size)
        })
    }

    /// Sets the lane width of the kernels; levels that the machine lacks are replaced. Results do not depend
    /// on it.
    pub fn set_lanes(&mut self, lanes: LaneLevel) {
        self.lanes = lanes;
    }

    /// Returns what the last step did; zeros before the first one and after a restoration.
    pub fn last_step(&self) -> GasStep {
        self.step
    }

    /// Returns the state of the cell in a column and a row; `None` if there is no such cell.
    pub fn cell(&self, [column, row]: [u32; 2]) -> Option<GasState> {
        let inside = column < self.def.cells[0] && row < self.def.cells[1];
        inside.then(|| StandardFloats::within(|| self.state_of(column as usize, row as usize)))
    }

    /// Returns the state of the gas in the cell of a point `[m]`; beyond the grid that of the ambient gas.
    pub fn at(&self, point: impl Into<Vec2>) -> GasState {
        let point = point.into();
        StandardFloats::within(|| match self.cell_of(point) {
            Some([column, row]) => self.state_of(column, row),
            None => {
                GasState { density: self.def.density, pressure: self.def.pressure(), velocity: Vec2::ZERO }
            }
        })
    }

    /// Replaces the content of `values` by a number of each cell, row by row from below. Walls get NaN, which
    /// draws as nothing.
    pub fn copy(&self, quantity: Quantity, values: &mut Vec<f32>) {
        values.clear();
        let ambient = self.def.pressure();
        StandardFloats::within(|| {
            for row in 0..self.layout.rows {
                for column in 0..self.layout.columns {
                    let state = self.state_of(column, row);
                    let value = match quantity {
                        Quantity::Density => state.density,
                        Quantity::Overpressure => state.pressure - ambient,
                        Quantity::Speed => state.velocity.length(),
                        Quantity::VelocityX => state.velocity.x,
                        Quantity::VelocityY => state.velocity.y,
                    };
                    values.push(if state.density > 0.0 { value } else { f32::NAN });
                }
            }
        });
    }

    /// Sets the state of the cell in a column and a row. Walls stay as they are. Returns false if there is no
    /// such cell, or if it is a wall. An isothermal gas ignores the pressure.
    ///
    /// # Errors
    /// A density or pressure outside of 1e-6 to 1e6 times the ambient one; a velocity beyond 1e5.
    pub fn set_cell(&mut self, [column, row]: [u32; 2], state: GasState) -> Result<bool, ValueError> {
        use crate::def::{check, check_vector};
        StandardFloats::within(|| {
            let (density, pressure) = (self.def.density, self.def.pressure());
            check("density", state.density, LEAST * density, 1.0e6 * density)?;
            check("pressure", state.pressure, LEAST * pressure, 1.0e6 * pressure)?;
            check_vector("velocity", state.velocity, 1.0e5)?;
            if column >= self.def.cells[0] || row >= self.def.cells[1] {
                return Ok(false);
            }
            let (column, row) = (column as usize, row as usize);
            let place = self.layout.place(column as isize, row as isize);
            if self.cells[place] == 0.0 {
                return Ok(false);
            }
            self.put(column, row, conserved(&self.def, state));
            Ok(true)
        })
    }

    /// Makes the cell in a column and a row a wall, or takes that back. The gas of a new wall vanishes; a
    /// cell that opens fills like its neighbours. Returns false if there is no such cell.
    pub fn set_wall(&mut self, [column, row]: [u32; 2], wall: bool) -> bool {
        let inside = column < self.def.cells[0] && row < self.def.cells[1];
        if inside {
            StandardFloats::within(|| self.set_fixed(column as usize, row as usize, BY_CALLER, wall));
        }
        inside
    }

    /// Sets or clears one reason for which a cell is a wall.
    pub(crate) fn set_fixed(&mut self, column: usize, row: usize, reason: u8, wall: bool) {
        let fixed = &mut self.fixed[row * self.layout.columns + column];
        let before = *fixed != 0;
        *fixed = if wall { *fixed | reason } else { *fixed & !reason };
        let after = *fixed != 0;
        if after == before {
            return;
        }
        if after {
            self.put(column, row, [0.0; 4]);
            self.tiles.wall_at(column, row);
        } else {
            let state = self.like_neighbours(column, row).unwrap_or_else(|| ambient(&self.def));
            self.put(column, row, state);
        }
    }

    /// The mean state of the gas cells beside a cell; `None` if all are walls. The mean of equal states is
    /// that state, to the bit.
    pub(crate) fn like_neighbours(&self, column: usize, row: usize) -> Option<State> {
        let (columns, rows) = (self.layout.columns, self.layout.rows);
        let (mut count, mut first, mut sum) = (0.0_f32, [0.0; 4], [0.0_f32; 4]);
        let near = [
            [column.wrapping_sub(1), row],
            [column + 1, row],
            [column, row.wrapping_sub(1)],
            [column, row + 1],
        ];
        for [column, row] in near.into_iter().filter(|near| near[0] < columns && near[1] < rows) {
            let state = self.layout.get(&self.cells, self.layout.place(column as isize, row as isize));
            if state[0] == 0.0 {
                continue;
            }
            if count == 0.0 {
                first = state;
            }
            count += 1.0;
            for part in 0..4 {
                sum[part] += state[part] - first[part];
            }
        }
        (count > 0.0).then(|| [0, 1, 2, 3].map(|part| first[part] + sum[part] / count))
    }

    /// Returns the bytes of the cells, walls and tiles.
    pub fn memory_of_cells(&self) -> usize {
        size_of_val(&*self.cells)
            + size_of_val(&*self.other)
            + size_of_val(&*self.fixed)
            + self.tiles.memory()
    }

    /// Returns sums over all gas.
    pub fn totals(&self) -> Totals {
        let mut sum = [0.0_f64; 4];
        for row in 0..self.layout.rows {
            for column in 0..self.layout.columns {
                let place = self.layout.place(column as isize, row as isize);
                let state = self.layout.get(&self.cells, place);
                if state[0] > 0.0 {
                    let energy = if self.layout.parts == 4 { f64::from(state[3]) } else { kinetic(state) };
                    sum[0] += f64::from(state[0]);
                    sum[1] += f64::from(state[1]);
                    sum[2] += f64::from(state[2]);
                    sum[3] += energy;
                }
            }
        }
        let area = f64::from(self.def.cell) * f64::from(self.def.cell);
        for mover in &self.walls.movers {
            for (sum, part) in sum.iter_mut().zip(mover.account) {
                *sum += part;
            }
        }
        let [mass, x, y, energy] = sum.map(|part| part * area);
        Totals { mass, momentum: [x, y], energy }
    }

    /// Advances the gas by `dt` `[s]`, 0 to 1, without a world.
    ///
    /// # Errors
    /// A length out of range.
    pub fn advance(&mut self, dt: f32, tasks: Option<&dyn TaskSystem>) -> Result<(), ValueError> {
        crate::def::check("dt", dt, 0.0, 1.0)?;
        StandardFloats::within(|| self.flow(dt, tasks));
        Ok(())
    }

    /// The gas of a step.
    pub(crate) fn flow(&mut self, dt: f32, tasks: Option<&dyn TaskSystem>) {
        self.step = GasStep::default();
        self.release_blasts();
        if dt <= 0.0 || !self.tiles.any() {
            return;
        }
        self.tiles.plan(&self.layout, &self.cells, &mut self.other);
        if !self.tiles.is_loud() {
            return;
        }
        self.list_faces();
        let sound = self.def.model.sound_speed();
        let pass =
            Pass { def: &self.def, layout: &self.layout, tiles: &self.tiles, lanes: self.lanes, tasks };
        let (mut left, mut fastest) = (dt, pass.fastest_wave(&mut self.cells));
        while left > 0.0 && self.step.sub_steps < self.def.max_sub_steps {
            if self.step.sub_steps.is_multiple_of(tiles::SUB_STEPS) && self.step.sub_steps > 0 {
                self.listen();
                self.tiles.plan(&self.layout, &self.cells, &mut self.other);
                self.list_faces();
            }
            let longest = COURANT * self.def.cell / fastest;
            let needed = (left / longest).ceil();
            let allowed = self.def.max_sub_steps - self.step.sub_steps;
            let length = if needed <= allowed as f32 { left / needed } else { longest };
            let speed = self.sub_step(length, tasks);
            // Also for NaN, which the pass at the end of the step mends.
            fastest = if speed > sound { speed } else { sound };
            left = if needed <= 1.0 { 0.0 } else { left - length };
            self.step.sub_steps += 1;
        }
        self.step.lag = left;
        self.step.fastest = fastest;
        self.settle_accounts(dt);
        rub(&self.def, &self.layout, &self.tiles, (&mut self.cells, &self.fixed), dt);
        self.rub_bodies(dt);
        self.drag_small(dt);
        let pass =
            Pass { def: &self.def, layout: &self.layout, tiles: &self.tiles, lanes: self.lanes, tasks };
        self.step.mended = pass.relax(&mut self.cells, dt);
        self.listen();
        self.step.active_cells =
            (self.tiles.active() * crate::layout::TILE_WIDTH * crate::layout::TILE_HEIGHT) as u32;
    }

    fn listen(&mut self) {
        let quiet = self.quiet();
        self.tiles.listen(&self.layout, &self.cells, ambient(&self.def), quiet);
    }

    /// Both sweeps of a sub-step; returns the speed of the fastest wave.
    fn sub_step(&mut self, length: f32, tasks: Option<&dyn TaskSystem>) -> f32 {
        let axes = if self.columns_first { [Axis::Y, Axis::X] } else { [Axis::X, Axis::Y] };
        self.columns_first = !self.columns_first;
        let numbers = numbers(&self.def, length);
        let mut fastest = 0.0;
        for axis in axes {
            self.press(axis, length);
            let work = self.tiles.work();
            let sweep = Sweep { layout: &self.layout, axis, numbers, work, lanes: self.lanes };
            let speed = sweep.run(tasks, &self.cells, &mut self.other);
            core::mem::swap(&mut self.cells, &mut self.other);
            fastest = if speed > fastest { speed } else { fastest };
        }
        self.carry_bodies();
        fastest
    }

    /// Writes a cell in both arrays and raises its tile.
    pub(crate) fn put(&mut self, column: usize, row: usize, state: State) {
        let place = self.layout.place(column as isize, row as isize);
        self.layout.set(&mut self.cells, place, state);
        self.layout.set(&mut self.other, place, state);
        self.tiles.raise(column, row);
    }

    /// The cell of a point.
    pub(crate) fn cell_of(&self, point: Vec2) -> Option<[usize; 2]> {
        let at = (point - self.def.origin) / self.def.cell;
        let inside =
            at.x >= 0.0 && at.y >= 0.0 && at.x < self.layout.columns as f32 && at.y < self.layout.rows as f32;
        inside.then_some([at.x as usize, at.y as usize])
    }

    /// The middle of a cell `[m]`.
    pub(crate) fn middle(&self, column: usize, row: usize) -> Vec2 {
        self.def.origin + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * self.def.cell
    }

    fn state_of(&self, column: usize, row: usize) -> GasState {
        let state = self.layout.get(&self.cells, self.layout.place(column as isize, row as isize));
        primitive(&self.def, state)
    }
}

/// Numbers of a sub-step of a gas.
pub(crate) fn numbers(def: &GasDef, length: f32) -> Numbers {
    Numbers {
        gamma: def.model.gamma(),
        sound: def.model.sound_speed(),
        least_density: LEAST * def.density,
        least_pressure: LEAST * def.pressure(),
        ratio: length / def.cell,
    }
}

/// Energy of motion of a cell.
pub(crate) fn kinetic([density, x, y, _]: State) -> f64 {
    let [density, x, y] = [density, x, y].map(f64::from);
    0.5 * (x * x + y * y) / density
}

/// Density, pressure and velocity of a cell.
pub(crate) fn primitive(def: &GasDef, [density, x, y, energy]: State) -> GasState {
    if density == 0.0 {
        return GasState { density, pressure: 0.0, velocity: Vec2::new(x, y) };
    }
    let velocity = Vec2::new(x / density, y / density);
    let pressure = match def.model {
        Model::Isothermal { sound_speed } => sound_speed * sound_speed * density,
        Model::Ideal { gamma, .. } => (gamma - 1.0) * (energy - 0.5 * density * velocity.length_squared()),
    };
    GasState { density, pressure, velocity }
}

/// The state of a cell with a density, a pressure and a velocity.
pub(crate) fn conserved(def: &GasDef, state: GasState) -> State {
    let GasState { density, pressure, velocity } = state;
    let energy = match def.model {
        Model::Isothermal { .. } => 0.0,
        Model::Ideal { gamma, .. } => pressure / (gamma - 1.0) + 0.5 * density * velocity.length_squared(),
    };
    [density, density * velocity.x, density * velocity.y, energy]
}
