//! Bodies without contacts: flight, spin, forces, masses, and the functions of angles.

use core::f64::consts::{PI, TAU};

use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use super::{DT, G, add as put, distance, sleepless, weightless, worst};
use crate::lab::{Bench, Figure};
use crate::row::{Goal, Row};

pub(super) fn add(rows: &mut Vec<Row>) {
    rows.push(Row::new(
        "A01",
        "projectile, 2 s: largest error [m]",
        "parabola",
        Goal::AtMost(1e-3),
        projectile,
    ));
    let spin = |angle: bool| {
        move |bench: &Bench<'_>| {
            let (off, spin) = free_spin(bench)?;
            Ok(if angle { off } else { spin })
        }
    };
    let after = "free spin of 3 rad/s, 60 s";
    rows.push(Row::new(
        "A02",
        format!("{after}: error of the angle [rad]"),
        "180 rad",
        Goal::AtMost(1e-4),
        spin(true),
    ));
    rows.push(Row::new(
        "A02",
        format!("{after}: change of the speed [rad/s]"),
        "0",
        Goal::AtMost(1e-6),
        spin(false),
    ));
    for (what, part) in [("speed", 0), ("way", 1), ("spin", 2), ("angle", 3)] {
        rows.push(Row::new(
            "A14",
            format!("steady force and torque, 1 s: error of the {what} [-]"),
            "F t / m, F t² / 2 m, and the same of the torque",
            Goal::AtMost(1e-4),
            move |bench| Ok(pushed(bench)?[part]),
        ));
    }
    for (what, part) in [("circle", 0), ("box", 1), ("capsule", 2)] {
        rows.push(Row::new(
            "A16",
            format!("mass and inertia of a {what} [-]"),
            "closed form",
            Goal::AtMost(1e-6),
            move |bench| masses(bench, part),
        ));
    }
    rows.push(Row::new(
        "A17",
        "sine and cosine of a million angles, -pi to pi [-]",
        "sin, cos",
        Goal::AtMost(1e-6),
        sines,
    ));
    rows.push(Row::new("A17", "angles of a million vectors [rad]", "atan2", Goal::AtMost(1e-6), angles));
}

fn projectile(bench: &Bench<'_>) -> Figure {
    let mut scene = sleepless();
    let mut body = BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::half_box(0.4, 0.2));
    body.velocity = [7.0, 12.0];
    let body = put(&mut scene, body);
    let mut run = bench.start(&scene)?;
    let mut off = 0.0;
    for step in 1..=120 {
        run.steps(1);
        let t = f64::from(step) * DT;
        off = worst(off, distance(run.body(body).position, [7.0 * t, 12.0 * t - 0.5 * G * t * t]));
    }
    Ok(off)
}

/// Error of the angle after a minute, and of the angular velocity.
fn free_spin(bench: &Bench<'_>) -> Result<(f64, f64), crate::Missing> {
    let mut scene = weightless();
    let mut body = BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::half_box(1.0, 0.1));
    body.angular_velocity = 3.0;
    let body = put(&mut scene, body);
    let mut run = bench.start(&scene)?;
    run.steps(3600);
    let state = run.body(body);
    let off = state.angle - 180.0;
    Ok(((off - (off / TAU).round() * TAU).abs(), (state.spin - 3.0).abs()))
}

/// Relative errors of velocity, displacement, spin and angle after a second of constant force and torque.
fn pushed(bench: &Bench<'_>) -> Result<[f64; 4], crate::Missing> {
    let mut scene = weightless();
    let body =
        put(&mut scene, BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::half_box(0.5, 1.0).density(2.0)));
    let mut run = bench.start(&scene)?;
    for _ in 0..60 {
        run.push(body, [6.0, -2.0], 1.5);
        run.steps(1);
    }
    let state = run.body(body);
    // A box of 1 m by 2 m and 2 kg/m².
    let (mass, inertia) = (4.0, 4.0 * 5.0 / 12.0);
    let force = 40.0_f64.sqrt();
    let [x, y] = state.position;
    Ok([
        (state.speed() * mass / force - 1.0).abs(),
        (x.hypot(y) * 2.0 * mass / force - 1.0).abs(),
        (state.spin * inertia / 1.5 - 1.0).abs(),
        (state.angle * 2.0 * inertia / 1.5 - 1.0).abs(),
    ])
}

/// The larger relative error of mass and inertia of a shape.
fn masses(bench: &Bench<'_>, shape: usize) -> Figure {
    let (r, d) = (0.5, 1.0);
    let disc = PI * r * r;
    // A box of 2 m by 1 m and two half discs, whose centers are 4 r / 3 pi beyond its ends.
    let ends = disc * (0.5 * r * r + d * d + 2.0 * d * 4.0 * r / (3.0 * PI));
    let (shape, mass, inertia) = match shape {
        0 => (ShapeDesc::circle(1.0), PI, 0.5 * PI),
        1 => (ShapeDesc::half_box(1.0, 1.0), 4.0, 8.0 / 3.0),
        _ => {
            let capsule = ShapeDesc::capsule([-1.0, 0.0], [1.0, 0.0], 0.5);
            (capsule.density(3.0), 3.0 * (2.0 + disc), 3.0 * (2.0 * 5.0 / 12.0 + ends))
        }
    };
    let mut scene = weightless();
    let body = put(&mut scene, BodyDesc::dynamic([0.0, 0.0]).with(shape));
    let mut run = bench.start(&scene)?;
    run.steps(1);
    let state = run.body(body);
    Ok(worst((state.mass / mass - 1.0).abs(), (state.inertia / inertia - 1.0).abs()))
}

const MILLION: u32 = 1_000_000;

fn sines(bench: &Bench<'_>) -> Figure {
    let mut off = 0.0;
    for index in 0..=MILLION {
        let angle = (PI * (2.0 * f64::from(index) / f64::from(MILLION) - 1.0)) as f32;
        let (sin, cos) = bench.engine.sin_cos(angle);
        let (truth_sin, truth_cos) = f64::from(angle).sin_cos();
        off = worst(off, worst((f64::from(sin) - truth_sin).abs(), (f64::from(cos) - truth_cos).abs()));
    }
    Ok(off)
}

fn angles(bench: &Bench<'_>) -> Figure {
    let mut off = 0.0;
    for index in 0..MILLION {
        let angle = TAU * (f64::from(index) + 0.5) / f64::from(MILLION);
        let length = 0.001 * f64::from(1 + index % 4096);
        let (y, x) = ((length * angle.sin()) as f32, (length * angle.cos()) as f32);
        let own = bench.engine.atan2(y, x).ok_or_else(|| "no atan2 of its own".to_owned())?;
        off = worst(off, (f64::from(own) - f64::from(y).atan2(x.into())).abs());
    }
    Ok(off)
}
