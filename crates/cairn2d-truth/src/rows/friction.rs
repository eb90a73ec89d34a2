//! Friction and rolling against Coulomb's law.

use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::{G, add as put, distance, floor, sleepless, worst};
use crate::lab::{Bench, Figure, Missing, Run};
use crate::row::{Goal, Row, Setting};

pub(super) fn add(rows: &mut Vec<Row>) {
    for friction in [0.1_f32, 0.5, 1.0] {
        let truth = f64::from(friction).atan().to_degrees();
        rows.push(Row::new(
            "A07",
            format!("a box begins to slide, friction {friction} [degrees]"),
            format!("atan {friction} = {truth:.4}"),
            Goal::Within(truth - 0.02, truth + 0.02),
            move |bench| threshold(bench, friction),
        ));
    }
    rows.push(Row::new(
        "A08",
        "creep at 0.9 of that angle, friction 0.5, 600 s [m]",
        "0",
        Goal::AtMost(1e-5),
        creep,
    ));
    rows.push(
        Row::new(
            "A09",
            "stopping distance of 5 m/s, friction 0.5 [m]",
            "v² / 2 μ g = 2.5",
            Goal::Within(2.495, 2.505),
            stopping,
        )
        .missed(
            Some(Setting::sub_steps(16)),
            "positions use the velocity after friction at the end of a sub-step, which loses v h / 2 of the distance (h = 1/240 s)",
        ),
    );
    for (what, part) in [("box", 0), ("balls", 1)] {
        let row = Row::new(
            "A15",
            format!(
                "25 balls of 1 kg on a box of 10 kg, 150 N, 4 s of 1 ms: mean error of the speed, {what} [m/s]"
            ),
            "they roll, with a third of the box's acceleration",
            Goal::AtMost(1e-3),
            move |bench| Ok(rolling(bench)?[part]),
        );
        rows.push(if part == 0 { row.missed(None, LAGS) } else { row });
    }
}

const LAGS: &str = "in the first sub-step friction applies half of the required impulse, which leaves 1e-3 \
     m/s. Velocities are rounded 4000 times a second (0.033 if all moves along at 8 m/s)";

/// A box on an incline with this angle \[rad\]; both have this friction.
fn on_incline(bench: &Bench<'_>, angle: f64, friction: f32) -> Result<(Run, usize), Missing> {
    let mut scene = sleepless();
    let up = [-angle.sin() as f32, angle.cos() as f32];
    let tilted = |by: f32, fixed: bool| {
        let at = [by * up[0], by * up[1]];
        let body = if fixed { BodyDesc::fixed(at) } else { BodyDesc::dynamic(at) };
        BodyDesc { angle: angle as f32, ..body }
    };
    scene.add(tilted(-1.0, true).with(ShapeDesc::half_box(50.0, 1.0).friction(friction)));
    let block = put(&mut scene, tilted(0.25, false).with(ShapeDesc::half_box(0.5, 0.25).friction(friction)));
    Ok((bench.start(&scene)?, block))
}

/// The steepest incline on which a box stays within 2 mm for 4 s, after one second of settling \[degrees\].
fn threshold(bench: &Bench<'_>, friction: f32) -> Figure {
    let truth = f64::from(friction).atan();
    let (mut holds, mut slips) = (0.9 * truth, 1.1 * truth);
    for _ in 0..14 {
        let middle = 0.5 * (holds + slips);
        let (mut run, block) = on_incline(bench, middle, friction)?;
        run.steps(60);
        let start = run.body(block).position;
        run.steps(240);
        if distance(run.body(block).position, start) < 0.002 {
            holds = middle;
        } else {
            slips = middle;
        }
    }
    Ok((0.5 * (holds + slips)).to_degrees())
}

fn creep(bench: &Bench<'_>) -> Figure {
    let (mut run, block) = on_incline(bench, 0.9 * 0.5_f64.atan(), 0.5)?;
    run.steps(120);
    let start = run.body(block).position;
    run.steps(36_000);
    Ok(distance(run.body(block).position, start))
}

fn stopping(bench: &Bench<'_>) -> Figure {
    let mut scene = sleepless();
    floor(&mut scene, 0.5);
    let block =
        put(&mut scene, BodyDesc::dynamic([0.0, 0.5]).with(ShapeDesc::half_box(0.5, 0.5).friction(0.5)));
    let mut run = bench.start(&scene)?;
    run.steps(60);
    let start = run.body(block).position;
    run.set_velocity(block, [5.0, 0.0], 0.0);
    run.steps(120);
    Ok(run.body(block).position[0] - start[0])
}

/// SimBenchmark's rolling test in two dimensions: mean errors of the speeds of the box and of the balls.
fn rolling(bench: &Bench<'_>) -> Result<[f64; 2], Missing> {
    const BALLS: usize = 25;
    let mut scene = sleepless();
    scene.hertz = 1000.0;
    // Friction of a pair is the geometric mean: 0.4 on the ground, 0.8 between box and balls.
    let ground = ShapeDesc::box_at([20.0, 1.0], [0.0, -1.0]).friction(0.2);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ground));
    let slab = ShapeDesc::half_box(6.0, 0.125).density(10.0 / 3.0).friction(0.8);
    let slab = put(&mut scene, BodyDesc::dynamic([0.0, 0.125]).with(slab));
    let ball = ShapeDesc::circle(0.125).density(64.0 / core::f32::consts::PI).friction(0.8);
    for index in 0..BALLS {
        scene.add(BodyDesc::dynamic([0.3 * (index as f32 - 12.0) + 1.5, 0.375]).with(ball.clone()));
    }
    let mut run = bench.start(&scene)?;
    run.steps(3000);
    // The ground friction is 0.4 (10 + 25) g; a rolling ball pulls back with m a / 3. Sliding starts only
    // under a push.
    let acceleration = (150.0 - f64::from((0.2_f32 * 0.8).sqrt()) * 35.0 * G) / (10.0 + 25.0 / 3.0);
    let start: Vec<f64> = run.bodies().map(|body| body.velocity[0]).collect();
    let steps = 4000;
    let mut off = [0.0; 2];
    for step in 1..=steps {
        run.push(slab, [150.0, 0.0], 0.0);
        run.steps(1);
        let truth = acceleration * f64::from(step) * 1e-3;
        let error =
            |index: usize, share: f64| (run.body(index).velocity[0] - start[index] - share * truth).abs();
        off[0] += error(slab, 1.0);
        let balls = (slab + 1..=slab + BALLS).map(|index| error(index, 1.0 / 3.0));
        off[1] += balls.fold(0.0, |sum, error| sum + error) / BALLS as f64;
    }
    let mean = off.map(|sum| sum / f64::from(steps));
    Ok(mean.map(|mean| worst(mean, 0.0)))
}
