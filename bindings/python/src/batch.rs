//! Batches of worlds: expressions, effects, definitions, and the batch that writes into arrays of the caller.
//!
//! The module `cairn2d.batch` of the package wraps these classes.

use cairn2d_batch::environments::{
    BipedalWalker, CartPole, HalfCheetah, Hopper, LunarLander, Multiwalker, PushT, Pusher, Walker2d,
};
use cairn2d_batch::{AutoReset, BatchConfig, BatchError};
use cairn2d_capi::convert::{cairn_joint_id, cairn_shape_id};
use cairn2d_capi::fault::{Code, Fault};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::values::raise;
use crate::{World, body};

/// A number that is computed for each world.
#[pyclass(frozen, module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Expr {
    expr: cairn2d_batch::Expr,
}

impl From<cairn2d_batch::Expr> for Expr {
    fn from(expr: cairn2d_batch::Expr) -> Expr {
        Expr { expr }
    }
}

fn unknown(what: &str, name: &str) -> PyErr {
    PyValueError::new_err(format!("{what} {name:?} does not exist"))
}

/// The engine's expressions of a list.
fn exprs(list: Vec<PyRef<'_, Expr>>) -> Vec<cairn2d_batch::Expr> {
    list.iter().map(|expr| expr.expr.clone()).collect()
}

#[pymethods]
impl Expr {
    #[staticmethod]
    fn number(value: f32) -> Expr {
        cairn2d_batch::Expr::from(value).into()
    }

    #[staticmethod]
    fn variable(index: u32) -> Expr {
        cairn2d_batch::Expr::variable(index).into()
    }

    #[staticmethod]
    fn steps() -> Expr {
        cairn2d_batch::Expr::steps().into()
    }

    #[staticmethod]
    fn uniform(low: &Expr, high: &Expr) -> Expr {
        cairn2d_batch::Expr::uniform(low.expr.clone(), high.expr.clone()).into()
    }

    #[staticmethod]
    fn normal(mean: &Expr, deviation: &Expr) -> Expr {
        cairn2d_batch::Expr::normal(mean.expr.clone(), deviation.expr.clone()).into()
    }

    #[staticmethod]
    fn of_body(what: &str, bits: u64) -> PyResult<Expr> {
        use cairn2d_batch::Expr as E;
        let id = body(bits)?;
        let expr = match what {
            "x" => E::x(id),
            "y" => E::y(id),
            "angle" => E::angle(id),
            "cos_angle" => E::cos_angle(id),
            "sin_angle" => E::sin_angle(id),
            "velocity_x" => E::velocity_x(id),
            "velocity_y" => E::velocity_y(id),
            "angular_velocity" => E::angular_velocity(id),
            "mass" => E::mass(id),
            "touching" => E::touching(id),
            "touched" => E::touched(id),
            "near" => E::near(id),
            "asleep" => E::asleep(id),
            _ => return Err(unknown("reading", what)),
        };
        Ok(expr.into())
    }

    #[staticmethod]
    fn of_joint(what: &str, bits: u64) -> PyResult<Expr> {
        use cairn2d_batch::Expr as E;
        let id = cairn_joint_id { bits }.read().map_err(raise)?;
        let expr = match what {
            "joint_angle" => E::joint_angle(id),
            "joint_angular_speed" => E::joint_angular_speed(id),
            "joint_slide" => E::joint_slide(id),
            "joint_speed" => E::joint_speed(id),
            _ => return Err(unknown("reading", what)),
        };
        Ok(expr.into())
    }

    #[staticmethod]
    fn ray(x: &Expr, y: &Expr, dx: &Expr, dy: &Expr, ignored: u64, categories: u64) -> PyResult<Expr> {
        let [x, y, dx, dy] = [x, y, dx, dy].map(|expr| expr.expr.clone());
        Ok(cairn2d_batch::Expr::ray_of([x, y], [dx, dy], body(ignored)?, categories).into())
    }

    #[staticmethod]
    fn touched_others(bits: u64, ignored: Vec<u64>) -> PyResult<Expr> {
        let ignored = ignored.into_iter().map(body).collect::<PyResult<Vec<_>>>()?;
        Ok(cairn2d_batch::Expr::touched_others(body(bits)?, &ignored).into())
    }

