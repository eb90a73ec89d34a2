//! The part of the world that the dots of a terminal show.
//!
//! Invariant: the scale is finite and positive, and the centre is within the usable world.

use crate::picture::Point;
use crate::picture::camera::Bounds;

/// Largest and smallest number of dots per metre: a dot is from a hundredth of a millimetre to a kilometre.
const SCALES: (f32, f32) = (1e-5, 1e6);
/// Largest coordinate of the centre `[m]`.
const FARTHEST: f32 = 1e6;

/// Maps the world (y up) to dots (y down).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotCamera {
    /// The point of the world in the middle `[m]`.
    pub center: Point,
    /// Dots per metre `[1/m]`.
    pub scale: f32,
    /// Width and height in dots.
    pub size: Point,
}

impl DotCamera {
    /// The camera that shows a part of the world and a little more on a screen of a size in dots.
    #[must_use]
    pub fn showing(view: Bounds, size: Point) -> Self {
        const ROOM: f32 = 0.94;
        let extent = view.size();
        let fit = |axis: usize| ROOM * size[axis].max(1.0) / extent[axis].max(1e-3);
        let center = [0, 1].map(|axis| 0.5 * view.lower[axis] + 0.5 * view.upper[axis]);
        let mut camera = Self { center: [0.0; 2], scale: 1.0, size };
        camera.set(center, fit(0).min(fit(1)));
        camera
    }

    /// Position of a world point in dots.
    #[must_use]
    pub fn project(&self, p: Point) -> Point {
        [
            0.5 * self.size[0] + (p[0] - self.center[0]) * self.scale,
            0.5 * self.size[1] - (p[1] - self.center[1]) * self.scale,
        ]
    }

    /// World position `[m]` of a position in dots.
    #[must_use]
    pub fn unproject(&self, dot: Point) -> Point {
        [
            self.center[0] + (dot[0] - 0.5 * self.size[0]) / self.scale,
            self.center[1] - (dot[1] - 0.5 * self.size[1]) / self.scale,
        ]
    }

    /// Zooms by a factor; the point at a position in dots stays there.
    pub fn zoom(&mut self, factor: f32, about: Point) {
        let fixed = self.unproject(about);
        self.set(self.center, self.scale * factor);
        let moved = self.unproject(about);
        let center = [0, 1].map(|axis| self.center[axis] + fixed[axis] - moved[axis]);
        self.set(center, self.scale);
    }

    /// Moves the view by a number of dots, right and up.
    pub fn pan(&mut self, dots: Point) {
        let center = [0, 1].map(|axis| self.center[axis] + dots[axis] / self.scale);
        self.set(center, self.scale);
    }

    fn set(&mut self, center: Point, scale: f32) {
        if center.iter().all(|v| v.is_finite()) {
            self.center = center.map(|v| v.clamp(-FARTHEST, FARTHEST));
        }
        if scale.is_finite() {
            self.scale = scale.clamp(SCALES.0, SCALES.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: Point, tolerance: f32) -> bool {
        (a[0] - b[0]).abs() <= tolerance && (a[1] - b[1]).abs() <= tolerance
    }

    #[test]
    fn the_view_contains_the_box_and_fits_one_direction() {
        let view = Bounds { lower: [-3.0, 1.0], upper: [7.0, 3.0] };
        let camera = DotCamera::showing(view, [160.0, 96.0]);
        let (lower, upper) = (camera.project(view.lower), camera.project(view.upper));
        assert!(lower[0] > 0.0 && upper[0] < 160.0 && upper[1] > 0.0 && lower[1] < 96.0);
        assert!(upper[0] - lower[0] > 145.0 && upper[1] < lower[1], "{lower:?} {upper:?}");
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let view = Bounds { lower: [-10.0, -10.0], upper: [10.0, 10.0] };
        let mut camera = DotCamera::showing(view, [100.0, 100.0]);
        let pointer = [83.0, 12.0];
        let before = camera.unproject(pointer);
        for factor in [1.25, 3.0, 0.1] {
            camera.zoom(factor, pointer);
            assert!(near(camera.unproject(pointer), before, 1e-4), "{factor}");
        }
        assert!(near(camera.project(camera.unproject([5.0, 6.0])), [5.0, 6.0], 1e-3));
    }

    #[test]
    fn no_zoom_or_pan_leaves_the_usable_world() {
        let empty = Bounds::around(&[]);
        for view in [empty, Bounds { lower: [0.0; 2], upper: [0.0; 2] }] {
            let mut camera = DotCamera::showing(view, [0.0, 0.0]);
            for factor in [1e30, 0.0, f32::NAN, 1e-30, f32::INFINITY] {
                camera.zoom(factor, [9.0, 9.0]);
                camera.pan([1e30, -1e30]);
                camera.pan([f32::NAN, 0.0]);
                assert!(camera.scale > 0.0 && camera.scale.is_finite());
                assert!(camera.center.iter().all(|v| v.abs() <= FARTHEST), "{camera:?}");
            }
        }
    }
}
