//! Cuts along a line, and a blade that is dragged.

use cairn2d::{Aabb, BodyId, QueryFilter, StandardFloats, Vec2, World};

use crate::body::Source;
use crate::cells::sides;
use crate::error::{FractureError, check, check_point};
use crate::pieces::Least;
use crate::plane::{Point, cross, dot, sub, wide};

/// The bodies that a cut made of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Slices {
    /// The body that was cut, which is gone.
    pub body: BodyId,
    /// Its pieces.
    pub pieces: Vec<BodyId>,
}

/// Cuts a body along a segment, given in world coordinates \[m\].
///
/// The segment must go through the body: each part of the body that its line crosses lies between its ends.
/// Returns `None`, and leaves the body, if it does not, or if less than `min_width` \[m\] would be cut off.
/// Pieces are as those of [`shatter`](crate::shatter). A body that is not convex may have more than two.
///
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d_fracture::slice;
///
/// let mut world = World::new(WorldConfig::default())?;
/// let apple = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
/// assert_eq!(slice(&mut world, apple, [0.0, 0.0], [2.0, 0.0], 0.01)?, None);
/// let halves = slice(&mut world, apple, [-1.0, 0.1], [1.0, 0.1], 0.01)?.unwrap();
/// assert_eq!(halves.pieces.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A stale id, a number out of range, or a body without area or with shapes that are too thin for
/// their length. The world is unchanged.
pub fn slice(
    world: &mut World,
    body: BodyId,
    a: impl Into<Vec2>,
    b: impl Into<Vec2>,
    min_width: f32,
) -> Result<Option<Slices>, FractureError> {
    let (a, b) = (a.into(), b.into());
    check_point("a", a)?;
    check_point("b", b)?;
    check("min_width", min_width, 1.0e-3, crate::error::FARTHEST)?;
    StandardFloats::within(|| {
        let mut source = Source::read(world, body)?;
        let Some(place) = world.body(body) else { return Ok(None) };
        let pose = place.pose();
        let [a, b] = [a, b].map(|point| wide(pose.inv_transform_point(point)));
        if !goes_through(&source, a, b) {
            return Ok(None);
        }
        let cells = sides(a, b, source.bounds);
        let least = Least { area: 0.0, width: f64::from(min_width) };
        let pieces = source.cut(&cells, least)?;
        if pieces.len() < 2 {
            return Ok(None);
        }
        let ids = source.replace(world, &pieces)?;
        Ok(Some(Slices { body, pieces: ids }))
    })
}

/// Whether all parts that the line of a segment crosses lie between its ends, and there is one.
fn goes_through(source: &Source, a: Point, b: Point) -> bool {
    let way = sub(b, a);
    let square = dot(way, way);
    if square <= 0.0 || square.is_nan() {
        return false;
    }
    let mut crosses = false;
    for part in &source.parts {
        let (mut from, mut to) = (f64::MIN, f64::MAX);
        let mut misses = false;
        let count = part.corners.len();
        for (index, &corner) in part.corners.iter().enumerate() {
            let edge = sub(part.corners[if index + 1 == count { 0 } else { index + 1 }], corner);
            let (depth, change) = (cross(edge, sub(a, corner)), cross(edge, way));
            if change == 0.0 {
                misses |= depth <= 0.0;
            } else if change > 0.0 {
                from = if -depth / change > from { -depth / change } else { from };
            } else {
                to = if -depth / change < to { -depth / change } else { to };
            }
        }
        if misses || from >= to {
            continue;
        }
        if from < 0.0 || to > 1.0 {
            return false;
        }
        crosses = true;
    }
    crosses
}

/// A blade that follows a finger or a mouse and cuts the bodies through which it goes.
///
/// Feed it a point a frame. A body is cut when the blade has left it, along the line from the last point
/// before it to the first point behind it.
///
/// ```
/// use cairn2d::prelude::*;
/// use cairn2d_fracture::Blade;
///
/// let mut world = World::new(WorldConfig::default())?;
/// let melon = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
/// let mut blade = Blade::new(0.02);
/// let mut cuts = Vec::new();
/// for x in [-1.0, -0.3, 0.2, 0.9] {
///     cuts.extend(blade.drag(&mut world, [x, 0.1], QueryFilter::all())?);
/// }
/// assert_eq!((cuts.len(), cuts[0].body, cuts[0].pieces.len()), (1, melon, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Blade {
    min_width: f32,
    last: Option<Vec2>,
    /// Bodies that the blade is in, and where it entered, in coordinates of the body.
    within: Vec<(BodyId, Vec2)>,
}

impl Blade {
    /// Returns a blade that cuts off nothing thinner than this \[m\], at least 0.001.
    pub fn new(min_width: f32) -> Blade {
        Blade { min_width, last: None, within: Vec::new() }
    }

    /// Lifts the blade. The next point begins a new cut.
    pub fn lift(&mut self) {
        self.last = None;
        self.within.clear();
    }

    /// Moves the blade to a point of the world \[m\]. Cuts the bodies that it has gone through, if the filter
    /// accepts one of their shapes, and returns them with their pieces. The pieces are not cut again by the
    /// same motion. Static bodies are not cut.
    ///
    /// # Errors
    /// A number out of range. Nothing has changed then.
    pub fn drag(
        &mut self,
        world: &mut World,
        to: impl Into<Vec2>,
        filter: QueryFilter<'_>,
    ) -> Result<Vec<Slices>, FractureError> {
        let to = to.into();
        check_point("to", to)?;
        check("min_width", self.min_width, 1.0e-3, crate::error::FARTHEST)?;
        let Some(from) = self.last.replace(to) else { return Ok(Vec::new()) };
        let mut bodies: Vec<BodyId> = self.within.iter().map(|&(body, _)| body).collect();
        let area = Aabb::from_points(&[from, to]);
        let found = world.overlap_box(area, filter, |shape| {
            if let Some(shape) = world.shape(shape) {
                bodies.push(shape.body());
            }
            core::ops::ControlFlow::Continue(())
        });
        if found.is_err() {
            return Ok(Vec::new());
        }
        bodies.sort_by_key(|body| body.to_bits());
        bodies.dedup();
        let mut cuts = Vec::new();
        let mut within = Vec::new();
        for id in bodies {
            let Some(body) = world.body(id).filter(|body| body.kind() != cairn2d::BodyKind::Static) else {
                continue;
            };
            let pose = body.pose();
            let entry = self.within.iter().find(|(body, _)| *body == id).map(|&(_, entry)| entry);
            let start = entry.map_or(from, |entry| pose.transform_point(entry));
            if is_in(world, id, pose.inv_transform_point(to)) {
                if entry.is_some() || !is_in(world, id, pose.inv_transform_point(from)) {
                    within.push((id, pose.inv_transform_point(start)));
                }
                continue;
            }
            match slice(world, id, start, to, self.min_width) {
                Ok(Some(slices)) => cuts.push(slices),
                Ok(None) | Err(FractureError::NoArea(_) | FractureError::TooThin(_)) => {}
                Err(error) => return Err(error),
            }
        }
        self.within = within;
        Ok(cuts)
    }
}

/// Whether a point, in coordinates of a body, is inside one of its solid shapes.
fn is_in(world: &World, body: BodyId, point: Vec2) -> bool {
    let Some(body) = world.body(body) else { return false };
    body.shapes()
        .filter_map(|id| world.shape(id))
        .any(|shape| !shape.is_sensor() && shape.geometry().nearest_point(point).distance < 0.0)
}
