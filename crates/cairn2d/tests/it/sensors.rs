//! Sensors against brute force over all pairs of shapes, a log of begin and end events, and formulas for the
//! times at which a body passes a sensor.

mod passing;

use std::collections::BTreeSet;

use cairn2d::{LaneLevel, SensorEvent, SensorEventKind, geometry, prelude::*};

use crate::harness::{DT, add_floor, run, sleepless, spawn_light, weightless};
use crate::random::Random;

/// The visitors of each sensor, derived from the events.
#[derive(Debug, Default)]
struct Book {
    inside: BTreeSet<(ShapeId, ShapeId)>,
    begins: usize,
    ends: usize,
    passes: usize,
}

impl Book {
    /// Takes the events since the last call from the world and enters them.
    fn enter(&mut self, world: &mut World) {
        let events = world.take_events();
        let mut last = None;
        for event in events.sensors() {
            let pair = (event.sensor.shape, event.visitor.shape);
            match event.kind {
                SensorEventKind::Begin => {
                    assert!(self.inside.insert(pair), "{pair:?} began twice");
                    self.begins += 1;
                }
                SensorEventKind::End => {
                    assert!(self.inside.remove(&pair), "{pair:?} ended without a begin");
                    self.ends += 1;
                    self.passes += usize::from(last == Some((SensorEventKind::Begin, pair)));
                }
            }
            last = Some((event.kind, pair));
        }
    }

    /// The events must agree with the world.
    fn check(&self, world: &World) {
        let now: Vec<_> = world.sensor_overlaps().collect();
        assert_eq!(self.inside, now.iter().copied().collect(), "events and overlaps disagree");
        for shape in world.shapes().filter_map(|id| world.shape(id)) {
            let seen = |of: &(ShapeId, ShapeId)| of.0 == shape.id();
            assert!(shape.visitors().eq(now.iter().filter(|of| seen(of)).map(|of| of.1)));
            assert!(shape.sensors().eq(now.iter().filter(|of| of.1 == shape.id()).map(|of| of.0)));
        }
    }
}

/// The visitors of each sensor, by a test of all pairs.
fn brute_force(world: &World) -> Vec<(ShapeId, ShapeId)> {
    let mut found = Vec::new();
    for sensor in world.shapes().filter_map(|id| world.shape(id)).filter(|shape| shape.is_sensor()) {
        for visitor in world.shapes().filter_map(|id| world.shape(id)) {
            let [a, b] = [sensor.body(), visitor.body()].map(|id| world.body(id).unwrap());
            let meant = a.id() != b.id()
                && a.is_enabled()
                && b.is_enabled()
                && visitor.sensor_events()
                && sensor.filter().allows(&visitor.filter());
            if meant && geometry::overlaps(sensor.geometry(), a.pose(), visitor.geometry(), b.pose()) {
                found.push((sensor.id(), visitor.id()));
            }
        }
    }
    found
}

/// A shape that may be a sensor, and may be visible to sensors.
fn any_shape(random: &mut Random) -> cairn2d::ShapeDef {
    let shape = random.shape(0.8).shape();
    let shape = if random.below(3) == 0 { random.shape(1.8).sensor() } else { shape };
    let category = 1 << random.below(3);
    let mask = if random.below(4) == 0 { 5 } else { u64::MAX };
    let shape = shape.filter(CollisionFilter { category, mask, group: 0 });
    if random.below(5) == 0 { shape.sensor_events(random.below(2) == 0) } else { shape }
}

