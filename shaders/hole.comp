#version 450 core
#include "measured.glsl"
#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"
#include "lensed_hole.glsl"
#include "hole_light.glsl"
#include "each_pixel.glsl"

uniform int hole;
layout(binding = 0) writeonly uniform image2D target;

void main() {
    Hole here = hole_at(hole);
    vec2 pixel = vec2(own_pixel()) + 0.5;
    float impact = distance(pixel, here.centre) / here.radius;
    if (!is_of_target() || here.depth <= nearest_depth() || impact >= lens_reach) {
        return;
    }
    LensedHole lens = lensed(here);
    vec3 light = impact < near_hole ? light_near_hole(lens, pixel) : light_far_from_hole(lens, pixel);
    imageStore(target, own_pixel(), vec4(light, 1.0));
}
