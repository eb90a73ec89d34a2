//! Passes over contacts: warm start, solve and relax, restitution.
//!
//! Soft-step solver: each sub-step has a biased pass, whose bias corrects overlaps. After positions moved, a
//! relax pass without bias removes the velocity of the bias and applies friction. Source: Erin Catto,
//! "Solver2D", 2024.
//!
//! **Two points.** Points solved in sequence rotate a box that lands flat: the first point stops all of its
//! approach, the second only the rest. So both points start from the same velocities. Points whose impulses
//! grow share equally: each takes the mean of its result as the first and as the second point. If the relax
//! pass reduces impulses, both points are solved exactly, so that no velocity of the bias remains. Friction
//! is bounded by the loads after this pass, which are computed beforehand. `docs/notes/solver.md` has the
//! figures.
//!
//! **Angular-momentum correction.** The arms of a contact are those of the start of the step. After its
//! bodies moved by `d` relative to each other, impulses `p` and `-p` no longer act at one point. They
//! create an angular momentum of `d x p`.
//!
//! The relax pass removes it from both bodies as if they rotated as one. One part comes from the impulses
//! that the pass finds. They act at the motion of the last relax pass, because bodies do not move between it
//! and the biased pass. The other part comes from its own changes of the impulses. Resting contacts skip the
//! correction. Bodies that moved do not recycle their manifold, whose arms are older still.
//! `docs/notes/solver.md` has the alternatives that were tried.

use cairn2d_math::lanes::Lanes;

use super::contact_block::{Block, Side, put_sides, sides};
use super::contact_rows::{extra, field, point};
use super::context::{BlockRange, ContactPlan, SolverContext};
use super::each::Each;
use super::friction::{bounce_friction, solve_friction};
use super::split_push::{DeepBlock, split_pushes};

/// Independence of two coupled points, `1 - c1 c2`, below which they count as one `[-]`.
const MIN_INDEPENDENCE: f32 = 1.0e-3;

/// Relative motion of two bodies in a step up to which the angular-momentum correction is skipped `[m]`.
pub(crate) const LEAST_CORRECTED_MOTION: f32 = 1.0e-3;

/// Applies the impulses of the last step.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on the bodies of these
/// blocks.
#[inline(always)]
pub(crate) unsafe fn warm_start<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    blocks: BlockRange,
) {
    for index in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = Block::new::<L>(context, plan, index);
            let [mut a, mut b] = sides(l, context, block);
            let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
            field::POINTS.each(
                #[inline(always)]
                |first| {
                    let normal = block.get(l, first + point::NORMAL_IMPULSE);
                    let tangent = block.get(l, first + point::TANGENT_IMPULSE);
                    let (x, y) = (normal * nx + tangent * ny, normal * ny - tangent * nx);
                    let turn = |n: usize, t: usize| {
                        normal * block.get(l, first + n) + tangent * block.get(l, first + t)
                    };
                    a.subtract_impulse(x, y, turn(point::NORMAL_ARM_A, point::TANGENT_ARM_A));
                    b.add_impulse(x, y, turn(point::NORMAL_ARM_B, point::TANGENT_ARM_B));
                },
            );
            if block.has_extras {
                let rolls = l.gt(block.extra(l, extra::ROLLING_RESISTANCE), l.zero());
                let rolling = block.extra(l, extra::ROLLING_IMPULSE);
                a.w = l.select(rolls, a.w - a.ii * rolling, a.w);
                b.w = l.select(rolls, b.w + b.ii * rolling, b.w);
            }
            put_sides(l, context, block, [a, b]);
        }
    }
}

