//! Signed distances of points, shapes and bodies, rotating casts, and times of impact, against brute force
//! and sampling.

use super::*;
use cairn2d::{SeparationResult, Sweep, separation_between};

/// Least signed distance of a shape from all shapes that can collide with it: chain segments count only in
/// front of the start pose.
fn gap(seen: &[Seen], shape: &Shape, start: Pose, pose: Pose) -> f32 {
    let center = start.transform_point(shape.centroid());
    let solid = seen.iter().filter(|seen| in_front(seen, center));
    let distances = solid.map(|seen| separation_between(&seen.geometry, seen.pose, shape, pose).distance);
    distances.fold(f32::MAX, f32::min)
}

fn in_front(seen: &Seen, center: Vec2) -> bool {
    match seen.geometry {
        Shape::ChainSegment(chain) => {
            chain.normal().dot(seen.pose.inv_transform_point(center) - chain.a) >= 0.0
        }
        _ => true,
    }
}

#[test]
fn every_near_shape_is_found_with_its_distance() {
    let world = crowded(41, 30);
    let seen = everything(&world);
    let mut random = Random::new(41);
    let mut found_count = 0;
    for _ in 0..3000 {
        let (point, radius) = (random.point(1.2 * HALF), random.range(0.0, 4.0));
        let mut found = BTreeSet::new();
        let visit = |near: cairn2d::NearestResult| {
            let there = near.point + near.normal * near.distance;
            assert!(there.distance(point) < 1e-4, "{near:?} from {point:?}");
            found.insert(near.shape);
            ControlFlow::Continue(())
        };
        world.nearest_all(point, radius, QueryFilter::all(), visit).unwrap();
        let expected: BTreeSet<ShapeId> = seen
            .iter()
            .filter(|seen| {
                seen.geometry.nearest_point(seen.pose.inv_transform_point(point)).distance <= radius
            })
            .map(|seen| seen.id)
            .collect();
        assert_eq!(found, expected);
        found_count += found.len();
    }
    assert!(found_count > 3000);
}

#[test]
fn nearest_shape_is_found_at_any_search_radius() {
    let world = crowded(42, 30);
    let seen = everything(&world);
    let mut random = Random::new(42);
    for _ in 0..2000 {
        let point = random.point(40.0);
        let found = world.nearest(point, 1.0e6, QueryFilter::all()).unwrap().unwrap();
        let least = seen
            .iter()
            .map(|seen| seen.geometry.nearest_point(seen.pose.inv_transform_point(point)).distance)
            .fold(f32::MAX, f32::min);
        assert_eq!(found.distance, least);
        // The normal is the gradient: a displacement along it changes the distance by its length.
        let step = 0.01;
        let (shape, body) = (world.shape(found.shape).unwrap(), world.body(found.body).unwrap());
        if found.distance > 0.0 {
            let moved = body.pose().inv_transform_point(point + found.normal * step);
            let after = shape.geometry().nearest_point(moved).distance;
            assert!((after - found.distance - step).abs() < 1e-4, "{found:?}: {after}");
        }
    }
}

#[test]
fn separations_are_those_of_all_shapes_around() {
    let world = crowded(43, 30);
    let seen = everything(&world);
    let mut random = Random::new(43);
    let (mut near, mut overlapping) = (0, 0);
    for _ in 0..1500 {
        let size = random.range(0.2, 2.0);
        let (shape, pose, reach) = (random.shape(size), random.pose(HALF), random.range(0.0, 2.0));
        let mut found: Vec<SeparationResult> = Vec::new();
        let visit = |separation| {
            found.push(separation);
            ControlFlow::Continue(())
        };
        world.separations(&shape, pose, reach, QueryFilter::all(), visit).unwrap();
        let center = pose.transform_point(shape.centroid());
        let expected: BTreeSet<ShapeId> = seen
            .iter()
            .filter(|seen| in_front(seen, center))
            .filter(|seen| separation_between(&seen.geometry, seen.pose, &shape, pose).distance <= reach)
            .map(|seen| seen.id)
            .collect();
        assert_eq!(found.iter().map(|separation| separation.shape).collect::<BTreeSet<_>>(), expected);
        for separation in found {
            // Moved by the distance along the normal, they touch.
            let touching = Pose { p: pose.p - separation.normal * separation.distance, ..pose };
            let seen = seen.iter().find(|seen| seen.id == separation.shape).unwrap();
            let left = separation_between(&seen.geometry, seen.pose, &shape, touching).distance;
            assert!(left.abs() < 1e-4, "{separation:?}: {left}");
            near += 1;
            overlapping += usize::from(separation.distance < 0.0);
        }
    }
    assert!(near > 500 && overlapping > 100, "{near} {overlapping}");
}

