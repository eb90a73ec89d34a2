//! The two ends of the joint solve: prepare makes blocks from the rows of the joints, store brings the impulses back to them.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, rotate};

use crate::joint::{AXIS_OFFSET, JointForm, LINEAR_OFFSET, POSE_OFFSET, ROWS, feature};

use super::context::{Blocks, SolverContext, StepConstants};
use super::joint_kernels::{JointBlock, Pair};
use super::joint_rows::{JointPlan, axis, axis_field, distance, field, line, pose, revolute, row};
use super::softness::{STIFF, STIFFEST};
use super::wide_angle::angle_w;
use super::{distance_kernels, line_kernels, pose_kernels, revolute_kernels, row_kernels};

/// Least damping of a linear spring in a sub-step [-].
const MIN_DAMPING: f32 = 1.0e-6;

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
            let turns = prepare_bodies(l, context, block, facts.anchors);
            let pair: Pair<L> = Pair::load(l, context, block);
            let with_axis = match plan.form {
                JointForm::Point => block.features(l).2,
                JointForm::Row | JointForm::Rows => false,
                _ => true,
            };
            let reference = with_axis.then(|| prepare_axes(l, context, plan.form, block, (&joints, live)));
            let bearings = Bearings { turns, reference };
            match plan.form {
                JointForm::Point => {
                    prepare_point(l, context, block, (&pair, facts.linear), &bearings);
                }
                JointForm::Distance => prepare_distance(l, context, block, &pair, (&facts, turns[0])),
                JointForm::Line => {
                    prepare_line(l, context, block, (&pair, &facts), &bearings);
                }
                JointForm::Pose => {
                    prepare_hold(l, context, block, (&joints, live), rotate(turns[0], facts.rotation));
                    prepare_pose(l, context, block, (&pair, facts.linear), &bearings);
                }
                JointForm::Row => prepare_row(l, context, (block, 0), &pair, (&joints, live, false)),
                JointForm::Rows => {
                    for index in 0..ROWS {
                        prepare_row(l, context, (block, index), &pair, (&joints, live, true));
                    }
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
    let first = axis_field(plan.form);
    let inv_dt = l.splat(1.0 / context.constants.dt);
    // So that the sum of all impulses of a joint is still a force.
    let most = l.splat(f32::MAX / (8.0 + 8.0 * context.constants.inv_h));
    let most_load = l.splat(MAX_LOAD);
    for index in blocks {
        // SAFETY: as above; joints of a block are distinct.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            let (joints, _) = joint_slots(l, plan, index);
            let get = |field: usize| block.get(l, first + field);
            let [x, y] = match plan.form {
                JointForm::Point => block.get_all(l, revolute::IMPULSE),
                JointForm::Distance => [get(axis::ROD_IMPULSE), l.zero()],
                JointForm::Line => block.get_all(l, line::IMPULSE),
                JointForm::Pose => block.get_all(l, pose::IMPULSE),
                JointForm::Row | JointForm::Rows => [l.zero(); 2],
            };
            let [x, y] = bounded(l, [x, y], most);
            let rows: *mut f32 = context.joints.joints.cast();
            l.scatter_block::<16>(rows.add(LINEAR_OFFSET), joints.as_ptr(), [x, y, l.zero(), l.zero()]);
            let mut load = block.get_all(l, field::LOAD);
            for part in &mut load {
                *part = *part * inv_dt;
            }
            l.scatter4(context.joints.loads, &joints, bounded(l, load, most_load));
            let axes: *mut f32 = context.joints.axes.cast();
            match plan.form {
                JointForm::Rows => {
                    for index in 0..ROWS {
                        let axes: *mut f32 = context.joints.line_axes.cast();
                        let first = row::first(index) + row::AXIS;
                        let rod = block.get(l, first + axis::ROD_IMPULSE);
                        store_axis(
                            l,
                            block,
                            first,
                            (axes, &line_slots(&joints, index)),
                            ([rod, l.zero()], most),
                        );
                    }
                }
                // The motor of a line moves the slide or turns.
                JointForm::Line => {
                    let turn = block.get(l, line::TURN_IMPULSE);
                    store_axis(l, block, first, (axes, &joints), ([l.zero(), turn], most));
                }
                _ if block.features(l).2 => {
                    // What holds an axis is either a spring or a rod; that of a distance joint stands elsewhere.
                    let apart = plan.form == JointForm::Distance;
                    let rod = if apart { l.zero() } else { get(axis::ROD_IMPULSE) };
                    store_axis(l, block, first, (axes, &joints), ([rod, l.zero()], most));
                }
                _ => {}
            }
            if plan.form == JointForm::Pose {
                let [x, y] = bounded(l, block.get_all(l, pose::MOTOR_IMPULSE), most);
                let rows: *mut f32 = context.joints.pose_rows.cast();
                l.scatter_block::<16>(rows.add(POSE_OFFSET), joints.as_ptr(), [x, y, l.zero(), l.zero()]);
            }
        }
    }
}

