//! Events of the step as messages, and as events of the entities that are observed.

use std::fmt;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use cairn2d::{ContactId, Party, SensorEventKind, TouchEvent};

use crate::convert::to_bevy;
use crate::joint::{Joint, JointLink};
use crate::physics::{Physics, entity_from};

/// Defines the event of a contact.
macro_rules! touch_event {
    ($(#[$doc:meta])* $name:ident, $(#[$contact:meta])*) => {
        $(#[$doc])*
        #[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            /// First collider.
            #[event_target]
            pub collider1: Entity,
            /// Second collider.
            pub collider2: Entity,
            /// Entity of the body of the first collider.
            pub body1: Entity,
            /// Entity of the body of the second collider.
            pub body2: Entity,
            $(#[$contact])*
            pub contact: ContactId,
        }

        impl $name {
            /// Returns the event of a contact, or `None` if a call added one of the shapes.
            fn of(event: &TouchEvent) -> Option<$name> {
                let ([collider1, body1], [collider2, body2]) = (entities(&event.a)?, entities(&event.b)?);
                Some($name { collider1, collider2, body1, body2, contact: event.contact })
            }

            /// Returns the event as the second collider sees it.
            pub(crate) fn swapped(&self) -> $name {
                $name {
                    collider1: self.collider2,
                    collider2: self.collider1,
                    body1: self.body2,
                    body2: self.body1,
                    contact: self.contact,
                }
            }
        }
    };
}

touch_event! {
    /// Two colliders began to touch. Observers of either entity get it with that entity as `collider1`; the
    /// message has each contact once.
    CollisionStart,
    /// The contact, for [`World::contact`](cairn2d::World::contact).
}

touch_event! {
    /// Two colliders ended to touch, by separation or by removal. An entity may be gone.
    CollisionEnd,
    /// The contact, as in the [`CollisionStart`]; stale.
}

/// Two colliders hit each other faster than the [`HitThreshold`](crate::HitThreshold) of one of them.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct CollisionHit {
    /// First collider.
    #[event_target]
    pub collider1: Entity,
    /// Second collider.
    pub collider2: Entity,
    /// Entity of the body of the first collider.
    pub body1: Entity,
    /// Entity of the body of the second collider.
    pub body2: Entity,
    /// Contact point in the world \[m\].
    pub point: Vec2,
    /// Unit vector from the first collider to the second.
    pub normal: Vec2,
    /// Approach speed along the normal \[m/s\], positive.
    pub approach_speed: f32,
    /// Normal impulse in the step `[N s]`.
    pub impulse: f32,
}

/// A collider entered a [`Sensor`](crate::Sensor).
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorStart {
    /// Collider of the sensor.
    #[event_target]
    pub sensor: Entity,
    /// The other collider.
    pub visitor: Entity,
    /// Entity of the body of the other collider.
    pub body: Entity,
}

/// A collider left a [`Sensor`](crate::Sensor), or one of both was removed. An entity may be gone.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEnd {
    /// Collider of the sensor.
    #[event_target]
    pub sensor: Entity,
    /// The other collider.
    pub visitor: Entity,
    /// Entity of the body of the other collider.
    pub body: Entity,
}

/// A joint broke at its load limit. Its [`Joint`] is removed.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct JointBreak {
    /// Entity of the joint.
    #[event_target]
    pub joint: Entity,
    /// Force on the second body `[N]`, averaged over its last step.
    pub force: Vec2,
    /// Torque on the second body `[N m]`, averaged likewise.
    pub torque: f32,
}

/// A body fell asleep or woke.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SleepChange {
    /// Entity of the body.
    #[event_target]
    pub body: Entity,
    /// Whether it sleeps now.
    pub is_asleep: bool,
}

/// The engine refused a value of a component, or a component that it needs is missing. The world is as it was
/// without it. Faults also go to the log, as errors.
#[derive(Message, Clone, Debug)]
pub struct PhysicsFault {
    /// The entity with the value.
    pub entity: Entity,
    /// What is wrong, with name and value.
    pub reason: FaultReason,
}

/// Reason of a [`PhysicsFault`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FaultReason {
    /// An error of the engine.
    Engine(cairn2d::Error),
    /// A scale that the shapes of a collider cannot have: not finite, 0, or different in x and y for round
    /// ones.
    Scale(Vec2),
    /// An entity, or an ancestor of it, that has no [`Transform`](bevy_transform::prelude::Transform).
    NoTransform(Entity),
    /// A component that the plugin adds with another one was removed.
    NoLink(&'static str),
    /// An end of a joint without a body. The joint is made when the end gets one.
    MissingBody(Entity),
    /// An end of a joint that does not exist. The joint is not made.
    NoEntity(Entity),
    /// The ancestors of the entity form a cycle.
    Cycle,
}

