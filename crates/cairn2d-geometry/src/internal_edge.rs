//! Internal edges: where two pieces of ground are adjacent, and which contacts with one piece are ghost
//! collisions.
//!
//! Ground is often made of many shapes: tiles in a row, a chain that ends at a box, overlapping boxes. A
//! shape that slides over them must only collide with the surface of their *union*. A contact with one piece
//! alone may not exist for the union: the side of the next tile, which the adjacent tile covers, or its
//! corner, which is in the middle of a flat floor.
//!
//! A convex shape can push along a direction at a point of its surface only if the point is its support point
//! in that direction. At a point that several pieces share, this must hold for all of them (the normal cones
//! are intersected). A contact with a *corner* is therefore hidden by a neighbour that extends farther along
//! the normal. A contact with a *face*, whose only normal is its own, is hidden where the neighbour lies in
//! front of it. The face of a floor that ends at a wall is not hidden, because the wall is beside it. A point
//! of a *rounding* also has one normal, and is hidden where it is inside of the neighbour.
//!
//! The normal cones are those of convex analysis (Rockafellar, "Convex Analysis", 1970, section 23). Chains
//! use the same rule for the neighbours that they store (`manifold/chain.rs`).

use crate::shape::Shape;
use cairn2d_math::{Pose, Vec2};

/// Sine of the angle up to which the normal of a single point counts as that of a face \[-\]: little more
/// than rounding.
const SAME: f32 = 1.0e-5;

/// The same for a contact of two points: faces in contact need not be exactly parallel \[-\].
const ALIKE: f32 = 0.1;

/// Sine of the angle by which a normal may be outside of the cone of a neighbour \[-\].
const CONE_TOLERANCE: f32 = 1.0e-5;

/// Rounding of coordinates, relative to them \[-\].
const ROUNDING: f32 = 5.0e-7;

/// Cosine between a normal and the touched side of a segment below which the normal points behind the segment
/// \[-\].
const BEHIND: f32 = -0.5;

/// `CONE_TOLERANCE` and `ROUNDING` for points that are as precise as coordinates.
const PRECISE: [f32; 2] = [1.0e-6, 1.2e-7];

/// Share of the reach by which a point must be inside of a neighbour to be hidden \[-\].
const HIDDEN_DEPTH: f32 = 0.2;

/// Sine of the angle up to which the normals of a rounding and of a neighbor agree \[-\].
const AGREES: f32 = 1.0e-4;

/// The feature of a shape on which a point lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// A flat part; the probe is slightly in front of it.
    Face {
        probe: Vec2,
    },
    Rounding,
    Corner,
}

/// A contact point on the surface of a piece of ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPoint {
    point: Vec2,
    normal: Vec2,
    place: Place,
    reach: f32,
    /// `CONE_TOLERANCE` and `ROUNDING`.
    tolerances: [f32; 2],
}

impl GroundPoint {
    /// A point \[m\] of the surface of `ground` with the unit normal of a contact, both in the frame of the
    /// ground.
    ///
    /// `flat` means that two faces touch, so the normal may be that of the other one. `reach` \[m\] is the
    /// largest distance of adjacent pieces.
    pub fn new(ground: &Shape, point: Vec2, normal: Vec2, flat: bool, reach: f32) -> GroundPoint {
        let alike = if flat { ALIKE } else { SAME };
        let mut probe = None;
        let mut best = alike;
        each_face(ground, |face| {
            let sine = face.normal.cross(normal).abs();
            if face.normal.dot(normal) > 0.0 && sine <= best {
                best = sine;
                probe = Some(face.probe(point, reach));
            }
        });
        let place = match probe {
            Some(probe) => Place::Face { probe },
            None if ground.radius() > 0.0 => Place::Rounding,
            None => Place::Corner,
        };
        GroundPoint { point, normal, place, reach, tolerances: [CONE_TOLERANCE, ROUNDING] }
    }

