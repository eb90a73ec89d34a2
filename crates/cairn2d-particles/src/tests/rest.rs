//! Liquid that comes to rest: volume, density, pressure, energy.

use cairn2d::prelude::*;
use cairn2d::system::Systems;

use crate::{Particles, ParticlesDef};

pub(super) const DT: f32 = 1.0 / 60.0;

/// Gravity of the tests `[m/s^2]`.
pub(super) const GRAVITY: f32 = 10.0;

pub(super) fn empty_world() -> World {
    World::new(WorldConfig::with_gravity([0.0, -GRAVITY])).unwrap()
}

/// How walls are built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Build {
    Thick,
    Lines,
    /// Capsules half a cell thick, whose middles may be those of cells.
    Capsules(f32),
}

/// A closed room with its inner corner at a point.
pub(super) fn build_room(world: &mut World, corner: [f32; 2], size: [f32; 2], build: Build) {
    let ([x, y], [width, height]) = (corner, size);
    match build {
        Build::Thick => {
            let thick = 0.1 * (width + height);
            let floor = Rect::half(0.5 * width + 2.0 * thick, thick);
            world.spawn(Body::fixed().at([x + 0.5 * width, y - thick]).with(floor)).unwrap();
            for side in [x - thick, x + width + thick] {
                let wall = Rect::half(thick, 0.5 * height + 2.0 * thick);
                world.spawn(Body::fixed().at([side, y + 0.5 * height]).with(wall)).unwrap();
            }
            let lid = Body::fixed().at([x + 0.5 * width, y + height + thick]).with(floor);
            world.spawn(lid).unwrap();
        }
        Build::Lines | Build::Capsules(_) => {
            let radius = if let Build::Capsules(radius) = build { radius } else { 0.0 };
            let [x, y] = [x - radius, y - radius];
            let [width, height] = [width + 2.0 * radius, height + 2.0 * radius];
            let corners = [[x, y + height], [x, y], [x + width, y], [x + width, y + height], [x, y + height]];
            for ends in corners.windows(2) {
                let body = match build {
                    Build::Capsules(radius) => Body::fixed().with(Capsule::new(ends[0], ends[1], radius)),
                    _ => Body::fixed().with(Segment::new(ends[0], ends[1])),
                };
                world.spawn(body).unwrap();
            }
        }
    }
}

/// A tank with a block of water in a corner.
pub(super) struct Tank {
    pub(super) spacing: f32,
    pub(super) block: [f32; 2],
    pub(super) size: [f32; 2],
    pub(super) corner: [f32; 2],
    pub(super) build: Build,
}

impl Tank {
    pub(super) fn make(&self) -> (World, Systems) {
        let mut world = empty_world();
        build_room(&mut world, self.corner, self.size, self.build);
        let low = Vec2::from(self.corner);
        // The grid does not know where the walls are.
        let margin = Vec2::new(0.77, 0.69) * (4.0 * self.spacing);
        let high = low + Vec2::from(self.size);
        let bounds = Aabb::new(low - margin, high + margin);
        let def = ParticlesDef { bounds, spacing: self.spacing, ..ParticlesDef::default() };
        let mut water = Particles::new(def).unwrap();
        water.fill_box(Aabb::new(low, low + Vec2::from(self.block)), [0.0, 0.0]).unwrap();
        (world, Systems::new().with(water))
    }

    /// Twice the mean height over the floor times the width, over the volume that was put in.
    pub(super) fn volume(&self, water: &Particles) -> f64 {
        let heights: f64 = water.positions().iter().map(|p| f64::from(p.y - self.corner[1])).sum();
        let count = water.len() as f64;
        2.0 * heights / count * f64::from(self.size[0]) / (count * f64::from(self.spacing * self.spacing))
    }

    /// Energy of motion and height of a particle, each per mass.
    pub(super) fn energy(&self, water: &Particles) -> f64 {
        let mass = f64::from(water.particle_mass()) * water.len() as f64;
        let heights: f64 = water.positions().iter().map(|p| f64::from(p.y - self.corner[1])).sum();
        water.kinetic_energy() / mass + f64::from(GRAVITY) * heights / water.len() as f64
    }
}

