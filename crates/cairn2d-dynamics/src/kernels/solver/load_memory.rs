//! Load memory: a contact remembers the force that its points carry and compensates most of the sag that
//! this force causes.
//!
//! A soft contact at rest overlaps in proportion to its load, because the bias must restore the share of the
//! impulse that each biased pass gives back; see [`Softness::sag`]. The separation of a point is reduced by
//! most of that overlap, see [`SAG_LEFT`]. This is the method of augmented Lagrangians with a slow update
//! (Hestenes 1969, Powell 1969).
//!
//! A load rises within [`LEARNING_TIME`] and only while both bodies are slow, because a load that follows
//! the impulses at once removes the damping of slow waves in a stack. It falls within [`LEARNING_FALL`], so
//! that a contact hardly lifts what is left on it.
//!
//! Equilibrium determines the forces of a column, in which each body has at most [`COLUMN`] constraints. The
//! constraints of other bodies share their loads by compliance, and forces that move between them keep light
//! bodies under heavy ones moving. Such shared loads compensate less, and rise at higher speeds, too.
//! Contacts of bodies with joints are treated as in columns.
//!
//! The loads of columns at rest are those of equilibrium (`stages/solve_constraints/columns.rs`). They are
//! known at once and compensate the whole sag, not by a shift: the passes give back only what exceeds them.

use cairn2d_math::lanes::Lanes;

use super::softness::Softness;
use crate::tables::contact::mark;

/// Share of the sag that a load does not compensate, at [`USUAL_RATE`] or less `[-]`. Above it, the share is
/// that of contacts whose frequency follows the sub-step rate: it falls with the square of the rate. Contacts
/// that are that stiff before they learn a load would throw light bodies under heavy ones away.
const SAG_LEFT: f32 = 0.25;

/// The same share for contacts of a body with more than [`COLUMN`] constraints `[-]`.
const SHARED_SAG_LEFT: f32 = 0.4;

/// Constraints of a body in a column of bodies `[-]`.
const COLUMN: f32 = 2.0;

/// Sub-steps per second up to which [`SAG_LEFT`] applies `[1/s]`.
const USUAL_RATE: f32 = 240.0;

/// Time in which a load rises to that of the impulses `[s]`.
const LEARNING_TIME: f32 = 1.0;

/// Time in which a load falls to that of the impulses `[s]`.
const LEARNING_FALL: f32 = 0.005;

/// Times in which a shared load rises and falls to that of the impulses `[s]`.
const SHARED_RISE: f32 = 0.5;
const SHARED_FALL: f32 = 0.05;

/// Speed of a body up to which loads of its contacts rise `[m/s]`, and up to which shared loads do. Bodies
/// that tremble between heavy ones are faster than the first, but not than the second.
const LEARNING_SPEED: f32 = 0.05;
const SHARED_SPEED: f32 = 1.0;

/// Largest load `[N]`.
pub(crate) const MOST_LOAD: f32 = 0.25 * f32::MAX;

/// Largest reduction of a separation `[m]`.
const MOST_SHIFT: f32 = 1.0e3;

/// Constants of the load memory in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoadMemory {
    /// Reduction of the separation per load and inverse mass, of contacts between dynamic bodies and of
    /// others `[s²]`.
    dynamic_shift: f32,
    static_shift: f32,
    /// Ratio of this reduction for shared loads to that for others `[-]`.
    shared_shift: f32,
    /// Shares of the difference that a load rises and falls by in this step `[-]`.
    rise: f32,
    fall: f32,
    shared_rise: f32,
    shared_fall: f32,
    /// Sub-steps per second `[1/s]`.
    inv_h: f32,
}

impl LoadMemory {
    /// Returns the constants of a step of `dt` with sub-steps of `h` `[s]`, and the softness of contacts
    /// between dynamic bodies and of others.
    pub(crate) fn new([dynamic, fixed]: [Softness; 2], dt: f32, h: f32) -> LoadMemory {
        let slower = if h < 1.0 / USUAL_RATE { h * USUAL_RATE } else { 1.0 };
        let [compensated, shared] = [SAG_LEFT, SHARED_SAG_LEFT].map(|left| 1.0 - left * slower * slower);
        let share = |time: f32| dt / (time + dt);
        LoadMemory {
            dynamic_shift: compensated * dynamic.sag(h),
            static_shift: compensated * fixed.sag(h),
            shared_shift: shared / compensated,
            rise: share(LEARNING_TIME),
            fall: share(LEARNING_FALL),
            shared_rise: share(SHARED_RISE),
            shared_fall: share(SHARED_FALL),
            inv_h: if h > 0.0 { 1.0 / h } else { 0.0 },
        }
    }

