#version 450 core
#include "bloom_first.glsl"

in vec2 place;
layout(location = 0) out vec4 light;

void main() {
    light = first_halved(place);
}
