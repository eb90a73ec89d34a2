//! The wind against closed forms, and its states against copies, bytes, lanes and threads.

use super::*;
use crate::library::find;
use crate::{Overrides, Runner};
use cairn2d::prelude::*;
use cairn2d::system::{RestoreError, Systems};
use cairn2d::{LaneLevel, vec2};

const DT: f32 = 1.0 / 60.0;

fn empty_world() -> World {
    World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap()
}

/// A grid of 20 m by 10 m about the origin, with a uniform wind that does not settle.
fn uniform(velocity: [f32; 2]) -> CellWindDef {
    CellWindDef { origin: vec2(-10.0, -5.0), calm: velocity.into(), settle: 0.0, ..CellWindDef::default() }
}

fn momentum(world: &World) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for body in world.bodies().filter_map(|id| world.body(id)) {
        let (mass, velocity) = (f64::from(body.mass().mass), body.velocity());
        sum = [sum[0] + mass * f64::from(velocity.x), sum[1] + mass * f64::from(velocity.y)];
    }
    sum
}

#[test]
fn a_body_approaches_the_wind_at_the_stated_rate() {
    for (radius, density, drag) in [(0.2, 1.0, 0.5), (0.5, 0.3, 0.2), (0.1, 0.05, 40.0)] {
        let mut world = empty_world();
        let disc = Circle::new(radius).density(density);
        let id = world.spawn(Body::dynamic().at([-8.0, 0.0]).velocity([0.0, 1.0]).with(disc)).unwrap();
        let def = CellWindDef { drag, ..uniform([4.0, -1.0]) };
        let mut systems = Systems::new().with(CellWind::new(def).unwrap());
        let mass = f64::from(density) * std::f64::consts::PI * f64::from(radius).powi(2);
        let rate = f64::from(drag) * 2.0 * f64::from(radius) / mass;
        for step in 1..=60 {
            systems.step(&mut world, DT).unwrap();
            let left = (-rate * f64::from(step) / 60.0).exp();
            let velocity = world.body(id).unwrap().velocity();
            let expected = [4.0 * (1.0 - left), -1.0 + 2.0 * left];
            let error = (f64::from(velocity.x) - expected[0]).hypot(f64::from(velocity.y) - expected[1]);
            assert!(error < 2e-4, "rate {rate}, step {step}: {velocity:?} instead of {expected:?}");
        }
    }
}

#[test]
fn the_reported_impulse_is_the_momentum_that_the_bodies_got() {
    let mut runner = Runner::new(find("wind_cells").unwrap(), Overrides::default()).unwrap();
    let mut largest = 0.0f64;
    for _ in 0..200 {
        let before = momentum(&runner.world);
        let mut systems = std::mem::take(&mut runner.systems);
        systems.before(&mut runner.world, DT).unwrap();
        let got = momentum(&runner.world);
        let push = systems.get::<CellWind>().unwrap().last_push();
        let change = [got[0] - before[0], got[1] - before[1]];
        let error = (change[0] - f64::from(push.impulse.x)).hypot(change[1] - f64::from(push.impulse.y));
        assert!(error < 2e-5, "{change:?} {push:?}");
        largest = largest.max(change[0].hypot(change[1]));
        runner.world.step(DT).unwrap();
        runner.systems = systems;
    }
    assert!(largest > 0.05, "the wind hardly pushes: {largest}");
}

