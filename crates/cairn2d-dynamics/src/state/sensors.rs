//! Changes of sensors, and overlaps that end between steps.

use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::BodyKind;
use crate::tables::event::{SensorEvent, SensorEventKind};
use crate::tables::sensor::SensorOverlap;
use crate::tables::shape::{Proxy, SensorSight, ShapeRecord};

impl State {
    /// Returns whether a sensor detects a shape when they overlap.
    pub(crate) fn sees(&self, sensor: u32, visitor: u32) -> bool {
        let [sensor, visitor] = [sensor, visitor].each(|shape| &self.shapes.records[shape as usize]);
        self.is_seen(visitor) && sensor.body != visitor.body && sensor.filter.allows(&visitor.filter)
    }

    /// Returns whether any sensor detects a shape.
    pub(crate) fn is_seen(&self, shape: &ShapeRecord) -> bool {
        match shape.sensor_events {
            SensorSight::Seen => true,
            SensorSight::Unseen => false,
            SensorSight::UnlessStatic => self.bodies.records[shape.body as usize].kind != BodyKind::Static,
        }
    }

    pub(crate) fn report_overlap(&mut self, kind: SensorEventKind, overlap: SensorOverlap) {
        let (sensor, visitor) = (self.party(overlap.sensor), self.party(overlap.visitor));
        self.events.sensors.push(SensorEvent { kind, sensor, visitor });
    }

    /// Ends the overlaps of a shape for which `stays` is false, each with an event. The shape may be the
    /// sensor or the visitor.
    pub(crate) fn end_sensor_overlaps(&mut self, shape: u32, stays: impl Fn(&State, SensorOverlap) -> bool) {
        let record = &self.shapes.records[shape as usize];
        if record.sensor_overlap_count == 0 && !record.is_sensor {
            return;
        }
        let mut overlaps = core::mem::take(&mut self.sensors.overlaps);
        overlaps.retain(|&overlap| {
            let concerned = overlap.sensor == shape || overlap.visitor == shape;
            if !concerned || stays(self, overlap) {
                return true;
            }
            self.report_overlap(SensorEventKind::End, overlap);
            self.shapes.records[overlap.visitor as usize].sensor_overlap_count -= 1;
            false
        });
        self.sensors.overlaps = overlaps;
    }

    /// Ends the overlaps of a shape that filters or settings no longer accept.
    pub(crate) fn end_filtered_sensor_overlaps(&mut self, shape: u32) {
        self.end_sensor_overlaps(shape, |world, overlap| world.sees(overlap.sensor, overlap.visitor));
    }

    /// Ends all overlaps of the shapes of a body.
    pub(crate) fn end_sensor_overlaps_of_body(&mut self, body: u32) {
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            self.end_sensor_overlaps(at, |_, _| false);
            at = self.shapes.records[at as usize].next;
        }
    }

    /// Makes a shape a sensor or solid.
    pub(crate) fn set_sensor(&mut self, shape: u32, is_sensor: bool) {
        let record = &self.shapes.records[shape as usize];
        let body = record.body;
        if record.is_sensor == is_sensor {
            return;
        }
        self.wake_touching(body);
        self.destroy_contacts_of_shape(shape);
        self.end_sensor_overlaps(shape, |_, overlap| overlap.sensor != shape);
        self.shapes.records[shape as usize].is_sensor = is_sensor;
        self.replace_proxy(shape);
        self.update_mass(body);
    }

    /// Sets whether sensors detect a shape.
    pub(crate) fn set_sensor_events(&mut self, shape: u32, seen: bool) {
        self.shapes.records[shape as usize].sensor_events = SensorSight::always(seen);
        self.end_filtered_sensor_overlaps(shape);
        // Resting sensors must search again.
        self.broad_phase.rest_changes += 1;
    }

    /// Checks the table of sensors against the shapes.
    ///
    /// # Errors
    /// A description of the first inconsistency.
    pub(crate) fn validate_sensors(&self) -> Result<(), String> {
        let sensors = &self.sensors;
        sensors.tree.validate()?;
        let rising = sensors.entries.windows(2).all(|pair| pair[0].shape < pair[1].shape);
        if !rising || sensors.tree.len() != sensors.entries.len() || !sensors.overlaps.is_sorted() {
            return Err("the table of sensors is out of order".to_owned());
        }
        let mut counts = vec![0; self.shapes.records.len()];
        for overlap in &sensors.overlaps {
            let known = sensors.get(overlap.sensor).is_some() && self.shapes.pool.is_alive(overlap.visitor);
            if !known || self.shapes.records[overlap.visitor as usize].proxy == Proxy::None {
                return Err(format!("{overlap:?} of an object that does not exist"));
            }
            counts[overlap.visitor as usize] += 1;
        }
        for slot in self.shapes.pool.slots() {
            let record = &self.shapes.records[slot as usize];
            if record.sensor_overlap_count != counts[slot as usize] {
                return Err(format!("shape {slot} counts {} overlaps", record.sensor_overlap_count));
            }
            if matches!(record.proxy, Proxy::Sensor(_)) != sensors.get(slot).is_some() {
                return Err(format!("shape {slot} is kept as {:?}", record.proxy));
            }
        }
        Ok(())
    }
}