/// One random change of a random body or shape.
fn change_something(world: &mut World, ids: &mut Vec<BodyId>, random: &mut Random) {
    let index = random.below(ids.len());
    let id = ids[index];
    let shape = world.body(id).unwrap().shapes().next();
    match (random.below(15), shape) {
        (0, _) => {
            world.despawn(id).unwrap();
            ids.swap_remove(index);
        }
        (1, Some(shape)) => world.detach(shape).unwrap(),
        (2, _) => drop(world.attach(id, any_shape(random)).unwrap()),
        (3, _) => {
            let enabled = world.body(id).unwrap().is_enabled();
            world.body_mut(id).unwrap().set_enabled(!enabled);
        }
        (4, Some(shape)) => {
            let filter = CollisionFilter { mask: random.bits(), ..CollisionFilter::default() };
            world.shape_mut(shape).unwrap().set_filter(filter);
        }
        (5, _) => {
            let pose = Pose { p: vec2(random.range(-4.0, 4.0), random.range(0.5, 6.0)), ..random.pose(1.0) };
            world.body_mut(id).unwrap().set_pose(pose).unwrap();
        }
        (12, Some(shape)) => {
            let other = ids[random.below(ids.len())];
            world.reattach(shape, other).unwrap();
        }
        (13, _) => {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.below(3)];
            world.body_mut(id).unwrap().set_kind(kind);
        }
        (14, Some(shape)) => {
            let geometry = random.shape(0.8);
            world.shape_mut(shape).unwrap().set_geometry(geometry).unwrap();
        }
        (6, _) => {
            let velocity = random.point(40.0);
            let mut body = world.body_mut(id).unwrap();
            assert_eq!(body.set_velocity(velocity).is_ok(), body.kind() != BodyKind::Static);
        }
        (7, Some(shape)) => world.shape_mut(shape).unwrap().set_sensor(random.below(2) == 0),
        (8, Some(shape)) => world.shape_mut(shape).unwrap().set_sensor_events(random.below(3) > 0),
        _ => {}
    }
}

#[test]
fn sensor_overlaps_match_all_pairs_and_every_change_has_an_event() {
    let (mut begins, mut passes) = (0, 0);
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut world = World::new(WorldConfig::default()).unwrap();
        add_floor(&mut world);
        let (mut ids, mut book) = (Vec::new(), Book::default());
        for round in 0..300 {
            if ids.len() < 25 {
                let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic];
                let at = [random.range(-4.0, 4.0), random.range(0.5, 6.0)];
                let body = Body::new(kind[random.below(4)]).at(at).with(any_shape(&mut random));
                let body = if random.below(4) == 0 { body.with(any_shape(&mut random)) } else { body };
                let velocity = random.point(3.0);
                let id = spawn_light(&mut world, body);
                // Static bodies reject it.
                let _ = world.body_mut(id).unwrap().set_velocity(velocity);
                ids.push(id);
            }
            // Quiet times in between, so that bodies fall asleep.
            for _ in 0..if round % 100 < 60 { 3 } else { 0 } {
                change_something(&mut world, &mut ids, &mut random);
                book.enter(&mut world);
                book.check(&world);
            }
            world.step(DT).unwrap();
            book.enter(&mut world);
            book.check(&world);
            assert_eq!(world.sensor_overlaps().collect::<Vec<_>>(), brute_force(&world), "round {round}");
            world.validate().unwrap();
        }
        for id in ids {
            world.despawn(id).unwrap();
        }
        book.enter(&mut world);
        assert!(book.inside.is_empty() && book.begins == book.ends, "all that began has ended");
        (begins, passes) = (begins + book.begins, passes + book.passes);
    }
    assert!(begins > 400 && passes > 10, "only {begins} visits, {passes} of them within a step");
}

/// A call that ends a sensor overlap.
type Way = fn(&mut World, zone: ShapeId, visitor: ShapeId);

