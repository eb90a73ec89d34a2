//! `World::reserve`, which allocates memory for a planned number of objects, so that no later step allocates.

use crate::kernels::solver::Solver;
use crate::store::capacity::reserve_total;
use crate::store::each::Each;
use crate::tables::constraint_graph::OVERFLOW;
use crate::tables::error::ValueError;
use crate::tables::solver_set::AWAKE_SET;
use crate::world::World;

/// Largest accepted count. A larger one is more likely a mistake than a game.
const MOST: u32 = 1 << 22;

/// Largest number of shapes around one fast body that memory is reserved for.
const MOST_NEARBY: usize = 4096;

/// Numbers of objects to reserve memory for. Fields left at 0, as by `..Capacity::default()`, reserve none.
///
/// Contacts are pairs of shapes with overlapping AABBs, touching or not; see
/// [`Counts::contacts`](crate::Counts) for the current number. A heap of discs has up to three contacts per
/// body, a heap of boxes four. Sizes that differ much give more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capacity {
    /// Bodies, 0 to 4,194,304.
    pub bodies: u32,
    /// Shapes of all bodies, 0 to 4,194,304.
    pub shapes: u32,
    /// Joints, 0 to 4,194,304.
    pub joints: u32,
    /// Contacts, 0 to 4,194,304.
    pub contacts: u32,
    /// Sensor overlaps ([`World::sensor_overlaps`]), 0 to 4,194,304.
    pub sensor_overlaps: u32,
    /// Fields, 0 to 4,194,304.
    pub fields: u32,
    /// Hits reported in one step ([`Events::hits`](crate::Events::hits)), 0 to 4,194,304.
    pub hits: u32,
    /// Pairs of a bullet and another body that are near each other in one step, 0 to 4,194,304.
    pub bullet_pairs: u32,
}

impl World {
    /// Reserves memory for these totals, so that steps do not allocate until the world exceeds them.
    ///
    /// A world grows its memory as needed and keeps it. Without this call, steps allocate whenever the number
    /// of bodies, contacts or sleeping islands reaches a new maximum. Changes no result.
    ///
    /// # Errors
    /// A number out of range.
    ///
    /// # Cost
    /// Memory for the worst case: about 0.4 kB per body, 0.5 per shape, 0.5 per joint, 0.7 per contact and
    /// 0.4 per sensor overlap.
    pub fn reserve(&mut self, capacity: Capacity) -> Result<(), ValueError> {
        let Capacity { bodies, shapes, joints, contacts, sensor_overlaps, fields, hits, bullet_pairs } =
            capacity;
        for (name, value) in [
            ("bodies", bodies),
            ("shapes", shapes),
            ("joints", joints),
            ("contacts", contacts),
            ("sensor_overlaps", sensor_overlaps),
            ("fields", fields),
            ("hits", hits),
            ("bullet_pairs", bullet_pairs),
        ] {
            if value > MOST {
                return Err(ValueError::new(name, value as f32, 0.0, MOST as f32));
            }
        }
        let [bodies, shapes, joints, contacts] = [bodies, shapes, joints, contacts].each(|n| n as usize);
        let scratch = self.scratch.get();
        self.state.bodies.reserve(bodies + 1);
        let spare_rows = Solver::spare_rows(contacts, self.state.config.lanes);
        self.state.bodies.states.reserve_total(bodies + 1 + spare_rows);
        self.state.sets.ensure_len(bodies + 1);
        reserve_total(&mut self.state.sets.lists[AWAKE_SET as usize], bodies);
        self.state.graph.ensure_len(bodies + 1);
        for (index, color) in self.state.graph.colors.iter_mut().enumerate() {
            // Except in the overflow color, each constraint of a color has at least one body of its own.
            let most = |count: usize| if index == OVERFLOW { count } else { count.min(bodies) };
            reserve_total(&mut color.contacts, most(contacts));
            color.joints.reserve(most(joints));
        }
        self.state.graph.equalize_capacity(contacts + joints);
        self.state.forest.reserve(bodies + 1, joints);
        scratch.islands.reserve(bodies + 1);
        scratch.impacts.reserve(bodies + 1);
        scratch.embedded_bodies.ensure_len(bodies + 1);
        scratch.columns.reserve(bodies + 1);
        scratch.reserve_finalized(bodies);
        self.state.shapes.reserve(shapes);
        self.state.broad_phase.reserve(shapes, contacts);
        reserve_total(&mut scratch.pairs, contacts);
        reserve_total(&mut scratch.embedded, contacts);
        scratch.known.reserve(shapes);
        scratch.continuous.reserve(shapes.min(MOST_NEARBY), bodies);
        self.state.joints.reserve(joints);
        self.state.contacts.reserve(contacts);
        scratch.narrow_phase.reserve(contacts, self.state.bodies.is_large());
        self.state.internal_edges.reserve(bodies);
        self.state.held.reserve(bodies);
        scratch.internal_edges.reserve(contacts);
        scratch.solver.reserve(bodies + 1, contacts, joints, self.state.config.sub_steps);
        if sensor_overlaps > 0 {
            reserve_total(&mut self.state.sensors.overlaps, sensor_overlaps as usize);
            scratch.sensors.reserve(sensor_overlaps as usize, bodies, shapes.min(MOST_NEARBY));
            self.state.events.reserve_sensors(sensor_overlaps as usize);
        }
        self.state.events.reserve(bodies, contacts);
        self.state.moves.reserve(bodies + 1);
        if fields > 0 {
            self.state.fields.reserve(fields as usize, bodies);
            reserve_total(&mut self.state.bodies.time_scales, bodies);
        }
        if hits > 0 {
            self.state.events.reserve_hits(hits as usize);
            reserve_total(&mut scratch.solver.hits, hits as usize);
            reserve_total(&mut scratch.impacts.hits, hits as usize);
        }
        if bullet_pairs > 0 {
            reserve_total(&mut self.state.bodies.bullets, bodies);
            scratch.continuous.reserve_bullets(bodies, bullet_pairs as usize);
        }
        Ok(())
    }
}
