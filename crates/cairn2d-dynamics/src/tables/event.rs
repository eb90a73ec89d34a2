//! Events of the last step and since then, as slices in a deterministic order.

use cairn2d_math::{Pose, Vec2};

use crate::store::capacity::{clone_with_capacity, reserve_total};
use crate::store::id::{BodyId, ContactId, JointId, PortalId, ShapeId};

/// One shape of an event, with its body and user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// User data of the shape.
    pub shape_data: u64,
    /// User data of the body.
    pub body_data: u64,
}

/// Two shapes began or ended to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchEvent {
    /// The contact; the same in the begin and the end event.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
}

/// Two shapes hit each other above the reporting speed of one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitEvent {
    /// The contact.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
    /// Contact point \[m\].
    pub point: Vec2,
    /// Unit vector from the first shape to the second.
    pub normal: Vec2,
    /// Approach speed along the normal \[m/s\], positive.
    pub approach_speed: f32,
    /// Normal impulse of all points in this step \[N s\].
    pub impulse: f32,
}

/// Kind of a [`SensorEvent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SensorEventKind {
    /// The visitor entered the sensor.
    Begin,
    /// The visitor left the sensor, or one of the two was removed, disabled or changed.
    End,
}

/// A shape entered or left a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEvent {
    /// Whether the overlap begins or ends.
    pub kind: SensorEventKind,
    /// The sensor.
    pub sensor: Party,
    /// The other shape of the sensor overlap.
    pub visitor: Party,
}

/// A body moved in the last step or came to rest, see [`Events::moves`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvent {
    /// The body.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u64,
    /// Its new pose.
    pub pose: Pose,
}

/// A body fell asleep or woke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SleepEvent {
    /// The body.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u64,
}

/// A body passed an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeleportEvent {
    /// The body.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u64,
    /// The pair of openings.
    pub portals: PortalId,
    /// Pose before the opening that it entered.
    pub from: Pose,
    /// The same pose as seen from the other opening.
    pub to: Pose,
}

/// Events of one kind, in order.
#[derive(Debug)]
pub(crate) struct EventList<T> {
    events: Vec<T>,
    /// Number of events when the last step ended.
    delivered: usize,
}

impl<T: Clone> Clone for EventList<T> {
    fn clone(&self) -> EventList<T> {
        EventList { events: self.events.clone(), delivered: self.delivered }
    }

    fn clone_from(&mut self, source: &EventList<T>) {
        self.events.clone_from(&source.events);
        self.delivered = source.delivered;
    }
}

impl<T> Default for EventList<T> {
    fn default() -> EventList<T> {
        EventList { events: Vec::new(), delivered: 0 }
    }
}

impl<T> EventList<T> {
    pub(crate) fn push(&mut self, event: T) {
        self.events.push(event);
    }

    #[inline(always)]
    pub(crate) fn extend(&mut self, events: impl Iterator<Item = T>) {
        self.events.extend(events);
    }

    /// Returns the events since the last step; the next step delivers them.
    pub(crate) fn undelivered(&self) -> &[T] {
        self.events.get(self.delivered..).unwrap_or_default()
    }

    /// Replaces the contents with the events of another list since its last step.
    fn take_undelivered(&mut self, source: &EventList<T>)
    where
        T: Clone,
    {
        self.events.clear();
        self.events.extend_from_slice(source.undelivered());
        self.delivered = 0;
    }

    /// Removes the newest matching event. Returns whether there was one.
    pub(crate) fn take_back(&mut self, matches: impl Fn(&T) -> bool) -> bool {
        let newest = self.events.iter().rposition(matches);
        newest.map(|position| self.events.remove(position)).is_some()
    }

    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns the events from a position on.
    pub(crate) fn since(&self, first: usize) -> &[T] {
        &self.events[first..]
    }

    /// Marks all events as delivered; the next step drops them.
    fn end_step(&mut self) {
        self.delivered = self.events.len();
    }

    /// Drops the delivered events.
    fn begin_step(&mut self) {
        // Most lists are empty in most steps.
        if self.delivered > 0 {
            self.events.drain(..self.delivered);
            self.delivered = 0;
        }
    }

    /// Removes all events and keeps the memory.
    fn clear(&mut self) {
        self.events.clear();
        self.delivered = 0;
    }
}

/// A joint broke, or its load crossed the report limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointEvent {
    /// The joint; stale if it was removed.
    pub joint: JointId,
    /// Its user data.
    pub user_data: u64,
    /// The two bodies of the joint.
    pub bodies: [BodyId; 2],
    /// Their user data.
    pub body_data: [u64; 2],
    /// Force on the second body \[N\], averaged over the last active step of the joint.
    pub force: Vec2,
    /// Torque on the second body about the anchor \[N m\], averaged likewise.
    pub torque: f32,
}

