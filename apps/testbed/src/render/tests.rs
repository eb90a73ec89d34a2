//! Frames compared with the public data of the world: everything is present at its position, and all visible
//! things are drawn.

use std::collections::BTreeMap;

use cairn2d::geometry::ShapeVariant;
use cairn2d::prelude::*;
use cairn2d::{Aabb, BodyKind};
use cairn2d_scenes::{Overrides, Runner};

use super::*;
use crate::camera::Camera;

/// Scenes with shapes of all kinds, joints, sensors and fields between them.
const SCENES: [&str; 4] = ["large_pyramid", "joint_grid", "tumbler", "compounds"];

fn ran(name: &str, steps: u32) -> World {
    let scene = cairn2d_scenes::find(name).unwrap_or_else(|error| panic!("{error}"));
    let mut runner = Runner::new(scene, Overrides::default()).expect("scenes are valid");
    for _ in 0..steps {
        runner.step().expect("scenes can be stepped");
    }
    runner.world
}

fn bounds_of(world: &World) -> Aabb {
    let boxes = world.shapes().filter_map(|id| world.shape(id)).map(|shape| shape.aabb());
    boxes.reduce(Aabb::union).expect("there are shapes")
}

fn built(world: &World, camera: Camera, options: &DrawOptions) -> Frame {
    let mut frame = Frame::new();
    frame.build(world, &Shot { camera, pose_at: None }, options, &Style::default());
    frame
}

fn only_shapes() -> DrawOptions {
    let mut options = DrawOptions::default();
    (options.joints, options.fields, options.one_way) = (false, false, false);
    options
}

/// Instances of the bodies' layer by the bits of their position, for looking up a shape.
fn places(frame: &Frame) -> BTreeMap<[u32; 2], usize> {
    let layers = frame.layers();
    let mut places: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for layer in layers {
        let boxes = layer.boxes.iter().map(|one| one.center);
        let discs = layer.discs.iter().map(|one| one.center);
        let pills = layer.pills.iter().map(|one| [one.ends[0], one.ends[1]]);
        let patches = layer.patches.iter().map(|one| one.origin);
        let lines = layer.lines.iter().map(|one| [one.ends[0], one.ends[1]]);
        for place in boxes.chain(discs).chain(pills).chain(patches).chain(lines) {
            *places.entry(place.map(f32::to_bits)).or_default() += 1;
        }
    }
    places
}

/// The key of a shape in [`places`].
fn place_of(shape: &Shape, pose: Pose) -> [u32; 2] {
    let point = match shape.variant() {
        ShapeVariant::Circle(circle) => pose.transform_point(circle.center),
        ShapeVariant::Capsule(capsule) => pose.transform_point(capsule.a),
        ShapeVariant::Polygon(polygon) => polygon.as_rect().map_or(pose.p, |rect| pose.mul(rect.pose()).p),
        ShapeVariant::Segment(segment) => pose.transform_point(segment.a),
        ShapeVariant::ChainSegment(segment) => pose.transform_point(segment.a),
    };
    [point.x.to_bits(), point.y.to_bits()]
}

#[test]
fn every_shape_becomes_one_instance_where_it_is() {
    for name in SCENES {
        let world = ran(name, 30);
        let mut camera = Camera::new();
        camera.fit(bounds_of(&world));
        let frame = built(&world, camera, &only_shapes());
        assert_eq!(frame.len(), world.shapes().count(), "{name}");
        let places = places(&frame);
        for id in world.shapes() {
            let shape = world.shape(id).expect("alive");
            let pose = world.body(shape.body()).expect("alive").pose();
            assert!(places.contains_key(&place_of(shape.geometry(), pose)), "{name}: {id}");
        }
    }
}

#[test]
fn shapes_are_culled_outside_the_view_only() {
    for name in SCENES {
        let world = ran(name, 30);
        let bounds = bounds_of(&world);
        let extent = bounds.max - bounds.min;
        let (mut drawn, mut seed) = (0, 1u32);
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        for _ in 0..50 {
            let center = bounds.min + vec2(extent.x * random(), extent.y * random());
            let scale = 2.0 * (1.0 + 30.0 * random());
            let camera = Camera { center, scale, size: [80.0, 60.0] };
            let frame = built(&world, camera, &only_shapes());
            let places = places(&frame);
            for id in world.shapes() {
                let shape = world.shape(id).expect("alive");
                let pose = world.body(shape.body()).expect("alive").pose();
                let seen = shape.aabb().overlaps(camera.bounds());
                let there = places.contains_key(&place_of(shape.geometry(), pose));
                assert!(there || !seen, "{name}: {id} is in view and not drawn");
            }
            drawn += frame.len();
        }
        assert!(drawn < 40 * world.shapes().count(), "{name}: nothing is culled");
    }
}

