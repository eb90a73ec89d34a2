//! Code that the passes over all joints share: blocks of joints, the two bodies of every lane, and the
//! axis.
//!
//! An axis is one coordinate of the relative motion, an angle or a length, with a spring, a motor, a rod
//! and two limits. They are solved in this order, so that hard constraints come last. All act along the
//! same direction. So the relative speed follows from the impulses alone, and the bodies are updated once.
//!
//! `map` over arrays of lanes is not used. The standard library does not inline it everywhere, and a
//! closure that is not inlined is compiled without SIMD.
//!
//! Source of the soft constraints, speculative limits and the relax pass: Erin Catto, "Solver2D", 2024.

use core::ops::Deref;

use cairn2d_math::lanes::{Lanes, rotate, small_rotation_w};

use crate::kernels::disjoint::Claimant;
use crate::tables::joint::{JointForm, ROWS, feature};

use super::contact_rows::floats_of_block;
use super::context::{BlockNumber, BlockRange, SolverContext};
use super::dominance::hold_marked;
use super::each::Each;
use super::fields::Fields;
use super::joint_rows::{JointPlan, axis, field, field_count};
use super::{SMALL, distance_kernels, line_kernels, pose_kernels, revolute_kernels, row_kernels};

/// Applies the impulses of the last step.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on the bodies of these
/// blocks.
#[inline(always)]
pub(crate) unsafe fn warm_start<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
) {
    for number in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, number);
            match plan.form {
                JointForm::Point => revolute_kernels::warm_start(l, context, block),
                JointForm::Distance => distance_kernels::warm_start(l, context, block),
                JointForm::Line => line_kernels::warm_start(l, context, block),
                JointForm::Pose => pose_kernels::warm_start(l, context, block),
                JointForm::Row | JointForm::Rows => {}
            }
        }
    }
}

/// Applies the impulses of the last step to generic rows.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn warm_start_rows<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
) {
    for number in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, number);
            row_kernels::warm_start(l, context, block, row_count(plan.form));
        }
    }
}

/// Runs one pass over joints: with bias (`biased`) or relaxing.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn solve<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
    biased: bool,
) {
    macro_rules! solve_blocks {
        ($kernel:ident, $biased:expr) => {
            apart(
                l,
                #[inline(always)]
                || {
                    for number in blocks {
                        // SAFETY: the contract of this function covers the block and its bodies.
                        unsafe {
                            let block = JointBlock::new::<L>(context, plan, number);
                            $kernel::solve(l, context, block, $biased);
                        }
                    }
                },
            )
        };
    }
    match (plan.form, biased) {
        // The most common joint is compiled once for each pass.
        (JointForm::Point, _) if SMALL => solve_blocks!(revolute_kernels, biased),
        (JointForm::Point, true) => solve_blocks!(revolute_kernels, true),
        (JointForm::Point, false) => solve_blocks!(revolute_kernels, false),
        (JointForm::Distance, _) => solve_blocks!(distance_kernels, biased),
        (JointForm::Line, _) => solve_blocks!(line_kernels, biased),
        (JointForm::Pose, _) => solve_blocks!(pose_kernels, biased),
        (JointForm::Row | JointForm::Rows, _) => {}
    }
}

/// Runs one pass over generic rows.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn solve_rows<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: BlockRange,
    biased: bool,
) {
    for number in blocks {
        // SAFETY: the contract of this function covers the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, number);
            row_kernels::solve(l, context, block, row_count(plan.form), biased);
        }
    }
}

/// Returns the number of rows of a joint of this form.
#[inline(always)]
pub(super) fn row_count(form: JointForm) -> usize {
    if form == JointForm::Rows { ROWS } else { 1 }
}

/// Runs the pass over one form of joint in a separate function, because compile time grows faster than the
/// size of a function.
#[inline(never)]
fn apart<L: Lanes>(l: L, pass: impl FnOnce()) {
    l.vectorize(pass);
}

/// Access to one block of joints.
#[derive(Clone, Copy)]
pub(super) struct JointBlock {
    fields: Fields,
    pub(super) claimant: Claimant,
}

/// The block has the fields of its form; `JointRows` reserves them.
impl Deref for JointBlock {
    type Target = Fields;

