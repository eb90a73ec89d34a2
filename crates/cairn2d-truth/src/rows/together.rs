//! Simultaneous impacts: the cradle and the scenes of "Reflections on Simultaneous Impact" (Smith et al.
//! 2012).

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::{distance, sleepless, surface, weightless, worst};
use crate::lab::{Bench, Figure, Missing};
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    for gap in [0.0_f32, 0.01, 0.05] {
        for coming in [1_usize, 2] {
            let name = format!("cradle of 5, {coming} coming at 5 m/s, gaps of {gap} m");
            rows.push(Row::new(
                "A12",
                format!("{name}: error of the speeds, of 5 m/s [-]"),
                "as many leave",
                Goal::AtMost(1e-4),
                move |bench| Ok(cradle(bench, gap, coming)?[0]),
            ));
            rows.push(Row::new(
                "A12",
                format!("{name}: energy [-]"),
                "1",
                Goal::Within(1.0 - 1e-5, 1.0 + 1e-5),
                move |bench| Ok(cradle(bench, gap, coming)?[1]),
            ));
        }
    }
    let r1 = "cradle, touching: momentum [-]";
    rows.push(Row::new("R1", r1, "1", Goal::Within(1.0 - 1e-6, 1.0 + 1e-6), |bench| {
        Ok(cradle(bench, 0.0, 1)?[2])
    }));
    for (place, x) in [("free", 2.0_f32), ("touching", 1.0)] {
        for (what, part, goal) in [("speeds", 0, 1e-4), ("the middle one's speed", 1, 1e-5)] {
            rows.push(Row::new(
                "R3",
                format!("5 and -5 m/s onto a ball between, {place}: error of {what}, of 5 m/s [-]"),
                "-5, 0, 5",
                Goal::AtMost(goal),
                move |bench| Ok(both_sides(bench, x)?[part]),
            ));
        }
    }
    for (what, truth, part, goal) in [
        ("asymmetry of the speeds, of 10 m/s", "0", 0, Goal::AtMost(1e-5)),
        ("energy", "1", 1, Goal::Within(1.0 - 1e-5, 1.0 + 1e-5)),
        ("momentum", "1", 2, Goal::Within(1.0 - 1e-6, 1.0 + 1e-6)),
        ("error of the cue ball's speed, of 10 m/s", "-2 m/s", 3, Goal::AtMost(2e-4)),
    ] {
        rows.push(Row::new(
            "R4",
            format!("cue ball of 10 m/s into a rack of 15: {what} [-]"),
            truth,
            goal,
            move |bench| Ok(rack(bench)?[part]),
        ));
    }
    for restitution in [0.0_f32, 1.0] {
        for (what, part) in [("spin [rad/s]", 0), ("speed sideways [m/s]", 1)] {
            rows.push(Row::new(
                "R5",
                format!("a box lands flat from 2.5 m, restitution {restitution}: highest {what}"),
                "0",
                Goal::AtMost(1e-4),
                move |bench| Ok(flat(bench, restitution)?[part]),
            ));
        }
    }
    rows.push(Row::new(
        "R6",
        "a ball between plates that close, restitution 0.5: deepest overlap [m]",
        "0, and it ends",
        Goal::AtMost(0.005),
        closing,
    ));
    rows.push(Row::new(
        "R6",
        "three balls, restitution 0.05, run together: error of the momentum, and of an energy that grows [-]",
        "0, and it ends",
        Goal::AtMost(1e-6),
        collapse,
    ));
}

/// A ball of 1 kg with a radius of 1/2 and no friction.
fn ball(scene: &mut Scene, at: [f32; 2], speed: f32, restitution: f32) -> usize {
    let density = 4.0 / core::f32::consts::PI;
    let disc = ShapeDesc::circle(0.5).density(density).material(surface(0.0, restitution));
    let body = BodyDesc { velocity: [speed, 0.0], ..BodyDesc::dynamic(at).with(disc) };
    scene.add(body) as usize
}

/// Largest error of a speed relative to the first; energy and momentum relative to those of the incoming
/// balls.
fn cradle(bench: &Bench<'_>, gap: f32, coming: usize) -> Result<[f64; 3], Missing> {
    let mut scene = weightless();
    for index in 0..5 {
        let comes = index < coming;
        let x = index as f32 * (1.0 + gap) - if comes { 0.3 } else { 0.0 };
        ball(&mut scene, [x, 0.0], if comes { 5.0 } else { 0.0 }, 1.0);
    }
    let mut run = bench.start(&scene)?;
    run.steps(60);
    let mut sums = [0.0; 3];
    for (index, state) in run.bodies().enumerate() {
        let truth = [if index >= 5 - coming { 5.0 } else { 0.0 }, 0.0];
        sums[0] = worst(sums[0], distance(state.velocity, truth) / 5.0);
        sums[1] += state.speed().powi(2) / (25.0 * coming as f64);
        sums[2] += state.velocity[0] / (5.0 * coming as f64);
    }
    Ok(sums)
}

