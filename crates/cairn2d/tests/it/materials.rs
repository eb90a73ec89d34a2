//! Material properties beyond friction and restitution: static friction, soft contacts, material pairs,
//! tangent speed; and the hooks that override them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cairn2d::prelude::*;
use cairn2d::{ContactResponse, ContactSoftness, MaterialPair, ShapeDef};

use crate::harness::{DT, add_floor, run, sleepless};

fn material(change: impl FnOnce(&mut Material)) -> Material {
    let mut material = Material::default();
    change(&mut material);
    material
}

/// A wide floor of this material with its top at y = 0.
fn floor_of(world: &mut World, material: Material) -> BodyId {
    let top = Rect::half(100.0, 1.0).at([0.0, -1.0]);
    world.spawn(Body::fixed().with(top.material(material))).unwrap()
}

/// A low box on the floor that does not tip.
fn slab() -> ShapeDef {
    Rect::half(1.0, 0.1).shape()
}

#[test]
fn box_holds_up_to_static_friction_and_slides_by_kinetic_friction() {
    let rough = material(|m| (m.friction, m.static_friction) = (0.3, Some(0.7)));
    for (share, slides) in [(0.2, false), (0.5, false), (0.65, false), (0.75, true), (0.9, true)] {
        let mut world = sleepless();
        floor_of(&mut world, rough);
        let body = Body::dynamic().at([0.0, 0.1]).with(slab().density(5.0).material(rough));
        let id = world.spawn(body).unwrap();
        run(&mut world, 30);
        let start = world.body(id).unwrap().position().x;
        for _ in 0..60 {
            let mass = world.body(id).unwrap().mass().mass;
            world.body_mut(id).unwrap().apply_force([share * mass * 10.0, 0.0]).unwrap();
            world.step(DT).unwrap();
        }
        let way = world.body(id).unwrap().position().x - start;
        // After a short transition to sliding only kinetic friction acts: x = (share - 0.3) g t² / 2.
        let expected = if slides { 0.5 * (share - 0.3) * 10.0 } else { 0.0 };
        assert!(
            (way - expected).abs() < 0.04 * expected + 1.0e-3,
            "pulled with {share} it moved by {way}, not {expected}"
        );
    }
}

/// Contacts store rare material properties in a separate list, which is created for the first of them.
#[test]
fn static_friction_may_be_set_late_and_on_some_shapes_only() {
    let plain = material(|m| m.friction = 0.3);
    let rough = material(|m| (m.friction, m.static_friction) = (0.3, Some(0.7)));
    let mut world = sleepless();
    floor_of(&mut world, plain);
    let mut slabs = Vec::new();
    for (x, surface) in [(-20.0, plain), (-10.0, plain), (0.0, rough), (10.0, plain), (20.0, rough)] {
        let slab = slab().density(5.0).material(surface);
        slabs.push((world.spawn(Body::dynamic().at([x, 0.1]).with(slab)).unwrap(), x, surface == rough));
        run(&mut world, 30);
    }
    for _ in 0..60 {
        for &(id, ..) in &slabs {
            let mass = world.body(id).unwrap().mass().mass;
            // Between the friction of the pair and its static friction, the mean of 0.3 and 0.7.
            world.body_mut(id).unwrap().apply_force([0.4 * mass * 10.0, 0.0]).unwrap();
        }
        world.step(DT).unwrap();
    }
    for (id, x, holds) in slabs {
        let way = world.body(id).unwrap().position().x - x;
        let expected = if holds { 0.0 } else { 0.5 };
        assert!((way - expected).abs() < 0.03, "the slab from {x} moved by {way}, not {expected}");
    }
}

#[test]
fn sliding_body_is_braked_by_kinetic_friction_then_held_by_static() {
    let rough = material(|m| (m.friction, m.static_friction) = (0.2, Some(0.8)));
    let mut world = sleepless();
    floor_of(&mut world, rough);
    let body = Body::dynamic().at([0.0, 0.1]).velocity([4.0, 0.0]).with(slab().material(rough));
    let id = world.spawn(body).unwrap();
    run(&mut world, 60);
    let speed = world.body(id).unwrap().velocity().x;
    assert!((speed - 2.0).abs() < 0.02, "{speed}");
    run(&mut world, 120);
    // v² / (2 mu g)
    let way = world.body(id).unwrap().position().x;
    assert!((way - 4.0).abs() < 0.05, "{way}");
}

