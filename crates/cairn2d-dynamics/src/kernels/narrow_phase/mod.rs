//! Narrow phase: updates the manifolds of all awake contacts, kind by kind.
//!
//! A batch gathers the AABBs, shapes and poses of its pairs and collides them. It matches points with those
//! of the last step by id and writes the new manifolds. Contacts that separated, began or ended to touch are
//! only listed. The lists are processed later on one thread, in an order that depends on neither lanes nor
//! threads.

mod batch;
mod predict;

use cairn2d_geometry::manifold::{CompiledKernel, LocalManifold, PairKind, ShapeRows, collide};
use cairn2d_math::lanes::{AnyLanes, LaneLevel, Scalar};
use cairn2d_math::{Aabb, Pose, Rot, Vec2, with_any_lanes};
use cairn2d_tasks::{TaskSystem, for_each_slot};

use crate::kernels::disjoint::Claimant;
use crate::store::capacity::reserve_total;
use crate::tables::body::{Bodies, BodyPose, BodyState};
use crate::tables::contact::{AnchorPair, Contacts, FIXED, ManifoldRow, ReferenceRow};
use crate::tables::shape::ShapeRecord;

pub(crate) use predict::PosePrediction;
use predict::{BodyLanes, MotionLanes};

/// Slots of contacts that changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Contacts whose AABBs no longer overlap.
    pub(crate) separated: Vec<u32>,
    /// Contacts that began or ended to touch.
    pub(crate) touch_changed: Vec<u32>,
    pub(crate) turned: Vec<Turned>,
    /// Contacts with a new manifold.
    made: Made,
}

/// A contact whose impulses were dropped because its normal turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub(crate) contact: u32,
    /// Whether the other impulses on each body do not balance it.
    pub(crate) unbalanced: [bool; 2],
    /// Whether a much heavier body touches one of both.
    pub(crate) squeezed: bool,
}

impl Turned {
    fn new(contact: u32) -> Turned {
        Turned { contact, unbalanced: [false; 2], squeezed: false }
    }
}

/// Memory of the narrow phase, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct NarrowPhase {
    /// Changes of each part, in order.
    pub(crate) changes: Vec<Changes>,
    parts: Vec<Part>,
    claims: batch::ContactClaims,
}

/// A part of the list of one kind.
#[derive(Clone, Copy, Debug)]
struct Part {
    kind: PairKind,
    touching: bool,
    start: usize,
    end: usize,
}

/// Contacts of a part: enough to outweigh the cost of a task, few enough to balance threads. A multiple of
/// every lane count.
const PART: usize = 512;

/// Lanes for this many contacts. Empty lanes cost gathers and scatters too, but four lanes save less than
/// selections cost without instructions for them.
fn suitable(level: LaneLevel, count: usize) -> AnyLanes {
    let level = if level == LaneLevel::Avx512 && count <= 8 { LaneLevel::Avx2 } else { level };
    level.lanes()
}

/// Inputs of the narrow phase.
#[derive(Clone, Copy)]
pub(crate) struct NarrowScope<'a> {
    pub(crate) bodies: &'a Bodies,
    pub(crate) boxes: &'a [Aabb],
    pub(crate) rows: &'a ShapeRows,
    pub(crate) shapes: &'a [ShapeRecord],
    pub(crate) level: LaneLevel,
    pub(crate) tasks: Option<&'a dyn TaskSystem>,
    /// Whether written rows must be stamped, because a copy of the world exists.
    pub(crate) tracked: bool,
    pub(crate) prediction: PosePrediction,
}

impl NarrowPhase {
    /// Reserves memory for this many awake contacts of any kinds. `sorted` reserves the list that
    /// [`sort_touch_changed`](NarrowPhase::sort_touch_changed) builds.
    pub(crate) fn reserve(&mut self, contacts: usize, sorted: bool) {
        // Each list of contacts may end in a part that is not full.
        let parts = contacts.div_ceil(PART) + 2 * PairKind::ALL.len();
        reserve_total(&mut self.parts, parts);
        if self.changes.len() < parts {
            self.changes.resize_with(parts, Changes::with_capacity);
        }
        self.changes
            .iter_mut()
            .for_each(|changes| reserve_total(&mut changes.made.0, contacts.div_ceil(64 << Made::SHIFT)));
        let claims = &mut self.claims;
        for column in [&mut claims.manifolds, &mut claims.references, &mut claims.impulses] {
            column.reserve(contacts);
        }
        if let Some(first) = self.changes.first_mut().filter(|_| sorted) {
            reserve_total(&mut first.touch_changed, contacts);
        }
    }

