//! Unguided mutations: bytes, numbers and lines are changed, removed, doubled and swapped.

use crate::{Random, beside, breaking, mend, recordings, systems};

/// Kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A scene.
    Scene,
    /// A snapshot.
    Snapshot,
    /// A recording.
    Recording,
    /// Points.
    Hull,
    /// A delta with its base.
    Delta,
    /// Rings of points.
    Outline,
    /// A map of a grid.
    Map,
    /// The bytes of a gas.
    Gas,
    /// A file of another program.
    Import,
    /// The bytes of a liquid.
    Water,
    /// The bytes of a terrain.
    Terrain,
    /// Edits of a terrain.
    Dig,
    /// Calls of a liquid.
    Pour,
    /// The bytes of breakable bodies.
    Breakables,
    /// A body, a pattern and a cut.
    Fracture,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; 15] = [
        Kind::Scene,
        Kind::Snapshot,
        Kind::Recording,
        Kind::Hull,
        Kind::Delta,
        Kind::Outline,
        Kind::Map,
        Kind::Gas,
        Kind::Import,
        Kind::Water,
        Kind::Terrain,
        Kind::Dig,
        Kind::Pour,
        Kind::Breakables,
        Kind::Fracture,
    ];
}

/// Files from which mutations start.
pub struct Originals {
    scenes: Vec<Vec<u8>>,
    snapshots: Vec<Vec<u8>>,
    recordings: Vec<Vec<u8>>,
    deltas: Vec<Vec<u8>>,
    maps: Vec<Vec<u8>>,
    gases: Vec<Vec<u8>>,
    imports: Vec<Vec<u8>>,
    waters: Vec<Vec<u8>>,
    terrains: Vec<Vec<u8>>,
    breakables: Vec<Vec<u8>>,
}

impl Originals {
    /// All of `originals.rs`, recordings also unpacked.
    pub fn new() -> Originals {
        let (scenes, snapshots) = (crate::originals::scenes(), crate::originals::snapshots());
        let packed = crate::originals::recordings();
        let unpacked = packed.iter().filter_map(|file| {
            let parts: Vec<_> =
                recordings::parts_of(file).into_iter().map(recordings::Part::unpacked).collect();
            recordings::recording_of(file, &parts)
        });
        let mut recordings: Vec<Vec<u8>> = unpacked.collect();
        // Few are mutated in packed form, because nearly all of these cannot be unpacked.
        recordings.extend(packed.into_iter().take(4));
        Originals {
            scenes,
            snapshots,
            recordings,
            deltas: crate::originals::deltas(),
            maps: beside::maps(),
            gases: systems::gases(),
            imports: beside::imports(),
            waters: systems::waters(),
            terrains: systems::terrains(),
            breakables: breaking::breakable_lists(),
        }
    }

    /// The files of a kind.
    pub fn of(&self, kind: Kind) -> &[Vec<u8>] {
        match kind {
            Kind::Scene => &self.scenes,
            Kind::Snapshot => &self.snapshots,
            Kind::Recording => &self.recordings,
            Kind::Hull | Kind::Outline | Kind::Dig | Kind::Pour | Kind::Fracture => &[],
            Kind::Delta => &self.deltas,
            Kind::Map => &self.maps,
            Kind::Gas => &self.gases,
            Kind::Import => &self.imports,
            Kind::Water => &self.waters,
            Kind::Terrain => &self.terrains,
            Kind::Breakables => &self.breakables,
        }
    }

    /// The file of a seed, and its kind.
    pub fn mutated(&self, seed: u64) -> (Kind, Vec<u8>) {
        let mut random = Random::new(seed, 0);
        let kind = match random.below(33) {
            0 => Kind::Hull,
            1..=3 => Kind::Recording,
            4..=10 => Kind::Scene,
            11 => Kind::Delta,
            12..=13 => Kind::Outline,
            14 => Kind::Map,
            15 => Kind::Gas,
            16..=17 => Kind::Import,
            24 => Kind::Water,
            25 => Kind::Terrain,
            26 => Kind::Dig,
            27 => Kind::Pour,
            28 => Kind::Breakables,
            29..=30 => Kind::Fracture,
            _ => Kind::Snapshot,
        };
        (kind, self.file(kind, &mut random))
    }

