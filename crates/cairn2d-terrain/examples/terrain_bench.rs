//! Times carves of a disc of 2 m in a field of 1024 x 1024 samples at 0.1 m, everything included: samples,
//! outlines, search for loose ground, and the shapes of the world.
//!
//! `cargo run --release -p cairn2d-terrain --example terrain_bench` prints median, 99th percentile and worst.
//! Arguments are the number of carves, and of boxes that stand on the ground.

use std::time::Instant;

use cairn2d::prelude::*;
use cairn2d_terrain::{Brush, Terrain, TerrainDef};

/// Runs of each carve.
const RUNS: usize = 5;

fn main() -> Result<(), cairn2d::Error> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse().unwrap_or(0));
    let carves: usize = arguments.next().unwrap_or(1000);
    let boxes: usize = arguments.next().unwrap_or(200);
    let mut world = World::new(WorldConfig::default())?;
    let mut terrain = Terrain::new(TerrainDef { size: [1024, 1024], ..TerrainDef::default() })?;
    let field = terrain.field_mut();
    let start = Instant::now();
    field.fill(&Brush::capsule([0.0, 30.0], [102.4, 30.0], 40.0), 0)?;
    println!("fill {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut random = Random(1);
    for _ in 0..60 {
        let center = [102.0 * random.next(), 65.0 * random.next()];
        field.carve(&Brush::disc(center, 1.0 + 3.0 * random.next()))?;
    }
    let start = Instant::now();
    terrain.apply(&mut world)?;
    println!("first outline {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    for n in 0..boxes {
        let at = [1.0 + 100.0 * (n as f32) / boxes as f32, 72.0];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.2, 0.2)))?;
    }
    for _ in 0..120 {
        world.step(1.0 / 60.0)?;
    }
    let mut times = Vec::new();
    let mut parts = [Vec::new(), Vec::new()];
    let mut worst = (0.0, String::new());
    let (mut other_world, mut other) = (world.clone(), terrain.clone());
    for _ in 0..carves {
        let center = [102.0 * random.next(), 4.0 + 62.0 * random.next()];
        let (mut carved, mut time) = (f64::MAX, f64::MAX);
        // The least of several runs on copies: other programs interrupt some of them.
        for _ in 0..RUNS {
            other_world.clone_from(&world);
            other.clone_from(&terrain);
            let start = Instant::now();
            other.field_mut().carve(&Brush::disc(center, 2.0))?;
            carved = carved.min(start.elapsed().as_secs_f64() * 1e3);
            other.apply(&mut other_world)?;
            time = time.min(start.elapsed().as_secs_f64() * 1e3);
        }
        std::mem::swap(&mut world, &mut other_world);
        std::mem::swap(&mut terrain, &mut other);
        times.push(time);
        parts[0].push(carved);
        parts[1].push(time - carved);
        if time > worst.0 {
            worst = (time, format!("{:?}", terrain.changes()));
        }
        world.step(1.0 / 60.0)?;
    }
    print("carve and apply", &mut times);
    print("carve", &mut parts[0]);
    print("apply", &mut parts[1]);
    println!("worst: {}", worst.1);
    let memory = cairn2d::system::WorldSystem::memory(&terrain) as f64;
    println!("{} shapes", world.counts().shapes);
    println!("memory {:.2} bytes a sample", memory / (1024.0 * 1024.0));
    Ok(())
}

fn print(name: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let sum: f64 = times.iter().sum();
    println!(
        "{name}: median {:.4} ms, 99 % {:.4} ms, worst {:.4} ms, sum {sum:.0} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }
}
