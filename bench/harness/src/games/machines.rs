//! Games with joints and moving ground: platforms, rag dolls, chains, cars and bridges.

use cairn2d_scenes::format::{
    BodyDesc, ChainDesc, FilterDesc, JointAnchor, JointDesc, JointParts, MaterialRef, MotorDesc, RangeDesc,
    ShapeDesc,
};
use cairn2d_scenes::{Command, Scene};

use super::{Action, Game, Parameters, mixed_shape, yard};

/// Platforms that carry bodies along circles.
pub(super) fn platforms(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(20);
    let count = parameters.count(60);
    let half_width = 4.0 * count as f32;
    let mut scene = yard(name, half_width, parameters);
    let first = scene.bodies.len() as u32;
    let middle = move |index: u32| [(index as f32 + 0.5) * 8.0 - half_width, 5.0];
    for index in 0..count {
        let at = middle(index).map(|x| parameters.length(x));
        let half = [2.5, 0.25].map(|x| parameters.length(x));
        scene.add(BodyDesc::kinematic(at).with(ShapeDesc::box_at(half, [0.0, 0.0])));
    }
    for index in 0..count {
        for rider in 0..5 {
            let [x, y] = middle(index);
            let at = [x - 1.6 + 0.8 * rider as f32, y + 0.7].map(|x| parameters.length(x));
            scene.add(BodyDesc::dynamic(at).with(mixed_shape(&mut random, parameters.length(0.35))));
        }
    }
    let size = parameters.size;
    Game::with(scene, move |step, out| {
        for index in 0..count {
            let angle = (step as f32 + 1.0) * 0.02 + index as f32;
            let [x, y] = middle(index);
            let (dx, dy) = (angle.cos() - (index as f32).cos(), angle.sin() - (index as f32).sin());
            let position = [size * (x + dx), size * (y + dy)];
            out.push(Action::Command(Command::SetTarget { body: first + index, position, angle: 0.0 }));
        }
    })
}

/// Returns a group whose members do not collide. Rapier has room for a few only, so distant machines share
/// one.
fn group_of(number: u32) -> i32 {
    -((number % 8) as i32 + 1)
}

fn hinge(a: u32, b: u32, at: [f32; 2]) -> JointParts {
    JointParts::at(a, b, JointAnchor::world(at))
}

/// Adds a rag doll of seven parts whose joints have limits.
fn add_doll(scene: &mut Scene, [x, y]: [f32; 2], size: f32, group: i32) {
    let filter = FilterDesc { group, ..FilterDesc::default() };
    let mut part = |at: [f32; 2], half_length: f32, radius: f32| {
        let at = [x + at[0] * size, y + at[1] * size];
        let (h, r) = (half_length * size, radius * size);
        scene.add(BodyDesc::dynamic(at).with(ShapeDesc::capsule([0.0, -h], [0.0, h], r).filter(filter)))
    };
    let torso = part([0.0, 0.0], 0.25, 0.12);
    let head = part([0.0, 0.55], 0.05, 0.1);
    let limbs = [[-0.1, -0.55], [0.1, -0.55], [-0.2, 0.05], [0.2, 0.05]].map(|at| part(at, 0.18, 0.07));
    let shin = part([-0.1, -1.0], 0.18, 0.06);
    let mut join = |a: u32, b: u32, at: [f32; 2], limit: f32| {
        let at = [x + at[0] * size, y + at[1] * size];
        let limits = Some(RangeDesc::new(-limit, limit));
        scene.join(JointDesc::Revolute(JointParts { limits, ..hinge(a, b, at) }));
    };
    join(torso, head, [0.0, 0.42], 0.5);
    for (limb, at) in limbs.into_iter().zip([[-0.1, -0.33], [0.1, -0.33], [-0.2, 0.25], [0.2, 0.25]]) {
        join(torso, limb, at, 1.2);
    }
    join(limbs[0], shin, [-0.1, -0.78], 1.0);
}

/// Rag dolls that fall on stairs.
pub(super) fn ragdolls(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(21);
    let mut scene = yard(name, 30.0, parameters);
    for step in 0..20 {
        let at = [-28.0 + 1.5 * step as f32, 5.0 - 0.25 * step as f32].map(|x| parameters.length(x));
        let half = [0.75, 0.5].map(|x| parameters.length(x));
        scene.add(BodyDesc::fixed(at).with(ShapeDesc::box_at(half, [0.0, 0.0])));
    }
    for doll in 0..parameters.count(60) {
        let x = -26.0 + 2.2 * (doll % 24) as f32 + random.between(-0.1, 0.1);
        let at = [x, 8.0 + 2.6 * (doll / 24) as f32].map(|x| parameters.length(x));
        add_doll(&mut scene, at, parameters.size, group_of(doll));
    }
    Game::new(scene)
}

