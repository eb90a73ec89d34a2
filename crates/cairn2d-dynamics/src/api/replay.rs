//! Replays recorded calls. Each call goes through the same public function that recorded it.

use core::fmt::Display;

use cairn2d_geometry::Shape;
use cairn2d_math::{DVec2, Pose, Vec2};

use crate::api::{BodyMut, JointMut, ShapeMut};
use crate::persist::calls::{AppliedCall, CallReader, Op, checks};
use crate::persist::codec::{Decode, Reader, function_index};
use crate::store::id::{BodyId, JointId, ShapeId};
use crate::tables::error::CallError;
use crate::tables::impulse::BodyImpulse;
use crate::tables::shape::Replace;
use crate::world::World;

/// Reads an argument of the type that the function expects.
macro_rules! read {
    ($from:ident) => {
        $from.value()?
    };
}

/// Converts the result of a call.
fn done<T, E: Display>(op: Op, result: Result<T, E>) -> Result<(), CallError> {
    match result {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(op, &error)),
    }
}

fn refused(op: Op, reason: &dyn Display) -> CallError {
    CallError::Refused { call: op.function(), reason: reason.to_string() }
}

fn gone(op: Op, id: &dyn Display) -> CallError {
    refused(op, &format_args!("{id} does not exist"))
}

fn apply_to_world(op: Op, world: &mut World, from: &mut Reader<'_>) -> Result<(), CallError> {
    match op {
        Op::Spawn => done(op, world.spawn(read!(from))),
        Op::SpawnMany => done(op, world.spawn_many(Vec::decode(from)?)),
        Op::Despawn => done(op, world.despawn(read!(from))),
        Op::Attach => done(op, world.attach(read!(from), crate::tables::shape::ShapeDef::decode(from)?)),
        Op::AttachMany => {
            done(op, world.attach_many(read!(from), Vec::<crate::tables::shape::ShapeDef>::decode(from)?))
        }
        Op::ReplaceShapes => {
            let (body, remove) = (read!(from), Vec::decode(from)?);
            let change = Vec::<(ShapeId, Shape)>::decode(from)?;
            let add = Vec::decode(from)?;
            done(op, world.replace_shapes(body, Replace { remove: &remove, change: &change, add }))
        }
        Op::ApplyImpulses => {
            let impulses = Vec::<BodyImpulse>::decode(from)?;
            done(op, world.apply_impulses(&impulses, read!(from)))
        }
        Op::Detach => done(op, world.detach(read!(from))),
        Op::Reattach => done(op, world.reattach(read!(from), read!(from))),
        Op::Join => done(op, world.join(crate::tables::joint::JointDef::decode(from)?)),
        Op::Unjoin => done(op, world.unjoin(read!(from))),
        Op::AddField => done(op, world.add_field(read!(from))),
        Op::RemoveField => done(op, world.remove_field(read!(from))),
        Op::SetField => done(op, world.set_field(read!(from), read!(from))),
        Op::AddPortals => done(op, world.add_portals(read!(from))),
        Op::RemovePortals => done(op, world.remove_portals(read!(from))),
        Op::SetGravity => done(op, world.set_gravity(Vec2::decode(from)?)),
        Op::SetMaterialPair => done(op, world.set_material_pair(read!(from), read!(from), read!(from))),
        Op::SetPairFilter => {
            let filter = match function_index(from)? {
                None => None,
                Some(index) => {
                    let missing = CallError::Missing { what: "pair filter", index };
                    Some(from.functions.pair_filter(index).ok_or(missing)?)
                }
            };
            world.share_pair_filter(filter);
            Ok(())
        }
        Op::SetPreSolve => {
            let hook = match function_index(from)? {
                None => None,
                Some(index) => {
                    let missing = CallError::Missing { what: "pre-solve hook", index };
                    Some(from.functions.pre_solve(index).ok_or(missing)?)
                }
            };
            world.share_pre_solve(hook);
            Ok(())
        }
        Op::ShiftOrigin => done(op, world.shift_origin(Vec2::decode(from)?)),
        Op::Explode => done(op, world.explode(&read!(from))),
        Op::SetSubSteps => done(op, world.set_sub_steps(read!(from))),
        Op::Restore => {
            let (snapshot, functions) = (Vec::<u8>::decode(from)?, from.functions);
            let constraint = |joint| functions.constraint_of(joint);
            world.restore_with(&snapshot, &constraint).map_err(CallError::Snapshot)
        }
        Op::SetSleeping => {
            world.set_sleeping(read!(from));
            Ok(())
        }
        Op::SetContinuous => {
            world.set_continuous(read!(from));
            Ok(())
        }
        _ => Err(CallError::Unknown(op as u8)),
    }
}

