//! After warm-up a step allocates nothing, in resting and in churning worlds.
//!
//! A separate test program, because it replaces the global allocator.

mod counting;

use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Surroundings};
use cairn2d::prelude::*;
use cairn2d::vehicle::{CarInput, SprungCar, SprungWheel};
use cairn2d::{Area, Capacity, Drag, Field, TimeFlow};

use counting::{allocations, live_here};

/// Length of a step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Steps in which nothing may be allocated \[-\].
const STEPS: u32 = 300;

/// Warms up a world, then asserts that no further step allocates.
fn assert_allocates_nothing(name: &str, mut world: World, warm_up: u32) {
    for _ in 0..warm_up {
        world.step(DT).unwrap();
    }
    let mut contacts = 0;
    for step in 0..STEPS {
        let before = allocations();
        let report = world.step(DT).unwrap();
        let count = allocations() - before;
        assert_eq!(count, 0, "{name}: step {step} after a warm-up of {warm_up} allocated {count} times");
        contacts += report.new_contacts;
    }
    println!("{name}: {contacts} contacts were made meanwhile");
}

fn world(sleeping: bool) -> World {
    let mut config = WorldConfig::default();
    config.sleeping = sleeping;
    config.threads = 1;
    World::new(config).unwrap()
}

/// Rows of boxes in a grid.
fn add_boxes(world: &mut World, [columns, rows]: [u32; 2], half: f32, [left, bottom]: [f32; 2], gap: f32) {
    for index in 0..columns * rows {
        let (column, row) = ((index % columns) as f32, (index / columns) as f32);
        let position = [left + gap * column, bottom + gap * row];
        world
            .spawn(Body::dynamic().at(position).with(Rect::half(half, half).report_hits_above(1.0)))
            .unwrap();
    }
}

#[test]
fn resting_pyramid_allocates_nothing() {
    for sleeping in [false, true] {
        let mut world = world(sleeping);
        world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).unwrap();
        for row in 0..30 {
            for column in row..30 {
                let x = 0.5 * row as f32 + (column - row) as f32;
                world.spawn(Body::dynamic().at([x, 0.5 + row as f32]).with(Rect::half(0.5, 0.5))).unwrap();
            }
        }
        assert_allocates_nothing("pyramid", world, 100);
    }
}

#[test]
fn snapshot_into_sufficient_memory_allocates_nothing() {
    let mut world = world(false);
    world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).unwrap();
    add_boxes(&mut world, [20, 8], 0.4, [-9.0, 0.6], 0.9);
    let mut bytes = Vec::new();
    for step in 0..60 {
        world.step(DT).unwrap();
        let length = world.snapshot().len();
        bytes.reserve(length.saturating_sub(bytes.len()));
        let before = allocations();
        world.write_snapshot(&mut bytes);
        assert_eq!(allocations() - before, 0, "step {step}");
        assert_eq!(bytes.len(), length);
    }
    // The same for a saved world in memory and a restore from it.
    let mut kept = world.clone();
    for step in 0..60 {
        let before = allocations();
        kept.clone_from(&world);
        let hash = world.hash();
        world.step(DT).unwrap();
        world.clone_from(&kept);
        assert_eq!(world.hash(), hash);
        world.step(DT).unwrap();
        // The memory of a copy grows when the world does.
        assert!(step < 30 || allocations() - before == 0, "step {step}");
    }
}

/// Capacity above the peak counts of the drum, which keep growing slowly while it rotates.
fn drum_room() -> Capacity {
    Capacity { bodies: 410, shapes: 410, joints: 1, contacts: 4_000, ..Capacity::default() }
}

fn drum() -> World {
    let mut world = world(true);
    let anchor = world.spawn(Body::fixed()).unwrap();
    let wall = |half: [f32; 2], at: [f32; 2]| Rect::half(half[0], half[1]).at(at).density(50.0);
    let drum = Body::dynamic()
        .with(wall([0.5, 10.0], [10.0, 0.0]))
        .with(wall([0.5, 10.0], [-10.0, 0.0]))
        .with(wall([10.0, 0.5], [0.0, 10.0]))
        .with(wall([10.0, 0.5], [0.0, -10.0]));
    let drum = world.spawn(drum).unwrap();
    world.join(Revolute::new(anchor, drum).motor(1.0, 1.0e8)).unwrap();
    add_boxes(&mut world, [20, 20], 0.25, [-8.0, -8.0], 0.6);
    world
}

#[test]
fn rotating_drum_of_boxes_allocates_nothing() {
    let mut world = drum();
    world.reserve(drum_room()).unwrap();
    assert_allocates_nothing("drum", world, 200);
}

