//! Small worlds that reach every module of the engine with unsafe code. `cargo xtask sanitize` runs them
//! under Miri, which is a thousand times slower. Oracle: other lanes and threads end with the same bits, and
//! every list agrees with every other.

use cairn2d::prelude::*;
use cairn2d::{ContactSoftness, JointDef, LaneLevel};

use crate::harness::{DT, add_floor};

/// Steps of a world; Miri takes a minute or two for them.
const STEPS: u32 = if cfg!(miri) { 2 } else { 40 };

fn config(lanes: LaneLevel) -> WorldConfig {
    let mut config = WorldConfig::default();
    (config.lanes, config.sub_steps) = (lanes, 2);
    config
}

fn world(config: WorldConfig) -> World {
    World::new(config).expect("the settings are valid")
}

fn hash_after(mut world: World, steps: u32) -> u64 {
    for _ in 0..steps {
        world.step(DT).expect("the step length is valid");
    }
    world.validate().expect("the world is sound");
    world.hash()
}

/// Makes a world with each of the lanes and compares the final states.
fn same_on_all_lanes(make: impl Fn(WorldConfig) -> World) {
    let scalar = hash_after(make(config(LaneLevel::Scalar)), STEPS);
    for lanes in LaneLevel::available().skip(1) {
        assert_eq!(hash_after(make(config(lanes)), STEPS), scalar, "{lanes}");
    }
}

/// Shapes of all types on each other, with every material property: every kernel of contacts, and the columns
/// that they gather.
#[test]
fn contacts_of_all_kinds_are_the_same_on_all_lanes() {
    same_on_all_lanes(contacts);
}

fn contacts(config: WorldConfig) -> World {
    let mut world = world(config);
    add_floor(&mut world);
    let (mut gripping, mut soft) = (Material::default(), Material::default());
    gripping.static_friction = Some(0.9);
    soft.softness = Some(ContactSoftness::new(30.0, 1.0));
    let corners = [[-30.0, 3.0], [-25.0, 0.2], [-20.0, 0.1], [-15.0, 3.0]];
    let chain = ChainDef::new(cairn2d::Chain::open(&corners.map(Vec2::from)).expect("a chain"));
    world.spawn(Body::fixed().with_chain(chain)).expect("it is valid");
    for index in 0..if cfg!(miri) { 12 } else { 24_u8 } {
        let round = Circle::new(0.4);
        let place = f32::from(index / 2) * 1.2 - 7.0;
        let body = Body::dynamic().at([place, 0.3 + 0.75 * f32::from(index % 2)]);
        let body = match index % 6 {
            0 => body.with(round.restitution(0.6).rolling_resistance(0.1)),
            1 => body.with(Rect::half(0.4, 0.3).friction(0.9).tangent_speed(1.0)).dominance(1),
            2 => body.with(Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.3).report_hits_above(0.1)),
            3 => body.with(Polygon::regular(5, 0.4).expect("a pentagon").material(gripping)),
            4 => body.with(round.material(soft)),
            _ => body.with(Rect::half(0.35, 0.35)).bullet().velocity([0.0, -90.0]),
        };
        world.spawn(body).expect("it is valid");
        let above = Body::dynamic().at([f32::from(index) * 0.4 - 27.0, 2.5]).velocity([0.0, -9.0]);
        world.spawn(above.with(Circle::new(0.2))).expect("it is valid");
    }
    world
}

/// Joints of every type, with every part that has its own rows, and a body with enough joints for the
/// overflow color.
#[test]
fn joints_of_all_kinds_are_the_same_on_all_lanes() {
    same_on_all_lanes(joints);
}

