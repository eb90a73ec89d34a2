//! Fields and explosions: against Archimedes, Kepler, and the other laws they stand for.

use cairn2d::prelude::*;
use cairn2d::{
    Area, Attractor, Conveyor, Drag, Explosion, Falloff, Field, FieldError, Gravity, LaneLevel, Mass,
    ShapeDef, Water, Wind,
};

use crate::harness::{DT, add_floor, run, sleepless, weightless};

mod floors;
mod water;

const GRAVITY: f32 = 10.0;

fn position(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().position()
}

fn velocity(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().velocity()
}

/// A body without shapes.
fn point(at: [f32; 2], velocity: [f32; 2]) -> Body {
    Body::dynamic().at(at).velocity(velocity).mass(Mass { mass: 2.0, center: Vec2::ZERO, inertia: 1.0 })
}

#[test]
fn orbits_keep_their_period_and_their_size() {
    // Strength, distance at the start, speed as a share of that of a circle.
    for (strength, start, share) in
        [(1000.0_f64, 10.0_f64, 1.0_f64), (300.0, 4.0, 1.0), (2000.0, 6.0, 1.2), (500.0, 12.0, 0.7)]
    {
        let mut world = weightless();
        let pull = Attractor::new([3.0, -2.0], strength as f32);
        world.add_field(Field::new(Area::Everywhere, pull)).unwrap();
        let speed = (strength / start).sqrt() * share;
        let moon = world.spawn(point([3.0 + start as f32, -2.0], [0.0, speed as f32])).unwrap();
        let axis = 1.0 / (2.0 / start - speed * speed / strength);
        let period = core::f64::consts::TAU * (axis * axis * axis / strength).sqrt();
        // It comes back to the axis from below once in every turn.
        let (mut passes, mut distances, mut before) =
            (vec![], vec![], f64::from(position(&world, moon).y) + 2.0);
        let mut step = 0;
        while passes.len() < 11 {
            run(&mut world, 1);
            step += 1;
            let at = position(&world, moon) - vec2(3.0, -2.0);
            let now = f64::from(at.y);
            if before < 0.0 && now >= 0.0 && at.x > 0.0 {
                passes.push((f64::from(step) - now / (now - before)) * f64::from(DT));
                distances.push(f64::from(at.length()));
            }
            before = now;
            assert!(step < 100_000, "the moon is lost");
        }
        let measured = (passes[10] - passes[0]) / 10.0;
        println!("{strength} {start} {share}: {measured} s, exact {period} s; {distances:?}");
        assert!((measured / period - 1.0).abs() < 0.005, "{measured} s, exact {period} s");
        assert!(distances.iter().all(|distance| (distance / start - 1.0).abs() < 0.02), "{distances:?}");
    }
}

#[test]
fn attraction_follows_the_selected_distance_law() {
    for (falloff, at_two) in
        [(Falloff::Constant, 8.0), (Falloff::Inverse, 4.0), (Falloff::InverseSquare, 2.0)]
    {
        let mut world = weightless();
        let pull = Attractor::new([0.0, 0.0], 8.0).falloff(falloff).min_distance(0.5);
        world.add_field(Field::new(Area::circle([0.0, 0.0], 3.0), pull)).unwrap();
        let [near, inside, out] = [2.0, 0.25, 3.5].map(|x| world.spawn(point([x, 0.0], [0.0, 0.0])).unwrap());
        run(&mut world, 1);
        assert!((velocity(&world, near).x / DT + at_two).abs() < 1.0e-3, "{falloff:?}");
        let at_half = at_two
            * match falloff {
                Falloff::Constant => 1.0,
                Falloff::Inverse => 4.0,
                _ => 16.0,
            };
        assert!((velocity(&world, inside).x / DT + 0.5 * at_half).abs() < 1.0e-2, "{falloff:?}");
        assert_eq!(velocity(&world, out), Vec2::ZERO, "it is out of the area");
    }
}

