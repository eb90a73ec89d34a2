//! Time at which a swept shape must stop at another one, with guards for overlaps that the contact solver
//! resolves.

use crate::store::each::Each;
use cairn2d_geometry::manifold::{LocalManifold, collide};
use cairn2d_geometry::{
    Circle, Core, Impact, LINEAR_SLOP, Ray, Shape, Sweep, TimeOfImpact, shape_cast_between, time_of_impact,
};
use cairn2d_math::{Pose, Vec2};

/// Motion across the ground in a step up to which a shape slides, as a share of its thickness `[-]`.
const SKIM_SHARE: f32 = 0.25;

/// Radius of the inner disc of a shape, as a share of its thickness `[-]`.
const INNER_RADIUS: f32 = 0.5;

/// Whether a sweep has no motion.
pub(super) fn is_still(sweep: &Sweep) -> bool {
    sweep.c1 == sweep.c2 && sweep.q1 == sweep.q2
}

/// A shape that a swept shape may touch.
pub(super) struct Ground<'a> {
    pub(super) shape: &'a Shape,
    /// Pose of its body after the step.
    pub(super) pose: Pose,
    /// Motion of its body in this step.
    pub(super) sweep: Sweep,
}

impl Ground<'_> {
    /// Rotation of the body in this step `[rad]`.
    fn turn(&self) -> f32 {
        self.sweep.q1.inv_mul(self.sweep.q2).angle().abs()
    }

    /// Motion of the body at a point `[m]`; that of its centre if it rotates far, because a point then says
    /// little.
    fn motion_at(&self, point: Vec2) -> Vec2 {
        if self.turn() < FAR_TURN {
            self.pose.transform_point(self.sweep.pose_at(0.0).inv_transform_point(point)) - point
        } else {
            self.sweep.c2 - self.sweep.c1
        }
    }

    /// Start and end of the centroid of the shape.
    fn path(&self) -> [Vec2; 2] {
        [self.sweep.pose_at(0.0), self.pose].each(|pose| pose.transform_point(self.shape.centroid()))
    }

    /// Whether this is a chain segment, which is one-sided, and `start` lies behind it. `start` is relative
    /// to the pose after the step.
    fn is_passed_by(&self, start: Vec2) -> bool {
        let Shape::ChainSegment(chain) = self.shape else { return false };
        chain.normal().dot(self.pose.inv_transform_point(start) - chain.a) < 0.0
    }

    /// A path relative to the body, placed at the pose of the body after the step.
    pub(super) fn relative(&self, path: [Vec2; 2]) -> [Vec2; 2] {
        if is_still(&self.sweep) {
            return path;
        }
        let before = self.sweep.pose_at(0.0);
        [self.pose.transform_point(before.inv_transform_point(path[0])), path[1]]
    }
}

/// A shape of a fast body.
pub(super) struct MovingShape<'a> {
    pub(super) shape: &'a Shape,
    /// Motion of its body in this step.
    pub(super) sweep: &'a Sweep,
    /// Start and end of the centroid of the shape.
    pub(super) path: [Vec2; 2],
}

impl MovingShape<'_> {
    /// Whether the shape approaches or leaves a surface with this normal by more than a small share of its
    /// thickness. Less is sliding, which the contact solver handles. `path` is the path of the centroid
    /// relative to the ground.
    pub(super) fn crosses(&self, normal: Vec2, path: [Vec2; 2]) -> bool {
        let (shape, sweep) = (self.shape, self.sweep);
        let centered = matches!(shape, Shape::Circle(circle) if circle.center == sweep.local_center);
        let reach = if centered { 0.0 } else { shape.max_extent_from(sweep.local_center) };
        let turn = sweep.q1.inv_mul(sweep.q2).angle().abs();
        (path[0] - path[1]).dot(normal).abs() + turn * reach > SKIM_SHARE * shape.min_extent()
    }
}

