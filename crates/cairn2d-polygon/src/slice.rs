//! Cuts of areas by lines and polylines.
//!
//! Crossings are rounded to the grid once, and both sides use the same points, so the areas of the pieces add
//! up but for that rounding.

use crate::area::MultiPolygon;
use crate::error::PolygonError;
use crate::grid::{Grid, Node};
use crate::rings::{self, Boolean, FillRule, Rings};
use cairn2d_geometry::HalfPlane;
use cairn2d_math::{StandardFloats, Vec2};
use i_overlay::core::fill_rule::FillRule as OverlayFill;
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::string::slice::IntSlice;

impl MultiPolygon {
    /// The parts within a half-plane and beyond it.
    ///
    /// ```
    /// use cairn2d_polygon::MultiPolygon;
    /// use cairn2d_geometry::HalfPlane;
    /// use cairn2d_math::vec2;
    /// let square = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
    /// let square = MultiPolygon::from_ring(&square)?;
    /// let [left, right] = square.slice(HalfPlane { normal: vec2(1.0, 0.0), offset: 0.5 })?;
    /// assert_eq!((left.area(), right.area()), (1.0, 3.0));
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolygonError::BadSetting`] for a half-plane that is not finite or whose normal has no length.
    pub fn slice(&self, plane: HalfPlane) -> Result<[MultiPolygon; 2], PolygonError> {
        let length = plane.normal.length();
        for (name, value) in [("normal", length), ("offset", plane.offset)] {
            if !value.is_finite() || length == 0.0 {
                return Err(PolygonError::BadSetting { name, value });
            }
        }
        StandardFloats::within(|| {
            let (area, grid) = self.to_grid();
            let within = half_plane(&area, grid, plane);
            let part = |operation| MultiPolygon::from_grid(&rings::boolean(&area, &within, operation), grid);
            Ok([part(Boolean::Intersection), part(Boolean::Difference)])
        })
    }

    /// The pieces that remain when an area is cut along a polyline \[m\]. Cuts that end inside of a piece
    /// have no effect.
    ///
    /// ```
    /// use cairn2d_polygon::MultiPolygon;
    /// use cairn2d_math::vec2;
    /// let square = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)];
    /// let square = MultiPolygon::from_ring(&square)?;
    /// let pieces = square.slice_along(&[vec2(-1.0, 0.5), vec2(1.0, 1.5), vec2(3.0, 0.5)])?;
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(pieces.iter().map(MultiPolygon::area).sum::<f32>(), 4.0);
    /// # Ok::<(), cairn2d_polygon::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// As [`MultiPolygon::from_rings`], for the points of the polyline.
    pub fn slice_along(&self, line: &[Vec2]) -> Result<Vec<MultiPolygon>, PolygonError> {
        crate::area::check_points(line)?;
        if line.len() > crate::MAX_POINTS {
            return Err(PolygonError::TooManyPoints { count: line.len() });
        }
        StandardFloats::within(|| {
            let grid = Grid::for_points(self.points()).coarser(Grid::for_points(line));
            let area = self.on_grid(grid);
            let mut path = Rings::default();
            path.push(line.iter().map(|&point| grid.node(point)));
            crate::area::check_crossings(&[&area, &path])?;
            let contours = area.iter().map(|ring| ring.iter().map(point).collect());
            let contours: Vec<Vec<IntPoint<i32>>> = contours.collect();
            let path: Vec<IntPoint<i32>> = path.nodes.iter().map(point).collect();
            if path.len() < 2 || contours.is_empty() {
                return Ok(self.pieces().collect());
            }
            let mut pieces = Vec::new();
            for shape in contours.slice_by_path(&path, OverlayFill::NonZero) {
                let mut rings = Rings::default();
                for contour in shape {
                    rings.push(contour.iter().map(|point| Node::new(point.x, point.y)));
                }
                // Takes out cuts that end inside.
                let clean = rings::clean(&rings, FillRule::NonZero);
                pieces.extend(clean.pieces().iter().map(|piece| MultiPolygon::from_grid(piece, grid)));
            }
            Ok(pieces)
        })
    }
}

