//! Joints between any two bodies: rejected with a named error, or valid.

use cairn2d::prelude::*;
use cairn2d::{ConstraintRow, JointDef, JointEnds, JointError, Mass};

use crate::harness::{DT, sleepless};

/// One joint of every type with the largest strengths.
fn every_type(a: BodyId, b: BodyId) -> Vec<JointDef> {
    let rows = |ends: &JointEnds| [Some(ConstraintRow::offset(ends, [1.0, 0.0])), None, None];
    vec![
        Revolute::new(a, b).limits(-0.2, 0.2).motor(1.0e6, 1.0e15).into(),
        Distance::new(a, b).spring(1.0e6, 1.0).limits(0.1, 0.2).into(),
        Prismatic::new(a, b).limits(0.0, 0.1).motor(1.0e6, 1.0e15).into(),
        Wheel::new(a, b).spring(100.0, 0.0).motor(1.0e6, 1.0e15).into(),
        Slot::new(a, b).limits(-0.1, 0.0).into(),
        Weld::new(a, b).into(),
        Drive::friction(a, b, 1.0e15, 1.0e15).into(),
        Grab::new(b, [3.0, 9.0]).spring(1.0e3, 0.0).into(),
        Filter::new(a, b).into(),
        Rotary::new(a, b).limits(0.1, 0.2).motor(1.0e6, 1.0e15).into(),
        Gear::new(a, b, 1.0e3).into(),
        Rack::new(a, b, 1.0e3).into(),
        Pulley::new(a, b, [0.0, 9.0], [3.0, 9.0]).into(),
        Custom::new(a, b, rows).into(),
    ]
}

/// Unusual bodies, two of each kind so that each is joined with its own kind, and an ordinary one.
fn odd_bodies(world: &mut World) -> Vec<(&'static str, BodyId)> {
    let box_of = |body: Body| body.with(Rect::half(0.5, 0.5));
    let locked = Locks { x: true, y: true, rotation: true };
    let huge = Mass { mass: 1.0e30, center: Vec2::ZERO, inertia: 1.0e30 };
    let none = Mass { mass: 0.0, center: Vec2::ZERO, inertia: 0.0 };
    let kinds: [(&str, Body); 10] = [
        ("static", box_of(Body::fixed())),
        ("kinematic", box_of(Body::kinematic())),
        ("kinematic on its way", box_of(Body::kinematic().velocity([3.0, 0.0]))),
        ("dynamic", box_of(Body::dynamic())),
        ("disabled", box_of(Body::dynamic()).disabled()),
        ("asleep", box_of(Body::dynamic()).asleep()),
        ("without shapes", Body::dynamic()),
        ("locked", box_of(Body::dynamic()).locks(locked)),
        ("of huge mass", box_of(Body::dynamic()).mass(huge)),
        ("without mass", box_of(Body::dynamic()).mass(none)),
    ];
    let mut bodies = Vec::new();
    for (index, (kind, body)) in kinds.into_iter().enumerate() {
        for twin in 0..2 {
            let at = [2.0 * index as f32, 1.5 * twin as f32];
            bodies.push((kind, world.spawn(body.clone().at(at)).expect("it is valid")));
        }
    }
    bodies
}

#[test]
fn joints_between_any_two_bodies_are_valid_or_rejected() {
    let mut active = 0;
    for first in 0..20 {
        for second in 0..20 {
            let mut world = sleepless();
            world.set_sleeping(true);
            let bodies = odd_bodies(&mut world);
            let ([kind_a, kind_b], [a, b]) =
                ([bodies[first].0, bodies[second].0], [bodies[first].1, bodies[second].1]);
            // The last are duplicates of the first: enough to join each kind with itself and with every
            // other.
            if second % 2 == 0 && first != second {
                continue;
            }
            for def in every_type(a, b) {
                let what = format!("{:?} of a body {kind_a} and one {kind_b}", def.kind());
                let before = format!("{world:?}");
                match world.join(def) {
                    Ok(joint) => {
                        let joint = world.joint(joint).expect("it was just made");
                        let moves = [a, b]
                            .iter()
                            .any(|&id| world.body(id).is_some_and(|body| body.kind() == BodyKind::Dynamic));
                        assert!(moves || !joint.is_active(), "{what}: nothing can move");
                        active += u32::from(joint.is_active());
                    }
                    Err(error) => {
                        let same = matches!(error, JointError::SameBody(id) if id == a);
                        assert!(same && first == second, "{what}: {error}");
                        assert!(format!("{world:?}") == before, "{what} was refused but changed the world");
                    }
                }
            }
            for step in 0..12 {
                world.step(DT).expect("the length is valid");
                world.validate().unwrap_or_else(|why| panic!("{kind_a}, {kind_b}, step {step}: {why}"));
            }
            for &(kind, id) in &bodies {
                let body = world.body(id).expect("it is there");
                let finite = body.pose().is_valid() && body.velocity().is_finite();
                assert!(finite, "{kind} with {kind_a} and {kind_b}: {:?}", body.pose());
            }
            let locked = &bodies[14];
            assert_eq!(locked.0, "locked");
            let at = world.body(locked.1).expect("it is there").position();
            assert!(at == vec2(14.0, 0.0), "a locked body was moved to {at:?}");
            world.despawn(a).expect("it is there");
            world.validate().expect("it is sound");
            assert!(second == first || world.counts().joints <= 1, "all but the grab went with their body");
        }
    }
    assert!(active > 1000, "only {active} joints acted");
}