/// Effect of an impact on the swept shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImpactVerdict {
    /// The shape is stopped.
    Stops,
    /// The shape slides on: the impact is at an internal edge.
    Slides,
    /// The shape passes through the ground.
    Passes,
}

/// Time at which a shape must stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeStop {
    /// Fraction of the step `[-]`.
    pub(super) time: f32,
    /// Normal of the ground if it stops only the inner disc of a shape that touches it already, else zero.
    pub(super) held_along: Vec2,
}

impl ShapeStop {
    /// A stop of the whole shape.
    pub(super) fn at(time: f32) -> ShapeStop {
        ShapeStop { time, held_along: Vec2::ZERO }
    }
}

/// Time at which a swept shape must stop at the ground, or `first` if that is earlier or they never touch.
/// `judge` classifies the impact.
pub(super) fn impact_before(
    ground: &Ground<'_>,
    mover: &MovingShape<'_>,
    first: f32,
    judge: impl Fn(&Impact) -> ImpactVerdict,
) -> ShapeStop {
    let path = ground.relative(mover.path);
    if ground.is_passed_by(path[0]) || slides_clear(ground, mover, path) {
        return ShapeStop::at(first);
    }
    match time_of_impact(&ground.shape.core(), &ground.sweep, &mover.shape.core(), mover.sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
            if impact.fraction >= first {
                return ShapeStop::at(first);
            }
            let verdict = if skims(ground, mover, path) { ImpactVerdict::Slides } else { judge(&impact) };
            match verdict {
                ImpactVerdict::Stops => ShapeStop::at(impact.fraction),
                // A shape under pressure must not pass through an internal edge while it slides.
                ImpactVerdict::Slides => core_before(ground, mover, path, first),
                ImpactVerdict::Passes => ShapeStop::at(first),
            }
        }
        TimeOfImpact::Separated => ShapeStop::at(first),
        // They touch already, which is a case for the contact solver. Under any pressure, the inner disc
        // must not pass through in one step.
        _ => core_before(ground, mover, path, first),
    }
}

/// Time of impact of two swept shapes of dynamic bodies, or `first` if that is earlier or they never touch.
pub(super) fn meeting_before(a: &Ground<'_>, b: &Ground<'_>, first: f32) -> f32 {
    // Paths are relative to the body that rotates less.
    let (a, b) = if a.turn() < b.turn() { (b, a) } else { (a, b) };
    let path = b.relative(a.path());
    if b.is_passed_by(path[0]) || a.is_passed_by(a.relative(b.path())[0]) {
        return first;
    }
    match time_of_impact(&b.shape.core(), &b.sweep, &a.shape.core(), &a.sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
            if impact.fraction >= first {
                first
            } else if skims(b, &MovingShape { shape: a.shape, sweep: &a.sweep, path }, path) {
                inner_meeting_before(a, b, first)
            } else {
                impact.fraction
            }
        }
        TimeOfImpact::Separated => first,
        _ => inner_meeting_before(a, b, first),
    }
}

/// Time until which two touching shapes may move on. The contact solver handles them, but their inner parts
/// must not overlap. Bodies squeezed from two sides need more than one step to separate.
///
/// An inner part is the shape less a share of its thickness. The smallest share is used that separates the
/// inner parts at the start.
fn inner_meeting_before(a: &Ground<'_>, b: &Ground<'_>, first: f32) -> f32 {
    for share in INNER_SHARES {
        let (inner_a, inner_b) = (Inner::of(a.shape, share), Inner::of(b.shape, share));
        let found = time_of_impact(&inner_b.core(), &b.sweep, &inner_a.core(), &a.sweep, first);
        if let Some(time) = apart_until(found, first) {
            return time;
        }
    }
    // They overlap deeply. They must at least not go deeper, and the centroid of neither may enter the
    // other shape.
    if deeper_along(a, b).is_some() { 0.0 } else { middle_before(a, b, middle_before(b, a, first)) }
}

