//! Wide narrow phase: updates contacts of one kind, one contact per lane.
//!
//! **Recycled manifolds.** A manifold of two points is reused while its anchors, which are fixed to the
//! bodies, stay close together. The solver then measures the distance of the anchors along the old normal
//! and uses the lever arms of the old rotations.
//!
//! This saves kernel calls, but its purpose is the stability of towers. With new manifolds in every step, a
//! tower of 20 boxes leans more and more until it falls. The same happens in Box2D without recycling. Soft
//! contacts bend, and the load above tilts them further. With the old arms the load cannot do that until a
//! box has slipped by centimetres, and 80 boxes stand. The idea is Erin Catto's contact recycling, Box2D
//! v3.2; this engine measures the slip of the anchors instead of poses.
//!
//! Results stay precise far from the origin, because only differences of positions are formed. B is
//! relative to A, and anchors are relative to the centre of mass of A.

use cairn2d_geometry::SPECULATIVE_MARGIN;
use cairn2d_geometry::manifold::{CompiledKernel, ManifoldBatch, PairBatch, PoseW, ShapeRows};
use cairn2d_math::Aabb;
use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use crate::kernels::disjoint::{Claimant, DisjointRows, RowClaims, Sharing};
use crate::kernels::solver::RelativePoses;
use crate::store::column::Column;
use crate::tables::body::{BodyPose, BodyState};
use crate::tables::contact::{ImpulseRow, ManifoldRow, ReferenceRow};
use crate::tables::parts::LARGE_WORLDS;

use super::predict::{BodyLanes, MotionLanes, PosePrediction};
use super::{Changes, NarrowScope, Turned};

/// Cosine of the rotation of either body up to which a manifold is recycled `[-]`: 0.57 degrees. Box2D
/// allows 11.5 degrees. A normal that lags behind a rotating wall wedges boxes in the corners of a drum,
/// and towers need no more than this.
const KEPT_COSINE: f32 = 0.999_95;

/// Slip of the anchors up to which a manifold is recycled `[m]`.
const KEPT_SLIP: f32 = 0.05;

/// The same as a share of the shorter arm of the anchor `[-]`, so that small bodies slip less.
const KEPT_SHARE: f32 = 0.1;

/// Cosine of the rotation of a normal in a step below which impulses along it are dropped `[-]`: 26 degrees.
/// Impulses that press a light body against a heavy one balance each other only along the old normals.
pub(super) const LEAST_WARM_COSINE: f32 = 0.9;

/// Columns that a batch reads and writes.
pub(super) struct Columns<'a> {
    manifolds: DisjointRows<ManifoldRow>,
    references: DisjointRows<ReferenceRow>,
    impulses: DisjointRows<ImpulseRow>,
    pairs: &'a [[u32; 4]],
    poses: *const BodyPose,
    /// Null unless the world is large.
    cells: *const [f32; 4],
    boxes: *const Aabb,
    rows: &'a ShapeRows,
    states: *const BodyState,
    prediction: PosePrediction,
}

