//! Messages of the step as events of the entities that are observed.

use bevy_ecs::event::Event;
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;

use crate::messages::{
    CollisionEnd, CollisionHit, CollisionStart, JointBreak, SensorEnd, SensorStart, SleepChange,
};

/// Messages read so far.
#[derive(Default)]
pub(crate) struct Cursors {
    starts: MessageCursor<CollisionStart>,
    ends: MessageCursor<CollisionEnd>,
    hits: MessageCursor<CollisionHit>,
    sensor_starts: MessageCursor<SensorStart>,
    sensor_ends: MessageCursor<SensorEnd>,
    breaks: MessageCursor<JointBreak>,
    sleeps: MessageCursor<SleepChange>,
}

/// Runs the observers of the events of the step. Without an observer of a type, its events cost nothing.
pub(crate) fn trigger_observers(world: &mut World, mut cursors: Local<Cursors>) {
    trigger(world, &mut cursors.starts, |start| Some(start.swapped()));
    trigger(world, &mut cursors.ends, |end| Some(end.swapped()));
    trigger(world, &mut cursors.hits, |&hit| {
        Some(CollisionHit {
            collider1: hit.collider2,
            collider2: hit.collider1,
            body1: hit.body2,
            body2: hit.body1,
            normal: -hit.normal,
            ..hit
        })
    });
    trigger(world, &mut cursors.sensor_starts, |_| None);
    trigger(world, &mut cursors.sensor_ends, |_| None);
    trigger(world, &mut cursors.breaks, |_| None);
    trigger(world, &mut cursors.sleeps, |_| None);
}

/// Runs the observers of new messages of a type, and of each as its other entity sees it.
fn trigger<M>(world: &mut World, cursor: &mut MessageCursor<M>, other_side: fn(&M) -> Option<M>)
where
    M: Message + EntityEvent + Clone + for<'a> Event<Trigger<'a>: Default>,
{
    let is_observed = world.event_key::<M>().is_some_and(|key| {
        world.observers().try_get_observers(key).is_some_and(|observers| {
            !observers.global_observers().is_empty() || !observers.entity_observers().is_empty()
        })
    });
    let Some(messages) = world.get_resource::<Messages<M>>() else { return };
    if !is_observed {
        return cursor.clear(messages);
    }
    let new: Vec<M> = cursor.read(messages).cloned().collect();
    for message in new {
        let other = other_side(&message);
        for event in [Some(message), other].into_iter().flatten() {
            // An end event may name an entity that is gone.
            if world.get_entity(event.event_target()).is_ok() {
                world.trigger(event);
            }
        }
    }
}
