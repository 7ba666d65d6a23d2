#version 450 core
// Adds the second layer to what is there, in a rectangle.
#include "gather.glsl"

layout(binding = 1, rgba16f) readonly uniform image2D below;

uniform ivec2 corner, extent; // pixels
uniform bool clears;          // else the caller does

void main() {
    ivec2 size = imageSize(picture);
    int pixels = size.x * size.y;
    int number = int(own_number());
    if (number < extent.x * extent.y) {
        ivec2 pixel = corner + ivec2(number % extent.x, number / extent.x);
        uint place = uint(pixels + pixel.y * size.x + pixel.x);
        vec3 light = clears ? gathered(place, uint(layers * pixels)) : sum_of(place, uint(layers * pixels));
        keep(pixel, light + imageLoad(below, pixel).rgb);
    }
}
