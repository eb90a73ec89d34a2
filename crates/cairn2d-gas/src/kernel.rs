//! The scheme at one cell and one face, for any lanes: MUSCL-Hancock reconstruction and a Riemann solver.
//!
//! Reconstruction of primitive values with the monotonized central limiter (van Leer 1977) and a predictor of
//! half a step (van Leer 1984, "Hancock"). Fluxes: HLLC for an ideal gas (Toro, Spruce, Speares 1994), HLL
//! for an isothermal one, whose momentum across follows the mass flux.
//!
//! A solid neighbour is replaced by the mirrored gas with the velocity of the solid (reflective boundary).
//! The flux through the face of a moving solid is that of the gas at the wall, carried with the wall through
//! the fixed face (ghost fluid). `bodies` keeps the account of what such faces emit and absorb.
//!
//! Invariant: a mirrored state gives the mirrored result bit for bit. So differences and sums of both sides
//! are written so that exchanging the sides only changes signs.

use cairn2d::math::lanes::Lanes;

/// Least share of a cell's density and pressure at its faces; below it, the cell counts as constant.
const LEAST_SHARE: f32 = 0.1;

/// Numbers of a gas in each lane, and the length of a sub-step.
#[derive(Clone, Copy)]
pub(crate) struct Laws<L: Lanes> {
    pub(crate) zero: L::F,
    pub(crate) half: L::F,
    pub(crate) one: L::F,
    two: L::F,
    least_share: L::F,
    /// Ratio of the specific heats, less one, and the inverse of that.
    gamma: L::F,
    gamma_less: L::F,
    per_gamma_less: L::F,
    /// Speed of sound of an isothermal gas, and its square.
    sound: L::F,
    sound_squared: L::F,
    /// Least density and pressure.
    pub(crate) least_density: L::F,
    least_pressure: L::F,
    /// Length of the sub-step over the width of a cell, and half of it.
    pub(crate) ratio: L::F,
    half_ratio: L::F,
}

/// The same numbers without lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numbers {
    pub(crate) gamma: f32,
    pub(crate) sound: f32,
    pub(crate) least_density: f32,
    pub(crate) least_pressure: f32,
    pub(crate) ratio: f32,
}

impl<L: Lanes> Laws<L> {
    #[inline(always)]
    pub(crate) fn new(l: L, numbers: &Numbers) -> Laws<L> {
        let gamma_less = numbers.gamma - 1.0;
        Laws {
            zero: l.splat(0.0),
            half: l.splat(0.5),
            one: l.splat(1.0),
            two: l.splat(2.0),
            least_share: l.splat(LEAST_SHARE),
            gamma: l.splat(numbers.gamma),
            gamma_less: l.splat(gamma_less),
            per_gamma_less: l.splat(if gamma_less > 0.0 { 1.0 / gamma_less } else { 0.0 }),
            sound: l.splat(numbers.sound),
            sound_squared: l.splat(numbers.sound * numbers.sound),
            least_density: l.splat(numbers.least_density),
            least_pressure: l.splat(numbers.least_pressure),
            ratio: l.splat(numbers.ratio),
            half_ratio: l.splat(0.5 * numbers.ratio),
        }
    }
}

/// Primitive values: density, velocity along the sweep, velocity across, pressure.
#[derive(Clone, Copy)]
pub(crate) struct Gas4<F> {
    pub(crate) density: F,
    pub(crate) along: F,
    pub(crate) across: F,
    pub(crate) pressure: F,
}

/// A cell: primitive values, the inverse of the density, and whether it is solid.
#[derive(Clone, Copy)]
pub(crate) struct Cell<L: Lanes> {
    pub(crate) gas: Gas4<L::F>,
    pub(crate) inverse: L::F,
    pub(crate) solid: L::M,
}

/// The gas at both faces of a cell after half a sub-step.
#[derive(Clone, Copy)]
pub(crate) struct Faces<F> {
    pub(crate) low: Gas4<F>,
    pub(crate) high: Gas4<F>,
}