#[test]
fn rotating_casts_match_sampling() {
    let world = crowded(44, 30);
    let seen = everything(&world);
    let mut random = Random::new(44);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..1200 {
        let size = random.range(0.2, 1.5);
        let (shape, from) = (random.shape(size), random.pose(HALF));
        let to = Pose {
            p: from.p + random.point(3.0),
            q: (from.q * Rot::from_angle(random.range(-2.5, 2.5))).normalize(),
        };
        let sweep = Sweep::between(from, to, shape.centroid());
        let hit = world.cast_shape_turning(&shape, &sweep, QueryFilter::all()).unwrap();
        let end = hit.map_or(1.0, |hit| hit.fraction);
        if end == 0.0 {
            assert!(gap(&seen, &shape, from, from) < 2e-4);
            continue;
        }
        for i in 0..40 {
            let pose = sweep.pose_at(end * (i as f32 / 40.0));
            let free = gap(&seen, &shape, from, pose);
            assert!(free > -1e-4, "{free} before {hit:?} of {shape:?} along {sweep:?}");
        }
        if let Some(hit) = hit {
            assert!(
                gap(&seen, &shape, from, sweep.pose_at(end)) < 2e-4,
                "{hit:?} of {shape:?} along {sweep:?}"
            );
            hits += 1;
        } else {
            misses += 1;
        }
    }
    assert!(hits > 150 && misses > 100, "{hits} hits, {misses} misses");
}

#[test]
fn rotating_cast_without_rotation_equals_a_cast() {
    let world = crowded(45, 30);
    let mut random = Random::new(45);
    for _ in 0..2000 {
        let size = random.range(0.2, 1.5);
        let (shape, from, way) = (random.shape(size), random.pose(HALF), random.point(6.0));
        let sweep = Sweep::between(from, Pose { p: from.p + way, ..from }, Vec2::ZERO);
        let turning = world.cast_shape_turning(&shape, &sweep, QueryFilter::all()).unwrap();
        let straight = world.cast_shape(&shape, from, way, QueryFilter::all()).unwrap();
        let fraction = |hit: Option<cairn2d::CastResult>| hit.map_or(1.0, |hit| hit.fraction);
        // The search that counts 0.1 mm as touching hits grazing shapes earlier.
        let (turning, straight) = (fraction(turning), fraction(straight));
        let pose = Pose { p: from.p + way * turning, ..from };
        let nearly = gap(&everything(&world), &shape, from, pose) < 2e-4;
        assert!((turning - straight).abs() * way.length() < 1e-3 || nearly && turning < straight);
    }
}

#[test]
fn pair_distances_match_the_geometry() {
    let world = crowded(46, 30);
    let seen = everything(&world);
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[i + 1..] {
            let pair = world.shape_distance(a.id, b.id).unwrap();
            let expected = separation_between(&a.geometry, a.pose, &b.geometry, b.pose);
            assert_eq!((pair.distance, pair.normal), (expected.distance, expected.normal));
            let back = world.shape_distance(b.id, a.id).unwrap();
            assert!((back.distance - pair.distance).abs() < 1e-5);
        }
    }
    let bodies: Vec<BodyId> = world.bodies().collect();
    for (&a, &b) in bodies.iter().zip(&bodies[1..]) {
        let mut least: Option<f32> = None;
        for shape_a in world.body(a).unwrap().shapes() {
            for shape_b in world.body(b).unwrap().shapes() {
                let distance = world.shape_distance(shape_a, shape_b).unwrap().distance;
                least = Some(least.map_or(distance, |least| least.min(distance)));
            }
        }
        assert_eq!(world.body_distance(a, b).unwrap().map(|pair| pair.distance), least);
    }
}

#[test]
fn predicted_impacts_happen_at_their_time() {
    let mut random = Random::new(47);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..400 {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        let mut spawn = |side: f32| {
            let (velocity, spin) = (vec2(-4.0 * side, 0.0) + random.point(2.0), random.range(-20.0, 20.0));
            let pose = Pose {
                p: vec2(4.0 * side, 0.0) + random.point(1.5),
                q: Rot::from_angle(random.range(-3.0, 3.0)),
            };
            let body = Body::dynamic().pose(pose).velocity(velocity).angular_velocity(spin);
            world.spawn(body.with(random.shape(1.0)).with(random.shape(1.5))).unwrap()
        };
        let (a, b) = (spawn(-1.0), spawn(1.0));
        let told = world.body_impact(a, b, 2.0).unwrap();
        // The same motion, stepped and by formula, measured by the distance of the bodies.
        let at = |body: BodyId, time: f32| {
            let body = world.body(body).unwrap();
            let q = (body.rotation() * Rot::from_angle(body.angular_velocity() * time)).normalize();
            Pose { p: body.center() + body.velocity() * time - q.rotate(body.mass().center), q }
        };
        let distance = |time: f32| {
            let mut least = f32::MAX;
            for shape_a in world.body(a).unwrap().shapes() {
                for shape_b in world.body(b).unwrap().shapes() {
                    let [first, second] =
                        [shape_a, shape_b].map(|id| world.shape(id).unwrap().geometry().clone());
                    least = least.min(separation_between(&first, at(a, time), &second, at(b, time)).distance);
                }
            }
            least
        };
        let end = told.map_or(2.0, |impact| impact.time);
        for i in 0..60 {
            let time = end * i as f32 / 60.0;
            assert!(distance(time) > -1e-3, "{told:?}: already {} at {time}", distance(time));
        }
        if let Some(impact) = told {
            assert!(distance(impact.time) < 1e-3, "{impact:?}: {}", distance(impact.time));
            let pair = world.shape_impact(impact.shape_a, impact.shape_b, 2.0).unwrap().unwrap();
            assert_eq!(pair.time, impact.time);
            hits += 1;
        } else {
            misses += 1;
        }
    }
    assert!(hits > 100 && misses > 50, "{hits} hits, {misses} misses");
}

