#version 450 core
// A little lit ball, solid: nearer ones hide those behind.

flat in vec3 light;
flat in vec2 centre;
flat in float inverse_radius;
layout(location = 0) out vec4 colour;

void main() {
    vec2 offset = (gl_FragCoord.xy - centre) * inverse_radius;
    float q = dot(offset, offset);
    float from_edge = (1.0 - sqrt(q)) / inverse_radius; // pixels
    float cover = clamp(from_edge + 0.5, 0.0, 1.0);
    if (cover <= 0.0) {
        discard;
    }
    vec3 normal = vec3(offset, sqrt(max(1.0 - q, 0.0)));
    float key = max(dot(normal, normalize(vec3(-0.5, 0.62, 0.6))), 0.0);
    float rim = pow(1.0 - normal.z, 3.0);
    vec3 shade = light * (0.06 + 0.94 * key + 0.25 * rim);
    float gleam = pow(max(dot(normal, normalize(vec3(-0.27, 0.34, 0.9))), 0.0), 60.0);
    colour = vec4((shade + 0.5 * gleam) * cover, cover);
}
