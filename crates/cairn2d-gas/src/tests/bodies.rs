//! Gas and bodies: pistons, drift, momentum, shelter, rest.

use cairn2d::prelude::*;
use cairn2d::system::Systems;

use super::exact::{Side, side, star};
use super::shocks::unit_def;
use super::waves::isothermal;
use crate::{Blast, Edge, Gas, GasDef, GasState, Model};

const DT: f32 = 1.0 / 60.0;

pub(super) fn weightless() -> World {
    World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap()
}

/// Fills all gas cells with one state.
fn fill(gas: &mut Gas, state: GasState) {
    let [columns, rows] = gas.def().cells;
    for row in 0..rows {
        for column in 0..columns {
            gas.set_cell([column, row], state).unwrap();
        }
    }
}

#[test]
fn a_piston_drives_the_exact_shock() {
    // A piston that moves into gas of density 1 and pressure 1 at a speed: the wave between the piston and
    // the gas is that of two gases that meet at twice the speed.
    for ideal in [true, false] {
        for speed in [0.1_f32, 0.8, 2.0] {
            let (columns, cell) = (400, 0.01);
            let def = if ideal { unit_def([columns, 8], cell, 1.4) } else { isothermal([columns, 8], cell) };
            let mut gas = Gas::new(GasDef { bodies: true, ..def }).unwrap();
            let mut world = weightless();
            let piston =
                Body::kinematic().at([-0.47, 0.04]).velocity([speed, 0.0]).with(Rect::half(0.5, 1.0));
            world.spawn(piston).unwrap();
            let mut systems = Systems::new().with(gas.clone());
            let (steps, dt) = (100, 0.01);
            for _ in 0..steps {
                systems.step(&mut world, dt).unwrap();
            }
            gas = systems.get::<Gas>().unwrap().clone();
            let gas_at = |x: f32| gas.at([x, 0.045]);
            let (velocity, sides) = (f64::from(speed), |v: f64| side(1.0, v, 1.0));
            let (pressure, shock) = if ideal {
                let [pressure, _] = star(1.4, sides(velocity), sides(-velocity));
                let density = ((pressure * 6.0 + 1.0) / (pressure + 6.0)) as f32;
                (pressure as f32, speed * density / (density - 1.0))
            } else {
                // Across an isothermal shock, rho2 / rho1 = M^2.
                let mach = 0.5 * (speed + (speed * speed + 4.0).sqrt());
                (mach * mach, mach)
            };
            let face = 0.03 + speed * dt * steps as f32;
            let middle = gas_at(0.5 * (face + 0.03 + shock * dt * steps as f32));
            println!("piston, ideal {ideal}, speed {speed}: {middle:?}, pressure {pressure}");
            assert!((middle.pressure / pressure - 1.0).abs() < 0.01, "{middle:?} {pressure}");
            assert!((middle.velocity.x / speed - 1.0).abs() < 0.01, "{middle:?}");
            let half = 0.5 * (pressure + 1.0);
            let front = (0..columns).rfind(|&x| gas.cell([x, 4]).unwrap().pressure > half).unwrap();
            let front = (front as f32 + 1.0) * cell;
            let exact = 0.03 + shock * dt * steps as f32;
            assert!((front - exact).abs() < 0.01 * exact + cell, "front {front}, exact {exact}");
        }
    }
}

#[test]
fn a_reflected_shock_has_the_exact_pressure() {
    // Gas that flows against a closed end at a speed is stopped by the shock of a piston of that speed.
    let speed = 1.5_f32;
    let mut gas = Gas::new(unit_def([400, 4], 0.01, 1.4)).unwrap();
    fill(&mut gas, GasState { density: 1.0, pressure: 1.0, velocity: Vec2::new(speed, 0.0) });
    for _ in 0..10 {
        gas.advance(0.05, None).unwrap();
    }
    let sides = |v: f64| Side { density: 1.0, velocity: v, pressure: 1.0 };
    let [pressure, _] = star(1.4, sides(f64::from(speed)), sides(-f64::from(speed)));
    let end = gas.at([3.9, 0.02]);
    assert!((f64::from(end.pressure) / pressure - 1.0).abs() < 0.01, "{end:?} {pressure}");
    assert!(end.velocity.x.abs() < 0.01);
}

