//! Targets of the systems beside a world: their bytes, and calls of their users.

use cairn2d::prelude::*;
use cairn2d::system::{Systems, WorldSystem};
use cairn2d_gas::{Blast, Edge, Gas, GasDef, Model};
use cairn2d_particles::{Particles, ParticlesDef};
use cairn2d_polygon::{FillRule, MultiPolygon};
use cairn2d_terrain::{Brush, Edited, GroundMaterial, Terrain, TerrainDef};

use crate::Random;

/// Steps of an accepted system `[-]`.
const STEPS: u32 = 3;

/// Most calls of one file `[-]`.
const MOST_CALLS: usize = 24;

/// Length of a step `[s]`.
const STEP: f32 = 1.0 / 60.0;

/// The bytes of a gas. An accepted one goes on like its own copy.
pub fn gas(bytes: &[u8]) -> bool {
    let fresh = || Gas::new(GasDef { cells: [4, 4], ..GasDef::default() }).expect("valid options");
    system(&small_world(), fresh, bytes)
}

/// The bytes of a liquid. An accepted one goes on like its own copy.
pub fn water(bytes: &[u8]) -> bool {
    system(&small_world(), || pool(0.5), bytes)
}

/// The bytes of a terrain, beside the world of the valid ones. An accepted one goes on like its own copy.
pub fn terrain(bytes: &[u8]) -> bool {
    let (world, _) = ground_and_world(0);
    system(
        &world,
        || Terrain::new(TerrainDef { size: [3, 3], ..TerrainDef::default() }).expect("valid"),
        bytes,
    )
}

/// The bytes of a system: a refusal leaves it as it was, and what was read is written and read again as the
/// same system. Both copies do the same in copies of the world, errors included.
pub(crate) fn system<S: WorldSystem>(world: &World, fresh: impl Fn() -> S, bytes: &[u8]) -> bool {
    let mut first = fresh();
    let untouched = first.hash();
    if first.read(bytes).is_err() {
        assert_eq!(first.hash(), untouched, "bytes were refused but changed the system");
        return false;
    }
    let mut written = Vec::new();
    first.write(&mut written);
    let mut second = fresh();
    second.read(&written).unwrap_or_else(|error| panic!("{error} in what was written"));
    assert_eq!(first.hash(), second.hash(), "read again, the system differs");
    let (mut world, mut other) = (world.clone(), world.clone());
    let (mut first, mut second) = (Systems::new().with(first), Systems::new().with(second));
    for step in 0..STEPS {
        let one = first.step(&mut world, STEP).map(|_| ()).map_err(|error| error.to_string());
        let two = second.step(&mut other, STEP).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(one, two, "read again, step {step} has another result");
        assert_eq!(first.hash(&world), second.hash(&other), "read again, step {step} differs");
        world.validate().unwrap_or_else(|what| panic!("{what}"));
        if one.is_err() {
            // A terrain may name bodies that are not its own.
            break;
        }
    }
    true
}

/// A wall, a ball and a box near the origin.
pub(crate) fn small_world() -> World {
    let mut world = World::new(WorldConfig::default()).expect("valid settings");
    let bodies = [
        Body::fixed().with(Segment::new([-8.0, 0.0], [8.0, 0.0])),
        Body::dynamic().at([-8.2, 1.2]).with(Circle::new(0.4)),
        Body::dynamic().at([-7.0, 0.5]).velocity([3.0, 0.0]).with(Rect::half(0.5, 0.5)),
    ];
    for body in bodies {
        world.spawn(body).expect("a valid body");
    }
    world
}

/// Ground around the bodies of a small world after some edits and steps.
fn ground_and_world(edits: u32) -> (World, Systems) {
    let materials =
        vec![GroundMaterial::default(), GroundMaterial { hardness: 0.2, ..GroundMaterial::default() }];
    let def = TerrainDef {
        origin: vec2(-12.0, -3.0),
        spacing: 0.25,
        size: [50, 24],
        materials,
        ..TerrainDef::default()
    };
    let mut terrain = Terrain::new(def).expect("valid options");
    let field = terrain.field_mut();
    field.fill(&Brush::capsule([-13.0, -3.0], [2.0, -3.0], 2.5), 0).expect("a valid brush");
    field.fill(&Brush::disc([-9.0, -1.0], 1.0), 1).expect("a valid brush");
    let (mut world, mut systems) = (small_world(), Systems::new().with(terrain));
    for edit in 0..=edits {
        systems.step(&mut world, STEP).expect("a good length of step");
        let terrain = systems.get_mut::<Terrain>().expect("it was added");
        let center = vec2(-11.0 + 1.7 * edit as f32, -1.0);
        terrain.field_mut().carve(&Brush::disc(center, 0.9)).expect("a valid brush");
        if edit % 2 == 0 {
            systems.step(&mut world, STEP).expect("a good length of step");
        }
    }
    (world, systems)
}