    #[inline(always)]
    fn deref(&self) -> &Fields {
        &self.fields
    }
}

impl JointBlock {
    /// Returns block number `block` of the plan.
    ///
    /// # Safety
    /// The plan belongs to the context and `block` is one of its blocks.
    #[inline(always)]
    pub(super) unsafe fn new<L: Lanes>(
        context: &SolverContext,
        plan: &JointPlan,
        BlockNumber { number, claimant }: BlockNumber,
    ) -> JointBlock {
        let size = field_count(plan.form) * L::COUNT;
        let first = plan.offset + number as usize * size;
        // SAFETY: `Solver::plan` reserved the rows for all blocks of the plan.
        let rows = unsafe { floats_of_block(&context.joints.rows, claimant, first, size) };
        JointBlock { fields: Fields(rows), claimant }
    }

    /// Adds the impulses of the sub-step to parts of the load of the step. These are the impulses after the
    /// relax pass, because every sub-step begins with the accumulated ones.
    ///
    /// # Safety
    /// The block is live.
    #[inline(always)]
    pub(super) unsafe fn add_load<L: Lanes, A: Each<L::F>>(self, l: L, first: usize, load: A) {
        let mut field = field::LOAD[first];
        load.each(
            #[inline(always)]
            |value| {
                // SAFETY: every form has these fields, one after the other.
                unsafe { self.set(l, field, self.get(l, field) + value) };
                field += 1;
            },
        );
    }

    /// Returns the features of each lane, the lanes with any feature, and whether there is such a lane.
    ///
    /// # Safety
    /// The block is live.
    #[inline(always)]
    pub(super) unsafe fn features<L: Lanes>(self, l: L) -> (L::U, L::M, bool) {
        // SAFETY: every form has the field.
        let features = l.f_to_bits(unsafe { self.get(l, field::FEATURES) });
        let some = l.not(l.eq_u(features, l.splat_u(0)));
        (features, some, l.any(some))
    }
}

/// State of the body on one side of every lane.
#[derive(Clone, Copy)]
pub(super) struct JointSide<L: Lanes> {
    pub(super) vx: L::F,
    pub(super) vy: L::F,
    pub(super) w: L::F,
    pub(super) im: L::F,
    /// Motion in this step so far.
    pub(super) dx: L::F,
    pub(super) dy: L::F,
    pub(super) da: L::F,
    pub(super) ii: L::F,
}

impl<L: Lanes> JointSide<L> {
    #[inline(always)]
    fn new([vx, vy, w, im, dx, dy, da, ii]: [L::F; 8]) -> JointSide<L> {
        JointSide { vx, vy, w, im, dx, dy, da, ii }
    }
}

/// The two bodies of every lane.
#[derive(Clone, Copy)]
pub(super) struct Pair<L: Lanes> {
    block: JointBlock,
    pub(super) a: JointSide<L>,
    pub(super) b: JointSide<L>,
}

impl<L: Lanes> Pair<L> {
    /// Reads both bodies of every lane.
    ///
    /// # Safety
    /// The bodies of the block are rows of the columns of the context.
    #[inline(always)]
    pub(super) unsafe fn load(l: L, context: &SolverContext, block: JointBlock) -> Pair<L> {
        // SAFETY: the contract of this function covers the block.
        unsafe {
            let (states, claimant) = (&context.states, block.claimant);
            let (slots_a, slots_b) = (block.slots::<L>(field::BODY_A), block.slots::<L>(field::BODY_B));
            let mut a = JointSide::new(l.gather8(states.read(l, claimant, slots_a).cast(), slots_a));
            let mut b = JointSide::new(l.gather8(states.read(l, claimant, slots_b).cast(), slots_b));
            [a.im, a.ii] = hold_marked(l, context, slots_a, [a.im, a.ii]);
            [b.im, b.ii] = hold_marked(l, context, slots_b, [b.im, b.ii]);
            Pair { block, a, b }
        }
    }