    /// Declares point and normal as precise as `f32` coordinates: from a cast, not from a manifold.
    pub fn precise(self) -> GroundPoint {
        GroundPoint { tolerances: PRECISE, ..self }
    }

    /// Whether the normal is that of a face or a rounding of the ground. Otherwise only the nearest of
    /// several points is real: the corner.
    pub fn is_on_face(&self) -> bool {
        !matches!(self.place, Place::Corner)
    }

    /// Whether an adjacent piece makes the contact a ghost collision. `rel` is the pose of the neighbour in
    /// the frame of the ground. `side` is a normal of the neighbour, in its own frame, at its contact with
    /// the same shape; it gives the outer side of a segment.
    pub fn is_hidden_by(&self, neighbor: &Shape, rel: Pose, side: Vec2) -> bool {
        match self.place {
            Place::Face { probe } => self.hides_probe(neighbor, rel.inv_transform_point(probe), side),
            Place::Rounding => self.hides_rounding(neighbor, rel, side),
            Place::Corner => self.hides_corner(neighbor, rel, side),
        }
    }

    /// A point of a rounding belongs to the union unless it is inside of a neighbour. The distance of a
    /// rounding from the adjacent flat surface grows only with the square of the angle, so the least depth
    /// counts. If the normals agree, both shapes have the same surface.
    fn hides_rounding(&self, neighbor: &Shape, rel: Pose, side: Vec2) -> bool {
        let (point, normal) = (rel.inv_transform_point(self.point), rel.q.inv_rotate(self.normal));
        if neighbor.is_line() {
            return self.hides_probe(neighbor, point + normal * self.reach, side);
        }
        let nearest = neighbor.nearest_point(point);
        let slack = self.tolerances[1] * (neighbor.radius() + self.point.length() + point.length());
        nearest.distance < -self.reach
            || (nearest.distance <= slack
                && (nearest.normal.cross(normal).abs() > AGREES || nearest.normal.dot(normal) < 0.0))
    }

    fn hides_probe(&self, neighbor: &Shape, probe: Vec2, side: Vec2) -> bool {
        let depth = HIDDEN_DEPTH * self.reach;
        let (a, b) = match neighbor {
            Shape::Segment(segment) => (segment.a, segment.b),
            Shape::ChainSegment(chain) => (chain.a, chain.b),
            // A probe in front of a face is outside, which is the usual case and needs no nearest point.
            Shape::Polygon(polygon) if polygon.is_before_face(probe) => return false,
            solid => return solid.nearest_point(probe).distance < -depth,
        };
        // A segment has the thickness of the reach, behind its touched side.
        let along = (b - a).normalize_or(Vec2::X);
        let outer = along.perp();
        let outer = if outer.dot(side) < 0.0 { -outer } else { outer };
        let (height, foot) = (outer.dot(probe - a), along.dot(probe - a));
        outer.cross(side).abs() < ALIKE
            && height < -depth
            && height > -2.0 * self.reach
            && foot >= -self.reach
            && foot <= a.distance(b) + self.reach
    }

    fn hides_corner(&self, neighbor: &Shape, rel: Pose, side: Vec2) -> bool {
        let (point, normal) = (rel.inv_transform_point(self.point), rel.q.inv_rotate(self.normal));
        let nearest = neighbor.nearest_point(point);
        let is_line = neighbor.is_line();
        if nearest.distance > self.reach || (is_line && normal.dot(side) < BEHIND) {
            return false;
        }
        if nearest.distance < -self.reach {
            return true;
        }
        let core = neighbor.core();
        let farthest = core.points()[core.support(normal)] - point;
        let away = farthest.length() + core.radius();
        let [cone, rounding] = self.tolerances;
        let slack = cone * away + rounding * (away + self.point.length() + point.length());
        normal.dot(farthest) + core.radius() > slack
    }
}

impl Shape {
    /// Whether a point \[m\] of the surface, in the frame of the shape, is within a distance \[m\] of a
    /// corner, an end or a rounding. Only there can a neighbour that does not overlap hide a contact.
    pub fn is_near_corner(&self, point: Vec2, distance: f32) -> bool {
        let core = self.core();
        let near = core.radius() + distance;
        core.points().iter().any(|corner| corner.distance_squared(point) <= near * near)
    }

