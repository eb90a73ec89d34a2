//! The passes over joints: what all types share. A block of joints, the two bodies of every lane, and the axis.
//!
//! An axis is one coordinate of the relative motion, an angle or a length, on which a spring, a motor, a rod and two limits act, in this
//! order: what must hold is solved last. All of them push the same way, so the relative speed is a number that follows from the impulses
//! alone, and the bodies are touched once.
//!
//! No `map` over arrays of lanes here: the standard library does not inline it everywhere, and a closure that is not inlined is compiled
//! without the instructions of the lanes.
//!
//! Source of the soft constraints, speculative limits and the relax pass: Erin Catto, "Solver2D", 2024.

use cairn2d_math::lanes::{Lanes, rotate, small_rotation_w};

use crate::tables::joint::{JointForm, ROWS, feature};

use super::context::{Blocks, SolverContext};
use super::dominance::hold_marked;
use super::each::Each;
use super::joint_rows::{JointPlan, axis, field, field_count};
use super::{SMALL, distance_kernels, line_kernels, pose_kernels, revolute_kernels, row_kernels};

/// Applies the impulses of the last step.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on the bodies of these blocks.
#[inline(always)]
pub(crate) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, plan: &JointPlan, blocks: Blocks) {
    for index in blocks {
        // SAFETY: the caller vouches for the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
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

/// The same for rows.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn warm_start_rows<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: Blocks,
) {
    for index in blocks {
        // SAFETY: the caller vouches for the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            row_kernels::warm_start(l, context, block, row_count(plan.form));
        }
    }
}

/// One pass over joints: with bias (`biased`) or relaxing.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn solve<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: Blocks,
    biased: bool,
) {
    macro_rules! solve_blocks {
        ($kernel:ident, $biased:expr) => {
            apart(
                l,
                #[inline(always)]
                || {
                    for index in blocks {
                        // SAFETY: the caller vouches for the block and its bodies.
                        unsafe {
                            let block = JointBlock::new::<L>(context, plan, index);
                            $kernel::solve(l, context, block, $biased);
                        }
                    }
                },
            )
        };
    }
    match (plan.form, biased) {
        // The commonest joint is compiled for either pass.
        (JointForm::Point, _) if SMALL => solve_blocks!(revolute_kernels, biased),
        (JointForm::Point, true) => solve_blocks!(revolute_kernels, true),
        (JointForm::Point, false) => solve_blocks!(revolute_kernels, false),
        (JointForm::Distance, _) => solve_blocks!(distance_kernels, biased),
        (JointForm::Line, _) => solve_blocks!(line_kernels, biased),
        (JointForm::Pose, _) => solve_blocks!(pose_kernels, biased),
        (JointForm::Row | JointForm::Rows, _) => {}
    }
}

/// The same for rows.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(crate) unsafe fn solve_rows<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &JointPlan,
    blocks: Blocks,
    biased: bool,
) {
    for index in blocks {
        // SAFETY: the caller vouches for the block and its bodies.
        unsafe {
            let block = JointBlock::new::<L>(context, plan, index);
            row_kernels::solve(l, context, block, row_count(plan.form), biased);
        }
    }
}

/// Rows of a joint of this form.
#[inline(always)]
pub(super) fn row_count(form: JointForm) -> usize {
    if form == JointForm::Rows { ROWS } else { 1 }
}

/// Runs the pass over one form of joint as a function of its own: the optimiser takes more than twice as long for functions twice as
/// large.
#[inline(never)]
fn apart<L: Lanes>(l: L, pass: impl FnOnce()) {
    l.vectorize(pass);
}

/// One block of joints as the kernels see it.
#[derive(Clone, Copy)]
pub(super) struct JointBlock {
    rows: *mut f32,
}

impl JointBlock {
    /// # Safety
    /// The plan belongs to the context and `block` is one of its blocks.
    #[inline(always)]
    pub(super) unsafe fn new<L: Lanes>(context: &SolverContext, plan: &JointPlan, block: u32) -> JointBlock {
        let first = plan.offset + block as usize * field_count(plan.form) * L::COUNT;
        // SAFETY: the rows were reserved for all blocks of the plan.
        JointBlock { rows: unsafe { context.joints.rows.add(first) } }
    }