#[test]
fn soft_contacts_sink_and_oscillate_like_springs() {
    for (hertz, damping_ratio) in [(2.0, 0.0), (3.0, 0.1), (5.0, 0.3), (1.5, 1.0)] {
        let soft = material(|m| m.softness = Some(ContactSoftness::new(hertz, damping_ratio)));
        let mut config = WorldConfig::default();
        config.sleeping = false;
        config.sub_steps = 16;
        let mut world = World::new(config).unwrap();
        floor_of(&mut world, soft);
        let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Circle::new(0.5).density(3.0))).unwrap();
        // Released at the surface, it oscillates about the depth g / w² like a damped spring that cannot
        // pull.
        let omega = core::f64::consts::TAU * f64::from(hertz);
        let depth = 10.0 / (omega * omega);
        // Implicit integration of a spring adds damping of half its phase per sub-step.
        let zeta = f64::from(damping_ratio) + 0.5 * omega * f64::from(DT) / 16.0;
        for step in 1..=60 {
            world.step(DT).unwrap();
            let time = f64::from(step) * f64::from(DT);
            let swing = if zeta < 1.0 {
                let turned = omega * (1.0 - zeta * zeta).sqrt();
                let (sin, cos) = (turned * time).sin_cos();
                (-zeta * omega * time).exp() * (cos + zeta * omega / turned * sin)
            } else {
                (-omega * time).exp() * (1.0 + omega * time)
            };
            let expected = 0.5 - depth * (1.0 - swing);
            let y = f64::from(world.body(id).unwrap().position().y);
            let allowed = 0.03 * depth;
            assert!(
                (y - expected).abs() < allowed,
                "{hertz} Hz, {damping_ratio}: at {time} it is at {y}, not {expected}"
            );
        }
    }
}

#[test]
fn softer_material_decides_and_hard_pairs_are_unchanged() {
    let rest = |floor: Option<f32>, ball: Option<f32>| {
        let of = |hertz: Option<f32>| {
            material(|m| m.softness = hertz.map(|hertz| ContactSoftness::new(hertz, 1.0)))
        };
        let mut world = sleepless();
        floor_of(&mut world, of(floor));
        let id =
            world.spawn(Body::dynamic().at([0.0, 0.5]).with(Circle::new(0.5).material(of(ball)))).unwrap();
        run(&mut world, 400);
        0.5 - world.body(id).unwrap().position().y
    };
    let sunk = |hertz: f32| 10.0 / (core::f32::consts::TAU * hertz).powi(2);
    for (floor, ball, hertz) in [(Some(3.0), None, 3.0), (None, Some(4.0), 4.0), (Some(2.0), Some(8.0), 2.0)]
    {
        let depth = rest(floor, ball);
        assert!((depth - sunk(hertz)).abs() < 0.01 * sunk(hertz), "{floor:?} {ball:?}: {depth}");
    }
    assert!(rest(None, None).abs() < 1.0e-3);
}

#[test]
fn material_pairs_override_combine_rules() {
    let of = |id: u64| material(|m| m.id = id);
    let mut world = sleepless();
    floor_of(&mut world, of(1));
    let sleds: Vec<BodyId> = (0..3)
        .map(|index| {
            let body = Body::dynamic().at([5.0 * index as f32, 0.1]).velocity([2.0, 0.0]);
            world.spawn(body.with(slab().material(of(10 + index)))).unwrap()
        })
        .collect();
    let ice = MaterialPair { friction: Some(0.0), ..MaterialPair::default() };
    world.set_material_pair(1, 11, Some(ice)).unwrap();
    // In the other order, and after the contact exists.
    run(&mut world, 5);
    world.set_material_pair(12, 1, Some(MaterialPair { friction: Some(0.1), ..ice })).unwrap();
    let before = world.body(sleds[2]).unwrap().velocity().x;
    run(&mut world, 30);
    let speed = |world: &World, index: usize| world.body(sleds[index]).unwrap().velocity().x;
    assert!(speed(&world, 0) < 0.01);
    assert!((speed(&world, 1) - 2.0).abs() < 1.0e-3);
    let expected = (before - 0.1 * 10.0 * 0.5).max(0.0);
    assert!((speed(&world, 2) - expected).abs() < 0.02, "{} {expected}", speed(&world, 2));
    assert_eq!(world.material_pair(11, 1), Some(ice));
    world.set_material_pair(1, 11, None).unwrap();
    assert_eq!(world.material_pair(1, 11), None);
    run(&mut world, 60);
    assert!(speed(&world, 1) < 0.01, "they combine again");
    let bad = MaterialPair { restitution: Some(1.5), ..MaterialPair::default() };
    assert!(world.set_material_pair(1, 11, Some(bad)).is_err());
    assert_eq!(world.material_pair(1, 11), None);
}

