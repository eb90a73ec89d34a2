//! Contacts: pairs of shapes whose AABBs overlap. The cold record, the rows that lanes gather, and the table.
//!
//! A contact exists from the moment the AABBs of its shapes overlap until they separate. It is awake while
//! one of its bodies is. An awake contact is in the list of its [`PairKind`] and, if it touches, in a color
//! of the constraint graph.

use cairn2d_geometry::manifold::PairKind;

use crate::store::capacity::reserve_total;
use crate::store::column::Column;
use crate::store::each::Each;
use crate::store::edge_list::{Edge, Linked};
use crate::store::id::ContactId;
use crate::store::slot::NONE;
use crate::store::table::table;
use crate::tables::material::MixedMaterial;

/// The cold part of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) shapes: [u32; 2],
    pub(crate) bodies: [u32; 2],
    pub(crate) edges: [Edge; 2],
    pub(crate) kind: PairKind,
    pub(crate) touching: bool,
    pub(crate) one_way_state: OneWayState,
    /// Position in the list of hooked contacts, `NONE` outside of it.
    pub(crate) hook_index: u32,
    /// Step in which the one-way filter state was last updated, low bits.
    pub(crate) one_way_step: u32,
    /// Position in the list of its kind and touching state, `NONE` while asleep.
    pub(crate) list_index: u32,
    /// Position among the awake contacts with exact restitution, `NONE` for others.
    pub(crate) bouncy_index: u32,
    /// Color of the constraint graph, `NONE` outside of it.
    pub(crate) color: u32,
    pub(crate) color_index: u32,
}

impl Contact {
    /// Content of a free slot: a contact without shapes, in no list.
    pub(crate) const VACANT: Contact = Contact {
        shapes: [NONE; 2],
        bodies: [NONE; 2],
        edges: [Edge::UNLINKED; 2],
        kind: PairKind::Scalar,
        touching: false,
        one_way_state: OneWayState::None,
        one_way_step: 0,
        hook_index: NONE,
        list_index: NONE,
        bouncy_index: NONE,
        color: NONE,
        color_index: NONE,
    };
}

const _: () = assert!(size_of::<Contact>() <= 60);

impl Linked for Contact {
    fn bodies(&self) -> [u32; 2] {
        self.bodies
    }

    fn edges(&self) -> &[Edge; 2] {
        &self.edges
    }

    fn edges_mut(&mut self) -> &mut [Edge; 2] {
        &mut self.edges
    }
}

/// One-way filter state of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum OneWayState {
    /// None of the shapes is one-way.
    None,
    /// The shapes are apart; the state is decided when they meet.
    Apart,
    /// The shape is solid for this contact.
    Solid,
    /// The body came from the open side and passes, until it has left or is outside on the solid side.
    Passing,
    /// The caller opened the contact, until the shapes are apart.
    Dropped,
}

/// Manifold of a contact, 64 bytes: normal in world axes, points as a pair of anchors fixed to the two
/// bodies.
///
/// A manifold is recycled while the bodies hardly rotate and slide relative to each other; the narrow phase
/// explains why. Its separations are then those of the anchors.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ManifoldRow {
    pub(crate) normal: [f32; 2],
    /// Separation at each point where its two anchors coincide \[m\].
    pub(crate) bases: [f32; 2],
    pub(crate) points: [AnchorPair; 2],
    /// Feature ids, 0 for no point.
    pub(crate) ids: [u32; 2],
    pub(crate) point_count: u32,
    pub(crate) reserved: u32,
}

/// One point of a [`ManifoldRow`] from each body's centre of mass, in body axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AnchorPair {
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
}

/// Rotations of the two bodies when the manifold was computed, 16 bytes; zeros if it must not be recycled.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReferenceRow {
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
}

/// Combined material of a contact, 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SurfaceRow {
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    pub(crate) tangent_speed: f32,
    pub(crate) rolling_resistance: f32,
}

