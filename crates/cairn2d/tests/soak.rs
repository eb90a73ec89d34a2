//! Soak: small worlds for simulated hours. Memory is constant to the byte, resting bodies do not drift,
//! energies are bounded, all numbers are finite, and another lane width gives the same bits.
//!
//! `cargo xtask soak --hours 24` runs it longer than the tests do, and prints the table of
//! `docs/notes/faults.md`.

mod counting;

use cairn2d::prelude::*;
use cairn2d::{Area, Attractor, Capacity, Field, LaneLevel, Mass};

use counting::live_here;

/// Length of a step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Simulated hours of each world.
fn hours() -> f64 {
    std::env::var("CAIRN2D_SOAK_HOURS").ok().and_then(|hours| hours.parse().ok()).unwrap_or(0.2)
}

/// A soak test: a world and its limits.
struct Soak {
    name: &'static str,
    world: World,
    /// Called before each step.
    play: fn(&mut World, u64),
    /// Bodies whose position must not drift after settling, each relative to another body or the world.
    still: Vec<(BodyId, Option<BodyId>)>,
    /// Largest change of these distances \[m\], and per hour \[m/h\].
    drift: (f32, f32),
    /// Valid range of the energy relative to that after settling; `None` if the world gains or loses energy.
    energy: Option<(f64, f64)>,
}

/// Results of a run.
struct Found {
    steps: u64,
    bytes: i64,
    drift: f32,
    energy: (f64, f64),
    hash: u64,
}

fn new_world(lanes: LaneLevel, gravity: f32) -> World {
    let mut config = WorldConfig::with_gravity([0.0, gravity]);
    (config.sleeping, config.threads, config.lanes) = (false, 1, lanes);
    let mut world = World::new(config).expect("it is valid");
    world.set_stage_checks(std::env::var_os("CAIRN2D_VALIDATE").is_some());
    world
}

fn spawn(world: &mut World, body: Body) -> BodyId {
    world.spawn(body).expect("it is valid")
}

fn nothing(_: &mut World, _: u64) {}

fn ground(world: &mut World) -> BodyId {
    spawn(world, Body::fixed().with(Rect::half(30.0, 1.0).at([0.0, -1.0])))
}

/// Largest total drift of bodies that are held by more than friction.
const ONE_MILLIMETRE: (f32, f32) = (1.0e-3, 0.0);

/// A stack that is kept awake trembles in the last digits of its velocities; it may drift a millimetre per
/// day.
fn resting_stack(lanes: LaneLevel) -> Soak {
    let mut soak = sleeping_stack(lanes);
    soak.world.set_sleeping(false);
    Soak { name: "resting stack, kept awake", drift: (0.0, 1.0e-3 / 24.0), ..soak }
}

fn sleeping_stack(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    world.set_sleeping(true);
    ground(&mut world);
    let boxes: Vec<BodyId> = (0..10)
        .map(|n| spawn(&mut world, Body::dynamic().at([0.0, 0.5 + n as f32]).with(Rect::half(0.5, 0.5))))
        .collect();
    let still = boxes.into_iter().map(|id| (id, None)).collect();
    Soak { name: "resting stack", world, play: nothing, still, drift: ONE_MILLIMETRE, energy: None }
}

fn pendulum(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    // Potential energy counts from its lowest point.
    let wall = spawn(&mut world, Body::fixed().at([0.0, 2.0]));
    let bob = Body::dynamic().at([2.0, 2.0]).mass(Mass { mass: 1.0, center: Vec2::ZERO, inertia: 0.1 });
    let bob = spawn(&mut world, bob);
    world.join(Revolute::new(wall, bob).at([0.0, 2.0])).expect("it is valid");
    let energy = Some((0.0, 1.001));
    Soak {
        name: "pendulum",
        world,
        play: nothing,
        still: vec![(bob, Some(wall))],
        drift: ONE_MILLIMETRE,
        energy,
    }
}

fn spinners(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, 0.0);
    let free = Body::dynamic().at([0.0, 5.0]).angular_velocity(7.0).with(Rect::half(1.0, 0.1));
    let free = spawn(&mut world, free);
    let axle = spawn(&mut world, Body::fixed());
    let wheel = spawn(&mut world, Body::dynamic().with(Rect::half(2.0, 0.2)));
    world.join(Revolute::new(axle, wheel).motor(5.0, 1.0e4)).expect("it is valid");
    let energy = Some((0.9999, 1.0001));
    let still = vec![(free, None), (wheel, None)];
    Soak { name: "spinners", world, play: nothing, still, drift: ONE_MILLIMETRE, energy }
}

