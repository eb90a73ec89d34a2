/* Written by `cargo xtask bindings` from the table of the API.

   The cairn2d physics engine for C99 and C++17. Units are metres, kilograms, seconds and radians.

   - A function returns a `cairn_result`, or the value itself; then 0 or a null id stands for an error, and
     `cairn_last_error` and `cairn_error_text` tell it. A rejected call changes nothing.
   - Definitions come from their `_default` functions. Lists in them are read during the call.
   - Functions that list objects write up to `capacity` items and the number of all into `count`.
   - Functions that take a `const cairn_world*` may run on several threads at once, between steps. All others
     need the world alone. Pointers are null or valid; a freed world must not be used.
   - Angles of poses are arguments in radians; results have cosine and sine. */
#ifndef CAIRN2D_H
#define CAIRN2D_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ----------------------------------------------------------------------------------------- */

/* Result of a call: 0 or 1 for success, negative for an error, which changed nothing. */
typedef int32_t cairn_result;
enum {
    CAIRN_OK = 0,
    CAIRN_NONE = 1,              /* success without a value, such as a ray without a hit */
    CAIRN_ERROR_NULL = -1,       /* a required pointer is null */
    CAIRN_ERROR_VALUE = -2,      /* a number is out of its range */
    CAIRN_ERROR_STALE = -3,      /* an id is null, stale, or from another world */
    CAIRN_ERROR_SHAPE = -4,      /* the geometry of a shape is invalid */
    CAIRN_ERROR_KIND = -5,       /* the call does not apply to this kind of object */
    CAIRN_ERROR_DEFINITION = -6, /* a definition was not made by its `_default` function */
    CAIRN_ERROR_SNAPSHOT = -7,   /* bytes are not a snapshot that can be restored */
    CAIRN_ERROR_POISONED = -8,   /* an earlier call stopped halfway by a panic */
    CAIRN_ERROR_PANIC = -9,      /* the call stopped by a panic, which only a bug in the engine causes */
    CAIRN_ERROR_RECORD = -10,    /* a recording cannot be made, or bytes are not one that can be played */
    CAIRN_ERROR_OTHER = -11
};

/* Code and text of the last error on this thread. Successful calls keep them, as with errno. The text is
   that of the typed error in Rust, and is valid until the next error on this thread. */
cairn_result cairn_last_error(void);
const char* cairn_error_text(void);
void cairn_clear_error(void);
/* Name of a result, such as "stale". */
const char* cairn_result_name(cairn_result result);

/* ---- Plain types ------------------------------------------------------------------------------------ */

typedef struct cairn_world cairn_world; /* a world */
typedef struct cairn_saved cairn_saved; /* a saved state of a world */
typedef struct cairn_drawing cairn_drawing; /* lists of primitives */
typedef struct cairn_recorder cairn_recorder; /* writes a recording */
typedef struct cairn_player cairn_player; /* plays a recording */

typedef struct cairn_vec2 { float x, y; } cairn_vec2;
typedef struct cairn_dvec2 { double x, y; } cairn_dvec2;
typedef struct cairn_rot { float c, s; } cairn_rot; /* cosine and sine */
typedef struct cairn_pose { cairn_vec2 p; cairn_rot q; } cairn_pose;
typedef struct cairn_velocity { cairn_vec2 linear; float angular; } cairn_velocity; /* m/s, rad/s */
typedef struct cairn_bytes { uint8_t* data; uint64_t len; } cairn_bytes;

/* Ids; 0 bits are null. An id of a removed object finds nothing and never reaches another object. */
typedef struct cairn_body_id { uint64_t bits; } cairn_body_id;
typedef struct cairn_shape_id { uint64_t bits; } cairn_shape_id;
typedef struct cairn_joint_id { uint64_t bits; } cairn_joint_id;
typedef struct cairn_contact_id { uint64_t bits; } cairn_contact_id;
typedef struct cairn_field_id { uint64_t bits; } cairn_field_id;
typedef struct cairn_portal_id { uint64_t bits; } cairn_portal_id;

/* ---- Enums ------------------------------------------------------------------------------------------ */

typedef uint32_t cairn_body_type;
enum {
    CAIRN_BODY_STATIC = 0,
    CAIRN_BODY_KINEMATIC = 1,
    CAIRN_BODY_DYNAMIC = 2
};

typedef uint32_t cairn_shape_type;
enum {
    CAIRN_SHAPE_CIRCLE = 0,
    CAIRN_SHAPE_CAPSULE = 1,
    CAIRN_SHAPE_SEGMENT = 2,
    CAIRN_SHAPE_BOX = 3,
    CAIRN_SHAPE_POLYGON = 4
};

typedef uint32_t cairn_joint_type;
enum {
    CAIRN_JOINT_REVOLUTE = 0,
    CAIRN_JOINT_DISTANCE = 1,
    CAIRN_JOINT_PRISMATIC = 2,
    CAIRN_JOINT_WHEEL = 3,
    CAIRN_JOINT_SLOT = 4,
    CAIRN_JOINT_WELD = 5,
    CAIRN_JOINT_DRIVE = 6,
    CAIRN_JOINT_GRAB = 7,
    CAIRN_JOINT_FILTER = 8,
    CAIRN_JOINT_ROTARY = 9,
    CAIRN_JOINT_GEAR = 10,
    CAIRN_JOINT_RACK = 11,
    CAIRN_JOINT_PULLEY = 12,
    CAIRN_JOINT_CUSTOM = 13
};

typedef uint32_t cairn_anchor_type;
enum {
    CAIRN_ANCHOR_LOCAL = 0,
    CAIRN_ANCHOR_WORLD = 1,
    CAIRN_ANCHOR_WORLD_PAIR = 2
};

typedef uint32_t cairn_combine;
enum {
    CAIRN_COMBINE_GEOMETRIC_MEAN = 0,
    CAIRN_COMBINE_AVERAGE = 1,
    CAIRN_COMBINE_MIN = 2,
    CAIRN_COMBINE_MULTIPLY = 3,
    CAIRN_COMBINE_MAX = 4
};

typedef uint32_t cairn_lanes;
enum {
    CAIRN_LANES_FASTEST = 0,
    CAIRN_LANES_SCALAR = 1,
    CAIRN_LANES_SSE2 = 2,
    CAIRN_LANES_AVX2 = 3,
    CAIRN_LANES_AVX512 = 4,
    CAIRN_LANES_NEON = 5,
    CAIRN_LANES_WASM128 = 6
};

typedef uint32_t cairn_sensor_event_type;
enum {
    CAIRN_SENSOR_EVENT_BEGIN = 0,
    CAIRN_SENSOR_EVENT_END = 1
};

typedef uint32_t cairn_area_type;
enum {
    CAIRN_AREA_EVERYWHERE = 0,
    CAIRN_AREA_BOX = 1,
    CAIRN_AREA_CIRCLE = 2,
    CAIRN_AREA_POLYGON = 3
};

typedef uint32_t cairn_effect_type;
enum {
    CAIRN_EFFECT_GRAVITY = 0,
    CAIRN_EFFECT_ATTRACTOR = 1,
    CAIRN_EFFECT_WIND = 2,
    CAIRN_EFFECT_DRAG = 3,
    CAIRN_EFFECT_CONVEYOR = 4,
    CAIRN_EFFECT_FLOOR = 5,
    CAIRN_EFFECT_WATER = 6,
    CAIRN_EFFECT_TIME_FLOW = 7
};

typedef uint32_t cairn_falloff;
enum {
    CAIRN_FALLOFF_CONSTANT = 0,
    CAIRN_FALLOFF_INVERSE = 1,
    CAIRN_FALLOFF_INVERSE_SQUARE = 2
};

typedef uint32_t cairn_primitive_type;
enum {
    CAIRN_PRIMITIVE_OUTLINE = 0,
    CAIRN_PRIMITIVE_LINE = 1,
    CAIRN_PRIMITIVE_POINT = 2
};

/* ---- Structs ---------------------------------------------------------------------------------------- */

