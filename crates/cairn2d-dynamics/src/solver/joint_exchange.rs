//! The two ends of the joint solve: prepare makes blocks from the rows of the joints, store brings the impulses back to them.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, rotate};

use crate::joint::{AXIS_OFFSET, JointKind, LINEAR_OFFSET};

use super::context::{Blocks, SolverContext, StepConstants};
use super::joint_kernels::{JointBlock, Pair};
use super::joint_rows::{JointPlan, axis, axis_field, distance, field, revolute};
use super::wide_angle::angle_w;
use super::{distance_kernels, revolute_kernels};

/// Largest force or torque that is told \[N\] or \[N m\]: sums of a few of them are still floats.
const MAX_LOAD: f32 = 1.0e37;

/// Makes the blocks of a color from the rows of its joints.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on these blocks.
#[inline(always)]
pub(crate) unsafe fn prepare<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: Blocks) {
    for index in blocks {
        // SAFETY: joint slots are rows of the joint columns, their bodies rows of the body columns.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            let (joints, live) = joint_slots(l, plan, index);
            let facts = prepare_joints(l, context, block, (&joints, live));
            let [turn_a, turn_b] = prepare_bodies(l, context, block, facts.anchors);
            let pair: Pair<L> = Pair::load(l, context, block);
            let arms = block.get_all(l, field::ARMS);
            let with_axis = block.features(l).2 || plan.kind == JointKind::Distance;
            let reference = with_axis.then(|| prepare_axes(l, context, plan.kind, block, (&joints, live)));
            let zero = l.zero();
            match plan.kind {
                JointKind::Revolute => {
                    let inverse_masses = [pair.a.im + pair.b.im, pair.a.ii, pair.b.ii];
                    block.set_all(l, revolute::MASS, revolute_kernels::point_mass(l, inverse_masses, arms));
                    block.set_all(l, revolute::IMPULSE, facts.linear);
                    block.set_all(l, revolute::LAG, [zero; 2]);
                    if let Some(reference) = reference {
                        prepare_angle(l, block, &pair, [turn_a, turn_b], reference);
                    }
                }
                JointKind::Distance => {
                    // Where the anchors coincide, the x axis of the first frame is as good a direction as any.
                    let (x, y) = rotate(turn_a, facts.rotation);
                    block.set_all(l, distance::NORMAL, [x, y]);
                    distance_kernels::aim(l, block, &pair, arms);
                    block.set(l, distance::AXIS + axis::ROD_IMPULSE, facts.linear[0]);
                    block.set_all(l, distance::LAG, [zero; 4]);
                }
            }
        }
    }
}

/// Brings the impulses of a color back to its joints.
///
/// # Safety
/// As for [`prepare`].
#[inline(always)]
pub(crate) unsafe fn store<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: Blocks) {
    let first = axis_field(plan.kind);
    let inv_dt = l.splat(1.0 / context.constants.dt);
    // So that the sum of all impulses of a joint is still a force.
    let most = l.splat(f32::MAX / (8.0 + 8.0 * context.constants.inv_h));
    let most_load = l.splat(MAX_LOAD);
    for index in blocks {
        // SAFETY: as above; joints of a block are distinct.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            let (joints, _) = joint_slots(l, plan, index);
            let [x, y] = match plan.kind {
                JointKind::Revolute => block.get_all(l, revolute::IMPULSE),
                JointKind::Distance => [block.get(l, distance::AXIS + axis::ROD_IMPULSE), l.zero()],
            };
            let [x, y] = bounded(l, [x, y], most);
            let rows: *mut f32 = context.joints.joints.cast();
            l.scatter_block::<16>(rows.add(LINEAR_OFFSET), joints.as_ptr(), [x, y, l.zero(), l.zero()]);
            let mut load = block.get_all(l, field::LOAD);
            for part in &mut load {
                *part = *part * inv_dt;
            }
            l.scatter4(context.joints.loads, &joints, bounded(l, load, most_load));
            if block.features(l).2 {
                let get = |field: usize| block.get(l, first + field);
                let (spring, motor) = (get(axis::SPRING_IMPULSE), get(axis::MOTOR_IMPULSE));
                let impulses = [spring, motor, get(axis::LOWER_IMPULSE), get(axis::UPPER_IMPULSE)];
                let impulses = bounded(l, impulses, most);
                let rows: *mut f32 = context.joints.axes.cast();
                l.scatter_block::<16>(rows.add(AXIS_OFFSET), joints.as_ptr(), impulses);
            }
        }
    }
}

