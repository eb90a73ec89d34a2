//! Worlds whose hook or caller changes materials of persisting contacts: each can be restored after every
//! step.

use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{Combine, ContactResponse, ContactSoftness, MaterialPair, OneWay, PreSolve};

use super::{go_on_alike, restored};
use crate::harness::{DT, add_floor, sleepless};
use crate::random::Random;

/// A hook whose results change from step to step as bodies move.
fn moody() -> Arc<PreSolve> {
    Arc::new(|contact| {
        let spread = |value: f32, most: f32| 53.0 * value.abs() % most;
        let (speed, place) = (contact.velocity.x + contact.velocity.y, contact.point.x);
        ContactResponse {
            enabled: spread(place, 1.0) < 0.9,
            friction: spread(speed, 1.5),
            // Below 0 and above 1 the material's value applies.
            restitution: spread(speed + place, 1.6) - 0.3,
            tangent_speed: spread(place + contact.separation, 4.0) - 2.0,
        }
    })
}

fn material(random: &mut Random) -> Material {
    const RULES: [Combine; 4] = [Combine::Average, Combine::Min, Combine::Multiply, Combine::Max];
    let mut material = Material::default();
    material.friction = random.range(0.0, 1.5);
    material.restitution = [0.0, 0.2, 0.25, 0.6, 1.0][random.below(5)];
    material.rolling_resistance = [0.0, 0.1][random.below(2)];
    material.tangent_speed = [0.0, -1.0, 2.0][random.below(3)];
    material.static_friction = [None, Some(1.2)][random.below(2)];
    material.softness = [None, Some(ContactSoftness::new(8.0, 0.7))][random.below(2)];
    material.id = random.below(3) as u64;
    (material.friction_combine, material.restitution_combine) =
        (RULES[random.below(4)], RULES[random.below(4)]);
    material
}

/// Makes one random change, while contacts persist.
fn change(world: &mut World, random: &mut Random) {
    let bodies: Vec<BodyId> = world.bodies().collect();
    let shapes: Vec<ShapeId> = world.shapes().collect();
    let joints: Vec<JointId> = world.joints().collect();
    let (body, shape) = (bodies[random.below(bodies.len())], shapes[random.below(shapes.len())]);
    let on = random.below(2) == 0;
    match random.below(20) {
        0..4 => world.shape_mut(shape).unwrap().set_material(material(random)).unwrap(),
        4 | 5 => {
            let mut pair = MaterialPair::default();
            (pair.restitution, pair.friction) = (Some(random.range(0.0, 1.0)), Some(0.3));
            let [a, b] = [0, 1].map(|_| random.below(3) as u64);
            world.set_material_pair(a, b, on.then_some(pair)).unwrap();
        }
        6 => world.shape_mut(shape).unwrap().set_hooked(on),
        7 => world.shape_mut(shape).unwrap().set_one_way(on.then_some(OneWay::UP)).unwrap(),
        8 => world.shape_mut(shape).unwrap().set_sensor(on),
        9 => world.shape_mut(shape).unwrap().set_geometry(random.shape(0.6)).unwrap(),
        10 => world.body_mut(body).unwrap().set_enabled(on),
        11 => {
            let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic];
            world.body_mut(body).unwrap().set_kind(kinds[random.below(4)]);
        }
        12 => drop(world.body_mut(body).unwrap().sleep()),
        13 => drop(world.body_mut(body).unwrap().drop_through()),
        14 => drop(joints.first().map(|&joint| world.unjoin(joint).unwrap())),
        15 if bodies.len() > 6 => world.despawn(body).unwrap(),
        16 => world.share_pre_solve(on.then(moody)),
        17 => world.body_mut(body).unwrap().set_dominance(random.below(3) as i8 - 1),
        18 => world.shift_origin([random.range(-2.0, 2.0), 0.5]).unwrap(),
        _ => world.body_mut(body).unwrap().apply_impulse(random.point(0.5)).unwrap_or(()),
    }
}

/// A former bug: the restitution of a persisting contact went from 0 to 0.5 and back, and the world could not
/// be restored.
#[test]
fn a_hook_may_change_the_restitution_of_a_contact_that_persists() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(50.0, 1.0).at([0.0, -1.0]).hooked())).unwrap();
    let slider =
        Body::dynamic().at([-3.0, 0.5]).velocity([4.0, 0.0]).with(Rect::half(0.5, 0.5).friction(0.0));
    world.spawn(slider).unwrap();
    world.set_pre_solve(|contact| {
        let restitution = if (contact.point.x as i32) % 2 == 0 { 0.5 } else { 0.0 };
        ContactResponse { restitution, ..contact.response }
    });
    for step in 0..120 {
        world.step(DT).unwrap();
        world.validate().unwrap_or_else(|what| panic!("step {step}: {what}"));
        let mut other = restored(&world);
        go_on_alike(&mut world.clone(), &mut other, 2, "with a hook");
    }
}

#[test]
fn worlds_with_hooks_and_changes_of_all_kinds_restore_after_every_step() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let mut config = WorldConfig::default();
        config.exact_restitution = [0.0, 0.25, 0.5, 2.0][random.below(4)];
        config.sleeping = random.below(2) == 0;
        let mut world = World::new(config).unwrap();
        world.share_pre_solve(Some(moody()));
        add_floor(&mut world);
        let mut last = None;
        for index in 0..14 {
            let mut shape = random.shape(0.7).shape().material(material(&mut random));
            if random.below(2) == 0 {
                shape = shape.hooked();
            }
            if random.below(8) == 0 {
                shape = shape.one_way(OneWay::UP);
            }
            let at = vec2(random.range(-3.0, 3.0), 0.6 * index as f32);
            let id = world.spawn(Body::dynamic().at(at).with(shape)).unwrap();
            if let Some(other) = last.replace(id).filter(|_| random.below(4) == 0) {
                world.join(Revolute::new(other, id).at(at)).unwrap();
            }
        }
        for step in 0..60 {
            for _ in 0..random.below(3) {
                change(&mut world, &mut random);
            }
            world.validate().unwrap_or_else(|what| panic!("seed {seed}, before step {step}: {what}"));
            world.step(DT).unwrap();
            world.validate().unwrap_or_else(|what| panic!("seed {seed}, after step {step}: {what}"));
            let mut other = restored(&world);
            go_on_alike(&mut world.clone(), &mut other, 2, "with a hook and changes");
        }
    }
}
