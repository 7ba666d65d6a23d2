// Where a body appears, how large, how bright and in what colour.
//
// A sprite has a size in the world, a fraction of the mean distance between bodies. On screen it is
// drawn no smaller than `smallest` and no larger than `largest`; what it then gains or loses in area
// it loses or gains in brightness, so that the light that arrives is that of the true size.

#include "eye.glsl"
#include "measured.glsl"

uniform float spacing_share;   // a sprite's radius over the extent
uniform float smallest, largest; // radii, pixels

uniform int colour_source; // 0 scalar, 1 density, 2 one colour, 3 component, 4 one unit each
uniform float scalar_low, scalar_high;
uniform bool logarithmic;
uniform vec3 component_colours[8];
layout(binding = 0) uniform sampler1D colour_map;
layout(binding = 1) uniform sampler2D density;

struct Sprite {
    vec2 centre;  // pixels from the lower left corner
    float radius; // pixels; 0: not in the picture
    float depth;  // in front of the eye
    vec3 light;   // at its centre
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
    if (colour_source == 3) {
        return component_colours[int(max(scalar, 0.0) + 0.5) & 7];
    } else if (colour_source == 4) {
        return vec3(1.0);
    } else if (colour_source == 0) {
        on_scale = place_on_scale(scalar);
    } else if (colour_source == 1) {
        float neighbours = textureLod(density, centre / picture_size, 0.0).r;
        on_scale = 0.55 + log2(max(neighbours, 1e-6) / max(crowd, 1e-6)) / 9.0;
    }
    // From the middle of the table's first entry to the middle of its last.
    return textureLod(colour_map, (0.5 + 255.0 * clamp(on_scale, 0.0, 1.0)) / 256.0, 0.0).rgb;
}

Sprite sprite_of(vec4 body) {
    Sprite sprite = Sprite(vec2(0.0), 0.0, 1.0, vec3(0.0));
    vec3 eye = from_eye(body.xyz);
    sprite.depth = -eye.z;
    float nearest = nearest_depth();
    if (!(sprite.depth > nearest)) { // behind the eye, or not a number
        return sprite;
    }
    sprite.centre = on_picture(eye);

    float nearness = reference_depth / sprite.depth;
    float at_reference = spacing_share * extent * focal_length.y / reference_depth;
    float radius = clamp(at_reference * nearness, smallest, largest);
    vec2 outside = max(-sprite.centre, sprite.centre - picture_size);
    if (max(outside.x, outside.y) >= radius) {
        return sprite;
    }
    sprite.radius = radius;
    float gain = nearness * clamp(at_reference, smallest, largest) / radius;
    float strength = min(gain * gain, 16.0) * smoothstep(nearest, 8.0 * nearest, sprite.depth);
    sprite.light = (colour_source == 4 ? 1.0 : strength) * sprite_colour(body.w, sprite.centre);
    return sprite;
}
