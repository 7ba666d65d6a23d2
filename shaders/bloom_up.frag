#version 450 core
// Doubles a picture with a tent filter; blended into the next larger one.

in vec2 place;
uniform vec2 texel; // of the source
layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 light;

void main() {
    vec3 sum = textureLod(source, place + texel * vec2(-0.5, -0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(0.5, -0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(-0.5, 0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(0.5, 0.5), 0.0).rgb;
    light = vec4(sum * 0.25, 1.0);
}
