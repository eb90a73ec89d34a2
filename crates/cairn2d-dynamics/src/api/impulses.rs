//! Impulses on many bodies in one call.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::state::State;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::ValueError;
use crate::tables::impulse::{BodyImpulse, ImpulseCounts};
use crate::tables::solver_set::FIRST_SLEEPING_SET;
use crate::world::World;

/// What became of an impulse.
enum ImpulseEffect {
    Applied,
    Asleep,
    Unmoved,
}

impl World {
    /// Changes the velocities of many bodies by impulses at their centres of mass, in the order of the list.
    /// Returns how many entries did what.
    ///
    /// `wake_above` is a speed `[m/s]`, 0 to 1e15. A sleeping body wakes only if the impulse changes the
    /// velocity of some point of it by more; otherwise it gets nothing and sleeps on. An awake body restarts
    /// its sleep timer only above the same limit, so that a system of small impulses in every step lets
    /// bodies fall asleep. Stale ids are skipped and counted.
    ///
    /// # Errors
    /// The first number that is not finite or out of range; no body has changed then.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, BodyImpulse, Circle, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
    /// let leaf = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
    /// let gone = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
    /// world.despawn(gone)?;
    /// let wind = [leaf, gone].map(|body| BodyImpulse::new(body, [0.1, 0.0], 0.0));
    /// let counts = world.apply_impulses(&wind, 0.05)?;
    /// assert_eq!((counts.applied, counts.stale), (1, 1));
    /// assert!(world.body(leaf).unwrap().velocity().x > 0.1);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn apply_impulses(
        &mut self,
        impulses: &[BodyImpulse],
        wake_above: f32,
    ) -> Result<ImpulseCounts, ValueError> {
        StandardFloats::within(|| {
            check("wake_above", wake_above, Bound::NonNegative)?;
            impulses.iter().try_for_each(BodyImpulse::validate)?;
            self.note(Op::ApplyImpulses, &(impulses, wake_above));
            let mut counts = ImpulseCounts::default();
            for impulse in impulses {
                let count = match self.state.find_own(impulse.body) {
                    None => &mut counts.stale,
                    Some(slot) => match self.state.apply_to_body(slot, impulse, wake_above) {
                        ImpulseEffect::Applied => &mut counts.applied,
                        ImpulseEffect::Asleep => &mut counts.asleep,
                        ImpulseEffect::Unmoved => &mut counts.unmoved,
                    },
                };
                *count += 1;
            }
            Ok(counts)
        })
    }
}

impl State {
    /// Changes the velocity of one body by an impulse, unless it sleeps and the change is at most
    /// `wake_above` `[m/s]`.
    fn apply_to_body(&mut self, slot: u32, impulse: &BodyImpulse, wake_above: f32) -> ImpulseEffect {
        let (record, state) = (&self.bodies.records[slot as usize], &self.bodies.states[slot as usize]);
        if !record.is_dynamic() || record.mass.mass == 0.0 {
            return ImpulseEffect::Unmoved;
        }
        let change = impulse.impulse * state.inv_mass;
        let turn = impulse.angular * state.inv_inertia;
        let velocity = check_vector("velocity", state.velocity + change);
        let spin = check("angular_velocity", state.angular_velocity + turn, Bound::Finite);
        let (Ok(velocity), Ok(spin)) = (velocity, spin) else { return ImpulseEffect::Unmoved };
        let speed = change.length() + turn.abs() * self.bodies.motions[slot as usize].extent;
        if speed > wake_above {
            self.wake_body(slot);
        } else if record.set >= FIRST_SLEEPING_SET {
            return ImpulseEffect::Asleep;
        }
        let state = &mut self.bodies.states[slot as usize];
        (state.velocity, state.angular_velocity) = (velocity, spin);
        self.limit_velocity(slot);
        self.follow_velocity(slot);
        ImpulseEffect::Applied
    }
}
