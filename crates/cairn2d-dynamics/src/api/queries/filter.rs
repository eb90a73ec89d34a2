//! `QueryFilter`, which selects the shapes of a query.

use cairn2d_geometry::LINEAR_SLOP;
use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::filter::CollisionFilter;

/// Most openings that a query passes.
const MOST_DEPTH: u32 = 64;

/// Selects the shapes of a query by collision groups, exclusions and a predicate, all of which must accept a
/// shape. The default accepts all shapes except sensors.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Ray}; }
/// use cairn2d::{Body, Circle, CollisionFilter, QueryFilter, Ray, World, WorldConfig};
///
/// let mut world = World::new(WorldConfig::default())?;
/// let near = world.spawn(Body::fixed().at([2.0, 0.0]).with(Circle::new(0.5)))?;
/// let far = world.spawn(Body::fixed().at([5.0, 0.0]).with(Circle::new(0.5)))?;
/// let ray = Ray::new([0.0, 0.0], [10.0, 0.0]);
/// let seen = |filter: QueryFilter| world.cast_ray(ray, filter).map(|hit| hit.map(|hit| hit.body));
/// assert_eq!(seen(QueryFilter::all())?, Some(near));
/// assert_eq!(seen(QueryFilter::all().ignore(near))?, Some(far));
/// let right = |shape| world.shape(shape).is_some_and(|shape| shape.aabb().min.x > 3.0);
/// assert_eq!(world.cast_ray(ray, QueryFilter::all().only(right))?.unwrap().body, far);
/// let blind = CollisionFilter { mask: 0, ..CollisionFilter::default() };
/// assert_eq!(seen(QueryFilter::all().colliding(blind))?, None);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct QueryFilter<'a, P = &'a dyn Fn(ShapeId) -> bool> {
    groups: Option<CollisionFilter>,
    ignored_body: Option<BodyId>,
    ignored_bodies: &'a [BodyId],
    ignored_shapes: &'a [ShapeId],
    predicate: Option<P>,
    honors_one_way: bool,
    pub(super) sees_sensors: bool,
    /// Most openings that the query passes.
    pub(super) depth: u32,
    /// The opening that it enters next, and the one that it left.
    pub(super) opened: [Option<(u32, u32)>; 2],
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        QueryFilter::all()
    }
}

impl<'a> QueryFilter<'a> {
    /// Returns a filter that accepts all shapes except sensors.
    pub fn all() -> QueryFilter<'a> {
        QueryFilter {
            groups: None,
            ignored_body: None,
            ignored_bodies: &[],
            ignored_shapes: &[],
            predicate: None,
            honors_one_way: false,
            sees_sensors: false,
            depth: 0,
            opened: [None; 2],
        }
    }
}

impl<'a, P> QueryFilter<'a, P> {
    /// Accepts only shapes that a shape with this collision filter would collide with.
    pub fn colliding(mut self, filter: CollisionFilter) -> QueryFilter<'a, P> {
        self.groups = Some(filter);
        self
    }

    /// Excludes the shapes of this body, in addition to [`ignore_bodies`](Self::ignore_bodies).
    pub fn ignore(mut self, body: BodyId) -> QueryFilter<'a, P> {
        self.ignored_body = Some(body);
        self
    }

    /// Excludes the shapes of these bodies.
    pub fn ignore_bodies(mut self, bodies: &'a [BodyId]) -> QueryFilter<'a, P> {
        self.ignored_bodies = bodies;
        self
    }

    /// Excludes these shapes.
    pub fn ignore_shapes(mut self, shapes: &'a [ShapeId]) -> QueryFilter<'a, P> {
        self.ignored_shapes = shapes;
        self
    }

    /// Lets rays, shape casts and overlaps of shapes and boxes of [`World`](crate::World) go through at most
    /// this many openings of portals. Default 0.
    ///
    /// A result behind an opening has the coordinates of its own place. A ray or the centroid of a cast shape
    /// that enters an opening goes on behind the other one, with the same fractions. An overlap query also
    /// tests its shape behind each opening that it reaches into. Ground behind an opening on the way is
    /// ignored.
    pub fn through_portals(mut self, depth: u32) -> QueryFilter<'a, P> {
        self.depth = if depth < MOST_DEPTH { depth } else { MOST_DEPTH };
        self
    }

    /// Includes sensors, as if they were solid: to find triggers in an area, or to click on zones. By default
    /// queries ignore sensors.
    pub fn with_sensors(mut self) -> QueryFilter<'a, P> {
        self.sees_sensors = true;
        self
    }

    /// Accepts only shapes that satisfy a predicate: a closure or a reference to one. It is evaluated last,
    /// and replaces an earlier predicate.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Ray}; }
    /// use cairn2d::{Body, Circle, QueryFilter, Ray, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let ball = world.spawn(Body::fixed().at([2.0, 0.0]).with(Circle::new(0.5)))?;
    /// let is_other = |shape| world.shape(shape).is_some_and(|shape| shape.body() != ball);
    /// let others = QueryFilter::all().only(is_other);
    /// assert!(world.cast_ray(Ray::new([0.0, 0.0], [9.0, 0.0]), others)?.is_none());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn only<F: Fn(ShapeId) -> bool>(self, predicate: F) -> QueryFilter<'a, F> {
        QueryFilter {
            groups: self.groups,
            ignored_body: self.ignored_body,
            ignored_bodies: self.ignored_bodies,
            ignored_shapes: self.ignored_shapes,
            predicate: Some(predicate),
            honors_one_way: self.honors_one_way,
            sees_sensors: self.sees_sensors,
            depth: self.depth,
            opened: self.opened,
        }
    }

    /// Returns the same filter with a predicate of unnamed type, for functions and structs that take a plain
    /// `QueryFilter`.
    pub fn erased(&self) -> QueryFilter<'_>
    where
        P: Fn(ShapeId) -> bool,
    {
        QueryFilter {
            groups: self.groups,
            ignored_body: self.ignored_body,
            ignored_bodies: self.ignored_bodies,
            ignored_shapes: self.ignored_shapes,
            predicate: self.predicate.as_ref().map(|predicate| predicate as &dyn Fn(ShapeId) -> bool),
            honors_one_way: self.honors_one_way,
            sees_sensors: self.sees_sensors,
            depth: self.depth,
            opened: self.opened,
        }
    }
}

