//! Kinds of rays, lists of rays, and the filter of all queries.

use core::cell::Cell;

use super::*;
use cairn2d::CastResult;
use cairn2d::ShapeCast;

fn random_ray(random: &mut Random) -> Ray {
    let reach = random.range(0.1, 2.0 * HALF);
    Ray { max_fraction: random.range(0.3, 1.5), ..Ray::new(random.point(HALF), random.point(reach)) }
}

fn brute(seen: &[Seen], ray: &Ray) -> Vec<(f32, ShapeId)> {
    let mut hits: Vec<_> = seen
        .iter()
        .filter_map(|seen| seen.geometry.ray_cast_at(seen.pose, ray).map(|hit| (hit.fraction, seen.id)))
        .collect();
    hits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    hits
}

#[test]
fn any_sorted_and_listed_rays_agree_with_brute_force() {
    let world = crowded(31, 40);
    let seen = everything(&world);
    let mut random = Random::new(31);
    let rays: Vec<Ray> = (0..4000).map(|_| random_ray(&mut random)).collect();
    let mut firsts = Vec::new();
    world.cast_rays(&rays, QueryFilter::all(), &mut firsts).unwrap();
    assert_eq!(firsts.len(), rays.len());
    let mut sorted = Vec::new();
    let mut several = 0;
    for (ray, first) in rays.iter().zip(&firsts) {
        let expected = brute(&seen, ray);
        world.cast_ray_sorted(*ray, QueryFilter::all(), &mut sorted).unwrap();
        let found: Vec<_> = sorted.iter().map(|hit| (hit.fraction, hit.shape)).collect();
        assert_eq!(found, expected, "{ray:?}");
        assert_eq!(first.map(|hit| hit.fraction), expected.first().map(|hit| hit.0));
        let any = world.cast_ray_any(*ray, QueryFilter::all()).unwrap().map(|hit| (hit.fraction, hit.shape));
        assert_eq!(any.is_some(), !expected.is_empty());
        assert!(any.is_none_or(|any| expected.contains(&any)));
        several += usize::from(expected.len() > 2);
    }
    assert!(several > 300, "only {several} rays met more than two shapes");
}

#[test]
fn any_query_stops_at_the_first_hit() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    for x in 0..30 {
        world.spawn(Body::fixed().at([x as f32 * 2.0, 0.0]).with(Circle::new(0.5))).unwrap();
    }
    let asked = Cell::new(0);
    let count = |_| {
        asked.set(asked.get() + 1);
        true
    };
    let ray = Ray::new([-5.0, 0.0], [100.0, 0.0]);
    assert!(world.cast_ray_any(ray, QueryFilter::all().only(&count)).unwrap().is_some());
    assert_eq!(asked.get(), 1);
}