/// Brings the impulses of an axis back to these rows, those of spring and motor with an addition.
#[inline(always)]
unsafe fn store_axis<L: Lanes>(
    l: L,
    block: JointBlock,
    first: usize,
    (rows, slots): (*mut f32, &[u32; MAX_LANES]),
    ([held, motor], most): ([L::F; 2], L::F),
) {
    // SAFETY: the caller vouches for block and rows.
    unsafe {
        let get = |field: usize| block.get(l, first + field);
        let held = get(axis::SPRING_IMPULSE) + held;
        let motor = get(axis::MOTOR_IMPULSE) + motor;
        let impulses = [held, motor, get(axis::LOWER_IMPULSE), get(axis::UPPER_IMPULSE)];
        l.scatter_block::<16>(rows.add(AXIS_OFFSET), slots.as_ptr(), bounded(l, impulses, most));
    }
}

/// Places of the rows of this number among the lines.
#[inline(always)]
fn line_slots(joints: &[u32; MAX_LANES], index: usize) -> [u32; MAX_LANES] {
    let mut slots = *joints;
    for slot in &mut slots {
        *slot = (*slot & SKIP_BIT) | ((*slot & !SKIP_BIT) * ROWS as u32 + index as u32);
    }
    slots
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

/// Rotations of both bodies, and from where the angle between them counts: see [`prepare_axes`].
struct Bearings<L: Lanes> {
    turns: [(L::F, L::F); 2],
    reference: Option<[L::F; 3]>,
}

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
        // Copied, because the fields are written below.
        let mut slots = [[0; MAX_LANES]; 2];
        slots[0][..L::COUNT].copy_from_slice(block.slots::<L>(field::BODY_A));
        slots[1][..L::COUNT].copy_from_slice(block.slots::<L>(field::BODY_B));
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

/// Coefficients of a spring that keeps time: the rate at which it takes away speed, the share it takes away, the share that is given back.
///
/// One mass on it swings as the differential equation says, sub-step after sub-step. The impulse of a sub-step is `-m ((1 - a) v + b x)`
/// beside the share `a` that is kept of the last one. With `a = exp(-2 damping_ratio w h)` and `b = a w² h` the amplitude decays exactly, a
/// standing load stretches the spring by exactly `g / w²`, and the frequency is right to second order: symplectic Euler with exact
/// damping. The exponential is its series, whose error is far below that of the frequency.
///
/// An implicit spring would lose three quarters of its amplitude in ten seconds at 1 Hz; but an explicit one may gain energy where it is
/// stiff for the sub-step, so above [`STIFF`] it becomes ever more implicit. It then loses energy, also where a hundred springs pull on one
/// body.
#[inline(always)]
fn spring_w<L: Lanes>(l: L, (hertz, damping_ratio): (L::F, L::F), constants: &StepConstants) -> [L::F; 3] {
    let (one, two, h) = (l.splat(1.0), l.splat(2.0), l.splat(constants.h));
    let omega = l.splat(core::f32::consts::TAU) * hertz;
    let swing = l.min(omega * h, l.splat(STIFFEST));
    let omega = swing * l.splat(constants.inv_h);
    let fade = damping_ratio * swing;
    let loss = two * fade + l.max(two * fade * fade, swing * swing - l.splat(STIFF));
    let kept = one / (one + loss);
    [kept * (omega * swing), kept * loss, kept]
}

/// Copies what acts along the axes from the rows of the joints. Returns from where the angle counts: an angle, and the cosine and sine of
/// the rotation that leads there.
#[inline(always)]
unsafe fn prepare_axes<L: Lanes>(
    l: L,
    context: &SolverContext,
    form: JointForm,
    block: JointBlock,
    (joints, live): Members<'_, L>,
) -> [L::F; 3] {
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        let row = keep_live(l, live, l.gather16(context.joints.axes.cast_const().cast(), joints));
        fill_axis(l, context, block, (axis_field(form), block.features(l).0), row)
    }
}

