//! Test: whatever a snapshot accepts, its own snapshot gives the same state again, hidden fields included.
//!
//! The states are compared field by field, not by a hash of later steps: a field that the reader accepts and
//! the writer drops is found by one mutation, whether or not a step reads it.

use cairn2d_geometry::{Capsule, Circle, Polygon, Rect};
use cairn2d_math::vec2;

use super::*;
use crate::{
    Area, Attractor, Body, ContactSoftness, Custom, Distance, Drive, Field, Gear, Grab, Gravity, IntoShape,
    JointEnds, Material, OneWay, Prismatic, Pulley, Revolute, Rotary, TimeFlow, Weld, Wheel, World,
    WorldConfig,
};

const DT: f32 = 1.0 / 60.0;

/// A small world with every kind of object and every optional column.
fn varied(config: WorldConfig) -> World {
    let mut world = World::new(config).expect("the settings are valid");
    let mut sticky = Material { friction: 0.3, static_friction: Some(0.9), ..Material::default() };
    (sticky.softness, sticky.rolling_resistance) = (Some(ContactSoftness::new(20.0, 1.0)), 0.1);
    let floor = Body::fixed()
        .with(Rect::half(20.0, 0.5).at([0.0, -0.5]).material(sticky))
        .with(Rect::half(1.0, 1.0).at([21.0, 0.5]).restitution(0.9));
    let floor = world.spawn(floor).expect("it is valid");
    let mut add = |body: Body| world.spawn(body).expect("it is valid");
    let boxes = [0.0, 1.0, 2.0].map(|y| {
        add(Body::dynamic().at([-3.0, 0.5 + y]).with(Rect::square(1.0).report_hits_above(0.5)).user_data(7))
    });
    let ball = add(Body::dynamic().at([0.0, 0.45]).with(Circle::new(0.5).restitution(0.8).hooked()).bullet());
    let regular = Polygon::regular(7, 0.5).expect("it is convex");
    let other = add(Body::dynamic().at([2.0, 0.4]).with(regular).dominance(3).time_scale(0.5));
    add(Body::kinematic().at([5.0, 0.2]).with(Rect::half(1.0, 0.1).one_way(OneWay::UP)).velocity([0.5, 0.0]));
    add(Body::dynamic().at([5.2, 0.2]).with(Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.2)).velocity([0.0, 2.0]));
    add(Body::dynamic().at([9.0, 0.5]).with(Rect::square(1.0)).asleep());
    add(Body::dynamic().at([12.0, 0.5]).with(Rect::square(1.0)).disabled());
    add(Body::fixed().at([-3.0, 1.0]).with(Rect::square(2.0).sensor()));
    let gone = add(Body::dynamic().at([30.0, 0.5]).with(Rect::square(1.0)));
    let parts = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
        .map(|x| add(Body::dynamic().at([x, 8.0]).with(Circle::new(0.3))));
    let [a, b, c, d, e, f, g, h] = parts;
    let row = |_: &JointEnds| [None, None, None];
    world
        .join(Revolute::new(floor, a).at([0.0, 8.5]).limits(-1.0, 1.0).break_at(900.0, None))
        .expect("valid");
    world.join(Revolute::new(a, b).at([0.5, 8.0])).expect("valid");
    world.join(Distance::new(b, c).spring(3.0, 0.4).limits(0.5, 2.0)).expect("valid");
    world.join(Prismatic::new(floor, d).motor(1.0, 50.0)).expect("valid");
    world.join(Weld::new(d, e).angular_spring(4.0, 0.5)).expect("valid");
    world.join(Wheel::new(e, f).spring(4.0, 0.7).motor(2.0, 9.0)).expect("valid");
    world.join(Drive::new(floor, g).velocity([1.0, 0.0], 9.0).spin(1.0, 2.0)).expect("valid");
    world.join(Rotary::new(g, h).ratchet(0.5, 0.1)).expect("valid");
    world.join(Gear::new(f, g, 2.0)).expect("valid");
    world.join(Pulley::new(ball, other, [0.0, 20.0], [2.0, 20.0]).slack()).expect("valid");
    world.join(Custom::new(c, h, row)).expect("valid");
    world.join(Grab::new(h, [7.0, 8.2]).max_force(50.0)).expect("valid");
    let area = Area::rect([-5.0, -5.0], [5.0, 5.0]);
    world.add_field(Field::new(area, Gravity::new([0.0, -9.0])).priority(2)).expect("valid");
    world
        .add_field(Field::new(Area::circle([0.0, 0.0], 6.0), Attractor::new([0.0, 9.0], 2.0)))
        .expect("valid");
    world.add_field(Field::new(Area::rect([1.0, 0.0], [3.0, 9.0]), TimeFlow::new(0.7))).expect("valid");
    let gone_field = world.add_field(Field::new(Area::Everywhere, Gravity::new([1.0, 0.0]))).expect("valid");
    (0..12).for_each(|_| assert!(world.step(DT).is_ok()));
    world.remove_field(gone_field).expect("it exists");
    world.despawn(gone).expect("it exists");
    world.body_mut(boxes[2]).expect("it exists").apply_force(vec2(3.0, 1.0)).expect("valid");
    world.body_mut(ball).expect("it exists").set_position([0.1, 0.45]).expect("valid");
    world.spawn(Body::fixed().at([40.0, 0.0]).with(Rect::square(1.0))).expect("valid");
    world
}