#[test]
fn lists_of_rays_may_run_on_several_threads() {
    let world = crowded(32, 40);
    let mut random = Random::new(32);
    let rays: Vec<Ray> = (0..6000).map(|_| random_ray(&mut random)).collect();
    let mut alone = Vec::new();
    world.cast_rays(&rays, QueryFilter::all(), &mut alone).unwrap();
    let shared: Vec<Option<CastResult>> = std::thread::scope(|scope| {
        let world = &world;
        let parts: Vec<_> = rays
            .chunks(1500)
            .map(|part| {
                scope.spawn(move || {
                    let mut hits = Vec::new();
                    world.cast_rays(part, QueryFilter::all(), &mut hits).unwrap();
                    hits
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert_eq!(alone, shared);
    let mut refused = vec![None];
    let bad = [rays[0], Ray::new([f32::NAN, 0.0], [1.0, 0.0])];
    assert!(world.cast_rays(&bad, QueryFilter::all(), &mut refused).is_err());
    assert!(refused.is_empty(), "a refused list leaves no hits");
}

#[test]
fn thick_ray_equals_a_ray_against_thicker_shapes() {
    let world = crowded(33, 20);
    let seen = everything(&world);
    let mut random = Random::new(33);
    let mut hits = 0;
    for _ in 0..4000 {
        let (ray, radius) = (random_ray(&mut random), random.range(0.01, 0.8));
        let tree = world.cast_circle(ray, radius, QueryFilter::all()).unwrap();
        // Independent of casts: the nearest surface must be `radius` away at the hit, and never closer before
        // it.
        let gap = |fraction: f32| {
            let point = ray.at(fraction);
            let near = seen
                .iter()
                .filter(|seen| !behind(seen, ray.origin, ray.translation))
                .map(|seen| seen.geometry.nearest_point(seen.pose.inv_transform_point(point)).distance);
            near.fold(f32::MAX, f32::min) - radius
        };
        let end = tree.map_or(ray.max_fraction, |hit| hit.fraction);
        for i in 0..20 {
            let fraction = end * (i as f32 / 20.0);
            assert!(tree.is_some_and(|hit| hit.fraction == 0.0) || gap(fraction) > -1e-4, "{ray:?} {tree:?}");
        }
        if let Some(hit) = tree {
            assert!(gap(hit.fraction) < 1e-4, "{ray:?} {hit:?}");
            hits += 1;
        }
    }
    assert!(hits > 1000);
}

/// Whether a chain segment faces away from the start or the direction of a ray.
fn behind(seen: &Seen, origin: Vec2, way: Vec2) -> bool {
    match seen.geometry {
        Shape::ChainSegment(chain) => {
            let local = seen.pose.inv_transform_point(origin);
            chain.normal().dot(local - chain.a) < 0.0
                || chain.normal().dot(seen.pose.inv_transform_vector(way)) >= 0.0
        }
        _ => false,
    }
}

#[test]
fn query_exclusions_accumulate() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let bodies: Vec<BodyId> = (1..=6)
        .map(|x| world.spawn(Body::fixed().at([x as f32 * 3.0, 0.0]).with(Circle::new(0.5))).unwrap())
        .collect();
    let shape = |body: BodyId| world.body(body).unwrap().shapes().next().unwrap();
    let shapes = [shape(bodies[2])];
    let fifth = shape(bodies[4]);
    let not_fifth = move |id: ShapeId| id != fifth;
    let all = QueryFilter::all();
    let first = |filter: QueryFilter| {
        let ray = Ray::new([0.0, 0.0], [30.0, 0.0]);
        world.cast_ray(ray, filter).unwrap().map(|hit| bodies.iter().position(|&id| id == hit.body).unwrap())
    };
    assert_eq!(first(all), Some(0));
    assert_eq!(first(all.ignore(bodies[0])), Some(1));
    assert_eq!(first(all.ignore(bodies[1])), Some(0));
    assert_eq!(first(all.ignore(bodies[0]).ignore_bodies(&bodies[1..2])), Some(2));
    let rest = all.ignore(bodies[0]).ignore_bodies(&bodies[1..2]).ignore_shapes(&shapes);
    assert_eq!(first(rest), Some(3));
    assert_eq!(
        first(rest.ignore(bodies[3]).only(not_fifth).erased()),
        Some(0),
        "one more than a single body is a list"
    );
    let listed = all.ignore_bodies(&bodies[..4]).ignore_shapes(&shapes).only(&not_fifth);
    assert_eq!(first(listed.erased()), Some(5));
    assert_eq!(first(all.ignore_bodies(&bodies)), None);
}

#[test]
fn a_cast_keeps_its_clearance_and_may_leave() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(5.0, 1.0).at([0.0, -1.0]))).unwrap();
    let ball = Shape::from(Circle::new(0.5));
    let from = |y: f32, way: f32| ShapeCast::new(&ball, Pose::from_position(vec2(0.0, y)), [0.0, way]);
    let met = |cast: ShapeCast<'_>| {
        world.cast_shape_with(&cast, QueryFilter::all()).unwrap().map(|hit| hit.fraction * cast.translation.y)
    };
    assert!((met(from(2.0, -4.0)).unwrap() + 1.5).abs() < 1e-5);
    assert!((met(from(2.0, -4.0).clearance(0.25)).unwrap() + 1.25).abs() < 1e-5);
    assert_eq!(met(from(2.0, -1.0).clearance(0.25)), None);
    // Closer than the radius at the start, or inside.
    for y in [0.6, 0.4, -0.2] {
        assert_eq!(met(from(y, 1.0).clearance(0.25)), Some(0.0));
        assert_eq!(met(from(y, 1.0).clearance(0.25).may_leave()), None, "it moves away");
        assert_eq!(met(from(y, -1.0).clearance(0.25).may_leave()), Some(0.0), "it moves nearer");
    }
    assert!(world.cast_shape_with(&from(2.0, -4.0).clearance(-0.1), QueryFilter::all()).is_err());
    assert!(world.cast_shape_with(&from(2.0, -4.0).up_to(f32::NAN), QueryFilter::all()).is_err());
}
