//! Bodies: the builder, the rows the solver works on, the cold record and the table that holds them.

mod cells;
mod def;
mod record;
mod rows;

pub(crate) use cells::{moved_box, moved_pose, rounded_outward};
pub use def::{Body, BodyKind, Locks};
pub(crate) use def::{MAX_MASS, Place, check_angle, check_mass, check_static_velocity};
pub(crate) use record::{
    BodyRecord, DEFAULT_SWEEP_THRESHOLD, MAX_TIME_SCALE, MIN_TIME_SCALE, SetIndex, TimeScale,
};
pub(crate) use rows::{BodyKick, BodyMotion, BodyPose, BodyState, flag};

use crate::store::column::{Column, keep_fields};
use crate::store::id::{BodyId, IdPool};
use crate::store::room::{clone_into_room, room};

/// All bodies: one entry of every column per slot.
#[derive(Debug)]
pub(crate) struct Bodies {
    pub(crate) pool: IdPool,
    pub(crate) records: Column<BodyRecord>,
    pub(crate) states: Column<BodyState>,
    pub(crate) poses: Column<BodyPose>,
    pub(crate) motions: Column<BodyMotion>,
    pub(crate) kicks: Vec<BodyKick>,
    /// Velocity of the current sub-step after gravity and before impulses: x, y, angular, unused.
    pub(crate) carries: Vec<[f32; 4]>,
    /// Slots of the kinematic bodies. They are usually few, and continuous collision visits all of them.
    pub(crate) kinematics: Vec<u32>,
    /// Slots of the bullets.
    pub(crate) bullets: Vec<u32>,
    /// Bodies whose time scale is not 1, sorted by slot.
    pub(crate) time_scales: Vec<TimeScale>,
    /// Dominance of each slot, as in the records; empty as long as all were always 0.
    pub(crate) dominances: Vec<i8>,
    /// Middle of the cell of each slot \[m\] and two zeros; empty in a world that is not large.
    pub(crate) cells: Column<[f32; 4]>,
    /// Broad-phase origin of a large world \[m\], the middle of a cell.
    pub(crate) home: [f32; 2],
}

clone_into_room!(Bodies: pool, records, states, poses, motions, kicks, carries, kinematics, bullets, time_scales, dominances, cells, home);
keep_fields!(Bodies: pool, records, states, poses, motions, kinematics, bullets, time_scales, dominances, cells, home; kicks, carries);

impl Bodies {
    /// Returns an empty table with the null body in slot 0.
    pub(crate) fn new(tag: u8) -> Bodies {
        let mut bodies = Bodies {
            pool: IdPool::new(tag),
            records: Column::default(),
            states: Column::default(),
            poses: Column::default(),
            motions: Column::default(),
            kicks: Vec::new(),
            carries: Vec::new(),
            kinematics: Vec::new(),
            bullets: Vec::new(),
            time_scales: Vec::new(),
            dominances: Vec::new(),
            cells: Column::default(),
            home: [0.0; 2],
        };
        bodies.insert(BodyRecord::new(BodyKind::Static));
        bodies
    }

    /// Allocates a slot and resets its columns.
    pub(crate) fn insert(&mut self, record: BodyRecord) -> u32 {
        let slot = self.pool.insert().slot();
        let index = slot as usize;
        if record.kind == BodyKind::Kinematic {
            self.kinematics.push(slot);
        }
        if record.bullet {
            self.bullets.push(slot);
        }
        if index == self.records.len() {
            self.records.push(record);
            self.states.push(BodyState::default());
            self.poses.push(BodyPose::default());
            self.motions.push(BodyMotion::default());
            self.kicks.push(BodyKick::default());
            self.carries.push([0.0; 4]);
        } else {
            self.records[index] = record;
            self.states[index] = BodyState::default();
            self.poses[index] = BodyPose::default();
            self.motions[index] = BodyMotion::default();
            self.kicks[index] = BodyKick::default();
            self.carries[index] = [0.0; 4];
        }
        if !self.dominances.is_empty() {
            self.dominances.resize(self.records.len(), 0);
            self.dominances[index] = 0;
        }
        if !self.cells.is_empty() {
            if self.cells.len() == index {
                self.cells.push([0.0; 4]);
            } else {
                self.cells[index] = [0.0; 4];
            }
        }
        slot
    }

