//! Replaying: forward step by step, or to any step.
//!
//! Where a player stands after a step, the calls that follow it are still to come. A keyframe in a file may
//! have some of them, so it is only gone on from, never stopped at.

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
    /// The calls of the part that is played.
    calls: Vec<u8>,
    rewind: Rewind,
    /// Why it cannot go on from here.
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

/// A comparison with what was recorded, after a step.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    Hash(bool),
    Bodies(bool, Vec<cairn2d::BodyId>),
    Located(bool, Vec<cairn2d::BodyId>),
    Keyframe(bool),
}

impl Player {
    /// A player at the beginning of a recording in which no function of the caller's was set.
    ///
    /// # Errors
    /// A world that cannot be made.
    pub fn new(recording: Recording) -> Result<Player, RecordError> {
        Player::with(recording, ())
    }

    /// A player at the beginning of a recording, with the hooks and constraints that were set when it was
    /// made.
    ///
    /// # Errors
    /// A world that cannot be made.
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

    /// The world where the player stands.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Takes the world out, to go on from here by hand.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Steps taken so far.
    pub fn step_index(&self) -> u64 {
        self.step
    }

    /// Changes the threads that step the world, 1 to 64. Results do not depend on it.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ValueError> {
        self.world.set_threads(threads)
    }

    /// Changes the lanes. Results do not depend on it.
    ///
    /// # Errors
    /// Lanes this machine does not have.
    pub fn set_lanes(&mut self, lanes: LaneLevel) -> Result<(), ValueError> {
        self.world.set_lanes(lanes)
    }

    /// Makes the calls up to the next step and that step; `None` at the end, where the calls after the last
    /// step are made.
    ///
    /// # Errors
    /// A part that is damaged, a call that cannot be made, a function that is missing. The player then stands
    /// within a step and goes on only after [`seek`](Player::seek).
    pub fn step(&mut self) -> Result<Option<StepReport>, RecordError> {
        let report = self.advance(false, &mut |_, _| {})?;
        self.rewind.offer(self.step, self.place, &self.world);
        Ok(report)
    }

    /// Goes to where a number of steps have been taken, or to the end if there are fewer; returns how many
    /// have.
    ///
    /// # Errors
    /// As [`step`](Player::step).
    ///
    /// # Cost
    /// The steps since the nearest keyframe before: one in the file, or one of some two dozen worlds that the
    /// player keeps while it plays.
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

    /// Goes back to the beginning.
    pub(crate) fn restart(&mut self) -> Result<(), RecordError> {
        let world = self.recording.first_world()?;
        self.stand(world, 0, Place { part: 0, offset: 0 })
    }

    /// Puts the player elsewhere.
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

    /// Takes one step, and hands on every comparison with the step it belongs to; keyframes are compared only
    /// if asked for.
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

    /// Makes the calls of the part up to its next step, with the comparisons that belong to it.
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
