"""cairn2d: a 2D physics engine for games, with the same bits on every machine.

Units are metres, kilograms, seconds and radians. Errors are `cairn2d.Error`, a `ValueError` whose first
argument is the text of the engine and whose second one is its kind.
"""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional

from . import _cairn2d
from ._api import *  # noqa: F401,F403
from ._api import Body, Handle, Vec2, _Calls

Error = _cairn2d.Error

_KINDS = ("outline", "line", "point")


class Drawn(NamedTuple):
    """A primitive of a debug drawing."""

    kind: str
    """Closed `outline`, `line`, or `point`."""
    color: int
    """Color as 0x00RRGGBB."""
    points: list[Vec2]
    """Points [m]."""
    radius: float
    """Radius of a disc or rounding; size of a point [m]."""


class Saved:
    """A saved state of a world, for `World.save_into` and `World.restore_saved`."""

    __slots__ = ("_saved",)

    def __init__(self) -> None:
        self._saved = _cairn2d.Saved()


class Recorder:
    """Writes a recording of a world. Call `update` after every step, or every few."""

    __slots__ = ("_recorder", "_world")

    def __init__(self, world: "World", title: str = "", keyframe_every: int = 600) -> None:
        self._world = world
        self._recorder = _cairn2d.Recorder(world._world, title, keyframe_every)

    def update(self) -> None:
        """Takes the calls since the last update."""
        self._recorder.update(self._world._world)

    def finish(self) -> bytes:
        """Ends the recording and returns its file."""
        return self._recorder.finish(self._world._world)


class Player:
    """Plays a recording."""

    __slots__ = ("_player",)

    def __init__(self, recording: bytes) -> None:
        self._player = _cairn2d.Player(recording)

    def step(self) -> bool:
        """Takes the next step; returns whether there was one."""
        return self._player.step()

    def seek(self, step: int) -> int:
        """Moves to the state after a number of steps, or to the end; returns the step there."""
        return self._player.seek(step)

    @property
    def step_index(self) -> int:
        """The number of steps so far."""
        return self._player.step_index()

    @property
    def steps(self) -> int:
        """The number of steps of the recording."""
        return self._player.steps()

    @property
    def world(self) -> "World":
        """A copy of the world at the current step."""
        return World._of(self._player.world())


