//! What a step of a scene costs, counted instead of timed: the same on every machine, and known before the
//! step.
//!
//! A program that opens scenes of other users compares these counts with a budget of its own. Units are about
//! 25 ns of one core of a desktop of 2024 (measured with pyramids, coincident crowds and explosions); they
//! are meant for limits, not for benchmarks. Invariant: the counts depend on the world and the scene alone.

use cairn2d::{BodyId, BodyKind, BodyRef, CollisionFilter, StandardFloats, StepReport, Vec2, World};

use crate::runner::Runner;

/// Work of a step, whatever is in it.
const STEP: u64 = 400;
/// A pair of shapes that may touch for the first time, with all resulting work in a crowd: 6 us.
const PAIR: u64 = 240;
/// An explosion and a shape in its reach: 1.2 us.
pub const BLAST: u64 = 48;
/// An impact that is solved at its time.
const IMPACT: u64 = 100;
/// Bytes of the state of a system that take one unit in a step: half a cell of a `CellWind`.
const SYSTEM_BYTES: u64 = 4;
/// A pair of openings, whose surroundings a step searches.
const PORTALS: u64 = 40;
/// A comparison of two boxes.
const LOOK: u64 = 1;
/// A number of comparisons that every scene may need, such as those with one long ground shape.
const FREE_LOOKS: u64 = 4_000_000;

impl Runner {
    /// Returns at least the work that the coming step may take, from the shapes whose boxes overlap within
    /// it, the blasts that are due and the size of the systems. Stops counting above `most`.
    pub fn coming_work(&self, most: u64) -> u64 {
        StandardFloats::within(|| {
            let shapes = u64::from(self.world.counts().shapes);
            let due =
                self.scene().blasts.iter().filter(|blast| blast.step == self.step_index()).count() as u64;
            let blasts = due.saturating_mul(shapes).saturating_mul(BLAST);
            let certain = blasts
                .saturating_add(STEP + self.system_work() + PORTALS * self.scene().portals.len() as u64);
            // Fewer shapes than this cannot form a crowd, so they are not counted.
            let all_pairs = shapes.saturating_mul(shapes) / 2;
            if certain > most || all_pairs.saturating_mul(PAIR).saturating_add(certain) <= most {
                return certain;
            }
            certain.saturating_add(self.pair_work(most - certain))
        })
    }

    /// Returns the work of the systems in a step, if each reads and writes its state once or twice.
    fn system_work(&self) -> u64 {
        self.systems.memory() as u64 / SYSTEM_BYTES
    }

    /// Returns the work of the step of a report.
    pub fn work_of(&self, report: &StepReport) -> u64 {
        let [bodies, contacts, solved, joints, new, impacts] = [
            report.awake_bodies,
            report.awake_contacts,
            report.solved_contacts,
            report.solved_joints,
            report.new_contacts,
            report.impacts,
        ]
        .map(u64::from);
        // In a crowd each contact costs more, because its bodies have so many others.
        let crowding = contacts.max(solved) / bodies.max(1);
        let solving = bodies + contacts.max(solved) * (4 + crowding) + 4 * joints;
        let sub_steps = u64::from(self.world.config().sub_steps);
        let fields = self.world.fields().count() as u64 * bodies;
        let scene = self.scene();
        let scripted = scene.blasts.len() as u64 / 16 + 200 * scene.drivers.len() as u64;
        let portals = PORTALS * scene.portals.len() as u64;
        let events = PAIR / 2 * new + IMPACT * impacts + 8 * u64::from(report.sensor_overlaps);
        STEP + self.system_work() + solving * (1 + sub_steps) / 5 + 4 * fields + scripted + portals + events
    }

