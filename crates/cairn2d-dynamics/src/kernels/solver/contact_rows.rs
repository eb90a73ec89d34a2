//! Layout of contact constraints: blocks of `L::COUNT` contacts, field by field, so that a field is one
//! load.
//!
//! The 29 fields are all that the passes over contacts read. These are bodies, normal and friction. Per
//! point there are lever arms about both centres along normal and tangent, separation, effective masses and
//! impulses. Stored lever arms save anchors, rotations and half of the arithmetic. The error is half the
//! square of the rotation within a step, which vanishes at rest.
//!
//! Bodies are stored as offsets and not as slots, because kernels compute no addresses then. A lane that
//! must not write its body writes a spare row of its block behind the column of states.
//!
//! Fields that few contacts need (restitution, rolling resistance, tangent speed, hits) are in an extra
//! block. Kernels read it only if a flag of the block is set.

use crate::kernels::disjoint::{Claimant, DisjointRows};

/// Fields of a block.
pub(crate) mod field {
    /// Offsets of the bodies in the column of states, per side.
    pub(crate) const BODIES: [usize; 2] = [0, 1];
    pub(crate) const NORMAL_X: usize = 2;
    pub(crate) const NORMAL_Y: usize = 3;
    pub(crate) const FRICTION: usize = 4;
    /// First field of each point.
    pub(crate) const POINTS: [usize; 2] = [5, 15];
    /// Factor from the impulse reduction of a point alone to that of the exact solution of both points
    /// `[-]`.
    pub(crate) const GAIN: usize = 25;
    /// Per point: twice `COUPLING` if the points work against each other, else 0.
    pub(crate) const PULL: [usize; 2] = [26, 27];
    /// Twice `COUPLING` for the second point along the tangent.
    pub(crate) const TANGENT_COUPLING: usize = 28;
    /// Number of fields of a contact.
    pub(crate) const COUNT: usize = 29;
}

/// Fields of a point, from its first field.
pub(crate) mod point {
    pub(crate) const NORMAL_ARM_A: usize = 0;
    pub(crate) const NORMAL_ARM_B: usize = 1;
    pub(crate) const TANGENT_ARM_A: usize = 2;
    pub(crate) const TANGENT_ARM_B: usize = 3;
    pub(crate) const SEPARATION: usize = 4;
    pub(crate) const NORMAL_MASS: usize = 5;
    /// Half of the impulse at this point with the same effect on its normal velocity as a unit impulse at
    /// the other point `[-]`.
    pub(crate) const COUPLING: usize = 6;
    pub(crate) const TANGENT_MASS: usize = 7;
    pub(crate) const NORMAL_IMPULSE: usize = 8;
    pub(crate) const TANGENT_IMPULSE: usize = 9;
}

/// Fields of an extra block.
pub(crate) mod extra {
    pub(crate) const RESTITUTION: usize = 0;
    pub(crate) const TANGENT_SPEED: usize = 1;
    pub(crate) const ROLLING_RESISTANCE: usize = 2;
    pub(crate) const ROLLING_MASS: usize = 3;
    pub(crate) const ROLLING_IMPULSE: usize = 4;
    pub(crate) const HIT_THRESHOLD: usize = 5;
    /// Relative normal velocity at the start of the step, per point; negative when approaching `[m/s]`.
    pub(crate) const APPROACH: [usize; 2] = [6, 7];
    /// Largest normal impulse of any sub-step, per point `[N*s]`.
    pub(crate) const MAX_IMPULSE: [usize; 2] = [8, 9];
    /// Normal impulse of both points over all sub-steps, which is the change of momentum in the step
    /// `[N*s]`.
    pub(crate) const STEP_IMPULSE: usize = 10;
    pub(crate) const STATIC_FRICTION: usize = 11;
    /// Coefficients of a contact's own softness, as in `Softness`; `BIAS_RATE` is 0 without one. Only in
    /// blocks marked `SOFT`.
    pub(crate) const BIAS_RATE: usize = 12;
    pub(crate) const MASS_SCALE: usize = 13;
    pub(crate) const IMPULSE_SCALE: usize = 14;
    /// Angular momentum removed in this step, and the relative motion of B (x, y) at the last correction.
    /// Only in blocks marked `SPIN_CORRECTED`.
    pub(crate) const SPIN_CORRECTION: [usize; 3] = [15, 16, 17];
    /// Offsets of the bodies to write, per side. Only in blocks marked `HELD`.
    pub(crate) const WRITTEN: [usize; 2] = [18, 19];
    /// 1 for contacts whose push is split, else 0. Only in blocks marked `EMBEDDED`.
    pub(crate) const EMBEDDED: usize = 20;
    /// Impulse of which a pass gives nothing back, per point `[N*s]`, and gap that counts as closed `[m]`.
    /// Only in blocks marked `CARRIED`.
    pub(crate) const CARRIED: [usize; 2] = [21, 22];
    pub(crate) const CLOSED_GAP: usize = 23;
    /// Number of fields of an extra block.
    pub(crate) const COUNT: usize = 24;
}

