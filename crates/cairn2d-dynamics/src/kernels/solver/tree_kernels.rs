//! Passes over trees of joints: all point constraints of a tree at once, at a cost proportional to their
//! number.
//!
//! **Elimination.** A body has an inverse mass matrix. Going up, each joint conditions that of its parent on
//! the joint and everything below it. Going down, the impulse of each joint follows from that of the parent.
//! This is the block LDL^T factorization of the mass matrix of the joints in leaf-first order. It needs no
//! fill-in, and a body may have any number of joints.
//!
//! **Integration.** The biased pass anticipates the curvature of the paths, so that the anchors coincide
//! after
//! positions are integrated. The relax pass uses the arms of the new positions for the velocity, and moves
//! the
//! bodies by the rest of the error. The rest acts along the former arms. Together these are the two stages
//! of RATTLE (Andersen 1983), whose swings neither gain nor lose energy. No correction of a position enters
//! an
//! impulse, so contacts that oppose a tree cannot accumulate it.
//!
//! **Tension.** Light links under a large tension vibrate faster than the sub-step resolves. The stiffness of
//! the rotation of an arm, arm times force, is added to the inertia, as implicit Euler does (Tournier et al.
//! 2015). Above the same threshold, curvature is no longer anticipated, so such links lose energy and never
//! gain it.

use cairn2d_math::lanes::{Lanes, rotate, small_rotation_w};

use crate::kernels::disjoint::Claimant;

use super::context::SolverContext;
use super::fields::Fields;
use super::revolute_kernels::point_mass;
use super::tree_rows::{Grove, TreeBlock, body, joint};

/// Least effective inverse mass of a joint, as a share of that of the free bodies `[-]`: above the rounding
/// of
/// the elimination.
const LEAST_SHARE: f32 = 2.0e-6;

/// Least determinant of an inverse mass matrix of trace 1 `[-]`.
const LEAST_DETERMINANT: f32 = 2.0e-7;

/// Square of the phase of a vibration per sub-step above which tension counts, and the range in which the
/// anticipation of the curvature ends `[rad^2]`.
const SLACK: f32 = 0.1;
const SLACK_RANGE: f32 = 0.2;

/// Rotation per sub-step up to which curvature is anticipated `[rad]`.
const MAX_CURVE: f32 = 0.4;

/// Square of arm by radius of gyration at which half of the correction along the former arms is left `[-]`.
const MOST_SLENDER: f32 = 1000.0;

/// Applies the impulses of the last step.
///
/// # Safety
/// The context views live columns, the block belongs to it, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: &TreeBlock,
    claimant: Claimant,
) {
    // SAFETY: the contract of this function covers block and bodies.
    unsafe {
        let grove = Grove::new::<L>(&context.trees, block, claimant);
        for index in 0..grove.body_count {
            let body = grove.body::<L>(index);
            find_inertia(l, context, body);
            body.set_all(l, body::PUSH, [l.zero(); 3]);
        }
        for (index, ends) in grove.joints.iter().enumerate() {
            let (joint, parent, child) = fields::<L>(&grove, index, ends.parent, ends.child);
            let impulse = joint.get_all(l, joint::IMPULSE);
            let [ax, ay, cx, cy] = joint.get_all(l, joint::ARMS);
            let turn = if ends.locked { joint.get(l, joint::TURN_IMPULSE) } else { l.zero() };
            push(l, parent, impulse, [ax, ay], turn);
            push(l, child, [-impulse[0], -impulse[1]], [cx, cy], -turn);
        }
        for index in 0..grove.body_count {
            let body = grove.body::<L>(index);
            let slots = body.slots::<L>(body::SLOT);
            let [vx, vy, w, im] = l.gather8_low(context.states.read(l, claimant, slots).cast(), slots);
            let [vx, vy, w] = moved(l, body, [vx, vy, w], body::PUSH);
            l.scatter8_low(context.states.write(l, claimant, slots).cast(), slots, [vx, vy, w, im]);
        }
    }
}

