//! Steps of a gas with blasts, moving bodies and changing walls allocate nothing once each has run.
//!
//! A separate test program, because it replaces the global allocator by one that counts the allocations of
//! this thread.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d::prelude::*;
use cairn2d::system::Systems;
use cairn2d_gas::{Blast, Gas, GasDef, Model};

/// A floor, a post that opens and closes, crates, a body smaller than a cell and a paddle, in a box of gas.
struct Work {
    world: World,
    systems: Systems,
    post: BodyId,
}

impl Work {
    fn new(model: Model) -> Result<Work, cairn2d::Error> {
        let mut world = World::new(WorldConfig::default())?;
        world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0]))?;
        for (x, normal) in [(-9.0, 1.0), (9.0, -1.0)] {
            world.spawn(Body::half_plane([x, 0.0], [normal, 0.0]))?;
        }
        for i in 0..8 {
            let at = [-7.0 + 2.0 * i as f32, 0.4];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.4, 0.4)))?;
            world.spawn(Body::dynamic().at([at[0], 2.0]).with(Circle::new(0.1)))?;
        }
        world.spawn(Body::kinematic().at([0.0, 6.0]).angular_velocity(2.0).with(Rect::half(1.5, 0.2)))?;
        let post = world.spawn(Body::fixed().at([4.0, 1.0]).with(Rect::half(0.3, 1.0)))?;
        let gas = Gas::new(GasDef { model, friction: 1.0, ..GasDef::default() })?;
        Ok(Work { world, systems: Systems::new().with(gas), post })
    }

    /// Returns how often the gas pushed a body.
    fn run(&mut self, steps: u32) -> Result<u32, cairn2d::Error> {
        let mut pushed = 0;
        for step in 0..steps {
            if step % 10 == 0 {
                let gas = self.systems.get_mut::<Gas>().expect("it was added");
                gas.explode(&Blast::new([0.0, 1.5], 0.7, 500.0))?;
                let height = if step % 20 == 0 { 4.0 } else { 1.0 };
                self.world.body_mut(self.post).expect("it stays").set_position([4.0, height])?;
            }
            self.systems.step(&mut self.world, 1.0 / 60.0)?;
            pushed += self.systems.get::<Gas>().expect("it was added").last_step().bodies;
        }
        Ok(pushed)
    }
}

#[test]
fn warm_steps_allocate_nothing() -> Result<(), cairn2d::Error> {
    for model in [Model::Isothermal { sound_speed: 40.0 }, Model::Ideal { gamma: 1.4, sound_speed: 40.0 }] {
        let mut work = Work::new(model)?;
        work.run(400)?;
        let before = counting::allocations();
        let pushed = work.run(100)?;
        assert_eq!(counting::allocations() - before, 0, "{model:?}");
        assert!(pushed > 400, "the gas pushes bodies: {pushed} times");
    }
    Ok(())
}
