//! Bounces and collisions against conservation of momentum, angular momentum and energy.

use super::assert_near;
use crate::harness::{DT, kinetic_energy, run, sleepless, weightless};
use crate::random::Random;
use cairn2d::{Area, Combine, Field, Gravity, OneWay, ShapeDef, prelude::*};

/// Relative error of the first apex: half of the fall between two steps at the top, plus rounding.
const APEX_TOLERANCE: f64 = 1.0e-3;

/// Height of a ball's bottom above the floor at its first apex after a drop from `height` `[m]`.
fn apex(height: f32, restitution: f32) -> f64 {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(10.0, 1.0).at([0.0, -1.0]))).unwrap();
    let disc = Circle::new(0.5).restitution(restitution);
    let id = world.spawn(Body::dynamic().at([0.0, height + 0.5]).with(disc)).unwrap();
    let (mut rising, mut top) = (false, f64::MIN);
    for _ in 0..240 {
        world.step(DT).unwrap();
        let body = world.body(id).unwrap();
        rising |= body.velocity().y > 0.0;
        if rising {
            let height = f64::from(body.position().y) - 0.5;
            if height < top {
                break;
            }
            top = height;
        }
    }
    top
}

#[test]
fn a_dropped_ball_bounces_to_the_height_of_its_restitution() {
    // The time of impact within a step depends on the height; 40 heights around 2 m cover all of it.
    for restitution in [0.5, 0.8, 0.95, 1.0] {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for phase in 0..40 {
            let height = 2.0 + 0.005 * phase as f32;
            let truth = f64::from(height * restitution * restitution);
            let error = apex(height, restitution) / truth - 1.0;
            low = low.min(error);
            high = high.max(error);
        }
        println!("restitution {restitution}: apex off by {:+.2} to {:+.2} %", 100.0 * low, 100.0 * high);
        assert!(
            -low <= APEX_TOLERANCE && high <= APEX_TOLERANCE,
            "restitution {restitution}: {low} to {high}"
        );
    }
}

#[test]
fn an_elastic_ball_keeps_bouncing_to_its_height() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(10.0, 1.0).at([0.0, -1.0]))).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 2.5]).with(Circle::new(0.5).restitution(1.0))).unwrap();
    let energy = |world: &World| {
        let body = world.body(id).unwrap();
        let mass = f64::from(body.mass().mass);
        0.5 * mass * f64::from(body.velocity().length_squared())
            + mass * 10.0 * (f64::from(body.position().y) - 0.5)
    };
    let start = energy(&world);
    let (mut most, mut last) = (0.0_f64, 0.0);
    for _ in 0..1200 {
        world.step(DT).unwrap();
        last = energy(&world) / start;
        most = most.max(last);
    }
    println!("energy of an elastic ball after 20 s: {last:.4}, most {most:.4}");
    assert!(most <= 1.0001 && last > 0.999, "the energy of the ball went to {last}, at most {most}");
}

/// Smallest and largest energy of an elastic ball that falls from 2.5 m and bounces for 1,000 steps, relative
/// to its initial energy. `pull` is its total acceleration from any source `[m/s²]`.
fn energies(mut world: World, ground: Body, ball: Body, pull: f32) -> (f64, f64) {
    world.spawn(ground).unwrap();
    let id = world.spawn(ball.at([0.0, 3.0]).with(Circle::new(0.5).restitution(1.0))).unwrap();
    let (mut least, mut most) = (f64::MAX, f64::MIN);
    for _ in 0..1000 {
        world.step(DT).unwrap();
        let body = world.body(id).unwrap();
        let height = f64::from(body.position().y) - 0.5;
        let energy = (height + 0.5 * f64::from(body.velocity().y).powi(2) / f64::from(pull)) / 2.5;
        (least, most) = (least.min(energy), most.max(energy));
    }
    (least, most)
}

