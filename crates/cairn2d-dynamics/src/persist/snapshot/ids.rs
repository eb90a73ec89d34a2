//! Pools of ids: generations by slot, and the free slots in their order of reuse.

use crate::persist::codec::{Reader, Writer};
use crate::store::capacity::reserve_total;
use crate::store::id::{GENERATION_MAX, IdPool};

use super::{Read, ensure};

/// Marks the generation of a live slot.
const ALIVE: u32 = 1 << 31;

/// Memory of a slot: generation, whether it is alive, and a place in the list of free slots.
const POOLED: usize = 9;

impl IdPool {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        out.count(self.generations.len());
        out.charge(self.generations.len(), POOLED);
        let words = self.generations.iter().zip(&self.alive);
        let words = words.map(|(generation, &alive)| [generation | u32::from(alive) << 31]);
        out.column(self.generations.len(), words);
        out.list(&self.free);
    }

    /// Reads a pool whose ids have this tag in place of this one.
    pub(super) fn read(&mut self, tag: u8, from: &mut Reader<'_>) -> Read<()> {
        let count = from.count(4)?;
        from.charge(count, POOLED)?;
        (self.tag, self.count) = (tag, 0);
        self.generations.clear();
        self.generations.reserve_exact(count);
        self.alive.clear();
        self.alive.reserve_exact(count);
        self.generations.extend(from.all(count)?);
        self.alive.extend(self.generations.iter().map(|word| word & ALIVE != 0));
        self.generations.iter_mut().for_each(|word| *word &= !ALIVE);
        let (mut open, mut known) = (0_usize, true);
        for (&generation, &alive) in self.generations.iter().zip(&self.alive) {
            known &= generation.wrapping_sub(1) < GENERATION_MAX;
            self.count += u32::from(alive);
            // Slots that are not alive are free or used up.
            open += usize::from(!alive & (generation < GENERATION_MAX));
        }
        ensure(known, "a generation is out of range")?;
        from.list(&mut self.free)?;
        reserve_total(&mut self.free, self.generations.capacity());
        // Mark each slot, so that none is in the list twice.
        for &slot in &self.free {
            let is_free = self.alive.get(slot as usize) == Some(&false);
            ensure(is_free && self.generations[slot as usize] & ALIVE == 0, "a slot is not free")?;
            self.generations[slot as usize] |= ALIVE;
        }
        for &slot in &self.free {
            self.generations[slot as usize] &= !ALIVE;
            open -= usize::from(self.generations[slot as usize] < GENERATION_MAX);
        }
        ensure(open == 0, "a free slot is in no list")
    }
}
