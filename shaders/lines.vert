#version 450 core
// The way from one point to the next as a strip of two triangles as wide as the line.

#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"

struct Point {
    float x, y, z;
    uint colour;
};

layout(std430, binding = 4) readonly buffer Points { Point points[]; };

uniform float half_width; // pixels
uniform float around;     // pixels that light reaches around it
uniform float fading;     // 1: what is far behind what the camera looks at is faint; 0: it is not

noperspective out float across; // pixels from the line's middle
noperspective out vec3 light;

const float border = 1.0; // pixels, for smooth edges

// Where what is `seen` there appears, as black holes before it bend its light: the outer of its two
// images, of a lens that is weak (Schneider, Ehlers, Falco 1992, section 2.3). Behind the shadow it
// is hidden, by `hidden`.
vec2 bent(vec2 place, vec3 seen, inout float hidden) {
    for (int k = 0; k < 4; ++k) {
        if (k < hole_count) {
            Hole hole = hole_at(k);
            vec2 offset = (place - hole.centre) / hole.radius;
            float aside = max(length(offset), 1e-3);
            float unit = hole.radius * hole.depth / focal_length.y; // of length
            float behind = min((-seen.z - hole.depth) / unit, behind_hole);
            if (hole.depth > nearest_depth() && behind > 0.0) {
                float impact = 0.5 * (aside + sqrt(aside * aside + 8.0 * behind));
                float fades = 1.0 - smoothstep(near_hole, lens_reach, impact);
                place += (impact - aside) * fades * hole.radius * offset / aside;
                hidden = impact < 2.6 ? 0.0 : hidden;
            }
        }
    }
    return place;
}

void main() {
    Point start = points[gl_InstanceID];
    Point stop = points[gl_InstanceID + 1];
    vec4 colour = unpackUnorm4x8((gl_VertexID & 2) == 0 ? start.colour : stop.colour);
    vec3 a = from_eye(vec3(start.x, start.y, start.z));
    vec3 b = from_eye(vec3(stop.x, stop.y, stop.z));
    float nearest = nearest_depth();

    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    across = 0.0;
    light = vec3(0.0);
    if ((stop.colour >> 24) == 0u || max(-a.z, -b.z) <= nearest) {
        return;
    }
    // What is behind the eye is cut off.
    float share = (-a.z - nearest) / (b.z - a.z);
    if (-a.z < nearest) {
        a = mix(a, b, share);
        a.z = -nearest;
    } else if (-b.z < nearest) {
        b = mix(a, b, share);
        b.z = -nearest;
    }
    float seen = 1.0;
    vec2 from = bent(on_picture(a), a, seen);
    vec2 to = bent(on_picture(b), b, seen);
    vec2 along = to - from;
    float pixels_long = length(along);
    along = pixels_long > 1e-4 ? along / pixels_long : vec2(1.0, 0.0);

    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    across = side * max(half_width + border, around);
    // A little longer than the way, so that no notch is seen where it turns.
    vec2 end = (gl_VertexID & 2) == 0 ? from - 0.5 * along : to + 0.5 * along;
    vec2 place = end + across * vec2(-along.y, along.x);
    gl_Position = vec4(2.0 * place / picture_size - 1.0, 0.0, 1.0);
    float depth = (gl_VertexID & 2) == 0 ? -a.z : -b.z;
    float faint = clamp(pow(reference_depth / depth, 2.0), 0.12, 1.0);
    light = seen * colour.rgb * colour.a * mix(1.0, faint, fading);
}