/// Runs the biased pass: finds the velocities with which the anchors coincide after the sub-step.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn solve<L: Lanes>(l: L, context: &SolverContext, block: &TreeBlock, claimant: Claimant) {
    // SAFETY: the contract of this function covers block and bodies.
    unsafe {
        let grove = Grove::new::<L>(&context.trees, block, claimant);
        for index in 0..grove.body_count {
            begin_solve(l, context, &grove, index);
        }
        for index in 0..grove.joints.len() {
            eliminate(l, &grove, index, false);
        }
        for index in (0..grove.joints.len()).rev() {
            substitute(l, &grove, index, false);
        }
        for index in 0..grove.body_count {
            let body = grove.body::<L>(index);
            let slots = body.slots::<L>(body::SLOT);
            let [vx, vy, w] = moved(l, body, body.get_all(l, body::VELOCITY), body::PUSH);
            let im = body.get(l, body::MASS_OF_STATE);
            l.scatter8_low(context.states.write(l, claimant, slots).cast(), slots, [vx, vy, w, im]);
        }
    }
}

/// Runs the relax pass: removes velocities that the joints of the moved bodies do not allow, and the rest of
/// the errors of the positions.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn relax<L: Lanes>(l: L, context: &SolverContext, block: &TreeBlock, claimant: Claimant) {
    // SAFETY: the contract of this function covers block and bodies.
    unsafe {
        let grove = Grove::new::<L>(&context.trees, block, claimant);
        for index in 0..grove.body_count {
            begin_relax(l, context, &grove, index);
        }
        let inv_h = l.splat(context.constants.inv_h);
        for index in 0..grove.joints.len() {
            turn_arms(l, &grove, index, inv_h);
            eliminate(l, &grove, index, true);
        }
        for index in (0..grove.joints.len()).rev() {
            substitute(l, &grove, index, true);
        }
        for index in 0..grove.body_count {
            end_relax(l, context, &grove, index);
        }
    }
}

/// Returns access to a joint, its parent and its child.
#[inline(always)]
fn fields<L: Lanes>(grove: &Grove<'_>, index: usize, parent: u32, child: u32) -> (Fields, Fields, Fields) {
    (grove.joint::<L>(index), grove.body::<L>(parent as usize), grove.body::<L>(child as usize))
}

/// Computes the inverse inertia that the tree solves with from the tension of the joints. Returns its share
/// in the inverse inertia.
#[inline(always)]
unsafe fn find_inertia<L: Lanes>(l: L, context: &SolverContext, body: Fields) -> L::F {
    let (zero, one) = (l.zero(), l.splat(1.0));
    // SAFETY: the passes call it with a body of their block.
    unsafe {
        let inverse = body.get(l, body::INVERSE_INERTIA);
        let phase = l.abs(body.get(l, body::TENSION)) * (inverse * l.splat(context.constants.h));
        let gain = one + inverse * l.max(body.get(l, body::LEVER), zero);
        let excess = l.max(phase - l.splat(SLACK) * gain, zero);
        let share = one / (one + excess);
        body.set(l, body::HELD_INERTIA, inverse * share);
        body.set(l, body::SHARE, l.max(one - excess * l.splat(1.0 / SLACK_RANGE) / gain, zero));
        share
    }
}

/// Reads a body for the biased pass.
#[inline(always)]
unsafe fn begin_solve<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, index: usize) {
    let (zero, one) = (l.zero(), l.splat(1.0));
    // SAFETY: `solve` calls it with a body of its block.
    unsafe {
        let (body, claimant) = (grove.body::<L>(index), grove.claimant);
        let slots = body.slots::<L>(body::SLOT);
        let [vx, vy, spin, im] = l.gather8_low(context.states.read(l, claimant, slots).cast(), slots);
        let share = find_inertia(l, context, body);
        // The inertia of the tension takes up rotation.
        let w = spin * share;
        if l.any(l.lt(share, one)) {
            forget(l, context, grove, slots, w - spin);
        }
        body.set(l, body::MASS_OF_STATE, im);
        let angle = w * l.splat(context.constants.h);
        let z = angle * angle;
        let fade = fade(l, z) * l.splat(context.constants.inv_h);
        let cos = z * (z * l.splat(1.0 / 24.0) - l.splat(0.5));
        let sin = angle * (z * (z * l.splat(1.0 / 120.0) - l.splat(1.0 / 6.0)));
        body.set_all(l, body::CURVE, [cos * fade, sin * fade]);
        begin(l, body, [vx, vy, w]);
        body.set_all(l, body::PUSH, [zero; 3]);
    }
}

