//! Updates sensor overlaps and reports the changes.
//!
//! After the step, every sensor queries the trees for nearby shapes and tests each one exactly. The sorted
//! list of overlaps is compared with that of the step before: new entries begin, missing ones end.
//!
//! Then crossings are found. A body or sensor that moved by more than half of its thinnest shape may have
//! passed without an overlap at start or end. A sweep test (`first_touch`) finds these, and such an overlap
//! begins and ends in one step.

use core::ops::ControlFlow;

use cairn2d_geometry::tree::DynamicTree;
use cairn2d_geometry::{Sweep, TimeOfImpact, first_touch, overlaps};
use cairn2d_math::{Aabb, Pose};
use cairn2d_tasks::{TaskSystem, for_each_slot};

use crate::kernels::solver::FinalizeLists;
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::bit_set::BitSet;
use crate::store::capacity::{equalize_capacity, reserve_total};
use crate::store::each::Each;
use crate::tables::body::BodyPose;
use crate::tables::event::SensorEventKind;
use crate::tables::parts::SENSORS;
use crate::tables::sensor::{NEVER, Sensor, SensorOverlap, Sensors, overlaps_of};
use crate::tables::shape::Proxy;

/// Motion from which a body or sensor counts as fast, as a share of its thinnest shape `[-]`.
const FAST_SHARE: f32 = 0.5;

/// Number of sensors or fast bodies that one task handles.
const PART: usize = 32;

/// Overlaps that a part reserves memory for, if the world reserved memory.
const MANY_OVERLAPS: usize = 16 * PART;

/// A body that moved far enough in this step to pass a sensor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastVisitor {
    pub(crate) body: u32,
    pub(crate) sweep: Sweep,
    /// AABB of the whole motion.
    pub(crate) aabb: Aabb,
}

/// Working memory of the stage.
#[derive(Debug, Default)]
pub(crate) struct SensorSearch {
    /// Overlaps of this step and of the last one, sorted by sensor and then other shape.
    overlaps: Vec<SensorOverlap>,
    former: Vec<SensorOverlap>,
    /// Shapes that passed a sensor within this step, in the same order.
    crossings: Vec<SensorOverlap>,
    fast: Vec<FastVisitor>,
    /// Bodies of `fast`.
    fast_bodies: BitSet,
    /// Shapes near a sensor.
    nearby: Vec<u32>,
    /// Overlaps found by each [`PART`] of the table, when several threads search.
    parts: Vec<Vec<SensorOverlap>>,
    /// Crossings found by each [`PART`] of the fast bodies.
    crossing_parts: Vec<Vec<SensorOverlap>>,
}

impl SensorSearch {
    /// Reserves memory for so many overlaps, fast bodies, and shapes near one sensor.
    pub(crate) fn reserve(&mut self, overlaps: usize, bodies: usize, nearby: usize) {
        reserve_total(&mut self.overlaps, overlaps);
        reserve_total(&mut self.former, overlaps);
        reserve_total(&mut self.crossings, overlaps);
        reserve_total(&mut self.fast, bodies);
        self.fast_bodies.ensure_len(bodies + 1);
        reserve_total(&mut self.nearby, nearby);
    }
}

/// Upper bound of the motion of any point at most `extent` `[m]` from the centre of mass `[m]`.
fn reach_of(sweep: &Sweep, extent: f32) -> f32 {
    let turn = if sweep.q1 == sweep.q2 { 0.0 } else { sweep.q1.inv_mul(sweep.q2).angle().abs() };
    (sweep.c2 - sweep.c1).length() + extent * turn
}

/// AABB of the path of all points at most `extent` `[m]` from the centre of mass.
fn path_of(sweep: &Sweep, extent: f32) -> Aabb {
    Aabb::from_points(&[sweep.c1, sweep.c2]).expand(extent)
}

/// Returns the sweep of a body from a centre of mass and rotation to its present pose.
fn sweep_from(start: Pose, end: &BodyPose) -> Sweep {
    Sweep { local_center: end.local_center, c1: start.p, c2: end.center, q1: start.q, q2: end.pose.q }
}

/// Finds the shapes that overlap each sensor and reports the changes.
pub(crate) fn update_sensors(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    if !SENSORS || state.sensors.is_empty() {
        return;
    }
    let Scratch { finalized, sensors: search, .. } = scratch;
    core::mem::swap(&mut state.sensors.overlaps, &mut search.former);
    state.find_visits(search, step.tasks.as_deref());
    state.note_seen();
    search.crossings.clear();
    if step.constants.dt > 0.0 {
        state.find_fast_visitors(finalized, search, step.constants.dt);
        state.cross_by_visitors(search, step.tasks.as_deref());
        state.cross_by_sensors(search);
        search.crossings.sort_unstable();
        search.crossings.dedup();
    }
    step.report.sensor_overlaps = search.overlaps.len() as u32;
    state.report_visits(search);
    core::mem::swap(&mut state.sensors.overlaps, &mut search.overlaps);
}

