//! Comparison of two runs of a scene: the same edits in the same steps, with other settings.
//!
//! The second run is a session of its own. [`Comparison::follow`] steps it with the first one, and seeks when
//! the first one seeks. Bodies are paired by their ids, which two runs of the same scene share.

mod difference;

use cairn2d_scenes::Setting;

use crate::session::history::Entry;
use crate::session::{Session, Source, WorldChange, is_overridden};

pub use difference::Difference;

/// How the second run is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// Outlines of its bodies over the first run.
    #[default]
    Ghosts,
    /// Its own picture beside that of the first run.
    SideBySide,
}

/// Time of a frame for steps of the second run `[ns]`.
const BUDGET: u64 = 12_000_000;
/// Most steps of the second run in a frame.
const MOST_STEPS: u32 = 64;

/// Settings in which the second run differs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Parameters of the scene.
    pub parameters: Vec<Setting>,
    /// Settings of the world, each at most once.
    pub world: Vec<WorldChange>,
}

impl Changes {
    /// Sets a parameter.
    pub fn set_parameter(&mut self, name: &str, value: f32) {
        self.parameters.retain(|(other, _)| other != name);
        self.parameters.push((name.to_owned(), value));
    }

    /// Sets a setting of the world.
    pub fn set_world(&mut self, change: WorldChange) {
        self.world.retain(|other| core::mem::discriminant(other) != core::mem::discriminant(&change));
        self.world.push(change);
    }

    /// The parameters of a second run of this session.
    fn settings(&self, session: &Session) -> Vec<Setting> {
        let kept = session.settings().into_iter();
        let kept = kept.filter(|(name, _)| self.parameters.iter().all(|(other, _)| other != name));
        kept.chain(self.parameters.iter().cloned()).collect()
    }
}

/// Two runs of a scene.
pub struct Comparison {
    other: Session,
    changes: Changes,
    /// How the second run is shown.
    pub arrangement: Arrangement,
    /// Source, parameters and edits of the first run that the second one has.
    source: Source,
    settings: Vec<Setting>,
    known: Vec<Entry>,
    difference: Difference,
    /// The first step after which a pose differed, if it was seen.
    parted: Option<u32>,
}

impl Comparison {
    /// Starts a second run with the same settings.
    ///
    /// # Errors
    /// As [`Session::rerun`].
    pub fn new(session: &Session) -> Result<Self, String> {
        let changes = Changes::default();
        let other = session.rerun(&changes.settings(session), &changes.world)?;
        Ok(Self {
            other,
            changes,
            arrangement: Arrangement::default(),
            source: session.source().clone(),
            settings: session.settings(),
            known: session.whole_log().to_vec(),
            difference: Difference::default(),
            parted: None,
        })
    }

    /// The second run.
    pub fn other(&self) -> &Session {
        &self.other
    }

    /// The settings in which it differs.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The difference at the last step that both runs have reached.
    pub fn difference(&self) -> &Difference {
        &self.difference
    }

    /// The first step after which a pose differed, if it was seen.
    pub fn parted(&self) -> Option<u32> {
        self.parted
    }

    /// Whether both runs are at the same step.
    pub fn is_level(&self, session: &Session) -> bool {
        self.other.step_index() == session.step_index()
    }

    /// Runs the second run again with other settings, up to the step of the first one.
    ///
    /// # Errors
    /// A setting that the scene rejects; the second run is unchanged then.
    pub fn set_changes(&mut self, session: &Session, changes: Changes) -> Result<(), String> {
        self.other = session.rerun(&changes.settings(session), &changes.world)?;
        self.changes = changes;
        self.settings = session.settings();
        self.known = session.whole_log().to_vec();
        self.parted = None;
        Ok(())
    }

    /// Brings the second run to the step of the first one, as far as the time of a frame allows. Returns
    /// whether the comparison goes on: it ends with the scene.
    pub fn follow(&mut self, session: &Session) -> bool {
        if self.source != *session.source() || session.is_playback() {
            return false;
        }
        if self.settings != session.settings() || !self.repeat_edits(session) {
            let changes = self.changes.clone();
            if self.set_changes(session, changes).is_err() {
                return false;
            }
        }
        if session.seeking().is_some() {
            return true;
        }
        if self.other.seeking().is_some() {
            self.other.frame(0.0);
        } else if self.other.step_index() > session.step_index() {
            self.other.seek(session.step_index());
        }
        let clock = session.clock();
        let begin = clock.map_or(0, |clock| clock());
        for _ in 0..MOST_STEPS {
            if self.other.seeking().is_some() || self.other.step_index() >= session.step_index() {
                break;
            }
            if !self.other.step_now() || clock.is_some_and(|clock| clock().saturating_sub(begin) > BUDGET) {
                break;
            }
        }
        if self.is_level(session) {
            self.difference = Difference::of(session, &self.other);
            let step = session.step_index();
            if self.difference.is_some() {
                self.parted = Some(self.parted.map_or(step, |parted| parted.min(step)));
            }
        }
        true
    }

    /// Repeats the edits that the first run got since the last call, if they are all at the current step.
    /// Returns false if the second run must run again.
    fn repeat_edits(&mut self, session: &Session) -> bool {
        let now = session.whole_log();
        if now.len() == self.known.len() && now.last() == self.known.last() {
            return true;
        }
        // The last edit may have been replaced by one that continues it, such as the motion of a finger.
        let same = self.known.len().saturating_sub(1);
        let step = self.other.step_index();
        let is_continued = now.len() >= self.known.len() && now[..same] == self.known[..same];
        let from = if now.get(same) == self.known.get(same) { self.known.len() } else { same };
        if !is_continued || self.other.seeking().is_some() || now[from..].iter().any(|new| new.step != step) {
            return false;
        }
        for entry in &now[from..] {
            if !is_overridden(&entry.edit, &self.changes.world) {
                self.other.repeat(&entry.edit);
            }
        }
        self.known.truncate(from);
        self.known.extend_from_slice(&now[from..]);
        true
    }
}

#[cfg(test)]
mod tests;