    /// Visits the outward unit normals of the surface within a distance \[m\] of a point, in the frame of the
    /// shape: those of faces, and that of a rounding. Two normals mean a corner.
    pub fn visit_normals_near(&self, point: Vec2, distance: f32, visit: &mut dyn FnMut(Vec2)) {
        let radius = self.radius();
        each_face(self, |face| {
            let along = (face.b - face.a).normalize_or(Vec2::X);
            let foot = along.dot(point - face.a);
            let height = face.normal.dot(point - face.a) - radius;
            if height.abs() <= distance && foot >= -distance && foot <= face.a.distance(face.b) + distance {
                visit(face.normal);
            }
        });
        if radius > 0.0 {
            let nearest = self.nearest_point(point);
            if nearest.distance.abs() <= distance {
                visit(nearest.normal);
            }
        }
    }
}

/// A flat part of a surface.
struct Face {
    a: Vec2,
    b: Vec2,
    normal: Vec2,
}

impl Face {
    /// A point in front of the face near `point`, but within its ends.
    fn probe(&self, point: Vec2, reach: f32) -> Vec2 {
        let along = (self.b - self.a).normalize_or(Vec2::X);
        let length = self.a.distance(self.b);
        let inset = if reach < 0.5 * length { reach } else { 0.5 * length };
        let foot = along.dot(point - self.a);
        let inside = if foot < inset {
            inset
        } else if foot > length - inset {
            length - inset
        } else {
            foot
        };
        point + along * (inside - foot) + self.normal * reach
    }
}

