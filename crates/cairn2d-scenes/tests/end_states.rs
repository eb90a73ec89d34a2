//! How the benchmark and founding scenes end: what stands must stand, what is inside must stay inside,
//! nothing may fly apart.
//!
//! The figures are those of the scenes' description and of Box2D's own runs of them; they are goals, not
//! fitted to this engine. Every run is also compared with the golden file, and its allocations are counted,
//! as it is made anyway.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;
mod support;

use core::ops::Range;

use cairn2d::{BodyId, BodyKind, Capacity, StepReport, Vec2};
use cairn2d_scenes::{Overrides, Runner, find};

use counting::allocations;

/// In which steps a scene may allocate nothing. Only the world's step is counted: what a script spawns needs
/// memory.
enum Memory {
    /// Nothing is counted.
    Uncounted,
    /// For 300 steps after so many, in which its memory should have come to suffice.
    After(u32),
    /// To its end, for one that has more contacts, or more islands asleep, the longer it runs: with room for
    /// all of them, the ten steps before need to see nothing but the lists themselves.
    WithRoom(Capacity),
}

impl Memory {
    /// Makes room; returns the steps in which nothing may be allocated.
    fn prepare(&self, runner: &mut Runner, end: u32) -> Range<u32> {
        match self {
            Memory::Uncounted => 0..0,
            &Memory::After(warm_up) => warm_up..warm_up + 300,
            Memory::WithRoom(capacity) => {
                runner.world.reserve(*capacity).unwrap();
                10..end
            }
        }
    }
}

fn room(bodies: u32, shapes: u32, joints: u32, contacts: u32) -> Memory {
    Memory::WithRoom(Capacity { bodies, shapes, joints, contacts, ..Capacity::default() })
}

/// A scene after its full number of steps.
struct Finished {
    name: &'static str,
    runner: Runner,
    /// Where the bodies of the scene began.
    starts: Vec<Vec2>,
    /// Report and number of touching contacts after the first step.
    first: (StepReport, u32),
}

/// Runs a scene to its end. In every step all numbers are finite, the structure is valid, nothing is
/// allocated and no body is stopped at the edge. Then checks the expected end and the pinned bits.
fn check(name: &'static str, memory: &Memory, expect: impl FnOnce(&Finished)) {
    let built_in = find(name).unwrap();
    let mut runner = Runner::new(built_in, Overrides { threads: Some(1), lanes: None }).unwrap();
    let counted = memory.prepare(&mut runner, built_in.steps);
    let starts = runner.handles.bodies.iter().map(|&id| runner.world.body(id).unwrap().position()).collect();
    let first = (runner.step().unwrap(), runner.world.counts().touching_contacts);
    let mut hashes = Vec::new();
    while runner.step_index() < built_in.steps {
        let report = counted_step(name, &mut runner, &counted);
        assert_eq!(report.capped_bodies, 0, "{name}, step {}: bodies had to be stopped", runner.step_index());
        if support::is_pinned(runner.step_index()) {
            runner
                .world
                .validate()
                .unwrap_or_else(|what| panic!("{name}, step {}: {what}", runner.step_index()));
            hashes.push(runner.hash());
        }
    }
    let mut end = Finished { name, runner, starts, first };
    expect(&end);
    support::compare(&support::read(), name, "the best lanes", &hashes)
        .unwrap_or_else(|what| panic!("{what}"));
    // Some scenes end before all steps are counted.
    while end.runner.step_index() < counted.end {
        counted_step(name, &mut end.runner, &counted);
    }
}

/// Steps a scene once. The step of the world allocates nothing if it is counted.
fn counted_step(name: &str, runner: &mut Runner, counted: &Range<u32>) -> StepReport {
    let step = runner.step_index();
    runner.act().unwrap();
    let before = allocations();
    let report = runner.step_world().unwrap();
    let count = allocations() - before;
    assert!(count == 0 || !counted.contains(&step), "{name}: step {step} allocated {count} times");
    report
}

