#version 450 core
// Blended into the next larger one.
#include "bloom_up.glsl"

in vec2 place;
layout(location = 0) out vec4 light;

void main() {
    light = doubled(place);
}
