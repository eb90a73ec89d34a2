//! A map from the caller's item numbers to slots: a small open-addressing table, deterministic and without a
//! random seed.
//!
//! Linear probing over a power of two of entries, at most half full, with backward-shift deletion (Knuth,
//! TAOCP vol. 3, 6.4 R), so there are no tombstones. The hash keeps neighbouring numbers adjacent, because
//! games number their objects upwards and scattering them would make every look-up a cache miss. Only the
//! bits above the table's size are mixed in. Numbers chosen to collide cost time, never memory or a wrong
//! result.
//!
//! Invariant: every entry can be reached from its preferred position without crossing an empty one.

/// A position without an entry.
const EMPTY: u64 = u64::MAX;

/// The smallest table, as a power of two.
const MIN_BITS: u32 = 4;

/// A map from item numbers to slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemMap {
    /// The item in the high half, its slot in the low one.
    places: Vec<u64>,
    bits: u32,
    count: usize,
}

impl ItemMap {
    pub(crate) fn clear(&mut self) {
        self.places.fill(EMPTY);
        self.count = 0;
    }

    /// The slot of an item.
    #[inline]
    pub(crate) fn get(&self, item: u32) -> Option<u32> {
        let place = self.find(item)?;
        Some(self.places[place] as u32)
    }

    /// Sets the slot of an item, new or known; `slot` is not `u32::MAX`.
    pub(crate) fn set(&mut self, item: u32, slot: u32) {
        debug_assert_ne!(slot, u32::MAX, "the last slot number marks empty places");
        let entry = u64::from(item) << 32 | u64::from(slot);
        if let Some(place) = self.find(item) {
            self.places[place] = entry;
            return;
        }
        if 2 * (self.count + 1) > self.places.len() {
            self.grow();
        }
        self.place(entry);
        self.count += 1;
    }

    /// Removes an item and returns its slot.
    pub(crate) fn remove(&mut self, item: u32) -> Option<u32> {
        let mut hole = self.find(item)?;
        let slot = self.places[hole] as u32;
        let mask = self.places.len() - 1;
        let mut next = (hole + 1) & mask;
        while self.places[next] != EMPTY {
            // An entry may fill the hole if its preferred position is not between the hole and its position.
            let home = self.home((self.places[next] >> 32) as u32);
            if (next.wrapping_sub(home) & mask) >= (next.wrapping_sub(hole) & mask) {
                self.places[hole] = self.places[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        self.places[hole] = EMPTY;
        self.count -= 1;
        Some(slot)
    }

    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    #[inline]
    fn find(&self, item: u32) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let mut place = self.home(item);
        loop {
            let entry = self.places[place];
            if entry == EMPTY {
                return None;
            }
            if (entry >> 32) as u32 == item {
                return Some(place);
            }
            place = (place + 1) & mask;
        }
    }

    /// Position where probing for an item starts.
    #[inline]
    const fn home(&self, item: u32) -> usize {
        let high = (item >> self.bits).wrapping_mul(0x9E37_79B1) >> (32 - self.bits);
        (item ^ high) as usize & ((1 << self.bits) - 1)
    }

    fn grow(&mut self) {
        // The limit on items keeps this below 32, so the shift stays valid.
        self.bits = if self.places.is_empty() { MIN_BITS } else { self.bits + 1 };
        let old = core::mem::replace(&mut self.places, vec![EMPTY; 1 << self.bits]);
        for entry in old {
            if entry != EMPTY {
                self.place(entry);
            }
        }
    }

    /// Stores a new entry in the first empty position from its preferred one.
    fn place(&mut self, entry: u64) {
        let mask = self.places.len() - 1;
        let mut place = self.home((entry >> 32) as u32);
        while self.places[place] != EMPTY {
            place = (place + 1) & mask;
        }
        self.places[place] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::ItemMap;
    use crate::testing::Random;

    /// Against a plain list, with numbers that are dense, strided, or from anywhere.
    #[test]
    fn behaves_like_a_list() {
        for (seed, spread) in [(1, 1_u32), (2, 1 << 20), (3, 4096), (4, 0x9E37_79B1)] {
            let mut random = Random::new(seed);
            let mut map = ItemMap::default();
            let mut list: Vec<(u32, u32)> = Vec::new();
            for slot in 0..4000 {
                let item = (random.below(300) as u32).wrapping_mul(spread);
                let known = list.iter().position(|entry| entry.0 == item);
                assert_eq!(map.get(item), known.map(|at| list[at].1));
                match (known, random.below(3)) {
                    (Some(at), 0 | 1) => assert_eq!(map.remove(item), Some(list.swap_remove(at).1)),
                    (Some(at), _) => {
                        map.set(item, slot);
                        list[at].1 = slot;
                    }
                    (None, 0) => assert_eq!(map.remove(item), None),
                    (None, _) => {
                        map.set(item, slot);
                        list.push((item, slot));
                    }
                }
                assert_eq!(map.len(), list.len());
            }
            assert!(list.iter().all(|&(item, slot)| map.get(item) == Some(slot)) && !list.is_empty());
        }
    }
}