impl Finished {
    fn position(&self, index: usize) -> Vec2 {
        self.runner.world.body(self.runner.handles.bodies[index]).unwrap().position()
    }

    /// Indices of the scene's dynamic bodies.
    fn dynamic(&self) -> impl Iterator<Item = usize> + '_ {
        let kind = |id: BodyId| self.runner.world.body(id).unwrap().kind();
        (0..self.starts.len())
            .filter(move |&index| kind(self.runner.handles.bodies[index]) == BodyKind::Dynamic)
    }

    fn kinetic_energy(&self) -> f64 {
        let world = &self.runner.world;
        world.bodies().map(|id| f64::from(world.body(id).unwrap().kinetic_energy())).sum()
    }

    /// A stack stands: it hardly moves, and none of these bodies went sideways by more than 5 cm.
    fn assert_stands(&self, bodies: impl Iterator<Item = usize>) {
        let energy = self.kinetic_energy();
        assert!(energy < 1.0, "{}: kinetic energy is {energy} J", self.name);
        let drift = |index: usize| (self.position(index).x - self.starts[index].x).abs();
        let worst =
            bodies.map(|index| (drift(index), index)).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
        println!("{}: kinetic energy {energy:.2e} J, drift {:.4} m", self.name, worst.0);
        assert!(worst.0 < 0.05, "{}: body {} drifted by {} m", self.name, worst.1, worst.0);
    }

    /// These bodies, the tops of stacks, sank by at most this \[m\], and did not rise.
    fn assert_tops_sink_at_most(&self, most: f32, tops: impl Iterator<Item = usize>) {
        let (mut count, mut deepest) = (0, 0.0_f32);
        for index in tops {
            let sink = self.starts[index].y - self.position(index).y;
            assert!(sink <= most, "{}: a top sank by {sink} m, more than {most}", self.name);
            assert!(sink > -0.01, "{}: a top rose by {} m", self.name, -sink);
            count += 1;
            deepest = deepest.max(sink);
        }
        println!("{}: {count} tops, the lowest sank by {deepest:.4} m", self.name);
        assert!(count > 0);
    }

    /// Every dynamic body satisfies this.
    fn assert_all(&self, what: &str, holds: impl Fn(usize, Vec2) -> bool) {
        for index in self.dynamic() {
            let position = self.position(index);
            assert!(holds(index, position), "{}: body {index} at {position:?} is not {what}", self.name);
        }
    }
}

/// Contacts of a pyramid of boxes with so many in the lowest row: with the ground, between rows, within rows.
const fn pyramid_contacts(base: u32) -> u32 {
    base + base * (base - 1) + base * (base - 1) / 2
}

#[test]
fn large_pyramid_stands() {
    check("large_pyramid", &Memory::After(20), |end| {
        assert_eq!(end.first.1, 14950);
        assert_eq!(pyramid_contacts(100), 14950);
        assert_eq!(end.runner.world.counts().touching_contacts, 14950);
        end.assert_stands(end.dynamic());
        end.assert_tops_sink_at_most(0.73, end.dynamic().skip(5049));
    });
}

#[test]
fn pyramid990_stands() {
    check("pyramid990", &Memory::Uncounted, |end| {
        assert_eq!(end.first.1, 2882);
        assert_eq!(pyramid_contacts(44), 2882);
        end.assert_stands(end.dynamic());
        end.assert_tops_sink_at_most(0.14, end.dynamic().skip(989));
    });
}

#[test]
fn many_pyramids_stand() {
    check("many_pyramids", &Memory::After(20), |end| {
        assert_eq!(end.first.1, 400 * pyramid_contacts(10));
        end.assert_stands(end.dynamic());
        // The last of the 55 boxes of each pyramid is its top.
        end.assert_tops_sink_at_most(0.02, end.dynamic().skip(54).step_by(55));
    });
}

