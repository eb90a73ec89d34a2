//! Bad input, extreme input, and bytes of any source.

use cairn2d::prelude::*;
use cairn2d::system::{BytesError, Systems, WorldSystem};

use crate::{Blast, Edge, Gas, GasDef, GasState, Model};

#[test]
fn bad_options_are_rejected() {
    let def = GasDef::default;
    let ideal = |gamma: f32, sound_speed: f32| Model::Ideal { gamma, sound_speed };
    let bad = [
        GasDef { cell: 0.0, ..def() },
        GasDef { cell: f32::NAN, ..def() },
        GasDef { cells: [3, 10], ..def() },
        GasDef { cells: [10, 4096], ..def() },
        GasDef { origin: vec2(f32::INFINITY, 0.0), ..def() },
        GasDef { model: ideal(1.0, 40.0), ..def() },
        GasDef { model: ideal(1.4, -1.0), ..def() },
        GasDef { model: Model::Isothermal { sound_speed: 0.0 }, ..def() },
        GasDef { density: 0.0, ..def() },
        GasDef { drain: -1.0, ..def() },
        GasDef { damping: f32::NAN, ..def() },
        GasDef { friction: 2000.0, ..def() },
        GasDef { max_sub_steps: 0, ..def() },
        GasDef { wake_above: -1.0, ..def() },
    ];
    for def in bad {
        assert!(Gas::new(def.clone()).is_err(), "{def:?}");
    }
    let mut gas = Gas::new(def()).unwrap();
    let cells = gas.cells.clone();
    for blast in [
        Blast::new([f32::NAN, 0.0], 1.0, 1.0),
        Blast::new([0.0, 1.0], -1.0, 1.0),
        Blast::new([0.0, 1.0], 1.0, f32::INFINITY),
        Blast::new([0.0, 1.0], 1.0, 1.0).mass(-1.0),
    ] {
        assert!(gas.explode(&blast).is_err(), "{blast:?}");
    }
    gas.explode(&Blast::new([500.0, 0.0], 1.0, 1.0)).unwrap();
    gas.release_blasts();
    assert!(gas.cells == cells, "a blast beyond the grid does nothing");
    for _ in 0..crate::MAX_BLASTS {
        gas.explode(&Blast::new([500.0, 0.0], 1.0, 1.0)).unwrap();
    }
    assert!(gas.explode(&Blast::new([0.0, 0.0], 1.0, 1.0)).is_err(), "too many");
    let state = GasState { density: 0.01, pressure: 16.0, velocity: Vec2::ZERO };
    assert!(gas.set_cell([0, 0], GasState { density: f32::NAN, ..state }).is_err());
    assert!(gas.set_cell([0, 0], GasState { velocity: vec2(1.0e9, 0.0), ..state }).is_err());
    assert!(!gas.set_cell([80, 0], state).unwrap());
    assert!(!gas.set_wall([0, 40], true));
    assert!(gas.cell([80, 0]).is_none());
    assert!(gas.advance(2.0, None).is_err() && gas.advance(f32::NAN, None).is_err());
    assert!(gas.cells == cells);
}

/// Whether all numbers of a gas are finite and all densities positive, except those of walls.
fn is_sound(gas: &Gas) -> bool {
    let [columns, rows] = gas.def().cells;
    (0..rows).all(|row| {
        (0..columns).all(|column| {
            let state = gas.cell([column, row]).unwrap();
            state.density >= 0.0
                && state.density.is_finite()
                && state.pressure.is_finite()
                && state.velocity.is_finite()
        })
    })
}

#[test]
fn extreme_blasts_leave_finite_numbers() {
    for ideal in [false, true] {
        for (energy, mass, sound) in
            [(1.0e12, 0.0, 40.0), (1.0e-3, 1.0e9, 40.0), (1.0e12, 1.0e-6, 1.0e4), (1.0e6, 0.0, 0.01)]
        {
            let model = if ideal {
                Model::Ideal { gamma: 1.4, sound_speed: sound }
            } else {
                Model::Isothermal { sound_speed: sound }
            };
            for max_sub_steps in [1, 64] {
                let edges = [Edge::Closed, Edge::Open, Edge::Closed, Edge::Open];
                let def = GasDef {
                    model,
                    max_sub_steps,
                    edges,
                    cells: [40, 30],
                    friction: 5.0,
                    ..GasDef::default()
                };
                let mut gas = Gas::new(def).unwrap();
                gas.explode(&Blast::new([-6.0, 3.0], 0.5, energy).mass(mass)).unwrap();
                let mut world = World::new(WorldConfig::default()).unwrap();
                for n in 0..6 {
                    let at = [-8.0 + 1.1 * n as f32, 3.0 + 0.3 * n as f32];
                    let size = 0.05 * (n + 1) as f32;
                    let body =
                        Body::dynamic().at(at).velocity([100.0 * n as f32, -50.0]).angular_velocity(30.0);
                    world.spawn(body.with(Rect::half(size, size))).unwrap();
                }
                let mut systems = Systems::new().with(gas);
                for _ in 0..12 {
                    systems.step(&mut world, 1.0 / 60.0).unwrap();
                }
                let gas = systems.get::<Gas>().unwrap();
                assert!(is_sound(gas), "ideal {ideal}, energy {energy}, mass {mass}, sound {sound}");
            }
        }
    }
}

#[test]
fn bytes_of_any_source_are_rejected_or_read_into_a_sound_gas() {
    let model = Model::Ideal { gamma: 1.4, sound_speed: 40.0 };
    let mut gas = Gas::new(GasDef { model, cells: [12, 9], ..GasDef::default() }).unwrap();
    gas.set_wall([3, 3], true);
    gas.explode(&Blast::new([-9.0, 1.0], 0.4, 500.0)).unwrap();
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::dynamic().at([-8.2, 1.2]).with(Circle::new(0.4))).unwrap();
    let mut systems = Systems::new().with(gas);
    for _ in 0..5 {
        systems.step(&mut world, 1.0 / 60.0).unwrap();
    }
    let gas = systems.get::<Gas>().unwrap().clone();
    let mut bytes = Vec::new();
    gas.write(&mut bytes);
    let mut copy = Gas::new(GasDef::default()).unwrap();
    copy.read(&bytes).unwrap();
    assert_eq!(copy.hash(), gas.hash());
    for length in 0..bytes.len() {
        assert!(copy.read(&bytes[..length]).is_err(), "{length} bytes");
        assert_eq!(copy.hash(), gas.hash(), "a read that fails changes nothing");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(copy.read(&longer), Err(BytesError::Trailing(1)));
    let mut seed = 7_u32;
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut bad = bytes.clone();
        for _ in 0..3 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (seed >> 8) as usize % bad.len();
            bad[at] ^= 1 << (seed >> 4 & 7);
        }
        let mut gas = copy.clone();
        if gas.read(&bad).is_ok() {
            accepted += 1;
            let mut world = world.clone();
            let mut systems = Systems::new().with(gas);
            for _ in 0..2 {
                systems.step(&mut world, 1.0 / 60.0).unwrap();
            }
            assert!(is_sound(systems.get::<Gas>().unwrap()));
        }
    }
    assert!(accepted > 100, "{accepted}");
}
