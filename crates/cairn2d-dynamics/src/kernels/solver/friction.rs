//! Friction of contacts: Coulomb's law, static friction, belts, rolling resistance, and the friction of a bounce.

use cairn2d_math::lanes::Lanes;

use super::contact_block::{Block, Side};
use super::contact_rows::{extra, field, point};
use super::each::Each;

/// Speed along the surface up to which static friction acts \[m/s\]: without it, a load that comes on within a sub-step would break contacts
/// loose that could bear it.
const STICK_SPEED: f32 = 0.01;

/// Applies rolling resistance and Coulomb friction to the spins of the bodies. Returns the change of both friction impulses, which the caller
/// applies to the linear velocities.
///
/// `loads` are the normal impulses that the points will have after this pass. They contain neither the push out of an overlap nor the part of a landing
/// that the warm start repeats.
#[inline(always)]
pub(super) unsafe fn solve_friction<L: Lanes>(
    l: L,
    block: Block,
    loads: [L::F; 2],
    (a, b): (&mut Side<L>, &mut Side<L>),
) -> L::F {
    // SAFETY: the block is live.
    unsafe {
        let mut friction = block.get(l, field::FRICTION);
        let (mut belt, mut grip) = (l.zero(), l.zero());
        if block.has_extras {
            belt = block.extra(l, extra::TANGENT_SPEED);
            grip = block.extra(l, extra::STATIC_FRICTION);
            let pressed = loads[0] + loads[1];
            let resistance = block.extra(l, extra::ROLLING_RESISTANCE);
            // Contacts that do not roll keep their numbers to the bit, signs of zeros included: they may or may not share a block with one
            // that does.
            let rolls = l.gt(resistance, l.zero());
            let bound = resistance * pressed;
            let impulse = block.extra(l, extra::ROLLING_IMPULSE);
            let wanted = impulse - block.extra(l, extra::ROLLING_MASS) * (b.w - a.w);
            let total = l.select(rolls, l.max(l.min(wanted, bound), -bound), impulse);
            block.set_extra(l, extra::ROLLING_IMPULSE, total);
            a.w = l.select(rolls, a.w - a.ii * (total - impulse), a.w);
            b.w = l.select(rolls, b.w + b.ii * (total - impulse), b.w);
        }
        let slips = slips(l, block, [a, b], belt);
        if block.has_extras && l.any(l.gt(grip, l.zero())) {
            // Tried with the static friction first: if that holds no point and leaves the contact fast, it slides.
            let slides = slides(l, block, (grip, loads, slips), [a, b]);
            friction = l.select(l.or(slides, l.le(grip, l.zero())), friction, grip);
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

/// Speeds at which the surfaces slide past each other at both points, less that of a belt. The tangent is the normal turned clockwise:
/// (ny, -nx).
#[inline(always)]
unsafe fn slips<L: Lanes>(l: L, block: Block, [a, b]: [&Side<L>; 2], belt: L::F) -> [L::F; 2] {
    // SAFETY: the block is live.
    unsafe {
        let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
        let slip = ny * (b.vx - a.vx) - nx * (b.vy - a.vy) - belt;
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

/// Friction impulse of one point \[N s\].
#[derive(Clone, Copy)]
struct FrictionImpulse<L: Lanes> {
    /// The impulse that would stop the slip.
    wanted: L::F,
    /// The impulse, and by how much it changed.
    total: L::F,
    change: L::F,
    bound: L::F,
}

/// Friction impulses of both points, the second after the first.
#[inline(always)]
unsafe fn friction_impulses<L: Lanes>(
    l: L,
    block: Block,
    (friction, loads, slips): (L::F, [L::F; 2], [L::F; 2]),
) -> [FrictionImpulse<L>; 2] {
    // SAFETY: the block is live.
    unsafe {
        let first = friction_impulse(l, block, 0, (friction * loads[0], slips[0], l.zero()));
        let taken = block.get(l, field::TANGENT_COUPLING) * first.change;
        [first, friction_impulse(l, block, 1, (friction * loads[1], slips[1], taken))]
    }
}

/// Friction impulse of one point, of which the other point has `taken` a part.
#[inline(always)]
unsafe fn friction_impulse<L: Lanes>(
    l: L,
    block: Block,
    side: usize,
    (bound, slip, taken): (L::F, L::F, L::F),
) -> FrictionImpulse<L> {
    let first = field::POINTS[side];
    // SAFETY: the block is live.
    unsafe {
        let impulse = block.get(l, first + point::TANGENT_IMPULSE);
        let wanted = impulse - block.get(l, first + point::TANGENT_MASS) * slip - taken;
        let total = l.max(l.min(wanted, bound), -bound);
        FrictionImpulse { wanted, total, change: total - impulse, bound }
    }
}

/// Lanes in which all points are at the bounds of this friction and the surfaces still slide.
#[inline(always)]
unsafe fn slides<L: Lanes>(
    l: L,
    block: Block,
    (friction, loads, slips): (L::F, [L::F; 2], [L::F; 2]),
    [a, b]: [&Side<L>; 2],
) -> L::M {
    // SAFETY: the block is live.
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

/// Applies the friction of a bounce at one point. Coulomb's bound is for `added`, the normal impulse of the bounce.
#[inline(always)]
pub(super) unsafe fn bounce_friction<L: Lanes>(
    l: L,
    block: Block,
    first: usize,
    added: L::F,
    (a, b): (&mut Side<L>, &mut Side<L>),
) {
    // SAFETY: the block is live, and has extra fields, as it bounces.
    unsafe {
        let (nx, ny) = (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y));
        let arm_a = block.get(l, first + point::TANGENT_ARM_A);
        let arm_b = block.get(l, first + point::TANGENT_ARM_B);
        let belt = block.extra(l, extra::TANGENT_SPEED);
        let velocity = ny * (b.vx - a.vx) - nx * (b.vy - a.vy) + (b.w * arm_b - a.w * arm_a);
        let wanted = -(block.get(l, first + point::TANGENT_MASS) * (velocity - belt));
        let bound = l.max(block.get(l, field::FRICTION) * added, l.zero());
        let change = l.max(l.min(wanted, bound), -bound);
        let (x, y) = (change * ny, -(change * nx));
        a.pull(x, y, change * arm_a);
        b.push(x, y, change * arm_b);
    }
}
