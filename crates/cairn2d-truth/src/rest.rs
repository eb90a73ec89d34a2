//! Heaps that must come to rest: time until all bodies sleep, and the drift of a heap that is kept awake.

use core::fmt;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, JointAnchor, JointDesc, JointParts, ShapeDesc};

use crate::lab::{Bench, Engine, Missing, Run};
use crate::random::Random;
use crate::row::Setting;
use crate::rows::surface;

/// A heap: its bodies and its world.
#[derive(Clone, Copy, Debug)]
pub struct Heap {
    /// The kind of bodies that fall into the bin.
    pub kind: Kind,
    /// Number of bodies.
    pub count: u32,
    /// Extent of a body \[m\]; gravity grows with it.
    pub size: f32,
    /// Steps per second \[Hz\].
    pub hertz: f32,
}

/// The kind of bodies of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Convex polygons of 5 to 8 corners and capsules.
    Mixed,
    /// Circles.
    Circles,
    /// Boxes of random proportions.
    Boxes,
    /// Capsules.
    Capsules,
    /// Rounded polygons.
    Rounded,
    /// Mixed shapes whose extents differ by up to ten times.
    Unequal,
    /// Mixed shapes that bounce with restitution 0.3 to 0.6.
    Bouncy,
    /// Mixed shapes without friction.
    Slippery,
    /// Mixed shapes whose densities differ by up to a hundred times.
    Densities,
    /// Crosses of two boxes.
    Crosses,
    /// Hinged chains of 20 capsules each.
    Chains,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Mixed,
        Self::Circles,
        Self::Boxes,
        Self::Capsules,
        Self::Rounded,
        Self::Unequal,
        Self::Bouncy,
        Self::Slippery,
        Self::Densities,
        Self::Crosses,
        Self::Chains,
    ];
}

impl fmt::Display for Heap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, count, size, hertz } = self;
        write!(out, "{kind:?} of {count}, {size} m, {hertz} Hz")
    }
}

/// Links of a chain.
const LINKS: u32 = 20;

impl Heap {
    /// Returns the world of the heap: bodies that fall in a grid into a bin.
    pub fn scene(&self) -> Scene {
        let mut random = Random::new(u64::from(self.count) + 5);
        let mut scene = Scene::new("heap", "");
        scene.hertz = self.hertz;
        scene.world.gravity = [0.0, -10.0 * self.size.max(1.0)];
        let columns = (f64::from(self.count).sqrt() * 1.2).ceil() as u32;
        let columns = if self.kind == Kind::Chains { columns.max(3 * LINKS) } else { columns };
        let pitch = 2.3 * self.half();
        let half_width = 0.55 * columns as f32 * pitch + self.size;
        let height = (self.count / columns + 4) as f32 * pitch;
        let thick = 2.0 * self.size;
        let mut bin = BodyDesc::fixed([0.0, 0.0]);
        bin = bin.with(ShapeDesc::box_at([half_width + 2.0 * thick, thick], [0.0, -thick]));
        for side in [-1.0, 1.0] {
            bin = bin.with(ShapeDesc::box_at([thick, height], [side * (half_width + thick), height]));
        }
        scene.add(bin);
        let mut last = 0;
        for index in 0..self.count {
            let (column, row) = (index % columns, index / columns);
            let x = (column as f32 - 0.5 * (columns - 1) as f32) * pitch;
            let y = (row as f32 + 1.0) * pitch;
            // A random offset; without it, columns of round bodies would balance on each other.
            let aside = if self.kind == Kind::Chains { 0.0 } else { random.range(-0.07, 0.07) * pitch };
            let body = self.body(&mut random, [x + aside, y]);
            let this = scene.add(body);
            if self.kind == Kind::Chains && !column.is_multiple_of(LINKS) {
                let parts = JointParts::at(last, this, JointAnchor::world([x - 0.5 * pitch, y]));
                scene.join(JointDesc::Revolute(parts));
            }
            last = this;
        }
        scene
    }

    /// Half of the largest extent of a body.
    fn half(&self) -> f32 {
        0.5 * self.size
    }

    fn body(&self, random: &mut Random, at: [f32; 2]) -> BodyDesc {
        let half = self.half();
        let mut body = BodyDesc::dynamic(at);
        body.angle = if self.kind == Kind::Chains { 0.0 } else { random.range(-3.1, 3.1) };
        let friction = if self.kind == Kind::Slippery { 0.0 } else { 0.6 };
        if self.kind == Kind::Crosses {
            let arm = |half: [f32; 2]| ShapeDesc::half_box(half[0], half[1]).friction(friction);
            return body.with(arm([half, 0.25 * half])).with(arm([0.25 * half, half]));
        }
        let mut shape = match self.kind {
            Kind::Circles => ShapeDesc::circle(half * random.range(0.7, 1.0)),
            Kind::Boxes => ShapeDesc::half_box(half * random.range(0.3, 0.7), half * random.range(0.3, 0.7)),
            Kind::Capsules | Kind::Chains => {
                ShapeDesc::capsule([-0.6 * half, 0.0], [0.6 * half, 0.0], 0.4 * half)
            }
            Kind::Unequal => {
                let half = half * random.range(0.1, 1.0);
                mixed(random, half, 0.0)
            }
            Kind::Rounded => mixed(random, 0.7 * half, 0.3 * half),
            _ => {
                let half = half * random.range(0.7, 1.0);
                mixed(random, half, 0.0)
            }
        };
        shape = shape.friction(friction);
        if self.kind == Kind::Bouncy {
            let restitution = random.range(0.3, 0.6);
            let material = surface(friction, restitution);
            shape = shape.material(material);
        }
        if self.kind == Kind::Densities {
            shape = shape.density(10.0_f32.powf(random.range(-1.0, 1.0)));
        }
        body.with(shape)
    }
}

