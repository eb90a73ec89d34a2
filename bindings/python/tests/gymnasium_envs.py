"""Environments for Gymnasium: its own checker, seeds, and the semantics of autoreset against its own vectors."""

import gymnasium
import numpy
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import cairn2d.gym
from cairn2d.gym import LunarLander, LunarLanderVector

NAME = "cairn2d/LunarLander-v3"


def the_checker_passes():
    for continuous in (False, True):
        check_env(gymnasium.make(NAME, continuous=continuous).unwrapped, skip_render_check=True)
    check_env(LunarLander(enable_wind=True, gravity=-5.0), skip_render_check=True)


def legged_models_have_the_spaces_and_options_of_the_original():
    for name, width, actions in (("Hopper-v5", 11, 3), ("Walker2d-v5", 17, 6), ("HalfCheetah-v5", 17, 6)):
        env = gymnasium.make(f"cairn2d/{name}", reset_noise_scale=0.0)
        check_env(env.unwrapped, skip_render_check=True)
        assert env.observation_space.shape == (width,)
        assert env.action_space == gymnasium.spaces.Box(-1, 1, (actions,), numpy.float32)
        first, _ = env.reset(seed=1)
        expected = numpy.zeros(width)
        expected[0] = 0 if name == "HalfCheetah-v5" else 1.25
        assert numpy.abs(first - expected).max() < 1e-6
        options = {"exclude_current_positions_from_observation": False, "ctrl_cost_weight": 2.0}
        with_x = gymnasium.make(f"cairn2d/{name}", reset_noise_scale=0.0, **options)
        before, _ = with_x.reset(seed=1)
        assert with_x.observation_space.shape == (width + 1,)
        after, reward, terminated, truncated, _ = with_x.step(numpy.full(actions, 0.1, dtype=numpy.float32))
        duration = 0.05 if name == "HalfCheetah-v5" else 0.008
        healthy = 0 if name == "HalfCheetah-v5" else 1
        exact = (after[0] - before[0]) / duration + healthy - 2.0 * actions * 0.01
        assert abs(reward - exact) < 1e-4 and not terminated and not truncated, (reward, exact)
        vector = gymnasium.make_vec(f"cairn2d/{name}", num_envs=3, limit=4)
        vector.reset(seed=1)
        for _ in range(4):
            *_, truncated, _ = vector.step(vector.action_space.sample())
        assert truncated.all()
    env = gymnasium.make("cairn2d/Hopper-v5", terminate_when_unhealthy=False, healthy_angle_range=(-0.01, 0.01))
    env.reset(seed=1)
    assert not any(env.step(numpy.ones(3, dtype=numpy.float32))[2] for _ in range(50))


def the_push_of_a_t_has_the_spaces_of_the_original():
    env = gymnasium.make("cairn2d/PushT-v0")
    check_env(env.unwrapped, skip_render_check=True)
    assert env.action_space == gymnasium.spaces.Box(0, 512, (2,), numpy.float32)
    assert env.observation_space.shape == (5,)
    state, _ = env.reset(seed=3)
    for _ in range(10):
        state, reward, terminated, truncated, _ = env.step(numpy.array([256, 256], dtype=numpy.float32))
        assert 0 <= reward <= 1 and not terminated and not truncated
    assert numpy.abs(state[:2] - 256).max() < 20


def vectors_are_single_environments_in_every_mode():
    for mode in AutoresetMode:
        singles = SyncVectorEnv([lambda: LunarLander(limit=70)] * 5, autoreset_mode=mode)
        vector = LunarLanderVector(5, limit=70, autoreset_mode=mode, threads=2)
        assert vector.metadata["autoreset_mode"] == mode
        assert singles.observation_space == vector.observation_space and singles.action_space == vector.action_space
        expected, found = singles.reset(seed=11), vector.reset(seed=11)
        assert (expected[0] == found[0]).all()
        generator, ends = numpy.random.default_rng(0), 0
        for _ in range(300):
            actions = generator.integers(0, 4, 5)
            expected, found = singles.step(actions), vector.step(actions)
            for a, c in zip(expected[:4], found[:4]):
                assert numpy.array_equal(a, c.astype(a.dtype)), mode
            ended = found[2] | found[3]
            ends += ended.sum()
            assert ("final_obs" in expected[4]) == ("final_obs" in found[4])
            if "final_obs" in found[4]:
                assert (found[4]["_final_obs"] == expected[4]["_final_obs"]).all()
                for a, c in zip(expected[4]["final_obs"], found[4]["final_obs"]):
                    assert (a is None and c is None) or (a == c).all()
            if mode == AutoresetMode.DISABLED and ended.any():
                options = [{"reset_mask": ended.copy()} for _ in range(2)]
                expected, found = singles.reset(options=options[0]), vector.reset(options=options[1])
                assert (expected[0] == found[0]).all()
        assert ends > 10, mode


def made_environments_have_the_spaces_of_the_original():
    single, vector = gymnasium.make(NAME), gymnasium.make_vec(NAME, num_envs=3)
    assert single.action_space == gymnasium.spaces.Discrete(4) and vector.num_envs == 3
    assert gymnasium.make_vec(NAME, num_envs=2, continuous=True).action_space.shape == (2, 2)
    try:
        original = gymnasium.make("LunarLander-v3")
    except Exception as error:
        print(f"without Box2D: {error}")
        return
    assert original.observation_space == single.observation_space
    assert original.action_space == single.action_space


def arrays_are_copies_unless_told_otherwise():
    actions = numpy.zeros(4, dtype=numpy.int64)
    for copy in (False, True):
        vector = LunarLanderVector(4, copy=copy)
        first, _ = vector.reset(seed=1)
        second = vector.step(actions)[0]
        assert (first is second) != copy


def seeds_of_each_world_are_those_of_single_environments():
    vector = LunarLanderVector(3)
    rows, _ = vector.reset(seed=[5, 9, 5])
    assert (rows[0] == rows[2]).all() and (rows[0] != rows[1]).any()
    assert (LunarLander().reset(seed=9)[0] == rows[1]).all()
    assert (LunarLander().reset()[0] != LunarLander().reset()[0]).any(), "without a seed they differ"


for test in (
    the_checker_passes,
    legged_models_have_the_spaces_and_options_of_the_original,
    the_push_of_a_t_has_the_spaces_of_the_original,
    vectors_are_single_environments_in_every_mode,
    made_environments_have_the_spaces_of_the_original,
    arrays_are_copies_unless_told_otherwise,
    seeds_of_each_world_are_those_of_single_environments,
):
    test()
    print(f"{test.__name__}: ok")
