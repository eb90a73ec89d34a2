//! Changes of sensors, and overlaps that end between steps.

use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::body::BodyKind;
use crate::tables::event::{SensorEvent, SensorEventKind};
use crate::tables::sensor::Visit;
use crate::tables::shape::{Proxy, SensorSight, ShapeRecord};

impl State {
    /// Returns whether a sensor detects a shape when they overlap.
    pub(crate) fn sees(&self, sensor: u32, visitor: u32) -> bool {
        let [sensor, visitor] = [sensor, visitor].map(|shape| &self.shapes.records[shape as usize]);
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

    pub(crate) fn report_visit(&mut self, kind: SensorEventKind, visit: Visit) {
        let (sensor, visitor) = (self.party(visit.sensor), self.party(visit.visitor));
        self.events.sensors.push(SensorEvent { kind, sensor, visitor });
    }

    /// Ends the overlaps of a shape for which `stays` is false, each with an event. The shape may be the
    /// sensor or the visitor.
    pub(crate) fn end_visits(&mut self, shape: u32, stays: impl Fn(&State, Visit) -> bool) {
        let record = &self.shapes.records[shape as usize];
        if record.visit_count == 0 && !record.is_sensor {
            return;
        }
        let mut visits = core::mem::take(&mut self.sensors.visits);
        visits.retain(|&visit| {
            let concerned = visit.sensor == shape || visit.visitor == shape;
            if !concerned || stays(self, visit) {
                return true;
            }
            self.report_visit(SensorEventKind::End, visit);
            self.shapes.records[visit.visitor as usize].visit_count -= 1;
            false
        });
        self.sensors.visits = visits;
    }

    /// Ends the overlaps of a shape that filters or settings no longer accept.
    pub(crate) fn end_blind_visits(&mut self, shape: u32) {
        self.end_visits(shape, |world, visit| world.sees(visit.sensor, visit.visitor));
    }

    /// Ends all overlaps of the shapes of a body.
    pub(crate) fn end_visits_of_body(&mut self, body: u32) {
        let mut at = self.bodies.records[body as usize].head_shape;
        while at != NONE {
            self.end_visits(at, |_, _| false);
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
        self.end_visits(shape, |_, visit| visit.sensor != shape);
        self.shapes.records[shape as usize].is_sensor = is_sensor;
        self.replace_proxy(shape);
        self.update_mass(body);
    }

    /// Sets whether sensors detect a shape.
    pub(crate) fn set_sensor_events(&mut self, shape: u32, seen: bool) {
        self.shapes.records[shape as usize].sensor_events = SensorSight::always(seen);
        self.end_blind_visits(shape);
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
        if !rising || sensors.tree.len() != sensors.entries.len() || !sensors.visits.is_sorted() {
            return Err("the table of sensors is out of order".to_owned());
        }
        let mut counts = vec![0; self.shapes.records.len()];
        for visit in &sensors.visits {
            let known = sensors.get(visit.sensor).is_some() && self.shapes.pool.is_alive(visit.visitor);
            if !known || self.shapes.records[visit.visitor as usize].proxy == Proxy::None {
                return Err(format!("{visit:?} of an object that does not exist"));
            }
            counts[visit.visitor as usize] += 1;
        }
        for slot in self.shapes.pool.slots() {
            let record = &self.shapes.records[slot as usize];
            if record.visit_count != counts[slot as usize] {
                return Err(format!("shape {slot} counts {} visits", record.visit_count));
            }
            if matches!(record.proxy, Proxy::Sensor(_)) != sensors.get(slot).is_some() {
                return Err(format!("shape {slot} is kept as {:?}", record.proxy));
            }
        }
        Ok(())
    }
}
