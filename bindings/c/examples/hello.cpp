#include <cstdio>
#include "cairn2d.hpp"

int main() try {
    cairn::world world;
    cairn_shape_def shape = cairn_shape_def_default();
    shape.geometry.radius = 0.5f;
    cairn_body_def def = cairn_body_def_default();
    def.position.y = 10;
    def.shapes = &shape, def.shape_count = 1;
    cairn::body ball = world.body(world.spawn(def));
    for (int step = 0; step < 60; step++) world.step(1.0f / 60);
    std::printf("the ball is at %.3f, %.3f\n", ball.position().x, ball.position().y);
    world.despawn(ball.id());
    ball.position();
} catch (const cairn::error& error) {
    std::printf("as expected: %s\n", error.what());
}