#[test]
fn compounds_and_statics_get_what_their_shapes_meet() {
    let mut world = empty_world();
    // The wind blows to the right below, and to the left above.
    let mut wind = CellWind::new(uniform([0.0, 0.0])).unwrap();
    for row in 0..20 {
        for column in 0..40 {
            assert!(wind.set_air([column, row], [if row < 10 { 2.0 } else { -2.0 }, 0.0]).unwrap());
        }
    }
    assert!(!wind.set_air([40, 0], [1.0, 0.0]).unwrap());
    let two = Body::dynamic().with(Circle::new(0.5).at([0.0, 3.0])).with(Circle::new(0.5).at([0.0, -3.0]));
    let balanced = world.spawn(two).unwrap();
    let low = world.spawn(Body::dynamic().at([5.0, -3.0]).with(Rect::half(0.4, 0.2))).unwrap();
    let outside = world.spawn(Body::dynamic().at([0.0, 5.4]).with(Circle::new(1.0))).unwrap();
    let fixed = world.spawn(Body::fixed().at([-5.0, 3.0]).with(Circle::new(1.0))).unwrap();
    let mut systems = Systems::new().with(wind);
    systems.before(&mut world, DT).unwrap();
    let velocity = |id| world.body(id).unwrap().velocity();
    assert!(velocity(balanced).length() < 1e-6 && velocity(low).x > 0.01);
    assert_eq!((velocity(outside), velocity(fixed)), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!(systems.get::<CellWind>().unwrap().last_push().bodies, 2);
}

#[test]
fn a_body_in_a_whirl_turns_with_the_air() {
    let mut world = empty_world();
    let id = world.spawn(Body::dynamic().with(Rect::half(0.3, 0.2).density(1.0))).unwrap();
    let def = CellWindDef { drag: 2.0, ..uniform([0.0, 0.0]) };
    let mut wind = CellWind::new(def).unwrap();
    let grid = Grid::of(wind.def());
    for row in 0..20 {
        for column in 0..40 {
            let at = grid.middle(column, row);
            assert!(wind.set_air([column, row], Vec2::cross_sv(3.0, at)).unwrap());
        }
    }
    let dt = 1.0e-3;
    Systems::new().with(wind).step(&mut world, dt).unwrap();
    let body = world.body(id).unwrap();
    // The width is the diagonal of the box.
    let rate = 2.0 * 2.0 * (0.13f64).sqrt() / 0.24;
    let expected = 3.0 * (1.0 - (-rate * f64::from(dt)).exp());
    let spin = f64::from(body.angular_velocity());
    assert!((spin / expected - 1.0).abs() < 0.01, "{spin} instead of {expected}");
    assert!(body.velocity().length() < 1e-5);
}

#[test]
fn a_gust_travels_with_the_air_and_settles_as_stated() {
    let mut wind = CellWind::new(CellWindDef { settle: 0.7, ..uniform([3.0, 0.0]) }).unwrap();
    // A faint gust to the side marks the air.
    for row in 8..12 {
        for column in 4..8 {
            assert!(wind.set_air([column, row], [3.0, 1.0e-3]).unwrap());
        }
    }
    let measure = |wind: &CellWind| {
        let mut sum = [0.0f64; 2];
        for (index, air) in wind.air().iter().enumerate() {
            sum[0] += f64::from(air.y);
            sum[1] += f64::from(air.y) * (index % 40) as f64 * 0.5;
        }
        (sum[0], sum[1] / sum[0])
    };
    let (amount, middle) = measure(&wind);
    for _ in 0..90 {
        wind.blow(DT);
    }
    let (later, moved) = measure(&wind);
    // 1.5 s at 3 m/s; interpolation between cells keeps the sum and its centre.
    assert!((moved - middle - 4.5).abs() < 0.01, "the gust moved by {}", moved - middle);
    assert!((later / amount - (-0.7f64 * 1.5).exp()).abs() < 1e-3, "{} is left", later / amount);
}

#[test]
fn fans_blow_in_their_circle_and_in_their_half_of_the_period() {
    let fan = Fan { rate: 4.0, period: 1.0, ..Fan::new([2.0, 0.0], 1.0, [6.0, 0.0]) };
    let mut wind = CellWind::new(CellWindDef { fans: vec![fan], ..uniform([0.0, 0.0]) }).unwrap();
    wind.blow(0.1);
    // One step: the air was calm, so advection carried nothing.
    let expected = 6.0 * (1.0 - (-0.4f32).exp());
    for (index, air) in wind.air().iter().enumerate() {
        let middle = Grid::of(wind.def()).middle(index as u32 % 40, index as u32 / 40);
        let inside = middle.distance(fan.center) <= 1.0;
        let want = if inside { expected } else { 0.0 };
        assert!((air.x - want).abs() < 1e-5 && air.y == 0.0, "{middle:?}: {air:?}");
    }
    for _ in 0..5 {
        wind.blow(0.1);
    }
    // From 0.6 s to 1.0 s it is off, and what it blew leaves its circle.
    let at_end_of_half = wind.velocity_at(fan.center).x;
    for _ in 0..4 {
        wind.blow(0.1);
    }
    assert!(wind.velocity_at(fan.center).x < 0.7 * at_end_of_half);
    wind.blow(0.1);
    wind.blow(0.1);
    assert!(wind.velocity_at(fan.center).x > 0.7 * at_end_of_half);
}

#[test]
fn only_enough_wind_wakes_a_sleeper() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(9.0, 0.5).at([0.0, -0.5]))).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    while !world.body(id).unwrap().is_asleep() {
        world.step(DT).unwrap();
    }
    let hash = world.hash();
    let weak = CellWindDef { drag: 0.01, ..uniform([1.0, 0.0]) };
    let mut systems = Systems::new().with(CellWind::new(weak.clone()).unwrap());
    systems.before(&mut world, DT).unwrap();
    let push = systems.get::<CellWind>().unwrap().last_push();
    assert_eq!((push.asleep, push.bodies, push.impulse), (1, 0, Vec2::ZERO));
    assert_eq!(world.hash(), hash, "a sleeper that gets nothing does not change");
    let mut strong = Systems::new().with(CellWind::new(CellWindDef { drag: 40.0, ..weak }).unwrap());
    strong.before(&mut world, DT).unwrap();
    assert!(!world.body(id).unwrap().is_asleep() && world.body(id).unwrap().velocity().x > 0.05);
}