impl State {
    /// Stores the poses of sensors before the step.
    pub(crate) fn note_sensor_poses(&mut self) {
        if !SENSORS {
            return;
        }
        for entry in &mut self.sensors.entries {
            let pose = &self.bodies.poses[self.shapes.records[entry.shape as usize].body as usize];
            entry.start = Pose { p: pose.center, q: pose.pose.q };
        }
    }

    /// Lists all sensor overlaps at the end of the step.
    fn find_visits(&self, search: &mut SensorSearch, tasks: Option<&dyn TaskSystem>) {
        let Sensors { tree, entries, .. } = &self.sensors;
        let SensorSearch { overlaps, former, parts, .. } = search;
        // The tree of sensors is searched only if some sensor detects other sensors.
        let any_seen = entries.iter().any(|entry| self.is_seen(&self.shapes.records[entry.shape as usize]));
        let look = |entries: &[Sensor], overlaps: &mut Vec<SensorOverlap>| {
            overlaps.clear();
            for entry in entries {
                let first = overlaps.len();
                self.find_overlaps(entry, any_seen.then_some(&*tree), former, overlaps);
                overlaps[first..].sort_unstable();
            }
        };
        let count = entries.len().div_ceil(PART);
        if parts.len() < count {
            // A world that reserved memory for overlaps reserves some in each part.
            let most = overlaps.capacity().min(MANY_OVERLAPS);
            parts.resize_with(count, || Vec::with_capacity(most));
        }
        if tasks.is_some() && count > 1 {
            equalize_capacity(|each| parts.iter_mut().for_each(each));
            for_each_slot(tasks, &mut parts[..count], &|index, overlaps| {
                look(&entries[index * PART..entries.len().min((index + 1) * PART)], overlaps);
            });
            overlaps.clear();
            parts[..count].iter().for_each(|part| overlaps.extend_from_slice(part));
        } else {
            look(entries, overlaps);
        }
    }

    /// Records at which state of resting shapes each resting sensor was tested, so that the next step
    /// reuses its overlaps.
    fn note_seen(&mut self) {
        for position in 0..self.sensors.entries.len() {
            let shape = self.sensors.entries[position].shape;
            let rests = !self.is_awake(self.shapes.records[shape as usize].body);
            self.sensors.entries[position].seen = if rests { self.broad_phase.rest_changes } else { NEVER };
        }
    }

    /// Lists the shapes that overlap a sensor; `tree` holds the sensors if some are visible to others.
    fn find_overlaps(
        &self,
        entry: &Sensor,
        tree: Option<&DynamicTree>,
        former: &[SensorOverlap],
        overlaps: &mut Vec<SensorOverlap>,
    ) {
        let mut test = |visitor: u32| {
            if self.sees(entry.shape, visitor) && self.overlap(entry.shape, visitor) {
                overlaps.push(SensorOverlap { sensor: entry.shape, visitor });
            }
            ControlFlow::Continue(())
        };
        let record = &self.shapes.records[entry.shape as usize];
        let exact = record.geometry.aabb(self.pose_of_shape(entry.shape));
        let aabb = self.bodies.world_box(record.body, exact);
        self.broad_phase.moving.query(self.config.lanes, aabb, &mut test);
        if let Some(tree) = tree {
            let _ = tree.query(aabb, u64::MAX, &mut test);
        }
        if !self.is_awake(record.body) && entry.seen == self.broad_phase.rest_changes {
            // Neither the sensor nor the resting shapes changed, so their overlaps of the last step
            // still hold.
            let before = overlaps_of(former, entry.shape);
            overlaps.extend(before.iter().filter(|overlap| self.rests(overlap.visitor)));
        } else {
            self.broad_phase.statics.query(self.config.lanes, aabb, |visitor| {
                let _ = test(visitor);
            });
            let _ = self.broad_phase.sleeping.query(aabb, u64::MAX, &mut test);
        }
    }

    /// Whether a solid shape is static or asleep.
    fn rests(&self, shape: u32) -> bool {
        matches!(self.shapes.records[shape as usize].proxy, Proxy::Static(_) | Proxy::Sleeping(_))
    }

