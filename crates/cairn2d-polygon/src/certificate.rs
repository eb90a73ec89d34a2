//! How far convex parts and an area are from each other, recomputed from both alone.
//!
//! The parts are united. What they have beyond the area, and what the area has beyond them, are differences
//! of areas. The largest distance of their points is found by branch and bound over triangles. The distance
//! from a set changes by at most the length of a step, so a triangle holds no distance above that of its
//! centre plus its radius. The distance from one side is convex, so a triangle also holds none above the
//! largest of its corners from the side that is nearest to its centre. The search stops when no triangle can
//! be better by more than a hundredth or two grid steps, or after many triangles with the bound so far.

use crate::area::MultiPolygon;
use crate::decompose::Parts;
use crate::error::PolygonError;
use crate::grid::{Grid, Node, twice_area};
use crate::rings::{Boolean, FillRule, Rings};
use crate::sweep::triangulate;
use crate::width::width;
use cairn2d_math::StandardFloats;
use core::cmp::Ordering;
use std::collections::BinaryHeap;

/// Sides per box of the index.
const BLOCK: usize = 8;

/// Triangles that a search looks at before it returns its upper bound.
const MAX_TRIANGLES: usize = 1 << 17;

/// Relative accuracy of the distances [-].
const ACCURACY: f64 = 1.0e-2;

/// Measured errors of convex parts that stand for an area.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Certificate {
    /// Largest distance of a point of the parts from the area \[m\], rounded up.
    pub outside: f32,
    /// Largest distance of a point of the area from the parts \[m\], rounded up.
    pub uncovered: f32,
    /// Area of the united parts less that of the area \[m²\].
    pub area_error: f32,
    /// Areas of the parts less that of their union \[m²\].
    pub overlap: f32,
    /// Smallest width of a part \[m\]; infinite without parts.
    pub thinnest: f32,
    /// Largest number of corners of a part.
    pub most_corners: usize,
    /// Whether every part is strictly convex and counter-clockwise.
    pub is_convex: bool,
}

impl Certificate {
    /// Measures parts against the area that they stand for.
    ///
    /// ```
    /// use cairn2d_polygon::{Certificate, Decompose, MultiPolygon, decompose};
    /// use cairn2d_math::vec2;
    /// let corner = [[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
    /// let area = MultiPolygon::from_ring(&corner.map(|[x, y]| vec2(x, y)))?;
    /// let result = decompose(&area, &Decompose { tolerance: 0.1, ..Decompose::default() })?;
    /// let proof = Certificate::measure(&area, &result.parts)?;
    /// assert!(proof.is_convex && proof.outside <= 0.1 && proof.uncovered <= 0.1);
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// See [`MultiPolygon::from_rings`].
    ///
    /// # Cost
    /// O(n log n) for the areas, and O(n) for each of the triangles of the search.
    pub fn measure(area: &MultiPolygon, parts: &Parts) -> Result<Certificate, PolygonError> {
        let union = MultiPolygon::from_rings(parts.iter(), FillRule::NonZero)?;
        let outside = union.boolean(area, Boolean::Difference)?;
        let uncovered = area.boolean(&union, Boolean::Difference)?;
        Ok(StandardFloats::within(|| {
            let grid = Grid::for_points(parts.points()).coarser(Grid::for_points(area.points()));
            let mut proof = Certificate {
                thinnest: f32::INFINITY,
                is_convex: true,
                outside: farthest(&outside, &Target::new(&area.on_grid(grid), Vec::new()), grid),
                uncovered: farthest(&uncovered, &of_parts(parts, grid), grid),
                ..Certificate::default()
            };
            let mut sum = 0.0;
            for part in parts.iter() {
                let corners: Vec<Node> = part.iter().map(|&point| grid.node(point)).collect();
                proof.most_corners = proof.most_corners.max(corners.len());
                proof.is_convex &= is_convex(&corners);
                let own = (width(&corners) * grid.step) as f32;
                proof.thinnest = if own < proof.thinnest { own } else { proof.thinnest };
                sum += twice_area(&corners) as f64;
            }
            let (whole, given) = (union.on_grid(grid).twice_area(), area.on_grid(grid).twice_area());
            let square = 0.5 * grid.step * grid.step;
            proof.area_error = ((whole - given) as f64 * square) as f32;
            proof.overlap = ((sum - whole as f64) * square) as f32;
            proof
        }))
    }
}

fn is_convex(corners: &[Node]) -> bool {
    let count = corners.len();
    // Turns to the left that add up to one full turn: the direction changes its half-plane twice.
    let mut changes = 0;
    for index in 0..count {
        let [a, b, c] = [0, 1, 2].map(|offset| corners[(index + offset) % count]);
        if crate::grid::cross(a, b, c) <= 0 {
            return false;
        }
        changes += usize::from((a < b) != (b < c));
    }
    count >= 3 && changes == 2
}

