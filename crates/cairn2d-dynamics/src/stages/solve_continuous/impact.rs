//! When a swept shape must be stopped by another one: the time of impact, and what guards the cases that it leaves to the contact solver.

use cairn2d_geometry::manifold::{LocalManifold, collide};
use cairn2d_geometry::{
    Circle, Core, Impact, LINEAR_SLOP, Ray, Shape, ShapeVariant, Sweep, TimeOfImpact, shape_cast_between,
    time_of_impact,
};
use cairn2d_math::{Pose, Vec2};

/// How far a shape may move across the ground in a step for its motion to be called sliding, as a share of its thickness \[-\].
const SKIM_SHARE: f32 = 0.25;

/// Whether a body does not move.
pub(super) fn is_still(sweep: &Sweep) -> bool {
    sweep.c1 == sweep.c2 && sweep.q1 == sweep.q2
}

/// What a swept shape may meet.
pub(super) struct Ground<'a> {
    pub(super) shape: &'a Shape,
    /// Pose of its body after the step.
    pub(super) pose: Pose,
    /// How its body came there.
    pub(super) sweep: Sweep,
}

impl Ground<'_> {
    /// How far the body turns \[rad\].
    fn turn(&self) -> f32 {
        self.sweep.q1.inv_mul(self.sweep.q2).angle().abs()
    }

    /// How far the body moves at a point \[m\]; what turns far is everywhere, and moves as its centre does.
    fn motion_at(&self, point: Vec2) -> Vec2 {
        if self.turn() < FAR_TURN {
            self.pose.transform_point(self.sweep.pose_at(0.0).inv_transform_point(point)) - point
        } else {
            self.sweep.c2 - self.sweep.c1
        }
    }

    /// Where the centre of the shape begins and ends.
    fn path(&self) -> [Vec2; 2] {
        [self.sweep.pose_at(0.0), self.pose].map(|pose| pose.transform_point(self.shape.centroid()))
    }

    /// Whether this is a chain, solid from one side only, and what begins there relative to where it ends is behind it.
    fn is_passed_by(&self, start: Vec2) -> bool {
        let Shape::ChainSegment(chain) = self.shape else { return false };
        chain.normal().dot(self.pose.inv_transform_point(start) - chain.a) < 0.0
    }

    /// A path as it looks from the body, drawn where the body is after the step.
    pub(super) fn relative(&self, path: [Vec2; 2]) -> [Vec2; 2] {
        if is_still(&self.sweep) {
            return path;
        }
        let before = self.sweep.pose_at(0.0);
        [self.pose.transform_point(before.inv_transform_point(path[0])), path[1]]
    }
}

/// A shape of a fast body.
pub(super) struct Mover<'a> {
    pub(super) shape: &'a Shape,
    /// How its body moves in this step.
    pub(super) sweep: &'a Sweep,
    /// Where the centre of the shape begins and ends.
    pub(super) path: [Vec2; 2],
}

impl Mover<'_> {
    /// Whether the shape comes nearer to a surface with this normal, or goes away, by more than a small share of its thickness. Less is
    /// sliding, and for the contact solver. `path` is how the ground sees the centre move.
    pub(super) fn crosses(&self, normal: Vec2, path: [Vec2; 2]) -> bool {
        let (shape, sweep) = (self.shape, self.sweep);
        let centered = matches!(shape, Shape::Circle(circle) if circle.center == sweep.local_center);
        let reach = if centered { 0.0 } else { shape.max_extent_from(sweep.local_center) };
        let turn = sweep.q1.inv_mul(sweep.q2).angle().abs();
        (path[0] - path[1]).dot(normal).abs() + turn * reach > SKIM_SHARE * shape.min_extent()
    }
}

/// What an impact means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The shape is stopped.
    Stops,
    /// The shape slides on: what it met is no surface, because there is more ground in front of it.
    Slides,
    /// The ground lets it pass.
    Passes,
}

