//! Compiles a definition into sections: straight lines of operations over registers, then effects.
//!
//! Invariant: an operation reads only registers below its own. Equal operations share a register, so a
//! section computes each number once.

use core::fmt;
use std::collections::BTreeMap;
use std::sync::Arc;

use cairn2d::{BodyId, JointId, ShapeId, World};

use crate::definition::{Definition, Effect};
use crate::expr::{Binary, BodyRead, Expr, JointRead, MAX_DEPTH, Node, Unary};

/// A part of a definition, named by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The length of a step.
    Dt,
    /// The number of steps in a call.
    FrameSkip,
    /// The range of an action.
    Action(usize),
    /// The first value of a variable.
    Variable(usize),
    /// An effect of the randomization.
    Reset(usize),
    /// An effect of the actions.
    Act(usize),
    /// An effect after the steps.
    After(usize),
    /// A number of the observation.
    Observe(usize),
    /// The reward.
    Reward,
    /// The condition that ends an episode.
    Terminated,
    /// The condition that cuts an episode.
    Truncated,
    /// The whole program.
    Program,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Dt => write!(f, "dt"),
            Place::FrameSkip => write!(f, "frame_skip"),
            Place::Action(index) => write!(f, "actions[{index}]"),
            Place::Variable(index) => write!(f, "variables[{index}]"),
            Place::Reset(index) => write!(f, "reset[{index}]"),
            Place::Act(index) => write!(f, "act[{index}]"),
            Place::After(index) => write!(f, "after[{index}]"),
            Place::Observe(index) => write!(f, "observe[{index}]"),
            Place::Reward => write!(f, "reward"),
            Place::Terminated => write!(f, "terminated"),
            Place::Truncated => write!(f, "truncated"),
            Place::Program => write!(f, "program"),
        }
    }
}

/// What is wrong with a part of a definition.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The template has no such body.
    Body(BodyId),
    /// The template has no such shape.
    Shape(ShapeId),
    /// The template has no such joint.
    Joint(JointId),
    /// There are fewer actions.
    Action(u32, usize),
    /// There are fewer variables.
    Variable(u32, usize),
    /// An expression is nested too deeply.
    TooDeep,
    /// A section computes too many numbers.
    TooLong,
    /// More than 64 bodies are asked whether they touched.
    TooManyTouched,
    /// A number is out of its range: value, lowest, highest.
    Range(f32, f32, f32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Body(id) => write!(f, "{id} does not exist in the template"),
            Fault::Shape(id) => write!(f, "{id} does not exist in the template"),
            Fault::Joint(id) => write!(f, "{id} does not exist in the template"),
            Fault::Action(index, count) => write!(f, "action {index} does not exist, there are {count}"),
            Fault::Variable(index, count) => write!(f, "variable {index} does not exist, there are {count}"),
            Fault::TooDeep => write!(f, "expression is {MAX_DEPTH} operations deep; use variables"),
            Fault::TooLong => write!(f, "the section has more than {MAX_OPS} operations"),
            Fault::TooManyTouched => write!(f, "more than {MAX_TOUCHED} bodies are asked for touches"),
            Fault::Range(value, low, high) => {
                write!(f, "is {value}, it must be from {low} to {high}")
            }
        }
    }
}

/// A definition that cannot run: which part, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct DefinitionError {
    /// The part.
    pub place: Place,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl core::error::Error for DefinitionError {}

/// Largest number of operations of a section.
const MAX_OPS: usize = 1 << 16;

/// Largest number of bodies that are asked for touches: the bits of a mask.
const MAX_TOUCHED: usize = 64;

/// A register of a section.
pub(crate) type Register = u32;

/// An operation. Its result goes into the register of its position, after the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Op {
    Action(u32),
    Variable(u32),
    Body(BodyId, BodyRead),
    Touched(u32),
    Joint(JointId, JointRead),
    /// The last number is the index of its categories in [`Section::categories`].
    Ray([Register; 4], BodyId, u32),
    Uniform([Register; 2], u32),
    Steps,
    Unary(Unary, Register),
    Binary(Binary, [Register; 2]),
    Select([Register; 3]),
}