/// Chains that hang, swing and lie on the ground.
pub(super) fn chains(name: &str, parameters: &Parameters) -> Game {
    let count = parameters.count(40);
    let mut scene = yard(name, 1.5 * count as f32 + 12.0, parameters);
    for chain in 0..count {
        let x = 3.0 * chain as f32 - 1.5 * count as f32;
        let mut last = 0;
        for link in 0..20 {
            let at = [x + 0.5 * link as f32, 8.0].map(|x| parameters.length(x));
            let (half, radius) = (parameters.length(0.18), parameters.length(0.06));
            let filter = FilterDesc { group: group_of(chain), ..FilterDesc::default() };
            let shape = ShapeDesc::capsule([-half, 0.0], [half, 0.0], radius).filter(filter);
            let body = scene.add(BodyDesc::dynamic(at).with(shape));
            if link > 0 || chain % 2 == 0 {
                let anchor = [x + 0.5 * link as f32 - 0.25, 8.0].map(|x| parameters.length(x));
                scene.join(JointDesc::Revolute(hinge(last, body, anchor)));
            }
            last = body;
        }
    }
    Game::new(scene)
}

/// Cars with driven wheels on a bumpy chain.
pub(super) fn cars(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(23);
    let count = parameters.count(60);
    let length = 8.0 * count as f32 + 60.0;
    let mut scene = Scene::new(name, "A game");
    scene.steps = 300;
    let mut points = Vec::new();
    let segments = length as u32;
    // A chain collides on the right of its direction.
    for index in (0..=segments).rev() {
        let y = 0.5 * (index as f32 * 0.6).sin() + random.between(-0.1, 0.1);
        points.push([index as f32 - 20.0, y].map(|x| parameters.length(x)));
    }
    let chain = ChainDesc {
        points,
        closed: false,
        material: MaterialRef::default(),
        materials: Vec::new(),
        one_way: None,
        filter: FilterDesc::default(),
    };
    scene.add(BodyDesc { chains: vec![chain], ..BodyDesc::fixed([0.0, 0.0]) });
    for car in 0..count {
        let x = 8.0 * car as f32;
        let filter = FilterDesc { group: group_of(car), ..FilterDesc::default() };
        let half = [1.2, 0.3].map(|x| parameters.length(x));
        let chassis = ShapeDesc::box_at(half, [0.0, 0.0]).filter(filter);
        let body = scene.add(BodyDesc::dynamic([x, 2.2].map(|x| parameters.length(x))).with(chassis));
        for side in [-0.8, 0.8] {
            let at = [x + side, 1.8].map(|x| parameters.length(x));
            let wheel = ShapeDesc::circle(parameters.length(0.4)).friction(1.0).filter(filter);
            let wheel = scene.add(BodyDesc::dynamic(at).with(wheel));
            let motor = Some(MotorDesc { speed: -8.0, strength: 5.0 * parameters.size.powi(3) });
            scene.join(JointDesc::Revolute(JointParts { motor, ..hinge(body, wheel, at) }));
        }
    }
    Game::new(scene)
}

/// Bridges of planks with loads.
pub(super) fn bridges(name: &str, parameters: &Parameters) -> Game {
    let mut random = parameters.random(24);
    let count = parameters.count(10);
    let mut scene = yard(name, 12.0 * count as f32, parameters);
    for bridge in 0..count {
        let x = 24.0 * bridge as f32 - 12.0 * count as f32 + 2.0;
        let mut last = 0;
        for plank in 0..=20 {
            let anchor = [x + plank as f32, 6.0].map(|x| parameters.length(x));
            let next = if plank < 20 {
                let at = [x + plank as f32 + 0.5, 6.0].map(|x| parameters.length(x));
                let half = [0.5, 0.12].map(|x| parameters.length(x));
                scene.add(BodyDesc::dynamic(at).with(ShapeDesc::box_at(half, [0.0, 0.0])))
            } else {
                0
            };
            scene.join(JointDesc::Revolute(hinge(last, next, anchor)));
            last = next;
        }
        for load in 0..10 {
            let at = [x + 3.0 + 1.5 * load as f32, 7.0].map(|x| parameters.length(x));
            scene.add(BodyDesc::dynamic(at).with(mixed_shape(&mut random, parameters.length(0.4))));
        }
    }
    Game::new(scene)
}
