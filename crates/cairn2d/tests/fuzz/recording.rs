//! The random sequences, recorded and replayed: the copy equals the world after every call.

use std::sync::Arc;

use cairn2d::prelude::*;
use cairn2d::{
    AppliedCall, CallChecks, CallReader, CustomConstraint, Functions, LaneLevel, PairFilter, PreSolve,
};

use super::host_floats::{self, MODES, Mode};
use super::{Fuzz, SEQUENCE, calls, variable};

/// The callbacks of a sequence that were set.
struct Handed<'a>(&'a [Option<Arc<dyn CustomConstraint>>]);

impl Functions for Handed<'_> {
    fn pair_filter(&self, _: u32) -> Option<Arc<PairFilter>> {
        Some(calls::pair_filter())
    }

    fn pre_solve(&self, _: u32) -> Option<Arc<PreSolve>> {
        Some(calls::pre_solve())
    }

    fn constraint(&self, index: u32) -> Option<Arc<dyn CustomConstraint>> {
        self.0.get(index as usize)?.clone()
    }
}

/// Replays the calls recorded since the last one, on a thread whose float mode may have been changed.
fn follow(fuzz: &mut Fuzz, copy: &mut World, host: Option<Mode>) -> Result<(), String> {
    let mut bytes = Vec::new();
    fuzz.world.take_calls(&mut bytes);
    let functions = Handed(&fuzz.functions);
    let mut reader = CallReader::new(&bytes, &functions);
    let mut apply = || match host {
        Some(mode) => host_floats::with(mode, || copy.apply_call(&mut reader)),
        None => copy.apply_call(&mut reader),
    };
    while let Some(applied) = apply().map_err(|error| error.to_string())? {
        match applied {
            AppliedCall::Hash { same: false } => return Err("the hash differs".to_owned()),
            AppliedCall::Located { bodies, same: false } => return Err(format!("{bodies:?} are others")),
            AppliedCall::Bodies { differing, same: false } => return Err(format!("{differing:?} differ")),
            _ => {}
        }
    }
    if copy.hash() == fuzz.world.hash() { Ok(()) } else { Err("another hash".to_owned()) }
}

fn record(seed: u64, lanes: LaneLevel, host: Option<Mode>) {
    let mut fuzz = Fuzz::new(seed, LaneLevel::best(), 1, u32::MAX);
    fuzz.world.record_calls(Some(CallChecks { hash_every: 1, bodies_every: 1 }));
    let mut config = WorldConfig::from_bytes(&fuzz.world.config().to_bytes()).expect("just written");
    config.lanes = lanes;
    let mut copy = World::new(config).expect("valid settings");
    for call in 0..SEQUENCE {
        fuzz.make_call(call);
        follow(&mut fuzz, &mut copy, host)
            .unwrap_or_else(|what| panic!("seed {seed}, call {call}, {}: {what}", fuzz.name));
    }
    // Parts that the hash leaves out, such as materials and user data.
    let all = |world: &World| {
        let bodies: Vec<_> = world.bodies().filter_map(|id| Some(describe_body(&world.body(id)?))).collect();
        let shapes: Vec<_> =
            world.shapes().filter_map(|id| Some(describe_shape(&world.shape(id)?))).collect();
        let joints: Vec<_> =
            world.joints().filter_map(|id| Some(describe_joint(&world.joint(id)?))).collect();
        let fields: Vec<_> = world.fields().map(|id| format!("{:?}", world.field(id))).collect();
        [bodies, shapes, joints, fields]
    };
    assert_eq!(all(&fuzz.world), all(&copy), "seed {seed}");
}

fn describe_body(body: &cairn2d::BodyRef<'_>) -> String {
    let motion = (body.gravity_scale(), body.linear_damping(), body.angular_damping(), body.locks());
    let sleep = (body.sleep_threshold(), body.can_sleep(), body.is_enabled(), body.time_scale());
    let rest = (body.is_bullet(), body.sweep_threshold(), body.user_data(), body.mass(), body.kind());
    format!("{} {motion:?} {sleep:?} {rest:?}", body.id())
}

fn describe_shape(shape: &cairn2d::ShapeRef<'_>) -> String {
    let looks = (shape.body(), shape.geometry(), shape.density(), shape.material(), shape.filter());
    let rest =
        (shape.is_hooked(), shape.one_way(), shape.is_sensor(), shape.sensor_events(), shape.user_data());
    format!("{} {looks:?} {rest:?}", shape.id())
}

fn describe_joint(joint: &cairn2d::JointRef<'_>) -> String {
    let ends = (joint.kind(), joint.bodies(), joint.frames(), joint.collide_connected(), joint.user_data());
    let parts = (joint.limits(), joint.motor(), joint.spring(), joint.servo(), joint.spring_range());
    let linear = (joint.linear_motor(), joint.linear_spring(), joint.target(), joint.softness());
    let rest = (joint.rest_length(), joint.ratio(), joint.ratchet(), joint.is_enabled());
    let loads = (joint.break_at(), joint.report_above());
    format!("{} {ends:?} {parts:?} {linear:?} {rest:?} {loads:?}", joint.id())
}

#[test]
fn recorded_calls_rebuild_the_same_world() {
    let lanes: Vec<LaneLevel> = LaneLevel::available().collect();
    let first = variable(super::FIRST).unwrap_or(0);
    let calls = variable(super::CALLS).unwrap_or(40_000);
    for seed in first..first + calls.div_ceil(u64::from(SEQUENCE)) {
        record(seed, lanes[seed as usize % lanes.len()], None);
    }
}

/// No mutating function depends on the float mode of its caller's thread.
#[test]
fn recorded_calls_rebuild_the_same_world_in_any_host_float_mode() {
    let first = variable(super::FIRST).unwrap_or(0);
    let calls = variable(super::CALLS).unwrap_or(40_000);
    for seed in first..first + calls.div_ceil(u64::from(SEQUENCE)) {
        let host = MODES.get(seed as usize % MODES.len().max(1)).copied();
        record(seed, LaneLevel::best(), host);
    }
}
