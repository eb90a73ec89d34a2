//! Every public function with a number or an id, called with bad ones. The error is typed and names the
//! parameter and the value, and no bit of the world changes. Values at the ends of a valid range are
//! simulated and must stay finite.
//!
//! `numbers` and `ids` are the tables; `coverage` reads the engine's sources and fails if a function is in
//! neither.

mod builders;
pub(crate) mod coverage;
mod far;
mod fields;
mod ids;
mod joint_kinds;
mod numbers;

use cairn2d::prelude::*;
use cairn2d::{Area, Drag, Field, FieldId};
use cairn2d::{Capacity, ContactId, LaneLevel};

/// A small world with objects of every kind after a few steps.
#[derive(Clone)]
pub(crate) struct Fixture {
    pub(crate) world: World,
    pub(crate) clock: FixedClock,
    pub(crate) dynamic: BodyId,
    pub(crate) kinematic: BodyId,
    pub(crate) fixed: BodyId,
    pub(crate) shape: ShapeId,
    pub(crate) hinge: JointId,
    pub(crate) rod: JointId,
    pub(crate) grab: JointId,
    pub(crate) drive: JointId,
    pub(crate) gear: JointId,
    pub(crate) rotary: JointId,
}

impl Fixture {
    pub(crate) fn new() -> Fixture {
        Fixture::with(WorldConfig::default()).expect("default settings are valid")
    }

    /// The same world with other settings, or the error of these settings.
    pub(crate) fn with(config: WorldConfig) -> Result<Fixture, cairn2d::ValueError> {
        let mut world = World::new(config)?;
        let mut spawn = |body: Body| world.spawn(body).expect("the fixture is valid");
        let fixed = spawn(Body::fixed().with(Rect::half(50.0, 1.0).at([0.0, -1.0])));
        let dynamic = spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5)));
        let other = spawn(Body::dynamic().at([0.3, 1.5]).with(Circle::new(0.5)));
        let kinematic = spawn(Body::kinematic().at([4.0, 2.0]).velocity([0.1, 0.0]).with(Circle::new(0.5)));
        let shape = world.body(dynamic).and_then(|body| body.shapes().next()).expect("it has a shape");
        let hinge =
            world.join(Revolute::new(kinematic, other).at([2.0, 2.0]).limits(-1.0, 1.0)).expect("valid");
        let grab = world.join(Grab::new(other, [4.0, 4.0]).spring(0.5, 1.0)).expect("valid");
        let drive = world.join(Drive::friction(fixed, other, 0.1, 0.1)).expect("valid");
        let gear = world.join(Gear::new(kinematic, other, 2.0).softness(1.0, 1.0)).expect("valid");
        let rotary = world.join(Rotary::new(kinematic, other).motor(0.0, 0.1)).expect("valid");
        let rod = world.join(Distance::new(dynamic, other).spring(2.0, 0.5).limits(0.5, 3.0)).expect("valid");
        let breeze = Field::new(Area::rect([-50.0, 0.0], [50.0, 9.0]), Drag::new(0.01));
        world.add_field(breeze).expect("valid");
        let clock = FixedClock::hz(60.0).expect("valid");
        let mut fixture =
            Fixture { world, clock, dynamic, kinematic, fixed, shape, hinge, rod, grab, drive, gear, rotary };
        fixture.run(3);
        Ok(fixture)
    }

    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            self.world.step(1.0 / 60.0).expect("the step length is valid");
        }
    }

    /// The whole state bit for bit: more than the hash, which leaves out settings and user data.
    fn text(&self) -> String {
        format!("{:?} {:?}", self.world, self.clock)
    }

    pub(crate) fn field(&self) -> FieldId {
        self.world.fields().next().expect("there is a breeze")
    }

    pub(crate) fn contact(&self) -> ContactId {
        self.world.contacts().next().expect("a box stands on the floor")
    }

    /// Takes some steps and checks that the world is valid.
    fn assert_sound(mut self, what: &str) {
        self.run(5);
        self.world.validate().unwrap_or_else(|reason| panic!("after {what}: {reason}"));
        for id in self.world.bodies() {
            let body = self.world.body(id).expect("a listed body exists");
            let finite =
                body.pose().is_valid() && body.velocity().is_finite() && body.angular_velocity().is_finite();
            assert!(finite, "after {what}: {id} is at {:?}", body.pose());
        }
    }
}

