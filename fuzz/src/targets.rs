//! One function per kind of bytes. Each returns whether the bytes were accepted, and panics if the accepted
//! result is invalid.

use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{
    ConstraintRow, CustomConstraint, Functions, JointEnds, JointId, LaneLevel, PairFilter, PreSolve,
};
use cairn2d_geometry::{HullError, LINEAR_SLOP, convex_hull};
use cairn2d_record::{Player, Recording};
use cairn2d_scenes::{Overrides, Runner, Scene};

use crate::{Fuzz, calls as random_calls, mend, recordings};

/// Steps of an accepted world `[-]`.
const STEPS: u32 = 3;

/// Steps of a recording that are played `[-]`.
const PLAYED: u32 = 20;

/// Calls of one sequence \[-\].
const CALLS: usize = 200;

/// A scene file. An accepted one must survive a round trip through text and make a world that stays valid.
pub fn scene(bytes: &[u8]) -> bool {
    let Ok(text) = core::str::from_utf8(bytes) else { return false };
    let Ok(scene) = Scene::from_json(text) else { return false };
    let written = scene.to_json().expect("what was read can be written");
    let again =
        Scene::from_json(&written).unwrap_or_else(|error| panic!("{error} in what was written: {written}"));
    assert_eq!(again, scene, "another scene was written than read");
    let overrides = Overrides { threads: Some(1), ..Overrides::default() };
    let mut runner = match Runner::from_scene(scene, overrides) {
        Ok(runner) => runner,
        // A script reads its own parameters when it begins.
        Err(error) if error.path() == "script" => return false,
        Err(error) => panic!("a scene is valid and makes no world: {error}"),
    };
    sound(&runner.world);
    for _ in 0..STEPS {
        if runner.step().is_err() {
            break;
        }
        sound(&runner.world);
    }
    let captured = runner.capture().scene;
    let written = captured.to_json().unwrap_or_else(|error| panic!("the captured scene is refused: {error}"));
    Scene::from_json(&written).unwrap_or_else(|error| panic!("{error} in the captured scene: {written}"));
    true
}

/// A snapshot. An accepted one must give a world that stays valid in every step, and so must that world's own
/// snapshot.
pub fn snapshot(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    mend::snapshot(&mut bytes);
    let mut world = host();
    let untouched = world.hash();
    if world.restore_with(&bytes, &|_| Some(constraint())).is_err() {
        assert_eq!(world.hash(), untouched, "a snapshot was refused but changed the world");
        return false;
    }
    sound(&world);
    let again = world.snapshot();
    let mut other = host();
    let read = other.restore_with(&again, &|_| Some(constraint()));
    read.unwrap_or_else(|error| panic!("a snapshot of a restored world: {error}"));
    assert_eq!(world.hash(), other.hash(), "restored again, the world differs");
    for step in 0..STEPS {
        world.step(1.0 / 60.0).expect("a good length of step");
        other.step(1.0 / 60.0).expect("a good length of step");
        assert_eq!(world.hash(), other.hash(), "restored again, step {step} differs");
        sound(&world);
    }
    assert!(world.snapshot() == other.snapshot(), "restored again, the snapshot after {STEPS} steps differs");
    true
}

/// A delta, after the length of its base and the base. The merged result is tested like any snapshot.
pub fn delta(bytes: &[u8]) -> bool {
    let Some((length, rest)) = bytes.split_first_chunk() else { return false };
    let Some((base, delta)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else {
        return false;
    };
    let (mut delta, mut whole) = (delta.to_vec(), Vec::new());
    mend::delta(&mut delta);
    World::merge_snapshot(base, &delta, &mut whole).is_ok() && snapshot(&whole)
}

/// A recording.
pub fn recording(bytes: &[u8]) -> bool {
    let Some(file) = recordings::recording_of(bytes, &recordings::parts_of(bytes)) else { return false };
    let Ok(recording) = Recording::read(file) else { return false };
    let Ok(mut player) = Player::with(recording, Given) else { return false };
    sound(player.world());
    let mut played = 0;
    while played < PLAYED && player.step().is_ok_and(|report| report.is_some()) {
        played += 1;
        if played % 4 == 0 {
            sound(player.world());
        }
    }
    sound(player.world());
    if player.seek(7).is_ok() {
        sound(player.world());
    }
    played > 0
}

/// Points: a first byte with their encoding, then two numbers for each.
pub fn hull(bytes: &[u8]) -> bool {
    let Some((&how, bytes)) = bytes.split_first() else { return false };
    let numbers: Vec<f32> = match how % 3 {
        0 => bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        // Few distinct coordinates: many collinear or equal points.
        1 => bytes.iter().map(|&byte| 0.25 * f32::from(byte.cast_signed())).collect(),
        _ => bytes
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| 1.0e-3 * f32::from(i16::from_le_bytes(bytes)) + 9.0e4)
            .collect(),
    };
    let points: Vec<Vec2> = numbers.as_chunks().0.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
    let hull = match convex_hull(&points) {
        Ok(hull) => hull,
        Err(HullError::TooFewPoints { .. }) if points.len() >= 3 => panic!("{points:?} are enough points"),
        Err(_) => return false,
    };
    assert_hull(&hull, &points);
    if let Ok(polygon) = Polygon::new(&points) {
        let mass = Shape::from(polygon).mass(1.0);
        assert!(mass.mass > 0.0 && mass.inertia >= 0.0 && mass.center.is_finite(), "{mass:?} of {points:?}");
    }
    true
}

