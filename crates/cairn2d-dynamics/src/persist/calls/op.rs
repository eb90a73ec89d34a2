//! Numbers of the recorded functions. They are part of the format: new ones are added at the end of the range
//! of their group, and no number is reused.

macro_rules! ops {
    ($($name:ident = $number:literal, $function:literal;)*) => {
        /// Kind of an entry of a call log.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Op {
            $($name = $number,)*
        }

        impl Op {
            pub(crate) const ALL: &'static [Op] = &[$(Op::$name,)*];

            /// Returns the name of the function.
            pub(crate) fn function(self) -> &'static str {
                match self {
                    $(Op::$name => $function,)*
                }
            }
        }
    };
}

ops! {
    Step = 0, "World::step";
    StepAgain = 1, "World::step (as long as the last)";
    Hash = 2, "hash";
    Bodies = 3, "bodies";
    Sums = 4, "sums";

    Spawn = 8, "World::spawn";
    SpawnMany = 9, "World::spawn_many";
    Despawn = 10, "World::despawn";
    Attach = 11, "World::attach";
    AttachMany = 12, "World::attach_many";
    Detach = 13, "World::detach";
    Reattach = 14, "World::reattach";
    Join = 15, "World::join";
    Unjoin = 16, "World::unjoin";
    AddField = 17, "World::add_field";
    RemoveField = 18, "World::remove_field";
    SetField = 19, "World::set_field";
    SetGravity = 20, "World::set_gravity";
    SetMaterialPair = 21, "World::set_material_pair";
    SetPairFilter = 22, "World::share_pair_filter";
    SetPreSolve = 23, "World::share_pre_solve";
    ShiftOrigin = 24, "World::shift_origin";
    Explode = 25, "World::explode";
    SetSubSteps = 26, "World::set_sub_steps";
    SetSleeping = 27, "World::set_sleeping";
    SetContinuous = 28, "World::set_continuous";
    Restore = 29, "World::restore_with";
    ReplaceShapes = 30, "World::replace_shapes";
    ApplyImpulses = 31, "World::apply_impulses";
    AddPortals = 32, "World::add_portals";
    RemovePortals = 33, "World::remove_portals";

    BodyPose = 64, "BodyMut::set_pose";
    BodyVelocity = 65, "BodyMut::set_velocity";
    BodyAngularVelocity = 66, "BodyMut::set_angular_velocity";
    BodyTarget = 67, "BodyMut::set_target";
    BodyForce = 68, "BodyMut::apply_force_at";
    BodyTorque = 69, "BodyMut::apply_torque";
    BodyImpulse = 70, "BodyMut::apply_impulse_at";
    BodyAngularImpulse = 71, "BodyMut::apply_angular_impulse";
    BodyGravityScale = 72, "BodyMut::set_gravity_scale";
    BodyDamping = 73, "BodyMut::set_damping";
    BodyLocks = 74, "BodyMut::set_locks";
    BodyMass = 75, "BodyMut::set_mass";
    BodySleepThreshold = 76, "BodyMut::set_sleep_threshold";
    BodyBullet = 77, "BodyMut::set_bullet";
    BodySweepThreshold = 78, "BodyMut::set_sweep_threshold";
    BodyTimeScale = 79, "BodyMut::set_time_scale";
    BodyCanSleep = 80, "BodyMut::set_can_sleep";
    BodyWake = 81, "BodyMut::wake";
    BodySleep = 82, "BodyMut::sleep";
    BodyKindSet = 83, "BodyMut::set_kind";
    BodyDropThrough = 84, "BodyMut::drop_through";
    BodyDropThroughShape = 85, "BodyMut::drop_through_shape";
    BodyEnabled = 86, "BodyMut::set_enabled";
    BodyUserData = 87, "BodyMut::set_user_data";
    BodyDominance = 88, "BodyMut::set_dominance";
    BodyPose64 = 89, "BodyMut::set_pose64";
    BodyTarget64 = 90, "BodyMut::set_target64";
    BodyForce64 = 91, "BodyMut::apply_force_at64";
    BodyImpulse64 = 92, "BodyMut::apply_impulse_at64";

    ShapeMaterial = 128, "ShapeMut::set_material";
    ShapeHooked = 129, "ShapeMut::set_hooked";
    ShapeOneWay = 130, "ShapeMut::set_one_way";
    ShapeFilter = 131, "ShapeMut::set_filter";
    ShapeSensor = 132, "ShapeMut::set_sensor";
    ShapeSensorEvents = 133, "ShapeMut::set_sensor_events";
    ShapeGeometry = 134, "ShapeMut::set_geometry";
    ShapeDensity = 135, "ShapeMut::set_density";
    ShapeUserData = 136, "ShapeMut::set_user_data";

    JointLimits = 192, "JointMut::set_limits";
    JointMotor = 193, "JointMut::set_motor";
    JointSpring = 194, "JointMut::set_spring";
    JointServo = 195, "JointMut::set_servo";
    JointLinearMotor = 196, "JointMut::set_linear_motor";
    JointLinearSpring = 197, "JointMut::set_linear_spring";
    JointTarget = 198, "JointMut::set_target";
    JointSpringRange = 199, "JointMut::set_spring_range";
    JointSoftness = 200, "JointMut::set_softness";
    JointRatio = 201, "JointMut::set_ratio";
    JointRatchet = 202, "JointMut::set_ratchet";
    JointLength = 203, "JointMut::set_length";
    JointFrames = 204, "JointMut::set_frames";
    JointCollideConnected = 205, "JointMut::set_collide_connected";
    JointUserData = 206, "JointMut::set_user_data";
    JointEnabled = 207, "JointMut::set_enabled";
    JointBreakAt = 208, "JointMut::set_break_at";
    JointReportAbove = 209, "JointMut::set_report_above";
}

impl Op {
    /// First numbers of the groups: calls of bodies, of shapes, of joints.
    pub(crate) const BODIES: u8 = 64;
    pub(crate) const SHAPES: u8 = 128;
    pub(crate) const JOINTS: u8 = 192;

    pub(crate) fn from_number(number: u8) -> Option<Op> {
        Op::ALL.iter().copied().find(|&op| op as u8 == number)
    }
}
