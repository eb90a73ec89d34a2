//! Old futures: an edit in the past starts another future, and the one before is kept.

use super::history::Entry;

/// Most kept futures; older ones are dropped.
const MOST: usize = 8;

/// A future that was left by an edit in its past.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The step at which it was left.
    pub fork: u32,
    /// Its last step.
    pub end: u32,
    /// All its edits, from the beginning of the scene.
    pub(super) log: Vec<Entry>,
}

impl Branch {
    /// Number of its edits after the fork.
    pub fn edits(&self) -> usize {
        self.log.iter().filter(|entry| entry.step >= self.fork && entry.edit.is_undoable()).count()
    }
}

/// The kept futures, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Branches(Vec<Branch>);

impl Branches {
    pub(super) fn all(&self) -> &[Branch] {
        &self.0
    }

    pub(super) fn keep(&mut self, branch: Branch) {
        if self.0.contains(&branch) {
            return;
        }
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push(branch);
    }

    pub(super) fn take(&mut self, index: usize) -> Option<Branch> {
        (index < self.0.len()).then(|| self.0.remove(index))
    }
}
