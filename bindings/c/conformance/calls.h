/* Written by `cargo xtask bindings` from the table of the API.
   Included by runner.c alone, after its helpers. */
static const char* const body_type_names[] = {"static", "kinematic", "dynamic", NULL};
static const char* const shape_type_names[] = {"circle", "capsule", "segment", "box", "polygon", NULL};
static const char* const joint_type_names[] = {"revolute", "distance", "prismatic", "wheel", "slot", "weld", "drive", "grab", "filter", "rotary", "gear", "rack", "pulley", "custom", NULL};
static const char* const anchor_type_names[] = {"local", "world", "world_pair", NULL};
static const char* const combine_names[] = {"geometric_mean", "average", "min", "multiply", "max", NULL};
static const char* const lanes_names[] = {"fastest", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128", NULL};
static const char* const sensor_event_type_names[] = {"begin", "end", NULL};
static const char* const area_type_names[] = {"everywhere", "box", "circle", "polygon", NULL};
static const char* const effect_type_names[] = {"gravity", "attractor", "wind", "drag", "conveyor", "floor", "water", "time_flow", NULL};
static const char* const falloff_names[] = {"constant", "inverse", "inverse_square", NULL};
static const char* const primitive_type_names[] = {"outline", "line", "point", NULL};
static cairn_body_impulse pending_body_impulse[MAX_PENDING];
static uint32_t pending_body_impulse_count, pending_body_impulse_taken;
static cairn_chain_def pending_chain_def[MAX_PENDING];
static uint32_t pending_chain_def_count, pending_chain_def_taken;
static cairn_material pending_material[MAX_PENDING];
static uint32_t pending_material_count, pending_material_taken;
static cairn_ray pending_ray[MAX_PENDING];
static uint32_t pending_ray_count, pending_ray_taken;
static cairn_shape_def pending_shape_def[MAX_PENDING];
static uint32_t pending_shape_def_count, pending_shape_def_taken;

static void pending_clear(void) {
    pending_body_impulse_count = pending_body_impulse_taken = 0;
    pending_chain_def_count = pending_chain_def_taken = 0;
    pending_material_count = pending_material_taken = 0;
    pending_ray_count = pending_ray_taken = 0;
    pending_shape_def_count = pending_shape_def_taken = 0;
}

static inline void set_world_config(runner* r, cairn_world_config* v, const char* key, const char* value) {
    if (!strcmp(key, "gravity")) {
        to_vec2(r, value, &v->gravity.x, &v->gravity.y);
        return;
    }
    if (!strcmp(key, "sub_steps")) {
        v->sub_steps = (uint32_t)to_u64(r, value);
        return;
    }
    if (!strcmp(key, "sleeping")) {
        v->sleeping = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "layered_sleep")) {
        v->layered_sleep = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "continuous")) {
        v->continuous = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "restitution_threshold")) {
        v->restitution_threshold = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "exact_restitution")) {
        v->exact_restitution = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "max_linear_speed")) {
        v->max_linear_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "max_angular_speed")) {
        v->max_angular_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "contact_hertz")) {
        v->contact_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "contact_damping_ratio")) {
        v->contact_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "contact_push_speed")) {
        v->contact_push_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "joint_hertz")) {
        v->joint_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "joint_damping_ratio")) {
        v->joint_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "threads")) {
        v->threads = (uint32_t)to_u64(r, value);
        return;
    }
    if (!strcmp(key, "lanes")) {
        v->lanes = to_choice(r, value, lanes_names);
        return;
    }
    if (!strcmp(key, "large_world")) {
        v->large_world = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "id_tag")) {
        v->id_tag = (uint32_t)to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_world_config read_world_config(runner* r) {
    cairn_world_config v = cairn_world_config_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_world_config(r, &v, key, value);
    return v;
}

static inline void set_filter(runner* r, cairn_filter* v, const char* key, const char* value) {
    if (!strcmp(key, "category")) {
        v->category = to_u64(r, value);
        return;
    }
    if (!strcmp(key, "mask")) {
        v->mask = to_u64(r, value);
        return;
    }
    if (!strcmp(key, "group")) {
        v->group = to_i32(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_filter read_filter(runner* r) {
    cairn_filter v = cairn_filter_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_filter(r, &v, key, value);
    return v;
}

static inline void log_filter(runner* r, const cairn_filter* v) {
    log_u64(r, v->category);
    log_u64(r, v->mask);
    log_u32(r, (uint32_t)v->group);
}

static inline void set_portal_pair(runner* r, cairn_portal_pair* v, const char* key, const char* value) {
    if (!strcmp(key, "body_a")) {
        v->body_a.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "body_b")) {
        v->body_b.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "at_a")) {
        to_vec2(r, value, &v->at_a.x, &v->at_a.y);
        return;
    }
    if (!strcmp(key, "at_b")) {
        to_vec2(r, value, &v->at_b.x, &v->at_b.y);
        return;
    }
    if (!strcmp(key, "out_a")) {
        to_vec2(r, value, &v->out_a.x, &v->out_a.y);
        return;
    }
    if (!strcmp(key, "out_b")) {
        to_vec2(r, value, &v->out_b.x, &v->out_b.y);
        return;
    }
    if (!strcmp(key, "width")) {
        v->width = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "rims")) {
        v->rims = to_bool(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_portal_pair read_portal_pair(runner* r) {
    cairn_portal_pair v = cairn_portal_pair_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_portal_pair(r, &v, key, value);
    return v;
}

static inline void log_portals(runner* r, const cairn_portals* v) {
    log_u64(r, v->id.bits);
    log_pose(r, v->opening_a);
    log_pose(r, v->opening_b);
    log_u64(r, v->body_a.bits);
    log_u64(r, v->body_b.bits);
    log_pose(r, v->frame_a);
    log_pose(r, v->frame_b);
    log_f32(r, v->width);
    log_bool(r, v->has_rims);
}

static inline void log_teleport_event(runner* r, const cairn_teleport_event* v) {
    log_u64(r, v->body.bits);
    log_u64(r, v->user_data);
    log_u64(r, v->portals.bits);
    log_pose(r, v->from);
    log_pose(r, v->to);
}

static inline void set_material(runner* r, cairn_material* v, const char* key, const char* value) {
    if (!strcmp(key, "friction")) {
        v->friction = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "restitution")) {
        v->restitution = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "rolling_resistance")) {
        v->rolling_resistance = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "tangent_speed")) {
        v->tangent_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_static_friction")) {
        v->has_static_friction = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "static_friction")) {
        v->static_friction = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_softness")) {
        v->has_softness = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "softness_hertz")) {
        v->softness_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "softness_damping_ratio")) {
        v->softness_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "id")) {
        v->id = to_u64(r, value);
        return;
    }
    if (!strcmp(key, "friction_combine")) {
        v->friction_combine = to_choice(r, value, combine_names);
        return;
    }
    if (!strcmp(key, "restitution_combine")) {
        v->restitution_combine = to_choice(r, value, combine_names);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_material read_material(runner* r) {
    cairn_material v = cairn_material_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_material(r, &v, key, value);
    return v;
}

static inline void log_material(runner* r, const cairn_material* v) {
    log_f32(r, v->friction);
    log_f32(r, v->restitution);
    log_f32(r, v->rolling_resistance);
    log_f32(r, v->tangent_speed);
    log_bool(r, v->has_static_friction);
    log_f32(r, v->static_friction);
    log_bool(r, v->has_softness);
    log_f32(r, v->softness_hertz);
    log_f32(r, v->softness_damping_ratio);
    log_u64(r, v->id);
    log_u32(r, v->friction_combine);
    log_u32(r, v->restitution_combine);
}

static inline void set_material_pair(runner* r, cairn_material_pair* v, const char* key, const char* value) {
    if (!strcmp(key, "has_friction")) {
        v->has_friction = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "friction")) {
        v->friction = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_static_friction")) {
        v->has_static_friction = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "static_friction")) {
        v->static_friction = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_restitution")) {
        v->has_restitution = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "restitution")) {
        v->restitution = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_rolling_resistance")) {
        v->has_rolling_resistance = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "rolling_resistance")) {
        v->rolling_resistance = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_softness")) {
        v->has_softness = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "softness_hertz")) {
        v->softness_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "softness_damping_ratio")) {
        v->softness_damping_ratio = to_f32(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_material_pair read_material_pair(runner* r) {
    cairn_material_pair v = cairn_material_pair_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_material_pair(r, &v, key, value);
    return v;
}

static inline void log_material_pair(runner* r, const cairn_material_pair* v) {
    log_bool(r, v->has_friction);
    log_f32(r, v->friction);
    log_bool(r, v->has_static_friction);
    log_f32(r, v->static_friction);
    log_bool(r, v->has_restitution);
    log_f32(r, v->restitution);
    log_bool(r, v->has_rolling_resistance);
    log_f32(r, v->rolling_resistance);
    log_bool(r, v->has_softness);
    log_f32(r, v->softness_hertz);
    log_f32(r, v->softness_damping_ratio);
}

static inline void set_geometry(runner* r, cairn_geometry* v, const char* key, const char* value) {
    if (!strcmp(key, "kind")) {
        v->kind = to_choice(r, value, shape_type_names);
        return;
    }
    if (!strcmp(key, "a")) {
        to_vec2(r, value, &v->a.x, &v->a.y);
        return;
    }
    if (!strcmp(key, "b")) {
        to_vec2(r, value, &v->b.x, &v->b.y);
        return;
    }
    if (!strcmp(key, "radius")) {
        v->radius = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "angle")) {
        v->angle = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "points")) {
        v->points = to_points(r, value, &v->point_count);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_geometry read_geometry(runner* r) {
    cairn_geometry v = cairn_geometry_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_geometry(r, &v, key, value);
    return v;
}

static inline void log_geometry(runner* r, const cairn_geometry* v) {
    log_u32(r, v->kind);
    log_f32(r, v->a.x), log_f32(r, v->a.y);
    log_f32(r, v->b.x), log_f32(r, v->b.y);
    log_f32(r, v->radius);
    log_f32(r, v->angle);
}

static inline void set_shape_def(runner* r, cairn_shape_def* v, const char* key, const char* value) {
    if (!strncmp(key, "geometry.", 9)) {
        set_geometry(r, &v->geometry, key + 9, value);
        return;
    }
    if (!strcmp(key, "density")) {
        v->density = to_f32(r, value);
        return;
    }
    if (!strncmp(key, "material.", 9)) {
        set_material(r, &v->material, key + 9, value);
        return;
    }
    if (!strncmp(key, "filter.", 7)) {
        set_filter(r, &v->filter, key + 7, value);
        return;
    }
    if (!strcmp(key, "has_one_way")) {
        v->has_one_way = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "one_way_direction")) {
        to_vec2(r, value, &v->one_way_direction.x, &v->one_way_direction.y);
        return;
    }
    if (!strcmp(key, "one_way_half_angle")) {
        v->one_way_half_angle = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "reports_hits")) {
        v->reports_hits = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "report_hits_above")) {
        v->report_hits_above = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "sensor")) {
        v->sensor = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "has_sensor_events")) {
        v->has_sensor_events = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "sensor_events")) {
        v->sensor_events = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "hooked")) {
        v->hooked = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "user_data")) {
        v->user_data = to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_shape_def read_shape_def(runner* r) {
    cairn_shape_def v = cairn_shape_def_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_shape_def(r, &v, key, value);
    return v;
}

static inline void set_chain_def(runner* r, cairn_chain_def* v, const char* key, const char* value) {
    if (!strcmp(key, "points")) {
        v->points = to_points(r, value, &v->point_count);
        return;
    }
    if (!strcmp(key, "closed")) {
        v->closed = to_bool(r, value);
        return;
    }
    if (!strncmp(key, "material.", 9)) {
        set_material(r, &v->material, key + 9, value);
        return;
    }
    if (!strncmp(key, "filter.", 7)) {
        set_filter(r, &v->filter, key + 7, value);
        return;
    }
    if (!strcmp(key, "has_one_way")) {
        v->has_one_way = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "one_way_direction")) {
        to_vec2(r, value, &v->one_way_direction.x, &v->one_way_direction.y);
        return;
    }
    if (!strcmp(key, "one_way_half_angle")) {
        v->one_way_half_angle = to_f32(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_chain_def read_chain_def(runner* r) {
    cairn_chain_def v = cairn_chain_def_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_chain_def(r, &v, key, value);
    v.materials = pending_material + pending_material_taken;
    v.material_count = pending_material_count - pending_material_taken;
    pending_material_taken = pending_material_count;
    return v;
}

static inline void set_mass(runner* r, cairn_mass* v, const char* key, const char* value) {
    if (!strcmp(key, "mass")) {
        v->mass = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "center")) {
        to_vec2(r, value, &v->center.x, &v->center.y);
        return;
    }
    if (!strcmp(key, "inertia")) {
        v->inertia = to_f32(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_mass read_mass(runner* r) {
    cairn_mass v = cairn_mass_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_mass(r, &v, key, value);
    return v;
}

static inline void log_mass(runner* r, const cairn_mass* v) {
    log_f32(r, v->mass);
    log_f32(r, v->center.x), log_f32(r, v->center.y);
    log_f32(r, v->inertia);
}

static inline void set_locks(runner* r, cairn_locks* v, const char* key, const char* value) {
    if (!strcmp(key, "x")) {
        v->x = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "y")) {
        v->y = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "rotation")) {
        v->rotation = to_bool(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_locks read_locks(runner* r) {
    cairn_locks v = cairn_locks_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_locks(r, &v, key, value);
    return v;
}

static inline void log_locks(runner* r, const cairn_locks* v) {
    log_bool(r, v->x);
    log_bool(r, v->y);
    log_bool(r, v->rotation);
}

static inline void set_body_def(runner* r, cairn_body_def* v, const char* key, const char* value) {
    if (!strcmp(key, "kind")) {
        v->kind = to_choice(r, value, body_type_names);
        return;
    }
    if (!strcmp(key, "position")) {
        to_dvec2(r, value, &v->position.x, &v->position.y);
        return;
    }
    if (!strcmp(key, "angle")) {
        v->angle = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "velocity")) {
        to_vec2(r, value, &v->velocity.x, &v->velocity.y);
        return;
    }
    if (!strcmp(key, "angular_velocity")) {
        v->angular_velocity = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "linear_damping")) {
        v->linear_damping = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "angular_damping")) {
        v->angular_damping = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "gravity_scale")) {
        v->gravity_scale = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "sleep_threshold")) {
        v->sleep_threshold = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "can_sleep")) {
        v->can_sleep = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "asleep")) {
        v->asleep = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "disabled")) {
        v->disabled = to_bool(r, value);
        return;
    }
    if (!strncmp(key, "locks.", 6)) {
        set_locks(r, &v->locks, key + 6, value);
        return;
    }
    if (!strcmp(key, "bullet")) {
        v->bullet = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "joined")) {
        v->joined = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "sweep_threshold")) {
        v->sweep_threshold = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "time_scale")) {
        v->time_scale = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "dominance")) {
        v->dominance = to_i32(r, value);
        return;
    }
    if (!strcmp(key, "has_mass")) {
        v->has_mass = to_bool(r, value);
        return;
    }
    if (!strncmp(key, "mass.", 5)) {
        set_mass(r, &v->mass, key + 5, value);
        return;
    }
    if (!strcmp(key, "user_data")) {
        v->user_data = to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_body_def read_body_def(runner* r) {
    cairn_body_def v = cairn_body_def_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_body_def(r, &v, key, value);
    v.shapes = pending_shape_def + pending_shape_def_taken;
    v.shape_count = pending_shape_def_count - pending_shape_def_taken;
    pending_shape_def_taken = pending_shape_def_count;
    v.chains = pending_chain_def + pending_chain_def_taken;
    v.chain_count = pending_chain_def_count - pending_chain_def_taken;
    pending_chain_def_taken = pending_chain_def_count;
    return v;
}

static inline void set_joint_def(runner* r, cairn_joint_def* v, const char* key, const char* value) {
    if (!strcmp(key, "kind")) {
        v->kind = to_choice(r, value, joint_type_names);
        return;
    }
    if (!strcmp(key, "body_a")) {
        v->body_a.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "body_b")) {
        v->body_b.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "anchor")) {
        v->anchor = to_choice(r, value, anchor_type_names);
        return;
    }
    if (!strcmp(key, "anchor_a")) {
        to_vec2(r, value, &v->anchor_a.x, &v->anchor_a.y);
        return;
    }
    if (!strcmp(key, "anchor_b")) {
        to_vec2(r, value, &v->anchor_b.x, &v->anchor_b.y);
        return;
    }
    if (!strcmp(key, "angle_a")) {
        v->angle_a = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "angle_b")) {
        v->angle_b = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_along")) {
        v->has_along = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "along")) {
        to_vec2(r, value, &v->along.x, &v->along.y);
        return;
    }
    if (!strcmp(key, "has_collide_connected")) {
        v->has_collide_connected = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "collide_connected")) {
        v->collide_connected = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "has_length")) {
        v->has_length = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "length")) {
        v->length = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_limits")) {
        v->enable_limits = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "lower")) {
        v->lower = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "upper")) {
        v->upper = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_motor")) {
        v->enable_motor = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "motor_speed")) {
        v->motor_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "motor_strength")) {
        v->motor_strength = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_spring")) {
        v->enable_spring = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "spring_hertz")) {
        v->spring_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "spring_damping_ratio")) {
        v->spring_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "spring_target")) {
        v->spring_target = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_spring_range")) {
        v->has_spring_range = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "spring_lower")) {
        v->spring_lower = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "spring_upper")) {
        v->spring_upper = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_servo")) {
        v->enable_servo = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "servo_target")) {
        v->servo_target = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "servo_max_speed")) {
        v->servo_max_speed = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "servo_strength")) {
        v->servo_strength = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_linear_motor")) {
        v->enable_linear_motor = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "linear_motor_velocity")) {
        to_vec2(r, value, &v->linear_motor_velocity.x, &v->linear_motor_velocity.y);
        return;
    }
    if (!strcmp(key, "linear_motor_max_force")) {
        v->linear_motor_max_force = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "enable_linear_spring")) {
        v->enable_linear_spring = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "linear_spring_hertz")) {
        v->linear_spring_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "linear_spring_damping_ratio")) {
        v->linear_spring_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "linear_spring_max_force")) {
        v->linear_spring_max_force = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_ratchet")) {
        v->has_ratchet = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "ratchet_pitch")) {
        v->ratchet_pitch = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "ratchet_phase")) {
        v->ratchet_phase = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "ratio")) {
        v->ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "over_a")) {
        to_vec2(r, value, &v->over_a.x, &v->over_a.y);
        return;
    }
    if (!strcmp(key, "over_b")) {
        to_vec2(r, value, &v->over_b.x, &v->over_b.y);
        return;
    }
    if (!strcmp(key, "slack")) {
        v->slack = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "target")) {
        to_vec2(r, value, &v->target.x, &v->target.y);
        return;
    }
    if (!strcmp(key, "has_softness")) {
        v->has_softness = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "softness_hertz")) {
        v->softness_hertz = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "softness_damping_ratio")) {
        v->softness_damping_ratio = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_break_force")) {
        v->has_break_force = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "break_force")) {
        v->break_force = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_break_torque")) {
        v->has_break_torque = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "break_torque")) {
        v->break_torque = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_report_force")) {
        v->has_report_force = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "report_force")) {
        v->report_force = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "has_report_torque")) {
        v->has_report_torque = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "report_torque")) {
        v->report_torque = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "disabled")) {
        v->disabled = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "user_data")) {
        v->user_data = to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_joint_def read_joint_def(runner* r) {
    cairn_joint_def v = cairn_joint_def_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_joint_def(r, &v, key, value);
    return v;
}

static inline void set_field_def(runner* r, cairn_field_def* v, const char* key, const char* value) {
    if (!strcmp(key, "area")) {
        v->area = to_choice(r, value, area_type_names);
        return;
    }
    if (!strcmp(key, "area_a")) {
        to_vec2(r, value, &v->area_a.x, &v->area_a.y);
        return;
    }
    if (!strcmp(key, "area_b")) {
        to_vec2(r, value, &v->area_b.x, &v->area_b.y);
        return;
    }
    if (!strcmp(key, "area_radius")) {
        v->area_radius = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "area_points")) {
        v->area_points = to_points(r, value, &v->area_point_count);
        return;
    }
    if (!strcmp(key, "effect")) {
        v->effect = to_choice(r, value, effect_type_names);
        return;
    }
    if (!strcmp(key, "vector")) {
        to_vec2(r, value, &v->vector.x, &v->vector.y);
        return;
    }
    if (!strcmp(key, "strength")) {
        v->strength = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "falloff")) {
        v->falloff = to_choice(r, value, falloff_names);
        return;
    }
    if (!strcmp(key, "min_distance")) {
        v->min_distance = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "density")) {
        v->density = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "drag")) {
        v->drag = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "lift")) {
        v->lift = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "angular")) {
        v->angular = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "priority")) {
        v->priority = to_i32(r, value);
        return;
    }
    if (!strcmp(key, "has_exclusive")) {
        v->has_exclusive = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "exclusive")) {
        v->exclusive = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "mask")) {
        v->mask = to_u64(r, value);
        return;
    }
    if (!strcmp(key, "disabled")) {
        v->disabled = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "user_data")) {
        v->user_data = to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_field_def read_field_def(runner* r) {
    cairn_field_def v = cairn_field_def_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_field_def(r, &v, key, value);
    return v;
}

static inline void set_query_filter(runner* r, cairn_query_filter* v, const char* key, const char* value) {
    if (!strcmp(key, "has_collision")) {
        v->has_collision = to_bool(r, value);
        return;
    }
    if (!strncmp(key, "collision.", 10)) {
        set_filter(r, &v->collision, key + 10, value);
        return;
    }
    if (!strcmp(key, "ignore_body")) {
        v->ignore_body.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "sensors")) {
        v->sensors = to_bool(r, value);
        return;
    }
    if (!strcmp(key, "honor_one_way")) {
        v->honor_one_way = to_bool(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_query_filter read_query_filter(runner* r) {
    cairn_query_filter v = cairn_query_filter_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_query_filter(r, &v, key, value);
    return v;
}

static inline void set_explosion(runner* r, cairn_explosion* v, const char* key, const char* value) {
    if (!strcmp(key, "center")) {
        to_vec2(r, value, &v->center.x, &v->center.y);
        return;
    }
    if (!strcmp(key, "radius")) {
        v->radius = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "falloff")) {
        v->falloff = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "impulse_per_length")) {
        v->impulse_per_length = to_f32(r, value);
        return;
    }
    if (!strcmp(key, "mask")) {
        v->mask = to_u64(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_explosion read_explosion(runner* r) {
    cairn_explosion v = cairn_explosion_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_explosion(r, &v, key, value);
    return v;
}

static inline void set_body_impulse(runner* r, cairn_body_impulse* v, const char* key, const char* value) {
    if (!strcmp(key, "body")) {
        v->body.bits = to_id(r, value);
        return;
    }
    if (!strcmp(key, "impulse")) {
        to_vec2(r, value, &v->impulse.x, &v->impulse.y);
        return;
    }
    if (!strcmp(key, "angular")) {
        v->angular = to_f32(r, value);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_body_impulse read_body_impulse(runner* r) {
    cairn_body_impulse v = cairn_body_impulse_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_body_impulse(r, &v, key, value);
    return v;
}

static inline void log_box(runner* r, const cairn_box* v) {
    log_f32(r, v->min.x), log_f32(r, v->min.y);
    log_f32(r, v->max.x), log_f32(r, v->max.y);
}

static inline void log_step_report(runner* r, const cairn_step_report* v) {
    log_u32(r, v->awake_bodies);
    log_u32(r, v->awake_contacts);
    log_u32(r, v->solved_contacts);
    log_u32(r, v->solved_joints);
    log_u32(r, v->colors);
    log_u32(r, v->overflow_constraints);
    log_u32(r, v->new_contacts);
    log_u32(r, v->impacts);
    log_u32(r, v->continuous_bodies);
    log_u32(r, v->sensor_overlaps);
    log_u32(r, v->capped_bodies);
    log_u32(r, v->broken_joints);
}

static inline void log_counts(runner* r, const cairn_counts* v) {
    log_u32(r, v->bodies);
    log_u32(r, v->awake_bodies);
    log_u32(r, v->sleeping_bodies);
    log_u32(r, v->shapes);
    log_u32(r, v->sensors);
    log_u32(r, v->contacts);
    log_u32(r, v->touching_contacts);
    log_u32(r, v->joints);
    log_u32(r, v->awake_islands);
    log_u32(r, v->sleeping_islands);
}

static inline void log_impulse_counts(runner* r, const cairn_impulse_counts* v) {
    log_u32(r, v->applied);
    log_u32(r, v->stale);
    log_u32(r, v->asleep);
    log_u32(r, v->unmoved);
}

static inline void log_cast_result(runner* r, const cairn_cast_result* v) {
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_f32(r, v->fraction);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void set_ray(runner* r, cairn_ray* v, const char* key, const char* value) {
    if (!strcmp(key, "origin")) {
        to_vec2(r, value, &v->origin.x, &v->origin.y);
        return;
    }
    if (!strcmp(key, "translation")) {
        to_vec2(r, value, &v->translation.x, &v->translation.y);
        return;
    }
    (void)v;
    (void)value;
    fail(r, key);
}

static inline cairn_ray read_ray(runner* r) {
    cairn_ray v = cairn_ray_default();
    const char *key, *value;
    while (next_field(r, &key, &value)) set_ray(r, &v, key, value);
    return v;
}

static inline void log_ray(runner* r, const cairn_ray* v) {
    log_f32(r, v->origin.x), log_f32(r, v->origin.y);
    log_f32(r, v->translation.x), log_f32(r, v->translation.y);
}

static inline void log_ray_answer(runner* r, const cairn_ray_answer* v) {
    log_bool(r, v->has_hit);
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_f32(r, v->fraction);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void log_nearest_result(runner* r, const cairn_nearest_result* v) {
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->distance);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void log_separation_result(runner* r, const cairn_separation_result* v) {
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_f32(r, v->distance);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->own_point.x), log_f32(r, v->own_point.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void log_pair_result(runner* r, const cairn_pair_result* v) {
    log_u64(r, v->shape_a.bits);
    log_u64(r, v->shape_b.bits);
    log_f32(r, v->distance);
    log_f32(r, v->point_a.x), log_f32(r, v->point_a.y);
    log_f32(r, v->point_b.x), log_f32(r, v->point_b.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void log_impact_result(runner* r, const cairn_impact_result* v) {
    log_u64(r, v->shape_a.bits);
    log_u64(r, v->shape_b.bits);
    log_f32(r, v->time);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
}

static inline void log_shape_in_box(runner* r, const cairn_shape_in_box* v) {
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_pose(r, v->pose);
    log_f32(r, v->center.x), log_f32(r, v->center.y);
    log_f32(r, v->velocity.x), log_f32(r, v->velocity.y);
    log_f32(r, v->angular_velocity);
}

static inline void log_contact_point(runner* r, const cairn_contact_point* v) {
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->separation);
    log_f32(r, v->normal_impulse);
    log_f32(r, v->tangent_impulse);
    log_u32(r, v->feature);
}

static inline void log_party(runner* r, const cairn_party* v) {
    log_u64(r, v->shape.bits);
    log_u64(r, v->body.bits);
    log_u64(r, v->shape_data);
    log_u64(r, v->body_data);
}

static inline void log_touch_event(runner* r, const cairn_touch_event* v) {
    log_u64(r, v->contact.bits);
    log_party(r, &v->a);
    log_party(r, &v->b);
}

static inline void log_hit_event(runner* r, const cairn_hit_event* v) {
    log_u64(r, v->contact.bits);
    log_party(r, &v->a);
    log_party(r, &v->b);
    log_f32(r, v->point.x), log_f32(r, v->point.y);
    log_f32(r, v->normal.x), log_f32(r, v->normal.y);
    log_f32(r, v->approach_speed);
    log_f32(r, v->impulse);
}

static inline void log_sensor_event(runner* r, const cairn_sensor_event* v) {
    log_u32(r, v->kind);
    log_party(r, &v->sensor);
    log_party(r, &v->visitor);
}

static inline void log_move_event(runner* r, const cairn_move_event* v) {
    log_u64(r, v->body.bits);
    log_u64(r, v->user_data);
    log_pose(r, v->pose);
}

static inline void log_sleep_event(runner* r, const cairn_sleep_event* v) {
    log_u64(r, v->body.bits);
    log_u64(r, v->user_data);
}

static inline void log_joint_event(runner* r, const cairn_joint_event* v) {
    log_u64(r, v->joint.bits);
    log_u64(r, v->user_data);
    log_u64(r, v->body_a.bits);
    log_u64(r, v->body_b.bits);
    log_u64(r, v->data_a);
    log_u64(r, v->data_b);
    log_f32(r, v->force.x), log_f32(r, v->force.y);
    log_f32(r, v->torque);
}

static inline void log_range(runner* r, const cairn_range* v) {
    log_f32(r, v->lower);
    log_f32(r, v->upper);
}

static inline void log_motor(runner* r, const cairn_motor* v) {
    log_f32(r, v->speed);
    log_f32(r, v->strength);
}

static inline void log_spring(runner* r, const cairn_spring* v) {
    log_f32(r, v->hertz);
    log_f32(r, v->damping_ratio);
    log_f32(r, v->target);
}

static inline void log_servo(runner* r, const cairn_servo* v) {
    log_f32(r, v->target);
    log_f32(r, v->max_speed);
    log_f32(r, v->strength);
}

static inline void log_linear_motor(runner* r, const cairn_linear_motor* v) {
    log_f32(r, v->velocity.x), log_f32(r, v->velocity.y);
    log_f32(r, v->max_force);
}

static inline void log_linear_spring(runner* r, const cairn_linear_spring* v) {
    log_f32(r, v->hertz);
    log_f32(r, v->damping_ratio);
    log_f32(r, v->max_force);
}

static inline void log_load_limit(runner* r, const cairn_load_limit* v) {
    log_bool(r, v->has_force);
    log_f32(r, v->force);
    log_bool(r, v->has_torque);
    log_f32(r, v->torque);
}

static inline void log_pair_of_bodies(runner* r, const cairn_pair_of_bodies* v) {
    log_u64(r, v->a.bits);
    log_u64(r, v->b.bits);
}

static inline void log_pair_of_shapes(runner* r, const cairn_pair_of_shapes* v) {
    log_u64(r, v->a.bits);
    log_u64(r, v->b.bits);
}

static inline void log_pair_of_poses(runner* r, const cairn_pair_of_poses* v) {
    log_pose(r, v->a);
    log_pose(r, v->b);
}

static inline void log_pair_of_points(runner* r, const cairn_pair_of_points* v) {
    log_f32(r, v->a.x), log_f32(r, v->a.y);
    log_f32(r, v->b.x), log_f32(r, v->b.y);
}

static inline void log_overlap(runner* r, const cairn_overlap* v) {
    log_u64(r, v->sensor.bits);
    log_u64(r, v->visitor.bits);
}

static inline void log_one_way(runner* r, const cairn_one_way* v) {
    log_f32(r, v->direction.x), log_f32(r, v->direction.y);
    log_f32(r, v->half_angle);
}

static inline void log_primitive(runner* r, const cairn_primitive* v) {
    log_u32(r, v->kind);
    log_u32(r, v->color);
    log_u32(r, v->first);
    log_u32(r, v->count);
    log_f32(r, v->radius);
}

static void run_push(runner* r, const char* name) {
    if (!strcmp(name, "body_impulse")) {
        if (pending_body_impulse_count == MAX_PENDING) fail(r, "too many pushed");
        cairn_body_impulse value = read_body_impulse(r);
        pending_body_impulse[pending_body_impulse_count++] = value;
        return;
    }
    if (!strcmp(name, "chain_def")) {
        if (pending_chain_def_count == MAX_PENDING) fail(r, "too many pushed");
        cairn_chain_def value = read_chain_def(r);
        pending_chain_def[pending_chain_def_count++] = value;
        return;
    }
    if (!strcmp(name, "material")) {
        if (pending_material_count == MAX_PENDING) fail(r, "too many pushed");
        cairn_material value = read_material(r);
        pending_material[pending_material_count++] = value;
        return;
    }
    if (!strcmp(name, "ray")) {
        if (pending_ray_count == MAX_PENDING) fail(r, "too many pushed");
        cairn_ray value = read_ray(r);
        pending_ray[pending_ray_count++] = value;
        return;
    }
    if (!strcmp(name, "shape_def")) {
        if (pending_shape_def_count == MAX_PENDING) fail(r, "too many pushed");
        cairn_shape_def value = read_shape_def(r);
        pending_shape_def[pending_shape_def_count++] = value;
        return;
    }
    fail(r, "nothing to push");
}

static int run_call(runner* r, const char* name) {
    if (!strcmp(name, "World.step")) {
        float dt = to_f32(r, next(r));
        cairn_step_report out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_step(r->world, dt, &out))) {
            log_step_report(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.hash")) {
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_hash(r->world, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.step_count")) {
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_step_count(r->world, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.counts")) {
        cairn_counts out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_counts(r->world, &out))) {
            log_counts(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.set_gravity")) {
        float gravity_x, gravity_y;
        to_vec2(r, next(r), &gravity_x, &gravity_y);
        log_code(r, cairn_world_set_gravity(r->world, gravity_x, gravity_y));
        return 1;
    }
    if (!strcmp(name, "World.gravity")) {
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_gravity(r->world, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "World.set_sub_steps")) {
        uint32_t sub_steps = (uint32_t)to_u64(r, next(r));
        log_code(r, cairn_world_set_sub_steps(r->world, sub_steps));
        return 1;
    }
    if (!strcmp(name, "World.set_sleeping")) {
        bool sleeping = to_bool(r, next(r));
        log_code(r, cairn_world_set_sleeping(r->world, sleeping));
        return 1;
    }
    if (!strcmp(name, "World.set_continuous")) {
        bool continuous = to_bool(r, next(r));
        log_code(r, cairn_world_set_continuous(r->world, continuous));
        return 1;
    }
    if (!strcmp(name, "World.set_threads")) {
        uint32_t threads = (uint32_t)to_u64(r, next(r));
        log_code(r, cairn_world_set_threads(r->world, threads));
        return 1;
    }
    if (!strcmp(name, "World.set_lanes")) {
        cairn_lanes lanes = to_choice(r, next(r), lanes_names);
        log_code(r, cairn_world_set_lanes(r->world, lanes));
        return 1;
    }
    if (!strcmp(name, "World.shift_origin")) {
        float origin_x, origin_y;
        to_vec2(r, next(r), &origin_x, &origin_y);
        log_code(r, cairn_world_shift_origin(r->world, origin_x, origin_y));
        return 1;
    }
    if (!strcmp(name, "World.set_stage_checks")) {
        bool on = to_bool(r, next(r));
        log_code(r, cairn_world_set_stage_checks(r->world, on));
        return 1;
    }
    if (!strcmp(name, "World.reserve")) {
        uint32_t bodies = (uint32_t)to_u64(r, next(r));
        uint32_t shapes = (uint32_t)to_u64(r, next(r));
        uint32_t joints = (uint32_t)to_u64(r, next(r));
        uint32_t contacts = (uint32_t)to_u64(r, next(r));
        log_code(r, cairn_world_reserve(r->world, bodies, shapes, joints, contacts));
        return 1;
    }
    if (!strcmp(name, "World.is_untouched")) {
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_is_untouched(r->world, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.is_recorded")) {
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_is_recorded(r->world, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.recorded_steps")) {
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_get_recorded_steps(r->world, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.spawn")) {
        cairn_body_def def = read_body_def(r);
        cairn_body_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_spawn(r->world, &def, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "World.despawn")) {
        cairn_body_id body = {next_id(r)};
        log_code(r, cairn_world_despawn(r->world, body));
        return 1;
    }
    if (!strcmp(name, "World.bodies")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_bodies(r->world, NULL, 0, &count);
        cairn_body_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_bodies(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Body.exists")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_exists(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.kind")) {
        cairn_body_id self = {next_id(r)};
        cairn_body_type out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_kind(r->world, self, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.pose")) {
        cairn_body_id self = {next_id(r)};
        cairn_pose out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_pose(r->world, self, &out))) {
            log_pose(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.position")) {
        cairn_body_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_position(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.position64")) {
        cairn_body_id self = {next_id(r)};
        cairn_dvec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_position64(r->world, self, &out))) {
            log_f64(r, out.x), log_f64(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.pose_from")) {
        cairn_body_id self = {next_id(r)};
        double origin_x, origin_y;
        to_dvec2(r, next(r), &origin_x, &origin_y);
        cairn_pose out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_pose_from(r->world, self, origin_x, origin_y, &out))) {
            log_pose(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.rotation")) {
        cairn_body_id self = {next_id(r)};
        cairn_rot out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_rotation(r->world, self, &out))) {
            log_f32(r, out.c), log_f32(r, out.s);
        }
        return 1;
    }
    if (!strcmp(name, "Body.angle")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_angle(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.center")) {
        cairn_body_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_center(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.center64")) {
        cairn_body_id self = {next_id(r)};
        cairn_dvec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_center64(r->world, self, &out))) {
            log_f64(r, out.x), log_f64(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.velocity")) {
        cairn_body_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_velocity(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.angular_velocity")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_angular_velocity(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.velocity_at")) {
        cairn_body_id self = {next_id(r)};
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_velocity_at(r->world, self, point_x, point_y, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Body.pose_after")) {
        cairn_body_id self = {next_id(r)};
        float time = to_f32(r, next(r));
        cairn_pose out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_pose_after(r->world, self, time, &out))) {
            log_pose(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.mass")) {
        cairn_body_id self = {next_id(r)};
        cairn_mass out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_mass(r->world, self, &out))) {
            log_mass(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.given_mass")) {
        cairn_body_id self = {next_id(r)};
        cairn_mass out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_given_mass(r->world, self, &out))) {
            log_mass(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.kinetic_energy")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_kinetic_energy(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.is_awake")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_is_awake(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.is_asleep")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_is_asleep(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.is_enabled")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_is_enabled(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.gravity_scale")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_gravity_scale(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.linear_damping")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_linear_damping(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.angular_damping")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_angular_damping(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.locks")) {
        cairn_body_id self = {next_id(r)};
        cairn_locks out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_locks(r->world, self, &out))) {
            log_locks(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.sleep_threshold")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_sleep_threshold(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.is_bullet")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_is_bullet(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.is_joined")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_is_joined(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.sweep_threshold")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_sweep_threshold(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.time_scale")) {
        cairn_body_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_time_scale(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.dominance")) {
        cairn_body_id self = {next_id(r)};
        int32_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_dominance(r->world, self, &out))) {
            log_u32(r, (uint32_t)out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.can_sleep")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_can_sleep(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.user_data")) {
        cairn_body_id self = {next_id(r)};
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_get_user_data(r->world, self, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.shapes")) {
        cairn_body_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_body_shapes(r->world, self, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_body_shapes(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Body.contacts")) {
        cairn_body_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_body_contacts(r->world, self, NULL, 0, &count);
        cairn_contact_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_body_contacts(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Body.joints")) {
        cairn_body_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_body_joints(r->world, self, NULL, 0, &count);
        cairn_joint_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_body_joints(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Body.set_pose")) {
        cairn_body_id self = {next_id(r)};
        float pose[3];
        to_place(r, next(r), pose);
        log_code(r, cairn_body_set_pose(r->world, self, pose[0], pose[1], pose[2]));
        return 1;
    }
    if (!strcmp(name, "Body.set_pose64")) {
        cairn_body_id self = {next_id(r)};
        double position_x, position_y;
        to_dvec2(r, next(r), &position_x, &position_y);
        float angle = to_f32(r, next(r));
        log_code(r, cairn_body_set_pose64(r->world, self, position_x, position_y, angle));
        return 1;
    }
    if (!strcmp(name, "Body.set_position")) {
        cairn_body_id self = {next_id(r)};
        float position_x, position_y;
        to_vec2(r, next(r), &position_x, &position_y);
        log_code(r, cairn_body_set_position(r->world, self, position_x, position_y));
        return 1;
    }
    if (!strcmp(name, "Body.set_position64")) {
        cairn_body_id self = {next_id(r)};
        double position_x, position_y;
        to_dvec2(r, next(r), &position_x, &position_y);
        log_code(r, cairn_body_set_position64(r->world, self, position_x, position_y));
        return 1;
    }
    if (!strcmp(name, "Body.set_angle")) {
        cairn_body_id self = {next_id(r)};
        float angle = to_f32(r, next(r));
        log_code(r, cairn_body_set_angle(r->world, self, angle));
        return 1;
    }
    if (!strcmp(name, "Body.set_velocity")) {
        cairn_body_id self = {next_id(r)};
        float velocity_x, velocity_y;
        to_vec2(r, next(r), &velocity_x, &velocity_y);
        log_code(r, cairn_body_set_velocity(r->world, self, velocity_x, velocity_y));
        return 1;
    }
    if (!strcmp(name, "Body.set_angular_velocity")) {
        cairn_body_id self = {next_id(r)};
        float angular_velocity = to_f32(r, next(r));
        log_code(r, cairn_body_set_angular_velocity(r->world, self, angular_velocity));
        return 1;
    }
    if (!strcmp(name, "Body.set_target")) {
        cairn_body_id self = {next_id(r)};
        float pose[3];
        to_place(r, next(r), pose);
        float dt = to_f32(r, next(r));
        log_code(r, cairn_body_set_target(r->world, self, pose[0], pose[1], pose[2], dt));
        return 1;
    }
    if (!strcmp(name, "Body.set_target64")) {
        cairn_body_id self = {next_id(r)};
        double position_x, position_y;
        to_dvec2(r, next(r), &position_x, &position_y);
        float angle = to_f32(r, next(r));
        float dt = to_f32(r, next(r));
        log_code(r, cairn_body_set_target64(r->world, self, position_x, position_y, angle, dt));
        return 1;
    }
    if (!strcmp(name, "Body.apply_force")) {
        cairn_body_id self = {next_id(r)};
        float force_x, force_y;
        to_vec2(r, next(r), &force_x, &force_y);
        log_code(r, cairn_body_apply_force(r->world, self, force_x, force_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_force_at")) {
        cairn_body_id self = {next_id(r)};
        float force_x, force_y;
        to_vec2(r, next(r), &force_x, &force_y);
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        log_code(r, cairn_body_apply_force_at(r->world, self, force_x, force_y, point_x, point_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_force_at64")) {
        cairn_body_id self = {next_id(r)};
        float force_x, force_y;
        to_vec2(r, next(r), &force_x, &force_y);
        double point_x, point_y;
        to_dvec2(r, next(r), &point_x, &point_y);
        log_code(r, cairn_body_apply_force_at64(r->world, self, force_x, force_y, point_x, point_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_torque")) {
        cairn_body_id self = {next_id(r)};
        float torque = to_f32(r, next(r));
        log_code(r, cairn_body_apply_torque(r->world, self, torque));
        return 1;
    }
    if (!strcmp(name, "Body.apply_impulse")) {
        cairn_body_id self = {next_id(r)};
        float impulse_x, impulse_y;
        to_vec2(r, next(r), &impulse_x, &impulse_y);
        log_code(r, cairn_body_apply_impulse(r->world, self, impulse_x, impulse_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_impulse_at")) {
        cairn_body_id self = {next_id(r)};
        float impulse_x, impulse_y;
        to_vec2(r, next(r), &impulse_x, &impulse_y);
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        log_code(r, cairn_body_apply_impulse_at(r->world, self, impulse_x, impulse_y, point_x, point_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_impulse_at64")) {
        cairn_body_id self = {next_id(r)};
        float impulse_x, impulse_y;
        to_vec2(r, next(r), &impulse_x, &impulse_y);
        double point_x, point_y;
        to_dvec2(r, next(r), &point_x, &point_y);
        log_code(r, cairn_body_apply_impulse_at64(r->world, self, impulse_x, impulse_y, point_x, point_y));
        return 1;
    }
    if (!strcmp(name, "Body.apply_angular_impulse")) {
        cairn_body_id self = {next_id(r)};
        float impulse = to_f32(r, next(r));
        log_code(r, cairn_body_apply_angular_impulse(r->world, self, impulse));
        return 1;
    }
    if (!strcmp(name, "Body.set_gravity_scale")) {
        cairn_body_id self = {next_id(r)};
        float scale = to_f32(r, next(r));
        log_code(r, cairn_body_set_gravity_scale(r->world, self, scale));
        return 1;
    }
    if (!strcmp(name, "Body.set_damping")) {
        cairn_body_id self = {next_id(r)};
        float linear = to_f32(r, next(r));
        float angular = to_f32(r, next(r));
        log_code(r, cairn_body_set_damping(r->world, self, linear, angular));
        return 1;
    }
    if (!strcmp(name, "Body.set_locks")) {
        cairn_body_id self = {next_id(r)};
        bool x = to_bool(r, next(r));
        bool y = to_bool(r, next(r));
        bool rotation = to_bool(r, next(r));
        log_code(r, cairn_body_set_locks(r->world, self, x, y, rotation));
        return 1;
    }
    if (!strcmp(name, "Body.set_mass")) {
        cairn_body_id self = {next_id(r)};
        cairn_mass mass = read_mass(r);
        log_code(r, cairn_body_set_mass(r->world, self, &mass));
        return 1;
    }
    if (!strcmp(name, "Body.clear_mass")) {
        cairn_body_id self = {next_id(r)};
        log_code(r, cairn_body_clear_mass(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Body.set_sleep_threshold")) {
        cairn_body_id self = {next_id(r)};
        float speed = to_f32(r, next(r));
        log_code(r, cairn_body_set_sleep_threshold(r->world, self, speed));
        return 1;
    }
    if (!strcmp(name, "Body.set_bullet")) {
        cairn_body_id self = {next_id(r)};
        bool bullet = to_bool(r, next(r));
        log_code(r, cairn_body_set_bullet(r->world, self, bullet));
        return 1;
    }
    if (!strcmp(name, "Body.set_sweep_threshold")) {
        cairn_body_id self = {next_id(r)};
        float share = to_f32(r, next(r));
        log_code(r, cairn_body_set_sweep_threshold(r->world, self, share));
        return 1;
    }
    if (!strcmp(name, "Body.set_dominance")) {
        cairn_body_id self = {next_id(r)};
        int32_t dominance = to_i32(r, next(r));
        log_code(r, cairn_body_set_dominance(r->world, self, dominance));
        return 1;
    }
    if (!strcmp(name, "Body.set_time_scale")) {
        cairn_body_id self = {next_id(r)};
        float scale = to_f32(r, next(r));
        log_code(r, cairn_body_set_time_scale(r->world, self, scale));
        return 1;
    }
    if (!strcmp(name, "Body.set_can_sleep")) {
        cairn_body_id self = {next_id(r)};
        bool can_sleep = to_bool(r, next(r));
        log_code(r, cairn_body_set_can_sleep(r->world, self, can_sleep));
        return 1;
    }
    if (!strcmp(name, "Body.wake")) {
        cairn_body_id self = {next_id(r)};
        log_code(r, cairn_body_wake(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Body.sleep")) {
        cairn_body_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_try_sleep(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.set_kind")) {
        cairn_body_id self = {next_id(r)};
        cairn_body_type kind = to_choice(r, next(r), body_type_names);
        log_code(r, cairn_body_set_kind(r->world, self, kind));
        return 1;
    }
    if (!strcmp(name, "Body.drop_through")) {
        cairn_body_id self = {next_id(r)};
        uint32_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_try_drop_through(r->world, self, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.drop_through_shape")) {
        cairn_body_id self = {next_id(r)};
        cairn_shape_id platform = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_body_try_drop_through_shape(r->world, self, platform, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Body.set_enabled")) {
        cairn_body_id self = {next_id(r)};
        bool enabled = to_bool(r, next(r));
        log_code(r, cairn_body_set_enabled(r->world, self, enabled));
        return 1;
    }
    if (!strcmp(name, "Body.set_user_data")) {
        cairn_body_id self = {next_id(r)};
        uint64_t user_data = to_u64(r, next(r));
        log_code(r, cairn_body_set_user_data(r->world, self, user_data));
        return 1;
    }
    if (!strcmp(name, "World.apply_impulses")) {
        float wake_above = to_f32(r, next(r));
        cairn_impulse_counts out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_apply_impulses(r->world, pending_body_impulse, pending_body_impulse_count, wake_above, &out))) {
            log_impulse_counts(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.attach")) {
        cairn_body_id body = {next_id(r)};
        cairn_shape_def def = read_shape_def(r);
        cairn_shape_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_attach(r->world, body, &def, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "World.attach_chain")) {
        cairn_body_id body = {next_id(r)};
        cairn_chain_def def = read_chain_def(r);
        uint32_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_attach_chain(r->world, body, &def, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.detach")) {
        cairn_shape_id shape = {next_id(r)};
        log_code(r, cairn_world_detach(r->world, shape));
        return 1;
    }
    if (!strcmp(name, "World.reattach")) {
        cairn_shape_id shape = {next_id(r)};
        cairn_body_id body = {next_id(r)};
        log_code(r, cairn_world_reattach(r->world, shape, body));
        return 1;
    }
    if (!strcmp(name, "World.shapes")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_shapes(r->world, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_shapes(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Shape.exists")) {
        cairn_shape_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_exists(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.body")) {
        cairn_shape_id self = {next_id(r)};
        cairn_body_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_body(r->world, self, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.kind")) {
        cairn_shape_id self = {next_id(r)};
        cairn_shape_type out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_kind(r->world, self, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.radius")) {
        cairn_shape_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_radius(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.points")) {
        cairn_shape_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_shape_points(r->world, self, NULL, 0, &count);
        cairn_vec2* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_shape_points(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_f32(r, list[n].x), log_f32(r, list[n].y);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Shape.aabb")) {
        cairn_shape_id self = {next_id(r)};
        cairn_box out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_aabb(r->world, self, &out))) {
            log_box(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.density")) {
        cairn_shape_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_density(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.material")) {
        cairn_shape_id self = {next_id(r)};
        cairn_material out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_material(r->world, self, &out))) {
            log_material(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.report_hits_above")) {
        cairn_shape_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_report_hits_above(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.is_hooked")) {
        cairn_shape_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_is_hooked(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.one_way")) {
        cairn_shape_id self = {next_id(r)};
        cairn_one_way out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_one_way(r->world, self, &out))) {
            log_one_way(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.filter")) {
        cairn_shape_id self = {next_id(r)};
        cairn_filter out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_filter(r->world, self, &out))) {
            log_filter(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.user_data")) {
        cairn_shape_id self = {next_id(r)};
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_user_data(r->world, self, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.is_sensor")) {
        cairn_shape_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_is_sensor(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.sensor_events")) {
        cairn_shape_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_shape_get_sensor_events(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Shape.visitors")) {
        cairn_shape_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_shape_visitors(r->world, self, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_shape_visitors(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Shape.sensors")) {
        cairn_shape_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_shape_sensors(r->world, self, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_shape_sensors(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Shape.set_material")) {
        cairn_shape_id self = {next_id(r)};
        cairn_material material = read_material(r);
        log_code(r, cairn_shape_set_material(r->world, self, &material));
        return 1;
    }
    if (!strcmp(name, "Shape.set_hooked")) {
        cairn_shape_id self = {next_id(r)};
        bool hooked = to_bool(r, next(r));
        log_code(r, cairn_shape_set_hooked(r->world, self, hooked));
        return 1;
    }
    if (!strcmp(name, "Shape.set_one_way")) {
        cairn_shape_id self = {next_id(r)};
        float direction_x, direction_y;
        to_vec2(r, next(r), &direction_x, &direction_y);
        float half_angle = to_f32(r, next(r));
        log_code(r, cairn_shape_set_one_way(r->world, self, direction_x, direction_y, half_angle));
        return 1;
    }
    if (!strcmp(name, "Shape.clear_one_way")) {
        cairn_shape_id self = {next_id(r)};
        log_code(r, cairn_shape_clear_one_way(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Shape.set_filter")) {
        cairn_shape_id self = {next_id(r)};
        cairn_filter filter = read_filter(r);
        log_code(r, cairn_shape_set_filter(r->world, self, &filter));
        return 1;
    }
    if (!strcmp(name, "Shape.set_sensor")) {
        cairn_shape_id self = {next_id(r)};
        bool is_sensor = to_bool(r, next(r));
        log_code(r, cairn_shape_set_sensor(r->world, self, is_sensor));
        return 1;
    }
    if (!strcmp(name, "Shape.set_sensor_events")) {
        cairn_shape_id self = {next_id(r)};
        bool seen = to_bool(r, next(r));
        log_code(r, cairn_shape_set_sensor_events(r->world, self, seen));
        return 1;
    }
    if (!strcmp(name, "Shape.set_geometry")) {
        cairn_shape_id self = {next_id(r)};
        cairn_geometry geometry = read_geometry(r);
        log_code(r, cairn_shape_set_geometry(r->world, self, &geometry));
        return 1;
    }
    if (!strcmp(name, "Shape.set_density")) {
        cairn_shape_id self = {next_id(r)};
        float density = to_f32(r, next(r));
        log_code(r, cairn_shape_set_density(r->world, self, density));
        return 1;
    }
    if (!strcmp(name, "Shape.set_user_data")) {
        cairn_shape_id self = {next_id(r)};
        uint64_t user_data = to_u64(r, next(r));
        log_code(r, cairn_shape_set_user_data(r->world, self, user_data));
        return 1;
    }
    if (!strcmp(name, "World.set_material_pair")) {
        uint64_t a = to_u64(r, next(r));
        uint64_t b = to_u64(r, next(r));
        cairn_material_pair pair = read_material_pair(r);
        log_code(r, cairn_world_set_material_pair(r->world, a, b, &pair));
        return 1;
    }
    if (!strcmp(name, "World.clear_material_pair")) {
        uint64_t a = to_u64(r, next(r));
        uint64_t b = to_u64(r, next(r));
        log_code(r, cairn_world_clear_material_pair(r->world, a, b));
        return 1;
    }
    if (!strcmp(name, "World.material_pair")) {
        uint64_t a = to_u64(r, next(r));
        uint64_t b = to_u64(r, next(r));
        cairn_material_pair out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_material_pair(r->world, a, b, &out))) {
            log_material_pair(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.join")) {
        cairn_joint_def def = read_joint_def(r);
        cairn_joint_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_join(r->world, &def, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "World.unjoin")) {
        cairn_joint_id joint = {next_id(r)};
        log_code(r, cairn_world_unjoin(r->world, joint));
        return 1;
    }
    if (!strcmp(name, "World.joints")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_joints(r->world, NULL, 0, &count);
        cairn_joint_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_joints(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Joint.exists")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_exists(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.kind")) {
        cairn_joint_id self = {next_id(r)};
        cairn_joint_type out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_kind(r->world, self, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.bodies")) {
        cairn_joint_id self = {next_id(r)};
        cairn_pair_of_bodies out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_bodies(r->world, self, &out))) {
            log_pair_of_bodies(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.frames")) {
        cairn_joint_id self = {next_id(r)};
        cairn_pair_of_poses out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_frames(r->world, self, &out))) {
            log_pair_of_poses(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.world_frames")) {
        cairn_joint_id self = {next_id(r)};
        cairn_pair_of_poses out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_world_frames(r->world, self, &out))) {
            log_pair_of_poses(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.frames_from")) {
        cairn_joint_id self = {next_id(r)};
        double origin_x, origin_y;
        to_dvec2(r, next(r), &origin_x, &origin_y);
        cairn_pair_of_poses out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_frames_from(r->world, self, origin_x, origin_y, &out))) {
            log_pair_of_poses(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.reaction_force")) {
        cairn_joint_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_reaction_force(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.reaction_torque")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_reaction_torque(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.motor_load")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_motor_load(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.is_enabled")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_is_enabled(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.break_at")) {
        cairn_joint_id self = {next_id(r)};
        cairn_load_limit out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_break_at(r->world, self, &out))) {
            log_load_limit(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.report_above")) {
        cairn_joint_id self = {next_id(r)};
        cairn_load_limit out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_report_above(r->world, self, &out))) {
            log_load_limit(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.is_overloaded")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_is_overloaded(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.collide_connected")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_collide_connected(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.user_data")) {
        cairn_joint_id self = {next_id(r)};
        uint64_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_user_data(r->world, self, &out))) {
            log_u64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.limits")) {
        cairn_joint_id self = {next_id(r)};
        cairn_range out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_limits(r->world, self, &out))) {
            log_range(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.motor")) {
        cairn_joint_id self = {next_id(r)};
        cairn_motor out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_motor(r->world, self, &out))) {
            log_motor(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.spring")) {
        cairn_joint_id self = {next_id(r)};
        cairn_spring out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_spring(r->world, self, &out))) {
            log_spring(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.spring_range")) {
        cairn_joint_id self = {next_id(r)};
        cairn_range out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_spring_range(r->world, self, &out))) {
            log_range(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.servo")) {
        cairn_joint_id self = {next_id(r)};
        cairn_servo out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_servo(r->world, self, &out))) {
            log_servo(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.linear_motor")) {
        cairn_joint_id self = {next_id(r)};
        cairn_linear_motor out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_linear_motor(r->world, self, &out))) {
            log_linear_motor(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.linear_spring")) {
        cairn_joint_id self = {next_id(r)};
        cairn_linear_spring out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_linear_spring(r->world, self, &out))) {
            log_linear_spring(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.target")) {
        cairn_joint_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_target(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.softness")) {
        cairn_joint_id self = {next_id(r)};
        cairn_range out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_softness(r->world, self, &out))) {
            log_range(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.rest_length")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_rest_length(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.angle")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_angle(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.distance")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_distance(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.slide")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_slide(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.coordinate")) {
        cairn_joint_id self = {next_id(r)};
        double out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_coordinate(r->world, self, &out))) {
            log_f64(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.ratio")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_ratio(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.pulley_points")) {
        cairn_joint_id self = {next_id(r)};
        cairn_pair_of_points out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_pulley_points(r->world, self, &out))) {
            log_pair_of_points(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.ratchet")) {
        cairn_joint_id self = {next_id(r)};
        cairn_range out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_ratchet(r->world, self, &out))) {
            log_range(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.is_slack")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_is_slack(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.angular_speed")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_angular_speed(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.speed")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_speed(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.separation")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_separation(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.angular_separation")) {
        cairn_joint_id self = {next_id(r)};
        float out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_angular_separation(r->world, self, &out))) {
            log_f32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.is_active")) {
        cairn_joint_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_joint_get_is_active(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Joint.set_enabled")) {
        cairn_joint_id self = {next_id(r)};
        bool enabled = to_bool(r, next(r));
        log_code(r, cairn_joint_set_enabled(r->world, self, enabled));
        return 1;
    }
    if (!strcmp(name, "Joint.set_limits")) {
        cairn_joint_id self = {next_id(r)};
        float lower = to_f32(r, next(r));
        float upper = to_f32(r, next(r));
        log_code(r, cairn_joint_set_limits(r->world, self, lower, upper));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_limits")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_limits(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_motor")) {
        cairn_joint_id self = {next_id(r)};
        float speed = to_f32(r, next(r));
        float strength = to_f32(r, next(r));
        log_code(r, cairn_joint_set_motor(r->world, self, speed, strength));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_motor")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_motor(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_spring")) {
        cairn_joint_id self = {next_id(r)};
        float hertz = to_f32(r, next(r));
        float damping_ratio = to_f32(r, next(r));
        float target = to_f32(r, next(r));
        log_code(r, cairn_joint_set_spring(r->world, self, hertz, damping_ratio, target));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_spring")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_spring(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_spring_range")) {
        cairn_joint_id self = {next_id(r)};
        float lower = to_f32(r, next(r));
        float upper = to_f32(r, next(r));
        log_code(r, cairn_joint_set_spring_range(r->world, self, lower, upper));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_spring_range")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_spring_range(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_servo")) {
        cairn_joint_id self = {next_id(r)};
        float target = to_f32(r, next(r));
        float max_speed = to_f32(r, next(r));
        float strength = to_f32(r, next(r));
        log_code(r, cairn_joint_set_servo(r->world, self, target, max_speed, strength));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_servo")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_servo(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_linear_motor")) {
        cairn_joint_id self = {next_id(r)};
        float velocity_x, velocity_y;
        to_vec2(r, next(r), &velocity_x, &velocity_y);
        float max_force = to_f32(r, next(r));
        log_code(r, cairn_joint_set_linear_motor(r->world, self, velocity_x, velocity_y, max_force));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_linear_motor")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_linear_motor(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_linear_spring")) {
        cairn_joint_id self = {next_id(r)};
        float hertz = to_f32(r, next(r));
        float damping_ratio = to_f32(r, next(r));
        float max_force = to_f32(r, next(r));
        log_code(r, cairn_joint_set_linear_spring(r->world, self, hertz, damping_ratio, max_force));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_linear_spring")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_linear_spring(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_target")) {
        cairn_joint_id self = {next_id(r)};
        float target_x, target_y;
        to_vec2(r, next(r), &target_x, &target_y);
        log_code(r, cairn_joint_set_target(r->world, self, target_x, target_y));
        return 1;
    }
    if (!strcmp(name, "Joint.set_softness")) {
        cairn_joint_id self = {next_id(r)};
        float hertz = to_f32(r, next(r));
        float damping_ratio = to_f32(r, next(r));
        log_code(r, cairn_joint_set_softness(r->world, self, hertz, damping_ratio));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_softness")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_softness(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_ratio")) {
        cairn_joint_id self = {next_id(r)};
        float ratio = to_f32(r, next(r));
        log_code(r, cairn_joint_set_ratio(r->world, self, ratio));
        return 1;
    }
    if (!strcmp(name, "Joint.set_ratchet")) {
        cairn_joint_id self = {next_id(r)};
        float pitch = to_f32(r, next(r));
        float phase = to_f32(r, next(r));
        log_code(r, cairn_joint_set_ratchet(r->world, self, pitch, phase));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_ratchet")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_ratchet(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_length")) {
        cairn_joint_id self = {next_id(r)};
        float length = to_f32(r, next(r));
        log_code(r, cairn_joint_set_length(r->world, self, length));
        return 1;
    }
    if (!strcmp(name, "Joint.set_frames")) {
        cairn_joint_id self = {next_id(r)};
        float frame_a[3];
        to_place(r, next(r), frame_a);
        float frame_b[3];
        to_place(r, next(r), frame_b);
        log_code(r, cairn_joint_set_frames(r->world, self, frame_a[0], frame_a[1], frame_a[2], frame_b[0], frame_b[1], frame_b[2]));
        return 1;
    }
    if (!strcmp(name, "Joint.set_break_at")) {
        cairn_joint_id self = {next_id(r)};
        float force = to_f32(r, next(r));
        float torque = to_f32(r, next(r));
        log_code(r, cairn_joint_set_break_at(r->world, self, force, torque));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_break_at")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_break_at(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_report_above")) {
        cairn_joint_id self = {next_id(r)};
        float force = to_f32(r, next(r));
        float torque = to_f32(r, next(r));
        log_code(r, cairn_joint_set_report_above(r->world, self, force, torque));
        return 1;
    }
    if (!strcmp(name, "Joint.clear_report_above")) {
        cairn_joint_id self = {next_id(r)};
        log_code(r, cairn_joint_clear_report_above(r->world, self));
        return 1;
    }
    if (!strcmp(name, "Joint.set_collide_connected")) {
        cairn_joint_id self = {next_id(r)};
        bool collide = to_bool(r, next(r));
        log_code(r, cairn_joint_set_collide_connected(r->world, self, collide));
        return 1;
    }
    if (!strcmp(name, "Joint.set_user_data")) {
        cairn_joint_id self = {next_id(r)};
        uint64_t user_data = to_u64(r, next(r));
        log_code(r, cairn_joint_set_user_data(r->world, self, user_data));
        return 1;
    }
    if (!strcmp(name, "World.contacts")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_contacts(r->world, NULL, 0, &count);
        cairn_contact_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_contacts(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Contact.exists")) {
        cairn_contact_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_contact_get_exists(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Contact.shapes")) {
        cairn_contact_id self = {next_id(r)};
        cairn_pair_of_shapes out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_contact_get_shapes(r->world, self, &out))) {
            log_pair_of_shapes(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Contact.bodies")) {
        cairn_contact_id self = {next_id(r)};
        cairn_pair_of_bodies out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_contact_get_bodies(r->world, self, &out))) {
            log_pair_of_bodies(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "Contact.is_touching")) {
        cairn_contact_id self = {next_id(r)};
        bool out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_contact_get_is_touching(r->world, self, &out))) {
            log_bool(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "Contact.normal")) {
        cairn_contact_id self = {next_id(r)};
        cairn_vec2 out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_contact_get_normal(r->world, self, &out))) {
            log_f32(r, out.x), log_f32(r, out.y);
        }
        return 1;
    }
    if (!strcmp(name, "Contact.points")) {
        cairn_contact_id self = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_contact_points(r->world, self, NULL, 0, &count);
        cairn_contact_point* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_contact_points(r->world, self, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_contact_point(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Contact.points_from")) {
        cairn_contact_id self = {next_id(r)};
        double origin_x, origin_y;
        to_dvec2(r, next(r), &origin_x, &origin_y);
        uint32_t count = 0;
        cairn_result code = cairn_contact_points_from(r->world, self, origin_x, origin_y, NULL, 0, &count);
        cairn_contact_point* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_contact_points_from(r->world, self, origin_x, origin_y, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_contact_point(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "Events.begins")) {
        uint32_t count = 0;
        const cairn_touch_event* list = cairn_events_begins(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_touch_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.ends")) {
        uint32_t count = 0;
        const cairn_touch_event* list = cairn_events_ends(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_touch_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.sensors")) {
        uint32_t count = 0;
        const cairn_sensor_event* list = cairn_events_sensors(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_sensor_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.hits")) {
        uint32_t count = 0;
        const cairn_hit_event* list = cairn_events_hits(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_hit_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.moves")) {
        uint32_t count = 0;
        const cairn_move_event* list = cairn_events_moves(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_move_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.sleeps")) {
        uint32_t count = 0;
        const cairn_sleep_event* list = cairn_events_sleeps(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_sleep_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.wakes")) {
        uint32_t count = 0;
        const cairn_sleep_event* list = cairn_events_wakes(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_sleep_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.teleports")) {
        uint32_t count = 0;
        const cairn_teleport_event* list = cairn_events_teleports(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_teleport_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.breaks")) {
        uint32_t count = 0;
        const cairn_joint_event* list = cairn_events_breaks(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_joint_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.overloads")) {
        uint32_t count = 0;
        const cairn_joint_event* list = cairn_events_overloads(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_joint_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "Events.overload_ends")) {
        uint32_t count = 0;
        const cairn_joint_event* list = cairn_events_overload_ends(r->world, &count);
        if (log_code(r, list ? CAIRN_OK : cairn_last_error())) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_joint_event(r, &list[n]);
            }
        }
        return 1;
    }
    if (!strcmp(name, "World.sensor_overlaps")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_sensor_overlaps(r->world, NULL, 0, &count);
        cairn_overlap* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_sensor_overlaps(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_overlap(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.cast_ray")) {
        float origin_x, origin_y;
        to_vec2(r, next(r), &origin_x, &origin_y);
        float translation_x, translation_y;
        to_vec2(r, next(r), &translation_x, &translation_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        cairn_cast_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_cast_ray(r->world, origin_x, origin_y, translation_x, translation_y, has_filter ? &filter : NULL, &out))) {
            log_cast_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.cast_ray_any")) {
        float origin_x, origin_y;
        to_vec2(r, next(r), &origin_x, &origin_y);
        float translation_x, translation_y;
        to_vec2(r, next(r), &translation_x, &translation_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        cairn_cast_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_cast_ray_any(r->world, origin_x, origin_y, translation_x, translation_y, has_filter ? &filter : NULL, &out))) {
            log_cast_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.cast_ray_sorted")) {
        float origin_x, origin_y;
        to_vec2(r, next(r), &origin_x, &origin_y);
        float translation_x, translation_y;
        to_vec2(r, next(r), &translation_x, &translation_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_cast_ray_sorted(r->world, origin_x, origin_y, translation_x, translation_y, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_cast_result* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_cast_ray_sorted(r->world, origin_x, origin_y, translation_x, translation_y, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_cast_result(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.cast_rays")) {
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_cast_rays(r->world, pending_ray, pending_ray_count, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_ray_answer* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_cast_rays(r->world, pending_ray, pending_ray_count, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_ray_answer(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.cast_circle")) {
        float origin_x, origin_y;
        to_vec2(r, next(r), &origin_x, &origin_y);
        float translation_x, translation_y;
        to_vec2(r, next(r), &translation_x, &translation_y);
        float radius = to_f32(r, next(r));
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        cairn_cast_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_cast_circle(r->world, origin_x, origin_y, translation_x, translation_y, radius, has_filter ? &filter : NULL, &out))) {
            log_cast_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.cast_shape")) {
        cairn_geometry geometry = read_geometry(r);
        float pose[3];
        to_place(r, next(r), pose);
        float translation_x, translation_y;
        to_vec2(r, next(r), &translation_x, &translation_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        cairn_cast_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_cast_shape(r->world, &geometry, pose[0], pose[1], pose[2], translation_x, translation_y, has_filter ? &filter : NULL, &out))) {
            log_cast_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.nearest")) {
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        float radius = to_f32(r, next(r));
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        cairn_nearest_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_nearest(r->world, point_x, point_y, radius, has_filter ? &filter : NULL, &out))) {
            log_nearest_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.nearest_all")) {
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        float radius = to_f32(r, next(r));
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_nearest_all(r->world, point_x, point_y, radius, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_nearest_result* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_nearest_all(r->world, point_x, point_y, radius, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_nearest_result(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.separations")) {
        cairn_geometry geometry = read_geometry(r);
        float pose[3];
        to_place(r, next(r), pose);
        float reach = to_f32(r, next(r));
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_separations(r->world, &geometry, pose[0], pose[1], pose[2], reach, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_separation_result* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_separations(r->world, &geometry, pose[0], pose[1], pose[2], reach, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_separation_result(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.overlap_shape")) {
        cairn_geometry geometry = read_geometry(r);
        float pose[3];
        to_place(r, next(r), pose);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_overlap_shape(r->world, &geometry, pose[0], pose[1], pose[2], has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_overlap_shape(r->world, &geometry, pose[0], pose[1], pose[2], has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.overlap_box")) {
        float min_x, min_y;
        to_vec2(r, next(r), &min_x, &min_y);
        float max_x, max_y;
        to_vec2(r, next(r), &max_x, &max_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_overlap_box(r->world, min_x, min_y, max_x, max_y, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_overlap_box(r->world, min_x, min_y, max_x, max_y, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.overlap_point")) {
        float point_x, point_y;
        to_vec2(r, next(r), &point_x, &point_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_overlap_point(r->world, point_x, point_y, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_shape_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_overlap_point(r->world, point_x, point_y, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.shapes_in_box")) {
        float min_x, min_y;
        to_vec2(r, next(r), &min_x, &min_y);
        float max_x, max_y;
        to_vec2(r, next(r), &max_x, &max_y);
        cairn_query_filter filter;
        bool has_filter = !skip_null(r);
        if (has_filter) filter = read_query_filter(r);
        uint32_t count = 0;
        cairn_result code = cairn_world_shapes_in_box(r->world, min_x, min_y, max_x, max_y, has_filter ? &filter : NULL, NULL, 0, &count);
        cairn_shape_in_box* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_shapes_in_box(r->world, min_x, min_y, max_x, max_y, has_filter ? &filter : NULL, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_shape_in_box(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.shape_distance")) {
        cairn_shape_id a = {next_id(r)};
        cairn_shape_id b = {next_id(r)};
        cairn_pair_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_shape_distance(r->world, a, b, &out))) {
            log_pair_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.body_distance")) {
        cairn_body_id a = {next_id(r)};
        cairn_body_id b = {next_id(r)};
        cairn_pair_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_body_distance(r->world, a, b, &out))) {
            log_pair_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.shape_impact")) {
        cairn_shape_id a = {next_id(r)};
        cairn_shape_id b = {next_id(r)};
        float time = to_f32(r, next(r));
        cairn_impact_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_shape_impact(r->world, a, b, time, &out))) {
            log_impact_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.body_impact")) {
        cairn_body_id a = {next_id(r)};
        cairn_body_id b = {next_id(r)};
        float time = to_f32(r, next(r));
        cairn_impact_result out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_body_impact(r->world, a, b, time, &out))) {
            log_impact_result(r, &out);
        }
        return 1;
    }
    if (!strcmp(name, "World.explode")) {
        cairn_explosion explosion = read_explosion(r);
        uint32_t out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_explode(r->world, &explosion, &out))) {
            log_u32(r, out);
        }
        return 1;
    }
    if (!strcmp(name, "World.add_field")) {
        cairn_field_def field = read_field_def(r);
        cairn_field_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_add_field(r->world, &field, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "World.set_field")) {
        cairn_field_id id = {next_id(r)};
        cairn_field_def field = read_field_def(r);
        log_code(r, cairn_world_set_field(r->world, id, &field));
        return 1;
    }
    if (!strcmp(name, "World.remove_field")) {
        cairn_field_id id = {next_id(r)};
        log_code(r, cairn_world_remove_field(r->world, id));
        return 1;
    }
    if (!strcmp(name, "World.fields")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_fields(r->world, NULL, 0, &count);
        cairn_field_id* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_fields(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                if (n == 0) r->kept = list[n].bits;
                log_u64(r, list[n].bits);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.add_portals")) {
        cairn_portal_pair pair = read_portal_pair(r);
        cairn_portal_id out;
        memset(&out, 0, sizeof out);
        if (log_code(r, cairn_world_try_add_portals(r->world, &pair, &out))) {
            r->kept = out.bits;
            log_u64(r, out.bits);
        }
        return 1;
    }
    if (!strcmp(name, "World.remove_portals")) {
        cairn_portal_id id = {next_id(r)};
        log_code(r, cairn_world_remove_portals(r->world, id));
        return 1;
    }
    if (!strcmp(name, "World.portals")) {
        uint32_t count = 0;
        cairn_result code = cairn_world_portals(r->world, NULL, 0, &count);
        cairn_portals* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_portals(r->world, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_portals(r, &list[n]);
            }
        }
        free(list);
        return 1;
    }
    if (!strcmp(name, "World.images")) {
        cairn_body_id body = {next_id(r)};
        uint32_t count = 0;
        cairn_result code = cairn_world_images(r->world, body, NULL, 0, &count);
        cairn_pose* list = calloc(count + 1, sizeof *list);
        if (code == CAIRN_OK) code = cairn_world_images(r->world, body, list, count, &count);
        if (log_code(r, code)) {
            log_u32(r, count);
            for (uint32_t n = 0; n < count; n++) {
                log_pose(r, list[n]);
            }
        }
        free(list);
        return 1;
    }
    return 0;
}