    /// Whether two shapes overlap or touch.
    fn overlap(&self, shape_a: u32, shape_b: u32) -> bool {
        let [a, b] = [shape_a, shape_b].each(|shape| &self.shapes.records[shape as usize].geometry);
        let bodies = [shape_a, shape_b].each(|shape| self.shapes.records[shape as usize].body);
        let [pose_a, pose_b] = bodies.each(|body| self.bodies.relative_pose(body, bodies[0]).pose);
        overlaps(a, pose_a, b, pose_b)
    }

    /// Lists the bodies that moved far enough to pass a sensor.
    fn find_fast_visitors(&self, finalized: &[FinalizeLists], search: &mut SensorSearch, dt: f32) {
        let SensorSearch { fast, fast_bodies, .. } = search;
        fast.iter().for_each(|visitor| fast_bodies.remove(visitor.body));
        fast.clear();
        let mut add = |body: u32, sweep: Sweep| {
            let reaches = self.shapes_of(body).map(|shape| {
                self.shapes.records[shape as usize].geometry.max_extent_from(sweep.local_center)
            });
            let extent = reaches.fold(0.0, |most, reach| if reach > most { reach } else { most });
            fast_bodies.insert(body);
            let aabb = self.bodies.world_box(body, path_of(&sweep, extent));
            fast.push(FastVisitor { body, sweep, aabb });
        };
        for moved in finalized.iter().flat_map(|list| &list.fast) {
            let pose = &self.bodies.poses[moved.body as usize];
            add(moved.body, sweep_from(moved.start, pose));
        }
        // The finalize stage lists dynamic bodies only.
        for &body in &self.bodies.kinematics {
            if self.is_awake(body) {
                let (sweep, motion) = (self.ground_sweep(body, dt), &self.bodies.motions[body as usize]);
                if reach_of(&sweep, motion.extent) > FAST_SHARE * motion.min_extent {
                    add(body, sweep);
                }
            }
        }
    }

    /// Finds the sensors that fast bodies passed.
    fn cross_by_visitors(&self, search: &mut SensorSearch, tasks: Option<&dyn TaskSystem>) {
        let SensorSearch { overlaps, former, crossings, fast, crossing_parts: parts, .. } = search;
        let known = [&*overlaps, &*former];
        let count = fast.len().div_ceil(PART);
        if tasks.is_some() && count > 1 {
            if parts.len() < count {
                parts.resize_with(count, Vec::new);
            }
            equalize_capacity(|each| parts.iter_mut().for_each(each));
            for_each_slot(tasks, &mut parts[..count], &|index, crossings| {
                crossings.clear();
                let visitors = &fast[index * PART..fast.len().min((index + 1) * PART)];
                visitors.iter().for_each(|visitor| self.cross_by_visitor(visitor, known, crossings));
            });
            // The caller sorts them.
            parts[..count].iter().for_each(|part| crossings.extend_from_slice(part));
        } else {
            fast.iter().for_each(|visitor| self.cross_by_visitor(visitor, known, crossings));
        }
    }

