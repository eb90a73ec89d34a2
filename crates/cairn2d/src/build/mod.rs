//! Builders of things that are made of many bodies: ropes, bridges, rag dolls, cars, blobs and cloth; and
//! [`Muscles`] that make dolls follow a pose.
//!
//! All are recipes over the public interface: plain descriptions with public fields, each with a `build` that
//! spawns bodies, joins them, and hands back the ids of both. What is refused half way is removed again.

mod figures;
mod lines;
mod muscles;
mod soft;

pub use figures::{Car, Ragdoll};
pub use lines::{Bridge, Rope};
pub use muscles::Muscles;
pub use soft::{Blob, Cloth};

use cairn2d_dynamics::{Body, BodyId, Error, JointDef, JointId, World};

use crate::check::check;

/// Most parts of one thing along one direction.
const MOST_PARTS: u32 = 10_000;

/// What a builder made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembly {
    /// Its bodies, in the order that the builder says.
    pub bodies: Vec<BodyId>,
    /// Its joints, likewise.
    pub joints: Vec<JointId>,
    /// Joints that only hold it together and are not meant to be driven: the springs of the wheels of a car.
    pub supports: Vec<JointId>,
}

impl Assembly {
    /// Removes whatever is left of it.
    pub fn remove(&self, world: &mut World) {
        for &joint in self.joints.iter().chain(&self.supports) {
            // What broke or was removed is gone already, which is what is wanted; likewise below.
            let _ = world.unjoin(joint);
        }
        for &body in &self.bodies {
            let _ = world.despawn(body);
        }
    }

    /// Makes a thing, or nothing.
    fn make(
        world: &mut World,
        recipe: impl FnOnce(&mut Assembly, &mut World) -> Result<(), Error>,
    ) -> Result<Assembly, Error> {
        let mut assembly = Assembly::default();
        match recipe(&mut assembly, world) {
            Ok(()) => Ok(assembly),
            Err(error) => {
                assembly.remove(world);
                Err(error)
            }
        }
    }

    fn spawn(&mut self, world: &mut World, body: Body) -> Result<BodyId, Error> {
        let id = world.spawn(body)?;
        self.bodies.push(id);
        Ok(id)
    }

    fn join(&mut self, world: &mut World, joint: impl Into<JointDef>) -> Result<(), Error> {
        let id = world.join(joint)?;
        self.joints.push(id);
        Ok(())
    }

    fn support(&mut self, world: &mut World, joint: impl Into<JointDef>) -> Result<(), Error> {
        self.supports.push(world.join(joint)?);
        Ok(())
    }
}

/// A number of parts.
fn check_parts(name: &'static str, count: u32, least: u32) -> Result<(), Error> {
    check(name, count as f32, (least as f32, MOST_PARTS as f32))?;
    Ok(())
}

/// A length of a part \[m\].
fn check_length(name: &'static str, length: f32) -> Result<(), Error> {
    check(name, length, (1.0e-3, 1.0e4))?;
    Ok(())
}
