//! Systems that step with a world: a wind, a gas, a fluid, a terrain.
//!
//! A [`WorldSystem`] has a state of its own beside the bodies. It acts before and after each step by public
//! calls of the [`World`], so a recording of the world replays without the system. [`Systems`] is a list of
//! them: it steps them with the world in order, and joins their states in one hash and one snapshot.
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d::system::{BytesError, BytesReader, BytesWriter, Systems, WorldSystem};
//! use cairn2d::{BodyImpulse, Error};
//!
//! /// Pushes a body upwards in every second step.
//! #[derive(Clone)]
//! struct Pulse {
//!     body: BodyId,
//!     step: u32,
//! }
//!
//! impl WorldSystem for Pulse {
//!     fn name(&self) -> &'static str {
//!         "pulse"
//!     }
//!
//!     fn before(&mut self, world: &mut World, _dt: f32) -> Result<(), Error> {
//!         if self.step % 2 == 0 {
//!             world.apply_impulses(&[BodyImpulse::new(self.body, [0.0, 0.3], 0.0)], 0.0)?;
//!         }
//!         self.step += 1;
//!         Ok(())
//!     }
//!
//!     fn write(&self, out: &mut Vec<u8>) {
//!         BytesWriter::new(out).u32(self.step);
//!     }
//!
//!     fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError> {
//!         let mut reader = BytesReader::new(bytes);
//!         let step = reader.u32()?;
//!         reader.end()?;
//!         self.step = step;
//!         Ok(())
//!     }
//!
//!     fn memory(&self) -> usize {
//!         size_of::<Self>()
//!     }
//! }
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let body = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
//! let mut systems = Systems::new().with(Pulse { body, step: 0 });
//! systems.step(&mut world, 1.0 / 60.0)?;
//! let saved = systems.snapshot(&world);
//! systems.step(&mut world, 1.0 / 60.0)?;
//! let hash = systems.hash(&world);
//! systems.restore(&mut world, &saved)?;
//! systems.step(&mut world, 1.0 / 60.0)?;
//! assert_eq!(systems.hash(&world), hash);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Determinism
//! A system gives the same bits everywhere if it depends on its own state, the world and `dt` only. It uses
//! `+ - * /`, `sqrt` and the functions of [`math`](crate::math), and no order of a hash table. The list calls
//! it with the standard rounding modes ([`StandardFloats`]).

mod bytes;
mod list;

pub use bytes::{BytesError, BytesReader, BytesWriter, SystemHasher};
pub use list::{RestoreError, Systems};

use core::any::Any;

use cairn2d_dynamics::{Error, World};
#[cfg(doc)]
use cairn2d_math::StandardFloats;

/// A state beside the bodies of a world, which acts before and after each step.
///
/// Everything it does to the world goes through public calls, such as
/// [`World::apply_impulses`] and [`World::replace_shapes`].
/// A type that is also [`Clone`] needs no further code to be copied.
pub trait WorldSystem: Any + Send + CloneSystem {
    /// Returns the name, 1 to 255 bytes; it identifies the bytes of the system in a snapshot and in errors.
    fn name(&self) -> &'static str;

    /// Acts before a step of `dt` `[s]`, 0 to 1. Forces belong here: the contacts of the step see them. The
    /// events of the last step are still available.
    ///
    /// # Errors
    /// Errors of the world. The world and the systems may then be between two states: restore a snapshot.
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let _ = (world, dt);
        Ok(())
    }

    /// Acts after a step of `dt` `[s]`. Responses to its events belong here.
    ///
    /// # Errors
    /// As for [`before`](WorldSystem::before).
    fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        let _ = (world, dt);
        Ok(())
    }

    /// Appends the state that the future depends on, options included. Two systems that write the same bytes
    /// must go on with the same bits.
    fn write(&self, out: &mut Vec<u8>);

    /// Replaces the state with bytes of [`write`](WorldSystem::write).
    ///
    /// The bytes may come from any source. A read takes no more memory than the bytes account for, a system
    /// that was read is valid, and a read that fails leaves the system as it was.
    ///
    /// # Errors
    /// The first fault of the bytes.
    fn read(&mut self, bytes: &[u8]) -> Result<(), BytesError>;

    /// Returns a hash of the state. The default hashes the bytes of [`write`](WorldSystem::write); another
    /// one must depend on every bit that they depend on.
    fn hash(&self) -> u64 {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        let mut hasher = SystemHasher::default();
        hasher.bytes(&bytes);
        hasher.finish()
    }

    /// Returns the approximate size of a copy in bytes; histories limit the number of their copies by it.
    fn memory(&self) -> usize;
}

/// A system that can be copied with its world; every system that is [`Clone`] is one.
pub trait CloneSystem {
    /// Returns a copy in the same state.
    fn boxed(&self) -> Box<dyn WorldSystem>;

    /// Copies the state of another system of the same type by [`Clone::clone_from`], which may reuse memory.
    /// Returns false, and does nothing, if the other one has another type.
    fn copy_from(&mut self, other: &dyn WorldSystem) -> bool;
}

impl<T: WorldSystem + Clone> CloneSystem for T {
    fn boxed(&self) -> Box<dyn WorldSystem> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, other: &dyn WorldSystem) -> bool {
        let other: &dyn Any = other;
        let same = other.downcast_ref::<T>();
        if let Some(other) = same {
            self.clone_from(other);
        }
        same.is_some()
    }
}

#[cfg(test)]
mod tests;
