//! Damaged files: parts with changed bytes and correct checksums, so that the content itself is parsed.

use cairn2d::prelude::*;
use cairn2d::{Area, CallChecks, Explosion, Field, MaterialPair, Wind};

use crate::format::{self, Kind, Part, write_part};
use crate::{Player, RecordError, RecordOptions, Recorder, Recording};

/// Number of files, and the variable that overrides it.
const FILES: u64 = 4_000;
const VARIABLE: &str = "CAIRN2D_FUZZ_FILES";

/// Most steps that are played of each file; a damaged one may contain many.
const STEPS: u32 = 40;

/// A recording of a few steps with calls of all kinds.
fn small_file(first: bool) -> Vec<u8> {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let checks = CallChecks { hash_every: 1, bodies_every: 3 };
    let options = RecordOptions { keyframe_every: 5, checks, ..RecordOptions::default() };
    let mut recorder = first.then(|| Recorder::start(&mut world, options.clone()).expect("no functions"));
    let floor = world.spawn(Body::fixed().with(Rect::half(9.0, 1.0).at([0.0, -1.0]))).expect("valid");
    let hull = Polygon::regular(5, 0.5).expect("a hull");
    let bodies = [0.0, 1.0, 2.0].map(|x| Body::dynamic().at([x, 1.0 + x]).with(hull.clone().friction(0.2)));
    let bodies = world.spawn_many(bodies).expect("valid");
    let hinge = world.join(Revolute::new(floor, bodies[0]).at([0.0, 3.0]).motor(1.0, 5.0)).expect("valid");
    let breeze = Field::new(Area::circle([0.0, 2.0], 5.0), Wind::new([1.0, 0.0]));
    let breeze = world.add_field(breeze).expect("valid");
    let mut recorder =
        recorder.take().unwrap_or_else(|| Recorder::start(&mut world, options).expect("no functions"));
    for step in 0..12 {
        match step {
            1 => world.set_material_pair(1, 2, Some(MaterialPair::default())).expect("valid"),
            3 => world.explode(&Explosion::new([1.0, 1.0], 2.0, 0.5)).map(|_| ()).expect("valid"),
            5 => world.joint_mut(hinge).expect("alive").set_limits((-1.0, 1.0)).expect("valid"),
            7 => world.remove_field(breeze).expect("alive"),
            8 => drop(world.attach(bodies[1], Circle::new(0.25)).expect("valid")),
            9 => world.shift_origin([1.0, 0.0]).expect("in reach"),
            10 => world.despawn(bodies[2]).expect("alive"),
            _ => world.body_mut(bodies[1]).expect("alive").apply_force([2.0, 0.0]).expect("valid"),
        }
        world.step(1.0 / 60.0).expect("valid");
        recorder.update(&mut world).expect("recorded");
    }
    recorder.finish(&mut world).expect("recorded")
}

/// A small generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % count.max(1)
    }
}

/// The parts of a file with their contents.
fn parts_of(file: &[u8]) -> Vec<(Part, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut at = format::FILE_HEADER;
    while let Some(part) = Part::read(file, at) {
        at = part.end();
        parts.push((part, part.content(file).expect("whole")));
    }
    parts
}

/// The file with one part changed, and all checksums correct.
fn damaged(parts: &[(Part, Vec<u8>)], random: &mut Random) -> Vec<u8> {
    let mut out = format::file_header();
    let which = random.below(parts.len());
    for (index, (part, content)) in parts.iter().enumerate() {
        let mut content = content.clone();
        let mut steps = (part.first_step, part.steps);
        if index == which {
            for _ in 0..1 + random.below(3) {
                damage(&mut content, random);
            }
            if random.below(20) == 0 {
                steps.1 = random.below(99) as u32;
            }
        }
        write_part(&mut out, part.kind, steps, &content).expect("small");
    }
    out
}

fn damage(content: &mut Vec<u8>, random: &mut Random) {
    if content.is_empty() {
        return;
    }
    let at = random.below(content.len());
    match random.below(8) {
        0 => content[at] = random.below(256) as u8,
        1 => content[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
        2 => content.insert(at, random.below(256) as u8),
        3 => drop(content.remove(at)),
        4 => content.truncate(at),
        5 => {
            let piece = content[at..content.len().min(at + 1 + random.below(40))].to_vec();
            let to = random.below(content.len());
            content.splice(to..to, piece);
        }
        _ => content[at] ^= 1 << random.below(8),
    }
}

/// Opens and plays a file; returns the first error.
fn play(file: Vec<u8>) -> Result<(), RecordError> {
    let mut player = Player::new(Recording::read(file)?)?;
    for _ in 0..STEPS {
        if player.step()?.is_none() {
            break;
        }
    }
    player.seek(7)?;
    player.verify().map(|_| ())
}

#[test]
fn damaged_parts_are_errors_and_never_panics() {
    let files = std::env::var(VARIABLE).map_or(FILES, |text| text.parse().expect("a number"));
    let originals = [true, false].map(|first| parts_of(&small_file(first)));
    let (mut refused, mut kinds) = (0, [0; 4]);
    for seed in 0..files {
        let mut random = Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let parts = &originals[seed as usize % originals.len()];
        let file = damaged(parts, &mut random);
        let result = std::panic::catch_unwind(|| play(file));
        let result = result.unwrap_or_else(|_| panic!("seed {seed} panics"));
        if let Err(error) = result {
            refused += 1;
            kinds[match error {
                RecordError::Diverged(_) => 0,
                RecordError::Call { .. } => 1,
                RecordError::World(_) => 2,
                _ => 3,
            }] += 1;
        }
    }
    // Changed bytes that are only compared, or that mean the same, do no harm.
    assert!(refused > files / 2, "only {refused} of {files} were noticed: {kinds:?}");
    assert!(kinds[0] > 0 && kinds[1] > 0, "{kinds:?}");
}

#[test]
fn a_changed_byte_is_found_by_the_check() {
    let file = small_file(true);
    let whole = play(file.clone());
    assert_eq!(whole, Ok(()));
    let mut unseen = Vec::new();
    for at in 0..file.len() {
        let mut file = file.clone();
        file[at] ^= 0x10;
        let complete = Recording::read(file.clone()).map(|recording| recording.is_complete());
        if play(file).is_ok() && complete != Ok(false) {
            unseen.push(at);
        }
    }
    assert!(unseen.is_empty(), "changes at {unseen:?} are not noticed");
}

#[test]
fn kinds_keep_their_numbers() {
    let kinds = [Kind::Start, Kind::Calls, Kind::Keyframe, Kind::Index].map(|kind| kind as u8);
    assert_eq!(kinds, [0, 1, 2, 3]);
}
