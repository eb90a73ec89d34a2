"""Teaches the hopper, the walker or the cheetah to move with NumPy alone, by augmented random search.

Each world of a batch plays another policy: a linear function of the normalized observation. Pairs of policies lie
on opposite sides of the current one, and their returns say where it moves. With Gymnasium and MuJoCo installed,
the result is also tried in the original, without further training.

Source: Mania, Guy and Recht, "Simple random search provides a competitive approach to reinforcement learning",
2018.

    python learn_to_run.py [hopper | walker2d | half_cheetah] [ITERATIONS]
"""

import sys
import time

import numpy

from cairn2d import batch as b

# Definition, id in Gymnasium, and steps of an episode while learning.
MODELS = {
    "hopper": (b.hopper, "Hopper-v5", 500),
    "walker2d": (b.walker2d, "Walker2d-v5", 500),
    "half_cheetah": (b.half_cheetah, "HalfCheetah-v5", 200),
}
PAIRS, BEST, NOISE, RATE = 64, 24, 0.05, 0.03


class Policy:
    """A linear policy on observations that are normalized by the mean and variance of all that were seen."""

    def __init__(self, actions, width):
        self.weights = numpy.zeros((actions, width))
        self.count, self.mean, self.variance = 1e-4, numpy.zeros(width), numpy.ones(width)

    def normalized(self, observations):
        return (observations - self.mean) / numpy.sqrt(self.variance + 1e-6)

    def observe(self, rows):
        """Adds observations to mean and variance."""
        count, off = self.count + len(rows), rows.mean(axis=0) - self.mean
        spread = self.variance * self.count + rows.var(axis=0) * len(rows)
        self.variance = (spread + off**2 * self.count * len(rows) / count) / count
        self.mean, self.count = self.mean + off * len(rows) / count, count


def play(batch, policy, weights, seed):
    """The return of one episode in each world. World `i` has the weights `weights[i]`, (actions, width)."""
    batch.reset_with_seed(seed)
    returns, running, seen = numpy.zeros(batch.worlds), numpy.ones(batch.worlds, dtype=bool), []
    for step in range(1000):
        if step % 4 == 0:
            seen.append(batch.observations[running])
        batch.step(numpy.einsum("waf,wf->wa", weights, policy.normalized(batch.observations)))
        returns += numpy.where(running, batch.rewards, 0)
        running &= ~(batch.terminated | batch.truncated)
        if not running.any():
            break
    policy.observe(numpy.concatenate(seen))
    return returns


def try_in_mujoco(name, policy):
    try:
        import gymnasium

        env = gymnasium.make(name)
    except Exception as error:
        print(f"not tried in MuJoCo: {error}")
        return
    returns, steps = [], 0
    for seed in range(10):
        observation, _ = env.reset(seed=seed)
        total, ended = 0.0, False
        while not ended:
            action = numpy.clip(policy.weights @ policy.normalized(observation), -1, 1)
            observation, reward, terminated, truncated, _ = env.step(action.astype(numpy.float32))
            total, ended, steps = total + float(reward), terminated or truncated, steps + 1
        returns.append(total)
    print(f"in MuJoCo: {numpy.mean(returns):.0f} ± {numpy.std(returns):.0f}, {steps / 10:.0f} steps")


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "hopper"
    iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    make, original, limit = MODELS[name]
    # Without a reward for standing, as in the source: standing still is easy to learn and hard to leave.
    options = {} if name == "half_cheetah" else {"healthy_reward": 0.0}
    batch = b.Batch(make(limit=limit, **options), worlds=2 * PAIRS, auto_reset="disabled")
    actions, width = batch.action_count, batch.observations.shape[1]
    policy, start, generator = Policy(actions, width), time.time(), numpy.random.default_rng(0)
    for iteration in range(iterations):
        steps = generator.standard_normal((PAIRS, actions, width))
        weights = numpy.concatenate([policy.weights + NOISE * steps, policy.weights - NOISE * steps])
        returns = play(batch, policy, weights, 1000 * iteration).reshape(2, PAIRS)
        best = numpy.argsort(returns.max(axis=0))[-BEST:]
        gains = (returns[0] - returns[1])[best]
        policy.weights += RATE / BEST / (returns[:, best].std() + 1e-6) * numpy.einsum("k,kaf->af", gains, steps[best])
        if (iteration + 1) % 10 == 0:
            print(f"iteration {iteration + 1}: mean {returns.mean():.0f}, best {returns.max():.0f}, {time.time() - start:.0f} s", flush=True)
    test = b.Batch(make(), worlds=20, auto_reset="disabled")
    returns = play(test, policy, numpy.tile(policy.weights, (20, 1, 1)), 1_000_000)
    print(f"here: {returns.mean():.0f} ± {returns.std():.0f}")
    try_in_mujoco(original, policy)


if __name__ == "__main__":
    main()
