// Types of the package. Written by `cargo xtask bindings` from the table of the API.

/** A point or vector: an object or an array, also a typed array. */
export type Vec2Like = { readonly x: number; readonly y: number } | ArrayLike<number>;
/** A position, and an angle [rad]: an object or an array. */
export type PoseLike = { readonly x: number; readonly y: number; readonly angle: number } | ArrayLike<number>;
/** A point or vector. */
export interface Vec2 { x: number; y: number }
/** A rotation. */
export interface Rot { cos: number; sin: number }
/** A position [m] and a rotation. */
export interface Pose { x: number; y: number; cos: number; sin: number }
/** Kind of an error. */
export type ErrorKind = "null" | "value" | "stale" | "shape" | "kind" | "definition" | "snapshot" | "poisoned" | "panic" | "record" | "other";

/** An error of the engine or of an argument, whose text names the object and the value. The call changed nothing. */
export class CairnError extends Error {
  constructor(message: string, kind: ErrorKind);
  readonly kind: ErrorKind;
}

/** A value of the engine. It is freed by `free`, at the end of a block with `using`, or after it became unreachable. */
declare class Owned {
  /** Frees the memory now. Later calls throw an error of kind `null`. */
  free(): void;
  [Symbol.dispose](): void;
}

/** An object of a world: the world and an id. Calls about a removed object throw an error of kind `stale`. */
declare class Handle {
  /** The world. */
  readonly world: World;
  /** The id, the same in every copy of the world. */
  get id(): bigint;
  /** Whether both are the same object of the same world. */
  equals(other: unknown): boolean;
}

/** A saved state of a world. */
export class Saved extends Owned {}

/** Many bodies of a world, whose poses and velocities are read and written at once, without garbage. */
export class Group {
  constructor(world: World, bodies: readonly Body[]);
  readonly world: World;
  readonly bodies: readonly Body[];
  readonly length: number;
  /** Per body x, y [m], cosine and sine. A view of the memory of the engine; `readPoses` fills it. */
  readonly poses: Float32Array;
  /** Per body x, y [m/s] and the angular velocity [rad/s]. A view of the memory of the engine. */
  readonly velocities: Float32Array;
  /** Reads all poses. The array stays valid until the memory of the engine grows, so use the returned one. */
  readPoses(): Float32Array;
  /** Reads all velocities. */
  readVelocities(): Float32Array;
  /** Sets all velocities. */
  writeVelocities(velocities?: ArrayLike<number>): void;
  free(): void;
}

/** Primitives of a debug drawing: views of lists of the engine, valid until the next call. */
export class Drawing extends Owned {
  /** Number of primitives. */
  readonly length: number;
  /** Points of all primitives, as x and y [m]. */
  readonly points: Float32Array;
  kind(index: number): PrimitiveType;
  /** Color as 0x00RRGGBB. */
  color(index: number): number;
  /** Index of the first point. */
  first(index: number): number;
  /** Number of points. */
  count(index: number): number;
  /** Radius of a disc or rounding; size of a point [m]. */
  radius(index: number): number;
}

/** Writes a recording of a world. Call `update` after every step, or every few. */
export class Recorder extends Owned {
  constructor(world: World, title?: string, keyframeEvery?: number);
  /** Takes the calls since the last update. */
  update(world: World): void;
  /** Ends the recording and returns its file. */
  finish(world: World): Uint8Array;
}

/** Plays a recording. */
export class Player extends Owned {
  constructor(bytes: Uint8Array);
  /** Takes the next step; returns whether there was one. */
  step(): boolean;
  /** Moves to the state after a number of steps, or to the end. */
  seek(step: number): void;
  /** Number of steps so far. */
  get stepIndex(): number;
  /** Number of steps of the recording. */
  get steps(): number;
  /** A copy of the world at the current step. */
  get world(): World;
}

/** A world. Owns everything in it. */
export class World extends Calls {
  /** Makes an empty world. */
  constructor(config?: WorldConfig);
  /** Advances the world by a time [s], by default 1/60. Returns one object per world, which the next step overwrites. */
  step(dt?: number): StepReport;
  /** Copies the world; the copy goes on with the same bits. `copy.body(body.id)` is the copy of a body. */
  clone(): World;
  /** Returns the whole state as bytes. */
  snapshot(): Uint8Array;
  /** Replaces the state by that of a snapshot. */
  restore(bytes: Uint8Array): void;
  /** Makes a world from a snapshot. */
  static fromSnapshot(bytes: Uint8Array): World;
  /** Returns the difference to an earlier snapshot. */
  snapshotSince(base: Uint8Array): Uint8Array;
  /** Restores a snapshot from an earlier one and a difference. */
  restoreSince(base: Uint8Array, delta: Uint8Array): void;
  /** Saves the state into memory, for `restoreSaved`. Faster than a snapshot. */
  saveInto(saved: Saved): void;
  /** Goes back to a saved state. */
  restoreSaved(saved: Saved): void;
  /** Starts or ends the recording of all calls. */
  recordCalls(on: boolean): void;
  /** Returns the recorded calls since the last time. */
  takeCalls(): Uint8Array;
  /** Draws shapes, joints and contacts into a drawing, by default a new one. */
  debugDraw(drawing?: Drawing): Drawing;
  /** Groups bodies, by default all that there are, to read and write them at once. */
  group(bodies?: readonly Body[]): Group;
  /** Returns the object of an id. */
  body(id: bigint | number): Body;
  shape(id: bigint | number): Shape;
  joint(id: bigint | number): Joint;
  contact(id: bigint | number): Contact;
  field(id: bigint | number): Field;
  portal(id: bigint | number): Portal;
}

/** Fields of a shape beside its geometry. */
export type ShapeFields = Omit<ShapeDef, "geometry">;
/** A circle around `at`, by default the origin of the body. */
export function circle(radius: number, more?: ShapeFields & { at?: Vec2Like }): ShapeDef;
/** A box by its half extents [m], at a point and an angle of the body, rounded by `radius`. */
export function box(halfWidth: number, halfHeight: number, more?: ShapeFields & { at?: Vec2Like; angle?: number; radius?: number }): ShapeDef;
/** A capsule between two points. */
export function capsule(a: Vec2Like, b: Vec2Like, radius: number, more?: ShapeFields): ShapeDef;
/** A segment between two points. */
export function segment(a: Vec2Like, b: Vec2Like, more?: ShapeFields): ShapeDef;
/** The convex hull of points, rounded by `radius`. */
export function polygon(points: Points, more?: ShapeFields & { radius?: number }): ShapeDef;
/** Points, or their numbers x, y, x, y. */
export type Points = readonly Vec2Like[] | ArrayLike<number>;

/** What `create` returns: the classes over an instance of the module. */
export interface Engine {
  World: typeof World;
  Body: typeof Body;
  Shape: typeof Shape;
  Joint: typeof Joint;
  Contact: typeof Contact;
  Field: typeof Field;
  Portal: typeof Portal;
  Group: typeof Group;
  Saved: typeof Saved;
  Drawing: typeof Drawing;
  Recorder: typeof Recorder;
  Player: typeof Player;
  CairnError: typeof CairnError;
  circle: typeof circle;
  box: typeof box;
  capsule: typeof capsule;
  segment: typeof segment;
  polygon: typeof polygon;
}

/** Makes the classes over the exports of an instance of `cairn2d.wasm`. */
export function create(exports: object): Engine;

export type BodyType = "static" | "kinematic" | "dynamic";
export type ShapeType = "circle" | "capsule" | "segment" | "box" | "polygon";
export type JointType = "revolute" | "distance" | "prismatic" | "wheel" | "slot" | "weld" | "drive" | "grab" | "filter" | "rotary" | "gear" | "rack" | "pulley" | "custom";
export type AnchorType = "local" | "world" | "world_pair";
export type Combine = "geometric_mean" | "average" | "min" | "multiply" | "max";
export type Lanes = "fastest" | "scalar" | "sse2" | "avx2" | "avx512" | "neon" | "wasm128";
export type SensorEventType = "begin" | "end";
export type AreaType = "everywhere" | "box" | "circle" | "polygon";
export type EffectType = "gravity" | "attractor" | "wind" | "drag" | "conveyor" | "floor" | "water" | "time_flow";
export type Falloff = "constant" | "inverse" | "inverse_square";
export type PrimitiveType = "outline" | "line" | "point";