fn joints(config: WorldConfig) -> World {
    let mut world = world(config);
    let mut at = 0.0;
    let mut pair = |world: &mut World| {
        at += 3.0;
        let body = |x: f32| Body::dynamic().at([at + x, 5.0]).with(Rect::half(0.4, 0.2)).angular_velocity(x);
        [0.0, 1.0].map(|x| world.spawn(body(x)).expect("it is valid"))
    };
    let defs: [fn([BodyId; 2]) -> JointDef; 16] = [
        |[a, b]| Revolute::new(a, b).limits(-0.1, 0.1).motor(2.0, 5.0).into(),
        |[a, b]| Revolute::new(a, b).spring(3.0, 0.5, 0.2).break_at(50.0, None).into(),
        |[a, b]| Distance::new(a, b).into(),
        |[a, b]| Distance::new(a, b).limits(0.5, 2.0).spring(4.0, 0.5).into(),
        |[a, b]| Prismatic::new(a, b).along([1.0, 1.0]).limits(-0.5, 0.5).motor(1.0, 9.0).into(),
        |[a, b]| Wheel::new(a, b).along([0.0, 1.0]).spring(4.0, 0.7).motor(3.0, 5.0).into(),
        |[a, b]| Slot::new(a, b).along([1.0, 0.2]).limits(-0.2, 0.2).into(),
        |[a, b]| Weld::new(a, b).into(),
        |[a, b]| Weld::new(a, b).linear_spring(5.0, 0.5).angular_spring(2.0, 0.1).into(),
        |[a, b]| Drive::new(a, b).velocity([1.0, 0.0], 20.0).spin(1.0, 3.0).into(),
        |[a, b]| Rotary::new(a, b).limits(-0.2, 0.2).into(),
        |[a, b]| Gear::new(a, b, -2.0).into(),
        |[a, b]| Rack::new(a, b, 0.5).along([1.0, 0.0]).into(),
        |[a, b]| Pulley::new(a, b, [0.0, 9.0], [50.0, 9.0]).into(),
        |[a, b]| Filter::new(a, b).into(),
        |[a, _]| Grab::new(a, [0.0, 5.0]).target([1.0, 6.0]).into(),
    ];
    for def in defs {
        let bodies = pair(&mut world);
        world.join(def(bodies)).expect("it is valid");
    }
    let hub = world.spawn(Body::dynamic().at([0.0, 20.0]).with(Circle::new(1.0))).expect("it is valid");
    for index in 0..30_u8 {
        let out = Vec2::from_angle(f32::from(index) * 0.21);
        let body = Body::dynamic().at(Vec2::new(0.0, 20.0) + out * 4.0).with(Circle::new(0.2));
        let spoke = world.spawn(body).expect("it is valid");
        world.join(Distance::new(hub, spoke)).expect("it is valid");
    }
    world
}

/// Enough pairs for the solver to split its blocks, and both kinds of contacts their lists, between threads;
/// also in large worlds.
#[test]
fn two_threads_change_no_bit_of_many_pairs() {
    for large in [true, false].into_iter().take(if cfg!(miri) { 1 } else { 2 }) {
        let ends = [1, 2].map(|threads| {
            let mut config = config(LaneLevel::Scalar);
            (config.threads, config.large_world, config.gravity) = (threads, large, Vec2::ZERO);
            let mut world = world(config);
            for index in 0..100_u8 {
                let at = [f32::from(index % 10) * 4.0, f32::from(index / 10) * 4.0];
                let half = |x: f32| Body::dynamic().at([at[0] + x, at[1]]).velocity([-x, 0.1]);
                let [a, b] = [half(0.0), half(0.9)];
                let [a, b] = match index % 2 {
                    0 => [a.with(Circle::new(0.5)), b.with(Circle::new(0.5))],
                    _ => [a.with(Rect::square(1.0)), b.with(Rect::square(1.0))],
                };
                world.spawn(a).and_then(|_| world.spawn(b)).expect("it is valid");
            }
            hash_after(world, STEPS)
        });
        assert_eq!(ends[0], ends[1], "large: {large}");
    }
}

/// A restored world has the invariants on which the kernels rely.
#[test]
fn restored_worlds_continue_with_the_same_bits() {
    for mut world in [contacts(config(LaneLevel::Scalar)), joints(config(LaneLevel::Scalar))] {
        for _ in 0..STEPS / 2 {
            world.step(DT).expect("the step length is valid");
        }
        let read = World::from_snapshot(&world.snapshot()).expect("it is a snapshot");
        assert_eq!(hash_after(read, STEPS), hash_after(world, STEPS));
    }
}
