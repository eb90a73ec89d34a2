//! Time of a frame with a pyramid of boxes, in three apps: without physics, with the plugin, and the step of
//! the engine alone. `cargo run --release --example cost -- 100` has 100 rows.
//!
//! On a busy machine, the least times vary less than the medians. `-- 100 single` runs all systems in one
//! thread, without the time of handing them to others.

use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_cairn2d::cairn2d::{Body, Rect, World as Engine};
use bevy_cairn2d::prelude::*;
use bevy_ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;

const STEP: Duration = Duration::from_micros(15_625);
const FRAMES: usize = 300;

fn config() -> WorldConfig {
    let mut config = WorldConfig::default();
    config.sleeping = false;
    config
}

fn positions(rows: usize) -> impl Iterator<Item = [f32; 2]> {
    (0..rows).flat_map(move |row| {
        (0..rows - row).map(move |column| [column as f32 + 0.5 * row as f32, row as f32 + 1.0])
    })
}

/// Returns the least and the median time of a frame `[ms]`.
fn times(mut frame: impl FnMut()) -> [f64; 2] {
    let mut times: Vec<Duration> = (0..FRAMES)
        .map(|_| {
            let start = Instant::now();
            frame();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    [times[0], times[FRAMES / 2]].map(|time| time.as_secs_f64() * 1e3)
}

fn app(rows: usize, has_physics: bool, is_single: bool) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin));
    app.insert_resource(Time::<Fixed>::from_duration(STEP));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP));
    if has_physics {
        app.add_plugins(CairnPlugin::new(config()).expect("valid settings"));
        app.world_mut().spawn((RigidBody::Static, Collider::rectangle(400.0, 1.0)));
    }
    for [x, y] in positions(rows) {
        let at = Transform::from_xyz(x, y, 0.0);
        let mut entity = app.world_mut().spawn(at);
        if has_physics {
            entity.insert((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0)));
        }
    }
    // Makes the threads.
    app.update();
    if is_single {
        for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
    }
    app
}

fn main() -> Result<(), bevy_cairn2d::cairn2d::Error> {
    let rows = std::env::args().nth(1).and_then(|rows| rows.parse().ok()).unwrap_or(100);
    let mut engine = Engine::new(config())?;
    engine.spawn(Body::fixed().with(Rect::half(200.0, 0.5)))?;
    for at in positions(rows) {
        engine.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5)))?;
    }
    let mut result = Ok(());
    let bare = times(|| {
        result = engine.step(STEP.as_secs_f32()).map(drop);
    });
    result?;
    let is_single = std::env::args().nth(2).is_some_and(|word| word == "single");
    let (mut empty, mut full) = (app(rows, false, is_single), app(rows, true, is_single));
    let (empty, full) = (times(|| empty.update()), times(|| full.update()));
    for (index, name) in ["least", "median"].into_iter().enumerate() {
        let (bare, empty, full) = (bare[index], empty[index], full[index]);
        let layer = full - bare - empty;
        println!("{name}: step {bare:.3} ms, frame without physics {empty:.3}, with {full:.3}");
        println!("{name}: plugin {layer:.3} ms, {:.2} of the step", layer / bare);
    }
    Ok(())
}