    /// # Safety
    /// The form of the block has this field.
    #[inline(always)]
    pub(super) unsafe fn get<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: the block holds COUNT floats of every field.
        unsafe { l.load_ptr(self.rows.add(field * L::COUNT)) }
    }

    /// # Safety
    /// As for [`JointBlock::get`].
    #[inline(always)]
    pub(super) unsafe fn set<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: as above.
        unsafe { l.store_ptr(value, self.rows.add(field * L::COUNT)) }
    }

    /// # Safety
    /// As for [`JointBlock::get`].
    #[inline(always)]
    pub(super) unsafe fn get_all<L: Lanes, A: Each<usize>>(self, l: L, fields: A) -> A::Of<L::F> {
        fields.each(
            #[inline(always)]
            // SAFETY: as above.
            |field| unsafe { self.get(l, field) },
        )
    }

    /// # Safety
    /// As for [`JointBlock::get`].
    #[inline(always)]
    pub(super) unsafe fn set_all<L: Lanes, A: Each<usize>>(self, l: L, fields: A, values: A::Of<L::F>) {
        fields.each_with(
            values,
            #[inline(always)]
            // SAFETY: as above.
            |field, value| unsafe { self.set(l, field, value) },
        );
    }

    /// Adds to parts of the load of the step what the sub-step applied: what the impulses are after the relax pass, as every sub-step begins
    /// with those of the one before.
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

    /// What acts along the axis and beside it, per lane, and whether anything acts in any lane.
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

    /// Slots of the bodies on one side, where they stand: lanes read them one by one, and the optimiser would copy them one by one.
    ///
    /// # Safety
    /// The block is live, and the field is not written as long as the slots are in use.
    #[inline(always)]
    pub(super) unsafe fn slots<'a, L: Lanes>(self, field: usize) -> &'a [u32] {
        // SAFETY: the field holds COUNT slots as bits.
        unsafe { core::slice::from_raw_parts(self.rows.add(field * L::COUNT).cast::<u32>(), L::COUNT) }
    }

    /// The same to be written.
    ///
    /// # Safety
    /// The block is live.
    #[inline(always)]
    pub(super) unsafe fn slot_field<L: Lanes>(self, field: usize) -> *mut u32 {
        // SAFETY: as above.
        unsafe { self.rows.add(field * L::COUNT).cast() }
    }
}

/// State of the body on one side of every lane.
#[derive(Clone, Copy)]
pub(super) struct Side<L: Lanes> {
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

impl<L: Lanes> Side<L> {
    #[inline(always)]
    fn new([vx, vy, w, im, dx, dy, da, ii]: [L::F; 8]) -> Side<L> {
        Side { vx, vy, w, im, dx, dy, da, ii }
    }
}

/// The two bodies of every lane.
#[derive(Clone, Copy)]
pub(super) struct Pair<L: Lanes> {
    block: JointBlock,
    pub(super) a: Side<L>,
    pub(super) b: Side<L>,
}

impl<L: Lanes> Pair<L> {
    /// # Safety
    /// The bodies of the block are rows of the columns of the context.
    #[inline(always)]
    pub(super) unsafe fn load(l: L, context: &SolverContext, block: JointBlock) -> Pair<L> {
        // SAFETY: the caller vouches for the block.
        unsafe {
            let states = context.states.cast_const().cast();
            let (slots_a, slots_b) = (block.slots::<L>(field::BODY_A), block.slots::<L>(field::BODY_B));
            let mut a = Side::new(l.gather8(states, slots_a));
            let mut b = Side::new(l.gather8(states, slots_b));
            [a.im, a.ii] = hold_marked(l, context, slots_a, [a.im, a.ii]);
            [b.im, b.ii] = hold_marked(l, context, slots_b, [b.im, b.ii]);
            Pair { block, a, b }
        }
    }

    /// # Safety
    /// As for [`Pair::load`], and nothing else works on these bodies.
    #[inline(always)]
    pub(super) unsafe fn store(self, l: L, context: &SolverContext) {
        let Pair { block, a, b } = self;
        // SAFETY: the caller vouches for the bodies.
        unsafe {
            let states = context.states.cast();
            l.scatter8_low(states, block.slots::<L>(field::BODY_A), [a.vx, a.vy, a.w, a.im]);
            l.scatter8_low(states, block.slots::<L>(field::BODY_B), [b.vx, b.vy, b.w, b.im]);
        }
    }

