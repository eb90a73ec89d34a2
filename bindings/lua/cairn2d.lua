-- The cairn2d physics engine for LuaJIT. Written by `cargo xtask bindings` from the table of the API.
--
-- local cairn = require "cairn2d"
-- local world = cairn.world{gravity = {0, -10}}
--
-- Vectors and poses are several arguments and several results: x, y and x, y, angle; the rotation of a result
-- is its cosine and sine. Definitions are tables with the fields of the API in camelCase. Errors are tables
-- with `message` and `kind`, and `tostring` gives the message.

local ffi = require "ffi"

local cairn = {}

-- ---- Library ----

--- The library beside this file, or where the system finds one. CAIRN2D_LIBRARY names another.
local function load_library()
  local given = os.getenv("CAIRN2D_LIBRARY")
  if given then return ffi.load(given) end
  local source = debug and debug.getinfo(1, "S").source or ""
  local folder = source:match("^@(.*[/\\])") or "./"
  local name = ffi.os == "Windows" and "cairn2d_capi.dll" or ffi.os == "OSX" and "libcairn2d_capi.dylib" or "libcairn2d_capi.so"
  local found, library = pcall(ffi.load, folder .. name)
  if found then return library end
  return ffi.load("cairn2d_capi")
end

if not pcall(ffi.typeof, "cairn_world_config") then
  ffi.cdef [[
typedef uint64_t cairn_body_id;
typedef uint64_t cairn_shape_id;
typedef uint64_t cairn_joint_id;
typedef uint64_t cairn_contact_id;
typedef uint64_t cairn_field_id;
typedef uint64_t cairn_portal_id;
typedef int32_t cairn_result;
typedef struct cairn_world cairn_world;
typedef struct cairn_saved cairn_saved;
typedef struct cairn_drawing cairn_drawing;
typedef struct cairn_recorder cairn_recorder;
typedef struct cairn_player cairn_player;
typedef struct cairn_vec2 { float x, y; } cairn_vec2;
typedef struct cairn_dvec2 { double x, y; } cairn_dvec2;
typedef struct cairn_rot { float c, s; } cairn_rot;
typedef struct cairn_pose { cairn_vec2 p; cairn_rot q; } cairn_pose;
typedef struct cairn_velocity { cairn_vec2 linear; float angular; } cairn_velocity;
typedef struct cairn_bytes { uint8_t* data; uint64_t len; } cairn_bytes;
typedef uint32_t cairn_body_type;
typedef uint32_t cairn_shape_type;
typedef uint32_t cairn_joint_type;
typedef uint32_t cairn_anchor_type;
typedef uint32_t cairn_combine;
typedef uint32_t cairn_lanes;
typedef uint32_t cairn_sensor_event_type;
typedef uint32_t cairn_area_type;
typedef uint32_t cairn_effect_type;
typedef uint32_t cairn_falloff;
typedef uint32_t cairn_primitive_type;
typedef struct {
  uint32_t size;
  cairn_vec2 gravity;
  uint32_t sub_steps;
  bool sleeping;
  bool layered_sleep;
  bool continuous;
  float restitution_threshold;
  float exact_restitution;
  float max_linear_speed;
  float max_angular_speed;
  float contact_hertz;
  float contact_damping_ratio;
  float contact_push_speed;
  float joint_hertz;
  float joint_damping_ratio;
  uint32_t threads;
  cairn_lanes lanes;
  bool large_world;
  uint32_t id_tag;
} cairn_world_config;
typedef struct {
  uint64_t category;
  uint64_t mask;
  int32_t group;
} cairn_filter;
typedef struct {
  uint32_t size;
  cairn_body_id body_a;
  cairn_body_id body_b;
  cairn_vec2 at_a;
  cairn_vec2 at_b;
  cairn_vec2 out_a;
  cairn_vec2 out_b;
  float width;
  bool rims;
} cairn_portal_pair;
typedef struct {
  cairn_portal_id id;
  cairn_pose opening_a;
  cairn_pose opening_b;
  cairn_body_id body_a;
  cairn_body_id body_b;
  cairn_pose frame_a;
  cairn_pose frame_b;
  float width;
  bool has_rims;
} cairn_portals;
typedef struct {
  cairn_body_id body;
  uint64_t user_data;
  cairn_portal_id portals;
  cairn_pose from;
  cairn_pose to;
} cairn_teleport_event;
typedef struct {
  float friction;
  float restitution;
  float rolling_resistance;
  float tangent_speed;
  bool has_static_friction;
  float static_friction;
  bool has_softness;
  float softness_hertz;
  float softness_damping_ratio;
  uint64_t id;
  cairn_combine friction_combine;
  cairn_combine restitution_combine;
} cairn_material;
typedef struct {
  bool has_friction;
  float friction;
  bool has_static_friction;
  float static_friction;
  bool has_restitution;
  float restitution;
  bool has_rolling_resistance;
  float rolling_resistance;
  bool has_softness;
  float softness_hertz;
  float softness_damping_ratio;
} cairn_material_pair;
typedef struct {
  cairn_shape_type kind;
  cairn_vec2 a;
  cairn_vec2 b;
  float radius;
  float angle;
  const cairn_vec2* points;
  uint32_t point_count;
} cairn_geometry;
typedef struct {
  uint32_t size;
  cairn_geometry geometry;
  float density;
  cairn_material material;
  cairn_filter filter;
  bool has_one_way;
  cairn_vec2 one_way_direction;
  float one_way_half_angle;
  bool reports_hits;
  float report_hits_above;
  bool sensor;
  bool has_sensor_events;
  bool sensor_events;
  bool hooked;
  uint64_t user_data;
} cairn_shape_def;
typedef struct {
  uint32_t size;
  const cairn_vec2* points;
  uint32_t point_count;
  bool closed;
  cairn_material material;
  const cairn_material* materials;
  uint32_t material_count;
  cairn_filter filter;
  bool has_one_way;
  cairn_vec2 one_way_direction;
  float one_way_half_angle;
} cairn_chain_def;
typedef struct {
  float mass;
  cairn_vec2 center;
  float inertia;
} cairn_mass;
typedef struct {
  bool x;
  bool y;
  bool rotation;
} cairn_locks;
typedef struct {
  uint32_t size;
  cairn_body_type kind;
  cairn_dvec2 position;
  float angle;
  cairn_vec2 velocity;
  float angular_velocity;
  float linear_damping;
  float angular_damping;
  float gravity_scale;
  float sleep_threshold;
  bool can_sleep;
  bool asleep;
  bool disabled;
  cairn_locks locks;
  bool bullet;
  bool joined;
  float sweep_threshold;
  float time_scale;
  int32_t dominance;
  bool has_mass;
  cairn_mass mass;
  uint64_t user_data;
  const cairn_shape_def* shapes;
  uint32_t shape_count;
  const cairn_chain_def* chains;
  uint32_t chain_count;
} cairn_body_def;
typedef struct {
  uint32_t size;
  cairn_joint_type kind;
  cairn_body_id body_a;
  cairn_body_id body_b;
  cairn_anchor_type anchor;
  cairn_vec2 anchor_a;
  cairn_vec2 anchor_b;
  float angle_a;
  float angle_b;
  bool has_along;
  cairn_vec2 along;
  bool has_collide_connected;
  bool collide_connected;
  bool has_length;
  float length;
  bool enable_limits;
  float lower;
  float upper;
  bool enable_motor;
  float motor_speed;
  float motor_strength;
  bool enable_spring;
  float spring_hertz;
  float spring_damping_ratio;
  float spring_target;
  bool has_spring_range;
  float spring_lower;
  float spring_upper;
  bool enable_servo;
  float servo_target;
  float servo_max_speed;
  float servo_strength;
  bool enable_linear_motor;
  cairn_vec2 linear_motor_velocity;
  float linear_motor_max_force;
  bool enable_linear_spring;
  float linear_spring_hertz;
  float linear_spring_damping_ratio;
  float linear_spring_max_force;
  bool has_ratchet;
  float ratchet_pitch;
  float ratchet_phase;
  float ratio;
  cairn_vec2 over_a;
  cairn_vec2 over_b;
  bool slack;
  cairn_vec2 target;
  bool has_softness;
  float softness_hertz;
  float softness_damping_ratio;
  bool has_break_force;
  float break_force;
  bool has_break_torque;
  float break_torque;
  bool has_report_force;
  float report_force;
  bool has_report_torque;
  float report_torque;
  bool disabled;
  uint64_t user_data;
} cairn_joint_def;
typedef struct {
  uint32_t size;
  cairn_area_type area;
  cairn_vec2 area_a;
  cairn_vec2 area_b;
  float area_radius;
  const cairn_vec2* area_points;
  uint32_t area_point_count;
  cairn_effect_type effect;
  cairn_vec2 vector;
  float strength;
  cairn_falloff falloff;
  float min_distance;
  float density;
  float drag;
  float lift;
  float angular;
  int32_t priority;
  bool has_exclusive;
  bool exclusive;
  uint64_t mask;
  bool disabled;
  uint64_t user_data;
} cairn_field_def;
typedef struct {
  uint32_t size;
  bool has_collision;
  cairn_filter collision;
  cairn_body_id ignore_body;
  bool sensors;
  bool honor_one_way;
} cairn_query_filter;
typedef struct {
  uint32_t size;
  cairn_vec2 center;
  float radius;
  float falloff;
  float impulse_per_length;
  uint64_t mask;
} cairn_explosion;
typedef struct {
  uint32_t size;
  cairn_body_id body;
  cairn_vec2 impulse;
  float angular;
} cairn_body_impulse;
typedef struct {
  cairn_vec2 min;
  cairn_vec2 max;
} cairn_box;
typedef struct {
  uint32_t awake_bodies;
  uint32_t awake_contacts;
  uint32_t solved_contacts;
  uint32_t solved_joints;
  uint32_t colors;
  uint32_t overflow_constraints;
  uint32_t new_contacts;
  uint32_t impacts;
  uint32_t continuous_bodies;
  uint32_t sensor_overlaps;
  uint32_t capped_bodies;
  uint32_t broken_joints;
} cairn_step_report;
typedef struct {
  uint32_t bodies;
  uint32_t awake_bodies;
  uint32_t sleeping_bodies;
  uint32_t shapes;
  uint32_t sensors;
  uint32_t contacts;
  uint32_t touching_contacts;
  uint32_t joints;
  uint32_t awake_islands;
  uint32_t sleeping_islands;
} cairn_counts;
typedef struct {
  uint32_t applied;
  uint32_t stale;
  uint32_t asleep;
  uint32_t unmoved;
} cairn_impulse_counts;
typedef struct {
  cairn_shape_id shape;
  cairn_body_id body;
  float fraction;
  cairn_vec2 point;
  cairn_vec2 normal;
} cairn_cast_result;
typedef struct {
  cairn_vec2 origin;
  cairn_vec2 translation;
} cairn_ray;
typedef struct {
  bool has_hit;
  cairn_shape_id shape;
  cairn_body_id body;
  float fraction;
  cairn_vec2 point;
  cairn_vec2 normal;
} cairn_ray_answer;
typedef struct {
  cairn_shape_id shape;
  cairn_body_id body;
  cairn_vec2 point;
  float distance;
  cairn_vec2 normal;
} cairn_nearest_result;
typedef struct {
  cairn_shape_id shape;
  cairn_body_id body;
  float distance;
  cairn_vec2 point;
  cairn_vec2 own_point;
  cairn_vec2 normal;
} cairn_separation_result;
typedef struct {
  cairn_shape_id shape_a;
  cairn_shape_id shape_b;
  float distance;
  cairn_vec2 point_a;
  cairn_vec2 point_b;
  cairn_vec2 normal;
} cairn_pair_result;
typedef struct {
  cairn_shape_id shape_a;
  cairn_shape_id shape_b;
  float time;
  cairn_vec2 point;
  cairn_vec2 normal;
} cairn_impact_result;
typedef struct {
  cairn_shape_id shape;
  cairn_body_id body;
  cairn_pose pose;
  cairn_vec2 center;
  cairn_vec2 velocity;
  float angular_velocity;
} cairn_shape_in_box;
typedef struct {
  cairn_vec2 point;
  float separation;
  float normal_impulse;
  float tangent_impulse;
  uint32_t feature;
} cairn_contact_point;
typedef struct {
  cairn_shape_id shape;
  cairn_body_id body;
  uint64_t shape_data;
  uint64_t body_data;
} cairn_party;
typedef struct {
  cairn_contact_id contact;
  cairn_party a;
  cairn_party b;
} cairn_touch_event;
typedef struct {
  cairn_contact_id contact;
  cairn_party a;
  cairn_party b;
  cairn_vec2 point;
  cairn_vec2 normal;
  float approach_speed;
  float impulse;
} cairn_hit_event;
typedef struct {
  cairn_sensor_event_type kind;
  cairn_party sensor;
  cairn_party visitor;
} cairn_sensor_event;
typedef struct {
  cairn_body_id body;
  uint64_t user_data;
  cairn_pose pose;
} cairn_move_event;
typedef struct {
  cairn_body_id body;
  uint64_t user_data;
} cairn_sleep_event;
typedef struct {
  cairn_joint_id joint;
  uint64_t user_data;
  cairn_body_id body_a;
  cairn_body_id body_b;
  uint64_t data_a;
  uint64_t data_b;
  cairn_vec2 force;
  float torque;
} cairn_joint_event;
typedef struct {
  float lower;
  float upper;
} cairn_range;
typedef struct {
  float speed;
  float strength;
} cairn_motor;
typedef struct {
  float hertz;
  float damping_ratio;
  float target;
} cairn_spring;
typedef struct {
  float target;
  float max_speed;
  float strength;
} cairn_servo;
typedef struct {
  cairn_vec2 velocity;
  float max_force;
} cairn_linear_motor;
typedef struct {
  float hertz;
  float damping_ratio;
  float max_force;
} cairn_linear_spring;
typedef struct {
  bool has_force;
  float force;
  bool has_torque;
  float torque;
} cairn_load_limit;
typedef struct {
  cairn_body_id a;
  cairn_body_id b;
} cairn_pair_of_bodies;
typedef struct {
  cairn_shape_id a;
  cairn_shape_id b;
} cairn_pair_of_shapes;
typedef struct {
  cairn_pose a;
  cairn_pose b;
} cairn_pair_of_poses;
typedef struct {
  cairn_vec2 a;
  cairn_vec2 b;
} cairn_pair_of_points;
typedef struct {
  cairn_shape_id sensor;
  cairn_shape_id visitor;
} cairn_overlap;
typedef struct {
  cairn_vec2 direction;
  float half_angle;
} cairn_one_way;
typedef struct {
  cairn_primitive_type kind;
  uint32_t color;
  uint32_t first;
  uint32_t count;
  float radius;
} cairn_primitive;
cairn_result cairn_last_error(void);
const char* cairn_error_text(void);
void cairn_clear_error(void);
const char* cairn_result_name(cairn_result result);
cairn_world* cairn_world_new(const cairn_world_config* config);
void cairn_world_free(cairn_world* world);
cairn_world* cairn_world_clone(const cairn_world* world);
cairn_result cairn_world_snapshot(const cairn_world* world, cairn_bytes* out);
cairn_result cairn_world_snapshot_since(const cairn_world* world, const uint8_t* base, uint64_t base_len, cairn_bytes* out);
cairn_result cairn_world_restore(cairn_world* world, const uint8_t* bytes, uint64_t len);
cairn_result cairn_world_restore_since(cairn_world* world, const uint8_t* base, uint64_t base_len, const uint8_t* delta, uint64_t delta_len);
cairn_world* cairn_world_from_snapshot(const uint8_t* bytes, uint64_t len);
void cairn_bytes_free(cairn_bytes* bytes);
cairn_saved* cairn_saved_new(void);
void cairn_saved_free(cairn_saved* saved);
cairn_result cairn_world_save_into(const cairn_world* world, cairn_saved* saved);
cairn_result cairn_world_restore_saved(cairn_world* world, const cairn_saved* saved);
cairn_result cairn_world_record_calls(cairn_world* world, bool on);
cairn_result cairn_world_take_calls(cairn_world* world, cairn_bytes* out);
cairn_result cairn_world_read_poses(const cairn_world* world, const cairn_body_id* bodies, uint32_t count, cairn_pose* out);
cairn_result cairn_world_read_velocities(const cairn_world* world, const cairn_body_id* bodies, uint32_t count, cairn_velocity* out);
cairn_result cairn_world_write_velocities(cairn_world* world, const cairn_body_id* bodies, const cairn_velocity* velocities, uint32_t count);
cairn_drawing* cairn_drawing_new(void);
void cairn_drawing_free(cairn_drawing* drawing);
cairn_result cairn_world_debug_draw(const cairn_world* world, cairn_drawing* drawing);
const cairn_primitive* cairn_drawing_primitives(const cairn_drawing* drawing, uint32_t* count);
const cairn_vec2* cairn_drawing_points(const cairn_drawing* drawing, uint32_t* count);
cairn_recorder* cairn_recorder_start(cairn_world* world, const char* title, uint64_t keyframe_every);
void cairn_recorder_free(cairn_recorder* recorder);
cairn_result cairn_recorder_update(cairn_recorder* recorder, cairn_world* world);
cairn_result cairn_recorder_finish(cairn_recorder* recorder, cairn_world* world, cairn_bytes* out);
cairn_player* cairn_player_new(const uint8_t* bytes, uint64_t len);
void cairn_player_free(cairn_player* player);
cairn_result cairn_player_step(cairn_player* player);
cairn_result cairn_player_seek(cairn_player* player, uint64_t step);
uint64_t cairn_player_step_index(const cairn_player* player);
uint64_t cairn_player_steps(const cairn_player* player);
cairn_world* cairn_player_world(const cairn_player* player);
void cairn_world_config_init(cairn_world_config* def, uint32_t size);
void cairn_filter_init(cairn_filter* def, uint32_t size);
void cairn_portal_pair_init(cairn_portal_pair* def, uint32_t size);
void cairn_material_init(cairn_material* def, uint32_t size);
void cairn_material_pair_init(cairn_material_pair* def, uint32_t size);
void cairn_geometry_init(cairn_geometry* def, uint32_t size);
void cairn_shape_def_init(cairn_shape_def* def, uint32_t size);
void cairn_chain_def_init(cairn_chain_def* def, uint32_t size);
void cairn_mass_init(cairn_mass* def, uint32_t size);
void cairn_locks_init(cairn_locks* def, uint32_t size);
void cairn_body_def_init(cairn_body_def* def, uint32_t size);
void cairn_joint_def_init(cairn_joint_def* def, uint32_t size);
void cairn_field_def_init(cairn_field_def* def, uint32_t size);
void cairn_query_filter_init(cairn_query_filter* def, uint32_t size);
void cairn_explosion_init(cairn_explosion* def, uint32_t size);
void cairn_body_impulse_init(cairn_body_impulse* def, uint32_t size);
void cairn_ray_init(cairn_ray* def, uint32_t size);
cairn_result cairn_world_step(cairn_world* world, float dt, cairn_step_report* out);
cairn_result cairn_world_get_hash(const cairn_world* world, uint64_t* out);
cairn_result cairn_world_get_step_count(const cairn_world* world, uint64_t* out);
cairn_result cairn_world_get_counts(const cairn_world* world, cairn_counts* out);
cairn_result cairn_world_set_gravity(cairn_world* world, float gravity_x, float gravity_y);
cairn_result cairn_world_get_gravity(const cairn_world* world, cairn_vec2* out);
cairn_result cairn_world_set_sub_steps(cairn_world* world, uint32_t sub_steps);
cairn_result cairn_world_set_sleeping(cairn_world* world, bool sleeping);
cairn_result cairn_world_set_continuous(cairn_world* world, bool continuous);
cairn_result cairn_world_set_threads(cairn_world* world, uint32_t threads);
cairn_result cairn_world_set_lanes(cairn_world* world, cairn_lanes lanes);
cairn_result cairn_world_shift_origin(cairn_world* world, float origin_x, float origin_y);
cairn_result cairn_world_set_stage_checks(cairn_world* world, bool on);
cairn_result cairn_world_reserve(cairn_world* world, uint32_t bodies, uint32_t shapes, uint32_t joints, uint32_t contacts);
cairn_result cairn_world_get_is_untouched(const cairn_world* world, bool* out);
cairn_result cairn_world_get_is_recorded(const cairn_world* world, bool* out);
cairn_result cairn_world_get_recorded_steps(const cairn_world* world, uint64_t* out);
cairn_result cairn_world_try_spawn(cairn_world* world, const cairn_body_def* def, cairn_body_id* out);
cairn_result cairn_world_despawn(cairn_world* world, cairn_body_id body);
cairn_result cairn_world_bodies(const cairn_world* world, cairn_body_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_body_get_exists(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_kind(const cairn_world* world, cairn_body_id body, cairn_body_type* out);
cairn_result cairn_body_get_pose(const cairn_world* world, cairn_body_id body, cairn_pose* out);
cairn_result cairn_body_get_position(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
cairn_result cairn_body_get_position64(const cairn_world* world, cairn_body_id body, cairn_dvec2* out);
cairn_result cairn_body_get_pose_from(const cairn_world* world, cairn_body_id body, double origin_x, double origin_y, cairn_pose* out);
cairn_result cairn_body_get_rotation(const cairn_world* world, cairn_body_id body, cairn_rot* out);
cairn_result cairn_body_get_angle(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_center(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
cairn_result cairn_body_get_center64(const cairn_world* world, cairn_body_id body, cairn_dvec2* out);
cairn_result cairn_body_get_velocity(const cairn_world* world, cairn_body_id body, cairn_vec2* out);
cairn_result cairn_body_get_angular_velocity(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_velocity_at(const cairn_world* world, cairn_body_id body, float point_x, float point_y, cairn_vec2* out);
cairn_result cairn_body_get_pose_after(const cairn_world* world, cairn_body_id body, float time, cairn_pose* out);
cairn_result cairn_body_get_mass(const cairn_world* world, cairn_body_id body, cairn_mass* out);
cairn_result cairn_body_given_mass(const cairn_world* world, cairn_body_id body, cairn_mass* out);
cairn_result cairn_body_get_kinetic_energy(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_is_awake(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_is_asleep(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_is_enabled(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_gravity_scale(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_linear_damping(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_angular_damping(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_locks(const cairn_world* world, cairn_body_id body, cairn_locks* out);
cairn_result cairn_body_get_sleep_threshold(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_is_bullet(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_is_joined(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_sweep_threshold(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_time_scale(const cairn_world* world, cairn_body_id body, float* out);
cairn_result cairn_body_get_dominance(const cairn_world* world, cairn_body_id body, int32_t* out);
cairn_result cairn_body_get_can_sleep(const cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_get_user_data(const cairn_world* world, cairn_body_id body, uint64_t* out);
cairn_result cairn_body_shapes(const cairn_world* world, cairn_body_id body, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_body_contacts(const cairn_world* world, cairn_body_id body, cairn_contact_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_body_joints(const cairn_world* world, cairn_body_id body, cairn_joint_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_body_set_pose(cairn_world* world, cairn_body_id body, float pose_x, float pose_y, float pose_angle);
cairn_result cairn_body_set_pose64(cairn_world* world, cairn_body_id body, double position_x, double position_y, float angle);
cairn_result cairn_body_set_position(cairn_world* world, cairn_body_id body, float position_x, float position_y);
cairn_result cairn_body_set_position64(cairn_world* world, cairn_body_id body, double position_x, double position_y);
cairn_result cairn_body_set_angle(cairn_world* world, cairn_body_id body, float angle);
cairn_result cairn_body_set_velocity(cairn_world* world, cairn_body_id body, float velocity_x, float velocity_y);
cairn_result cairn_body_set_angular_velocity(cairn_world* world, cairn_body_id body, float angular_velocity);
cairn_result cairn_body_set_target(cairn_world* world, cairn_body_id body, float pose_x, float pose_y, float pose_angle, float dt);
cairn_result cairn_body_set_target64(cairn_world* world, cairn_body_id body, double position_x, double position_y, float angle, float dt);
cairn_result cairn_body_apply_force(cairn_world* world, cairn_body_id body, float force_x, float force_y);
cairn_result cairn_body_apply_force_at(cairn_world* world, cairn_body_id body, float force_x, float force_y, float point_x, float point_y);
cairn_result cairn_body_apply_force_at64(cairn_world* world, cairn_body_id body, float force_x, float force_y, double point_x, double point_y);
cairn_result cairn_body_apply_torque(cairn_world* world, cairn_body_id body, float torque);
cairn_result cairn_body_apply_impulse(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y);
cairn_result cairn_body_apply_impulse_at(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y, float point_x, float point_y);
cairn_result cairn_body_apply_impulse_at64(cairn_world* world, cairn_body_id body, float impulse_x, float impulse_y, double point_x, double point_y);
cairn_result cairn_body_apply_angular_impulse(cairn_world* world, cairn_body_id body, float impulse);
cairn_result cairn_body_set_gravity_scale(cairn_world* world, cairn_body_id body, float scale);
cairn_result cairn_body_set_damping(cairn_world* world, cairn_body_id body, float linear, float angular);
cairn_result cairn_body_set_locks(cairn_world* world, cairn_body_id body, bool x, bool y, bool rotation);
cairn_result cairn_body_set_mass(cairn_world* world, cairn_body_id body, const cairn_mass* mass);
cairn_result cairn_body_clear_mass(cairn_world* world, cairn_body_id body);
cairn_result cairn_body_set_sleep_threshold(cairn_world* world, cairn_body_id body, float speed);
cairn_result cairn_body_set_bullet(cairn_world* world, cairn_body_id body, bool bullet);
cairn_result cairn_body_set_sweep_threshold(cairn_world* world, cairn_body_id body, float share);
cairn_result cairn_body_set_dominance(cairn_world* world, cairn_body_id body, int32_t dominance);
cairn_result cairn_body_set_time_scale(cairn_world* world, cairn_body_id body, float scale);
cairn_result cairn_body_set_can_sleep(cairn_world* world, cairn_body_id body, bool can_sleep);
cairn_result cairn_body_wake(cairn_world* world, cairn_body_id body);
cairn_result cairn_body_try_sleep(cairn_world* world, cairn_body_id body, bool* out);
cairn_result cairn_body_set_kind(cairn_world* world, cairn_body_id body, cairn_body_type kind);
cairn_result cairn_body_try_drop_through(cairn_world* world, cairn_body_id body, uint32_t* out);
cairn_result cairn_body_try_drop_through_shape(cairn_world* world, cairn_body_id body, cairn_shape_id platform, bool* out);
cairn_result cairn_body_set_enabled(cairn_world* world, cairn_body_id body, bool enabled);
cairn_result cairn_body_set_user_data(cairn_world* world, cairn_body_id body, uint64_t user_data);
cairn_result cairn_world_apply_impulses(cairn_world* world, const cairn_body_impulse* impulses, uint32_t impulses_count, float wake_above, cairn_impulse_counts* out);
cairn_result cairn_world_try_attach(cairn_world* world, cairn_body_id body, const cairn_shape_def* def, cairn_shape_id* out);
cairn_result cairn_world_try_attach_chain(cairn_world* world, cairn_body_id body, const cairn_chain_def* def, uint32_t* out);
cairn_result cairn_world_detach(cairn_world* world, cairn_shape_id shape);
cairn_result cairn_world_reattach(cairn_world* world, cairn_shape_id shape, cairn_body_id body);
cairn_result cairn_world_shapes(const cairn_world* world, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_shape_get_exists(const cairn_world* world, cairn_shape_id shape, bool* out);
cairn_result cairn_shape_get_body(const cairn_world* world, cairn_shape_id shape, cairn_body_id* out);
cairn_result cairn_shape_get_kind(const cairn_world* world, cairn_shape_id shape, cairn_shape_type* out);
cairn_result cairn_shape_get_radius(const cairn_world* world, cairn_shape_id shape, float* out);
cairn_result cairn_shape_points(const cairn_world* world, cairn_shape_id shape, cairn_vec2* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_shape_get_aabb(const cairn_world* world, cairn_shape_id shape, cairn_box* out);
cairn_result cairn_shape_get_density(const cairn_world* world, cairn_shape_id shape, float* out);
cairn_result cairn_shape_get_material(const cairn_world* world, cairn_shape_id shape, cairn_material* out);
cairn_result cairn_shape_report_hits_above(const cairn_world* world, cairn_shape_id shape, float* out);
cairn_result cairn_shape_get_is_hooked(const cairn_world* world, cairn_shape_id shape, bool* out);
cairn_result cairn_shape_one_way(const cairn_world* world, cairn_shape_id shape, cairn_one_way* out);
cairn_result cairn_shape_get_filter(const cairn_world* world, cairn_shape_id shape, cairn_filter* out);
cairn_result cairn_shape_get_user_data(const cairn_world* world, cairn_shape_id shape, uint64_t* out);
cairn_result cairn_shape_get_is_sensor(const cairn_world* world, cairn_shape_id shape, bool* out);
cairn_result cairn_shape_get_sensor_events(const cairn_world* world, cairn_shape_id shape, bool* out);
cairn_result cairn_shape_visitors(const cairn_world* world, cairn_shape_id shape, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_shape_sensors(const cairn_world* world, cairn_shape_id shape, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_shape_set_material(cairn_world* world, cairn_shape_id shape, const cairn_material* material);
cairn_result cairn_shape_set_hooked(cairn_world* world, cairn_shape_id shape, bool hooked);
cairn_result cairn_shape_set_one_way(cairn_world* world, cairn_shape_id shape, float direction_x, float direction_y, float half_angle);
cairn_result cairn_shape_clear_one_way(cairn_world* world, cairn_shape_id shape);
cairn_result cairn_shape_set_filter(cairn_world* world, cairn_shape_id shape, const cairn_filter* filter);
cairn_result cairn_shape_set_sensor(cairn_world* world, cairn_shape_id shape, bool is_sensor);
cairn_result cairn_shape_set_sensor_events(cairn_world* world, cairn_shape_id shape, bool seen);
cairn_result cairn_shape_set_geometry(cairn_world* world, cairn_shape_id shape, const cairn_geometry* geometry);
cairn_result cairn_shape_set_density(cairn_world* world, cairn_shape_id shape, float density);
cairn_result cairn_shape_set_user_data(cairn_world* world, cairn_shape_id shape, uint64_t user_data);
cairn_result cairn_world_set_material_pair(cairn_world* world, uint64_t a, uint64_t b, const cairn_material_pair* pair);
cairn_result cairn_world_clear_material_pair(cairn_world* world, uint64_t a, uint64_t b);
cairn_result cairn_world_material_pair(const cairn_world* world, uint64_t a, uint64_t b, cairn_material_pair* out);
cairn_result cairn_world_try_join(cairn_world* world, const cairn_joint_def* def, cairn_joint_id* out);
cairn_result cairn_world_unjoin(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_world_joints(const cairn_world* world, cairn_joint_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_joint_get_exists(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_get_kind(const cairn_world* world, cairn_joint_id joint, cairn_joint_type* out);
cairn_result cairn_joint_get_bodies(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_bodies* out);
cairn_result cairn_joint_get_frames(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_poses* out);
cairn_result cairn_joint_get_world_frames(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_poses* out);
cairn_result cairn_joint_get_frames_from(const cairn_world* world, cairn_joint_id joint, double origin_x, double origin_y, cairn_pair_of_poses* out);
cairn_result cairn_joint_get_reaction_force(const cairn_world* world, cairn_joint_id joint, cairn_vec2* out);
cairn_result cairn_joint_get_reaction_torque(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_motor_load(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_is_enabled(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_get_break_at(const cairn_world* world, cairn_joint_id joint, cairn_load_limit* out);
cairn_result cairn_joint_get_report_above(const cairn_world* world, cairn_joint_id joint, cairn_load_limit* out);
cairn_result cairn_joint_get_is_overloaded(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_get_collide_connected(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_get_user_data(const cairn_world* world, cairn_joint_id joint, uint64_t* out);
cairn_result cairn_joint_limits(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
cairn_result cairn_joint_motor(const cairn_world* world, cairn_joint_id joint, cairn_motor* out);
cairn_result cairn_joint_spring(const cairn_world* world, cairn_joint_id joint, cairn_spring* out);
cairn_result cairn_joint_spring_range(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
cairn_result cairn_joint_servo(const cairn_world* world, cairn_joint_id joint, cairn_servo* out);
cairn_result cairn_joint_linear_motor(const cairn_world* world, cairn_joint_id joint, cairn_linear_motor* out);
cairn_result cairn_joint_linear_spring(const cairn_world* world, cairn_joint_id joint, cairn_linear_spring* out);
cairn_result cairn_joint_target(const cairn_world* world, cairn_joint_id joint, cairn_vec2* out);
cairn_result cairn_joint_softness(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
cairn_result cairn_joint_rest_length(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_angle(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_distance(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_slide(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_coordinate(const cairn_world* world, cairn_joint_id joint, double* out);
cairn_result cairn_joint_ratio(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_pulley_points(const cairn_world* world, cairn_joint_id joint, cairn_pair_of_points* out);
cairn_result cairn_joint_ratchet(const cairn_world* world, cairn_joint_id joint, cairn_range* out);
cairn_result cairn_joint_get_is_slack(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_get_angular_speed(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_speed(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_separation(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_angular_separation(const cairn_world* world, cairn_joint_id joint, float* out);
cairn_result cairn_joint_get_is_active(const cairn_world* world, cairn_joint_id joint, bool* out);
cairn_result cairn_joint_set_enabled(cairn_world* world, cairn_joint_id joint, bool enabled);
cairn_result cairn_joint_set_limits(cairn_world* world, cairn_joint_id joint, float lower, float upper);
cairn_result cairn_joint_clear_limits(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_motor(cairn_world* world, cairn_joint_id joint, float speed, float strength);
cairn_result cairn_joint_clear_motor(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_spring(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio, float target);
cairn_result cairn_joint_clear_spring(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_spring_range(cairn_world* world, cairn_joint_id joint, float lower, float upper);
cairn_result cairn_joint_clear_spring_range(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_servo(cairn_world* world, cairn_joint_id joint, float target, float max_speed, float strength);
cairn_result cairn_joint_clear_servo(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_linear_motor(cairn_world* world, cairn_joint_id joint, float velocity_x, float velocity_y, float max_force);
cairn_result cairn_joint_clear_linear_motor(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_linear_spring(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio, float max_force);
cairn_result cairn_joint_clear_linear_spring(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_target(cairn_world* world, cairn_joint_id joint, float target_x, float target_y);
cairn_result cairn_joint_set_softness(cairn_world* world, cairn_joint_id joint, float hertz, float damping_ratio);
cairn_result cairn_joint_clear_softness(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_ratio(cairn_world* world, cairn_joint_id joint, float ratio);
cairn_result cairn_joint_set_ratchet(cairn_world* world, cairn_joint_id joint, float pitch, float phase);
cairn_result cairn_joint_clear_ratchet(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_length(cairn_world* world, cairn_joint_id joint, float length);
cairn_result cairn_joint_set_frames(cairn_world* world, cairn_joint_id joint, float frame_a_x, float frame_a_y, float frame_a_angle, float frame_b_x, float frame_b_y, float frame_b_angle);
cairn_result cairn_joint_set_break_at(cairn_world* world, cairn_joint_id joint, float force, float torque);
cairn_result cairn_joint_clear_break_at(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_report_above(cairn_world* world, cairn_joint_id joint, float force, float torque);
cairn_result cairn_joint_clear_report_above(cairn_world* world, cairn_joint_id joint);
cairn_result cairn_joint_set_collide_connected(cairn_world* world, cairn_joint_id joint, bool collide);
cairn_result cairn_joint_set_user_data(cairn_world* world, cairn_joint_id joint, uint64_t user_data);
cairn_result cairn_world_contacts(const cairn_world* world, cairn_contact_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_contact_get_exists(const cairn_world* world, cairn_contact_id contact, bool* out);
cairn_result cairn_contact_get_shapes(const cairn_world* world, cairn_contact_id contact, cairn_pair_of_shapes* out);
cairn_result cairn_contact_get_bodies(const cairn_world* world, cairn_contact_id contact, cairn_pair_of_bodies* out);
cairn_result cairn_contact_get_is_touching(const cairn_world* world, cairn_contact_id contact, bool* out);
cairn_result cairn_contact_get_normal(const cairn_world* world, cairn_contact_id contact, cairn_vec2* out);
cairn_result cairn_contact_points(const cairn_world* world, cairn_contact_id contact, cairn_contact_point* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_contact_points_from(const cairn_world* world, cairn_contact_id contact, double origin_x, double origin_y, cairn_contact_point* out, uint32_t capacity, uint32_t* count);
const cairn_touch_event* cairn_events_begins(cairn_world* world, uint32_t* count);
const cairn_touch_event* cairn_events_ends(cairn_world* world, uint32_t* count);
const cairn_sensor_event* cairn_events_sensors(cairn_world* world, uint32_t* count);
const cairn_hit_event* cairn_events_hits(cairn_world* world, uint32_t* count);
const cairn_move_event* cairn_events_moves(cairn_world* world, uint32_t* count);
const cairn_sleep_event* cairn_events_sleeps(cairn_world* world, uint32_t* count);
const cairn_sleep_event* cairn_events_wakes(cairn_world* world, uint32_t* count);
const cairn_teleport_event* cairn_events_teleports(cairn_world* world, uint32_t* count);
const cairn_joint_event* cairn_events_breaks(cairn_world* world, uint32_t* count);
const cairn_joint_event* cairn_events_overloads(cairn_world* world, uint32_t* count);
const cairn_joint_event* cairn_events_overload_ends(cairn_world* world, uint32_t* count);
cairn_result cairn_world_sensor_overlaps(const cairn_world* world, cairn_overlap* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_cast_ray(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
cairn_result cairn_world_cast_ray_any(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
cairn_result cairn_world_cast_ray_sorted(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_cast_rays(const cairn_world* world, const cairn_ray* rays, uint32_t rays_count, const cairn_query_filter* filter, cairn_ray_answer* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_cast_circle(const cairn_world* world, float origin_x, float origin_y, float translation_x, float translation_y, float radius, const cairn_query_filter* filter, cairn_cast_result* out);
cairn_result cairn_world_cast_shape(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, float translation_x, float translation_y, const cairn_query_filter* filter, cairn_cast_result* out);
cairn_result cairn_world_nearest(const cairn_world* world, float point_x, float point_y, float radius, const cairn_query_filter* filter, cairn_nearest_result* out);
cairn_result cairn_world_nearest_all(const cairn_world* world, float point_x, float point_y, float radius, const cairn_query_filter* filter, cairn_nearest_result* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_separations(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, float reach, const cairn_query_filter* filter, cairn_separation_result* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_overlap_shape(const cairn_world* world, const cairn_geometry* geometry, float pose_x, float pose_y, float pose_angle, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_overlap_box(const cairn_world* world, float min_x, float min_y, float max_x, float max_y, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_overlap_point(const cairn_world* world, float point_x, float point_y, const cairn_query_filter* filter, cairn_shape_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_shapes_in_box(const cairn_world* world, float min_x, float min_y, float max_x, float max_y, const cairn_query_filter* filter, cairn_shape_in_box* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_shape_distance(const cairn_world* world, cairn_shape_id a, cairn_shape_id b, cairn_pair_result* out);
cairn_result cairn_world_body_distance(const cairn_world* world, cairn_body_id a, cairn_body_id b, cairn_pair_result* out);
cairn_result cairn_world_shape_impact(const cairn_world* world, cairn_shape_id a, cairn_shape_id b, float time, cairn_impact_result* out);
cairn_result cairn_world_body_impact(const cairn_world* world, cairn_body_id a, cairn_body_id b, float time, cairn_impact_result* out);
cairn_result cairn_world_try_explode(cairn_world* world, const cairn_explosion* explosion, uint32_t* out);
cairn_result cairn_world_try_add_field(cairn_world* world, const cairn_field_def* field, cairn_field_id* out);
cairn_result cairn_world_set_field(cairn_world* world, cairn_field_id id, const cairn_field_def* field);
cairn_result cairn_world_remove_field(cairn_world* world, cairn_field_id id);
cairn_result cairn_world_fields(const cairn_world* world, cairn_field_id* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_try_add_portals(cairn_world* world, const cairn_portal_pair* pair, cairn_portal_id* out);
cairn_result cairn_world_remove_portals(cairn_world* world, cairn_portal_id id);
cairn_result cairn_world_portals(const cairn_world* world, cairn_portals* out, uint32_t capacity, uint32_t* count);
cairn_result cairn_world_images(const cairn_world* world, cairn_body_id body, cairn_pose* out, uint32_t capacity, uint32_t* count);
]]
end

local C = load_library()

-- ---- Errors ----

local Error = {}
Error.__index = Error
Error.__name = "cairn2d.Error"

function Error:__tostring()
  return self.message
end

--- Kinds of errors by their negative codes.
local KINDS = {"null", "value", "stale", "shape", "kind", "definition", "snapshot", "poisoned", "panic", "record", "other"}

local function raise(message, kind)
  error(setmetatable({message = message, kind = kind}, Error), 0)
end

--- Raises the last error of the engine.
local function fail()
  raise(ffi.string(C.cairn_error_text()), KINDS[-C.cairn_last_error()] or "other")
end

--- Raises the error of a code, if it is one.
local function check(code)
  if code < 0 then fail() end
  return code
end

--- Text of a value in a message.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return '"' .. value .. '"' end
  if kind == "number" and value == math.floor(value) and math.abs(value) < 2 ^ 53 then return ("%d"):format(value) end
  if kind == "number" or kind == "boolean" or kind == "nil" then return tostring(value) end
  if kind == "cdata" then return (tostring(value):gsub("U?LL$", "")) end
  return "a " .. kind
end

local function bad(name, value, wanted)
  raise(("%s is %s, it must be %s"):format(name, shown(value), wanted), "value")
end

-- ---- Values ----

local u64, i64 = ffi.typeof("uint64_t"), ffi.typeof("int64_t")

local function number(value, name)
  if type(value) ~= "number" then bad(name, value, "a number") end
  return value
end

local function whole(value, name, least, most)
  if type(value) ~= "number" or value ~= math.floor(value) or value < least or value > most then
    bad(name, value, ("a whole number from %d to %d"):format(least, most))
  end
  return value
end

--- A whole number of 64 bits: a number that is exact, or a `uint64_t`.
local function wide(value, name)
  if type(value) == "number" then
    if value ~= math.floor(value) or math.abs(value) > 2 ^ 53 then bad(name, value, "a whole number") end
    if value < 0 then bad(name, value, "a whole number below 2^64") end
    return u64(value)
  end
  if type(value) == "cdata" then
    if ffi.istype(u64, value) then return u64(value) end
    if ffi.istype(i64, value) and value >= 0 then return u64(value) end
  end
  return bad(name, value, "a whole number")
end

local function truth(value, name)
  if type(value) ~= "boolean" then bad(name, value, "true or false") end
  return value
end

-- Names of the values of enums by number, and the numbers by name.
local NAMES, NUMBERS = {}, {}

local function enumeration(name, words)
  NAMES[name], NUMBERS[name] = {}, {}
  for n, word in ipairs(words) do
    NAMES[name][n - 1] = word
    NUMBERS[name][word] = n - 1
  end
end

--- Number of a value of an enum; a number is checked by the engine.
local function choice(value, enum, name)
  local found = NUMBERS[enum][value]
  if found then return found end
  if type(value) == "number" then return whole(value, name, 0, 0xffffffff) end
  local words = {}
  for n = 0, #NAMES[enum] do words[n + 1] = NAMES[enum][n] end
  return bad(name, value, "one of " .. table.concat(words, ", "))
end

local function point(to, value, name)
  local x, y
  if type(value) == "table" then x, y = value.x or value[1], value.y or value[2] end
  if type(x) ~= "number" or type(y) ~= "number" then bad(name, value, "a point: {x, y} or {x = x, y = y}") end
  to.x, to.y = x, y
end

-- ---- Objects of a world ----

local classes = {}

--- Makes a class of objects, which are a world and an id.
local function class(name)
  local made = {}
  made.__index = made
  made.__name = name

  --- Whether both are the same object of the same world.
  function made.__eq(a, b)
    return getmetatable(a) == getmetatable(b) and a._world == b._world and a._id == b._id
  end

  function made:__tostring()
    return ("%s(0x%s)"):format(name, (bit.tohex(self._id, 16):gsub("^0+(.)", "%1")))
  end

  --- The id as a `uint64_t`, the same in every copy of the world.
  function made:id()
    return self._id
  end

  --- The world of the object.
  function made:world()
    return self._world
  end

  classes[name] = made
  return made
end

local function make(kind, world, id)
  return setmetatable({_world = world, _id = id}, kind)
end

--- The object of an id; nil for the null id.
local function idAt(kind, world, id)
  if id == 0 then return nil end
  return make(kind, world, id)
end

--- Checks the object of an argument; nil is the null id.
local function handle(value, kind, world, name)
  if value == nil then return 0ULL end
  if type(value) ~= "table" or getmetatable(value) ~= kind then bad(name, value, "a " .. kind.__name) end
  if value._world ~= world then raise(("%s %s belongs to another world"):format(name, tostring(value)), "stale") end
  return value._id
end

-- ---- Definitions ----

-- Functions that set the fields of definitions, and those that set flags.
local SET, FLAGS, TYPES, SIZES, INIT = {}, {}, {}, {}, {}

--- Writes the fields of a definition over its defaults.
local function fill(struct, to, value, world, keep, name)
  if type(value) ~= "table" then bad(name, value, "a table") end
  local setters, flags = SET[struct], FLAGS[struct]
  for key, field in pairs(value) do
    local set = setters[key]
    if set then
      set(to, field, world, keep)
    elseif not flags[key] then
      raise(("%s has no field %s"):format(name, tostring(key)), "value")
    end
  end
  -- A flag that is given counts, whatever the fields beside it say.
  for key, set in pairs(flags) do
    if value[key] ~= nil then set(to, value[key]) end
  end
end

--- Makes a definition. `keep` holds its memory until the call has returned.
local function definition(struct, value, world, keep, name)
  local to = TYPES[struct]()
  keep[#keep + 1] = to
  INIT[struct](to, SIZES[struct])
  fill(struct, to, value, world, keep, name)
  return to
end

--- Makes an array of definitions.
local function items(struct, value, world, keep, name)
  if type(value) ~= "table" then bad(name, value, "a table") end
  local count = #value
  local to = ffi.new(ffi.typeof("$[?]", TYPES[struct]), math.max(1, count))
  keep[#keep + 1] = to
  for n = 1, count do
    INIT[struct](to[n - 1], SIZES[struct])
    fill(struct, to[n - 1], value[n], world, keep, name)
  end
  return to, count
end

--- Makes an array of points from points, or from numbers x, y, x, y.
local function points(value, keep, name)
  if type(value) ~= "table" then bad(name, value, "a table of points") end
  local flat = type(value[1]) == "number"
  if flat and #value % 2 ~= 0 then bad(name, value, "a table of points") end
  local count = flat and #value / 2 or #value
  local to = ffi.new("cairn_vec2[?]", math.max(1, count))
  keep[#keep + 1] = to
  for n = 0, count - 1 do
    if flat then
      to[n].x, to[n].y = number(value[2 * n + 1], name), number(value[2 * n + 2], name)
    else
      point(to[n], value[n + 1], name)
    end
  end
  return to, count
end

-- ---- Results ----

-- Memory for one result of each type, for a count, and for lists.
local COUNT, OUT, LISTS, ROOM = ffi.new("uint32_t[1]"), {}, {}, {}

local function enlarge(kind, count)
  ROOM[kind] = math.max(2 * ROOM[kind], count)
  LISTS[kind] = ffi.new(kind .. "[?]", ROOM[kind])
end

local function list(kind)
  ROOM[kind] = 32
  enlarge(kind, 64)
end

--- Iterates over the items of an array.
local function each(found)
  local n = 0
  return function()
    n = n + 1
    return found[n]
  end
end

local BYTES = ffi.new("cairn_bytes")

--- Bytes that a call wrote, as a string.
local function bytesOut(code)
  check(code)
  local text = ffi.string(BYTES.data, BYTES.len)
  C.cairn_bytes_free(BYTES)
  return text
end

local function bytesIn(value, name)
  if type(value) ~= "string" then bad(name, value, "a string of bytes") end
  return ffi.cast("const uint8_t*", value), #value
end

--- Makes a class of values that the collector frees, or `free`.
local function owned(name, of, free)
  local made = {}
  made.__index = made
  made.__name = name
  local null = ffi.cast("cairn_" .. of .. "*", nil)

  --- Frees the memory now. Later calls raise an error of kind `null`.
  function made:free()
    if self._at ~= null then
      free(ffi.gc(self._at, nil))
      self._at = null
    end
  end

  function made:__tostring()
    return name
  end

  return made, function(at)
    if at == null then fail() end
    return setmetatable({_at = ffi.gc(at, free)}, made)
  end
end

--- Checks that an argument is of a class.
local function instance(value, kind, name)
  if type(value) ~= "table" or getmetatable(value) ~= kind then bad(name, value, "a " .. kind.__name) end
  return value._at
end

enumeration("body_type", {"static", "kinematic", "dynamic"})
enumeration("shape_type", {"circle", "capsule", "segment", "box", "polygon"})
enumeration("joint_type", {"revolute", "distance", "prismatic", "wheel", "slot", "weld", "drive", "grab", "filter", "rotary", "gear", "rack", "pulley", "custom"})
enumeration("anchor_type", {"local", "world", "world_pair"})
enumeration("combine", {"geometric_mean", "average", "min", "multiply", "max"})
enumeration("lanes", {"fastest", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"})
enumeration("sensor_event_type", {"begin", "end"})
enumeration("area_type", {"everywhere", "box", "circle", "polygon"})
enumeration("effect_type", {"gravity", "attractor", "wind", "drag", "conveyor", "floor", "water", "time_flow"})
enumeration("falloff", {"constant", "inverse", "inverse_square"})
enumeration("primitive_type", {"outline", "line", "point"})
local Body = class "Body"
local Shape = class "Shape"
local Joint = class "Joint"
local Contact = class "Contact"
local Field = class "Field"
local Portal = class "Portal"
local World, newWorld = owned("World", "world", C.cairn_world_free)

-- ---- Fields of definitions ----

TYPES.world_config = ffi.typeof("cairn_world_config")
SIZES.world_config = ffi.sizeof("cairn_world_config")
INIT.world_config = C.cairn_world_config_init
SET.world_config = {
  gravity = function(to, v, w, keep)
    point(to.gravity, v, "gravity")
  end,
  subSteps = function(to, v, w, keep)
    to.sub_steps = whole(v, "subSteps", 0, 0xffffffff)
  end,
  sleeping = function(to, v, w, keep)
    to.sleeping = truth(v, "sleeping")
  end,
  layeredSleep = function(to, v, w, keep)
    to.layered_sleep = truth(v, "layeredSleep")
  end,
  continuous = function(to, v, w, keep)
    to.continuous = truth(v, "continuous")
  end,
  restitutionThreshold = function(to, v, w, keep)
    to.restitution_threshold = number(v, "restitutionThreshold")
  end,
  exactRestitution = function(to, v, w, keep)
    to.exact_restitution = number(v, "exactRestitution")
  end,
  maxLinearSpeed = function(to, v, w, keep)
    to.max_linear_speed = number(v, "maxLinearSpeed")
  end,
  maxAngularSpeed = function(to, v, w, keep)
    to.max_angular_speed = number(v, "maxAngularSpeed")
  end,
  contactHertz = function(to, v, w, keep)
    to.contact_hertz = number(v, "contactHertz")
  end,
  contactDampingRatio = function(to, v, w, keep)
    to.contact_damping_ratio = number(v, "contactDampingRatio")
  end,
  contactPushSpeed = function(to, v, w, keep)
    to.contact_push_speed = number(v, "contactPushSpeed")
  end,
  jointHertz = function(to, v, w, keep)
    to.joint_hertz = number(v, "jointHertz")
  end,
  jointDampingRatio = function(to, v, w, keep)
    to.joint_damping_ratio = number(v, "jointDampingRatio")
  end,
  threads = function(to, v, w, keep)
    to.threads = whole(v, "threads", 0, 0xffffffff)
  end,
  lanes = function(to, v, w, keep)
    to.lanes = choice(v, "lanes", "lanes")
  end,
  largeWorld = function(to, v, w, keep)
    to.large_world = truth(v, "largeWorld")
  end,
  idTag = function(to, v, w, keep)
    to.id_tag = whole(v, "idTag", 0, 0xffffffff)
  end,
}
FLAGS.world_config = {
}

TYPES.filter = ffi.typeof("cairn_filter")
SIZES.filter = ffi.sizeof("cairn_filter")
INIT.filter = C.cairn_filter_init
SET.filter = {
  category = function(to, v, w, keep)
    to.category = wide(v, "category")
  end,
  mask = function(to, v, w, keep)
    to.mask = wide(v, "mask")
  end,
  group = function(to, v, w, keep)
    to.group = whole(v, "group", -0x80000000, 0x7fffffff)
  end,
}
FLAGS.filter = {
}

TYPES.portal_pair = ffi.typeof("cairn_portal_pair")
SIZES.portal_pair = ffi.sizeof("cairn_portal_pair")
INIT.portal_pair = C.cairn_portal_pair_init
SET.portal_pair = {
  bodyA = function(to, v, w, keep)
    to.body_a = handle(v, Body, w, "bodyA")
  end,
  bodyB = function(to, v, w, keep)
    to.body_b = handle(v, Body, w, "bodyB")
  end,
  atA = function(to, v, w, keep)
    point(to.at_a, v, "atA")
  end,
  atB = function(to, v, w, keep)
    point(to.at_b, v, "atB")
  end,
  outA = function(to, v, w, keep)
    point(to.out_a, v, "outA")
  end,
  outB = function(to, v, w, keep)
    point(to.out_b, v, "outB")
  end,
  width = function(to, v, w, keep)
    to.width = number(v, "width")
  end,
  rims = function(to, v, w, keep)
    to.rims = truth(v, "rims")
  end,
}
FLAGS.portal_pair = {
}

TYPES.material = ffi.typeof("cairn_material")
SIZES.material = ffi.sizeof("cairn_material")
INIT.material = C.cairn_material_init
SET.material = {
  friction = function(to, v, w, keep)
    to.friction = number(v, "friction")
  end,
  restitution = function(to, v, w, keep)
    to.restitution = number(v, "restitution")
  end,
  rollingResistance = function(to, v, w, keep)
    to.rolling_resistance = number(v, "rollingResistance")
  end,
  tangentSpeed = function(to, v, w, keep)
    to.tangent_speed = number(v, "tangentSpeed")
  end,
  staticFriction = function(to, v, w, keep)
    to.has_static_friction = v ~= false
    if v == false then return end
    to.static_friction = number(v, "staticFriction")
  end,
  softnessHertz = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_hertz = number(v, "softnessHertz")
  end,
  softnessDampingRatio = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_damping_ratio = number(v, "softnessDampingRatio")
  end,
  id = function(to, v, w, keep)
    to.id = wide(v, "id")
  end,
  frictionCombine = function(to, v, w, keep)
    to.friction_combine = choice(v, "combine", "frictionCombine")
  end,
  restitutionCombine = function(to, v, w, keep)
    to.restitution_combine = choice(v, "combine", "restitutionCombine")
  end,
}
FLAGS.material = {
  hasStaticFriction = function(to, v) to.has_static_friction = truth(v, "hasStaticFriction") end,
  hasSoftness = function(to, v) to.has_softness = truth(v, "hasSoftness") end,
}

TYPES.material_pair = ffi.typeof("cairn_material_pair")
SIZES.material_pair = ffi.sizeof("cairn_material_pair")
INIT.material_pair = C.cairn_material_pair_init
SET.material_pair = {
  friction = function(to, v, w, keep)
    to.has_friction = v ~= false
    if v == false then return end
    to.friction = number(v, "friction")
  end,
  staticFriction = function(to, v, w, keep)
    to.has_static_friction = v ~= false
    if v == false then return end
    to.static_friction = number(v, "staticFriction")
  end,
  restitution = function(to, v, w, keep)
    to.has_restitution = v ~= false
    if v == false then return end
    to.restitution = number(v, "restitution")
  end,
  rollingResistance = function(to, v, w, keep)
    to.has_rolling_resistance = v ~= false
    if v == false then return end
    to.rolling_resistance = number(v, "rollingResistance")
  end,
  softnessHertz = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_hertz = number(v, "softnessHertz")
  end,
  softnessDampingRatio = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_damping_ratio = number(v, "softnessDampingRatio")
  end,
}
FLAGS.material_pair = {
  hasFriction = function(to, v) to.has_friction = truth(v, "hasFriction") end,
  hasStaticFriction = function(to, v) to.has_static_friction = truth(v, "hasStaticFriction") end,
  hasRestitution = function(to, v) to.has_restitution = truth(v, "hasRestitution") end,
  hasRollingResistance = function(to, v) to.has_rolling_resistance = truth(v, "hasRollingResistance") end,
  hasSoftness = function(to, v) to.has_softness = truth(v, "hasSoftness") end,
}

TYPES.geometry = ffi.typeof("cairn_geometry")
SIZES.geometry = ffi.sizeof("cairn_geometry")
INIT.geometry = C.cairn_geometry_init
SET.geometry = {
  kind = function(to, v, w, keep)
    to.kind = choice(v, "shape_type", "kind")
  end,
  a = function(to, v, w, keep)
    point(to.a, v, "a")
  end,
  b = function(to, v, w, keep)
    point(to.b, v, "b")
  end,
  radius = function(to, v, w, keep)
    to.radius = number(v, "radius")
  end,
  angle = function(to, v, w, keep)
    to.angle = number(v, "angle")
  end,
  points = function(to, v, w, keep)
    to.points, to.point_count = points(v, keep, "points")
  end,
}
FLAGS.geometry = {
}

TYPES.shape_def = ffi.typeof("cairn_shape_def")
SIZES.shape_def = ffi.sizeof("cairn_shape_def")
INIT.shape_def = C.cairn_shape_def_init
SET.shape_def = {
  geometry = function(to, v, w, keep)
    fill("geometry", to.geometry, v, w, keep, "geometry")
  end,
  density = function(to, v, w, keep)
    to.density = number(v, "density")
  end,
  material = function(to, v, w, keep)
    fill("material", to.material, v, w, keep, "material")
  end,
  filter = function(to, v, w, keep)
    fill("filter", to.filter, v, w, keep, "filter")
  end,
  oneWayDirection = function(to, v, w, keep)
    to.has_one_way = v ~= false
    if v == false then return end
    point(to.one_way_direction, v, "oneWayDirection")
  end,
  oneWayHalfAngle = function(to, v, w, keep)
    to.has_one_way = v ~= false
    if v == false then return end
    to.one_way_half_angle = number(v, "oneWayHalfAngle")
  end,
  reportHitsAbove = function(to, v, w, keep)
    to.reports_hits = v ~= false
    if v == false then return end
    to.report_hits_above = number(v, "reportHitsAbove")
  end,
  sensor = function(to, v, w, keep)
    to.sensor = truth(v, "sensor")
  end,
  sensorEvents = function(to, v, w, keep)
    to.has_sensor_events = true
    to.sensor_events = truth(v, "sensorEvents")
  end,
  hooked = function(to, v, w, keep)
    to.hooked = truth(v, "hooked")
  end,
  userData = function(to, v, w, keep)
    to.user_data = wide(v, "userData")
  end,
}
FLAGS.shape_def = {
  hasOneWay = function(to, v) to.has_one_way = truth(v, "hasOneWay") end,
  reportsHits = function(to, v) to.reports_hits = truth(v, "reportsHits") end,
  hasSensorEvents = function(to, v) to.has_sensor_events = truth(v, "hasSensorEvents") end,
}

TYPES.chain_def = ffi.typeof("cairn_chain_def")
SIZES.chain_def = ffi.sizeof("cairn_chain_def")
INIT.chain_def = C.cairn_chain_def_init
SET.chain_def = {
  points = function(to, v, w, keep)
    to.points, to.point_count = points(v, keep, "points")
  end,
  closed = function(to, v, w, keep)
    to.closed = truth(v, "closed")
  end,
  material = function(to, v, w, keep)
    fill("material", to.material, v, w, keep, "material")
  end,
  materials = function(to, v, w, keep)
    to.materials, to.material_count = items("material", v, w, keep, "materials")
  end,
  filter = function(to, v, w, keep)
    fill("filter", to.filter, v, w, keep, "filter")
  end,
  oneWayDirection = function(to, v, w, keep)
    to.has_one_way = v ~= false
    if v == false then return end
    point(to.one_way_direction, v, "oneWayDirection")
  end,
  oneWayHalfAngle = function(to, v, w, keep)
    to.has_one_way = v ~= false
    if v == false then return end
    to.one_way_half_angle = number(v, "oneWayHalfAngle")
  end,
}
FLAGS.chain_def = {
  hasOneWay = function(to, v) to.has_one_way = truth(v, "hasOneWay") end,
}

TYPES.mass = ffi.typeof("cairn_mass")
SIZES.mass = ffi.sizeof("cairn_mass")
INIT.mass = C.cairn_mass_init
SET.mass = {
  mass = function(to, v, w, keep)
    to.mass = number(v, "mass")
  end,
  center = function(to, v, w, keep)
    point(to.center, v, "center")
  end,
  inertia = function(to, v, w, keep)
    to.inertia = number(v, "inertia")
  end,
}
FLAGS.mass = {
}

TYPES.locks = ffi.typeof("cairn_locks")
SIZES.locks = ffi.sizeof("cairn_locks")
INIT.locks = C.cairn_locks_init
SET.locks = {
  x = function(to, v, w, keep)
    to.x = truth(v, "x")
  end,
  y = function(to, v, w, keep)
    to.y = truth(v, "y")
  end,
  rotation = function(to, v, w, keep)
    to.rotation = truth(v, "rotation")
  end,
}
FLAGS.locks = {
}

TYPES.body_def = ffi.typeof("cairn_body_def")
SIZES.body_def = ffi.sizeof("cairn_body_def")
INIT.body_def = C.cairn_body_def_init
SET.body_def = {
  kind = function(to, v, w, keep)
    to.kind = choice(v, "body_type", "kind")
  end,
  position = function(to, v, w, keep)
    point(to.position, v, "position")
  end,
  angle = function(to, v, w, keep)
    to.angle = number(v, "angle")
  end,
  velocity = function(to, v, w, keep)
    point(to.velocity, v, "velocity")
  end,
  angularVelocity = function(to, v, w, keep)
    to.angular_velocity = number(v, "angularVelocity")
  end,
  linearDamping = function(to, v, w, keep)
    to.linear_damping = number(v, "linearDamping")
  end,
  angularDamping = function(to, v, w, keep)
    to.angular_damping = number(v, "angularDamping")
  end,
  gravityScale = function(to, v, w, keep)
    to.gravity_scale = number(v, "gravityScale")
  end,
  sleepThreshold = function(to, v, w, keep)
    to.sleep_threshold = number(v, "sleepThreshold")
  end,
  canSleep = function(to, v, w, keep)
    to.can_sleep = truth(v, "canSleep")
  end,
  asleep = function(to, v, w, keep)
    to.asleep = truth(v, "asleep")
  end,
  disabled = function(to, v, w, keep)
    to.disabled = truth(v, "disabled")
  end,
  locks = function(to, v, w, keep)
    fill("locks", to.locks, v, w, keep, "locks")
  end,
  bullet = function(to, v, w, keep)
    to.bullet = truth(v, "bullet")
  end,
  joined = function(to, v, w, keep)
    to.joined = truth(v, "joined")
  end,
  sweepThreshold = function(to, v, w, keep)
    to.sweep_threshold = number(v, "sweepThreshold")
  end,
  timeScale = function(to, v, w, keep)
    to.time_scale = number(v, "timeScale")
  end,
  dominance = function(to, v, w, keep)
    to.dominance = whole(v, "dominance", -0x80000000, 0x7fffffff)
  end,
  mass = function(to, v, w, keep)
    to.has_mass = v ~= false
    if v == false then return end
    fill("mass", to.mass, v, w, keep, "mass")
  end,
  userData = function(to, v, w, keep)
    to.user_data = wide(v, "userData")
  end,
  shapes = function(to, v, w, keep)
    to.shapes, to.shape_count = items("shape_def", v, w, keep, "shapes")
  end,
  chains = function(to, v, w, keep)
    to.chains, to.chain_count = items("chain_def", v, w, keep, "chains")
  end,
}
FLAGS.body_def = {
  hasMass = function(to, v) to.has_mass = truth(v, "hasMass") end,
}

TYPES.joint_def = ffi.typeof("cairn_joint_def")
SIZES.joint_def = ffi.sizeof("cairn_joint_def")
INIT.joint_def = C.cairn_joint_def_init
SET.joint_def = {
  kind = function(to, v, w, keep)
    to.kind = choice(v, "joint_type", "kind")
  end,
  bodyA = function(to, v, w, keep)
    to.body_a = handle(v, Body, w, "bodyA")
  end,
  bodyB = function(to, v, w, keep)
    to.body_b = handle(v, Body, w, "bodyB")
  end,
  anchor = function(to, v, w, keep)
    to.anchor = choice(v, "anchor_type", "anchor")
  end,
  anchorA = function(to, v, w, keep)
    point(to.anchor_a, v, "anchorA")
  end,
  anchorB = function(to, v, w, keep)
    point(to.anchor_b, v, "anchorB")
  end,
  angleA = function(to, v, w, keep)
    to.angle_a = number(v, "angleA")
  end,
  angleB = function(to, v, w, keep)
    to.angle_b = number(v, "angleB")
  end,
  along = function(to, v, w, keep)
    to.has_along = v ~= false
    if v == false then return end
    point(to.along, v, "along")
  end,
  collideConnected = function(to, v, w, keep)
    to.has_collide_connected = true
    to.collide_connected = truth(v, "collideConnected")
  end,
  length = function(to, v, w, keep)
    to.has_length = v ~= false
    if v == false then return end
    to.length = number(v, "length")
  end,
  lower = function(to, v, w, keep)
    to.enable_limits = v ~= false
    if v == false then return end
    to.lower = number(v, "lower")
  end,
  upper = function(to, v, w, keep)
    to.enable_limits = v ~= false
    if v == false then return end
    to.upper = number(v, "upper")
  end,
  motorSpeed = function(to, v, w, keep)
    to.enable_motor = v ~= false
    if v == false then return end
    to.motor_speed = number(v, "motorSpeed")
  end,
  motorStrength = function(to, v, w, keep)
    to.enable_motor = v ~= false
    if v == false then return end
    to.motor_strength = number(v, "motorStrength")
  end,
  springHertz = function(to, v, w, keep)
    to.enable_spring = v ~= false
    if v == false then return end
    to.spring_hertz = number(v, "springHertz")
  end,
  springDampingRatio = function(to, v, w, keep)
    to.enable_spring = v ~= false
    if v == false then return end
    to.spring_damping_ratio = number(v, "springDampingRatio")
  end,
  springTarget = function(to, v, w, keep)
    to.enable_spring = v ~= false
    if v == false then return end
    to.spring_target = number(v, "springTarget")
  end,
  springLower = function(to, v, w, keep)
    to.has_spring_range = v ~= false
    if v == false then return end
    to.spring_lower = number(v, "springLower")
  end,
  springUpper = function(to, v, w, keep)
    to.has_spring_range = v ~= false
    if v == false then return end
    to.spring_upper = number(v, "springUpper")
  end,
  servoTarget = function(to, v, w, keep)
    to.enable_servo = v ~= false
    if v == false then return end
    to.servo_target = number(v, "servoTarget")
  end,
  servoMaxSpeed = function(to, v, w, keep)
    to.enable_servo = v ~= false
    if v == false then return end
    to.servo_max_speed = number(v, "servoMaxSpeed")
  end,
  servoStrength = function(to, v, w, keep)
    to.enable_servo = v ~= false
    if v == false then return end
    to.servo_strength = number(v, "servoStrength")
  end,
  linearMotorVelocity = function(to, v, w, keep)
    to.enable_linear_motor = v ~= false
    if v == false then return end
    point(to.linear_motor_velocity, v, "linearMotorVelocity")
  end,
  linearMotorMaxForce = function(to, v, w, keep)
    to.enable_linear_motor = v ~= false
    if v == false then return end
    to.linear_motor_max_force = number(v, "linearMotorMaxForce")
  end,
  linearSpringHertz = function(to, v, w, keep)
    to.enable_linear_spring = v ~= false
    if v == false then return end
    to.linear_spring_hertz = number(v, "linearSpringHertz")
  end,
  linearSpringDampingRatio = function(to, v, w, keep)
    to.enable_linear_spring = v ~= false
    if v == false then return end
    to.linear_spring_damping_ratio = number(v, "linearSpringDampingRatio")
  end,
  linearSpringMaxForce = function(to, v, w, keep)
    to.enable_linear_spring = v ~= false
    if v == false then return end
    to.linear_spring_max_force = number(v, "linearSpringMaxForce")
  end,
  ratchetPitch = function(to, v, w, keep)
    to.has_ratchet = v ~= false
    if v == false then return end
    to.ratchet_pitch = number(v, "ratchetPitch")
  end,
  ratchetPhase = function(to, v, w, keep)
    to.has_ratchet = v ~= false
    if v == false then return end
    to.ratchet_phase = number(v, "ratchetPhase")
  end,
  ratio = function(to, v, w, keep)
    to.ratio = number(v, "ratio")
  end,
  overA = function(to, v, w, keep)
    point(to.over_a, v, "overA")
  end,
  overB = function(to, v, w, keep)
    point(to.over_b, v, "overB")
  end,
  slack = function(to, v, w, keep)
    to.slack = truth(v, "slack")
  end,
  target = function(to, v, w, keep)
    point(to.target, v, "target")
  end,
  softnessHertz = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_hertz = number(v, "softnessHertz")
  end,
  softnessDampingRatio = function(to, v, w, keep)
    to.has_softness = v ~= false
    if v == false then return end
    to.softness_damping_ratio = number(v, "softnessDampingRatio")
  end,
  breakForce = function(to, v, w, keep)
    to.has_break_force = v ~= false
    if v == false then return end
    to.break_force = number(v, "breakForce")
  end,
  breakTorque = function(to, v, w, keep)
    to.has_break_torque = v ~= false
    if v == false then return end
    to.break_torque = number(v, "breakTorque")
  end,
  reportForce = function(to, v, w, keep)
    to.has_report_force = v ~= false
    if v == false then return end
    to.report_force = number(v, "reportForce")
  end,
  reportTorque = function(to, v, w, keep)
    to.has_report_torque = v ~= false
    if v == false then return end
    to.report_torque = number(v, "reportTorque")
  end,
  disabled = function(to, v, w, keep)
    to.disabled = truth(v, "disabled")
  end,
  userData = function(to, v, w, keep)
    to.user_data = wide(v, "userData")
  end,
}
FLAGS.joint_def = {
  hasAlong = function(to, v) to.has_along = truth(v, "hasAlong") end,
  hasCollideConnected = function(to, v) to.has_collide_connected = truth(v, "hasCollideConnected") end,
  hasLength = function(to, v) to.has_length = truth(v, "hasLength") end,
  enableLimits = function(to, v) to.enable_limits = truth(v, "enableLimits") end,
  enableMotor = function(to, v) to.enable_motor = truth(v, "enableMotor") end,
  enableSpring = function(to, v) to.enable_spring = truth(v, "enableSpring") end,
  hasSpringRange = function(to, v) to.has_spring_range = truth(v, "hasSpringRange") end,
  enableServo = function(to, v) to.enable_servo = truth(v, "enableServo") end,
  enableLinearMotor = function(to, v) to.enable_linear_motor = truth(v, "enableLinearMotor") end,
  enableLinearSpring = function(to, v) to.enable_linear_spring = truth(v, "enableLinearSpring") end,
  hasRatchet = function(to, v) to.has_ratchet = truth(v, "hasRatchet") end,
  hasSoftness = function(to, v) to.has_softness = truth(v, "hasSoftness") end,
  hasBreakForce = function(to, v) to.has_break_force = truth(v, "hasBreakForce") end,
  hasBreakTorque = function(to, v) to.has_break_torque = truth(v, "hasBreakTorque") end,
  hasReportForce = function(to, v) to.has_report_force = truth(v, "hasReportForce") end,
  hasReportTorque = function(to, v) to.has_report_torque = truth(v, "hasReportTorque") end,
}

TYPES.field_def = ffi.typeof("cairn_field_def")
SIZES.field_def = ffi.sizeof("cairn_field_def")
INIT.field_def = C.cairn_field_def_init
SET.field_def = {
  area = function(to, v, w, keep)
    to.area = choice(v, "area_type", "area")
  end,
  areaA = function(to, v, w, keep)
    point(to.area_a, v, "areaA")
  end,
  areaB = function(to, v, w, keep)
    point(to.area_b, v, "areaB")
  end,
  areaRadius = function(to, v, w, keep)
    to.area_radius = number(v, "areaRadius")
  end,
  areaPoints = function(to, v, w, keep)
    to.area_points, to.area_point_count = points(v, keep, "areaPoints")
  end,
  effect = function(to, v, w, keep)
    to.effect = choice(v, "effect_type", "effect")
  end,
  vector = function(to, v, w, keep)
    point(to.vector, v, "vector")
  end,
  strength = function(to, v, w, keep)
    to.strength = number(v, "strength")
  end,
  falloff = function(to, v, w, keep)
    to.falloff = choice(v, "falloff", "falloff")
  end,
  minDistance = function(to, v, w, keep)
    to.min_distance = number(v, "minDistance")
  end,
  density = function(to, v, w, keep)
    to.density = number(v, "density")
  end,
  drag = function(to, v, w, keep)
    to.drag = number(v, "drag")
  end,
  lift = function(to, v, w, keep)
    to.lift = number(v, "lift")
  end,
  angular = function(to, v, w, keep)
    to.angular = number(v, "angular")
  end,
  priority = function(to, v, w, keep)
    to.priority = whole(v, "priority", -0x80000000, 0x7fffffff)
  end,
  exclusive = function(to, v, w, keep)
    to.has_exclusive = true
    to.exclusive = truth(v, "exclusive")
  end,
  mask = function(to, v, w, keep)
    to.mask = wide(v, "mask")
  end,
  disabled = function(to, v, w, keep)
    to.disabled = truth(v, "disabled")
  end,
  userData = function(to, v, w, keep)
    to.user_data = wide(v, "userData")
  end,
}
FLAGS.field_def = {
  hasExclusive = function(to, v) to.has_exclusive = truth(v, "hasExclusive") end,
}

TYPES.query_filter = ffi.typeof("cairn_query_filter")
SIZES.query_filter = ffi.sizeof("cairn_query_filter")
INIT.query_filter = C.cairn_query_filter_init
SET.query_filter = {
  collision = function(to, v, w, keep)
    to.has_collision = v ~= false
    if v == false then return end
    fill("filter", to.collision, v, w, keep, "collision")
  end,
  ignoreBody = function(to, v, w, keep)
    to.ignore_body = handle(v, Body, w, "ignoreBody")
  end,
  sensors = function(to, v, w, keep)
    to.sensors = truth(v, "sensors")
  end,
  honorOneWay = function(to, v, w, keep)
    to.honor_one_way = truth(v, "honorOneWay")
  end,
}
FLAGS.query_filter = {
  hasCollision = function(to, v) to.has_collision = truth(v, "hasCollision") end,
}

TYPES.explosion = ffi.typeof("cairn_explosion")
SIZES.explosion = ffi.sizeof("cairn_explosion")
INIT.explosion = C.cairn_explosion_init
SET.explosion = {
  center = function(to, v, w, keep)
    point(to.center, v, "center")
  end,
  radius = function(to, v, w, keep)
    to.radius = number(v, "radius")
  end,
  falloff = function(to, v, w, keep)
    to.falloff = number(v, "falloff")
  end,
  impulsePerLength = function(to, v, w, keep)
    to.impulse_per_length = number(v, "impulsePerLength")
  end,
  mask = function(to, v, w, keep)
    to.mask = wide(v, "mask")
  end,
}
FLAGS.explosion = {
}

TYPES.body_impulse = ffi.typeof("cairn_body_impulse")
SIZES.body_impulse = ffi.sizeof("cairn_body_impulse")
INIT.body_impulse = C.cairn_body_impulse_init
SET.body_impulse = {
  body = function(to, v, w, keep)
    to.body = handle(v, Body, w, "body")
  end,
  impulse = function(to, v, w, keep)
    point(to.impulse, v, "impulse")
  end,
  angular = function(to, v, w, keep)
    to.angular = number(v, "angular")
  end,
}
FLAGS.body_impulse = {
}

TYPES.ray = ffi.typeof("cairn_ray")
SIZES.ray = ffi.sizeof("cairn_ray")
INIT.ray = C.cairn_ray_init
SET.ray = {
  origin = function(to, v, w, keep)
    point(to.origin, v, "origin")
  end,
  translation = function(to, v, w, keep)
    point(to.translation, v, "translation")
  end,
}
FLAGS.ray = {
}

-- ---- Results ----

local read = {}

function read.filter(w, at)
  return {
    category = at.category,
    mask = at.mask,
    group = at.group,
  }
end

function read.portals(w, at)
  return {
    id = idAt(Portal, w, at.id),
    openingA = {x = at.opening_a.p.x, y = at.opening_a.p.y, cos = at.opening_a.q.c, sin = at.opening_a.q.s},
    openingB = {x = at.opening_b.p.x, y = at.opening_b.p.y, cos = at.opening_b.q.c, sin = at.opening_b.q.s},
    bodyA = idAt(Body, w, at.body_a),
    bodyB = idAt(Body, w, at.body_b),
    frameA = {x = at.frame_a.p.x, y = at.frame_a.p.y, cos = at.frame_a.q.c, sin = at.frame_a.q.s},
    frameB = {x = at.frame_b.p.x, y = at.frame_b.p.y, cos = at.frame_b.q.c, sin = at.frame_b.q.s},
    width = at.width,
    hasRims = at.has_rims,
  }
end

function read.teleport_event(w, at)
  return {
    body = idAt(Body, w, at.body),
    userData = at.user_data,
    portals = idAt(Portal, w, at.portals),
    from = {x = at.from.p.x, y = at.from.p.y, cos = at.from.q.c, sin = at.from.q.s},
    to = {x = at.to.p.x, y = at.to.p.y, cos = at.to.q.c, sin = at.to.q.s},
  }
end

function read.material(w, at)
  return {
    friction = at.friction,
    restitution = at.restitution,
    rollingResistance = at.rolling_resistance,
    tangentSpeed = at.tangent_speed,
    staticFriction = at.has_static_friction and at.static_friction or nil,
    softnessHertz = at.has_softness and at.softness_hertz or nil,
    softnessDampingRatio = at.has_softness and at.softness_damping_ratio or nil,
    id = at.id,
    frictionCombine = NAMES.combine[at.friction_combine],
    restitutionCombine = NAMES.combine[at.restitution_combine],
  }
end

function read.material_pair(w, at)
  return {
    friction = at.has_friction and at.friction or nil,
    staticFriction = at.has_static_friction and at.static_friction or nil,
    restitution = at.has_restitution and at.restitution or nil,
    rollingResistance = at.has_rolling_resistance and at.rolling_resistance or nil,
    softnessHertz = at.has_softness and at.softness_hertz or nil,
    softnessDampingRatio = at.has_softness and at.softness_damping_ratio or nil,
  }
end

function read.geometry(w, at)
  return {
    kind = NAMES.shape_type[at.kind],
    a = {x = at.a.x, y = at.a.y},
    b = {x = at.b.x, y = at.b.y},
    radius = at.radius,
    angle = at.angle,
  }
end

function read.mass(w, at)
  return {
    mass = at.mass,
    center = {x = at.center.x, y = at.center.y},
    inertia = at.inertia,
  }
end

function read.locks(w, at)
  return {
    x = at.x,
    y = at.y,
    rotation = at.rotation,
  }
end

function read.box(w, at)
  return {
    min = {x = at.min.x, y = at.min.y},
    max = {x = at.max.x, y = at.max.y},
  }
end

function read.step_report(w, at)
  return {
    awakeBodies = at.awake_bodies,
    awakeContacts = at.awake_contacts,
    solvedContacts = at.solved_contacts,
    solvedJoints = at.solved_joints,
    colors = at.colors,
    overflowConstraints = at.overflow_constraints,
    newContacts = at.new_contacts,
    impacts = at.impacts,
    continuousBodies = at.continuous_bodies,
    sensorOverlaps = at.sensor_overlaps,
    cappedBodies = at.capped_bodies,
    brokenJoints = at.broken_joints,
  }
end

function read.counts(w, at)
  return {
    bodies = at.bodies,
    awakeBodies = at.awake_bodies,
    sleepingBodies = at.sleeping_bodies,
    shapes = at.shapes,
    sensors = at.sensors,
    contacts = at.contacts,
    touchingContacts = at.touching_contacts,
    joints = at.joints,
    awakeIslands = at.awake_islands,
    sleepingIslands = at.sleeping_islands,
  }
end

function read.impulse_counts(w, at)
  return {
    applied = at.applied,
    stale = at.stale,
    asleep = at.asleep,
    unmoved = at.unmoved,
  }
end

function read.cast_result(w, at)
  return {
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    fraction = at.fraction,
    point = {x = at.point.x, y = at.point.y},
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.ray(w, at)
  return {
    origin = {x = at.origin.x, y = at.origin.y},
    translation = {x = at.translation.x, y = at.translation.y},
  }
end

function read.ray_answer(w, at)
  return {
    hasHit = at.has_hit,
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    fraction = at.fraction,
    point = {x = at.point.x, y = at.point.y},
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.nearest_result(w, at)
  return {
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    point = {x = at.point.x, y = at.point.y},
    distance = at.distance,
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.separation_result(w, at)
  return {
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    distance = at.distance,
    point = {x = at.point.x, y = at.point.y},
    ownPoint = {x = at.own_point.x, y = at.own_point.y},
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.pair_result(w, at)
  return {
    shapeA = idAt(Shape, w, at.shape_a),
    shapeB = idAt(Shape, w, at.shape_b),
    distance = at.distance,
    pointA = {x = at.point_a.x, y = at.point_a.y},
    pointB = {x = at.point_b.x, y = at.point_b.y},
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.impact_result(w, at)
  return {
    shapeA = idAt(Shape, w, at.shape_a),
    shapeB = idAt(Shape, w, at.shape_b),
    time = at.time,
    point = {x = at.point.x, y = at.point.y},
    normal = {x = at.normal.x, y = at.normal.y},
  }
end

function read.shape_in_box(w, at)
  return {
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    pose = {x = at.pose.p.x, y = at.pose.p.y, cos = at.pose.q.c, sin = at.pose.q.s},
    center = {x = at.center.x, y = at.center.y},
    velocity = {x = at.velocity.x, y = at.velocity.y},
    angularVelocity = at.angular_velocity,
  }
end

function read.contact_point(w, at)
  return {
    point = {x = at.point.x, y = at.point.y},
    separation = at.separation,
    normalImpulse = at.normal_impulse,
    tangentImpulse = at.tangent_impulse,
    feature = at.feature,
  }
end

function read.party(w, at)
  return {
    shape = idAt(Shape, w, at.shape),
    body = idAt(Body, w, at.body),
    shapeData = at.shape_data,
    bodyData = at.body_data,
  }
end

function read.touch_event(w, at)
  return {
    contact = idAt(Contact, w, at.contact),
    a = read.party(w, at.a),
    b = read.party(w, at.b),
  }
end

function read.hit_event(w, at)
  return {
    contact = idAt(Contact, w, at.contact),
    a = read.party(w, at.a),
    b = read.party(w, at.b),
    point = {x = at.point.x, y = at.point.y},
    normal = {x = at.normal.x, y = at.normal.y},
    approachSpeed = at.approach_speed,
    impulse = at.impulse,
  }
end

function read.sensor_event(w, at)
  return {
    kind = NAMES.sensor_event_type[at.kind],
    sensor = read.party(w, at.sensor),
    visitor = read.party(w, at.visitor),
  }
end

function read.move_event(w, at)
  return {
    body = idAt(Body, w, at.body),
    userData = at.user_data,
    pose = {x = at.pose.p.x, y = at.pose.p.y, cos = at.pose.q.c, sin = at.pose.q.s},
  }
end

function read.sleep_event(w, at)
  return {
    body = idAt(Body, w, at.body),
    userData = at.user_data,
  }
end

function read.joint_event(w, at)
  return {
    joint = idAt(Joint, w, at.joint),
    userData = at.user_data,
    bodyA = idAt(Body, w, at.body_a),
    bodyB = idAt(Body, w, at.body_b),
    dataA = at.data_a,
    dataB = at.data_b,
    force = {x = at.force.x, y = at.force.y},
    torque = at.torque,
  }
end

function read.range(w, at)
  return {
    lower = at.lower,
    upper = at.upper,
  }
end

function read.motor(w, at)
  return {
    speed = at.speed,
    strength = at.strength,
  }
end

function read.spring(w, at)
  return {
    hertz = at.hertz,
    dampingRatio = at.damping_ratio,
    target = at.target,
  }
end

function read.servo(w, at)
  return {
    target = at.target,
    maxSpeed = at.max_speed,
    strength = at.strength,
  }
end

function read.linear_motor(w, at)
  return {
    velocity = {x = at.velocity.x, y = at.velocity.y},
    maxForce = at.max_force,
  }
end

function read.linear_spring(w, at)
  return {
    hertz = at.hertz,
    dampingRatio = at.damping_ratio,
    maxForce = at.max_force,
  }
end

function read.load_limit(w, at)
  return {
    force = at.has_force and at.force or nil,
    torque = at.has_torque and at.torque or nil,
  }
end

function read.pair_of_bodies(w, at)
  return {
    a = idAt(Body, w, at.a),
    b = idAt(Body, w, at.b),
  }
end

function read.pair_of_shapes(w, at)
  return {
    a = idAt(Shape, w, at.a),
    b = idAt(Shape, w, at.b),
  }
end

function read.pair_of_poses(w, at)
  return {
    a = {x = at.a.p.x, y = at.a.p.y, cos = at.a.q.c, sin = at.a.q.s},
    b = {x = at.b.p.x, y = at.b.p.y, cos = at.b.q.c, sin = at.b.q.s},
  }
end

function read.pair_of_points(w, at)
  return {
    a = {x = at.a.x, y = at.a.y},
    b = {x = at.b.x, y = at.b.y},
  }
end

function read.overlap(w, at)
  return {
    sensor = idAt(Shape, w, at.sensor),
    visitor = idAt(Shape, w, at.visitor),
  }
end

function read.one_way(w, at)
  return {
    direction = {x = at.direction.x, y = at.direction.y},
    halfAngle = at.half_angle,
  }
end

function read.primitive(w, at)
  return {
    kind = NAMES.primitive_type[at.kind],
    color = at.color,
    first = at.first,
    count = at.count,
    radius = at.radius,
  }
end

local function update_step_report(at, report)
  report.awakeBodies = at.awake_bodies
  report.awakeContacts = at.awake_contacts
  report.solvedContacts = at.solved_contacts
  report.solvedJoints = at.solved_joints
  report.colors = at.colors
  report.overflowConstraints = at.overflow_constraints
  report.newContacts = at.new_contacts
  report.impacts = at.impacts
  report.continuousBodies = at.continuous_bodies
  report.sensorOverlaps = at.sensor_overlaps
  report.cappedBodies = at.capped_bodies
  report.brokenJoints = at.broken_joints
  return report
end

OUT.body_id = ffi.new("cairn_body_id[1]")
OUT.body_type = ffi.new("cairn_body_type[1]")
OUT.bool = ffi.new("bool[1]")
OUT.box = ffi.new("cairn_box")
OUT.cast_result = ffi.new("cairn_cast_result")
OUT.counts = ffi.new("cairn_counts")
OUT.double = ffi.new("double[1]")
OUT.dvec2 = ffi.new("cairn_dvec2")
OUT.field_id = ffi.new("cairn_field_id[1]")
OUT.filter = ffi.new("cairn_filter")
OUT.float = ffi.new("float[1]")
OUT.impact_result = ffi.new("cairn_impact_result")
OUT.impulse_counts = ffi.new("cairn_impulse_counts")
OUT.int32_t = ffi.new("int32_t[1]")
OUT.joint_id = ffi.new("cairn_joint_id[1]")
OUT.joint_type = ffi.new("cairn_joint_type[1]")
OUT.linear_motor = ffi.new("cairn_linear_motor")
OUT.linear_spring = ffi.new("cairn_linear_spring")
OUT.load_limit = ffi.new("cairn_load_limit")
OUT.locks = ffi.new("cairn_locks")
OUT.mass = ffi.new("cairn_mass")
OUT.material = ffi.new("cairn_material")
OUT.material_pair = ffi.new("cairn_material_pair")
OUT.motor = ffi.new("cairn_motor")
OUT.nearest_result = ffi.new("cairn_nearest_result")
OUT.one_way = ffi.new("cairn_one_way")
OUT.pair_of_bodies = ffi.new("cairn_pair_of_bodies")
OUT.pair_of_points = ffi.new("cairn_pair_of_points")
OUT.pair_of_poses = ffi.new("cairn_pair_of_poses")
OUT.pair_of_shapes = ffi.new("cairn_pair_of_shapes")
OUT.pair_result = ffi.new("cairn_pair_result")
OUT.portal_id = ffi.new("cairn_portal_id[1]")
OUT.pose = ffi.new("cairn_pose")
OUT.range = ffi.new("cairn_range")
OUT.rot = ffi.new("cairn_rot")
OUT.servo = ffi.new("cairn_servo")
OUT.shape_id = ffi.new("cairn_shape_id[1]")
OUT.shape_type = ffi.new("cairn_shape_type[1]")
OUT.spring = ffi.new("cairn_spring")
OUT.step_report = ffi.new("cairn_step_report")
OUT.uint32_t = ffi.new("uint32_t[1]")
OUT.uint64_t = ffi.new("uint64_t[1]")
OUT.vec2 = ffi.new("cairn_vec2")
list "cairn_body_id"
list "cairn_cast_result"
list "cairn_contact_id"
list "cairn_contact_point"
list "cairn_field_id"
list "cairn_joint_id"
list "cairn_nearest_result"
list "cairn_overlap"
list "cairn_portals"
list "cairn_pose"
list "cairn_ray_answer"
list "cairn_separation_result"
list "cairn_shape_id"
list "cairn_shape_in_box"
list "cairn_vec2"

-- ---- Body ----

--- Returns whether the body exists.
function Body:exists()
  local out = OUT.bool
  local code = C.cairn_body_get_exists(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the body is static, kinematic or dynamic.
function Body:kind()
  local out = OUT.body_type
  local code = C.cairn_body_get_kind(self._world._at, self._id, out)
  if code < 0 then fail() end
  return NAMES.body_type[out[0]]
end

--- Returns the position of the origin and the rotation.
function Body:pose()
  local out = OUT.pose
  local code = C.cairn_body_get_pose(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.p.x, out.p.y, out.q.c, out.q.s
end

--- Returns the position of the origin.
function Body:position()
  local out = OUT.vec2
  local code = C.cairn_body_get_position(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the position of the origin with 64 bits.
function Body:position64()
  local out = OUT.dvec2
  local code = C.cairn_body_get_position64(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the pose relative to a point of the world.
function Body:poseFrom(originX, originY)
  local out = OUT.pose
  local code = C.cairn_body_get_pose_from(self._world._at, self._id, number(originX, "originX"), number(originY, "originY"), out)
  if code < 0 then fail() end
  return out.p.x, out.p.y, out.q.c, out.q.s
end

--- Returns the rotation.
function Body:rotation()
  local out = OUT.rot
  local code = C.cairn_body_get_rotation(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.c, out.s
end

--- Returns the rotation, from -pi to pi.
function Body:angle()
  local out = OUT.float
  local code = C.cairn_body_get_angle(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the centre of mass in world coordinates.
function Body:center()
  local out = OUT.vec2
  local code = C.cairn_body_get_center(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the centre of mass with 64 bits.
function Body:center64()
  local out = OUT.dvec2
  local code = C.cairn_body_get_center64(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the velocity of the centre of mass.
function Body:velocity()
  local out = OUT.vec2
  local code = C.cairn_body_get_velocity(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the angular velocity.
function Body:angularVelocity()
  local out = OUT.float
  local code = C.cairn_body_get_angular_velocity(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the velocity of a point of the body.
function Body:velocityAt(pointX, pointY)
  local out = OUT.vec2
  local code = C.cairn_body_get_velocity_at(self._world._at, self._id, number(pointX, "pointX"), number(pointY, "pointY"), out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the pose after a time of free motion.
function Body:poseAfter(time)
  local out = OUT.pose
  local code = C.cairn_body_get_pose_after(self._world._at, self._id, number(time, "time"), out)
  if code < 0 then fail() end
  return out.p.x, out.p.y, out.q.c, out.q.s
end

--- Returns the mass, zero unless the body is dynamic.
function Body:mass()
  local out = OUT.mass
  local code = C.cairn_body_get_mass(self._world._at, self._id, out)
  if code < 0 then fail() end
  return read.mass(self._world, out)
end

--- Returns the mass that replaces that of the shapes.
function Body:givenMass()
  local out = OUT.mass
  local code = C.cairn_body_given_mass(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.mass(self._world, out)
end

--- Returns the kinetic energy.
function Body:kineticEnergy()
  local out = OUT.float
  local code = C.cairn_body_get_kinetic_energy(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the body is awake.
function Body:isAwake()
  local out = OUT.bool
  local code = C.cairn_body_get_is_awake(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the body sleeps.
function Body:isAsleep()
  local out = OUT.bool
  local code = C.cairn_body_get_is_asleep(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the body is enabled.
function Body:isEnabled()
  local out = OUT.bool
  local code = C.cairn_body_get_is_enabled(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the factor on gravity.
function Body:gravityScale()
  local out = OUT.float
  local code = C.cairn_body_get_gravity_scale(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the damping rate of the velocity.
function Body:linearDamping()
  local out = OUT.float
  local code = C.cairn_body_get_linear_damping(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the damping rate of the angular velocity.
function Body:angularDamping()
  local out = OUT.float
  local code = C.cairn_body_get_angular_damping(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the locked directions.
function Body:locks()
  local out = OUT.locks
  local code = C.cairn_body_get_locks(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y, out.rotation
end

--- Returns the speed under which the body may fall asleep.
function Body:sleepThreshold()
  local out = OUT.float
  local code = C.cairn_body_get_sleep_threshold(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether continuous collision applies to dynamic bodies.
function Body:isBullet()
  local out = OUT.bool
  local code = C.cairn_body_get_is_bullet(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the shapes are parts of one solid.
function Body:isJoined()
  local out = OUT.bool
  local code = C.cairn_body_get_is_joined(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the motion above which the body is swept.
function Body:sweepThreshold()
  local out = OUT.float
  local code = C.cairn_body_get_sweep_threshold(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the time scale of the body.
function Body:timeScale()
  local out = OUT.float
  local code = C.cairn_body_get_time_scale(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the dominance.
function Body:dominance()
  local out = OUT.int32_t
  local code = C.cairn_body_get_dominance(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the body may fall asleep.
function Body:canSleep()
  local out = OUT.bool
  local code = C.cairn_body_get_can_sleep(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the user data.
function Body:userData()
  local out = OUT.uint64_t
  local code = C.cairn_body_get_user_data(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Lists the shapes in the order in which they were added.
function Body:shapes()
  check(C.cairn_body_shapes(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_body_shapes(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self._world, all[n - 1]) end
  return found
end

--- Lists the contacts, newest first.
function Body:contacts()
  check(C.cairn_body_contacts(self._world._at, self._id, LISTS.cairn_contact_id, ROOM.cairn_contact_id, COUNT))
  if COUNT[0] > ROOM.cairn_contact_id then
    enlarge("cairn_contact_id", COUNT[0])
    check(C.cairn_body_contacts(self._world._at, self._id, LISTS.cairn_contact_id, ROOM.cairn_contact_id, COUNT))
  end
  local all, found = LISTS.cairn_contact_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Contact, self._world, all[n - 1]) end
  return found
end

--- Lists the joints, newest first.
function Body:joints()
  check(C.cairn_body_joints(self._world._at, self._id, LISTS.cairn_joint_id, ROOM.cairn_joint_id, COUNT))
  if COUNT[0] > ROOM.cairn_joint_id then
    enlarge("cairn_joint_id", COUNT[0])
    check(C.cairn_body_joints(self._world._at, self._id, LISTS.cairn_joint_id, ROOM.cairn_joint_id, COUNT))
  end
  local all, found = LISTS.cairn_joint_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Joint, self._world, all[n - 1]) end
  return found
end

--- Moves the body.
function Body:setPose(poseX, poseY, poseAngle)
  local code = C.cairn_body_set_pose(self._world._at, self._id, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"))
  if code < 0 then fail() end
end

--- Moves the body, with 64 bits.
function Body:setPose64(positionX, positionY, angle)
  local code = C.cairn_body_set_pose64(self._world._at, self._id, number(positionX, "positionX"), number(positionY, "positionY"), number(angle, "angle"))
  if code < 0 then fail() end
end

--- Moves the body and keeps its rotation.
function Body:setPosition(positionX, positionY)
  local code = C.cairn_body_set_position(self._world._at, self._id, number(positionX, "positionX"), number(positionY, "positionY"))
  if code < 0 then fail() end
end

--- Moves the body with 64 bits and keeps its rotation.
function Body:setPosition64(positionX, positionY)
  local code = C.cairn_body_set_position64(self._world._at, self._id, number(positionX, "positionX"), number(positionY, "positionY"))
  if code < 0 then fail() end
end

--- Turns the body about its origin.
function Body:setAngle(angle)
  local code = C.cairn_body_set_angle(self._world._at, self._id, number(angle, "angle"))
  if code < 0 then fail() end
end

--- Sets the velocity and wakes the body.
function Body:setVelocity(velocityX, velocityY)
  local code = C.cairn_body_set_velocity(self._world._at, self._id, number(velocityX, "velocityX"), number(velocityY, "velocityY"))
  if code < 0 then fail() end
end

--- Sets the angular velocity and wakes the body.
function Body:setAngularVelocity(angularVelocity)
  local code = C.cairn_body_set_angular_velocity(self._world._at, self._id, number(angularVelocity, "angularVelocity"))
  if code < 0 then fail() end
end

--- Sets the velocities that reach a pose within a time.
function Body:setTarget(poseX, poseY, poseAngle, dt)
  local code = C.cairn_body_set_target(self._world._at, self._id, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), number(dt, "dt"))
  if code < 0 then fail() end
end

--- Sets the velocities that reach a pose within a time, with 64 bits.
function Body:setTarget64(positionX, positionY, angle, dt)
  local code = C.cairn_body_set_target64(self._world._at, self._id, number(positionX, "positionX"), number(positionY, "positionY"), number(angle, "angle"), number(dt, "dt"))
  if code < 0 then fail() end
end

--- Applies a force at the centre of mass during the next step.
function Body:applyForce(forceX, forceY)
  local code = C.cairn_body_apply_force(self._world._at, self._id, number(forceX, "forceX"), number(forceY, "forceY"))
  if code < 0 then fail() end
end

--- Applies a force at a point of the world during the next step.
function Body:applyForceAt(forceX, forceY, pointX, pointY)
  local code = C.cairn_body_apply_force_at(self._world._at, self._id, number(forceX, "forceX"), number(forceY, "forceY"), number(pointX, "pointX"), number(pointY, "pointY"))
  if code < 0 then fail() end
end

--- Applies a force at a point of the world with 64 bits.
function Body:applyForceAt64(forceX, forceY, pointX, pointY)
  local code = C.cairn_body_apply_force_at64(self._world._at, self._id, number(forceX, "forceX"), number(forceY, "forceY"), number(pointX, "pointX"), number(pointY, "pointY"))
  if code < 0 then fail() end
end

--- Applies a torque during the next step.
function Body:applyTorque(torque)
  local code = C.cairn_body_apply_torque(self._world._at, self._id, number(torque, "torque"))
  if code < 0 then fail() end
end

--- Applies an impulse at the centre of mass.
function Body:applyImpulse(impulseX, impulseY)
  local code = C.cairn_body_apply_impulse(self._world._at, self._id, number(impulseX, "impulseX"), number(impulseY, "impulseY"))
  if code < 0 then fail() end
end

--- Applies an impulse at a point of the world.
function Body:applyImpulseAt(impulseX, impulseY, pointX, pointY)
  local code = C.cairn_body_apply_impulse_at(self._world._at, self._id, number(impulseX, "impulseX"), number(impulseY, "impulseY"), number(pointX, "pointX"), number(pointY, "pointY"))
  if code < 0 then fail() end
end

--- Applies an impulse at a point of the world with 64 bits.
function Body:applyImpulseAt64(impulseX, impulseY, pointX, pointY)
  local code = C.cairn_body_apply_impulse_at64(self._world._at, self._id, number(impulseX, "impulseX"), number(impulseY, "impulseY"), number(pointX, "pointX"), number(pointY, "pointY"))
  if code < 0 then fail() end
end

--- Applies an angular impulse.
function Body:applyAngularImpulse(impulse)
  local code = C.cairn_body_apply_angular_impulse(self._world._at, self._id, number(impulse, "impulse"))
  if code < 0 then fail() end
end

--- Sets the factor on gravity.
function Body:setGravityScale(scale)
  local code = C.cairn_body_set_gravity_scale(self._world._at, self._id, number(scale, "scale"))
  if code < 0 then fail() end
end

--- Sets the damping rates.
function Body:setDamping(linear, angular)
  local code = C.cairn_body_set_damping(self._world._at, self._id, number(linear, "linear"), number(angular, "angular"))
  if code < 0 then fail() end
end

--- Sets the locked directions.
function Body:setLocks(x, y, rotation)
  local code = C.cairn_body_set_locks(self._world._at, self._id, truth(x, "x"), truth(y, "y"), truth(rotation, "rotation"))
  if code < 0 then fail() end
end

--- Replaces the mass of the shapes.
function Body:setMass(mass)
  local keep = {}
  local massAt = definition("mass", mass, self._world, keep, "mass")
  local code = C.cairn_body_set_mass(self._world._at, self._id, massAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Uses the mass of the shapes again.
function Body:clearMass()
  local code = C.cairn_body_clear_mass(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the speed under which the body may fall asleep.
function Body:setSleepThreshold(speed)
  local code = C.cairn_body_set_sleep_threshold(self._world._at, self._id, number(speed, "speed"))
  if code < 0 then fail() end
end

--- Sets whether continuous collision applies to dynamic bodies.
function Body:setBullet(bullet)
  local code = C.cairn_body_set_bullet(self._world._at, self._id, truth(bullet, "bullet"))
  if code < 0 then fail() end
end

--- Sets the motion above which the body is swept.
function Body:setSweepThreshold(share)
  local code = C.cairn_body_set_sweep_threshold(self._world._at, self._id, number(share, "share"))
  if code < 0 then fail() end
end

--- Sets the dominance, -128 to 127.
function Body:setDominance(dominance)
  local code = C.cairn_body_set_dominance(self._world._at, self._id, whole(dominance, "dominance", -0x80000000, 0x7fffffff))
  if code < 0 then fail() end
end

--- Sets the time scale of the body.
function Body:setTimeScale(scale)
  local code = C.cairn_body_set_time_scale(self._world._at, self._id, number(scale, "scale"))
  if code < 0 then fail() end
end

--- Sets whether the body may fall asleep.
function Body:setCanSleep(canSleep)
  local code = C.cairn_body_set_can_sleep(self._world._at, self._id, truth(canSleep, "canSleep"))
  if code < 0 then fail() end
end

--- Wakes the body.
function Body:wake()
  local code = C.cairn_body_wake(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Puts the body and its island to sleep; returns whether it sleeps.
function Body:sleep()
  local out = OUT.bool
  local code = C.cairn_body_try_sleep(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Makes the body static, kinematic or dynamic.
function Body:setKind(kind)
  local code = C.cairn_body_set_kind(self._world._at, self._id, choice(kind, "body_type", "kind"))
  if code < 0 then fail() end
end

--- Lets the body fall through the one-way shapes under it; returns their number.
function Body:dropThrough()
  local out = OUT.uint32_t
  local code = C.cairn_body_try_drop_through(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Lets the body fall through a one-way shape.
function Body:dropThroughShape(platform)
  local out = OUT.bool
  local code = C.cairn_body_try_drop_through_shape(self._world._at, self._id, handle(platform, Shape, self._world, "platform"), out)
  if code < 0 then fail() end
  return out[0]
end

--- Sets whether the body is simulated.
function Body:setEnabled(enabled)
  local code = C.cairn_body_set_enabled(self._world._at, self._id, truth(enabled, "enabled"))
  if code < 0 then fail() end
end

--- Sets the user data.
function Body:setUserData(userData)
  local code = C.cairn_body_set_user_data(self._world._at, self._id, wide(userData, "userData"))
  if code < 0 then fail() end
end

-- ---- Shape ----

--- Returns whether the shape exists.
function Shape:exists()
  local out = OUT.bool
  local code = C.cairn_shape_get_exists(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the body of the shape.
function Shape:body()
  local out = OUT.body_id
  local code = C.cairn_shape_get_body(self._world._at, self._id, out)
  if code < 0 then fail() end
  return idAt(Body, self._world, out[0])
end

--- Returns the kind of the geometry; a segment of a chain is a segment.
function Shape:kind()
  local out = OUT.shape_type
  local code = C.cairn_shape_get_kind(self._world._at, self._id, out)
  if code < 0 then fail() end
  return NAMES.shape_type[out[0]]
end

--- Returns the radius of a circle or capsule, or the rounding of a polygon.
function Shape:radius()
  local out = OUT.float
  local code = C.cairn_shape_get_radius(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon.
function Shape:points()
  check(C.cairn_shape_points(self._world._at, self._id, LISTS.cairn_vec2, ROOM.cairn_vec2, COUNT))
  if COUNT[0] > ROOM.cairn_vec2 then
    enlarge("cairn_vec2", COUNT[0])
    check(C.cairn_shape_points(self._world._at, self._id, LISTS.cairn_vec2, ROOM.cairn_vec2, COUNT))
  end
  local all, found = LISTS.cairn_vec2, {}
  for n = 1, COUNT[0] do found[n] = {x = all[n - 1].x, y = all[n - 1].y} end
  return found
end

--- Returns the box around the shape in world coordinates.
function Shape:aabb()
  local out = OUT.box
  local code = C.cairn_shape_get_aabb(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.min.x, out.min.y, out.max.x, out.max.y
end

--- Returns the density.
function Shape:density()
  local out = OUT.float
  local code = C.cairn_shape_get_density(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the material.
function Shape:material()
  local out = OUT.material
  local code = C.cairn_shape_get_material(self._world._at, self._id, out)
  if code < 0 then fail() end
  return read.material(self._world, out)
end

--- Returns the speed above which hits are reported.
function Shape:reportHitsAbove()
  local out = OUT.float
  local code = C.cairn_shape_report_hits_above(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out[0]
end

--- Returns whether hooks run for the shape.
function Shape:isHooked()
  local out = OUT.bool
  local code = C.cairn_shape_get_is_hooked(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the one-way setting.
function Shape:oneWay()
  local out = OUT.one_way
  local code = C.cairn_shape_one_way(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.direction.x, out.direction.y, out.half_angle
end

--- Returns the collision filter.
function Shape:filter()
  local out = OUT.filter
  local code = C.cairn_shape_get_filter(self._world._at, self._id, out)
  if code < 0 then fail() end
  return read.filter(self._world, out)
end

--- Returns the user data.
function Shape:userData()
  local out = OUT.uint64_t
  local code = C.cairn_shape_get_user_data(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the shape is a sensor.
function Shape:isSensor()
  local out = OUT.bool
  local code = C.cairn_shape_get_is_sensor(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether sensors detect the shape.
function Shape:sensorEvents()
  local out = OUT.bool
  local code = C.cairn_shape_get_sensor_events(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Lists the shapes that overlap this sensor.
function Shape:visitors()
  check(C.cairn_shape_visitors(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_shape_visitors(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self._world, all[n - 1]) end
  return found
end

--- Lists the sensors that this shape overlaps.
function Shape:sensors()
  check(C.cairn_shape_sensors(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_shape_sensors(self._world._at, self._id, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self._world, all[n - 1]) end
  return found
end

--- Sets the material.
function Shape:setMaterial(material)
  local keep = {}
  local materialAt = definition("material", material, self._world, keep, "material")
  local code = C.cairn_shape_set_material(self._world._at, self._id, materialAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Sets whether hooks run for the shape.
function Shape:setHooked(hooked)
  local code = C.cairn_shape_set_hooked(self._world._at, self._id, truth(hooked, "hooked"))
  if code < 0 then fail() end
end

--- Makes the shape solid from one side only.
function Shape:setOneWay(directionX, directionY, halfAngle)
  local code = C.cairn_shape_set_one_way(self._world._at, self._id, number(directionX, "directionX"), number(directionY, "directionY"), number(halfAngle, "halfAngle"))
  if code < 0 then fail() end
end

--- Makes the shape solid from all sides.
function Shape:clearOneWay()
  local code = C.cairn_shape_clear_one_way(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the collision filter.
function Shape:setFilter(filter)
  local keep = {}
  local filterAt = definition("filter", filter, self._world, keep, "filter")
  local code = C.cairn_shape_set_filter(self._world._at, self._id, filterAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Sets whether the shape is a sensor.
function Shape:setSensor(isSensor)
  local code = C.cairn_shape_set_sensor(self._world._at, self._id, truth(isSensor, "isSensor"))
  if code < 0 then fail() end
end

--- Sets whether sensors detect the shape.
function Shape:setSensorEvents(seen)
  local code = C.cairn_shape_set_sensor_events(self._world._at, self._id, truth(seen, "seen"))
  if code < 0 then fail() end
end

--- Replaces the geometry.
function Shape:setGeometry(geometry)
  local keep = {}
  local geometryAt = definition("geometry", geometry, self._world, keep, "geometry")
  local code = C.cairn_shape_set_geometry(self._world._at, self._id, geometryAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Sets the density.
function Shape:setDensity(density)
  local code = C.cairn_shape_set_density(self._world._at, self._id, number(density, "density"))
  if code < 0 then fail() end
end

--- Sets the user data.
function Shape:setUserData(userData)
  local code = C.cairn_shape_set_user_data(self._world._at, self._id, wide(userData, "userData"))
  if code < 0 then fail() end
end

-- ---- Joint ----

--- Returns whether the joint exists.
function Joint:exists()
  local out = OUT.bool
  local code = C.cairn_joint_get_exists(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the kind.
function Joint:kind()
  local out = OUT.joint_type
  local code = C.cairn_joint_get_kind(self._world._at, self._id, out)
  if code < 0 then fail() end
  return NAMES.joint_type[out[0]]
end

--- Returns the two bodies.
function Joint:bodies()
  local out = OUT.pair_of_bodies
  local code = C.cairn_joint_get_bodies(self._world._at, self._id, out)
  if code < 0 then fail() end
  return idAt(Body, self._world, out.a), idAt(Body, self._world, out.b)
end

--- Returns the frames in body coordinates.
function Joint:frames()
  local out = OUT.pair_of_poses
  local code = C.cairn_joint_get_frames(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.a.p.x, out.a.p.y, out.a.q.c, out.a.q.s, out.b.p.x, out.b.p.y, out.b.q.c, out.b.q.s
end

--- Returns the frames in world coordinates.
function Joint:worldFrames()
  local out = OUT.pair_of_poses
  local code = C.cairn_joint_get_world_frames(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.a.p.x, out.a.p.y, out.a.q.c, out.a.q.s, out.b.p.x, out.b.p.y, out.b.q.c, out.b.q.s
end

--- Returns the frames relative to a point of the world.
function Joint:framesFrom(originX, originY)
  local out = OUT.pair_of_poses
  local code = C.cairn_joint_get_frames_from(self._world._at, self._id, number(originX, "originX"), number(originY, "originY"), out)
  if code < 0 then fail() end
  return out.a.p.x, out.a.p.y, out.a.q.c, out.a.q.s, out.b.p.x, out.b.p.y, out.b.q.c, out.b.q.s
end

--- Returns the force on the second body.
function Joint:reactionForce()
  local out = OUT.vec2
  local code = C.cairn_joint_get_reaction_force(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Returns the torque on the second body.
function Joint:reactionTorque()
  local out = OUT.float
  local code = C.cairn_joint_get_reaction_torque(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the force or torque of the motor.
function Joint:motorLoad()
  local out = OUT.float
  local code = C.cairn_joint_get_motor_load(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the joint is enabled.
function Joint:isEnabled()
  local out = OUT.bool
  local code = C.cairn_joint_get_is_enabled(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the load above which the joint breaks.
function Joint:breakAt()
  local out = OUT.load_limit
  local code = C.cairn_joint_get_break_at(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.has_force and out.force or nil, out.has_torque and out.torque or nil
end

--- Returns the load above which an event is reported.
function Joint:reportAbove()
  local out = OUT.load_limit
  local code = C.cairn_joint_get_report_above(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.has_force and out.force or nil, out.has_torque and out.torque or nil
end

--- Returns whether the load is above its limit.
function Joint:isOverloaded()
  local out = OUT.bool
  local code = C.cairn_joint_get_is_overloaded(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the two bodies collide.
function Joint:collideConnected()
  local out = OUT.bool
  local code = C.cairn_joint_get_collide_connected(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the user data.
function Joint:userData()
  local out = OUT.uint64_t
  local code = C.cairn_joint_get_user_data(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the limits.
function Joint:limits()
  local out = OUT.range
  local code = C.cairn_joint_limits(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.lower, out.upper
end

--- Returns the motor.
function Joint:motor()
  local out = OUT.motor
  local code = C.cairn_joint_motor(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.speed, out.strength
end

--- Returns the spring.
function Joint:spring()
  local out = OUT.spring
  local code = C.cairn_joint_spring(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.hertz, out.damping_ratio, out.target
end

--- Returns the bounds of the force of the spring.
function Joint:springRange()
  local out = OUT.range
  local code = C.cairn_joint_spring_range(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.lower, out.upper
end

--- Returns the servo.
function Joint:servo()
  local out = OUT.servo
  local code = C.cairn_joint_servo(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.target, out.max_speed, out.strength
end

--- Returns the linear motor.
function Joint:linearMotor()
  local out = OUT.linear_motor
  local code = C.cairn_joint_linear_motor(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.velocity.x, out.velocity.y, out.max_force
end

--- Returns the linear spring.
function Joint:linearSpring()
  local out = OUT.linear_spring
  local code = C.cairn_joint_linear_spring(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.hertz, out.damping_ratio, out.max_force
end

--- Returns the target of a grab.
function Joint:target()
  local out = OUT.vec2
  local code = C.cairn_joint_target(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.x, out.y
end

--- Returns stiffness in hertz and damping ratio of the joint.
function Joint:softness()
  local out = OUT.range
  local code = C.cairn_joint_softness(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.lower, out.upper
end

--- Returns the rest length.
function Joint:restLength()
  local out = OUT.float
  local code = C.cairn_joint_rest_length(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out[0]
end

--- Returns the angle between the frames.
function Joint:angle()
  local out = OUT.float
  local code = C.cairn_joint_get_angle(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the distance between the anchors.
function Joint:distance()
  local out = OUT.float
  local code = C.cairn_joint_get_distance(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the displacement along the axis.
function Joint:slide()
  local out = OUT.float
  local code = C.cairn_joint_get_slide(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the coordinate that limits and motor act on.
function Joint:coordinate()
  local out = OUT.double
  local code = C.cairn_joint_get_coordinate(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the ratio of a gear or pulley.
function Joint:ratio()
  local out = OUT.float
  local code = C.cairn_joint_ratio(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out[0]
end

--- Returns the wheels of a pulley.
function Joint:pulleyPoints()
  local out = OUT.pair_of_points
  local code = C.cairn_joint_pulley_points(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.a.x, out.a.y, out.b.x, out.b.y
end

--- Returns pitch and phase of a ratchet.
function Joint:ratchet()
  local out = OUT.range
  local code = C.cairn_joint_ratchet(self._world._at, self._id, out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return out.lower, out.upper
end

--- Returns whether the rope of a pulley is slack.
function Joint:isSlack()
  local out = OUT.bool
  local code = C.cairn_joint_get_is_slack(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the relative angular velocity.
function Joint:angularSpeed()
  local out = OUT.float
  local code = C.cairn_joint_get_angular_speed(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the rate of the coordinate.
function Joint:speed()
  local out = OUT.float
  local code = C.cairn_joint_get_speed(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns how far the anchors are apart.
function Joint:separation()
  local out = OUT.float
  local code = C.cairn_joint_get_separation(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the error of a locked angle.
function Joint:angularSeparation()
  local out = OUT.float
  local code = C.cairn_joint_get_angular_separation(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether the joint takes part in the simulation.
function Joint:isActive()
  local out = OUT.bool
  local code = C.cairn_joint_get_is_active(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Sets whether the joint is enabled.
function Joint:setEnabled(enabled)
  local code = C.cairn_joint_set_enabled(self._world._at, self._id, truth(enabled, "enabled"))
  if code < 0 then fail() end
end

--- Sets the limits; of a hinge as angles.
function Joint:setLimits(lower, upper)
  local code = C.cairn_joint_set_limits(self._world._at, self._id, number(lower, "lower"), number(upper, "upper"))
  if code < 0 then fail() end
end

--- Removes the limits.
function Joint:clearLimits()
  local code = C.cairn_joint_clear_limits(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the motor; of a hinge as angular velocity and torque.
function Joint:setMotor(speed, strength)
  local code = C.cairn_joint_set_motor(self._world._at, self._id, number(speed, "speed"), number(strength, "strength"))
  if code < 0 then fail() end
end

--- Removes the motor.
function Joint:clearMotor()
  local code = C.cairn_joint_clear_motor(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the spring.
function Joint:setSpring(hertz, dampingRatio, target)
  local code = C.cairn_joint_set_spring(self._world._at, self._id, number(hertz, "hertz"), number(dampingRatio, "dampingRatio"), number(target, "target"))
  if code < 0 then fail() end
end

--- Removes the spring.
function Joint:clearSpring()
  local code = C.cairn_joint_clear_spring(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Bounds the force of the spring.
function Joint:setSpringRange(lower, upper)
  local code = C.cairn_joint_set_spring_range(self._world._at, self._id, number(lower, "lower"), number(upper, "upper"))
  if code < 0 then fail() end
end

--- Removes the bounds of the force of the spring.
function Joint:clearSpringRange()
  local code = C.cairn_joint_clear_spring_range(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the servo.
function Joint:setServo(target, maxSpeed, strength)
  local code = C.cairn_joint_set_servo(self._world._at, self._id, number(target, "target"), number(maxSpeed, "maxSpeed"), number(strength, "strength"))
  if code < 0 then fail() end
end

--- Removes the servo.
function Joint:clearServo()
  local code = C.cairn_joint_clear_servo(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the linear motor of a drive.
function Joint:setLinearMotor(velocityX, velocityY, maxForce)
  local code = C.cairn_joint_set_linear_motor(self._world._at, self._id, number(velocityX, "velocityX"), number(velocityY, "velocityY"), number(maxForce, "maxForce"))
  if code < 0 then fail() end
end

--- Removes the linear motor.
function Joint:clearLinearMotor()
  local code = C.cairn_joint_clear_linear_motor(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the linear spring of a weld, drive or grab.
function Joint:setLinearSpring(hertz, dampingRatio, maxForce)
  local code = C.cairn_joint_set_linear_spring(self._world._at, self._id, number(hertz, "hertz"), number(dampingRatio, "dampingRatio"), number(maxForce, "maxForce"))
  if code < 0 then fail() end
end

--- Removes the linear spring.
function Joint:clearLinearSpring()
  local code = C.cairn_joint_clear_linear_spring(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the target of a grab.
function Joint:setTarget(targetX, targetY)
  local code = C.cairn_joint_set_target(self._world._at, self._id, number(targetX, "targetX"), number(targetY, "targetY"))
  if code < 0 then fail() end
end

--- Sets stiffness and damping ratio of the joint.
function Joint:setSoftness(hertz, dampingRatio)
  local code = C.cairn_joint_set_softness(self._world._at, self._id, number(hertz, "hertz"), number(dampingRatio, "dampingRatio"))
  if code < 0 then fail() end
end

--- Uses the softness of the world again.
function Joint:clearSoftness()
  local code = C.cairn_joint_clear_softness(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the ratio of a gear or pulley.
function Joint:setRatio(ratio)
  local code = C.cairn_joint_set_ratio(self._world._at, self._id, number(ratio, "ratio"))
  if code < 0 then fail() end
end

--- Sets the ratchet of a rotary joint.
function Joint:setRatchet(pitch, phase)
  local code = C.cairn_joint_set_ratchet(self._world._at, self._id, number(pitch, "pitch"), number(phase, "phase"))
  if code < 0 then fail() end
end

--- Removes the ratchet.
function Joint:clearRatchet()
  local code = C.cairn_joint_clear_ratchet(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the rest length.
function Joint:setLength(length)
  local code = C.cairn_joint_set_length(self._world._at, self._id, number(length, "length"))
  if code < 0 then fail() end
end

--- Sets the frames in body coordinates.
function Joint:setFrames(frameAX, frameAY, frameAAngle, frameBX, frameBY, frameBAngle)
  local code = C.cairn_joint_set_frames(self._world._at, self._id, number(frameAX, "frameAX"), number(frameAY, "frameAY"), number(frameAAngle, "frameAAngle"), number(frameBX, "frameBX"), number(frameBY, "frameBY"), number(frameBAngle, "frameBAngle"))
  if code < 0 then fail() end
end

--- Sets the load above which the joint breaks.
function Joint:setBreakAt(force, torque)
  local code = C.cairn_joint_set_break_at(self._world._at, self._id, number(force, "force"), number(torque, "torque"))
  if code < 0 then fail() end
end

--- Makes the joint unbreakable.
function Joint:clearBreakAt()
  local code = C.cairn_joint_clear_break_at(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets the load above which an event is reported.
function Joint:setReportAbove(force, torque)
  local code = C.cairn_joint_set_report_above(self._world._at, self._id, number(force, "force"), number(torque, "torque"))
  if code < 0 then fail() end
end

--- Reports no load.
function Joint:clearReportAbove()
  local code = C.cairn_joint_clear_report_above(self._world._at, self._id)
  if code < 0 then fail() end
end

--- Sets whether the two bodies collide.
function Joint:setCollideConnected(collide)
  local code = C.cairn_joint_set_collide_connected(self._world._at, self._id, truth(collide, "collide"))
  if code < 0 then fail() end
end

--- Sets the user data.
function Joint:setUserData(userData)
  local code = C.cairn_joint_set_user_data(self._world._at, self._id, wide(userData, "userData"))
  if code < 0 then fail() end
end

-- ---- Contact ----

--- Returns whether the contact exists.
function Contact:exists()
  local out = OUT.bool
  local code = C.cairn_contact_get_exists(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the two shapes.
function Contact:shapes()
  local out = OUT.pair_of_shapes
  local code = C.cairn_contact_get_shapes(self._world._at, self._id, out)
  if code < 0 then fail() end
  return idAt(Shape, self._world, out.a), idAt(Shape, self._world, out.b)
end

--- Returns the two bodies.
function Contact:bodies()
  local out = OUT.pair_of_bodies
  local code = C.cairn_contact_get_bodies(self._world._at, self._id, out)
  if code < 0 then fail() end
  return idAt(Body, self._world, out.a), idAt(Body, self._world, out.b)
end

--- Returns whether the shapes touch.
function Contact:isTouching()
  local out = OUT.bool
  local code = C.cairn_contact_get_is_touching(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the direction from the first to the second shape.
function Contact:normal()
  local out = OUT.vec2
  local code = C.cairn_contact_get_normal(self._world._at, self._id, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Lists the contact points, at most two.
function Contact:points()
  check(C.cairn_contact_points(self._world._at, self._id, LISTS.cairn_contact_point, ROOM.cairn_contact_point, COUNT))
  if COUNT[0] > ROOM.cairn_contact_point then
    enlarge("cairn_contact_point", COUNT[0])
    check(C.cairn_contact_points(self._world._at, self._id, LISTS.cairn_contact_point, ROOM.cairn_contact_point, COUNT))
  end
  local all, found = LISTS.cairn_contact_point, {}
  for n = 1, COUNT[0] do found[n] = read.contact_point(self._world, all[n - 1]) end
  return found
end

--- Lists the contact points relative to a point of the world.
function Contact:pointsFrom(originX, originY)
  check(C.cairn_contact_points_from(self._world._at, self._id, number(originX, "originX"), number(originY, "originY"), LISTS.cairn_contact_point, ROOM.cairn_contact_point, COUNT))
  if COUNT[0] > ROOM.cairn_contact_point then
    enlarge("cairn_contact_point", COUNT[0])
    check(C.cairn_contact_points_from(self._world._at, self._id, number(originX, "originX"), number(originY, "originY"), LISTS.cairn_contact_point, ROOM.cairn_contact_point, COUNT))
  end
  local all, found = LISTS.cairn_contact_point, {}
  for n = 1, COUNT[0] do found[n] = read.contact_point(self._world, all[n - 1]) end
  return found
end

-- ---- Field ----

-- ---- Portal ----

-- ---- World ----

--- Returns the hash of the state, the same on every machine.
function World:hash()
  local out = OUT.uint64_t
  local code = C.cairn_world_get_hash(self._at, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the number of steps since the world was made.
function World:stepCount()
  local out = OUT.uint64_t
  local code = C.cairn_world_get_step_count(self._at, out)
  if code < 0 then fail() end
  return tonumber(out[0])
end

--- Returns the numbers of objects.
function World:counts()
  local out = OUT.counts
  local code = C.cairn_world_get_counts(self._at, out)
  if code < 0 then fail() end
  return read.counts(self, out)
end

--- Sets the gravity and wakes all bodies.
function World:setGravity(gravityX, gravityY)
  local code = C.cairn_world_set_gravity(self._at, number(gravityX, "gravityX"), number(gravityY, "gravityY"))
  if code < 0 then fail() end
end

--- Returns the gravity.
function World:gravity()
  local out = OUT.vec2
  local code = C.cairn_world_get_gravity(self._at, out)
  if code < 0 then fail() end
  return out.x, out.y
end

--- Sets the number of sub-steps, 1 to 64.
function World:setSubSteps(subSteps)
  local code = C.cairn_world_set_sub_steps(self._at, whole(subSteps, "subSteps", 0, 0xffffffff))
  if code < 0 then fail() end
end

--- Sets whether bodies may fall asleep.
function World:setSleeping(sleeping)
  local code = C.cairn_world_set_sleeping(self._at, truth(sleeping, "sleeping"))
  if code < 0 then fail() end
end

--- Sets whether fast bodies stop at static shapes.
function World:setContinuous(continuous)
  local code = C.cairn_world_set_continuous(self._at, truth(continuous, "continuous"))
  if code < 0 then fail() end
end

--- Sets the number of threads, 1 to 64; results do not depend on it.
function World:setThreads(threads)
  local code = C.cairn_world_set_threads(self._at, whole(threads, "threads", 0, 0xffffffff))
  if code < 0 then fail() end
end

--- Sets the instruction set; results do not depend on it.
function World:setLanes(lanes)
  local code = C.cairn_world_set_lanes(self._at, choice(lanes, "lanes", "lanes"))
  if code < 0 then fail() end
end

--- Moves the origin of coordinates to a point.
function World:shiftOrigin(originX, originY)
  local code = C.cairn_world_shift_origin(self._at, number(originX, "originX"), number(originY, "originY"))
  if code < 0 then fail() end
end

--- Sets whether every stage checks the whole world, in debug builds.
function World:setStageChecks(on)
  local code = C.cairn_world_set_stage_checks(self._at, truth(on, "on"))
  if code < 0 then fail() end
end

--- Reserves memory for this many objects.
function World:reserve(bodies, shapes, joints, contacts)
  local code = C.cairn_world_reserve(self._at, whole(bodies, "bodies", 0, 0xffffffff), whole(shapes, "shapes", 0, 0xffffffff), whole(joints, "joints", 0, 0xffffffff), whole(contacts, "contacts", 0, 0xffffffff))
  if code < 0 then fail() end
end

--- Returns whether no call has changed the world.
function World:isUntouched()
  local out = OUT.bool
  local code = C.cairn_world_get_is_untouched(self._at, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns whether calls are recorded.
function World:isRecorded()
  local out = OUT.bool
  local code = C.cairn_world_get_is_recorded(self._at, out)
  if code < 0 then fail() end
  return out[0]
end

--- Returns the number of steps since the recording began.
function World:recordedSteps()
  local out = OUT.uint64_t
  local code = C.cairn_world_get_recorded_steps(self._at, out)
  if code < 0 then fail() end
  return tonumber(out[0])
end

--- Adds a body with its shapes.
function World:spawn(def)
  local out = OUT.body_id
  local keep = {}
  local defAt = definition("body_def", def, self, keep, "def")
  local code = C.cairn_world_try_spawn(self._at, defAt, out)
  keep.done = true
  if code < 0 then fail() end
  return idAt(Body, self, out[0])
end

--- Removes a body with its shapes and joints.
function World:despawn(body)
  local code = C.cairn_world_despawn(self._at, handle(body, Body, self, "body"))
  if code < 0 then fail() end
end

--- Lists all bodies in the order of their slots.
function World:bodies()
  check(C.cairn_world_bodies(self._at, LISTS.cairn_body_id, ROOM.cairn_body_id, COUNT))
  if COUNT[0] > ROOM.cairn_body_id then
    enlarge("cairn_body_id", COUNT[0])
    check(C.cairn_world_bodies(self._at, LISTS.cairn_body_id, ROOM.cairn_body_id, COUNT))
  end
  local all, found = LISTS.cairn_body_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Body, self, all[n - 1]) end
  return found
end

--- Applies impulses to many bodies.
function World:applyImpulses(impulses, wakeAbove)
  local out = OUT.impulse_counts
  local keep = {}
  local impulsesAt, impulsesCount = items("body_impulse", impulses, self, keep, "impulses")
  local code = C.cairn_world_apply_impulses(self._at, impulsesAt, impulsesCount, number(wakeAbove, "wakeAbove"), out)
  keep.done = true
  if code < 0 then fail() end
  return read.impulse_counts(self, out)
end

--- Adds a shape to a body.
function World:attach(body, def)
  local out = OUT.shape_id
  local keep = {}
  local defAt = definition("shape_def", def, self, keep, "def")
  local code = C.cairn_world_try_attach(self._at, handle(body, Body, self, "body"), defAt, out)
  keep.done = true
  if code < 0 then fail() end
  return idAt(Shape, self, out[0])
end

--- Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them.
function World:attachChain(body, def)
  local out = OUT.uint32_t
  local keep = {}
  local defAt = definition("chain_def", def, self, keep, "def")
  local code = C.cairn_world_try_attach_chain(self._at, handle(body, Body, self, "body"), defAt, out)
  keep.done = true
  if code < 0 then fail() end
  return out[0]
end

--- Removes a shape.
function World:detach(shape)
  local code = C.cairn_world_detach(self._at, handle(shape, Shape, self, "shape"))
  if code < 0 then fail() end
end

--- Moves a shape to another body.
function World:reattach(shape, body)
  local code = C.cairn_world_reattach(self._at, handle(shape, Shape, self, "shape"), handle(body, Body, self, "body"))
  if code < 0 then fail() end
end

--- Lists all shapes in the order of their slots.
function World:shapes()
  check(C.cairn_world_shapes(self._at, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_world_shapes(self._at, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self, all[n - 1]) end
  return found
end

--- Sets the material of contacts between two material ids.
function World:setMaterialPair(a, b, pair)
  local keep = {}
  local pairAt = definition("material_pair", pair, self, keep, "pair")
  local code = C.cairn_world_set_material_pair(self._at, wide(a, "a"), wide(b, "b"), pairAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Removes the material of a pair.
function World:clearMaterialPair(a, b)
  local code = C.cairn_world_clear_material_pair(self._at, wide(a, "a"), wide(b, "b"))
  if code < 0 then fail() end
end

--- Returns the material of a pair.
function World:materialPair(a, b)
  local out = OUT.material_pair
  local code = C.cairn_world_material_pair(self._at, wide(a, "a"), wide(b, "b"), out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.material_pair(self, out)
end

--- Adds a joint.
function World:join(def)
  local out = OUT.joint_id
  local keep = {}
  local defAt = definition("joint_def", def, self, keep, "def")
  local code = C.cairn_world_try_join(self._at, defAt, out)
  keep.done = true
  if code < 0 then fail() end
  return idAt(Joint, self, out[0])
end

--- Removes a joint.
function World:unjoin(joint)
  local code = C.cairn_world_unjoin(self._at, handle(joint, Joint, self, "joint"))
  if code < 0 then fail() end
end

--- Lists all joints in the order of their slots.
function World:joints()
  check(C.cairn_world_joints(self._at, LISTS.cairn_joint_id, ROOM.cairn_joint_id, COUNT))
  if COUNT[0] > ROOM.cairn_joint_id then
    enlarge("cairn_joint_id", COUNT[0])
    check(C.cairn_world_joints(self._at, LISTS.cairn_joint_id, ROOM.cairn_joint_id, COUNT))
  end
  local all, found = LISTS.cairn_joint_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Joint, self, all[n - 1]) end
  return found
end

--- Lists all contacts, touching or not.
function World:contacts()
  check(C.cairn_world_contacts(self._at, LISTS.cairn_contact_id, ROOM.cairn_contact_id, COUNT))
  if COUNT[0] > ROOM.cairn_contact_id then
    enlarge("cairn_contact_id", COUNT[0])
    check(C.cairn_world_contacts(self._at, LISTS.cairn_contact_id, ROOM.cairn_contact_id, COUNT))
  end
  local all, found = LISTS.cairn_contact_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Contact, self, all[n - 1]) end
  return found
end

--- Contacts that began to touch.
function World:beginEvents()
  local all, found = C.cairn_events_begins(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.touch_event(self, all[n - 1]) end
  return each(found)
end

--- Contacts that ended.
function World:endEvents()
  local all, found = C.cairn_events_ends(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.touch_event(self, all[n - 1]) end
  return each(found)
end

--- Overlaps of sensors that began or ended.
function World:sensorEvents()
  local all, found = C.cairn_events_sensors(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.sensor_event(self, all[n - 1]) end
  return each(found)
end

--- Hits above the speed of their shapes.
function World:hitEvents()
  local all, found = C.cairn_events_hits(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.hit_event(self, all[n - 1]) end
  return each(found)
end

--- Bodies that moved.
function World:moveEvents()
  local all, found = C.cairn_events_moves(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.move_event(self, all[n - 1]) end
  return each(found)
end

--- Bodies that fell asleep.
function World:sleepEvents()
  local all, found = C.cairn_events_sleeps(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.sleep_event(self, all[n - 1]) end
  return each(found)
end

--- Bodies that woke.
function World:wakeEvents()
  local all, found = C.cairn_events_wakes(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.sleep_event(self, all[n - 1]) end
  return each(found)
end

--- Bodies that passed openings, in order.
function World:teleportEvents()
  local all, found = C.cairn_events_teleports(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.teleport_event(self, all[n - 1]) end
  return each(found)
end

--- Joints that broke.
function World:breakEvents()
  local all, found = C.cairn_events_breaks(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.joint_event(self, all[n - 1]) end
  return each(found)
end

--- Joints whose load rose above its limit.
function World:overloadEvents()
  local all, found = C.cairn_events_overloads(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.joint_event(self, all[n - 1]) end
  return each(found)
end

--- Joints whose load fell below its limit.
function World:overloadEndEvents()
  local all, found = C.cairn_events_overload_ends(self._at, COUNT), {}
  if all == nil then fail() end
  for n = 1, COUNT[0] do found[n] = read.joint_event(self, all[n - 1]) end
  return each(found)
end

--- Lists the overlaps of all sensors.
function World:sensorOverlaps()
  check(C.cairn_world_sensor_overlaps(self._at, LISTS.cairn_overlap, ROOM.cairn_overlap, COUNT))
  if COUNT[0] > ROOM.cairn_overlap then
    enlarge("cairn_overlap", COUNT[0])
    check(C.cairn_world_sensor_overlaps(self._at, LISTS.cairn_overlap, ROOM.cairn_overlap, COUNT))
  end
  local all, found = LISTS.cairn_overlap, {}
  for n = 1, COUNT[0] do found[n] = read.overlap(self, all[n - 1]) end
  return found
end

--- Returns the first hit of a ray.
function World:castRay(originX, originY, translationX, translationY, filter)
  local out = OUT.cast_result
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  local code = C.cairn_world_cast_ray(self._at, number(originX, "originX"), number(originY, "originY"), number(translationX, "translationX"), number(translationY, "translationY"), filterAt, out)
  keep.done = true
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.cast_result(self, out)
end

--- Returns any hit of a ray.
function World:castRayAny(originX, originY, translationX, translationY, filter)
  local out = OUT.cast_result
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  local code = C.cairn_world_cast_ray_any(self._at, number(originX, "originX"), number(originY, "originY"), number(translationX, "translationX"), number(translationY, "translationY"), filterAt, out)
  keep.done = true
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.cast_result(self, out)
end

--- Lists all hits of a ray in order of distance.
function World:castRaySorted(originX, originY, translationX, translationY, filter)
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_cast_ray_sorted(self._at, number(originX, "originX"), number(originY, "originY"), number(translationX, "translationX"), number(translationY, "translationY"), filterAt, LISTS.cairn_cast_result, ROOM.cairn_cast_result, COUNT))
  if COUNT[0] > ROOM.cairn_cast_result then
    enlarge("cairn_cast_result", COUNT[0])
    check(C.cairn_world_cast_ray_sorted(self._at, number(originX, "originX"), number(originY, "originY"), number(translationX, "translationX"), number(translationY, "translationY"), filterAt, LISTS.cairn_cast_result, ROOM.cairn_cast_result, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_cast_result, {}
  for n = 1, COUNT[0] do found[n] = read.cast_result(self, all[n - 1]) end
  return found
end

--- Casts many rays; the answers have their order.
function World:castRays(rays, filter)
  local keep = {}
  local raysAt, raysCount = items("ray", rays, self, keep, "rays")
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_cast_rays(self._at, raysAt, raysCount, filterAt, LISTS.cairn_ray_answer, ROOM.cairn_ray_answer, COUNT))
  if COUNT[0] > ROOM.cairn_ray_answer then
    enlarge("cairn_ray_answer", COUNT[0])
    check(C.cairn_world_cast_rays(self._at, raysAt, raysCount, filterAt, LISTS.cairn_ray_answer, ROOM.cairn_ray_answer, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_ray_answer, {}
  for n = 1, COUNT[0] do found[n] = read.ray_answer(self, all[n - 1]) end
  return found
end

--- Returns the first hit of a moving circle.
function World:castCircle(originX, originY, translationX, translationY, radius, filter)
  local out = OUT.cast_result
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  local code = C.cairn_world_cast_circle(self._at, number(originX, "originX"), number(originY, "originY"), number(translationX, "translationX"), number(translationY, "translationY"), number(radius, "radius"), filterAt, out)
  keep.done = true
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.cast_result(self, out)
end

--- Returns the first hit of a moving shape.
function World:castShape(geometry, poseX, poseY, poseAngle, translationX, translationY, filter)
  local out = OUT.cast_result
  local keep = {}
  local geometryAt = definition("geometry", geometry, self, keep, "geometry")
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  local code = C.cairn_world_cast_shape(self._at, geometryAt, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), number(translationX, "translationX"), number(translationY, "translationY"), filterAt, out)
  keep.done = true
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.cast_result(self, out)
end

--- Returns the shape nearest to a point within a radius.
function World:nearest(pointX, pointY, radius, filter)
  local out = OUT.nearest_result
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  local code = C.cairn_world_nearest(self._at, number(pointX, "pointX"), number(pointY, "pointY"), number(radius, "radius"), filterAt, out)
  keep.done = true
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.nearest_result(self, out)
end

--- Lists the shapes within a radius of a point.
function World:nearestAll(pointX, pointY, radius, filter)
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_nearest_all(self._at, number(pointX, "pointX"), number(pointY, "pointY"), number(radius, "radius"), filterAt, LISTS.cairn_nearest_result, ROOM.cairn_nearest_result, COUNT))
  if COUNT[0] > ROOM.cairn_nearest_result then
    enlarge("cairn_nearest_result", COUNT[0])
    check(C.cairn_world_nearest_all(self._at, number(pointX, "pointX"), number(pointY, "pointY"), number(radius, "radius"), filterAt, LISTS.cairn_nearest_result, ROOM.cairn_nearest_result, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_nearest_result, {}
  for n = 1, COUNT[0] do found[n] = read.nearest_result(self, all[n - 1]) end
  return found
end

--- Lists the distances of shapes within reach of a shape.
function World:separations(geometry, poseX, poseY, poseAngle, reach, filter)
  local keep = {}
  local geometryAt = definition("geometry", geometry, self, keep, "geometry")
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_separations(self._at, geometryAt, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), number(reach, "reach"), filterAt, LISTS.cairn_separation_result, ROOM.cairn_separation_result, COUNT))
  if COUNT[0] > ROOM.cairn_separation_result then
    enlarge("cairn_separation_result", COUNT[0])
    check(C.cairn_world_separations(self._at, geometryAt, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), number(reach, "reach"), filterAt, LISTS.cairn_separation_result, ROOM.cairn_separation_result, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_separation_result, {}
  for n = 1, COUNT[0] do found[n] = read.separation_result(self, all[n - 1]) end
  return found
end

--- Lists the shapes that overlap a shape.
function World:overlapShape(geometry, poseX, poseY, poseAngle, filter)
  local keep = {}
  local geometryAt = definition("geometry", geometry, self, keep, "geometry")
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_overlap_shape(self._at, geometryAt, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_world_overlap_shape(self._at, geometryAt, number(poseX, "poseX"), number(poseY, "poseY"), number(poseAngle, "poseAngle"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self, all[n - 1]) end
  return found
end

--- Lists the shapes that overlap a box.
function World:overlapBox(minX, minY, maxX, maxY, filter)
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_overlap_box(self._at, number(minX, "minX"), number(minY, "minY"), number(maxX, "maxX"), number(maxY, "maxY"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_world_overlap_box(self._at, number(minX, "minX"), number(minY, "minY"), number(maxX, "maxX"), number(maxY, "maxY"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self, all[n - 1]) end
  return found
end

--- Lists the shapes that contain a point.
function World:overlapPoint(pointX, pointY, filter)
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_overlap_point(self._at, number(pointX, "pointX"), number(pointY, "pointY"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  if COUNT[0] > ROOM.cairn_shape_id then
    enlarge("cairn_shape_id", COUNT[0])
    check(C.cairn_world_overlap_point(self._at, number(pointX, "pointX"), number(pointY, "pointY"), filterAt, LISTS.cairn_shape_id, ROOM.cairn_shape_id, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_shape_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Shape, self, all[n - 1]) end
  return found
end

--- Lists the shapes whose boxes overlap a box, with the motion of their bodies.
function World:shapesInBox(minX, minY, maxX, maxY, filter)
  local keep = {}
  local filterAt = filter ~= nil and definition("query_filter", filter, self, keep, "filter") or nil
  check(C.cairn_world_shapes_in_box(self._at, number(minX, "minX"), number(minY, "minY"), number(maxX, "maxX"), number(maxY, "maxY"), filterAt, LISTS.cairn_shape_in_box, ROOM.cairn_shape_in_box, COUNT))
  if COUNT[0] > ROOM.cairn_shape_in_box then
    enlarge("cairn_shape_in_box", COUNT[0])
    check(C.cairn_world_shapes_in_box(self._at, number(minX, "minX"), number(minY, "minY"), number(maxX, "maxX"), number(maxY, "maxY"), filterAt, LISTS.cairn_shape_in_box, ROOM.cairn_shape_in_box, COUNT))
  end
  keep.done = true
  local all, found = LISTS.cairn_shape_in_box, {}
  for n = 1, COUNT[0] do found[n] = read.shape_in_box(self, all[n - 1]) end
  return found
end

--- Returns the distance of two shapes.
function World:shapeDistance(a, b)
  local out = OUT.pair_result
  local code = C.cairn_world_shape_distance(self._at, handle(a, Shape, self, "a"), handle(b, Shape, self, "b"), out)
  if code < 0 then fail() end
  return read.pair_result(self, out)
end

--- Returns the distance of two bodies.
function World:bodyDistance(a, b)
  local out = OUT.pair_result
  local code = C.cairn_world_body_distance(self._at, handle(a, Body, self, "a"), handle(b, Body, self, "b"), out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.pair_result(self, out)
end

--- Returns the first impact of two shapes within a time.
function World:shapeImpact(a, b, time)
  local out = OUT.impact_result
  local code = C.cairn_world_shape_impact(self._at, handle(a, Shape, self, "a"), handle(b, Shape, self, "b"), number(time, "time"), out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.impact_result(self, out)
end

--- Returns the first impact of two bodies within a time.
function World:bodyImpact(a, b, time)
  local out = OUT.impact_result
  local code = C.cairn_world_body_impact(self._at, handle(a, Body, self, "a"), handle(b, Body, self, "b"), number(time, "time"), out)
  if code < 0 then fail() end
  if code == 1 then return nil end
  return read.impact_result(self, out)
end

--- Sets off an explosion; returns the number of bodies that it pushed.
function World:explode(explosion)
  local out = OUT.uint32_t
  local keep = {}
  local explosionAt = definition("explosion", explosion, self, keep, "explosion")
  local code = C.cairn_world_try_explode(self._at, explosionAt, out)
  keep.done = true
  if code < 0 then fail() end
  return out[0]
end

--- Adds a field: gravity, wind, water and the like in an area.
function World:addField(field)
  local out = OUT.field_id
  local keep = {}
  local fieldAt = definition("field_def", field, self, keep, "field")
  local code = C.cairn_world_try_add_field(self._at, fieldAt, out)
  keep.done = true
  if code < 0 then fail() end
  return idAt(Field, self, out[0])
end

--- Replaces a field.
function World:setField(id, field)
  local keep = {}
  local fieldAt = definition("field_def", field, self, keep, "field")
  local code = C.cairn_world_set_field(self._at, handle(id, Field, self, "id"), fieldAt)
  keep.done = true
  if code < 0 then fail() end
end

--- Removes a field.
function World:removeField(id)
  local code = C.cairn_world_remove_field(self._at, handle(id, Field, self, "id"))
  if code < 0 then fail() end
end

--- Lists all fields.
function World:fields()
  check(C.cairn_world_fields(self._at, LISTS.cairn_field_id, ROOM.cairn_field_id, COUNT))
  if COUNT[0] > ROOM.cairn_field_id then
    enlarge("cairn_field_id", COUNT[0])
    check(C.cairn_world_fields(self._at, LISTS.cairn_field_id, ROOM.cairn_field_id, COUNT))
  end
  local all, found = LISTS.cairn_field_id, {}
  for n = 1, COUNT[0] do found[n] = idAt(Field, self, all[n - 1]) end
  return found
end

--- Adds a pair of connected openings.
function World:addPortals(pair)
  local out = OUT.portal_id
  local keep = {}
  local pairAt = definition("portal_pair", pair, self, keep, "pair")
  local code = C.cairn_world_try_add_portals(self._at, pairAt, out)
  keep.done = true
  if code < 0 then fail() end
  return idAt(Portal, self, out[0])
end

--- Removes a pair of openings.
function World:removePortals(id)
  local code = C.cairn_world_remove_portals(self._at, handle(id, Portal, self, "id"))
  if code < 0 then fail() end
end

--- Lists all pairs of openings.
function World:portals()
  check(C.cairn_world_portals(self._at, LISTS.cairn_portals, ROOM.cairn_portals, COUNT))
  if COUNT[0] > ROOM.cairn_portals then
    enlarge("cairn_portals", COUNT[0])
    check(C.cairn_world_portals(self._at, LISTS.cairn_portals, ROOM.cairn_portals, COUNT))
  end
  local all, found = LISTS.cairn_portals, {}
  for n = 1, COUNT[0] do found[n] = read.portals(self, all[n - 1]) end
  return found
end

--- Lists the poses of a body behind the openings that it is in.
function World:images(body)
  check(C.cairn_world_images(self._at, handle(body, Body, self, "body"), LISTS.cairn_pose, ROOM.cairn_pose, COUNT))
  if COUNT[0] > ROOM.cairn_pose then
    enlarge("cairn_pose", COUNT[0])
    check(C.cairn_world_images(self._at, handle(body, Body, self, "body"), LISTS.cairn_pose, ROOM.cairn_pose, COUNT))
  end
  local all, found = LISTS.cairn_pose, {}
  for n = 1, COUNT[0] do found[n] = {x = all[n - 1].p.x, y = all[n - 1].p.y, cos = all[n - 1].q.c, sin = all[n - 1].q.s} end
  return found
end

-- ---- Worlds ----

local Saved, newSaved = owned("Saved", "saved", C.cairn_saved_free)
local Drawing, newDrawing = owned("Drawing", "drawing", C.cairn_drawing_free)
local Recorder, newRecorder = owned("Recorder", "recorder", C.cairn_recorder_free)
local Player, newPlayer = owned("Player", "player", C.cairn_player_free)

--- Makes an empty world.
function cairn.world(config)
  local keep = {}
  local made = newWorld(C.cairn_world_new(definition("world_config", config or {}, nil, keep, "config")))
  keep.done = true
  return made
end

--- Makes a world from a snapshot.
function cairn.fromSnapshot(bytes)
  return newWorld(C.cairn_world_from_snapshot(bytesIn(bytes, "bytes")))
end

--- Makes memory for `saveInto`.
function cairn.saved()
  return newSaved(C.cairn_saved_new())
end

--- Makes memory for `debugDraw`.
function cairn.drawing()
  return newDrawing(C.cairn_drawing_new())
end

--- Advances the world by a time [s]. The report is one table per world.
function World:step(dt)
  local out = OUT.step_report
  check(C.cairn_world_step(self._at, dt == nil and 1 / 60 or number(dt, "dt"), out))
  local report = self._report
  if not report then
    report = {}
    self._report = report
  end
  return update_step_report(out, report)
end

function World:clone()
  return newWorld(C.cairn_world_clone(self._at))
end

function World:snapshot()
  return bytesOut(C.cairn_world_snapshot(self._at, BYTES))
end

function World:restore(bytes)
  check(C.cairn_world_restore(self._at, bytesIn(bytes, "bytes")))
end

function World:snapshotSince(base)
  local at, count = bytesIn(base, "base")
  return bytesOut(C.cairn_world_snapshot_since(self._at, at, count, BYTES))
end

function World:restoreSince(base, delta)
  local at, count = bytesIn(base, "base")
  check(C.cairn_world_restore_since(self._at, at, count, bytesIn(delta, "delta")))
end

function World:saveInto(saved)
  check(C.cairn_world_save_into(self._at, instance(saved, Saved, "saved")))
end

function World:restoreSaved(saved)
  check(C.cairn_world_restore_saved(self._at, instance(saved, Saved, "saved")))
end

function World:recordCalls(on)
  check(C.cairn_world_record_calls(self._at, truth(on, "on")))
end

function World:takeCalls()
  return bytesOut(C.cairn_world_take_calls(self._at, BYTES))
end

--- Draws shapes, joints and contacts into a drawing, a new one if none is given.
function World:debugDraw(drawing)
  drawing = drawing or cairn.drawing()
  check(C.cairn_world_debug_draw(self._at, instance(drawing, Drawing, "drawing")))
  return drawing
end

-- The object of an id, which may come from another copy of the world.
for name, kind in pairs(classes) do
  World[name:lower()] = function(self, id)
    return make(kind, self, wide(id, "id"))
  end
end

-- ---- Many bodies at once ----

local Group = {__name = "Group"}
Group.__index = Group

--- A list of bodies whose poses and velocities cross the interface at once; all bodies without a list.
function World:group(bodies)
  bodies = bodies or self:bodies()
  if type(bodies) ~= "table" then bad("bodies", bodies, "a table of bodies") end
  local length = #bodies
  local room = math.max(1, length)
  local ids = ffi.new("cairn_body_id[?]", room)
  for n = 1, length do ids[n - 1] = handle(bodies[n], classes.Body, self, "bodies") end
  return setmetatable({
    _world = self,
    _ids = ids,
    _length = length,
    _poses = ffi.new("cairn_pose[?]", room),
    _velocities = ffi.new("cairn_velocity[?]", room),
  }, Group)
end

--- Number of bodies.
function Group:length()
  return self._length
end

local function place(group, n)
  if type(n) ~= "number" or not (n >= 1 and n <= group._length) then bad("n", n, "from 1 to " .. group._length) end
  return n - 1
end

function Group:readPoses()
  check(C.cairn_world_read_poses(self._world._at, self._ids, self._length, self._poses))
end

function Group:readVelocities()
  check(C.cairn_world_read_velocities(self._world._at, self._ids, self._length, self._velocities))
end

function Group:writeVelocities()
  check(C.cairn_world_write_velocities(self._world._at, self._ids, self._velocities, self._length))
end

--- x, y, cosine and sine of a body at the last `readPoses`.
function Group:pose(n)
  local pose = self._poses[place(self, n)]
  return pose.p.x, pose.p.y, pose.q.c, pose.q.s
end

--- x, y and angular velocity of a body at the last `readVelocities`.
function Group:velocity(n)
  local velocity = self._velocities[place(self, n)]
  return velocity.linear.x, velocity.linear.y, velocity.angular
end

--- Sets what `writeVelocities` writes.
function Group:setVelocity(n, x, y, angular)
  local velocity = self._velocities[place(self, n)]
  velocity.linear.x, velocity.linear.y = number(x, "x"), number(y, "y")
  velocity.angular = number(angular, "angular")
end

-- ---- Drawings ----

--- Number of primitives.
function Drawing:count()
  COUNT[0] = 0
  C.cairn_drawing_primitives(self._at, COUNT)
  return COUNT[0]
end

--- Kind, color 0xRRGGBB, first point, number of points and radius of a primitive.
function Drawing:primitive(n)
  COUNT[0] = 0
  local all = C.cairn_drawing_primitives(self._at, COUNT)
  local it = all[whole(n, "n", 1, COUNT[0]) - 1]
  return NAMES.primitive_type[it.kind], it.color, it.first + 1, it.count, it.radius
end

--- Number of points.
function Drawing:pointCount()
  COUNT[0] = 0
  C.cairn_drawing_points(self._at, COUNT)
  return COUNT[0]
end

--- x and y of a point.
function Drawing:point(n)
  COUNT[0] = 0
  local all = C.cairn_drawing_points(self._at, COUNT)
  local it = all[whole(n, "n", 1, COUNT[0]) - 1]
  return it.x, it.y
end

-- ---- Recordings ----

--- Starts to record a world.
function cairn.recorder(world, title, keyframeEvery)
  local at = instance(world, World, "world")
  if title ~= nil and type(title) ~= "string" then bad("title", title, "a string") end
  local every = keyframeEvery == nil and 600ULL or wide(keyframeEvery, "keyframeEvery")
  return newRecorder(C.cairn_recorder_start(at, title, every))
end

function Recorder:update(world)
  check(C.cairn_recorder_update(self._at, instance(world, World, "world")))
end

function Recorder:finish(world)
  return bytesOut(C.cairn_recorder_finish(self._at, instance(world, World, "world"), BYTES))
end

--- Reads a recording.
function cairn.player(bytes)
  return newPlayer(C.cairn_player_new(bytesIn(bytes, "bytes")))
end

--- Takes the next step; returns false at the end.
function Player:step()
  return check(C.cairn_player_step(self._at)) == 0
end

function Player:seek(step)
  check(C.cairn_player_seek(self._at, wide(step, "step")))
end

function Player:stepIndex()
  return tonumber(C.cairn_player_step_index(self._at))
end

function Player:steps()
  return tonumber(C.cairn_player_steps(self._at))
end

function Player:world()
  return newWorld(C.cairn_player_world(self._at))
end

-- ---- Shapes ----

--- A shape with the other fields of `more` beside its geometry.
local function shape(geometry, more, taken)
  local made = {}
  for key, value in pairs(more or {}) do made[key] = value end
  for _, key in ipairs(taken) do made[key] = nil end
  made.geometry = geometry
  return made
end

function cairn.circle(radius, more)
  return shape({kind = "circle", radius = radius, a = more and more.at or {0, 0}}, more, {"at"})
end

function cairn.box(halfWidth, halfHeight, more)
  local given = more or {}
  return shape({
    kind = "box",
    b = {halfWidth, halfHeight},
    a = given.at or {0, 0},
    angle = given.angle or 0,
    radius = given.radius or 0,
  }, more, {"at", "angle", "radius"})
end

function cairn.capsule(a, b, radius, more)
  return shape({kind = "capsule", a = a, b = b, radius = radius}, more, {})
end

function cairn.segment(a, b, more)
  return shape({kind = "segment", a = a, b = b}, more, {})
end

function cairn.polygon(corners, more)
  return shape({kind = "polygon", points = corners, radius = more and more.radius or 0}, more, {"radius"})
end

cairn.Error = Error
cairn.World, cairn.Group, cairn.Saved, cairn.Drawing = World, Group, Saved, Drawing
cairn.Recorder, cairn.Player = Recorder, Player
for name, kind in pairs(classes) do cairn[name] = kind end

return cairn
