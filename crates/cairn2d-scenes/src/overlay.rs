//! Lines, rings and texts that a play publishes for renderers.
//!
//! Invariant: an overlay is not part of the simulation and never affects a step.

use cairn2d::{Pose, Shape, Vec2};

/// Meaning of a mark; the renderer chooses its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// A note: a ray, a border, a path.
    #[default]
    Note,
    /// A hit or overlap.
    Hit,
    /// A miss, or a forbidden area.
    Miss,
    /// The player's things.
    Friend,
    /// Enemies and dangers.
    Foe,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayLine {
    /// Its ends \[m\].
    pub ends: [Vec2; 2],
    /// Its meaning.
    pub tone: Tone,
}

/// A ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayRing {
    /// Its centre \[m\].
    pub center: Vec2,
    /// Its radius \[m\].
    pub radius: f32,
    /// Its meaning.
    pub tone: Tone,
}

/// A text at a position.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayText {
    /// The centre of the text \[m\].
    pub at: Vec2,
    /// The text.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
}

/// The marks of a play on top of its world, replaced in each step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    lines: Vec<OverlayLine>,
    rings: Vec<OverlayRing>,
    texts: Vec<OverlayText>,
    headline: String,
}

impl Overlay {
    /// Returns the lines.
    pub fn lines(&self) -> &[OverlayLine] {
        &self.lines
    }

    /// Returns the rings.
    pub fn rings(&self) -> &[OverlayRing] {
        &self.rings
    }

    /// Returns the texts.
    pub fn texts(&self) -> &[OverlayText] {
        &self.texts
    }

    /// Returns the headline, such as a score; may be empty.
    pub fn headline(&self) -> &str {
        &self.headline
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.rings.is_empty() && self.texts.is_empty() && self.headline.is_empty()
    }

    /// Removes all marks and keeps the memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.rings.clear();
        self.texts.clear();
        self.headline.clear();
    }

    /// Adds a line \[m\].
    pub fn line(&mut self, a: impl Into<Vec2>, b: impl Into<Vec2>, tone: Tone) {
        self.lines.push(OverlayLine { ends: [a.into(), b.into()], tone });
    }

    /// Adds a line with a head at its end `b` \[m\].
    pub fn arrow(&mut self, a: impl Into<Vec2>, b: impl Into<Vec2>, tone: Tone) {
        let (a, b) = (a.into(), b.into());
        let back = (a - b) * 0.25;
        let side = Vec2::new(-back.y, back.x) * 0.5;
        self.line(a, b, tone);
        self.line(b, b + back + side, tone);
        self.line(b, b + back - side, tone);
    }

    /// Adds a cross with arms of half of `size` about a point \[m\].
    pub fn cross(&mut self, at: impl Into<Vec2>, size: f32, tone: Tone) {
        let at = at.into();
        let (up, down) = (Vec2::new(size, size), Vec2::new(size, -size));
        self.line(at - up, at + up, tone);
        self.line(at - down, at + down, tone);
    }

    /// Adds a ring \[m\].
    pub fn ring(&mut self, center: impl Into<Vec2>, radius: f32, tone: Tone) {
        self.rings.push(OverlayRing { center: center.into(), radius, tone });
    }

    /// Adds an axis-aligned box between two corners \[m\].
    pub fn rect(&mut self, min: impl Into<Vec2>, max: impl Into<Vec2>, tone: Tone) {
        let (min, max) = (min.into(), max.into());
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        self.closed(&corners, tone);
    }

    /// Adds the outline of a shape at a pose.
    pub fn shape(&mut self, shape: &Shape, pose: Pose, tone: Tone) {
        let core = shape.core();
        let points: Vec<Vec2> = core.points().iter().map(|&point| pose.transform_point(point)).collect();
        let radius = core.radius();
        match points[..] {
            [center] => self.ring(center, radius, tone),
            [a, b] if radius == 0.0 => self.line(a, b, tone),
            _ if radius == 0.0 => self.closed(&points, tone),
            _ => {
                for (index, &a) in points.iter().enumerate() {
                    let b = points[(index + 1) % points.len()];
                    let along = (b - a).normalize_or(Vec2::X);
                    let out = Vec2::new(along.y, -along.x) * radius;
                    self.line(a + out, b + out, tone);
                    self.ring(a, radius, tone);
                }
            }
        }
    }

    /// Adds a text about a point \[m\].
    pub fn text(&mut self, at: impl Into<Vec2>, text: impl Into<String>, tone: Tone) {
        self.texts.push(OverlayText { at: at.into(), text: text.into(), tone });
    }

    /// Sets the headline.
    pub fn set_headline(&mut self, headline: impl Into<String>) {
        self.headline = headline.into();
    }

    fn closed(&mut self, corners: &[Vec2], tone: Tone) {
        for (index, &a) in corners.iter().enumerate() {
            self.line(a, corners[(index + 1) % corners.len()], tone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Overlay, Tone};
    use cairn2d::{Capsule, Circle, Pose, Rect, Shape, Vec2};

    #[test]
    fn outlines_follow_shapes() {
        let mut overlay = Overlay::default();
        let pose = Pose::from_position(Vec2::new(3.0, 0.0));
        overlay.shape(&Shape::from(Circle::new(0.5)), pose, Tone::Hit);
        assert_eq!((overlay.rings()[0].center, overlay.rings()[0].radius), (Vec2::new(3.0, 0.0), 0.5));
        overlay.clear();
        assert!(overlay.is_empty());
        overlay.shape(&Shape::from(Rect::half(1.0, 2.0)), pose, Tone::Note);
        assert_eq!(overlay.lines().len(), 4);
        let corner = |p: Vec2| (p.x - 3.0).abs() == 1.0 && p.y.abs() == 2.0;
        assert!(overlay.lines().iter().all(|line| line.ends.iter().copied().all(corner)));
        overlay.clear();
        overlay.shape(&Shape::from(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.25)), pose, Tone::Note);
        assert_eq!((overlay.lines().len(), overlay.rings().len()), (2, 2));
        assert!(overlay.lines().iter().all(|line| line.ends.iter().all(|end| end.y.abs() == 0.25)));
    }
}
