//! Queries against brute force: the same geometry functions over all shapes, without a tree.

mod closest;
mod distances;
mod internal_edges;
mod rays;

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use cairn2d::geometry::{distance_between, shape_cast_between};
use cairn2d::prelude::*;

use crate::harness::{add_floor, run};
use crate::random::Random;

/// Half size of the square that contains the scene `[m]`.
const HALF: f32 = 12.0;

/// A world with bodies of all kinds: static, sleeping, moving and disabled.
fn crowded(seed: u64, steps: u32) -> World {
    let mut random = Random::new(seed);
    let mut world = World::new(WorldConfig::default()).unwrap();
    for index in 0..90 {
        let pose = random.pose(HALF);
        let body = match index % 3 {
            0 => Body::fixed(),
            1 => Body::kinematic().velocity(random.point(2.0)),
            _ => Body::dynamic().velocity(random.point(4.0)).gravity_scale(0.1),
        };
        let body = if index % 10 == 9 { body.disabled() } else { body };
        let body = if index % 7 == 5 { body.asleep() } else { body };
        let filter = CollisionFilter { category: 1 << random.below(4), ..CollisionFilter::default() };
        let body = body.pose(pose).with(random.shape(0.9).filter(filter));
        let body = if index % 4 == 0 { body.with(random.shape(0.7).filter(filter)) } else { body };
        world.spawn(body).unwrap();
    }
    let hill: Vec<Vec2> = (0..12).map(|i| vec2(11.0 - 2.0 * i as f32, random.range(-3.0, 3.0))).collect();
    world.spawn(Body::fixed().with_chain(ChainDef::new(Chain::open(&hill).unwrap()))).unwrap();
    world.spawn(Body::fixed().with(Segment::new(random.point(HALF), random.point(HALF)))).unwrap();
    run(&mut world, steps);
    world
}

/// A queried shape in the brute-force search.
struct Seen {
    id: ShapeId,
    body: BodyId,
    geometry: Shape,
    pose: Pose,
    filter: CollisionFilter,
}

fn everything(world: &World) -> Vec<Seen> {
    let all = world.shapes().map(|id| {
        let shape = world.shape(id).unwrap();
        let (body, geometry, filter) = (shape.body(), shape.geometry().clone(), shape.filter());
        Seen { id, body, geometry, pose: world.body(body).unwrap().pose(), filter }
    });
    all.filter(|seen| world.body(seen.body).unwrap().is_enabled()).collect()
}

/// The result of the tree must be the nearest by brute force, of several equal ones that of the lowest id.
fn assert_first<K: Ord + Copy + core::fmt::Debug>(what: &str, tree: Option<(f32, K)>, brute: &[(f32, K)]) {
    let least = brute.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    assert_eq!(tree, least, "{what}");
}

fn check_rays(world: &World, random: &mut Random, count: usize) {
    let seen = everything(world);
    for _ in 0..count {
        let reach = random.range(0.1, 2.0 * HALF);
        let ray =
            Ray { max_fraction: random.range(0.3, 1.5), ..Ray::new(random.point(HALF), random.point(reach)) };
        let tree = world.cast_ray(ray, QueryFilter::all()).unwrap();
        let brute: Vec<_> = seen
            .iter()
            .filter_map(|seen| seen.geometry.ray_cast_at(seen.pose, &ray).map(|hit| (hit.fraction, seen.id)))
            .collect();
        assert_first("ray", tree.map(|hit| (hit.fraction, hit.shape)), &brute);
        let mut all = BTreeSet::new();
        world
            .cast_ray_all(ray, QueryFilter::all(), |hit| {
                all.insert(hit.shape);
                ray.max_fraction
            })
            .unwrap();
        assert_eq!(all, brute.iter().map(|hit| hit.1).collect(), "all along a ray");
    }
}

fn check_casts(world: &World, random: &mut Random, count: usize) {
    let seen = everything(world);
    for _ in 0..count {
        let size = random.range(0.1, 2.0);
        let (shape, pose) = (random.shape(size), random.pose(HALF));
        let translation = random.point(HALF);
        let tree = world.cast_shape(&shape, pose, translation, QueryFilter::all()).unwrap();
        let cast =
            |seen: &Seen| shape_cast_between(&seen.geometry, seen.pose, &shape, pose, translation, 1.0);
        let brute: Vec<_> =
            seen.iter().filter_map(|seen| cast(seen).map(|hit| (hit.fraction, seen.id))).collect();
        assert_first("cast", tree.map(|hit| (hit.fraction, hit.shape)), &brute);
    }
}

