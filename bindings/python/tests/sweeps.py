"""Sweeps and workers: the same bits for any units, executors, retries and restarts. Needs no Ray."""

import concurrent.futures
import multiprocessing
import sys

import numpy

from cairn2d import batch as b
from cairn2d.sweep import ROW, Rollouts, fingerprint, run_unit, sweep


def make():
    return b.lunar_lander(limit=120)


def act(observations):
    # Read-only observations and float64 actions are fine.
    return numpy.where(observations[:, 3] < -0.9, 2.0, 0.0)


SEEDS = list(range(5, 30)) + [2, 5]


def units_and_executors_change_no_bit():
    expected = sweep(make, act, SEEDS, steps=90, unit=1)
    assert expected.dtype == ROW and (expected["seed"] == SEEDS).all()
    assert expected[0].tobytes() == expected[-1].tobytes(), "the same seed twice"
    assert expected["ended"].any() and not expected["ended"].all() and len(set(expected["hash"])) == 26
    for options in ({"unit": 7}, {"unit": 256}, {"unit": 7, "threads": 2}, {"unit": 5, "verify": 0.5}):
        assert fingerprint(sweep(make, act, SEEDS, steps=90, **options)) == fingerprint(expected), options
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        rows = sweep(make, act, SEEDS, steps=90, unit=4, executor=lambda work: pool.map(run_unit, work))
    assert fingerprint(rows) == fingerprint(expected)


def processes_and_names_give_the_same_rows():
    expected = sweep(make, act, SEEDS, steps=60, unit=9)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        rows = sweep("sweeps:make", "sweeps:act", SEEDS, steps=60, unit=6, executor=lambda work: pool.map(run_unit, work))
    assert fingerprint(rows) == fingerprint(expected)


def lost_and_repeated_units_change_nothing():
    expected = sweep(make, act, SEEDS, steps=60, unit=4)

    def unreliable(work):
        """Runs each unit as after a loss: some first halfway, some twice."""
        for index, unit in enumerate(work):
            if index % 3 == 0:
                run_unit(unit._replace(steps=7))
            yield run_unit(unit)

    assert fingerprint(sweep(make, act, SEEDS, steps=60, unit=4, executor=unreliable)) == fingerprint(expected)


def another_machine_with_other_bits_is_found():
    def broken(work):
        for index, rows in enumerate(map(run_unit, work)):
            if index == 4:
                rows["hash"][2] ^= numpy.uint64(1)
            yield rows

    try:
        sweep(make, act, range(30), steps=20, unit=10, verify=1.0, executor=broken)
    except RuntimeError as error:
        assert "seed 12 gave other bits" in str(error), error
        return
    raise AssertionError("no error")


def bad_arguments_are_named():
    for options, text in (({"unit": 0}, "unit is 0"), ({"verify": 2}, "verify is 2"), ({"steps": -1}, "steps is -1")):
        try:
            sweep(make, **options)
        except ValueError as error:
            assert text in str(error)
        else:
            raise AssertionError(text)
    assert len(sweep(make, seeds=[])) == 0


def workers_return_blocks_and_move():
    worker = Rollouts(make, worlds=6, seed=3, threads=2)
    first = worker.run(act, 100)
    assert first["observations"].shape == (100, 6, 8) and first["actions"].shape == (100, 6, 1)
    state = worker.state()
    second = worker.run(act, 100)
    assert (second["observations"][0] == first["last_observations"]).all()
    assert first["terminated"].any() or second["terminated"].any()
    moved = Rollouts("sweeps:make", worlds=6, seed=77)
    moved.restore(state)
    other = moved.run("sweeps:act", 100)
    assert all(other[name].tobytes() == second[name].tobytes() for name in second)
    assert moved.batch.hash == worker.batch.hash
    # Shards of worlds are the worlds of the whole.
    shard = Rollouts(make, worlds=2, seed=5).run(act, 100)
    assert (shard["observations"] == first["observations"][:, 2:4]).all()
    for bad in (b"", state[:-1], state + b"x"):
        try:
            moved.restore(bad)
        except ValueError:
            continue
        raise AssertionError("no error")
    assert moved.batch.hash == worker.batch.hash


if __name__ == "__main__":
    sys.modules["sweeps"] = sys.modules["__main__"]
    for test in (
        units_and_executors_change_no_bit,
        processes_and_names_give_the_same_rows,
        lost_and_repeated_units_change_nothing,
        another_machine_with_other_bits_is_found,
        bad_arguments_are_named,
        workers_return_blocks_and_move,
    ):
        test()
        print(f"{test.__name__}: ok")
