#version 450 core
// A square around all that a black hole bends the light of.

#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"

uniform int hole;

void main() {
    Hole here = hole_at(hole);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    if (here.depth > nearest_depth()) {
        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
        vec2 at = here.centre + corner * lens_reach * here.radius;
        gl_Position = vec4(at / picture_size * 2.0 - 1.0, 0.0, 1.0);
    }
}