/// All events of the last step, and of the time between it and the step before.
///
/// The order of each list depends only on the history of the world. A new step drops the events of the last
/// step and keeps those since then. Each event is delivered exactly once, by reading after every step or by
/// [`World::take_events`](crate::World::take_events) at any time.
#[derive(Debug, Default)]
pub struct Events {
    pub(crate) begins: EventList<TouchEvent>,
    pub(crate) ends: EventList<TouchEvent>,
    pub(crate) sensors: EventList<SensorEvent>,
    pub(crate) hits: EventList<HitEvent>,
    pub(crate) moves: EventList<MoveEvent>,
    pub(crate) sleeps: EventList<SleepEvent>,
    pub(crate) wakes: EventList<SleepEvent>,
    pub(crate) breaks: EventList<JointEvent>,
    pub(crate) overloads: EventList<JointEvent>,
    pub(crate) overload_ends: EventList<JointEvent>,
    pub(crate) teleports: EventList<TeleportEvent>,
}

clone_with_capacity!(Events: begins, ends, sensors, hits, moves, sleeps, wakes, breaks, overloads, overload_ends, teleports);

impl Events {
    /// Returns the contacts that began to touch.
    pub fn begins(&self) -> &[TouchEvent] {
        &self.begins.events
    }

    /// Returns the contacts that ended to touch, by separation or by removal of a shape. The ids of removed
    /// objects are stale.
    pub fn ends(&self) -> &[TouchEvent] {
        &self.ends.events
    }

    /// Returns begin and end events of sensors, in chronological order. A visitor that passes through within
    /// one step has both.
    ///
    /// Every begin event is followed by an end event, even if an object is removed. The ids of removed
    /// objects are then stale.
    pub fn sensors(&self) -> &[SensorEvent] {
        &self.sensors.events
    }

    /// Returns the begin events of [`sensors`](Events::sensors).
    pub fn sensor_begins(&self) -> impl Iterator<Item = &SensorEvent> {
        self.sensors().iter().filter(|event| event.kind == SensorEventKind::Begin)
    }

    /// Returns the end events of [`sensors`](Events::sensors).
    pub fn sensor_ends(&self) -> impl Iterator<Item = &SensorEvent> {
        self.sensors().iter().filter(|event| event.kind == SensorEventKind::End)
    }

    /// Returns the hits above the reporting speed of a shape, ordered by the slot of their contact. Several
    /// hits of one contact within a step are in order of time.
    pub fn hits(&self) -> &[HitEvent] {
        &self.hits.events
    }

