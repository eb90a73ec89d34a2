//! Recording: takes the calls of a world in parts, with keyframes between them.

use cairn2d::{CallChecks, World};

use crate::error::RecordError;
use crate::format::{self, END_MARK, Kind, write_part};
use crate::setters::setters;

/// Size of calls from which a part is closed \[bytes\].
const PART: usize = 1 << 20;

/// Options of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordOptions {
    /// The title, cut to 65,535 bytes. Default empty.
    pub title: String,
    /// Steps between keyframes, from which a player can continue; 0 for none. A world with hooks or custom
    /// joints has no keyframes. Default 600.
    pub keyframe_every: u64,
    /// How often state is recorded for verification.
    pub checks: CallChecks,
}

setters!(RecordOptions { keyframe_every: u64, checks: CallChecks } into { title: String });

impl Default for RecordOptions {
    fn default() -> RecordOptions {
        RecordOptions { title: String::new(), keyframe_every: 600, checks: CallChecks::default() }
    }
}

/// Writes a recording of a world.
#[derive(Clone, Debug)]
pub struct Recorder {
    options: RecordOptions,
    /// Finished bytes that were not taken, and the number of taken bytes.
    out: Vec<u8>,
    taken: usize,
    /// Calls that are not in a part yet.
    calls: Vec<u8>,
    /// Steps in parts, and steps before the last keyframe.
    steps: u64,
    keyframe: u64,
    /// Position, kind, first step and number of steps of each part.
    index: Vec<(u64, Kind, u64, u32)>,
}

impl Recorder {
    /// Starts to record a world: from an empty one if no call has changed it yet, else from its current
    /// state.
    ///
    /// # Errors
    /// A world that already has hooks or custom joints.
    pub fn start(world: &mut World, options: RecordOptions) -> Result<Recorder, RecordError> {
        if world.has_functions() {
            return Err(RecordError::Functions);
        }
        let mut start = Vec::new();
        let (title, engine) = (options.title.as_bytes(), env!("CARGO_PKG_VERSION").as_bytes());
        for text in [&title[..title.len().min(usize::from(u16::MAX))], engine] {
            start.extend((text.len() as u16).to_le_bytes());
            start.extend(text);
        }
        if world.is_untouched() {
            start.push(0);
            start.extend(world.config().to_bytes());
        } else {
            start.push(1);
            start.extend(world.snapshot());
        }
        let checks = options.checks;
        let mut recorder = Recorder {
            options,
            out: format::file_header(),
            taken: 0,
            calls: Vec::new(),
            steps: 0,
            keyframe: 0,
            index: Vec::new(),
        };
        recorder.write(Kind::Start, (0, 0), &start)?;
        world.record_calls(Some(checks));
        Ok(recorder)
    }

    /// Takes the calls since the last update. Call it after every step or every few steps; keyframes are made
    /// here.
    ///
    /// # Errors
    /// A world that is no longer recorded, because it was replaced or [`World::record_calls`] was called.
    pub fn update(&mut self, world: &mut World) -> Result<(), RecordError> {
        if !world.is_recorded() || world.recorded_steps() < self.steps {
            return Err(RecordError::Lost);
        }
        let every = self.options.keyframe_every;
        let due = every != 0 && world.recorded_steps() - self.keyframe >= every;
        if due || world.recorded_len() >= PART {
            self.close_part(world)?;
        }
        if due {
            self.keyframe = self.steps;
            if !world.has_functions() {
                self.write(Kind::Keyframe, (self.steps, 0), &world.snapshot())?;
            }
        }
        Ok(())
    }

    /// Takes the finished bytes of the file, so that they can be written during the recording. The bytes of
    /// [`finish`](Recorder::finish) follow them.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.taken += self.out.len();
        core::mem::take(&mut self.out)
    }

    /// Ends the recording; returns the rest of the file, or all of it if no bytes were taken.
    ///
    /// # Errors
    /// As [`update`](Recorder::update); the bytes taken before form a recording that ends there.
    pub fn finish(mut self, world: &mut World) -> Result<Vec<u8>, RecordError> {
        if !world.is_recorded() {
            return Err(RecordError::Lost);
        }
        self.close_part(world)?;
        world.record_calls(None);
        let mut index = Vec::new();
        index.extend(self.steps.to_le_bytes());
        for &(at, kind, first_step, steps) in &self.index {
            index.extend(at.to_le_bytes());
            index.push(kind as u8);
            index.extend(first_step.to_le_bytes());
            index.extend(steps.to_le_bytes());
        }
        let at = (self.taken + self.out.len()) as u64;
        self.write(Kind::Index, (self.steps, 0), &index)?;
        self.out.extend(at.to_le_bytes());
        self.out.extend(END_MARK);
        Ok(self.out)
    }

    /// Writes the calls so far as a part.
    fn close_part(&mut self, world: &mut World) -> Result<(), RecordError> {
        let steps = world.recorded_steps();
        self.calls.clear();
        world.take_calls(&mut self.calls);
        if self.calls.is_empty() {
            return Ok(());
        }
        let calls = core::mem::take(&mut self.calls);
        let count =
            u32::try_from(steps - self.steps).map_err(|_| RecordError::TooLarge { bytes: calls.len() })?;
        self.write(Kind::Calls, (self.steps, count), &calls)?;
        self.calls = calls;
        self.steps = steps;
        Ok(())
    }

    fn write(&mut self, kind: Kind, steps: (u64, u32), content: &[u8]) -> Result<(), RecordError> {
        self.index.push(((self.taken + self.out.len()) as u64, kind, steps.0, steps.1));
        write_part(&mut self.out, kind, steps, content)
    }
}
