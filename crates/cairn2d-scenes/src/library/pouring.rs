//! Scenes of water beside the world: a broken dam, floating boxes, a wheel, rain in a valley.

use super::digging::{earth, fill_below};
use super::founding::Random;
use super::parts::{bin, floor, hinge, look_at};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, CircleDesc, Geometry, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin_f64;
use cairn2d::{Aabb, Error, Vec2, vec2};
use cairn2d_particles::{Particles, ParticlesDef};
use cairn2d_terrain::{Brush, Terrain};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "dam_break",
        Category::Forces,
        600,
        dam_break,
        "A gate opens, and water breaks over a stack of crates",
    ),
    entry("floating_boxes", Category::Forces, 900, floating_boxes, "Water is poured on a heap of boxes"),
    entry("water_wheel", Category::Forces, 900, water_wheel, "A jet of water turns a wheel over a basin"),
    entry(
        "rain_valley",
        Category::Forces,
        900,
        rain_valley,
        "Rain fills a valley with barrels until its dam is dug through",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("dam_break", start::<DamBreak>),
    ("floating_boxes", start::<FloatingBoxes>),
    ("water_wheel", start::<WaterWheel>),
    ("rain_valley", start::<RainValley>),
];

/// Adds a liquid to the world, in a box \[m\], with a distance of particles \[m\], and returns it.
fn add_water<'a>(
    turn: &'a mut Turn<'_>,
    bounds: Aabb,
    spacing: f32,
) -> Result<Option<&'a mut Particles>, Error> {
    turn.systems.add(Particles::new(ParticlesDef { bounds, spacing, ..ParticlesDef::default() })?);
    Ok(turn.systems.get_mut::<Particles>())
}

/// A jet of particles side by side.
#[derive(Clone, Copy)]
struct Jet {
    /// Where its first particle begins \[m\].
    from: [f32; 2],
    /// Number of particles side by side.
    width: u32,
    /// Steps between two rows.
    every: u32,
    /// Particles at which it ends.
    most: usize,
}

impl Jet {
    /// Adds the particles of a step; they fly to the right at the speed that keeps them a spacing apart.
    fn flow(self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let (step, dt) = (turn.step, turn.dt);
        let Some(water) = turn.systems.get_mut::<Particles>() else { return Ok(()) };
        if !step.is_multiple_of(self.every) || water.len() + self.width as usize > self.most {
            return Ok(());
        }
        let spacing = water.def().spacing;
        let speed = spacing / (self.every as f32 * dt);
        for n in 0..self.width {
            water.emit(Vec2::from(self.from) + vec2(0.0, spacing * n as f32), [speed, 0.0])?;
        }
        Ok(())
    }
}

fn dam_break(scene: &mut Scene) {
    scene.script = Some("dam_break".to_owned());
    look_at(scene, [0.0, 3.6], 10.0);
    scene.add(bin(8.0, 9.0));
    let mut gate = BodyDesc::kinematic([-4.35, 3.0]).with(ShapeDesc::half_box(0.15, 3.0));
    gate.name = Some("gate".to_owned());
    scene.add(gate);
    for column in 0..3 {
        for row in 0..4 {
            let at = [2.0 + 0.9 * column as f32, 0.4 + 0.8 * row as f32];
            scene.add(BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.4, 0.4).density(0.5)));
        }
    }
}

/// Raises the gate after a second.
#[derive(Clone, Default)]
struct DamBreak;

impl Play for DamBreak {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if let Some(water) = add_water(turn, Aabb::new([-8.5, -0.5], [8.5, 9.0]), 0.1)? {
            water.fill_box(Aabb::new([-8.0, 0.0], [-4.5, 5.0]), [0.0, 0.0])?;
        }
        Ok(())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let velocity = match turn.step {
            60 => [0.0, 12.0],
            120 => [0.0, 0.0],
            _ => return Ok(()),
        };
        if let Some(mut gate) = turn.body("gate").and_then(|gate| turn.world.body_mut(gate)) {
            gate.set_velocity(velocity)?;
        }
        Ok(())
    }
}

fn floating_boxes(scene: &mut Scene) {
    scene.script = Some("floating_boxes".to_owned());
    look_at(scene, [0.0, 3.4], 9.5);
    // Water gets below boxes that lie on humps.
    let humps = (0..9).fold(bin(4.5, 6.5), |bin, n| {
        let center = [-4.0 + n as f32, -0.1];
        bin.with(ShapeDesc::new(Geometry::Circle(CircleDesc { center, radius: 0.3 })))
    });
    scene.add(humps);
    for n in 0..9 {
        let (column, row) = (n % 3, n / 3);
        let at = [-2.0 + 1.9 * column as f32 + 0.2 * row as f32, 0.9 + 1.3 * row as f32];
        // The box at the bottom right sinks.
        let density = if n == 2 { 2.0 } else { 0.15 + 0.07 * n as f32 };
        let tilted = BodyDesc { angle: 0.2 + 0.5 * n as f32, ..BodyDesc::dynamic(at) };
        let corners = [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]];
        scene.add(tilted.with(ShapeDesc::polygon(corners, 0.1).density(density)));
    }
}

/// Pours water from the left.
#[derive(Clone, Default)]
struct FloatingBoxes;

impl Play for FloatingBoxes {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        add_water(turn, Aabb::new([-5.0, -0.5], [5.0, 8.0]), 0.1).map(|_| ())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        // The heap settles first.
        if turn.step < 60 {
            return Ok(());
        }
        Jet { from: [-4.3, 6.4], width: 9, every: 2, most: 2300 }.flow(turn)
    }
}

