//! Fills the blocks of trees from bodies and joints, and writes impulses and loads back.

use cairn2d_math::Vec2;
use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, rotate};

use crate::kernels::disjoint::Claimant;

use super::context::{RelativePoses, SolverContext};
use super::joint_axis::angle_from;
use super::joint_store::MAX_LOAD;
use super::tree_rows::{Grove, TreeBlock, body, joint};

/// Fills a block.
///
/// # Safety
/// The context views live columns, the block belongs to it, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn prepare<L: Lanes>(l: L, context: &SolverContext, block: &TreeBlock, claimant: Claimant) {
    // SAFETY: the contract of this function covers block and bodies.
    unsafe {
        let grove = Grove::new::<L>(&context.trees, block, claimant);
        for index in 0..grove.body_count {
            prepare_body(l, context, &grove, index);
        }
        for index in 0..grove.joints.len() {
            prepare_joint(l, context, &grove, index);
        }
    }
}

/// Fills the fields of a body.
#[inline(always)]
unsafe fn prepare_body<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, index: usize) {
    let zero = l.zero();
    // SAFETY: `prepare` calls it with a body of its block; the slots are rows of the body columns.
    unsafe {
        let (body, claimant) = (grove.body::<L>(index), grove.claimant);
        let mut slots = [SKIP_BIT; MAX_LANES];
        for (lane, slot) in slots[..L::COUNT].iter_mut().enumerate() {
            *slot = grove.body_slot(lane, index).unwrap_or(SKIP_BIT);
        }
        let [_, _, _, im, _, _, _, ii] = l.gather8(context.states.read(l, claimant, &slots).cast(), &slots);
        // Bodies that joints do not move are read only, because other trees may share them.
        let fixed = l.and(l.eq(im, zero), l.eq(ii, zero));
        let mark = l.select_u(fixed, l.splat_u(SKIP_BIT), l.splat_u(0));
        body.set(l, body::SLOT, l.f_from_bits(l.or_u(l.load_u(&slots), mark)));
        let [_, _, _, _, _, free_x, free_y, _] = l.gather8(context.deltas.cast(), &slots);
        body.set_all(l, body::INVERSE_MASS, [im * free_x, im * free_y]);
        body.set(l, body::MASS_OF_STATE, im);
        body.set(l, body::INVERSE_INERTIA, ii);
        body.set(l, body::TENSION, zero);
        body.set(l, body::TURN, zero);
        body.set(l, body::LEVER, -l.splat(1.0));
    }
}

/// Fills the fields of a joint.
#[inline(always)]
unsafe fn prepare_joint<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, index: usize) {
    let (zero, one, claimant) = (l.zero(), l.splat(1.0), grove.claimant);
    let ends = grove.joints[index];
    let (joint, parent, child) = (
        grove.joint::<L>(index),
        grove.body::<L>(ends.parent as usize),
        grove.body::<L>(ends.child as usize),
    );
    // SAFETY: `prepare` calls it with a joint of its block; the slots are rows of the columns.
    unsafe {
        let last = grove.joint_slot(0, index).unwrap_or(0) | SKIP_BIT;
        let mut slots = [last; MAX_LANES];
        let mut used = 0;
        for (lane, slot) in slots[..L::COUNT].iter_mut().enumerate() {
            if let Some(joint) = grove.joint_slot(lane, index) {
                *slot = joint;
                used |= 1 << lane;
            }
        }
        let live = l.mask_from_bits(used);
        let rows = context.joints.joints.read(l, claimant, &slots);
        let [_, b, _, _, ax, ay, bx, by, x, y, ..] = l.gather16(rows.cast(), &slots);
        let mut bodies = [[0; MAX_LANES]; 2];
        bodies[0][..L::COUNT].copy_from_slice(parent.slots::<L>(body::SLOT));
        bodies[1][..L::COUNT].copy_from_slice(child.slots::<L>(body::SLOT));
        let each = [&bodies[0][..L::COUNT], &bodies[1][..L::COUNT]];
        let slot = l.and_u(l.load_u(each[0]), l.splat_u(!SKIP_BIT));
        let is_b = l.eq_u(l.f_to_bits(b), slot);
        let sign = l.select(live, l.select(is_b, one, -one), zero);
        let local =
            [l.select(is_b, bx, ax), l.select(is_b, by, ay), l.select(is_b, ax, bx), l.select(is_b, ay, by)];
        let mut relative_poses = RelativePoses::new();
        let (poses, rows) = relative_poses.rows((context.poses, context.cells), each);
        let [_, _, cos, sin, x_a, y_a, lx, ly] = l.gather8(context.poses.cast(), each[0]);
        let turn_a = (cos, sin);
        let (ax, ay) = rotate(turn_a, (local[0] - lx, local[1] - ly));
        let [_, _, cos, sin, x_c, y_c, lx, ly] = l.gather8(poses.cast(), rows);
        let turn_c = (cos, sin);
        let (cx, cy) = rotate(turn_c, (local[2] - lx, local[3] - ly));
        let keep = |value: L::F| l.select(live, value, zero);
        let [ax, ay, cx, cy] = [keep(ax), keep(ay), keep(cx), keep(cy)];
        let (x, y) = (keep(sign * x), keep(sign * y));
        joint.set_all(l, joint::ARMS, [ax, ay, cx, cy]);
        joint.set_all(l, joint::GAP, [keep(x_a - x_c), keep(y_a - y_c)]);
        joint.set_all(l, joint::IMPULSE, [x, y]);
        joint.set_all(l, joint::LAG, [zero, zero]);
        joint.set_all(l, joint::LOAD, [zero, zero]);
        joint.set(l, joint::SIGN, sign);
        let mobility = parent.get(l, body::MASS_OF_STATE) + child.get(l, body::MASS_OF_STATE);
        let held = one / l.select(l.gt(mobility, l.splat(f32::MIN_POSITIVE)), mobility, l.splat(f32::MAX));
        for (body, square) in [(parent, ax * ax + ay * ay), (child, cx * cx + cy * cy)] {
            let first = l.lt(body.get(l, body::LEVER), zero);
            body.set(l, body::LEVER, l.select(first, square * held, zero));
        }
        if !ends.locked {
            parent.set(l, body::TENSION, parent.get(l, body::TENSION) + (ax * x + ay * y));
            child.set(l, body::TENSION, child.get(l, body::TENSION) - (cx * x + cy * y));
            return;
        }
        let axes = context.joints.axes.read(l, claimant, &slots);
        let [_, _, _, _, _, _, _, near, c, s, _, _, turn, ..] = l.gather16(axes.cast(), &slots);
        // The angle is that of B less that of A.
        let forward = angle_from(l, [turn_a, turn_c], [zero, c, s]);
        let backward = angle_from(l, [turn_c, turn_a], [zero, c, s]);
        let angle = near + l.select(is_b, backward, forward);
        joint.set(l, joint::ANGLE, keep(sign * angle));
        joint.set(l, joint::TURN_IMPULSE, keep(sign * turn));
        joint.set(l, joint::TURN_LOAD, zero);
    }
}

