//! Crowds: many coincident shapes. They separate in all directions, and the cost of a step stays linear in
//! their number.

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, ShapeDef};

use crate::harness::{DT, add_floor, run, sleepless, weightless};
use crate::random::Random;

/// Half the width of the shapes \[m\].
const SIZE: f32 = 0.1;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Circle,
    Rect,
    Capsule,
    Polygon,
    Mixed,
}

const KINDS: [Kind; 5] = [Kind::Circle, Kind::Rect, Kind::Capsule, Kind::Polygon, Kind::Mixed];

impl Kind {
    fn shape(self, index: usize) -> ShapeDef {
        match self {
            Kind::Circle => Circle::new(SIZE).shape(),
            Kind::Rect => Rect::half(SIZE, SIZE).shape(),
            Kind::Capsule => Capsule::new([-0.5 * SIZE, 0.0], [0.5 * SIZE, 0.0], 0.7 * SIZE).shape(),
            Kind::Polygon => {
                let corners: Vec<[f32; 2]> =
                    (0..6).map(|i| (Vec2::from_angle(i as f32 * 1.047) * SIZE).into()).collect();
                Polygon::new(&corners).expect("a hexagon is convex").shape()
            }
            Kind::Mixed => KINDS[index % 4].shape(index),
        }
    }
}

/// Spawns a crowd around (0, 3), each body off by at most `spread`.
fn add_crowd(world: &mut World, kind: Kind, count: usize, spread: f32) -> Vec<BodyId> {
    let mut random = Random::new(9);
    (0..count)
        .map(|index| {
            let at = vec2(0.0, 3.0) + random.point(spread);
            world.spawn(Body::dynamic().at(at).with(kind.shape(index))).expect("the body is valid")
        })
        .collect()
}

/// Width and height of the box around the centres \[m\].
fn extent(world: &World, ids: &[BodyId]) -> Vec2 {
    let centers: Vec<Vec2> = ids.iter().map(|&id| world.body(id).expect("it is there").center()).collect();
    let bounds = Aabb::from_points(&centers);
    bounds.max - bounds.min
}

/// Depth of the deepest overlap of discs of this radius \[m\].
fn deepest(world: &World, ids: &[BodyId], may_meet: impl Fn(usize, usize) -> bool) -> f32 {
    let centers: Vec<Vec2> = ids.iter().map(|&id| world.body(id).expect("it is there").center()).collect();
    let mut deepest = 0.0_f32;
    for a in 0..centers.len() {
        for b in (0..a).filter(|&b| may_meet(a, b)) {
            deepest = deepest.max(2.0 * SIZE - centers[a].distance(centers[b]));
        }
    }
    deepest
}

#[test]
fn coincident_bodies_have_a_linear_number_of_contacts() {
    // All pairs of 1,000 bodies would be 499,500.
    for kind in KINDS {
        for spread in [0.0, 1.0e-6, 1.0e-3, 1.0e-2, 0.3, 1.0] {
            let mut world = sleepless();
            add_floor(&mut world);
            add_crowd(&mut world, kind, 1000, spread * SIZE);
            for step in 0..90 {
                let report = world.step(DT).expect("the step length is valid");
                let contacts = report.awake_contacts;
                assert!(contacts < 24_000, "{kind:?}, spread {spread}, step {step}: {contacts} contacts");
            }
            world.validate().expect("the world is sound");
        }
    }
}

#[test]
fn several_crowds_of_different_shapes_have_few_contacts() {
    let mut world = weightless();
    for (index, kind) in KINDS.into_iter().enumerate() {
        for body in 0..300 {
            let at = [3.0 * index as f32, 0.0];
            world.spawn(Body::dynamic().at(at).with(kind.shape(body).restitution(1.0))).unwrap();
        }
    }
    for step in 0..60 {
        let contacts = world.step(DT).unwrap().awake_contacts;
        assert!(contacts < 36_000, "step {step}: {contacts} contacts");
    }
}

#[test]
fn coincident_bodies_separate_in_all_directions() {
    for (kind, count) in [
        (Kind::Circle, 10),
        (Kind::Circle, 100),
        (Kind::Circle, 600),
        (Kind::Rect, 200),
        (Kind::Polygon, 200),
    ] {
        for at in [vec2(0.0, 3.0), vec2(700.0, -300.0)] {
            let mut world = weightless();
            let ids: Vec<BodyId> = (0..count)
                .map(|index| world.spawn(Body::dynamic().at(at).with(kind.shape(index))).unwrap())
                .collect();
            run(&mut world, 120);
            let extent = extent(&world, &ids);
            let ratio = extent.x / extent.y;
            assert!((0.5..2.0).contains(&ratio), "{count} of {kind:?} at {at:?}: spread over {extent:?}");
        }
    }
}