    /// Updates all awake contacts and lists the changes. Returns whether there are any.
    pub(crate) fn update(&mut self, contacts: &mut Contacts, scope: NarrowScope<'_>) -> bool {
        let Contacts { awake, manifolds, references, impulses, pairs, .. } = contacts;
        self.parts.clear();
        for kind in PairKind::ALL {
            for touching in [false, true] {
                let count = awake[kind as usize][usize::from(touching)].len();
                if count == 0 {
                    continue;
                }
                let part = |start: usize| Part { kind, touching, start, end: (start + PART).min(count) };
                self.parts.extend((0..count).step_by(PART).map(part));
            }
        }
        // Entries beyond the parts keep their memory for busier steps but must be empty.
        self.changes.iter_mut().for_each(Changes::clear);
        if self.parts.is_empty() {
            return false;
        }
        if self.changes.len() < self.parts.len() {
            self.changes.resize_with(self.parts.len(), Changes::with_capacity);
        }
        let words = if scope.tracked { manifolds.len().div_ceil(64 << Made::SHIFT) } else { 0 };
        self.changes.iter_mut().for_each(|changes| changes.made.0.resize(words, 0));
        let columns = batch::Columns::new(&mut self.claims, (manifolds, references), impulses, pairs, scope);
        let parts = &self.parts;
        for_each_slot(scope.tasks, &mut self.changes[..parts.len()], &|index, changes| {
            let Part { kind, touching, start, end } = parts[index];
            let by = Claimant::new(0, (index * PART) as u32);
            let list = &awake[kind as usize][usize::from(touching)][start..end];
            let lanes = suitable(scope.level, list.len());
            // SAFETY: `Contacts` is borrowed exclusively for this call, and no slot is in two parts.
            unsafe {
                let [first, ..] = columns.pair(list[0]);
                match CompiledKernel::new(lanes, kind, &scope.shapes[first as usize].geometry) {
                    None => {
                        for (number, &slot) in list.iter().enumerate() {
                            let by = by.offset(number as u32);
                            update_one((slot, touching), (&columns, by), scope, changes);
                        }
                    }
                    Some(kernel) => {
                        let work = batch::Work { slots: list, touching, kernel, first: by };
                        with_any_lanes!(lanes, l => batch::update(l, work, &columns, changes));
                    }
                }
            }
        });
        // Threads record written contacts as bits, and the columns are stamped here on one thread.
        for index in 0..words {
            let mut left = self.changes.iter().fold(0, |all, part| all | part.made.0[index]);
            while left != 0 {
                let first = (64 * index + left.trailing_zeros() as usize) << Made::SHIFT;
                left &= left - 1;
                manifolds.mark_range(first, 1 << Made::SHIFT);
                references.mark_range(first, 1 << Made::SHIFT);
                impulses.mark_range(first, 1 << Made::SHIFT);
            }
        }
        true
    }
}

/// Set of contacts with a new manifold, one bit per group of adjacent slots; empty if no copy of the world
/// needs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made(Vec<u64>);

impl Made {
    /// Binary logarithm of the contacts of a group.
    const SHIFT: u32 = 6;

    fn is_wanted(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline(always)]
    fn note(&mut self, slot: u32) {
        let group = slot >> Made::SHIFT;
        if let Some(word) = self.0.get_mut(group as usize / 64) {
            *word |= 1 << (group % 64);
        }
    }
}

impl Changes {
    /// Empty lists with capacity for the worst case, so that a step after warm-up never allocates.
    fn with_capacity() -> Changes {
        Changes {
            separated: Vec::with_capacity(PART),
            touch_changed: Vec::with_capacity(PART),
            turned: Vec::with_capacity(PART),
            made: Made::default(),
        }
    }

    fn clear(&mut self) {
        self.separated.clear();
        self.touch_changed.clear();
        self.turned.clear();
        self.made.0.fill(0);
    }
}

impl NarrowPhase {
    /// Sorts the contacts that began or ended to touch by their shapes. The order of contacts depends on
    /// when they were created; this one does not.
    pub(crate) fn sort_touch_changed(&mut self, pairs: &[[u32; 4]]) {
        let Some((first, rest)) = self.changes.split_first_mut() else { return };
        rest.iter_mut().for_each(|changes| first.touch_changed.append(&mut changes.touch_changed));
        first.touch_changed.sort_unstable_by_key(|&contact| {
            let [a, b, ..] = pairs[contact as usize];
            if a < b { [a, b] } else { [b, a] }
        });
    }
}

