//! Levels that stream past bodies: tiles come and go in reused slots, beside bodies that sleep.

use std::collections::VecDeque;

use cairn2d::{BodyRef, prelude::*};

use crate::harness::{DT, run};
use crate::random::Random;

/// A shape with a random value for every property.
fn random_shape(random: &mut Random) -> ShapeDef {
    let mut material = Material::default();
    material.friction = random.range(0.0, 1.0);
    material.restitution = random.range(0.0, 1.0);
    material.rolling_resistance = random.range(0.0, 0.1);
    material.tangent_speed = random.range(-1.0, 1.0);
    material.friction_combine = [Combine::GeometricMean, Combine::Max][random.below(2)];
    material.id = random.bits();
    let filter = CollisionFilter { category: 1 << random.below(8), mask: random.bits(), group: -3 };
    // Few different boxes, so that reused slots often get an equal one.
    let geometry = match random.below(3) {
        0 => Rect::half(0.5, 0.5).into(),
        1 => Rect::half(0.5, 0.25 * (1 + random.below(3)) as f32).into(),
        _ => random.shape(0.8),
    };
    let shape = ShapeDef::new(geometry).density(random.range(0.5, 2.0)).material(material).filter(filter);
    let shape = shape.user_data(random.bits()).sensor_events(random.below(2) == 0);
    let shape = if random.below(3) == 0 { shape.one_way(OneWay::UP) } else { shape };
    let shape = if random.below(3) == 0 { shape.report_hits_above(random.range(0.0, 2.0)) } else { shape };
    let shape = if random.below(3) == 0 { shape.hooked() } else { shape };
    if random.below(4) == 0 { shape.sensor() } else { shape }
}

/// Text of the values of a body that its definition determines.
fn values(body: &BodyRef<'_>) -> String {
    format!(
        "{:?}",
        (
            (body.kind(), body.position(), body.angle(), body.velocity(), body.angular_velocity()),
            (body.linear_damping(), body.angular_damping(), body.gravity_scale(), body.sleep_threshold()),
            (body.can_sleep(), body.is_bullet(), body.is_joined(), body.sweep_threshold(), body.locks()),
            (body.time_scale(), body.dominance(), body.given_mass(), body.user_data(), body.is_enabled()),
            (body.contacts().count(), body.joints().count(), body.is_awake()),
        )
    )
}

/// Adds values other than the default to a body.
fn with_all_values(body: Body, random: &mut Random) -> Body {
    let locks = Locks { x: true, y: random.below(2) == 0, rotation: true };
    let body = body.linear_damping(0.3).angular_damping(0.4).gravity_scale(-0.5).sleep_threshold(0.2);
    let body = body.never_sleeps().bullet().joined().sweep_threshold(0.7).locks(locks).time_scale(0.5);
    body.dominance(3).mass(Mass { mass: 2.0, center: vec2(0.1, 0.2), inertia: 0.5 }).user_data(random.bits())
}

#[test]
fn reused_slots_hold_only_the_values_of_their_object() {
    let mut random = Random::new(41);
    let mut used = World::new(WorldConfig::default()).unwrap();
    let mut ids = Vec::new();
    for round in 0..400 {
        let at = random.point(50.0);
        let body = match round % 3 {
            0 => Body::fixed(),
            1 => Body::kinematic().velocity(random.point(1.0)),
            _ => Body::dynamic().velocity(random.point(1.0)).angular_velocity(0.5),
        };
        let body = if random.below(2) == 0 { with_all_values(body, &mut random) } else { body };
        let shapes: Vec<ShapeDef> = (0..random.below(4)).map(|_| random_shape(&mut random)).collect();
        let body = shapes.iter().cloned().fold(body.at(at), Body::with);
        // A dynamic body needs mass, and a sensor has none.
        let Ok(id) = used.spawn(body.clone()) else { continue };
        let mut fresh = World::new(WorldConfig::default()).unwrap();
        let twin = fresh.spawn(body).unwrap();
        assert_eq!(values(&used.body(id).unwrap()), values(&fresh.body(twin).unwrap()), "round {round}");
        let in_world: Vec<ShapeId> = used.body(id).unwrap().shapes().collect();
        assert_eq!(in_world.len(), shapes.len());
        for (&id, given) in in_world.iter().zip(&shapes) {
            let shape = used.shape(id).unwrap();
            assert_eq!(format!("{:?}", shape.def()), format!("{given:?}"), "round {round}");
            assert_eq!((shape.visitors().count(), shape.sensors().count()), (0, 0));
        }
        ids.push(id);
        if ids.len() > 20 {
            used.despawn(ids.swap_remove(random.below(20))).unwrap();
        }
        used.validate().unwrap();
    }
    run(&mut used, 30);
}

