//! After the step: what moved enters the components.

use bevy_ecs::change_detection::{ContiguousComponentTicksMut, ContiguousMut, Tick};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_transform::prelude::Transform;
use cairn2d::{BodyId, MoveEvent, Pose, World};

use crate::changes::in_order;
use crate::components::{AngularVelocity, BodyLink, LinearVelocity};
use crate::convert::{place, pose_of, quat_of, to_bevy};
use crate::hierarchy::Hierarchy;
use crate::interpolation::TransformInterpolation;
use crate::physics::{Physics, entity_from};

/// Components that the step writes. Those that the game removed are left out.
type Written = (
    Entity,
    &'static BodyLink,
    &'static mut Transform,
    Option<&'static mut LinearVelocity>,
    Option<&'static mut AngularVelocity>,
    Option<&'static mut TransformInterpolation>,
    Has<ChildOf>,
    Has<Children>,
);

/// The bodies of a hierarchy.
type Links<'w, 's> = (Query<'w, 's, &'static Children>, Query<'w, 's, (&'static BodyLink, &'static ChildOf)>);

/// Lists that keep their memory between steps.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Number of the move event of each slot of a body. Entries of former steps may be left.
    events: Vec<u32>,
    nested: Nested,
}

/// Bodies that are placed by their parents, after all others.
#[derive(Default)]
struct Nested {
    /// Bodies that moved and have a parent.
    moved: Vec<Entity>,
    /// Bodies that moved and have children. Bodies below them keep their pose in the world.
    above: Vec<Entity>,
    /// All bodies to place, with the number of their ancestors.
    placed: Vec<(usize, Entity)>,
}

/// Writes transforms and velocities of all bodies that moved.
pub(crate) fn write_changes(
    mut physics: ResMut<Physics>,
    mut entities: ParamSet<(Query<Written>, Hierarchy)>,
    links: Links,
    mut scratch: Local<Scratch>,
    ticks: SystemChangeTick,
) {
    let physics = &mut *physics;
    let Scratch { events, nested } = &mut *scratch;
    nested.moved.clear();
    nested.above.clear();
    let world = &physics.world;
    let moves = world.events().moves();
    let mut bodies = entities.p0();
    if physics.is_restored {
        for body in world.bodies().filter_map(|id| world.body(id)) {
            let state = MoveEvent { body: body.id(), user_data: body.user_data(), pose: body.pose() };
            write_one(&mut bodies, nested, world, &state, false);
        }
    } else if physics.is_stepped {
        for event in world.events().teleports() {
            if let Some(entity) = entity_from(event.user_data)
                && let Ok((_, link, .., Some(mut interpolation), _, _)) = bodies.get_mut(entity)
                && link.id == Some(event.body)
            {
                interpolation.pass(event);
            }
        }
        // A row of a table costs a fraction of a body that is looked up.
        let rows = bodies.contiguous_iter().map_or(0, |tables| tables.map(|table| table.0.len()).sum());
        if moves.len() * ROWS_PER_LOOKUP >= rows {
            number_events(moves, events);
            write_tables(&mut bodies, nested, world, events);
        } else {
            for event in moves {
                write_one(&mut bodies, nested, world, event, true);
            }
        }
    }
    if !nested.moved.is_empty() || !nested.above.is_empty() {
        place_nested(&mut entities, &links, nested, world);
    }
    physics.is_restored = false;
    physics.own.written = Some(ticks.this_run());
}

/// Rows of tables that take the time of the lookup of a body, about.
const ROWS_PER_LOOKUP: usize = 8;

/// Returns the index of a body in tables of the bodies of a world.
fn slot_of(body: BodyId) -> usize {
    (body.to_bits() as u32).wrapping_sub(1) as usize
}

fn number_events(moves: &[MoveEvent], events: &mut Vec<u32>) {
    let slots = moves.iter().map(|event| slot_of(event.body) + 1).max().unwrap_or(0);
    if events.len() < slots {
        events.resize(slots, 0);
    }
    for (number, event) in moves.iter().enumerate() {
        events[slot_of(event.body)] = number as u32;
    }
}

/// Values of a table and their change ticks.
struct Column<'w, T> {
    values: &'w mut [T],
    ticks: ContiguousComponentTicksMut<'w>,
}

