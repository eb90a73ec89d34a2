//! Reduces a failing plan: leaves out calls, many at once and then one by one, while the rest fails at the
//! same position.
//!
//! Method: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002, with the parts
//! removed from the end first.

use super::plan::{Failure, Kept, Plan};

/// Largest number of plans that run \[-\].
const ATTEMPTS: u32 = 4_000;

/// Returns the smallest plan found with the same failure, and that failure.
pub(super) fn smallest(plan: Plan, failure: Failure) -> (Plan, Failure) {
    let mut search = Search { plan, failure, attempts: 0 };
    search.check_always();
    search.cut();
    let mut part = search.plan.kept.0.len().div_ceil(2);
    loop {
        let before = search.plan.kept.0.len();
        search.leave_out_parts(part);
        let fewer = search.plan.kept.0.len() < before;
        if search.attempts >= ATTEMPTS || (part == 1 && !fewer) {
            return (search.plan, search.failure);
        }
        part = part.div_ceil(2);
    }
}

struct Search {
    plan: Plan,
    failure: Failure,
    attempts: u32,
}

impl Search {
    /// Switches to a check after every call if that fails too: the first wrong state may be earlier than its
    /// detection.
    fn check_always(&mut self) {
        let plan = Plan { check_interval: 1, ..self.plan.clone() };
        if let Err(failure) = plan.make() {
            (self.plan, self.failure) = (plan, failure);
        }
    }

    /// Leaves out the calls after the failing one.
    fn cut(&mut self) {
        let last = self.failure.call;
        let calls = self.plan.kept.0.iter().copied().filter(|&call| call <= last).collect();
        self.keep_if_it_fails(calls);
    }

    /// Leaves out parts of this many calls, the last ones first.
    fn leave_out_parts(&mut self, part: usize) {
        let mut end = self.plan.kept.0.len();
        while end > 0 && self.attempts < ATTEMPTS {
            let start = end.saturating_sub(part);
            let calls = &self.plan.kept.0;
            self.keep_if_it_fails([&calls[..start], &calls[end.min(calls.len())..]].concat());
            end = start.min(self.plan.kept.0.len());
        }
    }

    fn keep_if_it_fails(&mut self, calls: Vec<u32>) {
        self.attempts += 1;
        let plan = Plan { kept: Kept(calls), told: false, ..self.plan.clone() };
        if let Err(failure) = plan.make()
            && failure.place == self.failure.place
        {
            (self.plan, self.failure) = (plan, failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn2d::LaneLevel;

    use super::*;
    use crate::plan::How;
    use crate::{Fuzz, watch};

    fn planted(planted: fn(&Fuzz)) -> Plan {
        watch::begin();
        let how = How::One { lanes: LaneLevel::best(), threads: 1 };
        Plan { planted: Some(planted), ..Plan::all(7, how) }
    }

    #[test]
    fn shrinking_keeps_only_the_failing_calls() {
        let plan = planted(|fuzz| {
            let two = fuzz.world.bodies().count() >= 2 && fuzz.world.joints().count() >= 1;
            assert!(!two, "two bodies and a joint");
        });
        let failure = plan.make().expect_err("there are two bodies and a joint sometime");
        let (least, last) = smallest(plan.clone(), failure.clone());
        assert_eq!(last.place, failure.place);
        // Two spawns and a joint, and one more call if it decides what a later one picks.
        assert!((2..=4).contains(&least.kept.0.len()), "{}", least.command());
        // Every remaining call is necessary.
        for skip in 0..least.kept.0.len() {
            let mut fewer = least.clone();
            fewer.kept.0.remove(skip);
            assert!(fewer.make().is_ok(), "{} of {}", skip, least.command());
        }
    }

    #[test]
    fn leaks_are_detected_and_attributed_to_a_call() {
        let plan = planted(|fuzz| {
            if fuzz.name == "explode" {
                core::mem::forget(vec![1_u8; 100]);
            }
        });
        let failure = plan.make().expect_err("something explodes");
        assert_eq!(failure.place, "leak");
        let (least, _) = smallest(plan, failure);
        assert_eq!(least.kept.0.len(), 1, "{}", least.command());
    }
}
