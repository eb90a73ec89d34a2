//! Sensors: shapes without collision response that detect overlaps. This is the table of sensor overlaps; the
//! stage that fills it is `update_sensors`.
//!
//! A sensor is in a tree of its own, not in the trees of solid shapes, so contacts and queries ignore it.
//! Every step finds its visitors again and compares them with those of the previous step. So there is no
//! state per pair that a removal could leave inconsistent. Resting visitors of a resting sensor are searched
//! only when a resting shape has changed.
//!
//! Invariant: `overlaps` is sorted, both shapes of an overlap are alive and enabled, and every shape counts
//! its overlaps as a visitor.

use cairn2d_geometry::tree::{DynamicTree, ProxyId};
use cairn2d_math::{Aabb, Pose};

use crate::store::capacity::clone_with_capacity;
use crate::store::column::{Tracked, copy_fields};
use crate::tables::shape::Proxy;

/// A sensor overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SensorOverlap {
    pub(crate) sensor: u32,
    pub(crate) visitor: u32,
}

/// A sensor of an enabled body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sensor {
    pub(crate) shape: u32,
    /// Centre of mass of its body at the start of the step, and its rotation.
    pub(crate) start: Pose,
    /// Value of `BroadPhase::rest_changes` when its resting visitors were searched, `NEVER` if a search is
    /// due.
    pub(crate) seen: u64,
}

/// A value that `BroadPhase::rest_changes` never has.
pub(crate) const NEVER: u64 = u64::MAX;

/// All sensors.
#[derive(Debug, Default)]
pub(crate) struct Sensors {
    pub(crate) tree: Tracked<DynamicTree>,
    /// Sorted by shape.
    pub(crate) entries: Vec<Sensor>,
    /// All sensor overlaps, sorted by sensor and visitor.
    pub(crate) overlaps: Vec<SensorOverlap>,
}

clone_with_capacity!(Sensors: tree, entries, overlaps);
copy_fields!(Sensors: tree, entries, overlaps);

impl Sensors {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all sensors and overlaps except the tree, and keeps the memory.
    pub(crate) fn forget_all(&mut self) {
        self.entries.clear();
        self.overlaps.clear();
    }

    /// Adds a sensor.
    pub(crate) fn insert(&mut self, shape: u32, aabb: Aabb) -> Proxy {
        let entry = Sensor { shape, start: Pose::IDENTITY, seen: NEVER };
        if let Err(position) = self.find(shape) {
            self.entries.insert(position, entry);
        }
        // AABBs come from validated shapes at validated poses, so the tree accepts them.
        Proxy::Sensor(self.tree.insert(aabb, u64::MAX, shape).map_or(u32::MAX, |id| id.0))
    }

    /// Removes a sensor, whose overlaps must have ended.
    pub(crate) fn remove(&mut self, shape: u32, proxy: u32) {
        let _ = self.tree.remove(ProxyId(proxy));
        if let Ok(position) = self.find(shape) {
            self.entries.remove(position);
        }
    }

    /// Sets the AABB of a sensor.
    pub(crate) fn update(&mut self, shape: u32, proxy: u32, aabb: Aabb) {
        let _ = self.tree.update(ProxyId(proxy), aabb);
        self.forget(shape);
    }

    /// Makes the next step search all visitors of a sensor again.
    pub(crate) fn forget(&mut self, shape: u32) {
        if let Ok(position) = self.find(shape) {
            self.entries[position].seen = NEVER;
        }
    }

    /// Returns the sensor entry of this shape.
    pub(crate) fn get(&self, shape: u32) -> Option<&Sensor> {
        self.find(shape).ok().map(|position| &self.entries[position])
    }

    /// Returns all sensor overlaps.
    pub(crate) fn overlaps(&self) -> &[SensorOverlap] {
        &self.overlaps
    }

    /// Returns the overlaps of this sensor.
    pub(crate) fn overlaps_of(&self, shape: u32) -> &[SensorOverlap] {
        overlaps_of(&self.overlaps, shape)
    }

    fn find(&self, shape: u32) -> Result<usize, usize> {
        // New sensors usually have the highest slot so far.
        if self.entries.last().is_none_or(|last| last.shape < shape) {
            return Err(self.entries.len());
        }
        self.entries.binary_search_by_key(&shape, |entry| entry.shape)
    }
}

/// Returns the overlaps of one sensor.
pub(crate) fn overlaps_of(overlaps: &[SensorOverlap], sensor: u32) -> &[SensorOverlap] {
    let first = overlaps.partition_point(|overlap| overlap.sensor < sensor);
    let count = overlaps[first..].partition_point(|overlap| overlap.sensor == sensor);
    &overlaps[first..first + count]
}
