//! The calls that every runner writes by hand.

use cairn2d::{CallChecks, World};
use cairn2d_capi::convert::{Engine, Give};
use cairn2d_capi::fault::{Code, Fault};
use cairn2d_capi::{Drawing, draw};
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};

use crate::generated::read_world_config;
use crate::run::{Log, Run, ScriptError};

/// Makes a call; returns whether there is one of this name.
pub(crate) fn call(run: &mut Run<'_>, name: &str) -> Result<bool, ScriptError> {
    match name {
        "World.new" => {
            let config = read_world_config(run)?;
            let made = config.engine().and_then(|config| Ok(World::new(config)?));
            replace(run, made);
        }
        "World.clone" => {
            let copy = run.world.clone();
            replace(run, Ok(copy));
        }
        "World.snapshot" => {
            run.snapshot = run.world.snapshot();
            bytes(run, &run.snapshot.clone());
        }
        "World.restore" => {
            let done = run.world.restore(&run.snapshot).map_err(Fault::from);
            run.replaced();
            run.log_one(&done);
        }
        "World.from_snapshot" => {
            let made = World::from_snapshot(&run.snapshot).map_err(Fault::from);
            replace(run, made);
        }
        "World.snapshot_since" => {
            run.delta = run.world.snapshot_since(&run.snapshot);
            bytes(run, &run.delta.clone());
        }
        "World.restore_since" => {
            let done = run.world.restore_since(&run.snapshot, &run.delta).map_err(Fault::from);
            run.replaced();
            run.log_one(&done);
        }
        "World.save_into" => {
            run.world.save_into(&mut run.saved);
            run.log_one(&Ok(()));
        }
        "World.restore_saved" => {
            let text = "nothing was saved, or by a world with other settings";
            let done = if run.world.restore_saved(&run.saved) {
                Ok(())
            } else {
                Err(Fault::new(Code::Snapshot, text))
            };
            run.replaced();
            run.log_one(&done);
        }
        "World.record_calls" => {
            let on = run.next_truth()? != 0;
            run.world.record_calls(on.then(CallChecks::default));
            run.log_one(&Ok(()));
        }
        "World.take_calls" => {
            let mut calls = Vec::new();
            run.world.take_calls(&mut calls);
            bytes(run, &calls);
        }
        "World.read_poses" | "World.read_velocities" => bulk(run, false),
        "World.write_velocities" => bulk(run, true),
        "World.debug_draw" => drawing(run),
        "Recorder.start" => {
            let options = RecordOptions::default().title("script").keyframe_every(20);
            let started = Recorder::start(&mut run.world, options).map_err(Fault::from);
            run.log_code(&started, true);
            run.recorder = started.ok();
        }
        "Recorder.update" => {
            let done = match &mut run.recorder {
                Some(recorder) => recorder.update(&mut run.world).map_err(Fault::from),
                None => Err(Fault::null("recorder")),
            };
            run.log_one(&done);
        }
        "Recorder.finish" => finish(run),
        _ => return Ok(false),
    }
    Ok(true)
}

fn replace(run: &mut Run<'_>, made: Result<World, Fault>) {
    if run.log_code(&made, true)
        && let Ok(world) = made
    {
        run.world = world;
        run.replaced();
    }
}

fn bytes(run: &mut Run<'_>, bytes: &[u8]) {
    run.log_code::<()>(&Ok(()), true);
    (bytes.len() as u64).note(run);
    run.log_bytes(bytes);
}

/// Ends the recording and plays it: to the middle, then to its end.
fn finish(run: &mut Run<'_>) {
    let file = match run.recorder.take() {
        Some(recorder) => recorder.finish(&mut run.world).map_err(Fault::from),
        None => Err(Fault::null("recorder")),
    };
    let Ok(file) = file else {
        run.log_code(&file, true);
        return;
    };
    bytes(run, &file);
    let player = Recording::read(file).and_then(Player::new).map_err(Fault::from);
    if !run.log_code(&player, true) {
        return;
    }
    let Ok(mut player) = player else { return };
    let half = player.recording().steps() / 2;
    let sought = player.seek(half).map(|_| ()).map_err(Fault::from);
    run.log_one(&sought);
    player.world().hash().note(run);
    let mut last = Ok(None);
    for _ in 0..player.recording().steps() + 1 {
        last = player.step().map_err(Fault::from);
        if !matches!(last, Ok(Some(_))) {
            break;
        }
    }
    run.log_code(&last, matches!(last, Ok(Some(_))));
    player.step_index().note(run);
    player.world().hash().note(run);
}

fn bulk(run: &mut Run<'_>, write: bool) {
    let ids: Vec<_> = run.world.bodies().collect();
    run.log_code::<()>(&Ok(()), true);
    for &id in &ids {
        let pose = run.world.body(id).map(|body| body.pose().give());
        pose.into_iter().for_each(|pose| pose.note(run));
    }
    run.log_code::<()>(&Ok(()), true);
    let mut velocities = Vec::new();
    for &id in &ids {
        let Some(body) = run.world.body(id) else { continue };
        let velocity = (body.velocity(), body.angular_velocity());
        velocities.push((id, velocity));
        velocity.0.give().note(run);
        velocity.1.note(run);
    }
    if write {
        let done = velocities.iter().try_for_each(|&(id, (linear, angular))| -> Result<(), Fault> {
            let mut body = run.world.body_mut(id).ok_or(Fault::new(Code::Stale, id))?;
            body.set_velocity(linear)?;
            Ok(body.set_angular_velocity(angular)?)
        });
        run.log_one(&done);
    }
}

fn drawing(run: &mut Run<'_>) {
    let mut drawing = Drawing::default();
    draw(&run.world, &mut drawing);
    run.log_code::<()>(&Ok(()), true);
    (drawing.primitives.len() as u32).note(run);
    (drawing.points.len() as u32).note(run);
    drawing.primitives.iter().for_each(|primitive| primitive.note(run));
    drawing.points.iter().for_each(|point| point.note(run));
}
