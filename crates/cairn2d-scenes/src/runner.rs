//! Runs a scene: its script or play, its explosions and its drivers act, then the systems and the world step,
//! and the play acts after it.

use std::collections::BTreeMap;
use std::sync::Arc;

use cairn2d::system::{RestoreError, Systems};
use cairn2d::{BodyId, DVec2, Pose, Rot, StandardFloats, StepReport, Vec2, World};

use crate::capture::Capture;
use crate::controls::Controls;
use crate::drivers::Driver;
use crate::format::{BodyDesc, BodyNames, BodyRef, JointDesc, Scene, SceneError, SceneErrorKind};
use crate::instantiate::{Handles, Overrides, instantiate, join, refused, spawn_all};
use crate::library::BuiltIn;
use crate::overlay::Overlay;
use crate::play::{self, Play, Turn};
use crate::script::{self, Command, Script};
use crate::systems::SystemsView;

/// A world made from a scene, with the script or the play that acts on it between steps.
///
/// A copy continues exactly as the original; keep copies to go back in time.
pub struct Runner {
    /// The world; callers may read and change it between steps.
    pub world: World,
    /// The systems that step with the world; callers may add some between steps.
    pub systems: Systems,
    /// The ids of the bodies and joints of the scene.
    pub handles: Handles,
    /// Shared with the copies of the runner.
    scene: Arc<Scene>,
    script: Option<Box<dyn Script>>,
    play: Option<Box<dyn Play>>,
    controls: Option<Controls>,
    overlay: Overlay,
    view: SystemsView,
    drivers: Vec<Driver>,
    groups: BTreeMap<u32, Vec<BodyId>>,
    commands: Vec<Command>,
    step_index: u32,
}

impl Runner {
    /// Makes the world of a built-in scene.
    ///
    /// # Errors
    /// Errors of the engine, such as lanes that this machine does not have.
    pub fn new(built_in: &BuiltIn, overrides: Overrides) -> Result<Self, SceneError> {
        Self::from_scene(built_in.scene(), overrides)
    }

    /// Makes the world of a scene, with the script it names.
    ///
    /// # Errors
    /// A scene that breaks a rule of the format, and errors of the engine.
    pub fn from_scene(scene: Scene, overrides: Overrides) -> Result<Self, SceneError> {
        let play = play::of_scene(&scene)?;
        Self::made(scene, overrides, play)
    }

    /// Makes the world of a scene, with a play of the caller.
    ///
    /// # Errors
    /// As [`Runner::from_scene`], a scene that names a script or play, and errors of the play.
    pub fn with_play(scene: Scene, overrides: Overrides, play: Box<dyn Play>) -> Result<Self, SceneError> {
        if let Some(name) = &scene.script {
            let reason = format!("the scene has a play of the program, so it cannot name {name:?} too");
            return Err(SceneError::new(SceneErrorKind::Reference, "script".to_owned(), reason));
        }
        Self::made(scene, overrides, Some(play))
    }

    fn made(scene: Scene, overrides: Overrides, play: Option<Box<dyn Play>>) -> Result<Self, SceneError> {
        StandardFloats::within(|| {
            let (world, handles) = instantiate(&scene, overrides)?;
            let script = script::of_scene(&scene)?;
            let drivers = Driver::of_scene(&scene, &world, &handles)?;
            let mut runner = Self {
                world,
                systems: Systems::new(),
                handles,
                scene: Arc::new(scene),
                script,
                play,
                controls: None,
                overlay: Overlay::default(),
                view: SystemsView::default(),
                drivers,
                groups: BTreeMap::new(),
                commands: Vec::new(),
                step_index: 0,
            };
            runner.play(|play, turn| play.start(turn))?;
            runner.view.show(&runner.systems, &mut runner.overlay);
            Ok(runner)
        })
    }

    /// Returns a hash of the world and the systems; [`World::hash`] if there are no systems. Controls,
    /// script, play and drivers are not in it.
    pub fn hash(&self) -> u64 {
        self.systems.hash(&self.world)
    }

    /// Returns the world and the systems as bytes. Script, play and drivers are not in them: a copy of the
    /// runner keeps those too.
    pub fn snapshot(&self) -> Vec<u8> {
        self.systems.snapshot(&self.world)
    }

