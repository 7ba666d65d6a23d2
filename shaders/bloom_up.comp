#version 450 core
// And mixes it with what is in the next larger one.
#include "bloom_up.glsl"
#include "each_pixel.glsl"

uniform float share_of_source;
layout(binding = 0, rgba16f) uniform image2D target;

void main() {
    if (is_of_target()) {
        vec4 there = imageLoad(target, own_pixel());
        imageStore(target, own_pixel(), mix(there, doubled(own_place()), share_of_source));
    }
}
