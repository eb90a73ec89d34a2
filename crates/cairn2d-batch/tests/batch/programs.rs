//! Programs against a naive loop over single worlds, and errors of bad ones.

use cairn2d::prelude::*;
use cairn2d_batch::{
    AutoReset, Batch, BatchConfig, BatchError, Definition, DefinitionError, Effect, Expr, Fault, Place,
};

use crate::{DT, Walker, walker, walker_definition};

/// The walker's program as plain code over one world, without randomness.
#[test]
fn program_equals_plain_code_over_a_single_world() {
    let Walker { world, torso, foot, hinge, .. } = walker();
    let mut def = Definition::new(world.clone(), DT);
    let swing = def.action(-1.0, 1.0);
    let lift = def.action(-1.0, 1.0);
    let [last, gain] = [def.variable(0.5), def.variable(0.0)];
    def.frame_skip = 3;
    def.act = vec![
        Effect::Motor(hinge, [swing.clone() * 4.0, 20.0.into()]),
        Effect::ForceAt(torso, [0.0.into(), lift.clone() * 30.0], [Expr::x(torso) + 0.1, Expr::y(torso)]),
        Effect::Impulse(foot, [0.01.into(), 0.0.into()]).when(lift.above(0.5)),
        Effect::AngularImpulse(torso, swing.clone() * 0.01),
    ];
    def.after =
        vec![Effect::Set(gain, Expr::x(torso) - Expr::variable(last)), Effect::Set(last, Expr::x(torso))];
    def.observe = vec![
        (Expr::x(torso) / 3.0).tanh(),
        Expr::angle(torso).sin() + Expr::cos_angle(foot),
        Expr::joint_angle(hinge) * Expr::joint_angular_speed(hinge),
        Expr::touching(foot).select(Expr::velocity_y(foot), -1.0),
        Expr::ray([Expr::x(foot), Expr::y(foot)], [2.0.into(), (-2.0).into()], foot),
        Expr::mass(torso).sqrt(),
        Expr::y(torso).atan2(Expr::x(torso)),
    ];
    def.reward = Expr::variable(gain) * 100.0 - swing.abs();
    def.terminated = Expr::touched(torso);
    let config = BatchConfig::new(3).auto_reset(AutoReset::Disabled);
    let mut batch = Batch::new(&def, config).unwrap();

    let mut naive = [world.clone(), world.clone(), world];
    // The reset runs `after` once.
    let mut lasts = [0.0_f32; 3];
    let mut touches = 0;
    for step in 0..200_u64 {
        let actions: Vec<f32> = (0..6).map(|at| crate::action(at / 2, step, at % 2)).collect();
        batch.step(&actions).unwrap();
        for (index, world) in naive.iter_mut().enumerate() {
            let [swing, lift] = [0, 1].map(|at| actions[2 * index + at].clamp(-1.0, 1.0));
            let mut touched = false;
            for _ in 0..3 {
                let motor = Motor { speed: swing * 4.0, strength: 20.0 };
                world.joint_mut(hinge).unwrap().set_motor(motor).unwrap();
                let mut body = world.body_mut(torso).unwrap();
                let at = body.position() + vec2(0.1, 0.0);
                body.apply_force_at([0.0, lift * 30.0], at).unwrap();
                if lift > 0.5 {
                    world.body_mut(foot).unwrap().apply_impulse([0.01, 0.0]).unwrap();
                }
                world.body_mut(torso).unwrap().apply_angular_impulse(swing * 0.01).unwrap();
                world.step(DT).unwrap();
                let begins = world.events().begins();
                touched |= begins.iter().any(|event| event.a.body == torso || event.b.body == torso);
            }
            let (body, leg) = (world.body(torso).unwrap(), world.body(foot).unwrap());
            let joint = world.joint(hinge).unwrap();
            let gain = body.position().x - lasts[index];
            lasts[index] = body.position().x;
            let down = leg.contacts().any(|id| world.contact(id).unwrap().is_touching());
            let ray = Ray::new(leg.position(), [2.0, -2.0]);
            let hit = world.cast_ray(ray, QueryFilter::all().ignore(foot)).unwrap();
            let exact = [
                cairn2d::math::sin(body.angle()) + leg.rotation().c,
                joint.angle() * joint.angular_speed(),
                if down { leg.velocity().y } else { -1.0 },
                hit.map_or(1.0, |hit| hit.fraction),
                body.mass().mass.sqrt(),
                cairn2d::math::atan2(body.position().y, body.position().x),
            ];
            let row = &batch.observations()[7 * index..7 * (index + 1)];
            assert!((row[0] - (body.position().x / 3.0).tanh()).abs() < 1.0e-6);
            assert_eq!(row[1..], exact, "world {index}, step {step}");
            assert_eq!(batch.rewards()[index], gain * 100.0 - swing.abs());
            assert_eq!(batch.terminated()[index] != 0, touched);
            assert_eq!(batch.world(index).unwrap().hash(), world.hash());
            touches += u32::from(touched);
        }
    }
    assert!(touches > 0, "the torso never fell");
}