/// Share of the curvature that is anticipated at this square of the rotation per sub-step.
#[inline(always)]
fn fade<L: Lanes>(l: L, square: L::F) -> L::F {
    let z = l.min(square * l.splat(1.0 / (MAX_CURVE * MAX_CURVE)), l.splat(1.0));
    let z = z * z;
    let z = z * z;
    l.splat(1.0) - z * z
}

/// Writes velocity and inverse mass matrix of a body before the elimination.
#[inline(always)]
unsafe fn begin<L: Lanes>(l: L, body: Fields, velocity: [L::F; 3]) {
    let zero = l.zero();
    // SAFETY: the passes call it with a body of their block.
    unsafe {
        let [x, y] = body.get_all(l, body::INVERSE_MASS);
        body.set_all(l, body::VELOCITY, velocity);
        body.set_all(l, body::FLOW, velocity);
        body.set_all(l, body::MASS, [x, zero, zero, y, zero, body.get(l, body::HELD_INERTIA)]);
    }
}

/// Reads a body for the relax pass.
#[inline(always)]
unsafe fn begin_relax<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, index: usize) {
    let zero = l.zero();
    // SAFETY: `relax` calls it with a body of its block.
    unsafe {
        let (body, claimant) = (grove.body::<L>(index), grove.claimant);
        let slots = body.slots::<L>(body::SLOT);
        let states = context.states.read(l, claimant, slots);
        let [vx, vy, w, _, dx, dy, da, _] = l.gather8(states.cast(), slots);
        let turn = da - body.get(l, body::TURN);
        let (cos, sin) = small_rotation_w(l, turn);
        body.set_all(l, body::ROTATION, [cos, sin]);
        body.set(l, body::TURN, da);
        body.set_all(l, body::MOTION, [dx, dy, da]);
        body.set(l, body::SHARE, body.get(l, body::SHARE) * fade(l, turn * turn));
        begin(l, body, [vx, vy, w]);
        body.set_all(l, body::SHIFT, [zero; 3]);
        body.set_all(l, body::PUSH, [zero; 3]);
        body.set_all(l, body::PULL, [zero; 3]);
        body.set(l, body::TENSION, zero);
        body.set(l, body::ONCE, zero);
    }
}

/// Rotates the arms of a joint with the bodies.
#[inline(always)]
unsafe fn turn_arms<L: Lanes>(l: L, grove: &Grove<'_>, index: usize, inv_h: L::F) {
    let ends = grove.joints[index];
    let (joint, parent, child) = fields::<L>(grove, index, ends.parent, ends.child);
    // SAFETY: `relax` calls it with a joint of its block.
    unsafe {
        let [ax, ay, cx, cy] = joint.get_all(l, joint::ARMS);
        let [cos, sin] = parent.get_all(l, body::ROTATION);
        let (new_ax, new_ay) = rotate((cos, sin), (ax, ay));
        let [cos, sin] = child.get_all(l, body::ROTATION);
        let (new_cx, new_cy) = rotate((cos, sin), (cx, cy));
        let [x, y] = joint.get_all(l, joint::IMPULSE);
        let (dax, day, dcx, dcy) = (new_ax - ax, new_ay - ay, new_cx - cx, new_cy - cy);
        joint.set_all(l, joint::ARMS, [new_ax, new_ay, new_cx, new_cy]);
        joint.set_all(l, joint::SWING, [-(dax * inv_h), -(day * inv_h), -(dcx * inv_h), -(dcy * inv_h)]);
        joint.set_all(l, joint::LAG, [dax * y - day * x, dcy * x - dcx * y]);
    }
}

/// Velocity of the anchor at these arms.
#[inline(always)]
fn anchor<F>([x, y, w]: [F; 3], [ax, ay]: [F; 2]) -> [F; 2]
where
    F: Copy + core::ops::Mul<Output = F> + core::ops::Add<Output = F> + core::ops::Sub<Output = F>,
{
    [x - ay * w, y + ax * w]
}

