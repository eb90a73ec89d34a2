//! Marching squares: the border between solid and empty samples of a lattice, as joined lines.
//!
//! A sample is solid if it is at least the threshold. Rows become words of one bit per sample, and only cells
//! whose corners differ are looked at. Each crossed lattice edge gets one point, which the line of one cell
//! ends at and that of another starts at; following these links joins the lines. Solid samples are on the
//! left.
//!
//! A cell with two solid corners across is a saddle. Its solid corners are joined if the mean of the four
//! samples is solid too.
//!
//! Determinism: a point depends on the two samples of its lattice edge and on their global indices only.
//! Fields that share a row or column therefore agree on its points to the bit.
//!
//! Source: Lorensen and Cline, "Marching cubes" (1987), in the plane.

mod sample;
#[cfg(test)]
mod tests;

use crate::area::MultiPolygon;
use crate::error::PolygonError;
use crate::rings::FillRule;
use cairn2d_math::{StandardFloats, Vec2};
pub use sample::Sample;

/// No point.
const NONE: u32 = u32::MAX;

/// Largest number of samples of a field.
pub const MAX_SAMPLES: usize = 1 << 26;

/// Lines that [`soft`] and [`hard`] make, with memory that is used again.
///
/// ```
/// use cairn2d_polygon::march::{Field, Lines, soft};
/// let samples = [0, 0, 0, 0, 200, 0, 0, 0, 0];
/// let mut lines = Lines::default();
/// soft(&Field::new(&samples, 3, 3)?, 100, &mut lines);
/// let (line, is_closed) = lines.iter().next().unwrap();
/// assert_eq!((line.len(), is_closed), (4, true));
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    points: Vec<Vec2>,
    ends: Vec<u32>,
    closed: Vec<bool>,
    work: Work,
}

/// What is needed while lines are found.
#[derive(Clone, Debug, Default)]
struct Work {
    below: Vec<u64>,
    above: Vec<u64>,
    /// Point on each lattice edge of the row between two rows of cells.
    row: Vec<u32>,
    points: Vec<Vec2>,
    /// The next point of the line.
    next: Vec<u32>,
    /// Points at which lines from outside may start.
    borders: Vec<u32>,
    /// Whether a line leads to a point.
    is_reached: Vec<bool>,
    /// Turns of hard lines after a point.
    corners: Vec<Vec2>,
    has_corner: Vec<bool>,
}

impl Lines {
    /// The points of each line \[m\], and whether it is closed. Lines are open only at the border of the
    /// field.
    pub fn iter(&self) -> impl Iterator<Item = (&[Vec2], bool)> {
        let mut start = 0;
        self.ends.iter().zip(&self.closed).map(move |(&end, &closed)| {
            let line = &self.points[start..end as usize];
            start = end as usize;
            (line, closed)
        })
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The area of the closed lines.
    ///
    /// # Errors
    /// See [`MultiPolygon::from_rings`].
    pub fn area(&self) -> Result<MultiPolygon, PolygonError> {
        let rings = self.iter().filter(|&(_, is_closed)| is_closed).map(|(line, _)| line);
        MultiPolygon::from_rings(rings, FillRule::Positive)
    }
}

/// Samples on a lattice, row by row from below.
///
/// Sample (i, j) is at `origin + spacing * (first + (i, j))`. Fields of one lattice share `origin` and
/// `spacing` and differ in `first`.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a, S> {
    samples: &'a [S],
    width: usize,
    height: usize,
    /// Place of the lattice's sample (0, 0) \[m\].
    pub origin: Vec2,
    /// Distance of neighbouring samples \[m\], positive.
    pub spacing: f32,
    /// Indices of the first sample in the lattice.
    pub first: [i32; 2],
}

impl<'a, S: Sample> Field<'a, S> {
    /// A field of rows of `width` samples, at the origin with a spacing of 1 m.
    ///
    /// # Errors
    /// [`PolygonError::BadField`] if the number of samples is wrong or above [`MAX_SAMPLES`].
    pub fn new(samples: &'a [S], width: usize, height: usize) -> Result<Field<'a, S>, PolygonError> {
        let len = samples.len();
        if width.checked_mul(height) != Some(len) || len > MAX_SAMPLES {
            return Err(PolygonError::BadField { width, height, len });
        }
        Ok(Field { samples, width, height, origin: Vec2::ZERO, spacing: 1.0, first: [0, 0] })
    }

    fn row(&self, row: usize) -> &'a [S] {
        &self.samples[row * self.width..(row + 1) * self.width]
    }

