//! Casts over internal edges: on ground of any shapes with its surface at y = 0, casts find the plane y = 0
//! only.

use cairn2d::CastResult;
use cairn2d::geometry::{ShapeCast, Sweep, shape_cast_between};
use cairn2d::prelude::*;

use crate::ghosts::{Ground, SEAMS, TILE, lay, sliders};
use crate::random::Random;

/// Largest component of a normal along the floor `[-]`: the tilt of a tile of 0.5 m by the rounding of a
/// corner at 500 m.
const LEAN: f32 = 3.0e-4;

const GROUNDS: [Ground; 11] = [
    Ground::Bodies,
    Ground::Compound,
    Ground::Overlapping,
    Ground::Rounded(0.1, 0.1),
    Ground::Rounded(0.3, 0.0),
    Ground::Capsules(0.1),
    Ground::CirclesAndBoxes,
    Ground::Segments,
    Ground::Chain,
    Ground::Mixed,
    Ground::Kinematic,
];

/// A world of ground that was never stepped.
fn floor(ground: Ground) -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    lay(&mut world, ground, SEAMS + 8);
    world
}

/// The shapes of the sliders, with the height of their centres.
fn shapes() -> Vec<(&'static str, Shape, f32)> {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let geometry = |(name, def, height)| {
        let body = world.spawn(Body::dynamic().with(def)).unwrap();
        let shape = world.body(body).unwrap().shapes().next().unwrap();
        (name, world.shape(shape).unwrap().geometry().clone(), height)
    };
    sliders().into_iter().map(geometry).collect()
}

/// Positions of internal edges \[m\].
fn seams() -> impl Iterator<Item = f32> {
    (2..SEAMS).map(|index| -5.0 + TILE * index as f32)
}

/// Tested distances from the edge `[m]`: zero, some bits, and visible ones.
fn offsets() -> [f32; 9] {
    [0.0, 1.0e-7, -1.0e-7, 3.0e-6, -3.0e-6, 2.0e-4, -2.0e-4, 0.03, -0.03]
}

/// No hit, or one that only touches the floor from above.
fn is_nothing(hit: Option<CastResult>) -> bool {
    hit.is_none_or(|hit| hit.normal.x.abs() < LEAN && hit.normal.y > 0.99)
}

#[test]
fn casts_along_internal_edges_hit_nothing() {
    let filter = QueryFilter::all();
    for ground in GROUNDS {
        let world = floor(ground);
        for (name, shape, height) in shapes() {
            // At the floor, and a few bits above and below it; over ten internal edges at a time and over all
            // of them.
            for (index, x) in seams().step_by(10).chain([-3.0]).enumerate() {
                let way = if x == -3.0 { 0.5 * SEAMS as f32 - 8.0 } else { 10.0 * TILE };
                let lift = [0.0, 2.0e-7, -2.0e-7, 1.0e-6, -1.0e-6, 1.0e-5, -1.0e-5][index % 7];
                let pose = Pose::from_position(vec2(x + 0.1, height + lift));
                let cast = ShapeCast::new(&shape, pose, [way, 0.0]).may_leave();
                let hit = world.cast_shape_with(&cast, filter).unwrap();
                assert!(is_nothing(hit), "{name} on {ground:?} at {x} {lift}: {hit:?}");
                let back = ShapeCast::new(&shape, Pose::from_position(pose.p + vec2(way, 0.0)), [-way, 0.0]);
                let hit = world.cast_shape_with(&back.may_leave(), filter).unwrap();
                assert!(is_nothing(hit), "{name} on {ground:?} back from {x} {lift}: {hit:?}");
                // With a clearance.
                let gap = 0.01;
                let raised = Pose::from_position(vec2(x + 0.1, height + gap + lift));
                let kept = ShapeCast::new(&shape, raised, [way, 0.0]).clearance(gap).may_leave();
                let hit = world.cast_shape_with(&kept, filter).unwrap();
                assert!(is_nothing(hit), "{name} on {ground:?} at {x} {lift} with a gap: {hit:?}");
            }
        }
    }
}

#[test]
fn casts_onto_internal_edges_hit_the_floor_normal() {
    let filter = QueryFilter::all();
    for ground in GROUNDS {
        let world = floor(ground);
        for (name, shape, height) in shapes() {
            for (index, x) in seams().step_by(13).enumerate() {
                let offset = offsets()[index % 9];
                for side in [-0.45, 0.0, 0.45] {
                    // A point of the shape comes down near the edge, at a steep or flat angle, or nearly
                    // along the floor.
                    for way in [[0.02, -1.0], [1.0, -0.5], [-1.0, -0.3], [2.0, -0.01], [-2.0, -0.001]] {
                        let way = Vec2::from(way);
                        let drop = 0.4 * -way.y;
                        let start =
                            vec2(x + offset + side * 2.0 * height, height + drop) - vec2(0.4 * way.x, 0.0);
                        let hit = world.cast_shape(&shape, Pose::from_position(start), way, filter).unwrap();
                        let at = format!("{name} on {ground:?} at {x} + {offset}, {side}, {way:?}: {hit:?}");
                        let hit = hit.expect(&at);
                        assert!(hit.normal.x.abs() < LEAN && hit.normal.y > 0.99, "{at}");
                        assert!((hit.fraction - 0.4).abs() * -way.y < 1.0e-5, "{at}");
                    }
                }
            }
        }
    }
}