#[test]
fn every_way_to_end_a_sensor_overlap_gives_one_end_event() {
    let at_once: [(&str, Way); 11] = [
        ("despawn the visitor", |world, _, visitor| world.despawn(body_of(world, visitor)).unwrap()),
        ("despawn the sensor", |world, zone, _| world.despawn(body_of(world, zone)).unwrap()),
        ("detach the visitor", |world, _, visitor| world.detach(visitor).unwrap()),
        ("detach the sensor", |world, zone, _| world.detach(zone).unwrap()),
        ("disable the visitor", |world, _, visitor| {
            let id = body_of(world, visitor);
            world.body_mut(id).unwrap().set_enabled(false);
        }),
        ("disable the sensor", |world, zone, _| {
            let id = body_of(world, zone);
            world.body_mut(id).unwrap().set_enabled(false);
        }),
        ("filter of the visitor", |world, _, visitor| {
            let filter = CollisionFilter { mask: 0, ..CollisionFilter::default() };
            world.shape_mut(visitor).unwrap().set_filter(filter);
        }),
        ("filter of the sensor", |world, zone, _| {
            let filter = CollisionFilter { category: 0, ..CollisionFilter::default() };
            world.shape_mut(zone).unwrap().set_filter(filter);
        }),
        ("make the visitor unseen", |world, _, visitor| {
            world.shape_mut(visitor).unwrap().set_sensor_events(false);
        }),
        ("make the sensor solid", |world, zone, _| world.shape_mut(zone).unwrap().set_sensor(false)),
        ("despawn both", |world, zone, visitor| {
            for shape in [zone, visitor] {
                world.despawn(body_of(world, shape)).unwrap();
            }
        }),
    ];
    let in_the_step: [(&str, Way); 2] = [
        ("teleport the visitor", |world, _, visitor| {
            let id = body_of(world, visitor);
            world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(9.0, 0.0))).unwrap();
        }),
        ("teleport the sensor", |world, zone, _| {
            let id = body_of(world, zone);
            world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(9.0, 0.0))).unwrap();
        }),
    ];
    let ways = at_once.iter().map(|way| (way, true)).chain(in_the_step.iter().map(|way| (way, false)));
    for ((name, end), at_once) in ways {
        let mut world = weightless();
        let disc = Circle::new(0.5).user_data(2);
        let visitor = world.spawn(Body::dynamic().user_data(22).with(disc)).unwrap();
        let zone = Rect::half(2.0, 1.0).sensor().user_data(1);
        let zone = world.spawn(Body::fixed().user_data(11).with(zone)).unwrap();
        let [zone, visitor] = [zone, visitor].map(|id| world.body(id).unwrap().shapes().next().unwrap());
        world.step(DT).unwrap();
        let begun: Vec<SensorEvent> = world.take_events().sensors().to_vec();
        assert!(begun.len() == 1 && begun[0].kind == SensorEventKind::Begin, "{begun:?}");
        assert_eq!((begun[0].sensor.shape, begun[0].visitor.shape), (zone, visitor));
        end(&mut world, zone, visitor);
        assert_eq!(world.events().sensor_ends().count(), usize::from(at_once), "{name}");
        assert_eq!(world.sensor_overlaps().count(), usize::from(!at_once), "{name}");
        // Events are delivered to a reader after the step, too.
        world.step(DT).unwrap();
        let ended = world.take_events();
        assert_eq!(ended.sensors(), [SensorEvent { kind: SensorEventKind::End, ..begun[0] }], "{name}");
        let data = [ended.sensors()[0].sensor, ended.sensors()[0].visitor];
        assert_eq!(data.map(|party| (party.shape_data, party.body_data)), [(1, 11), (2, 22)]);
        run(&mut world, 5);
        assert!(world.events().sensors().is_empty(), "{name} ended it again");
    }
}

fn body_of(world: &World, shape: ShapeId) -> BodyId {
    world.shape(shape).unwrap().body()
}

