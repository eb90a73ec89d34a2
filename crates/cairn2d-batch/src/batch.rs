//! The batch: worlds in shares, which threads step side by side.
//!
//! Invariant: a world reads only its own actions, variables and random numbers. The cut into shares and the
//! thread of a share never affect results.

use core::fmt;

use cairn2d::tasks::{TaskSystem, Threads, for_each_slot};
use cairn2d::{StandardFloats, World};

use crate::compile::{DefinitionError, Place, compile};
use crate::definition::Definition;
use crate::instance::{Instance, Outputs, Plan, Working};
use crate::run::Rejection;

/// When a world whose episode ended begins the next one. The names are those of Gymnasium.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AutoReset {
    /// In the next call of `step`, which ignores the actions of this world and gives a reward of 0.
    #[default]
    NextStep,
    /// In the same call: the observation is the first of the new episode, and
    /// [`Batch::final_observations`] has the last one of the old episode.
    SameStep,
    /// Only by [`Batch::reset`].
    Disabled,
}

/// Settings of a batch.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BatchConfig {
    /// Number of worlds; at least 1.
    pub worlds: usize,
    /// Number of threads, the caller included; 1 to 1024. Default: those of the machine.
    pub threads: usize,
    /// Seed of the first world; the others count upwards.
    pub seed: u64,
    /// When worlds begin the next episode.
    pub auto_reset: AutoReset,
}

impl BatchConfig {
    /// Settings for this many worlds.
    pub fn new(worlds: usize) -> BatchConfig {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
        BatchConfig { worlds, threads, seed: 0, auto_reset: AutoReset::default() }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> BatchConfig {
        self.threads = threads;
        self
    }

    /// Sets the seed of the first world.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> BatchConfig {
        self.seed = seed;
        self
    }

    /// Sets when worlds begin the next episode.
    #[must_use]
    pub fn auto_reset(mut self, auto_reset: AutoReset) -> BatchConfig {
        self.auto_reset = auto_reset;
        self
    }
}

const MAX_THREADS: usize = 1024;

/// Largest number of worlds.
const MAX_WORLDS: usize = 1 << 24;

/// Shares per thread, so that a thread with quick worlds helps the others.
const SHARES_PER_THREAD: usize = 4;

/// Why a call of a batch failed. The batch is unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BatchError {
    /// The definition cannot run.
    Definition(DefinitionError),
    /// A world rejects an effect of its first reset: the world, the effect, and the reason.
    Rejected(u64, Place, String),
    /// Number of worlds, out of range.
    Worlds(usize),
    /// Number of threads, out of range.
    Threads(usize),
    /// An array has another length: its name, its length, the expected length.
    Length(&'static str, usize, usize),
    /// An action is not finite: world, index of the action, value.
    Action(usize, usize, f32),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Definition(error) => write!(f, "{error}"),
            BatchError::Rejected(world, place, reason) => write!(f, "{place}: world {world}: {reason}"),
            BatchError::Worlds(count) => write!(f, "worlds is {count}, it must be from 1 to {MAX_WORLDS}"),
            BatchError::Threads(count) => write!(f, "threads is {count}, it must be from 1 to {MAX_THREADS}"),
            BatchError::Length(name, found, expected) => {
                write!(f, "{name} has {found} numbers, it must have {expected}")
            }
            BatchError::Action(world, index, value) => {
                write!(f, "action {index} of world {world} is {value}, it must be finite")
            }
        }
    }
}

impl core::error::Error for BatchError {}

impl From<DefinitionError> for BatchError {
    fn from(error: DefinitionError) -> BatchError {
        BatchError::Definition(error)
    }
}

/// Worlds that one thread steps at a time, with all they write.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) instances: Vec<Instance>,
    working: Working,
    pub(crate) variables: Vec<f32>,
    actions: Vec<f32>,
    pub(crate) arrays: Arrays,
}

/// The results of some worlds.
#[derive(Debug, Default)]
pub(crate) struct Arrays {
    pub(crate) observations: Vec<f32>,
    pub(crate) final_observations: Vec<f32>,
    pub(crate) rewards: Vec<f32>,
    pub(crate) terminated: Vec<u8>,
    pub(crate) truncated: Vec<u8>,
}