/// An effect on registers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Pose(BodyId, [Register; 3]),
    Velocity(BodyId, [Register; 2]),
    AngularVelocity(BodyId, Register),
    Force(BodyId, [Register; 2]),
    ForceAt(BodyId, [Register; 2], [Register; 2]),
    Torque(BodyId, Register),
    Impulse(BodyId, [Register; 2]),
    ImpulseAt(BodyId, [Register; 2], [Register; 2]),
    AngularImpulse(BodyId, Register),
    Motor(JointId, [Register; 2]),
    Segment(ShapeId, [Register; 4]),
    Rectangle(ShapeId, [Register; 4]),
    Surface(ShapeId, [Register; 2]),
    Density(ShapeId, Register),
    Gravity([Register; 2]),
    SubSteps(Register),
}

/// A change, its condition, and its place for errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) place: Place,
    pub(crate) condition: Option<Register>,
    pub(crate) change: Change,
}

/// A compiled section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) constants: Vec<f32>,
    pub(crate) ops: Vec<Op>,
    /// Variables and their new values, each variable at most once.
    pub(crate) sets: Vec<(u32, Register)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) outputs: Vec<Register>,
    /// Number of random draws of a run.
    pub(crate) draws: u32,
    /// Categories of shapes that rays hit.
    pub(crate) categories: Vec<u64>,
}

impl Section {
    /// Number of registers.
    pub(crate) fn register_count(&self) -> usize {
        self.constants.len() + self.ops.len()
    }
}

/// A compiled definition.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) reset: Section,
    pub(crate) act: Section,
    /// `after`, and as outputs the observation, reward, and the two ends.
    pub(crate) end: Section,
    /// Bodies that are asked for touches, in the order of their bits, and bodies whose touches do not count.
    pub(crate) touched: Vec<(BodyId, Vec<BodyId>)>,
}

/// Compiles a definition.
pub(crate) fn compile(definition: &Definition) -> Result<Program, DefinitionError> {
    check_numbers(definition)?;
    let mut touched = Vec::new();
    let mut reset = Compiler::new(definition, &mut touched);
    reset.effects(&definition.reset, Place::Reset)?;
    let reset = reset.finish();
    let mut act = Compiler::new(definition, &mut touched);
    act.effects(&definition.act, Place::Act)?;
    let act = act.finish();
    let mut end = Compiler::new(definition, &mut touched);
    // The reward may compare with the last value of a variable that `after` sets, through another variable.
    end.effects(&definition.after, Place::After)?;
    for (index, expr) in definition.observe.iter().enumerate() {
        end.output(Place::Observe(index), expr)?;
    }
    end.output(Place::Reward, &definition.reward)?;
    end.output(Place::Terminated, &definition.terminated)?;
    end.output(Place::Truncated, &definition.truncated)?;
    Ok(Program { reset, act, end: end.finish(), touched })
}

/// Checks the plain numbers of a definition.
fn check_numbers(definition: &Definition) -> Result<(), DefinitionError> {
    let range = |place, value: f32, low: f32, high: f32| {
        let fits = value >= low && value <= high;
        if fits { Ok(()) } else { Err(DefinitionError { place, fault: Fault::Range(value, low, high) }) }
    };
    range(Place::Dt, definition.dt, 0.0, 1.0)?;
    range(Place::FrameSkip, definition.frame_skip as f32, 1.0, 1024.0)?;
    for (index, [low, high]) in definition.actions.iter().enumerate() {
        range(Place::Action(index), *low, f32::MIN, f32::MAX)?;
        range(Place::Action(index), *high, *low, f32::MAX)?;
    }
    for (index, value) in definition.variables.iter().enumerate() {
        range(Place::Variable(index), *value, f32::MIN, f32::MAX)?;
    }
    Ok(())
}

