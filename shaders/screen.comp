#version 450 core
#include "screen.glsl"
#include "each_pixel.glsl"

layout(binding = 0) writeonly uniform image2D target;

void main() {
    if (is_of_target()) {
        imageStore(target, own_pixel(), shown_at(vec2(own_pixel()) + 0.5, own_place()));
    }
}
