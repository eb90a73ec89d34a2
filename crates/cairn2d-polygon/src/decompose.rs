//! Convex decomposition with a tolerance.
//!
//! Method: simplify a little, triangulate, make an exact partition of few faces, then join faces whose common
//! hull is within the tolerance. Every step has a bound of its error; the sum stays within the tolerance. The
//! approach goes from small faces to large ones. Approximate convex decomposition (Lien and Amato,
//! "Approximate convex decomposition of polygons", 2006) goes the other way and has the same measure, the
//! depth of pockets.
//!
//! Invariant: holes are never part of a hull unless they are within the tolerance, because faces with two
//! common edges are not joined.

use crate::area::MultiPolygon;
use crate::cover;
use crate::error::PolygonError;
use crate::faces::Faces;
use crate::grid::{Grid, Node, segment_distance_squared, twice_area};
use crate::merge::{Hull, Limits, Merger};
use crate::partition::{make_delaunay, remove_edges, thicken, turn_edges};
use crate::rings::Rings;
use crate::simplify::simplify;
use crate::sweep::{NONE, triangulate};
use crate::width::width;
use cairn2d_math::{StandardFloats, Vec2};

/// Share of the tolerance that the simplification may take [-].
const SIMPLIFICATION: f64 = 0.04;

/// The same where parts have few corners, which fewer corners of the outline help.
const SIMPLIFICATION_FOR_FEW: f64 = 0.15;

/// From this number of corners per part on, parts are not called small.
const MANY_CORNERS: usize = 16;

/// How parts relate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Parts share borders only, but for the tolerance: hulls may fill pockets that belong to others.
    #[default]
    Partition,
    /// Parts may overlap, which takes fewer of them. Mass must come from the outline.
    Cover,
}

/// Settings of [`decompose`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decompose {
    /// Largest distance of the parts beyond the area and of the area beyond the parts \[m\], at least 0.
    pub tolerance: f32,
    /// Smallest width of a part \[m\], at least 0. Thinner parts are avoided, dropped if the tolerance
    /// allows, or listed in [`Decomposition::thin`].
    pub min_width: f32,
    /// Largest number of corners of a part, at least 3.
    pub max_corners: usize,
    /// Whether parts may overlap.
    pub mode: Mode,
}

impl Default for Decompose {
    /// Exact parts of at most 8 corners.
    fn default() -> Decompose {
        Decompose { tolerance: 0.0, min_width: 0.0, max_corners: 8, mode: Mode::Partition }
    }
}

/// Convex parts, each counter-clockwise and strictly convex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    points: Vec<Vec2>,
    ends: Vec<u32>,
}

impl Parts {
    /// Parts from lists of corners \[m\], unchecked: [`Certificate`](crate::Certificate) measures them.
    ///
    /// ```
    /// use cairn2d_polygon::Parts;
    /// use cairn2d_math::vec2;
    /// let triangle = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    /// assert_eq!(Parts::from_corners([&triangle[..]]).len(), 1);
    /// ```
    pub fn from_corners<'a>(parts: impl IntoIterator<Item = &'a [Vec2]>) -> Parts {
        let mut result = Parts::default();
        for part in parts {
            result.points.extend_from_slice(part);
            result.ends.push(result.points.len() as u32);
        }
        result
    }

    /// Number of parts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no parts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The corners of each part \[m\].
    pub fn iter(&self) -> impl Iterator<Item = &[Vec2]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let part = &self.points[start..end as usize];
            start = end as usize;
            part
        })
    }

    /// All corners, part after part \[m\].
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }
}

/// What [`decompose`] returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decomposition {
    /// The convex parts.
    pub parts: Parts,
    /// Bound of the distance of the parts beyond the area \[m\], at most the tolerance.
    pub outside: f32,
    /// Bound of the distance of the area beyond the parts \[m\], at most the tolerance.
    pub uncovered: f32,
    /// Indices of the parts that are thinner than asked, in ascending order.
    pub thin: Vec<u32>,
}