    /// A point at a place of the lattice.
    #[inline]
    fn point(&self, x: usize, y: usize, fraction: [f32; 2]) -> Vec2 {
        let along = |first: i32, index: usize, fraction: f32, origin: f32| {
            // Whole numbers are exact in double precision.
            let at = f64::from(first) + index as f64 + f64::from(fraction);
            (f64::from(origin) + at * f64::from(self.spacing)) as f32
        };
        Vec2::new(
            along(self.first[0], x, fraction[0], self.origin.x),
            along(self.first[1], y, fraction[1], self.origin.y),
        )
    }
}

/// Lines at interpolated places between samples.
///
/// # Cost
/// O(samples) bit operations, and O(points).
pub fn soft<S: Sample>(field: &Field<'_, S>, threshold: S, out: &mut Lines) {
    StandardFloats::within(|| trace::<S, false>(field, threshold, out));
}

/// Lines around the squares of samples: all sides are parallel to the axes, halfway between samples.
///
/// ```
/// use cairn2d_polygon::march::{Field, Lines, hard};
/// let mut lines = Lines::default();
/// hard(&Field::new(&[0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0, 0], 4, 3)?, 5, &mut lines);
/// let (line, _) = lines.iter().next().unwrap();
/// assert_eq!(line.len(), 4);
/// assert_eq!(lines.area()?.area(), 2.0);
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
pub fn hard<S: Sample>(field: &Field<'_, S>, threshold: S, out: &mut Lines) {
    StandardFloats::within(|| trace::<S, true>(field, threshold, out));
}

/// Settings of [`sampled`].
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Place of the lattice's sample (0, 0) \[m\].
    pub origin: Vec2,
    /// Distance of neighbouring samples \[m\], positive.
    pub spacing: f32,
    /// Indices of the first sample in the lattice.
    pub first: [i32; 2],
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Interpolated lines where a function is 0; it is solid where it is positive or 0.
///
/// ```
/// use cairn2d_polygon::march::{Lines, Sampling, sampled};
/// use cairn2d_math::Vec2;
/// let lattice = Sampling { origin: Vec2::ZERO, spacing: 0.1, first: [-15, -15], width: 31, height: 31 };
/// let mut lines = Lines::default();
/// sampled(&lattice, |p| 1.0 - p.length(), &mut lines)?;
/// let disc = lines.area()?.area();
/// assert!((disc - core::f32::consts::PI).abs() < 0.02);
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
///
/// # Errors
/// [`PolygonError::BadField`] above [`MAX_SAMPLES`].
pub fn sampled(
    lattice: &Sampling,
    mut function: impl FnMut(Vec2) -> f32,
    out: &mut Lines,
) -> Result<(), PolygonError> {
    let Sampling { origin, spacing, first, width, height } = *lattice;
    let len = width.saturating_mul(height);
    if len > MAX_SAMPLES {
        return Err(PolygonError::BadField { width, height, len });
    }
    let empty: Field<'_, f32> = Field { samples: &[], width, height, origin, spacing, first };
    let mut samples = Vec::with_capacity(len);
    for y in 0..height {
        for x in 0..width {
            samples.push(function(empty.point(x, y, [0.0, 0.0])));
        }
    }
    soft(&Field { samples: &samples, ..empty }, 0.0, out);
    Ok(())
}

/// The area of an image's opaque pixels: `alpha` row by row from the top, `pixel` \[m\] wide.
///
/// The image's lower left corner is at the origin. Pixels beyond the image are empty.
///
/// ```
/// use cairn2d_polygon::march::from_mask;
/// let area = from_mask(&[255, 255, 255, 0], 2, 2, 128, 0.5)?;
/// assert_eq!(area.pieces().count(), 1);
/// // The transparent pixel is the one at the lower right.
/// assert!(area.contains([0.25, 0.25]) && !area.contains([0.75, 0.25]));
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
///
/// # Errors
/// [`PolygonError::BadField`] if the number of values is wrong, [`PolygonError::BadSetting`] for a pixel that
/// is not positive, and those of [`MultiPolygon::from_rings`].
pub fn from_mask(
    alpha: &[u8],
    width: usize,
    height: usize,
    threshold: u8,
    pixel: f32,
) -> Result<MultiPolygon, PolygonError> {
    Field::new(alpha, width, height)?;
    if !(pixel.is_finite() && pixel > 0.0) {
        return Err(PolygonError::BadSetting { name: "pixel", value: pixel });
    }
    let (wide, high) = (width + 2, height + 2);
    let mut samples = vec![0; wide * high];
    for (row, values) in alpha.chunks_exact(width.max(1)).enumerate() {
        let start = (height - row) * wide + 1;
        samples[start..start + width].copy_from_slice(values);
    }
    // Threshold 0 would make everything solid, without any border.
    let threshold = threshold.max(1);
    let mut field = Field::new(&samples, wide, high)?;
    field.spacing = pixel;
    field.origin = Vec2::new(-0.5 * pixel, -0.5 * pixel);
    let mut lines = Lines::default();
    soft(&field, threshold, &mut lines);
    lines.area()
}

