//! Events against the bookkeeping of the test: every begin has one end, open pairs touch, and the order
//! depends on the history only.

use std::collections::{BTreeMap, BTreeSet};

use cairn2d::{ContactId, Events, HitEvent, LaneLevel, MoveEvent, TouchEvent, prelude::*};

use crate::harness::{DT, add_floor, sleepless, weightless};
use crate::random::Random;

/// Touching pairs, derived from the events.
#[derive(Debug, Default)]
struct Book {
    open: BTreeMap<ContactId, [ShapeId; 2]>,
    begins: usize,
    ends: usize,
}

impl Book {
    /// Takes the events since the last call from the world and enters them.
    fn enter(&mut self, world: &mut World) {
        let events = world.take_events();
        for event in events.begins() {
            let shapes = [event.a.shape, event.b.shape];
            assert_eq!(self.open.insert(event.contact, shapes), None, "{:?} began twice", event.contact);
            self.begins += 1;
        }
        for event in events.ends() {
            let shapes = [event.a.shape, event.b.shape];
            assert_eq!(
                self.open.remove(&event.contact),
                Some(shapes),
                "{:?} ended without a begin",
                event.contact
            );
            self.ends += 1;
        }
    }

    /// Open pairs must be exactly the touching pairs.
    fn check(&self, world: &World) {
        let touching: BTreeMap<_, _> = world
            .contacts()
            .filter_map(|id| world.contact(id))
            .filter(|contact| contact.is_touching())
            .map(|contact| (contact.id(), contact.shapes()))
            .collect();
        assert_eq!(self.open, touching);
    }
}

/// A call that ends the contacts of a body.
type Way = fn(&mut World, BodyId);

/// Pairs that began and ended in the last step, by the number of the test.
fn pairs(events: &[TouchEvent]) -> Vec<[u64; 2]> {
    events
        .iter()
        .map(|event| [event.a.shape_data.min(event.b.shape_data), event.a.shape_data.max(event.b.shape_data)])
        .collect()
}

#[test]
fn bounce_begins_and_ends_touch_once() {
    let mut world = sleepless();
    world.spawn(Body::fixed().user_data(11).with(Rect::half(5.0, 1.0).at([0.0, -1.0]).user_data(1))).unwrap();
    let disc = Circle::new(0.5).restitution(0.9).user_data(2);
    let id = world.spawn(Body::dynamic().at([0.0, 2.0]).user_data(22).with(disc)).unwrap();
    let (mut begun, mut ended) = (None, None);
    for step in 0..60 {
        world.step(DT).unwrap();
        for event in world.events().begins() {
            assert_eq!(begun.replace((step, event.contact)), None, "one begin");
            let mut data = [(event.a.shape_data, event.a.body_data), (event.b.shape_data, event.b.body_data)];
            data.sort_unstable();
            assert_eq!(data, [(1, 11), (2, 22)]);
            assert!(event.a.body == id || event.b.body == id);
        }
        for event in world.events().ends() {
            assert_eq!(ended.replace((step, event.contact)), None, "one end");
        }
    }
    let ((begin, first), (end, second)) = (begun.expect("it touched"), ended.expect("it parted"));
    assert_eq!(first, second, "begin and end name the same contact");
    // Falls 1.5 m: sqrt(0.3) s = 32.9 steps.
    assert!((31..=34).contains(&begin) && end > begin && end < begin + 6, "began at {begin}, ended at {end}");
}