#[test]
fn hyperbolic_tangent_is_that_of_the_platform_within_rounding() {
    let mut def = Definition::new(World::new(WorldConfig::default()).unwrap(), DT);
    let x = def.action(-100.0, 100.0);
    def.observe = vec![x.tanh()];
    let mut batch = Batch::new(&def, BatchConfig::new(4001)).unwrap();
    let numbers: Vec<f32> = (0..4001).map(|i| (i as f32 - 2000.0) * 0.01).collect();
    batch.step(&numbers).unwrap();
    for (result, x) in batch.observations().iter().zip(numbers) {
        assert!((result - f64::from(x).tanh() as f32).abs() < 2.0e-7, "{x}: {result}");
    }
}

#[test]
fn one_draw_is_the_same_number_everywhere_in_a_section() {
    let mut def = Definition::new(World::new(WorldConfig::default()).unwrap(), DT);
    let [first, second] = [def.variable(0.0), def.variable(0.0)];
    let draw = Expr::uniform(0.0, 1.0);
    def.reset =
        vec![Effect::Set(first, draw.clone()), Effect::Set(second, draw.clone() - Expr::variable(first))];
    def.observe = vec![Expr::variable(first), Expr::variable(second), draw - Expr::uniform(0.0, 1.0)];
    let batch = Batch::new(&def, BatchConfig::new(50)).unwrap();
    for row in batch.observations().chunks(3) {
        assert!(row[0] != 0.0 && row[1] == 0.0 && row[2] != 0.0, "{row:?}");
    }
}

fn fault(change: impl FnOnce(&mut Definition, &Walker)) -> String {
    let parts = walker();
    let mut def = Definition::new(parts.world.clone(), DT);
    def.action(-1.0, 1.0);
    change(&mut def, &parts);
    Batch::new(&def, BatchConfig::new(2)).expect_err("the program is bad").to_string()
}

#[test]
fn bad_programs_are_rejected_with_place_and_name() {
    let mut other = walker();
    let gone = other.world.spawn(Body::dynamic()).unwrap();
    let far = Definition::new(other.world.clone(), DT);
    assert!(Batch::new(&far, BatchConfig::new(1)).is_ok());
    let text = fault(|def, _| def.observe = vec![0.0.into(), Expr::x(gone)]);
    assert_eq!(text, format!("observe[1]: {gone} does not exist in the template"));
    let text = fault(|def, _| def.act = vec![Effect::Torque(gone, 0.0.into())]);
    assert_eq!(text, format!("act[0]: {gone} does not exist in the template"));
    let text = fault(|def, _| def.reward = Expr::action(3));
    assert_eq!(text, "reward: action 3 does not exist, there are 1");
    let text = fault(|def, _| def.after = vec![Effect::Set(2, 0.0.into())]);
    assert_eq!(text, "after[0]: variable 2 does not exist, there are 0");
    let text = fault(|def, _| def.terminated = Expr::from(f32::NAN));
    assert!(text.starts_with("terminated: is NaN, it must be from"), "{text}");
    let text = fault(|def, _| def.dt = -1.0);
    assert_eq!(text, "dt: is -1, it must be from 0 to 1");
    let text = fault(|def, _| def.frame_skip = 0);
    assert_eq!(text, "frame_skip: is 0, it must be from 1 to 1024");
    let text = fault(|def, _| def.actions[0] = [1.0, -1.0]);
    assert_eq!(text, format!("actions[0]: is -1, it must be from 1 to {}", f32::MAX));
    let text = fault(|def, _| {
        def.truncated = (0..100_000).fold(Expr::from(1.0), |sum, _| sum + 1.0);
    });
    assert_eq!(text, "truncated: expression is 500 operations deep; use variables");
    let text = fault(|def, parts| def.reset = vec![Effect::Density(parts.floor, (-1.0).into())]);
    assert!(text.starts_with("reset[0]: world 0: ") && text.contains("density is -1"), "{text}");
    let error = Batch::new(&far, BatchConfig::new(0)).expect_err("no worlds");
    assert_eq!(error, BatchError::Worlds(0));
    assert_eq!(Batch::new(&far, BatchConfig::new(1).threads(0)).expect_err("none"), BatchError::Threads(0));
}