#[test]
fn sensors_detect_every_body_kind_unless_disabled() {
    for sensor_kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        let mut world = weightless();
        let floor = Rect::half(5.0, 0.5).sensor_events(true);
        let floor = world.spawn(Body::fixed().at([0.0, -1.0]).with(floor)).unwrap();
        world.spawn(Body::fixed().at([0.0, -1.0]).with(Rect::half(5.0, 0.5))).unwrap();
        let lift = world.spawn(Body::kinematic().at([2.0, 0.0]).with(Rect::half(0.5, 0.5))).unwrap();
        let crate_id = world.spawn(Body::dynamic().at([-2.0, 0.0]).with(Rect::half(0.5, 0.4))).unwrap();
        let hurtbox = Circle::new(0.3).sensor().sensor_events(true);
        let hurtbox = world.spawn(Body::kinematic().at([0.0, 1.0]).with(hurtbox)).unwrap();
        // None of these is detected: one shape has sensor events disabled, one is a sensor, one is excluded
        // by the filter, one is on the same body.
        let other = CollisionFilter { category: 2, ..CollisionFilter::default() };
        world.spawn(Body::dynamic().with(Circle::new(0.3).sensor_events(false))).unwrap();
        spawn_light(&mut world, Body::dynamic().with(Circle::new(0.3).sensor()));
        world.spawn(Body::dynamic().at([0.0, 0.5]).with(Circle::new(0.1).filter(other))).unwrap();
        let mask = CollisionFilter { mask: 1, ..CollisionFilter::default() };
        let zone = Rect::half(3.0, 1.0).sensor().filter(mask);
        let zone = world.spawn(Body::new(sensor_kind).with(zone).with(Circle::new(0.2))).unwrap();
        world.step(DT).unwrap();
        let sensor = world.body(zone).unwrap().shapes().next().unwrap();
        let seen: BTreeSet<BodyId> =
            world.shape(sensor).unwrap().visitors().map(|id| body_of(&world, id)).collect();
        assert_eq!(seen, [floor, lift, crate_id, hurtbox].into(), "{sensor_kind:?}");
    }
}

#[test]
fn sensor_has_no_collision_response_and_no_mass() {
    let mut world = sleepless();
    add_floor(&mut world);
    world.spawn(Body::fixed().at([0.0, 4.0]).with(Rect::half(3.0, 0.2).sensor())).unwrap();
    let faller = world.spawn(Body::dynamic().at([0.0, 6.0]).with(Circle::new(0.5))).unwrap();
    let free = world.spawn(Body::dynamic().at([20.0, 6.0]).with(Circle::new(0.5))).unwrap();
    // A wide sensor around a crate changes neither its mass nor its rest.
    let aura = Circle::new(4.0).density(100.0).sensor();
    let crate_id =
        world.spawn(Body::dynamic().at([40.0, 2.0]).with(Rect::half(0.5, 0.5)).with(aura)).unwrap();
    assert_eq!(world.body(crate_id).unwrap().mass().mass, 1.0);
    for _ in 0..240 {
        world.step(DT).unwrap();
        let [a, b] = [faller, free].map(|id| world.body(id).unwrap().position().y);
        assert_eq!(a, b, "the sensor was in the way");
    }
    assert!((world.body(crate_id).unwrap().position().y - 0.5).abs() < 0.01);
    // Rays and queries do not hit it.
    let down = Ray::new([2.0, 8.0], [0.0, -20.0]);
    let hit = world.cast_ray(down, QueryFilter::all()).unwrap().unwrap();
    assert!((hit.point.y).abs() < 1e-4, "the ray goes through to the floor: {:?}", hit.point);
    let mut count = 0;
    world
        .overlap_point([2.0, 4.0], QueryFilter::all(), |_| {
            count += 1;
            core::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(count, 0);
}

#[test]
fn a_shape_becomes_a_sensor_and_solid_again() {
    let mut world = sleepless();
    add_floor(&mut world);
    let table = world.spawn(Body::fixed().at([0.0, 2.0]).with(Rect::half(1.0, 0.25))).unwrap();
    let top = world.body(table).unwrap().shapes().next().unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 2.75]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 60);
    assert!((world.body(id).unwrap().position().y - 2.75).abs() < 0.01);
    world.shape_mut(top).unwrap().set_sensor(true);
    assert!(world.shape(top).unwrap().is_sensor());
    assert_eq!(world.events().ends().len(), 1, "the contact ends");
    run(&mut world, 1);
    assert_eq!(world.shape(top).unwrap().visitors().count(), 1);
    run(&mut world, 120);
    assert!((world.body(id).unwrap().position().y - 0.5).abs() < 0.01, "fell through");
    world.shape_mut(top).unwrap().set_sensor(false);
    let drop = world.spawn(Body::dynamic().at([0.0, 4.0]).with(Circle::new(0.25))).unwrap();
    run(&mut world, 120);
    assert!((world.body(drop).unwrap().position().y - 2.5).abs() < 0.01, "the table holds again");
    // The mass of a dynamic body follows.
    let part = world.attach(id, Circle::new(0.5)).unwrap();
    let both = world.body(id).unwrap().mass().mass;
    world.shape_mut(part).unwrap().set_sensor(true);
    assert_eq!(world.body(id).unwrap().mass().mass, 1.0);
    world.shape_mut(part).unwrap().set_sensor(false);
    assert_eq!(world.body(id).unwrap().mass().mass, both);
}

