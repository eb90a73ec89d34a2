//! One world of a batch: its episode and its steps.

use cairn2d::{BodyId, WorkingMemory, World};

use crate::compile::{Place, Program};
use crate::definition::Definition;
use crate::random::Stream;
use crate::run::{Inputs, Rejection};

/// A definition that was checked and compiled; all worlds of a batch share it.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) definition: Definition,
    pub(crate) program: Program,
    /// The actions of the steps in a reset.
    pub(crate) idle: Vec<f32>,
}

/// Registers of the three sections. The constants are in place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    reset: Vec<f32>,
    act: Vec<f32>,
    end: Vec<f32>,
}

impl Registers {
    pub(crate) fn new(program: &Program) -> Registers {
        let [reset, act, end] = [&program.reset, &program.act, &program.end].map(|section| {
            let mut registers = section.constants.clone();
            registers.resize(section.register_count(), 0.0);
            registers
        });
        Registers { reset, act, end }
    }
}

/// The first rejected effect, and how many there were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rejections {
    pub(crate) count: u64,
    pub(crate) first: Option<(u64, Place, Rejection)>,
}

impl Rejections {
    fn note(&mut self, world: u64, place: Place, rejection: Rejection) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some((world, place, rejection));
        }
    }
}

/// What a step of an instance writes.
#[derive(Debug)]
pub(crate) struct Outputs<'a> {
    pub(crate) observation: &'a mut [f32],
    pub(crate) reward: &'a mut f32,
    pub(crate) terminated: &'a mut u8,
    pub(crate) truncated: &'a mut u8,
}

/// What the worlds of a share work in, one after the other.
#[derive(Debug)]
pub(crate) struct Working {
    pub(crate) memory: WorkingMemory,
    pub(crate) registers: Registers,
    pub(crate) rejections: Rejections,
}

impl Working {
    pub(crate) fn new(program: &Program) -> Working {
        Working {
            memory: WorkingMemory::default(),
            registers: Registers::new(program),
            rejections: Rejections::default(),
        }
    }
}

/// Where a world is in its episodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counters {
    /// Key of the random numbers.
    pub(crate) key: u64,
    /// Number of episodes that began.
    pub(crate) episode: u64,
    /// Number of random draws in this episode.
    draws: u64,
    /// Number of calls of `step` in this episode.
    steps: u32,
    /// Bodies that began to touch during the last call of `step`, as bits.
    touched: u64,
    /// Whether the next call of `step` resets the world.
    pub(crate) ended: bool,
}

impl Counters {
    /// The random numbers of the current episode.
    fn stream(&self) -> Stream {
        Stream::new(self.key, self.episode.wrapping_sub(1))
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let Counters { key, episode, draws, steps, touched, ended } = *self;
        for number in [key, episode, draws, steps.into(), touched, ended.into()] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    pub(crate) fn read<E>(next: &mut impl FnMut() -> Result<u64, E>) -> Result<Counters, E> {
        let (key, episode, draws) = (next()?, next()?, next()?);
        let (steps, touched, ended) = (next()? as u32, next()?, next()? != 0);
        Ok(Counters { key, episode, draws, steps, touched, ended })
    }
}

/// A world and its episode.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) world: World,
    pub(crate) counters: Counters,
}

impl Instance {
    /// An instance before its first reset.
    pub(crate) fn new(world: World, key: u64) -> Instance {
        let counters = Counters { key, episode: 0, draws: 0, steps: 0, touched: 0, ended: false };
        Instance { world, counters }
    }

    /// Begins the next episode and writes its first observation.
    pub(crate) fn reset(
        &mut self,
        plan: &Plan,
        variables: &mut [f32],
        working: &mut Working,
        outputs: Outputs<'_>,
    ) {
        let definition = &plan.definition;
        self.world.clone_from(&definition.template);
        let Counters { key, episode, .. } = self.counters;
        let episode = episode.wrapping_add(1);
        self.counters = Counters { key, episode, draws: 0, steps: 0, touched: 0, ended: false };
        variables.copy_from_slice(&definition.variables);
        let section = &plan.program.reset;
        let inputs = self.inputs(&plan.idle, section.draws);
        let registers = &mut working.registers.reset;
        section.evaluate(&self.world, variables, inputs, registers);
        let (key, rejections) = (self.counters.key, &mut working.rejections);
        section.apply(&mut self.world, variables, registers, &mut |place, why| {
            rejections.note(key, place, why);
        });
        for _ in 0..definition.first_steps {
            self.advance(plan, variables, working, &plan.idle);
            self.finish(plan, variables, working, &plan.idle, None);
        }
        if definition.first_steps == 0 {
            self.finish(plan, variables, working, &plan.idle, None);
        }
        self.counters.steps = 0;
        self.write(plan, working, outputs);
    }