    /// Adds an impulse (x, y) to B and takes it from A, with the angular part it has on each.
    #[inline(always)]
    pub(super) fn push(&mut self, x: L::F, y: L::F, [turn_a, turn_b]: [L::F; 2]) {
        let Pair { a, b, .. } = self;
        a.vx = a.vx - a.im * x;
        a.vy = a.vy - a.im * y;
        a.w = a.w - a.ii * turn_a;
        b.vx = b.vx + b.im * x;
        b.vy = b.vy + b.im * y;
        b.w = b.w + b.ii * turn_b;
    }

    /// Turns the arms of a block by what the bodies turned since they were turned last.
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

    /// Vector from the anchor on A to the anchor on B.
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

/// All impulses of an axis together.
///
/// # Safety
/// The axis of the block begins at this field and is in use.
#[inline(always)]
pub(super) unsafe fn axis_impulse<L: Lanes>(l: L, block: JointBlock, first: usize) -> L::F {
    // SAFETY: the caller vouches for the axis.
    unsafe {
        let get = |field: usize| block.get(l, first + field);
        let free = get(axis::SPRING_IMPULSE) + get(axis::MOTOR_IMPULSE) + get(axis::ROD_IMPULSE);
        free + (get(axis::LOWER_IMPULSE) - get(axis::UPPER_IMPULSE))
    }
}

/// An axis while it is solved: the relative motion along it, which every impulse changes.
#[derive(Clone, Copy)]
pub(super) struct Axis<L: Lanes> {
    pub(super) block: JointBlock,
    /// First field of the axis.
    pub(super) first: usize,
    /// What acts along it, per lane.
    pub(super) features: L::U,
    pub(super) coordinate: L::F,
    pub(super) speed: L::F,
    /// Speed per impulse: the inverse of the effective mass.
    pub(super) inverse_mass: L::F,
    /// Impulse that this pass added.
    pub(super) added: L::F,
}

impl<L: Lanes> Axis<L> {
    /// Solves everything that acts along the axis.
    ///
    /// # Safety
    /// As for [`axis_impulse`].
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) unsafe fn solve(&mut self, l: L, context: &SolverContext, biased: bool) {
        let (zero, one) = (l.zero(), l.splat(1.0));
        // SAFETY: the caller vouches for the axis.
        unsafe {
            let features = self.features;
            let has = |bit: u32| l.not(l.eq_u(l.and_u(features, l.splat_u(bit)), l.splat_u(0)));
            let (spring, motor) = (has(feature::SPRING), has(feature::MOTOR));
            let (rod, limits) = (has(feature::ROD), has(feature::LIMITS));
            let mass = self.get(l, axis::MASS);
            // A spring is no constraint: it acts once in a sub-step, where the bodies were, or it would not keep time.
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
                    |field, (room, sign)| {
                        // What is left may be used up within the sub-step, no faster; a violation is pushed back softly.
                        let apart = l.gt(room, zero);
                        let bias = l.select(apart, room * l.splat(context.constants.inv_h), rate * room);
                        let (stiff, back) = (l.select(apart, one, stiff), l.select(apart, zero, back));
                        let old = self.get(l, field);
                        let total = old - back * old - mass * stiff * (sign * self.speed + bias);
                        self.put(l, limits, field, l.max(total, zero), sign);
                    },
                );
            }
        }
    }

    #[inline(always)]
    unsafe fn get(&self, l: L, field: usize) -> L::F {
        // SAFETY: the caller vouches for the axis.
        unsafe { self.block.get(l, self.first + field) }
    }

    /// Brings an impulse to its new total where the mask says so. The other lanes keep their numbers to the bit, so that a joint never
    /// depends on who shares its block.
    #[inline(always)]
    unsafe fn put(&mut self, l: L, mask: L::M, field: usize, total: L::F, sign: L::F) {
        // SAFETY: the caller vouches for the axis.
        unsafe {
            let old = self.get(l, field);
            let change = sign * (total - old);
            self.block.set(l, self.first + field, l.select(mask, total, old));
            self.added = l.select(mask, self.added + change, self.added);
            self.speed = l.select(mask, self.speed + self.inverse_mass * change, self.speed);
        }
    }
}
