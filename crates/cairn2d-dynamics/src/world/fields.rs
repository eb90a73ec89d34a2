//! Fields of a world: adding and removing them, and the stage that applies them.
//!
//! Fields act on awake bodies only; what sleeps is at rest under them, as it is under gravity. A field that is added, changed or removed
//! wakes the sleepers in its reach.

use cairn2d_math::{DVec2, Pose, StandardFloats, Vec2};

use crate::kernels::solver::StepConstants;
use crate::persist::calls::Op;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::id::FieldId;
use crate::tables::body::flag;
use crate::tables::error::{FieldError, Owner};
use crate::tables::field::{Field, Push, Subject};
use crate::tables::solver_set::FIRST_SLEEPING_SET;

use super::World;
use super::step::{StepContext, damped};

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

impl State {
    /// Computes what the fields do to every awake body in this step.
    pub(crate) fn apply_fields(&mut self, _scratch: &mut Scratch, step: &mut StepContext) {
        self.find_field_forces(step.constants.dt);
    }

    /// The same in a step of this length \[s\].
    pub(crate) fn find_field_forces(&mut self, dt: f32) {
        self.fields.pushes.clear();
        if dt == 0.0 {
            return;
        }
        self.enter_time_flows();
        if self.fields.order.is_empty() {
            return;
        }
        let mut pushes = core::mem::take(&mut self.fields.pushes);
        let mut outline = core::mem::take(&mut self.fields.outline);
        for &slot in self.sets.awake() {
            let Some(subject) = self.subject(slot, dt) else { continue };
            let solid = self.shapes_of(slot).map(|shape| &self.shapes.records[shape as usize]);
            let solid = solid.filter(|shape| !shape.is_sensor);
            let shapes = solid.map(|shape| (&shape.geometry, shape.filter.category));
            let surroundings = (self.config.gravity, &mut outline);
            if let Some(push) = Push::of(self.fields.active(), &subject, shapes, surroundings) {
                pushes.push((slot, push));
            }
        }
        pushes.sort_unstable_by_key(|&(slot, _)| slot);
        (self.fields.pushes, self.fields.outline) = (pushes, outline);
    }

    /// Fixes what gravity, forces and damping do to the bodies in fields in each sub-step.
    pub(crate) fn push_bodies(&mut self, constants: &StepConstants) {
        for (slot, push) in &self.fields.pushes {
            let index = *slot as usize;
            let (motion, state) = (&self.bodies.motions[index], &self.bodies.states[index]);
            let scale = self.bodies.time_scale(*slot).applied;
            let kick = &mut self.bodies.kicks[index];
            let (decay, time) = damped((motion.linear_damping + push.linear_damping) * scale, constants.h);
            let (angular_decay, angular_time) =
                damped((motion.angular_damping + push.angular_damping) * scale, constants.h);
            let (time, angular_time) = (time * scale * scale, angular_time * scale * scale);
            let free = push.gravity * motion.gravity_scale + push.acceleration;
            let free = if state.inv_mass > 0.0 { free } else { Vec2::ZERO };
            kick.velocity = free * time + (motion.force + push.force) * (time * state.inv_mass);
            kick.angular_velocity = angular_time * state.inv_inertia * (motion.torque + push.torque);
            kick.linear_decay = decay;
            kick.angular_decay = angular_decay;
        }
    }

    /// Whether nothing but gravity and forces pulls, in the time of the world.
    #[inline]
    pub(crate) fn pulls_evenly(&self) -> bool {
        self.fields.pushes.is_empty() && self.bodies.time_scales.is_empty()
    }

    /// Acceleration of a body that nothing holds, by gravity, forces and what fields were found to do in this step, damping apart \[m/s²\]; none if
    /// it is more than a float holds.
    pub(crate) fn pull_on(&self, slot: u32) -> Vec2 {
        let (motion, state) = (&self.bodies.motions[slot as usize], &self.bodies.states[slot as usize]);
        if state.inv_mass == 0.0 {
            return Vec2::ZERO;
        }
        let pushes = &self.fields.pushes;
        let (free, force) = match pushes.binary_search_by_key(&slot, |&(body, _)| body) {
            Ok(place) => {
                let push = &pushes[place].1;
                (push.gravity * motion.gravity_scale + push.acceleration, motion.force + push.force)
            }
            Err(_) => (self.config.gravity * motion.gravity_scale, motion.force),
        };
        let scale = self.bodies.time_scale(slot).applied;
        let pull = (free + force * state.inv_mass) * (scale * scale);
        let along = |lock: u32, pull: f32| if motion.flags & lock == 0 { pull } else { 0.0 };
        let pull = Vec2::new(along(flag::LOCK_X, pull.x), along(flag::LOCK_Y, pull.y));
        if pull.length() < f32::INFINITY { pull } else { Vec2::ZERO }
    }

    /// An awake body as fields see it; `None` for one that nothing moves.
    fn subject(&self, slot: u32, dt: f32) -> Option<Subject> {
        let index = slot as usize;
        let (state, motion) = (&self.bodies.states[index], &self.bodies.motions[index]);
        if state.inv_mass == 0.0 && state.inv_inertia == 0.0 {
            return None;
        }
        let pose = self.bodies.pose_from(slot, DVec2::ZERO);
        let q = pose.pose.q.integrate(0.5 * dt * state.angular_velocity);
        Some(Subject {
            center: pose.center + state.velocity * (0.5 * dt),
            pose: Pose { p: -q.rotate(pose.local_center), q },
            velocity: state.velocity,
            angular_velocity: state.angular_velocity,
            inv_mass: state.inv_mass,
            inv_inertia: state.inv_inertia,
            gravity_scale: motion.gravity_scale,
            force: motion.force,
            torque: motion.torque,
            linear_damping: motion.linear_damping,
            extent: motion.extent,
            dt,
        })
    }

    fn wake_in_field(&mut self, field: &Field) {
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
