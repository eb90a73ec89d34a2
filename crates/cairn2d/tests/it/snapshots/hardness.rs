//! Arbitrary bytes: an error or a valid world, and nothing else.

use cairn2d::prelude::*;
use cairn2d::{Area, Attractor, Field, Gravity, OneWay, SnapshotError, TimeFlow, Water, vec2};

use crate::harness::{DT, add_floor, run};
use crate::mend::{self, SNAPSHOT_HEADER as HEADER};
use crate::random::Random;

/// A small world with some objects of every kind.
fn zoo() -> World {
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    let floor = add_floor(&mut world);
    let spawn = |world: &mut World, body: Body| world.spawn(body).expect("the body is valid");
    spawn(&mut world, Body::fixed().at([0.0, 1.5]).with(Rect::half(1.0, 0.1).one_way(OneWay::UP)));
    spawn(&mut world, Body::fixed().at([3.0, 1.0]).with(Circle::new(1.0).sensor()));
    let chain = Chain::open(&[[9.0, 1.0], [7.0, 0.4], [5.0, 0.2], [4.0, 0.6], [3.0, 1.0]]).expect("a chain");
    spawn(&mut world, Body::fixed().with_chain(ChainDef::new(chain)));
    let belt =
        spawn(&mut world, Body::kinematic().at([-4.0, 0.4]).velocity([0.2, 0.0]).with(Rect::half(1.0, 0.1)));
    let shapes = [
        Rect::half(0.4, 0.3).friction(0.3),
        Circle::new(0.3).restitution(0.6),
        Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.15).user_data(5),
        Polygon::regular(6, 0.4).expect("it is convex").shape(),
        Polygon::regular(12, 0.4).expect("it is convex").rolling_resistance(0.1),
        Rect::half(0.3, 0.3).hooked(),
    ];
    let mut bodies = Vec::new();
    for (index, shape) in shapes.iter().cycle().take(14).enumerate() {
        let at = [(index % 7) as f32 * 1.2 - 4.0, 0.5 + 0.9 * (index / 7) as f32];
        let body = Body::dynamic().at(at).user_data(index as u64).with(shape.clone());
        bodies.push(spawn(&mut world, if index == 3 { body.bullet().time_scale(0.5) } else { body }));
    }
    let points = |index: usize| [(index % 7) as f32 * 1.2 - 4.0, 0.8];
    world.join(Revolute::new(bodies[0], bodies[1]).at(points(0)).limits(-1.0, 1.0)).expect("valid");
    world.join(Distance::new(bodies[2], bodies[3]).spring(4.0, 0.7).break_at(900.0, None)).expect("valid");
    world.join(Weld::new(bodies[4], bodies[5]).at(points(4)).report_above(10.0, 1.0)).expect("valid");
    world.join(Gear::new(bodies[1], bodies[4], -1.5)).expect("valid");
    world.join(Rotary::new(floor, bodies[6])).expect("valid");
    world.join(Prismatic::new(floor, belt).at([-4.0, 0.4])).expect("valid");
    world.join(Grab::new(bodies[8], [-2.0, 2.0])).expect("valid");
    let fields = [
        Field::new(Area::rect([-6.0, -1.0], [-3.0, 0.3]), Water::new(1.5).drag(0.5)),
        Field::new(Area::circle([2.0, 2.0], 1.0), Attractor::new([2.0, 2.0], 0.5)),
        Field::new(
            Area::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).expect("convex"),
            Gravity::new([0.0, -5.0]),
        ),
        Field::new(Area::rect([4.0, 0.0], [6.0, 2.0]), TimeFlow::new(0.7)),
    ];
    for field in fields {
        world.add_field(field).expect("the field is valid");
    }
    run(&mut world, 150);
    for &index in &[7, 10] {
        world.body_mut(bodies[index]).expect("it lives").apply_impulse(vec2(0.2, 1.5)).expect("valid");
    }
    run(&mut world, 12);
    world.despawn(bodies[9]).expect("it lives");
    world
}