/// Time until which shapes that start apart may move on, at most `first`; `None` if they start in overlap.
fn apart_until(found: TimeOfImpact, first: f32) -> Option<f32> {
    let time = match found {
        TimeOfImpact::Separated => return Some(first),
        TimeOfImpact::Hit(impact) => impact.fraction,
        TimeOfImpact::Failed { fraction } => fraction,
        _ => return None,
    };
    (time > 0.0).then_some(if time < first { time } else { first })
}

/// Time until which the centroid of A may move on before it enters B. A disc around it counts too, with
/// half the inner radius if it fits.
fn middle_before(a: &Ground<'_>, b: &Ground<'_>, first: f32) -> f32 {
    let middle = [a.shape.centroid()];
    for share in [0.5, 0.25, 0.0] {
        let disc = Core::points_of(&middle, share * a.shape.min_extent());
        let found = time_of_impact(&b.shape.core(), &b.sweep, &disc, &a.sweep, first);
        if let Some(time) = apart_until(found, first) {
            return time;
        }
    }
    first
}

/// Returns the normal from B to A at the start, if the shapes approach each other along it.
fn deeper_along(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let [start_a, start_b] = [a, b].each(|side| side.sweep.pose_at(0.0));
    let manifold = collide(b.shape, a.shape, start_b.inv_mul(start_a));
    let normal = start_b.transform_vector(manifold.normal);
    let point = manifold.points[..manifold.count].first()?.point;
    let point = start_b.transform_point(point);
    let approach = normal.dot(a.motion_at(point) - b.motion_at(point));
    (approach < 0.0).then_some(normal)
}

/// Returns the displacement of A after which it is no deeper in B than before, if it slid along B `[m]`.
///
/// The contact solver uses the surface at the start of the step. A body that slides fast along a rotating
/// one would sink in slightly in every step.
pub(super) fn sunk_by_sliding(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let [start_a, start_b] = [a, b].each(|side| side.sweep.pose_at(0.0));
    let before = collide(b.shape, a.shape, start_b.inv_mul(start_a));
    let after = collide(b.shape, a.shape, b.pose.inv_mul(a.pose));
    // A shape that lies flat may sink in with one end only, so the mean counts.
    let flat = before.count == 2 && after.count == 2;
    let allow = |depth: f32| if depth > 2.0 * LINEAR_SLOP { depth } else { 2.0 * LINEAR_SLOP };
    let (was, is) = (depths(&before), depths(&after));
    let (most, mean) = (is[0] - allow(was[0]), is[1] - allow(was[1]));
    let sunk = if flat && mean > most { mean } else { most };
    let way = (a.sweep.c2 - a.sweep.c1 - (b.sweep.c2 - b.sweep.c1)).length();
    let [from, to] = [start_b.transform_vector(before.normal), b.pose.transform_vector(after.normal)];
    let slides = before.count > 0 && from.dot(to) > 0.7 && way > 4.0 * (is[0] - was[0]);
    (slides && sunk > 0.0).then(|| to * sunk)
}

/// Returns the largest and the mean depth of the points of a manifold `[m]`.
fn depths(manifold: &LocalManifold) -> [f32; 2] {
    let (mut most, mut sum) = (0.0, 0.0);
    for point in &manifold.points[..manifold.count] {
        let depth = if point.separation < 0.0 { -point.separation } else { 0.0 };
        most = if depth > most { depth } else { most };
        sum += depth;
    }
    [most, if manifold.count > 0 { sum / manifold.count as f32 } else { 0.0 }]
}

/// Returns the normal from B to A of two approaching shapes that start too deep in each other to move at
/// all.
pub(super) fn stuck_along(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let deep = INNER_SHARES.into_iter().all(|share| inner_parts_overlap(a, b, share));
    if deep { deeper_along(a, b) } else { None }
}