#[test]
fn gravity_of_higher_priority_comes_first() {
    let down = |world: &World, body: BodyId| velocity(world, body) / DT;
    let mut world = sleepless();
    let wide = Area::rect([-10.0, -10.0], [10.0, 10.0]);
    let low = world.add_field(Field::new(wide.clone(), Gravity::new([3.0, 0.0]))).unwrap();
    let high = Field::new(Area::circle([0.0, 0.0], 2.0), Gravity::new([0.0, 5.0])).priority(1);
    let high = world.add_field(high).unwrap();
    let more = Field::new(Area::rect([-1.0, -1.0], [0.0, 1.0]), Gravity::new([1.0, 1.0]))
        .priority(2)
        .exclusive(false);
    world.add_field(more).unwrap();
    let spots = [[20.0, 0.0], [5.0, 0.0], [1.0, 0.0], [-0.5, 0.0]];
    let bodies = spots.map(|at| world.spawn(point(at, [0.0, 0.0])).unwrap());
    let scaled = world.spawn(point([5.0, 5.0], [0.0, 0.0]).gravity_scale(-2.0)).unwrap();
    run(&mut world, 1);
    let exact = [[0.0, -GRAVITY], [3.0, 0.0], [0.0, 5.0], [1.0, 6.0]];
    for (body, exact) in bodies.into_iter().zip(exact) {
        assert!(
            down(&world, body).distance(exact.into()) < 1.0e-3,
            "{:?}, not {exact:?}",
            down(&world, body)
        );
    }
    assert!(down(&world, scaled).distance(vec2(-6.0, 0.0)) < 1.0e-3, "gravity scale counts");
    // The order follows the priorities when they change.
    let field = world.field(low).unwrap().clone().priority(9);
    world.set_field(low, field).unwrap();
    world.remove_field(high).unwrap();
    let again = world.spawn(point([1.0, 0.0], [0.0, 0.0])).unwrap();
    run(&mut world, 1);
    assert!(down(&world, again).distance(vec2(3.0, 0.0)) < 1.0e-3);
    assert_eq!(world.remove_field(high), Err(FieldError::Stale(high.to_string())));
    assert!(world.field(high).is_none() && world.fields().count() == 2);
}

#[test]
fn field_acts_only_on_bodies_in_its_mask() {
    let mut world = weightless();
    world.add_field(Field::new(Area::Everywhere, Gravity::new([1.0, 0.0])).mask(6)).unwrap();
    let of = |category: u64| {
        let filter = CollisionFilter { category, ..CollisionFilter::default() };
        Body::dynamic().with(Circle::new(0.1).filter(filter))
    };
    let [inside, outside] =
        [4, 8].map(|category| world.spawn(of(category).at([category as f32, 0.0])).unwrap());
    run(&mut world, 1);
    assert!(velocity(&world, inside).x > 0.0 && velocity(&world, outside).x == 0.0);
}

#[test]
fn drag_decays_by_its_equation_and_never_overshoots() {
    for rate in [0.5_f32, 5.0, 60.0, 1.0e6] {
        let mut world = weightless();
        world.add_field(Field::new(Area::Everywhere, Drag::new(rate).flow([2.0, 0.0]))).unwrap();
        let body = world.spawn(point([0.0, 0.0], [12.0, -5.0]).angular_velocity(7.0)).unwrap();
        for step in 1..=120 {
            run(&mut world, 1);
            let left = (-rate * DT * step as f32).exp();
            let exact = vec2(2.0, 0.0) + vec2(10.0, -5.0) * left;
            let (now, spin) = (velocity(&world, body), world.body(body).unwrap().angular_velocity());
            assert!(
                now.distance(exact) < 1.0e-4 * 12.0,
                "rate {rate}, step {step}: {now:?}, exact {exact:?}"
            );
            assert!((spin - 7.0 * left).abs() < 1.0e-3, "rate {rate}, step {step}: {spin}");
        }
    }
    // In gravity it falls at the speed at which both agree.
    let mut world = sleepless();
    world.add_field(Field::new(Area::Everywhere, Drag::new(4.0))).unwrap();
    let body = world.spawn(point([0.0, 0.0], [0.0, 0.0])).unwrap();
    run(&mut world, 300);
    assert!((velocity(&world, body).y + GRAVITY / 4.0).abs() < 1.0e-4);
}

