//! Contacts: pairs of shapes whose boxes touch. The cold record, the rows that lanes gather, and the table.
//!
//! A contact lives from the moment the boxes of its shapes touch until they part. It is awake while one of its bodies is; then it
//! stands in the list of its [`PairKind`] and, if it touches, in a color of the constraint graph.

use cairn2d_geometry::manifold::PairKind;

use crate::store::column::{Column, keep_fields};
use crate::store::edge_list::{Edge, Linked};
use crate::store::id::{ContactId, IdPool};
use crate::store::room::{clone_into_room, room};
use crate::store::slot::NONE;
use crate::tables::material::MixedMaterial;

/// The cold part of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) shapes: [u32; 2],
    pub(crate) bodies: [u32; 2],
    pub(crate) edges: [Edge; 2],
    pub(crate) kind: PairKind,
    pub(crate) touching: bool,
    pub(crate) gate: Gate,
    /// Position in the list of hooked contacts, `NONE` outside of it.
    pub(crate) hook_index: u32,
    /// Step in which the gate was last looked at, low bits.
    pub(crate) gate_seen: u32,
    /// Position in the list of its kind and touching, `NONE` while asleep.
    pub(crate) list_index: u32,
    /// Position among the awake contacts that bounce, `NONE` for others.
    pub(crate) bouncy_index: u32,
    /// Color of the constraint graph, `NONE` outside of it.
    pub(crate) color: u32,
    pub(crate) color_index: u32,
}

impl Contact {
    /// What stands in a slot that is free: a contact of nothing, in no list.
    pub(crate) const VACANT: Contact = Contact {
        shapes: [NONE; 2],
        bodies: [NONE; 2],
        edges: [Edge::UNLINKED; 2],
        kind: PairKind::Scalar,
        touching: false,
        gate: Gate::None,
        gate_seen: 0,
        hook_index: NONE,
        list_index: NONE,
        bouncy_index: NONE,
        color: NONE,
        color_index: NONE,
    };
}

const _: () = assert!(size_of::<Contact>() <= 60);

impl Linked for Contact {
    fn edges(&mut self) -> &mut [Edge; 2] {
        &mut self.edges
    }
}

/// What a contact with a one-way shape does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Gate {
    /// None of the shapes is one-way.
    None,
    /// The shapes are apart; it is decided when they meet.
    Apart,
    /// It holds as any contact.
    Holds,
    /// It lets pass what came from the open side, until that has left or is outside on the solid side.
    Passes,
    /// It was told to let go, until the shapes are apart.
    Drops,
}

/// Manifold of a contact, 64 bytes: normal in world axes, points as a pair of anchors fixed to the two bodies.
///
/// A manifold is kept while the bodies turn and slip little against each other; see the narrow phase for why. Its separations are then
/// those of the anchors.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ManifoldRow {
    pub(crate) normal: [f32; 2],
    /// Distance of the surfaces at each point where its two anchors coincide \[m\].
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

/// Rotations of the two bodies when the manifold was made, 16 bytes; zeros when it must not be kept.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReferenceRow {
    pub(crate) a: [f32; 2],
    pub(crate) b: [f32; 2],
}

/// Surface of a contact, 16 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SurfaceRow {
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    pub(crate) tangent_speed: f32,
    pub(crate) rolling_resistance: f32,
}

/// What few surfaces have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RareRow {
    /// Friction that must be overcome before the contact slides \[-\], 0 where it is the same as in sliding.
    pub(crate) static_friction: f32,
    /// Frequency and damping ratio of a softness of its own \[Hz\], \[-\]; 0 for that of the world.
    pub(crate) hertz: f32,
    pub(crate) damping_ratio: f32,
}

/// What the solver leaves behind for the next step, 32 bytes.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImpulseRow {
    /// Normal and tangent impulse of the first point, then of the second \[N s\].
    pub(crate) points: [[f32; 2]; 2],
    pub(crate) rolling: f32,
    /// Approach speed above which a hit is reported \[m/s\].
    pub(crate) hit_threshold: f32,
    /// Distance by which the surfaces are farther apart for the solver than they are \[m\]: [`INERT`] in a step in which they will not meet, or not
    /// again, 0 otherwise.
    pub(crate) slack: f32,
    /// What is rare of the surface, a sum: 0 for nothing, [`GRIPS`], [`SOFT`]; see [`RareRow`]. A float, for the lanes.
    pub(crate) rare: f32,
}

