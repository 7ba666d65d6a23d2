#version 450 core
#include "mist.glsl"

in vec2 place;
layout(location = 0) out vec4 light;

void main() {
    light = vec4(mist_at(place), 0.0);
}
