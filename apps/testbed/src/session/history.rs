//! The history: every edit with its step, and copies of the world.
//!
//! From a copy and the edits after it, any step is simulated again bit for bit. The interval of copies grows
//! with time, so their number is bounded, and going back never takes more steps than one interval.

use super::Live;
use super::branches::{Branch, Branches};
use super::edit::Edit;

/// An edit in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Number of steps before it.
    pub step: u32,
    /// Edits of one gesture are undone together.
    pub gesture: u32,
    /// The edit.
    pub edit: Edit,
}

/// The world at one step.
struct Keyframe {
    step: u32,
    /// Number of entries of the log before it.
    cursor: usize,
    live: Live,
}

/// Undone edits: the end of the log, and the step of the undo.
struct Undone {
    tail: Vec<Entry>,
    step: u32,
    end: u32,
}

/// The log of edits and the copies of the world.
pub(super) struct History {
    log: Vec<Entry>,
    /// Number of entries before the current step; later ones are repeated when time reaches them.
    cursor: usize,
    keyframes: Vec<Keyframe>,
    /// Steps between two copies.
    spacing: u32,
    /// The last step of this history.
    end: u32,
    undone: Vec<Undone>,
    branches: Branches,
}

/// Smallest and largest number of copies.
const KEYFRAMES: [usize; 2] = [4, 48];
/// Memory limit of all copies, and the approximate sizes of a body and a contact `[bytes]`.
const MEMORY: usize = if cfg!(target_arch = "wasm32") { 96 << 20 } else { 384 << 20 };
const BODY: usize = 1200;
const CONTACT: usize = 500;
/// Size of a shape or a joint.
const PART: usize = 400;
/// Initial number of steps between two copies, and the number of bodies that adds one more step, so that
/// copies are cheap relative to steps.
const FIRST_SPACING: u32 = 30;
const BODIES_PER_STEP: u32 = 1000;

impl History {
    /// Starts with a world in its initial state.
    pub(super) fn new(live: &Live) -> Self {
        let first = Keyframe { step: live.runner.step_index(), cursor: 0, live: live.clone() };
        Self {
            log: Vec::new(),
            cursor: 0,
            keyframes: vec![first],
            spacing: FIRST_SPACING + live.runner.world.bodies().count() as u32 / BODIES_PER_STEP,
            end: live.runner.step_index(),
            undone: Vec::new(),
            branches: Branches::default(),
        }
    }

    /// All edits, those to come too.
    pub(super) fn whole_log(&self) -> &[Entry] {
        &self.log
    }

    pub(super) fn log(&self) -> &[Entry] {
        &self.log[..self.cursor]
    }

    pub(super) fn end(&self) -> u32 {
        self.end
    }

    pub(super) fn first(&self) -> &Live {
        &self.keyframes[0].live
    }

    /// Sets edits that are yet to be applied, up to the step `end`.
    pub(super) fn foretell(&mut self, log: Vec<Entry>, end: u32) {
        self.log = log;
        self.cursor = 0;
        self.end = end;
    }

    /// The next edit to repeat, if it is due at this step.
    pub(super) fn due(&self, step: u32) -> Option<&Entry> {
        self.log.get(self.cursor).filter(|entry| entry.step <= step)
    }

    /// Removes the edits to come; returns their number.
    pub(super) fn forget_future(&mut self) -> usize {
        let forgotten = self.log.len() - self.cursor;
        self.log.truncate(self.cursor);
        forgotten
    }

    /// Marks the due edit as applied.
    pub(super) fn pass(&mut self) {
        self.cursor += 1;
    }

    /// Adds an edit at the current step. Keeps the future that was to come as a branch, and returns its last
    /// step.
    pub(super) fn push(&mut self, entry: Entry) -> Option<u32> {
        let kept = self.keep_future(entry.step);
        self.cut(entry.step);
        self.add(entry);
        kept
    }

    /// Keeps what comes after a step, undone edits included, as a branch. Returns its last step.
    fn keep_future(&mut self, fork: u32) -> Option<u32> {
        let mut log = self.log.clone();
        let mut end = self.end;
        for undone in core::mem::take(&mut self.undone).into_iter().rev() {
            end = end.max(undone.end);
            log.extend(undone.tail);
        }
        let is_left = end > fork || log.len() > self.cursor;
        is_left.then(|| {
            self.branches.keep(Branch { fork, end, log });
            end
        })
    }