/// What flows through a face: mass, momenta along and across the sweep, energy.
#[derive(Clone, Copy)]
pub(crate) struct Flux<F> {
    pub(crate) mass: F,
    pub(crate) along: F,
    pub(crate) across: F,
    pub(crate) energy: F,
}

/// Flux through a face, its pressure on a wall, and its fastest wave.
#[derive(Clone, Copy)]
pub(crate) struct Solved<F> {
    pub(crate) flux: Flux<F>,
    /// Density of the gas in the face; on a wall that of the gas at the wall.
    density: F,
    pub(crate) pressure: F,
    pub(crate) speed: F,
}

/// Primitive values of a cell from its state: density, momenta along and across, energy.
#[inline(always)]
pub(crate) fn cell<L: Lanes, const IDEAL: bool>(
    l: L,
    laws: &Laws<L>,
    [density, along, across, energy]: [L::F; 4],
) -> Cell<L> {
    let solid = l.eq(density, laws.zero);
    let density = l.select(solid, laws.one, density);
    let inverse = laws.one / density;
    let (u, v) = (along * inverse, across * inverse);
    let pressure = if IDEAL {
        let pressure = laws.gamma_less * (energy - laws.half * (along * u + across * v));
        let pressure = l.max(pressure, laws.least_pressure);
        l.select(solid, laws.one, pressure)
    } else {
        laws.zero
    };
    Cell { gas: Gas4 { density, along: u, across: v, pressure }, inverse, solid }
}

/// Difference of the values of two neighbours, with the solid one replaced by the mirrored other one.
#[inline(always)]
pub(crate) fn difference<L: Lanes, const IDEAL: bool, const WALLS: bool>(
    l: L,
    laws: &Laws<L>,
    low: &Cell<L>,
    high: &Cell<L>,
) -> Gas4<L::F> {
    let along = high.gas.along - low.gas.along;
    let density = high.gas.density - low.gas.density;
    let across = high.gas.across - low.gas.across;
    let pressure = if IDEAL { high.gas.pressure - low.gas.pressure } else { laws.zero };
    if !WALLS {
        return Gas4 { density, along, across, pressure };
    }
    let wall = l.or(low.solid, high.solid);
    Gas4 {
        density: l.select(wall, laws.zero, density),
        along: l.select(wall, along + along, along),
        across: l.select(wall, laws.zero, across),
        pressure: l.select(wall, laws.zero, pressure),
    }
}

/// The monotonized central slope: the mean of both differences, at most twice the smaller one, and zero if
/// their signs differ.
#[inline(always)]
fn slope<L: Lanes>(l: L, laws: &Laws<L>, low: L::F, high: L::F) -> L::F {
    let mean = laws.half * (low + high);
    let (least, most) = (laws.two * l.min(low, high), laws.two * l.max(low, high));
    l.max(l.min(mean, l.max(least, laws.zero)), l.min(most, laws.zero))
}

