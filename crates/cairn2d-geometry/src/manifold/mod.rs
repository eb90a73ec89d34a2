//! Contact manifolds: contact points of two shapes that touch or nearly touch, and their normal.
//!
//! [`collide`] handles any two shapes. For common pairs the narrow phase uses the `batch` kernels instead,
//! which collide 4, 8 or 16 pairs at once through `compiled`. Both run the same generic code, so they agree
//! bit for bit.
//!
//! All computations use the local frame of body A, where coordinates are small. A manifold has one unit
//! normal from A to B and up to two points midway between the surfaces. Points farther apart than
//! [`SPECULATIVE_MARGIN`] are dropped. Two segments never collide, because they have no inside and are
//! static.

mod batch;
mod chain;
mod clip;
mod compiled;
mod faces;
mod polygon;
mod round;
#[cfg(test)]
mod tests;
mod wide;

pub use batch::ShapeRows;
pub use compiled::{CompiledKernel, ManifoldBatch, PairBatch};
pub use wide::{ManifoldW, PoseW};

use crate::Shape;
use crate::constants::INLINE_VERTICES;
#[cfg(doc)]
use crate::constants::SPECULATIVE_MARGIN;
use cairn2d_math::lanes::Scalar;
use cairn2d_math::{Pose, Vec2};
pub(crate) use chain::ChainKernels;
#[cfg(any(test, not(target_family = "wasm")))]
use chain::ChainW;
use faces::SliceFaces;
use wide::V;

/// Contact points of two shapes, in the local frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LocalManifold {
    /// Unit normal from A to B; zero when there are no points.
    pub normal: Vec2,
    /// The points; only the first `count` are valid.
    pub points: [LocalPoint; 2],
    /// Number of points: 0, 1 or 2.
    pub count: usize,
}

/// One point of a [`LocalManifold`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LocalPoint {
    /// The point `[m]`, midway between the two surfaces.
    pub point: Vec2,
    /// Distance `[m]` of the surfaces along the normal, at most [`SPECULATIVE_MARGIN`]; negative when they
    /// overlap.
    pub separation: f32,
    /// Id of the touching features, the same from step to step; never 0. Vertex of A in the high half, of B
    /// in the low half, from 1.
    pub id: u32,
}

impl LocalManifold {
    /// No contact.
    pub const EMPTY: LocalManifold = LocalManifold {
        normal: Vec2::ZERO,
        points: [LocalPoint { point: Vec2::ZERO, separation: 0.0, id: 0 }; 2],
        count: 0,
    };

    /// The valid points.
    pub fn points(&self) -> &[LocalPoint] {
        &self.points[..self.count]
    }

    /// The same contact with A and B exchanged; `rel` is the pose of B in the frame of A.
    #[must_use]
    pub fn mirrored(&self, rel: Pose) -> LocalManifold {
        let mut mirrored = *self;
        mirrored.normal = -rel.q.inv_rotate(self.normal);
        for point in &mut mirrored.points[..self.count] {
            point.point = rel.inv_transform_point(point.point);
            point.id = point.id.rotate_left(16);
        }
        mirrored
    }

    fn from_lane(m: &ManifoldW<Scalar>) -> LocalManifold {
        if !m.valid1 {
            return LocalManifold::EMPTY;
        }
        let first =
            LocalPoint { point: Vec2::new(m.point1_x, m.point1_y), separation: m.separation1, id: m.id1 };
        let second =
            LocalPoint { point: Vec2::new(m.point2_x, m.point2_y), separation: m.separation2, id: m.id2 };
        let none = LocalManifold::EMPTY.points[1];
        LocalManifold {
            normal: Vec2::new(m.normal_x, m.normal_y),
            points: [first, if m.valid2 { second } else { none }],
            count: if m.valid2 { 2 } else { 1 },
        }
    }
}

/// The kernel that collides a pair of shapes.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PairKind {
    /// Box (rounded or not), capsule, segment or circle against circle.
    RectCircle,
    /// Capsule or segment against capsule.
    CapsuleCapsule,
    /// Two boxes with sharp corners.
    RectRect,
    /// Polygon of up to eight corners against circle.
    PolygonCircle,
    /// Polygon of up to eight corners against such a polygon, a capsule or a segment, or the other way
    /// around.
    PolygonPolygon,
    /// Chain segment against circle.
    ChainCircle,
    /// Chain segment against capsule or polygon of up to eight corners.
    ChainPolygon,
    /// Pairs for the scalar [`collide`] only: polygons of more than eight corners.
    Scalar,
}

