// The classes of the package. Written by `cargo xtask bindings` from the table of the API.

/** An error of the engine or of an argument. The call changed nothing. */
export class CairnError extends Error {
  /**
   * @param {string} message Text that names the object and the value.
   * @param {string} kind `value`, `stale`, `shape`, `kind`, `snapshot`, `record`, `null`, `poisoned` or `other`.
   */
  constructor(message, kind) {
    super(message);
    this.name = "CairnError";
    this.kind = kind;
  }
}

/** Kinds of errors by their negative codes. */
const KINDS = ["ok", "null", "value", "stale", "shape", "kind", "definition", "snapshot", "poisoned", "panic", "record", "other"];

/** Text of a value in a message. */
function shown(value) {
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `an array of ${value.length}` : `an object with ${Object.keys(value).join(", ") || "nothing"}`;
}

function bad(name, value, wanted) {
  throw new CairnError(`${name} is ${shown(value)}, it must be ${wanted}`, "value");
}

function number(value, name) {
  return typeof value === "number" ? value : bad(name, value, "a number");
}

function whole(value, name, least, most) {
  return Number.isInteger(value) && value >= least && value <= most ? value : bad(name, value, `a whole number from ${least} to ${most}`);
}

function wide(value, name) {
  const big = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : bad(name, value, "a whole number");
  return big >= 0n && big < 1n << 64n ? big : bad(name, value, "a whole number below 2^64");
}

function truth(value, name) {
  return typeof value === "boolean" ? +value : bad(name, value, "true or false");
}

/** Number of a value of an enum; a number is checked by the engine. */
function choice(value, names, name) {
  const index = names.indexOf(value);
  if (index >= 0) return index;
  return typeof value === "number" ? whole(value, name, 0, 0xffffffff) : bad(name, value, `one of ${names.join(", ")}`);
}

const POINT = "a point: {x, y} or [x, y]";
const PLACE = "a pose: {x, y, angle} or [x, y, angle]";

function xOf(value, name, wanted = POINT) {
  const x = value?.x ?? value?.[0];
  return typeof x === "number" ? x : bad(name, value, wanted);
}

function yOf(value, name, wanted = POINT) {
  const y = value?.y ?? value?.[1];
  return typeof y === "number" ? y : bad(name, value, wanted);
}

function angleOf(value, name) {
  const angle = value?.angle ?? value?.[2];
  return typeof angle === "number" ? angle : bad(name, value, PLACE);
}

/**
 * Makes the classes over an instance of the module `cairn2d.wasm`.
 * @param {WebAssembly.Exports} exports
 */