#[test]
fn every_way_to_end_a_contact_gives_one_end_event() {
    let start = || {
        let mut world = sleepless();
        let floor = add_floor(&mut world);
        let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
        let mut book = Book::default();
        for _ in 0..10 {
            world.step(DT).unwrap();
            book.enter(&mut world);
        }
        assert_eq!((book.begins, book.ends), (1, 0));
        (world, book, floor, id)
    };
    let ways: [(&str, Way); 7] = [
        ("despawn", |world, id| world.despawn(id).unwrap()),
        ("detach", |world, id| {
            let shape = world.body(id).unwrap().shapes().next().unwrap();
            world.detach(shape).unwrap();
        }),
        ("disable", |world, id| world.body_mut(id).unwrap().set_enabled(false)),
        ("filter", |world, id| {
            let shape = world.body(id).unwrap().shapes().next().unwrap();
            world
                .shape_mut(shape)
                .unwrap()
                .set_filter(CollisionFilter { mask: 0, ..CollisionFilter::default() });
        }),
        ("teleport", |world, id| {
            world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(0.0, 50.0))).unwrap();
            world.step(DT).unwrap();
        }),
        ("push away", |world, id| {
            world.body_mut(id).unwrap().set_velocity([0.0, 30.0]).unwrap();
            for _ in 0..3 {
                world.step(DT).unwrap();
                if !world.events().ends().is_empty() {
                    return;
                }
            }
        }),
        ("despawn the floor", |world, id| {
            let floor = world.bodies().find(|&other| other != id).unwrap();
            world.despawn(floor).unwrap();
        }),
    ];
    for (name, end) in ways {
        let (mut world, mut book, _, id) = start();
        end(&mut world, id);
        book.enter(&mut world);
        assert_eq!((book.begins, book.ends), (1, 1), "{name}");
        book.check(&world);
        for _ in 0..5 {
            world.step(DT).unwrap();
            book.enter(&mut world);
        }
        assert_eq!(book.ends, 1, "{name} ended it again");
        world.validate().unwrap();
    }
}

#[test]
fn begin_and_end_events_always_pair_up() {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mut world = World::new(WorldConfig::default()).unwrap();
        add_floor(&mut world);
        let mut ids = Vec::new();
        let mut book = Book::default();
        for _ in 0..400 {
            if ids.len() < 30 || random.below(3) == 0 {
                let body = Body::dynamic().at([random.range(-4.0, 4.0), random.range(0.5, 6.0)]);
                ids.push(world.spawn(body.with(random.shape(0.8)).with(random.shape(0.5))).unwrap());
            }
            change_something(&mut world, &mut ids, &mut random);
            book.enter(&mut world);
            world.step(DT).unwrap();
            book.enter(&mut world);
            book.check(&world);
        }
        world.validate().unwrap();
        for id in ids {
            world.despawn(id).unwrap();
        }
        book.enter(&mut world);
        assert_eq!(book.begins, book.ends, "all that began has ended");
        assert!(book.begins > 300, "only {} contacts", book.begins);
    }
}

/// One random change of a random body.
fn change_something(world: &mut World, ids: &mut Vec<BodyId>, random: &mut Random) {
    let index = random.below(ids.len());
    let id = ids[index];
    let shape = world.body(id).unwrap().shapes().next();
    match (random.below(12), shape) {
        (0, _) => {
            world.despawn(id).unwrap();
            ids.swap_remove(index);
        }
        (1, Some(shape)) => world.detach(shape).unwrap(),
        (2, _) => {
            world.attach(id, random.shape(0.6)).unwrap();
        }
        (3, _) => {
            let enabled = world.body(id).unwrap().is_enabled();
            world.body_mut(id).unwrap().set_enabled(!enabled);
        }
        (4, Some(shape)) => {
            let mask = random.bits() | random.bits();
            world
                .shape_mut(shape)
                .unwrap()
                .set_filter(CollisionFilter { mask, ..CollisionFilter::default() });
        }
        (5, _) => {
            let pose = Pose { p: vec2(random.range(-4.0, 4.0), random.range(0.5, 6.0)), ..random.pose(1.0) };
            world.body_mut(id).unwrap().set_pose(pose).unwrap();
        }
        (9, Some(shape)) => {
            let other = ids[random.below(ids.len())];
            world.reattach(shape, other).unwrap();
        }
        (10, _) => {
            let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.below(3)];
            world.body_mut(id).unwrap().set_kind(kind);
        }
        (11, Some(shape)) => {
            let geometry = random.shape(0.8);
            world.shape_mut(shape).unwrap().set_geometry(geometry).unwrap();
        }
        (6, _) => {
            let velocity = random.point(10.0);
            let mut body = world.body_mut(id).unwrap();
            assert_eq!(body.set_velocity(velocity).is_ok(), body.kind() != BodyKind::Static);
        }
        _ => {}
    }
}

