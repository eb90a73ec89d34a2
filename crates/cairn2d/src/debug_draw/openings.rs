//! Openings of portals as lines, and what is seen of a body in an opening: its part before the opening, and
//! the part of its image before the other one.

use cairn2d_dynamics::{BodyId, BodyRef, JointKind, JointRef, Portals, World};
use cairn2d_geometry::{Polygon, Shape};
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use super::Ink;

/// Length of the arrow out of an opening, as a share of its width \[-\], and its largest length \[m\].
const ARROW: (f32, f32) = (0.25, 0.4);

/// Height over the plane of an opening up to which an image has no part in front of it \[m\].
const BEHIND: f32 = 0.02;
/// Largest number of openings that hide parts of one body.
const MOST_CUTS: usize = 4;
/// Sides of the outline of an arc per radian \[-\].
const ARC_SIDES: f32 = 6.0;
/// Depth behind an opening down to which images are at it \[m\].
const DEPTH: f32 = 1.0;

/// One opening of a pair of portals, for renderers.
///
/// ```
/// use cairn2d::debug_draw::Opening;
/// use cairn2d::prelude::*;
/// use cairn2d::{PortalFrame, PortalPair};
///
/// let mut world = World::new(WorldConfig::default())?;
/// let [a, b] = [-3.0, 3.0].map(|x: f32| PortalFrame::fixed([x, 0.0], [-x, 0.0]));
/// world.add_portals(PortalPair::new(a, b).width(2.0))?;
/// let openings: Vec<Opening> = Opening::all(&world).collect();
/// assert_eq!(openings.len(), 2);
/// assert_eq!(openings[0].lines()[0], [[-3.0, 1.0].into(), [-3.0, -1.0].into()]);
/// assert!(openings[0].ink() != openings[1].ink());
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Number of the pair, which is constant during its life.
    pub pair: u32,
    /// 0 or 1.
    pub side: u32,
    /// Pose in the world: the middle \[m\], and a rotation whose second axis points out.
    pub pose: Pose,
    /// Width \[m\].
    pub width: f32,
}

impl Opening {
    /// Returns the openings of all pairs.
    pub fn all(world: &World) -> impl Iterator<Item = Opening> + '_ {
        world.portals().flat_map(|Portals { id, openings, width, .. }| {
            // The low half of an id has its slot.
            let pair = (id.to_bits() as u32).wrapping_sub(1);
            [0, 1].map(|side| Opening { pair, side, pose: openings[side as usize], width })
        })
    }

    /// Returns the line of the opening, and an arrow out of its middle, in the world \[m\].
    pub fn lines(&self) -> [[Vec2; 2]; 4] {
        StandardFloats::within(|| {
            let half = 0.5 * self.width;
            let length = if ARROW.0 * self.width < ARROW.1 { ARROW.0 * self.width } else { ARROW.1 };
            let place = |x: f32, y: f32| self.pose.transform_point(Vec2::new(x, y));
            let (tip, wing) = (place(0.0, length), 0.35 * length);
            [
                [place(-half, 0.0), place(half, 0.0)],
                [place(0.0, 0.0), tip],
                [tip, place(-wing, length - wing)],
                [tip, place(wing, length - wing)],
            ]
        })
    }

    /// Returns the kind of the opening: the sides of a pair differ, and pairs differ from each other.
    pub fn ink(&self) -> Ink {
        Ink::Opening(self.pair.wrapping_mul(2).wrapping_add(self.side))
    }
}

/// A pose at which a body is drawn, and the openings that hide a part of it there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// The pose, relative to the origin of the picture.
    pub pose: Pose,
    /// Openings that the body is in, relative to the origin of the picture.
    cuts: [Option<Pose>; MOST_CUTS],
}

/// The visible part of a shape of a body in an opening.
#[derive(Clone, Debug, PartialEq)]
pub enum VisiblePart {
    /// The whole shape at the pose of the appearance.
    Whole,
    /// A part of it, relative to the origin of the picture.
    Part(Shape),
    /// Nothing.
    Nothing,
}

impl Appearance {
    /// Returns the part of a shape that is in front of the openings. A segment is always whole.
    pub fn visible(&self, shape: &Shape) -> VisiblePart {
        if self.cuts[0].is_none() || matches!(shape, Shape::Segment(_) | Shape::ChainSegment(_)) {
            return VisiblePart::Whole;
        }
        StandardFloats::within(|| {
            let mut outline = outline_of(shape, self.pose);
            let whole = outline.len();
            let mut is_cut = false;
            for cut in self.cuts.iter().flatten() {
                let height = |at: Vec2| cut.inv_transform_point(at).y;
                if outline.iter().all(|&at| height(at) >= 0.0) {
                    continue;
                }
                is_cut = true;
                let mut front = Vec::with_capacity(whole + 2);
                for (index, &a) in outline.iter().enumerate() {
                    let b = outline[(index + 1) % outline.len()];
                    let (low, high) = (height(a), height(b));
                    if low >= 0.0 {
                        front.push(a);
                    }
                    if (low >= 0.0) != (high >= 0.0) {
                        front.push(a.lerp(b, low / (low - high)));
                    }
                }
                outline = front;
            }
            match Polygon::new(&outline) {
                _ if !is_cut => VisiblePart::Whole,
                Ok(part) => VisiblePart::Part(Shape::Polygon(part.into())),
                // Less than a polygon is left.
                Err(_) => VisiblePart::Nothing,
            }
        })
    }
}

