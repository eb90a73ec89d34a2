//! Batched calls equal single calls, and succeed or fail as a whole.

use cairn2d::prelude::*;

use crate::harness::run;

/// Tiles of a floor with some steps, one body each.
fn tiles(count: usize) -> Vec<Body> {
    let tile = |n: usize| {
        let at = [(n % 500) as f32, -((n / 500) as f32) - if n.is_multiple_of(7) { 0.25 } else { 0.0 }];
        Body::fixed().at(at).user_data(n as u64).with(Rect::half(0.5, 0.5).user_data(n as u64))
    };
    (0..count).map(tile).collect()
}

/// Balls above the tiles, some of them asleep on them.
fn add_balls(world: &mut World) -> Vec<BodyId> {
    let balls = (0..60).map(|n| {
        let asleep = n % 5 == 0;
        let at = [7.3 * n as f32, if asleep { 0.8 } else { 1.5 + 0.1 * n as f32 }];
        let body = Body::dynamic().at(at).with(Circle::new(0.3).rolling_resistance(0.2));
        if asleep { body.asleep() } else { body }
    });
    balls.map(|ball| world.spawn(ball).unwrap()).collect()
}

#[test]
fn many_static_bodies_are_the_same_as_one_by_one() {
    // Fewer and more bodies than the thresholds for building a tree; before and after the balls.
    for (count, balls_first) in [(200, false), (3000, false), (3000, true)] {
        let build = |many: bool| {
            let mut world = World::new(WorldConfig::default()).unwrap();
            let early = if balls_first { add_balls(&mut world) } else { Vec::new() };
            let ids = if many {
                world.spawn_many(tiles(count)).unwrap()
            } else {
                tiles(count).into_iter().map(|tile| world.spawn(tile).unwrap()).collect()
            };
            let balls = if balls_first { early } else { add_balls(&mut world) };
            world.validate().unwrap();
            (world, ids, balls)
        };
        let (mut a, mut b) = (build(true), build(false));
        assert_eq!(a.1, b.1, "the same ids");
        assert!(a.0.shapes().eq(b.0.shapes()));
        run(&mut a.0, 1);
        run(&mut b.0, 1);
        assert_eq!(a.0.counts(), b.0.counts(), "{count} tiles, balls first: {balls_first}");
        run(&mut a.0, 300);
        run(&mut b.0, 300);
        for (&id, &other) in a.2.iter().zip(&b.2) {
            let [p, q] = [a.0.body(id).unwrap().position(), b.0.body(other).unwrap().position()];
            assert!(p.distance(q) < 0.05, "{id} rests at {p:?} and {q:?}");
            let on_ground = q.x > count as f32 || q.y > -0.01 && q.y < 0.82;
            assert!(on_ground, "{q:?}");
        }
        // All bodies can be removed in any order, before and after a step.
        for &id in a.1.iter().step_by(2) {
            a.0.despawn(id).unwrap();
        }
        run(&mut a.0, 2);
        for &id in a.1.iter().skip(1).step_by(2) {
            a.0.despawn(id).unwrap();
        }
        run(&mut a.0, 2);
        assert_eq!(a.0.counts().shapes, 60);
    }
}

#[test]
fn many_shapes_on_one_body_are_the_same_as_one_by_one() {
    let shapes =
        |count: usize| (0..count).map(|n| Rect::half(0.5, 0.5).at([n as f32, 0.0]).user_data(n as u64));
    for (kind, count) in [(BodyKind::Static, 2000), (BodyKind::Static, 20), (BodyKind::Dynamic, 20)] {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let [many, single] = [0.0, -5.0].map(|y| world.spawn(Body::new(kind).at([0.0, y])).unwrap());
        let ids = world.attach_many(many, shapes(count)).unwrap();
        for shape in shapes(count) {
            world.attach(single, shape).unwrap();
        }
        let [a, b] = [many, single].map(|id| world.body(id).unwrap());
        assert_eq!(a.mass(), b.mass());
        assert!(a.shapes().eq(ids.iter().copied()), "in the order they came");
        let data = |body: cairn2d::BodyRef<'_>| {
            body.shapes().map(|id| world.shape(id).unwrap().user_data()).collect::<Vec<_>>()
        };
        assert_eq!(data(a), data(b));
        let ray = |y: f32| world.cast_ray(Ray::new([3.2, y], [0.0, -3.0]), QueryFilter::all()).unwrap();
        assert_eq!(ray(2.0).unwrap().shape, ids[3]);
        let ball = world.spawn(Body::dynamic().at([5.0, 1.0]).with(Circle::new(0.4))).unwrap();
        if kind == BodyKind::Static {
            run(&mut world, 90);
            assert!((world.body(ball).unwrap().position().y - 0.9).abs() < 0.01);
        }
        world.validate().unwrap();
    }
}