/// A liquid with a block of particles near the origin.
fn pool(spacing: f32) -> Particles {
    let bounds = Aabb::new([-10.0, -1.0], [-4.0, 5.0]);
    let def = ParticlesDef { bounds, spacing, capacity: 1000, ..ParticlesDef::default() };
    let mut water = Particles::new(def).expect("valid options");
    water.fill_box(Aabb::new([-9.0, 0.1], [-6.0, 2.0]), [0.0, -1.0]).expect("it has room");
    water
}

/// Numbers for calls, zeros at the end.
struct Numbers<'a> {
    bytes: &'a [u8],
}

impl Numbers<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    fn number(&mut self) -> f32 {
        f32::from_le_bytes(core::array::from_fn(|_| self.byte()))
    }

    fn point(&mut self) -> Vec2 {
        vec2(self.number(), self.number())
    }

    fn area(&mut self) -> Aabb {
        Aabb { min: self.point(), max: self.point() }
    }
}

/// Edits of a terrain among bodies: what an edit counts is what the ground gains and loses, a refused one
/// changes nothing, and the state that is written goes on as the state that was not. Returns whether an edit
/// was accepted.
pub fn dig(bytes: &[u8]) -> bool {
    let mut numbers = Numbers { bytes };
    let (mut world, mut systems) = ground_and_world(0);
    let mut is_accepted = false;
    for _ in 0..MOST_CALLS {
        if numbers.bytes.is_empty() {
            break;
        }
        let kind = numbers.byte();
        if kind % 8 == 7 {
            step_twice(&mut world, &mut systems);
            continue;
        }
        let brush = match kind % 8 {
            0 | 1 => Some(Brush::disc(numbers.point(), numbers.number())),
            2 => Some(Brush::capsule(numbers.point(), numbers.point(), numbers.number())),
            3 => {
                let ring: Vec<Vec2> = (0..2 + numbers.byte() % 8).map(|_| numbers.point()).collect();
                let area = MultiPolygon::from_rings([&ring[..]], FillRule::EvenOdd).ok();
                area.map(|area| Brush::area(area).grown(numbers.number()))
            }
            4 => {
                let pose = Pose { p: numbers.point(), q: Rot::from_angle(f32::from(numbers.byte())) };
                Brush::shape(&Rect::half(0.7, 0.3).into(), pose)
            }
            _ => {
                // Each body in turn, the ground included.
                let bodies: Vec<BodyId> = world.bodies().collect();
                let body = bodies[usize::from(numbers.byte()) % bodies.len()];
                let is_ground = world.body(body).is_some_and(|body| body.kind() == BodyKind::Static);
                let terrain = systems.get_mut::<Terrain>().expect("it was added");
                if !is_ground {
                    terrain.bake(&mut world, body, 1).expect("a body of a valid world is a valid brush");
                }
                continue;
            }
        };
        let Some(brush) = brush else { continue };
        let terrain = systems.get_mut::<Terrain>().expect("it was added");
        let (area, hash) = (terrain.field().solid_area(), terrain.hash());
        let edited = match kind >> 3 & 3 {
            0 | 1 => terrain.field_mut().carve(&brush),
            2 => terrain.field_mut().fill(&brush, kind >> 5),
            _ => terrain.fill_around(&world, &brush, kind >> 5),
        };
        match edited {
            Ok(Edited { removed, added }) => {
                is_accepted = true;
                let removed: u32 = removed.iter().sum();
                let change = (f64::from(added) - f64::from(removed)) * 0.25 * 0.25;
                assert_eq!(terrain.field().solid_area() - area, change, "{kind} by {brush:?}");
            }
            Err(_) => {
                assert_eq!(terrain.hash(), hash, "{kind} by {brush:?} was refused but changed the field")
            }
        }
    }
    step_twice(&mut world, &mut systems);
    is_accepted
}

