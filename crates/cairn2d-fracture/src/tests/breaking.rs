//! Breakable bodies: bonds, hits, splits, snapshots and bad bytes.

use cairn2d::BodyKind;
use cairn2d::system::{BytesError, Systems, WorldSystem};

use super::*;
use crate::{Breakables, Strength};

const DT: f32 = 1.0 / 60.0;

/// A wall of bricks on the ground, and a ball that hits it.
fn wall_and_ball(speed: f32, toughness: f32) -> (World, Systems, BodyId, BodyId) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::half_plane([0.0, 0.0], [0.0, 1.0])).unwrap();
    let wall = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.25, 1.5))).unwrap();
    let ball = Body::dynamic().at([-2.0, 2.0]).velocity([speed, 0.0]);
    let ball = world.spawn(ball.with(Circle::new(0.25).density(8.0))).unwrap();
    let mut breakables = Breakables::new();
    let strength = Strength::new(toughness, 1.0);
    breakables.add(&mut world, wall, &Fracture::bricks(0.25, 0.125), strength, |_| false).unwrap();
    (world, Systems::new().with(breakables), wall, ball)
}

fn dynamic(world: &World) -> Vec<BodyId> {
    world.bodies().filter(|&id| world.body(id).unwrap().kind() == BodyKind::Dynamic).collect()
}

#[test]
fn bonds_are_the_common_borders() {
    let mut world = weightless();
    let wall = world.spawn(Body::dynamic().with(Rect::half(1.0, 0.5))).unwrap();
    let mass = world.body(wall).unwrap().mass();
    let mut breakables = Breakables::new();
    let how = Fracture::bricks(0.5, 0.25);
    breakables.add(&mut world, wall, &how, Strength::new(1.0, 1.0), |_| false).unwrap();
    // Rows of 4 and of 5 bricks: 3 + 4 + 3 + 4 sides, and 8 borders between neighbouring rows.
    assert_eq!(breakables.piece_count(wall), 18);
    let bonds = breakables.bonds(wall);
    assert_eq!(bonds.len(), 14 + 3 * 8);
    let sum: f32 = bonds.iter().map(|bond| bond.length).sum();
    assert!((sum - (14.0 * 0.25 + 3.0 * 2.0)).abs() < 1.0e-4, "{sum}");
    let new = world.body(wall).unwrap().mass();
    assert!(
        (new.mass - mass.mass).abs() < 1.0e-6 && (new.inertia - mass.inertia).abs() < 1.0e-5,
        "{new:?} {mass:?}"
    );
    assert_eq!(world.body(wall).unwrap().shapes().count(), 18);
    assert_eq!(
        breakables.add(&mut world, wall, &how, Strength::new(1.0, 1.0), |_| false),
        Err(FractureError::Twice(wall))
    );
}

#[test]
fn hits_break_bonds_above_their_strength_and_keep_momentum() {
    let (mut world, mut systems, wall, ball) = wall_and_ball(20.0, 1.0e9);
    for _ in 0..60 {
        systems.step(&mut world, DT).unwrap();
    }
    assert_eq!(dynamic(&world).len(), 2);
    assert!(systems.get::<Breakables>().unwrap().contains(wall));

    let (mut world, mut systems, ..) = wall_and_ball(20.0, 5.0);
    let mut broke = 0;
    for _ in 0..60 {
        systems.step(&mut world, DT).unwrap();
        world.validate().unwrap();
        for broken in systems.get::<Breakables>().unwrap().breaks() {
            broke += broken.pieces.len();
            assert!(broken.pieces.iter().all(|&id| world.body(id).is_some()));
        }
    }
    assert!(broke > 3 && dynamic(&world).len() == 2 + broke, "{broke}");
    let _ = ball;
}

#[test]
fn split_keeps_momentum_angular_momentum_and_energy() {
    let mut world = weightless();
    let body = Body::dynamic().at([3.0, 2.0]).rotated(0.5).velocity([2.0, -1.0]).angular_velocity(3.0);
    let body = world.spawn(body.with(Rect::half(1.0, 0.5))).unwrap();
    let mut breakables = Breakables::new();
    let how = Fracture::voronoi(30).seed(4);
    breakables.add(&mut world, body, &how, Strength::new(1.0, 0.5), |_| false).unwrap();
    let before = sums(&world, &[body]);
    let at = world.body(body).unwrap().pose().transform_point(vec2(0.1, 0.1));
    assert_eq!(breakables.strike(&mut world, body, at, 1.0e-3).unwrap(), None);
    let broken = breakables.strike(&mut world, body, at, 1.0e3).unwrap().unwrap();
    assert!(broken.body == body && broken.pieces.len() > 2, "{broken:?}");
    agree(before, sums(&world, &dynamic(&world)), 1.0e-6, 1.0e-5, "strike");
    // What is left has the largest area.
    let areas: Vec<f64> = broken.pieces.iter().map(|&id| area_of(&world, id)).collect();
    assert!(areas.iter().all(|&area| area <= area_of(&world, body)));
    assert!(breakables.strike(&mut world, body, at, f32::NAN).is_err());
    world.despawn(body).unwrap();
    assert!(breakables.strike(&mut world, body, at, 1.0).is_err());
}

