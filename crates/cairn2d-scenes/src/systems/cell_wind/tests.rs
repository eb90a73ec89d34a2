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

/// A grid of 20 m by 10 m about the origin, with a uniform wind that neither settles nor mixes.
fn uniform(velocity: [f32; 2]) -> CellWindDef {
    CellWindDef {
        origin: vec2(-10.0, -5.0),
        calm: velocity.into(),
        settle: 0.0,
        mixing: 0.0,
        ..CellWindDef::default()
    }
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

/// Random air of up to 1 m/s, the same in each run.
fn random_air(count: usize) -> Vec<Vec2> {
    let mut state = 7u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..count).map(|_| vec2(random(), random())).collect()
}

fn extremes(air: &[Vec2]) -> [f32; 4] {
    air.iter().fold([f32::MAX, f32::MIN, f32::MAX, f32::MIN], |[x0, x1, y0, y1], air| {
        [x0.min(air.x), x1.max(air.x), y0.min(air.y), y1.max(air.y)]
    })
}

#[test]
fn mixing_spreads_a_gust_with_twice_the_viscosity_as_its_variance() {
    for mixing in [0.02, 0.3, 1.5] {
        let mut wind = CellWind::new(CellWindDef { mixing, cells: [60, 61], ..uniform([0.0; 2]) }).unwrap();
        // So faint that it hardly carries itself.
        assert!(wind.set_air([30, 31], [0.0, 1.0e-5]).unwrap());
        for step in 1..=60 {
            wind.blow(DT);
            let (mut sum, mut square) = (0.0, [0.0; 2]);
            for (index, air) in wind.air().iter().enumerate() {
                let away = [index % 60, index / 60].map(|cell| cell as f64);
                let amount = f64::from(air.y);
                sum += amount;
                square[0] += amount * (0.5 * (away[0] - 30.0)).powi(2);
                square[1] += amount * (0.5 * (away[1] - 31.0)).powi(2);
            }
            assert!((sum / 1.0e-5 - 1.0).abs() < 1e-4, "the air got {sum}");
            let expected = 2.0 * f64::from(mixing) * f64::from(step) / 60.0;
            for axis in square.map(|square| square / sum) {
                assert!((axis / expected - 1.0).abs() < 5e-3, "{mixing}: {axis} instead of {expected}");
            }
        }
        // The peak is that of a Gaussian, where the gust has spread over several cells.
        if mixing > 1.0 {
            let peak = f64::from(wind.air()[31 * 60 + 30].y) / 1.0e-5;
            let expected = 0.25 / (4.0 * std::f64::consts::PI * f64::from(mixing));
            assert!((peak / expected - 1.0).abs() < 0.05, "{peak} instead of {expected}");
        }
    }
}

#[test]
fn mixing_solves_its_equations_and_keeps_sum_and_extremes_at_any_strength() {
    for [columns, rows] in [[2u32, 2], [2, 9], [13, 2], [40, 20], [1024, 3]] {
        let before = random_air((columns * rows) as usize);
        for strength in [0.0, 1.0e-6, 0.1, 3.0, 1.0e3, 1.0e6, 1.0e10] {
            let mut air = before.clone();
            mix(&mut air, [columns, rows], strength, &mut Vec::new());
            let sum = |air: &[Vec2], axis: usize| -> f64 {
                air.iter().map(|air| f64::from(if axis == 0 { air.x } else { air.y })).sum()
            };
            let (old, new) = (extremes(&before), extremes(&air));
            for axis in 0..2 {
                let change = sum(&air, axis) - sum(&before, axis);
                let most = 3.0e-6 * before.len() as f64;
                assert!(change.abs() < most, "{columns} x {rows}, {strength}: the sum changed by {change}");
                let [low, high] = [new[2 * axis] - old[2 * axis], new[2 * axis + 1] - old[2 * axis + 1]];
                assert!(low >= -1e-6 && high <= 1e-6, "{columns} x {rows}, {strength}: {low}, {high}");
                if strength >= 1.0e10 {
                    let mean = sum(&before, axis) / before.len() as f64;
                    let away = [new[2 * axis], new[2 * axis + 1]].map(|air| (f64::from(air) - mean).abs());
                    assert!(
                        away.iter().all(|&away| away < 1e-4),
                        "{columns} x {rows}: {away:?} from uniform"
                    );
                }
            }
            if strength > 3.0 {
                continue;
            }
            // The differential operator of each axis, applied to the result in 64 bits, gives the air before.
            let mut left: Vec<f64> = air.iter().map(|air| f64::from(air.x)).collect();
            for [stride, count] in [[1, columns], [columns, rows]] {
                let of = left.clone();
                for (index, value) in left.iter_mut().enumerate() {
                    let (at, stride) = ((index as u32 / stride) % count, stride as usize);
                    let lower = if at > 0 { of[index - stride] } else { *value };
                    let upper = if at + 1 < count { of[index + stride] } else { *value };
                    *value -= f64::from(strength) * (lower + upper - 2.0 * of[index]);
                }
            }
            for (left, before) in left.iter().zip(&before) {
                let error = (left - f64::from(before.x)).abs();
                assert!(error < 1e-4, "{columns} x {rows}, {strength}: error {error}");
            }
        }
    }
}

