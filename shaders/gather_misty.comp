#version 450 core
// And adds mist.
#include "gather.glsl"
#include "mist.glsl"

// What of the mist is seen: corner and extent, in shares of it.
uniform vec2 from_corner;
uniform vec2 from_extent;

void main() {
    ivec2 size = imageSize(picture);
    uint pixels = uint(size.x * size.y);
    uint i = own_number();
    if (i < pixels) {
        ivec2 pixel = ivec2(i % uint(size.x), i / uint(size.x));
        vec2 place = from_corner + (vec2(pixel) + 0.5) / vec2(size) * from_extent;
        keep(pixel, gathered(i, uint(layers) * pixels) + mist_at(place));
    }
}
