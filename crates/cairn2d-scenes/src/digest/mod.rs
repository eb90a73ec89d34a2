//! A run of a scene in four numbers: hashes of its states, its events, its query results, and its snapshots.
//!
//! The determinism matrix (`cargo xtask matrix`) compares them between machines. `World::hash` covers the
//! state that determines the future. The other numbers cover the output to callers: every event in order, the
//! results of a fixed set of queries in order, and the bytes of snapshots. The code here uses only `+ - * /`,
//! so that it rounds the same on every machine.

mod events;
mod questions;

use cairn2d::{BodyKind, Explosion, MAX_COORDINATE, Vec2, World};

use crate::format::SceneError;
use crate::instantiate::{Overrides, refused};
use crate::library::BuiltIn;
use crate::runner::Runner;

/// Steps between two rounds of queries.
const ASK_EVERY: u32 = 50;

/// Steps between two disturbances of the world; without them most scenes fall asleep long before ten thousand
/// steps.
const STIR_EVERY: u32 = 250;

/// Hashes of a run up to some step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The hash of the world and the systems.
    pub state: u64,
    /// All events of all steps, and the counters of the steps' reports.
    pub events: u64,
    /// All query results so far.
    pub queries: u64,
    /// The bytes of the world's snapshot, and the hash of a world made from them. With systems, those of the
    /// world and the systems.
    pub snapshot: u64,
}

impl Digest {
    /// The names of the numbers, in the order of [`Digest::numbers`].
    pub const NAMES: [&'static str; 4] = ["state", "events", "queries", "snapshot"];

    /// The four numbers.
    pub fn numbers(&self) -> [u64; 4] {
        [self.state, self.events, self.queries, self.snapshot]
    }
}

/// A run that computes its digest.
#[derive(Debug)]
pub struct DigestRun {
    runner: Runner,
    events: Mixer,
    queries: Mixer,
    snapshot: Vec<u8>,
}

impl DigestRun {
    /// Starts a run of a built-in scene.
    ///
    /// # Errors
    /// Errors of the engine, such as lanes that this machine does not have.
    pub fn new(scene: &BuiltIn, overrides: Overrides) -> Result<Self, SceneError> {
        let runner = Runner::new(scene, overrides)?;
        let mut run =
            Self { runner, events: Mixer::default(), queries: Mixer::default(), snapshot: Vec::new() };
        questions::ask(&run.runner.world, &mut run.queries);
        Ok(run)
    }

    /// The number of steps taken.
    pub fn step_index(&self) -> u32 {
        self.runner.step_index()
    }

    /// The scene and its world.
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Takes one step; at intervals pushes every body, and runs the queries.
    ///
    /// # Errors
    /// Errors of the engine.
    pub fn step(&mut self) -> Result<(), SceneError> {
        let step = self.step_index();
        if step % STIR_EVERY == STIR_EVERY - 1 {
            self.stir(step).map_err(|error| refused("stir".to_owned(), &error))?;
        }
        let report = self.runner.step()?;
        events::read(&report, self.runner.world.events(), &mut self.events);
        if self.step_index().is_multiple_of(ASK_EVERY) {
            questions::ask(&self.runner.world, &mut self.queries);
        }
        Ok(())
    }

    /// The digest of the run so far. Runs all queries once more, for the returned digest only.
    pub fn digest(&mut self) -> Digest {
        let world = &self.runner.world;
        let mut queries = self.queries;
        questions::ask(world, &mut queries);
        let mut snapshot = Mixer::default();
        if self.runner.systems.is_empty() {
            world.write_snapshot(&mut self.snapshot);
            snapshot.bytes(&self.snapshot);
            match World::from_snapshot(&self.snapshot) {
                Ok(restored) => snapshot.word(restored.hash()),
                Err(why) => snapshot.bytes(why.to_string().as_bytes()),
            }
        } else {
            let mut restored = self.runner.clone();
            self.runner.systems.write_snapshot(world, &mut self.snapshot);
            snapshot.bytes(&self.snapshot);
            match restored.restore(&self.snapshot) {
                Ok(()) => snapshot.word(restored.hash()),
                Err(why) => snapshot.bytes(why.to_string().as_bytes()),
            }
        }
        Digest {
            state: self.runner.hash(),
            events: self.events.finish(),
            queries: queries.finish(),
            snapshot: snapshot.finish(),
        }
    }

    /// Pushes and turns every dynamic body a little, and sets off an explosion in the middle of them.
    fn stir(&mut self, step: u32) -> Result<(), cairn2d::Error> {
        let world = &mut self.runner.world;
        let bodies: Vec<_> = world.bodies().collect();
        let mut random = StirRandom(u64::from(step));
        for &id in &bodies {
            let Some(mut body) = world.body_mut(id) else { continue };
            if body.kind() != BodyKind::Dynamic || !body.is_enabled() {
                continue;
            }
            let push = Vec2::new(random.next(), random.next() + 0.5) * 2.0;
            let (velocity, turn) = (body.velocity() + push, body.angular_velocity() + random.next());
            body.set_velocity(velocity)?;
            body.set_angular_velocity(turn)?;
        }
        let chosen = bodies.get(step as usize % bodies.len().max(1)).and_then(|&id| world.body(id));
        // The valid range of an explosion; far out in a large world no 32-bit position is near enough.
        let usable = |p: &Vec2| [p.x, p.y].iter().all(|x| (-MAX_COORDINATE..=MAX_COORDINATE).contains(x));
        if let Some(center) = chosen.map(|body| body.position()).filter(usable) {
            world.explode(&Explosion::new(center, 3.0, 2.0))?;
        }
        Ok(())
    }
}

/// A hash of words: multiply and rotate.
#[derive(Clone, Copy, Debug)]
struct Mixer(u64);

impl Default for Mixer {
    fn default() -> Self {
        Self(0x5851_f42d_4c95_7f2d)
    }
}

impl Mixer {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn float(&mut self, value: f32) {
        self.word(u64::from(value.to_bits()));
    }

    fn vector(&mut self, value: Vec2) {
        self.word(u64::from(value.x.to_bits()) << 32 | u64::from(value.y.to_bits()));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn finish(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 29)
    }
}

/// Pseudo-random numbers, exact in every bit.
struct StirRandom(u64);

impl StirRandom {
    /// From -1 to below 1, a multiple of 1/128.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        f32::from((mixed >> 56) as u8) / 128.0 - 1.0
    }
}

#[cfg(test)]
mod tests;
