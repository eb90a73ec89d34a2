"""Batches of worlds: many worlds of one definition, stepped by all cores.

A `Definition` is a template world and a program. The program says what an observation consists of, what
actions do, how a step is rewarded, when an episode ends, and what differs between episodes. It is data, made
from `Expr` and `Effect`, and runs in the engine. Results depend on neither threads nor shards: world `i` of a
batch with seed `s` has the bits of world 0 of a batch with seed `s + i`.

    import cairn2d as c2
    from cairn2d import batch as b

    world = c2.World(gravity=(0, 0))
    cart = world.spawn(shapes=[c2.box(0.5, 0.5)])
    definition = b.Definition(world, 0.02)
    push = definition.action(-1, 1)
    definition.reset = [b.set_pose(cart, b.uniform(-3, 3), 0, 0)]
    definition.act = [b.force(cart, push * 10, 0)]
    definition.observe = [b.x(cart), b.velocity_x(cart)]
    definition.reward = -abs(b.x(cart))
    definition.terminated = abs(b.x(cart)) > 4
    carts = b.Batch(definition, worlds=64)
    carts.step(-carts.observations.sum(axis=1))
"""

from __future__ import annotations

import math
from typing import Any, Iterable, Literal, Optional, Sequence, Union

import numpy

from . import World, _cairn2d
from ._api import Body, Joint, Shape

AutoReset = Literal["next_step", "same_step", "disabled"]


class Expr:
    """A number that is computed for each world. Operators and comparisons give expressions again; a condition
    is 1 or 0, and any number but 0 counts as true. Equality is `equals`, because `==` compares objects."""

    __slots__ = ("_core",)

    def __init__(self, core: Any) -> None:
        self._core = core

    def __add__(self, other: Number) -> "Expr":
        return _two("add", self, other)

    def __radd__(self, other: Number) -> "Expr":
        return _two("add", other, self)

    def __sub__(self, other: Number) -> "Expr":
        return _two("sub", self, other)

    def __rsub__(self, other: Number) -> "Expr":
        return _two("sub", other, self)

    def __mul__(self, other: Number) -> "Expr":
        return _two("mul", self, other)

    def __rmul__(self, other: Number) -> "Expr":
        return _two("mul", other, self)

    def __truediv__(self, other: Number) -> "Expr":
        return _two("div", self, other)

    def __rtruediv__(self, other: Number) -> "Expr":
        return _two("div", other, self)

    def __lt__(self, other: Number) -> "Expr":
        return _two("below", self, other)

    def __le__(self, other: Number) -> "Expr":
        return _two("at_most", self, other)

    def __gt__(self, other: Number) -> "Expr":
        return _two("below", other, self)

    def __ge__(self, other: Number) -> "Expr":
        return _two("at_most", other, self)

    def __and__(self, other: Number) -> "Expr":
        return _two("both", self, other)

    def __or__(self, other: Number) -> "Expr":
        return _two("either", self, other)

    def __neg__(self) -> "Expr":
        return _one("neg", self)

    def __abs__(self) -> "Expr":
        return _one("abs", self)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no value here; use `select`, `&` and `|` instead of `if`, `and` and `or`")

    def equals(self, other: Number) -> "Expr":
        """1 if the numbers are equal, else 0."""
        return _two("equals", self, other)

    def select(self, yes: Number, no: Number) -> "Expr":
        """`yes` if this number is not 0, else `no`."""
        return Expr(self._core.select(_core(yes), _core(no)))

    def clip(self, low: Number, high: Number) -> "Expr":
        """The number within two bounds."""
        return minimum(maximum(self, low), high)


Number = Union[Expr, float]


def _core(number: Number) -> Any:
    return number._core if isinstance(number, Expr) else _cairn2d.Expr.number(number)


def _one(name: str, of: Number) -> Expr:
    return Expr(_core(of).unary(name))


def _two(name: str, a: Number, b: Number) -> Expr:
    return Expr(_core(a).binary(name, _core(b)))


def sqrt(of: Number) -> Expr:
    """The square root; 0 of a negative number."""
    return _one("sqrt", of)


def sin(of: Number) -> Expr:
    """The sine of an angle [rad]."""
    return _one("sin", of)


def cos(of: Number) -> Expr:
    """The cosine of an angle [rad]."""
    return _one("cos", of)


def tanh(of: Number) -> Expr:
    """The hyperbolic tangent."""
    return _one("tanh", of)


