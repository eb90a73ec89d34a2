//! The camera: a center, a scale, and the conversion between points of the screen and metres.
//!
//! Zoom is logarithmic: equal turns of the wheel change the scale by equal factors, and the point under the
//! cursor stays in place.

use cairn2d::{Aabb, Vec2, vec2};

/// A camera over the world; screen coordinates are egui's points, y down, relative to the top left corner of
/// the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the world in the middle of the view `[m]`.
    pub center: Vec2,
    /// Points of the screen per metre, above 0 `[1/m]`.
    pub scale: f32,
    /// Width and height of the view in points of the screen.
    pub size: [f32; 2],
}

impl Camera {
    /// The smallest and the largest scale `[1/m]`.
    pub const SCALES: [f32; 2] = [1.0e-3, 1.0e5];

    /// A camera that shows 20 m of height around the origin.
    pub fn new() -> Self {
        Self { center: Vec2::ZERO, scale: 40.0, size: [1280.0, 800.0] }
    }

    /// Returns the screen position of a world point `[m]`.
    pub fn to_screen(&self, world: Vec2) -> [f32; 2] {
        let from_center = (world - self.center) * self.scale;
        [0.5 * self.size[0] + from_center.x, 0.5 * self.size[1] - from_center.y]
    }

    /// Returns the world point `[m]` at a screen position.
    pub fn to_world(&self, screen: [f32; 2]) -> Vec2 {
        let x = (screen[0] - 0.5 * self.size[0]) / self.scale;
        let y = (0.5 * self.size[1] - screen[1]) / self.scale;
        self.center + vec2(x, y)
    }

    /// Returns the visible box of the world `[m]`.
    pub fn bounds(&self) -> Aabb {
        let half = vec2(0.5 * self.size[0], 0.5 * self.size[1]) * (1.0 / self.scale);
        Aabb { min: self.center - half, max: self.center + half }
    }

    /// Moves the view by a displacement on the screen, in points: the world follows the hand.
    pub fn pan(&mut self, delta: [f32; 2]) {
        self.center -= vec2(delta[0], -delta[1]) * (1.0 / self.scale);
        self.keep_in_range();
    }

    /// Multiplies the scale by a factor above 0; the world point at `screen` stays in place.
    pub fn zoom_at(&mut self, screen: [f32; 2], factor: f32) {
        let before = self.to_world(screen);
        self.scale = (self.scale * factor).clamp(Self::SCALES[0], Self::SCALES[1]);
        self.center += before - self.to_world(screen);
        self.keep_in_range();
    }

    /// Shows a box of the world `[m]` with a margin.
    pub fn fit(&mut self, bounds: Aabb) {
        let extent = bounds.max - bounds.min;
        if !(extent.x >= 0.0 && extent.y >= 0.0) {
            return;
        }
        let margin = 1.1;
        let by_width = self.size[0] / (margin * extent.x).max(1.0e-3);
        let by_height = self.size[1] / (margin * extent.y).max(1.0e-3);
        self.scale = by_width.min(by_height).clamp(Self::SCALES[0], Self::SCALES[1]);
        self.center = (bounds.min + bounds.max) * 0.5;
        self.keep_in_range();
    }

    /// The coordinates of the world end at a million metres, and so do the camera's.
    fn keep_in_range(&mut self) {
        let end = cairn2d::MAX_COORDINATE;
        let inside = |x: f32| if x.is_finite() { x.clamp(-end, end) } else { 0.0 };
        self.center = vec2(inside(self.center.x), inside(self.center.y));
    }
}

impl Default for Camera {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec2, b: Vec2) -> bool {
        (a - b).length() < 1.0e-3
    }

    #[test]
    fn screen_and_world_conversions_are_inverse() {
        let camera = Camera { center: vec2(3.0, -7.0), scale: 17.0, size: [640.0, 480.0] };
        for point in [vec2(0.0, 0.0), vec2(3.0, -7.0), vec2(12.0, 4.5)] {
            assert!(near(camera.to_world(camera.to_screen(point)), point), "{point:?}");
        }
        assert_eq!(camera.to_screen(camera.center), [320.0, 240.0]);
        // Up in the world is up on the screen, whose y axis points down.
        assert!(camera.to_screen(vec2(3.0, 0.0))[1] < 240.0);
    }

    #[test]
    fn zoom_keeps_the_point_under_the_cursor() {
        let mut camera = Camera { center: vec2(1.0, 2.0), scale: 30.0, size: [800.0, 600.0] };
        let cursor = [123.0, 456.0];
        let before = camera.to_world(cursor);
        for factor in [1.5, 0.3, 7.0, 0.9] {
            camera.zoom_at(cursor, factor);
            assert!(near(camera.to_world(cursor), before), "{factor}");
        }
    }

    #[test]
    fn fitted_box_is_fully_visible() {
        let mut camera = Camera::new();
        let bounds = Aabb { min: vec2(-50.0, 2.0), max: vec2(10.0, 90.0) };
        camera.fit(bounds);
        let seen = camera.bounds();
        assert!(seen.min.x < bounds.min.x && seen.min.y < bounds.min.y, "{seen:?}");
        assert!(seen.max.x > bounds.max.x && seen.max.y > bounds.max.y, "{seen:?}");
        assert!(seen.max.y - seen.min.y < 1.2 * 88.0, "{seen:?}");
    }

    #[test]
    fn panning_moves_the_world_with_the_cursor() {
        let mut camera = Camera { center: Vec2::ZERO, scale: 10.0, size: [100.0, 100.0] };
        let point = vec2(1.0, 1.0);
        let before = camera.to_screen(point);
        camera.pan([20.0, -5.0]);
        let after = camera.to_screen(point);
        assert!((after[0] - before[0] - 20.0).abs() < 1e-3 && (after[1] - before[1] + 5.0).abs() < 1e-3);
    }
}