    /// Returns the bodies that moved in the step or were repositioned before it. Bodies that came to rest
    /// have one more event: their last two poses are then equal, so interpolated drawing stands still.
    ///
    /// # Examples
    /// ```
    /// use std::collections::BTreeMap;
    /// # use cairn2d_dynamics as cairn2d;
    /// use cairn2d::{Body, Interpolated, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let lift = world.spawn(Body::kinematic().velocity([0.0, 1.0]))?;
    /// let mut drawn = BTreeMap::from([(lift, Interpolated::new(world.body(lift).unwrap().pose()))]);
    /// for step in 0..30 {
    ///     if step == 20 {
    ///         world.body_mut(lift).unwrap().set_velocity([0.0, 0.0])?;
    ///     }
    ///     world.step(1.0 / 60.0)?;
    ///     for moved in world.events().moves() {
    ///         drawn.get_mut(&moved.body).unwrap().advance(moved.pose);
    ///     }
    /// }
    /// assert_eq!(drawn[&lift].at(0.3), world.body(lift).unwrap().pose());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn moves(&self) -> &[MoveEvent] {
        &self.moves.events
    }

    /// Returns the bodies that fell asleep.
    pub fn sleeps(&self) -> &[SleepEvent] {
        &self.sleeps.events
    }

    /// Returns the bodies that woke.
    pub fn wakes(&self) -> &[SleepEvent] {
        &self.wakes.events
    }

    /// Returns the joints that were removed because their load exceeded the break limit.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Distance, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let hook = world.spawn(Body::fixed())?;
    /// let load = world.spawn(Body::dynamic().at([0.0, -2.0]).with(Rect::square(1.0)))?;
    /// // The load weighs 10 N; the rope bears half as much again.
    /// let rope = world.join(Distance::new(hook, load).break_at(15.0, None))?;
    /// for step in 0..120 {
    ///     if step >= 60 {
    ///         world.body_mut(load).unwrap().apply_force([0.0, -0.2 * (step - 60) as f32])?;
    ///     }
    ///     world.step(1.0 / 60.0)?;
    ///     for broken in world.events().breaks() {
    ///         assert!(broken.joint == rope && broken.force.y > 15.0);
    ///     }
    /// }
    /// assert!(world.joint(rope).is_none());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn breaks(&self) -> &[JointEvent] {
        &self.breaks.events
    }

    /// Returns the joints whose load rose above the report limit. Joints that broke in the same step are not
    /// included.
    pub fn overloads(&self) -> &[JointEvent] {
        &self.overloads.events
    }

    /// Returns the joints whose overload ended: the load fell, the limit changed, or the joint was disabled,
    /// removed or broken. Every overload of [`Events::overloads`] ends here.
    pub fn overload_ends(&self) -> &[JointEvent] {
        &self.overload_ends.events
    }

    /// Returns the bodies that passed an opening of a portal, in the order of their passes. A renderer that
    /// interpolates poses moves its last pose of the body by the map from `from` to `to`.
    pub fn teleports(&self) -> &[TeleportEvent] {
        &self.teleports.events
    }

    /// Reserves memory for events of this many joints.
    pub(crate) fn reserve_loads(&mut self, joints: usize) {
        reserve_total(&mut self.breaks.events, joints);
        reserve_total(&mut self.overloads.events, joints);
        reserve_total(&mut self.overload_ends.events, joints);
    }

    /// Reserves memory for this many moving, sleeping and waking bodies, and touch events of contacts, in one
    /// step.
    pub(crate) fn reserve(&mut self, bodies: usize, contacts: usize) {
        reserve_total(&mut self.begins.events, contacts);
        reserve_total(&mut self.ends.events, contacts);
        reserve_total(&mut self.moves.events, bodies);
        reserve_total(&mut self.sleeps.events, bodies);
        reserve_total(&mut self.wakes.events, bodies);
    }

    /// Reserves memory for this many sensor overlaps that begin and end in one step.
    pub(crate) fn reserve_sensors(&mut self, overlaps: usize) {
        reserve_total(&mut self.sensors.events, 2 * overlaps);
    }

    /// Reserves memory for this many hits in one step.
    pub(crate) fn reserve_hits(&mut self, hits: usize) {
        reserve_total(&mut self.hits.events, hits);
    }

    /// Drops the events of the last step. Events since then belong to the new step.
    pub(crate) fn begin_step(&mut self) {
        self.begins.begin_step();
        self.ends.begin_step();
        self.sensors.begin_step();
        self.hits.begin_step();
        self.moves.begin_step();
        self.sleeps.begin_step();
        self.wakes.begin_step();
        self.breaks.begin_step();
        self.overloads.begin_step();
        self.overload_ends.begin_step();
        self.teleports.begin_step();
    }

    /// Marks the end of the step. Later events happen between steps.
    pub(crate) fn end_step(&mut self) {
        self.begins.end_step();
        self.ends.end_step();
        self.sensors.end_step();
        self.hits.end_step();
        self.moves.end_step();
        self.sleeps.end_step();
        self.wakes.end_step();
        self.breaks.end_step();
        self.overloads.end_step();
        self.overload_ends.end_step();
        self.teleports.end_step();
    }

    /// Replaces the contents with the events of `source` since its last step.
    pub(crate) fn take_undelivered(&mut self, source: &Events) {
        let Events { begins, ends, sensors, hits, moves, sleeps, wakes, breaks, .. } = source;
        let Events { overloads, overload_ends, teleports, .. } = source;
        self.begins.take_undelivered(begins);
        self.ends.take_undelivered(ends);
        self.sensors.take_undelivered(sensors);
        self.hits.take_undelivered(hits);
        self.moves.take_undelivered(moves);
        self.sleeps.take_undelivered(sleeps);
        self.wakes.take_undelivered(wakes);
        self.breaks.take_undelivered(breaks);
        self.overloads.take_undelivered(overloads);
        self.overload_ends.take_undelivered(overload_ends);
        self.teleports.take_undelivered(teleports);
    }

    /// Removes all events and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.begins.clear();
        self.ends.clear();
        self.sensors.clear();
        self.hits.clear();
        self.moves.clear();
        self.sleeps.clear();
        self.wakes.clear();
        self.breaks.clear();
        self.overloads.clear();
        self.overload_ends.clear();
        self.teleports.clear();
    }
}
