//! Layout of contact constraints: blocks of `L::COUNT` contacts, field by field, so that a field is one load.
//!
//! 29 fields are all that the passes over contacts read: body slots, normal, friction, and per point the lever arms about both centres
//! along normal and tangent, separation, effective masses and impulses. With lever arms precomputed a pass needs neither anchors nor
//! rotations, and half the arithmetic of recomputing them; it costs an error of half the square of the turn within a step, which
//! vanishes at rest. What only some contacts need (bounce, rolling, conveyor, hits) stands in an extra block that is read only where the
//! block's flag says so.

/// Fields of a block.
pub(crate) mod field {
    pub(crate) const BODY_A: usize = 0;
    pub(crate) const BODY_B: usize = 1;
    pub(crate) const NORMAL_X: usize = 2;
    pub(crate) const NORMAL_Y: usize = 3;
    pub(crate) const FRICTION: usize = 4;
    /// First field of each point.
    pub(crate) const POINTS: [usize; 2] = [5, 15];
    /// What both points exactly together take off their normal impulses, as a multiple of what each takes off alone \[-\].
    pub(crate) const GAIN: usize = 25;
    /// Per point: twice `COUPLING` where the points work against each other, else 0.
    pub(crate) const PULL: [usize; 2] = [26, 27];
    /// As twice `COUPLING`, of the second point along the tangent.
    pub(crate) const TANGENT_COUPLING: usize = 28;
    /// Fields of a contact.
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
    /// Half of the impulse at this point that does as much to its velocity along the normal as an impulse of 1 at the other point \[-\].
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
    /// Relative normal velocity at the start of the step, per point; negative when approaching.
    pub(crate) const APPROACH: [usize; 2] = [6, 7];
    /// Largest normal impulse of any sub-step, per point.
    pub(crate) const MAX_IMPULSE: [usize; 2] = [8, 9];
    /// Normal impulse of both points over all sub-steps. Each sub-step applies its own, so this is the change of momentum in the step.
    pub(crate) const STEP_IMPULSE: usize = 10;
    pub(crate) const STATIC_FRICTION: usize = 11;
    /// Coefficients of a softness of its own, as in `Softness`; the first one is 0 where there is none. Only in blocks marked `SOFT`.
    pub(crate) const BIAS_RATE: usize = 12;
    pub(crate) const MASS_SCALE: usize = 13;
    pub(crate) const IMPULSE_SCALE: usize = 14;
    /// Angular momentum that was taken back in this sub-step, and motion of B against A (x, y) when that was reckoned. Only in blocks marked
    /// `TWISTED`.
    pub(crate) const TWIST: [usize; 3] = [15, 16, 17];
    /// Fields of an extra block.
    pub(crate) const COUNT: usize = 18;
}

/// Bits of the flags of a block.
pub(crate) mod mark {
    /// The extra block is in use.
    pub(crate) const EXTRA: u32 = 1;
    /// Some contacts have a softness of their own.
    pub(crate) const SOFT: u32 = 2;
    /// Bodies have moved against each other within this step; the fields `TWIST` are in use.
    pub(crate) const TWISTED: u32 = 4;
}

/// A cache line of floats: keeps blocks aligned.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line(pub(crate) [f32; 16]);

/// Blocks of all colors, one color after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactRows {
    lines: Vec<Line>,
    extra_lines: Vec<Line>,
    /// Per block: whether its extra block is in use, and for what.
    pub(crate) flags: Vec<u32>,
}

impl ContactRows {
    /// Makes room for blocks of `lanes` contacts that start at float offsets rounded up to cache lines.
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

    /// Whether some block is marked `TWISTED`. One that was and is no longer in use may still be counted.
    pub(crate) fn any_twisted(&self) -> bool {
        self.flags.iter().fold(0, |all, flags| all | flags) & mark::TWISTED != 0
    }

    pub(crate) fn base(&mut self) -> *mut f32 {
        self.lines.as_mut_ptr().cast()
    }

    pub(crate) fn extra_base(&mut self) -> *mut f32 {
        self.extra_lines.as_mut_ptr().cast()
    }
}
