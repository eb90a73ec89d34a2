//! Snapshots of the built-in scenes: each goes on as before, in a fresh world and in a used one, and takes no
//! more bytes than it should.

use cairn2d::{SavedWorld, SnapshotError, WorkingMemory, World};
use cairn2d_scenes::{BuiltIn, Overrides, Runner, all};

const DT: f32 = 1.0 / 60.0;

/// Scenes with more bodies than this are compared at one time only: they are the same as others, only larger.
const LARGE: u32 = 3000;

/// Steps both worlds and compares them after every step, and all of them at the end.
fn go_on_alike(a: &mut World, b: &mut World, steps: u32, what: &str) {
    for step in 0..steps {
        a.step(DT).expect("the step length is valid");
        b.step(DT).expect("the step length is valid");
        assert_eq!(a.hash(), b.hash(), "{what}: the worlds differ after step {step}");
    }
    assert!(a.snapshot() == b.snapshot(), "{what}: the snapshots differ");
    let told = [&*a, &*b].map(|world| format!("{:?}", world.events()));
    assert!(told[0] == told[1], "{what}: the events differ");
}

/// Restores the world of a scene at some times into a fresh and into a used world. Returns how many could do
/// without a hook or constraint.
fn compare(scene: &BuiltIn) -> usize {
    let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
    let large = runner.world.counts().bodies > LARGE;
    let mut fresh_count = 0;
    let mut saved = SavedWorld::default();
    for steps in if large { vec![8] } else { vec![1, 24, 65] } {
        for _ in 0..steps {
            runner.step().expect("the scene runs");
        }
        let world = &runner.world;
        let most = if large { 4 } else { 30 };
        let bytes = world.snapshot();
        let (mut plain, mut used) = (world.clone(), world.clone());
        for _ in 0..3 {
            used.step(DT).expect("the step length is valid");
        }
        used.restore(&bytes).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        used.validate().unwrap_or_else(|what| panic!("{}: {what}", scene.name));
        assert_eq!(used.hash(), world.hash(), "{}: a restored world has another hash", scene.name);
        assert!(used.snapshot() == bytes, "{}: a restored world has another snapshot", scene.name);
        go_on_alike(&mut plain, &mut used, most, scene.name);
        // In memory, from wherever the world has gone to.
        runner.world.save_into(&mut saved);
        let mut before = runner.world.clone();
        for _ in 0..3 {
            runner.world.step(DT).expect("the step length is valid");
        }
        assert!(runner.world.restore_saved(&saved));
        assert!(runner.world.snapshot() == bytes, "{}: a saved world is another", scene.name);
        go_on_alike(&mut before, &mut runner.world, most, scene.name);
        assert!(runner.world.restore_saved(&saved));
        let world = &runner.world;
        // In memory, into that of a world that is elsewhere.
        used.clone_from(world);
        go_on_alike(&mut world.clone(), &mut used, most, scene.name);
        match World::from_snapshot(&bytes) {
            Ok(mut fresh) => {
                go_on_alike(&mut world.clone(), &mut fresh, most, scene.name);
                fresh_count += 1;
            }
            Err(SnapshotError::Hook(_) | SnapshotError::Constraint(_)) => {}
            Err(error) => panic!("{}: {error}", scene.name),
        }
    }
    fresh_count
}

#[test]
fn every_scene_continues_with_the_same_bits_after_a_snapshot() {
    let fresh_count: usize = all().iter().map(compare).sum();
    assert!(fresh_count > all().len(), "{fresh_count} snapshots need no hook and no constraint");
}

#[test]
fn every_scene_steps_with_the_same_bits_in_shared_memory() {
    let mut worlds = Vec::new();
    for scene in all() {
        let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
        if runner.world.counts().bodies > LARGE {
            continue;
        }
        for _ in 0..30 {
            runner.step().expect("the scene runs");
        }
        worlds.push((scene.name, runner.world.clone(), runner.world));
    }
    let mut memory = WorkingMemory::default();
    for step in 0..20 {
        for (name, own, sharing) in &mut worlds {
            let reports = [own.step(DT), sharing.step_with(&mut memory, DT)];
            assert_eq!(reports[0], reports[1], "{name}: the reports of step {step} differ");
            assert_eq!(own.hash(), sharing.hash(), "{name}: the worlds differ after step {step}");
        }
    }
    assert!(worlds.len() > 50);
}

#[test]
fn snapshot_takes_at_most_600_bytes_per_body() {
    for name in ["large_pyramid", "rain", "junkyard", "joint_grid", "tumbler"] {
        let scene = all().iter().find(|scene| scene.name == name).expect("the scene is built in");
        let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
        for _ in 0..120 {
            runner.step().expect("the scene runs");
        }
        let (bytes, bodies) = (runner.world.snapshot().len(), runner.world.counts().bodies as usize);
        println!("{name}: {} bytes a body, {bodies} bodies", bytes / bodies);
        assert!(bytes <= 600 * bodies, "{name}: {bytes} bytes for {bodies} bodies");
    }
}

#[test]
fn scenes_with_systems_go_on_alike_after_a_rollback() {
    let mut names = Vec::new();
    for scene in all() {
        let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
        if runner.systems.is_empty() {
            continue;
        }
        names.push(scene.name);
        // Past the first shells, blasts and pieces.
        for steps in [1, 49, 80] {
            for _ in 0..steps {
                runner.step().expect("the scene runs");
            }
            let (saved, mut other) = (runner.snapshot(), runner.clone());
            let dt = runner.time_step();
            // The play does not see these steps, so it goes on from where it was.
            for _ in 0..3 {
                other.systems.step(&mut other.world, dt).expect("the systems step");
            }
            assert_ne!(other.hash(), runner.hash(), "{}", scene.name);
            other.restore(&saved).expect("a snapshot of the same scene");
            assert!(other.snapshot() == saved, "{}: a restored scene has another snapshot", scene.name);
            for step in 0..30 {
                runner.step().expect("the scene runs");
                other.step().expect("the scene runs");
                assert_eq!(runner.hash(), other.hash(), "{}: step {step}", scene.name);
            }
        }
    }
    assert!(names.len() >= 7 && names.contains(&"wind_cells"), "{names:?}");
}
