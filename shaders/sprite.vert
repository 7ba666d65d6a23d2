#version 450 core
// A body as a sprite, for the rasteriser: a point or, where points cannot be so large, a strip of two
// triangles.

#include "sprite.glsl"
#include "profile.glsl"

// Which bodies, where small ones are splatted; in the highest four bits, as a power of two, how many
// each of them stands for.
layout(std430, binding = 4) readonly buffer Listed { uint listed[]; };

uniform bool from_list;
uniform vec2 depth_terms;   // of the projection: depth on screen = terms.x + terms.y / depth
uniform int profile;        // 0 star, 1 dot, 2 none: a solid disc
uniform float margin;       // pixels that the viewport reaches beyond the picture
uniform bool strips;        // an instance a body, not a point

flat out vec3 light;
flat out vec2 centre; // pixels
flat out float inverse_radius;
flat out float core;

void main() {
    uint number = uint(strips ? gl_InstanceID : gl_VertexID);
    float stands_for = 1.0;
    if (from_list) {
        uint entry = listed[number];
        number = entry & 0x0fffffffu;
        stands_for = float(1u << (entry >> 28u));
    }
    Sprite sprite = sprite_of(bodies[number], number);
    bool shown = sprite.radius > 0.0;
    // What is not shown waits beyond the picture's edge but inside the viewport: clipping a point
    // costs software rasterisers more than drawing it.
    centre = shown ? sprite.centre : vec2(-0.5 * margin);
    float radius = shown ? sprite.radius : 0.5;
    vec2 place = centre;
    if (strips) {
        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
        place += shown ? corner * (radius + 0.5) : vec2(0.0);
    }
    vec2 viewport = picture_size + 2.0 * margin;
    float depth = clamp(depth_terms.x + depth_terms.y / sprite.depth, -1.0, 1.0);
    gl_Position = vec4((place + margin) / viewport * 2.0 - 1.0, shown ? depth : 0.0, 1.0);
    gl_PointSize = 2.0 * radius;
    inverse_radius = 1.0 / radius;
    core = star_core(sprite.core, inverse_radius);
    float peak = profile == 0 ? star_peak(core) : profile == 1 ? dot_peak : 1.0;
    light = sprite.light * (peak * stands_for);
}
