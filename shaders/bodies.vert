#version 450 core
// Where a body appears, how large and how bright.
//
// A sprite has a size in the world, a fraction of the mean distance between bodies. On screen it is
// drawn no smaller than `smallest` and no larger than `largest`; what it then gains or loses in area
// it loses or gains in brightness, so that the light that arrives is that of the true size.

layout(location = 0) in vec4 body; // x y z and the scalar that colours it

layout(std430, binding = 0) readonly buffer Measured {
    float extent;
    float brightness;
    float crowd;
};

uniform vec3 eye_high, eye_low; // where the eye is: their sum
uniform mat3 to_eye;
uniform mat4 projection;
uniform vec2 viewport_share; // the picture's part of the viewport
uniform vec2 viewport_size, viewport_corner; // pixels
uniform float focal_length;    // pixels
uniform float reference_depth; // where a sprite's brightness is 1
uniform float spacings, smallest, largest;
uniform float bodies_each_way; // the cube root of their number

uniform int colour_source; // 0 scalar, 1 density, 2 one colour, 3 component, 4 one unit each
uniform float scalar_low, scalar_high;
uniform bool logarithmic;
layout(binding = 0) uniform sampler1D colour_map;
layout(binding = 1) uniform sampler2D density;

flat out vec3 light;
flat out vec2 centre;          // pixels
flat out float inverse_radius; // of the sprite, per pixel

// Eight colours that remain apart for every kind of colour vision (after Okabe and Ito 2008), as light.
const vec3 palette[8] = vec3[8](
    vec3(1.00, 0.36, 0.04), vec3(0.09, 0.46, 1.00), vec3(0.02, 0.62, 0.28), vec3(1.00, 0.86, 0.16),
    vec3(0.78, 0.22, 0.55), vec3(0.90, 0.12, 0.02), vec3(0.35, 0.70, 1.00), vec3(0.75, 0.75, 0.75));

float place_on_scale(float value) {
    if (logarithmic) {
        float low = log2(max(scalar_low, 1e-30));
        return (log2(max(value, 1e-30)) - low) / max(log2(max(scalar_high, 1e-30)) - low, 1e-6);
    }
    return (value - scalar_low) / max(scalar_high - scalar_low, 1e-30);
}

vec3 colour(vec2 picture_place) {
    float on_scale = 0.72;
    if (colour_source == 3) {
        return palette[int(max(body.w, 0.0) + 0.5) & 7];
    } else if (colour_source == 4) {
        return vec3(1.0);
    } else if (colour_source == 0) {
        on_scale = place_on_scale(body.w);
    } else if (colour_source == 1) {
        float neighbours = textureLod(density, picture_place, 0.0).r;
        on_scale = 0.55 + log2(max(neighbours, 1e-6) / max(crowd, 1e-6)) / 9.0;
    }
    // From the middle of the table's first entry to the middle of its last.
    return textureLod(colour_map, (0.5 + 255.0 * clamp(on_scale, 0.0, 1.0)) / 256.0, 0.0).rgb;
}

void main() {
    vec3 eye = to_eye * ((body.xyz - eye_high) - eye_low);
    float depth = -eye.z;
    float nearest = 0.002 * reference_depth;
    if (!(depth > nearest)) { // behind the eye, or not a number
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        gl_PointSize = 1.0;
        light = vec3(0.0);
        centre = vec2(0.0);
        inverse_radius = 1.0;
        return;
    }
    gl_Position = projection * vec4(eye, 1.0);
    vec2 picture_place = gl_Position.xy / gl_Position.w * 0.5 + 0.5;
    gl_Position.xy *= viewport_share;
    centre = (gl_Position.xy / gl_Position.w * 0.5 + 0.5) * viewport_size + viewport_corner;

    float size_at_reference = spacings * extent / bodies_each_way * focal_length / reference_depth;
    float drawn_at_reference = clamp(size_at_reference, smallest, largest);
    float nearness = reference_depth / depth;
    float drawn = clamp(size_at_reference * nearness, smallest, largest);
    float gain = nearness * drawn_at_reference / drawn;
    float strength = min(gain * gain, 16.0) * smoothstep(nearest, 8.0 * nearest, depth);
    if (colour_source == 4) {
        strength = 1.0;
    }

    gl_PointSize = 2.0 * drawn;
    inverse_radius = 1.0 / drawn;
    light = strength * colour(picture_place);
}