/// Claims of the columns that batches write.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactClaims {
    pub(super) manifolds: RowClaims,
    pub(super) references: RowClaims,
    pub(super) impulses: RowClaims,
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        claims: &mut ContactClaims,
        (manifolds, references): (&mut Column<ManifoldRow>, &mut Column<ReferenceRow>),
        impulses: &mut Column<ImpulseRow>,
        pairs: &'a [[u32; 4]],
        scope: NarrowScope<'a>,
    ) -> Columns<'a> {
        let sharing = Sharing { tasks: 1, threads: scope.tasks.is_some() };
        Columns {
            manifolds: claims.manifolds.share("manifolds", manifolds.unmarked(), sharing),
            references: claims.references.share("references", references.unmarked(), sharing),
            impulses: claims.impulses.share("impulses", impulses.unmarked(), sharing),
            pairs,
            poses: scope.bodies.poses.as_ptr(),
            cells: scope.bodies.cell_column(),
            boxes: scope.boxes.as_ptr(),
            rows: scope.rows,
            states: scope.bodies.states.as_ptr(),
            prediction: scope.prediction,
        }
    }

    /// Returns the poses of both bodies, the second one in the frame of the first.
    ///
    /// # Safety
    /// The batch holds live contacts.
    #[inline(always)]
    unsafe fn bodies<L: Lanes>(&self, l: L, batch: &Batch, poses: &mut RelativePoses) -> [BodyLanes<L>; 2] {
        let [bodies_a, bodies_b] = &batch.bodies;
        // SAFETY: `Contacts` guarantees that the bodies of live contacts are rows of the body columns.
        unsafe {
            let a = BodyLanes::gather(l, self.poses, bodies_a);
            if !LARGE_WORLDS || self.cells.is_null() {
                return [a, BodyLanes::gather(l, self.poses, bodies_b)];
            }
            let each = [&bodies_a[..L::COUNT], &bodies_b[..L::COUNT]];
            let (poses_b, rows_b) = poses.rows((self.poses, self.cells), each);
            [a, BodyLanes::gather(l, poses_b, rows_b)]
        }
    }

    /// Returns the fields of the manifolds.
    ///
    /// # Safety
    /// The slots are live contacts.
    #[inline(always)]
    unsafe fn manifolds<L: Lanes>(&self, l: L, by: Claimant, contacts: &[u32]) -> [L::F; 16] {
        // SAFETY: `Contacts` has a manifold row of sixteen floats for each contact.
        unsafe { l.gather16(self.manifolds.read(l, by, contacts).cast(), contacts) }
    }

    /// Returns the normal and tangent impulses of both points, their loads, and the rest of the row.
    ///
    /// # Safety
    /// The slots are live contacts.
    #[inline(always)]
    unsafe fn impulses<L: Lanes>(&self, l: L, by: Claimant, contacts: &[u32]) -> [L::F; 8] {
        // SAFETY: `Contacts` has an impulse row of eight floats for each contact.
        unsafe { l.gather8(self.impulses.read(l, by, contacts).cast(), contacts) }
    }

    /// Returns the fields of the manifolds and of the impulse rows.
    ///
    /// # Safety
    /// The slots are live contacts.
    #[inline(always)]
    unsafe fn known<L: Lanes>(&self, l: L, by: Claimant, contacts: &[u32]) -> ([L::F; 16], [L::F; 8]) {
        // SAFETY: as for this function.
        unsafe { (self.manifolds(l, by, contacts), self.impulses(l, by, contacts)) }
    }

    /// Returns shapes and bodies of one contact.
    pub(super) fn pair(&self, slot: u32) -> [u32; 4] {
        self.pairs[slot as usize]
    }

    /// Returns pointers to manifold, reference and impulses of one contact.
    ///
    /// # Safety
    /// The slot is a live contact, and `NarrowPhase::update` borrows the columns.
    pub(super) unsafe fn row(
        &self,
        by: Claimant,
        slot: u32,
    ) -> (*mut ManifoldRow, *mut ReferenceRow, *mut ImpulseRow) {
        // SAFETY: as for this function.
        unsafe {
            let (manifold, reference) =
                (self.manifolds.write_row(by, slot), self.references.write_row(by, slot));
            (manifold, reference, self.impulses.write_row(by, slot))
        }
    }
}

// SAFETY: `NarrowPhase::update` gives each contact to one thread, so threads write different rows through
// `DisjointRows`. The other columns are only read.
unsafe impl Sync for Columns<'_> {}

/// Slots of a batch in the columns.
struct Batch {
    /// Contact slots; empty lanes repeat the last one with the skip bit, so that nothing is written for
    /// them.
    contacts: [u32; MAX_LANES],
    pairs: PairBatch,
    bodies: [[u32; MAX_LANES]; 2],
    live: u32,
}

impl Batch {
    #[inline(always)]
    fn new() -> Batch {
        let nothing = [[0; MAX_LANES]; 2];
        Batch { contacts: [SKIP_BIT; MAX_LANES], pairs: PairBatch::new(nothing), bodies: nothing, live: 0 }
    }

