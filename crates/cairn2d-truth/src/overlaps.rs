//! Bodies that begin with an overlap: how fast they part, and the velocity that they keep.

use core::fmt;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};

use crate::lab::{Bench, Engine, Missing, Run};
use crate::row::Setting;

/// Bodies without gravity that overlap at first.
#[derive(Clone, Copy, Debug)]
pub struct Overlap {
    /// The shape of each body.
    pub kind: Outline,
    /// Number of bodies.
    pub count: u32,
    /// Overlap of neighbours as a share of their thickness, up to 1 for coincident bodies \[-\].
    pub share: f32,
    /// Factor of all lengths and of the push speed: 1 for metres, 100 for pixels \[-\].
    pub scale: f32,
}

/// The shape of overlapping bodies, in a square of 1 m if not said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A box of 2 m by 0.5 m.
    Wide,
    /// A box of 0.5 m by 2 m.
    Tall,
    /// A box of 4 m by 0.2 m.
    Plank,
    /// A capsule of 2 m by 1 m.
    Capsule,
    /// A hexagon.
    Hexagon,
}

impl Outline {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Disc, Self::Square, Self::Wide, Self::Tall, Self::Plank, Self::Capsule, Self::Hexagon];

    fn shape(self, scale: f32) -> ShapeDesc {
        let half_box = |x: f32, y: f32| ShapeDesc::half_box(x * scale, y * scale);
        match self {
            Self::Disc => ShapeDesc::circle(0.5 * scale),
            Self::Square => half_box(0.5, 0.5),
            Self::Wide => half_box(1.0, 0.25),
            Self::Tall => half_box(0.25, 1.0),
            Self::Plank => half_box(2.0, 0.1),
            Self::Capsule => ShapeDesc::capsule([-0.5 * scale, 0.0], [0.5 * scale, 0.0], 0.5 * scale),
            Self::Hexagon => {
                let corner = |index: u8| {
                    let (sin, cos) = (f32::from(index) * core::f32::consts::FRAC_PI_3).sin_cos();
                    [0.5 * scale * cos, 0.5 * scale * sin]
                };
                ShapeDesc::polygon((0..6).map(corner).collect::<Vec<_>>(), 0.0)
            }
        }
    }

    /// Height of a body \[m\].
    fn height(self) -> f32 {
        match self {
            Self::Disc | Self::Square | Self::Capsule => 1.0,
            Self::Wide => 0.5,
            Self::Tall => 2.0,
            Self::Plank => 0.2,
            Self::Hexagon => 0.75_f32.sqrt(),
        }
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, count, share, scale } = self;
        write!(out, "{count} of {kind:?}, {:.0} % overlap, scale {scale}", 100.0 * share)
    }
}

/// How overlapping bodies part. Speeds are divided by the scale.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parting {
    /// Largest displacement of a body in a step, divided by the step \[m/s\].
    pub fastest: f64,
    /// Largest speed of a body at the end \[m/s\].
    pub left: f64,
}

impl fmt::Display for Parting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "part at {:.2} m/s, keep {:.3} m/s", self.fastest, self.left)
    }
}

impl Overlap {
    /// Returns the world: bodies one above the other, each displaced by the part of its height that does not
    /// overlap.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new("overlap", "");
        scene.world.gravity = [0.0, 0.0];
        scene.world.sleeping = false;
        scene.world.push_speed *= self.scale;
        let pitch = self.kind.height() * self.scale * (1.0 - self.share);
        for index in 0..self.count {
            let body = BodyDesc::dynamic([0.0, pitch * index as f32]);
            scene.add(body.with(self.kind.shape(self.scale)));
        }
        scene
    }
}

/// Runs bodies with an overlap for `seconds`.
///
/// # Errors
/// A feature that the engine does not have.
pub fn measure(engine: &dyn Engine, overlap: &Overlap, seconds: f32) -> Result<Parting, Missing> {
    let scene = overlap.scene();
    let bench = Bench::new(engine, Setting::DEFAULT);
    let mut run = bench.start(&scene)?;
    let centers = |run: &Run| run.bodies().map(|body| body.center).collect::<Vec<_>>();
    let mut parting = Parting::default();
    let scale = f64::from(overlap.scale);
    for _ in 0..(seconds * scene.hertz) as u32 {
        let before = centers(&run);
        run.steps(1);
        for (body, before) in run.bodies().zip(&before) {
            let way = (body.center[0] - before[0]).hypot(body.center[1] - before[1]);
            parting.fastest = parting.fastest.max(way * f64::from(scene.hertz) / scale);
        }
    }
    parting.left = run.bodies().map(|body| body.speed()).fold(0.0, f64::max) / scale;
    Ok(parting)
}

/// Prints how bodies of all kinds part. The arguments are their count and the scale; without them, a table of
/// several is printed.
pub fn print(engine: &dyn Engine, arguments: &[String]) {
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse::<f32>().ok());
    let counts = number(0).map_or(vec![2, 3, 10, 30, 100], |count| vec![count as u32]);
    let scales = number(1).map_or(vec![1.0, 100.0], |scale| vec![scale]);
    for kind in Outline::ALL {
        for &count in &counts {
            for &scale in &scales {
                let mut line = format!("{kind:?} x {count}, scale {scale}, part at / keep m/s:");
                for share in [0.1, 0.25, 0.5, 0.75, 0.9, 1.0] {
                    let overlap = Overlap { kind, count, share, scale };
                    match measure(engine, &overlap, 4.0) {
                        Ok(Parting { fastest, left }) => line += &format!(" {fastest:.2}/{left:.2}"),
                        Err(missing) => line += &format!(" {}", missing.0),
                    }
                }
                println!("{line}");
            }
        }
    }
}
