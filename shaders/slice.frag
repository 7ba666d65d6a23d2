#version 450 core
// Colour and opacity of a place in the slice, with a line at every tenfold density.

layout(binding = 0) uniform sampler1D colour_map;
layout(binding = 1) uniform sampler2D density; // 0 … 1 on the scale

uniform float decades; // that the scale spans

in vec2 place;
layout(location = 0) out vec4 screen;

const float most_opaque = 0.86;

void main() {
    float on_scale = textureLod(density, place, 0.0).r;
    vec3 light = textureLod(colour_map, (0.5 + 255.0 * clamp(on_scale, 0.0, 1.0)) / 256.0, 0.0).rgb;
    vec3 colour = pow(max(light, vec3(0.0)), vec3(1.0 / 2.2));
    float opacity = most_opaque * smoothstep(0.0, 0.6, on_scale);

    float decade = on_scale * decades;
    float from_line = abs(fract(decade + 0.5) - 0.5) / max(fwidth(decade), 1e-6); // pixels
    float line = (1.0 - smoothstep(0.4, 1.4, from_line)) * step(0.6, decade);
    colour = mix(colour, vec3(1.0), 0.4 * line);
    opacity = max(opacity, 0.5 * line);

    vec2 to_edge = min(place, 1.0 - place);
    opacity *= smoothstep(0.0, 0.04, min(to_edge.x, to_edge.y));
    screen = vec4(colour, opacity);
}
