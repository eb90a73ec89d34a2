//! A level of a million static tiles: the time of the insertion, and its cost in the steps of moving bodies
//! (almost none).
//!
//! `cargo run --release -p cairn2d --example million_tiles` prints processor times of this thread on Linux,
//! else wall-clock times. An argument sets the number of tiles.

use std::time::Instant;

use cairn2d::prelude::*;

/// Tiles of the room that contains the moving bodies.
const ROOM: usize = 100;

fn main() -> Result<(), cairn2d::Error> {
    let tiles = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    for one_body in [false, true] {
        let start = now();
        let mut large = level(tiles, one_body)?;
        let inserted = now() - start;
        let mut small = level(ROOM, one_body)?;
        let start = now();
        large.step(1.0 / 60.0)?;
        println!("{tiles} tiles, one body: {one_body}");
        println!("  inserted in {:.0} ms, first step {:.0} ms", inserted * 1e3, (now() - start) * 1e3);
        small.step(1.0 / 60.0)?;
        // Alternated, so that both are measured under the same conditions.
        let (mut of_large, mut of_small) = (0.0, 0.0);
        for _ in 0..600 {
            let start = now();
            large.step(1.0 / 60.0)?;
            let middle = now();
            small.step(1.0 / 60.0)?;
            of_large += middle - start;
            of_small += now() - middle;
        }
        let (ms_large, ms_small) = (of_large / 0.6, of_small / 0.6);
        println!(
            "  a step takes {ms_large:.3} ms, in the room alone {ms_small:.3} ms: {:.3} times",
            ms_large / ms_small
        );
    }
    Ok(())
}

/// A thousand balls and boxes in a room of a hundred tiles; the other tiles fill the world around it.
fn level(tiles: usize, one_body: bool) -> Result<World, cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    let tile = |n: usize| -> (f32, f32) {
        match n {
            0..40 => (n as f32, 0.0),
            40..70 => (0.0, n as f32 - 39.0),
            70..100 => (39.0, n as f32 - 69.0),
            _ => ((n % 1000) as f32 - 480.0, -1.5 - (n / 1000) as f32),
        }
    };
    let shape = Rect::square(1.0);
    if one_body {
        let body = world.spawn(Body::fixed())?;
        world.attach_many(body, (0..tiles).map(|n| shape.at(tile(n))))?;
    } else {
        world.spawn_many((0..tiles).map(|n| Body::fixed().at(tile(n)).with(shape)))?;
    }
    for n in 0..1000 {
        let at = [1.5 + 0.9 * (n % 40) as f32, 1.5 + (n / 40) as f32];
        let body = Body::dynamic().at(at).velocity([(n % 7) as f32 - 3.0, 0.0]).never_sleeps();
        world.spawn(if n % 2 == 0 { body.with(Circle::new(0.4)) } else { body.with(Rect::square(0.6)) })?;
    }
    Ok(world)
}

/// Processor time of this thread `[s]`; wall-clock time on systems without it.
fn now() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    spent.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |ns| ns * 1e-9)
}