    /// Takes a kept future; keeps the present one. Returns the step to go to, where they part.
    pub(super) fn take_branch(&mut self, index: usize) -> Option<u32> {
        let Branch { fork, end, log } = self.branches.take(index)?;
        self.keep_future(fork);
        let common = self.log.iter().zip(&log).take_while(|(a, b)| a == b).count();
        self.keyframes.retain(|frame| frame.step <= fork && frame.cursor <= common);
        (self.cursor, self.log, self.end) = (common, log, end);
        Some(fork)
    }

    pub(super) fn branches(&self) -> &[Branch] {
        self.branches.all()
    }

    /// The steps of the edits that undo stops at.
    pub(super) fn marks(&self) -> impl Iterator<Item = u32> {
        self.log.iter().filter(|entry| entry.edit.is_undoable()).map(|entry| entry.step)
    }

    fn add(&mut self, entry: Entry) {
        if let Some(last) = self.log.last_mut() {
            let same = last.step == entry.step && last.gesture == entry.gesture;
            if same && entry.edit.replaces(&last.edit) {
                last.edit = entry.edit;
                return;
            }
        }
        self.log.push(entry);
        self.cursor = self.log.len();
    }

    /// Removes everything after the current step.
    fn cut(&mut self, step: u32) {
        self.log.truncate(self.cursor);
        let cursor = self.cursor;
        self.keyframes.retain(|frame| frame.step <= step && frame.cursor <= cursor);
        self.end = step;
    }

    /// Records a step: updates the end, and makes a copy if it is due.
    pub(super) fn stepped(&mut self, live: &Live) {
        let step = live.runner.step_index();
        self.end = self.end.max(step);
        let last = self.keyframes.last().map_or(0, |frame| frame.step);
        // The first step makes all contacts and takes as long as many others, so its result is copied.
        let is_first = self.keyframes.len() == 1 && step == last + 1;
        if step < last + self.spacing && !is_first {
            return;
        }
        let mut copy = live.clone();
        copy.runner.world.record_calls(None);
        self.keyframes.push(Keyframe { step, cursor: self.cursor, live: copy });
        let world = &live.runner.world;
        let counts = world.counts();
        let parts = (counts.shapes + counts.joints) as usize * PART;
        let things = counts.bodies as usize * BODY + counts.contacts as usize * CONTACT + parts;
        let size = (things + live.runner.systems.memory()).max(1);
        let most = (MEMORY / size).clamp(KEYFRAMES[0], KEYFRAMES[1]);
        if self.keyframes.len() > most {
            self.spacing *= 2;
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1 || index == 2
            });
        }
    }

    /// The last copy before a step; moves the current step there.
    pub(super) fn rewind(&mut self, step: u32) -> Live {
        let at = self.keyframes.iter().rposition(|frame| frame.step <= step).unwrap_or(0);
        let frame = &self.keyframes[at];
        self.cursor = frame.cursor;
        frame.live.clone()
    }

    /// Removes the last gesture before the current step, and all after it, from the log. Returns the step to
    /// go to.
    pub(super) fn undo(&mut self, now: u32) -> Option<u32> {
        let last = self.log[..self.cursor].iter().rposition(|entry| entry.edit.is_undoable())?;
        let gesture = self.log[last].gesture;
        let first = self.log[..=last].iter().position(|entry| entry.gesture == gesture).unwrap_or(last);
        let step = self.log[first].step;
        let tail = self.log.split_off(first);
        self.undone.push(Undone { tail, step: now, end: self.end });
        self.cursor = first;
        self.keyframes.retain(|frame| frame.step <= step && frame.cursor <= first);
        self.end = step;
        Some(step)
    }

    /// Restores the last undone edits. Returns the step to go to.
    pub(super) fn redo(&mut self) -> Option<u32> {
        let undone = self.undone.pop()?;
        self.log.truncate(self.cursor);
        self.log.extend(undone.tail);
        self.end = undone.end;
        Some(undone.step)
    }

    /// Removes all edits but those before the first step; redo restores them.
    pub(super) fn restart(&mut self, now: u32) {
        let begin = self.keyframes[0].step;
        let first = self.log.iter().position(|entry| entry.step > begin).unwrap_or(self.log.len());
        let tail = self.log.split_off(first);
        if !tail.is_empty() {
            self.undone.push(Undone { tail, step: now, end: self.end });
        }
        self.cursor = self.cursor.min(first);
        self.keyframes.retain(|frame| frame.step <= begin && frame.cursor <= first);
        self.end = begin;
    }

    pub(super) fn can_undo(&self) -> bool {
        self.log().iter().any(|entry| entry.edit.is_undoable())
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}