#[test]
fn tangent_speed_does_not_depend_on_shape_order() {
    // The box is created before or after the floor, and is a box or a capsule, so that the shapes of the
    // contact swap.
    for box_first in [false, true] {
        for speed in [-1.5, 2.0] {
            let belt = material(|m| m.tangent_speed = speed);
            let mut world = sleepless();
            let spawn_box = |world: &mut World| {
                let capsule = Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.1);
                [
                    world.spawn(Body::dynamic().at([0.0, 0.1]).with(slab())).unwrap(),
                    world.spawn(Body::dynamic().at([5.0, 0.1]).with(capsule)).unwrap(),
                ]
            };
            let early = box_first.then(|| spawn_box(&mut world));
            floor_of(&mut world, belt);
            let carried = early.unwrap_or_else(|| spawn_box(&mut world));
            run(&mut world, 120);
            for id in carried {
                let found = world.body(id).unwrap().velocity().x;
                assert!((found - speed).abs() < 0.01, "{found} on a belt of {speed}");
            }
        }
    }
}

/// Number of hook calls.
fn counter() -> Arc<AtomicU32> {
    Arc::new(AtomicU32::new(0))
}

#[test]
fn pair_filter_is_called_for_hooked_shapes_only_and_applies_to_continuous_collision() {
    let mut world = sleepless();
    add_floor(&mut world);
    let wall = Rect::half(0.1, 5.0).at([5.0, 5.0]).material(material(|m| m.id = 90)).hooked();
    world.spawn(Body::fixed().with(wall)).unwrap();
    let calls = counter();
    let asked = Arc::clone(&calls);
    world.set_pair_filter(move |pair| {
        asked.fetch_add(1, Ordering::Relaxed);
        let data = [pair.a.shape_data, pair.b.shape_data];
        !data.contains(&7) && pair.materials.contains(&90)
    });
    world.spawn(Body::dynamic().at([-20.0, 0.3]).with(Circle::new(0.3))).unwrap();
    run(&mut world, 10);
    assert_eq!(calls.load(Ordering::Relaxed), 0, "nothing hooked came near");
    let shoot = |world: &mut World, data: u64, speed: f32| {
        let bullet = Body::dynamic().at([0.0, 5.0]).velocity([speed, 0.0]).gravity_scale(0.0);
        // Both start at the same point and must not push each other.
        let alone = CollisionFilter { group: -1, ..CollisionFilter::default() };
        world.spawn(bullet.with(Circle::new(0.2).user_data(data).filter(alone))).unwrap()
    };
    for speed in [5.0, 50.0, 300.0] {
        let ids = [7, 8].map(|data| shoot(&mut world, data, speed));
        run(&mut world, (600.0 / speed) as u32 + 5);
        let [passed, stopped] = ids.map(|id| world.body(id).unwrap().position().x);
        assert!(passed > 6.0 && stopped < 5.0, "at {speed} m/s: {passed} {stopped}");
        ids.into_iter().for_each(|id| world.despawn(id).unwrap());
    }
    assert!(calls.load(Ordering::Relaxed) > 0);
}

#[test]
fn the_pre_solve_hook_changes_and_disables_contacts_in_each_step() {
    let mut world = sleepless();
    let floor = Rect::half(100.0, 1.0).at([0.0, -1.0]).hooked();
    world.spawn(Body::fixed().with(floor)).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.1]).with(slab())).unwrap();
    run(&mut world, 10);
    // Tangent speed by a hook; values that are not finite are ignored.
    world.set_pre_solve(|contact| ContactResponse {
        tangent_speed: 1.5,
        friction: f32::NAN,
        restitution: -3.0,
        ..contact.response
    });
    run(&mut world, 120);
    let sign = if world.body(id).unwrap().velocity().x > 0.0 { 1.0 } else { -1.0 };
    assert!((world.body(id).unwrap().velocity().x * sign - 1.5).abs() < 0.01);
    // Without the hook the tangent speed is 0.
    world.clear_pre_solve();
    run(&mut world, 120);
    assert!(world.body(id).unwrap().velocity().x.abs() < 0.01);
    // The disabled contact ends and the box falls.
    world.set_pre_solve(|contact| ContactResponse { enabled: false, ..contact.response });
    world.step(DT).unwrap();
    assert_eq!(world.events().ends().len(), 1);
    for _ in 0..30 {
        world.step(DT).unwrap();
        assert!(world.events().begins().is_empty());
    }
    assert!(world.body(id).unwrap().position().y < -0.5);
}

