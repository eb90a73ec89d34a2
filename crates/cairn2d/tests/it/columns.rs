//! Columns of bodies: contact forces from the first step on, stability, columns that fall, tip over or stand
//! on something that moves. Expected forces are those of statics.

use cairn2d::LaneLevel;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor, run, sleepless};

/// A column of bodies, and the world around it.
#[derive(Clone, Copy, Debug)]
struct Column {
    count: usize,
    shape: &'static str,
    size: f32,
    gravity: [f32; 2],
    sub_steps: u32,
    dt: f32,
    /// Whether sizes and densities differ by up to a factor of 3.
    vary: bool,
}

const USUAL: Column =
    Column { count: 100, shape: "box", size: 1.0, gravity: [0.0, -10.0], sub_steps: 4, dt: DT, vary: false };

impl Column {
    fn world(&self) -> World {
        let mut config = WorldConfig::with_gravity(self.gravity);
        (config.sleeping, config.sub_steps) = (false, self.sub_steps);
        World::new(config).unwrap()
    }

    /// Spawns the bodies from this height upward, lowest first.
    fn spawn(&self, world: &mut World, mut y: f32) -> Vec<BodyId> {
        let mut bodies = Vec::new();
        for index in 0..self.count {
            let share = if self.vary { 0.5 + (index * 7 % 11) as f32 / 10.0 } else { 1.0 };
            let density = if self.vary { 0.5 + (index * 5 % 13) as f32 / 12.0 } else { 1.0 };
            let half = 0.5 * share * self.size;
            let body = Body::dynamic().at([0.0, y + half]);
            let disc = self.shape == "disc" || self.shape == "mixed" && index % 2 == 1;
            let width = if self.shape == "slab" { 3.0 } else { 1.0 };
            bodies.push(
                world
                    .spawn(if disc {
                        body.with(Circle::new(half).density(density))
                    } else {
                        body.with(Rect::half(width * half, half).density(density).friction(0.7))
                    })
                    .unwrap(),
            );
            y += 2.0 * half;
        }
        bodies
    }

    /// A column on the ground.
    fn on_ground(&self) -> (World, Vec<BodyId>) {
        let mut world = self.world();
        let ground = Rect::half(100.0 * self.size, self.size).at([0.0, -self.size]).friction(0.7);
        world.spawn(Body::fixed().with(ground)).unwrap();
        let bodies = self.spawn(&mut world, 0.0);
        (world, bodies)
    }
}

/// Returns the sums of the normal and tangent impulses of a body with the one below in the last sub-step.
fn impulses(world: &World, body: BodyId, below: Option<BodyId>) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for contact in world.body(body).unwrap().contacts() {
        let contact = world.contact(contact).unwrap();
        let other = contact.bodies().into_iter().find(|&other| other != body).unwrap();
        let carries = match below {
            Some(below) => other == below,
            None => world.body(other).unwrap().mass().mass == 0.0,
        };
        if carries {
            for point in contact.points() {
                sums[0] += f64::from(point.normal_impulse);
                sums[1] += f64::from(point.tangent_impulse.abs());
            }
        }
    }
    sums
}

/// Returns the largest relative error of the forces along the normal and along the tangent.
fn worst_errors(column: &Column, world: &World, bodies: &[BodyId]) -> [f64; 2] {
    let (mut above, mut worst) = (0.0, [0.0_f64; 2]);
    let h = f64::from(column.dt) / f64::from(column.sub_steps);
    for index in (0..bodies.len()).rev() {
        above += f64::from(world.body(bodies[index]).unwrap().mass().mass);
        let found = impulses(world, bodies[index], index.checked_sub(1).map(|below| bodies[below]));
        for axis in 0..2 {
            let exact = above * f64::from(column.gravity[1 - axis].abs()) * h;
            let error = (found[axis] - exact).abs() / (above * 10.0 * h).max(exact);
            worst[axis] = worst[axis].max(error);
        }
    }
    worst
}

/// Returns the sum of kinetic and potential energy `[J]`.
fn energy(world: &World, bodies: &[BodyId], gravity: f32) -> f64 {
    let energies = bodies.iter().map(|&body| {
        let body = world.body(body).unwrap();
        f64::from(body.kinetic_energy()) + f64::from(body.mass().mass * gravity) * f64::from(body.center().y)
    });
    energies.sum()
}

