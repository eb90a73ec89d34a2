//! Passes over distance joints, which have one axis: the line between both anchors.
//!
//! Its direction follows the bodies like the arms do. If the anchors coincide, the direction of the last
//! pass is kept.

use cairn2d_math::lanes::Lanes;

use super::context::SolverContext;
use super::joint_exchange::Held;
use super::joint_kernels::{Axis, JointBlock, Pair, axis_impulse};
use super::joint_rows::{axis, distance, field};

/// Length below which a joint keeps its old direction `[m]`.
const MIN_LENGTH: f32 = 1.0e-6;

/// Fills the fields of a block of distance joints. Returns the length `[m]`.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn prepare<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, held: &Held<L>) -> L::F {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        // The x axis of the first frame serves as direction if the anchors coincide.
        let (x, y) = held.direction();
        block.set_all(l, distance::NORMAL, [x, y]);
        let length = aim(l, block, pair, block.get_all(l, field::ARMS));
        block.set(l, distance::AXIS + axis::ROD_IMPULSE, held.impulse[0]);
        block.set_all(l, distance::LAG, [l.zero(), l.zero(), l.zero(), l.zero()]);
        length
    }
}

/// Applies the impulses of the last step to the bodies of a block.
///
/// # Safety
/// The block is one of distance joints, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, block: JointBlock) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mut pair = Pair::load(l, context, block);
        apply_impulse(l, block, &mut pair, axis_impulse(l, block, distance::AXIS));
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
        let length;
        if biased {
            let [x, y, turn_a, turn_b] = block.get_all(l, distance::LAG);
            pair.add_impulse(x, y, [turn_a, turn_b]);
            let (x, y) = pair.separation(l, block, block.get_all(l, field::ARMS));
            length = l.sqrt(x * x + y * y);
        } else {
            // The relax pass follows the moved bodies. The difference to the old direction is applied at
            // the next biased pass.
            let arms = pair.turn_arms(l, block);
            let old = direction(l, block);
            length = aim(l, block, &pair, arms);
            let total = axis_impulse(l, block, distance::AXIS);
            let new = direction(l, block);
            block.set_all(
                l,
                distance::LAG,
                [
                    total * (new[0] - old[0]),
                    total * (new[1] - old[1]),
                    total * (new[2] - old[2]),
                    total * (new[3] - old[3]),
                ],
            );
        }
        let (a, b) = (&pair.a, &pair.b);
        let [nx, ny, lever_a, lever_b] = direction(l, block);
        let mut line: Axis<L> = Axis {
            block,
            first: distance::AXIS,
            features: block.features(l).0,
            coordinate: length,
            speed: nx * (b.vx - a.vx) + ny * (b.vy - a.vy) + (b.w * lever_b - a.w * lever_a),
            inverse_mass: inverse_mass(&pair, [lever_a, lever_b]),
            added: l.zero(),
        };
        line.solve(l, context, biased);
        apply_impulse(l, block, &mut pair, line.added);
        if !biased {
            // The lagging part has not been applied yet.
            let along = axis_impulse(l, block, distance::AXIS);
            let (lag_x, lag_y) = (block.get(l, distance::LAG[0]), block.get(l, distance::LAG[1]));
            let motor = block.get(l, distance::AXIS + axis::MOTOR_IMPULSE);
            block.add_load(l, 0, [nx * along - lag_x, ny * along - lag_y, l.zero(), motor]);
        }
        pair.store(l, context);
    }
}

/// Updates the direction of the axis, its lever arms and its effective mass. Returns the length `[m]`.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn aim<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, arms: [L::F; 4]) -> L::F {
    let [ax, ay, bx, by] = arms;
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let (x, y) = pair.separation(l, block, arms);
        let length = l.sqrt(x * x + y * y);
        let long = l.gt(length, l.splat(MIN_LENGTH));
        let [old_x, old_y] = block.get_all(l, distance::NORMAL);
        let (nx, ny) = (l.select(long, x / length, old_x), l.select(long, y / length, old_y));
        let levers = [ax * ny - ay * nx, bx * ny - by * nx];
        let inverse = inverse_mass(pair, levers);
        let usable = l.and(l.gt(inverse, l.splat(f32::MIN_POSITIVE)), l.lt(inverse, l.splat(f32::MAX)));
        block.set_all(l, distance::NORMAL, [nx, ny]);
        block.set_all(l, distance::LEVERS, levers);
        block.set(l, distance::AXIS + axis::MASS, l.select(usable, l.splat(1.0) / inverse, l.zero()));
        length
    }
}

/// Change of the speed along the axis per impulse `[1/kg]`.
#[inline(always)]
fn inverse_mass<L: Lanes>(pair: &Pair<L>, [lever_a, lever_b]: [L::F; 2]) -> L::F {
    let (a, b) = (&pair.a, &pair.b);
    a.im + b.im + (a.ii * (lever_a * lever_a) + b.ii * (lever_b * lever_b))
}

/// Returns direction and lever arms of the axis.
#[inline(always)]
unsafe fn direction<L: Lanes>(l: L, block: JointBlock) -> [L::F; 4] {
    let ([nx, ny], [lever_a, lever_b]) = (distance::NORMAL, distance::LEVERS);
    // SAFETY: the functions of this file pass a live block.
    unsafe { block.get_all(l, [nx, ny, lever_a, lever_b]) }
}

/// Applies an impulse along the axis.
#[inline(always)]
unsafe fn apply_impulse<L: Lanes>(l: L, block: JointBlock, pair: &mut Pair<L>, impulse: L::F) {
    // SAFETY: the functions of this file pass a live block.
    let [nx, ny, lever_a, lever_b] = unsafe { direction(l, block) };
    pair.add_impulse(impulse * nx, impulse * ny, [impulse * lever_a, impulse * lever_b]);
}
