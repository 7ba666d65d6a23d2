#version 450 core
// A dot of one pixel's worth of light, shared out among the pixels that it touches: as it moves, its
// light stays the same to the last bit of arithmetic.

flat in vec3 light;
flat in vec2 centre;
flat in float inverse_radius;
layout(location = 0) out vec4 colour;

void main() {
    vec2 tent = max(1.0 - abs(gl_FragCoord.xy - centre) * inverse_radius, 0.0);
    colour = vec4(light * (tent.x * tent.y), 0.0);
}
