//! Shifting the origin of a live world, so that the action stays where floats are fine.
//!
//! Everything that is kept in world coordinates moves: bodies, boxes and their trees, fields, and the points of joints that are not on a
//! body. All else (anchors, manifolds, impulses, timers) is relative and stays as it is. So a shift by which no coordinate is rounded loses
//! nothing: a shift back gives the same world, to the bit. Between them only roundings differ, which are finer near the origin.
//!
//! Rounding keeps the order of coordinates, so boxes that overlapped still do and trees stay sound; but boxes that were a hair apart may now
//! touch, without the contact that such boxes have. So after a shift that rounded, all pairs are looked for anew.

use cairn2d_math::{Aabb, StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::state::State;
use crate::tables::check::{Bound, MAX_COORDINATE, check, check_position, check_position64};
use crate::tables::error::ValueError;
use crate::tables::field::Effect;
use crate::tables::joint::{JointKind, Relation};
use crate::tables::shape::Proxy;
use crate::tables::solver_set::DISABLED_SET;

use super::World;

impl World {
    /// Makes a point of the world \[m\] its new origin: everything moves by as much the other way. Nothing wakes, no contact ends, and no event
    /// is told; what events of before say is where things were. Where no coordinate needs rounding, as where things come nearer to the origin by
    /// a power of two, nothing is lost: a shift back gives the same world, to the bit.
    ///
    /// What is outside of the world does not follow: characters, custom constraints that name points of the world, your own numbers.
    ///
    /// # Errors
    /// A point out of range, or one from which a body, a field or a joint would be.
    ///
    /// # Cost
    /// Touches everything once. If anything was rounded, the next step looks for all pairs.
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
            self.state.broad_phase.shift(-origin);
            // What is in the usable world cannot leave the range of floats.
            let _ = self.state.sensors.tree.shift(-origin);
            if !exact {
                self.state.forget_all_pairs();
            }
            self.note(Op::ShiftOrigin, &origin);
            Ok(())
        })
    }
}

impl State {
    /// The same in a large world, whose boxes are rounded anew.
    fn shift_large(&mut self, origin: Vec2) {
        self.bodies.set_home([0.0; 2]);
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

    fn shift_fields(&mut self, origin: Vec2) {
        for &slot in &self.fields.order {
            let field = &mut self.fields.records[slot as usize];
            *field = field.shifted(-origin);
        }
    }

    /// Whether everything would still be in the usable world.
    fn check_shift(&self, origin: Vec2) -> Result<(), ValueError> {
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
            // Areas that cover all of the world reach beyond what is left of it.
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
            if let Relation::Pulley { grounds, .. } = self.joints.parts(slot).relation {
                grounds.iter().try_for_each(|&ground| shifted("pulley", ground))?;
            }
        }
        Ok(())
    }

    /// Shifts what joints keep in world coordinates.
    fn shift_joints(&mut self, origin: Vec2) {
        for slot in 0..self.joints.records.len() as u32 {
            if !self.joints.pool.is_alive(slot) {
                continue;
            }
            let mut parts = self.joints.parts(slot).clone();
            if let Relation::Pulley { grounds, .. } = &mut parts.relation {
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

    /// Lets the next step look for the pairs of everything that moves, and those of sleepers when they wake.
    fn forget_all_pairs(&mut self) {
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