fn top(world: &World, bodies: &[BodyId]) -> f32 {
    world.body(*bodies.last().unwrap()).unwrap().position().y
}

#[test]
fn forces_of_columns_are_exact_after_one_step() {
    let mut columns = Vec::new();
    for count in [1, 2, 7, 1000] {
        columns.push(Column { count, ..USUAL });
    }
    for size in [0.1, 0.37, 2.3, 10.0] {
        columns.push(Column { size, ..USUAL });
    }
    for gravity in [1.0, 9.81, 31.0, 100.0] {
        columns.push(Column { gravity: [0.0, -gravity], ..USUAL });
    }
    for sub_steps in [1, 2, 6, 16] {
        columns.push(Column { sub_steps, ..USUAL });
    }
    for dt in [1.0 / 30.0, 1.0 / 144.0] {
        columns.push(Column { dt, ..USUAL });
    }
    for shape in ["disc", "mixed", "slab"] {
        columns.push(Column { shape, ..USUAL });
        columns.push(Column { shape, vary: true, count: 60, ..USUAL });
    }
    for column in columns {
        let (mut world, bodies) = column.on_ground();
        world.step(column.dt).unwrap();
        let [normal, tangent] = worst_errors(&column, &world, &bodies);
        assert!(normal < 0.01 && tangent < 0.01, "{column:?}: {normal}, {tangent}");
    }
}

#[test]
fn columns_on_an_incline_carry_along_both_axes() {
    for (angle, count) in [(10.0_f32, 8), (20.0, 5), (30.0, 3)] {
        let (sin, cos) = angle.to_radians().sin_cos();
        let column = Column { gravity: [10.0 * sin, -10.0 * cos], count, shape: "slab", ..USUAL };
        let (mut world, bodies) = column.on_ground();
        for step in 0..120 {
            world.step(DT).unwrap();
            let [normal, tangent] = worst_errors(&column, &world, &bodies);
            assert!(normal < 0.01 && tangent < 0.01, "{angle} degrees, step {step}: {normal}, {tangent}");
        }
    }
}

#[test]
fn post_carries_the_columns_on_its_slab() {
    let mut world = sleepless();
    add_floor(&mut world);
    let post = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let slab = world.spawn(Body::dynamic().at([0.0, 1.1]).with(Rect::half(4.0, 0.1))).unwrap();
    let mut columns = Vec::new();
    for x in [-3.0, 3.0] {
        columns.push(
            (0..10)
                .map(|row| {
                    let body = Body::dynamic().at([x, 1.7 + row as f32]);
                    world.spawn(body.with(Rect::half(0.5, 0.5))).unwrap()
                })
                .collect::<Vec<_>>(),
        );
    }
    world.step(DT).unwrap();
    let weight = 10.0 * f64::from(DT) / 4.0;
    let close = |found: f64, mass: f64| (found / (mass * weight) - 1.0).abs() < 0.01;
    assert!(close(impulses(&world, post, None)[0], 1.0 + 1.6 + 20.0));
    assert!(close(impulses(&world, slab, Some(post))[0], 1.6 + 20.0));
    for column in &columns {
        assert!(close(impulses(&world, column[0], Some(slab))[0], 10.0));
        assert!(close(impulses(&world, column[9], Some(column[8]))[0], 1.0));
    }
}

#[test]
fn column_that_falls_has_no_forces() {
    for shape in ["box", "disc", "mixed"] {
        let column = Column { count: 30, shape, ..USUAL };
        let (mut world, _) = Column { count: 0, ..column }.on_ground();
        let bodies = column.spawn(&mut world, 10.0);
        for step in 0..60 {
            world.step(DT).unwrap();
            for contact in world.contacts() {
                for point in world.contact(contact).unwrap().points() {
                    assert!(point.normal_impulse < 1.0e-5, "{shape}, step {step}: {}", point.normal_impulse);
                }
            }
        }
        // The column was in free fall for a second.
        let speed = world.body(bodies[17]).unwrap().velocity().y;
        assert!((speed + 10.0).abs() < 0.01, "{speed}");
    }
}