/// The surface has static friction.
const GRIPS: f32 = 1.0;

/// The surface has a softness of its own.
const SOFT: f32 = 2.0;

impl ImpulseRow {
    /// Whether the surface has a softness of its own.
    pub(crate) fn is_soft(&self) -> bool {
        self.rare >= SOFT
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

/// Slack of a contact that the solver leaves alone \[m\].
pub(crate) const INERT: f32 = 1.0e3;

/// All contacts: one entry of every column per slot.
#[derive(Debug)]
pub(crate) struct Contacts {
    pub(crate) pool: IdPool,
    pub(crate) records: Column<Contact>,
    pub(crate) manifolds: Column<ManifoldRow>,
    pub(crate) references: Column<ReferenceRow>,
    pub(crate) surfaces: Column<SurfaceRow>,
    pub(crate) impulses: Column<ImpulseRow>,
    /// What few surfaces have, where [`ImpulseRow::rare`] says so; empty as long as it never did.
    pub(crate) rares: Vec<RareRow>,
    /// Shapes and bodies as the kernels read them: shape A, shape B, body A, body B; the top bit marks a body that is not dynamic.
    pub(crate) pairs: Column<[u32; 4]>,
    /// Contacts of shapes that ask the hooks of the world.
    pub(crate) hooked: Vec<u32>,
    /// Awake contacts by kind, those that touch apart from those that are only near: the latter need no look at old manifolds.
    pub(crate) awake: [[Vec<u32>; 2]; PairKind::ALL.len()],
    /// Awake contacts with at least this restitution, touching or not.
    pub(crate) bouncy: Vec<u32>,
    /// Contacts that `solve_impacts` disabled for the solver in this step. The next step enables them again.
    pub(crate) released: Vec<u32>,
    pub(crate) exact_restitution: f32,
}

clone_into_room!(Contacts: pool, records, manifolds, references, surfaces, impulses, rares, pairs, hooked, awake, bouncy, released, exact_restitution);
keep_fields!(Contacts: pool, records, manifolds, references, surfaces, impulses, rares, pairs, hooked, awake, bouncy, released, exact_restitution);

/// Marks the slot of a body that the solver reads but never writes.
pub(crate) const FIXED: u32 = 0x8000_0000;

impl Contacts {
    pub(crate) fn new(tag: u8, exact_restitution: f32) -> Contacts {
        Contacts {
            pool: IdPool::new(tag),
            records: Column::default(),
            manifolds: Column::default(),
            references: Column::default(),
            surfaces: Column::default(),
            impulses: Column::default(),
            rares: Vec::new(),
            pairs: Column::default(),
            hooked: Vec::new(),
            awake: Default::default(),
            bouncy: Vec::new(),
            released: Vec::new(),
            exact_restitution,
        }
    }

    /// Forgets all contacts but for the ids, and keeps the memory.
    pub(crate) fn clear(&mut self, exact_restitution: f32) {
        self.records.clear();
        self.manifolds.clear();
        self.references.clear();
        self.surfaces.clear();
        self.impulses.clear();
        self.rares.clear();
        self.pairs.clear();
        self.hooked.clear();
        self.awake.iter_mut().flatten().for_each(Vec::clear);
        self.bouncy.clear();
        self.released.clear();
        self.exact_restitution = exact_restitution;
    }

    /// Takes a slot for a contact that does not touch yet.
    pub(crate) fn insert(
        &mut self,
        record: Contact,
        pair: [u32; 4],
        material: MixedMaterial,
        hit_threshold: f32,
    ) -> u32 {
        let slot = self.pool.insert().slot();
        let impulse = ImpulseRow { hit_threshold, ..ImpulseRow::default() };
        let index = slot as usize;
        if index == self.records.len() {
            self.records.push(record);
            self.manifolds.push(ManifoldRow::default());
            self.references.push(ReferenceRow::default());
            self.surfaces.push(SurfaceRow::default());
            self.impulses.push(impulse);
            if !self.rares.is_empty() {
                self.rares.push(RareRow::default());
            }
            self.pairs.push(pair);
        } else {
            self.records[index] = record;
            self.manifolds[index] = ManifoldRow::default();
            self.impulses[index] = impulse;
            self.pairs[index] = pair;
        }
        self.set_surface(slot, material);
        slot
    }

    /// Gives a contact a surface.
    pub(crate) fn set_surface(&mut self, slot: u32, material: MixedMaterial) {
        let index = slot as usize;
        self.surfaces[index] = SurfaceRow::from(material);
        let grip = material.static_friction.filter(|&most| most > material.friction);
        let row = &mut self.impulses[index];
        row.rare = (if grip.is_some() { GRIPS } else { 0.0 })
            + (if material.softness.is_some() { SOFT } else { 0.0 });
        if row.rare > 0.0 && self.rares.is_empty() {
            self.rares.resize(self.records.len(), RareRow::default());
        }
        if let Some(rare) = self.rares.get_mut(index) {
            *rare = RareRow {
                static_friction: grip.unwrap_or(0.0),
                hertz: material.softness.map_or(0.0, |softness| softness.hertz),
                damping_ratio: material.softness.map_or(0.0, |softness| softness.damping_ratio),
            };
        }
        if material.rolling_resistance == 0.0 {
            row.rolling = 0.0;
        }
        self.list_bouncy(slot);
    }

    /// Marks what the solver wrote: impulses of all that touches and is awake, and rotations where some are not kept.
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

    /// Puts a contact into the list of hooked ones.
    pub(crate) fn hook(&mut self, slot: u32) {
        self.records[slot as usize].hook_index = self.hooked.len() as u32;
        self.hooked.push(slot);
    }

    /// Takes a contact out of the list of hooked ones, if it is there.
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

    /// Makes room for this many slots, of whatever kind.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.pool.reserve(count);
        self.records.room(count);
        self.manifolds.room(count);
        self.references.room(count);
        self.surfaces.room(count);
        self.impulses.room(count);
        room(&mut self.rares, count);
        self.pairs.room(count);
        self.awake.iter_mut().flatten().for_each(|list| room(list, count));
        room(&mut self.bouncy, count);
    }

    /// Puts a contact into the list of its kind.
    pub(crate) fn wake(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        if record.list_index == NONE {
            let list = &mut self.awake[record.kind as usize][usize::from(record.touching)];
            record.list_index = list.len() as u32;
            list.push(slot);
            self.list_bouncy(slot);
        }
    }

    /// Whether the impacts of a contact are resolved at their exact time.
    pub(crate) fn bounces(&self, slot: u32) -> bool {
        self.surfaces[slot as usize].restitution >= self.exact_restitution
    }

    /// Lists a contact among those that bounce, or takes it out, as its restitution says.
    pub(crate) fn list_bouncy(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        let bounces =
            record.list_index != NONE && self.surfaces[slot as usize].restitution >= self.exact_restitution;
        let position = record.bouncy_index;
        if bounces && position == NONE {
            record.bouncy_index = self.bouncy.len() as u32;
            self.bouncy.push(slot);
        } else if !bounces && position != NONE {
            record.bouncy_index = NONE;
            self.bouncy.swap_remove(position as usize);
            if let Some(&moved) = self.bouncy.get(position as usize) {
                self.records[moved as usize].bouncy_index = position;
            }
        }
    }

    /// Takes a contact out of the list of its kind.
    pub(crate) fn sleep(&mut self, slot: u32) {
        let record = &mut self.records[slot as usize];
        let position = record.list_index;
        let list = &mut self.awake[record.kind as usize][usize::from(record.touching)];
        if position == NONE {
            return;
        }
        record.list_index = NONE;
        list.swap_remove(position as usize);
        if let Some(&moved) = list.get(position as usize) {
            self.records[moved as usize].list_index = position;
        }
        self.list_bouncy(slot);
    }

    /// Begins or ends the touching of a contact. Returns whether it touches now.
    pub(crate) fn toggle(&mut self, slot: u32) -> bool {
        let awake = self.records[slot as usize].list_index != NONE;
        self.sleep(slot);
        let record = &mut self.records[slot as usize];
        record.touching = !record.touching;
        let touching = record.touching;
        if awake {
            self.wake(slot);
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
