//! Games on levels: bullets, bodies that come and go, tiles, sensors, teleports and characters.

use cairn2d_scenes::format::{BodyDesc, Locks, ShapeDesc};
use cairn2d_scenes::{Command, Scene};

use super::{Action, Game, Parameters, mixed_shape, yard};
use crate::queries::{Queries, Query};

/// Fast bullets among resting boxes; a tenth is fired again in each step.
pub(super) fn bullets(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(10);
    let (columns, rows) = parameters.grid(2000);
    let half = 1.5 * columns as f32 + 2.0;
    let mut scene = Scene::new(name, "A game");
    scene.steps = 300;
    scene.world.gravity = [0.0, 0.0];
    for index in 0..columns * rows {
        let (column, row) = (index % columns, index / columns);
        let middle = |cell: u32| (cell as f32 + 0.5) * 3.0 - 1.5 * columns as f32;
        let [dx, dy] = random.point(1.0);
        let at = [parameters.length(middle(column) + dx), parameters.length(middle(row) + dy)];
        let shape = ShapeDesc::half_box(
            parameters.length(random.between(0.3, 0.6)),
            parameters.length(random.between(0.3, 0.6)),
        );
        let body = if index % 2 == 0 { BodyDesc::fixed(at) } else { BodyDesc::dynamic(at) };
        scene.add(BodyDesc { linear_damping: 1.0, angular_damping: 1.0, ..body }.with(shape));
    }
    let first = scene.bodies.len() as u32;
    let count = parameters.count(2000);
    let speed = parameters.size * 100.0;
    let fired = move |random: &mut crate::random::Random| {
        let angle = random.between(0.0, core::f32::consts::TAU);
        [angle.cos() * speed, angle.sin() * speed]
    };
    for _ in 0..count {
        let at = random.point(2.0 * half).map(|x| parameters.length(x));
        let velocity = fired(&mut random);
        let body = BodyDesc { bullet: true, velocity, gravity_scale: 0.0, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::circle(parameters.length(0.05))));
    }
    let size = parameters.size;
    Game::with(scene, move |step, out| {
        for index in 0..count {
            if (index + step) % 10 == 0 {
                let body = first + index;
                let position = random.point(2.0 * half).map(|x| x * size);
                out.push(Action::Teleport { body, position, angle: 0.0 });
                out.push(Action::Launch { body, velocity: fired(&mut random), angular_velocity: 0.0 });
            }
        }
    })
}

/// Groups of bodies that appear above a heap and vanish later.
pub(super) fn spawn_despawn(name: &str, parameters: &Parameters) -> Game {
    let scene = yard(name, 20.0, parameters);
    let mut random = parameters.random(11);
    let (group_size, size) = (parameters.count(8), parameters.size);
    Game::with(scene, move |step, out| {
        let body = |index: u32| {
            let at = [size * random.between(-19.0, 19.0), size * (8.0 + 1.1 * index as f32)];
            BodyDesc::dynamic(at).with(mixed_shape(&mut random, 0.4 * size))
        };
        let bodies = (0..group_size).map(body).collect();
        out.push(Action::Command(Command::SpawnGroup { group: step, bodies, joints: Vec::new() }));
        if step >= 100 {
            out.push(Action::Command(Command::DestroyGroup { group: step - 100 }));
        }
    })
}

/// Tiles in a row of a streamed level.
const TILES: u32 = 200;

/// A level of tiles that moves past some bodies: columns of tiles come and go in each step.
pub(super) fn streaming(name: &str, parameters: &Parameters) -> Game {
    let mut scene = Scene::new(name, "A game");
    scene.steps = 300;
    let height = parameters.count(20);
    let column = {
        let (size, seed) = (parameters.size, *parameters);
        move |number: u32| {
            let mut random = seed.random(u64::from(number) + 100);
            let x = number as f32;
            let tile = |row: u32| {
                let at = [size * x, -size * (row as f32 + 0.5)];
                BodyDesc::fixed(at).with(ShapeDesc::half_box(0.5 * size, 0.5 * size))
            };
            let hill = if random.unit() < 0.2 { 1 } else { 0 };
            (0..height).map(tile).skip(hill).collect::<Vec<_>>()
        }
    };
    // The bodies stand on ground that stays; the streamed tiles are beside and below it.
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at(
        [parameters.length(30.0), parameters.length(0.5)],
        [parameters.length(100.0), parameters.length(2.5)],
    )));
    let mut random = parameters.random(12);
    for index in 0..parameters.count(100) {
        let at = [75.0 + 0.5 * (index % 100) as f32, 3.6 + 1.1 * (index / 100) as f32];
        let body = BodyDesc::dynamic(at.map(|x| parameters.length(x)));
        scene.add(body.with(mixed_shape(&mut random, parameters.length(0.22))));
    }
    Game::with(scene, move |step, out| {
        let mut spawn = |number: u32| {
            let bodies = column(number);
            out.push(Action::Command(Command::SpawnGroup { group: number, bodies, joints: Vec::new() }));
        };
        if step == 0 {
            (0..TILES).for_each(&mut spawn);
        } else {
            spawn(TILES + step - 1);
            out.push(Action::Command(Command::DestroyGroup { group: step - 1 }));
        }
    })
}

fn with_sensor_events(mut shape: ShapeDesc) -> ShapeDesc {
    shape.sensor_events = Some(true);
    shape
}

