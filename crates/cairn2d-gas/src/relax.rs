//! What a step does to each cell on its own: drain to ambient, damping, and the rescue of bad numbers; and
//! the speed of the fastest wave.
//!
//! All decays are exact exponentials, once in a step. They act on density, velocity and pressure, so they
//! never make a pressure negative.

use core::sync::atomic::{AtomicU32, Ordering};

use cairn2d::LaneLevel;
use cairn2d::math::lanes::Lanes;
use cairn2d::math::{decay, with_lanes};
use cairn2d::tasks::{TaskSystem, for_each_chunk};

use crate::def::GasDef;
use crate::layout::{BAND, LEFT, Layout, State, ambient};
use crate::tiles::Tiles;

/// Share of the ambient density, pressure and sound speed below which gas counts as ambient.
const SNAP: f32 = 4.0e-6;

/// Largest number and speed `[m/s]` of a cell.
const LARGEST: f32 = 1.0e20;
const FASTEST: f32 = 1.0e9;

/// Numbers of one step.
#[derive(Clone, Copy, Debug)]
struct Relax {
    ambient: State,
    pressure: f32,
    gamma: f32,
    sound: f32,
    /// What remains of the difference from ambient, and of velocities.
    excess: f32,
    speed: f32,
    /// Differences that count as none: density, velocity, pressure.
    snap: [f32; 3],
}

impl Relax {
    fn new(def: &GasDef, dt: f32) -> Relax {
        // Gas that keeps everything may not lose the least of it.
        let excess = decay(def.drain, dt);
        // A decay stalls where its change is less than half of the last bit.
        let stall = 2.0 * f32::EPSILON / (1.0 - excess);
        let stall = if stall < 1.0e-3 { stall } else { 1.0e-3 };
        let snap = if def.drain > 0.0 && def.damping > 0.0 { SNAP + stall } else { 0.0 };
        Relax {
            ambient: ambient(def),
            pressure: def.pressure(),
            gamma: def.model.gamma(),
            sound: def.model.sound_speed(),
            excess,
            speed: decay(def.damping, dt),
            snap: [snap * def.density, snap * def.model.sound_speed(), snap * def.pressure()],
        }
    }
}

/// All tiles with work, and how to pass over them.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a> {
    pub(crate) def: &'a GasDef,
    pub(crate) layout: &'a Layout,
    pub(crate) tiles: &'a Tiles,
    pub(crate) lanes: LaneLevel,
    pub(crate) tasks: Option<&'a dyn TaskSystem>,
}