/// These impulses, or none where one of them is too large or not a number: what blew up starts again from nothing.
#[inline(always)]
fn bounded<L: Lanes, const N: usize>(l: L, mut impulses: [L::F; N], most: L::F) -> [L::F; N] {
    // Loops, because maps of arrays are not inlined everywhere; see `joint_kernels`.
    let mut sound = l.le(l.abs(impulses[0]), most);
    for impulse in &impulses[1..] {
        sound = l.and(sound, l.le(l.abs(*impulse), most));
    }
    for impulse in &mut impulses {
        *impulse = l.select(sound, *impulse, l.zero());
    }
    impulses
}

/// Joint slots of a block and which lanes are in use; the others repeat the last joint, marked so that nothing is written for them.
#[inline(always)]
unsafe fn joint_slots<L: Lanes>(l: L, plan: &JointPlan, block: u32) -> ([u32; MAX_LANES], L::M) {
    let first = block as usize * L::COUNT;
    let count = (plan.count as usize - first).min(L::COUNT);
    // SAFETY: `first + count` is at most the number of joints of the plan.
    let joints = unsafe { core::slice::from_raw_parts(plan.joints.add(first), count) };
    let mut slots = [joints[count - 1] | SKIP_BIT; MAX_LANES];
    slots[..count].copy_from_slice(joints);
    (slots, l.mask_from_bits(u32::MAX >> (32 - count)))
}

/// Joints of a block and which lanes are in use.
type Members<'a, L> = (&'a [u32; MAX_LANES], <L as Lanes>::M);

/// What only the beginning of prepare needs of the joints.
struct Facts<L: Lanes> {
    /// In the coordinates of each body's origin.
    anchors: [L::F; 4],
    linear: [L::F; 2],
    /// Of the frame on A.
    rotation: (L::F, L::F),
}

/// Copies what every type has from the rows of the joints: bodies, features, softness.
#[inline(always)]
unsafe fn prepare_joints<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (joints, live): Members<'_, L>,
) -> Facts<L> {
    let constants = &context.constants;
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        let row = keep_live(l, live, l.gather16(context.joints.joints.cast_const().cast(), joints));
        let [a, b, features, _, ax, ay, bx, by, x, y, _, _, hertz, ratio, c, s] = row;
        block.set(l, field::BODY_A, a);
        block.set(l, field::BODY_B, b);
        block.set(l, field::FEATURES, features);
        block.set_all(l, field::LOAD, [l.zero(); 4]);
        let keep = |value: f32| l.select(live, l.splat(value), l.zero());
        let soft = &constants.joint;
        let mut soft = [keep(soft.bias_rate), keep(soft.mass_scale), keep(soft.impulse_scale)];
        let own = l.gt(hertz, l.zero());
        if l.any(own) {
            let capped = l.min(hertz, l.splat(constants.max_joint_hertz));
            let softness = softness_w(l, (capped, ratio), constants);
            for part in 0..3 {
                soft[part] = l.select(own, softness[part], soft[part]);
            }
        }
        block.set_all(l, [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE], soft);
        Facts { anchors: [ax, ay, bx, by], linear: [x, y], rotation: (c, s) }
    }
}

/// Zeros in the lanes that are not in use.
#[inline(always)]
fn keep_live<L: Lanes>(l: L, live: L::M, mut row: [L::F; 16]) -> [L::F; 16] {
    for value in &mut row {
        *value = l.select(live, *value, l.zero());
    }
    row
}

/// [`super::Softness::new`] for all lanes at once; without meaning where the frequency is 0.
#[inline(always)]
fn softness_w<L: Lanes>(l: L, (hertz, damping_ratio): (L::F, L::F), constants: &StepConstants) -> [L::F; 3] {
    let (one, h) = (l.splat(1.0), l.splat(constants.h));
    let omega = l.splat(core::f32::consts::TAU) * hertz;
    let a1 = l.splat(2.0) * damping_ratio + h * omega;
    let a2 = h * omega * a1;
    let a3 = one / (one + a2);
    [omega / l.select(l.gt(a1, l.zero()), a1, one), a2 * a3, a3]
}

