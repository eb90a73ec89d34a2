//! Plans: the calls of a run, its settings, and its outcome.

use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use cairn2d::LaneLevel;

use super::inputs::Random;
use super::sequence::{Fuzz, Tally};
use super::{CALLS, CHECK, CHECK_INTERVAL, KEEP, REPLAY, SEED, SEQUENCE, calls, counting, variable, watch};

/// Numbers of the calls that run, in order; the others are left out.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kept(pub(super) Vec<u32>);

impl Kept {
    pub(super) fn all() -> Kept {
        Kept((0..SEQUENCE).collect())
    }

    /// Parses the output of `Display`, such as `1,5-7`.
    pub(super) fn parse(text: &str) -> Option<Kept> {
        let mut kept = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            kept.extend(first.trim().parse::<u32>().ok()?..=last.trim().parse().ok()?);
        }
        Some(Kept(kept))
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for range in self.0.chunk_by(|a, b| a + 1 == *b) {
            let (first, last) = (range[0], range[range.len() - 1]);
            if first == last {
                write!(f, "{separator}{first}")?;
            } else {
                write!(f, "{separator}{first}-{last}")?;
            }
            separator = ",";
        }
        Ok(())
    }
}

/// Worlds in which the calls run.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// One world.
    One { lanes: LaneLevel, threads: usize },
    /// Two worlds that must be equal after every call: one with the best lanes and one thread, one with
    /// these lanes and two threads.
    Two { lanes: LaneLevel },
}

/// Calls of one sequence.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) kept: Kept,
    pub(super) check_interval: u32,
    pub(super) how: How,
    /// Whether to print every call.
    pub(super) told: bool,
    /// Runs after every call, for tests of the fuzzer itself.
    pub(super) planted: Option<fn(&Fuzz)>,
}

/// Failure of a plan.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// Number of the call.
    pub(super) call: u32,
    /// Name of the call.
    name: &'static str,
    /// Message of the panic.
    message: String,
    /// File and line of the panic; equal positions count as the same failure.
    pub(super) place: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { call, name, message, place } = self;
        write!(f, "call {call}, {name}: {message} ({place})")
    }
}

thread_local! {
    /// Position of the last panic of this thread; `None` while panics are printed as usual.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stores panics of plans without printing them; there are many while a failure is reduced.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
            if PLACE.with_borrow(Option::is_none) {
                told(info);
            } else {
                PLACE.set(Some(place));
            }
        }));
    });
}

impl Plan {
    /// All calls of a sequence.
    pub(super) fn all(seed: u64, how: How) -> Plan {
        let check_interval = variable(CHECK).map_or(CHECK_INTERVAL, |calls| calls as u32);
        Plan { seed, kept: Kept::all(), check_interval, how, told: false, planted: None }
    }

    /// The command that repeats it.
    pub(super) fn command(&self) -> String {
        let Plan { seed, kept, .. } = self;
        format!("{SEED}={seed} {KEEP}={kept} {REPLAY}")
    }

    /// Runs the calls; returns the hash of the final world and the number of calls per outcome.
    pub(super) fn make(&self) -> Result<(u64, Tally), Failure> {
        let (result, leaked) = self.make_once();
        if result.is_err() || leaked == 0 {
            return result;
        }
        // The first plan of a thread allocates memory that the thread keeps.
        let (result, leaked) = self.make_once();
        if result.is_err() || leaked == 0 {
            return result;
        }
        Err(self.failure(format!("{leaked} bytes are left when all is dropped"), "leak".to_owned()))
    }

    /// Runs the calls; also returns the number of bytes that are still allocated after all drops.
    fn make_once(&self) -> (Result<(u64, Tally), Failure>, i64) {
        note_panics();
        PLACE.set(Some(String::new()));
        let live = self.live();
        let made = catch_unwind(AssertUnwindSafe(|| self.run()));
        let leaked = self.live() - live;
        watch::rest();
        let place = PLACE.take().unwrap_or_default();
        let made = made.map_err(|what| {
            let text = what.downcast_ref::<String>().cloned();
            let text = text.or_else(|| what.downcast_ref::<&str>().map(|&text| text.to_owned()));
            self.failure(text.unwrap_or_default(), place)
        });
        (made, leaked)
    }

    fn failure(&self, message: String, place: String) -> Failure {
        let call = watch::last();
        let (name, _) = calls::pick(&mut Random::new(self.seed, call + 1));
        Failure { call, name, message, place }
    }

    /// Allocated bytes. Those of other threads count only if no other test runs.
    fn live(&self) -> i64 {
        match self.how {
            _ if variable(CALLS).is_some() => counting::live(),
            How::One { threads: 1, .. } => counting::live_here(),
            _ => 0,
        }
    }

    fn run(&self) -> (u64, Tally) {
        let start = |lanes, threads| Fuzz::new(self.seed, lanes, threads, self.check_interval);
        match self.how {
            How::One { lanes, threads } => {
                let mut fuzz = start(lanes, threads);
                for &call in &self.kept.0 {
                    fuzz.make_call(call);
                    self.planted.iter().for_each(|planted| planted(&fuzz));
                    if self.told {
                        println!("call {call}: {}, {:?}", fuzz.name, fuzz.last);
                    }
                }
                fuzz.check();
                (fuzz.world.hash(), fuzz.tally)
            }
            How::Two { lanes } => {
                let (mut a, mut b) = (start(LaneLevel::best(), 1), start(lanes, 2));
                for &call in &self.kept.0 {
                    a.make_call(call);
                    b.make_call(call);
                    let same = a.world.hash() == b.world.hash();
                    assert!(same, "other bits with {lanes} lanes and two threads than with the best and one");
                }
                (a.world.hash(), a.tally)
            }
        }
    }
}

#[test]
fn call_ranges_survive_a_round_trip() {
    let kept = Kept(vec![0, 1, 2, 7, 9, 10]);
    assert_eq!(kept.to_string(), "0-2,7,9-10");
    assert_eq!(Kept::parse("0-2,7,9-10"), Some(kept));
    assert_eq!(Kept::parse("1-x"), None);
}
