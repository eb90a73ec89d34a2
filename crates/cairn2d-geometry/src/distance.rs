//! Distance between two convex shapes by GJK.
//!
//! Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects", 1988,
//! in the form of Erin Catto's GDC 2010 talk: barycentric sub-distances on the simplex of the Minkowski
//! difference `B - A`. The iteration runs in double precision (see `double`), so its only tolerances are
//! relative ones near 1e-12, and it cannot cycle on `f32` rounding.
//!
//! Rounding radii are subtracted at the end. If the unrounded cores overlap there is no direction: the
//! distance is 0 and the normal is zero. Contact manifolds, which need a direction there too, use other
//! methods.

use crate::double::{D2, DPose};
use crate::shape::{Core, Shape};
use cairn2d_math::{Pose, Vec2};

/// Iterations after which the best simplex so far is used. Random pairs need 2 to 6; polygons of thousands of
/// corners 15.
const MAX_ITERATIONS: u32 = 64;

/// Relative progress of the distance below which the iteration has converged.
const PROGRESS: f64 = 1.0e-12;

/// Distance relative to the size of the simplex below which two cores count as touching.
const TOUCHING: f64 = 1.0e-13;

/// Distance of two shapes and their nearest points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Distance {
    /// Distance \[m\] between the surfaces, 0 when they touch or overlap.
    pub distance: f32,
    /// Nearest point \[m\] on the surface of A. When only the roundings overlap, this lies inside of B.
    pub point_a: Vec2,
    /// Nearest point \[m\] on the surface of B. When only the roundings overlap, this lies inside of A.
    pub point_b: Vec2,
    /// Unit vector from A to B; zero when the cores (the shapes without rounding) touch or overlap.
    pub normal: Vec2,
}

/// Start of a distance query: the corners that were nearest last time. Any value is valid; a good one saves
/// time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceCache {
    count: u8,
    index_a: [u32; 3],
    index_b: [u32; 3],
}

/// Distance between two cores: `rel` is the pose of B in the frame of A, and the result is in the frame of A.
///
/// # Examples
/// ```
/// # mod cairn2d {
/// #     pub use cairn2d_geometry::{self as geometry, Circle, Rect, Shape};
/// #     pub use cairn2d_math::{Pose, vec2};
/// # }
/// use cairn2d::{Circle, Pose, Rect, Shape, vec2};
/// use cairn2d::geometry::distance;
///
/// let floor = Shape::from(Rect::half(5.0, 1.0));
/// let ball = Shape::from(Circle::new(0.5));
/// let gap = distance(&floor.core(), &ball.core(), Pose::from_position(vec2(0.0, 2.0)));
/// assert_eq!(gap.distance, 0.5);
/// assert_eq!(gap.normal, vec2(0.0, 1.0));
/// ```
pub fn distance(a: &Core<'_>, b: &Core<'_>, rel: Pose) -> Distance {
    distance_cached(a, b, rel, &mut DistanceCache::default())
}

/// Like [`distance`], but starts from the cache and stores the end state there.
///
/// # Determinism
/// The cache may change the result by rounding, so equal inputs include equal caches.
pub fn distance_cached(a: &Core<'_>, b: &Core<'_>, rel: Pose, cache: &mut DistanceCache) -> Distance {
    let found = gjk(a.points(), b.points(), &DPose::from(rel), cache);
    let (radius_a, radius_b) = (f64::from(a.radius()), f64::from(b.radius()));
    let gap = found.distance - radius_a - radius_b;
    Distance {
        distance: if gap > 0.0 { gap as f32 } else { 0.0 },
        point_a: (found.a + found.normal * radius_a).narrow(),
        point_b: (found.b - found.normal * radius_b).narrow(),
        normal: found.normal.narrow(),
    }
}

/// Distance between two shapes at world poses, in world coordinates.
pub fn distance_between(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Distance {
    let (frame_a, frame_b) = (DPose::from(pose_a), DPose::from(pose_b));
    let (core_a, core_b) = (a.core(), b.core());
    let rel = frame_a.inv_mul(&frame_b);
    let found = gjk(core_a.points(), core_b.points(), &rel, &mut DistanceCache::default());
    let (radius_a, radius_b) = (f64::from(core_a.radius()), f64::from(core_b.radius()));
    let gap = found.distance - radius_a - radius_b;
    Distance {
        distance: if gap > 0.0 { gap as f32 } else { 0.0 },
        point_a: frame_a.transform(found.a + found.normal * radius_a).narrow(),
        point_b: frame_a.transform(found.b - found.normal * radius_b).narrow(),
        normal: frame_a.rotate(found.normal).narrow(),
    }
}

/// Distance between two unrounded cores, in the frame of A.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gjk {
    /// 0 when they touch or overlap.
    pub(crate) distance: f64,
    /// Nearest point of A.
    pub(crate) a: D2,
    /// Nearest point of B.
    pub(crate) b: D2,
    /// Unit vector from A to B, or zero.
    pub(crate) normal: D2,
}

