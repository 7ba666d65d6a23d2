// Where a body appears, how large, how bright and in what colour.
//
// Where the camera looks, a usual sprite has the radius `usual`; nearer ones are larger. On screen it
// is drawn no smaller than `smallest` and no larger than `largest`; what it then gains or loses in
// area it loses or gains in brightness, so that the light that arrives is that of the true size.
// Nothing here depends on where other bodies are, so no sprite breathes as they move.

#include "eye.glsl"
#include "measured.glsl"
#include "lights.glsl"
#include "dust.glsl"
#include "hole.glsl"

uniform float usual;             // radii, pixels
uniform float smallest, largest;

// As ColourBy numbers them, and besides: every body one unit, every body its dust.
uniform int colour_source;
const int by_scalar = 0, by_density = 1, by_single = 2, by_component = 3, by_light = 4, by_values = 5;
const int one_unit = 6, its_dust = 7;
uniform float scalar_low, scalar_high;
uniform bool logarithmic;
uniform float contrast; // stops that the low end of the scale is fainter by
uniform float slab;     // how deep what is shown is, as a part of reference_depth; 0: all
uniform float mist_size; // radii of mist, in usual ones; 0: of all light but mist
uniform int layer;  // 0 all bodies, 1 all but those before black holes, 2 those, 3 both, told apart
uniform bool balls; // are drawn as such, and hide what is behind them
uniform vec3 component_colours[8];
layout(binding = 0) uniform sampler1D colour_map;
// Where some bodies are chosen: a byte for each body, four to a word.
layout(std430, binding = 7) readonly buffer Marks { uint marks[]; };
uniform bool brushed;
layout(binding = 1) uniform sampler2D density;
layout(std430, binding = 6) readonly buffer Values { float values[]; }; // one a body

struct Sprite {
    vec2 centre;  // pixels from the lower left corner
    float radius; // pixels; 0: not in the picture
    float depth;  // in front of the eye
    vec3 light;   // its mean over the circle
    float core;   // share of the circle
    float before; // where layers are told apart: the share before black holes
};

float place_on_scale(float value) {
    if (logarithmic) {
        float high = log2(max(scalar_high, 1e-30));
        float low = log2(max(scalar_low, 1e-30));
        return (log2(max(value, 1e-30)) - low) / max(high - low, 1e-6);
    }
    return (value - scalar_low) / max(scalar_high - scalar_low, 1e-30);
}

vec3 sprite_colour(float scalar, vec2 centre) {
    float on_scale = 0.7;
    float stops = contrast;
    if (colour_source == by_component) {
        return component_colours[int(max(scalar, 0.0) + 0.5) & 7];
    } else if (colour_source == one_unit) {
        return vec3(1.0);
    } else if (colour_source == by_single) {
        stops = 0.0; // there is no scale
    } else if (colour_source == by_scalar || colour_source == by_values) {
        on_scale = place_on_scale(scalar);
    } else if (colour_source == by_density) {
        float neighbours = textureLod(density, (centre + part_corner) / whole_size, 0.0).r;
        on_scale = 0.55 + log2(max(neighbours, 1e-6) / max(crowd, 1e-6)) / 9.0;
    }
    // From the middle of the table's first entry to the middle of its last.
    float place = clamp(on_scale, 0.0, 1.0);
    vec3 colour = textureLod(colour_map, (0.5 + 255.0 * place) / 256.0, 0.0).rgb;
    return colour * exp2(-stops * (1.0 - place));
}

// Where bodies are dense they are told apart; where they are thin each fills the room to its
// neighbours, whose distance goes with the density as -1/3. A little more than that, for a density
// that was smoothed has lost some of its range.
float spread_of(float density) {
    const float power = 0.7, least = 0.1, most = 2.5;
    float middle = sqrt(max(scalar_low, 1e-30)) * sqrt(max(scalar_high, 1e-30));
    return clamp(pow(max(density, 1e-30) / middle, -power), least, most);
}

// What of a body's light the largest ball lets through to the eye, and of the Sun's to the body.
float past_ball(vec3 seen, vec3 place) {
    vec3 ball = bodies[occluder].xyz;
    float radius = light_of_body(uint(occluder)).form.y;
    vec3 centre = from_eye(ball);
    float along = dot(seen, centre) / max(dot(seen, seen), 1e-30); // where the ray is closest
    if (along > 0.0 && along < 1.0) {
        vec3 apart = centre - along * seen;
        if (dot(apart, apart) < radius * radius) {
            return 0.0;
        }
    }
    if (shining < 0) {
        vec3 from_ball = place - ball;
        float behind = -dot(from_ball, sun);
        float aside = length(from_ball + behind * sun);
        if (behind > 0.0) {
            return mix(0.02, 1.0, smoothstep(0.985 * radius, 1.015 * radius, aside));
        }
    }
    return 1.0;
}

