//! The model of the testbed, without a window: a running scene and its history.
//!
//! - [`edit`]: all manual changes, as data; only edits change the world of a session. `many`: those of
//!   several bodies.
//! - [`history`]: the edits in time and copies of the world: undo, redo, rewind.
//! - `seeking`: the way to another step. `branches`: futures that an edit in the past has left.
//! - [`pace`]: pause, single steps, slow motion. [`poses`]: poses one step ago.
//! - `parameters`: numbers of the scene that restart it.
//! - `extent`: the part of the world that a view should show.
//! - `guard`: limits on the work of a scene from outside.
//! - `tape`: recording and playback. `link`: scenes as text. `open`: files.
//! - `rerun`: a second run with other settings.
//! - [`make`]: bodies that a user can add. [`outline`]: lines drawn by hand. [`profile`]: times of stages.

mod beside;
mod branches;
pub mod edit;
mod extent;
mod guard;
pub mod history;
pub mod keys;
mod link;
pub mod make;
mod many;
mod open;
pub mod outline;
pub mod pace;
mod parameters;
pub mod poses;
pub mod profile;
mod rerun;
mod seeking;
mod select;
mod tape;

use std::collections::BTreeSet;

use cairn2d::{LaneLevel, NanosecondClock, StepReport, Vec2, World};
use cairn2d_record::{Player, Recorder};
use cairn2d_scenes::{Capture, Controls, Overlay, Overrides, Parameter, Runner, Scene, Setting};

pub use branches::Branch;

pub use edit::{BodyChange, Edit, JointChange, ShapeChange, WorldChange};
pub use extent::Extent;
pub use open::{FileKind, OpenError};
pub use rerun::is_overridden;
pub use seeking::Seeking;
pub use select::Selection;

use edit::Grips;
use guard::Guard;
use history::{Entry, History};
use pace::Pace;
use poses::PreviousPoses;
use profile::ProfileLog;

/// A world and the joints of fingers in it.
#[derive(Clone)]
pub struct Live {
    runner: Runner,
    grips: Grips,
    controls: Option<u8>,
}

/// Origin of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A built-in scene, by name.
    BuiltIn(&'static str),
    /// A file or a link; its name.
    Other(String),
}

/// A running scene that can be edited.
pub struct Session {
    source: Source,
    /// The parameters of the scene with their values.
    parameters: Vec<Parameter>,
    /// The scene of a file or a link with default values; `None` for built-in scenes.
    original: Option<Box<Scene>>,
    live: Live,
    history: History,
    /// Speed of time.
    pub pace: Pace,
    /// The selection.
    pub selection: Selection,
    previous: PreviousPoses,
    held: BTreeSet<u64>,
    gesture: u32,
    overrides: Overrides,
    clock: Option<NanosecondClock>,
    report: StepReport,
    profile: ProfileLog,
    message: Option<String>,
    /// Limits the work of a scene from outside; `None` for built-in scenes.
    guard: Option<Guard>,
    /// The recording that plays instead of the runner.
    tape: Option<Box<Player>>,
    /// The recorder, and the finished recording.
    recorder: Option<Recorder>,
    recorded: Option<Vec<u8>>,
    /// The way to another step, and the time that it took so far `[ns]`.
    seeking: Option<Seeking>,
    replayed: u64,
}

/// The state hash of a built-in scene after a number of steps without edits, as 16 hexadecimal digits.
///
/// # Errors
/// An unknown name, and errors of the engine.
pub fn state_hash(name: &str, steps: u32) -> Result<String, String> {
    let found = cairn2d_scenes::find(name).map_err(|error| error.to_string())?;
    let mut runner = Runner::new(found, Overrides::default()).map_err(|error| error.to_string())?;
    for _ in 0..steps {
        runner.step().map_err(|error| error.to_string())?;
    }
    Ok(format!("{:016x}", runner.hash()))
}

/// Time limit of the steps of a frame `[ns]`, so that the window responds even if the world is too large.
const FRAME_BUDGET: u64 = 25_000_000;

impl Session {
    /// Opens a scene of the library.
    ///
    /// # Errors
    /// An unknown name.
    pub fn open(name: &str) -> Result<Self, String> {
        Self::open_with(name, &[])
    }