fn apply_to_body(op: Op, mut body: BodyMut<'_>, from: &mut Reader<'_>) -> Result<(), CallError> {
    match op {
        Op::BodyPose => done(op, body.set_pose(Pose::decode(from)?)),
        Op::BodyVelocity => done(op, body.set_velocity(Vec2::decode(from)?)),
        Op::BodyAngularVelocity => done(op, body.set_angular_velocity(read!(from))),
        Op::BodyTarget => done(op, body.set_target(Pose::decode(from)?, read!(from))),
        Op::BodyForce => done(op, body.apply_force_at(Vec2::decode(from)?, Vec2::decode(from)?)),
        Op::BodyTorque => done(op, body.apply_torque(read!(from))),
        Op::BodyImpulse => done(op, body.apply_impulse_at(Vec2::decode(from)?, Vec2::decode(from)?)),
        Op::BodyAngularImpulse => done(op, body.apply_angular_impulse(read!(from))),
        Op::BodyGravityScale => done(op, body.set_gravity_scale(read!(from))),
        Op::BodyDamping => done(op, body.set_damping(read!(from), read!(from))),
        Op::BodyMass => done(op, body.set_mass(read!(from))),
        Op::BodySleepThreshold => done(op, body.set_sleep_threshold(read!(from))),
        Op::BodySweepThreshold => done(op, body.set_sweep_threshold(read!(from))),
        Op::BodyTimeScale => done(op, body.set_time_scale(read!(from))),
        Op::BodyPose64 => done(op, body.set_pose64(DVec2::decode(from)?, read!(from))),
        Op::BodyTarget64 => done(op, body.set_target64(DVec2::decode(from)?, read!(from), read!(from))),
        Op::BodyForce64 => done(op, body.apply_force_at64(Vec2::decode(from)?, DVec2::decode(from)?)),
        Op::BodyImpulse64 => done(op, body.apply_impulse_at64(Vec2::decode(from)?, DVec2::decode(from)?)),
        _ => {
            match op {
                Op::BodyLocks => body.set_locks(read!(from)),
                Op::BodyBullet => body.set_bullet(read!(from)),
                Op::BodyCanSleep => body.set_can_sleep(read!(from)),
                Op::BodyWake => body.wake(),
                Op::BodySleep => drop(body.sleep()),
                Op::BodyKindSet => body.set_kind(read!(from)),
                Op::BodyDropThrough => drop(body.drop_through()),
                Op::BodyDropThroughShape => drop(body.drop_through_shape(read!(from))),
                Op::BodyEnabled => body.set_enabled(read!(from)),
                Op::BodyDominance => body.set_dominance(read!(from)),
                Op::BodyUserData => body.set_user_data(read!(from)),
                _ => return Err(CallError::Unknown(op as u8)),
            }
            Ok(())
        }
    }
}

fn apply_to_shape(op: Op, mut shape: ShapeMut<'_>, from: &mut Reader<'_>) -> Result<(), CallError> {
    match op {
        Op::ShapeMaterial => done(op, shape.set_material(read!(from))),
        Op::ShapeOneWay => done(op, shape.set_one_way(read!(from))),
        Op::ShapeGeometry => done(op, shape.set_geometry(Shape::decode(from)?)),
        Op::ShapeDensity => done(op, shape.set_density(read!(from))),
        _ => {
            match op {
                Op::ShapeHooked => shape.set_hooked(read!(from)),
                Op::ShapeFilter => shape.set_filter(read!(from)),
                Op::ShapeSensor => shape.set_sensor(read!(from)),
                Op::ShapeSensorEvents => shape.set_sensor_events(read!(from)),
                Op::ShapeUserData => shape.set_user_data(read!(from)),
                _ => return Err(CallError::Unknown(op as u8)),
            }
            Ok(())
        }
    }
}

