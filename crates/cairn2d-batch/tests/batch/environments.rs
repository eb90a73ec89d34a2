//! Environments against figures of Gymnasium.

use cairn2d::prelude::*;
use cairn2d_batch::environments::{BipedalWalker, CartPole, LunarLander, Multiwalker, Pusher};
use cairn2d_batch::{AutoReset, Batch, BatchConfig};

/// Gymnasium's `heuristic` of the lunar lander.
fn lander_heuristic(s: &[f32], continuous: bool, actions: &mut Vec<f32>) {
    let target = (s[0] * 0.5 + s[2]).clamp(-0.4, 0.4);
    let mut turn = (target - s[4]) * 0.5 - s[5];
    let mut hover = (0.55 * s[0].abs() - s[1]) * 0.5 - s[3] * 0.5;
    if s[6] != 0.0 || s[7] != 0.0 {
        (turn, hover) = (0.0, -s[3] * 0.5);
    }
    if continuous {
        actions.extend([(hover * 20.0 - 1.0).clamp(-1.0, 1.0), (-turn * 20.0).clamp(-1.0, 1.0)]);
        return;
    }
    actions.push(match turn {
        _ if hover > turn.abs() && hover > 0.05 => 2.0,
        _ if turn < -0.05 => 3.0,
        _ if turn > 0.05 => 1.0,
        _ => 0.0,
    });
}

/// Returns of one episode in each world.
fn returns(continuous: bool, count: usize) -> Vec<f32> {
    let mut lander = LunarLander::default();
    lander.continuous = continuous;
    let config = BatchConfig::new(count).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&lander.definition().unwrap(), config).unwrap();
    let mut returns = vec![0.0; count];
    let mut done = vec![false; count];
    let mut actions = Vec::new();
    while done.contains(&false) {
        actions.clear();
        batch.observations().chunks(8).for_each(|s| lander_heuristic(s, continuous, &mut actions));
        batch.step(&actions).unwrap();
        for world in
            (0..count).filter(|world| !std::mem::replace(&mut done[*world], true)).collect::<Vec<_>>()
        {
            returns[world] += batch.rewards()[world];
            done[world] = batch.terminated()[world] | batch.truncated()[world] != 0;
        }
    }
    assert_eq!(batch.rejection_count(), 0);
    returns
}

#[test]
fn the_lander_scores_as_in_gymnasium() {
    // Means of 1,000 seeds with Box2D 2.3.10 and Gymnasium 1.4.0. Those of 300 seeds differ by 3 % by chance.
    for (continuous, box2d) in [(false, 243.37_f32), (true, 282.82)] {
        let returns = returns(continuous, 1000);
        let mean = returns.iter().sum::<f32>() / returns.len() as f32;
        assert!((mean / box2d - 1.0).abs() < 0.05, "continuous {continuous}: {mean}, Box2D {box2d}");
    }
}

/// Velocity of the centre of mass of all bodies of a world.
fn mean_velocity(world: &World) -> Vec2 {
    let bodies = world.bodies().filter_map(|id| world.body(id));
    let (momentum, mass) = bodies.fold((Vec2::ZERO, 0.0), |(momentum, mass), body| {
        let own = body.mass().mass;
        (momentum + body.velocity() * own, mass + own)
    });
    momentum / mass
}

#[test]
fn the_lander_falls_freely_without_engines() {
    let mut batch = Batch::new(&LunarLander::default().definition().unwrap(), BatchConfig::new(16)).unwrap();
    let speeds = |batch: &Batch| -> Vec<Vec2> {
        (0..16).map(|world| mean_velocity(batch.world(world).unwrap())).collect()
    };
    let before = speeds(&batch);
    (0..20).for_each(|_| batch.step(&[0.0; 16]).unwrap());
    for (before, after) in before.into_iter().zip(speeds(&batch)) {
        let change = after - before - vec2(0.0, -10.0 * 20.0 * 0.02);
        assert!(change.length() < 1.0e-3, "{before:?} {after:?}");
    }
}

