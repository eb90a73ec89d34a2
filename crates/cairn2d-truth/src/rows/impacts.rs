//! Impacts of two bodies, bouncing balls, and conservation laws of many free bodies.

use core::f64::consts::PI;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::{G, add as put, sleepless, surface, weightless, worst};
use crate::lab::{Bench, Figure, Missing, Run};
use crate::random::Random;
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    rows.push(Row::new(
        "A10",
        "elastic discs of 1:2, 3 and -4 m/s: error of the speeds [m/s]",
        "-19/3, 2/3",
        Goal::AtMost(1e-5),
        pair,
    ));
    for (what, restitution, friction, part, goal) in [
        ("momentum", 1.0, 0.0, 0, Goal::AtMost(1e-6)),
        ("angular momentum", 1.0, 0.0, 1, Goal::AtMost(1e-4)),
        ("energy at the end", 1.0, 0.0, 2, Goal::Within(0.98, 1.001)),
        ("highest energy", 1.0, 0.0, 3, Goal::AtMost(1.001)),
        ("momentum", 0.0, 0.6, 0, Goal::AtMost(1e-6)),
        ("angular momentum", 0.0, 0.6, 1, Goal::AtMost(1e-4)),
        ("highest energy", 0.0, 0.6, 3, Goal::AtMost(1.001)),
    ] {
        let row = Row::new(
            "A11",
            format!("40 free bodies, restitution {restitution}, friction {friction}, 4 s: {what} [-]"),
            if part < 2 { "changes by 0" } else { "1, or less" },
            goal,
            move |bench| Ok(crowd(bench, restitution, friction)?[part]),
        );
        let twisted = part == 1 && restitution > 0.0;
        rows.push(if twisted { row.missed(None, ANGULAR_MOMENTUM) } else { row });
    }
    rows.push(Row::new(
        "A13",
        "elastic ball from 1.25 m, after one bounce: error of the height [m]",
        "it is back",
        Goal::AtMost(1e-5),
        |bench| bouncing(bench, 1.25, 1.0, 60, true),
    ));
    let long = Row::new(
        "A13",
        "restitution 0.9 from 5 m, 1000 steps: largest error of the height [m]",
        "parabolas",
        Goal::AtMost(1e-5),
        |bench| bouncing(bench, 5.0, 0.9, 1000, false),
    );
    rows.push(long.missed(None, ROUNDED));
}

const ANGULAR_MOMENTUM: &str = "contact arms are those of the start of the step, and bouncing bodies keep \
     the resulting angular momentum. Its amount depends on which bodies collide: 7e-5 to 3e-4 with 4 to 32 \
     sub-steps";

const ROUNDED: &str = "single precision: a velocity is rounded in every sub-step, in the same direction \
     while the ball falls. The error halves with their number: 3.6e-5 m with 2 in a step, 1.9e-5 with 1";

fn pair(bench: &Bench<'_>) -> Figure {
    let mut scene = weightless();
    let disc = |x: f32, speed: f32, density: f32| {
        let shape = ShapeDesc::circle(0.5).density(density).material(surface(0.0, 1.0));
        BodyDesc { velocity: [speed, 0.0], ..BodyDesc::dynamic([x, 0.0]).with(shape) }
    };
    let a = put(&mut scene, disc(-2.0, 3.0, 1.0));
    let b = put(&mut scene, disc(2.0, -4.0, 2.0));
    let mut run = bench.start(&scene)?;
    run.steps(60);
    let off = |index: usize, truth: f64| (run.body(index).velocity[0] - truth).abs();
    Ok(worst(off(a, -19.0 / 3.0), off(b, 2.0 / 3.0)))
}