/// Exact restitution needs the correct acceleration: by strong gravity, a field, the gravity scale or the
/// time scale. The path may curve by half a metre in a step.
#[test]
fn elastic_ball_keeps_its_energy_under_any_field() {
    let under = |pull: f32| {
        let mut config = WorldConfig::default();
        config.gravity = vec2(0.0, -pull);
        World::new(config).unwrap()
    };
    let floor = || Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]));
    // A dynamic globe of nearly infinite mass, so that the contact is one of two discs.
    let globe = || Body::dynamic().gravity_scale(0.0).at([0.0, -1.0]).with(Circle::new(1.0).density(1.0e8));
    let check = |what: &str, (least, most): (f64, f64)| {
        println!("{what}: {least:.6} to {most:.6}");
        assert!(least > 0.9999 && most < 1.00005, "{what}: energy from {least} to {most}");
    };
    for pull in [1.0, 10.0, 100.0, 640.0, 2000.0] {
        check(&format!("gravity {pull}"), energies(under(pull), floor(), Body::dynamic(), pull));
        check(&format!("gravity {pull}, on a disc"), energies(under(pull), globe(), Body::dynamic(), pull));
    }
    for scale in [0.25, 0.5, 2.0, 4.0, 8.0] {
        let ball = || Body::dynamic().time_scale(scale);
        let pull = 10.0 * scale * scale;
        check(&format!("time scale {scale}"), energies(under(10.0), floor(), ball(), pull));
        check(&format!("time scale {scale}, on a disc"), energies(under(10.0), globe(), ball(), pull));
    }
    for scale in [0.1, 30.0] {
        let ball = Body::dynamic().gravity_scale(scale);
        check(&format!("gravity scale {scale}"), energies(under(10.0), floor(), ball, 10.0 * scale));
    }
    for pull in [1.0, 30.0, 300.0] {
        let mut world = under(10.0);
        world.add_field(Field::new(Area::circle([0.0, 0.0], 50.0), Gravity::new([0.0, -pull]))).unwrap();
        check(&format!("field of gravity {pull}"), energies(world, floor(), Body::dynamic(), pull));
    }
}

/// Smallest and largest energy of an elastic body that falls from 5 m and bounces for 1,200 steps, relative
/// to its initial energy; heights count from `floor` `[m]`.
fn tumbling_energies(ground: Body, body: Body, floor: f64) -> (f64, f64) {
    let mut world = sleepless();
    world.spawn(ground).unwrap();
    let id = world.spawn(body).unwrap();
    let energy = |world: &World| {
        let body = world.body(id).unwrap();
        kinetic_energy(world) + f64::from(body.mass().mass) * 10.0 * (f64::from(body.center().y) - floor)
    };
    let start = energy(&world);
    let shares = (0..1200).map(|_| {
        world.step(DT).unwrap();
        energy(&world) / start
    });
    shares.fold((f64::MAX, f64::MIN), |(least, most), share| (least.min(share), most.max(share)))
}

/// A fast-spinning body may hit with a second corner within the step of its bounce, or just miss the ground.
/// Neither may add or remove energy.
#[test]
fn tumbling_elastic_polygon_gains_no_energy() {
    let elastic = |shape: ShapeDef| shape.restitution(1.0).friction(0.0);
    let floor = || Body::fixed().with(elastic(Rect::half(500.0, 0.5).at([0.0, -0.5]).shape()));
    let line = || Body::fixed().with(elastic(Segment::new([-500.0, 0.0], [500.0, 0.0]).shape()));
    let rect = || Rect::half(0.5, 0.25).shape();
    let shapes = [
        ("box", rect(), vec![0.0, 0.1, 0.3, 0.5, 0.785, 1.2, 1.5]),
        ("rounded box", Rect::half(0.4, 0.2).rounded(0.1).shape(), vec![0.2, 0.7, 1.1]),
        ("hexagon", Polygon::regular(6, 0.5).unwrap().shape(), vec![0.1, 0.4, 0.7]),
        ("capsule", Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.25).shape(), vec![0.2, 0.7, 1.4]),
    ];
    for (name, shape, angles) in shapes {
        for angle in angles {
            let body = || Body::dynamic().at([0.0, 5.0]).rotated(angle).with(elastic(shape.clone()));
            for (ground, what) in [(floor(), "a box"), (line(), "a line")] {
                let (least, most) = tumbling_energies(ground, body(), 0.0);
                println!("{name} at {angle} on {what}: {least:.6} to {most:.6}");
                assert!(most < 1.00001, "a {name} at {angle} on {what} gained energy: {most}");
                // A corner below the restitution threshold does not bounce.
                assert!(least > 0.98, "a {name} at {angle} on {what} lost energy: {least}");
            }
        }
    }
}

#[test]
fn an_elastic_ball_bounces_on_a_one_way_platform_and_passes_it_from_below() {
    let platform = || Body::fixed().with(Rect::half(5.0, 0.1).one_way(OneWay::UP));
    let ball = || Body::dynamic().with(Circle::new(0.25).restitution(1.0).friction(0.0));
    let (least, most) = tumbling_energies(platform(), ball().at([0.0, 5.0]), 0.35);
    println!("on a platform: {least:.6} to {most:.6}");
    assert!(least > 0.99999 && most < 1.00001, "the energy of the ball went from {least} to {most}");

    let mut world = sleepless();
    world.spawn(platform()).unwrap();
    let id = world.spawn(ball().at([0.0, -2.0]).velocity([0.0, 10.0])).unwrap();
    let (mut highest, mut lowest) = (f32::MIN, f32::MAX);
    for step in 0..600 {
        world.step(DT).unwrap();
        let height = world.body(id).unwrap().position().y;
        highest = highest.max(height);
        lowest = if step > 60 { lowest.min(height) } else { lowest };
    }
    println!("through it: from {lowest} to {highest}");
    assert!((highest - 3.0).abs() < 2e-3, "it rose to {highest}");
    assert!(lowest > 0.34, "it came through from above, to {lowest}");
}

