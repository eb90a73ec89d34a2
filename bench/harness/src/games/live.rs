//! Games of boxes that live, rest and sleep.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::{Action, Game, Parameters, mixed_shape, yard};

/// Steps between two pushes of one body in a live world.
const PUSH_EVERY: u32 = 20;

/// A heap of some bodies of which one is pushed from time to time, with sleeping on or off.
pub(super) fn build(name: &str, parameters: &Parameters) -> Game {
    let sleeping = name.ends_with("_sleep");
    let usual = match name.trim_end_matches("_sleep") {
        "live10" => 10,
        "live50" => 50,
        _ => 200,
    };
    live(name, parameters, usual, sleeping)
}

fn live(name: &str, parameters: &Parameters, usual: u32, sleeping: bool) -> Game {
    let mut random = parameters.random(2);
    let count = parameters.count(usual);
    let half_width = 3.0 + (count as f32).sqrt();
    let mut scene = yard(name, half_width, parameters);
    scene.world.sleeping = sleeping;
    let first = scene.bodies.len() as u32;
    let columns = (half_width * 1.5) as u32;
    for index in 0..count {
        let (column, row) = (index % columns, index / columns);
        let x = (column as f32 + 0.5) * 1.2 - 0.6 * columns as f32 + random.between(-0.05, 0.05);
        let at = [parameters.length(x), parameters.length(0.6 + 1.2 * row as f32)];
        scene.add(BodyDesc::dynamic(at).with(mixed_shape(&mut random, parameters.length(0.5))));
    }
    let speed = parameters.size.sqrt() * 4.0;
    Game::with(scene, move |step, out| {
        if step % PUSH_EVERY == 0 {
            let velocity = [random.between(-speed, speed), random.between(0.0, speed)];
            let body = first + random.below(count);
            out.push(Action::Launch { body, velocity, angular_velocity: random.between(-3.0, 3.0) });
        }
    })
}

/// A world in which all bodies sleep.
pub(super) fn all_asleep(name: &str, parameters: &Parameters) -> Game {
    Game::new(city(name, parameters, 1000, 5))
}

/// Returns towers of boxes that sleep from the start.
fn city(name: &str, parameters: &Parameters, usual: u32, floors: u32) -> Scene {
    let mut random = parameters.random(3);
    let towers = parameters.count(usual).div_ceil(floors);
    let mut scene = yard(name, 1.5 * towers as f32, parameters);
    for tower in 0..towers {
        let x = (tower as f32 + 0.5) * 3.0 - 1.5 * towers as f32 + random.between(-0.4, 0.4);
        for floor in 0..floors {
            let at = [parameters.length(x), parameters.length(0.5 + floor as f32)];
            let half = parameters.length(0.5);
            let body = BodyDesc { awake: false, ..BodyDesc::dynamic(at) };
            scene.add(body.with(ShapeDesc::half_box(half, half)));
        }
    }
    scene
}

/// Towers asleep of which some boxes are pushed once a second.
pub(super) fn sleeping_city(name: &str, parameters: &Parameters) -> Game {
    let scene = city(name, parameters, 4000, 5);
    let mut random = parameters.random(4);
    let count = scene.bodies.len() as u32 - 1;
    let speed = parameters.size.sqrt() * 6.0;
    let pushed = parameters.count(10);
    Game::with(scene, move |step, out| {
        if step % 60 == 30 {
            for _ in 0..pushed {
                let velocity = [random.between(-speed, speed), random.between(0.0, speed)];
                let body = 1 + random.below(count);
                out.push(Action::Launch { body, velocity, angular_velocity: random.between(-2.0, 2.0) });
            }
        }
    })
}

/// Many small worlds, stepped in turn.
pub(super) fn many_worlds(name: &str, parameters: &Parameters) -> Game {
    let usual = Parameters { counts: 1.0, ..*parameters };
    Game { worlds: parameters.count(60), ..live(name, &usual, 30, false) }
}

/// Mixed shapes that fall into a bin and come to rest.
pub(super) fn mixed_rest(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(5);
    let (columns, rows) = parameters.grid(1500);
    let mut scene = yard(name, 0.6 * columns as f32 + 1.0, parameters);
    scene.steps = 500;
    for index in 0..columns * rows {
        let (column, row) = (index % columns, index / columns);
        let x = (column as f32 + 0.5) * 1.1 - 0.55 * columns as f32 + random.between(-0.04, 0.04);
        let at = [parameters.length(x), parameters.length(0.6 + 1.1 * row as f32)];
        let body = BodyDesc { angle: random.between(-1.0, 1.0), ..BodyDesc::dynamic(at) };
        let radius = parameters.length(random.between(0.3, 0.5));
        scene.add(body.with(mixed_shape(&mut random, radius)));
    }
    Game::new(scene)
}

/// Bodies whose sizes differ by a factor of thirty.
pub(super) fn unequal(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(6);
    let (columns, rows) = parameters.grid(1200);
    let mut scene = yard(name, 0.4 * columns as f32 + 4.0, parameters);
    for index in 0..columns * rows {
        let (column, row) = (index % columns, index / columns);
        let x = (column as f32 + 0.5) * 0.7 - 0.35 * columns as f32;
        let at = [parameters.length(x), parameters.length(0.4 + 0.7 * row as f32)];
        let radius = parameters.length(random.between(0.1, 0.3));
        scene.add(BodyDesc::dynamic(at).with(mixed_shape(&mut random, radius)));
    }
    let top = 0.7 * rows as f32;
    for giant in 0..parameters.count(6) {
        let at =
            [parameters.length(random.between(-5.0, 5.0)), parameters.length(top + 4.0 + 7.0 * giant as f32)];
        scene.add(BodyDesc::dynamic(at).with(ShapeDesc::circle(parameters.length(3.0))));
    }
    Game::new(scene)
}
