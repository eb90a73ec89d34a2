//! Transfers contact data: prepare builds blocks from manifolds, and store writes impulses back to the
//! contacts.

use cairn2d_geometry::constants::LINEAR_SLOP;
use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use super::contact_rows::{extra, field, floats_of_block, mark, point};
use super::context::{BlockNumber, BlockRange, ContactPlan, RelativePoses, SolverContext, fill_lanes};
use super::dominance::{hold_marked, mark_leaders};
use super::each::Each;
use super::load_memory::LoadedBody;
use super::softness::Softness;
use crate::kernels::disjoint::row_offset;
use crate::kernels::sync::Ordering;
use crate::tables::body::{BodyPose, BodyState};
use crate::tables::contact::{self, ReferenceRow};

/// Largest impulse that is stored `[N*s]`; sums over a contact's points stay finite.
const MOST: f32 = 0.25 * f32::MAX;

/// Added separation of a disabled contact `[m]`.
const DISABLING_OFFSET: f32 = 1.0e3;

/// Gap that counts as closed in columns `[m]`. Contacts that rest without overlap open and close by rounding
/// errors, and passes that treat both alike keep tall columns at rest.
pub(crate) const CLOSED_GAP: f32 = LINEAR_SLOP;

/// A contact whose approach speed exceeded its hit threshold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// Slot of the contact.
    pub(crate) contact: u32,
    /// Speed of approach of its points at the start of the step `[m/s]`.
    pub(crate) approach_speed: f32,
    /// Normal impulse of the step `[N*s]`.
    pub(crate) impulse: f32,
}

/// Returns the contacts of a block.
#[inline(always)]
unsafe fn contacts_of<'a>(plan: &ContactPlan, block: u32) -> &'a [u32] {
    let first = (block * plan.per_block) as usize;
    let count = (plan.count as usize - first).min(plan.per_block as usize);
    // SAFETY: `Solver::plan` points to the contacts of the color, and `first + count` does not exceed their
    // number.
    unsafe { core::slice::from_raw_parts(plan.contacts.add(first), count) }
}

/// Returns contact slots for all lanes; empty lanes repeat the last contact with the skip bit.
#[inline(always)]
fn contact_slots<'a, L: Lanes>(contacts: &'a [u32], space: &'a mut [u32; MAX_LANES]) -> &'a [u32] {
    fill_lanes::<L>(contacts, contacts[contacts.len() - 1] | SKIP_BIT, space)
}

/// Writes which lanes of a block are embedded contacts. Returns the mark of a block that has some, else 0.
///
/// # Safety
/// As for [`prepare`], whose block this is.
#[inline(always)]
unsafe fn mark_embedded<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    BlockNumber { number, claimant }: BlockNumber,
    embedded: L::M,
) -> u32 {
    if !l.any(embedded) {
        return 0;
    }
    let size = extra::COUNT * L::COUNT;
    let first = plan.extra_offset + number as usize * size;
    let lanes = l.select(embedded, l.splat(1.0), l.zero());
    // SAFETY: the block belongs to the caller, and `Solver::solve` owns the flag for as long as the context
    // is used.
    unsafe {
        let extras = floats_of_block(&context.extras, claimant, first, size);
        l.store_ptr(lanes, extras.add(extra::EMBEDDED * L::COUNT));
        (*context.any_embedded).store(true, Ordering::Relaxed);
    }
    mark::EMBEDDED
}

/// Returns the bits of the marks of contacts that outlast the solve.
#[inline(always)]
fn lasting<L: Lanes>(l: L, marks: L::U) -> L::F {
    l.f_from_bits(l.and_u(marks, l.splat_u(!contact::mark::CARRIED)))
}

/// Writes of which impulses of a block the passes give nothing back, for lanes that belong to columns.
/// Returns the mark of a block that has some, else 0.
///
/// # Safety
/// As for [`prepare`], whose block this is.
#[inline(always)]
unsafe fn mark_carried<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    BlockNumber { number, claimant }: BlockNumber,
    (carried, loads): (L::M, [L::F; 2]),
) -> u32 {
    if !l.any(carried) {
        return 0;
    }
    let size = extra::COUNT * L::COUNT;
    let first = plan.extra_offset + number as usize * size;
    // SAFETY: the block belongs to the caller.
    unsafe {
        let extras = floats_of_block(&context.extras, claimant, first, size);
        let set = |field: usize, value: L::F| {
            l.store_ptr(l.select(carried, value, l.zero()), extras.add(field * L::COUNT));
        };
        set(extra::CARRIED[0], l.splat(context.constants.h) * loads[0]);
        set(extra::CARRIED[1], l.splat(context.constants.h) * loads[1]);
        set(extra::CLOSED_GAP, l.splat(CLOSED_GAP));
    }
    mark::CARRIED
}