/// Fills the fields of an axis from its row. Returns what [`prepare_axes`] does.
#[inline(always)]
unsafe fn fill_axis<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (first, features): (usize, L::U),
    row: [L::F; 16],
) -> [L::F; 3] {
    let (constants, zero) = (&context.constants, l.zero());
    let [
        lower,
        upper,
        speed,
        strength,
        hertz,
        ratio,
        target,
        near,
        c,
        s,
        least,
        most,
        held,
        motor,
        low,
        high,
    ] = row;
    // SAFETY: the caller vouches for the block.
    unsafe {
        let set = |field: usize, value: L::F| block.set(l, first + field, value);
        let [rate, damping, scale] = spring_w(l, (hertz, ratio), constants);
        let h = l.splat(constants.h);
        set(axis::TARGET, target);
        set(axis::SPRING_RATE, rate);
        set(axis::SPRING_DAMPING, damping);
        set(axis::SPRING_SCALE, scale);
        set(axis::SPRING_MIN, h * least);
        set(axis::SPRING_MAX, h * most);
        set(axis::MOTOR_SPEED, speed);
        set(axis::MOTOR_MAX, h * strength);
        set(axis::LOWER, lower);
        set(axis::UPPER, upper);
        // The impulse that holds an axis is that of a spring or that of a rod; a distance joint has its rod elsewhere.
        let rod = among(l, features, feature::ROD);
        set(axis::SPRING_IMPULSE, l.select(rod, zero, held));
        set(axis::ROD_IMPULSE, l.select(rod, held, zero));
        set(axis::MOTOR_IMPULSE, motor);
        set(axis::LOWER_IMPULSE, low);
        set(axis::UPPER_IMPULSE, high);
        [near, c, s]
    }
}

/// Lanes with one of these features.
#[inline(always)]
fn among<L: Lanes>(l: L, features: L::U, bits: u32) -> L::M {
    l.not(l.eq_u(l.and_u(features, l.splat_u(bits)), l.splat_u(0)))
}

/// Lanes with this feature.
#[inline(always)]
unsafe fn has<L: Lanes>(l: L, block: JointBlock, bit: u32) -> L::M {
    // SAFETY: the caller vouches for the block.
    among(l, unsafe { block.features(l).0 }, bit)
}

/// Fixes the speed at which the motors of servos run in this step. They near the target by half of the way in a step, no faster than they
/// may, and no faster than half of their strength could stop them in front of it.
#[inline(always)]
unsafe fn prepare_servos<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (first, features): (usize, L::U),
    coordinate: L::F,
) {
    let constants = &context.constants;
    // SAFETY: the caller vouches for the block.
    unsafe {
        let servo = among(l, features, feature::SERVO);
        if !l.any(servo) {
            return;
        }
        let get = |field: usize| block.get(l, first + field);
        let (speed, mass) = (get(axis::MOTOR_SPEED), get(axis::MASS));
        let movable = l.gt(mass, l.zero());
        let push = get(axis::MOTOR_MAX) * l.splat(constants.inv_h) / l.select(movable, mass, l.splat(1.0));
        let error = get(axis::TARGET) - coordinate;
        let most = l.min(speed, l.sqrt(push * l.abs(error)));
        let wanted = l.max(l.min(error * l.splat(0.5 / constants.dt), most), -most);
        block.set(l, first + axis::MOTOR_SPEED, l.select(servo, wanted, speed));
    }
}

