//! Environments against figures of Gymnasium.

use cairn2d::prelude::*;
use cairn2d_batch::environments::LunarLander;
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
    // Means of 1,000 seeds with Box2D 2.3.10 and Gymnasium 1.4.0. The example `lander` also plays 1,000.
    for (continuous, box2d) in [(false, 243.37_f32), (true, 282.82)] {
        let returns = returns(continuous, 300);
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
    assert!(calm < 1.0e-3 && windy > 0.03 && windy < 0.15, "{calm} {windy}");
}
