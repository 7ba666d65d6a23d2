#version 450 core
// A JPEG, first of three passes: from pixels to whole numbers, most of them 0.
//
// Idea:   a group of 64 threads has a block of 16 x 16 pixels, each thread four of them: their
//         luminances, and one mean colour, as the eye sees colour less finely. That makes six parts of 8 x 8
//         numbers. Each part becomes a sum of waves (the discrete cosine transform): row by row, then
//         column by column, eight products a number. Divided by the table's steps and rounded, what
//         is fine and weak is lost, and the rest are few numbers: a mask says which are not 0.
// Source: ITU-T T.81 (1992), A.3; JFIF 1.02 for the colours.
// Cost:   16 products and 4 bytes read a pixel; one pass over memory.

layout(local_size_x = 64) in;

layout(binding = 0) uniform sampler2D picture;

layout(std430, binding = 2) readonly buffer Tables {
    uint steps[128];
    uint codes[1024];
};

struct Part {
    uint present[2]; // bit k: the coefficient at k of the zigzag is not 0
    uint pairs[32];  // of them, 16 bits each
};
layout(std430, binding = 5) writeonly buffer Coefficients { Part coefficients[]; };
layout(std430, binding = 4) buffer Rows { uint fingerprint[2]; };

uniform ivec2 size;

// The way from coarse waves to fine ones: where in it each coefficient comes, row by row.
const uint zigzag[64] =
    uint[64](0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11,
             18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21,
             34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63);

shared float wave[64]; // wave 8 u + x: of frequency u, at x
shared float samples[6][64];
shared float halfway[6][64];
shared int whole[6][64];
shared uint present[6][2];
shared uint hash[2];

// OpenGL's first row is the lowest. Beyond the edge the picture goes on as it is there.
vec4 pixel(ivec2 at) {
    ivec2 inside = min(at, size - 1);
    return texelFetch(picture, ivec2(inside.x, size.y - 1 - inside.y), 0);
}

// Adds up, in whatever order, to what tells a picture from another.
uvec2 mixed(vec4 colour, ivec2 at) {
    uint value = packUnorm4x8(colour) ^ (uint(at.y * size.x + at.x) * 2654435769u);
    value = (value ^ (value >> 16)) * 2246822519u;
    value = (value ^ (value >> 13)) * 3266489917u;
    return uvec2(value ^ (value >> 16), value * 668265263u ^ (value >> 15));
}

void take_pixels(uint me) {
    ivec2 corner = 16 * ivec2(gl_WorkGroupID.xy);
    ivec2 quad = 2 * ivec2(me % 8u, me / 8u);
    vec2 colour = vec2(0.0);
    uvec2 own_hash = uvec2(0u);
    for (int k = 0; k < 4; ++k) {
        ivec2 at = quad + ivec2(k % 2, k / 2);
        vec4 texel = pixel(corner + at);
        vec3 rgb = 255.0 * texel.rgb;
        int part = at.y / 8 * 2 + at.x / 8;
        samples[part][at.y % 8 * 8 + at.x % 8] = dot(rgb, vec3(0.299, 0.587, 0.114)) - 128.0;
        colour += vec2(dot(rgb, vec3(-0.168736, -0.331264, 0.5)), dot(rgb, vec3(0.5, -0.418688, -0.081312)));
        own_hash += mixed(texel, corner + at);
    }
    samples[4][me] = colour.x / 4.0;
    samples[5][me] = colour.y / 4.0;
    atomicAdd(hash[0], own_hash.x);
    atomicAdd(hash[1], own_hash.y);
}

void main() {
    uint me = gl_LocalInvocationIndex;
    uint column = me % 8u, row = me / 8u;
    wave[me] = (row == 0u ? sqrt(0.125) : 0.5) * cos(float((2u * column + 1u) * row) * radians(11.25));
    if (me < 12u) {
        present[me / 2u][me % 2u] = 0u;
    }
    if (me < 2u) {
        hash[me] = 0u;
    }
    barrier();
    take_pixels(me);
    barrier();
    for (int part = 0; part < 6; ++part) { // the frequency `column` of a row
        float sum = 0.0;
        for (uint x = 0u; x < 8u; ++x) {
            sum += wave[column * 8u + x] * samples[part][row * 8u + x];
        }
        halfway[part][me] = sum;
    }
    barrier();
    uint place = zigzag[me];
    for (int part = 0; part < 6; ++part) { // the frequency `row` of a column
        float sum = 0.0;
        for (uint y = 0u; y < 8u; ++y) {
            sum += wave[row * 8u + y] * halfway[part][y * 8u + column];
        }
        int number = int(round(sum / float(steps[(part < 4 ? 0u : 64u) + place])));
        whole[part][place] = number;
        if (number != 0) {
            atomicOr(present[part][place / 32u], 1u << (place % 32u));
        }
    }
    barrier();
    uint first = 6u * (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    for (uint k = me; k < 192u; k += 64u) {
        uint part = k / 32u, pair = k % 32u;
        coefficients[first + part].pairs[pair] =
            uint(whole[part][2u * pair] & 0xFFFF) | uint(whole[part][2u * pair + 1u]) << 16;
    }
    if (me < 12u) {
        coefficients[first + me / 2u].present[me % 2u] = present[me / 2u][me % 2u];
    }
    if (me < 2u) {
        atomicAdd(fingerprint[me], hash[me]);
    }
}