class World(_Calls):
    """A world. Copies and pickles go on with the same bits."""

    __slots__ = ("_world",)

    def __init__(self, **config: Any) -> None:
        self._world = _cairn2d.new(config)

    @classmethod
    def _of(cls, core: Any) -> "World":
        world = cls.__new__(cls)
        world._world = core
        return world

    def clone(self) -> "World":
        """Copies the world; the copy goes on with the same bits."""
        return World._of(_cairn2d.clone(self._world))

    def __copy__(self) -> "World":
        return self.clone()

    def __deepcopy__(self, memo: Any) -> "World":
        return self.clone()

    def __reduce__(self) -> Any:
        return World.from_snapshot, (self.snapshot(),)

    def snapshot(self) -> bytes:
        """Returns the whole state as bytes."""
        return _cairn2d.snapshot(self._world)

    def restore(self, snapshot: bytes) -> None:
        """Replaces the state by that of a snapshot."""
        _cairn2d.restore(self._world, snapshot)

    @staticmethod
    def from_snapshot(snapshot: bytes) -> "World":
        """Makes a world from a snapshot."""
        return World._of(_cairn2d.from_snapshot(snapshot))

    def snapshot_since(self, base: bytes) -> bytes:
        """Returns the difference to an earlier snapshot."""
        return _cairn2d.snapshot_since(self._world, base)

    def restore_since(self, base: bytes, delta: bytes) -> None:
        """Restores a snapshot from an earlier one and a difference."""
        _cairn2d.restore_since(self._world, base, delta)

    def save_into(self, saved: Saved) -> None:
        """Saves the state into memory: faster than a snapshot."""
        _cairn2d.save_into(self._world, saved._saved)

    def restore_saved(self, saved: Saved) -> None:
        """Goes back to a saved state."""
        _cairn2d.restore_saved(self._world, saved._saved)

    def record_calls(self, on: bool) -> None:
        """Starts or ends the recording of all calls."""
        _cairn2d.record_calls(self._world, on)

    def take_calls(self) -> bytes:
        """Returns the recorded calls since the last time."""
        return _cairn2d.take_calls(self._world)

    def body(self, bits: int) -> Body:
        """The body of an id, as of `Body.id` or `body_ids`."""
        return Body(self._world, bits)

    def body_ids(self) -> Any:
        """The ids of all bodies as an array of 64-bit numbers."""
        import numpy

        return numpy.frombuffer(_cairn2d.body_ids(self._world), dtype=numpy.uint64)

    def read_poses(self, bodies: Any = None, out: Any = None) -> Any:
        """Writes x, y, cosine and sine of bodies into an array of 32-bit floats, and returns it."""
        return self._read(_cairn2d.read_poses, 4, bodies, out)

    def read_velocities(self, bodies: Any = None, out: Any = None) -> Any:
        """Writes x, y and angular velocity of bodies into an array of 32-bit floats, and returns it."""
        return self._read(_cairn2d.read_velocities, 3, bodies, out)

    def write_velocities(self, bodies: Any, velocities: Any) -> None:
        """Sets x, y and angular velocity of bodies from an array."""
        import numpy

        rows = numpy.ascontiguousarray(velocities, dtype=numpy.float32)
        _cairn2d.write_velocities(self._world, _ids(bodies), rows)

    def _read(self, call: Any, width: int, bodies: Any, out: Any) -> Any:
        import numpy

        ids = self.body_ids() if bodies is None else _ids(bodies)
        if out is None:
            out = numpy.empty((len(ids), width), dtype=numpy.float32)
        call(self._world, ids, out)
        return out

    def debug_draw(self) -> list[Drawn]:
        """Returns shapes, joints and contacts as outlines, lines and points with colors."""
        primitives, points = _cairn2d.debug_draw(self._world)
        return [
            Drawn(_KINDS[kind], color, points[first : first + count], radius)
            for kind, color, first, count, radius in primitives
        ]

    def __repr__(self) -> str:
        return f"World({self.counts.bodies} bodies, step {self.step_count})"


def _ids(bodies: Iterable[Any]) -> Any:
    import numpy

    if isinstance(bodies, numpy.ndarray):
        return numpy.ascontiguousarray(bodies, dtype=numpy.uint64)
    return numpy.array([b._id if isinstance(b, Handle) else b for b in bodies], dtype=numpy.uint64)


def circle(radius: float, at: Vec2 = (0, 0), **shape: Any) -> dict[str, Any]:
    """A shape of a disc with a radius [m] around a point of the body."""
    return {"geometry": {"kind": "circle", "radius": radius, "a": at}, **shape}


def box(half_width: float, half_height: float, at: Vec2 = (0, 0), angle: float = 0, radius: float = 0, **shape: Any) -> dict[str, Any]:
    """A shape of a box with half extents [m], rounded by a radius [m]."""
    half = (half_width, half_height)
    return {"geometry": {"kind": "box", "a": at, "b": half, "angle": angle, "radius": radius}, **shape}


def capsule(a: Vec2, b: Vec2, radius: float, **shape: Any) -> dict[str, Any]:
    """A shape of a capsule from a point to another one of the body [m]."""
    return {"geometry": {"kind": "capsule", "a": a, "b": b, "radius": radius}, **shape}


def segment(a: Vec2, b: Vec2, **shape: Any) -> dict[str, Any]:
    """A shape of a two-sided line from a point to another one of the body [m]."""
    return {"geometry": {"kind": "segment", "a": a, "b": b}, **shape}


def polygon(points: Iterable[Vec2], radius: float = 0, **shape: Any) -> dict[str, Any]:
    """A shape of the convex hull of points of the body [m], rounded by a radius [m]."""
    return {"geometry": {"kind": "polygon", "points": list(points), "radius": radius}, **shape}