    /// Reserves memory for this many slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.pool.reserve(count);
        self.records.room(count);
        self.states.room(count);
        self.poses.room(count);
        self.motions.room(count);
        room(&mut self.kicks, count);
        room(&mut self.carries, count);
        if !self.cells.is_empty() {
            self.cells.room(count);
        }
    }

    /// Extends the columns that every step rewrites to the length of the others.
    pub(crate) fn cover_scratch(&mut self) {
        self.kicks.resize(self.records.len(), BodyKick::default());
        self.carries.resize(self.records.len(), [0.0; 4]);
    }

    /// Frees a slot.
    pub(crate) fn remove(&mut self, slot: u32) {
        if self.records[slot as usize].kind == BodyKind::Kinematic {
            self.kinematics.retain(|&other| other != slot);
        }
        self.set_bullet(slot, false);
        if let Ok(place) = self.find_time_scale(slot) {
            self.time_scales.remove(place);
        }
        self.pool.remove(slot);
    }

    /// Returns the index of a body's time scale in the list, or its insertion index.
    pub(crate) fn find_time_scale(&self, slot: u32) -> Result<usize, usize> {
        self.time_scales.binary_search_by_key(&slot, |entry| entry.body)
    }

    /// Returns the time scale of a body.
    pub(crate) fn time_scale(&self, slot: u32) -> TimeScale {
        let normal = TimeScale { body: slot, own: 1.0, applied: 1.0 };
        self.find_time_scale(slot).map_or(normal, |place| self.time_scales[place])
    }

    /// Stores the time scale of a body; a value of 1 is not listed.
    pub(crate) fn note_time_scale(&mut self, entry: TimeScale) {
        let normal = entry.own == 1.0 && entry.applied == 1.0;
        match self.find_time_scale(entry.body) {
            Ok(place) if normal => drop(self.time_scales.remove(place)),
            Ok(place) => self.time_scales[place] = entry,
            Err(_) if normal => {}
            Err(place) => self.time_scales.insert(place, entry),
        }
    }

    /// Returns the dominance of a body.
    pub(crate) fn dominance(&self, slot: u32) -> i8 {
        self.records[slot as usize].dominance
    }

    pub(crate) fn set_dominance(&mut self, slot: u32, dominance: i8) {
        self.records[slot as usize].dominance = dominance;
        if dominance != 0 || !self.dominances.is_empty() {
            self.dominances.resize(self.records.len(), 0);
            self.dominances[slot as usize] = dominance;
        }
    }

    /// Removes the column of dominances, before the table is refilled.
    pub(crate) fn clear_dominances(&mut self) {
        self.dominances.clear();
    }

    /// Returns the column of dominances for the solver; null if all were always 0.
    pub(crate) fn dominance_column(&self) -> *const i8 {
        if self.dominances.is_empty() { core::ptr::null() } else { self.dominances.as_ptr() }
    }

    /// Returns the index of the dynamic body with higher dominance, if both are dynamic and differ.
    pub(crate) fn leader(&self, bodies: [u32; 2]) -> Option<usize> {
        let [a, b] = bodies.map(|body| self.dominance(body));
        let dynamic = || bodies.iter().all(|&body| self.records[body as usize].is_dynamic());
        (a != b && dynamic()).then_some(usize::from(b > a))
    }

    /// Sets the kind of a body, in the records of this table only.
    pub(crate) fn set_kind(&mut self, slot: u32, kind: BodyKind) {
        let record = &mut self.records[slot as usize];
        let former = core::mem::replace(&mut record.kind, kind);
        if former == BodyKind::Kinematic {
            self.kinematics.retain(|&other| other != slot);
        }
        if kind == BodyKind::Kinematic {
            self.kinematics.push(slot);
        }
        let motion = &mut self.motions[slot as usize];
        motion.flags &= !flag::DYNAMIC;
        motion.flags |= if kind == BodyKind::Dynamic { flag::DYNAMIC } else { 0 };
    }

    /// Sets whether a body is a bullet.
    pub(crate) fn set_bullet(&mut self, slot: u32, bullet: bool) {
        let former = core::mem::replace(&mut self.records[slot as usize].bullet, bullet);
        if bullet && !former {
            self.bullets.push(slot);
        } else if former && !bullet {
            self.bullets.retain(|&other| other != slot);
        }
    }

    /// Returns the slot of a live body, never that of the null body.
    pub(crate) fn find(&self, id: BodyId) -> Option<u32> {
        self.pool.find(id.raw()).filter(|&slot| slot != 0)
    }

    pub(crate) fn id(&self, slot: u32) -> BodyId {
        BodyId::from_raw(self.pool.id(slot))
    }

    pub(crate) fn count(&self) -> u32 {
        self.pool.count() - 1
    }

    /// Returns the live slots in ascending order, without the null body.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.pool.slots().skip(1)
    }
}