#[test]
fn bodies_are_drawn_where_they_are_said_to_be() {
    let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).expect("valid");
    let ball = world.spawn(Body::dynamic().velocity([6.0, 0.0]).with(Circle::new(0.5))).expect("valid");
    world.join(Grab::new(ball, [0.0, 1.0]).max_force(0.0)).expect("valid");
    let before = world.body(ball).expect("alive").pose();
    world.step(0.1).expect("valid");
    let pose_at = |id: BodyId, now: Pose| if id == ball { before.lerp(now, 0.5) } else { now };
    let mut frame = Frame::new();
    let shot = Shot { camera: Camera::new(), pose_at: Some(&pose_at) };
    frame.build(&world, &shot, &DrawOptions::default(), &Style::default());
    let now = world.body(ball).expect("alive").position().x;
    assert!((frame.layers()[1].discs[0].center[0] - 0.5 * now).abs() < 1e-5);
    let held = frame.layers()[2].lines.iter().any(|line| (line.ends[0] - 0.5 * now).abs() < 1e-5);
    assert!(held, "the joint stayed behind: {:?}", frame.layers()[2].lines);
}

#[test]
fn the_palette_tells_what_a_body_is() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    for body in [Body::fixed(), Body::kinematic(), Body::dynamic(), Body::dynamic().bullet()] {
        world.spawn(body.with(Circle::new(0.5))).expect("valid");
    }
    let frame = built(&world, Camera::new(), &DrawOptions::default());
    let mut colors: Vec<_> = frame.layers()[1].discs.iter().map(|disc| disc.edge).collect();
    colors.dedup();
    assert_eq!(colors.len(), 4);
    let moving =
        world.bodies().filter_map(|id| world.body(id)).filter(|body| body.kind() != BodyKind::Static);
    let turning = frame.layers()[1].discs.iter().filter(|disc| disc.turn != [0.0; 2]).count();
    assert_eq!(turning, moving.count(), "only what moves needs a mark to be seen turning");
}

#[test]
fn polygons_of_very_many_corners_are_drawn_with_fewer() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let many = Polygon::regular(1000, 2.0).expect("valid");
    world.spawn(Body::dynamic().with(many)).expect("valid");
    let frame = built(&world, Camera::new(), &DrawOptions::default());
    assert!((60..=128).contains(&frame.corners().len()), "{}", frame.corners().len());
    assert_eq!(frame.layers()[1].patches[0].corners[1], frame.corners().len() as f32);
}

#[test]
fn a_crowd_that_fills_the_view_is_painted_in_part() {
    let mut world = World::new(WorldConfig::default()).expect("a world");
    for x in [0.0, 100.0] {
        for _ in 0..3000 {
            world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.5))).expect("a body");
        }
    }
    let painted = |center: f32, scale: f32| {
        let camera = Camera { center: cairn2d::vec2(center, 0.0), scale, size: [800.0, 800.0] };
        built(&world, camera, &only_shapes()).layers().iter().map(|layer| layer.discs.len()).sum::<usize>()
    };
    // Each covers the whole view, or a sixteenth of it, or almost none.
    assert_eq!(painted(0.0, 800.0), 100);
    assert_eq!(painted(0.0, 200.0), 1600);
    assert_eq!(painted(50.0, 2.0), 6000);
}

#[test]
fn cells_of_a_grid_are_drawn_once_where_they_are_and_only_in_view() {
    use cairn2d_scenes::{OverlayGrid, Ramp, Tone};
    // Values that are also the index of the cell; the first one is transparent.
    let values: Vec<f32> = (0..600).map(|n| n as f32).collect();
    let grid = OverlayGrid {
        origin: vec2(-15.0, -10.0),
        cell: 1.0,
        columns: 30,
        range: [0.0, 600.0],
        ramp: Ramp::Fade(Tone::Hit),
        values: &values,
    };
    let frame = |center: Vec2, scale: f32| {
        let mut frame = Frame::new();
        frame.clear(&Camera { center, scale, size: [80.0, 60.0] }, &Style::default());
        frame.add_cells(&grid, |tone, strength| {
            assert_eq!(tone, Tone::Hit);
            [(strength * 255.0) as u8, 0, 0, 255]
        });
        frame.layers()[0].tiles.clone()
    };
    let all = frame(Vec2::ZERO, 2.0);
    assert_eq!(all.len(), 599);
    for tile in &all {
        let [left, low, right, high] = tile.corners;
        let index = (low + 10.0) * 30.0 + left + 15.0;
        assert_eq!((right - left, high - low), (1.0, 1.0));
        assert_eq!(tile.color[0], (index / 600.0 * 255.0) as u8);
    }
    // A view of 4 m by 3 m off the corners of cells meets 5 columns and 4 rows.
    assert_eq!(frame(vec2(0.5, 0.25), 20.0).len(), 20);
    assert_eq!(frame(vec2(100.0, 0.0), 20.0).len(), 0);
    // Cells of half a point: every third one stands for nine, and together they cover the grid.
    let few = frame(Vec2::ZERO, 0.5);
    assert_eq!(few.len(), 10 * 7 - 1);
    let area: f32 = few
        .iter()
        .map(|tile| (tile.corners[2] - tile.corners[0]) * (tile.corners[3] - tile.corners[1]))
        .sum();
    assert_eq!(area, 600.0 - 9.0);
}
