//! Callbacks that panic outside of steps: in queries, drawing, characters, restore and replay. The objects
//! stay unchanged, and the next call has its usual result.

use core::cell::Cell;
use core::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cairn2d::debug_draw::{Canvas, DebugDraw, DrawOptions, Ink, Look, Mark};
use cairn2d::mover::{Character, CharacterConfig, CharacterInput, Response, Surroundings};
use cairn2d::prelude::*;
use cairn2d::{
    Area, CallChecks, CallError, CallReader, ConstraintRow, CustomConstraint, Functions, JointEnds,
    PairFilter, PreSolve, ShapeCast,
};

use super::callbacks::theatre;
use crate::harness::{DT, run, sleepless};

/// Queries with a callback, each as a function from a world to its results.
type Asks = fn(&World, &dyn Fn(ShapeId)) -> String;

fn queries() -> Vec<(&'static str, Asks)> {
    fn filtered<R: core::fmt::Debug>(visit: &dyn Fn(ShapeId), ask: impl Fn(QueryFilter<'_>) -> R) -> String {
        let predicate = |shape| {
            visit(shape);
            true
        };
        format!("{:?}", ask(QueryFilter::all().only(&predicate)))
    }
    fn collected(ask: impl FnOnce(&mut dyn FnMut(ShapeId))) -> String {
        let mut found = Vec::new();
        ask(&mut |shape| found.push(shape));
        format!("{found:?}")
    }
    const ON: ControlFlow<()> = ControlFlow::Continue(());
    vec![
        ("cast_ray", |w, v| filtered(v, |f| w.cast_ray(Ray::new([-9.0, 0.4], [30.0, 0.0]), f))),
        ("cast_ray_any", |w, v| filtered(v, |f| w.cast_ray_any(Ray::new([-9.0, 0.4], [30.0, 0.0]), f))),
        ("nearest", |w, v| filtered(v, |f| w.nearest([0.0, 3.0], 9.0, f))),
        ("cast_shape", |w, v| {
            let ball = Circle::new(0.3).into();
            filtered(v, |f| w.cast_shape(&ball, Pose::from_position(vec2(-9.0, 0.4)), [30.0, 0.0], f))
        }),
        ("cast_ray_all", |w, v| {
            collected(|see| {
                w.cast_ray_all(Ray::new([-9.0, 0.4], [30.0, 0.0]), QueryFilter::all(), |hit| {
                    v(hit.shape);
                    see(hit.shape);
                    1.0
                })
                .expect("it is valid");
            })
        }),
        ("cast_shape_all", |w, v| {
            collected(|see| {
                let ball = Circle::new(0.3).into();
                let cast = ShapeCast::new(&ball, Pose::from_position(vec2(-9.0, 0.4)), [30.0, 0.0]);
                w.cast_shape_all(&cast, QueryFilter::all(), |hit| {
                    v(hit.shape);
                    see(hit.shape);
                    1.0
                })
                .expect("it is valid");
            })
        }),
        ("overlap_box", |w, v| {
            collected(|see| {
                let area = Aabb { min: vec2(-9.0, -1.0), max: vec2(9.0, 3.0) };
                w.overlap_box(area, QueryFilter::all(), |shape| {
                    v(shape);
                    see(shape);
                    ON
                })
                .expect("it is valid");
            })
        }),
        ("overlap_shape", |w, v| {
            collected(|see| {
                let area = Rect::half(9.0, 2.0).into();
                w.overlap_shape(&area, Pose::IDENTITY, QueryFilter::all(), |shape| {
                    v(shape);
                    see(shape);
                    ON
                })
                .expect("it is valid");
            })
        }),
        ("nearest_all", |w, v| {
            collected(|see| {
                w.nearest_all([0.0, 1.0], 9.0, QueryFilter::all(), |near| {
                    v(near.shape);
                    see(near.shape);
                    ON
                })
                .expect("it is valid");
            })
        }),
    ]
}

#[test]
fn panicking_query_callback_leaves_no_state_behind() {
    let (mut world, _) = theatre();
    run(&mut world, 6);
    let before = world.hash();
    for (name, ask) in queries() {
        let calls = Cell::new(0);
        let answer = ask(&world, &|_| calls.set(calls.get() + 1));
        assert!(calls.get() > 0, "{name} asked {} times", calls.get());
        for unlucky in 0..calls.get() {
            let left = Cell::new(unlucky);
            let panics = catch_unwind(AssertUnwindSafe(|| {
                ask(&world, &|_| {
                    assert!(left.get() > 0, "as planned");
                    left.set(left.get() - 1);
                })
            }));
            assert!(panics.is_err(), "{name}, call {unlucky}");
            assert_eq!(ask(&world, &|_| ()), answer, "{name} after a panic in call {unlucky}");
        }
    }
    assert_eq!(world.hash(), before);
    world.validate().expect("the world is sound");
}

/// A canvas that panics at one of its calls.
struct Brittle(usize);

impl Brittle {
    fn call(&mut self) {
        assert!(self.0 > 0, "as planned");
        self.0 -= 1;
    }
}

impl Canvas for Brittle {
    fn shape(&mut self, _shape: &Shape, _pose: Pose, _look: &Look) {
        self.call();
    }
    fn line(&mut self, _a: Vec2, _b: Vec2, _ink: Ink) {
        self.call();
    }
    fn circle(&mut self, _center: Vec2, _radius: f32, _ink: Ink) {
        self.call();
    }
    fn mark(&mut self, _at: Vec2, _mark: Mark, _size: f32, _direction: Vec2, _ink: Ink) {
        self.call();
    }
    fn area(&mut self, _area: &Area, _ink: Ink) {
        self.call();
    }
}

#[test]
fn panicking_canvas_breaks_neither_world_nor_drawing() {
    let (mut world, _) = theatre();
    run(&mut world, 6);
    let before = world.hash();
    let mut options = DrawOptions::default();
    (options.contacts, options.normals, options.joints) = (true, true, true);
    let mut draw = DebugDraw::default();
    let mut whole = Brittle(10_000);
    draw.draw(&world, &options, &mut whole);
    let calls = 10_000 - whole.0;
    assert!(calls > 15, "{calls}");
    for unlucky in 0..calls {
        let panics = catch_unwind(AssertUnwindSafe(|| draw.draw(&world, &options, &mut Brittle(unlucky))));
        assert!(panics.is_err());
        let mut again = Brittle(10_000);
        draw.draw(&world, &options, &mut again);
        assert_eq!(10_000 - again.0, calls);
    }
    assert_eq!(world.hash(), before);
}

#[test]
fn character_continues_after_a_panicking_callback() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]))).expect("it is valid");
    world.spawn(Body::dynamic().at([1.0, 0.3]).with(Rect::half(0.3, 0.3))).expect("it is valid");
    run(&mut world, 10);
    let walk = |unlucky: usize| {
        let capsule = Capsule::vertical(0.5, 0.3);
        let mut hero = Character::new(capsule, [0.0, 0.9], CharacterConfig::default()).expect("it is valid");
        let (calls, mut panics) = (Cell::new(0), 0);
        let response = |_| {
            calls.set(calls.get() + 1);
            assert!(calls.get() != unlucky, "as planned");
            Response::Solid
        };
        for _ in 0..60 {
            let around = Surroundings::of(&world).response(&response);
            let step = AssertUnwindSafe(|| hero.update(&around, CharacterInput::walk(2.0), DT));
            match catch_unwind(step) {
                Ok(result) => result.expect("it is valid"),
                Err(_) => panics += 1,
            }
            assert!(hero.position().is_finite() && hero.velocity().is_finite());
            assert!(hero.position().y > 0.7, "it never sinks into the floor: {:?}", hero.position());
        }
        (calls.get(), panics, hero.position())
    };
    let (calls, _, end) = walk(usize::MAX);
    assert!(calls > 60, "{calls}");
    for unlucky in (1..calls).step_by(7) {
        let (_, panics, at) = walk(unlucky);
        assert_eq!(panics, 1);
        // At most one step of motion may be lost.
        assert!((at - end).length() < 0.1, "call {unlucky}: {at:?}, not {end:?}");
    }
}