/// Conditions the parent of a joint on the joint and the bodies below it.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
unsafe fn eliminate<L: Lanes>(l: L, grove: &Grove<'_>, index: usize, relax: bool) {
    let ends = grove.joints[index];
    let (joint, parent, child) = fields::<L>(grove, index, ends.parent, ends.child);
    // SAFETY: the passes call it with a joint of their block.
    unsafe {
        let [ax, ay, cx, cy] = joint.get_all(l, joint::ARMS);
        let above: [L::F; 6] = parent.get_all(l, body::MASS);
        let below: [L::F; 6] = child.get_all(l, body::MASS);
        let (reach, ka) = respond(above, [ax, ay]);
        let (reach_c, kc) = respond(below, [cx, cy]);
        let mut mass = effective_mass(l, [parent, child], [ka, kc], [ax, ay, cx, cy]);
        if ends.first {
            mass = free_mass(l, [parent, child], mass, [ax, ay, cx, cy]);
        }
        joint.set_all(l, joint::REACH, reach);

        let mut flow: [L::F; 3] = parent.get_all(l, body::FLOW);
        let mut flow_c: [L::F; 3] = child.get_all(l, body::FLOW);
        if !relax {
            let [lag_a, lag_c] = joint.get_all(l, joint::LAG);
            flow = [flow[0] + above[2] * lag_a, flow[1] + above[4] * lag_a, flow[2] + above[5] * lag_a];
            flow_c =
                [flow_c[0] + below[2] * lag_c, flow_c[1] + below[4] * lag_c, flow_c[2] + below[5] * lag_c];
        }
        let (va, vc) = (anchor(flow, [ax, ay]), anchor(flow_c, [cx, cy]));
        let mut drift = [va[0] - vc[0], va[1] - vc[1]];
        if !relax {
            let share = l.min(parent.get(l, body::SHARE), child.get(l, body::SHARE));
            let [ca, sa] = parent.get_all(l, body::CURVE);
            let [cc, sc] = child.get_all(l, body::CURVE);
            drift[0] = drift[0] + share * ((ca * ax - sa * ay) - (cc * cx - sc * cy));
            drift[1] = drift[1] + share * ((ca * ay + sa * ax) - (cc * cy + sc * cx));
        }
        joint.set_all(l, joint::DRIFT, drift);

        let mut error = [l.zero(); 2];
        if relax {
            let [gap_x, gap_y] = joint.get_all(l, joint::GAP);
            let [dax, day, _] = parent.get_all(l, body::MOTION);
            let [dcx, dcy, _] = child.get_all(l, body::MOTION);
            let (apart_x, apart_y) = (gap_x + (ax - cx) + (dax - dcx), gap_y + (ay - cy) + (day - dcy));
            let shift: [L::F; 3] = parent.get_all(l, body::SHIFT);
            let (sa, sc) = (anchor(shift, [ax, ay]), anchor(child.get_all(l, body::SHIFT), [cx, cy]));
            error = [(sa[0] - sc[0]) + apart_x, (sa[1] - sc[1]) + apart_y];
            joint.set_all(l, joint::ERROR, error);
        }
        if ends.locked {
            let point = PointErrors { mass, flow, drift, error };
            let turning = Turning { drift: flow[2] - flow_c[2], with: [reach_c[2], reach_c[5], below[5]] };
            let fields = (joint, parent, child);
            return eliminate_locked(l, fields, (above, reach), (point, turning), relax);
        }
        joint.set_all(l, joint::MASS, mass);
        let [mxx, mxy, myy] = mass;
        let [gxx, gxy, gxw, gyx, gyy, gyw] = reach;
        let x = [gxx * mxx + gyx * mxy, gxy * mxx + gyy * mxy, gxw * mxx + gyw * mxy];
        let y = [gxx * mxy + gyx * myy, gxy * mxy + gyy * myy, gxw * mxy + gyw * myy];
        let less = |value: L::F, i: usize, error: [L::F; 2]| value - (x[i] * error[0] + y[i] * error[1]);
        let flow = [less(flow[0], 0, drift), less(flow[1], 1, drift), less(flow[2], 2, drift)];
        parent.set_all(l, body::FLOW, flow);
        if relax {
            let shift: [L::F; 3] = parent.get_all(l, body::SHIFT);
            let shift = [less(shift[0], 0, error), less(shift[1], 1, error), less(shift[2], 2, error)];
            parent.set_all(l, body::SHIFT, shift);
        }
        let [xx, xy, xw, yy, yw, ww] = above;
        parent.set_all(
            l,
            body::MASS,
            [
                xx - (x[0] * gxx + y[0] * gyx),
                xy - (x[0] * gxy + y[0] * gyy),
                xw - (x[0] * gxw + y[0] * gyw),
                yy - (x[1] * gxy + y[1] * gyy),
                yw - (x[1] * gxw + y[1] * gyw),
                ww - (x[2] * gxw + y[2] * gyw),
            ],
        );
    }
}

