"""The package as a game uses it: properties, errors, copies, pickles, arrays."""

import copy
import pickle

import numpy

import cairn2d as c2


def pile():
    world = c2.World(gravity=(0, -10), sub_steps=4)
    world.spawn(kind="static", shapes=[c2.box(20, 0.5)])
    balls = [world.spawn(position=(n % 5, 2 + n // 5), shapes=[c2.circle(0.4)]) for n in range(20)]
    for _ in range(30):
        world.step(1 / 60)
    return world, balls


def refused(work, text):
    try:
        work()
    except c2.Error as error:
        assert text in error.args[0], error.args
        return error.args[1]
    raise AssertionError("no error")


def properties_read_and_write():
    world, (ball, *_) = pile()
    ball.velocity = [1, 2]
    assert ball.velocity == (1, 2)
    ball.velocity = numpy.array([3, 4], dtype=numpy.float32)
    assert ball.velocity == (3, 4)
    ball.user_data = 2**64 - 1
    assert ball.user_data == 2**64 - 1 and ball.kind == "dynamic"
    ball.pose = ((1, 9), 0.5)
    assert abs(ball.angle - 0.5) < 1e-6 and ball.pose.position == (1, 9)
    assert len(world.bodies) == 21 and world.counts.bodies == 21
    assert ball in world.bodies and hash(ball) == hash(world.body(ball.id))


def errors_have_the_text_of_the_engine():
    world, (ball, *_) = pile()
    before = world.hash
    assert refused(lambda: ball.set_velocity((float("nan"), 0)), "velocity is NaN") == "value"
    assert refused(lambda: world.step(-1), "dt is -1") == "value"
    assert refused(lambda: world.spawn(shapes=[c2.circle(-1)]), "circle radius is -1") == "shape"
    assert world.hash == before
    world.despawn(ball)
    assert refused(lambda: ball.position, "does not exist") == "stale"
    assert refused(lambda: world.despawn(None), "the null body") == "stale"
    for work in (lambda: world.spawn(colour=1), lambda: world.spawn(kind="liquid")):
        try:
            work()
        except (KeyError, ValueError):
            continue
        raise AssertionError("no error")


def copies_and_pickles_go_on_with_the_same_bits():
    world, _ = pile()
    others = [world.clone(), copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    for other in [world, *others]:
        for _ in range(60):
            other.step(1 / 60)
    assert len({other.hash for other in [world, *others]}) == 1


def arrays_are_those_of_single_calls():
    world, balls = pile()
    poses, velocities = world.read_poses(balls), world.read_velocities(balls)
    for row, speed, ball in zip(poses, velocities, balls):
        assert tuple(row[:2]) == ball.position and tuple(row[2:]) == ball.rotation
        assert tuple(speed[:2]) == ball.velocity and speed[2] == ball.angular_velocity
    out = numpy.zeros((20, 4), dtype=numpy.float32)
    assert world.read_poses(balls, out) is out and (out == poses).all()
    world.write_velocities(balls, velocities * 0 + 2)
    assert balls[7].velocity == (2, 2)
    try:
        world.read_poses(balls, numpy.zeros((3, 4), dtype=numpy.float32))
    except ValueError:
        return
    raise AssertionError("a short array")


def events_and_queries_give_handles():
    world, balls = pile()
    hit = world.cast_ray((0, 50), (0, -100))
    assert hit.body in world.bodies and hit.shape.body == hit.body
    assert world.cast_ray((500, 50), (0, -100)) is None
    assert {event.body for event in world.move_events} <= set(world.bodies)
    joint = world.join(kind="revolute", body_a=balls[0], body_b=balls[1], anchor="world", anchor_a=(0, 2))
    assert joint.bodies.a == balls[0] and joint.limits is None
    joint.set_limits(-1, 1)
    assert joint.limits == (-1, 1)
    assert len(world.debug_draw()) > 20


for test in (
    properties_read_and_write,
    errors_have_the_text_of_the_engine,
    copies_and_pickles_go_on_with_the_same_bits,
    arrays_are_those_of_single_calls,
    events_and_queries_give_handles,
):
    test()
    print(f"{test.__name__}: ok")
