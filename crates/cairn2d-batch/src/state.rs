//! The state of a batch as bytes: to continue on another machine, or later.
//!
//! Layout, all little-endian: mark, version, three counts, then per world the counters of its episode, its
//! variables, its row of results, and a snapshot of the world with its length.

use core::fmt;

use cairn2d::{SnapshotError, World};

use crate::batch::{Batch, Share};
use crate::instance::{Counters, Instance};

const MARK: [u8; 8] = *b"cairnbat";
const VERSION: u32 = 1;

/// Why bytes are no state of a batch. The batch is unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes are no state of a batch, or one of another version of this crate.
    Format,
    /// The bytes end too early, or too late.
    Length,
    /// The batch has another number of these: name, number in the bytes, number in the batch.
    Count(&'static str, u64, u64),
    /// A number is not finite: world, name.
    NotFinite(usize, &'static str),
    /// A world cannot be restored.
    World(usize, SnapshotError),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Format => write!(f, "the bytes are no state of a batch of this version"),
            StateError::Length => write!(f, "the state of the batch has another length than it says"),
            StateError::Count(name, found, expected) => {
                write!(f, "the state has {found} {name}, the batch has {expected}")
            }
            StateError::NotFinite(world, name) => write!(f, "{name} of world {world} is not finite"),
            StateError::World(world, error) => write!(f, "world {world}: {error}"),
        }
    }
}

impl core::error::Error for StateError {}

/// Reads numbers from the front of bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], StateError> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(StateError::Length)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    fn u64(&mut self) -> Result<u64, StateError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn u8(&mut self) -> Result<u8, StateError> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    /// Finite numbers of a world.
    fn floats(&mut self, count: usize, world: usize, name: &'static str) -> Result<Vec<f32>, StateError> {
        let numbers = self.bytes(count * 4)?.chunks_exact(4);
        let numbers: Vec<f32> = numbers.map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let is_finite = numbers.iter().all(|number| number.is_finite());
        if is_finite { Ok(numbers) } else { Err(StateError::NotFinite(world, name)) }
    }
}

fn write_floats(bytes: &mut Vec<u8>, numbers: &[f32]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

/// A world that was read.
struct Read {
    world: World,
    counters: Counters,
    variables: Vec<f32>,
    observation: Vec<f32>,
    final_observation: Vec<f32>,
    reward: f32,
    ends: [u8; 2],
}

impl Batch {
    /// Returns the state of all worlds and episodes as bytes. A batch of the same definition and number of
    /// worlds continues from it with the same bits, on any machine and number of threads.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for count in self.counts() {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        let (width, variables) = (self.observation_count(), self.variable_count());
        let mut snapshot = Vec::new();
        for share in self.shares() {
            for (index, instance) in share.instances.iter().enumerate() {
                instance.counters.write(&mut bytes);
                write_floats(&mut bytes, &share.variables[index * variables..(index + 1) * variables]);
                let row = index * width..(index + 1) * width;
                write_floats(&mut bytes, &share.arrays.observations[row.clone()]);
                write_floats(&mut bytes, &share.arrays.final_observations[row]);
                write_floats(&mut bytes, &[share.arrays.rewards[index]]);
                bytes.extend([share.arrays.terminated[index], share.arrays.truncated[index]]);
                instance.world.write_snapshot(&mut snapshot);
                bytes.extend_from_slice(&(snapshot.len() as u64).to_le_bytes());
                bytes.extend_from_slice(&snapshot);
            }
        }
        bytes
    }

    /// Continues from the state of a batch with the same definition and number of worlds.
    ///
    /// # Errors
    /// The first fault of the bytes. The bytes must not come from a batch with another definition; of these,
    /// only other counts are found.
    pub fn restore_state(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut reader = Reader(bytes);
        if reader.array() != Ok(MARK) || reader.array() != Ok(VERSION.to_le_bytes()) {
            return Err(StateError::Format);
        }
        for (name, expected) in ["worlds", "variables", "observations"].into_iter().zip(self.counts()) {
            let found = reader.u64()?;
            if found != expected {
                return Err(StateError::Count(name, found, expected));
            }
        }
        let mut worlds = Vec::with_capacity(self.worlds());
        for index in 0..self.worlds() {
            worlds.push(self.read_world(&mut reader, index)?);
        }
        if !reader.0.is_empty() {
            return Err(StateError::Length);
        }
        let mut worlds = worlds.into_iter();
        let (width, variables) = (self.observation_count(), self.variable_count());
        self.change(|share| {
            for (index, read) in worlds.by_ref().take(share.instances.len()).enumerate() {
                put(share, index, [width, variables], read);
            }
        });
        Ok(())
    }

    /// Numbers of worlds, variables and observations.
    fn counts(&self) -> [u64; 3] {
        [self.worlds(), self.variable_count(), self.observation_count()].map(|count| count as u64)
    }

    fn read_world(&self, reader: &mut Reader<'_>, index: usize) -> Result<Read, StateError> {
        let counters = Counters::read(&mut || reader.u64())?;
        let variables = reader.floats(self.variable_count(), index, "variable")?;
        let observation = reader.floats(self.observation_count(), index, "observation")?;
        let final_observation = reader.floats(self.observation_count(), index, "final observation")?;
        let reward = reader.floats(1, index, "reward")?[0];
        let ends = [reader.u8()?, reader.u8()?].map(|end| u8::from(end != 0));
        let length = usize::try_from(reader.u64()?).map_err(|_| StateError::Length)?;
        let snapshot = reader.bytes(length)?;
        let mut world = self.template().clone();
        world.restore(snapshot).map_err(|error| StateError::World(index, error))?;
        Ok(Read { world, counters, variables, observation, final_observation, reward, ends })
    }
}

/// Puts a world into a share.
fn put(share: &mut Share, index: usize, [width, variables]: [usize; 2], read: Read) {
    let Share { instances, arrays, .. } = share;
    instances[index] = Instance { world: read.world, counters: read.counters };
    share.variables[index * variables..(index + 1) * variables].copy_from_slice(&read.variables);
    let row = index * width..(index + 1) * width;
    arrays.observations[row.clone()].copy_from_slice(&read.observation);
    arrays.final_observations[row].copy_from_slice(&read.final_observation);
    arrays.rewards[index] = read.reward;
    [arrays.terminated[index], arrays.truncated[index]] = read.ends;
}