export interface WorldConfig {
  /** Gravity. [m/s^2] Default 0,-10. */
  gravity?: Vec2Like;
  /** Solver sub-steps per step, 1 to 64. Default 4. */
  subSteps?: number;
  /** Whether bodies may fall asleep. Default true. */
  sleeping?: boolean;
  /** Whether layers of a pile fall asleep one by one. Default false. */
  layeredSleep?: boolean;
  /** Whether fast bodies stop at static shapes. Default true. */
  continuous?: boolean;
  /** Approach speed below which contacts do not bounce. [m/s] Default 1. */
  restitutionThreshold?: number;
  /** Restitution from which impacts are resolved at their time. Default 0.25. */
  exactRestitution?: number;
  /** Speed limit of bodies. [m/s] Default 400. */
  maxLinearSpeed?: number;
  /** Limit of the angular velocity. [rad/s] Default 1e6. */
  maxAngularSpeed?: number;
  /** Stiffness of contacts. [Hz] Default 30. */
  contactHertz?: number;
  /** Damping ratio of contacts. Default 10. */
  contactDampingRatio?: number;
  /** Largest speed that pushes overlapping shapes apart. [m/s] Default 3. */
  contactPushSpeed?: number;
  /** Stiffness of joints. [Hz] Default 1e6. */
  jointHertz?: number;
  /** Damping ratio of joints. Default 2. */
  jointDampingRatio?: number;
  /** Threads that step the world, 1 to 64; results do not depend on it. Default 1. */
  threads?: number;
  /** Instruction set; results do not depend on it. Default fastest. */
  lanes?: Lanes;
  /** Whether positions have 64 bits. Default false. */
  largeWorld?: boolean;
  /** Tag in the ids of this world, 0 to 255; ids with another tag are rejected. Default 0. */
  idTag?: number;
}

export interface Filter {
  /** Categories of the shape, as bits. Default 1. */
  category?: bigint | number;
  /** Categories that it collides with, as bits. Default 0xffffffffffffffff. */
  mask?: bigint | number;
  /** Same group: positive always collides, negative never; 0 for none. Default 0. */
  group?: number;
}

export interface FilterValue {
  /** Categories of the shape, as bits. */
  category: bigint;
  /** Categories that it collides with, as bits. */
  mask: bigint;
  /** Same group: positive always collides, negative never; 0 for none. */
  group: number;
}

export interface PortalPair {
  /** Body of the first opening; none for one that is fixed in the world. Default 0. */
  bodyA?: Body | null;
  /** Body of the second opening; none for one that is fixed in the world. Default 0. */
  bodyB?: Body | null;
  /** Middle of the first opening, in body coordinates, or in the world without a body. [m] Default 0,0. */
  atA?: Vec2Like;
  /** Middle of the second opening. [m] Default 0,0. */
  atB?: Vec2Like;
  /** Direction out of the first opening, from which bodies enter. Default 0,1. */
  outA?: Vec2Like;
  /** Direction out of the second opening. Default 0,1. */
  outB?: Vec2Like;
  /** Width of both openings, 0.02 to 10,000. [m] Default 1. */
  width?: number;
  /** Whether the ends of the openings hold bodies that are too wide. Default true. */
  rims?: boolean;
}

export interface Portals {
  /** The pair. */
  id: Portal | null;
  /** Pose of the first opening in the world; its second axis points out. */
  openingA: Pose;
  /** Pose of the second opening in the world. */
  openingB: Pose;
  /** Body of the first opening; none for one that is fixed in the world. */
  bodyA: Body | null;
  /** Body of the second opening. */
  bodyB: Body | null;
  /** Pose of the first opening in its body, or in the world. */
  frameA: Pose;
  /** Pose of the second opening in its body, or in the world. */
  frameB: Pose;
  /** Width of both openings. [m] */
  width: number;
  /** Whether there are rims. */
  hasRims: boolean;
}

export interface TeleportEvent {
  /** The body. */
  body: Body | null;
  /** Its user data. */
  userData: bigint;
  /** The pair. */
  portals: Portal | null;
  /** Pose before the opening that the body entered. */
  from: Pose;
  /** The same pose as seen from the other opening. */
  to: Pose;
}

export interface Material {
  /** Coulomb friction, at least 0. Default 0.6. */
  friction?: number;
  /** Restitution, 0 to 1. Default 0. */
  restitution?: number;
  /** Rolling resistance as a share of the radius. Default 0. */
  rollingResistance?: number;
  /** Speed of the surface, as of a conveyor belt. [m/s] Default 0. */
  tangentSpeed?: number;
  /** Whether `static_friction` applies. */
  hasStaticFriction?: boolean;
  /** Friction that must be overcome before sliding begins. Default 0. Sets `hasStaticFriction`. */
  staticFriction?: number | null;
  /** Whether the two fields below replace those of the world. */
  hasSoftness?: boolean;
  /** Stiffness of contacts. [Hz] Default 0. Sets `hasSoftness`. */
  softnessHertz?: number | null;
  /** Damping ratio of contacts. Default 0. Sets `hasSoftness`. */
  softnessDampingRatio?: number | null;
  /** Material id, for pairs of materials. Default 0. */
  id?: bigint | number;
  /** Rule that combines friction. Default geometric_mean. */
  frictionCombine?: Combine;
  /** Rule that combines restitution. Default max. */
  restitutionCombine?: Combine;
}

export interface MaterialValue {
  /** Coulomb friction, at least 0. */
  friction: number;
  /** Restitution, 0 to 1. */
  restitution: number;
  /** Rolling resistance as a share of the radius. */
  rollingResistance: number;
  /** Speed of the surface, as of a conveyor belt. [m/s] */
  tangentSpeed: number;
  /** Friction that must be overcome before sliding begins. */
  staticFriction: number | null;
  /** Stiffness of contacts. [Hz] */
  softnessHertz: number | null;
  /** Damping ratio of contacts. */
  softnessDampingRatio: number | null;
  /** Material id, for pairs of materials. */
  id: bigint;
  /** Rule that combines friction. */
  frictionCombine: Combine;
  /** Rule that combines restitution. */
  restitutionCombine: Combine;
}

export interface MaterialPair {
  /** Whether `friction` applies. */
  hasFriction?: boolean;
  /** Friction of the pair. Default 0. Sets `hasFriction`. */
  friction?: number | null;
  /** Whether `static_friction` applies. */
  hasStaticFriction?: boolean;
  /** Static friction of the pair. Default 0. Sets `hasStaticFriction`. */
  staticFriction?: number | null;
  /** Whether `restitution` applies. */
  hasRestitution?: boolean;
  /** Restitution of the pair. Default 0. Sets `hasRestitution`. */
  restitution?: number | null;
  /** Whether `rolling_resistance` applies. */
  hasRollingResistance?: boolean;
  /** Rolling resistance of the pair. Default 0. Sets `hasRollingResistance`. */
  rollingResistance?: number | null;
  /** Whether the two fields below apply. */
  hasSoftness?: boolean;
  /** Stiffness of contacts. [Hz] Default 0. Sets `hasSoftness`. */
  softnessHertz?: number | null;
  /** Damping ratio of contacts. Default 0. Sets `hasSoftness`. */
  softnessDampingRatio?: number | null;
}

export interface MaterialPairValue {
  /** Friction of the pair. */
  friction: number | null;
  /** Static friction of the pair. */
  staticFriction: number | null;
  /** Restitution of the pair. */
  restitution: number | null;
  /** Rolling resistance of the pair. */
  rollingResistance: number | null;
  /** Stiffness of contacts. [Hz] */
  softnessHertz: number | null;
  /** Damping ratio of contacts. */
  softnessDampingRatio: number | null;
}

export interface Geometry {
  /** Kind of the geometry, which selects the fields below. Default circle. */
  kind?: ShapeType;
  /** Centre of a circle or box; first point of a capsule or segment. [m] Default 0,0. */
  a?: Vec2Like;
  /** Second point of a capsule or segment; half extents of a box. [m] Default 0,0. */
  b?: Vec2Like;
  /** Radius of a circle or capsule; rounding of a box or polygon. [m] Default 0. */
  radius?: number;
  /** Rotation of a box. [rad] Default 0. */
  angle?: number;
  /** Corners of a polygon; their convex hull is used. [m] */
  points?: Points;
}