/// Turns the local anchors into arms and measures the gap of the bodies. Returns the rotations of the bodies.
#[inline(always)]
unsafe fn prepare_bodies<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    [ax, ay, bx, by]: [L::F; 4],
) -> [(L::F, L::F); 2] {
    let poses = context.joints.poses.cast();
    // SAFETY: the slots are rows of the body columns; empty lanes are those of the null body.
    unsafe {
        let slots = [block.slots::<L>(field::BODY_A), block.slots::<L>(field::BODY_B)];
        let [_, _, ac, as_, acx, acy, alx, aly] = l.gather8(poses, &slots[0]);
        let [_, _, bc, bs, bcx, bcy, blx, bly] = l.gather8(poses, &slots[1]);
        let (ax, ay) = rotate((ac, as_), (ax - alx, ay - aly));
        let (bx, by) = rotate((bc, bs), (bx - blx, by - bly));
        block.set_all(l, field::ARMS, [ax, ay, bx, by]);
        block.set_all(l, field::GAP, [bcx - acx, bcy - acy]);
        block.set_all(l, field::TURNS, [l.zero(), l.zero()]);
        // A body that no impulse moves is read only: other joints of this color may have it too.
        for (slots, field) in slots.iter().zip([field::BODY_A, field::BODY_B]) {
            let [_, _, _, im, _, _, _, ii] = l.gather8(context.states.cast_const().cast(), slots);
            let fixed = l.and(l.eq(im, l.zero()), l.eq(ii, l.zero()));
            let mark = l.select_u(fixed, l.splat_u(SKIP_BIT), l.splat_u(0));
            block.set(l, field, l.f_from_bits(l.or_u(l.load_u(slots), mark)));
        }
        [(ac, as_), (bc, bs)]
    }
}

/// Copies what acts along the axes from the rows of the joints. Returns from where the angle counts: an angle, and the cosine and sine of
/// the rotation that leads there.
#[inline(always)]
unsafe fn prepare_axes<L: Lanes>(
    l: L,
    context: &SolverContext,
    kind: JointKind,
    block: JointBlock,
    (joints, live): Members<'_, L>,
) -> [L::F; 3] {
    let constants = &context.constants;
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        let row = keep_live(l, live, l.gather16(context.joints.axes.cast_const().cast(), joints));
        let [lower, upper, speed, strength, hertz, ratio, target, near, c, s, _, _, spring, motor, low, high] =
            row;
        let first = axis_field(kind);
        let set = |field: usize, value: L::F| block.set(l, first + field, value);
        let [rate, mass, scale] = softness_w(l, (hertz, ratio), constants);
        set(axis::TARGET, target);
        set(axis::SPRING_RATE, rate);
        set(axis::SPRING_MASS, mass);
        set(axis::SPRING_SCALE, scale);
        set(axis::MOTOR_SPEED, speed);
        set(axis::MOTOR_MAX, l.splat(constants.h) * strength);
        set(axis::LOWER, lower);
        set(axis::UPPER, upper);
        set(axis::SPRING_IMPULSE, spring);
        set(axis::MOTOR_IMPULSE, motor);
        set(axis::ROD_IMPULSE, l.zero());
        set(axis::LOWER_IMPULSE, low);
        set(axis::UPPER_IMPULSE, high);
        [near, c, s]
    }
}

/// Measures the angles of a block of revolute joints, and the mass against which they turn.
#[inline(always)]
unsafe fn prepare_angle<L: Lanes>(
    l: L,
    block: JointBlock,
    pair: &Pair<L>,
    [(ac, as_), (bc, bs)]: [(L::F, L::F); 2],
    [near, c, s]: [L::F; 3],
) {
    let (turn_c, turn_s) = rotate((ac, -as_), (bc, bs));
    let (turn_c, turn_s) = rotate((turn_c, turn_s), (c, s));
    let turning = pair.a.ii + pair.b.ii;
    let usable = l.gt(turning, l.splat(f32::MIN_POSITIVE));
    let mass = l.select(usable, l.splat(1.0) / turning, l.zero());
    // SAFETY: the block is one of revolute joints.
    unsafe {
        block.set(l, revolute::AXIS + axis::MASS, mass);
        block.set(l, revolute::AXIS + axis::COORDINATE, near + angle_w(l, turn_c, turn_s));
    }
}