def exp(of: Number) -> Expr:
    """The exponential function."""
    return _one("exp", of)


def ln(of: Number) -> Expr:
    """The natural logarithm. At 0 and below it is not finite, so an output becomes 0."""
    return _one("ln", of)


def floor(of: Number) -> Expr:
    """The largest integer that is not above."""
    return _one("floor", of)


def sign(of: Number) -> Expr:
    """-1, 0 or 1."""
    return _one("sign", of)


def minimum(a: Number, b: Number) -> Expr:
    """The lower of two numbers."""
    return _two("min", a, b)


def maximum(a: Number, b: Number) -> Expr:
    """The higher of two numbers."""
    return _two("max", a, b)


def atan2(y: Number, x: Number) -> Expr:
    """The angle of the point (x, y) [rad], within ±π."""
    return _two("atan2", y, x)


def number(value: float) -> Expr:
    """A constant."""
    return Expr(_cairn2d.Expr.number(value))


def uniform(low: Number, high: Number) -> Expr:
    """A random number between two numbers, drawn anew each time the section runs."""
    return Expr(_cairn2d.Expr.uniform(_core(low), _core(high)))


def normal(mean: Number, deviation: Number) -> Expr:
    """A random number of the normal distribution with this mean and standard deviation, drawn anew each time
    the section runs. It is at most 5.8 deviations from the mean."""
    return Expr(_cairn2d.Expr.normal(_core(mean), _core(deviation)))


def steps() -> Expr:
    """Number of calls of `step` in this episode so far."""
    return Expr(_cairn2d.Expr.steps())


def variable(index: int) -> Expr:
    """The value of a variable, as of `Definition.variable`."""
    return Expr(_cairn2d.Expr.variable(index))


def _body(what: str, body: Body) -> Expr:
    return Expr(_cairn2d.Expr.of_body(what, body.id))


def _joint(what: str, joint: Joint) -> Expr:
    return Expr(_cairn2d.Expr.of_joint(what, joint.id))


def x(body: Body) -> Expr:
    """Position of a body, x [m]."""
    return _body("x", body)


def y(body: Body) -> Expr:
    """Position of a body, y [m]."""
    return _body("y", body)


def angle(body: Body) -> Expr:
    """Angle of a body [rad], within ±π."""
    return _body("angle", body)


def cos_angle(body: Body) -> Expr:
    """Cosine of the angle of a body."""
    return _body("cos_angle", body)


def sin_angle(body: Body) -> Expr:
    """Sine of the angle of a body."""
    return _body("sin_angle", body)


def velocity_x(body: Body) -> Expr:
    """Velocity of the centre of mass of a body, x [m/s]."""
    return _body("velocity_x", body)


def velocity_y(body: Body) -> Expr:
    """Velocity of the centre of mass of a body, y [m/s]."""
    return _body("velocity_y", body)


def angular_velocity(body: Body) -> Expr:
    """Angular velocity of a body [rad/s]."""
    return _body("angular_velocity", body)


def mass(body: Body) -> Expr:
    """Mass of a body [kg]."""
    return _body("mass", body)


def touching(body: Body) -> Expr:
    """1 if a body touches another one after the last step, else 0."""
    return _body("touching", body)


def touched(body: Body) -> Expr:
    """1 if a body began to touch another one during the last call of `step`, else 0."""
    return _body("touched", body)


def touched_others(body: Body, ignored: Iterable[Body]) -> Expr:
    """1 if a body began to touch another one than `ignored` during the last call of `step`, else 0."""
    return Expr(_cairn2d.Expr.touched_others(body.id, [other.id for other in ignored]))


def near(body: Body) -> Expr:
    """1 if the box of a body, with its margin, overlaps that of another one it may collide with, else 0."""
    return _body("near", body)


def asleep(body: Body) -> Expr:
    """1 if a body is asleep, else 0."""
    return _body("asleep", body)


def joint_angle(joint: Joint) -> Expr:
    """Angle of a joint [rad]."""
    return _joint("joint_angle", joint)


def joint_angular_speed(joint: Joint) -> Expr:
    """Angular velocity of a joint [rad/s]."""
    return _joint("joint_angular_speed", joint)


def joint_slide(joint: Joint) -> Expr:
    """Displacement of a joint along its axis [m]."""
    return _joint("joint_slide", joint)


def joint_speed(joint: Joint) -> Expr:
    """Speed of a joint along its axis [m/s]."""
    return _joint("joint_speed", joint)


