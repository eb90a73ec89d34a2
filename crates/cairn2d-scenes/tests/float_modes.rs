//! Hosts that set another rounding mode or flush subnormal numbers: scenes and queries give the same bits.

#[path = "../../cairn2d/tests/host_floats/mod.rs"]
mod host_floats;

use core::ops::ControlFlow;

use cairn2d::prelude::*;
use cairn2d::{CastResult, QueryFilter, Ray, ShapeCast, Sweep};
use cairn2d_scenes::{Overrides, Runner, find};

use host_floats::{MODES, Mode};

/// Scenes of many kinds: joints, bounces, sensors, fields, bullets, water, characters, cars.
const SCENES: [&str; 12] = [
    "joint_gallery",
    "newtons_cradle",
    "sensor_kinds",
    "zones",
    "bouncing_bullet",
    "floating_dock",
    "platforms",
    "sprung_car",
    "walker",
    "soft_things",
    "toothed_gears",
    "pinball",
];

#[test]
fn scenes_run_with_the_same_bits_in_any_host_float_mode() {
    for name in SCENES {
        let run = |mode: Option<Mode>| {
            let run = || {
                let overrides = Overrides { threads: Some(1), lanes: None };
                let mut runner = Runner::new(find(name).unwrap(), overrides).unwrap();
                for _ in 0..150 {
                    runner.step().unwrap();
                }
                runner.hash()
            };
            mode.map_or_else(run, |mode| host_floats::with(mode, run))
        };
        let standard = run(None);
        for &mode in MODES {
            assert_eq!(run(Some(mode)), standard, "{name}, {}", mode.0);
        }
    }
}

/// Questions with arguments that are known beforehand, and all they answer, bit by bit.
fn answers(world: &World, points: &[(Vec2, Vec2)], shape: &Shape) -> Vec<u64> {
    let mut words = Vec::new();
    let filter = QueryFilter::all();
    let hit = |hit: CastResult| {
        let CastResult { shape, fraction, point, normal, .. } = hit;
        [shape.to_bits(), bits(fraction), bits(point.x), bits(point.y), bits(normal.x), bits(normal.y)]
    };
    for &(point, way) in points {
        let pose = Pose { p: point, q: Rot { c: 0.8, s: 0.6 } };
        let still = Sweep::fixed(pose);
        let turning = Sweep { c2: way, q2: Rot { c: 0.6, s: 0.8 }, ..still };
        words.extend(world.cast_ray(Ray::new(point, way), filter).unwrap().into_iter().flat_map(hit));
        words.extend(world.cast_circle(Ray::new(point, way), 0.3, filter).unwrap().into_iter().flat_map(hit));
        words.extend(world.cast_shape(shape, pose, way, filter).unwrap().into_iter().flat_map(hit));
        words.extend(world.cast_shape_turning(shape, &turning, filter).unwrap().into_iter().flat_map(hit));
        let mut all = Vec::new();
        world
            .cast_shape_all(&ShapeCast::new(shape, pose, way), filter, |found| {
                all.extend(hit(found));
                1.0
            })
            .unwrap();
        world
            .overlap_shape(shape, pose, filter, |id| {
                all.push(id.to_bits());
                ControlFlow::Continue(())
            })
            .unwrap();
        world
            .separations(shape, pose, 3.0, filter, |found| {
                all.extend([bits(found.distance), bits(found.point.x), bits(found.normal.y)]);
                ControlFlow::Continue(())
            })
            .unwrap();
        words.append(&mut all);
        let nearest = world.nearest(point, 30.0, filter).unwrap();
        words.extend(nearest.iter().flat_map(|found| [bits(found.distance), bits(found.point.x)]));
    }
    let ids: Vec<BodyId> = world.bodies().collect();
    for pair in ids.windows(2) {
        let distance = world.body_distance(pair[0], pair[1]).unwrap();
        words.extend(distance.map(|found| bits(found.distance)));
        let impact = world.body_impact(pair[0], pair[1], 0.5).unwrap();
        words.extend(impact.map(|found| bits(found.time)));
        let body = world.body(pair[0]).unwrap();
        words.extend([body.angle(), body.kinetic_energy(), body.pose_after(0.25).p.x].map(bits));
        words.push(bits(body.velocity_at(Vec2 { x: 1.0, y: 2.0 }).x));
    }
    for joint in world.joints().filter_map(|id| world.joint(id)) {
        let force = joint.reaction_force();
        words.extend([joint.angle(), joint.distance(), joint.speed(), joint.separation(), force.x].map(bits));
    }
    for contact in world.contacts().filter_map(|id| world.contact(id)) {
        words.extend(contact.points().flat_map(|point| [bits(point.point.x), bits(point.separation)]));
    }
    words
}

fn bits(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[test]
fn query_results_do_not_depend_on_the_host_float_mode() {
    for name in ["joint_gallery", "mixed_bin", "zones"] {
        let mut runner = Runner::new(find(name).unwrap(), Overrides::default()).unwrap();
        for _ in 0..40 {
            runner.step().unwrap();
        }
        let points: Vec<(Vec2, Vec2)> = (0..60)
            .map(|n| {
                (
                    Vec2::new(-7.3 + 0.31 * n as f32, 0.37 * (n % 9) as f32),
                    Vec2::new(2.7 - 0.19 * n as f32, -3.1),
                )
            })
            .collect();
        let shape: Shape = Rect::half(0.61, 0.33).into();
        let standard = answers(&runner.world, &points, &shape);
        assert!(standard.len() > 1000, "{name}: only {} answers", standard.len());
        for &mode in MODES {
            let found = host_floats::with(mode, || answers(&runner.world, &points, &shape));
            assert_eq!(found, standard, "{name}, {}", mode.0);
        }
    }
}