/// The parts as they are: their union loses tips that are thinner than the grid.
fn of_parts(parts: &Parts, grid: Grid) -> Target {
    let mut sides = Rings::default();
    for part in parts.iter() {
        sides.nodes.extend(part.iter().map(|&point| grid.node(point)));
        sides.ends.push(sides.nodes.len() as u32);
    }
    let convex = sides.iter().filter(|part| is_convex(part)).map(ConvexPart::new).collect();
    Target::new(&sides, convex)
}

fn wide(node: Node) -> Point {
    [f64::from(node.x), f64::from(node.y)]
}

/// Largest distance of a point of `region` from a set \[m\], rounded up.
fn farthest(region: &MultiPolygon, target: &Target, grid: Grid) -> f32 {
    let region = region.on_grid(grid);
    if region.ends.is_empty() {
        return 0.0;
    }
    let mesh = triangulate(&region);
    let mut search = Search { target, best: 0.0, waiting: BinaryHeap::new() };
    // Corners first: they are often the farthest points, and a good start prunes most triangles.
    for node in &region.nodes {
        let (distance, _) = target.nearest(wide(*node), search.best);
        search.best = if distance > search.best { distance } else { search.best };
    }
    for triangle in mesh.origin.chunks_exact(3) {
        search.look(triangle_of(triangle, &mesh.nodes));
    }
    let bound = search.run();
    let steps = if bound > search.best { bound } else { search.best };
    let meters = (steps * grid.step) as f32;
    meters + meters * f32::EPSILON
}

fn triangle_of(triangle: &[u32], nodes: &[Node]) -> Triangle {
    [0, 1, 2].map(|k| wide(nodes[triangle[k] as usize]))
}

type Point = [f64; 2];

type Triangle = [Point; 3];

/// A triangle, and a bound of the distances in it.
struct Waiting {
    most: f64,
    triangle: Triangle,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.most.total_cmp(&other.most)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

/// Branch and bound, the triangle of the largest bound first. So the bound is good also where the search
/// gives up.
struct Search<'a> {
    target: &'a Target,
    /// Largest distance found.
    best: f64,
    waiting: BinaryHeap<Waiting>,
}

impl Search<'_> {
    /// Returns the bound of all distances.
    fn run(&mut self) -> f64 {
        for _ in 0..MAX_TRIANGLES {
            let Some(Waiting { most, triangle }) = self.waiting.pop() else { return 0.0 };
            if most <= self.enough() {
                return most;
            }
            Search::halves(triangle).into_iter().for_each(|half| self.look(half));
        }
        self.waiting.peek().map_or(0.0, |waiting| waiting.most)
    }

    /// Distance beyond which a triangle is worth a look.
    fn enough(&self) -> f64 {
        self.best + self.best * ACCURACY + 2.0
    }

    fn look(&mut self, triangle: Triangle) {
        let [a, b, c] = triangle;
        let middle = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0];
        let radius = triangle.iter().map(|&p| length(p, middle)).fold(0.0, |m, v| if v > m { v } else { m });
        let (distance, nearest) = self.target.nearest(middle, self.best - radius);
        self.best = if distance > self.best { distance } else { self.best };
        let square = triangle.iter().map(|&p| nearest.distance_squared(p));
        let convex = square.fold(0.0, |m, v| if v > m { v } else { m }).sqrt();
        let most = if convex < distance + radius { convex } else { distance + radius };
        self.waiting.push(Waiting { most, triangle });
    }

    /// Halves of the longest side.
    fn halves([a, b, c]: Triangle) -> [Triangle; 2] {
        let (ab, bc, ca) = (length(a, b), length(b, c), length(c, a));
        let [p, q, r] = if ab >= bc && ab >= ca {
            [a, b, c]
        } else if bc >= ca {
            [b, c, a]
        } else {
            [c, a, b]
        };
        let half = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
        [[p, half, r], [half, q, r]]
    }
}

fn length(a: Point, b: Point) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

/// A convex piece of the set from which distances are measured.
enum Nearest<'a> {
    Side([Point; 2]),
    Part(&'a [Point]),
}

impl Nearest<'_> {
    fn distance_squared(&self, point: Point) -> f64 {
        match *self {
            Nearest::Side([a, b]) => distance_squared(point, a, b),
            Nearest::Part(part) if contains(part, point) => 0.0,
            Nearest::Part(part) => sides_of(part)
                .map(|[a, b]| distance_squared(point, a, b))
                .fold(f64::INFINITY, |m, v| if v < m { v } else { m }),
        }
    }
}