/// A call with numbers, one for each slot.
pub(crate) type Call = fn(&mut Fixture, &[f32]) -> Result<(), String>;

/// A number that a function takes.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    /// Its name in the error.
    pub(crate) name: &'static str,
    pub(crate) good: f32,
    /// The documented range, ends included.
    pub(crate) low: f32,
    pub(crate) high: f32,
    /// Whether the ends of the range are valid for any values of the other numbers.
    pub(crate) ends: bool,
    /// Whether the error has this very number; the error of a rotation has its length.
    pub(crate) told: bool,
}

/// A public function and its call.
pub(crate) struct Entry {
    pub(crate) function: &'static str,
    pub(crate) slots: Vec<Slot>,
    pub(crate) call: Call,
}

/// Values that no function accepts, and values that only some accept.
const EXTREMES: [f32; 16] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1.0e38,
    -1.0e38,
    1.0e20,
    -1.0e20,
    1.0e12,
    -1.0e12,
    -1.0,
    0.0,
    -0.0,
    1.0e-45,
    -1.0e-45,
];

fn try_entry(entry: &Entry, fixture: &Fixture, before: &str) {
    let good: Vec<f32> = entry.slots.iter().map(|slot| slot.good).collect();
    let name = entry.function;
    let mut accepted = fixture.clone();
    (entry.call)(&mut accepted, &good).unwrap_or_else(|why| panic!("{name}{good:?} was refused: {why}"));
    accepted.assert_sound(name);
    for (index, slot) in entry.slots.iter().enumerate() {
        let beyond = [slot.low.next_down(), slot.high.next_up(), slot.low, slot.high];
        for value in EXTREMES.into_iter().chain(beyond) {
            let mut numbers = good.clone();
            numbers[index] = value;
            let inside = value >= slot.low && value <= slot.high;
            if inside && !slot.ends && (value == slot.low || value == slot.high) {
                continue;
            }
            try_value(entry, slot, (fixture, before), &numbers, value);
        }
    }
}

/// Makes one call in which one number is at the edge of its range or beyond.
fn try_value(entry: &Entry, slot: &Slot, (fixture, before): (&Fixture, &str), numbers: &[f32], value: f32) {
    let what = format!("{}{numbers:?}", entry.function);
    let mut fixture = fixture.clone();
    let result = (entry.call)(&mut fixture, numbers);
    let inside = value >= slot.low && value <= slot.high;
    match result {
        Ok(()) => {
            assert!(inside, "{what}: {} = {value} was accepted", slot.name);
            fixture.assert_sound(&what);
        }
        Err(why) => {
            let ends_only = slot.ends && inside;
            assert!(!ends_only, "{what}: {} = {value} was refused: {why}", slot.name);
            assert!(why.contains(slot.name), "{what}: the error does not name {}: {why}", slot.name);
            let told = !slot.told || inside || why.contains(&value.to_string());
            assert!(told, "{what}: the error does not tell {value}: {why}");
            assert!(fixture.text() == before, "{what} was refused but changed the world");
        }
    }
}

#[test]
fn bad_numbers_are_rejected_by_name() {
    let fixture = Fixture::new();
    let before = fixture.text();
    let mut count = 0;
    for entry in numbers::table() {
        try_entry(&entry, &fixture, &before);
        count += entry.slots.len();
    }
    println!("{count} numbers");
    assert!(count > 150, "only {count} numbers were tried");
}

#[test]
fn bad_rotations_are_rejected() {
    let fixture = Fixture::new();
    let before = fixture.text();
    for entry in numbers::rotations() {
        for [c, s] in [
            [0.0, 0.0],
            [2.0, 0.0],
            [0.7, 0.7],
            [f32::NAN, 0.0],
            [1.0, f32::NAN],
            [f32::INFINITY, 0.0],
            [1.0e38, 1.0e38],
        ] {
            let mut fixture = fixture.clone();
            let why = (entry.call)(&mut fixture, &[c, s]).expect_err("this is not a rotation");
            assert!(why.contains("rotation"), "{}: {why}", entry.function);
            assert!(
                fixture.text() == before,
                "{}({c}, {s}) was refused but changed the world",
                entry.function
            );
        }
        // Rounding of a rotation is accepted; it is normalized.
        let mut fixture = fixture.clone();
        (entry.call)(&mut fixture, &[0.600_03, 0.800_04])
            .unwrap_or_else(|why| panic!("{}: {why}", entry.function));
        fixture.assert_sound(entry.function);
    }
}