/// Convex parts of an area.
///
/// With tolerance 0, the parts make up the area exactly, and all their corners are corners of it. Otherwise
/// parts go beyond the area, and the area beyond the parts, by at most the tolerance.
/// [`Certificate`](crate::Certificate) measures both from the result alone.
///
/// ```
/// use cairn2d_polygon::{Decompose, MultiPolygon, decompose};
/// use cairn2d_math::vec2;
/// let frame = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
/// let hole = [vec2(1.0, 1.0), vec2(1.0, 3.0), vec2(3.0, 3.0), vec2(3.0, 1.0)];
/// let area = MultiPolygon::from_rings([&frame[..], &hole[..]], Default::default())?;
/// let result = decompose(&area, &Decompose::default())?;
/// assert_eq!(result.parts.len(), 4);
/// assert_eq!((result.outside, result.uncovered), (0.0, 0.0));
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
///
/// # Errors
/// [`PolygonError::BadSetting`] for settings out of range.
///
/// # Cost
/// O(n log n) for usual outlines: about a microsecond per corner. Cover mode is quadratic, and returns the
/// partition for areas of more than [`cover::MAX_CORNERS`](crate::MAX_COVER_CORNERS) corners.
pub fn decompose(area: &MultiPolygon, how: &Decompose) -> Result<Decomposition, PolygonError> {
    for (name, value) in [("tolerance", how.tolerance), ("min_width", how.min_width)] {
        if !(value.is_finite() && value >= 0.0) {
            return Err(PolygonError::BadSetting { name, value });
        }
    }
    if how.max_corners < 3 {
        return Err(PolygonError::BadSetting { name: "max_corners", value: how.max_corners as f32 });
    }
    Ok(StandardFloats::within(|| {
        let (rings, grid) = area.to_grid();
        if rings.ends.is_empty() {
            return Decomposition::default();
        }
        let scale = 1.0 / grid.step;
        // Grid steps beyond the size of the grid mean the same; this keeps products finite.
        let steps = |value: f32| {
            let steps = f64::from(value) * scale;
            if steps < 1.0e9 { steps } else { 1.0e9 }
        };
        let limits = Steps { tolerance: steps(how.tolerance), min_width: steps(how.min_width) };
        Run::new(rings, limits, how).finish(grid)
    }))
}

/// Lengths in grid steps.
#[derive(Clone, Copy)]
struct Steps {
    tolerance: f64,
    min_width: f64,
}

/// A convex part on the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) corners: Vec<Node>,
    /// Half-edge of its face.
    pub(crate) face: u32,
    pub(crate) is_exact: bool,
}

struct Run {
    rings: Rings,
    faces: Faces,
    parts: Vec<Part>,
    /// Bounds \[grid steps\].
    outside: f64,
    uncovered: f64,
    limits: Steps,
    how: Decompose,
}

impl Run {
    fn new(rings: Rings, limits: Steps, how: &Decompose) -> Run {
        let share = if how.max_corners < MANY_CORNERS { SIMPLIFICATION_FOR_FEW } else { SIMPLIFICATION };
        let (rings, error) = if limits.tolerance > 0.0 {
            let simple = simplify(&rings, limits.tolerance * share, |_| false);
            let (filled, depth) = fill_small_holes(simple.rings, limits.tolerance - simple.error);
            (filled, simple.error + depth)
        } else {
            (rings, 0.0)
        };
        let mut faces = Faces::new(triangulate(&rings));
        make_delaunay(&mut faces);
        let max_corners = if how.max_corners >= rings.nodes.len() { usize::MAX } else { how.max_corners };
        remove_edges(&mut faces, max_corners);
        turn_edges(&mut faces, max_corners);
        if limits.min_width > 0.0 {
            thicken(&mut faces, limits.min_width, max_corners);
        }
        let mut run = Run {
            rings,
            faces,
            parts: Vec::new(),
            outside: error,
            uncovered: error,
            limits,
            how: Decompose { max_corners, ..*how },
        };
        run.join(error);
        run.collect();
        run
    }

    /// Joins faces within the rest of the tolerance.
    fn join(&mut self, error: f64) {
        let rest = self.limits.tolerance - error;
        if rest <= 0.0 {
            return;
        }
        let limits = Limits { depth: rest, loss: rest, max_corners: self.how.max_corners };
        self.outside += Merger::new(&mut self.faces, limits).run();
    }

    /// Makes a part of each face.
    fn collect(&mut self) {
        let mut outline = Vec::new();
        let mut hull = Hull::default();
        let mut loss = 0.0;
        for face in self.faces.faces() {
            self.faces.outline(face, &mut outline);
            hull.find(&outline);
            if hull.corners.len() < 3 {
                continue;
            }
            let is_exact = hull.depth(&outline) == 0.0;
            let lost = hull.reduce(&outline, self.how.max_corners, f64::INFINITY).unwrap_or(0.0);
            loss = if lost > loss { lost } else { loss };
            let corners = hull.corners.iter().map(|&at| outline[at as usize]).collect();
            self.parts.push(Part { corners, face, is_exact: is_exact && lost == 0.0 });
        }
        self.uncovered += loss;
    }

