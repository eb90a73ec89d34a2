//! Triangulation for drawing, and the public side of simplification.

use crate::area::MultiPolygon;
use crate::error::PolygonError;
use crate::faces::Faces;
use crate::grid::cross;
use crate::partition::make_delaunay;
use crate::simplify::simplify;
use crate::sweep::triangulate as sweep;
use cairn2d_math::{StandardFloats, Vec2};

/// Triangles of an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// Distinct corners \[m\].
    pub points: Vec<Vec2>,
    /// Three indices of points each, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
}

/// Divides an area into triangles whose corners are corners of the area.
///
/// The triangulation is a constrained Delaunay one, but for areas that would take very many flips.
///
/// ```
/// use cairn2d_polygon::{MultiPolygon, triangulate};
/// use cairn2d_math::vec2;
/// let frame = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
/// let hole = [vec2(1.0, 1.0), vec2(3.0, 1.0), vec2(3.0, 3.0), vec2(1.0, 3.0)];
/// let area = MultiPolygon::from_rings([&frame[..], &hole[..]], cairn2d_polygon::FillRule::EvenOdd)?;
/// assert_eq!(triangulate(&area).triangles.len(), 8);
/// # Ok::<(), cairn2d_polygon::PolygonError>(())
/// ```
///
/// # Cost
/// O(n log n) for usual outlines.
pub fn triangulate(area: &MultiPolygon) -> Triangles {
    StandardFloats::within(|| {
        let (rings, grid) = area.to_grid();
        let mut faces = Faces::new(sweep(&rings));
        make_delaunay(&mut faces);
        let mut triangles = Vec::with_capacity(faces.origin.len() / 3);
        for half in faces.faces() {
            let next = faces.next[half as usize];
            let corners = [half, next, faces.next[next as usize]].map(|at| faces.origin[at as usize]);
            let [a, b, c] = corners.map(|corner| faces.nodes[corner as usize]);
            if cross(a, b, c) > 0 {
                triangles.push(corners);
            }
        }
        Triangles { points: faces.nodes.iter().map(|&node| grid.point(node)).collect(), triangles }
    })
}

/// What [`MultiPolygon::simplify`] returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simplification {
    /// The simplified area.
    pub area: MultiPolygon,
    /// Bound of the distance between old and new sides \[m\], at most the tolerance.
    pub error: f32,
}

impl MultiPolygon {
    /// The area with fewer corners: every side is within `tolerance` \[m\] of the sides that it replaces, and
    /// they of it.
    ///
    /// Corners are dropped, never moved. Rings and their nesting stay, and corners for which `is_locked`
    /// holds.
    ///
    /// ```
    /// use cairn2d_polygon::MultiPolygon;
    /// use cairn2d_math::vec2;
    /// let bent = [[0.0, 0.0], [1.0, 0.01], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]].map(|[x, y]| vec2(x, y));
    /// let area = MultiPolygon::from_ring(&bent)?;
    /// assert_eq!(area.simplify(0.02, |_| false)?.area.points().len(), 4);
    /// assert_eq!(area.simplify(0.02, |corner| corner.x == 1.0)?.area.points().len(), 5);
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolygonError::BadSetting`] for a tolerance that is negative or not finite.
    pub fn simplify(
        &self,
        tolerance: f32,
        is_locked: impl Fn(Vec2) -> bool,
    ) -> Result<Simplification, PolygonError> {
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return Err(PolygonError::BadSetting { name: "tolerance", value: tolerance });
        }
        Ok(StandardFloats::within(|| {
            let (rings, grid) = self.to_grid();
            let steps = f64::from(tolerance) / grid.step;
            let simple = simplify(&rings, steps, |node| is_locked(grid.point(node)));
            Simplification {
                area: MultiPolygon::from_grid(&simple.rings, grid),
                error: (simple.error * grid.step) as f32,
            }
        }))
    }
}

#[cfg(test)]
mod tests;
