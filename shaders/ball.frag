#version 450 core
// The light of a ball's surface, such that it is shown as bright as it should be: a planet beside
// faint dust is no burnt-out disc.

#include "measured.glsl"
#include "surface.glsl"

flat in vec3 colour;
flat in vec2 centre;
flat in float radius;
flat in vec3 lit_from;
flat in uint kind;
flat in vec3 pole;
flat in float seed;
uniform bool depth_only;
uniform mat3 to_eye;
layout(location = 0) out vec4 light;

const uint kind_shining = 1u;
const uint kind_banded = 3u, kind_rocky = 5u, kind_seas = 6u, kind_ringed = 7u;
const float corona = 7.0; // as in ball.vert

// Belts of cloud: a sum of a few waves from pole to pole.
float belts(float latitude) {
    return 0.5 * sin(11.0 * latitude + 0.6) + 0.3 * sin(23.0 * latitude + 1.9) +
           0.2 * sin(41.0 * latitude) + 0.12 * sin(67.0 * latitude + 0.7);
}

void main() {
    vec2 offset = (gl_FragCoord.xy - centre) / radius;
    float q = dot(offset, offset);
    float cover = clamp((1.0 - sqrt(q)) * radius + 0.5, 0.0, 1.0);
    if (depth_only && cover < 0.5) {
        discard;
    }
    vec3 normal = vec3(offset, sqrt(max(1.0 - q, 0.0)));
    if (kind == kind_shining) {
        // Darker towards its edge, and about it the glow of air, lens and eye.
        float fade = max(1.0 - sqrt(q) / corona, 0.0);
        float glow = 0.5 * fade * fade * fade / max(q, 1.0);
        float strength = max((0.72 + 0.28 * normal.z) * cover, glow);
        light = vec4(colour * light_of(0.98 * strength), cover);
        return;
    }
    if (cover <= 0.0) {
        discard;
    }
    float key = dot(normal, lit_from);
    float day = smoothstep(-0.08, 0.12, key) * (0.12 + 0.88 * pow(max(key, 0.0), 0.75));
    vec3 surface = colour;
    vec3 in_space = normal * to_eye; // the transpose turns back
    float told = smoothstep(3.0, 16.0, radius); // of a small ball nothing is told apart
    if (kind == kind_rocky) {
        surface = mix(surface, rocky_surface(colour, in_space, seed), told);
    } else if (kind == kind_seas) {
        surface = mix(surface, surface_with_seas(in_space), told);
    } else if (kind == kind_ringed) {
        day *= mix(1.0, mix(0.07, 1.0, past_rings(in_space, lit_from * to_eye)), told);
    }
    if (kind == kind_banded || kind == kind_ringed) {
        float belt = belts(asin(clamp(dot(normal, pole), -1.0, 1.0)));
        surface *= 1.0 + 0.13 * belt * told;
        surface.b *= 1.0 - 0.05 * belt;
    }
    vec3 shown = surface * (day + 0.006);
    float strongest = max(max(shown.r, shown.g), max(shown.b, 1e-9));
    light = vec4(shown / strongest * light_of(min(0.62 * strongest, 0.95) * cover), cover);
}