#[test]
fn slow_contacts_do_not_bounce() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(10.0, 1.0).at([0.0, -1.0]).restitution(1.0))).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 0.53]).with(Circle::new(0.5))).unwrap();
    run(&mut world, 120);
    assert_near("height", world.body(id).unwrap().position().y.into(), 0.5, 0.01);
}

#[test]
fn restitution_combines_by_the_rules() {
    for (rules, expected) in [
        ([Combine::Max; 2], 0.8),
        ([Combine::Min, Combine::GeometricMean], 0.2),
        ([Combine::Average; 2], 0.5),
        ([Combine::Multiply, Combine::Min], 0.16),
    ] {
        let mut world = weightless();
        let wall = Rect::half(1.0, 5.0).at([3.0, 0.0]).restitution(0.2).combine(Combine::Max, rules[0]);
        world.spawn(Body::fixed().with(wall)).unwrap();
        let disc = Circle::new(0.5).restitution(0.8).combine(Combine::Max, rules[1]);
        let id = world.spawn(Body::dynamic().velocity([10.0, 0.0]).with(disc)).unwrap();
        run(&mut world, 30);
        assert_near(
            &format!("{rules:?}"),
            world.body(id).unwrap().velocity().x.into(),
            -10.0 * expected,
            1e-4,
        );
    }
}

#[test]
fn two_discs_exchange_momentum_exactly() {
    let mut world = weightless();
    let disc = |density| Circle::new(0.5).density(density).restitution(1.0).friction(0.0);
    let a = world.spawn(Body::dynamic().at([-2.0, 0.0]).velocity([3.0, 0.0]).with(disc(1.0))).unwrap();
    let b = world.spawn(Body::dynamic().at([2.0, 0.0]).velocity([-4.0, 0.0]).with(disc(2.0))).unwrap();
    run(&mut world, 60);
    // Masses 1 and 2 with 3 and -4 m/s.
    assert_near("light one", world.body(a).unwrap().velocity().x.into(), -19.0 / 3.0, 1e-5);
    assert_near("heavy one", world.body(b).unwrap().velocity().x.into(), 2.0 / 3.0, 1e-5);
}

#[test]
fn inelastic_pair_moves_on_together() {
    let mut world = weightless();
    let disc = |density| Circle::new(0.5).density(density).friction(0.0);
    let a = world.spawn(Body::dynamic().at([-2.0, 0.0]).velocity([3.0, 0.0]).with(disc(1.0))).unwrap();
    let b = world.spawn(Body::dynamic().at([2.0, 0.0]).velocity([-4.5, 0.0]).with(disc(2.0))).unwrap();
    run(&mut world, 60);
    for id in [a, b] {
        assert_near("common speed", world.body(id).unwrap().velocity().x.into(), -2.0, 1e-5);
    }
}

/// Momentum, angular momentum about the origin, energy of all bodies, and the sum of mass x speed.
fn conserved(world: &World) -> ([f64; 2], f64, f64, f64) {
    let (mut momentum, mut angular, mut scale) = ([0.0; 2], 0.0, 0.0);
    for body in world.bodies().filter_map(|id| world.body(id)) {
        let (mass, v, c) = (f64::from(body.mass().mass), body.velocity(), body.center());
        let (vx, vy) = (f64::from(v.x), f64::from(v.y));
        momentum[0] += mass * vx;
        momentum[1] += mass * vy;
        angular += mass * (f64::from(c.x) * vy - f64::from(c.y) * vx);
        angular += f64::from(body.mass().inertia) * f64::from(body.angular_velocity());
        scale += mass * vx.hypot(vy);
    }
    (momentum, angular, kinetic_energy(world), scale)
}