/// Whether two shapes start in overlap and one of them rotates very fast. The contact solver cannot
/// separate these, because it takes the rotation for separation.
pub(super) fn is_caught(a: &Ground<'_>, b: &Ground<'_>) -> bool {
    (a.turn() > WILD_TURN || b.turn() > WILD_TURN) && inner_parts_overlap(a, b, INNER_SHARES[0])
}

/// Whether the shapes less this share of their thickness overlap at the start.
fn inner_parts_overlap(a: &Ground<'_>, b: &Ground<'_>, share: f32) -> bool {
    let (inner_a, inner_b) = (Inner::of(a.shape, share), Inner::of(b.shape, share));
    let time = time_of_impact(&inner_b.core(), &b.sweep, &inner_a.core(), &a.sweep, 0.0);
    !matches!(time, TimeOfImpact::Separated)
}

/// Rotation in a step from which the motion of a contact point does not tell the motion of its body
/// `[rad]`.
const FAR_TURN: f32 = 0.25;

/// Rotation in a step from which overlapping bodies work their way into each other `[rad]`.
const WILD_TURN: f32 = 1.0;

/// Shares of the thickness that inner parts lack `[-]`.
const INNER_SHARES: [f32; 3] = [0.1, 0.3, 0.4];

/// Most corners of an inner part; of shapes with more, every second, third, ... one is used.
const INNER_CORNERS: usize = 8;

/// The inner part of a shape.
struct Inner {
    points: [Vec2; INNER_CORNERS],
    count: usize,
    radius: f32,
}

impl Inner {
    /// Shrinks a shape by a share of its thickness.
    fn of(shape: &Shape, share: f32) -> Inner {
        let core = shape.core();
        let depth = share * shape.min_extent();
        let step = core.points().len().div_ceil(INNER_CORNERS);
        let mut inner = Inner { points: [Vec2::ZERO; INNER_CORNERS], count: 0, radius: 0.0 };
        // The rounding radius shrinks first, then the edges move inwards.
        let inset = if depth > core.radius() { depth - core.radius() } else { 0.0 };
        inner.radius = if depth < core.radius() { core.radius() - depth } else { 0.0 };
        for (index, &point) in core.points().iter().enumerate().step_by(step) {
            inner.points[inner.count] = if inset > 0.0 { shape.inset_point(index, inset) } else { point };
            inner.count += 1;
        }
        inner
    }

    fn core(&self) -> Core<'_> {
        Core::points_of(&self.points[..self.count], self.radius)
    }
}

/// Whether a shape only slides along the ground: it approaches or leaves it by a small share of its
/// thickness. The contact solver handles that. A stop would hold the shape at every internal edge, because
/// the corner of the next ground shape is always near.
///
/// A chain segment has a fixed normal. Other shapes have one only if they touch at the end of the step.
fn skims(ground: &Ground<'_>, mover: &MovingShape<'_>, path: [Vec2; 2]) -> bool {
    let crosses = |local_normal: Vec2| mover.crosses(ground.pose.transform_vector(local_normal), path);
    if let Shape::ChainSegment(chain) = ground.shape {
        return !crosses(chain.normal());
    }
    let manifold = collide(ground.shape, mover.shape, ground.pose.inv_mul(mover.sweep.pose_at(1.0)));
    let points = &manifold.points[..manifold.count];
    let shallow = points.iter().all(|point| point.separation >= -2.0 * LINEAR_SLOP);
    !points.is_empty() && shallow && !crosses(manifold.normal)
}

