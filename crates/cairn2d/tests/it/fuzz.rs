//! Random sequences of public calls, good and bad, stale ids included: nothing may panic, nothing refused may leave a trace, nothing
//! non-finite may appear, and the tables of the world must agree with one another and with its events at all times.
//!
//! A sequence is named by its seed. A failure prints the line that replays it; `CAIRN2D_FUZZ_CALLS` sets how many calls to make,
//! `CAIRN2D_FUZZ_FIRST` the seed to begin with, and `CAIRN2D_FUZZ_CHECK` how many calls to make between two checks.

mod calls;
mod drivers;
mod fields;
mod inputs;
mod recording;

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{ContactId, CustomConstraint, LaneLevel, SensorEventKind};

use drivers::Drivers;
use inputs::Random;

/// Calls of one sequence \[-\].
const SEQUENCE: u32 = 500;

/// Calls between two checks of the whole structure \[-\]; a replay checks after every call.
const CHECK_INTERVAL: u32 = 16;

/// Variables that name the one sequence to make, or the number of calls, the first of several sequences and how often to check.
const SEED: &str = "CAIRN2D_FUZZ_SEED";
const CALLS: &str = "CAIRN2D_FUZZ_CALLS";
const FIRST: &str = "CAIRN2D_FUZZ_FIRST";
const CHECK: &str = "CAIRN2D_FUZZ_CHECK";

/// How a call ended.
pub(crate) enum Outcome {
    /// It did what was asked.
    Done,
    /// It was refused: the world must be as before.
    Refused(String),
    /// There was nothing to call it on.
    Skipped,
}

/// One sequence in the making.
struct Fuzz {
    seed: u64,
    call: u32,
    /// What the last call was, for the report of a failure.
    name: &'static str,
    /// Calls between two checks of the whole structure \[-\].
    check_interval: u32,
    random: Random,
    world: World,
    /// Ids handed out so far, newest last; most of the old ones are stale.
    bodies: Vec<BodyId>,
    shapes: Vec<ShapeId>,
    joints: Vec<JointId>,
    /// What touches and what sleeps, according to the events alone.
    touching: BTreeSet<ContactId>,
    asleep: BTreeSet<BodyId>,
    /// Which shape is in which sensor, according to the events alone.
    inside: BTreeSet<(ShapeId, ShapeId)>,
    /// Joints that bear too much, likewise.
    overloaded: BTreeSet<JointId>,
    /// Who walks and drives in the world.
    drivers: Drivers,
    /// The functions that were set, in this order; hooks are always the same ones.
    functions: Vec<Option<Arc<dyn CustomConstraint>>>,
    done: u64,
    refused: u64,
}

impl Fuzz {
    fn new(seed: u64, lanes: LaneLevel, threads: usize) -> Fuzz {
        let mut random = Random::new(seed);
        let world = World::new(inputs::config(&mut random, lanes, threads)).expect("the settings are valid");
        Fuzz {
            seed,
            call: 0,
            name: "new",
            check_interval: if variable(SEED).is_some() {
                1
            } else {
                variable(CHECK).map_or(CHECK_INTERVAL, |calls| calls as u32)
            },
            random,
            world,
            bodies: Vec::new(),
            shapes: Vec::new(),
            joints: Vec::new(),
            touching: BTreeSet::new(),
            asleep: BTreeSet::new(),
            inside: BTreeSet::new(),
            overloaded: BTreeSet::new(),
            drivers: Drivers::default(),
            functions: Vec::new(),
            done: 0,
            refused: 0,
        }
    }

    /// Makes one random call and checks what it left behind.
    fn make_call(&mut self) {
        let (name, call) = calls::pick(&mut self.random);
        self.name = name;
        let before = self.world.hash();
        let outcome = call(self);
        self.call += 1;
        self.note_events();
        match outcome {
            Outcome::Done => self.done += 1,
            Outcome::Skipped => {}
            Outcome::Refused(what) => {
                self.refused += 1;
                assert!(!what.is_empty());
                assert_eq!(self.world.hash(), before, "{name} was refused ({what}) but changed the world");
            }
        }
        if self.call.is_multiple_of(self.check_interval) {
            self.check();
        }
    }

    /// Follows the events, which must tell a consistent story.
    fn note_events(&mut self) {
        let events = self.world.take_events();
        for begin in events.begins() {
            assert!(self.touching.insert(begin.contact), "{} began to touch twice", begin.contact);
        }
        for end in events.ends() {
            assert!(self.touching.remove(&end.contact), "{} ended without having begun", end.contact);
        }
        for event in events.sensors() {
            let pair = (event.sensor.shape, event.visitor.shape);
            match event.kind {
                SensorEventKind::Begin => assert!(self.inside.insert(pair), "{pair:?} began twice"),
                SensorEventKind::End => assert!(self.inside.remove(&pair), "{pair:?} ended twice"),
            }
        }
        // Within one call bodies wake before others fall asleep.
        for wake in events.wakes() {
            assert!(self.asleep.remove(&wake.body), "{} woke without having slept", wake.body);
        }
        for sleep in events.sleeps() {
            assert!(self.asleep.insert(sleep.body), "{} fell asleep twice", sleep.body);
        }
        for event in events.overloads() {
            assert!(self.overloaded.insert(event.joint), "{} is overloaded twice", event.joint);
        }
        for event in events.overload_ends() {
            assert!(self.overloaded.remove(&event.joint), "{} is relieved of nothing", event.joint);
        }
        for event in events.breaks() {
            assert!(self.world.joint(event.joint).is_none(), "{} broke and is still there", event.joint);
            assert!(event.force.is_finite() && event.torque.is_finite(), "{event:?}");
        }
        for hit in events.hits() {
            assert!(hit.point.is_finite() && hit.approach_speed >= 0.0 && hit.impulse.is_finite(), "{hit:?}");
        }
    }

