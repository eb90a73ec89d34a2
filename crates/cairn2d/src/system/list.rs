//! The systems of a world in the order in which they act, and snapshots of the world with them.
//!
//! **Layout of a snapshot.** A header of 32 bytes: mark, version, number of systems, length and checksum of
//! the rest. Then the snapshot of the world after its length in 64 bits, and for each system the length of
//! its name in one byte, the name, the length of its state in 64 bits, and the state.

use core::any::Any;
use core::fmt;

use cairn2d_dynamics::{Error, SnapshotError, StepError, StepReport, World};
use cairn2d_math::StandardFloats;

use crate::check::check;
use crate::system::WorldSystem;
use crate::system::bytes::{BytesError, BytesReader, BytesWriter, SystemHasher};

/// First bytes of a snapshot of a world with systems.
const MARK: [u8; 8] = *b"cairnsys";

/// Version of the layout; the world and each system have versions of their own.
const VERSION: u32 = 1;

/// Bytes before the world.
const HEADER: usize = 32;

/// The systems of one world, in the order in which they act.
///
/// A copy continues exactly as the original. The list belongs to one world: [`Systems::hash`],
/// [`Systems::snapshot`] and [`Systems::restore`] take that world.
#[derive(Default)]
pub struct Systems {
    list: Vec<Box<dyn WorldSystem>>,
    /// Memory of the systems before the last restoration, for the next one.
    spare: Vec<Box<dyn WorldSystem>>,
}

impl Systems {
    /// Returns an empty list.
    pub fn new() -> Systems {
        Systems::default()
    }

    /// Returns the list with another system at its end.
    #[must_use = "it returns the longer list"]
    pub fn with(mut self, system: impl WorldSystem) -> Systems {
        self.add(system);
        self
    }

    /// Adds a system at the end; returns its index.
    pub fn add(&mut self, system: impl WorldSystem) -> usize {
        self.list.push(Box::new(system));
        self.list.len() - 1
    }

    /// Removes and returns the system at an index; later ones move up. `None` if there is none.
    pub fn remove(&mut self, index: usize) -> Option<Box<dyn WorldSystem>> {
        (index < self.list.len()).then(|| self.list.remove(index))
    }

