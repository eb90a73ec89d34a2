//! Transformed worlds must have transformed results: mirrored, rotated, with other masses, translated.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::impacts::shape;
use super::{distance, sleepless, surface, worst};
use crate::lab::{Bench, Figure};
use crate::random::Random;
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    let exact = Goal::AtMost(0.0);
    rows.push(Row::new(
        "A19",
        "three balls in a valley, mirrored, 400 steps: largest difference [m] (heaps are not mirrored)",
        "0",
        exact,
        |bench| difference(bench, 400, &valley(1.0), &valley(-1.0), |[x, y]| [-x, y]),
    ));
    rows.push(Row::new(
        "A19",
        "a tower and its gravity turned by 90 degrees, 300 steps: largest difference [m]",
        "0",
        exact,
        |bench| difference(bench, 300, &tower(false), &tower(true), |[x, y]| [y, -x]),
    ));
    for exponent in [-6, 10] {
        rows.push(Row::new(
            "A19",
            format!("a heap with 2^{exponent} of its mass, 300 steps: largest difference [m]"),
            "0",
            exact,
            move |bench| {
                let changed = heap(2.0_f32.powi(exponent));
                difference(bench, 300, &heap(1.0), &changed, |at| at)
            },
        ));
    }
    let far = Row::new(
        "A19",
        "the tower 1024 m away, 300 steps: largest difference [m]",
        "0, as far as the digits of a position reach (6e-5 m there)",
        Goal::AtMost(1e-3),
        |bench| {
            let mut far = tower(false);
            far.bodies.iter_mut().for_each(|body| body.position[0] += 1024.0);
            difference(bench, 300, &tower(false), &far, |[x, y]| [x - 1024.0, y])
        },
    );
    rows.push(far);
}

/// Runs two scenes and returns the largest distance of their bodies, those of the second transformed back
/// into the first.
fn difference(
    bench: &Bench<'_>,
    steps: u32,
    first: &Scene,
    second: &Scene,
    tell: impl Fn([f64; 2]) -> [f64; 2],
) -> Figure {
    let (mut a, mut b) = (bench.start(first)?, bench.start(second)?);
    a.steps(steps);
    b.steps(steps);
    Ok(a.bodies().zip(b.bodies()).fold(0.0, |off, (a, b)| worst(off, distance(a.center, tell(b.center)))))
}

fn valley(side: f32) -> Scene {
    let mut scene = sleepless();
    for slope in [side, -side] {
        let ground = BodyDesc { angle: 0.3 * slope, ..BodyDesc::fixed([slope * 6.0, 0.0]) };
        scene.add(ground.with(ShapeDesc::half_box(10.0, 0.5)));
    }
    for (x, y, radius) in [(-3.0_f32, 6.0_f32, 0.3_f32), (4.5, 7.0, 0.5), (0.25, 9.0, 0.4)] {
        let mut body = BodyDesc::dynamic([side * x, y]);
        body.angular_velocity = 3.0 * side;
        scene.add(body.with(ShapeDesc::circle(radius).material(surface(0.6, 0.5))));
    }
    scene
}

/// A leaning tower of boxes; or rotated by 90 degrees counter-clockwise, gravity included.
fn tower(turned: bool) -> Scene {
    let mut scene = sleepless();
    let turn = |[x, y]: [f32; 2]| if turned { [-y, x] } else { [x, y] };
    // The extents are rotated instead of the bodies, because sines and cosines may be inexact.
    let rect = |[x, y]: [f32; 2]| if turned { ShapeDesc::half_box(y, x) } else { ShapeDesc::half_box(x, y) };
    scene.world.gravity = turn([0.0, -10.0]);
    scene.add(BodyDesc::fixed(turn([0.0, -1.0])).with(rect([50.0, 1.0])));
    for index in 0..5 {
        let at = turn([0.1 * index as f32, 0.5 + 1.25 * index as f32]);
        scene.add(BodyDesc::dynamic(at).with(rect([0.5, 0.5]).material(surface(0.6, 0.3))));
    }
    scene
}

/// A heap of mixed bodies that fall, every density times `factor`.
fn heap(factor: f32) -> Scene {
    let mut random = Random::new(23);
    let mut scene = sleepless();
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([100.0, 1.0], [0.0, -1.0])));
    for index in 0..60 {
        let density = factor * random.range(0.5, 2.0);
        let restitution = random.range(0.0, 0.8);
        let shape = shape(&mut random, 0.8).density(density).material(surface(0.6, restitution));
        let at = [1.1 * (index % 10) as f32 - 5.0, 0.7 + 1.1 * (index / 10) as f32];
        let mut body = BodyDesc::dynamic(at).with(shape);
        body.velocity = random.point(4.0);
        scene.add(body);
    }
    scene
}