/// Time at which a swept shape meets the ground, or `first` if that is sooner or they never do. `judge` tells what an impact means.
pub(super) fn impact_before(
    ground: &Ground<'_>,
    mover: &Mover<'_>,
    first: f32,
    judge: impl Fn(&Impact) -> Verdict,
) -> f32 {
    let path = ground.relative(mover.path);
    if ground.is_passed_by(path[0]) {
        return first;
    }
    match time_of_impact(&ground.shape.core(), &ground.sweep, &mover.shape.core(), mover.sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
            if impact.fraction >= first {
                return first;
            }
            let verdict = if skims(ground, mover, path) { Verdict::Slides } else { judge(&impact) };
            match verdict {
                Verdict::Stops => impact.fraction,
                // What is pressed hard while it slides must not come through from one seam to the next.
                Verdict::Slides => core_before(ground, mover, path, first),
                Verdict::Passes => first,
            }
        }
        TimeOfImpact::Separated => first,
        // They touch already, so the contact solver has them in hand; but however hard it is pressed, the inside must not come
        // through in one step.
        _ => core_before(ground, mover, path, first),
    }
}

/// Time at which two swept shapes of dynamic bodies meet, or `first` if that is sooner or they never do.
pub(super) fn meeting_before(a: &Ground<'_>, b: &Ground<'_>, first: f32) -> f32 {
    // Ways are looked at from the one that turns less.
    let (a, b) = if a.turn() < b.turn() { (b, a) } else { (a, b) };
    let path = b.relative(a.path());
    if b.is_passed_by(path[0]) || a.is_passed_by(a.relative(b.path())[0]) {
        return first;
    }
    match time_of_impact(&b.shape.core(), &b.sweep, &a.shape.core(), &a.sweep, first) {
        TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => {
            if impact.fraction >= first {
                first
            } else if skims(b, &Mover { shape: a.shape, sweep: &a.sweep, path }, path) {
                inner_meeting_before(a, b, first)
            } else {
                impact.fraction
            }
        }
        TimeOfImpact::Separated => first,
        _ => inner_meeting_before(a, b, first),
    }
}

/// Time until which two shapes that touch may go on: the contact solver has them in hand, but their inner parts must not meet. Bodies between
/// others that press from two sides need more than a step until the solver has found out how they part.
///
/// The inner parts are the shapes less a share of their thickness, the smallest one that sets them apart at the start.
fn inner_meeting_before(a: &Ground<'_>, b: &Ground<'_>, first: f32) -> f32 {
    for share in INNER_SHARES {
        let (inner_a, inner_b) = (Inner::of(a.shape, share), Inner::of(b.shape, share));
        let found = time_of_impact(&inner_b.core(), &b.sweep, &inner_a.core(), &a.sweep, first);
        if let Some(time) = apart_until(found, first) {
            return time;
        }
    }
    // They are deep inside each other: at least they must not go deeper, and neither middle into the other shape.
    if deeper_along(a, b).is_some() { 0.0 } else { middle_before(a, b, middle_before(b, a, first)) }
}

/// Time until which what begins apart may go on, at most `first`; `None` if it does not begin apart.
fn apart_until(found: TimeOfImpact, first: f32) -> Option<f32> {
    let time = match found {
        TimeOfImpact::Separated => return Some(first),
        TimeOfImpact::Hit(impact) => impact.fraction,
        TimeOfImpact::Failed { fraction } => fraction,
        _ => return None,
    };
    (time > 0.0).then_some(if time < first { time } else { first })
}

/// Time until which the middle of A, with a disc of half the inner radius around it if there is room for one, may go on in front of B.
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

/// The direction from B to A in which two shapes are pressed apart, if they approach each other along it.
fn deeper_along(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let [start_a, start_b] = [a, b].map(|side| side.sweep.pose_at(0.0));
    let manifold = collide(b.shape, a.shape, start_b.inv_mul(start_a));
    let normal = start_b.transform_vector(manifold.normal);
    let point = manifold.points[..manifold.count].first()?.point;
    let point = start_b.transform_point(point);
    let approach = normal.dot(a.motion_at(point) - b.motion_at(point));
    (approach < 0.0).then_some(normal)
}

