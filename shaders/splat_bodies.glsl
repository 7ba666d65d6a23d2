// Adds small sprites to sums of whole numbers. Unlike sums of halves they neither stall at 2048 equal
// terms nor depend on the order of adding.

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
uniform int layers;        // pictures, one behind the other: 2 with what is before black holes apart

// A sprite that is added here; its radius is 0 where there is none.
struct Small {
    vec2 centre;
    float radius, core;
    vec3 light; // at its centre, counted
    float chance;
    float before; // its share in the second layer
    float least;  // profile that is added: less is not seen
};

// Of the body that a thread has. A large one goes on the list.
Small small_sprite() {
    Small small = Small(vec2(0.0), 0.0, 0.0, vec3(0.0), 0.0, 0.0, 0.0);
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (every > 1) {
        uint lot = i * 747796405u + 2891336453u;
        lot = (lot ^ (lot >> 15u)) * 277803737u >> 16u;
        i = i * uint(every) + ((lot + uint(sample_number)) & uint(every - 1));
    }
    i += uint(first);
    if (i >= uint(end)) {
        return small;
    }
    Sprite sprite = sprite_of(bodies[i], i);
    if (sprite.radius <= 0.0) {
        return small;
    }
    if (sprite.radius >= max_radius) {
        listed[atomicAdd(call[strips ? 1 : 0], 1u)] = i | (uint(findMSB(every)) << 28u);
        return small;
    }
    small.centre = sprite.centre;
    small.before = sprite.before;
    small.radius = sprite.radius;
    small.core = star_core(sprite.core, 1.0 / sprite.radius);
    float peak = dots ? dot_peak : star_peak(small.core);
    small.least = min(0.01, 0.2 / peak); // the wider the sprite, the farther out its light is
    small.light = sprite.light * (peak * unit * float(every));
    // Rounded up or down by chance, so that what is lost and gained evens out over many bodies.
    small.chance = fract(float(i & 0xffffu) * 0.61803399 + float(sample_number) * 0.75487767);
    return small;
}

// Of its pixels one in so many to the right and up, from that one on.
void add_pixels(Small small, ivec2 corner, int apart) {
    ivec2 size = ivec2(picture_size);
    int pixels = size.x * size.y;
    ivec2 low = max(ivec2(ceil(small.centre - small.radius - 0.5)), 0) + corner;
    ivec2 high = min(ivec2(floor(small.centre + small.radius - 0.5)), size - 1);
    if (any(greaterThan(low, high))) {
        return;
    }
    int first_layer = small.before < 1.0 ? 0 : 1, last_layer = small.before > 0.0 ? 1 : 0;
    float inverse_radius = 1.0 / small.radius;
    ivec2 pixel = low;
    // Loops that ask at their end: llvmpipe goes through others once more than is asked for.
    do {
        vec2 offset = vec2(pixel) + 0.5 - small.centre;
        float profile = dots ? dot_profile(offset, inverse_radius)
                             : star_profile(offset, inverse_radius, small.core);
        if (profile >= small.least) {
            int layer = first_layer;
            do {
                float share = layer == 0 ? 1.0 - small.before : small.before;
                add_light(uint(layer * pixels + pixel.y * size.x + pixel.x), uint(layers * pixels),
                          uvec3(small.light * profile * share + small.chance));
            } while (++layer <= last_layer);
        }
        pixel.x += apart;
        if (pixel.x > high.x) {
            pixel = ivec2(low.x, pixel.y + apart);
        }
    } while (pixel.y <= high.y);
}
