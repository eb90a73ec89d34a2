//! A small level with many kinds of calls, recorded while it is played.

use cairn2d::prelude::*;
use cairn2d::{Area, Field, Gear, Gravity};
use cairn2d_record::{RecordOptions, Recorder};

pub(crate) const DT: f32 = 1.0 / 60.0;

/// A level and its recorder.
pub(crate) struct Level {
    pub(crate) world: World,
    pub(crate) recorder: Recorder,
    pub(crate) crates: Vec<BodyId>,
    /// Hashes after each step; the first is the hash before any step.
    pub(crate) hashes: Vec<u64>,
}

pub(crate) fn options(checks_every: u32, keyframe_every: u64) -> RecordOptions {
    let mut options = RecordOptions::default();
    options.title = "a level".to_owned();
    options.keyframe_every = keyframe_every;
    options.checks.hash_every = checks_every;
    options.checks.bodies_every = checks_every;
    options
}

impl Level {
    /// An empty world that is recorded and then filled by recorded calls.
    pub(crate) fn new(options: RecordOptions) -> Level {
        let mut world = World::new(WorldConfig::default()).expect("valid");
        let recorder = Recorder::start(&mut world, options).expect("it has no functions");
        let hashes = vec![world.hash()];
        let mut level = Level { world, recorder, crates: Vec::new(), hashes };
        level.build();
        level
    }

    fn build(&mut self) {
        let world = &mut self.world;
        world.spawn(Body::fixed().with(Rect::half(20.0, 1.0).at([0.0, -1.0]))).expect("valid");
        for row in 0..6 {
            let hull = Polygon::regular(3 + row, 0.5).expect("a hull");
            let body = Body::dynamic().at([0.1 * row as f32, 0.6 + row as f32]);
            let body = if row % 2 == 0 { body.with(Rect::half(0.5, 0.5)) } else { body.with(hull) };
            self.crates.push(world.spawn(body).expect("valid"));
        }
        let wheel = world.spawn(Body::dynamic().at([4.0, 0.5]).with(Circle::new(0.5))).expect("valid");
        let other = world.spawn(Body::dynamic().at([6.0, 0.5]).with(Circle::new(0.5))).expect("valid");
        world.join(Gear::new(wheel, other, -2.0)).expect("valid");
        let lift = Field::new(Area::rect([-20.0, 3.0], [-10.0, 9.0]), Gravity::new([0.0, 4.0]));
        world.add_field(lift).expect("valid");
    }

    /// Takes steps, with pushes, spawns and removals between them.
    pub(crate) fn play(&mut self, steps: u32) {
        for _ in 0..steps {
            let step = self.hashes.len();
            let crates = self.crates.len();
            if step.is_multiple_of(7)
                && let Some(mut body) = self.world.body_mut(self.crates[step % crates])
            {
                body.apply_impulse([1.0 - (step % 3) as f32, 2.0]).expect("valid");
            }
            if step.is_multiple_of(25) {
                let ball = Body::dynamic().at([0.3, 9.0]).user_data(step as u64).with(Circle::new(0.3));
                self.crates.push(self.world.spawn(ball).expect("valid"));
            }
            if step.is_multiple_of(60) {
                let gone = self.crates.remove(2);
                self.world.despawn(gone).expect("alive");
            }
            self.step();
        }
    }

    pub(crate) fn step(&mut self) {
        self.world.step(DT).expect("valid");
        self.hashes.push(self.world.hash());
        self.recorder.update(&mut self.world).expect("it is recorded");
    }

    /// Ends the recording; returns the file and the hashes.
    pub(crate) fn finish(mut self) -> (Vec<u8>, Vec<u64>) {
        (self.recorder.finish(&mut self.world).expect("it is recorded"), self.hashes)
    }
}
