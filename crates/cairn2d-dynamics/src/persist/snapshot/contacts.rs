//! Contacts: first their shapes, then materials where they differ from the contact before, then manifold and
//! impulses of touching ones, and the second points of those that have one.

use cairn2d_geometry::manifold::{PAIR_CLASSES, PairKind, pair_class, pair_kind};

use crate::persist::codec::{
    Decode, DecodeError, Decoded, Encode, Reader, Writer, are_finite, bits, finite, floats_of, variants,
};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::check::MAX_COORDINATE;
use crate::tables::contact::{
    self, AnchorPair, Contact, Contacts, FIXED, ImpulseRow, ManifoldRow, OneWayState, RareRow, ReferenceRow,
    SurfaceRow,
};
use crate::tables::error::SnapshotError;
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET};

use super::budget::RARE;
use super::{Read, ensure};

/// Bits for the optional parts of a contact.
mod mark {
    pub(super) const TOUCHING: u8 = 1;
    pub(super) const TWO_POINTS: u8 = 2;
    pub(super) const SAME_SURFACE: u8 = 4;
    pub(super) const ROLLING: u8 = 8;
    pub(super) const ONE_WAY: u8 = 16;
    pub(super) const EMBEDDED: u8 = 32;
    pub(super) const ALL: u8 = 63;
}

/// Words of a material; of a touching contact but for its second point; of a second point.
const SURFACE: usize = 9;
const FIRST_POINT: usize = 15;
const SECOND_POINT: usize = 9;

variants!(OneWayState { None = 0, Apart = 1, Solid = 2, Passing = 3, Dropped = 4 }, "one-way filter state");

/// Largest coordinate of an anchor \[m\]: from one end of the world to the other.
const FAR: f32 = 16.0 * MAX_COORDINATE;

/// Stands for a position: the contact must be in a list that is read later.
pub(super) const MISSING: u32 = NONE - 1;

/// Numbers of contacts that must be in lists.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expected {
    pub(super) awake: usize,
    pub(super) bouncy: usize,
    pub(super) colored: usize,
}

impl State {
    pub(super) fn write_contacts(&self, out: &mut Writer<'_>) {
        let contacts = &self.contacts;
        let count = contacts.pool.count() as usize;
        let alive = || contacts.pool.alive().iter();
        let records = || contacts.records.iter();
        let live = alive().zip(records()).filter(|(alive, _)| **alive);
        out.column(count, live.map(|(_, record)| record.shapes));
        let start = out.out.len();
        out.out.reserve(count);
        let mut former = [u32::MAX; 6];
        let (mut touching, mut two_points, mut any_rare) = (0, 0, false);
        let columns = records().zip(&contacts.manifolds).zip(&contacts.impulses).zip(&contacts.surfaces);
        for (slot, (&alive, (((record, manifold), impulse), surface))) in alive().zip(columns).enumerate() {
            if !alive {
                continue;
            }
            let surface = plain_surface(contacts, (surface, impulse), slot as u32);
            let differs = (0..6).fold(surface[5], |bits, word| bits | (surface[word] ^ former[word]));
            let (same, two) = (differs == 0, manifold.point_count == 2);
            // A negative zero is a value, too.
            let rolls = impulse.rolling.to_bits() != 0;
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            let bits = bit(record.touching, mark::TOUCHING)
                | bit(record.touching && two, mark::TWO_POINTS)
                | bit(same, mark::SAME_SURFACE)
                | bit(rolls, mark::ROLLING)
                | bit(impulse.is_marked(contact::mark::EMBEDDED), mark::EMBEDDED)
                | bit(record.one_way_state != OneWayState::None, mark::ONE_WAY);
            out.byte(bits);
            former = surface;
            any_rare |= surface[4] != f32::MAX.to_bits() || surface[5] != 0;
            touching += usize::from(record.touching);
            two_points += usize::from(record.touching && two);
        }
        if any_rare {
            out.charge(contacts.pool.slot_count(), RARE);
        }
        self.write_surfaces(start, out);
        let touches = || {
            let columns = contacts.manifolds.iter().zip(&contacts.references).zip(&contacts.impulses);
            let rows = alive().zip(records()).zip(columns);
            rows.filter(|((alive, record), _)| **alive & record.touching).map(|(_, row)| row)
        };
        out.column(touching, touches().map(first_point));
        let second = touches().filter(|((manifold, _), _)| manifold.point_count == 2);
        out.column(two_points, second.map(second_point));
    }

