//! Setters of the hooks: the pair filter and the pre-solve hook.

use std::sync::Arc;

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::persist::codec::FunctionSet;
use crate::tables::hooks::{ContactResponse, ContactSituation, PairFilter, PreSolve, ShapePair};
use crate::world::World;

impl World {
    /// Sets a callback that decides whether two shapes may collide. It runs if one shape is
    /// [`hooked`](crate::IntoShape::hooked) and the collision filters accept the pair. It runs when the AABBs
    /// begin to overlap, and in continuous collision. This call ends the contacts of all hooked shapes, so
    /// the next step filters them again.
    ///
    /// # Panics
    /// A panic of the callback does not stop the step. The step treats this pair and all later ones as
    /// accepted, without another callback, and then resumes the panic in the caller of `step`. The world
    /// remains usable.
    ///
    /// # Determinism
    /// Clones of the world share the callback. It should depend on nothing but its argument. One thread calls
    /// it, in an order that depends only on the history of the world.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect}; }
    /// use cairn2d::{Body, Circle, IntoShape, Rect, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Rect::half(2.0, 0.5).hooked()))?;
    /// // Odd numbers fall through.
    /// world.set_pair_filter(|pair| (pair.a.shape_data + pair.b.shape_data) % 2 == 0);
    /// let falls = world.spawn(Body::dynamic().at([-1.0, 1.0]).with(Circle::new(0.3).user_data(1)))?;
    /// let rests = world.spawn(Body::dynamic().at([1.0, 1.0]).with(Circle::new(0.3).user_data(2)))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!(world.body(falls).unwrap().position().y < -1.0);
    /// assert!(world.body(rests).unwrap().position().y > 0.7);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn set_pair_filter(&mut self, filter: impl Fn(&ShapePair) -> bool + Send + Sync + 'static) {
        self.share_pair_filter(Some(Arc::new(filter)));
    }

    /// Removes the pair filter.
    pub fn clear_pair_filter(&mut self) {
        self.share_pair_filter(None);
    }

    /// Like [`set_pair_filter`](Self::set_pair_filter), with a shared callback; `None` removes it.
    pub fn share_pair_filter(&mut self, filter: Option<Arc<PairFilter>>) {
        StandardFloats::within(|| {
            let set = FunctionSet(filter.is_some());
            self.state.hooks.pair_filter = filter;
            for index in 0..self.state.shapes.records.len() {
                let slot = index as u32;
                if self.state.shapes.pool.is_alive(slot) && self.state.shapes.records[index].hooked {
                    self.state.wake_touching(self.state.shapes.records[index].body);
                    self.state.forget_pairs(slot);
                }
            }
            self.note(Op::SetPairFilter, &set);
        });
    }

    /// Sets a callback that decides, in every step, how each touching contact of a
    /// [`hooked`](crate::IntoShape::hooked) shape responds. It also runs for contacts that would begin to
    /// touch. It returns whether the contact acts, and its friction, restitution and tangent speed. Each
    /// value out of range is ignored. In continuous collision it also runs for impacts, where only the
    /// decision to act is used.
    ///
    /// # Panics
    /// As [`set_pair_filter`](Self::set_pair_filter); contacts then respond as if no hook were set.
    ///
    /// # Determinism
    /// As [`set_pair_filter`](Self::set_pair_filter).
    ///
    /// # Cost
    /// One call per hooked contact and step, on the thread that steps the world.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, ContactResponse, IntoShape, Rect, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Rect::half(50.0, 0.5).hooked()))?;
    /// let sled = Body::dynamic().at([0.0, 1.0]).velocity([5.0, 0.0]).with(Rect::half(0.5, 0.5));
    /// let sled = world.spawn(sled)?;
    /// // Ice to the right of x = 1.
    /// world.set_pre_solve(|contact| {
    ///     let friction = if contact.point.x > 1.0 { 0.0 } else { contact.response.friction };
    ///     ContactResponse { friction, ..contact.response }
    /// });
    /// for _ in 0..240 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!(world.body(sled).unwrap().velocity().x > 1.0);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn set_pre_solve(
        &mut self,
        hook: impl Fn(&ContactSituation) -> ContactResponse + Send + Sync + 'static,
    ) {
        self.share_pre_solve(Some(Arc::new(hook)));
    }

    /// Removes the pre-solve hook.
    pub fn clear_pre_solve(&mut self) {
        self.share_pre_solve(None);
    }

    /// Like [`set_pre_solve`](Self::set_pre_solve), with a shared callback; `None` removes it.
    pub fn share_pre_solve(&mut self, hook: Option<Arc<PreSolve>>) {
        StandardFloats::within(|| {
            let set = FunctionSet(hook.is_some());
            self.state.hooks.pre_solve = hook;
            for index in 0..self.state.contacts.hooked.len() {
                let contact = self.state.contacts.hooked[index];
                let material = self.state.mix(self.state.contacts.records[contact as usize].shapes);
                self.state.contacts.set_surface(contact, material);
                for body in self.state.contacts.records[contact as usize].bodies {
                    self.state.wake_body(body);
                }
            }
            self.note(Op::SetPreSolve, &set);
        });
    }
}
