//! Fields: what acts on bodies by where they are. The description, and the table of all fields of a world.
//!
//! Invariant: `order` holds every live field, highest priority first, and among equals in the order of their slots.

mod area;
mod effect;
mod push;

pub use area::Area;
pub use effect::{Attractor, Conveyor, Drag, Effect, Falloff, Floor, Gravity, TimeFlow, Water, Wind};
pub(crate) use push::{Push, Subject, time_flow};

use cairn2d_geometry::Outline;
use cairn2d_math::Vec2;

use crate::store::id::{FieldId, IdPool};
use crate::store::room::room;
use crate::tables::error::{FieldError, KindError};

/// Something that acts on all dynamic bodies in an area: other gravity, an attractor, wind, drag, a conveyor, a floor seen from above, water,
/// another flow of time.
///
/// Gravity, attractors, drag, conveyors and floors act on a body whose centre of mass is in the area; wind on each shape whose centroid is; water on
/// exactly the part of each shape that is. What moves is taken where it will be in the middle of the step, which makes orbits of free
/// bodies as good as a leapfrog makes them.
///
/// Where fields of one kind overlap, all act, in order of their priorities; but an *exclusive* one silences those of its kind that come
/// after it, and world gravity comes last of all. Gravity and attractors are one kind here, conveyors and floors
/// another.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
/// use cairn2d::{Area, Body, Field, IntoShape, Rect, Water, World, WorldConfig};
/// let mut world = World::new(WorldConfig::default())?;
/// let pool = Area::rect([-10.0, -5.0], [10.0, 0.0]);
/// world.add_field(Field::new(pool, Water::new(2.0).drag(3.0)))?;
/// let raft = world.spawn(Body::dynamic().with(Rect::half(2.0, 0.5).density(1.0)))?;
/// for _ in 0..600 {
///     world.step(1.0 / 60.0)?;
/// }
/// // Half as dense as the water, it swims with half of it out of the water.
/// assert!(world.body(raft).unwrap().position().y.abs() < 0.01);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Field {
    pub(crate) area: Area,
    pub(crate) effect: Effect,
    pub(crate) priority: i32,
    pub(crate) exclusive: bool,
    pub(crate) mask: u64,
    pub(crate) enabled: bool,
    pub(crate) user_data: u64,
}

impl Field {
    /// A field of priority 0. Gravity, conveyors and floors begin as exclusive, the others do not.
    pub fn new(area: Area, effect: impl Into<Effect>) -> Field {
        let effect = effect.into();
        let exclusive = matches!(effect, Effect::Gravity(_) | Effect::Conveyor(_) | Effect::Floor(_));
        Field { area, effect, priority: 0, exclusive, mask: u64::MAX, enabled: true, user_data: 0 }
    }

    /// Which fields come first where several overlap: those of higher priority. Default 0.
    pub fn priority(mut self, priority: i32) -> Field {
        self.priority = priority;
        self
    }

    /// Whether fields of the same kind that come after this one are silent where it acts.
    pub fn exclusive(mut self, exclusive: bool) -> Field {
        self.exclusive = exclusive;
        self
    }

    /// Acts only on bodies with a shape whose category has a bit in common with this mask. Default all bodies.
    pub fn mask(mut self, mask: u64) -> Field {
        self.mask = mask;
        self
    }

    /// Makes a field that does nothing.
    pub fn disabled(mut self) -> Field {
        self.enabled = false;
        self
    }

    /// A number of yours. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Field {
        self.user_data = user_data;
        self
    }

    /// Where it acts.
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// What it does.
    pub fn effect(&self) -> &Effect {
        &self.effect
    }

    /// Its priority.
    pub fn get_priority(&self) -> i32 {
        self.priority
    }

    /// Whether it silences those of its kind that come after it.
    pub fn is_exclusive(&self) -> bool {
        self.exclusive
    }

    /// On which categories it acts.
    pub fn get_mask(&self) -> u64 {
        self.mask
    }

    /// Whether it acts at all.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Your number.
    pub fn get_user_data(&self) -> u64 {
        self.user_data
    }

    /// The same field elsewhere.
    pub(crate) fn shifted(&self, by: Vec2) -> Field {
        let effect = match self.effect {
            Effect::Attractor(pull) => Effect::Attractor(Attractor { center: pull.center + by, ..pull }),
            other => other,
        };
        Field { area: self.area.shifted(by), effect, ..self.clone() }
    }

    /// Whether every number is usable.
    ///
    /// # Errors
    /// The first value that is not, or an area that does not suit the effect.
    pub fn validate(&self) -> Result<(), FieldError> {
        self.area.validate()?;
        if matches!((&self.area, &self.effect), (Area::Circle { .. }, Effect::Water(_))) {
            return Err(KindError::new("water needs an area with straight sides").into());
        }
        self.effect.validate()
    }
}

/// All fields of a world.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) pool: IdPool,
    pub(crate) records: Vec<Field>,
    pub(crate) order: Vec<u32>,
    /// Scratch of the stage: outlines, and what the fields do to each body in this step.
    pub(crate) outline: Outline,
    pub(crate) pushes: Vec<(u32, Push)>,
}

impl Fields {
    pub(crate) fn new(tag: u8) -> Fields {
        Fields {
            pool: IdPool::new(tag),
            records: Vec::new(),
            order: Vec::new(),
            outline: Outline::default(),
            pushes: Vec::new(),
        }
    }

    /// Makes room for so many fields that act on this many bodies.
    pub(crate) fn reserve(&mut self, fields: usize, bodies: usize) {
        self.pool.reserve(fields);
        room(&mut self.records, fields);
        room(&mut self.order, fields);
        room(&mut self.pushes, bodies);
    }

    pub(crate) fn insert(&mut self, field: Field) -> FieldId {
        let id = self.pool.insert();
        let slot = id.slot();
        if slot as usize == self.records.len() {
            self.records.push(field);
        } else {
            self.records[slot as usize] = field;
        }
        self.order.push(slot);
        self.sort();
        FieldId::from_raw(id)
    }

    pub(crate) fn remove(&mut self, slot: u32) {
        self.order.retain(|&other| other != slot);
        self.pool.remove(slot);
    }

    /// Restores the order after a priority changed.
    pub(crate) fn sort(&mut self) {
        let Fields { order, records, .. } = self;
        order.sort_unstable_by_key(|&slot| (core::cmp::Reverse(records[slot as usize].priority), slot));
    }

    pub(crate) fn find(&self, id: FieldId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    /// The fields that act, in order.
    pub(crate) fn active(&self) -> impl Iterator<Item = &Field> + Clone + '_ {
        active(&self.order, &self.records)
    }
}

/// The enabled fields of a table, in order of priority.
pub(crate) fn active<'a>(
    order: &'a [u32],
    records: &'a [Field],
) -> impl Iterator<Item = &'a Field> + Clone + 'a {
    order.iter().map(|&slot| &records[slot as usize]).filter(|field| field.enabled)
}