#[test]
fn anchored_part_of_a_static_body_stays() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let tower = world.spawn(Body::fixed().at([0.0, 2.0]).with(Rect::half(0.5, 2.0))).unwrap();
    let mut breakables = Breakables::new();
    let how = Fracture::bricks(0.5, 0.25);
    let strength = Strength::new(1.0, 0.8);
    breakables.add(&mut world, tower, &how, strength, |center| center.y < -1.8).unwrap();
    let broken = breakables.strike(&mut world, tower, [0.0, 1.0], 100.0).unwrap().unwrap();
    let body = world.body(tower).unwrap();
    assert!(body.kind() == BodyKind::Static && body.shapes().count() >= 2);
    assert!(!broken.pieces.is_empty());
    let top = broken.pieces.iter().map(|&id| world.body(id).unwrap().center().y).fold(0.0, f32::max);
    assert!(top > 2.0 && world.body(broken.pieces[0]).unwrap().kind() == BodyKind::Dynamic);
    // Every static piece is below the blast.
    assert!(body.shapes().all(|id| world.shape(id).unwrap().aabb().center().y < 1.5));
    // Without anchors, all of it falls.
    breakables.forget(tower);
    let loose = world.spawn(Body::fixed().at([9.0, 2.0]).with(Rect::half(0.5, 2.0))).unwrap();
    breakables.add(&mut world, loose, &how, strength, |_| false).unwrap();
    assert!(breakables.strike(&mut world, loose, [9.0, 1.0], 100.0).unwrap().is_some());
    assert!(world.body(loose).is_none());
}

#[test]
fn snapshot_goes_on_with_the_same_bits() {
    let (mut world, mut systems, ..) = wall_and_ball(25.0, 5.0);
    for _ in 0..2 {
        systems.step(&mut world, DT).unwrap();
    }
    let saved = systems.snapshot(&world);
    let mut hashes = Vec::new();
    for _ in 0..60 {
        systems.step(&mut world, DT).unwrap();
        hashes.push(systems.hash(&world));
    }
    assert!(dynamic(&world).len() > 5);
    systems.restore(&mut world, &saved).unwrap();
    assert_eq!(dynamic(&world).len(), 2);
    for hash in hashes {
        systems.step(&mut world, DT).unwrap();
        assert_eq!(systems.hash(&world), hash);
    }
}

#[test]
fn broken_bytes_are_rejected_and_change_nothing() {
    let (mut world, mut systems, ..) = wall_and_ball(25.0, 5.0);
    for _ in 0..30 {
        systems.step(&mut world, DT).unwrap();
    }
    let breakables = systems.get::<Breakables>().unwrap().clone();
    let mut bytes = Vec::new();
    breakables.write(&mut bytes);
    let mut read = Breakables::new();
    read.read(&bytes).unwrap();
    let mut again = Vec::new();
    read.write(&mut again);
    assert_eq!(bytes, again);
    let empty = Breakables::new();
    for length in 0..bytes.len() {
        let mut read = Breakables::new();
        assert!(read.read(&bytes[..length]).is_err(), "{length}");
        assert_eq!(read, empty);
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Breakables::new().read(&longer), Err(BytesError::Trailing(1)));
    for index in 0..bytes.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = bytes.clone();
            changed[index] = value;
            let mut read = Breakables::new();
            if read.read(&changed).is_ok() {
                // What is accepted can be used.
                let mut copy = world.clone();
                for id in read.bodies().collect::<Vec<_>>() {
                    let _ = read.strike(&mut copy, id, [0.0, 1.0], 100.0);
                }
                if index.is_multiple_of(64) {
                    copy.validate().unwrap();
                }
            }
        }
    }
}

#[test]
fn shapes_and_bodies_that_the_game_removes_are_forgotten() {
    let (mut world, mut systems, wall, _) = wall_and_ball(0.0, 5.0);
    let first: Vec<_> = world.body(wall).unwrap().shapes().take(5).collect();
    for shape in first {
        world.detach(shape).unwrap();
    }
    let breakables = systems.get_mut::<Breakables>().unwrap();
    breakables.strike(&mut world, wall, [0.0, 2.0], 500.0).unwrap();
    world.validate().unwrap();
    world.despawn(wall).unwrap();
    for _ in 0..10 {
        systems.step(&mut world, DT).unwrap();
    }
}

#[test]
fn bad_strengths_are_errors() {
    let mut world = weightless();
    let body = world.spawn(Body::dynamic().with(Rect::square(1.0))).unwrap();
    let how = Fracture::voronoi(5);
    let mut breakables = Breakables::new();
    for (name, strength) in [
        ("toughness", Strength::new(-1.0, 1.0)),
        ("reach", Strength::new(1.0, 0.0)),
        ("min_speed", Strength::new(1.0, 1.0).min_speed(f32::NAN)),
    ] {
        match breakables.add(&mut world, body, &how, strength, |_| false) {
            Err(FractureError::Value(error)) => assert_eq!(error.name(), name),
            other => panic!("{other:?}"),
        }
    }
    assert!(!breakables.contains(body));
}
