//! Ten thousand files with random changes: each is rejected with a short error, or gives a scene that can be
//! written and run.

use std::collections::BTreeMap;

use cairn2d_import::{Format, ImportOptions, read};
use cairn2d_scenes::Overrides;

const COUNT: u64 = 10_000;

/// Files that are changed.
type Texts = Vec<(Format, String)>;

/// Files that are changed, and files that they name.
fn originals() -> (Texts, BTreeMap<String, Vec<u8>>) {
    let files = crate::support::folder(&[
        ("set.tsx", include_str!("../files/set.tsx")),
        ("level.ldtkl", include_str!("../files/level.ldtkl")),
    ]);
    let originals = vec![
        (Format::TiledXml, include_str!("../files/level.tmx").to_owned()),
        (Format::TiledJson, include_str!("../files/level.tmj").to_owned()),
        (Format::Ldtk, include_str!("../files/world.ldtk").to_owned()),
        (Format::Svg, include_str!("../files/picture.svg").to_owned()),
        (Format::Rube, include_str!("../files/machine.rube").to_owned()),
        (Format::Mjcf, include_str!("../files/walker.mjcf").to_owned()),
    ];
    (originals, files)
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

const WORDS: [&str; 26] = [
    "0",
    "-1",
    "1",
    "2",
    "1e9",
    "-1e9",
    "1e30",
    "1e308",
    "1e-30",
    "NaN",
    "inf",
    "4294967295",
    "4294967296",
    "2147483647",
    "-2147483648",
    "0.5",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "<g>",
    "/>",
    "A",
    "z",
    "100000",
];

fn change(text: &mut Vec<u8>, random: &mut Random) {
    let is_break = |byte: u8| b" \n,:[]{}\"<>=/".contains(&byte);
    let mut tokens = Vec::new();
    let mut start = 0;
    for (at, &byte) in text.iter().enumerate() {
        if is_break(byte) {
            if at > start {
                tokens.push(start..at);
            }
            start = at + 1;
        }
    }
    if tokens.is_empty() {
        return;
    }
    let pick = |random: &mut Random| tokens[random.below(tokens.len())].clone();
    let one = pick(random);
    match random.below(8) {
        0 => {
            let at = random.below(text.len());
            text[at] = random.next() as u8;
        }
        1 => drop(text.remove(random.below(text.len()))),
        2 | 3 => drop(text.splice(one, WORDS[random.below(WORDS.len())].bytes())),
        4 => {
            let other = text[pick(random)].to_vec();
            text.splice(one, other);
        }
        5 => {
            let end = (one.end + random.below(60)).min(text.len());
            text.drain(one.start..end);
        }
        6 => {
            let end = (one.end + random.below(200)).min(text.len());
            let piece = text[one.start..end].to_vec();
            let to = pick(random).start;
            text.splice(to..to, piece);
        }
        _ => {
            let value = (random.next() as i32 as f64) * 10_f64.powi(random.below(20) as i32 - 14);
            text.splice(one, value.to_string().bytes());
        }
    }
}

#[test]
fn mutants_never_panic() {
    let (originals, files) = originals();
    let mut options = ImportOptions::default();
    (options.budget.tiles, options.budget.vertices) = (20_000, 20_000);
    let mut counts = vec![[0_u32; 2]; originals.len()];
    for (index, (format, text)) in originals.iter().enumerate() {
        let whole = read("whole", text.as_bytes(), *format, &files, &options);
        let imported = whole.unwrap_or_else(|error| panic!("{}: {error}", format.name()));
        assert!(imported.scene.shape_count() > 2);
        for seed in (index as u64..COUNT).step_by(originals.len()) {
            let mut random = Random(seed);
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + random.below(4) {
                change(&mut bytes, &mut random);
            }
            let start = std::time::Instant::now();
            let result = read("mutant", &bytes, *format, &files, &options);
            let seconds = start.elapsed().as_secs_f64();
            assert!(seconds < 30.0, "{} {seed} takes {seconds} s", format.name());
            counts[index][usize::from(result.is_ok())] += 1;
            match result {
                Err(error) => assert!(error.to_string().len() < 12_000, "{} {seed}", format.name()),
                Ok(imported) if seed % 10 < 2 => {
                    let json = imported.scene.to_json();
                    json.unwrap_or_else(|error| panic!("{} {seed}: {error}", format.name()));
                    let (mut world, _) = imported.world(Overrides::default()).unwrap();
                    for _ in 0..3 {
                        let _ = world.step(1.0 / 60.0);
                    }
                }
                Ok(_) => {}
            }
        }
    }
    println!("rejected and accepted: {counts:?}");
    assert!(counts.iter().all(|&[rejected, accepted]| rejected > 100 && accepted > 100), "{counts:?}");
}
