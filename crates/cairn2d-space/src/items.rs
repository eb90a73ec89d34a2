//! The items of an index: numbers, boxes, and changes since the last rebuild of the method.
//!
//! Items live in slots `0..n`. A method (grid, tree, ...) gets the boxes of all slots. Until the next rebuild
//! a changed or new slot is *pending*: it is searched one by one, and results of the method for it are
//! skipped. A removed slot is *dead*. [`Items::settle`] closes the gaps that dead slots leave.
//!
//! Invariant ([`Items::validate`]): the map names exactly the live slots; a slot is pending or dead if and
//! only if it is in the list of that name, where a pending slot that died stays in both.

use cairn2d_math::{Aabb, Vec2};

use crate::item_map::ItemMap;
use crate::{MAX_REACH, SpaceError};

/// Largest number of slots: below the number that trees use for "no item", and the map's table, twice as
/// large, can still be addressed by 31 bits.
const MAX_SLOTS: usize = 1 << 30;

/// Below this number of changes no rebuild starts by itself.
const FEW_CHANGES: usize = 256;

/// Bounds of valid boxes.
pub(crate) const REACHABLE: Aabb = Aabb { min: Vec2::splat(-MAX_REACH), max: Vec2::splat(MAX_REACH) };

/// State of a slot relative to the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Unchanged since the last rebuild.
    Indexed,
    /// New or changed.
    Pending,
    /// Removed.
    Dead,
}

/// All items of an index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Items {
    map: ItemMap,
    ids: Vec<u32>,
    boxes: Vec<Aabb>,
    states: Vec<State>,
    pending: Vec<u32>,
    dead: Vec<u32>,
    /// Number of slots at the last rebuild.
    indexed_count: usize,
    /// Whether every slot holds the item of its own number.
    identity: bool,
    /// Memory of [`Items::replace_boxes`].
    next: Vec<Aabb>,
}

impl Items {
    pub(crate) const fn len(&self) -> usize {
        self.map.len()
    }

    pub(crate) fn slot(&self, item: u32) -> Result<usize, SpaceError> {
        self.map.get(item).map(|slot| slot as usize).ok_or(SpaceError::UnknownItem(item))
    }

    pub(crate) fn aabb(&self, slot: usize) -> Aabb {
        self.boxes[slot]
    }

    pub(crate) fn insert(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        check(item, aabb)?;
        if self.map.get(item).is_some() {
            return Err(SpaceError::DuplicateItem(item));
        }
        if self.ids.len() >= MAX_SLOTS {
            return Err(SpaceError::Full(self.len()));
        }
        let slot = self.ids.len() as u32;
        self.map.set(item, slot);
        self.ids.push(item);
        self.boxes.push(aabb);
        self.states.push(State::Pending);
        self.pending.push(slot);
        Ok(())
    }

    pub(crate) fn remove(&mut self, item: u32) -> Result<Aabb, SpaceError> {
        let slot = self.map.remove(item).ok_or(SpaceError::UnknownItem(item))?;
        self.states[slot as usize] = State::Dead;
        self.dead.push(slot);
        Ok(self.boxes[slot as usize])
    }

