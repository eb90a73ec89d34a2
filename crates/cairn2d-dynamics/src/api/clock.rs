//! A fixed-step clock, which turns frame times into whole steps, and interpolation of poses between two
//! steps.

use cairn2d_math::{Pose, StandardFloats};

use crate::state::portals::Passage;
use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;
use crate::tables::event::TeleportEvent;

/// Turns frame times into steps of one length.
///
/// Time is counted in whole nanoseconds, so no error accumulates. When frames take longer than the steps they
/// require, the clock drops time, so that the backlog stays bounded.
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
    /// Clock speed in millionths of real time.
    speed: u64,
}

/// Clock speed of real time, in the unit of `FixedClock::speed`.
const REAL_TIME: u64 = 1_000_000;

const NANOSECONDS: f64 = 1.0e9;

impl FixedClock {
    /// Returns a clock with this many steps a second \[Hz\], 1 to 100,000, and at most 8 steps per frame.
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

    /// Sets the largest number of steps per frame, at least 1; the clock drops time beyond it. Default 8.
    #[must_use]
    pub fn max_steps(mut self, most: u32) -> FixedClock {
        self.most_steps = most.max(1);
        self
    }

    /// Sets the speed of time \[-\], 0 to 1000, rounded to a millionth; 0 pauses and 0.25 is slow motion. The
    /// length of a step stays the same, so results do too; only the number of steps changes. Default 1.
    ///
    /// Fast motion may also need a higher [`max_steps`](Self::max_steps).
    ///
    /// # Errors
    /// A value out of range; the clock is unchanged.
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

    /// Returns the speed of time \[-\].
    pub fn speed(&self) -> f32 {
        (self.speed as f64 / REAL_TIME as f64) as f32
    }

    /// Returns the length of a step \[s\], the argument for [`World::step`](crate::World::step).
    pub fn dt(&self) -> f32 {
        (self.step as f64 / NANOSECONDS) as f32
    }

    /// Adds the time since the last frame \[s\] and returns the number of steps to take now.
    ///
    /// # Errors
    /// A time that is negative, not finite, or longer than an hour; the clock is unchanged.
    pub fn advance(&mut self, frame: f32) -> Result<u32, ValueError> {
        StandardFloats::within(|| {
            check("frame time", frame, Bound::Range(0.0, 3600.0))?;
            // Rounding by half a nanosecond keeps frame times that are multiples of the step from falling
            // short of it.
            let passed = f64::from(frame) * (self.speed as f64 / REAL_TIME as f64);
            self.left += (passed * NANOSECONDS + 0.5) as u64;
            let steps = (self.left + self.tolerance()) / self.step;
            let taken = steps.min(u64::from(self.most_steps));
            self.left = self.left.saturating_sub(taken * self.step);
            if steps > taken {
                // Drop the whole steps of the backlog; keep the started one.
                let kept = self.left % self.step;
                self.dropped += self.left - kept;
                self.left = kept;
            }
            Ok(taken as u32)
        })
    }

    /// Returns the fraction of the next step that has passed, from 0 to 1.
    pub fn alpha(&self) -> f32 {
        StandardFloats::within(|| ((self.left as f64 / self.step as f64) as f32).clamp(0.0, 1.0))
    }

    /// Returns the dropped time so far \[s\].
    pub fn dropped(&self) -> f64 {
        self.dropped as f64 / NANOSECONDS
    }

    /// Returns the tolerance for a whole step: the rounding error of a frame time in single precision.
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
    /// Starts at a pose, at rest.
    pub fn new(pose: Pose) -> Interpolated {
        Interpolated { previous: pose, current: pose }
    }

    /// Sets the pose after a step. Call it for every body in every step, or for those in
    /// [`Events::moves`](crate::Events::moves).
    pub fn advance(&mut self, pose: Pose) {
        self.previous = self.current;
        self.current = pose;
    }

    /// Sets both poses, so that nothing is interpolated.
    pub fn teleport(&mut self, pose: Pose) {
        *self = Interpolated::new(pose);
    }

    /// Moves the poses of a body that passed an opening to the other side. Call it for every event of
    /// [`Events::teleports`](crate::Events::teleports), before [`advance`](Self::advance).
    pub fn pass(&mut self, event: &TeleportEvent) {
        StandardFloats::within(|| {
            let way = Passage::of_pose(event.to).after(Passage::of_pose(event.from).inverse());
            *self = Interpolated { previous: way.pose(self.previous), current: way.pose(self.current) };
        });
    }

    /// Returns the pose at a fraction of the step, see [`FixedClock::alpha`]. Rotates the short way.
    pub fn at(&self, alpha: f32) -> Pose {
        if self.previous == self.current {
            // A body at rest keeps its exact pose, without rounding.
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
