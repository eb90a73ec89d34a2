//! Adding, changing and removing fields.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::id::FieldId;
use crate::tables::error::{FieldError, Owner};
use crate::tables::field::Field;
use crate::world::World;

impl World {
    /// Adds a field. Sleeping bodies in its reach wake.
    ///
    /// # Errors
    /// The first value that is not usable, or an area that does not suit the effect.
    ///
    /// # Cost
    /// Looks at every body once. From then on each step looks at every awake body once per field.
    pub fn add_field(&mut self, field: Field) -> Result<FieldId, FieldError> {
        StandardFloats::within(|| {
            field.validate().map_err(|error| error.about(Owner::NewField))?;
            self.note(Op::AddField, &field);
            self.state.wake_in_field(&field);
            Ok(self.state.fields.insert(field))
        })
    }

    /// Removes a field. Sleeping bodies in its reach wake.
    ///
    /// # Errors
    /// A stale id.
    pub fn remove_field(&mut self, id: FieldId) -> Result<(), FieldError> {
        StandardFloats::within(|| {
            let slot = self.state.fields.find(id).ok_or_else(|| FieldError::Stale(id.to_string()))?;
            let field = self.state.fields.records[slot as usize].clone();
            self.state.wake_in_field(&field);
            self.state.fields.remove(slot);
            self.note(Op::RemoveField, &id);
            Ok(())
        })
    }

    /// Puts another field in the place of one, under the same id. Sleeping bodies in the reach of either wake, unless they are equal.
    ///
    /// # Errors
    /// A stale id, the first value that is not usable, or an area that does not suit the effect.
    pub fn set_field(&mut self, id: FieldId, field: Field) -> Result<(), FieldError> {
        StandardFloats::within(|| {
            let slot = self.state.fields.find(id).ok_or_else(|| FieldError::Stale(id.to_string()))?;
            field.validate().map_err(|error| error.about(Owner::Field(id)))?;
            if self.state.fields.records[slot as usize] == field {
                return Ok(());
            }
            self.note(Op::SetField, &(id, &field));
            let former = core::mem::replace(&mut self.state.fields.records[slot as usize], field);
            self.state.fields.sort();
            self.state.wake_in_field(&former);
            let field = self.state.fields.records[slot as usize].clone();
            self.state.wake_in_field(&field);
            Ok(())
        })
    }

    /// A field to look at; `None` for a stale id.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.state.fields.find(id).map(|slot| &self.state.fields.records[slot as usize])
    }

    /// Ids of all fields in ascending slot order.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.state.fields.pool.slots().map(|slot| FieldId::from_raw(self.state.fields.pool.id(slot)))
    }
}
