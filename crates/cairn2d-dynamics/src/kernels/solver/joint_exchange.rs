//! Prepares joints: builds blocks from the rows of the joints.
//!
//! Code for one form is with its passes, code for the axis in `joint_axis`. `joint_store` writes impulses
//! back.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, rotate};

use crate::tables::joint::{JointForm, ROWS};
use crate::tables::parts::GENERIC_JOINTS;

use super::context::{BlockRange, RelativePoses, SolverContext};
use super::dominance::mark_leaders;
use super::each::Each;
use super::joint_axis::{angle_from, fill_axis, prepare_servo};
use super::joint_crowd::{soften_crowded, softness_w};
use super::joint_kernels::{JointBlock, Pair};
use super::joint_rows::{JointPlan, axis_field, field};
use super::{distance_kernels, line_kernels, pose_kernels, revolute_kernels, row_kernels};

/// Fills the blocks of a color from the rows of its joints.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on these blocks.
#[inline(always)]
pub(crate) unsafe fn prepare<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: BlockRange) {
    for number in blocks {
        // SAFETY: the constraint graph holds live joints, and `Joints` guarantees that their bodies are
        // rows of the body columns.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, number);
            let (joints, live) = joint_slots(l, plan, number.number);
            let members = Members { joints: &joints, live };
            let facts = prepare_joints(l, context, block, members);
            let turns = prepare_bodies(l, context, block, facts.anchors);
            mark_trees(l, context, (block, plan.form), members);
            let pair: Pair<L> = Pair::load(l, context, block);
            soften_crowded(l, context, block, &pair, (plan.form, facts.crowd), facts.softness);
            let rows = match plan.form {
                JointForm::Row => 1,
                JointForm::Rows => ROWS,
                _ => 0,
            };
            if GENERIC_JOINTS && rows > 0 {
                row_kernels::prepare(l, context, block, &pair, members, rows);
                continue;
            }
            let with_axis = plan.form != JointForm::Point || block.features(l).2;
            let place = (axis_field(plan.form), block.features(l).0);
            let mut angle = l.zero();
            if with_axis {
                let axes = &context.joints.axes;
                let row = members.gather(l, axes.read(l, block.claimant, &joints).cast());
                let reference = fill_axis(l, context, block, place, row);
                if plan.form != JointForm::Distance {
                    angle = angle_from(l, turns, reference);
                }
                if plan.form == JointForm::Point {
                    angle = revolute_kernels::count_turns(l, block, angle, facts.angle);
                }
            }
            let held = Held { impulse: facts.linear, frame: facts.rotation, turn_a: turns[0], angle };
            let coordinate = match plan.form {
                JointForm::Distance => distance_kernels::prepare(l, block, &pair, &held),
                JointForm::Line => line_kernels::prepare(l, block, &pair, &held),
                JointForm::Pose => pose_kernels::prepare(l, context, block, &pair, members, &held),
                _ => revolute_kernels::prepare(l, block, &pair, &held, with_axis),
            };
            if with_axis {
                prepare_servo(l, context, block, place, coordinate);
            }
        }
    }
}

/// Marks the joints that the trees solve. Welds and hinges without parts on the axis get the skip
/// bit on both bodies, so that no pass of the block writes them.
#[inline(always)]
unsafe fn mark_trees<L: Lanes>(
    l: L,
    context: &SolverContext,
    (block, form): (JointBlock, JointForm),
    members: Members<'_, L>,
) {
    let marks = context.trees.marks;
    // SAFETY: `prepare` passes its own block; the marks have an element for every joint.
    unsafe {
        if marks.is_null() {
            block.set(l, field::TREE, l.zero());
            return;
        }
        let mut lanes = [1.0; MAX_LANES];
        for (mark, &joint) in lanes[..L::COUNT].iter_mut().zip(members.joints) {
            if joint & SKIP_BIT == 0 {
                *mark = *marks.add(joint as usize);
            }
        }
        let lanes = l.load(&lanes);
        block.set(l, field::TREE, lanes);
        // The angle of a hinge stays with the block. The trees solve all of a weld.
        let features = if form == JointForm::Point { block.features(l).0 } else { l.splat_u(0) };
        let plain = l.and(l.gt(lanes, l.zero()), l.eq_u(features, l.splat_u(0)));
        let skip = l.select_u(plain, l.splat_u(SKIP_BIT), l.splat_u(0));
        for side in [field::BODY_A, field::BODY_B] {
            let slots = l.f_to_bits(block.get(l, side));
            block.set(l, side, l.f_from_bits(l.or_u(slots, skip)));
        }
    }
}

