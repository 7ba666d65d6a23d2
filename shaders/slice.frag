#version 450 core
// Colour and opacity of a place in the slice, with a line at every tenfold density. Lines follow the
// density where the grain of single bodies has been smoothed out of it.

#include "spline.glsl"

layout(binding = 0) uniform sampler1D colour_map;
layout(binding = 1) uniform sampler2D density; // 0 … 1 on the scale

uniform float decades;    // that the scale spans
uniform float line_level; // of the density's mipmaps, that lines follow
uniform float half_width; // of a line, pixels

in vec2 place;
layout(location = 0) out vec4 screen;

const float most_opaque = 0.86;

// Decades a pixel below which a line would be a blot: the density hardly changes there.
const float flattest = 0.0012;

void main() {
    float on_scale = splined(density, place, 0.0).r;
    vec3 light = textureLod(colour_map, (0.5 + 255.0 * clamp(on_scale, 0.0, 1.0)) / 256.0, 0.0).rgb;
    vec3 colour = pow(max(light, vec3(0.0)), vec3(1.0 / 2.2));
    float opacity = most_opaque * smoothstep(0.0, 0.6, on_scale);

    float decade = splined(density, place, line_level).r * decades;
    float slope = length(vec2(dFdx(decade), dFdy(decade))); // a pixel
    float from_line = abs(fract(decade + 0.5) - 0.5) / max(slope, 1e-6); // pixels
    float line = 1.0 - smoothstep(half_width - 0.5, half_width + 0.5, from_line);
    line *= step(0.6, decade) * smoothstep(0.3 * flattest, flattest, slope * half_width);
    colour = mix(colour, vec3(1.0), 0.4 * line);
    opacity = max(opacity, 0.5 * line);

    vec2 to_edge = min(place, 1.0 - place);
    opacity *= smoothstep(0.0, 0.04, min(to_edge.x, to_edge.y));
    screen = vec4(colour, opacity);
}