export interface GeometryValue {
  /** Kind of the geometry, which selects the fields below. */
  kind: ShapeType;
  /** Centre of a circle or box; first point of a capsule or segment. [m] */
  a: Vec2;
  /** Second point of a capsule or segment; half extents of a box. [m] */
  b: Vec2;
  /** Radius of a circle or capsule; rounding of a box or polygon. [m] */
  radius: number;
  /** Rotation of a box. [rad] */
  angle: number;
}

export interface ShapeDef {
  /** Geometry in body coordinates. */
  geometry?: Geometry;
  /** Density, at least 0. [kg/m^2] Default 1. */
  density?: number;
  /** Friction, restitution and the like. */
  material?: Material;
  /** Which shapes it collides with. */
  filter?: Filter;
  /** Whether the shape is solid from one side only. */
  hasOneWay?: boolean;
  /** Direction of the open side in body coordinates. Default 0,1. Sets `hasOneWay`. */
  oneWayDirection?: Vec2Like | null;
  /** Half angle of the solid side. [rad] Default 1.0471976. Sets `hasOneWay`. */
  oneWayHalfAngle?: number | null;
  /** Whether hits above `report_hits_above` are reported. */
  reportsHits?: boolean;
  /** Approach speed above which hits are reported. [m/s] Default 0. Sets `reportsHits`. */
  reportHitsAbove?: number | null;
  /** Whether the shape is a sensor. Default false. */
  sensor?: boolean;
  /** Whether `sensor_events` replaces the default. */
  hasSensorEvents?: boolean;
  /** Whether sensors detect the shape. Default false. Sets `hasSensorEvents`. */
  sensorEvents?: boolean | null;
  /** Whether hooks of a Rust host run for this shape. Default false. */
  hooked?: boolean;
  /** Number of the caller. Default 0. */
  userData?: bigint | number;
}

export interface ChainDef {
  /** Points of the chain, at least 3; solid on the right of its direction. [m] */
  points?: Points;
  /** Whether the last point connects to the first; an open chain ends one point earlier. Default false. */
  closed?: boolean;
  /** Material of all segments. */
  material?: Material;
  /** Materials of the segments, if any. */
  materials?: readonly Material[];
  /** Which shapes it collides with. */
  filter?: Filter;
  /** Whether the chain is solid from one side only. */
  hasOneWay?: boolean;
  /** Direction of the open side in body coordinates. Default 0,1. Sets `hasOneWay`. */
  oneWayDirection?: Vec2Like | null;
  /** Half angle of the solid side. [rad] Default 1.0471976. Sets `hasOneWay`. */
  oneWayHalfAngle?: number | null;
}

export interface Mass {
  /** Mass, at least 0. [kg] Default 0. */
  mass?: number;
  /** Centre of mass in body coordinates. [m] Default 0,0. */
  center?: Vec2Like;
  /** Rotational inertia about the centre of mass, at least 0. [kg*m^2] Default 0. */
  inertia?: number;
}

export interface MassValue {
  /** Mass, at least 0. [kg] */
  mass: number;
  /** Centre of mass in body coordinates. [m] */
  center: Vec2;
  /** Rotational inertia about the centre of mass, at least 0. [kg*m^2] */
  inertia: number;
}

export interface Locks {
  /** No motion along x. Default false. */
  x?: boolean;
  /** No motion along y. Default false. */
  y?: boolean;
  /** No rotation. Default false. */
  rotation?: boolean;
}

export interface LocksValue {
  /** No motion along x. */
  x: boolean;
  /** No motion along y. */
  y: boolean;
  /** No rotation. */
  rotation: boolean;
}

export interface BodyDef {
  /** Whether the body is static, kinematic or dynamic. Default dynamic. */
  kind?: BodyType;
  /** Position of the origin; 64 bits count in a large world. [m] Default 0,0. */
  position?: Vec2Like;
  /** Rotation. [rad] Default 0. */
  angle?: number;
  /** Velocity of the origin. [m/s] Default 0,0. */
  velocity?: Vec2Like;
  /** Angular velocity. [rad/s] Default 0. */
  angularVelocity?: number;
  /** Damping rate of the velocity. [1/s] Default 0. */
  linearDamping?: number;
  /** Damping rate of the angular velocity. [1/s] Default 0. */
  angularDamping?: number;
  /** Factor on gravity. Default 1. */
  gravityScale?: number;
  /** Speed under which the body may fall asleep. [m/s] Default 0.05. */
  sleepThreshold?: number;
  /** Whether the body may fall asleep. Default true. */
  canSleep?: boolean;
  /** Whether the body begins asleep. Default false. */
  asleep?: boolean;
  /** Whether the body begins disabled. Default false. */
  disabled?: boolean;
  /** Locked directions. */
  locks?: Locks;
  /** Whether continuous collision applies to dynamic bodies too. Default false. */
  bullet?: boolean;
  /** Whether the shapes are parts of one solid, without internal edges. Default false. */
  joined?: boolean;
  /** Motion per step above which the body is swept, as a share of its size. Default 0.5. */
  sweepThreshold?: number;
  /** Time scale of the body. Default 1. */
  timeScale?: number;
  /** Dominance, -128 to 127. Default 0. */
  dominance?: number;
  /** Whether `mass` replaces the mass of the shapes. */
  hasMass?: boolean;
  /** Mass of the body. Sets `hasMass`. */
  mass?: Mass | null;
  /** Number of the caller. Default 0. */
  userData?: bigint | number;
  /** Shapes of the body. */
  shapes?: readonly ShapeDef[];
  /** Chains of the body. */
  chains?: readonly ChainDef[];
}

