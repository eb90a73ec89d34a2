//! What happened in the last step, as slices in a deterministic order.

use cairn2d_math::{Pose, Vec2};

use crate::store::id::{BodyId, ContactId, JointId, ShapeId};
use crate::store::room::{clone_into_room, room};

/// One side of a contact event.
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

/// Two shapes began or ceased to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchEvent {
    /// The contact; the same in the begin and the end event.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
}

/// Two shapes met faster than one of them asked to be told about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitEvent {
    /// The contact.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
    /// Where they met \[m\].
    pub point: Vec2,
    /// Unit vector from the first shape to the second.
    pub normal: Vec2,
    /// Speed at which they approached along the normal \[m/s\], positive.
    pub approach_speed: f32,
    /// Impulse along the normal in this step, all points together \[N s\].
    pub impulse: f32,
}

/// What a [`SensorEvent`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SensorEventKind {
    /// The visitor came in.
    Begin,
    /// The visitor left, or one of the two was removed, disabled or changed.
    End,
}

/// A shape came into a sensor or left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEvent {
    /// Which of the two.
    pub kind: SensorEventKind,
    /// The sensor.
    pub sensor: Party,
    /// The shape it saw.
    pub visitor: Party,
}

/// A body moved in the last step, or came to rest, see [`Events::moves`].
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

/// Events of one kind, in order.
#[derive(Debug)]
pub(crate) struct EventList<T> {
    events: Vec<T>,
    /// How many there were when the last step ended.
    told: usize,
}

impl<T: Clone> Clone for EventList<T> {
    fn clone(&self) -> EventList<T> {
        EventList { events: self.events.clone(), told: self.told }
    }

    fn clone_from(&mut self, source: &EventList<T>) {
        self.events.clone_from(&source.events);
        self.told = source.told;
    }
}

impl<T> Default for EventList<T> {
    fn default() -> EventList<T> {
        EventList { events: Vec::new(), told: 0 }
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

    /// Those that are told with the next step.
    pub(crate) fn untold(&self) -> &[T] {
        self.events.get(self.told..).unwrap_or_default()
    }

    /// Holds what another list has that is still to be told, and nothing else.
    fn take_untold(&mut self, source: &EventList<T>)
    where
        T: Clone,
    {
        self.events.clear();
        self.events.extend_from_slice(source.untold());
        self.told = 0;
    }

    /// Takes back the newest event of which this is true. Returns whether there was one.
    pub(crate) fn take_back(&mut self, matches: impl Fn(&T) -> bool) -> bool {
        let newest = self.events.iter().rposition(matches);
        newest.map(|position| self.events.remove(position)).is_some()
    }

    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// The events from a position on.
    pub(crate) fn since(&self, first: usize) -> &[T] {
        &self.events[first..]
    }

    /// The events, to be put in order.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.events
    }

    /// Everything here has been told when the next step begins.
    fn end_step(&mut self) {
        self.told = self.events.len();
    }

    /// Drops what was told.
    fn begin_step(&mut self) {
        self.events.drain(..self.told);
        self.told = 0;
    }

    /// Drops everything and keeps the memory.
    fn clear(&mut self) {
        self.events.clear();
        self.told = 0;
    }
}

/// A joint broke, or its load went over or under the limit that is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointEvent {
    /// The joint; stale if it is gone.
    pub joint: JointId,
    /// Its user data.
    pub user_data: u64,
    /// The bodies it joins or joined.
    pub bodies: [BodyId; 2],
    /// Their user data.
    pub body_data: [u64; 2],
    /// Force on the second body \[N\], the mean over the last step in which the joint was active.
    pub force: Vec2,
    /// Torque on the second body about the anchor \[N m\], likewise.
    pub torque: f32,
}

/// Everything that happened in the last step, and between it and the step before.
///
/// Every list is in an order that depends on nothing but the history of the world. When a step begins, what the last one told is dropped,
/// but what happened since is kept and told together with the new step. So who reads the events after every step misses nothing, nor
/// does who takes them ([`World::take_events`](crate::World::take_events)) at any time, and both are told everything once.
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
}

clone_into_room!(Events: begins, ends, sensors, hits, moves, sleeps, wakes, breaks, overloads, overload_ends);

