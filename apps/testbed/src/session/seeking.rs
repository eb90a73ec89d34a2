//! Going to another step in slices, so that no frame of the window waits for a long replay.

use super::Session;
use super::guard;
use super::pace::Pace;

/// Time of the steps of a slice `[ns]`; one more step and a copy of the world may follow.
const SLICE: u64 = 10_000_000;

/// A way to another step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeking {
    /// The step at which it began.
    pub from: u32,
    /// The step to reach.
    pub to: u32,
}

impl Session {
    /// Seeks to a step, back or forward to the last reached step. With a clock, a long way takes several
    /// frames; see [`Session::seeking`].
    pub fn seek(&mut self, step: u32) {
        let begin = self.clock.map(|clock| clock());
        self.begin_seek(step);
        // To copy the world of many bodies takes the time of a slice.
        let spent = self.clock.zip(begin).map_or(0, |(clock, begin)| clock().saturating_sub(begin));
        if spent < SLICE {
            self.go_on_seeking();
        }
    }

    /// Seeks to a step at once.
    pub(super) fn seek_now(&mut self, step: u32) {
        self.begin_seek(step);
        while self.seeking.is_some() {
            self.go_on_seeking();
        }
    }

    /// The way to another step, if there is one.
    pub fn seeking(&self) -> Option<Seeking> {
        self.seeking
    }

    /// The part of the way that is done, 0 to 1.
    pub fn seek_progress(&self) -> Option<f32> {
        let Seeking { from, to } = self.seeking?;
        Some(self.step_index().saturating_sub(from) as f32 / to.saturating_sub(from).max(1) as f32)
    }

    /// Stays at the step that was reached.
    pub fn stop_seeking(&mut self) {
        self.seeking = None;
    }

    fn begin_seek(&mut self, step: u32) {
        let step = step.min(self.last_step());
        self.seeking = None;
        if self.tape.is_some() {
            self.seek_tape(step);
            self.arrive();
            return;
        }
        let here = self.step_index();
        if step < here || step > here + 2 * Pace::MOST {
            self.end_recording();
            self.live = self.history.rewind(step);
            self.settle();
        }
        if let Some(guard) = &mut self.guard {
            guard.spent = 0;
            guard.refused = None;
        }
        self.replayed = 0;
        self.repeat_due();
        self.seeking = Some(Seeking { from: self.step_index(), to: step });
    }

    /// Takes the steps of a slice; without a clock all of them.
    pub(super) fn go_on_seeking(&mut self) {
        let Some(Seeking { to, .. }) = self.seeking else { return };
        let begin = self.clock.map(|clock| clock());
        let passed = |session: &Session| {
            session.clock.zip(begin).map_or(0, |(clock, begin)| clock().saturating_sub(begin))
        };
        while self.step_index() < to {
            if !self.step() {
                self.arrive();
                return;
            }
            let time = self.replayed + passed(self);
            let costly = self.guard.as_ref().is_some_and(|guard| guard.spent > guard.replay);
            if costly || self.guard.is_some() && time > guard::REPLAY_TIME {
                self.pace.paused = true;
                let step = self.step_index();
                self.say(format!("Stopped at step {step} of {to}: it takes long. Play goes on from here"));
                self.arrive();
                return;
            }
            if passed(self) > SLICE && self.step_index() < to {
                self.replayed = time;
                self.previous.clear();
                return;
            }
        }
        self.arrive();
    }

    fn arrive(&mut self) {
        self.seeking = None;
        self.previous.clear();
        let world = self.tape.as_ref().map_or(&self.live.runner.world, |tape| tape.world());
        self.selection.forget_gone(world);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::OnceLock;
    use std::time::Instant;

    use super::super::{Edit, Session};
    use crate::session::make::Piece;
    use cairn2d::vec2;
    use cairn2d_scenes::Scene;

    fn clock() -> u64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    /// Processor time of this thread `[ms]`, which other programs do not lengthen.
    fn thread_milliseconds() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(text.split(' ').next()?.parse::<f64>().ok()? / 1.0e6)
    }

    fn crowd() -> Session {
        let mut scene = Scene::new("crowd", "");
        scene.world.sleeping = false;
        for index in 0..20_000u32 {
            let at = vec2(1.01 * (index % 200) as f32, 1.0 * (index / 200) as f32);
            scene.add(Piece::Circle.body(at, 1.0));
        }
        let mut session = Session::open_scene(scene).unwrap();
        // The guard of foreign scenes would ask before such a step.
        session.guard = None;
        session.set_clock(Some(clock));
        session
    }

