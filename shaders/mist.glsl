// Mist, which was drawn into a small picture.

#include "spline.glsl"
#include "dust.glsl"

layout(binding = 3) uniform sampler2D coarse;

vec3 mist_at(vec2 place_in_whole) {
    vec3 mist = splined(coarse, place_in_whole, 0.0).rgb;
    return dusty ? mist * through_dust(place_in_whole) : mist;
}