    fn unary(&self, name: &str) -> PyResult<Expr> {
        let expr = self.expr.clone();
        let expr = match name {
            "neg" => -expr,
            "abs" => expr.abs(),
            "sqrt" => expr.sqrt(),
            "sin" => expr.sin(),
            "cos" => expr.cos(),
            "tanh" => expr.tanh(),
            "exp" => expr.exp(),
            "ln" => expr.ln(),
            "floor" => expr.floor(),
            "sign" => expr.sign(),
            _ => return Err(unknown("function", name)),
        };
        Ok(expr.into())
    }

    fn binary(&self, name: &str, other: &Expr) -> PyResult<Expr> {
        let (a, b) = (self.expr.clone(), other.expr.clone());
        let expr = match name {
            "add" => a + b,
            "sub" => a - b,
            "mul" => a * b,
            "div" => a / b,
            "min" => a.min(b),
            "max" => a.max(b),
            "below" => a.below(b),
            "at_most" => a.at_most(b),
            "equals" => a.equals(b),
            "both" => a.and(b),
            "either" => a.or(b),
            "atan2" => a.atan2(b),
            _ => return Err(unknown("function", name)),
        };
        Ok(expr.into())
    }

    fn select(&self, yes: &Expr, no: &Expr) -> Expr {
        self.expr.clone().select(yes.expr.clone(), no.expr.clone()).into()
    }
}

/// A change of a world or of a variable.
#[pyclass(frozen, module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Effect {
    effect: cairn2d_batch::Effect,
}

/// A number of expressions that a kind of effect takes.
fn count<const N: usize>(list: Vec<PyRef<'_, Expr>>) -> PyResult<[cairn2d_batch::Expr; N]> {
    let found = list.len();
    let list = <[cairn2d_batch::Expr; N]>::try_from(exprs(list));
    list.map_err(|_| PyValueError::new_err(format!("{N} numbers are expected, not {found}")))
}

#[pymethods]
impl Effect {
    /// An effect of a kind on an object, or on the variable with this index.
    #[new]
    fn new(kind: &str, bits: u64, numbers: Vec<PyRef<'_, Expr>>) -> PyResult<Effect> {
        use cairn2d_batch::Effect as E;
        let joint = || cairn_joint_id { bits }.read().map_err(raise);
        let shape = || cairn_shape_id { bits }.read().map_err(raise);
        let one = |list| count::<1>(list).map(|[number]| number);
        let effect = match kind {
            "variable" => E::Set(bits as u32, one(numbers)?),
            "pose" => E::Pose(body(bits)?, count(numbers)?),
            "velocity" => E::Velocity(body(bits)?, count(numbers)?),
            "angular_velocity" => E::AngularVelocity(body(bits)?, one(numbers)?),
            "force" => E::Force(body(bits)?, count(numbers)?),
            "force_at" => {
                let [fx, fy, x, y] = count(numbers)?;
                E::ForceAt(body(bits)?, [fx, fy], [x, y])
            }
            "torque" => E::Torque(body(bits)?, one(numbers)?),
            "impulse" => E::Impulse(body(bits)?, count(numbers)?),
            "impulse_at" => {
                let [px, py, x, y] = count(numbers)?;
                E::ImpulseAt(body(bits)?, [px, py], [x, y])
            }
            "angular_impulse" => E::AngularImpulse(body(bits)?, one(numbers)?),
            "motor" => E::Motor(joint()?, count(numbers)?),
            "segment" => E::Segment(shape()?, count(numbers)?),
            "rectangle" => E::Rectangle(shape()?, count(numbers)?),
            "surface" => E::Surface(shape()?, count(numbers)?),
            "density" => E::Density(shape()?, one(numbers)?),
            "gravity" => E::Gravity(count(numbers)?),
            "sub_steps" => E::SubSteps(one(numbers)?),
            _ => return Err(unknown("effect", kind)),
        };
        Ok(Effect { effect })
    }

