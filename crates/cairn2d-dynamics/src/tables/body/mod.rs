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
pub(crate) use rows::{BodyDelta, BodyMotion, BodyPose, BodyState, flag};

use crate::store::column::Column;
use crate::store::each::Each;
use crate::store::id::BodyId;
use crate::store::table::table;
use crate::tables::parts::BULLETS;

table! {
    /// All bodies.
    Bodies of BodyRow {
        columns {
            records: Column<BodyRecord> = BodyRecord::new(BodyKind::Static);
            states: Column<BodyState> = BodyState::default();
            poses: Column<BodyPose> = BodyPose::default();
            motions: Column<BodyMotion> = BodyMotion::default();
        }
        rewritten {
            deltas: Vec<BodyDelta> = BodyDelta::default();
            /// Velocity of the current sub-step after gravity and before impulses: x, y, angular, unused.
            free_velocities: Vec<[f32; 4]> = [0.0; 4];
        }
        optional {
            /// Dominance of each slot, as in the records; empty as long as all were always 0.
            dominances: Vec<i8> = 0;
            /// Middle of the cell of each slot \[m\] and two zeros; empty in a world that is not large.
            cells: Column<[f32; 4]> = [0.0; 4];
            /// Load of each sleeping body: force \[N\] and torque \[N m\] that its contacts balanced when it
            /// fell asleep, and a zero. Empty unless bodies sleep in layers.
            sleep_loads: Column<[f32; 4]> = [0.0; 4];
        }
        others {
            /// Slots of the kinematic bodies. They are usually few, and continuous collision visits all of
            /// them.
            kinematics: Vec<u32> = Vec::new();
            /// Slots of the bullets.
            bullets: Vec<u32> = Vec::new();
            /// Bodies whose time scale is not 1, sorted by slot.
            time_scales: Vec<TimeScale> = Vec::new();
            /// Broad-phase origin of a large world \[m\], the middle of a cell.
            broad_phase_origin: [f32; 2] = [0.0; 2];
        }
    }
}

impl Bodies {
    /// Returns an empty table with the null body in slot 0.
    pub(crate) fn new(tag: u8) -> Bodies {
        let mut bodies = Bodies::empty(tag);
        bodies.insert_row(BodyRow::default());
        bodies
    }

    /// Adds a body with these rows.
    pub(crate) fn insert(&mut self, row: BodyRow) -> u32 {
        let BodyRecord { kind, bullet, .. } = row.records;
        let slot = self.insert_row(row);
        if kind == BodyKind::Kinematic {
            self.kinematics.push(slot);
        }
        if bullet {
            self.bullets.push(slot);
        }
        slot
    }

    /// Reserves memory for this many slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.reserve_rows(count);
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

    /// Returns the column of dominances for the solver; null if all were always 0.
    pub(crate) fn dominance_column(&self) -> *const i8 {
        if self.dominances.is_empty() { core::ptr::null() } else { self.dominances.as_ptr() }
    }

    /// Whether any body has a dominance.
    pub(crate) fn has_dominance(&self) -> bool {
        !self.dominances.is_empty()
    }

    /// Returns the index of the dynamic body with higher dominance, if both are dynamic and differ.
    pub(crate) fn leader(&self, bodies: [u32; 2]) -> Option<usize> {
        let [a, b] = bodies.each(|body| self.dominance(body));
        let dynamic = || bodies.iter().all(|&body| self.records[body as usize].is_dynamic());
        (a != b && dynamic()).then_some(usize::from(b > a))
    }

    /// Returns whether one of two bodies is an image of a body in an opening.
    pub(crate) fn has_image(&self, bodies: [u32; 2]) -> bool {
        bodies.iter().any(|&body| self.motions[body as usize].flags & flag::IMAGE != 0)
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

    /// Adds to the number of constraints of a body.
    pub(crate) fn count_constraint(&mut self, slot: u32, change: i32) {
        let count = &mut self.motions[slot as usize].constraint_count;
        *count = count.wrapping_add_signed(change);
    }

    /// Returns whether some body is a bullet.
    pub(crate) fn has_bullets(&self) -> bool {
        BULLETS && !self.bullets.is_empty()
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
