//! The closest hit in worlds of thousands of shapes: ties, changes between queries, and many threads at once.

use cairn2d::prelude::*;

use super::{HALF, check_casts, check_nearest, check_rays};
use crate::harness::run;
use crate::random::Random;

fn weightless() -> World {
    let mut config = WorldConfig::default();
    config.gravity = Vec2::ZERO;
    World::new(config).unwrap()
}

/// A world of many small shapes: most of them static, or most of them moving.
fn city(seed: u64, count: usize, moving: usize) -> World {
    let mut random = Random::new(seed);
    let mut world = weightless();
    for index in 0..count {
        let body = if index % 10 < moving { Body::dynamic() } else { Body::fixed() };
        let body = if index % 7 == 3 { body.asleep() } else { body };
        world.spawn(body.pose(random.pose(HALF)).with(random.shape(0.2))).unwrap();
    }
    world
}

#[test]
fn many_shapes_match_brute_force_between_changes() {
    for (seed, moving) in [(31, 1), (32, 9), (33, 0), (34, 10)] {
        let mut world = city(seed, 600, moving);
        let mut random = Random::new(seed);
        for round in 0..24 {
            check_rays(&world, &mut random, 60);
            check_casts(&world, &mut random, 15);
            check_nearest(&world, &mut random, 60);
            let ids: Vec<_> = world.bodies().collect();
            let id = ids[random.below(ids.len())];
            match round % 6 {
                0 => world.despawn(id).unwrap(),
                1 => {
                    world.spawn(Body::fixed().pose(random.pose(HALF)).with(random.shape(1.0))).unwrap();
                }
                2 => world.body_mut(id).unwrap().set_pose(random.pose(HALF)).unwrap(),
                3 => {
                    // More moves than the list of strays has room for.
                    for &id in ids.iter().take(200) {
                        world.body_mut(id).unwrap().set_pose(random.pose(HALF)).unwrap();
                    }
                }
                4 => {
                    // Items of the tree vanish, and others take their numbers.
                    for &id in ids.iter().rev().take(20) {
                        world.despawn(id).unwrap();
                    }
                    for _ in 0..30 {
                        world.spawn(Body::dynamic().pose(random.pose(HALF)).with(random.shape(0.5))).unwrap();
                    }
                }
                _ => run(&mut world, 1),
            }
        }
    }
}

#[test]
fn of_equal_hits_the_lowest_id_wins() {
    let mut world = weightless();
    // A new body gets the id of the one removed, so that the lowest id is not the first in a tree.
    let first = world.spawn(Body::fixed().with(Rect::square(1.0))).unwrap();
    for index in 0..60 {
        let body = match index % 3 {
            0 => Body::fixed(),
            1 => Body::dynamic(),
            _ => Body::dynamic().asleep(),
        };
        world.spawn(body.at([3.0, 0.0]).with(Rect::square(1.0))).unwrap();
    }
    world.despawn(first).unwrap();
    world.spawn(Body::dynamic().at([3.0, 0.0]).with(Rect::square(1.0))).unwrap();
    let lowest = world.shapes().min().unwrap();
    let all = QueryFilter::all();
    for _ in 0..100 {
        for ray in [Ray::new([0.0, 0.1], [7.3, 0.0]), Ray::new([3.1, 0.1], [1.0, 0.0])] {
            assert_eq!(world.cast_ray(ray, all).unwrap().unwrap().shape, lowest);
            assert_eq!(world.cast_circle(ray, 0.2, all).unwrap().unwrap().shape, lowest);
        }
        for point in [[0.0, 0.1], [3.1, 0.2]] {
            assert_eq!(world.nearest(point, 9.0, all).unwrap().unwrap().shape, lowest);
        }
    }
}

#[test]
fn threads_get_the_answers_of_one_thread() {
    let world = city(35, 3000, 3);
    let mut random = Random::new(36);
    let rays: Vec<Ray> = (0..2000).map(|_| Ray::new(random.point(HALF), random.point(HALF))).collect();
    let one = |world: &World| -> Vec<_> {
        rays.iter().map(|&ray| world.cast_ray(ray, QueryFilter::all()).unwrap()).collect()
    };
    let expected = one(&world.clone());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(|| one(&world))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
    let mut list = Vec::new();
    for world in [&world, &world.clone()] {
        world.cast_rays(&rays, QueryFilter::all(), &mut list).unwrap();
        assert_eq!(list, expected);
    }
}

#[test]
fn a_cast_of_no_length_tests_every_shape() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    // The boxes of the triangles hold the point, and only one triangle does.
    let corner = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0)];
    for _ in 0..30 {
        world.spawn(Body::fixed().with(Polygon::new(&corner).unwrap())).unwrap();
    }
    let other = [vec2(0.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
    let hit = world.spawn(Body::fixed().with(Polygon::new(&other).unwrap())).unwrap();
    for _ in 0..20 {
        let ray = Ray { max_fraction: 0.0, ..Ray::new([0.5, 1.5], [1.0, 0.0]) };
        let found = world.cast_ray(ray, QueryFilter::all()).unwrap().unwrap();
        assert_eq!((found.body, found.fraction), (hit, 0.0));
    }
}
