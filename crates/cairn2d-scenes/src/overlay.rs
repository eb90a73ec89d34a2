//! Lines, rings and words that a play publishes for whoever draws its world.
//!
//! Invariant: nothing here is part of the simulation; a world steps alike whether anybody looks or not.

use cairn2d::{Pose, Shape, Vec2};

/// What a mark stands for; whoever draws it chooses a color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// A remark: a ray on its way, a border, a path.
    #[default]
    Note,
    /// Something was found or met.
    Hit,
    /// Nothing was found, or something is forbidden.
    Miss,
    /// The player and what is good for him.
    Friend,
    /// The others and what is dangerous.
    Foe,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayLine {
    /// Its ends \[m\].
    pub ends: [Vec2; 2],
    /// What it stands for.
    pub tone: Tone,
}

/// A ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayRing {
    /// Its centre \[m\].
    pub center: Vec2,
    /// Its radius \[m\].
    pub radius: f32,
    /// What it stands for.
    pub tone: Tone,
}

/// Words at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayText {
    /// The middle of the words \[m\].
    pub at: Vec2,
    /// The words.
    pub text: String,
    /// What they stand for.
    pub tone: Tone,
}

/// What a play wants to be seen on top of its world, anew after each step.
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

    /// Returns the words.
    pub fn texts(&self) -> &[OverlayText] {
        &self.texts
    }

    /// Returns what stands above the picture, such as a score; empty if nothing does.
    pub fn headline(&self) -> &str {
        &self.headline
    }

    /// Returns whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.rings.is_empty() && self.texts.is_empty() && self.headline.is_empty()
    }

    /// Removes everything and keeps the memory.
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

    /// Adds a cross of half the size `size` about a point \[m\].
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

    /// Adds an upright box between two corners \[m\].
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

    /// Adds words about a point \[m\].
    pub fn text(&mut self, at: impl Into<Vec2>, text: impl Into<String>, tone: Tone) {
        self.texts.push(OverlayText { at: at.into(), text: text.into(), tone });
    }

    /// Sets what stands above the picture.
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
