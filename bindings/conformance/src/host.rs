//! Bindings that are no list of calls make some calls of a script in their own way.

use cairn2d::{Body, BodyId, JointDef, JointId, StepReport, World};
use cairn2d_capi::convert::{Engine, Give};
use cairn2d_capi::fault::Fault;
use cairn2d_capi::generated::calls;

use crate::generated::{read_body_def, read_joint_def};
use crate::run::{Log, Run, ScriptError};

/// Makes calls in the way of a binding. A call that returns `None` is made by the runner instead.
pub trait Host {
    /// The world is another one from now on.
    fn replaced(&mut self);

    /// Spawns a body.
    fn spawn(&mut self, world: &mut World, def: &Body) -> Option<BodyId>;

    /// Removes a body.
    fn despawn(&mut self, world: &mut World, body: BodyId) -> Option<()>;

    /// Makes a joint between bodies, which are equal if it has one.
    fn join(&mut self, world: &mut World, ends: [BodyId; 2], def: &JointDef) -> Option<JointId>;

    /// Removes a joint.
    fn unjoin(&mut self, world: &mut World, joint: JointId) -> Option<()>;

    /// Makes a step.
    fn step(&mut self, world: &mut World, dt: f32) -> Option<StepReport>;
}

/// Makes a call by the host, if it is one of its; returns whether it is.
pub(crate) fn call(run: &mut Run<'_>, name: &str) -> Result<bool, ScriptError> {
    let Some(mut host) = run.host.take() else { return Ok(false) };
    let result = call_of(run, &mut *host, name);
    run.host = Some(host);
    result
}

fn call_of(run: &mut Run<'_>, host: &mut dyn Host, name: &str) -> Result<bool, ScriptError> {
    match name {
        "World.spawn" => {
            let def = read_body_def(run)?;
            let own = def.engine().ok().and_then(|def| host.spawn(&mut run.world, &def));
            let done = made(own.map(Give::give), || calls::world_spawn(&mut run.world, &def));
            run.kept = note(run, done, |id| id.bits);
        }
        "World.join" => {
            let def = read_joint_def(run)?;
            let ends = [def.body_a, def.body_b].map(|end| end.read().ok());
            let own = match (ends, def.engine()) {
                ([Some(a), b], Ok(joint)) => host.join(&mut run.world, [a, b.unwrap_or(a)], &joint),
                _ => None,
            };
            let done = made(own.map(Give::give), || calls::world_join(&mut run.world, &def));
            run.kept = note(run, done, |id| id.bits);
        }
        "World.despawn" => {
            let body: cairn2d_capi::convert::cairn_body_id = run.value()?;
            let own = body.read().ok().and_then(|body| host.despawn(&mut run.world, body));
            let done = made(own, || calls::world_despawn(&mut run.world, body));
            note(run, done, |()| 0);
        }
        "World.unjoin" => {
            let joint: cairn2d_capi::convert::cairn_joint_id = run.value()?;
            let own = joint.read().ok().and_then(|joint| host.unjoin(&mut run.world, joint));
            let done = made(own, || calls::world_unjoin(&mut run.world, joint));
            note(run, done, |()| 0);
        }
        "World.step" => {
            let dt: f32 = run.value()?;
            let own = host.step(&mut run.world, dt);
            let done = made(own.map(Give::give), || calls::world_step(&mut run.world, dt));
            note(run, done, |_| 0);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn made<T>(own: Option<T>, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    own.map_or_else(call, Ok)
}

fn note<T: Log>(run: &mut Run<'_>, done: Result<T, Fault>, bits: impl FnOnce(T) -> u64) -> u64 {
    run.log_one(&done);
    done.map_or(0, bits)
}