/// Middle of the water wheel \[m\].
const AXLE: [f32; 2] = [0.0, 3.4];

fn water_wheel(scene: &mut Scene) {
    scene.script = Some("water_wheel".to_owned());
    look_at(scene, [0.0, 3.6], 10.0);
    let ground = floor(scene, 8.0);
    // A basin with a low wall, over which water leaves, and a trough for the jet.
    block_wall(scene, [-5.5, 0.0], [-5.2, 1.6]);
    block_wall(scene, [5.2, 0.0], [5.5, 1.0]);
    block_wall(scene, [-6.7, 5.9], [-0.9, 6.1]);
    block_wall(scene, [-6.7, 6.1], [-6.5, 7.5]);
    let mut wheel = BodyDesc::dynamic(AXLE).with(ShapeDesc::circle(0.5).density(0.8));
    for n in 0..8 {
        let [cos, sin] = cos_sin_f64(core::f64::consts::TAU * f64::from(n) / 8.0);
        let side = [-0.07 * sin, 0.07 * cos];
        let (near, far) = ([0.4 * cos, 0.4 * sin], [1.9 * cos, 1.9 * sin]);
        let corner = |at: [f32; 2], sign: f32| [at[0] + sign * side[0], at[1] + sign * side[1]];
        let corners = [corner(near, -1.0), corner(far, -1.0), corner(far, 1.0), corner(near, 1.0)];
        wheel = wheel.with(ShapeDesc::polygon(corners, 0.0).density(0.8));
    }
    wheel.name = Some("wheel".to_owned());
    let wheel = scene.add(wheel);
    hinge(scene, ground, wheel, AXLE);
    for n in 0..3 {
        let at = [2.2 + 0.9 * n as f32, 0.3];
        scene.add(BodyDesc::dynamic(at).with(ShapeDesc::circle(0.3).density(0.4)));
    }
}

/// Adds a static box between two corners \[m\].
fn block_wall(scene: &mut Scene, low: [f32; 2], high: [f32; 2]) {
    let half = [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])];
    let at = [low[0] + half[0], low[1] + half[1]];
    scene.add(BodyDesc::fixed(at).with(ShapeDesc::half_box(half[0], half[1])));
}

/// Lets a jet fall on the paddles, and removes what leaves the basin.
#[derive(Clone, Default)]
struct WaterWheel;

impl Play for WaterWheel {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        add_water(turn, Aabb::new([-8.0, -0.5], [8.5, 8.0]), 0.12).map(|_| ())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        Jet { from: [-6.3, 6.2], width: 4, every: 2, most: 2600 }.flow(turn)?;
        if let Some(water) = turn.systems.get_mut::<Particles>() {
            water.remove_box(Aabb::new([6.5, -0.5], [8.5, 0.5]));
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if let Some(wheel) = turn.body("wheel").and_then(|wheel| turn.world.body(wheel)) {
            turn.overlay.text(AXLE, format!("{:.1} rad/s", wheel.angular_velocity()), Tone::Note);
        }
        Ok(())
    }
}

/// Height of the valley \[m\].
fn valley(x: f32) -> f32 {
    // A slope on the left, a bed, a dam at x = 5, and a lower plain.
    let slope = if x < -2.0 { 0.25 * (x + 2.0) * (x + 2.0) } else { 0.0 };
    let dam = (2.6 - 0.9 * (x - 5.0) * (x - 5.0)).max(0.0);
    let plain = if x > 5.0 { -0.35 * (x - 5.0).min(4.0) } else { 0.0 };
    let height: f32 = 2.0 + slope + plain + dam;
    height.min(6.5)
}

fn rain_valley(scene: &mut Scene) {
    scene.script = Some("rain_valley".to_owned());
    look_at(scene, [0.0, 4.0], 11.0);
    // A wall at the end of the plain.
    block_wall(scene, [9.6, 0.0], [10.0, 3.5]);
    for n in 0..4 {
        let barrel = ShapeDesc::circle(0.4).density(0.3);
        scene.add(BodyDesc::dynamic([-1.5 + 1.4 * n as f32, 2.4]).with(barrel));
    }
}

/// Rains for ten seconds; then a capsule is carved through the dam.
#[derive(Clone, Default)]
struct RainValley;

impl Play for RainValley {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut terrain = earth([-10.0, -1.0], [20.0, 9.0], 0.125)?;
        fill_below(terrain.field_mut(), [-11.0, 11.0], -2.0, valley)?;
        turn.systems.add(terrain);
        add_water(turn, Aabb::new([-9.5, 0.0], [9.6, 9.5]), 0.12).map(|_| ())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step < 600 {
            let mut random = Random(turn.step.wrapping_mul(0x9E37_79B9) | 1);
            let Some(water) = turn.systems.get_mut::<Particles>() else { return Ok(()) };
            for _ in 0..4 {
                let at = [-5.0 + 8.5 * random.next(), 9.0 + 0.3 * random.next()];
                water.emit(at, [0.0, -4.0])?;
            }
        }
        if turn.step == 660
            && let Some(terrain) = turn.systems.get_mut::<Terrain>()
        {
            terrain.field_mut().carve(&Brush::capsule([2.5, 2.8], [7.5, 2.0], 0.7))?;
        }
        Ok(())
    }
}