#[test]
fn air_exceeds_no_extreme_of_before() {
    for mixing in [0.0, 0.3, 1.0e6] {
        for (dt, speed) in [(DT, 10.0), (DT, 1000.0), (1.0, 30.0), (1.0, 1000.0)] {
            let def = CellWindDef { mixing, calm: vec2(0.1, -0.2), ..uniform([0.0; 2]) };
            let mut wind = CellWind::new(def).unwrap();
            wind.air = random_air(800).iter().map(|&air| air * speed).collect();
            let mut before = extremes(wind.air());
            for _ in 0..50 {
                wind.blow(dt);
                let after = extremes(wind.air());
                let over =
                    [before[0] - after[0], after[1] - before[1], before[2] - after[2], after[3] - before[3]];
                let over = over.into_iter().fold(0.0f32, f32::max);
                assert!(over <= 1.0e-6 * speed, "{mixing}, {dt} s, {speed} m/s: over by {over}");
                before = after;
            }
        }
    }
}

/// Calm air in 400 columns of 0.25 m and two rows, with a speed to the right in a range of columns.
fn tube(speed: f32, columns: std::ops::Range<u32>) -> CellWind {
    let def = CellWindDef { cell: 0.25, cells: [400, 2], ..uniform([0.0; 2]) };
    let mut wind = CellWind::new(def).unwrap();
    for column in columns {
        for row in 0..2 {
            assert!(wind.set_air([column, row], [speed, 0.0]).unwrap());
        }
    }
    wind
}

#[test]
fn air_that_enters_calm_air_conserves_momentum() {
    // Without pressure the air follows the equation of Burgers. Wind from the left enters at half its speed.
    let momentum = |wind: &CellWind| wind.air()[..400].iter().map(|air| 0.25 * f64::from(air.x)).sum::<f64>();
    let mut wind = tube(8.0, 0..40);
    for step in 1..=300 {
        wind.blow(DT);
        let expected = 8.0 * 10.0 + 8.0 * 8.0 / 2.0 * f64::from(step) / 60.0;
        assert!((momentum(&wind) / expected - 1.0).abs() < 1e-4, "step {step}: {}", momentum(&wind));
        let front = wind.air()[..400].iter().filter(|air| air.x > 4.0).count() as f64 * 0.25;
        let expected = 10.0 + 4.0 * f64::from(step) / 60.0;
        assert!((front - expected).abs() < 0.5, "step {step}: the front is at {front}, not at {expected}");
    }
    // A slug of 10 m: its rear thins out, and its front slows down when the thin air arrives there.
    let mut wind = tube(8.0, 40..80);
    for step in 1..=480 {
        wind.blow(DT);
        assert!((momentum(&wind) / 80.0 - 1.0).abs() < 1e-4, "step {step}: {}", momentum(&wind));
        let time = f64::from(step) / 60.0;
        if step % 60 != 0 || time < 4.0 {
            continue;
        }
        let length = (2.0 * 80.0 * time).sqrt();
        let peak = wind.air().iter().fold(0.0f32, |peak, air| peak.max(air.x));
        let expected = length / time;
        assert!((f64::from(peak) / expected - 1.0).abs() < 0.06, "{time} s: peak {peak}, not {expected}");
        let front = wind.air()[..400].iter().rposition(|air| air.x > 0.5 * peak).unwrap() as f64 * 0.25;
        assert!(
            (front - 10.0 - length).abs() < 1.0,
            "{time} s: the front is at {front}, not at 10 + {length}"
        );
    }
}

