#version 450 core
#include "bloom_down.glsl"
#include "each_pixel.glsl"

layout(binding = 0) writeonly uniform image2D target;

void main() {
    if (is_of_target()) {
        imageStore(target, own_pixel(), halved(own_place()));
    }
}
