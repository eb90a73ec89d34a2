//! A sync test in the manner of rollback: every frame the world goes back by some frames and comes again, and must be where it was.

use std::collections::VecDeque;

use cairn2d::prelude::*;

use crate::harness::{DT, add_floor};
use crate::random::Random;

/// What the players do in a frame.
#[derive(Clone, Copy, Debug)]
struct Input {
    pushes: [Vec2; 2],
    action: u32,
}

/// Frames that can be taken back.
const DEPTH: usize = 16;

fn arena(seed: u64) -> (World, [BodyId; 2]) {
    let mut random = Random::new(seed);
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    add_floor(&mut world);
    for x in [-12.0, 12.0] {
        world.spawn(Body::fixed().at([x, 5.0]).with(Rect::half(0.5, 10.0))).expect("the wall is valid");
    }
    world.spawn(Body::fixed().at([0.0, 2.0]).with(Circle::new(1.5).sensor())).expect("the zone is valid");
    for _ in 0..25 {
        let at = [random.range(-9.0, 9.0), random.range(1.0, 9.0)];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.4, 0.3))).expect("the box is valid");
    }
    let mut player = |x: f32| {
        let shape = Capsule::new([0.0, -0.3], [0.0, 0.3], 0.3).user_data(1);
        world.spawn(Body::dynamic().at([x, 2.0]).bullet().with(shape)).expect("the player is valid")
    };
    let players = [player(-6.0), player(6.0)];
    (world, players)
}

/// One frame: what the players do, and the step.
fn advance(world: &mut World, players: [BodyId; 2], input: Input) {
    for (player, push) in players.into_iter().zip(input.pushes) {
        world.body_mut(player).expect("players stay").apply_impulse(push).expect("the push is valid");
    }
    let bodies: Vec<BodyId> = world.bodies().filter(|id| !players.contains(id)).skip(4).collect();
    match input.action % 32 {
        0 => {
            let at = [(input.action / 32 % 17) as f32 - 8.0, 9.0];
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.35))).expect("the ball is valid");
        }
        1 if bodies.len() > 10 => {
            let victim = bodies[input.action as usize / 32 % bodies.len()];
            world.despawn(victim).expect("it lives");
        }
        2 if bodies.len() > 2 => {
            let [a, b] = [0, 1].map(|k| bodies[(input.action as usize / 32 + k) % bodies.len()]);
            world.join(Distance::new(a, b).spring(3.0, 0.5).break_at(200.0, None)).expect("it is valid");
        }
        3 => {
            let joint = world.joints().next();
            joint.map_or(Ok(()), |joint| world.unjoin(joint)).expect("it lives");
        }
        _ => {}
    }
    world.step(DT).expect("the step length is valid");
}

/// Plays some frames; in each of them the world goes back by a depth that changes and comes again. Returns how many frames came again.
fn sync_test(seed: u64, frames: usize) -> usize {
    let (mut world, players) = arena(seed);
    let mut random = Random::new(seed ^ 0xf00d);
    // Snapshot before each of the last frames, the input of it, and the hash and snapshot after it.
    let mut past: VecDeque<(Vec<u8>, Input, u64)> = VecDeque::new();
    let mut again = 0;
    for frame in 0..frames {
        let mut push = || Vec2::new(random.range(-0.6, 0.6), random.range(-0.2, 0.5));
        let input = Input { pushes: [push(), push()], action: random.bits() as u32 };
        let mut before =
            if past.len() == DEPTH { past.pop_front().expect("it is full").0 } else { Vec::new() };
        world.write_snapshot(&mut before);
        advance(&mut world, players, input);
        past.push_back((before, input, world.hash()));
        let depth = (1 + frame % DEPTH).min(past.len());
        let first = past.len() - depth;
        world.restore(&past[first].0).expect("the snapshot is sound");
        for (index, (snapshot, input, hash)) in past.iter().enumerate().skip(first) {
            if index > first {
                assert!(world.snapshot() == *snapshot, "seed {seed}, frame {frame}: bytes differ at {index}");
            }
            advance(&mut world, players, *input);
            assert_eq!(
                world.hash(),
                *hash,
                "seed {seed}, frame {frame}, depth {depth}: frame {index} differs"
            );
            again += 1;
        }
    }
    world.validate().expect("the world is sound");
    again
}

/// `CAIRN2D_SYNC_FRAMES` is the number of frames of all seeds together; 100,000 is the full test.
#[test]
fn going_back_and_coming_again_changes_no_bit() {
    let frames = std::env::var("CAIRN2D_SYNC_FRAMES").ok().and_then(|frames| frames.parse().ok());
    let frames = frames.unwrap_or(2_000) / 10;
    let again: usize = (0..10).map(|seed| sync_test(seed, frames)).sum();
    assert!(again > 8 * frames * 10 - 2_000, "{again}");
}
