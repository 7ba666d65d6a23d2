#version 450 core
// The first halving, the mean of each 2 x 2 pixels by one bilinear read. No more is needed: no sprite
// is narrower than three pixels.

in vec2 place;
layout(binding = 0) uniform sampler2D source;
layout(location = 0) out vec4 light;

void main() {
    light = vec4(textureLod(source, place, 0.0).rgb, 1.0);
}