#[test]
fn a_conveyor_drives_to_its_speed_with_its_acceleration() {
    let mut world = weightless();
    let belt = Conveyor::new([3.0, 4.0], 2.0);
    world.add_field(Field::new(Area::rect([-100.0, -100.0], [100.0, 100.0]), belt)).unwrap();
    // One starts slow, one too fast, both with something across.
    let slow = world.spawn(point([0.0, 0.0], [-0.8, 0.6])).unwrap();
    let fast = world.spawn(point([0.0, 0.0], [4.8 - 0.8, 6.4 + 0.6])).unwrap();
    let along = vec2(0.6, 0.8);
    for step in 1..=240 {
        run(&mut world, 1);
        let time = step as f32 * DT;
        for (body, exact) in [(slow, (2.0 * time).min(5.0)), (fast, (8.0 - 2.0 * time).max(5.0))] {
            let now = velocity(&world, body);
            assert!((now.dot(along) - exact).abs() < 1.0e-3, "step {step}: {now:?}, exact {exact} along");
            assert!((now.dot(along.perp()) - 1.0).abs() < 1.0e-3, "nothing happens across: {now:?}");
        }
    }
    // It carries uphill as long as it is strong enough.
    let mut world = sleepless();
    world.add_field(Field::new(Area::Everywhere, Conveyor::new([0.0, 1.0], 12.0))).unwrap();
    let body = world.spawn(point([0.0, 0.0], [0.0, 0.0])).unwrap();
    run(&mut world, 60);
    assert!((velocity(&world, body).y - 1.0).abs() < 1.0e-3);
}

#[test]
fn wind_drag_depends_on_width_and_lift_on_inclination() {
    let (speed, density) = (6.0_f32, 1.5_f32);
    for angle in [0.0_f32, 0.3, 0.8, 1.4, -0.6] {
        let mut world = weightless();
        let wind = Wind::new([speed, 0.0]).density(density).coefficients(1.2, 0.9);
        world.add_field(Field::new(Area::Everywhere, wind)).unwrap();
        // So heavy that it hardly moves in one step.
        let plate = Body::dynamic().rotated(angle).with(Rect::half(1.0, 0.05).density(1000.0));
        let plate = world.spawn(plate).unwrap();
        let ball =
            world.spawn(Body::dynamic().at([0.0, 9.0]).with(Circle::new(0.5).density(1000.0))).unwrap();
        run(&mut world, 1);
        let force = velocity(&world, plate) * (world.body(plate).unwrap().mass().mass / DT);
        let pressure = 0.5 * density * speed * speed;
        let (long, thin) = (2.0 * angle.sin().abs(), 0.1 * angle.cos().abs());
        // Both faces that the flow meets lean aside: the long one by the cosine of its tilt, the short one by
        // the sine.
        let lean =
            -(angle.sin() * angle.cos()).signum() * (long * angle.cos().abs() - thin * angle.sin().abs());
        let exact = vec2(1.2 * pressure * (long + thin), 0.9 * pressure * lean);
        assert!(force.distance(exact) < 2.0e-3 * pressure, "at {angle}: {force:?}, exact {exact:?}");
        let force = velocity(&world, ball) * (world.body(ball).unwrap().mass().mass / DT);
        assert!(force.distance(vec2(1.2 * pressure, 0.0)) < 2.0e-3 * pressure, "the ball feels {force:?}");
    }
}

#[test]
fn bodies_in_wind_reach_but_never_exceed_its_speed() {
    let mut world = weightless();
    world.add_field(Field::new(Area::Everywhere, Wind::new([30.0, 0.0]).density(5.0))).unwrap();
    let leaf = world.spawn(Body::dynamic().with(Circle::new(0.2).density(0.01))).unwrap();
    for _ in 0..600 {
        run(&mut world, 1);
        let now = velocity(&world, leaf);
        assert!(now.x > 0.0 && now.x <= 30.001 && now.y.abs() < 1.0e-3, "{now:?}");
    }
    assert!(velocity(&world, leaf).x > 29.0);
}

