//! Bodies of the state: validation, spawning, waking, disabling and enabling.

use cairn2d_math::DVec2;

use crate::state::State;
use crate::store::id::BodyId;
use crate::store::slot::NONE;
use crate::tables::body::{Body, BodyKind, BodyMotion, BodyRecord, BodyRow, BodyState, TimeScale, flag};
use crate::tables::check::{check_point, check_position, check_position64};
use crate::tables::contact::Contact;
use crate::tables::error::{BodyError, Owner, ValueError};
use crate::tables::joint::Joint;
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, FIRST_SLEEPING_SET, STATIC_SET};

impl State {
    /// Checks that a body may be added to this world.
    pub(crate) fn check_new(&self, def: &Body) -> Result<(), BodyError> {
        def.validate()?;
        self.check_place("position", def.position.point())
            .map_err(|error| error.about(Owner::NewBody(None)))?;
        Ok(())
    }

    /// Checks a position inside this world.
    pub(crate) fn check_place(&self, name: &'static str, position: DVec2) -> Result<DVec2, ValueError> {
        if self.config.is_large() {
            return check_position64(name, position);
        }
        check_position(name, position.to_vec2()).map(DVec2::from)
    }

    /// Checks a point where a force acts on a body of this world. Centres of mass may be outside the range of
    /// positions.
    pub(crate) fn check_far_point(&self, point: DVec2) -> Result<DVec2, ValueError> {
        if !self.config.is_large() {
            return check_point("point", point.to_vec2()).map(DVec2::from);
        }
        let half = DVec2::new(0.5 * point.x, 0.5 * point.y);
        self.check_place("point", half)?;
        Ok(point)
    }

    /// Adds a validated body with its shapes. Static shapes are only appended to `statics`; the caller must
    /// add their proxies.
    pub(crate) fn spawn_valid(&mut self, def: &Body, statics: &mut Vec<u32>) -> BodyId {
        let slot = self.insert_body(def);
        if !def.enabled {
            // Disable it before it has shapes, so that they never enter the broad phase.
            self.disable_body(slot);
        }
        for shape in &def.shapes {
            self.insert_shape_later(slot, shape, statics);
        }
        // A static body has neither mass nor velocity, as its row says already.
        if def.kind != BodyKind::Static {
            self.update_mass(slot);
            self.limit_velocity(slot);
            self.follow_velocity(slot);
        }
        let starts_asleep = def.enabled && !def.awake && def.kind != BodyKind::Static && self.config.sleeping;
        if starts_asleep {
            self.sleep_bodies(&[slot]);
        }
        self.bodies.id(slot)
    }

    /// Returns the slot of a live body.
    pub(crate) fn find_body(&self, id: BodyId) -> Result<u32, BodyError> {
        self.find_own(id).ok_or_else(|| BodyError::Stale(id.to_string()))
    }

    fn insert_body(&mut self, def: &Body) -> u32 {
        let mut record = BodyRecord::new(def.kind);
        record.mass_override = def.mass;
        record.locks = def.locks;
        record.bullet = def.bullet;
        record.sweep_threshold = def.sweep_threshold;
        let mut state = BodyState::default();
        if def.kind != BodyKind::Static {
            state.velocity = def.velocity;
            state.angular_velocity = def.angular_velocity;
        }
        let mut motion = BodyMotion {
            gravity_scale: def.gravity_scale,
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            sleep_threshold: def.sleep_threshold,
            ..BodyMotion::default()
        };
        motion.set_user_data(def.user_data);
        let bits = [
            (def.kind == BodyKind::Dynamic, flag::DYNAMIC),
            (def.locks.x, flag::LOCK_X),
            (def.locks.y, flag::LOCK_Y),
            (def.can_sleep, flag::CAN_SLEEP),
            (def.joined, flag::JOINED),
        ];
        for (on, bit) in bits {
            motion.flags |= if on { bit } else { 0 };
        }
        let row = BodyRow { records: record, states: state, motions: motion, ..BodyRow::default() };
        let slot = self.bodies.insert(row);
        self.graph.ensure_len(slot as usize + 1);
        self.sets.ensure_len(slot as usize + 1);
        self.internal_edges.ensure_capacity(slot as usize + 1);
        if def.dominance != 0 {
            self.bodies.set_dominance(slot, def.dominance);
        }
        if def.time_scale != 1.0 {
            let scale = def.time_scale;
            self.bodies.note_time_scale(TimeScale { body: slot, own: scale, applied: scale });
        }
        // A rotation from an angle is already of unit length; one from a caller's pose may be slightly off.
        self.bodies.place(slot, def.position.point(), def.rotation.normalize());
        if self.bodies.pool.count() == 2 {
            // It is the only body besides the null body, so no AABB exists yet.
            self.bodies.set_broad_phase_origin(self.bodies.cell(slot));
        }
        self.join_set(slot, if def.kind == BodyKind::Static { STATIC_SET } else { AWAKE_SET });
        slot
    }

    /// Wakes a body and all bodies that touch it or are joined to it.
    pub(crate) fn wake_touching(&mut self, slot: u32) {
        let record = &self.bodies.records[slot as usize];
        let has_edges = [record.head_contact, record.head_joint] != [NONE; 2];
        if record.set == STATIC_SET && !has_edges && self.images.is_empty() {
            return;
        }
        self.images_of(slot).into_iter().for_each(|image| self.wake_touching(image));
        self.wake_body(slot);
        let mut edges = self.bodies.records[slot as usize].contact_edges();
        while let Some((contact, side)) = edges.next(&self.contacts.records) {
            let Contact { bodies, touching, .. } = self.contacts.records[contact as usize];
            if touching {
                self.wake_body(bodies[1 - side]);
            }
        }
        let mut edges = self.bodies.records[slot as usize].joint_edges();
        while let Some((joint, side)) = edges.next(&self.joints.records) {
            let Joint { bodies, enabled, .. } = self.joints.records[joint as usize];
            if enabled {
                self.wake_body(bodies[1 - side]);
            }
        }
    }

    /// Wakes the island of a sleeping body, or resets the sleep timer of an awake one.
    pub(crate) fn wake_body(&mut self, slot: u32) {
        let set = self.bodies.records[slot as usize].set;
        if set >= FIRST_SLEEPING_SET {
            self.wake_set(set);
        }
        self.bodies.motions[slot as usize].sleep_time = 0.0;
        self.restart_held(slot);
    }

    /// Disables a body. Its joints stay without effect; its contacts end.
    pub(crate) fn disable_body(&mut self, slot: u32) {
        if self.bodies.records[slot as usize].set == DISABLED_SET {
            return;
        }
        self.wake_touching(slot);
        self.leave_portals(slot);
        self.destroy_contacts_of(slot);
        self.end_sensor_overlaps_of_body(slot);
        self.remove_joints_from_graph(slot);
        self.remove_proxies(slot);
        self.leave_set(slot);
        self.join_set(slot, DISABLED_SET);
    }

    /// Enables a disabled body.
    pub(crate) fn enable_body(&mut self, slot: u32) {
        if self.bodies.records[slot as usize].set != DISABLED_SET {
            return;
        }
        let kind = self.bodies.records[slot as usize].kind;
        self.leave_set(slot);
        self.join_set(slot, if kind == BodyKind::Static { STATIC_SET } else { AWAKE_SET });
        self.insert_proxies(slot);
        self.add_joints_to_graph(slot);
        self.wake_touching(slot);
    }
}
