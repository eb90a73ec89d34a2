//! Making an empty world.

use cairn2d_math::StandardFloats;
use cairn2d_tasks::Threads;

use crate::calls::Calls;
use crate::config::WorldConfig;
use crate::error::ValueError;
use crate::scratch::Scratch;
use crate::snapshot::Spare;
use crate::state::State;

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
