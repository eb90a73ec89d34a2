//! Areas with straight sides, holes and islands.
//!
//! Invariant of [`MultiPolygon`]: outer rings run counter-clockwise and holes clockwise, an outer ring is
//! followed by its holes, edges do not cross, rings touch at common corners only, and all points are on the
//! grid of the largest coordinate. Every function starts from this, so none has to handle broken input.

use crate::error::PolygonError;
use crate::grid::{Grid, Node};
use crate::rings::{self, Boolean, FillRule, Rings};
use cairn2d_geometry::{MAX_COORDINATE, Region};
use cairn2d_math::{Aabb, StandardFloats, Vec2};

/// Largest number of points of an input.
pub const MAX_POINTS: usize = 1 << 20;

/// Largest number of crossings of input edges.
pub const MAX_CROSSINGS: usize = 1 << 22;

/// Pairs of edges that the count of crossings looks at.
const MAX_PAIRS: usize = 1 << 28;

/// Inputs of fewer points cannot have too many crossings.
const FEW_POINTS: usize = 2048;

/// An area with straight sides: outer rings, holes, and islands in holes.
///
/// Points are in one frame \[m\]. Coordinates are rounded to 2^-24 of the largest one, and all further steps
/// are exact or rounded to that grid.
///
/// ```
/// use cairn2d_polygon::{FillRule, MultiPolygon};
/// use cairn2d_math::vec2;
/// // A bow tie crosses itself: its area is two triangles.
/// let tie = [vec2(0.0, 0.0), vec2(2.0, 2.0), vec2(2.0, 0.0), vec2(0.0, 2.0)];
/// let area = MultiPolygon::from_rings([&tie[..]], FillRule::NonZero)?;
/// assert_eq!(area.pieces().count(), 2);
/// assert!((area.area() - 2.0).abs() < 1.0e-6);
/// assert!(area.contains(vec2(0.2, 1.0)) && !area.contains(vec2(1.0, 0.2)));
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MultiPolygon {
    points: Vec<Vec2>,
    /// Index past the last point, for each ring.
    ends: Vec<u32>,
}