    /// Writes the optional parts of the contacts, whose bits begin at `start`.
    fn write_surfaces(&self, start: usize, out: &mut Writer<'_>) {
        let contacts = &self.contacts;
        for (number, slot) in contacts.pool.slots().enumerate() {
            let (index, bits) = (slot as usize, out.out[start + number]);
            if bits & mark::SAME_SURFACE == 0 {
                let (surface, impulse) = (&contacts.surfaces[index], &contacts.impulses[index]);
                out.words(plain_surface(contacts, (surface, impulse), slot));
                let rare = contacts.rares.get(index).filter(|_| impulse.is_marked(contact::mark::MATERIAL));
                let rare = rare.copied().unwrap_or_default();
                out.floats([rare.static_friction, rare.hertz, rare.damping_ratio]);
            }
            if bits & mark::ROLLING != 0 {
                out.floats([contacts.impulses[index].rolling]);
            }
            if bits & mark::ONE_WAY != 0 {
                contacts.records[index].one_way_state.encode(out);
                out.words([contacts.records[index].one_way_step]);
            }
        }
    }

    /// Reads all contacts. Returns how many of them must be in lists.
    pub(super) fn read_contacts(&mut self, from: &mut Reader<'_>) -> Read<Expected> {
        let count = self.contacts.pool.slot_count();
        ensure(count < 1 << 31, "there are too many contacts")?;
        let contacts = &mut self.contacts;
        contacts.released.clear();
        contacts.exact_restitution = self.config.exact_restitution;
        let live = contacts.pool.count() as usize;
        let rows = from.rows::<2>(live)?;
        let marks = from.bytes(live)?;
        let mut ends = Ends::of(self);
        let (mut expected, mut touching, mut two_points) = (Expected::default(), 0, 0);
        let mut surface = None;
        let mut rows = rows.zip(marks);
        for index in 0..count {
            if !self.contacts.pool.is_alive(index as u32) {
                continue;
            }
            let Some((shapes, &bits)) = rows.next() else { break };
            self.read_pair(index, (shapes, bits), &mut ends, &mut expected)?;
            self.read_surface(index, bits, &mut surface, from)?;
            let acts = self.contacts.records[index].list_index == MISSING;
            expected.bouncy += usize::from(acts && self.contacts.bounces(index as u32));
            touching += usize::from(bits & mark::TOUCHING != 0);
            two_points += usize::from(bits & mark::TWO_POINTS != 0);
        }
        self.read_touches(touching, two_points, from)?;
        Ok(expected)
    }

    /// Creates the record of the contact of two shapes.
    fn read_pair(
        &mut self,
        index: usize,
        (shapes, bits): ([u32; 2], u8),
        ends: &mut Ends,
        expected: &mut Expected,
    ) -> Read<()> {
        let [a, b] = [ends.of_shape(shapes[0])?, ends.of_shape(shapes[1])?];
        let bodies = [a.body & !FIXED, b.body & !FIXED];
        let collide = bodies[0] != bodies[1] && (a.dynamic || b.dynamic);
        ensure(collide, "a contact has bodies that do not collide")?;
        let kind = ends.kind(self, shapes, [a.class, b.class])?;
        let touching = bits & mark::TOUCHING != 0;
        ensure(
            bits <= mark::ALL && (touching || bits & mark::TWO_POINTS == 0),
            "a contact has an unknown mark",
        )?;
        let awake = a.awake || b.awake;
        let moves = (a.awake && a.body & FIXED == 0) || (b.awake && b.body & FIXED == 0);
        let colored = touching && moves;
        let wait = |waits: bool| if waits { MISSING } else { NONE };
        expected.awake += usize::from(awake);
        expected.colored += usize::from(colored);
        self.contacts.pairs[index] = [shapes[0], shapes[1], a.body, b.body];
        self.contacts.records[index] = Contact {
            shapes,
            bodies,
            kind,
            touching,
            list_index: wait(awake),
            color_index: wait(colored),
            ..Contact::VACANT
        };
        if touching {
            self.contacts.manifolds[index].point_count = 1 + u32::from(bits & mark::TWO_POINTS != 0);
            for side in self.sliding_sides(index as u32) {
                self.bodies.records[bodies[side] as usize].ground_count += 1;
            }
        }
        Ok(())
    }