// Chosen bodies shine in one colour; of the others' light so much is left that one sees where they are.
const vec3 chosen_colour = vec3(1.0, 0.50, 0.10);
const vec3 other_colour = vec3(0.55, 0.68, 1.0);
const float left_of_others = 0.03;

const vec3 hot_colour = vec3(0.42, 0.62, 1.0); // of a star of 15,000 kelvins

vec3 brushed_light(uint number, float strength) {
    bool chosen = ((marks[number >> 2u] >> (8u * (number & 3u))) & 0xffu) != 0u;
    return strength * (chosen ? chosen_colour : left_of_others * other_colour);
}

Sprite sprite_of(vec4 body, uint number) {
    Sprite sprite = Sprite(vec2(0.0), 0.0, 1.0, vec3(0.0), 0.02, 0.0);
    vec3 eye = from_eye(body.xyz);
    sprite.depth = -eye.z;
    float nearest = nearest_depth();
    if (!(sprite.depth > nearest)) { // behind the eye, or not a number
        return sprite;
    }
    if (slab > 0.0 && abs(sprite.depth - reference_depth) > 0.5 * slab * reference_depth) {
        return sprite;
    }
    sprite.centre = on_picture(eye);
    vec2 outside = max(-sprite.centre, sprite.centre - picture_size);
    if (max(outside.x, outside.y) >= largest) {
        return sprite;
    }
    Light light = light_of_body(number);
    float luminosity = light.colour.a;
    if (luminosity <= 0.0 || (balls && light.run.y != kind_light)) {
        return sprite;
    }

    float nearness = reference_depth / sprite.depth;
    float mist = uintBitsToFloat(light.run.w);
    float share = mist_size > 0.0 ? mist : 1.0 - mist;
    if (share <= 0.0 && colour_source != one_unit && colour_source != its_dust) {
        return sprite;
    }
    float size = mist_size > 0.0 ? mist_size : light.form.x;
    if (colour_source == by_values) {
        size *= spread_of(values[number]);
    }
    float true_radius = usual * size * nearness;
    float radius = clamp(true_radius, smallest, largest);
    if (max(outside.x, outside.y) >= radius) {
        return sprite;
    }
    sprite.radius = radius;
    sprite.core = mist_size > 0.0 ? 0.5 : light.form.w;
    if (colour_source == one_unit) {
        sprite.light = vec3(1.0);
        return sprite;
    }
    if (colour_source == its_dust) {
        float pixel = sprite.depth / focal_length.y;
        float at = clamp((sprite.depth - dust_depths.x) / dust_depths.y, 0.0, 1.0);
        sprite.light = light.dust.x / (3.14159265 * radius * radius * pixel * pixel) *
                       vec3(1.0, at, at * at);
        return sprite;
    }
    // Of `usual` sprites, all light is 1 where the camera looks, so only what differs counts.
    float gain = usual * nearness / radius;
    float nearest_gain = mist_size > 0.0 ? 1.2 / (mist_size * mist_size) : 16.0;
    float strength = min(gain * gain, nearest_gain) * smoothstep(nearest, 8.0 * nearest, sprite.depth);
    if (balls && occluder >= 0) {
        strength *= past_ball(eye, body.xyz);
    }
    float before = share_before_holes(sprite.centre, sprite.depth, layer == 0 ? 0 : hole_count);
    sprite.before = layer == 3 ? before : 0.0;
    strength *= layer == 1 ? 1.0 - before : layer == 2 ? before : 1.0;
    sprite.radius = strength > 0.0 ? sprite.radius : 0.0;
    vec3 colour = light.colour.rgb;
    if (light.bright_colour.a > 0.0) {
        // A normal deviate of two lots (Box and Muller 1958).
        vec2 lot = lot_of(number);
        float deviate = sqrt(-2.0 * log(max(lot.x, 1e-4))) * cos(6.2831853 * lot.y);
        float spread = light.bright_colour.a;
        // Mist is of many: none of them makes a cloud of its own.
        strength *= mist_size > 0.0 ? 1.0 : exp(spread * deviate - 0.5 * spread * spread);
        colour = mix(colour, light.bright_colour.rgb,
                     mist_size > 0.0 ? 0.5 : smoothstep(-0.3, 2.0, deviate));
        bool is_hot = mist_size <= 0.0 && fract(61.0 * lot.x) < light.dust.y;
        colour = is_hot ? hot_colour : colour;
    }
    if (colour_source != by_light) {
        colour = sprite_colour(colour_source == by_values ? values[number] : body.w, sprite.centre);
    }
    sprite.light = brushed ? brushed_light(number, strength * share * luminosity)
                           : strength * share * luminosity * colour;
    if (dusty && mist_size <= 0.0) { // mist is seen through dust where it is shown
        sprite.light *= past_dust((sprite.centre + part_corner) / whole_size, sprite.depth);
    }
    return sprite;
}