/// GJK between the hulls of two point lists (neither empty), `rel` being the pose of B in the frame of A.
pub(crate) fn gjk(a: &[Vec2], b: &[Vec2], rel: &DPose, cache: &mut DistanceCache) -> Gjk {
    let mut simplex = Simplex { v: [Vertex::default(); 3], count: 0 };
    simplex.start(a, b, rel, cache);
    for _ in 0..MAX_ITERATIONS {
        simplex.reduce();
        if simplex.count == 3 {
            break;
        }
        let nearest = simplex.nearest();
        let size = simplex.size();
        if nearest.length_squared() <= TOUCHING * TOUCHING * size {
            break;
        }
        let direction = simplex.direction_to_origin(nearest);
        let vertex = Vertex::support(a, b, rel, direction);
        // Distance by which the difference is nearer to the origin than the simplex, along the direction.
        let progress = (vertex.w - nearest).dot(direction);
        let limit = PROGRESS * nearest.dot(direction).abs();
        if progress <= limit || simplex.holds(&vertex) {
            break;
        }
        simplex.v[simplex.count] = vertex;
        simplex.count += 1;
    }
    simplex.save(cache);
    simplex.result()
}

/// A point of the Minkowski difference and the corners of which it is the difference.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    a: D2,
    b: D2,
    /// `b - a`.
    w: D2,
    /// Barycentric weight.
    u: f64,
    index_a: u32,
    index_b: u32,
}

impl Vertex {
    fn new(a: &[Vec2], b: &[Vec2], rel: &DPose, index: (usize, usize)) -> Vertex {
        let point_a = D2::from(a[index.0]);
        let point_b = rel.transform(D2::from(b[index.1]));
        let (index_a, index_b) = (index.0 as u32, index.1 as u32);
        Vertex { a: point_a, b: point_b, w: point_b - point_a, u: 1.0, index_a, index_b }
    }

    fn support(a: &[Vec2], b: &[Vec2], rel: &DPose, direction: D2) -> Vertex {
        let index_a = support(a, -direction);
        let index_b = support(b, rel.inv_rotate(direction));
        Vertex::new(a, b, rel, (index_a, index_b))
    }
}

/// Index of the point farthest along `direction`; the first one among equals.
pub(crate) fn support(points: &[Vec2], direction: D2) -> usize {
    let mut best = 0;
    let mut best_value = D2::from(points[0]).dot(direction);
    for (i, &p) in points[1..].iter().enumerate() {
        let value = D2::from(p).dot(direction);
        if value > best_value {
            best = i + 1;
            best_value = value;
        }
    }
    best
}

/// One to three points of the Minkowski difference.
struct Simplex {
    v: [Vertex; 3],
    count: usize,
}

impl Simplex {
    /// Fills an empty simplex with the corners of the cache, or the first ones. Returning a simplex would
    /// copy 250 bytes.
    fn start(&mut self, a: &[Vec2], b: &[Vec2], rel: &DPose, cache: &DistanceCache) {
        for i in 0..usize::from(cache.count).min(3) {
            let index = (cache.index_a[i] as usize, cache.index_b[i] as usize);
            // A cache of another pair of shapes is valid too.
            if index.0 < a.len() && index.1 < b.len() {
                let vertex = Vertex::new(a, b, rel, index);
                if !self.holds(&vertex) {
                    self.v[self.count] = vertex;
                    self.count += 1;
                }
            }
        }
        if self.count == 3 {
            // An old triangle may be degenerate for the new poses, so only its first two corners are used.
            self.count = 2;
        }
        if self.count == 0 {
            self.v[0] = Vertex::new(a, b, rel, (0, 0));
            self.count = 1;
        }
    }

    fn save(&self, cache: &mut DistanceCache) {
        cache.count = self.count as u8;
        for i in 0..self.count {
            cache.index_a[i] = self.v[i].index_a;
            cache.index_b[i] = self.v[i].index_b;
        }
    }

    fn holds(&self, vertex: &Vertex) -> bool {
        self.v[..self.count].iter().any(|v| v.index_a == vertex.index_a && v.index_b == vertex.index_b)
    }

