//! Bodies with restitution come to rest on the ground without deep overlap, under gravity of any strength and
//! source.

use cairn2d::prelude::*;
use cairn2d::{Area, Field, Gravity};

/// Source of gravity.
#[derive(Clone, Copy, Debug)]
enum Pull {
    World,
    Scale,
    Field,
}

/// A body that is dropped.
#[derive(Clone, Copy)]
struct Case {
    shape: &'static str,
    size: f32,
    hertz: f32,
    restitution: f32,
}

const SHAPES: [&str; 4] = ["circle", "box", "capsule", "hexagon"];

fn body(shape: &str, size: f32, restitution: f32) -> Body {
    let body = Body::dynamic();
    match shape {
        "circle" => body.with(Circle::new(size).restitution(restitution)),
        "box" => body.with(Rect::half(size, size).restitution(restitution)),
        "capsule" => {
            let ends = [[-0.5 * size, 0.0], [0.5 * size, 0.0]];
            body.with(Capsule::new(ends[0], ends[1], size).restitution(restitution))
        }
        _ => {
            let half = size / 0.75_f32.sqrt();
            let corner = |index: u8| {
                let (sin, cos) = (f32::from(index) * core::f32::consts::FRAC_PI_3).sin_cos();
                [half * cos, half * sin]
            };
            let corners: Vec<[f32; 2]> = (0..6).map(corner).collect();
            body.with(Polygon::new(&corners).expect("a hexagon").restitution(restitution))
        }
    }
}

/// Drops bodies of this half height side by side, one of each shape and restitution, each from its own
/// height. Returns for each the largest overlap with the ground, the final overlap, and the final speed.
///
/// The bodies are too far apart to interact; one world for all takes an eighth of the time of separate
/// worlds.
fn drop_them(
    pull: Pull,
    gravity: f32,
    (size, hertz): (f32, f32),
    restitutions: &[f32],
) -> Vec<(Case, [f32; 3])> {
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.sleeping = false;
    match pull {
        Pull::World => config.gravity = [0.0, -gravity].into(),
        Pull::Scale => config.gravity = [0.0, -10.0].into(),
        Pull::Field => {}
    }
    let mut world = World::new(config).expect("it is valid");
    world.spawn(Body::fixed().with(Rect::half(1000.0 * size, size))).expect("it is valid");
    let mut dropped = Vec::new();
    for &restitution in restitutions {
        for shape in SHAPES {
            let x = 16.0 * size * dropped.len() as f32;
            let mut body = body(shape, size, restitution).at([x, 4.0 * size]);
            if matches!(pull, Pull::Scale) {
                body = body.gravity_scale(0.1 * gravity);
            }
            let id = world.spawn(body).expect("it is valid");
            dropped.push((id, Case { shape, size, hertz, restitution }, 0.0_f32));
        }
    }
    if matches!(pull, Pull::Field) {
        let pull = Gravity::new([0.0, -gravity]);
        world.add_field(Field::new(Area::Everywhere, pull)).expect("it is valid");
    }
    let depth = |world: &World, id| 2.0 * size - world.body(id).expect("it is there").position().y;
    // 100 times the duration of the fall.
    let long = restitutions.iter().any(|&restitution| restitution > 0.7);
    let seconds = 100.0 * (4.0 * size / gravity).sqrt() * if long { 4.0 } else { 1.0 };
    for _ in 0..((seconds * hertz) as u32).clamp(300, 20_000) {
        world.step(1.0 / hertz).expect("it is valid");
        for (id, _, deepest) in &mut dropped {
            *deepest = deepest.max(depth(&world, *id));
        }
    }
    let end = |(id, case, deepest)| {
        let speed = world.body(id).expect("it is there").velocity().length();
        (case, [deepest, depth(&world, id), speed])
    };
    dropped.into_iter().map(end).collect()
}

#[test]
fn bodies_rest_on_the_ground_under_any_gravity() {
    for pull in [Pull::World, Pull::Scale, Pull::Field] {
        for gravity in [1.0_f32, 30.0, 150.0, 980.0, 3000.0, 10_000.0] {
            for at in [(0.5, 60.0), (30.0, 60.0), (2.0, 30.0), (5.0, 240.0)] {
                // Bodies of high restitution get more time.
                for restitutions in [&[0.0, 0.2, 0.25, 0.5][..], &[0.8]] {
                    for (case, found) in drop_them(pull, gravity, at, restitutions) {
                        let Case { shape, restitution, .. } = case;
                        assert_rests(
                            case,
                            found,
                            gravity,
                            &format!("{pull:?} {gravity} {shape} {restitution} {at:?}"),
                        );
                    }
                }
            }
        }
    }
}

fn assert_rests(case: Case, [deepest, depth, speed]: [f32; 3], gravity: f32, what: &str) {
    let Case { size, hertz, restitution, .. } = case;
    let what = format!("{what}: deepest {deepest}, {depth} at {speed}");
    // A contact is a spring of 60 Hz or less, an eighth of the sub-step rate. Continuous collision begins at
    // half of the body's thickness per step.
    let sag = 4.0 * gravity / (hertz * hertz);
    assert!(deepest < 0.3 * size + 0.01 * sag, "{what}");
    // A body of high restitution cannot come to rest if it falls by a large part of its size per step.
    if restitution > 0.7 && gravity > 0.1 * size * hertz * hertz {
        return;
    }
    assert!(depth < 0.01 * size + 0.01 * sag && depth > -0.03 - 0.01 * size, "{what}");
    assert!(speed < 0.02 * gravity / hertz + 0.02, "{what}");
}