#[test]
fn wall1000_stands_except_at_its_ends() {
    check("wall1000", &Memory::Uncounted, |end| {
        // 40 on the ground, 39 within each row, 79 between any two rows. The description of the scene says
        // 2910, but that is not what its own geometry gives.
        assert_eq!(end.first.1, 40 + 25 * 39 + 24 * 79);
        // Bodies are the floor, then 25 rows of 40; every second row leaves half of an end brick without
        // support.
        let inner = end.dynamic().filter(|index| !matches!((index - 1) % 40, 0 | 39));
        end.assert_stands(inner);
    });
}

#[test]
fn joint_grid_hangs() {
    check("joint_grid", &Memory::After(200), |end| {
        // Six joints are between two of the seven static discs and have nothing to do.
        assert_eq!((end.first.0.solved_joints, end.runner.world.counts().joints), (19800 - 6, 19800));
        let lowest = end.dynamic().map(|index| end.position(index).y).fold(f32::MAX, f32::min);
        println!("joint_grid: lowest body at y = {lowest}");
        assert!(lowest >= -105.4, "joint_grid: the lowest body is at y = {lowest}");
        // It hangs from the middle of its top row, so no disc can be farther away than the strings are long.
        end.assert_all("within reach of the hangers", |_, at| at.distance(Vec2::new(50.0, 0.0)) < 160.0);
    });
}

#[test]
fn tumbler_keeps_its_boxes() {
    // A drum finds new largest numbers of everything for as long as it turns.
    check("tumbler", &room(2_100, 2_100, 1, 16_000), |end| {
        let (drum, boxes): (Vec<usize>, Vec<usize>) =
            end.dynamic().partition(|&index| end.starts[index] == Vec2::new(0.0, 10.0));
        assert_eq!((drum.len(), boxes.len()), (1, 2025));
        let frame = end.runner.world.body(end.runner.handles.bodies[drum[0]]).unwrap().pose();
        let off = frame.p.distance(Vec2::new(0.0, 10.0));
        assert!(off < 0.05, "tumbler: the drum came off its hinge by {off} m");
        for index in boxes {
            let at = frame.inv_transform_point(end.position(index));
            assert!(at.x.abs() < 9.5 && at.y.abs() < 9.5, "tumbler: box {index} is at {at:?} of the drum");
        }
    });
}

#[test]
fn washer_keeps_its_boxes() {
    check("washer", &Memory::After(200), |end| {
        let steps = end.runner.step_index() as f32;
        let center = Vec2::new(0.001, -0.002) * (steps / 60.0) + Vec2::new(0.0, 10.0);
        end.assert_all("inside the ring", |_, at| at.distance(center) < 16.0);
        assert_eq!(end.dynamic().count(), 8100);
    });
}

#[test]
fn spinner_keeps_its_bodies() {
    // A color of the constraint graph has its largest number of contacts in step 313.
    check("spinner", &Memory::After(400), |end| {
        end.assert_all("inside the container", |_, at| at.distance(Vec2::new(0.0, 32.0)) < 40.0);
        assert_eq!(end.dynamic().count(), 6077);
    });
}

#[test]
fn compounds_form_a_pile() {
    check("compounds", &room(3_100, 6_400, 0, 60_000), |end| {
        end.assert_all("between the walls", |_, at| at.x.abs() < 40.0 && at.y > -0.2);
        // In one of ten runs with slightly different gravity, a tip is wedged between the last box of the
        // floor and the wall, whose boxes overlap, and sinks by half a box. docs/solver.md lists it.
        let wedged: Vec<usize> = end.dynamic().filter(|&index| end.position(index).y < 0.3).collect();
        let in_corner = wedged.iter().all(|&index| end.position(index).x.abs() > 37.5);
        assert!(wedged.len() <= 1 && in_corner, "{wedged:?} sank into the floor");
        assert_eq!(end.dynamic().count(), 3000);
    });
}

#[test]
fn junkyard_keeps_its_rubble() {
    check("junkyard", &room(8_100, 8_300, 0, 60_000), |end| {
        // The walls are 50 m high and the pusher's heap is not, so nothing can have left.
        end.assert_all("in the yard", |_, at| at.x.abs() < 80.0 && at.y > 0.0);
        assert_eq!(end.dynamic().count(), 8000);
    });
}

