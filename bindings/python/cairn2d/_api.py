"""Classes of the package. Written by `cargo xtask bindings` from the table of the API."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence

from . import _cairn2d

Vec2 = tuple[float, float]
Rot = tuple[float, float]


class Pose(NamedTuple):
    """A position [m], and the cosine and sine of a rotation."""

    position: Vec2
    rotation: Rot


def _bits(handle: Any) -> int:
    """The bits of a handle; None is null."""
    return handle._id if isinstance(handle, Handle) else handle or 0


def _plain(value: Any) -> Any:
    """Handles in the fields of a struct as bits."""
    if isinstance(value, Handle):
        return value._id
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and any(isinstance(item, (dict, Handle)) for item in value):
        return [_plain(item) for item in value]
    return value


class Handle:
    """An object of a world: the world and an id. Calls about a removed object raise `Error`."""

    __slots__ = ("_world", "_id")

    def __init__(self, world: Any, bits: int) -> None:
        self._world = world
        self._id = bits

    @property
    def id(self) -> int:
        """The bits of the id."""
        return self._id

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (other._world, other._id) == (self._world, self._id)

    def __hash__(self) -> int:
        return hash(self._id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._id:#x})"


class Filter(NamedTuple):
    category: int
    """Categories of the shape, as bits."""
    mask: int
    """Categories that it collides with, as bits."""
    group: int
    """Same group: positive always collides, negative never; 0 for none."""


def _filter(world: Any, value: dict[str, Any]) -> Filter:
    return Filter(
        value["category"],
        value["mask"],
        value["group"],
    )


class Portals(NamedTuple):
    id: Optional[Portal]
    """The pair."""
    opening_a: Pose
    """Pose of the first opening in the world; its second axis points out."""
    opening_b: Pose
    """Pose of the second opening in the world."""
    body_a: Optional[Body]
    """Body of the first opening; none for one that is fixed in the world."""
    body_b: Optional[Body]
    """Body of the second opening."""
    frame_a: Pose
    """Pose of the first opening in its body, or in the world."""
    frame_b: Pose
    """Pose of the second opening in its body, or in the world."""
    width: float
    """Width of both openings. [m]"""
    has_rims: bool
    """Whether there are rims."""


def _portals(world: Any, value: dict[str, Any]) -> Portals:
    return Portals(
        Portal(world, value["id"]) if value["id"] else None,
        Pose(*value["opening_a"]),
        Pose(*value["opening_b"]),
        Body(world, value["body_a"]) if value["body_a"] else None,
        Body(world, value["body_b"]) if value["body_b"] else None,
        Pose(*value["frame_a"]),
        Pose(*value["frame_b"]),
        value["width"],
        value["has_rims"],
    )


class TeleportEvent(NamedTuple):
    body: Optional[Body]
    """The body."""
    user_data: int
    """Its user data."""
    portals: Optional[Portal]
    """The pair."""
    from_: Pose
    """Pose before the opening that the body entered."""
    to: Pose
    """The same pose as seen from the other opening."""


def _teleport_event(world: Any, value: dict[str, Any]) -> TeleportEvent:
    return TeleportEvent(
        Body(world, value["body"]) if value["body"] else None,
        value["user_data"],
        Portal(world, value["portals"]) if value["portals"] else None,
        Pose(*value["from"]),
        Pose(*value["to"]),
    )


class Material(NamedTuple):
    friction: float
    """Coulomb friction, at least 0."""
    restitution: float
    """Restitution, 0 to 1."""
    rolling_resistance: float
    """Rolling resistance as a share of the radius."""
    tangent_speed: float
    """Speed of the surface, as of a conveyor belt. [m/s]"""
    has_static_friction: bool
    """Whether `static_friction` applies."""
    static_friction: float
    """Friction that must be overcome before sliding begins."""
    has_softness: bool
    """Whether the two fields below replace those of the world."""
    softness_hertz: float
    """Stiffness of contacts. [Hz]"""
    softness_damping_ratio: float
    """Damping ratio of contacts."""
    id: int
    """Material id, for pairs of materials."""
    friction_combine: str
    """Rule that combines friction."""
    restitution_combine: str
    """Rule that combines restitution."""


def _material(world: Any, value: dict[str, Any]) -> Material:
    return Material(
        value["friction"],
        value["restitution"],
        value["rolling_resistance"],
        value["tangent_speed"],
        value["has_static_friction"],
        value["static_friction"],
        value["has_softness"],
        value["softness_hertz"],
        value["softness_damping_ratio"],
        value["id"],
        value["friction_combine"],
        value["restitution_combine"],
    )


class MaterialPair(NamedTuple):
    has_friction: bool
    """Whether `friction` applies."""
    friction: float
    """Friction of the pair."""
    has_static_friction: bool
    """Whether `static_friction` applies."""
    static_friction: float
    """Static friction of the pair."""
    has_restitution: bool
    """Whether `restitution` applies."""
    restitution: float
    """Restitution of the pair."""
    has_rolling_resistance: bool
    """Whether `rolling_resistance` applies."""
    rolling_resistance: float
    """Rolling resistance of the pair."""
    has_softness: bool
    """Whether the two fields below apply."""
    softness_hertz: float
    """Stiffness of contacts. [Hz]"""
    softness_damping_ratio: float
    """Damping ratio of contacts."""


def _material_pair(world: Any, value: dict[str, Any]) -> MaterialPair:
    return MaterialPair(
        value["has_friction"],
        value["friction"],
        value["has_static_friction"],
        value["static_friction"],
        value["has_restitution"],
        value["restitution"],
        value["has_rolling_resistance"],
        value["rolling_resistance"],
        value["has_softness"],
        value["softness_hertz"],
        value["softness_damping_ratio"],
    )


class Geometry(NamedTuple):
    kind: str
    """Kind of the geometry, which selects the fields below."""
    a: Vec2
    """Centre of a circle or box; first point of a capsule or segment. [m]"""
    b: Vec2
    """Second point of a capsule or segment; half extents of a box. [m]"""
    radius: float
    """Radius of a circle or capsule; rounding of a box or polygon. [m]"""
    angle: float
    """Rotation of a box. [rad]"""


def _geometry(world: Any, value: dict[str, Any]) -> Geometry:
    return Geometry(
        value["kind"],
        value["a"],
        value["b"],
        value["radius"],
        value["angle"],
    )


class Mass(NamedTuple):
    mass: float
    """Mass, at least 0. [kg]"""
    center: Vec2
    """Centre of mass in body coordinates. [m]"""
    inertia: float
    """Rotational inertia about the centre of mass, at least 0. [kg*m^2]"""


def _mass(world: Any, value: dict[str, Any]) -> Mass:
    return Mass(
        value["mass"],
        value["center"],
        value["inertia"],
    )


class Locks(NamedTuple):
    x: bool
    """No motion along x."""
    y: bool
    """No motion along y."""
    rotation: bool
    """No rotation."""


def _locks(world: Any, value: dict[str, Any]) -> Locks:
    return Locks(
        value["x"],
        value["y"],
        value["rotation"],
    )


class Box(NamedTuple):
    min: Vec2
    """Lower corner. [m]"""
    max: Vec2
    """Upper corner. [m]"""


def _box(world: Any, value: dict[str, Any]) -> Box:
    return Box(
        value["min"],
        value["max"],
    )


class StepReport(NamedTuple):
    awake_bodies: int
    """Awake bodies."""
    awake_contacts: int
    """Contacts of awake bodies."""
    solved_contacts: int
    """Contacts that were solved."""
    solved_joints: int
    """Joints that were solved."""
    colors: int
    """Colors of the constraint graph."""
    overflow_constraints: int
    """Constraints without a color."""
    new_contacts: int
    """Contacts that were created."""
    impacts: int
    """Impacts that were resolved at their time."""
    continuous_bodies: int
    """Bodies that were swept."""
    sensor_overlaps: int
    """Overlaps of sensors."""
    capped_bodies: int
    """Bodies that were stopped because their state was out of range."""
    broken_joints: int
    """Joints that broke."""


def _step_report(world: Any, value: dict[str, Any]) -> StepReport:
    return StepReport(
        value["awake_bodies"],
        value["awake_contacts"],
        value["solved_contacts"],
        value["solved_joints"],
        value["colors"],
        value["overflow_constraints"],
        value["new_contacts"],
        value["impacts"],
        value["continuous_bodies"],
        value["sensor_overlaps"],
        value["capped_bodies"],
        value["broken_joints"],
    )


class Counts(NamedTuple):
    bodies: int
    """Bodies."""
    awake_bodies: int
    """Awake bodies."""
    sleeping_bodies: int
    """Sleeping bodies."""
    shapes: int
    """Shapes, sensors included."""
    sensors: int
    """Sensors."""
    contacts: int
    """Contacts, touching or not."""
    touching_contacts: int
    """Touching contacts."""
    joints: int
    """Joints."""
    awake_islands: int
    """Awake islands."""
    sleeping_islands: int
    """Sleeping islands."""


def _counts(world: Any, value: dict[str, Any]) -> Counts:
    return Counts(
        value["bodies"],
        value["awake_bodies"],
        value["sleeping_bodies"],
        value["shapes"],
        value["sensors"],
        value["contacts"],
        value["touching_contacts"],
        value["joints"],
        value["awake_islands"],
        value["sleeping_islands"],
    )


class ImpulseCounts(NamedTuple):
    applied: int
    """Impulses that were applied."""
    stale: int
    """Impulses whose body does not exist."""
    asleep: int
    """Impulses too small to wake their body."""
    unmoved: int
    """Impulses on bodies that no impulse moves."""


def _impulse_counts(world: Any, value: dict[str, Any]) -> ImpulseCounts:
    return ImpulseCounts(
        value["applied"],
        value["stale"],
        value["asleep"],
        value["unmoved"],
    )


class CastResult(NamedTuple):
    shape: Optional[Shape]
    """The shape that was hit."""
    body: Optional[Body]
    """Its body."""
    fraction: float
    """Share of the translation before the hit, 0 to 1."""
    point: Vec2
    """Point of the hit. [m]"""
    normal: Vec2
    """Normal of the shape at the hit; zero for a start inside."""


def _cast_result(world: Any, value: dict[str, Any]) -> CastResult:
    return CastResult(
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        value["fraction"],
        value["point"],
        value["normal"],
    )


class Ray(NamedTuple):
    origin: Vec2
    """Start. [m]"""
    translation: Vec2
    """Vector from the start to the end. [m]"""


def _ray(world: Any, value: dict[str, Any]) -> Ray:
    return Ray(
        value["origin"],
        value["translation"],
    )


class RayAnswer(NamedTuple):
    has_hit: bool
    """Whether the ray hit a shape; the fields below are 0 otherwise."""
    shape: Optional[Shape]
    """The shape that was hit."""
    body: Optional[Body]
    """Its body."""
    fraction: float
    """Share of the translation before the hit."""
    point: Vec2
    """Point of the hit. [m]"""
    normal: Vec2
    """Normal of the shape at the hit."""


def _ray_answer(world: Any, value: dict[str, Any]) -> RayAnswer:
    return RayAnswer(
        value["has_hit"],
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        value["fraction"],
        value["point"],
        value["normal"],
    )


class NearestResult(NamedTuple):
    shape: Optional[Shape]
    """The nearest shape."""
    body: Optional[Body]
    """Its body."""
    point: Vec2
    """Nearest point of the shape. [m]"""
    distance: float
    """Distance, 0 inside. [m]"""
    normal: Vec2
    """Direction from the shape to the point."""


def _nearest_result(world: Any, value: dict[str, Any]) -> NearestResult:
    return NearestResult(
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        value["point"],
        value["distance"],
        value["normal"],
    )


class SeparationResult(NamedTuple):
    shape: Optional[Shape]
    """The shape."""
    body: Optional[Body]
    """Its body."""
    distance: float
    """Distance; negative for an overlap. [m]"""
    point: Vec2
    """Point on the shape. [m]"""
    own_point: Vec2
    """Point on the query shape. [m]"""
    normal: Vec2
    """Direction from the shape to the query shape."""


def _separation_result(world: Any, value: dict[str, Any]) -> SeparationResult:
    return SeparationResult(
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        value["distance"],
        value["point"],
        value["own_point"],
        value["normal"],
    )


class PairResult(NamedTuple):
    shape_a: Optional[Shape]
    """First shape."""
    shape_b: Optional[Shape]
    """Second shape."""
    distance: float
    """Distance; negative for an overlap. [m]"""
    point_a: Vec2
    """Point on the first shape. [m]"""
    point_b: Vec2
    """Point on the second shape. [m]"""
    normal: Vec2
    """Direction from the first to the second shape."""


def _pair_result(world: Any, value: dict[str, Any]) -> PairResult:
    return PairResult(
        Shape(world, value["shape_a"]) if value["shape_a"] else None,
        Shape(world, value["shape_b"]) if value["shape_b"] else None,
        value["distance"],
        value["point_a"],
        value["point_b"],
        value["normal"],
    )


class ImpactResult(NamedTuple):
    shape_a: Optional[Shape]
    """First shape."""
    shape_b: Optional[Shape]
    """Second shape."""
    time: float
    """Time of the impact. [s]"""
    point: Vec2
    """Point of the impact. [m]"""
    normal: Vec2
    """Direction from the first to the second shape."""


def _impact_result(world: Any, value: dict[str, Any]) -> ImpactResult:
    return ImpactResult(
        Shape(world, value["shape_a"]) if value["shape_a"] else None,
        Shape(world, value["shape_b"]) if value["shape_b"] else None,
        value["time"],
        value["point"],
        value["normal"],
    )


class ShapeInBox(NamedTuple):
    shape: Optional[Shape]
    """The shape."""
    body: Optional[Body]
    """Its body."""
    pose: Pose
    """Pose of the body."""
    center: Vec2
    """Centre of mass of the body. [m]"""
    velocity: Vec2
    """Velocity of the body. [m/s]"""
    angular_velocity: float
    """Angular velocity of the body. [rad/s]"""


def _shape_in_box(world: Any, value: dict[str, Any]) -> ShapeInBox:
    return ShapeInBox(
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        Pose(*value["pose"]),
        value["center"],
        value["velocity"],
        value["angular_velocity"],
    )


class ContactPoint(NamedTuple):
    point: Vec2
    """Position. [m]"""
    separation: float
    """Separation; negative for an overlap. [m]"""
    normal_impulse: float
    """Normal impulse of the last step. [N*s]"""
    tangent_impulse: float
    """Tangent impulse of the last step. [N*s]"""
    feature: int
    """Id of the features that define the point."""


def _contact_point(world: Any, value: dict[str, Any]) -> ContactPoint:
    return ContactPoint(
        value["point"],
        value["separation"],
        value["normal_impulse"],
        value["tangent_impulse"],
        value["feature"],
    )


class Party(NamedTuple):
    shape: Optional[Shape]
    """The shape."""
    body: Optional[Body]
    """Its body."""
    shape_data: int
    """User data of the shape."""
    body_data: int
    """User data of the body."""


def _party(world: Any, value: dict[str, Any]) -> Party:
    return Party(
        Shape(world, value["shape"]) if value["shape"] else None,
        Body(world, value["body"]) if value["body"] else None,
        value["shape_data"],
        value["body_data"],
    )


class TouchEvent(NamedTuple):
    contact: Optional[Contact]
    """The contact."""
    a: Party
    """First shape."""
    b: Party
    """Second shape."""


def _touch_event(world: Any, value: dict[str, Any]) -> TouchEvent:
    return TouchEvent(
        Contact(world, value["contact"]) if value["contact"] else None,
        _party(world, value["a"]),
        _party(world, value["b"]),
    )


class HitEvent(NamedTuple):
    contact: Optional[Contact]
    """The contact."""
    a: Party
    """First shape."""
    b: Party
    """Second shape."""
    point: Vec2
    """Point of the hit. [m]"""
    normal: Vec2
    """Direction from the first to the second shape."""
    approach_speed: float
    """Speed of approach. [m/s]"""
    impulse: float
    """Normal impulse. [N*s]"""


def _hit_event(world: Any, value: dict[str, Any]) -> HitEvent:
    return HitEvent(
        Contact(world, value["contact"]) if value["contact"] else None,
        _party(world, value["a"]),
        _party(world, value["b"]),
        value["point"],
        value["normal"],
        value["approach_speed"],
        value["impulse"],
    )


class SensorEvent(NamedTuple):
    kind: str
    """Whether the overlap began or ended."""
    sensor: Party
    """The sensor."""
    visitor: Party
    """The other shape."""


def _sensor_event(world: Any, value: dict[str, Any]) -> SensorEvent:
    return SensorEvent(
        value["kind"],
        _party(world, value["sensor"]),
        _party(world, value["visitor"]),
    )


class MoveEvent(NamedTuple):
    body: Optional[Body]
    """The body that moved."""
    user_data: int
    """Its user data."""
    pose: Pose
    """Its new pose."""


def _move_event(world: Any, value: dict[str, Any]) -> MoveEvent:
    return MoveEvent(
        Body(world, value["body"]) if value["body"] else None,
        value["user_data"],
        Pose(*value["pose"]),
    )


class SleepEvent(NamedTuple):
    body: Optional[Body]
    """The body."""
    user_data: int
    """Its user data."""


def _sleep_event(world: Any, value: dict[str, Any]) -> SleepEvent:
    return SleepEvent(
        Body(world, value["body"]) if value["body"] else None,
        value["user_data"],
    )


class JointEvent(NamedTuple):
    joint: Optional[Joint]
    """The joint."""
    user_data: int
    """Its user data."""
    body_a: Optional[Body]
    """First body."""
    body_b: Optional[Body]
    """Second body."""
    data_a: int
    """User data of the first body."""
    data_b: int
    """User data of the second body."""
    force: Vec2
    """Load. [N]"""
    torque: float
    """Load. [N*m]"""


def _joint_event(world: Any, value: dict[str, Any]) -> JointEvent:
    return JointEvent(
        Joint(world, value["joint"]) if value["joint"] else None,
        value["user_data"],
        Body(world, value["body_a"]) if value["body_a"] else None,
        Body(world, value["body_b"]) if value["body_b"] else None,
        value["data_a"],
        value["data_b"],
        value["force"],
        value["torque"],
    )


class Range(NamedTuple):
    lower: float
    """Lower end."""
    upper: float
    """Upper end."""


def _range(world: Any, value: dict[str, Any]) -> Range:
    return Range(
        value["lower"],
        value["upper"],
    )


class Motor(NamedTuple):
    speed: float
    """Speed; of a hinge as an angular velocity. [m/s]"""
    strength: float
    """Largest force; of a hinge as a torque. [N]"""


def _motor(world: Any, value: dict[str, Any]) -> Motor:
    return Motor(
        value["speed"],
        value["strength"],
    )


class Spring(NamedTuple):
    hertz: float
    """Stiffness. [Hz]"""
    damping_ratio: float
    """Damping ratio."""
    target: float
    """Target; of a hinge as an angle. [m]"""


def _spring(world: Any, value: dict[str, Any]) -> Spring:
    return Spring(
        value["hertz"],
        value["damping_ratio"],
        value["target"],
    )


class Servo(NamedTuple):
    target: float
    """Target; of a hinge as an angle. [m]"""
    max_speed: float
    """Largest speed. [m/s]"""
    strength: float
    """Largest force; of a hinge as a torque. [N]"""


def _servo(world: Any, value: dict[str, Any]) -> Servo:
    return Servo(
        value["target"],
        value["max_speed"],
        value["strength"],
    )


class LinearMotor(NamedTuple):
    velocity: Vec2
    """Relative velocity. [m/s]"""
    max_force: float
    """Largest force. [N]"""


def _linear_motor(world: Any, value: dict[str, Any]) -> LinearMotor:
    return LinearMotor(
        value["velocity"],
        value["max_force"],
    )


class LinearSpring(NamedTuple):
    hertz: float
    """Stiffness. [Hz]"""
    damping_ratio: float
    """Damping ratio."""
    max_force: float
    """Largest force. [N]"""


def _linear_spring(world: Any, value: dict[str, Any]) -> LinearSpring:
    return LinearSpring(
        value["hertz"],
        value["damping_ratio"],
        value["max_force"],
    )


class LoadLimit(NamedTuple):
    has_force: bool
    """Whether `force` applies."""
    force: float
    """Limit of the force. [N]"""
    has_torque: bool
    """Whether `torque` applies."""
    torque: float
    """Limit of the torque. [N*m]"""


def _load_limit(world: Any, value: dict[str, Any]) -> LoadLimit:
    return LoadLimit(
        value["has_force"],
        value["force"],
        value["has_torque"],
        value["torque"],
    )


class PairOfBodies(NamedTuple):
    a: Optional[Body]
    """First body."""
    b: Optional[Body]
    """Second body."""


def _pair_of_bodies(world: Any, value: dict[str, Any]) -> PairOfBodies:
    return PairOfBodies(
        Body(world, value["a"]) if value["a"] else None,
        Body(world, value["b"]) if value["b"] else None,
    )


class PairOfShapes(NamedTuple):
    a: Optional[Shape]
    """First shape."""
    b: Optional[Shape]
    """Second shape."""


def _pair_of_shapes(world: Any, value: dict[str, Any]) -> PairOfShapes:
    return PairOfShapes(
        Shape(world, value["a"]) if value["a"] else None,
        Shape(world, value["b"]) if value["b"] else None,
    )


class PairOfPoses(NamedTuple):
    a: Pose
    """First frame."""
    b: Pose
    """Second frame."""


def _pair_of_poses(world: Any, value: dict[str, Any]) -> PairOfPoses:
    return PairOfPoses(
        Pose(*value["a"]),
        Pose(*value["b"]),
    )


class PairOfPoints(NamedTuple):
    a: Vec2
    """First point. [m]"""
    b: Vec2
    """Second point. [m]"""


def _pair_of_points(world: Any, value: dict[str, Any]) -> PairOfPoints:
    return PairOfPoints(
        value["a"],
        value["b"],
    )


class Overlap(NamedTuple):
    sensor: Optional[Shape]
    """The sensor."""
    visitor: Optional[Shape]
    """The other shape."""


def _overlap(world: Any, value: dict[str, Any]) -> Overlap:
    return Overlap(
        Shape(world, value["sensor"]) if value["sensor"] else None,
        Shape(world, value["visitor"]) if value["visitor"] else None,
    )


class OneWay(NamedTuple):
    direction: Vec2
    """Direction of the open side."""
    half_angle: float
    """Half angle of the solid side. [rad]"""


def _one_way(world: Any, value: dict[str, Any]) -> OneWay:
    return OneWay(
        value["direction"],
        value["half_angle"],
    )


class Primitive(NamedTuple):
    kind: str
    """Closed outline, line, or point."""
    color: int
    """Color as 0x00RRGGBB."""
    first: int
    """Index of the first of its points."""
    count: int
    """Number of its points."""
    radius: float
    """Radius of a disc or rounding; size of a point. [m]"""


def _primitive(world: Any, value: dict[str, Any]) -> Primitive:
    return Primitive(
        value["kind"],
        value["color"],
        value["first"],
        value["count"],
        value["radius"],
    )


class Body(Handle):
    """A body of a world."""

    __slots__ = ()

    @property
    def exists(self) -> bool:
        """Returns whether the body exists."""
        return self._world.body_exists(self._id)

    @property
    def kind(self) -> str:
        """Returns whether the body is static, kinematic or dynamic."""
        return self._world.body_kind(self._id)

    @kind.setter
    def kind(self, value: Any) -> None:
        self.set_kind(value)

    @property
    def pose(self) -> Pose:
        """Returns the position of the origin and the rotation."""
        value = self._world.body_pose(self._id)
        return Pose(*value)

    @pose.setter
    def pose(self, value: Any) -> None:
        self.set_pose(value)

    @property
    def position(self) -> Vec2:
        """Returns the position of the origin."""
        return self._world.body_position(self._id)

    @position.setter
    def position(self, value: Any) -> None:
        self.set_position(value)

    @property
    def position64(self) -> Vec2:
        """Returns the position of the origin with 64 bits."""
        return self._world.body_position64(self._id)

    @position64.setter
    def position64(self, value: Any) -> None:
        self.set_position64(value)

    def pose_from(self, origin: Sequence[float]) -> Pose:
        """Returns the pose relative to a point of the world."""
        value = self._world.body_pose_from(self._id, origin)
        return Pose(*value)

    @property
    def rotation(self) -> Rot:
        """Returns the rotation."""
        return self._world.body_rotation(self._id)

    @property
    def angle(self) -> float:
        """Returns the rotation, from -pi to pi."""
        return self._world.body_angle(self._id)

    @angle.setter
    def angle(self, value: Any) -> None:
        self.set_angle(value)

    @property
    def center(self) -> Vec2:
        """Returns the centre of mass in world coordinates."""
        return self._world.body_center(self._id)

    @property
    def center64(self) -> Vec2:
        """Returns the centre of mass with 64 bits."""
        return self._world.body_center64(self._id)

    @property
    def velocity(self) -> Vec2:
        """Returns the velocity of the centre of mass."""
        return self._world.body_velocity(self._id)

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self.set_velocity(value)

    @property
    def angular_velocity(self) -> float:
        """Returns the angular velocity."""
        return self._world.body_angular_velocity(self._id)

    @angular_velocity.setter
    def angular_velocity(self, value: Any) -> None:
        self.set_angular_velocity(value)

    def velocity_at(self, point: Sequence[float]) -> Vec2:
        """Returns the velocity of a point of the body."""
        return self._world.body_velocity_at(self._id, point)

    def pose_after(self, time: float) -> Pose:
        """Returns the pose after a time of free motion."""
        value = self._world.body_pose_after(self._id, time)
        return Pose(*value)

    @property
    def mass(self) -> Mass:
        """Returns the mass, zero unless the body is dynamic."""
        value = self._world.body_mass(self._id)
        return _mass(self._world, value)

    @mass.setter
    def mass(self, value: Any) -> None:
        self.set_mass(value)

    @property
    def given_mass(self) -> Optional[Mass]:
        """Returns the mass that replaces that of the shapes."""
        value = self._world.body_given_mass(self._id)
        return _mass(self._world, value) if value is not None else None

    @property
    def kinetic_energy(self) -> float:
        """Returns the kinetic energy."""
        return self._world.body_kinetic_energy(self._id)

    @property
    def is_awake(self) -> bool:
        """Returns whether the body is awake."""
        return self._world.body_is_awake(self._id)

    @property
    def is_asleep(self) -> bool:
        """Returns whether the body sleeps."""
        return self._world.body_is_asleep(self._id)

    @property
    def is_enabled(self) -> bool:
        """Returns whether the body is enabled."""
        return self._world.body_is_enabled(self._id)

    @property
    def gravity_scale(self) -> float:
        """Returns the factor on gravity."""
        return self._world.body_gravity_scale(self._id)

    @gravity_scale.setter
    def gravity_scale(self, value: Any) -> None:
        self.set_gravity_scale(value)

    @property
    def linear_damping(self) -> float:
        """Returns the damping rate of the velocity."""
        return self._world.body_linear_damping(self._id)

    @property
    def angular_damping(self) -> float:
        """Returns the damping rate of the angular velocity."""
        return self._world.body_angular_damping(self._id)

    @property
    def locks(self) -> Locks:
        """Returns the locked directions."""
        value = self._world.body_locks(self._id)
        return _locks(self._world, value)

    @property
    def sleep_threshold(self) -> float:
        """Returns the speed under which the body may fall asleep."""
        return self._world.body_sleep_threshold(self._id)

    @sleep_threshold.setter
    def sleep_threshold(self, value: Any) -> None:
        self.set_sleep_threshold(value)

    @property
    def is_bullet(self) -> bool:
        """Returns whether continuous collision applies to dynamic bodies."""
        return self._world.body_is_bullet(self._id)

    @property
    def is_joined(self) -> bool:
        """Returns whether the shapes are parts of one solid."""
        return self._world.body_is_joined(self._id)

    @property
    def sweep_threshold(self) -> float:
        """Returns the motion above which the body is swept."""
        return self._world.body_sweep_threshold(self._id)

    @sweep_threshold.setter
    def sweep_threshold(self, value: Any) -> None:
        self.set_sweep_threshold(value)

    @property
    def time_scale(self) -> float:
        """Returns the time scale of the body."""
        return self._world.body_time_scale(self._id)

    @time_scale.setter
    def time_scale(self, value: Any) -> None:
        self.set_time_scale(value)

    @property
    def dominance(self) -> int:
        """Returns the dominance."""
        return self._world.body_dominance(self._id)

    @dominance.setter
    def dominance(self, value: Any) -> None:
        self.set_dominance(value)

    @property
    def can_sleep(self) -> bool:
        """Returns whether the body may fall asleep."""
        return self._world.body_can_sleep(self._id)

    @can_sleep.setter
    def can_sleep(self, value: Any) -> None:
        self.set_can_sleep(value)

    @property
    def user_data(self) -> int:
        """Returns the user data."""
        return self._world.body_user_data(self._id)

    @user_data.setter
    def user_data(self, value: Any) -> None:
        self.set_user_data(value)

    @property
    def shapes(self) -> list[Shape]:
        """Lists the shapes in the order in which they were added."""
        return [Shape(self._world, value) for value in self._world.body_shapes(self._id)]

    @property
    def contacts(self) -> list[Contact]:
        """Lists the contacts, newest first."""
        return [Contact(self._world, value) for value in self._world.body_contacts(self._id)]

    @property
    def joints(self) -> list[Joint]:
        """Lists the joints, newest first."""
        return [Joint(self._world, value) for value in self._world.body_joints(self._id)]

    def set_pose(self, pose: Sequence[Any]) -> None:
        """Moves the body."""
        self._world.body_set_pose(self._id, pose)

    def set_pose64(self, position: Sequence[float], angle: float) -> None:
        """Moves the body, with 64 bits."""
        self._world.body_set_pose64(self._id, position, angle)

    def set_position(self, position: Sequence[float]) -> None:
        """Moves the body and keeps its rotation."""
        self._world.body_set_position(self._id, position)

    def set_position64(self, position: Sequence[float]) -> None:
        """Moves the body with 64 bits and keeps its rotation."""
        self._world.body_set_position64(self._id, position)

    def set_angle(self, angle: float) -> None:
        """Turns the body about its origin."""
        self._world.body_set_angle(self._id, angle)

    def set_velocity(self, velocity: Sequence[float]) -> None:
        """Sets the velocity and wakes the body."""
        self._world.body_set_velocity(self._id, velocity)

    def set_angular_velocity(self, angular_velocity: float) -> None:
        """Sets the angular velocity and wakes the body."""
        self._world.body_set_angular_velocity(self._id, angular_velocity)

    def set_target(self, pose: Sequence[Any], dt: float) -> None:
        """Sets the velocities that reach a pose within a time."""
        self._world.body_set_target(self._id, pose, dt)

    def set_target64(self, position: Sequence[float], angle: float, dt: float) -> None:
        """Sets the velocities that reach a pose within a time, with 64 bits."""
        self._world.body_set_target64(self._id, position, angle, dt)

    def apply_force(self, force: Sequence[float]) -> None:
        """Applies a force at the centre of mass during the next step."""
        self._world.body_apply_force(self._id, force)

    def apply_force_at(self, force: Sequence[float], point: Sequence[float]) -> None:
        """Applies a force at a point of the world during the next step."""
        self._world.body_apply_force_at(self._id, force, point)

    def apply_force_at64(self, force: Sequence[float], point: Sequence[float]) -> None:
        """Applies a force at a point of the world with 64 bits."""
        self._world.body_apply_force_at64(self._id, force, point)

    def apply_torque(self, torque: float) -> None:
        """Applies a torque during the next step."""
        self._world.body_apply_torque(self._id, torque)

    def apply_impulse(self, impulse: Sequence[float]) -> None:
        """Applies an impulse at the centre of mass."""
        self._world.body_apply_impulse(self._id, impulse)

    def apply_impulse_at(self, impulse: Sequence[float], point: Sequence[float]) -> None:
        """Applies an impulse at a point of the world."""
        self._world.body_apply_impulse_at(self._id, impulse, point)

    def apply_impulse_at64(self, impulse: Sequence[float], point: Sequence[float]) -> None:
        """Applies an impulse at a point of the world with 64 bits."""
        self._world.body_apply_impulse_at64(self._id, impulse, point)

    def apply_angular_impulse(self, impulse: float) -> None:
        """Applies an angular impulse."""
        self._world.body_apply_angular_impulse(self._id, impulse)

    def set_gravity_scale(self, scale: float) -> None:
        """Sets the factor on gravity."""
        self._world.body_set_gravity_scale(self._id, scale)

    def set_damping(self, linear: float, angular: float) -> None:
        """Sets the damping rates."""
        self._world.body_set_damping(self._id, linear, angular)

    def set_locks(self, x: bool, y: bool, rotation: bool) -> None:
        """Sets the locked directions."""
        self._world.body_set_locks(self._id, x, y, rotation)

    def set_mass(self, mass: dict[str, Any]) -> None:
        """Replaces the mass of the shapes."""
        self._world.body_set_mass(self._id, _plain(mass))

    def clear_mass(self) -> None:
        """Uses the mass of the shapes again."""
        self._world.body_clear_mass(self._id)

    def set_sleep_threshold(self, speed: float) -> None:
        """Sets the speed under which the body may fall asleep."""
        self._world.body_set_sleep_threshold(self._id, speed)

    def set_bullet(self, bullet: bool) -> None:
        """Sets whether continuous collision applies to dynamic bodies."""
        self._world.body_set_bullet(self._id, bullet)

    def set_sweep_threshold(self, share: float) -> None:
        """Sets the motion above which the body is swept."""
        self._world.body_set_sweep_threshold(self._id, share)

    def set_dominance(self, dominance: int) -> None:
        """Sets the dominance, -128 to 127."""
        self._world.body_set_dominance(self._id, dominance)

    def set_time_scale(self, scale: float) -> None:
        """Sets the time scale of the body."""
        self._world.body_set_time_scale(self._id, scale)

    def set_can_sleep(self, can_sleep: bool) -> None:
        """Sets whether the body may fall asleep."""
        self._world.body_set_can_sleep(self._id, can_sleep)

    def wake(self) -> None:
        """Wakes the body."""
        self._world.body_wake(self._id)

    def sleep(self) -> bool:
        """Puts the body and its island to sleep; returns whether it sleeps."""
        return self._world.body_sleep(self._id)

    def set_kind(self, kind: str) -> None:
        """Makes the body static, kinematic or dynamic."""
        self._world.body_set_kind(self._id, kind)

    def drop_through(self) -> int:
        """Lets the body fall through the one-way shapes under it; returns their number."""
        return self._world.body_drop_through(self._id)

    def drop_through_shape(self, platform: Optional[Shape]) -> bool:
        """Lets the body fall through a one-way shape."""
        return self._world.body_drop_through_shape(self._id, _bits(platform))

    def set_enabled(self, enabled: bool) -> None:
        """Sets whether the body is simulated."""
        self._world.body_set_enabled(self._id, enabled)

    def set_user_data(self, user_data: int) -> None:
        """Sets the user data."""
        self._world.body_set_user_data(self._id, user_data)


class Shape(Handle):
    """A shape of a world."""

    __slots__ = ()

    @property
    def exists(self) -> bool:
        """Returns whether the shape exists."""
        return self._world.shape_exists(self._id)

    @property
    def body(self) -> Body:
        """Returns the body of the shape."""
        return Body(self._world, self._world.shape_body(self._id))

    @property
    def kind(self) -> str:
        """Returns the kind of the geometry; a segment of a chain is a segment."""
        return self._world.shape_kind(self._id)

    @property
    def radius(self) -> float:
        """Returns the radius of a circle or capsule, or the rounding of a polygon."""
        return self._world.shape_radius(self._id)

    @property
    def points(self) -> list[Vec2]:
        """Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon."""
        return [value for value in self._world.shape_points(self._id)]

    @property
    def aabb(self) -> Box:
        """Returns the box around the shape in world coordinates."""
        value = self._world.shape_aabb(self._id)
        return _box(self._world, value)

    @property
    def density(self) -> float:
        """Returns the density."""
        return self._world.shape_density(self._id)

    @density.setter
    def density(self, value: Any) -> None:
        self.set_density(value)

    @property
    def material(self) -> Material:
        """Returns the material."""
        value = self._world.shape_material(self._id)
        return _material(self._world, value)

    @material.setter
    def material(self, value: Any) -> None:
        self.set_material(value)

    @property
    def report_hits_above(self) -> Optional[float]:
        """Returns the speed above which hits are reported."""
        return self._world.shape_report_hits_above(self._id)

    @property
    def is_hooked(self) -> bool:
        """Returns whether hooks run for the shape."""
        return self._world.shape_is_hooked(self._id)

    @property
    def one_way(self) -> Optional[OneWay]:
        """Returns the one-way setting."""
        value = self._world.shape_one_way(self._id)
        return _one_way(self._world, value) if value is not None else None

    @property
    def filter(self) -> Filter:
        """Returns the collision filter."""
        value = self._world.shape_filter(self._id)
        return _filter(self._world, value)

    @filter.setter
    def filter(self, value: Any) -> None:
        self.set_filter(value)

    @property
    def user_data(self) -> int:
        """Returns the user data."""
        return self._world.shape_user_data(self._id)

    @user_data.setter
    def user_data(self, value: Any) -> None:
        self.set_user_data(value)

    @property
    def is_sensor(self) -> bool:
        """Returns whether the shape is a sensor."""
        return self._world.shape_is_sensor(self._id)

    @property
    def sensor_events(self) -> bool:
        """Returns whether sensors detect the shape."""
        return self._world.shape_sensor_events(self._id)

    @sensor_events.setter
    def sensor_events(self, value: Any) -> None:
        self.set_sensor_events(value)

    @property
    def visitors(self) -> list[Shape]:
        """Lists the shapes that overlap this sensor."""
        return [Shape(self._world, value) for value in self._world.shape_visitors(self._id)]

    @property
    def sensors(self) -> list[Shape]:
        """Lists the sensors that this shape overlaps."""
        return [Shape(self._world, value) for value in self._world.shape_sensors(self._id)]

    def set_material(self, material: dict[str, Any]) -> None:
        """Sets the material."""
        self._world.shape_set_material(self._id, _plain(material))

    def set_hooked(self, hooked: bool) -> None:
        """Sets whether hooks run for the shape."""
        self._world.shape_set_hooked(self._id, hooked)

    def set_one_way(self, direction: Sequence[float], half_angle: float) -> None:
        """Makes the shape solid from one side only."""
        self._world.shape_set_one_way(self._id, direction, half_angle)

    def clear_one_way(self) -> None:
        """Makes the shape solid from all sides."""
        self._world.shape_clear_one_way(self._id)

    def set_filter(self, filter: dict[str, Any]) -> None:
        """Sets the collision filter."""
        self._world.shape_set_filter(self._id, _plain(filter))

    def set_sensor(self, is_sensor: bool) -> None:
        """Sets whether the shape is a sensor."""
        self._world.shape_set_sensor(self._id, is_sensor)

    def set_sensor_events(self, seen: bool) -> None:
        """Sets whether sensors detect the shape."""
        self._world.shape_set_sensor_events(self._id, seen)

    def set_geometry(self, geometry: dict[str, Any]) -> None:
        """Replaces the geometry."""
        self._world.shape_set_geometry(self._id, _plain(geometry))

    def set_density(self, density: float) -> None:
        """Sets the density."""
        self._world.shape_set_density(self._id, density)

    def set_user_data(self, user_data: int) -> None:
        """Sets the user data."""
        self._world.shape_set_user_data(self._id, user_data)


class Joint(Handle):
    """A joint of a world."""

    __slots__ = ()

    @property
    def exists(self) -> bool:
        """Returns whether the joint exists."""
        return self._world.joint_exists(self._id)

    @property
    def kind(self) -> str:
        """Returns the kind."""
        return self._world.joint_kind(self._id)

    @property
    def bodies(self) -> PairOfBodies:
        """Returns the two bodies."""
        value = self._world.joint_bodies(self._id)
        return _pair_of_bodies(self._world, value)

    @property
    def frames(self) -> PairOfPoses:
        """Returns the frames in body coordinates."""
        value = self._world.joint_frames(self._id)
        return _pair_of_poses(self._world, value)

    @property
    def world_frames(self) -> PairOfPoses:
        """Returns the frames in world coordinates."""
        value = self._world.joint_world_frames(self._id)
        return _pair_of_poses(self._world, value)

    def frames_from(self, origin: Sequence[float]) -> PairOfPoses:
        """Returns the frames relative to a point of the world."""
        value = self._world.joint_frames_from(self._id, origin)
        return _pair_of_poses(self._world, value)

    @property
    def reaction_force(self) -> Vec2:
        """Returns the force on the second body."""
        return self._world.joint_reaction_force(self._id)

    @property
    def reaction_torque(self) -> float:
        """Returns the torque on the second body."""
        return self._world.joint_reaction_torque(self._id)

    @property
    def motor_load(self) -> float:
        """Returns the force or torque of the motor."""
        return self._world.joint_motor_load(self._id)

    @property
    def is_enabled(self) -> bool:
        """Returns whether the joint is enabled."""
        return self._world.joint_is_enabled(self._id)

    @property
    def break_at(self) -> LoadLimit:
        """Returns the load above which the joint breaks."""
        value = self._world.joint_break_at(self._id)
        return _load_limit(self._world, value)

    @property
    def report_above(self) -> LoadLimit:
        """Returns the load above which an event is reported."""
        value = self._world.joint_report_above(self._id)
        return _load_limit(self._world, value)

    @property
    def is_overloaded(self) -> bool:
        """Returns whether the load is above its limit."""
        return self._world.joint_is_overloaded(self._id)

    @property
    def collide_connected(self) -> bool:
        """Returns whether the two bodies collide."""
        return self._world.joint_collide_connected(self._id)

    @collide_connected.setter
    def collide_connected(self, value: Any) -> None:
        self.set_collide_connected(value)

    @property
    def user_data(self) -> int:
        """Returns the user data."""
        return self._world.joint_user_data(self._id)

    @user_data.setter
    def user_data(self, value: Any) -> None:
        self.set_user_data(value)

    @property
    def limits(self) -> Optional[Range]:
        """Returns the limits."""
        value = self._world.joint_limits(self._id)
        return _range(self._world, value) if value is not None else None

    @property
    def motor(self) -> Optional[Motor]:
        """Returns the motor."""
        value = self._world.joint_motor(self._id)
        return _motor(self._world, value) if value is not None else None

    @property
    def spring(self) -> Optional[Spring]:
        """Returns the spring."""
        value = self._world.joint_spring(self._id)
        return _spring(self._world, value) if value is not None else None

    @property
    def spring_range(self) -> Optional[Range]:
        """Returns the bounds of the force of the spring."""
        value = self._world.joint_spring_range(self._id)
        return _range(self._world, value) if value is not None else None

    @property
    def servo(self) -> Optional[Servo]:
        """Returns the servo."""
        value = self._world.joint_servo(self._id)
        return _servo(self._world, value) if value is not None else None

    @property
    def linear_motor(self) -> Optional[LinearMotor]:
        """Returns the linear motor."""
        value = self._world.joint_linear_motor(self._id)
        return _linear_motor(self._world, value) if value is not None else None

    @property
    def linear_spring(self) -> Optional[LinearSpring]:
        """Returns the linear spring."""
        value = self._world.joint_linear_spring(self._id)
        return _linear_spring(self._world, value) if value is not None else None

    @property
    def target(self) -> Optional[Vec2]:
        """Returns the target of a grab."""
        return self._world.joint_target(self._id)

    @target.setter
    def target(self, value: Any) -> None:
        self.set_target(value)

    @property
    def softness(self) -> Optional[Range]:
        """Returns stiffness in hertz and damping ratio of the joint."""
        value = self._world.joint_softness(self._id)
        return _range(self._world, value) if value is not None else None

    @property
    def rest_length(self) -> Optional[float]:
        """Returns the rest length."""
        return self._world.joint_rest_length(self._id)

    @property
    def angle(self) -> float:
        """Returns the angle between the frames."""
        return self._world.joint_angle(self._id)

    @property
    def distance(self) -> float:
        """Returns the distance between the anchors."""
        return self._world.joint_distance(self._id)

    @property
    def slide(self) -> float:
        """Returns the displacement along the axis."""
        return self._world.joint_slide(self._id)

    @property
    def coordinate(self) -> float:
        """Returns the coordinate that limits and motor act on."""
        return self._world.joint_coordinate(self._id)

    @property
    def ratio(self) -> Optional[float]:
        """Returns the ratio of a gear or pulley."""
        return self._world.joint_ratio(self._id)

    @ratio.setter
    def ratio(self, value: Any) -> None:
        self.set_ratio(value)

    @property
    def pulley_points(self) -> Optional[PairOfPoints]:
        """Returns the wheels of a pulley."""
        value = self._world.joint_pulley_points(self._id)
        return _pair_of_points(self._world, value) if value is not None else None

    @property
    def ratchet(self) -> Optional[Range]:
        """Returns pitch and phase of a ratchet."""
        value = self._world.joint_ratchet(self._id)
        return _range(self._world, value) if value is not None else None

    @property
    def is_slack(self) -> bool:
        """Returns whether the rope of a pulley is slack."""
        return self._world.joint_is_slack(self._id)

    @property
    def angular_speed(self) -> float:
        """Returns the relative angular velocity."""
        return self._world.joint_angular_speed(self._id)

    @property
    def speed(self) -> float:
        """Returns the rate of the coordinate."""
        return self._world.joint_speed(self._id)

    @property
    def separation(self) -> float:
        """Returns how far the anchors are apart."""
        return self._world.joint_separation(self._id)

    @property
    def angular_separation(self) -> float:
        """Returns the error of a locked angle."""
        return self._world.joint_angular_separation(self._id)

    @property
    def is_active(self) -> bool:
        """Returns whether the joint takes part in the simulation."""
        return self._world.joint_is_active(self._id)

    def set_enabled(self, enabled: bool) -> None:
        """Sets whether the joint is enabled."""
        self._world.joint_set_enabled(self._id, enabled)

    def set_limits(self, lower: float, upper: float) -> None:
        """Sets the limits; of a hinge as angles."""
        self._world.joint_set_limits(self._id, lower, upper)

    def clear_limits(self) -> None:
        """Removes the limits."""
        self._world.joint_clear_limits(self._id)

    def set_motor(self, speed: float, strength: float) -> None:
        """Sets the motor; of a hinge as angular velocity and torque."""
        self._world.joint_set_motor(self._id, speed, strength)

    def clear_motor(self) -> None:
        """Removes the motor."""
        self._world.joint_clear_motor(self._id)

    def set_spring(self, hertz: float, damping_ratio: float, target: float) -> None:
        """Sets the spring."""
        self._world.joint_set_spring(self._id, hertz, damping_ratio, target)

    def clear_spring(self) -> None:
        """Removes the spring."""
        self._world.joint_clear_spring(self._id)

    def set_spring_range(self, lower: float, upper: float) -> None:
        """Bounds the force of the spring."""
        self._world.joint_set_spring_range(self._id, lower, upper)

    def clear_spring_range(self) -> None:
        """Removes the bounds of the force of the spring."""
        self._world.joint_clear_spring_range(self._id)

    def set_servo(self, target: float, max_speed: float, strength: float) -> None:
        """Sets the servo."""
        self._world.joint_set_servo(self._id, target, max_speed, strength)

    def clear_servo(self) -> None:
        """Removes the servo."""
        self._world.joint_clear_servo(self._id)

    def set_linear_motor(self, velocity: Sequence[float], max_force: float) -> None:
        """Sets the linear motor of a drive."""
        self._world.joint_set_linear_motor(self._id, velocity, max_force)

    def clear_linear_motor(self) -> None:
        """Removes the linear motor."""
        self._world.joint_clear_linear_motor(self._id)

    def set_linear_spring(self, hertz: float, damping_ratio: float, max_force: float) -> None:
        """Sets the linear spring of a weld, drive or grab."""
        self._world.joint_set_linear_spring(self._id, hertz, damping_ratio, max_force)

    def clear_linear_spring(self) -> None:
        """Removes the linear spring."""
        self._world.joint_clear_linear_spring(self._id)

    def set_target(self, target: Sequence[float]) -> None:
        """Sets the target of a grab."""
        self._world.joint_set_target(self._id, target)

    def set_softness(self, hertz: float, damping_ratio: float) -> None:
        """Sets stiffness and damping ratio of the joint."""
        self._world.joint_set_softness(self._id, hertz, damping_ratio)

    def clear_softness(self) -> None:
        """Uses the softness of the world again."""
        self._world.joint_clear_softness(self._id)

    def set_ratio(self, ratio: float) -> None:
        """Sets the ratio of a gear or pulley."""
        self._world.joint_set_ratio(self._id, ratio)

    def set_ratchet(self, pitch: float, phase: float) -> None:
        """Sets the ratchet of a rotary joint."""
        self._world.joint_set_ratchet(self._id, pitch, phase)

    def clear_ratchet(self) -> None:
        """Removes the ratchet."""
        self._world.joint_clear_ratchet(self._id)

    def set_length(self, length: float) -> None:
        """Sets the rest length."""
        self._world.joint_set_length(self._id, length)

    def set_frames(self, frame_a: Sequence[Any], frame_b: Sequence[Any]) -> None:
        """Sets the frames in body coordinates."""
        self._world.joint_set_frames(self._id, frame_a, frame_b)

    def set_break_at(self, force: float, torque: float) -> None:
        """Sets the load above which the joint breaks."""
        self._world.joint_set_break_at(self._id, force, torque)

    def clear_break_at(self) -> None:
        """Makes the joint unbreakable."""
        self._world.joint_clear_break_at(self._id)

    def set_report_above(self, force: float, torque: float) -> None:
        """Sets the load above which an event is reported."""
        self._world.joint_set_report_above(self._id, force, torque)

    def clear_report_above(self) -> None:
        """Reports no load."""
        self._world.joint_clear_report_above(self._id)

    def set_collide_connected(self, collide: bool) -> None:
        """Sets whether the two bodies collide."""
        self._world.joint_set_collide_connected(self._id, collide)

    def set_user_data(self, user_data: int) -> None:
        """Sets the user data."""
        self._world.joint_set_user_data(self._id, user_data)


class Contact(Handle):
    """A contact of a world."""

    __slots__ = ()

    @property
    def exists(self) -> bool:
        """Returns whether the contact exists."""
        return self._world.contact_exists(self._id)

    @property
    def shapes(self) -> PairOfShapes:
        """Returns the two shapes."""
        value = self._world.contact_shapes(self._id)
        return _pair_of_shapes(self._world, value)

    @property
    def bodies(self) -> PairOfBodies:
        """Returns the two bodies."""
        value = self._world.contact_bodies(self._id)
        return _pair_of_bodies(self._world, value)

    @property
    def is_touching(self) -> bool:
        """Returns whether the shapes touch."""
        return self._world.contact_is_touching(self._id)

    @property
    def normal(self) -> Vec2:
        """Returns the direction from the first to the second shape."""
        return self._world.contact_normal(self._id)

    @property
    def points(self) -> list[ContactPoint]:
        """Lists the contact points, at most two."""
        return [_contact_point(self._world, value) for value in self._world.contact_points(self._id)]

    def points_from(self, origin: Sequence[float]) -> list[ContactPoint]:
        """Lists the contact points relative to a point of the world."""
        return [_contact_point(self._world, value) for value in self._world.contact_points_from(self._id, origin)]


class Field(Handle):
    """A field of a world."""

    __slots__ = ()


class Portal(Handle):
    """A pair of openings of a world."""

    __slots__ = ()


class _Calls:
    """The calls of a world."""

    __slots__ = ()

    _world: Any

    def step(self, dt: float) -> StepReport:
        """Advances the world by a time."""
        value = self._world.world_step(dt)
        return _step_report(self._world, value)

    @property
    def hash(self) -> int:
        """Returns the hash of the state, the same on every machine."""
        return self._world.world_hash()

    @property
    def step_count(self) -> int:
        """Returns the number of steps since the world was made."""
        return self._world.world_step_count()

    @property
    def counts(self) -> Counts:
        """Returns the numbers of objects."""
        value = self._world.world_counts()
        return _counts(self._world, value)

    def set_gravity(self, gravity: Sequence[float]) -> None:
        """Sets the gravity and wakes all bodies."""
        self._world.world_set_gravity(gravity)

    @property
    def gravity(self) -> Vec2:
        """Returns the gravity."""
        return self._world.world_gravity()

    @gravity.setter
    def gravity(self, value: Any) -> None:
        self.set_gravity(value)

    def set_sub_steps(self, sub_steps: int) -> None:
        """Sets the number of sub-steps, 1 to 64."""
        self._world.world_set_sub_steps(sub_steps)

    def set_sleeping(self, sleeping: bool) -> None:
        """Sets whether bodies may fall asleep."""
        self._world.world_set_sleeping(sleeping)

    def set_continuous(self, continuous: bool) -> None:
        """Sets whether fast bodies stop at static shapes."""
        self._world.world_set_continuous(continuous)

    def set_threads(self, threads: int) -> None:
        """Sets the number of threads, 1 to 64; results do not depend on it."""
        self._world.world_set_threads(threads)

    def set_lanes(self, lanes: str) -> None:
        """Sets the instruction set; results do not depend on it."""
        self._world.world_set_lanes(lanes)

    def shift_origin(self, origin: Sequence[float]) -> None:
        """Moves the origin of coordinates to a point."""
        self._world.world_shift_origin(origin)

    def set_stage_checks(self, on: bool) -> None:
        """Sets whether every stage checks the whole world, in debug builds."""
        self._world.world_set_stage_checks(on)

    def reserve(self, bodies: int, shapes: int, joints: int, contacts: int) -> None:
        """Reserves memory for this many objects."""
        self._world.world_reserve(bodies, shapes, joints, contacts)

    @property
    def is_untouched(self) -> bool:
        """Returns whether no call has changed the world."""
        return self._world.world_is_untouched()

    @property
    def is_recorded(self) -> bool:
        """Returns whether calls are recorded."""
        return self._world.world_is_recorded()

    @property
    def recorded_steps(self) -> int:
        """Returns the number of steps since the recording began."""
        return self._world.world_recorded_steps()

    def spawn(self, **definition: Any) -> Body:
        """Adds a body with its shapes."""
        return Body(self._world, self._world.world_spawn(_plain(definition)))

    def despawn(self, body: Optional[Body]) -> None:
        """Removes a body with its shapes and joints."""
        self._world.world_despawn(_bits(body))

    @property
    def bodies(self) -> list[Body]:
        """Lists all bodies in the order of their slots."""
        return [Body(self._world, value) for value in self._world.world_bodies()]

    def apply_impulses(self, impulses: Iterable[dict[str, Any]], wake_above: float) -> ImpulseCounts:
        """Applies impulses to many bodies."""
        value = self._world.world_apply_impulses(_plain(list(impulses)), wake_above)
        return _impulse_counts(self._world, value)

    def attach(self, body: Optional[Body], **definition: Any) -> Shape:
        """Adds a shape to a body."""
        return Shape(self._world, self._world.world_attach(_bits(body), _plain(definition)))

    def attach_chain(self, body: Optional[Body], **definition: Any) -> int:
        """Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them."""
        return self._world.world_attach_chain(_bits(body), _plain(definition))

    def detach(self, shape: Optional[Shape]) -> None:
        """Removes a shape."""
        self._world.world_detach(_bits(shape))

    def reattach(self, shape: Optional[Shape], body: Optional[Body]) -> None:
        """Moves a shape to another body."""
        self._world.world_reattach(_bits(shape), _bits(body))

    @property
    def shapes(self) -> list[Shape]:
        """Lists all shapes in the order of their slots."""
        return [Shape(self._world, value) for value in self._world.world_shapes()]

    def set_material_pair(self, a: int, b: int, pair: dict[str, Any]) -> None:
        """Sets the material of contacts between two material ids."""
        self._world.world_set_material_pair(a, b, _plain(pair))

    def clear_material_pair(self, a: int, b: int) -> None:
        """Removes the material of a pair."""
        self._world.world_clear_material_pair(a, b)

    def material_pair(self, a: int, b: int) -> Optional[MaterialPair]:
        """Returns the material of a pair."""
        value = self._world.world_material_pair(a, b)
        return _material_pair(self._world, value) if value is not None else None

    def join(self, **definition: Any) -> Joint:
        """Adds a joint."""
        return Joint(self._world, self._world.world_join(_plain(definition)))

    def unjoin(self, joint: Optional[Joint]) -> None:
        """Removes a joint."""
        self._world.world_unjoin(_bits(joint))

    @property
    def joints(self) -> list[Joint]:
        """Lists all joints in the order of their slots."""
        return [Joint(self._world, value) for value in self._world.world_joints()]

    @property
    def contacts(self) -> list[Contact]:
        """Lists all contacts, touching or not."""
        return [Contact(self._world, value) for value in self._world.world_contacts()]

    @property
    def begin_events(self) -> list[TouchEvent]:
        """Contacts that began to touch."""
        return [_touch_event(self._world, value) for value in self._world.events_begins()]

    @property
    def end_events(self) -> list[TouchEvent]:
        """Contacts that ended."""
        return [_touch_event(self._world, value) for value in self._world.events_ends()]

    @property
    def sensor_events(self) -> list[SensorEvent]:
        """Overlaps of sensors that began or ended."""
        return [_sensor_event(self._world, value) for value in self._world.events_sensors()]

    @property
    def hit_events(self) -> list[HitEvent]:
        """Hits above the speed of their shapes."""
        return [_hit_event(self._world, value) for value in self._world.events_hits()]

    @property
    def move_events(self) -> list[MoveEvent]:
        """Bodies that moved."""
        return [_move_event(self._world, value) for value in self._world.events_moves()]

    @property
    def sleep_events(self) -> list[SleepEvent]:
        """Bodies that fell asleep."""
        return [_sleep_event(self._world, value) for value in self._world.events_sleeps()]

    @property
    def wake_events(self) -> list[SleepEvent]:
        """Bodies that woke."""
        return [_sleep_event(self._world, value) for value in self._world.events_wakes()]

    @property
    def teleport_events(self) -> list[TeleportEvent]:
        """Bodies that passed openings, in order."""
        return [_teleport_event(self._world, value) for value in self._world.events_teleports()]

    @property
    def break_events(self) -> list[JointEvent]:
        """Joints that broke."""
        return [_joint_event(self._world, value) for value in self._world.events_breaks()]

    @property
    def overload_events(self) -> list[JointEvent]:
        """Joints whose load rose above its limit."""
        return [_joint_event(self._world, value) for value in self._world.events_overloads()]

    @property
    def overload_end_events(self) -> list[JointEvent]:
        """Joints whose load fell below its limit."""
        return [_joint_event(self._world, value) for value in self._world.events_overload_ends()]

    @property
    def sensor_overlaps(self) -> list[Overlap]:
        """Lists the overlaps of all sensors."""
        return [_overlap(self._world, value) for value in self._world.world_sensor_overlaps()]

    def cast_ray(self, origin: Sequence[float], translation: Sequence[float], filter: Optional[dict[str, Any]] = None) -> Optional[CastResult]:
        """Returns the first hit of a ray."""
        value = self._world.world_cast_ray(origin, translation, _plain(filter))
        return _cast_result(self._world, value) if value is not None else None

    def cast_ray_any(self, origin: Sequence[float], translation: Sequence[float], filter: Optional[dict[str, Any]] = None) -> Optional[CastResult]:
        """Returns any hit of a ray."""
        value = self._world.world_cast_ray_any(origin, translation, _plain(filter))
        return _cast_result(self._world, value) if value is not None else None

    def cast_ray_sorted(self, origin: Sequence[float], translation: Sequence[float], filter: Optional[dict[str, Any]] = None) -> list[CastResult]:
        """Lists all hits of a ray in order of distance."""
        return [_cast_result(self._world, value) for value in self._world.world_cast_ray_sorted(origin, translation, _plain(filter))]

    def cast_rays(self, rays: Iterable[dict[str, Any]], filter: Optional[dict[str, Any]] = None) -> list[RayAnswer]:
        """Casts many rays; the answers have their order."""
        return [_ray_answer(self._world, value) for value in self._world.world_cast_rays(_plain(list(rays)), _plain(filter))]

    def cast_circle(self, origin: Sequence[float], translation: Sequence[float], radius: float, filter: Optional[dict[str, Any]] = None) -> Optional[CastResult]:
        """Returns the first hit of a moving circle."""
        value = self._world.world_cast_circle(origin, translation, radius, _plain(filter))
        return _cast_result(self._world, value) if value is not None else None

    def cast_shape(self, geometry: dict[str, Any], pose: Sequence[Any], translation: Sequence[float], filter: Optional[dict[str, Any]] = None) -> Optional[CastResult]:
        """Returns the first hit of a moving shape."""
        value = self._world.world_cast_shape(_plain(geometry), pose, translation, _plain(filter))
        return _cast_result(self._world, value) if value is not None else None

    def nearest(self, point: Sequence[float], radius: float, filter: Optional[dict[str, Any]] = None) -> Optional[NearestResult]:
        """Returns the shape nearest to a point within a radius."""
        value = self._world.world_nearest(point, radius, _plain(filter))
        return _nearest_result(self._world, value) if value is not None else None

    def nearest_all(self, point: Sequence[float], radius: float, filter: Optional[dict[str, Any]] = None) -> list[NearestResult]:
        """Lists the shapes within a radius of a point."""
        return [_nearest_result(self._world, value) for value in self._world.world_nearest_all(point, radius, _plain(filter))]

    def separations(self, geometry: dict[str, Any], pose: Sequence[Any], reach: float, filter: Optional[dict[str, Any]] = None) -> list[SeparationResult]:
        """Lists the distances of shapes within reach of a shape."""
        return [_separation_result(self._world, value) for value in self._world.world_separations(_plain(geometry), pose, reach, _plain(filter))]

    def overlap_shape(self, geometry: dict[str, Any], pose: Sequence[Any], filter: Optional[dict[str, Any]] = None) -> list[Shape]:
        """Lists the shapes that overlap a shape."""
        return [Shape(self._world, value) for value in self._world.world_overlap_shape(_plain(geometry), pose, _plain(filter))]

    def overlap_box(self, min: Sequence[float], max: Sequence[float], filter: Optional[dict[str, Any]] = None) -> list[Shape]:
        """Lists the shapes that overlap a box."""
        return [Shape(self._world, value) for value in self._world.world_overlap_box(min, max, _plain(filter))]

    def overlap_point(self, point: Sequence[float], filter: Optional[dict[str, Any]] = None) -> list[Shape]:
        """Lists the shapes that contain a point."""
        return [Shape(self._world, value) for value in self._world.world_overlap_point(point, _plain(filter))]

    def shapes_in_box(self, min: Sequence[float], max: Sequence[float], filter: Optional[dict[str, Any]] = None) -> list[ShapeInBox]:
        """Lists the shapes whose boxes overlap a box, with the motion of their bodies."""
        return [_shape_in_box(self._world, value) for value in self._world.world_shapes_in_box(min, max, _plain(filter))]

    def shape_distance(self, a: Optional[Shape], b: Optional[Shape]) -> PairResult:
        """Returns the distance of two shapes."""
        value = self._world.world_shape_distance(_bits(a), _bits(b))
        return _pair_result(self._world, value)

    def body_distance(self, a: Optional[Body], b: Optional[Body]) -> Optional[PairResult]:
        """Returns the distance of two bodies."""
        value = self._world.world_body_distance(_bits(a), _bits(b))
        return _pair_result(self._world, value) if value is not None else None

    def shape_impact(self, a: Optional[Shape], b: Optional[Shape], time: float) -> Optional[ImpactResult]:
        """Returns the first impact of two shapes within a time."""
        value = self._world.world_shape_impact(_bits(a), _bits(b), time)
        return _impact_result(self._world, value) if value is not None else None

    def body_impact(self, a: Optional[Body], b: Optional[Body], time: float) -> Optional[ImpactResult]:
        """Returns the first impact of two bodies within a time."""
        value = self._world.world_body_impact(_bits(a), _bits(b), time)
        return _impact_result(self._world, value) if value is not None else None

    def explode(self, explosion: dict[str, Any]) -> int:
        """Sets off an explosion; returns the number of bodies that it pushed."""
        return self._world.world_explode(_plain(explosion))

    def add_field(self, field: dict[str, Any]) -> Field:
        """Adds a field: gravity, wind, water and the like in an area."""
        return Field(self._world, self._world.world_add_field(_plain(field)))

    def set_field(self, id: Optional[Field], field: dict[str, Any]) -> None:
        """Replaces a field."""
        self._world.world_set_field(_bits(id), _plain(field))

    def remove_field(self, id: Optional[Field]) -> None:
        """Removes a field."""
        self._world.world_remove_field(_bits(id))

    @property
    def fields(self) -> list[Field]:
        """Lists all fields."""
        return [Field(self._world, value) for value in self._world.world_fields()]

    def add_portals(self, pair: dict[str, Any]) -> Portal:
        """Adds a pair of connected openings."""
        return Portal(self._world, self._world.world_add_portals(_plain(pair)))

    def remove_portals(self, id: Optional[Portal]) -> None:
        """Removes a pair of openings."""
        self._world.world_remove_portals(_bits(id))

    @property
    def portals(self) -> list[Portals]:
        """Lists all pairs of openings."""
        return [_portals(self._world, value) for value in self._world.world_portals()]

    def images(self, body: Optional[Body]) -> list[Pose]:
        """Lists the poses of a body behind the openings that it is in."""
        return [Pose(*value) for value in self._world.world_images(_bits(body))]