    pub(crate) fn update(&mut self, item: u32, aabb: Aabb) -> Result<(), SpaceError> {
        let slot = self.slot(item)?;
        check(item, aabb)?;
        if self.boxes[slot] != aabb {
            self.boxes[slot] = aabb;
            if self.states[slot] == State::Indexed {
                self.states[slot] = State::Pending;
                self.pending.push(slot as u32);
            }
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.map.clear();
        self.ids.clear();
        self.boxes.clear();
        self.states.clear();
        self.pending.clear();
        self.dead.clear();
        self.indexed_count = 0;
    }

    /// Whether the method is out of date.
    pub(crate) const fn has_changes(&self) -> bool {
        self.change_count() > 0
    }

    /// Number of changes since the last rebuild.
    pub(crate) const fn change_count(&self) -> usize {
        self.pending.len() + self.dead.len()
    }

    /// Whether there are more changes than indexed slots. A rebuild then costs less than the changes did, and
    /// bounds the lists.
    pub(crate) fn is_overdue(&self) -> bool {
        self.change_count() > self.indexed_count.max(FEW_CHANGES)
    }

    /// Replaces the box of every item. All or nothing.
    pub(crate) fn replace_boxes(&mut self, aabb_of: &mut dyn FnMut(u32) -> Aabb) -> Result<(), SpaceError> {
        self.close_gaps();
        self.next.clear();
        for &item in &self.ids {
            let aabb = aabb_of(item);
            check(item, aabb)?;
            self.next.push(aabb);
        }
        core::mem::swap(&mut self.boxes, &mut self.next);
        Ok(())
    }

    /// Closes the gaps and returns the boxes of all slots for a rebuild; no slot is pending afterwards.
    pub(crate) fn settle(&mut self) -> &[Aabb] {
        self.close_gaps();
        self.states.fill(State::Indexed);
        self.pending.clear();
        if self.indexed_count != self.ids.len() || !self.identity {
            self.indexed_count = self.ids.len();
            self.identity = self.ids.iter().zip(0..).all(|(&id, slot)| id == slot);
        }
        &self.boxes
    }

    /// The item of a slot that a method found, if the slot has not changed since.
    #[inline(always)]
    pub(crate) fn indexed_item(&self, slot: u32) -> Option<u32> {
        // After an interrupted `replace_boxes` the method may still name removed slots.
        match self.states.get(slot as usize) {
            Some(State::Indexed) => Some(self.ids[slot as usize]),
            _ => None,
        }
    }

    /// Pending slots with their items and boxes.
    pub(crate) fn pending(&self) -> impl Iterator<Item = (usize, u32, Aabb)> + '_ {
        let live = self.pending.iter().map(|&slot| slot as usize);
        live.filter(|&slot| self.states[slot] == State::Pending)
            .map(|slot| (slot, self.ids[slot], self.boxes[slot]))
    }

    /// Turns pairs of slots into pairs of items, the smaller number first.
    pub(crate) fn name_pairs(&self, pairs: &mut [(u32, u32)]) {
        if !self.identity {
            for pair in pairs {
                let (a, b) = (self.ids[pair.0 as usize], self.ids[pair.1 as usize]);
                *pair = if a < b { (a, b) } else { (b, a) };
            }
        }
    }

    /// All items with their boxes, by slot.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, Aabb)> + '_ {
        let live = self.states.iter().map(|&state| state != State::Dead);
        live.zip(self.ids.iter().zip(&self.boxes))
            .filter(|(live, _)| *live)
            .map(|(_, (&id, &aabb))| (id, aabb))
    }

    pub(crate) fn validate(&self) -> Result<(), String> {
        let n = self.ids.len();
        if self.boxes.len() != n || self.states.len() != n || self.map.len() + self.dead.len() != n {
            return Err(format!("{n} slots with {} dead, but {} items", self.dead.len(), self.map.len()));
        }
        for slot in 0..n {
            let listed = |list: &[u32]| list.contains(&(slot as u32));
            let live = self.states[slot] != State::Dead;
            let known = self.map.get(self.ids[slot]) == Some(slot as u32);
            let pending = self.states[slot] == State::Pending;
            if known != live || listed(&self.dead) == live || (pending && !listed(&self.pending)) {
                return Err(format!(
                    "slot {slot} of item {} is {:?} but listed otherwise",
                    self.ids[slot], self.states[slot]
                ));
            }
            if !self.boxes[slot].is_valid() {
                return Err(format!("slot {slot} has the box {:?}", self.boxes[slot]));
            }
        }
        Ok(())
    }

    /// Moves the last slots into dead ones.
    fn close_gaps(&mut self) {
        if self.dead.is_empty() {
            return;
        }
        // From the back, so that the slot that moves into a gap is never dead.
        self.dead.sort_unstable_by(|a, b| b.cmp(a));
        for &slot in &self.dead {
            let gap = slot as usize;
            self.ids.swap_remove(gap);
            self.boxes.swap_remove(gap);
            if let Some(&moved) = self.ids.get(gap) {
                self.map.set(moved, slot);
            }
        }
        self.dead.clear();
        // Slots have new numbers, so the method is out of date.
        self.states.clear();
        self.states.resize(self.ids.len(), State::Pending);
        self.pending.clear();
        self.pending.extend(0..self.ids.len() as u32);
        self.identity = false;
    }
}

fn check(item: u32, aabb: Aabb) -> Result<(), SpaceError> {
    if aabb.is_valid() && REACHABLE.contains(aabb) {
        Ok(())
    } else {
        Err(SpaceError::InvalidBox { item, aabb })
    }
}