export function create(exports) {
  let u8, u32, i32, f32, f64, u64;

  /** Makes the views anew after the memory has grown, which empties them. */
  function refresh() {
    const { buffer } = exports.memory;
    u8 = new Uint8Array(buffer);
    u32 = new Uint32Array(buffer);
    i32 = new Int32Array(buffer);
    f32 = new Float32Array(buffer);
    f64 = new Float64Array(buffer);
    u64 = new BigUint64Array(buffer);
  }

  refresh();

  function lend(bytes) {
    const at = exports.cairn_lend(bytes) >>> 0;
    if (f32.length === 0) refresh();
    return at;
  }

  // Memory for one result, and for a count.
  const OUT = lend(512);
  const OUT4 = OUT >> 2;
  const OUT8 = OUT >> 3;
  const COUNT = lend(8);
  const COUNT4 = COUNT >> 2;

  // Memory for the arguments of one call. Blocks that became too small are freed before the next call.
  let block = lend(4096);
  let blockSize = 4096;
  let used = 0;
  let old = [];

  function begin() {
    used = 0;
    if (f32.length === 0) refresh();
    while (old.length > 0) exports.cairn_release(old.pop(), old.pop());
  }

  function take(bytes) {
    const size = (bytes + 7) & ~7;
    if (used + size > blockSize) {
      old.push(blockSize, block);
      blockSize = Math.max(2 * blockSize, size);
      block = lend(blockSize);
      used = 0;
    }
    const at = block + used;
    used += size;
    u8.fill(0, at, at + size);
    return at;
  }

  // Memory for a list of results.
  let list = lend(4096);
  let listSize = 4096;

  function enlarge(bytes) {
    exports.cairn_release(list, listSize);
    listSize = Math.max(2 * listSize, bytes);
    list = lend(listSize);
  }

  const decoder = new TextDecoder();
  const encoder = new TextEncoder();

  function text(at) {
    if (f32.length === 0) refresh();
    return decoder.decode(u8.subarray(at, u8.indexOf(0, at)));
  }

  /** Throws the last error of the engine. */
  function fail() {
    const code = exports.cairn_last_error();
    throw new CairnError(text(exports.cairn_error_text() >>> 0), KINDS[-code] ?? "other");
  }

  /** Throws the error of a code, if it is one. */
  function check(code) {
    if (code < 0) fail();
    if (f32.length === 0) refresh();
    return code;
  }

  /** Address of a copy of bytes, for one call. */
  function bytesIn(bytes) {
    if (!(bytes instanceof Uint8Array)) bad("bytes", bytes, "a Uint8Array");
    const at = take(bytes.length);
    u8.set(bytes, at);
    return at;
  }

  /** Bytes that a call wrote into `OUT`. */
  function bytesOut(code) {
    check(code);
    const at = u32[OUT4];
    const bytes = u8.slice(at, at + u32[OUT4 + 2]);
    exports.cairn_bytes_free(OUT);
    return bytes;
  }

  // What the collector finds unreachable is freed, if `free` was not called.
  const lost = new FinalizationRegistry(({ end, at, bytes }) => exports[end](at, bytes));

  /** A value of the engine with an end. */
  class Owned {
    constructor(at, end, bytes = 0) {
      if (at === 0) fail();
      this._at = at;
      this._end = end;
      this._bytes = bytes;
      lost.register(this, { end, at, bytes }, this);
    }

    /** Frees the memory now. Later calls throw an error of kind `null`. */
    free() {
      if (this._at === 0) return;
      lost.unregister(this);
      exports[this._end](this._at, this._bytes);
      this._at = 0;
    }
  }
  if (Symbol.dispose) Owned.prototype[Symbol.dispose] = Owned.prototype.free;

  /** An object of a world: the world, and an id of 64 bits in two numbers. */
  class Handle {
    constructor(world, lo, hi) {
      this.world = world;
      this._lo = lo;
      this._hi = hi;
    }

    /** The id as a bigint, the same in every copy of the world. */
    get id() {
      return (BigInt(this._hi) << 32n) | BigInt(this._lo);
    }

    /** Whether both are the same object of the same world. */
    equals(other) {
      return other instanceof Handle && other.world === this.world && other._lo === this._lo && other._hi === this._hi && other.constructor === this.constructor;
    }

    toString() {
      return `${this.constructor.name}(0x${this.id.toString(16)})`;
    }
  }

  /** Checks the handle of an argument; null is the null id. */
  function handle(value, kind, world, name) {
    if (value === null || value === undefined) return NULL;
    if (!(value instanceof kind)) bad(name, value, `a ${kind.name}`);
    if (value.world !== world) throw new CairnError(`${name} ${value} belongs to another world`, "stale");
    return value;
  }
  const NULL = new Handle(null, 0, 0);

  /** The object of an id in memory; null for the null id. */
  function idAt(kind, world, at) {
    const lo = u32[at >> 2];
    const hi = u32[(at >> 2) + 1];
    return (lo | hi) === 0 ? null : new kind(world, lo, hi);
  }

  function handleOf(kind, world, id, name) {
    const bits = wide(id, name);
    return new kind(world, Number(bits & 0xffffffffn), Number(bits >> 32n));
  }

  /** Writes the fields of a definition over its defaults. */
  function fill(setters, flags, at, value, world, name) {
    if (typeof value !== "object" || value === null) bad(name, value, "an object");
    for (const key in value) {
      const field = value[key];
      if (field === undefined) continue;
      const set = setters[key];
      if (set) set(at, field, world);
      else if (!flags[key]) throw new CairnError(`${name} has no field ${key}`, "value");
    }
    // A flag that is given counts, whatever the fields beside it say.
    for (const key in flags) if (value[key] !== undefined) flags[key](at, value[key]);
  }

  /** Writes an array of items; the caller stores the address and the length. */
  function items(value, size, name, put) {
    if (!Array.isArray(value)) bad(name, value, "an array");
    const at = take(value.length * size);
    for (let n = 0; n < value.length; n++) put(at + n * size, value[n]);
    return at;
  }

  /** Writes points: an array of points, or numbers x, y, x, y in an array or a typed array. */
  function points(value, name) {
    const flat = ArrayBuffer.isView(value) || (Array.isArray(value) && typeof value[0] === "number");
    if (!flat && !Array.isArray(value)) bad(name, value, "an array of points");
    if (flat && value.length % 2 !== 0) bad(name, value, "an array of points");
    const count = flat ? value.length / 2 : value.length;
    const at = take(count * 8);
    for (let n = 0; n < count; n++) {
      f32[(at >> 2) + 2 * n] = flat ? number(value[2 * n], name) : xOf(value[n], name);
      f32[(at >> 2) + 2 * n + 1] = flat ? number(value[2 * n + 1], name) : yOf(value[n], name);
    }
    pointCount = count;
    return at;
  }
  let pointCount = 0;

  const {
    cairn_world_step,
    cairn_world_get_hash,
    cairn_world_get_step_count,
    cairn_world_get_counts,
    cairn_world_set_gravity,
    cairn_world_get_gravity,
    cairn_world_set_sub_steps,
    cairn_world_set_sleeping,
    cairn_world_set_continuous,
    cairn_world_set_threads,
    cairn_world_set_lanes,
    cairn_world_shift_origin,
    cairn_world_set_stage_checks,
    cairn_world_reserve,
    cairn_world_get_is_untouched,
    cairn_world_get_is_recorded,
    cairn_world_get_recorded_steps,
    cairn_world_try_spawn,
    cairn_world_despawn,
    cairn_world_bodies,
    cairn_body_get_exists,
    cairn_body_get_kind,
    cairn_body_get_pose,
    cairn_body_get_position,
    cairn_body_get_position64,
    cairn_body_get_pose_from,
    cairn_body_get_rotation,
    cairn_body_get_angle,
    cairn_body_get_center,
    cairn_body_get_center64,
    cairn_body_get_velocity,
    cairn_body_get_angular_velocity,
    cairn_body_get_velocity_at,
    cairn_body_get_pose_after,
    cairn_body_get_mass,
    cairn_body_given_mass,
    cairn_body_get_kinetic_energy,
    cairn_body_get_is_awake,
    cairn_body_get_is_asleep,
    cairn_body_get_is_enabled,
    cairn_body_get_gravity_scale,
    cairn_body_get_linear_damping,
    cairn_body_get_angular_damping,
    cairn_body_get_locks,
    cairn_body_get_sleep_threshold,
    cairn_body_get_is_bullet,
    cairn_body_get_is_joined,
    cairn_body_get_sweep_threshold,
    cairn_body_get_time_scale,
    cairn_body_get_dominance,
    cairn_body_get_can_sleep,
    cairn_body_get_user_data,
    cairn_body_shapes,
    cairn_body_contacts,
    cairn_body_joints,
    cairn_body_set_pose,
    cairn_body_set_pose64,
    cairn_body_set_position,
    cairn_body_set_position64,
    cairn_body_set_angle,
    cairn_body_set_velocity,
    cairn_body_set_angular_velocity,
    cairn_body_set_target,
    cairn_body_set_target64,
    cairn_body_apply_force,
    cairn_body_apply_force_at,
    cairn_body_apply_force_at64,
    cairn_body_apply_torque,
    cairn_body_apply_impulse,
    cairn_body_apply_impulse_at,
    cairn_body_apply_impulse_at64,
    cairn_body_apply_angular_impulse,
    cairn_body_set_gravity_scale,
    cairn_body_set_damping,
    cairn_body_set_locks,
    cairn_body_set_mass,
    cairn_body_clear_mass,
    cairn_body_set_sleep_threshold,
    cairn_body_set_bullet,
    cairn_body_set_sweep_threshold,
    cairn_body_set_dominance,
    cairn_body_set_time_scale,
    cairn_body_set_can_sleep,
    cairn_body_wake,
    cairn_body_try_sleep,
    cairn_body_set_kind,
    cairn_body_try_drop_through,
    cairn_body_try_drop_through_shape,
    cairn_body_set_enabled,
    cairn_body_set_user_data,
    cairn_world_apply_impulses,
    cairn_world_try_attach,
    cairn_world_try_attach_chain,
    cairn_world_detach,
    cairn_world_reattach,
    cairn_world_shapes,
    cairn_shape_get_exists,
    cairn_shape_get_body,
    cairn_shape_get_kind,
    cairn_shape_get_radius,
    cairn_shape_points,
    cairn_shape_get_aabb,
    cairn_shape_get_density,
    cairn_shape_get_material,
    cairn_shape_report_hits_above,
    cairn_shape_get_is_hooked,
    cairn_shape_one_way,
    cairn_shape_get_filter,
    cairn_shape_get_user_data,
    cairn_shape_get_is_sensor,
    cairn_shape_get_sensor_events,
    cairn_shape_visitors,
    cairn_shape_sensors,
    cairn_shape_set_material,
    cairn_shape_set_hooked,
    cairn_shape_set_one_way,
    cairn_shape_clear_one_way,
    cairn_shape_set_filter,
    cairn_shape_set_sensor,
    cairn_shape_set_sensor_events,
    cairn_shape_set_geometry,
    cairn_shape_set_density,
    cairn_shape_set_user_data,
    cairn_world_set_material_pair,
    cairn_world_clear_material_pair,
    cairn_world_material_pair,
    cairn_world_try_join,
    cairn_world_unjoin,
    cairn_world_joints,
    cairn_joint_get_exists,
    cairn_joint_get_kind,
    cairn_joint_get_bodies,
    cairn_joint_get_frames,
    cairn_joint_get_world_frames,
    cairn_joint_get_frames_from,
    cairn_joint_get_reaction_force,
    cairn_joint_get_reaction_torque,
    cairn_joint_get_motor_load,
    cairn_joint_get_is_enabled,
    cairn_joint_get_break_at,
    cairn_joint_get_report_above,
    cairn_joint_get_is_overloaded,
    cairn_joint_get_collide_connected,
    cairn_joint_get_user_data,
    cairn_joint_limits,
    cairn_joint_motor,
    cairn_joint_spring,
    cairn_joint_spring_range,
    cairn_joint_servo,
    cairn_joint_linear_motor,
    cairn_joint_linear_spring,
    cairn_joint_target,
    cairn_joint_softness,
    cairn_joint_rest_length,
    cairn_joint_get_angle,
    cairn_joint_get_distance,
    cairn_joint_get_slide,
    cairn_joint_get_coordinate,
    cairn_joint_ratio,
    cairn_joint_pulley_points,
    cairn_joint_ratchet,
    cairn_joint_get_is_slack,
    cairn_joint_get_angular_speed,
    cairn_joint_get_speed,
    cairn_joint_get_separation,
    cairn_joint_get_angular_separation,
    cairn_joint_get_is_active,
    cairn_joint_set_enabled,
    cairn_joint_set_limits,
    cairn_joint_clear_limits,
    cairn_joint_set_motor,
    cairn_joint_clear_motor,
    cairn_joint_set_spring,
    cairn_joint_clear_spring,
    cairn_joint_set_spring_range,
    cairn_joint_clear_spring_range,
    cairn_joint_set_servo,
    cairn_joint_clear_servo,
    cairn_joint_set_linear_motor,
    cairn_joint_clear_linear_motor,
    cairn_joint_set_linear_spring,
    cairn_joint_clear_linear_spring,
    cairn_joint_set_target,
    cairn_joint_set_softness,
    cairn_joint_clear_softness,
    cairn_joint_set_ratio,
    cairn_joint_set_ratchet,
    cairn_joint_clear_ratchet,
    cairn_joint_set_length,
    cairn_joint_set_frames,
    cairn_joint_set_break_at,
    cairn_joint_clear_break_at,
    cairn_joint_set_report_above,
    cairn_joint_clear_report_above,
    cairn_joint_set_collide_connected,
    cairn_joint_set_user_data,
    cairn_world_contacts,
    cairn_contact_get_exists,
    cairn_contact_get_shapes,
    cairn_contact_get_bodies,
    cairn_contact_get_is_touching,
    cairn_contact_get_normal,
    cairn_contact_points,
    cairn_contact_points_from,
    cairn_events_begins,
    cairn_events_ends,
    cairn_events_sensors,
    cairn_events_hits,
    cairn_events_moves,
    cairn_events_sleeps,
    cairn_events_wakes,
    cairn_events_teleports,
    cairn_events_breaks,
    cairn_events_overloads,
    cairn_events_overload_ends,
    cairn_world_sensor_overlaps,
    cairn_world_cast_ray,
    cairn_world_cast_ray_any,
    cairn_world_cast_ray_sorted,
    cairn_world_cast_rays,
    cairn_world_cast_circle,
    cairn_world_cast_shape,
    cairn_world_nearest,
    cairn_world_nearest_all,
    cairn_world_separations,
    cairn_world_overlap_shape,
    cairn_world_overlap_box,
    cairn_world_overlap_point,
    cairn_world_shapes_in_box,
    cairn_world_shape_distance,
    cairn_world_body_distance,
    cairn_world_shape_impact,
    cairn_world_body_impact,
    cairn_world_try_explode,
    cairn_world_try_add_field,
    cairn_world_set_field,
    cairn_world_remove_field,
    cairn_world_fields,
    cairn_world_try_add_portals,
    cairn_world_remove_portals,
    cairn_world_portals,
    cairn_world_images,
  } = exports;

  const NAMES_body_type = ["static", "kinematic", "dynamic"];
  const NAMES_shape_type = ["circle", "capsule", "segment", "box", "polygon"];
  const NAMES_joint_type = ["revolute", "distance", "prismatic", "wheel", "slot", "weld", "drive", "grab", "filter", "rotary", "gear", "rack", "pulley", "custom"];
  const NAMES_anchor_type = ["local", "world", "world_pair"];
  const NAMES_combine = ["geometric_mean", "average", "min", "multiply", "max"];
  const NAMES_lanes = ["fastest", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"];
  const NAMES_sensor_event_type = ["begin", "end"];
  const NAMES_area_type = ["everywhere", "box", "circle", "polygon"];
  const NAMES_effect_type = ["gravity", "attractor", "wind", "drag", "conveyor", "floor", "water", "time_flow"];
  const NAMES_falloff = ["constant", "inverse", "inverse_square"];
  const NAMES_primitive_type = ["outline", "line", "point"];

  const SIZE_world_config = 72;
  const set_world_config = {
    gravity(at, v, w) {
      f32[(at + 4) >> 2] = xOf(v, "gravity");
      f32[((at + 4) >> 2) + 1] = yOf(v, "gravity");
    },
    subSteps(at, v, w) {
      u32[(at + 12) >> 2] = whole(v, "subSteps", 0, 0xffffffff);
    },
    sleeping(at, v, w) {
      u8[at + 16] = truth(v, "sleeping");
    },
    layeredSleep(at, v, w) {
      u8[at + 17] = truth(v, "layeredSleep");
    },
    continuous(at, v, w) {
      u8[at + 18] = truth(v, "continuous");
    },
    restitutionThreshold(at, v, w) {
      f32[(at + 20) >> 2] = number(v, "restitutionThreshold");
    },
    exactRestitution(at, v, w) {
      f32[(at + 24) >> 2] = number(v, "exactRestitution");
    },
    maxLinearSpeed(at, v, w) {
      f32[(at + 28) >> 2] = number(v, "maxLinearSpeed");
    },
    maxAngularSpeed(at, v, w) {
      f32[(at + 32) >> 2] = number(v, "maxAngularSpeed");
    },
    contactHertz(at, v, w) {
      f32[(at + 36) >> 2] = number(v, "contactHertz");
    },
    contactDampingRatio(at, v, w) {
      f32[(at + 40) >> 2] = number(v, "contactDampingRatio");
    },
    contactPushSpeed(at, v, w) {
      f32[(at + 44) >> 2] = number(v, "contactPushSpeed");
    },
    jointHertz(at, v, w) {
      f32[(at + 48) >> 2] = number(v, "jointHertz");
    },
    jointDampingRatio(at, v, w) {
      f32[(at + 52) >> 2] = number(v, "jointDampingRatio");
    },
    threads(at, v, w) {
      u32[(at + 56) >> 2] = whole(v, "threads", 0, 0xffffffff);
    },
    lanes(at, v, w) {
      u32[(at + 60) >> 2] = choice(v, NAMES_lanes, "lanes");
    },
    largeWorld(at, v, w) {
      u8[at + 64] = truth(v, "largeWorld");
    },
    idTag(at, v, w) {
      u32[(at + 68) >> 2] = whole(v, "idTag", 0, 0xffffffff);
    },
  };
  const flags_world_config = {
  };

  function put_world_config(at, v, w, name) {
    exports.cairn_world_config_init(at, SIZE_world_config);
    fill(set_world_config, flags_world_config, at, v, w, name);
  }

  const SIZE_filter = 24;
  const set_filter = {
    category(at, v, w) {
      u64[(at + 0) >> 3] = wide(v, "category");
    },
    mask(at, v, w) {
      u64[(at + 8) >> 3] = wide(v, "mask");
    },
    group(at, v, w) {
      i32[(at + 16) >> 2] = whole(v, "group", -0x80000000, 0x7fffffff);
    },
  };
  const flags_filter = {
  };

  function put_filter(at, v, w, name) {
    exports.cairn_filter_init(at, SIZE_filter);
    fill(set_filter, flags_filter, at, v, w, name);
  }

  function read_filter(w, at) {
    return {
      category: u64[(at + 0) >> 3],
      mask: u64[(at + 8) >> 3],
      group: i32[(at + 16) >> 2],
    };
  }

  const SIZE_portal_pair = 64;
  const set_portal_pair = {
    bodyA(at, v, w) {
      const id = handle(v, Body, w, "bodyA");
      u32[(at + 8) >> 2] = id._lo;
      u32[((at + 8) >> 2) + 1] = id._hi;
    },
    bodyB(at, v, w) {
      const id = handle(v, Body, w, "bodyB");
      u32[(at + 16) >> 2] = id._lo;
      u32[((at + 16) >> 2) + 1] = id._hi;
    },
    atA(at, v, w) {
      f32[(at + 24) >> 2] = xOf(v, "atA");
      f32[((at + 24) >> 2) + 1] = yOf(v, "atA");
    },
    atB(at, v, w) {
      f32[(at + 32) >> 2] = xOf(v, "atB");
      f32[((at + 32) >> 2) + 1] = yOf(v, "atB");
    },
    outA(at, v, w) {
      f32[(at + 40) >> 2] = xOf(v, "outA");
      f32[((at + 40) >> 2) + 1] = yOf(v, "outA");
    },
    outB(at, v, w) {
      f32[(at + 48) >> 2] = xOf(v, "outB");
      f32[((at + 48) >> 2) + 1] = yOf(v, "outB");
    },
    width(at, v, w) {
      f32[(at + 56) >> 2] = number(v, "width");
    },
    rims(at, v, w) {
      u8[at + 60] = truth(v, "rims");
    },
  };
  const flags_portal_pair = {
  };

  function put_portal_pair(at, v, w, name) {
    exports.cairn_portal_pair_init(at, SIZE_portal_pair);
    fill(set_portal_pair, flags_portal_pair, at, v, w, name);
  }

  function read_portals(w, at) {
    return {
      id: idAt(Portal, w, at + 0),
      openingA: { x: f32[(at + 8) >> 2], y: f32[((at + 8) >> 2) + 1], cos: f32[((at + 8) >> 2) + 2], sin: f32[((at + 8) >> 2) + 3] },
      openingB: { x: f32[(at + 24) >> 2], y: f32[((at + 24) >> 2) + 1], cos: f32[((at + 24) >> 2) + 2], sin: f32[((at + 24) >> 2) + 3] },
      bodyA: idAt(Body, w, at + 40),
      bodyB: idAt(Body, w, at + 48),
      frameA: { x: f32[(at + 56) >> 2], y: f32[((at + 56) >> 2) + 1], cos: f32[((at + 56) >> 2) + 2], sin: f32[((at + 56) >> 2) + 3] },
      frameB: { x: f32[(at + 72) >> 2], y: f32[((at + 72) >> 2) + 1], cos: f32[((at + 72) >> 2) + 2], sin: f32[((at + 72) >> 2) + 3] },
      width: f32[(at + 88) >> 2],
      hasRims: u8[at + 92] !== 0,
    };
  }

  function read_teleport_event(w, at) {
    return {
      body: idAt(Body, w, at + 0),
      userData: u64[(at + 8) >> 3],
      portals: idAt(Portal, w, at + 16),
      from: { x: f32[(at + 24) >> 2], y: f32[((at + 24) >> 2) + 1], cos: f32[((at + 24) >> 2) + 2], sin: f32[((at + 24) >> 2) + 3] },
      to: { x: f32[(at + 40) >> 2], y: f32[((at + 40) >> 2) + 1], cos: f32[((at + 40) >> 2) + 2], sin: f32[((at + 40) >> 2) + 3] },
    };
  }

  const SIZE_material = 56;
  const set_material = {
    friction(at, v, w) {
      f32[(at + 0) >> 2] = number(v, "friction");
    },
    restitution(at, v, w) {
      f32[(at + 4) >> 2] = number(v, "restitution");
    },
    rollingResistance(at, v, w) {
      f32[(at + 8) >> 2] = number(v, "rollingResistance");
    },
    tangentSpeed(at, v, w) {
      f32[(at + 12) >> 2] = number(v, "tangentSpeed");
    },
    staticFriction(at, v, w) {
      u8[at + 16] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 20) >> 2] = number(v, "staticFriction");
    },
    softnessHertz(at, v, w) {
      u8[at + 24] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 28) >> 2] = number(v, "softnessHertz");
    },
    softnessDampingRatio(at, v, w) {
      u8[at + 24] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 32) >> 2] = number(v, "softnessDampingRatio");
    },
    id(at, v, w) {
      u64[(at + 40) >> 3] = wide(v, "id");
    },
    frictionCombine(at, v, w) {
      u32[(at + 48) >> 2] = choice(v, NAMES_combine, "frictionCombine");
    },
    restitutionCombine(at, v, w) {
      u32[(at + 52) >> 2] = choice(v, NAMES_combine, "restitutionCombine");
    },
  };
  const flags_material = {
    hasStaticFriction(at, v) {
      u8[at + 16] = truth(v, "hasStaticFriction");
    },
    hasSoftness(at, v) {
      u8[at + 24] = truth(v, "hasSoftness");
    },
  };

  function put_material(at, v, w, name) {
    exports.cairn_material_init(at, SIZE_material);
    fill(set_material, flags_material, at, v, w, name);
  }

  function read_material(w, at) {
    return {
      friction: f32[(at + 0) >> 2],
      restitution: f32[(at + 4) >> 2],
      rollingResistance: f32[(at + 8) >> 2],
      tangentSpeed: f32[(at + 12) >> 2],
      staticFriction: u8[at + 16] === 0 ? null : f32[(at + 20) >> 2],
      softnessHertz: u8[at + 24] === 0 ? null : f32[(at + 28) >> 2],
      softnessDampingRatio: u8[at + 24] === 0 ? null : f32[(at + 32) >> 2],
      id: u64[(at + 40) >> 3],
      frictionCombine: NAMES_combine[u32[(at + 48) >> 2]],
      restitutionCombine: NAMES_combine[u32[(at + 52) >> 2]],
    };
  }

  const SIZE_material_pair = 44;
  const set_material_pair = {
    friction(at, v, w) {
      u8[at + 0] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 4) >> 2] = number(v, "friction");
    },
    staticFriction(at, v, w) {
      u8[at + 8] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 12) >> 2] = number(v, "staticFriction");
    },
    restitution(at, v, w) {
      u8[at + 16] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 20) >> 2] = number(v, "restitution");
    },
    rollingResistance(at, v, w) {
      u8[at + 24] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 28) >> 2] = number(v, "rollingResistance");
    },
    softnessHertz(at, v, w) {
      u8[at + 32] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 36) >> 2] = number(v, "softnessHertz");
    },
    softnessDampingRatio(at, v, w) {
      u8[at + 32] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 40) >> 2] = number(v, "softnessDampingRatio");
    },
  };
  const flags_material_pair = {
    hasFriction(at, v) {
      u8[at + 0] = truth(v, "hasFriction");
    },
    hasStaticFriction(at, v) {
      u8[at + 8] = truth(v, "hasStaticFriction");
    },
    hasRestitution(at, v) {
      u8[at + 16] = truth(v, "hasRestitution");
    },
    hasRollingResistance(at, v) {
      u8[at + 24] = truth(v, "hasRollingResistance");
    },
    hasSoftness(at, v) {
      u8[at + 32] = truth(v, "hasSoftness");
    },
  };

  function put_material_pair(at, v, w, name) {
    exports.cairn_material_pair_init(at, SIZE_material_pair);
    fill(set_material_pair, flags_material_pair, at, v, w, name);
  }

  function read_material_pair(w, at) {
    return {
      friction: u8[at + 0] === 0 ? null : f32[(at + 4) >> 2],
      staticFriction: u8[at + 8] === 0 ? null : f32[(at + 12) >> 2],
      restitution: u8[at + 16] === 0 ? null : f32[(at + 20) >> 2],
      rollingResistance: u8[at + 24] === 0 ? null : f32[(at + 28) >> 2],
      softnessHertz: u8[at + 32] === 0 ? null : f32[(at + 36) >> 2],
      softnessDampingRatio: u8[at + 32] === 0 ? null : f32[(at + 40) >> 2],
    };
  }

  const SIZE_geometry = 36;
  const set_geometry = {
    kind(at, v, w) {
      u32[(at + 0) >> 2] = choice(v, NAMES_shape_type, "kind");
    },
    a(at, v, w) {
      f32[(at + 4) >> 2] = xOf(v, "a");
      f32[((at + 4) >> 2) + 1] = yOf(v, "a");
    },
    b(at, v, w) {
      f32[(at + 12) >> 2] = xOf(v, "b");
      f32[((at + 12) >> 2) + 1] = yOf(v, "b");
    },
    radius(at, v, w) {
      f32[(at + 20) >> 2] = number(v, "radius");
    },
    angle(at, v, w) {
      f32[(at + 24) >> 2] = number(v, "angle");
    },
    points(at, v, w) {
      const first = points(v, "points");
      u32[(at + 28) >> 2] = first;
      u32[(at + 32) >> 2] = pointCount;
    },
  };
  const flags_geometry = {
  };

  function put_geometry(at, v, w, name) {
    exports.cairn_geometry_init(at, SIZE_geometry);
    fill(set_geometry, flags_geometry, at, v, w, name);
  }

  function read_geometry(w, at) {
    return {
      kind: NAMES_shape_type[u32[(at + 0) >> 2]],
      a: { x: f32[(at + 4) >> 2], y: f32[((at + 4) >> 2) + 1] },
      b: { x: f32[(at + 12) >> 2], y: f32[((at + 12) >> 2) + 1] },
      radius: f32[(at + 20) >> 2],
      angle: f32[(at + 24) >> 2],
    };
  }

  const SIZE_shape_def = 168;
  const set_shape_def = {
    geometry(at, v, w) {
      fill(set_geometry, flags_geometry, at + 4, v, w, "geometry");
    },
    density(at, v, w) {
      f32[(at + 40) >> 2] = number(v, "density");
    },
    material(at, v, w) {
      fill(set_material, flags_material, at + 48, v, w, "material");
    },
    filter(at, v, w) {
      fill(set_filter, flags_filter, at + 104, v, w, "filter");
    },
    oneWayDirection(at, v, w) {
      u8[at + 128] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 132) >> 2] = xOf(v, "oneWayDirection");
      f32[((at + 132) >> 2) + 1] = yOf(v, "oneWayDirection");
    },
    oneWayHalfAngle(at, v, w) {
      u8[at + 128] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 140) >> 2] = number(v, "oneWayHalfAngle");
    },
    reportHitsAbove(at, v, w) {
      u8[at + 144] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 148) >> 2] = number(v, "reportHitsAbove");
    },
    sensor(at, v, w) {
      u8[at + 152] = truth(v, "sensor");
    },
    sensorEvents(at, v, w) {
      u8[at + 153] = v === null ? 0 : 1;
      if (v === null) return;
      u8[at + 154] = truth(v, "sensorEvents");
    },
    hooked(at, v, w) {
      u8[at + 155] = truth(v, "hooked");
    },
    userData(at, v, w) {
      u64[(at + 160) >> 3] = wide(v, "userData");
    },
  };
  const flags_shape_def = {
    hasOneWay(at, v) {
      u8[at + 128] = truth(v, "hasOneWay");
    },
    reportsHits(at, v) {
      u8[at + 144] = truth(v, "reportsHits");
    },
    hasSensorEvents(at, v) {
      u8[at + 153] = truth(v, "hasSensorEvents");
    },
  };

  function put_shape_def(at, v, w, name) {
    exports.cairn_shape_def_init(at, SIZE_shape_def);
    fill(set_shape_def, flags_shape_def, at, v, w, name);
  }

  const SIZE_chain_def = 120;
  const set_chain_def = {
    points(at, v, w) {
      const first = points(v, "points");
      u32[(at + 4) >> 2] = first;
      u32[(at + 8) >> 2] = pointCount;
    },
    closed(at, v, w) {
      u8[at + 12] = truth(v, "closed");
    },
    material(at, v, w) {
      fill(set_material, flags_material, at + 16, v, w, "material");
    },
    materials(at, v, w) {
      const first = items(v, SIZE_material, "materials", (to, item) => put_material(to, item, w, "materials"));
      u32[(at + 72) >> 2] = first;
      u32[(at + 76) >> 2] = v.length;
    },
    filter(at, v, w) {
      fill(set_filter, flags_filter, at + 80, v, w, "filter");
    },
    oneWayDirection(at, v, w) {
      u8[at + 104] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 108) >> 2] = xOf(v, "oneWayDirection");
      f32[((at + 108) >> 2) + 1] = yOf(v, "oneWayDirection");
    },
    oneWayHalfAngle(at, v, w) {
      u8[at + 104] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 116) >> 2] = number(v, "oneWayHalfAngle");
    },
  };
  const flags_chain_def = {
    hasOneWay(at, v) {
      u8[at + 104] = truth(v, "hasOneWay");
    },
  };

  function put_chain_def(at, v, w, name) {
    exports.cairn_chain_def_init(at, SIZE_chain_def);
    fill(set_chain_def, flags_chain_def, at, v, w, name);
  }

  const SIZE_mass = 16;
  const set_mass = {
    mass(at, v, w) {
      f32[(at + 0) >> 2] = number(v, "mass");
    },
    center(at, v, w) {
      f32[(at + 4) >> 2] = xOf(v, "center");
      f32[((at + 4) >> 2) + 1] = yOf(v, "center");
    },
    inertia(at, v, w) {
      f32[(at + 12) >> 2] = number(v, "inertia");
    },
  };
  const flags_mass = {
  };

  function put_mass(at, v, w, name) {
    exports.cairn_mass_init(at, SIZE_mass);
    fill(set_mass, flags_mass, at, v, w, name);
  }

  function read_mass(w, at) {
    return {
      mass: f32[(at + 0) >> 2],
      center: { x: f32[(at + 4) >> 2], y: f32[((at + 4) >> 2) + 1] },
      inertia: f32[(at + 12) >> 2],
    };
  }

  const SIZE_locks = 3;
  const set_locks = {
    x(at, v, w) {
      u8[at + 0] = truth(v, "x");
    },
    y(at, v, w) {
      u8[at + 1] = truth(v, "y");
    },
    rotation(at, v, w) {
      u8[at + 2] = truth(v, "rotation");
    },
  };
  const flags_locks = {
  };

  function put_locks(at, v, w, name) {
    exports.cairn_locks_init(at, SIZE_locks);
    fill(set_locks, flags_locks, at, v, w, name);
  }

  function read_locks(w, at) {
    return {
      x: u8[at + 0] !== 0,
      y: u8[at + 1] !== 0,
      rotation: u8[at + 2] !== 0,
    };
  }

  const SIZE_body_def = 120;
  const set_body_def = {
    kind(at, v, w) {
      u32[(at + 4) >> 2] = choice(v, NAMES_body_type, "kind");
    },
    position(at, v, w) {
      f64[(at + 8) >> 3] = xOf(v, "position");
      f64[((at + 8) >> 3) + 1] = yOf(v, "position");
    },
    angle(at, v, w) {
      f32[(at + 24) >> 2] = number(v, "angle");
    },
    velocity(at, v, w) {
      f32[(at + 28) >> 2] = xOf(v, "velocity");
      f32[((at + 28) >> 2) + 1] = yOf(v, "velocity");
    },
    angularVelocity(at, v, w) {
      f32[(at + 36) >> 2] = number(v, "angularVelocity");
    },
    linearDamping(at, v, w) {
      f32[(at + 40) >> 2] = number(v, "linearDamping");
    },
    angularDamping(at, v, w) {
      f32[(at + 44) >> 2] = number(v, "angularDamping");
    },
    gravityScale(at, v, w) {
      f32[(at + 48) >> 2] = number(v, "gravityScale");
    },
    sleepThreshold(at, v, w) {
      f32[(at + 52) >> 2] = number(v, "sleepThreshold");
    },
    canSleep(at, v, w) {
      u8[at + 56] = truth(v, "canSleep");
    },
    asleep(at, v, w) {
      u8[at + 57] = truth(v, "asleep");
    },
    disabled(at, v, w) {
      u8[at + 58] = truth(v, "disabled");
    },
    locks(at, v, w) {
      fill(set_locks, flags_locks, at + 59, v, w, "locks");
    },
    bullet(at, v, w) {
      u8[at + 62] = truth(v, "bullet");
    },
    joined(at, v, w) {
      u8[at + 63] = truth(v, "joined");
    },
    sweepThreshold(at, v, w) {
      f32[(at + 64) >> 2] = number(v, "sweepThreshold");
    },
    timeScale(at, v, w) {
      f32[(at + 68) >> 2] = number(v, "timeScale");
    },
    dominance(at, v, w) {
      i32[(at + 72) >> 2] = whole(v, "dominance", -0x80000000, 0x7fffffff);
    },
    mass(at, v, w) {
      u8[at + 76] = v === null ? 0 : 1;
      if (v === null) return;
      fill(set_mass, flags_mass, at + 80, v, w, "mass");
    },
    userData(at, v, w) {
      u64[(at + 96) >> 3] = wide(v, "userData");
    },
    shapes(at, v, w) {
      const first = items(v, SIZE_shape_def, "shapes", (to, item) => put_shape_def(to, item, w, "shapes"));
      u32[(at + 104) >> 2] = first;
      u32[(at + 108) >> 2] = v.length;
    },
    chains(at, v, w) {
      const first = items(v, SIZE_chain_def, "chains", (to, item) => put_chain_def(to, item, w, "chains"));
      u32[(at + 112) >> 2] = first;
      u32[(at + 116) >> 2] = v.length;
    },
  };
  const flags_body_def = {
    hasMass(at, v) {
      u8[at + 76] = truth(v, "hasMass");
    },
  };

  function put_body_def(at, v, w, name) {
    exports.cairn_body_def_init(at, SIZE_body_def);
    fill(set_body_def, flags_body_def, at, v, w, name);
  }

  const SIZE_joint_def = 272;
  const set_joint_def = {
    kind(at, v, w) {
      u32[(at + 4) >> 2] = choice(v, NAMES_joint_type, "kind");
    },
    bodyA(at, v, w) {
      const id = handle(v, Body, w, "bodyA");
      u32[(at + 8) >> 2] = id._lo;
      u32[((at + 8) >> 2) + 1] = id._hi;
    },
    bodyB(at, v, w) {
      const id = handle(v, Body, w, "bodyB");
      u32[(at + 16) >> 2] = id._lo;
      u32[((at + 16) >> 2) + 1] = id._hi;
    },
    anchor(at, v, w) {
      u32[(at + 24) >> 2] = choice(v, NAMES_anchor_type, "anchor");
    },
    anchorA(at, v, w) {
      f32[(at + 28) >> 2] = xOf(v, "anchorA");
      f32[((at + 28) >> 2) + 1] = yOf(v, "anchorA");
    },
    anchorB(at, v, w) {
      f32[(at + 36) >> 2] = xOf(v, "anchorB");
      f32[((at + 36) >> 2) + 1] = yOf(v, "anchorB");
    },
    angleA(at, v, w) {
      f32[(at + 44) >> 2] = number(v, "angleA");
    },
    angleB(at, v, w) {
      f32[(at + 48) >> 2] = number(v, "angleB");
    },
    along(at, v, w) {
      u8[at + 52] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 56) >> 2] = xOf(v, "along");
      f32[((at + 56) >> 2) + 1] = yOf(v, "along");
    },
    collideConnected(at, v, w) {
      u8[at + 64] = v === null ? 0 : 1;
      if (v === null) return;
      u8[at + 65] = truth(v, "collideConnected");
    },
    length(at, v, w) {
      u8[at + 66] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 68) >> 2] = number(v, "length");
    },
    lower(at, v, w) {
      u8[at + 72] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 76) >> 2] = number(v, "lower");
    },
    upper(at, v, w) {
      u8[at + 72] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 80) >> 2] = number(v, "upper");
    },
    motorSpeed(at, v, w) {
      u8[at + 84] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 88) >> 2] = number(v, "motorSpeed");
    },
    motorStrength(at, v, w) {
      u8[at + 84] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 92) >> 2] = number(v, "motorStrength");
    },
    springHertz(at, v, w) {
      u8[at + 96] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 100) >> 2] = number(v, "springHertz");
    },
    springDampingRatio(at, v, w) {
      u8[at + 96] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 104) >> 2] = number(v, "springDampingRatio");
    },
    springTarget(at, v, w) {
      u8[at + 96] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 108) >> 2] = number(v, "springTarget");
    },
    springLower(at, v, w) {
      u8[at + 112] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 116) >> 2] = number(v, "springLower");
    },
    springUpper(at, v, w) {
      u8[at + 112] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 120) >> 2] = number(v, "springUpper");
    },
    servoTarget(at, v, w) {
      u8[at + 124] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 128) >> 2] = number(v, "servoTarget");
    },
    servoMaxSpeed(at, v, w) {
      u8[at + 124] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 132) >> 2] = number(v, "servoMaxSpeed");
    },
    servoStrength(at, v, w) {
      u8[at + 124] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 136) >> 2] = number(v, "servoStrength");
    },
    linearMotorVelocity(at, v, w) {
      u8[at + 140] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 144) >> 2] = xOf(v, "linearMotorVelocity");
      f32[((at + 144) >> 2) + 1] = yOf(v, "linearMotorVelocity");
    },
    linearMotorMaxForce(at, v, w) {
      u8[at + 140] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 152) >> 2] = number(v, "linearMotorMaxForce");
    },
    linearSpringHertz(at, v, w) {
      u8[at + 156] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 160) >> 2] = number(v, "linearSpringHertz");
    },
    linearSpringDampingRatio(at, v, w) {
      u8[at + 156] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 164) >> 2] = number(v, "linearSpringDampingRatio");
    },
    linearSpringMaxForce(at, v, w) {
      u8[at + 156] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 168) >> 2] = number(v, "linearSpringMaxForce");
    },
    ratchetPitch(at, v, w) {
      u8[at + 172] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 176) >> 2] = number(v, "ratchetPitch");
    },
    ratchetPhase(at, v, w) {
      u8[at + 172] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 180) >> 2] = number(v, "ratchetPhase");
    },
    ratio(at, v, w) {
      f32[(at + 184) >> 2] = number(v, "ratio");
    },
    overA(at, v, w) {
      f32[(at + 188) >> 2] = xOf(v, "overA");
      f32[((at + 188) >> 2) + 1] = yOf(v, "overA");
    },
    overB(at, v, w) {
      f32[(at + 196) >> 2] = xOf(v, "overB");
      f32[((at + 196) >> 2) + 1] = yOf(v, "overB");
    },
    slack(at, v, w) {
      u8[at + 204] = truth(v, "slack");
    },
    target(at, v, w) {
      f32[(at + 208) >> 2] = xOf(v, "target");
      f32[((at + 208) >> 2) + 1] = yOf(v, "target");
    },
    softnessHertz(at, v, w) {
      u8[at + 216] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 220) >> 2] = number(v, "softnessHertz");
    },
    softnessDampingRatio(at, v, w) {
      u8[at + 216] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 224) >> 2] = number(v, "softnessDampingRatio");
    },
    breakForce(at, v, w) {
      u8[at + 228] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 232) >> 2] = number(v, "breakForce");
    },
    breakTorque(at, v, w) {
      u8[at + 236] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 240) >> 2] = number(v, "breakTorque");
    },
    reportForce(at, v, w) {
      u8[at + 244] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 248) >> 2] = number(v, "reportForce");
    },
    reportTorque(at, v, w) {
      u8[at + 252] = v === null ? 0 : 1;
      if (v === null) return;
      f32[(at + 256) >> 2] = number(v, "reportTorque");
    },
    disabled(at, v, w) {
      u8[at + 260] = truth(v, "disabled");
    },
    userData(at, v, w) {
      u64[(at + 264) >> 3] = wide(v, "userData");
    },
  };
  const flags_joint_def = {
    hasAlong(at, v) {
      u8[at + 52] = truth(v, "hasAlong");
    },
    hasCollideConnected(at, v) {
      u8[at + 64] = truth(v, "hasCollideConnected");
    },
    hasLength(at, v) {
      u8[at + 66] = truth(v, "hasLength");
    },
    enableLimits(at, v) {
      u8[at + 72] = truth(v, "enableLimits");
    },
    enableMotor(at, v) {
      u8[at + 84] = truth(v, "enableMotor");
    },
    enableSpring(at, v) {
      u8[at + 96] = truth(v, "enableSpring");
    },
    hasSpringRange(at, v) {
      u8[at + 112] = truth(v, "hasSpringRange");
    },
    enableServo(at, v) {
      u8[at + 124] = truth(v, "enableServo");
    },
    enableLinearMotor(at, v) {
      u8[at + 140] = truth(v, "enableLinearMotor");
    },
    enableLinearSpring(at, v) {
      u8[at + 156] = truth(v, "enableLinearSpring");
    },
    hasRatchet(at, v) {
      u8[at + 172] = truth(v, "hasRatchet");
    },
    hasSoftness(at, v) {
      u8[at + 216] = truth(v, "hasSoftness");
    },
    hasBreakForce(at, v) {
      u8[at + 228] = truth(v, "hasBreakForce");
    },
    hasBreakTorque(at, v) {
      u8[at + 236] = truth(v, "hasBreakTorque");
    },
    hasReportForce(at, v) {
      u8[at + 244] = truth(v, "hasReportForce");
    },
    hasReportTorque(at, v) {
      u8[at + 252] = truth(v, "hasReportTorque");
    },
  };

  function put_joint_def(at, v, w, name) {
    exports.cairn_joint_def_init(at, SIZE_joint_def);
    fill(set_joint_def, flags_joint_def, at, v, w, name);
  }

  const SIZE_field_def = 112;
  const set_field_def = {
    area(at, v, w) {
      u32[(at + 4) >> 2] = choice(v, NAMES_area_type, "area");
    },
    areaA(at, v, w) {
      f32[(at + 8) >> 2] = xOf(v, "areaA");
      f32[((at + 8) >> 2) + 1] = yOf(v, "areaA");
    },
    areaB(at, v, w) {
      f32[(at + 16) >> 2] = xOf(v, "areaB");
      f32[((at + 16) >> 2) + 1] = yOf(v, "areaB");
    },
    areaRadius(at, v, w) {
      f32[(at + 24) >> 2] = number(v, "areaRadius");
    },
    areaPoints(at, v, w) {
      const first = points(v, "areaPoints");
      u32[(at + 28) >> 2] = first;
      u32[(at + 32) >> 2] = pointCount;
    },
    effect(at, v, w) {
      u32[(at + 36) >> 2] = choice(v, NAMES_effect_type, "effect");
    },
    vector(at, v, w) {
      f32[(at + 40) >> 2] = xOf(v, "vector");
      f32[((at + 40) >> 2) + 1] = yOf(v, "vector");
    },
    strength(at, v, w) {
      f32[(at + 48) >> 2] = number(v, "strength");
    },
    falloff(at, v, w) {
      u32[(at + 52) >> 2] = choice(v, NAMES_falloff, "falloff");
    },
    minDistance(at, v, w) {
      f32[(at + 56) >> 2] = number(v, "minDistance");
    },
    density(at, v, w) {
      f32[(at + 60) >> 2] = number(v, "density");
    },
    drag(at, v, w) {
      f32[(at + 64) >> 2] = number(v, "drag");
    },
    lift(at, v, w) {
      f32[(at + 68) >> 2] = number(v, "lift");
    },
    angular(at, v, w) {
      f32[(at + 72) >> 2] = number(v, "angular");
    },
    priority(at, v, w) {
      i32[(at + 76) >> 2] = whole(v, "priority", -0x80000000, 0x7fffffff);
    },
    exclusive(at, v, w) {
      u8[at + 80] = v === null ? 0 : 1;
      if (v === null) return;
      u8[at + 81] = truth(v, "exclusive");
    },
    mask(at, v, w) {
      u64[(at + 88) >> 3] = wide(v, "mask");
    },
    disabled(at, v, w) {
      u8[at + 96] = truth(v, "disabled");
    },
    userData(at, v, w) {
      u64[(at + 104) >> 3] = wide(v, "userData");
    },
  };
  const flags_field_def = {
    hasExclusive(at, v) {
      u8[at + 80] = truth(v, "hasExclusive");
    },
  };

  function put_field_def(at, v, w, name) {
    exports.cairn_field_def_init(at, SIZE_field_def);
    fill(set_field_def, flags_field_def, at, v, w, name);
  }

  const SIZE_query_filter = 48;
  const set_query_filter = {
    collision(at, v, w) {
      u8[at + 4] = v === null ? 0 : 1;
      if (v === null) return;
      fill(set_filter, flags_filter, at + 8, v, w, "collision");
    },
    ignoreBody(at, v, w) {
      const id = handle(v, Body, w, "ignoreBody");
      u32[(at + 32) >> 2] = id._lo;
      u32[((at + 32) >> 2) + 1] = id._hi;
    },
    sensors(at, v, w) {
      u8[at + 40] = truth(v, "sensors");
    },
    honorOneWay(at, v, w) {
      u8[at + 41] = truth(v, "honorOneWay");
    },
  };
  const flags_query_filter = {
    hasCollision(at, v) {
      u8[at + 4] = truth(v, "hasCollision");
    },
  };

  function put_query_filter(at, v, w, name) {
    exports.cairn_query_filter_init(at, SIZE_query_filter);
    fill(set_query_filter, flags_query_filter, at, v, w, name);
  }

  const SIZE_explosion = 32;
  const set_explosion = {
    center(at, v, w) {
      f32[(at + 4) >> 2] = xOf(v, "center");
      f32[((at + 4) >> 2) + 1] = yOf(v, "center");
    },
    radius(at, v, w) {
      f32[(at + 12) >> 2] = number(v, "radius");
    },
    falloff(at, v, w) {
      f32[(at + 16) >> 2] = number(v, "falloff");
    },
    impulsePerLength(at, v, w) {
      f32[(at + 20) >> 2] = number(v, "impulsePerLength");
    },
    mask(at, v, w) {
      u64[(at + 24) >> 3] = wide(v, "mask");
    },
  };
  const flags_explosion = {
  };

  function put_explosion(at, v, w, name) {
    exports.cairn_explosion_init(at, SIZE_explosion);
    fill(set_explosion, flags_explosion, at, v, w, name);
  }

  const SIZE_body_impulse = 32;
  const set_body_impulse = {
    body(at, v, w) {
      const id = handle(v, Body, w, "body");
      u32[(at + 8) >> 2] = id._lo;
      u32[((at + 8) >> 2) + 1] = id._hi;
    },
    impulse(at, v, w) {
      f32[(at + 16) >> 2] = xOf(v, "impulse");
      f32[((at + 16) >> 2) + 1] = yOf(v, "impulse");
    },
    angular(at, v, w) {
      f32[(at + 24) >> 2] = number(v, "angular");
    },
  };
  const flags_body_impulse = {
  };

  function put_body_impulse(at, v, w, name) {
    exports.cairn_body_impulse_init(at, SIZE_body_impulse);
    fill(set_body_impulse, flags_body_impulse, at, v, w, name);
  }

  function read_box(w, at) {
    return {
      min: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      max: { x: f32[(at + 8) >> 2], y: f32[((at + 8) >> 2) + 1] },
    };
  }

  function read_step_report(w, at) {
    return {
      awakeBodies: u32[(at + 0) >> 2],
      awakeContacts: u32[(at + 4) >> 2],
      solvedContacts: u32[(at + 8) >> 2],
      solvedJoints: u32[(at + 12) >> 2],
      colors: u32[(at + 16) >> 2],
      overflowConstraints: u32[(at + 20) >> 2],
      newContacts: u32[(at + 24) >> 2],
      impacts: u32[(at + 28) >> 2],
      continuousBodies: u32[(at + 32) >> 2],
      sensorOverlaps: u32[(at + 36) >> 2],
      cappedBodies: u32[(at + 40) >> 2],
      brokenJoints: u32[(at + 44) >> 2],
    };
  }

  function read_counts(w, at) {
    return {
      bodies: u32[(at + 0) >> 2],
      awakeBodies: u32[(at + 4) >> 2],
      sleepingBodies: u32[(at + 8) >> 2],
      shapes: u32[(at + 12) >> 2],
      sensors: u32[(at + 16) >> 2],
      contacts: u32[(at + 20) >> 2],
      touchingContacts: u32[(at + 24) >> 2],
      joints: u32[(at + 28) >> 2],
      awakeIslands: u32[(at + 32) >> 2],
      sleepingIslands: u32[(at + 36) >> 2],
    };
  }

  function read_impulse_counts(w, at) {
    return {
      applied: u32[(at + 0) >> 2],
      stale: u32[(at + 4) >> 2],
      asleep: u32[(at + 8) >> 2],
      unmoved: u32[(at + 12) >> 2],
    };
  }

  function read_cast_result(w, at) {
    return {
      shape: idAt(Shape, w, at + 0),
      body: idAt(Body, w, at + 8),
      fraction: f32[(at + 16) >> 2],
      point: { x: f32[(at + 20) >> 2], y: f32[((at + 20) >> 2) + 1] },
      normal: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
    };
  }

  const SIZE_ray = 16;
  const set_ray = {
    origin(at, v, w) {
      f32[(at + 0) >> 2] = xOf(v, "origin");
      f32[((at + 0) >> 2) + 1] = yOf(v, "origin");
    },
    translation(at, v, w) {
      f32[(at + 8) >> 2] = xOf(v, "translation");
      f32[((at + 8) >> 2) + 1] = yOf(v, "translation");
    },
  };
  const flags_ray = {
  };

  function put_ray(at, v, w, name) {
    exports.cairn_ray_init(at, SIZE_ray);
    fill(set_ray, flags_ray, at, v, w, name);
  }

  function read_ray(w, at) {
    return {
      origin: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      translation: { x: f32[(at + 8) >> 2], y: f32[((at + 8) >> 2) + 1] },
    };
  }

  function read_ray_answer(w, at) {
    return {
      hasHit: u8[at + 0] !== 0,
      shape: idAt(Shape, w, at + 8),
      body: idAt(Body, w, at + 16),
      fraction: f32[(at + 24) >> 2],
      point: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
      normal: { x: f32[(at + 36) >> 2], y: f32[((at + 36) >> 2) + 1] },
    };
  }

  function read_nearest_result(w, at) {
    return {
      shape: idAt(Shape, w, at + 0),
      body: idAt(Body, w, at + 8),
      point: { x: f32[(at + 16) >> 2], y: f32[((at + 16) >> 2) + 1] },
      distance: f32[(at + 24) >> 2],
      normal: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
    };
  }

  function read_separation_result(w, at) {
    return {
      shape: idAt(Shape, w, at + 0),
      body: idAt(Body, w, at + 8),
      distance: f32[(at + 16) >> 2],
      point: { x: f32[(at + 20) >> 2], y: f32[((at + 20) >> 2) + 1] },
      ownPoint: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
      normal: { x: f32[(at + 36) >> 2], y: f32[((at + 36) >> 2) + 1] },
    };
  }

  function read_pair_result(w, at) {
    return {
      shapeA: idAt(Shape, w, at + 0),
      shapeB: idAt(Shape, w, at + 8),
      distance: f32[(at + 16) >> 2],
      pointA: { x: f32[(at + 20) >> 2], y: f32[((at + 20) >> 2) + 1] },
      pointB: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
      normal: { x: f32[(at + 36) >> 2], y: f32[((at + 36) >> 2) + 1] },
    };
  }

  function read_impact_result(w, at) {
    return {
      shapeA: idAt(Shape, w, at + 0),
      shapeB: idAt(Shape, w, at + 8),
      time: f32[(at + 16) >> 2],
      point: { x: f32[(at + 20) >> 2], y: f32[((at + 20) >> 2) + 1] },
      normal: { x: f32[(at + 28) >> 2], y: f32[((at + 28) >> 2) + 1] },
    };
  }

  function read_shape_in_box(w, at) {
    return {
      shape: idAt(Shape, w, at + 0),
      body: idAt(Body, w, at + 8),
      pose: { x: f32[(at + 16) >> 2], y: f32[((at + 16) >> 2) + 1], cos: f32[((at + 16) >> 2) + 2], sin: f32[((at + 16) >> 2) + 3] },
      center: { x: f32[(at + 32) >> 2], y: f32[((at + 32) >> 2) + 1] },
      velocity: { x: f32[(at + 40) >> 2], y: f32[((at + 40) >> 2) + 1] },
      angularVelocity: f32[(at + 48) >> 2],
    };
  }

  function read_contact_point(w, at) {
    return {
      point: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      separation: f32[(at + 8) >> 2],
      normalImpulse: f32[(at + 12) >> 2],
      tangentImpulse: f32[(at + 16) >> 2],
      feature: u32[(at + 20) >> 2],
    };
  }

  function read_party(w, at) {
    return {
      shape: idAt(Shape, w, at + 0),
      body: idAt(Body, w, at + 8),
      shapeData: u64[(at + 16) >> 3],
      bodyData: u64[(at + 24) >> 3],
    };
  }

  function read_touch_event(w, at) {
    return {
      contact: idAt(Contact, w, at + 0),
      a: read_party(w, at + 8),
      b: read_party(w, at + 40),
    };
  }

  function read_hit_event(w, at) {
    return {
      contact: idAt(Contact, w, at + 0),
      a: read_party(w, at + 8),
      b: read_party(w, at + 40),
      point: { x: f32[(at + 72) >> 2], y: f32[((at + 72) >> 2) + 1] },
      normal: { x: f32[(at + 80) >> 2], y: f32[((at + 80) >> 2) + 1] },
      approachSpeed: f32[(at + 88) >> 2],
      impulse: f32[(at + 92) >> 2],
    };
  }

  function read_sensor_event(w, at) {
    return {
      kind: NAMES_sensor_event_type[u32[(at + 0) >> 2]],
      sensor: read_party(w, at + 8),
      visitor: read_party(w, at + 40),
    };
  }

  function read_move_event(w, at) {
    return {
      body: idAt(Body, w, at + 0),
      userData: u64[(at + 8) >> 3],
      pose: { x: f32[(at + 16) >> 2], y: f32[((at + 16) >> 2) + 1], cos: f32[((at + 16) >> 2) + 2], sin: f32[((at + 16) >> 2) + 3] },
    };
  }

  function read_sleep_event(w, at) {
    return {
      body: idAt(Body, w, at + 0),
      userData: u64[(at + 8) >> 3],
    };
  }

  function read_joint_event(w, at) {
    return {
      joint: idAt(Joint, w, at + 0),
      userData: u64[(at + 8) >> 3],
      bodyA: idAt(Body, w, at + 16),
      bodyB: idAt(Body, w, at + 24),
      dataA: u64[(at + 32) >> 3],
      dataB: u64[(at + 40) >> 3],
      force: { x: f32[(at + 48) >> 2], y: f32[((at + 48) >> 2) + 1] },
      torque: f32[(at + 56) >> 2],
    };
  }

  function read_range(w, at) {
    return {
      lower: f32[(at + 0) >> 2],
      upper: f32[(at + 4) >> 2],
    };
  }

  function read_motor(w, at) {
    return {
      speed: f32[(at + 0) >> 2],
      strength: f32[(at + 4) >> 2],
    };
  }

  function read_spring(w, at) {
    return {
      hertz: f32[(at + 0) >> 2],
      dampingRatio: f32[(at + 4) >> 2],
      target: f32[(at + 8) >> 2],
    };
  }

  function read_servo(w, at) {
    return {
      target: f32[(at + 0) >> 2],
      maxSpeed: f32[(at + 4) >> 2],
      strength: f32[(at + 8) >> 2],
    };
  }

  function read_linear_motor(w, at) {
    return {
      velocity: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      maxForce: f32[(at + 8) >> 2],
    };
  }

  function read_linear_spring(w, at) {
    return {
      hertz: f32[(at + 0) >> 2],
      dampingRatio: f32[(at + 4) >> 2],
      maxForce: f32[(at + 8) >> 2],
    };
  }

  function read_load_limit(w, at) {
    return {
      force: u8[at + 0] === 0 ? null : f32[(at + 4) >> 2],
      torque: u8[at + 8] === 0 ? null : f32[(at + 12) >> 2],
    };
  }

  function read_pair_of_bodies(w, at) {
    return {
      a: idAt(Body, w, at + 0),
      b: idAt(Body, w, at + 8),
    };
  }

  function read_pair_of_shapes(w, at) {
    return {
      a: idAt(Shape, w, at + 0),
      b: idAt(Shape, w, at + 8),
    };
  }

  function read_pair_of_poses(w, at) {
    return {
      a: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1], cos: f32[((at + 0) >> 2) + 2], sin: f32[((at + 0) >> 2) + 3] },
      b: { x: f32[(at + 16) >> 2], y: f32[((at + 16) >> 2) + 1], cos: f32[((at + 16) >> 2) + 2], sin: f32[((at + 16) >> 2) + 3] },
    };
  }

  function read_pair_of_points(w, at) {
    return {
      a: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      b: { x: f32[(at + 8) >> 2], y: f32[((at + 8) >> 2) + 1] },
    };
  }

  function read_overlap(w, at) {
    return {
      sensor: idAt(Shape, w, at + 0),
      visitor: idAt(Shape, w, at + 8),
    };
  }

  function read_one_way(w, at) {
    return {
      direction: { x: f32[(at + 0) >> 2], y: f32[((at + 0) >> 2) + 1] },
      halfAngle: f32[(at + 8) >> 2],
    };
  }

  function read_primitive(w, at) {
    return {
      kind: NAMES_primitive_type[u32[(at + 0) >> 2]],
      color: u32[(at + 4) >> 2],
      first: u32[(at + 8) >> 2],
      count: u32[(at + 12) >> 2],
      radius: f32[(at + 16) >> 2],
    };
  }

  function update_step_report(at, report) {
    report.awakeBodies = u32[(at + 0) >> 2];
    report.awakeContacts = u32[(at + 4) >> 2];
    report.solvedContacts = u32[(at + 8) >> 2];
    report.solvedJoints = u32[(at + 12) >> 2];
    report.colors = u32[(at + 16) >> 2];
    report.overflowConstraints = u32[(at + 20) >> 2];
    report.newContacts = u32[(at + 24) >> 2];
    report.impacts = u32[(at + 28) >> 2];
    report.continuousBodies = u32[(at + 32) >> 2];
    report.sensorOverlaps = u32[(at + 36) >> 2];
    report.cappedBodies = u32[(at + 40) >> 2];
    report.brokenJoints = u32[(at + 44) >> 2];
    return report;
  }

  class Body extends Handle {
    get exists() {
      check(cairn_body_get_exists(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get kind() {
      check(cairn_body_get_kind(this.world._at, this._lo, this._hi, OUT));
      return NAMES_body_type[u32[(OUT) >> 2]];
    }

    set kind(value) {
      this.setKind(value);
    }

    get pose() {
      check(cairn_body_get_pose(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1], cos: f32[((OUT) >> 2) + 2], sin: f32[((OUT) >> 2) + 3] };
    }

    readPose(out) {
      check(cairn_body_get_pose(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      out.cos = f32[OUT4 + 2];
      out.sin = f32[OUT4 + 3];
      return out;
    }

    set pose(value) {
      this.setPose(value);
    }

    get position() {
      check(cairn_body_get_position(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readPosition(out) {
      check(cairn_body_get_position(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    set position(value) {
      this.setPosition(value);
    }

    get position64() {
      check(cairn_body_get_position64(this.world._at, this._lo, this._hi, OUT));
      return { x: f64[(OUT) >> 3], y: f64[((OUT) >> 3) + 1] };
    }

    readPosition64(out) {
      check(cairn_body_get_position64(this.world._at, this._lo, this._hi, OUT));
      out.x = f64[OUT8];
      out.y = f64[OUT8 + 1];
      return out;
    }

    set position64(value) {
      this.setPosition64(value);
    }

    poseFrom(origin) {
      check(cairn_body_get_pose_from(this.world._at, this._lo, this._hi, xOf(origin, "origin"), yOf(origin, "origin"), OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1], cos: f32[((OUT) >> 2) + 2], sin: f32[((OUT) >> 2) + 3] };
    }

    get rotation() {
      check(cairn_body_get_rotation(this.world._at, this._lo, this._hi, OUT));
      return { cos: f32[(OUT) >> 2], sin: f32[((OUT) >> 2) + 1] };
    }

    readRotation(out) {
      check(cairn_body_get_rotation(this.world._at, this._lo, this._hi, OUT));
      out.cos = f32[OUT4];
      out.sin = f32[OUT4 + 1];
      return out;
    }

    get angle() {
      check(cairn_body_get_angle(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set angle(value) {
      this.setAngle(value);
    }

    get center() {
      check(cairn_body_get_center(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readCenter(out) {
      check(cairn_body_get_center(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    get center64() {
      check(cairn_body_get_center64(this.world._at, this._lo, this._hi, OUT));
      return { x: f64[(OUT) >> 3], y: f64[((OUT) >> 3) + 1] };
    }

    readCenter64(out) {
      check(cairn_body_get_center64(this.world._at, this._lo, this._hi, OUT));
      out.x = f64[OUT8];
      out.y = f64[OUT8 + 1];
      return out;
    }

    get velocity() {
      check(cairn_body_get_velocity(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readVelocity(out) {
      check(cairn_body_get_velocity(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    set velocity(value) {
      this.setVelocity(value);
    }

    get angularVelocity() {
      check(cairn_body_get_angular_velocity(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set angularVelocity(value) {
      this.setAngularVelocity(value);
    }

    velocityAt(point) {
      check(cairn_body_get_velocity_at(this.world._at, this._lo, this._hi, xOf(point, "point"), yOf(point, "point"), OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    poseAfter(time) {
      check(cairn_body_get_pose_after(this.world._at, this._lo, this._hi, number(time, "time"), OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1], cos: f32[((OUT) >> 2) + 2], sin: f32[((OUT) >> 2) + 3] };
    }

    get mass() {
      check(cairn_body_get_mass(this.world._at, this._lo, this._hi, OUT));
      return read_mass(this.world, OUT);
    }

    set mass(value) {
      this.setMass(value);
    }

    get givenMass() {
      return check(cairn_body_given_mass(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_mass(this.world, OUT);
    }

    get kineticEnergy() {
      check(cairn_body_get_kinetic_energy(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get isAwake() {
      check(cairn_body_get_is_awake(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get isAsleep() {
      check(cairn_body_get_is_asleep(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get isEnabled() {
      check(cairn_body_get_is_enabled(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get gravityScale() {
      check(cairn_body_get_gravity_scale(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set gravityScale(value) {
      this.setGravityScale(value);
    }

    get linearDamping() {
      check(cairn_body_get_linear_damping(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get angularDamping() {
      check(cairn_body_get_angular_damping(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get locks() {
      check(cairn_body_get_locks(this.world._at, this._lo, this._hi, OUT));
      return read_locks(this.world, OUT);
    }

    get sleepThreshold() {
      check(cairn_body_get_sleep_threshold(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set sleepThreshold(value) {
      this.setSleepThreshold(value);
    }

    get isBullet() {
      check(cairn_body_get_is_bullet(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get isJoined() {
      check(cairn_body_get_is_joined(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get sweepThreshold() {
      check(cairn_body_get_sweep_threshold(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set sweepThreshold(value) {
      this.setSweepThreshold(value);
    }

    get timeScale() {
      check(cairn_body_get_time_scale(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set timeScale(value) {
      this.setTimeScale(value);
    }

    get dominance() {
      check(cairn_body_get_dominance(this.world._at, this._lo, this._hi, OUT));
      return i32[(OUT) >> 2];
    }

    set dominance(value) {
      this.setDominance(value);
    }

    get canSleep() {
      check(cairn_body_get_can_sleep(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    set canSleep(value) {
      this.setCanSleep(value);
    }

    get userData() {
      check(cairn_body_get_user_data(this.world._at, this._lo, this._hi, OUT));
      return u64[(OUT) >> 3];
    }

    set userData(value) {
      this.setUserData(value);
    }

    get shapes() {
      check(cairn_body_shapes(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_body_shapes(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this.world, list + 8 * n));
      return found;
    }

    get contacts() {
      check(cairn_body_contacts(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_body_contacts(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Contact, this.world, list + 8 * n));
      return found;
    }

    get joints() {
      check(cairn_body_joints(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_body_joints(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Joint, this.world, list + 8 * n));
      return found;
    }

    setPose(pose) {
      check(cairn_body_set_pose(this.world._at, this._lo, this._hi, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose")));
    }

    setPose64(position, angle) {
      check(cairn_body_set_pose64(this.world._at, this._lo, this._hi, xOf(position, "position"), yOf(position, "position"), number(angle, "angle")));
    }

    setPosition(position) {
      check(cairn_body_set_position(this.world._at, this._lo, this._hi, xOf(position, "position"), yOf(position, "position")));
    }

    setPosition64(position) {
      check(cairn_body_set_position64(this.world._at, this._lo, this._hi, xOf(position, "position"), yOf(position, "position")));
    }

    setAngle(angle) {
      check(cairn_body_set_angle(this.world._at, this._lo, this._hi, number(angle, "angle")));
    }

    setVelocity(velocity) {
      check(cairn_body_set_velocity(this.world._at, this._lo, this._hi, xOf(velocity, "velocity"), yOf(velocity, "velocity")));
    }

    setAngularVelocity(angularVelocity) {
      check(cairn_body_set_angular_velocity(this.world._at, this._lo, this._hi, number(angularVelocity, "angularVelocity")));
    }

    setTarget(pose, dt) {
      check(cairn_body_set_target(this.world._at, this._lo, this._hi, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), number(dt, "dt")));
    }

    setTarget64(position, angle, dt) {
      check(cairn_body_set_target64(this.world._at, this._lo, this._hi, xOf(position, "position"), yOf(position, "position"), number(angle, "angle"), number(dt, "dt")));
    }

    applyForce(force) {
      check(cairn_body_apply_force(this.world._at, this._lo, this._hi, xOf(force, "force"), yOf(force, "force")));
    }

    applyForceAt(force, point) {
      check(cairn_body_apply_force_at(this.world._at, this._lo, this._hi, xOf(force, "force"), yOf(force, "force"), xOf(point, "point"), yOf(point, "point")));
    }

    applyForceAt64(force, point) {
      check(cairn_body_apply_force_at64(this.world._at, this._lo, this._hi, xOf(force, "force"), yOf(force, "force"), xOf(point, "point"), yOf(point, "point")));
    }

    applyTorque(torque) {
      check(cairn_body_apply_torque(this.world._at, this._lo, this._hi, number(torque, "torque")));
    }

    applyImpulse(impulse) {
      check(cairn_body_apply_impulse(this.world._at, this._lo, this._hi, xOf(impulse, "impulse"), yOf(impulse, "impulse")));
    }

    applyImpulseAt(impulse, point) {
      check(cairn_body_apply_impulse_at(this.world._at, this._lo, this._hi, xOf(impulse, "impulse"), yOf(impulse, "impulse"), xOf(point, "point"), yOf(point, "point")));
    }

    applyImpulseAt64(impulse, point) {
      check(cairn_body_apply_impulse_at64(this.world._at, this._lo, this._hi, xOf(impulse, "impulse"), yOf(impulse, "impulse"), xOf(point, "point"), yOf(point, "point")));
    }

    applyAngularImpulse(impulse) {
      check(cairn_body_apply_angular_impulse(this.world._at, this._lo, this._hi, number(impulse, "impulse")));
    }

    setGravityScale(scale) {
      check(cairn_body_set_gravity_scale(this.world._at, this._lo, this._hi, number(scale, "scale")));
    }

    setDamping(linear, angular) {
      check(cairn_body_set_damping(this.world._at, this._lo, this._hi, number(linear, "linear"), number(angular, "angular")));
    }

    setLocks(x, y, rotation) {
      check(cairn_body_set_locks(this.world._at, this._lo, this._hi, truth(x, "x"), truth(y, "y"), truth(rotation, "rotation")));
    }

    setMass(mass) {
      begin();
      const massAt = take(SIZE_mass);
      put_mass(massAt, mass, this.world, "mass");
      check(cairn_body_set_mass(this.world._at, this._lo, this._hi, massAt));
    }

    clearMass() {
      check(cairn_body_clear_mass(this.world._at, this._lo, this._hi));
    }

    setSleepThreshold(speed) {
      check(cairn_body_set_sleep_threshold(this.world._at, this._lo, this._hi, number(speed, "speed")));
    }

    setBullet(bullet) {
      check(cairn_body_set_bullet(this.world._at, this._lo, this._hi, truth(bullet, "bullet")));
    }

    setSweepThreshold(share) {
      check(cairn_body_set_sweep_threshold(this.world._at, this._lo, this._hi, number(share, "share")));
    }

    setDominance(dominance) {
      check(cairn_body_set_dominance(this.world._at, this._lo, this._hi, whole(dominance, "dominance", -0x80000000, 0x7fffffff)));
    }

    setTimeScale(scale) {
      check(cairn_body_set_time_scale(this.world._at, this._lo, this._hi, number(scale, "scale")));
    }

    setCanSleep(canSleep) {
      check(cairn_body_set_can_sleep(this.world._at, this._lo, this._hi, truth(canSleep, "canSleep")));
    }

    wake() {
      check(cairn_body_wake(this.world._at, this._lo, this._hi));
    }

    sleep() {
      check(cairn_body_try_sleep(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    setKind(kind) {
      check(cairn_body_set_kind(this.world._at, this._lo, this._hi, choice(kind, NAMES_body_type, "kind")));
    }

    dropThrough() {
      check(cairn_body_try_drop_through(this.world._at, this._lo, this._hi, OUT));
      return u32[(OUT) >> 2];
    }

    dropThroughShape(platform) {
      const platformId = handle(platform, Shape, this.world, "platform");
      check(cairn_body_try_drop_through_shape(this.world._at, this._lo, this._hi, platformId._lo, platformId._hi, OUT));
      return u8[OUT] !== 0;
    }

    setEnabled(enabled) {
      check(cairn_body_set_enabled(this.world._at, this._lo, this._hi, truth(enabled, "enabled")));
    }

    setUserData(userData) {
      check(cairn_body_set_user_data(this.world._at, this._lo, this._hi, wide(userData, "userData")));
    }
  }

  class Shape extends Handle {
    get exists() {
      check(cairn_shape_get_exists(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get body() {
      check(cairn_shape_get_body(this.world._at, this._lo, this._hi, OUT));
      return idAt(Body, this.world, OUT);
    }

    get kind() {
      check(cairn_shape_get_kind(this.world._at, this._lo, this._hi, OUT));
      return NAMES_shape_type[u32[(OUT) >> 2]];
    }

    get radius() {
      check(cairn_shape_get_radius(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get points() {
      check(cairn_shape_points(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_shape_points(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push({ x: f32[(list + 8 * n) >> 2], y: f32[((list + 8 * n) >> 2) + 1] });
      return found;
    }

    get aabb() {
      check(cairn_shape_get_aabb(this.world._at, this._lo, this._hi, OUT));
      return read_box(this.world, OUT);
    }

    get density() {
      check(cairn_shape_get_density(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    set density(value) {
      this.setDensity(value);
    }

    get material() {
      check(cairn_shape_get_material(this.world._at, this._lo, this._hi, OUT));
      return read_material(this.world, OUT);
    }

    set material(value) {
      this.setMaterial(value);
    }

    get reportHitsAbove() {
      return check(cairn_shape_report_hits_above(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : f32[(OUT) >> 2];
    }

    get isHooked() {
      check(cairn_shape_get_is_hooked(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get oneWay() {
      return check(cairn_shape_one_way(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_one_way(this.world, OUT);
    }

    get filter() {
      check(cairn_shape_get_filter(this.world._at, this._lo, this._hi, OUT));
      return read_filter(this.world, OUT);
    }

    set filter(value) {
      this.setFilter(value);
    }

    get userData() {
      check(cairn_shape_get_user_data(this.world._at, this._lo, this._hi, OUT));
      return u64[(OUT) >> 3];
    }

    set userData(value) {
      this.setUserData(value);
    }

    get isSensor() {
      check(cairn_shape_get_is_sensor(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get sensorEvents() {
      check(cairn_shape_get_sensor_events(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    set sensorEvents(value) {
      this.setSensorEvents(value);
    }

    get visitors() {
      check(cairn_shape_visitors(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_shape_visitors(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this.world, list + 8 * n));
      return found;
    }

    get sensors() {
      check(cairn_shape_sensors(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_shape_sensors(this.world._at, this._lo, this._hi, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this.world, list + 8 * n));
      return found;
    }

    setMaterial(material) {
      begin();
      const materialAt = take(SIZE_material);
      put_material(materialAt, material, this.world, "material");
      check(cairn_shape_set_material(this.world._at, this._lo, this._hi, materialAt));
    }

    setHooked(hooked) {
      check(cairn_shape_set_hooked(this.world._at, this._lo, this._hi, truth(hooked, "hooked")));
    }

    setOneWay(direction, halfAngle) {
      check(cairn_shape_set_one_way(this.world._at, this._lo, this._hi, xOf(direction, "direction"), yOf(direction, "direction"), number(halfAngle, "halfAngle")));
    }

    clearOneWay() {
      check(cairn_shape_clear_one_way(this.world._at, this._lo, this._hi));
    }

    setFilter(filter) {
      begin();
      const filterAt = take(SIZE_filter);
      put_filter(filterAt, filter, this.world, "filter");
      check(cairn_shape_set_filter(this.world._at, this._lo, this._hi, filterAt));
    }

    setSensor(isSensor) {
      check(cairn_shape_set_sensor(this.world._at, this._lo, this._hi, truth(isSensor, "isSensor")));
    }

    setSensorEvents(seen) {
      check(cairn_shape_set_sensor_events(this.world._at, this._lo, this._hi, truth(seen, "seen")));
    }

    setGeometry(geometry) {
      begin();
      const geometryAt = take(SIZE_geometry);
      put_geometry(geometryAt, geometry, this.world, "geometry");
      check(cairn_shape_set_geometry(this.world._at, this._lo, this._hi, geometryAt));
    }

    setDensity(density) {
      check(cairn_shape_set_density(this.world._at, this._lo, this._hi, number(density, "density")));
    }

    setUserData(userData) {
      check(cairn_shape_set_user_data(this.world._at, this._lo, this._hi, wide(userData, "userData")));
    }
  }

  class Joint extends Handle {
    get exists() {
      check(cairn_joint_get_exists(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get kind() {
      check(cairn_joint_get_kind(this.world._at, this._lo, this._hi, OUT));
      return NAMES_joint_type[u32[(OUT) >> 2]];
    }

    get bodies() {
      check(cairn_joint_get_bodies(this.world._at, this._lo, this._hi, OUT));
      return read_pair_of_bodies(this.world, OUT);
    }

    get frames() {
      check(cairn_joint_get_frames(this.world._at, this._lo, this._hi, OUT));
      return read_pair_of_poses(this.world, OUT);
    }

    get worldFrames() {
      check(cairn_joint_get_world_frames(this.world._at, this._lo, this._hi, OUT));
      return read_pair_of_poses(this.world, OUT);
    }

    framesFrom(origin) {
      check(cairn_joint_get_frames_from(this.world._at, this._lo, this._hi, xOf(origin, "origin"), yOf(origin, "origin"), OUT));
      return read_pair_of_poses(this.world, OUT);
    }

    get reactionForce() {
      check(cairn_joint_get_reaction_force(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readReactionForce(out) {
      check(cairn_joint_get_reaction_force(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    get reactionTorque() {
      check(cairn_joint_get_reaction_torque(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get motorLoad() {
      check(cairn_joint_get_motor_load(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get isEnabled() {
      check(cairn_joint_get_is_enabled(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get breakAt() {
      check(cairn_joint_get_break_at(this.world._at, this._lo, this._hi, OUT));
      return read_load_limit(this.world, OUT);
    }

    get reportAbove() {
      check(cairn_joint_get_report_above(this.world._at, this._lo, this._hi, OUT));
      return read_load_limit(this.world, OUT);
    }

    get isOverloaded() {
      check(cairn_joint_get_is_overloaded(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get collideConnected() {
      check(cairn_joint_get_collide_connected(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    set collideConnected(value) {
      this.setCollideConnected(value);
    }

    get userData() {
      check(cairn_joint_get_user_data(this.world._at, this._lo, this._hi, OUT));
      return u64[(OUT) >> 3];
    }

    set userData(value) {
      this.setUserData(value);
    }

    get limits() {
      return check(cairn_joint_limits(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_range(this.world, OUT);
    }

    get motor() {
      return check(cairn_joint_motor(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_motor(this.world, OUT);
    }

    get spring() {
      return check(cairn_joint_spring(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_spring(this.world, OUT);
    }

    get springRange() {
      return check(cairn_joint_spring_range(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_range(this.world, OUT);
    }

    get servo() {
      return check(cairn_joint_servo(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_servo(this.world, OUT);
    }

    get linearMotor() {
      return check(cairn_joint_linear_motor(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_linear_motor(this.world, OUT);
    }

    get linearSpring() {
      return check(cairn_joint_linear_spring(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_linear_spring(this.world, OUT);
    }

    get target() {
      return check(cairn_joint_target(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    set target(value) {
      this.setTarget(value);
    }

    get softness() {
      return check(cairn_joint_softness(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_range(this.world, OUT);
    }

    get restLength() {
      return check(cairn_joint_rest_length(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : f32[(OUT) >> 2];
    }

    get angle() {
      check(cairn_joint_get_angle(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get distance() {
      check(cairn_joint_get_distance(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get slide() {
      check(cairn_joint_get_slide(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get coordinate() {
      check(cairn_joint_get_coordinate(this.world._at, this._lo, this._hi, OUT));
      return f64[(OUT) >> 3];
    }

    get ratio() {
      return check(cairn_joint_ratio(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : f32[(OUT) >> 2];
    }

    set ratio(value) {
      this.setRatio(value);
    }

    get pulleyPoints() {
      return check(cairn_joint_pulley_points(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_pair_of_points(this.world, OUT);
    }

    get ratchet() {
      return check(cairn_joint_ratchet(this.world._at, this._lo, this._hi, OUT)) === 1 ? null : read_range(this.world, OUT);
    }

    get isSlack() {
      check(cairn_joint_get_is_slack(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get angularSpeed() {
      check(cairn_joint_get_angular_speed(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get speed() {
      check(cairn_joint_get_speed(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get separation() {
      check(cairn_joint_get_separation(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get angularSeparation() {
      check(cairn_joint_get_angular_separation(this.world._at, this._lo, this._hi, OUT));
      return f32[(OUT) >> 2];
    }

    get isActive() {
      check(cairn_joint_get_is_active(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    setEnabled(enabled) {
      check(cairn_joint_set_enabled(this.world._at, this._lo, this._hi, truth(enabled, "enabled")));
    }

    setLimits(lower, upper) {
      check(cairn_joint_set_limits(this.world._at, this._lo, this._hi, number(lower, "lower"), number(upper, "upper")));
    }

    clearLimits() {
      check(cairn_joint_clear_limits(this.world._at, this._lo, this._hi));
    }

    setMotor(speed, strength) {
      check(cairn_joint_set_motor(this.world._at, this._lo, this._hi, number(speed, "speed"), number(strength, "strength")));
    }

    clearMotor() {
      check(cairn_joint_clear_motor(this.world._at, this._lo, this._hi));
    }

    setSpring(hertz, dampingRatio, target) {
      check(cairn_joint_set_spring(this.world._at, this._lo, this._hi, number(hertz, "hertz"), number(dampingRatio, "dampingRatio"), number(target, "target")));
    }

    clearSpring() {
      check(cairn_joint_clear_spring(this.world._at, this._lo, this._hi));
    }

    setSpringRange(lower, upper) {
      check(cairn_joint_set_spring_range(this.world._at, this._lo, this._hi, number(lower, "lower"), number(upper, "upper")));
    }

    clearSpringRange() {
      check(cairn_joint_clear_spring_range(this.world._at, this._lo, this._hi));
    }

    setServo(target, maxSpeed, strength) {
      check(cairn_joint_set_servo(this.world._at, this._lo, this._hi, number(target, "target"), number(maxSpeed, "maxSpeed"), number(strength, "strength")));
    }

    clearServo() {
      check(cairn_joint_clear_servo(this.world._at, this._lo, this._hi));
    }

    setLinearMotor(velocity, maxForce) {
      check(cairn_joint_set_linear_motor(this.world._at, this._lo, this._hi, xOf(velocity, "velocity"), yOf(velocity, "velocity"), number(maxForce, "maxForce")));
    }

    clearLinearMotor() {
      check(cairn_joint_clear_linear_motor(this.world._at, this._lo, this._hi));
    }

    setLinearSpring(hertz, dampingRatio, maxForce) {
      check(cairn_joint_set_linear_spring(this.world._at, this._lo, this._hi, number(hertz, "hertz"), number(dampingRatio, "dampingRatio"), number(maxForce, "maxForce")));
    }

    clearLinearSpring() {
      check(cairn_joint_clear_linear_spring(this.world._at, this._lo, this._hi));
    }

    setTarget(target) {
      check(cairn_joint_set_target(this.world._at, this._lo, this._hi, xOf(target, "target"), yOf(target, "target")));
    }

    setSoftness(hertz, dampingRatio) {
      check(cairn_joint_set_softness(this.world._at, this._lo, this._hi, number(hertz, "hertz"), number(dampingRatio, "dampingRatio")));
    }

    clearSoftness() {
      check(cairn_joint_clear_softness(this.world._at, this._lo, this._hi));
    }

    setRatio(ratio) {
      check(cairn_joint_set_ratio(this.world._at, this._lo, this._hi, number(ratio, "ratio")));
    }

    setRatchet(pitch, phase) {
      check(cairn_joint_set_ratchet(this.world._at, this._lo, this._hi, number(pitch, "pitch"), number(phase, "phase")));
    }

    clearRatchet() {
      check(cairn_joint_clear_ratchet(this.world._at, this._lo, this._hi));
    }

    setLength(length) {
      check(cairn_joint_set_length(this.world._at, this._lo, this._hi, number(length, "length")));
    }

    setFrames(frameA, frameB) {
      check(cairn_joint_set_frames(this.world._at, this._lo, this._hi, xOf(frameA, "frameA", PLACE), yOf(frameA, "frameA", PLACE), angleOf(frameA, "frameA"), xOf(frameB, "frameB", PLACE), yOf(frameB, "frameB", PLACE), angleOf(frameB, "frameB")));
    }

    setBreakAt(force, torque) {
      check(cairn_joint_set_break_at(this.world._at, this._lo, this._hi, number(force, "force"), number(torque, "torque")));
    }

    clearBreakAt() {
      check(cairn_joint_clear_break_at(this.world._at, this._lo, this._hi));
    }

    setReportAbove(force, torque) {
      check(cairn_joint_set_report_above(this.world._at, this._lo, this._hi, number(force, "force"), number(torque, "torque")));
    }

    clearReportAbove() {
      check(cairn_joint_clear_report_above(this.world._at, this._lo, this._hi));
    }

    setCollideConnected(collide) {
      check(cairn_joint_set_collide_connected(this.world._at, this._lo, this._hi, truth(collide, "collide")));
    }

    setUserData(userData) {
      check(cairn_joint_set_user_data(this.world._at, this._lo, this._hi, wide(userData, "userData")));
    }
  }

  class Contact extends Handle {
    get exists() {
      check(cairn_contact_get_exists(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get shapes() {
      check(cairn_contact_get_shapes(this.world._at, this._lo, this._hi, OUT));
      return read_pair_of_shapes(this.world, OUT);
    }

    get bodies() {
      check(cairn_contact_get_bodies(this.world._at, this._lo, this._hi, OUT));
      return read_pair_of_bodies(this.world, OUT);
    }

    get isTouching() {
      check(cairn_contact_get_is_touching(this.world._at, this._lo, this._hi, OUT));
      return u8[OUT] !== 0;
    }

    get normal() {
      check(cairn_contact_get_normal(this.world._at, this._lo, this._hi, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readNormal(out) {
      check(cairn_contact_get_normal(this.world._at, this._lo, this._hi, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    get points() {
      check(cairn_contact_points(this.world._at, this._lo, this._hi, list, (listSize / 24) | 0, COUNT));
      if (u32[COUNT4] * 24 > listSize) {
        enlarge(u32[COUNT4] * 24);
        check(cairn_contact_points(this.world._at, this._lo, this._hi, list, (listSize / 24) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_contact_point(this.world, list + 24 * n));
      return found;
    }

    pointsFrom(origin) {
      check(cairn_contact_points_from(this.world._at, this._lo, this._hi, xOf(origin, "origin"), yOf(origin, "origin"), list, (listSize / 24) | 0, COUNT));
      if (u32[COUNT4] * 24 > listSize) {
        enlarge(u32[COUNT4] * 24);
        check(cairn_contact_points_from(this.world._at, this._lo, this._hi, xOf(origin, "origin"), yOf(origin, "origin"), list, (listSize / 24) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_contact_point(this.world, list + 24 * n));
      return found;
    }
  }

  class Field extends Handle {
  }

  class Portal extends Handle {
  }

  class Calls extends Owned {
    get hash() {
      check(cairn_world_get_hash(this._at, OUT));
      return u64[(OUT) >> 3];
    }

    get stepCount() {
      check(cairn_world_get_step_count(this._at, OUT));
      return Number(u64[OUT8]);
    }

    get counts() {
      check(cairn_world_get_counts(this._at, OUT));
      return read_counts(this, OUT);
    }

    setGravity(gravity) {
      check(cairn_world_set_gravity(this._at, xOf(gravity, "gravity"), yOf(gravity, "gravity")));
    }

    get gravity() {
      check(cairn_world_get_gravity(this._at, OUT));
      return { x: f32[(OUT) >> 2], y: f32[((OUT) >> 2) + 1] };
    }

    readGravity(out) {
      check(cairn_world_get_gravity(this._at, OUT));
      out.x = f32[OUT4];
      out.y = f32[OUT4 + 1];
      return out;
    }

    set gravity(value) {
      this.setGravity(value);
    }

    setSubSteps(subSteps) {
      check(cairn_world_set_sub_steps(this._at, whole(subSteps, "subSteps", 0, 0xffffffff)));
    }

    setSleeping(sleeping) {
      check(cairn_world_set_sleeping(this._at, truth(sleeping, "sleeping")));
    }

    setContinuous(continuous) {
      check(cairn_world_set_continuous(this._at, truth(continuous, "continuous")));
    }

    setThreads(threads) {
      check(cairn_world_set_threads(this._at, whole(threads, "threads", 0, 0xffffffff)));
    }

    setLanes(lanes) {
      check(cairn_world_set_lanes(this._at, choice(lanes, NAMES_lanes, "lanes")));
    }

    shiftOrigin(origin) {
      check(cairn_world_shift_origin(this._at, xOf(origin, "origin"), yOf(origin, "origin")));
    }

    setStageChecks(on) {
      check(cairn_world_set_stage_checks(this._at, truth(on, "on")));
    }

    reserve(bodies, shapes, joints, contacts) {
      check(cairn_world_reserve(this._at, whole(bodies, "bodies", 0, 0xffffffff), whole(shapes, "shapes", 0, 0xffffffff), whole(joints, "joints", 0, 0xffffffff), whole(contacts, "contacts", 0, 0xffffffff)));
    }

    get isUntouched() {
      check(cairn_world_get_is_untouched(this._at, OUT));
      return u8[OUT] !== 0;
    }

    get isRecorded() {
      check(cairn_world_get_is_recorded(this._at, OUT));
      return u8[OUT] !== 0;
    }

    get recordedSteps() {
      check(cairn_world_get_recorded_steps(this._at, OUT));
      return Number(u64[OUT8]);
    }

    spawn(def) {
      begin();
      const defAt = take(SIZE_body_def);
      put_body_def(defAt, def, this, "def");
      check(cairn_world_try_spawn(this._at, defAt, OUT));
      return idAt(Body, this, OUT);
    }

    despawn(body) {
      const bodyId = handle(body, Body, this, "body");
      check(cairn_world_despawn(this._at, bodyId._lo, bodyId._hi));
    }

    get bodies() {
      check(cairn_world_bodies(this._at, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_bodies(this._at, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Body, this, list + 8 * n));
      return found;
    }

    applyImpulses(impulses, wakeAbove) {
      begin();
      const impulsesAt = items(impulses, SIZE_body_impulse, "impulses", (to, item) => put_body_impulse(to, item, this, "impulses"));
      check(cairn_world_apply_impulses(this._at, impulsesAt, impulses.length, number(wakeAbove, "wakeAbove"), OUT));
      return read_impulse_counts(this, OUT);
    }

    attach(body, def) {
      begin();
      const bodyId = handle(body, Body, this, "body");
      const defAt = take(SIZE_shape_def);
      put_shape_def(defAt, def, this, "def");
      check(cairn_world_try_attach(this._at, bodyId._lo, bodyId._hi, defAt, OUT));
      return idAt(Shape, this, OUT);
    }

    attachChain(body, def) {
      begin();
      const bodyId = handle(body, Body, this, "body");
      const defAt = take(SIZE_chain_def);
      put_chain_def(defAt, def, this, "def");
      check(cairn_world_try_attach_chain(this._at, bodyId._lo, bodyId._hi, defAt, OUT));
      return u32[(OUT) >> 2];
    }

    detach(shape) {
      const shapeId = handle(shape, Shape, this, "shape");
      check(cairn_world_detach(this._at, shapeId._lo, shapeId._hi));
    }

    reattach(shape, body) {
      const shapeId = handle(shape, Shape, this, "shape");
      const bodyId = handle(body, Body, this, "body");
      check(cairn_world_reattach(this._at, shapeId._lo, shapeId._hi, bodyId._lo, bodyId._hi));
    }

    get shapes() {
      check(cairn_world_shapes(this._at, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_shapes(this._at, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this, list + 8 * n));
      return found;
    }

    setMaterialPair(a, b, pair) {
      begin();
      const pairAt = take(SIZE_material_pair);
      put_material_pair(pairAt, pair, this, "pair");
      check(cairn_world_set_material_pair(this._at, wide(a, "a"), wide(b, "b"), pairAt));
    }

    clearMaterialPair(a, b) {
      check(cairn_world_clear_material_pair(this._at, wide(a, "a"), wide(b, "b")));
    }

    materialPair(a, b) {
      return check(cairn_world_material_pair(this._at, wide(a, "a"), wide(b, "b"), OUT)) === 1 ? null : read_material_pair(this, OUT);
    }

    join(def) {
      begin();
      const defAt = take(SIZE_joint_def);
      put_joint_def(defAt, def, this, "def");
      check(cairn_world_try_join(this._at, defAt, OUT));
      return idAt(Joint, this, OUT);
    }

    unjoin(joint) {
      const jointId = handle(joint, Joint, this, "joint");
      check(cairn_world_unjoin(this._at, jointId._lo, jointId._hi));
    }

    get joints() {
      check(cairn_world_joints(this._at, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_joints(this._at, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Joint, this, list + 8 * n));
      return found;
    }

    get contacts() {
      check(cairn_world_contacts(this._at, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_contacts(this._at, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Contact, this, list + 8 * n));
      return found;
    }

    get beginEvents() {
      const first = cairn_events_begins(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_touch_event(this, first + 72 * n));
      return found;
    }

    get endEvents() {
      const first = cairn_events_ends(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_touch_event(this, first + 72 * n));
      return found;
    }

    get sensorEvents() {
      const first = cairn_events_sensors(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_sensor_event(this, first + 72 * n));
      return found;
    }

    get hitEvents() {
      const first = cairn_events_hits(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_hit_event(this, first + 96 * n));
      return found;
    }

    get moveEvents() {
      const first = cairn_events_moves(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_move_event(this, first + 32 * n));
      return found;
    }

    get sleepEvents() {
      const first = cairn_events_sleeps(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_sleep_event(this, first + 16 * n));
      return found;
    }

    get wakeEvents() {
      const first = cairn_events_wakes(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_sleep_event(this, first + 16 * n));
      return found;
    }

    get teleportEvents() {
      const first = cairn_events_teleports(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_teleport_event(this, first + 56 * n));
      return found;
    }

    get breakEvents() {
      const first = cairn_events_breaks(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_joint_event(this, first + 64 * n));
      return found;
    }

    get overloadEvents() {
      const first = cairn_events_overloads(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_joint_event(this, first + 64 * n));
      return found;
    }

    get overloadEndEvents() {
      const first = cairn_events_overload_ends(this._at, COUNT) >>> 0;
      if (first === 0) fail();
      if (f32.length === 0) refresh();
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_joint_event(this, first + 64 * n));
      return found;
    }

    get sensorOverlaps() {
      check(cairn_world_sensor_overlaps(this._at, list, (listSize / 16) | 0, COUNT));
      if (u32[COUNT4] * 16 > listSize) {
        enlarge(u32[COUNT4] * 16);
        check(cairn_world_sensor_overlaps(this._at, list, (listSize / 16) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_overlap(this, list + 16 * n));
      return found;
    }

    castRay(origin, translation, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      return check(cairn_world_cast_ray(this._at, xOf(origin, "origin"), yOf(origin, "origin"), xOf(translation, "translation"), yOf(translation, "translation"), filterAt, OUT)) === 1 ? null : read_cast_result(this, OUT);
    }

    castRayAny(origin, translation, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      return check(cairn_world_cast_ray_any(this._at, xOf(origin, "origin"), yOf(origin, "origin"), xOf(translation, "translation"), yOf(translation, "translation"), filterAt, OUT)) === 1 ? null : read_cast_result(this, OUT);
    }

    castRaySorted(origin, translation, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_cast_ray_sorted(this._at, xOf(origin, "origin"), yOf(origin, "origin"), xOf(translation, "translation"), yOf(translation, "translation"), filterAt, list, (listSize / 40) | 0, COUNT));
      if (u32[COUNT4] * 40 > listSize) {
        enlarge(u32[COUNT4] * 40);
        check(cairn_world_cast_ray_sorted(this._at, xOf(origin, "origin"), yOf(origin, "origin"), xOf(translation, "translation"), yOf(translation, "translation"), filterAt, list, (listSize / 40) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_cast_result(this, list + 40 * n));
      return found;
    }

    castRays(rays, filter = null) {
      begin();
      const raysAt = items(rays, SIZE_ray, "rays", (to, item) => put_ray(to, item, this, "rays"));
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_cast_rays(this._at, raysAt, rays.length, filterAt, list, (listSize / 48) | 0, COUNT));
      if (u32[COUNT4] * 48 > listSize) {
        enlarge(u32[COUNT4] * 48);
        check(cairn_world_cast_rays(this._at, raysAt, rays.length, filterAt, list, (listSize / 48) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_ray_answer(this, list + 48 * n));
      return found;
    }

    castCircle(origin, translation, radius, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      return check(cairn_world_cast_circle(this._at, xOf(origin, "origin"), yOf(origin, "origin"), xOf(translation, "translation"), yOf(translation, "translation"), number(radius, "radius"), filterAt, OUT)) === 1 ? null : read_cast_result(this, OUT);
    }

    castShape(geometry, pose, translation, filter = null) {
      begin();
      const geometryAt = take(SIZE_geometry);
      put_geometry(geometryAt, geometry, this, "geometry");
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      return check(cairn_world_cast_shape(this._at, geometryAt, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), xOf(translation, "translation"), yOf(translation, "translation"), filterAt, OUT)) === 1 ? null : read_cast_result(this, OUT);
    }

    nearest(point, radius, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      return check(cairn_world_nearest(this._at, xOf(point, "point"), yOf(point, "point"), number(radius, "radius"), filterAt, OUT)) === 1 ? null : read_nearest_result(this, OUT);
    }

    nearestAll(point, radius, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_nearest_all(this._at, xOf(point, "point"), yOf(point, "point"), number(radius, "radius"), filterAt, list, (listSize / 40) | 0, COUNT));
      if (u32[COUNT4] * 40 > listSize) {
        enlarge(u32[COUNT4] * 40);
        check(cairn_world_nearest_all(this._at, xOf(point, "point"), yOf(point, "point"), number(radius, "radius"), filterAt, list, (listSize / 40) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_nearest_result(this, list + 40 * n));
      return found;
    }

    separations(geometry, pose, reach, filter = null) {
      begin();
      const geometryAt = take(SIZE_geometry);
      put_geometry(geometryAt, geometry, this, "geometry");
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_separations(this._at, geometryAt, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), number(reach, "reach"), filterAt, list, (listSize / 48) | 0, COUNT));
      if (u32[COUNT4] * 48 > listSize) {
        enlarge(u32[COUNT4] * 48);
        check(cairn_world_separations(this._at, geometryAt, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), number(reach, "reach"), filterAt, list, (listSize / 48) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_separation_result(this, list + 48 * n));
      return found;
    }

    overlapShape(geometry, pose, filter = null) {
      begin();
      const geometryAt = take(SIZE_geometry);
      put_geometry(geometryAt, geometry, this, "geometry");
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_overlap_shape(this._at, geometryAt, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), filterAt, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_overlap_shape(this._at, geometryAt, xOf(pose, "pose", PLACE), yOf(pose, "pose", PLACE), angleOf(pose, "pose"), filterAt, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this, list + 8 * n));
      return found;
    }

    overlapBox(min, max, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_overlap_box(this._at, xOf(min, "min"), yOf(min, "min"), xOf(max, "max"), yOf(max, "max"), filterAt, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_overlap_box(this._at, xOf(min, "min"), yOf(min, "min"), xOf(max, "max"), yOf(max, "max"), filterAt, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this, list + 8 * n));
      return found;
    }

    overlapPoint(point, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_overlap_point(this._at, xOf(point, "point"), yOf(point, "point"), filterAt, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_overlap_point(this._at, xOf(point, "point"), yOf(point, "point"), filterAt, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Shape, this, list + 8 * n));
      return found;
    }

    shapesInBox(min, max, filter = null) {
      begin();
      const filterAt = filter === null ? 0 : take(SIZE_query_filter);
      if (filter !== null) put_query_filter(filterAt, filter, this, "filter");
      check(cairn_world_shapes_in_box(this._at, xOf(min, "min"), yOf(min, "min"), xOf(max, "max"), yOf(max, "max"), filterAt, list, (listSize / 56) | 0, COUNT));
      if (u32[COUNT4] * 56 > listSize) {
        enlarge(u32[COUNT4] * 56);
        check(cairn_world_shapes_in_box(this._at, xOf(min, "min"), yOf(min, "min"), xOf(max, "max"), yOf(max, "max"), filterAt, list, (listSize / 56) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_shape_in_box(this, list + 56 * n));
      return found;
    }

    shapeDistance(a, b) {
      const aId = handle(a, Shape, this, "a");
      const bId = handle(b, Shape, this, "b");
      check(cairn_world_shape_distance(this._at, aId._lo, aId._hi, bId._lo, bId._hi, OUT));
      return read_pair_result(this, OUT);
    }

    bodyDistance(a, b) {
      const aId = handle(a, Body, this, "a");
      const bId = handle(b, Body, this, "b");
      return check(cairn_world_body_distance(this._at, aId._lo, aId._hi, bId._lo, bId._hi, OUT)) === 1 ? null : read_pair_result(this, OUT);
    }

    shapeImpact(a, b, time) {
      const aId = handle(a, Shape, this, "a");
      const bId = handle(b, Shape, this, "b");
      return check(cairn_world_shape_impact(this._at, aId._lo, aId._hi, bId._lo, bId._hi, number(time, "time"), OUT)) === 1 ? null : read_impact_result(this, OUT);
    }

    bodyImpact(a, b, time) {
      const aId = handle(a, Body, this, "a");
      const bId = handle(b, Body, this, "b");
      return check(cairn_world_body_impact(this._at, aId._lo, aId._hi, bId._lo, bId._hi, number(time, "time"), OUT)) === 1 ? null : read_impact_result(this, OUT);
    }

    explode(explosion) {
      begin();
      const explosionAt = take(SIZE_explosion);
      put_explosion(explosionAt, explosion, this, "explosion");
      check(cairn_world_try_explode(this._at, explosionAt, OUT));
      return u32[(OUT) >> 2];
    }

    addField(field) {
      begin();
      const fieldAt = take(SIZE_field_def);
      put_field_def(fieldAt, field, this, "field");
      check(cairn_world_try_add_field(this._at, fieldAt, OUT));
      return idAt(Field, this, OUT);
    }

    setField(id, field) {
      begin();
      const idId = handle(id, Field, this, "id");
      const fieldAt = take(SIZE_field_def);
      put_field_def(fieldAt, field, this, "field");
      check(cairn_world_set_field(this._at, idId._lo, idId._hi, fieldAt));
    }

    removeField(id) {
      const idId = handle(id, Field, this, "id");
      check(cairn_world_remove_field(this._at, idId._lo, idId._hi));
    }

    get fields() {
      check(cairn_world_fields(this._at, list, (listSize / 8) | 0, COUNT));
      if (u32[COUNT4] * 8 > listSize) {
        enlarge(u32[COUNT4] * 8);
        check(cairn_world_fields(this._at, list, (listSize / 8) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(idAt(Field, this, list + 8 * n));
      return found;
    }

    addPortals(pair) {
      begin();
      const pairAt = take(SIZE_portal_pair);
      put_portal_pair(pairAt, pair, this, "pair");
      check(cairn_world_try_add_portals(this._at, pairAt, OUT));
      return idAt(Portal, this, OUT);
    }

    removePortals(id) {
      const idId = handle(id, Portal, this, "id");
      check(cairn_world_remove_portals(this._at, idId._lo, idId._hi));
    }

    get portals() {
      check(cairn_world_portals(this._at, list, (listSize / 96) | 0, COUNT));
      if (u32[COUNT4] * 96 > listSize) {
        enlarge(u32[COUNT4] * 96);
        check(cairn_world_portals(this._at, list, (listSize / 96) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push(read_portals(this, list + 96 * n));
      return found;
    }

    images(body) {
      const bodyId = handle(body, Body, this, "body");
      check(cairn_world_images(this._at, bodyId._lo, bodyId._hi, list, (listSize / 16) | 0, COUNT));
      if (u32[COUNT4] * 16 > listSize) {
        enlarge(u32[COUNT4] * 16);
        check(cairn_world_images(this._at, bodyId._lo, bodyId._hi, list, (listSize / 16) | 0, COUNT));
      }
      const found = [];
      for (let n = 0; n < u32[COUNT4]; n++) found.push({ x: f32[(list + 16 * n) >> 2], y: f32[((list + 16 * n) >> 2) + 1], cos: f32[((list + 16 * n) >> 2) + 2], sin: f32[((list + 16 * n) >> 2) + 3] });
      return found;
    }
  }

  /** Address of a world that the engine made. */
  class Made {
    constructor(at) {
      this.at = at >>> 0;
    }
  }

  function made(at) {
    if (f32.length === 0) refresh();
    return new World(new Made(at));
  }

  function configured(config) {
    if (config instanceof Made) return config.at;
    begin();
    const at = take(SIZE_world_config);
    put_world_config(at, config, null, "config");
    return exports.cairn_world_new(at) >>> 0;
  }

  class World extends Calls {
    constructor(config = {}) {
      super(configured(config), "cairn_world_free");
      this._report = read_step_report(null, OUT);
    }

    step(dt = 1 / 60) {
      check(cairn_world_step(this._at, number(dt, "dt"), OUT));
      return update_step_report(OUT, this._report);
    }

    clone() {
      return made(exports.cairn_world_clone(this._at));
    }

    snapshot() {
      return bytesOut(exports.cairn_world_snapshot(this._at, OUT));
    }

    restore(bytes) {
      begin();
      check(exports.cairn_world_restore(this._at, bytesIn(bytes), BigInt(bytes.length)));
    }

    static fromSnapshot(bytes) {
      begin();
      return made(exports.cairn_world_from_snapshot(bytesIn(bytes), BigInt(bytes.length)));
    }

    snapshotSince(base) {
      begin();
      return bytesOut(exports.cairn_world_snapshot_since(this._at, bytesIn(base), BigInt(base.length), OUT));
    }

    restoreSince(base, delta) {
      begin();
      const [first, second] = [bytesIn(base), bytesIn(delta)];
      check(exports.cairn_world_restore_since(this._at, first, BigInt(base.length), second, BigInt(delta.length)));
    }

    saveInto(saved) {
      if (!(saved instanceof Saved)) bad("saved", saved, "a Saved");
      check(exports.cairn_world_save_into(this._at, saved._at));
    }

    restoreSaved(saved) {
      if (!(saved instanceof Saved)) bad("saved", saved, "a Saved");
      check(exports.cairn_world_restore_saved(this._at, saved._at));
    }

    recordCalls(on) {
      check(exports.cairn_world_record_calls(this._at, truth(on, "on")));
    }

    takeCalls() {
      return bytesOut(exports.cairn_world_take_calls(this._at, OUT));
    }

    debugDraw(drawing = new Drawing()) {
      if (!(drawing instanceof Drawing)) bad("drawing", drawing, "a Drawing");
      check(exports.cairn_world_debug_draw(this._at, drawing._at));
      return drawing._read();
    }

    group(bodies = this.bodies) {
      return new Group(this, bodies);
    }

    body(id) {
      return handleOf(Body, this, id, "id");
    }

    shape(id) {
      return handleOf(Shape, this, id, "id");
    }

    joint(id) {
      return handleOf(Joint, this, id, "id");
    }

    contact(id) {
      return handleOf(Contact, this, id, "id");
    }

    field(id) {
      return handleOf(Field, this, id, "id");
    }

    portal(id) {
      return handleOf(Portal, this, id, "id");
    }
  }

  /** Memory of the engine for a list. */
  class Memory extends Owned {
    constructor(bytes) {
      super(lend(bytes), "cairn_release", bytes);
    }
  }

  class Group {
    constructor(world, bodies) {
      if (!(world instanceof World)) bad("world", world, "a World");
      if (!Array.isArray(bodies)) bad("bodies", bodies, "an array of bodies");
      this.world = world;
      this.bodies = bodies.map((body) => handle(body, Body, world, "bodies"));
      this.length = bodies.length;
      this._ids = 0;
      this._poses = 8 * this.length;
      this._velocities = 24 * this.length;
      this._memory = new Memory(Math.max(8, 36 * this.length));
      this._view();
      const at = this._memory._at >> 2;
      this.bodies.forEach((body, n) => {
        u32[at + 2 * n] = body._lo;
        u32[at + 2 * n + 1] = body._hi;
      });
    }

    /** Makes the views anew. */
    _view() {
      const at = this._memory._at;
      this._buffer = exports.memory.buffer;
      this.poses = new Float32Array(this._buffer, at + this._poses, 4 * this.length);
      this.velocities = new Float32Array(this._buffer, at + this._velocities, 3 * this.length);
    }

    readPoses() {
      const at = this._memory._at;
      check(exports.cairn_world_read_poses(this.world._at, at, this.length, at + this._poses));
      if (this._buffer.byteLength === 0) this._view();
      return this.poses;
    }

    readVelocities() {
      const at = this._memory._at;
      check(exports.cairn_world_read_velocities(this.world._at, at, this.length, at + this._velocities));
      if (this._buffer.byteLength === 0) this._view();
      return this.velocities;
    }

    writeVelocities(velocities = this.velocities) {
      const at = this._memory._at;
      if (this._buffer.byteLength === 0) {
        // The engine kept the numbers in its grown memory.
        const own = velocities === this.velocities;
        this._view();
        if (own) velocities = this.velocities;
      }
      if (velocities !== this.velocities) {
        if (velocities?.length !== 3 * this.length) bad("velocities", velocities, `${3 * this.length} numbers`);
        this.velocities.set(velocities);
      }
      check(exports.cairn_world_write_velocities(this.world._at, at, at + this._velocities, this.length));
    }

    free() {
      this._memory.free();
    }
  }

  class Saved extends Owned {
    constructor() {
      super(exports.cairn_saved_new() >>> 0, "cairn_saved_free");
    }
  }

  class Drawing extends Owned {
    constructor() {
      super(exports.cairn_drawing_new() >>> 0, "cairn_drawing_free");
      this._read();
    }

    /** Makes views of the lists of the engine. */
    _read() {
      const first = exports.cairn_drawing_primitives(this._at, COUNT) >>> 0;
      if (f32.length === 0) refresh();
      this.length = u32[COUNT4];
      const { buffer } = exports.memory;
      this._words = new Uint32Array(buffer, first, 5 * this.length);
      this._floats = new Float32Array(buffer, first, 5 * this.length);
      const points = exports.cairn_drawing_points(this._at, COUNT) >>> 0;
      this.points = new Float32Array(buffer, points, 2 * u32[COUNT4]);
      return this;
    }

    kind(n) {
      return NAMES_primitive_type[this._words[5 * n]];
    }

    color(n) {
      return this._words[5 * n + 1];
    }

    first(n) {
      return this._words[5 * n + 2];
    }

    count(n) {
      return this._words[5 * n + 3];
    }

    radius(n) {
      return this._floats[5 * n + 4];
    }
  }

  class Recorder extends Owned {
    constructor(world, title = "", keyframeEvery = 600) {
      begin();
      const name = encoder.encode(String(title));
      const at = take(name.length + 1);
      u8.set(name, at);
      super(exports.cairn_recorder_start(world._at, at, wide(keyframeEvery, "keyframeEvery")) >>> 0, "cairn_recorder_free");
    }

    update(world) {
      check(exports.cairn_recorder_update(this._at, world._at));
    }

    finish(world) {
      return bytesOut(exports.cairn_recorder_finish(this._at, world._at, OUT));
    }
  }

  class Player extends Owned {
    constructor(bytes) {
      begin();
      super(exports.cairn_player_new(bytesIn(bytes), BigInt(bytes.length)) >>> 0, "cairn_player_free");
    }

    step() {
      return check(exports.cairn_player_step(this._at)) === 0;
    }

    seek(step) {
      check(exports.cairn_player_seek(this._at, wide(step, "step")));
    }

    get stepIndex() {
      return Number(exports.cairn_player_step_index(this._at));
    }

    get steps() {
      return Number(exports.cairn_player_steps(this._at));
    }

    get world() {
      return made(exports.cairn_player_world(this._at));
    }
  }

  return { World, Body, Shape, Joint, Contact, Field, Portal, Group, Saved, Drawing, Recorder, Player, CairnError, ...shapes };
}

/** Shapes as the field `geometry` of a shape, with the other fields of a shape beside it. */
const shapes = {
  circle: (radius, more = {}) => ({ ...more, geometry: { kind: "circle", radius, a: more.at ?? [0, 0] }, at: undefined }),
  box: (halfWidth, halfHeight, more = {}) => ({
    ...more,
    geometry: { kind: "box", b: [halfWidth, halfHeight], a: more.at ?? [0, 0], angle: more.angle ?? 0, radius: more.radius ?? 0 },
    at: undefined,
    angle: undefined,
    radius: undefined,
  }),
  capsule: (a, b, radius, more = {}) => ({ ...more, geometry: { kind: "capsule", a, b, radius } }),
  segment: (a, b, more = {}) => ({ ...more, geometry: { kind: "segment", a, b } }),
  polygon: (points, more = {}) => ({ ...more, geometry: { kind: "polygon", points, radius: more.radius ?? 0 }, radius: undefined }),
};
