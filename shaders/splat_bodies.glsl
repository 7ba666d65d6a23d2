// Adds small sprites, a thread a body, to sums of whole numbers. Unlike sums of halves they neither
// stall at 2048 equal terms nor depend on the order of adding. A rasteriser's work for a sprite of
// ten pixels is nearly all preparation; here it is the ten pixels.

#include "sprite.glsl"
#include "profile.glsl"

layout(local_size_x = 64) in;

// What is left for the rasteriser: how many, as a draw call reads it, and which.
layout(std430, binding = 4) writeonly buffer Listed { uint listed[]; };
layout(std430, binding = 5) buffer Call { uint call[4]; };

uniform int first, end;    // the bodies that are drawn
uniform float max_radius; // larger ones are rasterised
uniform bool strips;       // an instance a body, not a vertex
uniform int every;         // one body in so many, a power of two, stands for all of them
uniform int sample_number; // `every` drawings in a row show each of them once
uniform float unit;        // that light 1 is counted as
uniform bool dots;         // dot_profile instead of star_profile

void main() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (every > 1) {
        uint lot = i * 747796405u + 2891336453u;
        lot = (lot ^ (lot >> 15u)) * 277803737u >> 16u;
        i = i * uint(every) + ((lot + uint(sample_number)) & uint(every - 1));
    }
    i += uint(first);
    if (i >= uint(end)) {
        return;
    }
    Sprite sprite = sprite_of(bodies[i], i);
    if (sprite.radius <= 0.0) {
        return;
    }
    if (sprite.radius >= max_radius) {
        listed[atomicAdd(call[strips ? 1 : 0], 1u)] = i | (uint(findMSB(every)) << 28u);
        return;
    }
    ivec2 size = ivec2(picture_size);
    ivec2 low = max(ivec2(ceil(sprite.centre - sprite.radius - 0.5)), 0);
    ivec2 high = min(ivec2(floor(sprite.centre + sprite.radius - 0.5)), size - 1);
    float inverse_radius = 1.0 / sprite.radius;
    float core = star_core(sprite.core, inverse_radius);
    float peak = dots ? dot_peak : star_peak(core);
    vec3 light = sprite.light * (peak * unit * float(every));
    // Rounded up or down by chance, so that what is lost and gained evens out over many bodies.
    float chance = fract(float(i & 0xffffu) * 0.61803399 + float(sample_number) * 0.75487767);
    for (int y = low.y; y <= high.y; ++y) {
        for (int x = low.x; x <= high.x; ++x) {
            vec2 offset = vec2(x, y) + 0.5 - sprite.centre;
            float profile =
                dots ? dot_profile(offset, inverse_radius) : star_profile(offset, inverse_radius, core);
            if (profile < 0.01) {
                continue;
            }
            uvec3 counted = uvec3(light * profile + chance);
            add_light(uint(y * size.x + x), uint(size.x * size.y), counted);
        }
    }
}
