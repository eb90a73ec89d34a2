//! The grid in the background, and the scale bar.
//!
//! Lines are at multiples of powers of ten. While the view zooms, finer ones fade in between the existing
//! ones.

use crate::camera::Camera;

use super::instances::Line;
use super::style::{Color, Style, with_opacity};

/// Distances of two lines in points of the screen at which they become visible, and at which they are fully
/// visible.
const FADE: [f64; 2] = [9.0, 90.0];

/// Least length of the scale bar in points of the screen.
const BAR: f64 = 70.0;

/// Lists the lines of the grid and the axes.
pub fn lines(camera: &Camera, style: &Style, mut add: impl FnMut(Line)) {
    let scale = f64::from(camera.scale);
    let bounds = camera.bounds();
    let mut step = finest_step(scale);
    let mut line = |ends: [f64; 4], color: Color| {
        add(Line { ends: ends.map(|x| x as f32), width: [1.0, 0.0], color });
    };
    let ([left, right], [bottom, top]) = (
        [f64::from(bounds.min.x), f64::from(bounds.max.x)],
        [f64::from(bounds.min.y), f64::from(bounds.max.y)],
    );
    let larger = (right - left).max(top - bottom);
    while step < 10.0 * larger {
        let clear = ((step * scale - FADE[0]) / (FADE[1] - FADE[0])).clamp(0.0, 1.0);
        let color = with_opacity(style.grid, (f64::from(style.grid[3]) * clear) as u8);
        // Every tenth line belongs to the next step and is drawn with it.
        let own = |index: f64| index.rem_euclid(10.0) != 0.0;
        if color[3] > 0 {
            multiples(step, left, right).filter(|&i| own(i)).for_each(|i| {
                line([i * step, bottom, i * step, top], color);
            });
            multiples(step, bottom, top).filter(|&i| own(i)).for_each(|i| {
                line([left, i * step, right, i * step], color);
            });
        }
        step *= 10.0;
    }
    if left <= 0.0 && 0.0 <= right {
        line([0.0, bottom, 0.0, top], style.axis);
    }
    if bottom <= 0.0 && 0.0 <= top {
        line([left, 0.0, right, 0.0], style.axis);
    }
}

/// Length `[m]` of the scale bar: 1, 2 or 5 times a power of ten, and long enough to be readable.
pub fn bar_length(camera: &Camera) -> f64 {
    let least = BAR / f64::from(camera.scale);
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    // Tolerance for rounding.
    steps.into_iter().find(|&length| length >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// A length with a suitable unit.
pub fn length_text(length: f64) -> String {
    let (value, unit) = match length {
        length if length >= 1000.0 => (length / 1000.0, "km"),
        length if length >= 1.0 => (length, "m"),
        length if length >= 0.01 => (length * 100.0, "cm"),
        length => (length * 1000.0, "mm"),
    };
    let digits = if value < 0.95 { 2 } else { 0 };
    format!("{value:.digits$} {unit}")
}

/// The finest power of ten whose lines are visible.
fn finest_step(scale: f64) -> f64 {
    10f64.powf((FADE[0] / scale).log10().ceil())
}

/// The integers whose multiples of a step are between two values.
fn multiples(step: f64, from: f64, to: f64) -> impl Iterator<Item = f64> {
    let (first, last) = ((from / step).ceil(), (to / step).floor());
    let count = if last >= first { (last - first) as usize + 1 } else { 0 };
    // More do not fit on a screen at the finest step.
    (0..count.min(4096)).map(move |index| first + index as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::{Vec2, vec2};

    fn camera(scale: f32, center: Vec2) -> Camera {
        Camera { center, scale, size: [1280.0, 800.0] }
    }

    #[test]
    fn lines_are_few_and_in_view_at_every_zoom() {
        let mut scale = 1.0e-3;
        while scale < 1.0e5 {
            let camera = camera(scale, vec2(3.21, -7.5));
            let (bounds, mut count, mut clearest) = (camera.bounds(), 0, 0);
            lines(&camera, &Style::default(), |line| {
                let [ax, ay, bx, by] = line.ends;
                assert!(ax == bx || ay == by, "{line:?}");
                let inside = |x: f32, y: f32| bounds.expand(1.0e-3).contains_point(vec2(x, y));
                assert!(inside(ax, ay) && inside(bx, by), "{line:?}");
                count += 1;
                clearest = clearest.max(line.color[3]);
            });
            assert!((2..=240).contains(&count), "{count} lines at {scale}");
            assert!(clearest >= Style::default().grid[3] / 2, "the grid is not seen at {scale}");
            scale *= 1.7;
        }
    }

    #[test]
    fn no_line_is_drawn_twice() {
        let mut seen = Vec::new();
        lines(&camera(37.0, Vec2::ZERO), &Style::default(), |line| {
            assert!(!seen.contains(&line.ends), "{line:?}");
            seen.push(line.ends);
        });
        assert!(seen.len() > 20);
    }

    #[test]
    fn the_bar_is_round_and_fits() {
        let mut scale = 1.0e-3;
        while scale < 1.0e5 {
            let length = bar_length(&camera(scale, Vec2::ZERO));
            let points = length * f64::from(scale);
            assert!((BAR - 0.01..BAR * 2.6).contains(&points), "{points} at {scale}");
            scale *= 1.31;
        }
        assert_eq!(length_text(2000.0), "2 km");
        assert_eq!(length_text(5.0), "5 m");
        assert_eq!(length_text(0.5), "50 cm");
        assert_eq!(length_text(0.002), "2 mm");
        assert_eq!(length_text(0.0005), "0.50 mm");
    }
}
