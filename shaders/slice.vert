#version 450 core
// A rectangle in space that shows the density on it.

#include "eye.glsl"

uniform vec3 centre, right, up; // of the rectangle; to its edges

out vec2 place; // 0 … 1 from the lower left corner

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    place = corner;
    vec2 aside = 2.0 * corner - 1.0;
    vec3 seen = from_eye(centre + aside.x * right + aside.y * up);
    float depth = -seen.z;
    vec2 pixels = focal_length * seen.xy + picture_centre * depth; // times the depth
    // What is closer to the eye than the nearest depth is cut off.
    gl_Position = vec4(2.0 * pixels / picture_size - depth, depth - 2.0 * nearest_depth(), depth);
}