    /// Loads the pairs of a chunk of contacts.
    ///
    /// # Safety
    /// The chunk holds live contacts, at least one and at most one per lane.
    #[inline(always)]
    unsafe fn fill<L: Lanes>(&mut self, l: L, chunk: &[u32], pairs: &[[u32; 4]]) {
        if chunk.len() == L::COUNT {
            self.contacts[..L::COUNT].copy_from_slice(&chunk[..L::COUNT]);
        } else {
            self.contacts = [chunk[chunk.len() - 1] | SKIP_BIT; MAX_LANES];
            self.contacts[..chunk.len()].copy_from_slice(chunk);
        }
        self.live = u32::MAX >> (32 - chunk.len());
        // SAFETY: `Contacts` has a pair row of four words for each contact.
        let [shape_a, shape_b, body_a, body_b] = unsafe { l.gather4(pairs.as_ptr().cast(), &self.contacts) };
        let [shapes_a, shapes_b] = &mut self.pairs.shapes;
        let [bodies_a, bodies_b] = &mut self.bodies;
        l.store_u(l.f_to_bits(shape_a), shapes_a);
        l.store_u(l.f_to_bits(shape_b), shapes_b);
        l.store_u(l.f_to_bits(body_a), bodies_a);
        l.store_u(l.f_to_bits(body_b), bodies_b);
    }
}

/// Contacts of a part, all of one kind.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) slots: &'a [u32],
    pub(super) touching: bool,
    pub(super) kernel: CompiledKernel,
    /// Identity of the first contact.
    pub(super) first: Claimant,
}

/// Updates contacts of one kind and lists the changes.
///
/// # Safety
/// The slots are distinct live contacts, and nothing else uses their rows.
#[inline(always)]
pub(super) unsafe fn update<L: Lanes>(
    l: L,
    Work { slots, touching, kernel, first }: Work<'_>,
    columns: &Columns<'_>,
    changes: &mut Changes,
) {
    let (mut batch, mut manifolds, mut poses) = (Batch::new(), ManifoldBatch::EMPTY, RelativePoses::new());
    for (number, chunk) in slots.chunks(L::COUNT).enumerate() {
        let by = first.offset((number * L::COUNT) as u32);
        // SAFETY: `Contacts` guarantees that shapes and bodies of live contacts are rows of their columns.
        unsafe {
            batch.fill(l, chunk, columns.pairs);
            let separated = separated_lanes(l, columns, &batch);
            for lane in bits(separated & batch.live) {
                changes.separated.push(chunk[lane]);
            }
            let [mut a, mut b] = columns.bodies(l, &batch, &mut poses);
            let mut contacts = batch.contacts;
            let (mut old, mut impulses) = ([l.zero(); 16], [l.zero(); 8]);
            if touching {
                old = columns.manifolds(l, by, &batch.contacts);
                let recycled = recycled(l, (columns, by, &old), &batch, &a, &b) & batch.live;
                if recycled == batch.live {
                    continue;
                }
                for lane in bits(recycled) {
                    contacts[lane] |= SKIP_BIT;
                }
                let motion_a = MotionLanes::gather(l, columns.states, &batch.bodies[0]);
                let motion_b = MotionLanes::gather(l, columns.states, &batch.bodies[1]);
                impulses = columns.impulses(l, by, &batch.contacts);
                let normal = impulses[0] + impulses[2];
                [a, b] = columns.prediction.poses(l, [a, b], [motion_a, motion_b], normal);
            }
            let changing = batch.live & !skipped(&contacts[..chunk.len()]);
            let (dx, dy) = (b.px - a.px, b.py - a.py);
            let rel = PoseW {
                px: a.c * dx + a.s * dy,
                py: a.c * dy - a.s * dx,
                c: a.c * b.c + a.s * b.s,
                s: a.c * b.s - a.s * b.c,
            };
            batch.pairs.place(l, rel);
            kernel.collide(columns.rows, &batch.pairs, &mut manifolds);
            let m = manifolds.load(l);
            if !touching {
                if !l.any(m.valid1) {
                    // Apart before and now: the manifold stays empty, and its memory is not touched.
                    continue;
                }
                (old, impulses) = columns.known(l, by, &batch.contacts);
            }
            let [.., old_id1, old_id2, old_count, _] = old;
            let zero = l.zero();
            let (nx, ny) = (a.c * m.normal_x - a.s * m.normal_y, a.s * m.normal_x + a.c * m.normal_y);
            for lane in bits(drop_turned(l, (&old, [nx, ny]), m.valid1, &mut impulses) & changing) {
                changes.turned.push(Turned::new(chunk[lane]));
            }
            let old_ids = [l.f_to_bits(old_id1), l.f_to_bits(old_id2)];
            let impulses = inherited_row(l, [(m.id1, m.valid1), (m.id2, m.valid2)], old_ids, impulses);
            let count = l.select_u(m.valid2, l.splat_u(2), l.select_u(m.valid1, l.splat_u(1), l.splat_u(0)));

            let (b1x, b1y) = b.anchor(rel, m.point1_x, m.point1_y);
            let (b2x, b2y) = b.anchor(rel, m.point2_x, m.point2_y);
            let row = [
                nx,
                ny,
                m.separation1,
                m.separation2,
                m.point1_x - a.lx,
                m.point1_y - a.ly,
                b1x,
                b1y,
                m.point2_x - a.lx,
                m.point2_y - a.ly,
                b2x,
                b2y,
                l.f_from_bits(m.id1),
                l.f_from_bits(m.id2),
                l.f_from_bits(count),
                zero,
            ];
            l.scatter16(columns.manifolds.write(l, by, &contacts).cast(), &contacts, row);
            l.scatter4(columns.references.write(l, by, &contacts).cast(), &contacts, [a.c, a.s, b.c, b.s]);
            l.scatter8(columns.impulses.write(l, by, &contacts).cast(), &contacts, impulses);
            if changes.made.is_wanted() {
                bits(changing).for_each(|lane| changes.made.note(chunk[lane]));
            }
            let touched = l.not(l.eq_u(l.f_to_bits(old_count), l.splat_u(0)));
            let touch_changed = l.bits(l.xor(touched, m.valid1)) & changing & !separated;
            for lane in bits(touch_changed) {
                changes.touch_changed.push(chunk[lane]);
            }
        }
    }
}

