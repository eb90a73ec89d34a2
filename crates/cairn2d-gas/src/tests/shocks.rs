//! Shock tubes against the exact solutions.

use cairn2d::Vec2;

use super::exact::{Side, density_at, side, star};
use crate::{Edge, Gas, GasDef, GasState, Model};

const GAMMA: f32 = 1.4;

/// Density 1, pressure 1 and closed edges, nothing lost.
pub(super) fn unit_def(cells: [u32; 2], cell: f32, gamma: f32) -> GasDef {
    GasDef {
        origin: Vec2::ZERO,
        cell,
        cells,
        model: Model::Ideal { gamma, sound_speed: gamma.sqrt() },
        density: 1.0,
        drain: 0.0,
        damping: 0.0,
        edges: [Edge::Closed; 4],
        max_sub_steps: 1024,
        bodies: false,
        ..GasDef::default()
    }
}

fn state(side: Side, upright: bool) -> GasState {
    let velocity = side.velocity as f32;
    let velocity = if upright { Vec2::new(0.0, velocity) } else { Vec2::new(velocity, 0.0) };
    GasState { density: side.density as f32, pressure: side.pressure as f32, velocity }
}

struct Tube {
    name: &'static str,
    left: Side,
    right: Side,
    time: f32,
    star: [f64; 2],
}

const fn tube(name: &'static str, left: Side, right: Side, time: f32, star: [f64; 2]) -> Tube {
    Tube { name, left, right, time, star }
}

/// Names, sides, end times, and the pressure and velocity between the waves of `systems.md`.
const TUBES: [Tube; 6] = [
    tube("Sod", side(1.0, 0.0, 1.0), side(0.125, 0.0, 0.1), 0.2, [0.3031302, 0.9274526]),
    tube("123", side(1.0, -2.0, 0.4), side(1.0, 2.0, 0.4), 0.15, [0.0018939, 0.0]),
    tube("left blast", side(1.0, 0.0, 1000.0), side(1.0, 0.0, 0.01), 0.012, [460.8938, 19.59745]),
    tube("right blast", side(1.0, 0.0, 0.01), side(1.0, 0.0, 100.0), 0.035, [46.09504, -6.196328]),
    tube(
        "collision",
        side(5.99924, 19.5975, 460.894),
        side(5.99242, -6.19633, 46.095),
        0.035,
        [1691.647, 8.689774],
    ),
    tube("Lax", side(0.445, 0.698, 3.528), side(0.5, 0.0, 0.571), 0.12, [2.466098, 1.528723]),
];

/// Runs a tube of `count` cells to a length of 1, with the tube again to both sides, so that its ends are
/// free. Returns the densities, and the least density and pressure as shares of those of the tube.
fn run(tube: &Tube, count: usize, upright: bool) -> (Vec<f32>, f32, f32) {
    let long = 3 * count as u32;
    let cells = if upright { [4, long] } else { [long, 4] };
    let mut gas = Gas::new(unit_def(cells, 1.0 / count as f32, GAMMA)).unwrap();
    let at = |along: u32, across: u32| if upright { [across, along] } else { [along, across] };
    for along in 0..long {
        let side = if along < long / 2 { tube.left } else { tube.right };
        for across in 0..4 {
            assert!(gas.set_cell(at(along, across), state(side, upright)).unwrap());
        }
    }
    for _ in 0..4 {
        gas.advance(0.25 * tube.time, None).unwrap();
        assert_eq!(gas.last_step().lag, 0.0);
    }
    let (mut density, mut pressure) = (f32::MAX, f32::MAX);
    for along in 0..long {
        let state = gas.cell(at(along, 1)).unwrap();
        (density, pressure) = (density.min(state.density), pressure.min(state.pressure));
    }
    let densities = (0..count).map(|i| gas.cell(at((count + i) as u32, 1)).unwrap().density).collect();
    (densities, density, pressure)
}

/// Mean difference of the density from the exact one.
fn error(tube: &Tube, densities: &[f32]) -> f64 {
    let count = densities.len();
    let mut sum = 0.0;
    for (index, &density) in densities.iter().enumerate() {
        // The exact mean of a cell, by eight points.
        let exact: f64 = (0..8)
            .map(|part| {
                let x = (index as f64 + (f64::from(part) + 0.5) / 8.0) / count as f64 - 0.5;
                density_at(f64::from(GAMMA), tube.left, tube.right, x / f64::from(tube.time)) / 8.0
            })
            .sum();
        sum += (f64::from(density) - exact).abs();
    }
    sum / count as f64
}

#[test]
fn the_exact_solver_gives_the_published_star_states() {
    for tube in &TUBES {
        let [pressure, velocity] = star(f64::from(GAMMA), tube.left, tube.right);
        assert!((pressure / tube.star[0] - 1.0).abs() < 1e-4, "{}: {pressure}", tube.name);
        assert!((velocity - tube.star[1]).abs() < 1e-4 * (1.0 + velocity.abs()), "{}: {velocity}", tube.name);
    }
}

#[test]
fn all_shock_tubes_run_without_a_floor_and_agree_with_the_exact_solution() {
    // Errors of a first-order scheme are three to four times as large.
    let limits = [0.0025, 0.012, 0.14, 0.11, 0.25, 0.011];
    for (tube, limit) in TUBES.iter().zip(limits) {
        let (densities, density, pressure) = run(tube, 200, false);
        // A floor is 1e-6 of the ambient density and pressure, both 1.
        assert!(density > 1e-4 && pressure > 1e-4, "{}: {density} {pressure}", tube.name);
        let error = error(tube, &densities);
        println!("{}: L1 {error:.5}, least density {density:.5}, least pressure {pressure:.5}", tube.name);
        assert!(error <= limit, "{}: {error}", tube.name);
        let (upright, ..) = run(tube, 200, true);
        assert_eq!(densities, upright, "{}: along y as along x", tube.name);
    }
}