/// Returns what the load memory reads of the bodies of a block. `moving` are their inverse masses and
/// velocities.
///
/// # Safety
/// The slots are rows of the body columns.
#[inline(always)]
unsafe fn loaded_bodies<L: Lanes>(
    l: L,
    context: &SolverContext,
    slots: [&[u32]; 2],
    moving: [[L::F; 3]; 2],
) -> [LoadedBody<L>; 2] {
    slots.each_with(
        moving,
        #[inline(always)]
        |slots, [inv_mass, vx, vy]| {
            // SAFETY: the caller passes rows of the columns, and nothing writes the deltas.
            let [.., constraints] = unsafe { l.gather8_high(context.deltas.cast(), slots) };
            LoadedBody { inv_mass, speed2: vx * vx + vy * vy, constraints }
        },
    )
}

/// Fills the blocks of a color from the manifolds of its contacts.
///
/// # Safety
/// The context views live columns, the plan belongs to it, and nothing else works on these blocks.
#[inline(always)]
pub(crate) unsafe fn prepare<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    blocks: BlockRange,
) {
    let zero = l.zero();
    let (mut space, mut slots) = ([0; MAX_LANES], [[0; MAX_LANES]; 2]);
    let mut relative_poses = RelativePoses::new();
    for at @ BlockNumber { number: block, claimant } in blocks {
        // SAFETY: the constraint graph holds live contacts, and `Contacts` guarantees that their bodies are
        // rows of the body columns.
        unsafe {
            let live_contacts = contacts_of(plan, block);
            let (contacts, count) = (contact_slots::<L>(live_contacts, &mut space), live_contacts.len());
            let live = l.mask_from_bits(u32::MAX >> (32 - count));
            let size = field::COUNT * L::COUNT;
            let base = floats_of_block(&context.rows, claimant, plan.offset + block as usize * size, size);
            let set = |field: usize, value: L::F| l.store_ptr(value, base.add(field * L::COUNT));

            // Body slots of empty lanes get the skip bit.
            let empty = l.select_u(live, l.splat_u(0), l.splat_u(SKIP_BIT));
            let [_, _, body_a, body_b] = l.gather4(context.pairs.cast(), contacts);
            let [slots_a, slots_b] = &mut slots;
            l.store_u(l.or_u(l.f_to_bits(body_a), empty), slots_a);
            l.store_u(l.or_u(l.f_to_bits(body_b), empty), slots_b);
            if context.has_dominance() {
                mark_leaders(context, claimant, [slots_a.as_mut_ptr(), slots_b.as_mut_ptr()], L::COUNT);
            }
            let slots = [&slots_a[..L::COUNT], &slots_b[..L::COUNT]];
            let held = set_bodies(l, context, plan, BlockNumber { number: block, claimant }, (base, slots));
            let (poses_b, rows_b) = relative_poses.rows((context.poses, context.cells), slots);

            let manifold = l.gather16(context.manifolds.cast(), contacts);
            let [nx, ny, base1, base2, ..] = manifold;
            let [.., point_count, _] = manifold;
            let [friction, bounce, tangent_speed, rolling_resistance] =
                l.gather4(context.surfaces.cast(), contacts);
            let [rac, ras, rbc, rbs] =
                l.gather4(context.references.read(l, claimant, contacts).cast(), contacts);
            let [n1, t1, n2, t2, load1, load2, rolling, mark_bits] =
                l.gather8(context.impulses.read(l, claimant, contacts).cast(), contacts);
            let marks = l.f_to_bits(mark_bits);
            let is_marked = |bits: u32| l.not(l.eq_u(l.and_u(marks, l.splat_u(bits)), l.splat_u(0)));
            let disabling = l.select(is_marked(contact::mark::DISABLED), l.splat(DISABLING_OFFSET), zero);
            set(field::NORMAL_X, nx);
            set(field::NORMAL_Y, ny);
            set(field::FRICTION, friction);

            let offsets = body_offsets::<L>(base);
            let [avx, avy, aw, aim, .., aii] =
                l.gather8_at(context.states.read_at(l, claimant, offsets[0]).cast(), offsets[0]);
            let [bvx, bvy, bw, bim, .., bii] =
                l.gather8_at(context.states.read_at(l, claimant, offsets[1]).cast(), offsets[1]);
            let [aim, aii] = hold_marked(l, context, slots[0], [aim, aii]);
            let [bim, bii] = hold_marked(l, context, slots[1], [bim, bii]);
            let [_, _, ac, asin, acx, acy, _, _] = l.gather8_at(context.poses.cast(), offsets[0]);
            let [_, _, bc, bsin, bcx, bcy, _, _] = l.gather8(poses_b.cast(), rows_b);
            // Manifolds of contacts that wake now may have lost their reference rotations.
            let known = l.gt(rac * rac + ras * ras, zero);
            let (rac, ras) = (l.select(known, rac, ac), l.select(known, ras, asin));
            let (rbc, rbs) = (l.select(known, rbc, bc), l.select(known, rbs, bsin));
            let (offset_x, offset_y) = (bcx - acx, bcy - acy);
            let two = l.eq_u(l.f_to_bits(point_count), l.splat_u(2));
            let bases = [base1, base2];
            let impulses = [[n1, t1], [n2, t2]];
            let bodies = loaded_bodies(l, context, slots, [[aim, avx, avy], [bim, bvx, bvy]]);
            let memory = context.constants.load_memory.lanes(l, marks, bodies);
            let loads = [memory.learn(l, load1, n1), memory.learn(l, load2, n2)];
            let remembered = [loads[0], loads[1], rolling, lasting(l, marks)];
            let after_points = context.impulses.write(l, claimant, contacts).cast::<[f32; 8]>().byte_add(16);
            l.scatter8_low(after_points, contacts, remembered);
            let (mut arms_a, mut arms_b, mut alone) = ([zero, zero], [zero, zero], [zero, zero]);
            let (mut slides, mut slide_mass) = ([[zero; 2]; 2], zero);
            field::POINTS.each_with(
                [0, 1],
                #[inline(always)]
                |first, side: usize| {
                    let first_of = 4 * side + 4;
                    let (lax, lay) = (manifold[first_of], manifold[first_of + 1]);
                    let (lbx, lby) = (manifold[first_of + 2], manifold[first_of + 3]);
                    let (ax, ay) = (ac * lax - asin * lay, asin * lax + ac * lay);
                    let (bx, by) = (bc * lbx - bsin * lby, bsin * lbx + bc * lby);
                    let (gap_x, gap_y) = (offset_x + (bx - ax), offset_y + (by - ay));
                    // The arms keep the rotations of the time when the manifold was computed. Rotated arms
                    // would let the load of a leaning tower tilt its boxes further; see the narrow phase.
                    let (ax, ay) = (rac * lax - ras * lay, ras * lax + rac * lay);
                    let (bx, by) = (rbc * lbx - rbs * lby, rbs * lbx + rbc * lby);
                    // The tangent is the normal rotated clockwise: (ny, -nx).
                    let (arm_a, arm_b) = (ax * ny - ay * nx, bx * ny - by * nx);
                    let (slide_a, slide_b) = (-(ax * nx + ay * ny), -(bx * nx + by * ny));
                    let inverse = aim + bim + (aii * (arm_a * arm_a) + bii * (arm_b * arm_b));
                    let inverse_slide = aim + bim + (aii * (slide_a * slide_a) + bii * (slide_b * slide_b));
                    // Every contact has a first point. Empty lanes repeat one, and nothing reads them.
                    let keep = |value: L::F| if side == 0 { value } else { l.select(two, value, zero) };
                    let reciprocal = |value: L::F| {
                        let positive = l.gt(value, zero);
                        let used = if side == 0 { positive } else { l.and(two, positive) };
                        l.select(used, l.splat(1.0) / value, zero)
                    };
                    set(first + point::NORMAL_ARM_A, keep(arm_a));
                    set(first + point::NORMAL_ARM_B, keep(arm_b));
                    set(first + point::TANGENT_ARM_A, keep(slide_a));
                    set(first + point::TANGENT_ARM_B, keep(slide_b));
                    let mass = reciprocal(inverse);
                    let shift = memory.shift(l, loads[side], [mass, inverse]);
                    let separation = bases[side] + (nx * gap_x + ny * gap_y) + (disabling - shift);
                    set(first + point::SEPARATION, keep(separation));
                    set(first + point::NORMAL_MASS, mass);
                    (alone[side], arms_a[side], arms_b[side]) = (mass, arm_a, arm_b);
                    slide_mass = reciprocal(inverse_slide);
                    slides[side] = [slide_a, slide_b];
                    set(first + point::TANGENT_MASS, slide_mass);
                    set(first + point::NORMAL_IMPULSE, keep(impulses[side][0]));
                    set(first + point::TANGENT_IMPULSE, keep(impulses[side][1]));
                },
            );
            let between = aim + bim + (aii * (arms_a[0] * arms_a[1]) + bii * (arms_b[0] * arms_b[1]));
            let [c1, c2] = couplings(l, alone, between, two);
            let [first, second] = field::POINTS;
            set(first + point::COUPLING, l.splat(0.5) * c1);
            set(second + point::COUPLING, l.splat(0.5) * c2);
            // Only points that work against each other are solved exactly. For points that help each other,
            // equal sharing removes more impulse.
            let (one, pulls) = (l.splat(1.0), [l.min(c1, zero), l.min(c2, zero)]);
            set(field::PULL[0], pulls[0]);
            set(field::PULL[1], pulls[1]);
            set(field::GAIN, one / l.max(one - pulls[0] * pulls[1], l.splat(MIN_EXACT_INDEPENDENCE)));
            let [[a1, b1], [a2, b2]] = slides;
            let between = slide_mass * (aim + bim + (aii * (a1 * a2) + bii * (b1 * b2)));
            set(field::TANGENT_COUPLING, sound(l, between, two));

            // Extra fields are filled only if a lane of the block needs them.
            let special = l.or(l.gt(bounce, zero), l.gt(rolling_resistance, zero));
            let special = l.or(special, l.not(l.eq(tangent_speed, zero)));
            let (soft, rare) = (is_marked(contact::mark::SOFT), is_marked(contact::mark::RARE));
            let special = l.or(special, rare);
            let special = l.any(l.and(live, special));
            let soft = special && l.any(l.and(live, soft));
            let flag = context.flags.write_row(claimant, plan.first_block + block);
            let embedded = l.and(live, is_marked(contact::mark::EMBEDDED));
            let marks = mark_embedded(l, context, plan, at, embedded) | if held { mark::HELD } else { 0 };
            let marks = marks | mark_carried(l, context, plan, at, (l.and(live, memory.carried), loads));
            *flag = marks | if soft { mark::EXTRA | mark::SOFT } else { u32::from(special) * mark::EXTRA };
            if special {
                let size = extra::COUNT * L::COUNT;
                let first = plan.extra_offset + block as usize * size;
                let base = floats_of_block(&context.extras, claimant, first, size);
                let turning = aii + bii;
                let set = |field: usize, value: L::F| {
                    l.store_ptr(l.select(live, value, zero), base.add(field * L::COUNT));
                };
                set(extra::RESTITUTION, bounce);
                set(extra::TANGENT_SPEED, tangent_speed);
                set(extra::ROLLING_RESISTANCE, rolling_resistance);
                set(extra::ROLLING_MASS, l.select(l.gt(turning, zero), l.splat(1.0) / turning, zero));
                set(extra::ROLLING_IMPULSE, rolling);
                let (mut hit_threshold, mut static_friction) = (l.splat(f32::MAX), zero);
                if l.any(l.and(live, rare)) {
                    [static_friction, _, _, hit_threshold] = l.gather4(context.rares.cast(), contacts);
                }
                set(extra::HIT_THRESHOLD, hit_threshold);
                let approach = arms_a.each_with(
                    arms_b,
                    #[inline(always)]
                    |arm_a, arm_b| nx * (bvx - avx) + ny * (bvy - avy) + (bw * arm_b - aw * arm_a),
                );
                set(extra::APPROACH[0], approach[0]);
                set(extra::APPROACH[1], l.select(two, approach[1], zero));
                set(extra::MAX_IMPULSE[0], zero);
                set(extra::MAX_IMPULSE[1], zero);
                set(extra::STEP_IMPULSE, zero);
                set(extra::STATIC_FRICTION, static_friction);
                if soft {
                    set_softness::<L>(context, live_contacts, base);
                }
            }
        }
    }
}

