//! Random strikes of heavy bodies on light ones, the same for every engine, and their measurement.
//!
//! These worlds have no energy source: after the strike mechanical energy can only fall, no body may be
//! faster than striker and masses explain, and no displacement per step may exceed the speed limit.

use core::fmt;
use core::ops::Range;
use std::collections::BTreeMap;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointAnchor, JointDesc, JointParts, ShapeDesc};

use crate::lab::{Bench, Engine, Missing, Run, State};
use crate::random::Random;
use crate::row::Setting;

/// Speed limit of the worlds \[m/s\]: the default of cairn2d and Box2D.
const SPEED_LIMIT: f64 = 400.0;

/// Largest valid displacement `[-]`; rounding of positions may add a little.
const MOST_MOVE: f64 = 1.0001;

/// Highest valid speed `[-]`. Bodies squeezed between much heavier ones leave faster than these approach. In
/// 120,000 strikes two of cairn2d exceed this bound, with 7.4; Box2D v3.2 reaches 8.4 in 20,000.
const MOST_SPEED: f64 = 4.0;

/// Highest valid energy `[-]`.
const MOST_ENERGY: f64 = 1.02;

/// Simulated time of a strike \[s\].
const DURATION: f32 = 2.0;

/// Result of a strike, in quantities with bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct StrikeOutcome {
    /// Largest displacement of a centre of mass within a step, divided by the speed limit times the step
    /// `[-]`.
    pub longest_move: f64,
    /// Highest speed of a body, divided by the highest speed before the strike, that of a fall through the
    /// scene included \[-\].
    pub top_speed: f64,
    /// Highest mechanical energy after the strike, divided by that before it; gravity counts from the lowest
    /// ground \[-\].
    pub energy: f64,
}

impl StrikeOutcome {
    /// Returns the worse of two outcomes, figure by figure.
    pub fn worst(self, other: Self) -> Self {
        let worst = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) };
        Self {
            longest_move: worst(self.longest_move, other.longest_move),
            top_speed: worst(self.top_speed, other.top_speed),
            energy: worst(self.energy, other.energy),
        }
    }
}

impl StrikeOutcome {
    /// Returns whether the result is within the bounds of cairn2d.
    pub fn is_bounded(&self) -> bool {
        self.longest_move <= MOST_MOVE && self.top_speed <= MOST_SPEED && self.energy <= MOST_ENERGY
    }
}

impl fmt::Display for StrikeOutcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { longest_move, top_speed, energy } = self;
        write!(out, "move {longest_move:.4}, speed {top_speed:.3}, energy {energy:.4}")
    }
}

/// A random strike.
#[derive(Clone, Debug)]
pub struct Strike {
    /// The world before its first step; the striker has its velocity already.
    pub scene: Scene,
    /// The target, in a few words.
    pub kind: &'static str,
    /// Mass of the striker divided by that of the lightest body struck \[-\].
    pub mass_ratio: f64,
    /// Speed of the striker \[m/s\].
    pub speed: f64,
}

impl fmt::Display for Strike {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, speed, mass_ratio, scene } = self;
        write!(out, "{kind} at {} Hz, {speed:.1} m/s, {mass_ratio:.0} : 1", scene.hertz)
    }
}

const KINDS: [&str; 6] =
    ["gravel", "slab on pebbles", "big on small", "tower", "heap with chains", "in free space"];
const RATES: [f32; 5] = [15.0, 30.0, 60.0, 120.0, 240.0];

/// Returns the strike of a seed.
pub fn strike(seed: u64) -> Strike {
    let mut random = Random::new(seed.wrapping_add(77));
    let kind = KINDS[random.below(KINDS.len() as u64) as usize];
    let mut scene = Scene::new("strike", "");
    scene.world.sleeping = false;
    scene.hertz = RATES[random.below(5) as usize];
    let scale = power(&mut random, 0.2, 5.0);
    let speed = power(&mut random, 1.0, 100.0);
    let ratio = power(&mut random, 1.0, 1.0e6);
    let mut maker = Maker { scene, random, scale, speed, ratio };
    match kind {
        "gravel" => maker.gravel(false),
        "slab on pebbles" => maker.slab(),
        "big on small" => maker.big_on_small(),
        "tower" => maker.tower(),
        "heap with chains" => maker.gravel(true),
        _ => maker.free_space(),
    }
    maker.finish(kind)
}

