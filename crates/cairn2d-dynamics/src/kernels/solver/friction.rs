//! Friction of contacts: Coulomb friction, static friction, tangent speed, rolling resistance, and friction
//! during restitution.

use cairn2d_math::lanes::Lanes;

use super::contact_block::{Block, Side};
use super::contact_rows::{extra, field, point};
use super::each::Each;

/// Tangential speed up to which static friction acts `[m/s]`. Without it, a load that builds up within a
/// sub-step would break contacts loose that can bear it.
const STICK_SPEED: f32 = 0.01;

/// Applies rolling resistance and Coulomb friction to the angular velocities of the bodies. Returns the sum
/// of the changes of both friction impulses, which the caller applies to the linear velocities.
///
/// `loads` are the normal impulses that the points will have after this pass. They exclude the bias that
/// corrects overlaps, and the part of a landing that the warm start repeats.
#[inline(always)]
pub(super) unsafe fn solve_friction<L: Lanes>(
    l: L,
    block: Block,
    loads: [L::F; 2],
    (a, b): (&mut Side<L>, &mut Side<L>),
) -> L::F {
    // SAFETY: the contact kernels pass a block of the current plan.
    unsafe {
        let mut friction = block.get(l, field::FRICTION);
        let (mut tangent_speed, mut static_friction) = (l.zero(), l.zero());
        if block.has_extras {
            tangent_speed = block.extra(l, extra::TANGENT_SPEED);
            static_friction = block.extra(l, extra::STATIC_FRICTION);
            let resistance = block.extra(l, extra::ROLLING_RESISTANCE);
            let rolls = l.gt(resistance, l.zero());
            if l.any(rolls) {
                // Lanes without rolling resistance keep their values to the bit, signs of zeros included.
                // Whether they share a block with a lane that has it must not matter.
                let bound = resistance * (loads[0] + loads[1]);
                let impulse = block.extra(l, extra::ROLLING_IMPULSE);
                let wanted = impulse - block.extra(l, extra::ROLLING_MASS) * (b.w - a.w);
                let total = l.select(rolls, l.max(l.min(wanted, bound), -bound), impulse);
                block.set_extra(l, extra::ROLLING_IMPULSE, total);
                a.w = l.select(rolls, a.w - a.ii * (total - impulse), a.w);
                b.w = l.select(rolls, b.w + b.ii * (total - impulse), b.w);
            }
        }
        let slips = slips(l, block, [a, b], tangent_speed);
        if block.has_extras && l.any(l.gt(static_friction, l.zero())) {
            // Static friction is tried first. If all points reach its bound and the contact stays fast, the
            // contact slides.
            let slides = slides(l, block, (static_friction, loads, slips), [a, b]);
            friction = l.select(l.or(slides, l.le(static_friction, l.zero())), friction, static_friction);
        }
        let [first, second] = friction_impulses(l, block, (friction, loads, slips));
        let [turn_a, turn_b] = [point::TANGENT_ARM_A, point::TANGENT_ARM_B].each(
            #[inline(always)]
            |arm| {
                let [one, two] = field::POINTS;
                first.change * block.get(l, one + arm) + second.change * block.get(l, two + arm)
            },
        );
        a.w = a.w - a.ii * turn_a;
        b.w = b.w + b.ii * turn_b;
        let [one, two] = field::POINTS;
        block.set(l, one + point::TANGENT_IMPULSE, first.total);
        block.set(l, two + point::TANGENT_IMPULSE, second.total);
        first.change + second.change
    }
}

/// Returns the sliding speeds of both points less the tangent speed. The tangent is the normal rotated
/// clockwise: (ny, -nx).
#[inline(always)]
unsafe fn slips<L: Lanes>(l: L, block: Block, [a, b]: [&Side<L>; 2], tangent_speed: L::F) -> [L::F; 2] {
    // SAFETY: `solve_friction` passes its own block.
    unsafe {
        let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
        let slip = ny * (b.vx - a.vx) - nx * (b.vy - a.vy) - tangent_speed;
        field::POINTS.each(
            #[inline(always)]
            |first| {
                let arm_a = block.get(l, first + point::TANGENT_ARM_A);
                let arm_b = block.get(l, first + point::TANGENT_ARM_B);
                slip + (b.w * arm_b - a.w * arm_a)
            },
        )
    }
}