export interface JointDef {
  /** Kind of the joint. Default revolute. */
  kind?: JointType;
  /** First body; the only one of a grab. Default 0. */
  bodyA?: Body | null;
  /** Second body. Default 0. */
  bodyB?: Body | null;
  /** Meaning of the anchors: body coordinates, or one or two points of the world. Default local. */
  anchor?: AnchorType;
  /** Anchor on the first body, or the point of the world. [m] Default 0,0. */
  anchorA?: Vec2Like;
  /** Anchor on the second body, or the second point of the world. [m] Default 0,0. */
  anchorB?: Vec2Like;
  /** Rotation of the frame on the first body. [rad] Default 0. */
  angleA?: number;
  /** Rotation of the frame on the second body. [rad] Default 0. */
  angleB?: number;
  /** Whether `along` applies. */
  hasAlong?: boolean;
  /** Axis of a line joint in world coordinates. Default 1,0. Sets `hasAlong`. */
  along?: Vec2Like | null;
  /** Whether `collide_connected` replaces the default of the kind. */
  hasCollideConnected?: boolean;
  /** Whether the two bodies collide. Default false. Sets `hasCollideConnected`. */
  collideConnected?: boolean | null;
  /** Whether `length` applies. */
  hasLength?: boolean;
  /** Rest length of a distance joint or rope. [m] Default 0. Sets `hasLength`. */
  length?: number | null;
  /** Whether the limits apply. */
  enableLimits?: boolean;
  /** Lower limit; of a hinge as an angle. [m] Default 0. Sets `enableLimits`. */
  lower?: number | null;
  /** Upper limit; of a hinge as an angle. [m] Default 0. Sets `enableLimits`. */
  upper?: number | null;
  /** Whether the motor runs. */
  enableMotor?: boolean;
  /** Speed of the motor; of a hinge as an angular velocity. [m/s] Default 0. Sets `enableMotor`. */
  motorSpeed?: number | null;
  /** Largest force of the motor; of a hinge as a torque. [N] Default 0. Sets `enableMotor`. */
  motorStrength?: number | null;
  /** Whether the spring applies. */
  enableSpring?: boolean;
  /** Stiffness of the spring. [Hz] Default 0. Sets `enableSpring`. */
  springHertz?: number | null;
  /** Damping ratio of the spring. Default 0. Sets `enableSpring`. */
  springDampingRatio?: number | null;
  /** Target of the spring; of a hinge as an angle. [m] Default 0. Sets `enableSpring`. */
  springTarget?: number | null;
  /** Whether the forces of the spring are bounded. */
  hasSpringRange?: boolean;
  /** Smallest force of the spring, at most 0. [N] Default 0. Sets `hasSpringRange`. */
  springLower?: number | null;
  /** Largest force of the spring, at least 0. [N] Default 0. Sets `hasSpringRange`. */
  springUpper?: number | null;
  /** Whether the servo runs. */
  enableServo?: boolean;
  /** Target of the servo; of a hinge as an angle. [m] Default 0. Sets `enableServo`. */
  servoTarget?: number | null;
  /** Largest speed of the servo. [m/s] Default 0. Sets `enableServo`. */
  servoMaxSpeed?: number | null;
  /** Largest force of the servo; of a hinge as a torque. [N] Default 0. Sets `enableServo`. */
  servoStrength?: number | null;
  /** Whether the linear motor of a drive runs. */
  enableLinearMotor?: boolean;
  /** Relative velocity of the linear motor. [m/s] Default 0,0. Sets `enableLinearMotor`. */
  linearMotorVelocity?: Vec2Like | null;
  /** Largest force of the linear motor. [N] Default 0. Sets `enableLinearMotor`. */
  linearMotorMaxForce?: number | null;
  /** Whether the linear spring of a weld, drive or grab applies. */
  enableLinearSpring?: boolean;
  /** Stiffness of the linear spring. [Hz] Default 0. Sets `enableLinearSpring`. */
  linearSpringHertz?: number | null;
  /** Damping ratio of the linear spring. Default 0. Sets `enableLinearSpring`. */
  linearSpringDampingRatio?: number | null;
  /** Largest force of the linear spring. [N] Default 0. Sets `enableLinearSpring`. */
  linearSpringMaxForce?: number | null;
  /** Whether a rotary joint has a ratchet. */
  hasRatchet?: boolean;
  /** Angle between teeth. [rad] Default 0. Sets `hasRatchet`. */
  ratchetPitch?: number | null;
  /** Angle of the first tooth. [rad] Default 0. Sets `hasRatchet`. */
  ratchetPhase?: number | null;
  /** Ratio of a gear or pulley; radius of the pinion of a rack. Default 1. */
  ratio?: number;
  /** Wheel of the pulley above the first body. [m] Default 0,0. */
  overA?: Vec2Like;
  /** Wheel of the pulley above the second body. [m] Default 0,0. */
  overB?: Vec2Like;
  /** Whether the rope of a pulley may go slack. Default false. */
  slack?: boolean;
  /** Target of a grab. [m] Default 0,0. */
  target?: Vec2Like;
  /** Whether the two fields below replace those of the world. */
  hasSoftness?: boolean;
  /** Stiffness of the joint. [Hz] Default 0. Sets `hasSoftness`. */
  softnessHertz?: number | null;
  /** Damping ratio of the joint. Default 0. Sets `hasSoftness`. */
  softnessDampingRatio?: number | null;
  /** Whether `break_force` applies. */
  hasBreakForce?: boolean;
  /** Load above which the joint breaks. [N] Default 0. Sets `hasBreakForce`. */
  breakForce?: number | null;
  /** Whether `break_torque` applies. */
  hasBreakTorque?: boolean;
  /** Load above which the joint breaks. [N*m] Default 0. Sets `hasBreakTorque`. */
  breakTorque?: number | null;
  /** Whether `report_force` applies. */
  hasReportForce?: boolean;
  /** Load above which an event is reported. [N] Default 0. Sets `hasReportForce`. */
  reportForce?: number | null;
  /** Whether `report_torque` applies. */
  hasReportTorque?: boolean;
  /** Load above which an event is reported. [N*m] Default 0. Sets `hasReportTorque`. */
  reportTorque?: number | null;
  /** Whether the joint begins disabled. Default false. */
  disabled?: boolean;
  /** Number of the caller. Default 0. */
  userData?: bigint | number;
}

export interface FieldDef {
  /** Kind of the area. Default everywhere. */
  area?: AreaType;
  /** Lower corner of a box, or centre of a circle. [m] Default 0,0. */
  areaA?: Vec2Like;
  /** Upper corner of a box. [m] Default 0,0. */
  areaB?: Vec2Like;
  /** Radius of a circle. [m] Default 0. */
  areaRadius?: number;
  /** Corners of a polygon. [m] */
  areaPoints?: Points;
  /** Kind of the effect. Default gravity. */
  effect?: EffectType;
  /** Acceleration of gravity [m/s^2], centre of an attractor [m]; velocity of the rest. [m/s] Default 0,0. */
  vector?: Vec2Like;
  /** Attractor: strength; drag: rate; conveyor: largest acceleration; floor: deceleration; water: density; time flow: scale. Default 0. */
  strength?: number;
  /** Falloff of an attractor. Default inverse_square. */
  falloff?: Falloff;
  /** Distance within which an attractor grows no further. [m] Default 0.1. */
  minDistance?: number;
  /** Density of wind. [kg/m^2] Default 1.2. */
  density?: number;
  /** Drag coefficient of wind; drag of water. Default 1. */
  drag?: number;
  /** Lift coefficient of wind. Default 1. */
  lift?: number;
  /** Angular rate of drag. [1/s] Default 0. */
  angular?: number;
  /** Fields of higher priority act first. Default 0. */
  priority?: number;
  /** Whether `exclusive` replaces the default of the effect. */
  hasExclusive?: boolean;
  /** Whether fields of lower priority with this effect are ignored. Default false. Sets `hasExclusive`. */
  exclusive?: boolean | null;
  /** Categories of shapes that it acts on. Default 0xffffffffffffffff. */
  mask?: bigint | number;
  /** Whether the field begins disabled. Default false. */
  disabled?: boolean;
  /** Number of the caller. Default 0. */
  userData?: bigint | number;
}

export interface QueryFilter {
  /** Whether `collision` applies. */
  hasCollision?: boolean;
  /** Only shapes that would collide with this filter. Sets `hasCollision`. */
  collision?: Filter | null;
  /** Body whose shapes are skipped; null for none. Default 0. */
  ignoreBody?: Body | null;
  /** Whether sensors are found. Default false. */
  sensors?: boolean;
  /** Whether one-way shapes are found from their solid side only. Default false. */
  honorOneWay?: boolean;
}

export interface Explosion {
  /** Centre. [m] Default 0,0. */
  center?: Vec2Like;
  /** Radius of the full impulse. [m] Default 1. */
  radius?: number;
  /** Distance beyond the radius over which the impulse falls to 0. [m] Default 0. */
  falloff?: number;
  /** Impulse per length of outline that faces the centre. [N*s/m] Default 1. */
  impulsePerLength?: number;
  /** Categories of shapes that it acts on. Default 0xffffffffffffffff. */
  mask?: bigint | number;
}

export interface BodyImpulse {
  /** The body. Default 0. */
  body?: Body | null;
  /** Impulse at the centre of mass. [N*s] Default 0,0. */
  impulse?: Vec2Like;
  /** Angular impulse. [N*m*s] Default 0. */
  angular?: number;
}

export interface Box {
  /** Lower corner. [m] */
  min: Vec2;
  /** Upper corner. [m] */
  max: Vec2;
}

export interface StepReport {
  /** Awake bodies. */
  awakeBodies: number;
  /** Contacts of awake bodies. */
  awakeContacts: number;
  /** Contacts that were solved. */
  solvedContacts: number;
  /** Joints that were solved. */
  solvedJoints: number;
  /** Colors of the constraint graph. */
  colors: number;
  /** Constraints without a color. */
  overflowConstraints: number;
  /** Contacts that were created. */
  newContacts: number;
  /** Impacts that were resolved at their time. */
  impacts: number;
  /** Bodies that were swept. */
  continuousBodies: number;
  /** Overlaps of sensors. */
  sensorOverlaps: number;
  /** Bodies that were stopped because their state was out of range. */
  cappedBodies: number;
  /** Joints that broke. */
  brokenJoints: number;
}

