//! What a step does to each cell on its own: drain to ambient, damping, and the rescue of bad numbers.
//!
//! All decays are exact exponentials, once in a step. They act on density, velocity and pressure, so they
//! never make a pressure negative.

use crate::def::{GasDef, Model};
use crate::layout::{State, ambient};

/// Share of the ambient density, pressure and sound speed below which gas counts as ambient.
const SNAP: f32 = 4.0e-6;

/// Largest number and speed `[m/s]` of a cell.
const LARGEST: f32 = 1.0e20;
const FASTEST: f32 = 1.0e9;

/// Factors of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relax {
    ambient: State,
    pressure: f32,
    gamma_less: f32,
    /// What remains of the difference from ambient, and of velocities.
    excess: f32,
    speed: f32,
    /// Differences that count as none: density, velocity, pressure.
    snap: [f32; 3],
}

impl Relax {
    pub(crate) fn new(def: &GasDef, dt: f32) -> Relax {
        let gamma_less = match def.model {
            Model::Isothermal { .. } => 0.0,
            Model::Ideal { gamma, .. } => gamma - 1.0,
        };
        // Gas that keeps everything may not lose the least of it.
        let excess = cairn2d::math::decay(def.drain, dt);
        // A decay stalls where its change is less than half of the last bit.
        let stall = 2.0 * f32::EPSILON / (1.0 - excess);
        let snap = if def.drain > 0.0 && def.damping > 0.0 { SNAP + if stall < 1.0e-3 { stall } else { 1.0e-3 } } else { 0.0 };
        Relax {
            ambient: ambient(def),
            pressure: def.pressure(),
            gamma_less,
            excess,
            speed: cairn2d::math::decay(def.damping, dt),
            snap: [snap * def.density, snap * def.model.sound_speed(), snap * def.pressure()],
        }
    }

    /// The state of a gas cell after the step; `None` if its numbers are beyond any use.
    pub(crate) fn apply(&self, state: State) -> Option<State> {
        let [density, x, y, energy] = state;
        let sum = density + x.abs() + y.abs() + energy.abs();
        // Written so that NaN fails.
        let usable = density > 0.0 && sum < LARGEST && x.abs() + y.abs() < FASTEST * density;
        if !usable {
            return None;
        }
        if self.excess == 1.0 && self.speed == 1.0 { Some(state) } else { Some(self.decay(state)) }
    }

    /// Drain and damping of a cell.
    fn decay(&self, [density, x, y, energy]: State) -> State {
        let inverse = 1.0 / density;
        let (u, v) = (x * inverse, y * inverse);
        let density = self.ambient[0] + (density - self.ambient[0]) * self.excess;
        let (x, y) = (u * self.speed, v * self.speed);
        let still = x.abs() <= self.snap[1] && y.abs() <= self.snap[1];
        if self.gamma_less == 0.0 {
            if still && (density - self.ambient[0]).abs() <= self.snap[0] {
                return self.ambient;
            }
            return [density, density * x, density * y, 0.0];
        }
        let kinetic = 0.5 * (u * u + v * v) / inverse;
        let pressure = self.gamma_less * (energy - kinetic);
        let pressure = self.pressure + (pressure - self.pressure) * self.excess;
        if still
            && (density - self.ambient[0]).abs() <= self.snap[0]
            && (pressure - self.pressure).abs() <= self.snap[2]
        {
            return self.ambient;
        }
        [density, density * x, density * y, pressure / self.gamma_less + 0.5 * density * (x * x + y * y)]
    }
}
