//! Builds a scene in any engine and runs its script: the part that is common to all engines.

use std::collections::BTreeMap;

use cairn2d_scenes::format::{BodyDesc, BodyKind, BodyNames, JointDesc};
use cairn2d_scenes::{Command, Scene};

use crate::engine::{BodyState, Engine, Options};
use crate::games::{Act, Action};
use crate::result::{Counts, EndState};

/// A body the harness made.
#[derive(Clone, Copy)]
pub(crate) struct Made<B> {
    /// The engine's name of it.
    pub(crate) body: B,
    dynamic: bool,
}

/// An engine's world with the bodies and joints of a scene.
pub(crate) struct SceneWorld<E: Engine> {
    /// The world.
    pub(crate) engine: E,
    /// The scene without its bodies and joints, whose memory must not count as the engine's.
    scene: Scene,
    act: Option<Act>,
    actions: Vec<Action>,
    bodies: Vec<Made<E::Body>>,
    groups: BTreeMap<u32, Vec<Made<E::Body>>>,
    /// The centers of mass before the first step; `None` for bodies that are not dynamic.
    start: Vec<Option<[f32; 2]>>,
}

impl<E: Engine> SceneWorld<E> {
    /// Builds the world of a scene and forgets the bodies' descriptions.
    pub(crate) fn new(mut scene: Scene, act: Option<Act>, options: &Options) -> Result<Self, String> {
        let mut engine = E::new(&scene, options)?;
        let bodies = spawn(&mut engine, &scene, &scene.bodies, &scene.joints)?;
        scene.bodies = Vec::new();
        scene.joints = Vec::new();
        let start =
            bodies.iter().map(|made| made.dynamic.then(|| engine.body_state(made.body).center)).collect();
        Ok(Self { engine, scene, act, actions: Vec::new(), bodies, groups: BTreeMap::new(), start })
    }

    /// Returns the length of a step \[s\].
    pub(crate) fn time_step(&self) -> f32 {
        1.0 / self.scene.hertz
    }

    /// Makes the list of actions before step `step`, which is not timed.
    pub(crate) fn plan(&mut self, step: u32) {
        if let Some(act) = &mut self.act {
            act(step, &mut self.actions);
        }
    }

    /// Runs the actions of the list.
    pub(crate) fn act(&mut self) -> Result<(), String> {
        let mut actions = core::mem::take(&mut self.actions);
        let done = actions.drain(..).try_for_each(|action| self.execute(action));
        self.actions = actions;
        done
    }

    fn execute(&mut self, action: Action) -> Result<(), String> {
        match action {
            Action::Command(command) => self.follow(command)?,
            Action::Launch { body, velocity, angular_velocity } => {
                let body = self.body(body)?;
                self.engine.launch(body, velocity, angular_velocity);
            }
            Action::Teleport { body, position, angle } => {
                let body = self.body(body)?;
                self.engine.teleport(body, position, angle);
            }
        }
        Ok(())
    }

    /// Returns a body of the scene.
    fn body(&self, index: u32) -> Result<E::Body, String> {
        let made = self.bodies.get(index as usize).ok_or_else(|| format!("there is no body {index}"))?;
        Ok(made.body)
    }

    fn follow(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::SpawnGroup { group, bodies, joints } => {
                let made = spawn(&mut self.engine, &self.scene, &bodies, &joints)?;
                self.groups.insert(group, made);
            }
            Command::DestroyGroup { group } => {
                for made in self.groups.remove(&group).unwrap_or_default() {
                    self.engine.remove_body(made.body);
                }
            }
            Command::SetTarget { body, position, angle } => {
                let dt = self.time_step();
                let body = self.body(body)?;
                self.engine.set_target(body, position, angle, dt);
            }
        }
        Ok(())
    }

    /// Returns the content of the world.
    pub(crate) fn counts(&self) -> Counts {
        let bodies: Vec<E::Body> = self.all().map(|made| made.body).collect();
        self.engine.counts(&bodies)
    }

    /// Returns the positions of the dynamic bodies.
    pub(crate) fn end_state(&self) -> EndState {
        let mut end = EndState::default();
        let mut range = [[f32::INFINITY, f32::NEG_INFINITY]; 2];
        for made in self.all().filter(|made| made.dynamic) {
            add(&mut end, &mut range, &self.engine.body_state(made.body));
        }
        [end.x, end.y] = range;
        let mut top = f32::NEG_INFINITY;
        for (made, start) in self.bodies.iter().zip(&self.start) {
            let Some(start) = start else { continue };
            let center = self.engine.body_state(made.body).center;
            top = top.max(start[1]);
            end.largest_sink = end.largest_sink.max(start[1] - center[1]);
            end.largest_drift = end.largest_drift.max((center[0] - start[0]).abs());
        }
        end.top_sink = if top.is_finite() { top - end.y[1] } else { 0.0 };
        end
    }

    fn all(&self) -> impl Iterator<Item = &Made<E::Body>> {
        self.bodies.iter().chain(self.groups.values().flatten())
    }
}

fn add(end: &mut EndState, range: &mut [[f32; 2]; 2], state: &BodyState) {
    end.bodies += 1;
    end.awake += u64::from(state.awake);
    let numbers = [state.center[0], state.center[1], state.velocity[0], state.velocity[1]];
    if !numbers.iter().all(|number| number.is_finite()) || !state.angular_velocity.is_finite() {
        end.not_finite += 1;
        return;
    }
    for (range, value) in range.iter_mut().zip(state.center) {
        *range = [range[0].min(value), range[1].max(value)];
    }
    let [x, y] = state.velocity.map(f64::from);
    let turn = f64::from(state.angular_velocity);
    end.kinetic_energy +=
        0.5 * f64::from(state.mass) * (x * x + y * y) + 0.5 * f64::from(state.inertia) * turn * turn;
}

/// Makes bodies and joints.
///
/// # Errors
/// A feature that the engine does not have.
pub(crate) fn spawn<E: Engine>(
    engine: &mut E,
    scene: &Scene,
    bodies: &[BodyDesc],
    joints: &[JointDesc],
) -> Result<Vec<Made<E::Body>>, String> {
    let ids = engine.add_bodies(scene, bodies)?;
    let of = |(body, desc): (E::Body, &BodyDesc)| Made { body, dynamic: desc.kind == BodyKind::Dynamic };
    let made: Vec<_> = ids.into_iter().zip(bodies).map(of).collect();
    let names = BodyNames::new(bodies);
    for joint in joints {
        let (a, b) = joint.bodies();
        let find = |body| {
            let index = names.index(body).ok_or_else(|| format!("there is no body {body:?}"))?;
            Ok::<_, String>((&bodies[index], made[index].body))
        };
        engine.add_joint(joint, find(a)?, find(b)?)?;
    }
    Ok(made)
}