    /// Returns the number of systems.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there is no system.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the systems in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &dyn WorldSystem> {
        self.list.iter().map(|system| &**system)
    }

    /// Returns the first system of a type.
    pub fn get<T: WorldSystem>(&self) -> Option<&T> {
        self.list.iter().find_map(|system| {
            let system: &dyn Any = &**system;
            system.downcast_ref()
        })
    }

    /// Returns the first system of a type, to change it between steps.
    pub fn get_mut<T: WorldSystem>(&mut self) -> Option<&mut T> {
        self.list.iter_mut().find_map(|system| {
            let system: &mut dyn Any = &mut **system;
            system.downcast_mut()
        })
    }

    /// Calls [`WorldSystem::before`] of all systems in order, for callers that step the world themselves.
    ///
    /// # Errors
    /// A length of step that [`World::step`] rejects; no system has acted then. The first error of a system;
    /// later systems have not acted then.
    pub fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.act(dt, |system| system.before(world, dt))
    }

    /// Calls [`WorldSystem::after`] of all systems in order, after a step by the caller.
    ///
    /// # Errors
    /// As for [`before`](Systems::before).
    pub fn after(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.act(dt, |system| system.after(world, dt))
    }

    fn act(
        &mut self,
        dt: f32,
        mut act: impl FnMut(&mut dyn WorldSystem) -> Result<(), Error>,
    ) -> Result<(), Error> {
        check("dt", dt, (0.0, 1.0)).map_err(StepError::from)?;
        StandardFloats::within(|| self.list.iter_mut().try_for_each(|system| act(&mut **system)))
    }

    /// Steps the world by `dt` `[s]`, 0 to 1: all systems act before it in order, then the world steps, then
    /// all systems act after it in order.
    ///
    /// # Errors
    /// A length out of range: nothing has changed then. Errors of systems and of [`World::step`]: world and
    /// systems may then be between two states, and a snapshot brings back a whole one.
    ///
    /// # Panics
    /// As for [`World::step`]; the systems have not acted after the step then.
    pub fn step(&mut self, world: &mut World, dt: f32) -> Result<StepReport, Error> {
        self.before(world, dt)?;
        let report = world.step(dt)?;
        self.after(world, dt)?;
        Ok(report)
    }

    /// Returns a hash of the world and of all systems. Without systems it is [`World::hash`].
    pub fn hash(&self, world: &World) -> u64 {
        if self.list.is_empty() {
            return world.hash();
        }
        let mut hasher = SystemHasher::default();
        hasher.word(world.hash());
        for system in &self.list {
            hasher.bytes(name_of(&**system));
            hasher.word(system.hash());
        }
        hasher.finish()
    }

    /// Returns the approximate size of a copy of all systems in bytes.
    pub fn memory(&self) -> usize {
        self.list.iter().map(|system| system.memory()).sum()
    }

    /// Returns the world and all systems as bytes, to send or to store them.
    ///
    /// # Cost
    /// The bytes of [`World::snapshot`], and those that the systems write.
    pub fn snapshot(&self, world: &World) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_snapshot(world, &mut bytes);
        bytes
    }

    /// Like [`Systems::snapshot`], but overwrites `out`.
    pub fn write_snapshot(&self, world: &World, out: &mut Vec<u8>) {
        out.clear();
        out.resize(HEADER, 0);
        let state = world.snapshot();
        BytesWriter::new(out).u64(state.len() as u64);
        out.extend(state);
        for system in &self.list {
            let name = name_of(&**system);
            out.push(name.len() as u8);
            out.extend(name);
            let begin = out.len();
            out.extend([0; 8]);
            system.write(out);
            let length = (out.len() - begin - 8) as u64;
            out[begin..begin + 8].copy_from_slice(&length.to_le_bytes());
        }
        let (header, body) = out.split_at_mut(HEADER);
        header[..8].copy_from_slice(&MARK);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&(self.list.len() as u32).to_le_bytes());
        header[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
        header[24..].copy_from_slice(&check_of(self.list.len() as u32, body).to_le_bytes());
    }

    /// Replaces the states of the world and of all systems with those of a snapshot. The list must have the
    /// same systems in the same order as the one that made it.
    ///
    /// The bytes may come from any source. If they are rejected, the world and all systems are unchanged.
    ///
    /// # Errors
    /// The first fault of the bytes, with the system that it belongs to.
    ///
    /// # Cost
    /// As [`World::restore`], and two copies of each system, whose memory is kept for the next call.
    pub fn restore(&mut self, world: &mut World, bytes: &[u8]) -> Result<(), RestoreError> {
        let (count, mut reader) = open(bytes)?;
        if count as usize != self.list.len() {
            return Err(RestoreError::Count { found: count, expected: self.list.len() });
        }
        let truncated = |_| RestoreError::Truncated;
        let state = block(&mut reader).map_err(truncated)?;
        let mut fresh = core::mem::take(&mut self.spare);
        copy_list(&mut fresh, &self.list);
        let read = StandardFloats::within(|| {
            for (index, system) in fresh.iter_mut().enumerate() {
                let length = reader.bytes(1).map_err(truncated)?[0];
                let name = reader.bytes(usize::from(length)).map_err(truncated)?;
                let expected = system.name();
                if name != name_of(&**system) {
                    return Err(RestoreError::Name { index, expected });
                }
                let bytes = block(&mut reader).map_err(truncated)?;
                system.read(bytes).map_err(|error| RestoreError::System { name: expected, error })?;
            }
            reader.end().map_err(truncated)?;
            world.restore(state).map_err(RestoreError::World)
        });
        if read.is_ok() {
            core::mem::swap(&mut self.list, &mut fresh);
        }
        self.spare = fresh;
        read
    }
}

/// Copies the list without the spare memory.
impl Clone for Systems {
    fn clone(&self) -> Systems {
        Systems { list: self.list.iter().map(|system| system.boxed()).collect(), spare: Vec::new() }
    }

    /// Reuses the memory of systems of the same types.
    fn clone_from(&mut self, other: &Systems) {
        copy_list(&mut self.list, &other.list);
    }
}

