//! Queries through openings, compared with brute force over all shapes.

use cairn2d::prelude::*;
use cairn2d::{PortalFrame, PortalPair};

use super::{wall, world};

/// Openings of the query tests: three pairs of any rotation, and walls around them.
fn maze() -> (World, Vec<[Pose; 2]>) {
    let mut world = world([0.0, 0.0]);
    let frames = [
        [([5.0, 0.0], 0.5), ([20.0, 3.0], 2.1)],
        [([14.0, 8.0], 4.0), ([-20.0, 1.0], 0.2)],
        [([-21.0, 8.0], 3.3), ([40.0, 40.0], 1.0)],
    ];
    let mut pairs = Vec::new();
    for [a, b] in frames {
        let pair = [a, b].map(|(at, angle): ([f32; 2], f32)| Pose::new(at, angle));
        let [a, b] = pair.map(|pose| PortalFrame::fixed(pose.p, pose.q.y_axis()));
        world.add_portals(PortalPair::new(a, b).width(3.0).rims(false)).expect("it is valid");
        for pose in pair {
            // Thick ground behind the opening.
            world.spawn(wall(pose)).expect("it is valid");
        }
        pairs.push(pair);
    }
    let mut seed = 7_u32;
    let mut random = || {
        seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (seed >> 8) as f32 / 16_777_216.0
    };
    for center in [vec2(0.0, 2.0), vec2(17.0, 5.0), vec2(-20.0, 5.0), vec2(42.0, 43.0)] {
        for _ in 0..25 {
            let at = center + vec2(12.0 * random() - 6.0, 12.0 * random() - 6.0);
            let shape = Rect::half(0.1 + 0.3 * random(), 0.1 + 0.2 * random());
            let inside = pairs.iter().flatten().any(|pose| {
                let local = pose.inv_transform_point(at);
                local.x.abs() < 5.5 && local.y < 0.8 && local.y > -1.5
            });
            if !inside {
                world.spawn(Body::fixed().at(at).rotated(6.0 * random()).with(shape)).expect("it is valid");
            }
        }
    }
    (world, pairs)
}

/// All shapes that a ray meets before it enters an opening, then those behind it: by brute force over all
/// shapes, each moved to where the ray sees it.
fn brute_force(world: &World, pairs: &[[Pose; 2]], ray: Ray, depth: usize) -> Option<(ShapeId, f32)> {
    let mut best = None;
    // The map from the place of the ray to the place of the shapes, as a rigid motion in 64 bits.
    let (mut ray, mut before) = (ray, 0.0_f32);
    let mut behind: Vec<Pose> = Vec::new();
    for level in 0..=depth {
        let mut entered: Option<(Pose, Pose, f32)> = None;
        for pair in pairs.iter().filter(|_| level < depth) {
            for [from, to] in [[pair[0], pair[1]], [pair[1], pair[0]]] {
                let (a, b) = (
                    from.inv_transform_point(ray.origin),
                    from.inv_transform_point(ray.origin + ray.translation),
                );
                let share = a.y / (a.y - b.y);
                let x = a.x + share * (b.x - a.x);
                let hits = b.y < a.y && share >= 0.0 && share <= ray.max_fraction && x.abs() <= 1.5;
                if hits && entered.is_none_or(|known| share < known.2) {
                    entered = Some((from, to, share));
                }
            }
        }
        behind.extend(entered.map(|entered| entered.0));
        let most = entered.map_or(ray.max_fraction, |entered| entered.2);
        for id in world.shapes() {
            let shape = world.shape(id).expect("it is there");
            let pose = world.body(shape.body()).expect("it is there").pose();
            let hidden =
                behind.iter().any(|opening| shape.geometry().aabb(opening.inv_mul(pose)).max.y < 0.01);
            let hit = shape.geometry().ray_cast_at(pose, &Ray { max_fraction: most, ..ray });
            if let Some(hit) = hit.filter(|_| !hidden)
                && best.is_none_or(|(_, known)| hit.fraction + before < known)
            {
                best = Some((id, hit.fraction + before));
            }
        }
        let Some((from, to, share)) = entered.filter(|_| best.is_none()) else { break };
        let map = |point: Vec2| {
            let local = from.inv_transform_point(point);
            to.transform_point(vec2(-local.x, -local.y))
        };
        let start = map(ray.origin + ray.translation * share);
        let end = map(ray.origin + ray.translation);
        let way = to.transform_vector(-from.inv_transform_vector(ray.translation));
        assert!(end.distance(start + way * (1.0 - share)) < 1.0e-3);
        ray = Ray { origin: start, translation: way, max_fraction: ray.max_fraction - share };
        before += share;
        behind = vec![to];
    }
    best
}