    /// Takes a step with these actions and writes what it gives.
    pub(crate) fn step(
        &mut self,
        plan: &Plan,
        variables: &mut [f32],
        working: &mut Working,
        actions: &[f32],
        outputs: Outputs<'_>,
    ) {
        self.advance(plan, variables, working, actions);
        self.finish(plan, variables, working, actions, Some(()));
        self.write(plan, working, outputs);
    }

    /// Acts and steps the world.
    fn advance(&mut self, plan: &Plan, variables: &mut [f32], working: &mut Working, actions: &[f32]) {
        self.counters.touched = 0;
        let section = &plan.program.act;
        for _ in 0..plan.definition.frame_skip {
            let inputs = self.inputs(actions, section.draws);
            section.evaluate(&self.world, variables, inputs, &mut working.registers.act);
            let (key, rejections) = (self.counters.key, &mut working.rejections);
            section.apply(&mut self.world, variables, &working.registers.act, &mut |place, why| {
                rejections.note(key, place, why);
            });
            // The length was checked, and a world that panicked within a step stays as it is.
            let _ = self.world.step_with(&mut working.memory, plan.definition.dt);
            if !plan.program.touched.is_empty() {
                self.note_touches(plan);
            }
        }
    }

    fn note_touches(&mut self, plan: &Plan) {
        for event in self.world.events().begins() {
            let bodies = [event.a.body, event.b.body];
            for (bit, (body, ignored)) in plan.program.touched.iter().enumerate() {
                let ignores = |other: &BodyId| other != body && ignored.contains(other);
                if bodies.contains(body) && !bodies.iter().any(ignores) {
                    self.counters.touched |= 1 << bit;
                }
            }
        }
    }

    /// Computes observation, reward and ends, and updates the variables.
    fn finish(
        &mut self,
        plan: &Plan,
        variables: &mut [f32],
        working: &mut Working,
        actions: &[f32],
        counted: Option<()>,
    ) {
        self.counters.steps += u32::from(counted.is_some());
        let section = &plan.program.end;
        let inputs = self.inputs(actions, section.draws);
        section.evaluate(&self.world, variables, inputs, &mut working.registers.end);
        let (key, rejections) = (self.counters.key, &mut working.rejections);
        section.apply(&mut self.world, variables, &working.registers.end, &mut |place, why| {
            rejections.note(key, place, why);
        });
    }

    /// Copies the outputs of the last section out of the registers.
    fn write(&self, plan: &Plan, working: &mut Working, outputs: Outputs<'_>) {
        let Working { registers, rejections, .. } = working;
        let end = &plan.program.end;
        let count = plan.definition.observe.len();
        let mut output = |index: usize, place: Place| {
            let value = registers.end[end.outputs[index] as usize];
            if value.is_finite() {
                return value;
            }
            rejections.note(self.counters.key, place, Rejection::NotFinite);
            0.0
        };
        for (index, number) in outputs.observation.iter_mut().enumerate() {
            *number = output(index, Place::Observe(index));
        }
        *outputs.reward = output(count, Place::Reward);
        *outputs.terminated = u8::from(output(count + 1, Place::Terminated) != 0.0);
        let limit = plan.definition.limit.is_some_and(|limit| self.counters.steps >= limit);
        *outputs.truncated = u8::from(limit || output(count + 2, Place::Truncated) != 0.0);
    }

    /// The inputs of a run with this many draws.
    fn inputs<'a>(&mut self, actions: &'a [f32], draws: u32) -> Inputs<'a> {
        let first_draw = self.counters.draws;
        self.counters.draws += u64::from(draws);
        Inputs {
            actions,
            steps: self.counters.steps,
            touched: self.counters.touched,
            stream: self.counters.stream(),
            first_draw,
        }
    }
}
