//! Scenes that must settle, hold together or end: dominoes, heaps, carts, drums, islands.

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointAnchor, JointDesc, JointParts, Locks, MotorDesc, ShapeDesc};

use super::{add as put, distance, floor, worst};
use crate::lab::{Bench, Figure, Missing};
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    rows.push(Row::new(
        "F67",
        "15 dominoes, 1 m apart: how many fall [-]",
        "15",
        Goal::Within(15.0, 15.0),
        |bench| Ok(dominoes(bench)?[0]),
    ));
    rows.push(Row::new(
        "F67",
        "the same: when the last is tilted by 45 degrees [s]",
        "7.8 in the catalogue",
        Goal::Within(7.02, 8.58),
        |bench| Ok(dominoes(bench)?[1]),
    ));
    for (name, what) in [
        ("one_box", "a box"),
        ("balanced_discs", "discs on discs"),
        ("lying_capsules", "capsules"),
        ("leaning_columns", "leaning columns"),
        ("cliff", "things on a ledge"),
        ("packed_discs", "441 discs in too small a room"),
    ] {
        rows.push(Row::new(
            "F68",
            format!("`{name}`, {what}, 30 s: energy left [J], infinite if one escapes"),
            "0",
            Goal::AtMost(0.01),
            move |bench| settled(bench, name),
        ));
    }
    for (name, what) in [
        ("heavy_cart", "a heavy load on light wheels"),
        ("telescope", "sliders on sliders"),
        ("heavy_between", "light between heavy on sprung sliders"),
        ("pinned_windmill", "sails on hinges and welds"),
    ] {
        rows.push(Row::new(
            "F71",
            format!("`{name}`, {what}, all its steps: highest speed after the first second [m/s]"),
            "no divergence",
            Goal::AtMost(40.0),
            move |bench| highest_speed(bench, name),
        ));
    }
    rows.push(Row::new(
        "F72",
        "a body that cannot move, hinged and driven with all force, 10 s: move [m]",
        "0",
        Goal::AtMost(0.0),
        locked,
    ));
    rows.push(Row::new(
        "F73",
        "`spinner`, 6 000 bodies, 500 steps: bodies outside [-]",
        "0",
        Goal::AtMost(0.0),
        |bench| outside(bench, "spinner", 500),
    ));
    rows.push(Row::new(
        "F73",
        "`tumbler`, 2 025 boxes in a drum, 750 steps: bodies outside [-]",
        "0",
        Goal::AtMost(0.0),
        |bench| outside(bench, "tumbler", 750),
    ));
    rows.push(Row::new(
        "F74",
        "heaps joined and parted by blocks for 10 s, then 10 s of rest: bodies awake [-]",
        "0",
        Goal::AtMost(0.0),
        churn,
    ));
}

/// A built-in scene.
fn built_in(name: &str) -> Result<Scene, Missing> {
    Ok(cairn2d_scenes::find(name).map_err(|error| error.to_string())?.scene())
}

/// Number of dominoes that have fallen after 12 s, and the time of the last one in the row.
fn dominoes(bench: &Bench<'_>) -> Result<[f64; 2], Missing> {
    let scene = built_in("domino")?;
    let mut run = bench.start(&scene)?;
    let fallen = |state: crate::State| state.angle.abs() > core::f64::consts::FRAC_PI_4;
    let last = scene.bodies.len() - 1;
    let mut when = f64::INFINITY;
    for step in 1..=720 {
        run.steps(1);
        if when.is_infinite() && fallen(run.body(last)) {
            when = f64::from(step) / 60.0;
        }
    }
    let count = run.bodies().filter(|&state| fallen(state)).count();
    Ok([count as f64, when])
}

fn settled(bench: &Bench<'_>, name: &str) -> Figure {
    let mut run = bench.start(&built_in(name)?)?;
    run.steps(1800);
    let inside = |state: &crate::State| {
        state.is_finite() && state.position[1] > -10.0 && distance(state.position, [0.0, 0.0]) < 100.0
    };
    Ok(if run.bodies().all(|state| inside(&state)) { run.energy() } else { f64::INFINITY })
}