    fn when(&self, condition: &Expr) -> Effect {
        Effect { effect: self.effect.clone().when(condition.expr.clone()) }
    }
}

fn effects(list: Vec<PyRef<'_, Effect>>) -> Vec<cairn2d_batch::Effect> {
    list.iter().map(|effect| effect.effect.clone()).collect()
}

/// A template world and a program.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Definition {
    definition: cairn2d_batch::Definition,
}

/// The definition of an environment, or the error of its settings.
fn made<E: std::fmt::Display>(definition: Result<cairn2d_batch::Definition, E>) -> PyResult<Definition> {
    let definition = definition.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Definition { definition })
}

#[pymethods]
impl Definition {
    #[new]
    fn new(world: &World, dt: f32) -> Definition {
        Definition { definition: cairn2d_batch::Definition::new(world.world.clone(), dt) }
    }

    #[staticmethod]
    fn lunar_lander(
        continuous: bool,
        gravity: f32,
        wind: bool,
        wind_power: f32,
        turbulence_power: f32,
        limit: u32,
    ) -> PyResult<Definition> {
        let mut lander = LunarLander::default();
        (lander.continuous, lander.gravity, lander.wind) = (continuous, gravity, wind);
        (lander.wind_power, lander.turbulence_power, lander.limit) = (wind_power, turbulence_power, limit);
        made(lander.definition())
    }

    #[staticmethod]
    fn cart_pole(force: f32, gravity: f32, reach: f32, lean: f32, limit: u32) -> PyResult<Definition> {
        let mut cart = CartPole::default();
        (cart.force, cart.gravity, cart.reach, cart.lean, cart.limit) = (force, gravity, reach, lean, limit);
        made(cart.definition())
    }

    #[staticmethod]
    fn bipedal_walker(hardcore: bool, limit: u32) -> PyResult<Definition> {
        let mut walker = BipedalWalker::default();
        (walker.hardcore, walker.limit) = (hardcore, limit);
        made(walker.definition())
    }

    #[staticmethod]
    fn multiwalker(walkers: u32, noise: [f32; 2], rewards: [f32; 3], limit: u32) -> PyResult<Definition> {
        let mut many = Multiwalker::default();
        (many.walkers, many.limit) = (walkers, limit);
        [many.position_noise, many.angle_noise] = noise;
        [many.forward_reward, many.fall_reward, many.terminate_reward] = rewards;
        made(many.definition())
    }

    /// Rewards: forward, control, healthy. Ranges: state, height, angle.
    #[staticmethod]
    fn hopper(
        rewards: [f32; 3],
        terminates: bool,
        ranges: [[f32; 2]; 3],
        noise: f32,
        observe_x: bool,
        limit: u32,
    ) -> PyResult<Definition> {
        let mut hopper = Hopper::default();
        [hopper.forward_reward, hopper.control_cost, hopper.healthy_reward] = rewards;
        [hopper.healthy_state, hopper.healthy_height, hopper.healthy_angle] = ranges;
        (hopper.terminate_when_unhealthy, hopper.reset_noise) = (terminates, noise);
        (hopper.observe_x, hopper.limit) = (observe_x, limit);
        made(hopper.definition())
    }

    /// Rewards: forward, control, healthy. Ranges: height, angle.
    #[staticmethod]
    fn walker2d(
        rewards: [f32; 3],
        terminates: bool,
        ranges: [[f32; 2]; 2],
        noise: f32,
        observe_x: bool,
        limit: u32,
    ) -> PyResult<Definition> {
        let mut walker = Walker2d::default();
        [walker.forward_reward, walker.control_cost, walker.healthy_reward] = rewards;
        [walker.healthy_height, walker.healthy_angle] = ranges;
        (walker.terminate_when_unhealthy, walker.reset_noise) = (terminates, noise);
        (walker.observe_x, walker.limit) = (observe_x, limit);
        made(walker.definition())
    }

    /// Rewards: forward, control.
    #[staticmethod]
    fn half_cheetah(rewards: [f32; 2], noise: f32, observe_x: bool, limit: u32) -> PyResult<Definition> {
        let mut cheetah = HalfCheetah::default();
        [cheetah.forward_reward, cheetah.control_cost] = rewards;
        (cheetah.reset_noise, cheetah.observe_x, cheetah.limit) = (noise, observe_x, limit);
        made(cheetah.definition())
    }