#[test]
fn rotating_casts_hit_the_floor_at_internal_edges() {
    let filter = QueryFilter::all();
    let world = floor(Ground::Mixed);
    let plank = Rect::half(0.5, 0.1).into();
    for (index, x) in seams().step_by(7).enumerate() {
        let offset = offsets()[index % 9];
        // The lower right corner reaches the edge in the middle of a rotation.
        let angle = -0.6;
        let corner = Rot::from_angle(angle).rotate(vec2(0.5, -0.1));
        let end = Pose::new(vec2(x + offset, -0.02) - corner, Rot::from_angle(angle));
        let sweep =
            Sweep::between(Pose::new(end.p + vec2(-0.3, 0.2), Rot::from_angle(-0.1)), end, Vec2::ZERO);
        let hit = world.cast_shape_turning(&plank, &sweep, filter).unwrap().expect("it comes down");
        assert!(hit.normal.x.abs() < LEAN && hit.normal.y > 0.99, "at {x} + {offset}: {hit:?}");
        assert!(hit.point.y.abs() < 2.0e-4, "at {x} + {offset}: {hit:?}");
        // A wheel that sinks slowly while it rolls.
        let wheel = Circle::new(0.3).into();
        let start = vec2(x + offset - 0.7, 0.3 + 0.0007 + 1.0e-5 * offset);
        let roll = Sweep::between(
            Pose::from_position(start),
            Pose::new(start + vec2(1.0, -0.001), Rot::from_angle(-2.0)),
            Vec2::ZERO,
        );
        let hit = world.cast_shape_turning(&wheel, &roll, filter).unwrap().expect("it comes down");
        assert!(hit.normal.x.abs() < LEAN && hit.normal.y > 0.99, "wheel at {x} + {offset}: {hit:?}");
    }
}

#[test]
fn rays_at_internal_edges_hit_the_floor_normal() {
    let filter = QueryFilter::all();
    for ground in GROUNDS {
        let world = floor(ground);
        for (index, x) in seams().enumerate() {
            for offset in [0.0, offsets()[index % 9]] {
                for way in [[3.0, -2.0], [-3.0, -2.0], [4.0, -0.02], [-4.0, -0.02], [0.01, -1.0]] {
                    let way = Vec2::from(way);
                    let ray = Ray::new(vec2(x + offset, 0.0) - way * 0.5, way);
                    let hit = world.cast_ray(ray, filter).unwrap();
                    let at = format!("{ground:?} at {x} + {offset} along {way:?}: {hit:?}");
                    let hit = hit.expect(&at);
                    assert!(hit.normal.x.abs() < LEAN && hit.normal.y > 0.99, "{at}");
                    assert!((hit.fraction - 0.5).abs() < 1.0e-4, "{at}");
                    let thick =
                        world.cast_circle(Ray::new(ray.origin + vec2(0.0, 0.1), way), 0.1, filter).unwrap();
                    let thick = thick.expect(&at);
                    assert!(thick.normal.x.abs() < LEAN && thick.normal.y > 0.99, "thick {at}: {thick:?}");
                }
            }
        }
        // A cast along the floor hits nothing, at any rounding radius.
        for lift in [0.0, 1.0e-7, -1.0e-8, 1.0e-6] {
            let ray = Ray::new([-3.0, lift], [400.0, 0.0]);
            if let Some(hit) = world.cast_ray(ray, filter).unwrap() {
                assert!(hit.normal.x.abs() < LEAN, "{ground:?} at {lift}: {hit:?}");
            }
        }
    }
}

#[test]
fn casts_hit_steps_corners_and_walls_unchanged() {
    // Stairs of tiles with steps of 3 cm, then a wall, whose base is at the last of them.
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut tiles = Vec::new();
    for index in 0..12 {
        let rise = if index < 10 { 0.03 * index as f32 } else { -0.5 + 1.5 * (index - 9) as f32 };
        let pose = Pose::from_position(vec2(index.min(10) as f32, rise - 0.5));
        let tile: Shape = Rect::half(0.5, 0.5).into();
        world.spawn(Body::fixed().pose(pose).with(tile.clone())).unwrap();
        tiles.push((tile, pose));
    }
    let (shapes, mut random) = (shapes(), Random::new(5));
    let (mut sides, mut tops) = (0, 0);
    for _ in 0..20_000 {
        let (_, shape, height) = shapes[random.below(8)].clone();
        let stair = random.below(10) as f32;
        let lift = random.range(0.001, 0.05);
        let pose = Pose::from_position(vec2(stair - 0.3, 0.03 * stair + height + lift));
        let way = vec2(random.range(-2.0, 3.0), random.range(-0.1, 0.0));
        let found = world.cast_shape(&shape, pose, way, QueryFilter::all()).unwrap();
        let alone =
            tiles.iter().filter_map(|(tile, at)| shape_cast_between(tile, *at, &shape, pose, way, 1.0));
        let first = alone.min_by(|a, b| a.fraction.total_cmp(&b.fraction));
        assert_eq!(found.map(|hit| hit.fraction), first.map(|hit| hit.fraction));
        if let (Some(found), Some(first)) = (found, first) {
            assert!(
                found.normal.distance(first.normal) < 1e-6,
                "{shape:?} {pose:?} {way:?}: {found:?} {first:?}"
            );
            sides += i32::from(found.normal.x < -0.99);
            tops += i32::from(found.normal.y > 0.99);
        }
    }
    assert!(sides > 1000 && tops > 1000, "{sides} {tops}");
}
