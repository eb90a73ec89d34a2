//! Adds, changes, removes and returns fields.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::id::FieldId;
use crate::tables::error::{FieldError, Owner};
use crate::tables::field::Field;
use crate::world::World;

impl World {
    /// Adds a field and returns its id. Wakes sleeping bodies in its area.
    ///
    /// # Errors
    /// The first invalid value, or an area that the effect does not support.
    ///
    /// # Cost
    /// Visits every body once. From then on, each step visits every awake body once per field.
    pub fn add_field(&mut self, field: Field) -> Result<FieldId, FieldError> {
        StandardFloats::within(|| {
            field.validate().map_err(|error| error.about(Owner::NewField))?;
            self.note(Op::AddField, &field);
            self.state.wake_in_field(&field);
            Ok(self.state.fields.insert(field))
        })
    }

    /// Removes a field. Wakes sleeping bodies in its area.
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

    /// Replaces a field and keeps its id. Wakes sleeping bodies in the old and the new area, unless both
    /// fields are equal.
    ///
    /// # Errors
    /// A stale id, the first invalid value, or an area that the effect does not support.
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

    /// Returns a field; `None` for a stale id.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.state.fields.find(id).map(|slot| &self.state.fields.records[slot as usize])
    }

    /// Returns the ids of all fields in ascending slot order.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.state.fields.pool.slots().map(|slot| FieldId::from_raw(self.state.fields.pool.id(slot)))
    }
}
