//! Parts that several kinds share: arrows, arcs, zigzags, boxes of lines.

use cairn2d_math::{Aabb, Rot, Vec2};

use super::{Ink, Walk};

/// Segments of an arc per radian \[-\].
const PIECES: f32 = 5.0;

/// Turns of a spring \[-\].
const COILS: usize = 7;

impl Walk<'_> {
    /// The length \[m\] of a number of pixels on the screen.
    pub(super) fn pixels(&self, count: f32) -> f32 {
        count * self.options.pixel
    }

    /// A line with a head at `b`; only the line if it is shorter than the head.
    pub(super) fn arrow(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        self.canvas.line(a, b, ink);
        let (head, along) = (self.pixels(7.0), b - a);
        if along.length() > head {
            let along = along.normalize_or(Vec2::X) * head;
            for side in [0.45, -0.45] {
                self.canvas.line(b, b - along + along.perp() * side, ink);
            }
        }
    }

    /// An arc around a centre between two angles \[rad\], counted from a direction.
    pub(super) fn arc(&mut self, center: Vec2, radius: f32, from: Rot, [start, end]: [f32; 2], ink: Ink) {
        let turn = (end - start).clamp(-TURN, TURN);
        let count = (turn.abs() * PIECES).ceil().max(1.0) as u32;
        let step = Rot::from_angle(turn / count as f32);
        let mut arm = from.mul(Rot::from_angle(start)).rotate(Vec2::new(radius, 0.0));
        for _ in 0..count {
            let next = step.rotate(arm);
            self.canvas.line(center + arm, center + next, ink);
            arm = next;
        }
    }

    /// A spring from one point to another.
    pub(super) fn zigzag(&mut self, a: Vec2, b: Vec2, ink: Ink) {
        let along = b - a;
        let width = along.normalize_or(Vec2::X).perp() * self.pixels(4.0);
        let mut last = a;
        for coil in 0..=COILS {
            let next = if coil == COILS {
                b
            } else {
                let side = if coil % 2 == 0 { 1.0 } else { -1.0 };
                a + along * ((coil as f32 + 0.5) / COILS as f32) + width * side
            };
            self.canvas.line(last, next, ink);
            last = next;
        }
    }

    /// A short line across a direction.
    pub(super) fn tick(&mut self, at: Vec2, direction: Vec2, size: f32, ink: Ink) {
        let half = direction.perp() * self.pixels(0.5 * size);
        self.canvas.line(at - half, at + half, ink);
    }

    pub(super) fn outline(&mut self, bounds: Aabb, ink: Ink) {
        let Aabb { min, max } = bounds;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        for side in 0..4 {
            self.canvas.line(corners[side], corners[(side + 1) % 4], ink);
        }
    }
}

/// A whole turn \[rad\].
pub(super) const TURN: f32 = core::f32::consts::TAU;
