//! Making an empty world.

use cairn2d_math::StandardFloats;
use cairn2d_tasks::Threads;

use crate::persist::calls::Calls;
use crate::persist::snapshot::Spare;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::config::WorldConfig;
use crate::tables::error::ValueError;

use super::{Services, World};

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// The first setting out of its range.
    pub fn new(config: WorldConfig) -> Result<World, ValueError> {
        StandardFloats::within(|| config.validate())?;
        let threads = Threads::new(|share| StandardFloats::within(share));
        Ok(World {
            state: State::new(config),
            scratch: Scratch::default(),
            services: Services { threads, clock: None, calls: Calls::default() },
            spare: Spare::default(),
        })
    }

    /// The settings in force.
    pub fn config(&self) -> &WorldConfig {
        &self.state.config
    }
}