#[test]
fn coincident_pair_separates_at_any_angle() {
    // Pairs in other slots separate in other directions: over many pairs, each of four sectors gets its
    // share.
    let mut world = weightless();
    let pairs: Vec<[BodyId; 2]> = (0..64)
        .map(|index| {
            let at = [2.0 * index as f32, 0.0];
            [(); 2].map(|()| world.spawn(Body::dynamic().at(at).with(Circle::new(SIZE))).unwrap())
        })
        .collect();
    run(&mut world, 60);
    let mut sectors = [0; 4];
    for [a, b] in pairs {
        let way = world.body(b).unwrap().center() - world.body(a).unwrap().center();
        assert!(way.length() > 1.9 * SIZE, "still {} m apart", way.length());
        sectors[usize::from(way.x > 0.0) + 2 * usize::from(way.y > 0.0)] += 1;
    }
    assert!(sectors.iter().all(|&count| count >= 6), "{sectors:?}");
}

#[test]
fn coincident_bodies_separate_completely() {
    for (count, spread) in [(50, 0.0), (300, 0.0), (300, 1.0e-3), (800, 0.5)] {
        let mut world = weightless();
        let ids = add_crowd(&mut world, Kind::Circle, count, spread * SIZE);
        run(&mut world, 600);
        let deepest = deepest(&world, &ids, |_, _| true);
        assert!(deepest < 0.01, "{count} bodies, spread {spread}: {deepest} m deep");
    }
}

#[test]
fn unfiltered_bodies_in_a_filtered_crowd_separate() {
    // Filters exclude most pairs; the few remaining ones must be found.
    let mut world = weightless();
    let ghosts = CollisionFilter { group: -1, ..CollisionFilter::default() };
    let ids: Vec<BodyId> = (0..300)
        .map(|index| {
            let shape = Circle::new(SIZE).shape();
            let shape = if index % 30 == 0 { shape } else { shape.filter(ghosts) };
            world.spawn(Body::dynamic().at([0.0, 3.0]).with(shape)).unwrap()
        })
        .collect();
    run(&mut world, 900);
    let deepest = deepest(&world, &ids, |a, b| a % 30 == 0 || b % 30 == 0);
    assert!(deepest < 0.01, "{deepest} m deep");
}

#[test]
fn plate_in_a_crowd_of_pebbles_has_contacts_with_all() {
    // Only shapes of similar size defer pairs: none of 400 pebbles falls through the plate among them.
    let mut world = sleepless();
    add_floor(&mut world);
    let plate = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(5.0, 0.5))).unwrap();
    let ids: Vec<BodyId> = (0..400)
        .map(|index| {
            let at = vec2((index % 100) as f32 * 0.09 - 4.5, 1.06 + (index / 100) as f32 * 0.11);
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.05))).unwrap()
        })
        .collect();
    run(&mut world, 300);
    let top = world.body(plate).unwrap().position().y + 0.5;
    for id in ids {
        let at = world.body(id).unwrap().position();
        assert!(at.x.abs() > 5.0 || at.y > top, "a pebble at {at:?} in a plate up to {top}");
    }
}

#[test]
fn crowd_has_the_same_bits_for_all_lanes_threads_and_snapshots() {
    let hashes = |level: LaneLevel, threads: usize, restored: bool| {
        let mut config = WorldConfig::default();
        (config.lanes, config.threads) = (level, threads);
        let mut world = World::new(config).unwrap();
        add_floor(&mut world);
        add_crowd(&mut world, Kind::Mixed, 1500, 0.0);
        let mut hashes = Vec::new();
        for step in 0..40 {
            world.step(DT).unwrap();
            hashes.push(world.hash());
            if restored && step % 7 == 3 {
                let bytes = world.snapshot();
                world = World::new(WorldConfig::default()).unwrap();
                world.restore(&bytes).unwrap();
            }
        }
        hashes
    };
    let known = hashes(LaneLevel::best(), 1, false);
    assert_eq!(hashes(LaneLevel::best(), 1, true), known, "snapshots");
    assert_eq!(hashes(LaneLevel::best(), 2, false), known, "threads");
    for level in LaneLevel::available() {
        assert_eq!(hashes(level, 1, false), known, "{level:?}");
    }
}