    fn finish(mut self, grid: Grid) -> Decomposition {
        if self.how.mode == Mode::Cover {
            cover::grow(&self.rings, &self.faces, &mut self.parts, self.how.max_corners);
        }
        let thin = self.drop_thin();
        let mut parts = Parts::default();
        for part in &self.parts {
            parts.points.extend(part.corners.iter().map(|&node| grid.point(node)));
            parts.ends.push(parts.points.len() as u32);
        }
        let meters = |steps: f64| (steps * grid.step) as f32;
        Decomposition { parts, outside: meters(self.outside), uncovered: meters(self.uncovered), thin }
    }

    /// Drops parts that are too thin where a neighbour is near enough to all of them; returns the others.
    fn drop_thin(&mut self) -> Vec<u32> {
        if self.limits.min_width <= 0.0 {
            return Vec::new();
        }
        let is_thin: Vec<bool> =
            self.parts.iter().map(|part| width(&part.corners) < self.limits.min_width).collect();
        let mut part_of = vec![NONE; self.faces.next.len()];
        for (index, part) in self.parts.iter().enumerate() {
            let mut at = part.face;
            loop {
                part_of[at as usize] = index as u32;
                at = self.faces.next[at as usize];
                if at == part.face {
                    break;
                }
            }
        }
        let rest = self.limits.tolerance - self.uncovered;
        let (mut kept, mut thin, mut lost) = (Vec::new(), Vec::new(), 0.0);
        for index in 0..self.parts.len() {
            let distance =
                if is_thin[index] { self.distance_of_neighbour(index, &part_of, &is_thin) } else { None };
            match distance {
                Some(distance) if distance <= rest => lost = if distance > lost { distance } else { lost },
                _ => {
                    if is_thin[index] {
                        thin.push(kept.len() as u32);
                    }
                    kept.push(core::mem::take(&mut self.parts[index]));
                }
            }
        }
        self.parts = kept;
        self.uncovered += lost;
        thin
    }

    /// Bound of the distance of a part's points from a neighbour that is wide enough: that of its corners
    /// from their common edge. Distance from a segment is convex, so corners suffice.
    fn distance_of_neighbour(&self, index: usize, part_of: &[u32], is_thin: &[bool]) -> Option<f64> {
        let part = &self.parts[index];
        let mut best: Option<f64> = None;
        let mut at = part.face;
        loop {
            let twin = self.faces.twin[at as usize];
            let other = if twin == NONE { NONE } else { part_of[twin as usize] };
            if other != NONE && !is_thin[other as usize] {
                let (a, b) = (self.faces.start(at), self.faces.end(at));
                let far = part
                    .corners
                    .iter()
                    .map(|&corner| segment_distance_squared(corner, a, b))
                    .fold(0.0, |most, value| if value > most { value } else { most });
                let distance = far.sqrt();
                best = Some(best.map_or(distance, |known| if distance < known { distance } else { known }));
            }
            at = self.faces.next[at as usize];
            if at == part.face {
                return best;
            }
        }
    }
}

/// Drops holes whose points are all within a distance of the area; returns the largest of these distances.
fn fill_small_holes(rings: Rings, limit: f64) -> (Rings, f64) {
    let is_small = |ring: &[Node]| {
        let holes = Rings { nodes: ring.to_vec(), ends: vec![ring.len() as u32] };
        let [low, high] = holes.bounds().unwrap_or_default();
        let (x, y) = (f64::from(high.x) - f64::from(low.x), f64::from(high.y) - f64::from(low.y));
        let depth = 0.5 * if x < y { x } else { y };
        (twice_area(ring) < 0 && depth <= limit).then_some((depth, low, high))
    };
    let mut depth = 0.0;
    let mut kept = Rings::default();
    for ring in rings.iter() {
        match is_small(ring) {
            // A hole around an island stays.
            Some((own, low, high)) if !has_island(&rings, low, high) => {
                depth = if own > depth { own } else { depth }
            }
            _ => kept.push(ring.iter().copied()),
        }
    }
    (kept, depth)
}

/// Whether an outer ring lies within bounds.
fn has_island(rings: &Rings, low: Node, high: Node) -> bool {
    let within = |node: &Node| node.x >= low.x && node.x <= high.x && node.y >= low.y && node.y <= high.y;
    rings.iter().any(|ring| twice_area(ring) > 0 && ring.iter().all(within))
}
