//! Steps of water with a paddle and floating bodies allocate nothing once warm.
//!
//! A separate test program, because it replaces the global allocator by one that counts the allocations of
//! this thread.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d::prelude::*;
use cairn2d::system::Systems;
use cairn2d_particles::{Particles, ParticlesDef};

#[test]
fn warm_steps_allocate_nothing() -> Result<(), cairn2d::Error> {
    let mut world = World::new(WorldConfig::default())?;
    let corners = [[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [0.0, 6.0], [0.0, 0.0]];
    for ends in corners.windows(2) {
        world.spawn(Body::fixed().with(Segment::new(ends[0], ends[1])))?;
    }
    world.spawn(Body::kinematic().at([3.0, 1.5]).angular_velocity(6.0).with(Rect::half(1.0, 0.1)))?;
    for i in 0..4 {
        let at = [0.8 + 1.4 * i as f32, 3.5];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.3, 0.3).density(0.5)))?;
    }
    let bounds = Aabb::new([-0.5, -0.5], [6.5, 6.5]);
    let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() })?;
    water.fill_box(Aabb::new([0.1, 0.1], [5.9, 2.0]), [0.0, 0.0])?;
    let mut systems = Systems::new().with(water);
    for _ in 0..600 {
        systems.step(&mut world, 1.0 / 60.0)?;
    }
    let (before, mut pushed) = (counting::allocations(), 0);
    for _ in 0..200 {
        systems.step(&mut world, 1.0 / 60.0)?;
        pushed += systems.get::<Particles>().expect("it was added").last_step().bodies;
    }
    assert_eq!(counting::allocations() - before, 0);
    assert!(pushed > 400, "the water pushes bodies: {pushed} times");
    Ok(())
}
