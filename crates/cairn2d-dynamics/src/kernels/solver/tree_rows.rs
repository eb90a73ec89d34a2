//! Layout of the trees of joints: blocks of as many trees of one shape as there are lanes.
//!
//! A block has the fields of its bodies, body by body, and then those of its joints in the order of
//! elimination. All lanes do the same work on the same positions, so no field is gathered.

use cairn2d_math::LaneLevel;
use cairn2d_math::lanes::Lanes;

use crate::kernels::disjoint::{Claimant, DisjointRows};
use crate::store::capacity::reserve_total;

use super::contact_rows::{Line, floats_of_block};
use super::fields::Fields;
use super::suitable;
use super::tree_forest::{Elimination, Forest, Tree};

/// Fields of a body of a tree.
pub(super) mod body {
    pub(crate) const SLOT: usize = 0;
    /// Inverse mass along x and along y, inverse inertia, and the inverse inertia that the tree solves with.
    pub(crate) const INVERSE_MASS: [usize; 2] = [1, 36];
    pub(crate) const INVERSE_INERTIA: usize = 2;
    pub(crate) const HELD_INERTIA: usize = 3;
    /// Sum of arm times impulse over the joints `[kg m^2/s]`: see `tree_kernels`.
    pub(crate) const TENSION: usize = 4;
    /// Share of the curvature that is anticipated `[-]`.
    pub(crate) const SHARE: usize = 5;
    /// Cosine less 1, and sine less angle, of the rotation of the sub-step, per length of the sub-step.
    pub(crate) const CURVE: [usize; 2] = [6, 7];
    /// Cosine and sine of the rotation of the last sub-step, and the angle up to which arms are rotated.
    pub(crate) const ROTATION: [usize; 2] = [8, 9];
    pub(crate) const TURN: usize = 10;
    /// Motion of this step.
    pub(crate) const MOTION: [usize; 3] = [11, 12, 13];
    /// Velocity before the pass.
    pub(crate) const VELOCITY: [usize; 3] = [14, 15, 16];
    /// Inverse mass matrix, given that the joints eliminated so far hold: xx, xy, xw, yy, yw, ww.
    pub(crate) const MASS: [usize; 6] = [17, 18, 19, 20, 21, 22];
    /// Velocity, and change of the pose, given the same.
    pub(crate) const FLOW: [usize; 3] = [23, 24, 25];
    pub(crate) const SHIFT: [usize; 3] = [26, 27, 28];
    /// Impulse of the joints, and the one of the change of the pose.
    pub(crate) const PUSH: [usize; 3] = [29, 30, 31];
    pub(crate) const PULL: [usize; 3] = [32, 33, 34];
    /// Change of the angular velocity that the next sub-step does not repeat `[rad/s]`.
    pub(crate) const ONCE: usize = 35;
    /// Inverse mass in the state of the body.
    pub(crate) const MASS_OF_STATE: usize = 37;
    /// Inertia that a body gains because its only joint holds it, -1 before its first joint `[kg m^2]`.
    pub(crate) const LEVER: usize = 38;
    pub(crate) const COUNT: usize = 39;
}

/// Fields of a joint of a tree. Parent and child stand for the bodies of an elimination.
pub(super) mod joint {
    /// Anchors relative to the centres of mass: x and y on the parent, x and y on the child `[m]`.
    pub(crate) const ARMS: [usize; 4] = [0, 1, 2, 3];
    /// Change of the arms in the last sub-step, per length of the sub-step `[m/s]`.
    pub(crate) const SWING: [usize; 4] = [4, 5, 6, 7];
    /// Centre of the parent less that of the child at the start of the step `[m]`.
    pub(crate) const GAP: [usize; 2] = [8, 9];
    /// Impulse on the parent in a sub-step `[N*s]`.
    pub(crate) const IMPULSE: [usize; 2] = [10, 11];
    /// Angular impulse that the warm start misses, on the parent and the child `[N*m*s]`.
    pub(crate) const LAG: [usize; 2] = [12, 13];
    /// Impulses of all sub-steps.
    pub(crate) const LOAD: [usize; 2] = [14, 15];
    /// Effective mass: xx, xy, yy `[kg]`.
    pub(crate) const MASS: [usize; 3] = [16, 17, 18];
    /// Velocity of the parent per impulse along x and along y.
    pub(crate) const REACH: [usize; 6] = [19, 20, 21, 22, 23, 24];
    /// Error of the velocity, and of the position.
    pub(crate) const DRIFT: [usize; 2] = [25, 26];
    pub(crate) const ERROR: [usize; 2] = [27, 28];
    /// 1 if the parent is body B, -1 if it is A.
    pub(crate) const SIGN: usize = 29;
    /// Of a joint that locks the angle: angle of the parent less that of the child at the start of the step
    /// `[rad]`, angular impulse on the parent, and that of all sub-steps.
    pub(crate) const ANGLE: usize = 30;
    pub(crate) const TURN_IMPULSE: usize = 31;
    pub(crate) const TURN_LOAD: usize = 32;
    /// Effective mass: xw, yw, ww.
    pub(crate) const TURN_MASS: [usize; 3] = [33, 34, 35];
    /// Velocity of the parent per angular impulse.
    pub(crate) const TURN_REACH: [usize; 3] = [36, 37, 38];
    /// Error of the angular velocity, and of the angle.
    pub(crate) const TURN_DRIFT: usize = 39;
    pub(crate) const TURN_ERROR: usize = 40;
    pub(crate) const COUNT: usize = 41;
}

