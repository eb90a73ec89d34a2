//! Manifolds compared with oracles that do not clip: exhaustive distances in double precision, projections on
//! the normal, and the same pair in other lanes.

mod chains;
mod lanes;
mod oracle;
mod special;

use super::{LocalManifold, PairKind, collide, pair_kind};
use crate::testing::{P, Random, dot, placed, wide};
use crate::{Capsule, Circle, Polygon, Rect, Segment, Shape};
use cairn2d_math::{Pose, Vec2};

/// Separation of B along a direction, rounding included, in double precision.
fn projected_gap(a: &Shape, b: &Shape, rel: Pose, normal: Vec2) -> f64 {
    let n = wide(normal);
    let along = |p: &P| dot(n, *p);
    let top = placed(a, Pose::IDENTITY).iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    let bottom = placed(b, rel).iter().map(along).fold(f64::INFINITY, f64::min);
    bottom - top - f64::from(a.radius()) - f64::from(b.radius())
}

fn least_separation(m: &LocalManifold) -> f32 {
    m.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min)
}

/// A shape for the first or second position of a kind; `None` for `Scalar`.
fn shape_for(kind: PairKind, first: bool, random: &mut Random) -> Option<Shape> {
    let circle = |r: &mut Random| -> Shape { Circle::new(r.range(0.1, 1.0)).at(r.point(0.5)).into() };
    let rect = |r: &mut Random| {
        Rect::half(r.range(0.1, 1.5), r.range(0.1, 1.5)).at(r.point(0.5)).rotated(r.range(-3.0, 3.0))
    };
    let capsule = |r: &mut Random| -> Shape {
        let a = r.point(1.0);
        Capsule::new(a, a + Vec2::new(0.1, 0.2) + r.point(1.0), r.range(0.05, 0.5)).into()
    };
    let segment = |r: &mut Random| -> Shape { Segment::new(r.point(2.0), r.point(2.0) + Vec2::X).into() };
    Some(match (kind, first) {
        (PairKind::Scalar, _) => return None,
        (PairKind::RectRect, _) => rect(random).into(),
        (PairKind::RectCircle, true) => match random.below(5) {
            0 => circle(random),
            1 => capsule(random),
            2 => segment(random),
            3 => rect(random).rounded(0.1).into(),
            _ => rect(random).into(),
        },
        (PairKind::CapsuleCapsule, true) if random.below(2) == 0 => segment(random),
        (PairKind::CapsuleCapsule, _) => capsule(random),
        (PairKind::PolygonCircle, true) => small_polygon(random),
        (PairKind::PolygonPolygon, false) if random.below(3) == 0 => capsule(random),
        (PairKind::PolygonPolygon, true) if random.below(4) == 0 => rect(random).rounded(0.1).into(),
        (PairKind::PolygonPolygon, _) => small_polygon(random),
        (PairKind::ChainCircle | PairKind::ChainPolygon, true) => chains::random_segment(random).into(),
        (PairKind::ChainPolygon, false) => match random.below(3) {
            0 => capsule(random),
            1 => rect(random).into(),
            _ => small_polygon(random),
        },
        (_, false) => circle(random),
    })
}

/// Any polygon of three to eight corners that is not a box, rounded every other time.
fn small_polygon(random: &mut Random) -> Shape {
    loop {
        let polygon: Polygon = random.polygon();
        if polygon.vertices().len() <= 8 {
            let radius = if random.below(2) == 0 { random.range(0.02, 0.4) } else { 0.0 };
            return polygon.rounded(radius).into();
        }
    }
}

/// Two shapes of a kind.
fn pair_for(kind: PairKind, random: &mut Random) -> Option<(Shape, Shape)> {
    Some((shape_for(kind, true, random)?, shape_for(kind, false, random)?))
}
