//! Memory: a dropped world frees all of it, memory use stays bounded, and a failed allocation aborts the
//! program like one of `Vec`.
//!
//! A separate test program, because it replaces the global allocator. It counts per thread, so worlds here
//! have one thread.

mod counting;

use std::process::Command;

use cairn2d::prelude::*;
use cairn2d::{Area, Drag, Field};

use counting::{fail_after, live_here, peak_here};

/// Length of a step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Factor on the length of the long tests: the simulated hours of `cargo xtask soak`.
fn hours() -> f64 {
    std::env::var("CAIRN2D_SOAK_HOURS").ok().and_then(|hours| hours.parse().ok()).unwrap_or(0.0)
}

fn new_world() -> World {
    let mut config = WorldConfig::default();
    config.threads = 1;
    let mut world = World::new(config).expect("it is valid");
    world.set_stage_checks(std::env::var_os("CAIRN2D_VALIDATE").is_some());
    world
}

/// A world with objects of every kind.
fn town() -> World {
    let mut world = new_world();
    let ground = Body::fixed().with(Rect::half(30.0, 0.5).at([0.0, -0.5]).hooked());
    let hills: Vec<[f32; 2]> = (0..30).map(|n| [30.0 - 2.0 * n as f32, 0.3 * (n % 3) as f32]).collect();
    let ground = ground.with_chain(ChainDef::new(Chain::open(&hills).expect("it is valid")));
    let ground = world.spawn(ground.with(Circle::new(3.0).at([0.0, 2.0]).sensor())).expect("it is valid");
    let mut last = ground;
    for n in 0..40 {
        let at = [1.1 * (n % 10) as f32 - 5.0, 1.5 + 1.1 * (n / 10) as f32];
        let body = Body::dynamic().at(at).velocity([1.0, 0.0]);
        let body = match n % 4 {
            0 => body.with(Circle::new(0.5).restitution(0.8)),
            1 => body.with(Rect::half(0.4, 0.4).rounded(0.1)),
            2 => body.with(Polygon::regular(6, 0.5).expect("it is valid")).bullet(),
            _ => body.with(Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.2)).with(Rect::half(0.1, 0.6)),
        };
        let id = world.spawn(body).expect("it is valid");
        if n % 5 == 0 {
            world.join(Revolute::new(last, id).at(at).break_at(500.0, None)).expect("it is valid");
        }
        if n % 7 == 0 {
            world.join(Rotary::new(last, id).limits(-3.0, 3.0)).expect("it is valid");
        }
        last = id;
    }
    world.add_field(Field::new(Area::rect([-9.0, 0.0], [9.0, 9.0]), Drag::new(0.1))).expect("it is valid");
    world.set_pre_solve(|contact| contact.response);
    world
}

#[test]
fn dropped_world_frees_every_byte() {
    let before = live_here();
    for round in 0..3 {
        let mut world = town();
        for _ in 0..120 {
            world.step(DT).expect("it is valid");
        }
        let bytes = world.snapshot();
        let mut copy = World::from_snapshot(&bytes);
        assert!(copy.is_err(), "it needs the hook");
        copy = Ok(world.clone());
        let mut copy = copy.expect("it was just made");
        copy.restore(&bytes).expect("it is its own");
        copy.step(DT).expect("it is valid");
        world.clone_from(&copy);
        assert!(live_here() > before + 10_000);
        drop((world, copy, bytes));
        assert_eq!(live_here(), before, "round {round}");
    }
}

#[test]
fn repeatedly_created_worlds_free_every_byte() {
    // 64 worlds at a time, 100 times over.
    let before = live_here();
    let mut worlds: Vec<Option<World>> = (0..64).map(|_| None).collect();
    let mut hash = None;
    for _ in 0..100 {
        for place in &mut worlds {
            let mut world = new_world();
            world.spawn(Body::fixed().with(Rect::half(9.0, 0.5))).expect("it is valid");
            let id = world.spawn(Body::dynamic().at([0.0, 0.9]).with(Circle::new(0.5))).expect("it is valid");
            world.join(Grab::new(id, [0.0, 1.0])).expect("it is valid");
            for _ in 0..3 {
                world.step(DT).expect("it is valid");
            }
            assert_eq!(*hash.get_or_insert(world.hash()), world.hash(), "they know nothing of each other");
            *place = Some(world);
        }
    }
    drop(worlds);
    assert_eq!(live_here(), before);
}

#[test]
fn spawning_and_removing_each_step_has_bounded_memory() {
    let ticks = (hours() / 24.0 * 1.0e6).max(3000.0) as u32;
    let mut world = new_world();
    world.spawn(Body::fixed().with(Rect::half(40.0, 0.5).at([0.0, -0.5]))).expect("it is valid");
    let mut ids = Vec::with_capacity(100);
    let (start, mut early) = (live_here(), 0);
    for tick in 0..ticks {
        for n in 0..100 {
            let at = [0.5 * (n % 20) as f32 - 5.0, 0.25 + 0.5 * (n / 20) as f32];
            let body = Body::dynamic().at(at).with(Rect::half(0.25, 0.25));
            ids.push(world.spawn(body).expect("it is valid"));
        }
        world.step(DT).expect("it is valid");
        for id in ids.drain(..) {
            world.despawn(id).expect("it is there");
        }
        if tick == 100 {
            early = peak_here() - start;
        }
    }
    let late = peak_here() - start;
    println!("{ticks} steps of 100 bodies: {early} bytes at most in the first 100, {late} in all");
    assert!(late as f64 <= 1.5 * early as f64, "{early} bytes at first, {late} in the end");
}