    /// Replaces the states of the world and the systems with those of a snapshot of a runner of the same
    /// scene. Script, play, drivers and the number of steps stay.
    ///
    /// # Errors
    /// The first fault of the bytes; nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        self.systems.restore(&mut self.world, bytes)
    }

    /// Returns the scene the world was made from.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the number of steps taken.
    pub fn step_index(&self) -> u32 {
        self.step_index
    }

    /// Returns the length of a step \[s\].
    pub fn time_step(&self) -> f32 {
        StandardFloats::within(|| 1.0 / self.scene.hertz)
    }

    /// Sets the number of steps per second, from 1 to 100000 \[Hz\].
    ///
    /// # Errors
    /// A number out of range.
    pub fn set_hertz(&mut self, hertz: f32) -> Result<(), SceneError> {
        if (1.0..=100_000.0).contains(&hertz) {
            Arc::make_mut(&mut self.scene).hertz = hertz;
            return Ok(());
        }
        let reason = format!("{hertz} steps a second are not within 1 and 100000");
        Err(SceneError::new(SceneErrorKind::Range, "hertz".to_owned(), reason))
    }

    /// Captures the current world: the objects of the scene first, in their order and under their names, then
    /// all others.
    ///
    /// Drivers are kept if all objects that they refer to still exist, and explosions if they are yet to
    /// come. A script or play is kept only before the first step, because it would restart.
    pub fn capture(&self) -> Capture {
        let mut capture = crate::capture::capture(Scene::clone(&self.scene), &self.world, &self.handles);
        let Capture { scene, left_out } = &mut capture;
        if self.step_index > 0 {
            if let Some(script) = scene.script.take() {
                left_out.push(format!("the script {script:?}, which is running"));
            }
            scene.blasts.retain(|blast| blast.step >= self.step_index);
            scene.blasts.iter_mut().for_each(|blast| blast.step -= self.step_index);
            left_out.extend(self.systems.iter().map(|system| format!("the system {:?}", system.name())));
        }
        capture
    }

    /// Sets the held controls from the next step on; with `None`, the initial value, games play themselves.
    pub fn set_controls(&mut self, controls: Option<Controls>) {
        self.controls = controls;
    }

    /// Returns the marks of the systems and the play on top of the world, as of the last step.
    pub fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Draws the systems anew after a caller has changed them between steps. Grids of the play are missing
    /// until the next step.
    pub fn redraw_systems(&mut self) {
        StandardFloats::within(|| {
            let headline = self.overlay.headline().to_owned();
            self.overlay.clear_grids();
            self.view.show(&self.systems, &mut self.overlay);
            self.overlay.set_headline(headline);
        });
    }

    /// Returns whether the scene has a play, which may use [`Controls`] and publish an [`Overlay`].
    pub fn has_play(&self) -> bool {
        self.play.is_some()
    }

    /// Returns what the [`Controls`] of the play do; empty if it reads none.
    pub fn keys(&self) -> &'static str {
        self.play.as_ref().map_or("", |play| play.keys())
    }

    /// Runs the script and the drivers, then steps the systems and the world once.
    ///
    /// # Errors
    /// Errors of the engine, such as too many bodies.
    pub fn step(&mut self) -> Result<StepReport, SceneError> {
        self.act()?;
        self.step_world()
    }

    /// Runs the script, the drivers and the first half of the systems for the next step without taking it.
    /// [`Runner::step_world`] must follow.
    ///
    /// Allows separate measurements of the two.
    ///
    /// # Errors
    /// Errors of the engine.
    pub fn act(&mut self) -> Result<(), SceneError> {
        StandardFloats::within(|| {
            self.follow_script()?;
            self.overlay.clear();
            self.play(|play, turn| play.before(turn))?;
            crate::fields::blast(&mut self.world, &self.scene.blasts, self.step_index)?;
            let (step, dt) = (self.step_index, self.time_step());
            self.drivers.iter_mut().try_for_each(|driver| driver.act(&mut self.world, step, dt))?;
            let acted = self.systems.before(&mut self.world, dt);
            acted.map_err(|error| refused("systems".to_owned(), &error))
        })
    }

    fn follow_script(&mut self) -> Result<(), SceneError> {
        let Some(script) = &mut self.script else { return Ok(()) };
        let mut commands = core::mem::take(&mut self.commands);
        script.commands(self.step_index, &mut commands);
        let done = commands.drain(..).try_for_each(|command| self.execute(command));
        self.commands = commands;
        done
    }

    /// Steps the world once, without the script and the drivers; the systems and the play act after it.
    ///
    /// # Errors
    /// Errors of the engine.
    pub fn step_world(&mut self) -> Result<StepReport, SceneError> {
        let dt = self.time_step();
        let report = self.world.step(dt).map_err(|error| refused("hertz".to_owned(), &error))?;
        let acted = self.systems.after(&mut self.world, dt);
        acted.map_err(|error| refused("systems".to_owned(), &error))?;
        StandardFloats::within(|| {
            self.play(|play, turn| play.after(turn))?;
            self.view.show(&self.systems, &mut self.overlay);
            Ok::<_, SceneError>(())
        })?;
        self.step_index += 1;
        Ok(report)
    }

    fn play(
        &mut self,
        act: impl FnOnce(&mut dyn Play, &mut Turn<'_>) -> Result<(), cairn2d::Error>,
    ) -> Result<(), SceneError> {
        let Some(play) = &mut self.play else { return Ok(()) };
        let mut turn = Turn {
            world: &mut self.world,
            systems: &mut self.systems,
            handles: &self.handles,
            scene: &self.scene,
            step: self.step_index,
            dt: 1.0 / self.scene.hertz,
            controls: self.controls,
            overlay: &mut self.overlay,
        };
        act(play.as_mut(), &mut turn).map_err(|error| match play.reason() {
            Some(reason) => SceneError::new(SceneErrorKind::Engine, "script".to_owned(), reason),
            None => refused("script".to_owned(), &error),
        })
    }

    fn execute(&mut self, command: Command) -> Result<(), SceneError> {
        match command {
            Command::SpawnGroup { group, bodies, joints } => self.spawn_group(group, &bodies, &joints),
            Command::DestroyGroup { group } => {
                for body in self.groups.remove(&group).unwrap_or_default() {
                    // An error means that other code has removed the body already.
                    let _ = self.world.despawn(body);
                }
                Ok(())
            }
            Command::SetTarget { body, position, angle } => self.set_target(body, position, angle),
        }
    }

    fn spawn_group(
        &mut self,
        group: u32,
        bodies: &[BodyDesc],
        joints: &[JointDesc],
    ) -> Result<(), SceneError> {
        let path = |list: &str, index: usize| format!("script.group[{group}].{list}[{index}]");
        let ids = spawn_all(&mut self.world, &self.scene, bodies, |index| path("bodies", index))?;
        let group_names = BodyNames::new(bodies);
        let find = |reference: &BodyRef| match (group_names.index(reference), reference) {
            (Some(index), _) => Some((&bodies[index], ids[index])),
            (None, BodyRef::Index(_)) => None,
            (None, BodyRef::Name(_)) => {
                let index = BodyNames::new(&self.scene.bodies).index(reference)?;
                Some((&self.scene.bodies[index], self.handles.bodies[index]))
            }
        };
        for (index, joint) in joints.iter().enumerate() {
            join(&mut self.world, joint, find, &path("joints", index))?;
        }
        self.groups.insert(group, ids);
        Ok(())
    }

    fn set_target(&mut self, body: u32, position: [f32; 2], angle: f32) -> Result<(), SceneError> {
        let time_step = self.time_step();
        let path = || format!("bodies[{body}]");
        let gone = || {
            SceneError::new(
                SceneErrorKind::Reference,
                path(),
                "the script moves a body that was removed".to_owned(),
            )
        };
        let id = *self.handles.bodies.get(body as usize).ok_or_else(gone)?;
        let (origin, rotation) = (self.scene.world.origin.map(DVec2::from), Rot::from_angle(angle));
        let mut body = self.world.body_mut(id).ok_or_else(gone)?;
        let moved = match origin {
            Some(origin) => body.set_target64(origin + Vec2::from(position), rotation, time_step),
            None => body.set_target(Pose { p: position.into(), q: rotation }, time_step),
        };
        moved.map_err(|error| refused(path(), &error))
    }
}

impl Clone for Runner {
    fn clone(&self) -> Self {
        Self {
            world: self.world.clone(),
            systems: self.systems.clone(),
            handles: self.handles.clone(),
            scene: Arc::clone(&self.scene),
            script: self.script.as_ref().map(|script| script.boxed()),
            play: self.play.as_ref().map(|play| play.boxed()),
            controls: self.controls,
            overlay: self.overlay.clone(),
            view: SystemsView::default(),
            drivers: self.drivers.clone(),
            groups: self.groups.clone(),
            commands: self.commands.clone(),
            step_index: self.step_index,
        }
    }
}

impl core::fmt::Debug for Runner {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut out = out.debug_struct("Runner");
        out.field("scene", &self.scene.name).field("step_index", &self.step_index).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
