"""Environments for PettingZoo: its own checks, seeds, and the batch itself."""

import numpy
from pettingzoo.test import parallel_api_test, parallel_seed_test

from cairn2d import batch as b
from cairn2d.pettingzoo import Multiwalker, ParallelEnv


def the_checks_of_pettingzoo_pass():
    parallel_api_test(Multiwalker(), num_cycles=300)
    parallel_seed_test(Multiwalker)


def agents_are_parts_of_the_batch():
    env, alone = Multiwalker(n_walkers=2), b.Batch(b.multiwalker(2), worlds=1, seed=3, auto_reset="disabled")
    observations, _ = env.reset(seed=3)
    generator, steps = numpy.random.default_rng(0), 0
    while env.agents:
        assert numpy.array_equal(numpy.concatenate(list(observations.values())), alone.observations[0])
        actions = {agent: generator.uniform(-1, 1, 4).astype(numpy.float32) for agent in env.agents}
        alone.step(numpy.concatenate(list(actions.values())))
        observations, rewards, ends, cuts, _ = env.step(actions)
        assert set(rewards.values()) == {float(alone.rewards[0])}
        assert set(ends.values()) == {bool(alone.terminated[0])} and set(cuts.values()) == {bool(alone.truncated[0])}
        steps += 1
    assert 1 < steps <= 500


def the_spaces_are_those_of_the_original():
    # Those of `multiwalker_v9`, which needs Box2D.
    for space, shape, bound in (
        (Multiwalker().observation_space("walker_0"), (31,), numpy.inf),
        (Multiwalker().action_space("walker_0"), (4,), 1),
    ):
        assert space.shape == shape and (space.low == -bound).all() and (space.high == bound).all()
    try:
        from pettingzoo.sisl import multiwalker_v9
    except Exception as error:
        print(f"without Box2D, so not compared with the original itself: {error}")
        return
    original, env = multiwalker_v9.parallel_env(), Multiwalker()
    assert env.possible_agents == original.possible_agents
    for agent in env.possible_agents:
        assert env.observation_space(agent) == original.observation_space(agent)
        assert env.action_space(agent) == original.action_space(agent)


def definitions_that_cannot_be_split_are_rejected():
    try:
        ParallelEnv(b.multiwalker(3), ["one", "two"])
    except ValueError as error:
        assert "93 numbers cannot be split among 2 agents" in str(error)
    else:
        raise AssertionError("93 numbers among two")


for test in (
    the_checks_of_pettingzoo_pass,
    agents_are_parts_of_the_batch,
    the_spaces_are_those_of_the_original,
    definitions_that_cannot_be_split_are_rejected,
):
    test()
    print(f"{test.__name__}: ok")
