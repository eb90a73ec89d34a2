//! Hosts that set another rounding mode or flush subnormal numbers: the same bits, and the host's modes are
//! left as they were.
//!
//! The random calls of the fuzzer are made again under such hosts too (`tests/fuzz/recording.rs`), and
//! scenes and queries have their turn in `tests/float_modes.rs` of the scenes.

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, StandardFloats, TaskSystem};

use crate::harness::{DT, add_floor};
use crate::host_floats::{self, MODES, Mode};

/// Lent threads whose floating-point modes were changed.
#[derive(Debug)]
struct Foreign(Mode);

impl TaskSystem for Foreign {
    fn thread_count(&self) -> usize {
        3
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    host_floats::change(self.0);
                    work();
                });
            }
            work();
        });
    }
}

/// Enough boxes and balls for threads to have work.
fn heap(config: WorldConfig) -> World {
    let mut world = World::new(config).expect("the settings are valid");
    add_floor(&mut world);
    for index in 0..1500 {
        let at =
            [(index % 50) as f32 * 1.1 - 27.0 + 0.03 * (index % 7) as f32, 0.6 + (index / 50) as f32 * 1.1];
        let body = Body::dynamic().at(at);
        let body = if index % 3 == 0 { body.with(Circle::new(0.5)) } else { body.with(Rect::half(0.5, 0.5)) };
        world.spawn(body).expect("the body is valid");
    }
    world
}

fn hash_after(world: &World, steps: u32) -> u64 {
    let mut world = world.clone();
    for _ in 0..steps {
        world.step(DT).expect("the step length is valid");
    }
    world.hash()
}

#[test]
fn threads_in_any_host_float_mode_give_the_same_bits() {
    const STEPS: u32 = 25;
    let heap = heap(WorldConfig::default());
    let standard = hash_after(&heap, STEPS);
    for &mode in MODES {
        // Own threads are begun on a changed thread and have its modes.
        let mut own = heap.clone();
        own.set_threads(3).expect("a valid number");
        let found = host_floats::with(mode, || hash_after(&own, STEPS));
        assert_eq!(found, standard, "own threads, {}", mode.0);
        let mut lent = heap.clone();
        lent.set_task_system(Foreign(mode));
        assert_eq!(hash_after(&lent, STEPS), standard, "lent threads, {}", mode.0);
    }
}

#[test]
fn shapes_have_the_same_bits_in_any_host_float_mode() {
    let points: Vec<Vec2> =
        (0..40).map(|n| Vec2::new((n * n % 17) as f32 * 0.37, (n * 7 % 23) as f32 * 0.41)).collect();
    let make = || {
        let shapes = [
            Shape::from(Polygon::new(&points).unwrap()),
            Polygon::regular(7, 1.3).unwrap().into(),
            Polygon::ellipse(12, 1.7, 0.9).unwrap().into(),
            Rect::half(0.7, 0.3).rotated(0.7).into(),
        ];
        let text: Vec<String> =
            shapes.iter().map(|shape| format!("{shape:?} {:?}", shape.mass(1.1))).collect();
        (text, format!("{:?}", cairn2d::Chain::open(&points)), format!("{:?}", Body::dynamic().rotated(0.7)))
    };
    let standard = make();
    for &mode in MODES {
        assert_eq!(host_floats::with(mode, make), standard, "{}", mode.0);
    }
}

#[test]
fn tested_float_modes_change_plain_arithmetic() {
    let third = |one: f32, three: f32| core::hint::black_box(one) / core::hint::black_box(three);
    let found: Vec<u32> = MODES
        .iter()
        .map(|&mode| host_floats::with(mode, || (third(1.0, 3.0) - third(-2.0, -3.0)).to_bits()))
        .collect();
    assert!(MODES.is_empty() || found.iter().any(|&bits| bits != found[0]), "{found:?}");
    for &mode in MODES {
        assert!(!host_floats::with(mode, StandardFloats::hold), "{}", mode.0);
    }
}

/// Signed zeros and subnormal numbers as input: the same world whatever the lanes and the host.
#[test]
fn signed_zeros_and_subnormal_numbers_are_accepted() {
    let tiny = [0.0, -0.0, f32::from_bits(1), -f32::from_bits(7), 1.0e-40, -f32::MIN_POSITIVE];
    let run = |lanes: LaneLevel| {
        let mut config = WorldConfig::with_gravity([-0.0, -9.8]);
        config.lanes = lanes;
        let mut world = World::new(config).expect("the settings are valid");
        add_floor(&mut world);
        let mut ids = Vec::new();
        for (n, &a) in tiny.iter().enumerate() {
            for &b in &tiny {
                let body = Body::dynamic().at([a, 0.5 + n as f32]).velocity([b, a]).angular_velocity(b);
                let shape =
                    if n % 2 == 0 { Shape::from(Circle::new(0.5)) } else { Rect::half(0.5, 0.5).into() };
                ids.push(world.spawn(body.with(shape)).expect("the body is valid"));
            }
        }
        for step in 0..120 {
            let mut body = world.body_mut(ids[step % ids.len()]).expect("it is there");
            body.apply_force([tiny[step % 6], tiny[step % 5]]).expect("a finite force");
            body.apply_angular_impulse(tiny[step % 4]).expect("a finite impulse");
            world.step(DT).expect("the step length is valid");
        }
        world.hash()
    };
    let standard = run(LaneLevel::Scalar);
    for lanes in LaneLevel::available() {
        assert_eq!(run(lanes), standard, "{lanes}");
        for &mode in MODES {
            // Numbers of the test itself are made before, or are exact in every mode.
            assert_eq!(host_floats::with(mode, || run(lanes)), standard, "{lanes}, {}", mode.0);
        }
    }
}
