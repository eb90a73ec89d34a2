//! The integer grid on which all geometry of this crate is exact.
//!
//! Coordinates become integers of at most 25 bits: multiples of a power of two, the last place of the largest
//! coordinate as an `f32`. Every grid point is an `f32` point, so results leave the grid without rounding.
//! Differences have 26 bits, and orientations are exact in `i64`.
//!
//! Invariant: coordinates are within `-LIMIT..=LIMIT`.

use cairn2d_math::Vec2;

/// Largest magnitude of a grid coordinate.
pub(crate) const LIMIT: i32 = 1 << 24;

/// Smallest grid step: 2^-60 m. Smaller coordinates collapse.
const MIN_STEP: f64 = 1.0 / (1_u64 << 60) as f64;

/// A point of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Node {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

impl Node {
    pub(crate) const fn new(x: i32, y: i32) -> Node {
        Node { x, y }
    }

    pub(crate) fn distance_squared(self, other: Node) -> i64 {
        let (x, y) = (i64::from(self.x) - i64::from(other.x), i64::from(self.y) - i64::from(other.y));
        x * x + y * y
    }
}

/// Twice the signed area of a triangle, exact. Positive if counter-clockwise.
#[inline]
pub(crate) fn cross(a: Node, b: Node, c: Node) -> i64 {
    let (ux, uy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (vx, vy) = (i64::from(c.x) - i64::from(a.x), i64::from(c.y) - i64::from(a.y));
    ux * vy - uy * vx
}

/// Scalar product of `b - a` and `c - a`, exact.
#[inline]
pub(crate) fn dot(a: Node, b: Node, c: Node) -> i64 {
    let (ux, uy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (vx, vy) = (i64::from(c.x) - i64::from(a.x), i64::from(c.y) - i64::from(a.y));
    ux * vx + uy * vy
}

/// Twice the signed area of a ring, exact: at most 2^52 in magnitude for a ring without crossings.
pub(crate) fn twice_area(ring: &[Node]) -> i64 {
    let Some(&origin) = ring.first() else { return 0 };
    ring.windows(2).map(|pair| cross(origin, pair[0], pair[1])).sum()
}

/// Squared distance of a point from a segment \[grid steps squared\].
pub(crate) fn segment_distance_squared(p: Node, a: Node, b: Node) -> f64 {
    let length = a.distance_squared(b);
    let along = dot(a, b, p);
    if along <= 0 || length == 0 {
        return p.distance_squared(a) as f64;
    }
    if along >= length {
        return p.distance_squared(b) as f64;
    }
    let across = cross(a, b, p) as f64;
    across * across / length as f64
}

/// The distance between neighbouring grid points, a power of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// Distance of neighbouring grid points \[m\].
    pub(crate) step: f64,
    inverse: f64,
}

impl Grid {
    /// The grid for coordinates up to `largest` \[m\] in magnitude.
    pub(crate) fn for_extent(largest: f32) -> Grid {
        let mut step = MIN_STEP;
        let reach = f64::from(largest) / f64::from(LIMIT);
        while step < reach {
            step *= 2.0;
        }
        Grid { step, inverse: 1.0 / step }
    }

    /// The grid for these points.
    pub(crate) fn for_points(points: &[Vec2]) -> Grid {
        let mut largest = 0.0_f32;
        for point in points {
            let (x, y) = (point.x.abs(), point.y.abs());
            largest = if x > largest { x } else { largest };
            largest = if y > largest { y } else { largest };
        }
        Grid::for_extent(largest)
    }

    /// The coarser of two grids.
    pub(crate) fn coarser(self, other: Grid) -> Grid {
        if self.step < other.step { other } else { self }
    }

    /// The nearest grid point.
    #[inline]
    pub(crate) fn node(self, point: Vec2) -> Node {
        Node { x: round(f64::from(point.x) * self.inverse), y: round(f64::from(point.y) * self.inverse) }
    }

    /// The nearest grid point of a point in grid steps.
    pub(crate) fn node_of([x, y]: [f64; 2]) -> Node {
        Node { x: round(x), y: round(y) }
    }

    /// A grid point as a point \[m\], exact.
    #[inline]
    pub(crate) fn point(self, node: Node) -> Vec2 {
        Vec2::new((f64::from(node.x) * self.step) as f32, (f64::from(node.y) * self.step) as f32)
    }
}

/// The nearest integer, ties to even, within the limit: adding 1.5 * 2^52 leaves no bits for a fraction.
#[inline]
fn round(value: f64) -> i32 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    ((value + SHIFT) - SHIFT) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_points_survive_the_way_through_floats() {
        for largest in [1.0e6_f32, 3.0, 1.0, 0.3, 1.0e-5] {
            let grid = Grid::for_extent(largest);
            for k in [-LIMIT, -LIMIT + 1, -12_345_677, -1, 0, 1, 9_999_999, LIMIT - 1, LIMIT] {
                let node = Node::new(k, -k);
                assert_eq!(grid.node(grid.point(node)), node, "{largest} {k}");
            }
            assert!(grid.node(Vec2::new(largest, -largest)).x <= LIMIT);
        }
    }

    #[test]
    fn orientation_is_exact_at_the_limit() {
        let (a, b) = (Node::new(-LIMIT, -LIMIT), Node::new(LIMIT, LIMIT - 1));
        assert_eq!(cross(a, b, b), 0);
        assert_eq!(cross(a, b, Node::new(LIMIT, LIMIT)), i64::from(2 * LIMIT));
    }
}
