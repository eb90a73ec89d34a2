//! The plugin: its systems, their order and their schedule.

use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_time::{Fixed, Time};
use cairn2d::{World, WorldConfig};

use crate::collider::{
    ColliderDensity, CollisionLayers, Friction, HitThreshold, Restitution, Sensor, SurfaceSpeed,
};
use crate::components::*;
use crate::hierarchy::follow_hierarchy;
use crate::interpolation::{TransformInterpolation, ease, reset};
use crate::messages::*;
use crate::observers::trigger_observers;
use crate::physics::Physics;
use crate::read::{apply_forces, read_changes};
use crate::write::write_changes;

/// Adds the engine to an app: a world in the resource [`Physics`], one step in each run of
/// [`FixedPostUpdate`], and the systems that keep components and world the same.
///
/// Units are metres, kilograms, seconds and radians. To draw with more pixels per metre, scale the projection
/// of the camera.
#[derive(Debug)]
pub struct CairnPlugin {
    /// The world of an app before its first step.
    world: World,
    schedule: Interned<dyn ScheduleLabel>,
}

impl Default for CairnPlugin {
    fn default() -> CairnPlugin {
        match CairnPlugin::new(WorldConfig::default()) {
            Ok(plugin) => plugin,
            Err(error) => unreachable!("default settings are valid: {error}"),
        }
    }
}

/// Parts of the step, in this order. Systems that change bodies by components run before `Read`, those that
/// call [`Physics::world_mut`] between `Read` and `Step`, those that need the results after `Write`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CairnSystems {
    /// Changes of components enter the world.
    Read,
    /// The world makes a step of the time of the schedule.
    Step,
    /// Transforms, velocities and messages follow. Observers run.
    Write,
}

impl CairnPlugin {
    /// Returns a plugin for a world with these settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn new(config: WorldConfig) -> Result<CairnPlugin, cairn2d::Error> {
        Ok(CairnPlugin { world: World::new(config)?, schedule: FixedPostUpdate.intern() })
    }

    /// Returns a plugin for a world with default settings and this gravity \[m/s²\].
    ///
    /// # Errors
    /// A gravity that is out of range.
    pub fn with_gravity(x: f32, y: f32) -> Result<CairnPlugin, cairn2d::Error> {
        CairnPlugin::new(WorldConfig::with_gravity([x, y]))
    }

    /// Sets the schedule of the step. Default [`FixedPostUpdate`]. In others than the fixed ones the step
    /// has the time of a frame, and runs are not reproducible.
    #[must_use]
    pub fn in_schedule(mut self, schedule: impl ScheduleLabel) -> CairnPlugin {
        self.schedule = schedule.intern();
        self
    }
}

/// Makes a step of the time of the schedule, none if it is 0.
fn step(mut physics: ResMut<Physics>, time: Option<Res<Time>>) {
    physics.is_stepped = false;
    let Some(time) = time else { return };
    let dt = time.delta_secs();
    if dt > 0.0 {
        match physics.world.step(dt) {
            Ok(_) => physics.is_stepped = true,
            Err(error) => log::error!("step of {dt} s: {error}"),
        }
    }
}

macro_rules! registered {
    ($app:ident: $($component:ty),* $(,)?) => {
        $($app.register_type::<$component>();)*
    };
}

impl Plugin for CairnPlugin {
    /// A second plugin changes nothing and is an error in the log, instead of a panic of Bevy.
    fn is_unique(&self) -> bool {
        false
    }

    fn build(&self, app: &mut App) {
        if app.world().contains_resource::<Physics>() {
            log::error!("the app has a CairnPlugin or a Physics already; this plugin changes nothing");
            return;
        }
        app.insert_resource(Physics::from_world(self.world.clone()));
        app.add_message::<CollisionStart>()
            .add_message::<CollisionEnd>()
            .add_message::<CollisionHit>()
            .add_message::<SensorStart>()
            .add_message::<SensorEnd>()
            .add_message::<JointBreak>()
            .add_message::<SleepChange>()
            .add_message::<PhysicsFault>();
        registered!(
            app: RigidBody, LinearVelocity, AngularVelocity, GravityScale, LinearDamping, AngularDamping,
            ConstantForce, ConstantTorque, Dominance, TimeScale, SleepThreshold, LockedAxes, MassOverride,
            Bullet, SleepingDisabled, RigidBodyDisabled, Friction, Restitution, ColliderDensity,
            CollisionLayers, SurfaceSpeed, Sensor, HitThreshold, TransformInterpolation,
        );
        let sets = (CairnSystems::Read, CairnSystems::Step, CairnSystems::Write).chain();
        app.configure_sets(self.schedule, sets.run_if(resource_exists::<Physics>));
        // Systems that always follow each other are one: it is handed to another thread once.
        app.add_systems(
            self.schedule,
            (
                (follow_hierarchy, read_changes.pipe(apply_forces)).chain().in_set(CairnSystems::Read),
                step.in_set(CairnSystems::Step),
                (write_changes.pipe(send_messages), trigger_observers).chain().in_set(CairnSystems::Write),
            ),
        );
        let is_any_eased = any_with_component::<TransformInterpolation>;
        app.add_systems(FixedFirst, reset.run_if(resource_exists::<Physics>).run_if(is_any_eased));
        let ease = ease.run_if(resource_exists::<Physics>).run_if(resource_exists::<Time<Fixed>>);
        let ease = ease.run_if(is_any_eased);
        app.add_systems(RunFixedMainLoop, ease.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
    }

    fn finish(&self, app: &mut App) {
        if !app.world().contains_resource::<Time>() {
            log::error!("the app has no TimePlugin, so CairnPlugin makes no step");
        }
    }
}