/// The push on a light body in gas that moves with it, over its weight: the largest of a step, and the mean.
fn drift_push(ideal: bool, velocity: Vec2, angle: f32, spin: f32, shape: Shape) -> (f32, f32) {
    let model = if ideal {
        Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
    } else {
        Model::Isothermal { sound_speed: 40.0 }
    };
    let def = GasDef {
        cells: [160, 160],
        origin: Vec2::new(-20.0, -20.0),
        model,
        drain: 0.0,
        damping: 0.0,
        ..GasDef::default()
    };
    let mut gas = Gas::new(def).unwrap();
    let (density, pressure) = (gas.def().density, gas.def().pressure());
    fill(&mut gas, GasState { density, pressure, velocity });
    let mut world = weightless();
    let body = Body::dynamic().at([0.03, -0.07]).rotated(angle).velocity(velocity).angular_velocity(spin);
    let body = world.spawn(body.with(shape)).unwrap();
    let weight = world.body(body).unwrap().mass().mass * 9.81;
    let mut systems = Systems::new().with(gas);
    let (mut most, mut sum) = (0.0_f32, Vec2::ZERO);
    // Until the waves from the edges arrive.
    let steps = 25;
    for _ in 0..steps {
        systems.step(&mut world, DT).unwrap();
        let push = systems.get::<Gas>().unwrap().last_step().impulse / DT;
        most = most.max(push.length());
        sum += push;
    }
    (most / weight, sum.length() / steps as f32 / weight)
}

#[test]
fn a_light_body_that_drifts_with_the_gas_feels_nothing() {
    let shapes: [Shape; 3] = [
        Rect::half(0.5, 0.5).into(),
        Circle::new(0.6).into(),
        Capsule::new([-0.8, 0.0], [0.8, 0.0], 0.2).into(),
    ];
    for ideal in [false, true] {
        for (index, shape) in shapes.iter().enumerate() {
            for velocity in [Vec2::new(3.0, 0.0), Vec2::new(-1.7, 2.3), Vec2::new(8.0, -11.0)] {
                let (most, mean) = drift_push(ideal, velocity, 0.3 * index as f32, 0.0, shape.clone());
                println!("drift, ideal {ideal}, shape {index}, {velocity:?}: most {most:e}, mean {mean:e}");
                assert!(most < 1e-3, "shape {index} at {velocity:?}: {most}");
            }
        }
    }
}

#[test]
fn gas_and_free_bodies_keep_momentum_and_mass() {
    for (ideal, friction) in [(false, 0.0), (false, 20.0), (true, 0.0), (true, 20.0)] {
        let model = if ideal {
            Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
        } else {
            Model::Isothermal { sound_speed: 40.0 }
        };
        let def = GasDef {
            cells: [96, 96],
            origin: Vec2::new(-12.0, -12.0),
            model,
            drain: 0.0,
            damping: 0.0,
            friction,
            edges: [Edge::Closed; 4],
            ..GasDef::default()
        };
        let mut gas = Gas::new(def).unwrap();
        let mut world = weightless();
        let mut bodies = Vec::new();
        for (x, y, turn) in [(1.5, 0.2, 0.0), (-1.8, 1.1, 0.4), (0.3, -2.2, 1.0)] {
            bodies.push(
                world.spawn(Body::dynamic().at([x, y]).rotated(turn).with(Rect::half(0.4, 0.6))).unwrap(),
            );
        }
        // One is smaller than a cell.
        bodies.push(world.spawn(Body::dynamic().at([-0.9, -0.6]).with(Circle::new(0.06))).unwrap());
        // The bodies are there before the blast.
        let mut systems = Systems::new();
        gas.follow_world(&world).unwrap();
        gas.explode(&Blast::new([0.0, 0.0], 0.7, 3000.0).mass(0.1)).unwrap();
        gas.release_blasts();
        let before = gas.totals();
        systems.add(gas);
        // Until the wave reaches the edges, which are not free.
        let (mut thrown, mut worst) = (0.0_f64, 0.0_f64);
        for _ in 0..200 {
            systems.step(&mut world, DT).unwrap();
            let gas = systems.get::<Gas>().unwrap();
            let ambient = gas.cell([0, 0]).unwrap();
            let reached = |i: u32| {
                [[i, 0], [i, 95], [0, i], [95, i]].map(|cell| gas.cell(cell).unwrap()) != [ambient; 4]
            };
            if (0..96).any(reached) {
                break;
            }
            let totals = gas.totals();
            let mut sum = totals.momentum;
            thrown = 0.0;
            for &body in &bodies {
                let body = world.body(body).unwrap();
                let (mass, velocity) = (f64::from(body.mass().mass), body.velocity());
                sum[0] += mass * f64::from(velocity.x);
                sum[1] += mass * f64::from(velocity.y);
                thrown += mass * f64::from(velocity.length());
            }
            worst = worst.max(sum[0].abs()).max(sum[1].abs());
            assert!((totals.mass / before.mass - 1.0).abs() < 1e-6, "{totals:?} {before:?}");
        }
        println!("momentum, ideal {ideal}, friction {friction}: {worst:e} of {thrown}");
        assert!(thrown > 1.0, "the blast throws the bodies: {thrown}");
        assert!(worst < 1e-5 * thrown, "{worst} of {thrown}");
    }
}