#[test]
fn free_bodies_follow_their_predicted_path() {
    let mut random = Random::new(49);
    for _ in 0..50 {
        let mut config = WorldConfig::with_gravity([0.0, 0.0]);
        config.sleeping = false;
        let mut world = World::new(config).unwrap();
        let body = Body::dynamic().pose(random.pose(5.0)).velocity(random.point(5.0));
        let body =
            body.angular_velocity(random.range(-6.0, 6.0)).with(random.shape(1.0)).with(random.shape(1.0));
        let id = world.spawn(body).unwrap();
        let told: Vec<Pose> =
            (1..=120).map(|step| world.body(id).unwrap().pose_after(step as f32 / 60.0)).collect();
        for pose in told {
            run(&mut world, 1);
            let there = world.body(id).unwrap().pose();
            assert!(there.p.distance(pose.p) < 2e-3, "{there:?}, not {pose:?}");
            assert!(there.q.inv_mul(pose.q).angle().abs() < 1e-3, "{there:?}, not {pose:?}");
        }
    }
}

#[test]
fn pairs_with_stale_ids_are_rejected() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let a = world.spawn(Body::fixed().with(Circle::new(1.0))).unwrap();
    let b =
        world.spawn(Body::dynamic().at([5.0, 0.0]).angular_velocity(100.0).with(Circle::new(1.0))).unwrap();
    let empty = world.spawn(Body::fixed()).unwrap();
    assert_eq!(world.body_distance(a, empty).unwrap(), None);
    assert_eq!(world.body_impact(a, empty, 1.0).unwrap(), None);
    for bad in [f32::NAN, -1.0, 1.0e9] {
        assert!(world.body_impact(a, b, bad).is_err());
    }
    assert!(world.body_impact(a, b, 900.0).is_err(), "it would turn 90000 rad");
    let shape = world.body(b).unwrap().shapes().next().unwrap();
    world.despawn(b).unwrap();
    let why = world.body_distance(a, b).unwrap_err().to_string();
    assert!(why.contains(&b.to_string()), "{why}");
    assert!(world.shape_distance(shape, shape).is_err());
}

#[test]
fn moving_the_whole_world_changes_no_query_result() {
    let random = &mut Random::new(48);
    for _ in 0..40 {
        let bodies: Vec<(Pose, Shape)> = (0..30).map(|_| (random.pose(8.0), random.shape(1.2))).collect();
        let shift = Pose { p: random.point(30.0), q: Rot::from_angle(random.range(-3.0, 3.0)) };
        let make = |shift: Pose| {
            let mut world = World::new(WorldConfig::default()).unwrap();
            for (pose, shape) in &bodies {
                let pose = shift.mul(*pose);
                let pose = Pose { q: pose.q.normalize(), ..pose };
                world.spawn(Body::fixed().pose(pose).with(shape.clone())).unwrap();
            }
            world
        };
        let (here, there) = (make(Pose::IDENTITY), make(shift));
        let all = QueryFilter::all();
        for _ in 0..50 {
            let (point, way) = (random.point(9.0), random.point(12.0));
            let (size, pose) = (random.range(0.3, 1.0), random.pose(9.0));
            let shape = random.shape(size);
            let (point_there, way_there) = (shift.transform_point(point), shift.transform_vector(way));
            let pose_there = shift.mul(pose);
            let pose_there = Pose { q: pose_there.q.normalize(), ..pose_there };
            let near = [here.nearest(point, 5.0, all), there.nearest(point_there, 5.0, all)]
                .map(|near| near.unwrap());
            let distances = near.map(|near| near.map_or(5.0, |near| near.distance));
            assert!((distances[0] - distances[1]).abs() < 1e-4, "{near:?}");
            let casts = [
                here.cast_shape(&shape, pose, way, all).unwrap(),
                there.cast_shape(&shape, pose_there, way_there, all).unwrap(),
            ];
            let fractions = casts.map(|hit| hit.map_or(1.0, |hit| hit.fraction));
            // A grazing contact may be a hit in one method and a miss in the other.
            let grazes = casts.iter().flatten().any(|hit| {
                hit.normal.dot(way).abs().min(hit.normal.dot(way_there).abs()) < 0.05 * way.length()
            });
            assert!((fractions[0] - fractions[1]).abs() < 1e-3 || grazes, "{casts:?}");
        }
    }
}