/// How A must be moved so that it does not end deeper in B than it began, where it only slid along B \[m\].
///
/// The contact solver knows where the surface is when the step begins. Who slides fast along something that turns has left that place, and
/// would sink a little in every step.
pub(super) fn sunk_by_sliding(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let [start_a, start_b] = [a, b].map(|side| side.sweep.pose_at(0.0));
    let before = collide(b.shape, a.shape, start_b.inv_mul(start_a));
    let after = collide(b.shape, a.shape, b.pose.inv_mul(a.pose));
    // What lies flat may sink with one end first.
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

/// The depth of the deepest point of a manifold, and the mean of all \[m\].
fn depths(manifold: &LocalManifold) -> [f32; 2] {
    let (mut most, mut sum) = (0.0, 0.0);
    for point in &manifold.points[..manifold.count] {
        let depth = if point.separation < 0.0 { -point.separation } else { 0.0 };
        most = if depth > most { depth } else { most };
        sum += depth;
    }
    [most, if manifold.count > 0 { sum / manifold.count as f32 } else { 0.0 }]
}

/// The direction from B to A in which two shapes are pressed apart that start so deep inside each other that they must not move at all.
pub(super) fn stuck_along(a: &Ground<'_>, b: &Ground<'_>) -> Option<Vec2> {
    let deep = INNER_SHARES.into_iter().all(|share| inner_parts_overlap(a, b, share));
    if deep { deeper_along(a, b) } else { None }
}

/// Whether two shapes start inside each other of which one spins wildly: no help is to be had from the contact solver then, which
/// takes the rotation for a way out.
pub(super) fn is_caught(a: &Ground<'_>, b: &Ground<'_>) -> bool {
    (a.turn() > WILD_TURN || b.turn() > WILD_TURN) && inner_parts_overlap(a, b, INNER_SHARES[0])
}

/// Whether the shapes less this share of their thickness overlap at the start.
fn inner_parts_overlap(a: &Ground<'_>, b: &Ground<'_>, share: f32) -> bool {
    let (inner_a, inner_b) = (Inner::of(a.shape, share), Inner::of(b.shape, share));
    let time = time_of_impact(&inner_b.core(), &b.sweep, &inner_a.core(), &a.sweep, 0.0);
    !matches!(time, TimeOfImpact::Separated)
}

/// Turn within a step from which on the point of a body that touches does not tell where the body goes \[rad\].
const FAR_TURN: f32 = 0.25;

/// Turn within a step from which on what overlaps another body works its way in \[rad\].
const WILD_TURN: f32 = 1.0;

/// How much of their thickness the inner parts of shapes lack \[-\].
const INNER_SHARES: [f32; 3] = [0.1, 0.3, 0.4];

/// Corners of an inner part; shapes with more give every second, third, ... one.
const INNER_CORNERS: usize = 8;

/// The inner part of a shape.
struct Inner {
    points: [Vec2; INNER_CORNERS],
    count: usize,
    radius: f32,
}

impl Inner {
    /// A shape less a share of its thickness.
    fn of(shape: &Shape, share: f32) -> Inner {
        let core = shape.core();
        let depth = share * shape.min_extent();
        let step = core.points().len().div_ceil(INNER_CORNERS);
        let mut inner = Inner { points: [Vec2::ZERO; INNER_CORNERS], count: 0, radius: 0.0 };
        // Rounding is taken away first, then the edges move in.
        let inset = if depth > core.radius() { depth - core.radius() } else { 0.0 };
        inner.radius = if depth < core.radius() { core.radius() - depth } else { 0.0 };
        for (index, &point) in core.points().iter().enumerate().step_by(step) {
            inner.points[inner.count] = match shape.variant() {
                ShapeVariant::Polygon(polygon) if inset > 0.0 => {
                    let normals = polygon.normals();
                    let before = normals[(index + normals.len() - 1) % normals.len()];
                    point - (before + normals[index]) * (inset / (1.0 + before.dot(normals[index])))
                }
                ShapeVariant::Circle(_)
                | ShapeVariant::Capsule(_)
                | ShapeVariant::Segment(_)
                | ShapeVariant::Polygon(_)
                | ShapeVariant::ChainSegment(_) => point,
            };
            inner.count += 1;
        }
        inner
    }

    fn core(&self) -> Core<'_> {
        Core::points_of(&self.points[..self.count], self.radius)
    }
}