def ray(x: Number, y: Number, dx: Number, dy: Number, ignored: Body, categories: int = 2**64 - 1) -> Expr:
    """Where a ray from a point along a displacement [m] first hits a shape: the fraction of the displacement,
    1 without a hit. Shapes of `ignored`, and those without a bit of `categories`, are not hit."""
    return Expr(_cairn2d.Expr.ray(_core(x), _core(y), _core(dx), _core(dy), ignored.id, categories))


class Effect:
    """A change of a world or of a variable. A section first computes all its numbers, then applies its effects
    in order, so all readings of a section see the world as it was when the section began."""

    __slots__ = ("_core",)

    def __init__(self, core: Any) -> None:
        self._core = core

    def when(self, condition: Number) -> "Effect":
        """This effect, only if a number is not 0."""
        return Effect(self._core.when(_core(condition)))


def _effect(kind: str, bits: int, *numbers: Number) -> Effect:
    return Effect(_cairn2d.Effect(kind, bits, [_core(number) for number in numbers]))


def set_variable(index: int, value: Number) -> Effect:
    """Sets a variable. Later expressions of the section read the new value."""
    return _effect("variable", index, value)


def set_pose(body: Body, x: Number, y: Number, angle: Number) -> Effect:
    """Sets position [m] and angle [rad] of a body."""
    return _effect("pose", body.id, x, y, angle)


def set_velocity(body: Body, x: Number, y: Number) -> Effect:
    """Sets the velocity of a body [m/s]."""
    return _effect("velocity", body.id, x, y)


def set_angular_velocity(body: Body, value: Number) -> Effect:
    """Sets the angular velocity of a body [rad/s]."""
    return _effect("angular_velocity", body.id, value)


def force(body: Body, x: Number, y: Number) -> Effect:
    """Applies a force at the centre of mass of a body for one step [N]."""
    return _effect("force", body.id, x, y)


def force_at(body: Body, force_x: Number, force_y: Number, x: Number, y: Number) -> Effect:
    """Applies a force [N] at a point of the world [m] for one step."""
    return _effect("force_at", body.id, force_x, force_y, x, y)


def torque(body: Body, value: Number) -> Effect:
    """Applies a torque for one step [N m]."""
    return _effect("torque", body.id, value)


def impulse(body: Body, x: Number, y: Number) -> Effect:
    """Applies an impulse at the centre of mass of a body [N s]."""
    return _effect("impulse", body.id, x, y)


def impulse_at(body: Body, impulse_x: Number, impulse_y: Number, x: Number, y: Number) -> Effect:
    """Applies an impulse [N s] at a point of the world [m]."""
    return _effect("impulse_at", body.id, impulse_x, impulse_y, x, y)


def angular_impulse(body: Body, value: Number) -> Effect:
    """Applies an angular impulse [N m s]."""
    return _effect("angular_impulse", body.id, value)


def set_motor(joint: Joint, speed: Number, strength: Number) -> Effect:
    """Sets the motor of a joint: speed [rad/s or m/s] and strength [N m or N]."""
    return _effect("motor", joint.id, speed, strength)


def set_segment(shape: Shape, ax: Number, ay: Number, bx: Number, by: Number) -> Effect:
    """Replaces the geometry of a shape by a segment between two points of the body [m]."""
    return _effect("segment", shape.id, ax, ay, bx, by)


def set_rectangle(shape: Shape, ax: Number, ay: Number, bx: Number, by: Number) -> Effect:
    """Replaces the geometry of a shape by a rectangle along the axes of the body, given by its lower left and
    its upper right corner [m]."""
    return _effect("rectangle", shape.id, ax, ay, bx, by)


def set_surface(shape: Shape, friction: Number, restitution: Number) -> Effect:
    """Sets friction and restitution of a shape."""
    return _effect("surface", shape.id, friction, restitution)


def set_density(shape: Shape, value: Number) -> Effect:
    """Sets the density of a shape [kg/m^2]."""
    return _effect("density", shape.id, value)


def set_gravity(x: Number, y: Number) -> Effect:
    """Sets the gravity of the world [m/s^2]."""
    return _effect("gravity", 0, x, y)


def set_sub_steps(count: Number) -> Effect:
    """Sets the number of sub-steps of a step, rounded down."""
    return _effect("sub_steps", 0, count)


