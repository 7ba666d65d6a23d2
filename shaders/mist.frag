#version 450 core
// Mist, which was drawn into a small picture.

#include "spline.glsl"
#include "dust.glsl"

in vec2 place;
layout(binding = 0) uniform sampler2D coarse;
layout(location = 0) out vec4 light;

void main() {
    vec3 mist = splined(coarse, place, 0.0).rgb;
    light = vec4(dusty ? mist * through_dust(place) : mist, 0.0);
}
