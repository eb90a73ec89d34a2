//! `cairn2d replay`: plays a recording, up to a step, and verifies it.

use crate::args::ReplayArguments;
use crate::failure::Failure;
use crate::options::Processing;
use crate::output::Outputs;
use crate::picture::camera::Camera;
use crate::progress::Progress;
use crate::report::hash_text;
use crate::summary::counted;
use crate::view;
use crate::{files, plain};
use cairn2d_record::{Player, RecordError, Recording, Verified};
use cairn2d_scenes::Scene;
use std::fmt::Write as _;

pub(super) fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    Outputs::check(&arguments.pictures.files().collect::<Vec<_>>(), &[&arguments.file])?;
    let mut player = open(arguments)?;
    let last = player.recording().steps();
    let to = arguments.to.unwrap_or(last);
    if to > last {
        let steps = counted(last as usize, "step", "steps");
        return Err(Failure::Input(format!("{}: has {steps}, not {to}", plain::path(&arguments.file))));
    }
    let verified = if arguments.verify { Some(verify(arguments, &mut player)?) } else { None };
    play(arguments, &mut player, to)?;
    draw(arguments, &player)?;
    arguments.printing.print(player.world().hash(), || summary(&player, verified.as_ref()))
}

fn open(arguments: &ReplayArguments) -> Result<Player, Failure> {
    let bytes = files::read(&arguments.file, files::MOST_RECORDING)?;
    let wrong = |error: RecordError| wrong(arguments, &error);
    let mut player = Player::new(Recording::read(bytes).map_err(wrong)?).map_err(wrong)?;
    // Both were checked when the command line was read.
    let Processing { threads, lanes } = arguments.processing;
    let set = player.set_threads(usize::from(threads)).and(player.set_lanes(lanes));
    set.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(player)
}

/// A divergence is a result of verification; any other error means a bad file.
fn wrong(arguments: &ReplayArguments, error: &RecordError) -> Failure {
    let message = format!("{}: {error}", plain::path(&arguments.file));
    match error {
        RecordError::Diverged(_) => Failure::Other(anyhow::anyhow!(message)),
        _ => Failure::Input(message),
    }
}

fn verify(arguments: &ReplayArguments, player: &mut Player) -> Result<Verified, Failure> {
    let progress = Progress::new(1, arguments.printing.quiet);
    progress.say("verifying");
    player.verify().map_err(|error| wrong(arguments, &error))
}

fn play(arguments: &ReplayArguments, player: &mut Player, to: u64) -> Result<(), Failure> {
    const SHARE: u64 = 100;
    let progress = Progress::new(SHARE, arguments.printing.quiet);
    progress.say(player.recording().title());
    for share in 1..=SHARE {
        player.seek(to * share / SHARE).map_err(|error| wrong(arguments, &error))?;
        progress.advance();
    }
    Ok(())
}

/// The scene of the recording's title, for its camera and its steps per second; a default scene if there is
/// none.
fn scene_of(recording: &Recording) -> Scene {
    let built_in = cairn2d_scenes::find(recording.title()).ok();
    built_in.map_or_else(|| Scene::new(recording.title(), ""), |built_in| built_in.scene())
}

fn draw(arguments: &ReplayArguments, player: &Player) -> Result<(), Failure> {
    let pictures = &arguments.pictures;
    if pictures.files().next().is_none() {
        return Ok(());
    }
    let scene = scene_of(player.recording());
    let picture = view::picture(player.world(), &scene, player.step_index() as u32, pictures.contacts);
    let canvas = pictures.canvas();
    let camera = match scene.camera {
        Some(hint) => Camera::at(hint.center, hint.height, canvas),
        None => Camera::framing(std::slice::from_ref(&picture), canvas),
    };
    let mut outputs = Outputs::default();
    pictures.add(&picture, &camera, &mut outputs)?;
    outputs.write()
}

fn summary(player: &Player, verified: Option<&Verified>) -> String {
    let recording = player.recording();
    let mut out = String::new();
    // Writing to a string cannot fail, so the results are dropped.
    let _ = writeln!(
        out,
        "{}: {} in {} bytes, made by cairn2d {}{}\n",
        plain::line(recording.title()),
        counted(recording.steps() as usize, "step", "steps"),
        recording.size(),
        plain::line(recording.engine_version()),
        if recording.is_complete() { "" } else { "; the end is missing" },
    );
    if let Some(found) = verified {
        let _ = writeln!(
            out,
            "verified   {}, {} of bodies, {}: all equal",
            counted(found.hashes as usize, "hash", "hashes"),
            counted(found.bodies as usize, "comparison", "comparisons"),
            counted(found.keyframes as usize, "keyframe", "keyframes"),
        );
    }
    let counts = player.world().counts();
    let _ = writeln!(out, "step       {}", player.step_index());
    let _ = writeln!(
        out,
        "bodies     {:<8} {} awake, {} asleep",
        counts.bodies, counts.awake_bodies, counts.sleeping_bodies
    );
    let _ = writeln!(out, "hash       {}", hash_text(player.world().hash()));
    out
}
