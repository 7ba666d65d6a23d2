#version 450 core
// Mist, which was drawn into a small picture.

#include "spline.glsl"

in vec2 place;
layout(binding = 0) uniform sampler2D coarse;
layout(location = 0) out vec4 light;

void main() {
    light = vec4(splined(coarse, place, 0.0).rgb, 0.0);
}
