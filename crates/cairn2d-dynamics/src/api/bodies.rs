//! `World::despawn`, which removes a body.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::store::id::BodyId;
use crate::store::slot::NONE;
use crate::tables::error::BodyError;
use crate::world::World;

impl World {
    /// Removes a body with its shapes and joints. Touching bodies wake; touching contacts end with an end
    /// event.
    ///
    /// # Errors
    /// A stale id.
    pub fn despawn(&mut self, id: BodyId) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let slot = self.state.find_body(id)?;
            self.state.wake_touching(slot);
            for body in self.state.images_of(slot).into_iter().chain([slot]) {
                while self.state.bodies.records[body as usize].head_joint != NONE {
                    self.state.destroy_joint(self.state.bodies.records[body as usize].head_joint / 2);
                }
            }
            self.state.leave_portals(slot);
            while self.state.bodies.records[slot as usize].head_shape != NONE {
                self.state.destroy_shape(self.state.bodies.records[slot as usize].head_shape);
            }
            self.state.leave_set(slot);
            self.state.moves.forget(slot);
            self.state.bodies.remove(slot);
            self.note(Op::Despawn, &id);
            Ok(())
        })
    }
}
