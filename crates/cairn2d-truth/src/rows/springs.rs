//! Springs and pendulums against the formulas of oscillators, and how fast errors shrink with the step.

use core::f64::consts::TAU;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointAnchor, JointDesc, JointParts, ShapeDesc, SpringDesc};

use super::{DT, G, add as put, sleepless, weightless, worst};
use crate::lab::{Bench, Figure, Missing};
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    rows.push(Row::new(
        "A03",
        "spring of 1 Hz without damping, 10 s: amplitude [m]",
        "1",
        Goal::Within(0.95, 1.05),
        |bench| Ok(swing(bench, 1.0)?.amplitude),
    ));
    rows.push(Row::new(
        "A03",
        "spring of 1 Hz without damping, 10 s: error of the period [%]",
        "0",
        Goal::AtMost(0.1),
        |bench| Ok(100.0 * (swing(bench, 1.0)?.period - 1.0).abs()),
    ));
    for (hertz, goal) in [(1.0, 0.02), (2.0, 0.04)] {
        rows.push(Row::new(
            "A04",
            format!("spring of {hertz} Hz, damping ratio 0.1, 10 s: largest error [m]"),
            "damped sinusoid",
            Goal::AtMost(goal),
            move |bench| damped(bench, hertz),
        ));
    }
    rows.push(Row::new(
        "A04",
        "spring of 5 Hz without damping, 10 s: amplitude [m]",
        "1",
        Goal::Within(0.5, 1.05),
        |bench| Ok(swing(bench, 5.0)?.amplitude),
    ));
    rows.push(Row::new(
        "A18",
        "pendulum of 1 m from 1 rad, 60 Hz, 5 s: largest error of the angle [rad]",
        "integral in small steps",
        Goal::AtMost(0.05),
        |bench| pendulum(bench, 60).map(|(angle, _)| angle),
    ));
    rows.push(Row::new(
        "A18",
        "the same: order of convergence, 60 to 240 Hz [-]",
        "at least 1",
        Goal::AtLeast(0.95),
        |bench| {
            let (coarse, fine) = (pendulum(bench, 60)?.0, pendulum(bench, 240)?.0);
            Ok(0.5 * (coarse / fine).log2())
        },
    ));
    for hertz in [60, 120, 240] {
        rows.push(Row::new(
            "A18",
            format!("the same at {hertz} Hz: drift of the energy in 5 s [%]"),
            "0",
            Goal::AtMost(1.0),
            move |bench| pendulum(bench, hertz).map(|(_, energy)| 100.0 * energy),
        ));
    }
    joint_rows(rows);
}

fn joint_rows(rows: &mut Vec<Row>) {
    for hertz in [60, 30] {
        for degrees in [10.0, 90.0, 170.0] {
            rows.push(Row::new(
                "A20",
                format!("pendulum of 1 m from {degrees} degrees, {hertz} Hz, 60 s: error of the period [%]"),
                "elliptic integral",
                Goal::AtMost(1.0),
                move |bench| period(bench, hertz, degrees),
            ));
        }
    }
    for spin in [3.0_f32, 6.0] {
        rows.push(Row::new(
            "A21",
            format!("welded discs that spin at {spin} rad/s, 60 s: change of the angular momentum [%]"),
            "0",
            Goal::AtMost(0.1),
            move |bench| dumbbell(bench, spin),
        ));
    }
}

/// Error of the mean period of a pendulum.
fn period(bench: &Bench<'_>, hertz: u32, degrees: f64) -> Figure {
    let mut scene = sleepless();
    scene.hertz = hertz as f32;
    let post = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let from = degrees.to_radians();
    let place = [from.sin() as f32, -from.cos() as f32];
    let body = BodyDesc { angle: from as f32, ..BodyDesc::dynamic(place) };
    let disc = put(&mut scene, body.with(ShapeDesc::circle(0.25)));
    let parts = JointParts::at(post, disc as u32, JointAnchor::local([0.0; 2], [0.0, 1.0]));
    scene.join(JointDesc::Revolute(parts));
    let mut run = bench.start(&scene)?;
    let (mut last, mut crossings) = (from, Vec::new());
    for step in 1..=60 * hertz {
        run.steps(1);
        let [x, y] = run.body(disc).center;
        let angle = x.atan2(-y);
        // Above the pivot the angle jumps from half a turn to minus half a turn.
        if last > 0.0 && angle <= 0.0 && last - angle < 3.0 {
            crossings.push((f64::from(step) - angle / (angle - last)) / f64::from(hertz));
        }
        last = angle;
    }
    let [first, .., last] = crossings[..] else { return Ok(f64::INFINITY) };
    let measured = (last - first) / (crossings.len() - 1) as f64;
    // The arithmetic-geometric mean gives the complete elliptic integral.
    let (mut mean, mut root) = (1.0, (0.5 * from).cos());
    for _ in 0..32 {
        (mean, root) = (0.5 * (mean + root), f64::sqrt(mean * root));
    }
    let exact = TAU * ((1.0 + 0.5 * 0.25 * 0.25) / G).sqrt() / mean;
    Ok(100.0 * (measured / exact - 1.0).abs())
}