fn check_overlaps(world: &World, random: &mut Random, count: usize) {
    let seen = everything(world);
    for _ in 0..count {
        let size = random.range(0.1, 3.0);
        let (shape, pose, point) = (random.shape(size), random.pose(HALF), random.point(HALF));
        let aabb =
            Aabb::from_center_half(random.point(HALF), vec2(random.range(0.0, 3.0), random.range(0.0, 3.0)));
        let (mut shapes, mut boxes, mut points) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let go_on = |_: bool| ControlFlow::Continue(());
        world.overlap_shape(&shape, pose, QueryFilter::all(), |id| go_on(shapes.insert(id))).unwrap();
        world.overlap_box(aabb, QueryFilter::all(), |id| go_on(boxes.insert(id))).unwrap();
        world.overlap_point(point, QueryFilter::all(), |id| go_on(points.insert(id))).unwrap();
        for seen in &seen {
            let overlaps = distance_between(&seen.geometry, seen.pose, &shape, pose).distance <= 0.0;
            assert_eq!(shapes.contains(&seen.id), overlaps, "overlap of {} with {shape:?}", seen.id);
            assert_eq!(
                boxes.contains(&seen.id),
                seen.geometry.aabb(seen.pose).overlaps(aabb),
                "box of {}",
                seen.id
            );
            let inside = seen.geometry.test_point(seen.pose.inv_transform_point(point));
            assert_eq!(points.contains(&seen.id), inside, "point in {}", seen.id);
        }
        let known: BTreeSet<_> = seen.iter().map(|seen| seen.id).collect();
        assert!(shapes.is_subset(&known) && boxes.is_subset(&known) && points.is_subset(&known));
    }
}

fn check_nearest(world: &World, random: &mut Random, count: usize) {
    let seen = everything(world);
    for _ in 0..count {
        let (point, radius) = (random.point(1.3 * HALF), random.range(0.0, 5.0));
        let tree = world.nearest(point, radius, QueryFilter::all()).unwrap();
        let distance =
            |seen: &Seen| seen.geometry.nearest_point(seen.pose.inv_transform_point(point)).distance;
        let brute: Vec<_> = seen
            .iter()
            .map(|seen| (distance(seen), seen.id))
            .filter(|&(distance, _)| distance <= radius)
            .collect();
        assert_first("nearest", tree.map(|hit| (hit.distance, hit.shape)), &brute);
        if let Some(hit) = tree {
            // The point, the normal and the distance must be consistent.
            let there = hit.point + hit.normal * hit.distance;
            assert!(there.distance(point) < 1e-4, "{there:?} instead of {point:?}");
        }
    }
}

#[test]
fn rays_match_brute_force() {
    for (seed, steps) in [(1, 0), (2, 1), (3, 90)] {
        check_rays(&crowded(seed, steps), &mut Random::new(100 + seed), 15_000);
    }
}

#[test]
fn shape_casts_match_brute_force() {
    for (seed, steps) in [(4, 0), (5, 1), (6, 90)] {
        check_casts(&crowded(seed, steps), &mut Random::new(200 + seed), 4_000);
    }
}

#[test]
fn overlaps_match_brute_force() {
    for (seed, steps) in [(7, 0), (8, 1), (9, 90)] {
        check_overlaps(&crowded(seed, steps), &mut Random::new(300 + seed), 6_000);
    }
}

#[test]
fn nearest_matches_brute_force() {
    for (seed, steps) in [(10, 0), (11, 1), (12, 90)] {
        check_nearest(&crowded(seed, steps), &mut Random::new(400 + seed), 10_000);
    }
}

#[test]
fn queries_are_current_after_every_change() {
    let mut world = crowded(13, 20);
    let mut random = Random::new(13);
    for round in 0..150 {
        let ids: Vec<_> = world.bodies().collect();
        let id = ids[random.below(ids.len())];
        match round % 8 {
            0 => world.despawn(id).unwrap(),
            1 => world.body_mut(id).unwrap().set_pose(random.pose(HALF)).unwrap(),
            2 => drop(world.spawn(Body::dynamic().pose(random.pose(HALF)).with(random.shape(1.0))).unwrap()),
            3 => drop(world.attach(id, random.shape(1.5)).unwrap()),
            4 => {
                let shape = world.body(id).unwrap().shapes().next();
                if let Some(shape) = shape {
                    world.detach(shape).unwrap();
                }
            }
            5 => {
                let enabled = world.body(id).unwrap().is_enabled();
                world.body_mut(id).unwrap().set_enabled(!enabled);
            }
            6 => world.body_mut(id).unwrap().wake(),
            _ => run(&mut world, 1),
        }
        check_rays(&world, &mut random, 20);
        check_casts(&world, &mut random, 5);
        check_overlaps(&world, &mut random, 10);
        check_nearest(&world, &mut random, 20);
    }
}