    fn read_surface(
        &mut self,
        index: usize,
        bits: u8,
        former: &mut Option<Surface>,
        from: &mut Reader<'_>,
    ) -> Read<()> {
        if bits & mark::SAME_SURFACE == 0 {
            *former = Some(surface(from.words()?)?);
        }
        let Some(Surface { row, kind, rare }) = *former else {
            return Err(SnapshotError::Structure("the first contact repeats a previous one"));
        };
        let contacts = &mut self.contacts;
        contacts.surfaces[index] = row;
        let marks = kind | if rare.hit_threshold < f32::MAX { contact::mark::HITS } else { 0 };
        if marks != 0 {
            if contacts.rares.is_empty() {
                from.charge(contacts.records.len(), RARE)?;
            }
            contacts.impulses[index].marks = marks;
            *contacts.rare_mut(index as u32) = rare;
        }
        if bits & mark::EMBEDDED != 0 {
            contacts.impulses[index].marks |= contact::mark::EMBEDDED;
        }
        if bits & mark::ROLLING != 0 {
            contacts.impulses[index].rolling = from.value()?;
        }
        if bits & mark::ONE_WAY != 0 {
            let record = &mut contacts.records[index];
            (record.one_way_state, [record.one_way_step]) = (from.value()?, from.words()?);
            ensure(record.one_way_state != OneWayState::None, "a contact has no one-way filter state")?;
        }
        Ok(())
    }

    /// Reads the manifolds and impulses of touching contacts, and of those with two points the second point.
    fn read_touches(&mut self, touching: usize, two_points: usize, from: &mut Reader<'_>) -> Read<()> {
        let mut rows = from.rows::<FIRST_POINT>(touching)?;
        let mut second_rows = from.rows::<SECOND_POINT>(two_points)?;
        let contacts = &mut self.contacts;
        let mut sound = true;
        let columns = contacts.manifolds.iter_mut().zip(&mut contacts.references).zip(&mut contacts.impulses);
        for (record, ((manifold, reference), impulse)) in contacts.records.iter().zip(columns) {
            if !record.touching {
                continue;
            }
            let Some(words) = rows.next() else { break };
            manifold.ids[0] = words[0];
            let [_, nx, ny, base, ax, ay, bx, by, rac, ras, rbc, rbs, push, slip, load] = floats_of(words);
            (manifold.normal, manifold.bases[0]) = ([nx, ny], base);
            manifold.points[0] = AnchorPair { a: [ax, ay], b: [bx, by] };
            *reference = ReferenceRow { a: [rac, ras], b: [rbc, rbs] };
            (impulse.points[0], impulse.loads[0]) = ([push, slip], load);
            sound &= are_finite(&[rac, ras, rbc, rbs, push, slip, load])
                & (load >= 0.0)
                & ((nx * nx + ny * ny - 1.0).abs() <= 0.01)
                & [base, ax, ay, bx, by].iter().all(|value| value.abs() <= FAR);
            if manifold.point_count < 2 {
                continue;
            }
            let Some(words) = second_rows.next() else { break };
            manifold.ids[1] = words[0];
            let [_, base, ax, ay, bx, by, push, slip, load] = floats_of(words);
            manifold.bases[1] = base;
            manifold.points[1] = AnchorPair { a: [ax, ay], b: [bx, by] };
            (impulse.points[1], impulse.loads[1]) = ([push, slip], load);
            sound &= are_finite(&[push, slip, load])
                & (load >= 0.0)
                & [base, ax, ay, bx, by].iter().all(|value| value.abs() <= FAR);
        }
        ensure(sound, "a manifold is out of range")
    }

