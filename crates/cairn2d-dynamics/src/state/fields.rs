//! Field forces on single bodies, and waking of bodies in a field.

use cairn2d_math::{DVec2, Vec2};

use crate::state::State;
use crate::tables::body::flag;
use crate::tables::field::Field;
use crate::tables::solver_set::FIRST_SLEEPING_SET;

impl State {
    /// Whether only gravity and forces act, at the time scale of the world.
    #[inline]
    pub(crate) fn pulls_evenly(&self) -> bool {
        self.fields.forces.is_empty() && self.bodies.time_scales.is_empty()
    }

    /// Returns the acceleration of an unconstrained body by gravity, forces and the field forces of this
    /// step, without damping \[m/s²\]. Zero if it overflows.
    pub(crate) fn pull_on(&self, slot: u32) -> Vec2 {
        let (motion, state) = (&self.bodies.motions[slot as usize], &self.bodies.states[slot as usize]);
        if state.inv_mass == 0.0 {
            return Vec2::ZERO;
        }
        if !self.images.is_empty() && self.is_image(slot) {
            return self.turn_to(slot).rotate(self.pull_on(self.owner_of(slot)));
        }
        let forces = &self.fields.forces;
        let (free, force) = match forces.binary_search_by_key(&slot, |&(body, _)| body) {
            Ok(place) => {
                let acting = &forces[place].1;
                (acting.gravity * motion.gravity_scale + acting.acceleration, motion.force + acting.force)
            }
            Err(_) => (self.config.gravity * motion.gravity_scale, motion.force),
        };
        let scale = self.bodies.time_scale(slot).applied;
        let pull = (free + force * state.inv_mass) * (scale * scale);
        let along = |lock: u32, pull: f32| if motion.flags & lock == 0 { pull } else { 0.0 };
        let pull = Vec2::new(along(flag::LOCK_X, pull.x), along(flag::LOCK_Y, pull.y));
        if pull.length() < f32::INFINITY { pull } else { Vec2::ZERO }
    }

    pub(crate) fn wake_in_field(&mut self, field: &Field) {
        if !field.enabled {
            return;
        }
        for slot in 0..self.bodies.records.len() as u32 {
            let index = slot as usize;
            let sleeps = self.bodies.records[index].set >= FIRST_SLEEPING_SET;
            let center = self.bodies.pose_from(slot, DVec2::ZERO).center;
            let extent = self.bodies.motions[index].extent;
            if sleeps && self.bodies.pool.is_alive(slot) && field.area.is_near(center, extent) {
                self.wake_body(slot);
            }
        }
    }

    /// Checks the order of the fields.
    pub(crate) fn validate_fields(&self) -> Result<(), String> {
        let key = |slot: u32| (core::cmp::Reverse(self.fields.records[slot as usize].priority), slot);
        if self.fields.order.len() != self.fields.pool.count() as usize {
            return Err("a field is in no order".to_owned());
        }
        if !self.fields.order.iter().all(|&slot| self.fields.pool.is_alive(slot)) {
            return Err("a field that is gone is in the order".to_owned());
        }
        if !self.fields.order.is_sorted_by_key(|&slot| key(slot)) {
            return Err("fields are out of order".to_owned());
        }
        Ok(())
    }
}
