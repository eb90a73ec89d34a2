//! The exact solution of the Riemann problem (Toro 2009, chapter 4), in f64.

/// Density, velocity and pressure of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) density: f64,
    pub(super) velocity: f64,
    pub(super) pressure: f64,
}

pub(super) const fn side(density: f64, velocity: f64, pressure: f64) -> Side {
    Side { density, velocity, pressure }
}

impl Side {
    fn sound(self, gamma: f64) -> f64 {
        (gamma * self.pressure / self.density).sqrt()
    }

    /// Change of velocity by the wave to a star pressure.
    fn wave(self, gamma: f64, star: f64) -> f64 {
        if star > self.pressure {
            let a = 2.0 / ((gamma + 1.0) * self.density);
            let b = (gamma - 1.0) / (gamma + 1.0) * self.pressure;
            (star - self.pressure) * (a / (star + b)).sqrt()
        } else {
            let power = (gamma - 1.0) / (2.0 * gamma);
            2.0 * self.sound(gamma) / (gamma - 1.0) * ((star / self.pressure).powf(power) - 1.0)
        }
    }
}

/// Pressure and velocity between the nonlinear waves.
pub(super) fn star(gamma: f64, left: Side, right: Side) -> [f64; 2] {
    let excess = |p: f64| left.wave(gamma, p) + right.wave(gamma, p) + right.velocity - left.velocity;
    let (mut low, mut high) = (1e-12, 1e6);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { high = middle } else { low = middle }
    }
    let pressure = 0.5 * (low + high);
    let velocity = 0.5 * (left.velocity + right.velocity)
        + 0.5 * (right.wave(gamma, pressure) - left.wave(gamma, pressure));
    [pressure, velocity]
}

/// Density of the solution at `x / t`.
pub(super) fn density_at(gamma: f64, left: Side, right: Side, speed: f64) -> f64 {
    let [pressure, velocity] = star(gamma, left, right);
    // The right half is the mirror image of a left one.
    if speed > velocity {
        let mirror = |side: Side| Side { velocity: -side.velocity, ..side };
        return half(gamma, mirror(right), pressure, -velocity, -speed);
    }
    half(gamma, left, pressure, velocity, speed)
}

fn half(gamma: f64, side: Side, pressure: f64, velocity: f64, speed: f64) -> f64 {
    let (sound, ratio) = (side.sound(gamma), pressure / side.pressure);
    let less = (gamma - 1.0) / (gamma + 1.0);
    if pressure > side.pressure {
        let shock = side.velocity
            - sound * ((gamma + 1.0) / (2.0 * gamma) * ratio + (gamma - 1.0) / (2.0 * gamma)).sqrt();
        if speed < shock { side.density } else { side.density * (ratio + less) / (ratio * less + 1.0) }
    } else {
        let tail = velocity - sound * ratio.powf((gamma - 1.0) / (2.0 * gamma));
        if speed < side.velocity - sound {
            side.density
        } else if speed > tail {
            side.density * ratio.powf(1.0 / gamma)
        } else {
            let base = 2.0 / (gamma + 1.0) + less / sound * (side.velocity - speed);
            side.density * base.powf(2.0 / (gamma - 1.0))
        }
    }
}
