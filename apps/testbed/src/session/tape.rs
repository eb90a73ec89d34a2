//! Recording and playback.
//!
//! While a recording plays, the session shows its world and time. An edit takes over from there, with an
//! ordinary history from then on. A recording ends when time jumps, because it holds a single history.

use cairn2d::StepReport;
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};
use cairn2d_scenes::{Overrides, Scene};

use super::history::History;
use super::{OpenError, Session, Source};

/// File extension of a recording.
pub(super) const ENDING: &str = "crec";

impl Session {
    /// Opens a recording.
    ///
    /// # Errors
    /// Invalid bytes, and an invalid initial world.
    pub fn open_recording(name: &str, bytes: &[u8]) -> Result<Session, OpenError> {
        let recording = Recording::read(bytes).map_err(OpenError::Recording)?;
        let title = if recording.title().is_empty() { name } else { recording.title() }.to_owned();
        let scene = Scene::new(&title, "");
        let player = Player::new(recording).map_err(OpenError::Recording)?;
        let session = Session::of(Source::Other(title), scene, Overrides::default());
        let mut session = session.map_err(OpenError::Session)?;
        session.tape = Some(Box::new(player));
        Ok(session)
    }

    /// Whether a recording plays.
    pub fn is_playback(&self) -> bool {
        self.tape.is_some()
    }

    /// Takes one step of the recording; `None` at the end.
    pub(super) fn step_tape(&mut self) -> Option<Result<StepReport, String>> {
        let tape = self.tape.as_mut()?;
        match tape.step() {
            Ok(report) => report.map(Ok),
            Err(error) => Some(Err(error.to_string())),
        }
    }

    /// Seeks to a step of the recording.
    pub(super) fn seek_tape(&mut self, step: u32) {
        let Some(tape) = &mut self.tape else { return };
        if let Err(error) = tape.seek(u64::from(step)) {
            self.say(error.to_string());
        }
    }

    /// Ends the playback: from here on the world can be edited.
    pub(super) fn take_over(&mut self) {
        let Some(tape) = self.tape.take() else { return };
        self.live.runner.world = tape.into_world();
        self.live.runner.world.record_calls(None);
        self.history = History::new(&self.live);
        self.settle();
        self.say("You took over from the recording");
    }

    /// Compares the recording with its recorded checks, from beginning to end. Returns the result in a line.
    pub fn verify(&mut self) -> Option<String> {
        let tape = self.tape.as_mut()?;
        let here = tape.step_index();
        let told = match tape.verify() {
            Ok(same) => format!(
                "{} steps, {} hashes, {} keyframes: all the same",
                same.steps, same.hashes, same.keyframes
            ),
            Err(error) => error.to_string(),
        };
        if let Err(error) = tape.seek(here) {
            self.say(error.to_string());
        }
        Some(told)
    }

    /// Starts to record.
    ///
    /// # Errors
    /// A world with custom functions, which a file cannot hold.
    pub fn record(&mut self) -> Result<(), String> {
        if self.tape.is_some() {
            return Err("a recording plays".to_owned());
        }
        let mut options = RecordOptions::default();
        options.title.clone_from(&self.live.runner.scene().name);
        let recorder =
            Recorder::start(&mut self.live.runner.world, options).map_err(|error| error.to_string())?;
        self.recorder = Some(recorder);
        self.recorded = None;
        Ok(())
    }

    /// Whether the session is recorded.
    pub fn is_recording(&self) -> bool {
        self.recorder.is_some()
    }

    /// Passes the last step to the recorder.
    pub(super) fn update_recorder(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        if let Err(error) = recorder.update(&mut self.live.runner.world) {
            self.recorder = None;
            self.say(error.to_string());
        }
    }

    /// Ends the recording, on request or because time jumps.
    pub fn end_recording(&mut self) {
        let Some(recorder) = self.recorder.take() else { return };
        match recorder.finish(&mut self.live.runner.world) {
            Ok(bytes) => self.recorded = Some(bytes),
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Takes a finished recording.
    pub fn take_recorded(&mut self) -> Option<Vec<u8>> {
        self.recorded.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::make::Piece;
    use crate::session::{BodyChange, Edit};
    use cairn2d::vec2;

    fn run(session: &mut Session, steps: u32) -> Vec<u64> {
        let step = |_| {
            session.step_once();
            session.frame(0.02);
            session.world().hash()
        };
        (0..steps).map(step).collect()
    }

    /// A recording with edits in it, and the hash after each of its steps.
    fn recorded() -> (Vec<u8>, Vec<u64>) {
        let mut session = Session::open("wrecking_ball").unwrap();
        run(&mut session, 20);
        session.record().unwrap();
        let mut hashes = run(&mut session, 15);
        session.edit(Edit::Spawn(Box::new(Piece::Box.body(vec2(1.0, 9.0), 1.0))));
        hashes.extend(run(&mut session, 30));
        session.edit(Edit::Explode { center: [0.0, 1.0], radius: 5.0, strength: 10.0 });
        hashes.extend(run(&mut session, 25));
        session.end_recording();
        (session.take_recorded().unwrap(), hashes)
    }

    #[test]
    fn recordings_play_and_seek_in_any_order() {
        let (bytes, hashes) = recorded();
        let mut session = Session::open_recording("x.crec", &bytes).unwrap();
        assert!(session.is_playback());
        assert_eq!((session.step_index(), session.last_step()), (0, 70));
        assert_eq!(run(&mut session, 70), hashes);
        for step in [69u32, 1, 35, 34, 70, 12] {
            session.seek(step);
            assert_eq!(
                (session.step_index(), session.world().hash()),
                (step, hashes[step as usize - 1]),
                "{step}"
            );
        }
        session.step_back();
        assert_eq!((session.step_index(), session.world().hash()), (11, hashes[10]));
        assert!(session.verify().unwrap().contains("all the same"));
        assert_eq!(session.step_index(), 11);
        session.restart();
        assert_eq!(session.step_index(), 0);
        assert!(session.is_playback() && session.record().is_err());
    }

    #[test]
    fn an_edit_ends_the_playback() {
        let (bytes, hashes) = recorded();
        let mut session = Session::open_recording("x.crec", &bytes).unwrap();
        session.seek(10);
        let id = session.world().bodies().last().unwrap();
        assert!(session.edit(Edit::Body(id.to_bits(), BodyChange::Velocity([0.0, 0.0]))));
        assert!(!session.is_playback());
        session.undo();
        assert_eq!(session.world().hash(), hashes[9]);
        let later = run(&mut session, 5);
        session.seek(2);
        assert_eq!(session.world().hash(), later[1]);
    }

    #[test]
    fn a_recording_ends_where_time_jumps_and_broken_ones_are_told() {
        let mut session = Session::open("domino").unwrap();
        run(&mut session, 10);
        session.record().unwrap();
        run(&mut session, 10);
        session.seek(3);
        assert!(!session.is_recording());
        let bytes = session.take_recorded().unwrap();
        assert_eq!(Session::open_recording("x.crec", &bytes).unwrap().last_step(), 10);
        assert!(Session::open_recording("x.crec", &bytes[..20]).is_err());
        assert!(Session::open_recording("x.crec", b"").is_err());
        // An unrecorded session is not recorded after the jump either.
        assert!(!session.world().is_recorded());
    }
}