fn sides_of(corners: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    let count = corners.len();
    (0..count).map(move |index| [corners[index], corners[if index + 1 < count { index + 1 } else { 0 }]])
}

fn contains(part: &[Point], point: Point) -> bool {
    sides_of(part).all(|[a, b]| (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0.0)
}

/// The set from which distances of outer points are measured: sides in blocks with bounds, and convex parts.
struct Target {
    sides: Vec<[Point; 2]>,
    bounds: Vec<[Point; 2]>,
    parts: Vec<ConvexPart>,
}

struct ConvexPart {
    corners: Vec<Point>,
    bounds: [Point; 2],
}

impl ConvexPart {
    fn new(corners: &[Node]) -> ConvexPart {
        let corners: Vec<Point> = corners.iter().map(|&node| wide(node)).collect();
        let sides: Vec<[Point; 2]> = sides_of(&corners).collect();
        ConvexPart { bounds: bounds_of(&sides), corners }
    }

    fn contains(&self, point: Point) -> bool {
        let [low, high] = self.bounds;
        let is_near = (0..2).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis]);
        is_near && contains(&self.corners, point)
    }
}

impl Target {
    fn new(rings: &Rings, parts: Vec<ConvexPart>) -> Target {
        let mut sides = Vec::with_capacity(rings.nodes.len());
        for ring in rings.iter() {
            let mut before = ring[ring.len() - 1];
            for &node in ring {
                sides.push([before, node].map(wide));
                before = node;
            }
        }
        let bounds = sides.chunks(BLOCK).map(bounds_of).collect();
        Target { sides, bounds, parts }
    }

    /// Distance of a point that is outside or in a part, and the nearest side or that part; stops at the
    /// first side that is at most `enough` away.
    fn nearest(&self, point: Point, enough: f64) -> (f64, Nearest<'_>) {
        if let Some(part) = self.parts.iter().find(|part| part.contains(point)) {
            return (0.0, Nearest::Part(&part.corners));
        }
        let enough = if enough > 0.0 { enough * enough } else { 0.0 };
        let (mut best, mut nearest) = (f64::INFINITY, [[f64::from(f32::MAX); 2]; 2]);
        for (block, &[low, high]) in self.bounds.iter().enumerate() {
            let gap = |axis: usize| {
                let (below, above) = (low[axis] - point[axis], point[axis] - high[axis]);
                let most = if below > above { below } else { above };
                if most > 0.0 { most } else { 0.0 }
            };
            let (x, y) = (gap(0), gap(1));
            if x * x + y * y >= best {
                continue;
            }
            for &[a, b] in &self.sides[block * BLOCK..((block + 1) * BLOCK).min(self.sides.len())] {
                let distance = distance_squared(point, a, b);
                if distance < best {
                    (best, nearest) = (distance, [a, b]);
                }
            }
            if best <= enough {
                break;
            }
        }
        (if best.is_finite() { best.sqrt() } else { f64::from(f32::MAX) }, Nearest::Side(nearest))
    }
}

fn bounds_of(sides: &[[Point; 2]]) -> [Point; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for end in sides.iter().flatten() {
        for axis in 0..2 {
            low[axis] = if end[axis] < low[axis] { end[axis] } else { low[axis] };
            high[axis] = if end[axis] > high[axis] { end[axis] } else { high[axis] };
        }
    }
    [low, high]
}

