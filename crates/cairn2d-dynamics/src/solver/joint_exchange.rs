//! The two ends of the joint solve: prepare makes blocks from the cold records, store brings the impulses back to them.
//!
//! What a record holds is read lane by lane; everything that depends on where the bodies are is computed for all lanes at once.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, rotate};
use cairn2d_math::{Rot, Vec2};

use crate::joint::{Joint, JointImpulses, JointKind, angle_near};

use super::context::{Blocks, SolverContext, StepConstants};
use super::joint_kernels::{JointBlock, Pair};
use super::joint_rows::{JointPlan, axis, axis_field, distance, feature, field, revolute};
use super::softness::Softness;
use super::{distance_kernels, revolute_kernels};

/// Makes the blocks of a color from the records of its joints.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on these blocks.
#[inline(always)]
pub(crate) unsafe fn prepare<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: Blocks) {
    for index in blocks {
        // SAFETY: joint slots are records, their bodies rows of the body columns.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            let joints = joint_slots::<L>(plan, index);
            let (slots, features) = prepare_records(l, context, plan, block, joints);
            prepare_bodies(l, context, block, &slots);
            if features || plan.kind == JointKind::Distance {
                prepare_axes(l, context, plan.kind, block, joints);
            }
            match plan.kind {
                JointKind::Revolute => prepare_revolute(l, context, block, features),
                JointKind::Distance => prepare_distance(l, context, block, joints),
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
    for index in blocks {
        // SAFETY: as above; joints of a block are distinct.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            let has_axis = block.features(l).2;
            for (lane, &joint) in joint_slots::<L>(plan, index).iter().enumerate() {
                let get = |field: usize| *block.lane::<L>(field, lane);
                let along = |field: usize| if has_axis { get(first + field) } else { 0.0 };
                let [x, y] = revolute::IMPULSE;
                let linear = match plan.kind {
                    JointKind::Revolute => Vec2::new(get(x), get(y)),
                    JointKind::Distance => Vec2::new(along(axis::ROD_IMPULSE), 0.0),
                };
                (*context.joints.records.add(joint as usize)).impulses = JointImpulses {
                    linear,
                    spring: along(axis::SPRING_IMPULSE),
                    motor: along(axis::MOTOR_IMPULSE),
                    lower: along(axis::LOWER_IMPULSE),
                    upper: along(axis::UPPER_IMPULSE),
                    inv_h: context.constants.inv_h,
                };
            }
        }
    }
}

/// Joint slots of a block: as many as it has lanes, but for the last block of a color.
#[inline(always)]
unsafe fn joint_slots<L: Lanes>(plan: &JointPlan, block: u32) -> &[u32] {
    let first = block as usize * L::COUNT;
    let count = (plan.count as usize - first).min(L::COUNT);
    // SAFETY: `first + count` is at most the number of joints of the plan.
    unsafe { core::slice::from_raw_parts(plan.joints.add(first), count) }
}

/// What acts along the axis of a joint.
fn features_of(joint: &Joint) -> u32 {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let pulls = joint.spring.is_some_and(|spring| spring.hertz > 0.0);
    let elastic = bit(pulls, feature::SPRING)
        | bit(joint.motor.is_some(), feature::MOTOR)
        | bit(joint.limits.is_some(), feature::LIMITS);
    // A distance joint is either a rigid rod or something elastic.
    let rigid = joint.kind == JointKind::Distance && joint.spring.is_none();
    if rigid { feature::ROD } else { elastic }
}

/// Copies what every type has from the records: features, softness, local anchors. Returns the body slots, unmarked, and whether
/// anything acts along an axis.
#[inline(always)]
unsafe fn prepare_records<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    block: JointBlock,
    joints: &[u32],
) -> ([[u32; MAX_LANES]; 2], bool) {
    let constants = &context.constants;
    let mut slots = [[0; MAX_LANES]; 2];
    let mut all_features = 0;
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        if joints.len() < L::COUNT {
            for field in 0..axis_field(plan.kind) {
                block.set(l, field, l.zero());
            }
        }
        for (lane, &joint) in joints.iter().enumerate() {
            let joint = &*context.joints.records.add(joint as usize);
            let soft = joint.softness.map_or(constants.joint, |soft| softness(soft, constants));
            let features = features_of(joint);
            all_features |= features;
            let set = |field: usize, value: f32| *block.lane::<L>(field, lane) = value;
            set(field::FEATURES, f32::from_bits(features));
            set(field::SOFT_RATE, soft.bias_rate);
            set(field::SOFT_MASS, soft.mass_scale);
            set(field::SOFT_IMPULSE, soft.impulse_scale);
            let [a, b] = joint.frames.map(|frame| frame.p);
            for (field, value) in field::ARMS.into_iter().zip([a.x, a.y, b.x, b.y]) {
                set(field, value);
            }
            if plan.kind == JointKind::Revolute {
                let [x, y] = revolute::IMPULSE;
                set(x, joint.impulses.linear.x);
                set(y, joint.impulses.linear.y);
            }
            slots[0][lane] = joint.bodies[0];
            slots[1][lane] = joint.bodies[1];
        }
    }
    (slots, all_features != 0)
}

/// Softness of a joint with its own frequency \[Hz\] and damping ratio.
#[cold]
fn softness((hertz, damping_ratio): (f32, f32), constants: &StepConstants) -> Softness {
    let cap = constants.max_joint_hertz;
    Softness::new(if hertz < cap { hertz } else { cap }, damping_ratio, constants.h)
}