impl PairKind {
    /// Every kind, in ascending order.
    pub const ALL: [PairKind; 8] = [
        PairKind::RectCircle,
        PairKind::CapsuleCapsule,
        PairKind::RectRect,
        PairKind::PolygonCircle,
        PairKind::PolygonPolygon,
        PairKind::ChainCircle,
        PairKind::ChainPolygon,
        PairKind::Scalar,
    ];
}

/// The kernel of two shapes, and whether they must be exchanged for it.
///
/// `None` for pairs that never collide. Kernels expect chain segments first and circles last. Of two other
/// shapes either may be first. The face of the first is preferred if both are equally good, so a shape that
/// slides over ground follows the ground if that is first. [`collide`] takes any order.
pub fn pair_kind(a: &Shape, b: &Shape) -> Option<(PairKind, bool)> {
    if rank(a) < rank(b) {
        return ordered_kind(b, a).map(|kind| (kind, true));
    }
    ordered_kind(a, b).map(|kind| (kind, false))
}

/// Number of classes of shapes.
#[doc(hidden)]
pub const PAIR_CLASSES: usize = 8;

/// The class of a shape. The classes of two shapes determine their [`pair_kind`], so a table of pairs of
/// classes can replace it.
#[doc(hidden)]
pub fn pair_class(shape: &Shape) -> u8 {
    match shape {
        Shape::Circle(_) => 0,
        Shape::Capsule(_) => 1,
        Shape::Segment(_) => 2,
        Shape::Polygon(polygon) => match polygon.as_rect() {
            Some(_) if polygon.radius() == 0.0 => 3,
            Some(_) => 4,
            None if polygon.vertices().len() > INLINE_VERTICES => 5,
            None => 6,
        },
        Shape::ChainSegment(_) => 7,
    }
}

/// Collides two shapes; `rel` is the pose of B in the frame of A.
///
/// Never panics, and never returns NaN for finite input; input that is not finite gives no points or
/// meaningless ones. `collide(b, a, rel.inverse())` is the mirrored manifold. Only between two polygons,
/// capsules or segments may the reference face differ, if two are equally good within a tenth of the slop.
///
/// # Examples
/// ```
/// # mod cairn2d {
/// #     pub use cairn2d_geometry::{self as geometry, Rect, Shape};
/// #     pub use cairn2d_math::{Pose, vec2};
/// # }
/// use cairn2d::{Pose, Rect, Shape, vec2};
/// use cairn2d::geometry::manifold::collide;
///
/// let ground = Shape::from(Rect::half(10.0, 1.0));
/// let crate_ = Shape::from(Rect::half(0.5, 0.5));
/// let manifold = collide(&ground, &crate_, Pose::from_position(vec2(2.0, 1.49)));
/// assert_eq!(manifold.normal, vec2(0.0, 1.0));
/// assert_eq!(manifold.points().len(), 2);
/// assert!((manifold.points[0].separation + 0.01).abs() < 1e-6);
/// ```
pub fn collide(a: &Shape, b: &Shape, rel: Pose) -> LocalManifold {
    let Some((kind, swap)) = pair_kind(a, b) else { return LocalManifold::EMPTY };
    if swap {
        let inverse = rel.inverse();
        return collide_ordered(kind, b, a, inverse).mirrored(inverse);
    }
    collide_ordered(kind, a, b, rel)
}

/// Eight floats that describe a small shape: `[half x, half y, centre x, centre y, axis c, axis s, corners,
/// radius]`; a chain segment has `[a, b, ghost a, ghost b]`.
pub(crate) type Row = [f32; 8];

/// The row of a shape. A capsule is a box without height, a circle one without extents. A polygon that is not
/// a box has only its centroid, corner count and radius.
fn row_of(shape: &Shape) -> Row {
    match shape {
        Shape::Circle(circle) => [0.0, 0.0, circle.center.x, circle.center.y, 1.0, 0.0, 1.0, circle.radius],
        Shape::Capsule(capsule) => segment_row(capsule.a, capsule.b, capsule.radius),
        Shape::Segment(segment) => segment_row(segment.a, segment.b, 0.0),
        Shape::Polygon(polygon) => {
            let count = polygon.vertices().len() as f32;
            let center = polygon.centroid();
            match polygon.as_rect() {
                Some(rect) => {
                    let (half, q) = (rect.half, rect.rotation);
                    [half.x, half.y, center.x, center.y, q.c, q.s, count, polygon.radius()]
                }
                None => [0.0, 0.0, center.x, center.y, 1.0, 0.0, count, polygon.radius()],
            }
        }
        Shape::ChainSegment(chain) => [
            chain.a.x,
            chain.a.y,
            chain.b.x,
            chain.b.y,
            chain.ghost_a.x,
            chain.ghost_a.y,
            chain.ghost_b.x,
            chain.ghost_b.y,
        ],
    }
}