impl PhysicsFault {
    pub(crate) fn new(entity: Entity, error: impl Into<cairn2d::Error>) -> PhysicsFault {
        PhysicsFault::of(entity, FaultReason::Engine(error.into()))
    }

    pub(crate) fn of(entity: Entity, reason: FaultReason) -> PhysicsFault {
        PhysicsFault { entity, reason }.logged()
    }

    fn logged(self) -> PhysicsFault {
        log::error!("{self}");
        self
    }
}

impl fmt::Display for PhysicsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entity {}: ", self.entity)?;
        match &self.reason {
            FaultReason::Engine(error) => write!(f, "{error}"),
            FaultReason::Scale(scale) => {
                write!(f, "the shapes of the collider cannot have the scale {}, {}", scale.x, scale.y)
            }
            FaultReason::NoTransform(entity) => write!(f, "entity {entity} has no Transform"),
            FaultReason::NoLink(name) => write!(f, "its {name} was removed; insert its component again"),
            FaultReason::MissingBody(end) => write!(f, "an end of the joint, entity {end}, has no body"),
            FaultReason::NoEntity(end) => write!(f, "the joint needs entity {end}, which does not exist"),
            FaultReason::Cycle => write!(f, "its ancestors form a cycle"),
        }
    }
}

impl std::error::Error for PhysicsFault {}

/// Writers of all messages.
#[derive(SystemParam)]
pub(crate) struct Writers<'w> {
    starts: MessageWriter<'w, CollisionStart>,
    ends: MessageWriter<'w, CollisionEnd>,
    hits: MessageWriter<'w, CollisionHit>,
    sensor_starts: MessageWriter<'w, SensorStart>,
    sensor_ends: MessageWriter<'w, SensorEnd>,
    breaks: MessageWriter<'w, JointBreak>,
    sleeps: MessageWriter<'w, SleepChange>,
}

/// Returns the entities of the collider and the body of a party, or `None` if a call added it.
fn entities(party: &Party) -> Option<[Entity; 2]> {
    Some([entity_from(party.shape_data)?, entity_from(party.body_data)?])
}

/// Sends the events of the step.
pub(crate) fn send_messages(
    physics: Res<Physics>,
    mut writers: Writers,
    mut joints: Query<&mut JointLink>,
    mut commands: Commands,
) {
    if !physics.is_stepped {
        return;
    }
    let events = physics.world.events();
    writers.starts.write_batch(events.begins().iter().filter_map(CollisionStart::of));
    writers.ends.write_batch(events.ends().iter().filter_map(CollisionEnd::of));
    for hit in events.hits() {
        if let (Some([collider1, body1]), Some([collider2, body2])) = (entities(&hit.a), entities(&hit.b)) {
            writers.hits.write(CollisionHit {
                collider1,
                collider2,
                body1,
                body2,
                point: to_bevy(hit.point),
                normal: to_bevy(hit.normal),
                approach_speed: hit.approach_speed,
                impulse: hit.impulse,
            });
        }
    }
    for event in events.sensors() {
        let (Some([sensor, _]), Some([visitor, body])) = (entities(&event.sensor), entities(&event.visitor))
        else {
            continue;
        };
        match event.kind {
            SensorEventKind::Begin => {
                writers.sensor_starts.write(SensorStart { sensor, visitor, body });
            }
            SensorEventKind::End => {
                writers.sensor_ends.write(SensorEnd { sensor, visitor, body });
            }
        }
    }
    for event in events.breaks() {
        let Some(joint) = entity_from(event.user_data) else { continue };
        let Ok(mut link) = joints.get_mut(joint) else { continue };
        if link.0 == Some(event.joint) {
            link.0 = None;
            commands.entity(joint).try_remove::<Joint>();
            writers.breaks.write(JointBreak { joint, force: to_bevy(event.force), torque: event.torque });
        }
    }
    for (list, is_asleep) in [(events.sleeps(), true), (events.wakes(), false)] {
        for event in list {
            if let Some(body) = entity_from(event.user_data) {
                writers.sleeps.write(SleepChange { body, is_asleep });
            }
        }
    }
}
