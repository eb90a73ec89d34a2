"""Solves the continuous lunar lander with NumPy alone, by the cross-entropy method.

Each world of a batch plays another policy: two linear functions of the observation. The best policies are the
mean and the spread of the next ones. Gymnasium counts the lander as solved at a mean return of 200.

    python solve_lunar_lander.py [GENERATIONS]
"""

import sys
import time

import numpy

from cairn2d import batch as b

POLICIES, EPISODES, ELITE = 192, 6, 24
SOLVED = 200


def features(observations):
    """The observation, the distance from the middle, and 1."""
    return numpy.concatenate([observations, abs(observations[:, :1]), numpy.ones((len(observations), 1))], axis=1)


def play(batch, weights, seeds):
    """The return of one episode in each world. World `i` has the weights `weights[i]`, (features, actions)."""
    batch.reset_with_seeds(seeds)
    returns, running = numpy.zeros(batch.worlds), numpy.ones(batch.worlds, dtype=bool)
    while running.any():
        batch.step(numpy.einsum("wf,wfa->wa", features(batch.observations), weights))
        returns += numpy.where(running, batch.rewards, 0)
        running &= ~(batch.terminated | batch.truncated)
    return returns


def main():
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    start, generator = time.time(), numpy.random.default_rng(1)
    definition = b.lunar_lander(continuous=True, limit=500)
    batch = b.Batch(definition, worlds=POLICIES * EPISODES, auto_reset="disabled")
    test = b.Batch(b.lunar_lander(continuous=True), worlds=100, auto_reset="disabled")
    shape = (batch.observations.shape[1] + 2, batch.action_count)
    mean, spread = numpy.zeros(shape), numpy.ones(shape)
    for generation in range(generations):
        policies = mean + spread * generator.standard_normal((POLICIES, *shape))
        seeds = numpy.tile(generator.integers(0, 2**31, EPISODES), POLICIES).tolist()
        returns = play(batch, policies.repeat(EPISODES, axis=0), seeds).reshape(POLICIES, EPISODES).mean(axis=1)
        elite = policies[numpy.argsort(returns)[-ELITE:]]
        # A little extra spread, so that the search does not end too early.
        mean, spread = elite.mean(axis=0), elite.std(axis=0) + 0.2 * max(0.0, 1 - generation / 20)
        score = play(test, numpy.tile(mean, (100, 1, 1)), range(1_000_000, 1_000_100)).mean()
        print(f"generation {generation}: best {returns.max():.0f}, mean {returns.mean():.0f}, test {score:.1f}", flush=True)
        if score >= SOLVED:
            print(f"solved after {time.time() - start:.0f} s: mean return {score:.1f} over 100 new episodes")
            return
    sys.exit(f"not solved after {generations} generations")


if __name__ == "__main__":
    main()
