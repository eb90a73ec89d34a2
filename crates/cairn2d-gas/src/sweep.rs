//! Sweeps along rows and along columns, from one array of cells to another one.
//!
//! A sweep reads the old cells and writes the new ones, so cells need no order. Bands of rows are shared out
//! to threads. Tiles without work are left out: both arrays hold the same there.
//! A sweep along rows works through stages of short rows that stay in the nearest cache. A sweep along
//! columns marches a strip as wide as the lanes, with the last cells and the last flux in registers.

use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering};

use cairn2d::LaneLevel;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::with_lanes;
use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::kernel::{Cell, Faces, Gas4, Laws, Numbers, Solids, Solved, cell, difference, reconstruct, solve};
use crate::layout::{BAND, LEFT, Layout, TILE_HEIGHT};

/// Columns that a sweep along rows takes at a time.
const CHUNK: usize = 128;

/// Room for a chunk, its neighbours, and lanes beyond both.
const ROOM: usize = CHUNK + 3 * 16;

/// Place of the first column of a chunk in a stage.
const FIRST: usize = 16;

/// Direction of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    X,
    Y,
}

impl Axis {
    /// Parts of a row that hold the momenta along and across the sweep.
    pub(crate) fn momenta(self) -> [usize; 2] {
        match self {
            Axis::X => [1, 2],
            Axis::Y => [2, 1],
        }
    }
}

/// Which tiles have work, by rows of tiles from below.
#[derive(Clone, Copy)]
pub(crate) struct TileWork<'a> {
    pub(crate) tiles: [usize; 2],
    /// Work of a tile: [`STILL`], [`OPEN`] or [`WALLED`].
    pub(crate) work: &'a [u8],
}

/// Work of a tile whose cells do not change.
pub(crate) const STILL: u8 = 0;
/// Work of a tile without solids in reach.
pub(crate) const OPEN: u8 = 1;
/// Work of a tile with solids in reach.
pub(crate) const WALLED: u8 = 2;

impl TileWork<'_> {
    /// Returns the first run of equal tiles with work from a tile on, in a row of tiles.
    fn run_in_row(&self, row: usize, from: usize) -> Option<(Range<usize>, bool)> {
        run(from, self.tiles[0], |column| self.work[row * self.tiles[0] + column])
    }

    /// Returns the first run of equal tiles with work from a tile on and below an end, in a column of tiles.
    fn run_in_column(&self, column: usize, from: usize, end: usize) -> Option<(Range<usize>, bool)> {
        run(from, end, |row| self.work[row * self.tiles[0] + column])
    }
}

/// The first run of equal tiles with work, and whether there are walls.
fn run(from: usize, end: usize, work: impl Fn(usize) -> u8) -> Option<(Range<usize>, bool)> {
    let first = (from..end).find(|&tile| work(tile) != STILL)?;
    let kind = work(first);
    let last = (first..end).find(|&tile| work(tile) != kind).unwrap_or(end);
    Some((first..last, kind == WALLED))
}

/// A sweep over all tiles with work.
pub(crate) struct Sweep<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) axis: Axis,
    pub(crate) numbers: Numbers,
    pub(crate) work: TileWork<'a>,
    pub(crate) lanes: LaneLevel,
}

