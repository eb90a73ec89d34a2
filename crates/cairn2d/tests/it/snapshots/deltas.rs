//! Snapshots as differences from earlier ones, and the one stored as a file.

use cairn2d::prelude::*;
use cairn2d::{SavedWorld, SnapshotError};

use super::{disturb, go_on_alike};
use crate::harness::{add_floor, run, sleepless};
use crate::random::Random;

/// Bytes of a world from x86-64; see [`golden`].
const GOLDEN: &[u8] = include_bytes!("golden.snapshot");

#[test]
fn deltas_rebuild_the_whole_snapshot() {
    let (mut world, mut random) = (sleepless(), Random::new(95));
    add_floor(&mut world);
    let mut bases: Vec<Vec<u8>> = vec![world.snapshot()];
    let (mut whole, mut delta, mut made) = (Vec::new(), Vec::new(), Vec::new());
    let mut other = world.clone();
    for round in 0..250 {
        disturb(&mut world, round);
        run(&mut world, random.below(4) as u32);
        let base = &bases[random.below(bases.len())];
        world.write_snapshot_since(base, &mut whole, &mut delta);
        assert!(whole == world.snapshot());
        World::merge_snapshot(base, &delta, &mut made).expect("it was just made");
        assert!(made == whole, "round {round}: another snapshot was made");
        other.restore_since(base, &delta).expect("it was just made");
        assert!(other.snapshot() == whole);
        if round % 10 == 0 {
            bases.push(whole.clone());
        }
    }
    go_on_alike(&mut world, &mut other, 20, "after a delta");
}

#[test]
fn a_delta_of_a_world_that_mostly_sleeps_is_small() {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    world.spawn(Body::fixed().with(Rect::half(500.0, 1.0).at([0.0, -1.0]))).expect("it is valid");
    let mut ids = Vec::new();
    for index in 0..1000 {
        let at = [(index / 3) as f32 * 2.0 - 400.0, 0.5 + (index % 3) as f32];
        ids.push(world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5))).expect("it is valid"));
    }
    run(&mut world, 300);
    assert_eq!(world.counts().awake_bodies, 0);
    let base = world.snapshot();
    assert!(world.snapshot_since(&base).len() < 64);
    // One of 333 stacks wakes and one body is removed, which changes the lists after it.
    world.body_mut(ids[500]).expect("it lives").apply_impulse([0.5, 1.0]).expect("it is valid");
    world.despawn(ids[100]).expect("it lives");
    run(&mut world, 20);
    let delta = world.snapshot_since(&base);
    println!("{} bytes, and {} of what is new", base.len(), delta.len());
    assert!(80 * delta.len() < base.len(), "{} of {} bytes", delta.len(), base.len());
    let mut other = World::new(WorldConfig::default()).expect("the settings are valid");
    assert_eq!(other.restore_since(&world.snapshot(), &delta), Err(SnapshotError::Base));
    assert_eq!(other.counts().bodies, 0);
    other.restore_since(&base, &delta).expect("it was just made");
    go_on_alike(&mut world, &mut other, 60, "after a delta");
}

/// The world whose bytes are stored in a file.
fn golden() -> World {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    add_floor(&mut world);
    for seed in 0..24 {
        disturb(&mut world, seed);
        run(&mut world, 5);
    }
    world
}

/// F99: bytes written on one machine are read and written again on any other. `CAIRN2D_BLESS=1` writes the
/// file.
#[test]
fn f99_bytes_are_the_same_on_every_machine() {
    let mut here = golden();
    if std::env::var_os("CAIRN2D_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/snapshots/golden.snapshot");
        std::fs::write(path, here.snapshot()).expect("the file can be written");
    }
    assert!(here.snapshot() == GOLDEN, "the bytes are others: if they have to be, the version rises");
    let mut there = World::from_snapshot(GOLDEN).expect("it is a snapshot");
    assert!(there.snapshot() == GOLDEN);
    assert_eq!(there.hash(), here.hash());
    go_on_alike(&mut here, &mut there, 60, "from the file");
}

/// F95 in memory: like the sync test with bytes, depth 1 to 16, with saved worlds that are reused in turn.
#[test]
fn f95_sync_test_in_memory() {
    let mut world = sleepless();
    add_floor(&mut world);
    let mut random = Random::new(95);
    let mut past: Vec<(SavedWorld, u64)> = (0..16).map(|_| (SavedWorld::default(), 0)).collect();
    let frames = std::env::var("CAIRN2D_SYNC_FRAMES").ok().and_then(|frames| frames.parse().ok());
    for frame in 0..frames.unwrap_or(2_000) / 4 {
        // The actions of a frame depend on its number only.
        let advance = |world: &mut World, frame: usize| {
            if frame.is_multiple_of(7) && world.counts().bodies < 60 {
                disturb(world, (frame % 97) as u32);
            }
            let pushed = world.bodies().nth(1 + frame % 13);
            if let Some(id) = pushed.filter(|_| frame.is_multiple_of(5)) {
                let _ = world.body_mut(id).map(|mut body| body.apply_impulse([0.1, 0.5]));
            }
            run(world, 1);
        };
        world.save_into(&mut past[frame % 16].0);
        advance(&mut world, frame);
        past[frame % 16].1 = world.hash();
        let depth = 1 + random.below(16.min(frame + 1));
        for again in frame + 1 - depth..=frame {
            if again == frame + 1 - depth {
                assert!(world.restore_saved(&past[again % 16].0));
            }
            advance(&mut world, again);
            assert_eq!(world.hash(), past[again % 16].1, "frame {frame}, depth {depth}: {again} differs");
        }
    }
}
