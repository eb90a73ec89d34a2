//! Contacts: who they are of, then manifold and impulses of those that touch, then surfaces where they are not those of the contact before.

use cairn2d_geometry::manifold::pair_kind;

use crate::body::NONE;
use crate::contact::{
    AnchorPair, Contact, FIXED, Gate, ImpulseRow, ManifoldRow, RareRow, ReferenceRow, SurfaceRow,
};
use crate::edge_list::Edge;
use crate::error::SnapshotError;
use crate::solver_set::DISABLED_SET;
use crate::world::World;

use super::bytes::finite;
use super::{Read, Reader, Writer, ensure};

/// Marks of a contact.
mod mark {
    pub(super) const TOUCHING: u8 = 1;
    pub(super) const TWO_POINTS: u8 = 2;
    pub(super) const SAME_SURFACE: u8 = 4;
    pub(super) const ROLLING: u8 = 8;
    pub(super) const GATE: u8 = 16;
    pub(super) const ALL: u8 = 31;
}

/// Words of a contact that touches.
const TOUCH: usize = 22;

/// Words of a surface.
const SURFACE: usize = 9;

/// What contacts with one-way shapes do, in the order of their numbers.
const GATES: [Gate; 5] = [Gate::None, Gate::Apart, Gate::Holds, Gate::Passes, Gate::Drops];

impl World {
    pub(super) fn write_contacts(&self, out: &mut Writer<'_>) {
        let contacts = &self.contacts;
        for slot in contacts.pool.slots() {
            out.words(contacts.records[slot as usize].shapes);
        }
        let mut former = None;
        for slot in contacts.pool.slots() {
            let index = slot as usize;
            let (record, impulse) = (&contacts.records[index], &contacts.impulses[index]);
            let surface = self.surface_of(index);
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            let same = former == Some(surface);
            let has_gate = record.gate != Gate::None;
            // A zero with a sign is a number too.
            let rolls = impulse.rolling.to_bits() != 0;
            out.byte(
                bit(record.touching, mark::TOUCHING)
                    | bit(record.touching && contacts.manifolds[index].point_count == 2, mark::TWO_POINTS)
                    | bit(same, mark::SAME_SURFACE)
                    | bit(rolls, mark::ROLLING)
                    | bit(has_gate, mark::GATE),
            );
            if !same {
                out.words(surface);
            }
            if rolls {
                out.floats([impulse.rolling]);
            }
            if has_gate {
                out.byte(record.gate as u8);
                out.words([record.gate_seen]);
            }
            former = Some(surface);
        }
        for slot in contacts.pool.slots() {
            let index = slot as usize;
            if contacts.records[index].touching {
                let (manifold, impulse) = (&contacts.manifolds[index], &contacts.impulses[index]);
                out.words(touch_words(manifold, &contacts.references[index], impulse));
            }
        }
    }

    fn surface_of(&self, index: usize) -> [u32; SURFACE] {
        let (surface, impulse) = (&self.contacts.surfaces[index], &self.contacts.impulses[index]);
        let rare = self.contacts.rares.get(index).filter(|_| impulse.rare > 0.0).copied().unwrap_or_default();
        [
            surface.friction,
            surface.restitution,
            surface.tangent_speed,
            surface.rolling_resistance,
            impulse.hit_threshold,
            impulse.rare,
            rare.static_friction,
            rare.hertz,
            rare.damping_ratio,
        ]
        .map(f32::to_bits)
    }

    pub(super) fn read_contacts(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let count = self.contacts.pool.slot_count();
        ensure(count < 1 << 31, "there are too many contacts")?;
        let contacts = &mut self.contacts;
        contacts.clear(self.config.exact_restitution);
        contacts.records.resize(count, Contact::VACANT);
        contacts.manifolds.resize(count, ManifoldRow::default());
        contacts.references.resize(count, ReferenceRow::default());
        contacts.surfaces.resize(count, SurfaceRow::default());
        contacts.impulses.resize(count, ImpulseRow::default());
        contacts.pairs.resize(count, [0; 4]);
        let rows = from.rows::<2>(contacts.pool.count() as usize)?;
        let mut slot = 0;
        for shapes in rows {
            while !self.contacts.pool.is_alive(slot) {
                slot += 1;
            }
            self.read_pair(slot, shapes)?;
            slot += 1;
        }
        self.read_surfaces(from)?;
        let contacts = &mut self.contacts;
        for index in 0..count {
            if contacts.records[index].touching {
                let manifold = &mut contacts.manifolds[index];
                let points = &mut contacts.impulses[index].points;
                (*manifold, contacts.references[index], *points) =
                    touch_rows(from.words()?, manifold.point_count)?;
            }
        }
        Ok(())
    }

    /// Makes the record of the contact of two shapes, which does not touch yet.
    fn read_pair(&mut self, slot: u32, shapes: [u32; 2]) -> Read<()> {
        let is_alive = shapes.iter().all(|&shape| self.shapes.pool.is_alive(shape));
        ensure(is_alive, "a contact is of a shape that is not there")?;
        let [a, b] = shapes.map(|shape| &self.shapes.records[shape as usize]);
        let Some((kind, false)) = pair_kind(&a.geometry, &b.geometry) else {
            return Err(SnapshotError::Structure("a contact is of shapes that do not collide"));
        };
        let bodies = [a.body, b.body];
        let [first, second] = bodies.map(|body| &self.bodies.records[body as usize]);
        let moves = first.is_dynamic() || second.is_dynamic();
        let enabled = first.set != DISABLED_SET && second.set != DISABLED_SET;
        let solid = !a.is_sensor && !b.is_sensor;
        ensure(
            bodies[0] != bodies[1] && moves && enabled && solid,
            "a contact is of bodies that do not collide",
        )?;
        let mark = |body: u32, dynamic: bool| if dynamic { body } else { body | FIXED };
        self.contacts.pairs[slot as usize] =
            [shapes[0], shapes[1], mark(bodies[0], first.is_dynamic()), mark(bodies[1], second.is_dynamic())];
        self.contacts.records[slot as usize] = Contact { shapes, bodies, kind, ..Contact::VACANT };
        Ok(())
    }

