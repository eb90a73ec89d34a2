//! Random sequences of public calls, good and bad, stale ids included. No call may panic, hang or leak, a
//! rejected call may change nothing, and all numbers stay finite. The tables of the world must agree with
//! each other and with the events at all times.
//!
//! A sequence is identified by its seed. A failing one is repeated with fewer and fewer calls, and the test
//! prints the command that replays the rest. `CAIRN2D_FUZZ_CALLS` sets the number of calls,
//! `CAIRN2D_FUZZ_FIRST` the first seed, and `CAIRN2D_FUZZ_CHECK` the number of calls between two checks;
//! `cargo xtask fuzz` sets them, on all cores. A separate test program, because it counts allocations.

mod calls;
#[path = "../counting/mod.rs"]
mod counting;
mod drivers;
mod fields;
#[path = "../host_floats/mod.rs"]
mod host_floats;
#[allow(unreachable_pub, reason = "the fuzz targets share it, and use it from without")]
mod inputs;
mod plan;
mod recording;
mod sequence;
mod shrink;
#[allow(unreachable_pub, reason = "as above")]
mod watch;

use cairn2d::LaneLevel;

use plan::{How, Kept, Plan};
use sequence::{Fuzz, Outcome, Tally};

/// Calls of one sequence \[-\].
const SEQUENCE: u32 = 500;

/// Calls between two checks of the whole structure \[-\]; a failing sequence is repeated with a check after
/// every call.
const CHECK_INTERVAL: u32 = 32;

/// Variables with the seed of a single sequence and the numbers of its calls.
const SEED: &str = "CAIRN2D_FUZZ_SEED";
const KEEP: &str = "CAIRN2D_FUZZ_KEEP";

/// The command that repeats one sequence.
const REPLAY: &str = "cargo test -p cairn2d --test fuzz random_calls -- --nocapture";

/// Variables with the number of calls, the first seed, the calls between checks, and a file for the current
/// seed.
const CALLS: &str = "CAIRN2D_FUZZ_CALLS";
const FIRST: &str = "CAIRN2D_FUZZ_FIRST";
const CHECK: &str = "CAIRN2D_FUZZ_CHECK";
const PROGRESS: &str = "CAIRN2D_FUZZ_PROGRESS";

/// One in this many sequences is repeated with other lanes and threads.
const TWICE: u64 = 8;

fn variable(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")))
}

/// Runs a plan; reduces it if it fails, and then fails the test.
fn make(plan: &Plan) -> (u64, Tally) {
    plan.make().unwrap_or_else(|failure| {
        let (plan, failure) = shrink::smallest(plan.clone(), failure);
        panic!("{failure}\nTo replay: {}", plan.command())
    })
}

/// Runs one sequence, or some of its calls, with all lanes, and prints each call.
fn replay(seed: u64) {
    let kept = match std::env::var(KEEP) {
        Ok(text) => Kept::parse(&text).unwrap_or_else(|| panic!("{KEEP} is {text:?}, not like 1,5-7")),
        Err(_) => Kept::all(),
    };
    let how = How::One { lanes: LaneLevel::best(), threads: 1 };
    let plan = Plan { kept, check_interval: 1, told: true, ..Plan::all(seed, how) };
    make(&plan);
    for lanes in LaneLevel::available() {
        make(&Plan { how: How::Two { lanes }, told: false, ..plan.clone() });
    }
}

#[test]
fn random_calls_keep_every_invariant() {
    watch::begin();
    if let Some(seed) = variable(SEED) {
        return replay(seed);
    }
    let lanes: Vec<LaneLevel> = LaneLevel::available().collect();
    let mut tally = Tally::default();
    let first = variable(FIRST).unwrap_or(0);
    let sequences = variable(CALLS).unwrap_or(200_000).div_ceil(u64::from(SEQUENCE));
    for seed in first..first + sequences {
        watch::note(seed);
        let (hash, made) = make(&Plan::all(seed, How::One { lanes: LaneLevel::best(), threads: 1 }));
        tally.add(made);
        // The same calls on other lanes with other threads must leave the same world.
        if seed.is_multiple_of(TWICE) {
            let lanes = lanes[(seed / TWICE) as usize % lanes.len()];
            let (other, made) = make(&Plan::all(seed, How::One { lanes, threads: 2 }));
            tally.add(made);
            if other != hash {
                make(&Plan::all(seed, How::Two { lanes }));
                panic!(
                    "{SEED}={seed} ends differently with {lanes} lanes, but not when followed call by call"
                );
            }
        }
    }
    let Tally { done, refused, skipped } = tally;
    println!("fuzz: {} calls made: {done} done, {refused} refused, {skipped} on nothing", tally.total());
    // A generator whose calls are mostly or never rejected tests little.
    assert!(refused > done / 20 && refused < done, "{done} calls done, {refused} refused");
}