fn point(node: &Node) -> IntPoint<i32> {
    IntPoint { x: node.x, y: node.y }
}

/// The part of a box around an area that is within a half-plane.
fn half_plane(area: &Rings, grid: Grid, plane: HalfPlane) -> Rings {
    let mut result = Rings::default();
    let Some([low, high]) = area.bounds() else { return result };
    let (x, y) = (f64::from(plane.normal.x), f64::from(plane.normal.y));
    let length = (x * x + y * y).sqrt();
    let normal = [x / length, y / length];
    let offset = f64::from(plane.offset) / length / grid.step;
    // Corners beyond the area: what rounding does to them moves the line by less than a grid step.
    let margin = f64::from(high.x - low.x) + f64::from(high.y - low.y) + 16.0;
    let (left, bottom) = (f64::from(low.x) - margin, f64::from(low.y) - margin);
    let (right, top) = (f64::from(high.x) + margin, f64::from(high.y) + margin);
    let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
    let kept = clip(&corners, normal, offset);
    if kept.len() >= 3 {
        result.push(kept.into_iter().map(Grid::node_of));
    }
    result
}

/// The part of a convex polygon where `normal · p <= offset`.
pub(crate) fn clip(polygon: &[[f64; 2]], normal: [f64; 2], offset: f64) -> Vec<[f64; 2]> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let height = |p: [f64; 2]| normal[0] * p[0] + normal[1] * p[1] - offset;
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[if index + 1 == polygon.len() { 0 } else { index + 1 }];
        let (from, to) = (height(a), height(b));
        if from <= 0.0 {
            kept.push(a);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            let share = from / (from - to);
            kept.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::area::tests::Random;
    use cairn2d_math::vec2;

    #[test]
    fn cuts_keep_the_area_and_separate_the_sides() {
        let mut random = Random(11);
        for _ in 0..500 {
            let count = 3 + random.bits() % 12;
            let points: Vec<Vec2> =
                (0..count).map(|_| vec2(random.unit() * 4.0, random.unit() * 4.0)).collect();
            let area = MultiPolygon::from_rings([&points[..]], FillRule::EvenOdd).unwrap();
            let angle = random.unit() * 6.3;
            let plane =
                HalfPlane { normal: vec2(angle.cos(), angle.sin()), offset: random.unit() * 4.0 - 1.0 };
            let [within, beyond] = area.slice(plane).unwrap();
            assert!((within.area() + beyond.area() - area.area()).abs() < 1.0e-5);
            for (side, part) in [(1.0, &within), (-1.0, &beyond)] {
                for &p in part.points() {
                    assert!(side * (plane.normal.dot(p) - plane.offset) < 2.0e-6, "{p:?} {plane:?}");
                }
                // Cut again along the same line: nothing new.
                let again = part.slice(plane).unwrap();
                assert!(
                    (again[0].area() - part.area()).abs().min((again[1].area() - part.area()).abs()) < 2.0e-5
                );
            }
            let line: Vec<Vec2> = (0..2 + random.bits() % 4)
                .map(|_| vec2(random.unit() * 8.0 - 2.0, random.unit() * 8.0 - 2.0))
                .collect();
            let pieces = area.slice_along(&line).unwrap();
            let sum: f32 = pieces.iter().map(MultiPolygon::area).sum();
            assert!((sum - area.area()).abs() < 2.0e-5, "{sum} {}", area.area());
        }
    }

    #[test]
    fn bad_lines_are_errors() {
        let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        let square = MultiPolygon::from_ring(&square).unwrap();
        for normal in [vec2(0.0, 0.0), vec2(f32::NAN, 0.0), vec2(f32::INFINITY, 1.0)] {
            assert!(square.slice(HalfPlane { normal, offset: 0.0 }).is_err());
        }
        assert!(square.slice_along(&[vec2(f32::NAN, 0.0), vec2(1.0, 1.0)]).is_err());
        // A cut that does not go through.
        assert_eq!(square.slice_along(&[vec2(-1.0, 0.5), vec2(0.5, 0.5)]).unwrap().len(), 1);
        assert_eq!(square.slice_along(&[]).unwrap().len(), 1);
    }
}
