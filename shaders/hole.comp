#version 450 core
#include "measured.glsl"
#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"
#include "hole_light.glsl"
#include "each_pixel.glsl"

uniform int hole;
layout(binding = 0) writeonly uniform image2D target;

void main() {
    LensedHole lens = lensed(hole_at(hole));
    vec2 pixel = vec2(own_pixel()) + 0.5;
    if (is_of_target() && reaches(lens, pixel)) {
        imageStore(target, own_pixel(), vec4(hole_light(lens, pixel), 1.0));
    }
}
