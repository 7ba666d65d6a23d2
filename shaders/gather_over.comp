#version 450 core
// Adds the second layer to what is there, in a rectangle.
#include "gather.glsl"

layout(binding = 1, rgba16f) readonly uniform image2D below;

uniform ivec2 corner, extent; // pixels

void main() {
    ivec2 size = imageSize(picture);
    int pixels = size.x * size.y;
    int number = int(own_number());
    if (number < extent.x * extent.y) {
        ivec2 pixel = corner + ivec2(number % extent.x, number / extent.x);
        uint place = uint(pixels + pixel.y * size.x + pixel.x);
        keep(pixel, gathered(place, uint(layers * pixels)) + imageLoad(below, pixel).rgb);
    }
}