/// The gas at the faces of a cell after half a sub-step, from the differences to its neighbours.
#[inline(always)]
pub(crate) fn reconstruct<L: Lanes, const IDEAL: bool>(
    l: L,
    laws: &Laws<L>,
    cell: &Cell<L>,
    low: &Gas4<L::F>,
    high: &Gas4<L::F>,
) -> Faces<L::F> {
    let gas = &cell.gas;
    let density = slope(l, laws, low.density, high.density);
    let along = slope(l, laws, low.along, high.along);
    let across = slope(l, laws, low.across, high.across);
    let half_ratio = laws.half_ratio;
    let (u, half) = (gas.along, laws.half);
    let mid_density = gas.density - half_ratio * (u * density + gas.density * along);
    let mid_across = gas.across - half_ratio * (u * across);
    let (half_density, half_along, half_across) = (half * density, half * along, half * across);
    let (push, pressure, mid_pressure, half_pressure);
    if IDEAL {
        pressure = slope(l, laws, low.pressure, high.pressure);
        push = pressure * cell.inverse;
        mid_pressure = gas.pressure - half_ratio * (u * pressure + laws.gamma * (gas.pressure * along));
        half_pressure = half * pressure;
    } else {
        push = laws.sound_squared * (density * cell.inverse);
        mid_pressure = laws.zero;
        half_pressure = laws.zero;
    }
    let mid_along = u - half_ratio * (u * along + push);
    // Rarefactions towards a vacuum: a predictor beyond what the cell holds is not used.
    let least = l.min(mid_density - half_density, mid_density + half_density);
    let mut thin = l.lt(least, laws.least_share * gas.density);
    if IDEAL {
        let least = l.min(mid_pressure - half_pressure, mid_pressure + half_pressure);
        thin = l.or(thin, l.lt(least, laws.least_share * gas.pressure));
    }
    Faces {
        low: Gas4 {
            density: l.select(thin, gas.density, mid_density - half_density),
            along: l.select(thin, gas.along, mid_along - half_along),
            across: l.select(thin, gas.across, mid_across - half_across),
            pressure: l.select(thin, gas.pressure, mid_pressure - half_pressure),
        },
        high: Gas4 {
            density: l.select(thin, gas.density, mid_density + half_density),
            along: l.select(thin, gas.along, mid_along + half_along),
            across: l.select(thin, gas.across, mid_across + half_across),
            pressure: l.select(thin, gas.pressure, mid_pressure + half_pressure),
        },
    }
}

/// Which sides of a face are solid, and the velocities of these solids.
#[derive(Clone, Copy)]
pub(crate) struct Solids<L: Lanes> {
    pub(crate) low: L::M,
    pub(crate) high: L::M,
    pub(crate) low_along: L::F,
    pub(crate) high_along: L::F,
}

/// What flows through a face between two gases.
#[inline(always)]
pub(crate) fn solve<L: Lanes, const IDEAL: bool, const WALLS: bool>(
    l: L,
    laws: &Laws<L>,
    low: Gas4<L::F>,
    high: Gas4<L::F>,
    solids: &Solids<L>,
) -> Solved<L::F> {
    if !WALLS {
        return if IDEAL { hllc(l, laws, low, high) } else { hll(l, laws, low, high) };
    }
    let wall = l.or(solids.low, solids.high);
    let speed = l.select(solids.low, solids.low_along, l.select(solids.high, solids.high_along, laws.zero));
    // In the frame of the wall. Its gas is mirrored there.
    let low = Gas4 { along: low.along - speed, ..low };
    let high = Gas4 { along: high.along - speed, ..high };
    let left = mirrored_if(l, solids.low, &high, &low);
    let right = mirrored_if(l, solids.high, &low, &high);
    let open = if IDEAL { hllc(l, laws, left, right) } else { hll(l, laws, left, right) };
    let pressure = l.max(open.pressure, laws.zero);
    // The gas at the wall, carried through the face with the velocity of the wall.
    let star = if IDEAL { open.density } else { pressure / laws.sound_squared };
    // A wall that retreats absorbs no denser gas than there is, however hard the gas runs after it.
    let retreats =
        l.or(l.and(solids.low, l.lt(speed, laws.zero)), l.and(solids.high, l.gt(speed, laws.zero)));
    let density = l.select(retreats, l.min(star, left.density), star);
    let across = left.across;
    let mass = density * speed;
    let along = mass * speed + pressure;
    let energy = if IDEAL {
        let kinetic = laws.half * (density * (speed * speed + across * across));
        let heat = (pressure * laws.per_gamma_less) * (density / star);
        speed * ((heat + kinetic) + pressure)
    } else {
        laws.zero
    };
    let flux = Flux {
        mass: l.select(wall, mass, open.flux.mass),
        along: l.select(wall, along, open.flux.along),
        across: l.select(wall, mass * across, open.flux.across),
        energy: if IDEAL { l.select(wall, energy, open.flux.energy) } else { laws.zero },
    };
    let fastest = l.abs(speed) + open.speed;
    let fastest = l.select(l.and(solids.low, solids.high), laws.zero, fastest);
    Solved { flux, density, pressure, speed: fastest }
}