/// A capsule, or a convex polygon of 5 to 8 corners.
fn mixed(random: &mut Random, half: f32, radius: f32) -> ShapeDesc {
    if random.below(3) == 0 {
        return ShapeDesc::capsule([-0.6 * half, 0.0], [0.6 * half, 0.0], 0.4 * half + radius);
    }
    let corners = 5 + random.below(4);
    let turn = core::f32::consts::TAU / corners as f32;
    let corner = |index: u64| {
        let (sin, cos) = (turn * index as f32).sin_cos();
        [half * cos, half * sin]
    };
    ShapeDesc::polygon((0..corners).map(corner).collect::<Vec<_>>(), radius)
}

/// How a heap came to rest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rest {
    /// Time until all bodies sleep \[s\]; infinite if they do not within the given time.
    pub asleep_after: f64,
    /// Bodies that are awake at the end.
    pub awake: usize,
    /// Height of the highest centre at the end \[m\].
    pub top: f64,
    /// Kinetic energy at the end as a share of the potential energy of one body at the top \[-\].
    pub trembling: f64,
}

impl fmt::Display for Rest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asleep_after, awake, top, trembling } = self;
        write!(
            out,
            "asleep after {asleep_after:.2} s, {awake} awake, top {top:.3} m, trembling {trembling:.1e}"
        )
    }
}

/// Runs a heap until all sleep, at most for `seconds`.
///
/// # Errors
/// A feature that the engine does not have.
pub fn measure(engine: &dyn Engine, heap: &Heap, seconds: f32) -> Result<Rest, Missing> {
    let scene = heap.scene();
    let bench = Bench::new(engine, Setting::DEFAULT);
    let mut run = bench.start(&scene)?;
    let mut rest = Rest { asleep_after: f64::INFINITY, ..Rest::default() };
    let awake = |run: &Run| run.bodies().skip(1).filter(|body| body.awake).count();
    for step in 1..=(seconds * heap.hertz) as u32 {
        run.steps(1);
        if step.is_multiple_of(4) && awake(&run) == 0 {
            rest.asleep_after = f64::from(step) / f64::from(heap.hertz);
            break;
        }
    }
    rest.awake = awake(&run);
    rest.top = run.bodies().skip(1).map(|body| body.center[1]).fold(0.0, f64::max);
    let mass = run.body(1).mass;
    rest.trembling = run.energy() / (mass * f64::from(-scene.world.gravity[1]) * rest.top);
    Ok(rest)
}

/// Returns the largest displacement of a body \[m\] between two times of a heap that is kept awake.
///
/// # Errors
/// A feature that the engine does not have.
pub fn drift(engine: &dyn Engine, heap: &Heap, from: f32, to: f32) -> Result<f64, Missing> {
    let mut scene = heap.scene();
    scene.world.sleeping = false;
    let bench = Bench::new(engine, Setting::DEFAULT);
    let mut run = bench.start(&scene)?;
    run.steps((from * heap.hertz) as u32);
    let before: Vec<[f64; 2]> = run.bodies().map(|body| body.center).collect();
    run.steps(((to - from) * heap.hertz) as u32);
    let way = |(body, before): (crate::State, &[f64; 2])| {
        (body.center[0] - before[0]).hypot(body.center[1] - before[1])
    };
    Ok(run.bodies().zip(&before).map(way).fold(0.0, f64::max))
}

/// Prints how heaps come to rest. The arguments are count, size \[m\], rate \[Hz\], seconds, a kind or `all`,
/// and the time for which their drift is then measured while they are kept awake \[s\]; each has a default.
pub fn print(engine: &dyn Engine, arguments: &[String]) {
    let number = |index: usize, default: f32| {
        arguments.get(index).and_then(|text| text.parse::<f32>().ok()).unwrap_or(default)
    };
    let (count, size, hertz, seconds) = (number(0, 500.0), number(1, 1.0), number(2, 60.0), number(3, 60.0));
    for kind in Kind::ALL {
        let is_wanted = |wanted: &String| wanted == "all" || format!("{kind:?}").eq_ignore_ascii_case(wanted);
        if !arguments.get(4).is_none_or(is_wanted) {
            continue;
        }
        let heap = Heap { kind, count: count as u32, size, hertz };
        match measure(engine, &heap, seconds) {
            Ok(rest) => println!("{heap}: {rest}"),
            Err(missing) => println!("{heap}: {}", missing.0),
        }
        let awake_for = number(5, 0.0);
        if awake_for > 0.0
            && let Ok(drift) = drift(engine, &heap, seconds, seconds + awake_for)
        {
            println!("{heap}: drifts by {drift:.4} m in {awake_for} s");
        }
    }
}
