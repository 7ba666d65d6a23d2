#version 450 core
// What a black hole bends the light of: a disc, or a ring with its edge for inner edge, as a strip.

#include "measured.glsl"
#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"
#include "lensed_hole.glsl"

uniform int hole;
uniform float inner, outer; // Schwarzschild radii of the corners
uniform float corners;      // each way

flat out LensedHole lens;

void main() {
    Hole here = hole_at(hole);
    lens = lensed(here);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    if (here.depth > nearest_depth()) {
        float turn = 6.2831853 * (float(gl_VertexID >> 1) + 0.5) / corners;
        float radius = (gl_VertexID & 1) == 0 ? inner : outer;
        vec2 at = here.centre + radius * here.radius * vec2(cos(turn), sin(turn));
        gl_Position = vec4(at / picture_size * 2.0 - 1.0, 0.0, 1.0);
    }
}