    #[staticmethod]
    fn pusher(speed: f32, tolerance: f32, limit: u32) -> PyResult<Definition> {
        let mut pusher = Pusher::default();
        (pusher.speed, pusher.tolerance, pusher.limit) = (speed, tolerance, limit);
        made(pusher.definition())
    }

    #[staticmethod]
    fn push_t(success: f32, limit: u32) -> PyResult<Definition> {
        let mut push = PushT::default();
        (push.success, push.limit) = (success, limit);
        made(push.definition())
    }

    fn action(&mut self, low: f32, high: f32) -> Expr {
        self.definition.action(low, high).into()
    }

    fn variable(&mut self, first: f32) -> u32 {
        self.definition.variable(first)
    }

    fn actions(&self) -> Vec<(f32, f32)> {
        self.definition.actions.iter().map(|[low, high]| (*low, *high)).collect()
    }

    fn observation_count(&self) -> usize {
        self.definition.observe.len()
    }

    fn set_numbers(&mut self, frame_skip: u32, first_steps: u32, limit: Option<u32>) {
        self.definition.frame_skip = frame_skip;
        self.definition.first_steps = first_steps;
        self.definition.limit = limit;
    }

    fn numbers(&self) -> (f32, u32, u32, Option<u32>) {
        let cairn2d_batch::Definition { dt, frame_skip, first_steps, limit, .. } = &self.definition;
        (*dt, *frame_skip, *first_steps, *limit)
    }

    fn set_effects(&mut self, section: &str, list: Vec<PyRef<'_, Effect>>) -> PyResult<()> {
        match section {
            "reset" => self.definition.reset = effects(list),
            "act" => self.definition.act = effects(list),
            "after" => self.definition.after = effects(list),
            _ => return Err(unknown("section", section)),
        }
        Ok(())
    }

    fn set_observe(&mut self, list: Vec<PyRef<'_, Expr>>) {
        self.definition.observe = exprs(list);
    }

    fn set_output(&mut self, section: &str, expr: &Expr) -> PyResult<()> {
        match section {
            "reward" => self.definition.reward = expr.expr.clone(),
            "terminated" => self.definition.terminated = expr.expr.clone(),
            "truncated" => self.definition.truncated = expr.expr.clone(),
            _ => return Err(unknown("section", section)),
        }
        Ok(())
    }
}

/// The arrays that a batch writes: memory of the caller.
#[derive(Debug)]
struct Arrays {
    observations: PyBuffer<f32>,
    final_observations: PyBuffer<f32>,
    rewards: PyBuffer<f32>,
    terminated: PyBuffer<u8>,
    truncated: PyBuffer<u8>,
}

/// Many worlds of one definition. Results go into arrays that the caller made.
#[pyclass(module = "cairn2d._cairn2d")]
#[derive(Debug)]
pub struct Batch {
    batch: cairn2d_batch::Batch,
    arrays: Arrays,
    actions: Vec<f32>,
}

fn fault(error: BatchError) -> PyErr {
    raise(Fault::new(Code::Value, error.to_string()))
}

fn writable<T: Element>(name: &str, array: &PyBuffer<T>, numbers: usize) -> PyResult<()> {
    if array.item_count() == numbers && array.is_c_contiguous() && !array.readonly() {
        return Ok(());
    }
    let text = format!("{name} must be a contiguous, writable array of {numbers} numbers");
    Err(PyValueError::new_err(text))
}

