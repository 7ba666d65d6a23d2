#version 450 core
#include "measured.glsl"
#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"
#include "lensed_hole.glsl"
#include "hole_light.glsl"

flat in LensedHole lens;
layout(location = 0) out vec4 light;

void main() {
    light = vec4(light_far_from_hole(lens, gl_FragCoord.xy), 1.0);
}