/// Drops the impulses of valid lanes whose normal turned far. Returns these lanes.
#[inline(always)]
fn drop_turned<L: Lanes>(
    l: L,
    ([old_nx, old_ny, ..], [nx, ny]): (&[L::F; 16], [L::F; 2]),
    valid: L::M,
    [n1, t1, n2, t2, ..]: &mut [L::F; 8],
) -> u32 {
    let turned = l.lt(*old_nx * nx + *old_ny * ny, l.splat(LEAST_WARM_COSINE));
    let turned = l.and(turned, l.and(valid, l.gt(*n1 + *n2, l.zero())));
    let lanes = l.bits(turned);
    if lanes != 0 {
        for impulse in [n1, t1, n2, t2] {
            *impulse = l.select(turned, l.zero(), *impulse);
        }
    }
    lanes
}

/// Returns the impulse rows of new points. Points with the same id keep their impulses and loads, for warm
/// starting.
#[inline(always)]
fn inherited_row<L: Lanes>(
    l: L,
    [first, second]: [(L::U, L::M); 2],
    old_ids: [L::U; 2],
    [n1, t1, n2, t2, load1, load2, rolling, marks]: [L::F; 8],
) -> [L::F; 8] {
    [
        inherited(l, first, old_ids, [n1, n2]),
        inherited(l, first, old_ids, [t1, t2]),
        inherited(l, second, old_ids, [n1, n2]),
        inherited(l, second, old_ids, [t1, t2]),
        inherited(l, first, old_ids, [load1, load2]),
        inherited(l, second, old_ids, [load1, load2]),
        rolling,
        marks,
    ]
}

/// Returns the impulse of the old point with the same id. Id 0 means no point and inherits nothing.
#[inline(always)]
fn inherited<L: Lanes>(
    l: L,
    (id, valid): (L::U, L::M),
    old_ids: [L::U; 2],
    [first, second]: [L::F; 2],
) -> L::F {
    let second = l.select(l.eq_u(id, old_ids[1]), second, l.zero());
    l.select(valid, l.select(l.eq_u(id, old_ids[0]), first, second), l.zero())
}

impl<L: Lanes> MotionLanes<L> {
    #[inline(always)]
    unsafe fn gather(l: L, states: *const BodyState, bodies: &[u32]) -> MotionLanes<L> {
        // SAFETY: `update` passes bodies of live contacts, which are rows of the column.
        let [vx, vy, w, inv_mass, .., inv_inertia] = unsafe { l.gather8(states.cast(), bodies) };
        MotionLanes { vx, vy, w, inv_mass, inv_inertia }
    }
}