export interface Counts {
  /** Bodies. */
  bodies: number;
  /** Awake bodies. */
  awakeBodies: number;
  /** Sleeping bodies. */
  sleepingBodies: number;
  /** Shapes, sensors included. */
  shapes: number;
  /** Sensors. */
  sensors: number;
  /** Contacts, touching or not. */
  contacts: number;
  /** Touching contacts. */
  touchingContacts: number;
  /** Joints. */
  joints: number;
  /** Awake islands. */
  awakeIslands: number;
  /** Sleeping islands. */
  sleepingIslands: number;
}

export interface ImpulseCounts {
  /** Impulses that were applied. */
  applied: number;
  /** Impulses whose body does not exist. */
  stale: number;
  /** Impulses too small to wake their body. */
  asleep: number;
  /** Impulses on bodies that no impulse moves. */
  unmoved: number;
}

export interface CastResult {
  /** The shape that was hit. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** Share of the translation before the hit, 0 to 1. */
  fraction: number;
  /** Point of the hit. [m] */
  point: Vec2;
  /** Normal of the shape at the hit; zero for a start inside. */
  normal: Vec2;
}

export interface Ray {
  /** Start. [m] Default 0,0. */
  origin?: Vec2Like;
  /** Vector from the start to the end. [m] Default 0,0. */
  translation?: Vec2Like;
}

export interface RayValue {
  /** Start. [m] */
  origin: Vec2;
  /** Vector from the start to the end. [m] */
  translation: Vec2;
}

export interface RayAnswer {
  /** Whether the ray hit a shape; the fields below are 0 otherwise. */
  hasHit: boolean;
  /** The shape that was hit. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** Share of the translation before the hit. */
  fraction: number;
  /** Point of the hit. [m] */
  point: Vec2;
  /** Normal of the shape at the hit. */
  normal: Vec2;
}

export interface NearestResult {
  /** The nearest shape. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** Nearest point of the shape. [m] */
  point: Vec2;
  /** Distance, 0 inside. [m] */
  distance: number;
  /** Direction from the shape to the point. */
  normal: Vec2;
}

export interface SeparationResult {
  /** The shape. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** Distance; negative for an overlap. [m] */
  distance: number;
  /** Point on the shape. [m] */
  point: Vec2;
  /** Point on the query shape. [m] */
  ownPoint: Vec2;
  /** Direction from the shape to the query shape. */
  normal: Vec2;
}

export interface PairResult {
  /** First shape. */
  shapeA: Shape | null;
  /** Second shape. */
  shapeB: Shape | null;
  /** Distance; negative for an overlap. [m] */
  distance: number;
  /** Point on the first shape. [m] */
  pointA: Vec2;
  /** Point on the second shape. [m] */
  pointB: Vec2;
  /** Direction from the first to the second shape. */
  normal: Vec2;
}

export interface ImpactResult {
  /** First shape. */
  shapeA: Shape | null;
  /** Second shape. */
  shapeB: Shape | null;
  /** Time of the impact. [s] */
  time: number;
  /** Point of the impact. [m] */
  point: Vec2;
  /** Direction from the first to the second shape. */
  normal: Vec2;
}

export interface ShapeInBox {
  /** The shape. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** Pose of the body. */
  pose: Pose;
  /** Centre of mass of the body. [m] */
  center: Vec2;
  /** Velocity of the body. [m/s] */
  velocity: Vec2;
  /** Angular velocity of the body. [rad/s] */
  angularVelocity: number;
}

export interface ContactPoint {
  /** Position. [m] */
  point: Vec2;
  /** Separation; negative for an overlap. [m] */
  separation: number;
  /** Normal impulse of the last step. [N*s] */
  normalImpulse: number;
  /** Tangent impulse of the last step. [N*s] */
  tangentImpulse: number;
  /** Id of the features that define the point. */
  feature: number;
}

export interface Party {
  /** The shape. */
  shape: Shape | null;
  /** Its body. */
  body: Body | null;
  /** User data of the shape. */
  shapeData: bigint;
  /** User data of the body. */
  bodyData: bigint;
}

export interface TouchEvent {
  /** The contact. */
  contact: Contact | null;
  /** First shape. */
  a: Party;
  /** Second shape. */
  b: Party;
}

export interface HitEvent {
  /** The contact. */
  contact: Contact | null;
  /** First shape. */
  a: Party;
  /** Second shape. */
  b: Party;
  /** Point of the hit. [m] */
  point: Vec2;
  /** Direction from the first to the second shape. */
  normal: Vec2;
  /** Speed of approach. [m/s] */
  approachSpeed: number;
  /** Normal impulse. [N*s] */
  impulse: number;
}

export interface SensorEvent {
  /** Whether the overlap began or ended. */
  kind: SensorEventType;
  /** The sensor. */
  sensor: Party;
  /** The other shape. */
  visitor: Party;
}

export interface MoveEvent {
  /** The body that moved. */
  body: Body | null;
  /** Its user data. */
  userData: bigint;
  /** Its new pose. */
  pose: Pose;
}

export interface SleepEvent {
  /** The body. */
  body: Body | null;
  /** Its user data. */
  userData: bigint;
}

export interface JointEvent {
  /** The joint. */
  joint: Joint | null;
  /** Its user data. */
  userData: bigint;
  /** First body. */
  bodyA: Body | null;
  /** Second body. */
  bodyB: Body | null;
  /** User data of the first body. */
  dataA: bigint;
  /** User data of the second body. */
  dataB: bigint;
  /** Load. [N] */
  force: Vec2;
  /** Load. [N*m] */
  torque: number;
}

export interface Range {
  /** Lower end. */
  lower: number;
  /** Upper end. */
  upper: number;
}

export interface Motor {
  /** Speed; of a hinge as an angular velocity. [m/s] */
  speed: number;
  /** Largest force; of a hinge as a torque. [N] */
  strength: number;
}

export interface Spring {
  /** Stiffness. [Hz] */
  hertz: number;
  /** Damping ratio. */
  dampingRatio: number;
  /** Target; of a hinge as an angle. [m] */
  target: number;
}

export interface Servo {
  /** Target; of a hinge as an angle. [m] */
  target: number;
  /** Largest speed. [m/s] */
  maxSpeed: number;
  /** Largest force; of a hinge as a torque. [N] */
  strength: number;
}

export interface LinearMotor {
  /** Relative velocity. [m/s] */
  velocity: Vec2;
  /** Largest force. [N] */
  maxForce: number;
}

export interface LinearSpring {
  /** Stiffness. [Hz] */
  hertz: number;
  /** Damping ratio. */
  dampingRatio: number;
  /** Largest force. [N] */
  maxForce: number;
}

export interface LoadLimit {
  /** Limit of the force. [N] */
  force: number | null;
  /** Limit of the torque. [N*m] */
  torque: number | null;
}

export interface PairOfBodies {
  /** First body. */
  a: Body | null;
  /** Second body. */
  b: Body | null;
}

export interface PairOfShapes {
  /** First shape. */
  a: Shape | null;
  /** Second shape. */
  b: Shape | null;
}

export interface PairOfPoses {
  /** First frame. */
  a: Pose;
  /** Second frame. */
  b: Pose;
}

export interface PairOfPoints {
  /** First point. [m] */
  a: Vec2;
  /** Second point. [m] */
  b: Vec2;
}

export interface Overlap {
  /** The sensor. */
  sensor: Shape | null;
  /** The other shape. */
  visitor: Shape | null;
}

export interface OneWay {
  /** Direction of the open side. */
  direction: Vec2;
  /** Half angle of the solid side. [rad] */
  halfAngle: number;
}

export interface Primitive {
  /** Closed outline, line, or point. */
  kind: PrimitiveType;
  /** Color as 0x00RRGGBB. */
  color: number;
  /** Index of the first of its points. */
  first: number;
  /** Number of its points. */
  count: number;
  /** Radius of a disc or rounding; size of a point. [m] */
  radius: number;
}

