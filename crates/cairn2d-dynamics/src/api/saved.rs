//! Saved worlds: copies in memory that take over only changes.

use crate::persist::calls::Op;
use crate::state::State;
use crate::store::column::CopyMode;
use crate::tables::config::WorldConfig;
use crate::world::World;

/// A copy of a world in memory, to restore later. It is the fast way within one program; a snapshot
/// ([`World::snapshot`]) also works between programs and machines.
///
/// The next [`World::save_into`] reuses its memory and copies only the changes since the last save or
/// restore. A sleeping world costs almost nothing; a moving one costs its moving objects. A saved world can
/// serve several worlds in turn, but it is fast only for the world of the last save.
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
    /// Returns whether nothing has been saved yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the step count of the saved world.
    pub fn step_count(&self) -> Option<u64> {
        self.0.as_ref().map(|state| state.step_count)
    }
}

impl World {
    /// Overwrites `saved` with the state of this world; [`World::restore_saved`] restores it. Like a
    /// snapshot, it excludes threads, lanes, clock, hooks, and the events of the last step.
    ///
    /// # Cost
    /// A copy of the changes. Of the columns that every step writes, that is 160 bytes for an awake body and
    /// 32 for a touching contact. Allocates nothing if `saved` was as large before.
    pub fn save_into(&self, saved: &mut SavedWorld) {
        let known = saved.0.as_ref().is_some_and(|copy| copy.origin.is(&self.state.origin));
        let copy = saved.0.get_or_insert_with(|| Box::new(State::new(WorldConfig::default())));
        copy.copy_changes(&self.state, CopyMode { known, back: false });
        copy.origin.follow(&self.state.origin);
    }

    /// Replaces the state of this world with the saved one and returns whether there was one. The world then
    /// continues exactly like the saved one did. Ids, user data and settings are restored, except lanes and
    /// threads. Hooks stay those of this world. If nothing was saved, the world is unchanged.
    ///
    /// # Cost
    /// As for [`World::save_into`]. A recorded world also writes a whole snapshot into its recording.
    pub fn restore_saved(&mut self, saved: &SavedWorld) -> bool {
        let Some(copy) = &saved.0 else { return false };
        // A world that stopped halfway through a step has incomplete change stamps, so everything is copied.
        let known = copy.origin.is(&self.state.origin) && !self.state.mid_step;
        self.state.copy_changes(copy, CopyMode { known, back: true });
        let slots = self.state.bodies.records.len();
        self.state.sets.ensure_len(slots);
        self.state.internal_edges.ensure_capacity(slots);
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