/// Largest error of a speed and the error of the middle ball, relative to 5 m/s.
fn both_sides(bench: &Bench<'_>, x: f32) -> Result<[f64; 2], Missing> {
    let mut scene = weightless();
    for (x, speed) in [(-x, 5.0), (0.0, 0.0), (x, -5.0)] {
        ball(&mut scene, [x, 0.0], speed, 1.0);
    }
    let mut run = bench.start(&scene)?;
    run.steps(40);
    let errors =
        run.bodies().zip([-5.0, 0.0, 5.0]).map(|(state, truth)| distance(state.velocity, [truth, 0.0]) / 5.0);
    let errors: Vec<f64> = errors.collect();
    Ok([errors.iter().copied().fold(0.0, worst), errors[1]])
}

/// Largest difference between mirrored balls, energy, momentum, and the error of the cue ball.
fn rack(bench: &Bench<'_>) -> Result<[f64; 4], Missing> {
    let height = 0.75_f32.sqrt();
    let mut scene = weightless();
    let cue = ball(&mut scene, [-2.0, 0.0], 10.0, 1.0);
    let mut mirrored = Vec::new();
    for row in 0..5_usize {
        let place = |index: usize| [row as f32 * height, index as f32 - 0.5 * row as f32];
        let balls: Vec<usize> = (0..=row).map(|index| ball(&mut scene, place(index), 0.0, 1.0)).collect();
        mirrored.extend(balls.iter().copied().zip(balls.iter().rev().copied()));
    }
    let mut run = bench.start(&scene)?;
    run.steps(12);
    let mut uneven = 0.0;
    for (a, b) in mirrored {
        let ([ax, ay], [bx, by]) = (run.body(a).velocity, run.body(b).velocity);
        uneven = worst(uneven, distance([ax, ay], [bx, -by]) / 10.0);
    }
    let momentum: f64 = run.bodies().map(|state| state.mass * state.velocity[0]).sum();
    let mass = run.body(cue).mass;
    let cue = distance(run.body(cue).velocity, [-2.0, 0.0]) / 10.0;
    Ok([uneven, run.energy() / (50.0 * mass), momentum / (10.0 * mass), cue])
}

/// Highest spin and highest horizontal speed of a box that lands flat.
fn flat(bench: &Bench<'_>, restitution: f32) -> Result<[f64; 2], Missing> {
    let mut scene = sleepless();
    let ground = ShapeDesc::box_at([10.0, 1.0], [0.0, -1.0]).material(surface(0.6, restitution));
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ground));
    let shape = ShapeDesc::half_box(1.0, 0.5).material(surface(0.6, restitution));
    let body = scene.add(BodyDesc::dynamic([0.0, 3.0]).with(shape)) as usize;
    let mut run = bench.start(&scene)?;
    let mut highest = [0.0; 2];
    for _ in 0..180 {
        run.steps(1);
        let state = run.body(body);
        highest = [worst(highest[0], state.spin.abs()), worst(highest[1], state.velocity[0].abs())];
    }
    Ok(highest)
}

fn closing(bench: &Bench<'_>) -> Figure {
    let mut scene = weightless();
    for side in [-1.0_f32, 1.0] {
        let mut plate = BodyDesc::kinematic([3.0 * side, 0.0]);
        plate.velocity = [-side, 0.0];
        scene.add(plate.with(ShapeDesc::half_box(1.0, 5.0).material(surface(0.0, 0.5))));
    }
    let ball = ball(&mut scene, [0.3, 0.0], 7.0, 0.5);
    let mut run = bench.start(&scene)?;
    let mut deepest = 0.0;
    // After 90 steps the gap between the plates is closed.
    for step in 1..=85 {
        run.steps(1);
        let room = 2.0 - f64::from(step) / 60.0 - 0.5;
        deepest = worst(deepest, run.body(ball).position[0].abs() - room);
    }
    Ok(deepest)
}

fn collapse(bench: &Bench<'_>) -> Figure {
    let mut scene = weightless();
    for (x, speed) in [(-3.0, 4.0), (0.0, 0.5), (3.0, -3.0)] {
        ball(&mut scene, [x, 0.0], speed, 0.05);
    }
    let mut run = bench.start(&scene)?;
    let momentum =
        |run: &crate::Run| -> f64 { run.bodies().map(|state| state.mass * state.velocity[0]).sum() };
    let (before, energy) = (momentum(&run), run.energy());
    let mut off = 0.0;
    for _ in 0..120 {
        run.steps(1);
        off = worst(off, (momentum(&run) / before - 1.0).abs());
        off = worst(off, run.energy() / energy - 1.0);
    }
    Ok(off)
}