#[test]
fn queries_through_three_openings_equal_brute_force() {
    let (world, pairs) = maze();
    let mut through = [0; 4];
    for index in 0..4000 {
        let angle = index as f32 * 0.618_034 * std::f32::consts::TAU;
        let from = vec2(0.5 * (index % 7) as f32, 3.0 - 0.3 * (index % 5) as f32);
        let ray = Ray::new(from, Vec2::from_angle(angle) * 60.0);
        for (depth, more) in through.iter_mut().enumerate() {
            let filter = QueryFilter::all().through_portals(depth as u32);
            let hit = world.cast_ray(ray, filter).expect("it is finite");
            let expected = brute_force(&world, &pairs, ray, depth);
            let same = match (hit, expected) {
                (None, None) => true,
                (Some(hit), Some((shape, fraction))) => {
                    (hit.fraction - fraction).abs() < 1.0e-5
                        && (hit.shape == shape || (hit.fraction - fraction).abs() < 1.0e-6)
                }
                _ => false,
            };
            assert!(same, "ray {index}, depth {depth}: {hit:?}, {expected:?}");
            // A small disc follows the ray, and all hits contain the first.
            let mut all = Vec::new();
            world.cast_ray_sorted(ray, filter, &mut all).expect("it is finite");
            assert_eq!(
                all.first().map(|hit| (hit.shape, hit.fraction)),
                hit.map(|hit| (hit.shape, hit.fraction))
            );
            let disc = Shape::from(Circle::new(0.01));
            let cast = ShapeCast::new(&disc, Pose::from_position(from), ray.translation);
            let found = world.cast_shape_with(&cast, filter).expect("it is valid");
            if let (Some(found), Some(hit)) = (found, hit) {
                assert!(
                    found.fraction <= hit.fraction + 1.0e-5,
                    "disc {index}, depth {depth}: {found:?}, {hit:?}"
                );
            }
            if depth > 0
                && hit.map(|hit| hit.shape)
                    != world.cast_ray(ray, QueryFilter::all()).expect("it is finite").map(|hit| hit.shape)
            {
                *more += 1;
            }
        }
    }
    assert!(through[1] > 100 && through[2] >= through[1] && through[3] > 0, "{through:?}");
}

#[test]
fn overlaps_reach_into_an_opening() {
    let mut world = world([0.0, 0.0]);
    let pair = PortalPair::new(
        PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]),
        PortalFrame::fixed([20.0, 0.0], [1.0, 0.0]),
    );
    world.add_portals(pair.width(2.0)).expect("it is valid");
    // Half a metre before the second opening.
    let target = world.spawn(Body::fixed().at([20.5, 0.2]).with(Circle::new(0.1))).expect("it is valid");
    let seen = |y: f32, depth: u32| {
        let mut found = [0; 2];
        let filter = QueryFilter::all().through_portals(depth);
        let shape = Shape::from(Rect::half(0.5, 0.5));
        world
            .overlap_shape(&shape, Pose::from_position(vec2(0.0, y)), filter, |shape| {
                found[0] += usize::from(world.shape(shape).is_some_and(|shape| shape.body() == target));
                std::ops::ControlFlow::Continue(())
            })
            .expect("it is valid");
        let aabb = Aabb::new(vec2(-0.5, y - 0.5), vec2(0.5, y + 0.5));
        world
            .overlap_box(aabb, filter, |shape| {
                found[1] += usize::from(world.shape(shape).is_some_and(|shape| shape.body() == target));
                std::ops::ControlFlow::Continue(())
            })
            .expect("it is valid");
        found
    };
    assert_eq!((seen(0.05, 1), seen(0.05, 0), seen(0.2, 1)), ([1, 1], [0, 0], [0, 0]));
}

/// Shapes of an image correspond to those of its owner by their places, so the image has none after a change
/// until the next step.
#[test]
fn shapes_of_a_body_in_an_opening_change_between_steps() {
    type Change = fn(&mut World, BodyId, BodyId, ShapeId);
    let changes: [(&str, Change, usize); 4] = [
        ("detach", |world, _, _, shape| world.detach(shape).expect("it is there"), 1),
        ("attach", |world, body, _, _| _ = world.attach(body, Circle::new(0.1)).expect("it is valid"), 3),
        ("reattach", |world, _, other, shape| world.reattach(shape, other).expect("it is there"), 1),
        (
            "replace",
            |world, body, _, shape| {
                let add = [0.1, 0.2].map(|radius| Circle::new(radius).shape()).into();
                let replace = cairn2d::Replace { remove: &[shape], change: &[], add };
                drop(world.replace_shapes(body, replace).expect("it is valid"));
            },
            3,
        ),
    ];
    for (name, change, count) in changes {
        let mut world = world([0.0, 0.0]);
        let (below, beside) =
            (PortalFrame::fixed([0.0, 0.0], [0.0, 1.0]), PortalFrame::fixed([20.0, 5.0], [-1.0, 0.0]));
        world.add_portals(PortalPair::new(below, beside).width(2.0).rims(false)).expect("it is valid");
        let half = |x: f32| Circle::new(0.3).at([x, 0.0]);
        let body = Body::dynamic().at([0.0, 0.1]).with(half(-0.2)).with(half(0.2));
        let body = world.spawn(body).expect("it is valid");
        let other = world.spawn(Body::dynamic().at([0.0, 50.0]).with(half(0.0))).expect("it is valid");
        world.step(1.0e-4).expect("it is sound");
        assert_eq!(world.images(body).count(), 1, "{name}");
        let hits = |world: &World| -> Vec<ShapeId> {
            let rays = (0..60).map(|row| Ray::new([18.0, 4.0 + row as f32 / 30.0], [1.99, 0.0]));
            let hits = rays.filter_map(|ray| world.cast_ray(ray, QueryFilter::all()).expect("it is valid"));
            let hits: Vec<_> = hits.collect();
            for hit in &hits {
                assert_eq!(world.shape(hit.shape).map(|shape| shape.body()), Some(hit.body), "{name}");
            }
            hits.into_iter().map(|hit| hit.shape).collect()
        };
        assert!(!hits(&world).is_empty(), "{name}");
        let first = world.body(body).and_then(|body| body.shapes().next()).expect("it has two");
        change(&mut world, body, other, first);
        hits(&world);
        world.validate().unwrap_or_else(|what| panic!("{name}: {what}"));
        world.step(1.0e-4).expect("it is sound");
        world.validate().unwrap_or_else(|what| panic!("{name}: {what}"));
        let shapes: Vec<ShapeId> = world.body(body).expect("it is there").shapes().collect();
        assert_eq!((shapes.len(), world.images(body).count()), (count, 1), "{name}");
        let seen = hits(&world);
        assert!(!seen.is_empty() && seen.iter().all(|shape| shapes.contains(shape)), "{name}");
    }
}