/// Friction impulse of one point `[N*s]`.
#[derive(Clone, Copy)]
struct FrictionImpulse<L: Lanes> {
    /// The impulse that would stop the sliding.
    wanted: L::F,
    /// The new impulse, and its change.
    total: L::F,
    change: L::F,
    bound: L::F,
}

/// Returns the friction impulses of both points; the second accounts for the first.
#[inline(always)]
unsafe fn friction_impulses<L: Lanes>(
    l: L,
    block: Block,
    (friction, loads, slips): (L::F, [L::F; 2], [L::F; 2]),
) -> [FrictionImpulse<L>; 2] {
    // SAFETY: `solve_friction` passes its own block.
    unsafe {
        let first = friction_impulse(l, block, 0, (friction * loads[0], slips[0], l.zero()));
        let taken = block.get(l, field::TANGENT_COUPLING) * first.change;
        [first, friction_impulse(l, block, 1, (friction * loads[1], slips[1], taken))]
    }
}

/// Returns the friction impulse of one point, reduced by `taken`, the share that the other point has
/// applied.
#[inline(always)]
unsafe fn friction_impulse<L: Lanes>(
    l: L,
    block: Block,
    side: usize,
    (bound, slip, taken): (L::F, L::F, L::F),
) -> FrictionImpulse<L> {
    let first = field::POINTS[side];
    // SAFETY: `solve_friction` passes its own block.
    unsafe {
        let impulse = block.get(l, first + point::TANGENT_IMPULSE);
        let wanted = impulse - block.get(l, first + point::TANGENT_MASS) * slip - taken;
        let total = l.max(l.min(wanted, bound), -bound);
        FrictionImpulse { wanted, total, change: total - impulse, bound }
    }
}

/// Lanes in which all points reach the bound of this friction and the surfaces still slide.
#[inline(always)]
unsafe fn slides<L: Lanes>(
    l: L,
    block: Block,
    (friction, loads, slips): (L::F, [L::F; 2], [L::F; 2]),
    [a, b]: [&Side<L>; 2],
) -> L::M {
    // SAFETY: `solve_friction` passes its own block.
    unsafe {
        let impulses @ [first, second] = friction_impulses(l, block, (friction, loads, slips));
        let [held, other] = impulses.each(
            #[inline(always)]
            |impulse| l.ge(l.abs(impulse.wanted), impulse.bound),
        );
        let arms = [point::TANGENT_ARM_A, point::TANGENT_ARM_B];
        let [turn_a, turn_b] = arms.each(
            #[inline(always)]
            |arm| {
                let [one, two] = field::POINTS.each(
                    #[inline(always)]
                    |at| block.get(l, at + arm),
                );
                (first.change * one + second.change * two) * one
            },
        );
        let moved = (a.im + b.im) * (first.change + second.change) + (a.ii * turn_a + b.ii * turn_b);
        l.and(l.and(held, other), l.gt(l.abs(slips[0] + moved), l.splat(STICK_SPEED)))
    }
}

/// Applies the friction of restitution at one point. Its Coulomb bound uses `added`, the normal impulse of
/// the restitution pass.
#[inline(always)]
pub(super) unsafe fn bounce_friction<L: Lanes>(
    l: L,
    block: Block,
    first: usize,
    added: L::F,
    (a, b): (&mut Side<L>, &mut Side<L>),
) {
    // SAFETY: the restitution pass passes a live block, and blocks with restitution have extra fields.
    unsafe {
        let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
        let arm_a = block.get(l, first + point::TANGENT_ARM_A);
        let arm_b = block.get(l, first + point::TANGENT_ARM_B);
        let tangent_speed = block.extra(l, extra::TANGENT_SPEED);
        let velocity = ny * (b.vx - a.vx) - nx * (b.vy - a.vy) + (b.w * arm_b - a.w * arm_a);
        let wanted = -(block.get(l, first + point::TANGENT_MASS) * (velocity - tangent_speed));
        let bound = l.max(block.get(l, field::FRICTION) * added, l.zero());
        let change = l.max(l.min(wanted, bound), -bound);
        let (x, y) = (change * ny, -(change * nx));
        a.subtract_impulse(x, y, change * arm_a);
        b.add_impulse(x, y, change * arm_b);
    }
}
