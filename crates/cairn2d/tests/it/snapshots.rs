//! Snapshots: restored worlds continue with the same bits, and no input breaks the reader.

mod deltas;
mod hardness;
mod hooks;
mod rollback;
mod saved;

use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{ConstraintRow, CustomConstraint, JointEnds, OneWay, SnapshotError};

use crate::harness::{DT, add_floor, run, sleepless};

/// A world restored from a snapshot of this one, with the same hooks and constraints.
fn restored(world: &World) -> World {
    let mut other = world.clone();
    // Another state first, so that no current data remains by accident.
    run(&mut other, 3);
    let bytes = world.snapshot();
    other.restore(&bytes).expect("the snapshot is sound");
    other.validate().expect("the restored world is sound");
    assert_eq!(other.hash(), world.hash());
    assert_eq!(other.snapshot(), bytes, "a restored world has another snapshot");
    other
}

/// Steps both worlds and compares them after every step.
fn go_on_alike(a: &mut World, b: &mut World, steps: u32, what: &str) {
    for step in 0..steps {
        a.step(DT).expect("the step length is valid");
        b.step(DT).expect("the step length is valid");
        assert_eq!(a.hash(), b.hash(), "{what}: the worlds differ after step {step}");
    }
    assert_eq!(a.snapshot(), b.snapshot(), "{what}: the snapshots differ");
    let [told_a, told_b] = [&*a, &*b].map(|world| format!("{:?}", world.events()));
    assert_eq!(told_a, told_b, "{what}: the events differ");
}

/// Adds and removes objects, the same in every world for the same seed.
fn disturb(world: &mut World, seed: u32) {
    let bodies: Vec<BodyId> = world.bodies().collect();
    if seed.is_multiple_of(3)
        && let Some(&body) = bodies.get(1 + seed as usize * 7 % bodies.len().max(2))
    {
        world.despawn(body).expect("the body lives");
    }
    let at = [(seed % 11) as f32 - 5.0, 6.0 + (seed % 4) as f32];
    let shape = match seed % 4 {
        0 => Circle::new(0.3).shape(),
        1 => Rect::half(0.3, 0.2).rounded(0.05).shape(),
        2 => Polygon::regular(5 + seed as usize % 7, 0.4).expect("it is convex").shape(),
        _ => Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.2).shape(),
    };
    let body = Body::dynamic().at(at).user_data(u64::from(seed) << 40).with(shape.user_data(7));
    let id = world.spawn(body).expect("the body is valid");
    if let Some(&other) = bodies.iter().rev().find(|&&other| world.body(other).is_some()) {
        let joint = Revolute::new(other, id).at(at).break_at(900.0, None).report_above(50.0, None);
        if seed.is_multiple_of(5) {
            world.join(joint).expect("the joint is valid");
        }
    }
}

#[test]
fn ids_and_spawns_are_the_same_after_a_restore() {
    let mut world = sleepless();
    add_floor(&mut world);
    for seed in 0..40 {
        disturb(&mut world, seed);
        run(&mut world, 2);
    }
    // Undelivered events: removing a body ends its contacts.
    let last = world.bodies().last().expect("there are bodies");
    world.despawn(last).expect("it lives");
    let (mut other, data) = (restored(&world), |world: &World| -> Vec<(BodyId, u64)> {
        world.bodies().map(|id| (id, world.body(id).expect("it lives").user_data())).collect()
    });
    assert_eq!(data(&world), data(&other));
    for seed in 40..90 {
        disturb(&mut world, seed);
        disturb(&mut other, seed);
        assert!(world.bodies().eq(other.bodies()) && world.shapes().eq(other.shapes()));
        assert!(world.joints().eq(other.joints()) && world.contacts().eq(other.contacts()));
        go_on_alike(&mut world, &mut other, 3, "after spawns and removals");
        if seed.is_multiple_of(9) {
            other = restored(&other);
        }
    }
}