/// Speed of a flat body along gas that streams past it, step by step.
fn dragged(density: f32, friction: f32) -> Vec<f32> {
    let def = GasDef { cells: [160, 80], friction, drain: 0.0, damping: 0.0, ..GasDef::default() };
    let mut gas = Gas::new(def).unwrap();
    let (ambient, pressure) = (gas.def().density, gas.def().pressure());
    fill(&mut gas, GasState { density: ambient, pressure, velocity: Vec2::new(5.0, 0.0) });
    let mut world = weightless();
    let plate = Body::dynamic().at([10.0, 10.0]).with(Shape::from(Rect::half(3.0, 0.25)).density(density));
    let plate = world.spawn(plate).unwrap();
    let mut systems = Systems::new().with(gas);
    let mut step = |_| {
        systems.step(&mut world, DT).unwrap();
        world.body(plate).unwrap().velocity().x
    };
    (0..20).map(&mut step).collect()
}

#[test]
fn friction_drags_bodies_along_without_overshooting() {
    for density in [1.0, 0.1, 0.01, 1.0e-3, 1.0e-4, 1.0e-6] {
        let (smooth, rough) = (dragged(density, 0.0), dragged(density, 10.0));
        println!("drag at density {density}: {:?} and {:?} m/s", smooth.last(), rough.last());
        assert!(rough[19] > 1.02 * smooth[19], "{rough:?} against {smooth:?}");
        assert!(rough.iter().all(|&speed| speed < 5.0 * 1.01), "{rough:?}");
    }
    // The first step: 48 cells of gas above and below lose a share of their velocity, but for the friction of
    // one sub-step's corner cells.
    let gain = dragged(1.0, 10.0)[0] - dragged(1.0, 0.0)[0];
    let gas = 48.0 * 0.25 * 0.25 * 0.01 * 5.0 * (1.0 - (-10.0 * DT).exp());
    assert!((gain * 3.0 / gas - 1.0).abs() < 0.1, "{} against {gas}", gain * 3.0);
}

#[test]
fn light_bodies_in_a_blast_stay_slower_than_its_waves() {
    for ideal in [false, true] {
        for (size, density) in [0.05, 0.13, 0.3, 1.0]
            .into_iter()
            .flat_map(|size| [1.0, 0.01, 1.0e-4, 1.0e-6].map(|density| (size, density)))
        {
            let model = if ideal {
                Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
            } else {
                Model::Isothermal { sound_speed: 40.0 }
            };
            let mut gas = Gas::new(GasDef { cells: [96, 48], model, ..GasDef::default() }).unwrap();
            gas.explode(&Blast::new([0.0, 5.0], 1.0, 3000.0)).unwrap();
            let mut world = weightless();
            let shapes: [Shape; 3] = [
                Circle::new(size).into(),
                Rect::half(size, 0.4 * size).into(),
                Capsule::new([-size, 0.0], [size, 0.0], 0.05 * size).into(),
            ];
            let bodies: Vec<_> = shapes
                .into_iter()
                .zip([[2.5, 5.4], [-2.2, 3.7], [0.3, 8.0]])
                .map(|(shape, at)| world.spawn(Body::dynamic().at(at).with(shape.density(density))).unwrap())
                .collect();
            let mut systems = Systems::new().with(gas);
            let (mut most, mut wave, mut turns) = (0.0_f32, 0.0_f32, 0);
            let mut before = vec![Vec2::ZERO; bodies.len()];
            for _ in 0..60 {
                systems.step(&mut world, DT).unwrap();
                wave = wave.max(systems.get::<Gas>().unwrap().last_step().fastest);
                for (&body, before) in bodies.iter().zip(&mut before) {
                    let velocity = world.body(body).unwrap().velocity();
                    most = most.max(velocity.length());
                    turns += u32::from(velocity.dot(*before) < 0.0 && velocity.length() > 1.0);
                    *before = velocity;
                }
            }
            println!(
                "light bodies, ideal {ideal}, {size} m, density {density}: {most} m/s, wave {wave}, {turns} turns"
            );
            assert!(most < wave, "{size} m, density {density}: {most} m/s against {wave}");
            assert!(turns <= 8, "{size} m, density {density}: {turns} turns");
        }
    }
}

