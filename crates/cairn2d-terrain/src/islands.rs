//! Ground that is connected with no anchored edge.
//!
//! Samples are connected by their sides. Only ground beside a change can have come loose, so a search starts
//! at the solid samples of each changed block. It goes from block to block, 16 rows of 16 bits at once, and
//! heads for the nearest anchored edge. Ground that holds is mostly proved to hold by a short path; only
//! ground that is loose is searched in whole. A later search that meets proved ground ends there.
//!
//! Invariant: between searches all memory is clear.

use crate::field::{BLOCK, Bits, Field, Marks};

/// Connected ground: blocks in ascending order, with its samples in each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Island {
    pub(crate) blocks: Vec<(u32, Bits)>,
}

impl Island {
    /// Number of samples.
    pub(crate) fn len(&self) -> u32 {
        self.blocks.iter().flat_map(|(_, bits)| bits).map(|row| row.count_ones()).sum()
    }
}

/// Memory of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    /// Samples of searches that are done.
    done: Vec<Bits>,
    /// Samples of the search in progress.
    mine: Vec<Bits>,
    /// Blocks with samples of any search.
    used: Marks,
    /// Blocks with samples of the search in progress.
    reached: Marks,
    /// Samples from which to go on.
    open: Vec<(u32, Bits)>,
    list: Vec<u32>,
}

/// Left, right, down, up.
type Side = usize;

impl Search {
    /// The islands beside the changed blocks of a field.
    pub(crate) fn find(&mut self, field: &Field, touched: &[u32]) -> Vec<Island> {
        let count = field.bits.len();
        if self.done.len() != count {
            *self = Search {
                done: vec![[0; BLOCK]; count],
                mine: vec![[0; BLOCK]; count],
                used: Marks::new(count),
                reached: Marks::new(count),
                ..Search::default()
            };
        }
        let mut islands = Vec::new();
        for &block in touched {
            self.start(field, block, &[u16::MAX; BLOCK], &mut islands);
            for side in 0..4 {
                if let Some(other) = neighbor(field, block, side) {
                    // The row or column that faces the block.
                    let facing = match side {
                        0 => [1 << 15; BLOCK],
                        1 => [1; BLOCK],
                        2 => line(BLOCK - 1),
                        _ => line(0),
                    };
                    self.start(field, other, &facing, &mut islands);
                }
            }
        }
        self.used.take(&mut self.list);
        for &block in &self.list {
            self.done[block as usize] = [0; BLOCK];
        }
        islands
    }

    /// Searches from each of these samples of a block that no search has reached.
    fn start(&mut self, field: &Field, block: u32, from: &Bits, islands: &mut Vec<Island>) {
        let at = block as usize;
        for row in 0..BLOCK {
            loop {
                let left = from[row] & field.bits[at][row] & !self.done[at][row];
                if left == 0 {
                    break;
                }
                let mut seed = [0; BLOCK];
                seed[row] = left & left.wrapping_neg();
                islands.extend(self.search(field, block, seed));
            }
        }
    }

    /// Searches from a sample. Returns its island unless it holds.
    fn search(&mut self, field: &Field, block: u32, seed: Bits) -> Option<Island> {
        let order = order(field, block);
        self.open.clear();
        self.open.push((block, seed));
        let mut holds = false;
        while let Some((block, entry)) = self.open.pop() {
            let at = block as usize;
            let solid = &field.bits[at];
            // Samples of an earlier search that is done are connected with an edge: an island would have
            // been searched in whole.
            if (0..BLOCK).any(|row| entry[row] & self.done[at][row] != 0) {
                holds = true;
                break;
            }
            let Some(flood) = flood(solid, &self.mine[at], entry) else { continue };
            add(&mut self.mine[at], &flood);
            self.reached.mark(at);
            if is_anchored(field, block, &flood) {
                holds = true;
                break;
            }
            for &side in &order {
                let Some(other) = neighbor(field, block, side) else { continue };
                let entry = enter(&flood, side);
                let (solid, mine) = (&field.bits[other as usize], &self.mine[other as usize]);
                let entry = core::array::from_fn(|row| entry[row] & solid[row] & !mine[row]);
                if entry != [0; BLOCK] {
                    self.open.push((other, entry));
                }
            }
        }
        self.reached.take(&mut self.list);
        let mut island = Island::default();
        for &block in &self.list {
            let at = block as usize;
            let bits = core::mem::replace(&mut self.mine[at], [0; BLOCK]);
            add(&mut self.done[at], &bits);
            self.used.mark(at);
            if !holds {
                island.blocks.push((block, bits));
            }
        }
        (!holds).then_some(island)
    }
}

/// Adds the samples of a block to others.
fn add(to: &mut Bits, bits: &Bits) {
    for (to, bits) in to.iter_mut().zip(bits) {
        *to |= bits;
    }
}

/// The samples connected with the entry within a block, `None` if all were reached before.
fn flood(solid: &Bits, mine: &Bits, entry: Bits) -> Option<Bits> {
    let free: Bits = core::array::from_fn(|row| solid[row] & !mine[row]);
    let mut bits: Bits = core::array::from_fn(|row| entry[row] & free[row]);
    if bits == [0; BLOCK] {
        return None;
    }
    if free == [u16::MAX; BLOCK] {
        return Some(free);
    }
    loop {
        let before = bits;
        let mut carry = 0;
        for row in 0..BLOCK {
            carry = spread((bits[row] | carry) & free[row], free[row]);
            bits[row] |= carry;
        }
        carry = 0;
        for row in (0..BLOCK).rev() {
            carry = spread((bits[row] | carry) & free[row], free[row]);
            bits[row] |= carry;
        }
        if bits == before {
            return Some(bits);
        }
    }
}