impl Batch {
    /// Runs `work` without the lock of the interpreter, then writes the arrays.
    fn run<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut cairn2d_batch::Batch, &[f32]) -> Result<R, BatchError> + Send,
    ) -> PyResult<R> {
        let (batch, actions) = (&mut self.batch, &self.actions);
        let result = py.detach(|| work(batch, actions)).map_err(fault)?;
        self.write(py)?;
        Ok(result)
    }

    fn write(&self, py: Python<'_>) -> PyResult<()> {
        let Arrays { observations, final_observations, rewards, terminated, truncated } = &self.arrays;
        if self.batch.observation_count() > 0 {
            observations.copy_from_slice(py, self.batch.observations())?;
            final_observations.copy_from_slice(py, self.batch.final_observations())?;
        }
        rewards.copy_from_slice(py, self.batch.rewards())?;
        terminated.copy_from_slice(py, self.batch.terminated())?;
        truncated.copy_from_slice(py, self.batch.truncated())
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        py: Python<'_>,
        definition: &Definition,
        settings: (usize, Option<usize>, u64, &str),
        numbers: [PyBuffer<f32>; 3],
        ends: [PyBuffer<u8>; 2],
    ) -> PyResult<Batch> {
        let (worlds, threads, seed, auto_reset) = settings;
        let auto_reset = match auto_reset {
            "next_step" => AutoReset::NextStep,
            "same_step" => AutoReset::SameStep,
            "disabled" => AutoReset::Disabled,
            name => return Err(unknown("auto_reset", name)),
        };
        let [observations, final_observations, rewards] = numbers;
        let [terminated, truncated] = ends;
        let count = worlds * definition.definition.observe.len();
        writable("observations", &observations, count)?;
        writable("final_observations", &final_observations, count)?;
        writable("rewards", &rewards, worlds)?;
        writable("terminated", &terminated, worlds)?;
        writable("truncated", &truncated, worlds)?;
        let mut config = BatchConfig::new(worlds).seed(seed).auto_reset(auto_reset);
        if let Some(threads) = threads {
            config = config.threads(threads);
        }
        let definition = &definition.definition;
        let batch = py.detach(|| cairn2d_batch::Batch::new(definition, config)).map_err(fault)?;
        let actions = vec![0.0; worlds * batch.action_count()];
        let arrays = Arrays { observations, final_observations, rewards, terminated, truncated };
        let batch = Batch { batch, arrays, actions };
        batch.write(py)?;
        Ok(batch)
    }

    fn step(&mut self, py: Python<'_>, actions: PyBuffer<f32>) -> PyResult<()> {
        if actions.item_count() != self.actions.len() {
            let error = BatchError::Length("actions", actions.item_count(), self.actions.len());
            return Err(fault(error));
        }
        if !self.actions.is_empty() {
            actions.copy_to_slice(py, &mut self.actions)?;
        }
        self.run(py, |batch, actions| batch.step(actions))
    }

    fn reset(&mut self, py: Python<'_>, mask: Option<Vec<u8>>) -> PyResult<()> {
        self.run(py, |batch, _| batch.reset(mask.as_deref()))
    }

    fn reset_with_seed(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.run(py, |batch, _| {
            batch.reset_with_seed(seed);
            Ok(())
        })
    }

    fn reset_with_seeds(&mut self, py: Python<'_>, seeds: Vec<u64>) -> PyResult<()> {
        self.run(py, |batch, _| batch.reset_with_seeds(&seeds))
    }

    fn action_count(&self) -> usize {
        self.batch.action_count()
    }

    fn hash(&self) -> u64 {
        self.batch.hash()
    }

    fn hashes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let worlds = (0..self.batch.worlds()).filter_map(|index| self.batch.world(index));
        let bytes: Vec<u8> = worlds.flat_map(|world| world.hash().to_ne_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.batch.state())
    }

    fn restore_state(&mut self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.batch
            .restore_state(state)
            .map_err(|error| raise(Fault::new(Code::Snapshot, error.to_string())))?;
        self.write(py)
    }

    fn world(&self, index: usize) -> Option<World> {
        self.batch.world(index).map(|world| World { world: world.clone() })
    }

    fn variables(&self, index: usize) -> Option<Vec<f32>> {
        self.batch.variables(index).map(<[f32]>::to_vec)
    }

    fn rejections(&self) -> (u64, Option<String>) {
        let first = self.batch.first_rejection();
        let first = first.map(|(seed, place, reason)| format!("{place}: the world of seed {seed}: {reason}"));
        (self.batch.rejection_count(), first)
    }
}
