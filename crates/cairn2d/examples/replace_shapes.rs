//! Times `World::replace_shapes`: 100 segments out and 100 in under 200 resting boxes, among 50,000 static
//! segments.
//!
//! `cargo run --release -p cairn2d --example replace_shapes` prints the least and the median time of many
//! runs on copies of one world. On a busy machine the least time is the one to compare. An argument is the
//! number of runs; for a profiler a few are enough.

use std::hint::black_box;
use std::time::Instant;

use cairn2d::prelude::*;
use cairn2d::{Error, Replace};

/// Segments of the level, and of the part that is made anew.
const LEVEL: usize = 50_000;
const CHUNK: usize = 100;

/// Segments in a row of the level.
const ROW: usize = 1_000;

/// Runs of each change, if the program has no argument.
const RUNS: usize = 400;

/// A level with the boxes at rest on its first segments.
struct Level {
    world: World,
    /// The body of the first segments, and their ids.
    body: BodyId,
    segments: Vec<ShapeId>,
}

fn main() -> Result<(), Error> {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(RUNS).max(1);
    for one_body in [false, true] {
        for awake in [true, false] {
            let level = level(one_body, awake)?;
            let bodies = if one_body { "one body" } else { "bodies of 100 segments" };
            let boxes = if awake { "awake" } else { "asleep" };
            let [least, median] = time(&level, runs, |world, add| {
                let replace = Replace { remove: &level.segments, add, ..Replace::default() };
                world.replace_shapes(level.body, replace).map(drop)
            })?;
            println!(
                "{bodies}, boxes {boxes}: 100 out and 100 in: least {least:.1} us, median {median:.1} us"
            );
            let [least, median] = time(&level, runs, |world, _| {
                let change: Vec<_> = level
                    .segments
                    .iter()
                    .enumerate()
                    .map(|(n, &id)| (id, Shape::from(segment(n, -0.05))))
                    .collect();
                let replace = Replace { change: &change, ..Replace::default() };
                world.replace_shapes(level.body, replace).map(drop)
            })?;
            println!("{bodies}, boxes {boxes}: 100 changed: least {least:.1} us, median {median:.1} us");
            let [least, median] = time(&level, runs, |world, add| {
                for &segment in &level.segments {
                    world.detach(segment)?;
                }
                world.attach_many(level.body, add).map(drop)
            })?;
            println!(
                "{bodies}, boxes {boxes}: detach and attach_many: least {least:.1} us, median {median:.1} us"
            );
        }
    }
    Ok(())
}

/// Least and median time of a change `[us]`.
fn time(
    level: &Level,
    runs: usize,
    change: impl Fn(&mut World, Vec<ShapeDef>) -> Result<(), cairn2d::BodyError>,
) -> Result<[f64; 2], Error> {
    let mut copy = level.world.clone();
    let mut times = Vec::with_capacity(runs);
    for _ in 0..runs {
        // The copy keeps its memory, as a world that runs does.
        copy.clone_from(&level.world);
        let add = (0..CHUNK).map(|n| segment(n, -0.05).shape()).collect();
        let start = Instant::now();
        change(&mut copy, add)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
        black_box(copy.hash());
    }
    copy.step(1.0 / 60.0)?;
    times.sort_by(f64::total_cmp);
    Ok([times[0], times[runs / 2]])
}

/// A piece of the ground, lowered by `y` `[m]`.
fn segment(n: usize, y: f32) -> Segment {
    let (x, row) = ((n % ROW) as f32, -3.0 * (n / ROW) as f32);
    Segment::new([x, row + y], [x + 1.0, row + y])
}

fn level(one_body: bool, awake: bool) -> Result<Level, Error> {
    let mut config = WorldConfig::default();
    config.sleeping = !awake;
    let mut world = World::new(config)?;
    let chunk = if one_body { LEVEL } else { CHUNK };
    let mut first = None;
    for start in (0..LEVEL).step_by(chunk) {
        let body = world.spawn(Body::fixed())?;
        let ids = world.attach_many(body, (start..start + chunk).map(|n| segment(n, 0.0)))?;
        first.get_or_insert((body, ids));
    }
    for n in 0..2 * CHUNK {
        world.spawn(Body::dynamic().at([0.25 + 0.5 * n as f32, 0.2]).with(Rect::half(0.2, 0.2)))?;
    }
    for _ in 0..120 {
        world.step(1.0 / 60.0)?;
    }
    assert_eq!(world.counts().awake_bodies > 0, awake, "the boxes are asleep if they may be");
    let (body, mut segments) = first.expect("there is a level");
    segments.truncate(CHUNK);
    Ok(Level { world, body, segments })
}