impl<P> QueryFilter<'_, P> {
    /// Makes casts and separations treat one-way shapes like bodies do. A cast hits only the solid side, from
    /// outside. A shape inside or beside a one-way shape has no separation from it. By default queries treat
    /// one-way shapes like all others.
    pub fn honor_one_way(mut self) -> Self {
        self.honors_one_way = true;
        self
    }
}

impl QueryFilter<'_> {
    /// Returns the filter before an opening that the query enters.
    pub(super) fn entering(mut self, opening: (u32, u32)) -> Self {
        self.opened[0] = Some(opening);
        self
    }

    /// Returns the filter behind an opening that the query left.
    pub(super) fn leaving(mut self, opening: (u32, u32)) -> Self {
        self.opened = [None, Some(opening)];
        self.depth -= 1;
        self
    }

    pub(super) fn honors_one_way(&self) -> bool {
        self.honors_one_way
    }
}

impl<P> core::fmt::Debug for QueryFilter<'_, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryFilter")
            .field("groups", &self.groups)
            .field("ignored_body", &self.ignored_body)
            .field("ignored_bodies", &self.ignored_bodies)
            .field("ignored_shapes", &self.ignored_shapes)
            .field("predicate", &self.predicate.is_some())
            .field("honors_one_way", &self.honors_one_way)
            .field("sees_sensors", &self.sees_sensors)
            .finish()
    }
}

impl State {
    /// Returns whether a cast along `way` may hit a shape with this outward normal; a zero normal means a
    /// start inside.
    pub(super) fn may_meet(&self, shape: u32, normal: Vec2, way: Vec2, filter: QueryFilter<'_>) -> bool {
        match self.shapes.records[shape as usize].one_way {
            Some(one_way) if filter.honors_one_way => {
                let rotation = self.pose_of_shape(shape).q;
                normal != Vec2::ZERO
                    && one_way.out(rotation).dot(way) < 0.0
                    && one_way.holds(rotation, normal)
            }
            _ => true,
        }
    }

    /// Returns whether a shape holds an object at this distance \[m\] along this outward normal.
    pub(super) fn may_hold(&self, shape: u32, normal: Vec2, distance: f32, filter: QueryFilter<'_>) -> bool {
        match self.shapes.records[shape as usize].one_way {
            Some(one_way) if filter.honors_one_way => {
                distance >= -2.0 * LINEAR_SLOP && one_way.holds(self.pose_of_shape(shape).q, normal)
            }
            _ => true,
        }
    }

    /// Returns whether a filter accepts a shape.
    pub(super) fn passes(&self, shape: u32, filter: QueryFilter<'_>) -> bool {
        let record = &self.shapes.records[shape as usize];
        if !filter.groups.is_none_or(|groups| groups.allows(&record.filter)) {
            return false;
        }
        if filter.ignored_body.is_some() || !filter.ignored_bodies.is_empty() {
            let body = self.bodies.id(self.owner_of(record.body));
            if filter.ignored_body == Some(body) || filter.ignored_bodies.contains(&body) {
                return false;
            }
        }
        if filter.opened != [None; 2] && self.is_behind_query(shape, filter) {
            return false;
        }
        if filter.ignored_shapes.is_empty() && filter.predicate.is_none() {
            return true;
        }
        let id = self.shape_id(shape);
        !filter.ignored_shapes.contains(&id) && filter.predicate.is_none_or(|predicate| predicate(id))
    }
}
