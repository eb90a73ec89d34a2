//! A fixed-step clock: turns the uneven time between two frames into whole steps, and tells how far into the next one we are.

use cairn2d_math::{Pose, StandardFloats};

use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;

/// Turns frame times into steps of one length.
///
/// Time is counted in whole nanoseconds, so nothing is lost however long the program runs. When frames take longer than the steps they ask
/// for, the clock drops time instead of falling ever further behind.
///
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; }
/// use cairn2d::FixedClock;
/// let mut clock = FixedClock::hz(60.0)?;
/// assert_eq!(clock.advance(0.05)?, 3);
/// assert!((clock.alpha() - 0.0).abs() < 1e-6);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedClock {
    step: u64,
    left: u64,
    most_steps: u32,
    dropped: u64,
    /// Millionths of the speed of real time.
    speed: u64,
}

/// Real time, in the unit of `FixedClock::speed`.
const REAL_TIME: u64 = 1_000_000;

const NANOSECONDS: f64 = 1.0e9;

impl FixedClock {
    /// A clock with this many steps a second \[Hz\], 1 to 100,000, that takes at most 8 steps per frame.
    ///
    /// # Errors
    /// A rate out of range.
    pub fn hz(rate: f32) -> Result<FixedClock, ValueError> {
        StandardFloats::within(|| {
            check("rate", rate, Bound::Range(1.0, 1.0e5))?;
            let step = (NANOSECONDS / f64::from(rate)) as u64;
            Ok(FixedClock { step, left: 0, most_steps: 8, dropped: 0, speed: REAL_TIME })
        })
    }

    /// Takes at most this many steps per frame, at least 1; time beyond them is dropped. Default 8.
    #[must_use]
    pub fn max_steps(mut self, most: u32) -> FixedClock {
        self.most_steps = most.max(1);
        self
    }

    /// Lets time pass slower or faster than it does \[-\], 0 to 1000 and to the millionth: 0 pauses, 0.25 is slow motion. The length of the steps
    /// stays, so that what happens does too; there are fewer or more of them. Default 1.
    ///
    /// Fast motion also needs [`max_steps`](Self::max_steps) that allow it.
    ///
    /// # Errors
    /// A value out of range; the clock stays as it was.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; }
    /// use cairn2d::FixedClock;
    /// let mut clock = FixedClock::hz(60.0)?;
    /// clock.set_speed(0.5)?;
    /// assert_eq!(clock.advance(0.1)?, 3);
    /// clock.set_speed(0.0)?;
    /// assert_eq!(clock.advance(10.0)?, 0);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn set_speed(&mut self, speed: f32) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            check("clock speed", speed, Bound::Range(0.0, 1000.0))?;
            self.speed = (f64::from(speed) * REAL_TIME as f64 + 0.5) as u64;
            Ok(())
        })
    }

    /// How fast time passes \[-\].
    pub fn speed(&self) -> f32 {
        (self.speed as f64 / REAL_TIME as f64) as f32
    }

    /// Length of a step \[s\], to be passed to [`World::step`](crate::World::step).
    pub fn dt(&self) -> f32 {
        (self.step as f64 / NANOSECONDS) as f32
    }

    /// Adds the time since the last frame \[s\] and says how many steps to take now.
    ///
    /// # Errors
    /// A time that is negative, not finite, or longer than an hour; the clock stays as it was.
    pub fn advance(&mut self, frame: f32) -> Result<u32, ValueError> {
        StandardFloats::within(|| {
            check("frame time", frame, Bound::Range(0.0, 3600.0))?;
            // Half a nanosecond of rounding keeps frame times that are multiples of the step from falling short of it.
            let passed = f64::from(frame) * (self.speed as f64 / REAL_TIME as f64);
            self.left += (passed * NANOSECONDS + 0.5) as u64;
            let steps = (self.left + self.tolerance()) / self.step;
            let taken = steps.min(u64::from(self.most_steps));
            self.left = self.left.saturating_sub(taken * self.step);
            if steps > taken {
                // What is too much to catch up with is dropped, but for the part of a step we are in.
                let kept = self.left % self.step;
                self.dropped += self.left - kept;
                self.left = kept;
            }
            Ok(taken as u32)
        })
    }

    /// How far into the next step the frame is, from 0 to 1.
    pub fn alpha(&self) -> f32 {
        StandardFloats::within(|| ((self.left as f64 / self.step as f64) as f32).clamp(0.0, 1.0))
    }

    /// Time that was dropped so far \[s\].
    pub fn dropped(&self) -> f64 {
        self.dropped as f64 / NANOSECONDS
    }

    /// How much may be missing to a whole step: what single precision loses in a frame time.
    fn tolerance(&self) -> u64 {
        self.step / 100_000
    }
}

