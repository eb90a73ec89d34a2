//! `Polygon`: a convex, optionally rounded polygon of any number of corners.
//!
//! Invariant: the corners are counter-clockwise and strictly convex, and `normals[i]` is the outward unit
//! normal of the edge from corner `i` to corner `i + 1`. Up to eight corners are stored inline, without the
//! heap.

use super::Rect;
use super::error::{ShapeError, check_point, check_range};
use crate::constants::{INLINE_VERTICES, MAX_COORDINATE, MIN_EXTENT};
use crate::double::D2;
use crate::hull::{self, HullError};
use cairn2d_math::{Pose, StandardFloats, Vec2};

/// A convex polygon with a rounding radius.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Corners,
    centroid: Vec2,
    radius: f32,
    rect: Option<Rect>,
}

#[derive(Clone, Debug, PartialEq)]
enum Corners {
    Inline { count: u8, vertices: [Vec2; INLINE_VERTICES], normals: [Vec2; INLINE_VERTICES] },
    Heap { vertices: Box<[Vec2]>, normals: Box<[Vec2]> },
}

impl Polygon {
    /// The convex hull of points \[m\] in any order and winding.
    ///
    /// A list that is already convex keeps its order (reversed if clockwise); otherwise corners start at the
    /// leftmost point. Corners that hardly stick out are dropped, see [`convex_hull`](crate::convex_hull).
    ///
    /// # Errors
    /// Points that are not finite, too few, on one line, or nearly so.
    pub fn new(points: &[impl Into<Vec2> + Copy]) -> Result<Polygon, HullError> {
        StandardFloats::within(|| {
            let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
            let vertices = hull::convex_hull(&points)?;
            let normals: Vec<Vec2> = edge_normals(&vertices);
            Ok(Polygon::build(&vertices, &normals))
        })
    }

    /// The polygon with exactly these corners \[m\], as returned by [`vertices`](Polygon::vertices):
    /// bit-identical to the original if that was neither a box nor rounded. [`Polygon::new`] might select
    /// other corners.
    ///
    /// # Errors
    /// Too few or too many corners, a corner that is not finite or too far out, or a corner that bends
    /// inwards by more than rounding.
    pub fn from_vertices(vertices: &[Vec2]) -> Result<Polygon, HullError> {
        StandardFloats::within(|| {
            let count = vertices.len();
            if count < 3 {
                return Err(HullError::TooFewPoints { count });
            }
            if count > crate::MAX_POLYGON_VERTICES {
                return Err(HullError::TooManyVertices { count });
            }
            let mut most = 0.0;
            for (index, &point) in vertices.iter().enumerate() {
                // The comparison rejects NaN too. Polygons that were transformed may exceed the largest
                // coordinate of a shape.
                if !(point.x.abs() <= 2.0 * MAX_COORDINATE && point.y.abs() <= 2.0 * MAX_COORDINATE) {
                    return Err(HullError::BadPoint { index, point });
                }
                let size = if point.x.abs() > point.y.abs() { point.x.abs() } else { point.y.abs() };
                most = if size > most { size } else { most };
            }
            for index in 0..count {
                let [a, b, c] = [0, 1, 2].map(|next| vertices[(index + next) % count]);
                let (edge, next) = (b - a, c - b);
                let (length, next_length) = (edge.length(), next.length());
                // Transformed coordinates are rounded.
                let allowed = 1.0e-3 * length * next_length + 1.0e-6 * most * (length + next_length);
                if edge.cross(next) < -allowed {
                    return Err(HullError::NotConvex { index: (index + 1) % count });
                }
            }
            // Corners that all bend to the left may still go around twice, as those of a pentagram.
            let mut is_right = None;
            let mut flips = 0;
            for index in 0..count {
                let edge = vertices[(index + 1) % count] - vertices[index];
                if edge.x.abs() <= 1.0e-3 * edge.length() + 1.0e-6 * most {
                    continue;
                }
                flips += usize::from(is_right.is_some_and(|is_right| is_right != (edge.x > 0.0)));
                if flips > 2 {
                    return Err(HullError::NotConvex { index });
                }
                is_right = Some(edge.x > 0.0);
            }
            Ok(Polygon::build(vertices, &edge_normals(vertices)))
        })
    }

