#version 450 core
#include "measured.glsl"
#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"
#include "hole_light.glsl"

uniform int hole;
layout(location = 0) out vec4 light;

void main() {
    LensedHole lens = lensed(hole_at(hole));
    if (!reaches(lens, gl_FragCoord.xy)) {
        discard;
    }
    light = vec4(hole_light(lens, gl_FragCoord.xy), 1.0);
}