/// Trees of one shape that lanes solve together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeBlock {
    /// Position of the first tree in [`Forest::order`], and number of trees.
    first: u32,
    count: u32,
    pub(super) level: LaneLevel,
    /// First float of the block.
    offset: usize,
}

/// Blocks of all trees and their memory, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreeRows {
    pub(super) blocks: Vec<TreeBlock>,
    pub(super) lines: Vec<Line>,
}

impl TreeRows {
    /// Reserves memory for this many joints, in any trees. Returns the number of lines.
    pub(crate) fn reserve(&mut self, joints: usize) -> usize {
        reserve_total(&mut self.blocks, joints);
        // At least half of the lanes of a block are in use, unless it is of the narrowest kind.
        let lanes = LaneLevel::NARROWEST.lane_count().max(2);
        let lines = joints + (joints * (joint::COUNT + 2 * body::COUNT) * lanes).div_ceil(16);
        self.ensure_len(lines);
        lines
    }

    /// Extends the memory to this many lines.
    pub(super) fn ensure_len(&mut self, line_count: usize) {
        if self.lines.len() < line_count {
            self.lines.resize(line_count, Line([0.0; 16]));
        }
    }

    /// Divides the trees into blocks for this lane level.
    pub(super) fn plan(&mut self, forest: &Forest, level: LaneLevel) {
        self.blocks.clear();
        let (mut first, mut lines) = (0, 0);
        for &end in &forest.runs {
            let tree = forest.trees[forest.order[first as usize] as usize];
            let floats = tree.body_count as usize * body::COUNT + tree.joint_count as usize * joint::COUNT;
            while first < end {
                let count = (end - first).min(level.lane_count() as u32);
                let level = if count == 1 { LaneLevel::NARROWEST } else { suitable(level, count as usize) };
                self.blocks.push(TreeBlock { first, count, level, offset: 16 * lines });
                lines += (floats * level.lane_count()).div_ceil(16);
                first += count;
            }
        }
        self.ensure_len(lines);
    }
}

/// Views of the trees for the kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeColumns {
    pub(super) rows: DisjointRows<Line>,
    pub(super) blocks: *const TreeBlock,
    pub(super) trees: *const Tree,
    pub(super) joints: *const Elimination,
    pub(super) bodies: *const u32,
    pub(super) order: *const u32,
    /// Null without trees.
    pub(super) marks: *const f32,
}

/// Access to one block of trees.
#[derive(Clone, Copy)]
pub(super) struct Grove<'a> {
    rows: *mut f32,
    pub(super) claimant: Claimant,
    /// Trees of the block, one for each lane in use.
    trees: &'a [u32],
    /// Joints of the first tree. Those of the others are at the same positions.
    pub(super) joints: &'a [Elimination],
    pub(super) body_count: usize,
    columns: &'a TreeColumns,
}

impl<'a> Grove<'a> {
    /// Returns the block of this number.
    ///
    /// # Safety
    /// The columns are live, and nothing else uses the block.
    #[inline(always)]
    pub(super) unsafe fn new<L: Lanes>(
        columns: &'a TreeColumns,
        block: &TreeBlock,
        claimant: Claimant,
    ) -> Grove<'a> {
        // SAFETY: `TreeRows::plan` made the block from the same forest and reserved its floats.
        unsafe {
            let trees =
                core::slice::from_raw_parts(columns.order.add(block.first as usize), block.count as usize);
            let tree = *columns.trees.add(trees[0] as usize);
            let joints = core::slice::from_raw_parts(
                columns.joints.add(tree.first_joint as usize),
                tree.joint_count as usize,
            );
            let body_count = tree.body_count as usize;
            let size = (body_count * body::COUNT + joints.len() * joint::COUNT) * L::COUNT;
            let rows = floats_of_block(&columns.rows, claimant, block.offset, size);
            Grove { rows, claimant, trees, joints, body_count, columns }
        }
    }

    /// Returns access to a body.
    #[inline(always)]
    pub(super) fn body<L: Lanes>(&self, index: usize) -> Fields {
        debug_assert!(index < self.body_count);
        Fields(self.rows.wrapping_add(index * body::COUNT * L::COUNT))
    }

    /// Returns access to a joint.
    #[inline(always)]
    pub(super) fn joint<L: Lanes>(&self, index: usize) -> Fields {
        debug_assert!(index < self.joints.len());
        let first = self.body_count * body::COUNT + index * joint::COUNT;
        Fields(self.rows.wrapping_add(first * L::COUNT))
    }

    /// Calls a function with each lane in use, the slot of its body of this number, and nothing else.
    #[inline(always)]
    pub(super) fn body_slot(&self, lane: usize, index: usize) -> Option<u32> {
        let &tree = self.trees.get(lane)?;
        // SAFETY: the block belongs to the forest, whose trees have as many bodies as the first one.
        unsafe {
            let first = (*self.columns.trees.add(tree as usize)).first_body as usize;
            Some(*self.columns.bodies.add(first + index))
        }
    }

    /// Returns the slot of a joint in a lane, `None` for an empty lane.
    #[inline(always)]
    pub(super) fn joint_slot(&self, lane: usize, index: usize) -> Option<u32> {
        let &tree = self.trees.get(lane)?;
        // SAFETY: as in `body_slot`.
        unsafe {
            let first = (*self.columns.trees.add(tree as usize)).first_joint as usize;
            Some((*self.columns.joints.add(first + index)).joint)
        }
    }
}
