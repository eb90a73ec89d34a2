//! Softness of joints in lanes, and its limit for bodies with many joints.
//!
//! Joints of one body are solved in sequence, and each impulse cancels part of the one before. The effect
//! grows as the body becomes lighter than the bodies joined to it. The remaining error is warm started, and
//! the bias of the next sub-step is added. Such a hub can gain energy without bound.
//!
//! The limit comes from the eigenvalues of one sub-step of such stars as a linear map. With three welds or
//! four revolute joints they are always stable. With more joints, the load counts: the number of joints,
//! times the body's share in the mass that each joint moves. Stars are unstable if frequency times load
//! exceeds about half of the sub-step rate, so the frequency is capped there. More iterations, or
//! alternating orders of the colors, shift the limit but do not remove it.

use cairn2d_math::lanes::Lanes;

use crate::tables::joint::{JointForm, feature};

use super::context::{SolverContext, StepConstants};
use super::joint_axis::among;
use super::joint_kernels::{JointBlock, Pair};
use super::joint_rows::field;

/// Load up to which joints may have any frequency `[-]`: joints of a body without mass.
const FREE_LOAD: f32 = 3.0;

/// Weight of joints with a free angle, until there are too many `[-]`.
const POINT_WEIGHT: f32 = 2.0 / 3.0;

/// Largest frequency of a joint times its load, as a share of the sub-step rate `[-]`.
const CROWDED_RATE: f32 = 0.4;

/// Largest damping ratio of such a joint `[-]`; with more, a joint absorbs the impulses of the others.
const CROWDED_RATIO: f32 = 2.0;

/// Caps the frequency of joints on bodies that have many joints and are light for their load.
///
/// # Safety
/// The block is live, and its bodies, their gap and the softness of its joints are filled in.
#[inline(always)]
pub(super) unsafe fn soften_crowded<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    pair: &Pair<L>,
    (form, crowd): (JointForm, L::F),
    (own_hertz, own_ratio): (L::F, L::F),
) {
    let (zero, constants) = (l.zero(), &context.constants);
    if !l.any(l.not(l.eq(crowd, zero))) {
        return;
    }
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let on_a = l.gt(crowd, zero);
        let (a, b) = (&pair.a, &pair.b);
        let (hub_im, hub_ii) = (l.select(on_a, a.im, b.im), l.select(on_a, a.ii, b.ii));
        let (other_im, other_ii) = (l.select(on_a, b.im, a.im), l.select(on_a, b.ii, a.ii));
        let linear = share(l, hub_im, other_im);
        // Inertia of the other body about the centre of the hub, if it cannot rotate relative to the hub.
        let [x, y] = block.get_all(l, field::GAP);
        let way = other_im + (x * x + y * y) * other_ii;
        let about_hub = other_ii * other_im / l.select(l.gt(way, zero), way, l.splat(1.0));
        let lock = match form {
            JointForm::Line => feature::LOCK,
            JointForm::Pose => feature::ROD,
            _ => 0,
        };
        let locked = among(l, block.features(l).0, lock);
        let angular = l.select(locked, share(l, hub_ii, about_hub), zero);
        // Joints with a static or kinematic body may have any stiffness.
        let gives_way = l.gt(other_im + other_ii, zero);
        let weighted = l.max(linear * l.splat(POINT_WEIGHT), angular);
        let crowded = l.and(gives_way, l.gt(l.abs(crowd) * weighted, l.splat(FREE_LOAD)));
        if !l.any(crowded) {
            return;
        }
        let (hertz, ratio) = constants.joint_spring;
        let own = l.gt(own_hertz, zero);
        let hertz = l.select(own, l.min(own_hertz, l.splat(constants.max_joint_hertz)), l.splat(hertz));
        let ratio = l.select(own, own_ratio, l.splat(ratio));
        let load = l.abs(crowd) * l.max(linear, angular);
        let cap = l.splat(CROWDED_RATE * constants.inv_h) / l.select(crowded, load, l.splat(1.0));
        let softer = softness_w(l, (l.min(hertz, cap), l.min(ratio, l.splat(CROWDED_RATIO))), constants);
        for (field, softer) in
            [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE].into_iter().zip(softer)
        {
            block.set(l, field, l.select(crowded, softer, block.get(l, field)));
        }
    }
}

/// Returns the share of one inverse mass in the sum of both; 0 if both are 0.
#[inline(always)]
fn share<L: Lanes>(l: L, one: L::F, other: L::F) -> L::F {
    let sum = one + other;
    let movable = l.gt(sum, l.zero());
    l.select(movable, one / l.select(movable, sum, l.splat(1.0)), l.zero())
}

/// [`super::Softness::new`] in all lanes; undefined for frequency 0.
#[inline(always)]
pub(super) fn softness_w<L: Lanes>(
    l: L,
    (hertz, damping_ratio): (L::F, L::F),
    constants: &StepConstants,
) -> [L::F; 3] {
    let (one, h) = (l.splat(1.0), l.splat(constants.h));
    let omega = l.splat(core::f32::consts::TAU) * hertz;
    let a1 = l.splat(2.0) * damping_ratio + h * omega;
    let a2 = h * omega * a1;
    let a3 = one / (one + a2);
    [omega / l.select(l.gt(a1, l.zero()), a1, one), a2 * a3, a3]
}
