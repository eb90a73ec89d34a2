//! Lines, rings, texts, points and grids of values that a play publishes for renderers.
//!
//! Invariant: an overlay is not part of the simulation and never affects a step.

use cairn2d::{Pose, Shape, Vec2};

/// Meaning of a mark; the renderer chooses its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// An annotation: a ray, a border, a path.
    #[default]
    Note,
    /// A hit or overlap.
    Hit,
    /// A miss, or a forbidden area.
    Miss,
    /// Objects of the player.
    Friend,
    /// Enemies and dangers.
    Foe,
    /// Earth and rock.
    Ground,
    /// Liquid.
    Water,
}

impl Tone {
    /// All tones, each at the index of its number.
    pub const ALL: [Tone; 7] =
        [Tone::Note, Tone::Hit, Tone::Miss, Tone::Friend, Tone::Foe, Tone::Ground, Tone::Water];
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

/// A filled disc: a particle, a drop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayPoint {
    /// Its centre \[m\].
    pub center: Vec2,
    /// Its radius \[m\].
    pub radius: f32,
    /// Its meaning.
    pub tone: Tone,
}

/// Colors of the values of a grid, from the low end of their range to the high one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ramp {
    /// From transparent to the color of a tone: a speed, a density.
    Fade(Tone),
    /// From the color of the first tone through transparent to that of the second: a pressure about its mean.
    Between(Tone, Tone),
}

impl Ramp {
    /// Returns the tone and the strength, 0 to 1, of a position in the range, 0 to 1.
    pub fn shade(self, position: f32) -> (Tone, f32) {
        match self {
            Ramp::Fade(tone) => (tone, position),
            Ramp::Between(low, _) if position < 0.5 => (low, 1.0 - 2.0 * position),
            Ramp::Between(_, high) => (high, 2.0 * position - 1.0),
        }
    }
}

/// Values on square cells, drawn behind the bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlayGrid<'a> {
    /// Lower left corner \[m\].
    pub origin: Vec2,
    /// Width and height of a cell \[m\].
    pub cell: f32,
    /// Number of columns.
    pub columns: usize,
    /// Values of the low and the high end of the ramp; values beyond have the color of the end.
    pub range: [f32; 2],
    /// The colors.
    pub ramp: Ramp,
    /// The values row by row from below, each from left to right. The last row may be incomplete.
    pub values: &'a [f32],
}

impl OverlayGrid<'_> {
    /// Returns the number of rows, an incomplete one included.
    pub fn rows(&self) -> usize {
        self.values.len().div_ceil(self.columns.max(1))
    }

    /// Returns the tone and the strength, above 0 to 1, of a cell; `None` for a transparent cell and one that
    /// does not exist or whose value is NaN.
    pub fn shade(&self, column: usize, row: usize) -> Option<(Tone, f32)> {
        if column >= self.columns {
            return None;
        }
        let value = *self.values.get(row * self.columns + column)?;
        let position = (value - self.range[0]) / (self.range[1] - self.range[0]);
        // An empty range gives NaN or infinity.
        let (tone, strength) = self.ramp.shade(position.clamp(0.0, 1.0));
        (strength > 0.0).then_some((tone, strength))
    }

    /// Returns the lower left corner of a cell \[m\]: also the upper right one of the cell below and to the
    /// left.
    pub fn corner(&self, column: usize, row: usize) -> Vec2 {
        self.origin + Vec2::new(column as f32, row as f32) * self.cell
    }

    /// Calls `paint` for runs of neighbouring cells of a row with the same shade, with strengths rounded to
    /// `levels` steps, 1 or more: the corners of a run \[m\], its tone and its level, 1 to `levels`.
    pub fn runs(&self, levels: u32, mut paint: impl FnMut([Vec2; 2], Tone, u32)) {
        let level = |column: usize, row: usize| {
            let (tone, strength) = self.shade(column, row)?;
            let level = (strength * levels as f32).round() as u32;
            (level > 0).then_some((tone, level))
        };
        for row in 0..self.rows() {
            let mut first = 0;
            while first < self.columns {
                let shade = level(first, row);
                let mut end = first + 1;
                while end < self.columns && level(end, row) == shade {
                    end += 1;
                }
                if let Some((tone, level)) = shade {
                    paint([self.corner(first, row), self.corner(end, row + 1)], tone, level);
                }
                first = end;
            }
        }
    }
}

/// A grid without its values, which are in a list of all grids.
#[derive(Clone, Debug, PartialEq)]
struct GridFrame {
    origin: Vec2,
    cell: f32,
    columns: usize,
    range: [f32; 2],
    ramp: Ramp,
    values: core::ops::Range<usize>,
}

/// The marks of a play on top of its world, replaced in each step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    grids: Vec<GridFrame>,
    values: Vec<f32>,
    points: Vec<OverlayPoint>,
    lines: Vec<OverlayLine>,
    rings: Vec<OverlayRing>,
    texts: Vec<OverlayText>,
    headline: String,
}

