//! Bounds the memory of reading snapshots: at most three bytes for each byte of the input, plus a constant
//! for the world itself, for any counts that the input declares.
//!
//! A separate test program, because it replaces the global allocator.

mod counting;
mod mend;

use cairn2d::prelude::*;
use cairn2d::{Area, Attractor, Field, SnapshotError};
use mend::SNAPSHOT_HEADER as HEADER;

/// Length of a step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Memory that reading may use for each byte \[bytes\], as the format guarantees, and the size of an empty
/// world.
const GRANT: usize = 3;
const FREE: usize = 1 << 16;
const EMPTY: usize = 1 << 15;

fn plain() -> World {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    world.set_stage_checks(std::env::var_os("CAIRN2D_VALIDATE").is_some());
    world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).expect("it is valid");
    world
}

/// Worlds that need much memory per byte of their snapshot, for different reasons.
fn worlds() -> Vec<(&'static str, World)> {
    let spawn = |world: &mut World, body: Body| world.spawn(body).expect("it is valid");
    let mut heap = plain();
    for index in 0..800 {
        let at = [(index % 40) as f32 - 20.0, 0.5 + (index / 40) as f32];
        spawn(&mut heap, Body::dynamic().at(at).with(Rect::half(0.499, 0.5)));
    }
    (0..40).for_each(|_| drop(heap.step(DT)));
    // Nearly all slots are free.
    let mut holes = heap.clone();
    let ids: Vec<BodyId> = holes.bodies().skip(5).collect();
    ids.into_iter().for_each(|id| drop(holes.despawn(id)));
    holes.step(DT).expect("it is valid");
    // Boxes that overlap although no shapes touch.
    let mut near = plain();
    for index in 0..900 {
        let at = [(index % 30) as f32 * 1.04, 5.0 + 1.04 * (index / 30) as f32];
        spawn(&mut near, Body::dynamic().at(at).gravity_scale(0.0).with(Circle::new(0.5)));
    }
    (0..3).for_each(|_| drop(near.step(DT)));
    // Polygons with many different corners; joints with all parts, sensors, fields, pending events.
    let mut zoo = plain();
    let mut last = None;
    for index in 0..150 {
        let polygon = Polygon::regular(3 + index % 40, 0.3 + 0.001 * index as f32).expect("it is convex");
        let body = Body::dynamic().at([index as f32 - 75.0, 2.0]).with(polygon).time_scale(0.5);
        let body = spawn(&mut zoo, body.with(Circle::new(2.0).sensor()));
        if let Some(last) = last {
            match index % 3 {
                0 => drop(zoo.join(Rotary::new(last, body))),
                1 => drop(zoo.join(Distance::new(last, body).spring(4.0, 0.7).break_at(90.0, None))),
                _ => drop(zoo.join(Weld::new(last, body).report_above(10.0, 1.0))),
            }
        }
        last = Some(body);
        let field = Field::new(Area::circle([index as f32, 2.0], 1.0), Attractor::new([0.0, 2.0], 0.5));
        zoo.add_field(field).expect("it is valid");
    }
    (0..20).for_each(|_| drop(zoo.step(DT)));
    let ids: Vec<BodyId> = zoo.bodies().skip(100).collect();
    ids.into_iter().for_each(|id| drop(zoo.despawn(id)));
    vec![("heap", heap), ("holes", holes), ("near", near), ("zoo", zoo)]
}

fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// The largest memory use of reading \[bytes\], and its result.
fn read(bytes: &[u8]) -> (usize, Result<(), SnapshotError>) {
    counting::forget_peak();
    let before = counting::live_here();
    let result = World::from_snapshot(bytes).map(drop);
    ((counting::peak_here() - before) as usize, result)
}

/// Reads and compares the memory use with the limit.
fn read_within_bounds(bytes: &[u8], what: &str) -> Result<(), SnapshotError> {
    let (peak, result) = read(bytes);
    let most = GRANT * bytes.len() + FREE + EMPTY;
    assert!(peak <= most, "{what}: {peak} bytes of memory for {} bytes: {result:?}", bytes.len());
    result
}

/// F98: damaged snapshots. One to 64 flipped bits, missing ends, pieces from other files, other versions,
/// empty files and counts that exceed the file. Each must give an error or a valid world, within the memory
/// limit.
#[test]
fn f98_reading_bytes_stays_within_the_allocation_budget() {
    let mut seed = 98;
    let rounds = std::env::var("CAIRN2D_SNAPSHOT_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let rounds: usize = rounds.unwrap_or(1_000);
    assert_eq!(read_within_bounds(&[], "nothing"), Err(SnapshotError::Mark));
    for (name, mut world) in worlds() {
        let original = world.snapshot();
        read_within_bounds(&original, name).expect("it is a snapshot");
        println!("{name}: {} bytes of memory for {} bytes", read(&original).0, original.len());
        let before = world.snapshot();
        for round in 0..rounds / 4 {
            let mut bytes = original.clone();
            let at = |seed: &mut u64| HEADER + next(seed) % (original.len() - HEADER - 16);
            match next(&mut seed) % 5 {
                0 => {
                    for _ in 0..1 + next(&mut seed) % 64 {
                        bytes[at(&mut seed)] ^= 1 << (next(&mut seed) % 8);
                    }
                }
                1 => bytes.truncate(at(&mut seed)),
                2 => {
                    let (from, to) = (at(&mut seed), at(&mut seed));
                    bytes.copy_within(from..from + 16, to);
                }
                // The first section is the settings, and then come the counts of slots.
                3 => {
                    let to = HEADER + next(&mut seed) % 200;
                    bytes[to..to + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0x07]);
                }
                _ => bytes.extend((0..4096).map(|_| next(&mut seed) as u8)),
            }
            mend::snapshot(&mut bytes);
            let _ = read_within_bounds(&bytes, &format!("{name}, round {round}"));
        }
        for version in [1, 2, 3, 4, 5, 6, 7, 9] {
            let mut other = original.clone();
            other[8] = version;
            assert_eq!(world.restore(&other), Err(SnapshotError::Version(version.into())));
        }
        let mut cut = original.clone();
        cut.truncate(original.len() / 2);
        mend::snapshot(&mut cut);
        assert!(world.restore(&cut).is_err() && world.snapshot() == before, "{name}: the world changed");
    }
}

/// The length of a snapshot covers the memory of a world that was large once, and cutting the snapshot is an
/// error.
#[test]
fn missing_budget_bytes_are_an_error() {
    let (_, world) = worlds().swap_remove(1);
    let mut bytes = world.snapshot();
    assert_eq!(bytes.last(), Some(&0));
    bytes.pop();
    mend::snapshot(&mut bytes);
    assert!(matches!(World::from_snapshot(&bytes), Err(SnapshotError::Structure(_))));
    bytes.extend([0, 0]);
    mend::snapshot(&mut bytes);
    assert!(matches!(World::from_snapshot(&bytes), Err(SnapshotError::Structure(_))));
}