#[test]
fn batches_are_accepted_or_rejected_as_a_whole() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn_many(tiles(10)).unwrap();
    let before = format!("{world:?}");
    let mut bad = tiles(2000);
    bad[1500] = Body::fixed().with(Circle::new(f32::NAN));
    let why = world.spawn_many(bad).unwrap_err().to_string();
    assert!(why.contains("radius") && why.contains("NaN"), "{why}");
    let id = world.bodies().next().unwrap();
    let shapes = (0..2000).map(|n| Circle::new(1.0 - n as f32 / 1500.0));
    assert!(world.attach_many(id, shapes).is_err());
    assert_eq!(format!("{world:?}"), before);
    assert!(world.spawn_many([]).unwrap().is_empty());
    assert!(world.attach_many(id, Vec::<Circle>::new()).unwrap().is_empty());
}

#[test]
fn everything_is_listed_in_the_order_of_slots() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let ids = world.spawn_many(tiles(1500)).unwrap();
    for &id in ids.iter().step_by(3) {
        world.despawn(id).unwrap();
    }
    add_balls(&mut world);
    run(&mut world, 30);
    let slot = |bits: u64| bits as u32;
    assert!(world.bodies().map(|id| slot(id.to_bits())).is_sorted());
    assert!(world.shapes().map(|id| slot(id.to_bits())).is_sorted());
    assert!(world.contacts().map(|id| slot(id.to_bits())).is_sorted());
    let copy = world.clone();
    assert!(world.bodies().eq(copy.bodies()) && world.contacts().eq(copy.contacts()));
    assert_eq!(world.bodies().count(), 1000 + 60);
}

/// Polygons with equal bits share their memory, with other shapes created in between; their masses are
/// separate.
#[test]
fn equal_polygons_share_their_vertex_memory_only() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let sizes = [1.0, 0.5, 1.0, 0.25, 0.5, 1.0];
    let densities = [1.0, 1.0, 3.0, 2.0, 1.0, 1.0];
    let bodies: Vec<BodyId> = sizes
        .into_iter()
        .zip(densities)
        .map(|(half, density)| {
            world.spawn(Body::dynamic().with(Rect::half(half, half).density(density))).unwrap()
        })
        .collect();
    let polygon = |world: &World, body: BodyId| {
        let shape = world.body(body).unwrap().shapes().next().unwrap();
        match world.shape(shape).unwrap().geometry() {
            Shape::Polygon(polygon) => std::sync::Arc::clone(polygon),
            other => panic!("{other:?} is no polygon"),
        }
    };
    for (i, &a) in bodies.iter().enumerate() {
        let mass = world.body(a).unwrap().mass().mass;
        let expected = 4.0 * sizes[i] * sizes[i] * densities[i];
        assert!((mass - expected).abs() < 1.0e-6 * expected, "body {i} has {mass} kg, not {expected}");
        for (j, &b) in bodies.iter().enumerate() {
            let alike = sizes[i] == sizes[j] && densities[i] == densities[j];
            assert_eq!(
                std::sync::Arc::ptr_eq(&polygon(&world, a), &polygon(&world, b)),
                alike,
                "bodies {i} and {j}"
            );
        }
    }
    // One of them gets another geometry; the others stay unchanged.
    let shape = world.body(bodies[0]).unwrap().shapes().next().unwrap();
    world.shape_mut(shape).unwrap().set_geometry(Circle::new(0.1)).unwrap();
    assert_eq!(polygon(&world, bodies[5]).as_rect(), Some(&Rect::half(1.0, 1.0)));
}