impl Arrays {
    fn new(worlds: usize, width: usize) -> Arrays {
        Arrays {
            observations: vec![0.0; worlds * width],
            final_observations: vec![0.0; worlds * width],
            rewards: vec![0.0; worlds],
            terminated: vec![0; worlds],
            truncated: vec![0; worlds],
        }
    }

    /// Where world `index` writes.
    fn outputs(&mut self, index: usize, width: usize) -> Outputs<'_> {
        Outputs {
            observation: &mut self.observations[index * width..(index + 1) * width],
            reward: &mut self.rewards[index],
            terminated: &mut self.terminated[index],
            truncated: &mut self.truncated[index],
        }
    }
}

/// Many worlds of one definition. See the [crate](crate) for an example.
///
/// # Determinism
/// World `i` of a batch with seed `s` is world 0 of a batch with seed `s + i`, to the last bit. The number of
/// threads and of worlds changes nothing.
#[derive(Debug)]
pub struct Batch {
    plan: Plan,
    config: BatchConfig,
    threads: Threads,
    shares: Vec<Share>,
    /// Number of worlds of each share but the last one.
    share_len: usize,
    arrays: Arrays,
}

impl Batch {
    /// Makes the worlds and resets them.
    ///
    /// # Errors
    /// The first fault of the definition, a setting out of range, or an effect that a world rejects.
    pub fn new(definition: &Definition, config: BatchConfig) -> Result<Batch, BatchError> {
        if config.worlds == 0 || config.worlds > MAX_WORLDS {
            return Err(BatchError::Worlds(config.worlds));
        }
        if config.threads == 0 || config.threads > MAX_THREADS {
            return Err(BatchError::Threads(config.threads));
        }
        let program = compile(definition)?;
        let mut definition = definition.clone();
        prepare(&mut definition.template);
        let idle = definition.actions.iter().map(|range| within(0.0, *range)).collect();
        let plan = Plan { definition, program, idle };
        let share_count = if config.threads == 1 { 1 } else { config.threads * SHARES_PER_THREAD };
        let share_len = config.worlds.div_ceil(share_count);
        let shares = (0..config.worlds).step_by(share_len).map(|first| {
            let count = share_len.min(config.worlds - first);
            Share::new(&plan, config.seed.wrapping_add(first as u64), count)
        });
        let shares = shares.collect();
        let arrays = Arrays::new(config.worlds, plan.definition.observe.len());
        let threads = Threads::new(|share| StandardFloats::within(share));
        let mut batch = Batch { plan, config, threads, shares, share_len, arrays };
        batch.run(|plan, share, _| (0..share.instances.len()).for_each(|index| share.reset(plan, index)));
        match batch.first_rejection() {
            Some((world, place, reason)) => Err(BatchError::Rejected(world, place, reason)),
            None => Ok(batch),
        }
    }

    /// Begins a new episode in all worlds, or in those with a number other than 0 in `mask`.
    ///
    /// # Errors
    /// A mask of another length.
    pub fn reset(&mut self, mask: Option<&[u8]>) -> Result<(), BatchError> {
        self.expect("mask", mask.map_or(self.worlds(), <[u8]>::len), self.worlds())?;
        self.run(|plan, share, first| {
            for index in 0..share.instances.len() {
                if mask.is_none_or(|mask| mask[first + index] != 0) {
                    share.reset(plan, index);
                }
            }
        });
        Ok(())
    }

    /// Begins anew with another seed: every world at its episode 0.
    pub fn reset_with_seed(&mut self, seed: u64) {
        self.config.seed = seed;
        self.run(|plan, share, first| {
            for index in 0..share.instances.len() {
                let counters = &mut share.instances[index].counters;
                (counters.key, counters.episode) = (seed.wrapping_add((first + index) as u64), 0);
                share.reset(plan, index);
            }
        });
    }

    /// Begins anew with a seed for each world.
    ///
    /// # Errors
    /// Another number of seeds than of worlds.
    pub fn reset_with_seeds(&mut self, seeds: &[u64]) -> Result<(), BatchError> {
        self.expect("seeds", seeds.len(), self.worlds())?;
        self.run(|plan, share, first| {
            for index in 0..share.instances.len() {
                let counters = &mut share.instances[index].counters;
                (counters.key, counters.episode) = (seeds[first + index], 0);
                share.reset(plan, index);
            }
        });
        Ok(())
    }

