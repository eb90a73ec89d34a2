//! Bad input, snapshots, and the same bits everywhere.

use cairn2d::prelude::*;
use cairn2d::system::{Systems, WorldSystem};
use cairn2d::{LaneLevel, vec2};

use super::rest::{Build, DT, Tank};
use crate::{Particles, ParticlesDef};

#[test]
fn options_out_of_range_are_named() {
    let nan = f32::NAN;
    let base = ParticlesDef::default;
    for (name, def) in [
        ("spacing", ParticlesDef { spacing: 0.0, ..base() }),
        ("spacing", ParticlesDef { spacing: nan, ..base() }),
        ("density", ParticlesDef { density: -1.0, ..base() }),
        ("damping", ParticlesDef { damping: nan, ..base() }),
        ("viscosity", ParticlesDef { viscosity: -0.1, ..base() }),
        ("capacity", ParticlesDef { capacity: 0, ..base() }),
        ("max_sub_steps", ParticlesDef { max_sub_steps: 0, ..base() }),
        ("gravity_scale", ParticlesDef { gravity_scale: f32::INFINITY, ..base() }),
        ("wake_above", ParticlesDef { wake_above: -1.0, ..base() }),
        ("cells", ParticlesDef { spacing: 0.002, ..base() }),
        ("bounds", ParticlesDef { bounds: Aabb::new([nan, 0.0], [1.0, 1.0]), ..base() }),
        ("width of the bounds", ParticlesDef { bounds: Aabb::new([0.0, 0.0], [0.0, 1.0]), ..base() }),
    ] {
        let error = Particles::new(def).unwrap_err().to_string();
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn a_rejected_call_changes_nothing() {
    let mut water = Particles::new(ParticlesDef { capacity: 50, ..ParticlesDef::default() }).unwrap();
    water.fill_box(Aabb::new([0.0, 0.0], [0.5, 0.5]), [0.0, 0.0]).unwrap();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    water.write(&mut before);
    assert_eq!(water.len(), 25);
    assert!(water.fill_box(Aabb::new([0.0, 0.0], [1.0, 1.0]), [0.0, 0.0]).is_err());
    assert!(water.fill_box(Aabb::new([0.0, 0.0], [100.0, 1.0]), [0.0, 0.0]).is_err());
    assert!(water.fill_box(Aabb::new([0.0, 0.0], [0.1, 0.1]), [f32::NAN, 0.0]).is_err());
    assert!(water.advance(-1.0, [0.0, 0.0], None).is_err());
    assert!(water.advance(0.1, [f32::INFINITY, 0.0], None).is_err());
    water.write(&mut after);
    assert_eq!(before, after);
}

#[test]
fn a_snapshot_goes_on_with_the_same_bits() {
    let tank =
        Tank { spacing: 0.1, block: [2.0, 3.0], size: [6.0, 5.0], corner: [0.03, 0.01], build: Build::Lines };
    let (mut world, mut systems) = tank.make();
    for _ in 0..40 {
        systems.step(&mut world, DT).unwrap();
    }
    let saved = systems.snapshot(&world);
    let mut hashes = Vec::new();
    for round in 0..3 {
        if round == 1 {
            systems.restore(&mut world, &saved).unwrap();
        }
        if round == 2 {
            (world, systems) = tank.make();
            systems.restore(&mut world, &saved).unwrap();
        }
        for _ in 0..40 {
            systems.step(&mut world, DT).unwrap();
        }
        hashes.push(systems.hash(&world));
    }
    assert!(hashes.iter().all(|&hash| hash == hashes[0]), "{hashes:?}");
}

#[test]
fn particles_on_the_edges_of_the_bounds_are_restored() {
    for (corner, size, spacing) in
        [(0.0, 2.0, 0.1), (-0.3, 1.7, 0.1), (-1000.1, 30.3, 0.7), (5.05, 0.4, 0.05)]
    {
        let bounds = Aabb::new([corner; 2], [corner + size; 2]);
        let def = ParticlesDef { bounds, spacing, ..ParticlesDef::default() };
        let mut water = Particles::new(def).unwrap();
        let (least, most) = (bounds.min.x, bounds.max.x);
        for position in [vec2(least, least), vec2(most, least), vec2(least, most), vec2(most, most)] {
            water.emit(position, [0.0, 0.0]).unwrap();
        }
        let (mut saved, mut again) = (Vec::new(), Vec::new());
        water.write(&mut saved);
        let mut restored = Particles::new(ParticlesDef::default()).unwrap();
        restored.read(&saved).unwrap();
        restored.write(&mut again);
        assert_eq!(restored.positions(), water.positions());
        assert_eq!(again, saved);
        restored.advance(DT, [0.0, -10.0], None).unwrap();
    }
}

#[test]
fn bad_bytes_give_errors() {
    let mut water = Particles::new(ParticlesDef::default()).unwrap();
    water.fill_box(Aabb::new([0.0, 0.0], [0.5, 0.5]), [1.0, 0.0]).unwrap();
    water.advance(DT, [0.0, -10.0], None).unwrap();
    let mut bytes = Vec::new();
    water.write(&mut bytes);
    for length in 0..bytes.len() {
        assert!(water.clone().read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for place in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            let mut bad = bytes.clone();
            bad[place] ^= flip;
            let mut copy = Particles::new(ParticlesDef::default()).unwrap();
            if copy.read(&bad).is_ok() && place % 7 == 0 {
                copy.advance(DT, [0.0, -10.0], None).unwrap();
                assert!(copy.positions().iter().all(|p| p.is_finite()));
            }
        }
    }
}

#[test]
fn bits_do_not_depend_on_lanes_and_threads() {
    // The small particles fill more rows than a thread takes at a time.
    for (spacing, steps) in [(0.1, 60), (0.03, 12)] {
        let tank =
            Tank { spacing, block: [3.0, 4.0], size: [8.0, 8.0], corner: [0.03, 0.01], build: Build::Thick };
        let run = |lanes: LaneLevel, threads: usize| {
            let (mut world, mut systems) = tank.make();
            world.set_lanes(lanes).unwrap();
            world.set_threads(threads).unwrap();
            for _ in 0..steps {
                systems.step(&mut world, DT).unwrap();
            }
            systems.hash(&world)
        };
        let expected = run(LaneLevel::best(), 1);
        for lanes in LaneLevel::available() {
            for threads in [1, 2, 3] {
                assert_eq!(run(lanes, threads), expected, "{spacing}: {lanes} {threads}");
            }
        }
    }
}

#[test]
fn fast_particles_leave_through_each_side() {
    for max_sub_steps in [1, 4] {
        for velocity in [[0.0, 3.0e3], [0.0, -3.0e3], [3.0e3, 0.0], [-3.0e3, 1.0e2], [9.0e4, 9.0e4]] {
            let bounds = Aabb::new([-1.0, -1.0], [1.0, 1.0]);
            let mut water =
                Particles::new(ParticlesDef { bounds, max_sub_steps, ..ParticlesDef::default() }).unwrap();
            let count = water.fill_box(Aabb::new([-1.0, -1.0], [1.0, 1.0]), velocity).unwrap();
            let mut left = 0;
            for _ in 0..60 {
                water.advance(DT, [0.0, 0.0], None).unwrap();
                left += water.last_step().left;
            }
            assert_eq!((left, water.len()), (count, 0), "{velocity:?}");
        }
    }
}

#[test]
fn a_body_that_appears_within_liquid_pushes_it_out_of_the_bounds() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let bounds = Aabb::new([-2.0, -2.0], [2.0, 2.0]);
    let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() }).unwrap();
    let count = water.fill_box(bounds, [0.0, 0.0]).unwrap();
    let mut systems = Systems::new().with(water);
    systems.step(&mut world, DT).unwrap();
    for size in [1.0, 5.0, 500.0] {
        world.spawn(Body::kinematic().at([0.3, 0.1]).with(Rect::half(size, size))).unwrap();
        for _ in 0..20 {
            systems.step(&mut world, DT).unwrap();
        }
    }
    let water = systems.get::<Particles>().unwrap();
    assert!(water.len() < count as usize / 2, "{} of {count}", water.len());
}