/// A clock, with which a world runs all stages in every step.
fn clock() -> u64 {
    0
}

/// Adds the tiles of a column. A few stick out above the others.
fn add_column(world: &mut World, number: u32) -> Vec<BodyId> {
    let first = u32::from(!number.is_multiple_of(5));
    let tile = |row: u32| {
        let at = [number as f32, -(row as f32) - 0.5];
        let body = Body::fixed().at(at).rotated(if number.is_multiple_of(7) { 0.01 } else { 0.0 });
        match (number + row) % 9 {
            0 => body.with(Circle::new(0.5)),
            1 => body.with(Rect::half(0.5, 0.45)).with(Rect::half(0.2, 0.5).restitution(0.5)),
            _ => body.with(Rect::half(0.5, 0.5)),
        }
    };
    (first..6).map(|row| world.spawn(tile(row)).unwrap()).collect()
}

#[test]
fn level_streams_past_sleeping_bodies_as_if_all_stages_ran() {
    let mut worlds = [(); 2].map(|()| World::new(WorldConfig::default()).unwrap());
    worlds[1].set_clock(Some(clock));
    let (mut slept, mut woken, mut new_contacts) = (0, 0, 0);
    let mut columns: [VecDeque<Vec<BodyId>>; 2] = Default::default();
    for world in &mut worlds {
        // Boxes on a plate above the tiles, and discs that sleep where the tops of high columns will be.
        world.spawn(Body::fixed().at([40.0, 2.0]).with(Rect::half(20.0, 0.1))).unwrap();
        for n in 0..12 {
            let at = [22.0 + 3.0 * n as f32, 2.6];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.4, 0.5))).unwrap();
            let disc = Body::dynamic().at([60.0 + 5.0 * n as f32, -0.3]).gravity_scale(0.0).asleep();
            world.spawn(disc.with(Circle::new(0.45))).unwrap();
        }
    }
    for step in 0..160 {
        let told = [0, 1].map(|index| {
            let (world, columns) = (&mut worlds[index], &mut columns[index]);
            columns.push_back(add_column(world, step));
            if [20, 24, 28, 32].contains(&step) {
                let top = if step % 5 == 0 { 0.0 } else { -1.0 };
                let body = Body::dynamic().at([step as f32, top + 0.31]);
                world.spawn(body.with(Rect::square(0.6))).unwrap();
            }
            if columns.len() > 100 {
                for id in columns.pop_front().unwrap() {
                    world.despawn(id).unwrap();
                }
            }
            let report = world.step(DT).unwrap();
            world.validate().unwrap();
            let text = format!("{report:?} {:?} {:?}", world.events(), world.counts());
            new_contacts += report.new_contacts * u32::from(report.awake_bodies == 0);
            (world.hash(), text)
        });
        assert_eq!(told[0], told[1], "step {step}");
        slept += worlds[0].events().sleeps().len();
        woken += worlds[0].events().wakes().len();
    }
    // Bodies fell asleep, tiles appeared where bodies slept, and tiles that disappeared woke bodies on them.
    assert!(slept >= 12 && woken > 0 && new_contacts > 0, "{slept}, {woken}, {new_contacts}");
}