/// Properties that few contacts have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RareRow {
    /// Static friction \[-\], 0 if it equals sliding friction.
    pub(crate) static_friction: f32,
    /// Frequency \[Hz\] and damping ratio \[-\] of the contact's own softness; 0 for that of the world.
    pub(crate) hertz: f32,
    pub(crate) damping_ratio: f32,
    /// Approach speed above which a hit is reported \[m/s\].
    pub(crate) hit_threshold: f32,
}

impl Default for RareRow {
    fn default() -> RareRow {
        RareRow { static_friction: 0.0, hertz: 0.0, damping_ratio: 0.0, hit_threshold: f32::MAX }
    }
}

/// Solver results for the next step, 32 bytes.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImpulseRow {
    /// Normal and tangent impulse of the first point, then of the second \[N s\].
    pub(crate) points: [[f32; 2]; 2],
    /// Remembered force of each point \[N\]; see the load memory of the solver.
    pub(crate) loads: [f32; 2],
    pub(crate) rolling: f32,
    /// Bits of [`mark`].
    pub(crate) marks: u32,
}

/// Bits of [`ImpulseRow::marks`].
pub(crate) mod mark {
    /// The contact has static friction.
    pub(crate) const STATIC_FRICTION: u32 = 1;
    /// The contact has its own softness.
    pub(crate) const SOFT: u32 = 2;
    /// The contact reports hits above a threshold.
    pub(crate) const HITS: u32 = 4;
    /// The contact is disabled for this step, because the shapes will not meet, or not again.
    pub(crate) const DISABLED: u32 = 8;
    /// The bodies overlap deeply without having moved into each other, or touch a body of such a contact.
    pub(crate) const EMBEDDED: u32 = 16;
    /// Equilibrium determines the loads of the contact in this step. Only during a solve.
    pub(crate) const CARRIED: u32 = 32;
    /// Rare properties of the material.
    pub(crate) const MATERIAL: u32 = STATIC_FRICTION | SOFT;
    /// All properties in [`RareRow`](super::RareRow).
    pub(crate) const RARE: u32 = MATERIAL | HITS;
}

impl ImpulseRow {
    /// Returns whether one of these bits of [`mark`] is set.
    pub(crate) fn is_marked(&self, bits: u32) -> bool {
        self.marks & bits != 0
    }
}

const _: () = assert!(size_of::<ManifoldRow>() == 64 && size_of::<ImpulseRow>() == 32);
const _: () = assert!(size_of::<ReferenceRow>() == 16 && size_of::<SurfaceRow>() == 16);

impl From<MixedMaterial> for SurfaceRow {
    fn from(material: MixedMaterial) -> SurfaceRow {
        SurfaceRow {
            friction: material.friction,
            restitution: material.restitution,
            tangent_speed: material.tangent_speed,
            rolling_resistance: material.rolling_resistance,
        }
    }
}

table! {
    /// All contacts.
    Contacts of ContactRow {
        columns {
            records: Column<Contact> = Contact::VACANT;
            manifolds: Column<ManifoldRow> = ManifoldRow::default();
            references: Column<ReferenceRow> = ReferenceRow::default();
            surfaces: Column<SurfaceRow> = SurfaceRow::default();
            impulses: Column<ImpulseRow> = ImpulseRow::default();
            /// Shapes and bodies as the kernels read them: shape A, shape B, body A, body B. The top bit
            /// marks a body that the solver does not move: one that is not dynamic, or asleep.
            pairs: Column<[u32; 4]> = [0; 4];
        }
        optional {
            /// Rare properties, valid where [`mark::RARE`] is set; empty as long as it never was.
            rares: Vec<RareRow> = RareRow::default();
        }
        others {
            /// Contacts of hooked shapes.
            hooked: Vec<u32> = Vec::new();
            /// Awake contacts by kind, separate for touching and other contacts. The latter have no old
            /// manifolds to read.
            awake: [[Vec<u32>; 2]; PairKind::ALL.len()] = Default::default();
            /// Awake contacts with at least this restitution, touching or not.
            bouncy: Vec<u32> = Vec::new();
            /// Contacts that `solve_impacts` disabled for the solver in this step. The next step enables them
            /// again.
            released: Vec<u32> = Vec::new();
            exact_restitution: f32 = 0.0;
        }
    }
}