/// Asserts that corners are in convex position, counter-clockwise once around, and that no point is outside.
fn assert_hull(hull: &[Vec2], points: &[Vec2]) {
    assert!(hull.len() >= 3, "{hull:?}");
    let wide = |point: Vec2| (f64::from(point.x), f64::from(point.y));
    for (index, &a) in hull.iter().enumerate() {
        let (a, b) = (wide(a), wide(hull[(index + 1) % hull.len()]));
        let edge = (b.0 - a.0, b.1 - a.1);
        let length = edge.0.hypot(edge.1);
        let height = |point: Vec2| {
            let p = wide(point);
            (edge.0 * (p.1 - a.1) - edge.1 * (p.0 - a.0)) / length
        };
        // With every corner to the left of every edge, the outline is convex and goes around once.
        for &corner in hull {
            let is_end = wide(corner) == a || wide(corner) == b;
            assert!(is_end || height(corner) > 0.0, "{corner:?} is not left of edge {index} of {hull:?}");
        }
        for &point in points {
            let outside = -height(point);
            assert!(
                outside <= 0.10001 * f64::from(LINEAR_SLOP),
                "{point:?} is {outside} m outside of {hull:?}"
            );
        }
    }
    assert!(hull.iter().all(|corner| points.contains(corner)), "{hull:?} has corners that were not given");
}

/// Calls of the engine, two bytes for each: one of 65,536 random calls.
pub fn calls(bytes: &[u8]) -> bool {
    let mut fuzz = Fuzz::new(0, LaneLevel::best(), 1, 8);
    for &number in bytes.as_chunks().0.iter().take(CALLS) {
        fuzz.make_call(u32::from(u16::from_le_bytes(number)));
    }
    fuzz.check();
    true
}

/// A world with hooks, for snapshots of worlds with hooks.
fn host() -> World {
    let mut world = World::new(WorldConfig::default()).expect("valid settings");
    world.share_pair_filter(Some(random_calls::pair_filter()));
    world.share_pre_solve(Some(random_calls::pre_solve()));
    world
}

fn constraint() -> Arc<dyn CustomConstraint> {
    Arc::new(|ends: &JointEnds| [Some(ConstraintRow::offset(ends, [0.5, 1.0])), None, None])
}

/// The callbacks of any recording.
struct Given;

impl Functions for Given {
    fn pair_filter(&self, _: u32) -> Option<Arc<PairFilter>> {
        Some(random_calls::pair_filter())
    }

    fn pre_solve(&self, _: u32) -> Option<Arc<PreSolve>> {
        Some(random_calls::pre_solve())
    }

    fn constraint(&self, _: u32) -> Option<Arc<dyn CustomConstraint>> {
        Some(constraint())
    }

    fn constraint_of(&self, _: JointId) -> Option<Arc<dyn CustomConstraint>> {
        Some(constraint())
    }
}

/// Asserts that a world is finite and valid. [`World::validate`] also restores a snapshot of it.
fn sound(world: &World) {
    world.validate().unwrap_or_else(|what| panic!("{what}"));
    for id in world.bodies() {
        let body = world.body(id).expect("a listed body exists");
        let pose = body.pose();
        let finite = pose.p.is_finite()
            && pose.q.is_finite()
            && body.velocity().is_finite()
            && body.angular_velocity().is_finite();
        assert!(finite, "{id} is at {:?} and moves by {:?}", body.pose(), body.velocity());
    }
}