/// Results for the point of a joint that its locked angle needs.
#[derive(Clone, Copy)]
struct PointErrors<F> {
    /// Effective mass of the point alone.
    mass: [F; 3],
    /// Velocity of the parent, and errors of velocity and position at the point.
    flow: [F; 3],
    drift: [F; 2],
    error: [F; 2],
}

/// Values of the locked angle of a joint.
#[derive(Clone, Copy)]
struct Turning<F> {
    /// Difference of the angular velocities.
    drift: F,
    /// Angular velocity of the child per impulse along x, along y, and per angular impulse.
    with: [F; 3],
}

/// Conditions the parent of a joint that locks the angle: three rows instead of two.
#[inline(always)]
unsafe fn eliminate_locked<L: Lanes>(
    l: L,
    (joint, parent, child): (Fields, Fields, Fields),
    (above, reach): ([L::F; 6], [L::F; 6]),
    (point, turning): (PointErrors<L::F>, Turning<L::F>),
    relax: bool,
) {
    let PointErrors { mass, flow, drift, error } = point;
    let [xx, xy, xw, yy, yw, ww] = above;
    let [gxx, gxy, gxw, gyx, gyy, gyw] = reach;
    let [mxx, mxy, myy] = mass;
    // SAFETY: `eliminate` passes a joint of its block.
    unsafe {
        // The angle is solved with the inertia that remains if the point holds.
        let (kx, ky, kw) = (gxw + turning.with[0], gyw + turning.with[1], ww + turning.with[2]);
        let (cx, cy) = (mxx * kx + mxy * ky, mxy * kx + myy * ky);
        let alone = parent.get(l, body::HELD_INERTIA) + child.get(l, body::HELD_INERTIA);
        let rest = l.max(kw - (kx * cx + ky * cy), alone * l.splat(LEAST_SHARE));
        let usable = l.and(l.gt(rest, l.splat(f32::MIN_POSITIVE)), l.lt(rest, l.splat(f32::MAX)));
        let mww = l.select(usable, l.splat(1.0) / rest, l.zero());
        let (mxw, myw) = (-(cx * mww), -(cy * mww));
        let (mxx, mxy, myy) = (mxx - cx * mxw, mxy - cx * myw, myy - cy * myw);
        joint.set_all(l, joint::MASS, [mxx, mxy, myy]);
        joint.set_all(l, joint::TURN_MASS, [mxw, myw, mww]);
        joint.set_all(l, joint::TURN_REACH, [xw, yw, ww]);
        joint.set(l, joint::TURN_DRIFT, turning.drift);

        let g = [[gxx, gyx, xw], [gxy, gyy, yw], [gxw, gyw, ww]];
        let each = |[x, y, w]: [L::F; 3]| {
            [x * mxx + y * mxy + w * mxw, x * mxy + y * myy + w * myw, x * mxw + y * myw + w * mww]
        };
        let h = [each(g[0]), each(g[1]), each(g[2])];
        let dot = |a: [L::F; 3], b: [L::F; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let errors = [drift[0], drift[1], turning.drift];
        let flow = [flow[0] - dot(h[0], errors), flow[1] - dot(h[1], errors), flow[2] - dot(h[2], errors)];
        parent.set_all(l, body::FLOW, flow);
        parent.set_all(
            l,
            body::MASS,
            [
                xx - dot(h[0], g[0]),
                xy - dot(h[0], g[1]),
                xw - dot(h[0], g[2]),
                yy - dot(h[1], g[1]),
                yw - dot(h[1], g[2]),
                ww - dot(h[2], g[2]),
            ],
        );
        if relax {
            let shift: [L::F; 3] = parent.get_all(l, body::SHIFT);
            let turned = parent.get(l, body::MOTION[2]) - child.get(l, body::MOTION[2]);
            let apart = joint.get(l, joint::ANGLE) + turned;
            let turn_error = (shift[2] - child.get(l, body::SHIFT[2])) + apart;
            joint.set(l, joint::TURN_ERROR, turn_error);
            let errors = [error[0], error[1], turn_error];
            let shift =
                [shift[0] - dot(h[0], errors), shift[1] - dot(h[1], errors), shift[2] - dot(h[2], errors)];
            parent.set_all(l, body::SHIFT, shift);
        }
    }
}

/// Returns the velocity of a body per impulse at its anchor along x and along y, and that of the anchor: xx,
/// xy, yy.
#[inline(always)]
fn respond<F>([xx, xy, xw, yy, yw, ww]: [F; 6], [ax, ay]: [F; 2]) -> ([F; 6], [F; 3])
where
    F: Copy + core::ops::Mul<Output = F> + core::ops::Add<Output = F> + core::ops::Sub<Output = F>,
{
    let (rxx, rxy, rxw) = (xx - ay * xw, xy - ay * yw, xw - ay * ww);
    let (ryx, ryy, ryw) = (xy + ax * xw, yy + ax * yw, yw + ax * ww);
    ([rxx, rxy, rxw, ryx, ryy, ryw], [rxx - ay * rxw, ryx - ay * ryw, ryy + ax * ryw])
}

/// Returns the effective mass of a joint from the responses of both anchors, or zero if no body can move.
#[inline(always)]
unsafe fn effective_mass<L: Lanes>(
    l: L,
    bodies: [Fields; 2],
    [ka, kc]: [[L::F; 3]; 2],
    [ax, ay, cx, cy]: [L::F; 4],
) -> [L::F; 3] {
    let zero = l.zero();
    // SAFETY: `eliminate` passes bodies of its block.
    unsafe {
        let [im_a, im_c] = [bodies[0].get(l, body::INVERSE_MASS[0]), bodies[1].get(l, body::INVERSE_MASS[0])];
        let [ii_a, ii_c] = [bodies[0].get(l, body::HELD_INERTIA), bodies[1].get(l, body::HELD_INERTIA)];
        let (linear, angular) = (im_a + im_c, ii_a * (ax * ax + ay * ay) + ii_c * (cx * cx + cy * cy));
        let least = l.select(l.gt(linear, zero), linear, angular) * l.splat(LEAST_SHARE);
        let (xx, xy, yy) = (ka[0] + kc[0] + least, ka[1] + kc[1], ka[2] + kc[2] + least);
        let trace = xx + yy;
        let usable = l.and(l.gt(trace, l.splat(f32::MIN_POSITIVE)), l.lt(trace, l.splat(f32::MAX)));
        // Division by the trace keeps all products in range for any masses.
        let scale = l.splat(1.0) / l.select(usable, trace, l.splat(1.0));
        let (xx, xy, yy) = (xx * scale, xy * scale, yy * scale);
        let determinant = l.max(xx * yy - xy * xy, l.splat(LEAST_DETERMINANT));
        let inverse = l.select(usable, scale / determinant, zero);
        [yy * inverse, -(xy * inverse), xx * inverse]
    }
}

/// Returns the effective mass of a joint between two free bodies, which is exact even for long arms of a
/// small
/// inertia, and the given one where an axis of a body is locked.
#[inline(always)]
unsafe fn free_mass<L: Lanes>(l: L, bodies: [Fields; 2], given: [L::F; 3], arms: [L::F; 4]) -> [L::F; 3] {
    // SAFETY: `eliminate` passes bodies of its block.
    unsafe {
        let [ax, ay] = bodies[0].get_all(l, body::INVERSE_MASS);
        let [cx, cy] = bodies[1].get_all(l, body::INVERSE_MASS);
        let inertias = [bodies[0].get(l, body::HELD_INERTIA), bodies[1].get(l, body::HELD_INERTIA)];
        let exact = point_mass(l, [ax + cx, inertias[0], inertias[1]], arms);
        let free = l.and(l.eq(ax, ay), l.eq(cx, cy));
        [
            l.select(free, exact[0], given[0]),
            l.select(free, exact[1], given[1]),
            l.select(free, exact[2], given[2]),
        ]
    }
}

/// Finds the impulse of a joint from that of its parent.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
unsafe fn substitute<L: Lanes>(l: L, grove: &Grove<'_>, index: usize, relax: bool) {
    let ends = grove.joints[index];
    let (joint, parent, child) = fields::<L>(grove, index, ends.parent, ends.child);
    // SAFETY: the passes call it with a joint of their block.
    unsafe {
        let [ax, ay, cx, cy] = joint.get_all(l, joint::ARMS);
        let push: [L::F; 3] = parent.get_all(l, body::PUSH);
        let drift = joint.get_all(l, joint::DRIFT);
        let [x, y, w] = reaction(l, joint, ends.locked, push, (drift, joint::TURN_DRIFT));
        let (mut lag_a, mut lag_c) = (w, -w);
        if !relax {
            let [a, c] = joint.get_all(l, joint::LAG);
            (lag_a, lag_c) = (a + w, c - w);
        }
        parent.set_all(l, body::PUSH, [push[0] + x, push[1] + y, (push[2] + lag_a) + (ax * y - ay * x)]);
        child.set_all(l, body::PUSH, [-x, -y, lag_c - (cx * y - cy * x)]);
        let [old_x, old_y] = joint.get_all(l, joint::IMPULSE);
        let (x, y) = (old_x + x, old_y + y);
        joint.set_all(l, joint::IMPULSE, [x, y]);
        if ends.locked {
            let turn = joint.get(l, joint::TURN_IMPULSE) + w;
            joint.set(l, joint::TURN_IMPULSE, turn);
            if relax {
                joint.set(l, joint::TURN_LOAD, joint.get(l, joint::TURN_LOAD) + turn);
            }
        }
        if !relax {
            return;
        }
        let [load_x, load_y] = joint.get_all(l, joint::LOAD);
        joint.set_all(l, joint::LOAD, [load_x + x, load_y + y]);
        if !ends.locked {
            // Links that cannot rotate against each other do not vibrate.
            parent.set(l, body::TENSION, parent.get(l, body::TENSION) + (ax * x + ay * y));
            child.set(l, body::TENSION, child.get(l, body::TENSION) - (cx * x + cy * y));
        }
        let pull: [L::F; 3] = parent.get_all(l, body::PULL);
        let error = joint.get_all(l, joint::ERROR);
        let [x, y, w] = reaction(l, joint, ends.locked, pull, (error, joint::TURN_ERROR));
        parent.set_all(l, body::PULL, [pull[0] + x, pull[1] + y, (pull[2] + w) + (ax * y - ay * x)]);
        child.set_all(l, body::PULL, [-x, -y, -w - (cx * y - cy * x)]);
        // The correction of the position acts along the arms of the last sub-step.
        let share = l.min(parent.get(l, body::SHARE), child.get(l, body::SHARE))
            * steadiness(l, [parent, child], [ax, ay, cx, cy]);
        let [sax, say, scx, scy] = joint.get_all(l, joint::SWING);
        let (x, y) = (x * share, y * share);
        parent.set(l, body::ONCE, parent.get(l, body::ONCE) + (sax * y - say * x));
        child.set(l, body::ONCE, child.get(l, body::ONCE) - (scx * y - scy * x));
    }
}

/// Share of a correction along the former arms that small inertias at long arms leave: rounding errors of the
/// position would spin such bodies.
#[inline(always)]
unsafe fn steadiness<L: Lanes>(l: L, bodies: [Fields; 2], [ax, ay, cx, cy]: [L::F; 4]) -> L::F {
    let one = l.splat(1.0);
    // SAFETY: `substitute` passes bodies of its block.
    unsafe {
        let [im_a, im_c] = [bodies[0].get(l, body::INVERSE_MASS[0]), bodies[1].get(l, body::INVERSE_MASS[0])];
        let [ii_a, ii_c] = [bodies[0].get(l, body::HELD_INERTIA), bodies[1].get(l, body::HELD_INERTIA)];
        let (linear, angular) = (im_a + im_c, ii_a * (ax * ax + ay * ay) + ii_c * (cx * cx + cy * cy));
        let ratio = angular * l.splat(1.0 / MOST_SLENDER) / l.max(linear, l.splat(f32::MIN_POSITIVE));
        one / (one + ratio * ratio)
    }
}

/// Returns the impulse of a joint with this error whose parent gets this impulse from above. The error of the
/// angle is in a field.
#[inline(always)]
unsafe fn reaction<L: Lanes>(
    l: L,
    joint: Fields,
    locked: bool,
    [px, py, pw]: [L::F; 3],
    ([x, y], turn): ([L::F; 2], usize),
) -> [L::F; 3] {
    // SAFETY: `substitute` passes a joint of its block.
    unsafe {
        let [xx, xy, yy] = joint.get_all(l, joint::MASS);
        let [gxx, gxy, gxw, gyx, gyy, gyw] = joint.get_all(l, joint::REACH);
        let x = x + (gxx * px + (gxy * py + gxw * pw));
        let y = y + (gyx * px + (gyy * py + gyw * pw));
        if !locked {
            return [-(xx * x + xy * y), -(xy * x + yy * y), l.zero()];
        }
        let [xw, yw, ww] = joint.get_all(l, joint::TURN_MASS);
        let [gwx, gwy, gww] = joint.get_all(l, joint::TURN_REACH);
        let w = joint.get(l, turn) + (gwx * px + (gwy * py + gww * pw));
        [-(xx * x + xy * y + xw * w), -(xy * x + yy * y + yw * w), -(xw * x + yw * y + ww * w)]
    }
}

/// Adds an impulse at an arm, and an angular one, to those of a body.
#[inline(always)]
unsafe fn push<L: Lanes>(l: L, body: Fields, [x, y]: [L::F; 2], [ax, ay]: [L::F; 2], angular: L::F) {
    // SAFETY: the passes call it with a body of their block.
    unsafe {
        let [px, py, pw] = body.get_all(l, body::PUSH);
        body.set_all(l, body::PUSH, [px + x, py + y, (pw + angular) + (ax * y - ay * x)]);
    }
}

/// Returns a velocity or pose after the impulses in these fields.
#[inline(always)]
unsafe fn moved<L: Lanes>(l: L, body: Fields, [x, y, w]: [L::F; 3], fields: [usize; 3]) -> [L::F; 3] {
    // SAFETY: the passes call it with a body of their block.
    unsafe {
        let [px, py, pw] = body.get_all(l, fields);
        let [mx, my] = body.get_all(l, body::INVERSE_MASS);
        [x + mx * px, y + my * py, w + body.get(l, body::HELD_INERTIA) * pw]
    }
}

/// Writes velocity and motion of a body back.
#[inline(always)]
unsafe fn end_relax<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, index: usize) {
    // SAFETY: `relax` calls it with a body of its block.
    unsafe {
        let (body, claimant) = (grove.body::<L>(index), grove.claimant);
        let slots = body.slots::<L>(body::SLOT);
        let once = body.get(l, body::ONCE) * body.get(l, body::HELD_INERTIA);
        forget(l, context, grove, slots, once);
        let [vx, vy, w] = moved(l, body, body.get_all(l, body::VELOCITY), body::PUSH);
        let w = w + once;
        let old = body.get_all(l, body::MOTION);
        let new = moved(l, body, old, body::PULL);
        let [dx, dy, da] = within_reach(l, context, old, new);
        let (im, ii) = (body.get(l, body::MASS_OF_STATE), body.get(l, body::INVERSE_INERTIA));
        let state = [vx, vy, w, im, dx, dy, da, ii];
        l.scatter8(context.states.write(l, claimant, slots).cast(), slots, state);
    }
}

