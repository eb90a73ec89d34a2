//! Many mutated files of all kinds: each is rejected, or gives what its kind promises, a valid world that can
//! step or a sound area.
//!
//! A file is identified by its seed. `CAIRN2D_FUZZ_CALLS` sets the number of files, `CAIRN2D_FUZZ_FIRST` the
//! first seed, `CAIRN2D_FUZZ_SEED` a single seed to repeat, and `CAIRN2D_FUZZ_KIND` one kind of files, such
//! as `Dig`; `cargo xtask fuzz --files N` sets the first three, on all cores.

#[path = "../../crates/cairn2d/tests/counting/mod.rs"]
mod counting;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn2d_fuzz::mutate::{Kind, Originals, target};
use cairn2d_fuzz::{REPLAY, SEED, watch};

/// Largest single allocation while a file of a few kilobytes is read and stepped `[bytes]`.
const LARGEST: usize = 1 << 24;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")))
}

/// The kind of all files, if one is set.
fn only() -> Option<Kind> {
    let name = std::env::var("CAIRN2D_FUZZ_KIND").ok()?;
    let kind = Kind::ALL.into_iter().find(|kind| format!("{kind:?}") == name);
    Some(kind.unwrap_or_else(|| panic!("there is no kind {name:?} of files")))
}

/// Number of failures after which the test stops `[-]`.
const ENOUGH: usize = 20;

/// Reads the file of a seed; returns its kind and whether it was accepted, or its failure.
fn read(originals: &Originals, seed: u64) -> Result<(Kind, bool), String> {
    let (kind, file) = match only() {
        Some(kind) => (kind, originals.mutated_of(kind, seed)),
        None => originals.mutated(seed),
    };
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
    let only = only().map_or(String::new(), |kind| format!("CAIRN2D_FUZZ_KIND={kind:?} "));
    Err(format!("call 0: a {kind:?} of {size} bytes, {path}, {why}\nTo replay: {SEED}={seed} {only}{REPLAY}"))
}

#[test]
fn mutated_files_never_panic() {
    // The originals are made of calls that the watchdog would watch, too.
    let originals = Originals::new();
    watch::begin();
    if let Some(seed) = variable(SEED) {
        let read = read(&originals, seed).unwrap_or_else(|failure| panic!("{failure}"));
        return println!("{read:?}");
    }
    let first = variable("CAIRN2D_FUZZ_FIRST").unwrap_or(0);
    let count = variable("CAIRN2D_FUZZ_CALLS").unwrap_or(20_000);
    let (mut counts, mut failures) = ([(0_u64, 0_u64); Kind::ALL.len()], Vec::new());
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
    let by_kind: Vec<String> =
        Kind::ALL.iter().zip(counts).map(|(kind, counts)| format!("{kind:?} {counts:?}")).collect();
    println!("fuzz: {count} files read (all, accepted): {}", by_kind.join(", "));
    // Mutations that are all accepted or all rejected test little.
    let read = counts.iter().filter(|&&(all, _)| only().is_none() || all > 0);
    assert!(
        read.clone().count() > 0 && read.clone().all(|&(all, taken)| taken > 0 && taken < all),
        "{counts:?}"
    );
}

#[test]
fn valid_files_are_accepted() {
    let originals = Originals::new();
    for kind in Kind::ALL {
        for (index, file) in originals.of(kind).iter().enumerate() {
            assert!(target(kind)(file), "{kind:?} {index} of {originals:?}");
        }
    }
}