#[test]
fn a_snapshot_between_changes_and_the_next_step_is_exact() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    for seed in 0..12 {
        disturb(&mut world, seed);
    }
    run(&mut world, 30);
    let bodies: Vec<BodyId> = world.bodies().skip(1).collect();
    for (index, &id) in bodies.iter().enumerate() {
        let mut body = world.body_mut(id).expect("it lives");
        match index % 5 {
            0 => body.apply_force([3.0, 40.0]).expect("the force is valid"),
            1 => body.set_enabled(false),
            2 => body.set_kind(BodyKind::Kinematic),
            3 => body.set_bullet(true),
            _ => body.set_time_scale(0.5).expect("the scale is valid"),
        }
    }
    world.spawn(Body::fixed().at([0.0, 3.0]).with(Rect::half(1.0, 0.1).one_way(OneWay::UP))).unwrap();
    let mut other = restored(&world);
    go_on_alike(&mut world, &mut other, 60, "after changes");
}

/// Keeps the distance of the anchors along x.
struct Rail;

impl CustomConstraint for Rail {
    fn rows(&self, ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
        [Some(ConstraintRow::offset(ends, [0.0, 1.0])), None, None]
    }
}

#[test]
fn restore_keeps_the_hooks_and_custom_constraints_of_the_world() {
    let mut world = sleepless();
    let floor = world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).hooked())).unwrap();
    let bead =
        world.spawn(Body::dynamic().at([0.0, 4.0]).velocity([2.0, 0.0]).with(Circle::new(0.3))).unwrap();
    let falls = world.spawn(Body::dynamic().at([4.0, 2.0]).with(Circle::new(0.3).user_data(1))).unwrap();
    let rail = world.join(Custom::new(floor, bead, Rail).at([0.0, 4.0])).unwrap();
    world.set_pair_filter(|pair| pair.a.shape_data + pair.b.shape_data == 0);
    run(&mut world, 10);
    let bytes = world.snapshot();
    assert_eq!(World::from_snapshot(&bytes).unwrap_err(), SnapshotError::Hook("pair filter"));

    let mut other = restored(&world);
    go_on_alike(&mut world, &mut other, 60, "with a hook and a constraint");
    assert!(world.body(falls).unwrap().position().y < 0.0);

    // A world without the joint needs the constraint as an argument.
    other.unjoin(rail).unwrap();
    let before = other.snapshot();
    assert_eq!(other.restore(&bytes), Err(SnapshotError::Constraint(rail)));
    assert_eq!(other.snapshot(), before, "a failed restore changed the world");
    other
        .restore_with(&bytes, &|id| (id == rail).then(|| Arc::new(Rail) as Arc<dyn CustomConstraint>))
        .unwrap();
    let mut third = world.clone();
    third.restore(&bytes).unwrap();
    go_on_alike(&mut third, &mut other, 60, "with a constraint from elsewhere");

    world.clear_pair_filter();
    assert_eq!(world.restore(&bytes), Err(SnapshotError::Hook("pair filter")));
}

#[test]
fn restore_keeps_lanes_threads_and_clock_of_the_world() {
    let mut world = sleepless();
    add_floor(&mut world);
    let bytes = world.snapshot();
    let mut config = WorldConfig::default();
    (config.threads, config.lanes, config.id_tag) = (2, cairn2d::LaneLevel::Scalar, 9);
    let mut other = World::new(config).unwrap();
    other.restore(&bytes).unwrap();
    assert_eq!((other.config().threads, other.config().lanes), (2, cairn2d::LaneLevel::Scalar));
    assert_eq!(other.config().id_tag, world.config().id_tag);
    assert!(other.bodies().eq(world.bodies()));
}

/// A restore into the memory of another state delivers no events of that state's last step.
#[test]
fn events_of_an_earlier_state_are_not_delivered_again() {
    let mut world = sleepless();
    let empty = world.snapshot();
    let anchor = world.spawn(Body::fixed()).unwrap();
    let load = world.spawn(Body::dynamic().at([0.0, -2.0]).with(Circle::new(0.5))).unwrap();
    world.join(Distance::new(anchor, load).report_above(0.1, None)).unwrap();
    while world.events().overloads().is_empty() {
        assert!(world.step_count() < 60, "nothing is told");
        world.step(DT).unwrap();
    }
    // The second time reuses the memory of the state above.
    for round in 0..3 {
        world.restore(&empty).unwrap();
        assert!(world.events().overloads().is_empty(), "round {round}");
        assert!(world.events().moves().is_empty(), "round {round}");
    }
}