const LEFT: usize = 0;
const RIGHT: usize = 1;
const BOTTOM: usize = 2;
const TOP: usize = 3;

/// A line through a cell, from one side to another.
type Path = (usize, usize);

/// Lines through cells by their solid corners: lower left 1, lower right 2, upper right 4, upper left 8.
const PATHS: [&[Path]; 16] = [
    &[],
    &[(BOTTOM, LEFT)],
    &[(RIGHT, BOTTOM)],
    &[(RIGHT, LEFT)],
    &[(TOP, RIGHT)],
    &[(BOTTOM, LEFT), (TOP, RIGHT)],
    &[(TOP, BOTTOM)],
    &[(TOP, LEFT)],
    &[(LEFT, TOP)],
    &[(BOTTOM, TOP)],
    &[(RIGHT, BOTTOM), (LEFT, TOP)],
    &[(RIGHT, TOP)],
    &[(LEFT, RIGHT)],
    &[(BOTTOM, RIGHT)],
    &[(LEFT, BOTTOM)],
    &[],
];

/// Lines through saddles whose solid corners are joined.
const JOINED: [&[Path]; 2] = [&[(TOP, LEFT), (BOTTOM, RIGHT)], &[(LEFT, BOTTOM), (RIGHT, TOP)]];

fn trace<S: Sample, const HARD: bool>(field: &Field<'_, S>, threshold: S, out: &mut Lines) {
    out.points.clear();
    out.ends.clear();
    out.closed.clear();
    let (width, height) = (field.width, field.height);
    if width < 2 || height < 2 {
        return;
    }
    let mut work = core::mem::take(&mut out.work);
    work.start(width);
    S::solid(field.row(0), threshold, &mut work.above);
    for y in 0..height - 1 {
        core::mem::swap(&mut work.below, &mut work.above);
        S::solid(field.row(y + 1), threshold, &mut work.above);
        march_row::<S, HARD>(field, threshold, y, &mut work);
    }
    work.join::<HARD>(out);
    out.work = work;
}

/// Looks at the cells between two rows of samples whose corners differ.
fn march_row<S: Sample, const HARD: bool>(field: &Field<'_, S>, threshold: S, y: usize, work: &mut Work) {
    let (width, last) = (field.width, field.height - 2);
    let (lower, upper) = (field.row(y), field.row(y + 1));
    let words = width.div_ceil(64);
    let mut left = NONE;
    for word in 0..words {
        let shifted = |bits: &[u64]| (bits[word] >> 1) | (bits[word + 1] << 63);
        let corners = [work.below[word], shifted(&work.below), shifted(&work.above), work.above[word]];
        let any = corners[0] | corners[1] | corners[2] | corners[3];
        let all = corners[0] & corners[1] & corners[2] & corners[3];
        let mut mixed = any & !all;
        // The last sample of a row starts no cell.
        let cells = width - 1 - word * 64;
        if cells < 64 {
            mixed &= (1 << cells) - 1;
        }
        while mixed != 0 {
            let bit = mixed.trailing_zeros();
            mixed &= mixed - 1;
            let x = word * 64 + bit as usize;
            let code = corners
                .iter()
                .enumerate()
                .fold(0, |code, (k, bits)| code | ((bits >> bit) as usize & 1) << k);
            let is_solid = |k: usize| code >> k & 1 != 0;
            let mut points = [NONE; 4];
            if is_solid(0) != is_solid(3) {
                if x == 0 {
                    let t = if HARD { 0.5 } else { S::fraction(lower[0], upper[0], threshold) };
                    left = work.add(field.point(0, y, [0.0, t]), true);
                }
                points[LEFT] = left;
            }
            if is_solid(0) != is_solid(1) {
                if y == 0 {
                    let t = if HARD { 0.5 } else { S::fraction(lower[x], lower[x + 1], threshold) };
                    work.row[x] = work.add(field.point(x, 0, [t, 0.0]), true);
                }
                points[BOTTOM] = work.row[x];
            }
            if is_solid(1) != is_solid(2) {
                let t = if HARD { 0.5 } else { S::fraction(lower[x + 1], upper[x + 1], threshold) };
                left = work.add(field.point(x + 1, y, [0.0, t]), x + 2 == width);
                points[RIGHT] = left;
            }
            if is_solid(3) != is_solid(2) {
                let t = if HARD { 0.5 } else { S::fraction(upper[x], upper[x + 1], threshold) };
                work.row[x] = work.add(field.point(x, y + 1, [t, 0.0]), y == last);
                points[TOP] = work.row[x];
            }
            let paths = match code {
                5 | 10 if S::is_mean_solid([lower[x], lower[x + 1], upper[x + 1], upper[x]], threshold) => {
                    JOINED[usize::from(code == 10)]
                }
                _ => PATHS[code],
            };
            for &(from, to) in paths {
                let (from, to) = (points[from], points[to]);
                work.next[from as usize] = to;
                work.is_reached[to as usize] = true;
                if HARD && paths.len() == 2 || HARD && !matches!(code, 3 | 6 | 9 | 12) {
                    work.corners[from as usize] = field.point(x, y, [0.5, 0.5]);
                    work.has_corner[from as usize] = true;
                }
            }
        }
    }
}