#[test]
fn struck_and_landing_columns_gain_no_energy() {
    for (shape, height, mass) in
        [("box", 3.0, 1.0), ("box", 5.0, 20.0), ("mixed", 2.0, 5.0), ("slab", 8.0, 100.0)]
    {
        let column = Column { count: 25, shape, ..USUAL };
        let (mut world, mut bodies) = column.on_ground();
        run(&mut world, 60);
        let striker = Circle::new(0.5).density(mass / 0.785);
        bodies.push(world.spawn(Body::dynamic().at([0.05, 25.5 + height]).with(striker)).unwrap());
        let before = energy(&world, &bodies, 10.0);
        for step in 0..600 {
            world.step(DT).unwrap();
            let gain = energy(&world, &bodies, 10.0) - before;
            assert!(gain < 1.0e-4 * before, "{shape}, {height} m, {mass} kg, step {step}: gains {gain} J");
        }
    }
    for gap in [0.02, 0.3, 4.0] {
        let (mut world, _) = Column { count: 0, ..USUAL }.on_ground();
        let bodies = Column { count: 40, ..USUAL }.spawn(&mut world, gap);
        let before = energy(&world, &bodies, 10.0);
        for step in 0..600 {
            world.step(DT).unwrap();
            let gain = energy(&world, &bodies, 10.0) - before;
            assert!(gain < 1.0e-4 * before, "gap of {gap} m, step {step}: gains {gain} J");
        }
        let sunk = 39.5 - top(&world, &bodies);
        assert!(sunk.abs() < 0.05, "gap of {gap} m: the top sinks by {sunk} m");
    }
}

#[test]
fn column_stands_on_a_lift() {
    for acceleration in [2.0_f32, -2.0, -6.0] {
        let mut world = sleepless();
        let lift = world.spawn(Body::kinematic().at([0.0, -1.0]).with(Rect::half(10.0, 1.0))).unwrap();
        let column = Column { count: 20, ..USUAL };
        let bodies = column.spawn(&mut world, 0.0);
        let mut speed = 0.0;
        for step in 0..240 {
            speed += if step < 120 { acceleration } else { -acceleration } * DT;
            world.body_mut(lift).unwrap().set_velocity([0.0, speed]).unwrap();
            world.step(DT).unwrap();
            let base = world.body(lift).unwrap().position().y + 1.0;
            let height = top(&world, &bodies) - base;
            // The loads are those without the acceleration, which soft contacts add as overlap.
            assert!((height - 19.5).abs() < 0.15, "{acceleration} m/s², step {step}: {height}");
        }
        let left = bodies.iter().map(|&body| world.body(body).unwrap().velocity().length());
        assert!(left.fold(0.0, f32::max) < 0.2, "{acceleration} m/s²");
    }
}

/// An impulse at the beginning of a step moves bodies that the sub-steps then stop. With loads of such bodies
/// a column of 60 sinks by 2 m, and one of 60 with a pushed body in the middle reaches 2.5 m/s.
#[test]
fn column_pushed_in_every_step_stands() {
    for count in [8, 20, 60] {
        for all in [true, false] {
            for weights in [-0.8_f32, -0.4, 0.1, 0.25, 0.4, 0.5] {
                let column = Column { count, ..USUAL };
                let (mut world, bodies) = column.on_ground();
                let pushed = if all { &bodies[..] } else { &bodies[count / 2..=count / 2] };
                let mut fastest = 0.0_f32;
                for step in 0..900 {
                    for &body in pushed {
                        world.body_mut(body).unwrap().apply_impulse([0.0, -weights * 10.0 * DT]).unwrap();
                    }
                    world.step(DT).unwrap();
                    if step >= 300 {
                        let speeds = bodies.iter().map(|&body| world.body(body).unwrap().velocity().length());
                        fastest = speeds.fold(fastest, f32::max);
                    }
                }
                let sunk = count as f32 - 0.5 - top(&world, &bodies);
                let label = format!("{count} boxes, all pushed: {all}, {weights} of the weight");
                assert!(sunk.abs() < 0.006 * count as f32, "{label}: the top sinks by {sunk} m");
                assert!(fastest < 0.15, "{label}: {fastest} m/s");
            }
        }
    }
}