/// Returns the joint slots of a block and the lanes in use; other lanes repeat the last joint with the skip
/// bit.
#[inline(always)]
pub(super) unsafe fn joint_slots<L: Lanes>(l: L, plan: &JointPlan, block: u32) -> ([u32; MAX_LANES], L::M) {
    let first = (block * plan.per_block) as usize;
    let count = (plan.count as usize - first).min(plan.per_block as usize);
    // SAFETY: `Solver::plan` points to the joints of the plan, and `first + count` does not exceed their
    // number.
    let joints = unsafe { core::slice::from_raw_parts(plan.joints.add(first), count) };
    let mut slots = [joints[count - 1] | SKIP_BIT; MAX_LANES];
    slots[..count].copy_from_slice(joints);
    (slots, l.mask_from_bits(u32::MAX >> (32 - count)))
}

/// Joints of a block, and the lanes in use.
#[derive(Clone, Copy)]
pub(super) struct Members<'a, L: Lanes> {
    pub(super) joints: &'a [u32; MAX_LANES],
    pub(super) live: L::M,
}

impl<L: Lanes> Members<'_, L> {
    /// Returns rows of 16 floats of the joints, zeros in unused lanes.
    ///
    /// # Safety
    /// The joints are rows of this column.
    #[inline(always)]
    pub(super) unsafe fn gather(self, l: L, column: *const [f32; 16]) -> [L::F; 16] {
        // SAFETY: the contract of this function covers the column.
        let row = unsafe { l.gather16(column, self.joints) };
        row.each(
            #[inline(always)]
            |value| l.select(self.live, value, l.zero()),
        )
    }
}

/// Returns the positions of the rows of this number among the lines.
#[inline(always)]
pub(super) fn line_slots(joints: &[u32; MAX_LANES], index: usize) -> [u32; MAX_LANES] {
    let mut slots = *joints;
    for slot in &mut slots {
        *slot = (*slot & SKIP_BIT) | ((*slot & !SKIP_BIT) * ROWS as u32 + index as u32);
    }
    slots
}

/// Data of a block that a form needs for its preparation.
pub(super) struct Held<L: Lanes> {
    /// Impulses of the last step outside of the axis.
    pub(super) impulse: [L::F; 2],
    /// Rotation of the frame on A, and of A itself.
    frame: (L::F, L::F),
    turn_a: (L::F, L::F),
    /// Angle between the frames, if the form has one `[rad]`.
    pub(super) angle: L::F,
}

impl<L: Lanes> Held<L> {
    /// Returns the direction of the frame on A in the world.
    #[inline(always)]
    pub(super) fn direction(&self) -> (L::F, L::F) {
        rotate(self.turn_a, self.frame)
    }
}

/// Data of the joints that only `prepare` needs.
struct Facts<L: Lanes> {
    /// Anchors in the coordinates of each body's origin `[m]`.
    anchors: [L::F; 4],
    linear: [L::F; 2],
    /// See [`crate::tables::joint::JointRow::angle`].
    angle: L::F,
    /// Rotation of the frame on A.
    rotation: (L::F, L::F),
    /// See [`crate::tables::joint::JointRow::crowd`].
    crowd: L::F,
    /// The joint's own frequency `[Hz]` and damping ratio, 0 for those of the world.
    softness: (L::F, L::F),
}

