#version 450 core
// What is near a black hole, from a picture of it with fewer pixels.

#include "eye.glsl"

layout(binding = 3) uniform sampler2D near;
layout(location = 0) out vec4 light;

void main() {
    light = textureLod(near, gl_FragCoord.xy / picture_size, 0.0);
}
