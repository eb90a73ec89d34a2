//! A second run of the scene with other settings, for a comparison.

use cairn2d_scenes::Setting;

use super::history::Entry;
use super::{Edit, Session, Source, WorldChange};

impl Session {
    /// All edits, those after the current step too.
    pub fn whole_log(&self) -> &[Entry] {
        self.history.whole_log()
    }

    /// The same scene with these parameters, on its way to the current step with the same edits. The changes
    /// of the world apply from the beginning; edits of the same settings are left out.
    ///
    /// # Errors
    /// A recording, a snapshot, and a setting that the scene rejects.
    pub fn rerun(&self, settings: &[Setting], changes: &[WorldChange]) -> Result<Session, String> {
        if self.is_playback() {
            return Err("a recording has one set of settings only".to_owned());
        }
        let mut other = match (&self.source, &self.original) {
            (Source::BuiltIn(name), _) => Session::open_with(name, settings)?,
            (Source::Other(_), Some(scene)) => Session::open_scene_with((**scene).clone(), settings)?,
            (Source::Other(_), None) => return Err("a snapshot has no scene that can run again".to_owned()),
        };
        (other.clock, other.overrides) = (self.clock, self.overrides);
        other.settle();
        let first =
            changes.iter().map(|change| Entry { step: 0, gesture: 0, edit: Edit::World(change.clone()) });
        let kept = self.whole_log().iter().filter(|entry| !is_overridden(&entry.edit, changes));
        let log = first.chain(kept.cloned()).collect();
        other.history.foretell(log, self.last_step());
        other.pace.paused = true;
        other.seek(self.step_index());
        Ok(other)
    }

    /// Takes one step, whatever the pace; returns whether it succeeded.
    pub fn step_now(&mut self) -> bool {
        self.step()
    }

    /// Repeats an edit of another run. Fingers of the other run keep their bodies. Without its object nothing
    /// happens.
    pub fn repeat(&mut self, edit: &Edit) {
        if edit.apply(&mut self.live).is_ok() {
            self.note(edit.clone());
        }
    }
}

/// Whether an edit sets what one of the changes sets.
pub fn is_overridden(edit: &Edit, changes: &[WorldChange]) -> bool {
    let Edit::World(change) = edit else { return false };
    changes.iter().any(|other| core::mem::discriminant(other) == core::mem::discriminant(change))
}