    /// Opens a scene of the library with values of its parameters.
    ///
    /// # Errors
    /// An unknown name, and a setting that the scene rejects.
    pub fn open_with(name: &str, settings: &[Setting]) -> Result<Self, String> {
        let found = cairn2d_scenes::find(name).map_err(|error| error.to_string())?;
        let (scene, parameters) = found.scene_with(settings).map_err(|error| error.to_string())?;
        let session = Self::of(Source::BuiltIn(found.name), scene, Overrides::default())?;
        Ok(Self { parameters, ..session })
    }

    /// Opens a scene from a file.
    ///
    /// # Errors
    /// Errors of the engine.
    pub fn open_scene(scene: Scene) -> Result<Self, String> {
        Self::open_scene_with(scene, &[])
    }

    /// Opens a scene from a file with values of its parameters.
    ///
    /// # Errors
    /// A setting that the scene rejects, and errors of the engine.
    pub fn open_scene_with(mut scene: Scene, settings: &[Setting]) -> Result<Self, String> {
        let original = Some(Box::new(scene.clone()));
        let parameters = scene.set_parameters(settings).map_err(|error| error.to_string())?;
        let session = Self::of(Source::Other(scene.name.clone()), scene, Overrides::default())?;
        Ok(Self { parameters, original, ..session })
    }

    fn of(source: Source, scene: Scene, overrides: Overrides) -> Result<Self, String> {
        let runner = Runner::from_scene(scene, overrides).map_err(|error| error.to_string())?;
        let guard = matches!(source, Source::Other(_)).then(Guard::default);
        let live = Live { runner, grips: Grips::new(), controls: None };
        Ok(Self {
            source,
            parameters: Vec::new(),
            original: None,
            history: History::new(&live),
            live,
            pace: Pace::new(),
            selection: Selection::default(),
            previous: PreviousPoses::new(),
            held: BTreeSet::new(),
            gesture: 0,
            overrides,
            clock: None,
            report: StepReport::default(),
            profile: ProfileLog::default(),
            message: None,
            guard,
            tape: None,
            recorder: None,
            recorded: None,
            seeking: None,
            replayed: 0,
        })
    }

    /// Replaces the scene; settings of the machine and the speed stay.
    pub fn replace(&mut self, other: Session) {
        self.end_recording();
        let Session { pace, overrides, clock, .. } = *self;
        let recorded = self.recorded.take();
        *self = Session { pace, overrides, clock, recorded, ..other };
        self.settle();
    }

    /// Sets a clock, which measures the times of stages.
    pub fn set_clock(&mut self, clock: Option<NanosecondClock>) {
        self.clock = clock;
        self.settle();
    }

    /// The clock, if set.
    pub fn clock(&self) -> Option<NanosecondClock> {
        self.clock
    }

    /// Applies the settings of the machine to the world.
    fn settle(&mut self) {
        let world = &mut self.live.runner.world;
        if self.recorder.is_none() {
            world.record_calls(None);
        }
        world.set_clock(self.clock);
        // Both were checked when they were set.
        let _ = self.overrides.threads.map(|threads| world.set_threads(threads));
        let _ = self.overrides.lanes.map(|lanes| world.set_lanes(lanes));
    }

    /// Sets the number of threads, 1 to 64; results do not depend on it.
    pub fn set_threads(&mut self, threads: usize) {
        self.overrides.threads = Some(threads.clamp(1, 64));
        self.settle();
    }

    /// Sets the lanes, if the machine has them; results do not depend on them.
    pub fn set_lanes(&mut self, lanes: LaneLevel) {
        if lanes.is_available() {
            self.overrides.lanes = Some(lanes);
            self.settle();
        }
    }

    /// The origin of the scene.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether the scene is a game of the library.
    pub fn is_game(&self) -> bool {
        let Source::BuiltIn(name) = self.source else { return false };
        cairn2d_scenes::find(name)
            .is_ok_and(|scene| scene.category == cairn2d_scenes::library::Category::Games)
    }