/// Root mean square and maximum of the error of a smoothed density within the liquid, found pair by pair. A
/// point counts if no wall and no surface is within three and a half spacings.
pub(super) fn density_error(tank: &Tank, water: &Particles) -> [f64; 2] {
    let spacing = f64::from(tank.spacing);
    let reach = 3.5 * spacing;
    let [left, floor] = tank.corner.map(f64::from);
    let right = left + f64::from(tank.size[0]);
    let count = water.len() as f64;
    let surface = floor + count * spacing * spacing / (right - left);
    let mut squares = (0.0, 0.0, 0.0_f64);
    let mut bins = std::collections::HashMap::<[i64; 2], Vec<[f64; 2]>>::new();
    let bin = |x: f64| (x / reach).floor() as i64;
    for p in water.positions() {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        bins.entry([bin(x), bin(y)]).or_default().push([x, y]);
    }
    for point in water.positions().iter().step_by(7) {
        let (x, y) = (f64::from(point.x) + 0.31 * spacing, f64::from(point.y) + 0.17 * spacing);
        let inside =
            x - reach > left && x + reach < right && y - reach > floor && y + reach + spacing < surface;
        if !inside {
            continue;
        }
        let mut sum = 0.0;
        for [dx, dy] in [-1, 0, 1].into_iter().flat_map(|dx| [-1, 0, 1].map(|dy| [dx, dy])) {
            for [a, b] in bins.get(&[bin(x) + dx, bin(y) + dy]).into_iter().flatten() {
                let q = 1.0 - ((a - x).powi(2) + (b - y).powi(2)) / (reach * reach);
                sum += if q > 0.0 { q.powi(3) } else { 0.0 };
            }
        }
        let density = sum * 4.0 / (std::f64::consts::PI * reach * reach) * spacing * spacing;
        squares.0 += (density - 1.0).powi(2);
        squares.1 += 1.0;
        squares.2 = squares.2.max((density - 1.0).abs());
    }
    [(squares.0 / squares.1).sqrt(), squares.2]
}

/// Runs a tank for some seconds; returns the largest rise of the energy over the least one before, sampled
/// every half second, in terms of the energy at the beginning.
fn settle(tank: &Tank, seconds: u32) -> (Systems, f64) {
    let (mut world, mut systems) = tank.make();
    let mut least = tank.energy(systems.get::<Particles>().unwrap());
    let (start, mut rise) = (least, 0.0_f64);
    for step in 1..=60 * seconds {
        systems.step(&mut world, DT).unwrap();
        if step % 30 == 0 {
            let energy = tank.energy(systems.get::<Particles>().unwrap());
            rise = rise.max(energy - least);
            least = least.min(energy);
        }
    }
    (systems, rise / start)
}

/// What a tank at rest is held to: volume, density, pressure on the floor, no motion to speak of.
fn check_rest(tank: &Tank, seconds: u32) {
    let (systems, rise) = settle(tank, seconds);
    let water = systems.get::<Particles>().unwrap();
    let volume = tank.volume(water);
    let [rms, most] = density_error(tank, water);
    let depth = water.len() as f32 * tank.spacing * tank.spacing / tank.size[0];
    let at = [tank.corner[0] + 0.5 * tank.size[0], tank.corner[1] + tank.spacing];
    let samples = [0.25, 0.375, 0.5, 0.625, 0.75].map(|share| {
        let x = tank.corner[0] + share * tank.size[0];
        water.at([x, at[1]]).pressure / (GRAVITY * (depth - tank.spacing))
    });
    let pressure = samples.iter().sum::<f32>() / samples.len() as f32;
    let mass = f64::from(water.particle_mass()) * water.len() as f64;
    let speed = (2.0 * water.kinetic_energy() / mass).sqrt();
    // Speed of the waves of the tank.
    let wave = f64::from((GRAVITY * depth).sqrt());
    println!(
        "{} at {} m: volume {volume:.4}, density rms {rms:.4} most {most:.3}, pressure {pressure:.4}, speed {speed:.4}, rise {rise:.5}",
        water.len(),
        tank.spacing
    );
    assert!((volume - 1.0).abs() < 0.03, "volume {volume}");
    assert!(rms < 0.015 && most < 0.1, "density error {rms}, at most {most}");
    assert!((pressure - 1.0).abs() < 0.03, "pressure {pressure}");
    assert!(speed < 0.05 * wave, "speed {speed} of {wave}");
    assert!(rise < 2.0e-3, "the energy rises by {rise}");
}