impl Sweep<'_> {
    /// Writes the cells after the sweep; returns the speed of the fastest wave `[m/s]`.
    pub(crate) fn run(&self, tasks: Option<&dyn TaskSystem>, old: &[f32], new: &mut [f32]) -> f32 {
        // Speeds are not negative, so their bits have their order. A maximum does not depend on the order.
        let fastest = AtomicU32::new(0);
        let row_len = self.layout.row_len();
        for_each_chunk(tasks, &mut new[self.layout.inner()], BAND * row_len, &|start, band| {
            let first = start / row_len;
            let speed = self.band(old, band, first);
            fastest.fetch_max(speed.to_bits(), Ordering::Relaxed);
        });
        f32::from_bits(fastest.into_inner())
    }

    /// Sweeps a band of rows; returns the speed of the fastest wave.
    fn band(&self, old: &[f32], band: &mut [f32], first: usize) -> f32 {
        let rows = first..first + band.len() / self.layout.row_len();
        if self.layout.parts == 4 {
            with_lanes!(self.lanes, lanes => self.band_with::<_, true>(lanes, old, band, rows))
        } else {
            with_lanes!(self.lanes, lanes => self.band_with::<_, false>(lanes, old, band, rows))
        }
    }

    #[inline(always)]
    fn band_with<L: Lanes, const IDEAL: bool>(
        &self,
        l: L,
        old: &[f32],
        band: &mut [f32],
        rows: Range<usize>,
    ) -> f32 {
        let laws = Laws::new(l, &self.numbers);
        let (layout, first) = (self.layout, rows.start);
        let tile_rows = first / TILE_HEIGHT..rows.end.div_ceil(TILE_HEIGHT);
        let mut fastest = laws.zero;
        if self.axis == Axis::X {
            for tile_row in tile_rows {
                let mut from = 0;
                while let Some((tiles, walled)) = self.work.run_in_row(tile_row, from) {
                    from = tiles.end;
                    let columns =
                        layout.tile_columns(tiles.start).start..layout.tile_columns(tiles.end - 1).end;
                    let part =
                        Part { layout, axis: Axis::X, columns, rows: layout.tile_rows(tile_row), first };
                    let speed = if walled {
                        part.along_rows::<L, IDEAL, true>(l, &laws, old, band)
                    } else {
                        part.along_rows::<L, IDEAL, false>(l, &laws, old, band)
                    };
                    fastest = l.max(fastest, speed);
                }
            }
        } else {
            for tile_column in 0..layout.tiles[0] {
                let mut from = tile_rows.start;
                while let Some((tiles, walled)) = self.work.run_in_column(tile_column, from, tile_rows.end) {
                    from = tiles.end;
                    let rows = layout.tile_rows(tiles.start).start..layout.tile_rows(tiles.end - 1).end;
                    let columns = layout.tile_columns(tile_column);
                    let part = Part { layout, axis: Axis::Y, columns, rows, first };
                    let speed = if walled {
                        part.along_columns::<L, IDEAL, true>(l, &laws, old, band)
                    } else {
                        part.along_columns::<L, IDEAL, false>(l, &laws, old, band)
                    };
                    fastest = l.max(fastest, speed);
                }
            }
        }
        let mut speeds = [0.0; 16];
        l.store(fastest, &mut speeds);
        speeds[..L::COUNT].iter().fold(0.0, |most, &speed| if speed > most { speed } else { most })
    }
}

/// A block of cells within a band.
struct Part<'a> {
    layout: &'a Layout,
    axis: Axis,
    columns: Range<usize>,
    rows: Range<usize>,
    /// First row of the band.
    first: usize,
}

/// Columns of a row, and memory for their stages.
struct Chunk<'a> {
    row: usize,
    columns: Range<usize>,
    stages: &'a mut Stages,
}

/// One number for each column of a stage.
type Stage = [f32; ROOM];

