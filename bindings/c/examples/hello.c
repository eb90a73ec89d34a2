#include <stdio.h>
#include "cairn2d.h"

int main(void) {
    cairn_world* world = cairn_world_new(NULL);
    cairn_shape_def shape = cairn_shape_def_default();
    shape.geometry.radius = 0.5f;
    cairn_body_def ball = cairn_body_def_default();
    ball.position.y = 10;
    ball.shapes = &shape, ball.shape_count = 1;
    cairn_body_id id = cairn_world_spawn(world, &ball);
    for (int step = 0; step < 60; step++)
        if (cairn_world_step(world, 1.0f / 60, NULL)) return puts(cairn_error_text());
    cairn_vec2 at = cairn_body_position(world, id);
    printf("the ball is at %.3f, %.3f\n", at.x, at.y);
    cairn_world_free(world);
    return 0;
}