/// A number between two others, its logarithm evenly spread.
fn power(random: &mut Random, low: f32, high: f32) -> f32 {
    low * (high / low).powf(random.range(0.0, 1.0))
}

struct Maker {
    scene: Scene,
    random: Random,
    scale: f32,
    speed: f32,
    ratio: f32,
}

impl Maker {
    /// A convex shape that fits into a square of this half extent.
    fn shape(&mut self, half: f32, density: f32) -> ShapeDesc {
        let random = &mut self.random;
        // Box2D has no hull for polygons with sides near its slop.
        let kinds = if half < 0.06 { 3 } else { 4 };
        let shape = match random.below(kinds) {
            0 => ShapeDesc::circle(half),
            1 => ShapeDesc::half_box(half, half * random.range(0.3, 1.0)),
            2 => ShapeDesc::capsule([-0.5 * half, 0.0], [0.5 * half, 0.0], 0.5 * half),
            _ => {
                let corners = 3 + random.below(6);
                let turn = core::f32::consts::TAU / corners as f32;
                let start = random.range(0.0, turn);
                let corner = |index: u64| {
                    let (sin, cos) = (start + turn * index as f32).sin_cos();
                    [half * cos, half * sin]
                };
                ShapeDesc::polygon((0..corners).map(corner).collect::<Vec<_>>(), 0.0)
            }
        };
        shape.density(density).friction(self.random.range(0.0, 1.0))
    }

    fn struck(&mut self, at: [f32; 2], shape: ShapeDesc) -> u32 {
        self.scene.add(BodyDesc::dynamic(at).with(shape))
    }

    /// A floor at height 0 and, half of the time, walls and a ceiling around it.
    fn room(&mut self, half_width: f32, height: f32) {
        let thick = 5.0 * self.scale;
        let mut room = BodyDesc::fixed([0.0, 0.0]);
        room = room.with(ShapeDesc::box_at([half_width + 2.0 * thick, thick], [0.0, -thick]));
        if self.random.below(2) == 0 {
            for side in [-1.0, 1.0] {
                let center = [side * (half_width + thick), 0.5 * height];
                room = room.with(ShapeDesc::box_at([thick, height], center));
            }
            room = room.with(ShapeDesc::box_at([half_width + 2.0 * thick, thick], [0.0, height + thick]));
        }
        self.scene.add(room);
    }

    /// The density that gives a body of this area the wanted mass.
    fn striker_density(&self, light_mass: f32, area: f32) -> f32 {
        (self.ratio * light_mass / area).clamp(1.0e-3, 1.0e6)
    }

    fn gravel(&mut self, chains: bool) {
        let grain = 0.12 * self.scale;
        let count = 30 + self.random.below(90) as u32;
        let columns = 6 + self.random.below(20) as u32;
        let width = columns as f32 * 2.2 * grain;
        let striker_half = power(&mut self.random, 1.0, 40.0) * grain;
        let height = 2.2 * grain * (count / columns + 1) as f32;
        self.room(width + 4.0 * striker_half, 4.0 * height + 6.0 * striker_half);
        let mut last: Option<(u32, [f32; 2])> = None;
        for index in 0..count {
            let at = [
                (index % columns) as f32 * 2.1 * grain - 0.5 * width,
                1.05 * grain + (index / columns) as f32 * 2.1 * grain,
            ];
            let size = grain * self.random.range(0.4, 1.0);
            let shape = self.shape(size, 1.0);
            let body = self.struck(at, shape);
            match last {
                Some((before, [x, y])) if chains && !(index % columns).is_multiple_of(6) => {
                    let middle = [0.5 * (at[0] + x), 0.5 * (at[1] + y)];
                    let parts = JointParts::at(before, body, JointAnchor::world(middle));
                    self.scene.join(JointDesc::Revolute(parts));
                }
                _ => {}
            }
            last = Some((body, at));
        }
        let density = self.striker_density(grain * grain, 4.0 * striker_half * striker_half);
        let shape = self.shape(striker_half, density);
        let from_above = self.random.below(2) == 0;
        let angle = self.random.range(0.3, 2.8);
        let (at, way) = if from_above {
            ([0.0, height + 1.5 * striker_half], [angle.cos(), -angle.sin()])
        } else {
            ([-0.5 * width - 1.6 * striker_half, 1.01 * striker_half], [1.0, 0.0])
        };
        self.striker(at, shape, way);
    }