/// Writes the offsets of the bodies in these slots to the block at `base`. Returns whether some bodies are
/// read only.
#[inline(always)]
unsafe fn set_bodies<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    BlockNumber { number, claimant }: BlockNumber,
    (base, slots): (*mut f32, [&[u32]; 2]),
) -> bool {
    const {
        assert!(row_offset::<BodyState>(1) == 4, "two shifts make an offset");
        assert!(row_offset::<BodyPose>(1) == 4, "poses have the offsets of states");
    }
    let slots = slots.each(
        #[inline(always)]
        |slots| l.load_u(slots),
    );
    // The shift drops the skip bit.
    let offsets = slots.each(
        #[inline(always)]
        |slots| l.shl_u::<2>(slots),
    );
    let held = slots.each(
        #[inline(always)]
        |slots| l.not(l.eq_u(l.and_u(slots, l.splat_u(SKIP_BIT)), l.splat_u(0))),
    );
    // SAFETY: `prepare` passes its own block, and `Solver::plan` reserved a spare row for it.
    unsafe {
        for (&field, offsets) in field::BODIES.iter().zip(offsets) {
            l.store_u_ptr(offsets, base.add(field * L::COUNT).cast());
        }
        if !l.any(l.or(held[0], held[1])) {
            return false;
        }
        let spare = l.splat_u(row_offset::<BodyState>(plan.spare_row + number * plan.spare_stride));
        let size = extra::COUNT * L::COUNT;
        let first = plan.extra_offset + number as usize * size;
        let extras = floats_of_block(&context.extras, claimant, first, size);
        for (side, &field) in extra::WRITTEN.iter().enumerate() {
            let written = l.select_u(held[side], spare, offsets[side]);
            l.store_u_ptr(written, extras.add(field * L::COUNT).cast());
        }
    }
    true
}

