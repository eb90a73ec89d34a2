//! Saved worlds in memory: a restore is exact to the bit after any changes; snapshots are the oracle.

use cairn2d::SavedWorld;
use cairn2d::prelude::*;

use super::{disturb, go_on_alike};
use crate::harness::{DT, add_floor, run, sleepless};
use crate::random::Random;

fn world() -> World {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    add_floor(&mut world);
    world
}

/// State of a world as its snapshot.
struct Entry {
    saved: SavedWorld,
    bytes: Vec<u8>,
    /// Snapshots after each of the next steps, from a clone.
    later: Vec<Vec<u8>>,
}

impl Entry {
    fn of(world: &World, mut saved: SavedWorld) -> Entry {
        world.save_into(&mut saved);
        let mut clone = world.clone();
        let step = |world: &mut World| {
            world.step(DT).expect("the step length is valid");
            world.snapshot()
        };
        Entry { saved, bytes: world.snapshot(), later: (0..3).map(|_| step(&mut clone)).collect() }
    }
}

/// F94: restores older and newer states across spawns and removals, and continues: every snapshot is as
/// before.
#[test]
fn f94_saved_worlds_are_restored_after_any_changes() {
    let (mut world, mut random) = (world(), Random::new(94));
    let mut entries: Vec<Entry> = (0..6).map(|_| Entry::of(&world, SavedWorld::default())).collect();
    for round in 0..300 {
        for _ in 0..random.below(3) {
            disturb(&mut world, random.bits() as u32 % 90);
        }
        run(&mut world, random.below(4) as u32);
        let which = random.below(entries.len());
        if random.below(2) == 0 {
            let former = core::mem::take(&mut entries[which].saved);
            entries[which] = Entry::of(&world, former);
            continue;
        }
        assert!(world.restore_saved(&entries[which].saved));
        assert!(world.snapshot() == entries[which].bytes, "round {round}: another world came back");
        world.validate().expect("it is sound");
        if random.below(2) == 0 {
            for (step, later) in entries[which].later.iter().enumerate() {
                run(&mut world, 1);
                assert!(world.snapshot() == *later, "round {round}: step {step} is another");
            }
        }
    }
}

/// Without a saved world, writes are not stamped. A first save, or one into a saved world of another world,
/// copies everything.
#[test]
fn saved_worlds_created_late_are_complete() {
    let (mut world, mut random) = (world(), Random::new(7));
    let mut saved = SavedWorld::default();
    for round in 0..40 {
        (0..3).for_each(|_| disturb(&mut world, random.bits() as u32 % 90));
        run(&mut world, 1 + random.below(5) as u32);
        match round % 3 {
            0 => saved = SavedWorld::default(),
            1 => world.clone().save_into(&mut saved),
            _ => {}
        }
        let entry = Entry::of(&world, core::mem::take(&mut saved));
        run(&mut world, 1 + random.below(5) as u32);
        assert!(world.restore_saved(&entry.saved));
        assert!(world.snapshot() == entry.bytes, "round {round}: another world came back");
        run(&mut world, 1);
        assert!(world.snapshot() == entry.later[0], "round {round}: it goes on otherwise");
        saved = entry.saved;
    }
}

#[test]
fn saved_world_restores_into_another_world_and_back() {
    let mut first = world();
    (0..20).for_each(|seed| disturb(&mut first, seed));
    run(&mut first, 40);
    let (mut saved, mut other) = (SavedWorld::default(), world());
    assert!(!other.restore_saved(&saved) && saved.is_empty());
    run(&mut other, 7);
    let mut others = SavedWorld::default();
    other.save_into(&mut others);
    first.save_into(&mut saved);
    assert_eq!(saved.step_count(), Some(40));
    // Twice into another world than the source, whose own saved world then refers to a replaced state.
    for _ in 0..2 {
        assert!(other.restore_saved(&saved));
        go_on_alike(&mut first.clone(), &mut other, 5, "in another world");
    }
    assert!(other.restore_saved(&others));
    assert_eq!(other.counts().bodies, 1);
    // Tables from bytes and from a clone have no version history here.
    let bytes = first.snapshot();
    first.restore(&bytes).expect("a snapshot");
    run(&mut first, 2);
    assert!(first.restore_saved(&saved) && first.snapshot() == bytes);
    first.clone_from(&other);
    assert!(first.restore_saved(&saved) && first.snapshot() == bytes);
    other.save_into(&mut saved);
    assert!(first.restore_saved(&saved) && first.snapshot() == other.snapshot());
}

/// F101: an id from before the snapshot is valid again, a later one is not.
#[test]
fn f101_restore_brings_back_the_ids_of_the_snapshot() {
    let mut world = sleepless();
    let spawn = |world: &mut World, x: f32| {
        world.spawn(Body::dynamic().at([x, 1.0]).with(Circle::new(0.4))).expect("it is valid")
    };
    let before: Vec<BodyId> = (0..5).map(|x| spawn(&mut world, x as f32)).collect();
    let joint = world.join(Distance::new(before[0], before[1])).expect("it is valid");
    let (bytes, mut saved) = (world.snapshot(), SavedWorld::default());
    world.save_into(&mut saved);
    for in_memory in [false, true] {
        world.despawn(before[2]).expect("it lives");
        world.despawn(before[0]).expect("it lives");
        // In the slots of removed bodies, and in new ones.
        let after: Vec<BodyId> = (0..4).map(|x| spawn(&mut world, 10.0 + x as f32)).collect();
        let later = world.join(Weld::new(after[0], after[1])).expect("it is valid");
        run(&mut world, 3);
        if in_memory {
            assert!(world.restore_saved(&saved));
        } else {
            world.restore(&bytes).expect("a snapshot");
        }
        assert!(before.iter().all(|&id| world.body(id).is_some()) && world.joint(joint).is_some());
        assert!(after.iter().all(|&id| world.body(id).is_none()) && world.joint(later).is_none());
    }
}

#[test]
fn saving_a_sleeping_world_does_not_read_sleeping_bodies() {
    let mut world = world();
    for index in 0..60 {
        let at = [(index % 20) as f32 - 10.0, 0.4 + 0.8 * (index / 20) as f32];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.4, 0.4))).expect("it is valid");
    }
    run(&mut world, 240);
    assert_eq!(world.counts().awake_bodies, 0);
    let mut saved = SavedWorld::default();
    world.save_into(&mut saved);
    let bytes = world.snapshot();
    let ids: Vec<BodyId> = world.bodies().skip(1).collect();
    for id in ids {
        world.body_mut(id).expect("it lives").apply_impulse([0.3, 2.0]).expect("it is valid");
        run(&mut world, 5);
        assert!(world.restore_saved(&saved));
        assert!(world.snapshot() == bytes);
    }
}