fn distance_squared(p: Point, a: Point, b: Point) -> f64 {
    let (ux, uy) = (b[0] - a[0], b[1] - a[1]);
    let (px, py) = (p[0] - a[0], p[1] - a[1]);
    let square = ux * ux + uy * uy;
    let along = ux * px + uy * py;
    let share = if along <= 0.0 || square == 0.0 {
        0.0
    } else if along >= square {
        1.0
    } else {
        along / square
    };
    let (x, y) = (px - ux * share, py - uy * share);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_math::{Vec2, vec2};

    fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
        points.iter().map(|&[x, y]| vec2(x, y)).collect()
    }

    #[test]
    fn known_distances_are_found() {
        let area = MultiPolygon::from_ring(&ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])).unwrap();
        // The part reaches 1 m beyond on the right, and leaves 2 m at the top.
        let part = ring(&[[0.0, 0.0], [5.0, 0.0], [5.0, 2.0], [0.0, 2.0]]);
        let proof = Certificate::measure(&area, &Parts::from_corners([&part[..]])).unwrap();
        assert!((proof.outside - 1.0).abs() < 1.0e-2, "{proof:?}");
        assert!((proof.uncovered - 2.0).abs() < 2.0e-2, "{proof:?}");
        assert_eq!(proof.area_error, 10.0 - 16.0);
        assert_eq!((proof.thinnest, proof.overlap, proof.is_convex), (2.0, 0.0, true));
    }

    #[test]
    fn a_filled_hole_is_as_far_out_as_its_middle() {
        // No corner of the hole is beyond the area; only its middle is.
        let frame = ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        let hole = ring(&[[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]]);
        let area = MultiPolygon::from_rings([&frame[..], &hole[..]], FillRule::EvenOdd).unwrap();
        let proof = Certificate::measure(&area, &Parts::from_corners([&frame[..]])).unwrap();
        assert!((proof.outside - 1.0).abs() < 1.0e-2, "{proof:?}");
        assert_eq!((proof.uncovered, proof.area_error), (0.0, 4.0));
    }

    #[test]
    fn a_filled_line_thin_frame_is_no_farther_out_than_it_is_high() {
        // 15 m long and 1.6 mm high. Where two sides are equally near, bounds are poor, and a search that
        // does not begin with the largest bound ends with 0.97 m.
        let outer = ring(&[
            [-2.4715118, 44.97789],
            [-6.058193, 44.977512],
            [-3.751114, 44.977196],
            [-0.39624405, 44.976933],
            [2.8172112, 44.97744],
            [7.5897713, 44.97716],
            [9.484562, 44.97752],
            [8.049252, 44.97789],
            [6.232147, 44.978104],
            [7.0763016, 44.978554],
            [3.1413612, 44.97848],
            [0.35577774, 44.97852],
            [-2.5511436, 44.978436],
            [-3.272068, 44.978134],
        ]);
        let hole = ring(&[
            [-1.4771233, 44.97777],
            [-0.6247635, 44.977978],
            [0.15257263, 44.978172],
            [2.6339912, 44.978367],
            [5.475624, 44.9782],
            [5.2048836, 44.97789],
            [5.161602, 44.977608],
            [2.1742744, 44.977673],
            [0.3806343, 44.977646],
        ]);
        let area = MultiPolygon::from_rings([&outer[..], &hole[..]], FillRule::EvenOdd).unwrap();
        let part = ring(&[
            [-6.058193, 44.977512],
            [9.484562, 44.97752],
            [7.0763016, 44.978554],
            [-3.272068, 44.978134],
        ]);
        let proof = Certificate::measure(&area, &Parts::from_corners([&part[..]])).unwrap();
        assert!(proof.outside > 3.0e-4 && proof.outside < 8.0e-4, "{proof:?}");
    }

    #[test]
    fn a_tip_as_thin_as_the_grid_counts_as_covered() {
        // The union of these parts rounds the tip on the right away.
        let tip = ring(&[
            [15.483969, -7.4436626],
            [15.98304, -7.4436646],
            [16.099068, -7.4436646],
            [15.974936, -7.4436626],
        ]);
        let left = ring(&[
            [15.958183, -7.443659],
            [15.974936, -7.4436626],
            [15.983313, -7.4436646],
            [16.067175, -7.4436684],
            [16.054573, -7.4436607],
            [16.020016, -7.443657],
        ]);
        let low = ring(&[
            [15.981434, -7.4436684],
            [16.019999, -7.443674],
            [16.067175, -7.4436684],
            [16.054573, -7.4436607],
            [16.020016, -7.443657],
            [15.983313, -7.4436646],
        ]);
        let outline = ring(&[
            [15.974936, -7.4436626],
            [15.483969, -7.4436626],
            [15.98304, -7.4436646],
            [15.983313, -7.4436646],
            [15.981434, -7.4436684],
            [16.019999, -7.443674],
            [16.067175, -7.4436684],
            [16.099068, -7.4436646],
            [16.054573, -7.4436607],
            [16.020016, -7.443657],
            [15.958183, -7.443659],
        ]);
        let area = MultiPolygon::from_ring(&outline).unwrap();
        let parts = Parts::from_corners([&tip[..], &left[..], &low[..]]);
        let proof = Certificate::measure(&area, &parts).unwrap();
        assert!(proof.uncovered < 1.0e-5, "{proof:?}");
    }

    #[test]
    fn bent_and_double_wound_parts_are_not_convex() {
        let star = ring(&[[0.0, 1.0], [-0.6, -0.8], [0.95, 0.3], [-0.95, 0.3], [0.6, -0.8]]);
        let bent = ring(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.5], [0.0, 2.0]]);
        for part in [star, bent] {
            let area = MultiPolygon::from_ring(&part).unwrap();
            assert!(!Certificate::measure(&area, &Parts::from_corners([&part[..]])).unwrap().is_convex);
        }
    }
}
