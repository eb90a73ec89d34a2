//! Fields. Their order follows from their priorities.

use crate::persist::codec::{Encode, Reader, Writer};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::tables::check::{Bound, MAX_COORDINATE, check};
use crate::tables::field::{Area, Effect, Field};

use super::{Read, ensure};

impl State {
    pub(super) fn write_fields(&self, out: &mut Writer<'_>) {
        for slot in self.fields.pool.slots() {
            self.fields.records[slot as usize].encode(out);
        }
    }

    pub(super) fn read_fields(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let fields = &mut self.fields;
        fields.order.clear();
        fields.forces.clear();
        fields.order.reserve_exact(fields.pool.slot_count());
        for slot in 0..fields.pool.slot_count() as u32 {
            if fields.pool.is_alive(slot) {
                fields.order.push(slot);
                fields.records[slot as usize] = read_field(from)?;
            }
        }
        self.fields.sort();
        Ok(())
    }

    pub(super) fn hash_fields(&self, hasher: &mut StateHasher) {
        for &slot in &self.fields.order {
            let field = &self.fields.records[slot as usize];
            hasher.word(u64::from(slot) << 32 | u64::from(field.priority as u32));
            hasher.word(field.mask);
            let kind = u64::from(field.effect.kind_bit()) << 2;
            hasher.word(kind | u64::from(field.enabled) << 1 | u64::from(field.exclusive));
            hasher.floats(&field.effect.numbers());
            field.area.numbers(|numbers| hasher.floats(numbers));
        }
    }
}

fn read_field(from: &mut Reader<'_>) -> Read<Field> {
    let field: Field = from.value()?;
    let Field { area, effect, .. } = &field;
    // After a shift of the origin an area may extend beyond the usable world, but not by more than its width.
    let mut sound = Ok(0.0);
    area.numbers(|numbers| {
        for &number in numbers {
            let bound = Bound::Range(-2.0 * MAX_COORDINATE, 2.0 * MAX_COORDINATE);
            sound = sound.and(check("area", number, bound));
        }
    });
    sound?;
    let fits = match area {
        Area::Box(bounds) => bounds.is_valid(),
        Area::Circle { radius, .. } => *radius > 0.0 && !matches!(effect, Effect::Water(_)),
        Area::Polygon(polygon) => polygon.radius() == 0.0,
        Area::Everywhere => true,
    };
    ensure(fits, "an area is invalid")?;
    effect.validate()?;
    Ok(field)
}