    /// What the controls of the scene do; empty if it reads none, and while a recording plays.
    pub fn keys(&self) -> &'static str {
        if self.is_playback() { "" } else { self.live.runner.keys() }
    }

    /// The scene as it was opened.
    pub fn scene(&self) -> &Scene {
        self.live.runner.scene()
    }

    /// The runner of the scene.
    pub fn runner(&self) -> &Runner {
        &self.live.runner
    }

    /// The current world.
    pub fn world(&self) -> &World {
        self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world())
    }

    /// The hash of the world and its systems; of a recording that plays, that of its world alone.
    pub fn hash(&self) -> u64 {
        self.tape.as_ref().map_or_else(|| self.live.runner.hash(), |tape| tape.world().hash())
    }

    /// The overlay of the scene.
    pub fn overlay(&self) -> &Overlay {
        self.live.runner.overlay()
    }

    /// Poses of the previous step.
    pub fn previous(&self) -> &PreviousPoses {
        &self.previous
    }

    /// Steps taken since the scene began.
    pub fn step_index(&self) -> u32 {
        self.tape.as_ref().map_or(self.live.runner.step_index(), |tape| tape.step_index() as u32)
    }

    /// The last step that can be reached by seeking.
    pub fn last_step(&self) -> u32 {
        self.tape.as_ref().map_or(self.history.end(), |tape| tape.recording().steps() as u32)
    }

    /// The report of the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// Times of the last steps.
    pub fn profile(&self) -> &ProfileLog {
        &self.profile
    }

    /// The edits up to the current step.
    pub fn log(&self) -> &[Entry] {
        self.history.log()
    }

    /// The last error or notice; returned once.
    pub fn take_message(&mut self) -> Option<String> {
        self.message.take()
    }

    /// Sets the message.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }
}

/// Files.
impl Session {
    /// The world as a scene file.
    ///
    /// # Errors
    /// Content that the format cannot hold.
    pub fn save(&self) -> Result<String, String> {
        self.capture().scene.to_json().map_err(|error| error.to_string())
    }

    /// The parts of this world that a scene file cannot hold, in a line; `None` if it holds everything.
    pub fn not_saved(&self) -> Option<String> {
        let left_out = self.capture().left_out;
        (!left_out.is_empty()).then(|| left_out.join(", "))
    }

    fn capture(&self) -> Capture {
        match &self.tape {
            Some(tape) => Scene::from_world(&self.scene().name, tape.world()),
            None => self.live.runner.capture(),
        }
    }

    /// A file name for this scene.
    pub fn file_name(&self, kind: FileKind) -> String {
        let letters =
            self.scene().name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' });
        format!("{}.{}", letters.collect::<String>().to_lowercase(), kind.extension())
    }
}

/// Time.
impl Session {
    /// Advances time by a frame of this many seconds. Returns the number of steps.
    pub fn frame(&mut self, seconds: f32) -> u32 {
        if self.seeking.is_some() {
            self.go_on_seeking();
            return 0;
        }
        let dt = self.live.runner.time_step();
        let asked = self.pace.advance(seconds.min(0.25), dt);
        let begin = self.clock.map(|clock| clock());
        for taken in 0..asked {
            if !self.step() {
                return taken;
            }
            let spent = self.clock.zip(begin).map_or(0, |(clock, begin)| clock().saturating_sub(begin));
            if spent > FRAME_BUDGET {
                self.pace.drop_time();
                return taken + 1;
            }
        }
        asked
    }