/// Runs one pass over contacts: with bias (`biased`) or relaxing.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn solve<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    blocks: BlockRange,
    biased: bool,
) {
    let zero = l.zero();
    for index in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = Block::new::<L>(context, plan, index);
            let (bodies_a, bodies_b) = (block.bodies::<L>(0), block.bodies::<L>(1));
            let (mut a, [adx, ady, ada]) = Side::gather(l, context, block.claimant, bodies_a);
            let (mut b, [bdx, bdy, bda]) = Side::gather(l, context, block.claimant, bodies_b);
            let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
            // Contacts with a body of infinite mass are twice as stiff.
            let fixed = l.or(l.eq(a.im, zero), l.eq(b.im, zero));
            let motion = [bdx - adx, bdy - ady];
            let points = points_of(l, block, [&a, &b], (motion, [ada, bda]));
            let impulses = [points[0].impulse, points[1].impulse];
            let (mut corrected, mut known, mut friction_change) = (l.lt(zero, zero), zero, zero);
            let totals;
            if biased {
                totals = symmetric_impulses(
                    l,
                    block,
                    impulses,
                    biased_errors(l, context, block, (points, [&a, &b], fixed)),
                );
            } else {
                corrected = spin_corrected_lanes(l, block, (motion, fixed), [&a, &b]);
                if l.any(corrected) {
                    known = begin_spin_correction(l, block, motion, corrected);
                }
                (totals, friction_change) = relax(l, context, block, points, (&mut a, &mut b));
            }
            let first = set_point(l, block, 0, (impulses[0], totals[0]), biased);
            let second = set_point(l, block, 1, (impulses[1], totals[1]), biased);
            let normal_change = first + second;
            let (mut x, mut y) = (normal_change * nx, normal_change * ny);
            if !biased {
                (x, y) = (x + friction_change * ny, y - friction_change * nx);
            }
            a.subtract_impulse(x, y, first * points[0].arm_a + second * points[1].arm_a);
            b.add_impulse(x, y, first * points[0].arm_b + second * points[1].arm_b);
            if !biased && l.any(corrected) {
                let change = l.select(corrected, block.angular_momentum_error(l, motion) - known, zero);
                end_spin_correction(l, block, change, (&mut a, &mut b));
            }
            put_sides(l, context, block, [a, b]);
        }
    }
}

/// A point of a contact, along the normal.
#[derive(Clone, Copy)]
pub(super) struct Point<L: Lanes> {
    pub(super) arm_a: L::F,
    pub(super) arm_b: L::F,
    separation: L::F,
    /// Separating speed `[m/s]`.
    pub(super) velocity: L::F,
    pub(super) mass: L::F,
    pub(super) impulse: L::F,
}

/// Returns the points of a block after relative motion and rotations of the bodies in this step.
#[inline(always)]
unsafe fn points_of<L: Lanes>(
    l: L,
    block: Block,
    [a, b]: [&Side<L>; 2],
    ([dx, dy], [ada, bda]): ([L::F; 2], [L::F; 2]),
) -> [Point<L>; 2] {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
        let moved = nx * dx + ny * dy;
        let parting = nx * (b.vx - a.vx) + ny * (b.vy - a.vy);
        field::POINTS.each(
            #[inline(always)]
            |first| {
                let arm_a = block.get(l, first + point::NORMAL_ARM_A);
                let arm_b = block.get(l, first + point::NORMAL_ARM_B);
                let turned = bda * arm_b - ada * arm_a;
                Point {
                    arm_a,
                    arm_b,
                    separation: block.get(l, first + point::SEPARATION) + (moved + turned),
                    velocity: parting + (b.w * arm_b - a.w * arm_a),
                    mass: block.get(l, first + point::NORMAL_MASS),
                    impulse: block.get(l, first + point::NORMAL_IMPULSE),
                }
            },
        )
    }
}

