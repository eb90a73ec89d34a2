//! Time of a step: `cargo run --release -p cairn2d-particles --example particles_bench [particles seconds
//! threads]`.

use std::time::Instant;

use cairn2d::prelude::*;
use cairn2d::system::Systems;
use cairn2d_particles::{Particles, ParticlesDef};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<f32>().ok());
    let count = numbers.next().unwrap_or(10_000.0);
    let seconds = numbers.next().unwrap_or(20.0) as u32;
    let threads = numbers.next().unwrap_or(1.0) as usize;
    // A block of 1 to 2 in a room four times as wide.
    let spacing = 0.1;
    let width = (0.5 * count).sqrt().round() * spacing;
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.set_threads(threads).unwrap();
    let (room, height) = (4.0 * width, 3.0 * width);
    let corners = [[0.0, height], [0.0, 0.0], [room, 0.0], [room, height], [0.0, height]];
    for ends in corners.windows(2) {
        let thick = Capsule::new(ends[0], ends[1], 0.05);
        world.spawn(Body::fixed().with(thick)).unwrap();
    }
    let bounds = Aabb::new([-0.3, -0.3], [room + 0.3, height + 0.3]);
    let mut water = Particles::new(ParticlesDef { bounds, spacing, ..ParticlesDef::default() }).unwrap();
    water.fill_box(Aabb::new([0.1, 0.1], [0.1 + width, 0.1 + 2.0 * width]), [0.0, 0.0]).unwrap();
    let mut systems = Systems::new().with(water);
    for second in 1..=seconds {
        let (mut total, mut least, mut passes, mut steps) = (0.0, f64::MAX, [0, 0], 0);
        for _ in 0..60 {
            let start = Instant::now();
            systems.step(&mut world, 1.0 / 60.0).unwrap();
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            total += milliseconds / 60.0;
            least = least.min(milliseconds);
            let step = systems.get::<Particles>().unwrap().last_step();
            passes[0] += step.pressure_passes;
            passes[1] += step.volume_passes;
            steps += step.sub_steps;
        }
        let water = systems.get::<Particles>().unwrap();
        println!(
            "{second} s: {} particles, {total:.2} ms a step (least {least:.2}), sub-steps {:.2}, passes {} and {}",
            water.len(),
            f64::from(steps) / 60.0,
            passes[0] / 60,
            passes[1] / 60
        );
    }
}