/// Balls that bounce through zones that stand still.
pub(super) fn sensors_still(name: &str, parameters: &Parameters) -> Game {
    sensors(name, parameters, 400, 0)
}

/// Balls that bounce through zones that move.
pub(super) fn sensors_moving(name: &str, parameters: &Parameters) -> Game {
    sensors(name, parameters, 100, 300)
}

fn sensors(name: &str, parameters: &Parameters, still: u32, moving: u32) -> Game {
    let mut random = parameters.random(13);
    let mut scene = yard(name, 30.0, parameters);
    let (still, moving) = (parameters.count(still), if moving > 0 { parameters.count(moving) } else { 0 });
    for index in 0..still + moving {
        let at = [random.between(-30.0, 30.0), random.between(0.0, 20.0)].map(|x| parameters.length(x));
        let half = parameters.length(random.between(0.3, 1.5));
        let velocity = random.point(4.0).map(|x| parameters.length(x));
        let body = if index < still {
            BodyDesc::fixed(at)
        } else {
            BodyDesc { velocity, ..BodyDesc::kinematic(at) }
        };
        scene.add(body.with(ShapeDesc::half_box(half, half).sensor()));
    }
    for _ in 0..parameters.count(500) {
        let at = [random.between(-29.0, 29.0), random.between(1.0, 25.0)].map(|x| parameters.length(x));
        let velocity = random.point(10.0).map(|x| parameters.length(x));
        let body = BodyDesc { velocity, ..BodyDesc::dynamic(at) };
        scene.add(body.with(with_sensor_events(mixed_shape(&mut random, parameters.length(0.3)))));
    }
    Game::new(scene)
}

/// A heap whose bodies are moved elsewhere, twenty in each step.
pub(super) fn teleports(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(14);
    let count = parameters.count(800);
    let mut scene = yard(name, 25.0, parameters);
    let first = scene.bodies.len() as u32;
    for index in 0..count {
        let at = [(index % 40) as f32 * 1.2 - 23.4, 0.6 + 1.2 * (index / 40) as f32];
        let body = BodyDesc::dynamic(at.map(|x| parameters.length(x)));
        scene.add(body.with(mixed_shape(&mut random, parameters.length(0.5))));
    }
    let (moved, size) = (parameters.count(20), parameters.size);
    Game::with(scene, move |_, out| {
        for _ in 0..moved {
            let position = [size * random.between(-24.0, 24.0), size * random.between(15.0, 40.0)];
            let body = first + random.below(count);
            out.push(Action::Teleport { body, position, angle: random.between(-3.0, 3.0) });
            out.push(Action::Launch { body, velocity: [0.0, -1.0], angular_velocity: 0.0 });
        }
    })
}

/// Upright capsules that walk over a level of tiles; each casts four rays and its shape in every step.
pub(super) fn characters(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(15);
    let mut scene = yard(name, 60.0, parameters);
    for tile in 0..parameters.count(600) {
        let at = [random.between(-58.0, 58.0), 0.25 + 0.5 * (tile % 30) as f32].map(|x| parameters.length(x));
        let half = [random.between(0.5, 2.0), 0.25].map(|x| parameters.length(x));
        scene.add(BodyDesc::fixed(at).with(ShapeDesc::box_at(half, [0.0, 0.0])));
    }
    for _ in 0..parameters.count(200) {
        let at = [random.between(-58.0, 58.0), random.between(0.4, 15.0)].map(|x| parameters.length(x));
        scene.add(BodyDesc::dynamic(at).with(mixed_shape(&mut random, parameters.length(0.3))));
    }
    let first = scene.bodies.len() as u32;
    let count = parameters.count(50);
    let mut starts = Vec::new();
    for _ in 0..count {
        let at = [random.between(-58.0, 58.0), random.between(15.5, 18.0)].map(|x| parameters.length(x));
        let (r, h) = (parameters.length(0.3), parameters.length(0.5));
        let body = BodyDesc { locks: Locks { rotation: true, ..Locks::default() }, ..BodyDesc::dynamic(at) };
        scene.add(body.with(ShapeDesc::capsule([0.0, -h], [0.0, h], r).friction(0.2)));
        starts.push(at);
    }
    let size = parameters.size;
    let mut cast = parameters.random(16);
    let list = move |out: &mut Vec<Query>| {
        for &[x, _] in &starts {
            let from = [x + size * cast.between(-3.0, 3.0), size * cast.between(0.5, 16.0)];
            for to in [[0.0, -2.0], [1.0, -2.0], [2.0, 0.0], [-2.0, 0.0]] {
                out.push(Query::Ray { from, translation: to.map(|x| x * size) });
            }
            let (half, translation) = ([0.3 * size, 0.8 * size], [0.2 * size, -0.3 * size]);
            out.push(Query::BoxCast { from, translation, half });
        }
    };
    let mut walk = parameters.random(17);
    let game = Game::with(scene, move |step, out| {
        for index in 0..count {
            if (step + index) % 30 == 0 {
                let velocity = [size.sqrt() * walk.between(-4.0, 4.0), size.sqrt() * walk.between(0.0, 5.0)];
                out.push(Action::Launch { body: first + index, velocity, angular_velocity: 0.0 });
            }
        }
    });
    Game { queries: Some(Queries::from_fn(list)), ..game }
}
