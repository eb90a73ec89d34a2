//! Regions of bouncy contacts, each of which has budgets of its own.
//!
//! The world is divided into square cells. Cells with the bodies of bouncy contacts form a region if they are
//! adjacent or if a contact links them. So bodies in different regions are more than a cell apart, share no
//! contact, and do not affect each other's impacts.
//!
//! **Budgets.** A region with more than [`MOST_CONTACTS`] bouncy contacts is a crowd: the restitution pass of
//! the solver handles all of them. The other regions are predicted exactly, until [`MOST_PREDICTED`] contacts
//! of the world are reached. Regions with lower body slots come first, so bodies that are added later do not
//! displace them. A region gets at most [`MOST_IMPACTS`](super::MOST_IMPACTS) impacts in a step; a cluster of
//! simultaneous impacts counts for the region of its first contact.
//!
//! **Cost.** A prediction takes about a microsecond, so the first predictions of a step take at most 8 ms. A
//! body has at most [`MOST_IMPACTS_OF_ONE`](super::MOST_IMPACTS_OF_ONE) impacts in a step, each of which
//! predicts its contacts again. Finding the regions takes some nanoseconds for each bouncy contact. It is
//! done only in worlds with enough bouncy contacts for a crowd, and in steps in which a region can have
//! reached its budget of impacts.
//!
//! The bit [`flag::CROWDED`] of a body tells later stages whether its region is left to the solver. It is set
//! and cleared when crowds are found. Until then a body keeps the bit when it leaves its region.

use cairn2d_math::{DVec2, Vec2};

use crate::state::State;
use crate::state::contacts::CROWD;
use crate::store::capacity::reserve_total;
use crate::store::slot::NONE;
use crate::tables::body::flag;

use super::{MOST_IMPACTS, MOST_IMPACTS_OF_ONE};

/// Most bouncy contacts of a region with exact impacts.
const MOST_CONTACTS: u32 = CROWD as u32;

/// Most bouncy contacts of a world with exact impacts.
const MOST_PREDICTED: u32 = 8 * MOST_CONTACTS;

/// Size of a cell `[m]`.
const CELL: f64 = 64.0;

/// Cells with bodies of bouncy contacts, and the regions that they form.
#[derive(Debug, Default)]
struct Regions {
    /// Open addressing: positions in `cells`, or [`NONE`]. The length is a power of two.
    table: Vec<u32>,
    cells: Vec<Cell>,
    /// Regions with exact impacts, by their first cells.
    exact: Vec<u32>,
}

/// A cell; the counts are those of its region if it is the first cell of one.
#[derive(Clone, Copy, Debug)]
struct Cell {
    place: [i32; 2],
    /// Position in the table.
    entry: u32,
    /// An earlier cell of the same region, or the cell itself if it is the first.
    earlier: u32,
    contacts: u32,
    lowest_body: u32,
    /// Impacts of this step.
    impacts: u32,
    crowded: bool,
}

impl Regions {
    /// Reserves memory for this many bodies, each in a cell of its own.
    fn reserve(&mut self, bodies: usize) {
        let size = (2 * bodies).next_power_of_two();
        if self.table.len() < size {
            self.clear();
            self.table.resize(size, NONE);
        }
        reserve_total(&mut self.cells, bodies);
        reserve_total(&mut self.exact, bodies);
    }

    /// Removes all cells.
    fn clear(&mut self) {
        for cell in self.cells.drain(..) {
            self.table[cell.entry as usize] = NONE;
        }
        self.exact.clear();
    }

    /// Returns the entry of a cell in the table: its own or the free one for it.
    fn entry(&self, [x, y]: [i32; 2]) -> usize {
        let mask = self.table.len() - 1;
        let mixed = (u64::from(x.cast_unsigned()) << 32 | u64::from(y.cast_unsigned()))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut entry = (mixed >> 32) as usize & mask;
        while let Some(cell) = self.cells.get(self.table[entry] as usize) {
            if cell.place == [x, y] {
                break;
            }
            entry = (entry + 1) & mask;
        }
        entry
    }

    /// Returns the cell at a place, if it has bodies.
    fn find(&self, place: [i32; 2]) -> Option<u32> {
        Some(self.table[self.entry(place)]).filter(|&cell| cell != NONE)
    }

    /// Returns the cell at a place, which is added if it is new.
    fn cell(&mut self, place: [i32; 2]) -> u32 {
        let entry = self.entry(place);
        if self.table[entry] == NONE {
            let cell = self.cells.len() as u32;
            self.table[entry] = cell;
            self.cells.push(Cell {
                place,
                entry: entry as u32,
                earlier: cell,
                contacts: 0,
                lowest_body: NONE,
                impacts: 0,
                crowded: false,
            });
        }
        self.table[entry]
    }