fn highest_speed(bench: &Bench<'_>, name: &str) -> Figure {
    let scene = built_in(name)?;
    let mut run = bench.start(&scene)?;
    run.steps(60);
    let mut highest = 0.0;
    for _ in 60..scene.steps {
        run.steps(1);
        // Bodies that have slid off the ground fall freely.
        for state in run.bodies().filter(|state| !state.is_finite() || state.position[1] > -2.0) {
            highest = worst(highest, if state.is_finite() { state.speed() } else { f64::INFINITY });
        }
    }
    Ok(highest)
}

fn locked(bench: &Bench<'_>) -> Figure {
    let mut scene = Scene::new("truth", "");
    let mut body = BodyDesc::dynamic([0.0, 5.0]);
    body.locks = Locks { x: true, y: true, rotation: true };
    let pinned = put(&mut scene, body.with(ShapeDesc::half_box(0.5, 0.5)));
    let post = put(&mut scene, BodyDesc::fixed([0.0, 5.0]));
    let arm = put(&mut scene, BodyDesc::dynamic([1.5, 5.0]).with(ShapeDesc::half_box(0.8, 0.1)));
    for (other, at) in [(post, [0.0, 5.0]), (arm, [0.6, 5.0])] {
        let mut parts = JointParts::at(other as u32, pinned as u32, JointAnchor::world(at));
        parts.motor = Some(MotorDesc { speed: 3.0, strength: 1.0e6 });
        scene.join(JointDesc::Revolute(parts));
    }
    let mut run = bench.start(&scene)?;
    run.steps(600);
    if !run.bodies().all(|state| state.is_finite()) {
        return Ok(f64::INFINITY);
    }
    let state = run.body(pinned);
    Ok(worst(distance(state.position, [0.0, 5.0]), state.angle.abs()))
}

/// Number of bodies outside of their container: the ring of the spinner, the drum of the tumbler.
fn outside(bench: &Bench<'_>, name: &str, steps: u32) -> Figure {
    let mut run = bench.start(&built_in(name)?)?;
    run.steps(steps);
    let drum = run.body(1);
    let (sin, cos) = drum.angle.sin_cos();
    let is_outside = |state: &crate::State| {
        let [x, y] = state.center;
        let inside = if name == "spinner" {
            distance(state.center, [0.0, 32.0]) < 40.0
        } else {
            let (x, y) = (x - drum.position[0], y - drum.position[1]);
            (cos * x + sin * y).abs() < 10.0 && (cos * y - sin * x).abs() < 10.0
        };
        !state.is_finite() || !inside
    };
    // The first two bodies are the container.
    Ok(run.bodies().skip(2).filter(is_outside).count() as f64)
}

/// Three heaps of boxes that blocks push to and fro, and that then rest.
fn churn(bench: &Bench<'_>) -> Figure {
    let mut scene = Scene::new("truth", "");
    floor(&mut scene, 0.6);
    for wall in [-14.5, 14.5] {
        scene.add(BodyDesc::fixed([wall, 5.0]).with(ShapeDesc::half_box(0.5, 5.0)));
    }
    for heap in 0..3 {
        for row in 0..4 {
            for column in 0..4 - row {
                let x = 9.0 * (heap as f32 - 1.0) + 1.02 * (column as f32 - 0.5 * (3 - row) as f32);
                scene.add(BodyDesc::dynamic([x, 0.5 + row as f32]).with(ShapeDesc::half_box(0.5, 0.5)));
            }
        }
    }
    let blocks: Vec<usize> = (0..4)
        .map(|index| {
            let at = [-4.5 + 9.0 * (index % 2) as f32, 0.3 + 0.7 * (index / 2) as f32];
            put(&mut scene, BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.3, 0.3).density(2.0)))
        })
        .collect();
    let mut run = bench.start(&scene)?;
    for round in 0..20 {
        for (index, &block) in blocks.iter().enumerate() {
            let speed = if (round + index) % 2 == 0 { 8.0 } else { -8.0 };
            run.set_velocity(block, [speed, 2.0], 0.0);
        }
        run.steps(30);
    }
    run.steps(600);
    let dynamic = scene.bodies.iter().map(|body| body.mass.is_some() || body.kind == Default::default());
    let awake = run.bodies().zip(dynamic).filter(|(state, dynamic)| *dynamic && state.awake);
    Ok(awake.count() as f64)
}