#[test]
fn mismatched_header_is_reported() {
    let bytes = zoo().snapshot();
    assert!(World::from_snapshot(&bytes).is_ok());
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        World::from_snapshot(&bytes).expect_err("the bytes were changed")
    };
    assert_eq!(refused(&|bytes| bytes[0] = b'C'), SnapshotError::Mark);
    assert_eq!(refused(&|bytes| bytes.clear()), SnapshotError::Mark);
    assert_eq!(refused(&|bytes| bytes[8] = 77), SnapshotError::Version(77));
    assert_eq!(refused(&|bytes| bytes.push(0)), SnapshotError::Truncated);
    assert!(matches!(refused(&|bytes| bytes[100] ^= 4), SnapshotError::Check(_)));
    let text = refused(&|bytes| bytes[8] = 77).to_string();
    assert_eq!(text, "snapshot version 77 is not supported");
}

#[test]
fn no_prefix_of_a_snapshot_is_valid() {
    let world = zoo();
    let bytes = world.snapshot();
    let mut other = world.clone();
    for length in 0..bytes.len() {
        assert!(World::from_snapshot(&bytes[..length]).is_err(), "the first {length} bytes are a world");
        let mut mended = bytes[..length].to_vec();
        mend::snapshot(&mut mended);
        assert!(other.restore(&mended).is_err(), "the first {length} bytes, mended, are a world");
    }
    assert_eq!(other.snapshot(), bytes, "a failed restore changed the world");
}

/// Changes random places: bits, bytes, typical words, and blocks copied from elsewhere.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..1 + random.below(3) {
        let at = HEADER + random.below(bytes.len() - HEADER - 8);
        match random.below(7) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.bits() as u8,
            3 => {
                let words =
                    [0, 1, 2, 7, u32::MAX, u32::MAX - 1, 1 << 31, 0x7f80_0000, 0x7f7f_ffff, 0xff7f_ffff];
                bytes[at..at + 4].copy_from_slice(&words[random.below(words.len())].to_le_bytes());
            }
            4 => {
                let from = HEADER + random.below(bytes.len() - HEADER - 8);
                let block: Vec<u8> = bytes[from..from + 8].to_vec();
                bytes[at..at + 8].copy_from_slice(&block);
            }
            5 => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, random.bits() as u8),
        }
    }
    mend::snapshot(bytes);
}

/// `CAIRN2D_SNAPSHOT_MUTATIONS` sets their number.
#[test]
fn corrupted_bytes_are_an_error_or_give_a_valid_world() {
    let count = std::env::var("CAIRN2D_SNAPSHOT_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(20_000);
    let original = zoo().snapshot();
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    let (mut worlds, mut random) = (0, Random::new(77));
    for number in 0..count {
        let mut bytes = original.clone();
        mutate(&mut bytes, &mut random);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let steps = world.restore(&bytes).is_ok();
            for step in 0..if steps { 20 } else { 0 } {
                if step % 5 < 2 {
                    world.validate().unwrap_or_else(|what| panic!("mutation {number}, step {step}: {what}"));
                }
                world.step(DT).expect("the step length is valid");
            }
            steps
        }));
        worlds += usize::from(result.unwrap_or_else(|_| panic!("mutation {number} broke the world")));
    }
    assert!(worlds > count / 50 && worlds < count, "{worlds} of {count} are worlds");
}

/// A body may be far from its centre of mass. Bytes may then place it a little off that centre, and the next
/// step moves it back, which no margin of its AABB covers. It moved by 0.7 m out of an AABB of 1 m.
#[test]
fn origins_that_do_not_fit_their_centre_of_mass_are_rejected_before_they_leave_their_aabb() {
    let mass = Mass { mass: 1.0e6, center: vec2(0.0, 5.0e5), inertia: 1.0e17 };
    let x = 1.015_625_f32;
    let mut world = World::new(WorldConfig::default()).expect("the settings are valid");
    let body = Body::dynamic().at([x, -4.0]).mass(mass).with(Rect::square(1.0));
    world.spawn(body).expect("it is valid");
    run(&mut world, 1);
    let bytes = world.snapshot();
    let at = bytes.windows(4).position(|word| word == x.to_le_bytes()).expect("the position is written");
    let mut accepted = Vec::new();
    for offset in [0.0, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 2.0] {
        let mut other = bytes.clone();
        other[at..at + 4].copy_from_slice(&(x - offset).to_le_bytes());
        mend::snapshot(&mut other);
        if let Ok(mut world) = World::from_snapshot(&other) {
            world.validate().expect("it was just restored");
            run(&mut world, 1);
            world.validate().unwrap_or_else(|what| panic!("{offset} m: {what}"));
            accepted.push(offset);
        }
    }
    assert!(accepted.starts_with(&[0.0, 0.03]) && !accepted.contains(&0.7), "accepted: {accepted:?}");
}