fn spawning(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    ground(&mut world);
    for x in [-3.0, 3.0] {
        spawn(&mut world, Body::fixed().at([x, 3.0]).with(Rect::half(0.2, 3.0)));
    }
    /// Every tenth step adds a box and, from forty boxes on, removes the oldest.
    fn play(world: &mut World, step: u64) {
        if !step.is_multiple_of(10) {
            return;
        }
        let x = (step / 10 % 5) as f32 - 2.0;
        let body = Body::dynamic().at([x, 8.0]).user_data(step + 1).with(Rect::half(0.4, 0.3));
        spawn(world, body);
        if world.bodies().count() > 43 {
            let age = |id: &BodyId| world.body(*id).map_or(0, |body| body.user_data());
            let oldest = world.bodies().filter(|id| age(id) > 0).min_by_key(age).expect("there are forty");
            world.despawn(oldest).expect("it is there");
        }
    }
    // A heap reaches new peak counts for hours.
    let room = Capacity { bodies: 60, shapes: 60, contacts: 600, ..Capacity::default() };
    world.reserve(room).expect("it is valid");
    Soak { name: "spawn and despawn", world, play, still: Vec::new(), drift: ONE_MILLIMETRE, energy: None }
}

fn bridge(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    let bank = spawn(&mut world, Body::fixed());
    let (mut last, mut planks) = (bank, Vec::new());
    for n in 0..12 {
        let x = n as f32 - 5.5;
        let plank = spawn(&mut world, Body::dynamic().at([x, 0.0]).with(Rect::half(0.5, 0.1)));
        world.join(Revolute::new(last, plank).at([x - 0.5, 0.0])).expect("it is valid");
        planks.push(plank);
        last = plank;
    }
    world.join(Revolute::new(last, bank).at([6.0, 0.0])).expect("it is valid");
    for n in 0..3 {
        let (above, at) = (planks[3 * n + 2], [3.0 * n as f32 - 3.5, -2.0]);
        let load = spawn(&mut world, Body::dynamic().at(at).with(Rect::half(0.3, 0.3)));
        world.join(Distance::new(above, load)).expect("it is valid");
        planks.push(load);
    }
    for &id in &planks {
        world.body_mut(id).expect("it is there").set_damping(0.5, 0.5).expect("it is valid");
    }
    let still = planks.into_iter().map(|id| (id, None)).collect();
    Soak { name: "loaded bridge", world, play: nothing, still, drift: ONE_MILLIMETRE, energy: None }
}

fn conveyor(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    let belt = Rect::half(30.0, 1.0).at([0.0, -1.0]).tangent_speed(-2.0).friction(0.4);
    spawn(&mut world, Body::fixed().with(belt));
    spawn(&mut world, Body::fixed().at([6.0, 1.0]).with(Rect::half(0.5, 2.0)));
    spawn(&mut world, Body::fixed().at([-6.0, 1.0]).with(Rect::half(0.5, 2.0)));
    let crates: Vec<BodyId> = (0..4)
        .map(|n| {
            spawn(&mut world, Body::dynamic().at([1.5 * n as f32 - 2.0, 0.5]).with(Rect::half(0.5, 0.5)))
        })
        .collect();
    let still = crates.into_iter().map(|id| (id, None)).collect();
    Soak { name: "crates on a belt", world, play: nothing, still, drift: ONE_MILLIMETRE, energy: None }
}

fn lift(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, -10.0);
    let platform = spawn(&mut world, Body::kinematic().with(Rect::half(2.0, 0.2).friction(0.8)));
    let load = spawn(&mut world, Body::dynamic().at([0.3, 0.7]).with(Rect::half(0.5, 0.5).friction(0.8)));
    /// Moves up and down once in eight seconds, along a parabola each way.
    fn play(world: &mut World, step: u64) {
        let id = world.bodies().next().expect("the platform is the first");
        let phase = (step % 240) as f32 / 240.0;
        let speed = 4.0 * phase * (1.0 - phase) * if (step / 240).is_multiple_of(2) { 2.0 } else { -2.0 };
        world.body_mut(id).expect("it is there").set_velocity([0.0, speed]).expect("it is valid");
    }
    let still = vec![(load, Some(platform))];
    Soak { name: "load on a lift", world, play, still, drift: ONE_MILLIMETRE, energy: None }
}