/// Turns the local anchors into arms and measures the gap of the bodies.
#[inline(always)]
unsafe fn prepare_bodies<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    slots: &[[u32; MAX_LANES]; 2],
) {
    let poses = context.joints.poses.cast();
    // SAFETY: the slots are rows of the body columns; empty lanes are those of the null body.
    unsafe {
        let [.., ac, as_, acx, acy, alx, aly] = l.gather8(poses, &slots[0]);
        let [.., bc, bs, bcx, bcy, blx, bly] = l.gather8(poses, &slots[1]);
        let [ax, ay, bx, by] = block.get_all(l, field::ARMS);
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
    }
}

/// Copies what acts along the axes, and its impulses.
#[inline(always)]
unsafe fn prepare_axes<L: Lanes>(
    l: L,
    context: &SolverContext,
    kind: JointKind,
    block: JointBlock,
    joints: &[u32],
) {
    let first = axis_field(kind);
    let constants = &context.constants;
    // SAFETY: the caller vouches for block and joints.
    unsafe {
        for field in 0..axis::COUNT {
            block.set(l, first + field, l.zero());
        }
        for (lane, &joint) in joints.iter().enumerate() {
            let joint = &*context.joints.records.add(joint as usize);
            let set = |field: usize, value: f32| *block.lane::<L>(first + field, lane) = value;
            let features = features_of(joint);
            let has = |bit: u32| features & bit != 0;
            let coordinate = if kind == JointKind::Revolute { angle_of(context, joint) } else { 0.0 };
            set(axis::COORDINATE, coordinate);
            set(axis::TARGET, joint.length);
            if let (Some(spring), true) = (joint.spring, has(feature::SPRING)) {
                let soft = Softness::new(spring.hertz, spring.damping_ratio, constants.h);
                set(axis::SPRING_RATE, soft.bias_rate);
                set(axis::SPRING_MASS, soft.mass_scale);
                set(axis::SPRING_SCALE, soft.impulse_scale);
                set(axis::SPRING_IMPULSE, joint.impulses.spring);
                if kind == JointKind::Revolute {
                    set(axis::TARGET, spring_target(joint, coordinate, spring.target));
                }
            }
            if let (Some(motor), true) = (joint.motor, has(feature::MOTOR)) {
                set(axis::MOTOR_SPEED, motor.speed);
                set(axis::MOTOR_MAX, constants.h * motor.strength);
                set(axis::MOTOR_IMPULSE, joint.impulses.motor);
            }
            if has(feature::ROD) {
                set(axis::ROD_IMPULSE, joint.impulses.linear.x);
            }
            if let (Some((lower, upper)), true) = (joint.limits, has(feature::LIMITS)) {
                set(axis::LOWER, lower);
                set(axis::UPPER, upper);
                set(axis::LOWER_IMPULSE, joint.impulses.lower);
                set(axis::UPPER_IMPULSE, joint.impulses.upper);
            }
        }
    }
}

/// Angle of a revolute joint \[rad\], counted so that its limits, if it has any, are as far from the jump by a whole turn as can be.
unsafe fn angle_of(context: &SolverContext, joint: &Joint) -> f32 {
    // SAFETY: the bodies of a joint are rows of the columns.
    let [a, b] = joint.bodies.map(|body| unsafe { (*context.joints.poses.add(body as usize)).pose.q });
    let relative = a.mul(joint.frames[0].q).inv_mul(b.mul(joint.frames[1].q));
    joint
        .limits
        .map_or_else(|| relative.angle(), |(lower, upper)| angle_near(relative, 0.5 * (lower + upper)))
}

/// Where a spring pulls to: its target, by the short way unless limits are in the way.
fn spring_target(joint: &Joint, angle: f32, target: f32) -> f32 {
    if joint.limits.is_some() { target } else { angle_near(Rot::from_angle(target), angle) }
}

/// Masses of a block of revolute joints.
#[inline(always)]
unsafe fn prepare_revolute<L: Lanes>(l: L, context: &SolverContext, block: JointBlock, features: bool) {
    let zero = l.zero();
    // SAFETY: the block is one of revolute joints.
    unsafe {
        let pair: Pair<L> = Pair::load(l, context, block);
        let (a, b) = (&pair.a, &pair.b);
        let arms = block.get_all(l, field::ARMS);
        block.set_all(l, revolute::MASS, revolute_kernels::point_mass(l, [a.im + b.im, a.ii, b.ii], arms));
        block.set_all(l, revolute::LAG, [zero, zero]);
        if features {
            let turning = a.ii + b.ii;
            let usable = l.gt(turning, l.splat(f32::MIN_POSITIVE));
            let mass = l.select(usable, l.splat(1.0) / turning, zero);
            block.set(l, revolute::AXIS + axis::MASS, mass);
        }
    }
}

/// Direction and mass of a block of distance joints.
#[inline(always)]
unsafe fn prepare_distance<L: Lanes>(l: L, context: &SolverContext, block: JointBlock, joints: &[u32]) {
    // SAFETY: the block is one of distance joints.
    unsafe {
        let pair: Pair<L> = Pair::load(l, context, block);
        // Where the anchors coincide, the x axis of the first frame is as good a direction as any.
        for (lane, &joint) in joints.iter().enumerate() {
            let joint = &*context.joints.records.add(joint as usize);
            let turned = (*context.joints.poses.add(joint.bodies[0] as usize)).pose.q.mul(joint.frames[0].q);
            *block.lane::<L>(distance::NORMAL[0], lane) = turned.c;
            *block.lane::<L>(distance::NORMAL[1], lane) = turned.s;
        }
        distance_kernels::aim(l, block, &pair, block.get_all(l, field::ARMS));
        block.set_all(l, distance::LAG, [l.zero(); 4]);
    }
}
