#version 450 core
// A star: a bright core in a soft skirt that ends exactly at the sprite's edge.
//
//   (1 - q)^2 c / (q + c),   q = (r / radius)^2,   c: the core's share of the area

flat in vec3 light;
flat in vec2 centre;
flat in float inverse_radius;
layout(location = 0) out vec4 colour;

void main() {
    vec2 offset = (gl_FragCoord.xy - centre) * inverse_radius;
    float q = dot(offset, offset);
    float skirt = max(1.0 - q, 0.0);
    // At least a pixel wide, else the core would flicker as it moves.
    float core = max(0.012, 0.5 * inverse_radius * inverse_radius);
    colour = vec4(light * (skirt * skirt * core / (q + core)), 0.0);
}
