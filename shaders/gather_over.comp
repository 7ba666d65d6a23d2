#version 450 core
// Adds the second layer to what is there, in a rectangle. Whoever calls clears it.
#include "gather.glsl"

layout(binding = 1, rgba16f) readonly uniform image2D below;

uniform ivec2 corner, extent; // pixels

void main() {
    ivec2 size = imageSize(picture);
    int pixels = size.x * size.y;
    int number = int(own_number());
    if (number < extent.x * extent.y) {
        ivec2 pixel = corner + ivec2(number % extent.x, number / extent.x);
        vec3 light = sum_of(uint(pixels + pixel.y * size.x + pixel.x), uint(layers * pixels));
        keep(pixel, light + imageLoad(below, pixel).rgb);
    }
}