#[test]
fn query_filters_exclude_shapes() {
    let world = crowded(14, 5);
    let seen = everything(&world);
    let mut random = Random::new(14);
    for _ in 0..3000 {
        let ray = Ray::new(random.point(HALF), random.point(2.0 * HALF));
        let groups = CollisionFilter { mask: random.bits() & 15, ..CollisionFilter::default() };
        let ignored = seen[random.below(seen.len())].body;
        let odd = |id: ShapeId| id.to_bits() % 2 == 1;
        let filter = QueryFilter::all().colliding(groups).ignore(ignored).only(&odd);
        let tree = world.cast_ray(ray, filter).unwrap();
        let brute: Vec<_> = seen
            .iter()
            .filter(|seen| groups.allows(&seen.filter) && seen.body != ignored && odd(seen.id))
            .filter_map(|seen| seen.geometry.ray_cast_at(seen.pose, &ray).map(|hit| (hit.fraction, seen.id)))
            .collect();
        assert_first("filtered ray", tree.map(|hit| (hit.fraction, hit.shape)), &brute);
        let point = random.point(HALF);
        let near = world.nearest(point, 4.0, filter).unwrap();
        assert!(near.is_none_or(|near| odd(near.shape) && near.body != ignored));
    }
}

#[test]
fn query_callbacks_can_stop_the_search() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    for _ in 0..10 {
        world.spawn(Body::fixed().with(Circle::new(1.0))).unwrap();
        world.spawn(Body::dynamic().with(Circle::new(1.0))).unwrap();
    }
    for limit in [1, 7, 20] {
        let mut count = 0;
        let visit = |_| {
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        world.overlap_point([0.1, 0.1], QueryFilter::all(), visit).unwrap();
        assert_eq!(count, limit);
    }
    let mut count = 0;
    let through = Ray::new([-5.0, 0.0], [10.0, 0.0]);
    world
        .cast_ray_all(through, QueryFilter::all(), |_| {
            count += 1;
            0.0
        })
        .unwrap();
    assert_eq!(count, 1, "0 stops a ray");
}

#[test]
fn ray_hit_has_point_and_normal_in_world_coordinates() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let id = world
        .spawn(Body::fixed().at([5.0, 1.0]).rotated(core::f32::consts::FRAC_PI_4).with(Rect::square(2.0)))
        .unwrap();
    let hit = world.cast_ray(Ray::new([0.0, 1.5], [10.0, 0.0]), QueryFilter::all()).unwrap().unwrap();
    // The upper left face runs from (5 - sqrt 2, 1) to (5, 1 + sqrt 2).
    let x = 5.0 - 2.0_f32.sqrt() + 0.5;
    assert!(hit.point.distance(vec2(x, 1.5)) < 1e-5, "{:?}", hit.point);
    assert!((hit.normal - vec2(-0.5_f32.sqrt(), 0.5_f32.sqrt())).length() < 1e-5, "{:?}", hit.normal);
    assert!((hit.fraction - x / 10.0).abs() < 1e-6);
    assert_eq!(hit.body, id);
    let inside = world.cast_ray(Ray::new([5.0, 1.0], [10.0, 0.0]), QueryFilter::all()).unwrap();
    assert!(
        inside.is_none_or(|hit| hit.fraction == 0.0),
        "a ray from inside must not come out of the far side: {inside:?}"
    );
}

#[test]
fn bad_queries_are_rejected() {
    let world = crowded(15, 0);
    let all = QueryFilter::all();
    let never = |_| -> ControlFlow<()> { unreachable!("nothing may be visited") };
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0e30] {
        assert!(world.cast_ray(Ray::new([bad, 0.0], [1.0, 0.0]), all).is_err());
        assert!(world.nearest([bad, 0.0], 1.0, all).is_err());
        assert!(world.overlap_point([0.0, bad], all, never).is_err());
        assert!(
            world
                .overlap_shape(&Circle::new(1.0).into(), Pose::from_position(vec2(bad, 0.0)), all, never)
                .is_err()
        );
    }
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(world.cast_ray(Ray::new([0.0, 0.0], [bad, 0.0]), all).is_err());
        assert!(world.cast_shape(&Circle::new(1.0).into(), Pose::IDENTITY, [bad, 0.0], all).is_err());
        assert!(world.nearest([0.0, 0.0], bad, all).is_err());
    }
    assert!(world.nearest([0.0, 0.0], -1.0, all).is_err());
    assert!(world.cast_shape(&Circle::new(-1.0).into(), Pose::IDENTITY, [1.0, 0.0], all).is_err());
    assert!(world.overlap_box(Aabb { min: vec2(1.0, 0.0), max: vec2(0.0, 1.0) }, all, never).is_err());
    assert!(world.overlap_box(Aabb { min: vec2(f32::NAN, 0.0), max: vec2(0.0, 1.0) }, all, never).is_err());
    let still = world.cast_ray(Ray::new([0.0, 0.0], [0.0, 0.0]), all).unwrap();
    assert!(
        still.is_none_or(|hit| hit.fraction == 0.0),
        "a ray of no length hits only where it starts: {still:?}"
    );
}