/// Copies the fields of every form from the rows of the joints: bodies, features, softness.
#[inline(always)]
unsafe fn prepare_joints<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    members: Members<'_, L>,
) -> Facts<L> {
    let constants = &context.constants;
    // SAFETY: `prepare` passes its own block and the members of that block.
    unsafe {
        let rows = context.joints.joints.read(l, block.claimant, members.joints);
        let row = members.gather(l, rows.cast());
        let [a, b, features, crowd, ax, ay, bx, by, x, y, angle, _, hertz, ratio, c, s] = row;
        block.set(l, field::BODY_A, a);
        block.set(l, field::BODY_B, b);
        block.set(l, field::FEATURES, features);
        block.set_all(l, field::LOAD, [l.zero(), l.zero(), l.zero(), l.zero()]);
        let keep = |value: f32| l.select(members.live, l.splat(value), l.zero());
        let soft = &constants.joint;
        let mut soft = [keep(soft.bias_rate), keep(soft.mass_scale), keep(soft.impulse_scale)];
        let own = l.gt(hertz, l.zero());
        if l.any(own) {
            let capped = l.min(hertz, l.splat(constants.max_joint_hertz));
            let softness = softness_w(l, (capped, ratio), constants);
            soft = [
                l.select(own, softness[0], soft[0]),
                l.select(own, softness[1], soft[1]),
                l.select(own, softness[2], soft[2]),
            ];
        }
        block.set_all(l, [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE], soft);
        let softness = (hertz, ratio);
        Facts { anchors: [ax, ay, bx, by], linear: [x, y], angle, rotation: (c, s), crowd, softness }
    }
}

/// Rotates the local anchors to arms and stores the gap of the bodies. Returns the rotations of the bodies.
#[inline(always)]
unsafe fn prepare_bodies<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    [ax, ay, bx, by]: [L::F; 4],
) -> [(L::F, L::F); 2] {
    // SAFETY: `prepare_joints` wrote the slots, which are rows of the body columns; empty lanes have the
    // null body.
    unsafe {
        if context.has_dominance() {
            mark_leaders(
                context,
                block.claimant,
                [block.slot_field::<L>(field::BODY_A), block.slot_field::<L>(field::BODY_B)],
                L::COUNT,
            );
        }
        // The slots are copied, because the fields are written below.
        let mut slots = [[0; MAX_LANES]; 2];
        slots[0][..L::COUNT].copy_from_slice(block.slots::<L>(field::BODY_A));
        slots[1][..L::COUNT].copy_from_slice(block.slots::<L>(field::BODY_B));
        let mut relative_poses = RelativePoses::new();
        let each = [&slots[0][..L::COUNT], &slots[1][..L::COUNT]];
        let (poses_b, rows_b) = relative_poses.rows((context.joints.poses, context.cells), each);
        let [_, _, ac, as_, acx, acy, alx, aly] = l.gather8(context.joints.poses.cast(), &slots[0]);
        let [_, _, bc, bs, bcx, bcy, blx, bly] = l.gather8(poses_b.cast(), rows_b);
        let (ax, ay) = rotate((ac, as_), (ax - alx, ay - aly));
        let (bx, by) = rotate((bc, bs), (bx - blx, by - bly));
        block.set_all(l, field::ARMS, [ax, ay, bx, by]);
        block.set_all(l, field::GAP, [bcx - acx, bcy - acy]);
        block.set_all(l, field::TURNS, [l.zero(), l.zero()]);
        // Bodies without inverse masses are read only, because other joints of this color may share them.
        [field::BODY_A, field::BODY_B].each_with(
            [&slots[0], &slots[1]],
            #[inline(always)]
            |field, slots| {
                let [_, _, _, im, _, _, _, ii] =
                    l.gather8(context.states.read(l, block.claimant, slots).cast(), slots);
                let fixed = l.and(l.eq(im, l.zero()), l.eq(ii, l.zero()));
                let mark = l.select_u(fixed, l.splat_u(SKIP_BIT), l.splat_u(0));
                block.set(l, field, l.f_from_bits(l.or_u(l.load_u(slots), mark)));
            },
        );
        [(ac, as_), (bc, bs)]
    }
}