/// Returns the reduction of each point's impulse in a biased pass, if it were alone.
#[inline(always)]
unsafe fn biased_errors<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: Block,
    (points, sides, fixed): ([Point<L>; 2], [&Side<L>; 2], L::M),
) -> [L::F; 2] {
    let (c, zero) = (&context.constants, l.zero());
    let pick = |s: f32, d: f32| l.select(fixed, l.splat(s), l.splat(d));
    let mut rate = pick(c.static_contact.bias_rate, c.contact.bias_rate);
    let mut mass_scale = pick(c.static_contact.mass_scale, c.contact.mass_scale);
    let mut impulse_scale = pick(c.static_contact.impulse_scale, c.contact.impulse_scale);
    let mut own = l.lt(zero, zero);
    if block.is_soft {
        // A contact with its own softness is a spring, whose bias speed has no limit.
        // SAFETY: `solve` passes its own block, and soft blocks have extra fields.
        let soft = unsafe {
            [extra::BIAS_RATE, extra::MASS_SCALE, extra::IMPULSE_SCALE].each(
                #[inline(always)]
                |at| block.extra(l, at),
            )
        };
        own = l.gt(soft[0], zero);
        rate = l.select(own, soft[0], rate);
        mass_scale = l.select(own, soft[1], mass_scale);
        impulse_scale = l.select(own, soft[2], impulse_scale);
    }
    let mut pushes = points.each(
        #[inline(always)]
        |point| l.max(rate * point.separation, l.splat(-c.push_speed)),
    );
    if block.is_embedded && l.any(l.lt(l.min(pushes[0], pushes[1]), l.splat(-c.kept_push))) {
        let deep = DeepBlock { block, points, sides, softness: [mass_scale, impulse_scale], own };
        // SAFETY: `solve` passes its own block.
        pushes = unsafe { split_pushes(l, context, &deep, pushes) };
    }
    let errors = points.each_with(
        pushes,
        #[inline(always)]
        |Point { separation, velocity, mass, impulse, .. }, mut push| {
            // A gap may close within the sub-step, but no faster. An overlap is corrected gradually.
            let apart = l.gt(separation, zero);
            if block.is_soft {
                push = l.select(own, rate * separation, push);
            }
            let bias = l.select(apart, separation * l.splat(c.inv_h), push);
            let stiff = l.select(apart, l.splat(1.0), mass_scale);
            let back = l.select(apart, zero, impulse_scale);
            mass * stiff * (velocity + bias) + back * impulse
        },
    );
    if !block.is_carried {
        return errors;
    }
    // SAFETY: `solve` passes its own block, and carried blocks have these fields.
    let (closed, carried) = unsafe {
        let [first, second] = extra::CARRIED;
        (block.extra(l, extra::CLOSED_GAP), [block.extra(l, first), block.extra(l, second)])
    };
    let balanced = points.each_with(
        pushes,
        #[inline(always)]
        |Point { velocity, mass, .. }, push| mass * mass_scale * (velocity + push),
    );
    let excess = points.each_with(
        carried,
        #[inline(always)]
        |Point { impulse, .. }, carried| impulse_scale * (impulse - carried),
    );
    let in_column = l.gt(closed, zero);
    let [first, second] = points.each(
        #[inline(always)]
        |point| l.and(in_column, l.le(point.separation, closed)),
    );
    [
        l.select(first, balanced[0] + excess[0], errors[0]),
        l.select(second, balanced[1] + excess[1], errors[1]),
    ]
}

