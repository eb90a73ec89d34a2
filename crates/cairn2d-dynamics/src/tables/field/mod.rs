//! Fields, which act on all bodies in an area: the definition, and the table of a world.
//!
//! Invariant: `order` holds every live field, highest priority first, and among equals in the order of their
//! slots.

mod area;
mod effect;
mod forces;

pub use area::Area;
pub use effect::{Attractor, Conveyor, Drag, Effect, Falloff, Floor, Gravity, TimeFlow, Water, Wind};
pub(crate) use forces::{FieldForces, Subject, time_flow};

use cairn2d_geometry::Outline;
use cairn2d_math::Vec2;

use crate::store::capacity::reserve_total;
use crate::store::id::FieldId;
use crate::store::table::table;
use crate::tables::error::{FieldError, KindError};
use crate::tables::parts::{FIELDS, check_part};

/// A field acts on all dynamic bodies in an area: gravity, an attractor, wind, drag, a conveyor, a floor in a
/// top-down view, water, or a time scale.
///
/// Gravity, attractors, drag, conveyors and floors act on a body whose centre of mass is in the area. Wind
/// acts on each shape whose centroid is in it, water on exactly the immersed part of each shape. Fields act
/// at the position predicted for the middle of the step, which makes orbits of free bodies as accurate as a
/// leapfrog.
///
/// If fields of one kind overlap, all act, in order of priority. An *exclusive* field suppresses later fields
/// of its kind; world gravity comes last. Gravity and attractors are one kind, conveyors and floors another.
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
    /// Returns a field of priority 0. Gravity, conveyors and floors are exclusive by default, the others are
    /// not.
    pub fn new(area: Area, effect: impl Into<Effect>) -> Field {
        let effect = effect.into();
        let exclusive = matches!(effect, Effect::Gravity(_) | Effect::Conveyor(_) | Effect::Floor(_));
        Field { area, effect, priority: 0, exclusive, mask: u64::MAX, enabled: true, user_data: 0 }
    }

    /// Sets the priority; fields of higher priority act first. Default 0.
    pub fn priority(mut self, priority: i32) -> Field {
        self.priority = priority;
        self
    }

    /// Sets whether the field suppresses later fields of the same kind where it acts.
    pub fn exclusive(mut self, exclusive: bool) -> Field {
        self.exclusive = exclusive;
        self
    }

    /// Sets the category mask: the field acts only on bodies with a shape whose category has a bit in common
    /// with it. Default all bodies.
    pub fn mask(mut self, mask: u64) -> Field {
        self.mask = mask;
        self
    }

    /// Makes the field start disabled, without effect.
    pub fn disabled(mut self) -> Field {
        self.enabled = false;
        self
    }

    /// Sets the user data. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Field {
        self.user_data = user_data;
        self
    }

    /// Returns the area.
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// Returns the effect.
    pub fn effect(&self) -> &Effect {
        &self.effect
    }

    /// Returns the priority.
    pub fn get_priority(&self) -> i32 {
        self.priority
    }

    /// Returns whether the field suppresses later fields of its kind.
    pub fn is_exclusive(&self) -> bool {
        self.exclusive
    }

    /// Returns the category mask.
    pub fn get_mask(&self) -> u64 {
        self.mask
    }

    /// Returns whether the field is enabled.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Returns the user data.
    pub fn get_user_data(&self) -> u64 {
        self.user_data
    }

    /// Returns the field displaced by a vector.
    pub(crate) fn shifted(&self, by: Vec2) -> Field {
        let effect = match self.effect {
            Effect::Attractor(pull) => Effect::Attractor(Attractor { center: pull.center + by, ..pull }),
            other => other,
        };
        Field { area: self.area.shifted(by), effect, ..self.clone() }
    }

    /// Checks that every number is valid.
    ///
    /// # Errors
    /// The first invalid value, or an area that the effect does not support.
    pub fn validate(&self) -> Result<(), FieldError> {
        check_part("fields", FIELDS, true)?;
        self.area.validate()?;
        if matches!((&self.area, &self.effect), (Area::Circle { .. }, Effect::Water(_))) {
            return Err(KindError::new("water needs an area with straight sides").into());
        }
        self.effect.validate()
    }
}

table! {
    /// All fields of a world.
    Fields of FieldRow {
        columns {
            records: Vec<Field> = Field::new(Area::Everywhere, Drag::new(0.0));
        }
        others {
            /// Slots in order of priority.
            order: Vec<u32> = Vec::new();
        }
        caches {
            /// Working memory of the stage: outlines, and the field force on each body in this step.
            outline: Outline = Outline::default();
            forces: Vec<(u32, FieldForces)> = Vec::new();
        }
    }
}

impl Fields {
    pub(crate) fn new(tag: u8) -> Fields {
        Fields::empty(tag)
    }

    /// Reserves memory for this many fields that act on this many bodies.
    pub(crate) fn reserve(&mut self, fields: usize, bodies: usize) {
        self.reserve_rows(fields);
        reserve_total(&mut self.order, fields);
        reserve_total(&mut self.forces, bodies);
    }

    pub(crate) fn insert(&mut self, field: Field) -> FieldId {
        let slot = self.insert_row(FieldRow { records: field });
        self.order.push(slot);
        self.sort();
        FieldId::from_raw(self.pool.id(slot))
    }

    pub(crate) fn remove(&mut self, slot: u32) {
        self.order.retain(|&other| other != slot);
        self.pool.remove(slot);
    }

    /// Sorts the fields again after a priority changed.
    pub(crate) fn sort(&mut self) {
        let Fields { order, records, .. } = self;
        order.sort_unstable_by_key(|&slot| (core::cmp::Reverse(records[slot as usize].priority), slot));
    }

    pub(crate) fn find(&self, id: FieldId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    /// Returns the enabled fields in order of priority.
    pub(crate) fn active(&self) -> impl Iterator<Item = &Field> + Clone + '_ {
        active(&self.order, &self.records)
    }
}

/// Returns the enabled fields of a table in order of priority.
pub(crate) fn active<'a>(
    order: &'a [u32],
    records: &'a [Field],
) -> impl Iterator<Item = &'a Field> + Clone + 'a {
    order.iter().map(|&slot| &records[slot as usize]).filter(|field| field.enabled)
}