    /// A regular polygon around the origin: `count` corners at distance `radius` \[m\], the first one on the
    /// x axis.
    ///
    /// # Errors
    /// Fewer than 3 corners, or a radius that gives no hull.
    pub fn regular(count: usize, radius: f32) -> Result<Polygon, HullError> {
        StandardFloats::within(|| {
            if count > crate::MAX_POLYGON_VERTICES {
                return Err(HullError::TooManyVertices { count });
            }
            let step = core::f64::consts::TAU / count as f64;
            let corner = |i: usize| Vec2::from_angle((step * i as f64) as f32) * radius;
            Polygon::new(&(0..count).map(corner).collect::<Vec<Vec2>>())
        })
    }

    /// An ellipse around the origin with these half axes along x and y \[m\], as a polygon of `count` corners
    /// on its rim.
    ///
    /// # Errors
    /// Fewer than 3 corners, or half axes that give no hull.
    pub fn ellipse(count: usize, half_x: f32, half_y: f32) -> Result<Polygon, HullError> {
        StandardFloats::within(|| {
            if count > crate::MAX_POLYGON_VERTICES {
                return Err(HullError::TooManyVertices { count });
            }
            let step = core::f64::consts::TAU / count as f64;
            let corner = |i: usize| {
                let Vec2 { x, y } = Vec2::from_angle((step * i as f64) as f32);
                Vec2::new(half_x * x, half_y * y)
            };
            Polygon::new(&(0..count).map(corner).collect::<Vec<Vec2>>())
        })
    }

    /// The same polygon rounded by `radius` \[m\]: 0, or at least [`MIN_EXTENT`].
    pub fn rounded(mut self, radius: f32) -> Polygon {
        StandardFloats::within(|| {
            self.radius = radius;
            if let Some(rect) = &mut self.rect {
                rect.radius = radius;
            }
            self
        })
    }

    /// Corners \[m\] before rounding, counter-clockwise.
    #[inline]
    pub fn vertices(&self) -> &[Vec2] {
        match &self.corners {
            Corners::Inline { count, vertices, .. } => &vertices[..usize::from(*count)],
            Corners::Heap { vertices, .. } => vertices,
        }
    }

    /// Outward unit normals; `normals()[i]` belongs to the edge that leaves `vertices()[i]`.
    #[inline]
    pub fn normals(&self) -> &[Vec2] {
        match &self.corners {
            Corners::Inline { count, normals, .. } => &normals[..usize::from(*count)],
            Corners::Heap { normals, .. } => normals,
        }
    }

    /// Whether a point \[m\] lies outside beyond a face. Points beside a corner may be outside without that.
    pub(crate) fn is_before_face(&self, point: Vec2) -> bool {
        let faces = self.vertices().iter().zip(self.normals());
        faces.into_iter().any(|(&corner, normal)| normal.dot(point - corner) > self.radius)
    }

    /// Rounding radius \[m\], 0 for sharp corners.
    #[inline]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Centre of area \[m\] of the unrounded polygon.
    pub fn centroid(&self) -> Vec2 {
        self.centroid
    }

    /// The box from which this polygon was built, if any.
    pub fn as_rect(&self) -> Option<&Rect> {
        self.rect.as_ref()
    }