/// Returns the offsets of the bodies in the block at `base`, per side.
#[inline(always)]
unsafe fn body_offsets<'a, L: Lanes>(base: *mut f32) -> [&'a [u32]; 2] {
    field::BODIES.each(
        #[inline(always)]
        // SAFETY: `prepare` passes its own block after `set_bodies`, and writes no offsets after that.
        |field: usize| unsafe {
            core::slice::from_raw_parts(base.add(field * L::COUNT).cast::<u32>(), L::COUNT)
        },
    )
}

/// Independence of two coupled points below which they are not solved exactly `[-]`.
const MIN_EXACT_INDEPENDENCE: f32 = 0.1;

/// Largest coupling that is used `[-]`; usual bodies have less than 2.
const MOST_COUPLING: f32 = 1.0e3;

/// Returns the coupling of both points along the normal. `masses` are their effective masses, `between` is
/// the velocity of one point per impulse at the other.
#[inline(always)]
fn couplings<L: Lanes>(l: L, masses: [L::F; 2], between: L::F, two: L::M) -> [L::F; 2] {
    let (first, second) = (between * masses[0], between * masses[1]);
    let both = l.and(two, l.le(l.abs(first), l.splat(MOST_COUPLING)));
    [sound(l, first, l.and(both, l.le(l.abs(second), l.splat(MOST_COUPLING)))), sound(l, second, both)]
}

