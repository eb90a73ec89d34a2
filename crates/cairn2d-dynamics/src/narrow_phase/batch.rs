//! The wide part of the narrow phase: contacts of one kind, as many at a time as there are lanes.
//!
//! Points far from the origin stay precise because only differences of positions are formed: B relative to A, anchors relative to the centre
//! of mass of A.

use cairn2d_geometry::manifold::{
    ManifoldW, PairKind, PoseW, ShapeRows, capsule_capsule, chain_circle, chain_polygon, polygon_circle,
    polygon_polygon, rect_circle, rect_rect,
};
use cairn2d_math::Aabb;
use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use crate::body::BodyPose;
use crate::contact::{ImpulseRow, ManifoldRow};

use super::{Changes, NarrowScope};

/// The columns a batch reads and writes.
pub(super) struct Columns<'a> {
    manifolds: *mut ManifoldRow,
    impulses: *mut ImpulseRow,
    pairs: &'a [[u32; 4]],
    poses: *const BodyPose,
    boxes: *const Aabb,
    rows: &'a ShapeRows,
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        manifolds: &mut [ManifoldRow],
        impulses: &mut [ImpulseRow],
        pairs: &'a [[u32; 4]],
        scope: NarrowScope<'a>,
    ) -> Columns<'a> {
        Columns {
            manifolds: manifolds.as_mut_ptr(),
            impulses: impulses.as_mut_ptr(),
            pairs,
            poses: scope.poses.as_ptr(),
            boxes: scope.boxes.as_ptr(),
            rows: scope.rows,
        }
    }

    /// Pair, manifold and impulses of one contact.
    ///
    /// # Safety
    /// The slot is that of a live contact, and nothing else uses its rows.
    pub(super) unsafe fn row(&self, slot: u32) -> ([u32; 4], &mut ManifoldRow, &mut ImpulseRow) {
        let index = slot as usize;
        // SAFETY: the columns have a row for every slot.
        unsafe { (self.pairs[index], &mut *self.manifolds.add(index), &mut *self.impulses.add(index)) }
    }
}

// SAFETY: threads that share the columns write rows of different contacts only.
unsafe impl Sync for Columns<'_> {}

/// Brings contacts of one kind up to date.
///
/// # Safety
/// The slots are distinct live contacts of this kind, and nothing else uses their rows.
#[inline(always)]
pub(super) unsafe fn update_kind<L: Lanes>(
    l: L,
    (kind, touching): (PairKind, bool),
    slots: &[u32],
    columns: &Columns<'_>,
    changes: &mut Changes,
) {
    macro_rules! update_with {
        ($kernel:ident) => {
            // SAFETY: the caller vouches for the slots; contacts hold shapes in the order their kind asks for.
            unsafe {
                update(
                    l,
                    (slots, touching),
                    columns,
                    changes,
                    #[inline(always)]
                    |rows: &ShapeRows, a: &[u32], b: &[u32], rel| $kernel(l, rows, a, b, rel),
                );
            }
        };
    }
    match kind {
        PairKind::RectCircle => update_with!(rect_circle),
        PairKind::CapsuleCapsule => update_with!(capsule_capsule),
        PairKind::RectRect => update_with!(rect_rect),
        PairKind::PolygonCircle => update_with!(polygon_circle),
        PairKind::PolygonPolygon => update_with!(polygon_polygon),
        PairKind::ChainCircle => update_with!(chain_circle),
        PairKind::ChainPolygon => update_with!(chain_polygon),
        _ => {}
    }
}

/// Positions of a batch in the columns.
struct Batch {
    /// Contact slots; empty lanes repeat the last one, marked so that nothing is written for them.
    contacts: [u32; MAX_LANES],
    shapes: [[u32; MAX_LANES]; 2],
    bodies: [[u32; MAX_LANES]; 2],
    live: u32,
}

#[inline(always)]
fn batch(chunk: &[u32], pairs: &[[u32; 4]]) -> Batch {
    let last = chunk[chunk.len() - 1];
    let mut batch = Batch {
        contacts: [last | SKIP_BIT; MAX_LANES],
        shapes: [[0; MAX_LANES]; 2],
        bodies: [[0; MAX_LANES]; 2],
        live: u32::MAX >> (32 - chunk.len()),
    };
    batch.contacts[..chunk.len()].copy_from_slice(chunk);
    for lane in 0..MAX_LANES {
        let pair = pairs[chunk.get(lane).copied().unwrap_or(last) as usize];
        batch.shapes[0][lane] = pair[0];
        batch.shapes[1][lane] = pair[1];
        batch.bodies[0][lane] = pair[2];
        batch.bodies[1][lane] = pair[3];
    }
    batch
}