fn segment_row(a: Vec2, b: Vec2, radius: f32) -> Row {
    let axis = (b - a).normalize_or(Vec2::X);
    let center = a.lerp(b, 0.5);
    [0.5 * a.distance(b), 0.0, center.x, center.y, axis.x, axis.y, 2.0, radius]
}

/// The two faces of a segment or capsule as a polygon of two corners.
fn segment_faces(a: Vec2, b: Vec2) -> ([Vec2; 2], [Vec2; 2]) {
    let axis = (b - a).normalize_or(Vec2::X);
    let right = Vec2::new(axis.y, -axis.x);
    ([a, b], [right, -right])
}

/// Calls `f` with corners and normals of a shape that is a polygon, capsule or segment.
fn with_faces<R>(shape: &Shape, f: impl FnOnce(&[Vec2], &[Vec2]) -> R) -> Option<R> {
    let two = |a, b| {
        let (vertices, normals) = segment_faces(a, b);
        (vertices, normals)
    };
    let (vertices, normals) = match shape {
        Shape::Polygon(polygon) => return Some(f(polygon.vertices(), polygon.normals())),
        Shape::Capsule(capsule) => two(capsule.a, capsule.b),
        Shape::Segment(segment) => two(segment.a, segment.b),
        Shape::Circle(_) | Shape::ChainSegment(_) => return None,
    };
    Some(f(&vertices, &normals))
}

fn rank(shape: &Shape) -> u8 {
    match shape {
        Shape::Circle(_) => 0,
        Shape::Capsule(_) | Shape::Segment(_) | Shape::Polygon(_) => 1,
        Shape::ChainSegment(_) => 2,
    }
}

/// Requires that `a` has at least the rank of `b`.
fn ordered_kind(a: &Shape, b: &Shape) -> Option<PairKind> {
    if a.is_line() && b.is_line() {
        return None;
    }
    let is_large = |shape: &Shape| matches!(shape, Shape::Polygon(p) if p.vertices().len() > INLINE_VERTICES);
    let is_rect = |shape: &Shape| matches!(shape, Shape::Polygon(p) if p.as_rect().is_some());
    let is_sharp_rect = |shape: &Shape| is_rect(shape) && shape.radius() == 0.0;
    let is_polygon = |shape: &Shape| matches!(shape, Shape::Polygon(_));
    Some(match (a, b) {
        (Shape::ChainSegment(_), Shape::Circle(_)) => PairKind::ChainCircle,
        (a, Shape::Circle(_)) if is_rect(a) || !is_polygon(a) => PairKind::RectCircle,
        (a, b) if is_large(a) || is_large(b) => PairKind::Scalar,
        (Shape::ChainSegment(_), _) => PairKind::ChainPolygon,
        (Shape::Polygon(_), Shape::Circle(_)) => PairKind::PolygonCircle,
        (a, b) if is_sharp_rect(a) && is_sharp_rect(b) => PairKind::RectRect,
        (a, b) if is_polygon(a) || is_polygon(b) => PairKind::PolygonPolygon,
        _ => PairKind::CapsuleCapsule,
    })
}

/// Requires that `a` has at least the rank of `b`, and that `kind` is that of the pair.
fn collide_ordered(kind: PairKind, a: &Shape, b: &Shape, rel: Pose) -> LocalManifold {
    // On WebAssembly the linked batch kernels are used, to save code size, although all but one lane are
    // unused.
    #[cfg(target_family = "wasm")]
    if kind != PairKind::Scalar {
        return collide_by_kernel(kind, a, b, rel);
    }
    #[cfg(not(target_family = "wasm"))]
    if kind != PairKind::Scalar {
        return collide_small(kind, a, b, rel);
    }
    collide_large(a, b, rel).map_or(LocalManifold::EMPTY, |m| LocalManifold::from_lane(&m))
}

