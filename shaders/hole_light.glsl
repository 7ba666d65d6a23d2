// What an eye sees where a black hole is: the ray of each pixel is followed backwards, by tables of
// its path (render/light_paths.cpp). Behind measured.glsl, eye.glsl, lights.glsl and hole.glsl.
//
// Rays that come closer than the critical impact parameter are caught: the shadow. The others come
// from where they were bent to, so each place behind is seen twice, outside of Einstein's ring and
// inside. Where they cross the disk's plane, up to three times, the disk shines.
//
// The disk: thin, opaque, of gas on circles from the last stable one outwards (Page and Thorne 1974),
// its light shifted and beamed by motion and gravity (Luminet 1979, equation 15).

// A black hole as an eye sees it; directions are the eye's.
struct LensedHole {
    vec2 centre;      // pixels
    float radius;     // pixels, Schwarzschild's
    vec3 towards_eye; // from the hole
    vec3 right, up;   // on the picture, at right angles to it
    vec3 axis;        // of the disk
    bool seen;        // is before the eye
};

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
vec3 from_behind(LensedHole hole, vec2 outwards, float impact) {
    if (impact <= critical) {
        return vec3(0.0);
    }
    float angle = bent_by(impact);
    float fades = 1.0 - smoothstep(0.35 * lens_reach, lens_reach, impact);
    float source = impact - behind_hole * min(angle, 2.0) * fades;
    vec2 at = hole.centre + outwards * source * hole.radius;
    vec2 inside = smoothstep(vec2(-0.5), vec2(0.5), at) *
                  (1.0 - smoothstep(picture_size - 0.5, picture_size + 0.5, at));
    float known = inside.x * inside.y * (1.0 - smoothstep(0.8 * lens_reach, lens_reach, -source));
    float wound = smoothstep(1.5, 4.0, angle);
    return textureLod(behind, at / picture_size, 0.0).rgb * known +
           vec3(1.0, 0.76, 0.50) * (light_of(0.55 * wound) - light_of(0.0));
}

vec3 seen_at(LensedHole hole, vec2 pixel) {
    vec2 offset = (pixel - hole.centre) / hole.radius;
    float impact = length(offset);
    vec2 outwards = impact > 0.0 ? offset / impact : vec2(1.0, 0.0);
    vec3 sum = vec3(0.0);
    float left = 1.0; // of what is farther along the ray
    // All of it within the loop: the processor's rasteriser skips loops, but no branches.
    int crossings = disk_strength > 0.0 && impact < last_impact ? 3 : 0;
    for (int k = 0; k < crossings; ++k) {
        vec3 aside = hole.right * outwards.x + hole.up * outwards.y;
        // The angle at which the ray meets the disk's plane first.
        float crossing = atan(-dot(hole.towards_eye, hole.axis), dot(aside, hole.axis));
        crossing += crossing <= 0.0 ? pi : 0.0;
        vec2 entry = vec2(entry_at((crossing + float(k) * pi) / last_angle), entry_at(row_of(impact)));
        float moment = impact * dot(cross(aside, hole.towards_eye), hole.axis);
        vec4 disk = disk_at(textureLod(paths, entry, 0.0).r, moment);
        sum += left * disk.rgb;
        left *= 1.0 - disk.a;
    }
    return sum + left * from_behind(hole, outwards, impact);
}

// Whether the hole changes what is seen there.
bool reaches(LensedHole hole, vec2 pixel) {
    return hole.seen && distance(pixel, hole.centre) < lens_reach * hole.radius;
}

vec3 hole_light(LensedHole hole, vec2 pixel) {
    // Where the hole is small, its rings are thinner than a pixel.
    float impact = distance(pixel, hole.centre) / hole.radius;
    bool fine = impact < 1.2 * outer_edge && (hole.radius < 24.0 || abs(impact - 3.2) < 1.0);
    int side = !fine ? 1 : hole.radius < 5.0 ? 3 : 2;
    vec3 sum = vec3(0.0);
    for (int k = 0; k < side * side; ++k) {
        vec2 place = (vec2(k % side, k / side) + 0.5) / float(side) - 0.5;
        sum += seen_at(hole, pixel + place);
    }
    return sum / float(side * side);
}

// A little beside the plane that bodies prefer, so that its two sides differ from all around.
const vec3 axis_in_space = vec3(-0.08, 0.06, 0.995);

LensedHole lensed(Hole hole) {
    LensedHole lens;
    lens.centre = hole.centre;
    lens.radius = hole.radius;
    lens.towards_eye = normalize(-hole.seen);
    lens.right = normalize(cross(vec3(0.0, 1.0, 0.0), lens.towards_eye));
    lens.up = cross(lens.towards_eye, lens.right);
    lens.axis = normalize(to_eye * axis_in_space);
    lens.seen = hole.depth > nearest_depth();
    return lens;
}
