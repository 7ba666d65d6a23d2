#version 450 core
// How bright a picture is where there is light at all: the mean of the light, each place weighted by
// the square root of its light. Empty sky does not count, and a small dazzling centre does not decide.
//
// From it follows the exposure: a body that shines alone is shown as it looks best, unless together
// they would be too bright.

#include "measured.glsl"

layout(local_size_x = 256) in;

layout(binding = 0) uniform sampler2D picture;

uniform bool of_density;

const float best_alone = 1.0;    // light, as screen.frag understands it
const float best_together = 0.8;

shared vec2 partial[256];

void main() {
    ivec2 size = textureSize(picture, 0);
    int texels = size.x * size.y;
    vec2 sum = vec2(0.0);
    for (int i = int(gl_LocalInvocationIndex); i < texels; i += 256) {
        vec3 light = texelFetch(picture, ivec2(i % size.x, i / size.x), 0).rgb;
        float strength = of_density ? light.r : dot(light, vec3(0.2126, 0.7152, 0.0722));
        float weight = sqrt(max(strength, 0.0));
        sum += vec2(weight, weight * strength);
    }
    partial[gl_LocalInvocationIndex] = sum;
    barrier();
    for (uint half_size = 128u; half_size > 0u; half_size /= 2u) {
        if (gl_LocalInvocationIndex < half_size) {
            partial[gl_LocalInvocationIndex] += partial[gl_LocalInvocationIndex + half_size];
        }
        barrier();
    }
    if (gl_LocalInvocationIndex == 0u) {
        float mean = partial[0].y / max(partial[0].x, 1e-20);
        if (of_density) {
            crowd = mean;
        } else {
            float together = mean / best_together;
            exposure = inversesqrt(1.0 / (best_alone * best_alone) + together * together);
        }
    }
}