impl Part<'_> {
    /// Reads the state of a block of cells: density, momenta along and across, energy.
    #[inline(always)]
    fn load<L: Lanes, const IDEAL: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        old: &[f32],
        place: usize,
    ) -> [L::F; 4] {
        let [along, across] = self.axis.momenta();
        let stride = self.layout.stride;
        let energy = if IDEAL { l.load(&old[place + 3 * stride..]) } else { laws.zero };
        [
            l.load(&old[place..]),
            l.load(&old[place + along * stride..]),
            l.load(&old[place + across * stride..]),
            energy,
        ]
    }

    /// Writes the state of a block of cells in a band.
    #[inline(always)]
    fn store<L: Lanes, const IDEAL: bool>(&self, l: L, band: &mut [f32], place: usize, state: [L::F; 4]) {
        let [along, across] = self.axis.momenta();
        let stride = self.layout.stride;
        l.store(state[0], &mut band[place..]);
        l.store(state[1], &mut band[place + along * stride..]);
        l.store(state[2], &mut band[place + across * stride..]);
        if IDEAL {
            l.store(state[3], &mut band[place + 3 * stride..]);
        }
    }

    /// Place of a cell of the band in the band.
    #[inline(always)]
    fn band_place(&self, column: usize, row: usize) -> usize {
        (row - self.first) * self.layout.row_len() + LEFT + column
    }

    /// Sweeps along rows.
    #[inline(always)]
    fn along_rows<L: Lanes, const IDEAL: bool, const WALLS: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        old: &[f32],
        band: &mut [f32],
    ) -> L::F {
        let mut fastest = laws.zero;
        let mut stages = Stages::new();
        for row in self.rows.clone() {
            let mut column = self.columns.start;
            while column < self.columns.end {
                let end = (column + CHUNK).min(self.columns.end);
                let speed = self.chunk::<L, IDEAL, WALLS>(
                    l,
                    laws,
                    old,
                    band,
                    Chunk { row, columns: column..end, stages: &mut stages },
                );
                fastest = l.max(fastest, speed);
                column = end;
            }
            self.mend_margin(old, band, row);
        }
        fastest
    }

    /// Sweeps a chunk of a row.
    #[inline(always)]
    fn chunk<L: Lanes, const IDEAL: bool, const WALLS: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        old: &[f32],
        band: &mut [f32],
        chunk: Chunk<'_>,
    ) -> L::F {
        let Chunk { row, columns, stages } = chunk;
        let count = columns.len();
        // Place in the old cells that belongs to place 0 of a stage.
        let base = self.layout.place(columns.start as isize, row as isize) - FIRST;
        let mut at = FIRST - 2;
        while at < FIRST + count + 2 {
            let state = self.load::<L, IDEAL>(l, laws, old, base + at);
            let cell = cell::<L, IDEAL>(l, laws, state);
            stages.cells.put::<L, IDEAL>(l, at, &cell.gas);
            l.store(cell.inverse, &mut stages.inverse[at..]);
            if WALLS {
                l.store(l.select(cell.solid, laws.one, laws.zero), &mut stages.solid[at..]);
            }
            at += L::COUNT;
        }
        // A difference is stored at its lower cell.
        at = FIRST - 2;
        while at < FIRST + count + 1 {
            let (low, high) = (
                stages.cell::<L, IDEAL, WALLS>(l, laws, at),
                stages.cell::<L, IDEAL, WALLS>(l, laws, at + 1),
            );
            let step = difference::<L, IDEAL, WALLS>(l, laws, &low, &high);
            stages.steps.put::<L, IDEAL>(l, at, &step);
            at += L::COUNT;
        }
        at = FIRST - 1;
        while at < FIRST + count + 1 {
            let cell = stages.cell::<L, IDEAL, WALLS>(l, laws, at);
            let (low, high) =
                (stages.steps.take::<L, IDEAL>(l, laws, at - 1), stages.steps.take::<L, IDEAL>(l, laws, at));
            let faces = reconstruct::<L, IDEAL>(l, laws, &cell, &low, &high);
            stages.low.put::<L, IDEAL>(l, at, &faces.low);
            stages.high.put::<L, IDEAL>(l, at, &faces.high);
            at += L::COUNT;
        }
        // A flux is stored at the cell below its face.
        let mut fastest = laws.zero;
        at = FIRST - 1;
        while at < FIRST + count {
            let (low, high) =
                (stages.high.take::<L, IDEAL>(l, laws, at), stages.low.take::<L, IDEAL>(l, laws, at + 1));
            let solids = Solids {
                low: stages.solid::<L, WALLS>(l, laws, at),
                high: stages.solid::<L, WALLS>(l, laws, at + 1),
                low_along: l.load(&stages.cells.along[at..]),
                high_along: l.load(&stages.cells.along[at + 1..]),
            };
            let solved = solve::<L, IDEAL, WALLS>(l, laws, low, high, &solids);
            let flux = Gas4 {
                density: solved.flux.mass,
                along: solved.flux.along,
                across: solved.flux.across,
                pressure: solved.flux.energy,
            };
            stages.flux.put::<L, IDEAL>(l, at, &flux);
            // Lanes beyond the faces of the chunk would make the maximum depend on their number.
            let inside = (FIRST + count - at).min(32) as u32;
            let mask = l.mask_from_bits(if inside < 32 { (1 << inside) - 1 } else { u32::MAX });
            fastest = l.max(fastest, l.select(mask, solved.speed, laws.zero));
            at += L::COUNT;
        }
        at = FIRST;
        while at < FIRST + count {
            let state = self.load::<L, IDEAL>(l, laws, old, base + at);
            let (low, high) =
                (stages.flux.take::<L, IDEAL>(l, laws, at - 1), stages.flux.take::<L, IDEAL>(l, laws, at));
            let solid = stages.solid::<L, WALLS>(l, laws, at);
            let state = update::<L, IDEAL, WALLS>(l, laws, state, solid, &low, &high);
            self.store::<L, IDEAL>(l, band, self.band_place(columns.start, row) + at - FIRST, state);
            at += L::COUNT;
        }
        fastest
    }

    /// Sweeps along columns.
    #[inline(always)]
    fn along_columns<L: Lanes, const IDEAL: bool, const WALLS: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        old: &[f32],
        band: &mut [f32],
    ) -> L::F {
        let mut fastest = laws.zero;
        let mut column = self.columns.start;
        while column < self.columns.end {
            // Lanes beyond the grid would make the maximum depend on their number.
            let inside = (self.columns.end - column).min(32) as u32;
            let mask = l.mask_from_bits(if inside < 32 { (1 << inside) - 1 } else { u32::MAX });
            let speed = self.strip::<L, IDEAL, WALLS>(l, laws, old, band, column);
            fastest = l.max(fastest, l.select(mask, speed, laws.zero));
            column += L::COUNT;
        }
        for row in self.rows.clone() {
            self.mend_margin(old, band, row);
        }
        fastest
    }

    /// Marches a strip upwards.
    #[inline(always)]
    fn strip<L: Lanes, const IDEAL: bool, const WALLS: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        old: &[f32],
        band: &mut [f32],
        column: usize,
    ) -> L::F {
        let row_len = self.layout.row_len();
        let mut place = self.layout.place(column as isize, self.rows.start as isize - 2);
        let mut fastest = laws.zero;
        let [a, b] = [0, 1].map(
            #[inline(always)]
            |row| cell::<L, IDEAL>(l, laws, self.load::<L, IDEAL>(l, laws, old, place + row * row_len)),
        );
        place += 2 * row_len;
        let mut above = cell::<L, IDEAL>(l, laws, self.load::<L, IDEAL>(l, laws, old, place));
        let step_below = difference::<L, IDEAL, WALLS>(l, laws, &a, &b);
        let mut step = difference::<L, IDEAL, WALLS>(l, laws, &b, &above);
        let mut faces = reconstruct::<L, IDEAL>(l, laws, &b, &step_below, &step);
        let mut here = b;
        let mut flux = None;
        // The flux through the lower face of the first row, then the flux above each row.
        for row in self.rows.start..=self.rows.end {
            let next = cell::<L, IDEAL>(l, laws, self.load::<L, IDEAL>(l, laws, old, place + row_len));
            let next_step = difference::<L, IDEAL, WALLS>(l, laws, &above, &next);
            let next_faces = reconstruct::<L, IDEAL>(l, laws, &above, &step, &next_step);
            let solved = between::<L, IDEAL, WALLS>(l, laws, (&here, &faces), (&above, &next_faces));
            fastest = l.max(fastest, solved.speed);
            let upper = Gas4 {
                density: solved.flux.mass,
                along: solved.flux.along,
                across: solved.flux.across,
                pressure: solved.flux.energy,
            };
            if let Some(lower) = flux {
                let state = self.load::<L, IDEAL>(l, laws, old, place - row_len);
                let state = update::<L, IDEAL, WALLS>(l, laws, state, here.solid, &lower, &upper);
                self.store::<L, IDEAL>(l, band, self.band_place(column, row - 1), state);
            }
            (flux, here, faces, above, step) = (Some(upper), above, next_faces, next, next_step);
            place += row_len;
        }
        fastest
    }

    /// Writes the margin to the right of a row again, into which lanes have reached.
    #[inline(always)]
    fn mend_margin(&self, old: &[f32], band: &mut [f32], row: usize) {
        if self.columns.end < self.layout.columns {
            return;
        }
        let from = self.layout.place(self.columns.end as isize, row as isize);
        let to = self.band_place(self.columns.end, row);
        for part in 0..self.layout.parts {
            let offset = part * self.layout.stride;
            band[to + offset..to + offset + 16].copy_from_slice(&old[from + offset..from + offset + 16]);
        }
    }
}