#[test]
fn smash_wakes_and_pushes_the_block() {
    check("smash", &room(9_700, 9_700, 0, 60_000), |end| {
        assert_eq!(end.first.0.awake_bodies, 1, "smash: the block must sleep until it is hit");
        let energy = end.kinetic_energy();
        // The big box brings 512 kg at 40 m/s; nothing adds energy, and without friction of a floor the whole
        // cannot come to rest.
        let brought = 0.5 * 8.0 * 64.0 * 1600.0;
        assert!(energy > 0.0 && energy < brought, "smash: kinetic energy {energy} J of {brought}");
        let momentum: Vec2 =
            end.dynamic().map(|index| end.runner.handles.bodies[index]).fold(Vec2::ZERO, |sum, id| {
                let body = end.runner.world.body(id).unwrap();
                sum + body.velocity() * body.mass().mass
            });
        let before = 8.0 * 64.0 * 40.0;
        assert!(
            (momentum.x - before).abs() < 1e-3 * before,
            "smash: momentum {momentum:?}, {before} at the start"
        );
        assert!(momentum.y.abs() < 1e-3 * before, "smash: momentum {momentum:?}");
    });
}

#[test]
fn rain_reaches_its_full_body_count() {
    check("rain", &room(11_100, 15_600, 10_000, 60_000), |end| {
        let counts = end.runner.world.counts();
        assert_eq!((counts.bodies, counts.shapes, counts.joints), (11001, 15505, 10000));
        let world = &end.runner.world;
        for id in world.bodies() {
            let at = world.body(id).unwrap().position();
            // Dolls can be pushed over the ends of the floors, and then fall for the rest of the run.
            assert!(at.is_finite() && at.y < 300.0, "rain: {id} is at {at:?}");
        }
        for id in world.joints() {
            let apart = world.joint(id).unwrap().separation();
            assert!(apart < 0.3, "rain: {id} is pulled apart by {apart} m");
        }
    });
}

/// Elastic discs in a closed room: none leaves, the energy does not grow, and at least this share of it
/// stays.
///
/// The share is 1 for the impact law. More than 1,024 bouncing contacts are left to the solver, which loses
/// energy.
fn moving_discs_stay(name: &'static str, memory: &Memory, count: usize, least_share: f64) {
    check(name, memory, |end| {
        let side = (count as f32).sqrt().ceil();
        let half = 0.5 * side * (core::f32::consts::PI * 0.25 * 0.25 / 0.25).sqrt();
        end.assert_all("in the room", |_, at| at.x.abs() < half && at.y.abs() < half);
        assert_eq!(end.dynamic().count(), count);
        let scene = end.runner.scene();
        let mass = core::f64::consts::PI * 0.25 * 0.25;
        let start: f64 = scene
            .bodies
            .iter()
            .flat_map(|body| body.velocity)
            .map(|v| 0.5 * mass * f64::from(v).powi(2))
            .sum();
        let energy = end.kinetic_energy();
        println!("{name}: energy {energy} of {start}");
        let shares = least_share..1.001;
        assert!(shares.contains(&(energy / start)), "{name}: {energy} J at the end, {start} at the start");
    });
}

#[test]
fn moving10k_stays_inside_the_walls() {
    // Measured 0.578.
    moving_discs_stay("moving10k", &Memory::After(200), 10_000, 0.57);
}

#[test]
fn moving20k_stays_inside_the_walls() {
    // Measured 0.598.
    moving_discs_stay("moving20k", &Memory::Uncounted, 20_000, 0.59);
}

#[test]
fn moving20k_filtered_stays_inside_the_walls() {
    // Measured 0.9990: the discs meet nothing but the walls.
    moving_discs_stay("moving20k_filtered", &Memory::Uncounted, 20_000, 0.998);
}