#[test]
fn wind_pushes_only_if_it_is_on() {
    let speeds = |wind: bool| -> Vec<f32> {
        let mut lander = LunarLander::default();
        lander.wind = wind;
        let mut batch = Batch::new(&lander.definition().unwrap(), BatchConfig::new(32)).unwrap();
        let first = batch.observations().to_vec();
        (0..10).for_each(|_| batch.step(&[0.0; 32]).unwrap());
        batch
            .observations()
            .chunks(8)
            .zip(first.chunks(8))
            .map(|(after, before)| after[2] - before[2])
            .collect()
    };
    let spread = |speeds: Vec<f32>| speeds.iter().map(|speed| speed.abs()).sum::<f32>() / 32.0;
    let (calm, windy) = (spread(speeds(false)), spread(speeds(true)));
    // A mean force of about 10 N on 4.8 kg over 0.2 s, times 10/50.
    // Without wind only the legs pull at the hull.
    assert!(calm < 2.0e-3 && windy > 0.03 && windy < 0.15, "{calm} {windy}");
}

/// The accelerations of a cart with a pole \[m/s^2, rad/s^2\], as in the equations of Florian (2007).
fn cart_pole_accelerations(state: [f64; 4], force: f64) -> [f64; 2] {
    let (gravity, pole, total, half) = (9.8, 0.1, 1.1, 0.5);
    let (sin, cos) = state[2].sin_cos();
    let shared = (force + pole * half * state[3] * state[3] * sin) / total;
    let lean = (gravity * sin - cos * shared) / (half * (4.0 / 3.0 - pole * cos * cos / total));
    [shared - pole * half * lean * cos / total, lean]
}

#[test]
fn the_cart_pole_follows_its_equations_of_motion() {
    let mut settings = CartPole::default();
    settings.lean = 3.0;
    let config = BatchConfig::new(8).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&settings.definition().unwrap(), config).unwrap();
    let mut states: Vec<[f64; 4]> =
        (batch.observations().chunks(4)).map(|row| [row[0], row[1], row[2], row[3]].map(f64::from)).collect();
    assert!(states.iter().flatten().all(|number| number.abs() <= 0.05));
    for step in 0..60 {
        let pushes: Vec<f32> = (0..8).map(|world| f32::from((step / 5 + world) % 2 == 0)).collect();
        batch.step(&pushes).unwrap();
        for (world, state) in states.iter_mut().enumerate() {
            let force = if pushes[world] > 0.5 { 10.0 } else { -10.0 };
            // Semi-implicit Euler with tiny steps.
            for _ in 0..2000 {
                let [speed, spin] = cart_pole_accelerations(*state, force);
                state[1] += speed * 1.0e-5;
                state[3] += spin * 1.0e-5;
                state[0] += state[1] * 1.0e-5;
                state[2] += state[3] * 1.0e-5;
            }
        }
    }
    for (row, state) in batch.observations().chunks(4).zip(&states) {
        for (index, (found, expected)) in row.iter().zip(state).enumerate() {
            let off = f64::from(*found) - expected;
            // Poles that fell have turned more than half around.
            let turns = if index == 2 { (off / std::f64::consts::TAU).round() } else { 0.0 };
            let off = (off - turns * std::f64::consts::TAU).abs();
            assert!(off < 0.02 * (1.0 + expected.abs()), "{row:?} {state:?}");
        }
    }
}