    /// Whether both polygons are bit-identical, so that one may replace the other.
    pub fn is_identical(&self, other: &Polygon) -> bool {
        let alike = |a: Vec2, b: Vec2| a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits();
        match (&self.rect, &other.rect) {
            // The other values of a box follow from these.
            (Some(a), Some(b)) => {
                let (turn_a, turn_b) =
                    (Vec2::new(a.rotation.c, a.rotation.s), Vec2::new(b.rotation.c, b.rotation.s));
                alike(a.half, b.half)
                    && alike(a.center, b.center)
                    && alike(turn_a, turn_b)
                    && a.radius.to_bits() == b.radius.to_bits()
            }
            (None, None) => {
                let all_alike = |a: &[Vec2], b: &[Vec2]| {
                    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| alike(a, b))
                };
                self.radius.to_bits() == other.radius.to_bits()
                    && all_alike(self.vertices(), other.vertices())
                    && all_alike(self.normals(), other.normals())
            }
            _ => false,
        }
    }

    /// The same polygon in the frame that `pose` maps into.
    pub fn transformed(&self, pose: Pose) -> Polygon {
        StandardFloats::within(|| {
            if let Some(rect) = &self.rect {
                return Polygon::from(rect.transformed(pose));
            }
            let vertices: Vec<Vec2> = self.vertices().iter().map(|&v| pose.transform_point(v)).collect();
            // Rounding of the transformed corners may bend short edges, so normals are computed again.
            let normals = edge_normals(&vertices);
            Polygon { radius: self.radius, ..Polygon::build(&vertices, &normals) }
        })
    }

    pub(crate) fn validate(&self) -> Result<(), ShapeError> {
        if self.radius != 0.0 {
            check_range(
                if self.rect.is_some() { "box corner radius" } else { "polygon radius" },
                self.radius,
                MIN_EXTENT,
                MAX_COORDINATE,
            )?;
        }
        if let Some(rect) = &self.rect {
            check_range("box half extent x", rect.half.x, MIN_EXTENT, MAX_COORDINATE)?;
            check_range("box half extent y", rect.half.y, MIN_EXTENT, MAX_COORDINATE)?;
            check_point(["box center x", "box center y"], rect.center)?;
            if !rect.rotation.is_normalized() {
                return Err(ShapeError::Rotation { c: rect.rotation.c, s: rect.rotation.s });
            }
        }
        // One comparison a coordinate, which NaN fails, is enough for valid polygons.
        let fits = |v: &Vec2| v.x.abs() <= MAX_COORDINATE && v.y.abs() <= MAX_COORDINATE;
        if self.vertices().iter().all(fits) {
            return Ok(());
        }
        self.vertices().iter().try_for_each(|&v| check_point(["polygon vertex x", "polygon vertex y"], v))
    }

    /// Requires two lists of the same length, from 3 to
    /// [`MAX_POLYGON_VERTICES`](crate::MAX_POLYGON_VERTICES).
    fn build(vertices: &[Vec2], normals: &[Vec2]) -> Polygon {
        Polygon::around(crate::mass::polygon_centroid(vertices), vertices, normals)
    }

    /// The polygon of a box, for callers that compute in the standard modes. Inlined, so that a polygon is
    /// built where it is stored.
    #[inline(always)]
    pub(super) fn of_rect(rect: Rect) -> Polygon {
        let x = rect.rotation.rotate(Vec2::X);
        let y = Vec2::new(-x.y, x.x);
        let polygon = Polygon::around(rect.center, &rect.corners(), &[-y, x, y, -x]);
        Polygon { radius: rect.radius, rect: Some(rect), ..polygon }
    }

    /// [`build`](Self::build) for a known centroid \[m\]. Inlined, because the lists of a box have a known
    /// length.
    #[inline(always)]
    fn around(centroid: Vec2, vertices: &[Vec2], normals: &[Vec2]) -> Polygon {
        let corners = if vertices.len() <= INLINE_VERTICES {
            let pad = |list: &[Vec2]| {
                core::array::from_fn(|i| list[if i < list.len() { i } else { list.len() - 1 }])
            };
            Corners::Inline { count: vertices.len() as u8, vertices: pad(vertices), normals: pad(normals) }
        } else {
            Corners::Heap { vertices: vertices.into(), normals: normals.into() }
        };
        Polygon { corners, centroid, radius: 0.0, rect: None }
    }
}

impl From<Rect> for Polygon {
    /// Never fails; [`Shape::validate`](crate::Shape::validate) rejects a box with bad extents.
    fn from(rect: Rect) -> Polygon {
        StandardFloats::within(|| Polygon::of_rect(rect))
    }
}

/// Outward unit normals of a counter-clockwise outline. An edge without length gets the x axis.
fn edge_normals(vertices: &[Vec2]) -> Vec<Vec2> {
    let n = vertices.len();
    let normal = |i: usize| {
        let edge = D2::from(vertices[(i + 1) % n]) - D2::from(vertices[i]);
        edge.right().normalize().map_or(Vec2::X, D2::narrow)
    };
    (0..n).map(normal).collect()
}