class Definition:
    """The world and the program of an environment. Sections are set as a whole:

    - `reset`: effects after the template was restored, once in an episode;
    - `act`: effects before every step of the world;
    - `after`: effects after the steps of a call, usually on variables;
    - `observe`: the numbers of an observation;
    - `reward`, `terminated`, `truncated`: a number each.

    A call of `Batch.step` takes `frame_skip` steps of length `dt` [s]. A reset takes `first_steps` calls with
    actions 0. `limit` is the number of calls after which an episode is cut, or None.
    """

    __slots__ = ("_core",)

    def __init__(self, world: World, dt: float) -> None:
        self._core = _cairn2d.Definition(world._world, dt)

    @classmethod
    def _of(cls, core: Any) -> "Definition":
        definition = cls.__new__(cls)
        definition._core = core
        return definition

    def action(self, low: float, high: float) -> Expr:
        """Adds an action with a range, to which numbers are clipped."""
        return Expr(self._core.action(low, high))

    def variable(self, first: float = 0.0) -> int:
        """Adds a variable with its value at the beginning of an episode, and returns its index."""
        return self._core.variable(first)

    @property
    def actions(self) -> list[tuple[float, float]]:
        """The range of each action."""
        return self._core.actions()

    @property
    def observation_count(self) -> int:
        """Number of numbers in an observation."""
        return self._core.observation_count()

    @property
    def dt(self) -> float:
        """Length of a step [s]."""
        return self._core.numbers()[0]

    @property
    def frame_skip(self) -> int:
        """Number of steps of the world in a call of `step`."""
        return self._core.numbers()[1]

    @frame_skip.setter
    def frame_skip(self, count: int) -> None:
        _, _, first_steps, limit = self._core.numbers()
        self._core.set_numbers(count, first_steps, limit)

    @property
    def first_steps(self) -> int:
        """Number of calls of `step` within a reset."""
        return self._core.numbers()[2]

    @first_steps.setter
    def first_steps(self, count: int) -> None:
        _, frame_skip, _, limit = self._core.numbers()
        self._core.set_numbers(frame_skip, count, limit)

    @property
    def limit(self) -> Optional[int]:
        """Number of calls of `step` after which an episode is cut."""
        return self._core.numbers()[3]

    @limit.setter
    def limit(self, count: Optional[int]) -> None:
        _, frame_skip, first_steps, _ = self._core.numbers()
        self._core.set_numbers(frame_skip, first_steps, count)

    def _set_effects(self, section: str, effects: Iterable[Effect]) -> None:
        self._core.set_effects(section, [effect._core for effect in effects])

    reset = property(None, lambda self, effects: self._set_effects("reset", effects))
    act = property(None, lambda self, effects: self._set_effects("act", effects))
    after = property(None, lambda self, effects: self._set_effects("after", effects))
    observe = property(None, lambda self, exprs: self._core.set_observe([_core(expr) for expr in exprs]))
    reward = property(None, lambda self, expr: self._core.set_output("reward", _core(expr)))
    terminated = property(None, lambda self, expr: self._core.set_output("terminated", _core(expr)))
    truncated = property(None, lambda self, expr: self._core.set_output("truncated", _core(expr)))


def lunar_lander(
    continuous: bool = False,
    gravity: float = -10.0,
    enable_wind: bool = False,
    wind_power: float = 15.0,
    turbulence_power: float = 1.5,
    limit: int = 1000,
) -> Definition:
    """Gymnasium's `LunarLander-v3`: the same bodies, engines, observation, reward and ends.

    One action from 0 to 3 (nothing, left engine, main engine, right engine), or with `continuous` two within
    ±1 (main engine, side engines)."""
    arguments = (continuous, gravity, enable_wind, wind_power, turbulence_power, limit)
    return Definition._of(_cairn2d.Definition.lunar_lander(*arguments))


def bipedal_walker(hardcore: bool = False, limit: Optional[int] = None) -> Definition:
    """Gymnasium's `BipedalWalker-v3`: the same bodies, motors, ground, lidar, observation, reward and ends. Four
    actions within ±1. `limit` is 1600 by default, 2000 with `hardcore`."""
    return Definition._of(_cairn2d.Definition.bipedal_walker(hardcore, limit or (2000 if hardcore else 1600)))


