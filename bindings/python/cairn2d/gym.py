"""Environments for Gymnasium 1.1 and later, on batches of worlds. Needs `gymnasium` and `numpy`.

    import gymnasium
    import cairn2d.gym

    env = gymnasium.make("cairn2d/LunarLander-v3", continuous=True)
    envs = gymnasium.make_vec("cairn2d/LunarLander-v3", num_envs=1024)

`Env` and `VectorEnv` take any definition of `cairn2d.batch`.
"""

from __future__ import annotations

import inspect
import math
import secrets
from typing import Any, Callable, Optional, Sequence, Union

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .batch import (
    Batch, Definition, bipedal_walker, half_cheetah, hopper, lunar_lander, push_t, walker2d,
)

_AUTO_RESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def _spaces(
    definition: Definition, observation_space: Optional[spaces.Space[Any]], action_space: Optional[spaces.Space[Any]]
) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """The given spaces, or boxes: observations without bounds, actions within their ranges."""
    if observation_space is None:
        observation_space = spaces.Box(-numpy.inf, numpy.inf, (definition.observation_count,), numpy.float32)
    if action_space is None:
        low, high = numpy.array(definition.actions, dtype=numpy.float32).reshape(-1, 2).T
        action_space = spaces.Box(low, high, dtype=numpy.float32)
    return observation_space, action_space


def _random_seed() -> int:
    return secrets.randbits(63)


class Env(gymnasium.Env[Any, Any]):
    """One world of a definition. `spaces.Discrete(n)` as action space suits a definition with one action from
    0 to n - 1."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        definition: Definition,
        observation_space: Optional[spaces.Space[Any]] = None,
        action_space: Optional[spaces.Space[Any]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {render_mode!r}, only None is there")
        self.render_mode = None
        self.observation_space, self.action_space = _spaces(definition, observation_space, action_space)
        self.batch = Batch(definition, worlds=1, threads=1, seed=_random_seed(), auto_reset="disabled")
        self._is_new = True

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.batch.reset_with_seed(seed)
        elif not self._is_new:
            self.batch.reset()
        self._is_new = False
        return self.batch.observations[0].copy(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.batch.step(numpy.asarray(action, dtype=numpy.float32).reshape(-1))
        ends = bool(self.batch.terminated[0]), bool(self.batch.truncated[0])
        return self.batch.observations[0].copy(), float(self.batch.rewards[0]), *ends, {}


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many worlds of a definition. With `copy=False` the arrays of the batch are returned, which the next step
    overwrites."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        definition: Definition,
        num_envs: int,
        observation_space: Optional[spaces.Space[Any]] = None,
        action_space: Optional[spaces.Space[Any]] = None,
        autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
        threads: Optional[int] = None,
        copy: bool = True,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {render_mode!r}, only None is there")
        self.render_mode = None
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(definition, observation_space, action_space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.copy = copy
        self._mode = mode
        self._is_new = True
        self.batch = Batch(definition, num_envs, threads, _random_seed(), _AUTO_RESETS[mode])  # type: ignore[arg-type]

    def reset(
        self,
        *,
        seed: Union[int, Sequence[Optional[int]], None] = None,
        options: Optional[dict[str, Any]] = None,
    ) -> tuple[Any, dict[str, Any]]:
        mask = (options or {}).get("reset_mask")
        if mask is not None and seed is not None:
            raise ValueError("seed and options['reset_mask'] cannot be given together")
        if mask is not None:
            self.batch.reset(mask)
        elif isinstance(seed, (int, numpy.integer)):
            super().reset(seed=int(seed))
            self.batch.reset_with_seed(int(seed))
        elif seed is not None:
            self.batch.reset_with_seeds([_random_seed() if one is None else one for one in seed])
        elif not self._is_new:
            self.batch.reset()
        self._is_new = False
        return self._out(self.batch.observations), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        infos: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP:
            ended = batch.terminated | batch.truncated
            if ended.any():
                last = numpy.full(self.num_envs, None, dtype=object)
                for index in numpy.flatnonzero(ended):
                    last[index] = batch.final_observations[index].copy()
                infos = {"final_obs": last, "_final_obs": ended, "final_info": {}, "_final_info": ended.copy()}
        results = (batch.observations, batch.rewards, batch.terminated, batch.truncated)
        return *(self._out(array) for array in results), infos  # type: ignore[return-value]

    def _out(self, array: Any) -> Any:
        return array.copy() if self.copy else array


def _lander_spaces(continuous: bool) -> dict[str, Any]:
    """The spaces of Gymnasium's `LunarLander-v3`."""
    bounds = numpy.array([2.5, 2.5, 10, 10, 2 * math.pi, 10, 1, 1], dtype=numpy.float32)
    low = -bounds
    low[6:] = 0
    actions: spaces.Space[Any] = spaces.Box(-1, 1, (2,), numpy.float32) if continuous else spaces.Discrete(4)
    return {"observation_space": spaces.Box(low, bounds), "action_space": actions}