#[test]
fn queries_change_nothing() {
    let world = crowded(16, 30);
    let before = world.hash();
    check_rays(&world, &mut Random::new(16), 200);
    check_casts(&world, &mut Random::new(16), 50);
    check_overlaps(&world, &mut Random::new(16), 50);
    check_nearest(&world, &mut Random::new(16), 50);
    assert_eq!(world.hash(), before);
}

#[test]
fn queries_may_run_on_several_threads() {
    let world = crowded(17, 30);
    let answers = |seed: u64| {
        let mut random = Random::new(seed);
        let mut answers = Vec::new();
        for _ in 0..2000 {
            let ray = Ray::new(random.point(HALF), random.point(2.0 * HALF));
            answers
                .push(world.cast_ray(ray, QueryFilter::all()).unwrap().map(|hit| (hit.shape, hit.fraction)));
            let near = world.nearest(random.point(HALF), 3.0, QueryFilter::all()).unwrap();
            answers.push(near.map(|hit| (hit.shape, hit.distance)));
        }
        answers
    };
    let alone: Vec<_> = (0..4).map(answers).collect();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|seed| scope.spawn(move || answers(seed))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(alone, together);
}

#[test]
fn queries_find_sleeping_bodies() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 120);
    assert!(world.body(id).unwrap().is_asleep());
    let hit = world.cast_ray(Ray::new([0.0, 5.0], [0.0, -10.0]), QueryFilter::all()).unwrap().unwrap();
    assert_eq!(hit.body, id);
    let below =
        world.cast_ray(Ray::new([0.0, 5.0], [0.0, -10.0]), QueryFilter::all().ignore(id)).unwrap().unwrap();
    assert!((below.point.y - 0.0).abs() < 1e-5);
    assert!(world.body(id).unwrap().is_asleep(), "queries wake no body");
}

#[test]
fn queries_find_sensors_only_on_request() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let zone = world.spawn(Body::fixed().at([5.0, 0.0]).with(Circle::new(1.0).sensor())).unwrap();
    let wall = world.spawn(Body::fixed().at([9.0, 0.0]).with(Rect::half(0.5, 2.0))).unwrap();
    let moving = world.spawn(Body::kinematic().at([0.0, 8.0]).with(Circle::new(1.0).sensor())).unwrap();
    let (blind, all) = (QueryFilter::all(), QueryFilter::all().with_sensors());
    let ray = Ray::new([0.0, 0.0], [20.0, 0.0]);
    let first = |filter| world.cast_ray(ray, filter).unwrap().map(|hit| (hit.body, hit.fraction));
    assert_eq!(first(blind).unwrap().0, wall);
    let (body, fraction) = first(all).unwrap();
    assert!(body == zone && (fraction - 0.2).abs() < 1e-6, "{fraction}");
    let disc = Shape::from(Circle::new(0.5));
    let cast = |filter| {
        world
            .cast_shape(&disc, Pose::IDENTITY, vec2(20.0, 0.0), filter)
            .unwrap()
            .map(|hit| (hit.body, hit.fraction))
    };
    assert_eq!(cast(blind).unwrap().0, wall);
    let (body, fraction) = cast(all).unwrap();
    assert!(body == zone && (fraction - 3.5 / 20.0).abs() < 1e-4, "{fraction}");
    let at = |point: [f32; 2], filter| {
        let mut found = Vec::new();
        world
            .overlap_point(point, filter, |id| {
                found.push(world.shape(id).unwrap().body());
                core::ops::ControlFlow::Continue(())
            })
            .unwrap();
        found
    };
    assert!(at([5.0, 0.5], blind).is_empty());
    assert_eq!(
        (at([5.0, 0.5], all), at([0.0, 8.5], all), at([9.0, 1.0], all)),
        (vec![zone], vec![moving], vec![wall])
    );
    let near = world.nearest([3.0, 0.0], 3.0, all).unwrap().unwrap();
    assert!(near.body == zone && (near.distance - 1.0).abs() < 1e-6);
    assert!(world.nearest([3.0, 0.0], 3.0, blind).unwrap().is_none());
    // The other conditions still apply.
    assert_eq!(world.cast_ray(ray, all.ignore(zone)).unwrap().unwrap().body, wall);
}