/// Visits the flat parts of a surface.
fn each_face(shape: &Shape, mut visit: impl FnMut(Face)) {
    let mut line = |a: Vec2, b: Vec2, two_sided: bool| {
        let normal = -(b - a).normalize_or(Vec2::X).perp();
        visit(Face { a, b, normal });
        if two_sided {
            visit(Face { a: b, b: a, normal: -normal });
        }
    };
    match shape {
        Shape::Circle(_) => {}
        Shape::Capsule(capsule) => line(capsule.a, capsule.b, true),
        Shape::Segment(segment) => line(segment.a, segment.b, true),
        Shape::ChainSegment(chain) => line(chain.a, chain.b, false),
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices();
            for (index, &a) in vertices.iter().enumerate() {
                let b = vertices[(index + 1) % vertices.len()];
                visit(Face { a, b, normal: polygon.normals()[index] });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Circle, Rect, Segment};
    use cairn2d_math::vec2;

    const REACH: f32 = 0.005;

    /// A tile whose upper left corner is at the origin, and the pose of an equal one that is shifted.
    fn tile() -> Shape {
        Rect::half(0.5, 0.5).at([0.5, -0.5]).into()
    }

    fn hidden(point: Vec2, normal: Vec2, neighbor_at: Vec2) -> bool {
        let contact = GroundPoint::new(&tile(), point, normal.normalize_or(Vec2::Y), false, REACH);
        contact.is_hidden_by(&tile(), Pose::from_position(neighbor_at), Vec2::Y)
    }

    #[test]
    fn adjacent_tile_suppresses_side_and_corner_but_not_the_top() {
        let left = vec2(-1.0, 0.0);
        assert!(hidden(vec2(0.0, -0.002), vec2(-1.0, 0.0), left));
        assert!(hidden(Vec2::ZERO, vec2(-1.0, 0.0), left));
        assert!(hidden(Vec2::ZERO, vec2(-0.1, 1.0), left));
        assert!(!hidden(Vec2::ZERO, vec2(0.0, 1.0), left));
        assert!(!hidden(vec2(0.4, 0.0), vec2(0.0, 1.0), left));
    }

    #[test]
    fn step_keeps_its_side_and_corner_normals() {
        let lower = vec2(-1.0, -0.3);
        assert!(hidden(vec2(0.0, -0.31), vec2(-1.0, 0.0), lower));
        assert!(!hidden(vec2(0.0, -0.29), vec2(-1.0, 0.0), lower));
        assert!(!hidden(Vec2::ZERO, vec2(-1.0, 1.0), lower));
    }

    #[test]
    fn floor_and_wall_keep_their_normals_in_an_inner_corner() {
        // The wall is on the left half of the tile, and beside it.
        for wall in [vec2(-0.5, 1.0), vec2(-1.0, 1.0), vec2(-1.0, 0.5)] {
            let foot = vec2(wall.x + 1.0, 0.0);
            assert!(!hidden(foot, vec2(0.0, 1.0), wall), "{wall:?}");
        }
        // Under the wall the floor is hidden.
        assert!(hidden(vec2(0.2, 0.0), vec2(0.0, 1.0), vec2(-0.5, 1.0)));
    }

    #[test]
    fn ridge_keeps_the_normals_between_its_slopes() {
        let slope = |angle: f32| Pose { p: Vec2::ZERO, q: cairn2d_math::Rot::from_angle(angle) };
        let right = Shape::from(Rect::half(0.5, 0.5).at([0.5, -0.5]));
        let left = Shape::from(Rect::half(0.5, 0.5).at([-0.5, -0.5]));
        // In the frame of the right slope, which falls by 0.3 rad, the left one is rotated by 0.6.
        let rel = slope(0.6);
        let touch = |lean: f32| {
            let normal = vec2(-lean.sin(), lean.cos());
            GroundPoint::new(&right, Vec2::ZERO, normal, false, REACH).is_hidden_by(
                &left,
                rel,
                rel.q.inv_rotate(normal),
            )
        };
        assert!(!touch(0.2) && !touch(0.59));
        assert!(touch(0.62) && touch(1.2));
    }

    #[test]
    fn valley_keeps_the_normals_of_both_slopes_at_any_angle() {
        for degrees in [1.0_f32, 5.0, 30.0, 60.0] {
            let q = cairn2d_math::Rot::from_angle(degrees.to_radians());
            // The neighbour rises on the left of the tile.
            let neighbor = Shape::from(Rect::half(0.5, 0.5).at([-0.5, -0.5]));
            for along in [0.0, 0.001, 0.01, 0.1] {
                let contact = GroundPoint::new(&tile(), vec2(along, 0.0), Vec2::Y, false, REACH);
                let rel = Pose { p: Vec2::ZERO, q: q.inverse() };
                assert!(!contact.is_hidden_by(&neighbor, rel, Vec2::Y), "{degrees} degrees at {along}");
            }
        }
    }

    #[test]
    fn segments_suppress_only_normals_behind_them() {
        let line = Shape::from(Segment::new([-1.0, 0.0], [0.0, 0.0]));
        let side = GroundPoint::new(&tile(), vec2(0.0, -0.002), vec2(-1.0, 0.0), false, REACH);
        assert!(side.is_hidden_by(&line, Pose::IDENTITY, Vec2::Y));
        assert!(!side.is_hidden_by(&line, Pose::IDENTITY, -Vec2::Y));
        let corner = GroundPoint::new(&tile(), Vec2::ZERO, vec2(-0.6, 0.8), false, REACH);
        assert!(corner.is_hidden_by(&line, Pose::IDENTITY, Vec2::Y));
        // Two lines end to end.
        let next = Shape::from(Segment::new([0.0, 0.0], [1.0, 0.0]));
        let end = GroundPoint::new(&next, Vec2::ZERO, vec2(-0.6, 0.8), false, REACH);
        assert!(end.is_hidden_by(&line, Pose::IDENTITY, Vec2::Y));
        let top = GroundPoint::new(&next, Vec2::ZERO, Vec2::Y, false, REACH);
        assert!(!top.is_hidden_by(&line, Pose::IDENTITY, Vec2::Y));
    }

    #[test]
    fn corners_have_two_normals_and_faces_one() {
        let normals = |shape: &Shape, point: Vec2| {
            let mut all = Vec::new();
            shape.visit_normals_near(point, 0.001, &mut |normal| all.push(normal));
            all
        };
        let tile = tile();
        assert_eq!(normals(&tile, vec2(0.4, 0.0)), [Vec2::Y]);
        assert_eq!(normals(&tile, vec2(0.4, 0.002)), []);
        let mut corner = normals(&tile, Vec2::ZERO);
        corner.sort_by(|a, b| a.x.total_cmp(&b.x));
        assert_eq!(corner, [vec2(-1.0, 0.0), Vec2::Y]);
        assert!(tile.is_near_corner(vec2(0.0005, 0.0), 0.001) && !tile.is_near_corner(vec2(0.4, 0.0), 0.001));
        let rounded = Shape::from(Rect::half(0.5, 0.5).rounded(0.1));
        assert_eq!(normals(&rounded, vec2(0.0, 0.6))[0], Vec2::Y);
        let diagonal = vec2(0.6, 0.8);
        let at_rounding = normals(&rounded, vec2(0.5, 0.5) + diagonal * 0.1);
        assert!(at_rounding.len() == 1 && at_rounding[0].distance(diagonal) < 1e-5, "{at_rounding:?}");
        let line = Shape::from(Segment::new([-1.0, 0.0], [0.0, 0.0]));
        assert_eq!(normals(&line, vec2(-0.5, 0.0)).len(), 2);
    }

    #[test]
    fn rounded_corner_beside_a_flat_neighbor_is_suppressed_at_any_angle() {
        // The top of both is y = 0.1; the flat part of the neighbour covers the rounding.
        let tile = Shape::from(Rect::half(0.5, 0.5).at([0.5, -0.5]).rounded(0.1));
        for sine in [1.0e-3, 0.01, 0.1, 0.5, 0.9] {
            let normal = vec2(-sine, (1.0_f32 - sine * sine).sqrt());
            let contact = GroundPoint::new(&tile, normal * 0.1, normal, false, REACH);
            let hidden = |at: Vec2| contact.is_hidden_by(&tile, Pose::from_position(at), Vec2::Y);
            assert!(hidden(vec2(-1.0, 0.0)) && hidden(vec2(-0.7, 0.0)), "sine {sine}");
            // A neighbour that is lower by more than the rounding hides nothing.
            assert!(!hidden(vec2(-1.0, -0.2)), "sine {sine}");
        }
        // Its own flat top is not hidden, nor is that of the neighbour.
        let top = GroundPoint::new(&tile, vec2(0.0, 0.1), Vec2::Y, false, REACH);
        assert!(!top.is_hidden_by(&tile, Pose::from_position(vec2(-1.0, 0.0)), Vec2::Y));
    }

    #[test]
    fn dip_between_two_rounded_corners_keeps_both() {
        // Where the tops of two capsules separate, each pushes with its own rounding.
        let capsule = Shape::from(crate::Capsule::new([0.0, 0.0], [1.0, 0.0], 0.1));
        let normal = vec2(-0.3, (1.0_f32 - 0.09).sqrt());
        let contact = GroundPoint::new(&capsule, normal * 0.1, normal, false, REACH);
        assert!(!contact.is_hidden_by(&capsule, Pose::from_position(vec2(-1.15, 0.0)), Vec2::Y));
    }

    #[test]
    fn round_ground_is_suppressed_only_inside_its_neighbor() {
        let ball = Shape::from(Circle::new(0.5));
        let contact = GroundPoint::new(&ball, vec2(0.0, 0.5), Vec2::Y, false, REACH);
        assert!(contact.is_hidden_by(&tile(), Pose::from_position(vec2(-0.5, 1.0)), Vec2::Y));
        assert!(!contact.is_hidden_by(&tile(), Pose::from_position(vec2(-0.5, 0.4)), Vec2::Y));
    }
}
