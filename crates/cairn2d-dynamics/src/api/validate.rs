//! Consistency checks of a whole world, for tests and debugging.

use crate::persist::validate::ensure;
use crate::tables::config::WorldConfig;
use crate::world::World;

impl World {
    /// Checks that all tables and lists of the world are consistent and that every number is finite.
    ///
    /// # Errors
    /// A description of the first inconsistency. Only a bug in the engine can cause one.
    pub fn validate(&self) -> Result<(), String> {
        self.state.validate_tables()?;
        self.validate_snapshot()
    }

    /// Sets whether a step checks all tables after each of its stages, and panics at the first fault with the
    /// name of the stage. Copies of the world check too. Default off; on with the cargo feature `validate`.
    /// Builds without debug assertions and without this feature check nothing.
    ///
    /// # Cost
    /// A step takes many times as long.
    pub fn set_stage_checks(&mut self, on: bool) {
        self.services.checks_stages = on;
    }

    /// Checks that a snapshot of the world restores, and that the restored world has the same snapshot.
    fn validate_snapshot(&self) -> Result<(), String> {
        let bytes = self.snapshot();
        let config = WorldConfig { lanes: self.state.config.lanes, ..WorldConfig::default() };
        let mut copy = World::new(config).map_err(|error| error.to_string())?;
        copy.state.hooks = self.state.hooks.clone();
        let restored = copy.restore_with(&bytes, &|id| self.state.constraint_of(id));
        restored.map_err(|error| format!("a snapshot of the world is refused: {error}"))?;
        ensure(copy.snapshot() == bytes, || "the snapshot of the restored world differs".to_owned())
    }
}