#[test]
fn a_broken_dam_keeps_its_volume_and_comes_to_rest() {
    let size = [14.2, 12.0];
    let tank = Tank { spacing: 0.1, block: [3.5, 7.1], size, corner: [0.0, 0.0], build: Build::Thick };
    check_rest(&tank, 30);
}

#[test]
fn walls_of_lines_off_the_grid_hold_water_as_well() {
    let size = [14.09, 12.0];
    let tank = Tank { spacing: 0.1, block: [3.5, 7.1], size, corner: [0.08, 0.17], build: Build::Lines };
    check_rest(&tank, 30);
}

#[test]
fn walls_of_capsules_hold_water_wherever_the_grid_is() {
    for (radius, corner) in [(0.05, [0.0, 0.0]), (0.05, [0.208, 0.174]), (0.08, [0.106, 0.05])] {
        let build = Build::Capsules(radius);
        check_rest(&Tank { spacing: 0.1, block: [3.5, 7.1], size: [14.09, 12.0], corner, build }, 30);
    }
}

#[test]
fn units_do_not_matter() {
    // The same dam, a tenth and ten times as large. Time goes with the root of the length.
    for (spacing, seconds) in [(0.01, 25), (1.0, 75)] {
        let [block, size] = [[35.0, 71.0], [140.9, 120.0]].map(|pair: [f32; 2]| pair.map(|x| x * spacing));
        let corner = [3.21 * spacing, -7.4 * spacing];
        check_rest(&Tank { spacing, block, size, corner, build: Build::Thick }, seconds);
    }
}

#[test]
fn the_energy_of_deep_and_wide_pools_never_grows() {
    for (block, size, seconds, count) in [
        ([7.1, 14.2], [28.4, 24.0], 20, 10_082),
        ([4.0, 25.0], [4.0, 40.0], 5, 10_000),
        ([20.0, 10.0], [60.0, 20.0], 5, 20_000),
    ] {
        let corner = [-3.03, 1.07];
        let tank = Tank { spacing: 0.1, block, size, corner, build: Build::Thick };
        let (systems, rise) = settle(&tank, seconds);
        let water = systems.get::<Particles>().unwrap();
        println!(
            "{} of {count} particles: energy rises by {rise}, volume {}",
            water.len(),
            tank.volume(water)
        );
        assert!(water.len() == count, "{} of {count} particles", water.len());
        assert!(rise < 2.0e-3, "the energy rises by {rise}");
    }
}

#[test]
fn a_still_pool_stays_still() {
    for (spacing, depth) in [(0.1, 2.0), (0.1, 2.13), (0.05, 1.0)] {
        let (corner, size) = ([0.04, 0.11], [5.0, 5.0]);
        let tank = Tank { spacing, block: [5.0, depth], size, corner, build: Build::Thick };
        let (mut world, mut systems) = tank.make();
        let start = systems.get::<Particles>().unwrap().positions().iter().map(|p| p.y).fold(0.0, f32::max);
        for _ in 0..300 {
            systems.step(&mut world, DT).unwrap();
        }
        let water = systems.get::<Particles>().unwrap();
        let mass = f64::from(water.particle_mass()) * water.len() as f64;
        let speed = (2.0 * water.kinetic_energy() / mass).sqrt();
        let top = water.positions().iter().map(|p| p.y).fold(0.0, f32::max);
        println!("{spacing} {depth}: speed {speed}, top {start} to {top}, volume {}", tank.volume(water));
        assert!(speed < 0.03, "speed {speed}");
        assert!((top - start).abs() < 1.5 * spacing && (tank.volume(water) - 1.0).abs() < 0.02);
    }
}
