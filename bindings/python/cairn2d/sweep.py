"""Rollouts and sweeps on many machines, with Ray or any other executor.

The unit of work is a range of seeds. Each random number depends on the seed of its world only, so the cut into
units, their order, the number of machines and retries change no bit. Every row has the hash of its world.

    from cairn2d.sweep import sweep

    rows = sweep("my_module:make", policy="my_module:act", seeds=range(10_000), steps=1000, unit=256)
    rows = sweep("my_module:make", policy="my_module:act", seeds=range(10_000), steps=1000, executor=ray_executor())

`make` returns a `Definition`, and `policy` maps observations (n, k) to actions (n, m). Both are functions, or
names of functions as "module:name" that each machine imports.
"""

from __future__ import annotations

import hashlib
import importlib
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence, Union

import numpy

from .batch import Batch, Definition

Make = Union[str, Callable[[], Definition]]
Policy = Union[str, Callable[[Any], Any]]


class Unit(NamedTuple):
    """A unit of work: what `run_unit` needs, as plain values."""

    make: Make
    policy: Optional[Policy]
    seeds: tuple[int, ...]
    steps: int
    threads: int


ROW = numpy.dtype([("seed", numpy.uint64), ("reward", numpy.float64), ("length", numpy.uint32), ("ended", numpy.bool_), ("hash", numpy.uint64)])
"""A row of a sweep: seed, sum of rewards, length and end of the first episode, hash of its last world."""


def _function(named: Any) -> Any:
    if not isinstance(named, str):
        return named
    module, _, name = named.partition(":")
    return getattr(importlib.import_module(module), name)


def run_unit(unit: Unit) -> Any:
    """Plays the first episode of each seed, at most `steps` steps, and returns a row for each."""
    make, policy = _function(unit.make), _function(unit.policy)
    batch = Batch(make(), len(unit.seeds), threads=unit.threads, auto_reset="disabled")
    batch.reset_with_seeds(unit.seeds)
    rows = numpy.zeros(len(unit.seeds), dtype=ROW)
    rows["seed"] = unit.seeds
    running = numpy.ones(len(unit.seeds), dtype=bool)
    idle = numpy.zeros((len(unit.seeds), batch.action_count), dtype=numpy.float32)
    for _ in range(unit.steps):
        batch.step(idle if policy is None else policy(batch.observations))
        rows["reward"] += numpy.where(running, batch.rewards, 0)
        rows["length"] += running
        ends = running & (batch.terminated | batch.truncated)
        if ends.any():
            rows["ended"] |= ends
            rows["hash"] = numpy.where(ends, batch.hashes, rows["hash"])
            running &= ~ends
            if not running.any():
                break
    rows["hash"] = numpy.where(running, batch.hashes, rows["hash"])
    return rows


def units(make: Make, policy: Optional[Policy], seeds: Sequence[int], steps: int, unit: int, threads: int) -> Iterator[Unit]:
    """Cuts seeds into units."""
    for first in range(0, len(seeds), unit):
        yield Unit(make, policy, tuple(seeds[first : first + unit]), steps, threads)


def sweep(
    make: Make,
    policy: Optional[Policy] = None,
    seeds: Sequence[int] = range(256),
    steps: int = 1000,
    unit: int = 256,
    threads: int = 1,
    executor: Callable[[Iterable[Unit]], Iterable[Any]] = lambda work: map(run_unit, work),
    verify: float = 0.0,
) -> Any:
    """Plays the first episode of each seed and returns rows in the order of `seeds`. Without a policy all
    actions are 0.

    `executor` runs `run_unit` for each unit, anywhere and as often as it likes, and returns the results in
    order: by default here, with `ray_executor()` on a cluster, with `pool.map` in processes. `verify` is the
    share of units that run a second time; a row that differs raises `RuntimeError` with its seed.
    """
    if unit < 1:
        raise ValueError(f"unit is {unit}, it must be at least 1")
    if steps < 0:
        raise ValueError(f"steps is {steps}, it must be at least 0")
    if not 0 <= verify <= 1:
        raise ValueError(f"verify is {verify}, it must be from 0 to 1")
    work = list(units(make, policy, seeds, steps, unit, threads))
    again = work[: round(verify * len(work))]
    results = list(executor([*work, *again]))
    if len(results) != len(work) + len(again):
        raise RuntimeError(f"the executor returned {len(results)} results for {len(work) + len(again)} units")
    for first, second in zip(results, results[len(work) :]):
        if first.tobytes() != second.tobytes():
            seed = first["seed"][first != second][0]
            raise RuntimeError(f"the world of seed {seed} gave other bits when it ran again")
    return numpy.concatenate(results[: len(work)]) if work else numpy.zeros(0, dtype=ROW)


def fingerprint(rows: Any) -> str:
    """A hash of all rows: equal for equal results on any machines."""
    return hashlib.sha256(rows.tobytes()).hexdigest()[:16]


def ray_executor(num_cpus: float = 1, max_retries: int = 3) -> Callable[[Iterable[Unit]], list[Any]]:
    """An executor on a Ray cluster: one task per unit, repeated if its machine is lost."""
    import ray

    task = ray.remote(num_cpus=num_cpus, max_retries=max_retries)(run_unit)
    return lambda work: ray.get([task.remote(unit) for unit in work])


class Rollouts:
    """A worker that holds a batch and returns blocks of many steps: one call between machines per block, never
    per step. With Ray: `ray.remote(Rollouts).remote("my_module:make", worlds=1024, seed=0)`.

    World `i` has the seed `seed + i`. `state` and `restore` move a worker to another machine.
    """

    def __init__(self, make: Make, worlds: int, seed: int = 0, threads: int = 1) -> None:
        self.batch = Batch(_function(make)(), worlds, threads=threads, seed=seed, auto_reset="next_step")

    def run(self, policy: Policy, steps: int) -> dict[str, Any]:
        """Takes steps and returns arrays of (steps, worlds): observations before each step, actions, rewards,
        both ends, and the observations after the last step."""
        batch, choose = self.batch, _function(policy)
        shape = (steps, batch.worlds)
        block = {
            "observations": numpy.zeros((*shape, batch.observations.shape[1]), dtype=numpy.float32),
            "actions": numpy.zeros((*shape, batch.action_count), dtype=numpy.float32),
            "rewards": numpy.zeros(shape, dtype=numpy.float32),
            "terminated": numpy.zeros(shape, dtype=bool),
            "truncated": numpy.zeros(shape, dtype=bool),
        }
        for step in range(steps):
            block["observations"][step] = batch.observations
            block["actions"][step] = numpy.reshape(choose(batch.observations), (batch.worlds, -1))
            batch.step(block["actions"][step])
            block["rewards"][step] = batch.rewards
            block["terminated"][step], block["truncated"][step] = batch.terminated, batch.truncated
        return {**block, "last_observations": batch.observations.copy()}

    def state(self) -> bytes:
        """The state of all worlds and episodes."""
        return self.batch.state()

    def restore(self, state: bytes) -> None:
        """Continues from a state."""
        self.batch.restore_state(state)