#[test]
fn clones_share_hooks_and_have_the_same_bits_on_any_threads() {
    let build = |threads: usize| {
        let mut config = WorldConfig::default();
        config.threads = threads;
        let mut world = World::new(config).unwrap();
        let floor = Rect::half(100.0, 1.0).at([0.0, -1.0]).hooked();
        world.spawn(Body::fixed().with(floor)).unwrap();
        for index in 0..200 {
            let at = [0.4 * (index % 20) as f32, 0.5 + 0.6 * (index / 20) as f32];
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.25).user_data(index))).unwrap();
        }
        world.set_pre_solve(|contact| {
            let odd = (contact.pair.a.shape_data + contact.pair.b.shape_data) % 2 == 1;
            let restitution = if contact.velocity.y.abs() > 1.0 { 0.5 } else { 0.0 };
            ContactResponse { enabled: !odd || contact.point.x > 4.0, restitution, ..contact.response }
        });
        world
    };
    let mut world = build(1);
    run(&mut world, 60);
    let (mut copy, mut other) = (world.clone(), build(3));
    run(&mut other, 60);
    assert_eq!(world.hash(), other.hash());
    run(&mut world, 60);
    run(&mut copy, 60);
    assert_eq!(world.hash(), copy.hash());
}

#[test]
fn hook_panic_reaches_the_caller_after_the_step_and_the_world_stays_usable() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(10.0, 1.0).at([0.0, -1.0]).hooked())).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.6]).with(Rect::half(0.5, 0.5))).unwrap();
    let mut twin = world.clone();
    world.set_pre_solve(|_| panic!("out of cheese"));
    world.set_pair_filter(|_| panic!("out of crackers"));
    let mut panics = Vec::new();
    for _ in 0..60 {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| world.step(DT).unwrap())) {
            panics.push(*payload.downcast::<&str>().unwrap());
        }
        world.validate().unwrap();
        twin.step(DT).unwrap();
    }
    assert_eq!(panics.first(), Some(&"out of crackers"), "the filter comes first");
    assert!(panics.len() > 10 && panics[1..].iter().all(|&what| what == "out of cheese"));
    assert_eq!(world.hash(), twin.hash(), "every step was done as if there were no hooks");
    assert!((world.body(id).unwrap().position().y - 0.5).abs() < 0.01);
}

#[test]
fn each_chain_segment_may_have_its_own_material() {
    // From right to left: ice, ice, sand. A box keeps its speed on ice; on sand it stops within v² / (2 mu
    // g).
    let mut world = sleepless();
    let points: Vec<[f32; 2]> = [40.0, 30.0, 20.0, 10.0, 0.0, -10.0].iter().map(|&x| [x, 0.0]).collect();
    let surface = |friction: f32| {
        let mut material = Material::default();
        material.friction = friction;
        material.friction_combine = cairn2d::Combine::Min;
        material
    };
    let chain = ChainDef::new(Chain::open(&points).unwrap())
        .material(surface(0.5))
        .materials([surface(0.0), surface(0.0)]);
    world.spawn(Body::fixed().with_chain(chain)).unwrap();
    let slider = Rect::half(0.25, 0.25).friction(1.0);
    let id = world.spawn(Body::dynamic().at([28.0, 0.25]).velocity([-6.0, 0.0]).with(slider)).unwrap();
    let mut at_the_sand = None;
    for _ in 0..600 {
        world.step(1.0 / 60.0).unwrap();
        let body = world.body(id).unwrap();
        if body.position().x > 10.5 {
            assert!((body.velocity().x + 6.0).abs() < 1e-3, "{:?} at {:?}", body.velocity(), body.position());
        } else if at_the_sand.is_none() {
            at_the_sand = Some(body.position().x);
        }
    }
    let way = 10.0 - world.body(id).unwrap().position().x;
    // Its weight moves onto the sand over its own width.
    assert!((way - 36.0 / (2.0 * 0.5 * 10.0)).abs() < 0.4, "{way} m of sand");
}