impl Events {
    /// Shapes that began to touch.
    pub fn begins(&self) -> &[TouchEvent] {
        &self.begins.events
    }

    /// Shapes that ceased to touch, because they parted or because one of them was removed. The ids of removed ones are stale.
    pub fn ends(&self) -> &[TouchEvent] {
        &self.ends.events
    }

    /// Shapes that came into a sensor or left it, in the order in which it happened. A visitor that passed within the step does both.
    ///
    /// Every begin has an end, whatever becomes of the two; the ids of what was removed are stale by then.
    pub fn sensors(&self) -> &[SensorEvent] {
        &self.sensors.events
    }

    /// Those of [`sensors`](Events::sensors) that tell who came in.
    pub fn sensor_begins(&self) -> impl Iterator<Item = &SensorEvent> {
        self.sensors().iter().filter(|event| event.kind == SensorEventKind::Begin)
    }

    /// Those of [`sensors`](Events::sensors) that tell who left.
    pub fn sensor_ends(&self) -> impl Iterator<Item = &SensorEvent> {
        self.sensors().iter().filter(|event| event.kind == SensorEventKind::End)
    }

    /// Shapes that met faster than they asked to be told about.
    pub fn hits(&self) -> &[HitEvent] {
        &self.hits.events
    }

    /// Bodies that moved in the step or were put elsewhere before it, and once more those of the last step's list that did not: the poses of
    /// the last two events of a body are equal as soon as it rests, so that what is drawn between them stands still.
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

    /// Bodies that fell asleep.
    pub fn sleeps(&self) -> &[SleepEvent] {
        &self.sleeps.events
    }

    /// Bodies that woke.
    pub fn wakes(&self) -> &[SleepEvent] {
        &self.wakes.events
    }

    /// Joints that bore more than they could and were removed.
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

    /// Joints that began to bear more than is to be reported. One that broke at once is not among them.
    pub fn overloads(&self) -> &[JointEvent] {
        &self.overloads.events
    }

    /// Joints that ceased to bear more than is to be reported, because their load went down, the limit was changed, or they were disabled,
    /// removed or broke. Every one of [`Events::overloads`] ends here.
    pub fn overload_ends(&self) -> &[JointEvent] {
        &self.overload_ends.events
    }

    /// Makes room for events of this many joints.
    pub(crate) fn reserve_loads(&mut self, joints: usize) {
        room(&mut self.breaks.events, joints);
        room(&mut self.overloads.events, joints);
        room(&mut self.overload_ends.events, joints);
    }

    /// Makes room for so many bodies that move, fall asleep and wake in one step, and contacts that begin and end.
    pub(crate) fn reserve(&mut self, bodies: usize, contacts: usize) {
        room(&mut self.begins.events, contacts);
        room(&mut self.ends.events, contacts);
        room(&mut self.moves.events, bodies);
        room(&mut self.sleeps.events, bodies);
        room(&mut self.wakes.events, bodies);
    }

    /// Makes room for so many visits of sensors that begin and end in one step.
    pub(crate) fn reserve_sensors(&mut self, visits: usize) {
        room(&mut self.sensors.events, 2 * visits);
    }

    /// Makes room for so many hits in one step.
    pub(crate) fn reserve_hits(&mut self, hits: usize) {
        room(&mut self.hits.events, hits);
    }

    /// Drops what the last step told; what happened since is told with the step that begins.
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
    }

    /// From here on events happen between steps.
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
    }

    /// Holds what is still to be told of other events, and nothing else.
    pub(crate) fn take_untold(&mut self, source: &Events) {
        let Events { begins, ends, sensors, hits, moves, sleeps, wakes, breaks, overloads, overload_ends } =
            source;
        self.begins.take_untold(begins);
        self.ends.take_untold(ends);
        self.sensors.take_untold(sensors);
        self.hits.take_untold(hits);
        self.moves.take_untold(moves);
        self.sleeps.take_untold(sleeps);
        self.wakes.take_untold(wakes);
        self.breaks.take_untold(breaks);
        self.overloads.take_untold(overloads);
        self.overload_ends.take_untold(overload_ends);
    }

    /// Drops everything and keeps the memory.
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
    }
}
