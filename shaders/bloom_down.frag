#version 450 core
#include "bloom_down.glsl"

in vec2 place;
layout(location = 0) out vec4 light;

void main() {
    light = halved(place);
}