    /// The file of a seed of one kind.
    pub fn mutated_of(&self, kind: Kind, seed: u64) -> Vec<u8> {
        self.file(kind, &mut Random::new(seed, 1))
    }

    fn file(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        let files = self.of(kind);
        let pick = |random: &mut Random| files.get(random.below(files.len())).cloned().unwrap_or_default();
        let (mut file, other) = (pick(random), pick(random));
        let most = 1 << random.below(4);
        let changes = 1 + random.below(most);
        match kind {
            Kind::Hull => return points(random),
            Kind::Outline => {
                file = beside::rings(random);
                if random.one_in(4) {
                    let other = beside::rings(random);
                    (0..changes).for_each(|_| change_bytes(&mut file, &other, random));
                }
            }
            Kind::Dig | Kind::Pour => return systems::calls(random),
            Kind::Fracture => {
                file = breaking::fractures(random);
                if random.one_in(4) {
                    let other = breaking::fractures(random);
                    (0..changes).for_each(|_| change_bytes(&mut file, &other, random));
                }
            }
            Kind::Gas | Kind::Water | Kind::Terrain | Kind::Breakables => {
                (0..changes).for_each(|_| change_bytes(&mut file, &other, random));
            }
            Kind::Scene | Kind::Map => (0..changes).for_each(|_| change_text(&mut file, &other, random)),
            Kind::Import => {
                let (format, other) = (file.remove(0), &other[1..]);
                (0..changes).for_each(|_| change_text(&mut file, other, random));
                file.insert(0, format);
            }
            Kind::Snapshot => {
                // A bad header is rejected early.
                let head = file.drain(..32).collect::<Vec<u8>>();
                (0..changes).for_each(|_| change_bytes(&mut file, &other[32..], random));
                file.splice(..0, head);
                if random.one_in(50) {
                    change_bytes(&mut file, &other, random);
                }
            }
            Kind::Delta => {
                let base = u32::from_le_bytes([file[0], file[1], file[2], file[3]]) as usize;
                let head = file.drain(..4 + base + mend::DELTA_HEADER).collect::<Vec<u8>>();
                (0..changes).for_each(|_| change_bytes(&mut file, &other, random));
                file.splice(..0, head);
            }
            Kind::Recording => {
                let mut parts = recordings::parts_of(&file);
                for _ in 0..changes {
                    let part = random.below(parts.len());
                    change_bytes(&mut parts[part].content, &other, random);
                }
                file = recordings::recording_of(&file, &parts).unwrap_or_default();
            }
        }
        file
    }
}

impl Default for Originals {
    fn default() -> Originals {
        Originals::new()
    }
}

impl core::fmt::Debug for Originals {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Originals").field(&Kind::ALL.map(|kind| self.of(kind).len())).finish()
    }
}

/// Applies one of the mutations.
pub fn target(kind: Kind) -> fn(&[u8]) -> bool {
    match kind {
        Kind::Scene => crate::scene,
        Kind::Snapshot => crate::snapshot,
        Kind::Recording => crate::recording,
        Kind::Hull => crate::hull,
        Kind::Delta => crate::delta,
        Kind::Outline => crate::outline,
        Kind::Map => crate::map,
        Kind::Gas => crate::gas,
        Kind::Import => crate::import,
        Kind::Water => crate::water,
        Kind::Terrain => crate::terrain,
        Kind::Dig => crate::dig,
        Kind::Pour => crate::pour,
        Kind::Breakables => crate::breakables,
        Kind::Fracture => crate::fracture,
    }
}