    /// Checks everything that must hold between two calls.
    fn check(&mut self) {
        self.world.validate().unwrap_or_else(|what| panic!("{what}"));
        let touching = |id: &ContactId| self.world.contact(*id).is_some_and(|contact| contact.is_touching());
        let now: BTreeSet<ContactId> = self.world.contacts().filter(touching).collect();
        assert_eq!(now, self.touching, "events and contacts disagree");
        let asleep = |id: &BodyId| self.world.body(*id).is_some_and(|body| body.is_asleep());
        let now: BTreeSet<BodyId> = self.world.bodies().filter(asleep).collect();
        assert_eq!(now, self.asleep, "events and sleeping bodies disagree");
        let now: BTreeSet<(ShapeId, ShapeId)> = self.world.sensor_overlaps().collect();
        assert_eq!(now, self.inside, "events and sensors disagree");
        let overloaded = |id: &JointId| self.world.joint(*id).is_some_and(|joint| joint.is_overloaded());
        let now: BTreeSet<JointId> = self.world.joints().filter(overloaded).collect();
        assert_eq!(now, self.overloaded, "events and overloaded joints disagree");
        for id in self.world.bodies() {
            let body = self.world.body(id).expect("a listed body exists");
            assert!(body.pose().is_valid() && body.center().is_finite(), "{id} is at {:?}", body.pose());
            let (speed, most) = (body.velocity().length(), self.world.config().max_linear_speed);
            assert!(speed <= 1.001 * most, "{id} is as fast as {speed} m/s, the limit is {most}");
            assert!(body.angular_velocity().is_finite(), "{id} spins at {}", body.angular_velocity());
        }
        for id in self.world.joints() {
            let joint = self.world.joint(id).expect("a listed joint exists");
            let load =
                [joint.angle(), joint.distance(), joint.speed(), joint.reaction_torque(), joint.motor_load()];
            assert!(
                load.iter().all(|value| value.is_finite()) && joint.reaction_force().is_finite(),
                "{id}: {load:?}"
            );
        }
    }
}

impl Drop for Fuzz {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (seed, call, name) = (self.seed, self.call, self.name);
            eprintln!(
                "at call {call}, {name}. To replay: {SEED}={seed} cargo test -p cairn2d --test it fuzz"
            );
        }
    }
}

/// Runs one sequence; returns the hash of the world it leaves, and how many calls were done and refused.
fn run(seed: u64, lanes: LaneLevel, threads: usize) -> (u64, u64, u64) {
    let mut fuzz = Fuzz::new(seed, lanes, threads);
    for _ in 0..SEQUENCE {
        fuzz.make_call();
    }
    fuzz.check();
    (fuzz.world.hash(), fuzz.done, fuzz.refused)
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is {text:?}, not a number")))
}

/// Makes the calls of one sequence in two worlds at once, and checks after every call that both are sound and the same.
fn replay(seed: u64, other: LaneLevel) {
    let (mut a, mut b) = (Fuzz::new(seed, LaneLevel::best(), 1), Fuzz::new(seed, other, 2));
    for call in 0..SEQUENCE {
        a.make_call();
        b.make_call();
        assert_eq!(a.world.hash(), b.world.hash(), "call {call}, {}: other bits with {other} lanes", a.name);
    }
}

#[test]
fn random_calls_break_nothing() {
    let lanes: Vec<LaneLevel> = LaneLevel::available().collect();
    let other = |seed: u64| lanes[(seed / 8) as usize % lanes.len()];
    if let Some(seed) = variable(SEED) {
        return lanes.iter().for_each(|&lanes| replay(seed, lanes));
    }
    let (mut done, mut refused) = (0, 0);
    let first = variable(FIRST).unwrap_or(0);
    for seed in first..first + variable(CALLS).unwrap_or(200_000).div_ceil(u64::from(SEQUENCE)) {
        let (hash, did, did_not) = run(seed, LaneLevel::best(), 1);
        (done, refused) = (done + did, refused + did_not);
        // The same calls on other lanes with other threads must leave the same world.
        if seed.is_multiple_of(8) {
            let lanes = other(seed);
            assert_eq!(run(seed, lanes, 2).0, hash, "{SEED}={seed} ends differently with {lanes} lanes");
        }
    }
    println!("{done} calls done, {refused} refused");
    // A generator that is refused most of the time, or never, tests little.
    assert!(refused > done / 20 && refused < done, "{done} calls done, {refused} refused");
}
