// From light to the screen: glare, automatic exposure, a curve that keeps hues and lets only the
// brightest run towards white, the night sky behind, and a dither against bands.

#include "measured.glsl"

uniform float glare_strength;
uniform float brightness; // 1: automatic
uniform bool solid;              // bodies are surfaces, not lights
uniform float levels;   // of a channel of what is drawn into, from black to white
uniform float headroom; // how many times as bright as white the brightest place is shown; 1: as white
uniform vec2 whole_size;         // pixels, of the picture
uniform vec2 part_corner;        // pixels: the lower left corner of what is shown, in the whole
uniform vec2 light_corner;       // and of the light there is
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2D bloom;

const vec3 night = vec3(0.00212, 0.00243, 0.00368); // #07080c

// Of white. Fainter glare is none: it would veil the sky.
const float min_glare = 0.0002;

// sRGB's encoding by square roots, to 0.003 (Hable's fit takes five times the arithmetic).
vec3 encoded(vec3 light) {
    vec3 root = sqrt(light);
    vec3 fourth = sqrt(root);
    vec3 eighth = sqrt(fourth);
    vec3 high = 0.585122381 * root + 0.783140355 * fourth - 0.368262736 * eighth;
    return mix(light * 12.92, high, step(vec3(0.0031308), light));
}

// Interleaved gradient noise (Jimenez 2014): even, and always the same for the same pixel.
float noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// And by powers, for light beyond white.
vec3 encoded_beyond_white(vec3 light) {
    return mix(light * 12.92, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055,
               step(vec3(0.0031308), light));
}

// Of the place of what is shown that is so far from its lower left corner; `place`: in the glare.
vec4 shown_at(vec2 from_part, vec2 place) {
    vec2 pixel = from_part + part_corner;
    vec3 light = texelFetch(picture, ivec2(pixel - light_corner), 0).rgb;
    if (glare_strength > 0.0) {
        vec3 glow = textureLod(bloom, place, 0.0).rgb * glare_strength;
        float strongest = max(max(glow.r, glow.g), max(glow.b, 1e-20));
        float faintest = min_glare * white;
        light += glow * max(1.0 - faintest / strongest, 0.0);
    }
    light *= brightness;

    float strongest = max(max(light.r, light.g), max(light.b, 1e-9));
    float shown = solid ? 1.0 - exp(-1.6 * strongest) : shown_of(strongest);
    // Towards white as film does, by a share that leaves its hue to the brightest too.
    float pale = shown * shown;
    pale = 0.6 * pale * pale;
    vec3 seen = mix(light / strongest, vec3(1.0), pale) * shown;

    vec2 from_centre = (pixel / whole_size - 0.5) * vec2(whole_size.x / whole_size.y, 1.0);
    float vignette = 1.1 - 0.35 * min(dot(from_centre, from_centre), 1.0);
    seen += night * vignette * (1.0 - shown);
    if (headroom > 1.0) {
        return vec4(encoded_beyond_white(seen * pow(headroom, smoothstep(0.5, 1.0, shown))), 1.0);
    }
    return vec4(encoded(seen) + (noise(pixel) - 0.5) / levels, 1.0);
}