/// Changes random bytes.
fn change_bytes(file: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if file.is_empty() {
        return file.push(random.next() as u8);
    }
    let at = random.below(file.len());
    let end = file.len().min(at + 1 + random.below(40));
    let word: [u8; 4] = match random.below(4) {
        0 => random.strange().to_le_bytes(),
        1 => [0, 1, 2, u32::MAX, 1 << 31, 0x00ff_ffff][random.below(6)].to_le_bytes(),
        2 => (random.below(64) as u32).to_le_bytes(),
        _ => random.range(-5.0, 5.0).to_le_bytes(),
    };
    match random.below(12) {
        0 => file[at] = random.next() as u8,
        1 => file[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
        2 => file.insert(at, random.next() as u8),
        3 => drop(file.remove(at)),
        4 if random.one_in(4) => file.truncate(at),
        5 => {
            let piece = file[at..end].to_vec();
            let to = random.below(file.len());
            file.splice(to..to, piece);
        }
        6 => drop(file.drain(at..end)),
        7 => {
            let from = random.below(other.len());
            let piece = &other[from..other.len().min(from + end - at)];
            let end = file.len().min(at + piece.len());
            file.splice(at..end, piece.iter().copied());
        }
        8 => file[at] = file[at].wrapping_add(random.below(7) as u8).wrapping_sub(3),
        9 | 10 => {
            // Most numbers have offsets that are multiples of four.
            let at = if random.one_in(4) { at } else { at & !3 };
            let end = file.len().min(at + 4);
            file[at..end].copy_from_slice(&word[..end - at]);
        }
        _ => file[at] ^= 1 << random.below(8),
    }
}

/// Changes a random line or number of a text.
fn change_text(file: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    const NUMBERS: [&str; 22] = [
        "1e39",
        "-0",
        "-1",
        "0",
        "1",
        "2",
        "4294967295",
        "4294967296",
        "1e-46",
        "1e15",
        "-1e6",
        "1e6",
        "0.1",
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "\"all\"",
        "1e999",
        "18446744073709551616",
        "65",
    ];
    if random.one_in(8) {
        return change_bytes(file, other, random);
    }
    let tokens = |text: &[u8]| -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut at = 0;
        for piece in text.split(|byte| b" \n,:[]{}".contains(byte)) {
            if !piece.is_empty() {
                found.push((at, at + piece.len()));
            }
            at += piece.len() + 1;
        }
        found
    };
    let (mine, theirs) = (tokens(file), tokens(other));
    if mine.is_empty() || theirs.is_empty() {
        return;
    }
    let (start, end) = mine[random.below(mine.len())];
    let new: Vec<u8> = match random.below(6) {
        0 | 1 => NUMBERS[random.below(NUMBERS.len())].into(),
        2 => random.range(-9.0, 9.0).to_string().into(),
        3 => {
            let (start, end) = mine[random.below(mine.len())];
            file[start..end].to_vec()
        }
        4 => {
            let (start, end) = theirs[random.below(theirs.len())];
            other[start..end].to_vec()
        }
        _ => return change_lines(file, other, random),
    };
    file.splice(start..end, new);
}

/// Removes or doubles a line, or inserts one of another file.
fn change_lines(file: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let mut lines: Vec<&[u8]> = file.split_inclusive(|&byte| byte == b'\n').collect();
    let others: Vec<&[u8]> = other.split_inclusive(|&byte| byte == b'\n').collect();
    let at = random.below(lines.len());
    match random.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at]),
        2 => {
            let with = random.below(lines.len());
            lines.swap(at, with);
        }
        _ => lines.insert(at, others[random.below(others.len())]),
    }
    *file = lines.concat();
}

/// Points of a figure, many of them near degenerate cases of hulls.
fn points(random: &mut Random) -> Vec<u8> {
    let count = 1 + random.below(60);
    let mut bytes = vec![0];
    let (center, size) = (random.vector(-100.0, 100.0), 10.0_f32.powi(random.below(8) as i32 - 4));
    let figure = random.below(5);
    if figure == 0 {
        bytes[0] = 1;
        bytes.extend((0..2 * count).map(|_| random.below(8) as u8));
        return bytes;
    }
    for index in 0..count {
        let share = index as f32 / count as f32;
        let (x, y) = match figure {
            1 => (random.number(-1.0, 1.0), random.number(-1.0, 1.0)),
            2 => (share, 0.5 * share + random.range(-1.0e-6, 1.0e-6)),
            3 => ((6.3 * share).cos(), (6.3 * share).sin()),
            _ => (random.below(4) as f32, random.below(4) as f32 + 1.0e-5 * random.range(-1.0, 1.0)),
        };
        bytes.extend((center.x + size * x).to_le_bytes());
        bytes.extend((center.y + size * y).to_le_bytes());
    }
    bytes
}
