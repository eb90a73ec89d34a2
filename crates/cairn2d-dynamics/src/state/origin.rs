//! Shifts the origin of all coordinates: large worlds, joints, and the range check.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::tables::check::{Bound, MAX_COORDINATE, check, check_position, check_position64};
use crate::tables::error::ValueError;
use crate::tables::field::Effect;
use crate::tables::joint::{GenericConstraint, JointKind};
use crate::tables::shape::Proxy;
use crate::tables::solver_set::DISABLED_SET;

impl State {
    /// Shifts the origin in a large world. Rebuilds the AABBs, because their rounding changes.
    pub(crate) fn shift_large(&mut self, origin: Vec2) {
        self.bodies.set_broad_phase_origin([0.0; 2]);
        for slot in 0..self.bodies.records.len() as u32 {
            if slot == 0 || !self.bodies.pool.is_alive(slot) {
                continue;
            }
            self.bodies.shift(slot, origin.into());
            if self.bodies.records[slot as usize].set != DISABLED_SET {
                self.refresh_boxes(slot);
            }
        }
        self.shift_fields(origin);
        self.shift_joints(origin);
        self.forget_all_pairs();
    }

    pub(crate) fn shift_fields(&mut self, origin: Vec2) {
        for &slot in &self.fields.order {
            let field = &mut self.fields.records[slot as usize];
            *field = field.shifted(-origin);
        }
    }

    /// Checks that all objects would stay in the usable world.
    pub(crate) fn check_shift(&self, origin: Vec2) -> Result<(), ValueError> {
        let shifted = |name: &'static str, point: Vec2| check_position(name, point - origin).map(|_| ());
        for slot in self.bodies.slots() {
            if self.bodies.is_large() {
                check_position64("position", self.bodies.position(slot) - origin.into())?;
                continue;
            }
            let pose = &self.bodies.poses[slot as usize];
            shifted("position", pose.pose.p)?;
            shifted("centre of mass", pose.center)?;
        }
        for &slot in &self.fields.order {
            let field = self.fields.records[slot as usize].shifted(-origin);
            // Areas that cover the whole world extend beyond the part that stays in range.
            let far = Bound::Range(-2.0 * MAX_COORDINATE, 2.0 * MAX_COORDINATE);
            let mut numbers = Ok(0.0);
            field.area.numbers(|values| {
                for &value in values {
                    numbers = numbers.and(check("area", value, far));
                }
            });
            numbers?;
            if let Effect::Attractor(attractor) = field.effect {
                check_position("center", attractor.center)?;
            }
        }
        for slot in self.joints.pool.slots() {
            let joint = &self.joints.records[slot as usize];
            if joint.kind == JointKind::Grab {
                shifted("target", joint.frames[0].p)?;
            }
            if let GenericConstraint::Pulley { grounds, .. } = self.joints.parts(slot).generic {
                grounds.iter().try_for_each(|&ground| shifted("pulley", ground))?;
            }
        }
        Ok(())
    }

    /// Shifts the world coordinates that joints store.
    pub(crate) fn shift_joints(&mut self, origin: Vec2) {
        for slot in 0..self.joints.records.len() as u32 {
            if !self.joints.pool.is_alive(slot) {
                continue;
            }
            let mut parts = self.joints.parts(slot).clone();
            if let GenericConstraint::Pulley { grounds, .. } = &mut parts.generic {
                grounds.iter_mut().for_each(|ground| *ground -= origin);
                self.joints.set_parts(slot, parts);
            }
            let joint = &mut self.joints.records[slot as usize];
            if joint.kind == JointKind::Grab {
                joint.frames[0].p -= origin;
                let impulses = self.joints.impulses(slot);
                self.joints.refresh(slot, impulses);
            }
        }
    }

    /// Makes the next step search all pairs of moving shapes. Pairs of sleeping shapes are searched when
    /// these wake.
    pub(crate) fn forget_all_pairs(&mut self) {
        for slot in 0..self.shapes.records.len() as u32 {
            if !self.shapes.pool.is_alive(slot) {
                continue;
            }
            match self.shapes.records[slot as usize].proxy {
                Proxy::Moving(item) => self.broad_phase.moving.forget_pairs(item),
                Proxy::Sleeping(_) => self.broad_phase.forget_sleeper(slot),
                Proxy::Sensor(_) => self.sensors.forget(slot),
                Proxy::None | Proxy::Static(_) => {}
            }
        }
    }
}