/// Whether a shape slides along a chain segment, and its inner disc stays clear of it. Nothing stops it then,
/// whether the shapes touch or not, so the time of their impact need not be known.
fn slides_clear(ground: &Ground<'_>, mover: &MovingShape<'_>, path: [Vec2; 2]) -> bool {
    let Shape::ChainSegment(chain) = ground.shape else { return false };
    if ground.sweep.q1 != ground.sweep.q2 {
        return false;
    }
    let (start, normal) =
        (ground.pose.transform_point(chain.a), ground.pose.transform_vector(chain.normal()));
    // The slop covers the tolerance of casts.
    let clear = INNER_RADIUS * mover.shape.min_extent() + LINEAR_SLOP;
    path.iter().all(|&center| normal.dot(center - start) > clear) && !mover.crosses(normal, path)
}

/// Time until which the inner disc of a shape, or at least its centroid, may move on before the ground.
///
/// The disc has half the inner radius. If that disc stays before a thin wall, the direction of least overlap
/// leads back. This holds even for a triangle that points into the wall.
///
/// Relative to the ground the centroid moves on a line, or on a curve if the ground rotates.
fn core_before(ground: &Ground<'_>, mover: &MovingShape<'_>, path: [Vec2; 2], first: f32) -> ShapeStop {
    let radius = INNER_RADIUS * mover.shape.min_extent();
    if ground.sweep.q1 != ground.sweep.q2 {
        return core_on_curve(ground, mover, path, first);
    }
    let Some((met, normal)) = core_on_line(ground, radius, path) else { return ShapeStop::at(first) };
    let before = met - LINEAR_SLOP / path[0].distance(path[1]);
    held_before(before, normal, first)
}

/// Returns the stop of an inner disc, or `first` if that is earlier.
fn held_before(before: f32, normal: Vec2, first: f32) -> ShapeStop {
    if before < first {
        ShapeStop { time: if before < 0.0 { 0.0 } else { before }, held_along: normal }
    } else {
        ShapeStop::at(first)
    }
}

/// Largest distance of a chord from its curve `[m]`.
const CHORD_ERROR: f32 = 0.25 * LINEAR_SLOP;

/// Most chords of a curve.
const MOST_CHORDS: f32 = 32.0;

/// [`core_before`] for rotating ground, along chords of the relative path of the centroid.
fn core_on_curve(ground: &Ground<'_>, mover: &MovingShape<'_>, path: [Vec2; 2], first: f32) -> ShapeStop {
    // The error of a chord is an eighth of the acceleration, which is the sum of Coriolis and centrifugal
    // terms.
    let turn = ground.turn();
    let arm = path[0].distance(ground.sweep.c2) + path[1].distance(ground.sweep.c2);
    let off = 0.125 * turn * (2.0 * path[0].distance(path[1]) + turn * arm);
    let count = (off / CHORD_ERROR).sqrt();
    let count = if count < MOST_CHORDS { count.floor() + 1.0 } else { MOST_CHORDS };
    let (radius, center) = (INNER_RADIUS * mover.shape.min_extent(), mover.shape.centroid());
    let seen = |time: f32| {
        let at = mover.sweep.pose_at(time).transform_point(center);
        ground.pose.transform_point(ground.sweep.pose_at(time).inv_transform_point(at))
    };
    let (mut number, mut from) = (0.0, path[0]);
    while number < count && number < first * count {
        let to = if number + 1.0 < count { seen((number + 1.0) / count) } else { path[1] };
        if let Some((met, normal)) = core_on_line(ground, radius, [from, to]) {
            // The disc stops early enough to keep the slop across the surface, however flat its path.
            let approach = -normal.dot(to - from);
            let back = if approach > 0.0 { LINEAR_SLOP / approach } else { f32::MAX };
            let before = (number + met - back) / count;
            return held_before(before, normal, first);
        }
        (number, from) = (number + 1.0, to);
    }
    ShapeStop::at(first)
}

