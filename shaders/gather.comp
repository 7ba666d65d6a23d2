#version 450 core
#include "gather.glsl"

void main() {
    ivec2 size = imageSize(picture);
    uint pixels = uint(size.x * size.y);
    uint i = own_number();
    if (i < pixels) {
        keep(ivec2(i % uint(size.x), i / uint(size.x)), gathered(i, uint(layers) * pixels));
    }
}
