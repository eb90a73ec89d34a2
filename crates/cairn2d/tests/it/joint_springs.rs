//! Springs of joints against the damped sinusoid, and static loads against Hooke's law.

use cairn2d::prelude::*;
use cairn2d::{JointKind, Mass};

use crate::harness::{DT, sleepless, weightless};

const TAU: f64 = core::f64::consts::TAU;

fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia })
}

/// A spring of this type, displaced by 1 m (or 0.4 rad): the world, and a function for the displacement.
fn spring(kind: JointKind, hertz: f32, ratio: f32) -> (World, impl Fn(&World) -> f64) {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let away = kind != JointKind::Revolute;
    let bob = world.spawn(weight([if away { 3.0 } else { 0.0 }, 0.0], 2.0, 0.5)).unwrap();
    let joint = match kind {
        JointKind::Revolute => world.join(Revolute::new(ground, bob).spring(hertz, ratio, -0.4)),
        JointKind::Distance => world.join(Distance::new(ground, bob).length(2.0).spring(hertz, ratio)),
        JointKind::Prismatic => world.join(
            Prismatic::new(ground, bob)
                .at([2.0, 0.0])
                .spring(hertz, ratio, 1.0)
                .at_local([2.0, 0.0], [0.0, 0.0])
                .spring(hertz, ratio, 0.0),
        ),
        JointKind::Wheel => {
            world.join(Wheel::new(ground, bob).at_local([2.0, 0.0], [0.0, 0.0]).spring(hertz, ratio))
        }
        _ => world.join(Weld::new(ground, bob).at_local([2.0, 0.0], [0.0, 0.0]).linear_spring(hertz, ratio)),
    };
    let joint = joint.unwrap();
    (world, move |world: &World| {
        let view = world.joint(joint).unwrap();
        f64::from(if away { world.body(bob).unwrap().position().x - 2.0 } else { (view.angle() + 0.4) / 0.4 })
    })
}

const KINDS: [JointKind; 5] =
    [JointKind::Revolute, JointKind::Distance, JointKind::Prismatic, JointKind::Wheel, JointKind::Weld];

/// Amplitude after ten seconds and mean period of an undamped spring.
fn swing(kind: JointKind, hertz: f32) -> (f64, f64) {
    let (mut world, read) = spring(kind, hertz, 0.0);
    let (mut passes, mut before, mut amplitude) = (Vec::new(), read(&world), 0.0_f64);
    for step in 1..=600 {
        world.step(DT).unwrap();
        let now = read(&world);
        if before < 0.0 && now >= 0.0 {
            passes.push((f64::from(step) - now / (now - before)) * f64::from(DT));
        }
        if f64::from(step) * f64::from(DT) > 10.0 - 1.0 / f64::from(hertz) {
            amplitude = amplitude.max(now.abs());
        }
        before = now;
    }
    (amplitude, (passes[passes.len() - 1] - passes[0]) / (passes.len() - 1) as f64)
}

/// Goals A03 and the last of A04.
#[test]
fn undamped_spring_keeps_its_amplitude_and_period() {
    for kind in KINDS {
        let (amplitude, period) = swing(kind, 1.0);
        assert!((0.95..1.01).contains(&amplitude), "{kind:?}: {amplitude} of the amplitude at 1 Hz");
        assert!((period - 1.0).abs() < 1.0e-3, "{kind:?}: {period} s at 1 Hz");
        let (amplitude, period) = swing(kind, 5.0);
        assert!((0.5..1.01).contains(&amplitude), "{kind:?}: {amplitude} of the amplitude at 5 Hz");
        assert!((period * 5.0 - 1.0).abs() < 2.0e-3, "{kind:?}: {period} s at 5 Hz");
    }
}

/// Goal A04.
#[test]
fn a_damped_spring_follows_the_damped_sinusoid() {
    for kind in KINDS {
        for (hertz, ratio, goal) in [(1.0, 0.1, 0.02), (2.0, 0.1, 0.04), (1.0, 0.5, 0.02), (1.0, 0.9, 0.02)] {
            let (mut world, read) = spring(kind, hertz, ratio);
            let (omega, ratio) = (TAU * f64::from(hertz), f64::from(ratio));
            let damped = omega * (1.0 - ratio * ratio).sqrt();
            let mut worst = 0.0_f64;
            for step in 1..=600 {
                world.step(DT).unwrap();
                let t = f64::from(step) * f64::from(DT);
                let exact = (-ratio * omega * t).exp()
                    * ((damped * t).cos() + ratio * omega / damped * (damped * t).sin());
                worst = worst.max((read(&world) - exact).abs());
            }
            assert!(worst < goal, "{kind:?} at {hertz} Hz, {ratio}: off by {worst}");
        }
    }
}