#[inline(always)]
unsafe fn update<L: Lanes>(
    l: L,
    (slots, touching): (&[u32], bool),
    columns: &Columns<'_>,
    changes: &mut Changes,
    kernel: impl Fn(&ShapeRows, &[u32], &[u32], PoseW<L>) -> ManifoldW<L>,
) {
    for chunk in slots.chunks(L::COUNT) {
        let batch = batch(chunk, columns.pairs);
        // SAFETY: shapes and bodies of live contacts are rows of their columns.
        unsafe {
            let parted = parted(l, columns, &batch);
            for lane in bits(parted & batch.live) {
                changes.parted.push(chunk[lane]);
            }
            let [apx, apy, ac, asin, _, _, alx, aly] = l.gather8(columns.poses.cast(), &batch.bodies[0]);
            let [bpx, bpy, bc, bsin, _, _, blx, bly] = l.gather8(columns.poses.cast(), &batch.bodies[1]);
            let (dx, dy) = (bpx - apx, bpy - apy);
            let rel = PoseW {
                px: ac * dx + asin * dy,
                py: ac * dy - asin * dx,
                c: ac * bc + asin * bsin,
                s: ac * bsin - asin * bc,
            };
            let m = kernel(columns.rows, &batch.shapes[0], &batch.shapes[1], rel);
            if !touching && !l.any(m.valid1) {
                // Near but apart, before and now: the manifold stays empty, and its memory need not be touched.
                continue;
            }

            let old = l.gather16(columns.manifolds.cast_const().cast(), &batch.contacts);
            let [.., old_count, friction, bounce, belt] = old;
            let [n1, t1, n2, t2] = l.gather8_low(columns.impulses.cast_const().cast(), &batch.contacts);
            let zero = l.zero();
            let id1 = l.select_u(m.valid1, m.id1, l.splat_u(0));
            let id2 = l.select_u(m.valid2, m.id2, l.splat_u(0));
            let (old1, old2) = (l.f_to_bits(old[7]), l.f_to_bits(old[11]));
            // An id of 0 is no point: it must not inherit from another that is none.
            let inherit = |id: L::U, valid: L::M, first: L::F, second: L::F| {
                let kept = l.select(l.eq_u(id, old2), second, zero);
                l.select(valid, l.select(l.eq_u(id, old1), first, kept), zero)
            };
            let impulses = [
                inherit(id1, m.valid1, n1, n2),
                inherit(id1, m.valid1, t1, t2),
                inherit(id2, m.valid2, n1, n2),
                inherit(id2, m.valid2, t1, t2),
            ];
            let count = l.select_u(m.valid2, l.splat_u(2), l.select_u(m.valid1, l.splat_u(1), l.splat_u(0)));

            let turn = |x: L::F, y: L::F| (ac * x - asin * y, asin * x + ac * y);
            let (nx, ny) = turn(m.normal_x, m.normal_y);
            let (alx_w, aly_w) = turn(alx, aly);
            let (blx_w, bly_w) = (bc * blx - bsin * bly, bsin * blx + bc * bly);
            let (p1x, p1y) = turn(m.point1_x - alx, m.point1_y - aly);
            let (p2x, p2y) = turn(m.point2_x - alx, m.point2_y - aly);
            let row = [
                nx,
                ny,
                (alx_w - blx_w) - dx,
                (aly_w - bly_w) - dy,
                p1x,
                p1y,
                m.separation1,
                l.f_from_bits(id1),
                p2x,
                p2y,
                m.separation2,
                l.f_from_bits(id2),
                l.f_from_bits(count),
                friction,
                bounce,
                belt,
            ];
            l.scatter16(columns.manifolds.cast(), &batch.contacts, row);
            l.scatter8_low(columns.impulses.cast(), &batch.contacts, impulses);
            let touched = l.not(l.eq_u(l.f_to_bits(old_count), l.splat_u(0)));
            let toggled = l.bits(l.xor(touched, m.valid1)) & batch.live & !parted;
            for lane in bits(toggled) {
                changes.toggled.push(chunk[lane]);
            }
        }
    }
}

/// Lanes whose boxes do not overlap.
#[inline(always)]
unsafe fn parted<L: Lanes>(l: L, columns: &Columns<'_>, batch: &Batch) -> u32 {
    // SAFETY: the caller vouches for the shapes.
    let ([a_min_x, a_min_y, a_max_x, a_max_y], [b_min_x, b_min_y, b_max_x, b_max_y]) = unsafe {
        (l.gather4(columns.boxes.cast(), &batch.shapes[0]), l.gather4(columns.boxes.cast(), &batch.shapes[1]))
    };
    let x = l.or(l.lt(a_max_x, b_min_x), l.lt(b_max_x, a_min_x));
    let y = l.or(l.lt(a_max_y, b_min_y), l.lt(b_max_y, a_min_y));
    l.bits(l.or(x, y))
}

/// Positions of the bits that are set, ascending.
fn bits(mut left: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}