impl Pass<'_> {
    /// Drains and damps all cells by a step of `dt` `[s]`. Cells whose numbers are beyond any use become
    /// ambient; returns how many.
    pub(crate) fn relax(&self, cells: &mut [f32], dt: f32) -> u32 {
        let relax = Relax::new(self.def, dt);
        let mended = AtomicU32::new(0);
        self.for_each_band(cells, &|band, first| {
            let count = if self.layout.parts == 4 {
                with_lanes!(self.lanes, lanes => self.band::<_, true, true>(lanes, &relax, band, first).1)
            } else {
                with_lanes!(self.lanes, lanes => self.band::<_, false, true>(lanes, &relax, band, first).1)
            };
            mended.fetch_add(count, Ordering::Relaxed);
        });
        mended.into_inner()
    }

    /// Returns the speed of the fastest wave `[m/s]`, at least that of sound. Changes nothing.
    pub(crate) fn fastest_wave(&self, cells: &mut [f32]) -> f32 {
        let relax = Relax::new(self.def, 0.0);
        // Speeds are not negative, so their bits have their order.
        let fastest = AtomicU32::new(relax.sound.to_bits());
        self.for_each_band(cells, &|band, first| {
            let speed = if self.layout.parts == 4 {
                with_lanes!(self.lanes, lanes => self.band::<_, true, false>(lanes, &relax, band, first).0)
            } else {
                with_lanes!(self.lanes, lanes => self.band::<_, false, false>(lanes, &relax, band, first).0)
            };
            fastest.fetch_max(speed.to_bits(), Ordering::Relaxed);
        });
        f32::from_bits(fastest.into_inner())
    }

    fn for_each_band(&self, cells: &mut [f32], work: &(dyn Fn(&mut [f32], usize) + Sync)) {
        let row_len = self.layout.row_len();
        for_each_chunk(self.tasks, &mut cells[self.layout.inner()], BAND * row_len, &|start, band| {
            work(band, start / row_len);
        });
    }

    /// Passes over a band of rows: relaxes its cells if `RELAX`, else looks for the fastest wave. Returns its
    /// speed and the number of mended cells.
    #[inline(always)]
    fn band<L: Lanes, const IDEAL: bool, const RELAX: bool>(
        &self,
        l: L,
        relax: &Relax,
        band: &mut [f32],
        first: usize,
    ) -> (f32, u32) {
        let (layout, stride) = (self.layout, self.layout.stride);
        let wide = Wide::new(l, relax);
        let (mut fastest, mut mended) = (wide.zero, 0);
        for row in 0..band.len() / layout.row_len() {
            let mut from = 0;
            while let Some(columns) = self.tiles.columns_with_work(layout, first + row, from) {
                from = columns.end;
                for column in columns.clone().step_by(L::COUNT) {
                    let place = row * layout.row_len() + LEFT + column;
                    let inside = (columns.end - column).min(32) as u32;
                    let mask = l.mask_from_bits(if inside < 32 { (1 << inside) - 1 } else { u32::MAX });
                    let energy = if IDEAL { l.load(&band[place + 3 * stride..]) } else { wide.zero };
                    let [x, y] = [stride, 2 * stride].map(
                        #[inline(always)]
                        |offset| l.load(&band[place + offset..]),
                    );
                    let state = [l.load(&band[place..]), x, y, energy];
                    if !RELAX {
                        let wave = wave::<L, IDEAL>(l, &wide, state);
                        fastest = l.max(fastest, l.select(mask, wave, wide.zero));
                        continue;
                    }
                    let (new, bad) = relaxed::<L, IDEAL>(l, &wide, state);
                    mended += l.bits(l.and(bad, mask)).count_ones();
                    for part in 0..if IDEAL { 4 } else { 3 } {
                        let kept = l.select(mask, new[part], state[part]);
                        l.store(kept, &mut band[place + part * stride..]);
                    }
                }
            }
        }
        let mut speeds = [0.0; 16];
        l.store(fastest, &mut speeds);
        (speeds[..L::COUNT].iter().fold(0.0, |most, &speed| if speed > most { speed } else { most }), mended)
    }
}

/// The numbers of [`Relax`] in all lanes.
struct Wide<L: Lanes> {
    zero: L::F,
    one: L::F,
    half: L::F,
    ambient: [L::F; 4],
    pressure: L::F,
    gamma: L::F,
    gamma_less: L::F,
    per_gamma_less: L::F,
    sound: L::F,
    excess: L::F,
    speed: L::F,
    snap: [L::F; 3],
    largest: L::F,
    fastest: L::F,
}

impl<L: Lanes> Wide<L> {
    #[inline(always)]
    fn new(l: L, relax: &Relax) -> Wide<L> {
        let gamma_less = relax.gamma - 1.0;
        Wide {
            zero: l.splat(0.0),
            one: l.splat(1.0),
            half: l.splat(0.5),
            ambient: relax.ambient.map(
                #[inline(always)]
                |part| l.splat(part),
            ),
            pressure: l.splat(relax.pressure),
            gamma: l.splat(relax.gamma),
            gamma_less: l.splat(gamma_less),
            per_gamma_less: l.splat(if gamma_less > 0.0 { 1.0 / gamma_less } else { 0.0 }),
            sound: l.splat(relax.sound),
            excess: l.splat(relax.excess),
            speed: l.splat(relax.speed),
            snap: relax.snap.map(
                #[inline(always)]
                |part| l.splat(part),
            ),
            largest: l.splat(LARGEST),
            fastest: l.splat(FASTEST),
        }
    }
}

/// The speed of the fastest wave along an axis in each cell; walls count with their velocity.
#[inline(always)]
fn wave<L: Lanes, const IDEAL: bool>(l: L, wide: &Wide<L>, [density, x, y, energy]: [L::F; 4]) -> L::F {
    let solid = l.eq(density, wide.zero);
    let inverse = wide.one / l.select(solid, wide.one, density);
    let speed = l.max(l.abs(x * inverse), l.abs(y * inverse));
    if !IDEAL {
        return speed + wide.sound;
    }
    let pressure = wide.gamma_less * (energy - wide.half * ((x * x + y * y) * inverse));
    let sound = l.sqrt(l.max(wide.gamma * (pressure * inverse), wide.zero));
    speed + l.select(solid, wide.sound, sound)
}

