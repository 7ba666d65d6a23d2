#version 450 core
// What an eye sees where a black hole is: the ray of each pixel is followed backwards, by tables of
// its path (render/light_paths.cpp).
//
// Rays that come closer than the critical impact parameter are caught: the shadow. The others come
// from where they were bent to, so each place behind is seen twice, outside of Einstein's ring and
// inside. Where they cross the disk's plane, up to three times, the disk shines.
//
// The disk: thin, opaque, of gas on circles from the last stable one outwards (Page and Thorne 1974),
// its light shifted and beamed by motion and gravity (Luminet 1979, equation 15).

#include "measured.glsl"

flat in vec2 centre;
flat in float radius;
flat in vec3 towards_eye;
flat in vec3 right, up;
flat in vec3 axis;
layout(location = 0) out vec4 light;

uniform vec2 picture_size;
uniform float disk_strength;
layout(binding = 0) uniform sampler2D behind;
layout(binding = 1) uniform sampler2D paths;   // render/light_paths.hpp
layout(binding = 2) uniform sampler2D bending;

const float pi = 3.14159265;
const float critical = 2.5980762, last_impact = 14.0, last_angle = 9.42477796;
const float entries = 256.0;     // of the tables, each way
const float behind_hole = 40.0;  // as in hole.glsl
const float lens_reach = 40.0;
const float inner_edge = 3.0, outer_edge = 12.0; // of the disk

float entry_at(float share) {
    return (0.5 + clamp(share, 0.0, 1.0) * (entries - 1.0)) / entries;
}

float row_of(float impact) {
    float apart = impact - critical;
    float range = apart < 0.0 ? critical : last_impact - critical;
    return 0.5 + 0.5 * sign(apart) * sqrt(abs(apart) / range);
}

float bent_by(float impact) {
    if (impact < last_impact) {
        return textureLod(bending, vec2(entry_at(row_of(impact)), 0.5), 0.0).r;
    }
    float u = 1.0 / impact; // the first terms of its series
    return u * (2.0 + u * (15.0 * pi / 16.0 + u * 16.0 / 3.0));
}

// From deep orange through white to blue, by a temperature relative to the hottest place at rest.
vec3 heated(float warmth) {
    vec3 colour = mix(vec3(1.0, 0.22, 0.04), vec3(1.0, 0.50, 0.17), smoothstep(0.4, 0.8, warmth));
    colour = mix(colour, vec3(1.0, 0.88, 0.74), smoothstep(0.8, 1.2, warmth));
    return mix(colour, vec3(0.72, 0.84, 1.0), smoothstep(1.1, 1.7, warmth));
}

// Rings in it, a sum of a few waves.
float ringed(float distance) {
    float place = log(distance);
    return 0.86 + 0.08 * sin(23.0 * place) + 0.06 * sin(57.0 * place + 1.3) +
           0.05 * sin(131.0 * place + 0.4);
}

// The disk's light at one over a distance, and how much of what is behind it hides. `moment`: of the
// ray about the disk's axis.
vec4 disk_at(float u, float moment) {
    if (u < 1.0 / outer_edge || u > 1.0 / inner_edge) {
        return vec4(0.0);
    }
    float shift = sqrt(1.0 - 1.5 * u) / max(1.0 - sqrt(0.5 * u * u * u) * moment, 0.1);
    float flux = 476.0 * u * u * u * (1.0 - sqrt(inner_edge * u)); // 1 where it is most
    float edge = smoothstep(1.0 / outer_edge, 1.5 / outer_edge, u);
    float seen = flux * pow(shift, 4.0);
    float shown = min(0.80 * pow(seen, 0.55) * ringed(1.0 / u) * edge, 0.99) * disk_strength;
    float hides = min(disk_strength, 1.0) * edge * smoothstep(1.0, 0.94, inner_edge * u) * 0.94;
    return vec4(heated(pow(flux, 0.25) * shift) * light_of(min(shown, 0.99)), hides);
}

// The light from behind, and all of the sky's in the rays that go round the hole before they leave.
vec3 from_behind(vec2 outwards, float impact) {
    if (impact <= critical) {
        return vec3(0.0);
    }
    float angle = bent_by(impact);
    float fades = 1.0 - smoothstep(0.35 * lens_reach, lens_reach, impact);
    float source = impact - behind_hole * min(angle, 2.0) * fades;
    vec2 at = centre + outwards * source * radius;
    vec2 inside = smoothstep(vec2(-0.5), vec2(0.5), at) *
                  (1.0 - smoothstep(picture_size - 0.5, picture_size + 0.5, at));
    float known = inside.x * inside.y * (1.0 - smoothstep(0.8 * lens_reach, lens_reach, -source));
    float wound = smoothstep(1.5, 4.0, angle);
    return textureLod(behind, at / picture_size, 0.0).rgb * known +
           vec3(1.0, 0.76, 0.50) * (light_of(0.55 * wound) - light_of(0.0));
}

vec3 seen_at(vec2 pixel) {
    vec2 offset = (pixel - centre) / radius;
    float impact = length(offset);
    vec2 outwards = impact > 0.0 ? offset / impact : vec2(1.0, 0.0);
    vec3 aside = right * outwards.x + up * outwards.y;
    float along = dot(towards_eye, axis), across = dot(aside, axis);
    float crossing = atan(-along, across); // the angle at which the ray meets the disk's plane
    crossing += crossing <= 0.0 ? pi : 0.0;
    float moment = impact * dot(cross(aside, towards_eye), axis);
    vec3 sum = vec3(0.0);
    float left = 1.0; // of what is farther along the ray
    if (disk_strength > 0.0 && impact < last_impact) {
        float row = entry_at(row_of(impact));
        for (int k = 0; k < 3; ++k) {
            float angle = crossing + float(k) * pi;
            float u = textureLod(paths, vec2(entry_at(angle / last_angle), row), 0.0).r;
            vec4 disk = disk_at(u, moment);
            sum += left * disk.rgb;
            left *= 1.0 - disk.a;
        }
    }
    return sum + left * from_behind(outwards, impact);
}

void main() {
    if (distance(gl_FragCoord.xy, centre) >= lens_reach * radius) {
        discard;
    }
    // Where the hole is small, its rings are thinner than a pixel.
    vec3 sum = vec3(0.0);
    float impact = distance(gl_FragCoord.xy, centre) / radius;
    int side = radius < 24.0 && impact < 1.2 * outer_edge ? 3 : abs(impact - 3.2) < 1.0 ? 2 : 1;
    for (int k = 0; k < 9; ++k) {
        if (k < side * side) {
            vec2 place = (vec2(k % side, k / side) + 0.5) / float(side) - 0.5;
            sum += seen_at(gl_FragCoord.xy + place);
        }
    }
    light = vec4(sum / float(side * side), 1.0);
}
