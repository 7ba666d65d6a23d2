#version 450 core
#include "screen.glsl"

in vec2 place;
layout(location = 0) out vec4 screen;

void main() {
    screen = shown_at(gl_FragCoord.xy, place);
}