/// Solves friction, then the normal impulses. Returns the normal impulses and the change of the friction
/// impulses, which the caller applies to the velocities.
#[inline(always)]
unsafe fn relax<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: Block,
    points: [Point<L>; 2],
    (a, b): (&mut Side<L>, &mut Side<L>),
) -> ([L::F; 2], L::F) {
    let (zero, inv_h) = (l.zero(), l.splat(context.constants.inv_h));
    let impulses = [points[0].impulse, points[1].impulse];
    // SAFETY: `solve` passes its own block.
    unsafe {
        // Overlapping points of contacts with their own softness keep their impulses.
        let own = if block.is_soft { block.extra(l, extra::BIAS_RATE) } else { zero };
        let unchanged = points.each(
            #[inline(always)]
            |point| l.and_not(l.gt(own, zero), l.gt(point.separation, zero)),
        );
        // Reduction of each point's impulse if it were alone. A gap may close within the sub-step, but no
        // faster.
        let mut errors = points.each(
            #[inline(always)]
            |point| point.mass * (point.velocity + l.max(point.separation, zero) * inv_h),
        );
        if block.is_carried {
            let closed = block.extra(l, extra::CLOSED_GAP);
            let [first, second] = points.each(
                #[inline(always)]
                |point| l.and(l.gt(point.separation, zero), l.le(point.separation, closed)),
            );
            let resting = points.each(
                #[inline(always)]
                |point| point.mass * point.velocity,
            );
            errors = replace(l, [first, second], errors, resting);
        }
        if block.is_soft {
            errors = replace(l, unchanged, errors, [zero; 2]);
        }
        let spins = [a.w, b.w];
        let friction_change = solve_friction(l, block, relaxed(l, block, impulses, errors), (a, b));
        // Friction acts along the tangent, so only its change of the angular velocities moves the points
        // along the normal.
        let turned = [a.w - spins[0], b.w - spins[1]];
        errors = field::POINTS.each_with(
            errors,
            #[inline(always)]
            |first, error| {
                let arm_a = block.get(l, first + point::NORMAL_ARM_A);
                let arm_b = block.get(l, first + point::NORMAL_ARM_B);
                let turn = turned[1] * arm_b - turned[0] * arm_a;
                error + block.get(l, first + point::NORMAL_MASS) * turn
            },
        );
        if block.is_soft {
            errors = replace(l, unchanged, errors, [zero; 2]);
        }
        let mut totals = relaxed(l, block, impulses, errors);
        if block.is_soft {
            totals = replace(l, unchanged, totals, impulses);
        }
        (totals, friction_change)
    }
}

/// Returns the values of both points, replaced by `others` in the lanes of the masks.
#[inline(always)]
fn replace<L: Lanes>(l: L, unchanged: [L::M; 2], values: [L::F; 2], others: [L::F; 2]) -> [L::F; 2] {
    [l.select(unchanged[0], others[0], values[0]), l.select(unchanged[1], others[1], values[1])]
}

/// Returns the normal impulses after a biased pass, shared equally. `errors` are the reductions of each
/// point alone.
#[inline(always)]
unsafe fn symmetric_impulses<L: Lanes>(
    l: L,
    block: Block,
    impulses: [L::F; 2],
    errors: [L::F; 2],
) -> [L::F; 2] {
    let zero = l.zero();
    // SAFETY: `solve` passes its own block.
    let [c1, c2] = unsafe { couplings(l, block) };
    let alone = [impulses[0] - errors[0], impulses[1] - errors[1]];
    let changes = [l.max(alone[0], zero) - impulses[0], l.max(alone[1], zero) - impulses[1]];
    [l.max(alone[0] - c1 * changes[1], zero), l.max(alone[1] - c2 * changes[0], zero)]
}

/// Returns the normal impulses after a relax pass. Points that work against each other and separate are
/// solved exactly, others share equally.
#[inline(always)]
unsafe fn relaxed<L: Lanes>(l: L, block: Block, impulses: [L::F; 2], errors: [L::F; 2]) -> [L::F; 2] {
    let (zero, half) = (l.zero(), l.splat(0.5));
    // SAFETY: `relax` passes its own block.
    unsafe {
        let part = l.gt(errors[0] + errors[1], zero);
        let gain = l.select(part, block.get(l, field::GAIN), l.splat(1.0));
        let [c1, c2] = couplings(l, block);
        let [p1, p2] = field::PULL.each(
            #[inline(always)]
            |at| l.select(part, block.get(l, at), zero),
        );
        let alone = [impulses[0] - errors[0], impulses[1] - errors[1]];
        let changes = [
            l.max(impulses[0] - gain * (errors[0] - p1 * errors[1]), zero) - impulses[0],
            l.max(impulses[1] - gain * (errors[1] - p2 * errors[0]), zero) - impulses[1],
        ];
        [
            l.max(alone[0] - (c1 + half * p1) * changes[1], zero),
            l.max(alone[1] - (c2 + half * p2) * changes[0], zero),
        ]
    }
}