impl<L: Lanes> BodyLanes<L> {
    #[inline(always)]
    unsafe fn gather(l: L, poses: *const BodyPose, bodies: &[u32]) -> BodyLanes<L> {
        // SAFETY: `update` and `bodies` pass rows of the column of poses.
        let [px, py, c, s, cx, cy, lx, ly] = unsafe { l.gather8(poses.cast(), bodies) };
        BodyLanes { px, py, c, s, cx, cy, lx, ly }
    }

    /// Converts a point in the frame of the other body to an anchor: relative to the centre of mass, in the
    /// frame of this body. `rel` is the pose of this body in the frame of the other.
    #[inline(always)]
    fn anchor(&self, rel: PoseW<L>, x: L::F, y: L::F) -> (L::F, L::F) {
        let (x, y) = (x - rel.px, y - rel.py);
        (rel.c * x + rel.s * y - self.lx, rel.c * y - rel.s * x - self.ly)
    }

    #[inline(always)]
    fn rotate(&self, x: L::F, y: L::F) -> (L::F, L::F) {
        (self.c * x - self.s * y, self.s * x + self.c * y)
    }
}

/// Lanes whose manifold is recycled: two points whose anchors hardly slipped, on bodies that hardly
/// rotated.
#[inline(always)]
unsafe fn recycled<L: Lanes>(
    l: L,
    (columns, by, old): (&Columns<'_>, Claimant, &[L::F; 16]),
    batch: &Batch,
    a: &BodyLanes<L>,
    b: &BodyLanes<L>,
) -> u32 {
    // SAFETY: `Contacts` has a reference row of four floats for each contact.
    let [rac, ras, rbc, rbs] = unsafe {
        let references = columns.references.read(l, by, &batch.contacts).cast();
        l.gather4(references, &batch.contacts)
    };
    let [nx, ny, base1, base2, a1x, a1y, b1x, b1y, a2x, a2y, b2x, b2y, _, _, count, _] = *old;
    let aligned = l.splat(KEPT_COSINE);
    let still = l.and(l.gt(a.c * rac + a.s * ras, aligned), l.gt(b.c * rbc + b.s * rbs, aligned));
    let mut keep = l.and(still, l.eq_u(l.f_to_bits(count), l.splat_u(2)));
    let (dx, dy) = (b.cx - a.cx, b.cy - a.cy);
    let margin = l.splat(SPECULATIVE_MARGIN);
    for (base, ax, ay, bx, by) in [(base1, a1x, a1y, b1x, b1y), (base2, a2x, a2y, b2x, b2y)] {
        let reach = l.min(ax * ax + ay * ay, bx * bx + by * by);
        let allowed = l.min(l.splat(KEPT_SHARE * KEPT_SHARE) * reach, l.splat(KEPT_SLIP * KEPT_SLIP));
        let (ax, ay) = a.rotate(ax, ay);
        let (bx, by) = b.rotate(bx, by);
        let (x, y) = (dx + (bx - ax), dy + (by - ay));
        let near = l.le(base + (nx * x + ny * y), margin);
        keep = l.and(keep, l.and(near, l.lt(x * x + y * y, allowed)));
    }
    l.bits(keep)
}

/// Lanes with the skip bit, for which nothing is written.
fn skipped(contacts: &[u32]) -> u32 {
    contacts.iter().enumerate().fold(0, |bits, (lane, contact)| bits | (contact >> 31) << lane)
}

/// Lanes whose AABBs do not overlap.
#[inline(always)]
unsafe fn separated_lanes<L: Lanes>(l: L, columns: &Columns<'_>, batch: &Batch) -> u32 {
    // SAFETY: `update` passes shapes of live contacts, which are rows of the column of AABBs.
    let ([a_min_x, a_min_y, a_max_x, a_max_y], [b_min_x, b_min_y, b_max_x, b_max_y]) = unsafe {
        (
            l.gather4(columns.boxes.cast(), &batch.pairs.shapes[0]),
            l.gather4(columns.boxes.cast(), &batch.pairs.shapes[1]),
        )
    };
    let x = l.or(l.lt(a_max_x, b_min_x), l.lt(b_max_x, a_min_x));
    let y = l.or(l.lt(a_max_y, b_min_y), l.lt(b_max_y, a_min_y));
    l.bits(l.or(x, y))
}

/// Positions of the set bits in ascending order.
fn bits(mut left: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}