fn apply_to_joint(op: Op, mut joint: JointMut<'_>, from: &mut Reader<'_>) -> Result<(), CallError> {
    match op {
        Op::JointLimits => done(op, joint.set_limits(Option::decode(from)?)),
        Op::JointMotor => done(op, joint.set_motor(Option::decode(from)?)),
        Op::JointSpring => done(op, joint.set_spring(Option::decode(from)?)),
        Op::JointServo => done(op, joint.set_servo(Option::decode(from)?)),
        Op::JointLinearMotor => done(op, joint.set_linear_motor(Option::decode(from)?)),
        Op::JointLinearSpring => done(op, joint.set_linear_spring(Option::decode(from)?)),
        Op::JointTarget => done(op, joint.set_target(Vec2::decode(from)?)),
        Op::JointSpringRange => done(op, joint.set_spring_range(Option::decode(from)?)),
        Op::JointSoftness => done(op, joint.set_softness(Option::decode(from)?)),
        Op::JointRatio => done(op, joint.set_ratio(read!(from))),
        Op::JointRatchet => done(op, joint.set_ratchet(Option::decode(from)?)),
        Op::JointLength => done(op, joint.set_length(read!(from))),
        Op::JointFrames => done(op, joint.set_frames(Pose::decode(from)?, Pose::decode(from)?)),
        Op::JointBreakAt => {
            done(op, joint.set_break_at(Option::<f32>::decode(from)?, Option::<f32>::decode(from)?))
        }
        Op::JointReportAbove => {
            done(op, joint.set_report_above(Option::<f32>::decode(from)?, Option::<f32>::decode(from)?))
        }
        _ => {
            match op {
                Op::JointCollideConnected => joint.set_collide_connected(read!(from)),
                Op::JointUserData => joint.set_user_data(read!(from)),
                Op::JointEnabled => joint.set_enabled(read!(from)),
                _ => return Err(CallError::Unknown(op as u8)),
            }
            Ok(())
        }
    }
}

impl World {
    /// Reads a call and applies it, or compares the world with a recorded check. Returns `None` at the end of
    /// the log.
    ///
    /// # Errors
    /// Bytes that are not a call, a call that the world rejects, or a missing callback. The world keeps the
    /// state after the previous calls.
    pub fn apply_call(&mut self, from: &mut CallReader<'_>) -> Result<Option<AppliedCall>, CallError> {
        if from.is_at_end() {
            return Ok(None);
        }
        let from = &mut from.0;
        let number = u8::decode(from)?;
        let op = Op::from_number(number).ok_or(CallError::Unknown(number))?;
        let applied = match op {
            Op::Step => self.apply_step(f32::decode(from)?)?,
            Op::StepAgain => self.apply_step(self.state.last_dt)?,
            Op::Hash => checks::compare_hash(&self.state, from)?,
            Op::Bodies => checks::compare_bodies(&self.state, from)?,
            Op::Sums => checks::compare_sums(&self.state, from)?,
            _ => {
                if number < Op::BODIES {
                    apply_to_world(op, self, from)?;
                } else if number < Op::SHAPES {
                    let id = BodyId::decode(from)?;
                    apply_to_body(op, self.body_mut(id).ok_or_else(|| gone(op, &id))?, from)?;
                } else if number < Op::JOINTS {
                    let id = ShapeId::decode(from)?;
                    apply_to_shape(op, self.shape_mut(id).ok_or_else(|| gone(op, &id))?, from)?;
                } else {
                    let id = JointId::decode(from)?;
                    apply_to_joint(op, self.joint_mut(id).ok_or_else(|| gone(op, &id))?, from)?;
                }
                AppliedCall::Call(op.function())
            }
        };
        Ok(Some(applied))
    }

    fn apply_step(&mut self, dt: f32) -> Result<AppliedCall, CallError> {
        self.step(dt).map(AppliedCall::Step).map_err(|error| refused(Op::Step, &error))
    }
}