    /// Appends the sensors that one fast body passed.
    fn cross_by_visitor(
        &self,
        visitor: &FastVisitor,
        known: [&Vec<SensorOverlap>; 2],
        crossings: &mut Vec<SensorOverlap>,
    ) {
        let Sensors { tree, entries, .. } = &self.sensors;
        let _ = tree.query(visitor.aabb, u64::MAX, |sensor| {
            // The tree holds exactly the sensors of the table.
            if let Ok(position) = entries.binary_search_by_key(&sensor, |entry| entry.shape) {
                let sweep = self.sweep_of_sensor(&entries[position]);
                for shape in self.shapes_of(visitor.body) {
                    let overlap = SensorOverlap { sensor, visitor: shape };
                    if self.may_cross(overlap, known) && self.crosses(overlap, [&sweep, &visitor.sweep]) {
                        crossings.push(overlap);
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds the shapes that fast sensors passed, and the sensors that detected a passing sensor.
    fn cross_by_sensors(&self, search: &mut SensorSearch) {
        let Sensors { tree, entries, .. } = &self.sensors;
        let SensorSearch { overlaps, former, crossings, fast, fast_bodies, nearby, .. } = search;
        let sweep_at = |shape: u32| match entries.binary_search_by_key(&shape, |entry| entry.shape) {
            Ok(position) => self.sweep_of_sensor(&entries[position]),
            Err(_) => Sweep::fixed(self.pose_of_shape(shape)),
        };
        for entry in entries.iter() {
            let record = &self.shapes.records[entry.shape as usize];
            if !self.is_awake(record.body) {
                continue;
            }
            let sweep = self.sweep_of_sensor(entry);
            let extent = record.geometry.max_extent_from(sweep.local_center);
            if reach_of(&sweep, extent) <= FAST_SHARE * record.geometry.min_extent() {
                continue;
            }
            let path = self.bodies.world_box(record.body, path_of(&sweep, extent));
            let mut cross = |sensor: u32, visitor: u32, sweeps: [&Sweep; 2]| {
                let overlap = SensorOverlap { sensor, visitor };
                if self.may_cross(overlap, [overlaps, former]) && self.crosses(overlap, sweeps) {
                    crossings.push(overlap);
                }
            };
            self.list_around(path, tree, nearby);
            for &shape in nearby.iter() {
                // Fast bodies follow below with their own sweep.
                let other = &self.shapes.records[shape as usize];
                if !fast_bodies.contains(other.body) {
                    cross(entry.shape, shape, [&sweep, &sweep_at(shape)]);
                }
                if other.is_sensor && !fast_bodies.contains(record.body) {
                    cross(shape, entry.shape, [&sweep_at(shape), &sweep]);
                }
            }
            for visitor in fast.iter().filter(|visitor| visitor.aabb.overlaps(path)) {
                for shape in self.shapes_of(visitor.body) {
                    cross(entry.shape, shape, [&sweep, &visitor.sweep]);
                }
            }
        }
    }

    /// Lists all shapes whose AABBs overlap this one.
    fn list_around(&self, aabb: Aabb, tree: &DynamicTree, nearby: &mut Vec<u32>) {
        nearby.clear();
        let mut list = |shape: u32| {
            nearby.push(shape);
            ControlFlow::Continue(())
        };
        self.broad_phase.moving.query(self.config.lanes, aabb, &mut list);
        let _ = self.broad_phase.sleeping.query(aabb, u64::MAX, &mut list);
        let _ = tree.query(aabb, u64::MAX, &mut list);
        self.broad_phase.statics.query(self.config.lanes, aabb, |shape| {
            let _ = list(shape);
        });
    }

    /// Returns the sweep of a sensor in this step.
    fn sweep_of_sensor(&self, entry: &Sensor) -> Sweep {
        let pose = &self.bodies.poses[self.shapes.records[entry.shape as usize].body as usize];
        sweep_from(entry.start, pose)
    }

    /// Whether the sensor detects this shape and neither list has the overlap.
    fn may_cross(&self, overlap: SensorOverlap, known: [&Vec<SensorOverlap>; 2]) -> bool {
        self.sees(overlap.sensor, overlap.visitor)
            && known.iter().all(|list| list.binary_search(&overlap).is_err())
    }

    /// Whether two shapes touched during their sweeps, each given in the frame of its body.
    fn crosses(&self, overlap: SensorOverlap, [sensor, visitor]: [&Sweep; 2]) -> bool {
        let [a, b] =
            [overlap.sensor, overlap.visitor].each(|shape| &self.shapes.records[shape as usize].geometry);
        let bodies = [overlap.visitor, overlap.sensor].each(|shape| self.shapes.records[shape as usize].body);
        let visitor = &self.bodies.sweep_beside(bodies[0], bodies[1], visitor);
        match first_touch(&a.core(), sensor, &b.core(), visitor, 1.0) {
            TimeOfImpact::Overlapped => true,
            TimeOfImpact::Hit(impact) if impact.fraction > 0.0 => true,
            // They touch at the start. It counts if they overlapped there or approached each other.
            TimeOfImpact::Hit(impact) => {
                let approach = (sensor.c2 - sensor.c1) - (visitor.c2 - visitor.c1);
                approach.dot(impact.normal) > 0.0 || overlaps(a, sensor.pose_at(0.0), b, visitor.pose_at(0.0))
            }
            _ => false,
        }
    }

    /// Reports differences from the last step, and crossings as a begin and an end.
    fn report_visits(&mut self, search: &SensorSearch) {
        let (mut old, mut new) = (search.former.as_slice(), search.overlaps.as_slice());
        let mut crossed = search.crossings.as_slice();
        while let Some(&overlap) = [old, new, crossed].iter().filter_map(|list| list.first()).min() {
            let [was, is, passed] = [&mut old, &mut new, &mut crossed].map(|list| {
                let here = list.first() == Some(&overlap);
                *list = &list[usize::from(here)..];
                here
            });
            if (is && !was) || passed {
                self.report_overlap(SensorEventKind::Begin, overlap);
            }
            if (was && !is) || passed {
                self.report_overlap(SensorEventKind::End, overlap);
            }
            let count = &mut self.shapes.records[overlap.visitor as usize].sensor_overlap_count;
            *count = *count + u32::from(is) - u32::from(was);
        }
    }
}
