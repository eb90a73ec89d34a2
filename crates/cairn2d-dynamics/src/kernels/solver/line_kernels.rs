//! Passes over joints on a line. The displacement along it is an axis. The offset across it and, for a
//! prismatic joint, the angle are solved as one 2x2 system. A load far out on the slide would rotate if it
//! were held at a point alone.
//!
//! An impulse along the line would change offset and angle again. So it includes the impulses that keep
//! both unchanged (the *coupling*), and the slide is solved with the remaining mass. This is block
//! elimination. Without it, a lift with a load far off its rails would hang low or lean.
//!
//! The line is fixed to the first body and rotates with it. The lever arms on that body reach to the anchor
//! of the second body.

use cairn2d_math::lanes::{Lanes, rotate, small_rotation_w};

use crate::tables::joint::feature;

use super::context::SolverContext;
use super::joint_axis::among;
use super::joint_exchange::Held;
use super::joint_kernels::{Axis, JointBlock, Pair, axis_impulse};
use super::joint_rows::{axis, field, line};

/// Fills the fields of a block of line joints. Returns the displacement along the line `[m]`.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn prepare<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, held: &Held<L>) -> L::F {
    let zero = l.zero();
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let features = block.features(l).0;
        let (x, y) = held.direction();
        block.set_all(l, line::NORMAL, [x, y]);
        let locked = among(l, features, feature::LOCK);
        block.set(l, line::LOCK, l.select(locked, l.splat(1.0), zero));
        block.set_all(l, line::IMPULSE, held.impulse);
        block.set_all(l, line::LAG, [zero, zero, zero, zero]);
        block.set(l, line::ANGLE, held.angle);
        // The motor of the row drives either the slide or the rotation.
        let turning = among(l, features, feature::TURN_MOTOR);
        let motor = block.get(l, line::AXIS + axis::MOTOR_IMPULSE);
        block.set(l, line::TURN_IMPULSE, l.select(turning, motor, zero));
        block.set(l, line::AXIS + axis::MOTOR_IMPULSE, l.select(turning, zero, motor));
        let [slide, _] = aim(l, block, pair, block.get_all(l, field::ARMS));
        slide
    }
}

/// Applies the impulses of the last step to the bodies of a block.
///
/// # Safety
/// The block is one of line joints, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, block: JointBlock) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mut pair = Pair::load(l, context, block);
        let [x, y, turn_a, turn_b] = turning_impulse(l, block);
        let turn = block.get(l, line::IMPULSE[1]) + block.get(l, line::TURN_IMPULSE);
        pair.add_impulse(x, y, [turn_a + turn, turn_b + turn]);
        pair.store(l, context);
    }
}

/// Runs one pass over a block.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn solve<L: Lanes>(l: L, context: &SolverContext, block: JointBlock, biased: bool) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mut pair = Pair::load(l, context, block);
        let along;
        if biased {
            let [x, y, turn_a, turn_b] = block.get_all(l, line::LAG);
            pair.add_impulse(x, y, [turn_a, turn_b]);
            along = offsets(l, block, &pair, block.get_all(l, field::ARMS));
        } else {
            // The relax pass rotates line and arms with the bodies. The difference is applied at the
            // next biased pass.
            let old = turning_impulse(l, block);
            let turned = pair.a.da - block.get(l, field::TURNS[0]);
            let [x, y] = block.get_all(l, line::NORMAL);
            let (x, y) = rotate(small_rotation_w(l, turned), (x, y));
            block.set_all(l, line::NORMAL, [x, y]);
            let arms = pair.turn_arms(l, block);
            along = aim(l, block, &pair, arms);
            let new = turning_impulse(l, block);
            block.set_all(l, line::LAG, [new[0] - old[0], new[1] - old[1], new[2] - old[2], new[3] - old[3]]);
        }
        solve_turn(l, block, &mut pair);
        solve_across(l, block, &mut pair, along[1], biased);
        solve_slide(l, context, block, &mut pair, along[0], biased);
        if !biased {
            add_load(l, block);
        }
        pair.store(l, context);
    }
}

/// Adds the impulses of the sub-step to the load of the step.
#[inline(always)]
unsafe fn add_load<L: Lanes>(l: L, block: JointBlock) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [x, y, _, turn] = turning_impulse(l, block);
        // The lagging part has not been applied yet.
        let [lag_x, lag_y, _, lag] = block.get_all(l, line::LAG);
        let (x, y) = (x - lag_x, y - lag_y);
        let [_, _, bx, by] = block.get_all(l, field::ARMS);
        let turn_impulse = block.get(l, line::TURN_IMPULSE);
        let turn = turn - lag - (bx * y - by * x) + (block.get(l, line::IMPULSE[1]) + turn_impulse);
        block.add_load(l, 0, [x, y, turn, block.get(l, line::AXIS + axis::MOTOR_IMPULSE) + turn_impulse]);
    }
}

