#version 450 core
#include "profile.glsl"

flat in vec3 light;
flat in vec2 centre;
flat in float inverse_radius;
flat in float core;
layout(location = 0) out vec4 colour;

void main() {
    colour = vec4(light * star_profile(gl_FragCoord.xy - centre, inverse_radius, core), 0.0);
}