/// Reads the bytes of a snapshot without its header into a new state.
fn read(bytes: &[u8]) -> Option<State> {
    let mut state = State::new(WorldConfig::default());
    let constraint: Arc<dyn CustomConstraint> = Arc::new(|_: &crate::JointEnds| [None, None, None]);
    struct Given(Arc<dyn CustomConstraint>);
    impl Functions for Given {
        fn constraint_of(&self, _: JointId) -> Option<Arc<dyn CustomConstraint>> {
            Some(Arc::clone(&self.0))
        }
    }
    state.read_all(Reader::of_snapshot(bytes), &Given(constraint)).ok()?;
    Some(state)
}

fn written(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::of_snapshot(&mut bytes);
    state.write_all(&mut writer);
    writer.pad(0);
    bytes
}

/// The texts of both states around their first difference.
fn difference(first: &State, second: &State) -> Option<String> {
    let [first, second] = [first, second].map(|state| format!("{state:?}"));
    let same = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    if same == first.len() && same == second.len() {
        return None;
    }
    let part = |text: &str| text.chars().skip(same.saturating_sub(300)).take(400).collect::<String>();
    Some(format!("{}\n  instead of\n{}", part(&second), part(&first)))
}

/// Words that replace those of a snapshot.
const WORDS: [u32; 8] = [0, 1, 1 << 31, 0x3f80_0000, 0xbf00_0000, 0x7f7f_ffff, 1 << 20, u32::MAX];

/// One in so many mutations is tried. A run with all of them (1) takes three minutes.
const EVERY: usize = 61;

/// Reads mutations of a world's snapshot. Returns how many were tried, and how many accepted.
fn check(world: &World) -> [usize; 2] {
    let bytes = written(&world.state);
    let (mut tried, mut accepted, mut number) = (0, 0, 0);
    for at in 0..bytes.len() {
        let end = bytes.len().min(at + 4);
        let words = WORDS.iter().map(|word| {
            let mut mutated = bytes.clone();
            mutated[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
            mutated
        });
        let bits = (0..8).map(|bit| {
            let mut mutated = bytes.clone();
            mutated[at] ^= 1 << bit;
            mutated
        });
        for mutated in words.chain(bits) {
            number += 1;
            if number % EVERY != 0 {
                continue;
            }
            tried += 1;
            let Some(state) = read(&mutated) else { continue };
            accepted += 1;
            let again = read(&written(&state)).expect("what was written is accepted");
            if let Some(what) = difference(&state, &again) {
                panic!("with {:x?} for {:x?} at {at}: {what}", &mutated[at..end], &bytes[at..end]);
            }
        }
    }
    [tried, accepted]
}

#[test]
fn a_restored_state_is_written_as_it_was_read() {
    let mut config = WorldConfig::default();
    for large in [false, true] {
        (config.large_world, config.layered_sleep) = (large, large);
        let [tried, accepted] = check(&varied(config.clone()));
        // Mutations that are all accepted or all rejected test little.
        assert!(tried > 1_000 && (tried / 4..3 * tried / 4).contains(&accepted), "{accepted} of {tried}");
    }
}