/// Marks a body slot that the solver reads but never writes.
pub(crate) const FIXED: u32 = 0x8000_0000;

impl Contacts {
    pub(crate) fn new(tag: u8, exact_restitution: f32) -> Contacts {
        Contacts { exact_restitution, ..Contacts::empty(tag) }
    }

    /// Returns the bodies of a contact that the solver moves.
    pub(crate) fn solved_bodies(&self, slot: u32) -> [Option<u32>; 2] {
        let [.., a, b] = self.pairs[slot as usize];
        [a, b].each(|body| (body & FIXED == 0).then_some(body))
    }

    /// Allocates a slot for a contact that does not touch yet.
    pub(crate) fn insert(
        &mut self,
        record: Contact,
        pair: [u32; 4],
        material: MixedMaterial,
        hit_threshold: f32,
    ) -> u32 {
        let surfaces = SurfaceRow::from(material);
        let slot =
            self.insert_row(ContactRow { records: record, pairs: pair, surfaces, ..ContactRow::default() });
        let is_plain = material.static_friction.is_none() && material.softness.is_none();
        if is_plain && self.rares.is_empty() && hit_threshold == f32::MAX {
            return slot;
        }
        if hit_threshold < f32::MAX {
            self.impulses[slot as usize].marks |= mark::HITS;
            self.rare_mut(slot).hit_threshold = hit_threshold;
        }
        self.set_surface(slot, material);
        slot
    }

    /// Returns the approach speed above which a contact reports a hit \[m/s\].
    pub(crate) fn hit_threshold(&self, slot: u32) -> f32 {
        let index = slot as usize;
        if self.impulses[index].is_marked(mark::HITS) { self.rares[index].hit_threshold } else { f32::MAX }
    }

    /// Returns the rare properties of a contact; the first call makes the column.
    pub(crate) fn rare_mut(&mut self, slot: u32) -> &mut RareRow {
        if self.rares.is_empty() {
            self.rares.resize(self.records.len(), RareRow::default());
        }
        &mut self.rares[slot as usize]
    }

    /// Sets the material of a contact.
    pub(crate) fn set_surface(&mut self, slot: u32, material: MixedMaterial) {
        let index = slot as usize;
        self.surfaces[index] = SurfaceRow::from(material);
        let static_friction = material.static_friction.filter(|&most| most > material.friction);
        let row = &mut self.impulses[index];
        row.marks &= !mark::MATERIAL;
        row.marks |= if static_friction.is_some() { mark::STATIC_FRICTION } else { 0 };
        row.marks |= if material.softness.is_some() { mark::SOFT } else { 0 };
        let is_rare = row.is_marked(mark::MATERIAL);
        if is_rare || !self.rares.is_empty() {
            let rare = self.rare_mut(slot);
            rare.static_friction = static_friction.unwrap_or(0.0);
            rare.hertz = material.softness.map_or(0.0, |softness| softness.hertz);
            rare.damping_ratio = material.softness.map_or(0.0, |softness| softness.damping_ratio);
        }
        let row = &mut self.impulses[index];
        if material.rolling_resistance == 0.0 {
            row.rolling = 0.0;
        }
        self.list_bouncy(slot);
    }

    /// Stamps the rows that the solver wrote: impulses of awake touching contacts, and rotations if some
    /// manifolds are not recycled.
    pub(crate) fn mark_solved(&mut self, references: bool) {
        let touching = || self.awake.iter().map(|[_, touching]| touching);
        if 2 * touching().map(Vec::len).sum::<usize>() >= self.records.len() {
            self.impulses.mark_all();
        } else {
            touching().for_each(|list| self.impulses.mark_rows(list));
        }
        if references {
            self.references.mark_all();
        }
    }