#[test]
fn hit_events_report_point_speed_and_impulse() {
    let mut world = weightless();
    let wall = Rect::half(1.0, 5.0).at([1.0, 0.0]).restitution(0.5).friction(0.0);
    world.spawn(Body::fixed().with(wall)).unwrap();
    let disc = Circle::new(0.5).friction(0.0).density(2.0).report_hits_above(3.0);
    let id = world.spawn(Body::dynamic().at([-3.0, 1.0]).velocity([8.0, 2.0]).with(disc)).unwrap();
    let mass = world.body(id).unwrap().mass().mass;
    let mut hits: Vec<HitEvent> = Vec::new();
    for _ in 0..60 {
        world.step(DT).unwrap();
        hits.extend_from_slice(world.events().hits());
    }
    assert_eq!(hits.len(), 1, "{hits:?}");
    let hit = hits[0];
    // 2.5 m to go at 8 m/s; y moves on at 2 m/s.
    assert!(hit.point.distance(vec2(0.0, 1.0 + 2.0 * 2.5 / 8.0)) < 0.1, "{:?}", hit.point);
    assert!((hit.approach_speed - 8.0).abs() < 1e-3, "{}", hit.approach_speed);
    let towards = if hit.b.body == id { vec2(-1.0, 0.0) } else { vec2(1.0, 0.0) };
    assert!((hit.normal - towards).length() < 1e-5, "{:?}", hit.normal);
    assert!(hit.a.body == id || hit.b.body == id);
    // The impact changes 8 m/s into -4 m/s.
    let truth = mass * 12.0;
    assert!((hit.impulse - truth).abs() < 0.02 * truth, "impulse {} instead of {truth}", hit.impulse);
}

#[test]
fn hit_points_do_not_depend_on_body_order() {
    for order in [[0, 1], [1, 0]] {
        let mut world = weightless();
        for side in order {
            // They collide at (1, 0) with 25 m/s each and separate at the same speed.
            let (x, speed) = [(-3.5, 25.0), (5.5, -25.0)][side];
            let disc = Circle::new(0.5).restitution(1.0).friction(0.0).report_hits_above(1.0);
            world.spawn(Body::dynamic().at([x, 0.0]).velocity([speed, 0.0]).with(disc)).unwrap();
        }
        let mut hits: Vec<HitEvent> = Vec::new();
        for _ in 0..30 {
            world.step(DT).unwrap();
            hits.extend_from_slice(world.events().hits());
        }
        assert_eq!(hits.len(), 1, "{hits:?}");
        assert!(hits[0].point.distance(vec2(1.0, 0.0)) < 0.55, "order {order:?}: {:?}", hits[0].point);
        println!("met at {:?}", hits[0].point);
        assert!((hits[0].approach_speed - 50.0).abs() < 0.1);
    }
}

/// Balls bounce between two walls several times within one step. Without forces, each ball moves at a
/// constant speed along x, so the points of its hits tell their times.
#[test]
fn hits_of_one_contact_are_in_order_of_time() {
    let (radius, gap, along, across) = (0.25_f32, 0.6_f32, 12.0_f32, 150.0_f32);
    for balls in [1_u32, 7, 24, 40] {
        let mut world = weightless();
        let wall = |y: f32| Rect::half(4000.0, 1.0).at([0.0, y]).restitution(1.0).friction(0.0);
        for side in [-1.0, 1.0] {
            world.spawn(Body::fixed().with(wall(side * (1.0 + gap / 2.0)))).unwrap();
        }
        let disc = Circle::new(radius).restitution(1.0).friction(0.0).report_hits_above(1.0);
        for ball in 0..balls {
            let at = [f32::from(ball as u16) * 5.0, 0.0];
            world
                .spawn(
                    Body::dynamic()
                        .at(at)
                        .velocity([along, across])
                        .user_data(1 + u64::from(ball))
                        .with(disc.clone()),
                )
                .unwrap();
        }
        world.step(DT).unwrap();
        let hits = world.events().hits();
        assert!(hits.len() >= 4 * balls as usize, "{} hits of {balls} balls", hits.len());
        for pair in hits.windows(2) {
            let [first, second] = [&pair[0], &pair[1]];
            if first.contact == second.contact {
                // A ball returns to the same wall after two crossings of the free height.
                let period = 2.0 * (gap - 2.0 * radius) / across;
                let expected = first.point.x + along * period;
                assert!((second.point.x - expected).abs() < 2e-3, "{balls} balls: {first:?}, {second:?}");
            }
        }
        let contacts: BTreeSet<_> = hits.iter().map(|hit| hit.contact).collect();
        let changes = hits.windows(2).filter(|pair| pair[0].contact != pair[1].contact).count();
        assert_eq!(changes + 1, contacts.len(), "the hits of a contact are adjacent");
    }
}