impl Work {
    fn start(&mut self, width: usize) {
        for bits in [&mut self.below, &mut self.above] {
            // One word more, so that every word has a next one.
            bits.clear();
            bits.resize(width.div_ceil(64) + 1, 0);
        }
        self.row.clear();
        self.row.resize(width, NONE);
        self.points.clear();
        self.next.clear();
        self.borders.clear();
        self.is_reached.clear();
        self.corners.clear();
        self.has_corner.clear();
    }

    #[inline]
    fn add(&mut self, point: Vec2, is_border: bool) -> u32 {
        let index = self.points.len() as u32;
        self.points.push(point);
        self.next.push(NONE);
        self.is_reached.push(false);
        self.corners.push(Vec2::ZERO);
        self.has_corner.push(false);
        if is_border {
            self.borders.push(index);
        }
        index
    }

    /// Follows the links: lines from the border first, then rings.
    fn join<const HARD: bool>(&mut self, out: &mut Lines) {
        out.points.reserve(self.points.len());
        for index in 0..self.borders.len() {
            let start = self.borders[index];
            if !self.is_reached[start as usize] && self.next[start as usize] != NONE {
                self.follow::<HARD>(start, false, out);
            }
        }
        for start in 0..self.next.len() as u32 {
            if self.next[start as usize] != NONE {
                self.follow::<HARD>(start, true, out);
            }
        }
    }

    fn follow<const HARD: bool>(&mut self, start: u32, is_closed: bool, out: &mut Lines) {
        let mut at = start;
        let first = out.points.len();
        loop {
            // Points of hard lines are on straight sides, but for the ends.
            if !HARD || !is_closed && at == start {
                out.points.push(self.points[at as usize]);
            }
            let next = self.next[at as usize];
            if next == NONE {
                if HARD {
                    out.points.push(self.points[at as usize]);
                }
                break;
            }
            if HARD && self.has_corner[at as usize] {
                out.points.push(self.corners[at as usize]);
            }
            self.next[at as usize] = NONE;
            at = next;
            if at == start {
                break;
            }
        }
        if is_closed && !HARD && out.points.len() - first > 1 {
            // Samples that equal the threshold put points of two lattice edges in one place.
            drop_doubles(&mut out.points, first);
        }
        if is_closed && out.points.len() - first < 3 {
            out.points.truncate(first);
            return;
        }
        out.ends.push(out.points.len() as u32);
        out.closed.push(is_closed);
    }
}

/// Drops points that equal the one before, from an index on; the first one follows the last.
fn drop_doubles(points: &mut Vec<Vec2>, first: usize) {
    let mut kept = first;
    let mut before = points[points.len() - 1];
    for index in first..points.len() {
        let point = points[index];
        if point != before {
            points[kept] = point;
            kept += 1;
        }
        before = point;
    }
    points.truncate(kept);
}