#[test]
fn explosion_momentum_is_proportional_to_shape_width() {
    let mut world = weightless();
    let blast = Explosion::new([1.0, 2.0], 4.0, 30.0).falloff(2.0);
    // A ring of balls, as symmetric as can be, at a distance where three quarters are left.
    let ring: Vec<BodyId> = (0..12)
        .map(|index| {
            let at = vec2(1.0, 2.0) + Vec2::from_angle(core::f32::consts::TAU * index as f32 / 12.0) * 5.0;
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.5))).unwrap()
        })
        .collect();
    assert_eq!(world.explode(&blast), Ok(12));
    let mut sum = Vec2::ZERO;
    for &ball in &ring {
        let body = world.body(ball).unwrap();
        let (momentum, out) =
            (body.velocity() * body.mass().mass, (body.position() - vec2(1.0, 2.0)).normalize().unwrap());
        let exact = out * (30.0 * 1.0 * 0.75);
        assert!(momentum.distance(exact) < 1.0e-3, "{momentum:?}, exact {exact:?}");
        assert!(body.angular_velocity().abs() < 1.0e-3);
        sum += momentum;
    }
    assert!(sum.length() < 1.0e-3, "the balance is {sum:?}");
}

#[test]
fn explosion_uses_the_width_across_the_blast_direction() {
    let mut world = weightless();
    let shapes: [(Shape, f32); 4] = [
        (Rect::half(0.5, 0.2).into(), 0.4),
        (Rect::half(0.5, 0.2).rotated(core::f32::consts::FRAC_PI_2).into(), 1.0),
        (Capsule::new([0.0, -0.6], [0.0, 0.6], 0.1).into(), 1.4),
        (Segment::new([0.0, -0.7], [0.0, 0.7]).into(), 1.4),
    ];
    for (shape, width) in shapes {
        let body = Body::dynamic().at([3.0, 0.0]).with(shape).mass(Mass {
            mass: 2.0,
            center: Vec2::ZERO,
            inertia: 1.0,
        });
        let body = world.spawn(body).unwrap();
        assert_eq!(world.explode(&Explosion::new([0.0, 0.0], 10.0, 5.0)), Ok(1));
        let momentum = velocity(&world, body) * 2.0;
        assert!(momentum.distance(vec2(5.0 * width, 0.0)) < 1.0e-3, "{momentum:?} for {width} m");
        world.despawn(body).unwrap();
    }
    // Out of reach, another category, sensors, static and disabled bodies: nothing.
    let far = world.spawn(Body::dynamic().at([20.0, 0.0]).with(Circle::new(0.5))).unwrap();
    world.spawn(Body::fixed().at([2.0, 0.0]).with(Circle::new(0.5))).unwrap();
    world.spawn(Body::dynamic().at([0.0, 2.0]).with(Circle::new(0.5)).disabled()).unwrap();
    let filter = CollisionFilter { category: 2, ..CollisionFilter::default() };
    let other = world.spawn(Body::dynamic().at([-2.0, 0.0]).with(Circle::new(0.5).filter(filter))).unwrap();
    assert_eq!(world.explode(&Explosion::new([0.0, 0.0], 10.0, 5.0).mask(1)), Ok(0));
    assert_eq!((velocity(&world, far), velocity(&world, other)), (Vec2::ZERO, Vec2::ZERO));
    // One that draws in, from within the shape: along the way to its centroid.
    assert_eq!(world.explode(&Explosion::new([-2.2, 0.0], 1.0, -5.0)), Ok(1));
    assert!(velocity(&world, other).x < -1.0);
}

#[test]
fn fields_and_explosions_wake_bodies_in_reach() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let boxes =
        [0.0, 20.0].map(|x| world.spawn(Body::dynamic().at([x, 0.5]).with(Rect::half(0.5, 0.5))).unwrap());
    let asleep = |world: &World| boxes.map(|id| world.body(id).unwrap().is_asleep());
    run(&mut world, 120);
    assert_eq!(asleep(&world), [true, true]);
    let breeze = Field::new(Area::rect([-3.0, 0.0], [3.0, 3.0]), Drag::new(1.0));
    let id = world.add_field(breeze.clone()).unwrap();
    assert_eq!(asleep(&world), [false, true]);
    run(&mut world, 120);
    assert_eq!(asleep(&world), [true, true], "a field does not keep awake what rests in it");
    world.set_field(id, breeze).unwrap();
    assert_eq!(asleep(&world), [true, true], "nothing changed");
    world.set_field(id, Field::new(Area::rect([17.0, 0.0], [23.0, 3.0]), Drag::new(1.0))).unwrap();
    assert_eq!(asleep(&world), [false, false], "one is left, the other reached");
    run(&mut world, 120);
    world.remove_field(id).unwrap();
    assert_eq!(asleep(&world), [true, false]);
    run(&mut world, 120);
    assert_eq!(world.explode(&Explosion::new([-1.0, 0.5], 2.0, 1.0)), Ok(1));
    assert_eq!(asleep(&world), [false, true]);
}