/// Updates one contact of a kind without a wide kernel.
///
/// # Safety
/// Nothing else uses the rows of this contact.
unsafe fn update_one(
    (slot, touching): (u32, bool),
    (columns, by): (&batch::Columns<'_>, Claimant),
    scope: NarrowScope<'_>,
    changes: &mut Changes,
) {
    let pair = columns.pair(slot);
    // SAFETY: `Contacts` has a row for every slot, and `NarrowPhase::update` gives this slot to one task
    // only.
    let (manifold, reference, impulse) = unsafe {
        let (manifold, reference, impulse) = columns.row(by, slot);
        (&mut *manifold, &mut *reference, &mut *impulse)
    };
    let [shape_a, shape_b] = [pair[0] as usize, pair[1] as usize];
    if !scope.boxes[shape_a].overlaps(scope.boxes[shape_b]) {
        changes.separated.push(slot);
        return;
    }
    let [a, b] = [pair[2], pair[3]].map(|body| body & !FIXED);
    let mut poses = [a, b].map(|body| scope.bodies.relative_pose(body, a));
    if touching {
        let motions = [a, b].map(|body| motion_of(&scope.bodies.states[body as usize]));
        let [[n1, _], [n2, _]] = impulse.points;
        poses = scope.prediction.poses(Scalar, poses.map(lanes_of), motions, n1 + n2).map(pose_of);
    }
    let [a, b] = poses;
    let rel = a.pose.inv_mul(b.pose);
    let local = collide(&scope.shapes[shape_a].geometry, &scope.shapes[shape_b].geometry, rel);
    let old = *manifold;
    let (mut old_impulses, old_loads) = (impulse.points, impulse.loads);
    changes.made.note(slot);
    (*manifold, *reference) = manifold_rows(&local, [a.pose, b.pose], [a.local_center, b.local_center]);
    let turned = Vec2::from(old.normal).dot(Vec2::from(manifold.normal)) < batch::LEAST_WARM_COSINE;
    if turned && manifold.point_count > 0 && old_impulses[0][0] + old_impulses[1][0] > 0.0 {
        old_impulses = [[0.0; 2]; 2];
        changes.turned.push(Turned::new(slot));
    }
    // Points with the same id keep their impulses and loads; id 0 means no point.
    for (side, &id) in manifold.ids.iter().enumerate() {
        let known = old.ids.iter().position(|&old| old == id && id != 0);
        impulse.points[side] = known.map_or([0.0; 2], |known| old_impulses[known]);
        impulse.loads[side] = known.map_or(0.0, |known| old_loads[known]);
    }
    if (old.point_count > 0) != (manifold.point_count > 0) {
        changes.touch_changed.push(slot);
    }
}

fn motion_of(state: &BodyState) -> MotionLanes<Scalar> {
    let BodyState { velocity, angular_velocity, inv_mass, inv_inertia, .. } = *state;
    MotionLanes { vx: velocity.x, vy: velocity.y, w: angular_velocity, inv_mass, inv_inertia }
}

fn lanes_of(BodyPose { pose: Pose { p, q }, center, local_center }: BodyPose) -> BodyLanes<Scalar> {
    let (px, py, c, s) = (p.x, p.y, q.c, q.s);
    BodyLanes { px, py, c, s, cx: center.x, cy: center.y, lx: local_center.x, ly: local_center.y }
}

fn pose_of(BodyLanes { px, py, c, s, cx, cy, lx, ly }: BodyLanes<Scalar>) -> BodyPose {
    let pose = Pose { p: Vec2::new(px, py), q: Rot { c, s } };
    BodyPose { pose, center: Vec2::new(cx, cy), local_center: Vec2::new(lx, ly) }
}

/// Returns the rows of a manifold of bodies with these poses, and centres of mass in body coordinates.
pub(crate) fn manifold_rows(
    local: &LocalManifold,
    [a, b]: [Pose; 2],
    [center_a, center_b]: [Vec2; 2],
) -> (ManifoldRow, ReferenceRow) {
    let rel = a.inv_mul(b);
    let normal = a.q.rotate(local.normal);
    let mut row = ManifoldRow {
        normal: [normal.x, normal.y],
        point_count: local.count as u32,
        ..ManifoldRow::default()
    };
    for (side, point) in local.points().iter().enumerate() {
        let on_a = point.point - center_a;
        let on_b = rel.inv_transform_point(point.point) - center_b;
        row.points[side] = AnchorPair { a: [on_a.x, on_a.y], b: [on_b.x, on_b.y] };
        row.bases[side] = point.separation;
        row.ids[side] = point.id;
    }
    (row, ReferenceRow { a: [a.q.c, a.q.s], b: [b.q.c, b.q.s] })
}
