//! Waves in two dimensions: blasts, sound, isothermal shocks, mirror images, conservation, lanes.

use cairn2d::math::sin;
use cairn2d::{LaneLevel, Vec2};

use super::shocks::unit_def;
use crate::{Blast, Edge, Gas, GasDef, GasState, Model};

/// An isothermal gas of density 1 and sound speed 1 with closed edges, nothing lost.
pub(super) fn isothermal(cells: [u32; 2], cell: f32) -> GasDef {
    GasDef { model: Model::Isothermal { sound_speed: 1.0 }, ..unit_def(cells, cell, 1.4) }
}

#[test]
fn isothermal_shock_tubes_have_the_exact_middle_states() {
    // Density left and right, then density, velocity and shock speed of the exact solution.
    for (left, right, density, velocity, shock) in
        [(1.0, 0.125, 0.34578, 1.06195, 1.6632), (10.0, 1.0, 3.06928, 1.18114, 1.75194)]
    {
        let mut gas = Gas::new(isothermal([600, 4], 1.0 / 200.0)).unwrap();
        for column in 0..600 {
            let density = if column < 300 { left } else { right };
            for row in 0..4 {
                gas.set_cell([column, row], GasState { density, pressure: 1.0, velocity: Vec2::ZERO })
                    .unwrap();
            }
        }
        for _ in 0..5 {
            gas.advance(0.05, None).unwrap();
        }
        // Between the rarefaction and the shock, which is at 0.25 times its speed.
        let middle = gas.at([1.5 + 0.25 * 0.5 * (shock + velocity - 1.0), 0.01]);
        assert!((middle.density / density - 1.0).abs() < 0.005, "{middle:?}");
        assert!((middle.velocity.x / velocity - 1.0).abs() < 0.005, "{middle:?}");
        let front =
            (300..600).rfind(|&x| gas.cell([x, 1]).unwrap().density > 0.5 * (density + right)).unwrap();
        let front = (front as f32 + 1.0) / 200.0 - 1.5;
        assert!((front / (0.25 * shock) - 1.0).abs() < 0.01, "{front}");
    }
}

/// Distance from the centre of the densest cell along a direction, by a parabola through three cells.
fn front(gas: &Gas, center: i32, direction: [i32; 2], reach: i32) -> f32 {
    let density = |i: i32| {
        gas.cell([(center + i * direction[0]) as u32, (center + i * direction[1]) as u32]).unwrap().density
    };
    // The outer edge: where the density falls to the middle of peak and ambient.
    let peak = (0..reach).max_by(|&a, &b| density(a).total_cmp(&density(b))).unwrap();
    let half = 0.5 * (density(peak) + 1.0);
    let edge = (peak..reach).find(|&i| density(i + 1) < half).unwrap();
    let share = (density(edge) - half) / (density(edge) - density(edge + 1));
    (edge as f32 + share) * Vec2::new(direction[0] as f32, direction[1] as f32).length()
}

#[test]
fn a_blast_follows_sedov_in_all_directions() {
    let (cells, width) = (201_u32, 1.0 / 100.0);
    let center = 100;
    let mut gas = Gas::new(unit_def([cells, cells], width, 1.4)).unwrap();
    // Cold ambient gas, so that the shock stays strong.
    for row in 0..cells {
        for column in 0..cells {
            let state = GasState { density: 1.0, pressure: 1.0e-5, velocity: Vec2::ZERO };
            gas.set_cell([column, row], state).unwrap();
        }
    }
    let middle = (center as f32 + 0.5) * width;
    gas.explode(&Blast::new([middle, middle], 3.5 * width, 1.0)).unwrap();
    for _ in 0..10 {
        gas.advance(0.05, None).unwrap();
        assert_eq!(gas.last_step().lag, 0.0);
    }
    let exact = (1.0_f64 / 0.984_074).powf(0.25) * 0.5_f64.sqrt();
    let axis = front(&gas, center, [1, 0], 99) * width;
    let diagonal = front(&gas, center, [1, 1], 99) * width;
    println!("Sedov: axis {axis}, diagonal {diagonal}, exact {exact}");
    assert!((f64::from(axis) / exact - 1.0).abs() < 0.01, "{axis} against {exact}");
    assert!((axis / diagonal - 1.0).abs() < 0.02, "{axis} along an axis, {diagonal} along a diagonal");
}

/// The velocities of a standing sound wave after a few periods, by cells.
fn sound(count: u32, ideal: bool) -> Vec<f64> {
    let cell = 1.0 / count as f32;
    let def = if ideal { unit_def([count, 4], cell, 1.4) } else { isothermal([count, 4], cell) };
    let sound = def.model.sound_speed();
    let mut gas = Gas::new(def).unwrap();
    let pi = core::f32::consts::PI;
    for column in 0..count {
        // The mean of a cosine over the cell.
        let (low, high) = (pi * cell * column as f32, pi * cell * (column + 1) as f32);
        let excess = 0.02 * (sin(high) - sin(low)) / (high - low);
        let pressure = if ideal { (1.0 + excess).powf(1.4) } else { 1.0 };
        let state = GasState { density: 1.0 + excess, pressure, velocity: Vec2::ZERO };
        for row in 0..4 {
            gas.set_cell([column, row], state).unwrap();
        }
    }
    for _ in 0..10 {
        gas.advance(0.25 / sound, None).unwrap();
    }
    (0..count).map(|column| f64::from(gas.cell([column, 1]).unwrap().velocity.x)).collect()
}