/// Returns the share of a straight path at which a disc of this radius, or else its centre, touches the
/// ground, and the normal there.
fn core_on_line(ground: &Ground<'_>, radius: f32, path: [Vec2; 2]) -> Option<(f32, Vec2)> {
    let way = path[1] - path[0];
    let disc = Shape::from(Circle { center: Vec2::ZERO, radius });
    let hit = shape_cast_between(ground.shape, ground.pose, &disc, Pose::from_position(path[0]), way, 1.0)?;
    if hit.fraction > 0.0 {
        return Some((hit.fraction, hit.normal));
    }
    // The disc overlaps the wall already, so the centre is cast alone.
    let hit = ground.shape.ray_cast_at(ground.pose, &Ray::new(path[0], way))?;
    (hit.normal != Vec2::ZERO).then_some((hit.fraction, hit.normal))
}

#[cfg(test)]
mod tests {
    use cairn2d_geometry::{Capsule, ChainSegment, Polygon, Rect};
    use cairn2d_math::Rot;

    use super::*;

    /// Random numbers (PCG, O'Neill 2014).
    struct Random(u64);

    impl Random {
        /// A number from `-most` to `most`.
        fn number(&mut self, most: f32) -> f32 {
            let old = self.0;
            self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32);
            most * ((bits >> 8) as f32 / (1 << 23) as f32 - 1.0)
        }

        fn vector(&mut self, most: f32) -> Vec2 {
            Vec2::new(self.number(most), self.number(most))
        }
    }

    #[test]
    fn shapes_that_slide_clear_of_a_chain_have_no_impact_that_stops_them() {
        let mut random = Random(17);
        let hull = Polygon::new(&[[-0.2, -0.1], [0.3, -0.2], [0.1, 0.25]]).expect("a hull");
        let shapes: [Shape; 4] = [
            Circle::new(0.25).into(),
            Capsule::new([-0.3, 0.0], [0.2, 0.1], 0.1).into(),
            Rect::half(0.3, 0.15).into(),
            hull.rounded(0.02).into(),
        ];
        let mut counts = [0; 3];
        for round in 0..40_000 {
            let chain = ChainSegment::new([-2.0, 0.5], [-1.0, 0.0], random.vector(0.2) + Vec2::X, [2.0, 0.5]);
            let shape = Shape::from(chain);
            let place = Pose { p: random.vector(3.0), q: Rot::from_angle(random.number(3.0)) };
            // Every second ground moves.
            let carried = random.vector(if round % 2 == 0 { 0.0 } else { 0.2 });
            let sweep = Sweep { c1: place.p - carried, ..Sweep::fixed(place) };
            let ground = Ground { shape: &shape, pose: place, sweep };
            let moving = &shapes[round / 2 % 4];
            // Along the segment, near it: `chain` faces down.
            let start = Vec2::new(random.number(1.0), -0.2 - random.number(0.2).abs());
            let way = Vec2::new(random.number(1.0), random.number(0.1));
            let (from, to) = (sweep.pose_at(0.0).transform_point(start), place.transform_point(start + way));
            let q1 = Rot::from_angle(random.number(3.0));
            let sweep = Sweep {
                local_center: Vec2::ZERO,
                c1: from,
                c2: to,
                q1,
                q2: q1 * Rot::from_angle(random.number(0.2)),
            };
            let ends = [0.0, 1.0].map(|time| sweep.pose_at(time).transform_point(moving.centroid()));
            let mover = MovingShape { shape: moving, sweep: &sweep, path: ends };
            let path = ground.relative(mover.path);
            if ground.is_passed_by(path[0]) || !slides_clear(&ground, &mover, path) {
                continue;
            }
            let found = time_of_impact(&shape.core(), &ground.sweep, &moving.core(), mover.sweep, 1.0);
            match found {
                TimeOfImpact::Separated => counts[0] += 1,
                TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
                    counts[1] += 1;
                    assert!(skims(&ground, &mover, path), "{round}");
                }
                _ => counts[2] += 1,
            }
            let stop = core_before(&ground, &mover, path, 1.0);
            assert_eq!((stop.time, stop.held_along), (1.0, Vec2::ZERO), "{round}: {found:?}");
        }
        assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
    }
}
