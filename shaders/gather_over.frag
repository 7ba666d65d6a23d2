#version 450 core
// What gather_over.comp does, for the rasteriser, which is quicker on a processor and adds what is
// written. Most pixels have nothing to add.
#include "sums.glsl"

uniform ivec2 picture_extent; // pixels

layout(location = 0) out vec4 light;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    int pixels = picture_extent.x * picture_extent.y;
    uint place = uint(pixels + pixel.y * picture_extent.x + pixel.x);
    vec3 sum = sum_of(place, uint(layers * pixels));
    if (sum != vec3(0.0)) {
        sum = gathered(place, uint(layers * pixels));
    }
    light = vec4(min(sum, 5e3), 0.0); // with what is there less than a half can be
}