impl MultiPolygon {
    /// The area that rings of points \[m\] enclose. Rings may cross, overlap, have spikes and any winding.
    ///
    /// # Errors
    /// See [`PolygonError`]. Rings without area are no error: the result is empty.
    ///
    /// # Cost
    /// O((n + k) log n) for n points and k crossings.
    pub fn from_rings<'a>(
        rings: impl IntoIterator<Item = &'a [Vec2]>,
        rule: FillRule,
    ) -> Result<MultiPolygon, PolygonError> {
        let mut points: Vec<Vec2> = Vec::new();
        let mut ends: Vec<u32> = Vec::new();
        for ring in rings {
            let count = points.len() + ring.len();
            if count > MAX_POINTS {
                return Err(PolygonError::TooManyPoints { count });
            }
            points.extend_from_slice(ring);
            ends.push(count as u32);
        }
        StandardFloats::within(|| {
            check_points(&points)?;
            let grid = Grid::for_points(&points);
            let nodes = points.iter().map(|&point| grid.node(point)).collect();
            let raw = Rings { nodes, ends };
            check_crossings(&[&raw])?;
            Ok(MultiPolygon::from_grid(&rings::clean(&raw, rule), grid))
        })
    }

    /// The area that one ring of points \[m\] encloses, whatever its winding.
    ///
    /// # Errors
    /// See [`MultiPolygon::from_rings`].
    pub fn from_ring(ring: &[Vec2]) -> Result<MultiPolygon, PolygonError> {
        MultiPolygon::from_rings([ring], FillRule::NonZero)
    }

    pub(crate) fn from_grid(rings: &Rings, grid: Grid) -> MultiPolygon {
        let points = rings.nodes.iter().map(|&node| grid.point(node)).collect();
        MultiPolygon { points, ends: rings.ends.clone() }
    }

    /// The rings on the grid of the largest coordinate.
    pub(crate) fn to_grid(&self) -> (Rings, Grid) {
        let grid = Grid::for_points(&self.points);
        (self.on_grid(grid), grid)
    }

    /// The rings on a grid. They are clean only on their own one.
    pub(crate) fn on_grid(&self, grid: Grid) -> Rings {
        Rings { nodes: self.points.iter().map(|&point| grid.node(point)).collect(), ends: self.ends.clone() }
    }

    /// Whether there is no area.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All corners, ring after ring \[m\].
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// The rings: counter-clockwise outer ones, each followed by its clockwise holes.
    pub fn rings(&self) -> impl Iterator<Item = &[Vec2]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let ring = &self.points[start..end as usize];
            start = end as usize;
            ring
        })
    }

    /// The connected pieces, each one outer ring with its holes.
    ///
    /// ```
    /// use cairn2d_polygon::MultiPolygon;
    /// use cairn2d_math::vec2;
    /// let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    /// let square = MultiPolygon::from_ring(&square)?;
    /// assert_eq!(square.pieces().next(), Some(square.clone()));
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = MultiPolygon> {
        let (rings, grid) = StandardFloats::within(|| self.to_grid());
        rings.pieces().into_iter().map(move |piece| MultiPolygon::from_grid(&piece, grid))
    }

    /// The smallest box around the area, or `None` if it is empty.
    pub fn bounds(&self) -> Option<Aabb> {
        (!self.points.is_empty()).then(|| Aabb::from_points(&self.points))
    }

    /// Area \[m²\], exact but for one rounding.
    pub fn area(&self) -> f32 {
        StandardFloats::within(|| {
            let (rings, grid) = self.to_grid();
            (rings.twice_area() as f64 * (0.5 * grid.step * grid.step)) as f32
        })
    }

    /// Length of all rings \[m\].
    pub fn perimeter(&self) -> f32 {
        StandardFloats::within(|| {
            let (rings, grid) = self.to_grid();
            let mut sum = 0.0;
            for ring in rings.iter() {
                let mut before = ring[ring.len() - 1];
                for &node in ring {
                    sum += (before.distance_squared(node) as f64).sqrt();
                    before = node;
                }
            }
            (sum * grid.step) as f32
        })
    }

    /// Area \[m²\], centroid \[m\] and second moment of area about the centroid \[m⁴\].
    ///
    /// ```
    /// use cairn2d_polygon::MultiPolygon;
    /// use cairn2d_math::vec2;
    /// let plate = [vec2(1.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 1.0), vec2(1.0, 1.0)];
    /// let region = MultiPolygon::from_ring(&plate)?.region();
    /// assert_eq!((region.area, region.centroid), (2.0, vec2(2.0, 0.5)));
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    pub fn region(&self) -> Region {
        StandardFloats::within(|| {
            let (rings, grid) = self.to_grid();
            let Some(&origin) = rings.nodes.first() else { return Region::default() };
            let (mut x, mut y, mut second) = (0.0, 0.0, 0.0);
            for ring in rings.iter() {
                let mut before = ring[ring.len() - 1];
                for &node in ring {
                    let (ax, ay) = offset(before, origin);
                    let (bx, by) = offset(node, origin);
                    let cross = ax * by - ay * bx;
                    x += (ax + bx) * cross;
                    y += (ay + by) * cross;
                    second += cross * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by);
                    before = node;
                }
            }
            let twice = rings.twice_area() as f64;
            if twice <= 0.0 {
                return Region::default();
            }
            let (cx, cy) = (x / (3.0 * twice), y / (3.0 * twice));
            let about = second / 12.0 - 0.5 * twice * (cx * cx + cy * cy);
            let step = grid.step;
            let place = |c: f64, o: i32| ((c + f64::from(o)) * step) as f32;
            Region {
                area: (0.5 * twice * step * step) as f32,
                centroid: Vec2::new(place(cx, origin.x), place(cy, origin.y)),
                second_moment: if about > 0.0 { (about * (step * step * step * step)) as f32 } else { 0.0 },
            }
        })
    }

    /// Whether a point \[m\] is inside; points of the border count.
    ///
    /// # Cost
    /// O(n), exact.
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        if !point.is_finite() {
            return false;
        }
        let (x, y) = (f64::from(point.x), f64::from(point.y));
        let mut is_inside = false;
        for ring in self.rings() {
            let mut a = ring[ring.len() - 1];
            for &b in ring {
                let (ax, ay) = (f64::from(a.x), f64::from(a.y));
                let (bx, by) = (f64::from(b.x), f64::from(b.y));
                a = b;
                if (ay > y) == (by > y) && !(ay == y && by == y) && ay != y && by != y {
                    continue;
                }
                // Differences of floats are exact in double precision unless they are far apart in size.
                let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
                if side == 0.0 && within(ax, bx, x) && within(ay, by, y) {
                    return true;
                }
                if (ay > y) != (by > y) && (side > 0.0) == (by > ay) {
                    is_inside = !is_inside;
                }
            }
        }
        is_inside
    }

    /// Union, intersection, difference or symmetric difference with another area.
    ///
    /// ```
    /// use cairn2d_polygon::{Boolean, MultiPolygon};
    /// use cairn2d_math::vec2;
    /// let square = |x: f32| [vec2(x, 0.0), vec2(x + 2.0, 0.0), vec2(x + 2.0, 2.0), vec2(x, 2.0)];
    /// let (a, b) = (MultiPolygon::from_ring(&square(0.0))?, MultiPolygon::from_ring(&square(1.0))?);
    /// assert_eq!(a.boolean(&b, Boolean::Union)?.area(), 6.0);
    /// assert_eq!(a.boolean(&b, Boolean::Intersection)?.area(), 2.0);
    /// assert_eq!(a.boolean(&b, Boolean::Difference)?.area(), 2.0);
    /// assert_eq!(a.boolean(&b, Boolean::Xor)?.area(), 4.0);
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolygonError::TooManyCrossings`] for inputs whose edges may cross too often.
    pub fn boolean(&self, other: &MultiPolygon, operation: Boolean) -> Result<MultiPolygon, PolygonError> {
        StandardFloats::within(|| {
            let grid = Grid::for_points(&self.points).coarser(Grid::for_points(&other.points));
            let (first, second) = (self.on_grid(grid), other.on_grid(grid));
            check_crossings(&[&first, &second])?;
            Ok(MultiPolygon::from_grid(&rings::boolean(&first, &second, operation), grid))
        })
    }
}

fn offset(node: Node, origin: Node) -> (f64, f64) {
    (f64::from(node.x) - f64::from(origin.x), f64::from(node.y) - f64::from(origin.y))
}

fn within(a: f64, b: f64, value: f64) -> bool {
    (a <= value && value <= b) || (b <= value && value <= a)
}

pub(crate) fn check_points(points: &[Vec2]) -> Result<(), PolygonError> {
    for (index, &point) in points.iter().enumerate() {
        if !point.is_finite() {
            return Err(PolygonError::NotFinite { index, point });
        }
        if point.x.abs() > MAX_COORDINATE || point.y.abs() > MAX_COORDINATE {
            return Err(PolygonError::TooLarge { index, point });
        }
    }
    Ok(())
}

/// An edge with its bounds.
#[derive(Clone, Copy)]
struct BoundedEdge {
    ends: [Node; 2],
    low: [i32; 2],
    high: [i32; 2],
}

impl BoundedEdge {
    fn new(a: Node, b: Node) -> BoundedEdge {
        BoundedEdge { ends: [a, b], low: [a.x.min(b.x), a.y.min(b.y)], high: [a.x.max(b.x), a.y.max(b.y)] }
    }

    /// Whether both ends of another edge are on one side of this edge's line.
    fn separates(&self, other: &BoundedEdge) -> bool {
        let [a, b] = self.ends;
        let [c, d] = other.ends.map(|end| crate::grid::cross(a, b, end));
        (c > 0 && d > 0) || (c < 0 && d < 0)
    }
}

/// Counts pairs of edges that cross or touch, and stops early.
pub(crate) fn check_crossings(areas: &[&Rings]) -> Result<(), PolygonError> {
    if areas.iter().map(|rings| rings.nodes.len()).sum::<usize>() <= FEW_POINTS {
        return Ok(());
    }
    let mut edges: Vec<BoundedEdge> = Vec::new();
    let mut lengths = [0_i64; 2];
    for ring in areas.iter().flat_map(|rings| rings.iter()).filter(|ring| !ring.is_empty()) {
        let mut a = ring[ring.len() - 1];
        for &b in ring {
            let edge = BoundedEdge::new(a, b);
            for axis in 0..2 {
                lengths[axis] += i64::from(edge.high[axis] - edge.low[axis]);
            }
            edges.push(edge);
            a = b;
        }
    }
    // Along the axis on which edges are shorter, fewer pairs meet.
    let axis = usize::from(lengths[1] < lengths[0]);
    edges.sort_unstable_by_key(|edge| edge.low[axis]);
    let (mut pairs, mut crossings) = (0, 0);
    for (index, edge) in edges.iter().enumerate() {
        for other in &edges[index + 1..] {
            if other.low[axis] > edge.high[axis] {
                break;
            }
            pairs += 1;
            let across = 1 - axis;
            let is_near = other.low[across] <= edge.high[across] && edge.low[across] <= other.high[across];
            if is_near && !edge.separates(other) && !other.separates(edge) {
                crossings += 1;
            }
        }
        if crossings > MAX_CROSSINGS || pairs > MAX_PAIRS {
            return Err(PolygonError::TooManyCrossings { count: crossings });
        }
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