/// Returns the outline of a shape that is no segment, counter-clockwise, with arcs as lines.
fn outline_of(shape: &Shape, pose: Pose) -> Vec<Vec2> {
    let core = shape.core();
    let (points, radius) = (core.points(), core.radius());
    let at = |index: usize| pose.transform_point(points[index % points.len()]);
    if radius == 0.0 {
        return (0..points.len()).map(at).collect();
    }
    let mut outline = Vec::new();
    for index in 0..points.len() {
        let (before, here, after) = (at(index + points.len() - 1), at(index), at(index + 1));
        let [from, to] = [here - before, after - here].map(|side| side.normalize_or(Vec2::X));
        let from = Rot::from_cos_sin(from.x, from.y).unwrap_or(Rot::IDENTITY);
        let turn = if points.len() == 1 { core::f32::consts::TAU } else { arc(from.inv_rotate(to)) };
        let count = (turn * ARC_SIDES).ceil() as u32;
        for piece in 0..=count {
            let turned = from.mul(Rot::from_angle(turn * piece as f32 / count.max(1) as f32));
            outline.push(here + turned.rotate(Vec2::new(0.0, -radius)));
        }
    }
    outline
}

/// Returns the angle of a direction, 0 to 2 pi \[rad\].
fn arc(direction: Vec2) -> f32 {
    let angle = cairn2d_math::atan2(direction.y, direction.x);
    if angle < 0.0 { angle + core::f32::consts::TAU } else { angle }
}

/// Returns the poses at which a body is drawn: its own, and those of its images behind its openings.
///
/// `drawn` is the pose at which it is drawn itself, relative to `origin`; the results are too. They follow a
/// `drawn` between two steps. An image that is wholly behind its opening is left out.
///
/// # Cost
/// Allocates for bodies in openings only.
pub fn appearances<'w>(
    world: &'w World,
    body: &BodyRef<'_>,
    drawn: Pose,
    origin: DVec2,
) -> impl Iterator<Item = Appearance> + use<'w> {
    let (id, pose, origin) = (body.id(), body.pose(), origin.to_vec2());
    let mut images = world.images(id).peekable();
    let is_in = images.peek().is_some();
    let own = StandardFloats::within(|| Appearance {
        pose: drawn,
        cuts: if is_in { cuts(world, id, pose, origin).unwrap_or_default() } else { Default::default() },
    });
    core::iter::once(own).chain(images.filter_map(move |image| {
        StandardFloats::within(|| {
            let cuts = cuts(world, id, image, origin)?;
            Some(Appearance { pose: seen_from(image, pose, (drawn, origin)), cuts })
        })
    }))
}

/// Returns the poses of the two bodies of a joint on the side of an opening where the joint acts. `drawn` are
/// the poses at which the bodies are drawn, relative to `origin`; the results are too.
pub fn joint_poses(world: &World, joint: &JointRef<'_>, drawn: [Pose; 2], origin: DVec2) -> [Pose; 2] {
    if joint.kind() == JointKind::Grab || world.portals().next().is_none() {
        return drawn;
    }
    StandardFloats::within(|| {
        let (frames, seen, bodies) = (joint.frames(), joint.world_frames(), joint.bodies());
        let origin = origin.to_vec2();
        [0, 1].map(|side| {
            let own = world.body(bodies[side]).map_or(Pose::IDENTITY, |body| body.pose());
            let there = seen[side].mul(frames[side].inverse());
            if there.p.distance(own.p) < BEHIND {
                return drawn[side];
            }
            seen_from(there, own, (drawn[side], origin))
        })
    })
}

/// Returns where an image of a body is drawn if the body itself is at `own` and is drawn at `drawn`, relative
/// to `origin`.
fn seen_from(image: Pose, own: Pose, (drawn, origin): (Pose, Vec2)) -> Pose {
    let placed = image.mul(own.inv_mul(Pose { p: drawn.p + origin, q: drawn.q }));
    Pose { p: placed.p - origin, q: placed.q }
}

/// Returns the openings that hide a part of a body at this pose; `None` if one hides all of it.
fn cuts(world: &World, body: BodyId, pose: Pose, origin: Vec2) -> Option<[Option<Pose>; MOST_CUTS]> {
    let (body, mut cuts) = (world.body(body)?, [None; MOST_CUTS]);
    for opening in Opening::all(world) {
        let (mut low, mut high, mut near) = (f32::MAX, f32::MIN, false);
        for shape in body.shapes().filter_map(|id| world.shape(id)) {
            let core = shape.geometry().core();
            for &point in core.points() {
                let at = opening.pose.inv_transform_point(pose.transform_point(point));
                (low, high) = (low.min(at.y - core.radius()), high.max(at.y + core.radius()));
                near |= at.x.abs() <= 0.5 * opening.width && at.y + core.radius() > -DEPTH;
            }
        }
        if near && high <= BEHIND {
            return None;
        }
        let free = cuts.iter_mut().find(|cut| cut.is_none());
        if let (true, Some(cut)) = (near && low < 0.0, free) {
            *cut = Some(Pose { p: opening.pose.p - origin, q: opening.pose.q });
        }
    }
    Some(cuts)
}
