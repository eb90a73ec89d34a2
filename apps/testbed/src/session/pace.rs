//! Speed of time in the window: running, paused, slow, single steps.

/// Turns the time between frames into steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Whether time is paused.
    pub paused: bool,
    /// Simulated time per real time, 0.01 to 8 `[-]`.
    pub speed: f32,
    /// Time since the last step, as a fraction of a step, 0 to 1.
    left: f32,
    /// Requested single steps.
    asked: u32,
}

impl Pace {
    /// The range of speeds.
    pub const SPEEDS: [f32; 2] = [0.01, 8.0];
    /// Most steps in a frame; time beyond them is dropped.
    pub const MOST: u32 = 16;

    /// Running in real time.
    pub fn new() -> Self {
        Self { paused: false, speed: 1.0, left: 0.0, asked: 0 }
    }

    /// Requests one step, and pauses.
    pub fn ask_step(&mut self) {
        self.paused = true;
        self.left = 0.0;
        self.asked += 1;
    }

    /// Changes the speed by a factor, within its range.
    pub fn scale_speed(&mut self, factor: f32) {
        let speed = self.speed * factor;
        self.speed = if speed.is_finite() { speed.clamp(Self::SPEEDS[0], Self::SPEEDS[1]) } else { 1.0 };
    }

    /// Number of steps of `dt` `[s]` for a frame of `frame` `[s]`.
    pub fn advance(&mut self, frame: f32, dt: f32) -> u32 {
        let asked = core::mem::take(&mut self.asked);
        if self.paused {
            return asked;
        }
        if !(frame > 0.0 && dt > 0.0) {
            return 0;
        }
        self.left += frame * self.speed / dt;
        let steps = (self.left as u32).min(Self::MOST);
        self.left = (self.left - steps as f32).min(1.0);
        steps
    }

    /// Drops time that could not be simulated within the limit.
    pub fn drop_time(&mut self) {
        self.left = self.left.min(0.99);
    }

    /// Fraction of the next step for interpolation, from 0 to 1; 1 while paused.
    pub fn alpha(&self) -> f32 {
        if self.paused { 1.0 } else { self.left.clamp(0.0, 1.0) }
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_time_and_speed() {
        let dt = 1.0 / 60.0;
        for (speed, expected) in [(1.0, 600.0), (0.25, 150.0), (2.0, 1200.0)] {
            let mut pace = Pace { speed, ..Pace::new() };
            let steps: u32 = (0..1440).map(|_| pace.advance(10.0 / 1440.0, dt)).sum();
            assert!((steps as f32 - expected).abs() <= 1.0, "{steps} at speed {speed}");
        }
    }

    #[test]
    fn paused_time_moves_by_single_steps_only() {
        let mut pace = Pace { paused: true, ..Pace::new() };
        assert_eq!(pace.advance(1.0, 0.01), 0);
        pace.ask_step();
        assert_eq!(pace.advance(1.0, 0.01), 1);
        assert_eq!(pace.advance(1.0, 0.01), 0);
        assert_eq!(pace.alpha(), 1.0);
    }

    #[test]
    fn a_long_frame_does_not_ask_for_thousands_of_steps() {
        let mut pace = Pace::new();
        assert_eq!(pace.advance(100.0, 1.0 / 60.0), Pace::MOST);
        assert!(pace.alpha() <= 1.0);
        assert!(pace.advance(f32::NAN, 1.0 / 60.0) <= 1);
    }
}