/// Without reserved capacity, a new peak count doubles the capacity of its list, so allocations are rare and
/// bounded. The test detects lists that are never emptied or grow by the needed amount only.
#[test]
fn rotating_drum_without_reserve_grows_rarely_and_to_a_bound() {
    let before = live_here();
    let mut world = drum();
    for _ in 0..200 {
        world.step(DT).unwrap();
    }
    let warm = live_here() - before;
    let mut growths = 0;
    for _ in 0..3_000 {
        let allocations_before = allocations();
        world.step(DT).unwrap();
        growths += u32::from(allocations() > allocations_before);
    }
    let end = live_here() - before;
    println!("{growths} steps of 3,000 allocated; {warm} bytes became {end}");
    assert!(growths <= 12, "{growths} steps allocated");
    assert!(end <= 2 * warm, "{warm} bytes became {end}");
}

#[test]
fn a_washing_ring_of_mixed_shapes_allocates_nothing() {
    let mut world = world(true);
    let mut ring = Body::kinematic().angular_velocity(0.8);
    for n in 0..36 {
        let corner = |radius: f32, tenths: f32| {
            Vec2::from_angle((n as f32 + 0.1 * tenths) * core::f32::consts::TAU / 36.0) * radius
        };
        let plate = [corner(9.0, -1.0), corner(10.0, -1.0), corner(9.0, 11.0), corner(10.0, 11.0)];
        ring = ring.with(Polygon::new(&plate).unwrap());
        if n % 9 == 0 {
            let paddle = [corner(7.0, 0.0), corner(9.0, 0.0), corner(7.0, 10.0), corner(9.0, 10.0)];
            ring = ring.with(Polygon::new(&paddle).unwrap());
        }
    }
    world.spawn(ring).unwrap();
    add_boxes(&mut world, [12, 12], 0.2, [-4.0, -4.0], 0.5);
    for index in 0..100 {
        let at = [-4.0 + 0.8 * (index % 10) as f32, 2.5 + 0.3 * (index / 10) as f32];
        let body = Body::dynamic().at(at);
        world
            .spawn(if index % 2 == 0 {
                body.with(Circle::new(0.2))
            } else {
                body.with(Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.1))
            })
            .unwrap();
    }
    assert_allocates_nothing("washer", world, 1500);
}

#[test]
fn a_shower_through_sensors_allocates_nothing() {
    assert_allocates_nothing("sensors", shower(), 1500);
    // With reserved capacity even the first steps allocate nothing.
    let mut world = shower();
    let capacity =
        Capacity { bodies: 300, shapes: 400, contacts: 5_000, sensor_overlaps: 2_000, ..Capacity::default() };
    world.reserve(capacity).unwrap();
    assert_allocates_nothing("sensors with room", world, 10);
}

/// Boxes that tumble through sensors at rest and on the move.
fn shower() -> World {
    let mut world = world(true);
    let anchor = world.spawn(Body::fixed().with(Rect::half(12.0, 0.5).at([0.0, -12.0]))).unwrap();
    for n in 0..20 {
        let at = [(n % 5) as f32 * 4.0 - 8.0, (n / 5) as f32 * 4.0 - 8.0];
        world.attach(anchor, Circle::new(1.5).at(at).sensor()).unwrap();
    }
    // The rotating container keeps all bodies moving, and a sensor blade in it passes over them.
    let mut room = Body::kinematic().angular_velocity(0.7);
    for side in 0..4 {
        let turn = Rot::from_angle(side as f32 * core::f32::consts::FRAC_PI_2);
        room = room.with(Rect::half(0.5, 11.0).at(turn.rotate(vec2(10.0, 0.0))).rotated(turn.angle()));
    }
    world.spawn(room.with(Segment::new([-9.0, 0.0], [9.0, 0.0]).sensor())).unwrap();
    // Hit events are off, because their number per step has no known bound.
    for index in 0..256 {
        let at = [0.7 * (index % 16) as f32 - 6.0, 0.7 * (index / 16) as f32 - 6.0];
        world.spawn(Body::dynamic().at(at).with(Rect::square(0.4))).unwrap();
    }
    world
}

#[test]
fn swinging_net_of_joints_allocates_nothing() {
    let mut world = world(true);
    let mut above: Vec<BodyId> = Vec::new();
    for row in 0..12 {
        let mut ids: Vec<BodyId> = Vec::new();
        for column in 0..12 {
            let at = [column as f32, -(row as f32)];
            let fixed = row == 0 && matches!(column, 0 | 11);
            let kind = if fixed { BodyKind::Static } else { BodyKind::Dynamic };
            let id = world.spawn(Body::new(kind).at(at).with(Circle::new(0.4))).unwrap();
            if let Some(&left) = ids.last() {
                world.join(Revolute::new(left, id).at([at[0] - 0.5, at[1]])).unwrap();
            }
            if let Some(&upper) = above.get(column) {
                world.join(Distance::new(upper, id)).unwrap();
            }
            ids.push(id);
        }
        above = ids;
    }
    assert_allocates_nothing("net", world, 1500);
}

