#version 450 core
// A thread a body. A rasteriser's work for a sprite of ten pixels is nearly all preparation; here it is
// the ten pixels.

#include "narrow_sums.glsl"
#include "splat_bodies.glsl"

void main() {
    Small small = small_sprite();
    if (small.radius > 0.0) {
        add_pixels(small, ivec2(0), 1);
    }
}
