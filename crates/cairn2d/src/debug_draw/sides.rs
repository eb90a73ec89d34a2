//! The sides of a joined body: which parts of its shapes' borders belong to the border of the whole.
//!
//! A side is moved outwards by a millimetre and clipped by every other part. What is inside of one is inner.
//! Moved sides decide between a side that two parts share from both sides, which is inner, and sides of
//! overlapping parts that lie on each other, which are outer.

use cairn2d_dynamics::{BodyRef, World};
use cairn2d_geometry::{LINEAR_SLOP, Polygon, Shape};
use cairn2d_math::{Aabb, StandardFloats, Vec2};

/// Distance by which sides are moved \[m\]: above the gaps that hulls leave between parts.
const OUTWARDS: f32 = 0.2 * LINEAR_SLOP;

/// Outer sides of the shapes of a joined body, in body coordinates \[m\]. Holds memory for the next body.
///
/// ```
/// use cairn2d::debug_draw::Sides;
/// use cairn2d::prelude::*;
///
/// let mut world = World::new(WorldConfig::default())?;
/// let halves = [-1.0, 1.0].map(|x| Rect::half(1.0, 1.0).at([x, 0.0]));
/// let body = world.spawn(Body::dynamic().joined().with(halves[0]).with(halves[1]))?;
/// let mut sides = Sides::default();
/// assert!(sides.find(&world, &world.body(body).unwrap()));
/// // The side between the halves is not part of the border.
/// let length: f32 = sides.all().iter().map(|[a, b]| a.distance(*b)).sum();
/// assert!((length - 12.0).abs() < 0.01);
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sides {
    sides: Vec<[Vec2; 2]>,
    /// Index past the last side, for each shape.
    ends: Vec<u32>,
    /// Hidden shares of a side.
    hidden: Vec<[f32; 2]>,
}

impl Sides {
    /// Finds the sides of a body. Returns `false` if it is not joined, or has another solid shape than a
    /// polygon without rounding. Sensors have no sides.
    ///
    /// # Cost
    /// Compares each side with the parts whose AABB it is in: up to the square of the number of parts.
    pub fn find(&mut self, world: &World, body: &BodyRef<'_>) -> bool {
        self.sides.clear();
        self.ends.clear();
        if !body.is_joined() {
            return false;
        }
        let shapes: Vec<_> = body.shapes().filter_map(|id| world.shape(id)).collect();
        let mut parts: Vec<Option<(&Polygon, Aabb)>> = Vec::with_capacity(shapes.len());
        for shape in &shapes {
            parts.push(match shape.geometry() {
                _ if shape.is_sensor() => None,
                Shape::Polygon(polygon) if polygon.radius() == 0.0 => {
                    Some((polygon, Aabb::from_points(polygon.vertices())))
                }
                _ => return false,
            });
        }
        StandardFloats::within(|| {
            for (index, part) in parts.iter().enumerate() {
                if let Some((polygon, _)) = part {
                    self.add(polygon, index, &parts);
                }
                self.ends.push(self.sides.len() as u32);
            }
        });
        true
    }

    /// Returns the sides of all shapes.
    pub fn all(&self) -> &[[Vec2; 2]] {
        &self.sides
    }

    /// Returns the sides of a shape, by its position in [`BodyRef::shapes`]; none beyond the last.
    pub fn of(&self, shape: usize) -> &[[Vec2; 2]] {
        let Some(&end) = self.ends.get(shape) else { return &[] };
        let start = if shape == 0 { 0 } else { self.ends[shape - 1] };
        &self.sides[start as usize..end as usize]
    }

    /// Adds the outer sides of a part.
    fn add(&mut self, polygon: &Polygon, index: usize, parts: &[Option<(&Polygon, Aabb)>]) {
        let vertices = polygon.vertices();
        for (corner, (&a, &normal)) in vertices.iter().zip(polygon.normals()).enumerate() {
            let b = vertices[(corner + 1) % vertices.len()];
            let moved = [a, b].map(|end| end + normal * OUTWARDS);
            let bounds = Aabb::from_points(&moved);
            self.hidden.clear();
            for (other, part) in parts.iter().enumerate() {
                if let Some((part, aabb)) = part
                    && other != index
                    && aabb.overlaps(bounds)
                    && let Some(share) = inside(part, moved)
                {
                    self.hidden.push(share);
                }
            }
            self.hidden.sort_unstable_by(|x, y| x[0].total_cmp(&y[0]).then(x[1].total_cmp(&y[1])));
            // A dot between two parts is no side.
            let least = 2.0 * OUTWARDS;
            let length = a.distance(b);
            let mut from = 0.0;
            for share in self.hidden.iter().chain([&[1.0, 1.0]]) {
                if (share[0] - from) * length > least || (self.hidden.is_empty() && length > 0.0) {
                    self.sides.push([a.lerp(b, from), a.lerp(b, share[0])]);
                }
                from = if share[1] > from { share[1] } else { from };
            }
        }
    }
}

/// Returns the share of a line that is inside of a convex polygon.
fn inside(polygon: &Polygon, [a, b]: [Vec2; 2]) -> Option<[f32; 2]> {
    let (mut from, mut to) = (0.0, 1.0);
    for (&corner, &normal) in polygon.vertices().iter().zip(polygon.normals()) {
        let [start, end] = [a, b].map(|point| normal.dot(point - corner));
        if start > 0.0 && end > 0.0 {
            return None;
        }
        if start > 0.0 {
            let share = start / (start - end);
            from = if share > from { share } else { from };
        } else if end > 0.0 {
            let share = start / (start - end);
            to = if share < to { share } else { to };
        }
    }
    (from < to).then_some([from, to])
}
