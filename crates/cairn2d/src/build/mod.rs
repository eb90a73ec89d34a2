//! Builders of objects with many bodies: ropes, bridges, ragdolls, cars, blobs and cloth; and [`Muscles`],
//! which make ragdolls follow a pose. With the feature `polygon`, `Outline` makes a body of any area.
//!
//! All use the public interface only: plain descriptions with public fields, each with a `build` that spawns
//! bodies, joins them, and returns the ids of both. If a part is rejected, the parts before it are removed.

mod figures;
mod lines;
mod muscles;
#[cfg(feature = "polygon")]
mod outline;
mod soft;

pub use figures::{Car, Ragdoll};
pub use lines::{Bridge, Rope};
pub use muscles::Muscles;
#[cfg(feature = "polygon")]
pub use outline::{Outline, OutlineError, WithOutline};
pub use soft::{Blob, Cloth};

use cairn2d_dynamics::{Body, BodyId, Error, JointDef, JointId, World};

use crate::check::check;

/// Largest number of parts of an object along one direction.
const MOST_PARTS: u32 = 10_000;

/// The bodies and joints that a builder made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assembly {
    /// The bodies, in the order that the builder documents.
    pub bodies: Vec<BodyId>,
    /// The joints, in the order that the builder documents.
    pub joints: Vec<JointId>,
    /// Joints that hold the parts together and are not meant to be driven: the springs of the wheels of a
    /// car.
    pub supports: Vec<JointId>,
}

impl Assembly {
    /// Removes all bodies and joints that still exist.
    pub fn remove(&self, world: &mut World) {
        for &joint in self.joints.iter().chain(&self.supports) {
            // An error means that the joint or body is gone already.
            let _ = world.unjoin(joint);
        }
        for &body in &self.bodies {
            let _ = world.despawn(body);
        }
    }

    /// Builds an object; on an error, removes its parts again.
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

/// Checks a number of parts.
fn check_parts(name: &'static str, count: u32, least: u32) -> Result<(), Error> {
    check(name, count as f32, (least as f32, MOST_PARTS as f32))?;
    Ok(())
}

/// Checks a length of a part \[m\].
fn check_length(name: &'static str, length: f32) -> Result<(), Error> {
    check(name, length, (1.0e-3, 1.0e4))?;
    Ok(())
}