/// What flows between two cells.
#[inline(always)]
pub(crate) fn between<L: Lanes, const IDEAL: bool, const WALLS: bool>(
    l: L,
    laws: &Laws<L>,
    (low, low_faces): (&Cell<L>, &Faces<L::F>),
    (high, high_faces): (&Cell<L>, &Faces<L::F>),
) -> Solved<L::F> {
    let solids =
        Solids { low: low.solid, high: high.solid, low_along: low.gas.along, high_along: high.gas.along };
    solve::<L, IDEAL, WALLS>(l, laws, low_faces.high, high_faces.low, &solids)
}

/// The state of a block of cells after what flows in and out.
#[inline(always)]
fn update<L: Lanes, const IDEAL: bool, const WALLS: bool>(
    l: L,
    laws: &Laws<L>,
    state: [L::F; 4],
    solid: L::M,
    low: &Gas4<L::F>,
    high: &Gas4<L::F>,
) -> [L::F; 4] {
    let density = l.max(state[0] - laws.ratio * (high.density - low.density), laws.least_density);
    let along = state[1] - laws.ratio * (high.along - low.along);
    let across = state[2] - laws.ratio * (high.across - low.across);
    let energy = if IDEAL { state[3] - laws.ratio * (high.pressure - low.pressure) } else { laws.zero };
    if !WALLS {
        return [density, along, across, energy];
    }
    [
        l.select(solid, state[0], density),
        l.select(solid, state[1], along),
        l.select(solid, state[2], across),
        l.select(solid, state[3], energy),
    ]
}