/// Solves spring, motor and limits along the line.
#[inline(always)]
unsafe fn solve_slide<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    pair: &mut Pair<L>,
    coordinate: L::F,
    biased: bool,
) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [nx, ny] = block.get_all(l, line::NORMAL);
        let [along_a, along_b, ..] = block.get_all(l, line::LEVERS);
        let (a, b) = (&pair.a, &pair.b);
        let mut slide: Axis<L> = Axis {
            block,
            first: line::AXIS,
            features: block.features(l).0,
            coordinate,
            speed: nx * (b.vx - a.vx) + ny * (b.vy - a.vy) + (b.w * along_b - a.w * along_a),
            inverse_mass: block.get(l, line::INVERSE_MASS),
            added: l.zero(),
        };
        slide.solve(l, context, biased);
        let added = slide.added;
        let [x, y, turn_a, turn_b] = slide_direction(l, block);
        pair.add_impulse(added * x, added * y, [added * turn_a, added * turn_b]);
    }
}

/// Solves the rotational motor, if there is one.
#[inline(always)]
unsafe fn solve_turn<L: Lanes>(l: L, block: JointBlock, pair: &mut Pair<L>) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let bits = l.and_u(block.features(l).0, l.splat_u(feature::TURN_MOTOR));
        let motor = l.not(l.eq_u(bits, l.splat_u(0)));
        if !l.any(motor) {
            return;
        }
        let get = |field: usize| block.get(l, line::AXIS + field);
        let (speed, bound) = (get(axis::MOTOR_SPEED), get(axis::MOTOR_MAX));
        let turning = pair.a.ii + pair.b.ii;
        let usable = l.and(motor, l.gt(turning, l.splat(f32::MIN_POSITIVE)));
        let mass = l.select(usable, l.splat(1.0) / turning, l.zero());
        let old = block.get(l, line::TURN_IMPULSE);
        let wanted = old - mass * (pair.b.w - pair.a.w - speed);
        let total = l.select(motor, l.max(l.min(wanted, bound), -bound), old);
        block.set(l, line::TURN_IMPULSE, total);
        let (zero, added) = (l.zero(), total - old);
        pair.add_impulse(zero, zero, [added, added]);
    }
}

/// Solves the offset across the line, and the angle if it is locked.
#[inline(always)]
unsafe fn solve_across<L: Lanes>(l: L, block: JointBlock, pair: &mut Pair<L>, across: L::F, biased: bool) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [nx, ny] = block.get_all(l, line::NORMAL);
        let [_, _, across_a, across_b] = block.get_all(l, line::LEVERS);
        let [xx, xy, yy] = block.get_all(l, line::MASS);
        let (a, b) = (&pair.a, &pair.b);
        let mut off = nx * (b.vy - a.vy) - ny * (b.vx - a.vx) + (b.w * across_b - a.w * across_a);
        let mut turn = b.w - a.w;
        let [old_x, old_y] = block.get_all(l, line::IMPULSE);
        let (mut x, mut y) = (old_x, old_y);
        if biased {
            let fields = [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE];
            let [rate, stiff, back] = block.get_all(l, fields);
            let angle = block.get(l, line::ANGLE) + (b.da - a.da);
            (off, turn) = (stiff * (off + rate * across), stiff * (turn + rate * angle));
            (x, y) = (x - back * x, y - back * y);
        }
        x = x - (xx * off + xy * turn);
        y = y - (xy * off + yy * turn);
        // An angle that is not locked gets no impulse.
        y = y * block.get(l, line::LOCK);
        block.set_all(l, line::IMPULSE, [x, y]);
        let (x, y) = (x - old_x, y - old_y);
        pair.add_impulse(-(x * ny), x * nx, [x * across_a + y, x * across_b + y]);
    }
}

/// Returns the position of the second anchor along and across the line `[m]`.
#[inline(always)]
unsafe fn offsets<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, arms: [L::F; 4]) -> [L::F; 2] {
    // SAFETY: `solve` and `aim` pass a live block.
    unsafe {
        let (x, y) = pair.separation(l, block, arms);
        let [nx, ny] = block.get_all(l, line::NORMAL);
        [x * nx + y * ny, y * nx - x * ny]
    }
}