    /// Takes a step in every world. `actions` has a row for each world. Numbers outside of the range of an
    /// action are clipped.
    ///
    /// # Errors
    /// An array of another length, or an action that is not finite.
    pub fn step(&mut self, actions: &[f32]) -> Result<(), BatchError> {
        let width = self.action_count();
        self.expect("actions", actions.len(), width * self.worlds())?;
        if let Some(at) = actions.iter().position(|action| !action.is_finite()) {
            return Err(BatchError::Action(at / width, at % width, actions[at]));
        }
        let auto_reset = self.config.auto_reset;
        self.run(|plan, share, first| {
            for index in 0..share.instances.len() {
                let row = (first + index) * width;
                share.step(plan, index, &actions[row..row + width], auto_reset);
            }
        });
        Ok(())
    }

    /// Number of worlds.
    pub fn worlds(&self) -> usize {
        self.config.worlds
    }

    /// Number of actions of a world.
    pub fn action_count(&self) -> usize {
        self.plan.definition.actions.len()
    }

    /// Number of numbers in an observation.
    pub fn observation_count(&self) -> usize {
        self.plan.definition.observe.len()
    }

    /// The observations, a row for each world.
    pub fn observations(&self) -> &[f32] {
        &self.arrays.observations
    }

    /// The last observations of episodes that ended in the last step, a row for each world; other rows are
    /// older. Only with [`AutoReset::SameStep`].
    pub fn final_observations(&self) -> &[f32] {
        &self.arrays.final_observations
    }

    /// The rewards of the last step.
    pub fn rewards(&self) -> &[f32] {
        &self.arrays.rewards
    }

    /// 1 for each world whose episode ended in the last step, else 0.
    pub fn terminated(&self) -> &[u8] {
        &self.arrays.terminated
    }

    /// 1 for each world whose episode was cut in the last step, else 0.
    pub fn truncated(&self) -> &[u8] {
        &self.arrays.truncated
    }

    /// A world, to read or draw it; `None` beyond the last one.
    pub fn world(&self, index: usize) -> Option<&World> {
        let share = self.shares.get(index / self.share_len)?;
        share.instances.get(index % self.share_len).map(|instance| &instance.world)
    }

    /// The variables of a world; `None` beyond the last one.
    pub fn variables(&self, index: usize) -> Option<&[f32]> {
        let count = self.plan.definition.variables.len();
        let share = self.shares.get(index / self.share_len)?;
        let row = index % self.share_len;
        (row < share.instances.len()).then(|| &share.variables[row * count..(row + 1) * count])
    }

    /// Number of effects and outputs that were rejected since the batch was made: numbers out of range,
    /// joints that broke. Rejected effects are skipped; an output that is not finite counts as 0.
    pub fn rejection_count(&self) -> u64 {
        self.shares.iter().map(|share| share.working.rejections.count).sum()
    }

    /// The first rejected effect in the order of worlds: seed of the world, place, reason.
    pub fn first_rejection(&self) -> Option<(u64, Place, String)> {
        let mut firsts = self.shares.iter().filter_map(|share| share.working.rejections.first.as_ref());
        firsts.next().map(|(world, place, rejection)| (*world, *place, text(rejection)))
    }

