//! The model of the terminal view: a running scene, its view, and the user's actions on both.
//!
//! Uses no terminal, and the clock only to time steps, so that tests can drive it.

use super::camera::DotCamera;
use super::draw::{DotPainter, Extras};
use super::{Action, Place};
use crate::failure::Failure;
use crate::picture::Point;
use crate::picture::camera::{Bounds, view_of};
use crate::source::{self, Source};
use crate::{clock, view};
use anyhow::Context as _;
use cairn2d::pick::Finger;
use cairn2d::{FixedClock, JointId, QueryFilter};
use cairn2d_scenes::{Controls, Overrides, Runner, Setting};

/// Half-speeds below and doublings above the usual speed.
const SPEEDS: (i32, i32) = (-6, 4);

/// Work of a step of a scene file that is taken without a question, see [`Runner::coming_work`]: about 0.4 s.
const STEP_WORK: u64 = 16_000_000;

/// Time for which a control counts as held after a key press `[s]`: a little more than the repeat delay of a
/// keyboard.
const HOLD: f32 = 0.3;

/// A running scene and its view.
#[derive(Debug)]
pub struct Viewer {
    source: Source,
    /// Number in the catalogue, unless the scene is a file.
    number: Option<usize>,
    overrides: Overrides,
    runner: Runner,
    clock: FixedClock,
    camera: DotCamera,
    /// Whether the user has changed the view.
    aimed: bool,
    /// Size of the part of the screen that shows the world, in cells.
    cells: [u16; 2],
    painter: DotPainter,
    held: Option<Held>,
    extras: Extras,
    /// Remaining time for which each control of a game is held `[s]`; `None` before any key press.
    played: Option<[f32; 6]>,
    paused: bool,
    help: bool,
    speed: i32,
    /// Time of a step, smoothed `[ns]`; 0 before any was timed.
    step_time: f64,
    /// The last error.
    message: Option<String>,
    /// The step before which the user was warned of a crowd.
    crowded: Option<u32>,
}

/// The object that the mouse drags.
#[derive(Clone, Copy, Debug)]
enum Held {
    Body(JointId),
    /// The view, by the last position of the mouse.
    View(Place),
}

impl Viewer {
    /// Opens a built-in scene or a scene file, on a part of the screen of a size in cells.
    pub fn open(
        name: &str,
        settings: &[Setting],
        overrides: Overrides,
        cells: [u16; 2],
    ) -> Result<Self, Failure> {
        let source = source::find(name, settings)?;
        let number = cairn2d_scenes::all().iter().position(|scene| scene.name == name);
        let (runner, clock) = start(&source, overrides)?;
        let mut viewer = Self {
            source,
            number,
            overrides,
            runner,
            clock,
            camera: DotCamera::showing(Bounds::around(&[]), dots(cells)),
            aimed: false,
            cells,
            painter: DotPainter::default(),
            held: None,
            extras: Extras::default(),
            played: None,
            paused: false,
            help: false,
            speed: 0,
            step_time: 0.0,
            message: None,
            crowded: None,
        };
        viewer.fit();
        Ok(viewer)
    }

    /// The running scene.
    #[must_use]
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// The camera of the view.
    #[must_use]
    pub fn camera(&self) -> &DotCamera {
        &self.camera
    }

    /// Whether the world is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the keys are shown.
    #[must_use]
    pub fn shows_help(&self) -> bool {
        self.help
    }

    /// Speed of time relative to normal \[-\].
    #[must_use]
    pub fn speed(&self) -> f32 {
        (self.speed as f32).exp2()
    }

    /// Mean time of the last steps `[ms]`, if any was timed.
    #[must_use]
    pub fn step_milliseconds(&self) -> Option<f64> {
        (self.step_time > 0.0).then_some(self.step_time / 1e6)
    }

    /// The last error.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Sets the size of the part of the screen that shows the world, in cells.
    pub fn resize(&mut self, cells: [u16; 2]) {
        if self.cells != cells {
            self.cells = cells;
            if self.aimed { self.camera.size = dots(cells) } else { self.fit() }
        }
    }

    /// Draws the world in dots.
    pub fn paint(&mut self) -> &DotPainter {
        self.extras.origin = self.runner.scene().origin();
        self.painter.draw(&self.runner.world, &self.camera, self.cells, self.extras);
        self.painter.overlay(self.runner.overlay(), &self.camera);
        &self.painter
    }

