//! Bounds memory: a file of a few bytes that declares large contents is rejected, or decompressed only as far
//! as its bytes reach.
//!
//! A separate test program, because it replaces the global allocator.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;
#[path = "../../cairn2d/tests/mend/mod.rs"]
mod mend;

use cairn2d::prelude::*;
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};

/// A part with this content.
fn part(kind: u8, packed: u8, steps: u32, content: &[u8], unpacked: u32) -> Vec<u8> {
    let mut header = vec![kind, packed, 0, 0];
    header.extend(steps.to_le_bytes());
    header.extend(0_u64.to_le_bytes());
    header.extend((content.len() as u32).to_le_bytes());
    header.extend(unpacked.to_le_bytes());
    let check = mend::check_of_part(&header, content).to_le_bytes();
    [header, check.to_vec(), content.to_vec()].concat()
}

/// An empty recording: header and initial world.
fn beginning() -> Vec<u8> {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    Recorder::start(&mut world, RecordOptions::default()).expect("no functions").take_bytes()
}

/// Opens and plays a file; returns the largest single allocation, and whether it was played.
fn play(file: Vec<u8>) -> (usize, bool) {
    counting::forget_largest();
    let played = Recording::read(file).and_then(Player::new).and_then(|mut player| player.seek(1000)).is_ok();
    (counting::largest(), played)
}

#[test]
fn a_few_bytes_ask_for_little_memory() {
    let (least, played) = play(beginning());
    assert!(played);
    let bound = least.max(64 * 1024);
    let many = |byte: u8, count: usize| [vec![byte], vec![0xff; count], vec![0x7f]].concat();
    let cases = [
        // Parts that declare a decompressed size of a quarter of a gigabyte.
        part(1, 1, 1, &[0x03, 0x00], 1 << 28),
        part(1, 1, u32::MAX, &[0x4b, 0x04, 0x00], 1 << 28),
        part(1, 0, 1, &[1], 1 << 28),
        // Lists with a declared length of 2^63 bodies, shapes and notes.
        part(1, 0, 1, &many(9, 8), 10),
        part(1, 0, 1, &[&[12, 0, 1][..], &many(0xff, 7)[..]].concat(), 12),
        part(1, 0, 1, &many(3, 8), 10),
        // An invalid keyframe and an invalid world.
        part(2, 0, 0, b"cairn2ds\xff\xff\xff\xff", 12),
    ];
    for (index, case) in cases.into_iter().enumerate() {
        let (largest, _) = play([beginning(), case].concat());
        assert!(largest <= bound, "case {index} asked for {largest} bytes, a world alone for {least}");
    }
}

#[test]
fn the_check_is_the_one_that_is_described() {
    let steps = [0, 0x89, 0x88, 0x88, 0x3c, 1, 1];
    let (_, played) = play([beginning(), part(1, 0, 3, &steps, 7)].concat());
    assert!(played);
    let recording = Recording::read([beginning(), part(1, 0, 3, &steps, 7)].concat()).expect("a recording");
    assert_eq!(recording.steps(), 3);
    let mut player = Player::new(recording).expect("valid");
    assert_eq!(player.seek(3), Ok(3));
    assert_eq!(player.world().step_count(), 3);
}
