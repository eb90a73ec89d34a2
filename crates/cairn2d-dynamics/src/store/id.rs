//! Typed, generational ids and the pool that hands them out.
//!
//! An id is 8 bytes with a niche, so `Option<BodyId>` is 8 bytes too. From the low bit it has 32 bits of
//! slot number + 1 (never zero), 24 bits of generation and 8 bits of world tag. Every removal advances the
//! generation of its slot. After 16,777,215 uses a slot is retired, so a stale id never refers to a newer
//! object.
//!
//! Invariant: `generations[slot]` is the generation of the live object, or of the next one, for every slot.

use core::fmt;
use core::num::NonZeroU64;

use crate::store::capacity::{clone_with_capacity, reserve_total};
use crate::store::column::{Column, copy_fields};

const GENERATION_BITS: u32 = 24;
pub(crate) const GENERATION_MAX: u32 = (1 << GENERATION_BITS) - 1;

/// An id of any kind, split into its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RawId(NonZeroU64);

impl RawId {
    pub(crate) fn new(slot: u32, generation: u32, tag: u8) -> RawId {
        let bits = (u64::from(slot) + 1) | (u64::from(generation) << 32) | (u64::from(tag) << 56);
        // The slot part is at least one, so the fallback is never taken.
        RawId(NonZeroU64::new(bits).unwrap_or(NonZeroU64::MIN))
    }

    pub(crate) fn slot(self) -> u32 {
        ((self.0.get() & 0xffff_ffff) as u32).wrapping_sub(1)
    }

    fn generation(self) -> u32 {
        (self.0.get() >> 32) as u32 & GENERATION_MAX
    }

    fn tag(self) -> u8 {
        (self.0.get() >> 56) as u8
    }
}

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        ///
        /// 8 bytes, `Copy`, ordered and hashable. An id of a removed object finds nothing, nor does one in
        /// a world with another [`id_tag`](crate::WorldConfig::id_tag). It never reaches another object.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU64);

        impl $name {
            /// The id as plain bits, for foreign interfaces and user tables. Never zero.
            pub fn to_bits(self) -> u64 {
                self.0.get()
            }

            /// The id with these bits, or `None` if no id has them. It does not check that the object is
            /// alive; only a world knows.
            pub fn from_bits(bits: u64) -> Option<$name> {
                if bits & 0xffff_ffff == 0 { None } else { NonZeroU64::new(bits).map($name) }
            }

            pub(crate) fn raw(self) -> RawId {
                RawId(self.0)
            }

            pub(crate) fn from_raw(raw: RawId) -> $name {
                $name(raw.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let raw = self.raw();
                write!(f, concat!($kind, ":{}v{}"), raw.slot(), raw.generation())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }
    };
}

typed_id!(
    /// Names a body of a world.
    BodyId, "body"
);
typed_id!(
    /// Names a shape of a world.
    ShapeId, "shape"
);
typed_id!(
    /// Names a joint of a world.
    JointId, "joint"
);
typed_id!(
    /// Names a contact between two shapes for as long as their AABBs overlap.
    ContactId, "contact"
);

typed_id!(
    /// Names a field of a world.
    FieldId, "field"
);
typed_id!(
    /// Names a pair of connected openings of a world.
    PortalId, "portal"
);

/// Assigns slots and stores their generations.
#[derive(Debug, Default)]
pub(crate) struct IdPool {
    pub(crate) generations: Column<u32>,
    pub(crate) alive: Vec<bool>,
    pub(crate) free: Vec<u32>,
    pub(crate) count: u32,
    pub(crate) tag: u8,
}

clone_with_capacity!(IdPool: generations, alive, free, count, tag);
copy_fields!(IdPool: generations, alive, free, count, tag);

impl IdPool {
    pub(crate) fn new(tag: u8) -> IdPool {
        IdPool { tag, ..IdPool::default() }
    }