    /// Advances time `[s]`: takes the steps for it, or as many as fit before a time of [`clock::nanoseconds`]
    /// `[ns]`.
    pub fn advance(&mut self, seconds: f32, until: u64) {
        if self.paused {
            return;
        }
        self.play(seconds);
        let wanted = (seconds.clamp(0.0, 0.25) * self.speed()).min(4.0);
        // The range of the clock was checked when it was made.
        let count = self.clock.advance(wanted).unwrap_or(0);
        for _ in 0..count {
            let start = clock::nanoseconds();
            if self.is_crowded() || !self.step() {
                return;
            }
            let end = clock::nanoseconds();
            let taken = (end - start) as f64;
            self.step_time += if self.step_time > 0.0 { 0.05 * (taken - self.step_time) } else { taken };
            if end >= until {
                return;
            }
        }
    }

    /// Passes the held controls to the scene, and releases those whose time is over.
    fn play(&mut self, seconds: f32) {
        let Some(times) = &mut self.played else { return };
        let held = Controls::of(|control| times[control as usize] > 0.0);
        times.iter_mut().for_each(|time| *time = (*time - seconds).max(0.0));
        self.runner.set_controls(Some(held));
    }

    /// Whether the next step of a scene file has so many overlaps that it may take long. The world pauses
    /// then; a single step or resuming takes the step anyway.
    fn is_crowded(&mut self) -> bool {
        let step = self.runner.step_index();
        if self.number.is_some()
            || self.crowded == Some(step)
            || self.runner.coming_work(STEP_WORK) <= STEP_WORK
        {
            return false;
        }
        self.crowded = Some(step);
        self.paused = true;
        self.message =
            Some(format!("paused before step {}: so many bodies overlap that it may take long", step + 1));
        true
    }

    /// Takes one step; an error pauses the world and is shown.
    pub fn step(&mut self) -> bool {
        match self.runner.step() {
            Ok(_) => true,
            Err(error) => {
                self.message = Some(format!("step {} failed: {error}", self.runner.step_index()));
                self.paused = true;
                false
            }
        }
    }

    /// Performs an action; false ends the program.
    pub fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Quit if self.help => self.help = false,
            Action::Quit => return false,
            Action::Pause => self.paused = !self.paused,
            Action::Step(count) => {
                self.paused = true;
                let _ = (0..count).all(|_| self.step());
            }
            Action::Restart => self.restart(),
            Action::Scene(by) => self.leaf(by),
            Action::Speed(by) => self.speed = (self.speed + by).clamp(SPEEDS.0, SPEEDS.1),
            Action::Zoom(factor, place) => {
                self.aimed = true;
                let size = self.camera.size;
                self.camera.zoom(factor, place.map_or([0.5 * size[0], 0.5 * size[1]], dot));
            }
            Action::Pan(quarters) => {
                self.aimed = true;
                let size = self.camera.size;
                self.camera.pan([0, 1].map(|axis| 0.25 * size[axis] * quarters[axis] as f32));
            }
            Action::Fit => self.fit(),
            Action::Contacts => self.extras.contacts = !self.extras.contacts,
            Action::Help => self.help = !self.help,
            Action::Press(place) => self.press(place),
            Action::Drag(place) => self.drag(place),
            Action::Release => self.release(),
            Action::Play(control) => self.played.get_or_insert_default()[control as usize] = HOLD,
        }
        true
    }

    /// Shows all moving bodies, or the view that the scene suggests.
    pub fn fit(&mut self) {
        self.aimed = false;
        let scene = self.runner.scene();
        let bounds = match scene.camera {
            // For this size the height determines the scale.
            Some(hint) => {
                let half = 0.5 * hint.height;
                let [x, y] = hint.center;
                Bounds { lower: [x, y - half], upper: [x, y + half] }
            }
            None => view_of(&[view::picture(&self.runner.world, scene, 0, false)]),
        };
        self.camera = DotCamera::showing(bounds, dots(self.cells));
    }

    fn restart(&mut self) {
        match start(&self.source, self.overrides) {
            Ok((runner, clock)) => self.begin(runner, clock),
            Err(failure) => self.message = Some(failure.to_string()),
        }
    }

    /// Opens another scene of the catalogue; from a file, the first or last.
    fn leaf(&mut self, by: i32) {
        let count = cairn2d_scenes::all().len() as i32;
        let from = match self.number {
            Some(number) => number as i32,
            None if by > 0 => -1,
            None => count,
        };
        let number = (from + by).rem_euclid(count.max(1)) as usize;
        let Some(built_in) = cairn2d_scenes::all().get(number) else { return };
        let opened = source::find(built_in.name, &[])
            .and_then(|source| start(&source, self.overrides).map(|(runner, clock)| (source, runner, clock)));
        match opened {
            Ok((source, runner, clock)) => {
                (self.source, self.number) = (source, Some(number));
                self.begin(runner, clock);
                self.fit();
            }
            Err(failure) => self.message = Some(failure.to_string()),
        }
    }

    fn begin(&mut self, runner: Runner, clock: FixedClock) {
        (self.runner, self.clock) = (runner, clock);
        (self.held, self.extras.hand, self.played) = (None, None, None);
        (self.step_time, self.message, self.crowded) = (0.0, None, None);
    }

    fn press(&mut self, place: Place) {
        self.release();
        let point = self.camera.unproject(dot(place));
        // Two dots: a point nearer than that is under the pointer on the screen.
        let finger = Finger { radius: (2.0 / self.camera.scale).clamp(0.0, 1e6), ..Finger::default() };
        // A point outside of the usable world grabs nothing.
        let grip = finger.grab(&mut self.runner.world, point, QueryFilter::all()).ok().flatten();
        self.extras.hand = grip;
        self.held = Some(grip.map_or(Held::View(place), Held::Body));
    }

    fn drag(&mut self, place: Place) {
        match self.held {
            Some(Held::Body(grip)) => {
                let target = self.camera.unproject(dot(place));
                if let Some(mut joint) = self.runner.world.joint_mut(grip) {
                    // A point outside of the usable world is rejected, and the target stays.
                    let _ = joint.set_target(target);
                }
            }
            Some(Held::View(from)) => {
                let ([x0, y0], [x1, y1]) = (dot(from), dot(place));
                self.aimed = true;
                self.camera.pan([x0 - x1, y1 - y0]);
                self.held = Some(Held::View(place));
            }
            None => {}
        }
    }

    fn release(&mut self) {
        if let Some(Held::Body(grip)) = self.held.take() {
            // The body, and with it the joint, may have been removed.
            let _ = self.runner.world.unjoin(grip);
        }
        self.extras.hand = None;
    }
}