    /// Returns the lanes of a block of contacts with these marks.
    #[inline(always)]
    pub(super) fn lanes<L: Lanes>(&self, l: L, marks: L::U, [a, b]: [LoadedBody<L>; 2]) -> LoadLanes<L> {
        let unmarked = |bits: u32| l.eq_u(l.and_u(marks, l.splat_u(bits)), l.splat_u(0));
        let (a_moves, b_moves) = (l.gt(a.inv_mass, l.zero()), l.gt(b.inv_mass, l.zero()));
        // A body that contacts do not move counts as without constraints.
        let of_a = l.select(a_moves, a.constraints, l.zero());
        let of_b = l.select(b_moves, b.constraints, l.zero());
        let is_jointed = l.lt(l.min(of_a, of_b), l.zero());
        let is_shared = l.and_not(l.gt(l.max(of_a, of_b), l.splat(COLUMN)), is_jointed);
        let either = |shared: f32, own: f32| l.select(is_shared, l.splat(shared), l.splat(own));
        let highest = either(SHARED_SPEED * SHARED_SPEED, LEARNING_SPEED * LEARNING_SPEED);
        let slow = l.lt(l.max(a.speed2, b.speed2), highest);
        let [dynamic, fixed] = [self.dynamic_shift, self.static_shift];
        let shift = l.select(l.and(a_moves, b_moves), l.splat(dynamic), l.splat(fixed));
        let carried = l.not(unmarked(mark::CARRIED));
        LoadLanes {
            rigid: unmarked(mark::SOFT),
            carried,
            shift: l.select(carried, l.zero(), shift * either(self.shared_shift, 1.0)),
            rise: l.select(slow, either(self.shared_rise, self.rise), l.zero()),
            fall: either(self.shared_fall, self.fall),
            inv_h: l.splat(self.inv_h),
        }
    }
}

/// What the load memory reads of a body of each contact of a block.
#[derive(Clone, Copy)]
pub(super) struct LoadedBody<L: Lanes> {
    /// Inverse mass, 0 for a body that contacts do not move `[1/kg]`.
    pub(super) inv_mass: L::F,
    /// Square of its speed `[m²/s²]`.
    pub(super) speed2: L::F,
    /// Its [`BodyDelta::constraints`](crate::tables::body::BodyDelta::constraints); any value if contacts do
    /// not move it.
    pub(super) constraints: L::F,
}

/// The load memory of one block of contacts.
#[derive(Clone, Copy)]
pub(super) struct LoadLanes<L: Lanes> {
    /// Contacts without their own softness. The others are springs, and sag on purpose.
    rigid: L::M,
    /// Contacts of columns. Equilibrium determines their loads, which the passes compensate.
    pub(super) carried: L::M,
    shift: L::F,
    rise: L::F,
    fall: L::F,
    inv_h: L::F,
}

impl<L: Lanes> LoadLanes<L> {
    /// Returns the load of a point after this step. `impulse` is its normal impulse in the last sub-step
    /// `[N*s]`.
    #[inline(always)]
    pub(super) fn learn(&self, l: L, load: L::F, impulse: L::F) -> L::F {
        let missing = l.min(impulse * self.inv_h, l.splat(MOST_LOAD)) - load;
        let share = l.select(l.lt(missing, l.zero()), self.fall, self.rise);
        // Bytes from elsewhere may give a point a negative impulse.
        let learned = l.select(self.rigid, l.max(load + share * missing, l.zero()), l.zero());
        l.select(self.carried, load, learned)
    }

    /// Returns the distance by which a point is reduced `[m]`. `mass` is its effective mass `[kg]`, and
    /// `inverse` the inverse of it.
    #[inline(always)]
    pub(super) fn shift(&self, l: L, load: L::F, [mass, inverse]: [L::F; 2]) -> L::F {
        let shift = l.min(self.shift * load * inverse, l.splat(MOST_SHIFT));
        l.select(l.gt(mass, l.zero()), shift, l.zero())
    }
}