impl<'w, T> Column<'w, T> {
    fn new(column: ContiguousMut<'w, T>) -> Column<'w, T> {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Column { values, ticks }
    }

    /// Returns a value to write, and marks it as changed.
    fn change(&mut self, row: usize, now: Tick) -> &mut T {
        self.ticks.changed_mut()[row] = now;
        &mut self.values[row]
    }
}

/// Writes the bodies that moved, table by table.
fn write_tables(bodies: &mut Query<Written>, nested: &mut Nested, world: &World, events: &[u32]) {
    let moves = world.events().moves();
    let Ok(tables) = bodies.contiguous_iter_mut() else { return };
    for (entities, links, transforms, velocities, spins, eased, has_parent, has_children) in tables {
        let now = transforms.this_run_tick();
        let mut transforms = Column::new(transforms);
        let mut velocities = velocities.map(Column::new);
        let mut spins = spins.map(Column::new);
        let mut eased = eased.map(Column::new);
        for (row, (link, &entity)) in links.iter().zip(entities).enumerate() {
            let Some(id) = link.id else { continue };
            let event = events.get(slot_of(id)).and_then(|&number| moves.get(number as usize));
            let Some(event) = event.filter(|event| event.body == id) else { continue };
            let Some(body) = world.body(id) else { continue };
            if let Some(velocities) = &mut velocities {
                velocities.change(row, now).0 = to_bevy(body.velocity());
            }
            if let Some(spins) = &mut spins {
                spins.change(row, now).0 = body.angular_velocity();
            }
            if let Some(eased) = &mut eased {
                eased.change(row, now).advance(event.pose);
            }
            if has_parent {
                nested.moved.push(entity);
            } else {
                place(transforms.change(row, now), event.pose);
            }
            if has_children {
                nested.above.push(entity);
            }
        }
    }
}

/// Writes one body, which moved or was restored.
fn write_one(
    bodies: &mut Query<Written>,
    nested: &mut Nested,
    world: &World,
    &MoveEvent { body: id, user_data, pose }: &MoveEvent,
    is_moved: bool,
) {
    let Some(Ok(written)) = entity_from(user_data).map(|entity| bodies.get_mut(entity)) else { return };
    let (entity, link, mut transform, velocity, spin, eased, has_parent, has_children) = written;
    let Some(body) = world.body(id).filter(|_| link.id == Some(id)) else { return };
    if let Some(mut velocity) = velocity {
        velocity.0 = to_bevy(body.velocity());
    }
    if let Some(mut spin) = spin {
        spin.0 = body.angular_velocity();
    }
    match eased {
        Some(mut eased) if is_moved => eased.advance(pose),
        Some(mut eased) => eased.teleport(pose),
        None => {}
    }
    if has_parent {
        nested.moved.push(entity);
    } else {
        place(&mut transform, pose);
    }
    if has_children {
        nested.above.push(entity);
    }
}

/// Places bodies that moved, or that have an ancestor that did, below their parents: parents first.
fn place_nested(
    entities: &mut ParamSet<(Query<Written>, Hierarchy)>,
    (children, links): &Links,
    nested: &mut Nested,
    world: &World,
) {
    let Nested { moved, above, placed } = nested;
    for &root in &*above {
        let mut waiting = vec![root];
        while let Some(entity) = waiting.pop() {
            let below = children.get(entity).ok().into_iter().flatten().copied();
            for child in below.filter(|&child| child != root) {
                if links.contains(child) {
                    moved.push(child);
                }
                waiting.push(child);
            }
        }
    }
    in_order(moved);
    let hierarchy = entities.p1();
    let depth = |entity| Some((hierarchy.ancestors(entity).ok()?.count(), entity));
    placed.clear();
    placed.extend(moved.iter().filter_map(|&entity| depth(entity)));
    placed.sort_by_key(|&(depth, _)| depth);
    for &(_, entity) in &*placed {
        let Ok((link, parent)) = links.get(entity) else { continue };
        let Some(body) = link.id.and_then(|id| world.body(id)) else { continue };
        let Ok(parent) = entities.p1().global(parent.parent()) else { continue };
        if let Ok((_, _, mut transform, ..)) = entities.p0().get_mut(entity) {
            let local = below(&transform, &parent, body.pose());
            // A parent of scale 0 has no place for it.
            if local.is_finite() && local != *transform {
                *transform = local;
            }
        }
    }
}

/// Returns a transform with the position and rotation below a parent at which the entity has a pose in the
/// world.
fn below(transform: &Transform, parent: &Transform, pose: Pose) -> Transform {
    let at = pose.p - cairn2d::Vec2::new(parent.translation.x, parent.translation.y);
    let q = pose_of(parent).q;
    let local = q.inv_rotate(at);
    let mut placed = *transform;
    placed.translation.x = local.x / parent.scale.x;
    placed.translation.y = local.y / parent.scale.y;
    placed.rotation = quat_of(q.inv_mul(pose.q));
    placed
}