#[inline(always)]
unsafe fn prepare_point<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (pair, linear): (&Pair<L>, [L::F; 2]),
    bearings: &Bearings<L>,
) {
    // SAFETY: the block is one of points.
    unsafe {
        let inverse_masses = [pair.a.im + pair.b.im, pair.a.ii, pair.b.ii];
        let arms = block.get_all(l, field::ARMS);
        block.set_all(l, revolute::MASS, revolute_kernels::point_mass(l, inverse_masses, arms));
        block.set_all(l, revolute::IMPULSE, linear);
        block.set_all(l, revolute::LAG, [l.zero(); 2]);
        if let Some(reference) = bearings.reference {
            let turning = pair.a.ii + pair.b.ii;
            let usable = l.gt(turning, l.splat(f32::MIN_POSITIVE));
            let mass = l.select(usable, l.splat(1.0) / turning, l.zero());
            let angle = angle_from(l, bearings.turns, reference);
            block.set(l, revolute::AXIS + axis::MASS, mass);
            block.set(l, revolute::AXIS + axis::COORDINATE, angle);
            prepare_servos(l, context, block, (revolute::AXIS, block.features(l).0), angle);
        }
    }
}

#[inline(always)]
unsafe fn prepare_pose<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (pair, linear): (&Pair<L>, [L::F; 2]),
    bearings: &Bearings<L>,
) {
    // SAFETY: the block is one of poses.
    unsafe {
        pose_kernels::aim(l, block, pair, block.get_all(l, field::ARMS));
        block.set_all(l, pose::IMPULSE, linear);
        block.set_all(l, pose::LAG, [l.zero(); 4]);
        let angle = bearings.reference.map_or(l.zero(), |reference| angle_from(l, bearings.turns, reference));
        block.set(l, pose::AXIS + axis::COORDINATE, angle);
        prepare_servos(l, context, block, (pose::AXIS, block.features(l).0), angle);
    }
}

/// Angle of the frames of two bodies, counted from a reference.
#[inline(always)]
fn angle_from<L: Lanes>(l: L, [(ac, as_), (bc, bs)]: [(L::F, L::F); 2], [near, c, s]: [L::F; 3]) -> L::F {
    let (turn_c, turn_s) = rotate((ac, -as_), (bc, bs));
    let (turn_c, turn_s) = rotate((turn_c, turn_s), (c, s));
    near + angle_w(l, turn_c, turn_s)
}

#[inline(always)]
unsafe fn prepare_distance<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    pair: &Pair<L>,
    (facts, turn_a): (&Facts<L>, (L::F, L::F)),
) {
    // SAFETY: the block is one of distance joints.
    unsafe {
        // Where the anchors coincide, the x axis of the first frame is as good a direction as any.
        let (x, y) = rotate(turn_a, facts.rotation);
        block.set_all(l, distance::NORMAL, [x, y]);
        let length = distance_kernels::aim(l, block, pair, block.get_all(l, field::ARMS));
        block.set(l, distance::AXIS + axis::ROD_IMPULSE, facts.linear[0]);
        block.set_all(l, distance::LAG, [l.zero(); 4]);
        prepare_servos(l, context, block, (distance::AXIS, block.features(l).0), length);
    }
}