#[test]
fn balls_that_bounce_sleep_and_wake_allocate_nothing() {
    // A paddle moves through a field of small heaps, so islands form, sleep and wake all the time.
    let mut world = world(true);
    world.spawn(Body::fixed().with(Segment::new([-60.0, 0.0], [60.0, 0.0]))).unwrap();
    let paddle = world.spawn(Body::kinematic().at([-40.0, 1.0]).with(Rect::half(0.5, 0.8))).unwrap();
    for heap in 0..30 {
        add_boxes(&mut world, [2, 3], 0.25, [-30.0 + 2.0 * heap as f32, 0.25], 0.5);
    }
    let mut most = 0;
    let mut run = |world: &mut World, steps: u32, strict: bool| {
        for step in 0..steps {
            let phase = (step % 600) as f32 / 300.0;
            let x = if phase < 1.0 { -40.0 + 80.0 * phase } else { 120.0 - 80.0 * phase };
            let target = Pose::from_position(Vec2::new(x, 1.0));
            world.body_mut(paddle).unwrap().set_target(target, DT).unwrap();
            let before = allocations();
            world.step(DT).unwrap();
            let count = allocations() - before;
            assert!(!strict || count == 0, "heaps: step {step} allocated {count} times");
            most = most.max(world.events().sleeps().len() + world.events().wakes().len());
        }
    };
    run(&mut world, 3000, false);
    run(&mut world, 600, true);
    assert!(most > 0, "nothing slept or woke, so the test shows nothing");
}

#[test]
fn moving_characters_and_cars_allocate_nothing() {
    let mut world = world(true);
    world.spawn(Body::fixed().with(Rect::half(40.0, 1.0).at([0.0, -1.0]))).unwrap();
    for step in 0..20 {
        let stone = Rect::half(0.4, 0.1 + 0.05 * (step % 4) as f32).at([-19.0 + 2.0 * step as f32, 0.0]);
        world.spawn(Body::fixed().with(stone)).unwrap();
    }
    for side in [-20.0, 20.0] {
        world.spawn(Body::fixed().with(Rect::half(0.5, 3.0).at([side, 3.0]))).unwrap();
    }
    let hero = Capsule::vertical(0.5, 0.3);
    let mut hero = Character::new(hero, [0.0, 1.0], CharacterConfig::default()).unwrap();
    let chassis = Body::dynamic().at([5.0, 1.2]).with(Rect::half(1.2, 0.3).density(20.0));
    let chassis = world.spawn(chassis).unwrap();
    let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.6, 0.35).driven(60.0, 90.0);
    let mut car = SprungCar::new(chassis, 5.0).wheel(wheel(-0.9)).wheel(wheel(0.9));
    let mut met = 0;
    let mut act = |step: u32, strict: bool| {
        let side = if (step / 200).is_multiple_of(2) { 1.0 } else { -1.0 };
        world.step(DT).unwrap();
        let before = allocations();
        let input = CharacterInput::walk(4.0 * side).jump(if step.is_multiple_of(50) { 5.0 } else { 0.0 });
        hero.update(&Surroundings::of(&world), input, DT).unwrap();
        hero.push(&mut world, 5.0, DT).unwrap();
        car.update(&mut world, CarInput::throttle(side), DT).unwrap();
        let count = allocations() - before;
        assert!(!strict || count == 0, "step {step} allocated {count} times");
        met += hero.hits().len();
    };
    (0..800).for_each(|step| act(step, false));
    (800..1600).for_each(|step| act(step, true));
    assert!(met > 10, "the character met nothing, so the test shows little");
}

/// Allocations of the steps in which bullets hit a heap of boxes in a field.
fn allocations_under_fire(capacity: Capacity) -> usize {
    let mut world = world(true);
    world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).unwrap();
    add_boxes(&mut world, [10, 10], 0.3, [-5.0, 0.4], 0.7);
    for n in 0..40 {
        let at = [-30.0 - n as f32, 0.5 + 0.1 * n as f32];
        let bullet = Body::dynamic().at(at).velocity([180.0, 0.0]).bullet();
        world.spawn(bullet.with(Circle::new(0.1).report_hits_above(1.0))).unwrap();
    }
    world.reserve(capacity).unwrap();
    let before = allocations();
    world.add_field(Field::new(Area::rect([-5.0, 0.0], [5.0, 3.0]), Drag::new(0.5))).unwrap();
    world.add_field(Field::new(Area::rect([-9.0, 0.0], [9.0, 9.0]), TimeFlow::new(0.9))).unwrap();
    let mut count = allocations() - before;
    let mut hits = 0;
    for step in 0..60 {
        let before = allocations();
        world.step(DT).unwrap();
        // The first steps allocate the buffers of any world while the bullets are still in flight.
        count += if step < 3 { 0 } else { allocations() - before };
        hits += world.events().hits().len();
    }
    assert!(hits > 100, "{hits} hits");
    count as usize
}

#[test]
fn reserve_is_sufficient_for_bullets_hits_and_fields() {
    let room = Capacity { bodies: 150, shapes: 150, contacts: 5_000, ..Capacity::default() };
    assert!(allocations_under_fire(room) > 0, "or the test shows nothing");
    let room = Capacity { fields: 4, hits: 2_000, bullet_pairs: 5_000, ..room };
    assert_eq!(allocations_under_fire(room), 0);
}