typedef struct cairn_world_config {
    uint32_t size; /* set by `cairn_world_config_default` */
    cairn_vec2 gravity; /* Gravity. [m/s^2] Default 0,-10. */
    uint32_t sub_steps; /* Solver sub-steps per step, 1 to 64. Default 4. */
    bool sleeping; /* Whether bodies may fall asleep. Default true. */
    bool layered_sleep; /* Whether layers of a pile fall asleep one by one. Default false. */
    bool continuous; /* Whether fast bodies stop at static shapes. Default true. */
    float restitution_threshold; /* Approach speed below which contacts do not bounce. [m/s] Default 1. */
    float exact_restitution; /* Restitution from which impacts are resolved at their time. Default 0.25. */
    float max_linear_speed; /* Speed limit of bodies. [m/s] Default 400. */
    float max_angular_speed; /* Limit of the angular velocity. [rad/s] Default 1e6. */
    float contact_hertz; /* Stiffness of contacts. [Hz] Default 30. */
    float contact_damping_ratio; /* Damping ratio of contacts. Default 10. */
    float contact_push_speed; /* Largest speed that pushes overlapping shapes apart. [m/s] Default 3. */
    float joint_hertz; /* Stiffness of joints. [Hz] Default 1e6. */
    float joint_damping_ratio; /* Damping ratio of joints. Default 2. */
    uint32_t threads; /* Threads that step the world, 1 to 64; results do not depend on it. Default 1. */
    cairn_lanes lanes; /* Instruction set; results do not depend on it. Default fastest. */
    bool large_world; /* Whether positions have 64 bits. Default false. */
    uint32_t id_tag; /* Tag in the ids of this world, 0 to 255; ids with another tag are rejected. Default 0. */
} cairn_world_config;
/* Sets the defaults; `size` is that of the struct. */
void cairn_world_config_init(cairn_world_config* def, uint32_t size);
static inline cairn_world_config cairn_world_config_default(void) {
    cairn_world_config def;
    cairn_world_config_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_filter {
    uint64_t category; /* Categories of the shape, as bits. Default 1. */
    uint64_t mask; /* Categories that it collides with, as bits. Default 0xffffffffffffffff. */
    int32_t group; /* Same group: positive always collides, negative never; 0 for none. Default 0. */
} cairn_filter;
/* Sets the defaults; `size` is that of the struct. */
void cairn_filter_init(cairn_filter* def, uint32_t size);
static inline cairn_filter cairn_filter_default(void) {
    cairn_filter def;
    cairn_filter_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_portal_pair {
    uint32_t size; /* set by `cairn_portal_pair_default` */
    cairn_body_id body_a; /* Body of the first opening; none for one that is fixed in the world. Default 0. */
    cairn_body_id body_b; /* Body of the second opening; none for one that is fixed in the world. Default 0. */
    cairn_vec2 at_a; /* Middle of the first opening, in body coordinates, or in the world without a body. [m] Default 0,0. */
    cairn_vec2 at_b; /* Middle of the second opening. [m] Default 0,0. */
    cairn_vec2 out_a; /* Direction out of the first opening, from which bodies enter. Default 0,1. */
    cairn_vec2 out_b; /* Direction out of the second opening. Default 0,1. */
    float width; /* Width of both openings, 0.02 to 10,000. [m] Default 1. */
    bool rims; /* Whether the ends of the openings hold bodies that are too wide. Default true. */
} cairn_portal_pair;
/* Sets the defaults; `size` is that of the struct. */
void cairn_portal_pair_init(cairn_portal_pair* def, uint32_t size);
static inline cairn_portal_pair cairn_portal_pair_default(void) {
    cairn_portal_pair def;
    cairn_portal_pair_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_portals {
    cairn_portal_id id; /* The pair. */
    cairn_pose opening_a; /* Pose of the first opening in the world; its second axis points out. */
    cairn_pose opening_b; /* Pose of the second opening in the world. */
    cairn_body_id body_a; /* Body of the first opening; none for one that is fixed in the world. */
    cairn_body_id body_b; /* Body of the second opening. */
    cairn_pose frame_a; /* Pose of the first opening in its body, or in the world. */
    cairn_pose frame_b; /* Pose of the second opening in its body, or in the world. */
    float width; /* Width of both openings. [m] */
    bool has_rims; /* Whether there are rims. */
} cairn_portals;

typedef struct cairn_teleport_event {
    cairn_body_id body; /* The body. */
    uint64_t user_data; /* Its user data. */
    cairn_portal_id portals; /* The pair. */
    cairn_pose from; /* Pose before the opening that the body entered. */
    cairn_pose to; /* The same pose as seen from the other opening. */
} cairn_teleport_event;

typedef struct cairn_material {
    float friction; /* Coulomb friction, at least 0. Default 0.6. */
    float restitution; /* Restitution, 0 to 1. Default 0. */
    float rolling_resistance; /* Rolling resistance as a share of the radius. Default 0. */
    float tangent_speed; /* Speed of the surface, as of a conveyor belt. [m/s] Default 0. */
    bool has_static_friction; /* Whether `static_friction` applies. Default false. */
    float static_friction; /* Friction that must be overcome before sliding begins. Default 0. */
    bool has_softness; /* Whether the two fields below replace those of the world. Default false. */
    float softness_hertz; /* Stiffness of contacts. [Hz] Default 0. */
    float softness_damping_ratio; /* Damping ratio of contacts. Default 0. */
    uint64_t id; /* Material id, for pairs of materials. Default 0. */
    cairn_combine friction_combine; /* Rule that combines friction. Default geometric_mean. */
    cairn_combine restitution_combine; /* Rule that combines restitution. Default max. */
} cairn_material;
/* Sets the defaults; `size` is that of the struct. */
void cairn_material_init(cairn_material* def, uint32_t size);
static inline cairn_material cairn_material_default(void) {
    cairn_material def;
    cairn_material_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_material_pair {
    bool has_friction; /* Whether `friction` applies. Default false. */
    float friction; /* Friction of the pair. Default 0. */
    bool has_static_friction; /* Whether `static_friction` applies. Default false. */
    float static_friction; /* Static friction of the pair. Default 0. */
    bool has_restitution; /* Whether `restitution` applies. Default false. */
    float restitution; /* Restitution of the pair. Default 0. */
    bool has_rolling_resistance; /* Whether `rolling_resistance` applies. Default false. */
    float rolling_resistance; /* Rolling resistance of the pair. Default 0. */
    bool has_softness; /* Whether the two fields below apply. Default false. */
    float softness_hertz; /* Stiffness of contacts. [Hz] Default 0. */
    float softness_damping_ratio; /* Damping ratio of contacts. Default 0. */
} cairn_material_pair;
/* Sets the defaults; `size` is that of the struct. */
void cairn_material_pair_init(cairn_material_pair* def, uint32_t size);
static inline cairn_material_pair cairn_material_pair_default(void) {
    cairn_material_pair def;
    cairn_material_pair_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_geometry {
    cairn_shape_type kind; /* Kind of the geometry, which selects the fields below. Default circle. */
    cairn_vec2 a; /* Centre of a circle or box; first point of a capsule or segment. [m] Default 0,0. */
    cairn_vec2 b; /* Second point of a capsule or segment; half extents of a box. [m] Default 0,0. */
    float radius; /* Radius of a circle or capsule; rounding of a box or polygon. [m] Default 0. */
    float angle; /* Rotation of a box. [rad] Default 0. */
    const cairn_vec2* points; /* Corners of a polygon; their convex hull is used. [m] */
    uint32_t point_count; /* Number of them. */
} cairn_geometry;
/* Sets the defaults; `size` is that of the struct. */
void cairn_geometry_init(cairn_geometry* def, uint32_t size);
static inline cairn_geometry cairn_geometry_default(void) {
    cairn_geometry def;
    cairn_geometry_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_shape_def {
    uint32_t size; /* set by `cairn_shape_def_default` */
    cairn_geometry geometry; /* Geometry in body coordinates. */
    float density; /* Density, at least 0. [kg/m^2] Default 1. */
    cairn_material material; /* Friction, restitution and the like. */
    cairn_filter filter; /* Which shapes it collides with. */
    bool has_one_way; /* Whether the shape is solid from one side only. Default false. */
    cairn_vec2 one_way_direction; /* Direction of the open side in body coordinates. Default 0,1. */
    float one_way_half_angle; /* Half angle of the solid side. [rad] Default 1.0471976. */
    bool reports_hits; /* Whether hits above `report_hits_above` are reported. Default false. */
    float report_hits_above; /* Approach speed above which hits are reported. [m/s] Default 0. */
    bool sensor; /* Whether the shape is a sensor. Default false. */
    bool has_sensor_events; /* Whether `sensor_events` replaces the default. Default false. */
    bool sensor_events; /* Whether sensors detect the shape. Default false. */
    bool hooked; /* Whether hooks of a Rust host run for this shape. Default false. */
    uint64_t user_data; /* Number of the caller. Default 0. */
} cairn_shape_def;
/* Sets the defaults; `size` is that of the struct. */
void cairn_shape_def_init(cairn_shape_def* def, uint32_t size);
static inline cairn_shape_def cairn_shape_def_default(void) {
    cairn_shape_def def;
    cairn_shape_def_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_chain_def {
    uint32_t size; /* set by `cairn_chain_def_default` */
    const cairn_vec2* points; /* Points of the chain, at least 3; solid on the right of its direction. [m] */
    uint32_t point_count; /* Number of them. */
    bool closed; /* Whether the last point connects to the first; an open chain ends one point earlier. Default false. */
    cairn_material material; /* Material of all segments. */
    const cairn_material* materials; /* Materials of the segments, if any. */
    uint32_t material_count; /* Number of them. */
    cairn_filter filter; /* Which shapes it collides with. */
    bool has_one_way; /* Whether the chain is solid from one side only. Default false. */
    cairn_vec2 one_way_direction; /* Direction of the open side in body coordinates. Default 0,1. */
    float one_way_half_angle; /* Half angle of the solid side. [rad] Default 1.0471976. */
} cairn_chain_def;
/* Sets the defaults; `size` is that of the struct. */
void cairn_chain_def_init(cairn_chain_def* def, uint32_t size);
static inline cairn_chain_def cairn_chain_def_default(void) {
    cairn_chain_def def;
    cairn_chain_def_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_mass {
    float mass; /* Mass, at least 0. [kg] Default 0. */
    cairn_vec2 center; /* Centre of mass in body coordinates. [m] Default 0,0. */
    float inertia; /* Rotational inertia about the centre of mass, at least 0. [kg*m^2] Default 0. */
} cairn_mass;
/* Sets the defaults; `size` is that of the struct. */
void cairn_mass_init(cairn_mass* def, uint32_t size);
static inline cairn_mass cairn_mass_default(void) {
    cairn_mass def;
    cairn_mass_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_locks {
    bool x; /* No motion along x. Default false. */
    bool y; /* No motion along y. Default false. */
    bool rotation; /* No rotation. Default false. */
} cairn_locks;
/* Sets the defaults; `size` is that of the struct. */
void cairn_locks_init(cairn_locks* def, uint32_t size);
static inline cairn_locks cairn_locks_default(void) {
    cairn_locks def;
    cairn_locks_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_body_def {
    uint32_t size; /* set by `cairn_body_def_default` */
    cairn_body_type kind; /* Whether the body is static, kinematic or dynamic. Default dynamic. */
    cairn_dvec2 position; /* Position of the origin; 64 bits count in a large world. [m] Default 0,0. */
    float angle; /* Rotation. [rad] Default 0. */
    cairn_vec2 velocity; /* Velocity of the origin. [m/s] Default 0,0. */
    float angular_velocity; /* Angular velocity. [rad/s] Default 0. */
    float linear_damping; /* Damping rate of the velocity. [1/s] Default 0. */
    float angular_damping; /* Damping rate of the angular velocity. [1/s] Default 0. */
    float gravity_scale; /* Factor on gravity. Default 1. */
    float sleep_threshold; /* Speed under which the body may fall asleep. [m/s] Default 0.05. */
    bool can_sleep; /* Whether the body may fall asleep. Default true. */
    bool asleep; /* Whether the body begins asleep. Default false. */
    bool disabled; /* Whether the body begins disabled. Default false. */
    cairn_locks locks; /* Locked directions. */
    bool bullet; /* Whether continuous collision applies to dynamic bodies too. Default false. */
    bool joined; /* Whether the shapes are parts of one solid, without internal edges. Default false. */
    float sweep_threshold; /* Motion per step above which the body is swept, as a share of its size. Default 0.5. */
    float time_scale; /* Time scale of the body. Default 1. */
    int32_t dominance; /* Dominance, -128 to 127. Default 0. */
    bool has_mass; /* Whether `mass` replaces the mass of the shapes. Default false. */
    cairn_mass mass; /* Mass of the body. */
    uint64_t user_data; /* Number of the caller. Default 0. */
    const cairn_shape_def* shapes; /* Shapes of the body. */
    uint32_t shape_count; /* Number of them. */
    const cairn_chain_def* chains; /* Chains of the body. */
    uint32_t chain_count; /* Number of them. */
} cairn_body_def;
/* Sets the defaults; `size` is that of the struct. */
void cairn_body_def_init(cairn_body_def* def, uint32_t size);
static inline cairn_body_def cairn_body_def_default(void) {
    cairn_body_def def;
    cairn_body_def_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_joint_def {
    uint32_t size; /* set by `cairn_joint_def_default` */
    cairn_joint_type kind; /* Kind of the joint. Default revolute. */
    cairn_body_id body_a; /* First body; the only one of a grab. Default 0. */
    cairn_body_id body_b; /* Second body. Default 0. */
    cairn_anchor_type anchor; /* Meaning of the anchors: body coordinates, or one or two points of the world. Default local. */
    cairn_vec2 anchor_a; /* Anchor on the first body, or the point of the world. [m] Default 0,0. */
    cairn_vec2 anchor_b; /* Anchor on the second body, or the second point of the world. [m] Default 0,0. */
    float angle_a; /* Rotation of the frame on the first body. [rad] Default 0. */
    float angle_b; /* Rotation of the frame on the second body. [rad] Default 0. */
    bool has_along; /* Whether `along` applies. Default false. */
    cairn_vec2 along; /* Axis of a line joint in world coordinates. Default 1,0. */
    bool has_collide_connected; /* Whether `collide_connected` replaces the default of the kind. Default false. */
    bool collide_connected; /* Whether the two bodies collide. Default false. */
    bool has_length; /* Whether `length` applies. Default false. */
    float length; /* Rest length of a distance joint or rope. [m] Default 0. */
    bool enable_limits; /* Whether the limits apply. Default false. */
    float lower; /* Lower limit; of a hinge as an angle. [m] Default 0. */
    float upper; /* Upper limit; of a hinge as an angle. [m] Default 0. */
    bool enable_motor; /* Whether the motor runs. Default false. */
    float motor_speed; /* Speed of the motor; of a hinge as an angular velocity. [m/s] Default 0. */
    float motor_strength; /* Largest force of the motor; of a hinge as a torque. [N] Default 0. */
    bool enable_spring; /* Whether the spring applies. Default false. */
    float spring_hertz; /* Stiffness of the spring. [Hz] Default 0. */
    float spring_damping_ratio; /* Damping ratio of the spring. Default 0. */
    float spring_target; /* Target of the spring; of a hinge as an angle. [m] Default 0. */
    bool has_spring_range; /* Whether the forces of the spring are bounded. Default false. */
    float spring_lower; /* Smallest force of the spring, at most 0. [N] Default 0. */
    float spring_upper; /* Largest force of the spring, at least 0. [N] Default 0. */
    bool enable_servo; /* Whether the servo runs. Default false. */
    float servo_target; /* Target of the servo; of a hinge as an angle. [m] Default 0. */
    float servo_max_speed; /* Largest speed of the servo. [m/s] Default 0. */
    float servo_strength; /* Largest force of the servo; of a hinge as a torque. [N] Default 0. */
    bool enable_linear_motor; /* Whether the linear motor of a drive runs. Default false. */
    cairn_vec2 linear_motor_velocity; /* Relative velocity of the linear motor. [m/s] Default 0,0. */
    float linear_motor_max_force; /* Largest force of the linear motor. [N] Default 0. */
    bool enable_linear_spring; /* Whether the linear spring of a weld, drive or grab applies. Default false. */
    float linear_spring_hertz; /* Stiffness of the linear spring. [Hz] Default 0. */
    float linear_spring_damping_ratio; /* Damping ratio of the linear spring. Default 0. */
    float linear_spring_max_force; /* Largest force of the linear spring. [N] Default 0. */
    bool has_ratchet; /* Whether a rotary joint has a ratchet. Default false. */
    float ratchet_pitch; /* Angle between teeth. [rad] Default 0. */
    float ratchet_phase; /* Angle of the first tooth. [rad] Default 0. */
    float ratio; /* Ratio of a gear or pulley; radius of the pinion of a rack. Default 1. */
    cairn_vec2 over_a; /* Wheel of the pulley above the first body. [m] Default 0,0. */
    cairn_vec2 over_b; /* Wheel of the pulley above the second body. [m] Default 0,0. */
    bool slack; /* Whether the rope of a pulley may go slack. Default false. */
    cairn_vec2 target; /* Target of a grab. [m] Default 0,0. */
    bool has_softness; /* Whether the two fields below replace those of the world. Default false. */
    float softness_hertz; /* Stiffness of the joint. [Hz] Default 0. */
    float softness_damping_ratio; /* Damping ratio of the joint. Default 0. */
    bool has_break_force; /* Whether `break_force` applies. Default false. */
    float break_force; /* Load above which the joint breaks. [N] Default 0. */
    bool has_break_torque; /* Whether `break_torque` applies. Default false. */
    float break_torque; /* Load above which the joint breaks. [N*m] Default 0. */
    bool has_report_force; /* Whether `report_force` applies. Default false. */
    float report_force; /* Load above which an event is reported. [N] Default 0. */
    bool has_report_torque; /* Whether `report_torque` applies. Default false. */
    float report_torque; /* Load above which an event is reported. [N*m] Default 0. */
    bool disabled; /* Whether the joint begins disabled. Default false. */
    uint64_t user_data; /* Number of the caller. Default 0. */
} cairn_joint_def;
/* Sets the defaults; `size` is that of the struct. */
void cairn_joint_def_init(cairn_joint_def* def, uint32_t size);
static inline cairn_joint_def cairn_joint_def_default(void) {
    cairn_joint_def def;
    cairn_joint_def_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_field_def {
    uint32_t size; /* set by `cairn_field_def_default` */
    cairn_area_type area; /* Kind of the area. Default everywhere. */
    cairn_vec2 area_a; /* Lower corner of a box, or centre of a circle. [m] Default 0,0. */
    cairn_vec2 area_b; /* Upper corner of a box. [m] Default 0,0. */
    float area_radius; /* Radius of a circle. [m] Default 0. */
    const cairn_vec2* area_points; /* Corners of a polygon. [m] */
    uint32_t area_point_count; /* Number of them. */
    cairn_effect_type effect; /* Kind of the effect. Default gravity. */
    cairn_vec2 vector; /* Acceleration of gravity [m/s^2], centre of an attractor [m]; velocity of the rest. [m/s] Default 0,0. */
    float strength; /* Attractor: strength; drag: rate; conveyor: largest acceleration; floor: deceleration; water: density; time flow: scale. Default 0. */
    cairn_falloff falloff; /* Falloff of an attractor. Default inverse_square. */
    float min_distance; /* Distance within which an attractor grows no further. [m] Default 0.1. */
    float density; /* Density of wind. [kg/m^2] Default 1.2. */
    float drag; /* Drag coefficient of wind; drag of water. Default 1. */
    float lift; /* Lift coefficient of wind. Default 1. */
    float angular; /* Angular rate of drag. [1/s] Default 0. */
    int32_t priority; /* Fields of higher priority act first. Default 0. */
    bool has_exclusive; /* Whether `exclusive` replaces the default of the effect. Default false. */
    bool exclusive; /* Whether fields of lower priority with this effect are ignored. Default false. */
    uint64_t mask; /* Categories of shapes that it acts on. Default 0xffffffffffffffff. */
    bool disabled; /* Whether the field begins disabled. Default false. */
    uint64_t user_data; /* Number of the caller. Default 0. */
} cairn_field_def;
/* Sets the defaults; `size` is that of the struct. */
void cairn_field_def_init(cairn_field_def* def, uint32_t size);
static inline cairn_field_def cairn_field_def_default(void) {
    cairn_field_def def;
    cairn_field_def_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_query_filter {
    uint32_t size; /* set by `cairn_query_filter_default` */
    bool has_collision; /* Whether `collision` applies. Default false. */
    cairn_filter collision; /* Only shapes that would collide with this filter. */
    cairn_body_id ignore_body; /* Body whose shapes are skipped; null for none. Default 0. */
    bool sensors; /* Whether sensors are found. Default false. */
    bool honor_one_way; /* Whether one-way shapes are found from their solid side only. Default false. */
} cairn_query_filter;
/* Sets the defaults; `size` is that of the struct. */
void cairn_query_filter_init(cairn_query_filter* def, uint32_t size);
static inline cairn_query_filter cairn_query_filter_default(void) {
    cairn_query_filter def;
    cairn_query_filter_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_explosion {
    uint32_t size; /* set by `cairn_explosion_default` */
    cairn_vec2 center; /* Centre. [m] Default 0,0. */
    float radius; /* Radius of the full impulse. [m] Default 1. */
    float falloff; /* Distance beyond the radius over which the impulse falls to 0. [m] Default 0. */
    float impulse_per_length; /* Impulse per length of outline that faces the centre. [N*s/m] Default 1. */
    uint64_t mask; /* Categories of shapes that it acts on. Default 0xffffffffffffffff. */
} cairn_explosion;
/* Sets the defaults; `size` is that of the struct. */
void cairn_explosion_init(cairn_explosion* def, uint32_t size);
static inline cairn_explosion cairn_explosion_default(void) {
    cairn_explosion def;
    cairn_explosion_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_body_impulse {
    uint32_t size; /* set by `cairn_body_impulse_default` */
    cairn_body_id body; /* The body. Default 0. */
    cairn_vec2 impulse; /* Impulse at the centre of mass. [N*s] Default 0,0. */
    float angular; /* Angular impulse. [N*m*s] Default 0. */
} cairn_body_impulse;
/* Sets the defaults; `size` is that of the struct. */
void cairn_body_impulse_init(cairn_body_impulse* def, uint32_t size);
static inline cairn_body_impulse cairn_body_impulse_default(void) {
    cairn_body_impulse def;
    cairn_body_impulse_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_box {
    cairn_vec2 min; /* Lower corner. [m] Default 0,0. */
    cairn_vec2 max; /* Upper corner. [m] Default 0,0. */
} cairn_box;

typedef struct cairn_step_report {
    uint32_t awake_bodies; /* Awake bodies. */
    uint32_t awake_contacts; /* Contacts of awake bodies. */
    uint32_t solved_contacts; /* Contacts that were solved. */
    uint32_t solved_joints; /* Joints that were solved. */
    uint32_t colors; /* Colors of the constraint graph. */
    uint32_t overflow_constraints; /* Constraints without a color. */
    uint32_t new_contacts; /* Contacts that were created. */
    uint32_t impacts; /* Impacts that were resolved at their time. */
    uint32_t continuous_bodies; /* Bodies that were swept. */
    uint32_t sensor_overlaps; /* Overlaps of sensors. */
    uint32_t capped_bodies; /* Bodies that were stopped because their state was out of range. */
    uint32_t broken_joints; /* Joints that broke. */
} cairn_step_report;

typedef struct cairn_counts {
    uint32_t bodies; /* Bodies. */
    uint32_t awake_bodies; /* Awake bodies. */
    uint32_t sleeping_bodies; /* Sleeping bodies. */
    uint32_t shapes; /* Shapes, sensors included. */
    uint32_t sensors; /* Sensors. */
    uint32_t contacts; /* Contacts, touching or not. */
    uint32_t touching_contacts; /* Touching contacts. */
    uint32_t joints; /* Joints. */
    uint32_t awake_islands; /* Awake islands. */
    uint32_t sleeping_islands; /* Sleeping islands. */
} cairn_counts;

typedef struct cairn_impulse_counts {
    uint32_t applied; /* Impulses that were applied. */
    uint32_t stale; /* Impulses whose body does not exist. */
    uint32_t asleep; /* Impulses too small to wake their body. */
    uint32_t unmoved; /* Impulses on bodies that no impulse moves. */
} cairn_impulse_counts;

typedef struct cairn_cast_result {
    cairn_shape_id shape; /* The shape that was hit. */
    cairn_body_id body; /* Its body. */
    float fraction; /* Share of the translation before the hit, 0 to 1. */
    cairn_vec2 point; /* Point of the hit. [m] */
    cairn_vec2 normal; /* Normal of the shape at the hit; zero for a start inside. */
} cairn_cast_result;

typedef struct cairn_ray {
    cairn_vec2 origin; /* Start. [m] Default 0,0. */
    cairn_vec2 translation; /* Vector from the start to the end. [m] Default 0,0. */
} cairn_ray;
/* Sets the defaults; `size` is that of the struct. */
void cairn_ray_init(cairn_ray* def, uint32_t size);
static inline cairn_ray cairn_ray_default(void) {
    cairn_ray def;
    cairn_ray_init(&def, (uint32_t)sizeof def);
    return def;
}

typedef struct cairn_ray_answer {
    bool has_hit; /* Whether the ray hit a shape; the fields below are 0 otherwise. */
    cairn_shape_id shape; /* The shape that was hit. */
    cairn_body_id body; /* Its body. */
    float fraction; /* Share of the translation before the hit. */
    cairn_vec2 point; /* Point of the hit. [m] */
    cairn_vec2 normal; /* Normal of the shape at the hit. */
} cairn_ray_answer;

typedef struct cairn_nearest_result {
    cairn_shape_id shape; /* The nearest shape. */
    cairn_body_id body; /* Its body. */
    cairn_vec2 point; /* Nearest point of the shape. [m] */
    float distance; /* Distance, 0 inside. [m] */
    cairn_vec2 normal; /* Direction from the shape to the point. */
} cairn_nearest_result;

typedef struct cairn_separation_result {
    cairn_shape_id shape; /* The shape. */
    cairn_body_id body; /* Its body. */
    float distance; /* Distance; negative for an overlap. [m] */
    cairn_vec2 point; /* Point on the shape. [m] */
    cairn_vec2 own_point; /* Point on the query shape. [m] */
    cairn_vec2 normal; /* Direction from the shape to the query shape. */
} cairn_separation_result;

typedef struct cairn_pair_result {
    cairn_shape_id shape_a; /* First shape. */
    cairn_shape_id shape_b; /* Second shape. */
    float distance; /* Distance; negative for an overlap. [m] */
    cairn_vec2 point_a; /* Point on the first shape. [m] */
    cairn_vec2 point_b; /* Point on the second shape. [m] */
    cairn_vec2 normal; /* Direction from the first to the second shape. */
} cairn_pair_result;

typedef struct cairn_impact_result {
    cairn_shape_id shape_a; /* First shape. */
    cairn_shape_id shape_b; /* Second shape. */
    float time; /* Time of the impact. [s] */
    cairn_vec2 point; /* Point of the impact. [m] */
    cairn_vec2 normal; /* Direction from the first to the second shape. */
} cairn_impact_result;

typedef struct cairn_shape_in_box {
    cairn_shape_id shape; /* The shape. */
    cairn_body_id body; /* Its body. */
    cairn_pose pose; /* Pose of the body. */
    cairn_vec2 center; /* Centre of mass of the body. [m] */
    cairn_vec2 velocity; /* Velocity of the body. [m/s] */
    float angular_velocity; /* Angular velocity of the body. [rad/s] */
} cairn_shape_in_box;

typedef struct cairn_contact_point {
    cairn_vec2 point; /* Position. [m] */
    float separation; /* Separation; negative for an overlap. [m] */
    float normal_impulse; /* Normal impulse of the last step. [N*s] */
    float tangent_impulse; /* Tangent impulse of the last step. [N*s] */
    uint32_t feature; /* Id of the features that define the point. */
} cairn_contact_point;

typedef struct cairn_party {
    cairn_shape_id shape; /* The shape. */
    cairn_body_id body; /* Its body. */
    uint64_t shape_data; /* User data of the shape. */
    uint64_t body_data; /* User data of the body. */
} cairn_party;

typedef struct cairn_touch_event {
    cairn_contact_id contact; /* The contact. */
    cairn_party a; /* First shape. */
    cairn_party b; /* Second shape. */
} cairn_touch_event;

typedef struct cairn_hit_event {
    cairn_contact_id contact; /* The contact. */
    cairn_party a; /* First shape. */
    cairn_party b; /* Second shape. */
    cairn_vec2 point; /* Point of the hit. [m] */
    cairn_vec2 normal; /* Direction from the first to the second shape. */
    float approach_speed; /* Speed of approach. [m/s] */
    float impulse; /* Normal impulse. [N*s] */
} cairn_hit_event;

typedef struct cairn_sensor_event {
    cairn_sensor_event_type kind; /* Whether the overlap began or ended. */
    cairn_party sensor; /* The sensor. */
    cairn_party visitor; /* The other shape. */
} cairn_sensor_event;

typedef struct cairn_move_event {
    cairn_body_id body; /* The body that moved. */
    uint64_t user_data; /* Its user data. */
    cairn_pose pose; /* Its new pose. */
} cairn_move_event;

typedef struct cairn_sleep_event {
    cairn_body_id body; /* The body. */
    uint64_t user_data; /* Its user data. */
} cairn_sleep_event;

typedef struct cairn_joint_event {
    cairn_joint_id joint; /* The joint. */
    uint64_t user_data; /* Its user data. */
    cairn_body_id body_a; /* First body. */
    cairn_body_id body_b; /* Second body. */
    uint64_t data_a; /* User data of the first body. */
    uint64_t data_b; /* User data of the second body. */
    cairn_vec2 force; /* Load. [N] */
    float torque; /* Load. [N*m] */
} cairn_joint_event;

typedef struct cairn_range {
    float lower; /* Lower end. */
    float upper; /* Upper end. */
} cairn_range;

typedef struct cairn_motor {
    float speed; /* Speed; of a hinge as an angular velocity. [m/s] */
    float strength; /* Largest force; of a hinge as a torque. [N] */
} cairn_motor;

typedef struct cairn_spring {
    float hertz; /* Stiffness. [Hz] */
    float damping_ratio; /* Damping ratio. */
    float target; /* Target; of a hinge as an angle. [m] */
} cairn_spring;

typedef struct cairn_servo {
    float target; /* Target; of a hinge as an angle. [m] */
    float max_speed; /* Largest speed. [m/s] */
    float strength; /* Largest force; of a hinge as a torque. [N] */
} cairn_servo;

typedef struct cairn_linear_motor {
    cairn_vec2 velocity; /* Relative velocity. [m/s] */
    float max_force; /* Largest force. [N] */
} cairn_linear_motor;

typedef struct cairn_linear_spring {
    float hertz; /* Stiffness. [Hz] */
    float damping_ratio; /* Damping ratio. */
    float max_force; /* Largest force. [N] */
} cairn_linear_spring;

typedef struct cairn_load_limit {
    bool has_force; /* Whether `force` applies. */
    float force; /* Limit of the force. [N] */
    bool has_torque; /* Whether `torque` applies. */
    float torque; /* Limit of the torque. [N*m] */
} cairn_load_limit;

typedef struct cairn_pair_of_bodies {
    cairn_body_id a; /* First body. */
    cairn_body_id b; /* Second body. */
} cairn_pair_of_bodies;

typedef struct cairn_pair_of_shapes {
    cairn_shape_id a; /* First shape. */
    cairn_shape_id b; /* Second shape. */
} cairn_pair_of_shapes;

typedef struct cairn_pair_of_poses {
    cairn_pose a; /* First frame. */
    cairn_pose b; /* Second frame. */
} cairn_pair_of_poses;

typedef struct cairn_pair_of_points {
    cairn_vec2 a; /* First point. [m] */
    cairn_vec2 b; /* Second point. [m] */
} cairn_pair_of_points;

typedef struct cairn_overlap {
    cairn_shape_id sensor; /* The sensor. */
    cairn_shape_id visitor; /* The other shape. */
} cairn_overlap;

typedef struct cairn_one_way {
    cairn_vec2 direction; /* Direction of the open side. */
    float half_angle; /* Half angle of the solid side. [rad] */
} cairn_one_way;

typedef struct cairn_primitive {
    cairn_primitive_type kind; /* Closed outline, line, or point. */
    uint32_t color; /* Color as 0x00RRGGBB. */
    uint32_t first; /* Index of the first of its points. */
    uint32_t count; /* Number of its points. */
    float radius; /* Radius of a disc or rounding; size of a point. [m] */
} cairn_primitive;

/* ---- Worlds ----------------------------------------------------------------------------------------- */

/* Makes an empty world; a null `config` is the default. Returns null after an error. */
cairn_world* cairn_world_new(const cairn_world_config* config);
/* Frees a world with all its objects; null does nothing. */
void cairn_world_free(cairn_world* world);
/* Copies a world; the copy goes on with the same bits. */
cairn_world* cairn_world_clone(const cairn_world* world);
/* Writes the whole state as bytes, to be freed by `cairn_bytes_free`. */
cairn_result cairn_world_snapshot(const cairn_world* world, cairn_bytes* out);
/* Writes the difference to an earlier snapshot. */
cairn_result cairn_world_snapshot_since(const cairn_world* world, const uint8_t* base, uint64_t base_len, cairn_bytes* out);
/* Replaces the state by that of a snapshot. Ids of that time are valid again. */
cairn_result cairn_world_restore(cairn_world* world, const uint8_t* bytes, uint64_t len);
cairn_result cairn_world_restore_since(cairn_world* world, const uint8_t* base, uint64_t base_len, const uint8_t* delta, uint64_t delta_len);
/* Makes a world from a snapshot; returns null after an error. */
cairn_world* cairn_world_from_snapshot(const uint8_t* bytes, uint64_t len);
void cairn_bytes_free(cairn_bytes* bytes);
/* Saves and restores in memory: faster than a snapshot, for rollback and resets. */
cairn_saved* cairn_saved_new(void);
void cairn_saved_free(cairn_saved* saved);
cairn_result cairn_world_save_into(const cairn_world* world, cairn_saved* saved);
cairn_result cairn_world_restore_saved(cairn_world* world, const cairn_saved* saved);
/* Records all calls that change the world, or ends the recording. */
cairn_result cairn_world_record_calls(cairn_world* world, bool on);
/* Writes the calls since the last time. */
cairn_result cairn_world_take_calls(cairn_world* world, cairn_bytes* out);

/* ---- Many bodies at once ---------------------------------------------------------------------------- */

/* `out` and `velocities` have `count` items. The calls stop at the first id that does not exist. */
cairn_result cairn_world_read_poses(const cairn_world* world, const cairn_body_id* bodies, uint32_t count, cairn_pose* out);
cairn_result cairn_world_read_velocities(const cairn_world* world, const cairn_body_id* bodies, uint32_t count, cairn_velocity* out);
cairn_result cairn_world_write_velocities(cairn_world* world, const cairn_body_id* bodies, const cairn_velocity* velocities, uint32_t count);

/* ---- Debug drawing ---------------------------------------------------------------------------------- */

cairn_drawing* cairn_drawing_new(void);
void cairn_drawing_free(cairn_drawing* drawing);
/* Draws shapes, joints and contacts as primitives, whose lists are valid until the next use of the drawing. */
cairn_result cairn_world_debug_draw(const cairn_world* world, cairn_drawing* drawing);
const cairn_primitive* cairn_drawing_primitives(const cairn_drawing* drawing, uint32_t* count);
const cairn_vec2* cairn_drawing_points(const cairn_drawing* drawing, uint32_t* count);

/* ---- Recordings ------------------------------------------------------------------------------------- */

/* Starts to record a world; returns null after an error. A null title is empty. Keyframes are made every so
   many steps, 0 for never. */
cairn_recorder* cairn_recorder_start(cairn_world* world, const char* title, uint64_t keyframe_every);
void cairn_recorder_free(cairn_recorder* recorder);
/* Takes the calls since the last update: after every step, or every few. */
cairn_result cairn_recorder_update(cairn_recorder* recorder, cairn_world* world);
/* Ends the recording and writes its file, to be freed by `cairn_bytes_free`. */
cairn_result cairn_recorder_finish(cairn_recorder* recorder, cairn_world* world, cairn_bytes* out);
/* Reads a recording; returns null after an error. */
cairn_player* cairn_player_new(const uint8_t* bytes, uint64_t len);
void cairn_player_free(cairn_player* player);
/* Takes the next step; returns CAIRN_NONE at the end. */
cairn_result cairn_player_step(cairn_player* player);
/* Moves to the state after a number of steps, or to the end. */
cairn_result cairn_player_seek(cairn_player* player, uint64_t step);
uint64_t cairn_player_step_index(const cairn_player* player);
uint64_t cairn_player_steps(const cairn_player* player);
/* Copies the world at the current step; returns null after an error. */
cairn_world* cairn_player_world(const cairn_player* player);

/* ---- World ------------------------------------------------------------------------------------------- */
/* Advances the world by a time. Units: dt [s]. */
cairn_result cairn_world_step(cairn_world* world, float dt, cairn_step_report* out);
/* Returns the hash of the state, the same on every machine. */
uint64_t cairn_world_hash(const cairn_world* world);
cairn_result cairn_world_get_hash(const cairn_world* world, uint64_t* out);
/* Returns the number of steps since the world was made. */
uint64_t cairn_world_step_count(const cairn_world* world);
cairn_result cairn_world_get_step_count(const cairn_world* world, uint64_t* out);
/* Returns the numbers of objects. */
cairn_result cairn_world_get_counts(const cairn_world* world, cairn_counts* out);
static inline cairn_counts cairn_world_counts(const cairn_world* world) {
    cairn_counts value;
    memset(&value, 0, sizeof value);
    cairn_world_get_counts(world, &value);
    return value;
}
/* Sets the gravity and wakes all bodies. Units: gravity [m/s^2]. */
cairn_result cairn_world_set_gravity(cairn_world* world, float gravity_x, float gravity_y);
/* Returns the gravity. */
cairn_result cairn_world_get_gravity(const cairn_world* world, cairn_vec2* out);
static inline cairn_vec2 cairn_world_gravity(const cairn_world* world) {
    cairn_vec2 value = {0, 0};
    cairn_world_get_gravity(world, &value);
    return value;
}
/* Sets the number of sub-steps, 1 to 64. */
cairn_result cairn_world_set_sub_steps(cairn_world* world, uint32_t sub_steps);
/* Sets whether bodies may fall asleep. */
cairn_result cairn_world_set_sleeping(cairn_world* world, bool sleeping);
/* Sets whether fast bodies stop at static shapes. */
cairn_result cairn_world_set_continuous(cairn_world* world, bool continuous);
/* Sets the number of threads, 1 to 64; results do not depend on it. */
cairn_result cairn_world_set_threads(cairn_world* world, uint32_t threads);
/* Sets the instruction set; results do not depend on it. */
cairn_result cairn_world_set_lanes(cairn_world* world, cairn_lanes lanes);
/* Moves the origin of coordinates to a point. Units: origin [m]. */
cairn_result cairn_world_shift_origin(cairn_world* world, float origin_x, float origin_y);
/* Sets whether every stage checks the whole world, in debug builds. */
cairn_result cairn_world_set_stage_checks(cairn_world* world, bool on);
/* Reserves memory for this many objects. */
cairn_result cairn_world_reserve(cairn_world* world, uint32_t bodies, uint32_t shapes, uint32_t joints, uint32_t contacts);
/* Returns whether no call has changed the world. */
bool cairn_world_is_untouched(const cairn_world* world);
cairn_result cairn_world_get_is_untouched(const cairn_world* world, bool* out);
/* Returns whether calls are recorded. */
bool cairn_world_is_recorded(const cairn_world* world);
cairn_result cairn_world_get_is_recorded(const cairn_world* world, bool* out);
/* Returns the number of steps since the recording began. */
uint64_t cairn_world_recorded_steps(const cairn_world* world);
cairn_result cairn_world_get_recorded_steps(const cairn_world* world, uint64_t* out);

/* ---- Bodies ------------------------------------------------------------------------------------------ */
/* Adds a body with its shapes. */
cairn_body_id cairn_world_spawn(cairn_world* world, const cairn_body_def* def);
cairn_result cairn_world_try_spawn(cairn_world* world, const cairn_body_def* def, cairn_body_id* out);
/* Removes a body with its shapes and joints. */
cairn_result cairn_world_despawn(cairn_world* world, cairn_body_id body);
/* Lists all bodies in the order of their slots. */
cairn_result cairn_world_bodies(const cairn_world* world, cairn_body_id* out, uint32_t capacity, uint32_t* count);
/* Returns whether the body exists. */
bool cairn_body_exists(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_exists(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns whether the body is static, kinematic or dynamic. */
cairn_body_type cairn_body_kind(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_kind(const cairn_world* world, cairn_body_id body, cairn_body_type* out);
/* Returns the position of the origin and the rotation. */
cairn_result cairn_body_get_pose(const cairn_world* world, cairn_body_id body, cairn_pose* out);
static inline cairn_pose cairn_body_pose(const cairn_world* world, cairn_body_id body) {
    cairn_pose value = {{0, 0}, {0, 0}};
    cairn_body_get_pose(world, body, &value);
    return value;
}
/* Returns the position of the origin. */
cairn_result cairn_body_get_position(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
static inline cairn_vec2 cairn_body_position(const cairn_world* world, cairn_body_id body) {
    cairn_vec2 value = {0, 0};
    cairn_body_get_position(world, body, &value);
    return value;
}
/* Returns the position of the origin with 64 bits. */
cairn_result cairn_body_get_position64(const cairn_world* world, cairn_body_id body, cairn_dvec2* out);
static inline cairn_dvec2 cairn_body_position64(const cairn_world* world, cairn_body_id body) {
    cairn_dvec2 value = {0, 0};
    cairn_body_get_position64(world, body, &value);
    return value;
}
/* Returns the pose relative to a point of the world. Units: origin [m]. */
cairn_result cairn_body_get_pose_from(const cairn_world* world, cairn_body_id body, double origin_x, double origin_y, cairn_pose* out);
static inline cairn_pose cairn_body_pose_from(const cairn_world* world, cairn_body_id body, double origin_x, double origin_y) {
    cairn_pose value = {{0, 0}, {0, 0}};
    cairn_body_get_pose_from(world, body, origin_x, origin_y, &value);
    return value;
}
/* Returns the rotation. */
cairn_result cairn_body_get_rotation(const cairn_world* world, cairn_body_id body, cairn_rot* out);
static inline cairn_rot cairn_body_rotation(const cairn_world* world, cairn_body_id body) {
    cairn_rot value = {0, 0};
    cairn_body_get_rotation(world, body, &value);
    return value;
}
/* Returns the rotation, from -pi to pi. */
float cairn_body_angle(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_angle(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the centre of mass in world coordinates. */
cairn_result cairn_body_get_center(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
static inline cairn_vec2 cairn_body_center(const cairn_world* world, cairn_body_id body) {
    cairn_vec2 value = {0, 0};
    cairn_body_get_center(world, body, &value);
    return value;
}
/* Returns the centre of mass with 64 bits. */
cairn_result cairn_body_get_center64(const cairn_world* world, cairn_body_id body, cairn_dvec2* out);
static inline cairn_dvec2 cairn_body_center64(const cairn_world* world, cairn_body_id body) {
    cairn_dvec2 value = {0, 0};
    cairn_body_get_center64(world, body, &value);
    return value;
}
/* Returns the velocity of the centre of mass. */
cairn_result cairn_body_get_velocity(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
static inline cairn_vec2 cairn_body_velocity(const cairn_world* world, cairn_body_id body) {
    cairn_vec2 value = {0, 0};
    cairn_body_get_velocity(world, body, &value);
    return value;
}
/* Returns the angular velocity. */
float cairn_body_angular_velocity(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_angular_velocity(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the velocity of a point of the body. Units: point [m]. */
cairn_result cairn_body_get_velocity_at(const cairn_world* world, cairn_body_id body, float point_x, float point_y, cairn_vec2* out);
static inline cairn_vec2 cairn_body_velocity_at(const cairn_world* world, cairn_body_id body, float point_x, float point_y) {
    cairn_vec2 value = {0, 0};
    cairn_body_get_velocity_at(world, body, point_x, point_y, &value);
    return value;
}
/* Returns the pose after a time of free motion. Units: time [s]. */
cairn_result cairn_body_get_pose_after(const cairn_world* world, cairn_body_id body, float time, cairn_pose* out);
static inline cairn_pose cairn_body_pose_after(const cairn_world* world, cairn_body_id body, float time) {
    cairn_pose value = {{0, 0}, {0, 0}};
    cairn_body_get_pose_after(world, body, time, &value);
    return value;
}
/* Returns the mass, zero unless the body is dynamic. */
cairn_result cairn_body_get_mass(const cairn_world* world, cairn_body_id body, cairn_mass* out);
static inline cairn_mass cairn_body_mass(const cairn_world* world, cairn_body_id body) {
    cairn_mass value;
    memset(&value, 0, sizeof value);
    cairn_body_get_mass(world, body, &value);
    return value;
}
/* Returns the mass that replaces that of the shapes. */
cairn_result cairn_body_given_mass(const cairn_world* world, cairn_body_id body, cairn_mass* out);
/* Returns the kinetic energy. */
float cairn_body_kinetic_energy(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_kinetic_energy(const cairn_world* world, cairn_body_id body, float* out);
/* Returns whether the body is awake. */
bool cairn_body_is_awake(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_is_awake(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns whether the body sleeps. */
bool cairn_body_is_asleep(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_is_asleep(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns whether the body is enabled. */
bool cairn_body_is_enabled(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_is_enabled(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns the factor on gravity. */
float cairn_body_gravity_scale(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_gravity_scale(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the damping rate of the velocity. */
float cairn_body_linear_damping(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_linear_damping(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the damping rate of the angular velocity. */
float cairn_body_angular_damping(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_angular_damping(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the locked directions. */
cairn_result cairn_body_get_locks(const cairn_world* world, cairn_body_id body, cairn_locks* out);
static inline cairn_locks cairn_body_locks(const cairn_world* world, cairn_body_id body) {
    cairn_locks value;
    memset(&value, 0, sizeof value);
    cairn_body_get_locks(world, body, &value);
    return value;
}
/* Returns the speed under which the body may fall asleep. */
float cairn_body_sleep_threshold(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_sleep_threshold(const cairn_world* world, cairn_body_id body, float* out);
/* Returns whether continuous collision applies to dynamic bodies. */
bool cairn_body_is_bullet(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_is_bullet(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns whether the shapes are parts of one solid. */
bool cairn_body_is_joined(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_is_joined(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns the motion above which the body is swept. */
float cairn_body_sweep_threshold(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_sweep_threshold(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the time scale of the body. */
float cairn_body_time_scale(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_time_scale(const cairn_world* world, cairn_body_id body, float* out);
/* Returns the dominance. */
int32_t cairn_body_dominance(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_dominance(const cairn_world* world, cairn_body_id body, int32_t* out);
/* Returns whether the body may fall asleep. */
bool cairn_body_can_sleep(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_can_sleep(const cairn_world* world, cairn_body_id body, bool* out);
/* Returns the user data. */
uint64_t cairn_body_user_data(const cairn_world* world, cairn_body_id body);
cairn_result cairn_body_get_user_data(const cairn_world* world, cairn_body_id body, uint64_t* out);
/* Lists the shapes in the order in which they were added. */
cairn_result cairn_body_shapes(const cairn_world* world, cairn_body_id body, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Lists the contacts, newest first. */
cairn_result cairn_body_contacts(const cairn_world* world, cairn_body_id body, cairn_contact_id* out, uint32_t capacity, uint32_t* count);
/* Lists the joints, newest first. */
cairn_result cairn_body_joints(const cairn_world* world, cairn_body_id body, cairn_joint_id* out, uint32_t capacity, uint32_t* count);
/* Moves the body. */
cairn_result cairn_body_set_pose(cairn_world* world, cairn_body_id body, float pose_x, float pose_y, float pose_angle);
/* Moves the body, with 64 bits. Units: position [m], angle [rad]. */
cairn_result cairn_body_set_pose64(cairn_world* world, cairn_body_id body, double position_x, double position_y, float angle);
/* Moves the body and keeps its rotation. Units: position [m]. */
cairn_result cairn_body_set_position(cairn_world* world, cairn_body_id body, float position_x, float position_y);
/* Moves the body with 64 bits and keeps its rotation. Units: position [m]. */
cairn_result cairn_body_set_position64(cairn_world* world, cairn_body_id body, double position_x, double position_y);
/* Turns the body about its origin. Units: angle [rad]. */
cairn_result cairn_body_set_angle(cairn_world* world, cairn_body_id body, float angle);
/* Sets the velocity and wakes the body. Units: velocity [m/s]. */
cairn_result cairn_body_set_velocity(cairn_world* world, cairn_body_id body, float velocity_x, float velocity_y);
/* Sets the angular velocity and wakes the body. Units: angular_velocity [rad/s]. */
cairn_result cairn_body_set_angular_velocity(cairn_world* world, cairn_body_id body, float angular_velocity);
/* Sets the velocities that reach a pose within a time. Units: dt [s]. */
cairn_result cairn_body_set_target(cairn_world* world, cairn_body_id body, float pose_x, float pose_y, float pose_angle, float dt);
/* Sets the velocities that reach a pose within a time, with 64 bits. Units: position [m], angle [rad], dt [s]. */
cairn_result cairn_body_set_target64(cairn_world* world, cairn_body_id body, double position_x, double position_y, float angle, float dt);
/* Applies a force at the centre of mass during the next step. Units: force [N]. */
cairn_result cairn_body_apply_force(cairn_world* world, cairn_body_id body, float force_x, float force_y);
/* Applies a force at a point of the world during the next step. Units: force [N], point [m]. */
cairn_result cairn_body_apply_force_at(cairn_world* world, cairn_body_id body, float force_x, float force_y, float point_x, float point_y);
/* Applies a force at a point of the world with 64 bits. Units: force [N], point [m]. */
cairn_result cairn_body_apply_force_at64(cairn_world* world, cairn_body_id body, float force_x, float force_y, double point_x, double point_y);
/* Applies a torque during the next step. Units: torque [N*m]. */
cairn_result cairn_body_apply_torque(cairn_world* world, cairn_body_id body, float torque);
/* Applies an impulse at the centre of mass. Units: impulse [N*s]. */
cairn_result cairn_body_apply_impulse(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y);
/* Applies an impulse at a point of the world. Units: impulse [N*s], point [m]. */
cairn_result cairn_body_apply_impulse_at(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y, float point_x, float point_y);
/* Applies an impulse at a point of the world with 64 bits. Units: impulse [N*s], point [m]. */
cairn_result cairn_body_apply_impulse_at64(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y, double point_x, double point_y);
/* Applies an angular impulse. Units: impulse [N*m*s]. */
cairn_result cairn_body_apply_angular_impulse(cairn_world* world, cairn_body_id body, float impulse);
/* Sets the factor on gravity. */
cairn_result cairn_body_set_gravity_scale(cairn_world* world, cairn_body_id body, float scale);
/* Sets the damping rates. Units: linear [1/s], angular [1/s]. */
cairn_result cairn_body_set_damping(cairn_world* world, cairn_body_id body, float linear, float angular);
/* Sets the locked directions. */
cairn_result cairn_body_set_locks(cairn_world* world, cairn_body_id body, bool x, bool y, bool rotation);
/* Replaces the mass of the shapes. */
cairn_result cairn_body_set_mass(cairn_world* world, cairn_body_id body, const cairn_mass* mass);
/* Uses the mass of the shapes again. */
cairn_result cairn_body_clear_mass(cairn_world* world, cairn_body_id body);
/* Sets the speed under which the body may fall asleep. Units: speed [m/s]. */
cairn_result cairn_body_set_sleep_threshold(cairn_world* world, cairn_body_id body, float speed);
/* Sets whether continuous collision applies to dynamic bodies. */
cairn_result cairn_body_set_bullet(cairn_world* world, cairn_body_id body, bool bullet);
/* Sets the motion above which the body is swept. */
cairn_result cairn_body_set_sweep_threshold(cairn_world* world, cairn_body_id body, float share);
/* Sets the dominance, -128 to 127. */
cairn_result cairn_body_set_dominance(cairn_world* world, cairn_body_id body, int32_t dominance);
/* Sets the time scale of the body. */
cairn_result cairn_body_set_time_scale(cairn_world* world, cairn_body_id body, float scale);
/* Sets whether the body may fall asleep. */
cairn_result cairn_body_set_can_sleep(cairn_world* world, cairn_body_id body, bool can_sleep);
/* Wakes the body. */
cairn_result cairn_body_wake(cairn_world* world, cairn_body_id body);
/* Puts the body and its island to sleep; returns whether it sleeps. */
bool cairn_body_sleep(cairn_world* world, cairn_body_id body);
cairn_result cairn_body_try_sleep(cairn_world* world, cairn_body_id body, bool* out);
/* Makes the body static, kinematic or dynamic. */
cairn_result cairn_body_set_kind(cairn_world* world, cairn_body_id body, cairn_body_type kind);
/* Lets the body fall through the one-way shapes under it; returns their number. */
uint32_t cairn_body_drop_through(cairn_world* world, cairn_body_id body);
cairn_result cairn_body_try_drop_through(cairn_world* world, cairn_body_id body, uint32_t* out);
/* Lets the body fall through a one-way shape. */
bool cairn_body_drop_through_shape(cairn_world* world, cairn_body_id body, cairn_shape_id platform);
cairn_result cairn_body_try_drop_through_shape(cairn_world* world, cairn_body_id body, cairn_shape_id platform, bool* out);
/* Sets whether the body is simulated. */
cairn_result cairn_body_set_enabled(cairn_world* world, cairn_body_id body, bool enabled);
/* Sets the user data. */
cairn_result cairn_body_set_user_data(cairn_world* world, cairn_body_id body, uint64_t user_data);
/* Applies impulses to many bodies. Units: wake_above [m/s]. */
cairn_result cairn_world_apply_impulses(cairn_world* world, const cairn_body_impulse* impulses, uint32_t impulses_count, float wake_above, cairn_impulse_counts* out);

/* ---- Shapes and materials ---------------------------------------------------------------------------- */
/* Adds a shape to a body. */
cairn_shape_id cairn_world_attach(cairn_world* world, cairn_body_id body, const cairn_shape_def* def);
cairn_result cairn_world_try_attach(cairn_world* world, cairn_body_id body, const cairn_shape_def* def, cairn_shape_id* out);
/* Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them. */
uint32_t cairn_world_attach_chain(cairn_world* world, cairn_body_id body, const cairn_chain_def* def);
cairn_result cairn_world_try_attach_chain(cairn_world* world, cairn_body_id body, const cairn_chain_def* def, uint32_t* out);
/* Removes a shape. */
cairn_result cairn_world_detach(cairn_world* world, cairn_shape_id shape);
/* Moves a shape to another body. */
cairn_result cairn_world_reattach(cairn_world* world, cairn_shape_id shape, cairn_body_id body);
/* Lists all shapes in the order of their slots. */
cairn_result cairn_world_shapes(const cairn_world* world, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Returns whether the shape exists. */
bool cairn_shape_exists(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_exists(const cairn_world* world, cairn_shape_id shape, bool* out);
/* Returns the body of the shape. */
cairn_body_id cairn_shape_body(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_body(const cairn_world* world, cairn_shape_id shape, cairn_body_id* out);
/* Returns the kind of the geometry; a segment of a chain is a segment. */
cairn_shape_type cairn_shape_kind(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_kind(const cairn_world* world, cairn_shape_id shape, cairn_shape_type* out);
/* Returns the radius of a circle or capsule, or the rounding of a polygon. */
float cairn_shape_radius(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_radius(const cairn_world* world, cairn_shape_id shape, float* out);
/* Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon. */
cairn_result cairn_shape_points(const cairn_world* world, cairn_shape_id shape, cairn_vec2* out, uint32_t capacity, uint32_t* count);
/* Returns the box around the shape in world coordinates. */
cairn_result cairn_shape_get_aabb(const cairn_world* world, cairn_shape_id shape, cairn_box* out);
static inline cairn_box cairn_shape_aabb(const cairn_world* world, cairn_shape_id shape) {
    cairn_box value;
    memset(&value, 0, sizeof value);
    cairn_shape_get_aabb(world, shape, &value);
    return value;
}
/* Returns the density. */
float cairn_shape_density(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_density(const cairn_world* world, cairn_shape_id shape, float* out);
/* Returns the material. */
cairn_result cairn_shape_get_material(const cairn_world* world, cairn_shape_id shape, cairn_material* out);
static inline cairn_material cairn_shape_material(const cairn_world* world, cairn_shape_id shape) {
    cairn_material value;
    memset(&value, 0, sizeof value);
    cairn_shape_get_material(world, shape, &value);
    return value;
}
/* Returns the speed above which hits are reported. */
cairn_result cairn_shape_report_hits_above(const cairn_world* world, cairn_shape_id shape, float* out);
/* Returns whether hooks run for the shape. */
bool cairn_shape_is_hooked(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_is_hooked(const cairn_world* world, cairn_shape_id shape, bool* out);
/* Returns the one-way setting. */
cairn_result cairn_shape_one_way(const cairn_world* world, cairn_shape_id shape, cairn_one_way* out);
/* Returns the collision filter. */
cairn_result cairn_shape_get_filter(const cairn_world* world, cairn_shape_id shape, cairn_filter* out);
static inline cairn_filter cairn_shape_filter(const cairn_world* world, cairn_shape_id shape) {
    cairn_filter value;
    memset(&value, 0, sizeof value);
    cairn_shape_get_filter(world, shape, &value);
    return value;
}
/* Returns the user data. */
uint64_t cairn_shape_user_data(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_user_data(const cairn_world* world, cairn_shape_id shape, uint64_t* out);
/* Returns whether the shape is a sensor. */
bool cairn_shape_is_sensor(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_is_sensor(const cairn_world* world, cairn_shape_id shape, bool* out);
/* Returns whether sensors detect the shape. */
bool cairn_shape_sensor_events(const cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_get_sensor_events(const cairn_world* world, cairn_shape_id shape, bool* out);
/* Lists the shapes that overlap this sensor. */
cairn_result cairn_shape_visitors(const cairn_world* world, cairn_shape_id shape, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Lists the sensors that this shape overlaps. */
cairn_result cairn_shape_sensors(const cairn_world* world, cairn_shape_id shape, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Sets the material. */
cairn_result cairn_shape_set_material(cairn_world* world, cairn_shape_id shape, const cairn_material* material);
/* Sets whether hooks run for the shape. */
cairn_result cairn_shape_set_hooked(cairn_world* world, cairn_shape_id shape, bool hooked);
/* Makes the shape solid from one side only. Units: half_angle [rad]. */
cairn_result cairn_shape_set_one_way(cairn_world* world, cairn_shape_id shape, float direction_x, float direction_y, float half_angle);
/* Makes the shape solid from all sides. */
cairn_result cairn_shape_clear_one_way(cairn_world* world, cairn_shape_id shape);
/* Sets the collision filter. */
cairn_result cairn_shape_set_filter(cairn_world* world, cairn_shape_id shape, const cairn_filter* filter);
/* Sets whether the shape is a sensor. */
cairn_result cairn_shape_set_sensor(cairn_world* world, cairn_shape_id shape, bool is_sensor);
/* Sets whether sensors detect the shape. */
cairn_result cairn_shape_set_sensor_events(cairn_world* world, cairn_shape_id shape, bool seen);
/* Replaces the geometry. */
cairn_result cairn_shape_set_geometry(cairn_world* world, cairn_shape_id shape, const cairn_geometry* geometry);
/* Sets the density. Units: density [kg/m^2]. */
cairn_result cairn_shape_set_density(cairn_world* world, cairn_shape_id shape, float density);
/* Sets the user data. */
cairn_result cairn_shape_set_user_data(cairn_world* world, cairn_shape_id shape, uint64_t user_data);
/* Sets the material of contacts between two material ids. */
cairn_result cairn_world_set_material_pair(cairn_world* world, uint64_t a, uint64_t b, const cairn_material_pair* pair);
/* Removes the material of a pair. */
cairn_result cairn_world_clear_material_pair(cairn_world* world, uint64_t a, uint64_t b);
/* Returns the material of a pair. */
cairn_result cairn_world_material_pair(const cairn_world* world, uint64_t a, uint64_t b, cairn_material_pair* out);

/* ---- Joints ------------------------------------------------------------------------------------------ */
/* Adds a joint. */
cairn_joint_id cairn_world_join(cairn_world* world, const cairn_joint_def* def);
cairn_result cairn_world_try_join(cairn_world* world, const cairn_joint_def* def, cairn_joint_id* out);
/* Removes a joint. */
cairn_result cairn_world_unjoin(cairn_world* world, cairn_joint_id joint);
/* Lists all joints in the order of their slots. */
cairn_result cairn_world_joints(const cairn_world* world, cairn_joint_id* out, uint32_t capacity, uint32_t* count);
/* Returns whether the joint exists. */
bool cairn_joint_exists(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_exists(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Returns the kind. */
cairn_joint_type cairn_joint_kind(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_kind(const cairn_world* world, cairn_joint_id joint, cairn_joint_type* out);
/* Returns the two bodies. */
cairn_result cairn_joint_get_bodies(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_bodies* out);
static inline cairn_pair_of_bodies cairn_joint_bodies(const cairn_world* world, cairn_joint_id joint) {
    cairn_pair_of_bodies value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_bodies(world, joint, &value);
    return value;
}
/* Returns the frames in body coordinates. */
cairn_result cairn_joint_get_frames(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_poses* out);
static inline cairn_pair_of_poses cairn_joint_frames(const cairn_world* world, cairn_joint_id joint) {
    cairn_pair_of_poses value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_frames(world, joint, &value);
    return value;
}
/* Returns the frames in world coordinates. */
cairn_result cairn_joint_get_world_frames(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_poses* out);
static inline cairn_pair_of_poses cairn_joint_world_frames(const cairn_world* world, cairn_joint_id joint) {
    cairn_pair_of_poses value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_world_frames(world, joint, &value);
    return value;
}
/* Returns the frames relative to a point of the world. Units: origin [m]. */
cairn_result cairn_joint_get_frames_from(const cairn_world* world, cairn_joint_id joint, double origin_x, double origin_y, cairn_pair_of_poses* out);
static inline cairn_pair_of_poses cairn_joint_frames_from(const cairn_world* world, cairn_joint_id joint, double origin_x, double origin_y) {
    cairn_pair_of_poses value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_frames_from(world, joint, origin_x, origin_y, &value);
    return value;
}
/* Returns the force on the second body. */
cairn_result cairn_joint_get_reaction_force(const cairn_world* world, cairn_joint_id joint, cairn_vec2* out);
static inline cairn_vec2 cairn_joint_reaction_force(const cairn_world* world, cairn_joint_id joint) {
    cairn_vec2 value = {0, 0};
    cairn_joint_get_reaction_force(world, joint, &value);
    return value;
}
/* Returns the torque on the second body. */
float cairn_joint_reaction_torque(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_reaction_torque(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the force or torque of the motor. */
float cairn_joint_motor_load(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_motor_load(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns whether the joint is enabled. */
bool cairn_joint_is_enabled(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_is_enabled(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Returns the load above which the joint breaks. */
cairn_result cairn_joint_get_break_at(const cairn_world* world, cairn_joint_id joint, cairn_load_limit* out);
static inline cairn_load_limit cairn_joint_break_at(const cairn_world* world, cairn_joint_id joint) {
    cairn_load_limit value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_break_at(world, joint, &value);
    return value;
}
/* Returns the load above which an event is reported. */
cairn_result cairn_joint_get_report_above(const cairn_world* world, cairn_joint_id joint, cairn_load_limit* out);
static inline cairn_load_limit cairn_joint_report_above(const cairn_world* world, cairn_joint_id joint) {
    cairn_load_limit value;
    memset(&value, 0, sizeof value);
    cairn_joint_get_report_above(world, joint, &value);
    return value;
}
/* Returns whether the load is above its limit. */
bool cairn_joint_is_overloaded(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_is_overloaded(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Returns whether the two bodies collide. */
bool cairn_joint_collide_connected(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_collide_connected(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Returns the user data. */
uint64_t cairn_joint_user_data(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_user_data(const cairn_world* world, cairn_joint_id joint, uint64_t* out);
/* Returns the limits. */
cairn_result cairn_joint_limits(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
/* Returns the motor. */
cairn_result cairn_joint_motor(const cairn_world* world, cairn_joint_id joint, cairn_motor* out);
/* Returns the spring. */
cairn_result cairn_joint_spring(const cairn_world* world, cairn_joint_id joint, cairn_spring* out);
/* Returns the bounds of the force of the spring. */
cairn_result cairn_joint_spring_range(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
/* Returns the servo. */
cairn_result cairn_joint_servo(const cairn_world* world, cairn_joint_id joint, cairn_servo* out);
/* Returns the linear motor. */
cairn_result cairn_joint_linear_motor(const cairn_world* world, cairn_joint_id joint, cairn_linear_motor* out);
/* Returns the linear spring. */
cairn_result cairn_joint_linear_spring(const cairn_world* world, cairn_joint_id joint, cairn_linear_spring* out);
/* Returns the target of a grab. */
cairn_result cairn_joint_target(const cairn_world* world, cairn_joint_id joint, cairn_vec2* out);
/* Returns stiffness in hertz and damping ratio of the joint. */
cairn_result cairn_joint_softness(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
/* Returns the rest length. */
cairn_result cairn_joint_rest_length(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the angle between the frames. */
float cairn_joint_angle(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_angle(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the distance between the anchors. */
float cairn_joint_distance(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_distance(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the displacement along the axis. */
float cairn_joint_slide(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_slide(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the coordinate that limits and motor act on. */
double cairn_joint_coordinate(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_coordinate(const cairn_world* world, cairn_joint_id joint, double* out);
/* Returns the ratio of a gear or pulley. */
cairn_result cairn_joint_ratio(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the wheels of a pulley. */
cairn_result cairn_joint_pulley_points(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_points* out);
/* Returns pitch and phase of a ratchet. */
cairn_result cairn_joint_ratchet(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
/* Returns whether the rope of a pulley is slack. */
bool cairn_joint_is_slack(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_is_slack(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Returns the relative angular velocity. */
float cairn_joint_angular_speed(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_angular_speed(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the rate of the coordinate. */
float cairn_joint_speed(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_speed(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns how far the anchors are apart. */
float cairn_joint_separation(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_separation(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns the error of a locked angle. */
float cairn_joint_angular_separation(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_angular_separation(const cairn_world* world, cairn_joint_id joint, float* out);
/* Returns whether the joint takes part in the simulation. */
bool cairn_joint_is_active(const cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_get_is_active(const cairn_world* world, cairn_joint_id joint, bool* out);
/* Sets whether the joint is enabled. */
cairn_result cairn_joint_set_enabled(cairn_world* world, cairn_joint_id joint, bool enabled);
/* Sets the limits; of a hinge as angles. Units: lower [m], upper [m]. */
cairn_result cairn_joint_set_limits(cairn_world* world, cairn_joint_id joint, float lower, float upper);
/* Removes the limits. */
cairn_result cairn_joint_clear_limits(cairn_world* world, cairn_joint_id joint);
/* Sets the motor; of a hinge as angular velocity and torque. Units: speed [m/s], strength [N]. */
cairn_result cairn_joint_set_motor(cairn_world* world, cairn_joint_id joint, float speed, float strength);
/* Removes the motor. */
cairn_result cairn_joint_clear_motor(cairn_world* world, cairn_joint_id joint);
/* Sets the spring. Units: hertz [Hz], target [m]. */
cairn_result cairn_joint_set_spring(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio, float target);
/* Removes the spring. */
cairn_result cairn_joint_clear_spring(cairn_world* world, cairn_joint_id joint);
/* Bounds the force of the spring. Units: lower [N], upper [N]. */
cairn_result cairn_joint_set_spring_range(cairn_world* world, cairn_joint_id joint, float lower, float upper);
/* Removes the bounds of the force of the spring. */
cairn_result cairn_joint_clear_spring_range(cairn_world* world, cairn_joint_id joint);
/* Sets the servo. Units: target [m], max_speed [m/s], strength [N]. */
cairn_result cairn_joint_set_servo(cairn_world* world, cairn_joint_id joint, float target, float max_speed, float strength);
/* Removes the servo. */
cairn_result cairn_joint_clear_servo(cairn_world* world, cairn_joint_id joint);
/* Sets the linear motor of a drive. Units: velocity [m/s], max_force [N]. */
cairn_result cairn_joint_set_linear_motor(cairn_world* world, cairn_joint_id joint, float velocity_x, float velocity_y, float max_force);
/* Removes the linear motor. */
cairn_result cairn_joint_clear_linear_motor(cairn_world* world, cairn_joint_id joint);
/* Sets the linear spring of a weld, drive or grab. Units: hertz [Hz], max_force [N]. */
cairn_result cairn_joint_set_linear_spring(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio, float max_force);
/* Removes the linear spring. */
cairn_result cairn_joint_clear_linear_spring(cairn_world* world, cairn_joint_id joint);
/* Sets the target of a grab. Units: target [m]. */
cairn_result cairn_joint_set_target(cairn_world* world, cairn_joint_id joint, float target_x, float target_y);
/* Sets stiffness and damping ratio of the joint. Units: hertz [Hz]. */
cairn_result cairn_joint_set_softness(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio);
/* Uses the softness of the world again. */
cairn_result cairn_joint_clear_softness(cairn_world* world, cairn_joint_id joint);
/* Sets the ratio of a gear or pulley. */
cairn_result cairn_joint_set_ratio(cairn_world* world, cairn_joint_id joint, float ratio);
/* Sets the ratchet of a rotary joint. Units: pitch [rad], phase [rad]. */
cairn_result cairn_joint_set_ratchet(cairn_world* world, cairn_joint_id joint, float pitch, float phase);
/* Removes the ratchet. */
cairn_result cairn_joint_clear_ratchet(cairn_world* world, cairn_joint_id joint);
/* Sets the rest length. Units: length [m]. */
cairn_result cairn_joint_set_length(cairn_world* world, cairn_joint_id joint, float length);
/* Sets the frames in body coordinates. */
cairn_result cairn_joint_set_frames(cairn_world* world, cairn_joint_id joint, float frame_a_x, float frame_a_y, float frame_a_angle, float frame_b_x, float frame_b_y, float frame_b_angle);
/* Sets the load above which the joint breaks. Units: force [N], torque [N*m]. */
cairn_result cairn_joint_set_break_at(cairn_world* world, cairn_joint_id joint, float force, float torque);
/* Makes the joint unbreakable. */
cairn_result cairn_joint_clear_break_at(cairn_world* world, cairn_joint_id joint);
/* Sets the load above which an event is reported. Units: force [N], torque [N*m]. */
cairn_result cairn_joint_set_report_above(cairn_world* world, cairn_joint_id joint, float force, float torque);
/* Reports no load. */
cairn_result cairn_joint_clear_report_above(cairn_world* world, cairn_joint_id joint);
/* Sets whether the two bodies collide. */
cairn_result cairn_joint_set_collide_connected(cairn_world* world, cairn_joint_id joint, bool collide);
/* Sets the user data. */
cairn_result cairn_joint_set_user_data(cairn_world* world, cairn_joint_id joint, uint64_t user_data);

/* ---- Contacts ---------------------------------------------------------------------------------------- */
/* Lists all contacts, touching or not. */
cairn_result cairn_world_contacts(const cairn_world* world, cairn_contact_id* out, uint32_t capacity, uint32_t* count);
/* Returns whether the contact exists. */
bool cairn_contact_exists(const cairn_world* world, cairn_contact_id contact);
cairn_result cairn_contact_get_exists(const cairn_world* world, cairn_contact_id contact, bool* out);
/* Returns the two shapes. */
cairn_result cairn_contact_get_shapes(const cairn_world* world, cairn_contact_id contact, cairn_pair_of_shapes* out);
static inline cairn_pair_of_shapes cairn_contact_shapes(const cairn_world* world, cairn_contact_id contact) {
    cairn_pair_of_shapes value;
    memset(&value, 0, sizeof value);
    cairn_contact_get_shapes(world, contact, &value);
    return value;
}
/* Returns the two bodies. */
cairn_result cairn_contact_get_bodies(const cairn_world* world, cairn_contact_id contact, cairn_pair_of_bodies* out);
static inline cairn_pair_of_bodies cairn_contact_bodies(const cairn_world* world, cairn_contact_id contact) {
    cairn_pair_of_bodies value;
    memset(&value, 0, sizeof value);
    cairn_contact_get_bodies(world, contact, &value);
    return value;
}
/* Returns whether the shapes touch. */
bool cairn_contact_is_touching(const cairn_world* world, cairn_contact_id contact);
cairn_result cairn_contact_get_is_touching(const cairn_world* world, cairn_contact_id contact, bool* out);
/* Returns the direction from the first to the second shape. */
cairn_result cairn_contact_get_normal(const cairn_world* world, cairn_contact_id contact, cairn_vec2* out);
static inline cairn_vec2 cairn_contact_normal(const cairn_world* world, cairn_contact_id contact) {
    cairn_vec2 value = {0, 0};
    cairn_contact_get_normal(world, contact, &value);
    return value;
}
/* Lists the contact points, at most two. */
cairn_result cairn_contact_points(const cairn_world* world, cairn_contact_id contact, cairn_contact_point* out, uint32_t capacity, uint32_t* count);
/* Lists the contact points relative to a point of the world. Units: origin [m]. */
cairn_result cairn_contact_points_from(const cairn_world* world, cairn_contact_id contact, double origin_x, double origin_y, cairn_contact_point* out, uint32_t capacity, uint32_t* count);

/* ---- Events ------------------------------------------------------------------------------------------ */
/* Contacts that began to touch. */
const cairn_touch_event* cairn_events_begins(cairn_world* world, uint32_t* count);
/* Contacts that ended. */
const cairn_touch_event* cairn_events_ends(cairn_world* world, uint32_t* count);
/* Overlaps of sensors that began or ended. */
const cairn_sensor_event* cairn_events_sensors(cairn_world* world, uint32_t* count);
/* Hits above the speed of their shapes. */
const cairn_hit_event* cairn_events_hits(cairn_world* world, uint32_t* count);
/* Bodies that moved. */
const cairn_move_event* cairn_events_moves(cairn_world* world, uint32_t* count);
/* Bodies that fell asleep. */
const cairn_sleep_event* cairn_events_sleeps(cairn_world* world, uint32_t* count);
/* Bodies that woke. */
const cairn_sleep_event* cairn_events_wakes(cairn_world* world, uint32_t* count);
/* Bodies that passed openings, in order. */
const cairn_teleport_event* cairn_events_teleports(cairn_world* world, uint32_t* count);
/* Joints that broke. */
const cairn_joint_event* cairn_events_breaks(cairn_world* world, uint32_t* count);
/* Joints whose load rose above its limit. */
const cairn_joint_event* cairn_events_overloads(cairn_world* world, uint32_t* count);
/* Joints whose load fell below its limit. */
const cairn_joint_event* cairn_events_overload_ends(cairn_world* world, uint32_t* count);
/* Lists the overlaps of all sensors. */
cairn_result cairn_world_sensor_overlaps(const cairn_world* world, cairn_overlap* out, uint32_t capacity, uint32_t* count);

/* ---- Queries ----------------------------------------------------------------------------------------- */
/* Returns the first hit of a ray. Units: origin [m], translation [m]. */
cairn_result cairn_world_cast_ray(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
/* Returns any hit of a ray. Units: origin [m], translation [m]. */
cairn_result cairn_world_cast_ray_any(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
/* Lists all hits of a ray in order of distance. Units: origin [m], translation [m]. */
cairn_result cairn_world_cast_ray_sorted(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out, uint32_t capacity, uint32_t* count);
/* Casts many rays; the answers have their order. */
cairn_result cairn_world_cast_rays(const cairn_world* world, const cairn_ray* rays, uint32_t rays_count, const cairn_query_filter* filter, cairn_ray_answer* out, uint32_t capacity, uint32_t* count);
/* Returns the first hit of a moving circle. Units: origin [m], translation [m], radius [m]. */
cairn_result cairn_world_cast_circle(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, float radius, const cairn_query_filter* filter, cairn_cast_result* out);
/* Returns the first hit of a moving shape. Units: translation [m]. */
cairn_result cairn_world_cast_shape(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
/* Returns the shape nearest to a point within a radius. Units: point [m], radius [m]. */
cairn_result cairn_world_nearest(const cairn_world* world, float point_x, float point_y, float radius, const cairn_query_filter* filter, cairn_nearest_result* out);
/* Lists the shapes within a radius of a point. Units: point [m], radius [m]. */
cairn_result cairn_world_nearest_all(const cairn_world* world, float point_x, float point_y, float radius, const cairn_query_filter* filter, cairn_nearest_result* out, uint32_t capacity, uint32_t* count);
/* Lists the distances of shapes within reach of a shape. Units: reach [m]. */
cairn_result cairn_world_separations(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, float reach, const cairn_query_filter* filter, cairn_separation_result* out, uint32_t capacity, uint32_t* count);
/* Lists the shapes that overlap a shape. */
cairn_result cairn_world_overlap_shape(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Lists the shapes that overlap a box. Units: min [m], max [m]. */
cairn_result cairn_world_overlap_box(const cairn_world* world, float min_x, float min_y, float max_x, float max_y, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Lists the shapes that contain a point. Units: point [m]. */
cairn_result cairn_world_overlap_point(const cairn_world* world, float point_x, float point_y, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
/* Lists the shapes whose boxes overlap a box, with the motion of their bodies. Units: min [m], max [m]. */
cairn_result cairn_world_shapes_in_box(const cairn_world* world, float min_x, float min_y, float max_x, float max_y, const cairn_query_filter* filter, cairn_shape_in_box* out, uint32_t capacity, uint32_t* count);
/* Returns the distance of two shapes. */
cairn_result cairn_world_shape_distance(const cairn_world* world, cairn_shape_id a, cairn_shape_id b, cairn_pair_result* out);
/* Returns the distance of two bodies. */
cairn_result cairn_world_body_distance(const cairn_world* world, cairn_body_id a, cairn_body_id b, cairn_pair_result* out);
/* Returns the first impact of two shapes within a time. Units: time [s]. */
cairn_result cairn_world_shape_impact(const cairn_world* world, cairn_shape_id a, cairn_shape_id b, float time, cairn_impact_result* out);
/* Returns the first impact of two bodies within a time. Units: time [s]. */
cairn_result cairn_world_body_impact(const cairn_world* world, cairn_body_id a, cairn_body_id b, float time, cairn_impact_result* out);

/* ---- Fields and explosions --------------------------------------------------------------------------- */
/* Sets off an explosion; returns the number of bodies that it pushed. */
uint32_t cairn_world_explode(cairn_world* world, const cairn_explosion* explosion);
cairn_result cairn_world_try_explode(cairn_world* world, const cairn_explosion* explosion, uint32_t* out);
/* Adds a field: gravity, wind, water and the like in an area. */
cairn_field_id cairn_world_add_field(cairn_world* world, const cairn_field_def* field);
cairn_result cairn_world_try_add_field(cairn_world* world, const cairn_field_def* field, cairn_field_id* out);
/* Replaces a field. */
cairn_result cairn_world_set_field(cairn_world* world, cairn_field_id id, const cairn_field_def* field);
/* Removes a field. */
cairn_result cairn_world_remove_field(cairn_world* world, cairn_field_id id);
/* Lists all fields. */
cairn_result cairn_world_fields(const cairn_world* world, cairn_field_id* out, uint32_t capacity, uint32_t* count);

/* ---- Portals ----------------------------------------------------------------------------------------- */
/* Adds a pair of connected openings. */
cairn_portal_id cairn_world_add_portals(cairn_world* world, const cairn_portal_pair* pair);
cairn_result cairn_world_try_add_portals(cairn_world* world, const cairn_portal_pair* pair, cairn_portal_id* out);
/* Removes a pair of openings. */
cairn_result cairn_world_remove_portals(cairn_world* world, cairn_portal_id id);
/* Lists all pairs of openings. */
cairn_result cairn_world_portals(const cairn_world* world, cairn_portals* out, uint32_t capacity, uint32_t* count);
/* Lists the poses of a body behind the openings that it is in. */
cairn_result cairn_world_images(const cairn_world* world, cairn_body_id body, cairn_pose* out, uint32_t capacity, uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
