/* Times single calls [ns]: the least of many windows. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "cairn2d.h"

enum { BODIES = 1000, WINDOWS = 300, CALLS = 20000 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static volatile float sink;

/* Runs `call` in a loop over all bodies. */
#define TIME(name, count, call)                                                                   \
    do {                                                                                          \
        double least = 1e30;                                                                      \
        for (int window = 0; window < WINDOWS; window++) {                                        \
            double start = now();                                                                 \
            for (int n = 0; n < (CALLS) / (count); n++) { call; }                                 \
            double time = (now() - start) / ((CALLS) / (count)) / (count);                        \
            if (time < least) least = time;                                                       \
        }                                                                                         \
        printf("%-36s %6.2f ns\n", name, least);                                                  \
    } while (0)

int main(void) {
    cairn_world* world = cairn_world_new(NULL);
    cairn_shape_def shape = cairn_shape_def_default();
    shape.geometry.radius = 0.4f;
    cairn_body_def def = cairn_body_def_default();
    def.shapes = &shape, def.shape_count = 1;
    static cairn_body_id ids[BODIES];
    static cairn_pose poses[BODIES];
    static cairn_velocity velocities[BODIES];
    for (int n = 0; n < BODIES; n++) {
        def.position.x = n % 40, def.position.y = n / 40;
        ids[n] = cairn_world_spawn(world, &def);
    }
    for (int n = 0; n < 60; n++) cairn_world_step(world, 1.0f / 60, NULL);
    cairn_vec2 v;
    cairn_pose pose;
    TIME("cairn_body_angular_velocity", 1, sink = cairn_body_angular_velocity(world, ids[n % BODIES]));
    TIME("cairn_body_gravity_scale", 1, sink = cairn_body_gravity_scale(world, ids[n % BODIES]));
    TIME("cairn_body_is_awake", 1, sink = cairn_body_is_awake(world, ids[n % BODIES]));
    TIME("cairn_body_get_position", 1, cairn_body_get_position(world, ids[n % BODIES], &v); sink = v.x);
    TIME("cairn_body_position (by value)", 1, sink = cairn_body_position(world, ids[n % BODIES]).x);
    TIME("cairn_body_get_pose", 1, cairn_body_get_pose(world, ids[n % BODIES], &pose); sink = pose.p.x);
    TIME("cairn_body_apply_force", 1, cairn_body_apply_force(world, ids[n % BODIES], 0, 1));
    TIME("cairn_world_read_poses, per body", BODIES, cairn_world_read_poses(world, ids, BODIES, poses));
    TIME("cairn_world_read_velocities, per body", BODIES, cairn_world_read_velocities(world, ids, BODIES, velocities));
    cairn_world_free(world);
    return 0;
}
