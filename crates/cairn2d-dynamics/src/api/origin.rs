//! `World::shift_origin`, which moves the origin of all coordinates.

use cairn2d_math::{Aabb, StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::tables::check::check_position;
use crate::tables::error::ValueError;
use crate::tables::shape::Proxy;
use crate::world::World;

impl World {
    /// Makes a point of the world \[m\] the new origin: subtracts it from all coordinates. Wakes no body,
    /// ends no contact and adds no event. Existing events keep their old coordinates.
    ///
    /// A shift without rounding is exact, for example a shift by a power of two that brings all objects
    /// nearer to the origin. A shift back then restores the same bits.
    ///
    /// Data outside the world does not shift: characters, custom constraints that name points of the world,
    /// and user data.
    ///
    /// # Errors
    /// A point out of range, or a shift that would move a body, a field or a joint out of range.
    ///
    /// # Cost
    /// Visits every object once. If a coordinate was rounded, the next step searches all pairs again.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, Circle, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let ship = world.spawn(Body::dynamic().at([8192.0, 64.0]).with(Circle::new(1.0)))?;
    /// world.shift_origin([8192.0, 0.0])?;
    /// assert_eq!(world.body(ship).unwrap().position(), [0.0, 64.0].into());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn shift_origin(&mut self, origin: impl Into<Vec2>) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            let origin = check_position("origin", origin.into())?;
            self.state.check_shift(origin)?;
            if self.state.bodies.is_large() {
                self.state.shift_large(origin);
                self.note(Op::ShiftOrigin, &origin);
                return Ok(());
            }
            let mut exact = true;
            let mut shift = |point: &mut Vec2| {
                let moved = *point - origin;
                exact &= moved + origin == *point;
                *point = moved;
            };
            for slot in self.state.bodies.pool.slots().skip(1) {
                let pose = &mut self.state.bodies.poses[slot as usize];
                shift(&mut pose.pose.p);
                shift(&mut pose.center);
            }
            for slot in self.state.shapes.pool.slots() {
                if self.state.shapes.records[slot as usize].proxy != Proxy::None {
                    let Aabb { min, max } = &mut self.state.shapes.boxes[slot as usize];
                    shift(min);
                    shift(max);
                }
            }
            self.state.shift_fields(origin);
            self.state.shift_joints(origin);
            self.state.shift_portals(origin);
            self.state.broad_phase.shift(-origin);
            // Coordinates in the usable world cannot overflow.
            let _ = self.state.sensors.tree.shift(-origin);
            if !exact {
                self.state.forget_all_pairs();
            }
            self.note(Op::ShiftOrigin, &origin);
            Ok(())
        })
    }
}