/// Interpolation for drawing: poses of one body at the last two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interpolated {
    previous: Pose,
    current: Pose,
}

impl Interpolated {
    /// Starts at a pose, not moving.
    pub fn new(pose: Pose) -> Interpolated {
        Interpolated { previous: pose, current: pose }
    }

    /// Takes the pose after a step: of every body in every step, or of those in [`Events::moves`](crate::Events::moves).
    pub fn advance(&mut self, pose: Pose) {
        self.previous = self.current;
        self.current = pose;
    }

    /// Takes a pose that must not be interpolated to.
    pub fn teleport(&mut self, pose: Pose) {
        *self = Interpolated::new(pose);
    }

    /// Pose at a fraction of the step, as [`FixedClock::alpha`] gives it. Turns the short way.
    pub fn at(&self, alpha: f32) -> Pose {
        if self.previous == self.current {
            // No rounding moves what stands still.
            return self.current;
        }
        StandardFloats::within(|| self.previous.lerp(self.current, alpha))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_math::Vec2;

    #[test]
    fn time_is_neither_made_nor_lost() {
        let mut clock = FixedClock::hz(60.0).unwrap();
        let mut steps = 0;
        for _ in 0..1000 {
            steps += clock.advance(0.007).unwrap();
        }
        let expected: f64 = 7.0 * 60.0;
        assert!((f64::from(steps) - expected).abs() <= 1.0, "{steps} steps");
    }

    #[test]
    fn time_passes_at_the_speed_it_is_given() {
        for (speed, wanted) in [(0.25, 150), (1.0, 600), (3.0, 1800), (0.0, 0)] {
            let mut clock = FixedClock::hz(60.0).unwrap();
            clock.set_speed(speed).unwrap();
            assert_eq!(clock.speed(), speed);
            let steps: u32 = (0..1000).map(|_| clock.advance(0.01).unwrap()).sum();
            assert!(steps.abs_diff(wanted) <= 1, "{steps} at speed {speed}");
            assert!(clock.dropped() == 0.0 && clock.dt() == FixedClock::hz(60.0).unwrap().dt());
        }
        let mut clock = FixedClock::hz(60.0).unwrap();
        let (before, bad) = (clock, [-0.1, 1001.0, f32::NAN]);
        assert!(bad.into_iter().all(|speed| clock.set_speed(speed).is_err()) && clock == before);
        // A pause in the middle of a step ends where it began.
        clock.advance(0.01).unwrap();
        let alpha = clock.alpha();
        clock.set_speed(0.0).unwrap();
        assert_eq!((clock.advance(5.0).unwrap(), clock.alpha()), (0, alpha));
    }

    #[test]
    fn a_long_frame_is_cut_and_counted() {
        let mut clock = FixedClock::hz(60.0).unwrap().max_steps(4);
        assert_eq!(clock.advance(1.0).unwrap(), 4);
        assert!((clock.dropped() - 56.0 / 60.0).abs() < 1e-6, "{}", clock.dropped());
        assert_eq!(clock.advance(0.0).unwrap(), 0);
    }

    #[test]
    fn bad_times_change_nothing() {
        let mut clock = FixedClock::hz(60.0).unwrap();
        let before = clock;
        for bad in [f32::NAN, f32::INFINITY, -1.0, 1.0e9] {
            assert!(clock.advance(bad).is_err());
        }
        assert_eq!(clock, before);
        assert!(FixedClock::hz(f32::NAN).is_err());
        assert!(FixedClock::hz(0.0).is_err());
    }

    #[test]
    fn a_teleport_is_not_interpolated() {
        let at = |x| Pose::from_position(Vec2::new(x, 0.0));
        let mut body = Interpolated::new(at(0.0));
        body.advance(at(1.0));
        assert!((body.at(0.25).p.x - 0.25).abs() < 1e-6);
        body.teleport(at(9.0));
        assert_eq!(body.at(0.25).p.x, 9.0);
    }
}
