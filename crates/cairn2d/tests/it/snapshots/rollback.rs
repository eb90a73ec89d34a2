//! A sync test for rollback: in every frame the world goes back by some frames, repeats them, and must have
//! the same hash.

use std::collections::VecDeque;

use cairn2d::SavedWorld;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor};
use crate::random::Random;

/// Actions of the players in a frame.
#[derive(Clone, Copy, Debug, Default)]
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

/// One frame: the players' actions, and the step.
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

/// Form of the stored frames.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// As snapshots.
    Bytes,
    /// In memory, and as snapshots for comparison.
    Memory,
}

/// A stored frame: the world before it, the players' actions in it, and the hash after it.
#[derive(Default)]
struct Frame {
    bytes: Vec<u8>,
    saved: SavedWorld,
    input: Input,
    hash: u64,
}

impl Frame {
    fn keep(&mut self, world: &World, way: Way) {
        world.write_snapshot(&mut self.bytes);
        if way == Way::Memory {
            world.save_into(&mut self.saved);
        }
    }

    fn bring_back(&self, world: &mut World) {
        if self.saved.is_empty() {
            world.restore(&self.bytes).expect("the snapshot is sound");
        } else {
            assert!(world.restore_saved(&self.saved));
            assert!(world.snapshot() == self.bytes, "another world came back");
        }
    }
}

/// Plays some frames; in each of them the world goes back by a varying depth and repeats the frames. Returns
/// the number of repeated frames.
fn sync_test(seed: u64, frames: usize, way: Way) -> usize {
    let (mut world, players) = arena(seed);
    let mut random = Random::new(seed ^ 0xf00d);
    let mut past: VecDeque<Frame> = VecDeque::new();
    let mut again = 0;
    for number in 0..frames {
        let mut push = || Vec2::new(random.range(-0.6, 0.6), random.range(-0.2, 0.5));
        let input = Input { pushes: [push(), push()], action: random.bits() as u32 };
        let oldest = if past.len() == DEPTH { past.pop_front() } else { None };
        let mut frame = Frame { input, ..oldest.unwrap_or_default() };
        frame.keep(&world, way);
        advance(&mut world, players, input);
        frame.hash = world.hash();
        past.push_back(frame);
        let depth = (1 + number % DEPTH).min(past.len());
        let first = past.len() - depth;
        past[first].bring_back(&mut world);
        for (index, frame) in past.iter_mut().enumerate().skip(first) {
            if index > first {
                let bytes = &frame.bytes;
                assert!(world.snapshot() == *bytes, "seed {seed}, frame {number}: bytes differ at {index}");
                // As a game does after a misprediction: stored frames are overwritten.
                frame.keep(&world, way);
            }
            advance(&mut world, players, frame.input);
            let hash = world.hash();
            assert_eq!(hash, frame.hash, "seed {seed}, frame {number}, depth {depth}: frame {index} differs");
            again += 1;
        }
    }
    world.validate().expect("the world is sound");
    again
}

/// Ten seeds. `CAIRN2D_SYNC_FRAMES` is the total number of frames; 100,000 is the full test.
fn sync_tests(way: Way) {
    let frames = std::env::var("CAIRN2D_SYNC_FRAMES").ok().and_then(|frames| frames.parse().ok());
    let frames = frames.unwrap_or(2_000) / 10;
    let again: usize = (0..10).map(|seed| sync_test(seed, frames, way)).sum();
    assert!(again > 8 * frames * 10 - 2_000, "{again}");
}

#[test]
fn rollback_and_replay_change_no_bit() {
    sync_tests(Way::Bytes);
}

#[test]
fn rollback_in_memory_changes_no_bit() {
    sync_tests(Way::Memory);
}