def hopper(
    forward_reward_weight: float = 1.0,
    ctrl_cost_weight: float = 1e-3,
    healthy_reward: float = 1.0,
    terminate_when_unhealthy: bool = True,
    healthy_state_range: tuple[float, float] = (-100.0, 100.0),
    healthy_z_range: tuple[float, float] = (0.7, math.inf),
    healthy_angle_range: tuple[float, float] = (-0.2, 0.2),
    reset_noise_scale: float = 5e-3,
    exclude_current_positions_from_observation: bool = True,
    limit: int = 1000,
) -> Definition:
    """Gymnasium's `Hopper-v5`: the same masses, motors, observation, reward and ends. Three actions within ±1:
    the torques of hip, knee and ankle. The observation has height [m] and angles [rad], then velocities within
    ±10; without `exclude_current_positions_from_observation` it begins with x [m]."""
    rewards = [forward_reward_weight, ctrl_cost_weight, healthy_reward]
    ranges = [list(healthy_state_range), list(healthy_z_range), list(healthy_angle_range)]
    observe_x = not exclude_current_positions_from_observation
    arguments = (rewards, terminate_when_unhealthy, ranges, reset_noise_scale, observe_x, limit)
    return Definition._of(_cairn2d.Definition.hopper(*arguments))


def walker2d(
    forward_reward_weight: float = 1.0,
    ctrl_cost_weight: float = 1e-3,
    healthy_reward: float = 1.0,
    terminate_when_unhealthy: bool = True,
    healthy_z_range: tuple[float, float] = (0.8, 2.0),
    healthy_angle_range: tuple[float, float] = (-1.0, 1.0),
    reset_noise_scale: float = 5e-3,
    exclude_current_positions_from_observation: bool = True,
    limit: int = 1000,
) -> Definition:
    """Gymnasium's `Walker2d-v5`: the same masses, motors, observation, reward and ends. Six actions within ±1:
    the torques of hip, knee and ankle of the right, then of the left leg. The observation is like that of
    `hopper`."""
    rewards = [forward_reward_weight, ctrl_cost_weight, healthy_reward]
    ranges = [list(healthy_z_range), list(healthy_angle_range)]
    observe_x = not exclude_current_positions_from_observation
    arguments = (rewards, terminate_when_unhealthy, ranges, reset_noise_scale, observe_x, limit)
    return Definition._of(_cairn2d.Definition.walker2d(*arguments))


def half_cheetah(
    forward_reward_weight: float = 1.0,
    ctrl_cost_weight: float = 0.1,
    reset_noise_scale: float = 0.1,
    exclude_current_positions_from_observation: bool = True,
    limit: int = 1000,
) -> Definition:
    """Gymnasium's `HalfCheetah-v5`: the same masses, springs, motors, observation and reward. Six actions within
    ±1: the torques of thigh, shin and foot of the back, then of the front leg. An episode ends at its limit
    only."""
    rewards = [forward_reward_weight, ctrl_cost_weight]
    observe_x = not exclude_current_positions_from_observation
    return Definition._of(_cairn2d.Definition.half_cheetah(rewards, reset_noise_scale, observe_x, limit))


def cart_pole(
    force: float = 10.0, gravity: float = 9.8, reach: float = 2.4, lean: float = 12 * math.tau / 360, limit: int = 500
) -> Definition:
    """Gymnasium's `CartPole-v1` with bodies and joints: the same masses, observation, reward and ends. One
    action, 0 to push to the left [N], 1 to the right. An episode ends `reach` [m] from the middle, or when the
    pole leans by `lean` [rad]."""
    return Definition._of(_cairn2d.Definition.cart_pole(force, gravity, reach, lean, limit))


def multiwalker(
    n_walkers: int = 3,
    position_noise: float = 1e-3,
    angle_noise: float = 1e-3,
    forward_reward: float = 1.0,
    fall_reward: float = -10.0,
    terminate_reward: float = -100.0,
    limit: int = 500,
) -> Definition:
    """PettingZoo's `multiwalker_v9` with a shared reward and an end for all when one walker falls. Four actions
    within ±1 and 31 numbers of the observation for each walker, in order."""
    noise, rewards = [position_noise, angle_noise], [forward_reward, fall_reward, terminate_reward]
    return Definition._of(_cairn2d.Definition.multiwalker(n_walkers, noise, rewards, limit))