/// Bits of the flags of a block.
pub(crate) mod mark {
    /// The extra block is in use.
    pub(crate) const EXTRA: u32 = 1;
    /// Some contacts have their own softness.
    pub(crate) const SOFT: u32 = 2;
    /// Bodies moved relative to each other within this step; the fields `SPIN_CORRECTION` are in use.
    pub(crate) const SPIN_CORRECTED: u32 = 4;
    /// Some bodies are read only; the fields `WRITTEN` are in use.
    pub(crate) const HELD: u32 = 8;
    /// The push of some contacts is split; the field `EMBEDDED` is in use.
    pub(crate) const EMBEDDED: u32 = 16;
    /// Some contacts belong to columns; the fields `CARRIED` and `CLOSED_GAP` are in use.
    pub(crate) const CARRIED: u32 = 32;
}

/// A cache line of floats, which keeps blocks aligned.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line(pub(crate) [f32; 16]);

/// Returns the first of `count` floats that belong to one block of constraints.
///
/// # Safety
/// As for [`DisjointRows::write_range`], and the lines contain these floats.
#[inline(always)]
pub(super) unsafe fn floats_of_block(
    lines: &DisjointRows<Line>,
    claimant: Claimant,
    first: usize,
    count: usize,
) -> *mut f32 {
    // Narrow blocks may share the lines in which they begin and end, so these are not claimed.
    let whole = first.div_ceil(16)..(first + count) / 16;
    // SAFETY: the contract of this function covers view and floats.
    unsafe { lines.write_range(claimant, whole).cast::<f32>().add(first) }
}

/// Blocks of all colors, one color after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactRows {
    lines: Vec<Line>,
    extra_lines: Vec<Line>,
    /// Per block: whether its extra block is in use, and its features.
    pub(crate) flags: Vec<u32>,
}

impl ContactRows {
    /// Reserves cache lines for blocks and extra blocks, and flags for this many blocks.
    pub(crate) fn reserve(&mut self, line_count: usize, extra_line_count: usize, block_count: usize) {
        let zero = Line([0.0; 16]);
        if self.lines.len() < line_count {
            self.lines.resize(line_count, zero);
        }
        if self.extra_lines.len() < extra_line_count {
            self.extra_lines.resize(extra_line_count, zero);
        }
        if self.flags.len() < block_count {
            self.flags.resize(block_count, 0);
        }
    }

    /// Whether some block is marked `SPIN_CORRECTED`. A marked block that is no longer in use may still
    /// count.
    pub(crate) fn any_spin_corrected(&self) -> bool {
        self.flags.iter().fold(0, |all, flags| all | flags) & mark::SPIN_CORRECTED != 0
    }

    pub(crate) fn lines(&mut self) -> &mut [Line] {
        &mut self.lines
    }

    pub(crate) fn extra_lines(&mut self) -> &mut [Line] {
        &mut self.extra_lines
    }
}
