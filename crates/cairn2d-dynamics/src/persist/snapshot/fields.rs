//! Fields. Their order follows from their priorities.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::tables::check::{Bound, MAX_COORDINATE, check};
use crate::tables::error::SnapshotError;
use crate::tables::field::{
    Area, Attractor, Conveyor, Drag, Effect, Falloff, Field, Floor, Gravity, TimeFlow, Water, Wind,
};

use super::shapes::{read_area, write_area};
use super::{Read, Reader, Writer, box_of, corners, ensure};

/// Kinds of effects by their number.
mod tag {
    pub(super) const GRAVITY: u8 = 0;
    pub(super) const ATTRACTOR: u8 = 1;
    pub(super) const WIND: u8 = 2;
    pub(super) const DRAG: u8 = 3;
    pub(super) const CONVEYOR: u8 = 4;
    pub(super) const WATER: u8 = 5;
    pub(super) const TIME_FLOW: u8 = 6;
    pub(super) const FLOOR: u8 = 7;
}

impl State {
    pub(super) fn write_fields(&self, out: &mut Writer<'_>) {
        for slot in self.fields.pool.slots() {
            let field = &self.fields.records[slot as usize];
            match &field.area {
                Area::Everywhere => out.byte(0),
                Area::Box(bounds) => {
                    out.byte(1);
                    out.floats(corners(*bounds));
                }
                Area::Circle { center, radius } => {
                    out.byte(2);
                    out.floats([center.x, center.y, *radius]);
                }
                Area::Polygon(polygon) => {
                    out.byte(3);
                    write_area(polygon, out);
                }
            }
            out.byte(match field.effect {
                Effect::Gravity(_) => tag::GRAVITY,
                Effect::Attractor(_) => tag::ATTRACTOR,
                Effect::Wind(_) => tag::WIND,
                Effect::Drag(_) => tag::DRAG,
                Effect::Conveyor(_) => tag::CONVEYOR,
                Effect::Water(_) => tag::WATER,
                Effect::TimeFlow(_) => tag::TIME_FLOW,
                Effect::Floor(_) => tag::FLOOR,
            });
            out.floats(field.effect.numbers());
            out.words([field.priority as u32]);
            out.byte(u8::from(field.exclusive) | u8::from(field.enabled) << 1);
            out.long(field.mask);
            out.long(field.user_data);
        }
    }

    pub(super) fn read_fields(&mut self, from: &mut Reader<'_>) -> Read<()> {
        self.fields.order.clear();
        self.fields.pushes.clear();
        self.fields.records.clear();
        self.fields.records.reserve_exact(self.fields.pool.slot_count());
        self.fields.order.reserve_exact(self.fields.pool.slot_count());
        let nothing = || Field::new(Area::Everywhere, Drag::new(0.0));
        for slot in 0..self.fields.pool.slot_count() as u32 {
            let field = if self.fields.pool.is_alive(slot) {
                self.fields.order.push(slot);
                read_field(from)?
            } else {
                nothing()
            };
            self.fields.records.push(field);
        }
        self.fields.sort();
        Ok(())
    }
}

fn read_field(from: &mut Reader<'_>) -> Read<Field> {
    let area = match from.byte()? {
        0 => Area::Everywhere,
        1 => Area::Box(box_of(from.floats()?)),
        2 => Area::Circle { center: from.point()?, radius: from.float()? },
        3 => Area::Polygon(read_area(from)?),
        _ => return Err(SnapshotError::Structure("an area has an unknown kind")),
    };
    // After a shift of the origin an area may extend beyond the usable world, but not by more than its width.
    let mut sound = Ok(0.0);
    area.numbers(|numbers| {
        for &number in numbers {
            let bound = Bound::Range(-2.0 * MAX_COORDINATE, 2.0 * MAX_COORDINATE);
            sound = sound.and(check("area", number, bound));
        }
    });
    sound?;
    let fits = match &area {
        Area::Box(bounds) => bounds.is_valid(),
        Area::Circle { radius, .. } => *radius > 0.0,
        Area::Everywhere | Area::Polygon(_) => true,
    };
    ensure(fits, "an area is invalid")?;
    let effect = read_effect(from)?;
    effect.validate()?;
    ensure(
        !matches!((&area, &effect), (Area::Circle { .. }, Effect::Water(_))),
        "water needs an area with straight sides",
    )?;
    let priority = from.word()? as i32;
    let bits = from.byte()?;
    ensure(bits <= 3, "a field has an unknown mark")?;
    Ok(Field {
        area,
        effect,
        priority,
        exclusive: bits & 1 != 0,
        enabled: bits & 2 != 0,
        mask: from.long()?,
        user_data: from.long()?,
    })
}

fn read_effect(from: &mut Reader<'_>) -> Read<Effect> {
    let tag = from.byte()?;
    let [x, y, a, b, c] = from.floats()?;
    let vector = Vec2 { x, y };
    Ok(match tag {
        tag::GRAVITY => Effect::Gravity(Gravity { acceleration: vector }),
        tag::ATTRACTOR => {
            let falloffs = [Falloff::Constant, Falloff::Inverse, Falloff::InverseSquare];
            let falloff = falloffs.into_iter().find(|&falloff| f32::from(falloff as u8) == b);
            let falloff = falloff.ok_or(SnapshotError::Structure("an attractor has an unknown falloff"))?;
            Effect::Attractor(Attractor { center: vector, strength: a, falloff, min_distance: c })
        }
        tag::WIND => Effect::Wind(Wind { velocity: vector, density: a, drag: b, lift: c }),
        tag::DRAG => Effect::Drag(Drag { linear: a, angular: b, velocity: vector }),
        tag::CONVEYOR => Effect::Conveyor(Conveyor { velocity: vector, max_acceleration: a }),
        tag::WATER => Effect::Water(Water { density: a, drag: b, velocity: vector }),
        tag::TIME_FLOW => Effect::TimeFlow(TimeFlow { scale: x }),
        tag::FLOOR => Effect::Floor(Floor { deceleration: a, velocity: vector }),
        _ => return Err(SnapshotError::Structure("an effect has an unknown kind")),
    })
}
