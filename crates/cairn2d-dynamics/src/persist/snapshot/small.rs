//! Small parts: settings and counters, material pairs.

use crate::persist::codec::{Encode, Reader, Writer};
use crate::state::State;
use crate::tables::config::WorldConfig;
use crate::tables::material::{MaterialPair, MaterialPairs};

use super::{Read, ensure};

impl State {
    pub(super) fn write_settings(&self, out: &mut Writer<'_>) {
        (&self.config, self.last_dt, self.step_count).encode(out);
    }

    pub(super) fn read_settings(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let (threads, lanes) = (self.config.threads, self.config.lanes);
        let config: WorldConfig = from.value()?;
        self.config = WorldConfig { threads, lanes, ..config };
        self.config.validate()?;
        (self.last_dt, self.step_count) = from.value()?;
        ensure((0.0..=1.0).contains(&self.last_dt), "the length of the last step is out of range")
    }
}

/// Memory of a material pair in a growing list.
const MATERIAL_PAIR: usize = 256;

impl MaterialPairs {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        out.values(&self.pairs, MATERIAL_PAIR);
    }

    pub(super) fn read(&mut self, from: &mut Reader<'_>) -> Read<()> {
        self.pairs.clear();
        let pairs: Vec<([u64; 2], MaterialPair)> = from.values(MATERIAL_PAIR)?;
        for ([a, b], pair) in pairs {
            self.set(a, b, Some(pair))?;
        }
        Ok(())
    }
}
