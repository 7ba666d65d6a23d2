#version 450 core
// One triangle that covers the picture; no vertex data.

// What of the source is seen: corner and extent, in shares of it.
uniform vec2 from_corner;
uniform vec2 from_extent;

out vec2 place; // 0 … 1, of the source

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    place = from_corner + corner * from_extent;
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