/// Momentum that a blast gives to a crate, with or without a wall between.
fn push_behind(wall: bool, ideal: bool) -> f32 {
    let model = if ideal {
        Model::Ideal { gamma: 1.4, sound_speed: 40.0 }
    } else {
        Model::Isothermal { sound_speed: 40.0 }
    };
    let def = GasDef { cells: [128, 64], origin: Vec2::new(-16.0, 0.0), model, ..GasDef::default() };
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
    if wall {
        world.spawn(Body::fixed().at([0.0, 3.0]).with(Rect::half(0.3, 3.0))).unwrap();
    }
    let crate_body = world.spawn(Body::dynamic().at([1.5, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let mut gas = Gas::new(def).unwrap();
    gas.follow_world(&world).unwrap();
    gas.explode(&Blast::new([-3.0, 1.0], 0.7, if ideal { 12000.0 } else { 3000.0 })).unwrap();
    let mut systems = Systems::new().with(gas);
    let mut fastest = 0.0_f32;
    for _ in 0..90 {
        systems.step(&mut world, DT).unwrap();
        fastest = fastest.max(world.body(crate_body).unwrap().velocity().length());
    }
    fastest
}

#[test]
fn a_wall_shelters_a_crate() {
    for ideal in [false, true] {
        let (open, sheltered) = (push_behind(false, ideal), push_behind(true, ideal));
        println!("shelter, ideal {ideal}: {open} m/s in the open, {sheltered} m/s behind the wall");
        assert!(open > 1.0, "{open}");
        assert!(sheltered < 0.05 * open, "{sheltered} of {open}");
    }
}

#[test]
fn a_wave_round_a_corner_arrives_after_its_path() {
    // A corridor of 1 m that turns twice by a right angle, in a gas with weak waves.
    let def = GasDef {
        cells: [120, 80],
        origin: Vec2::ZERO,
        cell: 0.1,
        damping: 0.0,
        drain: 0.0,
        ..GasDef::default()
    };
    let mut gas = Gas::new(def).unwrap();
    for row in 0..80 {
        for column in 0..120 {
            let (x, y) = (column as f32 * 0.1 + 0.05, row as f32 * 0.1 + 0.05);
            let low = y > 1.0 && y < 2.0 && x < 7.0;
            let up = x > 6.0 && x < 7.0 && y > 1.0 && y < 6.0;
            let high = y > 5.0 && y < 6.0 && x > 6.0;
            gas.set_wall([column, row], !(low || up || high));
        }
    }
    gas.explode(&Blast::new([1.5, 1.5], 0.4, 1.0)).unwrap();
    let ambient = gas.def().pressure();
    // The shortest path hugs both corners, at (6, 2) and (7, 5). The front starts at the edge of the blast.
    let path = [Vec2::new(1.5, 1.5), Vec2::new(6.0, 2.0), Vec2::new(7.0, 5.0), Vec2::new(10.5, 5.5)];
    let path = path.windows(2).map(|ends| (ends[1] - ends[0]).length()).sum::<f32>() - 0.4;
    let mut pressures = Vec::new();
    for _ in 0..200 {
        gas.advance(0.002, None).unwrap();
        pressures.push(gas.at([10.5, 5.5]).pressure - ambient);
    }
    let peak = pressures.iter().fold(0.0_f32, |most, &pressure| most.max(pressure));
    let time = 0.002 * (1 + pressures.iter().position(|&pressure| pressure > 0.1 * peak).unwrap()) as f32;
    println!("corner: {time} s, path {path} m, {} m/s", path / time);
    assert!((time / (path / 40.0) - 1.0).abs() < 0.1, "{time} against {}", path / 40.0);
}

#[test]
fn a_box_in_still_gas_sleeps_and_its_world_has_the_same_hash() {
    let scene = |with_gas: bool| {
        let mut world = World::new(WorldConfig::default()).unwrap();
        world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
        let body = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
        let mut systems = Systems::new();
        if with_gas {
            systems.add(Gas::new(GasDef::default()).unwrap());
        }
        for _ in 0..200 {
            systems.step(&mut world, DT).unwrap();
        }
        assert!(world.body(body).unwrap().is_asleep());
        let gas = systems.get::<Gas>();
        assert_eq!(gas.map_or(0, |gas| gas.last_step().sub_steps), 0);
        world.hash()
    };
    assert_eq!(scene(true), scene(false));
}

/// A world with a floor, crates and a blast.
fn busy_world() -> (World, Systems) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
    world.spawn(Body::fixed().with(Segment::new([-4.0, 0.0], [-6.0, 5.0]))).unwrap();
    for i in 0..6 {
        let at = [1.0 + 0.9 * i as f32, 0.4 + 0.3 * (i % 3) as f32];
        world.spawn(Body::dynamic().at(at).rotated(0.2 * i as f32).with(Rect::half(0.35, 0.4))).unwrap();
        world.spawn(Body::dynamic().at([at[0], 3.0]).with(Circle::new(0.3))).unwrap();
    }
    let model = Model::Ideal { gamma: 1.4, sound_speed: 40.0 };
    let mut gas = Gas::new(GasDef { model, friction: 1.0, ..GasDef::default() }).unwrap();
    gas.explode(&Blast::new([-1.0, 1.0], 0.7, 2000.0).mass(0.1)).unwrap();
    (world, Systems::new().with(gas))
}

#[test]
fn a_restored_gas_continues_with_the_same_bits() {
    let (mut world, mut systems) = busy_world();
    for step in 0..120 {
        if step == 60 {
            systems.get_mut::<Gas>().unwrap().explode(&Blast::new([3.0, 1.5], 0.5, 800.0)).unwrap();
        }
        let saved = (step % 10 == 3).then(|| systems.snapshot(&world));
        systems.step(&mut world, DT).unwrap();
        let hash = systems.hash(&world);
        if let Some(saved) = saved {
            let mut copy = World::new(WorldConfig::default()).unwrap();
            let mut others = Systems::new().with(Gas::new(GasDef::default()).unwrap());
            others.restore(&mut copy, &saved).unwrap();
            others.step(&mut copy, DT).unwrap();
            assert_eq!(others.hash(&copy), hash, "step {step}");
            others.step(&mut copy, DT).unwrap();
            let (mut there, mut here) =
                (world.clone(), Systems::new().with(systems.get::<Gas>().unwrap().clone()));
            here.step(&mut there, DT).unwrap();
            assert_eq!(others.hash(&copy), here.hash(&there), "step {step}");
        }
    }
}

#[test]
fn worlds_with_gas_depend_on_neither_lanes_nor_threads() {
    let mut hashes = Vec::new();
    for lanes in cairn2d::LaneLevel::available() {
        for threads in [1, 2] {
            let (mut world, mut systems) = busy_world();
            world.set_threads(threads).unwrap();
            world.set_lanes(lanes).unwrap();
            systems.get_mut::<Gas>().unwrap().set_lanes(lanes);
            for _ in 0..40 {
                systems.step(&mut world, DT).unwrap();
            }
            hashes.push(systems.hash(&world));
        }
    }
    assert!(hashes.iter().all(|&hash| hash == hashes[0]), "{hashes:x?}");
}

#[test]
fn a_wall_that_opens_lets_gas_through_and_one_that_closes_does_not_blow() {
    let mut world = weightless();
    let wall = world.spawn(Body::fixed().at([0.0, 5.0]).with(Rect::half(0.3, 10.0))).unwrap();
    let mut systems = Systems::new().with(Gas::new(GasDef { damping: 0.0, ..GasDef::default() }).unwrap());
    systems.step(&mut world, DT).unwrap();
    let gas = systems.get::<Gas>().unwrap();
    assert_eq!(gas.at([0.0, 5.0]).density, 0.0);
    world.despawn(wall).unwrap();
    systems.step(&mut world, DT).unwrap();
    let gas = systems.get::<Gas>().unwrap();
    assert_eq!(gas.at([0.0, 5.0]).density, gas.def().density, "filled like its neighbours");
    systems.step(&mut world, DT).unwrap();
    assert_eq!(systems.get::<Gas>().unwrap().last_step().sub_steps, 0);
}
