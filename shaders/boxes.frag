#version 450 core

uniform float half_width; // pixels
uniform float around;     // pixels that light reaches around the line; 0: none
uniform float glow;       // how strong it is

noperspective in float across;
noperspective in vec3 light;
layout(location = 0) out vec4 screen;

void main() {
    float aside = abs(across);
    float line = clamp(half_width + 0.5 - aside, 0.0, 1.0);
    float near = clamp(1.0 - aside / max(around, 1e-3), 0.0, 1.0);
    screen = vec4(light * max(line, glow * near * near * near), 1.0);
}