/// Provides callbacks at replay, and panics for one of them.
struct Fickle {
    panics: bool,
}

impl Functions for Fickle {
    fn pair_filter(&self, _index: u32) -> Option<Arc<PairFilter>> {
        assert!(!self.panics, "as planned");
        Some(Arc::new(|_| true))
    }

    fn pre_solve(&self, _index: u32) -> Option<Arc<PreSolve>> {
        assert!(!self.panics, "as planned");
        Some(Arc::new(|contact| contact.response))
    }
}

#[test]
fn missing_callbacks_at_replay_leave_a_valid_world() {
    let (mut original, _) = theatre();
    original.record_calls(Some(CallChecks::default()));
    original.clear_pre_solve();
    original.set_pre_solve(|contact| contact.response);
    run(&mut original, 2);
    let mut calls = Vec::new();
    original.take_calls(&mut calls);
    for panics in [true, false] {
        let (mut world, _) = theatre();
        let fickle = Fickle { panics };
        let mut reader = CallReader::new(&calls, &fickle);
        let follow = |reader: &mut CallReader<'_>, world: &mut World| -> Result<(), CallError> {
            while world.apply_call(reader)?.is_some() {}
            Ok(())
        };
        let ended = catch_unwind(AssertUnwindSafe(|| follow(&mut reader, &mut world)));
        assert_eq!(ended.is_err(), panics);
        run(&mut world, 5);
    }
}

#[test]
fn restore_with_a_panicking_callback_changes_nothing() {
    struct Free;
    impl CustomConstraint for Free {
        fn rows(&self, _ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
            [None; 3]
        }
    }
    let (mut world, _) = theatre();
    run(&mut world, 4);
    let bytes = world.snapshot();
    let joint = world.joints().next().expect("there is one");
    world.unjoin(joint).expect("it is there");
    run(&mut world, 4);
    let before = world.snapshot();
    let panics = catch_unwind(AssertUnwindSafe(|| world.restore_with(&bytes, &|_| panic!("as planned"))));
    assert!(panics.is_err());
    assert_eq!(world.snapshot(), before);
    world.restore_with(&bytes, &|_| Some(Arc::new(Free))).expect("now it can");
    assert_eq!(world.snapshot(), bytes);
    run(&mut world, 4);
}