#[test]
fn hits_below_the_threshold_are_not_reported() {
    for (speed, threshold, count) in [(2.9_f32, 3.0_f32, 0), (3.2, 3.0, 1), (20.0, f32::MAX, 0)] {
        let mut world = weightless();
        world.spawn(Body::fixed().with(Rect::half(1.0, 5.0).at([2.0, 0.0]))).unwrap();
        let disc = Circle::new(0.5).report_hits_above(threshold);
        world.spawn(Body::dynamic().velocity([speed, 0.0]).with(disc)).unwrap();
        let mut hits = 0;
        for _ in 0..60 {
            world.step(DT).unwrap();
            hits += world.events().hits().len();
        }
        assert_eq!(hits, count, "{speed} m/s with a threshold of {threshold}");
    }
}

/// Takes a step and compares the move events with the changed poses. A body that came to rest has one more
/// event, which is not returned.
fn step_and_check_moves(world: &mut World) -> BTreeSet<BodyId> {
    let told: BTreeSet<BodyId> = world.events().moves().iter().map(|event| event.body).collect();
    let before: BTreeMap<_, _> = world.bodies().map(|id| (id, world.body(id).unwrap().pose())).collect();
    world.step(DT).unwrap();
    let mut moved: BTreeMap<BodyId, MoveEvent> =
        world.events().moves().iter().map(|event| (event.body, *event)).collect();
    assert_eq!(moved.len(), world.events().moves().len(), "each body once");
    for (id, before) in before {
        let now = world.body(id).unwrap().pose();
        assert!(now == before || moved.contains_key(&id), "{id} moved and is not told");
        assert!(
            now != before || !moved.contains_key(&id) || told.contains(&id),
            "{id} has a move event and did not move"
        );
        if let Some(event) = moved.get(&id) {
            assert_eq!((event.pose, event.user_data), (now, world.body(id).unwrap().user_data()));
        }
        moved.retain(|&moved, _| moved != id || now != before);
    }
    moved.into_keys().collect()
}

#[test]
fn move_events_include_bodies_moved_by_continuous_collision_only() {
    // A wall moves sleeping bodies that it swept over. A spring ties a massless bead to the target of a shot.
    let mut world = weightless();
    let fast_wall = Body::kinematic().at([-1.0, 0.0]).velocity([100.0, 0.0]);
    world.spawn(fast_wall.with(Rect::half(0.02, 1.0))).unwrap();
    let sleepers = [-0.5, 0.0, 0.5].map(|y| {
        world.spawn(Body::dynamic().at([1.0, y]).user_data(3).with(Circle::new(0.1)).asleep()).unwrap()
    });
    let slow_wall = Body::kinematic().at([0.0, 10.0]).velocity([-20.0, 0.0]);
    world.spawn(slow_wall.with(Rect::half(0.05, 5.0))).unwrap();
    let shot = Body::dynamic().at([-2.0, 10.0]).velocity([200.0, 0.0]).with(Circle::new(0.1));
    let shot = world.spawn(shot).unwrap();
    let bead = world.spawn(Body::dynamic().at([-2.0, 10.5]).user_data(4)).unwrap();
    world.join(Distance::new(shot, bead).spring(1.0, 0.0)).unwrap();
    let mut moved = BTreeSet::new();
    for _ in 0..5 {
        moved.extend(step_and_check_moves(&mut world));
    }
    assert!(sleepers.iter().chain([&shot, &bead]).all(|id| moved.contains(id)), "{moved:?}");
}

