//! The frame rate and the true speed of time, over the last second.

use std::collections::VecDeque;

/// Time that is averaged `[s]`.
const SPAN: f32 = 1.0;

/// Frames of the last second.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// Real and simulated time of each frame `[s]`.
    frames: VecDeque<[f32; 2]>,
}

impl Meter {
    /// Adds a frame that took this time and advanced the world by this time `[s]`.
    pub fn push(&mut self, real: f32, simulated: f32) {
        if real.is_finite() && real > 0.0 {
            self.frames.push_back([real, simulated]);
        }
        while self.frames.len() > 1 && self.real() - self.frames[0][0] > SPAN {
            self.frames.pop_front();
        }
    }

    /// Frames per second `[Hz]`.
    pub fn frame_rate(&self) -> f32 {
        if self.frames.is_empty() { 0.0 } else { self.frames.len() as f32 / self.real() }
    }

    /// Simulated time per real time `[-]`.
    pub fn speed(&self) -> f32 {
        let simulated: f32 = self.frames.iter().map(|frame| frame[1]).sum();
        if self.frames.is_empty() { 0.0 } else { simulated / self.real() }
    }

    fn real(&self) -> f32 {
        self.frames.iter().map(|frame| frame[0]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_speed_are_those_of_the_last_second() {
        let mut meter = Meter::default();
        assert_eq!((meter.frame_rate(), meter.speed()), (0.0, 0.0));
        for _ in 0..100 {
            meter.push(0.1, 0.4);
        }
        assert!((meter.frame_rate() - 10.0).abs() < 0.1 && (meter.speed() - 4.0).abs() < 1e-3);
        // A slow machine takes fewer steps than the speed asks for.
        for _ in 0..30 {
            meter.push(0.05, 0.0125);
        }
        assert!((meter.frame_rate() - 20.0).abs() < 0.1 && (meter.speed() - 0.25).abs() < 1e-3);
        meter.push(f32::NAN, 1.0);
        meter.push(0.0, 1.0);
        assert!((meter.speed() - 0.25).abs() < 1e-3);
    }
}