fn ran(overrides: Overrides, steps: u32) -> Runner {
    let mut runner = Runner::new(find("wind_cells").unwrap(), overrides).unwrap();
    for _ in 0..steps {
        runner.step().unwrap();
    }
    runner
}

#[test]
fn lanes_and_threads_change_no_bit() {
    let hash = ran(Overrides { threads: Some(1), lanes: None }, 120).hash();
    for lanes in LaneLevel::available() {
        for threads in [1, 2, 3] {
            let overrides = Overrides { threads: Some(threads), lanes: Some(lanes) };
            assert_eq!(ran(overrides, 120).hash(), hash, "{lanes} lanes, {threads} threads");
        }
    }
}

#[test]
fn snapshots_and_rollback_continue_bit_for_bit() {
    let mut runner = ran(Overrides::default(), 50);
    let bytes = runner.snapshot();
    // Into a runner that is at its beginning, and into one that is elsewhere.
    let mut others = [ran(Overrides::default(), 0), ran(Overrides::default(), 77)];
    for other in &mut others {
        assert_ne!(other.hash(), runner.hash());
        other.restore(&bytes).unwrap();
        assert!(other.snapshot() == bytes);
    }
    let mut hashes = Vec::new();
    for _ in 0..40 {
        runner.step().unwrap();
        hashes.push(runner.hash());
        for other in &mut others {
            other.step().unwrap();
            assert_eq!(other.hash(), runner.hash());
        }
    }
    for _ in 0..2 {
        runner.restore(&bytes).unwrap();
        let again: Vec<u64> = (0..40).map(|_| runner.step().map(|_| runner.hash()).unwrap()).collect();
        assert_eq!(again, hashes);
    }
    assert_ne!(runner.hash(), runner.world.hash());
}

#[test]
fn a_change_of_any_option_or_cell_changes_the_hash() {
    let wind =
        CellWind::new(CellWindDef { fans: vec![Fan::new([0.0; 2], 1.0, [1.0, 0.0])], ..uniform([1.0, 0.0]) });
    let wind = wind.unwrap();
    let mut bytes = Vec::new();
    wind.write(&mut bytes);
    let mut seen = std::collections::BTreeSet::from([wind.hash()]);
    let changes: [fn(&mut CellWind); 13] = [
        |wind| wind.def.origin.x += 1.0,
        |wind| wind.def.cell = 0.25,
        |wind| wind.def.cells = [20, 40],
        |wind| wind.def.calm.y = 1.0,
        |wind| wind.def.settle = 1.0,
        |wind| wind.def.drag = 1.0,
        |wind| wind.def.wake_above = 1.0,
        |wind| wind.def.fans[0].center.y = 1.0,
        |wind| wind.def.fans[0].radius = 2.0,
        |wind| wind.def.fans[0].rate = 2.0,
        |wind| wind.def.fans[0].period = 2.0,
        |wind| wind.air[799].y = 1.0,
        |wind| wind.time = 1.0,
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut other = wind.clone();
        change(&mut other);
        assert!(seen.insert(other.hash()), "change {index}");
        let mut bytes = Vec::new();
        other.write(&mut bytes);
        let mut back = wind.clone();
        back.read(&bytes).unwrap();
        assert_eq!((back.def(), back.air(), back.time), (other.def(), other.air(), other.time));
    }
}