/// The runs of a row that have a bit of a seed.
fn spread(seed: u16, free: u16) -> u16 {
    let mut bits = seed;
    // Doubling: after four rounds a bit has gone 15 places through free ones.
    let (mut left, mut right) = (free, free);
    for step in [1, 2, 4, 8] {
        bits |= (bits << step) & left;
        bits |= (bits >> step) & right;
        left &= left << step;
        right &= right >> step;
    }
    bits
}

/// The samples of the next block beyond a side that are beside these.
fn enter(bits: &Bits, side: Side) -> Bits {
    match side {
        0 => core::array::from_fn(|row| (bits[row] & 1) << 15),
        1 => core::array::from_fn(|row| bits[row] >> 15),
        2 => {
            let mut entry = [0; BLOCK];
            entry[BLOCK - 1] = bits[0];
            entry
        }
        _ => {
            let mut entry = [0; BLOCK];
            entry[0] = bits[BLOCK - 1];
            entry
        }
    }
}

fn line(row: usize) -> Bits {
    let mut bits = [0; BLOCK];
    bits[row] = u16::MAX;
    bits
}

/// The block beyond a side.
fn neighbor(field: &Field, block: u32, side: Side) -> Option<u32> {
    let [wide, high] = field.blocks.map(|count| count as u32);
    let (column, row) = (block % wide, block / wide);
    match side {
        0 => (column > 0).then(|| block - 1),
        1 => (column + 1 < wide).then(|| block + 1),
        2 => (row > 0).then(|| block - wide),
        _ => (row + 1 < high).then(|| block + wide),
    }
}

/// Whether samples of a block are at an anchored edge of the field.
fn is_anchored(field: &Field, block: u32, bits: &Bits) -> bool {
    let (column, row) = (block as usize % field.blocks[0], block as usize / field.blocks[0]);
    let [left, right, down, up] = field.def.anchored;
    let last = field.size.map(|count| (count - 1) % BLOCK);
    let column_has = |at: usize| bits.iter().any(|row| row >> at & 1 != 0);
    left && column == 0 && column_has(0)
        || right && column + 1 == field.blocks[0] && column_has(last[0])
        || down && row == 0 && bits[0] != 0
        || up && row + 1 == field.blocks[1] && bits[last[1]] != 0
}

/// Sides in the order in which they are pushed: the one towards the nearest anchored edge is the last.
fn order(field: &Field, block: u32) -> [Side; 4] {
    let (column, row) = (block as usize % field.blocks[0], block as usize / field.blocks[0]);
    let distances = [column, field.blocks[0] - 1 - column, row, field.blocks[1] - 1 - row];
    let mut sides = [0, 1, 2, 3];
    sides.sort_by_key(|&side| {
        let distance = if field.def.anchored[side] { distances[side] } else { usize::MAX };
        core::cmp::Reverse(distance)
    });
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::TerrainDef;

    /// Islands by a plain flood of single samples from the anchored edges.
    fn loose_samples(field: &Field) -> Vec<(usize, usize)> {
        let [w, h] = field.size;
        let mut held = vec![false; w * h];
        let mut stack = Vec::new();
        for y in 0..h {
            for x in 0..w {
                let [l, r, d, u] = field.def.anchored;
                if l && x == 0 || r && x + 1 == w || d && y == 0 || u && y + 1 == h {
                    stack.push((x, y));
                }
            }
        }
        while let Some((x, y)) = stack.pop() {
            if !field.is_solid_at(x, y) || held[y * w + x] {
                continue;
            }
            held[y * w + x] = true;
            stack.extend((x > 0).then(|| (x - 1, y)));
            stack.extend((x + 1 < w).then(|| (x + 1, y)));
            stack.extend((y > 0).then(|| (x, y - 1)));
            stack.extend((y + 1 < h).then(|| (x, y + 1)));
        }
        let all = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
        all.filter(|&(x, y)| field.is_solid_at(x, y) && !held[y * w + x]).collect()
    }

    #[test]
    fn islands_are_those_of_a_plain_flood() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as u32
        };
        let mut search = Search::default();
        let mut found = 0;
        for round in 0..300 {
            let size = [20 + random() % 60, 20 + random() % 60];
            let anchored = core::array::from_fn(|_| random() % 3 > 0);
            let mut field = Field::new(TerrainDef { size, anchored, ..TerrainDef::default() }).unwrap();
            let dense = 80 + random() % 150;
            for y in 0..field.size[1] {
                for x in 0..field.size[0] {
                    field.values[y * field.stride + x] = if random() % 256 < dense { 255 } else { 0 };
                }
                field.note_row(y, 0, field.size[0] - 1);
            }
            let mut touched = Vec::new();
            field.touched.take(&mut touched);
            let mut samples = Vec::new();
            for island in search.find(&field, &touched) {
                assert!(island.len() > 0);
                for (block, bits) in island.blocks {
                    let (column, row) =
                        (block as usize % field.blocks[0] * BLOCK, block as usize / field.blocks[0] * BLOCK);
                    for k in 0..BLOCK * BLOCK {
                        if bits[k / BLOCK] >> (k % BLOCK) & 1 != 0 {
                            samples.push((column + k % BLOCK, row + k / BLOCK));
                        }
                    }
                }
            }
            samples.sort_by_key(|&(x, y)| (y, x));
            assert_eq!(samples, loose_samples(&field), "round {round}");
            found += samples.len();
        }
        assert!(found > 10_000);
    }
}
