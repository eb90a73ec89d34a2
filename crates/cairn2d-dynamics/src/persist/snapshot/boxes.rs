//! Proxies of shapes in the trees, and sensor overlaps.

use cairn2d_geometry::tree::DynamicTree;
use cairn2d_math::Pose;

use crate::persist::codec::{Reader, Writer};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::tables::error::SnapshotError;
use crate::tables::sensor::{Sensor, SensorOverlap};
use crate::tables::shape::{Proxy, Shapes};

use super::broad_phase::{read_tree, write_tree};
use super::budget::{OVERLAP, SENSOR};
use super::{Read, ensure};

impl State {
    /// Reads the broad phase and the tree of sensors, and sets the proxy of every shape.
    pub(super) fn read_boxes(&mut self, from: &mut Reader<'_>) -> Read<()> {
        self.broad_phase.read(self.config.lanes, &self.shapes.boxes, from)?;
        read_tree(&mut self.sensors.tree, &self.shapes.boxes, from)?;
        for (item, (shape, _)) in self.broad_phase.moving.iter().enumerate() {
            place(&mut self.shapes, shape, Proxy::Moving(item as u32))?;
        }
        place_leaves(&mut self.shapes, self.broad_phase.statics.tree(), Proxy::Static)?;
        place_leaves(&mut self.shapes, &self.broad_phase.sleeping, Proxy::Sleeping)?;
        place_leaves(&mut self.shapes, &self.sensors.tree, Proxy::Sensor)?;
        for slot in self.shapes.pool.slots() {
            let record = &self.shapes.records[slot as usize];
            let is_static = matches!(record.proxy, Proxy::Static(_));
            let sleeps = matches!(record.proxy, Proxy::Sleeping(_));
            ensure(
                self.proxy_fits(slot) && self.broad_phase.marks_fit(slot, is_static, sleeps),
                "a box is in the wrong place",
            )?;
            ensure(self.box_holds_shape(slot), "an AABB does not contain its shape")?;
        }
        for slot in self.bodies.slots() {
            self.check_body(slot).map_err(SnapshotError::Structure)?;
        }
        Ok(())
    }

    pub(super) fn write_boxes(&self, out: &mut Writer<'_>) {
        self.broad_phase.write(out);
        write_tree(&self.sensors.tree, out);
    }

    pub(super) fn write_sensors(&self, out: &mut Writer<'_>) {
        for entry in &self.sensors.entries {
            out.charge(1, SENSOR);
            out.long(entry.seen);
        }
        out.count(self.sensors.overlaps().len());
        out.charge(self.sensors.overlaps().len(), OVERLAP);
        for overlap in self.sensors.overlaps() {
            out.words([overlap.sensor, overlap.visitor]);
        }
    }

    pub(super) fn read_sensors(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let sensors = &mut self.sensors;
        sensors.forget_all();
        for slot in self.shapes.pool.slots() {
            if matches!(self.shapes.records[slot as usize].proxy, Proxy::Sensor(_)) {
                from.charge(1, SENSOR)?;
                sensors.entries.push(Sensor { shape: slot, start: Pose::IDENTITY, seen: from.long()? });
            }
        }
        let count = from.count(8)?;
        from.charge(count, OVERLAP)?;
        for [sensor, visitor] in from.rows(count)? {
            let overlap = SensorOverlap { sensor, visitor };
            let later = sensors.overlaps.last().is_none_or(|last| *last < overlap);
            let is_sensor = sensors.get(sensor).is_some();
            let record = self.shapes.records.get_mut(visitor as usize);
            let record = record.filter(|record| record.proxy != Proxy::None);
            let Some(record) = record.filter(|_| later && is_sensor && sensor != visitor) else {
                return ensure(false, "a sensor overlap has a shape that does not exist");
            };
            record.sensor_overlap_count += 1;
            sensors.overlaps.push(overlap);
        }
        Ok(())
    }

    pub(super) fn hash_sensors(&self, hasher: &mut StateHasher) {
        for overlap in self.sensors.overlaps() {
            hasher.word(u64::from(overlap.sensor) << 32 | u64::from(overlap.visitor));
        }
    }
}

/// Sets the proxies of the shapes of a tree.
fn place_leaves(shapes: &mut Shapes, tree: &DynamicTree, proxy: fn(u32) -> Proxy) -> Read<()> {
    tree.iter().try_for_each(|(id, _, shape)| place(shapes, shape, proxy(id.0)))
}

/// Sets the proxy of a shape.
fn place(shapes: &mut Shapes, shape: u32, proxy: Proxy) -> Read<()> {
    ensure(shapes.pool.is_alive(shape), "an AABB has a shape that does not exist")?;
    let record = &mut shapes.records[shape as usize];
    ensure(record.proxy == Proxy::None, "a shape has two AABBs")?;
    record.proxy = proxy;
    Ok(())
}