    /// Returns the first cell of the region of a cell.
    fn first_of(&mut self, mut cell: u32) -> u32 {
        loop {
            let earlier = self.cells[cell as usize].earlier;
            if earlier == cell {
                return cell;
            }
            // Halves the path for the next search.
            let next = self.cells[earlier as usize].earlier;
            self.cells[cell as usize].earlier = next;
            cell = next;
        }
    }

    /// Makes one region of those of two cells.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first_of(a), self.first_of(b));
        let (first, later) = if a < b { (a, b) } else { (b, a) };
        self.cells[later as usize].earlier = first;
    }

    /// Joins adjacent cells, adds up the counts, and decides which regions are crowds.
    fn finish(&mut self) {
        for cell in 0..self.cells.len() as u32 {
            let [x, y] = self.cells[cell as usize].place;
            // The other four neighbours find this cell.
            for [dx, dy] in [[1, -1], [1, 0], [1, 1], [0, 1]] {
                if let Some(other) = self.find([x.saturating_add(dx), y.saturating_add(dy)]) {
                    self.join(cell, other);
                }
            }
        }
        for cell in 0..self.cells.len() as u32 {
            let Cell { contacts, lowest_body, .. } = self.cells[cell as usize];
            let first = self.first_of(cell);
            if first == cell {
                self.exact.push(cell);
                continue;
            }
            let region = &mut self.cells[first as usize];
            region.contacts += contacts;
            region.lowest_body = region.lowest_body.min(lowest_body);
        }
        let Regions { cells, exact, .. } = self;
        exact.retain(|&region| {
            let region = &mut cells[region as usize];
            region.crowded = region.contacts > MOST_CONTACTS;
            !region.crowded
        });
        exact.sort_unstable_by_key(|&region| cells[region as usize].lowest_body);
        let mut predicted = 0;
        for &region in exact.iter() {
            let region = &mut cells[region as usize];
            predicted += region.contacts;
            region.crowded = predicted > MOST_PREDICTED;
        }
    }
}

/// The impacts of a step, counted for each region as soon as one can have too many.
#[derive(Debug, Default)]
pub(super) struct ImpactBudget {
    regions: Regions,
    /// First contact of each impact of the step, in order.
    impacts: Vec<u32>,
    /// How many of `impacts` are counted in their regions. Zero until regions are known.
    counted: usize,
}

impl ImpactBudget {
    /// Reserves memory for this many bodies.
    pub(super) fn reserve(&mut self, bodies: usize) {
        self.regions.reserve(bodies);
        let impacts = MOST_IMPACTS_OF_ONE as usize * bodies;
        reserve_total(&mut self.impacts, impacts);
    }

    /// Begins a step.
    pub(super) fn begin(&mut self) {
        self.impacts.clear();
        self.counted = 0;
    }

    /// Finds the crowds and marks their bodies.
    pub(super) fn find_crowds(&mut self, state: &mut State) {
        state.find_regions(&mut self.regions);
        state.mark_crowded(&mut self.regions);
    }

    /// Counts an impact of these contacts.
    pub(super) fn count(&mut self, contacts: &[u32]) {
        self.impacts.extend(contacts.first());
    }

    /// Returns whether the region of a contact may have another impact in this step.
    pub(super) fn allows(&mut self, state: &State, contact: u32) -> bool {
        if self.impacts.len() < MOST_IMPACTS as usize {
            return true;
        }
        if self.counted == 0 {
            state.find_regions(&mut self.regions);
        }
        for &impact in &self.impacts[self.counted..] {
            if let Some(region) = state.region_of(&mut self.regions, impact) {
                region.impacts += 1;
            }
        }
        self.counted = self.impacts.len();
        state.region_of(&mut self.regions, contact).is_none_or(|region| region.impacts < MOST_IMPACTS)
    }
}

/// Returns the place of the cell around a point.
fn place_of(at: DVec2) -> [i32; 2] {
    // Coordinates of a world divided by the size of a cell are integers of 32 bits. A call of `floor` takes
    // longer than all the rest.
    let floor = |value: f64| {
        let whole = value as i32;
        whole.saturating_sub(i32::from(f64::from(whole) > value))
    };
    [floor(at.x / CELL), floor(at.y / CELL)]
}

impl State {
    /// Finds the regions of all bouncy contacts.
    fn find_regions(&self, regions: &mut Regions) {
        regions.reserve(self.bodies.records.len());
        regions.clear();
        for &contact in &self.contacts.bouncy {
            let bodies = self.contacts.records[contact as usize].bodies;
            let mut known = None;
            for body in bodies.into_iter().filter(|&body| self.dynamic(body).is_some()) {
                let cell = regions.cell(self.cell_place(body));
                let row = &mut regions.cells[cell as usize];
                row.lowest_body = row.lowest_body.min(body);
                match known {
                    None => row.contacts += 1,
                    Some(other) if other != cell => regions.join(other, cell),
                    Some(_) => {}
                }
                known = Some(cell);
            }
        }
        regions.finish();
    }