#[test]
fn errors_are_typed() {
    let parts = walker();
    let mut def = Definition::new(parts.world, DT);
    def.reward = Expr::action(0);
    let error = Batch::new(&def, BatchConfig::new(2)).expect_err("there is no action");
    let expected = DefinitionError { place: Place::Reward, fault: Fault::Action(0, 0) };
    assert_eq!(error, BatchError::Definition(expected));
}

#[test]
fn bad_calls_change_nothing() {
    let mut batch = Batch::new(&walker_definition(), BatchConfig::new(4)).unwrap();
    let before = (batch.hash(), batch.observations().to_vec());
    assert_eq!(batch.step(&[0.0; 7]), Err(BatchError::Length("actions", 7, 8)));
    let mut actions = [0.0; 8];
    actions[5] = f32::INFINITY;
    assert_eq!(batch.step(&actions), Err(BatchError::Action(2, 1, f32::INFINITY)));
    assert_eq!(batch.reset(Some(&[1; 5])), Err(BatchError::Length("mask", 5, 4)));
    assert_eq!(batch.reset_with_seeds(&[]), Err(BatchError::Length("seeds", 0, 4)));
    assert_eq!((batch.hash(), batch.observations().to_vec()), before);
}

#[test]
fn rejected_numbers_are_counted_and_skipped() {
    let Walker { world, torso, .. } = walker();
    let mut def = Definition::new(world.clone(), DT);
    let push = def.action(-1.0, 1.0);
    def.act = vec![Effect::Impulse(torso, [1.0 / (push.clone() - 0.5), 0.0.into()])];
    def.observe = vec![1.0 / (push - 0.5)];
    let mut batch = Batch::new(&def, BatchConfig::new(2)).unwrap();
    batch.step(&[0.5, 1.0]).unwrap();
    assert_eq!(batch.observations(), [0.0, 2.0]);
    assert_eq!(batch.rejection_count(), 2, "the impulse and the observation of world 0");
    let mut still = world;
    still.step(DT).unwrap();
    assert_eq!(batch.world(0).unwrap().hash(), still.hash());
}

#[test]
fn episodes_end_and_begin_in_each_mode() {
    let mut def = Definition::new(World::new(WorldConfig::default()).unwrap(), DT);
    def.observe = vec![Expr::steps()];
    def.reward = 1.0.into();
    def.limit = Some(3);
    let seen = |auto_reset| {
        let mut batch = Batch::new(&def, BatchConfig::new(1).auto_reset(auto_reset)).unwrap();
        (0..7)
            .map(|_| {
                batch.step(&[]).unwrap();
                (batch.observations()[0], batch.rewards()[0], batch.truncated()[0])
            })
            .collect::<Vec<_>>()
    };
    let next = [(1., 1., 0), (2., 1., 0), (3., 1., 1), (0., 0., 0), (1., 1., 0), (2., 1., 0), (3., 1., 1)];
    assert_eq!(seen(AutoReset::NextStep), next);
    let same = [(1., 1., 0), (2., 1., 0), (0., 1., 1), (1., 1., 0), (2., 1., 0), (0., 1., 1), (1., 1., 0)];
    assert_eq!(seen(AutoReset::SameStep), same);
    let off = [(1., 1., 0), (2., 1., 0), (3., 1., 1), (4., 1., 1), (5., 1., 1), (6., 1., 1), (7., 1., 1)];
    assert_eq!(seen(AutoReset::Disabled), off);
}

#[test]
fn normal_numbers_have_the_moments_of_their_distribution() {
    let mut def = Definition::new(World::new(WorldConfig::default()).unwrap(), DT);
    def.observe = (0..100).map(|_| Expr::normal(2.0, 0.5)).collect();
    def.observe.push(Expr::from(std::f32::consts::E).ln());
    let batch = Batch::new(&def, BatchConfig::new(400)).unwrap();
    let rows = batch.observations().chunks(101);
    let numbers: Vec<f64> = rows.flat_map(|row| &row[..100]).map(|x| (f64::from(*x) - 2.0) / 0.5).collect();
    let moment = |power: i32| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / numbers.len() as f64;
    // Five standard deviations of the estimates from 40,000 numbers.
    for (power, exact, tolerance) in [(1, 0.0, 0.025), (2, 1.0, 0.036), (3, 0.0, 0.1), (4, 3.0, 0.25)] {
        assert!((moment(power) - exact).abs() < tolerance, "moment {power}: {}", moment(power));
    }
    assert!((batch.observations()[100] - 1.0).abs() < 1.0e-6);
}
