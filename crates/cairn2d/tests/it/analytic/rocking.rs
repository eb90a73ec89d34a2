//! Bodies that rock on round ones: small oscillations have a known period and energy.

use core::f64::consts::TAU;

use cairn2d::prelude::*;

use super::{G, assert_near};

/// Oscillation of a body that rocks on a fixed circle.
struct Swing {
    /// Angles of the turning points `[rad]`, from the first step on; the signs alternate.
    turns: Vec<f64>,
    /// Mean period `[s]`.
    period: f64,
}

/// Rocks a plate with these half extents on a fixed circle for some seconds, from a tilt at rest.
fn rock([width, height]: [f32; 2], radius: f32, tilt: f32, (hertz, sub_steps): (f32, u32)) -> Swing {
    let mut config = WorldConfig::default();
    (config.sleeping, config.sub_steps) = (false, sub_steps);
    let mut world = World::new(config).unwrap();
    world.spawn(Body::fixed().with(Circle::new(radius).friction(2.0))).unwrap();
    // Rolled from the top without slip: the contact point is `radius * tilt` from the middle of the plate.
    let (sin, cos) = tilt.sin_cos();
    let along = -radius * tilt;
    let at = [-(radius + height) * sin + along * -cos, (radius + height) * cos + along * -sin];
    let plate = Body::dynamic().at(at).rotated(tilt).with(Rect::half(width, height).friction(2.0));
    let id = world.spawn(plate).unwrap();
    let (mut turns, mut crossings) = (vec![f64::from(tilt)], Vec::new());
    let mut last = f64::from(tilt);
    let mut highest = last;
    for step in 1..=(4.0 * hertz) as u32 {
        world.step(1.0 / hertz).unwrap();
        let q = world.body(id).unwrap().rotation();
        let angle = f64::from(q.s).atan2(f64::from(q.c));
        if angle * last < 0.0 {
            let before = last / (last - angle);
            crossings.push((f64::from(step) - 1.0 + before) / f64::from(hertz));
            turns.push(highest);
            highest = 0.0;
        }
        highest = if angle.abs() > f64::abs(highest) { angle } else { highest };
        last = angle;
    }
    let swings = (crossings.len() as f64 - 1.0) / 2.0;
    Swing { turns, period: (crossings[crossings.len() - 1] - crossings[0]) / swings }
}

#[test]
fn plate_on_a_circle_rocks_without_gaining_amplitude() {
    for [width, height, radius] in [[0.09_f32, 0.03, 0.3], [0.5, 0.1, 0.5], [0.2, 0.1, 1.0], [1.5, 0.2, 2.0]]
    {
        for rate in [(30.0_f32, 4), (60.0, 2), (60.0, 4), (60.0, 8), (120.0, 4), (240.0, 1)] {
            let tilt = 0.02;
            let swing = rock([width, height], radius, tilt, rate);
            let [w, h, r] = [width, height, radius].map(f64::from);
            // The energy of small oscillations is m (k² + h²) θ'² / 2 + m g (R - h) θ² / 2, as the centre
            // rises by (R - h) θ² / 2.
            let inertia = (4.0 * w * w + 4.0 * h * h) / 12.0 + h * h;
            let period = TAU * (inertia / (G * (r - h))).sqrt();
            let widest = swing.turns.iter().fold(0.0_f64, |most, turn| most.max(turn.abs()));
            let last = swing.turns[swing.turns.len() - 1].abs();
            // Phase of the oscillation per step `[rad]`.
            let w = TAU / (period * f64::from(rate.0));
            let what = format!("{width} x {height} on {radius}, {rate:?}, w {w:.3}");
            println!(
                "{what}: period {:.4} of {period:.4} s, widest {widest:.4}, last {last:.5}",
                swing.period
            );
            assert!(widest <= 1.001 * f64::from(tilt), "{what}: swings to {widest}");
            assert_near(&what, swing.period / period, 1.0, 1e-3 + 0.3 * w * w);
            if w < 0.15 {
                // docs/notes/solver.md derives the bound. The last turning point is up to one period before
                // the end.
                let share = (1.0 - 1.0 / f64::from(rate.1)) / 2.0;
                let kept = (2.0 * f64::from(rate.0) * (w * w * (share - 1.0)).ln_1p()).exp();
                assert!(last > 0.9 * kept * f64::from(tilt), "{what}: {last} is left of {tilt}");
            }
        }
    }
}
