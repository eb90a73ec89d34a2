"""Environments of many agents for PettingZoo, on batches of worlds. Needs `pettingzoo` and `numpy`.

    from cairn2d.pettingzoo import Multiwalker

    env = Multiwalker(n_walkers=3)
    observations, infos = env.reset(seed=1)
    actions = {agent: env.action_space(agent).sample() for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)

`ParallelEnv` takes any definition of `cairn2d.batch`. Its observation and its actions have equal parts for the
agents, in order.
"""

from __future__ import annotations

import secrets
from typing import Any, Optional, Sequence

import numpy
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv as _ParallelEnv

from .batch import Batch, Definition, multiwalker


class ParallelEnv(_ParallelEnv):  # type: ignore[misc]
    """Agents in one world, which act at the same time, share the reward, and end together."""

    metadata: dict[str, Any] = {"name": "cairn2d", "render_modes": [], "is_parallelizable": True}

    def __init__(
        self,
        definition: Definition,
        agents: Sequence[str],
        observation_space: Optional[spaces.Space[Any]] = None,
        action_space: Optional[spaces.Space[Any]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode is {render_mode!r}, only None is there")
        self.render_mode = None
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        count = len(self.possible_agents)
        ranges = numpy.array(definition.actions, dtype=numpy.float32).reshape(-1, 2)
        for name, found in (("observation", definition.observation_count), ("actions", len(ranges))):
            if count == 0 or found % count:
                raise ValueError(f"the {name} of {found} numbers cannot be split among {count} agents")
        self._width, self._actions = definition.observation_count // count, len(ranges) // count
        self.observation_spaces, self.action_spaces = {}, {}
        for index, agent in enumerate(self.possible_agents):
            low, high = ranges[index * self._actions : (index + 1) * self._actions].T
            box = spaces.Box(-numpy.inf, numpy.inf, (self._width,), numpy.float32)
            self.observation_spaces[agent] = observation_space or box
            self.action_spaces[agent] = action_space or spaces.Box(low.copy(), high.copy(), dtype=numpy.float32)
        self.batch = Batch(definition, worlds=1, threads=1, seed=secrets.randbits(63), auto_reset="disabled")
        self._is_new = True

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the observations of an agent: the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of the actions of an agent: the same object at each call."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode. The seed is that of the world."""
        if seed is not None:
            self.batch.reset_with_seed(seed)
        elif not self._is_new:
            self.batch.reset()
        self._is_new = False
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Takes a step with an action of each agent. A missing one counts as 0."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        row = numpy.zeros((len(self.possible_agents), self._actions), dtype=numpy.float32)
        for index, agent in enumerate(self.possible_agents):
            if agent in actions:
                row[index] = numpy.asarray(actions[agent], dtype=numpy.float32).reshape(-1)
        self.batch.step(row.reshape(1, -1))
        batch, agents = self.batch, self.agents
        reward, terminated, truncated = float(batch.rewards[0]), bool(batch.terminated[0]), bool(batch.truncated[0])
        observations = self._observations()
        if terminated or truncated:
            self.agents = []
        every = [dict.fromkeys(agents, value) for value in (reward, terminated, truncated)]
        return observations, *every, {agent: {} for agent in agents}

    def state(self) -> Any:
        """The observations of all agents."""
        return self.batch.observations[0].copy()

    def _observations(self) -> dict[str, Any]:
        rows = self.batch.observations[0].reshape(len(self.possible_agents), self._width)
        return {agent: rows[index].copy() for index, agent in enumerate(self.possible_agents)}


class Multiwalker(ParallelEnv):
    """PettingZoo's `multiwalker_v9` with its options `n_walkers`, `position_noise`, `angle_noise`,
    `forward_reward`, `fall_reward`, `terminate_reward` and `max_cycles`. The reward is shared, and the episode
    ends for all when one walker falls."""

    metadata = {**ParallelEnv.metadata, "name": "cairn2d_multiwalker", "render_fps": 50}

    def __init__(self, n_walkers: int = 3, max_cycles: int = 500, render_mode: Optional[str] = None, **options: Any) -> None:
        definition = multiwalker(n_walkers, limit=max_cycles, **options)
        agents = [f"walker_{index}" for index in range(n_walkers)]
        super().__init__(definition, agents, render_mode=render_mode)