    /// Takes the slot freed last, or a new one at the end.
    pub(crate) fn insert(&mut self) -> RawId {
        self.count += 1;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => {
                self.generations.push(1);
                self.alive.push(false);
                // Removals never allocate: the free list has capacity for all slots.
                let capacity = self.generations.capacity() - self.free.len();
                self.free.reserve_exact(capacity);
                self.generations.len() as u32 - 1
            }
        };
        self.alive[slot as usize] = true;
        RawId::new(slot, self.generations[slot as usize], self.tag)
    }

    /// Reserves capacity for this many live objects in all.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.generations.reserve_total(count);
        reserve_total(&mut self.alive, count);
        reserve_total(&mut self.free, count);
    }

    /// Frees a live slot and makes its ids stale.
    pub(crate) fn remove(&mut self, slot: u32) {
        let index = slot as usize;
        debug_assert!(self.alive[index], "slot {slot} is freed twice");
        self.alive[index] = false;
        self.count -= 1;
        // A slot with a used-up generation never returns to the free list.
        if self.generations[index] < GENERATION_MAX {
            self.generations[index] += 1;
            self.free.push(slot);
        }
    }

    /// Returns the slot of a live id, or `None` if the id is stale or of another world.
    pub(crate) fn find(&self, id: RawId) -> Option<u32> {
        let slot = id.slot();
        let index = slot as usize;
        let known = self.alive.get(index).copied().unwrap_or(false);
        (known && id.tag() == self.tag && self.generations[index] == id.generation()).then_some(slot)
    }

    /// The id of a live slot.
    pub(crate) fn id(&self, slot: u32) -> RawId {
        RawId::new(slot, self.generations[slot as usize], self.tag)
    }

    /// Returns for each slot whether it is alive.
    pub(crate) fn alive(&self) -> &[bool] {
        &self.alive
    }

    pub(crate) fn is_alive(&self, slot: u32) -> bool {
        self.alive.get(slot as usize).copied().unwrap_or(false)
    }

    /// Number of live objects.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Number of slots, live and free.
    pub(crate) fn slot_count(&self) -> usize {
        self.generations.len()
    }

    /// Live slots in ascending order.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.alive.iter().enumerate().filter(|(_, alive)| **alive).map(|(slot, _)| slot as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::State;

    #[test]
    fn an_option_costs_nothing() {
        assert_eq!(size_of::<BodyId>(), 8);
        assert_eq!(size_of::<Option<BodyId>>(), 8);
    }

    #[test]
    fn a_stale_id_finds_nothing() {
        let mut pool = IdPool::new(0);
        let first = pool.insert();
        pool.remove(first.slot());
        let second = pool.insert();
        assert_eq!(first.slot(), second.slot());
        assert_eq!(pool.find(first), None);
        assert_eq!(pool.find(second), Some(0));
    }

    #[test]
    fn a_used_up_slot_is_retired() {
        let mut pool = IdPool::new(0);
        let first = pool.insert();
        pool.generations[0] = GENERATION_MAX;
        let last = pool.id(0);
        pool.remove(0);
        let other = pool.insert();
        assert_eq!(other.slot(), 1);
        assert_eq!(pool.find(first), None);
        assert_eq!(pool.find(last), None);
    }

    #[test]
    fn no_id_comes_back_when_generations_run_out() {
        // Counts through every generation, and keeps some of the ids on the way.
        let mut pool = IdPool::new(0);
        let mut kept = vec![pool.insert()];
        pool.remove(0);
        for round in 2..=GENERATION_MAX + 3 {
            let id = pool.insert();
            let slot = u32::from(round > GENERATION_MAX);
            assert_eq!(id.slot(), slot, "round {round}");
            if round.is_power_of_two() || round + 3 > GENERATION_MAX {
                assert!(kept.iter().all(|&old| pool.find(old).is_none()), "round {round}");
                kept.push(id);
            }
            pool.remove(slot);
        }
        assert!(kept.len() > 25 && kept.iter().all(|&old| pool.find(old).is_none()));
        assert_eq!((pool.count(), pool.slot_count()), (0, 2));
    }

    /// Advances the generations of all free slots until only `left` uses remain.
    fn wear(pool: &mut IdPool, left: u32) {
        for &slot in &pool.free {
            let generation = &mut pool.generations[slot as usize];
            *generation = (*generation).max(GENERATION_MAX - left);
        }
    }

    #[test]
    fn worn_slots_of_every_kind_are_retired_in_a_world() {
        use crate::{Area, Body, Distance, Drag, Field, World, WorldConfig};
        use cairn2d_geometry::Circle;
        let mut world = World::new(WorldConfig::default()).expect("it is valid");
        let mut old: Vec<(BodyId, ShapeId, JointId, ContactId, FieldId)> = Vec::new();
        for round in 0..20 {
            let [a, b] = [0.0, 0.4].map(|x| {
                world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.3))).expect("it is valid")
            });
            let shape = world.body(a).and_then(|body| body.shapes().next()).expect("it has one");
            let joint = world.join(Distance::new(a, b).collide_connected(true)).expect("it is valid");
            let field = world.add_field(Field::new(Area::Everywhere, Drag::new(0.1))).expect("it is valid");
            world.step(1.0 / 60.0).expect("it is valid");
            let contact = world.contacts().next().expect("they touch");
            for &(body, shape, joint, contact, field) in &old {
                assert!(world.body(body).is_none() && world.shape(shape).is_none(), "round {round}: {body}");
                assert!(world.joint(joint).is_none() && world.contact(contact).is_none(), "round {round}");
                assert!(world.field(field).is_none(), "round {round}: {field}");
            }
            old.push((a, shape, joint, contact, field));
            world.remove_field(field).expect("it is there");
            world.despawn(a).expect("it is there");
            world.despawn(b).expect("it is there");
            world.validate().expect("it is sound");
            // A snapshot stores which slots are used up.
            let mut copy = World::from_snapshot(&world.snapshot()).expect("it is whole");
            assert_eq!(copy.snapshot(), world.snapshot());
            copy.spawn(Body::dynamic().with(Circle::new(0.3))).expect("it is valid");
            assert!(
                old.iter().all(|&(body, shape, ..)| copy.body(body).is_none() && copy.shape(shape).is_none())
            );
            let State { bodies, shapes, joints, contacts, fields, .. } = &mut world.state;
            for pool in
                [&mut bodies.pool, &mut shapes.pool, &mut joints.pool, &mut contacts.pool, &mut fields.pool]
            {
                wear(pool, 2);
            }
        }
        let slots = |count: usize| assert!(count > 3, "only {count} slots were used up");
        slots(world.state.bodies.pool.slot_count());
        slots(world.state.shapes.pool.slot_count());
        slots(world.state.joints.pool.slot_count());
        slots(world.state.contacts.pool.slot_count());
        slots(world.state.fields.pool.slot_count());
    }

    #[test]
    fn another_tag_finds_nothing() {
        let (mut a, mut b) = (IdPool::new(1), IdPool::new(2));
        let (id_a, id_b) = (a.insert(), b.insert());
        assert_eq!(a.find(id_b), None);
        assert_eq!(b.find(id_a), None);
    }

    #[test]
    fn bits_round_trip_and_debug_reads_well() {
        let mut pool = IdPool::new(0);
        let id = BodyId::from_raw(pool.insert());
        assert_eq!(BodyId::from_bits(id.to_bits()), Some(id));
        assert_eq!(BodyId::from_bits(0), None);
        assert_eq!(format!("{id:?}"), "body:0v1");
    }
}