#[test]
fn broken_bytes_are_rejected_and_change_nothing() {
    let mut wind = CellWind::new(CellWindDef { cells: [3, 2], ..uniform([1.0, 0.0]) }).unwrap();
    let mut good = Vec::new();
    wind.write(&mut good);
    wind.set_fans(&[Fan::new([0.0; 2], 1.0, [1.0, 0.0])]).unwrap();
    let hash = wind.hash();
    let mut refuse = |bytes: &[u8]| {
        let error = wind.read(bytes).unwrap_err();
        assert_eq!(wind.hash(), hash);
        error
    };
    for length in 0..good.len() {
        assert_eq!(refuse(&good[..length]), BytesError::Truncated, "{length}");
    }
    let with = |at: usize, word: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        bytes
    };
    assert_eq!(refuse(&with(0, 9)), BytesError::Version(9));
    let named = |error: BytesError| match error {
        BytesError::Value(value) => value.name(),
        other => panic!("{other}"),
    };
    // In the order of `write`: version, cells, origin, cell, calm, settle, drag, wake_above, time, fans, air.
    let (nan, far) = (f32::NAN.to_bits(), 2.0e6f32.to_bits());
    let faults = [
        (4, 1, "columns"),
        (8, 2000, "rows"),
        (12, far, "origin"),
        (20, 0, "cell"),
        (24, nan, "calm"),
        (32, far, "settle"),
        (36, nan, "drag"),
        (40, far, "wake_above"),
        (56, nan, "velocity"),
        (100, far, "velocity"),
    ];
    for (at, word, name) in faults {
        assert_eq!(named(refuse(&with(at, word))), name, "at {at}");
    }
    assert_eq!(refuse(&with(48, 0xffff_ffff)), BytesError::Structure("the time is negative or not finite"));
    assert_eq!(refuse(&with(52, u32::MAX)), BytesError::Truncated, "no memory for fans that are not there");
    assert_eq!(refuse(&with(4, 1024)), BytesError::Truncated, "no memory for cells that are not there");
    assert_eq!(refuse(&[&good[..], &[0]].concat()), BytesError::Trailing(1));
    assert!(wind.read(&good).is_ok() && wind.def().fans.is_empty());
}

#[test]
fn a_snapshot_of_another_list_is_rejected_by_name() {
    let mut runner = ran(Overrides::default(), 5);
    let hash = runner.hash();
    assert!(matches!(runner.restore(&runner.world.snapshot()), Err(RestoreError::Mark)));
    let none = Systems::new().snapshot(&runner.world);
    assert_eq!(runner.restore(&none), Err(RestoreError::Count { found: 0, expected: 1 }));
    assert_eq!(runner.hash(), hash);
}

#[test]
fn options_out_of_range_are_rejected() {
    let bad = [
        CellWindDef { cells: [1, 20], ..CellWindDef::default() },
        CellWindDef { cells: [20, MAX_CELLS + 1], ..CellWindDef::default() },
        CellWindDef { cell: 0.0, ..CellWindDef::default() },
        CellWindDef { drag: -1.0, ..CellWindDef::default() },
        CellWindDef { settle: f32::NAN, ..CellWindDef::default() },
        CellWindDef { fans: vec![Fan::new([0.0; 2], -1.0, [0.0; 2])], ..CellWindDef::default() },
        CellWindDef { fans: vec![Fan::new([0.0; 2], 1.0, [0.0; 2]); MAX_FANS + 1], ..CellWindDef::default() },
    ];
    for def in bad {
        assert!(CellWind::new(def.clone()).is_err(), "{def:?}");
    }
    let wild = CellWindDef { calm: vec2(MAX_SPEED, -MAX_SPEED), settle: 1000.0, ..CellWindDef::default() };
    let mut wind = CellWind::new(wild).unwrap();
    let mut bytes = Vec::new();
    for _ in 0..20 {
        wind.blow(1.0);
        bytes.clear();
        wind.write(&mut bytes);
        wind.clone().read(&bytes).expect("a wind reads what it wrote");
    }
}