fn orbit(lanes: LaneLevel) -> Soak {
    let mut world = new_world(lanes, 0.0);
    let sun = Attractor::new([0.0, 0.0], 100.0);
    world.add_field(Field::new(Area::Everywhere, sun)).expect("it is valid");
    let moon = Body::dynamic().at([10.0, 0.0]).velocity([0.0, 10.0_f32.sqrt()]).with(Circle::new(0.5));
    let moon = spawn(&mut world, moon);
    let center = spawn(&mut world, Body::fixed());
    let energy = Some((0.98, 1.02));
    Soak { name: "orbit", world, play: nothing, still: vec![(moon, Some(center))], drift: (0.1, 0.0), energy }
}

fn energy(world: &World) -> f64 {
    let gravity = world.config().gravity;
    let of = |id: BodyId| {
        let body = world.body(id)?;
        let height = -f64::from(gravity.dot(body.center()));
        Some(f64::from(body.kinetic_energy()) + f64::from(body.mass().mass) * height)
    };
    world.bodies().filter_map(of).sum()
}

/// The guarded positions: of one body in the world, or relative to another body.
fn places(soak: &Soak) -> Vec<Vec2> {
    let of = |id: BodyId| soak.world.body(id).expect("it is there").position();
    let place = |&(id, other): &(BodyId, Option<BodyId>)| match other {
        None => of(id),
        Some(other) => vec2((of(id) - of(other)).length(), 0.0),
    };
    soak.still.iter().map(place).collect()
}

fn run(mut soak: Soak, steps: u64) -> Found {
    // A minute to settle, but never more than half of the time.
    let settled = 3600.min(steps / 2);
    let name = soak.name;
    let mut start = (0, Vec::new(), 0.0);
    let mut found = Found { steps, bytes: 0, drift: 0.0, energy: (f64::MAX, f64::MIN), hash: 0 };
    for step in 0..steps {
        (soak.play)(&mut soak.world, step);
        soak.world.step(DT).expect("the length is valid");
        if step == settled {
            (start.1, start.2) = (places(&soak), energy(&soak.world));
            start.0 = live_here();
        }
        // This interval is not a multiple of any period in the worlds.
        if step < settled || !(step % 997 == 0 || step + 1 == steps) {
            continue;
        }
        found.bytes = found.bytes.max((live_here() - start.0).abs());
        soak.world.validate().unwrap_or_else(|what| panic!("{name}, step {step}: {what}"));
        let now = places(&soak);
        for (now, then) in now.iter().zip(&start.1) {
            assert!(now.is_finite(), "{name}, step {step}");
            found.drift = found.drift.max((*now - *then).length());
        }
        let share = energy(&soak.world) / start.2;
        found.energy = (found.energy.0.min(share), found.energy.1.max(share));
    }
    found.hash = soak.world.hash();
    found
}

fn check(make: fn(LaneLevel) -> Soak) {
    let steps = (hours() * 216_000.0) as u64;
    let Soak { name, drift, energy, .. } = make(LaneLevel::Scalar);
    let found = run(make(LaneLevel::best()), steps);
    let again = run(make(LaneLevel::Scalar), steps);
    println!(
        "| {name} | {} | {} | {:.4} | {:.4} to {:.4} | {:016x} |",
        found.steps,
        found.bytes,
        1.0e3 * found.drift,
        found.energy.0,
        found.energy.1,
        found.hash
    );
    assert_eq!(found.hash, again.hash, "{name}: other lanes, other bits");
    assert_eq!(found.bytes, 0, "{name}: bytes more or less than at first");
    let most = drift.0 + drift.1 * hours() as f32;
    assert!(found.drift <= most, "{name}: it drifted by {} m of {most}", found.drift);
    if let Some((low, high)) = energy {
        assert!(found.energy.0 >= low && found.energy.1 <= high, "{name}: energies {:?}", found.energy);
    }
}

#[test]
fn a_stack_sleeps_for_hours() {
    check(sleeping_stack);
}

#[test]
fn stack_with_sleep_disabled_stands_for_hours() {
    check(resting_stack);
}

#[test]
fn a_pendulum_swings_for_hours() {
    check(pendulum);
}

#[test]
fn spinners_spin_for_hours() {
    check(spinners);
}

#[test]
fn bodies_are_added_and_removed_for_hours() {
    check(spawning);
}

#[test]
fn bridge_carries_its_load_for_hours() {
    check(bridge);
}

#[test]
fn conveyor_belt_moves_crates_for_hours() {
    check(conveyor);
}

#[test]
fn a_lift_carries_its_load_for_hours() {
    check(lift);
}

#[test]
fn a_moon_keeps_its_orbit_for_hours() {
    check(orbit);
}