#[test]
fn sound_converges_with_second_order() {
    for ideal in [false, true] {
        let waves = [16, 32, 64, 128].map(|count| sound(count, ideal));
        // The differences of successive grids fall as the errors do.
        let difference = |coarse: &[f64], fine: &[f64]| {
            let pairs = coarse.iter().zip(fine.chunks(2));
            pairs.map(|(coarse, fine)| (coarse - 0.5 * (fine[0] + fine[1])).abs()).sum::<f64>()
                / coarse.len() as f64
        };
        let steps = [0, 1, 2].map(|i| difference(&waves[i], &waves[i + 1]));
        let order = (steps[0] / steps[2]).log2() / 2.0;
        println!("sound, ideal {ideal}: differences {steps:?}, order {order:.2}");
        assert!(order >= 1.9, "{order}");
    }
}

/// A gas with walls, blasts and streams at places that no symmetry has, or their mirror images.
fn busy(mirrored: bool, ideal: bool) -> Gas {
    let cells = [90, 61];
    let def = if ideal { unit_def(cells, 0.1, 1.4) } else { isothermal(cells, 0.1) };
    let mut gas = Gas::new(def).unwrap();
    let column = |column: u32| if mirrored { 89 - column } else { column };
    for row in 0..61 {
        for x in 0..90 {
            if (30..33).contains(&x) && row > 12 || (x + row) % 37 == 0 && x > 40 && row < 20 {
                gas.set_wall([column(x), row], true);
                continue;
            }
            let bump = if (x as i32 - 15).pow(2) + (row as i32 - 20).pow(2) < 40 { 8.0 } else { 1.0 };
            let along = 0.3 * ((x * 7 + row * 3) % 11) as f32 - 1.0;
            let velocity = Vec2::new(if mirrored { -along } else { along }, 0.05 * (row % 5) as f32);
            let state = GasState { density: bump, pressure: bump * 1.5, velocity };
            gas.set_cell([column(x), row], state).unwrap();
        }
    }
    gas
}

#[test]
fn a_mirrored_start_has_a_mirrored_end_bit_for_bit() {
    for ideal in [false, true] {
        let (mut gas, mut image) = (busy(false, ideal), busy(true, ideal));
        for _ in 0..40 {
            gas.advance(0.1, None).unwrap();
            image.advance(0.1, None).unwrap();
        }
        for row in 0..61 {
            for x in 0..90 {
                let (here, there) = (gas.cell([x, row]).unwrap(), image.cell([89 - x, row]).unwrap());
                let there = GasState { velocity: Vec2::new(-there.velocity.x, there.velocity.y), ..there };
                assert_eq!(here, there, "ideal {ideal}, cell {x} {row}");
            }
        }
    }
}

#[test]
fn a_closed_box_keeps_mass_and_energy() {
    for ideal in [false, true] {
        let mut gas = busy(false, ideal);
        let before = gas.totals();
        let mut sub_steps = 0;
        while sub_steps < 10_000 {
            gas.advance(0.5, None).unwrap();
            sub_steps += gas.last_step().sub_steps;
        }
        let after = gas.totals();
        println!("closed box, ideal {ideal}: mass {:e}", after.mass / before.mass - 1.0);
        assert!((after.mass / before.mass - 1.0).abs() < 1e-6);
        if ideal {
            println!("energy {:e}", after.energy / before.energy - 1.0);
            assert!((after.energy / before.energy - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn bits_depend_on_neither_lanes_nor_threads() {
    for ideal in [false, true] {
        let mut first = None;
        for lanes in LaneLevel::available() {
            for threads in [1, 3] {
                let tasks = cairn2d::tasks::Threads::default().system(threads);
                let mut gas = busy(false, ideal);
                gas.set_lanes(lanes);
                for _ in 0..3 {
                    gas.advance(0.3, tasks.as_deref()).unwrap();
                }
                let bits: Vec<u32> = gas.cells.iter().map(|value| value.to_bits()).collect();
                assert!(*first.get_or_insert_with(|| bits.clone()) == bits, "{lanes} {threads}");
            }
        }
    }
}

#[test]
fn still_gas_and_open_edges_stay_still() {
    let mut gas =
        Gas::new(GasDef { edges: [Edge::Open, Edge::Closed, Edge::Open, Edge::Closed], ..GasDef::default() })
            .unwrap();
    gas.set_wall([20, 10], true);
    let cells = gas.cells.clone();
    gas.tiles.raise_all();
    gas.advance(0.1, None).unwrap();
    assert!(gas.last_step().sub_steps > 0);
    assert!(gas.cells == cells, "still gas is in balance with walls and edges, to the bit");
    gas.advance(0.1, None).unwrap();
    assert_eq!(gas.last_step().sub_steps, 0);
}

#[test]
fn waves_leave_through_open_edges_and_the_gas_falls_still() {
    for ideal in [false, true] {
        let model = if ideal {
            Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
        } else {
            Model::Isothermal { sound_speed: 40.0 }
        };
        let mut gas = Gas::new(GasDef { model, ..GasDef::default() }).unwrap();
        gas.explode(&Blast::new([0.0, 5.0], 1.0, 5000.0)).unwrap();
        let mut steps = 0;
        while steps < 3000 {
            gas.advance(1.0 / 60.0, None).unwrap();
            steps += 1;
            if gas.last_step().active_cells == 0 {
                break;
            }
        }
        println!("still after {steps} steps, ideal {ideal}");
        assert!(steps < 3000);
        assert!(gas.totals().momentum == [0.0, 0.0]);
    }
}