    /// Combines the hashes of all worlds.
    pub fn hash(&self) -> u64 {
        let instances = self.shares.iter().flat_map(|share| &share.instances);
        instances.fold(0xcbf2_9ce4_8422_2325, |hash, instance| {
            (hash ^ instance.world.hash()).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29)
        })
    }

    pub(crate) fn shares(&self) -> &[Share] {
        &self.shares
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.plan.definition.variables.len()
    }

    pub(crate) fn template(&self) -> &World {
        &self.plan.definition.template
    }

    fn expect(&self, name: &'static str, found: usize, expected: usize) -> Result<(), BatchError> {
        if found == expected { Ok(()) } else { Err(BatchError::Length(name, found, expected)) }
    }

    /// Calls `work` for each share with the index of its first world, on all threads, and collects results.
    fn run(&mut self, work: impl Fn(&Plan, &mut Share, usize) + Sync) {
        let (plan, share_len) = (&self.plan, self.share_len);
        let tasks = self.threads.system(self.config.threads);
        let tasks: Option<&dyn TaskSystem> = tasks.as_deref();
        StandardFloats::within(|| {
            for_each_slot(tasks, &mut self.shares, &|index, share| work(plan, share, index * share_len));
        });
        self.gather();
    }

    /// Changes each share on this thread, and collects results.
    pub(crate) fn change(&mut self, work: impl FnMut(&mut Share)) {
        self.shares.iter_mut().for_each(work);
        self.gather();
    }

    /// Copies the results of all shares.
    fn gather(&mut self) {
        let share_len = self.share_len;
        let width = self.plan.definition.observe.len();
        for (index, share) in self.shares.iter().enumerate() {
            let (first, count) = (index * share_len, share.instances.len());
            let (rows, numbers) = (first..first + count, first * width..(first + count) * width);
            self.arrays.observations[numbers.clone()].copy_from_slice(&share.arrays.observations);
            self.arrays.rewards[rows.clone()].copy_from_slice(&share.arrays.rewards);
            self.arrays.terminated[rows.clone()].copy_from_slice(&share.arrays.terminated);
            self.arrays.truncated[rows].copy_from_slice(&share.arrays.truncated);
            if self.config.auto_reset == AutoReset::SameStep {
                self.arrays.final_observations[numbers].copy_from_slice(&share.arrays.final_observations);
            }
        }
    }
}

impl Share {
    fn new(plan: &Plan, first_key: u64, count: usize) -> Share {
        let definition = &plan.definition;
        let instance =
            |index| Instance::new(definition.template.clone(), first_key.wrapping_add(index as u64));
        Share {
            instances: (0..count).map(instance).collect(),
            working: Working::new(&plan.program),
            variables: vec![0.0; count * definition.variables.len()],
            actions: vec![0.0; definition.actions.len()],
            arrays: Arrays::new(count, definition.observe.len()),
        }
    }

    fn reset(&mut self, plan: &Plan, index: usize) {
        let variables = rows(&mut self.variables, plan.definition.variables.len(), index);
        let outputs = self.arrays.outputs(index, plan.definition.observe.len());
        self.instances[index].reset(plan, variables, &mut self.working, outputs);
        (self.arrays.rewards[index], self.arrays.terminated[index], self.arrays.truncated[index]) =
            (0.0, 0, 0);
    }

    fn step(&mut self, plan: &Plan, index: usize, actions: &[f32], auto_reset: AutoReset) {
        if self.instances[index].counters.ended && auto_reset == AutoReset::NextStep {
            self.reset(plan, index);
            return;
        }
        for ((to, action), range) in self.actions.iter_mut().zip(actions).zip(&plan.definition.actions) {
            *to = within(*action, *range);
        }
        let width = plan.definition.observe.len();
        let variables = rows(&mut self.variables, plan.definition.variables.len(), index);
        let outputs = self.arrays.outputs(index, width);
        let instance = &mut self.instances[index];
        instance.step(plan, variables, &mut self.working, &self.actions, outputs);
        let ends = (self.arrays.terminated[index], self.arrays.truncated[index]);
        instance.counters.ended = ends != (0, 0);
        if instance.counters.ended && auto_reset == AutoReset::SameStep {
            let reward = self.arrays.rewards[index];
            let Arrays { observations, final_observations, .. } = &mut self.arrays;
            rows(final_observations, width, index).copy_from_slice(rows(observations, width, index));
            self.reset(plan, index);
            self.arrays.rewards[index] = reward;
            (self.arrays.terminated[index], self.arrays.truncated[index]) = ends;
        }
    }
}

/// A row of a matrix.
fn rows(numbers: &mut [f32], width: usize, index: usize) -> &mut [f32] {
    &mut numbers[index * width..(index + 1) * width]
}

/// A number clipped to a range.
fn within(value: f32, [low, high]: [f32; 2]) -> f32 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// Makes the worlds of a batch step on one thread each, unrecorded.
fn prepare(template: &mut World) {
    template.clear_task_system();
    template.record_calls(None);
    template.set_clock(None);
    // One thread is always in range.
    let _ = template.set_threads(1);
}

fn text(rejection: &Rejection) -> String {
    match rejection {
        Rejection::Body(error) => error.to_string(),
        Rejection::Joint(error) => error.to_string(),
        Rejection::Value(error) => error.to_string(),
        Rejection::Missing => String::from("the object does not exist any more"),
        Rejection::NotFinite => String::from("the number is not finite"),
    }
}
