//! Code of a scene that acts on its world while it runs: queries, events, changes, and rules of games.
//!
//! A [`Script`](crate::Script) is plain data that depends only on the number of the step, so any engine can
//! follow it. A [`Play`] reads the world before and after each step, and has the whole interface of the
//! engine. It publishes an [`Overlay`] for renderers and gets [`Controls`]; without them a game plays itself.
//! Invariant: a play depends only on the world, the step and the controls, so it gives the same bits
//! everywhere.

use cairn2d::system::Systems;
use cairn2d::{BodyId, Error, JointId, World};

use crate::controls::Controls;
use crate::format::{Scene, SceneError, SceneErrorKind};
use crate::instantiate::Handles;
use crate::library;
use crate::overlay::Overlay;

/// The world of a scene and its context at one step.
pub struct Turn<'a> {
    /// The world.
    pub world: &'a mut World,
    /// The systems that step with the world.
    pub systems: &'a mut Systems,
    /// The ids of the scene's bodies and joints.
    pub handles: &'a Handles,
    /// The scene.
    pub scene: &'a Scene,
    /// The number of the next step, or of the step just taken, from 0.
    pub step: u32,
    /// The length of a step \[s\].
    pub dt: f32,
    /// The held controls; `None` without a player.
    pub controls: Option<Controls>,
    /// The published marks; empty before each step.
    pub overlay: &'a mut Overlay,
}

impl Turn<'_> {
    /// Returns the id of a body by its name in the scene, even of a removed body.
    pub fn body(&self, name: &str) -> Option<BodyId> {
        let index = self.scene.bodies.iter().position(|body| body.name.as_deref() == Some(name))?;
        self.handles.bodies.get(index).copied()
    }

    /// Returns the id of a joint by its number in the scene, even of a removed joint.
    pub fn joint(&self, index: u32) -> Option<JointId> {
        self.handles.joints.get(index as usize).copied()
    }

    /// Returns the time of the step since the beginning \[s\].
    pub fn time(&self) -> f32 {
        self.step as f32 * self.dt
    }
}

impl core::fmt::Debug for Turn<'_> {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Turn")
            .field("scene", &self.scene.name)
            .field("step", &self.step)
            .finish_non_exhaustive()
    }
}

/// Acts on a world before and after each step.
pub trait Play: Send + ClonePlay {
    /// Returns what the controls do, in a sentence without a full stop; empty if the play reads none.
    fn keys(&self) -> &'static str {
        ""
    }

    /// Acts once before the first step, when the runner is made. Systems that step with the world are added
    /// here, so that the runner has them from the beginning.
    ///
    /// # Errors
    /// Errors of the engine.
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let _ = turn;
        Ok(())
    }

    /// Acts before a step. The events of the last step are still available.
    ///
    /// # Errors
    /// Errors of the engine.
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let _ = turn;
        Ok(())
    }

    /// Acts after a step, and publishes marks.
    ///
    /// # Errors
    /// Errors of the engine.
    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let _ = turn;
        Ok(())
    }

    /// Returns the reason of the last error, if it is not one of the engine.
    fn reason(&mut self) -> Option<String> {
        None
    }
}

/// A play that can be copied with its world; every play that is [`Clone`] is one.
pub trait ClonePlay {
    /// Returns a copy in the same state.
    fn boxed(&self) -> Box<dyn Play>;
}

impl<T: Play + Clone + 'static> ClonePlay for T {
    fn boxed(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

/// Makes a play in its initial state.
pub(crate) type Maker = fn() -> Box<dyn Play>;

/// Makes a play in its default state.
pub(crate) fn start<T: Play + Default + 'static>() -> Box<dyn Play> {
    Box::new(T::default())
}

/// Returns the play of a scene in its initial state; `None` if the scene names none, or a script.
///
/// # Errors
/// A name of neither a play nor a script.
pub fn of_scene(scene: &Scene) -> Result<Option<Box<dyn Play>>, SceneError> {
    let Some(name) = scene.script.as_deref() else { return Ok(None) };
    if crate::script::NAMES.contains(&name) {
        return Ok(None);
    }
    let found = library::plays().find(|(known, _)| *known == name);
    found.map(|(_, make)| Some(make())).ok_or_else(|| {
        let names: Vec<&str> =
            crate::script::NAMES.into_iter().chain(library::plays().map(|&(name, _)| name)).collect();
        let reason = format!("there is no script {name:?}; there are: {}", names.join(", "));
        SceneError::new(SceneErrorKind::Reference, "script".to_owned(), reason)
    })
}
