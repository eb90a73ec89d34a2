//! Soft constraints: a spring and damper that is stable at any stiffness because it is solved implicitly.
//!
//! Source: Erin Catto, "Soft Constraints", GDC 2011, and "Solver2D", 2024.

/// Coefficients of a soft constraint for one sub-step length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Softness {
    /// Speed of recovery per metre of error `[1/s]`.
    pub(crate) bias_rate: f32,
    /// Factor on the effective mass `[-]`.
    pub(crate) mass_scale: f32,
    /// Share of the accumulated impulse that is given back `[-]`.
    pub(crate) impulse_scale: f32,
}

impl Softness {
    /// No softness: velocity errors are removed at once, position errors are not corrected.
    pub(crate) const RIGID: Softness = Softness { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// Returns the same softness with `impulse_scale` multiplied by `share`.
    pub(crate) fn stiffened(self, share: f32) -> Softness {
        Softness { impulse_scale: share * self.impulse_scale, ..self }
    }

    /// Returns the error of position at which a point rests, per force and inverse effective mass, with
    /// sub-steps of `h` `[s]`: at rest the bias restores what a pass gives back `[s²]`.
    pub(crate) fn sag(self, h: f32) -> f32 {
        let recovery = self.bias_rate * self.mass_scale;
        if recovery > 0.0 { h * self.impulse_scale / recovery } else { 0.0 }
    }

    /// Returns the softness of a constraint with this frequency `[Hz]` and damping ratio at sub-steps of
    /// `h` `[s]`.
    pub(crate) fn new(hertz: f32, damping_ratio: f32, h: f32) -> Softness {
        if hertz <= 0.0 || h <= 0.0 {
            return Softness::RIGID;
        }
        let omega = 2.0 * core::f32::consts::PI * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Softness { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

/// Square of the phase per sub-step above which a spring counts as stiff `[rad²]`: 5.5 Hz at 240 sub-steps
/// a second.
pub(crate) const STIFF: f32 = 1.0 / 48.0;

/// Largest phase of a spring per sub-step `[rad]`, which bounds its frequency to an eighth of the sub-step
/// rate, as for contacts.
pub(crate) const STIFFEST: f32 = 0.25 * core::f32::consts::PI;