    /// A heavy slab that slides over pebbles on a floor.
    fn slab(&mut self) {
        let pebble = power(&mut self.random, 0.05, 0.3) * self.scale;
        let half =
            [power(&mut self.random, 1.0, 8.0) * self.scale, power(&mut self.random, 0.5, 2.0) * self.scale];
        self.room(200.0 * self.scale, 40.0 * self.scale);
        let count = 1 + self.random.below(8);
        for index in 0..count {
            let size = pebble * self.random.range(0.6, 1.0);
            let shape = self.shape(size, 1.0);
            self.struck([index as f32 * 2.2 * pebble, 1.001 * pebble], shape);
        }
        let area = 4.0 * half[0] * half[1];
        let density = self.striker_density(3.0 * pebble * pebble, area);
        let shape =
            ShapeDesc::half_box(half[0], half[1]).density(density).friction(self.random.range(0.0, 1.0));
        let over = self.random.below(2) == 0;
        let at = if over {
            [-0.5 * half[0], 2.05 * pebble + half[1]]
        } else {
            [-half[0] - 1.5 * pebble, 1.001 * half[1]]
        };
        self.striker(at, shape, [1.0, 0.0]);
    }

    /// Large heavy boxes on many small ones.
    fn big_on_small(&mut self) {
        let small = 0.1 * self.scale;
        let big = small * power(&mut self.random, 3.0, 100.0);
        let columns = ((2.0 * big / (2.1 * small)) as u32).clamp(4, 60);
        let rows = 1 + self.random.below(3) as u32;
        self.room(6.0 * big, 12.0 * big);
        for index in 0..columns * rows {
            let size = small * self.random.range(0.7, 1.0);
            let shape = self.shape(size, 1.0);
            let x = ((index % columns) as f32 - 0.5 * columns as f32) * 2.1 * small;
            self.struck([x, 1.02 * small + (index / columns) as f32 * 2.1 * small], shape);
        }
        let top = rows as f32 * 2.1 * small;
        let density = self.striker_density(small * small, 4.0 * big * big);
        let shape = ShapeDesc::half_box(big, big).density(density).friction(0.6);
        let second = BodyDesc::dynamic([0.1 * big, top + 3.2 * big]).with(shape.clone());
        self.scene.add(second);
        let way = if self.random.below(2) == 0 { [0.0, -1.0] } else { [0.7, -0.7] };
        self.striker([0.0, top + 1.05 * big], shape, way);
    }

    fn tower(&mut self) {
        let half = 0.3 * self.scale;
        let count = 3 + self.random.below(20);
        self.room(30.0 * half, 2.0 * half * (count + 10) as f32);
        for index in 0..count {
            let wide = half * self.random.range(0.8, 1.2);
            let shape = ShapeDesc::half_box(wide, half).friction(0.6);
            self.struck([0.0, half + 2.0 * half * index as f32], shape);
        }
        let striker = half * power(&mut self.random, 0.5, 10.0);
        let density = self.striker_density(4.0 * half * half, 4.0 * striker * striker);
        let shape = self.shape(striker, density);
        let height = self.random.range(0.0, 2.0 * half * count as f32).max(striker);
        self.striker([-2.0 * half - 1.5 * striker, 1.01 * height], shape, [1.0, 0.0]);
    }

    /// A cluster without gravity and without walls.
    fn free_space(&mut self) {
        self.scene.world.gravity = [0.0, 0.0];
        let half = 0.2 * self.scale;
        let side = 2 + self.random.below(9) as u32;
        for index in 0..side * side {
            let size = half * self.random.range(0.2, 1.0);
            let shape = self.shape(size, 1.0);
            let at = [(index % side) as f32 * 2.1 * half, (index / side) as f32 * 2.1 * half];
            self.struck(at, shape);
        }
        let striker = half * power(&mut self.random, 0.5, 30.0);
        let density = self.striker_density(half * half, 4.0 * striker * striker);
        let shape = self.shape(striker, density);
        let height = self.random.range(0.0, side as f32 * 2.1 * half);
        self.striker([-2.0 * half - 1.5 * striker, height], shape, [1.0, 0.0]);
    }