/// Whether a shape only slides along the ground: it comes nearer or goes away by a small share of its thickness. That is for the contact
/// solver; a stop would hold it back at every seam between two pieces of ground, where the corner of the next one is always a hair away.
///
/// A chain says itself which way its surface looks; of anything else that is known only if they touch at the end of the step.
fn skims(ground: &Ground<'_>, mover: &Mover<'_>, path: [Vec2; 2]) -> bool {
    let crosses = |local_normal: Vec2| mover.crosses(ground.pose.transform_vector(local_normal), path);
    if let Shape::ChainSegment(chain) = ground.shape {
        return !crosses(chain.normal());
    }
    let manifold = collide(ground.shape, mover.shape, ground.pose.inv_mul(mover.sweep.pose_at(1.0)));
    let points = &manifold.points[..manifold.count];
    let shallow = points.iter().all(|point| point.separation >= -2.0 * LINEAR_SLOP);
    !points.is_empty() && shallow && !crosses(manifold.normal)
}

/// Time until which the inner disc of a shape, or at least its centre, may go on in front of the ground.
///
/// The disc has half the inner radius: with that much of a shape in front of a thin wall, the way out with the least overlap is the way
/// back, also for a triangle that points into the wall.
///
/// As the ground sees it the centre moves on a line, but where the ground turns, on a curve.
fn core_before(ground: &Ground<'_>, mover: &Mover<'_>, path: [Vec2; 2], first: f32) -> f32 {
    let radius = 0.5 * mover.shape.min_extent();
    if ground.sweep.q1 != ground.sweep.q2 {
        return core_on_curve(ground, mover, path, first);
    }
    let Some((met, _)) = core_on_line(ground, radius, path) else { return first };
    let before = met - LINEAR_SLOP / path[0].distance(path[1]);
    if before < 0.0 {
        0.0
    } else if before < first {
        before
    } else {
        first
    }
}

/// How far the chords of a curve may be off \[m\].
const CHORD_ERROR: f32 = 0.25 * LINEAR_SLOP;

/// Most chords of a curve.
const MOST_CHORDS: f32 = 32.0;

/// [`core_before`] along the curve on which turning ground sees the centre, in chords.
fn core_on_curve(ground: &Ground<'_>, mover: &Mover<'_>, path: [Vec2; 2], first: f32) -> f32 {
    // A chord is off by an eighth of the acceleration, that of Coriolis and the centrifugal one.
    let turn = ground.turn();
    let arm = path[0].distance(ground.sweep.c2) + path[1].distance(ground.sweep.c2);
    let off = 0.125 * turn * (2.0 * path[0].distance(path[1]) + turn * arm);
    let count = (off / CHORD_ERROR).sqrt();
    let count = if count < MOST_CHORDS { count.floor() + 1.0 } else { MOST_CHORDS };
    let (radius, center) = (0.5 * mover.shape.min_extent(), mover.shape.centroid());
    let seen = |time: f32| {
        let at = mover.sweep.pose_at(time).transform_point(center);
        ground.pose.transform_point(ground.sweep.pose_at(time).inv_transform_point(at))
    };
    let (mut number, mut from) = (0.0, path[0]);
    while number < count && number < first * count {
        let to = if number + 1.0 < count { seen((number + 1.0) / count) } else { path[1] };
        if let Some((met, normal)) = core_on_line(ground, radius, [from, to]) {
            // So long before that the slop is kept across the surface, however flat the way.
            let approach = -normal.dot(to - from);
            let back = if approach > 0.0 { LINEAR_SLOP / approach } else { f32::MAX };
            let before = (number + met - back) / count;
            return if before < 0.0 {
                0.0
            } else if before < first {
                before
            } else {
                first
            };
        }
        (number, from) = (number + 1.0, to);
    }
    first
}

/// Share of a straight way that a disc of this radius, or at least its centre, may go until it meets the ground, and the normal there.
fn core_on_line(ground: &Ground<'_>, radius: f32, path: [Vec2; 2]) -> Option<(f32, Vec2)> {
    let way = path[1] - path[0];
    let disc = Shape::from(Circle { center: Vec2::ZERO, radius });
    let hit = shape_cast_between(ground.shape, ground.pose, &disc, Pose::from_position(path[0]), way, 1.0)?;
    if hit.fraction > 0.0 {
        return Some((hit.fraction, hit.normal));
    }
    // The disc is in the wall already: hold the centre.
    let hit = ground.shape.ray_cast_at(ground.pose, &Ray::new(path[0], way))?;
    (hit.normal != Vec2::ZERO).then_some((hit.fraction, hit.normal))
}
