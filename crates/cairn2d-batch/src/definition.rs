//! What a batch runs: a template world and its program.

use cairn2d::{BodyId, JointId, ShapeId, World};

use crate::expr::Expr;

/// A change of a world or of a variable.
///
/// A section first computes all its numbers, then applies its effects in order. So all readings of a section
/// see the world as it was when the section began.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Effect {
    /// Sets a variable. Later expressions of the section read the new value.
    Set(u32, Expr),
    /// Sets position \[m\] and angle \[rad\] of a body.
    Pose(BodyId, [Expr; 3]),
    /// Sets the velocity of a body \[m/s\].
    Velocity(BodyId, [Expr; 2]),
    /// Sets the angular velocity of a body \[rad/s\].
    AngularVelocity(BodyId, Expr),
    /// Applies a force at the centre of mass of a body for one step \[N\].
    Force(BodyId, [Expr; 2]),
    /// Applies a force \[N\] at a point of the world \[m\] for one step.
    ForceAt(BodyId, [Expr; 2], [Expr; 2]),
    /// Applies a torque for one step \[N m\].
    Torque(BodyId, Expr),
    /// Applies an impulse at the centre of mass \[N s\].
    Impulse(BodyId, [Expr; 2]),
    /// Applies an impulse \[N s\] at a point of the world \[m\].
    ImpulseAt(BodyId, [Expr; 2], [Expr; 2]),
    /// Applies an angular impulse \[N m s\].
    AngularImpulse(BodyId, Expr),
    /// Sets the motor of a joint: speed \[rad/s or m/s\] and strength \[N m or N\].
    Motor(JointId, [Expr; 2]),
    /// Replaces the geometry of a shape by a segment between two points of the body \[m\].
    Segment(ShapeId, [Expr; 4]),
    /// Replaces the geometry of a shape by a rectangle along the axes of the body, given by its lower left
    /// and its upper right corner \[m\].
    Rectangle(ShapeId, [Expr; 4]),
    /// Sets friction and restitution of a shape \[-\].
    Surface(ShapeId, [Expr; 2]),
    /// Sets the density of a shape \[kg/m^2\].
    Density(ShapeId, Expr),
    /// Sets the gravity of the world \[m/s^2\].
    Gravity([Expr; 2]),
    /// Sets the number of sub-steps of a step, rounded down \[-\].
    SubSteps(Expr),
    /// Applies an effect only if a number is not 0.
    If(Expr, Box<Effect>),
}

impl Effect {
    /// This effect, only if a number is not 0.
    #[must_use]
    pub fn when(self, condition: Expr) -> Effect {
        Effect::If(condition, Box::new(self))
    }
}

/// The world and the program of an environment: data from which a [`Batch`](crate::Batch) is made.
///
/// The order of a call of `step`: `frame_skip` times `act` and a step of the world, then `after`, `observe`,
/// `reward`, `terminated`, `truncated`. A reset restores the template, sets the variables, runs `reset`, and
/// takes `first_steps` steps with all actions 0 (or the nearest number in the range).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Definition {
    /// The world at the beginning of every episode.
    pub template: World,
    /// Length of a step \[s\].
    pub dt: f32,
    /// Number of steps of the world in a call of `step`; at least 1.
    pub frame_skip: u32,
    /// Range of each action; numbers outside are clipped.
    pub actions: Vec<[f32; 2]>,
    /// Variables at the beginning of every episode.
    pub variables: Vec<f32>,
    /// Randomization after the template was restored.
    pub reset: Vec<Effect>,
    /// Number of calls of `step` within a reset.
    pub first_steps: u32,
    /// Actions, before the steps of the world.
    pub act: Vec<Effect>,
    /// Updates of variables after the steps of the world.
    pub after: Vec<Effect>,
    /// The numbers of an observation.
    pub observe: Vec<Expr>,
    /// The reward. Sees the variables after `after`.
    pub reward: Expr,
    /// The episode ends if this is not 0.
    pub terminated: Expr,
    /// The episode is cut if this is not 0.
    pub truncated: Expr,
    /// The episode is cut after this many calls of `step`.
    pub limit: Option<u32>,
}

impl Definition {
    /// A definition with this world and step, and an empty program.
    pub fn new(template: World, dt: f32) -> Definition {
        Definition {
            template,
            dt,
            frame_skip: 1,
            actions: Vec::new(),
            variables: Vec::new(),
            reset: Vec::new(),
            first_steps: 0,
            act: Vec::new(),
            after: Vec::new(),
            observe: Vec::new(),
            reward: Expr::from(0.0),
            terminated: Expr::from(0.0),
            truncated: Expr::from(0.0),
            limit: None,
        }
    }

    /// Adds an action with a range and returns its expression.
    pub fn action(&mut self, low: f32, high: f32) -> Expr {
        self.actions.push([low, high]);
        Expr::action(self.actions.len() as u32 - 1)
    }

    /// Adds a variable with its value at the beginning of an episode, and returns its index.
    pub fn variable(&mut self, first: f32) -> u32 {
        self.variables.push(first);
        self.variables.len() as u32 - 1
    }
}
