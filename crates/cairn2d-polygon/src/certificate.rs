//! How far convex parts and an area are from each other, recomputed from both alone.
//!
//! The parts are united. What they have beyond the area, and what the area has beyond them, are differences
//! of areas. The largest distance of their points is found by branch and bound over triangles. The distance
//! from a set changes by at most the length of a step, so a triangle holds no distance above that of its
//! centre plus its radius. The distance from one side is convex, so a triangle also holds none above the
//! largest of its corners from the side that is nearest to its centre. The search stops when no triangle can
//! be better by more than a hundredth or two grid steps.

use crate::area::MultiPolygon;
use crate::decompose::Parts;
use crate::error::PolygonError;
use crate::grid::{Grid, Node, twice_area};
use crate::rings::{Boolean, FillRule, Rings};
use crate::sweep::triangulate;
use crate::width::width;
use cairn2d_math::StandardFloats;

/// Sides per box of the index.
const BLOCK: usize = 8;

/// Triangles that a search looks at before it returns its upper bound.
const MAX_TRIANGLES: usize = 1 << 18;

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
                outside: farthest(&outside, area, grid),
                uncovered: farthest(&uncovered, &union, grid),
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

/// Largest distance of a point of `region` from an area \[m\], rounded up.
fn farthest(region: &MultiPolygon, area: &MultiPolygon, grid: Grid) -> f32 {
    let region = region.on_grid(grid);
    if region.ends.is_empty() {
        return 0.0;
    }
    let sides = Sides::new(&area.on_grid(grid));
    let mesh = triangulate(&region);
    let mut search = Search { sides: &sides, best: 0.0, bound: 0.0, looked: 0 };
    // Corners first: they are often the farthest points, and a good start prunes most triangles.
    for node in &region.nodes {
        let (distance, _) = sides.nearest([f64::from(node.x), f64::from(node.y)], search.best);
        search.best = if distance > search.best { distance } else { search.best };
    }
    for triangle in mesh.origin.chunks_exact(3) {
        let corners = [0, 1, 2].map(|k| {
            let node = mesh.nodes[triangle[k] as usize];
            [f64::from(node.x), f64::from(node.y)]
        });
        search.look(corners);
    }
    let steps = if search.bound > search.best { search.bound } else { search.best };
    let meters = (steps * grid.step) as f32;
    meters + meters * f32::EPSILON
}

struct Search<'a> {
    sides: &'a Sides,
    /// Largest distance found.
    best: f64,
    /// Largest distance that a triangle left out may hold.
    bound: f64,
    looked: usize,
}

impl Search<'_> {
    fn look(&mut self, triangle: [[f64; 2]; 3]) {
        let mut stack = vec![triangle];
        while let Some([a, b, c]) = stack.pop() {
            self.looked += 1;
            let middle = [(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0];
            let radius =
                [a, b, c].iter().map(|&p| length(p, middle)).fold(0.0, |m, v| if v > m { v } else { m });
            let (distance, side) = self.sides.nearest(middle, self.best - radius);
            self.best = if distance > self.best { distance } else { self.best };
            let mut most = distance + radius;
            if let Some([from, to]) = side {
                let square = [a, b, c]
                    .iter()
                    .map(|&p| distance_squared(p, from, to))
                    .fold(0.0, |m, v| if v > m { v } else { m });
                let convex = square.sqrt();
                most = if convex < most { convex } else { most };
            }
            let enough = self.best + self.best * ACCURACY + 2.0;
            if most <= enough || self.looked > MAX_TRIANGLES {
                self.bound = if most > self.bound { most } else { self.bound };
                continue;
            }
            // Halves of the longest side.
            let (ab, bc, ca) = (length(a, b), length(b, c), length(c, a));
            let [p, q, r] = if ab >= bc && ab >= ca {
                [a, b, c]
            } else if bc >= ca {
                [b, c, a]
            } else {
                [c, a, b]
            };
            let half = [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])];
            stack.push([p, half, r]);
            stack.push([half, q, r]);
        }
    }
}

fn length(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    (x * x + y * y).sqrt()
}

/// The sides of an area in blocks with bounds.
struct Sides {
    sides: Vec<[[f64; 2]; 2]>,
    bounds: Vec<[[f64; 2]; 2]>,
}

impl Sides {
    fn new(rings: &Rings) -> Sides {
        let mut sides = Vec::with_capacity(rings.nodes.len());
        for ring in rings.iter() {
            let mut before = ring[ring.len() - 1];
            for &node in ring {
                sides.push([before, node].map(|node| [f64::from(node.x), f64::from(node.y)]));
                before = node;
            }
        }
        let bounds = sides.chunks(BLOCK).map(bounds_of).collect();
        Sides { sides, bounds }
    }

    /// Distance of an outer point from the area, and the nearest side; stops at the first that is at most
    /// `enough`.
    fn nearest(&self, point: [f64; 2], enough: f64) -> (f64, Option<[[f64; 2]; 2]>) {
        let enough = if enough > 0.0 { enough * enough } else { 0.0 };
        let (mut best, mut nearest) = (f64::INFINITY, None);
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
                    (best, nearest) = (distance, Some([a, b]));
                }
            }
            if best <= enough {
                break;
            }
        }
        (if best.is_finite() { best.sqrt() } else { f64::from(f32::MAX) }, nearest)
    }
}

fn bounds_of(sides: &[[[f64; 2]; 2]]) -> [[f64; 2]; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for end in sides.iter().flatten() {
        for axis in 0..2 {
            low[axis] = if end[axis] < low[axis] { end[axis] } else { low[axis] };
            high[axis] = if end[axis] > high[axis] { end[axis] } else { high[axis] };
        }
    }
    [low, high]
}

fn distance_squared(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
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
    fn bent_and_double_wound_parts_are_not_convex() {
        let star = ring(&[[0.0, 1.0], [-0.6, -0.8], [0.95, 0.3], [-0.95, 0.3], [0.6, -0.8]]);
        let bent = ring(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.5], [0.0, 2.0]]);
        for part in [star, bent] {
            let area = MultiPolygon::from_ring(&part).unwrap();
            assert!(!Certificate::measure(&area, &Parts::from_corners([&part[..]])).unwrap().is_convex);
        }
    }
}