    /// Counts the pairs of shapes whose boxes, with the motion of a step, overlap, as work; stops above
    /// `most`.
    fn pair_work(&self, most: u64) -> u64 {
        let boxes = self.moving_boxes();
        let axis = long_axis(&boxes);
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| {
            let low = |index: u32| boxes[index as usize].low(axis);
            low(a).total_cmp(&low(b)).then(a.cmp(&b))
        });
        // Boxes that reach as far as the sweep has come: those of dynamic bodies, and the others.
        let mut open: [Vec<u32>; 2] = Default::default();
        let (mut pairs, mut looks) = (0u64, 0u64);
        for index in order {
            let next = &boxes[index as usize];
            let lists = if next.dynamic { 0..2 } else { 0..1 };
            for list in &mut open[lists] {
                looks += list.len() as u64;
                list.retain(|&other| boxes[other as usize].high(axis) >= next.low(axis));
                let meets = |&&other: &&u32| next.may_touch(&boxes[other as usize]);
                pairs += list.iter().filter(meets).count() as u64;
            }
            open[usize::from(!next.dynamic)].push(index);
            if work(pairs, looks) > most {
                break;
            }
        }
        work(pairs, looks)
    }

    fn moving_boxes(&self) -> Vec<MovingBox> {
        let (dt, bouncy) = (self.time_step(), self.world.config().exact_restitution);
        let mut boxes = Vec::with_capacity(self.world.counts().shapes as usize);
        for body in self.world.bodies().filter_map(|id| self.world.body(id)).filter(|body| body.is_enabled())
        {
            let dynamic = body.kind() == BodyKind::Dynamic;
            let (motion, turn) = (body.velocity() * dt, (body.angular_velocity() * dt).abs().min(1.0));
            let margin = margin(&self.world, &body);
            for shape in body.shapes().filter_map(|id| self.world.shape(id)) {
                let exact = shape.aabb();
                // The engine predicts impacts of bouncy shapes two steps ahead.
                let steps = if shape.material().restitution >= bouncy { 2.0 } else { 1.0 };
                // Approximate distance that rotation adds to the swept box of a shape.
                let grow = (exact.max - exact.min) * (0.5 * turn) + Vec2::new(margin, margin);
                boxes.push(MovingBox {
                    min: (exact.min - grow).into(),
                    max: (exact.max + grow).into(),
                    motion: (motion * steps).into(),
                    body: body.id(),
                    dynamic,
                    filter: shape.filter(),
                });
            }
        }
        boxes
    }
}

/// Returns the margin that the engine adds to the boxes of a body; see `box_margin` of the dynamics.
fn margin(world: &World, body: &BodyRef<'_>) -> f32 {
    const REACH: f32 = 0.01;
    if body.kind() == BodyKind::Static {
        return REACH;
    }
    let center = body.mass().center;
    let extents =
        body.shapes().filter_map(|id| world.shape(id)).map(|shape| shape.geometry().max_extent_from(center));
    let extent = extents.fold(0.0, |most: f32, extent| if extent > most { extent } else { most });
    (0.125 * extent).clamp(0.01, 0.1) + REACH
}

/// The box of a shape, and how it moves within a step.
struct MovingBox {
    min: [f32; 2],
    max: [f32; 2],
    motion: [f32; 2],
    body: BodyId,
    dynamic: bool,
    filter: CollisionFilter,
}

impl MovingBox {
    /// The least coordinate within the step.
    fn low(&self, axis: usize) -> f32 {
        self.min[axis] + if self.motion[axis] < 0.0 { self.motion[axis] } else { 0.0 }
    }

    /// The largest coordinate within the step.
    fn high(&self, axis: usize) -> f32 {
        self.max[axis] + if self.motion[axis] > 0.0 { self.motion[axis] } else { 0.0 }
    }

    /// Whether two shapes may collide. Only their relative motion counts, because shapes that move together
    /// do not come closer.
    fn may_touch(&self, other: &MovingBox) -> bool {
        let near = |axis: usize| {
            let motion = other.motion[axis] - self.motion[axis];
            let (back, ahead) = if motion < 0.0 { (motion, 0.0) } else { (0.0, motion) };
            self.min[axis] <= other.max[axis] + ahead && other.min[axis] + back <= self.max[axis]
        };
        self.body != other.body && near(0) && near(1) && self.filter.allows(&other.filter)
    }
}