/// Changes of a cluster of 40 bodies after 4 s: momentum and angular momentum relative to the sum of mass x
/// speed (x 1 m), and the final and the highest energy relative to the first.
fn cluster(seed: u64, restitution: f32, friction: f32) -> [f64; 4] {
    let mut world = weightless();
    let mut random = Random::new(seed);
    for index in 0..40 {
        let at = vec2((index % 8) as f32 - 3.5, (index / 8) as f32 - 2.0) * 1.5 + random.point(0.1);
        let shape =
            random.shape(0.8).density(random.range(0.5, 3.0)).restitution(restitution).friction(friction);
        let body = Body::dynamic().at(at).rotated(random.range(-3.0, 3.0));
        let velocity = at * -1.0 + random.point(2.0);
        world.spawn(body.velocity(velocity).angular_velocity(random.range(-3.0, 3.0)).with(shape)).unwrap();
    }
    let (momentum, angular, energy, scale) = conserved(&world);
    let mut most = energy;
    for _ in 0..240 {
        run(&mut world, 1);
        most = most.max(kinetic_energy(&world));
    }
    let (momentum_after, angular_after, energy_after, _) = conserved(&world);
    let lost = (momentum_after[0] - momentum[0]).hypot(momentum_after[1] - momentum[1]);
    [lost / scale, (angular_after - angular).abs() / scale, energy_after / energy, most / energy]
}

#[test]
fn a_free_cluster_conserves_momentum() {
    // Goals of the accuracy catalogue: 1e-6 for momentum, 1e-4 for angular momentum. A conserved energy ends
    // between 0.98 and 1.001 and never rises by more than 0.1 %.
    let sliding = (0..12).map(|seed| (seed, 0.0, 0.2 * (seed % 6) as f32, 0.0));
    for (seed, restitution, friction, least_energy) in
        [(40, 1.0, 0.0, 0.98), (40, 0.0, 0.6, 0.0)].into_iter().chain(sliding)
    {
        let [momentum, angular, energy, most] = cluster(seed, restitution, friction);
        println!(
            "restitution {restitution}, friction {friction:.1}: momentum {momentum:.1e}, angular momentum {angular:.1e}, \
             energy {energy:.4}, highest {most:.5}"
        );
        assert!(momentum <= 1e-6, "momentum changed by {momentum:e}");
        assert!(angular <= 1e-4, "angular momentum changed by {angular:e}");
        assert!(most <= 1.001 && energy >= least_energy, "energy went to {energy}, at most {most}");
    }
}

/// Velocity and spin of a disc after it hits a floor obliquely at `speed` \[m/s\], without gravity.
fn oblique(restitution: f32, friction: f32, speed: [f32; 2], start: f32) -> [f32; 3] {
    let mut world = weightless();
    let floor = Rect::half(100.0, 1.0).at([0.0, -1.0]).friction(friction);
    world.spawn(Body::fixed().with(floor)).unwrap();
    let disc = Circle::new(0.5).restitution(restitution).friction(friction);
    let id = world.spawn(Body::dynamic().at([0.0, start]).velocity(speed).with(disc)).unwrap();
    run(&mut world, 60);
    let body = world.body(id).unwrap();
    [body.velocity().x, body.velocity().y, body.angular_velocity()]
}

#[test]
fn bounces_have_friction() {
    for restitution in [0.0_f32, 0.05, 0.1, 0.2, 0.24, 0.26, 0.5, 0.9] {
        for friction in [0.1_f32, 0.3, 1.0] {
            for [x, y] in [[5.0_f32, -5.0_f32], [12.0, -3.0], [1.0, -8.0], [-6.0, -4.0]] {
                for start in [0.8, 0.9, 1.03] {
                    let [vx, vy, spin] = oblique(restitution, friction, [x, y], start);
                    // Coulomb: the tangential impulse is at most friction times the normal impulse, and stops
                    // the slip. A third of it changes the velocity of a disc, the rest its spin.
                    let most = friction * (1.0 + restitution) * -y;
                    let change = -(x / 3.0).clamp(-most, most);
                    let what = format!(
                        "e {restitution}, mu {friction}, from ({x}, {y}) at {start}: ({vx}, {vy}), {spin}"
                    );
                    // A soft contact overlaps during friction, which shortens the lever arm.
                    let grips = change.abs() < 0.999 * most;
                    let change = if grips { vx - x } else { change };
                    assert!(!grips || (vx / x - 2.0 / 3.0).abs() < 0.07, "{what}");
                    assert!(
                        (vx - (x + change)).abs() < 1.0e-3 * x.abs().max(-y),
                        "{what}, truth {}",
                        x + change
                    );
                    assert!((vy + restitution * y).abs() < 1.0e-3 * -y, "{what}");
                    // The impulse changes the spin by 2 / radius per metre per second; the lever arm of a
                    // soft contact is the radius minus half of the overlap.
                    assert!((spin / (4.0 * change) - 1.0).abs() < 0.1, "{what}");
                }
            }
        }
    }
}