    fn striker(&mut self, at: [f32; 2], shape: ShapeDesc, way: [f32; 2]) {
        let mut body = BodyDesc::dynamic(at).with(shape);
        body.velocity = way.map(|part| part * self.speed);
        body.angular_velocity = self.random.range(-1.0, 1.0);
        self.scene.add(body);
    }

    fn finish(self, kind: &'static str) -> Strike {
        let Maker { mut scene, speed, ratio, .. } = self;
        scene.steps = (DURATION * scene.hertz) as u32;
        Strike { scene, kind, mass_ratio: f64::from(ratio), speed: f64::from(speed) }
    }
}

/// Runs a strike and measures it.
///
/// # Errors
/// A feature that the engine does not have.
pub fn measure(bench: &Bench<'_>, strike: &Strike) -> Result<StrikeOutcome, Missing> {
    let mut run = bench.start(&strike.scene)?;
    let dt = 1.0 / f64::from(strike.scene.hertz);
    let gravity = f64::from(-strike.scene.world.gravity[1]);
    let energy = |run: &Run| {
        let energy = |body: State| body.energy() + body.mass * gravity * body.center[1];
        run.bodies().filter(|body| body.mass > 0.0).map(energy).sum::<f64>()
    };
    let highest = run.bodies().map(|body| body.center[1]).fold(0.0, f64::max);
    let fall = (2.0 * gravity * highest).sqrt();
    let fastest = run.bodies().map(|body| body.speed()).fold(0.0, f64::max) + fall;
    // A body that continuous collision stops within a step still gains the velocity of gravity for the rest
    // of the step.
    let mass: f64 = run.bodies().map(|body| body.mass).sum();
    let before = energy(&run) + mass * gravity * fastest * dt;
    let mut outcome = StrikeOutcome::default();
    let mut places: Vec<[f64; 2]> = run.bodies().map(|body| body.center).collect();
    for _ in 0..strike.scene.steps {
        run.steps(1);
        let mut now = StrikeOutcome { energy: energy(&run) / before, ..StrikeOutcome::default() };
        for (body, place) in run.bodies().zip(&mut places) {
            let way = (body.center[0] - place[0]).hypot(body.center[1] - place[1]);
            let one = StrikeOutcome {
                longest_move: way / (SPEED_LIMIT * dt),
                top_speed: body.speed() / fastest,
                energy: 0.0,
            };
            now = now.worst(one);
            *place = body.center;
        }
        outcome = outcome.worst(now);
    }
    Ok(outcome)
}

/// The worst outcomes of many strikes, by kind.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    kinds: BTreeMap<&'static str, (u64, StrikeOutcome)>,
    exceeding: Vec<String>,
}

impl Survey {
    /// Runs the strikes of these seeds on an engine.
    ///
    /// # Errors
    /// A feature that the engine does not have.
    pub fn run(engine: &dyn Engine, seeds: Range<u64>) -> Result<Self, Missing> {
        let bench = Bench::new(engine, Setting::DEFAULT);
        let mut survey = Self::default();
        for seed in seeds {
            let strike = strike(seed);
            let outcome = measure(&bench, &strike)?;
            if !outcome.is_bounded() {
                survey.exceeding.push(format!("seed {seed}, {strike}: {outcome}"));
            }
            let (number, worst) = survey.kinds.entry(strike.kind).or_default();
            *number += 1;
            *worst = worst.worst(outcome);
        }
        Ok(survey)
    }

    /// Returns the strikes above the bounds, a line each.
    pub fn exceeding(&self) -> &[String] {
        &self.exceeding
    }
}

impl fmt::Display for Survey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.exceeding {
            writeln!(out, "above the bounds: {line}")?;
        }
        for (kind, (number, worst)) in &self.kinds {
            writeln!(out, "{number} of {kind}: at most {worst}")?;
        }
        write!(out, "{} above the bounds", self.exceeding.len())
    }
}