    /// Takes one step; returns whether that succeeded.
    fn step(&mut self) -> bool {
        if !self.may_step() {
            return false;
        }
        let world = self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world());
        self.previous.note(world, self.live.runner.scene().origin());
        let report = if self.tape.is_some() {
            self.step_tape()
        } else {
            Some(self.live.runner.step().map_err(|error| error.to_string()))
        };
        match report {
            Some(Ok(report)) => {
                let world = self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world());
                self.previous.pass(world, self.live.runner.scene().origin());
                self.profile.push(report.profile);
                self.report = report;
                let work = self.live.runner.work_of(&report);
                self.spend(work);
            }
            Some(Err(why)) => {
                self.pace.paused = true;
                self.say(why);
                return false;
            }
            None => {
                self.pace.paused = true;
                return false;
            }
        }
        if self.tape.is_none() {
            self.update_recorder();
            self.history.stepped(&self.live);
            self.repeat_due();
        }
        true
    }

    /// Repeats the edits of this step when time passes it again.
    fn repeat_due(&mut self) {
        let step = self.step_index();
        let mut left = guard::STEP;
        while let Some(entry) = self.history.due(step) {
            let edit = entry.edit.clone();
            if self.guard.is_some() {
                let work = guard::edit_work(&edit, &self.live.runner.world);
                if work > left {
                    let count = self.history.forget_future();
                    self.say(format!(
                        "Left out {count} edits from step {step} on: too much work in one step"
                    ));
                    return;
                }
                left -= work;
                self.spend(work);
            }
            // An edit that succeeded once succeeds again, because the world is the same.
            let _ = edit.apply(&mut self.live);
            self.history.pass();
        }
    }

    fn spend(&mut self, work: u64) {
        if let Some(guard) = &mut self.guard {
            guard.spent = guard.spent.saturating_add(work);
        }
    }

    /// Whether the next step is within the work limit of a scene from outside, or was requested a second
    /// time. Otherwise time stops, and a message says why.
    fn may_step(&mut self) -> bool {
        let Some(guard) = self.guard.as_mut().filter(|_| self.tape.is_none()) else { return true };
        let runner = &self.live.runner;
        let step = runner.step_index();
        // Counting takes time too.
        guard.spent = guard.spent.saturating_add(4 * u64::from(runner.world.counts().shapes));
        if guard.refused == Some(step) || runner.coming_work(guard::STEP) <= guard::STEP {
            guard.refused = None;
            return true;
        }
        guard.refused = Some(step);
        self.pace.paused = true;
        let bodies = runner.world.counts().bodies;
        let blasts = runner.scene().blasts.iter().any(|blast| blast.step == step);
        let why = if blasts { "overlap or are blasted" } else { "overlap" };
        let step = step + 1;
        self.say(format!(
            "Paused before step {step}: too many of {bodies} bodies {why}. Play takes it all the same"
        ));
        false
    }

    /// Pauses, or plays; a recording that is at its end plays from its beginning.
    pub fn play_or_pause(&mut self) {
        self.pace.paused = !self.pace.paused;
        if !self.pace.paused && self.is_playback() && self.step_index() == self.last_step() {
            self.seek(0);
        }
    }

    /// Pauses and requests a single step with the next frame.
    pub fn step_once(&mut self) {
        self.pace.ask_step();
    }

    /// Pauses and goes one step back.
    pub fn step_back(&mut self) {
        self.pace.paused = true;
        self.seek(self.step_index().saturating_sub(1));
    }

    /// Returns to the beginning. Edits before the first step stay; redo restores the others.
    pub fn restart(&mut self) {
        self.held.clear();
        if self.tape.is_none() {
            self.history.restart(self.step_index());
        }
        self.seek(0);
        self.profile.clear();
    }
}

/// Edits.
impl Session {
    /// Applies an edit; returns whether it succeeded. If not, the message says why.
    pub fn edit(&mut self, edit: Edit) -> bool {
        if self.held.is_empty() {
            self.gesture += 1;
        }
        self.edit_within_gesture(edit)
    }

    /// As [`Session::edit`], but undone together with the last edit.
    pub fn edit_on(&mut self, edit: Edit) -> bool {
        self.edit_within_gesture(edit)
    }

    fn edit_within_gesture(&mut self, edit: Edit) -> bool {
        if self.is_on_its_way() {
            return false;
        }
        self.take_over();
        self.let_go_of_the_past();
        match edit.apply(&mut self.live) {
            Ok(()) => {
                self.note(edit);
                self.selection.forget_gone(&self.live.runner.world);
                true
            }
            Err(why) => {
                self.say(why);
                false
            }
        }
    }

    /// Whether time is on its way to another step, where nothing can be edited; then a message says so.
    fn is_on_its_way(&mut self) -> bool {
        let Some(Seeking { to, .. }) = self.seeking else { return false };
        self.say(format!("Seeking to step {to}; edits are possible there"));
        true
    }

