// What an eye sees where a black hole is: the ray of each pixel is followed backwards, by tables of
// its path (render/light_paths.cpp). Behind measured.glsl, eye.glsl, hole.glsl and
// lensed_hole.glsl.
//
// Rays that come closer than the critical impact parameter are caught: the shadow. The others come
// from where they were bent to, so each place behind is seen twice, outside of Einstein's ring and
// inside. Where they cross the disk's plane, up to three times, the disk shines.
//
// The disk: thin, opaque, of gas on circles from the last stable one outwards (Page and Thorne 1974),
// its light shifted and beamed by motion and gravity (Luminet 1979, equation 15).

uniform float disk_strength;
layout(binding = 0) uniform sampler2D behind;
layout(binding = 1) uniform sampler2D paths;   // render/light_paths.hpp
layout(binding = 2) uniform sampler2D bending;

const float pi = 3.14159265;
const float critical = 2.5980762, last_impact = 14.0, last_angle = 9.42477796;
const float entries = 256.0;     // of the tables, each way
const float inner_edge = 3.0, outer_edge = 12.0; // of the disk

float entry_at(float share) {
    return (0.5 + clamp(share, 0.0, 1.0) * (entries - 1.0)) / entries;
}

float row_of(float impact) {
    float apart = impact - critical;
    float range = apart < 0.0 ? critical : last_impact - critical;
    return 0.5 + 0.5 * sign(apart) * sqrt(abs(apart) / range);
}

// How far a ray is bent that comes no closer than last_impact: the first terms of its series.
float bent_far(float impact) {
    float u = 1.0 / impact;
    return u * (2.0 + u * (15.0 * pi / 16.0 + u * 16.0 / 3.0));
}

float bent_by(float impact) {
    return impact < last_impact ? textureLod(bending, vec2(entry_at(row_of(impact)), 0.5), 0.0).r
                                : bent_far(impact);
}

// From deep orange through white to blue, by a temperature relative to the hottest place at rest.
vec3 heated(float warmth) {
    vec3 colour = mix(vec3(1.0, 0.22, 0.04), vec3(1.0, 0.50, 0.17), smoothstep(0.4, 0.8, warmth));
    colour = mix(colour, vec3(1.0, 0.88, 0.74), smoothstep(0.8, 1.2, warmth));
    return mix(colour, vec3(0.72, 0.84, 1.0), smoothstep(1.1, 1.7, warmth));
}

// Rings in it, a sum of a few waves; those that are too narrow to be seen are left out.
float ringed(float distance, float radius) {
    float place = log(distance);
    float seen = smoothstep(6.0, 24.0, radius);
    return 0.86 + 0.08 * sin(23.0 * place) +
           seen * (0.06 * sin(57.0 * place + 1.3) + 0.05 * sin(131.0 * place + 0.4));
}

// The disk's light at one over a distance, and how much of what is behind it hides. `moment`: of the
// ray about the disk's axis.
vec4 disk_at(LensedHole hole, float u, float moment) {
    if (u < 1.0 / outer_edge || u > 1.0 / inner_edge) {
        return vec4(0.0);
    }
    float shift = sqrt(1.0 - 1.5 * u) / max(1.0 - sqrt(0.5 * u * u * u) * moment, 0.1);
    float flux = 476.0 * u * u * u * (1.0 - sqrt(inner_edge * u)); // 1 where it is most
    float edge = smoothstep(1.0 / outer_edge, 1.5 / outer_edge, u);
    float seen = flux * shift * shift * shift * shift;
    float shown = min(0.80 * pow(seen, 0.55) * ringed(1.0 / u, hole.radius) * edge, 0.99) * disk_strength;
    float hides = min(disk_strength, 1.0) * edge * smoothstep(1.0, 0.94, inner_edge * u) * 0.94;
    return vec4(heated(sqrt(sqrt(flux)) * shift) * light_by(hole.curve, min(shown, 0.99)), hides);
}

