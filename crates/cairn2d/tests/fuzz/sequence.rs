//! A running sequence of calls, and the invariants after each call.
//!
//! Every call has its own random generator, so leaving out calls does not change the others.

use std::collections::BTreeSet;
use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{ContactId, CustomConstraint, LaneLevel, SavedWorld, SensorEventKind};

use super::drivers::Drivers;
use super::inputs::{self, Random};
use super::{calls, watch};

/// Outcome of a call.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// It succeeded.
    Done,
    /// It was rejected: the world must be unchanged.
    Refused(String),
    /// No suitable object existed.
    Skipped,
}

/// Number of calls per outcome \[-\].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) done: u64,
    pub(super) refused: u64,
    pub(super) skipped: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.done += other.done;
        self.refused += other.refused;
        self.skipped += other.skipped;
    }

    pub(super) fn total(&self) -> u64 {
        self.done + self.refused + self.skipped
    }
}

/// A running sequence.
pub(super) struct Fuzz {
    seed: u64,
    /// The last call, for the report of a failure.
    pub(super) name: &'static str,
    /// Calls between two checks of the whole structure \[-\].
    check_interval: u32,
    /// Calls since the last of them \[-\].
    unchecked: u32,
    pub(super) random: Random,
    pub(super) world: World,
    /// An earlier state of the world, for [`calls`] that go back.
    pub(super) saved: SavedWorld,
    /// An earlier snapshot.
    pub(super) base: Vec<u8>,
    /// Ids returned so far, newest last; most of the old ones are stale.
    pub(super) bodies: Vec<BodyId>,
    pub(super) shapes: Vec<ShapeId>,
    pub(super) joints: Vec<JointId>,
    /// Touching pairs and sleeping bodies, derived from the events alone.
    touching: BTreeSet<ContactId>,
    asleep: BTreeSet<BodyId>,
    /// Sensor overlaps, derived from the events alone.
    inside: BTreeSet<(ShapeId, ShapeId)>,
    /// Overloaded joints, derived from the events alone.
    overloaded: BTreeSet<JointId>,
    /// The character and the cars of the world.
    pub(super) drivers: Drivers,
    /// The callbacks that were set, in this order; hooks are always the same.
    pub(super) functions: Vec<Option<Arc<dyn CustomConstraint>>>,
    pub(super) tally: Tally,
    /// How the last call ended.
    pub(super) last: Option<Outcome>,
}

impl Fuzz {
    pub(super) fn new(seed: u64, lanes: LaneLevel, threads: usize, check_interval: u32) -> Fuzz {
        let mut random = Random::new(seed, 0);
        let world = World::new(inputs::config(&mut random, lanes, threads)).expect("the settings are valid");
        Fuzz {
            seed,
            name: "new",
            check_interval,
            unchecked: 0,
            random,
            world,
            saved: SavedWorld::default(),
            base: Vec::new(),
            bodies: Vec::new(),
            shapes: Vec::new(),
            joints: Vec::new(),
            touching: BTreeSet::new(),
            asleep: BTreeSet::new(),
            inside: BTreeSet::new(),
            overloaded: BTreeSet::new(),
            drivers: Drivers::default(),
            functions: Vec::new(),
            tally: Tally::default(),
            last: None,
        }
    }

    /// Runs the call with this number and checks the state after it.
    pub(super) fn make_call(&mut self, number: u32) {
        watch::at(self.seed, number);
        let home = self.random.home;
        self.random = Random::new(self.seed, number + 1);
        self.random.home = home;
        let (name, call) = calls::pick(&mut self.random);
        self.name = name;
        let before = self.world.hash();
        let outcome = call(self);
        self.note_events();
        match &outcome {
            Outcome::Done => self.tally.done += 1,
            Outcome::Skipped => self.tally.skipped += 1,
            Outcome::Refused(what) => {
                self.tally.refused += 1;
                assert!(!what.is_empty());
                assert_eq!(self.world.hash(), before, "{name} was refused ({what}) but changed the world");
            }
        }
        self.last = Some(outcome);
        self.unchecked += 1;
        if self.unchecked >= self.check_interval {
            self.check();
        }
    }

    /// Updates the derived state from the events, and checks that they are consistent.
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

    /// Checks the invariants between two calls.
    pub(super) fn check(&mut self) {
        self.unchecked = 0;
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
