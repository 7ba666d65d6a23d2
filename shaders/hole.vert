#version 450 core
// A square around all that a black hole bends the light of.

#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"

uniform int hole;

flat out vec2 centre;      // pixels
flat out float radius;     // pixels, Schwarzschild's
flat out vec3 towards_eye; // from the hole, in the eye's directions, as all of these
flat out vec3 right, up;   // on the picture, at right angles to it
flat out vec3 axis;        // of the disk

// A little beside the plane that bodies prefer, so that its two sides differ from all around.
const vec3 axis_in_space = vec3(-0.08, 0.06, 0.995);

void main() {
    Hole here = hole_at(hole);
    centre = here.centre;
    radius = here.radius;
    towards_eye = normalize(-here.seen);
    right = normalize(cross(vec3(0.0, 1.0, 0.0), towards_eye));
    up = cross(towards_eye, right);
    axis = normalize(to_eye * axis_in_space);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    if (here.depth > nearest_depth()) {
        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
        vec2 at = centre + corner * lens_reach * radius;
        gl_Position = vec4(at / picture_size * 2.0 - 1.0, 0.0, 1.0);
    }
}