/** A body of a world. */
export class Body extends Handle {
  /** Returns whether the body exists. */
  get exists(): boolean;
  /** Returns whether the body is static, kinematic or dynamic. */
  get kind(): BodyType;
  set kind(value: BodyType);
  /** Returns the position of the origin and the rotation. */
  get pose(): Pose;
  set pose(value: PoseLike);
  /** The same, written into an object of the caller. */
  readPose<T extends Partial<Pose>>(out: T): T & Pose;
  /** Returns the position of the origin. */
  get position(): Vec2;
  set position(value: Vec2Like);
  /** The same, written into an object of the caller. */
  readPosition<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the position of the origin with 64 bits. */
  get position64(): Vec2;
  set position64(value: Vec2Like);
  /** The same, written into an object of the caller. */
  readPosition64<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the pose relative to a point of the world. Units: origin [m]. */
  poseFrom(origin: Vec2Like): Pose;
  /** Returns the rotation. */
  get rotation(): Rot;
  /** The same, written into an object of the caller. */
  readRotation<T extends Partial<Rot>>(out: T): T & Rot;
  /** Returns the rotation, from -pi to pi. */
  get angle(): number;
  set angle(value: number);
  /** Returns the centre of mass in world coordinates. */
  get center(): Vec2;
  /** The same, written into an object of the caller. */
  readCenter<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the centre of mass with 64 bits. */
  get center64(): Vec2;
  /** The same, written into an object of the caller. */
  readCenter64<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the velocity of the centre of mass. */
  get velocity(): Vec2;
  set velocity(value: Vec2Like);
  /** The same, written into an object of the caller. */
  readVelocity<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the angular velocity. */
  get angularVelocity(): number;
  set angularVelocity(value: number);
  /** Returns the velocity of a point of the body. Units: point [m]. */
  velocityAt(point: Vec2Like): Vec2;
  /** Returns the pose after a time of free motion. Units: time [s]. */
  poseAfter(time: number): Pose;
  /** Returns the mass, zero unless the body is dynamic. */
  get mass(): MassValue;
  set mass(value: Mass);
  /** Returns the mass that replaces that of the shapes. */
  get givenMass(): MassValue | null;
  /** Returns the kinetic energy. */
  get kineticEnergy(): number;
  /** Returns whether the body is awake. */
  get isAwake(): boolean;
  /** Returns whether the body sleeps. */
  get isAsleep(): boolean;
  /** Returns whether the body is enabled. */
  get isEnabled(): boolean;
  /** Returns the factor on gravity. */
  get gravityScale(): number;
  set gravityScale(value: number);
  /** Returns the damping rate of the velocity. */
  get linearDamping(): number;
  /** Returns the damping rate of the angular velocity. */
  get angularDamping(): number;
  /** Returns the locked directions. */
  get locks(): LocksValue;
  /** Returns the speed under which the body may fall asleep. */
  get sleepThreshold(): number;
  set sleepThreshold(value: number);
  /** Returns whether continuous collision applies to dynamic bodies. */
  get isBullet(): boolean;
  /** Returns whether the shapes are parts of one solid. */
  get isJoined(): boolean;
  /** Returns the motion above which the body is swept. */
  get sweepThreshold(): number;
  set sweepThreshold(value: number);
  /** Returns the time scale of the body. */
  get timeScale(): number;
  set timeScale(value: number);
  /** Returns the dominance. */
  get dominance(): number;
  set dominance(value: number);
  /** Returns whether the body may fall asleep. */
  get canSleep(): boolean;
  set canSleep(value: boolean);
  /** Returns the user data. */
  get userData(): bigint;
  set userData(value: bigint | number);
  /** Lists the shapes in the order in which they were added. */
  get shapes(): Shape[];
  /** Lists the contacts, newest first. */
  get contacts(): Contact[];
  /** Lists the joints, newest first. */
  get joints(): Joint[];
  /** Moves the body. */
  setPose(pose: PoseLike): void;
  /** Moves the body, with 64 bits. Units: position [m], angle [rad]. */
  setPose64(position: Vec2Like, angle: number): void;
  /** Moves the body and keeps its rotation. Units: position [m]. */
  setPosition(position: Vec2Like): void;
  /** Moves the body with 64 bits and keeps its rotation. Units: position [m]. */
  setPosition64(position: Vec2Like): void;
  /** Turns the body about its origin. Units: angle [rad]. */
  setAngle(angle: number): void;
  /** Sets the velocity and wakes the body. Units: velocity [m/s]. */
  setVelocity(velocity: Vec2Like): void;
  /** Sets the angular velocity and wakes the body. Units: angularVelocity [rad/s]. */
  setAngularVelocity(angularVelocity: number): void;
  /** Sets the velocities that reach a pose within a time. Units: dt [s]. */
  setTarget(pose: PoseLike, dt: number): void;
  /** Sets the velocities that reach a pose within a time, with 64 bits. Units: position [m], angle [rad], dt [s]. */
  setTarget64(position: Vec2Like, angle: number, dt: number): void;
  /** Applies a force at the centre of mass during the next step. Units: force [N]. */
  applyForce(force: Vec2Like): void;
  /** Applies a force at a point of the world during the next step. Units: force [N], point [m]. */
  applyForceAt(force: Vec2Like, point: Vec2Like): void;
  /** Applies a force at a point of the world with 64 bits. Units: force [N], point [m]. */
  applyForceAt64(force: Vec2Like, point: Vec2Like): void;
  /** Applies a torque during the next step. Units: torque [N*m]. */
  applyTorque(torque: number): void;
  /** Applies an impulse at the centre of mass. Units: impulse [N*s]. */
  applyImpulse(impulse: Vec2Like): void;
  /** Applies an impulse at a point of the world. Units: impulse [N*s], point [m]. */
  applyImpulseAt(impulse: Vec2Like, point: Vec2Like): void;
  /** Applies an impulse at a point of the world with 64 bits. Units: impulse [N*s], point [m]. */
  applyImpulseAt64(impulse: Vec2Like, point: Vec2Like): void;
  /** Applies an angular impulse. Units: impulse [N*m*s]. */
  applyAngularImpulse(impulse: number): void;
  /** Sets the factor on gravity. */
  setGravityScale(scale: number): void;
  /** Sets the damping rates. Units: linear [1/s], angular [1/s]. */
  setDamping(linear: number, angular: number): void;
  /** Sets the locked directions. */
  setLocks(x: boolean, y: boolean, rotation: boolean): void;
  /** Replaces the mass of the shapes. */
  setMass(mass: Mass): void;
  /** Uses the mass of the shapes again. */
  clearMass(): void;
  /** Sets the speed under which the body may fall asleep. Units: speed [m/s]. */
  setSleepThreshold(speed: number): void;
  /** Sets whether continuous collision applies to dynamic bodies. */
  setBullet(bullet: boolean): void;
  /** Sets the motion above which the body is swept. */
  setSweepThreshold(share: number): void;
  /** Sets the dominance, -128 to 127. */
  setDominance(dominance: number): void;
  /** Sets the time scale of the body. */
  setTimeScale(scale: number): void;
  /** Sets whether the body may fall asleep. */
  setCanSleep(canSleep: boolean): void;
  /** Wakes the body. */
  wake(): void;
  /** Puts the body and its island to sleep; returns whether it sleeps. */
  sleep(): boolean;
  /** Makes the body static, kinematic or dynamic. */
  setKind(kind: BodyType): void;
  /** Lets the body fall through the one-way shapes under it; returns their number. */
  dropThrough(): number;
  /** Lets the body fall through a one-way shape. */
  dropThroughShape(platform: Shape | null): boolean;
  /** Sets whether the body is simulated. */
  setEnabled(enabled: boolean): void;
  /** Sets the user data. */
  setUserData(userData: bigint | number): void;
}

