//! Commands of a scene while it runs, as data that any engine can follow.
//!
//! A script returns its commands before each step. They depend only on the number of the step, never on the
//! world, so they are the same for every engine and every run.

use crate::format::{BodyDesc, JointDesc, Scene, SceneError, SceneErrorKind};
use crate::library;

/// A command to a world before a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Makes bodies and joints as a group.
    SpawnGroup {
        /// The number of the group, unused at this time.
        group: u32,
        /// The bodies, to be made in this order.
        bodies: Vec<BodyDesc>,
        /// The joints, to be made in this order after the bodies; indices of bodies count in `bodies`.
        joints: Vec<JointDesc>,
    },
    /// Destroys the bodies of a group and their joints.
    DestroyGroup {
        /// The number of the group.
        group: u32,
    },
    /// Wakes a body and sets the velocity that moves it to a pose at the end of this step.
    SetTarget {
        /// The body's index in the scene.
        body: u32,
        /// The target position of its origin \[m\].
        position: [f32; 2],
        /// The target angle \[rad\].
        angle: f32,
    },
}

/// Acts on a world between steps.
pub trait Script: Send + CloneScript {
    /// Appends the commands before step `step`, from 0; called once for each step, in order.
    fn commands(&mut self, step: u32, out: &mut Vec<Command>);
}

/// A script that can be copied with its world; every script that is [`Clone`] is one.
pub trait CloneScript {
    /// Returns a copy in the same state.
    fn boxed(&self) -> Box<dyn Script>;
}

impl<T: Script + Clone + 'static> CloneScript for T {
    fn boxed(&self) -> Box<dyn Script> {
        Box::new(self.clone())
    }
}

/// The names of the scripts.
pub(crate) const NAMES: [&str; 3] = ["junkyard", "platformer", "rain"];

/// Returns the script of a scene in its initial state; `None` if the scene names none, or a
/// [`Play`](crate::Play), which needs the engine.
///
/// # Errors
/// A name of neither a script nor a play, and a scene without the bodies of its script.
pub fn of_scene(scene: &Scene) -> Result<Option<Box<dyn Script>>, SceneError> {
    let error = |reason| SceneError::new(SceneErrorKind::Reference, "script".to_owned(), reason);
    match scene.script.as_deref() {
        None => Ok(None),
        Some("junkyard") => Ok(Some(Box::new(library::Junkyard::new(scene).map_err(error)?))),
        Some("platformer") => Ok(Some(Box::new(library::Platformer::new(scene).map_err(error)?))),
        Some("rain") => Ok(Some(Box::new(library::Rain::default()))),
        Some(_) => crate::play::of_scene(scene).map(|_| None),
    }
}