/// The mirror image of the first gas where the mask is set, else the second one.
#[inline(always)]
fn mirrored_if<L: Lanes>(l: L, mask: L::M, mirrored: &Gas4<L::F>, other: &Gas4<L::F>) -> Gas4<L::F> {
    Gas4 {
        density: l.select(mask, mirrored.density, other.density),
        along: l.select(mask, -mirrored.along, other.along),
        across: l.select(mask, mirrored.across, other.across),
        pressure: l.select(mask, mirrored.pressure, other.pressure),
    }
}

/// Flux of an ideal gas by three waves. The star speed is written so that both sides enter alike.
#[inline(always)]
fn hllc<L: Lanes>(l: L, laws: &Laws<L>, low: Gas4<L::F>, high: Gas4<L::F>) -> Solved<L::F> {
    let sound_low = l.sqrt(laws.gamma * low.pressure / low.density);
    let sound_high = l.sqrt(laws.gamma * high.pressure / high.density);
    let slowest = l.min(low.along - sound_low, high.along - sound_high);
    let fastest = l.max(low.along + sound_low, high.along + sound_high);
    let mass_low = low.density * (slowest - low.along);
    let mass_high = high.density * (fastest - high.along);
    let star = ((high.pressure - low.pressure) + (mass_low * low.along - mass_high * high.along))
        / (mass_low - mass_high);
    let star_pressure = laws.half
        * ((low.pressure + mass_low * (star - low.along))
            + (high.pressure + mass_high * (star - high.along)));
    // The side from which the gas comes.
    let from_low = l.ge(star, laws.zero);
    let density = l.select(from_low, low.density, high.density);
    let along = l.select(from_low, low.along, high.along);
    let across = l.select(from_low, low.across, high.across);
    let pressure = l.select(from_low, low.pressure, high.pressure);
    let wave = l.select(from_low, slowest, fastest);
    let wave_mass = l.select(from_low, mass_low, mass_high);
    let energy = pressure * laws.per_gamma_less + laws.half * (density * (along * along + across * across));
    let per_star = laws.one / (wave - star);
    let star_density = wave_mass * per_star;
    let star_energy = (((wave - along) * energy - pressure * along) + star_pressure * star) * per_star;
    // All waves go to one side: the flux is that of the other side as it is.
    let whole = l.or(l.ge(slowest, laws.zero), l.le(fastest, laws.zero));
    let density = l.select(whole, density, star_density);
    let along = l.select(whole, along, star);
    let pressure = l.select(whole, pressure, star_pressure);
    let energy = l.select(whole, energy, star_energy);
    let mass = density * along;
    let flux = Flux {
        mass,
        along: mass * along + pressure,
        across: mass * across,
        energy: along * (energy + pressure),
    };
    Solved { flux, density, pressure, speed: l.max(-slowest, fastest) }
}

/// Flux of an isothermal gas by two waves; the momentum across follows the mass.
#[inline(always)]
fn hll<L: Lanes>(l: L, laws: &Laws<L>, low: Gas4<L::F>, high: Gas4<L::F>) -> Solved<L::F> {
    let slowest = l.min(l.min(low.along, high.along) - laws.sound, laws.zero);
    let fastest = l.max(l.max(low.along, high.along) + laws.sound, laws.zero);
    let per_width = laws.one / (fastest - slowest);
    let both = slowest * fastest;
    let (mass_low, mass_high) = (low.density * low.along, high.density * high.along);
    let along_low = mass_low * low.along + laws.sound_squared * low.density;
    let along_high = mass_high * high.along + laws.sound_squared * high.density;
    let mass = ((fastest * mass_low - slowest * mass_high) + both * (high.density - low.density)) * per_width;
    let along = ((fastest * along_low - slowest * along_high) + both * (mass_high - mass_low)) * per_width;
    let across = l.select(l.ge(mass, laws.zero), low.across, high.across);
    let flux = Flux { mass, along, across: mass * across, energy: laws.zero };
    Solved { flux, density: low.density, pressure: along, speed: l.max(-slowest, fastest) }
}
