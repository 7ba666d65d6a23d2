// What each run of bodies gives to the picture: render/body_light.hpp.

struct Light {
    vec4 colour;        // and luminosity
    vec4 bright_colour; // and the spread of luminosities
    vec4 form;          // size of a sprite; radius of a ball and its least one in pixels; core
    uvec4 run;          // one past the last body; kind: 0 light, 1 shining, 2 lit, 3 banded ball,
                        // 4 black hole, 5 rocky, 6 with seas, 7 with rings; the first; the share of mist, as a float's bits
    vec4 dust;          // area that a body's dust makes as dark as 1/e; the share of hot bodies
};

layout(std430, binding = 3) readonly buffer Lights { Light lights[]; };
layout(std430, binding = 1) readonly buffer Bodies { vec4 bodies[]; };

uniform int light_count;
uniform int occluder;          // the largest ball; -1: there is none
uniform int shining;           // the body that shines on the others; -1: the Sun, far away
uniform vec3 sun;              // towards it

const uint kind_light = 0u;
const uint kind_shining = 1u;
const uint kind_lit = 2u;
const uint kind_banded = 3u;
const uint kind_black_hole = 4u;
const uint kind_rocky = 5u;
const uint kind_seas = 6u;
const uint kind_ringed = 7u;

// As many steps for each body: llvmpipe 15 mistakes what a loop leaves that ends here and there.
Light light_of_body(uint body) {
    int run = 0;
    for (int k = 0; k < light_count - 1; ++k) {
        run += body >= lights[k].run.x ? 1 : 0;
    }
    return lights[run];
}

// Two numbers of a body, 0 … 1, always the same ones (PCG, O'Neill 2014).
vec2 lot_of(uint body) {
    uint state = body * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    word = (word >> 22u) ^ word;
    return vec2(word & 0xffffu, word >> 16u) / 65535.0;
}
