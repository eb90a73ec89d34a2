//! Shared by the integration tests: small worlds, stepping, and checks of invariants.

use cairn2d::prelude::*;

/// Default length of a step in tests `[s]`.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// A world with default settings that never sleeps, so that no sleep timer affects results.
pub(crate) fn sleepless() -> World {
    let mut config = WorldConfig::default();
    config.sleeping = false;
    World::new(config).expect("default settings are valid")
}

/// A world without gravity that never sleeps.
pub(crate) fn weightless() -> World {
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.sleeping = false;
    World::new(config).expect("these settings are valid")
}

/// A wide static floor with its top at y = 0.
pub(crate) fn add_floor(world: &mut World) -> BodyId {
    world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).expect("the floor is valid")
}

/// Spawns a body that may have massless shapes; a dynamic one then needs an explicit mass.
pub(crate) fn spawn_light(world: &mut World, body: Body) -> BodyId {
    world.spawn(body.clone()).unwrap_or_else(|_| world.spawn(body.mass(Mass::ZERO)).expect("it is valid"))
}

/// Takes steps and validates the world after each.
pub(crate) fn run(world: &mut World, steps: u32) {
    for step in 0..steps {
        world.step(DT).expect("the step length is valid");
        if step % 10 == 0 || step + 1 == steps {
            world.validate().unwrap_or_else(|what| panic!("step {step}: {what}"));
        }
    }
}

/// Sum of the kinetic energies of all bodies \[J\].
pub(crate) fn kinetic_energy(world: &World) -> f64 {
    world.bodies().filter_map(|id| world.body(id)).map(|body| f64::from(body.kinetic_energy())).sum()
}
