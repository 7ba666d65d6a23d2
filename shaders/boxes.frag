#version 450 core

uniform float half_width; // pixels

noperspective in float across;
noperspective in vec3 light;
layout(location = 0) out vec4 screen;

void main() {
    screen = vec4(light * clamp(half_width + 0.5 - abs(across), 0.0, 1.0), 1.0);
}
