#version 450 core
// Halves a picture. Four bilinear reads see a 4 x 4 neighbourhood, so that single bright pixels do not
// flicker as they cross from one texel to the next.

in vec2 place;
uniform vec2 texel; // of the source
layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 light;

void main() {
    vec3 sum = textureLod(source, place + texel * vec2(-1.0, -1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(1.0, -1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(-1.0, 1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(1.0, 1.0), 0.0).rgb;
    light = vec4(sum * 0.25, 1.0);
}