def pusher(speed: float = 1.5, tolerance: float = 0.1, limit: int = 400) -> Definition:
    """A disc that pushes a block to a goal, seen from above. Two actions within ±1: the velocity of the disc in
    shares of `speed` [m/s]. An episode ends when the block is within `tolerance` [m]. The observation has ten
    numbers, relative to the disc: block and goal [m], cosine and sine of the block, its velocity [m/s], and
    the disc itself [m]."""
    return Definition._of(_cairn2d.Definition.pusher(speed, tolerance, limit))


def push_t(success: float = 0.95, limit: int = 300) -> Definition:
    """`PushT-v0` of gym-pusht with the observation `state`: a disc pushes a block of the form of a T to a goal.
    Two actions from 0 to 512: the place that the disc accelerates to. The observation has the places of disc and
    block and the angle of the block. The reward is the share of the goal that the block covers, divided by
    `success`; an episode ends above `success`."""
    return Definition._of(_cairn2d.Definition.push_t(success, limit))


class Batch:
    """Many worlds of one definition.

    The engine writes results into arrays that belong to the batch: the same objects in every step, so a copy
    is needed to keep them. `auto_reset` says when an ended world begins anew: in the next call of `step`,
    which ignores its actions, in the same one, or only by `reset`. `threads` counts the caller; None takes
    those of the machine. A step runs without the lock of the interpreter.
    """

    __slots__ = (
        "_core", "worlds", "observations", "final_observations", "rewards", "terminated", "truncated", "auto_reset",
    )

    def __init__(
        self,
        definition: Definition,
        worlds: int,
        threads: Optional[int] = None,
        seed: int = 0,
        auto_reset: AutoReset = "next_step",
    ) -> None:
        self.worlds = worlds
        self.auto_reset: AutoReset = auto_reset
        width = definition.observation_count
        count = max(worlds, 0)
        self.observations = numpy.zeros((count, width), dtype=numpy.float32)
        self.final_observations = numpy.zeros((count, width), dtype=numpy.float32)
        self.rewards = numpy.zeros(count, dtype=numpy.float32)
        ends = [numpy.zeros(count, dtype=numpy.uint8) for _ in range(2)]
        self.terminated, self.truncated = (array.view(numpy.bool_) for array in ends)
        numbers = [self.observations, self.final_observations, self.rewards]
        self._core = _cairn2d.Batch(definition._core, (worlds, threads, seed, auto_reset), numbers, ends)

    def step(self, actions: Any) -> None:
        """Takes a step in every world. `actions` has a row for each world, or a number if there is one action.
        Numbers outside of the range of an action are clipped."""
        self._core.step(numpy.ascontiguousarray(actions, dtype=numpy.float32))

    def reset(self, mask: Any = None) -> None:
        """Begins a new episode in all worlds, or in those where `mask` is true."""
        self._core.reset(None if mask is None else numpy.asarray(mask, dtype=numpy.uint8).tolist())

    def reset_with_seed(self, seed: int) -> None:
        """Begins anew with another seed: world `i` gets `seed + i` and its first episode."""
        self._core.reset_with_seed(seed)

    def reset_with_seeds(self, seeds: Sequence[int]) -> None:
        """Begins anew with a seed for each world."""
        self._core.reset_with_seeds(list(seeds))

    @property
    def action_count(self) -> int:
        """Number of actions of a world."""
        return self._core.action_count()

    @property
    def hash(self) -> int:
        """The hashes of all worlds in one."""
        return self._core.hash()

    @property
    def hashes(self) -> Any:
        """The hash of each world."""
        return numpy.frombuffer(self._core.hashes(), dtype=numpy.uint64)

    def state(self) -> bytes:
        """The state of all worlds and episodes. A batch of the same definition and number of worlds continues
        from it with the same bits, on any machine and number of threads."""
        return self._core.state()

    def restore_state(self, state: bytes) -> None:
        """Continues from a state."""
        self._core.restore_state(state)

    def world(self, index: int) -> World:
        """A copy of a world, to read or draw it."""
        core = self._core.world(index)
        if core is None:
            raise IndexError(f"world {index} does not exist, there are {self.worlds}")
        return World._of(core)

    def variables(self, index: int) -> list[float]:
        """The variables of a world."""
        variables = self._core.variables(index)
        if variables is None:
            raise IndexError(f"world {index} does not exist, there are {self.worlds}")
        return variables

    @property
    def rejections(self) -> tuple[int, Optional[str]]:
        """How many effects and outputs were rejected and skipped since the batch was made, and the first of
        them as a text."""
        return self._core.rejections()

    def __repr__(self) -> str:
        return f"Batch({self.worlds} worlds)"