#[test]
fn move_events_list_exactly_the_moved_bodies() {
    let mut world = sleepless();
    add_floor(&mut world);
    let still = world.spawn(Body::kinematic().at([20.0, 5.0]).with(Circle::new(0.5))).unwrap();
    let lift = world
        .spawn(Body::kinematic().at([10.0, 0.0]).velocity([0.0, 1.0]).user_data(7).with(Circle::new(0.5)))
        .unwrap();
    let faller = world.spawn(Body::dynamic().at([0.0, 9.0]).user_data(8).with(Circle::new(0.5))).unwrap();
    for _ in 0..30 {
        let moved = step_and_check_moves(&mut world);
        assert!(moved.contains(&lift) && moved.contains(&faller) && !moved.contains(&still));
    }
}

#[test]
fn each_event_is_delivered_once_by_reading_or_taking() {
    let mut world = sleepless();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Circle::new(0.5))).unwrap();
    world.step(DT).unwrap();
    assert_eq!(world.events().begins().len(), 1);
    let taken = world.take_events();
    assert_eq!(taken.begins().len(), 1);
    assert!(world.events().begins().is_empty() && world.events().moves().is_empty());
    world.despawn(id).unwrap();
    assert_eq!(world.events().ends().len(), 1, "what happens between steps is told at once");
    let mut copy = world.clone();
    world.step(DT).unwrap();
    assert_eq!(world.events().ends().len(), 1, "and after the step, for who reads then only");
    assert!(world.events().begins().is_empty());
    world.step(DT).unwrap();
    assert!(world.events().ends().is_empty());
    // Taken events are not delivered again.
    assert_eq!(copy.take_events().ends().len(), 1);
    copy.step(DT).unwrap();
    assert!(copy.events().ends().is_empty());
}

/// All events of a small busy world in order.
fn story(lanes: LaneLevel, threads: usize) -> Vec<Events> {
    let mut config = WorldConfig::default();
    config.lanes = lanes;
    config.threads = threads;
    let mut world = World::new(config).unwrap();
    add_floor(&mut world);
    let mut random = Random::new(77);
    for index in 0..150 {
        let at = [(index % 15) as f32 - 7.0, 1.0 + (index / 15) as f32 * 1.1];
        let shape = random.shape(0.9).restitution(random.range(0.0, 0.8)).report_hits_above(1.0);
        world.spawn(Body::dynamic().at(at).velocity(random.point(5.0)).with(shape)).unwrap();
    }
    let mut story = Vec::new();
    for step in 0..240 {
        if step % 40 == 20 {
            let id = world.bodies().nth(1 + random.below(100)).unwrap();
            world.despawn(id).unwrap();
        }
        world.step(DT).unwrap();
        story.push(world.take_events());
    }
    story
}

#[test]
fn the_order_of_events_depends_on_neither_lanes_nor_threads() {
    let truth = story(LaneLevel::Scalar, 1);
    let count: usize =
        truth.iter().map(|events| events.begins().len() + events.ends().len() + events.hits().len()).sum();
    assert!(count > 1000, "only {count} events");
    let runs = LaneLevel::available()
        .map(|lanes| (lanes, 1))
        .chain([(LaneLevel::best(), 2), (LaneLevel::best(), 4)]);
    for (lanes, threads) in runs {
        for (step, (a, b)) in truth.iter().zip(story(lanes, threads)).enumerate() {
            let place = format!("{lanes}, {threads} threads, step {step}");
            assert_eq!(a.begins(), b.begins(), "{place}");
            assert_eq!(a.ends(), b.ends(), "{place}");
            assert_eq!(a.hits(), b.hits(), "{place}");
            assert_eq!(a.moves(), b.moves(), "{place}");
            assert_eq!((a.sleeps(), a.wakes()), (b.sleeps(), b.wakes()), "{place}");
        }
    }
}

#[test]
fn touch_events_of_a_row_have_a_fixed_order() {
    let run = || {
        let mut world = sleepless();
        world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]).user_data(1000))).unwrap();
        for index in 0..20_u64 {
            let disc = Circle::new(0.4).user_data(index);
            world.spawn(Body::dynamic().at([index as f32, 0.39]).with(disc)).unwrap();
        }
        world.step(DT).unwrap();
        pairs(world.events().begins())
    };
    let first = run();
    let mut sorted = first.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..20).map(|index| [index, 1000]).collect::<Vec<_>>());
    assert_eq!(run(), first);
}