    /// Adds a contact to the list of hooked ones.
    pub(crate) fn hook(&mut self, slot: u32) {
        self.records[slot as usize].hook_index = self.hooked.len() as u32;
        self.hooked.push(slot);
    }

    /// Removes a contact from the list of hooked ones, if it is there.
    pub(crate) fn unhook(&mut self, slot: u32) {
        let position = self.records[slot as usize].hook_index;
        if position == NONE {
            return;
        }
        self.records[slot as usize].hook_index = NONE;
        self.hooked.swap_remove(position as usize);
        if let Some(&moved) = self.hooked.get(position as usize) {
            self.records[moved as usize].hook_index = position;
        }
    }

    /// Reserves memory for this many slots, of any kind.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.reserve_rows(count);
        reserve_total(&mut self.rares, count);
        self.awake.iter_mut().flatten().for_each(|list| reserve_total(list, count));
        reserve_total(&mut self.bouncy, count);
    }

    /// Adds a contact to the list of its kind.
    pub(crate) fn wake(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        if record.list_index == NONE {
            let list = &mut self.awake[record.kind as usize][usize::from(record.touching)];
            record.list_index = list.len() as u32;
            list.push(slot);
            self.list_bouncy(slot);
        }
    }

    /// Returns whether the impacts of a contact are exact.
    pub(crate) fn bounces(&self, slot: u32) -> bool {
        self.surfaces[slot as usize].restitution >= self.exact_restitution
    }

    /// Adds a contact to the list of exact restitution or removes it, by its restitution.
    #[inline]
    pub(crate) fn list_bouncy(&mut self, slot: u32) {
        let record = &self.records[slot as usize];
        let bounces =
            record.list_index != NONE && self.surfaces[slot as usize].restitution >= self.exact_restitution;
        if bounces != (record.bouncy_index != NONE) {
            self.relist_bouncy(slot);
        }
    }

    /// Adds a contact to the list of exact restitution, or removes it if it is there.
    fn relist_bouncy(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        let position = record.bouncy_index;
        if position == NONE {
            record.bouncy_index = self.bouncy.len() as u32;
            self.bouncy.push(slot);
        } else {
            record.bouncy_index = NONE;
            self.bouncy.swap_remove(position as usize);
            if let Some(&moved) = self.bouncy.get(position as usize) {
                self.records[moved as usize].bouncy_index = position;
            }
        }
    }

    /// Removes a contact from the list of its kind.
    pub(crate) fn sleep(&mut self, slot: u32) {
        if self.unlist(slot) {
            self.list_bouncy(slot);
        }
    }

    /// As [`sleep`](Self::sleep), but the list of exact restitution stays as it is. Returns whether the
    /// contact was listed.
    fn unlist(&mut self, slot: u32) -> bool {
        let record = &mut self.records[slot as usize];
        let position = record.list_index;
        if position == NONE {
            return false;
        }
        let list = &mut self.awake[record.kind as usize][usize::from(record.touching)];
        record.list_index = NONE;
        list.swap_remove(position as usize);
        if let Some(&moved) = list.get(position as usize) {
            self.records[moved as usize].list_index = position;
        }
        true
    }

    /// Begins or ends the touching of a contact. Returns whether it touches now.
    pub(crate) fn change_touch(&mut self, slot: u32) -> bool {
        let awake = self.unlist(slot);
        let record = &mut self.records[slot as usize];
        record.touching = !record.touching;
        let touching = record.touching;
        if awake {
            let list = &mut self.awake[record.kind as usize][usize::from(touching)];
            record.list_index = list.len() as u32;
            list.push(slot);
        }
        touching
    }

    pub(crate) fn awake_count(&self) -> usize {
        self.awake.iter().flatten().map(Vec::len).sum()
    }

    pub(crate) fn id(&self, slot: u32) -> ContactId {
        ContactId::from_raw(self.pool.id(slot))
    }
}
