//! Replay: forward step by step, or to any step.
//!
//! A player at a step has not yet applied the calls that follow the step. A keyframe in a file may contain
//! some of them, so a player continues from a keyframe but never stops at one.

use cairn2d::{AppliedCall, CallReader, Functions, LaneLevel, StepReport, ValueError, World};

use crate::error::RecordError;
use crate::format::Kind;
use crate::recording::{Recording, load_world};
use crate::rewind::{Place, Rewind};

/// Replays a recording.
pub struct Player {
    recording: Recording,
    functions: Box<dyn Functions + Send + Sync>,
    world: World,
    step: u64,
    place: Place,
    /// The calls of the current part.
    calls: Vec<u8>,
    rewind: Rewind,
    /// The error that stopped the replay.
    failed: Option<RecordError>,
}

impl core::fmt::Debug for Player {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Player")
            .field("recording", &self.recording)
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}

/// A comparison with the recording after a step.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Hash(bool),
    Bodies(bool, Vec<cairn2d::BodyId>),
    Located(bool, Vec<cairn2d::BodyId>),
    Keyframe(bool),
}

impl Player {
    /// A player at the beginning of a recording without functions (hooks or custom joints).
    ///
    /// # Errors
    /// An invalid initial world.
    pub fn new(recording: Recording) -> Result<Player, RecordError> {
        Player::with(recording, ())
    }

    /// A player at the beginning of a recording, with the hooks and custom joints that were set while it was
    /// made.
    ///
    /// # Errors
    /// An invalid initial world.
    pub fn with(
        recording: Recording,
        functions: impl Functions + Send + Sync + 'static,
    ) -> Result<Player, RecordError> {
        Ok(Player {
            world: recording.first_world()?,
            rewind: Rewind::new(recording.steps()),
            functions: Box::new(functions),
            step: 0,
            place: Place { part: 0, offset: 0 },
            calls: Vec::new(),
            failed: None,
            recording,
        })
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The world at the current step.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the world, for continuing without the recording.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Steps taken so far.
    pub fn step_index(&self) -> u64 {
        self.step
    }

    /// Sets the number of threads that step the world, 1 to 64. Results do not depend on it.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ValueError> {
        self.world.set_threads(threads)
    }

    /// Sets the lanes. Results do not depend on it.
    ///
    /// # Errors
    /// Lanes that this machine does not have.
    pub fn set_lanes(&mut self, lanes: LaneLevel) -> Result<(), ValueError> {
        self.world.set_lanes(lanes)
    }

    /// Applies the calls before the next step and takes that step. At the end, applies the calls after the
    /// last step and returns `None`.
    ///
    /// # Errors
    /// A damaged part, a call that failed, or a missing function. The player is then within a step and
    /// continues only after [`seek`](Player::seek).
    pub fn step(&mut self) -> Result<Option<StepReport>, RecordError> {
        let report = self.advance(false, &mut |_, _| {})?;
        self.rewind.offer(self.step, self.place, &self.world);
        Ok(report)
    }

    /// Moves to the state after `step` steps, or to the end if there are fewer. Returns the number of steps
    /// there.
    ///
    /// # Errors
    /// As [`step`](Player::step).
    ///
    /// # Cost
    /// The steps since the nearest keyframe before it: one in the file, or one of about 24 worlds that the
    /// player saves while it plays.
    pub fn seek(&mut self, step: u64) -> Result<u64, RecordError> {
        let here = self.failed.is_none() && self.step <= step;
        let kept = self.rewind.before(step).filter(|kept| !here || kept.step > self.step);
        let reached = kept.map(|kept| kept.step).or(here.then_some(self.step));
        let parts = self.recording.parts.iter().enumerate();
        let keyframe = parts
            .filter(|(_, part)| part.kind == Kind::Keyframe && part.first_step < step)
            .rfind(|(_, part)| reached.is_none_or(|reached| part.first_step > reached))
            .map(|(index, _)| index);
        if let Some(index) = keyframe {
            let part = self.recording.parts[index];
            let snapshot = part.content(&self.recording.bytes)?;
            let world = load_world(&snapshot)?;
            self.stand(world, part.first_step, Place { part: index, offset: 0 })?;
        } else if let Some(kept) = kept {
            let (world, step, place) = (kept.world()?, kept.step, kept.place);
            self.stand(world, step, place)?;
        } else if !here {
            self.restart()?;
        }
        while self.step < step && self.step()?.is_some() {}
        Ok(self.step)
    }

    /// Moves to the beginning.
    pub(crate) fn restart(&mut self) -> Result<(), RecordError> {
        let world = self.recording.first_world()?;
        self.stand(world, 0, Place { part: 0, offset: 0 })
    }

    /// Replaces world and position.
    fn stand(&mut self, mut world: World, step: u64, place: Place) -> Result<(), RecordError> {
        let now = self.world.config();
        world.set_threads(now.threads)?;
        world.set_lanes(now.lanes)?;
        let part = &self.recording.parts[place.part];
        self.calls.clear();
        if part.kind == Kind::Calls {
            self.calls = part.content(&self.recording.bytes)?;
        }
        (self.world, self.step, self.place, self.failed) = (world, step, place, None);
        Ok(())
    }

    /// Takes one step and reports every comparison with its step; compares keyframes only on request.
    pub(crate) fn advance(
        &mut self,
        keyframes: bool,
        seen: &mut dyn FnMut(u64, Check),
    ) -> Result<Option<StepReport>, RecordError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let result = self.advance_unless_failed(keyframes, seen);
        if let Err(error) = &result {
            self.failed = Some(error.clone());
        }
        result
    }

    fn advance_unless_failed(
        &mut self,
        keyframes: bool,
        seen: &mut dyn FnMut(u64, Check),
    ) -> Result<Option<StepReport>, RecordError> {
        loop {
            if let Some(report) = self.play_part(seen)? {
                return Ok(Some(report));
            }
            let Some(part) = self.recording.parts.get(self.place.part + 1) else { return Ok(None) };
            self.place = Place { part: self.place.part + 1, offset: 0 };
            self.calls.clear();
            match part.kind {
                Kind::Calls => self.calls = part.content(&self.recording.bytes)?,
                Kind::Keyframe if keyframes => {
                    let snapshot = part.content(&self.recording.bytes)?;
                    let world = load_world(&snapshot)?;
                    seen(self.step, Check::Keyframe(world.hash() == self.world.hash()));
                }
                _ => {}
            }
        }
    }

    /// Applies the calls of the part up to its next step, and the comparisons at that step.
    fn play_part(&mut self, seen: &mut dyn FnMut(u64, Check)) -> Result<Option<StepReport>, RecordError> {
        let mut reader = CallReader::new(&self.calls[self.place.offset..], &*self.functions);
        let mut report = None;
        while report.is_none() || reader.is_at_check() {
            let applied = self.world.apply_call(&mut reader);
            let applied = applied.map_err(|error| RecordError::Call { step: self.step, error })?;
            match applied {
                None => break,
                Some(AppliedCall::Step(done)) => {
                    self.step += 1;
                    report = Some(done);
                }
                Some(AppliedCall::Hash { same }) => seen(self.step, Check::Hash(same)),
                Some(AppliedCall::Located { bodies, same }) => seen(self.step, Check::Located(same, bodies)),
                Some(AppliedCall::Bodies { differing, same }) => {
                    seen(self.step, Check::Bodies(same, differing));
                }
                Some(_) => {}
            }
        }
        self.place.offset += reader.position();
        Ok(report)
    }
}