    fn read_surfaces(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let mut former = None;
        for index in 0..self.contacts.records.len() {
            if !self.contacts.pool.is_alive(index as u32) {
                continue;
            }
            let bits = from.byte()?;
            let touching = bits & mark::TOUCHING != 0;
            ensure(
                bits <= mark::ALL && (touching || bits & mark::TWO_POINTS == 0),
                "a contact has an unknown mark",
            )?;
            if bits & mark::SAME_SURFACE == 0 {
                former = Some(surface(from.words()?)?);
            }
            let (surface, hit_threshold, kind, rare) =
                former.ok_or(SnapshotError::Structure("the first contact is as the one before"))?;
            let rolling = if bits & mark::ROLLING != 0 { from.float()? } else { 0.0 };
            let contacts = &mut self.contacts;
            contacts.surfaces[index] = surface;
            let impulse = ImpulseRow { rolling, hit_threshold, rare: kind, ..ImpulseRow::default() };
            contacts.impulses[index] = impulse;
            if kind > 0.0 && contacts.rares.is_empty() {
                contacts.rares.resize(contacts.records.len(), RareRow::default());
            }
            if let Some(row) = contacts.rares.get_mut(index) {
                *row = rare;
            }
            let record = &mut contacts.records[index];
            record.touching = touching;
            if touching {
                contacts.manifolds[index].point_count = if bits & mark::TWO_POINTS != 0 { 2 } else { 1 };
                let [.., a, b] = contacts.pairs[index];
                if (a ^ b) & FIXED != 0 {
                    let body = if a & FIXED == 0 { a } else { b };
                    self.bodies.records[body as usize].ground_count += 1;
                }
            }
            if bits & mark::GATE != 0 {
                let gate = GATES.get(from.byte()? as usize).filter(|&&gate| gate != Gate::None);
                record.gate = *gate.ok_or(SnapshotError::Structure("a contact passes in an unknown way"))?;
                record.gate_seen = from.word()?;
            }
        }
        Ok(())
    }
}

/// What these words say of a surface: the row, the threshold of hits, what is rare, and the row of that.
fn surface(words: [u32; SURFACE]) -> Read<(SurfaceRow, f32, f32, RareRow)> {
    let [
        friction,
        restitution,
        tangent_speed,
        rolling_resistance,
        hits,
        kind,
        static_friction,
        hertz,
        damping,
    ] = finite(words.map(f32::from_bits))?;
    let sizes = [friction, restitution, rolling_resistance, hits, static_friction, hertz, damping];
    let known = [0.0, 1.0, 2.0, 3.0].contains(&kind);
    ensure(known && sizes.into_iter().all(|size| size >= 0.0), "a surface is out of range")?;
    let surface = SurfaceRow { friction, restitution, tangent_speed, rolling_resistance };
    Ok((surface, hits, kind, RareRow { static_friction, hertz, damping_ratio: damping }))
}

fn touch_words(manifold: &ManifoldRow, reference: &ReferenceRow, impulse: &ImpulseRow) -> [u32; TOUCH] {
    let [first, second] = &manifold.points;
    // What a second point left behind that is not there is nothing to anybody.
    let two = manifold.point_count == 2;
    let keep = |value: f32| if two { value } else { 0.0 };
    let [first_impulse, second_impulse] = impulse.points;
    let floats = [
        manifold.normal[0],
        manifold.normal[1],
        first.a[0],
        first.a[1],
        first.b[0],
        first.b[1],
        keep(second.a[0]),
        keep(second.a[1]),
        keep(second.b[0]),
        keep(second.b[1]),
        manifold.bases[0],
        keep(manifold.bases[1]),
        reference.a[0],
        reference.a[1],
        reference.b[0],
        reference.b[1],
        first_impulse[0],
        first_impulse[1],
        keep(second_impulse[0]),
        keep(second_impulse[1]),
    ];
    let mut words = [0; TOUCH];
    words[2..].copy_from_slice(&floats.map(f32::to_bits));
    (words[0], words[1]) = (manifold.ids[0], if two { manifold.ids[1] } else { 0 });
    words
}

fn touch_rows(words: [u32; TOUCH], point_count: u32) -> Read<(ManifoldRow, ReferenceRow, [[f32; 2]; 2])> {
    let mut floats = [0.0; TOUCH - 2];
    for (float, word) in floats.iter_mut().zip(&words[2..]) {
        *float = f32::from_bits(*word);
    }
    let f = finite(floats)?;
    let manifold = ManifoldRow {
        normal: [f[0], f[1]],
        bases: [f[10], f[11]],
        points: [
            AnchorPair { a: [f[2], f[3]], b: [f[4], f[5]] },
            AnchorPair { a: [f[6], f[7]], b: [f[8], f[9]] },
        ],
        ids: [words[0], words[1]],
        point_count,
        reserved: 0,
    };
    let reference = ReferenceRow { a: [f[12], f[13]], b: [f[14], f[15]] };
    Ok((manifold, reference, [[f[16], f[17]], [f[18], f[19]]]))
}

impl Contact {
    /// What stands in a slot that is free.
    const VACANT: Contact = Contact {
        shapes: [NONE; 2],
        bodies: [NONE; 2],
        edges: [Edge::UNLINKED; 2],
        kind: cairn2d_geometry::manifold::PairKind::Scalar,
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
