//! Snapshots, rollback, broken bytes, lanes and threads.

use super::{DT, Random, flat, run, segments, terrain_of};
use crate::{Brush, Field, Terrain};
use cairn2d::LaneLevel;
use cairn2d::prelude::*;
use cairn2d::system::{Systems, WorldSystem};

/// A level with a pile, and edits that depend on the number of the step only.
fn level(config: WorldConfig) -> (World, Systems) {
    let mut world = World::new(config).unwrap();
    for n in 0..40 {
        let at = [3.0 + 0.5 * (n % 20) as f32, 4.0 + 0.6 * (n / 20) as f32];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.2, 0.2))).unwrap();
    }
    (world, Systems::new().with(flat([160, 100], 3.0)))
}

fn play(world: &mut World, systems: &mut Systems, steps: core::ops::Range<u32>) {
    for step in steps {
        let mut random = Random(u64::from(step) + 100);
        if step % 5 == 0 {
            let brush =
                Brush::disc([random.between(1.0, 15.0), random.between(0.5, 4.0)], random.between(0.3, 1.0));
            let terrain = terrain_of(systems);
            if step % 15 == 10 {
                terrain.fill_around(world, &brush, 0).unwrap();
            } else {
                terrain.field_mut().carve(&brush).unwrap();
            }
        }
        systems.step(world, DT).unwrap();
    }
}

#[test]
fn bits_do_not_depend_on_lanes_or_threads() {
    let mut hashes = Vec::new();
    for (number, lanes) in LaneLevel::available().enumerate() {
        let mut config = WorldConfig::default();
        config.threads = 1 + number % 2;
        let (mut world, mut systems) = level(config);
        world.set_lanes(lanes).unwrap();
        play(&mut world, &mut systems, 0..200);
        hashes.push(systems.hash(&world));
    }
    assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]), "{hashes:x?}");
}

#[test]
fn snapshots_go_on_with_the_same_bits() {
    let (mut world, mut systems) = level(WorldConfig::default());
    play(&mut world, &mut systems, 0..83);
    // Between an edit and the step that shows it to the world.
    terrain_of(&mut systems).field_mut().carve(&Brush::disc([8.0, 2.0], 1.0)).unwrap();
    let saved = systems.snapshot(&world);
    play(&mut world, &mut systems, 83..160);
    let (hash, ground) = (systems.hash(&world), segments(&world));
    let (mut other, mut others) = level(WorldConfig::default());
    others.restore(&mut other, &saved).unwrap();
    play(&mut other, &mut others, 83..160);
    assert_eq!(others.hash(&other), hash);
    assert_eq!(segments(&other), ground);
    // A recorded run replays without the terrain: it acts by calls of the world only.
    systems.restore(&mut world, &saved).unwrap();
    play(&mut world, &mut systems, 83..160);
    assert_eq!(systems.hash(&world), hash);
}

#[test]
fn broken_bytes_are_rejected() {
    let (mut world, mut systems) = level(WorldConfig::default());
    play(&mut world, &mut systems, 0..40);
    let mut bytes = Vec::new();
    terrain_of(&mut systems).write(&mut bytes);
    let mut copy = flat([16, 16], 1.0);
    copy.read(&bytes).unwrap();
    let mut again = Vec::new();
    copy.write(&mut again);
    assert_eq!(bytes, again);
    let mut random = Random(17);
    let mut errors = 0;
    for round in 0..4000 {
        let mut broken = bytes.clone();
        if round % 4 == 0 {
            broken.truncate((random.next() * bytes.len() as f32) as usize);
        } else {
            for _ in 0..1 + round % 3 {
                let range = if round % 2 == 0 { bytes.len() } else { 160 };
                let at = (random.next() * range as f32) as usize;
                broken[at.min(bytes.len() - 1)] ^= 1 << (round % 8);
            }
        }
        let mut terrain = flat([16, 16], 1.0);
        let before = terrain.field().values.clone();
        if terrain.read(&broken).is_err() {
            errors += 1;
            assert_eq!(terrain.field().values, before);
            continue;
        }
        // An accepted state may not fit to the world, which is an error and no panic.
        let mut other = world.clone();
        terrain.field_mut().carve(&Brush::disc([8.0, 2.0], 1.0)).unwrap();
        let _ = terrain.apply(&mut other);
    }
    assert!(errors > 1000, "{errors}");
    assert!(Field::read(&[]).is_err());
}

#[test]
fn an_idle_terrain_does_nothing() {
    let (mut world, mut systems) = level(WorldConfig::default());
    run(&mut systems, &mut world, 2);
    let mut other = world.clone();
    let mut terrain: Terrain = terrain_of(&mut systems).clone();
    let before = other.hash();
    assert_eq!(*terrain.apply(&mut other).unwrap(), crate::Changes::default());
    assert_eq!(other.hash(), before);
}