/// Every kind of field, with things of every shape in them.
fn playground(lanes: LaneLevel, threads: usize) -> World {
    let mut config = WorldConfig::default();
    config.lanes = lanes;
    config.threads = threads;
    let mut world = World::new(config).unwrap();
    add_floor(&mut world);
    let fields = [
        Field::new(Area::rect([-20.0, 0.0], [-8.0, 4.0]), Water::new(2.0).drag(2.0).flow([1.0, 0.0])),
        Field::new(Area::polygon(&[[-8.0, 0.0], [0.0, 0.0], [-4.0, 6.0]]).unwrap(), Wind::new([4.0, 7.0])),
        Field::new(Area::circle([4.0, 5.0], 5.0), Attractor::new([4.0, 5.0], 40.0)),
        Field::new(Area::rect([8.0, 0.0], [14.0, 9.0]), Gravity::new([0.0, 2.0])).priority(3),
        Field::new(Area::rect([10.0, 0.0], [20.0, 5.0]), Conveyor::new([-3.0, 1.0], 20.0)),
        Field::new(Area::Everywhere, Drag::new(0.1).angular(0.4)),
    ];
    for field in fields {
        world.add_field(field).unwrap();
    }
    for index in 0..240 {
        let at = [-18.0 + (index % 40) as f32 * 0.95, 1.0 + 1.1 * (index / 40) as f32];
        let body = Body::dynamic().at(at).rotated(0.7 * index as f32);
        world
            .spawn(match index % 4 {
                0 => body.with(Circle::new(0.4)),
                1 => body.with(Rect::half(0.4, 0.3)),
                2 => body.with(Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.15)),
                _ => body.with(Polygon::regular(5, 0.35).unwrap().rounded(0.05)),
            })
            .unwrap();
    }
    world
}

#[test]
fn lanes_and_threads_change_no_bit() {
    let mut scalar = playground(LaneLevel::Scalar, 1);
    let mut others = [playground(LaneLevel::best(), 1), playground(LaneLevel::best(), 3)];
    for step in 0..240 {
        if step == 100 {
            for world in others.iter_mut().chain([&mut scalar]) {
                world.explode(&Explosion::new([0.0, 1.0], 6.0, 2.0).falloff(4.0)).unwrap();
            }
        }
        scalar.step(DT).unwrap();
        for (index, world) in others.iter_mut().enumerate() {
            world.step(DT).unwrap();
            assert_eq!(world.hash(), scalar.hash(), "world {index} differs at step {step}");
        }
    }
    scalar.validate().unwrap();
}

#[test]
fn hash_includes_fields() {
    let mut world = weightless();
    let mut hashes = std::collections::BTreeSet::from([world.hash()]);
    let mut note = |world: &World, what: &str| assert!(hashes.insert(world.hash()), "the hash misses {what}");
    let field = Field::new(Area::rect([0.0, 0.0], [1.0, 1.0]), Wind::new([1.0, 0.0]));
    let id = world.add_field(field.clone()).unwrap();
    note(&world, "a field");
    for (what, changed) in [
        ("the effect", Field::new(Area::rect([0.0, 0.0], [1.0, 1.0]), Wind::new([2.0, 0.0]))),
        ("the kind", Field::new(Area::rect([0.0, 0.0], [1.0, 1.0]), Gravity::new([2.0, 0.0]))),
        ("the area", Field::new(Area::rect([0.0, 0.0], [1.0, 2.0]), Wind::new([1.0, 0.0]))),
        ("the priority", field.clone().priority(-1)),
        ("the mask", field.clone().mask(1)),
        ("exclusive", field.clone().exclusive(true)),
        ("the switch", field.clone().disabled()),
    ] {
        world.set_field(id, changed).unwrap();
        note(&world, what);
    }
    world.remove_field(id).unwrap();
}