fn work(pairs: u64, looks: u64) -> u64 {
    pairs.saturating_mul(PAIR).saturating_add(LOOK * looks.saturating_sub(FREE_LOOKS))
}

/// Returns the axis along which the boxes of dynamic bodies are spread more.
fn long_axis(boxes: &[MovingBox]) -> usize {
    let spread = |axis: usize| {
        let starts = boxes.iter().filter(|one| one.dynamic).map(|one| one.min[axis]);
        let (low, high) = starts.fold((f32::MAX, f32::MIN), |(low, high), start| {
            (if start < low { start } else { low }, if start > high { start } else { high })
        });
        high - low
    };
    usize::from(spread(1) > spread(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{BlastDesc, BodyDesc, FilterDesc, Scene, ShapeDesc};
    use crate::instantiate::Overrides;
    use crate::systems::{CellWind, CellWindDef};

    const MOST: u64 = 16_000_000;

    fn runner(bodies: Vec<BodyDesc>) -> Runner {
        let mut scene = Scene::new("crowd", "");
        scene.bodies = bodies;
        Runner::from_scene(scene, Overrides::default()).unwrap()
    }

    fn circles(count: usize, at: impl Fn(usize) -> [f32; 2]) -> Vec<BodyDesc> {
        (0..count).map(|index| BodyDesc::dynamic(at(index)).with(ShapeDesc::circle(0.5))).collect()
    }

    /// Overlapping pairs, counted the slow way.
    fn naive_pairs(runner: &Runner) -> u64 {
        let boxes = runner.moving_boxes();
        let mut pairs = 0;
        for (index, a) in boxes.iter().enumerate() {
            for b in &boxes[..index] {
                pairs += u64::from(a.may_touch(b) && (a.dynamic || b.dynamic));
            }
        }
        pairs
    }

    #[test]
    fn counted_pairs_match_the_naive_search() {
        for name in
            ["wrecking_ball", "mixed_bin", "ragdoll_pile", "compounds", "far_pyramid", "tall_and_thin"]
        {
            let mut runner = Runner::new(crate::find(name).unwrap(), Overrides::default()).unwrap();
            for _ in 0..40 {
                runner.step().unwrap();
            }
            assert_eq!(runner.pair_work(u64::MAX) / PAIR, naive_pairs(&runner), "{name}");
        }
    }

    #[test]
    fn every_new_contact_was_counted_before_the_step() {
        let mut rows: Vec<_> =
            crate::all().iter().filter(|scene| scene.scene().shape_count() < 1500).collect();
        rows.truncate(40);
        for built_in in rows {
            let mut runner = Runner::new(built_in, Overrides::default()).unwrap();
            for step in 0..20 {
                let counted = runner.pair_work(u64::MAX) / PAIR;
                // Boxes that the engine computed some steps ago are at the former positions of the shapes.
                // Scripts add bodies that were not counted.
                let made = u64::from(runner.step().unwrap().new_contacts);
                assert!(made <= counted + counted / 4 + 20, "{} {step}: {made} {counted}", built_in.name);
            }
        }
    }

    #[test]
    fn library_scenes_are_below_the_work_limit_and_dense_crowds_above() {
        for name in
            ["large_pyramid", "many_pyramids", "washer", "spinner", "packed_discs", "rain", "compounds"]
        {
            let mut runner = Runner::new(crate::find(name).unwrap(), Overrides::default()).unwrap();
            for _ in 0..30 {
                let counted = runner.pair_work(u64::MAX) / PAIR;
                assert!(runner.coming_work(MOST) <= MOST, "{name}: {counted} pairs");
                runner.step().unwrap();
            }
        }
        // The hostile link of the list and variants of it: shifted, with boxes, with compounds, a static
        // crowd under one body.
        let compound = |at: [f32; 2]| {
            let shapes = (0..100).fold(BodyDesc::dynamic(at), |body, _| body.with(ShapeDesc::circle(0.5)));
            vec![shapes.clone(), BodyDesc { angle: 1.0, ..shapes }]
        };
        let boxes =
            (0..2000).map(|_| BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::half_box(0.5, 0.5))).collect();
        let far_apart = |index: usize| [0.0, 3.0 * index as f32];
        assert!(runner(circles(2000, |_| [0.0, 0.0])).coming_work(MOST) > MOST);
        assert!(runner(circles(2000, |index| [1.0e-4 * index as f32, 0.0])).coming_work(MOST) > MOST);
        assert!(runner(boxes).coming_work(MOST) > MOST);
        assert!(runner(circles(2000, far_apart)).coming_work(MOST) < MOST / 100);
        let pairs: Vec<BodyDesc> = (0..5).flat_map(|_| compound([0.0, 0.0])).collect();
        assert!(runner(pairs).coming_work(MOST) > MOST, "450,000 pairs of 1,000 shapes");
        let mut ground = vec![BodyDesc::fixed([0.0, 0.0])];
        (0..3000).for_each(|_| ground[0].shapes.push(ShapeDesc::half_box(50.0, 0.5)));
        ground.extend(circles(100, |index| [index as f32 - 50.0, 0.0]));
        assert!(runner(ground).coming_work(MOST) > MOST);
    }

    #[test]
    fn pairs_of_bodies_that_collide_within_the_step_count() {
        // Bodies on a ring move to its centre, where all of them are after the step.
        let ring = |speed: f32| {
            let circle = |index: usize| {
                let turn = cairn2d::Rot::from_angle(index as f32 * 0.003_14);
                let body = BodyDesc::dynamic([6.0 * turn.c, 6.0 * turn.s]).with(ShapeDesc::circle(0.001));
                BodyDesc { velocity: [-speed * turn.c, -speed * turn.s], ..body }
            };
            runner((0..2000).map(circle).collect())
        };
        assert!(ring(0.0).coming_work(MOST) < MOST);
        assert!(ring(360.0).coming_work(MOST) > MOST);
    }

    #[test]
    fn filters_and_static_bodies_make_no_pairs() {
        let mut bodies = circles(2000, |_| [0.0, 0.0]);
        bodies.iter_mut().for_each(|body| {
            body.shapes[0].filter = FilterDesc { group: -1, ..FilterDesc::default() };
        });
        assert_eq!(runner(bodies).pair_work(u64::MAX) / PAIR, 0);
        let fixed = (0..2000).map(|_| BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::circle(0.5))).collect();
        assert_eq!(runner(fixed).pair_work(u64::MAX) / PAIR, 0);
    }

    #[test]
    fn due_explosions_count_the_shapes_in_reach() {
        let mut runner = runner(circles(100, |index| [3.0 * index as f32, 0.0]));
        let calm = runner.coming_work(MOST);
        let blast =
            BlastDesc { step: 0, center: [0.0; 2], radius: 1.0, falloff: 0.0, impulse_per_length: 1.0 };
        let mut scene = runner.scene().clone();
        scene.blasts = vec![blast; 10_000];
        runner = Runner::from_scene(scene, Overrides::default()).unwrap();
        assert!(calm < 1000 && runner.coming_work(MOST) > MOST);
    }

    #[test]
    fn systems_count_by_the_size_of_their_state() {
        let mut runner = runner(circles(10, |index| [3.0 * index as f32, 0.0]));
        let (calm, report) = (runner.coming_work(MOST), runner.step().unwrap());
        let done = runner.work_of(&report);
        let mut counted = |cells: u32| {
            let def = CellWindDef { cells: [cells; 2], ..CellWindDef::default() };
            runner.systems = cairn2d::system::Systems::new().with(CellWind::new(def).unwrap());
            (runner.coming_work(MOST) - calm, runner.work_of(&report) - done)
        };
        assert_eq!(counted(100).0, counted(100).1);
        assert!((20_000..21_000).contains(&counted(100).0), "two units for each of 10,000 cells");
        assert!(counted(1000).0 > 90 * counted(100).0);
    }
}