impl fmt::Debug for Systems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list.iter().map(|system| system.name())).finish()
    }
}

/// Makes a list a copy of another one and reuses its memory where the types are the same.
fn copy_list(list: &mut Vec<Box<dyn WorldSystem>>, other: &[Box<dyn WorldSystem>]) {
    list.truncate(other.len());
    for (index, system) in other.iter().enumerate() {
        match list.get_mut(index) {
            None => list.push(system.boxed()),
            Some(place) => {
                if !place.copy_from(&**system) {
                    *place = system.boxed();
                }
            }
        }
    }
}

/// The name as bytes; the length of a longer one would not fit into a snapshot.
fn name_of(system: &dyn WorldSystem) -> &'static [u8] {
    let name = system.name().as_bytes();
    &name[..name.len().min(255)]
}

/// Checks the header. Returns the number of systems, and the rest.
fn open(bytes: &[u8]) -> Result<(u32, BytesReader<'_>), RestoreError> {
    if !bytes.starts_with(&MARK) {
        return Err(RestoreError::Mark);
    }
    let mut reader = BytesReader::new(&bytes[MARK.len()..]);
    let truncated = |_| RestoreError::Truncated;
    let version = reader.u32().map_err(truncated)?;
    if version != VERSION {
        return Err(RestoreError::Version(version));
    }
    let count = reader.u32().map_err(truncated)?;
    let (length, check) = (reader.u64().map_err(truncated)?, reader.u64().map_err(truncated)?);
    let body = &bytes[HEADER..];
    if body.len() as u64 != length {
        return Err(RestoreError::Truncated);
    }
    if check_of(count, body) != check {
        return Err(RestoreError::Check(check));
    }
    Ok((count, reader))
}

/// Reads bytes after their length.
fn block<'a>(reader: &mut BytesReader<'a>) -> Result<&'a [u8], BytesError> {
    let length = usize::try_from(reader.u64()?).map_err(|_| BytesError::Truncated)?;
    reader.bytes(length)
}

/// The checksum: it detects accidental damage, not forgery.
pub(super) fn check_of(count: u32, body: &[u8]) -> u64 {
    let mut hasher = SystemHasher::default();
    hasher.word(u64::from(count));
    hasher.bytes(body);
    hasher.finish()
}

/// Why a snapshot of a world with systems could not be restored. The world and the systems are unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes do not begin like a snapshot of a world with systems.
    Mark,
    /// The version of the layout is not supported.
    Version(u32),
    /// The bytes are not as long as they state.
    Truncated,
    /// The checksum differs from this one in the header, so the bytes were changed.
    Check(u64),
    /// The snapshot has another number of systems than the list.
    Count {
        /// Number in the snapshot.
        found: u32,
        /// Number in the list.
        expected: usize,
    },
    /// The snapshot has another system at an index of the list.
    Name {
        /// The index.
        index: usize,
        /// The name of the system in the list.
        expected: &'static str,
    },
    /// The state of a system is invalid.
    System {
        /// The name of the system.
        name: &'static str,
        /// The fault.
        error: BytesError,
    },
    /// The state of the world is invalid.
    World(SnapshotError),
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Mark => f.write_str("not a snapshot of a world with systems"),
            RestoreError::Version(version) => write!(f, "snapshot version {version} is not supported"),
            RestoreError::Truncated => f.write_str("the length of the snapshot differs from what it states"),
            RestoreError::Check(check) => write!(f, "the checksum of the snapshot is not {check:#018x}"),
            RestoreError::Count { found, expected } => {
                write!(f, "the snapshot has {found} systems, the list has {expected}")
            }
            RestoreError::Name { index, expected } => {
                write!(f, "system {index} of the snapshot is not {expected:?}")
            }
            RestoreError::System { name, error } => write!(f, "system {name:?}: {error}"),
            RestoreError::World(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for RestoreError {}

impl From<RestoreError> for Error {
    fn from(error: RestoreError) -> Error {
        match error {
            RestoreError::World(error) => Error::Snapshot(error),
            other => Error::Other(other.to_string()),
        }
    }
}