#[inline(always)]
unsafe fn prepare_line<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (pair, facts): (&Pair<L>, &Facts<L>),
    bearings: &Bearings<L>,
) {
    let (zero, one) = (l.zero(), l.splat(1.0));
    // SAFETY: the block is one of lines.
    unsafe {
        let (x, y) = rotate(bearings.turns[0], facts.rotation);
        block.set_all(l, line::NORMAL, [x, y]);
        block.set(l, line::LOCK, l.select(has(l, block, feature::LOCK), one, zero));
        block.set_all(l, line::IMPULSE, facts.linear);
        block.set_all(l, line::LAG, [zero; 4]);
        let angle = bearings.reference.map_or(zero, |reference| angle_from(l, bearings.turns, reference));
        block.set(l, line::ANGLE, angle);
        let turning = has(l, block, feature::TURN_MOTOR);
        let motor = block.get(l, line::AXIS + axis::MOTOR_IMPULSE);
        block.set(l, line::TURN_IMPULSE, l.select(turning, motor, zero));
        block.set(l, line::AXIS + axis::MOTOR_IMPULSE, l.select(turning, zero, motor));
        let [slide, _] = line_kernels::aim(l, block, pair, block.get_all(l, field::ARMS));
        prepare_servos(l, context, block, (line::AXIS, block.features(l).0), slide);
    }
}

/// What holds and drives the offset of a pose.
#[inline(always)]
unsafe fn prepare_hold<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (joints, live): Members<'_, L>,
    frame: (L::F, L::F),
) {
    let (constants, zero) = (&context.constants, l.zero());
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        let row = keep_live(l, live, l.gather16(context.joints.pose_rows.cast_const().cast(), joints));
        let [vx, vy, force, hertz, ratio, spring_force, _, _, _, _, _, _, x, y, _, _] = row;
        let h = l.splat(constants.h);
        let (rigid, spring) = (has(l, block, feature::POINT), has(l, block, feature::POINT_SPRING));
        let [pull, damping, scale] = spring_w(l, (hertz, ratio), constants);
        // The passes want the pull as a share of the damping, so an undamped spring has a trace of it.
        let damping = l.max(damping, l.splat(MIN_DAMPING));
        let soft = block.get_all(l, [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE]);
        let held = |rigidly: L::F, softly: L::F| l.select(rigid, rigidly, l.select(spring, softly, zero));
        block.set(l, pose::HOLD_RATE, held(soft[0], pull / damping));
        block.set(l, pose::HOLD_MASS, held(soft[1], damping));
        block.set(l, pose::HOLD_SCALE, held(soft[2], scale));
        block.set(l, pose::HOLD_MAX, held(l.splat(pose_kernels::UNBOUNDED), h * spring_force));
        let (vx, vy) = rotate(frame, (vx, vy));
        block.set_all(l, pose::MOTOR_VELOCITY, [vx, vy]);
        block.set(l, pose::MOTOR_MAX, h * force);
        block.set_all(l, pose::MOTOR_IMPULSE, [x, y]);
    }
}

/// Copies a row, its directions and what acts along it, and weighs it.
#[inline(always)]
unsafe fn prepare_row<L: Lanes>(
    l: L,
    context: &SolverContext,
    (block, index): (JointBlock, usize),
    pair: &Pair<L>,
    (joints, live, several): (&[u32; MAX_LANES], L::M, bool),
) {
    let (first, zero) = (row::first(index), l.zero());
    // SAFETY: the lines reach as far as the last joint of these forms.
    unsafe {
        let slots = line_slots(joints, index);
        let mut line = l.gather8(context.joints.lines.cast(), &slots);
        for value in &mut line {
            *value = l.select(live, *value, zero);
        }
        let [ax, ay, at, bx, by, bt, coordinate, features] = line;
        for (field, value) in row::JACOBIAN.into_iter().zip([ax, ay, at, bx, by, bt]) {
            block.set(l, first + field, value);
        }
        block.set(l, first + row::FEATURES, features);
        let (axes, rows) = match several {
            true => (context.joints.line_axes, slots),
            false => (context.joints.axes, *joints),
        };
        let axis_row = keep_live(l, live, l.gather16(axes.cast_const().cast(), &rows));
        let place = (first + row::AXIS, l.f_to_bits(features));
        fill_axis(l, context, block, place, axis_row);
        block.set(l, place.0 + axis::COORDINATE, coordinate);
        row_kernels::weigh(l, block, pair, index);
        prepare_servos(l, context, block, place, coordinate);
    }
}