#[test]
fn sleeping_body_stays_in_its_sensor() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let zone = Rect::half(2.0, 1.0).at([0.0, 1.0]).sensor();
    let zone = world.spawn(Body::fixed().with(zone)).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    // A moving body that sleeps, with a sensor around it.
    let aura = Circle::new(1.5).sensor();
    world.spawn(Body::dynamic().at([1.5, 0.5]).with(Rect::half(0.5, 0.5)).with(aura)).unwrap();
    let mut book = Book::default();
    for _ in 0..200 {
        world.step(DT).unwrap();
        book.enter(&mut world);
        book.check(&world);
    }
    assert!(world.body(id).unwrap().is_asleep());
    // The zone contains two crates, the aura one, and neither contains the floor.
    assert_eq!((book.begins, book.ends), (3, 0));
    // A sensor that is added later detects sleeping bodies without waking them.
    world.spawn(Body::fixed().at([0.0, 0.5]).with(Circle::new(0.2).sensor())).unwrap();
    world.step(DT).unwrap();
    book.enter(&mut world);
    assert_eq!((book.begins, book.ends), (4, 0));
    assert!(world.body(id).unwrap().is_asleep());
    world.body_mut(id).unwrap().wake();
    run(&mut world, 3);
    book.enter(&mut world);
    assert_eq!((book.begins, book.ends), (4, 0), "waking is no event");
    // Removing the floor lets all fall out.
    let floor = world.bodies().next().unwrap();
    world.despawn(floor).unwrap();
    for _ in 0..120 {
        world.step(DT).unwrap();
        book.enter(&mut world);
    }
    book.check(&world);
    assert!(
        world.shape(world.body(zone).unwrap().shapes().next().unwrap()).unwrap().visitors().next().is_none()
    );
}