/// Calls of a liquid among bodies: counts and bounds of particles hold, a refused call changes nothing, and
/// the state that is written goes on as the state that was not. Returns whether particles were added.
pub fn pour(bytes: &[u8]) -> bool {
    let mut numbers = Numbers { bytes };
    let (mut world, mut systems) = (small_world(), Systems::new().with(pool(0.25)));
    let mut is_accepted = false;
    for _ in 0..MOST_CALLS {
        if numbers.bytes.is_empty() {
            break;
        }
        let kind = numbers.byte() % 8;
        if kind == 7 {
            step_twice(&mut world, &mut systems);
            continue;
        }
        let water = systems.get_mut::<Particles>().expect("it was added");
        let (count, hash) = (water.len(), water.hash());
        let added = match kind {
            0..=2 => water.emit(numbers.point(), numbers.point()).map(|_| 1),
            3 | 4 => water.fill_box(numbers.area(), numbers.point()),
            5 => {
                let pose = Pose { p: numbers.point(), q: Rot::from_angle(f32::from(numbers.byte())) };
                water.fill_shape(&Rect::half(1.0, 0.4).into(), pose, numbers.point())
            }
            _ => {
                let removed = water.remove_box(numbers.area()) as usize;
                assert_eq!(water.len() + removed, count);
                continue;
            }
        };
        match added {
            Ok(added) => {
                is_accepted |= added > 0;
                assert_eq!(water.len(), count + added as usize, "call {kind}");
            }
            Err(_) => assert_eq!(water.hash(), hash, "call {kind} was refused but changed the liquid"),
        }
    }
    step_twice(&mut world, &mut systems);
    is_accepted
}

/// Steps a world and its systems, and a restored copy of both, and compares the two.
fn step_twice(world: &mut World, systems: &mut Systems) {
    let saved = systems.snapshot(world);
    let (mut other, mut others) = (world.clone(), systems.clone());
    others.restore(&mut other, &saved).expect("it was just written");
    for step in 0..STEPS {
        systems.step(world, STEP).expect("a good length of step");
        others.step(&mut other, STEP).expect("a good length of step");
        assert_eq!(systems.hash(world), others.hash(&other), "restored, step {step} differs");
    }
    world.validate().unwrap_or_else(|what| panic!("{what}"));
    if let Some(water) = systems.get::<Particles>() {
        let bounds = water.def().bounds;
        let is_inside = |point: &Vec2| bounds.contains_point(*point);
        assert!(water.positions().iter().all(is_inside), "a particle is outside of the bounds");
        assert!(water.velocities().iter().all(|velocity| velocity.is_finite()), "a velocity is not finite");
    }
}

/// Bytes of gases with walls, blasts and bodies after some steps.
pub(crate) fn gases() -> Vec<Vec<u8>> {
    let models = [
        Model::Isothermal { sound_speed: 40.0 },
        Model::Ideal { gamma: 1.4, sound_speed: 40.0 },
        Model::Ideal { gamma: 1.1, sound_speed: 300.0 },
    ];
    let with_model = |model| {
        let edges = [Edge::Open, Edge::Closed, Edge::Open, Edge::Closed];
        let mut gas = Gas::new(GasDef { model, cells: [12, 9], edges, ..GasDef::default() }).expect("valid");
        gas.set_wall([3, 3], true);
        gas.explode(&Blast::new([-9.0, 1.0], 0.4, 500.0)).expect("a valid blast");
        let (mut world, mut systems) = (small_world(), Systems::new().with(gas));
        for _ in 0..5 {
            systems.step(&mut world, STEP).expect("a good length of step");
        }
        written(&systems)
    };
    models.map(with_model).to_vec()
}

/// Bytes of the only system of a list.
fn written(systems: &Systems) -> Vec<u8> {
    let mut bytes = Vec::new();
    systems.iter().for_each(|system| system.write(&mut bytes));
    bytes
}

/// Bytes of liquids at rest spacing, splashing, and without particles.
pub(crate) fn waters() -> Vec<Vec<u8>> {
    let after = |(spacing, steps): (f32, u32)| {
        let (mut world, mut systems) = (small_world(), Systems::new().with(pool(spacing)));
        for _ in 0..steps {
            systems.step(&mut world, STEP).expect("a good length of step");
        }
        written(&systems)
    };
    [(0.5, 0), (0.4, 5), (0.3, 40)].map(after).to_vec()
}

/// Bytes of terrains before the world followed an edit, and after more of them.
pub(crate) fn terrains() -> Vec<Vec<u8>> {
    [0, 1, 4].map(|edits| written(&ground_and_world(edits).1)).to_vec()
}

/// Calls in the form of [`dig`] or [`pour`]: numbers near the bodies, some of them strange.
pub(crate) fn calls(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + random.below(12) {
        bytes.push(random.next() as u8);
        for _ in 0..random.below(8) {
            let number = if random.one_in(3) { random.number(0.0, 2.0) } else { random.number(-12.0, 2.0) };
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes
}