    pub(super) fn hash_contacts(&self, hasher: &mut StateHasher) {
        for slot in self.contacts.pool.slots() {
            let index = slot as usize;
            let (record, impulse) = (&self.contacts.records[index], &self.contacts.impulses[index]);
            hasher.word(u64::from(record.shapes[0]) << 32 | u64::from(record.shapes[1]));
            hasher.word(u64::from(record.color) << 32 | u64::from(record.touching));
            let (manifold, reference) = (&self.contacts.manifolds[index], &self.contacts.references[index]);
            if manifold.point_count > 0 {
                hasher.floats(&manifold.normal);
                hasher.floats(&reference.a);
                hasher.floats(&reference.b);
            }
            for side in 0..manifold.point_count as usize {
                hasher.word(u64::from(manifold.ids[side]));
                hasher.floats(&[manifold.bases[side]]);
                hasher.floats(&manifold.points[side].a);
                hasher.floats(&manifold.points[side].b);
                hasher.floats(&impulse.points[side]);
                hasher.floats(&[impulse.loads[side]]);
            }
            hasher.floats(&[impulse.rolling]);
            if impulse.is_marked(contact::mark::EMBEDDED) {
                hasher.word(u64::from(contact::mark::EMBEDDED));
            }
            let one_way_state = self.one_way_state(slot);
            if one_way_state != OneWayState::None {
                hasher.word(one_way_state as u64);
            }
        }
    }
}

/// A material, the marks of its rare properties, and these with the hit threshold.
#[derive(Clone, Copy, Debug)]
struct Surface {
    row: SurfaceRow,
    kind: u32,
    rare: RareRow,
}

/// Decodes a material.
fn surface(words: [u32; SURFACE]) -> Read<Surface> {
    let kind = words[5];
    let [friction, restitution, tangent_speed, rolling_resistance, hit_threshold, _, rare @ ..] =
        finite(floats_of(words))?;
    let [static_friction, hertz, damping_ratio] = rare;
    let sizes = [friction, restitution, rolling_resistance, hit_threshold];
    let known = kind & !contact::mark::MATERIAL == 0;
    ensure(known && sizes.into_iter().chain(rare).all(|size| size >= 0.0), "a material is out of range")?;
    // The solver reads all values of a contact with any mark; the writer only those of marked properties.
    let unmarked = |bit: u32, value: f32| kind & bit == 0 && value.to_bits() != 0;
    let hidden = unmarked(contact::mark::STATIC_FRICTION, static_friction)
        || unmarked(contact::mark::SOFT, hertz)
        || unmarked(contact::mark::SOFT, damping_ratio);
    ensure(!hidden, "a contact has a rare property without its mark")?;
    let row = SurfaceRow { friction, restitution, tangent_speed, rolling_resistance };
    Ok(Surface { row, kind, rare: RareRow { static_friction, hertz, damping_ratio, hit_threshold } })
}

/// Returns the words of a material and the hit threshold; the last word is not 0 if the material has rare
/// properties.
#[inline]
fn plain_surface(contacts: &Contacts, (surface, impulse): (&SurfaceRow, &ImpulseRow), slot: u32) -> [u32; 6] {
    let SurfaceRow { friction, restitution, tangent_speed, rolling_resistance } = *surface;
    let hits = if impulse.marks == 0 { f32::MAX } else { contacts.hit_threshold(slot) };
    let [friction, restitution, tangent_speed, rolling_resistance, hits] =
        bits([friction, restitution, tangent_speed, rolling_resistance, hits]);
    [friction, restitution, tangent_speed, rolling_resistance, hits, impulse.marks & contact::mark::MATERIAL]
}

/// Manifold, rotations and impulses of a contact.
type TouchRow<'a> = ((&'a ManifoldRow, &'a ReferenceRow), &'a ImpulseRow);

/// Returns the words of a touching contact but for its second point.
#[inline]
fn first_point(((manifold, reference), impulse): TouchRow<'_>) -> [u32; FIRST_POINT] {
    let (AnchorPair { a, b }, ReferenceRow { a: turn_a, b: turn_b }) = (manifold.points[0], reference);
    let [nx, ny, base] = bits([manifold.normal[0], manifold.normal[1], manifold.bases[0]]);
    let [ax, ay, bx, by] = bits([a[0], a[1], b[0], b[1]]);
    let [rac, ras, rbc, rbs] = bits([turn_a[0], turn_a[1], turn_b[0], turn_b[1]]);
    let [push, slip, load] = bits([impulse.points[0][0], impulse.points[0][1], impulse.loads[0]]);
    [manifold.ids[0], nx, ny, base, ax, ay, bx, by, rac, ras, rbc, rbs, push, slip, load]
}

