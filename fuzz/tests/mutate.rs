//! Mutated scenes, snapshots, recordings and hulls, many of them: each is refused, or is a sound world that
//! goes on.
//!
//! A file is named by its seed. `CAIRN2D_FUZZ_CALLS` says how many are made, `CAIRN2D_FUZZ_FIRST` where to
//! begin, `CAIRN2D_FUZZ_SEED` which one to make again; `cargo xtask fuzz --files N` sets them, on all cores.

#[path = "../../crates/cairn2d/tests/counting/mod.rs"]
mod counting;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn2d_fuzz::mutate::{Kind, Originals, target};
use cairn2d_fuzz::{REPLAY, SEED, watch};

/// The most that is asked for at once while a file of a few kilobytes is read and goes on \[bytes\].
const LARGEST: usize = 1 << 24;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")))
}

/// Failures after which it is enough \[-\].
const ENOUGH: usize = 20;

/// Reads the file of a seed; tells what it was and whether it was accepted, or how it failed.
fn read(originals: &Originals, seed: u64) -> Result<(Kind, bool), String> {
    let (kind, file) = originals.mutated(seed);
    watch::at(seed, 0);
    counting::forget_largest();
    let accepted = catch_unwind(AssertUnwindSafe(|| target(kind)(&file)));
    watch::rest();
    let largest = counting::largest();
    let why = match accepted {
        Ok(accepted) if largest <= LARGEST => return Ok((kind, accepted)),
        Ok(_) => format!("asks for {largest} bytes at once"),
        Err(_) => "panics".to_owned(),
    };
    let path = std::env::temp_dir().join(format!("cairn2d-{seed}.{kind:?}"));
    let _ = std::fs::write(&path, &file);
    let (size, path) = (file.len(), path.display());
    Err(format!("call 0: a {kind:?} of {size} bytes, {path}, {why}\nTo replay: {SEED}={seed} {REPLAY}"))
}

#[test]
fn mutated_files_never_panic() {
    // The originals are made of calls that would be watched too.
    let originals = Originals::new();
    watch::begin();
    if let Some(seed) = variable(SEED) {
        let read = read(&originals, seed).unwrap_or_else(|failure| panic!("{failure}"));
        return println!("{read:?}");
    }
    let first = variable("CAIRN2D_FUZZ_FIRST").unwrap_or(0);
    let count = variable("CAIRN2D_FUZZ_CALLS").unwrap_or(20_000);
    let (mut counts, mut failures) = ([(0_u64, 0_u64); 5], Vec::new());
    for seed in first..first + count {
        watch::note(seed);
        match read(&originals, seed) {
            Ok((kind, accepted)) => {
                let (all, taken) = &mut counts[kind as usize];
                *all += 1;
                *taken += u64::from(accepted);
            }
            Err(failure) => failures.push(failure),
        }
        if failures.len() >= ENOUGH {
            break;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let [scenes, snapshots, recordings, hulls, deltas] = counts;
    println!(
        "fuzz: {count} files read (all, accepted): scenes {scenes:?}, snapshots {snapshots:?}, recordings {recordings:?}, hulls \
         {hulls:?}, deltas {deltas:?}"
    );
    // Mutations of which none is accepted, or none refused, test little.
    assert!(counts.iter().all(|&(all, taken)| taken > 0 && taken < all), "{counts:?}");
}

#[test]
fn valid_files_are_accepted() {
    let originals = Originals::new();
    for kind in [Kind::Scene, Kind::Snapshot, Kind::Recording, Kind::Delta] {
        for (index, file) in originals.of(kind).iter().enumerate() {
            assert!(target(kind)(file), "{kind:?} {index} of {originals:?}");
        }
    }
}
