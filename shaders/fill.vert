#version 450 core
// Dear ImGui's triangles that have no texture.

layout(location = 0) in vec2 place; // from the upper left, in the window's units
layout(location = 2) in vec4 corner_colour;

uniform vec2 size; // of the window

noperspective out vec4 colour;

void main() {
    colour = corner_colour;
    vec2 at = 2.0 * place / size - 1.0;
    gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}