fn start(source: &Source, overrides: Overrides) -> Result<(Runner, FixedClock), Failure> {
    let runner = source.runner(overrides)?;
    // A frame at the highest speed may need many steps; their time is limited elsewhere.
    let clock = FixedClock::hz(source.scene.hertz).context("the scene's rate of steps")?.max_steps(1000);
    Ok((runner, clock))
}

/// Width and height in dots.
fn dots(cells: [u16; 2]) -> Point {
    [f32::from(cells[0]) * 2.0, f32::from(cells[1]) * 4.0]
}

/// The middle of a cell, in dots.
fn dot(place: Place) -> Point {
    [f32::from(place[0]) * 2.0 + 1.0, f32::from(place[1]) * 4.0 + 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::BodyKind;
    use cairn2d_scenes::Control;
    use cairn2d_scenes::library::Category;

    fn viewer(scene: &str) -> Viewer {
        Viewer::open(scene, &[], Overrides::default(), [80, 22]).unwrap()
    }

    /// The time of a number of steps, without a time limit.
    fn run(viewer: &mut Viewer, steps: u32) {
        let target = viewer.runner.step_index() + steps;
        while viewer.runner.step_index() < target {
            viewer.advance(viewer.runner.time_step(), u64::MAX);
        }
    }

    #[test]
    fn a_crowd_from_a_file_waits_for_a_key() {
        let path = std::env::temp_dir().join(format!("cairn2d-viewer-{}.json", std::process::id()));
        let body = r#"{"kind":"dynamic","shapes":[{"geometry":{"circle":{"radius":0.5}}}]}"#;
        let bodies = [body; 600].join(",");
        std::fs::write(&path, format!(r#"{{"version":1,"name":"crowd","bodies":[{bodies}]}}"#)).unwrap();
        let mut viewer = viewer(path.to_str().unwrap());
        viewer.advance(0.1, u64::MAX);
        assert!(viewer.is_paused() && viewer.message().is_some());
        assert_eq!(viewer.runner.step_index(), 0);
        viewer.act(Action::Pause);
        viewer.advance(0.1, u64::MAX);
        assert_eq!(viewer.runner.step_index(), 1, "asked for a second time, it is done");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn it_takes_the_steps_that_the_time_asks_for() {
        let mut viewer = viewer("card_house");
        viewer.advance(0.1, u64::MAX);
        assert_eq!(viewer.runner.step_index(), 6);
        viewer.act(Action::Speed(1));
        viewer.advance(0.1, u64::MAX);
        assert_eq!(viewer.runner.step_index(), 18);
        viewer.act(Action::Speed(-2));
        viewer.advance(0.1, u64::MAX);
        assert_eq!(viewer.runner.step_index(), 21);
        viewer.advance(0.2, 0);
        assert_eq!(viewer.runner.step_index(), 22, "one step is taken even when there is no time");
        assert!(viewer.step_milliseconds().unwrap() > 0.0);
        viewer.act(Action::Pause);
        viewer.advance(0.2, u64::MAX);
        assert_eq!(viewer.runner.step_index(), 22);
        viewer.act(Action::Step(3));
        assert_eq!(viewer.runner.step_index(), 25);
        assert!(viewer.is_paused());
    }

    #[test]
    fn it_computes_what_the_scene_computes_elsewhere() {
        let mut viewer = viewer("mixed_bin");
        run(&mut viewer, 40);
        let mut runner =
            Runner::new(cairn2d_scenes::find("mixed_bin").unwrap(), Overrides::default()).unwrap();
        for _ in 0..40 {
            runner.step().unwrap();
        }
        assert_eq!(viewer.runner.world.hash(), runner.world.hash());
        viewer.act(Action::Restart);
        assert_eq!(viewer.runner.step_index(), 0);
        run(&mut viewer, 40);
        assert_eq!(viewer.runner.world.hash(), runner.world.hash());
    }

    #[test]
    fn a_restart_keeps_the_camera_and_another_scene_does_not() {
        let mut viewer = viewer("domino");
        viewer.act(Action::Zoom(2.0, None));
        viewer.act(Action::Pan([1, 0]));
        let aimed = *viewer.camera();
        viewer.act(Action::Restart);
        viewer.resize([80, 22]);
        assert_eq!(*viewer.camera(), aimed);
        let number = viewer.number.unwrap();
        viewer.act(Action::Scene(1));
        assert_eq!(viewer.runner.scene().name, cairn2d_scenes::all()[number + 1].name);
        assert_ne!(*viewer.camera(), aimed);
        viewer.act(Action::Scene(-2));
        assert_eq!(viewer.number, Some(number - 1));
        viewer.number = Some(0);
        viewer.act(Action::Scene(-1));
        assert_eq!(viewer.number, Some(cairn2d_scenes::all().len() - 1));
    }

    #[test]
    fn the_mouse_throws_bodies_and_moves_the_view_where_there_are_none() {
        let mut viewer = viewer("domino");
        let dynamic = |viewer: &Viewer| {
            let world = &viewer.runner.world;
            let body = world.bodies().filter_map(|id| world.body(id)).find(|b| b.kind() == BodyKind::Dynamic);
            body.map(|body| (body.id(), body.position())).unwrap()
        };
        let (id, start) = dynamic(&viewer);
        let [x, y] = viewer.camera.project([start.x, start.y]);
        let place = [(x / 2.0) as u16, (y / 4.0) as u16];
        viewer.act(Action::Press(place));
        assert!(viewer.extras.hand.is_some());
        viewer.act(Action::Drag([place[0], place[1] - 5]));
        run(&mut viewer, 60);
        let lifted = viewer.runner.world.body(id).unwrap().position().y - start.y;
        let wanted = 20.0 / viewer.camera.scale;
        assert!((lifted - wanted).abs() < 0.3 * wanted, "{lifted} of {wanted}");
        viewer.act(Action::Release);
        assert_eq!(viewer.runner.world.joints().count(), 0);

        let before = viewer.camera;
        viewer.act(Action::Press([40, 0]));
        viewer.act(Action::Drag([45, 3]));
        viewer.act(Action::Release);
        viewer.act(Action::Drag([0, 0]));
        let moved = [before.center[0] - viewer.camera.center[0], viewer.camera.center[1] - before.center[1]];
        let expected = [10.0 / before.scale, 12.0 / before.scale];
        assert!((moved[0] - expected[0]).abs() < 1e-3 && (moved[1] - expected[1]).abs() < 1e-3, "{moved:?}");
    }

    #[test]
    fn a_key_of_a_game_is_held_for_a_moment() {
        let Some(game) = cairn2d_scenes::all().iter().find(|scene| scene.category == Category::Games) else {
            return;
        };
        let mut viewer = viewer(game.name);
        let mut twin = Runner::new(game, Overrides::default()).unwrap();
        let held = Controls { up: true, fire: true, ..Controls::NONE };
        viewer.act(Action::Play(Control::Up));
        viewer.act(Action::Play(Control::Fire));
        for frame in 0..60 {
            viewer.advance(viewer.runner.time_step(), u64::MAX);
            let time = frame as f32 * viewer.runner.time_step();
            twin.set_controls(Some(if time < HOLD { held } else { Controls::NONE }));
            while twin.step_index() < viewer.runner.step_index() {
                twin.step().unwrap();
            }
        }
        assert_eq!(viewer.runner.world.hash(), twin.world.hash());
    }

    #[test]
    fn escape_closes_the_help_before_it_ends_the_program() {
        let mut viewer = viewer("domino");
        viewer.act(Action::Help);
        assert!(viewer.act(Action::Quit));
        assert!(!viewer.shows_help());
        assert!(!viewer.act(Action::Quit));
    }
}