/// Four numbers for each column of a stage.
struct Stage4 {
    density: Stage,
    along: Stage,
    across: Stage,
    pressure: Stage,
}

impl Stage4 {
    fn new() -> Stage4 {
        Stage4 { density: [0.0; ROOM], along: [0.0; ROOM], across: [0.0; ROOM], pressure: [0.0; ROOM] }
    }

    #[inline(always)]
    fn put<L: Lanes, const IDEAL: bool>(&mut self, l: L, at: usize, gas: &Gas4<L::F>) {
        l.store(gas.density, &mut self.density[at..]);
        l.store(gas.along, &mut self.along[at..]);
        l.store(gas.across, &mut self.across[at..]);
        if IDEAL {
            l.store(gas.pressure, &mut self.pressure[at..]);
        }
    }

    #[inline(always)]
    fn take<L: Lanes, const IDEAL: bool>(&self, l: L, laws: &Laws<L>, at: usize) -> Gas4<L::F> {
        Gas4 {
            density: l.load(&self.density[at..]),
            along: l.load(&self.along[at..]),
            across: l.load(&self.across[at..]),
            pressure: if IDEAL { l.load(&self.pressure[at..]) } else { laws.zero },
        }
    }
}

/// Stages of a chunk of a row.
struct Stages {
    cells: Stage4,
    inverse: Stage,
    solid: Stage,
    steps: Stage4,
    low: Stage4,
    high: Stage4,
    flux: Stage4,
}

impl Stages {
    fn new() -> Stages {
        let four = Stage4::new;
        Stages {
            cells: four(),
            inverse: [1.0; ROOM],
            solid: [0.0; ROOM],
            steps: four(),
            low: four(),
            high: four(),
            flux: four(),
        }
    }

    #[inline(always)]
    fn cell<L: Lanes, const IDEAL: bool, const WALLS: bool>(
        &self,
        l: L,
        laws: &Laws<L>,
        at: usize,
    ) -> Cell<L> {
        Cell {
            gas: self.cells.take::<L, IDEAL>(l, laws, at),
            inverse: l.load(&self.inverse[at..]),
            solid: self.solid::<L, WALLS>(l, laws, at),
        }
    }

    #[inline(always)]
    fn solid<L: Lanes, const WALLS: bool>(&self, l: L, laws: &Laws<L>, at: usize) -> L::M {
        if WALLS { l.gt(l.load(&self.solid[at..]), laws.half) } else { l.lt(laws.one, laws.zero) }
    }
}