/// A convex shape about `size` \[m\] across.
pub(super) fn shape(random: &mut Random, size: f32) -> ShapeDesc {
    match random.below(4) {
        0 => ShapeDesc::circle(random.range(0.3, 0.6) * size),
        1 => {
            let half = [random.range(0.2, 0.5) * size, random.range(0.0, 0.4) * size];
            let radius = random.range(0.1, 0.3) * size;
            ShapeDesc::capsule([-half[0], -half[1]], half, radius)
        }
        2 => ShapeDesc::half_box(random.range(0.2, 0.6) * size, random.range(0.2, 0.6) * size),
        _ => {
            let (corners, radius) = (3 + random.below(6), f64::from(random.range(0.4, 0.7) * size));
            let corner = |index: u64| {
                let angle = 2.0 * PI * index as f64 / corners as f64;
                [(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]
            };
            ShapeDesc::polygon((0..corners).map(corner).collect::<Vec<_>>(), 0.0)
        }
    }
}

fn cluster(restitution: f32, friction: f32) -> Scene {
    let mut scene = weightless();
    let mut random = Random::new(40);
    for index in 0..40 {
        let place = [1.5 * ((index % 8) as f32 - 3.5), 1.5 * ((index / 8) as f32 - 2.0)];
        let aside = random.point(0.1);
        let at = [place[0] + aside[0], place[1] + aside[1]];
        let shape =
            shape(&mut random, 0.8).density(random.range(0.5, 3.0)).material(surface(friction, restitution));
        let extra = random.point(2.0);
        let mut body = BodyDesc::dynamic(at).with(shape);
        body.angle = random.range(-3.0, 3.0);
        body.velocity = [extra[0] - at[0], extra[1] - at[1]];
        body.angular_velocity = random.range(-3.0, 3.0);
        scene.add(body);
    }
    scene
}

/// Momentum, angular momentum about the origin, and the sum of mass times speed.
fn momenta(run: &Run) -> ([f64; 2], f64, f64) {
    let (mut momentum, mut angular, mut scale) = ([0.0; 2], 0.0, 0.0);
    for body in run.bodies() {
        let ([x, y], [vx, vy]) = (body.center, body.velocity);
        momentum[0] += body.mass * vx;
        momentum[1] += body.mass * vy;
        angular += body.mass * (x * vy - y * vx) + body.inertia * body.spin;
        scale += body.mass * body.speed();
    }
    (momentum, angular, scale)
}

/// Changes of momentum and angular momentum relative to the sum of mass times speed (times 1 m), and the
/// final and the highest energy relative to the first.
fn crowd(bench: &Bench<'_>, restitution: f32, friction: f32) -> Result<[f64; 4], Missing> {
    let mut run = bench.start(&cluster(restitution, friction))?;
    let (before, angular, scale) = momenta(&run);
    let energy = run.energy();
    let mut most = energy;
    for _ in 0..240 {
        run.steps(1);
        most = worst(most, run.energy());
    }
    let (after, angular_after, _) = momenta(&run);
    let changed = (after[0] - before[0]).hypot(after[1] - before[1]);
    Ok([changed / scale, (angular_after - angular).abs() / scale, run.energy() / energy, most / energy])
}

/// The height of a dropped ball that bounces, at any time.
fn bounced(height: f64, restitution: f64, mut time: f64) -> f64 {
    let fall = (2.0 * height / G).sqrt();
    if time < fall {
        return height - 0.5 * G * time * time;
    }
    time -= fall;
    let mut speed = G * fall * restitution;
    while time > 2.0 * speed / G {
        time -= 2.0 * speed / G;
        speed *= restitution;
    }
    speed * time - 0.5 * G * time * time
}

/// The error of the height of a bouncing ball: at the end, or the largest.
fn bouncing(bench: &Bench<'_>, height: f32, restitution: f32, steps: u32, at_end: bool) -> Figure {
    let mut scene = sleepless();
    let ground = ShapeDesc::box_at([10.0, 1.0], [0.0, -1.0]).material(surface(0.6, restitution));
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ground));
    let ball = ShapeDesc::circle(0.5).material(surface(0.6, restitution));
    let ball = put(&mut scene, BodyDesc::dynamic([0.0, height + 0.5]).with(ball));
    let mut run = bench.start(&scene)?;
    let (mut largest, mut last) = (0.0, 0.0);
    for step in 1..=steps {
        run.steps(1);
        let truth = bounced(height.into(), restitution.into(), f64::from(step) / 60.0);
        last = (run.body(ball).position[1] - 0.5 - truth).abs();
        largest = worst(largest, last);
    }
    Ok(if at_end { last } else { largest })
}