#[test]
fn a_jet_reaches_far_beyond_its_fan() {
    for (velocity, along) in
        [([9.0, 0.0], [1.0, 0.0]), ([0.0, -9.0], [0.0, -1.0]), ([-6.4, 6.4], [-0.71, 0.71])]
    {
        let fan = Fan::new([0.0, 0.0], 1.0, velocity);
        let def = CellWindDef {
            origin: vec2(-15.0, -15.0),
            cells: [60, 60],
            fans: vec![fan],
            ..CellWindDef::default()
        };
        let mut wind = CellWind::new(def).unwrap();
        for _ in 0..480 {
            wind.blow(DT);
        }
        let at = |radii: f32| wind.velocity_at(Vec2::from(along) * radii).dot(along.into());
        let speeds = [0.0, 2.0, 4.0, 8.0].map(at);
        assert!(speeds.is_sorted_by(|a, b| a > b), "{speeds:?}");
        assert!(speeds[2] > 3.5 && speeds[3] > 1.0, "{velocity:?}: {speeds:?} at 0, 2, 4 and 8 radii");
        assert!(at(-3.0).abs() < 0.3 && at(-8.0).abs() < 0.01, "air before the fan hardly moves");
        // The jet spreads to both sides alike.
        let aside = Vec2::from(along) * 4.0;
        let across = vec2(-along[1], along[0]);
        let [left, right] = [1.5, -1.5].map(|aside_by| wind.velocity_at(aside + across * aside_by).length());
        assert!((left - right).abs() < 1e-3 && left > 0.2 && left < speeds[2], "{left} {right}");
    }
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
    let changes: [fn(&mut CellWind); 14] = [
        |wind| wind.def.origin.x += 1.0,
        |wind| wind.def.cell = 0.25,
        |wind| wind.def.cells = [20, 40],
        |wind| wind.def.calm.y = 1.0,
        |wind| wind.def.settle = 1.0,
        |wind| wind.def.mixing = 1.0,
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
    // In the order of `write`: version, cells, origin, cell, calm, settle, mixing, drag, wake_above, time,
    // fans, air.
    let (nan, far) = (f32::NAN.to_bits(), 2.0e6f32.to_bits());
    let faults = [
        (4, 1, "columns"),
        (8, 2000, "rows"),
        (12, far, "origin"),
        (20, 0, "cell"),
        (24, nan, "calm"),
        (32, far, "settle"),
        (36, nan, "mixing"),
        (36, (-1.0f32).to_bits(), "mixing"),
        (40, nan, "drag"),
        (44, far, "wake_above"),
        (60, nan, "velocity"),
        (104, far, "velocity"),
    ];
    for (at, word, name) in faults {
        assert_eq!(named(refuse(&with(at, word))), name, "at {at}");
    }
    assert_eq!(refuse(&with(52, 0xffff_ffff)), BytesError::Structure("the time is negative or not finite"));
    assert_eq!(refuse(&with(56, u32::MAX)), BytesError::Truncated, "no memory for fans that are not there");
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
        CellWindDef { mixing: -0.1, ..CellWindDef::default() },
        CellWindDef { mixing: f32::INFINITY, ..CellWindDef::default() },
        CellWindDef { mixing: f32::NAN, ..CellWindDef::default() },
        CellWindDef { fans: vec![Fan::new([0.0; 2], -1.0, [0.0; 2])], ..CellWindDef::default() },
        CellWindDef { fans: vec![Fan::new([0.0; 2], 1.0, [0.0; 2]); MAX_FANS + 1], ..CellWindDef::default() },
    ];
    for def in bad {
        assert!(CellWind::new(def.clone()).is_err(), "{def:?}");
    }
    let wild = CellWindDef {
        calm: vec2(MAX_SPEED, -MAX_SPEED),
        settle: 1000.0,
        mixing: 1.0e6,
        ..CellWindDef::default()
    };
    let mut wind = CellWind::new(wild).unwrap();
    let mut bytes = Vec::new();
    for _ in 0..20 {
        wind.blow(1.0);
        bytes.clear();
        wind.write(&mut bytes);
        wind.clone().read(&bytes).expect("a wind reads what it wrote");
    }
}