/// Returns half of the effect that an impulse at the other point has on each point.
#[inline(always)]
pub(super) unsafe fn couplings<L: Lanes>(l: L, block: Block) -> [L::F; 2] {
    field::POINTS.each(
        #[inline(always)]
        // SAFETY: the passes of this file pass their own block.
        |first| unsafe { block.get(l, first + point::COUPLING) },
    )
}

/// Stores the normal impulse of one point. Returns its change.
#[inline(always)]
unsafe fn set_point<L: Lanes>(
    l: L,
    block: Block,
    side: usize,
    (impulse, total): (L::F, L::F),
    biased: bool,
) -> L::F {
    let at = field::POINTS[side];
    // SAFETY: `solve` passes its own block, whose extra fields belong to it alone.
    unsafe {
        block.set(l, at + point::NORMAL_IMPULSE, total);
        if block.has_extras {
            let most = block.extra(l, extra::MAX_IMPULSE[side]);
            block.set_extra(l, extra::MAX_IMPULSE[side], l.max(most, total));
            if !biased {
                let sum = block.extra(l, extra::STEP_IMPULSE) + total;
                block.set_extra(l, extra::STEP_IMPULSE, sum);
            }
        }
        total - impulse
    }
}

/// Returns the lanes with angular-momentum correction: two movable bodies with enough relative motion.
/// Contacts with restitution are excluded, because the correction would change their separating speed.
#[inline(always)]
unsafe fn spin_corrected_lanes<L: Lanes>(
    l: L,
    block: Block,
    ([dx, dy], fixed): ([L::F; 2], L::M),
    sides: [&Side<L>; 2],
) -> L::M {
    let square = dx * dx + dy * dy;
    let far = l.gt(square, l.splat(LEAST_CORRECTED_MOTION * LEAST_CORRECTED_MOTION));
    let mut corrected = l.and_not(far, fixed);
    if !l.any(corrected) {
        return corrected;
    }
    for side in sides {
        corrected = l.and(corrected, l.lt(l.splat(4.0) * square * side.ii, side.im));
    }
    if block.has_extras {
        // SAFETY: `solve` passes its own block.
        let bounce = unsafe { block.extra(l, extra::RESTITUTION) };
        corrected = l.and_not(corrected, l.gt(bounce, l.zero()));
    }
    corrected
}

/// Returns the part of the angular momentum that this relax pass must not remove. One part was removed
/// before. The other is the product of the present impulses and the motion since the last relax pass, at
/// which they did not act.
#[inline(always)]
unsafe fn begin_spin_correction<L: Lanes>(l: L, block: Block, [dx, dy]: [L::F; 2], corrected: L::M) -> L::F {
    let [taken, at_x, at_y] = extra::SPIN_CORRECTION;
    // SAFETY: `solve` passes its own block, whose extra fields belong to it alone.
    unsafe {
        if block.mark_spin_corrected() {
            block.set_extra(l, taken, l.zero());
            block.set_extra(l, at_x, l.zero());
            block.set_extra(l, at_y, l.zero());
        }
        let (x, y) = (block.extra(l, at_x), block.extra(l, at_y));
        let since = [dx - x, dy - y];
        block.set_extra(l, at_x, l.select(corrected, dx, x));
        block.set_extra(l, at_y, l.select(corrected, dy, y));
        block.extra(l, taken) + block.angular_momentum_error(l, since)
    }
}

/// Removes angular momentum from both bodies as if they rotated as one, so the larger inertia takes the
/// larger part. Equal parts would spin a pebble under a sliding slab, and its friction would drive the
/// slab.
#[inline(always)]
unsafe fn end_spin_correction<L: Lanes>(
    l: L,
    block: Block,
    change: L::F,
    (a, b): (&mut Side<L>, &mut Side<L>),
) {
    let [taken, ..] = extra::SPIN_CORRECTION;
    // SAFETY: `solve` passes its own block, whose extra fields belong to it alone.
    unsafe { block.set_extra(l, taken, block.extra(l, taken) + change) };
    let both = a.ii + b.ii;
    let turns = l.gt(both, l.zero());
    let turn = l.select(turns, (change * a.ii) * (b.ii / both), l.zero());
    a.w = a.w - turn;
    b.w = b.w - turn;
}