    /// Writes the velocities of both bodies back.
    ///
    /// # Safety
    /// As for [`Pair::load`], and nothing else works on these bodies.
    #[inline(always)]
    pub(super) unsafe fn store(self, l: L, context: &SolverContext) {
        let Pair { block, a, b } = self;
        // SAFETY: the contract of this function covers the bodies.
        unsafe {
            let (slots_a, slots_b) = (block.slots::<L>(field::BODY_A), block.slots::<L>(field::BODY_B));
            let states = context.states.write(l, block.claimant, slots_a).cast();
            l.scatter8_low(states, slots_a, [a.vx, a.vy, a.w, a.im]);
            let states = context.states.write(l, block.claimant, slots_b).cast();
            l.scatter8_low(states, slots_b, [b.vx, b.vy, b.w, b.im]);
        }
    }

    /// Adds an impulse (x, y) to B and subtracts it from A, with its angular part on each.
    #[inline(always)]
    pub(super) fn add_impulse(&mut self, x: L::F, y: L::F, [turn_a, turn_b]: [L::F; 2]) {
        let Pair { a, b, .. } = self;
        a.vx = a.vx - a.im * x;
        a.vy = a.vy - a.im * y;
        a.w = a.w - a.ii * turn_a;
        b.vx = b.vx + b.im * x;
        b.vy = b.vy + b.im * y;
        b.w = b.w + b.ii * turn_b;
    }

    /// Takes the velocities of these lanes from another pair.
    #[inline(always)]
    pub(super) fn restore(&mut self, l: L, lanes: L::M, from: &Pair<L>) {
        for (side, from) in [(&mut self.a, &from.a), (&mut self.b, &from.b)] {
            side.vx = l.select(lanes, from.vx, side.vx);
            side.vy = l.select(lanes, from.vy, side.vy);
            side.w = l.select(lanes, from.w, side.w);
        }
    }

    /// Rotates the arms of a block by the rotation of the bodies since the last call.
    ///
    /// # Safety
    /// The block is live.
    #[inline(always)]
    pub(super) unsafe fn turn_arms(&self, l: L, block: JointBlock) -> [L::F; 4] {
        // SAFETY: every form has these fields.
        unsafe {
            let [ax, ay, bx, by] = block.get_all(l, field::ARMS);
            let [turn_a, turn_b] = block.get_all(l, field::TURNS);
            let (ax, ay) = rotate(small_rotation_w(l, self.a.da - turn_a), (ax, ay));
            let (bx, by) = rotate(small_rotation_w(l, self.b.da - turn_b), (bx, by));
            block.set_all(l, field::ARMS, [ax, ay, bx, by]);
            block.set_all(l, field::TURNS, [self.a.da, self.b.da]);
            [ax, ay, bx, by]
        }
    }

    /// Returns the vector from the anchor on A to the anchor on B `[m]`.
    ///
    /// # Safety
    /// The block is live.
    #[inline(always)]
    pub(super) unsafe fn separation(
        &self,
        l: L,
        block: JointBlock,
        [ax, ay, bx, by]: [L::F; 4],
    ) -> (L::F, L::F) {
        // SAFETY: every form has this field.
        let [x, y] = unsafe { block.get_all(l, field::GAP) };
        let (a, b) = (&self.a, &self.b);
        (x + (bx - ax) + (b.dx - a.dx), y + (by - ay) + (b.dy - a.dy))
    }
}

/// Returns the sum of all impulses of an axis.
///
/// # Safety
/// The axis of the block begins at this field and is in use.
#[inline(always)]
pub(super) unsafe fn axis_impulse<L: Lanes>(l: L, block: JointBlock, first: usize) -> L::F {
    // SAFETY: the contract of this function covers the axis.
    unsafe {
        let get = |field: usize| block.get(l, first + field);
        let free = get(axis::SPRING_IMPULSE) + get(axis::MOTOR_IMPULSE) + get(axis::ROD_IMPULSE);
        free + (get(axis::LOWER_IMPULSE) - get(axis::UPPER_IMPULSE))
    }
}

/// An axis while it is solved. Every impulse changes the speed along it.
#[derive(Clone, Copy)]
pub(super) struct Axis<L: Lanes> {
    pub(super) block: JointBlock,
    /// First field of the axis.
    pub(super) first: usize,
    /// Features per lane.
    pub(super) features: L::U,
    pub(super) coordinate: L::F,
    pub(super) speed: L::F,
    /// Speed per impulse: the inverse of the effective mass.
    pub(super) inverse_mass: L::F,
    /// Impulse that this pass added.
    pub(super) added: L::F,
}