impl Overlay {
    /// Returns the grids of values.
    pub fn grids(&self) -> impl ExactSizeIterator<Item = OverlayGrid<'_>> {
        self.grids.iter().map(|grid| OverlayGrid {
            origin: grid.origin,
            cell: grid.cell,
            columns: grid.columns,
            range: grid.range,
            ramp: grid.ramp,
            values: &self.values[grid.values.clone()],
        })
    }

    /// Returns the points.
    pub fn points(&self) -> &[OverlayPoint] {
        &self.points
    }

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
        let marks = self.points.len() + self.lines.len() + self.rings.len() + self.texts.len();
        self.grids.is_empty() && marks == 0 && self.headline.is_empty()
    }

    /// Removes all marks and keeps the memory.
    pub fn clear(&mut self) {
        self.grids.clear();
        self.values.clear();
        self.points.clear();
        self.lines.clear();
        self.rings.clear();
        self.texts.clear();
        self.headline.clear();
    }

    /// Removes the grids and keeps the other marks.
    pub fn clear_grids(&mut self) {
        self.grids.clear();
        self.values.clear();
    }

    /// Adds a grid of values; copies the values.
    pub fn grid(&mut self, grid: OverlayGrid<'_>) {
        let first = self.values.len();
        self.values.extend_from_slice(grid.values);
        let OverlayGrid { origin, cell, columns, range, ramp, .. } = grid;
        self.grids.push(GridFrame { origin, cell, columns, range, ramp, values: first..self.values.len() });
    }

    /// Adds a filled disc \[m\].
    pub fn point(&mut self, center: impl Into<Vec2>, radius: f32, tone: Tone) {
        self.points.push(OverlayPoint { center: center.into(), radius, tone });
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

    /// Adds a text at the end of the headline.
    pub fn add_headline(&mut self, text: &str) {
        if !self.headline.is_empty() {
            self.headline.push_str(" · ");
        }
        self.headline.push_str(text);
    }

    fn closed(&mut self, corners: &[Vec2], tone: Tone) {
        for (index, &a) in corners.iter().enumerate() {
            self.line(a, corners[(index + 1) % corners.len()], tone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Overlay, OverlayGrid, Ramp, Tone};
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
    fn grid(values: &[f32]) -> OverlayGrid<'_> {
        let ramp = Ramp::Between(Tone::Miss, Tone::Hit);
        OverlayGrid { origin: Vec2::new(-1.0, 2.0), cell: 0.5, columns: 3, range: [-4.0, 4.0], ramp, values }
    }

    #[test]
    fn shades_are_those_of_the_range() {
        let grid = grid(&[-4.0, -2.0, 0.0, 1.0, 4.0, 99.0, f32::NAN, -99.0]);
        assert_eq!(grid.rows(), 3);
        let shades = [
            (0, 0, Some((Tone::Miss, 1.0))),
            (1, 0, Some((Tone::Miss, 0.5))),
            (2, 0, None),
            (0, 1, Some((Tone::Hit, 0.25))),
            (1, 1, Some((Tone::Hit, 1.0))),
            (2, 1, Some((Tone::Hit, 1.0))),
            (0, 2, None),
            (1, 2, Some((Tone::Miss, 1.0))),
            (2, 2, None),
            (3, 0, None),
            (0, 3, None),
        ];
        for (column, row, shade) in shades {
            assert_eq!(grid.shade(column, row), shade, "{column} {row}");
        }
        let fade = OverlayGrid { ramp: Ramp::Fade(Tone::Note), range: [0.0, 8.0], ..grid };
        assert_eq!((fade.shade(1, 1), fade.shade(2, 0)), (Some((Tone::Note, 0.5)), None));
        let flat = OverlayGrid { range: [0.0, 0.0], ..grid };
        assert_eq!(flat.shade(2, 0), None, "0 / 0");
        assert_eq!(OverlayGrid { columns: 0, ..grid }.shade(0, 0), None);
    }

    #[test]
    fn runs_cover_each_cell_that_is_not_transparent_once() {
        let values = [-4.0, -4.0, 0.0, 4.0, 3.9, 4.0, 0.1, -0.1, f32::NAN, 2.0];
        let grid = grid(&values);
        let mut covered = [(); 12].map(|()| 0);
        grid.runs(4, |[low, high], tone, level| {
            assert_eq!(high.y - low.y, 0.5);
            let row = ((low.y - 2.0) / 0.5) as usize;
            for column in ((low.x + 1.0) / 0.5) as usize..((high.x + 1.0) / 0.5) as usize {
                let (expected, strength) = grid.shade(column, row).unwrap();
                assert_eq!((tone, level), (expected, (strength * 4.0).round() as u32));
                covered[row * 3 + column] += 1;
            }
        });
        assert_eq!(covered, [1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn grids_and_points_stay_apart_and_are_cleared() {
        let mut overlay = Overlay::default();
        overlay.grid(grid(&[1.0, 2.0]));
        overlay.grid(OverlayGrid { columns: 1, ..grid(&[3.0, 4.0, 5.0]) });
        overlay.point([1.0, 2.0], 0.25, Tone::Foe);
        assert!(!overlay.is_empty());
        let values: Vec<(usize, &[f32])> = overlay.grids().map(|grid| (grid.columns, grid.values)).collect();
        assert_eq!(values, [(3, &[1.0, 2.0][..]), (1, &[3.0, 4.0, 5.0])]);
        assert_eq!((overlay.points()[0].center, overlay.points()[0].radius), (Vec2::new(1.0, 2.0), 0.25));
        overlay.clear();
        assert!(overlay.is_empty() && overlay.grids().len() == 0);
    }
}