/// Returns the corrected motion, or the old one if the body would move farther in the step than its speed
/// limits allow.
#[inline(always)]
fn within_reach<L: Lanes>(l: L, context: &SolverContext, old: [L::F; 3], new: [L::F; 3]) -> [L::F; 3] {
    let constants = &context.constants;
    let farthest = l.splat(constants.max_linear_speed * constants.h);
    let most_turn = l.splat(constants.max_angular_speed * constants.h);
    let square = |[x, y, _]: [L::F; 3]| x * x + y * y;
    let near = l.le(square(new), l.max(square(old), farthest * farthest));
    let little = l.le(l.abs(new[2]), l.max(l.abs(old[2]), most_turn));
    let both = l.and(near, little);
    [l.select(both, new[0], old[0]), l.select(both, new[1], old[1]), l.select(both, new[2], old[2])]
}

/// Excludes a change of the angular velocity from the warm-start delta of the next sub-step.
#[inline(always)]
unsafe fn forget<L: Lanes>(l: L, context: &SolverContext, grove: &Grove<'_>, slots: &[u32], change: L::F) {
    // SAFETY: the passes call it with the slots of a body of their block.
    unsafe {
        let (free, claimant) = (&context.free_velocities, grove.claimant);
        let [x, y, w, rest] = l.gather4(free.read(l, claimant, slots), slots);
        // Other lanes of the block keep the sign of a zero.
        let w = l.select(l.eq(change, l.zero()), w, w + change);
        l.scatter4(free.write(l, claimant, slots), slots, [x, y, w, rest]);
    }
}