/// Cells after drain and damping, and which of them were beyond any use.
#[inline(always)]
fn relaxed<L: Lanes, const IDEAL: bool>(l: L, wide: &Wide<L>, state: [L::F; 4]) -> ([L::F; 4], L::M) {
    let [old_density, x, y, energy] = state;
    let solid = l.eq(old_density, wide.zero);
    let inverse = wide.one / l.select(solid, wide.one, old_density);
    let (u, v) = (x * inverse, y * inverse);
    let density = wide.ambient[0] + (old_density - wide.ambient[0]) * wide.excess;
    let (slow_u, slow_v) = (u * wide.speed, v * wide.speed);
    let difference = l.abs(density - wide.ambient[0]);
    let still = l.and(
        l.and(l.le(l.abs(slow_u), wide.snap[1]), l.le(l.abs(slow_v), wide.snap[1])),
        l.le(difference, wide.snap[0]),
    );
    // Written so that NaN is beyond use.
    let (sum, motion) = (old_density + l.abs(energy), l.abs(x) + l.abs(y));
    let usable = l.and(
        l.and(l.gt(old_density, wide.zero), l.lt(sum + motion, wide.largest)),
        l.lt(motion, wide.fastest * old_density),
    );
    let bad = l.and_not(l.not(usable), solid);
    let (mut new_energy, mut calm) = (wide.zero, still);
    if IDEAL {
        let pressure = wide.gamma_less * (energy - wide.half * (old_density * (u * u + v * v)));
        let pressure = wide.pressure + (pressure - wide.pressure) * wide.excess;
        let kinetic = wide.half * (density * (slow_u * slow_u + slow_v * slow_v));
        new_energy = pressure * wide.per_gamma_less + kinetic;
        calm = l.and(still, l.le(l.abs(pressure - wide.pressure), wide.snap[2]));
    }
    let new = [density, density * slow_u, density * slow_v, new_energy];
    let to_ambient = l.or(calm, bad);
    let mut out = state;
    // Without decay, cells keep their bits.
    let decays = l.lt(wide.excess * wide.speed, wide.one);
    for part in 0..4 {
        let relaxed = l.select(decays, new[part], state[part]);
        out[part] = l.select(solid, state[part], l.select(to_ambient, wide.ambient[part], relaxed));
    }
    (out, bad)
}

/// Takes from gas beside walls that stay a share of its velocity along the wall. `fixed` tells by rows which
/// cells of the grid are such walls; closed edges are too.
pub(crate) fn rub(
    def: &GasDef,
    layout: &Layout,
    tiles: &Tiles,
    (cells, fixed): (&mut [f32], &[u8]),
    dt: f32,
) {
    let share = 1.0 - decay(def.friction, dt);
    if share == 0.0 {
        return;
    }
    let stays = |column: isize, row: isize| {
        let inside =
            (0..layout.columns as isize).contains(&column) && (0..layout.rows as isize).contains(&row);
        !inside || fixed[row as usize * layout.columns + column as usize] != 0
    };
    tiles.for_each_run(layout, |columns, rows| {
        for row in rows {
            for column in columns.clone() {
                let (column, row) = (column as isize, row as isize);
                let place = layout.place(column, row);
                // Walls to the sides act on the momentum along y, those below and above on that along x.
                let near =
                    [(column - 1, row, 2), (column + 1, row, 2), (column, row - 1, 1), (column, row + 1, 1)];
                for (column, row, part) in near {
                    let wall = layout.place(column, row);
                    if cells[place] != 0.0 && cells[wall] == 0.0 && stays(column, row) {
                        slow(layout, cells, place, (part, 0.0), share);
                    }
                }
            }
        }
    });
}

/// Moves a share of the way from a cell's velocity along an axis, 1 for x and 2 for y, to that of a wall.
/// Keeps its heat. Returns the momentum that the cell gained.
pub(crate) fn slow(
    layout: &Layout,
    cells: &mut [f32],
    place: usize,
    (part, velocity): (usize, f32),
    share: f32,
) -> f32 {
    let mut state = layout.get(cells, place);
    let before = state[part];
    state[part] += (velocity * state[0] - before) * share;
    if state[3] != 0.0 {
        state[3] += 0.5 * (state[part] * state[part] - before * before) / state[0];
    }
    layout.set(cells, place, state);
    state[part] - before
}