/// Returns the words of the second point of a contact.
#[inline]
fn second_point(((manifold, _), impulse): TouchRow<'_>) -> [u32; SECOND_POINT] {
    let AnchorPair { a, b } = manifold.points[1];
    let [base, ax, ay, bx, by] = bits([manifold.bases[1], a[0], a[1], b[0], b[1]]);
    let [push, slip, load] = bits([impulse.points[1][0], impulse.points[1][1], impulse.loads[1]]);
    [manifold.ids[1], base, ax, ay, bx, by, push, slip, load]
}

/// Data of a shape's body that a contact needs.
#[derive(Clone, Copy, Debug)]
struct End {
    /// Slot of the body, with the top bit set unless it is dynamic and awake.
    body: u32,
    /// Class of the shape, which determines the kind of its pairs; [`NO_CLASS`] for a shape without contacts.
    class: u8,
    awake: bool,
    dynamic: bool,
}

const NO_CLASS: u8 = 255;

/// Possible ends of contacts, by shape.
struct Ends {
    ends: Vec<End>,
    /// Kinds of pairs of classes, cached.
    kinds: [Option<PairKind>; PAIR_CLASSES * PAIR_CLASSES],
}

impl Ends {
    fn of(state: &State) -> Ends {
        let mut ends = Vec::with_capacity(state.shapes.records.len());
        for record in &state.shapes.records {
            let Some(body) = state.bodies.records.get(record.body as usize) else {
                ends.push(End { body: 0, class: NO_CLASS, awake: false, dynamic: false });
                continue;
            };
            let collides = !record.is_sensor && body.set != DISABLED_SET;
            ends.push(End {
                body: if body.is_dynamic() && body.set == AWAKE_SET {
                    record.body
                } else {
                    record.body | FIXED
                },
                class: if collides { pair_class(&record.geometry) } else { NO_CLASS },
                awake: body.set == AWAKE_SET,
                dynamic: body.is_dynamic(),
            });
        }
        Ends { ends, kinds: [None; PAIR_CLASSES * PAIR_CLASSES] }
    }

    #[inline]
    fn of_shape(&self, shape: u32) -> Read<End> {
        let end = self.ends.get(shape as usize).copied().filter(|end| end.class != NO_CLASS);
        end.ok_or(SnapshotError::Structure("a contact has a shape without contacts"))
    }

    /// Returns the kind of a pair of shapes of these classes.
    #[inline]
    fn kind(&mut self, state: &State, shapes: [u32; 2], [a, b]: [u8; 2]) -> Read<PairKind> {
        let known = &mut self.kinds[usize::from(a) * PAIR_CLASSES + usize::from(b)];
        if let Some(kind) = *known {
            return Ok(kind);
        }
        let [a, b] = shapes.each(|shape| &state.shapes.records[shape as usize].geometry);
        let Some((kind, false)) = pair_kind(a, b) else {
            return Err(SnapshotError::Structure("a contact has shapes that do not collide"));
        };
        *known = Some(kind);
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A static friction of a contact that only reports hits acted until the world was saved again.
    #[test]
    fn rare_properties_without_their_mark_are_rejected() {
        let read = |marks: u32, rare: [f32; 3]| {
            let [friction, restitution, tangent_speed, rolling, hits] = bits([0.3, 0.0, 0.0, 0.0, 2.0]);
            let [static_friction, hertz, damping_ratio] = bits(rare);
            let words = [friction, restitution, tangent_speed, rolling, hits, marks];
            surface([&words[..], &[static_friction, hertz, damping_ratio]].concat().try_into().expect("nine"))
        };
        let all = contact::mark::MATERIAL;
        assert!(read(0, [0.0; 3]).is_ok() && read(all, [0.9, 20.0, 1.0]).is_ok());
        assert!(read(contact::mark::STATIC_FRICTION, [0.9, 0.0, 0.0]).is_ok());
        assert!(read(contact::mark::SOFT, [0.0, 20.0, 1.0]).is_ok());
        for (marks, rare) in [
            (0, [0.9, 0.0, 0.0]),
            (0, [0.0, 20.0, 0.0]),
            (0, [0.0, 0.0, 1.0]),
            (0, [-0.0, 0.0, 0.0]),
            (contact::mark::SOFT, [0.9, 20.0, 1.0]),
            (contact::mark::STATIC_FRICTION, [0.9, 20.0, 0.0]),
            (contact::mark::STATIC_FRICTION, [0.9, 0.0, 1.0]),
        ] {
            assert!(read(marks, rare).is_err(), "{marks} {rare:?}");
        }
    }
}