#[test]
fn changed_resting_shapes_update_their_sensor_overlaps() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let zone = world.spawn(Body::fixed().with(Rect::half(1.0, 1.0).sensor())).unwrap();
    let rock = world.spawn(Body::fixed().with(Circle::new(0.5).sensor_events(true))).unwrap();
    let [zone, shape] = [zone, rock].map(|id| world.body(id).unwrap().shapes().next().unwrap());
    // Each change and its effect on the overlap; nothing else in the world moves.
    type Change = fn(&mut World, BodyId, ShapeId, ShapeId);
    let changes: [(&str, Change, usize); 15] = [
        ("nothing", |_, _, _, _| {}, 1),
        ("unseen", |world, _, shape, _| world.shape_mut(shape).unwrap().set_sensor_events(false), 0),
        ("seen", |world, _, shape, _| world.shape_mut(shape).unwrap().set_sensor_events(true), 1),
        (
            "filtered",
            |world, _, shape, _| {
                let filter = CollisionFilter { mask: 0, ..CollisionFilter::default() };
                world.shape_mut(shape).unwrap().set_filter(filter);
            },
            0,
        ),
        (
            "unfiltered",
            |world, _, shape, _| world.shape_mut(shape).unwrap().set_filter(CollisionFilter::default()),
            1,
        ),
        (
            "the sensor filtered",
            |world, _, _, zone| {
                let filter = CollisionFilter { mask: 0, ..CollisionFilter::default() };
                world.shape_mut(zone).unwrap().set_filter(filter);
            },
            0,
        ),
        (
            "the sensor unfiltered",
            |world, _, _, zone| world.shape_mut(zone).unwrap().set_filter(CollisionFilter::default()),
            1,
        ),
        ("disabled", |world, rock, _, _| world.body_mut(rock).unwrap().set_enabled(false), 0),
        ("enabled", |world, rock, _, _| world.body_mut(rock).unwrap().set_enabled(true), 1),
        (
            "put away",
            |world, rock, _, _| {
                world.body_mut(rock).unwrap().set_pose(Pose::from_position(vec2(1.6, 0.0))).unwrap();
            },
            0,
        ),
        (
            "grown",
            |world, _, shape, _| world.shape_mut(shape).unwrap().set_geometry(Circle::new(0.7)).unwrap(),
            1,
        ),
        (
            "the sensor shrunk",
            |world, _, _, zone| world.shape_mut(zone).unwrap().set_geometry(Rect::half(0.8, 1.0)).unwrap(),
            0,
        ),
        (
            "the sensor grown",
            |world, _, _, zone| world.shape_mut(zone).unwrap().set_geometry(Circle::new(2.0)).unwrap(),
            1,
        ),
        ("a sensor", |world, _, shape, _| world.shape_mut(shape).unwrap().set_sensor(true), 1),
        ("solid", |world, _, shape, _| world.shape_mut(shape).unwrap().set_sensor(false), 1),
    ];
    for (name, change, count) in changes {
        change(&mut world, rock, shape, zone);
        for _ in 0..3 {
            world.step(DT).unwrap();
            assert_eq!(world.shape(zone).unwrap().visitors().count(), count, "{name}");
            world.validate().unwrap();
        }
    }
}

#[test]
fn sensor_event_order_depends_on_neither_lanes_nor_threads() {
    let story = |lanes: LaneLevel, threads: usize| {
        let mut config = WorldConfig::default();
        (config.lanes, config.threads) = (lanes, threads);
        let mut world = World::new(config).unwrap();
        add_floor(&mut world);
        let mut random = Random::new(5);
        for index in 0..20 {
            let zone = Circle::new(1.2).sensor().user_data(index);
            world.spawn(Body::fixed().at([index as f32 - 10.0, 2.0]).with(zone)).unwrap();
        }
        for index in 0..120 {
            let at = [(index % 15) as f32 - 7.0, 1.0 + (index / 15) as f32 * 1.1];
            let body = Body::dynamic().at(at).velocity(random.point(30.0)).with(random.shape(0.7));
            world.spawn(body).unwrap();
        }
        let mut story: Vec<Vec<SensorEvent>> = Vec::new();
        for _ in 0..120 {
            world.step(DT).unwrap();
            let events = world.events().sensors();
            let keys: Vec<_> = events.iter().map(|event| (event.sensor.shape, event.visitor.shape)).collect();
            assert!(keys.is_sorted(), "{keys:?}");
            story.push(events.to_vec());
        }
        (story, world.hash())
    };
    let truth = story(LaneLevel::Scalar, 1);
    assert!(truth.0.iter().map(Vec::len).sum::<usize>() > 300);
    for (lanes, threads) in
        LaneLevel::available().map(|lanes| (lanes, 1)).chain([(LaneLevel::best(), 2), (LaneLevel::best(), 4)])
    {
        assert!(story(lanes, threads) == truth, "{lanes}, {threads} threads");
    }
}

#[test]
fn take_events_reuses_memory_with_the_same_events() {
    let mut world = weightless();
    world.spawn(Body::fixed().with(Circle::new(1.0).sensor())).unwrap();
    world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    let mut events = cairn2d::Events::default();
    world.step(DT).unwrap();
    let copy = world.events().clone();
    world.take_events_into(&mut events);
    assert_eq!(events.sensors(), copy.sensors());
    assert_eq!(events.sensors().len(), 1);
    world.step(DT).unwrap();
    world.take_events_into(&mut events);
    assert!(events.sensors().is_empty() && events.moves().is_empty());
}