/// The static stretch follows Hooke's law at any damping ratio.
#[test]
fn static_load_stretches_a_spring_by_hookes_law() {
    for (hertz, ratio) in [(0.8_f32, 0.7_f32), (2.0, 0.3), (2.0, 1.0), (5.0, 1.0), (20.0, 1.0)] {
        let mut world = sleepless();
        let ground = world.spawn(Body::fixed()).unwrap();
        let bob = world.spawn(weight([0.0, 0.0], 3.0, 1.0)).unwrap();
        let wheel = Wheel::new(ground, bob).at([0.0, 0.0]).along([0.0, 1.0]).spring(hertz, ratio);
        let wheel = world.join(wheel).unwrap();
        for _ in 0..1200 {
            world.step(DT).unwrap();
        }
        let omega = core::f32::consts::TAU * hertz;
        let exact = -10.0 / (omega * omega);
        let slide = world.joint(wheel).unwrap().slide();
        assert!((slide / exact - 1.0).abs() < 2.0e-3, "{hertz} Hz, {ratio}: {slide} m, exact {exact} m");
        assert!((world.joint(wheel).unwrap().reaction_force().y / 30.0 - 1.0).abs() < 2.0e-3);
    }
}

/// Undamped springs of every stiffness, many on one light body: they may lose but never gain energy.
#[test]
fn stiff_springs_do_not_blow_up() {
    for (hertz, count) in
        [(1.0_f32, 40), (5.4, 40), (6.0, 40), (10.0, 40), (20.0, 40), (60.0, 12), (1.0e6, 12)]
    {
        let mut world = weightless();
        let hub = world.spawn(weight([0.0, 0.0], 0.1, 0.01)).unwrap();
        let mut beads = Vec::new();
        for spoke in 0..count {
            let at = Vec2::from_angle(spoke as f32 * core::f32::consts::TAU / count as f32) * 2.0;
            let bead = world.spawn(weight([at.x, at.y], 1.0, 0.1)).unwrap();
            beads.push((bead, world.join(Distance::new(hub, bead).spring(hertz, 0.0).length(1.9)).unwrap()));
        }
        // No stiffer than an eighth of the sub-step rate.
        let stiffness = f64::from(core::f32::consts::TAU * hertz.min(30.0)).powi(2) * 0.1 / 1.1;
        let energy = |world: &World| {
            let speed = |id| f64::from(world.body(id).unwrap().velocity().length());
            let stretched = |id| f64::from(world.joint(id).unwrap().distance()) - 1.9;
            beads
                .iter()
                .map(|&(bead, joint)| speed(bead).powi(2) + stiffness * stretched(joint).powi(2))
                .sum::<f64>()
                + 0.1 * speed(hub).powi(2)
        };
        let start = energy(&world);
        let mut most = 0.0_f64;
        for _ in 0..600 {
            world.step(DT).unwrap();
            most = most.max(energy(&world) / start);
        }
        assert!(most < 1.1, "{hertz} Hz: {most} of the energy");
    }
}

/// A spring with a force range stays in that range.
#[test]
fn spring_force_stays_in_its_range() {
    let mut world = sleepless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let bob = world.spawn(weight([0.0, -1.0], 2.0, 1.0)).unwrap();
    let spring = Distance::new(ground, bob).spring(8.0, 1.0).spring_range(-5.0, 0.0).length(1.0);
    let spring = world.join(spring).unwrap();
    for _ in 0..60 {
        world.step(DT).unwrap();
    }
    // A weight of 20 N on a spring of at most 5 N falls at 7.5 m/s².
    let speed = world.body(bob).unwrap().velocity().y;
    assert!((speed + 7.5).abs() < 0.1, "{speed} m/s");
    world.joint_mut(spring).unwrap().set_spring_range(None).unwrap();
    for _ in 0..600 {
        world.step(DT).unwrap();
    }
    let length = world.joint(spring).unwrap().distance();
    assert!((length - 1.004).abs() < 1.0e-3, "{length} m");
    world.joint_mut(spring).unwrap().set_length(2.0).unwrap();
    world.joint_mut(spring).unwrap().set_spring_range((-1.0e3, 0.0)).unwrap();
    world.step(DT).unwrap();
    // It may pull but not push.
    assert!(
        world.body(bob).unwrap().velocity().y < 0.0
            && world.joint(spring).unwrap().reaction_force().y > -1.0e-3
    );
}