/// Computes lever arms and effective masses of the present line. Returns the position of the second anchor
/// along and across it `[m]`.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn aim<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, arms: [L::F; 4]) -> [L::F; 2] {
    let (zero, one) = (l.zero(), l.splat(1.0));
    let [ax, ay, bx, by] = arms;
    let (a, b) = (&pair.a, &pair.b);
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let (x, y) = pair.separation(l, block, arms);
        let [nx, ny] = block.get_all(l, line::NORMAL);
        let (reach_x, reach_y) = (ax + x, ay + y);
        let [along_a, along_b] = [reach_x * ny - reach_y * nx, bx * ny - by * nx];
        let [across_a, across_b] = [reach_x * nx + reach_y * ny, bx * nx + by * ny];
        block.set_all(l, line::LEVERS, [along_a, along_b, across_a, across_b]);
        let lock = block.get(l, line::LOCK);
        let [xx, xy, yy] = across_mass(l, [a.im + b.im, a.ii, b.ii], [across_a, across_b], lock);
        block.set_all(l, line::MASS, [xx, xy, yy]);
        // Effect of an impulse along the line on offset and angle, and the impulses that cancel it.
        let bend = a.ii * (across_a * along_a) + b.ii * (across_b * along_b);
        let spin = a.ii * along_a + b.ii * along_b;
        let (off, turn) = (xx * bend + xy * spin, xy * bend + yy * spin);
        block.set_all(l, line::COUPLING, [off, turn]);
        let alone = a.im + b.im + (a.ii * (along_a * along_a) + b.ii * (along_b * along_b));
        // The inverse mass is at least that of both bodies without rotation.
        let inverse = l.max(alone - (bend * off + spin * turn), a.im + b.im);
        let usable = l.and(l.gt(inverse, l.splat(f32::MIN_POSITIVE)), l.lt(inverse, l.splat(f32::MAX)));
        block.set(l, line::INVERSE_MASS, l.select(usable, inverse, zero));
        block.set(l, line::AXIS + axis::MASS, l.select(usable, one / inverse, zero));
        [x * nx + y * ny, y * nx - x * ny]
    }
}

/// Returns the effective mass of the offset across and the locked angle, which is the inverse of their
/// symmetric matrix. Without a lock it is that of the offset alone; for immovable bodies it is zero.
#[inline(always)]
fn across_mass<L: Lanes>(l: L, [im, ia, ib]: [L::F; 3], [ra, rb]: [L::F; 2], lock: L::F) -> [L::F; 3] {
    let (zero, one, least) = (l.zero(), l.splat(1.0), l.splat(f32::MIN_POSITIVE));
    let (xx, yy) = (im + (ia * (ra * ra) + ib * (rb * rb)), ia + ib);
    let movable = l.and(l.gt(xx, least), l.lt(xx, l.splat(f32::MAX)));
    let scale = one / l.select(movable, xx, one);
    // Offset alone.
    let free = l.select(movable, scale, zero);
    let turnable = l.gt(yy, least);
    let xy = ia * ra + ib * rb;
    // xx * yy - xy * xy would cancel for long lever arms; this is the same, term by term.
    let determinant = im * yy + (ia * ib) * ((ra - rb) * (ra - rb));
    let both = l.and(l.and(movable, turnable), l.gt(determinant * scale, least));
    let inverse = l.select(both, one / l.select(both, determinant, one), zero);
    // If no body rotates, or only one of both coordinates can move, they are independent.
    let still = l.select(turnable, zero, free);
    let locked = [yy * inverse + still, -(xy * inverse), xx * inverse];
    let turn_only = l.and(turnable, l.not(both));
    let alone = l.select(turn_only, one / l.select(turnable, yy, one), zero);
    let is_locked = l.gt(lock, zero);
    [
        l.select(is_locked, locked[0], free),
        l.select(is_locked, locked[1], zero),
        l.select(is_locked, locked[2] + alone, zero),
    ]
}

/// Returns the effect of a unit impulse along the line, with its coupling: x and y on B, angular parts on A
/// and on B.
#[inline(always)]
unsafe fn slide_direction<L: Lanes>(l: L, block: JointBlock) -> [L::F; 4] {
    // SAFETY: `solve_slide` and `turning_impulse` pass a live block.
    unsafe {
        let [nx, ny] = block.get_all(l, line::NORMAL);
        let [along_a, along_b, across_a, across_b] = block.get_all(l, line::LEVERS);
        let [off, turn] = block.get_all(l, line::COUPLING);
        [nx + off * ny, ny - off * nx, along_a - off * across_a - turn, along_b - off * across_b - turn]
    }
}

/// Returns the impulses whose directions rotate with the line: x and y on B, angular parts on A and on B.
#[inline(always)]
unsafe fn turning_impulse<L: Lanes>(l: L, block: JointBlock) -> [L::F; 4] {
    // SAFETY: the passes of this file pass a live block.
    unsafe {
        let [nx, ny] = block.get_all(l, line::NORMAL);
        let [_, _, across_a, across_b] = block.get_all(l, line::LEVERS);
        let (slide, off) = (axis_impulse(l, block, line::AXIS), block.get(l, line::IMPULSE[0]));
        let [x, y, turn_a, turn_b] = slide_direction(l, block);
        [
            slide * x - off * ny,
            slide * y + off * nx,
            slide * turn_a + off * across_a,
            slide * turn_b + off * across_b,
        ]
    }
}