/// Applies restitution to contacts that approached faster than the threshold and had a normal impulse in
/// this step.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn restitution<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    blocks: BlockRange,
) {
    let threshold = l.splat(-context.constants.restitution_threshold);
    for index in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = Block::new::<L>(context, plan, index);
            if !block.has_extras {
                continue;
            }
            let bounce = block.extra(l, extra::RESTITUTION);
            let zero = l.zero();
            let approach = [block.extra(l, extra::APPROACH[0]), block.extra(l, extra::APPROACH[1])];
            let most = [block.extra(l, extra::MAX_IMPULSE[0]), block.extra(l, extra::MAX_IMPULSE[1])];
            let bouncy = l.gt(bounce, zero);
            let live = [
                l.and(l.and(l.lt(approach[0], threshold), l.gt(most[0], zero)), bouncy),
                l.and(l.and(l.lt(approach[1], threshold), l.gt(most[1], zero)), bouncy),
            ];
            if !l.any(l.or(live[0], live[1])) {
                continue;
            }
            let [mut a, mut b] = sides(l, context, block);
            let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
            let wanted = [0, 1].each(
                #[inline(always)]
                |side: usize| {
                    let first = field::POINTS[side];
                    let arm_a = block.get(l, first + point::NORMAL_ARM_A);
                    let arm_b = block.get(l, first + point::NORMAL_ARM_B);
                    let velocity = nx * (b.vx - a.vx) + ny * (b.vy - a.vy) + (b.w * arm_b - a.w * arm_a);
                    let missing = velocity + bounce * approach[side];
                    l.select(live[side], block.get(l, first + point::NORMAL_MASS) * missing, zero)
                },
            );
            // Both points are solved exactly; points that are nearly dependent share the impulse.
            let [c1, c2] = couplings(l, block);
            let coupled = [c1 + c1, c2 + c2];
            let both = l.and(live[0], live[1]);
            let rest = l.splat(1.0) - coupled[0] * coupled[1];
            let one = l.lt(rest, l.splat(MIN_INDEPENDENCE));
            let free = [0, 1].each(
                #[inline(always)]
                |side: usize| {
                    let impulse = block.get(l, field::POINTS[side] + point::NORMAL_IMPULSE);
                    let shared = (wanted[side] - coupled[side] * wanted[1 - side]) / rest;
                    let shared = l.select(one, l.splat(0.5) * wanted[side], shared);
                    impulse - l.select(both, shared, wanted[side])
                },
            );
            field::POINTS.each_with(
                [0, 1],
                #[inline(always)]
                |first, side: usize| {
                    let arm_a = block.get(l, first + point::NORMAL_ARM_A);
                    let arm_b = block.get(l, first + point::NORMAL_ARM_B);
                    let impulse = block.get(l, first + point::NORMAL_IMPULSE);
                    // A point that would have to pull gets no impulse, and the other one acts alone.
                    let alone = l.select(both, coupled[side] * l.min(free[1 - side], zero), zero);
                    let total = l.select(live[side], l.max(free[side] + alone, zero), impulse);
                    let change = total - impulse;
                    block.set(l, first + point::NORMAL_IMPULSE, total);
                    block.set_extra(l, extra::MAX_IMPULSE[side], l.max(most[side], total));
                    block.set_extra(l, extra::STEP_IMPULSE, block.extra(l, extra::STEP_IMPULSE) + change);
                    let (x, y) = (change * nx, change * ny);
                    let (mut bounced_a, mut bounced_b) = (a, b);
                    bounced_a.subtract_impulse(x, y, change * arm_a);
                    bounced_b.add_impulse(x, y, change * arm_b);
                    bounce_friction(l, block, first, change, (&mut bounced_a, &mut bounced_b));
                    // Other lanes stay unchanged, because adding zero would turn a negative zero positive.
                    a = a.select(l, live[side], bounced_a);
                    b = b.select(l, live[side], bounced_b);
                },
            );
            put_sides(l, context, block, [a, b]);
        }
    }
}