/// Writes the impulses and loads of a block back to its joints.
///
/// # Safety
/// As for [`prepare`].
#[inline(always)]
pub(super) unsafe fn store<L: Lanes>(l: L, context: &SolverContext, block: &TreeBlock, claimant: Claimant) {
    let inv_dt = 1.0 / context.constants.dt;
    let most = f32::MAX / (8.0 + 8.0 * context.constants.inv_h);
    // SAFETY: the contract of this function covers the block; its joints are in no other one.
    unsafe {
        let grove = Grove::new::<L>(&context.trees, block, claimant);
        for index in 0..grove.joints.len() {
            let fields = grove.joint::<L>(index);
            let sign = fields.get(l, joint::SIGN);
            let mut values = [[0.0; MAX_LANES]; 4];
            let [x, y] = fields.get_all(l, joint::IMPULSE);
            let [load_x, load_y] = fields.get_all(l, joint::LOAD);
            for (space, value) in values.iter_mut().zip([x, y, load_x, load_y]) {
                l.store(sign * value, &mut space[..]);
            }
            let locked = grove.joints[index].locked;
            let mut turns = [[0.0; MAX_LANES]; 2];
            if locked {
                let [turn, load] = fields.get_all(l, [joint::TURN_IMPULSE, joint::TURN_LOAD]);
                l.store(sign * turn, &mut turns[0][..]);
                l.store(sign * load, &mut turns[1][..]);
            }
            for lane in 0..L::COUNT {
                let Some(slot) = grove.joint_slot(lane, index) else { break };
                let [x, y, load_x, load_y] = values.map(|space| space[lane]);
                (*context.joints.joints.write_row(claimant, slot)).linear = bounded(x, y, most);
                let load = bounded(load_x * inv_dt, load_y * inv_dt, MAX_LOAD);
                let row = &mut *context.joints.loads.write_row(claimant, slot);
                (row[0], row[1]) = (load.x, load.y);
                if locked {
                    let [turn, turn_load] = turns.map(|space| space[lane]);
                    (*context.joints.axes.write_row(claimant, slot)).spring = bounded(turn, 0.0, most).x;
                    row[2] = bounded(turn_load * inv_dt, 0.0, MAX_LOAD).x;
                }
            }
        }
    }
}

/// Returns an impulse, or zero if it is too large or NaN, so that a diverged joint restarts.
fn bounded(x: f32, y: f32, most: f32) -> Vec2 {
    if x.abs() <= most && y.abs() <= most { Vec2::new(x, y) } else { Vec2::ZERO }
}