/** A shape of a world. */
export class Shape extends Handle {
  /** Returns whether the shape exists. */
  get exists(): boolean;
  /** Returns the body of the shape. */
  get body(): Body;
  /** Returns the kind of the geometry; a segment of a chain is a segment. */
  get kind(): ShapeType;
  /** Returns the radius of a circle or capsule, or the rounding of a polygon. */
  get radius(): number;
  /** Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon. */
  get points(): Vec2[];
  /** Returns the box around the shape in world coordinates. */
  get aabb(): Box;
  /** Returns the density. */
  get density(): number;
  set density(value: number);
  /** Returns the material. */
  get material(): MaterialValue;
  set material(value: Material);
  /** Returns the speed above which hits are reported. */
  get reportHitsAbove(): number | null;
  /** Returns whether hooks run for the shape. */
  get isHooked(): boolean;
  /** Returns the one-way setting. */
  get oneWay(): OneWay | null;
  /** Returns the collision filter. */
  get filter(): FilterValue;
  set filter(value: Filter);
  /** Returns the user data. */
  get userData(): bigint;
  set userData(value: bigint | number);
  /** Returns whether the shape is a sensor. */
  get isSensor(): boolean;
  /** Returns whether sensors detect the shape. */
  get sensorEvents(): boolean;
  set sensorEvents(value: boolean);
  /** Lists the shapes that overlap this sensor. */
  get visitors(): Shape[];
  /** Lists the sensors that this shape overlaps. */
  get sensors(): Shape[];
  /** Sets the material. */
  setMaterial(material: Material): void;
  /** Sets whether hooks run for the shape. */
  setHooked(hooked: boolean): void;
  /** Makes the shape solid from one side only. Units: halfAngle [rad]. */
  setOneWay(direction: Vec2Like, halfAngle: number): void;
  /** Makes the shape solid from all sides. */
  clearOneWay(): void;
  /** Sets the collision filter. */
  setFilter(filter: Filter): void;
  /** Sets whether the shape is a sensor. */
  setSensor(isSensor: boolean): void;
  /** Sets whether sensors detect the shape. */
  setSensorEvents(seen: boolean): void;
  /** Replaces the geometry. */
  setGeometry(geometry: Geometry): void;
  /** Sets the density. Units: density [kg/m^2]. */
  setDensity(density: number): void;
  /** Sets the user data. */
  setUserData(userData: bigint | number): void;
}

/** A joint of a world. */
export class Joint extends Handle {
  /** Returns whether the joint exists. */
  get exists(): boolean;
  /** Returns the kind. */
  get kind(): JointType;
  /** Returns the two bodies. */
  get bodies(): PairOfBodies;
  /** Returns the frames in body coordinates. */
  get frames(): PairOfPoses;
  /** Returns the frames in world coordinates. */
  get worldFrames(): PairOfPoses;
  /** Returns the frames relative to a point of the world. Units: origin [m]. */
  framesFrom(origin: Vec2Like): PairOfPoses;
  /** Returns the force on the second body. */
  get reactionForce(): Vec2;
  /** The same, written into an object of the caller. */
  readReactionForce<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Returns the torque on the second body. */
  get reactionTorque(): number;
  /** Returns the force or torque of the motor. */
  get motorLoad(): number;
  /** Returns whether the joint is enabled. */
  get isEnabled(): boolean;
  /** Returns the load above which the joint breaks. */
  get breakAt(): LoadLimit;
  /** Returns the load above which an event is reported. */
  get reportAbove(): LoadLimit;
  /** Returns whether the load is above its limit. */
  get isOverloaded(): boolean;
  /** Returns whether the two bodies collide. */
  get collideConnected(): boolean;
  set collideConnected(value: boolean);
  /** Returns the user data. */
  get userData(): bigint;
  set userData(value: bigint | number);
  /** Returns the limits. */
  get limits(): Range | null;
  /** Returns the motor. */
  get motor(): Motor | null;
  /** Returns the spring. */
  get spring(): Spring | null;
  /** Returns the bounds of the force of the spring. */
  get springRange(): Range | null;
  /** Returns the servo. */
  get servo(): Servo | null;
  /** Returns the linear motor. */
  get linearMotor(): LinearMotor | null;
  /** Returns the linear spring. */
  get linearSpring(): LinearSpring | null;
  /** Returns the target of a grab. */
  get target(): Vec2 | null;
  set target(value: Vec2Like);
  /** Returns stiffness in hertz and damping ratio of the joint. */
  get softness(): Range | null;
  /** Returns the rest length. */
  get restLength(): number | null;
  /** Returns the angle between the frames. */
  get angle(): number;
  /** Returns the distance between the anchors. */
  get distance(): number;
  /** Returns the displacement along the axis. */
  get slide(): number;
  /** Returns the coordinate that limits and motor act on. */
  get coordinate(): number;
  /** Returns the ratio of a gear or pulley. */
  get ratio(): number | null;
  set ratio(value: number);
  /** Returns the wheels of a pulley. */
  get pulleyPoints(): PairOfPoints | null;
  /** Returns pitch and phase of a ratchet. */
  get ratchet(): Range | null;
  /** Returns whether the rope of a pulley is slack. */
  get isSlack(): boolean;
  /** Returns the relative angular velocity. */
  get angularSpeed(): number;
  /** Returns the rate of the coordinate. */
  get speed(): number;
  /** Returns how far the anchors are apart. */
  get separation(): number;
  /** Returns the error of a locked angle. */
  get angularSeparation(): number;
  /** Returns whether the joint takes part in the simulation. */
  get isActive(): boolean;
  /** Sets whether the joint is enabled. */
  setEnabled(enabled: boolean): void;
  /** Sets the limits; of a hinge as angles. Units: lower [m], upper [m]. */
  setLimits(lower: number, upper: number): void;
  /** Removes the limits. */
  clearLimits(): void;
  /** Sets the motor; of a hinge as angular velocity and torque. Units: speed [m/s], strength [N]. */
  setMotor(speed: number, strength: number): void;
  /** Removes the motor. */
  clearMotor(): void;
  /** Sets the spring. Units: hertz [Hz], target [m]. */
  setSpring(hertz: number, dampingRatio: number, target: number): void;
  /** Removes the spring. */
  clearSpring(): void;
  /** Bounds the force of the spring. Units: lower [N], upper [N]. */
  setSpringRange(lower: number, upper: number): void;
  /** Removes the bounds of the force of the spring. */
  clearSpringRange(): void;
  /** Sets the servo. Units: target [m], maxSpeed [m/s], strength [N]. */
  setServo(target: number, maxSpeed: number, strength: number): void;
  /** Removes the servo. */
  clearServo(): void;
  /** Sets the linear motor of a drive. Units: velocity [m/s], maxForce [N]. */
  setLinearMotor(velocity: Vec2Like, maxForce: number): void;
  /** Removes the linear motor. */
  clearLinearMotor(): void;
  /** Sets the linear spring of a weld, drive or grab. Units: hertz [Hz], maxForce [N]. */
  setLinearSpring(hertz: number, dampingRatio: number, maxForce: number): void;
  /** Removes the linear spring. */
  clearLinearSpring(): void;
  /** Sets the target of a grab. Units: target [m]. */
  setTarget(target: Vec2Like): void;
  /** Sets stiffness and damping ratio of the joint. Units: hertz [Hz]. */
  setSoftness(hertz: number, dampingRatio: number): void;
  /** Uses the softness of the world again. */
  clearSoftness(): void;
  /** Sets the ratio of a gear or pulley. */
  setRatio(ratio: number): void;
  /** Sets the ratchet of a rotary joint. Units: pitch [rad], phase [rad]. */
  setRatchet(pitch: number, phase: number): void;
  /** Removes the ratchet. */
  clearRatchet(): void;
  /** Sets the rest length. Units: length [m]. */
  setLength(length: number): void;
  /** Sets the frames in body coordinates. */
  setFrames(frameA: PoseLike, frameB: PoseLike): void;
  /** Sets the load above which the joint breaks. Units: force [N], torque [N*m]. */
  setBreakAt(force: number, torque: number): void;
  /** Makes the joint unbreakable. */
  clearBreakAt(): void;
  /** Sets the load above which an event is reported. Units: force [N], torque [N*m]. */
  setReportAbove(force: number, torque: number): void;
  /** Reports no load. */
  clearReportAbove(): void;
  /** Sets whether the two bodies collide. */
  setCollideConnected(collide: boolean): void;
  /** Sets the user data. */
  setUserData(userData: bigint | number): void;
}

/** A contact of a world. */
export class Contact extends Handle {
  /** Returns whether the contact exists. */
  get exists(): boolean;
  /** Returns the two shapes. */
  get shapes(): PairOfShapes;
  /** Returns the two bodies. */
  get bodies(): PairOfBodies;
  /** Returns whether the shapes touch. */
  get isTouching(): boolean;
  /** Returns the direction from the first to the second shape. */
  get normal(): Vec2;
  /** The same, written into an object of the caller. */
  readNormal<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Lists the contact points, at most two. */
  get points(): ContactPoint[];
  /** Lists the contact points relative to a point of the world. Units: origin [m]. */
  pointsFrom(origin: Vec2Like): ContactPoint[];
}