    /// A crowd that was at step 90, with an explosion at step 30, and is paused.
    fn crowd_with_a_past() -> Session {
        let mut session = crowd();
        session.pace.paused = true;
        let run = |session: &mut Session, steps: u32| {
            for _ in 0..steps {
                session.step_once();
                session.frame(0.0);
            }
        };
        run(&mut session, 30);
        assert!(session.edit(Edit::Explode { center: [50.0, 20.0], radius: 9.0, strength: 20.0 }));
        run(&mut session, 60);
        session
    }

    /// Seeks these steps one after the other. Returns the steps and the processor time \[ms\] of each frame.
    fn seek_all(session: &mut Session, steps: &[u32]) -> Vec<(u32, f64)> {
        let mut frames = Vec::new();
        for &step in steps {
            // The first frame goes back to the copy that the history has of a step before.
            let begin = thread_milliseconds();
            session.seek(step);
            frames.push((0, milliseconds_since(begin)));
            while let Some(progress) = session.seek_progress() {
                assert!((0.0..=1.0).contains(&progress) && frames.len() < 10_000);
                let (before, begin) = (session.step_index(), thread_milliseconds());
                session.frame(1.0 / 60.0);
                frames.push((session.step_index() - before, milliseconds_since(begin)));
            }
            assert_eq!(session.step_index(), step);
        }
        frames
    }

    fn milliseconds_since(begin: Option<f64>) -> f64 {
        thread_milliseconds().zip(begin).map_or(0.0, |(end, begin)| end - begin)
    }

    #[test]
    fn no_frame_takes_more_steps_than_fit_in_a_slice() {
        thread_local!(static TIME: Cell<u64> = const { Cell::new(0) });
        // Every look at this clock takes a fifth of a slice, and every step looks at least once.
        let slow = || TIME.replace(TIME.get() + super::SLICE / 5);
        let mut session = crowd_with_a_past();
        let hash = session.hash();
        session.set_clock(Some(slow));
        let frames = seek_all(&mut session, &[10, 90, 75, 90]);
        let most = frames.iter().map(|&(steps, _)| steps).max();
        assert!(frames.len() >= 20 && most <= Some(5), "{} frames of at most {most:?} steps", frames.len());
        assert_eq!(session.hash(), hash);
    }

    #[test]
    fn no_frame_waits_longer_than_50_ms_for_a_seek_among_20_000_bodies() {
        let mut session = crowd_with_a_past();
        let hash = session.hash();
        // Other programs on the same core make a frame longer, a mistake here makes all tries longer.
        let mut tries = Vec::new();
        for _ in 0..5 {
            // On a slow machine a frame lasts as long as a slice, one more step and a copy of the world.
            let begin = thread_milliseconds();
            let copy = session.live.clone();
            session.step_once();
            session.frame(0.0);
            let one = milliseconds_since(begin);
            drop(copy);
            session.seek_now(90);
            let limit = 50.0_f64.max(1.0e-6 * super::SLICE as f64 + one);
            let frames = seek_all(&mut session, &[10, 90, 75, 90]);
            let longest = frames.iter().map(|&(_, time)| time).fold(0.0, f64::max);
            assert_eq!(session.hash(), hash);
            println!("longest frame of a seek: {longest:.1} ms; a step and a copy: {one:.1} ms");
            tries.push((longest, limit));
            if longest < limit {
                return;
            }
        }
        panic!("in every try a frame was longer than its limit [ms]: {tries:?}");
    }

    #[test]
    fn edits_wait_for_the_end_of_a_seek() {
        let mut session = crowd();
        session.pace.paused = true;
        for _ in 0..60 {
            session.step_once();
            session.frame(0.0);
        }
        session.seek(29);
        let before = session.log().len();
        if session.seeking().is_some() {
            let body = Piece::Box.body(vec2(0.0, 150.0), 1.0);
            assert!(!session.edit(Edit::Spawn(Box::new(body))));
            assert!(session.take_message().unwrap().contains("29"));
        }
        assert_eq!(session.log().len(), before);
        session.stop_seeking();
        assert!(session.edit(Edit::Explode { center: [50.0, 20.0], radius: 9.0, strength: 20.0 }));
    }
}