/// Builds one section.
struct Compiler<'a> {
    world: &'a World,
    actions: usize,
    variables: usize,
    /// Constants get their registers when the section is finished: until then they are numbered from the top.
    constants: Vec<f32>,
    constant_of: BTreeMap<u32, Register>,
    ops: Vec<Op>,
    register_of: BTreeMap<Op, Register>,
    /// Registers of nodes, until a variable changes.
    seen: BTreeMap<*const Node, Register>,
    /// Registers of random nodes.
    drawn: BTreeMap<*const Node, Register>,
    /// Current registers of variables that were set.
    current: BTreeMap<u32, Register>,
    steps: Vec<Step>,
    outputs: Vec<Register>,
    draws: u32,
    categories: Vec<u64>,
    touched: &'a mut Vec<(BodyId, Vec<BodyId>)>,
}

/// Bit of the register of a constant while a section is built.
const CONSTANT: Register = 1 << 31;

impl<'a> Compiler<'a> {
    fn new(definition: &'a Definition, touched: &'a mut Vec<(BodyId, Vec<BodyId>)>) -> Compiler<'a> {
        Compiler {
            world: &definition.template,
            actions: definition.actions.len(),
            variables: definition.variables.len(),
            constants: Vec::new(),
            constant_of: BTreeMap::new(),
            ops: Vec::new(),
            register_of: BTreeMap::new(),
            seen: BTreeMap::new(),
            drawn: BTreeMap::new(),
            current: BTreeMap::new(),
            steps: Vec::new(),
            outputs: Vec::new(),
            draws: 0,
            categories: Vec::new(),
            touched,
        }
    }

    fn effects(&mut self, effects: &[Effect], place: fn(usize) -> Place) -> Result<(), DefinitionError> {
        for (index, effect) in effects.iter().enumerate() {
            let place = place(index);
            self.effect(place, effect, None).map_err(|fault| DefinitionError { place, fault })?;
        }
        Ok(())
    }

    fn output(&mut self, place: Place, expr: &Expr) -> Result<(), DefinitionError> {
        let register = self.expr(expr).map_err(|fault| DefinitionError { place, fault })?;
        self.outputs.push(register);
        Ok(())
    }

    fn effect(&mut self, place: Place, effect: &Effect, outer: Option<Register>) -> Result<(), Fault> {
        let mut effect = effect;
        let mut condition = outer;
        while let Effect::If(when, inner) = effect {
            let when = self.expr(when)?;
            condition = Some(match condition {
                Some(outer) => self.op(Op::Binary(Binary::And, [outer, when]))?,
                None => when,
            });
            effect = inner;
        }
        let change = match effect {
            Effect::Set(index, value) => return self.set(*index, value, condition),
            Effect::If(..) => return Ok(()),
            Effect::Pose(id, to) => Change::Pose(self.body(*id)?, self.exprs(to)?),
            Effect::Velocity(id, to) => Change::Velocity(self.body(*id)?, self.exprs(to)?),
            Effect::AngularVelocity(id, to) => Change::AngularVelocity(self.body(*id)?, self.expr(to)?),
            Effect::Force(id, by) => Change::Force(self.body(*id)?, self.exprs(by)?),
            Effect::ForceAt(id, by, at) => Change::ForceAt(self.body(*id)?, self.exprs(by)?, self.exprs(at)?),
            Effect::Torque(id, by) => Change::Torque(self.body(*id)?, self.expr(by)?),
            Effect::Impulse(id, by) => Change::Impulse(self.body(*id)?, self.exprs(by)?),
            Effect::ImpulseAt(id, by, at) => {
                Change::ImpulseAt(self.body(*id)?, self.exprs(by)?, self.exprs(at)?)
            }
            Effect::AngularImpulse(id, by) => Change::AngularImpulse(self.body(*id)?, self.expr(by)?),
            Effect::Motor(id, to) => Change::Motor(self.joint(*id)?, self.exprs(to)?),
            Effect::Segment(id, to) => Change::Segment(self.shape(*id)?, self.exprs(to)?),
            Effect::Rectangle(id, to) => Change::Rectangle(self.shape(*id)?, self.exprs(to)?),
            Effect::Surface(id, to) => Change::Surface(self.shape(*id)?, self.exprs(to)?),
            Effect::Density(id, to) => Change::Density(self.shape(*id)?, self.expr(to)?),
            Effect::Gravity(to) => Change::Gravity(self.exprs(to)?),
            Effect::SubSteps(count) => Change::SubSteps(self.expr(count)?),
        };
        self.steps.push(Step { place, condition, change });
        Ok(())
    }

    /// Gives a variable a new register. With a condition, it keeps its value where that is false.
    fn set(&mut self, index: u32, value: &Expr, condition: Option<Register>) -> Result<(), Fault> {
        let old = self.variable(index)?;
        let mut register = self.expr(value)?;
        if let Some(condition) = condition {
            register = self.op(Op::Select([condition, register, old]))?;
        }
        self.current.insert(index, register);
        self.seen.clear();
        Ok(())
    }

    fn body(&self, id: BodyId) -> Result<BodyId, Fault> {
        self.world.body(id).map(|_| id).ok_or(Fault::Body(id))
    }

    fn shape(&self, id: ShapeId) -> Result<ShapeId, Fault> {
        self.world.shape(id).map(|_| id).ok_or(Fault::Shape(id))
    }

    fn joint(&self, id: JointId) -> Result<JointId, Fault> {
        self.world.joint(id).map(|_| id).ok_or(Fault::Joint(id))
    }

    fn variable(&mut self, index: u32) -> Result<Register, Fault> {
        if index as usize >= self.variables {
            return Err(Fault::Variable(index, self.variables));
        }
        match self.current.get(&index) {
            Some(register) => Ok(*register),
            None => self.op(Op::Variable(index)),
        }
    }

    fn exprs<const N: usize>(&mut self, exprs: &[Expr; N]) -> Result<[Register; N], Fault> {
        let mut registers = [0; N];
        for (register, expr) in registers.iter_mut().zip(exprs) {
            *register = self.expr(expr)?;
        }
        Ok(registers)
    }

    /// The register of an expression.
    fn expr(&mut self, expr: &Expr) -> Result<Register, Fault> {
        let node = Arc::as_ptr(&expr.node);
        if let Some(register) = self.seen.get(&node).or_else(|| self.drawn.get(&node)) {
            return Ok(*register);
        }
        let register = self.node(&expr.node)?;
        if matches!(*expr.node, Node::Uniform(..)) {
            self.drawn.insert(node, register);
        }
        self.seen.insert(node, register);
        Ok(register)
    }

    fn node(&mut self, node: &Node) -> Result<Register, Fault> {
        let op = match node {
            Node::Number(number) => return self.constant(*number),
            Node::Variable(index) => return self.variable(*index),
            Node::TooDeep => return Err(Fault::TooDeep),
            Node::Action(index) if *index as usize >= self.actions => {
                return Err(Fault::Action(*index, self.actions));
            }
            Node::Action(index) => Op::Action(*index),
            Node::Body(id, BodyRead::Touched) => Op::Touched(self.touched_bit(*id, &[])?),
            Node::Touched(id, ignored) => Op::Touched(self.touched_bit(*id, ignored)?),
            Node::Body(id, read) => Op::Body(self.body(*id)?, *read),
            Node::Joint(id, read) => Op::Joint(self.joint(*id)?, *read),
            Node::Ray(parts, ignored, categories) => {
                let ignored = self.body(*ignored)?;
                let known = self.categories.iter().position(|known| known == categories);
                let index = known.unwrap_or_else(|| {
                    self.categories.push(*categories);
                    self.categories.len() - 1
                });
                Op::Ray(self.exprs(parts)?, ignored, index as u32)
            }
            Node::Uniform(low, high) => {
                let range = [self.expr(low)?, self.expr(high)?];
                self.draws += 1;
                Op::Uniform(range, self.draws - 1)
            }
            Node::Steps => Op::Steps,
            Node::Unary(op, of) => Op::Unary(*op, self.expr(of)?),
            Node::Binary(op, a, b) => Op::Binary(*op, [self.expr(a)?, self.expr(b)?]),
            Node::Select(condition, yes, no) => {
                Op::Select([self.expr(condition)?, self.expr(yes)?, self.expr(no)?])
            }
        };
        self.op(op)
    }

    fn touched_bit(&mut self, id: BodyId, ignored: &[BodyId]) -> Result<u32, Fault> {
        self.body(id)?;
        for body in ignored {
            self.body(*body)?;
        }
        let is_known = |(body, others): &(BodyId, Vec<BodyId>)| *body == id && others == ignored;
        if let Some(bit) = self.touched.iter().position(is_known) {
            return Ok(bit as u32);
        }
        if self.touched.len() == MAX_TOUCHED {
            return Err(Fault::TooManyTouched);
        }
        self.touched.push((id, ignored.to_vec()));
        Ok(self.touched.len() as u32 - 1)
    }

    fn constant(&mut self, number: f32) -> Result<Register, Fault> {
        if !number.is_finite() {
            return Err(Fault::Range(number, f32::MIN, f32::MAX));
        }
        let constants = &mut self.constants;
        let register = *self.constant_of.entry(number.to_bits()).or_insert_with(|| {
            constants.push(number);
            CONSTANT | (constants.len() as u32 - 1)
        });
        if self.constants.len() > MAX_OPS { Err(Fault::TooLong) } else { Ok(register) }
    }

    fn op(&mut self, op: Op) -> Result<Register, Fault> {
        if let Some(register) = self.register_of.get(&op) {
            return Ok(*register);
        }
        if self.ops.len() == MAX_OPS {
            return Err(Fault::TooLong);
        }
        self.ops.push(op);
        let register = self.ops.len() as u32 - 1;
        self.register_of.insert(op, register);
        Ok(register)
    }

    /// Puts constants first and moves the other registers behind them.
    fn finish(self) -> Section {
        let shift = self.constants.len() as u32;
        let moved = |register: &mut Register| {
            *register = if *register & CONSTANT != 0 { *register & !CONSTANT } else { *register + shift };
        };
        let mut section = Section {
            constants: self.constants,
            ops: self.ops,
            sets: self.current.into_iter().collect(),
            steps: self.steps,
            outputs: self.outputs,
            draws: self.draws,
            categories: self.categories,
        };
        section.ops.iter_mut().for_each(|op| op.registers(moved));
        section.sets.iter_mut().for_each(|(_, register)| moved(register));
        section.outputs.iter_mut().for_each(moved);
        for step in &mut section.steps {
            step.condition.iter_mut().for_each(moved);
            step.change.registers(moved);
        }
        section
    }
}