// The light that comes from so far from the hole behind it, as far as that is in the picture.
vec3 picture_behind(LensedHole hole, vec2 outwards, float source) {
    vec2 at = hole.centre + outwards * source * hole.radius;
    vec2 inside = smoothstep(vec2(-0.5), vec2(0.5), at) *
                  (1.0 - smoothstep(picture_size - 0.5, picture_size + 0.5, at));
    return textureLod(behind, at / picture_size, 0.0).rgb * (inside.x * inside.y);
}

// Of a ray that passes outside of near_hole: nothing but what is behind, a little aside.
vec3 light_far_from_hole(LensedHole hole, vec2 pixel) {
    vec2 offset = (pixel - hole.centre) / hole.radius;
    float impact = length(offset);
    float fades = 1.0 - smoothstep(near_hole, lens_reach, impact);
    return picture_behind(hole, offset / impact,
                          impact - behind_hole * bent_far(impact) * fades);
}

// The light from behind, and all of the sky's in the rays that go round the hole before they leave.
vec3 from_behind(LensedHole hole, vec2 outwards, float impact, float angle) {
    if (impact <= critical) {
        return vec3(0.0);
    }
    float source = impact - behind_hole * min(angle, 2.0);
    float known = 1.0 - smoothstep(0.8 * lens_reach, lens_reach, -source);
    float wound = smoothstep(1.5, 4.0, angle);
    return picture_behind(hole, outwards, source) * known +
           vec3(1.0, 0.76, 0.50) * light_by(hole.curve, 0.55 * wound);
}

vec3 seen_at(LensedHole hole, vec2 pixel) {
    vec2 offset = (pixel - hole.centre) / hole.radius;
    float impact = length(offset);
    vec2 outwards = impact > 0.0 ? offset / impact : vec2(1.0, 0.0);
    float angle = bent_by(impact);
    vec3 aside = hole.right * outwards.x + hole.up * outwards.y;
    float moment = impact * dot(cross(aside, hole.towards_eye), hole.axis);
    // The angle at which the ray meets the disk's plane first; then once for each half turn of its
    // way, which is one and as much as it is bent.
    float crossing = atan(-dot(hole.towards_eye, hole.axis), dot(aside, hole.axis));
    crossing += crossing <= 0.0 ? pi : 0.0;
    int crossings = int(ceil((pi + angle - crossing) / pi));
    crossings = disk_strength > 0.0 && impact < last_impact ? min(crossings, 3) : 0;
    vec3 sum = vec3(0.0);
    float left = 1.0; // of what is farther along the ray
    int k = 0;
    // llvmpipe ends loops, but takes no branches, and a loop that asks first is gone through once
    // more than asked for.
    do {
        vec2 entry = vec2(entry_at((crossing + float(k) * pi) / last_angle), entry_at(row_of(impact)));
        vec4 disk = k < crossings ? disk_at(hole, textureLod(paths, entry, 0.0).r, moment) : vec4(0.0);
        sum += left * disk.rgb;
        left *= 1.0 - disk.a;
    } while (++k < crossings);
    return sum + left * from_behind(hole, outwards, impact, angle);
}

// Of one that passes within it.
vec3 light_near_hole(LensedHole hole, vec2 pixel) {
    // Edges of shadow and disk are there, and where the hole is small the ring is thinner than a
    // pixel.
    float impact = distance(pixel, hole.centre) / hole.radius;
    float most = hole.radius < 24.0 ? 4.5 : 3.1;
    float least = hole.radius < 24.0 ? 0.0 : 2.5;
    bool fine = impact > least && impact < most;
    int side = !fine ? 1 : hole.radius < 5.0 ? 3 : 2;
    vec3 sum = vec3(0.0);
    int k = 0;
    do {
        vec2 place = (vec2(k % side, k / side) + 0.5) / float(side) - 0.5;
        sum += seen_at(hole, pixel + place);
    } while (++k < side * side);
    return sum / float(side * side);
}