    fn note(&mut self, edit: Edit) {
        let step = self.step_index();
        if let Some(end) = self.history.push(Entry { step, gesture: self.gesture, edit }) {
            self.say(format!("The future up to step {end} is kept: Futures, beside the time line"));
        }
    }

    /// The futures that edits in the past have left, oldest first.
    pub fn branches(&self) -> &[Branch] {
        self.history.branches()
    }

    /// Goes back to the fork of a kept future and takes it; the present future is kept instead.
    pub fn take_branch(&mut self, index: usize) {
        let Some(step) = self.history.take_branch(index) else { return };
        self.pace.paused = true;
        self.jump(step);
    }

    /// The steps of all edits that undo would stop at, past and to come.
    pub fn marks(&self) -> impl Iterator<Item = u32> {
        self.history.marks()
    }

    /// An edit in the past ends the later history: bodies that fingers held then are released.
    fn let_go_of_the_past(&mut self) {
        let orphans: Vec<u64> =
            self.live.grips.keys().copied().filter(|finger| !self.held.contains(finger)).collect();
        for finger in orphans {
            let release = Edit::Release { finger };
            if release.apply(&mut self.live).is_ok() {
                self.note(release);
            }
        }
    }

    /// A finger grabs the body within `radius` of a point `[m]`. Returns whether it holds one.
    pub fn grab(&mut self, finger: u64, at: Vec2, radius: f32) -> bool {
        if self.is_on_its_way() {
            return false;
        }
        if self.held.is_empty() {
            self.gesture += 1;
        }
        self.take_over();
        self.held.insert(finger);
        let grips = self.live.grips.len();
        self.let_go_of_the_past();
        let edit = Edit::Grab { finger, at: at.into(), radius };
        if let Err(why) = edit.apply(&mut self.live) {
            self.say(why);
        }
        let holds = self.live.grips.len() > grips || self.live.grips.contains_key(&finger);
        if holds {
            self.note(edit);
        } else {
            self.held.remove(&finger);
        }
        holds
    }

    /// Moves the finger that holds a body to a point `[m]`.
    pub fn drag(&mut self, finger: u64, to: Vec2) {
        if self.held.contains(&finger) && self.live.grips.contains_key(&finger) {
            self.edit_within_gesture(Edit::Move { finger, to: to.into() });
        }
    }

    /// A finger releases its body.
    pub fn release(&mut self, finger: u64) {
        if self.held.contains(&finger) {
            self.edit_within_gesture(Edit::Release { finger });
            self.held.remove(&finger);
        }
    }

    /// Whether a finger holds a body.
    pub fn holds(&self, finger: u64) -> bool {
        self.held.contains(&finger)
    }

    /// Whether a player has control.
    pub fn is_played(&self) -> bool {
        self.live.controls.is_some()
    }

    /// Sets the held controls of the player; with `None` games play themselves.
    pub fn set_controls(&mut self, held: Option<Controls>) {
        let bits = held.map(keys::bits);
        if bits != self.live.controls && self.seeking.is_none() {
            self.edit_within_gesture(Edit::Controls(bits));
        }
    }

    /// Undoes the last gesture: world and time return to just before it, and a message says so.
    pub fn undo(&mut self) {
        let now = self.step_index();
        let Some(step) = self.history.undo(now) else { return };
        self.jump(step);
        if step < now {
            self.say(format!(
                "Undone: time is back at step {step}, just before that. Redo returns to step {now}."
            ));
        }
    }

    /// Restores the last undone edits, and returns to the step of the undo.
    pub fn redo(&mut self) {
        let Some(step) = self.history.redo() else { return };
        self.jump(step);
        self.say(format!("Redone: time is at step {step}"));
    }

    fn jump(&mut self, step: u32) {
        self.held.clear();
        self.end_recording();
        self.live = self.history.rewind(step);
        self.settle();
        self.seek(step);
        self.profile.clear();
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }
}

#[cfg(test)]
mod guard_tests;
#[cfg(test)]
pub(crate) mod tests;