impl Op {
    fn registers(&mut self, mut change: impl FnMut(&mut Register)) {
        match self {
            Op::Action(_) | Op::Variable(_) | Op::Body(..) | Op::Touched(_) | Op::Joint(..) | Op::Steps => {}
            Op::Ray(registers, ..) => registers.iter_mut().for_each(change),
            Op::Uniform(registers, _) | Op::Binary(_, registers) => registers.iter_mut().for_each(change),
            Op::Unary(_, register) => change(register),
            Op::Select(registers) => registers.iter_mut().for_each(change),
        }
    }
}

impl Change {
    fn registers(&mut self, mut change: impl FnMut(&mut Register)) {
        match self {
            Change::Pose(_, registers) => registers.iter_mut().for_each(change),
            Change::Velocity(_, registers)
            | Change::Force(_, registers)
            | Change::Impulse(_, registers)
            | Change::Motor(_, registers)
            | Change::Surface(_, registers)
            | Change::Gravity(registers) => registers.iter_mut().for_each(change),
            Change::ForceAt(_, by, at) | Change::ImpulseAt(_, by, at) => {
                by.iter_mut().chain(at).for_each(change);
            }
            Change::Segment(_, registers) | Change::Rectangle(_, registers) => {
                registers.iter_mut().for_each(change);
            }
            Change::AngularVelocity(_, register)
            | Change::Torque(_, register)
            | Change::AngularImpulse(_, register)
            | Change::SubSteps(register)
            | Change::Density(_, register) => change(register),
        }
    }
}