/** A field of a world. */
export class Field extends Handle {
}

/** A portal of a world. */
export class Portal extends Handle {
}

/** The calls of a world. */
declare class Calls extends Owned {
  /** Returns the hash of the state, the same on every machine. */
  get hash(): bigint;
  /** Returns the number of steps since the world was made. */
  get stepCount(): number;
  /** Returns the numbers of objects. */
  get counts(): Counts;
  /** Sets the gravity and wakes all bodies. Units: gravity [m/s^2]. */
  setGravity(gravity: Vec2Like): void;
  /** Returns the gravity. */
  get gravity(): Vec2;
  set gravity(value: Vec2Like);
  /** The same, written into an object of the caller. */
  readGravity<T extends Partial<Vec2>>(out: T): T & Vec2;
  /** Sets the number of sub-steps, 1 to 64. */
  setSubSteps(subSteps: number): void;
  /** Sets whether bodies may fall asleep. */
  setSleeping(sleeping: boolean): void;
  /** Sets whether fast bodies stop at static shapes. */
  setContinuous(continuous: boolean): void;
  /** Sets the number of threads, 1 to 64; results do not depend on it. */
  setThreads(threads: number): void;
  /** Sets the instruction set; results do not depend on it. */
  setLanes(lanes: Lanes): void;
  /** Moves the origin of coordinates to a point. Units: origin [m]. */
  shiftOrigin(origin: Vec2Like): void;
  /** Sets whether every stage checks the whole world, in debug builds. */
  setStageChecks(on: boolean): void;
  /** Reserves memory for this many objects. */
  reserve(bodies: number, shapes: number, joints: number, contacts: number): void;
  /** Returns whether no call has changed the world. */
  get isUntouched(): boolean;
  /** Returns whether calls are recorded. */
  get isRecorded(): boolean;
  /** Returns the number of steps since the recording began. */
  get recordedSteps(): number;
  /** Adds a body with its shapes. */
  spawn(def: BodyDef): Body;
  /** Removes a body with its shapes and joints. */
  despawn(body: Body | null): void;
  /** Lists all bodies in the order of their slots. */
  get bodies(): Body[];
  /** Applies impulses to many bodies. Units: wakeAbove [m/s]. */
  applyImpulses(impulses: readonly BodyImpulse[], wakeAbove: number): ImpulseCounts;
  /** Adds a shape to a body. */
  attach(body: Body | null, def: ShapeDef): Shape;
  /** Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them. */
  attachChain(body: Body | null, def: ChainDef): number;
  /** Removes a shape. */
  detach(shape: Shape | null): void;
  /** Moves a shape to another body. */
  reattach(shape: Shape | null, body: Body | null): void;
  /** Lists all shapes in the order of their slots. */
  get shapes(): Shape[];
  /** Sets the material of contacts between two material ids. */
  setMaterialPair(a: bigint | number, b: bigint | number, pair: MaterialPair): void;
  /** Removes the material of a pair. */
  clearMaterialPair(a: bigint | number, b: bigint | number): void;
  /** Returns the material of a pair. */
  materialPair(a: bigint | number, b: bigint | number): MaterialPairValue | null;
  /** Adds a joint. */
  join(def: JointDef): Joint;
  /** Removes a joint. */
  unjoin(joint: Joint | null): void;
  /** Lists all joints in the order of their slots. */
  get joints(): Joint[];
  /** Lists all contacts, touching or not. */
  get contacts(): Contact[];
  /** Contacts that began to touch. */
  get beginEvents(): TouchEvent[];
  /** Contacts that ended. */
  get endEvents(): TouchEvent[];
  /** Overlaps of sensors that began or ended. */
  get sensorEvents(): SensorEvent[];
  /** Hits above the speed of their shapes. */
  get hitEvents(): HitEvent[];
  /** Bodies that moved. */
  get moveEvents(): MoveEvent[];
  /** Bodies that fell asleep. */
  get sleepEvents(): SleepEvent[];
  /** Bodies that woke. */
  get wakeEvents(): SleepEvent[];
  /** Bodies that passed openings, in order. */
  get teleportEvents(): TeleportEvent[];
  /** Joints that broke. */
  get breakEvents(): JointEvent[];
  /** Joints whose load rose above its limit. */
  get overloadEvents(): JointEvent[];
  /** Joints whose load fell below its limit. */
  get overloadEndEvents(): JointEvent[];
  /** Lists the overlaps of all sensors. */
  get sensorOverlaps(): Overlap[];
  /** Returns the first hit of a ray. Units: origin [m], translation [m]. */
  castRay(origin: Vec2Like, translation: Vec2Like, filter?: QueryFilter | null): CastResult | null;
  /** Returns any hit of a ray. Units: origin [m], translation [m]. */
  castRayAny(origin: Vec2Like, translation: Vec2Like, filter?: QueryFilter | null): CastResult | null;
  /** Lists all hits of a ray in order of distance. Units: origin [m], translation [m]. */
  castRaySorted(origin: Vec2Like, translation: Vec2Like, filter?: QueryFilter | null): CastResult[];
  /** Casts many rays; the answers have their order. */
  castRays(rays: readonly Ray[], filter?: QueryFilter | null): RayAnswer[];
  /** Returns the first hit of a moving circle. Units: origin [m], translation [m], radius [m]. */
  castCircle(origin: Vec2Like, translation: Vec2Like, radius: number, filter?: QueryFilter | null): CastResult | null;
  /** Returns the first hit of a moving shape. Units: translation [m]. */
  castShape(geometry: Geometry, pose: PoseLike, translation: Vec2Like, filter?: QueryFilter | null): CastResult | null;
  /** Returns the shape nearest to a point within a radius. Units: point [m], radius [m]. */
  nearest(point: Vec2Like, radius: number, filter?: QueryFilter | null): NearestResult | null;
  /** Lists the shapes within a radius of a point. Units: point [m], radius [m]. */
  nearestAll(point: Vec2Like, radius: number, filter?: QueryFilter | null): NearestResult[];
  /** Lists the distances of shapes within reach of a shape. Units: reach [m]. */
  separations(geometry: Geometry, pose: PoseLike, reach: number, filter?: QueryFilter | null): SeparationResult[];
  /** Lists the shapes that overlap a shape. */
  overlapShape(geometry: Geometry, pose: PoseLike, filter?: QueryFilter | null): Shape[];
  /** Lists the shapes that overlap a box. Units: min [m], max [m]. */
  overlapBox(min: Vec2Like, max: Vec2Like, filter?: QueryFilter | null): Shape[];
  /** Lists the shapes that contain a point. Units: point [m]. */
  overlapPoint(point: Vec2Like, filter?: QueryFilter | null): Shape[];
  /** Lists the shapes whose boxes overlap a box, with the motion of their bodies. Units: min [m], max [m]. */
  shapesInBox(min: Vec2Like, max: Vec2Like, filter?: QueryFilter | null): ShapeInBox[];
  /** Returns the distance of two shapes. */
  shapeDistance(a: Shape | null, b: Shape | null): PairResult;
  /** Returns the distance of two bodies. */
  bodyDistance(a: Body | null, b: Body | null): PairResult | null;
  /** Returns the first impact of two shapes within a time. Units: time [s]. */
  shapeImpact(a: Shape | null, b: Shape | null, time: number): ImpactResult | null;
  /** Returns the first impact of two bodies within a time. Units: time [s]. */
  bodyImpact(a: Body | null, b: Body | null, time: number): ImpactResult | null;
  /** Sets off an explosion; returns the number of bodies that it pushed. */
  explode(explosion: Explosion): number;
  /** Adds a field: gravity, wind, water and the like in an area. */
  addField(field: FieldDef): Field;
  /** Replaces a field. */
  setField(id: Field | null, field: FieldDef): void;
  /** Removes a field. */
  removeField(id: Field | null): void;
  /** Lists all fields. */
  get fields(): Field[];
  /** Adds a pair of connected openings. */
  addPortals(pair: PortalPair): Portal;
  /** Removes a pair of openings. */
  removePortals(id: Portal | null): void;
  /** Lists all pairs of openings. */
  get portals(): Portals[];
  /** Lists the poses of a body behind the openings that it is in. */
  images(body: Body | null): Pose[];
}