impl<L: Lanes> Axis<L> {
    /// Solves spring, motor, rod and limits of the axis.
    ///
    /// # Safety
    /// As for [`axis_impulse`].
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) unsafe fn solve(&mut self, l: L, context: &SolverContext, biased: bool) {
        let (zero, one) = (l.zero(), l.splat(1.0));
        // SAFETY: the contract of this function covers the axis.
        unsafe {
            let features = self.features;
            let has = |bit: u32| l.not(l.eq_u(l.and_u(features, l.splat_u(bit)), l.splat_u(0)));
            let (spring, motor) = (has(feature::SPRING), has(feature::MOTOR));
            let (rod, limits) = (has(feature::ROD), has(feature::LIMITS));
            let mass = self.get(l, axis::MASS);
            // A spring acts once in a sub-step, for the positions before it. The relax pass would change
            // its frequency.
            if biased && l.any(spring) {
                let pull = self.get(l, axis::SPRING_RATE) * (self.coordinate - self.get(l, axis::TARGET));
                let old = self.get(l, axis::SPRING_IMPULSE);
                let kept = old - self.get(l, axis::SPRING_SCALE) * old;
                let total = kept - mass * (self.get(l, axis::SPRING_DAMPING) * self.speed + pull);
                let (least, most) = (self.get(l, axis::SPRING_MIN), self.get(l, axis::SPRING_MAX));
                self.put(l, spring, axis::SPRING_IMPULSE, l.max(l.min(total, most), least), one);
            }
            if l.any(motor) {
                let bound = self.get(l, axis::MOTOR_MAX);
                let wanted =
                    self.get(l, axis::MOTOR_IMPULSE) - mass * (self.speed - self.get(l, axis::MOTOR_SPEED));
                self.put(l, motor, axis::MOTOR_IMPULSE, l.max(l.min(wanted, bound), -bound), one);
            }
            let soft = [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE];
            let [rate, stiff, back] = if biased { self.block.get_all(l, soft) } else { [zero, one, zero] };
            if l.any(rod) {
                let bias = rate * (self.coordinate - self.get(l, axis::TARGET));
                let old = self.get(l, axis::ROD_IMPULSE);
                self.put(
                    l,
                    rod,
                    axis::ROD_IMPULSE,
                    old - back * old - mass * stiff * (self.speed + bias),
                    one,
                );
            }
            if l.any(limits) {
                let lower = (self.coordinate - self.get(l, axis::LOWER), one);
                let upper = (self.get(l, axis::UPPER) - self.coordinate, -one);
                [axis::LOWER_IMPULSE, axis::UPPER_IMPULSE].each_with(
                    [lower, upper],
                    #[inline(always)]
                    |field, (gap, sign)| {
                        // The remaining range may be used up within the sub-step, but no faster. A
                        // violation is corrected gradually.
                        let apart = l.gt(gap, zero);
                        let bias = l.select(apart, gap * l.splat(context.constants.inv_h), rate * gap);
                        let (stiff, back) = (l.select(apart, one, stiff), l.select(apart, zero, back));
                        let old = self.get(l, field);
                        let total = old - back * old - mass * stiff * (sign * self.speed + bias);
                        self.put(l, limits, field, l.max(total, zero), sign);
                    },
                );
            }
        }
    }

    /// Returns a field of the axis.
    #[inline(always)]
    unsafe fn get(&self, l: L, field: usize) -> L::F {
        // SAFETY: `solve` uses fields of its own axis.
        unsafe { self.block.get(l, self.first + field) }
    }

    /// Writes a new total impulse in the lanes of the mask. Other lanes stay unchanged to the bit, so that
    /// a joint does not depend on the other joints of its block.
    #[inline(always)]
    unsafe fn put(&mut self, l: L, mask: L::M, field: usize, total: L::F, sign: L::F) {
        // SAFETY: `solve` uses fields of its own axis.
        unsafe {
            let old = self.get(l, field);
            let change = sign * (total - old);
            self.block.set(l, self.first + field, l.select(mask, total, old));
            self.added = l.select(mask, self.added + change, self.added);
            self.speed = l.select(mask, self.speed + self.inverse_mass * change, self.speed);
        }
    }
}