    /// Sets the bit of awake dynamic bodies in crowds, and clears that of other awake bodies.
    fn mark_crowded(&mut self, regions: &mut Regions) {
        for position in 0..self.sets.awake().len() {
            let body = self.sets.awake()[position];
            let place = self.dynamic(body).map(|_| self.cell_place(body));
            let crowded = place.and_then(|place| regions.find(place)).is_some_and(|cell| {
                let first = regions.first_of(cell);
                regions.cells[first as usize].crowded
            });
            if (self.bodies.motions[body as usize].flags & flag::CROWDED != 0) != crowded {
                self.bodies.motions[body as usize].flags ^= flag::CROWDED;
            }
        }
    }

    /// Returns the first cell of the region of a bouncy contact.
    fn region_of<'a>(&self, regions: &'a mut Regions, contact: u32) -> Option<&'a mut Cell> {
        let bodies = self.contacts.records[contact as usize].bodies;
        let body = bodies.into_iter().find(|&body| self.dynamic(body).is_some())?;
        let cell = regions.find(self.cell_place(body))?;
        let first = regions.first_of(cell);
        regions.cells.get_mut(first as usize)
    }

    /// Place of the cell of a body.
    fn cell_place(&self, body: u32) -> [i32; 2] {
        let (frame, Vec2 { x, y }) = (self.bodies.frame(body), self.bodies.poses[body as usize].center);
        place_of(DVec2::new(frame.x + f64::from(x), frame.y + f64::from(y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regions of contacts in these places, each between two bodies of a cell.
    fn regions(places: &[([i32; 2], u32)]) -> Regions {
        let mut regions = Regions::default();
        regions.reserve(places.len());
        for (body, &(place, contacts)) in places.iter().enumerate() {
            let cell = regions.cell(place) as usize;
            regions.cells[cell].contacts += contacts;
            regions.cells[cell].lowest_body = regions.cells[cell].lowest_body.min(body as u32);
        }
        regions.finish();
        regions
    }

    fn is_crowded(regions: &mut Regions, place: [i32; 2]) -> bool {
        let cell = regions.find(place).expect("the cell has bodies");
        let first = regions.first_of(cell);
        regions.cells[first as usize].crowded
    }

    #[test]
    fn adjacent_cells_share_a_budget_and_others_do_not() {
        // A ring of cells with a crowd, and a cell two cells away from it.
        let ring = [[0, 0], [1, 1], [2, 2], [3, 1], [4, 0], [3, -1], [2, -2], [1, -1]];
        let mut places: Vec<_> = ring.map(|place| (place, 200)).to_vec();
        places.push(([6, 0], MOST_CONTACTS));
        places.push(([-5, i32::MAX], 1));
        let mut found = regions(&places);
        assert!(ring.iter().all(|&place| is_crowded(&mut found, place)), "1,600 contacts are a crowd");
        assert!(!is_crowded(&mut found, [6, 0]) && !is_crowded(&mut found, [-5, i32::MAX]));
        assert_eq!(found.exact.len(), 2);
        assert_eq!(regions(&places[..8]).exact.len(), 0, "the ring is one region");
        assert_eq!(found.find([5, 0]), None);
    }

    #[test]
    fn the_budget_of_the_world_goes_to_the_lowest_bodies() {
        let places: Vec<_> = (0..20).map(|n| ([3 * (n * 7 % 20), 0], 1000)).collect();
        let mut found = regions(&places);
        let crowded: Vec<bool> = places.iter().map(|&(place, _)| is_crowded(&mut found, place)).collect();
        let exact = MOST_PREDICTED as usize / 1000;
        assert!(crowded.iter().enumerate().all(|(n, &crowded)| crowded == (n >= exact)), "{crowded:?}");
    }

    #[test]
    fn cells_are_found_again_after_many_changes() {
        let mut found = Regions::default();
        for round in 0..20 {
            found.reserve(100 * (round + 1));
            found.clear();
            assert!(found.table.iter().all(|&entry| entry == NONE));
            let places: Vec<[i32; 2]> =
                (0..100 * (round as i32 + 1)).map(|n| [n * 37 % 1009 - 500, n * n % 613]).collect();
            let cells: Vec<u32> = places.iter().map(|&place| found.cell(place)).collect();
            for (&place, &cell) in places.iter().zip(&cells) {
                assert_eq!(found.find(place), Some(cell));
                assert_eq!(found.cells[cell as usize].place, place);
            }
        }
    }
}