#[test]
fn the_cart_pole_ends_when_the_pole_leans_too_far() {
    let config = BatchConfig::new(16).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&CartPole::default().definition().unwrap(), config).unwrap();
    let mut lengths = [0; 16];
    for step in 1..=60 {
        batch.step(&[1.0; 16]).unwrap();
        for (world, length) in lengths.iter_mut().enumerate().filter(|(_, length)| **length == 0) {
            *length = step * i32::from(batch.terminated()[world]);
            let lean = batch.observations()[4 * world + 2];
            assert_eq!(batch.terminated()[world] == 1, lean.abs() > 0.209_439_5, "{lean}");
        }
    }
    // As in Gymnasium, where a constant push lasts 8 to 10 steps.
    assert!(lengths.iter().all(|length| (7..=11).contains(length)), "{lengths:?}");
}

/// Goes behind the block as seen from the goal, then pushes through its middle.
fn pusher_heuristic(o: &[f32], actions: &mut Vec<f32>) {
    let (block, goal) = (vec2(o[0], o[1]), vec2(o[2], o[3]));
    let way = (goal - block) / (goal - block).length().max(1.0e-6);
    let behind = block - way * 0.55;
    let to = block / block.length().max(1.0e-6);
    let lined_up = to.dot(way) > 0.97 && block.length() < 0.8;
    let aim = if lined_up { way } else { behind * 3.0 };
    // Around the block, if it is in the way.
    let blocked = !lined_up && to.dot(aim) > 0.0 && block.length() < 0.6;
    let side = if to.cross(behind) > 0.0 { vec2(-to.y, to.x) } else { vec2(to.y, -to.x) };
    let aim = if blocked { side } else { aim };
    actions.extend([aim.x.clamp(-1.0, 1.0), aim.y.clamp(-1.0, 1.0)]);
}

#[test]
fn a_scripted_pusher_brings_the_block_to_the_goal() {
    let config = BatchConfig::new(60).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&Pusher::default().definition().unwrap(), config).unwrap();
    let first = batch.observations().to_vec();
    let (mut sums, mut ends) = (vec![0.0; 60], vec![0; 60]);
    for _ in 0..400 {
        let mut actions = Vec::new();
        batch.observations().chunks(10).for_each(|o| pusher_heuristic(o, &mut actions));
        batch.step(&actions).unwrap();
        for world in 0..60 {
            if ends[world] == 0 {
                sums[world] += batch.rewards()[world];
                ends[world] = batch.terminated()[world];
            }
        }
    }
    let solved = ends.iter().filter(|end| **end == 1).count();
    assert!(solved >= 45, "{solved} of 60");
    for world in (0..60).filter(|world| ends[*world] == 1) {
        // The rewards add up to the way of the block, and 1 for the goal.
        let o = &first[10 * world..];
        let distance = vec2(o[2] - o[0], o[3] - o[1]).length();
        let expected = 1.0 + distance;
        assert!(
            sums[world] <= expected + 0.01 && sums[world] >= expected - 0.11,
            "{} {expected}",
            sums[world]
        );
    }
    assert_eq!(batch.rejection_count(), 0);
}

#[test]
fn the_walker_sinks_to_its_knee_limits_as_in_box2d() {
    let config = BatchConfig::new(2).threads(1).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&BipedalWalker::default().definition().unwrap(), config).unwrap();
    assert_eq!((batch.observation_count(), batch.action_count()), (24, 4));
    // The second observation of Gymnasium 1.4.0 with seed 0: hull, hip and knee of both legs.
    let first = batch.observations()[..24].to_vec();
    for (index, box2d) in [(0, -0.005), (4, 0.435), (6, 0.115), (9, 0.338), (11, 0.117)] {
        assert!((first[index] - box2d).abs() < 0.01, "{index}: {}, Box2D {box2d}", first[index]);
    }
    // Without torque the legs bend until the knees are at their limits. Box2D takes 18 to 24 steps.
    let mut lowest = [f32::MAX; 4];
    for _ in 0..30 {
        batch.step(&[0.0; 8]).unwrap();
        let knees = batch.observations().chunks(24).flat_map(|world| [world[6], world[11]]);
        lowest.iter_mut().zip(knees).for_each(|(lowest, knee)| *lowest = lowest.min(knee));
    }
    assert!(lowest.iter().all(|knee| (knee + 0.6).abs() < 0.1), "{lowest:?}");
    for world in batch.observations().chunks(24) {
        assert_eq!((world[8], world[13]), (1.0, 1.0), "both feet stand");
    }
    assert_eq!(batch.terminated(), [0, 0]);
    assert_eq!(batch.rejection_count(), 0);
}