#[test]
fn column_that_leans_too_far_falls() {
    let mut world = sleepless();
    add_floor(&mut world);
    // The centre of all boxes is beyond the edge of the lowest one.
    let at = |row: usize| [0.12 * row as f32, 0.5 + row as f32];
    let bodies: Vec<BodyId> = (0..12)
        .map(|row| world.spawn(Body::dynamic().at(at(row)).with(Rect::half(0.5, 0.5))).unwrap())
        .collect();
    run(&mut world, 300);
    assert!(top(&world, &bodies) < 8.0);
    // With a fifth of the lean it stands.
    let mut world = sleepless();
    add_floor(&mut world);
    let bodies: Vec<BodyId> = (0..12)
        .map(|row| {
            let at = [0.2 * at(row)[0], at(row)[1]];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5))).unwrap()
        })
        .collect();
    run(&mut world, 600);
    assert!((top(&world, &bodies) - 11.5).abs() < 0.01, "{}", top(&world, &bodies));
}

#[test]
fn tall_columns_stand() {
    for (count, seconds) in [(160, 60), (1000, 5)] {
        let (mut world, bodies) = Column { count, ..USUAL }.on_ground();
        for _ in 0..60 * seconds {
            world.step(DT).unwrap();
        }
        let sunk = count as f32 - 0.5 - top(&world, &bodies);
        assert!(sunk.abs() < 0.01, "{count} boxes sink by {sunk} m");
        for &body in &bodies {
            assert!(world.body(body).unwrap().position().x.abs() < 0.01);
        }
    }
}

/// Weights of these columns, and their sums, are beyond the largest number.
#[test]
fn heaviest_columns_stay_finite() {
    for mass in [1.0e-6_f32, 1.0e20, 1.0e30] {
        for gravity in [10.0, 1.0e6, 1.0e9, 1.0e15] {
            for all in [false, true] {
                let column = Column { count: 40, gravity: [0.0, -gravity], ..USUAL };
                let (mut world, bodies) = column.on_ground();
                for (index, &body) in bodies.iter().enumerate() {
                    let mass = if all || index % 2 == 0 { mass } else { 1.0 };
                    let mass = Mass { mass, center: Vec2::ZERO, inertia: mass / 6.0 };
                    world.body_mut(body).unwrap().set_mass(Some(mass)).unwrap();
                }
                for _ in 0..30 {
                    world.step(DT).unwrap();
                }
                world.validate().unwrap();
                for &body in &bodies {
                    let body = world.body(body).unwrap();
                    assert!(body.position().is_finite() && body.velocity().is_finite(), "{mass}, {gravity}");
                }
                World::from_snapshot(&world.snapshot()).unwrap();
            }
        }
    }
}

#[test]
fn lanes_and_threads_change_no_bit_of_columns() {
    let hash = |lanes: LaneLevel, threads: usize| {
        let mut config = WorldConfig::default();
        (config.lanes, config.threads) = (lanes, threads);
        let mut world = World::new(config).unwrap();
        add_floor(&mut world);
        for n in 0..120_usize {
            let (x, height) = (1.4 * (n % 12) as f32 - 8.0, 1 + n % 12 % 5);
            if n / 12 < 2 * height {
                let at = [x + 0.02 * (n % 3) as f32, 0.5 + (n / 12) as f32];
                let shape = if n % 7 == 0 { Circle::new(0.5).shape() } else { Rect::half(0.5, 0.5).shape() };
                world.spawn(Body::dynamic().at(at).with(shape)).unwrap();
            }
        }
        let ball = Body::dynamic().at([-20.0, 6.0]).velocity([12.0, 2.0]).with(Circle::new(0.8));
        world.spawn(ball).unwrap();
        run(&mut world, 240);
        world.hash()
    };
    let one = hash(LaneLevel::Scalar, 1);
    for lanes in LaneLevel::available() {
        assert_eq!(hash(lanes, 1), one, "{lanes}");
    }
    assert_eq!(hash(LaneLevel::best(), 3), one);
}
