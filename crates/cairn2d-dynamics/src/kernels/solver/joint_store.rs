//! Writes impulses and loads of the joint blocks back to the rows of the joints.

use cairn2d_math::lanes::{Lanes, MAX_LANES};

use crate::tables::joint::{AXIS_OFFSET, JointForm, LINEAR_OFFSET, POSE_OFFSET, ROWS, UNKNOWN_ANGLE};

use super::context::{BlockRange, SolverContext};
use super::each::Each;
use super::joint_exchange::{joint_slots, line_slots};
use super::joint_kernels::JointBlock;
use super::joint_rows::{JointPlan, axis, axis_field, field, line, pose, revolute, row};
use super::revolute_kernels;

/// Largest reported force or torque `[N]` or `[N*m]`; sums of a few of them stay finite.
pub(super) const MAX_LOAD: f32 = 1.0e37;

/// Writes the impulses of a color back to its joints.
///
/// # Safety
/// As for [`super::joint_exchange::prepare`].
#[inline(always)]
pub(crate) unsafe fn store<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: BlockRange) {
    // SAFETY: the contract of this function is that of `prepare`.
    unsafe { store_forms::<L, false>(l, context, plan, blocks) };
}

/// Writes the impulses of generic rows back.
///
/// # Safety
/// As for [`store`].
#[inline(always)]
pub(crate) unsafe fn store_rows<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
) {
    // SAFETY: the contract of this function is that of `prepare`.
    unsafe { store_forms::<L, true>(l, context, plan, blocks) };
}

/// Implementation of [`store`] and [`store_rows`].
#[inline(always)]
unsafe fn store_forms<L: Lanes, const ROW: bool>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
) {
    let (zero, columns, first) = (l.zero(), &context.joints, axis_field(plan.form));
    let inv_dt = l.splat(1.0 / context.constants.dt);
    // The sum of all impulses of a joint, divided by the length of a sub-step, stays finite.
    let most = l.splat(f32::MAX / (8.0 + 8.0 * context.constants.inv_h));
    let most_load = l.splat(MAX_LOAD);
    for number in blocks {
        // SAFETY: the plan belongs to the context, as in `prepare`; joints of a block are distinct.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, number);
            let (joints, _) = joint_slots(l, plan, number.number);
            let [x, y] = match plan.form {
                JointForm::Point => block.get_all(l, revolute::IMPULSE),
                JointForm::Distance => [block.get(l, first + axis::ROD_IMPULSE), zero],
                JointForm::Line => block.get_all(l, line::IMPULSE),
                JointForm::Pose => block.get_all(l, pose::IMPULSE),
                JointForm::Row | JointForm::Rows => [zero, zero],
            };
            let [x, y] = bounded(l, [x, y], most);
            let by = block.claimant;
            let rows: *mut f32 = columns.joints.write(l, by, &joints).cast();
            let angle = match plan.form {
                JointForm::Point => revolute_kernels::counted_angle(l, context, block),
                _ => l.splat(UNKNOWN_ANGLE),
            };
            l.scatter_block::<16>(rows.add(LINEAR_OFFSET), joints.as_ptr(), [x, y, angle, zero]);
            let [x, y, turn, motor] = block.get_all(l, field::LOAD);
            let load = [x * inv_dt, y * inv_dt, turn * inv_dt, motor * inv_dt];
            l.scatter4(columns.loads.write(l, by, &joints), &joints, bounded(l, load, most_load));
            if ROW && plan.form == JointForm::Rows {
                for index in 0..ROWS {
                    let first = row::first(index) + row::AXIS;
                    let slots = line_slots(&joints, index);
                    let rows = columns.line_axes.write(l, by, &slots).cast();
                    store_axis(l, block, (plan.form, first), (rows, &slots), most);
                }
            } else if plan.form == JointForm::Line || block.features(l).2 {
                let rows = columns.axes.write(l, by, &joints).cast();
                store_axis(l, block, (plan.form, first), (rows, &joints), most);
            }
            if plan.form == JointForm::Pose {
                let [x, y] = bounded(l, block.get_all(l, pose::MOTOR_IMPULSE), most);
                let rows: *mut f32 = columns.pose_rows.write(l, by, &joints).cast();
                l.scatter_block::<16>(rows.add(POSE_OFFSET), joints.as_ptr(), [x, y, zero, zero]);
            }
        }
    }
}

/// Writes the impulses of an axis back to these rows.
#[inline(always)]
unsafe fn store_axis<L: Lanes>(
    l: L,
    block: JointBlock,
    (form, first): (JointForm, usize),
    (rows, slots): (*mut f32, &[u32; MAX_LANES]),
    most: L::F,
) {
    // SAFETY: `store_forms` passes its own block, and rows of the joints of that block.
    unsafe {
        let get = |field: usize| block.get(l, first + field);
        // The holding impulse belongs to a spring or to a rod; a distance joint stores that of its rod
        // elsewhere. The motor of a line joint drives the slide or the rotation.
        let rod = if form == JointForm::Distance { l.zero() } else { get(axis::ROD_IMPULSE) };
        let turn = if form == JointForm::Line { block.get(l, line::TURN_IMPULSE) } else { l.zero() };
        let (held, motor) = (get(axis::SPRING_IMPULSE) + rod, get(axis::MOTOR_IMPULSE) + turn);
        let impulses = [held, motor, get(axis::LOWER_IMPULSE), get(axis::UPPER_IMPULSE)];
        l.scatter_block::<16>(rows.add(AXIS_OFFSET), slots.as_ptr(), bounded(l, impulses, most));
    }
}

/// Returns the impulses, or zeros if one of them is too large or NaN, so that a diverged joint restarts.
#[inline(always)]
fn bounded<L: Lanes, A: Each<L::F>>(l: L, impulses: A, most: L::F) -> A::Of<L::F> {
    let mut sound = l.ge(most, l.zero());
    impulses.each(
        #[inline(always)]
        |impulse| sound = l.and(sound, l.le(l.abs(impulse), most)),
    );
    impulses.each(
        #[inline(always)]
        |impulse| l.select(sound, impulse, l.zero()),
    )
}
