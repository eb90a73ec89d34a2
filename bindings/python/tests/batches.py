"""Batches: the same bits for any threads and shards, arrays in place, errors, programs against single worlds."""

import numpy

import cairn2d as c2
from cairn2d import batch as b


def cart():
    """A cart on a floor with a pole, its definition, and its bodies."""
    world = c2.World(gravity=(0, -10))
    floor = world.spawn(kind="static", shapes=[c2.box(50, 0.5)])
    body = world.spawn(position=(0, 1.5), shapes=[c2.box(0.5, 0.25)])
    pole = world.spawn(position=(0, 2.5), shapes=[c2.box(0.05, 0.5)])
    hinge = world.join(kind="revolute", body_a=body, body_b=pole, anchor="world", anchor_a=(0, 1.9))
    definition = b.Definition(world, 0.02)
    push = definition.action(-1, 1)
    count = definition.variable(3)
    definition.reset = [
        b.set_velocity(body, b.uniform(-1, 1), 0),
        b.set_surface(floor.shapes[0], b.uniform(0.1, 0.9), 0),
    ]
    definition.act = [b.force(body, push * 10, 0), b.set_motor(hinge, 0, 1).when(push > 0.9)]
    definition.after = [b.set_variable(count, b.variable(count) + 1)]
    definition.observe = [b.x(body), b.velocity_x(body), b.angle(pole), b.joint_angle(hinge), b.touching(body)]
    definition.reward = 1 - abs(b.angle(pole))
    definition.terminated = (abs(b.angle(pole)) > 1) | (abs(b.x(body)) >= 5)
    definition.limit = 40
    definition.frame_skip = 2
    return definition, body, pole


def action(seed, step):
    return numpy.float32(((seed * 7919 + step * 104729) * 2654435761 % 2**32) / 2**31 - 1)


def run(definition, worlds, seed, **options):
    batch = b.Batch(definition, worlds, seed=seed, **options)
    rows = []
    for step in range(100):
        batch.step(numpy.array([action(seed + world, step) for world in range(worlds)]))
        parts = (batch.observations, batch.final_observations, batch.rewards[:, None])
        ends = numpy.stack([batch.terminated, batch.truncated], axis=1)
        rows.append(numpy.concatenate([*parts, ends], axis=1))
    return numpy.stack(rows, axis=1), batch.hashes


def threads_and_shards_change_no_bit():
    definition, _, _ = cart()
    for auto_reset in ("next_step", "same_step", "disabled"):
        whole, hashes = run(definition, 11, 3, threads=1, auto_reset=auto_reset)
        assert whole[:, :, -2:].any() and len(set(hashes)) == 11
        for threads in (2, 3, None):
            rows, others = run(definition, 11, 3, threads=threads, auto_reset=auto_reset)
            assert rows.tobytes() == whole.tobytes() and (others == hashes).all(), threads
        for first, count in ((0, 1), (1, 4), (5, 6)):
            rows, others = run(definition, count, 3 + first, threads=2, auto_reset=auto_reset)
            assert rows.tobytes() == whole[first : first + count].tobytes()
            assert (others == hashes[first : first + count]).all()


def programs_are_calls_of_a_single_world():
    definition, body, pole = cart()
    batch = b.Batch(definition, 3, seed=9, auto_reset="disabled")
    world = batch.world(1)
    cart_body, pole_body = world.body(body.id), world.body(pole.id)
    hinge = cart_body.joints[0]
    for step in range(30):
        push = [0.25, -0.5, 1.0][step % 3]
        batch.step([push] * 3)
        for _ in range(2):
            cart_body.apply_force((push * 10, 0))
            if push > 0.9:
                hinge.set_motor(speed=0, strength=1)
            world.step(0.02)
        assert world.hash == batch.hashes[1], step
        expected = (*cart_body.position[:1], *cart_body.velocity[:1], pole_body.angle, hinge.angle)
        assert tuple(batch.observations[1][:4]) == expected, step
        assert batch.rewards[1] == numpy.float32(1) - numpy.float32(abs(pole_body.angle))
        # `after` runs in a reset too.
        assert batch.variables(1) == [5 + step]


def arrays_are_written_in_place():
    definition, _, _ = cart()
    batch = b.Batch(definition, 4)
    arrays = (batch.observations, batch.rewards, batch.terminated, batch.truncated)
    before = batch.observations.copy()
    batch.step(numpy.zeros((4, 1)))
    for array, name in zip(arrays, ("observations", "rewards", "terminated", "truncated")):
        assert getattr(batch, name) is array, name
    assert (batch.observations != before).any() and batch.terminated.dtype == bool
    frozen = numpy.zeros(4, dtype=numpy.float32)
    frozen.flags.writeable = False
    batch.step(frozen)
    batch.reset_with_seed(0)
    assert (batch.observations == before).all()
    batch.reset_with_seeds([3, 2, 1, 0])
    assert (batch.observations == before[::-1]).all()
    batch.reset([False, True, False, False])
    assert (batch.observations[1] != before[2]).any() and (batch.observations[0] == before[3]).all()


