//! Room for what a world is going to hold, so that not even a busy step allocates.

use crate::store::room::room;
use crate::tables::constraint_graph::OVERFLOW;
use crate::tables::error::ValueError;
use crate::tables::solver_set::AWAKE_SET;
use crate::world::World;

/// Most of anything that room is made for: beyond it a mistake is likelier than a game.
const MOST: u32 = 1 << 22;

/// Shapes around one fast body that room is made for.
const MOST_NEARBY: usize = 4096;

/// How much a world is to have room for. What is left at 0, as by `..Capacity::default()`, gets no room.
///
/// Contacts are pairs of shapes whose boxes overlap, touching or not ([`Counts::contacts`](crate::Counts) tells how many there are): up
/// to three per body in a heap of discs, four in one of boxes, more where sizes differ much.
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
    /// Pairs of a sensor and a shape in it ([`World::sensor_overlaps`]), 0 to 4,194,304.
    pub sensor_overlaps: u32,
    /// Fields, 0 to 4,194,304.
    pub fields: u32,
    /// Hits reported in one step ([`Events::hits`](crate::Events::hits)), 0 to 4,194,304.
    pub hits: u32,
    /// Pairs of a bullet and another body that come near each other in one step, 0 to 4,194,304.
    pub bullet_pairs: u32,
}

impl World {
    /// Makes room for this much in all, so that steps do not allocate before the world holds more.
    ///
    /// A world makes room as it goes, and keeps it: without this call, steps allocate while bodies, contacts or sleeping islands reach
    /// numbers they never had. Changes no result.
    ///
    /// # Errors
    /// A number out of range.
    ///
    /// # Cost
    /// Memory for everything at its worst: about 0.4 kB per body, 0.5 per shape, 0.5 per joint, 0.7 per contact and 0.4 per overlap of a
    /// sensor.
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
        let [bodies, shapes, joints, contacts] = [bodies, shapes, joints, contacts].map(|n| n as usize);
        self.state.bodies.reserve(bodies + 1);
        self.state.sets.cover(bodies + 1);
        room(&mut self.state.sets.lists[AWAKE_SET as usize], bodies);
        self.state.graph.cover(bodies + 1);
        for (index, color) in self.state.graph.colors.iter_mut().enumerate() {
            // But for the overflow, a constraint of a color has a body of its own.
            let most = |count: usize| if index == OVERFLOW { count } else { count.min(bodies) };
            room(&mut color.contacts, most(contacts));
            color.joints.iter_mut().for_each(|list| room(list, most(joints)));
        }
        self.scratch.islands.reserve(bodies + 1);
        self.scratch.impacts.reserve(bodies + 1);
        self.scratch.reserve_finalized(bodies);
        self.state.shapes.reserve(shapes);
        self.state.broad_phase.reserve(shapes, contacts);
        room(&mut self.scratch.pairs, contacts);
        self.scratch.known.reserve(shapes);
        self.scratch.continuous.reserve(shapes.min(MOST_NEARBY), bodies);
        self.state.joints.reserve(joints);
        self.state.contacts.reserve(contacts);
        self.scratch.narrow_phase.reserve(contacts, self.state.bodies.is_large());
        self.state.seams.reserve(bodies);
        self.scratch.internal_edges.reserve(contacts);
        self.scratch.solver.reserve(contacts, joints, self.state.config.sub_steps);
        if sensor_overlaps > 0 {
            room(&mut self.state.sensors.visits, sensor_overlaps as usize);
            self.scratch.sensors.reserve(sensor_overlaps as usize, bodies, shapes.min(MOST_NEARBY));
            self.state.events.reserve_sensors(sensor_overlaps as usize);
        }
        self.state.events.reserve(bodies, contacts);
        self.state.moves.reserve(bodies + 1);
        if fields > 0 {
            self.state.fields.reserve(fields as usize, bodies);
            room(&mut self.state.bodies.time_scales, bodies);
        }
        if hits > 0 {
            self.state.events.reserve_hits(hits as usize);
            room(&mut self.scratch.solver.hits, hits as usize);
            room(&mut self.scratch.impacts.hits, hits as usize);
        }
        if bullet_pairs > 0 {
            room(&mut self.state.bodies.bullets, bodies);
            self.scratch.continuous.reserve_bullets(bodies, bullet_pairs as usize);
        }
        Ok(())
    }
}