/// Change of the angular momentum of two welded discs in a minute.
fn dumbbell(bench: &Bench<'_>, spin: f32) -> Figure {
    let mut scene = weightless();
    let ends = [-1.0_f32, 1.0].map(|x| {
        let body =
            BodyDesc { velocity: [0.0, spin * x], angular_velocity: spin, ..BodyDesc::dynamic([x, 0.0]) };
        put(&mut scene, body.with(ShapeDesc::circle(0.5)))
    });
    let [a, b] = ends.map(|end| end as u32);
    scene.join(JointDesc::Weld(JointParts::at(a, b, JointAnchor::world([0.0, 0.0]))));
    let mut run = bench.start(&scene)?;
    let momentum = |run: &crate::Run| -> f64 {
        let states = ends.map(|end| run.body(end));
        let orbit = states.map(|body| {
            body.mass * (body.center[0] * body.velocity[1] - body.center[1] * body.velocity[0])
                + body.inertia * body.spin
        });
        orbit.iter().sum()
    };
    let before = momentum(&run);
    run.steps(3600);
    Ok(100.0 * (momentum(&run) / before - 1.0).abs())
}

/// A disc on a spring to a fixed point, released 1 m from rest.
fn on_spring(hertz: f32, damping_ratio: f32) -> (Scene, usize) {
    let mut scene = weightless();
    let post = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let disc = scene.add(BodyDesc::dynamic([4.0, 0.0]).with(ShapeDesc::circle(0.5)));
    let mut parts = JointParts::at(post, disc, JointAnchor::local([0.0; 2], [0.0; 2]));
    parts.length = Some(3.0);
    parts.spring = Some(SpringDesc::new(hertz, damping_ratio));
    scene.join(JointDesc::Distance(parts));
    (scene, disc as usize)
}

struct Swing {
    /// Remaining amplitude, computed from the energy, as a mean over the last second `[m]`.
    amplitude: f64,
    /// Mean period divided by the exact one `[-]`.
    period: f64,
}

fn swing(bench: &Bench<'_>, hertz: f32) -> Result<Swing, Missing> {
    let (scene, disc) = on_spring(hertz, 0.0);
    let mut run = bench.start(&scene)?;
    let omega = TAU * f64::from(hertz);
    let (mut sum, mut last, mut crossings) = (0.0, 1.0, Vec::new());
    for step in 1..=600 {
        run.steps(1);
        let state = run.body(disc);
        let (x, v) = (state.position[0] - 3.0, state.velocity[0]);
        if last < 0.0 && x >= 0.0 {
            crossings.push(DT * (f64::from(step) - x / (x - last)));
        }
        if step > 540 {
            sum += x.hypot(v / omega);
        }
        last = x;
    }
    let period = match crossings[..] {
        [first, .., last] => (last - first) / (crossings.len() - 1) as f64 * f64::from(hertz),
        _ => f64::INFINITY,
    };
    Ok(Swing { amplitude: sum / 60.0, period })
}

fn damped(bench: &Bench<'_>, hertz: f32) -> Figure {
    let ratio = 0.1_f64;
    let (scene, disc) = on_spring(hertz, ratio as f32);
    let mut run = bench.start(&scene)?;
    let omega = TAU * f64::from(hertz);
    let free = (1.0 - ratio * ratio).sqrt();
    let mut off = 0.0;
    for step in 1..=600 {
        run.steps(1);
        let t = DT * f64::from(step);
        let phase = omega * free * t;
        let truth = (-ratio * omega * t).exp() * (phase.cos() + ratio / free * phase.sin());
        off = worst(off, (run.body(disc).position[0] - 3.0 - truth).abs());
    }
    Ok(off)
}

/// Largest error of the angle of a pendulum, and the change of its energy relative to that of the largest
/// swing.
fn pendulum(bench: &Bench<'_>, hertz: u32) -> Result<(f64, f64), Missing> {
    let mut scene = sleepless();
    scene.hertz = hertz as f32;
    let post = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let from = 1.0_f64;
    let place = [from.sin() as f32, -from.cos() as f32];
    let disc =
        put(&mut scene, BodyDesc { angle: 1.0, ..BodyDesc::dynamic(place) }.with(ShapeDesc::circle(0.25)));
    let parts = JointParts::at(post, disc as u32, JointAnchor::local([0.0; 2], [0.0, 1.0]));
    scene.join(JointDesc::Revolute(parts));
    let mut run = bench.start(&scene)?;
    // theta'' = -g L / (L² + r² / 2) sin theta, integrated by Runge and Kutta's method.
    let strength = G / (1.0 + 0.5 * 0.25 * 0.25);
    let (mut angle, mut speed, mut off) = (from, 0.0, 0.0);
    let energy = |speed: f64, angle: f64| 0.5 * speed * speed - strength * angle.cos();
    let depth = strength * (1.0 - from.cos());
    for _ in 0..5 * hertz {
        run.steps(1);
        for _ in 0..16 {
            (angle, speed) = runge_kutta(angle, speed, 1.0 / f64::from(16 * hertz), strength);
        }
        let [x, y] = run.body(disc).center;
        off = worst(off, (x.atan2(-y) - angle).abs());
    }
    let state = run.body(disc);
    let drift = energy(state.spin, state.center[0].atan2(-state.center[1])) - energy(0.0, from);
    Ok((off, (drift / depth).abs()))
}

fn runge_kutta(angle: f64, speed: f64, h: f64, strength: f64) -> (f64, f64) {
    let slope = |angle: f64, speed: f64| (speed, -strength * angle.sin());
    let a = slope(angle, speed);
    let b = slope(angle + 0.5 * h * a.0, speed + 0.5 * h * a.1);
    let c = slope(angle + 0.5 * h * b.0, speed + 0.5 * h * b.1);
    let d = slope(angle + h * c.0, speed + h * c.1);
    let mean = |a: f64, b: f64, c: f64, d: f64| h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    (angle + mean(a.0, b.0, c.0, d.0), speed + mean(a.1, b.1, c.1, d.1))
}
