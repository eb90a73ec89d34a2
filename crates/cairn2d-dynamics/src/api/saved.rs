//! A world kept in memory.

use crate::persist::calls::Op;
use crate::state::State;
use crate::store::column::Keep;
use crate::tables::config::WorldConfig;
use crate::world::World;

/// A world that is kept to go back to: the quick way, within one program. A snapshot ([`World::snapshot`]) is the way that reaches others.
///
/// Its memory is used again by the next [`World::save_into`], and copied is only what changed since it was last saved or restored: of a world
/// that sleeps almost nothing, of one in motion what moves. One saved world can serve several worlds in turn, but is quick only with the one
/// that it was saved from.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
/// use cairn2d::{Body, Rect, SavedWorld, World, WorldConfig};
/// let mut world = World::new(WorldConfig::default())?;
/// let id = world.spawn(Body::dynamic().velocity([1.0, 0.0]).with(Rect::square(1.0)))?;
/// let mut saved = SavedWorld::default();
/// world.save_into(&mut saved);
/// world.step(1.0 / 60.0)?;
/// let after = world.hash();
/// world.despawn(id)?;
/// assert!(world.restore_saved(&saved));
/// world.step(1.0 / 60.0)?;
/// assert!(world.body(id).is_some() && world.hash() == after);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct SavedWorld(Option<Box<State>>);

impl SavedWorld {
    /// Whether nothing was saved so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Steps that the world had taken.
    pub fn step_count(&self) -> Option<u64> {
        self.0.as_ref().map(|state| state.step_count)
    }
}

impl World {
    /// Keeps the world as it is in place of what is in `saved`, so that [`World::restore_saved`] brings it back. What a snapshot does not hold is not
    /// kept either: threads, lanes, clock, hooks, and the events that were told with the last step.
    ///
    /// # Cost
    /// What a copy takes of what changed; of the columns that every step writes, 160 bytes for an awake body and 32 for a touching contact.
    /// Allocates nothing if `saved` was as large before.
    pub fn save_into(&self, saved: &mut SavedWorld) {
        let known = saved.0.as_ref().is_some_and(|kept| kept.origin.is(&self.state.origin));
        let kept = saved.0.get_or_insert_with(|| Box::new(State::new(WorldConfig::default())));
        kept.keep_all(&self.state, Keep { known, back: false });
        kept.origin.follow(&self.state.origin);
    }

    /// Puts what was saved in place of the state of this world, which goes on exactly as the one that was saved did. Ids and user data are those of
    /// then, and settings too, but for lanes and threads; hooks are those of this world. Returns whether anything was saved; a world
    /// is as it was if not.
    ///
    /// # Cost
    /// As for [`World::save_into`]. A recorded world writes a whole snapshot into its recording.
    pub fn restore_saved(&mut self, saved: &SavedWorld) -> bool {
        let Some(kept) = &saved.0 else { return false };
        // A world that stopped halfway does not know what it changed.
        let known = kept.origin.is(&self.state.origin) && !self.state.mid_step;
        self.state.keep_all(kept, Keep { known, back: true });
        let slots = self.state.bodies.records.len();
        self.state.sets.cover(slots);
        self.state.seams.cover(slots);
        self.scratch.forget();
        if self.is_recorded() {
            let bytes = self.snapshot();
            self.note(Op::Restore, &bytes.as_slice());
        } else {
            self.services.calls.touch();
        }
        true
    }
}