def bad_input_is_rejected_and_changes_nothing():
    definition, body, _ = cart()
    batch = b.Batch(definition, 4)
    before = batch.hash
    other = c2.World()
    gone = other.spawn()
    for _ in range(5):
        gone = other.spawn()

    def unknown():
        wrong, _, _ = cart()
        wrong.observe = [0, b.x(gone)]
        b.Batch(wrong, 1)

    def index():
        wrong, _, _ = cart()
        wrong.reward = b.variable(7)
        b.Batch(wrong, 1)

    for work, text in (
        (lambda: batch.step(numpy.zeros(5)), "actions has 5 numbers, it must have 4"),
        (lambda: batch.step([0, 0, float("nan"), 0]), "action 0 of world 2 is NaN"),
        (lambda: batch.reset([True]), "mask has 1 numbers, it must have 4"),
        (lambda: batch.reset_with_seeds([1]), "seeds has 1 numbers, it must have 4"),
        (lambda: b.Batch(definition, 0), "worlds is 0"),
        (lambda: b.Batch(definition, 2, threads=0), "threads is 0"),
        (lambda: b.Batch(definition, 2, auto_reset="sometimes"), "sometimes"),
        (unknown, "observe[1]: "),
        (index, "reward: variable 7 does not exist, there are 1"),
        (lambda: batch.world(4), "world 4 does not exist"),
    ):
        try:
            work()
        except (ValueError, IndexError) as error:
            assert text in str(error), (text, error)
        else:
            raise AssertionError(text)
    assert batch.hash == before and batch.rejections == (0, None)
    try:
        bool(b.x(body) > 0)
    except TypeError:
        return
    raise AssertionError("an expression has a truth value")


def environments_are_those_of_the_engine():
    definition = b.Definition(c2.World(), 0.02)
    definition.observe = [b.normal(2, 0.5), b.ln(b.number(8.0))]
    rows = b.Batch(definition, 4000).observations
    assert abs(rows[:, 0].mean() - 2) < 0.05 and abs(rows[:, 0].std() - 0.5) < 0.03
    assert abs(rows[:, 1] - numpy.log(8)).max() < 1e-6
    for make, width, actions in ((b.hopper, 11, 3), (b.walker2d, 17, 6), (b.half_cheetah, 17, 6), (b.push_t, 5, 2)):
        batches = [b.Batch(make(), 16, threads=threads, seed=2) for threads in (1, 2)]
        assert (batches[0].observations.shape, batches[0].action_count) == ((16, width), actions)
        generator = numpy.random.default_rng(0)
        low, high = numpy.array(make().actions).T
        for _ in range(30):
            chosen = generator.uniform(low, high, (16, actions))
            for batch in batches:
                batch.step(chosen)
        assert (batches[0].hashes == batches[1].hashes).all() and batches[0].rejections == (0, None)
        with_option = make(limit=7)
        assert with_option.limit == 7


def the_lander_is_that_of_the_engine():
    batch = b.Batch(b.lunar_lander(continuous=True), 200, seed=1, auto_reset="disabled")
    assert batch.observations.shape == (200, 8) and batch.action_count == 2
    returns, running = numpy.zeros(200), numpy.ones(200, dtype=bool)
    while running.any():
        s = batch.observations.T
        turn = (numpy.clip(s[0] * 0.5 + s[2], -0.4, 0.4) - s[4]) * 0.5 - s[5]
        hover = (0.55 * abs(s[0]) - s[1]) * 0.5 - s[3] * 0.5
        landed = (s[6] + s[7]) > 0
        turn, hover = numpy.where(landed, 0, turn), numpy.where(landed, -s[3] * 0.5, hover)
        batch.step(numpy.stack([numpy.clip(hover * 20 - 1, -1, 1), numpy.clip(-turn * 20, -1, 1)], axis=1))
        returns += numpy.where(running, batch.rewards, 0)
        running &= ~(batch.terminated | batch.truncated)
    # The mean over 1,000 seeds with Box2D.
    assert abs(returns.mean() / 282.82 - 1) < 0.05, returns.mean()


if __name__ == "__main__":
    for test in (
        threads_and_shards_change_no_bit,
        programs_are_calls_of_a_single_world,
        arrays_are_written_in_place,
        bad_input_is_rejected_and_changes_nothing,
        environments_are_those_of_the_engine,
        the_lander_is_that_of_the_engine,
    ):
        test()
        print(f"{test.__name__}: ok")
