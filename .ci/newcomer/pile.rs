//! 465 boxes on the ground: time of a step in this build. The least time counts, which excludes the work of
//! other programs.

use cairn2d::prelude::*;
use std::time::Instant;

/// Longest step that is accepted \[ms\].
const MOST: f64 = 1.0;

fn main() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default().sleeping(false))?;
    world.spawn(Body::fixed().with(Segment::new([-40.0, 0.0], [40.0, 0.0])))?;
    for row in 0..30 {
        for n in 0..30 - row {
            let x = n as f32 - 0.5 * (29 - row) as f32;
            world.spawn(Body::dynamic().at([1.05 * x, 0.5 + row as f32]).with(Rect::half(0.5, 0.5)))?;
        }
    }
    let mut least = f64::INFINITY;
    for _ in 0..120 {
        let start = Instant::now();
        world.step(1.0 / 60.0)?;
        least = least.min(start.elapsed().as_secs_f64() * 1e3);
    }
    println!("{} bodies, {least:.3} ms a step", world.bodies().count());
    assert!(least <= MOST, "a step takes {least} ms, at most {MOST} are accepted");
    Ok(())
}