def _lander(options: dict[str, Any]) -> Definition:
    names = ("gravity", "enable_wind", "wind_power", "turbulence_power", "limit")
    return lunar_lander(**{name: options.pop(name) for name in names if name in options}, continuous=options.pop("continuous", False))


class LunarLander(Env):
    """Gymnasium's `LunarLander-v3` with its options: `continuous`, `gravity`, `enable_wind`, `wind_power`,
    `turbulence_power`; and `limit`, the number of steps after which an episode is cut."""

    def __init__(self, **options: Any) -> None:
        continuous = options.get("continuous", False)
        definition = _lander(options)
        super().__init__(definition, **_lander_spaces(continuous), **options)


class LunarLanderVector(VectorEnv):
    """Many of `LunarLander`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        continuous = options.get("continuous", False)
        definition = _lander(options)
        super().__init__(definition, num_envs, **_lander_spaces(continuous), **options)


def _walker_spaces() -> dict[str, Any]:
    """The spaces of Gymnasium's `BipedalWalker-v3`."""
    leg = [math.pi, 5, math.pi, 5, 5]
    high = numpy.array([math.pi, 5, 5, 5, *leg, *leg, *[1] * 10], dtype=numpy.float32)
    low = -high
    low[[8, 13]] = 0
    actions = spaces.Box(-1, 1, (4,), numpy.float32)
    return {"observation_space": spaces.Box(low, high), "action_space": actions}


class BipedalWalker(Env):
    """Gymnasium's `BipedalWalker-v3` with its option `hardcore`; and `limit`, the number of steps after which an
    episode is cut."""

    def __init__(self, hardcore: bool = False, limit: Optional[int] = None, **options: Any) -> None:
        super().__init__(bipedal_walker(hardcore, limit), **_walker_spaces(), **options)


class BipedalWalkerVector(VectorEnv):
    """Many of `BipedalWalker`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, hardcore: bool = False, limit: Optional[int] = None, **options: Any) -> None:
        super().__init__(bipedal_walker(hardcore, limit), num_envs, **_walker_spaces(), **options)


def _taken(make: Callable[..., Definition], options: dict[str, Any]) -> Definition:
    """The definition with those of the options that its function takes; they leave `options`."""
    names = inspect.signature(make).parameters.keys() & options.keys()
    return make(**{name: options.pop(name) for name in names})


class Hopper(Env):
    """Gymnasium's `Hopper-v5` with the options of `cairn2d.batch.hopper`, which have its names and defaults."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_taken(hopper, options), **options)


class HopperVector(VectorEnv):
    """Many of `Hopper`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__(_taken(hopper, options), num_envs, **options)


class Walker2d(Env):
    """Gymnasium's `Walker2d-v5` with the options of `cairn2d.batch.walker2d`, which have its names and
    defaults."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_taken(walker2d, options), **options)


class Walker2dVector(VectorEnv):
    """Many of `Walker2d`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__(_taken(walker2d, options), num_envs, **options)


class HalfCheetah(Env):
    """Gymnasium's `HalfCheetah-v5` with the options of `cairn2d.batch.half_cheetah`, which have its names and
    defaults."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_taken(half_cheetah, options), **options)


class HalfCheetahVector(VectorEnv):
    """Many of `HalfCheetah`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__(_taken(half_cheetah, options), num_envs, **options)


def _push_spaces() -> dict[str, Any]:
    """The spaces of gym-pusht's `PushT-v0`."""
    high = numpy.array([512, 512, 512, 512, 2 * math.pi], dtype=numpy.float32)
    observations = spaces.Box(numpy.zeros(5, dtype=numpy.float32), high)
    return {"observation_space": observations, "action_space": spaces.Box(0, 512, (2,), numpy.float32)}


class PushT(Env):
    """gym-pusht's `PushT-v0` with the observation `state`, and the options of `cairn2d.batch.push_t`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_taken(push_t, options), **_push_spaces(), **options)


class PushTVector(VectorEnv):
    """Many of `PushT`, with its options and those of `VectorEnv`."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__(_taken(push_t, options), num_envs, **_push_spaces(), **options)


for _id, _class in (
    ("LunarLander-v3", "LunarLander"),
    ("BipedalWalker-v3", "BipedalWalker"),
    ("BipedalWalkerHardcore-v3", "BipedalWalker"),
    ("Hopper-v5", "Hopper"),
    ("Walker2d-v5", "Walker2d"),
    ("HalfCheetah-v5", "HalfCheetah"),
    ("PushT-v0", "PushT"),
):
    gymnasium.register(
        id=f"cairn2d/{_id}",
        entry_point=f"cairn2d.gym:{_class}",
        vector_entry_point=f"cairn2d.gym:{_class}Vector",
        kwargs={"hardcore": True} if "Hardcore" in _id else {},
    )
