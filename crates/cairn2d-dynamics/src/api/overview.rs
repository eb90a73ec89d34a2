//! Contents of a world: events, ids, counts, step count and hash.

use crate::store::id::{BodyId, ContactId, JointId, ShapeId};
use crate::tables::event::Events;
use crate::tables::report::Counts;
use crate::world::World;

impl World {
    /// Returns the events of the last step and of the time since then.
    pub fn events(&self) -> &Events {
        &self.state.events
    }

    /// Moves the events out of the world, so that the world can change while they are read. Each event is
    /// returned once.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, Circle, IntoShape, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Circle::new(1.0).sensor()))?;
    /// world.spawn(Body::dynamic().with(Circle::new(0.1)))?;
    /// world.step(1.0 / 60.0)?;
    /// for event in world.take_events().sensor_begins() {
    ///     world.despawn(event.visitor.body)?;
    /// }
    /// assert_eq!(world.events().sensor_ends().count(), 1);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn take_events(&mut self) -> Events {
        core::mem::take(&mut self.state.events)
    }

    /// Like [`take_events`](World::take_events), but overwrites `events`. Allocates nothing: the world takes
    /// over the memory that `events` had.
    pub fn take_events_into(&mut self, events: &mut Events) {
        events.clear();
        core::mem::swap(&mut self.state.events, events);
    }

    /// Returns the number of steps so far.
    pub fn step_count(&self) -> u64 {
        self.state.step_count
    }

    /// Returns the ids of all bodies in ascending slot order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        let own = |&slot: &u32| !self.state.is_image(slot);
        self.state.bodies.slots().filter(own).map(|slot| self.state.bodies.id(slot))
    }

    /// Returns the ids of all shapes in ascending slot order.
    pub fn shapes(&self) -> impl Iterator<Item = ShapeId> + '_ {
        let own = |&slot: &u32| !self.state.is_image(self.state.shapes.records[slot as usize].body);
        self.state.shapes.pool.slots().filter(own).map(|slot| self.state.shapes.id(slot))
    }

    /// Returns the ids of all joints in ascending slot order.
    pub fn joints(&self) -> impl Iterator<Item = JointId> + '_ {
        self.state.joints.pool.slots().map(|slot| self.state.joints.id(slot))
    }

    /// Returns the ids of all contacts, touching or not, in ascending slot order.
    pub fn contacts(&self) -> impl Iterator<Item = ContactId> + '_ {
        self.state.contacts.pool.slots().map(|slot| self.state.contacts.id(slot))
    }

    /// Returns the numbers of objects in the world.
    ///
    /// # Cost
    /// Visits all contacts and searches the awake islands.
    pub fn counts(&self) -> Counts {
        let touching = self
            .state
            .contacts
            .pool
            .slots()
            .filter(|&slot| self.state.contacts.records[slot as usize].touching)
            .count();
        let [awake_images, sleeping_images, image_shapes] = self.state.image_counts();
        Counts {
            bodies: self.state.bodies.count() - awake_images - sleeping_images,
            awake_bodies: self.state.sets.awake().len() as u32 - awake_images,
            sleeping_bodies: self.state.sets.sleeping_body_count() - sleeping_images,
            shapes: self.state.shapes.pool.count() - image_shapes,
            sensors: self.state.sensors.len() as u32,
            contacts: self.state.contacts.pool.count(),
            touching_contacts: touching as u32,
            joints: self.state.joints.pool.count(),
            awake_islands: self.state.awake_island_count(),
            sleeping_islands: self.state.sets.sleeping_count(),
        }
    }

    /// Returns a hash of all state that affects the future: poses, velocities, sleep timers, solver sets,
    /// contacts with manifolds and impulses, and sensor overlaps.
    ///
    /// # Determinism
    /// The same history gives the same hash on every machine, for every lane width and thread count.
    pub fn hash(&self) -> u64 {
        self.state.hash_of_all()
    }
}