    /// Keeps the smallest subset whose hull contains the point nearest to the origin, and sets its weights.
    fn reduce(&mut self) {
        match self.count {
            2 => self.reduce_segment(),
            3 => self.reduce_triangle(),
            _ => self.v[0].u = 1.0,
        }
    }

    fn reduce_segment(&mut self) {
        let (w1, w2) = (self.v[0].w, self.v[1].w);
        let edge = w2 - w1;
        let (d1, d2) = (w2.dot(edge), -w1.dot(edge));
        if d2 <= 0.0 {
            self.keep1(0);
        } else if d1 <= 0.0 {
            self.keep1(1);
        } else {
            self.keep2((0, d1), (1, d2));
        }
    }

    fn reduce_triangle(&mut self) {
        let (w1, w2, w3) = (self.v[0].w, self.v[1].w, self.v[2].w);
        let (e12, e13, e23) = (w2 - w1, w3 - w1, w3 - w2);
        let (d12_1, d12_2) = (w2.dot(e12), -w1.dot(e12));
        let (d13_1, d13_2) = (w3.dot(e13), -w1.dot(e13));
        let (d23_1, d23_2) = (w3.dot(e23), -w2.dot(e23));
        let n = e12.cross(e13);
        let (d1, d2, d3) = (n * w2.cross(w3), n * w3.cross(w1), n * w1.cross(w2));
        if d12_2 <= 0.0 && d13_2 <= 0.0 {
            self.keep1(0);
        } else if d12_1 > 0.0 && d12_2 > 0.0 && d3 <= 0.0 {
            self.keep2((0, d12_1), (1, d12_2));
        } else if d13_1 > 0.0 && d13_2 > 0.0 && d2 <= 0.0 {
            self.keep2((0, d13_1), (2, d13_2));
        } else if d12_1 <= 0.0 && d23_2 <= 0.0 {
            self.keep1(1);
        } else if d13_1 <= 0.0 && d23_1 <= 0.0 {
            self.keep1(2);
        } else if d23_1 > 0.0 && d23_2 > 0.0 && d1 <= 0.0 {
            self.keep2((1, d23_1), (2, d23_2));
        } else {
            let inverse = 1.0 / (d1 + d2 + d3);
            self.v[0].u = d1 * inverse;
            self.v[1].u = d2 * inverse;
            self.v[2].u = d3 * inverse;
        }
    }

    /// Keeps one point.
    fn keep1(&mut self, index: usize) {
        self.put(0, index, 1.0);
        self.count = 1;
    }

    /// Keeps two points, by ascending index, with weights in this proportion.
    fn keep2(&mut self, (first, d1): (usize, f64), (second, d2): (usize, f64)) {
        let inverse = 1.0 / (d1 + d2);
        self.put(0, first, d1 * inverse);
        self.put(1, second, d2 * inverse);
        self.count = 2;
    }

    /// Moves a point to a place, which mostly is its own, and sets its weight.
    fn put(&mut self, place: usize, index: usize, weight: f64) {
        if place != index {
            self.v[place] = self.v[index];
        }
        self.v[place].u = weight;
    }

    fn blend(&self, part: impl Fn(&Vertex) -> D2) -> D2 {
        self.v[..self.count].iter().fold(D2::ZERO, |sum, v| sum + part(v) * v.u)
    }

    /// The point of a reduced simplex nearest to the origin.
    fn nearest(&self) -> D2 {
        match self.count {
            1 => self.v[0].w,
            _ => self.blend(|v| v.w),
        }
    }

    /// Largest squared length among the points.
    fn size(&self) -> f64 {
        self.v[..self.count].iter().map(|v| v.w.length_squared()).fold(0.0, |a, b| if a > b { a } else { b })
    }

    /// From the nearest point to the origin. On a segment the edge gives this direction more precisely than
    /// the point.
    fn direction_to_origin(&self, nearest: D2) -> D2 {
        if self.count == 2 {
            let left = (self.v[1].w - self.v[0].w).left();
            if left.dot(self.v[0].w) < 0.0 { left } else { -left }
        } else {
            -nearest
        }
    }

    fn result(&self) -> Gjk {
        let (a, b) = (self.blend(|v| v.a), self.blend(|v| v.b));
        let nearest = self.nearest();
        let touching = self.count == 3 || nearest.length_squared() <= TOUCHING * TOUCHING * self.size();
        let normal = if touching { None } else { (-self.direction_to_origin(nearest)).normalize() };
        match normal {
            Some(normal) => Gjk { distance: nearest.length(), a, b, normal },
            None => Gjk { distance: 0.0, a, b: a, normal: D2::ZERO },
        }
    }
}

#[cfg(test)]
mod tests;
