#version 450 core
// A finished picture, to be laid over another one.

uniform vec2 corner; // pixels: where its lower left comes
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 screen;

void main() {
    screen = texelFetch(picture, ivec2(gl_FragCoord.xy - corner), 0);
}