/// Returns the coupling if there are two points and it is in range, else 0. NaN gives 0.
#[inline(always)]
fn sound<L: Lanes>(l: L, coupling: L::F, two: L::M) -> L::F {
    let most = l.splat(MOST_COUPLING);
    l.select(l.and(two, l.le(l.abs(coupling), most)), coupling, l.zero())
}

/// Writes the softness of contacts that have their own, one by one because there are few.
unsafe fn set_softness<L: Lanes>(context: &SolverContext, contacts: &[u32], base: *mut f32) {
    let c = &context.constants;
    for lane in 0..L::COUNT {
        // SAFETY: `prepare` passes live contacts of its block, and the extra block at `base` has COUNT
        // lanes.
        unsafe {
            let row = contacts.get(lane).map(|&contact| *context.rares.add(contact as usize));
            let row = row.unwrap_or_default();
            let hertz = if row.hertz < c.max_contact_hertz { row.hertz } else { c.max_contact_hertz };
            let softness = Softness::new(hertz, row.damping_ratio, c.h);
            *base.add(extra::BIAS_RATE * L::COUNT + lane) = softness.bias_rate;
            *base.add(extra::MASS_SCALE * L::COUNT + lane) = softness.mass_scale;
            *base.add(extra::IMPULSE_SCALE * L::COUNT + lane) = softness.impulse_scale;
        }
    }
}

