//! Sensors: shapes that are not solid but tell which others overlap them. This is the table of who is in which; the stage that fills it
//! is `world/sensors.rs`.
//!
//! A sensor is not in the trees of solid shapes but in one of its own, so neither contacts nor queries meet it. Its visitors are looked
//! up anew in every step and compared with those of the step before; there is no state per pair that could go wrong when something is
//! removed. What rests in a sensor that rests is looked up only when something that rests has changed.
//!
//! Invariant: `visits` is sorted, both shapes of a visit are alive and enabled, and every shape counts the visits it makes.

use cairn2d_geometry::tree::{DynamicTree, ProxyId};
use cairn2d_math::{Aabb, Pose};

use crate::store::column::{Tracked, keep_fields};
use crate::store::room::clone_into_room;
use crate::tables::shape::Proxy;

/// A shape in a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Visit {
    pub(crate) sensor: u32,
    pub(crate) visitor: u32,
}

/// A sensor of an enabled body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sensor {
    pub(crate) shape: u32,
    /// Centre of mass of its body when the step began, and its rotation.
    pub(crate) start: Pose,
    /// State of `BroadPhase::rest_changes` at which its resting visitors were looked up, `NEVER` if they must be.
    pub(crate) seen: u64,
}

/// No state of `BroadPhase::rest_changes`.
pub(crate) const NEVER: u64 = u64::MAX;

/// All sensors.
#[derive(Debug, Default)]
pub(crate) struct Sensors {
    pub(crate) tree: Tracked<DynamicTree>,
    /// By ascending shape.
    pub(crate) entries: Vec<Sensor>,
    /// Who is in which sensor, by ascending sensor and visitor.
    pub(crate) visits: Vec<Visit>,
}

clone_into_room!(Sensors: tree, entries, visits);
keep_fields!(Sensors: tree, entries, visits);

impl Sensors {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets everything but the tree, and keeps the memory.
    pub(crate) fn forget_all(&mut self) {
        self.entries.clear();
        self.visits.clear();
    }

    /// Starts to keep a sensor.
    pub(crate) fn insert(&mut self, shape: u32, aabb: Aabb) -> Proxy {
        let entry = Sensor { shape, start: Pose::IDENTITY, seen: NEVER };
        if let Err(position) = self.find(shape) {
            self.entries.insert(position, entry);
        }
        // Boxes come from validated shapes at validated poses, so the tree cannot refuse them.
        Proxy::Sensor(self.tree.insert(aabb, u64::MAX, shape).map_or(u32::MAX, |id| id.0))
    }

    /// Forgets a sensor, whose visits must have ended.
    pub(crate) fn remove(&mut self, shape: u32, proxy: u32) {
        let _ = self.tree.remove(ProxyId(proxy));
        if let Ok(position) = self.find(shape) {
            self.entries.remove(position);
        }
    }

    /// Gives a sensor a new box.
    pub(crate) fn update(&mut self, shape: u32, proxy: u32, aabb: Aabb) {
        let _ = self.tree.update(ProxyId(proxy), aabb);
        self.forget(shape);
    }

    /// Lets all visitors of a sensor be looked up again.
    pub(crate) fn forget(&mut self, shape: u32) {
        if let Ok(position) = self.find(shape) {
            self.entries[position].seen = NEVER;
        }
    }

    /// The sensor that this shape is.
    pub(crate) fn get(&self, shape: u32) -> Option<&Sensor> {
        self.find(shape).ok().map(|position| &self.entries[position])
    }

    /// Who is in which sensor.
    pub(crate) fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// Who is in this sensor.
    pub(crate) fn visits_of(&self, shape: u32) -> &[Visit] {
        visits_of(&self.visits, shape)
    }

    fn find(&self, shape: u32) -> Result<usize, usize> {
        // New sensors mostly have the highest slot so far.
        if self.entries.last().is_none_or(|last| last.shape < shape) {
            return Err(self.entries.len());
        }
        self.entries.binary_search_by_key(&shape, |entry| entry.shape)
    }
}

/// Those of these visits that are to one sensor.
pub(crate) fn visits_of(visits: &[Visit], sensor: u32) -> &[Visit] {
    let first = visits.partition_point(|visit| visit.sensor < sensor);
    let count = visits[first..].partition_point(|visit| visit.sensor == sensor);
    &visits[first..first + count]
}