#[test]
fn bad_counts_are_rejected_by_name() {
    let with = |change: fn(&mut WorldConfig)| {
        let mut config = WorldConfig::default();
        change(&mut config);
        World::new(config).map(drop).map_err(|error| error.to_string())
    };
    for (name, change) in [
        ("sub_steps", (|config| config.sub_steps = 0) as fn(&mut WorldConfig)),
        ("sub_steps", |config| config.sub_steps = 65),
        ("sub_steps", |config| config.sub_steps = u32::MAX),
        ("threads", |config| config.threads = 0),
        ("threads", |config| config.threads = 65),
        ("threads", |config| config.threads = usize::MAX),
    ] {
        let why = with(change).expect_err("out of range");
        assert!(why.contains(name), "{why}");
    }
    assert_eq!(with(|config| (config.sub_steps, config.threads) = (64, 64)), Ok(()));
    let mut fixture = Fixture::new();
    let before = fixture.text();
    for threads in [0, 65, usize::MAX] {
        let why = fixture.world.set_threads(threads).expect_err("out of range").to_string();
        assert!(why.contains("threads"), "{why}");
    }
    for sub_steps in [0, 65, u32::MAX] {
        let why = fixture.world.set_sub_steps(sub_steps).expect_err("out of range").to_string();
        assert!(why.contains("sub_steps"), "{why}");
    }
    for lanes in LaneLevel::ALL.into_iter().filter(|lanes| !lanes.is_available()) {
        let why = fixture.world.set_lanes(lanes).expect_err("not of this machine").to_string();
        assert!(why.contains(lanes.name()), "{why}");
    }
    for (name, capacity) in [
        ("bodies", Capacity { bodies: u32::MAX, ..Capacity::default() }),
        ("sensor_overlaps", Capacity { sensor_overlaps: (1 << 22) + 1, ..Capacity::default() }),
        ("fields", Capacity { fields: (1 << 22) + 1, ..Capacity::default() }),
        ("hits", Capacity { hits: (1 << 22) + 1, ..Capacity::default() }),
        ("bullet_pairs", Capacity { bullet_pairs: u32::MAX, ..Capacity::default() }),
        ("contacts", Capacity { contacts: (1 << 22) + 1, ..Capacity::default() }),
    ] {
        let why = fixture.world.reserve(capacity).expect_err("out of range").to_string();
        assert!(why.contains(name), "{why}");
    }
    assert!(fixture.text() == before);
    // A limit of 0 steps acts as 1, because such a clock would never advance.
    let mut clock = FixedClock::hz(60.0).expect("valid").max_steps(0);
    assert_eq!(clock.advance(0.02), Ok(1));
}

#[test]
fn shapes_of_too_few_or_bad_points_are_rejected() {
    let line: Vec<Vec2> = (0..5).map(|i| Vec2::new(i as f32, 2.0 * i as f32)).collect();
    let bad = Vec2::new(1.0, f32::NAN);
    assert!(
        Polygon::new(&line).is_err()
            && Polygon::new(&line[..2]).is_err()
            && Polygon::new(&line[..0]).is_err()
    );
    for value in [f32::NAN, f32::INFINITY, 1.0e38] {
        let why = Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, value]]).expect_err("a bad point").to_string();
        assert!(why.contains("point 2") && why.contains(&value.to_string()), "{why}");
        assert!(Polygon::regular(5, value).is_err());
        let why = Chain::open(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, value]])
            .expect_err("a bad point")
            .to_string();
        assert!(why.contains("point 3") && why.contains(&value.to_string()), "{why}");
    }
    assert!(Polygon::regular(2, 1.0).is_err() && Polygon::regular(usize::MAX, 1.0).is_err());
    assert!(Chain::closed(&[Vec2::ZERO, Vec2::X]).is_err() && Chain::open(&line[..0]).is_err());
    assert!(Chain::open(&[Vec2::ZERO, Vec2::ZERO, Vec2::X, Vec2::Y]).is_err(), "two points in one place");
    assert!(Chain::closed(&[Vec2::ZERO, Vec2::X, Vec2::Y, bad]).is_err());
}