/// Writes the impulses of a color back to its contacts and lists hits.
///
/// # Safety
/// As for [`prepare`].
#[inline(always)]
pub(crate) unsafe fn store<L: Lanes>(
    l: L,
    context: &SolverContext,
    plan: &ContactPlan,
    blocks: BlockRange,
    hits: &mut Vec<Hit>,
) {
    let mut space = [0; MAX_LANES];
    for BlockNumber { number: block, claimant } in blocks {
        // SAFETY: as in `prepare`; contacts of a block are distinct.
        unsafe {
            let live_contacts = contacts_of(plan, block);
            let (contacts, count) = (contact_slots::<L>(live_contacts, &mut space), live_contacts.len());
            let size = field::COUNT * L::COUNT;
            let base = floats_of_block(&context.rows, claimant, plan.offset + block as usize * size, size);
            let get = |field: usize| l.load_ptr(base.add(field * L::COUNT));
            let [first, second] = field::POINTS;
            let impulses = [
                get(first + point::NORMAL_IMPULSE),
                get(first + point::TANGENT_IMPULSE),
                get(second + point::NORMAL_IMPULSE),
                get(second + point::TANGENT_IMPULSE),
            ];
            let impulses = bounded(l, impulses);
            l.scatter8_low(context.impulses.write(l, claimant, contacts).cast(), contacts, impulses);
            let flags = *context.flags.read_row(claimant, plan.first_block + block);
            if flags & (mark::EXTRA | mark::SPIN_CORRECTED) == 0 {
                continue;
            }
            let size = extra::COUNT * L::COUNT;
            let first = plan.extra_offset + block as usize * size;
            let extras = floats_of_block(&context.extras, claimant, first, size);
            let get = |field: usize| l.load_ptr(extras.add(field * L::COUNT));
            if flags & mark::SPIN_CORRECTED != 0 {
                // A contact whose bodies moved does not recycle its manifold: zero rotations fail that test.
                let [_, x, y] = extra::SPIN_CORRECTION;
                for (lane, &contact) in live_contacts.iter().enumerate() {
                    let moved = [*extras.add(x * L::COUNT + lane), *extras.add(y * L::COUNT + lane)];
                    if moved != [0.0; 2] {
                        *context.references.write_row(claimant.lane(lane), contact) = ReferenceRow::default();
                    }
                }
            }
            if flags & mark::EXTRA == 0 {
                continue;
            }
            let mut hit = l.mask_from_bits(0);
            let threshold = -get(extra::HIT_THRESHOLD);
            extra::APPROACH.each_with(
                extra::MAX_IMPULSE,
                #[inline(always)]
                |approach, most| {
                    let fast = l.lt(get(approach), threshold);
                    hit = l.or(hit, l.and(fast, l.gt(get(most), l.zero())));
                },
            );
            let hit = l.bits(hit) & (u32::MAX >> (32 - count));
            // Without rolling resistance, the passes did not change the impulses.
            let rolls = l.any(l.gt(get(extra::ROLLING_RESISTANCE), l.zero()));
            if hit == 0 && !rolls {
                continue;
            }
            for (lane, &contact) in live_contacts.iter().enumerate() {
                let rolling = *extras.add(extra::ROLLING_IMPULSE * L::COUNT + lane);
                (*context.impulses.write_row(claimant.lane(lane), contact)).rolling =
                    if rolling.abs() <= MOST { rolling } else { 0.0 };
                if hit >> lane & 1 != 0 {
                    let [first, second] = extra::APPROACH.map(|side| -*extras.add(side * L::COUNT + lane));
                    let approach_speed = if first > second { first } else { second };
                    let impulse = *extras.add(extra::STEP_IMPULSE * L::COUNT + lane);
                    // NaN becomes a number here.
                    let impulse = if impulse <= MOST { impulse } else { MOST };
                    hits.push(Hit { contact, approach_speed, impulse });
                }
            }
        }
    }
}

/// Returns the impulses of a contact, or zeros if one of them is too large or NaN, so that a diverged
/// contact restarts.
#[inline(always)]
fn bounded<L: Lanes>(l: L, [a, b, c, d]: [L::F; 4]) -> [L::F; 4] {
    let (most, zero) = (l.splat(MOST), l.zero());
    let first = l.and(l.le(l.abs(a), most), l.le(l.abs(b), most));
    let sound = l.and(first, l.and(l.le(l.abs(c), most), l.le(l.abs(d), most)));
    [l.select(sound, a, zero), l.select(sound, b, zero), l.select(sound, c, zero), l.select(sound, d, zero)]
}