#[test]
fn endless_fall_has_bounded_memory() {
    let steps = (hours() * 216_000.0).max(30_000.0) as u32;
    let mut world = new_world();
    world.set_sleeping(false);
    let mut spawn = |at: [f32; 2], velocity: [f32; 2]| {
        let body = Body::dynamic().at(at).velocity(velocity).angular_velocity(3.0);
        world.spawn(body.with(Rect::half(0.5, 0.5))).expect("it is valid")
    };
    let ids =
        [spawn([0.0, 0.0], [0.0, 0.0]), spawn([9.0e5, 9.0e5], [300.0, 1.0]), spawn([5.0, 0.0], [0.0, 0.0])];
    let mut early = 0;
    for step in 0..steps {
        world.step(DT).expect("it is valid");
        if step == 1000 {
            early = live_here();
        }
    }
    assert!(live_here() <= early, "{} bytes, {early} before", live_here());
    world.validate().expect("it is sound");
    for id in ids {
        let body = world.body(id).expect("it is there");
        assert!(body.pose().is_valid() && body.position().length() < 1.5e6, "{:?}", body.position());
    }
}

#[test]
fn coincident_boxes_of_all_sizes_have_bounded_contacts() {
    // 20,000 coincident static boxes or 20,000 tiny ones on a huge one, and a falling ball.
    for layout in 0..2 {
        let mut world = new_world();
        let ground = Body::fixed().with(Rect::half(4000.0, 10.0).at([0.0, -10.0]));
        world.spawn(ground).expect("it is valid");
        let tiny: Vec<Body> = (0..20_000)
            .map(|n| {
                let at = if layout == 0 { [0.0, 0.1] } else { [0.3 * n as f32 - 3000.0, 0.01] };
                let body = if layout == 0 { Body::fixed() } else { Body::dynamic() };
                body.at(at).with(Rect::half(0.01, 0.01))
            })
            .collect();
        for body in tiny {
            world.spawn(body).expect("it is valid");
        }
        let ball = world.spawn(Body::dynamic().at([0.0, 3.0]).with(Circle::new(0.4))).expect("it is valid");
        let steps = if layout == 0 { 90 } else { 30 };
        for _ in 0..steps {
            world.step(DT).expect("it is valid");
        }
        world.validate().expect("it is sound");
        // The ball has contacts with the ground and the boxes in its way; static boxes have none.
        let most = if layout == 0 { 20_001 } else { 2 * 20_000 };
        assert!(world.counts().contacts <= most, "{} contacts", world.counts().contacts);
        assert!(world.body(ball).expect("it is there").position().y > 0.3);
    }
}

#[test]
fn coincident_moving_boxes_have_bounded_memory() {
    // Every pair of them overlaps; filters keep all but a few from being contacts.
    let mut world = new_world();
    let alone = CollisionFilter { group: -1, ..CollisionFilter::default() };
    for n in 0..4000 {
        let shape = Rect::half(0.5, 0.5);
        let shape = if n % 100 == 0 { shape.shape() } else { shape.filter(alone) };
        world.spawn(Body::dynamic().gravity_scale(0.0).with(shape)).expect("it is valid");
    }
    let before = live_here();
    let contacts = world.step(DT).expect("it is valid").new_contacts;
    // 40 boxes collide with all, 3,960 only with those 40. The broad phase first takes a sample of a
    // crowd's pairs.
    assert!((4000..=40 * 39 / 2 + 40 * 3960).contains(&contacts), "{contacts} contacts");
    assert!(live_here() - before < 400_000_000, "{} bytes", live_here() - before);
    world.validate().expect("it is sound");
}

/// Body of the child process: builds a town, steps and changes it until an allocation fails.
fn live_until_memory_ends(allocations: u64) {
    fail_after(allocations);
    let mut world = town();
    for _ in 0..30 {
        world.step(DT).expect("it is valid");
    }
    let id = world.bodies().nth(7).expect("there are more");
    world.despawn(id).expect("it is there");
    let bytes = world.snapshot();
    world.restore(&bytes).expect("it is its own");
    world.step(DT).expect("it is valid");
    fail_after(u64::MAX);
    println!("memory was enough");
}

/// Runs this program with an allocator that fails at one call. Each time the process must abort with the
/// message of a failed allocation, and neither crash in another way nor continue.
#[cfg(unix)]
#[test]
fn out_of_memory_aborts_the_program() {
    use std::os::unix::process::ExitStatusExt;
    const VARIABLE: &str = "CAIRN2D_FAIL_AFTER";
    const NAME: &str = "out_of_memory_aborts_the_program";
    if let Some(allocations) = std::env::var(VARIABLE).ok().and_then(|text| text.parse().ok()) {
        return live_until_memory_ends(allocations);
    }
    let program = std::env::current_exe().expect("a program knows its file");
    let (mut aborted, mut at) = (0, 0_u64);
    loop {
        let child = Command::new(&program)
            .args(["--exact", NAME, "--nocapture", "--test-threads=1"])
            .env(VARIABLE, at.to_string())
            .output()
            .expect("it can be started");
        let said = String::from_utf8_lossy(&child.stderr);
        if child.status.success() {
            assert!(String::from_utf8_lossy(&child.stdout).contains("memory was enough"));
            break;
        }
        const SIGABRT: i32 = 6;
        assert_eq!(child.status.signal(), Some(SIGABRT), "allocation {at}: {} {said}", child.status);
        assert!(said.contains("memory allocation of"), "allocation {at}: {said}");
        aborted += 1;
        // Every early allocation, then with growing gaps.
        at += 1 + at / 8;
    }
    println!("aborted at {aborted} places, the last before allocation {at}");
    assert!(aborted > 30, "only {aborted}");
}
