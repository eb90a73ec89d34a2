//! `cairn2d run`: simulates a scene, then writes all requested results at once.

use crate::args::RunArguments;
use crate::failure::Failure;
use crate::figures::{Figures, Times};
use crate::files::{Format, Output};
use crate::options::Processing;
use crate::output::Outputs;
use crate::picture::camera::Camera;
use crate::picture::style::Style;
use crate::picture::{Picture, gif, paint};
use crate::progress::Progress;
use crate::source::{self, Source};
use crate::{clock, report, summary, view};
use anyhow::Context as _;
use cairn2d::World;
use cairn2d_record::{RecordOptions, Recorder};
use cairn2d_scenes::{Runner, Scene};
use std::path::Path;

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    Outputs::check(
        &files(arguments),
        &source::file_of(&arguments.scene).into_iter().collect::<Vec<&Path>>(),
    )?;
    let source = source::find(&arguments.scene, &arguments.parameters.settings)?;
    let steps = source.steps(arguments.steps)?;
    check_frames(arguments, steps, source.scene.hertz)?;
    let progress = Progress::new(u64::from(steps), arguments.printing.quiet);
    let finished = simulate(arguments, &source, steps, &progress)?;
    progress.say("writing");
    let mut outputs = Outputs::default();
    draw(arguments, &source.scene, &finished, &mut outputs)?;
    if let Some(path) = &arguments.report {
        outputs.add(path, report::json(&finished.figures).into_bytes());
    }
    if let Some(recording) = finished.recording {
        outputs.add_written(recording);
    }
    outputs.write()?;
    drop(progress);
    let figures = &finished.figures;
    arguments.printing.print(figures.hash, || summary::text(figures))
}

/// The requested files.
fn files(arguments: &RunArguments) -> Vec<(&Path, Format)> {
    let others = [
        (&arguments.gif, Format::Gif),
        (&arguments.report, Format::Json),
        (&arguments.record, Format::Recording),
    ];
    let others = others.into_iter().filter_map(|(path, format)| Some((path.as_deref()?, format)));
    arguments.pictures.files().chain(others).collect()
}

/// All frames are in memory until the camera is known, so their number is limited.
fn check_frames(arguments: &RunArguments, steps: u32, hertz: f32) -> Result<(), Failure> {
    const MOST: u32 = 1000;
    let frame_count = steps / arguments.frame_steps(hertz);
    if arguments.gif.is_none() || frame_count <= MOST {
        return Ok(());
    }
    let enough = steps.div_ceil(MOST);
    Err(Failure::Input(format!(
        "the animation would have {frame_count} frames, at most {MOST} are possible; try --every {enough}"
    )))
}

/// A run that is over.
struct Finished {
    figures: Figures,
    /// The end state; the last of `frames` when there is an animation.
    end: Option<Picture>,
    /// The frames of the animation, from the start to the end.
    frames: Vec<Picture>,
    /// The finished recording.
    recording: Option<Output>,
}

fn simulate(
    arguments: &RunArguments,
    source: &Source,
    steps: u32,
    progress: &Progress,
) -> Result<Finished, Failure> {
    let scene = &source.scene;
    progress.say(&scene.name);
    let Processing { threads, lanes } = arguments.processing;
    let overrides = arguments.processing.overrides();
    let mut times = Times::default();
    let start = clock::nanoseconds();
    let mut runner = source.runner(overrides)?;
    times.build = clock::nanoseconds() - start;
    runner.world.set_clock(Some(clock::nanoseconds));
    let mut recorder = Recording::start(arguments, &mut runner)?;

    let picture = |runner: &Runner, step: u32| {
        let mut picture = view::picture(&runner.world, scene, step, arguments.pictures.contacts);
        view::add_overlay(&mut picture, runner.overlay());
        picture
    };
    let every = arguments.frame_steps(scene.hertz);
    let mut frames = Vec::new();
    let mut last_step = Default::default();
    for step in 0..steps {
        if arguments.gif.is_some() && step % every == 0 {
            frames.push(picture(&runner, step));
        }
        let start = clock::nanoseconds();
        last_step = runner.step().map_err(|error| source.stopped(step, error))?;
        times.add(clock::nanoseconds() - start, &last_step.profile);
        if let Some(recorder) = &mut recorder {
            recorder.update(&mut runner.world)?;
        }
        progress.advance();
    }
    let recording = recorder.map(|recorder| recorder.finish(&mut runner.world)).transpose()?;
    let pictured = arguments.pictures.files().next().is_some() || arguments.gif.is_some();
    let end = pictured.then(|| picture(&runner, steps));
    if arguments.gif.is_some() {
        frames.extend(end.clone());
    }
    let world = &runner.world;
    let world_hash = world.hash();
    let figures = Figures {
        scene: scene.name.clone(),
        steps,
        hertz: scene.hertz,
        threads: usize::from(threads),
        lanes: lanes.name().to_owned(),
        counts: world.counts(),
        last_step,
        times,
        energy: view::energy(world),
        hash: if runner.systems.is_empty() { world_hash } else { runner.hash() },
        world_hash,
        systems: runner.systems.iter().map(|system| (system.name(), system.hash())).collect(),
    };
    Ok(Finished { figures, end, frames, recording })
}

/// A recording that is written while the scene runs; only the unfinished part is in memory.
struct Recording {
    recorder: Recorder,
    output: Output,
}

impl Recording {
    fn start(arguments: &RunArguments, runner: &mut Runner) -> Result<Option<Self>, Failure> {
        let Some(path) = &arguments.record else { return Ok(None) };
        let mut options = RecordOptions::default();
        options.title.clone_from(&runner.scene().name);
        options.checks.bodies_every = arguments.record_bodies;
        let recorder = Recorder::start(&mut runner.world, options).context("cannot record")?;
        Ok(Some(Self { recorder, output: Output::create(path)? }))
    }

    fn update(&mut self, world: &mut World) -> Result<(), Failure> {
        self.recorder.update(world).context("cannot record")?;
        let ready = self.recorder.take_bytes();
        if !ready.is_empty() {
            self.output.write(&ready)?;
        }
        Ok(())
    }

    fn finish(mut self, world: &mut World) -> Result<Output, Failure> {
        let rest = self.recorder.finish(world).context("cannot record")?;
        self.output.write(&rest)?;
        Ok(self.output)
    }
}

fn draw(
    arguments: &RunArguments,
    scene: &Scene,
    finished: &Finished,
    outputs: &mut Outputs,
) -> Result<(), Failure> {
    let canvas = arguments.pictures.canvas();
    let camera = |pictures: &[Picture]| match scene.camera {
        Some(hint) => Camera::at(hint.center, hint.height, canvas),
        None => Camera::framing(pictures, canvas),
    };
    if let Some(end) = &finished.end {
        arguments.pictures.add(end, &camera(std::slice::from_ref(end)), outputs)?;
    }
    if let Some(path) = &arguments.gif {
        let (camera, style) = (camera(&finished.frames), Style::of(arguments.pictures.theme));
        let delay = (arguments.frame_steps(scene.hertz) as f32 * 100.0 / scene.hertz)
            .round()
            .clamp(2.0, 1000.0) as u16;
        let frame = |i: usize| paint::draw(&finished.frames[i], &camera, &style);
        outputs.add(path, gif::gif(finished.frames.len(), frame, delay)?);
    }
    Ok(())
}