/// One pair with the batch kernels; the same bits as `collide_small`.
#[cfg(any(test, target_family = "wasm"))]
fn collide_by_kernel(kind: PairKind, a: &Shape, b: &Shape, rel: Pose) -> LocalManifold {
    let Some(kernel) = CompiledKernel::new(cairn2d_math::LaneLevel::NARROWEST.lanes(), kind, a) else {
        return LocalManifold::EMPTY;
    };
    let has_faces =
        matches!(kind, PairKind::PolygonCircle | PairKind::PolygonPolygon | PairKind::ChainPolygon);
    // For up to four corners the second block repeats the first.
    let block = |shape: &Shape, first: usize| {
        let corners = |vertices: &[Vec2], normals: &[Vec2]| {
            batch::corners(vertices, normals, if vertices.len() > 4 { first } else { 0 })
        };
        let corners = if has_faces { with_faces(shape, corners) } else { None };
        corners.unwrap_or([0.0; 16])
    };
    let rows = [row_of(a), row_of(b)];
    let (low, high) = ([block(a, 0), block(b, 0)], [block(a, 4), block(b, 4)]);
    let view = batch::RowsView { rows: &rows, low: &low, high: &high };
    LocalManifold::from_lane(&kernel.collide_one(&view, rel))
}

/// One pair of shapes of up to eight corners, with one lane.
#[cfg(any(test, not(target_family = "wasm")))]
fn collide_small(kind: PairKind, a: &Shape, b: &Shape, rel: Pose) -> LocalManifold {
    use faces::PaddedFaces;
    use wide::BoxW;
    let l = Scalar;
    let row_a = row_of(a);
    let row_b = row_of(b);
    let pose = PoseW::splat(l, rel);
    let (box_a, box_b) = (BoxW::splat(l, &row_a), BoxW::splat(l, &row_b));
    let radii = (box_a.radius, box_b.radius);
    let manifold = match kind {
        PairKind::RectCircle => Some(round::rect_circle(l, &box_a, &box_b, pose)),
        PairKind::CapsuleCapsule => Some(round::capsule_capsule(l, &box_a, &box_b, pose)),
        PairKind::RectRect => Some(round::rect_rect(l, &box_a, &box_b, pose)),
        PairKind::ChainCircle => {
            let chain = ChainW::from_gather(row_a);
            Some(chain::chain_circle(l, &chain, pose.apply(box_b.center), box_b.radius))
        }
        PairKind::ChainPolygon => with_faces(b, |vertices, normals| {
            let chain = ChainW::from_gather(row_a);
            let center = pose.apply(box_b.center);
            let faces = PaddedFaces::<Scalar, INLINE_VERTICES>::from_slices(vertices, normals);
            chain::chain_polygon(l, &chain, &faces.transformed(pose), center, box_b.radius)
        }),
        PairKind::PolygonCircle => with_faces(a, |vertices, normals| {
            let faces = PaddedFaces::<Scalar, INLINE_VERTICES>::from_slices(vertices, normals);
            polygon::polygon_circle(l, &faces, pose.apply(box_b.center), radii)
        }),
        PairKind::PolygonPolygon => with_faces(a, |vertices, normals| {
            let faces_a = PaddedFaces::<Scalar, INLINE_VERTICES>::from_slices(vertices, normals);
            with_faces(b, |vertices, normals| {
                let faces_b = PaddedFaces::<Scalar, INLINE_VERTICES>::from_slices(vertices, normals);
                polygon::polygon_polygon::<_, false>(l, &faces_a, &faces_b.transformed(pose), radii)
            })
        })
        .flatten(),
        PairKind::Scalar => None,
    };
    manifold.map_or(LocalManifold::EMPTY, |m| LocalManifold::from_lane(&m))
}

/// Pairs with a polygon of more than eight corners, which is transformed while it is read.
fn collide_large(a: &Shape, b: &Shape, rel: Pose) -> Option<ManifoldW<Scalar>> {
    let l = Scalar;
    let radii = (a.radius(), b.radius());
    let center = rel.transform_point(b.centroid());
    let center: V<Scalar> = V::splat(l, center);
    match (a, b) {
        (Shape::ChainSegment(chain), _) => (chain.kernels.get().large)(a, b, rel),
        (_, Shape::Circle(_)) => with_faces(a, |vertices, normals| {
            let faces = SliceFaces::new(vertices, normals, Pose::IDENTITY);
            polygon::polygon_circle(l, &faces, center, radii)
        }),
        _ => with_faces(a, |vertices, normals| {
            let faces_a = SliceFaces::new(vertices, normals, Pose::IDENTITY);
            with_faces(b, |vertices, normals| {
                let faces_b = SliceFaces::new(vertices, normals, rel);
                polygon::polygon_polygon::<_, false>(l, &faces_a, &faces_b, radii)
            })
        })
        .flatten(),
    }
}