#[test]
fn the_ground_of_walkers_is_joined_and_has_obstacles_of_the_original_sizes() {
    let step = 14.0 / 30.0;
    for hardcore in [false, true] {
        let mut walker = BipedalWalker::default();
        walker.hardcore = hardcore;
        let batch = Batch::new(&walker.definition().unwrap(), BatchConfig::new(20)).unwrap();
        let mut sizes = std::collections::BTreeSet::new();
        for index in 0..20 {
            let world = batch.world(index).unwrap();
            let mut ends = Vec::new();
            for body in world.bodies().filter(|id| world.body(*id).unwrap().kind() == BodyKind::Static) {
                let shape = world.body(body).unwrap().shapes().next().unwrap();
                match world.shape(shape).unwrap().geometry() {
                    Shape::Segment(line) => ends.push((line.a, line.b)),
                    Shape::Polygon(rectangle) => {
                        let bounds = rectangle.vertices();
                        let range = |axis: fn(&Vec2) -> f32| {
                            let numbers = bounds.iter().map(axis);
                            let (low, high) =
                                (numbers.clone().fold(f32::MAX, f32::min), numbers.fold(f32::MIN, f32::max));
                            ((high - low) / step).round() as i32
                        };
                        if bounds[0].y > -50.0 {
                            sizes.insert((range(|v| v.x), range(|v| v.y)));
                        }
                    }
                    other => panic!("{other:?}"),
                }
            }
            assert_eq!(ends.len(), 199);
            assert!(ends.windows(2).all(|pair| pair[0].1 == pair[1].0), "the ground has a gap");
            let moved = ends.iter().filter(|(a, b)| a.y != b.y).count();
            assert!(moved > 40, "only {moved} segments are not level");
            assert!(ends[..19].iter().all(|(a, b)| a.y == b.y), "the start is level");
        }
        // Stumps of one and two steps, walls of pits, and stairs.
        let expected: &[(i32, i32)] = if hardcore { &[(1, 1), (1, 4), (2, 2), (4, 1)] } else { &[] };
        assert_eq!(sizes.into_iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn walkers_that_carry_a_package_end_when_it_falls() {
    let mut many = Multiwalker::default();
    many.position_noise = 0.0;
    many.angle_noise = 0.0;
    let config = BatchConfig::new(3).threads(1).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&many.definition().unwrap(), config).unwrap();
    assert_eq!((batch.observation_count(), batch.action_count()), (3 * 31, 12));
    // Neighbors are ten steps of the ground apart, and the package is 8 m times walkers / 1.75 long.
    let apart = 10.0 * 14.0 / 30.0 / (8.0 * 3.0 / 1.75);
    let row = &batch.observations()[..93];
    assert_eq!(row[24..26], [0.0, 0.0], "the first one has no neighbor on the left");
    assert!((row[26] - apart).abs() < 1.0e-3 && (row[31 + 24] + apart).abs() < 1.0e-3, "{row:?}");
    let mut ended = [false; 3];
    for _ in 0..500 {
        let actions: Vec<f32> = (0..36).map(|index| if index % 4 == 1 { -1.0 } else { 1.0 }).collect();
        batch.step(&actions).unwrap();
        for (world, ended) in ended.iter_mut().enumerate() {
            if !*ended && batch.terminated()[world] != 0 {
                *ended = true;
                assert!(batch.rewards()[world] < -90.0, "{}", batch.rewards()[world]);
            }
        }
    }
    assert_eq!(ended, [true; 3]);
    assert_eq!(batch.rejection_count(), 0);
}
