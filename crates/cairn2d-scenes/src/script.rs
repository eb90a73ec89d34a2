//! What a scene does while it runs, as data that any engine can follow.
//!
//! A script is asked before each step for its commands. It sees only the number of the step, never the world,
//! so its commands are the same for every engine and every run.

use crate::format::{BodyDesc, JointDesc, Scene, SceneError, SceneErrorKind};
use crate::library;

/// Something to do to the world before a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Make bodies and joints under a number.
    SpawnGroup {
        /// The number, not in use at this time.
        group: u32,
        /// The bodies, to be made in this order.
        bodies: Vec<BodyDesc>,
        /// The joints, to be made in this order after the bodies; indices of bodies count in `bodies`.
        joints: Vec<JointDesc>,
    },
    /// Destroy the bodies of a group, and their joints with them.
    DestroyGroup {
        /// The number the group was made under.
        group: u32,
    },
    /// Wake a body and give it the velocity with which it arrives at a pose at the end of this step.
    SetTarget {
        /// The body's index in the scene.
        body: u32,
        /// Where its origin shall be \[m\].
        position: [f32; 2],
        /// Its angle then \[rad\].
        angle: f32,
    },
}

/// Acts on a world between steps.
pub trait Script: Send + CloneScript {
    /// Appends what is to be done before step `step`, counted from 0; called once for each step, in order.
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

/// Returns the script of a scene, at its start; `None` if the scene names none, or a [`Play`](crate::Play),
/// which needs the engine.
///
/// # Errors
/// A name that no script and no play has, and a scene that lacks what its script moves.
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
