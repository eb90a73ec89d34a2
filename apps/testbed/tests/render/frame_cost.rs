//! Cost of a frame: no allocations once it is warm, and little processor time.

use cairn2d::prelude::*;
use cairn2d_testbed::camera::Camera;
use cairn2d_testbed::render::{Coloring, DrawOptions, Frame, Shot, Style, between};

use crate::counting::allocations;
use crate::offscreen::{Flavor, Offscreen};

/// Number of bodies of the performance goal `[-]`.
const BODIES: usize = 10_000;

/// Time limit of the performance goal `[ms]`.
const MOST_MILLISECONDS: f64 = 2.0;

/// Boxes, discs, capsules and hexagons in free fall, all of them in view.
fn crowd() -> World {
    let mut world = World::new(WorldConfig::with_gravity([0.0, -1.0])).unwrap();
    let hexagon = Polygon::regular(6, 0.4).unwrap();
    for index in 0..BODIES {
        let at = [1.2 * (index % 125) as f32, 1.2 * (index / 125) as f32];
        let body = Body::dynamic().at(at).angular_velocity(1.0);
        let body = match index % 4 {
            0 => body.with(Circle::new(0.4)),
            1 => body.with(Capsule::horizontal(0.2, 0.2)),
            2 => body.with(hexagon.clone()),
            _ => body.with(Rect::half(0.4, 0.3)),
        };
        world.spawn(body).unwrap();
    }
    world.step(1.0 / 60.0).unwrap();
    world
}

/// Processor time of this thread `[ms]`.
fn thread_milliseconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1.0e6)
}

fn mean_milliseconds(rounds: u32, mut work: impl FnMut()) -> Option<f64> {
    work();
    let begin = thread_milliseconds()?;
    for _ in 0..rounds {
        work();
    }
    Some((thread_milliseconds()? - begin) / f64::from(rounds))
}

fn camera(world: &World) -> Camera {
    let mut camera = Camera { size: [1280.0, 800.0], ..Camera::new() };
    let points: Vec<Vec2> = world.bodies().map(|id| world.body(id).unwrap().position()).collect();
    camera.fit(cairn2d::Aabb::from_points(&points));
    camera
}

#[test]
fn warm_frame_allocates_nothing() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let floor = world.spawn(Body::fixed().with(Rect::half(50.0, 0.5))).unwrap();
    for index in 0..200 {
        let at = [-20.0 + 1.1 * (index % 20) as f32, 1.0 + 1.1 * (index / 20) as f32];
        let body = world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5))).unwrap();
        if index % 7 == 0 {
            world.join(Distance::new(floor, body).spring(1.0, 0.5)).unwrap();
        }
    }
    let mut options = DrawOptions::default();
    (options.contacts, options.normals, options.impulses, options.boxes) = (true, true, true, true);
    (options.velocities, options.centers, options.body_ids) = (true, true, true);
    (options.coloring, options.graph_colors) = (Coloring::Island, true);
    let mut frame = Frame::new();
    let (camera, style) = (camera(&world), Style::default());
    for step in 0..200 {
        world.step(1.0 / 60.0).unwrap();
        let before = allocations();
        frame.build(&world, &Shot { camera, pose_at: None }, &options, &style);
        frame.add_grid();
        let count = allocations() - before;
        // Lists grow while the heap collapses and more contacts begin.
        assert!(step < 100 || count == 0, "frame {step} allocated {count} times");
    }
    assert!(frame.len() > 1000, "{}", frame.len());
}

#[test]
fn frame_of_ten_thousand_bodies_stays_within_time_limit() {
    let world = crowd();
    let slot = |id: BodyId| (id.to_bits() & 0xffff_ffff) as usize;
    let mut before = vec![Pose::IDENTITY; BODIES + 2];
    for id in world.bodies() {
        let body = world.body(id).unwrap();
        before[slot(id)] = Pose { p: body.position() - body.velocity() / 60.0, q: body.rotation() };
    }
    let pose_at = |id: BodyId, now: Pose| between(before[slot(id)], now, 0.5);
    let (camera, style, options) = (camera(&world), Style::default(), DrawOptions::default());
    let mut frame = Frame::new();
    let mut build = || {
        frame.build(&world, &Shot { camera, pose_at: Some(&pose_at) }, &options, &style);
        frame.add_grid();
    };
    let Some(build_time) = mean_milliseconds(400, &mut build) else {
        eprintln!("this system does not tell the time of a thread");
        return;
    };
    assert!(frame.len() > BODIES);
    println!("world to instances: {build_time:.3} ms for {} instances", frame.len());
    // An unoptimised build is about ten times slower.
    let most = if cfg!(debug_assertions) { 15.0 * MOST_MILLISECONDS } else { MOST_MILLISECONDS };
    assert!(build_time < most, "{build_time} ms");
    let Some(mut offscreen) = Offscreen::new(Flavor::Desktop, [1280, 800]) else { return };
    // The software renderer computes vertices on the calling thread, unlike a card; `GALLIUM_NOOP=1` disables
    // that.
    let submit = mean_milliseconds(50, || offscreen.submit(&frame));
    println!("instances to draw calls: {:.3} ms in {} calls", submit.unwrap_or(0.0), offscreen.draw_calls());
    offscreen.finish();
}
